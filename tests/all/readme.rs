//! The README's own commands, and those of the transcripts among the fixtures.

use std::env;
use std::fs;
use std::process::Command;

use crate::support::{binary, root, run};

/// The content of the README's fenced blocks of this language.
fn blocks(language: &str) -> Vec<String> {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    readme
        .split("\n```")
        .filter_map(|block| block.strip_prefix(language)?.strip_prefix('\n'))
        .map(str::to_string)
        .collect()
}

/// Runs every `$ command` of a transcript, with the program in the path: it prints exactly what
/// follows. Returns the number of commands.
fn replay(transcript: &str) -> usize {
    let directory = binary().parent().unwrap().to_path_buf();
    let path = env::join_paths(
        [directory]
            .into_iter()
            .chain(env::split_paths(&env::var_os("PATH").unwrap())),
    )
    .unwrap();
    let transcript = format!("\n{transcript}");
    let sessions = transcript.split("\n$ ").skip(1);
    sessions
        .map(|session| {
            let (command, expected) = session.split_once('\n').unwrap_or((session, ""));
            let output = Command::new("sh")
                .args(["-c", command])
                .env("PATH", &path)
                .current_dir(root())
                .output()
                .unwrap();
            let printed = String::from_utf8(output.stdout).unwrap();
            assert_eq!(printed.trim_end(), expected.trim_end(), "{command}");
        })
        .count()
}

#[test]
fn commands_print_what_the_readme_shows() {
    let commands: usize = blocks("console").iter().map(|block| replay(block)).sum();
    assert!(commands >= 10, "only {commands} commands found");
}

/// What the first command says on stderr, but for the time that it takes.
#[test]
fn first_run_says_what_the_readme_shows() {
    let timeless = |text: &str| {
        let lines = text
            .lines()
            .map(|line| match line.split_once(" Spiele in ") {
                Some((games, rest)) => games.to_string() + rest.split_once("Spiele/s)").unwrap().1,
                None => line.to_string(),
            });
        lines.collect::<Vec<_>>()
    };
    let input = fs::read(root().join("beispiele/wuerfel0.txt")).unwrap();
    let said = String::from_utf8(run(&[], &input).stderr).unwrap();
    let shown = blocks("text");
    assert_eq!(timeless(&shown[0]), timeless(&said));
}

#[test]
fn commands_print_what_the_transcripts_show() {
    for transcript in [
        include_str!("../fixtures/sixjack.txt"),
        include_str!("../fixtures/spiel.txt"),
        include_str!("../fixtures/exakt.txt"),
        include_str!("../fixtures/pruefe.txt"),
    ] {
        let commands = replay(transcript);
        assert!(commands >= 10, "only {commands} commands found");
    }
}

/// Every `make target` that the README names exists, and `make run` ranks the first example.
#[test]
fn make_targets_exist() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let targets: Vec<&str> = readme
        .split("make ")
        .skip(1)
        .filter_map(|rest| {
            rest.split(|c: char| !(c.is_ascii_lowercase() || c == '-'))
                .next()
        })
        .filter(|target| {
            ["run", "install", "lint", "bench"].contains(target) || target.starts_with("test")
        })
        .collect();
    for expected in [
        "run",
        "test",
        "test-all",
        "test-parallel",
        "bench",
        "lint",
        "install",
    ] {
        assert!(
            targets.contains(&expected),
            "{expected} is not in the README"
        );
    }
    for target in targets {
        let output = Command::new("make")
            .args(["--dry-run", "--no-print-directory", target])
            .env_remove("MAKEFLAGS")
            .env_remove("MAKELEVEL")
            .current_dir(root())
            .output()
            .unwrap();
        assert!(output.status.success(), "make {target}");
        if target == "run" {
            let recipe = String::from_utf8(output.stdout).unwrap();
            assert!(
                recipe.ends_with("run --release --locked < beispiele/wuerfel0.txt\n"),
                "{recipe}"
            );
        }
    }
}
