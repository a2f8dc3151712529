//! Feedback to a class: short enough to be read, nothing said twice, and a picture without empty
//! panels.

use std::collections::HashSet;
use std::sync::LazyLock;

use itertools::Itertools;

use crate::support::process::{feed, shell, temporary};

/// The options that name the dice files of the class.
const DICE_FILES: &str =
    "--datei wuerfel0.txt --datei wuerfel1.txt --datei wuerfel2.txt --datei wuerfel3.txt";

/// The output of `pruefe` about the class of twelve, in three formats.
struct Feedback {
    markdown: String,
    tsv: String,
    svg: String,
}

/// The feedback, which all tests share.
static FEEDBACK: LazyLock<Feedback> = LazyLock::new(|| {
    let parent = temporary();
    let mut script = shell("sh tests/support/zwoelf.sh");
    let made = feed(script.env("TMPDIR", parent.path()), "");
    let folder = made.out.trim_end();
    let judge = |format: &str| {
        let command = format!(
            "wuerfelglueck pruefe -q --spiele 4000 --gespielt 400 {DICE_FILES} --format {format} \
             abgaben/8a/*"
        );
        let run = feed(shell(&command).current_dir(folder), "");
        assert_eq!(run.code, 1, "{}", run.err);
        run.out
    };
    Feedback {
        markdown: judge("markdown"),
        tsv: judge("tsv"),
        svg: judge("svg"),
    }
});

/// No section about a submission has a sentence of more than three words twice.
#[test]
#[ignore = "a class of twelve in three formats: its text stands in `rueckmeldung.txt`"]
fn feedback_is_short_and_says_nothing_twice() {
    let text = &FEEDBACK.markdown;
    assert!(text.lines().count() <= 110, "{}", text.lines().count());
    let longest = text.lines().map(|line| line.chars().count()).max();
    assert!(longest.unwrap() <= 300, "{longest:?}");
    let sections = text.split("\n## ").skip(1).collect_vec();
    assert_eq!(sections.len(), 12 + 1);
    for section in &sections[..12] {
        let mut said = HashSet::new();
        let repeated = section
            .split(['.', '\n', ':'])
            .map(str::trim)
            .filter(|sentence| sentence.split(' ').count() > 3)
            .find(|sentence| !said.insert(*sentence));
        assert_eq!(repeated, None, "{section}");
    }
    let table = sections[12].lines().filter(|line| line.starts_with("| "));
    assert_eq!(table.count(), 12 + 2);
}

/// Every list that has not passed has its line, unless all lists of the submission are missing, and
/// no other has one.
#[test]
#[ignore = "a class of twelve in three formats: its text stands in `rueckmeldung.txt`"]
fn wrong_lists_have_a_line_each() {
    let Feedback { markdown, tsv, .. } = &*FEEDBACK;
    let rows = tsv.lines().skip(1).map(|row| row.split('\t').collect_vec());
    for (submission, rows) in &rows.chunk_by(|row| row[0]) {
        let name = submission.rsplit('/').next().unwrap();
        let (_, section) = markdown.split_once(&format!("\n## {name}\n")).unwrap();
        let (section, _) = section.split_once("\n## ").unwrap();
        let lists = rows.collect_vec();
        let is_missing = lists.iter().all(|row| row[4] == "fehlt");
        for row in lists {
            let mut points = section.lines().filter(|line| line.starts_with("- "));
            let is_told = points.any(|line| line.split(": ").next().unwrap().contains(row[2]));
            let is_wrong = row[4] != "bestanden" && !is_missing;
            assert_eq!(is_told, is_wrong, "{submission}, {}: {section}", row[2]);
        }
    }
}

/// In the picture, lists that cannot be compared have no panel, but a line below.
#[test]
#[ignore = "a class of twelve in three formats: its text stands in `rueckmeldung.txt`"]
fn picture_has_no_empty_panels() {
    let picture = &FEEDBACK.svg;
    // The lists of each file that are there and name dice, of twelve submissions; each panel has a
    // point for the true share of each die.
    let points: usize = [(11, 6), (10, 6), (10, 5), (10, 6)]
        .map(|(panels, dice)| panels * dice)
        .iter()
        .sum();
    let legends = 4;
    assert_eq!(picture.matches("class=\"mark\"").count(), points + legends);
    let texts = picture.lines().filter(|line| line.starts_with("<text"));
    let told = texts.filter(|line| line.contains(": fehlt") || line.contains(": unlesbar"));
    assert_eq!(told.count(), 4 + 2 + 1);
}
