//! The command `spiel`: it tells the rule fixtures as they stand, and the games that the tournament counts.

use std::fs;

use serde_json::Value;

use crate::process::{root, run};
use crate::replay::fixture;

#[test]
fn transcripts() {
    assert!(fixture("spiel.txt") >= 10);
}

/// The lines of JSON that the program prints.
fn told(arguments: &[&str], dice: &str) -> Vec<Value> {
    let arguments = [&["spiel", "-q", "--format", "json"], arguments].concat();
    let output = run(&arguments, dice.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    let lines = String::from_utf8(output.stdout).unwrap();
    let lines = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    lines.collect()
}

/// The columns of the lines of a file of rule fixtures.
fn lines(file: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    file.lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split('|').map(str::trim).collect())
}

/// A dice file with the dice of a fixture, by seat.
fn dice(column: &str, mover: usize) -> String {
    let (own, other) = column.split_once('/').unwrap_or((column, column));
    let dice = [[own, other], [other, own]][mover];
    let dice = dice.map(|faces| format!("{} {faces}\n", faces.split_whitespace().count()));
    format!("2\n{}", dice.concat())
}

/// The configurations of a fixture as one position, by seat.
fn position(own: &str, other: &str, mover: usize) -> String {
    match mover {
        0 => format!("{own}/{other}"),
        _ => format!("{other}/{own}"),
    }
}

/// The numbers of the rules that a told roll was played by, as the fixtures give them.
fn rules(step: &Value) -> String {
    let moves = step["zuege"].as_array().unwrap().iter();
    let numbers: Vec<String> = moves.map(|mv| mv["regel"].to_string()).collect();
    match numbers[..] {
        [] => "5".into(),
        _ => numbers.join("+"),
    }
}

/// Every rule fixture: the rule, the position after the roll, and whose turn it is.
#[test]
fn fixtures_are_told() {
    assert!(fixtures_told(include_str!("../fixtures/regeln.txt")) >= 300);
}

/// The same for those of the deviations.
#[test]
fn fixtures_of_deviations_are_told() {
    assert!(fixtures_told(include_str!("../fixtures/abweichungen.txt")) >= 200);
}

/// Tells the rolls of these fixtures, and returns how many they are.
fn fixtures_told(file: &'static str) -> usize {
    let mut rolls = 0;
    for columns in lines(file) {
        let [
            sets,
            faces,
            own,
            other,
            roll,
            own_after,
            other_after,
            next,
            rule,
            _,
        ] = columns[..]
        else {
            panic!("{columns:?}");
        };
        let sets = match sets {
            "beide" => vec!["offiziell", "zielzuerst"],
            name => vec![name],
        };
        for name in sets {
            let before = position(own, other, 0);
            let arguments = [
                &["--regeln", name, "--stellung", &before][..],
                &["--beginnt", "1", "--wuerfe", roll],
            ]
            .concat();
            let steps = told(&arguments, &dice(faces, 0));
            let [step] = &steps[..] else {
                panic!("{columns:?}: {steps:?}");
            };
            assert_eq!(rules(step), rule, "{name} {columns:?}");
            assert_eq!(
                step["stellung"],
                position(own_after, other_after, 0),
                "{name} {columns:?}"
            );
            let told_next = match (step["ende"].as_str(), step["setzt_aus"].as_u64()) {
                (Some("gewonnen"), _) => "won",
                (Some("verloren"), _) => "lost",
                (Some(_), _) => "draw",
                (None, Some(2)) => "again",
                _ if step["noch_ein_wurf"] == true => "again",
                _ if step["noch_ein_versuch"] == true => "again",
                _ => "other",
            };
            assert_eq!(told_next, next, "{name} {columns:?}");
            rolls += 1;
        }
    }
    rolls
}

/// The same for those of `wlr`, where the seats differ and nobody passes.
#[test]
fn fixtures_of_wlr_are_told() {
    let mut rolls = 0;
    for columns in lines(include_str!("../fixtures/wlr.txt")) {
        let [
            "wlr",
            faces,
            seat,
            own,
            other,
            stuck,
            roll,
            own_after,
            other_after,
            next,
            rule,
            _,
        ] = columns[..]
        else {
            panic!("{columns:?}");
        };
        let mover = seat.parse::<usize>().unwrap() - 1;
        let mark = if stuck == "other" { "!" } else { "" };
        let before = position(own, &format!("{other}{mark}"), mover);
        let arguments = [
            "--regeln",
            "wlr",
            "--stellung",
            &before,
            "--beginnt",
            seat,
            "--wuerfe",
            roll,
        ];
        let steps = told(&arguments, &dice(faces, mover));
        let [step] = &steps[..] else {
            panic!("{columns:?}: {steps:?}");
        };
        assert_eq!(rules(step), rule, "{columns:?}");
        let after = step["stellung"].as_str().unwrap().replace('!', "");
        assert_eq!(
            after,
            position(own_after, other_after, mover),
            "{columns:?}"
        );
        let told_next = match step["ende"].as_str() {
            Some("gewonnen") => "won",
            Some(_) => "draw",
            None if step["noch_ein_wurf"] == true => "again",
            None => "other",
        };
        assert_eq!(told_next, next, "{columns:?}");
        rolls += 1;
    }
    assert_eq!(rolls, 143);
}

/// The first two games of a pairing, as the tournament counts them, whatever the order of the dice on
/// the command line.
#[test]
fn the_first_games_of_a_tournament_are_told() {
    let dice = fs::read_to_string(root().join("beispiele/wuerfel0.txt")).unwrap();
    for seed in ["1", "2", "3", "2021"] {
        let output = run(
            &["-q", "--format", "json", "--spiele", "2", "--saat", seed],
            dice.as_bytes(),
        );
        let counted: Value = serde_json::from_slice(&output.stdout).unwrap();
        for (named, pairing) in [("1,2", [1, 2]), ("4,3", [3, 4])] {
            let counted = counted["paarungen"].as_array().unwrap().iter();
            let mut counted =
                counted.filter(|counted| counted["wuerfel"] == serde_json::json!(pairing));
            let counted = counted.next().unwrap();
            for (starter, name) in [
                (pairing[0], "siege_wenn_erster_beginnt"),
                (pairing[1], "siege_wenn_zweiter_beginnt"),
            ] {
                let starter = starter.to_string();
                let steps = told(
                    &["--wuerfel", named, "--beginnt", &starter, "--saat", seed],
                    &dice,
                );
                let last = steps.last().unwrap();
                assert_eq!(last["ende"], "gewonnen");
                let winner = last["sitz"].as_u64().unwrap() as usize - 1;
                assert_eq!(counted[name][winner], 1);
                assert_eq!(counted[name][1 - winner], 0);
                let first = if starter == pairing[0].to_string() {
                    1
                } else {
                    2
                };
                assert_eq!(steps[0]["sitz"], first);
            }
            // Who is named first begins.
            let first = if named == "1,2" { 1 } else { 2 };
            assert_eq!(
                told(&["--wuerfel", named, "--saat", seed], &dice)[0]["sitz"],
                first
            );
        }
    }
}

/// The first game of each pairing under rules that say who begins, or how often one may roll, is the first that a
/// tournament counts, however many games that plays.
#[test]
fn the_first_games_under_deviations_are_told() {
    let dice = fs::read_to_string(root().join("beispiele/wuerfel2.txt")).unwrap();
    for rules in [
        "offiziell+auswuerfeln",
        "offiziell+erster-beginnt",
        "offiziell+drei-versuche",
        "zielzuerst+start-leer+drei-versuche+auswuerfeln",
        "wlr+auswuerfeln",
    ] {
        for (seed, games) in [("1", "2"), ("2021", "2"), ("3", "36")] {
            let common = ["--regeln", rules, "--saat", seed];
            let list = ["-q", "--format", "paare", "--spiele", games];
            let output = run(&[&list[..], &common].concat(), dice.as_bytes());
            let counted = String::from_utf8(output.stdout).unwrap();
            assert_eq!(counted.lines().count(), 10, "{rules}");
            for line in counted.lines() {
                let columns: Vec<&str> = line.split('\t').collect();
                let named = format!("{},{}", columns[4], columns[5]);
                let steps = told(&[&["--wuerfel", &named][..], &common].concat(), &dice);
                let last = steps.last().unwrap();
                assert_eq!(last["ende"], "gewonnen", "{rules} {line}");
                let winner = last["sitz"].as_u64().unwrap();
                let wins_of_starter = match steps[0]["sitz"].as_u64().unwrap() {
                    1 => &columns[11..13],
                    _ => &columns[13..15],
                };
                assert_ne!(wins_of_starter[winner as usize - 1], "0", "{rules} {line}");
            }
        }
    }
}
