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

use num_rational::Ratio;

use super::KINDS;
use super::strategy::{Policy, Step, Strategy};

/// An exact value, without rounding.
pub type Fraction = Ratio<u128>;

/// The relative error of probabilities, shares and means in this module is at most this.
pub const ERROR: f64 = 1e-10;

/// The absolute error of [`Rounds::deviation`] is at most this. The mean square is at most 15,000 and
/// has an error of less than 10⁻⁶; for the deviation this is halved, and divided by the deviation, which
/// is more than 0.5.
pub const DEVIATION_ERROR: f64 = 1e-6;

/// A distribution is followed until the rest has less than this probability.
const LEFT: f64 = 1e-18;

/// The probability that a turn which starts with this many safe cards wins what it wants.
pub fn success(step: Step) -> Fraction {
    (0..step.wanted)
        .map(|taken| useful(step.safe + taken))
        .product()
}

/// The probability that the next card that is useful or STOPP is useful, for a player who has this
/// many cards, safe and taken.
pub(super) fn useful(has: usize) -> Fraction {
    let missing = (KINDS - has) as u128;
    Fraction::new(missing, missing + super::STOPP_CARDS as u128)
}

/// The mean number of rounds that a computer takes alone.
pub fn mean(strategy: &Strategy) -> Fraction {
    strategy.steps().map(|step| success(step).recip()).sum()
}

/// The variance of the number of rounds that a computer takes alone.
pub fn variance(strategy: &Strategy) -> Fraction {
    strategy
        .steps()
        .map(success)
        .map(|success| (Fraction::from(1) - success) / (success * success))
        .sum()
}

/// The distribution of a number of rounds.
#[derive(Clone, Debug, PartialEq)]
pub struct Rounds {
    /// Entry r is the probability of more than r rounds.
    more: Vec<f64>,
}

impl Rounds {
    /// The mean number of rounds.
    pub fn mean(&self) -> f64 {
        self.more.iter().sum()
    }

    /// The standard deviation of the number of rounds, up to [`DEVIATION_ERROR`].
    pub fn deviation(&self) -> f64 {
        let squares: f64 = self
            .more
            .iter()
            .zip(0u32..)
            .map(|(more, round)| f64::from(2 * round + 1) * more)
            .sum();
        let mean = self.mean();
        (squares - mean * mean).sqrt()
    }

    /// The least number r for which a game takes at most r rounds with at least this probability, which
    /// is less than 1 − 10⁻¹⁸.
    pub fn quantile(&self, level: f64) -> usize {
        self.more.partition_point(|more| 1.0 - more < level)
    }
}

/// The results of games that the seats start in turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The probability to win, for every seat and every place of it in the order of turns.
    pub wins: Vec<Vec<f64>>,
    /// The distribution of the number of rounds in which a game is won.
    pub rounds: Rounds,
}

impl Outcome {
    /// The share of games that a seat wins, from 0 to 1. Seats with the same games have the same share to
    /// the last bit.
    pub fn share(&self, seat: usize) -> f64 {
        self.wins[seat].iter().sum::<f64>() / self.wins.len() as f64
    }
}

/// The progress of a computer alone, round by round.
struct Alone {
    /// For every step the probability that a turn succeeds.
    success: Vec<f64>,
    /// For every step the probability that the computer is there.
    at: Vec<f64>,
}

impl Alone {
    /// A computer before its first turn. Its policy does not depend on others.
    fn new(policy: &Policy) -> Alone {
        assert!(!policy.looks_at_other());
        let success: Vec<f64> = policy.steps().map(|step| float(success(step))).collect();
        let mut at = vec![0.0; success.len()];
        at[0] = 1.0;
        Alone { success, at }
    }

    /// The probability that the computer needs more rounds.
    fn more(&self) -> f64 {
        self.at.iter().sum()
    }

    /// Plays a round. Returns the probability that the computer has all six cards at its end, and not before.
    fn play_round(&mut self) -> f64 {
        let mut arriving = 0.0;
        for (at, success) in self.at.iter_mut().zip(&self.success) {
            let leaving = *at * success;
            *at = *at * (1.0 - success) + arriving;
            arriving = leaving;
        }
        arriving
    }
}

/// The floating-point number next to a fraction, up to the errors of three roundings.
pub fn float(value: Fraction) -> f64 {
    *value.numer() as f64 / *value.denom() as f64
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

/// The outcome of games between computers that do not look at each other's cards.
///
/// # Panics
///
/// If one of them does.
pub fn independent(policies: &[Policy]) -> Outcome {
    let seats = policies.len();
    let mut players: Vec<Alone> = policies.iter().map(Alone::new).collect();
    let mut wins = vec![vec![0.0; seats]; seats];
    let mut more = Vec::new();
    loop {
        let before: Vec<f64> = players.iter().map(Alone::more).collect();
        more.push(before.iter().product());
        if more.last().is_some_and(|&more| more < LEFT) {
            break;
        }
        let done: Vec<f64> = players.iter_mut().map(Alone::play_round).collect();
        let after: Vec<f64> = players.iter().map(Alone::more).collect();
        for (seat, wins) in wins.iter_mut().enumerate() {
            for (place, wins) in wins.iter_mut().enumerate() {
                *wins += done[seat]
                    * (0..seats)
                        .filter(|&other| other != place)
                        .map(|other| {
                            let left = if other < place { &after } else { &before };
                            left[(seat + seats - place + other) % seats]
                        })
                        .product::<f64>();
            }
        }
    }
    Outcome {
        wins,
        rounds: Rounds { more },
    }
}

/// The outcome of games between two computers that may look at each other's safe cards.
pub fn duel(seats: [&Policy; 2]) -> Outcome {
    let [mut first, mut second] = [Pair::new(seats), Pair::new([seats[1], seats[0]])];
    let mut more = Vec::new();
    loop {
        more.push((first.more() + second.more()) / 2.0);
        if more.last().is_some_and(|&more| more < LEFT) {
            break;
        }
        first.play_round();
        second.play_round();
    }
    Outcome {
        wins: vec![
            vec![first.won[0], second.won[1]],
            vec![second.won[0], first.won[1]],
        ],
        rounds: Rounds { more },
    }
}

/// The progress of two computers in the order of their turns, round by round.
struct Pair {
    /// The probability that a turn succeeds is `success[mover][own][other]`, by the safe cards of both.
    success: [[[f64; KINDS]; KINDS]; 2],
    order: [Policy; 2],
    /// The probability of each number of safe cards of the first and, within it, of the second.
    at: [[f64; KINDS]; KINDS],
    /// The probabilities that the first and the second have won.
    won: [f64; 2],
}

impl Pair {
    fn new(order: [&Policy; 2]) -> Pair {
        let mut at = [[0.0; KINDS]; KINDS];
        at[0][0] = 1.0;
        let counts: [usize; KINDS] = std::array::from_fn(|safe| safe);
        Pair {
            success: order.map(|policy| {
                counts.map(|safe| {
                    counts.map(|other| {
                        let wanted = policy.wanted(safe, other);
                        float(success(Step { safe, wanted }))
                    })
                })
            }),
            order: order.map(|policy| *policy),
            at,
            won: [0.0; 2],
        }
    }

    /// The probability that nobody has won yet.
    fn more(&self) -> f64 {
        self.at.as_flattened().iter().sum()
    }

    fn play_round(&mut self) {
        for mover in 0..2 {
            let before = std::mem::take(&mut self.at);
            for (first, row) in before.iter().enumerate() {
                for (second, probability) in row.iter().enumerate() {
                    let mut safe = [first, second];
                    let (own, other) = (safe[mover], safe[1 - mover]);
                    let success = self.success[mover][own][other];
                    self.at[first][second] += probability * (1.0 - success);
                    safe[mover] += self.order[mover].wanted(own, other);
                    if safe[mover] == KINDS {
                        self.won[mover] += probability * success;
                    } else {
                        self.at[safe[0]][safe[1]] += probability * success;
                    }
                }
            }
        }
    }
}
