//! The dice that records of one shape name: by their faces, their numbers or their numbers of
//! sides.

use std::collections::BTreeMap;

use itertools::Itertools;

use super::table::{Coverage, RecordTable};
use super::tokens::DiceIndex;
use super::vocabulary::Role;
use crate::dice::sort_faces;

/// The index of the die that each number stands for, where lines of the list say so. A letter is
/// the number of its place in the alphabet, from 1.
pub(super) type Legend = BTreeMap<u64, usize>;

/// The die that a record names.
#[derive(Clone, Debug)]
pub(super) struct NamedDie {
    /// The faces by which the record names it, in the order in which they are written. If its
    /// number or its number of sides names it, those of the die in the file, whatever faces the
    /// record gives; empty if there is none.
    pub(super) faces: Vec<u32>,
    /// The index of the die in the file, if its number or its number of sides names it.
    pub(super) die: Option<usize>,
    /// True if a number, not faces, names no die of the file.
    pub(super) is_strange: bool,
}

/// The dice that all records name.
#[derive(Debug)]
pub(super) struct AssignedDice {
    /// The die of each record.
    pub(super) dice: Vec<NamedDie>,
    /// The column of the numbers that name them, unless their faces do.
    pub(super) column: Option<usize>,
    /// True if the numbers are counted from 0.
    pub(super) is_from_zero: bool,
}

/// Finds the dice that the records of `table` name; `None` if they are not those that its coverage
/// demands.
pub(super) fn find_named_dice(
    table: &RecordTable,
    index: &DiceIndex,
    legend: Option<&Legend>,
) -> Option<AssignedDice> {
    let finder = DiceFinder {
        table,
        index,
        legend,
    };
    finder.find_by_faces().or_else(|| finder.find_by_numbers())
}

/// The search for the dice that the records of a table name.
struct DiceFinder<'a> {
    table: &'a RecordTable<'a>,
    index: &'a DiceIndex<'a>,
    legend: Option<&'a Legend>,
}

impl DiceFinder<'_> {
    /// Finds the dice by their faces, if each record has those of one die.
    fn find_by_faces(&self) -> Option<AssignedDice> {
        let (records, index) = (self.table.records, self.index);
        if records.iter().any(|record| record.dice.len() != 1) {
            return None;
        }
        let faces = records
            .iter()
            .map(|record| record.dice[0].clone())
            .collect_vec();
        let named = faces.iter().map(|faces| sort_faces(faces)).counts();
        let has_known = named.keys().any(|faces| index.count(faces) > 0);
        let missing: usize = index
            .dice
            .iter()
            .map(|die| sort_faces(die.faces()))
            .unique()
            .map(|faces| {
                let number = named.get(&faces).copied().unwrap_or(0);
                index.count(&faces).saturating_sub(number)
            })
            .sum();
        let surplus: usize = named
            .iter()
            .map(|(faces, number)| number.saturating_sub(index.count(faces)))
            .sum();
        let dice = index.dice.len();
        let is_enough = match self.table.coverage {
            Coverage::All => missing == 0 && surplus == 0,
            Coverage::Half => has_known && 2 * missing <= dice && 3 * surplus <= dice,
            Coverage::Any => has_known,
        };
        is_enough.then(|| {
            let numbers = self.numbers_beside_faces(&faces);
            AssignedDice {
                dice: faces
                    .into_iter()
                    .enumerate()
                    .map(|(record, faces)| NamedDie {
                        faces,
                        die: numbers.as_ref().map(|numbers| numbers[record] as usize - 1),
                        is_strange: false,
                    })
                    .collect(),
                column: None,
                is_from_zero: false,
            }
        })
    }

    /// Returns the numbers of a column beside `faces` that are those of these dice everywhere, from
    /// 1, and all different: they tell dice with the same faces apart. The faces of each record
    /// have to be written in the order of the file.
    fn numbers_beside_faces(&self, faces: &[Vec<u32>]) -> Option<Vec<u64>> {
        let is_number_of = |number: &u64, faces: &[u32]| {
            number
                .checked_sub(1)
                .and_then(|die| self.index.dice.get(die as usize))
                .is_some_and(|die| die.faces() == faces)
        };
        (0..self.table.width)
            .filter_map(|column| self.table.wholes(column))
            .find(|numbers| {
                numbers
                    .iter()
                    .zip(faces)
                    .all(|(number, faces)| is_number_of(number, faces))
                    && numbers.iter().all_unique()
            })
    }

    /// Finds the dice by a column of their numbers, or of their numbers of sides.
    fn find_by_numbers(&self) -> Option<AssignedDice> {
        let table = self.table;
        if table.records.iter().any(|record| record.dice.len() > 1) {
            return None;
        }
        let die_columns = (0..table.width)
            .filter(|&column| table.has_role(column, Role::Die))
            // In `#1 Würfel 2` the first number is the rank.
            .sorted_by_key(|&column| table.cells(column).all(|cell| cell.is_named_by_mark))
            .collect_vec();
        let named = die_columns
            .iter()
            .find_map(|&column| self.find_by_die_number(column));
        if named.is_some() {
            return named;
        }
        if table.coverage == Coverage::All {
            // In `W20` the number may be that of the sides, though the letter calls it that of a
            // die.
            let may_be_sides = |column: &usize| {
                table
                    .cells(*column)
                    .all(|cell| cell.has_role(Role::Sides) || cell.has_role(Role::Die))
            };
            let named = (0..table.width)
                .filter(may_be_sides)
                .find_map(|column| self.find_by_sides(column));
            if named.is_some() {
                return named;
            }
        }
        // If words call other numbers those of dice, these without a word are none.
        if die_columns.is_empty() {
            self.find_by_unnamed_number()
        } else {
            None
        }
    }

    /// Finds the dice by a column of numbers that no word calls those of dice; `None` if there are
    /// several. Numbers that count the lines name dice only if no others do. Beside faces of other
    /// dice they are something else, such as ranks.
    fn find_by_unnamed_number(&self) -> Option<AssignedDice> {
        let table = self.table;
        let is_unnamed = |column: &usize| {
            table.cells(*column).all(|cell| {
                cell.roles.is_empty() && !cell.number.is_ordinal && !cell.has_strange_word
            })
        };
        let mut found = (0..table.width)
            .filter(is_unnamed)
            .filter_map(|column| self.find_by_die_number(column))
            .filter(|named| self.fits_faces(named))
            .collect_vec();
        let counts_lines =
            |named: &AssignedDice| named.column.is_some_and(|column| table.is_in_order(column));
        let not_counting = found
            .iter()
            .positions(|named| !counts_lines(named))
            .collect_vec();
        match (&not_counting[..], found.len()) {
            (&[index], _) => Some(found.swap_remove(index)),
            ([], 1) => found.pop(),
            _ => None,
        }
    }

    /// Returns whether no record gives the faces of another die of the file than the named one.
    fn fits_faces(&self, named: &AssignedDice) -> bool {
        self.table
            .records
            .iter()
            .zip(&named.dice)
            .all(|(record, die)| {
                let mut given = record.dice.iter().map(|faces| sort_faces(faces));
                given.all(|faces| self.index.count(&faces) == 0 || faces == sort_faces(&die.faces))
            })
    }

    /// Finds the dice by a column of their numbers, from 1 or from 0 or as the legend says.
    fn find_by_die_number(&self, column: usize) -> Option<AssignedDice> {
        let numbers = self.table.wholes(column)?;
        let first = u64::from(!numbers.contains(&0));
        let die = |number: &u64| match self.legend {
            Some(legend) => legend.get(number).copied(),
            None => number
                .checked_sub(first)
                .map(|die| die as usize)
                .filter(|die| *die < self.index.dice.len()),
        };
        let named = self.assign_dice(column, numbers.iter().map(die).collect())?;
        Some(AssignedDice {
            is_from_zero: self.legend.is_none() && first == 0,
            ..named
        })
    }

    /// Finds the dice by a column of their numbers of sides, as far as no two dice have the same.
    fn find_by_sides(&self, column: usize) -> Option<AssignedDice> {
        let numbers = self.table.wholes(column)?;
        let die = |number: &u64| {
            self.index
                .dice
                .iter()
                .positions(|die| die.faces().len() as u64 == *number)
                .exactly_one()
                .ok()
        };
        self.assign_dice(column, numbers.iter().map(die).collect())
    }

    /// Names the dice of the records by the numbers in `column`, which stand for dice with these
    /// indices; `None` if these are not enough, too many are of no die, or one is there twice.
    fn assign_dice(&self, column: usize, dice: Vec<Option<usize>>) -> Option<AssignedDice> {
        let of_file = self.index.dice.len();
        let known = dice.iter().flatten().count();
        let is_enough = match self.table.coverage {
            Coverage::All => known == of_file && dice.len() == of_file,
            // A single number may be anything, even if it names half of the dice.
            Coverage::Half => 2 * known >= of_file.max(3) && 2 * (dice.len() - known) <= of_file,
            Coverage::Any => false,
        };
        let faces = |die: usize| self.index.dice[die].faces().to_vec();
        (is_enough && dice.iter().flatten().all_unique()).then(|| AssignedDice {
            dice: dice
                .into_iter()
                .map(|die| NamedDie {
                    faces: die.map(faces).unwrap_or_default(),
                    die,
                    is_strange: die.is_none(),
                })
                .collect(),
            column: Some(column),
            is_from_zero: false,
        })
    }
}
