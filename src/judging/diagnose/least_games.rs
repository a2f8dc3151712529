//! The least number of games per pairing that the numbers of a program can come from.
//!
//! Chance explains anything in few enough games: one of two equal dice wins all of three games in
//! one of four cases. How far lists scatter does not show that there are few, if each begins with
//! the same seed. The numbers themselves do: 66.7 % and 33.3 % are shares of three games.

use super::collector::PrintedList;

/// The largest number that [`least_games`] finds, also where the numbers need more games.
const MOST_LEAST_GAMES: u32 = 100;

/// The least number of games per pairing, up to [`MOST_LEAST_GAMES`], with which a right program
/// can print these lists of two dice each, whatever quantity it prints.
///
/// Shares of n games are multiples of 1/n, or of 1/(2n) where a draw counts half, that are rounded
/// to the nearest, or down, or up, always in the same way. If the numbers are wins instead, no die
/// has more than n.
pub(super) fn least_games(lists: &[&PrintedList]) -> u32 {
    let most_wins = (100.0 * largest(lists)).round() as u32;
    let printed = lists
        .iter()
        .flat_map(|list| list.values.iter().map(|&value| (value, list.unit)));
    // The middle of the shares that are printed as a number, in its unit, beyond the number.
    let fits = |parts: f64| {
        [0.0, 0.5, -0.5].into_iter().any(|middle| {
            printed.clone().all(|(value, unit)| {
                let share = value + middle * unit;
                let distance = (share - (share * parts).round() / parts).abs();
                distance <= 0.5 * unit + 1e-9
            })
        })
    };
    let by_shares = (1..MOST_LEAST_GAMES)
        .find(|&games| fits(f64::from(games)) || fits(2.0 * f64::from(games)))
        .unwrap_or(MOST_LEAST_GAMES);
    most_wins.min(by_shares)
}

/// The largest number of these lists: where some die wins all games, the number that stands for all
/// of them.
pub(super) fn largest(lists: &[&PrintedList]) -> f64 {
    let values = lists.iter().flat_map(|list| &list.values);
    values.copied().fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The list of two dice with these numbers, 1 for 100 per cent, in units of `unit`.
    fn list(values: [f64; 2], unit: f64) -> PrintedList {
        PrintedList {
            values: values.to_vec(),
            unit,
        }
    }

    /// Thirds are of three games, whether they are rounded or cut off, and so are halves beside
    /// them, as a draw may count half; with fifths they are of fifteen. Numbers of wins are taken
    /// for no more games than the largest of them.
    #[test]
    fn digits_show_the_games() {
        let certain = list([0.0, 1.0], 0.001);
        let rounded = list([0.667, 0.333], 0.001);
        let cut_off = list([0.666, 0.333], 0.001);
        let half = list([0.5, 0.5], 0.001);
        let fifth = list([0.8, 0.2], 0.001);
        assert_eq!(least_games(&[&certain]), 1);
        assert_eq!(least_games(&[&certain, &rounded]), 3);
        assert_eq!(least_games(&[&certain, &cut_off]), 3);
        assert_eq!(least_games(&[&certain, &rounded, &half]), 3);
        assert_eq!(least_games(&[&certain, &rounded, &half, &fifth]), 15);
        let precise = list([0.5374, 0.4626], 0.0001);
        assert_eq!(least_games(&[&certain, &precise]), MOST_LEAST_GAMES);
        let wins = [[3.0, 4.0], [0.0, 7.0]].map(|wins| list(wins.map(|wins| wins / 100.0), 0.01));
        assert!(least_games(&[&wins[0], &wins[1]]) <= 7);
    }
}
