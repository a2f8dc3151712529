//! Oddities of lists: faults that are plain to see, and the share that is furthest from the expected
//! one.

use super::shares::ListShares;
use crate::likelihood::{Expected, WrittenShare};
use wuerfelglueck::dice::Die;
use wuerfelglueck::rules::SIX;

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
    /// Its share in the list, and the one that it should have.
    pub share: ShareGap,
}

/// A share that was printed, and the one that should be, from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub struct ShareGap {
    /// The share in the list.
    pub printed: f64,
    /// The share that should be there.
    pub expected: f64,
}

impl ShareGap {
    /// The printed share less the expected one, from −1 to 1.
    pub(super) fn excess(self) -> f64 {
        self.printed - self.expected
    }
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
    let written = written?;
    let is_impossible = written.is_more_than_none() && !can_win && !die.faces().contains(&SIX);
    is_impossible.then(|| {
        let percent = 100.0 * written.share;
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
            dice.filter_map(move |(die, (written, &expected))| {
                let printed = written.as_ref()?.share;
                Some(FurthestDie {
                    list,
                    die,
                    share: ShareGap { printed, expected },
                })
            })
        })
        .max_by(|die, other| {
            let distance = |die: &FurthestDie| die.share.excess().abs();
            distance(die).total_cmp(&distance(other))
        })
}
