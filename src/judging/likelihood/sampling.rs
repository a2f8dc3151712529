//! The sampling distribution of lists of a known number of games per pairing.
//!
//! Two questions are asked of a list, and chance alone makes the answer to each wrong for at most
//! one of 1,000 correct lists. (That is for lists that are judged alone. The lists of a submission
//! together have smaller probabilities: see `check/limits.rs`.)
//!
//! **Is a share too far off?** Each share has an upper and a lower limit, so a list of N dice has
//! 2N of them, and each is exceeded with a probability of at most 1/(2000 N); this holds for all
//! together, however shares depend on each other (Bonferroni). A share is a mean of many games, but
//! the normal distribution is wrong for rare wins: of 250 games with 0.3 % of wins each, 4 or more
//! are won in 0.7 % of all lists, 3.8 standard errors away. So the limit comes from the exponent of
//! Bennett's inequality (Bennett 1962): a sum with variance σ², of independent parts that exceed
//! their means by 1 at most, is d beyond its mean with a probability below exp(−w²/2), w² = 2σ²
//! h(d/σ²), h(u) = (1 + u) ln(1 + u) − u. For rare wins this is the exponent of the Poisson
//! distribution, for many games w becomes d/σ, and in between it is too small, so that limits are
//! wider than need be. The limit is where w is the quantile of the normal distribution, and half a
//! game further, as wins are whole numbers.
//!
//! **Are all shares together too far off?** The sum of their squares, weighted by the inverse of
//! the covariance, is about χ² distributed; but again not for rare wins. So the limit comes from
//! lists that are drawn at random from the probabilities of the pairings: it is the tenth largest
//! sum of 9,999, which one of 1,000 further lists exceeds. (Of many dice fewer are drawn, at least
//! 1,999, of which it is the second largest.) Their seed is fixed. The shares of these lists are
//! neither rounded nor cut off. Of a list that is, those shares count that may stand behind it and
//! fit best (see [`writing`](super::writing)), so that the limit holds for it, however many digits
//! it has.
//!
//! Both allow for the error of the true shares, which may come from games themselves.

use itertools::Itertools;
use libm::{erfc, log1p, sqrt};

use super::binomial::draw_binomial;
use super::cholesky::{Cholesky, Matrix};
use super::expected::{Expected, PairCovariances, PairingEstimate, PairingGames, mean_points};
use super::fit::{bisect, residuals};
use super::writing::{LEAST_UNIT, Writing, WrittenShares, least_squares};
use wuerfelglueck::stream::Stream;

/// The most pairings that are drawn in all lists together, unless that is too few for 1,999 lists.
const MOST_DRAWN: usize = 10_000_000;
/// The seed of all drawn lists. Any number would do; it is fixed so that limits are reproducible.
const SEED: u64 = 2021;

/// The sampling distribution of correct lists with a known number of games per pairing.
#[derive(Clone, Debug)]
pub struct ListSampling {
    /// The number of games of each pairing.
    pub games: u64,
    /// The value of a draw, in wins.
    pub draw_value: f64,
    /// The win probabilities of all pairings.
    pub pairings: Vec<SampledPairing>,
    /// The expected shares, and their covariance.
    pub expected: Expected,
    /// The games of a pairing that count for its two dice.
    pub pairing_games: PairingGames,
}

/// Two dice, and their win probabilities.
#[derive(Clone, Copy, Debug)]
pub struct SampledPairing {
    /// The indices of the dice.
    pub dice: [usize; 2],
    /// Their win probabilities against each other.
    pub estimate: PairingEstimate,
}

impl ListSampling {
    /// The distribution, so far for shared games, of lists in which these games count.
    pub fn with_pairing_games(&self, pairing_games: PairingGames) -> ListSampling {
        ListSampling {
            expected: self.expected.clone().with_pairing_games(pairing_games),
            pairing_games,
            ..self.clone()
        }
    }

    /// Returns whether the expected shares are not accurate enough for lists of this number of
    /// games.
    pub fn is_rough(&self) -> bool {
        /// The most variance of the expected shares in proportion to that of the lists, on average:
        /// half a standard error.
        const ROUGH: f64 = 0.25;
        let dice = 0..self.expected.shares.len();
        let total_variance =
            |covariances: &PairCovariances| dice.clone().map(|die| covariances.variance(die)).sum();
        let [of_errors, of_game]: [f64; 2] = [
            &self.expected.error_covariances,
            &self.expected.game_covariances,
        ]
        .map(total_variance);
        of_errors > ROUGH * of_game / self.games as f64
    }

    /// The standard error, from 0 to 1: if `dice` is one die, of the difference of its share from
    /// the expected one; if two, of the difference of their shares.
    pub fn standard_error(&self, dice: &[usize]) -> f64 {
        let variances: f64 = dice.iter().map(|&die| self.covariance(die, die)).sum();
        let covariances: f64 = dice
            .iter()
            .tuple_windows()
            .map(|(&above, &below)| self.covariance(above, below))
            .sum();
        sqrt((variances - 2.0 * covariances).max(0.0))
    }

    /// The covariance of the differences of two shares from the expected ones, or the variance if
    /// both dice are the same.
    fn covariance(&self, die: usize, opponent: usize) -> f64 {
        let expected = &self.expected;
        expected.game_covariances.between(die, opponent) / self.games as f64
            + expected.error_covariances.between(die, opponent)
    }

    /// The most by which the share of this die may differ from the expected one, from 0 to 1,
    /// without rounding, if in at most the fraction `error` of all correct lists any share of any
    /// die is beyond its limit.
    pub fn share_limit(&self, die: usize, error: f64) -> f64 {
        let dice_count = self.expected.shares.len();
        let quantile = normal_quantile(error / (2 * dice_count) as f64);
        let games = self.games as f64 * (dice_count - 1) as f64;
        let variance = self.covariance(die, die) * games * games;
        (bennett_limit(variance, quantile) + 0.5) / games
    }

    /// Draws the distribution of the sums of squares of lists of all dice. Each `stream` gives
    /// other lists. `None` if the covariance of the shares is singular.
    pub fn draw_square_sums(&self, stream: u64) -> Option<SquareSums> {
        let dice = 0..self.expected.shares.len();
        let row = |die| {
            dice.clone()
                .map(|opponent| self.covariance(die, opponent))
                .collect()
        };
        let mut covariance: Matrix = dice.clone().map(row).collect();
        for die in dice {
            // Without draws the sum of all shares is constant, and the covariance singular. This
            // lets the sum vary by about a digit.
            covariance[die][die] += LEAST_UNIT * LEAST_UNIT;
        }
        let factor = Cholesky::new(&covariance)?;
        let mut random = Stream::of_lists(SEED + stream);
        let thousands = (MOST_DRAWN / 1000 / self.pairings.len().max(1)).clamp(2, 10);
        let drawn = (1..1000 * thousands)
            .map(|_| factor.squares(&self.draw_list(&mut random)))
            .collect();
        Some(SquareSums { covariance, drawn })
    }

    /// Draws a list at random. Returns the differences of its shares from expected shares that are
    /// drawn, too, if they come from games, and otherwise off by as much as they may be.
    fn draw_list(&self, random: &mut Stream) -> Vec<f64> {
        let dice_count = self.expected.shares.len();
        let (mut drawn, mut expected) = (vec![0.0; dice_count], vec![0.0; dice_count]);
        for &SampledPairing { dice, estimate } in &self.pairings {
            let mut play = |games: f64| {
                let wins = draw_wins(games, estimate.wins, random);
                mean_points(wins.map(|wins| wins as f64 / games), self.draw_value)
            };
            let mut points = play(self.games as f64);
            if self.pairing_games == PairingGames::Own {
                points[1] = play(self.games as f64)[1];
            }
            let expected_points = if estimate.games.is_finite() {
                play(estimate.games)
            } else {
                mean_points(estimate.wins, self.draw_value)
            };
            for (seat, die) in dice.into_iter().enumerate() {
                drawn[die] += points[seat];
                expected[die] += expected_points[seat];
            }
        }
        let opponents = (dice_count - 1) as f64;
        let is_computed = |pairing: &SampledPairing| pairing.estimate.games.is_infinite();
        if self.pairings.iter().all(is_computed) {
            // Computed shares are off by the square root of their variance at most, up or down.
            for (die, points) in expected.iter_mut().enumerate() {
                let off = opponents * sqrt(self.expected.error_covariances.variance(die));
                *points += if random.below(2) == 0 { off } else { -off };
            }
        }
        drawn
            .iter()
            .zip(expected)
            .map(|(drawn, expected)| (drawn - expected) / opponents)
            .collect()
    }
}

/// The distribution of the sums of squares of lists.
#[derive(Clone, Debug)]
pub struct SquareSums {
    /// The covariance of the shares, whose inverse weights the squares.
    covariance: Matrix,
    /// The sums of lists that were drawn at random, in no order.
    pub drawn: Vec<f64>,
}

impl SquareSums {
    /// The least sum of squares of shares that may stand behind the written shares of all dice.
    pub fn least_sum(&self, written: &WrittenShares, expected: &Expected) -> f64 {
        let half_units: Vec<f64> = written
            .iter()
            .flatten()
            .map(|share| share.unit / 2.0)
            .collect();
        Writing::ALL
            .map(|writing| {
                let residuals = residuals(written, expected, writing);
                least_squares(&residuals, &half_units, &self.covariance)
            })
            .into_iter()
            .fold(f64::INFINITY, f64::min)
    }
}

/// Draws the numbers of games that each of two dice wins, with these probabilities.
fn draw_wins(games: f64, [first, second]: [f64; 2], random: &mut Stream) -> [u64; 2] {
    let mut draw =
        |games, probability: f64| draw_binomial(games, probability.clamp(0.0, 1.0), random);
    let first_wins = draw(games as u64, first);
    // A die that always wins leaves nothing to the other.
    let second_of_lost = if first < 1.0 {
        second / (1.0 - first)
    } else {
        0.0
    };
    [first_wins, draw(games as u64 - first_wins, second_of_lost)]
}

/// The quantile of the normal distribution that is exceeded with the probability `above`, less than
/// a half.
fn normal_quantile(above: f64) -> f64 {
    /// No probability that a floating-point number can be, but for 0, has a larger quantile.
    const FURTHEST: f64 = 40.0;
    bisect([0.0, FURTHEST], |z| {
        erfc(z * std::f64::consts::FRAC_1_SQRT_2) / 2.0 < above
    })
}

/// The distance of a sum with this variance from its mean at which the exponent of Bennett's
/// inequality is w²/2.
fn bennett_limit(variance: f64, w: f64) -> f64 {
    if variance == 0.0 {
        return 0.0;
    }
    // Bernstein's inequality is weaker, so it is this far at most.
    let furthest = w * sqrt(variance) + w * w;
    bisect([0.0, furthest], |off| {
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

    /// Rare and frequent wins exceed their limits with at most the probability that is asked for,
    /// and with at least a tenth of it.
    #[test]
    fn limits_hold_for_binomial_distributions() {
        let probabilities = [0.003, 0.01, 0.1, 0.5, 0.2];
        for (games, probability) in [250, 1000, 250, 250, 20_000].into_iter().zip(probabilities) {
            let mean = games as f64 * probability;
            let limit = bennett_limit(mean * (1.0 - probability), normal_quantile(1e-4)) + 0.5;
            let beyond: f64 = ((mean + limit).floor() as u64 + 1..=games)
                .map(|wins| probability_of(wins, games, probability))
                .sum();
            assert!(
                (1e-5..=1e-4).contains(&beyond),
                "{games} {probability} {beyond}"
            );
        }
    }
}
