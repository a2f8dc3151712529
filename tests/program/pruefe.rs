//! The command `pruefe`.

use std::fs;

use itertools::Itertools;
use usvg::roxmltree::{Document, Node};

use crate::support::process::{feed, program, read, temporary};

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
