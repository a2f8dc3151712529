//! Decimals, every digit of which is right.

use num_rational::Ratio;
use wuerfelglueck::decimal::{Decimal, format_approximate, round_up_half_width};

#[test]
fn fractions_are_rounded_to_the_nearest_halves_up() {
    for (numerator, denominator, digits, decimal) in [
        (100, 1, 2, "100.00"),
        (200, 3, 2, "66.67"),
        (1, 200, 2, "0.01"),
        (100, 20_001, 2, "0.00"),
        (2, 3, 4, "0.6667"),
        (100 << 64, (1 << 64) - 1, 2, "100.00"),
    ] {
        let value = Ratio::new(numerator, denominator);
        assert_eq!(
            Decimal::of_fraction(value, digits).to_string(),
            decimal,
            "{value}"
        );
    }
}

#[test]
fn roots_are_rounded_to_the_nearest() {
    for (numerator, denominator, decimal) in [
        (0, 1, "0.00"),
        (2, 1, "1.41"),
        (3, 1, "1.73"),
        (9, 4, "1.50"),
        // 1.005² = 1.010025: the half is rounded up, what is less is not.
        (1_010_025, 1_000_000, "1.01"),
        (1_010_024_999_999, 1_000_000_000_000, "1.00"),
    ] {
        let value = Ratio::new(numerator, denominator);
        assert_eq!(Decimal::of_root(value, 2).to_string(), decimal, "{value}");
    }
}

#[test]
fn approximations_show_no_digit_that_is_open() {
    for (value, uncertainty, decimal) in [
        (51.938, 1e-9, "51.94"),
        (51.935, 1e-9, "51.9"),
        (51.95, 0.03, "52"),
        (0.5, 0.1, "0–1"),
        (-1e-17, 1e-12, "0.00"),
        (-0.123, 1e-12, "-0.12"),
    ] {
        assert_eq!(format_approximate(value, uncertainty, 2), decimal);
    }
}

/// Half-widths are rounded up, to 100 points at most.
#[test]
fn half_widths_are_rounded_up() {
    let points = [0.0, 0.1972, 0.2, 0.16, 12.341, 0.0432, 0.00011, 123.4];
    let shown = [0.0, 0.2, 0.2, 0.16, 12.35, 0.044, 0.00011, 100.0];
    assert_eq!(points.map(round_up_half_width), shown);
}

/// A number for programs is the one that is printed.
#[test]
fn a_decimal_is_the_number_that_is_printed() {
    for units in [0, 1, 99, 519_340, 999_999_999, 123_456_789_012] {
        let decimal = Decimal::of_fraction(Ratio::new(units, 10_000), 4);
        let printed: f64 = decimal.to_string().parse().unwrap();
        assert_eq!(decimal.as_f64(), printed, "{decimal}");
    }
}
