//! What is printed as a result, one file a format.
//!
//! Every format is a function that makes a text, so that a result is complete before the first byte of it is printed. What
//! can be printed in several formats has a type that holds all of it (`ListReport`, [`Judged`](check::Judged)).

pub mod check;
pub(crate) mod compare;
pub(crate) mod diagnose;
pub(crate) mod json;
pub mod sixjack;
pub(crate) mod svg;
mod table;
pub(crate) mod text;
pub(crate) mod told;
pub(crate) mod tsv;

use std::cmp::Ordering;

use itertools::Itertools;

use crate::certainty::Decision;
use crate::dice::Die;
use crate::ranking::{Lead, Plan, Ranking, Share};
use crate::rules::Rules;

/// The rankings of the same dice under some rule sets, by one or more criteria, and what was asked of them.
#[derive(Debug)]
pub struct Found {
    /// At least one, in the order in which they are printed.
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
    /// What tells each list apart from the others: `("Regeln", "wlr")`; nothing if there is only one.
    pub fn labels(&self) -> Vec<Vec<(&'static str, String)>> {
        let name = |(rules, ranking): &(Rules, Ranking)| {
            let criterion = ranking.plan.criterion.name().into();
            [("Regeln", rules.to_string()), ("Wertung", criterion)]
        };
        let names = self.rankings.iter().map(name).collect_vec();
        let differs = |what: &usize| !names.iter().map(|name| &name[*what]).all_equal();
        let differing = [0, 1].into_iter().filter(differs).collect_vec();
        let label =
            |name: &[(_, String); 2]| differing.iter().map(|&what| name[what].clone()).collect();
        names.iter().map(label).collect()
    }
}

/// The heading of a list with this label: `Regeln wlr`.
pub(crate) fn heading(label: &[(&str, String)]) -> String {
    let each = label.iter().map(|(what, name)| format!("{what} {name}"));
    each.format(", ").to_string()
}

/// How bars are drawn.
#[derive(Clone, Copy)]
pub(crate) struct Bars {
    /// The width of a line in characters, which stands for 100 %.
    pub width: usize,
    /// Whether they have colours.
    pub coloured: bool,
}

pub(crate) struct ListReport<'a> {
    /// The dice in the order of the file.
    pub dice: &'a [Die],
    pub found: &'a Found,
    /// Whether the pairings, and circles of three dice, are wanted.
    pub pairings: bool,
    /// The characters of a line, if the list goes to a terminal.
    pub terminal: Option<usize>,
    /// How bars are drawn, if the text shall have them.
    pub bars: Option<Bars>,
}

pub(crate) type RenderList = fn(&ListReport) -> String;

#[derive(Clone, Copy)]
struct Against {
    won: Share,
    drawn: Share,
    /// Whether nothing is certified about who wins more.
    is_open: bool,
}

/// The games of each die against each other, in the order of the list; `None` on the diagonal.
fn against(ranking: &Ranking) -> Vec<Vec<Option<Against>>> {
    let ranks = ranking.ranks();
    let mut against = vec![vec![None; ranks.len()]; ranks.len()];
    for one in ranking.head_to_heads() {
        let ranks = one.dice.map(|die| ranks[die] - 1);
        for [own, other] in [[0, 1], [1, 0]] {
            against[ranks[own]][ranks[other]] = Some(Against {
                won: one.won[own],
                drawn: one.drawn,
                is_open: one.decision.is_none(),
            });
        }
    }
    against
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
