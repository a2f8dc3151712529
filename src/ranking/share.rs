//! Shares of games.

use num_rational::Ratio;

/// A share of games, exactly: `won` of `games`, both twice as large if draws count half.
///
/// A die has the same number of games against each opponent in the rounds that count for it, so its share of these is the
/// mean over its opponents of its shares against them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// What the games count, at most as much as their number.
    pub won: u64,
    /// Games played, at least one.
    pub games: u64,
}

impl Share {
    /// A probability, exact down to 2⁻⁵³.
    pub fn of_probability(probability: f64) -> Share {
        const ONE: u64 = 1 << f64::MANTISSA_DIGITS;
        Share {
            won: (probability.clamp(0.0, 1.0) * ONE as f64) as u64,
            games: ONE,
        }
    }

    /// The share in per cent, rounded to a floating point number.
    pub fn as_percent(self) -> f64 {
        self.won as f64 * 100.0 / self.games as f64
    }

    /// The share in per cent, 0 to 100.
    pub fn percent(self) -> Ratio<u128> {
        Ratio::new(100 * u128::from(self.won), u128::from(self.games))
    }
}
