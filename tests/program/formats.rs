//! Formats of results: the same figures in text, TSV and JSON, the expected output of the examples,
//! and results as Python reads them.

use std::fs;
use std::process::Command;

use itertools::Itertools;
use serde_json::Value;

use crate::support::process::{feed, has_command, output_of, read, root, run};
use crate::support::replay::remove_times;
use crate::support::{assert_near, by_effort, effort};

/// Runs the program for its result in JSON.
pub fn json(line: &str, input: &str) -> Value {
    serde_json::from_str(&output_of(&format!("{line} -q --format json"), input)).unwrap()
}

/// The rows of a list in JSON.
fn rows(list: &Value) -> &[Value] {
    list.as_array().unwrap()
}

/// A result in TSV: a table with a header.
pub struct TsvTable {
    names: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl TsvTable {
    /// Runs the program for its result in TSV.
    pub fn new(line: &str, input: &str) -> TsvTable {
        let table = output_of(&format!("{line} -q --format tsv"), input);
        let columns = |line: &str| line.split('\t').map(str::to_string).collect_vec();
        let mut lines = table.lines().map(columns);
        TsvTable {
            names: lines.next().unwrap(),
            rows: lines.collect(),
        }
    }

    /// The number of rows below the header.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The value of a column in a row, from 1.
    pub fn get(&self, row: usize, name: &str) -> &str {
        let column = self.names.iter().position(|column| column == name);
        &self.rows[row - 1][column.unwrap_or_else(|| panic!("{name}: {:?}", self.names))]
    }

    pub fn number(&self, row: usize, name: &str) -> f64 {
        self.get(row, name).parse().unwrap()
    }
}

/// The matrix of pairings of a list, as texts.
pub fn matrix<'a>(list: &'a str, dice: usize) -> Vec<Vec<&'a str>> {
    let mut lines = list.lines();
    lines.find(|line| line.starts_with("Paarungen"));
    let cells = |line: &'a str| line.split_whitespace().skip(1).collect();
    lines.skip(1).take(dice).map(cells).collect()
}

/// The examples give their expected output byte for byte, each on 1, 2 or 8 threads. Those that take
/// more than a second do with EFFORT, but for the first.
#[test]
fn examples_give_their_expected_output() {
    let files = fs::read_dir(root().join("beispiele")).unwrap();
    let names = files
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .sorted()
        .filter(|name| name.ends_with(".txt"))
        .filter(|name| {
            let long = [
                "kreis.txt",
                "unterschiede.txt",
                "wuerfel1.txt",
                "wuerfel3.txt",
            ];
            effort() > 1 || !long.contains(&&name[..])
        });
    for (name, threads) in names.zip([1, 2, 8].into_iter().cycle()) {
        let done = run(&format!("--faeden {threads} beispiele/{name}"), "");
        let expected = read(&format!("beispiele/{}", name.replace(".txt", ".soll")));
        assert_eq!(done.out, expected, "{name}, {threads} threads");
        if name == "wuerfel0.txt" {
            // The first block of text in the README is what the first command says on stderr.
            let readme = read("README.md");
            let (_, said) = readme.split_once("```text\n").unwrap();
            let (said, _) = said.split_once("```").unwrap();
            assert_eq!(remove_times(&done.err), remove_times(said));
        }
    }
}

/// A ranking has the same figures in text, TSV and JSON.
#[test]
fn formats_agree() {
    let line = "--genauigkeit 1 --irrtum 0.5 --saat 3 beispiele/wuerfel2.txt";
    let list = output_of(&format!("{line} -q --paarungen"), "");
    let [table, pairs] =
        ["", "--paarungen"].map(|option| TsvTable::new(&format!("{line} {option}"), ""));
    let json = json(&format!("{line} --paarungen"), "");
    let dice = rows(&json["wuerfel"]);
    assert_eq!([dice.len(), table.len(), pairs.len()], [5, 5, 10]);
    let agree =
        |field: f64, value: &Value| assert_near(field, value.as_f64().unwrap(), 6e-5, value);
    for (rank, die) in (1..).zip(dice) {
        let [sides, faces] = ["Seiten", "Augenzahlen"].map(|name| table.get(rank, name));
        let share = table.number(rank, "Anteil");
        let shown = format!("{rank}. {sides} Seiten -> : {faces}; {share:.2}%");
        assert_eq!(list.lines().nth(rank), Some(&shown[..]));
        assert_eq!(table.get(rank, "Rang"), rank.to_string());
        assert_eq!(die["rang"], rank);
        for name in ["Anteil", "von", "bis", "Anteil_unentschieden"] {
            agree(table.number(rank, name), &die[name.to_lowercase()]);
        }
        let (sure, order) = match rank {
            5 => ("", Value::Null),
            _ => ("ja", "gesichert".into()),
        };
        assert_eq!(
            (table.get(rank, "gesichert"), &die["ordnung"]),
            (sure, &order)
        );
        assert_eq!(die["wuerfel"].to_string(), table.get(rank, "Wuerfel"));
        assert_eq!(die["seiten"].to_string(), sides);
        assert_eq!(rows(&die["augenzahlen"]).iter().join(" "), faces);
    }
    // Each pairing: counts that add up, and the shares of the matrix.
    let matrix = matrix(&list, 5);
    let rank_of = |die: &Value| dice.iter().position(|line| line["wuerfel"] == *die);
    let number = |value: &Value| value.as_u64().unwrap();
    assert_eq!(rows(&json["paarungen"]).len(), 10);
    for pairing in rows(&json["paarungen"]) {
        let games = number(&pairing["spiele"]);
        // Two dice that are settled do not meet any more.
        assert!(games > 0 && games <= number(&json["spiele_je_paarung"]));
        let wins = [0, 1].map(|seat| number(&pairing["siege"][seat]));
        assert_eq!(wins[0] + wins[1] + number(&pairing["unentschieden"]), games);
        let ranks = [0, 1].map(|seat| rank_of(&pairing["wuerfel"][seat]).unwrap());
        for seat in [0, 1] {
            let cell = matrix[ranks[seat]][ranks[1 - seat]];
            let wins_by_starter = ["siege_wenn_erster_beginnt", "siege_wenn_zweiter_beginnt"]
                .map(|name| number(&pairing[name][seat]));
            assert_eq!(wins_by_starter.iter().sum::<u64>(), wins[seat]);
            // Luck is subtracted from shares, so they are only near those that were counted.
            let share = pairing["anteile"][seat].as_f64().unwrap();
            assert_near(cell.parse().unwrap(), share, 0.00501, pairing);
            let counted = 100.0 * wins[seat] as f64 / games as f64;
            assert_near(share, counted, 3.0, pairing);
        }
        // The same in the table, in which the better one comes first.
        let [a, b] = if ranks[0] < ranks[1] { [0, 1] } else { [1, 0] };
        let has_die = |row, name: &str, seat: usize| {
            pairing["wuerfel"][seat] == pairs.number(row, name) as u64
        };
        let row = (1..=pairs.len())
            .find(|&row| has_die(row, "Wuerfel_A", a) && has_die(row, "Wuerfel_B", b))
            .unwrap();
        for (name, value) in [
            ("Spiele", &pairing["spiele"]),
            ("Siege_A", &pairing["siege"][a]),
            ("Siege_B", &pairing["siege"][b]),
            ("Unentschieden", &pairing["unentschieden"]),
            ("Anteil_A", &pairing["anteile"][a]),
            ("von", &pairing["von"][a]),
            ("bis", &pairing["bis"][a]),
            ("Anteil_B", &pairing["anteile"][b]),
            ("Anteil_unentschieden", &pairing["anteil_unentschieden"]),
        ] {
            agree(pairs.number(row, name), value);
        }
        let is_sure = pairing["duell"] == "gesichert";
        // If a duel is certified, the intervals, which hold with less certainty, lie apart, too.
        let is_above =
            |seat: usize| pairing["von"][seat].as_f64() > pairing["bis"][1 - seat].as_f64();
        assert!(!is_sure || is_above(0) || is_above(1));
    }
    assert_eq!(json["programm"], "wuerfelglueck");
    assert_eq!(json["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(json["regeln"], "offiziell");
    assert_eq!(json["saat"], 3);
    assert_eq!(json["optionen"]["genauigkeit"], 1.0);
    assert_eq!(json["rangfolge_gesichert"], true);
    assert_eq!(rows(&json["kreise"]).len(), 0);
}

/// The duels that a die has won can be counted from the pairings in JSON, and `sammle` prints the
/// same list.
#[test]
fn duels_are_counted() {
    let games = "--spiele 4000 beispiele/unterschiede.txt";
    let list = output_of(&format!("--wertung duelle --format json {games}"), "");
    let json: Value = serde_json::from_str(&list).unwrap();
    let mut last = f64::INFINITY;
    // Each of the nine dice has eight duels.
    const OPPONENTS: f64 = 8.0;
    for die in rows(&json["wuerfel"]) {
        // The least number, the seeming one, and the largest.
        let mut duels = [0.0; 3];
        for pairing in rows(&json["paarungen"]) {
            let mut seats = [0, 1].into_iter();
            let seat = seats.find(|&seat| pairing["wuerfel"][seat] == die["wuerfel"]);
            let Some(seat) = seat else { continue };
            let [won, lost] = [seat, 1 - seat].map(|seat| pairing["siege"][seat].as_u64().unwrap());
            let seeming = if won > lost { 1.0 } else { 0.0 };
            let counts = match pairing["duell"].as_str().unwrap() {
                "gesichert" => [seeming; 3],
                "gleichauf" => [0.5; 3],
                _ if won == lost => [0.0, 0.5, 1.0],
                _ => [0.0, seeming, 1.0],
            };
            duels = [0, 1, 2].map(|end| duels[end] + counts[end]);
        }
        for (name, duels) in ["von", "anteil", "bis"].into_iter().zip(duels) {
            assert_near(
                die[name].as_f64().unwrap(),
                100.0 * duels / OPPONENTS,
                1e-9,
                die,
            );
        }
        assert!(duels[1] <= last);
        last = duels[1];
    }
    let lines = output_of(&format!("--format paare {games}"), "");
    assert_eq!(
        output_of("sammle --wertung duelle --format json", lines),
        list
    );
}

/// A program reads results as they stand. In TSV every row has the columns of the header, counts
/// add up, and shares lie in their intervals; JSON has at least as many rows.
#[test]
fn python_reads_results() {
    if !has_command("python3") {
        return;
    }
    let tables = [
        ("--spiele 500 --paarungen beispiele/wuerfel2.txt", 10, false),
        ("--exakt --paarungen beispiele/unentschieden.txt", 3, true),
        ("sixjack --exakt 3,x,x,2,x,1 optimal", 2, true),
        ("sixjack --optimal", 32, true),
        // With EFFORT.
        ("--spiele 500 beispiele/wuerfel2.txt", 5, false),
        ("sixjack --spiele 500 3,x,x,2,x,1 optimal", 2, false),
    ];
    for &(line, rows, is_solved) in &tables[..by_effort(4, tables.len())] {
        for format in ["tsv", "json"] {
            let result = output_of(&format!("{line} -q --format {format}"), "");
            let mut python = Command::new("python3");
            python.arg(root().join("tests/program/tables.py"));
            let read = feed(python.args([format, &is_solved.to_string()]), result);
            assert_eq!(read.code, 0, "{line}: {}", read.err);
            let number: usize = read.out.trim().parse().unwrap();
            // JSON has the pairings beside the list.
            let is_right = number == rows || format == "json" && number >= rows;
            assert!(is_right, "{line}: {number}");
        }
    }
}
