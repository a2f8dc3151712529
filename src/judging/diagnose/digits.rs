//! The numbers of games that the digits of a list can come from.
//!
//! Chance explains anything in few enough games: one of two equal dice wins all of three games in
//! one of four cases. How far lists scatter does not show that there are few, if each begins with
//! the same seed. The numbers themselves do: 66.7 % and 33.3 % are shares of three games.
//!
//! Shares of n games against each of k opponents are multiples of 1/(kn), or of 1/(2kn) where a draw
//! counts half, that are rounded to the nearest, or down, or up, in a list always in the same way.

use std::ops::RangeInclusive;
use std::slice;

use super::collector::PrintedList;
use super::shares::ListShares;
use crate::likelihood::{GameCount, WrittenShare};
use wuerfelglueck::dice::Die;
use wuerfelglueck::tournament::Criterion;

/// The largest number that [`least_games`] finds, also where the numbers need more games.
const MOST_LEAST_GAMES: u32 = 1000;

/// The unit of numbers of wins.
const UNIT_OF_WINS: f64 = 0.01;

/// The least number of games per pairing, up to [`MOST_LEAST_GAMES`], with which a right program
/// can print this list, whatever quantity it prints. A program may play another number of games in
/// each file, so each list is looked at alone.
///
/// If the numbers are wins, no die has more than all its games.
pub(super) fn least_games(list: &PrintedList) -> u32 {
    let opponents = (list.values.len() - 1) as f64;
    let most_wins = 100.0 * list.values.iter().copied().fold(0.0, f64::max) / opponents;
    let may_be_wins = list.is_wins || list.unit >= UNIT_OF_WINS;
    let shares = list.values.iter().map(|&share| WrittenShare {
        share,
        unit: list.unit,
    });
    let by_shares = (1..MOST_LEAST_GAMES)
        .find(|&games| {
            let games = f64::from(games) * opponents;
            are_multiples(shares.clone(), games) || are_multiples(shares.clone(), 2.0 * games)
        })
        .unwrap_or(MOST_LEAST_GAMES);
    if may_be_wins {
        by_shares.min(most_wins.ceil() as u32)
    } else {
        by_shares
    }
}

/// Returns whether all shares can be those of at most `most_games` games, which are the most with
/// which a candidate explains the lists: of the same number per pairing, or per file of a number of
/// its own.
pub(super) fn could_be_of_few_games(
    files: &[Vec<Die>],
    lists: &[ListShares],
    most_games: f64,
    count: GameCount,
    scoring: Criterion,
) -> bool {
    let fits = |dice: &[Die], list: &ListShares, games: u64| {
        let parts = games * (dice.len() as u64 - 1) * scoring.win();
        are_multiples(list.iter().flatten().copied(), parts as f64)
    };
    let files = files.iter().zip(lists);
    match count {
        GameCount::PerPairing => numbers_to_try(lists, most_games)
            .any(|games| files.clone().all(|(dice, list)| fits(dice, list, games))),
        GameCount::PerFile => files.clone().all(|(dice, list)| {
            let most_games = count.per_pairing(most_games, dice.len());
            numbers_to_try(slice::from_ref(list), most_games).any(|games| fits(dice, list, games))
        }),
    }
}

/// The numbers of games up to `most_games` that shares of these lists could be of. Any share is near
/// a multiple of 1/games where that is no larger than the last digit, so that none of the larger
/// numbers needs to be tried.
fn numbers_to_try(lists: &[ListShares], most_games: f64) -> RangeInclusive<u64> {
    let units = lists.iter().flatten().flatten().map(|written| written.unit);
    let games_that_fit_anything = (1.0 / units.fold(1.0, f64::min)).ceil();
    1..=most_games.min(games_that_fit_anything) as u64
}

/// Returns whether shares can be multiples of 1/`parts` that are all rounded to the nearest digit,
/// or all down, or all up.
fn are_multiples(shares: impl Iterator<Item = WrittenShare> + Clone, parts: f64) -> bool {
    // The middle of the shares that are printed as a number, in its unit, beyond the number.
    [0.0, 0.5, -0.5].into_iter().any(|middle| {
        shares.clone().all(|WrittenShare { share, unit }| {
            let share = share + middle * unit;
            let distance = (share - (share * parts).round() / parts).abs();
            distance <= 0.5 * unit + 1e-9
        })
    })
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
