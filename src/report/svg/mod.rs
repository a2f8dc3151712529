//! Results as pictures, in SVG: one file a picture, and what they have in common in `canvas`.

mod canvas;
pub mod claims;
mod list;
mod matrix;

use itertools::Itertools;

use super::run::{ListReport, RankedList};
use canvas::Picture;
use wuerfelglueck::ranking::Criterion;

/// The title of a picture, and a description for those who do not see it.
struct Caption {
    title: String,
    description: String,
}

/// Draws the lists, or with the pairings their matrices instead, one below the other.
pub fn render(report: &ListReport) -> String {
    let (run, dice) = (report.run, report.dice);
    let mut picture = Picture::default();
    let mut captions = Vec::new();
    for (list, label) in run.lists.iter().zip(run.labels()) {
        captions.push(if report.with_pairings {
            matrix::draw(&mut picture, dice, &list.ranking)
        } else {
            list::draw(&mut picture, dice, &list.ranking, &label.to_string())
        });
        picture.write_small_print(&describe_origin(&[list], "", Some(run.seed)));
        picture.y += 4.0;
    }
    let descriptions = captions.iter().map(|caption| &caption.description);
    picture.into_svg(&captions[0].title, &descriptions.unique().join("; "))
}

/// Describes the rules, games and program that make the same picture of these lists again.
/// `prefix` stands before the number of games.
fn describe_origin(lists: &[&RankedList], prefix: &str, seed: Option<u64>) -> String {
    let program = concat!(env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION"));
    if lists.is_empty() {
        return program.into();
    }
    let mut rules = lists.iter().map(|list| list.rules).unique();
    let mut parts = vec![format!("Regeln {}", rules.join(", "))];
    let criteria = lists
        .iter()
        .map(|list| list.ranking.plan.criterion.name())
        .unique()
        .join(", ");
    if criteria != Criterion::Wins.name() {
        parts.push(format!("Wertung {criteria}"));
    }
    let games = lists
        .iter()
        .filter_map(|list| list.ranking.played())
        .flatten()
        .map(|pairing| pairing.tally().games());
    if let Some((least, most)) = games.minmax().into_option() {
        let games = [least, most].iter().dedup().join(" bis ");
        parts.push(format!("{prefix}{games} Spiele je Paarung"));
        parts.extend(seed.map(|seed| format!("Saat {seed}")));
    } else {
        parts.push(format!("{prefix}ohne Zufall"));
    }
    parts.push(program.into());
    parts.join(" · ")
}
