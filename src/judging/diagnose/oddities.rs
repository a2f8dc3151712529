//! Oddities of lists: shares that few games cannot make, faults that are plain to see, and the
//! share that is furthest from the expected one.

use std::slice;

use super::shares::ListShares;
use crate::likelihood::{Expected, GameCount, WrittenShare};
use wuerfelglueck::dice::Die;
use wuerfelglueck::rules::SIX;
use wuerfelglueck::tournament::Criterion;

/// A remark on a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListRemark {
    /// The index of the list.
    pub list: usize,
    /// The remark in German, a clause.
    pub text: String,
}

/// The die whose share is furthest from the one that it should have.
#[derive(Clone, Copy, Debug)]
pub struct FurthestDie {
    /// The index of the list.
    pub list: usize,
    /// The index of the die in its file.
    pub die: usize,
    /// The share in the list, from 0 to 1.
    pub printed_share: f64,
    /// The share that it should have, from 0 to 1.
    pub expected_share: f64,
}

/// Returns whether all shares can be those of at most `most_games` games, which are the most with
/// which a candidate explains the lists: of the same number per pairing, or per file of a number of
/// its own. Shares of few games are multiples of a fraction that is larger than the last digit. They
/// may be rounded or cut off.
pub(super) fn could_be_of_few_games(
    files: &[Vec<Die>],
    lists: &[ListShares],
    most_games: f64,
    count: GameCount,
    scoring: Criterion,
) -> bool {
    if count == GameCount::PerFile {
        return files.iter().zip(lists).all(|(dice, list)| {
            let most_games = count.per_pairing(most_games, dice.len());
            let (files, lists) = (slice::from_ref(dice), slice::from_ref(list));
            could_be_of_few_games(files, lists, most_games, GameCount::PerPairing, scoring)
        });
    }
    let is_multiple = |written: &WrittenShare, denominator: f64| {
        let nearest = (written.share * denominator).round() / denominator;
        (nearest - written.share).abs() <= written.unit
    };
    let fits = |games: u64| {
        files.iter().zip(lists).all(|(dice, list)| {
            let denominator = (games * (dice.len() as u64 - 1) * scoring.win()) as f64;
            list.iter()
                .flatten()
                .all(|written| is_multiple(written, denominator))
        })
    };
    // Any share is near a multiple of 1/games where that is no larger than the last digit, so that
    // none of the larger numbers needs to be tried.
    let finest_unit = lists
        .iter()
        .flatten()
        .flatten()
        .map(|written| written.unit)
        .fold(1.0, f64::min);
    let games_that_fit_anything = (1.0 / finest_unit).ceil();
    most_games >= games_that_fit_anything || (1..=most_games as u64).any(fits)
}

/// Finds the oddities of `lists`, which are taken to have at least `games` games per pairing;
/// `expected_lists` are the lists of the rules that the program should play.
pub(super) fn find_oddities(
    files: &[Vec<Die>],
    lists: &[ListShares],
    expected_lists: &[Expected],
    games: f64,
) -> Vec<ListRemark> {
    let mut oddities = Vec::new();
    let compared = files.iter().zip(lists).zip(expected_lists);
    for (list, ((dice, shares), expected)) in compared.enumerate() {
        let excess = describe_excess(shares, games);
        oddities.extend(excess.map(|text| ListRemark { list, text }));
        for ((die, written), can_win) in dice.iter().zip(shares).zip(&expected.can_win) {
            let text = describe_impossible_wins(die, written.as_ref(), *can_win);
            oddities.extend(text.map(|text| ListRemark { list, text }));
        }
    }
    oddities
}

/// A remark on a die without a 6 that wins games in a list, if by the expected rules it cannot.
fn describe_impossible_wins(
    die: &Die,
    written: Option<&WrittenShare>,
    can_win: bool,
) -> Option<String> {
    /// The number of units beyond which rounding does not explain a share.
    const MOST_UNITS: f64 = 2.0;
    let WrittenShare { share, unit } = written?;
    let is_impossible = *share > MOST_UNITS * unit && !can_win && !die.faces().contains(&SIX);
    is_impossible.then(|| {
        let percent = 100.0 * share;
        format!(
            "der Würfel {die} gewinnt {percent:.2}%, obwohl er ohne 6 nie eine zweite Figur \
             einsetzen kann"
        )
    })
}

/// A remark on shares that are more together than all games make, which are taken to be at
/// least `games` per pairing; none if a die has no share. A smaller sum may come from draws.
fn describe_excess(shares: &ListShares, games: f64) -> Option<String> {
    /// The number of standard deviations of the sum, where each die has games of its own, that
    /// chance does not reach.
    const FAR: f64 = 6.0;
    let written: Vec<WrittenShare> = shares.iter().copied().collect::<Option<_>>()?;
    let sum: f64 = written.iter().map(|written| written.share).sum();
    let units: f64 = written.iter().map(|written| written.unit).sum();
    let dice = written.len() as f64;
    let deviation = 0.5 * (dice / ((dice - 1.0) * games)).sqrt();
    let most = dice / 2.0;
    (sum > most + units + FAR * deviation).then(|| {
        format!(
            "zusammen {:.1}% von höchstens {:.1}%: etwas zählt doppelt, oder es wird durch eine \
             zu kleine Zahl geteilt",
            100.0 * sum,
            100.0 * most
        )
    })
}

/// The die whose share is furthest from that of `expected_lists`; `None` if no die has a share.
pub(super) fn find_furthest(
    lists: &[ListShares],
    expected_lists: &[Expected],
) -> Option<FurthestDie> {
    lists
        .iter()
        .zip(expected_lists)
        .enumerate()
        .flat_map(|(list, (shares, expected))| {
            let dice = shares.iter().zip(&expected.shares).enumerate();
            dice.filter_map(move |(die, (written, &expected_share))| {
                Some(FurthestDie {
                    list,
                    die,
                    printed_share: written.as_ref()?.share,
                    expected_share,
                })
            })
        })
        .max_by(|die, other| die.distance().total_cmp(&other.distance()))
}

impl FurthestDie {
    /// The distance of its share from the expected one, from 0 to 1.
    fn distance(&self) -> f64 {
        (self.printed_share - self.expected_share).abs()
    }
}
