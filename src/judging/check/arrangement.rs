//! The order of the claims of a list: their ranks, and their sorting.
//!
//! A list has an order if its ranks or its lines follow its shares: the greater share comes first.
//! Equal shares may have one rank, counted in either way (1, 2, 2, 4 or 1, 2, 2, 3), or several.

use std::cmp::Ordering;

use itertools::Itertools;

use super::assignment::format_announced;
use super::exact::{Claim, ClaimedShare};
use super::findings::{Finding, Findings, RANK, UNSORTED};
use super::list::List;

/// Checks that the ranks of a list or its lines follow its shares: adds a fault if neither do, and a
/// note if only the lines do. Wins without a number of games say nothing of shares.
pub(super) fn check_arrangement(list: &List, findings: &mut Findings) {
    let shares = list.claims.iter().map(Claim::share);
    let Some(shares) = shares.collect::<Option<Vec<_>>>() else {
        return;
    };
    let sizes = shares.iter().map(|share| share.percent).collect_vec();
    let wrong_rank = find_wrong_rank(&list.claims, &sizes, list.unreadable_claims);
    let rise = (1..sizes.len()).find(|&index| sizes[index] > sizes[index - 1]);
    let has_ranks = list.claims.iter().any(|claim| claim.rank.is_some());
    match (wrong_rank, rise) {
        (Some(wrong), None) => {
            let text = wrong.describe();
            findings.push(Finding::new(list.line_of(wrong.index), RANK, text));
        }
        (_, Some(rise)) if wrong_rank.is_some() || !has_ranks => {
            findings.push(describe_sorting(list, &shares, rise));
        }
        _ => {}
    }
}

/// Puts claims in the order of their shares, the best first, or of their ranks if they have none.
pub(super) fn sort_claims(claims: &mut [Claim]) {
    claims.sort_by(|left, right| {
        let by_size = size(right).partial_cmp(&size(left));
        by_size
            .unwrap_or(Ordering::Equal)
            .then(left.rank.cmp(&right.rank))
    });
}

/// Returns the share of a claim that gives one.
fn size(claim: &Claim) -> Option<f64> {
    claim.share().map(|share| share.percent)
}

/// A rank that does not follow the shares.
#[derive(Clone, Copy)]
struct WrongRank {
    /// The index of the claim.
    index: usize,
    rank: u64,
    /// The rank that it should have.
    right: u64,
}

impl WrongRank {
    fn describe(self) -> String {
        let (rank, right) = (format_announced(self.rank), self.right);
        format!("Rang {rank} statt {right}; die Reihenfolge der Zeilen stimmt")
    }
}

/// Finds the first rank that does not follow these sizes; `None` if there is a way of counting in
/// which all do, or if there are no ranks. Ranks may be larger by the number of claims that could
/// not be read.
fn find_wrong_rank(claims: &[Claim], sizes: &[f64], unreadable: usize) -> Option<WrongRank> {
    let wrong_in = |right: &dyn Fn(f64) -> [usize; 2]| {
        claims
            .iter()
            .zip(sizes)
            .enumerate()
            .find_map(|(index, (claim, &size))| {
                let rank = claim.rank?;
                let [least, most] = right(size).map(|rank| rank as u64);
                let is_right = (least..=most.saturating_add(unreadable as u64)).contains(&rank);
                (!is_right).then_some(WrongRank {
                    index,
                    rank,
                    right: least,
                })
            })
    };
    let by_position = |size: f64| {
        let count = |is_before: &dyn Fn(f64) -> bool| {
            sizes.iter().filter(|&&other| is_before(other)).count()
        };
        [
            1 + count(&|other| other > size),
            count(&|other| other >= size),
        ]
    };
    let without_gaps = |size: f64| {
        let better = sizes.iter().filter(|&&other| other > size);
        [1 + better.map(|size| size.to_bits()).unique().count(); 2]
    };
    let wrong = wrong_in(&by_position)?;
    wrong_in(&without_gaps).map(|_| wrong)
}

/// Describes the fault of a list whose shares do not fall: the first of them that is larger than the
/// one before is `rise`.
fn describe_sorting(list: &List, shares: &[&ClaimedShare], rise: usize) -> Finding {
    let is_ascending = shares.is_sorted_by(|above, below| above.percent <= below.percent);
    if is_ascending && shares.len() > 2 {
        let text = "die Liste ist aufsteigend sortiert; der beste Würfel gehört nach oben";
        return Finding::new(list.line_of(0), UNSORTED, text);
    }
    let [above, here] = [rise - 1, rise].map(|index| shares[index]);
    let as_texts = shares.iter().map(|share| share.to_string()).collect_vec();
    let how = if as_texts.is_sorted_by(|above, below| above >= below) {
        "; so ordnet, wer Anteile als Text vergleicht statt als Zahlen"
    } else {
        ""
    };
    let text = format!("{here}% steht unter {above}%{how}");
    Finding::new(list.line_of(rise), UNSORTED, text)
}
