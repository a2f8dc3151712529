//! Six Jack without chance: means as fractions, and distributions as floating-point numbers.
//!
//! A turn that starts with n safe cards and wants k wins them with probability
//!
//! ```text
//! q(n, k) = Π (6 − n − i) / (9 − n − i),  i = 0 .. k − 1
//! ```
//!
//! so the number of turns that a step of a strategy takes is geometrically distributed, and a
//! computer alone takes the sum over its steps. A player of a fixed strategy does not look at the
//! others. So of such players, in the order of their turns, the i-th wins with probability
//!
//! ```text
//! Σ_r P(T_i = r) · Π_{j before i} P(T_j > r) · Π_{j after i} P(T_j ≥ r)
//! ```
//!
//! where T_j is the number of turns that player j takes alone. If a player looks at the other
//! player's cards, the safe cards of both are followed round by round instead.
//!
//! # Rounding
//!
//! The probabilities of a distribution are sums of products of positive numbers, so that their
//! relative errors only add up. A round adds about four errors of 2⁻⁵³ for each player; up to two
//! of them come from the probability to fail, 1 − q, where q is at most 2/3. After at most 4000
//! rounds, less than 10⁻¹⁸ is left of any distribution. All this is less than 2 · 10⁻¹¹ for nine
//! players. Shares and means are sums of such probabilities. [`ERROR`] is a bound with room to
//! spare, which decides how many digits are printed. Functions that subtract have bounds of their
//! own.

use std::array;
use std::ops::Range;

use itertools::Itertools;
use num_rational::Ratio;

use super::strategy::{Policy, Strategy};
use super::{KINDS, STOPP_CARDS};

/// An exact value, without rounding.
pub type Fraction = Ratio<u128>;

/// The relative error of probabilities, shares and means in this module is at most this.
pub const ERROR: f64 = 1e-10;

/// The absolute error of [`Outcome::deviation`] is at most this. The mean square is at most 15,000
/// and has an error of less than 10⁻⁶; for the deviation this is halved, and divided by the
/// deviation, which is more than 0.5.
pub const DEVIATION_ERROR: f64 = 1e-6;

/// A distribution is followed until the rest has less than this probability.
const LEFT: f64 = 1e-18;

/// The probability that a turn wins what it wants, by the numbers of cards that the player has
/// before each useful one.
pub(super) fn success(step: Range<usize>) -> Fraction {
    step.map(useful).product()
}

/// The probability that the next card that is useful or STOPP is useful, for a player who has this
/// many cards, safe and taken.
pub(super) fn useful(has: usize) -> Fraction {
    let missing = (KINDS - has) as u128;
    Fraction::new(missing, missing + STOPP_CARDS as u128)
}

/// The floating-point number next to a fraction, up to the errors of three roundings.
pub fn float(value: Fraction) -> f64 {
    *value.numer() as f64 / *value.denom() as f64
}

/// The mean and the variance of the number of rounds that a computer takes alone.
pub fn moments(strategy: &Strategy) -> [Fraction; 2] {
    let successes = strategy.steps().map(success).collect_vec();
    let variances = successes.iter().map(|q| (Fraction::from(1) - q) / (q * q));
    [successes.iter().map(Ratio::recip).sum(), variances.sum()]
}

/// The results of games that the seats start in turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The share of games that each seat wins, from 0 to 1. Seats with the same games have the same
    /// share to the last bit.
    pub shares: Vec<f64>,
    /// Entry r is the probability that a game takes more than r rounds.
    more: Vec<f64>,
}

impl Outcome {
    /// The mean number of rounds.
    pub fn mean(&self) -> f64 {
        self.more.iter().sum()
    }

    /// The standard deviation of the number of rounds, up to [`DEVIATION_ERROR`].
    pub fn deviation(&self) -> f64 {
        let squares = self.more.iter().zip(0u32..);
        let squares = squares.map(|(more, round)| f64::from(2 * round + 1) * more);
        (squares.sum::<f64>() - self.mean() * self.mean()).sqrt()
    }

    /// The least number r for which a game takes at most r rounds with at least this probability,
    /// which is less than 1 − 10⁻¹⁸.
    pub fn quantile(&self, level: f64) -> usize {
        self.more.partition_point(|more| 1.0 - more < level)
    }
}

/// The outcome of games between at least one computer that play by these policies, in the order of
/// their seats. If there are two, each may look at the other's cards; otherwise it panics.
pub fn outcome(policies: &[Policy]) -> Outcome {
    let [one, other] = policies else {
        return independent(policies);
    };
    let (first, mores) = duel([one, other]);
    let (second, others) = duel([other, one]);
    let mean = |(one, other)| f64::midpoint(one, other);
    let shares = [(first[0], second[1]), (second[0], first[1])].map(mean);
    let more = mores.into_iter().zip_longest(others);
    Outcome {
        shares: shares.to_vec(),
        more: more.map(|both| mean(both.or_default())).collect(),
    }
}

/// Of a computer alone that plays by this policy, for each round from 0 until `LEFT`: the
/// probability that it has all six cards at its end and not before, and that it needs more rounds.
/// Panics if it looks at another's cards.
pub fn alone(policy: &Policy) -> Vec<(f64, f64)> {
    assert!(!policy.looks_at_other());
    let success = policy.steps().map(success).map(float).collect_vec();
    // The probability that the computer is at each of the steps.
    let mut at = vec![0.0; success.len()];
    at[0] = 1.0;
    let mut rounds = vec![(0.0, 1.0)];
    while rounds[rounds.len() - 1].1 >= LEFT {
        let mut arriving = 0.0;
        for (at, success) in at.iter_mut().zip(&success) {
            let leaving = *at * success;
            *at = *at * (1.0 - success) + arriving;
            arriving = leaving;
        }
        rounds.push((arriving, at.iter().sum()));
    }
    rounds
}

/// The outcome of games between computers that do not look at each other's cards.
pub fn independent(policies: &[Policy]) -> Outcome {
    let players = policies.iter().map(alone).collect_vec();
    let share = |seat: usize| {
        let (before, after) = (&players[..seat], &players[seat + 1..]);
        let others = before.iter().rev().chain(after.iter().rev());
        share(&players[seat], others)
    };
    let rounds = players.iter().map(Vec::len).min().unwrap_or(0);
    let left = |round: usize| players.iter().map(|player| player[round].1).product();
    Outcome {
        shares: (0..players.len()).map(share).collect(),
        more: (0..rounds).map(left).collect(),
    }
}

/// The share of games that a computer wins against others, the one first whose turn comes just
/// before its own. In each order of turns, the first k of the others are in front of it.
pub fn share<'a>(
    own: &[(f64, f64)],
    others: impl Iterator<Item = &'a Vec<(f64, f64)>> + Clone,
) -> f64 {
    let seats = 1 + others.clone().count();
    let mut share = 0.0;
    for (round, (done, _)) in own.iter().enumerate().skip(1) {
        // It wins if those in front of it need more rounds, and the rest needs this one.
        let (mut places, mut in_front) = (1.0, 1.0);
        for other in others.clone() {
            let left = |round: usize| other.get(round).map_or(0.0, |&(_, left)| left);
            in_front *= left(round);
            places = places * left(round - 1) + in_front;
        }
        share += done * places;
    }
    share / seats as f64
}

/// The probabilities that the first and the second of two computers win, which may look at each
/// other's safe cards, and that a game takes more than 0, 1, 2, … rounds.
pub fn duel(order: [&Policy; 2]) -> ([f64; 2], Vec<f64>) {
    // The probability that a turn succeeds, by mover and the safe cards of it and of the other.
    let success: [[[f64; KINDS]; KINDS]; 2] = order.map(|policy| {
        array::from_fn(|own| array::from_fn(|other| float(success(policy.step(own, other)))))
    });
    // The probability of each number of safe cards of the first and, within it, of the second.
    let mut at = [[0.0; KINDS]; KINDS];
    at[0][0] = 1.0;
    let mut won = [0.0; 2];
    let mut more = Vec::new();
    loop {
        let left = at.as_flattened().iter().sum();
        more.push(left);
        if left < LEFT {
            return (won, more);
        }
        for mover in 0..2 {
            let before = std::mem::take(&mut at);
            for (first, second) in (0..KINDS).cartesian_product(0..KINDS) {
                let probability = before[first][second];
                let mut safe = [first, second];
                let (own, other) = (safe[mover], safe[1 - mover]);
                let success = success[mover][own][other];
                at[first][second] += probability * (1.0 - success);
                safe[mover] += order[mover].0[own][other];
                if safe[mover] == KINDS {
                    won[mover] += probability * success;
                } else {
                    at[safe[0]][safe[1]] += probability * success;
                }
            }
        }
    }
}
