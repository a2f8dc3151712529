//! How many of some games are won by chance, with the same result on every machine.
//!
//! Crates for that ask the operating system for logarithms, the last digits of which depend on it.

use libm::{exp, floor, lgamma, log, log1p, sqrt};
use rand::{Rng, RngExt};

/// How many of so many games are won, each with this probability, from 0 to 1.
///
/// Few wins are counted one by one. Of many, this is the transformed rejection BTRS (Hörmann 1993), with its constants.
pub(super) fn draw(games: u64, probability: f64, random: &mut impl Rng) -> u64 {
    /// From so many wins on average the rejection works.
    const FEW: f64 = 10.0;
    if probability > 0.5 {
        return games - draw(games, 1.0 - probability, random);
    }
    let all = games as f64;
    let odds = probability / (1.0 - probability);
    if all * probability < FEW {
        let mut left: f64 = random.random();
        let mut part = exp(all * log1p(-probability));
        let mut wins = 0;
        while left > part && wins < games {
            left -= part;
            part *= odds * (games - wins) as f64 / (wins + 1) as f64;
            wins += 1;
        }
        return wins;
    }
    let deviation = sqrt(all * probability * (1.0 - probability));
    let b = 1.15 + 2.53 * deviation;
    let a = -0.0873 + 0.0248 * b + 0.01 * probability;
    loop {
        let [u, v]: [f64; 2] = random.random();
        let u = u - 0.5;
        let from_end = 0.5 - u.abs();
        let wins = floor((2.0 * a / from_end + b) * u + all * probability + 0.5);
        if from_end >= 0.07 && v <= 0.92 - 4.2 / b {
            return wins as u64;
        }
        // By how much this number is less likely than the most likely one, as a logarithm.
        let most = floor((all + 1.0) * probability);
        let ways = |wins: f64| -lgamma(wins + 1.0) - lgamma(all - wins + 1.0);
        let height = v * (2.83 + 5.1 / b) * deviation / (a / (from_end * from_end) + b);
        let is_possible = (0.0..=all).contains(&wins);
        if is_possible && log(height) <= ways(wins) - ways(most) + (wins - most) * log(odds) {
            return wins as u64;
        }
    }
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    use super::*;
    use crate::likelihood::fit::chi_squared;

    /// Seed 1; the sum of squares is exceeded by one in a million of right ones.
    #[test]
    fn numbers_are_as_frequent_as_they_are_likely() {
        const DRAWN: usize = 100_000;
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let cases = [
            (7u32, 0.4),
            (30, 0.98),
            (1000, 0.003),
            (20, 0.5),
            (400, 0.3),
            (4000, 0.9),
        ];
        for (games, probability) in cases {
            let all = f64::from(games);
            let drawn = (0..DRAWN).map(|_| draw(games.into(), probability, &mut random));
            let drawn = drawn.counts();
            // The square of what is missing from each number that comes often enough, and of all others together.
            let (mut squares, mut freedom, mut rest) = (0.0, 0.0, [DRAWN as f64; 2]);
            for wins in 0..=games {
                let won = f64::from(wins);
                let ways = lgamma(all + 1.0) - lgamma(won + 1.0) - lgamma(all - won + 1.0);
                let logarithm = ways + won * log(probability) + (all - won) * log1p(-probability);
                let expected = DRAWN as f64 * exp(logarithm);
                let found = drawn.get(&wins.into()).copied().unwrap_or(0) as f64;
                if expected > 10.0 {
                    squares += (found - expected) * (found - expected) / expected;
                    freedom += 1.0;
                    rest = [rest[0] - expected, rest[1] - found];
                }
            }
            squares += (rest[1] - rest[0]) * (rest[1] - rest[0]) / rest[0].max(1.0);
            assert!(
                squares < chi_squared(freedom, 4.75),
                "{games} {probability} {squares}"
            );
        }
        assert_eq!([0.0, 1.0].map(|one| draw(9, one, &mut random)), [0, 9]);
    }
}
