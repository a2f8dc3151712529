//! The READMEs: their commands print the lines below them, and the files, headings and targets that
//! they name exist.

use std::collections::HashSet;
use std::fs;
use std::iter;
use std::path::{Path, PathBuf};

use itertools::Itertools;
use rayon::prelude::*;
use regex::Regex;

use crate::support::by_effort;
use crate::support::process::{feed, make, output_of, read, root, shell, temporary};
use crate::support::replay::{replay_markdown, replay_powershell};
use crate::transcripts::files;

/// The paths of the README of every folder, and of the other pages of the examples.
fn readmes() -> Vec<PathBuf> {
    let mut readmes = files(root());
    let is_page = |path: &Path| path.extension().is_some_and(|ending| ending == "md");
    let is_example = |path: &Path| path.parent() == Some(&root().join("beispiele"));
    readmes.retain(|path| path.ends_with("README.md") || is_example(path) && is_page(path));
    for folder in [root().to_path_buf(), root().join("tests")] {
        assert!(readmes.contains(&folder.join("README.md")), "{readmes:?}");
    }
    readmes
}

/// Replays the commands of these pages.
fn replay(pages: &[PathBuf]) {
    let failed: String = pages
        .par_iter()
        .filter_map(|path| replay_markdown(path).err())
        .collect();
    assert!(failed.is_empty(), "{failed}");
}

/// Most of its time is a diagnosis, and the ranking of `wuerfel0.txt` as exactly as by default.
#[test]
fn commands_print_what_the_readme_shows() {
    assert!(read("README.md").contains("```console\n$ wuerfelglueck"));
    replay(&[root().join("README.md")]);
}

#[test]
#[ignore = "fifteen seconds: fixtures have commands like those of the other pages"]
fn commands_print_what_the_other_pages_show() {
    let mut pages = readmes();
    pages.retain(|path| *path != root().join("README.md"));
    replay(&pages);
}

#[test]
#[ignore = "eight seconds: the programs that it starts are those of the blocks for sh"]
fn commands_of_powershell_print_what_is_shown() {
    replay_powershell(&root().join("beispiele/windows.md")).unwrap();
}

/// The numbers in a text that have at least three characters, a point among them or not, without
/// the commas that separate thousands.
fn numbers(text: &str) -> HashSet<String> {
    text.split(|c: char| !c.is_ascii_digit() && !".,".contains(c))
        .map(|word| word.trim_matches(['.', ',']).replace(',', ""))
        .filter(|number| number.len() > 2)
        .collect()
}

/// Every number with at least three characters in the text of the READMEs for users, and of the
/// other pages of the examples, stands in a fixture, in a file of an example that is no such page,
/// or in a block of some README or page. The README for users names the least version of Rust.
#[test]
fn numbers_come_from_transcripts() {
    let mut shown: HashSet<String> = ["tests/fixtures", "beispiele"]
        .iter()
        .flat_map(|folder| files(&root().join(folder)))
        .filter(|path| path.extension().is_none_or(|ending| ending != "md"))
        .filter_map(|path| fs::read_to_string(path).ok())
        .flat_map(|text| numbers(&text))
        .collect();
    for readme in readmes() {
        let text = fs::read_to_string(readme).unwrap();
        shown.extend(text.split("```").skip(1).step_by(2).flat_map(numbers));
    }
    for name in [
        "README.md",
        "beispiele/README.md",
        "beispiele/klasse.md",
        "beispiele/sixjack.md",
        "beispiele/windows.md",
    ] {
        let text = read(name);
        let named: HashSet<String> = text.split("```").step_by(2).flat_map(numbers).collect();
        let unknown: Vec<&String> = named.difference(&shown).collect();
        assert!(unknown.is_empty(), "{name}: {unknown:?}");
    }
    let tested = concat!(env!("CARGO_PKG_RUST_VERSION"), " or later");
    assert!(read("README.md").contains(tested), "{tested}");
}

/// The anchors of the headings of a Markdown file, by which links name them behind `#`.
fn anchors(path: &Path) -> HashSet<String> {
    let text = fs::read_to_string(path).unwrap();
    // Lines between fences are no headings.
    let lines = text.split("```").step_by(2).flat_map(str::lines);
    let headings = lines.filter(|line| line.starts_with('#'));
    let anchor = |heading: &str| {
        let name = heading.trim_start_matches('#').trim().to_lowercase();
        let is_kept = |&c: &char| c.is_alphanumeric() || "-_ ".contains(c);
        let kept = name.chars().filter(is_kept);
        kept.collect::<String>().replace(' ', "-")
    };
    headings.map(anchor).collect()
}

/// Every path and every heading that a README links to is there. Addresses are not looked up.
#[test]
fn links_lead_somewhere() {
    for readme in readmes() {
        let text = fs::read_to_string(&readme).unwrap();
        let links = text
            .split("](")
            .skip(1)
            .filter_map(|text| text.split(')').next())
            .filter(|link| !link.contains("://"));
        for link in links {
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let folder = readme.parent().unwrap().join(path);
            assert!(folder.exists(), "{readme:?}: {link}");
            let target = match path {
                "" => readme.clone(),
                _ if folder.is_dir() => folder.join("README.md"),
                _ => folder,
            };
            let is_there = anchor.is_empty() || anchors(&target).contains(anchor);
            assert!(is_there, "{readme:?}: {link}");
        }
    }
}

/// The jobs in the README for graders find a wrong list, and pass right ones; without EFFORT only
/// one is given right ones. A small file takes the place of the files of the contest, as only the
/// scripts are tested.
#[test]
fn jobs_judge_lists() {
    let readme = read("src/judging/check/README.md");
    let blocks = readme.split("```").skip(1).step_by(2);
    let scripts: Vec<String> = blocks.filter_map(script).collect();
    let [github, gitlab] = &scripts[..] else {
        panic!("{scripts:?}");
    };
    let dice = read("tests/fixtures/eingaben/zwei.txt");
    for (rules, code, jobs) in [
        ("offiziell", 0, &[gitlab, github][..by_effort(1, 2)]),
        ("offiziell+ohne-zielzug", 1, &[github, gitlab]),
    ] {
        let temporary = temporary();
        let folder = temporary.path();
        let line = format!("-q --spiele 4000 --saat 5 --regeln {rules}");
        let list = output_of(&line, &dice);
        fs::write(folder.join("liste"), &list).unwrap();
        for n in 0..4 {
            fs::write(folder.join(format!("wuerfel{n}.txt")), &dice).unwrap();
        }
        let run = |script: &str| feed(shell(script).current_dir(folder), "");
        run("printf '#!/bin/sh\\ncat liste\\n' > meinprogramm; chmod +x meinprogramm");
        for job in jobs {
            assert_eq!(run(job).code, code, "{job}");
        }
        let xml = fs::read_to_string(folder.join("befunde.xml")).unwrap();
        assert_eq!(xml.contains("<failure"), code == 1, "{xml}");
    }
}

/// The script in a block of a README, if it has one that goes through all files.
fn script(block: &str) -> Option<String> {
    let is_script = block.starts_with("sh\n") || block.starts_with("yaml\n");
    let mut lines = block.lines().filter(|_| is_script);
    let beginning = lines.find(|line| line.trim_start().starts_with("for n in"))?;
    let indent = beginning.strip_suffix(beginning.trim_start())?;
    let script = iter::once(beginning)
        .chain(lines)
        .map_while(|line| line.strip_prefix(indent))
        .join("\n");
    Some(script)
}

/// Every `make target` that the READMEs name exists, they name every phony target, and `make run`
/// would rank the first example.
#[test]
fn make_targets_exist() {
    let makefile = read("Makefile");
    let command = Regex::new("(?m)(?:^|`)make ([a-z-]+)").unwrap();
    let readmes = readmes().into_iter();
    let texts: String = readmes
        .map(|path| fs::read_to_string(path).unwrap())
        .collect();
    let targets = command
        .captures_iter(&texts)
        .map(|target| target[1].to_string());
    let named: HashSet<String> = targets.collect();
    for target in &named {
        assert!(makefile.contains(&format!("\n{target}:")), "make {target}");
    }
    let mut lines = makefile.lines();
    let phony = lines.find_map(|line| line.strip_prefix(".PHONY: "));
    for target in phony.unwrap().split(' ') {
        assert!(named.contains(target), "{target} is in no README");
    }
    let recipe = make(&["--dry-run", "--no-print-directory", "run"]).out;
    let ends = "run --release --locked < beispiele/wuerfel0.txt\n";
    assert!(recipe.ends_with(ends), "{recipe}");
}
