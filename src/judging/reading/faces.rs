//! The faces of the dice of a file, wherever they stand in a text.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::Range;

use itertools::Itertools;

use wuerfelglueck::dice::{Die, sort_faces};

/// A place in a text where the faces of a die stand.
#[derive(Clone, Debug)]
pub(super) struct FacesSpan {
    pub(super) span: Range<usize>,
    /// The dice with these faces, in the order of the file.
    pub(super) dice: Vec<usize>,
}

/// A run of digits in a text.
struct Digits {
    span: Range<usize>,
    /// `None` if it is too large for a face.
    value: Option<u32>,
}

/// Dice by their faces. A sum of mixed faces finds them in any order, and is cheap to move along a
/// row of numbers.
struct FacesIndex<'a> {
    dice: &'a [Die],
    by_sum: HashMap<(usize, u64), Vec<usize>>,
    /// All numbers of sides, the largest first.
    sizes: Vec<usize>,
}

impl<'a> FacesIndex<'a> {
    fn new(dice: &'a [Die]) -> FacesIndex<'a> {
        let mut by_sum: HashMap<_, Vec<usize>> = HashMap::new();
        for (index, die) in dice.iter().enumerate() {
            let sum = die
                .faces()
                .iter()
                .map(|&face| mix(face))
                .fold(0, u64::wrapping_add);
            by_sum
                .entry((die.faces().len(), sum))
                .or_default()
                .push(index);
        }
        let sizes = dice.iter().map(|die| die.faces().len());
        FacesIndex {
            dice,
            by_sum,
            sizes: sizes.unique().sorted_unstable().rev().collect(),
        }
    }

    /// Returns the dice with these faces, in this order or in any.
    fn find(&self, values: &[u32], sum: u64, is_in_order: bool) -> Vec<usize> {
        let Some(similar) = self.by_sum.get(&(values.len(), sum)) else {
            return Vec::new();
        };
        let same = |&&die: &&usize| {
            let faces = self.dice[die].faces();
            if is_in_order {
                faces == values
            } else {
                sort_faces(faces) == sort_faces(values)
            }
        };
        similar.iter().filter(same).copied().collect()
    }
}

/// Spreads a face over 64 bits, so that sums of different faces hardly ever agree (splitmix64).
fn mix(face: u32) -> u64 {
    let mut bits = u64::from(face)
        .wrapping_add(1)
        .wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// What may stand between the faces of a die: one kind between all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Separator {
    Comma,
    QuotedComma,
    Blank,
    Semicolon,
    Slash,
    Dash,
    Bar,
}

impl Separator {
    /// Returns the separator that a text between two numbers is. Only in `loose` rows, two or more
    /// blanks count as one: others stand between the columns of a table.
    fn of(gap: &str, is_loose: bool) -> Option<Separator> {
        let is_one_line = !gap.contains('\n');
        let separator = match gap.trim() {
            "" if gap == " " || is_loose && !gap.is_empty() => Separator::Blank,
            "" => return None,
            "," => return Some(Separator::Comma),
            ";" => return Some(Separator::Semicolon),
            "/" => Separator::Slash,
            "-" => Separator::Dash,
            // With blanks, bars stand between the columns of a table.
            "|" if gap == "|" => Separator::Bar,
            quoted => {
                let comma = quoted.strip_prefix('"')?.strip_suffix('"')?;
                return (comma.trim() == ",").then_some(Separator::QuotedComma);
            }
        };
        is_one_line.then_some(separator)
    }
}

/// Finds the faces of dice in a text. Where they overlap, those in one field of a table go before
/// others, then those that stand as in the file before those in another order, and then the longest.
pub(super) fn find_faces(text: &str, dice: &[Die]) -> Vec<FacesSpan> {
    let index = FacesIndex::new(dice);
    let digits = find_digits(text);
    let mut found = Vec::new();
    for is_loose in [false, true] {
        let mut found_here = Vec::new();
        for row in split_rows(text, &digits, is_loose) {
            find_in_row(text, row, &index, &mut found_here);
        }
        if !is_loose && index.sizes.contains(&1) {
            find_single_faces(text, &digits, &index, &mut found_here);
        }
        found_here.sort_by_key(|found: &FoundFaces| {
            (
                !found.is_in_order,
                Reverse(found.faces.span.len()),
                found.faces.span.start,
            )
        });
        found.extend(found_here);
    }
    let mut kept: Vec<FacesSpan> = Vec::new();
    for FoundFaces { faces, .. } in found {
        let place = kept.partition_point(|other| other.span.start < faces.span.start);
        let is_free = (place == 0 || kept[place - 1].span.end <= faces.span.start)
            && kept
                .get(place)
                .is_none_or(|next| next.span.start >= faces.span.end);
        if is_free {
            kept.insert(place, faces);
        }
    }
    kept
}

/// Splits the numbers of a text into rows between which the same separator stands. The last number
/// of a row may be the first of the next one.
fn split_rows<'a>(text: &str, digits: &'a [Digits], is_loose: bool) -> Vec<&'a [Digits]> {
    let separators = digits
        .iter()
        .tuple_windows()
        .map(|(left, right)| Separator::of(&text[left.span.end..right.span.start], is_loose))
        .collect_vec();
    let mut rows = Vec::new();
    let mut start = 0;
    for run in separators.chunk_by(|left, right| left == right) {
        if run[0].is_some() {
            rows.push(&digits[start..=start + run.len()]);
        }
        start += run.len();
    }
    rows
}

struct FoundFaces {
    faces: FacesSpan,
    /// True if they stand as in the file.
    is_in_order: bool,
}

fn find_digits(text: &str) -> Vec<Digits> {
    let bytes = text.as_bytes();
    let mut digits = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if !bytes[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        let start = at;
        while at < bytes.len() && bytes[at].is_ascii_digit() {
            at += 1;
        }
        digits.push(Digits {
            span: start..at,
            value: text[start..at].parse().ok(),
        });
    }
    digits
}

/// Finds faces in a row of numbers between which the same separator stands.
fn find_in_row(text: &str, row: &[Digits], index: &FacesIndex, found: &mut Vec<FoundFaces>) {
    let bytes = text.as_bytes();
    let is_point = |at: usize| bytes.get(at) == Some(&b'.');
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let is_decimal = |digits: &Digits| is_point(digits.span.end) && is_digit(digits.span.end + 1);
    let mut row = row;
    while let [first, rest @ ..] = row
        && first.span.start > 0
        && is_point(first.span.start - 1)
    {
        row = rest;
    }
    while let [rest @ .., last] = row
        && is_decimal(last)
    {
        row = rest;
    }
    let (Some(first), Some(last)) = (row.first(), row.last()) else {
        return;
    };
    let is_closed = first.span.start > 0
        && b"[({".contains(&bytes[first.span.start - 1])
        && bytes
            .get(last.span.end)
            .is_some_and(|byte| b"])}".contains(byte));
    let values = row
        .iter()
        .map(|digits| digits.value.unwrap_or(u32::MAX))
        .collect_vec();
    let mut sums = vec![0u64];
    for &value in &values {
        sums.push(sums[sums.len() - 1].wrapping_add(mix(value)));
    }
    let mut is_taken = vec![false; row.len()];
    for is_in_order in [true, false] {
        for start in 0..row.len() {
            for &size in &index.sizes {
                let end = start + size;
                if size < 2 || end > row.len() {
                    continue;
                }
                let is_whole =
                    end == row.len() && (start == 0 || start == 1 && values[0] as usize == size);
                if is_closed && !is_whole {
                    continue;
                }
                let sum = sums[end].wrapping_sub(sums[start]);
                if !index.by_sum.contains_key(&(size, sum)) || is_taken[start..end].contains(&true)
                {
                    continue;
                }
                let dice = index.find(&values[start..end], sum, is_in_order);
                if dice.is_empty() {
                    continue;
                }
                let span = row[start].span.start..row[end - 1].span.end;
                found.push(FoundFaces {
                    faces: FacesSpan { span, dice },
                    is_in_order,
                });
                is_taken[start..end].fill(true);
                break;
            }
        }
    }
}

/// Finds dice with a single face, which stand between brackets.
fn find_single_faces(
    text: &str,
    digits: &[Digits],
    index: &FacesIndex,
    found: &mut Vec<FoundFaces>,
) {
    for Digits { span, value } in digits {
        let Some(value) = *value else { continue };
        let before = text[..span.start].trim_end();
        let behind = text[span.end..].trim_start();
        let behind = behind.strip_prefix(',').unwrap_or(behind).trim_start();
        if before.ends_with(['[', '(', '{']) && behind.starts_with([']', ')', '}']) {
            let dice = index.find(&[value], mix(value), true);
            if !dice.is_empty() {
                found.push(FoundFaces {
                    faces: FacesSpan {
                        span: span.clone(),
                        dice,
                    },
                    is_in_order: true,
                });
            }
        }
    }
}
