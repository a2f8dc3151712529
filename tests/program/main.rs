//! The whole program: what it prints, says and gives as its exit code.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::disallowed_methods)]

mod bestenliste;
mod diagnose;
mod dice_files;
mod early;
mod erzeuge;
mod examples;
mod formats;
mod help;
#[cfg(unix)]
mod hostile;
#[cfg(target_os = "linux")]
mod memory;
mod pictures;
mod pruefe;
mod readmes;
mod refusals;
mod regelwerke;
mod sammle;
mod sixjack;
mod spiel;
mod streams;
#[cfg(target_os = "linux")]
mod terminal;

#[path = "../support/mod.rs"]
mod support;

use std::fs;
use std::path::{Path, PathBuf};

use support::{process, replay};

/// The dice of most tests, which `tests/fixtures/eingaben/zwei.txt` holds, too.
const TWO_DICE: &[u8] = include_bytes!("../fixtures/eingaben/zwei.txt");

fn text(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).unwrap()
}

/// All files below a folder, but for what is built and what version control keeps.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() {
            if name != "target" && !name.starts_with('.') {
                files.extend(self::files(&path));
            }
        } else {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// A fixture that nothing names is tested by nothing.
#[test]
fn every_fixture_is_used() {
    let root = process::root();
    let all = files(&root.join("tests"));
    let fixtures = root.join("tests/fixtures");
    let texts: Vec<String> = all
        .iter()
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "rs" || extension == "txt")
        })
        .map(|path| fs::read_to_string(path).unwrap())
        .collect();
    for fixture in all.iter().filter(|path| path.starts_with(&fixtures)) {
        let name = fixture.strip_prefix(&fixtures).unwrap().to_str().unwrap();
        assert!(texts.iter().any(|text| text.contains(name)), "{name}");
    }
}
