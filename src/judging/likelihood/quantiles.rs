//! Quantiles of the normal, the χ² and Student's distribution, the same on every machine.

use libm::{atan, cos, erfc, sin, sqrt};

/// Returns the quantile that the standard normal distribution exceeds with the probability `above`,
/// less than a half.
pub(crate) fn normal_quantile(above: f64) -> f64 {
    /// No probability that a floating-point number can be, but for 0, has a larger quantile.
    const FURTHEST: f64 = 40.0;
    bisect([0.0, FURTHEST], |z| {
        erfc(z * std::f64::consts::FRAC_1_SQRT_2) / 2.0 < above
    })
}

/// Returns the quantile that the χ² distribution with this many degrees of `freedom` exceeds as
/// rarely as the normal distribution exceeds `z` (Wilson & Hilferty 1931: 0.5 % off at most).
pub(crate) fn chi_squared_quantile(freedom: f64, z: f64) -> f64 {
    let part = 2.0 / (9.0 * freedom);
    let root = 1.0 - part + z * sqrt(part);
    freedom * root * root * root
}

/// Returns the quantile that Student's t distribution with `freedom` degrees of freedom, at least
/// 1, exceeds, on both sides together, with the probability `beyond`. Its square is the quantile
/// that the F distribution with 1 and `freedom` degrees of freedom exceeds with this probability.
pub(crate) fn student_quantile(freedom: usize, beyond: f64) -> f64 {
    bisect([0.0, 1e9], |t| student_beyond(freedom, t) < beyond)
}

/// The probability of Student's t distribution beyond ±t: Abramowitz & Stegun 26.7.3 and 26.7.4.
fn student_beyond(freedom: usize, t: f64) -> f64 {
    let angle = atan(t / sqrt(freedom as f64));
    let (sine, cosine) = (sin(angle), cos(angle));
    let is_odd = freedom % 2 == 1;
    let mut term = if is_odd { cosine } else { 1.0 };
    let mut sum = 0.0;
    let lowest_power = if is_odd { 1 } else { 0 };
    for power in (lowest_power..freedom.saturating_sub(1)).step_by(2) {
        sum += term;
        term *= cosine * cosine * (power + 1) as f64 / (power + 2) as f64;
    }
    let within = if is_odd {
        std::f64::consts::FRAC_2_PI * (angle + sine * sum)
    } else {
        sine * sum
    };
    1.0 - within
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_tables() {
        for (above, quantile) in [(0.025, 1.959_964), (0.001, 3.090_232), (1e-6, 4.753_424)] {
            assert!((normal_quantile(above) - quantile).abs() < 1e-6);
        }
        for (freedom, z, quantile) in [
            (5.0, 1.644_85, 11.070),
            (20.0, 2.326_35, 37.566),
            (30.0, 3.090_23, 59.703),
        ] {
            let found = chi_squared_quantile(freedom, z);
            assert!((found / quantile - 1.0).abs() < 0.005, "{found} {quantile}");
        }
        for (freedom, beyond, quantile) in [
            (1, 0.05, 12.706),
            (2, 0.01, 9.925),
            (5, 0.001, 6.869),
            (18, 0.002, 3.610),
            (18, 0.05, 2.101),
        ] {
            let found = student_quantile(freedom, beyond);
            assert!(
                (found - quantile).abs() < 0.001,
                "{freedom} {beyond}: {found}"
            );
        }
    }
}
