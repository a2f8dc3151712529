//! The command `pruefe`.

use std::{env, fs};

use itertools::Itertools;
use serde_json::Value;
use usvg::roxmltree::{Document, Node};

use crate::support::process::{feed, program, read, root, temporary};

/// JUnit XML is read by a parser, whatever the names of lists are; it counts what the lists are.
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
        let all = report.descendants();
        all.filter(move |node| node.has_tag_name(name))
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

const PLANTED: &str = "tests/fixtures/listen.txt";

/// A block of `fixtures/listen.txt`: a list of wuerfel0 in which something is planted.
struct PlantedList<'a> {
    title: &'a str,
    /// The list as it stands there, with escapes for what cannot be seen.
    text: &'a str,
}

fn planted_lists(file: &str) -> Vec<PlantedList<'_>> {
    let blocks = file.split("\n# ").skip(1).map(|block| {
        let (title, list) = block.split_once('\n').unwrap();
        let end = list.find("\n=> ").map_or(list.len(), |end| end + 1);
        PlantedList {
            title,
            text: &list[..end],
        }
    });
    blocks.collect()
}

/// The text of a list in which `\\` stands before what cannot be seen: an end of line that is none,
/// `r`, `t`, and `u{1b}`.
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

/// Prints the verdicts on these lists in one run, in which each is called by its number, 100 and
/// on.
fn check_planted(lists: &[PlantedList], format: &str) -> String {
    let folder = temporary();
    let names = (100..100 + lists.len()).map(|number| number.to_string());
    let names = names.collect_vec();
    for (name, list) in names.iter().zip(lists) {
        fs::write(folder.path().join(name), unescaped(list.text)).unwrap();
    }
    let mut check = program("pruefe -q --spielraum 1 --format");
    check.arg(format).arg(root().join("beispiele/wuerfel0.txt"));
    feed(check.args(&names).current_dir(folder.path()), "").out
}

/// What is found in lists with something planted stands below each in `fixtures/listen.txt`, and
/// nothing else is. With `BLESS=1` it is written anew.
#[test]
fn what_is_planted_is_found() {
    let file = read(PLANTED);
    let lists = planted_lists(&file);
    assert!(lists.len() > 50);
    let printed = check_planted(&lists, "text");
    let mut found = file.split("\n# ").next().unwrap().to_string();
    for (list, number) in lists.iter().zip(100..) {
        let name = format!("{number}: ");
        let lines = printed.lines().filter_map(|line| line.strip_prefix(&name));
        let lines = lines.map(|line| format!("=> {line}")).join("\n");
        found += &format!("\n# {}\n{}{lines}", list.title, list.text);
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

/// All names of findings about planted faults are in the README for those who read JSON.
#[test]
fn names_of_findings_are_told() {
    let file = read(PLANTED);
    let printed = check_planted(&planted_lists(&file), "json");
    let value: Value = serde_json::from_str(&printed).unwrap();
    let readme = read("src/report/README.md");
    let mut names = Vec::new();
    collect_names(&value, &mut names);
    let names = names.into_iter().unique().collect_vec();
    assert!(names.len() > 20, "{names:?}");
    for name in names {
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
