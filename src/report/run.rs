//! Runs: the lists of the same dice that were made together, and their labels.

use std::fmt;

use itertools::Itertools;

use wuerfelglueck::dice::Die;
use wuerfelglueck::ranking::{Criterion, Ranking};
use wuerfelglueck::rules::Rules;

/// Rankings of the same dice, one for each rule set and criterion that was requested, unless the
/// run ended early.
#[derive(Debug)]
pub struct RankingRun {
    /// The lists that were requested, at least one.
    pub requests: Vec<ListRequest>,
    /// A list for each request, in the same order; if the run ended early, the last ones may be
    /// missing, but never the first.
    pub lists: Vec<RankedList>,
    /// The probability that any certified order of all lists is wrong, at most.
    pub error: f64,
    /// True if the user has fixed the number of games of each pairing, and not only the most.
    pub has_fixed_games: bool,
    /// The seed of the games, if there are any.
    pub seed: u64,
    /// The GiB that the solver might use; `None` if the dice have played.
    pub solver_memory: Option<f64>,
    /// True if a signal or a deadline ended the run.
    pub is_early: bool,
}

/// The rule set and the criterion of a list.
#[derive(Clone, Copy, Debug)]
pub struct ListRequest {
    pub rules: Rules,
    pub criterion: Criterion,
}

/// A ranking, and the rule set under which it was made.
#[derive(Debug)]
pub struct RankedList {
    pub rules: Rules,
    pub ranking: Ranking,
    /// The closing line in German: the pairings, and how many games they took, or how long.
    pub closing: String,
}

/// The options that tell a list apart from the others of its run: `Regeln wlr, Wertung punkte`.
pub struct ListLabel {
    options: Vec<LabelOption>,
}

/// An option that tells lists apart, and its value.
struct LabelOption {
    /// The German name of the option, as the head of a column.
    name: &'static str,
    value: String,
}

impl RankingRun {
    /// For each list that was requested its label; empty if it is the only one.
    pub fn labels(&self) -> Vec<ListLabel> {
        let requests = self.requests.iter();
        let have_same_rules = requests.clone().map(|request| request.rules).all_equal();
        let have_same_criterion = requests
            .clone()
            .map(|request| request.criterion)
            .all_equal();
        let label = |request: &ListRequest| {
            let rules = (!have_same_rules).then(|| LabelOption {
                name: "Regeln",
                value: request.rules.to_string(),
            });
            let criterion = (!have_same_criterion).then(|| LabelOption {
                name: "Wertung",
                value: request.criterion.name().into(),
            });
            ListLabel {
                options: rules.into_iter().chain(criterion).collect(),
            }
        };
        requests.map(label).collect()
    }
}

impl ListLabel {
    /// Returns whether the list is the only one that was requested.
    pub fn is_empty(&self) -> bool {
        self.options.is_empty()
    }

    /// The names of the options, which all labels of a run have in common.
    pub(super) fn option_names(&self) -> impl Iterator<Item = &'static str> {
        self.options.iter().map(|option| option.name)
    }

    /// The values of the options.
    pub(super) fn values(&self) -> impl Iterator<Item = &str> {
        self.options.iter().map(|option| &*option.value)
    }
}

/// The label as a heading: the options, each with its value.
impl fmt::Display for ListLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = self.options.iter();
        let texts = options.map(|option| format!("{} {}", option.name, option.value));
        write!(f, "{}", texts.format(", "))
    }
}

/// The lists of a run, and the choice of what is printed of them.
pub(crate) struct ListReport<'a> {
    /// The dice in the order of the file.
    pub dice: &'a [Die],
    pub run: &'a RankingRun,
    /// True if pairings are requested, which each format shows in its own way.
    pub with_pairings: bool,
    /// The characters of a line, if the list goes to a terminal.
    pub terminal_width: Option<usize>,
    /// True if the text has bars.
    pub with_bars: bool,
    /// True if bars have colours.
    pub with_colours: bool,
}
