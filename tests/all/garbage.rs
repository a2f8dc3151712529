//! Generated garbage: nothing panics, and what is wrong prints no list.
//!
//! proptest runs with its fixed generator (`RngAlgorithm::ChaCha`, deterministic), so every run sees
//! the same cases.

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use wuerfelglueck::dice::parse;

use crate::support::run;

fn check<S: Strategy>(cases: u32, strategy: S, test: impl Fn(S::Value)) {
    let mut runner = TestRunner::new_with_rng(
        Config {
            cases,
            failure_persistence: None,
            ..Config::default()
        },
        TestRng::deterministic_rng(RngAlgorithm::ChaCha),
    );
    runner
        .run(&strategy, |value| {
            test(value);
            Ok(())
        })
        .unwrap();
}

/// Bytes, words that mean something in a dice file, and files with a fault.
fn garbage() -> impl Strategy<Value = Vec<u8>> {
    let word = prop_oneof![
        "[0-9]{1,3}",
        "[0-9]{9,22}",
        "[-+.,x/]?[0-9]{0,2}[-+.,x/]?",
        Just("\u{feff}".to_string()),
        "\\PC{0,3}",
    ];
    let separator = prop_oneof![
        8 => Just(" "),
        2 => Just("\n"),
        1 => Just("\t"),
        1 => Just("\r\n"),
        1 => Just("\n\n"),
        1 => Just("\0"),
    ];
    let words = prop::collection::vec((word, separator), 0..30).prop_map(|words| {
        words
            .into_iter()
            .flat_map(|(word, separator)| [word, separator.to_string()])
            .collect::<String>()
            .into_bytes()
    });
    let die = prop::collection::vec(0u32..100, 1..8)
        .prop_map(|faces| format!("{} {}", faces.len(), spaced(&faces)));
    let file = (
        prop::collection::vec(die, 2..6),
        any::<prop::sample::Index>(),
        any::<u8>(),
    )
        .prop_map(|(dice, place, byte)| {
            let mut file = format!("{}\n{}\n", dice.len(), dice.join("\n")).into_bytes();
            let place = place.index(file.len());
            file[place] = byte;
            file
        });
    prop_oneof![prop::collection::vec(any::<u8>(), 0..60), words, file]
}

fn spaced(faces: &[u32]) -> String {
    faces
        .iter()
        .map(u32::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}

/// What the file says by the plainest reading: numbers between white space, line by line.
fn plain_reading(input: &[u8]) -> Option<Vec<Vec<u32>>> {
    let text = String::from_utf8(input.to_vec()).ok()?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let is_blank = |line: &&str| line.trim_matches([' ', '\t', '\r']).is_empty();
    let mut lines: Vec<&str> = text.split('\n').collect();
    while lines.last().is_some_and(is_blank) {
        lines.pop();
    }
    let numbers = |line: &str| -> Option<Vec<u64>> {
        // One carriage return may end a line; anywhere else it is part of a word.
        line.strip_suffix('\r')
            .unwrap_or(line)
            .split([' ', '\t'])
            .filter(|word| !word.is_empty())
            .map(|word| word.parse().ok().filter(|_| !word.starts_with('+')))
            .collect()
    };
    let (first, lines) = lines.split_first()?;
    let [count] = numbers(first)?[..] else {
        return None;
    };
    let dice: Vec<Vec<u32>> = lines
        .iter()
        .map(|line| {
            let numbers = numbers(line)?;
            let (&sides, faces) = numbers.split_first()?;
            let faces = faces.iter().map(|&face| face.try_into().ok());
            let faces = faces.collect::<Option<Vec<u32>>>()?;
            (sides > 0 && sides == faces.len() as u64).then_some(faces)
        })
        .collect::<Option<_>>()?;
    (count >= 2 && count == dice.len() as u64).then_some(dice)
}

/// 20,000 cases.
#[test]
fn reading() {
    check(20_000, garbage(), |input| match parse(&input) {
        Ok(dice) => {
            let faces: Vec<_> = dice.iter().map(|die| die.faces().to_vec()).collect();
            assert_eq!(Some(faces), plain_reading(&input), "{input:?}");
        }
        Err(error) => {
            assert_eq!(plain_reading(&input), None, "{error}: {input:?}");
            let message = error.to_string();
            assert!(message.starts_with("Zeile "), "{message}");
            assert!(!message.contains(char::is_control), "{message:?}");
            assert!(message.chars().count() < 200, "{message}");
        }
    });
}

/// 10,000 runs of the program.
#[test]
fn program() {
    check(10_000, garbage(), |input| {
        let output = run(&["--spiele", "2", "--faeden", "1"], &input);
        if parse(&input).is_ok() {
            assert_eq!(output.status.code(), Some(0), "{input:?}");
        } else {
            assert_eq!(output.status.code(), Some(2), "{input:?}");
            assert_eq!(output.stdout, b"", "{input:?}");
            let message = String::from_utf8(output.stderr).unwrap();
            assert_eq!(message.lines().count(), 1, "{message}");
        }
    });
}

/// Every list of dice, however it is spaced, is read back.
#[test]
fn valid_files() {
    let dice = prop::collection::vec(prop::collection::vec(any::<u32>(), 1..10), 2..8);
    let space = prop_oneof![Just(" "), Just("\t"), Just("  "), Just(" \t ")];
    let newline = prop_oneof![Just("\n"), Just("\r\n")];
    let strategy = (dice, space, newline, 0..3usize, any::<bool>());
    check(2_000, strategy, |(dice, space, newline, blank, mark)| {
        let mut file = if mark {
            "\u{feff}".to_string()
        } else {
            String::new()
        };
        file += &format!("{space}{}{space}", dice.len());
        for faces in &dice {
            file += newline;
            file += &faces.len().to_string();
            for face in faces {
                file += &format!("{space}{face}");
            }
        }
        file += &newline.repeat(blank);
        let read: Vec<_> = parse(file.as_bytes())
            .unwrap_or_else(|error| panic!("{error}: {file:?}"))
            .iter()
            .map(|die| die.faces().to_vec())
            .collect();
        assert_eq!(read, dice);
    });
}
