//! What is best: of all strategies alone, and in the game of two, where the number of useful cards
//! to want may depend on the other player's safe cards too.
//!
//! # The game of two
//!
//! Let F(a, b) be the probability that the player who is about to move wins, with a safe cards
//! against b, and W(a, b) the same for the player who is about to wait. In a turn that has taken t
//! cards so far, saying STOPP! is worth W(a + t, b). Drawing until a card is useful or STOPP is worth
//!
//! ```text
//! p · T(t + 1) + (1 − p) · W(a, b),    p = (6 − a − t) / (9 − a − t)
//! ```
//!
//! where T(t) is the better of the two, T(6 − a) = 1 and F(a, b) = T(0), at which nobody would stop.
//! The first t for which stopping is at least as good is what the player wants.
//!
//! If both play the best they can, W(a, b) = 1 − F(b, a); against a player who wants k with chance q
//! of success, W(a, b) = q · F(a, b + k) + (1 − q) · F(a, b), without the first part if b + k = 6.
//!
//! Both are solved by value iteration, from the ends of the game backwards: F(a, b) needs values
//! with more safe cards, and F(a, b) and F(b, a) themselves. Those two are iterated until they
//! change by less than 10⁻¹⁵. Once the choices have settled, an iteration multiplies the error by
//! the chance that the turns fail, at most 3/4, so what remains is a few times 10⁻¹⁵, and less than
//! 10⁻¹² with the eleven steps from the ends of the game.

use itertools::Itertools;

use super::KINDS;
use super::exact::{self, float};
use super::strategy::{Policy, Step, Strategy};

/// Values that change by less are settled.
const STILL: f64 = 1e-15;

/// All strategies that differ in play, ordered by the mean number of rounds that a computer takes
/// alone, the best first.
pub fn ranked() -> Vec<Strategy> {
    Strategy::all().sorted_by_key(exact::mean).collect()
}

/// The best that both players of a game of two can do: neither gains by playing otherwise.
pub fn equilibrium() -> Policy {
    solve(|first, own, other| 1.0 - first[other][own])
}

/// The best that a player can do against one who plays by this policy.
pub fn best_reply(opponent: &Policy) -> Policy {
    solve(|first, own, other| {
        let wanted = opponent.wanted(other, own);
        let success = float(exact::success(Step {
            safe: other,
            wanted,
        }));
        let lost = other + wanted == KINDS;
        let then = if lost {
            0.0
        } else {
            first[own][other + wanted]
        };
        success * then + (1.0 - success) * first[own][other]
    })
}

/// F(own, other), as far as it is known.
type First = [[f64; KINDS]; KINDS];

/// The best policy, given what waiting is worth: W(own, other), by F.
fn solve(waits: impl Fn(&First, usize, usize) -> f64) -> Policy {
    let mut first = First::default();
    let mut wanted = [[1; KINDS]; KINDS];
    for total in (0..=2 * (KINDS - 1)).rev() {
        let states = (0..KINDS)
            .cartesian_product(0..KINDS)
            .filter(|(own, other)| own + other == total);
        loop {
            let mut change: f64 = 0.0;
            for (own, other) in states.clone() {
                let (value, best) = turn(own, |safe| waits(&first, safe, other));
                change = change.max((value - first[own][other]).abs());
                first[own][other] = value;
                wanted[own][other] = best;
            }
            if change < STILL {
                break;
            }
        }
    }
    Policy(wanted)
}

/// The value of a turn that starts with this many safe cards, and what to want, given what it is
/// worth to wait with so many.
fn turn(own: usize, waits: impl Fn(usize) -> f64) -> (f64, usize) {
    let lost = waits(own);
    (own..KINDS)
        .rev()
        .fold((1.0, KINDS - own), |(then, wanted), has| {
            let success = float(exact::card(has));
            let draw = success * then + (1.0 - success) * lost;
            if has == own {
                return (draw, wanted);
            }
            let stop = waits(has);
            if stop >= draw {
                (stop, has - own)
            } else {
                (draw, wanted)
            }
        })
}
