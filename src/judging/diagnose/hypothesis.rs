//! Hypotheses: the rules and the scoring by which a program may have made its lists.

use std::fmt;

use wuerfelglueck::rules::{Deviation, Rules};
use wuerfelglueck::tournament::Criterion;

/// A rule set and a scoring by which lists may have been made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hypothesis {
    /// The rule set.
    pub rules: Rules,
    /// The scoring: wins, or points, where a draw counts half a win.
    pub scoring: Criterion,
}

/// A difference of a hypothesis from `offiziell`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleDifference {
    /// Another base.
    Base {
        /// Its name.
        name: &'static str,
        /// Its meaning in German: a clause that may follow a colon.
        meaning: &'static str,
    },
    /// A deviation.
    Deviation(Deviation),
    /// A draw counts half a win.
    Scoring,
}

impl RuleDifference {
    /// The meaning in German: a clause that may follow a colon.
    pub fn meaning(self) -> &'static str {
        match self {
            RuleDifference::Base { meaning, .. } => meaning,
            RuleDifference::Deviation(deviation) => deviation.meaning(),
            RuleDifference::Scoring => "ein Unentschieden zählt als halber Sieg",
        }
    }
}

impl Hypothesis {
    /// The differences from `offiziell`.
    pub fn differences(self) -> Vec<RuleDifference> {
        let of_base = self
            .rules
            .base_meaning()
            .map(|meaning| RuleDifference::Base {
                name: self.rules.base_name(),
                meaning,
            });
        let of_deviations = self.rules.deviations().map(RuleDifference::Deviation);
        let of_scoring = self.counts_draws().then_some(RuleDifference::Scoring);
        of_base
            .into_iter()
            .chain(of_deviations)
            .chain(of_scoring)
            .collect()
    }

    /// The number of its differences from `offiziell`.
    pub fn count_differences(self) -> usize {
        self.differences().len()
    }

    /// Returns whether a draw counts half a win.
    pub fn counts_draws(self) -> bool {
        self.scoring == Criterion::Points
    }
}

/// The name of the rule set, and behind it the scoring if draws count.
impl fmt::Display for Hypothesis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scoring = if self.counts_draws() {
            " mit Wertung punkte"
        } else {
            ""
        };
        write!(f, "{}{scoring}", self.rules)
    }
}
