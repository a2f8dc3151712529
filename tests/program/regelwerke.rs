//! Rule sets with deviations, in all commands, and how `regeln` explains them.

use crate::process::run;
use crate::replay::fixture;
use crate::text;

#[test]
fn transcripts() {
    assert!(fixture("regelwerke.txt") >= 12);
}

/// What `regeln` prints, with this word or without any.
fn explained(name: Option<&str>) -> String {
    let arguments: Vec<&str> = ["regeln"].into_iter().chain(name).collect();
    let output = run(&arguments, b"");
    assert_eq!(output.status.code(), Some(0), "{name:?}");
    assert_eq!(text(&output.stderr), "", "{name:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The names that stand in the first column of the table of deviations.
fn names() -> Vec<String> {
    let all = explained(None);
    let (_, table) = all.split_once("\nDIE ABWEICHUNGEN\n").unwrap();
    let (table, _) = table.split_once("\nEinander schließen aus:\n").unwrap();
    let rows = table.lines().filter(|line| {
        let name = line.strip_prefix("  ");
        name.is_some_and(|name| !name.starts_with([' ', '-']) && !name.starts_with("wuerfelglueck"))
    });
    let names = rows.map(|row| row.split_whitespace().next().unwrap().to_string());
    names.collect()
}

/// Every deviation has a sentence in the table, behind the text of a rule set that has it, and alone.
#[test]
fn every_deviation_is_explained() {
    let (all, offiziell) = (explained(None), explained(Some("offiziell")));
    assert_eq!(names().len(), 19);
    for name in names() {
        let alone = explained(Some(&name));
        let (sentence, _) = alone.split_once("\n\n").unwrap();
        assert!(sentence.starts_with(&format!("  {name} ")), "{name}");
        assert!(sentence.ends_with('.'), "{name}");
        assert!(all.contains(&format!("\n{sentence}\n")), "{name}");
        let with_base = explained(Some(&format!("offiziell+{name}")));
        assert!(with_base.starts_with(&offiziell), "{name}");
        assert!(with_base.ends_with(&format!("\n\n{sentence}\n")), "{name}");
    }
}

#[test]
fn explanations_are_no_wider_than_72_columns() {
    let several = "wlr+auswuerfeln";
    for name in [None, Some("zielzuerst"), Some(several)] {
        let text = explained(name);
        let mut lines = text.lines();
        assert!(lines.all(|line| line.chars().count() <= 72), "{name:?}");
        let mut lines = text.lines();
        assert!(lines.all(|line| line.trim_end() == line), "{name:?}");
    }
}

/// Each deviation alone makes a list, whose name `paare` writes as it was given.
#[test]
fn every_deviation_plays() {
    for name in names() {
        let rules = format!("offiziell+{name}");
        let arguments = [
            "-q", "--spiele", "2", "--format", "paare", "--regeln", &rules,
        ];
        let output = run(&arguments, crate::TWO_DICE);
        let line = text(&output.stdout);
        assert_eq!(line.split('\t').nth(6), Some(&rules[..]), "{line}");
    }
}
