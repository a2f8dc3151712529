//! Shares as lists write them, rounded or cut off, and the distance from the expected shares to the
//! nearest ones that may stand behind them.
//!
//! A share with a last digit of unit u lies within u/2 of the middle of all that are written like
//! it. That is the written share itself if it is rounded, and u/2 above it if it is cut off. A
//! program does the same with all shares of a list, but the list does not tell which; so where sums
//! of squares decide whether a list can be right, the less of those for both ways counts.
//!
//! The distribution of the digits that are not written is unknown: where lists have many games and
//! few digits, all of them have the same. So of all shares that may stand behind a list, those
//! count that fit best: the least sum of squares rᵀC⁻¹r for which each residual r is within u/2 of
//! that of the middle, d. The true shares behind a correct list are among them, so this is at most
//! their sum of squares, whatever the digits are.
//!
//! With h = u/2 the least sum is the largest value of 2λᵀd − λᵀCλ − 2 Σ h|λ| over all λ. Each λ
//! gives something that is no larger, so that a search which ends early errs in favour of the list.
//! No inverse of C is needed, which may be next to singular: without draws the sum of all shares is
//! known.

use super::cholesky::Matrix;

/// A share as a list writes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WrittenShare {
    /// The share, as a list gives it: from 0 to 1 unless the list is wrong.
    pub share: f64,
    /// The unit of the last digit, at least [`LEAST_UNIT`].
    pub unit: f64,
}

impl WrittenShare {
    /// Returns whether no rounding makes it of none.
    pub fn is_more_than_none(self) -> bool {
        /// Rounding up makes one unit, and the share itself is computed.
        const MOST_UNITS: f64 = 1.5;
        self.share > MOST_UNITS * self.unit
    }
}

/// For each die its share in a list; `None` where the list gives none.
pub type WrittenShares = [Option<WrittenShare>];

/// The least unit of a share, that of a percentage with two decimals. Shares with more decimals
/// count as if they had this unit.
pub const LEAST_UNIT: f64 = 1e-4;

/// The way in which a list writes its shares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writing {
    /// To the nearest multiple of the unit.
    Rounded,
    /// To the next lower multiple of the unit.
    CutOff,
}

impl Writing {
    /// All variants.
    pub const ALL: [Writing; 2] = [Writing::Rounded, Writing::CutOff];

    /// The distance from a share that is written with a last digit of this `unit` up to the middle
    /// of all shares that are written like it.
    pub fn middle_above(self, unit: f64) -> f64 {
        match self {
            Writing::Rounded => 0.0,
            Writing::CutOff => unit / 2.0,
        }
    }
}

/// The least sum of squares, weighted by the inverse of a covariance, of residuals that are each
/// within `half_units` of these; or a little less. Variances are positive.
pub fn least_squares(residuals: &[f64], half_units: &[f64], covariance: &Matrix) -> f64 {
    /// The most rounds; for 1,000 dice they take a second.
    const MOST_ROUNDS: usize = 500;
    /// The part of the sum by which a round must make it larger for another to follow.
    const LEAST_GAIN: f64 = 1e-6;
    let dice = residuals.len();
    let mut weights = vec![0.0; dice];
    // The product of C and the weights.
    let mut products = vec![0.0; dice];
    let mut sum = 0.0;
    for _ in 0..MOST_ROUNDS {
        // The best weight of each die, given those of the others.
        for die in 0..dice {
            let row = &covariance[die];
            let unexplained = residuals[die] - (products[die] - row[die] * weights[die]);
            let beyond = (unexplained.abs() - half_units[die]).max(0.0);
            let change = beyond.copysign(unexplained) / row[die] - weights[die];
            if change != 0.0 {
                weights[die] += change;
                for (product, entry) in products.iter_mut().zip(row) {
                    *product += entry * change;
                }
            }
        }
        // The best multiple of all weights.
        let [mut gain, mut loss] = [0.0; 2];
        for die in 0..dice {
            gain += weights[die] * residuals[die] - half_units[die] * weights[die].abs();
            loss += weights[die] * products[die];
        }
        if gain <= 0.0 || loss <= 0.0 {
            return sum;
        }
        let factor = gain / loss;
        weights.iter_mut().for_each(|weight| *weight *= factor);
        products.iter_mut().for_each(|product| *product *= factor);
        let before = sum;
        sum = f64::max(sum, gain * factor);
        if sum - before <= LEAST_GAIN * sum {
            break;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: without units it is the weighted sum, with them the nearest corner, edge or point
    /// of a square.
    #[test]
    fn least_sums_of_two_residuals() {
        let covariance = vec![vec![4.0, 1.0], vec![1.0, 2.0]];
        for (residuals, half_unit, least) in [
            ([1.0, 3.0], 0.0, 32.0 / 7.0),
            ([1.0, 3.0], 4.0, 0.0),
            // Then the first may be whatever fits the second best: half of it.
            ([1.0, 3.0], 1.0, 2.0),
            // The second residual is 2 at least, and the first −1 at most.
            ([-3.0, 4.0], 2.0, (2.0 + 4.0 + 16.0) / 7.0),
        ] {
            let found = least_squares(&residuals, &[half_unit; 2], &covariance);
            assert!(
                (found - least).abs() < 1e-4,
                "{residuals:?} {half_unit}: {found}"
            );
        }
    }

    /// A list whose sum of all shares is not the known one is off by more than any number of games
    /// explains.
    #[test]
    fn other_sums_than_the_known_one_are_impossible() {
        let covariance = vec![vec![1.0, -1.0 + 1e-9], vec![-1.0 + 1e-9, 1.0]];
        let right = least_squares(&[0.5, -0.45], &[0.03; 2], &covariance);
        assert!(right < 1.0, "{right}");
        let wrong = least_squares(&[0.5, -0.43], &[0.03; 2], &covariance);
        assert!(wrong > 1000.0, "{wrong}");
    }
}
