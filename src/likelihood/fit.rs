//! How well lists fit a rule set: their likelihood, given what they would be.
//!
//! A list of n games per pairing has shares x with mean μ and covariance Σ/n. Σ comes from the pairings: a win, a loss
//! and a draw exclude each other. The μ that we have come from games, too, and have a covariance T of their own; and a
//! share with a last digit of unit u may be rounded or cut off: that counts as an error of variance u². (Rounding alone makes
//! u²/12. But without draws the sum of all shares is known, and by that measure a list that is cut off would be
//! impossible.) So x − μ is about normal with covariance
//! C = Σ/n + T + u², and the logarithm of the likelihood is −½ (rᵀC⁻¹r + ln |C|) up to a constant, r being x − μ.

use libm::{exp, log, sqrt};

use super::cholesky::{Cholesky, Matrix};
use super::expected::Expected;

/// A share of a list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shown {
    /// The share, from 0 to 1 if it is one.
    pub share: f64,
    /// The unit to which it is rounded, at least [`LEAST_UNIT`].
    pub unit: f64,
}

/// What a list gives for each die, if it does.
pub type GivenShares = [Option<Shown>];

/// A smaller unit, as of a share that is 1 where all games are won, is as good as this one: that of a percentage with two decimals.
pub const LEAST_UNIT: f64 = 1e-4;

/// Chance makes lists that are off by more than this many standard deviations of the normal distribution in one of a hundred cases.
pub const ONE_PERCENT: f64 = 2.326;

/// The most games per pairing that are thought of.
pub const MOST_GAMES: f64 = 1e8;

/// How the shares scatter that are given in lists, for any number of games per pairing.
#[derive(Clone, Debug)]
pub struct Scatter {
    /// Σ
    per_game: Matrix,
    /// T + u²
    known: Matrix,
}

impl Scatter {
    /// Of lists in which these shares are given, whatever they are, with these units.
    pub fn new(shown: &GivenShares, expected: &Expected) -> Scatter {
        let dice = (0..shown.len()).filter(|&die| shown[die].is_some());
        let dice: Vec<usize> = dice.collect();
        let part = |matrix: &Matrix| -> Matrix {
            let row = |&row: &usize| dice.iter().map(|&die| matrix[row][die]).collect();
            dice.iter().map(row).collect()
        };
        let mut known = part(&expected.error);
        for (index, Shown { unit, .. }) in shown.iter().flatten().enumerate() {
            known[index][index] += unit * unit;
        }
        let per_game = part(&expected.per_game);
        Scatter { per_game, known }
    }

    /// C for lists of so many games per pairing.
    pub fn covariance(&self, games: f64) -> Cholesky {
        let mut sum = self.known.clone();
        for (sums, chances) in sum.iter_mut().zip(&self.per_game) {
            for (sum, chance) in sums.iter_mut().zip(chances) {
                *sum += chance / games;
            }
        }
        Cholesky::new(&sum)
    }
}

/// By how much the shares of a list differ from what they would be.
pub fn residuals(shown: &GivenShares, expected: &Expected) -> Vec<f64> {
    let dice = shown.iter().zip(&expected.shares);
    let residuals = dice.filter_map(|(shown, share)| Some(shown.as_ref()?.share - share));
    residuals.collect()
}

/// How lists differ from what they would be under a rule set.
#[derive(Clone, Debug, Default)]
pub struct Fit(Vec<(Vec<f64>, Scatter)>);

impl Fit {
    /// Adds a list: for each die the share that it has there, if any; and what it would be.
    pub fn add(&mut self, shown: &GivenShares, expected: &Expected) {
        let scatter = Scatter::new(shown, expected);
        self.0.push((residuals(shown, expected), scatter));
    }

    /// The mean distance of a share from what it would be, from 0 to 1.
    pub fn distance(&self) -> f64 {
        let all = self.0.iter().flat_map(|(residuals, _)| residuals);
        all.clone().map(|residual| residual.abs()).sum::<f64>() / all.count() as f64
    }

    /// The logarithm of the likelihood, if the lists have so many games per pairing.
    pub fn log_likelihood(&self, games: f64) -> f64 {
        let terms = self.0.iter().map(|(residuals, scatter)| {
            let covariance = scatter.covariance(games);
            covariance.squares(residuals) + covariance.log_determinant()
        });
        -0.5 * terms.sum::<f64>()
    }

    /// The number of games per pairing that makes the lists most likely, between these.
    pub fn likeliest_games(&self, [least, most]: [f64; 2]) -> f64 {
        const STEP: f64 = 0.1;
        const LARGE: usize = 5;
        if least == most {
            return least;
        }
        let [first, last] = [log(least), log(most)];
        let likelihood = |logarithm: f64| self.log_likelihood(exp(logarithm));
        let at = |step: usize| first + step as f64 * STEP;
        let best_of = |steps: &mut dyn Iterator<Item = usize>| {
            let tried = steps.map(|step| (likelihood(at(step)), step));
            let best = tried.max_by(|one, other| one.0.total_cmp(&other.0));
            best.map_or(0, |(_, step)| step)
        };
        let steps = ((last - first) / STEP) as usize;
        let near = best_of(&mut (0..=steps).step_by(LARGE));
        let around = near.saturating_sub(LARGE)..=(near + LARGE).min(steps);
        let best = at(best_of(&mut { around }));
        // Closer, by thirds.
        let (mut low, mut high) = ((best - STEP).max(first), (best + STEP).min(last));
        for _ in 0..20 {
            let [one, other] = [low + (high - low) / 3.0, high - (high - low) / 3.0];
            if likelihood(one) < likelihood(other) {
                low = one;
            } else {
                high = other;
            }
        }
        exp((low + high) / 2.0)
    }

    /// By how much the sum of squares, which has a χ² distribution if the lists have so many games per pairing, exceeds what
    /// rounding and the error of the truth alone make.
    pub fn excess(&self, games: f64) -> f64 {
        let excess = self.0.iter().map(|(residuals, scatter)| {
            let covariance = scatter.covariance(games);
            covariance.squares(residuals) - covariance.mean_squares(&scatter.known)
        });
        excess.sum()
    }

    /// Whether lists of so many games per pairing are only so far off as chance makes all but a part of them. The
    /// part is that of the normal distribution above `z`.
    pub fn is_likely(&self, games: f64, z: f64) -> bool {
        let (mut squares, mut shares) = (0.0, 0);
        for (residuals, scatter) in &self.0 {
            squares += scatter.covariance(games).squares(residuals);
            shares += residuals.len();
        }
        squares <= chi_squared(shares as f64, z)
    }

    /// The most games per pairing for which that [is so](Self::is_likely); `None` if there are none.
    pub fn most_games(&self, z: f64) -> Option<f64> {
        let is_too_much = |logarithm: f64| !self.is_likely(exp(logarithm), z);
        (!is_too_much(0.0)).then(|| exp(root([0.0, log(MOST_GAMES)], is_too_much)))
    }
}

/// Where something begins to be so, between these two.
pub(crate) fn root([mut low, mut high]: [f64; 2], is_beyond: impl Fn(f64) -> bool) -> f64 {
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

/// The quantile of the χ² distribution with so many degrees of freedom above which it has as much as the normal
/// distribution has above `z` (Wilson & Hilferty 1931).
pub fn chi_squared(freedom: f64, z: f64) -> f64 {
    let part = 2.0 / (9.0 * freedom);
    let root = 1.0 - part + z * sqrt(part);
    freedom * root * root * root
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_tables() {
        for (freedom, z, quantile) in [
            (5.0, 1.644_85, 11.070),
            (20.0, 2.326_35, 37.566),
            (30.0, 3.090_23, 59.703),
        ] {
            let found = chi_squared(freedom, z);
            assert!((found / quantile - 1.0).abs() < 0.005, "{found} {quantile}");
        }
    }
}
