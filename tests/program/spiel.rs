//! The command `spiel` tells the games that the tournament counts.

use std::process::Command;

use serde_json::Value;

use crate::formats::json;
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

/// The rolls of a told game.
fn told(line: &str) -> Vec<Value> {
    let lines = print(&format!("spiel -q --format json {line}"), "");
    lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The first two games of a pairing, as the tournament counts them, whatever the order of the dice on
/// the command line.
#[test]
fn the_first_games_of_a_tournament_are_told() {
    for seed in [1, 2, 3, 2021] {
        let line = format!("--saat {seed} beispiele/wuerfel0.txt");
        let counted = json(&format!("--spiele 2 {line}"), "");
        for (named, pairing, named_first) in [("1,2", [1, 2], 1), ("4,3", [3, 4], 2)] {
            let mut all = counted["paarungen"].as_array().unwrap().iter();
            let counted = all.find(|counted| counted["wuerfel"] == serde_json::json!(pairing));
            let names = ["siege_wenn_erster_beginnt", "siege_wenn_zweiter_beginnt"];
            for ((seat, starter), name) in (1..).zip(pairing).zip(names) {
                let steps = told(&format!("--wuerfel {named} --beginnt {starter} {line}"));
                assert_eq!(steps[0]["sitz"], seat);
                let last = steps.last().unwrap();
                assert_eq!(last["ende"], "gewonnen");
                let wins = [1, 2].map(|seat| u8::from(last["sitz"] == seat));
                assert_eq!(counted.unwrap()[name], serde_json::json!(wins));
            }
            // Who is named first begins.
            let first = told(&format!("--wuerfel {named} {line}"));
            assert_eq!(first[0]["sitz"], named_first);
        }
    }
}

/// The first game of each pairing under rules that say who begins, or how often one may roll, is the first that a
/// tournament counts, however many games that plays.
#[test]
fn the_first_games_under_deviations_are_told() {
    for rules in [
        "offiziell+auswuerfeln",
        "offiziell+erster-beginnt",
        "offiziell+drei-versuche",
        "zielzuerst+start-leer+drei-versuche+auswuerfeln",
        "wlr+auswuerfeln",
    ] {
        for (seed, games) in [(1, 2), (2021, 2), (3, 36)] {
            let line = format!("--regeln {rules} --saat {seed} beispiele/wuerfel2.txt");
            let counted = print(&format!("-q --format paare --spiele {games} {line}"), "");
            assert_eq!(counted.lines().count(), 10, "{rules}");
            for counted in counted.lines() {
                let columns: Vec<&str> = counted.split('\t').collect();
                let steps = told(&format!("--wuerfel {},{} {line}", columns[4], columns[5]));
                let last = steps.last().unwrap();
                assert_eq!(last["ende"], "gewonnen", "{rules} {counted}");
                let winner = last["sitz"].as_u64().unwrap() as usize;
                let starter = steps[0]["sitz"].as_u64().unwrap() as usize;
                let wins = columns[11 + 2 * (starter - 1)..][winner - 1];
                assert_ne!(wins, "0", "{rules} {counted}");
            }
        }
    }
}
