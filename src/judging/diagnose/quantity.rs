//! The quantity that a program prints behind its dice.

/// The quantity that a program prints, by its relation to shares.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum PrintedQuantity {
    /// Shares of the games of a die.
    #[default]
    Shares,
    /// Shares of the games of all dice.
    SharesOfAllGames,
    /// Hundredths of wins.
    Wins {
        /// Games per pairing, in hundreds.
        hundreds: f64,
    },
    /// Sums of the shares against each opponent, divided by the number of dice instead of that of
    /// opponents.
    SharesPerDie,
    /// Shares multiplied by this factor.
    ScaledShares(f64),
}

impl PrintedQuantity {
    /// Finds the quantity by the mean sum of the lists of the repeats, by the `largest` number of
    /// all lists of two dice, and by the sum of a list of four equal dice, each 1 for 100 per cent.
    /// It is shares if no other quantity fits. Without a list of four, it is wins unless the
    /// largest number is near 1.
    pub(super) fn new(sum_of_two: f64, largest: f64, sum_of_four: Option<f64>) -> PrintedQuantity {
        /// The relative difference below which sums are taken for the same. Games of their own make
        /// sums scatter; those of different quantities are farther apart than this.
        const NEAR: f64 = 0.1;
        let is_within = |sum: f64, wanted: f64, part: f64| (sum / wanted - 1.0).abs() < part;
        let is_near = |sum: f64, wanted: f64| is_within(sum, wanted, NEAR);
        // Some die wins nearly all games of its pairing. Draws make sums less than that number, and
        // games of their own make them scatter.
        let wins = PrintedQuantity::Wins {
            hundreds: sum_of_two.max(largest),
        };
        let Some(half_of_four) = sum_of_four.map(|sum| sum / 2.0) else {
            return if is_near(largest, 1.0) {
                PrintedQuantity::Shares
            } else {
                wins
            };
        };
        // With N games of its own for each die of a pairing, half of the wins of four equal dice,
        // 3N, has a standard deviation of √(3N)/2, its 0.29/√N-th part. Four of them are allowed
        // for.
        let part_of_scatter = 4.0 * 0.29 / libm::sqrt(100.0 * largest);
        if is_near(half_of_four / sum_of_two, 3.0)
            || is_within(half_of_four / largest, 3.0, NEAR + part_of_scatter)
        {
            wins
        } else if is_near(sum_of_two, 1.0) && is_near(half_of_four, 0.5) {
            PrintedQuantity::SharesOfAllGames
        } else if is_near(sum_of_two, 0.5) && is_near(half_of_four, 0.75) {
            PrintedQuantity::SharesPerDie
        } else if is_near(half_of_four, sum_of_two) && !(2.0 / 3.0..1.5).contains(&sum_of_two) {
            PrintedQuantity::ScaledShares(sum_of_two)
        } else {
            PrintedQuantity::Shares
        }
    }

    /// The factor that makes shares the printed numbers, in a list of `dice` dice.
    pub(super) fn factor(self, dice: usize) -> f64 {
        let dice = dice as f64;
        match self {
            PrintedQuantity::Shares => 1.0,
            PrintedQuantity::SharesOfAllGames => 2.0 / dice,
            PrintedQuantity::Wins { hundreds } => hundreds * (dice - 1.0),
            PrintedQuantity::SharesPerDie => (dice - 1.0) / dice,
            PrintedQuantity::ScaledShares(factor) => factor,
        }
    }
}
