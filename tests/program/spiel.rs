//! The command `spiel` tells the games that the tournament counts.

use std::process::Command;

use crate::support::process::{has, print, read};

/// The program in the README of the examples plays by the rules, and writes its record as it says.
#[test]
fn the_example_in_python_agrees() {
    if !has("python3") {
        return;
    }
    let readme = read("beispiele/README.md");
    let (_, example) = readme.split_once("```python\n").unwrap();
    let (example, _) = example.split_once("```").unwrap();
    let played = Command::new("python3").args(["-c", example]).output();
    let record = String::from_utf8(played.unwrap().stdout).unwrap();
    let said = print("spiel --vergleiche - beispiele/wuerfel0.txt", &record);
    assert!(said.starts_with("20 Spiele, "), "{said}");
    assert!(said.contains(": alles nach den Regeln"), "{said}");
}

/// The seat behind these words, where they stand first.
fn seat(told: &str, words: &str) -> usize {
    let (_, behind) = told.split_once(words).unwrap();
    behind[..1].parse().unwrap()
}

/// The first game of each pairing that is told is the first that a tournament counts, whoever is named first, however many games that
/// plays, and under rules that say who begins, or how often one may roll.
#[test]
fn the_first_games_of_a_tournament_are_told() {
    for (rules, seed, games) in [
        ("offiziell", 1, 2),
        ("offiziell", 2021, 36),
        ("offiziell+auswuerfeln", 1, 2),
        ("offiziell+erster-beginnt", 2021, 2),
        ("zielzuerst+start-leer+drei-versuche+auswuerfeln", 2, 2),
        ("wlr+auswuerfeln", 3, 36),
    ] {
        let line = format!("--regeln {rules} --saat {seed} beispiele/wuerfel2.txt");
        let counted = print(&format!("-q --format paare --spiele {games} {line}"), "");
        assert_eq!(counted.lines().count(), 10, "{rules}");
        for counted in counted.lines() {
            let columns: Vec<&str> = counted.split('\t').collect();
            let [one, other] = [columns[4], columns[5]];
            // Where seats take turns, the one that is named begins, and if none is, who is named first.
            let begin = match rules {
                "offiziell" => vec![
                    (one, format!("{one},{other} --beginnt {one}")),
                    (other, format!("{one},{other} --beginnt {other}")),
                    (other, format!("{other},{one}")),
                ],
                _ => vec![("", format!("{one},{other}"))],
            };
            for (beginner, named) in begin {
                let told = print(&format!("spiel -q --wuerfel {named} {line}"), "");
                let last = told.lines().last().unwrap();
                assert!(last.contains(" gewinnt nach "), "{rules} {counted}");
                let [winner, starter] = [seat(last, "Sitz "), seat(&told, "\n1. Sitz ")];
                let is_named = beginner.is_empty() || beginner == [one, other][starter - 1];
                assert!(is_named, "{rules} {counted}");
                let counted_wins = columns[11 + 2 * (starter - 1)..][winner - 1];
                assert_ne!(counted_wins, "0", "{rules} {counted}");
            }
        }
    }
}
