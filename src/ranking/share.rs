//! A share as a fraction.

use itertools::Itertools;
use num_rational::Ratio;

use crate::decimal::Decimal;

/// A share from 0 to 1, as an exact fraction. The default is 0, the share of an entry before the
/// first game.
///
/// `==` compares numerators and denominators, so that 1/2 is not 2/4. Values are compared by
/// [`exact_percent`](Share::exact_percent).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// If games or duels were counted, the number of those won, or drawn, in halves if some count
    /// half. If the share is estimated, computed or a mean of unequal numbers of games, a number of
    /// small parts of the whole, such as 2⁻⁵³. At most the denominator.
    pub numerator: u64,
    /// The number of all games or duels, in halves if some count half, or of all parts; at least 1.
    pub denominator: u64,
}

impl Default for Share {
    fn default() -> Share {
        Share {
            numerator: 0,
            denominator: 1,
        }
    }
}

impl Share {
    /// A probability, cut off to a multiple of 2⁻⁵³; 0 or 1 if it is beyond these.
    pub fn of_probability(probability: f64) -> Share {
        let denominator = 1 << f64::MANTISSA_DIGITS;
        Share {
            numerator: (probability.clamp(0.0, 1.0) * denominator as f64) as u64,
            denominator,
        }
    }

    /// The share in per cent, from 0 to 100, rounded to a floating point number.
    pub fn as_percent(self) -> f64 {
        self.numerator as f64 * 100.0 / self.denominator as f64
    }

    /// The share in per cent, from 0 to 100, as a fraction without rounding.
    pub fn exact_percent(self) -> Ratio<u128> {
        Ratio::new(
            100 * u128::from(self.numerator),
            u128::from(self.denominator),
        )
    }

    /// The share in per cent, rounded to `digits` after the point, halves up.
    pub fn round_percent(self, digits: u32) -> Decimal {
        Decimal::of_fraction(self.exact_percent(), digits)
    }

    /// The mean of shares, of which there must be one at least: the sum of their numerators over
    /// that of their denominators if all of these are the same, exact as long as the sums fit into
    /// 64 bits. Otherwise it is off by less than 2⁻³⁹.
    pub(super) fn mean(shares: impl Iterator<Item = Share> + Clone) -> Share {
        const UNITS: u64 = 1 << 40;
        let are_denominators_equal = shares.clone().map(|share| share.denominator).all_equal();
        let [mut numerator, mut denominator] = [0u128; 2];
        for share in shares {
            if are_denominators_equal {
                numerator += u128::from(share.numerator);
                denominator += u128::from(share.denominator);
            } else {
                let part = share.numerator as f64 / share.denominator as f64;
                numerator += u128::from((UNITS as f64 * part) as u64);
                denominator += u128::from(UNITS);
            }
        }
        // The sums of millions of pairings, as of thousands of equal dice, may take more than 64
        // bits.
        let excess_bits = (u128::BITS - denominator.leading_zeros()).saturating_sub(u64::BITS);
        Share {
            numerator: (numerator >> excess_bits) as u64,
            denominator: (denominator >> excess_bits) as u64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As many shares as 5,000 equal dice have against others, in games whose number is not always
    /// the same; and an exact mean of equal numbers.
    #[test]
    fn means_of_many_pairings() {
        let shares = (0..25_000_000u64).map(|pairing| Share {
            numerator: 1,
            denominator: 2 + 2 * (pairing % 2),
        });
        let share = Share::mean(shares);
        assert!((share.as_percent() - 37.5).abs() < 1e-9, "{share:?}");
        let thirds = [1, 0].map(|numerator| Share {
            numerator,
            denominator: 3,
        });
        let exact = Share {
            numerator: 1,
            denominator: 6,
        };
        assert_eq!(Share::mean(thirds.into_iter()), exact);
    }
}
