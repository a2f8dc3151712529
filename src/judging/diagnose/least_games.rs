//! The least number of games per pairing that the numbers of a program can come from.
//!
//! Chance explains anything in few enough games: one of two equal dice wins all of three games in
//! one of four cases. How far lists scatter does not show that there are few, if each begins with
//! the same seed. The numbers themselves do: 66.7 % and 33.3 % are shares of three games. A program
//! may play another number of games in each file, so each list is looked at alone.

use super::collector::PrintedList;

/// The largest number that [`least_games`] finds, also where the numbers need more games.
const MOST_LEAST_GAMES: u32 = 1000;

/// The unit of numbers of wins.
const UNIT_OF_WINS: f64 = 0.01;

/// The least number of games per pairing, up to [`MOST_LEAST_GAMES`], with which a right program
/// can print this list, whatever quantity it prints.
///
/// Shares of n games against each of k opponents are multiples of 1/(kn), or of 1/(2kn) where a draw
/// counts half, that are rounded to the nearest, or down, or up, always in the same way. If the
/// numbers are wins instead, no die has more than kn.
pub(super) fn least_games(list: &PrintedList) -> u32 {
    let opponents = (list.values.len() - 1) as f64;
    let most_wins = 100.0 * list.values.iter().copied().fold(0.0, f64::max) / opponents;
    let may_be_wins = list.is_wins || list.unit >= UNIT_OF_WINS;
    // The middle of the shares that are printed as a number, in its unit, beyond the number.
    let fits = |parts: f64| {
        [0.0, 0.5, -0.5].into_iter().any(|middle| {
            list.values.iter().all(|value| {
                let share = value + middle * list.unit;
                let distance = (share - (share * parts).round() / parts).abs();
                distance <= 0.5 * list.unit + 1e-9
            })
        })
    };
    let by_shares = (1..MOST_LEAST_GAMES)
        .find(|&games| {
            let games = f64::from(games) * opponents;
            fits(games) || fits(2.0 * games)
        })
        .unwrap_or(MOST_LEAST_GAMES);
    if may_be_wins {
        by_shares.min(most_wins.ceil() as u32)
    } else {
        by_shares
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The list of two dice with these numbers, 1 for 100 per cent, in units of `unit`.
    fn list(values: [f64; 2], unit: f64) -> PrintedList {
        PrintedList {
            values: values.to_vec(),
            unit,
            is_wins: false,
        }
    }

    /// Thirds are of three games, whether they are rounded or cut off, and so are halves, as a draw
    /// may count half; fifths are of five. Numbers of wins are taken for no more games than the
    /// largest of them. Against two opponents there are twice as many games.
    #[test]
    fn digits_show_the_games() {
        assert_eq!(least_games(&list([0.0, 1.0], 0.001)), 1);
        assert_eq!(least_games(&list([0.667, 0.333], 0.001)), 3);
        assert_eq!(least_games(&list([0.666, 0.333], 0.001)), 3);
        assert_eq!(least_games(&list([0.5, 0.5], 0.001)), 1);
        assert_eq!(least_games(&list([0.8, 0.2], 0.001)), 5);
        assert!(least_games(&list([0.5374, 0.4626], 0.0001)) > 25);
        assert!(least_games(&list([0.03, 0.04], 0.01)) <= 4);
        let of_three = PrintedList {
            values: vec![0.7, 0.5, 0.3],
            unit: 0.001,
            is_wins: false,
        };
        assert_eq!(least_games(&of_three), 5);
    }
}
