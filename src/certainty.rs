//! How sure the shares of wins and their order are, whenever one stops to play.
//!
//! A *round* plays every pairing twice, and each side starts once. A competitor's share of wins in a
//! round is a number Y from 0 to 1. The rounds are independent of each other and have the same
//! distribution. Both methods hold for all numbers of rounds at once. So one may look after each block of
//! rounds, and stop when the answer is good enough; a test of fixed size would not allow this.
//!
//! # The order of two
//!
//! ```text
//! K(i, k) = 1/12 · Σ_g Π_s (1 + λ_g · (Y(i, s) − Y(k, s))),   λ_g = 0.95 · 2^−g,  g = 0 .. 11
//! ```
//!
//! K(i, k), where s runs over the rounds, is the *wealth* of a gambler who begins with 1 and bets that i
//! is better than k. If k is at least as good as i, the wealth is a supermartingale. So the probability
//! that it ever reaches 1/a is at most a (Ville 1939; the bets are those of Waudby-Smith & Ramdas 2024,
//! arXiv 2010.09686). The order i ≻ k is *certified* as soon as K(i, k) ≥ N(N − 1)/α, where N is the
//! number of competitors. There are N(N − 1) orders of two of them. So with probability at least 1 − α,
//! all orders that are certified are right.
//!
//! # The interval of a share
//!
//! After n rounds in which Y has the standard deviation σ, the half-width is
//!
//! ```text
//! σ · √( 2(nρ² + 1)/(n²ρ²) · ln(√(nρ² + 1)/0.05) )
//! ```
//!
//! This is an asymptotic confidence sequence (Waudby-Smith, Arbour, Sinha, Kennedy & Ramdas 2024,
//! arXiv 2103.06476). No other ρ would give a narrower interval at about n = 8/ρ². With [`RHO_SQUARED`]
//! that is at 20,000 rounds, and from 5,000 to 200,000 rounds the interval is at most a tenth wider than
//! with the best ρ. σ² is a mean of squares, to which the square of a single game is added. This hardly
//! counts as soon as there are a few wins. But the interval of a competitor that has not won yet would
//! have no width without it; with it, its upper end is 3 to 5 wins after 1,000 rounds or more.
//! *Asymptotic* means that the interval of a share made of very few wins may miss it more often.

use itertools::Itertools;
use libm::{exp, log};
use rayon::prelude::*;

use crate::allocation::{self, Purpose};

/// The number of bets. The wealth is the mean of what they have come to.
const BETS: usize = 12;

/// The interval of a share misses it with at most this probability, asymptotically.
pub const ALPHA: f64 = 0.05;

/// ρ² of the confidence sequence. It is chosen before any game is played.
pub const RHO_SQUARED: f64 = 4e-4;

/// The wealth is compared with what certifies an order after so many rounds, and again after as many.
const LOOK: usize = 16;

/// The part of its wealth that each bet risks in a round, λ_g in the formula.
fn bets() -> [f64; BETS] {
    std::array::from_fn(|g| 0.95 / f64::from(1u32 << g))
}

/// What is counted of a competitor, which is one die, or several that cannot be told apart.
#[derive(Clone, Debug, PartialEq)]
struct Competitor {
    /// The number of games that its dice play in a round, all together.
    games: u64,
    /// The number of wins in all rounds.
    wins: u128,
    /// The sum of the squares of the numbers of wins in each round.
    squares: u128,
}

/// What is known about the order of two competitors. The first is the one with the lower index.
#[derive(Clone, Debug, PartialEq)]
enum Comparison {
    /// Neither order is certified. These are the wealths of the bets on the first, and on the second.
    Open(Box<[[f64; BETS]; 2]>),
    /// The first is better.
    First,
    /// The second is better.
    Second,
}

/// What the rounds say so far. It takes memory for each pair of competitors, but none for the rounds.
#[derive(Clone, Debug, PartialEq)]
pub struct Certainty {
    rounds: u64,
    competitors: Vec<Competitor>,
    /// What is known about each pair of competitors, in lexicographic order.
    comparisons: Vec<Comparison>,
    /// The wealth that certifies an order.
    enough: f64,
}

impl Certainty {
    /// The certainty before the first round. `games` is for each competitor the number of games that it
    /// plays in a round, and `enough` is the wealth that certifies an order.
    pub fn new(games: &[u64], enough: f64) -> Certainty {
        let competitors: Vec<Competitor> = games
            .iter()
            .map(|&games| Competitor {
                games,
                wins: 0,
                squares: 0,
            })
            .collect();
        let pairs = games.len() * games.len().saturating_sub(1) / 2;
        let each = size_of::<Comparison>() + size_of::<[[f64; BETS]; 2]>() + 16;
        allocation::ensure(pairs * each, Purpose::Pairings);
        Certainty {
            rounds: 0,
            competitors,
            comparisons: vec![Comparison::Open(Box::new([[1.0; BETS]; 2])); pairs],
            enough,
        }
    }

    /// Takes in the next rounds. `wins` has for each competitor its numbers of wins in each of them.
    pub fn see(&mut self, wins: &[Vec<u64>]) {
        let rounds = wins.first().map_or(0, Vec::len);
        self.rounds += rounds as u64;
        let mut shares = Vec::new();
        for (competitor, wins) in self.competitors.iter_mut().zip(wins) {
            for &wins in wins {
                competitor.wins += u128::from(wins);
                competitor.squares += u128::from(wins).pow(2);
            }
            let share = |&wins: &u64| wins as f64 / competitor.games as f64;
            shares.push(wins.iter().map(share).collect_vec());
        }
        let enough = self.enough;
        let pairs: Vec<[usize; 2]> = (0..shares.len()).array_combinations().collect();
        self.comparisons
            .par_iter_mut()
            .zip(pairs)
            .with_min_len(8)
            .for_each(|(comparison, [first, second])| {
                comparison.see(&shares[first], &shares[second], enough)
            });
    }

    /// Whether it is certified that the first of these two is better than the second.
    pub fn is_better(&self, one: usize, other: usize) -> bool {
        let (first, second) = (one.min(other), one.max(other));
        let competitors = self.competitors.len();
        let before = first * (2 * competitors - first - 1) / 2;
        match self.comparisons.get(before + second - first - 1) {
            Some(Comparison::First) => one == first,
            Some(Comparison::Second) => one == second,
            _ => false,
        }
    }

    /// Half the width of the interval around a competitor's share, where the share is from 0 to 1. It is
    /// infinite before the first round.
    pub fn half_width(&self, competitor: usize) -> f64 {
        let own = &self.competitors[competitor];
        if self.rounds == 0 {
            return f64::INFINITY;
        }
        let n = self.rounds as f64;
        // This is n² times the variance of the wins in a round; the subtraction is exact.
        let spread = (u128::from(self.rounds) * own.squares - own.wins.pow(2)) as f64;
        let deviation = (spread + n).sqrt() / n / own.games as f64;
        let scale = n * RHO_SQUARED + 1.0;
        deviation * (2.0 * scale / (n * n * RHO_SQUARED) * log(scale.sqrt() / ALPHA)).sqrt()
    }
}

impl Comparison {
    /// Takes in the shares of both in the next rounds.
    fn see(&mut self, first: &[f64], second: &[f64], enough: f64) {
        let Comparison::Open(wealth) = self else {
            return;
        };
        let bets = bets();
        for (first, second) in first.chunks(LOOK).zip(second.chunks(LOOK)) {
            for (first, second) in first.iter().zip(second) {
                let difference = first - second;
                for (bet, stake) in bets.iter().enumerate() {
                    wealth[0][bet] *= 1.0 + stake * difference;
                    wealth[1][bet] *= 1.0 - stake * difference;
                }
            }
            let are_won = |bets: &[f64; BETS]| bets.iter().sum::<f64>() / BETS as f64 >= enough;
            *self = match wealth.each_ref().map(are_won) {
                [true, _] => Comparison::First,
                [_, true] => Comparison::Second,
                _ => continue,
            };
            return;
        }
    }
}

/// The wealth of bets on the first of two competitors that meet in every round, after all rounds. `rounds`
/// are the numbers of rounds that it lost by two games, lost by one, drew, won by one, and won by two.
pub fn wealth(rounds: [u64; 5]) -> f64 {
    bets()
        .map(|stake| {
            let gain =
                |(&rounds, difference): (&u64, f64)| rounds as f64 * log(1.0 + stake * difference);
            exp(rounds
                .iter()
                .zip([-1.0, -0.5, 0.0, 0.5, 1.0])
                .map(gain)
                .sum())
        })
        .iter()
        .sum::<f64>()
        / BETS as f64
}
