//! Texts from outside: names of files, lines of lists and values of options. Whatever is in them, no
//! format has a command for a terminal, a log, a spreadsheet or a parser.

use std::fs;

use itertools::Itertools;
use serde_json::Value;
use usvg::roxmltree::Document;

use crate::support::process::{Run, feed, program, read, run, temporary};

/// Names of files, each with a command.
const NAMES: [&str; 8] = [
    "##[error]x",
    "::error::x",
    "=1+1",
    "+1",
    "@x",
    "\u{1b}[31mrot",
    "zwei\nzeilen\t\u{9b}",
    "\u{202e}verkehrt",
];

/// A list with two numbers a die, either of which may be its share, so that forms are suggested. It
/// has a clear screen, a bell, a title of the terminal, and an order from right to left.
const RAW: &str = "\u{1b}[2JW5:\u{7} 98.6% 95.6% \u{1b}]0;x\u{7}\u{202e}\n\
                   \u{1b}[2JW4:\u{7} 75.4% 71.4% \u{1b}]0;x\u{7}\u{202e}\n\
                   \u{1b}[2JW3:\u{7} 50.6% 48.6% \u{1b}]0;x\u{7}\u{202e}\n\
                   \u{1b}[2JW2:\u{7} 25.5% 22.5% \u{1b}]0;x\u{7}\u{202e}\n\
                   \u{1b}[2JW1:\u{7} 0.4% 3.4% \u{1b}]0;x\u{7}\u{202e}\n";

/// Asserts that each character of an output can be seen, and that stderr has no command for a log.
fn assert_visible(checked: &Run, what: &str) {
    for text in [&checked.out, &checked.err] {
        let is_hidden = |c: &char| {
            c.is_control() && !"\n\t".contains(*c) || ('\u{202a}'..='\u{202e}').contains(c)
        };
        assert_eq!(text.chars().find(is_hidden), None, "{what}: {text}");
    }
    assert_no_log_command(&checked.err, what);
}

/// Asserts that the log of a CI job takes nothing in a text for a command.
fn assert_no_log_command(text: &str, what: &str) {
    let is_command = |line: &str| line.contains("##[") || line.trim_start().starts_with("::");
    assert_eq!(text.lines().find(|line| is_command(line)), None, "{what}");
}

#[test]
fn nothing_from_outside_is_a_command() {
    let temporary = temporary();
    let folder = temporary.path();
    let good = read("beispiele/wuerfel2.soll");
    for name in NAMES {
        fs::write(folder.join(name), &good).unwrap();
    }
    fs::write(folder.join("roh"), RAW).unwrap();
    fs::write(folder.join("wuerfel2.txt"), read("beispiele/wuerfel2.txt")).unwrap();
    let refused = run("pruefe --format x", "").err;
    let (_, behind) = refused.split_once("möglich sind: ").unwrap();
    let (formats, _) = behind.split_once(';').unwrap();
    for (format, dice) in formats
        .split(", ")
        .cartesian_product(["wuerfel2.txt", "--datei=wuerfel2.txt"])
    {
        let mut check = program("pruefe --spiele 400 --format");
        check.args([format, dice]).args(NAMES).arg("roh");
        let checked = feed(check.current_dir(folder), "");
        let what = format!("{format} {dice}");
        assert_eq!(checked.code, 1, "{what}: {}", checked.err);
        assert_visible(&checked, &what);
        let out = &checked.out;
        // Only what people read in a log is changed.
        let is_kept = out.contains("##[error]x");
        match format {
            "text" | "markdown" => assert_no_log_command(out, &what),
            "github" => assert!(!out.contains("##["), "{what}"),
            "json" => {
                let _: Value = serde_json::from_str(out).unwrap();
                assert!(is_kept, "{what}");
            }
            "svg" | "junit" => {
                Document::parse(out).unwrap();
                assert!(is_kept, "{what}");
            }
            _ => {
                assert!(is_kept, "{what}");
                let mut cells = out.lines().flat_map(|line| line.split('\t'));
                assert_eq!(cells.find(|cell| cell.starts_with(['=', '+', '@'])), None);
                assert!(out.contains("./=1+1\t"), "{what}");
            }
        }
    }
}

/// A form that is suggested has only what can be seen, and so have refusals of values.
#[test]
fn forms_and_values_of_options_are_no_commands() {
    for (line, value) in [
        (
            "pruefe beispiele/wuerfel2.txt --form",
            "a\n::error::x\u{1b}[31m",
        ),
        (
            "pruefe beispiele/wuerfel2.txt --form",
            "{a\n::error::x\u{1b}[31m}",
        ),
        (
            "pruefe beispiele/wuerfel2.txt --format",
            "a\n::error::x\u{1b}[31m",
        ),
        ("--regeln", "a\n##[error]x\u{1b}[31m"),
        (
            "spiel beispiele/wuerfel2.txt --stellung",
            "a\n::error::x\u{7}",
        ),
        ("sixjack", "a\n::error::x\u{7}"),
        ("", "a\n::error::x\u{7}"),
        ("hilfe", "a\n::error::x\u{202e}"),
        ("regeln", "a\n::error::x\u{202e}"),
    ] {
        let refused = feed(program(line).arg(value), "");
        assert_eq!(refused.code, 2, "{line}");
        assert_eq!(refused.err.lines().count(), 1, "{line}: {}", refused.err);
        assert_visible(&refused, line);
    }
    let list = run("pruefe -q --spiele 64 beispiele/wuerfel2.txt", RAW);
    assert!(list.out.contains("oder --form 'W{nummer}"), "{}", list.out);
    assert_visible(&list, "a list");
}
