//! What is certain about all games of a player, before any of them.
//!
//! # Who always wins
//!
//! One player can never win. The other one is never stuck, and would always come to the goal if
//! nobody captured. So nobody can draw, and the second one wins, unless it is captured again and
//! again until the game is cut off. This is certain enough if the first player never brings a piece
//! out, so that it captures only as long as the pieces with which it begins can move, at most m
//! times.
//!
//! Let R be the most rolls that the second player needs on average from any of its states while
//! nobody captures. If its way from any state to the goal, or to the next capture, takes X rolls,
//! and F is the largest mean of (1 + u)^X over all states, then F − 1 ≤ uRF: of the rolls left
//! after each of the X rolls, (1 + u) to their power has a mean of F at most. So F ≤ 1/(1 − uR).
//! There are at most m + 1 such ways, one after the other, so that all together take n rolls with a
//! probability of at most
//!
//! ```text
//! (1 + u)⁻ⁿ · (1 − uR)⁻⁽ᵐ⁺¹⁾,     best with uR = 1 − (m + 1)·R/n
//! ```
//!
//! The first player rolls once in a turn, so in a game that is cut off the second one has made at
//! least half of the rolls, but for one.

use libm::{exp, log1p};

use crate::engine::automaton::{Automaton, State};
use crate::engine::turns::UNITS_PER_TURN;
use crate::rules::{MOST_ROLLS, Standing};

/// The largest probability that a game is cut off whose winner counts as certain. It is far less
/// than the width of any interval.
const MOST_CUT_OFF: f64 = 1e-9;

/// What is certain about all games of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Prospects {
    /// Whether the player [may ever win](Automaton::can_win).
    pub can_win: bool,
    /// The most rolls that the player needs on average to the goal from any state, while nobody
    /// captures; `None` if it may get stuck or never come there, or if that is not known.
    pub most_rolls: Option<f64>,
    /// The most captures of the player in a game; `None` if it is not known that they are few, or
    /// that the player rolls only once in a turn.
    pub most_captures: Option<u32>,
}

impl Prospects {
    /// The prospects of a player with this automaton, the largest of whose
    /// [expected turns](crate::engine::turns) are `most_turns`, if they are known.
    pub fn new(automaton: &Automaton, most_turns: Option<u64>) -> Prospects {
        let can_win = automaton.can_win();
        Prospects {
            can_win,
            most_rolls: most_turns.and_then(|most_turns| most_rolls(automaton, most_turns)),
            most_captures: if can_win {
                None
            } else {
                most_captures(automaton)
            },
        }
    }

    /// What is certain about a player who may have these prospects or those.
    pub(super) fn or(self, other: Prospects) -> Prospects {
        Prospects {
            can_win: self.can_win || other.can_win,
            most_rolls: self
                .most_rolls
                .zip(other.most_rolls)
                .map(|(rolls, others)| rolls.max(others)),
            most_captures: self
                .most_captures
                .zip(other.most_captures)
                .map(|(captures, others)| captures.max(others)),
        }
    }

    /// Returns whether the player wins every game against this opponent, as the module documentation
    /// says. If not, it may still be so.
    pub fn always_beats(&self, opponent: &Prospects) -> bool {
        let is_rarely_cut_off = |(most_rolls, captures)| {
            probability_to_be_cut_off(most_rolls, captures) <= MOST_CUT_OFF
        };
        !opponent.can_win
            && self
                .most_rolls
                .zip(opponent.most_captures)
                .is_some_and(is_rarely_cut_off)
    }
}

/// An upper bound of the probability that a game is cut off. The winner needs at most `most_rolls`
/// on average from any state while nobody captures, and is captured at most `captures` times.
fn probability_to_be_cut_off(most_rolls: f64, captures: u32) -> f64 {
    let rolls = (MOST_ROLLS / 2 - 1) as f64;
    let ways = f64::from(captures + 1);
    // uR.
    let best = 1.0 - ways * most_rolls / rolls;
    if best <= 0.0 {
        return 1.0;
    }
    exp(-rolls * log1p(best / most_rolls) - ways * log1p(-best))
}

/// The most rolls that the player needs on average, by its most expected turns: of the rolls in
/// every state at least some part lets the turn pass, so that there are not many more.
fn most_rolls(automaton: &Automaton, most_turns: u64) -> Option<f64> {
    if automaton.can_get_stuck() {
        return None;
    }
    let weights = automaton.columns.weights();
    let passing_weight = |state: usize| -> u64 {
        let entries = automaton.entries(state).zip(&weights);
        entries
            .filter(|(entry, _)| entry.passes())
            .map(|(_, weight)| weight)
            .sum()
    };
    let states = automaton.states.iter().enumerate();
    let least = states
        .filter(|(_, state)| state.standing == Standing::Playing)
        .map(|(number, _)| passing_weight(number))
        .min()?;
    let part = least as f64 / automaton.columns.sides() as f64;
    (least > 0).then(|| most_turns as f64 / UNITS_PER_TURN / part)
}

/// The most captures of a player who never brings a piece out, moves one whenever it captures, and
/// rolls once in a turn; `None` for others. It has no more than the moves that its first pieces can
/// make.
fn most_captures(automaton: &Automaton) -> Option<u32> {
    let has_few_captures = |(number, state): (usize, &State)| {
        automaton.entries(number).all(|entry| {
            let next = &automaton.states[automaton.next_state(entry)];
            entry.passes()
                && next.pieces.home_count() >= state.pieces.home_count()
                && (entry.landings() == 0 || next.pieces.steps() > state.pieces.steps())
        })
    };
    let mut states = automaton.states.iter().enumerate();
    let start = automaton.states[0].pieces;
    states.all(has_few_captures).then(|| start.most_moves())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bound against the sum of as many geometric numbers of rolls, which have the same mean:
    /// it is larger, and by less than the factor 1000.
    #[test]
    fn long_games_are_at_most_as_frequent_as_bounded() {
        for (most_rolls, captures) in [(100.0, 200), (500.0, 40), (1000.0, 20), (3000.0, 4)] {
            // More than `captures` rolls of n lead to the end of a way: P(Binomial(n, 1/R) ≤ m).
            let (rolls, odds) = ((MOST_ROLLS / 2 - 1) as f64, 1.0 / (most_rolls - 1.0));
            let mut term = exp(rolls * log1p(-1.0 / most_rolls));
            let mut exact = term;
            for number in 0..captures {
                let number = f64::from(number);
                term *= (rolls - number) / (number + 1.0) * odds;
                exact += term;
            }
            let bound = probability_to_be_cut_off(most_rolls, captures);
            assert!((exact..1000.0 * exact).contains(&bound), "{exact} {bound}");
        }
        assert_eq!(probability_to_be_cut_off(5000.0, 10), 1.0);
    }
}
