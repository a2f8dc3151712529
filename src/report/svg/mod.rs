//! Results as pictures, in SVG: one file a picture, and what they have in common in `canvas`.

mod canvas;
pub mod claims;
mod list;
mod matrix;

use itertools::Itertools;

use super::{ListReport, RankedList, heading};
use canvas::Picture;
use wuerfelglueck::ranking::Criterion;

/// Draws the lists, or with the pairings their matrices instead, one below the other.
pub fn render(report: &ListReport) -> String {
    let run = report.run;
    let mut picture = Picture::default();
    let mut told = Vec::new();
    for (list, label) in run.lists.iter().zip(run.labels()) {
        let (dice, ranking) = (report.dice, &list.ranking);
        told.push(if report.pairings {
            matrix::draw(&mut picture, dice, ranking)
        } else {
            list::draw(&mut picture, dice, ranking, &heading(&label))
        });
        picture.small_print(&origin(&[list], "", Some(run.seed)));
        picture.y += 4.0;
    }
    let descriptions = told.iter().map(|[_, one]| one).unique();
    picture.finish(&told[0][0], &descriptions.format("; ").to_string())
}

/// What must be said so that a picture of these rankings can be made again; `what` says what games
/// there are of.
fn origin(lists: &[&RankedList], what: &str, seed: Option<u64>) -> String {
    let program = concat!(env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION"));
    if lists.is_empty() {
        return program.into();
    }
    let mut rules = lists.iter().map(|list| list.rules).unique();
    let mut parts = vec![format!("Regeln {}", rules.join(", "))];
    let plans = lists.iter().map(|list| list.ranking.plan);
    let criteria = plans.map(|plan| plan.criterion.name()).unique().join(", ");
    if criteria != Criterion::Wins.name() {
        parts.push(format!("Wertung {criteria}"));
    }
    let played = lists.iter().filter_map(|list| list.ranking.played());
    let games = played.flatten().map(|one| one.tally().games());
    if let Some((least, most)) = games.minmax().into_option() {
        let games = [least, most].iter().dedup().join(" bis ");
        parts.push(format!("{what}{games} Spiele je Paarung"));
        parts.extend(seed.map(|seed| format!("Saat {seed}")));
    } else {
        parts.push(format!("{what}ohne Zufall"));
    }
    parts.push(program.into());
    parts.join(" · ")
}
