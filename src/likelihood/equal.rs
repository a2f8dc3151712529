//! Dice with the same faces in a list, which says of none of them which one it is.

use std::collections::HashMap;

use crate::dice::Die;

/// For each die the one to which the share belongs that a list gives it, if the list names dice
/// with the same faces in the order of the file: the greater share to the one that wins more. Where
/// seats tell equal dice apart, a list that is sorted by shares names them in another order.
pub fn owners(dice: &[Die], given: &[Option<f64>], expected: &[f64]) -> Vec<usize> {
    let mut owners: Vec<usize> = (0..dice.len()).collect();
    let mut equal: HashMap<&[u32], Vec<usize>> = HashMap::new();
    for (die, _) in given
        .iter()
        .enumerate()
        .filter(|(_, share)| share.is_some())
    {
        equal.entry(dice[die].faces()).or_default().push(die);
    }
    for named in equal.into_values() {
        let mut by_given = named.clone();
        by_given.sort_by(|&one, &other| {
            let [one, other] = [one, other].map(|die| given[die].unwrap_or(0.0));
            other.total_cmp(&one)
        });
        let mut by_expected = named;
        by_expected.sort_by(|&one, &other| expected[other].total_cmp(&expected[one]));
        for (die, owner) in by_given.into_iter().zip(by_expected) {
            owners[die] = owner;
        }
    }
    owners
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greater_share_belongs_to_the_better_die() {
        let dice = [vec![3, 6], vec![6, 3], vec![3, 6], vec![3, 6]];
        let dice = dice.map(|faces| Die::new(faces).unwrap());
        let given = [Some(0.7), Some(0.2), Some(0.4), None];
        assert_eq!(owners(&dice, &given, &[0.3, 0.3, 0.6, 0.9]), [2, 1, 0, 3]);
        assert_eq!(owners(&dice, &given, &[0.5, 0.3, 0.5, 0.5]), [0, 1, 2, 3]);
    }
}
