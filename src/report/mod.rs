//! What is printed as a result, one file a format.
//!
//! Every format is a function that makes a text, so that a result is complete before the first byte
//! of it is printed. What can be printed in several formats has a type that holds all of it
//! (`ListReport`, [`Judged`](check::Judged)).

pub mod check;
pub(crate) mod compare;
pub(crate) mod diagnose;
pub(crate) mod json;
pub(crate) mod programs;
pub mod sixjack;
pub(crate) mod svg;
mod table;
pub(crate) mod text;
pub(crate) mod told;
pub(crate) mod tsv;

use std::cmp::Ordering;

use itertools::Itertools;

use wuerfelglueck::certainty::Decision;
use wuerfelglueck::dice::Die;
use wuerfelglueck::ranking::{Criterion, HeadToHead, Lead, Plan, Ranking};
use wuerfelglueck::rules::Rules;

/// The rankings of the same dice under some rule sets, by one or more criteria, and what was asked
/// of them.
#[derive(Debug)]
pub struct Found {
    /// The rule set and the criterion of each ranking that was asked for.
    pub asked: Vec<(Rules, Criterion)>,
    /// The first of them, at least one: all, unless the work ended early.
    pub rankings: Vec<(Rules, Ranking)>,
    /// What was done for each, as it is said.
    pub done: Vec<String>,
    /// The plan that gives the same rankings again.
    pub plan: Plan,
    /// The probability that any certified order of all lists is wrong, at most.
    pub error: f64,
    /// The option that gives more games.
    pub more: &'static str,
    /// The seed of the games.
    pub seed: u64,
    /// GiB that might be used, if the shares are computed without games.
    pub memory: Option<f64>,
    /// Whether the work ended before the lists were as sure as wanted.
    pub is_early: bool,
}

impl Found {
    /// What tells each list that was asked for apart from the others: `("Regeln", "wlr")`; nothing
    /// if there is only one.
    pub fn labels(&self) -> Vec<Vec<(&'static str, String)>> {
        let names = self.asked.iter().map(|(rules, criterion)| {
            let criterion = criterion.name().into();
            vec![("Regeln", rules.to_string()), ("Wertung", criterion)]
        });
        let mut labels = names.collect_vec();
        for what in [1, 0] {
            if labels.iter().map(|label| &label[what]).all_equal() {
                labels.iter_mut().for_each(|label| drop(label.remove(what)));
            }
        }
        labels
    }
}

/// The heading of a list with this label: `Regeln wlr`.
pub(crate) fn heading(label: &[(&str, String)]) -> String {
    let each = label.iter().map(|(what, name)| format!("{what} {name}"));
    each.format(", ").to_string()
}

pub(crate) struct ListReport<'a> {
    /// The dice in the order of the file.
    pub dice: &'a [Die],
    pub found: &'a Found,
    /// Whether the pairings, and circles of three dice, are wanted.
    pub pairings: bool,
    /// The characters of a line, if the list goes to a terminal.
    pub terminal: Option<usize>,
    /// Whether the text shall have bars, and whether they have colours.
    pub bars: bool,
    pub coloured: bool,
}

pub(crate) type RenderList = fn(&ListReport) -> String;

/// A die against another one: the ranks of both, from 1, what is known of the two, and the seats of
/// both in that.
type Against = ([usize; 2], HeadToHead, [usize; 2]);

/// Each die against each other that is `wanted` by the ranks of both, in the order of the list.
fn against(ranking: &Ranking, wanted: impl Fn([usize; 2]) -> bool) -> Vec<Against> {
    let ranks = ranking.ranks();
    let known = ranking.head_to_heads().into_iter();
    let all = known.cartesian_product([[0, 1], [1, 0]]);
    let all = all.map(|(one, seats)| (seats.map(|seat| ranks[one.dice[seat]]), one, seats));
    let mut wanted = all.filter(|(ranks, ..)| wanted(*ranks)).collect_vec();
    wanted.sort_unstable_by_key(|(ranks, ..)| *ranks);
    wanted
}

/// What is known about the order of two, for programs: whether it is certified, and in one word.
fn order(lead: Lead) -> [&'static str; 2] {
    match lead {
        Lead::Certified => ["ja", "gesichert"],
        Lead::Alike | Lead::Winless | Lead::Tied => ["gleich"; 2],
        Lead::Level => ["gleichauf"; 2],
        Lead::Open => ["nein", "offen"],
    }
}

/// The same about who of two wins more of their games.
fn duel(decision: Decision) -> [&'static str; 2] {
    order(match decision {
        Some(Ordering::Equal) => Lead::Level,
        Some(_) => Lead::Certified,
        None => Lead::Open,
    })
}
