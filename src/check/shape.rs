//! The meaning of records of one shape: which column names the die, unless its faces do, and which
//! is its share.
//!
//! It is found out once for all of them.

use itertools::Itertools;

use super::dice_names::{self, Legend, NamedDie};
use super::reading::{Ambiguity, Reading};
use super::records::TextRecord;
use super::share_column::{ShareChoice, ShareFinder};
use super::table::{Coverage, RecordTable};
use super::tokens::DiceIndex;
use super::vocabulary::Role;

/// The meaning of records of one shape.
#[derive(Clone, Debug)]
pub(super) enum Meaning {
    /// A list.
    List(Vec<Reading>),
    /// A list, but two numbers could be the share.
    Ambiguous(Ambiguity),
    /// Something else.
    Nothing,
}

/// Finds the meaning of records, which is nothing unless they have the same number of columns, not
/// 0.
/// `coverage` says which dice they have to name.
pub(super) fn find_meaning(
    records: &[&TextRecord],
    index: &DiceIndex,
    legend: Option<&Legend>,
    coverage: Coverage,
) -> Meaning {
    let width = records.first().map_or(0, |record| record.numbers.len());
    if width == 0 || records.iter().any(|record| record.numbers.len() != width) {
        return Meaning::Nothing;
    }
    let table = RecordTable {
        records,
        width,
        coverage,
    };
    let Some(named) = dice_names::find_named_dice(&table, index, legend) else {
        return Meaning::Nothing;
    };
    let (known, dice): (Vec<&TextRecord>, Vec<NamedDie>) = records
        .iter()
        .copied()
        .zip(named.dice)
        .filter(|(_, named)| !named.is_strange)
        .unzip();
    let table = RecordTable {
        records: &known,
        ..table
    };
    let rank = find_rank_column(&table, named.column);
    let sides = find_sides_column(&table, named.column);
    let finder = ShareFinder {
        table,
        dice: &dice,
        dice_of_file: index.dice.len(),
        die_column: named.column,
        rank_column: rank,
    };
    let values = match finder.choose() {
        ShareChoice::Values(values) => values,
        ShareChoice::Ambiguous { first, second } => {
            let numbers = &known[0].numbers;
            return Meaning::Ambiguous(Ambiguity {
                line: numbers[first].line,
                candidates: [first, second].map(|column| numbers[column].number.text.clone()),
            });
        }
        ShareChoice::None => return Meaning::Nothing,
    };
    let whole_in =
        |record: &TextRecord, column: Option<usize>| record.numbers[column?].number.whole;
    let readings =
        values
            .into_iter()
            .zip(&known)
            .zip(&dice)
            .map(|((printed, record), named_die)| Reading {
                line: printed.line,
                rank: whole_in(record, rank),
                faces: named_die.faces.clone(),
                sides: whole_in(record, sides),
                die: named_die.die,
                is_from_zero: named.is_from_zero,
                value: printed.value,
            });
    Meaning::List(readings.collect())
}

/// Finds the column of ranks: one that is called so; or else, among those that have no name or are
/// called numbers of dice, as by `Nr.`, the first one, if it looks like ranks, or else one that
/// counts the lines from 1.
fn find_rank_column(table: &RecordTable, die_column: Option<usize>) -> Option<usize> {
    let free = (0..table.width)
        .filter(|&column| Some(column) != die_column && table.wholes(column).is_some())
        .collect_vec();
    let is_unnamed_or_of_die = |column: usize| {
        table
            .cells(column)
            .all(|cell| cell.roles.is_empty() || cell.has_role(Role::Die))
    };
    let looks_like_rank = |column: usize| {
        table.cells(column).all(|cell| cell.number.is_ordinal)
            || is_before_sides_of_single_line(table, column)
    };
    let counts_from_one = |column: usize| {
        table.records.len() > 1
            && table.is_in_order(column)
            && table.records[0].numbers[column].number.whole == Some(1)
    };
    let find =
        |is_rank: &dyn Fn(usize) -> bool| free.iter().copied().find(|&column| is_rank(column));
    find(&|column| table.has_role(column, Role::Rank))
        .or_else(|| {
            find(&|column| column == 0 && is_unnamed_or_of_die(column) && looks_like_rank(column))
        })
        .or_else(|| find(&|column| is_unnamed_or_of_die(column) && counts_from_one(column)))
}

/// Returns whether `column` stands before the number of sides in the only line, as in `3 6 Seiten`:
/// nothing but its place tells that it is a rank, since a single line counts nothing.
fn is_before_sides_of_single_line(table: &RecordTable, column: usize) -> bool {
    table.records.len() == 1
        && column + 1 < table.width
        && table.roles(column + 1).contains(&Role::Sides)
}

/// Finds the column of numbers of sides, if it is called so.
fn find_sides_column(table: &RecordTable, die_column: Option<usize>) -> Option<usize> {
    (0..table.width).find(|&column| {
        Some(column) != die_column
            && table.wholes(column).is_some()
            && table.has_role(column, Role::Sides)
    })
}
