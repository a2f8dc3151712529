//! Dice with the same faces in the same order, which a list does not tell apart.

use std::collections::HashMap;

use wuerfelglueck::dice::Die;

/// Finds for each die the owner of the share that a list gives it, if the list is read as naming
/// dice with the same faces in the order of the file: the greater share belongs to the die that is
/// expected to win more. A die without a share is its own owner.
///
/// Where seats tell equal dice apart, a list that is sorted by shares names them in another order.
pub fn find_owners(dice: &[Die], given: &[Option<f64>], expected: &[f64]) -> Vec<usize> {
    let mut owners: Vec<usize> = (0..dice.len()).collect();
    let mut equal: HashMap<&[u32], Vec<usize>> = HashMap::new();
    for (die, share) in given.iter().enumerate() {
        if share.is_some() {
            equal.entry(dice[die].faces()).or_default().push(die);
        }
    }
    let given_share = |die: usize| given[die].unwrap_or(0.0);
    for named in equal.into_values() {
        let mut by_given = named.clone();
        by_given.sort_by(|&left, &right| given_share(right).total_cmp(&given_share(left)));
        let mut by_expected = named;
        by_expected.sort_by(|&left, &right| expected[right].total_cmp(&expected[left]));
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
        let dice =
            [vec![3, 6], vec![6, 3], vec![3, 6], vec![3, 6]].map(|faces| Die::new(faces).unwrap());
        let given = [Some(0.7), Some(0.2), Some(0.4), None];
        assert_eq!(
            find_owners(&dice, &given, &[0.3, 0.3, 0.6, 0.9]),
            [2, 1, 0, 3]
        );
        assert_eq!(
            find_owners(&dice, &given, &[0.5, 0.3, 0.5, 0.5]),
            [0, 1, 2, 3]
        );
    }
}
