//! What is plain to see in lists that fit no rules.

use super::Shares;
use super::experiments::sum_fault;
use crate::dice::Die;
use crate::likelihood::{Expected, Shown};
use crate::rules::SIX;

/// A die whose share is far from what it would be.
#[derive(Clone, Copy, Debug)]
pub struct Furthest {
    /// The index of the list.
    pub list: usize,
    /// The index of the die.
    pub die: usize,
    /// The share in the list.
    pub shown: f64,
    /// The share that it would be.
    pub expected: f64,
}

/// What is plain to see in these lists, for which this is what the rules make that the program should play.
pub fn find(files: &[Vec<Die>], lists: &[Shares], wanted: &[Expected]) -> Vec<(usize, String)> {
    /// A share of a die without a 6 that rounding cannot make.
    const SURE: f64 = 2.0;
    let mut found = Vec::new();
    for (list, (dice, shares)) in files.iter().zip(lists).enumerate() {
        let sum: f64 = shares.iter().flatten().map(|shown| shown.share).sum();
        let wanted_sum: f64 = wanted[list].shares.iter().sum();
        if shares.iter().all(Option::is_some)
            && wanted_sum > 0.0
            && let Some(fault) = sum_fault(sum / wanted_sum, dice.len())
        {
            let sums = [sum, wanted_sum].map(|sum| format!("{:.1}%", 100.0 * sum));
            let text = format!("zusammen {} statt {}: {fault}", sums[0], sums[1]);
            found.push((list, text));
        }
        for ((die, shown), can_win) in dice.iter().zip(shares).zip(&wanted[list].can_win) {
            if let Some(Shown { share, unit }) = shown
                && *share > SURE * unit
                && !can_win
                && !die.faces().contains(&SIX)
            {
                let percent = 100.0 * share;
                let text = format!(
                    "der Würfel {die} gewinnt {percent:.2}%, obwohl er ohne 6 nie eine zweite Figur einsetzen kann"
                );
                found.push((list, text));
            }
        }
    }
    found
}

/// The die whose share is furthest from this.
pub fn furthest(lists: &[Shares], wanted: &[Expected]) -> Option<Furthest> {
    let all = lists.iter().zip(wanted).enumerate();
    let dice = all.flat_map(|(list, (shares, wanted))| {
        let dice = shares.iter().zip(&wanted.shares).enumerate();
        dice.filter_map(move |(die, (shown, &expected))| {
            Some(Furthest {
                list,
                die,
                shown: shown.as_ref()?.share,
                expected,
            })
        })
    });
    let off = |one: &Furthest| (one.shown - one.expected).abs();
    dice.max_by(|one, other| off(one).total_cmp(&off(other)))
}
