//! Six Jack without chance: means as fractions, and distributions as floating-point numbers.
//!
//! A turn that starts with n safe cards and wants k wins them with probability
//!
//! ```text
//! q(n, k) = Π (6 − n − i) / (9 − n − i),  i = 0 .. k − 1
//! ```
//!
//! so the number of turns that a step of a strategy takes is geometrically distributed, and a computer
//! alone takes the sum over its steps. A player of a fixed strategy does not look at the others. So of
//! such players, in the order of their turns, the i-th wins with probability
//!
//! ```text
//! Σ_r P(T_i = r) · Π_{j before i} P(T_j > r) · Π_{j after i} P(T_j ≥ r)
//! ```
//!
//! where T_j is the number of turns that player j takes alone. If a player looks at the other player's
//! cards, the safe cards of both are followed round by round instead.
//!
//! # Rounding
//!
//! The probabilities of a distribution are sums of products of positive numbers, so that their relative
//! errors only add up. A round adds about four errors of 2⁻⁵³ for each player; up to two of them come
//! from the probability to fail, 1 − q, where q is at most 2/3. After at most 4000 rounds, less than
//! 10⁻¹⁸ is left of any distribution. All this is less than 2 · 10⁻¹¹ for nine players. Shares and means
//! are sums of such probabilities. [`ERROR`] is a bound with room to spare, which decides how many
//! digits are printed. Functions that subtract have bounds of their own.

use std::array;
use std::iter;

use itertools::Itertools;
use num_rational::Ratio;

use super::strategy::{Policy, Step, Strategy};
use super::{KINDS, STOPP_CARDS};

/// An exact value, without rounding.
pub type Fraction = Ratio<u128>;

/// The relative error of probabilities, shares and means in this module is at most this.
pub const ERROR: f64 = 1e-10;

/// The absolute error of [`Outcome::deviation`] is at most this. The mean square is at most 15,000 and
/// has an error of less than 10⁻⁶; for the deviation this is halved, and divided by the deviation, which
/// is more than 0.5.
pub const DEVIATION_ERROR: f64 = 1e-6;

/// A distribution is followed until the rest has less than this probability.
const LEFT: f64 = 1e-18;

/// The probability that a turn which starts with this many safe cards wins what it wants.
pub fn success(step: Step) -> Fraction {
    (step.safe..step.safe + step.wanted).map(useful).product()
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

/// The mean number of rounds that a computer takes alone.
pub fn mean(strategy: &Strategy) -> Fraction {
    strategy.steps().map(|step| success(step).recip()).sum()
}

/// The variance of the number of rounds that a computer takes alone.
pub fn variance(strategy: &Strategy) -> Fraction {
    let successes = strategy.steps().map(success);
    successes.map(|q| (Fraction::from(1) - q) / (q * q)).sum()
}

/// The results of games that the seats start in turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The probability to win, for every seat and every place of it in the order of turns.
    pub wins: Vec<Vec<f64>>,
    /// Entry r is the probability that a game takes more than r rounds.
    more: Vec<f64>,
}

impl Outcome {
    /// The share of games that a seat wins, from 0 to 1. Seats with the same games have the same share to
    /// the last bit.
    pub fn share(&self, seat: usize) -> f64 {
        self.wins[seat].iter().sum::<f64>() / self.wins.len() as f64
    }

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

    /// The least number r for which a game takes at most r rounds with at least this probability, which
    /// is less than 1 − 10⁻¹⁸.
    pub fn quantile(&self, level: f64) -> usize {
        self.more.partition_point(|more| 1.0 - more < level)
    }
}

/// The outcome of games between at least one computer that play by these policies, in the order of their
/// seats. If there are two, each may look at the other's cards.
///
/// # Panics
///
/// If one looks at the other's cards, and there are not two of them.
pub fn outcome(policies: &[Policy]) -> Outcome {
    match policies {
        [one, other] => duel([one, other]),
        _ => independent(policies),
    }
}

/// Of a computer alone, for each round from the first: the probability that it has all six cards at its end and not
/// before, and that it needs more rounds.
fn alone(policy: &Policy) -> impl Iterator<Item = (f64, f64)> {
    assert!(!policy.looks_at_other());
    let success = policy.steps().map(|step| float(success(step)));
    let success = success.collect_vec();
    // The probability that the computer is at each of the steps.
    let mut at = vec![0.0; success.len()];
    at[0] = 1.0;
    iter::repeat_with(move || {
        let mut arriving = 0.0;
        for (at, success) in at.iter_mut().zip(&success) {
            let leaving = *at * success;
            *at = *at * (1.0 - success) + arriving;
            arriving = leaving;
        }
        (arriving, at.iter().sum())
    })
}

/// The outcome of games between computers that do not look at each other's cards.
///
/// # Panics
///
/// If one of them does.
pub fn independent(policies: &[Policy]) -> Outcome {
    let seats = policies.len();
    let mut players = policies.iter().map(alone).collect_vec();
    let mut wins = vec![vec![0.0; seats]; seats];
    let mut before = vec![1.0; seats];
    let mut more = Vec::new();
    loop {
        let left = before.iter().product();
        more.push(left);
        if left < LEFT {
            return Outcome { wins, more };
        }
        let round = players.iter_mut().filter_map(Iterator::next);
        let (done, after): (Vec<f64>, Vec<f64>) = round.unzip();
        for (seat, place) in (0..seats).cartesian_product(0..seats) {
            let others = (0..seats).filter(|&other| other != place);
            let others = others.map(|other| {
                let left = if other < place { &after } else { &before };
                left[(seat + seats - place + other) % seats]
            });
            wins[seat][place] += done[seat] * others.product::<f64>();
        }
        before = after;
    }
}

/// The share of games that a computer wins against others that all play by another policy, all of them being so many
/// `seats`, at least two. Nobody looks at the other's cards.
///
/// # Panics
///
/// If one of them does.
pub fn share_against(own: &Policy, others: &Policy, seats: usize) -> f64 {
    let mut share = 0.0;
    let mut before = 1.0;
    for ((done, left), (_, after)) in alone(own).zip(alone(others)) {
        // With k of the others in front of it, it wins if these need more rounds, and the rest needs this one.
        let (mut places, mut in_front) = (1.0, 1.0);
        for _ in 1..seats {
            in_front *= after;
            places = places * before + in_front;
        }
        share += done * places / seats as f64;
        // Now that is the probability that all of the others need more rounds.
        if left * in_front < LEFT {
            break;
        }
        before = after;
    }
    share
}

/// The outcome of games between two computers that may look at each other's safe cards.
pub fn duel([one, other]: [&Policy; 2]) -> Outcome {
    let (first, mores) = ordered([one, other]);
    let (second, others) = ordered([other, one]);
    let more = mores.into_iter().zip_longest(others);
    Outcome {
        wins: vec![vec![first[0], second[1]], vec![second[0], first[1]]],
        more: more
            .map(|both| both.or_default())
            .map(|(one, other)| (one + other) / 2.0)
            .collect(),
    }
}

/// The probabilities that the first and the second of two computers win, and that a game takes more than 0, 1, 2, …
/// rounds.
fn ordered(order: [&Policy; 2]) -> ([f64; 2], Vec<f64>) {
    // The probability that a turn succeeds, by mover and the safe cards of it and of the other.
    let success: [[[f64; KINDS]; KINDS]; 2] = order.map(|policy| {
        let success = |own, other| float(success(policy.step(own, other)));
        array::from_fn(|own| array::from_fn(|other| success(own, other)))
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
                safe[mover] += order[mover].wanted(own, other);
                if safe[mover] == KINDS {
                    won[mover] += probability * success;
                } else {
                    at[safe[0]][safe[1]] += probability * success;
                }
            }
        }
    }
}
