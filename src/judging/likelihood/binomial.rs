//! Random numbers of won games, the same on every machine.
//!
//! Crates for that use logarithms of the platform, the last digits of which depend on it.

use libm::{exp, floor, lgamma, log, log1p, sqrt};

use wuerfelglueck::stream::Stream;

/// Draws the number of won games if each is won with this probability, from 0 to 1.
///
/// If less than ten wins or losses are expected, it goes through their numbers from 0 on.
/// Otherwise this is the transformed rejection BTRS (Hörmann 1993), with its constants.
pub(super) fn draw_binomial(games: u64, probability: f64, random: &mut Stream) -> u64 {
    /// The least mean number of wins for which the rejection works.
    const FEW: f64 = 10.0;
    if probability > 0.5 {
        games - draw_binomial(games, 1.0 - probability, random)
    } else if games as f64 * probability < FEW {
        draw_by_inversion(games, probability, random)
    } else {
        draw_by_rejection(games, probability, random)
    }
}

/// Draws by going through the numbers of wins from 0 on until their probabilities together reach a
/// random fraction.
fn draw_by_inversion(games: u64, probability: f64, random: &mut Stream) -> u64 {
    let odds = probability / (1.0 - probability);
    let mut left = random.fraction();
    // The probability of this number of wins.
    let mut probability_of_wins = exp(games as f64 * log1p(-probability));
    let mut wins = 0;
    while left > probability_of_wins && wins < games {
        left -= probability_of_wins;
        probability_of_wins *= odds * (games - wins) as f64 / (wins + 1) as f64;
        wins += 1;
    }
    wins
}

/// Draws by BTRS, with its names `a`, `b`, `u` and `v`.
fn draw_by_rejection(games: u64, probability: f64, random: &mut Stream) -> u64 {
    let games = games as f64;
    let odds = probability / (1.0 - probability);
    let deviation = sqrt(games * probability * (1.0 - probability));
    let b = 1.15 + 2.53 * deviation;
    let a = -0.0873 + 0.0248 * b + 0.01 * probability;
    loop {
        let [u, v] = [(); 2].map(|()| random.fraction());
        let u = u - 0.5;
        let from_end = 0.5 - u.abs();
        let wins = floor((2.0 * a / from_end + b) * u + games * probability + 0.5);
        if from_end >= 0.07 && v <= 0.92 - 4.2 / b {
            return wins as u64;
        }
        // The logarithm of the probability of this number in proportion to that of the most likely
        // one.
        let likeliest = floor((games + 1.0) * probability);
        let ways = |wins: f64| -lgamma(wins + 1.0) - lgamma(games - wins + 1.0);
        let log_ratio = ways(wins) - ways(likeliest) + (wins - likeliest) * log(odds);
        let height = v * (2.83 + 5.1 / b) * deviation / (a / (from_end * from_end) + b);
        let is_possible = (0.0..=games).contains(&wins);
        if is_possible && log(height) <= log_ratio {
            return wins as u64;
        }
    }
}

/// The probability of this number of wins.
#[cfg(test)]
pub(super) fn probability_of(wins: u64, games: u64, probability: f64) -> f64 {
    let [wins, games] = [wins, games].map(|number| number as f64);
    let ways = lgamma(games + 1.0) - lgamma(wins + 1.0) - lgamma(games - wins + 1.0);
    exp(ways + wins * log(probability) + (games - wins) * log1p(-probability))
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;

    use super::*;
    use crate::likelihood::fit::chi_squared_quantile;

    /// The seed is 1; a correct sample exceeds the most for its sum of squares once in a million.
    #[test]
    fn numbers_are_as_frequent_as_they_are_likely() {
        const DRAWN: usize = 100_000;
        let mut random = Stream::of_lists(1);
        let probabilities = [0.4, 0.98, 0.003, 0.5, 0.3, 0.9];
        for (games, probability) in [7, 30, 1000, 20, 400, 4000].into_iter().zip(probabilities) {
            let drawn = (0..DRAWN)
                .map(|_| draw_binomial(games, probability, &mut random))
                .counts();
            // Numbers that come often enough are compared one by one, and rare ones together.
            let (mut squares, mut often) = (0.0, 0);
            let [mut rare_expected, mut rare_drawn] = [0.0; 2];
            for wins in 0..=games {
                let expected = DRAWN as f64 * probability_of(wins, games, probability);
                let drawn = drawn.get(&wins).copied().unwrap_or(0) as f64;
                if expected > 10.0 {
                    squares += (drawn - expected) * (drawn - expected) / expected;
                    often += 1;
                } else {
                    rare_expected += expected;
                    rare_drawn += drawn;
                }
            }
            let rare_difference: f64 = rare_drawn - rare_expected;
            squares += rare_difference * rare_difference / rare_expected.max(1.0);
            let most = chi_squared_quantile(f64::from(often), 4.75);
            assert!(squares < most, "{games} {probability} {squares}");
        }
        assert_eq!(draw_binomial(9, 0.0, &mut random), 0);
        assert_eq!(draw_binomial(9, 1.0, &mut random), 9);
    }
}
