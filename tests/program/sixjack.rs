//! The command `sixjack`.

use std::process::Command;

use crate::process::{feed, run};
use crate::replay::fixture;
use crate::text;

#[test]
fn transcripts() {
    assert!(fixture("sixjack.txt") >= 10);
}

/// The game that is told is the first of those that are counted.
#[test]
fn the_told_game_is_the_first_one() {
    for cards in ["unabhaengig", "stapel"] {
        for seed in 0..20 {
            let arguments = [
                "sixjack",
                "-q",
                "3,x,x,2,x,1",
                "1,1,1,1,1,1",
                "2,x,2,x,1,1",
                "--karten",
                cards,
                "--saat",
                &seed.to_string(),
            ];
            let told = run(&[&arguments[..], &["--protokoll"]].concat(), b"").stdout;
            let counted = run(&[&arguments[..], &["--spiele", "1"]].concat(), b"").stdout;
            let [told, counted] = [&told, &counted].map(|output| text(output).lines().last());
            let win = told.unwrap().strip_prefix("Gewonnen: ").unwrap();
            assert_eq!(counted.unwrap(), format!("Bestes Spielergebnis: {win}"));
        }
    }
}

/// Every run takes another seed, says which, and that seed gives the same list again.
#[test]
fn fresh_seeds_of_sixjack() {
    let list = |seed: &str| run(&["sixjack", "6,x,x,x,x,x", "--saat", seed], b"");
    let [first, second] = ["zufall"; 2].map(list);
    let seed = |stderr| text(stderr).trim_end().rsplit(' ').next().unwrap();
    assert_ne!(seed(&first.stderr), seed(&second.stderr));
    let seed = seed(&first.stderr);
    assert_eq!(list(seed).stdout, first.stdout);
}

/// A run with these arguments in this format, without a note.
fn output(arguments: &[&str], format: &str) -> String {
    let arguments = [&["sixjack", "-q", "--format", format], arguments].concat();
    text(&run(&arguments, b"").stdout).to_string()
}

/// Results that have a table.
const TABLES: [&[&str]; 7] = [
    &["--spiele", "500", "3,x,x,2,x,1", "optimal"],
    &["--exakt", "3,x,x,2,x,1", "optimal"],
    &["--tabelle", "--spiele", "1"],
    &["--tabelle", "--exakt"],
    &["--optimal"],
    &["--optimal", "--duell"],
    &["--optimal", "--gegen", "3,x,x,2,x,1"],
];

/// The table and the rows of the object have the same names and values.
#[test]
fn formats_of_sixjack_agree() {
    for arguments in TABLES {
        let [tsv, json] = ["tsv", "json"].map(|format| output(arguments, format));
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        let rows = ["bestenliste", "strategien", "tabelle"].iter();
        let mut rows = rows.filter_map(|name| json[name].as_array());
        let rows = rows.next().unwrap();
        let mut lines = tsv.lines();
        let names: Vec<&str> = lines.next().unwrap().split('\t').collect();
        assert!(!names.iter().any(|name| name.contains(' ')), "{names:?}");
        assert_eq!(lines.clone().count(), rows.len());
        for (line, row) in lines.zip(rows) {
            let fields: Vec<&str> = line.split('\t').collect();
            assert_eq!(fields.len(), names.len(), "{line}");
            assert_eq!(row.as_object().unwrap().len(), names.len(), "{row}");
            for (name, field) in names.iter().zip(fields) {
                let value = &row[name.to_lowercase()];
                let is_same = match value {
                    serde_json::Value::Null => field.is_empty(),
                    serde_json::Value::String(text) => text == field,
                    number => number.as_f64() == field.parse().ok(),
                };
                assert!(is_same, "{name}: {field}, {value}");
            }
        }
    }
}

/// Python reads all of it without being told anything: every line of a table has the columns of its header, decimals are
/// those of fractions, and shares lie in their intervals.
#[test]
fn python_reads_results_of_sixjack() {
    const READER: &str = r#"
import csv, json, sys
form, rows = sys.argv[1], []
if form == "tsv":
    rows = list(csv.DictReader(sys.stdin, delimiter="\t", strict=True))
else:
    for value in json.load(sys.stdin).values():
        if isinstance(value, list):
            rows += value
rows = [{name.lower(): value for name, value in row.items()} for row in rows]
for row in rows:
    assert None not in row and None not in row.keys(), row
    if row.get("mittel") not in (None, ""):
        fraction = int(row["mittel_zaehler"]) / int(row["mittel_nenner"])
        assert abs(float(row["mittel"]) - fraction) <= 0.000051, row
    if "von" in row:
        assert float(row["von"]) <= float(row["anteil"]) <= float(row["bis"]), row
print(len(rows))
"#;
    if Command::new("python3").arg("--version").output().is_err() {
        return eprintln!("skipped: there is no python3");
    }
    for arguments in TABLES {
        for format in ["tsv", "json"] {
            let result = output(arguments, format);
            let read = feed(
                Command::new("python3").args(["-c", READER, format]),
                result.as_bytes(),
            );
            assert!(
                read.status.success(),
                "{arguments:?}: {}",
                text(&read.stderr)
            );
            assert!(text(&read.stdout).trim().parse::<usize>().unwrap() >= 2);
        }
    }
}

/// A told game is the same turn by turn in both of its formats, whether anybody wins or not.
#[test]
fn told_games_of_sixjack_agree() {
    told_games_agree("3", "gewonnen", "Gewonnen: Computer 7, 8 Runden");
    told_games_agree("9", "niemand_kann_gewinnen", "Niemand kann mehr gewinnen.");
}

fn told_games_agree(seed: &str, ending: &str, last: &str) {
    let arguments = "--protokoll --karten stapel --spieler 9 1,1,1,1,1,1 --saat";
    let arguments: Vec<&str> = arguments.split(' ').chain([seed]).collect();
    let [told, json] = ["text", "json"].map(|format| output(&arguments, format));
    let told: Vec<&str> = told.lines().collect();
    let turns: Vec<serde_json::Value> = json
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(told.len(), turns.len() + 1);
    assert_eq!(told.last(), Some(&last));
    for (line, turn) in told.iter().zip(&turns) {
        let cards = turn["gezogen"].as_array().unwrap().iter();
        let cards: String = cards
            .map(|card| {
                let shuffled = if card["neu_gemischt"] == true {
                    " [neu gemischt]"
                } else {
                    ""
                };
                match (card["karte"].as_u64(), card["brauchbar"] == true) {
                    (Some(kind), true) => format!("{shuffled} {kind}"),
                    (Some(kind), false) => format!("{shuffled} ({kind})"),
                    (None, _) => format!("{shuffled} STOPP"),
                }
            })
            .collect();
        let safe = turn["sicher"].as_array().unwrap().iter();
        let safe: Vec<String> = safe.map(ToString::to_string).collect();
        let said = if turn["sagt_stopp"] == true {
            " STOPP!"
        } else {
            ""
        };
        let safe = if safe.is_empty() {
            "-".into()
        } else {
            safe.join(" ")
        };
        let (round, seat) = (&turn["runde"], &turn["computer"]);
        assert_eq!(
            *line,
            format!("Runde {round}, Computer {seat}:{cards}{said} -> {safe}")
        );
    }
    let endings: Vec<_> = turns.iter().map(|turn| turn["ende"].as_str()).collect();
    let (end, before) = endings.split_last().unwrap();
    assert_eq!(*end, Some(ending));
    assert!(before.iter().all(Option::is_none));
}
