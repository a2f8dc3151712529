//! Formats of the list: the same figures in all of them, whatever the number of threads.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use crate::process::{root, run};
use crate::{TWO_DICE, text};

/// Every format, and the pairings in it, on 1, 2 and 8 threads: the same bytes.
#[test]
fn formats_do_not_depend_on_threads() {
    let input = fs::read(root().join("beispiele/wuerfel2.txt")).unwrap();
    for format in [
        &["--format", "text"][..],
        &["--format", "tsv"],
        &["--format", "json"],
        &["--balken"],
        &["--format", "json", "--spiele", "10002"],
        &["--format", "tsv", "--regeln", "alle", "--wertung", "punkte"],
    ] {
        let arguments = [&["--paarungen", "--genauigkeit", "1"][..], format].concat();
        let arguments = match format.contains(&"--spiele") {
            true => format,
            false => &arguments,
        };
        let outputs = ["1", "2", "8"]
            .map(|threads| run(&[arguments, &["--faeden", threads]].concat(), &input).stdout);
        assert!(outputs[0].len() > 300);
        assert_eq!(outputs[0], outputs[1], "{format:?}");
        assert_eq!(outputs[0], outputs[2], "{format:?}");
    }
}

/// The same figures in all formats.
#[test]
fn formats_agree() {
    let input = fs::read(root().join("beispiele/wuerfel0.txt")).unwrap();
    let output = |more: &[&str]| {
        let options = ["--genauigkeit", "1", "--irrtum", "0.5", "--saat", "3"];
        let output = run(&[&options[..], more].concat(), &input);
        text(&output.stdout).to_string()
    };
    let list = output(&["--paarungen"]);
    let tsv = output(&["--format", "tsv"]);
    let table = output(&["--format", "tsv", "--paarungen"]);
    let json = output(&["--format", "json", "--paarungen"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let dice = json["wuerfel"].as_array().unwrap();
    assert_eq!(dice.len(), 6);
    for (rank, ((line, row), die)) in (1..).zip(list.lines().zip(tsv.lines()).skip(1).zip(dice)) {
        let fields: Vec<&str> = row.split('\t').collect();
        let [
            number,
            index,
            share,
            low,
            high,
            draws,
            certain,
            sides,
            faces,
        ] = fields[..]
        else {
            panic!("{row}");
        };
        let percent: f64 = share.parse().unwrap();
        assert_eq!(
            line,
            format!("{rank}. {sides} Seiten -> : {faces}; {percent:.2}%")
        );
        assert_eq!(number, rank.to_string());
        assert_eq!(die["rang"], rank);
        assert_eq!(die["wuerfel"].to_string(), index);
        for (field, name) in [
            (share, "anteil"),
            (low, "von"),
            (high, "bis"),
            (draws, "anteil_unentschieden"),
        ] {
            let value = die[name].as_f64().unwrap();
            assert!(
                (field.parse::<f64>().unwrap() - value).abs() < 6e-5,
                "{row} {name}"
            );
        }
        assert_eq!(certain, if rank < 6 { "ja" } else { "" });
        assert_eq!(
            die["ordnung"],
            if rank < 6 {
                "gesichert".into()
            } else {
                serde_json::Value::Null
            }
        );
        assert_eq!(die["seiten"].to_string(), sides);
        let listed = die["augenzahlen"].as_array().unwrap().iter();
        let listed: Vec<String> = listed.map(ToString::to_string).collect();
        assert_eq!(listed.join(" "), faces);
    }
    // Each pairing: counts that add up, and the shares of the matrix.
    let matrix: Vec<Vec<&str>> = list
        .lines()
        .skip_while(|line| !line.starts_with("Paarungen"))
        .skip(2)
        .take(6)
        .map(|line| line.split_whitespace().skip(1).collect())
        .collect();
    let rank_of = |die: usize| {
        let found = dice.iter().position(|line| line["wuerfel"] == die);
        found.unwrap()
    };
    let pairings = json["paarungen"].as_array().unwrap();
    assert_eq!(pairings.len(), 15);
    for pairing in pairings {
        let number = |value: &serde_json::Value| value.as_u64().unwrap();
        let games = number(&pairing["spiele"]);
        // Two dice that are settled do not meet any more.
        assert!(games > 0 && games <= number(&json["spiele_je_paarung"]));
        let wins = [0, 1].map(|seat| number(&pairing["siege"][seat]));
        assert_eq!(wins[0] + wins[1] + number(&pairing["unentschieden"]), games);
        let [one, other] = [0, 1].map(|seat| rank_of(number(&pairing["wuerfel"][seat]) as usize));
        for (seat, cell) in [matrix[one][other], matrix[other][one]].iter().enumerate() {
            let [begun, followed] = ["siege_wenn_erster_beginnt", "siege_wenn_zweiter_beginnt"]
                .map(|name| number(&pairing[name][seat]));
            assert_eq!(begun + followed, wins[seat]);
            let share = 100.0 * wins[seat] as f64 / games as f64;
            assert!((cell.parse::<f64>().unwrap() - share).abs() < 0.00501);
        }
        // The same in the table, in which the better one comes first.
        let [a, b] = if one < other { [0, 1] } else { [1, 0] };
        let numbers = [a, b].map(|seat| pairing["wuerfel"][seat].to_string());
        let start = format!("{}\t", numbers.join("\t"));
        let mut rows = table.lines().filter_map(|row| row.strip_prefix(&start));
        let fields: Vec<&str> = rows.next().unwrap().split('\t').collect();
        let counts = [games, wins[a], wins[b], games - wins[0] - wins[1]];
        assert_eq!(fields[..4], counts.map(|count| count.to_string()));
        let shown = [
            &pairing["anteile"][a],
            &pairing["von"][a],
            &pairing["bis"][a],
            &pairing["anteile"][b],
            &pairing["anteil_unentschieden"],
        ];
        for (field, value) in fields[4..9].iter().zip(shown) {
            let field: f64 = field.parse().unwrap();
            assert!((field - value.as_f64().unwrap()).abs() < 6e-5);
        }
        let is_sure = fields[9] == "ja";
        assert_eq!(is_sure, pairing["duell"] == "gesichert");
        // A duel that is certified is one that the interval, which holds with less certainty, tells apart.
        assert!(
            !is_sure
                || pairing["von"][0].as_f64() > pairing["bis"][1].as_f64()
                || pairing["von"][1].as_f64() > pairing["bis"][0].as_f64()
        );
    }
    assert_eq!(table.lines().count(), 16);
    assert_eq!(json["programm"], "wuerfelglueck");
    assert_eq!(json["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(json["regeln"], "offiziell");
    assert_eq!(json["saat"], 3);
    assert_eq!(json["optionen"]["genauigkeit"], 1.0);
    assert_eq!(json["rangfolge_gesichert"], true);
    assert_eq!(json["kreise"].as_array().unwrap().len(), 0);
}

/// The parts of a run under all rule sets are the runs under each.
#[test]
fn all_rule_sets_side_by_side() {
    let input = fs::read(root().join("beispiele/wuerfel1.txt")).unwrap();
    let output = |rules: &str, format: &str| {
        let arguments = [
            "--regeln",
            rules,
            "--format",
            format,
            "--paarungen",
            "--spiele",
            "2000",
        ];
        let output = run(&arguments, &input);
        assert_eq!(output.status.code(), Some(0));
        (
            text(&output.stdout).to_string(),
            text(&output.stderr).to_string(),
        )
    };
    let (list, notes) = output("alle", "text");
    let (changes, lists) = list.split_once("\n\n").unwrap();
    assert!(changes.starts_with("Je nach Regeln auf einem anderen Rang:\n1 2 3 4 5 6 -> 1. bei "));
    let names = ["offiziell", "zielzuerst", "wlr"];
    for ((part, notes), name) in lists
        .split("\n\n")
        .zip(notes.split("Regeln ").skip(1))
        .zip(names)
    {
        let (alone, _) = output(name, "text");
        assert_eq!(
            part.trim_end(),
            format!("Regeln {name}\n{}", alone.trim_end())
        );
        assert!(notes.starts_with(&format!("{name}\n")), "{notes}");
    }
    let (table, _) = output("alle", "tsv");
    assert!(
        table.starts_with("Regeln\tWuerfel_A\tWuerfel_B\t"),
        "{table}"
    );
    for name in names {
        let (alone, _) = output(name, "tsv");
        let own: Vec<&str> = table
            .lines()
            .filter_map(|line| line.strip_prefix(name)?.strip_prefix('\t'))
            .collect();
        let alone: Vec<&str> = alone
            .lines()
            .filter(|line| line.starts_with(|first: char| first.is_ascii_digit()))
            .collect();
        assert_eq!(own, alone);
    }
    let (all, _) = output("alle", "json");
    let all: serde_json::Value = serde_json::from_str(&all).unwrap();
    for (number, name) in names.into_iter().enumerate() {
        let (alone, _) = output(name, "json");
        let alone: serde_json::Value = serde_json::from_str(&alone).unwrap();
        assert_eq!(all[number], alone);
    }
    let same = run(&["--regeln", "alle", "--spiele", "2000"], TWO_DICE);
    assert!(
        text(&same.stdout).starts_with("Kein Rang hängt von den Regeln ab.\n\nRegeln offiziell\n")
    );
}

/// Draws count half: what the dice share out is one a game. The counts of wins stay.
#[test]
fn points_are_wins_and_half_draws() {
    let input = fs::read(root().join("beispiele/wuerfel1.txt")).unwrap();
    let json = |scoring: &str| -> serde_json::Value {
        let arguments = [
            "-q",
            "--format",
            "json",
            "--spiele",
            "2000",
            "--wertung",
            scoring,
        ];
        serde_json::from_slice(&run(&arguments, &input).stdout).unwrap()
    };
    let [wins, points] = ["siege", "punkte"].map(json);
    assert_eq!(wins["paarungen"], points["paarungen"]);
    assert_eq!(points["optionen"]["wertung"], "punkte");
    let mut sum = 0.0;
    for die in points["wuerfel"].as_array().unwrap() {
        let with_wins = wins["wuerfel"].as_array().unwrap().iter();
        let with_wins = with_wins
            .clone()
            .find(|other| other["wuerfel"] == die["wuerfel"])
            .unwrap();
        let number = |die: &serde_json::Value, name: &str| die[name].as_f64().unwrap();
        let expected =
            number(with_wins, "anteil") + number(with_wins, "anteil_unentschieden") / 2.0;
        assert!((number(die, "anteil") - expected).abs() < 1e-9);
        sum += number(die, "anteil");
    }
    assert!((sum - 300.0).abs() < 1e-9, "{sum}");
}

/// Who counts as beaten can be counted from the table of pairings, on any number of threads, and by `sammle`.
#[test]
fn duels_are_counted() {
    let input = fs::read(root().join("beispiele/unterschiede.txt")).unwrap();
    let options = [
        "--wertung",
        "duelle",
        "--format",
        "json",
        "--spiele",
        "4000",
    ];
    let output = run(&options, &input);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let pairings = json["paarungen"].as_array().unwrap();
    let mut last = f64::INFINITY;
    for die in json["wuerfel"].as_array().unwrap() {
        let [mut low, mut likely, mut high] = [0.0; 3];
        for pairing in pairings {
            let Some(seat) = [0, 1]
                .into_iter()
                .find(|&seat| pairing["wuerfel"][seat] == die["wuerfel"])
            else {
                continue;
            };
            let [won, lost] = [seat, 1 - seat].map(|seat| pairing["siege"][seat].as_u64().unwrap());
            let more = if won > lost { 1.0 } else { 0.0 };
            let [least, probably, most] = match pairing["duell"].as_str().unwrap() {
                "gesichert" => [more; 3],
                "gleichauf" => [0.5; 3],
                _ if won == lost => [0.0, 0.5, 1.0],
                _ => [0.0, more, 1.0],
            };
            low += least;
            likely += probably;
            high += most;
        }
        for (name, duels) in [("von", low), ("anteil", likely), ("bis", high)] {
            let share = die[name].as_f64().unwrap();
            assert!((share - 100.0 * duels / 8.0).abs() < 1e-9, "{die} {name}");
        }
        assert!(likely <= last);
        last = likely;
    }
    let eight = run(&[&options[..], &["--faeden", "8"]].concat(), &input);
    assert_eq!(eight.stdout, output.stdout);
    let lines = run(&["--spiele", "4000", "--format", "paare"], &input);
    let gathered = run(
        &["sammle", "--wertung", "duelle", "--format", "json"],
        &lines.stdout,
    );
    assert_eq!(text(&gathered.stdout), text(&output.stdout));
}

/// Bars are as wide as the list is told, 80 characters where there is no terminal.
#[test]
fn bars_reach_the_interval() {
    let output = run(&["--balken"], TWO_DICE);
    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    let list = run(&[], TWO_DICE);
    let list: Vec<&str> = text(&list.stdout).lines().collect();
    assert_eq!([lines[0], lines[1], lines[3]], list[..]);
    assert!(
        lines[5].starts_with("   |0 ") && lines[5].ends_with(" 100 %|"),
        "{}",
        lines[5]
    );
    assert_eq!(lines[5].len(), 80);
    // 97 % and 3 % of 77.
    assert_eq!(lines[2], format!("   {}|", "#".repeat(74)));
    assert_eq!(lines[4], "   ##|");
    assert!(output.stdout.iter().all(|&byte| byte != 0x1b));
    let wide = run(&["--balken", "--spiele", "500"], TWO_DICE);
    assert!(text(&wide.stdout).contains("|-"), "{}", text(&wide.stdout));
}

/// A program reads both tables as they stand: pandas, or where it is not installed, what comes with Python.
#[test]
fn python_reads_the_tables() {
    const SCRIPT: &str = r#"
import sys
try:
    import pandas
    table = pandas.read_csv(sys.stdin, sep='\t')
    rows = table.to_dict('records')
except ImportError:
    import csv
    def value(text):
        try:
            return float(text)
        except ValueError:
            return text
    rows = [{name: value(text) for name, text in row.items()} for row in csv.DictReader(sys.stdin, delimiter='\t')]
assert all(name.replace('_', '').isalpha() for name in rows[0]), rows[0]
if 'Rang' in rows[0]:
    assert [row['Rang'] for row in rows] == [1, 2, 3, 4, 5, 6]
    assert sorted(row['Wuerfel'] for row in rows) == [1, 2, 3, 4, 5, 6]
    assert all(row['von'] <= row['Anteil'] <= row['bis'] for row in rows)
else:
    assert len(rows) == int(sys.argv[2])
    for row in rows:
        assert row['von'] <= row['Anteil_A'] <= row['bis']
        assert abs(row['Anteil_A'] + row['Anteil_B'] + row['Anteil_unentschieden'] - 100) < 1e-3
        if sys.argv[1] == 'games':
            assert row['Siege_A'] + row['Siege_B'] + row['Unentschieden'] == row['Spiele']
            assert abs(100 * row['Siege_A'] / row['Spiele'] - row['Anteil_A']) < 1e-4
"#;
    let many = "beispiele/wuerfel3.txt";
    for (how, pairings, more) in [
        ("games", "15", &["--spiele", "500", many][..]),
        ("games", "15", &["--spiele", "500", "--paarungen", many]),
        (
            "exact",
            "3",
            &["--exakt", "--paarungen", "beispiele/unentschieden.txt"],
        ),
    ] {
        let table = run(&[&["--format", "tsv"], more].concat(), b"").stdout;
        let python = Command::new("python3")
            .args(["-c", SCRIPT, how, pairings])
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let Ok(mut python) = python else {
            eprintln!("skipped: there is no python3");
            return;
        };
        python.stdin.take().unwrap().write_all(&table).unwrap();
        let output = python.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
}

/// Matrices are for few dice, and for lines in which they have room.
#[test]
fn matrices_of_many_dice_are_not_printed() {
    for (dice, is_shown) in [(12, true), (13, false)] {
        let file = format!("{dice}\n{}", "1 6\n".repeat(dice));
        let output = run(&["--spiele", "2", "--paarungen"], file.as_bytes());
        let list = text(&output.stdout);
        assert_eq!(list.contains("Paarungen (Zeile gewinnt"), is_shown);
        let instead = "Paarungen: keine Tabelle für mehr als 12 Würfel; alle Paarungen zeigt --paarungen --format tsv";
        assert_eq!(list.ends_with(&format!("{instead}\n")), !is_shown, "{list}");
    }
}
