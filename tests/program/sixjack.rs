//! The command `sixjack`: the same figures in all formats, and told games.

use itertools::Itertools;
use serde_json::Value;

use crate::formats::{Table, json};
use crate::support::process::print;

/// The table and the rows of the object have the same names and values.
#[test]
fn formats_of_sixjack_agree() {
    for line in [
        "--spiele 500 3,x,x,2,x,1 optimal",
        "--exakt 3,x,x,2,x,1 optimal",
        "--tabelle --spiele 1",
        "--tabelle --exakt",
        "--optimal",
        "--optimal --duell",
        "--optimal --gegen 3,x,x,2,x,1",
    ] {
        let line = format!("sixjack {line}");
        let (table, json) = (Table::new(&line, ""), json(&line, ""));
        let lists = ["bestenliste", "strategien", "tabelle"].into_iter();
        let mut lists = lists.filter_map(|name| json[name].as_array());
        let rows = lists.next().unwrap();
        assert_eq!(rows.len(), table.len(), "{line}");
        for (number, row) in (1..).zip(rows) {
            let names = table.names();
            assert_eq!(row.as_object().unwrap().len(), names.len(), "{row}");
            for name in names {
                let field = table.get(number, name);
                let is_same = match &row[name.to_lowercase()] {
                    Value::Null => field.is_empty(),
                    Value::String(text) => text == field,
                    value => value.as_f64() == field.parse().ok(),
                };
                assert!(is_same, "{name}: {field}, {row}");
            }
        }
    }
}

/// A told game is the same turn by turn in both of its formats, whether anybody wins or not.
#[test]
fn told_games_of_sixjack_agree() {
    for (seed, ending, last) in [
        (3, "gewonnen", "Gewonnen: Computer 7, 8 Runden"),
        (9, "niemand_kann_gewinnen", "Niemand kann mehr gewinnen."),
    ] {
        let told = |format: &str| {
            let line = format!("sixjack -q --format {format} --protokoll --karten stapel");
            print(&format!("{line} --spieler 9 1,1,1,1,1,1 --saat {seed}"), "")
        };
        let lines = told("json");
        let turns = lines
            .lines()
            .map(|line| serde_json::from_str(line).unwrap());
        let turns: Vec<Value> = turns.collect();
        let lines = turns.iter().map(line_of).chain([last.into()]);
        assert!(told("text").lines().eq(lines), "{turns:?}");
        let endings: Vec<_> = turns.iter().map(|turn| turn["ende"].as_str()).collect();
        let (end, before) = endings.split_last().unwrap();
        assert_eq!(*end, Some(ending));
        assert!(before.iter().all(Option::is_none));
    }
}

/// A turn of a told game in JSON as its line.
fn line_of(turn: &Value) -> String {
    let list = |name: &str| turn[name].as_array().unwrap().iter();
    let if_so = |value: &Value, text: &'static str| if *value == true { text } else { "" };
    let cards = list("gezogen").map(|card| {
        let shuffled = if_so(&card["neu_gemischt"], " [neu gemischt]");
        match (card["karte"].as_u64(), card["brauchbar"] == true) {
            (Some(kind), true) => format!("{shuffled} {kind}"),
            (Some(kind), false) => format!("{shuffled} ({kind})"),
            (None, _) => format!("{shuffled} STOPP"),
        }
    });
    let cards: String = cards.collect();
    let said = if_so(&turn["sagt_stopp"], " STOPP!");
    let safe = list("sicher").join(" ");
    let safe = if safe.is_empty() { "-" } else { &safe };
    let (round, seat) = (&turn["runde"], &turn["computer"]);
    format!("Runde {round}, Computer {seat}:{cards}{said} -> {safe}")
}
