//! The command `pruefe`.

use std::fs;

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
            assert_eq!(
                (&text[..], output.status.code()),
                ("bestanden\n", Some(0)),
                "{name} {more:?}"
            );
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
