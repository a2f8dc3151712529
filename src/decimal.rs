//! Decimals whose printed digits are all right.

use num_rational::Ratio;

/// Formats a fraction, rounded to `digits` after the point, at least one, halves up.
///
/// The numerator times 2 · 10^`digits` must fit into 128 bits.
pub fn format_fraction(value: Ratio<u128>, digits: u32) -> String {
    let twice = (value * (2 * 10u128.pow(digits))).to_integer();
    place_point(twice.div_ceil(2), digits)
}

/// Formats the square root of a fraction, rounded to `digits` after the point, at least one, halves
/// up.
///
/// The numerator times 4 · 100^`digits` must fit into 128 bits.
pub fn format_root(value: Ratio<u128>, digits: u32) -> String {
    let four_squares = (value * (4 * 100u128.pow(digits))).to_integer();
    place_point(four_squares.isqrt().div_ceil(2), digits)
}

/// Formats a number of units of 10^-`digits`, where `digits` is at least 1.
fn place_point(units: u128, digits: u32) -> String {
    let scale = 10u128.pow(digits);
    let width = digits as usize;
    format!("{}.{:0width$}", units / scale, units % scale)
}

/// Formats a value that is known up to ± `uncertainty`, rounded to `digits` after the point; to
/// fewer if the uncertainty leaves open what the last digit is. If even the whole number is open,
/// the text is a range.
pub fn format_approximate(value: f64, uncertainty: f64, digits: u32) -> String {
    let bounds = |digits| {
        [value - uncertainty, value + uncertainty].map(|bound| format_rounded(bound, digits))
    };
    (0..=digits)
        .rev()
        .map(bounds)
        .find(|[low, high]| low == high)
        .map_or_else(|| bounds(0).join("–"), |[certain, _]| certain)
}

/// Formats a value with `digits` after the point, zero without a sign.
fn format_rounded(value: f64, digits: u32) -> String {
    let text = format!("{value:.0$}", digits as usize);
    match text.strip_prefix('-') {
        Some(zero) if zero.bytes().all(|byte| b"0.".contains(&byte)) => zero.to_string(),
        _ => text,
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
