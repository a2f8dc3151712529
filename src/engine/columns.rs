//! The distinct outcomes of rolling a die.
//!
//! Equal faces are one weighted outcome, and so are all faces that can never move anything (0, and
//! 44 or more; `wlr`, for which 0 can, has none above 20). Divided by their greatest common divisor,
//! the weights often become so small that a column per unit of weight still fits: `1 1 1 6 6 6` has
//! the two columns 1 and 6, and `1 1 1 1 6 6` the three columns 1, 1 and 6. Then a roll *is* a
//! column. If that would take more than [`MAX_COLUMNS`], there is a column per outcome and a list
//! that says which column each side of the die has.

use std::collections::HashMap;

use itertools::Itertools;
use num_integer::Integer;
use rayon::prelude::*;

use crate::dice::Die;
use crate::rules::FIELDS;

/// No die needs more columns: the faces 1 to 43, and one that moves nothing.
pub const MAX_COLUMNS: usize = FIELDS as usize;

/// The distinct outcomes of rolling a die, and how a roll selects one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Columns {
    /// See [`rolls`](Self::rolls).
    rolls: Vec<u32>,
    /// See [`by_side`](Self::by_side).
    by_side: Vec<u8>,
}

impl Columns {
    /// The columns of a die: as many sides as its weights need, see the
    /// [module documentation](self).
    pub fn new(die: &Die) -> Columns {
        let mut weights = [0usize; MAX_COLUMNS];
        for &face in die.faces() {
            weights[roll_of(face) as usize] += 1;
        }
        let unit = weights.iter().fold(0, |unit, weight| unit.gcd(weight));
        let outcomes = weights
            .iter()
            .zip(0u32..)
            .filter(|&(&weight, _)| weight > 0)
            .map(|(&weight, roll)| (roll, weight / unit));
        let sides: usize = outcomes.clone().map(|(_, weight)| weight).sum();
        if sides <= MAX_COLUMNS {
            Columns {
                rolls: outcomes
                    .flat_map(|(roll, weight)| std::iter::repeat_n(roll, weight))
                    .collect(),
                by_side: (0..sides as u8).collect(),
            }
        } else {
            Columns {
                rolls: outcomes.clone().map(|(roll, _)| roll).collect(),
                by_side: (0u8..)
                    .zip(outcomes)
                    .flat_map(|(column, (_, weight))| std::iter::repeat_n(column, weight))
                    .collect(),
            }
        }
    }

    /// The roll that each column stands for, at most [`MAX_COLUMNS`] of them; 0 for all faces that
    /// never move anything.
    pub fn rolls(&self) -> &[u32] {
        &self.rolls
    }

    /// How many equally likely results a roll has; they are numbered from 0.
    pub fn sides(&self) -> u64 {
        self.by_side.len() as u64
    }

    /// The column of each of the [`sides`](Self::sides).
    pub fn by_side(&self) -> &[u8] {
        &self.by_side
    }

    /// Whether the number of a side is its column.
    pub fn are_sides(&self) -> bool {
        self.by_side.len() == self.rolls.len()
    }

    /// How many of the [`sides`](Self::sides) each column has.
    pub fn weights(&self) -> Vec<u64> {
        let mut weights = vec![0; self.rolls.len()];
        for &column in &self.by_side {
            weights[usize::from(column)] += 1;
        }
        weights
    }
}

/// The roll that a face counts as: itself, or 0 if it never moves anything.
pub fn roll_of(face: u32) -> u32 {
    if face < u32::from(FIELDS) { face } else { 0 }
}

/// Dice sorted into kinds: those of one kind have the same [`Columns`] and cannot be told apart in
/// play.
#[derive(Clone, Debug)]
pub struct Kinds {
    /// The columns of each kind.
    pub columns: Vec<Columns>,
    /// The number of each die's kind, from 0 without gaps.
    pub of_dice: Vec<usize>,
}

impl Kinds {
    /// The kinds of these dice, numbered in the order in which they first appear.
    pub fn new(dice: &[Die]) -> Kinds {
        let each: Vec<Columns> = dice.par_iter().map(Columns::new).collect();
        let columns: Vec<Columns> = each.iter().unique().cloned().collect();
        let numbers: HashMap<&Columns, usize> = columns.iter().zip(0..).collect();
        let of_dice = each.iter().map(|columns| numbers[columns]).collect();
        Kinds { columns, of_dice }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn die(faces: impl IntoIterator<Item = u32>) -> Die {
        Die::new(faces.into_iter().collect()).unwrap()
    }

    fn columns(faces: impl IntoIterator<Item = u32>) -> Columns {
        Columns::new(&die(faces))
    }

    #[test]
    fn a_roll_is_a_column_where_that_fits() {
        for (faces, rolls) in [
            (vec![3, 1, 2], vec![1, 2, 3]),
            (vec![1, 1, 1, 6, 6, 6], vec![1, 6]),
            (vec![1, 1, 6, 1, 6, 1], vec![1, 1, 6]),
            (vec![6; 1_000_000], vec![6]),
            (vec![0, 44, u32::MAX, 43], vec![0, 0, 0, 43]),
        ] {
            let columns = columns(faces);
            assert_eq!(columns.rolls(), rolls);
            assert!(columns.are_sides());
            assert_eq!(columns.sides(), rolls.len() as u64);
            assert_eq!(columns.weights(), vec![1; rolls.len()]);
        }
    }

    #[test]
    fn otherwise_there_is_a_column_per_outcome() {
        let columns = columns([1; 100].into_iter().chain([6, 50, 0]));
        assert_eq!(columns.rolls(), [0, 1, 6]);
        assert!(!columns.are_sides());
        assert_eq!(columns.sides(), 103);
        assert_eq!(columns.weights(), [2, 100, 1]);
    }

    #[test]
    fn never_more_than_the_most_columns() {
        for faces in [0..=43u32, 0..=44, 1..=1000] {
            let columns = columns(faces.chain([6, 6, 7]));
            assert!(columns.rolls().len() <= MAX_COLUMNS);
        }
    }

    #[test]
    fn dice_with_the_same_columns_are_of_one_kind() {
        let dice = [vec![1, 6], vec![1, 2, 6], vec![6, 1, 6, 1], vec![1, 44, 6]].map(die);
        let kinds = Kinds::new(&dice);
        assert_eq!(kinds.of_dice, [0, 1, 0, 2]);
        let rolls: Vec<&[u32]> = kinds.columns.iter().map(Columns::rolls).collect();
        assert_eq!(rolls, [&[1, 6][..], &[1, 2, 6], &[0, 1, 6]]);
    }
}
