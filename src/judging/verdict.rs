//! The verdict on a list, on all lists of a submission, or on a program.
//!
//! It is decided once, with its reason: by [`check`](crate::check) on lists, by
//! [`diagnose`](crate::diagnose) on programs. Words, exit codes and remedies follow from it.

use thiserror::Error;

use crate::check::findings::{FindingCounts, format_games};
use crate::check::list_error::ListError;
use crate::diagnose::hypothesis::Hypothesis;
use wuerfelglueck::text::{format_about, format_estimate, noun_of_estimate};

/// The verdict on a list, on all lists of a submission, or on a program.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// Nothing is wrong, and enough is known to say so.
    Passed,
    /// No faults are found, but too little is known to say that there are none.
    NotJudged(Doubt),
    /// A list was not handed in.
    Missing,
    /// A list cannot be read.
    Unreadable(ListError),
    /// Something is wrong.
    Faulty(Fault),
}

/// Something that is wrong.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum Fault {
    /// A list has faults among its findings.
    #[error("{0}")]
    Findings(FindingCounts),
    /// All shares of a submission together are farther off than chance explains, as this text says.
    #[error("{0}")]
    Together(String),
    /// A program plays other rules than it should.
    #[error("andere Regeln: {0}")]
    OtherRules(Hypothesis),
    /// An experiment with a program has a result that no right program has, as this text says.
    #[error("{0}")]
    Impossible(String),
    /// A list of a program has a fault in its dice, ranks or sorting, as this text says.
    #[error("{0}")]
    Form(String),
    /// No rule set explains the lists of a program.
    #[error("kein Regelwerk passt")]
    NoRules,
}

/// The reason why faults may be unseen. The message does not name a remedy.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum Doubt {
    /// The true shares are less accurate than the tolerance demands.
    #[error("{}, bei einer Toleranz von {tolerance}", format_half_width(*half_width))]
    SharesForTolerance {
        /// Half the width of the widest interval of a true share, in percentage points.
        half_width: f64,
        /// The tolerance for a share, in percentage points.
        tolerance: f64,
    },
    /// Two neighbours in the true list are at least the leeway apart, but their order is open.
    #[error("die wahre Reihenfolge von Rang {rank} und {} ist nicht gesichert", rank + 1)]
    OpenOrder {
        /// The rank of the better one in the true list, from 1.
        rank: usize,
    },
    /// The true shares are less accurate than lists of this number of games demand.
    #[error(
        "{}, zu ungenau für Listen aus {}",
        format_half_width(*half_width),
        format_games(*games)
    )]
    SharesForGames {
        /// Half the width of the widest interval of a true share, in percentage points.
        half_width: f64,
        /// The number of games per pairing of the lists.
        games: u64,
    },
    /// Chance explains a list only if it has few games, and their number is not known.
    #[error("{}", describe_few_games(*most))]
    FewGames {
        /// The most games per pairing that explain the list; `None` if it has only an order.
        most: Option<f64>,
    },
    /// The dice file of a list is unknown, or which of these lists belongs to a dice file.
    #[error(
        "nicht zuzuordnen{}; nenne die Listen wie die Würfeldateien",
        if lists.is_empty() { String::new() } else { format!(": {}", lists.join(", ")) }
    )]
    Unmatched {
        /// The names of the lists that may belong to it.
        lists: Vec<String>,
    },
    /// Several lists belong to a dice file.
    #[error(
        "mehrere Listen: {}; bitte nur eine abgeben oder die gültige nennen wie die Würfeldatei",
        lists.join(", ")
    )]
    Several {
        /// Their names.
        lists: Vec<String>,
    },
    /// The lists of a program look like this number of games per pairing, too few to tell its rules.
    #[error(
        "Für ein Urteil sind es zu wenige Spiele: Die Anteile streuen so wie bei {} {} je Paarung. \
         Mit einigen tausend ließe sich mehr sagen.",
        format_about(*games),
        noun_of_estimate(*games, "Spiel", "Spielen")
    )]
    RulesOfFewGames {
        /// The number.
        games: f64,
    },
    /// A program, or one of its lists, could not be judged, for the reason that this text says.
    #[error("{0}")]
    NoResult(String),
}

impl Verdict {
    /// Returns whether nothing is wrong, and enough is known to say so.
    pub fn is_passed(&self) -> bool {
        *self == Verdict::Passed
    }

    /// Returns the worst of several verdicts; `None` if there are none.
    pub fn worst(verdicts: impl IntoIterator<Item = Verdict>) -> Option<Verdict> {
        verdicts.into_iter().max_by_key(|verdict| match verdict {
            Verdict::Passed => 0,
            Verdict::NotJudged(_) => 1,
            Verdict::Missing => 2,
            Verdict::Unreadable(_) => 3,
            Verdict::Faulty(_) => 4,
        })
    }
}

fn format_half_width(half_width: f64) -> String {
    let points = half_width.min(100.0);
    format!("die wahren Anteile sind nur auf ±{points:.2} Punkte bekannt")
}

fn describe_few_games(most: Option<f64>) -> String {
    match most {
        Some(most) => format!(
            "die Liste passt höchstens zu {} {} je Paarung",
            format_estimate(most),
            noun_of_estimate(most, "Spiel", "Spielen")
        ),
        None => "die Reihenfolge passt nur zu wenigen Spielen je Paarung".into(),
    }
}
