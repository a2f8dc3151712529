//! How well lists fit a rule set: their likelihood, given what they would be.
//!
//! A list of n games per pairing has shares x with mean μ and covariance Σ/n. Σ comes from the pairings: a win, a loss
//! and a draw exclude each other. The μ that we have come from games, too, and have a covariance T of their own; and a
//! share with a last digit of unit u may be rounded or cut off: that counts as an error of variance u². (Rounding alone makes
//! u²/12. But without draws the sum of all shares is known, and by that measure a list that is cut off would be
//! impossible.) So x − μ is about normal with covariance
//! C = Σ/n + T + u². Coordinates are chosen in which T + u² is the unit matrix and Σ is diagonal with elements λ.
//! Then the logarithm of the likelihood is −½ Σ (r²/(1 + λ/n) + ln(1 + λ/n)) up to a constant, r being x − μ, and any
//! n is tried at next to no cost.

use libm::{exp, log};

use super::expected::Expected;
use super::spectrum::{Matrix, apply, eigen, part, product, transformed, whitening};

/// A share of a list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shown {
    /// The share, from 0 to 1 if it is one.
    pub share: f64,
    /// The unit to which it is rounded.
    pub unit: f64,
}

/// Rounding to a smaller unit counts as rounding to this one, so that no number becomes too small.
const LEAST_UNIT: f64 = 1e-6;

/// Chance makes lists that are off by more than this many standard deviations of the normal distribution in one of a hundred cases.
pub const ONE_PERCENT: f64 = 2.326;

/// The most games per pairing that are thought of.
pub const MOST_GAMES: f64 = 1e8;

/// Coordinates in which the shares of a list are independent, for any number of games per pairing.
#[derive(Clone, Debug)]
pub struct Axes {
    /// The dice whose shares are given.
    dice: Vec<usize>,
    /// What they would be, apart from chance.
    shares: Vec<f64>,
    /// Turns the differences of shares into coordinates.
    turn: Matrix,
    /// λ of each coordinate.
    spread: Vec<f64>,
    /// ln |T + u²|.
    log_determinant: f64,
}

impl Axes {
    /// The coordinates of lists in which these shares are given, whatever they are, with these units.
    pub fn new(shown: &[Option<Shown>], expected: &Expected) -> Axes {
        let given = |&die: &usize| shown[die].is_some();
        let dice: Vec<usize> = (0..shown.len()).filter(given).collect();
        let mut known = part(&expected.error, &dice);
        for (index, Shown { unit, .. }) in shown.iter().flatten().enumerate() {
            let unit = unit.max(LEAST_UNIT);
            known[index][index] += unit * unit;
        }
        let (white, log_determinant) = whitening(known);
        let per_game = part(&expected.per_game, &dice);
        let (spread, axes) = eigen(transformed(&white, &per_game));
        Axes {
            shares: dice.iter().map(|&die| expected.shares[die]).collect(),
            turn: product(&axes, &white),
            spread: spread.into_iter().map(|spread| spread.max(0.0)).collect(),
            log_determinant,
            dice,
        }
    }

    /// The sum of squares of a list that differs by so much from what it would be, weighted by the inverse of the covariance
    /// of lists of so many games per pairing.
    pub fn squares(&self, residuals: &[f64], games: f64) -> f64 {
        let coordinates = self.coordinates(residuals);
        squares(coordinates, games)
    }

    /// r and λ of each coordinate of a list that differs by so much.
    fn coordinates(&self, residuals: &[f64]) -> impl Iterator<Item = [f64; 2]> {
        let coordinates = apply(&self.turn, residuals).into_iter();
        let spread = self.spread.iter();
        coordinates
            .zip(spread)
            .map(|(residual, &spread)| [residual, spread])
    }

    /// By how much the shares of a list differ from what they would be.
    pub fn residuals(&self, shown: &[Option<Shown>]) -> Vec<f64> {
        let dice = self.dice.iter().zip(&self.shares);
        dice.filter_map(|(&die, share)| Some(shown[die]?.share - share))
            .collect()
    }
}

/// How lists differ from what they would be under a rule set, in coordinates that are independent.
#[derive(Clone, Debug, Default)]
pub struct Fit {
    /// For each coordinate r and λ.
    coordinates: Vec<[f64; 2]>,
    /// ln |T + u²|, for all lists.
    log_determinant: f64,
    /// The sum of the distances of the shares, and their number.
    distance: [f64; 2],
}

impl Fit {
    /// Adds a list: for each die the share that it has there, if any. The axes are those of lists in which the same shares
    /// are given.
    pub fn add(&mut self, shown: &[Option<Shown>], axes: &Axes) {
        let residuals = axes.residuals(shown);
        self.distance[0] += residuals.iter().map(|residual| residual.abs()).sum::<f64>();
        self.distance[1] += residuals.len() as f64;
        self.coordinates.extend(axes.coordinates(&residuals));
        self.log_determinant += axes.log_determinant;
    }

    /// The mean distance of a share from what it would be, from 0 to 1.
    pub fn distance(&self) -> f64 {
        self.distance[0] / self.distance[1]
    }

    /// The logarithm of the likelihood, if the lists have so many games per pairing.
    pub fn log_likelihood(&self, games: f64) -> f64 {
        let terms = self.coordinates.iter().map(|[residual, spread]| {
            let variance = 1.0 + spread / games;
            residual * residual / variance + log(variance)
        });
        -0.5 * (terms.sum::<f64>() + self.log_determinant)
    }

    /// The number of games per pairing that makes the lists most likely.
    pub fn likeliest_games(&self) -> f64 {
        const STEP: f64 = 0.1;
        let steps = (log(MOST_GAMES) / STEP) as usize;
        let likelihood = |logarithm: f64| self.log_likelihood(exp(logarithm));
        let logs = (0..=steps).map(|step| step as f64 * STEP);
        let best = logs.max_by(|one, other| likelihood(*one).total_cmp(&likelihood(*other)));
        let best = best.unwrap_or(0.0);
        // Closer, by thirds.
        let (mut low, mut high) = ((best - STEP).max(0.0), best + STEP);
        for _ in 0..20 {
            let [one, other] = [low + (high - low) / 3.0, high - (high - low) / 3.0];
            match likelihood(one) < likelihood(other) {
                true => low = one,
                false => high = other,
            }
        }
        exp((low + high) / 2.0).min(MOST_GAMES)
    }

    /// The sum of squares that has a χ² distribution if the lists have so many games per pairing.
    fn squares(&self, games: f64) -> f64 {
        squares(self.coordinates.iter().copied(), games)
    }

    /// By how much the sum of squares exceeds what rounding and the error of the truth alone make.
    pub fn excess(&self, games: f64) -> f64 {
        let noise = self
            .coordinates
            .iter()
            .map(|[_, spread]| 1.0 / (1.0 + spread / games));
        self.squares(games) - noise.sum::<f64>()
    }

    /// Whether lists of so many games per pairing are only so far off as chance makes all but a part of them. The
    /// part is that of the normal distribution above `z`.
    pub fn is_likely(&self, games: f64, z: f64) -> bool {
        self.squares(games) <= chi_squared(self.coordinates.len() as f64, z)
    }

    /// The most games per pairing for which that [is so](Self::is_likely); `None` if there are none.
    pub fn most_games(&self, z: f64) -> Option<f64> {
        if !self.is_likely(1.0, z) {
            return None;
        }
        let (mut low, mut high) = (0.0, log(MOST_GAMES));
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            match self.is_likely(exp(middle), z) {
                true => low = middle,
                false => high = middle,
            }
        }
        Some(exp(low))
    }
}

/// The sum of squares of coordinates with these r and λ, for so many games per pairing.
fn squares(coordinates: impl Iterator<Item = [f64; 2]>, games: f64) -> f64 {
    coordinates
        .map(|[residual, spread]| residual * residual / (1.0 + spread / games))
        .sum()
}

/// The quantile of the χ² distribution with so many degrees of freedom above which it has as much as the normal
/// distribution has above `z` (Wilson & Hilferty 1931).
fn chi_squared(freedom: f64, z: f64) -> f64 {
    let part = 2.0 / (9.0 * freedom);
    let root = 1.0 - part + z * part.sqrt();
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
