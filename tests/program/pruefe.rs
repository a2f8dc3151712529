//! The command `pruefe`.

use std::fs;
use std::path::Path;

use quick_junit::Report;

use crate::process::{root, run};
use crate::replay::fixture;

#[test]
fn transcripts() {
    assert!(fixture("pruefe.txt") >= 10);
}

/// What the program prints passes: with no tolerance for shares what it prints with the same options, and its
/// examples, at another seed and, where that is fast, without chance. So few games leave some orders of neighbours
/// open that are about a point apart.
#[test]
fn own_lists_pass() {
    const FEW: [&str; 5] = ["-q", "--genauigkeit", "1", "--hoechstens", "16000"];
    let examples = fs::read_dir(root().join("beispiele")).unwrap();
    let names = examples.filter_map(|entry| {
        let name = entry.unwrap().file_name().into_string().unwrap();
        name.strip_suffix(".soll").map(str::to_string)
    });
    let mut number = 0;
    for name in names {
        number += 1;
        let file = format!("beispiele/{name}.txt");
        let own = run(&FEW, &fs::read(root().join(&file)).unwrap()).stdout;
        let example = fs::read(root().join(format!("beispiele/{name}.soll"))).unwrap();
        let check = |more: &[&str], list: &[u8]| {
            let output = run(&[&["pruefe", &file], more].concat(), list);
            let text = String::from_utf8(output.stdout).unwrap();
            // Of the sentence behind it, one in a hundred names too few games.
            assert!(text.starts_with("bestanden"), "{name} {more:?}: {text}");
            assert_eq!(output.status.code(), Some(0), "{name} {more:?}");
        };
        let exactly = ["--toleranz", "0", "--spielraum", "2"];
        check(&[&FEW[..], &exactly].concat(), &own);
        let other = ["--saat", "7", "--spielraum", "2"];
        check(&[&FEW[..], &other].concat(), &example);
        if name == "weit" {
            check(&["-q", "--exakt", "--toleranz", "0.5"], &example);
        }
    }
    assert!(number >= 9, "only {number} examples");
}

/// JUnit XML is read by a parser, whatever the names of lists are; it counts what the lists are.
#[test]
fn junit_is_well_formed() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("<a> & \"b\" ]]> ä");
    fs::create_dir_all(&folder).unwrap();
    let names = ["gut", "schlecht", "\u{1b}[1mleer"].map(|name| folder.join(name));
    let good = fs::read_to_string(root().join("beispiele/wuerfel2.soll")).unwrap();
    fs::write(&names[0], &good).unwrap();
    fs::write(&names[1], good.replace("1 1 6 6 6 6", "1 1 <6> & ]]>")).unwrap();
    fs::write(&names[2], "").unwrap();
    let options = ["pruefe", "-q", "--gespielt", "100", "--format", "junit"];
    let names = names.each_ref().map(|name| name.to_str().unwrap());
    let arguments = [&options[..], &["beispiele/wuerfel2.txt"], &names].concat();
    let output = run(&arguments, b"");
    assert_eq!(output.status.code(), Some(1));
    let report = Report::deserialize_from_str(&String::from_utf8(output.stdout).unwrap()).unwrap();
    assert_eq!((report.tests, report.failures, report.errors), (3, 2, 0));
    let suite = &report.test_suites[0];
    assert_eq!(suite.name.as_str(), "beispiele/wuerfel2.txt");
    let cases: Vec<&str> = suite
        .test_cases
        .iter()
        .map(|case| case.name.as_str())
        .collect();
    assert_eq!(cases[..2], names[..2]);
}

/// All names of findings are in the README for those who read JSON.
#[test]
fn names_of_findings_are_told() {
    let source = fs::read_to_string(root().join("src/check/findings.rs")).unwrap();
    let readme = fs::read_to_string(root().join("src/check/README.md")).unwrap();
    let names = source.split(", Subject::").skip(1);
    let names = names.filter_map(|rest| rest.split('"').nth(1));
    let names: Vec<&str> = names.collect();
    assert!(names.len() > 20);
    for name in names {
        assert!(readme.contains(&format!("`{name}`")), "{name}");
    }
}

/// A list of each rule set is told from those of the others.
#[test]
fn the_rules_of_a_list_are_found() {
    let name = "beispiele/wuerfel1.txt";
    let file = fs::read(root().join(name)).unwrap();
    for rules in ["offiziell", "zielzuerst", "wlr"] {
        let of_list = ["-q", "--spiele", "8000", "--saat", "5", "--regeln", rules];
        let list = run(&of_list, &file).stdout;
        let truth = [
            "pruefe",
            "-q",
            "--genauigkeit",
            "1",
            "--regeln",
            "alle",
            name,
        ];
        let output = run(&truth, &list);
        let text = String::from_utf8(output.stdout).unwrap();
        let first = format!("Am besten passen die Regeln {rules}.\n{rules}: 0 Mängel, ");
        assert!(text.starts_with(&first), "{text}");
        let last = text.lines().last().unwrap();
        assert!(last.starts_with("bestanden"), "{last}");
        assert_eq!(output.status.code(), Some(0));
    }
}
