//! The pieces of a text that may be records, and runs of them that have one shape.
//!
//! A *unit* is what may be about one die, or about one pairing: a line, a paragraph, a block of
//! lines, a child of a bracket, or a piece of a line. A *record set* is a run of units of one
//! shape, as many as there are dice or pairings.

use std::collections::{BTreeMap, BTreeSet};

use itertools::Itertools;

use super::lexer::{PlacedToken, Token};

/// The indices of the tokens of a unit, in their order.
pub(super) type Unit = Vec<usize>;

/// The kind of the units of a record set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UnitKind {
    /// A line each.
    Line,
    /// A paragraph each.
    Paragraph,
    /// The children of a bracket.
    Bracket,
    /// The pieces of a line.
    Piece,
    /// The columns of some lines.
    Column,
    /// Some lines each.
    Block,
}

/// Units of one kind, of which a run may be a list.
pub(super) struct Family {
    pub(super) kind: UnitKind,
    pub(super) units: Vec<Unit>,
}

/// Splits tokens into lines, without their ends.
pub(super) fn split_lines(tokens: &[PlacedToken]) -> Vec<Unit> {
    let mut lines = vec![Vec::new()];
    for (index, token) in tokens.iter().enumerate() {
        if matches!(token.token, Token::LineEnd) {
            lines.push(Vec::new());
        } else if let Some(line) = lines.last_mut() {
            line.push(index);
        }
    }
    lines
}

/// Returns a letter for each number and each die of a unit.
pub(super) fn item_kinds(tokens: &[PlacedToken], unit: &Unit) -> String {
    unit.iter()
        .filter_map(|&index| match tokens[index].token {
            Token::Number(_) => Some('N'),
            Token::Die(_) => Some('D'),
            _ => None,
        })
        .collect()
}

/// Returns the words and marks of a unit, with letters for numbers and dice.
fn fine_shape(tokens: &[PlacedToken], unit: &Unit) -> String {
    unit.iter()
        .filter_map(|&index| match &tokens[index].token {
            Token::Number(_) => Some("N"),
            Token::Die(_) => Some("D"),
            Token::Word(word) => Some(&word.text[..]),
            Token::Mark("\t" | "#" | "█") => None,
            Token::Mark(mark) => Some(*mark),
            Token::OtherMark(_) | Token::LineEnd => None,
        })
        .join(" ")
}

/// Finds the families of units in a text about `dice` dice, for sets of these numbers of records.
pub(super) fn find_families(
    tokens: &[PlacedToken],
    dice: usize,
    counts: &BTreeSet<usize>,
) -> Vec<Family> {
    let lines = split_lines(tokens);
    let full = lines
        .iter()
        .filter(|line| !line.is_empty())
        .cloned()
        .collect_vec();
    let paragraphs = join_paragraphs(tokens, &lines);
    let has_paragraphs = paragraphs.len() >= dice;
    let mut families = vec![Family {
        kind: UnitKind::Line,
        units: full.clone(),
    }];
    if has_paragraphs {
        families.push(Family {
            kind: UnitKind::Paragraph,
            units: paragraphs,
        });
    }
    let children = find_children(tokens, counts);
    families.extend(children.into_iter().map(|units| Family {
        kind: UnitKind::Bracket,
        units,
    }));
    for line in &full {
        for separator in [",", ";", "|", "/"] {
            let pieces = line
                .split(|&index| tokens[index].is_mark(separator))
                .filter(|piece| !piece.is_empty())
                .map(<[usize]>::to_vec)
                .collect_vec();
            let with_items = pieces
                .iter()
                .filter(|piece| has_item(tokens, piece))
                .count();
            if counts.contains(&with_items) {
                families.push(Family {
                    kind: UnitKind::Piece,
                    units: pieces,
                });
            }
        }
    }
    families.extend(find_periods(tokens, &full, counts));
    families.extend(find_columns(tokens, &full, dice));
    let blocks = find_blocks(tokens, &lines, counts, has_paragraphs);
    families.extend(blocks.into_iter().map(|units| Family {
        kind: UnitKind::Block,
        units,
    }));
    families
}

/// Splits lines into pieces of the same words and marks, with as many pieces in each line.
fn find_periods(tokens: &[PlacedToken], lines: &[Unit], counts: &BTreeSet<usize>) -> Vec<Family> {
    let most = counts.last().copied().unwrap_or(0);
    let mut families: BTreeMap<(usize, String), Vec<Unit>> = BTreeMap::new();
    for line in lines {
        let number = line
            .iter()
            .filter(|&&index| tokens[index].is_item())
            .count();
        for size in (2..=number / 2).filter(|size| number % size == 0 && number / size <= most) {
            let pieces = split_after_items(tokens, line, size);
            let shapes = pieces.iter().map(|piece| fine_shape(tokens, piece));
            if let Ok(Some(shape)) = shapes
                .map(|shape| {
                    shape
                        .trim_end_matches([' ', ',', ';', '|', '/'])
                        .to_string()
                })
                .all_equal_value()
                .map(Some)
            {
                families.entry((size, shape)).or_default().extend(pieces);
            }
        }
    }
    let is_list = |units: &Vec<Unit>| counts.contains(&units.len());
    families
        .into_values()
        .filter(is_list)
        .map(|units| Family {
            kind: UnitKind::Piece,
            units,
        })
        .collect()
}

/// Splits a line into pieces with so many items each; words before an item belong to its piece.
fn split_after_items(tokens: &[PlacedToken], line: &Unit, size: usize) -> Vec<Unit> {
    let mut pieces = vec![Unit::new()];
    let mut items = 0;
    for &index in line {
        let is_full = items == size;
        let is_divider = [",", ";", "|", "/"]
            .iter()
            .any(|mark| tokens[index].is_mark(mark));
        if is_full && !is_divider {
            pieces.push(Unit::new());
            items = 0;
        }
        if let Some(piece) = pieces.last_mut().filter(|_| !(is_full && is_divider)) {
            piece.push(index);
            items += usize::from(tokens[index].is_item());
        }
    }
    pieces
}

/// Makes units of the columns of two or three lines with an item for each die.
fn find_columns(tokens: &[PlacedToken], lines: &[Unit], dice: usize) -> Vec<Family> {
    let items = lines
        .iter()
        .map(|line| {
            line.iter()
                .positions(|&index| tokens[index].is_item())
                .collect_vec()
        })
        .collect_vec();
    let mut families = Vec::new();
    for height in [2, 3] {
        for start in 0..=lines.len().saturating_sub(height) {
            let rows = start..start + height;
            if lines.len() < height || !rows.clone().all(|row| items[row].len() == dice) || dice < 3
            {
                continue;
            }
            let units = (0..dice).map(|die| {
                rows.clone()
                    .flat_map(|row| {
                        let words = lines[row][..items[row][0]].iter().copied();
                        let words = words.filter(|&index| tokens[index].word().is_some());
                        words.chain([lines[row][items[row][die]]])
                    })
                    .collect()
            });
            families.push(Family {
                kind: UnitKind::Column,
                units: units.collect(),
            });
        }
    }
    families
}

fn has_item(tokens: &[PlacedToken], unit: &[usize]) -> bool {
    unit.iter().any(|&index| tokens[index].is_item())
}

/// Joins lines between which no line is empty. Lines of marks alone neither count nor divide.
fn join_paragraphs(tokens: &[PlacedToken], lines: &[Unit]) -> Vec<Unit> {
    let is_rule = |line: &Unit| {
        line.iter()
            .all(|&index| matches!(tokens[index].token, Token::Mark(_) | Token::OtherMark(_)))
    };
    lines
        .split(|line| line.is_empty())
        .map(|paragraph| {
            paragraph
                .iter()
                .filter(|line| !is_rule(line))
                .flatten()
                .copied()
                .collect()
        })
        .filter(|paragraph: &Unit| !paragraph.is_empty())
        .collect()
}

/// Finds the children of brackets that have as many as a set has records.
fn find_children(tokens: &[PlacedToken], counts: &BTreeSet<usize>) -> Vec<Vec<Unit>> {
    /// Deeper brackets are no list.
    const DEEPEST: usize = 50;
    struct Bracket {
        open: usize,
        children: Vec<Unit>,
        child: Unit,
    }
    let mut found = Vec::new();
    let mut stack: Vec<Bracket> = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        match token.token {
            Token::Mark("(" | "[" | "{") if stack.len() < DEEPEST => {
                stack.push(Bracket {
                    open: index,
                    children: Vec::new(),
                    child: Vec::new(),
                });
            }
            Token::Mark(")" | "]" | "}") => {
                let Some(mut bracket) = stack.pop() else {
                    continue;
                };
                if !bracket.child.is_empty() {
                    bracket.children.push(bracket.child);
                }
                if counts.contains(&bracket.children.len()) {
                    found.push(bracket.children);
                }
                if let Some(outer) = stack.last_mut() {
                    outer.child.extend(bracket.open..=index);
                }
            }
            Token::LineEnd => {}
            Token::Mark("," | ";") => {
                if let Some(bracket) = stack.last_mut() {
                    let child = std::mem::take(&mut bracket.child);
                    bracket.children.push(child);
                }
            }
            _ => {
                if let Some(bracket) = stack.last_mut() {
                    bracket.child.push(index);
                }
            }
        }
    }
    let is_line_end = |index: &usize| matches!(tokens[*index].token, Token::LineEnd);
    for child in found.iter_mut().flatten() {
        child.retain(|index| !is_line_end(index));
    }
    found
}

/// Finds blocks of lines that begin, or end, with lines of one shape.
fn find_blocks(
    tokens: &[PlacedToken],
    lines: &[Unit],
    counts: &BTreeSet<usize>,
    has_paragraphs: bool,
) -> Vec<Vec<Unit>> {
    let mut lines_by_shape: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (number, line) in lines.iter().enumerate() {
        if has_item(tokens, line) {
            lines_by_shape
                .entry(fine_shape(tokens, line))
                .or_default()
                .push(number);
            lines_by_shape
                .entry(item_kinds(tokens, line))
                .or_default()
                .push(number);
        }
    }
    let marking_lines: BTreeSet<Vec<usize>> = lines_by_shape
        .into_values()
        .filter(|marking| {
            counts.contains(&marking.len())
                && marking
                    .iter()
                    .tuple_windows()
                    .all(|(above, below)| below - above >= 2)
        })
        .collect();
    let is_whole = |block: &[Unit]| {
        let end = block
            .iter()
            .rposition(|line| !line.is_empty())
            .map_or(0, |last| last + 1);
        let block = &block[..end];
        !(has_paragraphs && block.iter().any(Vec::is_empty)) && closes_what_it_opens(tokens, block)
    };
    let mut found = Vec::new();
    for marking in marking_lines {
        let (Some(&first), Some(&last)) = (marking.first(), marking.last()) else {
            continue;
        };
        let longest = marking
            .iter()
            .tuple_windows()
            .map(|(above, below)| below - above)
            .max();
        let Some(longest) = longest else { continue };
        let end = (last + longest).min(lines.len());
        let starts = marking.iter().copied().chain([end]).collect_vec();
        let start = (first + 1).saturating_sub(longest);
        let ends = [start]
            .into_iter()
            .chain(marking.iter().map(|line| line + 1))
            .collect_vec();
        for bounds in [starts, ends] {
            let blocks = bounds
                .iter()
                .tuple_windows()
                .map(|(&from, &to)| &lines[from..to])
                .collect_vec();
            let are_whole = blocks.iter().all(|block| is_whole(block));
            if are_whole && differ_in_two_lines(tokens, &blocks) {
                found.push(blocks.iter().map(|block| block.concat()).collect());
            }
        }
    }
    found
}

/// Returns whether the blocks differ in two lines at least. Otherwise these lines are records, and
/// the others, which are the same between all of them, say nothing about dice.
fn differ_in_two_lines(tokens: &[PlacedToken], blocks: &[&[Unit]]) -> bool {
    let written = |line: &Unit| {
        line.iter()
            .map(|&index| tokens[index].to_string())
            .join(" ")
    };
    let height = blocks.iter().map(|block| block.len()).min().unwrap_or(0);
    let varies = |&line: &usize| !blocks.iter().map(|block| written(&block[line])).all_equal();
    (0..height).filter(varies).count() >= 2
}

/// Returns whether no bracket closes that was not opened in these lines.
fn closes_what_it_opens(tokens: &[PlacedToken], lines: &[Unit]) -> bool {
    let mut depth = 0;
    for &index in lines.iter().flatten() {
        match tokens[index].token {
            Token::Mark("[" | "{") => depth += 1,
            Token::Mark("]" | "}") if depth == 0 => return false,
            Token::Mark("]" | "}") => depth -= 1,
            _ => {}
        }
    }
    true
}

/// Finds the record sets of a family: runs of units of one shape, as many as one of `counts`.
/// `dice` is the number of dice.
pub(super) fn find_record_sets(
    tokens: &[PlacedToken],
    units: &[Unit],
    counts: &BTreeSet<usize>,
    dice: usize,
) -> Vec<Vec<Unit>> {
    /// Records with more items are none.
    const MOST_ITEMS: usize = 400;
    /// A list does not stand behind more records of its shape.
    const MOST_RUNS: usize = 300;
    let mut by_kinds: BTreeMap<String, Vec<&Unit>> = BTreeMap::new();
    let mut by_shape: BTreeMap<(String, String), Vec<&Unit>> = BTreeMap::new();
    let has_fine_shapes = units.len() <= 4 * counts.last().copied().unwrap_or(0) + 200;
    for unit in units {
        let kinds = item_kinds(tokens, unit);
        if (2..=MOST_ITEMS).contains(&kinds.len()) {
            by_kinds.entry(kinds.clone()).or_default().push(unit);
            if has_fine_shapes {
                by_shape
                    .entry((kinds, fine_shape(tokens, unit)))
                    .or_default()
                    .push(unit);
            }
        }
    }
    let completed = complete_with_noise(tokens, &by_kinds, dice);
    let mut sets = Vec::new();
    let mut seen = BTreeSet::new();
    let mut add = |run: &[&Unit]| {
        let ends = [&run[0], &run[run.len() - 1]].map(|unit| (unit[0], unit[unit.len() - 1]));
        if seen.insert((ends, run.len(), run[run.len() / 2][0])) {
            sets.push(run.iter().map(|&unit| unit.clone()).collect_vec());
        }
    };
    for (kinds, units) in &by_kinds {
        for &count in counts {
            let is_divided = units.len() % count == 0;
            // One more may be a header of numbers, or a sum.
            let has_one_more = units.len() == count + 1 && kinds.len() >= dice && dice > 2;
            if !(is_divided || has_one_more) {
                continue;
            }
            let step = if is_divided { count } else { 1 };
            units
                .windows(count)
                .step_by(step)
                .take(MOST_RUNS)
                .for_each(&mut add);
        }
    }
    for units in by_shape.values() {
        for &count in counts {
            units.windows(count).take(MOST_RUNS).for_each(&mut add);
        }
    }
    for units in &completed {
        add(&units.iter().collect_vec());
    }
    sets
}

/// Completes sets that lack one record, by a unit that ends like one: something was printed before
/// the first record without a line end.
fn complete_with_noise(
    tokens: &[PlacedToken],
    by_kinds: &BTreeMap<String, Vec<&Unit>>,
    dice: usize,
) -> Vec<Vec<Unit>> {
    let mut completed = Vec::new();
    for (kinds, units) in by_kinds {
        if !kinds.contains('D') || units.len() + 1 != dice {
            continue;
        }
        for (longer, others) in by_kinds {
            if let [noisy] = others[..]
                && longer.len() > kinds.len()
                && longer.ends_with(&kinds[..])
            {
                let items = noisy
                    .iter()
                    .filter(|&&index| tokens[index].is_item())
                    .collect_vec();
                let start = *items[items.len() - kinds.len()];
                let cut = noisy
                    .iter()
                    .copied()
                    .filter(|&index| index >= start)
                    .collect();
                let all = units.iter().map(|&unit| unit.clone()).chain([cut]);
                completed.push(all.sorted_by_key(|unit| unit[0]).collect());
            }
        }
    }
    completed
}
