//! The goodness of fit of lists to a rule set: their likelihood, given the expected shares.
//!
//! A list of n games per pairing has shares x with mean μ and covariance Σ/n. Σ comes from the
//! pairings: a win, a loss and a draw exclude each other. The known μ come from games, too, or have
//! certain intervals, so their errors have a covariance T of their own; and a share with a last
//! digit of unit u may be rounded or cut off: that counts as an error of variance u². (Rounding
//! alone makes u²/12. But without draws the sum of all shares is known, and by that measure a list
//! that is cut off would be impossible.) So x − μ is about normal with covariance C = Σ/n + T + u²,
//! and the logarithm of the likelihood is −½ (rᵀC⁻¹r + ln |C|) up to a constant, r being x − μ.
//!
//! # Rare wins
//!
//! The number of wins of a die that wins rarely, or nearly always, is not normal. If λ is its
//! variance, it is d beyond its mean with a probability below exp(−w²/2), w² = d²/(λ + sd/3). For s
//! = 1 this is Bernstein's inequality. But s is how lopsided a game is, |1 − 2p|: then the third
//! moments are those of the games. Turned around, d/w = ws/6 + √((ws/6)² + λ). So all games of such
//! a die count with the variance (d/w)² instead of λ. Where lists are said to be impossible, w is
//! 4: of 0.15 wins on average these are 2.1, of 10 wins 15, and of 1,000 wins 1,043. Likelihoods
//! are compared near the mean, and there w is 1: the variances are 0.35, 11 and 1,011. *Observed*
//! wins say less of rare ones, since 0 may be observed of 6: for T, ws/6 is ws/3.
//!
//! # Likely lists
//!
//! If n is right, the sum of squares rᵀC⁻¹r has about a χ² distribution, or is less. Where lists
//! are said to be impossible, that of the ways of [writing](super::writing) shares counts for which
//! it is less; likelihoods take shares for rounded.

use libm::{exp, log, sqrt};

use super::cholesky::{Cholesky, Matrix};
use super::expected::{Expected, PairCovariances};
use super::writing::{Writing, WrittenShares};

/// The quantile of the normal distribution, in standard deviations, that chance exceeds in one of a
/// hundred cases.
pub const ONE_PERCENT: f64 = 2.326;

/// The most games per pairing that a list is taken to have.
pub const MOST_GAMES: f64 = 1e8;

/// The number w of standard errors by which rare wins count where likelihoods are compared, and in
/// the [excess](GoodnessOfFit::excess).
const NEAR: f64 = 1.0;
/// The number w of standard errors by which rare wins count where lists are said to be impossible.
const FAR: f64 = 4.0;

/// The covariance of the shares that are given in a list, for any number of games per pairing.
#[derive(Clone, Debug)]
struct ShareCovariance {
    /// The dice whose shares are given.
    dice: Vec<usize>,
    /// The units of their shares.
    units: Vec<f64>,
    /// Σ.
    game_covariances: PairCovariances,
    /// T.
    error_covariances: PairCovariances,
    /// For each die of the file λ for lists of one game per pairing, and s.
    wins: Vec<RareWins>,
}

/// The deviation of a die's wins from the normal distribution.
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

    /// The factor (d/w)²/λ by which the variance of these wins counts for more than that of normal
    /// ones, for this number of games per pairing, where `w` standard errors matter.
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

impl ShareCovariance {
    /// The covariance of the shares that a list gives, with their units; their values do not
    /// matter.
    fn new(written: &WrittenShares, expected: &Expected) -> ShareCovariance {
        let (dice, units) = written
            .iter()
            .enumerate()
            .filter_map(|(die, share)| Some((die, share.as_ref()?.unit)))
            .unzip();
        let game_covariances = expected.game_covariances.clone();
        let wins = (0..written.len())
            .map(|die| RareWins::new(&game_covariances, die))
            .collect();
        ShareCovariance {
            dice,
            units,
            game_covariances,
            error_covariances: expected.error_covariances.clone(),
            wins,
        }
    }

    /// T + u², where `w` standard errors matter: the covariance of lists of infinitely many games.
    fn error_matrix(&self, w: f64) -> Matrix {
        let factors: Vec<f64> = self
            .wins
            .iter()
            .enumerate()
            .map(|(die, wins)| {
                // The number of games that are as accurate as the expected share.
                let games =
                    self.game_covariances.variance(die) / self.error_covariances.variance(die);
                wins.variance_factor(games, 2.0 * w)
            })
            .collect();
        let mut errors = self
            .error_covariances
            .covariance_matrix(&self.dice, &factors);
        for (index, unit) in self.units.iter().enumerate() {
            errors[index][index] += unit * unit;
        }
        errors
    }

    /// The factor of C for lists of this number of games per pairing, where `w` standard errors
    /// matter; `None` if C is singular.
    fn cholesky(&self, games: f64, w: f64) -> Option<Cholesky> {
        let factors: Vec<f64> = self
            .wins
            .iter()
            .map(|wins| wins.variance_factor(games, w))
            .collect();
        let mut sum = self
            .game_covariances
            .covariance_matrix(&self.dice, &factors);
        for (sums, errors) in sum.iter_mut().zip(&self.error_matrix(w)) {
            for (sum, error) in sums.iter_mut().zip(errors) {
                *sum = *sum / games + error;
            }
        }
        Cholesky::new(&sum)
    }
}

/// The differences of the shares of a list from the expected ones, if they are written in this way.
pub fn residuals(written: &WrittenShares, expected: &Expected, writing: Writing) -> Vec<f64> {
    written
        .iter()
        .zip(&expected.shares)
        .filter_map(|(written, expected)| {
            let written = written.as_ref()?;
            Some(written.share + writing.middle_above(written.unit) - expected)
        })
        .collect()
}

/// The differences of the shares of a list from the expected ones under a rule set.
#[derive(Clone, Debug)]
struct ListFit {
    /// The difference of each given share, if shares are rounded.
    residuals: Vec<f64>,
    covariance: ShareCovariance,
}

impl ListFit {
    /// The sum of squares of the residuals for lists of this number of games per pairing, by the
    /// way of writing for which it is less; `None` if the covariance is singular.
    fn least_squares(&self, games: f64) -> Option<f64> {
        let factor = self.covariance.cholesky(games, FAR)?;
        Writing::ALL
            .map(|writing| {
                let shifted: Vec<f64> = self
                    .residuals
                    .iter()
                    .zip(&self.covariance.units)
                    .map(|(residual, &unit)| residual + writing.middle_above(unit))
                    .collect();
                factor.squares(&shifted)
            })
            .into_iter()
            .reduce(f64::min)
    }
}

/// The goodness of fit of lists to a rule set.
#[derive(Clone, Debug, Default)]
pub struct GoodnessOfFit {
    lists: Vec<ListFit>,
}

impl GoodnessOfFit {
    /// Adds a list, with the written share of each die, if any, and the expected shares.
    pub fn add(&mut self, written: &WrittenShares, expected: &Expected) {
        self.lists.push(ListFit {
            residuals: residuals(written, expected, Writing::Rounded),
            covariance: ShareCovariance::new(written, expected),
        });
    }

    /// The mean distance of a share from the expected one, where 1 is 100 %; NaN without any share.
    pub fn distance(&self) -> f64 {
        let residuals = self.lists.iter().flat_map(|list| &list.residuals);
        let sum: f64 = residuals.clone().copied().map(f64::abs).sum();
        sum / residuals.count() as f64
    }

    /// The logarithm of the likelihood, up to a constant, if the lists have this number of games
    /// per pairing; −∞ if the covariance of one is singular.
    pub fn log_likelihood(&self, games: f64) -> f64 {
        let terms = self.lists.iter().map(|list| {
            let factor = list.covariance.cholesky(games, NEAR);
            factor.map_or(f64::INFINITY, |factor| {
                factor.squares(&list.residuals) + factor.log_determinant()
            })
        });
        -0.5 * terms.sum::<f64>()
    }

    /// The number of games per pairing, from `least` to `most`, that makes the lists most likely.
    pub fn likeliest_games(&self, [least, most]: [f64; 2]) -> f64 {
        if least == most {
            return least;
        }
        let likelihood = |logarithm: f64| self.log_likelihood(exp(logarithm));
        exp(find_maximum([log(least), log(most)], likelihood))
    }

    /// The excess of the sum of squares over what rounding and the error of the expected shares
    /// alone make. If the lists have this number of games per pairing, the sum of squares has about
    /// a χ² distribution. Lists whose covariance is singular do not count.
    pub fn excess(&self, games: f64) -> f64 {
        self.lists
            .iter()
            .filter_map(|list| {
                let factor = list.covariance.cholesky(games, NEAR)?;
                let squares = factor.squares(&list.residuals);
                Some(squares - factor.mean_squares(&list.covariance.error_matrix(NEAR)))
            })
            .sum()
    }

    /// Returns whether these lists are together no further off than correct lists of this number of
    /// games per pairing, but for the furthest of these, which are as rare as a normal number above
    /// `z` standard deviations. Lists whose covariance is singular do not count.
    pub fn is_likely(&self, games: f64, z: f64) -> bool {
        let (mut squares, mut shares) = (0.0, 0);
        for list in &self.lists {
            if let Some(least) = list.least_squares(games) {
                squares += least;
                shares += list.residuals.len();
            }
        }
        shares == 0 || squares <= chi_squared_quantile(shares as f64, z)
    }

    /// The most games per pairing, up to `MOST_GAMES`, for which the lists
    /// [are likely](Self::is_likely); `None` if they are not even for a single one.
    pub fn most_games(&self, z: f64) -> Option<f64> {
        let is_too_much = |logarithm: f64| !self.is_likely(exp(logarithm), z);
        (!is_too_much(0.0)).then(|| exp(bisect([0.0, log(MOST_GAMES)], is_too_much)))
    }
}

/// The argument between `first` and `last` at which a smooth function is largest, unless that is a
/// narrow peak between the arguments that are compared.
fn find_maximum([first, last]: [f64; 2], function: impl Fn(f64) -> f64) -> f64 {
    /// The distance of the arguments that are compared in the second round.
    const STEP: f64 = 0.1;
    /// The number of these steps between the arguments that are compared in the first round.
    const STEPS_IN_FIRST_ROUND: usize = 5;
    let at = |step: usize| first + step as f64 * STEP;
    let best_of = |steps: &mut dyn Iterator<Item = usize>| {
        steps
            .map(|step| (function(at(step)), step))
            .max_by(|(value, _), (next, _)| value.total_cmp(next))
            .map_or(0, |(_, step)| step)
    };
    let steps = ((last - first) / STEP) as usize;
    let near = best_of(&mut (0..=steps).step_by(STEPS_IN_FIRST_ROUND));
    let first_around = near.saturating_sub(STEPS_IN_FIRST_ROUND);
    let around = first_around..=(near + STEPS_IN_FIRST_ROUND).min(steps);
    let best = at(best_of(&mut { around }));
    // Closer, by thirds: 20 of them leave less than 0.0001 of two steps.
    let (mut low, mut high) = ((best - STEP).max(first), (best + STEP).min(last));
    for _ in 0..20 {
        let [lower, upper] = [low + (high - low) / 3.0, high - (high - low) / 3.0];
        if function(lower) < function(upper) {
            low = lower;
        } else {
            high = upper;
        }
    }
    (low + high) / 2.0
}

/// The argument between `low` and `high` from which on a condition holds; `high` if it never does.
pub(crate) fn bisect([mut low, mut high]: [f64; 2], is_beyond: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..64 {
        let middle = f64::midpoint(low, high);
        if is_beyond(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    high
}

/// The quantile of the χ² distribution with this many degrees of `freedom` that is exceeded as
/// rarely as `z` is by the normal distribution (Wilson & Hilferty 1931).
pub fn chi_squared_quantile(freedom: f64, z: f64) -> f64 {
    let part = 2.0 / (9.0 * freedom);
    let root = 1.0 - part + z * sqrt(part);
    freedom * root * root * root
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::likelihood::{PairingEstimate, WeightedEstimate, WrittenShare};

    #[test]
    fn quantiles_are_those_of_tables() {
        for (freedom, z, quantile) in [
            (5.0, 1.644_85, 11.070),
            (20.0, 2.326_35, 37.566),
            (30.0, 3.090_23, 59.703),
        ] {
            let found = chi_squared_quantile(freedom, z);
            assert!((found / quantile - 1.0).abs() < 0.005, "{found} {quantile}");
        }
    }

    /// Two wins in 300 games where 0.3 are expected are chance, even if from 6 to 29 were observed
    /// in 16,384 games, of which 16 were expected; ten wins are not.
    #[test]
    fn few_rare_wins_are_chance() {
        const ONE_IN_TEN_THOUSAND: f64 = 3.719;
        const GAMES: u64 = 1 << 14;
        let written = |wins: f64| {
            [wins / 300.0, 1.0 - wins / 300.0].map(|share| Some(WrittenShare { share, unit: 1e-4 }))
        };
        for observed in 6..30 {
            let wins = [observed, GAMES - observed];
            let all_games = WeightedEstimate {
                weight: 1.0,
                estimate: PairingEstimate::from_games(wins, GAMES as f64, [true; 2]),
            };
            let mut expected = Expected::new(vec![true; 2]);
            expected.add([0, 1], &[all_games], 0.0);
            let is_likely = |wins: f64| {
                let mut fit = GoodnessOfFit::default();
                fit.add(&written(wins), &expected);
                fit.is_likely(300.0, ONE_IN_TEN_THOUSAND)
            };
            assert!(is_likely(2.0), "{observed}");
            assert!(!is_likely(10.0), "{observed}");
        }
    }
}
