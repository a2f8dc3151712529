//! What lists of a known number of games per pairing may be off.
//!
//! Two questions are asked of a list, and chance alone makes the answer to each wrong for one of
//! 1,000 correct lists.
//!
//! **Is a share too far off?** Each share has an upper and a lower limit, so a list of N dice has 2N of them, and each is
//! exceeded with a probability of at most 1/(2000 N); this holds for all together, however shares
//! depend on each other (Bonferroni). A share is a mean of many games, but the normal distribution
//! is wrong for rare wins: of 250 games with 0.3 % of wins each, 4 or more are won in 0.7 % of all
//! lists, 3.8 standard errors away. So the limit comes from the exponent of Bennett's inequality
//! (Bennett 1962): a sum with variance σ², of independent parts that exceed their means by 1 at
//! most, is d beyond its mean with a probability below exp(−w²/2), w² = 2σ² h(d/σ²), h(u) = (1 + u)
//! ln(1 + u) − u. For rare wins this is the exponent of the Poisson distribution, for many games w
//! becomes d/σ, and in between it is too large. The limit is where w is the quantile of the normal
//! distribution, and half a game further, as wins are whole numbers.
//!
//! **Are all shares together too far off?** The sum of their squares, weighted by the inverse of
//! the covariance, is about χ² distributed; but again not for rare wins. So the limit comes from
//! lists that are drawn at random from the probabilities of the pairings: ten of 9,999 lists exceed
//! it (of many dice fewer are drawn, at least 1,999). Their seed is fixed. The shares of these
//! lists are neither rounded nor cut off. Of a list that is, those shares count that may stand
//! behind it and fit best (see [`writing`](super::writing)), so that the limit holds for it,
//! however many digits it has.
//!
//! Both allow for what the truth is not known to: games that it comes from scatter, too.

use itertools::Itertools;
use libm::{erfc, log1p, sqrt};

use super::binomial::draw;
use super::cholesky::{Cholesky, Matrix};
use super::expected::{Expected, Meeting, PairScatter, PairingGames, means};
use super::fit::{residuals, root};
use super::writing::{GivenShares, LEAST_UNIT, Writing, least_squares};
use crate::stream::Stream;

/// So many pairings are drawn at most for all lists, unless these become too few.
const MOST_DRAWN: usize = 10_000_000;
/// The seed of all drawn lists.
const SEED: u64 = 2021;

/// What lists of so many games per pairing may be off.
#[derive(Clone, Debug)]
pub struct Chance {
    /// The number of games of each pairing.
    pub games: u64,
    /// What a draw counts.
    pub draw: f64,
    /// What is known of each pairing.
    pub meetings: Vec<([usize; 2], Meeting)>,
    /// What the lists would be.
    pub expected: Expected,
    /// The games of a pairing that count for its two dice.
    pub pairing_games: PairingGames,
}

impl Chance {
    /// The same for lists in which these games count, whose shares may depend on each other
    /// otherwise.
    pub fn of_games(&self, pairing_games: PairingGames) -> Chance {
        Chance {
            expected: self.expected.clone().of_games(pairing_games),
            pairing_games,
            ..self.clone()
        }
    }

    /// Whether too little is known for lists of so many games.
    pub fn is_rough(&self) -> bool {
        /// The variance of the known shares may be this part of that of the lists, on average: half
        /// a standard error.
        const ROUGH: f64 = 0.25;
        let dice = self.expected.shares.len();
        let sum = |scatter: &PairScatter| (0..dice).map(|die| scatter.variance(die)).sum();
        let [error, of_lists]: [f64; 2] = [&self.expected.error, &self.expected.per_game].map(sum);
        error > ROUGH * of_lists / self.games as f64
    }

    /// The standard error of the difference of a share from the known one, from 0 to 1, or of the
    /// difference of two shares.
    pub fn error(&self, dice: &[usize]) -> f64 {
        let variances = dice.iter().map(|&die| self.covariance(die, die));
        let pairs = dice.iter().tuple_windows();
        let both = pairs.map(|(&one, &other)| self.covariance(one, other));
        sqrt((variances.sum::<f64>() - 2.0 * both.sum::<f64>()).max(0.0))
    }

    fn covariance(&self, one: usize, other: usize) -> f64 {
        let expected = &self.expected;
        expected.per_game.between(one, other) / self.games as f64
            + expected.error.between(one, other)
    }

    /// How far a share may be from the known one, from 0 to 1, without rounding, if any share is
    /// further off in such a part of correct lists.
    pub fn most_off(&self, die: usize, error: f64) -> f64 {
        let dice = self.expected.shares.len();
        let quantile = normal_quantile(error / (2 * dice) as f64);
        let games = self.games as f64 * (dice - 1) as f64;
        let variance = self.covariance(die, die) * games * games;
        (bennett(variance, quantile) + 0.5) / games
    }

    /// How lists of all dice scatter, and the sums of squares of lists that are drawn at random.
    /// Each stream has others. `None` if nothing can be said of these dice together.
    pub fn squares(&self, stream: u64) -> Option<Squares> {
        let dice = 0..self.expected.shares.len();
        let mut covariance: Matrix = dice
            .clone()
            .map(|one| dice.clone().map(|two| self.covariance(one, two)).collect())
            .collect();
        for die in dice {
            // Where the sum of all shares is known, this is how well.
            covariance[die][die] += LEAST_UNIT * LEAST_UNIT;
        }
        let factor = Cholesky::new(&covariance)?;
        let mut random = Stream::of_lists(SEED + stream);
        let mut draw = || factor.squares(&self.draw_list(&mut random));
        let thousands = (MOST_DRAWN / 1000 / self.meetings.len().max(1)).clamp(2, 10);
        let drawn = (1..1000 * thousands).map(|_| draw()).collect();
        Some(Squares { covariance, drawn })
    }

    /// By how much the shares of a list differ that is drawn at random, from shares that are drawn
    /// in the way in which those came about that are known.
    fn draw_list(&self, random: &mut Stream) -> Vec<f64> {
        let dice = self.expected.shares.len();
        let (mut drawn, mut known) = (vec![0.0; dice], vec![0.0; dice]);
        for &(dice, meeting) in &self.meetings {
            let mut played = |games: f64| {
                let wins = draw_wins(games, meeting.wins, random);
                means(wins.map(|wins| wins as f64 / games), self.draw)
            };
            let mut list = played(self.games as f64);
            if self.pairing_games == PairingGames::Own {
                list[1] = played(self.games as f64)[1];
            }
            let truth = if meeting.games.is_finite() {
                played(meeting.games)
            } else {
                means(meeting.wins, self.draw)
            };
            for (seat, die) in dice.into_iter().enumerate() {
                drawn[die] += list[seat];
                known[die] += truth[seat];
            }
        }
        let opponents = (dice - 1) as f64;
        if self.meetings.iter().all(|(_, one)| one.games.is_infinite()) {
            // What is computed may be off by so much, in whatever direction.
            for (die, known) in known.iter_mut().enumerate() {
                let off = opponents * sqrt(self.expected.error.variance(die));
                *known += if random.below(2) == 0 { off } else { -off };
            }
        }
        let shares = drawn.iter().zip(known);
        shares
            .map(|(drawn, known)| (drawn - known) / opponents)
            .collect()
    }
}

/// How the sums of squares of lists scatter.
#[derive(Clone, Debug)]
pub struct Squares {
    /// The covariance of the shares, by the inverse of which squares are weighted.
    covariance: Matrix,
    /// The sums of lists that were drawn at random, in no order.
    pub drawn: Vec<f64>,
}

impl Squares {
    /// The least sum of squares of shares that may stand behind these, which are those of all dice.
    pub fn of_list(&self, shown: &GivenShares, expected: &Expected) -> f64 {
        let half_units = shown.iter().flatten().map(|shown| shown.unit / 2.0);
        let half_units: Vec<f64> = half_units.collect();
        let squares = Writing::ALL.map(|writing| {
            let residuals = residuals(shown, expected, writing);
            least_squares(&residuals, &half_units, &self.covariance)
        });
        squares.into_iter().fold(f64::INFINITY, f64::min)
    }
}

/// How many of so many games are won by each of two dice that win with these probabilities.
fn draw_wins(games: f64, [one, other]: [f64; 2], random: &mut Stream) -> [u64; 2] {
    let mut draw = |games, probability: f64| draw(games, probability.clamp(0.0, 1.0), random);
    let first = draw(games as u64, one);
    // A die that always wins leaves the other nothing.
    let of_rest = if one < 1.0 { other / (1.0 - one) } else { 0.0 };
    [first, draw(games as u64 - first, of_rest)]
}

/// Where the normal distribution has this much above it, less than a half.
fn normal_quantile(above: f64) -> f64 {
    const FURTHEST: f64 = 40.0;
    root([0.0, FURTHEST], |z| {
        erfc(z * std::f64::consts::FRAC_1_SQRT_2) / 2.0 < above
    })
}

/// How far a sum with this variance is off where the exponent of Bennett's inequality is w²/2.
fn bennett(variance: f64, w: f64) -> f64 {
    if variance == 0.0 {
        return 0.0;
    }
    // Bernstein's inequality is weaker, so it is this far at most.
    let furthest = w * sqrt(variance) + w * w;
    root([0.0, furthest], |off| {
        let u = off / variance;
        2.0 * variance * ((1.0 + u) * log1p(u) - u) > w * w
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::likelihood::binomial::probability_of;

    #[test]
    fn quantiles_are_those_of_tables() {
        for (above, quantile) in [(0.025, 1.959_964), (0.001, 3.090_232), (1e-6, 4.753_424)] {
            assert!((normal_quantile(above) - quantile).abs() < 1e-6);
        }
    }

    /// What is rare is limited like a Poisson distribution, what is frequent like a normal one.
    #[test]
    fn limits_hold_for_binomial_distributions() {
        let probabilities = [0.003, 0.01, 0.1, 0.5, 0.2];
        for (games, one) in [250, 1000, 250, 250, 20_000].into_iter().zip(probabilities) {
            let mean = games as f64 * one;
            let limit = bennett(mean * (1.0 - one), normal_quantile(1e-4)) + 0.5;
            let beyond = (mean + limit).floor() as u64 + 1..=games;
            let beyond: f64 = beyond.map(|wins| probability_of(wins, games, one)).sum();
            assert!((1e-5..=1e-4).contains(&beyond), "{games} {one} {beyond}");
        }
    }
}
