//! The command `spiel` tells the games that the tournament counts.

use std::process::Command;

use serde_json::Value;

use crate::support::by_effort;
use crate::support::process::{has_command, output_of, read};

/// The program in the README of the examples plays by the rules, and writes a log in the form
/// that `--vergleiche` reads.
#[test]
fn the_example_in_python_agrees() {
    if !has_command("python3") {
        return;
    }
    let readme = read("beispiele/README.md");
    let (_, example) = readme.split_once("```python\n").unwrap();
    let (example, _) = example.split_once("```").unwrap();
    let played = Command::new("python3").args(["-c", example]).output();
    let log = String::from_utf8(played.unwrap().stdout).unwrap();
    let said = output_of("spiel --vergleiche - beispiele/wuerfel0.txt", &log);
    assert!(said.starts_with("20 Spiele, "), "{said}");
    assert!(said.contains(": alles nach den Regeln"), "{said}");
}

/// The rolls of a told game.
fn told(line: &str) -> Vec<Value> {
    let lines = output_of(&format!("spiel -q --format json {line}"), "");
    let rolls = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    rolls.collect()
}

/// The first game of each pairing that is told begins and ends as a game that the tournament has
/// counted, with the same beginner and winner, for 2 and for 36 games, under `offiziell` in both
/// orders of the two dice, and also under rules that say who begins, or how often a player may
/// roll.
#[test]
fn the_first_games_of_a_tournament_are_told() {
    let cases = [
        ("offiziell", 2021, 36),
        ("wlr+auswuerfeln", 3, 36),
        // With EFFORT.
        ("offiziell", 1, 2),
        ("offiziell+auswuerfeln", 1, 2),
        ("offiziell+erster-beginnt", 2021, 2),
        ("zielzuerst+start-leer+drei-versuche+auswuerfeln", 2, 2),
    ];
    for &(rules, seed, games) in &cases[..by_effort(2, cases.len())] {
        let line = format!("--regeln {rules} --saat {seed} beispiele/wuerfel2.txt");
        let counted = output_of(&format!("-q --format paare --spiele {games} {line}"), "");
        assert_eq!(counted.lines().count(), 10, "{rules}");
        for counted in counted.lines() {
            let columns: Vec<&str> = counted.split('\t').collect();
            // `src/shards/README.md` says what the columns hold, which it counts from 1.
            let dice = [columns[4], columns[5]];
            let [a, b] = dice;
            // If seats take turns, the die that `--beginnt` names begins, or without it the one
            // that is named first. Under other rules any die may.
            let calls = match rules {
                "offiziell" => vec![
                    (a, format!("{a},{b} --beginnt {a}")),
                    (b, format!("{a},{b} --beginnt {b}")),
                    (b, format!("{b},{a}")),
                ],
                _ => vec![("", format!("{a},{b}"))],
            };
            for (beginner, named) in calls {
                let steps = told(&format!("--wuerfel {named} {line}"));
                let last = steps.last().unwrap();
                assert_eq!(last["ende"], "gewonnen", "{rules} {counted}");
                let [winner, starter] = [last, &steps[0]].map(|roll| roll["sitz"].as_u64());
                let [winner, starter] = [winner, starter].map(|seat| seat.unwrap() as usize);
                let is_named = beginner.is_empty() || beginner == dice[starter - 1];
                assert!(is_named, "{rules} {counted}");
                let counted_wins = columns[11 + 2 * (starter - 1)..][winner - 1];
                assert_ne!(counted_wins, "0", "{rules} {counted}");
            }
        }
    }
}
