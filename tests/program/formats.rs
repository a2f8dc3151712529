//! Formats of results: the same figures in all of them, whatever the number of threads.

use std::fs;
use std::process::Command;

use itertools::Itertools;
use serde_json::Value;

use crate::support::process::{feed, has, print, read, root, run};

/// A result in JSON.
pub fn json(line: &str, input: &str) -> Value {
    serde_json::from_str(&print(&format!("{line} -q --format json"), input)).unwrap()
}

/// The rows of a list in JSON.
fn rows(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().unwrap().iter()
}

/// A table with a header.
pub struct Table(Vec<Vec<String>>);

impl Table {
    /// A result as a table.
    pub fn new(line: &str, input: &str) -> Table {
        let table = print(&format!("{line} -q --format tsv"), input);
        let rows = table
            .lines()
            .map(|line| line.split('\t').map(str::to_string).collect());
        Table(rows.collect())
    }

    /// The number of rows below the header.
    pub fn len(&self) -> usize {
        self.0.len() - 1
    }

    pub fn names(&self) -> &[String] {
        &self.0[0]
    }

    /// The value in a row, the first of which is 1.
    pub fn get(&self, row: usize, name: &str) -> &str {
        let column = self.0[0].iter().position(|head| head == name);
        &self.0[row][column.unwrap_or_else(|| panic!("{name}: {:?}", self.0[0]))]
    }

    pub fn number(&self, row: usize, name: &str) -> f64 {
        self.get(row, name).parse().unwrap()
    }
}

/// The matrix of pairings of a list, as texts.
pub fn matrix(list: &str, dice: usize) -> Vec<Vec<&str>> {
    let lines = list
        .lines()
        .skip_while(|line| !line.starts_with("Paarungen"));
    let lines = lines.skip(2).take(dice);
    lines
        .map(|line| line.split_whitespace().skip(1).collect())
        .collect()
}

/// All examples: names of dice files, and what is to be printed.
pub fn examples() -> Vec<(String, String)> {
    let files = fs::read_dir(root().join("beispiele")).unwrap();
    let names = files.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let names = names
        .sorted()
        .filter_map(|name| name.strip_suffix(".txt").map(str::to_string));
    names
        .map(|name| {
            (
                format!("beispiele/{name}.txt"),
                read(&format!("beispiele/{name}.soll")),
            )
        })
        .collect()
}

/// Byte for byte, each on another number of threads.
#[test]
fn examples_give_their_expected_output() {
    for ((name, expected), threads) in examples().iter().zip([1, 2, 8].iter().cycle()) {
        let list = print(&format!("--faeden {threads} {name}"), "");
        assert_eq!(list, *expected, "{name}, {threads} threads");
    }
}

/// Every renderer prints the same bytes on one, two and eight threads.
#[test]
fn results_do_not_depend_on_threads() {
    let file = "--spiele 1000 --paarungen beispiele/wuerfel1.txt";
    for line in [
        "--genauigkeit 2 beispiele/wuerfel2.txt",
        &format!("{file} --balken"),
        &format!("{file} --format tsv --regeln alle --wertung punkte"),
        &format!("{file} --format json"),
        &format!("{file} --format svg"),
        &format!("{file} --format json --wertung duelle"),
        "--spiele 10002 --format paare beispiele/wuerfel2.txt",
        "--spiele 2000 --format svg beispiele/wuerfel1.txt",
        "--exakt --format tsv --genauigkeit 5 beispiele/weit.txt",
        "pruefe -v --genauigkeit 2 beispiele/wuerfel2.txt beispiele/wuerfel2.soll",
        "sixjack --spiele 20000 --format tsv 3,x,x,2,x,1 optimal",
    ] {
        let [one, two, eight] =
            [1, 2, 8].map(|threads| print(&format!("{line} -q --faeden {threads}"), ""));
        assert!(!one.is_empty());
        assert!(one == two && one == eight, "{line}");
    }
}

/// The same figures in all formats.
#[test]
fn formats_agree() {
    let line = "--genauigkeit 1 --irrtum 0.5 --saat 3 beispiele/wuerfel0.txt";
    let list = print(&format!("{line} -q --paarungen"), "");
    let [table, pairs] = ["", "--paarungen"].map(|more| Table::new(&format!("{line} {more}"), ""));
    let json = json(&format!("{line} --paarungen"), "");
    let dice: Vec<&Value> = rows(&json["wuerfel"]).collect();
    assert_eq!([dice.len(), table.len(), pairs.len()], [6, 6, 15]);
    let agree = |field: f64, value: &Value| (field - value.as_f64().unwrap()).abs() < 6e-5;
    for (rank, die) in (1..).zip(&dice) {
        let [sides, faces] = ["Seiten", "Augenzahlen"].map(|name| table.get(rank, name));
        let share = table.number(rank, "Anteil");
        let shown = format!("{rank}. {sides} Seiten -> : {faces}; {share:.2}%");
        assert_eq!(list.lines().nth(rank), Some(&shown[..]));
        assert_eq!(table.get(rank, "Rang"), rank.to_string());
        assert_eq!(die["rang"], rank);
        for name in ["Anteil", "von", "bis", "Anteil_unentschieden"] {
            let value = &die[name.to_lowercase()];
            assert!(agree(table.number(rank, name), value), "{die} {name}");
        }
        let is_last = rank == dice.len();
        assert_eq!(
            table.get(rank, "gesichert"),
            if is_last { "" } else { "ja" }
        );
        let order = (!is_last)
            .then_some("gesichert")
            .map_or(Value::Null, Value::from);
        assert_eq!(die["ordnung"], order);
        assert_eq!(die["wuerfel"].to_string(), table.get(rank, "Wuerfel"));
        assert_eq!(die["seiten"].to_string(), sides);
        assert_eq!(rows(&die["augenzahlen"]).join(" "), faces);
    }
    // Each pairing: counts that add up, and the shares of the matrix.
    let matrix = matrix(&list, 6);
    let rank_of = |die: &Value| {
        dice.iter()
            .position(|line| line["wuerfel"] == *die)
            .unwrap()
    };
    let number = |value: &Value| value.as_u64().unwrap();
    assert_eq!(rows(&json["paarungen"]).count(), 15);
    for pairing in rows(&json["paarungen"]) {
        let games = number(&pairing["spiele"]);
        // Two dice that are settled do not meet any more.
        assert!(games > 0 && games <= number(&json["spiele_je_paarung"]));
        let wins = [0, 1].map(|seat| number(&pairing["siege"][seat]));
        assert_eq!(wins[0] + wins[1] + number(&pairing["unentschieden"]), games);
        let [one, other] = [0, 1].map(|seat| rank_of(&pairing["wuerfel"][seat]));
        for (seat, cell) in [matrix[one][other], matrix[other][one]].iter().enumerate() {
            let begun = ["siege_wenn_erster_beginnt", "siege_wenn_zweiter_beginnt"];
            let begun = begun.map(|name| number(&pairing[name][seat]));
            assert_eq!(begun.iter().sum::<u64>(), wins[seat]);
            let share = 100.0 * wins[seat] as f64 / games as f64;
            assert!((cell.parse::<f64>().unwrap() - share).abs() < 0.00501);
        }
        // The same in the table, in which the better one comes first.
        let [a, b] = if one < other { [0, 1] } else { [1, 0] };
        let is_row = |&row: &usize| {
            let names = [("Wuerfel_A", a), ("Wuerfel_B", b)];
            let mut names = names.into_iter();
            names.all(|(name, seat)| pairing["wuerfel"][seat] == pairs.number(row, name) as u64)
        };
        let row = (1..=pairs.len()).find(is_row).unwrap();
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
            assert!(agree(pairs.number(row, name), value), "{pairing} {name}");
        }
        let is_sure = pairing["duell"] == "gesichert";
        // A duel that is certified is one that the interval, which holds with less certainty, tells apart.
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
    assert_eq!(rows(&json["kreise"]).count(), 0);
}

/// The parts of a run under all rule sets are the runs under each.
#[test]
fn all_rule_sets_side_by_side() {
    let names = ["offiziell", "zielzuerst", "wlr"];
    let output = |rules: &str, format: &str| {
        let line = "--paarungen --spiele 2000 beispiele/wuerfel1.txt";
        let run = run(&format!("--regeln {rules} --format {format} {line}"), "");
        assert_eq!(run.code, 0);
        run
    };
    let all = output("alle", "text");
    let (changes, lists) = all.out.split_once("\n\n").unwrap();
    assert!(changes.starts_with("Je nach Regeln auf einem anderen Rang:\n1 2 3 4 5 6 -> 1. bei "));
    let notes = all.err.split("Regeln ").skip(1);
    for ((part, notes), name) in lists.split("\n\n").zip(notes).zip(names) {
        let alone = output(name, "text").out;
        assert_eq!(
            part.trim_end(),
            format!("Regeln {name}\n{}", alone.trim_end())
        );
        assert!(notes.starts_with(&format!("{name}\n")), "{notes}");
    }
    let table = output("alle", "tsv").out;
    assert!(
        table.starts_with("Regeln\tWuerfel_A\tWuerfel_B\t"),
        "{table}"
    );
    let objects: Value = serde_json::from_str(&output("alle", "json").out).unwrap();
    for (number, name) in names.into_iter().enumerate() {
        let own = table
            .lines()
            .filter_map(|line| line.strip_prefix(name)?.strip_prefix('\t'));
        assert_eq!(
            own.collect_vec(),
            output(name, "tsv").out.lines().skip(1).collect_vec()
        );
        let alone: Value = serde_json::from_str(&output(name, "json").out).unwrap();
        assert_eq!(objects[number], alone);
    }
}

/// Who counts as beaten can be counted from the table of pairings, and by `sammle`.
#[test]
fn duels_are_counted() {
    let games = "--spiele 4000 beispiele/unterschiede.txt";
    let list = print(&format!("--wertung duelle --format json {games}"), "");
    let json: Value = serde_json::from_str(&list).unwrap();
    let mut last = f64::INFINITY;
    for die in rows(&json["wuerfel"]) {
        let mut duels = [0.0; 3];
        for pairing in rows(&json["paarungen"]) {
            let seat = [0, 1]
                .into_iter()
                .find(|&seat| pairing["wuerfel"][seat] == die["wuerfel"]);
            let Some(seat) = seat else { continue };
            let [won, lost] = [seat, 1 - seat].map(|seat| pairing["siege"][seat].as_u64().unwrap());
            let more = if won > lost { 1.0 } else { 0.0 };
            let counts = match pairing["duell"].as_str().unwrap() {
                "gesichert" => [more; 3],
                "gleichauf" => [0.5; 3],
                _ if won == lost => [0.0, 0.5, 1.0],
                _ => [0.0, more, 1.0],
            };
            duels
                .iter_mut()
                .zip(counts)
                .for_each(|(sum, one)| *sum += one);
        }
        for (name, duels) in ["von", "anteil", "bis"].into_iter().zip(duels) {
            let share = die[name].as_f64().unwrap();
            assert!((share - 100.0 * duels / 8.0).abs() < 1e-9, "{die} {name}");
        }
        assert!(duels[1] <= last);
        last = duels[1];
    }
    let lines = print(&format!("--format paare {games}"), "");
    assert_eq!(print("sammle --wertung duelle --format json", lines), list);
}

/// A program reads results as they stand: every row has the columns of the header, counts add up, and shares lie in
/// their intervals.
#[test]
fn python_reads_results() {
    if !has("python3") {
        return;
    }
    for (line, rows, is_solved) in [
        ("--spiele 500 beispiele/wuerfel3.txt", 6, false),
        ("--spiele 500 --paarungen beispiele/wuerfel3.txt", 15, false),
        ("--exakt --paarungen beispiele/unentschieden.txt", 3, true),
        ("sixjack --spiele 500 3,x,x,2,x,1 optimal", 2, false),
        ("sixjack --exakt 3,x,x,2,x,1 optimal", 2, true),
        ("sixjack --optimal", 32, true),
    ] {
        for format in ["tsv", "json"] {
            let result = print(&format!("{line} -q --format {format}"), "");
            let mut python = Command::new("python3");
            python.arg(root().join("tests/program/tables.py"));
            let read = feed(python.args([format, &is_solved.to_string()]), result);
            assert_eq!(read.code, 0, "{line}: {}", read.err);
            let number: usize = read.out.trim().parse().unwrap();
            // JSON has the pairings beside the list.
            assert!(
                number == rows || format == "json" && number >= rows,
                "{line}: {number}"
            );
        }
    }
}
