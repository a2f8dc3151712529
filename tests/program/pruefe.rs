//! The command `pruefe`: its XML for tools, and its findings about planted faults.

use std::{env, fs};

use itertools::Itertools;
use serde_json::Value;
use usvg::roxmltree::{Document, Node};

use crate::support::process::{feed, program, read, root, temporary};

/// A parser reads JUnit XML, even with special characters in the names of lists, and its counts are
/// those of the verdicts.
#[test]
fn junit_is_well_formed() {
    let temporary = temporary();
    let folder = temporary.path().join("<a> & \"b\" ]]> ä");
    fs::create_dir_all(&folder).unwrap();
    let names = ["gut", "schlecht", "\u{1b}[1mleer"].map(|name| folder.join(name));
    let good = read("beispiele/wuerfel2.soll");
    fs::write(&names[0], &good).unwrap();
    fs::write(&names[1], good.replace("1 1 6 6 6 6", "1 1 <6> & ]]>")).unwrap();
    fs::write(&names[2], "").unwrap();
    let mut check =
        program("pruefe -q --spiele 4000 --gespielt 100 --format junit beispiele/wuerfel2.txt");
    let checked = feed(check.args(&names), "");
    assert_eq!(checked.code, 1);
    let report = Document::parse(&checked.out).unwrap();
    let elements = |name: &'static str| {
        report
            .descendants()
            .filter(|node| node.has_tag_name(name))
            .collect_vec()
    };
    let attribute = |node: &Node, name: &str| node.attribute(name).unwrap().to_string();
    for (name, number) in [("tests", "3"), ("failures", "1"), ("errors", "1")] {
        assert_eq!(attribute(&report.root_element(), name), number, "{name}");
    }
    let suite = &elements("testsuite")[0];
    assert_eq!(attribute(suite, "name"), "beispiele/wuerfel2.txt");
    let cases = elements("testcase");
    assert_eq!(cases.len(), 3);
    for (case, name) in cases.iter().zip(&names).take(2) {
        assert_eq!(attribute(case, "name"), name.to_str().unwrap());
    }
    assert_eq!(elements("failure").len(), 1);
    assert_eq!(elements("error").len(), 1);
}

/// A way to name the lists of a submission: the name of the list with this index.
type Naming = fn(usize) -> String;

/// Ways to name lists whose dice do not tell their dice file: by its name, or by its number.
const NAMINGS: [Naming; 8] = [
    |index| format!("liste{index}.txt"),
    |index| format!("ausgabe-{}.txt", index + 1),
    |index| format!("Wuerfel{index}.csv"),
    |index| format!("bestenliste_wuerfel{index}"),
    |index| format!("WÜRFEL{index}.out"),
    |index| format!("ergebnis {} von anna.log", index + 4),
    |index| format!("a1_Aufgabe{index}.txt"),
    |index| format!("wuerfel{index}.liste"),
];

/// Ways to print the number of a die and its share, or its wins of 1000 games.
const LINES: [fn(usize, f64) -> String; 4] = [
    |die, share| format!("{die}\t{share:.1}"),
    |die, share| format!("Würfel {die}: {}", share / 100.0),
    |die, share| format!("{} = {:.0}/1000", die - 1, 10.0 * share),
    |die, share| format!("Spieler {die} gewinnt {share:.2} %"),
];

/// In a class of 31, each list is judged by its own dice file, whatever the files are called, and one
/// that nobody can assign is not judged.
#[test]
fn lists_of_a_class_are_assigned_to_their_dice_files() {
    let temporary = temporary();
    let folder = temporary.path();
    let dice = [
        "3\n6 1 2 3 4 5 6\n6 1 6 6 6 6 6\n6 1 1 1 1 1 6\n",
        "3\n6 1 1 1 1 1 6\n6 1 2 3 4 5 6\n6 1 6 6 6 6 6\n",
        "3\n6 1 6 6 6 6 6\n6 1 1 1 1 1 6\n6 1 2 3 4 5 6\n",
    ];
    let shares = [[48.3, 100.0, 1.7], [1.7, 48.3, 100.0], [100.0, 1.7, 48.3]];
    let files = (0..3).map(|index| folder.join(format!("wuerfel{index}.txt")));
    let files = files.collect_vec();
    for (file, text) in files.iter().zip(dice) {
        fs::write(file, text).unwrap();
    }
    let mut check = program("pruefe -q --genauigkeit 5 --format json");
    for file in &files {
        check.arg("--datei").arg(file);
    }
    for submission in 0..31 {
        let line = LINES[submission / NAMINGS.len()];
        let naming = NAMINGS[submission % NAMINGS.len()];
        let folder = folder.join(format!("abgabe{submission}"));
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("programm7.py"), "print('Würfel 1: 3 von 4')\n").unwrap();
        for (index, shares) in shares.iter().enumerate() {
            let mut lines = shares.iter().zip(1..).map(|(share, die)| line(die, *share));
            fs::write(folder.join(naming(index)), lines.join("\n")).unwrap();
        }
        check.arg(folder);
    }
    let last = folder.join("abgabe31");
    fs::create_dir(&last).unwrap();
    for name in ["alpha", "beta", "gamma"] {
        fs::write(last.join(name), "1\t48.3\n2\t100\n3\t1.7\n").unwrap();
    }
    let checked: Value = serde_json::from_str(&feed(check.arg(last), "").out).unwrap();
    let outcomes = checked["abgaben"].as_array().unwrap().iter();
    let outcomes = outcomes.map(|submission| submission["urteil"].as_str().unwrap());
    assert_eq!(
        outcomes.collect_vec(),
        [&["bestanden"; 31][..], &["nicht beurteilt"]].concat()
    );
}

/// The fixture with planted faults.
const PLANTED: &str = "tests/fixtures/listen.txt";

/// A block of `fixtures/listen.txt`: a list of wuerfel0 with a planted fault.
struct PlantedList<'a> {
    title: &'a str,
    /// The list as the fixture has it, with escapes for characters that cannot be seen, and a line
    /// feed at the end.
    text: String,
}

/// Returns the blocks of the fixture. New ones have no findings as yet.
fn planted_lists(file: &str) -> Vec<PlantedList<'_>> {
    let blocks = file.split("\n# ").skip(1).map(|block| {
        let (title, list) = block.split_once('\n').unwrap();
        let written = match list.find("\n=> ") {
            Some(end) => &list[..end],
            None => list.trim_end_matches('\n'),
        };
        PlantedList {
            title,
            text: format!("{written}\n"),
        }
    });
    blocks.collect()
}

/// Replaces the escapes in the text of a list: a backslash before the end of a line that goes on,
/// `\r`, `\t`, and characters by their number, such as `\u{1b}`.
fn unescaped(text: &str) -> String {
    let mut plain = text
        .replace("\\\n", "")
        .replace("\\r", "\r")
        .replace("\\t", "\t");
    while let Some((before, behind)) = plain.split_once("\\u{") {
        let (code, behind) = behind.split_once('}').unwrap();
        let character = char::from_u32(u32::from_str_radix(code, 16).unwrap()).unwrap();
        plain = format!("{before}{character}{behind}");
    }
    plain
}

/// Returns the verdicts on `lists` in one run, in which their names are numbers from 100.
fn check_planted(lists: &[PlantedList], format: &str) -> String {
    let folder = temporary();
    let names = (100..100 + lists.len())
        .map(|number| number.to_string())
        .collect_vec();
    for (name, list) in names.iter().zip(lists) {
        fs::write(folder.path().join(name), unescaped(&list.text)).unwrap();
    }
    let mut check = program("pruefe -q --spielraum 1 --format");
    check.arg(format).arg(root().join("beispiele/wuerfel0.txt"));
    feed(check.args(&names).current_dir(folder.path()), "").out
}

/// The findings about lists with planted faults are those below each in `fixtures/listen.txt`. With
/// `BLESS=1` they are written anew.
#[test]
fn planted_faults_are_found() {
    let file = read(PLANTED);
    let lists = planted_lists(&file);
    assert!(lists.len() > 50);
    let printed = check_planted(&lists, "text");
    let mut found = file.split("\n# ").next().unwrap().to_string();
    for (list, number) in lists.iter().zip(100..) {
        let name = format!("{number}: ");
        let findings = printed
            .lines()
            .filter_map(|line| line.strip_prefix(&name))
            .map(|line| format!("=> {line}"))
            .join("\n");
        found += &format!("\n# {}\n{}{findings}", list.title, list.text);
    }
    found += "\n";
    if env::var_os("BLESS").is_some() {
        fs::write(root().join(PLANTED), &found).unwrap();
    } else {
        let mut lines = found.lines().zip_longest(file.lines());
        let different = lines.find(|pair| pair.as_ref().both().is_none_or(|(a, b)| a != b));
        assert_eq!(different, None, "BLESS=1 writes {PLANTED} anew");
    }
}

/// The README for programs that read JSON has the names of all findings about planted faults.
#[test]
#[ignore = "a second: a page for programs that read JSON"]
fn names_of_findings_are_told() {
    let file = read(PLANTED);
    let printed = check_planted(&planted_lists(&file), "json");
    let value: Value = serde_json::from_str(&printed).unwrap();
    let readme = read("src/report/README.md");
    let mut names = Vec::new();
    collect_names(&value, &mut names);
    let unique = names.iter().unique().collect_vec();
    assert!(unique.len() > 20, "{unique:?}");
    for name in unique {
        assert!(readme.contains(&format!("`{name}`")), "{name}");
    }
}

/// Collects the names of all findings in a JSON value.
fn collect_names<'a>(value: &'a Value, names: &mut Vec<&'a str>) {
    match value {
        Value::Object(fields) => {
            names.extend(fields.get("befund").and_then(Value::as_str));
            fields
                .values()
                .for_each(|value| collect_names(value, names));
        }
        Value::Array(values) => values.iter().for_each(|value| collect_names(value, names)),
        _ => {}
    }
}
