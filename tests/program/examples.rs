//! The examples beside the expected output of each.

use std::fs;

use crate::process::{root, run};
use crate::text;

/// The examples: file name, input, expected output.
fn examples() -> Vec<(String, Vec<u8>, String)> {
    let mut examples: Vec<_> = fs::read_dir(root().join("beispiele"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .map(|path| {
            (
                path.file_name().unwrap().to_str().unwrap().to_string(),
                fs::read(&path).unwrap(),
                fs::read_to_string(path.with_extension("soll")).unwrap(),
            )
        })
        .collect();
    examples.sort();
    assert!(examples.len() >= 8);
    examples
}

/// Byte for byte, each on another number of threads.
#[test]
fn they_give_their_expected_output() {
    for ((name, input, expected), threads) in
        examples().into_iter().zip(["1", "2", "8"].iter().cycle())
    {
        let output = run(&["--faeden", threads], &input);
        assert_eq!(text(&output.stdout), expected, "{name}, {threads} threads");
        assert_eq!(output.status.code(), Some(0));
    }
}

/// In every format, with the pairings: the same bytes on one, two and eight threads.
#[test]
fn they_do_not_depend_on_threads() {
    for (name, input, _) in examples() {
        let outputs = ["1", "2", "8"].map(|threads| {
            let arguments = [
                "--genauigkeit",
                "2",
                "--hoechstens",
                "4000",
                "--format",
                "json",
                "--paarungen",
            ];
            let output = run(&[&arguments[..], &["--faeden", threads]].concat(), &input);
            assert_eq!(output.status.code(), Some(0));
            output.stdout
        });
        assert_eq!(text(&outputs[0]), text(&outputs[1]), "{name}");
        assert_eq!(outputs[0], outputs[2], "{name}");
    }
}

/// The faces in the order of a list.
fn order(list: &str) -> Vec<String> {
    list.lines()
        .skip(1)
        .map(|line| {
            let (_, faces) = line.split_once(" -> : ").unwrap();
            faces.split_once(';').unwrap().0.to_string()
        })
        .collect()
}

/// The orders of the contest's files, which do not depend on the seed, in the expected outputs.
#[test]
fn orders_of_the_contest_files() {
    let row = |first: u32, last: u32| {
        let faces: Vec<String> = (first..=last).map(|face| face.to_string()).collect();
        faces.join(" ")
    };
    let expected = [
        (
            "wuerfel0.txt",
            vec![
                "1 1 1 6 6 6".into(),
                row(1, 6),
                row(0, 9),
                row(1, 12),
                row(1, 20),
                row(1, 4),
            ],
        ),
        (
            "wuerfel2.txt",
            [5, 4, 3, 2, 1]
                .map(|sixes| [vec!["1"; 6 - sixes], vec!["6"; sixes]].concat().join(" "))
                .to_vec(),
        ),
        (
            "wuerfel3.txt",
            vec![
                "1 2 5 6".into(),
                row(1, 8),
                row(1, 6),
                row(0, 9),
                row(1, 12),
                row(1, 20),
            ],
        ),
    ];
    let examples = examples();
    for (name, expected) in expected {
        let list = examples.iter().find(|(other, ..)| other == name);
        assert_eq!(order(&list.unwrap().2), expected, "{name}");
    }
}
