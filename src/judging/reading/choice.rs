//! Which readings of a text remain, and whether they agree.

use itertools::Itertools;

use super::interpretation::{Figures, Reading, ReadingKind};
use super::shares::are_close;
use super::text::CleanText;
use super::units::UnitKind;
use super::{List, ListEntry, Refusal};

/// Discards readings that are worse than others: what cannot be true goes behind what can, numbers
/// that are joined before those that are divided and that nothing confirms, be it only their sum,
/// pairings before a list of some of their lines, and what numbers confirm before what nothing
/// confirms on the same lines.
pub(super) fn discard_worse(found: &mut Vec<Reading>) {
    let overlap = |one: &Reading, other: &Reading| one.overlaps(other);
    let beats = |other: &Reading, one: &Reading| other.has_shares() && overlap(one, other);
    // A comma that could join divides only if something confirms it.
    found.retain(|found| found.variant.do_commas_join || found.is_named || found.is_proven);
    // What cannot be true was perhaps joined wrongly.
    found.retain(|found| {
        let is_impossible = found.is_impossible && found.has_shares();
        !(found.variant.do_blanks_join && is_impossible)
    });
    discard(found, |one, other| {
        one.is_impossible && !other.is_impossible && beats(other, one)
    });
    discard(found, |one, other| {
        let has_better_sum = one.fits_sum() && !other.fits_sum();
        other.variant.do_commas_join
            && !one.variant.do_commas_join
            && !(one.is_proven || has_better_sum)
            && one.kind() != ReadingKind::Matrix
            && beats(other, one)
    });
    discard(found, |one, other| {
        let (joined, divided) = (other, one);
        let is_as_good = divided.is_proven || divided.is_named && divided.has_shares();
        let is_certain =
            (joined.is_named || joined.is_proven) && !is_as_good || joined.is_mere_mention();
        other.variant.do_blanks_join
            && !one.variant.do_blanks_join
            && is_certain
            && overlap(one, other)
    });
    if !found.iter().all(|found| found.is_mere_mention()) {
        found.retain(|found| !found.is_mere_mention());
    }
    discard(found, |one, other| {
        other.kind() != ReadingKind::List && one.is_part_of(other)
    });
    discard(found, |one, other| {
        other.kind() == ReadingKind::Matrix
            && one.kind() != ReadingKind::Matrix
            && one.lines == other.lines
    });
    discard(found, |one, other| {
        let are_alike = one.is_named && other.is_named && one.lines == other.lines;
        other.is_proven && !one.is_proven && !are_alike && overlap(one, other)
    });
    if found
        .iter()
        .any(|found| matches!(found.figures, Figures::Wins(_)))
    {
        found.retain(|found| matches!(found.figures, Figures::Wins(_)));
    }
}

/// Discards each reading that is worse than another one.
fn discard(found: &mut Vec<Reading>, is_worse: impl Fn(&Reading, &Reading) -> bool) {
    let keep = found
        .iter()
        .map(|one| !found.iter().any(|other| is_worse(one, other)))
        .collect_vec();
    let mut keep = keep.into_iter();
    found.retain(|_| keep.next().unwrap_or(true));
}

/// Returns the finest of some readings of a text, with its list, if all say the same.
///
/// # Errors
///
/// If there are none, one does not say all shares, or two of them differ.
pub(super) fn agree<'a>(
    found: &[&'a Reading],
    text: &CleanText,
) -> Result<(&'a Reading, List), Refusal> {
    let lists = found
        .iter()
        .map(|reading| Ok((*reading, reading.to_list(text)?)))
        .collect::<Result<Vec<_>, Refusal>>()?;
    let Some((first, first_list)) = lists.first() else {
        return Err(Refusal::Nothing);
    };
    for (other, list) in &lists {
        let Some(difference) = find_difference(first_list, list, first.unit + other.unit) else {
            continue;
        };
        return Err(if first.overlaps(other) {
            difference
        } else {
            Refusal::TwoLists {
                first: first_list.first_line(),
                second: list.first_line(),
            }
        });
    }
    lists
        .into_iter()
        .min_by(|(left, _), (right, _)| left.unit.total_cmp(&right.unit))
        .ok_or(Refusal::Nothing)
}

/// Returns the first difference of two lists of a text that is larger than these units.
pub(super) fn find_difference(first: &List, second: &List, units: f64) -> Option<Refusal> {
    /// Numbers of which less is known could be anything.
    const LARGEST_UNITS: f64 = 20.0;
    let units = units.min(LARGEST_UNITS);
    let by_die = |list: &List| -> Vec<ListEntry> {
        let entries = list.entries.iter().cloned();
        entries.sorted_by_key(|entry| entry.die).collect()
    };
    let (one, other) = by_die(first)
        .into_iter()
        .zip(by_die(second))
        .find(|(one, other)| !are_close(&[one.number], &[other.number], units))?;
    let line = one.line;
    let has_same_number = one.written == other.written;
    let candidates = [one, other].map(|entry| {
        if entry.written.is_empty() || has_same_number {
            format!("{:.2}%", entry.number)
        } else {
            entry.written
        }
    });
    Some(Refusal::Ambiguous { line, candidates })
}

impl List {
    fn first_line(&self) -> usize {
        let lines = self.entries.iter().map(|entry| entry.line);
        lines.min().unwrap_or(1)
    }
}

impl Reading {
    /// Returns the list that a reading is.
    ///
    /// # Errors
    ///
    /// If it does not say all shares.
    pub(super) fn to_list(&self, text: &CleanText) -> Result<List, Refusal> {
        let entries = match &self.figures {
            Figures::Shares(entries) | Figures::Wins(entries) => entries,
            Figures::Unknown(obstacle) => {
                return Err(Refusal::Obstacle {
                    line: text.number(self.lines[0]),
                    obstacle: *obstacle,
                });
            }
        };
        let lines = self.lines.iter().map(|&line| text.number(line)).dedup();
        let is_bracket = self.interpretation.units == UnitKind::Bracket;
        let first_line = is_bracket.then_some(self.lines[0]);
        let table_line = self.header_line.or(first_line);
        Ok(List {
            entries: entries
                .iter()
                .map(|entry| ListEntry {
                    die: entry.die,
                    line: text.number(entry.line),
                    rank: entry.rank.map(|rank| rank as u64),
                    number: entry.number,
                    games: entry.games,
                    written: entry.written.clone(),
                })
                .collect(),
            interpretation: self.interpretation.clone(),
            table_line: table_line.map(|line| text.number(line)),
            lines: lines.collect(),
        })
    }
}
