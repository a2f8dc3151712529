//! The whole program: streams, exit codes, messages.

use std::fs::{self, File};
use std::io::Write;
use std::process::{Command, Stdio};

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::support::{binary, root, run};

const TWO_DICE: &[u8] = b"2\n6 1 2 3 4 5 6\n6 1 1 1 6 6 6\n";

fn text(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).unwrap()
}

/// The examples: file name, input, expected output.
fn examples() -> Vec<(String, Vec<u8>, String)> {
    let mut examples: Vec<_> = fs::read_dir(root().join("beispiele"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .map(|path| {
            (
                path.file_name().unwrap().to_str().unwrap().to_string(),
                fs::read(&path).unwrap(),
                fs::read_to_string(path.with_extension("soll")).unwrap(),
            )
        })
        .collect();
    examples.sort();
    assert!(examples.len() >= 8);
    examples
}

/// Byte for byte, on one, two and eight threads.
#[test]
fn examples_give_their_expected_output() {
    for (name, input, expected) in examples() {
        for threads in ["1", "2", "8"] {
            let output = run(&["--faeden", threads], &input);
            assert_eq!(text(&output.stdout), expected, "{name}, {threads} threads");
            assert_eq!(output.status.code(), Some(0));
        }
    }
}

/// The faces in the order of a list.
fn order(list: &str) -> Vec<String> {
    list.lines()
        .skip(1)
        .map(|line| {
            let (_, faces) = line.split_once(" -> : ").unwrap();
            faces.split_once(';').unwrap().0.to_string()
        })
        .collect()
}

/// The orders of the contest's files, which do not depend on the seed.
#[test]
fn orders_of_the_contest_files() {
    let row = |first: u32, last: u32| {
        let faces: Vec<String> = (first..=last).map(|face| face.to_string()).collect();
        faces.join(" ")
    };
    let expected = [
        (
            "wuerfel0.txt",
            vec![
                "1 1 1 6 6 6".into(),
                row(1, 6),
                row(0, 9),
                row(1, 12),
                row(1, 20),
                row(1, 4),
            ],
        ),
        (
            "wuerfel2.txt",
            [5, 4, 3, 2, 1]
                .map(|sixes| [vec!["1"; 6 - sixes], vec!["6"; sixes]].concat().join(" "))
                .to_vec(),
        ),
        (
            "wuerfel3.txt",
            vec![
                "1 2 5 6".into(),
                row(1, 8),
                row(1, 6),
                row(0, 9),
                row(1, 12),
                row(1, 20),
            ],
        ),
    ];
    for (name, expected) in expected {
        let input = fs::read(root().join("beispiele").join(name)).unwrap();
        assert_eq!(order(text(&run(&[], &input).stdout)), expected, "{name}");
    }
}

#[test]
fn default_options_are_the_documented_ones() {
    let given = [
        "--regeln",
        "offiziell",
        "--genauigkeit",
        "0.2",
        "--irrtum",
        "0.001",
        "--hoechstens",
        "2000000",
        "--saat",
        "2021",
        "--format",
        "text",
    ];
    assert_eq!(run(&[], TWO_DICE).stdout, run(&given, TWO_DICE).stdout);
}

#[test]
fn options_have_an_effect() {
    let list = |arguments: &[&str]| run(arguments, TWO_DICE).stdout;
    let default = list(&[]);
    for other in [
        ["--regeln", "zielzuerst"],
        ["--spiele", "1000"],
        ["--genauigkeit", "0.1"],
        ["--hoechstens", "3000"],
        ["--saat", "7"],
    ] {
        assert_ne!(list(&other), default, "{other:?}");
    }
    // Two dice whose order takes longer than the width of the intervals.
    let close = b"2\n10 0 1 2 3 4 5 6 7 8 9\n12 1 2 3 4 5 6 7 8 9 10 11 12\n";
    let games = |arguments: &[&str]| {
        let options = [&["--genauigkeit", "100"], arguments].concat();
        let output = run(&options, close);
        let words = text(&output.stderr).split(' ').nth(2).unwrap();
        words.parse::<u64>().unwrap()
    };
    assert!(games(&["--irrtum", "0.000000001"]) > games(&[]));
}

/// Input, and the one line on stderr.
const BAD_INPUTS: &[(&[u8], &str)] = &[
    (
        b"",
        "Zeile 1: die Eingabe ist leer; erwartet ist die Anzahl der Würfel, danach ein Würfel je Zeile",
    ),
    (
        b" \t\r\n\n",
        "Zeile 1: die Eingabe ist leer; erwartet ist die Anzahl der Würfel, danach ein Würfel je Zeile",
    ),
    (
        b"\xEF\xBB\xBF",
        "Zeile 1: die Eingabe ist leer; erwartet ist die Anzahl der Würfel, danach ein Würfel je Zeile",
    ),
    (
        b"zwei\n1 1\n1 1\n",
        "Zeile 1: „zwei“ ist keine Anzahl von Würfeln; hier steht nur eine ganze Zahl ab 2",
    ),
    (
        b"6 1 2 3 4 5 6\n6 1 1 1 6 6 6\n",
        "Zeile 1: „6 1 2 3 4 5 6“ ist keine Anzahl von Würfeln; hier steht nur eine ganze Zahl ab 2",
    ),
    (
        b"\n2\n1 1\n1 1\n",
        "Zeile 1: „“ ist keine Anzahl von Würfeln; hier steht nur eine ganze Zahl ab 2",
    ),
    (
        b"-2\n1 1\n1 1\n",
        "Zeile 1: „-2“ ist keine Anzahl von Würfeln; hier steht nur eine ganze Zahl ab 2",
    ),
    (
        b"0\n",
        "Zeile 1: 0 Würfel angekündigt, aber zum Vergleichen braucht es mindestens 2",
    ),
    (
        b"1\n6 1 2 3 4 5 6\n",
        "Zeile 1: 1 Würfel angekündigt, aber zum Vergleichen braucht es mindestens 2",
    ),
    (
        b"3\n1 1\n1 2\n",
        "Zeile 4: 3 Würfel angekündigt, aber nur 2 gefunden; die Anzahl in Zeile 1 anpassen oder Würfel ergänzen",
    ),
    (
        b"2",
        "Zeile 2: 2 Würfel angekündigt, aber nur 0 gefunden; die Anzahl in Zeile 1 anpassen oder Würfel ergänzen",
    ),
    (
        b"2\n1 1\n1 2\n1 3\n",
        "Zeile 4: 2 Würfel angekündigt, aber hier steht noch eine Zeile; die Anzahl in Zeile 1 anpassen oder die Zeile löschen",
    ),
    (
        b"2\n1 1\n\n1 2\n",
        "Zeile 3: leere Zeile; hier muss ein Würfel stehen: die Anzahl der Seiten, dann die Augenzahlen",
    ),
    (
        b"2\n6 1 2 3 4 5 6\n6 1 2 3 4 5\n",
        "Zeile 3: 6 Seiten angekündigt, aber 5 Augenzahlen gefunden",
    ),
    (
        b"2\r\n2 1\r\n1 1\r\n",
        "Zeile 2: 2 Seiten angekündigt, aber 1 Augenzahl gefunden",
    ),
    (
        b"2\n1 1 2\n1 1\n",
        "Zeile 2: 1 Seite angekündigt, aber 2 Augenzahlen gefunden",
    ),
    (
        b"2\n3\n1 1\n",
        "Zeile 2: 3 Seiten angekündigt, aber 0 Augenzahlen gefunden",
    ),
    (
        b"2\n0\n1 1\n",
        "Zeile 2: ein Würfel braucht mindestens eine Seite",
    ),
    (
        b"2\n0 1\n1 1\n",
        "Zeile 2: ein Würfel braucht mindestens eine Seite",
    ),
    (
        b"2\nsechs 1 2 3 4 5 6\n1 1\n",
        "Zeile 2: „sechs“ ist keine Anzahl von Seiten; erwartet ist eine ganze Zahl ab 1",
    ),
    (
        b"2\n2 1 6.0\n1 1\n",
        "Zeile 2: „6.0“ ist keine Augenzahl; erlaubt sind ganze Zahlen von 0 bis 4294967295",
    ),
    (
        b"2\n1 -1\n1 1\n",
        "Zeile 2: „-1“ ist keine Augenzahl; erlaubt sind ganze Zahlen von 0 bis 4294967295",
    ),
    (
        b"2\n1 +1\n1 1\n",
        "Zeile 2: „+1“ ist keine Augenzahl; erlaubt sind ganze Zahlen von 0 bis 4294967295",
    ),
    (
        b"2\n1 4294967296\n1 1\n",
        "Zeile 2: „4294967296“ ist keine Augenzahl; erlaubt sind ganze Zahlen von 0 bis 4294967295",
    ),
    (
        b"2\n2 1,2\n1 1\n",
        "Zeile 2: „1,2“ ist keine Augenzahl; erlaubt sind ganze Zahlen von 0 bis 4294967295",
    ),
    (
        b"2\n1 \x07\n1 1\n",
        "Zeile 2: „\\u{7}“ ist keine Augenzahl; erlaubt sind ganze Zahlen von 0 bis 4294967295",
    ),
    (
        b"2\n1 aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n1 1\n",
        "Zeile 2: „aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…“ ist keine Augenzahl; erlaubt sind ganze Zahlen von 0 bis 4294967295",
    ),
    (
        b"2\n1 1\n1 \xFF\n",
        "Zeile 3: kein gültiges UTF-8; bitte die Datei als UTF-8 speichern",
    ),
    (
        b"\xFF\xFE2\0\n\0",
        "Zeile 1: kein gültiges UTF-8; bitte die Datei als UTF-8 speichern",
    ),
];

#[test]
fn bad_inputs() {
    for (input, message) in BAD_INPUTS {
        let output = run(&[], input);
        let shown = String::from_utf8_lossy(input);
        assert_eq!(text(&output.stderr), format!("{message}\n"), "{shown:?}");
        assert_eq!(output.status.code(), Some(2), "{shown:?}");
        assert_eq!(output.stdout, b"", "{shown:?}");
    }
}

/// Command line, and the one line on stderr without its end.
const BAD_COMMAND_LINES: &[(&[&str], &str)] = &[
    (
        &["--spile", "10"],
        "die Option „--spile“ gibt es nicht; gemeint ist vielleicht „--spiele“",
    ),
    (&["--xyzzy"], "die Option „--xyzzy“ gibt es nicht"),
    (&["-x"], "die Option „-x“ gibt es nicht"),
    (
        &["wuerfel0.txt"],
        "„wuerfel0.txt“ ist weder Option noch Befehl; die Würfel kommen über die Standardeingabe: wuerfelglueck < DATEI",
    ),
    (&["--spiele"], "nach „--spiele <N>“ fehlt der Wert"),
    (
        &["--spiele", ""],
        "„“ passt nicht zu „--spiele <N>“; erlaubt sind gerade Zahlen von 2 bis 1000000000000",
    ),
    (
        &["--spiele", "0"],
        "„0“ passt nicht zu „--spiele <N>“; erlaubt sind gerade Zahlen von 2 bis 1000000000000",
    ),
    (
        &["--spiele", "7"],
        "„7“ passt nicht zu „--spiele <N>“; erlaubt sind gerade Zahlen von 2 bis 1000000000000",
    ),
    (
        &["--spiele", "-4"],
        "„-4“ passt nicht zu „--spiele <N>“; erlaubt sind gerade Zahlen von 2 bis 1000000000000",
    ),
    (
        &["--spiele=-4"],
        "„-4“ passt nicht zu „--spiele <N>“; erlaubt sind gerade Zahlen von 2 bis 1000000000000",
    ),
    (
        &["--spiele", "1e6"],
        "„1e6“ passt nicht zu „--spiele <N>“; erlaubt sind gerade Zahlen von 2 bis 1000000000000",
    ),
    (
        &["--spiele", "1000000000002"],
        "„1000000000002“ passt nicht zu „--spiele <N>“; erlaubt sind gerade Zahlen von 2 bis 1000000000000",
    ),
    (
        &["--saat", "heute"],
        "„heute“ passt nicht zu „--saat <N|zufall>“; erlaubt sind ganze Zahlen von 0 bis 18446744073709551615 und das Wort zufall",
    ),
    (
        &["--saat", "18446744073709551616"],
        "„18446744073709551616“ passt nicht zu „--saat <N|zufall>“; erlaubt sind ganze Zahlen von 0 bis 18446744073709551615 und das Wort zufall",
    ),
    (
        &["--faeden", "0"],
        "„0“ passt nicht zu „--faeden <N>“; erlaubt sind ganze Zahlen von 1 bis 1024",
    ),
    (
        &["--faeden", "1025"],
        "„1025“ passt nicht zu „--faeden <N>“; erlaubt sind ganze Zahlen von 1 bis 1024",
    ),
    (
        &["--regeln", "wild"],
        "„wild“ passt nicht zu „--regeln <NAME>“; möglich sind: offiziell, zielzuerst, wlr, alle",
    ),
    (
        &["--regeln"],
        "nach „--regeln <NAME>“ fehlt der Wert; möglich sind: offiziell, zielzuerst, wlr, alle",
    ),
    (
        &["--saat", "1", "--saat", "2"],
        "„--saat <N|zufall>“ darf nur einmal angegeben werden",
    ),
    (
        &["help"],
        "„help“ ist weder Option noch Befehl; die Würfel kommen über die Standardeingabe: wuerfelglueck < DATEI",
    ),
    (&["--hilfe=x"], "„x“ ist bei „--hilfe“ ein Wert zu viel"),
    (&["--version=x"], "„x“ ist bei „--version“ ein Wert zu viel"),
    (&["-q", "-q"], "„--still“ darf nur einmal angegeben werden"),
    (&["--still=ja"], "„ja“ ist bei „--still“ ein Wert zu viel"),
    (
        &["--genauigkeit", "0"],
        "„0“ passt nicht zu „--genauigkeit <P>“; erlaubt sind Zahlen größer als 0 und höchstens 100, mit Punkt statt Komma",
    ),
    (
        &["--genauigkeit", "0,2"],
        "„0,2“ passt nicht zu „--genauigkeit <P>“; erlaubt sind Zahlen größer als 0 und höchstens 100, mit Punkt statt Komma",
    ),
    (
        &["--genauigkeit", "1e-3"],
        "„1e-3“ passt nicht zu „--genauigkeit <P>“; erlaubt sind Zahlen größer als 0 und höchstens 100, mit Punkt statt Komma",
    ),
    (
        &["--genauigkeit", "inf"],
        "„inf“ passt nicht zu „--genauigkeit <P>“; erlaubt sind Zahlen größer als 0 und höchstens 100, mit Punkt statt Komma",
    ),
    (
        &["--genauigkeit", "-1"],
        "„-1“ passt nicht zu „--genauigkeit <P>“; erlaubt sind Zahlen größer als 0 und höchstens 100, mit Punkt statt Komma",
    ),
    (
        &["--irrtum", "1"],
        "„1“ passt nicht zu „--irrtum <W>“; erlaubt sind Zahlen von 0.000000001 bis unter 1, mit Punkt statt Komma",
    ),
    (
        &["--irrtum", "0.000"],
        "„0.000“ passt nicht zu „--irrtum <W>“; erlaubt sind Zahlen von 0.000000001 bis unter 1, mit Punkt statt Komma",
    ),
    (
        &["--hoechstens", "7"],
        "„7“ passt nicht zu „--hoechstens <N>“; erlaubt sind gerade Zahlen von 2 bis 1000000000000",
    ),
    (
        &["--spiele", "10", "--genauigkeit", "1"],
        "„--spiele <N>“ und „--genauigkeit <P>“ gehen nicht zusammen",
    ),
    (
        &["--spiele", "10", "--hoechstens", "10"],
        "„--spiele <N>“ und „--hoechstens <N>“ gehen nicht zusammen",
    ),
    (
        &["--exakt", "--spiele", "10"],
        "„--exakt“ und „--spiele <N>“ gehen nicht zusammen",
    ),
    (
        &["--exakt", "--hoechstens", "10"],
        "„--exakt“ und „--hoechstens <N>“ gehen nicht zusammen",
    ),
    (
        &["--exakt", "--irrtum", "0.1"],
        "„--exakt“ und „--irrtum <W>“ gehen nicht zusammen",
    ),
    (
        &["--exakt", "--genauigkeit", "0.000001"],
        "genauer als auf ±0.00001 Punkte rechnet „--exakt“ nicht; bitte mehr mit „--genauigkeit“",
    ),
    (
        &["--teil", "1/2"],
        "„--teil“ gehört zu „--format paare“; ein Teil der Paarungen ergibt keine Bestenliste",
    ),
    (
        &["--teil", "1/2", "--format", "paare"],
        "„--format paare“ braucht eine feste Zahl von Spielen: „--spiele N“",
    ),
    (
        &["--exakt", "--format", "paare"],
        "„--format paare“ und „--exakt“ gehen nicht zusammen: ohne Zufall wird nicht gespielt",
    ),
    (
        &["--regeln", "alle", "--spiele", "2", "--format", "paare"],
        "„--format paare“ gibt es für ein Regelwerk, nicht für „--regeln alle“",
    ),
    (
        &["--spiele", "2", "--format", "paare", "--streng"],
        "„--format paare“ gibt keine Bestenliste aus; zu ihr gehören „--wertung“, „--irrtum“, „--streng“, „--paarungen“ und „--balken“, auch bei „wuerfelglueck sammle“",
    ),
    (
        &[
            "--saat", "zufall", "--spiele", "2", "--format", "paare", "--teil", "1/2",
        ],
        "„--saat zufall“ und „--teil“ gehen nicht zusammen: die Teile brauchen dieselbe Saat, eine Zahl",
    ),
    (
        &["--teil", "3/2"],
        "„3/2“ passt nicht zu „--teil <K/N>“; erlaubt ist K/N mit ganzen Zahlen, K von 1 bis N, wie 1/8",
    ),
    (
        &["--teil", "-1/2"],
        "„-1/2“ passt nicht zu „--teil <K/N>“; erlaubt ist K/N mit ganzen Zahlen, K von 1 bis N, wie 1/8",
    ),
    (
        &["--teil", "2"],
        "„2“ passt nicht zu „--teil <K/N>“; erlaubt ist K/N mit ganzen Zahlen, K von 1 bis N, wie 1/8",
    ),
    (
        &["--exakt", "--speicher", "-1"],
        "„-1“ passt nicht zu „--speicher <G>“; erlaubt sind Zahlen größer als 0 und höchstens 1000000, mit Punkt statt Komma",
    ),
    (
        &["--format", "xml"],
        "„xml“ passt nicht zu „--format <NAME>“; möglich sind: text, tsv, json, paare",
    ),
    (
        &["--balken", "--format", "tsv"],
        "„--balken“ gibt es nur für Text, nicht für „--format tsv“ oder „--format json“",
    ),
    (
        &["sixjak"],
        "den Befehl „sixjak“ gibt es nicht; gemeint ist vielleicht „sixjack“",
    ),
    (
        &["--saat", "1", "wuerfel0.txt"],
        "„wuerfel0.txt“ ist weder Option noch Befehl; die Würfel kommen über die Standardeingabe: wuerfelglueck < DATEI",
    ),
    (
        &["-q", "sixjack", "1,1,1,1,1,1"],
        "Optionen stehen hinter dem Befehl: wuerfelglueck sixjack OPTIONEN",
    ),
];

/// Arguments of the command `sixjack`, and the one line on stderr up to where to read on.
const BAD_SIXJACK: &[(&[&str], &str)] = &[
    (&[], "es fehlt eine Strategie, etwa 3,x,x,2,x,1"),
    (
        &["--spieler", "3"],
        "es fehlt eine Strategie, etwa 3,x,x,2,x,1",
    ),
    (
        &["3,x,x"],
        "„3,x,x“ ist keine Strategie: 3 Einträge statt 6; es sind sechs mit Kommas dazwischen, wie 3,x,x,2,x,1 (mit Leerzeichen nur in Anführungszeichen)",
    ),
    (
        &["3,", "x,", "x,", "2,", "x,", "1"],
        "„3,“ ist keine Strategie: 2 Einträge statt 6; es sind sechs mit Kommas dazwischen, wie 3,x,x,2,x,1 (mit Leerzeichen nur in Anführungszeichen)",
    ),
    (
        &["1,1,1,1,1,1,1"],
        "„1,1,1,1,1,1,1“ ist keine Strategie: 7 Einträge statt 6; es sind sechs mit Kommas dazwischen, wie 3,x,x,2,x,1 (mit Leerzeichen nur in Anführungszeichen)",
    ),
    (
        &[""],
        "„“ ist keine Strategie: 1 Eintrag statt 6; es sind sechs mit Kommas dazwischen, wie 3,x,x,2,x,1 (mit Leerzeichen nur in Anführungszeichen)",
    ),
    (
        &["0,1,1,1,1,1"],
        "„0,1,1,1,1,1“ ist keine Strategie: Eintrag 1 ist „0“; möglich sind die Zahlen 1 bis 6 und x",
    ),
    (
        &["3,x,x,7,x,1"],
        "„3,x,x,7,x,1“ ist keine Strategie: Eintrag 4 ist „7“; möglich sind die Zahlen 1 bis 6 und x",
    ),
    (
        &["2,x,zwei,x,1,1"],
        "„2,x,zwei,x,1,1“ ist keine Strategie: Eintrag 3 ist „zwei“; möglich sind die Zahlen 1 bis 6 und x",
    ),
    (
        &["2,x2,x,1,1,"],
        "„2,x2,x,1,1,“ ist keine Strategie: Eintrag 2 ist „x2“; möglich sind die Zahlen 1 bis 6 und x",
    ),
    (
        &["1,1,1,1,1,"],
        "„1,1,1,1,1,“ ist keine Strategie: Eintrag 6 ist „“; möglich sind die Zahlen 1 bis 6 und x",
    ),
    (
        &["01,1,1,1,1,1"],
        "„01,1,1,1,1,1“ ist keine Strategie: Eintrag 1 ist „01“; möglich sind die Zahlen 1 bis 6 und x",
    ),
    (
        &["1,X,1,1,1,1"],
        "„1,X,1,1,1,1“ ist keine Strategie: Eintrag 2 ist „X“; möglich sind die Zahlen 1 bis 6 und x",
    ),
    (
        &["6,x,x,x,x,+1"],
        "„6,x,x,x,x,+1“ ist keine Strategie: Eintrag 6 ist „+1“; möglich sind die Zahlen 1 bis 6 und x",
    ),
    (
        &["3,x,x,x,x,1"],
        "„3,x,x,x,x,1“ ist keine Strategie: nach 3 sicheren Karten steht x; dort braucht Eintrag 4 eine Zahl von 1 bis 6",
    ),
    (
        &["1,x,1,1,1,1"],
        "„1,x,1,1,1,1“ ist keine Strategie: nach 1 sicheren Karte steht x; dort braucht Eintrag 2 eine Zahl von 1 bis 6",
    ),
    (
        &["x,1,1,1,1,1"],
        "„x,1,1,1,1,1“ ist keine Strategie: nach 0 sicheren Karten steht x; dort braucht Eintrag 1 eine Zahl von 1 bis 6",
    ),
    (
        &["1,1,1,1,1,1", "optimall"],
        "„optimall“ ist keine Strategie: 1 Eintrag statt 6; es sind sechs mit Kommas dazwischen, wie 3,x,x,2,x,1 (mit Leerzeichen nur in Anführungszeichen)",
    ),
    (&["-1,1,1,1,1,1"], "die Option „-1“ gibt es nicht"),
    (
        &["--spieler", "0", "1,1,1,1,1,1"],
        "„0“ passt nicht zu „--spieler <N>“; erlaubt sind ganze Zahlen von 1 bis 9",
    ),
    (
        &["--spieler", "10", "1,1,1,1,1,1"],
        "„10“ passt nicht zu „--spieler <N>“; erlaubt sind ganze Zahlen von 1 bis 9",
    ),
    (
        &["--spieler", "2", "1,1,1,1,1,1", "6,x,x,x,x,x"],
        "„--spieler“ gilt für eine einzige Strategie, nicht für 2",
    ),
    (
        &["--spieler", "2", "--tabelle"],
        "„--spieler <N>“ und „--tabelle“ gehen nicht zusammen",
    ),
    (
        &[
            "optimal", "optimal", "optimal", "optimal", "optimal", "optimal", "optimal", "optimal",
            "optimal", "optimal",
        ],
        "10 Strategien, aber höchstens 9 Computer spielen miteinander; mit --tabelle spielt jede allein",
    ),
    (
        &["--spiele", "0", "1,1,1,1,1,1"],
        "„0“ passt nicht zu „--spiele <N>“; erlaubt sind ganze Zahlen von 1 bis 1000000000000",
    ),
    (
        &["optimal", "--spieler", "1"],
        "„optimal“ sieht auf die Karten des Gegners und spielt nur, wo zwei Computer gegeneinander spielen",
    ),
    (
        &["optimal", "6,x,x,x,x,x", "1,1,1,1,1,1"],
        "„optimal“ sieht auf die Karten des Gegners und spielt nur, wo zwei Computer gegeneinander spielen",
    ),
    (
        &["--tabelle", "--exakt", "optimal"],
        "„optimal“ sieht auf die Karten des Gegners und spielt nur, wo zwei Computer gegeneinander spielen",
    ),
    (
        &["--exakt", "--spiele", "10", "1,1,1,1,1,1"],
        "„--exakt“ und „--spiele <N>“ gehen nicht zusammen",
    ),
    (
        &["--optimal", "--spiele", "10"],
        "„--optimal“ und „--spiele <N>“ gehen nicht zusammen",
    ),
    (
        &["--optimal", "1,1,1,1,1,1"],
        "„--optimal“ und „STRATEGIE“ gehen nicht zusammen",
    ),
    (
        &["--optimal", "--exakt"],
        "„--optimal“ und „--exakt“ gehen nicht zusammen",
    ),
    (
        &["--optimal", "--protokoll"],
        "„--optimal“ und „--protokoll“ gehen nicht zusammen",
    ),
    (
        &["--exakt", "--protokoll", "1,1,1,1,1,1"],
        "„--exakt“ und „--protokoll“ gehen nicht zusammen",
    ),
    (
        &["--tabelle", "--protokoll", "1,1,1,1,1,1"],
        "„--tabelle“ und „--protokoll“ gehen nicht zusammen",
    ),
    (
        &["--spiele", "10", "--protokoll", "1,1,1,1,1,1"],
        "„--spiele <N>“ und „--protokoll“ gehen nicht zusammen",
    ),
    (&["--duell"], "„--duell“ gehört zu „--optimal“"),
    (
        &["--duell", "1,1,1,1,1,1"],
        "„--duell“ gehört zu „--optimal“",
    ),
    (
        &["--gegen", "1,1,1,1,1,1"],
        "„--gegen“ gehört zu „--optimal“",
    ),
    (
        &["--tabelle", "--gegen", "1,1,1,1,1,1"],
        "„--gegen“ gehört zu „--optimal“",
    ),
    (
        &["--optimal", "--gegen"],
        "nach „--gegen <STRATEGIE>“ fehlt der Wert",
    ),
    (
        &["--optimal", "--gegen", "2,x,x,1,1,1"],
        "„2,x,x,1,1,1“ ist keine Strategie: nach 2 sicheren Karten steht x; dort braucht Eintrag 3 eine Zahl von 1 bis 6",
    ),
    (
        &["--optimal", "--duell", "--gegen", "optimal"],
        "„--duell“ und „--gegen <STRATEGIE>“ gehen nicht zusammen",
    ),
    (
        &["--karten", "skat", "1,1,1,1,1,1"],
        "„skat“ passt nicht zu „--karten <NAME>“; möglich sind: unabhaengig, stapel",
    ),
    (
        &["--karten", "stapel", "--exakt", "1,1,1,1,1,1"],
        "„--exakt“ und „--karten stapel“ gehen nicht zusammen: gerechnet wird nur mit unabhängigen Karten",
    ),
    (
        &["--karten", "stapel", "--tabelle", "--exakt"],
        "„--exakt“ und „--karten stapel“ gehen nicht zusammen: gerechnet wird nur mit unabhängigen Karten",
    ),
    (
        &["--karten", "stapel", "--optimal", "--duell"],
        "„--optimal“ und „--karten stapel“ gehen nicht zusammen: gerechnet wird nur mit unabhängigen Karten",
    ),
    (
        &["--kartn"],
        "die Option „--kartn“ gibt es nicht; gemeint ist vielleicht „--karten“",
    ),
    (&["-q", "-q"], "„--still“ darf nur einmal angegeben werden"),
];

/// Arguments of the command `spiel`, and the one line on stderr up to where to read on.
const BAD_SPIEL: &[(&[&str], &str)] = &[
    (
        &["--wuerfel", "1"],
        "„1“ passt nicht zu „--wuerfel <I,J>“; erlaubt sind zwei Nummern ab 1 mit Komma dazwischen, wie 1,2",
    ),
    (
        &["--wuerfel", "0,1"],
        "„0,1“ passt nicht zu „--wuerfel <I,J>“; erlaubt sind zwei Nummern ab 1 mit Komma dazwischen, wie 1,2",
    ),
    (
        &["--wuerfel", "1,2,3"],
        "„1,2,3“ passt nicht zu „--wuerfel <I,J>“; erlaubt sind zwei Nummern ab 1 mit Komma dazwischen, wie 1,2",
    ),
    (
        &["--wuerfel", "3,1"],
        "Würfel 3 gibt es nicht, in der Datei stehen 2",
    ),
    (
        &["--beginnt", "3"],
        "Würfel 3 kann nicht beginnen, weil er nicht mitspielt",
    ),
    (
        &["--beginnt", "0"],
        "„0“ passt nicht zu „--beginnt <I>“; erlaubt sind Nummern ab 1",
    ),
    (
        &["--wuerfe", "6,x"],
        "„6,x“ passt nicht zu „--wuerfe <R,R,…>“; erlaubt sind ganze Zahlen von 0 bis 4294967295 mit Kommas dazwischen, wie 6,3,1",
    ),
    (
        &["--wuerfe", ""],
        "„“ passt nicht zu „--wuerfe <R,R,…>“; erlaubt sind ganze Zahlen von 0 bis 4294967295 mit Kommas dazwischen, wie 6,3,1",
    ),
    (
        &["--stellung", "0+17"],
        "„0+17“ passt nicht zu „--stellung <TEXT>“; erwartet sind die Figuren von Sitz 1 und Sitz 2 mit / dazwischen, wie 0+17+b/-",
    ),
    (
        &["--stellung", "41/-"],
        "„41/-“ passt nicht zu „--stellung <TEXT>“; „41“ ist kein Feld; es gibt 0 bis 39 und a bis d, unter wlr auch 40, und - für keine Figur",
    ),
    (
        &["--stellung", "40/-"],
        "das Feld 40 und ein ! in „--stellung“ gibt es nur unter „--regeln wlr“",
    ),
    (
        &["--stellung", "5/-!"],
        "das Feld 40 und ein ! in „--stellung“ gibt es nur unter „--regeln wlr“",
    ),
    (
        &["--regeln", "wlr", "--wuerfe", "6,21"],
        "der Wurf 21 in „--wuerfe“ ist zu groß; unter „--regeln wlr“ sind höchstens 20 erlaubt",
    ),
    (
        &["--regeln", "wlr", "--stellung", "0+40/-"],
        "„0+40/-“ passt nicht zu „--stellung <TEXT>“; Sitz 1 hat mehr als vier Figuren oder zwei auf demselben Feld",
    ),
    (
        &["--regeln", "wlr", "--stellung", "20/40"],
        "„20/40“ passt nicht zu „--stellung <TEXT>“; auf Feld 20 stehen Figuren beider Sitze (das Feld p des einen ist p + 20 des anderen)",
    ),
    (
        &["--stellung", "-/0+e"],
        "„-/0+e“ passt nicht zu „--stellung <TEXT>“; „e“ ist kein Feld; es gibt 0 bis 39 und a bis d, unter wlr auch 40, und - für keine Figur",
    ),
    (
        &["--stellung", "-/"],
        "„-/“ passt nicht zu „--stellung <TEXT>“; „“ ist kein Feld; es gibt 0 bis 39 und a bis d, unter wlr auch 40, und - für keine Figur",
    ),
    (
        &["--stellung", "-/5+5"],
        "„-/5+5“ passt nicht zu „--stellung <TEXT>“; Sitz 2 hat mehr als vier Figuren oder zwei auf demselben Feld",
    ),
    (
        &["--stellung", "1+2+3+4+5/-"],
        "„1+2+3+4+5/-“ passt nicht zu „--stellung <TEXT>“; Sitz 1 hat mehr als vier Figuren oder zwei auf demselben Feld",
    ),
    (
        &["--stellung", "4/24"],
        "„4/24“ passt nicht zu „--stellung <TEXT>“; auf Feld 4 stehen Figuren beider Sitze (das Feld p des einen ist p + 20 des anderen)",
    ),
    (
        &["--stellung", "0/a+b+c+d"],
        "„0/a+b+c+d“ passt nicht zu „--stellung <TEXT>“; Sitz 2 hat schon gewonnen",
    ),
    (
        &["--regeln", "alle"],
        "„alle“ passt nicht zu „--regeln <NAME>“; möglich sind: offiziell, zielzuerst, wlr",
    ),
    (
        &["--format", "tsv"],
        "„tsv“ passt nicht zu „--format <NAME>“; möglich sind: text, json",
    ),
    (
        &["--brett", "--format", "json"],
        "„--brett“ gibt es nur für Text, nicht für „--format json“",
    ),
    (
        &["wuerfel0.txt"],
        "„wuerfel0.txt“ ist weder Option noch Befehl; die Würfel kommen über die Standardeingabe: wuerfelglueck < DATEI",
    ),
];

const BAD_SAMMLE: &[(&[&str], &str)] = &[
    (
        &["--spiele", "10"],
        "die Option „--spiele“ gibt es nicht; gemeint ist vielleicht „--still“",
    ),
    (
        &["--format", "paare", "--balken"],
        "„--format paare“ gibt keine Bestenliste aus; zu ihr gehören „--wertung“, „--irrtum“, „--streng“, „--paarungen“ und „--balken“, auch bei „wuerfelglueck sammle“",
    ),
    (
        &["--format", "paare", "--wertung", "siege"],
        "„--format paare“ gibt keine Bestenliste aus; zu ihr gehören „--wertung“, „--irrtum“, „--streng“, „--paarungen“ und „--balken“, auch bei „wuerfelglueck sammle“",
    ),
    (
        &["--format", "json", "--balken"],
        "„--balken“ gibt es nur für Text, nicht für „--format tsv“ oder „--format json“",
    ),
    (
        &["--format", "xml"],
        "„xml“ passt nicht zu „--format <NAME>“; möglich sind: text, tsv, json, paare",
    ),
    (&["teil1.txt"], "„teil1.txt“ ist zu viel"),
];

/// The same for `erzeuge`.
const BAD_ERZEUGE: &[(&[&str], &str)] = &[
    (&[], "„WAS“ fehlt"),
    (
        &["csh"],
        "„csh“ passt nicht zu „WAS“; möglich sind: handbuch, bash, zsh, fish",
    ),
    (
        &[""],
        "nach „WAS“ fehlt der Wert; möglich sind: handbuch, bash, zsh, fish",
    ),
    (&["-q", "bash"], "die Option „-q“ gibt es nicht"),
    (&["bash", "zsh"], "„zsh“ ist zu viel"),
];

#[test]
fn bad_command_lines_of_commands() {
    for (command, table) in [
        ("sixjack", BAD_SIXJACK),
        ("spiel", BAD_SPIEL),
        ("sammle", BAD_SAMMLE),
        ("erzeuge", BAD_ERZEUGE),
    ] {
        for (arguments, message) in table {
            let output = run(&[&[command], *arguments].concat(), TWO_DICE);
            assert_eq!(
                text(&output.stderr),
                format!("{message}; siehe wuerfelglueck {command} --hilfe\n"),
                "{arguments:?}"
            );
            assert_eq!(output.status.code(), Some(2), "{arguments:?}");
            assert_eq!(output.stdout, b"", "{arguments:?}");
        }
    }
    let output = run(&["spiel"], b"2\n1 6\n");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).starts_with("Zeile 3: 2 Würfel angekündigt"));
}

/// What `spiel` says beside the game.
#[test]
fn closing_lines_of_spiel() {
    let notes = |arguments: &[&str]| notes(&[&["spiel"], arguments].concat(), TWO_DICE);
    assert_eq!(notes(&["--saat", "5"]), ["Saat 5"]);
    assert_eq!(
        notes(&["--wuerfe", "6,1"]),
        [
            "Nach 2 Würfen ist keiner mehr vorgegeben, das Spiel ist nicht zu Ende; mehr mit --wuerfe"
        ]
    );
    assert_eq!(
        notes(&["--stellung", "39+b+c+d/0", "--wuerfe", "1,2,3"]),
        ["2 Würfe von --wuerfe nicht gebraucht: das Spiel ist zu Ende"]
    );
    assert_eq!(
        notes(&["--stellung", "39+b+c+d/0", "--wuerfe", "1"]),
        [""; 0]
    );
    assert_eq!(notes(&["-q", "--wuerfe", "6,1"]), [""; 0]);
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

/// What Six Jack says beside the result.
#[test]
fn closing_lines_of_sixjack() {
    let notes = |arguments: &[&str]| {
        let output = run(&[&["sixjack"], arguments].concat(), b"");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        text(&output.stderr).to_string()
    };
    let line = notes(&["--saat", "12", "1,1,1,1,1,1"]);
    assert!(line.starts_with("100000 Spiele in "), "{line}");
    assert!(line.ends_with(" Spiele/s), Saat 12\n"), "{line}");
    let line = notes(&["--protokoll", "1,1,1,1,1,1"]);
    assert!(line.starts_with("1 Spiel in "), "{line}");
    let line = notes(&["--tabelle", "--spiele", "10"]);
    assert!(line.starts_with("100 Spiele in "), "{line}");
    for no_games in [&["--optimal"][..], &["--tabelle", "--exakt"]] {
        assert_eq!(notes(no_games), "");
    }
    let nine = [
        "1,1,1,1,1,1",
        "--spieler",
        "9",
        "--karten",
        "stapel",
        "--spiele",
        "1000",
    ];
    let lines = notes(&nine);
    let note = lines.lines().next().unwrap();
    let number = note.strip_prefix("Warnung: ").unwrap();
    let number = number
        .strip_suffix(
            " Spiele ohne Sieger, weil am Ende jedem eine Zutat fehlte, deren Karten alle sicher \
             waren; mit höchstens sieben Computern kommt das nicht vor",
        )
        .unwrap();
    assert!(number.parse::<u32>().unwrap() > 100, "{note}");
    assert_eq!(lines.lines().count(), 2);
    assert_eq!(notes(&[&nine[..], &["-q"]].concat()), "");
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

#[test]
fn bad_command_lines() {
    for (arguments, message) in BAD_COMMAND_LINES {
        let output = run(arguments, TWO_DICE);
        assert_eq!(
            text(&output.stderr),
            format!("{message}; siehe wuerfelglueck --hilfe\n"),
            "{arguments:?}"
        );
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(output.stdout, b"", "{arguments:?}");
    }
}

#[test]
fn help_and_version() {
    let help = run(&["--hilfe"], b"");
    for same in ["-h", "--help"] {
        assert_eq!(run(&[same], b"").stdout, help.stdout, "{same}");
    }
    assert_eq!(help.status.code(), Some(0));
    assert_eq!(help.stderr, b"");
    let help = text(&help.stdout);
    assert_eq!(help, include_str!("../fixtures/hilfe.txt"));
    let others = ["sixjack", "spiel", "pruefe", "sammle", "erzeuge"]
        .map(|command| run(&[command, "-h"], b"").stdout);
    for help in others.iter().map(|help| text(help)).chain([help]) {
        assert!(
            help.lines().all(|line| line.chars().count() <= 80),
            "{help}"
        );
    }

    for version in [
        &["-V"][..],
        &["--version"],
        &["sixjack", "-V"],
        &["spiel", "-V"],
        &["pruefe", "-V"],
        &["sammle", "-V"],
        &["erzeuge", "-V"],
    ] {
        let output = run(version, b"");
        assert_eq!(
            text(&output.stdout),
            concat!("wuerfelglueck ", env!("CARGO_PKG_VERSION"), "\n")
        );
        assert_eq!(output.status.code(), Some(0));
    }
}

/// The lines on stderr of a run that succeeds.
fn notes(arguments: &[&str], input: &[u8]) -> Vec<String> {
    let output = run(arguments, input);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    text(&output.stderr).lines().map(str::to_string).collect()
}

#[test]
fn closing_lines() {
    let lines = notes(&["--spiele", "1000", "--saat", "12"], TWO_DICE);
    let [line, certified] = &lines[..] else {
        panic!("{lines:?}");
    };
    assert!(line.starts_with("1 Paarung, 1000 Spiele in "), "{line}");
    assert!(line.ends_with(" Spiele/s), Saat 12"), "{line}");
    let words: Vec<&str> = line.split([' ', '(']).collect();
    let [_, _, _, _, _, seconds, "s", "", rate, ..] = words[..] else {
        panic!("{words:?}");
    };
    assert!(seconds.parse::<f64>().unwrap() >= 0.0, "{line}");
    assert!(rate.parse::<f64>().unwrap() > 0.0, "{line}");
    assert!(
        certified.starts_with(
            "Rangfolge gesichert, Irrtumswahrscheinlichkeit höchstens 0.1 %; Anteile auf ±"
        ),
        "{certified}"
    );
    assert!(certified.ends_with(" Punkte (95 %)"), "{certified}");

    let three = b"3\n1 1\n1 2\n1 3\n";
    let lines = notes(&["--spiele", "2"], three);
    assert_eq!(
        lines[0],
        "Warnung: die Würfel auf Rang 1 bis 3 können nie gewinnen; dazu braucht es eine 6 und Augenzahlen, mit \
         denen vier Figuren ins Ziel kommen"
    );
    assert!(lines[1].starts_with("3 Paarungen, 6 Spiele in "));
    assert_eq!(
        lines[2],
        "Rangfolge gesichert, Irrtumswahrscheinlichkeit höchstens 0.1 %; Anteile auf ±0 Punkte \
         (95 %); Rang 1 bis 3 gewinnen nie und haben keine Reihenfolge"
    );
}

/// What is certified is said as it was asked for.
#[test]
fn certified_lines() {
    let line = |arguments: &[&str], input: &[u8]| notes(arguments, input).pop().unwrap();
    assert_eq!(
        line(&[], TWO_DICE),
        "Rangfolge gesichert, Irrtumswahrscheinlichkeit höchstens 0.1 %; Anteile auf ±0.2 Punkte \
         (95 %)"
    );
    assert_eq!(
        line(&["--genauigkeit", "1.5", "--irrtum", "0.00003"], TWO_DICE),
        "Rangfolge gesichert, Irrtumswahrscheinlichkeit höchstens 0.003 %; Anteile auf ±1.5 Punkte \
         (95 %)"
    );
    let alike = b"4\n6 1 2 3 4 5 6\n3 6 1 6\n6 6 5 4 3 2 1\n6 6 6 6 6 1 1\n";
    let same = run(&[], alike);
    let shares: Vec<&str> = text(&same.stdout)
        .lines()
        .skip(1)
        .map(|line| line.rsplit(' ').next().unwrap())
        .collect();
    assert_eq!(shares[0], shares[1]);
    assert_eq!(shares[2], shares[3]);
    assert_eq!(
        line(&[], alike),
        "Rangfolge gesichert, Irrtumswahrscheinlichkeit höchstens 0.1 %; Anteile auf ±0.2 Punkte \
         (95 %); Rang 1 und 2, 3 und 4 spielen jeweils gleich und haben jeweils denselben Anteil"
    );
    let three = b"4\n2 1 6\n1 1\n4 6 6 1 1\n4 1 6 1 6\n";
    assert!(
        line(&[], three)
            .ends_with("(95 %); Rang 1 bis 3 spielen gleich und haben denselben Anteil")
    );
}

/// Too few games to tell two dice apart: a warning with a remedy, and an error for the strict.
#[test]
fn what_is_not_certain_is_said() {
    let close = b"2\n10 0 1 2 3 4 5 6 7 8 9\n12 1 2 3 4 5 6 7 8 9 10 11 12\n";
    for (limit, arguments) in [
        ("--spiele", &["--spiele", "200"][..]),
        ("--hoechstens", &["--hoechstens", "200"]),
        (
            "--hoechstens",
            &["--hoechstens", "200", "--genauigkeit", "90"],
        ),
    ] {
        let mut lines = notes(arguments, close);
        if arguments == ["--hoechstens", "200"] {
            let wide = lines.remove(1);
            let reached = wide
                .strip_prefix("Warnung: Anteile nach 200 Spielen je Paarung nur auf ±")
                .and_then(|rest| {
                    rest.strip_suffix(" statt ±0.2 Punkte genau; mehr mit --hoechstens")
                })
                .unwrap_or_else(|| panic!("{wide}"));
            let ending = format!(" Anteile auf ±{reached} Punkte (95 %)");
            assert!(lines[2].ends_with(&ending), "{lines:?}");
        }
        assert_eq!(
            lines[0],
            format!(
                "Warnung: Rang 1 und 2 sind nach 200 Spielen je Paarung nicht unterscheidbar; mehr \
                 mit {limit}"
            )
        );
        assert!(
            lines[1].starts_with("1 Paarung, 200 Spiele in "),
            "{lines:?}"
        );
        assert!(
            lines[2].starts_with(
                "Rangfolge bis auf 1 Nachbarpaar gesichert, Irrtumswahrscheinlichkeit höchstens 0.1 \
                 %; Anteile auf ±"
            ),
            "{lines:?}"
        );
        let strict = run(&[arguments, &["--streng", "-q"]].concat(), close);
        assert_eq!(strict.status.code(), Some(1));
        assert_eq!(strict.stderr, b"");
        assert_eq!(strict.stdout, run(arguments, close).stdout);
    }
    let strict = run(&["--streng"], TWO_DICE);
    assert_eq!(strict.status.code(), Some(0));
    // Nor does it help to look away.
    let mut child = Command::new(binary())
        .args(["--streng", "--spiele", "200"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    child.stdin.take().unwrap().write_all(close).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(text(&output.stderr), "");
    assert_eq!(output.status.code(), Some(1));
}

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
        let arguments = [&["--paarungen", "--genauigkeit", "0.5"][..], format].concat();
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
    let output = |format: &str| {
        let output = run(&["--paarungen", "--format", format, "--saat", "3"], &input);
        text(&output.stdout).to_string()
    };
    let (list, tsv) = (output("text"), output("tsv"));
    let json: serde_json::Value = serde_json::from_str(&output("json")).unwrap();
    let dice = json["wuerfel"].as_array().unwrap();
    assert_eq!(dice.len(), 6);
    for (rank, ((line, row), die)) in (1..).zip(list.lines().zip(tsv.lines()).skip(1).zip(dice)) {
        let fields: Vec<&str> = row.split('\t').collect();
        let [number, share, low, high, draws, certain, sides, faces] = fields[..] else {
            panic!("{row}");
        };
        let percent: f64 = share.parse().unwrap();
        assert_eq!(
            line,
            format!("{rank}. {sides} Seiten -> : {faces}; {percent:.2}%")
        );
        assert_eq!(number, rank.to_string());
        assert_eq!(die["rang"], rank);
        for (field, name) in [
            (share, "anteil"),
            (low, "von"),
            (high, "bis"),
            (draws, "unentschieden"),
        ] {
            let value = die[name].as_f64().unwrap();
            assert!(
                (field.parse::<f64>().unwrap() - value).abs() < 6e-5,
                "{row} {name}"
            );
        }
        assert_eq!(certain, if rank < 6 { "ja" } else { "-" });
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
        assert_eq!(pairing["spiele"], json["spiele_je_paarung"]);
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
        let line = format!("{}\t{}\t", one.min(other) + 1, one.max(other) + 1);
        assert!(tsv.contains(&format!("\n{line}")), "{line}");
    }
    assert_eq!(json["programm"], "wuerfelglueck");
    assert_eq!(json["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(json["regeln"], "offiziell");
    assert_eq!(json["saat"], 3);
    assert_eq!(json["optionen"]["genauigkeit"], 0.2);
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
    assert!(table.starts_with("Regeln\tRang\tAnteil\t"), "{table}");
    assert!(table.contains("\n\nRegeln\tRang A\tRang B\t"), "{table}");
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
        let expected = number(with_wins, "anteil") + number(with_wins, "unentschieden") / 2.0;
        assert!((number(die, "anteil") - expected).abs() < 1e-9);
        sum += number(die, "anteil");
    }
    assert!((sum - 300.0).abs() < 1e-9, "{sum}");
}

/// Three dice of which each beats the next, in every format.
#[test]
fn circles_are_shown() {
    let input = fs::read(root().join("beispiele/kreis.txt")).unwrap();
    let output = |format: &str| {
        let output = run(&["--paarungen", "--format", format], &input);
        text(&output.stdout).to_string()
    };
    let circle = "Im Kreis: 3. schlägt 2., 2. schlägt 1., 1. schlägt 3.\n";
    assert!(output("text").ends_with(circle));
    assert!(output("tsv").ends_with("\n\nRang A\tRang B\tRang C\n3\t2\t1\n"));
    let json: serde_json::Value = serde_json::from_str(&output("json")).unwrap();
    assert_eq!(json["kreise"], serde_json::json!([[1, 2, 3]]));
}

/// Bars are as wide as the list is told, 80 characters where there is no terminal.
#[test]
fn bars_reach_the_interval() {
    let output = run(&["--balken"], TWO_DICE);
    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    let list = run(&[], TWO_DICE);
    let list: Vec<&str> = text(&list.stdout).lines().collect();
    assert_eq!([lines[0], lines[1], lines[3]], list[..]);
    // 97 % and 3 % of 77.
    assert_eq!(lines[2], format!("   {}|", "#".repeat(74)));
    assert_eq!(lines[4], "   ##|");
    assert!(output.stdout.iter().all(|&byte| byte != 0x1b));
    let wide = run(&["--balken", "--spiele", "500"], TWO_DICE);
    assert!(text(&wide.stdout).contains("|-"), "{}", text(&wide.stdout));
}

#[test]
fn silence() {
    for quiet in ["-q", "--still"] {
        let output = run(&[quiet], TWO_DICE);
        assert_eq!(output.stderr, b"");
        assert_eq!(output.stdout, run(&[], TWO_DICE).stdout);
    }
    let output = run(&["-q"], b"");
    assert!(!output.stderr.is_empty(), "errors are not silenced");
}

/// Some games of this pairing are cut off after 100,000 rolls.
#[test]
fn cut_off_games_are_reported() {
    let mut dice = b"2\n3002 1 6".to_vec();
    dice.extend(b" 0".repeat(3000));
    dice.extend(b"\n1 0\n");
    let output = run(&["--spiele", "4"], &dice);
    let notes = text(&output.stderr);
    assert!(notes.contains("Warnung: "), "{notes}");
    assert!(
        notes.contains(
            " nach 100000 Würfen abgebrochen, als unentschieden gezählt; welche Paarungen es sind, \
             zeigt --format json\n"
        ),
        "{notes}"
    );
    assert_eq!(run(&["--spiele", "4", "-q"], &dice).stderr, b"");
}

/// Every run takes another seed, says which, and that seed gives the same list again.
#[test]
fn fresh_seeds() {
    let seed = |stderr: &[u8]| {
        let line = text(stderr)
            .lines()
            .find(|line| line.contains("Saat "))
            .unwrap();
        line.rsplit(' ').next().unwrap().to_string()
    };
    let first = run(&["--saat", "zufall", "--spiele", "2000"], TWO_DICE);
    let second = run(&["--saat", "zufall", "--spiele", "2000"], TWO_DICE);
    assert_ne!(seed(&first.stderr), seed(&second.stderr));
    let again = run(
        &["--saat", &seed(&first.stderr), "--spiele", "2000"],
        TWO_DICE,
    );
    assert_eq!(again.stdout, first.stdout);
}

/// All forms of the same file give the same list.
#[test]
fn accepted_forms() {
    let expected = run(&["--spiele", "100"], TWO_DICE).stdout;
    for form in [
        "2\r\n6 1 2 3 4 5 6\r\n6 1 1 1 6 6 6\r\n",
        "\u{feff}2\n6 1 2 3 4 5 6\n6 1 1 1 6 6 6",
        "2 \n6\t1 2  3 4 5 6\t\n  6 1 1 1 6 6 6\n\n \t\n",
    ] {
        let output = run(&["--spiele", "100"], form.as_bytes());
        assert_eq!(output.stdout, expected, "{form:?}");
    }
}

/// Inputs that a careless program would play for ever, or not at all.
#[test]
fn every_input_comes_to_an_end() {
    let mut million = b"3\n1000000".to_vec();
    for side in 0..1_000_000 {
        million.extend(format!(" {}", side % 50).bytes());
    }
    million.extend(b"\n6 1 2 3 4 5 6\n1 6\n");
    for (input, best) in [
        (b"2\n1 6\n2 6 6\n".to_vec(), "1. 1 Seiten -> : 6; 0.00%"),
        (b"2\n1 0\n2 0 0\n".to_vec(), "1. 1 Seiten -> : 0; 0.00%"),
        (
            b"2\n4 1 2 3 4\n1 1\n".to_vec(),
            "1. 4 Seiten -> : 1 2 3 4; 0.00%",
        ),
        (
            b"2\n2 4294967295 4294967295\n2 44 43\n".to_vec(),
            "1. 2 Seiten -> : 4294967295 4294967295; 0.00%",
        ),
        (million, "1. 6 Seiten -> : 1 2 3 4 5 6; "),
    ] {
        let output = run(&["--spiele", "1000"], &input);
        let list = text(&output.stdout);
        assert!(
            list.lines().nth(1).unwrap().starts_with(best),
            "{}",
            &list[..200]
        );
    }
}

/// Faces are printed in the order of the file, not sorted, and numbers without leading zeros.
#[test]
fn faces_are_printed_as_they_stood() {
    let output = run(&["--spiele", "2"], b"2\n4 6 1 0 6\n3 2 01 2\n");
    let faces: Vec<String> = order(text(&output.stdout));
    assert_eq!(faces, ["6 1 0 6", "2 1 2"]);
}

#[test]
fn dice_of_equal_strength_stay_in_file_order() {
    let output = run(&["--spiele", "2"], b"3\n1 3\n1 1\n1 2\n");
    assert_eq!(
        text(&output.stdout),
        "Würfel-Bestenliste:\n\
         1. 1 Seiten -> : 3; 0.00%\n\
         2. 1 Seiten -> : 1; 0.00%\n\
         3. 1 Seiten -> : 2; 0.00%\n"
    );
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    for arguments in [
        &["--spiele", "2"][..],
        &["--hilfe"],
        &["sixjack", "-q", "1,1,1,1,1,1"],
        &["sixjack", "-q", "--protokoll", "6,x,x,x,x,x"],
        &["sixjack", "--optimal"],
        &["spiel", "-q", "--brett"],
        &["erzeuge", "zsh"],
    ] {
        let mut child = Command::new(binary())
            .args(arguments)
            .stdin(File::open(root().join("beispiele/wuerfel0.txt")).unwrap())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(text(&output.stderr), "", "{arguments:?}");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    }
}

/// Reading or writing fails: exit code 1, and the system's words are German too.
#[test]
#[cfg(target_os = "linux")]
fn streams_that_fail() {
    let program = |arguments: &[&str], stdin: &str, stdout: &str| {
        Command::new(binary())
            .args(arguments)
            .stdin(File::open(stdin).unwrap())
            .stdout(File::options().write(true).open(stdout).unwrap())
            .stderr(Stdio::piped())
            .output()
            .unwrap()
    };
    let dice = root().join("beispiele/wuerfel0.txt");
    for (stdin, stdout, message) in [
        (
            "/",
            "/dev/null",
            "die Standardeingabe ist nicht lesbar: das ist ein Verzeichnis, keine Datei\n",
        ),
        (
            dice.to_str().unwrap(),
            "/dev/full",
            "die Standardausgabe ist nicht beschreibbar: kein Platz mehr auf dem Datenträger\n",
        ),
    ] {
        let output = program(&["-q", "--spiele", "2"], stdin, stdout);
        assert_eq!(text(&output.stderr), message);
        assert_eq!(output.status.code(), Some(1));
    }
    for arguments in [
        &["--protokoll", "1,1,1,1,1,1"][..],
        &["1,1,1,1,1,1"],
        &["--optimal"],
    ] {
        let output = program(
            &[&["sixjack"], arguments].concat(),
            "/dev/null",
            "/dev/full",
        );
        assert_eq!(
            text(&output.stderr),
            "die Standardausgabe ist nicht beschreibbar: kein Platz mehr auf dem Datenträger\n"
        );
        assert_eq!(output.status.code(), Some(1));
    }
}

/// Through a shell, as only it can close a stream.
#[test]
#[cfg(unix)]
fn streams_that_are_closed() {
    let shell = |script: &str| {
        Command::new("sh")
            .args(["-c", script, "sh"])
            .arg(binary())
            .arg(root().join("beispiele/wuerfel0.txt"))
            .output()
            .unwrap()
    };
    let output = shell("\"$1\" <&-");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).starts_with("Zeile 1: die Eingabe ist leer"));
    let output = shell("\"$1\" --spiele 2 < \"$2\" 2>&-");
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stdout).starts_with("Würfel-Bestenliste:\n"));
}

/// A person at a terminal is told what is expected, unless that was asked not to be. The terminal
/// comes from `script`, which echoes what is typed and prints all streams together.
#[test]
#[cfg(target_os = "linux")]
fn a_terminal_is_told_what_is_expected() {
    let at_terminal = |options: &str| {
        let command = format!("'{}' --spiele 2 {options}", binary().display());
        let mut child = Command::new("script")
            .args(["-qec", &command, "/dev/null"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(TWO_DICE).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8(output.stdout).unwrap()
    };
    let hint = "Warte auf Würfel von der Tastatur (Ende mit Strg+D); aus einer Datei: \
                wuerfelglueck < DATEI, Hilfe: wuerfelglueck --hilfe\r\n";
    let shown = at_terminal("");
    assert!(shown.contains(hint), "{shown}");
    assert!(shown.contains("Würfel-Bestenliste:"), "{shown}");
    assert!(!at_terminal("-q").contains("Warte"));
}

/// Long work shows how far it is at a terminal, and takes the line away at its end.
#[test]
#[cfg(target_os = "linux")]
fn progress_is_shown_at_a_terminal() {
    let at_terminal = |options: &str| {
        let command = format!(
            "'{}' --faeden 1 --spiele 600000 {options} < beispiele/wuerfel2.txt | tail -1",
            binary().display()
        );
        let output = Command::new("script")
            .args(["-qec", &command, "/dev/null"])
            .env("TERM", "xterm")
            .stdin(Stdio::null())
            .current_dir(root())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8(output.stdout).unwrap()
    };
    let shown = at_terminal("");
    assert!(shown.contains("10 Paarungen"), "{shown}");
    assert!(shown.contains(" von 6.0 Mio. Spielen, noch "), "{shown}");
    let quiet = at_terminal("-q");
    assert!(
        quiet.starts_with("5. 6 Seiten -> : 1 1 1 1 1 6; "),
        "{quiet}"
    );
}

/// The most memory that the program has used when it prints its result, in KiB.
#[cfg(target_os = "linux")]
fn peak_memory(arguments: &[&str], input: &[u8]) -> u64 {
    let mut child = Command::new(binary())
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    // It is asked for more than a pipe holds, so that it waits for a reader when all is done.
    let mut first = [0];
    let mut out = child.stdout.take().unwrap();
    std::io::Read::read_exact(&mut out, &mut first).unwrap();
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    drop(out);
    child.wait().unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let peak = peak.unwrap().trim().trim_end_matches(" kB");
    peak.parse().unwrap()
}

/// 200 dice, 19,900 pairings: eight times the games take as much memory, and the tables no more than they
/// may, a quarter of what all of them would. Seed 200.
#[test]
#[ignore = "long: part of make test-all"]
#[cfg(target_os = "linux")]
fn memory_does_not_grow_with_the_games() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(200);
    let mut dice = String::from("200\n");
    for _ in 0..200 {
        let sides = rng.random_range(3..8);
        let faces: Vec<String> = (0..sides)
            .map(|_| rng.random_range(1..8u32).to_string())
            .collect();
        dice += &format!("{} {} 6\n", sides + 1, faces.join(" "));
    }
    let peak = |games, memory| {
        let arguments = ["-q", "--format", "json", "--spiele", games];
        let arguments = [&arguments[..], &["--speicher", memory]].concat();
        peak_memory(&arguments, dice.as_bytes())
    };
    let [few, many, tight] =
        [("256", "1"), ("2048", "1"), ("256", "0.05")].map(|(games, memory)| peak(games, memory));
    println!("{few} KiB, {many} KiB, {tight} KiB");
    assert!(many < few + few / 20, "{few} {many}");
    // In KiB; and as much again for the pairings, the program, and tables while they are built.
    assert!(tight < 2 * 52_429, "{tight}");
    assert!(few > 200_000, "{few}");
}
