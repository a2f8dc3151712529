//! What is plain to see in lists that fit no rules.

use itertools::Itertools;

use super::Shares;
use crate::dice::Die;
use crate::likelihood::{Expected, Shown};
use crate::rules::SIX;

/// Something about a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Oddity {
    /// The index of the list.
    pub list: usize,
    /// What it is.
    pub kind: OddityKind,
}

/// What is plain to see.
#[derive(Clone, Debug, PartialEq)]
pub enum OddityKind {
    /// The die with this index is not in the list.
    Missing(usize),
    /// All shares together are more than 100 % for each pairing: they are this part of it.
    TooMuch(f64),
    /// The better a die, the further down it stands.
    UpsideDown,
    /// The die with this index has no 6, and wins this share nevertheless.
    WinsWithoutSix(usize, f64),
    /// The share of the die with this index is furthest from what it would be under the nearest rules.
    Furthest {
        /// The index of the die.
        die: usize,
        /// The share in the list.
        shown: f64,
        /// The share that it would be.
        expected: f64,
    },
}

/// What is plain to see in these lists, for which this is what the nearest rules make and what the rules make that the
/// program should play.
pub(super) fn find(
    files: &[Vec<Die>],
    lists: &[Shares],
    [nearest, wanted]: &[Vec<Expected>; 2],
) -> Vec<Oddity> {
    let all = files
        .iter()
        .zip(lists)
        .zip(nearest.iter().zip(wanted))
        .enumerate();
    let found = all.flat_map(|(list, ((dice, shares), (nearest, wanted)))| {
        let kinds = of_list(dice, shares, nearest, wanted).into_iter();
        kinds.map(move |kind| Oddity { list, kind })
    });
    found.collect()
}

/// The dice that are missing in these lists.
pub(super) fn missing(lists: &[Shares]) -> Vec<Oddity> {
    let of_list = |(list, shares): (usize, &Shares)| {
        let absent = shares.iter().positions(Option::is_none);
        let oddities = absent.map(|die| Oddity {
            list,
            kind: OddityKind::Missing(die),
        });
        oddities.collect_vec()
    };
    lists.iter().enumerate().flat_map(of_list).collect()
}

fn of_list(
    dice: &[Die],
    shares: &Shares,
    nearest: &Expected,
    wanted: &Expected,
) -> Vec<OddityKind> {
    /// A share of a die without a 6 that rounding cannot make.
    const SURE: f64 = 2.0;
    let given = |die: usize| shares[die];
    let all = 0..dice.len();
    let missing = all.clone().filter(|&die| given(die).is_none());
    let mut found: Vec<OddityKind> = missing.map(OddityKind::Missing).collect();
    let sum: f64 = shares.iter().flatten().map(|shown| shown.share).sum();
    let slack: f64 = shares.iter().flatten().map(|shown| shown.unit).sum();
    // Every pairing gives 100 % at most, and each die has a pairing with every other.
    let most = dice.len() as f64 / 2.0;
    if sum > most + slack {
        found.push(OddityKind::TooMuch(sum / most));
    }
    if is_upside_down(shares, wanted) {
        found.push(OddityKind::UpsideDown);
    }
    for die in all.clone() {
        let has_six = dice[die].faces().contains(&SIX);
        if let Some(Shown { share, unit }) = given(die)
            && !has_six
            && !wanted.can_win[die]
            && share > SURE * unit
        {
            found.push(OddityKind::WinsWithoutSix(die, share));
        }
    }
    let far =
        |die: &usize| given(*die).map_or(0.0, |shown| (shown.share - nearest.shares[*die]).abs());
    let furthest = all.max_by(|one, other| far(one).total_cmp(&far(other)));
    if let Some((die, shown)) = furthest.and_then(|die| Some((die, given(die)?))) {
        found.push(OddityKind::Furthest {
            die,
            shown: shown.share,
            expected: nearest.shares[die],
        });
    }
    found
}

/// Whether more pairs of dice stand in the wrong order than in the right one, by far.
fn is_upside_down(shares: &Shares, expected: &Expected) -> bool {
    /// Of four pairs three are in the wrong order.
    const MOST_RIGHT: f64 = 0.25;
    let (mut right, mut all) = (0.0, 0.0);
    for one in 0..shares.len() {
        for other in 0..one {
            let (Some(first), Some(second)) = (shares[one], shares[other]) else {
                continue;
            };
            let shown = first.share - second.share;
            let true_lead = expected.shares[one] - expected.shares[other];
            if shown != 0.0 && true_lead != 0.0 {
                all += 1.0;
                right += f64::from(u8::from((shown > 0.0) == (true_lead > 0.0)));
            }
        }
    }
    all >= 3.0 && right <= MOST_RIGHT * all
}
