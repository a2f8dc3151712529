//! The command `pruefe`.

use std::fs;

use usvg::roxmltree::{Document, Node};

use crate::formats::examples;
use crate::support::process::{feed, print, program, read, temporary};

/// What the program prints passes: with no tolerance for shares what it prints with the same options, and its
/// examples, at another seed and, where that is fast, without chance. So few games leave some orders of neighbours
/// open that are about a point apart.
#[test]
fn own_lists_pass() {
    const FEW: &str = "-q --genauigkeit 1 --hoechstens 16000";
    for (file, example) in examples() {
        let own = print(&format!("{FEW} {file}"), "");
        let check = |options: &str, list: &str| {
            let said = print(&format!("pruefe {file} {options}"), list);
            // Of the sentence behind it, one in a hundred names too few games.
            assert!(said.starts_with("bestanden"), "{file} {options}: {said}");
        };
        check(&format!("{FEW} --toleranz 0 --spielraum 2"), &own);
        check(&format!("{FEW} --saat 7 --spielraum 2"), &example);
        if file.ends_with("weit.txt") {
            check("-q --exakt --toleranz 0.5", &example);
        }
    }
}

/// JUnit XML is read by a parser, whatever the names of lists are; it counts what the lists are.
#[test]
fn junit_is_well_formed() {
    let folder = temporary("<a> & \"b\" ]]> ä");
    fs::create_dir_all(&folder).unwrap();
    let names = ["gut", "schlecht", "\u{1b}[1mleer"].map(|name| folder.join(name));
    let good = read("beispiele/wuerfel2.soll");
    fs::write(&names[0], &good).unwrap();
    fs::write(&names[1], good.replace("1 1 6 6 6 6", "1 1 <6> & ]]>")).unwrap();
    fs::write(&names[2], "").unwrap();
    let mut check = program("pruefe -q --gespielt 100 --format junit beispiele/wuerfel2.txt");
    let checked = feed(check.args(&names), "");
    assert_eq!(checked.code, 1);
    let report = Document::parse(&checked.out).unwrap();
    let elements = |name: &'static str| {
        let all = report
            .descendants()
            .filter(move |node| node.has_tag_name(name));
        all.collect::<Vec<Node>>()
    };
    let attribute = |node: &Node, name: &str| node.attribute(name).unwrap().to_string();
    for (name, number) in [("tests", "3"), ("failures", "2"), ("errors", "0")] {
        assert_eq!(attribute(&report.root_element(), name), number, "{name}");
    }
    assert_eq!(
        attribute(&elements("testsuite")[0], "name"),
        "beispiele/wuerfel2.txt"
    );
    let cases = elements("testcase");
    assert_eq!(cases.len(), 3);
    for (case, name) in cases.iter().zip(&names).take(2) {
        assert_eq!(attribute(case, "name"), name.to_str().unwrap());
    }
    assert_eq!(elements("failure").len(), 2);
}

/// All names of findings are in the README for those who read JSON.
#[test]
fn names_of_findings_are_told() {
    let source = read("src/check/findings.rs");
    let readme = read("src/report/README.md");
    let names = source.split(", Subject::").skip(1);
    let names: Vec<&str> = names.filter_map(|rest| rest.split('"').nth(1)).collect();
    assert!(names.len() > 20);
    for name in names {
        assert!(readme.contains(&format!("`{name}`")), "{name}");
    }
}

/// A list of each rule set is told from those of the others.
#[test]
fn the_rules_of_a_list_are_found() {
    let file = "beispiele/wuerfel1.txt";
    for rules in ["offiziell", "zielzuerst", "wlr"] {
        let list = print(
            &format!("-q --spiele 8000 --saat 5 --regeln {rules} {file}"),
            "",
        );
        let said = print(
            &format!("pruefe -q --spiele 8000 --regeln alle {file}"),
            list,
        );
        let first = format!("Am besten passen die Regeln {rules}.\n{rules}: 0 Mängel, ");
        assert!(said.starts_with(&first), "{said}");
        assert!(
            said.lines().last().unwrap().starts_with("bestanden"),
            "{said}"
        );
    }
}
