//! Transcripts: commands of a shell with their output, their messages and their exit codes.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use regex::Regex;
use wuerfelglueck::rules::Deviation;

use crate::support::process::{output_of, read, root};
use crate::support::replay::replay_file;

/// All files below a folder, except in folders that are called `target` or hidden.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if !path.is_dir() {
            files.push(path);
        } else if name != "target" && !name.starts_with('.') {
            files.extend(self::files(&path));
        }
    }
    files.sort();
    files
}

/// Returns whether a fixture is a transcript: one of its lines is a command.
fn is_transcript(path: &Path) -> bool {
    let text = fs::read_to_string(path).unwrap();
    text.lines()
        .any(|line| line.starts_with("$ ") || line.starts_with("$$ "))
}

/// The transcripts of a folder.
struct Transcripts {
    /// The folder below `tests/fixtures`.
    folder: &'static str,
    /// The names of the files, without their ending.
    names: &'static [&'static str],
}

/// Makes a test of each transcript, in a module for each folder, and a constant for each folder.
macro_rules! transcripts {
    ($($constant:ident $module:ident $folder:literal: $($name:ident)*;)*) => {
        $(mod $module {
            $(#[test]
            fn $name() {
                super::replay($folder, stringify!($name));
            })*
        })*

        $(const $constant: Transcripts = Transcripts {
            folder: $folder,
            names: &[$(stringify!($name)),*],
        };)*

        const TRANSCRIPTS: &[Transcripts] = &[$($constant),*];
    };
}

transcripts! {
    RESULTS results "": bestenliste diagnose duelle erzeuge exakt faeden gewohnheiten grenzen klasse
        protokolle pruefe pruefe_formen pruefe_klasse regelwerke rueckmeldung sammle sixjack spiel
        stroeme urteile;
    REFUSALS refusals "meldungen": befehlszeile diagnose erzeuge pruefe regelwerke sammle sixjack
        spiel wuerfeldatei zeilen;
    HELPS helps "hilfe": diagnose erzeuge hilfe pruefe regeln sammle sixjack spiel wuerfelglueck;
}

/// The path of a transcript in a folder of fixtures.
fn path(folder: &str, name: &str) -> PathBuf {
    let folder = root().join("tests/fixtures").join(folder);
    folder.join(format!("{name}.txt"))
}

fn replay(folder: &str, name: &str) {
    replay_file(&path(folder, name)).unwrap_or_else(|differences| panic!("{differences}"));
}

/// Each fixture that is a transcript has its test.
#[test]
fn every_transcript_is_replayed() {
    let replayed: HashSet<PathBuf> = TRANSCRIPTS
        .iter()
        .flat_map(|transcripts| {
            let names = transcripts.names.iter();
            names.map(|name| path(transcripts.folder, name))
        })
        .collect();
    let found: HashSet<PathBuf> = files(&root().join("tests/fixtures"))
        .into_iter()
        .filter(|path| is_transcript(path))
        .collect();
    let different: Vec<_> = found.symmetric_difference(&replayed).collect();
    assert!(different.is_empty(), "{different:?}");
}

/// In the transcripts of refusals, stdout is always empty, stderr has one line, and the exit code
/// is 2.
#[test]
fn refusals_are_one_line_and_exit_code_2() {
    let form = Regex::new("^(\\$\\$? .*\n2> .*\n\\$\\? 2\n)+$").unwrap();
    for name in REFUSALS.names {
        let path = path(REFUSALS.folder, name);
        let text = fs::read_to_string(&path).unwrap();
        let lines = text
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'));
        let lines: String = lines.map(|line| format!("{line}\n")).collect();
        assert!(form.is_match(&lines), "{path:?}");
    }
}

/// The commands that the help names, and the main job, which has no name.
pub fn commands() -> Vec<String> {
    let help = output_of("--hilfe", "");
    let (_, list) = help.split_once("\nBefehle:\n").unwrap();
    let names = list
        .lines()
        .take_while(|line| !line.is_empty())
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .map(|line| line.split_whitespace().next().unwrap().to_string());
    [String::new()].into_iter().chain(names).collect()
}

/// The short help of every command has at most 24 lines, and the long help at most 80 columns. Both
/// stand in a transcript of the command. `--help` is the long help, and `-V` and `--version` say
/// the version.
#[test]
fn helps_fit_the_screen() {
    let commands = commands();
    assert_eq!(HELPS.names.len(), commands.len());
    let version = concat!("wuerfelglueck ", env!("CARGO_PKG_VERSION"), "\n");
    for command in commands {
        let [short, long] =
            ["-h", "--hilfe"].map(|help| output_of(&format!("{command} {help}"), ""));
        assert!(short.lines().count() <= 24, "{short}");
        let fits = |line: &str| line.chars().count() <= 80;
        assert!(long.lines().all(fits), "{long}");
        for (option, expected) in [
            ("--help", &long[..]),
            ("-V", version),
            ("--version", version),
        ] {
            let said = output_of(&format!("{command} {option}"), "");
            assert_eq!(said, expected, "{command} {option}");
        }
        let name = if command.is_empty() {
            "wuerfelglueck"
        } else {
            &command
        };
        let shown = read(&format!("tests/fixtures/hilfe/{name}.txt"));
        let begin = format!("$ wuerfelglueck {command}").trim_end().to_string();
        assert!(shown.contains(&format!("{begin} -h\n{short}")), "{name}");
        assert!(
            shown.contains(&format!("{begin} --hilfe\n{long}")),
            "{name}"
        );
    }
}

/// Some file in `tests/` names every fixture that is no transcript, but for those in `lesbar/`.
#[test]
fn every_input_is_used() {
    let texts: String = files(&root().join("tests"))
        .iter()
        .filter_map(|path| fs::read_to_string(path).ok())
        .collect();
    let is_name = |c: char| c.is_alphanumeric() || "-_./".contains(c);
    let words: Vec<&str> = texts.split(|c| !is_name(c)).collect();
    let fixtures = files(&root().join("tests/fixtures"));
    // A table in their folder names the lists that are only read.
    let is_listed = |path: &Path| {
        path.parent()
            .is_some_and(|folder| folder.ends_with("lesbar"))
    };
    for path in fixtures
        .iter()
        .filter(|path| !is_transcript(path) && !is_listed(path))
    {
        let name = path.strip_prefix(root().join("tests/fixtures")).unwrap();
        let name = format!("fixtures/{}", name.to_str().unwrap());
        assert!(words.iter().any(|word| word.ends_with(&name)), "{name}");
    }
}

/// The text of `regeln` about a rule set or a deviation, or without a name. Panics if it has more
/// than 72 columns, or spaces at the end of a line.
fn explanation(name: &str) -> String {
    let text = output_of(&format!("regeln {name}"), "");
    let fits = |line: &str| line.chars().count() <= 72 && line.trim_end() == line;
    assert!(text.lines().all(fits), "{name}: {text}");
    text
}

/// Every deviation has a sentence in the table, behind the text of a rule set that has it, and
/// alone. Each can be played, and `paare` writes its name as it was given.
#[test]
fn every_deviation_is_explained_and_plays() {
    let [all_rules, offiziell] = ["", "offiziell"].map(explanation);
    explanation("zielzuerst");
    explanation("wlr+auswuerfeln");
    for deviation in Deviation::ALL {
        let name = deviation.name();
        let text = explanation(name);
        let (sentence, _) = text.split_once("\n\n").unwrap();
        assert!(sentence.starts_with(&format!("  {name} ")), "{name}");
        assert!(sentence.ends_with('.'), "{name}");
        assert!(all_rules.contains(&format!("\n{sentence}\n")), "{name}");
        let rules = format!("offiziell+{name}");
        let with_base = explanation(&rules);
        assert!(with_base.starts_with(&offiziell), "{name}");
        assert!(with_base.ends_with(&format!("\n\n{sentence}\n")), "{name}");
        let options = format!("-q --spiele 2 --format paare --regeln {rules}");
        let line = output_of(&options, read("tests/fixtures/eingaben/zwei.txt"));
        assert_eq!(line.split('\t').nth(6), Some(&rules[..]), "{line}");
    }
}
