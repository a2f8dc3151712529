//! Judges a list by the true ranking.
//!
//! Truth is a [`Ranking`], which knows how sure it is, and what it does not know well enough is no fault; but then a list
//! without faults has not passed ([`Doubt`]). An
//! order is wrong if the other one is certified; dice that are less than the leeway apart, by the best
//! estimate, are let off. A share is wrong if it is more than the tolerance away from the whole interval of
//! the true one.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use itertools::Itertools;
use thiserror::Error;

use super::findings::{Fault, Finding, Findings, Inversion, Named, Note, Remark, faces};
use super::list::{Claim, List};
use crate::decimal;
use crate::dice::Die;
use crate::ranking::Ranking;

/// How far a list may be from the truth, in percentage points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// So far a share may be from the true one.
    pub tolerance: f64,
    /// Two dice that differ by less may stand in the wrong order.
    pub leeway: f64,
}

/// The verdict on a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// What was found.
    pub findings: Findings,
    /// How far the shares are from the true ones, on average, in percentage points; `None` if no die could
    /// be found.
    pub distance: Option<f64>,
    /// How many orders of neighbours in the true list are not certified.
    pub open: usize,
    /// Half the width of the widest interval of the true shares, in percentage points.
    pub half_width: f64,
    /// Why a list without faults may have some all the same.
    pub doubt: Option<Doubt>,
}

/// Why too little is known of the truth to judge a list.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum Doubt {
    /// The true shares are not known well enough.
    #[error(
        "die wahren Anteile sind nur auf ±{half_width} Punkte bekannt, bei einer Toleranz von {tolerance}; bitte mehr \
         Spiele, eine kleinere --genauigkeit oder eine größere --toleranz"
    )]
    Shares {
        /// Half the width of the widest interval, in percentage points.
        half_width: String,
        /// How far a share may be from the true one.
        tolerance: f64,
    },
    /// Two neighbours of the true list may stand the other way round, though they seem to be further apart than the
    /// leeway.
    #[error(
        "die wahre Reihenfolge von Rang {rank} und {next} ist nicht gesichert; bitte mehr Spiele, eine kleinere \
         --genauigkeit oder einen größeren --spielraum", next = .rank + 1
    )]
    Order {
        /// The rank of the upper one, from 1.
        rank: usize,
    },
}

impl Doubt {
    /// A tolerance that is smaller than this asks for lists that are all but the same, not for a truth that is known
    /// so well; in percentage points.
    const LEAST_TOLERANCE: f64 = 1.0;

    /// What is to be doubted about judging lists by this truth.
    fn about(truth: &Ranking, limits: Limits) -> Option<Doubt> {
        let half_width = truth.half_width();
        if half_width > limits.tolerance.max(Self::LEAST_TOLERANCE) {
            return Some(Doubt::Shares {
                half_width: format!("{:.2}", half_width.min(100.0)),
                tolerance: limits.tolerance,
            });
        }
        let share = |rank: usize| truth.entries[rank - 1].share.as_percent();
        let is_far = |&rank: &usize| share(rank) - share(rank + 1) >= limits.leeway;
        let rank = truth.open().find(is_far)?;
        Some(Doubt::Order { rank })
    }
}

impl Verdict {
    /// Whether dice of the list could be found, and neither their order nor their shares are at fault.
    pub fn is_true(&self) -> bool {
        self.distance.is_some() && self.findings.untrue() == 0
    }

    /// Whether there are no faults, and none could be unseen.
    pub fn is_passed(&self) -> bool {
        self.findings.faults() == 0 && self.doubt.is_none()
    }
}

/// Judges a list of these dice against their true ranking.
pub fn judge(list: &List, dice: &[Die], truth: &Ranking, limits: Limits) -> Verdict {
    let mut findings = list.findings.clone();
    let found = find_dice(list, dice, &mut findings);
    check_ranks(list, &mut findings);
    check_sorting(list, &mut findings);
    let lines: Vec<(&Claim, usize)> = list
        .claims
        .iter()
        .zip(&found)
        .filter_map(|(claim, die)| Some((claim, (*die)?)))
        .collect();
    check_order(&lines, truth, limits.leeway, &mut findings);
    let distance = check_shares(&lines, truth, limits.tolerance, &mut findings);
    findings.put_in_order();
    Verdict {
        findings,
        distance,
        open: truth.open().count(),
        half_width: truth.half_width(),
        doubt: Doubt::about(truth, limits),
    }
}

/// The index of the die that each claim is about, if there is one, and what there is to say of that.
pub fn find_dice(list: &List, dice: &[Die], findings: &mut Findings) -> Vec<Option<usize>> {
    let mut found = vec![None; list.claims.len()];
    assign(list, dice, <[u32]>::to_vec, &mut found);
    let exact = found.clone();
    assign(list, dice, sorted, &mut found);
    let mut say = |line, remark| findings.push(Finding { line, remark });

    let mut lines = vec![None; dice.len()];
    // The first line of each die, whatever the order of its faces.
    let mut listed: HashMap<Vec<u32>, usize> = HashMap::new();
    for ((claim, &die), &exact) in list.claims.iter().zip(&found).zip(&exact) {
        let Some(die) = die else { continue };
        lines[die] = Some(claim.line);
        listed.entry(sorted(&claim.faces)).or_insert(claim.line);
        if exact.is_none() {
            say(claim.line, Remark::Note(Note::Faces));
        }
        if let Some(fault) = claim.wrong_sides(None) {
            say(claim.line, Remark::Fault(fault));
        }
    }

    // If one claim and one die are left, they belong together.
    let missing = lines.iter().positions(Option::is_none).collect_vec();
    let twin = |claim: &Claim| listed.get(&sorted(&claim.faces)).copied();
    let strange = list
        .claims
        .iter()
        .zip(&found)
        .positions(|(claim, die)| die.is_none() && twin(claim).is_none());
    let meant = match (&missing[..], &strange.collect_vec()[..]) {
        (&[die], &[index]) if list.lost == 0 => Some((index, die)),
        _ => None,
    };
    for (index, claim) in list.claims.iter().enumerate() {
        if found[index].is_some() {
            continue;
        }
        let meant = meant.filter(|&(stranger, _)| stranger == index);
        let meant = meant.map(|(_, die)| Named::new(dice, die));
        let fault = match twin(claim) {
            Some(line) => Fault::Repeated(line),
            None => claim
                .wrong_sides(meant.clone())
                .unwrap_or_else(|| Fault::Unknown {
                    die: faces(&claim.faces),
                    meant,
                }),
        };
        say(claim.line, Remark::Fault(fault));
    }
    match meant {
        Some((index, die)) => found[index] = Some(die),
        // Lines that could not be read are these dice, perhaps.
        None if missing.len() <= list.lost => {}
        None => {
            for die in missing {
                let fault = Fault::Missing(Named::new(dice, die));
                say(list.lines + 1, Remark::Fault(fault));
            }
        }
    }
    found
}

/// Gives claims without a die the first one with the same key that has no claim.
fn assign<K: Eq + Hash>(
    list: &List,
    dice: &[Die],
    key: impl Fn(&[u32]) -> K,
    found: &mut [Option<usize>],
) {
    let taken: HashSet<usize> = found.iter().flatten().copied().collect();
    let free = (0..dice.len()).rev().filter(|die| !taken.contains(die));
    let mut free = free
        .map(|die| (key(dice[die].faces()), die))
        .into_group_map();
    for (claim, found) in list.claims.iter().zip(found) {
        if found.is_none() {
            *found = free.get_mut(&key(&claim.faces)).and_then(Vec::pop);
        }
    }
}

fn sorted(faces: &[u32]) -> Vec<u32> {
    faces.iter().copied().sorted().collect()
}

impl Claim {
    /// What is wrong if the number of faces is not that of the sides.
    fn wrong_sides(&self, meant: Option<Named>) -> Option<Fault> {
        (self.sides != self.faces.len() as u64).then_some(Fault::Sides {
            sides: self.sides,
            faces: self.faces.len(),
            meant,
        })
    }
}

/// Each rank is that of its place, or one more than that of the line above; lines between them that could not
/// be read may have been claims, or not.
fn check_ranks(list: &List, findings: &mut Findings) {
    let (mut above, mut unread) = (0u64, 0);
    for (claim, place) in list.claims.iter().zip(1u64..) {
        unread += claim.unread;
        let next = above.saturating_add(1);
        let is_right = (place..=place + unread).contains(&claim.rank)
            || (next..=next.saturating_add(claim.unread)).contains(&claim.rank);
        if !is_right {
            let (line, found, expected) = (claim.line, claim.rank, place);
            let remark = Remark::Fault(Fault::Rank { found, expected });
            findings.push(Finding { line, remark });
        }
        above = claim.rank;
    }
}

/// The shares of the list descend.
fn check_sorting(list: &List, findings: &mut Findings) {
    for (above, here) in list.claims.iter().tuple_windows() {
        if here.percent > above.percent {
            let line = here.line;
            let [here, above] = [here, above].map(|claim| claim.percent_text.clone());
            let remark = Remark::Fault(Fault::Unsorted { here, above });
            findings.push(Finding { line, remark });
        }
    }
}

/// No die is certified to be better than one above it. Of all those above, the worst is named.
fn check_order(lines: &[(&Claim, usize)], truth: &Ranking, leeway: f64, findings: &mut Findings) {
    let truths = truth.by_die();
    let orders = truth.orders();
    for (index, &(here, die)) in lines.iter().enumerate() {
        let worse = lines[..index]
            .iter()
            .filter(|&&(_, above)| orders.has(die, above));
        let share = |die: usize| truths[die].share.as_percent();
        let worst = worse.min_by(|(_, one), (_, two)| share(*one).total_cmp(&share(*two)));
        let Some(&(above, other)) = worst else {
            continue;
        };
        let inversion = Inversion {
            above: above.line,
            own: decimal::fraction(truths[die].share.percent(), 2),
            other: decimal::fraction(truths[other].share.percent(), 2),
        };
        findings.push(Finding {
            line: here.line,
            remark: match share(die) - share(other) < leeway {
                true => Remark::Note(Note::Order(inversion)),
                false => Remark::Fault(Fault::Order(inversion)),
            },
        });
    }
}

/// Each share is close to the true one. Returns how far they are apart on average.
fn check_shares(
    lines: &[(&Claim, usize)],
    truth: &Ranking,
    tolerance: f64,
    findings: &mut Findings,
) -> Option<f64> {
    let truths = truth.by_die();
    let mut sum = 0.0;
    for &(here, die) in lines {
        let share = truths[die].share.as_percent();
        let [low, high] = truths[die].interval;
        sum += (here.percent - share).abs();
        let is_far = here.percent > high + tolerance || here.percent < low - tolerance;
        // More than 100 % is another fault, whatever the true share is.
        if is_far && here.percent <= 100.0 {
            findings.push(Finding {
                line: here.line,
                remark: Remark::Fault(Fault::Share {
                    share: here.percent_text.clone(),
                    truth: decimal::fraction(truths[die].share.percent(), 2),
                    distance: format!("{:.2}", (here.percent - share).abs()),
                    direction: if here.percent > share {
                        "viel"
                    } else {
                        "wenig"
                    },
                    tolerance,
                }),
            });
        }
    }
    (!lines.is_empty()).then(|| sum / lines.len() as f64)
}
