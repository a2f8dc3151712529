//! The best way to play the game of two, where the number of useful cards that a player wants may
//! also depend on the other player's safe cards.
//!
//! # The game of two
//!
//! Let F(a, b) be the probability that a player with a safe cards wins against one with b, if its
//! turn begins, and W(a, b) if the other player's turn begins. In a turn that has taken t cards so
//! far, saying STOPP! is worth W(a + t, b). Drawing until a card is useful or STOPP is worth
//!
//! ```text
//! p · T(t + 1) + (1 − p) · W(a, b),    p = (6 − a − t) / (9 − a − t)
//! ```
//!
//! where T(t) is the better of the two and T(6 − a) = 1. F(a, b) is T(0), where the player always
//! draws. The player wants the first t for which stopping is at least as good as drawing.
//!
//! If both play the best they can, W(a, b) = 1 − F(b, a). Against a player who wants k cards and
//! wins them with probability q, W(a, b) = q · F(a, b + k) + (1 − q) · F(a, b), without the first
//! part if b + k = 6.
//!
//! Value iteration solves both, from the end of the game backwards: F(a, b) needs values with more
//! safe cards, and F(a, b) and F(b, a) themselves. These two are iterated until they change by less
//! than 10⁻¹⁵. Once the choices stay the same, an iteration multiplies the error by the probability
//! that the turns fail. The largest that occurs is 0.886, so that an error of less than 10⁻¹⁴
//! remains, and less than 10⁻¹² after the eleven steps from the end of the game.

use itertools::Itertools;

use super::KINDS;
use super::exact::{success_probability, to_f64, useful_probability};
use super::strategy::Policy;

/// The iteration ends when all values change by less than this.
const LEAST_CHANGE: f64 = 1e-15;
/// More iterations than are ever needed: an error that becomes smaller by the factor 0.886 is less
/// than 10⁻¹⁵ after 286 of them.
const MOST_ITERATIONS: usize = 1000;

/// The best policy for both players of a game of two. Neither gains by another one if the other
/// player keeps to it.
pub fn equilibrium() -> Policy {
    iterate_values(|moving_value, own_safe, other_safe| 1.0 - moving_value[other_safe][own_safe])
}

/// The best policy against a player who keeps to this one.
pub fn best_reply(opponent: &Policy) -> Policy {
    iterate_values(|moving_value, own_safe, other_safe| {
        let step = opponent.step(other_safe, own_safe);
        // With all cards the opponent has won.
        let then = moving_value[own_safe].get(step.end).unwrap_or(&0.0);
        let success = to_f64(success_probability(step));
        success * then + (1.0 - success) * moving_value[own_safe][other_safe]
    })
}

/// Finds the best policy, if `waiting_value` gives W(a, b) from all F(a, b), which are
/// 0 where they are not known yet.
fn iterate_values(waiting_value: impl Fn(&[[f64; KINDS]; KINDS], usize, usize) -> f64) -> Policy {
    // F(a, b), by a and b.
    let mut moving_value = [[0.0; KINDS]; KINDS];
    let mut wanted = [[1; KINDS]; KINDS];
    for total in (0..=2 * (KINDS - 1)).rev() {
        let positions = (0..KINDS)
            .cartesian_product(0..KINDS)
            .filter(|(own_safe, other_safe)| own_safe + other_safe == total);
        for _ in 0..MOST_ITERATIONS {
            let mut change: f64 = 0.0;
            for (own_safe, other_safe) in positions.clone() {
                let turn = best_turn(own_safe, |safe| {
                    waiting_value(&moving_value, safe, other_safe)
                });
                change = change.max((turn.value - moving_value[own_safe][other_safe]).abs());
                moving_value[own_safe][other_safe] = turn.value;
                wanted[own_safe][other_safe] = turn.wanted;
            }
            if change < LEAST_CHANGE {
                break;
            }
        }
    }
    Policy { wanted }
}

/// The best play in a turn.
struct BestTurn {
    /// The probability to win the game.
    value: f64,
    /// The number of useful cards that the turn should win.
    wanted: usize,
}

/// Finds the best play in a turn that starts with `own_safe` safe cards. `waiting_value` gives the
/// probability to win with a number of safe cards when the turn is over.
fn best_turn(own_safe: usize, waiting_value: impl Fn(usize) -> f64) -> BestTurn {
    let failed_value = waiting_value(own_safe);
    let mut best = BestTurn {
        value: 1.0,
        wanted: KINDS - own_safe,
    };
    for held in (own_safe..KINDS).rev() {
        let success = to_f64(useful_probability(held));
        best.value = success * best.value + (1.0 - success) * failed_value;
        if held > own_safe && waiting_value(held) >= best.value {
            best = BestTurn {
                value: waiting_value(held),
                wanted: held - own_safe,
            };
        }
    }
    best
}
