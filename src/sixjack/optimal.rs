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
//! that the turns fail, which is at most 3/4. So an error of a few times 10⁻¹⁵ remains, and less
//! than 10⁻¹² after the eleven steps from the end of the game.

use std::fmt;
use std::str::FromStr;

use itertools::Itertools;

use super::KINDS;
use super::exact::{self, float};
use super::strategy::{Policy, Strategy, StrategyError};

/// The iteration ends when all values change by less than this.
const STILL: f64 = 1e-15;

/// The best policy for both players of a game of two. Neither gains by another one if the other
/// player keeps to it.
pub fn equilibrium() -> Policy {
    solve(|first, own, other| 1.0 - first[other][own])
}

/// The best policy against a player who keeps to this one.
pub fn best_reply(opponent: &Policy) -> Policy {
    solve(|first, own, other| {
        let step = opponent.step(other, own);
        // With all cards the opponent has won.
        let then = first[own].get(step.end).unwrap_or(&0.0);
        let success = float(exact::success(step));
        success * then + (1.0 - success) * first[own][other]
    })
}

/// The best policy, if `waits` gives W(own, other) from F, which is 0 where it is not known yet.
fn solve(waits: impl Fn(&[[f64; KINDS]; KINDS], usize, usize) -> f64) -> Policy {
    let mut first = [[0.0; KINDS]; KINDS];
    let mut wanted = [[1; KINDS]; KINDS];
    for total in (0..=2 * (KINDS - 1)).rev() {
        let states = (0..KINDS).cartesian_product(0..KINDS);
        let states = states.filter(|(own, other)| own + other == total);
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

/// The value of a turn that starts with `own` safe cards, and the number of cards that it should
/// win. `waits` gives what a number of safe cards is worth when the turn is over.
fn turn(own: usize, waits: impl Fn(usize) -> f64) -> (f64, usize) {
    let lost = waits(own);
    let (mut value, mut wanted) = (1.0, KINDS - own);
    for has in (own..KINDS).rev() {
        let success = float(exact::useful(has));
        value = success * value + (1.0 - success) * lost;
        if has > own && waits(has) >= value {
            (value, wanted) = (waits(has), has - own);
        }
    }
    (value, wanted)
}

/// How a computer plays: by a strategy that looks at its own cards alone; or, if there is none, the
/// best that is possible in the game of two, where the other player's safe cards count as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Player(pub Option<Strategy>);

const OPTIMAL: &str = "optimal";

impl Player {
    /// The computer that plays the best that is possible.
    pub const OPTIMAL: Player = Player(None);

    /// What the player wants of a turn.
    pub fn policy(&self) -> Policy {
        self.0.as_ref().map_or_else(equilibrium, Strategy::policy)
    }
}

impl FromStr for Player {
    type Err = StrategyError;

    fn from_str(text: &str) -> Result<Player, StrategyError> {
        match text.trim() {
            OPTIMAL => Ok(Player::OPTIMAL),
            _ => text.parse().map(|strategy| Player(Some(strategy))),
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(strategy) => strategy.fmt(f),
            None => f.write_str(OPTIMAL),
        }
    }
}
