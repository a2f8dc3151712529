//! What is read from stdin: every form that is allowed, every size, and garbage.

use wuerfelglueck::dice::parse;

use crate::process::run;
use crate::support::check;
use crate::support::garbage::garbage;
use crate::{TWO_DICE, text};

/// All forms of the same file give the same list.
#[test]
fn accepted_forms() {
    let expected = run(&["--spiele", "100"], TWO_DICE).stdout;
    for form in [
        "2\r\n6 1 2 3 4 5 6\r\n6 1 1 1 6 6 6\r\n",
        "\u{feff}2\n6 1 2 3 4 5 6\n6 1 1 1 6 6 6",
        "2 \n6\t1 2  3 4 5 6\t\n  6 1 1 1 6 6 6\n\n \t\n",
    ] {
        let output = run(&["--spiele", "100"], form.as_bytes());
        assert_eq!(output.stdout, expected, "{form:?}");
    }
}

/// Inputs that a careless program would play for ever, or not at all.
#[test]
fn every_input_comes_to_an_end() {
    let mut million = b"3\n1000000".to_vec();
    for side in 0..1_000_000 {
        million.extend(format!(" {}", side % 50).bytes());
    }
    million.extend(b"\n6 1 2 3 4 5 6\n1 6\n");
    for (input, best) in [
        (b"2\n1 6\n2 6 6\n".to_vec(), "1. 1 Seiten -> : 6; 0.00%"),
        (b"2\n1 0\n2 0 0\n".to_vec(), "1. 1 Seiten -> : 0; 0.00%"),
        (
            b"2\n4 1 2 3 4\n1 1\n".to_vec(),
            "1. 4 Seiten -> : 1 2 3 4; 0.00%",
        ),
        (
            b"2\n2 4294967295 4294967295\n2 44 43\n".to_vec(),
            "1. 2 Seiten -> : 4294967295 4294967295; 0.00%",
        ),
        (million, "1. 6 Seiten -> : 1 2 3 4 5 6; "),
    ] {
        let output = run(&["--spiele", "1000"], &input);
        let list = text(&output.stdout);
        assert!(
            list.lines().nth(1).unwrap().starts_with(best),
            "{}",
            &list[..200]
        );
    }
}

/// 300 cases: a list, or one line on stderr.
#[test]
fn garbage_is_refused() {
    check(300, garbage(), |input| {
        let output = run(&["--spiele", "2", "--faeden", "1"], &input);
        if parse(&input).is_ok() {
            assert_eq!(output.status.code(), Some(0), "{input:?}");
            assert!(text(&output.stdout).starts_with("Würfel-Bestenliste:\n"));
        } else {
            assert_eq!(output.status.code(), Some(2), "{input:?}");
            assert_eq!(output.stdout, b"", "{input:?}");
            let message = String::from_utf8(output.stderr).unwrap();
            assert_eq!(message.lines().count(), 1, "{message}");
        }
    });
}
