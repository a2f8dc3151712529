//! The READMEs: their commands print what stands below them, and what they name exists.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::files;
use crate::process::{root, run};
use crate::replay::{markdown, timeless};

/// The README of every folder.
fn readmes() -> Vec<PathBuf> {
    let all = files(root()).into_iter();
    let readmes: Vec<PathBuf> = all.filter(|path| path.ends_with("README.md")).collect();
    for folder in [root().to_path_buf(), root().join("tests")] {
        assert!(readmes.contains(&folder.join("README.md")), "{readmes:?}");
    }
    readmes
}

#[test]
fn commands_print_what_the_readmes_show() {
    let commands: usize = readmes().iter().map(|readme| markdown(readme)).sum();
    assert!(commands >= 10, "only {commands} commands found");
}

/// What the first command says on stderr, in the first block of text.
#[test]
fn first_run_says_what_the_readme_shows() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let (_, shown) = readme.split_once("```text\n").unwrap();
    let (shown, _) = shown.split_once("\n```").unwrap();
    let input = fs::read(root().join("beispiele/wuerfel0.txt")).unwrap();
    let said = String::from_utf8(run(&[], &input).stderr).unwrap();
    assert_eq!(timeless(shown), timeless(&said));
}

/// Every `make target` that the READMEs name exists, and `make run` ranks the first example.
#[test]
fn make_targets_exist() {
    let texts = readmes()
        .into_iter()
        .map(|readme| fs::read_to_string(readme).unwrap());
    let texts: Vec<String> = texts.collect();
    let targets: Vec<&str> = texts
        .iter()
        .flat_map(|text| text.split("make ").skip(1))
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
        assert!(targets.contains(&expected), "{expected} is in no README");
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
