//! One model of a list: how far its shares may be from the expected ones.
//!
//! A list has shares xᵢ, printed in units uᵢ, from n games per pairing, and their means are pᵢ. For
//! games that count for both dice of a pairing, or for each die's own, Σ is the covariance of lists
//! of one game per pairing ([`expected`](super::expected)). Rare wins are skew: if λ is the
//! variance of the number of a die's wins and s the mean lopsidedness |1 − 2p| of its games,
//! weighted by their variances, then w standard errors are worth the variance factor
//!
//! ```text
//! f_w = (ws/6 + √((ws/6)² + λ))² / λ
//! ```
//!
//! (Bernstein's inequality with s for 1, turned around). So the covariance of a list is
//!
//! ```text
//! C_w(n) = Σ/n, each pairing times the larger f_w of its dice,
//!          + the covariance of the errors of p, with 2w for w,
//!          + (10⁻⁴)², about a digit
//! ```
//!
//! The error of p takes 2w since observed wins say less of rare ones: 0 may be observed of 6.
//!
//! # Tests
//!
//! | test | refuses n if | error |
//! | --- | --- | --- |
//! | T, all shares of a list together | the least eᵀC_w(n)⁻¹e, of all e within half a unit of x − p, is beyond the χ² quantile | [`Errors::joint`] |
//! | M, each share of N | \|x − p\| − u/2 is beyond z·√C_w(n)ᵢᵢ, z being the normal quantile of the error/2N | [`Errors::shares`] |
//! | F, one die that is off whatever n is | its t is beyond Student's quantile of the error/N | [`STRAY_ERROR`] |
//!
//! χ² has a degree of freedom for each die with variance, and one less if games are shared and none
//! is drawn, as the sum of all shares is known then. A die that cannot win, or cannot lose, has no
//! variance: M alone tests it, by about a digit. Shares may be rounded or cut off, which moves the
//! middle of what may stand behind them by half a unit; n is refused if it is for both.
//!
//! T and M refuse the more, the larger n is. So one evaluation at m tells whether any n ≥ m
//! explains a list.
//!
//! F compares t = (|x − p| − u/2)/√(f_w(n′)·Σᵢᵢ/n′) with 1/n′ = the mean of (d² + u²/12 + error of
//! p)/Σ of all other dice with variance: n′ is the number of games that these look like.
//!
//! # The number w
//!
//! χ² adds up many shares of a few standard errors each, while a single one has to be further off.
//! Measured on 20,000 right lists a cell (wuerfel0–3, two dice, twenty, equal ones, a circle; 20 to
//! 4,000 games, shared and own), with nominally 10 of 10,000 refused: T at w = 2 refuses 13.5 at
//! worst, M at w = 3 refuses 11, and both together 17.5; with nominally 1, T at w = 2.5 refuses 1.1.
//! These w are [`JOINT_REACH`] and [`SHARE_REACH`] of the normal quantiles of the errors.

use std::sync::Arc;

use libm::sqrt;

use super::cholesky::Matrix;
use super::expected::{Expected, PairCovariances, PairingGames};
use super::quantiles::{chi_squared_quantile, normal_quantile, student_quantile};
use super::writing::{LEAST_UNIT, Writing, WrittenShares, least_squares};

/// The probability that F refuses a right list.
const STRAY_ERROR: f64 = 1e-4;
/// The w of T, as a part of the normal quantile of its error: 2 of 3.09, 2.5 of 3.72.
const JOINT_REACH: f64 = 0.66;
/// The w of M and F, as a part of the normal quantile of the error of a share: 3 of 3.8, which that
/// is for six dice.
const SHARE_REACH: f64 = 0.8;

/// The probabilities that tests refuse a right list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Errors {
    /// That of T.
    pub joint: f64,
    /// That of M, for all shares of a list together.
    pub shares: f64,
}

/// The sum of squares of lists, and the degrees of freedom of its χ² distribution.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SquareSum {
    /// The sum.
    pub sum: f64,
    /// The degrees of freedom.
    pub freedom: usize,
}

impl SquareSum {
    /// Returns the sum that right lists exceed with the probability `error`.
    pub fn limit(self, error: f64) -> f64 {
        match self.freedom {
            0 => 0.0,
            freedom => chi_squared_quantile(freedom as f64, normal_quantile(error)),
        }
    }

    /// Returns whether the sum is beyond its limit.
    pub fn is_too_large(self, error: f64) -> bool {
        self.sum > self.limit(error)
    }
}

impl std::iter::Sum for SquareSum {
    fn sum<I: Iterator<Item = SquareSum>>(sums: I) -> SquareSum {
        sums.fold(SquareSum::default(), |total, next| SquareSum {
            sum: total.sum + next.sum,
            freedom: total.freedom + next.freedom,
        })
    }
}

/// The deviation of the wins of a die from the normal distribution.
#[derive(Clone, Copy, Debug)]
struct RareWins {
    /// The variance of the number of wins of lists of one game per pairing.
    variance: f64,
    /// The mean lopsidedness of its games, weighted by their variances, from 0 to 1: 0 if both ends
    /// of each are equally likely.
    lopsidedness: f64,
}

impl RareWins {
    /// The wins of a die in lists of one game per pairing, which have these covariances.
    fn new(game_covariances: &PairCovariances, die: usize) -> RareWins {
        let opponents = (game_covariances.variances.len() - 1) as f64;
        let scale = opponents * opponents;
        let (mut variance, mut lopsidedness) = (0.0, 0.0);
        for of_share in &game_covariances.variances[die] {
            let of_game = scale * of_share;
            variance += of_game;
            // Of a game that is won with probability p, p(1 − p) is the variance.
            lopsidedness += of_game * sqrt((1.0 - 4.0 * of_game).max(0.0));
        }
        if variance > 0.0 {
            lopsidedness /= variance;
        }
        RareWins {
            variance,
            lopsidedness,
        }
    }

    /// The factor f_w for this number of games per pairing.
    fn variance_factor(self, games: f64, w: f64) -> f64 {
        let variance = self.variance * games;
        if self.variance == 0.0 || variance.is_infinite() {
            return 1.0;
        }
        // ws/6.
        let offset = w * self.lopsidedness / 6.0;
        let deviation = offset + sqrt(offset * offset + variance);
        deviation * deviation / variance
    }
}

/// A share of a list beside the expected one.
#[derive(Clone, Copy, Debug)]
struct ShareResidual {
    die: usize,
    /// The difference from the expected share, if shares are rounded.
    residual: f64,
    unit: f64,
}

impl ShareResidual {
    /// The difference of the middle of all shares that are written like it in this way.
    fn middle(self, writing: Writing) -> f64 {
        self.residual + writing.middle_above(self.unit)
    }
}

/// The deviation of a share, beside that of right lists.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShareDeviation {
    /// The index of the die.
    pub die: usize,
    /// The number of standard errors by which the nearest share that may stand behind the written
    /// one is off; these allow for rare wins.
    pub standard_errors: f64,
}

/// A list beside its expectation.
#[derive(Clone, Debug)]
pub struct ListModel {
    expected: Arc<Expected>,
    /// The shares that the list gives.
    given: Vec<ShareResidual>,
    /// For each die of the file its wins in lists of one game per pairing.
    wins: Vec<RareWins>,
}

impl ListModel {
    /// The list that gives these shares, beside what is expected of it.
    pub fn new(written: &WrittenShares, expected: &Arc<Expected>) -> ListModel {
        let given = written
            .iter()
            .zip(&expected.shares)
            .enumerate()
            .filter_map(|(die, (written, expected))| {
                let written = written.as_ref()?;
                Some(ShareResidual {
                    die,
                    residual: written.share - expected,
                    unit: written.unit,
                })
            })
            .collect();
        let wins = (0..expected.shares.len())
            .map(|die| RareWins::new(&expected.game_covariances, die))
            .collect();
        ListModel {
            expected: expected.clone(),
            given,
            wins,
        }
    }

    /// The number of dice of its file.
    pub(super) fn count_dice(&self) -> usize {
        self.wins.len()
    }

    /// Returns whether the list gives no share.
    pub fn is_empty(&self) -> bool {
        self.given.is_empty()
    }

    /// The number of shares that the list gives.
    pub fn count_shares(&self) -> usize {
        self.given.len()
    }

    /// The differences of the given shares from the expected ones, if they are rounded.
    pub(super) fn residuals(&self) -> Vec<f64> {
        self.given.iter().map(|share| share.residual).collect()
    }

    /// The units of the given shares.
    pub(super) fn units(&self) -> Vec<f64> {
        self.given.iter().map(|share| share.unit).collect()
    }

    /// The dice of the given shares.
    pub(super) fn dice(&self) -> Vec<usize> {
        self.given.iter().map(|share| share.die).collect()
    }

    /// The factors f_w of all dice for this number of games per pairing.
    fn game_factors(&self, games: f64, w: f64) -> Vec<f64> {
        self.wins
            .iter()
            .map(|wins| wins.variance_factor(games, w))
            .collect()
    }

    /// The factors f_2w of all dice for the number of games that are as accurate as the expected
    /// share of each.
    fn error_factors(&self, w: f64) -> Vec<f64> {
        let expected = &self.expected;
        self.wins
            .iter()
            .enumerate()
            .map(|(die, wins)| {
                let games = expected.game_covariances.variance(die)
                    / expected.error_covariances.variance(die);
                wins.variance_factor(games, 2.0 * w)
            })
            .collect()
    }

    /// The covariance of all but chance of the shares of these dice: of the errors of the expected
    /// ones, and of an error of one of these `units` of each share.
    pub(super) fn error_covariance(&self, dice: &[usize], w: f64, units: &[f64]) -> Matrix {
        let mut covariance = self.expected.error_covariances.matrix(
            dice,
            &self.error_factors(w),
            PairingGames::Shared,
        );
        for (index, unit) in units.iter().enumerate() {
            covariance[index][index] += unit * unit;
        }
        covariance
    }

    /// The covariance of the shares of these dice in lists of this number of games per pairing, if
    /// all but chance has the covariance `errors`.
    pub(super) fn covariance(
        &self,
        dice: &[usize],
        games: f64,
        w: f64,
        pairing_games: PairingGames,
        errors: &Matrix,
    ) -> Matrix {
        let mut covariance = self.expected.game_covariances.matrix(
            dice,
            &self.game_factors(games, w),
            pairing_games,
        );
        for (sums, errors) in covariance.iter_mut().zip(errors) {
            for (sum, error) in sums.iter_mut().zip(errors) {
                *sum = *sum / games + error;
            }
        }
        covariance
    }

    /// The standard errors of the shares of all dice, from 0 to 1, in lists of this number of games
    /// per pairing, where `w` standard errors matter: √C_w(n)ᵢᵢ.
    fn standard_errors(&self, games: f64, w: f64) -> Vec<f64> {
        let expected = &self.expected;
        let (game_factors, error_factors) = (self.game_factors(games, w), self.error_factors(w));
        (0..self.wins.len())
            .map(|die| {
                let of_games = expected
                    .game_covariances
                    .weighted_variance(die, &game_factors);
                let of_errors = expected
                    .error_covariances
                    .weighted_variance(die, &error_factors);
                sqrt(of_games / games + of_errors + LEAST_UNIT * LEAST_UNIT)
            })
            .collect()
    }

    /// The test T of this number of games per pairing.
    pub fn square_sum(&self, games: f64, error: f64, pairing_games: PairingGames) -> SquareSum {
        let w = JOINT_REACH * normal_quantile(error);
        let varying: Vec<ShareResidual> = self
            .given
            .iter()
            .filter(|share| self.wins[share.die].variance > 0.0)
            .copied()
            .collect();
        let dice: Vec<usize> = varying.iter().map(|share| share.die).collect();
        let errors = self.error_covariance(&dice, w, &vec![LEAST_UNIT; dice.len()]);
        let covariance = self.covariance(&dice, games, w, pairing_games, &errors);
        let half_units: Vec<f64> = varying.iter().map(|share| share.unit / 2.0).collect();
        let sum = Writing::ALL
            .map(|writing| {
                let middles: Vec<f64> = varying.iter().map(|share| share.middle(writing)).collect();
                least_squares(&middles, &half_units, &covariance)
            })
            .into_iter()
            .fold(f64::INFINITY, f64::min);
        let is_sum_known = pairing_games == PairingGames::Shared
            && !self.expected.has_draws
            && self.given.len() == self.wins.len();
        SquareSum {
            sum,
            freedom: dice.len() - usize::from(is_sum_known && !dice.is_empty()),
        }
    }

    /// The normal quantile of M for a share of a list of all dice.
    fn share_quantile(&self, error: f64) -> f64 {
        normal_quantile(error / (2 * self.wins.len()) as f64)
    }

    /// The most by which the share of each die of the file may be off, from 0 to 1, before it is
    /// written: z·√C_w(n) of the test M.
    pub fn allowed(&self, games: f64, error: f64) -> Vec<f64> {
        let z = self.share_quantile(error);
        let standard_errors = self.standard_errors(games, SHARE_REACH * z);
        standard_errors
            .into_iter()
            .map(|standard_error| z * standard_error)
            .collect()
    }

    /// The deviations of the given shares for this number of games per pairing, by the way of
    /// writing for which the largest is less.
    pub fn deviations(&self, games: f64, error: f64) -> Vec<ShareDeviation> {
        let w = SHARE_REACH * self.share_quantile(error);
        let standard_errors = self.standard_errors(games, w);
        let [rounded, cut_off] = Writing::ALL.map(|writing| {
            let deviation = |share: &ShareResidual| {
                let beyond = (share.middle(writing).abs() - share.unit / 2.0).max(0.0);
                ShareDeviation {
                    die: share.die,
                    standard_errors: beyond / standard_errors[share.die],
                }
            };
            self.given.iter().map(deviation).collect::<Vec<_>>()
        });
        let largest = |deviations: &[ShareDeviation]| {
            let errors = deviations.iter().map(|deviation| deviation.standard_errors);
            errors.fold(0.0, f64::max)
        };
        if largest(&cut_off) < largest(&rounded) {
            cut_off
        } else {
            rounded
        }
    }

    /// The deviations that the test M refuses for this number of games per pairing.
    pub fn refused_shares(&self, games: f64, error: f64) -> Vec<ShareDeviation> {
        let z = self.share_quantile(error);
        let mut deviations = self.deviations(games, error);
        deviations.retain(|deviation| deviation.standard_errors > z);
        deviations
    }

    /// The test F: the die that is furthest off of those that are, whatever the number of games is.
    pub fn find_stray(&self) -> Option<usize> {
        let strays = Writing::ALL.map(|writing| self.find_stray_if(writing));
        strays.into_iter().collect::<Option<Vec<_>>>()?.pop()
    }

    /// The test F of shares that are written in this way.
    fn find_stray_if(&self, writing: Writing) -> Option<usize> {
        /// Programs that rank dice play at least this many games per pairing.
        const LEAST_GAMES: f64 = 10.0;
        let variance = |die| self.expected.game_covariances.variance(die);
        let error_factors = self.error_factors(SHARE_REACH * self.share_quantile(STRAY_ERROR));
        let varying = self
            .given
            .iter()
            .filter(|share| variance(share.die) > 0.0)
            .collect::<Vec<_>>();
        let part = |share: &ShareResidual| {
            let middle = share.middle(writing);
            let of_errors = self
                .expected
                .error_covariances
                .weighted_variance(share.die, &error_factors);
            (middle * middle + share.unit * share.unit / 12.0 + of_errors) / variance(share.die)
        };
        let sum: f64 = varying.iter().map(|share| part(share)).sum();
        let others = varying.len().checked_sub(1).filter(|&others| others > 0)?;
        let error = STRAY_ERROR / varying.len() as f64;
        let limit = student_quantile(others, error);
        let w = SHARE_REACH * normal_quantile(error / 2.0);
        let ratio = |share: &ShareResidual| {
            let games = others as f64 / (sum - part(share));
            let factor = self.wins[share.die].variance_factor(games.max(LEAST_GAMES), w);
            let beyond = (share.middle(writing).abs() - share.unit / 2.0).max(0.0);
            beyond / sqrt(variance(share.die) * factor / games)
        };
        varying
            .into_iter()
            .map(|share| (ratio(share), share.die))
            .filter(|(ratio, _)| *ratio > limit)
            .max_by(|(left, _), (right, _)| left.total_cmp(right))
            .map(|(_, die)| die)
    }
}
