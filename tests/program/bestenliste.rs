//! The main job: its options, its seed, and what it reads.

use std::process::Stdio;

use itertools::Itertools;
use wuerfelglueck::dice::parse;

use crate::support::check;
use crate::support::garbage::garbage;
use crate::support::process::{feed, print, program, read, run};

/// Two dice whose order takes longer than the width of the intervals.
const CLOSE: &str = "2\n10 0 1 2 3 4 5 6 7 8 9\n12 1 2 3 4 5 6 7 8 9 10 11 12\n";

/// What is given has the value that the help names, and each other value gives another list.
#[test]
fn options_have_the_documented_defaults_and_an_effect() {
    let two = read("tests/fixtures/eingaben/zwei.txt");
    let given = "--regeln offiziell --genauigkeit 0.2 --irrtum 0.001 --hoechstens 2000000 \
                 --saat 2021 --format text";
    let list = print("", &two);
    assert_eq!(list, print(given, &two));
    for other in [
        "--regeln zielzuerst",
        "--spiele 1000",
        "--genauigkeit 0.1",
        "--hoechstens 3000",
        "--saat 7",
    ] {
        assert_ne!(print(other, &two), list, "{other}");
    }
    let games = |options: &str| {
        let said = run(&format!("--genauigkeit 100 {options}"), CLOSE).err;
        said.split(' ').nth(2).unwrap().parse::<u64>().unwrap()
    };
    assert!(games("--irrtum 0.000000001") > games(""));
}

/// Every run takes another seed, says which, and that seed gives the same list again.
#[test]
fn seeds_by_chance_are_said() {
    let two = read("tests/fixtures/eingaben/zwei.txt");
    for (command, input) in [("--spiele 2000", &two[..]), ("sixjack 6,x,x,x,x,x", "")] {
        let list = |seed: &str| run(&format!("{command} --saat {seed}"), input);
        let [first, second] = ["zufall"; 2].map(list);
        let seed = |said: &str| {
            let (_, behind) = said.split_once("Saat ").unwrap();
            behind.split_whitespace().next().unwrap().to_string()
        };
        assert_ne!(seed(&first.err), seed(&second.err));
        assert_eq!(list(&seed(&first.err)).out, first.out);
    }
}

/// To look away does not make an uncertain order certain: the exit code stays 1 if nobody reads the list.
#[test]
fn a_closed_pipe_does_not_help_the_uncertain() {
    let mut child = program("--streng --spiele 200")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), CLOSE.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.stderr, output.status.code()), (vec![], Some(1)));
}

/// The best of all six-sided dice with faces from 1 to 9 is the one that the README of rankings names.
#[test]
#[ignore = "takes ten minutes"]
fn the_best_of_all_dice_is_found() {
    let faces = (1..=9u32).combinations_with_replacement(6);
    let dice = faces.map(|faces| format!("6 {}\n", faces.iter().format(" ")));
    let list = print(
        "--beste 5 --format tsv",
        format!("3003\n{}", dice.format("")),
    );
    let first = list.lines().nth(1).unwrap();
    assert!(first.ends_with("\t6\t1 6 6 6 6 6"), "{first}");
}

/// Inputs that a careless program would play for ever, or not at all.
#[test]
fn every_input_comes_to_an_end() {
    let million = (0..1_000_000).map(|side| side % 50).format(" ");
    for (input, best) in [
        ("2\n1 6\n2 6 6\n", "1 Seiten -> : 6; 0.00%"),
        ("2\n1 0\n2 0 0\n", "1 Seiten -> : 0; 0.00%"),
        ("2\n4 1 2 3 4\n1 1\n", "4 Seiten -> : 1 2 3 4; 0.00%"),
        (
            "2\n2 4294967295 4294967295\n2 44 43\n",
            "2 Seiten -> : 4294967295 4294967295; 0.00%",
        ),
        (
            &format!("3\n1000000 {million}\n6 1 2 3 4 5 6\n1 6\n"),
            "6 Seiten -> : 1 2 3 4 5 6; ",
        ),
    ] {
        let list = print("--spiele 1000", input);
        let first = list.lines().nth(1).unwrap();
        assert!(first.starts_with(&format!("1. {best}")), "{}", &list[..200]);
    }
}

/// A list, or one line on stderr.
#[test]
fn garbage_is_refused() {
    check(100, garbage(), |input| {
        let run = feed(&mut program("--spiele 2 --faeden 1"), &input);
        if parse(&input).is_ok() {
            assert_eq!(run.code, 0, "{input:?}");
            assert!(run.out.starts_with("Würfel-Bestenliste:\n"));
        } else {
            assert_eq!((run.code, &run.out[..]), (2, ""), "{input:?}");
            assert_eq!(run.err.lines().count(), 1, "{}", run.err);
        }
    });
}
