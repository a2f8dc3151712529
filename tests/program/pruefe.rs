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
