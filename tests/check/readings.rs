//! Readings of lists as programs print them.

use itertools::Itertools;
use judging::check::{ReadOptions, list};
use judging::reading::Form;

use crate::prelude::*;
use crate::support::process::{read, root};

/// The outcome of reading a list.
#[derive(Debug, PartialEq)]
pub(super) enum ReadOutcome {
    /// The share of each die in per cent, in the order of the file.
    Shares(Vec<Option<f64>>),
    /// The dice in the order of the list, which gives no shares.
    Order(Vec<usize>),
    /// The reason why it is no list.
    Refused(String),
}

/// Reads a list of these dice, by a `form` if there is one. Its numbers of games won are made
/// shares as if no game had been drawn.
pub(super) fn read_text(text: &[u8], dice: &[Die], form: Option<&str>) -> ReadOutcome {
    let form: Option<Form> = form.map(|form| form.parse().unwrap());
    let options = ReadOptions {
        form: form.as_ref(),
        ..ReadOptions::default()
    };
    let list = match list::parse(text, dice, options) {
        Ok(list) => list,
        Err(fault) => return ReadOutcome::Refused(fault.to_string()),
    };
    let games = list.known_games(dice.len(), None, false).exact();
    let list = list.with_shares(dice, games);
    let shares = list.shares_by_die(dice.len());
    if shares.iter().any(Option::is_some) {
        ReadOutcome::Shares(
            shares
                .iter()
                .map(|written| Some(100.0 * written.as_ref()?.share))
                .collect(),
        )
    } else {
        ReadOutcome::Order(list.claims.iter().filter_map(|claim| claim.die).collect())
    }
}

/// The lists of `fixtures/lesbar` that `erwartet.tsv` names, which was written by hand, are read as
/// it says.
#[test]
fn lists_of_programs_are_read() {
    let expected = read("tests/fixtures/lesbar/erwartet.tsv");
    let mut wrong = Vec::new();
    for line in expected.lines() {
        let (name, file, outcome, form, shares) = line.split('\t').collect_tuple().unwrap();
        let path = format!("tests/fixtures/lesbar/{name}.txt");
        let text = std::fs::read(root().join(path)).unwrap();
        let form = (!form.is_empty()).then_some(form);
        let got = read_text(&text, &example(file), form);
        let shares: Vec<f64> = shares
            .split(' ')
            .filter_map(|share| share.parse().ok())
            .collect();
        let is_right = match (&got, outcome) {
            (ReadOutcome::Refused(_), "unlesbar") => true,
            (ReadOutcome::Order(order), "reihenfolge") => order
                .iter()
                .map(|die| *die as f64 + 1.0)
                .eq(shares.iter().copied()),
            (ReadOutcome::Shares(got), "gelesen") => got
                .iter()
                .zip_eq(&shares)
                .all(|(got, share)| got.is_some_and(|got| (got - share).abs() < 0.0051)),
            _ => false,
        };
        if !is_right {
            wrong.push(format!("{name}: {got:?} instead of {outcome} {shares:?}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(expected.lines().count() > 100);
}
