//! The distinct outcomes of rolling a die.
//!
//! Equal faces are one weighted outcome, and so are all faces that can never move a piece forward
//! (0, and 44 or more; `wlr`, for which 0 can, has none above 20), but for one that counts as the
//! 6.
//! Divided by their greatest common divisor, the weights often become so small that a column per
//! unit of weight still fits: `1 1 1 6 6 6` has the two columns 1 and 6, and `1 1 1 1 6 6` the
//! three columns 1, 1 and 6. Then a roll *is* a column. If that would take more than
//! [`MAX_COLUMNS`], there is a column per outcome and a list that says which column each of the
//! [`sides`](DieColumns::sides) has, the die's sides divided by that divisor.

use std::collections::HashMap;
use std::hash::Hash;

use itertools::Itertools;
use num_integer::Integer;
use rayon::prelude::*;

use crate::dice::Die;
use crate::engine::starters::FaceCounts;
use crate::rules::{Deviation, FIELDS, Roll, Rules};

/// The most columns of a die: the faces 1 to 43, and one for all that move nothing. A face that
/// moves no piece forward but counts as the 6 has another column, but then the die lacks the face
/// 6.
pub const MAX_COLUMNS: usize = FIELDS as usize;

/// The distinct outcomes of rolling a die, and how a roll selects one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DieColumns {
    /// The roll that each column stands for, at most [`MAX_COLUMNS`] of them; its face is 0 for all
    /// faces that never move a piece forward.
    pub rolls: Vec<Roll>,
    /// The index in `rolls` of each side's column, in ascending order. Sides are the equally likely
    /// results of a roll, which may be fewer than the sides of the die: see
    /// [`sides`](Self::sides).
    pub by_side: Vec<u8>,
}

impl DieColumns {
    /// The columns of a die under these rules, as the [module documentation](self) says.
    pub fn new(die: &Die, rules: Rules) -> DieColumns {
        let six = rules.six(die.faces());
        // By the face, and whether it counts as the 6.
        let mut weights_of_faces = [[0usize; 2]; FIELDS as usize];
        for &face in die.faces() {
            let Roll { face, is_six } = Roll::new(face, six);
            weights_of_faces[face as usize][usize::from(is_six)] += 1;
        }
        let weights = weights_of_faces.as_flattened();
        let unit = weights.iter().fold(0, |unit, weight| unit.gcd(weight));
        let are_sides_columns = weights.iter().sum::<usize>() / unit <= MAX_COLUMNS;
        let (mut rolls, mut by_side) = (Vec::new(), Vec::new());
        for (index, weight) in (0..).zip(weights) {
            let (face, is_six) = (index / 2, index % 2 == 1);
            let roll = Roll { face, is_six };
            for side in 0..weight / unit {
                if side == 0 || are_sides_columns {
                    rolls.push(roll);
                }
                by_side.push(rolls.len() as u8 - 1);
            }
        }
        DieColumns { rolls, by_side }
    }

    /// The number of equally likely results of a roll, which are numbered from 0: the die's sides
    /// divided by the greatest common divisor of the weights.
    pub fn sides(&self) -> u64 {
        self.by_side.len() as u64
    }

    /// Returns whether each of the [`sides`](Self::sides) has a column of its own, with the same
    /// number.
    pub fn are_sides_columns(&self) -> bool {
        self.by_side.len() == self.rolls.len()
    }

    /// The number of the [`sides`](Self::sides) of each column.
    pub fn weights(&self) -> Vec<u64> {
        let columns = self.by_side.chunk_by(|column, next| column == next);
        columns.map(|sides| sides.len() as u64).collect()
    }
}

/// Dice sorted by what their rolls do.
///
/// Dice of one *type* have the same [`DieColumns`], so that they share tables. Dice of one *kind*
/// are of one type, and cannot be told apart in a whole tournament either, where the starter may
/// depend on the dice, and the play of a die on its seat.
#[derive(Clone, Debug)]
pub struct DieTypes {
    /// The columns of each type.
    pub columns: Vec<DieColumns>,
    /// The number of each die's type, from 0 without gaps.
    pub of_dice: Vec<usize>,
    /// The number of each die's kind, from 0 without gaps.
    pub kinds: Vec<usize>,
    /// The faces of each die, where it is rolled for who begins; otherwise empty.
    pub(super) faces: Vec<FaceCounts>,
}

impl DieTypes {
    /// The types and kinds of these dice under these rules, both numbered in the order in which
    /// they first appear.
    pub fn new(dice: &[Die], rules: Rules) -> DieTypes {
        let columns: Vec<DieColumns> = dice
            .par_iter()
            .map(|die| DieColumns::new(die, rules))
            .collect();
        let of_dice = number_distinct(&columns);
        let (mut kinds, mut faces) = (of_dice.clone(), Vec::new());
        if rules.has(Deviation::RolledStarter) {
            // Faces that move nothing may still be higher or lower than others.
            faces = dice.par_iter().map(FaceCounts::new).collect();
            kinds = number_distinct(&of_dice.iter().zip(&faces).collect_vec());
        }
        // The die with the lower index takes seat 0, and begins under `erster-beginnt`. So equal
        // dice may sit and begin differently against the same opponent.
        if rules.has(Deviation::FirstStarts) || rules.is_seat_dependent() {
            kinds = (0..dice.len()).collect();
        }
        DieTypes {
            columns: columns.iter().unique().cloned().collect(),
            of_dice,
            kinds,
            faces,
        }
    }
}

/// For each value its number among the distinct ones, in the order of their first appearance.
fn number_distinct<T: Eq + Hash>(values: &[T]) -> Vec<usize> {
    let numbers: HashMap<_, _> = values.iter().unique().zip(0..).collect();
    values.iter().map(|value| numbers[value]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn die(faces: impl IntoIterator<Item = u32>) -> Die {
        Die::new(faces.into_iter().collect()).unwrap()
    }

    /// The faces of the columns, and the number of sides of each.
    fn columns(faces: impl IntoIterator<Item = u32>) -> (Vec<u32>, Vec<u64>) {
        let columns = DieColumns::new(&die(faces), Rules::OFFIZIELL);
        assert_eq!(columns.weights().iter().sum::<u64>(), columns.sides());
        let faces = columns.rolls.iter().map(|roll| roll.face);
        (faces.collect(), columns.weights())
    }

    #[test]
    fn a_roll_is_a_column_where_that_fits() {
        for (sides, rolls) in [
            (vec![3, 1, 2], vec![1, 2, 3]),
            (vec![1, 1, 1, 6, 6, 6], vec![1, 6]),
            (vec![1, 1, 6, 1, 6, 1], vec![1, 1, 6]),
            (vec![6; 1_000_000], vec![6]),
            (vec![0, 44, u32::MAX, 43], vec![0, 0, 0, 43]),
        ] {
            let weights = vec![1; rolls.len()];
            assert_eq!(columns(sides), (rolls, weights));
        }
        // Otherwise there is a column per outcome.
        let sides = [1; 100].into_iter().chain([6, 50, 0]);
        assert_eq!(columns(sides), (vec![0, 1, 6], vec![2, 100, 1]));
    }

    /// Dice of one type are of different kinds if who begins depends on the dice, or if their play
    /// depends on the seat.
    #[test]
    fn dice_that_begin_or_sit_differently_are_of_different_kinds() {
        let dice = [vec![1, 44], vec![1, 50], vec![44, 1, 1, 44], vec![2, 44]].map(die);
        for (rules, kinds) in [
            ("offiziell", [0, 0, 0, 1]),
            ("offiziell+auswuerfeln", [0, 1, 0, 2]),
            ("offiziell+erster-beginnt", [0, 1, 2, 3]),
        ] {
            let types = DieTypes::new(&dice, rules.parse().unwrap());
            assert_eq!((types.of_dice, types.columns.len()), (vec![0, 0, 0, 1], 2));
            assert_eq!(types.kinds, kinds);
        }
        let equal = [die([6, 1]), die([1, 6])];
        for rules in ["wlr", "wlr+auswuerfeln"] {
            let types = DieTypes::new(&equal, rules.parse().unwrap());
            assert_eq!((types.of_dice, types.kinds), (vec![0, 0], vec![0, 1]));
        }
    }

    #[test]
    fn a_six_that_moves_nothing_has_a_column_of_its_own() {
        let rules = "offiziell+hoechste-setzt-ein".parse().unwrap();
        for (faces, columns) in [
            (vec![0, 44, 50], vec![(0, false), (0, false), (0, true)]),
            (vec![6, 50], vec![(0, false), (6, true)]),
            (vec![0], vec![(0, true)]),
            (vec![3, 4], vec![(3, false), (4, true)]),
        ] {
            let found = DieColumns::new(&die(faces), rules);
            let rolls = found.rolls.iter().map(|roll| (roll.face, roll.is_six));
            assert!(rolls.eq(columns));
        }
    }
}
