//! The READMEs: their commands print what stands below them, and what they name exists.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::files;
use crate::process::{root, run};
use crate::replay::{markdown, shell, timeless};

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

/// The jobs and the loop in the README for graders find a wrong list, and pass right ones. The files of the contest are replaced by
/// a small one, as it is the scripts that matter.
#[test]
fn jobs_judge_lists() {
    let readme = fs::read_to_string(root().join("src/check/README.md")).unwrap();
    let blocks = readme.split("```").skip(1).step_by(2);
    let scripts: Vec<String> = blocks.filter_map(script).collect();
    let [folders, github, gitlab] = &scripts[..] else {
        panic!("{scripts:?}");
    };
    let dice = fs::read(root().join("beispiele/wuerfel2.txt")).unwrap();
    for (rules, code) in [("offiziell", 0), ("offiziell+ohne-springen", 1)] {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(rules);
        fs::create_dir_all(folder.join("abgaben/anna")).unwrap();
        let of_program = ["-q", "--spiele", "4000", "--saat", "5", "--regeln", rules];
        let list = run(&of_program, &dice).stdout;
        fs::write(folder.join("liste"), &list).unwrap();
        for n in 0..4 {
            fs::write(folder.join(format!("wuerfel{n}.txt")), &dice).unwrap();
            fs::write(folder.join(format!("abgaben/anna/wuerfel{n}.liste")), &list).unwrap();
        }
        let run = |script: &str| shell(script).current_dir(&folder).output().unwrap();
        run("printf '#!/bin/sh\\ncat liste\\n' > meinprogramm; chmod +x meinprogramm");
        for job in [github, gitlab] {
            assert_eq!(run(job).status.code(), Some(code), "{job}");
        }
        let said = String::from_utf8(run(folders).stdout).unwrap();
        assert_eq!(said.lines().count(), 4, "{said}");
        for n in 0..4 {
            let xml = fs::read_to_string(folder.join(format!("befunde{n}.xml"))).unwrap();
            assert_eq!(xml.contains("<failure"), code == 1, "{xml}");
        }
    }
}

/// The script in a block of a README, if it has one that goes through all files.
fn script(block: &str) -> Option<String> {
    let lines: Vec<&str> = block.lines().skip(1).collect();
    let first = lines
        .iter()
        .position(|line| line.trim_start().starts_with("for n in"))?;
    let indent = lines[first].len() - lines[first].trim_start().len();
    let lines = lines[first..].iter().map_while(|line| line.get(indent..));
    let is_script = block.starts_with("sh\n") || block.starts_with("yaml\n");
    is_script.then(|| lines.collect::<Vec<_>>().join("\n"))
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
