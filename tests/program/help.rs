//! The help of all commands, whole, and the version.

use crate::process::run;
use crate::replay::fixture;
use crate::text;

/// The short and the long help of the main job and of every command.
const TEXTS: [&str; 9] = [
    "hilfe/wuerfelglueck.txt",
    "hilfe/erzeuge.txt",
    "hilfe/hilfe.txt",
    "hilfe/pruefe.txt",
    "hilfe/diagnose.txt",
    "hilfe/regeln.txt",
    "hilfe/sammle.txt",
    "hilfe/sixjack.txt",
    "hilfe/spiel.txt",
];

/// The long help of a command, or of the main job, which has no name.
pub fn help(command: &str) -> String {
    let name = (!command.is_empty()).then_some(command);
    let arguments: Vec<&str> = name.into_iter().chain(["--hilfe"]).collect();
    let output = run(&arguments, b"");
    assert_eq!(output.status.code(), Some(0), "{command}");
    assert_eq!(text(&output.stderr), "", "{command}");
    String::from_utf8(output.stdout).unwrap()
}

/// The commands that the help names.
pub fn commands() -> Vec<String> {
    let help = help("");
    let (_, list) = help.split_once("\nBefehle:\n").unwrap();
    let lines = list.lines().take_while(|line| !line.is_empty());
    let names = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = names.map(|line| line.split_whitespace().next().unwrap().to_string());
    names.collect()
}

/// `-h` and `--hilfe`.
#[test]
fn texts() {
    for name in TEXTS {
        assert_eq!(fixture(name), 2, "{name}");
    }
    for command in commands() {
        let name = format!("hilfe/{command}.txt");
        assert!(TEXTS.contains(&&name[..]), "{name}");
    }
}

#[test]
fn lines_fit_a_terminal() {
    for command in commands().iter().map(String::as_str).chain([""]) {
        let help = help(command);
        assert!(
            help.lines().all(|line| line.chars().count() <= 80),
            "{help}"
        );
    }
}

/// The short help fits a screen of 24 lines.
#[test]
fn the_short_help_fits_a_screen() {
    for command in commands().iter().map(String::as_str).chain([""]) {
        let name = (!command.is_empty()).then_some(command);
        let arguments: Vec<&str> = name.into_iter().chain(["-h"]).collect();
        let short = run(&arguments, b"").stdout;
        assert!(text(&short).lines().count() <= 24, "{command}");
    }
}

/// All names of the options for the help and the version, before and behind a command.
#[test]
fn names() {
    let version = concat!("wuerfelglueck ", env!("CARGO_PKG_VERSION"), "\n");
    for command in commands().iter().map(String::as_str).chain([""]) {
        let name = (!command.is_empty()).then_some(command);
        for (option, expected) in [
            ("--help", &help(command)[..]),
            ("-V", version),
            ("--version", version),
        ] {
            let arguments: Vec<&str> = name.into_iter().chain([option]).collect();
            let output = run(&arguments, b"");
            assert_eq!(text(&output.stdout), expected, "{arguments:?}");
            assert_eq!(output.status.code(), Some(0));
        }
    }
}
