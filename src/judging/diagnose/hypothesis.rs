//! Hypotheses: the rules and the scoring by which a program may have made its lists.

use std::fmt;

use wuerfelglueck::rules::Rules;
use wuerfelglueck::tournament::Criterion;

/// A rule set and a scoring by which lists may have been made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hypothesis {
    /// The rule set.
    pub rules: Rules,
    /// The scoring: wins, or points, where a draw counts half a win.
    pub scoring: Criterion,
}

/// A difference of a hypothesis from `offiziell`: another base, a deviation, or draws that count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleDifference {
    /// The name of the base or of the deviation, or the option for draws in quotation marks.
    pub name: String,
    /// The meaning in German: a clause that may follow a colon.
    pub meaning: &'static str,
}

impl Hypothesis {
    /// The differences from `offiziell`.
    pub fn differences(self) -> Vec<RuleDifference> {
        let of_base = self.rules.base_meaning().map(|meaning| RuleDifference {
            name: self.rules.base_name().into(),
            meaning,
        });
        let of_deviations = self.rules.deviations().map(|deviation| RuleDifference {
            name: deviation.name().into(),
            meaning: deviation.meaning(),
        });
        let of_scoring = self.counts_draws().then(|| RuleDifference {
            name: "„--wertung punkte“".into(),
            meaning: "ein Unentschieden zählt als halber Sieg",
        });
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
    fn counts_draws(self) -> bool {
        self.scoring == Criterion::Points
    }
}

/// The name of the rule set, and behind it `--wertung punkte` if draws count.
impl fmt::Display for Hypothesis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scoring = if self.counts_draws() {
            " --wertung punkte"
        } else {
            ""
        };
        f.pad(&format!("{}{scoring}", self.rules))
    }
}
