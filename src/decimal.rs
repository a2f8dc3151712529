//! Numbers as decimals, every printed digit of which is right.

use num_rational::Ratio;

/// A fraction rounded to this many digits after the point, halves up.
///
/// Numerator and denominator times 2 · 10^`digits` must fit into 128 bits.
pub fn fraction(value: Ratio<u128>, digits: u32) -> String {
    let twice = (value * (2 * 10u128.pow(digits))).to_integer();
    point(twice.div_ceil(2), digits)
}

/// The square root of a fraction rounded to this many digits after the point, halves up.
///
/// Numerator and denominator times 4 · 100^`digits` must fit into 128 bits.
pub fn root(value: Ratio<u128>, digits: u32) -> String {
    let four_squares = (value * (4 * 100u128.pow(digits))).to_integer();
    point(four_squares.isqrt().div_ceil(2), digits)
}

/// A whole number of units in the last of these digits.
fn point(units: u128, digits: u32) -> String {
    let one = 10u128.pow(digits);
    let width = digits as usize;
    format!("{}.{:0width$}", units / one, units % one)
}

/// A value that is known up to this error, rounded to this many digits after the point; to fewer if
/// the error leaves open what the last digit is. If even the whole number is open, both are given.
pub fn approximate(value: f64, error: f64, digits: u32) -> String {
    let rounded = |value: f64, digits: u32| {
        let text = format!("{value:.0$}", digits as usize);
        match text.strip_prefix('-') {
            Some(zero) if zero.bytes().all(|byte| b"0.".contains(&byte)) => zero.to_string(),
            _ => text,
        }
    };
    let bounds = |digits| [value - error, value + error].map(|bound| rounded(bound, digits));
    let mut all = (0..=digits).rev().map(bounds);
    let certain = all.find(|[low, high]| low == high);
    certain.map_or_else(|| bounds(0).join("–"), |[certain, _]| certain)
}

/// A half-width in percentage points, rounded up, to print: with two decimals, or two digits if it
/// is less than 0.1. More than 100 says nothing more.
pub fn round_up(points: f64) -> f64 {
    let mut scale = 100.0;
    while points > 0.0 && points * scale < 10.0 && scale < 1e9 {
        scale *= 10.0;
    }
    // The product of a number that is written with so many digits can be a little too large.
    ((points * scale * (1.0 - 1e-12)).ceil() / scale).min(100.0)
}
