//! Decimals whose printed digits are all right.

use std::fmt;

use num_rational::Ratio;

/// A rounded number, whose printed digits are all right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decimal {
    /// The number of units of 10^-`digits`.
    units: i128,
    /// The number of digits after the point.
    digits: u32,
}

impl Decimal {
    /// Rounds a fraction to `digits` after the point, halves up.
    ///
    /// The numerator times 2 · 10^`digits` must fit into 127 bits.
    pub fn of_fraction(value: Ratio<u128>, digits: u32) -> Decimal {
        let twice = (value * (2 * 10u128.pow(digits))).to_integer();
        Decimal {
            units: twice.div_ceil(2) as i128,
            digits,
        }
    }

    /// Rounds the square root of a fraction to `digits` after the point, halves up.
    ///
    /// The numerator times 4 · 100^`digits` must fit into 128 bits.
    pub fn of_root(value: Ratio<u128>, digits: u32) -> Decimal {
        let four_squares = (value * (4 * 100u128.pow(digits))).to_integer();
        Decimal {
            units: four_squares.isqrt().div_ceil(2) as i128,
            digits,
        }
    }

    /// Rounds a value to `digits` after the point.
    pub fn of_float(value: f64, digits: u32) -> Decimal {
        Decimal {
            units: (value * scale(digits)).round() as i128,
            digits,
        }
    }

    /// Rounds a value that is known up to ± `uncertainty` to `digits` after the point; to fewer if
    /// the uncertainty leaves open what the last digit is; `None` if even the whole number is open.
    pub fn of_approximate(value: f64, uncertainty: f64, digits: u32) -> Option<Decimal> {
        (0..=digits).rev().find_map(|digits| {
            let [low, high] = round_bounds(value, uncertainty, digits);
            (low == high).then_some(low)
        })
    }

    /// The number as floating point.
    pub fn as_f64(self) -> f64 {
        self.units as f64 / scale(self.digits)
    }
}

/// All digits after the point, also zeros at the end.
impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.units < 0 { "-" } else { "" };
        let (units, scale) = (self.units.unsigned_abs(), 10u128.pow(self.digits));
        let whole = units / scale;
        match self.digits as usize {
            0 => f.pad(&format!("{sign}{whole}")),
            width => f.pad(&format!("{sign}{whole}.{:0width$}", units % scale)),
        }
    }
}

/// 10^`digits`.
fn scale(digits: u32) -> f64 {
    10u128.pow(digits) as f64
}

/// The least and the largest of the values that are known up to ± `uncertainty`, rounded.
fn round_bounds(value: f64, uncertainty: f64, digits: u32) -> [Decimal; 2] {
    [value - uncertainty, value + uncertainty].map(|bound| Decimal::of_float(bound, digits))
}

/// Formats a value as [`Decimal::of_approximate`] rounds it, or as the range of whole numbers that
/// its uncertainty leaves open.
pub fn format_approximate(value: f64, uncertainty: f64, digits: u32) -> String {
    match Decimal::of_approximate(value, uncertainty, digits) {
        Some(certain) => certain.to_string(),
        None => {
            let [low, high] = round_bounds(value, uncertainty, 0);
            format!("{low}–{high}")
        }
    }
}

/// [Rounds up](round_up) a half-width in percentage points, to at most 100, which leave the share
/// open.
pub fn round_up_half_width(points: f64) -> f64 {
    round_up(points).min(100.0)
}

/// Rounds up a quantity for print: to two decimals, or if it is less than 0.1 to two significant
/// digits, but at most nine decimals.
pub fn round_up(quantity: f64) -> f64 {
    let mut scale = 100.0;
    while quantity > 0.0 && quantity * scale < 10.0 && scale < 1e9 {
        scale *= 10.0;
    }
    // The product of a number that is written with these digits can be a little too large.
    (quantity * scale * (1.0 - 1e-12)).ceil() / scale
}
