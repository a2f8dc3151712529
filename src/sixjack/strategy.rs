//! The numbers of cards that a computer wants of a turn.

use std::ops::Range;
use std::str::FromStr;
use std::{array, fmt, iter};

use itertools::Itertools;
use thiserror::Error;

use super::KINDS;
use crate::text::{Excerpt, format_count};

/// For every number of safe cards at the start of a turn, the number of useful cards that the turn
/// shall win before the player says STOPP!.
///
/// A strategy is written as six entries with commas between them. An `x` stands for a number of
/// safe cards that the player never has. With `3,x,x,2,x,1`, a player without safe cards wants
/// three, a player with three wants two more, and a player with five wants the last one. An entry
/// that is larger than the number of missing cards means that the player goes on until all six.
///
/// Entries are 1 to 6, or nothing for `x`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strategy([Option<usize>; KINDS]);

impl Strategy {
    /// The steps to all six cards. Two strategies play differently if and only if their steps
    /// differ.
    pub fn steps(&self) -> impl Iterator<Item = Range<usize>> {
        self.policy().steps()
    }

    /// The strategy that takes steps of these sizes, which add up to six.
    fn from_steps(steps: impl IntoIterator<Item = usize>) -> Strategy {
        let mut entries = [None; KINDS];
        let mut safe = 0;
        for wanted in steps {
            entries[safe] = Some(wanted);
            safe += wanted;
        }
        Strategy(entries)
    }

    /// All strategies that play differently: one for each way to write 6 as an ordered sum, 32 in
    /// all. The one that wants most comes first. Each has an `x` wherever it can.
    pub fn all() -> impl Iterator<Item = Strategy> {
        // The bits of the number say, from the highest, whether a step ends with 1, 2, … 5 safe
        // cards.
        (0..1 << (KINDS - 1)).map(|stops: usize| {
            let is_stop =
                |safe: &usize| safe.is_multiple_of(KINDS) || stops >> (KINDS - 1 - safe) & 1 == 1;
            let stops = (0..=KINDS).filter(is_stop).tuple_windows();
            Strategy::from_steps(stops.map(|(safe, next)| next - safe))
        })
    }

    /// The ten strategies in the table on the web page of the game, in its order. The author of the
    /// page let each play 50 games alone and ranked them. The eighth stands there as `2,x2,x,1,1`.
    pub fn studied() -> [Strategy; 10] {
        let steps = [
            "6", "51", "42", "33", "321", "123", "222", "2211", "21111", "111111",
        ];
        steps
            .map(|steps| Strategy::from_steps(steps.bytes().map(|digit| usize::from(digit - b'0'))))
    }

    /// The strategy that the page with the [studied](Strategy::studied) ones takes to be the best:
    /// `3,x,x,2,x,1`.
    pub fn claimed() -> Strategy {
        Strategy::studied()[4]
    }

    /// This strategy as a table over both players' safe cards.
    pub fn policy(&self) -> Policy {
        // The number for an `x` does not matter, but must be at least 1.
        let wanted = |safe: usize| self.0[safe].unwrap_or(1).min(KINDS - safe);
        Policy {
            wanted: array::from_fn(|safe| [wanted(safe); KINDS]),
        }
    }
}

/// The entries are printed as they were written, without spaces.
impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entry = |entry: &Option<usize>| entry.map_or("x".into(), |wanted| wanted.to_string());
        write!(f, "{}", self.0.iter().map(entry).format(","))
    }
}

/// The error in the text of a strategy.
#[derive(Debug, Error, PartialEq, Eq)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum StrategyError {
    #[error(
        "{} statt 6; es sind sechs mit Kommas dazwischen, wie 3,x,x,2,x,1 \
         (mit Leerzeichen nur in Anführungszeichen)",
        format_count(*.0, "Eintrag", "Einträge")
    )]
    Count(u64),
    #[error("Eintrag {0} ist „{1}“; möglich sind die Zahlen 1 bis 6 und x")]
    Entry(usize, Excerpt),
    #[error(
        "nach {} steht x; dort braucht Eintrag {} eine Zahl von 1 bis 6",
        format_count(*.0, "sicheren Karte", "sicheren Karten"),
        .0 + 1
    )]
    Reached(u64),
}

impl FromStr for Strategy {
    type Err = StrategyError;

    fn from_str(text: &str) -> Result<Strategy, StrategyError> {
        let words = text.split(',').map(str::trim).collect_vec();
        if words.len() != KINDS {
            return Err(StrategyError::Count(words.len() as u64));
        }
        let mut entries = [None; KINDS];
        for ((word, number), entry) in words.into_iter().zip(1..).zip(&mut entries) {
            *entry = match word.as_bytes() {
                b"x" => None,
                [digit @ b'1'..=b'6'] => Some(usize::from(digit - b'0')),
                _ => return Err(StrategyError::Entry(number, Excerpt::new(word))),
            };
        }
        let strategy = Strategy(entries);
        match strategy.steps().find(|step| entries[step.start].is_none()) {
            None => Ok(strategy),
            Some(step) => Err(StrategyError::Reached(step.start as u64)),
        }
    }
}

/// The number of cards that a computer wants of each turn, where it may look at the other player's
/// safe cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// The number of useful cards that end the player's turn, from 1 to the number of missing
    /// cards, by the player's own safe cards, 0 to 5, and then by those of the other one in a game
    /// of two. With a 0 the [steps](Strategy::steps) would never end.
    pub wanted: [[usize; KINDS]; KINDS],
}

impl Policy {
    /// The numbers of safe cards before and after a turn that succeeds, of a player with `own_safe`
    /// safe cards against one with `other_safe`.
    pub(super) fn step(&self, own_safe: usize, other_safe: usize) -> Range<usize> {
        own_safe..own_safe + self.wanted[own_safe][other_safe]
    }

    /// Returns whether the number of wanted cards depends on the other player's cards.
    pub fn looks_at_other(&self) -> bool {
        self.wanted
            .iter()
            .any(|by_other| !by_other.iter().all_equal())
    }

    /// The steps to all six cards of a player who does not look at the other player's cards.
    pub(super) fn steps(self) -> impl Iterator<Item = Range<usize>> {
        let step = move |own_safe| (own_safe < KINDS).then(|| self.step(own_safe, 0));
        iter::successors(step(0), move |last| step(last.end))
    }
}
