//! The main job: its options, its seed, and what it says beside the list.

use std::io::Write;
use std::process::{Command, Stdio};

use itertools::Itertools;

use crate::process::{binary, run};
use crate::replay::fixture;
use crate::{TWO_DICE, text};

#[test]
fn transcripts() {
    assert!(fixture("bestenliste.txt") >= 20);
    assert!(fixture("exakt.txt") >= 10);
    assert!(fixture("duelle.txt") >= 10);
}

/// Files by name, decimal commas, and other things that people type.
#[test]
fn habits() {
    assert!(fixture("gewohnheiten.txt") >= 20);
}

#[test]
fn default_options_are_the_documented_ones() {
    let given = [
        "--regeln",
        "offiziell",
        "--genauigkeit",
        "0.2",
        "--irrtum",
        "0.001",
        "--hoechstens",
        "2000000",
        "--saat",
        "2021",
        "--format",
        "text",
    ];
    assert_eq!(run(&[], TWO_DICE).stdout, run(&given, TWO_DICE).stdout);
}

#[test]
fn options_have_an_effect() {
    let list = |arguments: &[&str]| run(arguments, TWO_DICE).stdout;
    let default = list(&[]);
    for other in [
        ["--regeln", "zielzuerst"],
        ["--spiele", "1000"],
        ["--genauigkeit", "0.1"],
        ["--hoechstens", "3000"],
        ["--saat", "7"],
    ] {
        assert_ne!(list(&other), default, "{other:?}");
    }
    // Two dice whose order takes longer than the width of the intervals.
    let close = b"2\n10 0 1 2 3 4 5 6 7 8 9\n12 1 2 3 4 5 6 7 8 9 10 11 12\n";
    let games = |arguments: &[&str]| {
        let options = [&["--genauigkeit", "100"], arguments].concat();
        let output = run(&options, close);
        let words = text(&output.stderr).split(' ').nth(2).unwrap();
        words.parse::<u64>().unwrap()
    };
    assert!(games(&["--irrtum", "0.000000001"]) > games(&[]));
}

#[test]
fn silence() {
    for quiet in ["-q", "--still"] {
        let output = run(&[quiet], TWO_DICE);
        assert_eq!(output.stderr, b"");
        assert_eq!(output.stdout, run(&[], TWO_DICE).stdout);
    }
    let output = run(&["-q"], b"");
    assert!(!output.stderr.is_empty(), "errors are not silenced");
}

/// Every run takes another seed, says which, and that seed gives the same list again.
#[test]
fn fresh_seeds() {
    let seed = |stderr: &[u8]| {
        let line = text(stderr)
            .lines()
            .find(|line| line.contains("Saat "))
            .unwrap();
        line.rsplit(' ').next().unwrap().to_string()
    };
    let first = run(&["--saat", "zufall", "--spiele", "2000"], TWO_DICE);
    let second = run(&["--saat", "zufall", "--spiele", "2000"], TWO_DICE);
    assert_ne!(seed(&first.stderr), seed(&second.stderr));
    let again = run(
        &["--saat", &seed(&first.stderr), "--spiele", "2000"],
        TWO_DICE,
    );
    assert_eq!(again.stdout, first.stdout);
}

/// To look away does not make an uncertain order certain: the exit code stays 1 if nobody reads the list.
#[test]
fn a_closed_pipe_does_not_help_the_uncertain() {
    let close = b"2\n10 0 1 2 3 4 5 6 7 8 9\n12 1 2 3 4 5 6 7 8 9 10 11 12\n";
    let mut child = Command::new(binary())
        .args(["--streng", "--spiele", "200"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    child.stdin.take().unwrap().write_all(close).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(text(&output.stderr), "");
    assert_eq!(output.status.code(), Some(1));
}

/// The best of all six-sided dice with faces from 1 to 9 is the one that the README of rankings names.
#[test]
#[ignore = "takes ten minutes"]
fn the_best_of_all_dice_is_found() {
    let faces = (1..=9u32).combinations_with_replacement(6);
    let dice: Vec<String> = faces
        .map(|faces| format!("6 {}\n", faces.iter().format(" ")))
        .collect();
    assert_eq!(dice.len(), 3003);
    let file = format!("3003\n{}", dice.concat());
    let output = run(&["--beste", "5", "--format", "tsv"], file.as_bytes());
    let first = text(&output.stdout).lines().nth(1).unwrap();
    assert!(first.ends_with("\t6\t1 6 6 6 6 6"), "{first}");
}
