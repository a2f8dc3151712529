//! The quantity that a program prints behind its dice.

use super::collector::PrintedList;
use itertools::{AllEqualValueError, Itertools};

/// The quantity that a program prints, by its relation to shares.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum PrintedQuantity {
    /// Shares of the games of a die.
    #[default]
    Shares,
    /// Shares of the games of all dice.
    SharesOfAllGames,
    /// Hundredths of wins in so many games.
    Wins(GamesOfFile),
    /// Sums of the shares against each opponent, divided by the number of dice instead of that of
    /// opponents.
    SharesPerDie,
    /// Shares multiplied by this factor.
    ScaledShares(f64),
}

/// The games of a file, in hundreds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum GamesOfFile {
    /// So many for each pairing.
    PerPairing(f64),
    /// So many for all pairings of a file together.
    PerFile(f64),
    /// Another number in each file: as many as are won.
    AsWon,
}

impl PrintedQuantity {
    /// Finds the quantity by the mean sum of the lists of the repeats, by all lists of two dice, and
    /// by a list of more dice, four or three; each 1 for 100 per cent. It is shares if no other
    /// quantity fits. Without a list of more dice, it is wins unless the largest number of all is
    /// near 1.
    pub(super) fn new(
        sum_of_two: f64,
        lists_of_two: &[&PrintedList],
        larger: Option<&PrintedList>,
    ) -> PrintedQuantity {
        /// The relative difference below which sums are taken for the same. Games of their own make
        /// sums scatter; those of different quantities are farther apart than this.
        const NEAR: f64 = 0.1;
        let is_within = |sum: f64, wanted: f64, part: f64| (sum / wanted - 1.0).abs() < part;
        let is_near = |sum: f64, wanted: f64| is_within(sum, wanted, NEAR);
        let values = lists_of_two.iter().flat_map(|list| &list.values);
        let largest = values.copied().fold(0.0, f64::max);
        // Some die wins nearly all games of its pairing. Draws make sums less than that number, and
        // games of their own make them scatter.
        let most = sum_of_two.max(largest);
        let is_wins = lists_of_two.iter().any(|list| list.is_wins);
        let Some(larger) = larger else {
            return if is_near(largest, 1.0) && !is_wins {
                PrintedQuantity::Shares
            } else {
                PrintedQuantity::Wins(GamesOfFile::AsWon)
            };
        };
        let dice = larger.values.len() as f64;
        let pairings = dice * (dice - 1.0) / 2.0;
        let sum = larger.sum();
        // With N games of its own for each die of a pairing, half of the wins of four equal dice,
        // 3N, has a standard deviation of √(3N)/2, its 0.29/√N-th part. Four of them are allowed
        // for.
        let part_of_scatter = 4.0 * 0.29 / libm::sqrt(100.0 * largest);
        let is_per_pairing = is_near(sum / sum_of_two, pairings)
            || is_within(sum / largest, pairings, NEAR + part_of_scatter);
        // Where one die wins all games, the other none, the number of games is known; if it is not
        // the same in all lists, or another die wins more, it varies.
        let known_games = lists_of_two
            .iter()
            .filter(|list| list.values.contains(&0.0) && list.sum() > 0.0)
            .map(|list| list.sum())
            .all_equal_value();
        let games_of_two = match known_games {
            Ok(games) => Some(games).filter(|&games| games >= largest),
            Err(AllEqualValueError(None)) => Some(most),
            Err(AllEqualValueError(Some(_))) => None,
        };
        // Numbers of wins are whole, or halves where draws count.
        let are_whole = lists_of_two.iter().all(|list| {
            let mut values = list.values.iter();
            values.all(|value| (200.0 * value - (200.0 * value).round()).abs() < 1e-6)
        });
        if is_wins || is_per_pairing && are_whole {
            PrintedQuantity::Wins(match games_of_two {
                Some(games) if is_per_pairing => GamesOfFile::PerPairing(games),
                Some(games) if is_within(sum / games, 1.0, NEAR + part_of_scatter) => {
                    GamesOfFile::PerFile(games)
                }
                _ => GamesOfFile::AsWon,
            })
        } else if is_near(sum_of_two, 1.0) && is_near(sum, 1.0) {
            PrintedQuantity::SharesOfAllGames
        } else if is_near(sum_of_two, 0.5) && is_near(sum, (dice - 1.0) / 2.0) {
            PrintedQuantity::SharesPerDie
        } else if is_near(2.0 * sum / dice, sum_of_two) && !(2.0 / 3.0..1.5).contains(&sum_of_two) {
            PrintedQuantity::ScaledShares(sum_of_two)
        } else {
            PrintedQuantity::Shares
        }
    }

    /// The factor that makes shares the printed numbers, in a list of `dice` dice with this sum.
    pub(super) fn factor(self, dice: usize, sum: f64) -> f64 {
        let dice = dice as f64;
        match self {
            PrintedQuantity::Shares => 1.0,
            PrintedQuantity::SharesOfAllGames => 2.0 / dice,
            PrintedQuantity::Wins(GamesOfFile::PerPairing(games)) => games * (dice - 1.0),
            PrintedQuantity::Wins(GamesOfFile::PerFile(games)) => 2.0 * games / dice,
            PrintedQuantity::Wins(GamesOfFile::AsWon) if sum > 0.0 => 2.0 * sum / dice,
            PrintedQuantity::Wins(GamesOfFile::AsWon) => 1.0,
            PrintedQuantity::SharesPerDie => (dice - 1.0) / dice,
            PrintedQuantity::ScaledShares(factor) => factor,
        }
    }
}
