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
//! where T_j is the number of turns that player j takes alone. In games of two, where players may
//! look at each other's cards, the safe cards of both are followed round by round instead.
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

/// The absolute error of [`SolvedGame::deviation`] is at most this. The mean square is at most
/// 15,000 and has an error of less than 10⁻⁶; for the deviation this is halved, and divided by the
/// deviation, which is more than 0.5.
pub const DEVIATION_ERROR: f64 = 1e-6;

/// A distribution is followed until the remainder has less than this probability.
const NEGLIGIBLE: f64 = 1e-18;

/// The probability that a turn succeeds, by the numbers of cards that the player has before each
/// useful one.
pub(super) fn success_probability(step: Range<usize>) -> Fraction {
    step.map(useful_probability).product()
}

/// The probability that the next card that is useful or STOPP is useful, for a player who has
/// `held` kinds, safe and taken.
pub(super) fn useful_probability(held: usize) -> Fraction {
    let missing = (KINDS - held) as u128;
    Fraction::new(missing, missing + STOPP_CARDS as u128)
}

/// A fraction as a floating-point number, up to the errors of three roundings.
pub fn to_f64(value: Fraction) -> f64 {
    *value.numer() as f64 / *value.denom() as f64
}

/// The mean and the variance of a number of rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundMoments {
    /// The mean.
    pub mean: Fraction,
    /// The variance.
    pub variance: Fraction,
}

/// The moments of the number of rounds that a computer takes alone.
pub fn moments_alone(strategy: &Strategy) -> RoundMoments {
    let successes = strategy.steps().map(success_probability).collect_vec();
    RoundMoments {
        mean: successes.iter().map(Ratio::recip).sum(),
        variance: successes
            .iter()
            .map(|q| (Fraction::from(1) - q) / (q * q))
            .sum(),
    }
}

/// The solution of games that the seats start in turn.
#[derive(Clone, Debug, PartialEq)]
pub struct SolvedGame {
    /// The share of games that each seat wins, from 0 to 1. Seats with the same games have the same
    /// share to the last bit.
    pub shares: Vec<f64>,
    /// The probability, for each r from 0, that a game takes more than r rounds.
    survival: Vec<f64>,
}

impl SolvedGame {
    /// The mean number of rounds.
    pub fn mean(&self) -> f64 {
        self.survival.iter().sum()
    }

    /// The standard deviation of the number of rounds, up to [`DEVIATION_ERROR`].
    pub fn deviation(&self) -> f64 {
        let mean_square: f64 = self
            .survival
            .iter()
            .zip(0u32..)
            .map(|(probability, round)| f64::from(2 * round + 1) * probability)
            .sum();
        (mean_square - self.mean() * self.mean()).sqrt()
    }

    /// The least number r for which a game takes at most r rounds with at least this probability,
    /// which is less than 1 − 10⁻¹⁸.
    pub fn quantile(&self, level: f64) -> usize {
        self.survival
            .partition_point(|probability| 1.0 - probability < level)
    }

    /// The least and the greatest number that the [quantile](Self::quantile) may be: two, if
    /// rounding leaves open which it is.
    pub fn quantile_bounds(&self, level: f64) -> [usize; 2] {
        [level - ERROR, level + ERROR].map(|level| self.quantile(level))
    }
}

/// Solves games between at least one computer that play by these policies, in the order of their
/// seats.
///
/// # Panics
///
/// If one of them looks at the other's cards, and there are not exactly two.
pub fn solve_game(policies: &[Policy]) -> SolvedGame {
    let [first, second] = policies else {
        return solve_independent(policies);
    };
    let forwards = solve_duel([first, second]);
    let exchanged = solve_duel([second, first]);
    let survival = forwards
        .survival
        .into_iter()
        .zip_longest(exchanged.survival)
        .map(|round| {
            let (forwards, exchanged) = round.or_default();
            f64::midpoint(forwards, exchanged)
        })
        .collect();
    SolvedGame {
        shares: vec![
            f64::midpoint(forwards.wins[0], exchanged.wins[1]),
            f64::midpoint(exchanged.wins[0], forwards.wins[1]),
        ],
        survival,
    }
}

/// The probabilities of a round of a computer alone.
#[derive(Clone, Copy, Debug)]
pub struct RoundProbabilities {
    /// The probability that the computer has all six cards at the end of this round and not before.
    pub finishes: f64,
    /// The probability that it needs more rounds.
    pub goes_on: f64,
}

/// The probabilities of each round, from 0 until `NEGLIGIBLE`, of a computer alone that plays by
/// this policy.
///
/// # Panics
///
/// If it looks at another's cards.
pub fn rounds_alone(policy: &Policy) -> Vec<RoundProbabilities> {
    assert!(!policy.looks_at_other());
    let successes = policy
        .steps()
        .map(|step| to_f64(success_probability(step)))
        .collect_vec();
    // The probability that the computer is at each of the steps.
    let mut at_steps = vec![0.0; successes.len()];
    at_steps[0] = 1.0;
    let mut round = RoundProbabilities {
        finishes: 0.0,
        goes_on: 1.0,
    };
    let mut rounds = vec![round];
    while round.goes_on >= NEGLIGIBLE {
        let mut arriving = 0.0;
        for (at_step, success) in at_steps.iter_mut().zip(&successes) {
            let leaving = *at_step * success;
            *at_step = *at_step * (1.0 - success) + arriving;
            arriving = leaving;
        }
        round = RoundProbabilities {
            finishes: arriving,
            goes_on: at_steps.iter().sum(),
        };
        rounds.push(round);
    }
    rounds
}

/// Solves games between computers that do not look at each other's cards.
pub fn solve_independent(policies: &[Policy]) -> SolvedGame {
    let players = policies.iter().map(rounds_alone).collect_vec();
    let share = |seat: usize| {
        let (before, after) = (&players[..seat], &players[seat + 1..]);
        let opponents = before.iter().rev().chain(after.iter().rev());
        share_against(&players[seat], opponents)
    };
    let rounds = players.iter().map(Vec::len).min().unwrap_or(0);
    let survival = |round: usize| players.iter().map(|player| player[round].goes_on).product();
    SolvedGame {
        shares: (0..players.len()).map(share).collect(),
        survival: (0..rounds).map(survival).collect(),
    }
}

/// The share of games that a player wins against opponents, the one first whose turn comes just
/// before its own. In each order of turns, the first k of the opponents are in front of it.
pub fn share_against<'a>(
    player: &[RoundProbabilities],
    opponents: impl Iterator<Item = &'a Vec<RoundProbabilities>> + Clone,
) -> f64 {
    let seats = 1 + opponents.clone().count();
    let mut share = 0.0;
    for (round, now) in player.iter().enumerate().skip(1) {
        // The player wins if those in front of it need more rounds, and all others need this one.
        let (mut orders, mut in_front) = (1.0, 1.0);
        for opponent in opponents.clone() {
            let goes_on = |round: usize| opponent.get(round).map_or(0.0, |round| round.goes_on);
            in_front *= goes_on(round);
            orders = orders * goes_on(round - 1) + in_front;
        }
        share += now.finishes * orders;
    }
    share / seats as f64
}

/// The solution of games of two that the same player begins.
#[derive(Clone, Debug, PartialEq)]
pub struct SolvedDuel {
    /// The probabilities that the first and the second player win.
    pub wins: [f64; 2],
    /// The probability, for each r from 0, that a game takes more than r rounds.
    survival: Vec<f64>,
}

/// Solves games of two computers, in the order of their turns, which may look at each other's safe
/// cards.
pub fn solve_duel(order: [&Policy; 2]) -> SolvedDuel {
    // The probability that a turn succeeds, by mover and the safe cards of it and of the other.
    let successes: [[[f64; KINDS]; KINDS]; 2] = order.map(|policy| {
        let success =
            |own_safe, other_safe| to_f64(success_probability(policy.step(own_safe, other_safe)));
        array::from_fn(|own_safe| array::from_fn(|other_safe| success(own_safe, other_safe)))
    });
    // The probability of each number of safe cards of the first and, within it, of the second.
    let mut at = [[0.0; KINDS]; KINDS];
    at[0][0] = 1.0;
    let mut duel = SolvedDuel {
        wins: [0.0; 2],
        survival: Vec::new(),
    };
    loop {
        let goes_on = at.as_flattened().iter().sum();
        duel.survival.push(goes_on);
        if goes_on < NEGLIGIBLE {
            return duel;
        }
        for mover in 0..2 {
            let before = std::mem::take(&mut at);
            for (first, second) in (0..KINDS).cartesian_product(0..KINDS) {
                let probability = before[first][second];
                let mut safe = [first, second];
                let (own_safe, other_safe) = (safe[mover], safe[1 - mover]);
                let success = successes[mover][own_safe][other_safe];
                at[first][second] += probability * (1.0 - success);
                safe[mover] = order[mover].step(own_safe, other_safe).end;
                if safe[mover] == KINDS {
                    duel.wins[mover] += probability * success;
                } else {
                    at[safe[0]][safe[1]] += probability * success;
                }
            }
        }
    }
}
