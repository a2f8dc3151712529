//! How sure shares and their order are, at whatever moment one stops to look.
//!
//! A *round* plays every pairing twice, each side starting once. A competitor's share of wins in it
//! is a number Y in [0, 1], and the rounds are independent and alike. Both methods hold at every
//! number of rounds at once, so that one may look after each block of rounds and stop when the
//! answer is good enough, which fixed-size tests do not allow.
//!
//! # The order of two
//!
//! ```text
//! K(i, k) = 1/12 · Σ_g Π_s (1 + λ_g · (Y(i, s) − Y(k, s))),   λ_g = 0.95 · 2^−g,  g = 0 .. 11
//! ```
//!
//! over the rounds s is the wealth of somebody who bets on i being better than k. If k is at least as
//! good, it is a supermartingale that begins with 1, so that it ever reaches 1/a with probability at
//! most a (Ville 1939; betting as in Waudby-Smith & Ramdas 2024, arXiv 2010.09686). The order i ≻ k
//! is *certified* as soon as K(i, k) ≥ N(N − 1)/α. Of the N(N − 1) orders of two of N competitors,
//! all certified ones together are then right with probability at least 1 − α.
//!
//! # The interval of a share
//!
//! After n rounds with standard deviation σ of Y the half-width is
//!
//! ```text
//! σ · √( 2(nρ² + 1)/(n²ρ²) · ln(√(nρ² + 1)/0.05) )
//! ```
//!
//! an asymptotic confidence sequence (Waudby-Smith, Arbour, Sinha, Kennedy & Ramdas 2024,
//! arXiv 2103.06476). It is narrowest, for its n, at about n = 8/ρ²; [`RHO_SQUARED`] makes that
//! 20,000 rounds, and from 5,000 to 200,000 it is at most a tenth wider than it could be. To the
//! squares of which σ² is the mean that of a single game is added. It counts for nothing as soon as
//! there are a few wins, and gives a competitor that has not won yet an upper end of 3 to 5 wins,
//! after 1,000 rounds or more, where it would have none. Asymptotic means: for shares that are
//! made of very few wins, the interval may miss more often.

use libm::{exp, log};
use rayon::prelude::*;

/// The bets: how much is put on each difference.
const BETS: usize = 12;

/// The interval of a share misses it with at most this probability, asymptotically.
pub const ALPHA: f64 = 0.05;

/// ρ² of the confidence sequence, fixed before any game is played.
pub const RHO_SQUARED: f64 = 4e-4;

/// After so many rounds the evidence is looked at.
const LOOK: usize = 16;

/// The fraction of the wealth that each bet risks.
fn bets() -> [f64; BETS] {
    std::array::from_fn(|g| 0.95 / f64::from(1u32 << g))
}

/// A competitor: one die, or several that cannot be told apart and count as one.
#[derive(Clone, Debug, PartialEq)]
struct Competitor {
    /// Games that its members play in a round, together.
    games: u64,
    /// Wins in all rounds.
    wins: u128,
    /// Squares of the wins of each round.
    squares: u128,
}

/// What is known about two competitors, the one with the lower index first.
#[derive(Clone, Debug, PartialEq)]
enum Comparison {
    /// The wealth of the bets on the first, and on the second.
    Open(Box<[[f64; BETS]; 2]>),
    /// The first is better.
    First,
    /// The second is better.
    Second,
}

/// What the rounds say so far. It grows with the square of the number of competitors, not with the
/// number of rounds.
#[derive(Clone, Debug, PartialEq)]
pub struct Certainty {
    rounds: u64,
    competitors: Vec<Competitor>,
    /// For all pairs of competitors, in lexicographic order.
    orders: Vec<Comparison>,
    /// The wealth that certifies an order.
    enough: f64,
}

impl Certainty {
    /// Before the first round: for each competitor the number of games that it plays in a round, and
    /// the wealth that certifies an order.
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
        Certainty {
            rounds: 0,
            competitors,
            orders: vec![Comparison::Open(Box::new([[1.0; BETS]; 2])); pairs],
            enough,
        }
    }

    /// Rounds seen.
    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    /// Sees the next rounds: for each competitor, its wins in each of them.
    pub fn see(&mut self, wins: &[Vec<u64>]) {
        let rounds = wins.first().map_or(0, Vec::len);
        self.rounds += rounds as u64;
        for (competitor, wins) in self.competitors.iter_mut().zip(wins) {
            competitor.wins += wins.iter().map(|&wins| u128::from(wins)).sum::<u128>();
            competitor.squares += wins
                .iter()
                .map(|&wins| u128::from(wins).pow(2))
                .sum::<u128>();
        }
        let shares: Vec<Vec<f64>> = self
            .competitors
            .iter()
            .zip(wins)
            .map(|(competitor, wins)| {
                let share = |&wins: &u64| wins as f64 / competitor.games as f64;
                wins.iter().map(share).collect()
            })
            .collect();
        let enough = self.enough;
        let pairs = (0..shares.len())
            .flat_map(|first| (first + 1..shares.len()).map(move |second| (first, second)));
        let pairs: Vec<(usize, usize)> = pairs.collect();
        self.orders
            .par_iter_mut()
            .zip(pairs)
            .with_min_len(8)
            .for_each(|(order, (first, second))| {
                order.see(&shares[first], &shares[second], enough)
            });
    }

    /// Whether it is certified that the first of these two is better than the second.
    pub fn is_better(&self, one: usize, other: usize) -> bool {
        let (first, second) = (one.min(other), one.max(other));
        let competitors = self.competitors.len();
        let before = first * (2 * competitors - first - 1) / 2;
        match self.orders.get(before + second - first - 1) {
            Some(Comparison::First) => one == first,
            Some(Comparison::Second) => one == second,
            _ => false,
        }
    }

    /// Half the width of the interval around a competitor's share, both from 0 to 1. Infinite before
    /// the first round.
    pub fn half_width(&self, competitor: usize) -> f64 {
        let Competitor {
            games,
            wins,
            squares,
        } = self.competitors[competitor];
        if self.rounds == 0 {
            return f64::INFINITY;
        }
        let n = self.rounds as f64;
        // n² times the variance, in wins; the subtraction is exact.
        let spread = (u128::from(self.rounds) * squares - wins * wins) as f64;
        let deviation = (spread + n).sqrt() / n / games as f64;
        let scale = n * RHO_SQUARED + 1.0;
        deviation * (2.0 * scale / (n * n * RHO_SQUARED) * log(scale.sqrt() / ALPHA)).sqrt()
    }
}

impl Comparison {
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
            let [on_first, on_second] = wealth
                .each_ref()
                .map(|bets| bets.iter().sum::<f64>() / BETS as f64 >= enough);
            if on_first {
                *self = Comparison::First;
                return;
            }
            if on_second {
                *self = Comparison::Second;
                return;
            }
        }
    }
}

/// The wealth of bets on the first of two that meet in every round, by how many rounds it lost by
/// two games, by one, drew, won by one, and won by two: the same test, looked at once.
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
