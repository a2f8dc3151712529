//! What is printed as a result, one file a format.
//!
//! Every format is a function that makes a text, so that a result is complete before the first byte
//! of it is printed. What can be printed in several formats has a type that holds all of it
//! (`ListReport`, [`Judged`](check::Judged)).

pub mod check;
pub(crate) mod compare;
pub(crate) mod diagnose;
pub(crate) mod escape;
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

/// Rankings of the same dice, one for each rule set and criterion that was requested.
#[derive(Debug)]
pub struct RankingRun {
    /// The lists that were requested, at least one.
    pub requests: Vec<ListRequest>,
    /// A list for each request, in the same order; if the run ended early, the last ones may be
    /// missing, but never the first.
    pub lists: Vec<RankedList>,
    /// The plan that gives the same lists again.
    pub plan: Plan,
    /// The probability that any certified order of all lists is wrong, at most.
    pub error: f64,
    /// The option that sets the number of games, such as `--spiele`.
    pub games_option: &'static str,
    /// The seed of the games.
    pub seed: u64,
    /// The GiB that the solver might use; `None` if the dice have played.
    pub solver_memory: Option<f64>,
    /// Whether the run ended before the lists were as sure as requested.
    pub is_early: bool,
}

/// The rule set and the criterion of a list.
#[derive(Clone, Copy, Debug)]
pub struct ListRequest {
    pub rules: Rules,
    pub criterion: Criterion,
}

/// A ranking under a rule set.
#[derive(Debug)]
pub struct RankedList {
    pub rules: Rules,
    pub ranking: Ranking,
    /// The closing line in German: the pairings, and the games or the time that they took.
    pub closing: String,
}

impl RankingRun {
    /// What tells each list that was requested apart from the others: `("Regeln", "wlr")`; nothing
    /// if there is only one.
    pub fn labels(&self) -> Vec<Vec<(&'static str, String)>> {
        let names = self.requests.iter().map(|request| {
            let criterion = request.criterion.name().into();
            vec![
                ("Regeln", request.rules.to_string()),
                ("Wertung", criterion),
            ]
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
    pub run: &'a RankingRun,
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
