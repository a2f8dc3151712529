//! A tournament in parts gives the bytes of one in a single run.

use itertools::Itertools;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, RngSeed};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use wuerfelglueck::engine::games::{PlayedBlocks, Tally};
use wuerfelglueck::rules::Rules;
use wuerfelglueck::shards::{GatherError, Gathering, LineError, Origin, Record};
use wuerfelglueck::tournament::Scoring;

use crate::support::{die, run};

/// A dice file of so many random dice.
fn dice_file(rng: &mut impl RngExt, number: usize) -> String {
    let mut file = format!("{number}\n");
    for _ in 0..number {
        let sides = rng.random_range(1..7);
        let faces = (0..sides).map(|_| rng.random_range(0..9)).chain([6]);
        file += &format!("{} {}\n", sides + 1, faces.format(" "));
    }
    file
}

fn stdout(arguments: &[&str], input: &str) -> String {
    let output = run(arguments, input.as_bytes());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{arguments:?}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

/// Random dice, in a random number of parts, on different numbers of threads and with different memory, the
/// lines in random order: what is gathered is what a single run prints, in every format. Seed 70.
#[test]
fn parts_give_the_bytes_of_a_single_run() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(70);
    for round in 0..6 {
        let file = {
            let number = rng.random_range(2..8);
            dice_file(&mut rng, number)
        };
        let rules = ["offiziell", "zielzuerst", "wlr"][round % 3];
        let games = rng.random_range(1..200) * 2;
        let of = rng.random_range(1..12);
        let (games, seed) = (games.to_string(), rng.random::<u64>().to_string());
        let common = ["-q", "--regeln", rules, "--saat", &seed, "--spiele", &games];
        let mut lines = Vec::new();
        for part in 1..=of {
            let part = format!("{part}/{of}");
            let threads = ["1", "2", "8"][rng.random_range(0..3)];
            let memory = ["1", "0.01"][rng.random_range(0..2)];
            let arguments = [
                &common[..],
                &["--format", "paare", "--teil", &part],
                &["--faeden", threads, "--speicher", memory],
            ]
            .concat();
            let printed = stdout(&arguments, &file);
            lines.extend(printed.lines().map(str::to_string));
        }
        lines.shuffle(&mut rng);
        let again = rng.random_range(0..lines.len());
        lines.push(lines[again].clone());
        let lines = lines.join("\n");
        for format in [
            &["--format", "text", "--paarungen", "--balken"][..],
            &["--format", "tsv", "--paarungen", "--wertung", "punkte"],
            &["--format", "json", "--paarungen", "--irrtum", "0.2"],
            &["--format", "paare"],
        ] {
            let single = stdout(&[&common[..], format].concat(), &file);
            for threads in ["1", "2", "8"] {
                let arguments = [&["sammle", "-q", "--faeden", threads], format].concat();
                let gathered = stdout(&arguments, &lines);
                assert!(gathered == single, "{file} {arguments:?} {of} parts");
            }
        }
    }
}

/// The lines of three dice, eleven rounds each.
fn three() -> Vec<String> {
    let file = "3\n6 1 2 3 4 5 6\n6 2 3 4 5 6 7\n3 2 4 6\n";
    let printed = stdout(&["-q", "--spiele", "22", "--format", "paare"], file);
    printed.lines().map(str::to_string).collect()
}

fn gather(text: &str) -> Result<(Vec<usize>, Vec<usize>, String), GatherError> {
    let mut gathering = Gathering::new(Scoring::Wins, true);
    for (line, number) in text.split_inclusive('\n').zip(1..) {
        gathering.add(number, line.as_bytes())?;
    }
    let gathered = gathering.finish()?;
    let list = format!("{:?} {:?}", gathered.pairings, gathered.wins);
    Ok((gathered.doubles, gathered.incomplete, list))
}

/// Whatever is cut off at the end counts for nothing, alone or with other lines behind it.
#[test]
fn a_killed_process_leaves_no_half_line_that_counts() {
    let whole = three().join("\n") + "\n";
    let (_, _, list) = gather(&whole).unwrap();
    let starts = whole.match_indices('\n').map(|(end, _)| end + 1);
    let starts: Vec<usize> = [0].into_iter().chain(starts).collect();
    for cut in 0..whole.len() {
        let rest = &whole[..cut];
        let complete = starts[1..].iter().filter(|&&end| end <= cut + 1).count();
        match gather(rest) {
            Err(GatherError::Missing { missing, all, .. }) => {
                assert_eq!((3 - complete as u64, 3), (missing, all), "{cut}");
            }
            Err(GatherError::Empty(_)) => assert_eq!(complete, 0, "{cut}"),
            Ok((_, _, same)) => {
                // Only the last line break is missing.
                assert_eq!((cut, &same), (whole.len() - 1, &list));
            }
            other => panic!("{cut}: {other:?}"),
        }
        // The next process writes behind it.
        let (doubles, incomplete, same) = gather(&format!("{rest}{whole}")).unwrap();
        assert_eq!(same, list, "{cut}");
        let line = starts.iter().filter(|&&start| start < cut).count();
        let is_cut = !starts.contains(&cut);
        let half = if is_cut { vec![line] } else { vec![] };
        assert_eq!(incomplete, half, "{cut}");
        assert_eq!(
            doubles.len(),
            starts.iter().filter(|&&end| end > 0 && end <= cut).count()
        );
    }
}

#[test]
fn lines_that_cannot_be_put_together() {
    let lines = three();
    let change = |line: usize, column: usize, text: &str| {
        let mut columns: Vec<&str> = lines[line].split('\t').collect();
        columns[column - 1] = text;
        columns.join("\t")
    };
    let other = |line: usize, column: usize, text: &str| {
        [&lines[0], &change(line, column, text)]
            .into_iter()
            .join("\n")
    };
    let bad = |column: usize, text: &str| change(0, column, text);
    let rounds = lines[0].split('\t').next_back().unwrap();
    let cases: Vec<(String, &str)> = vec![
        (
            "".into(),
            "die Eingabe hat keine vollständige Zeile; erwartet sind die Zeilen, die „wuerfelglueck \
             --format paare“ schreibt",
        ),
        (
            "\n\n".into(),
            "die Eingabe hat keine vollständige Zeile; erwartet sind die Zeilen, die „wuerfelglueck \
             --format paare“ schreibt",
        ),
        (
            "Würfel-Bestenliste:\n".into(),
            "Zeile 1: „Würfel-Bestenliste:“ ist keine Zeile von „wuerfelglueck --format paare“",
        ),
        (
            "\u{fffd}\n".into(),
            "Zeile 1: „�“ ist keine Zeile von „wuerfelglueck --format paare“",
        ),
        (
            bad(2, "drei"),
            "Zeile 1: Spalte 2: „drei“ ist keine Anzahl von Würfeln",
        ),
        (
            bad(2, "1"),
            "Zeile 1: Spalte 4: „2“ ist keine Nummer, die hier stehen kann",
        ),
        (
            bad(3, "0"),
            "Zeile 1: Spalte 3: „0“ ist keine Nummer, die hier stehen kann",
        ),
        (
            bad(3, "2"),
            "Zeile 1: Spalte 4: „2“ ist keine Nummer, die hier stehen kann",
        ),
        (
            bad(4, "x"),
            "Zeile 1: Spalte 4: „x“ ist keine Nummer eines Würfels",
        ),
        (
            bad(4, "4"),
            "Zeile 1: Spalte 4: „4“ ist keine Nummer, die hier stehen kann",
        ),
        (
            bad(5, "alle"),
            "Zeile 1: Spalte 5: „alle“ ist kein Regelwerk",
        ),
        (bad(6, "-1"), "Zeile 1: Spalte 6: „-1“ ist keine Saat"),
        (
            bad(7, "21"),
            "Zeile 1: Spalte 7: „21“ ist keine gerade Anzahl von Spielen",
        ),
        (
            bad(7, "0"),
            "Zeile 1: Spalte 7: „0“ ist keine gerade Anzahl von Spielen",
        ),
        (bad(8, ""), "Zeile 1: Spalte 8: „“ ist kein Würfel"),
        (bad(9, "1 b"), "Zeile 1: Spalte 9: „1 b“ ist kein Würfel"),
        (
            bad(10, "1.5"),
            "Zeile 1: Spalte 10: „1.5“ ist keine Anzahl von Spielen",
        ),
        (
            bad(10, "18446744073709551615"),
            "Zeile 1: die Siege in den Spalten 10 bis 15 sind nicht die der Runden in Spalte 16",
        ),
        (
            bad(14, "22"),
            "Zeile 1: die Siege in den Spalten 10 bis 15 sind nicht die der Runden in Spalte 16",
        ),
        (
            bad(15, "1"),
            "Zeile 1: die Siege in den Spalten 10 bis 15 sind nicht die der Runden in Spalte 16",
        ),
        (
            bad(16, "9"),
            "Zeile 1: Spalte 16: „9“ ist keine Folge von so vielen Runden",
        ),
        (
            format!("{}4", lines[0]),
            "Zeile 1: Spalte 16: „ROUNDS4“ ist keine Folge von so vielen Runden",
        ),
        (
            format!("{}\t", lines[0]),
            "Zeile 1: Spalte 16: „ROUNDS\\t“ ist keine Folge von so vielen Runden",
        ),
        (
            other(1, 2, "4"),
            "Zeile 2: die Anzahl der Würfel 4 passt nicht zu Zeile 1, dort 3",
        ),
        (
            other(1, 5, "zielzuerst"),
            "Zeile 2: das Regelwerk zielzuerst passt nicht zu Zeile 1, dort offiziell",
        ),
        (
            other(1, 6, "7"),
            "Zeile 2: die Saat 7 passt nicht zu Zeile 1, dort 2021",
        ),
        (
            other(1, 8, "1 2 3 4 6 5"),
            "Zeile 2: der Würfel 1: 1 2 3 4 6 5 passt nicht zu Zeile 1, dort 1 2 3 4 5 6",
        ),
        (
            other(0, 16, &rounds.chars().rev().collect::<String>()),
            "Zeile 2: die Paarung 1-2 hat andere Ergebnisse als in Zeile 1; eine der beiden Zeilen löschen",
        ),
        (
            format!("{}\n{}", &lines[0][..20], lines[1]),
            "es fehlen 2 von 3 Paarungen: 1-2, 2-3; gespielt werden sie mit --format paare; Zeile 1 ist unvollständig",
        ),
        (
            format!("{0}\n{0}\n{1}\n{0}\n", &lines[0][..20], lines[1]),
            "es fehlen 2 von 3 Paarungen: 1-2, 2-3; gespielt werden sie mit --format paare; 3 Zeilen von 1 bis 4 sind \
             unvollständig",
        ),
        (
            lines[0][..20].into(),
            "die Eingabe hat keine vollständige Zeile; erwartet sind die Zeilen, die „wuerfelglueck \
             --format paare“ schreibt; Zeile 1 ist unvollständig",
        ),
        (
            bad(7, "18446744073709551614"),
            "die Eingabe hat keine vollständige Zeile; erwartet sind die Zeilen, die „wuerfelglueck \
             --format paare“ schreibt; Zeile 1 ist unvollständig",
        ),
        (
            bad(2, "4294967296"),
            "Zeile 1: Spalte 2: „4294967296“ ist keine Anzahl von Würfeln",
        ),
        (
            lines[1].clone(),
            "es fehlen 2 von 3 Paarungen: 1-2, 2-3; gespielt werden sie mit --format paare",
        ),
        (
            lines[..2].join("\n"),
            "es fehlt 1 von 3 Paarungen: 2-3; gespielt werden sie mit --format paare",
        ),
    ];
    for (text, message) in cases {
        let message = message.replace("ROUNDS", rounds);
        assert_eq!(gather(&text).unwrap_err().to_string(), message, "{text}");
        let output = run(&["sammle"], text.as_bytes());
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty());
        assert_eq!(String::from_utf8(output.stderr).unwrap(), message + "\n");
    }
    let fewer = stdout(
        &["-q", "--spiele", "20", "--format", "paare"],
        "3\n6 1 2 3 4 5 6\n6 2 3 4 5 6 7\n3 2 4 6\n",
    );
    let mixed = format!("{}\n{fewer}", lines[0]);
    assert_eq!(
        gather(&mixed).unwrap_err().to_string(),
        "Zeile 2: die Anzahl der Spiele 20 passt nicht zu Zeile 1, dort 22"
    );
}

/// Of many missing pairings a hundred are named, however many dice there are.
#[test]
fn missing_pairings_are_named() {
    let line = three()[0].replacen("paar\t3\t", "paar\t1000000\t", 1);
    let message = gather(&line).unwrap_err().to_string();
    assert!(
        message.starts_with("es fehlen 499999499999 von 499999500000 Paarungen: 1-3, 1-4, "),
        "{message}"
    );
    assert!(
        message.ends_with(
            "1-101, 1-102 und 499999499899 weitere; gespielt werden sie mit --format paare"
        ),
        "{message}"
    );
}

#[test]
fn what_was_dropped_is_said() {
    let lines = three();
    let half = &lines[0][..30];
    for (text, said) in [
        (lines.join("\n"), vec![]),
        (
            format!("{}\n{}", lines.join("\n"), lines[1]),
            vec!["Warnung: Zeile 4 wiederholt eine frühere und zählt nur einmal"],
        ),
        (
            format!("{half}\n{}\n{}\n", lines.join("\n"), lines.join("\n")),
            vec![
                "Warnung: Zeile 5 bis 7 wiederholen eine frühere und zählen nur einmal",
                "Warnung: Zeile 1 ist unvollständig; was davon da ist, zählt nicht",
            ],
        ),
        (format!("\u{feff}{}\n \t\n\n", lines.join("\n")), vec![]),
        (
            format!("{half}{}\n{half}", lines.join("\r\n")),
            vec!["Warnung: Zeile 1, 4 sind unvollständig; was davon da ist, zählt nicht"],
        ),
    ] {
        for format in ["text", "paare"] {
            let output = run(&["sammle", "--format", format], text.as_bytes());
            assert!(output.status.success());
            let printed = String::from_utf8(output.stderr).unwrap();
            let about_lines = printed.lines().filter(|line| line.contains("Zeile"));
            assert_eq!(about_lines.collect_vec(), said);
        }
    }
    let output = run(&["sammle"], lines.join("\n").as_bytes());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains("\n3 Paarungen, 66 Spiele gesammelt, Saat 2021\n"),
        "{said}"
    );
}

fn record() -> impl Strategy<Value = Record> {
    let faces = || prop::collection::vec(0u32..20, 1..6);
    (
        (0usize..50, 1usize..50),
        prop::sample::select(Rules::ALL.to_vec()),
        any::<u64>(),
        [faces(), faces()],
        prop::collection::vec((0u8..3, 0u8..3), 1..100),
        any::<bool>(),
    )
        .prop_map(|((first, more), rules, seed, faces, rounds, cut)| {
            let games = 2 * rounds.len() as u64;
            let mut tally = Tally::default();
            let wins = rounds
                .chunks(16)
                .map(|block| {
                    let mut wins = [0u32; 2];
                    for (starter, winner) in block.iter().flat_map(|&(a, b)| [(0, a), (1, b)]) {
                        wins = wins.map(|wins| wins << 1);
                        match winner {
                            0 => tally.draws += 1,
                            seat => {
                                wins[usize::from(seat) - 1] |= 1;
                                tally.wins[starter][usize::from(seat) - 1] += 1;
                            }
                        }
                    }
                    wins
                })
                .collect();
            tally.cut_off = if cut { tally.draws } else { 0 };
            Record {
                origin: Origin {
                    dice: first + more + 1,
                    rules,
                    seed,
                    games,
                },
                pairing: [first, first + more],
                dice: faces.map(die),
                played: PlayedBlocks { tally, wins },
            }
        })
}

/// Seed 71.
#[test]
fn records_are_read_as_they_are_written() {
    let config = Config {
        rng_algorithm: RngAlgorithm::ChaCha,
        rng_seed: RngSeed::Fixed(71),
        failure_persistence: None,
        ..Config::default()
    };
    proptest!(config, |(record in record())| {
        let line = record.to_string();
        prop_assert_eq!(line.parse::<Record>(), Ok(record));
        let short = &line[..line.len() - 1];
        prop_assert_eq!(short.parse::<Record>(), Err(LineError::Incomplete));
    });
}
