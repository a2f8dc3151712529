//! How many of some games are won by chance, with the same result on every machine.
//!
//! Crates for that ask the operating system for logarithms, the last digits of which depend on it.

use libm::{exp, floor, lgamma, log, log1p, sqrt};

use crate::stream::Stream;

/// How many of so many games are won, each with this probability, from 0 to 1.
///
/// Few wins are counted one by one. Of many, this is the transformed rejection BTRS (Hörmann 1993),
/// with its constants.
pub(super) fn draw(games: u64, probability: f64, random: &mut Stream) -> u64 {
    /// From so many wins on average the rejection works.
    const FEW: f64 = 10.0;
    if probability > 0.5 {
        return games - draw(games, 1.0 - probability, random);
    }
    let all = games as f64;
    let odds = probability / (1.0 - probability);
    if all * probability < FEW {
        let mut left = random.fraction();
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
        let [u, v] = [(); 2].map(|()| random.fraction());
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

/// The probability of so many wins.
#[cfg(test)]
pub(super) fn probability_of(wins: u64, games: u64, probability: f64) -> f64 {
    let [wins, all] = [wins, games].map(|number| number as f64);
    let ways = lgamma(all + 1.0) - lgamma(wins + 1.0) - lgamma(all - wins + 1.0);
    exp(ways + wins * log(probability) + (all - wins) * log1p(-probability))
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;

    use super::*;
    use crate::likelihood::fit::chi_squared;

    /// Seed 1; the sum of squares is exceeded by one in a million of right ones.
    #[test]
    fn numbers_are_as_frequent_as_they_are_likely() {
        const DRAWN: usize = 100_000;
        let mut random = Stream::of_lists(1);
        let probabilities = [0.4, 0.98, 0.003, 0.5, 0.3, 0.9];
        for (games, one) in [7, 30, 1000, 20, 400, 4000].into_iter().zip(probabilities) {
            let drawn = (0..DRAWN).map(|_| draw(games, one, &mut random)).counts();
            let both = (0..=games).map(|wins| {
                let expected = DRAWN as f64 * probability_of(wins, games, one);
                [expected, drawn.get(&wins).copied().unwrap_or(0) as f64]
            });
            // The square of what is missing from each number that comes often enough, and of all
            // others together.
            let (often, rare): (Vec<_>, Vec<_>) = both.partition(|both| both[0] > 10.0);
            let others = [0, 1].map(|of| rare.iter().map(|both| both[of]).sum());
            let squares = often.iter().chain([&others]).map(|[expected, found]| {
                (found - expected) * (found - expected) / expected.max(1.0)
            });
            let squares: f64 = squares.sum();
            let most = chi_squared(often.len() as f64, 4.75);
            assert!(squares < most, "{games} {one} {squares}");
        }
        assert_eq!([0.0, 1.0].map(|one| draw(9, one, &mut random)), [0, 9]);
    }
}
