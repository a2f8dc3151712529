//! The dice in order of their share of games won.

use itertools::Itertools;
use num_rational::Ratio;

use crate::tournament::Pairing;

/// A die's place in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Index of the die in the file.
    pub die: usize,
    /// The share of games that it won.
    pub share: Share,
}

/// A share of games, exactly: `won` of `games`.
///
/// Every pairing has the same number of games, so a die's share of all its games is the mean over
/// its opponents of its shares against them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Games won; a draw is no win.
    pub won: u64,
    /// Games played, at least one.
    pub games: u64,
}

impl Share {
    /// The share in per cent, 0 to 100.
    pub fn percent(self) -> Ratio<u128> {
        Ratio::new(100 * u128::from(self.won), u128::from(self.games))
    }
}

/// The list for this number of dice, best first; dice with equal shares in file order.
pub fn rank(dice: usize, pairings: &[Pairing]) -> Vec<Entry> {
    let mut shares = vec![Share { won: 0, games: 0 }; dice];
    for Pairing { dice, tally } in pairings {
        for (seat, &die) in dice.iter().enumerate() {
            shares[die].won += tally.won_by(seat);
            shares[die].games += tally.games();
        }
    }
    shares
        .into_iter()
        .enumerate()
        .map(|(die, share)| Entry { die, share })
        .sorted_by_key(|entry| std::cmp::Reverse(entry.share.won))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Tally;
    use crate::report::decimal;

    #[test]
    fn best_first_and_ties_in_file_order() {
        let pairing = |dice, won: [u64; 2]| Pairing {
            dice,
            tally: Tally {
                wins: [won, [0, 0]],
                draws: 10 - won[0] - won[1],
                ..Tally::default()
            },
        };
        let entries = rank(
            3,
            &[
                pairing([0, 1], [3, 7]),
                pairing([0, 2], [4, 1]),
                pairing([1, 2], [0, 10]),
            ],
        );
        let list: Vec<_> = entries
            .iter()
            .map(|entry| (entry.die, entry.share.won, entry.share.games))
            .collect();
        assert_eq!(list, [(2, 11, 20), (0, 7, 20), (1, 7, 20)]);
    }

    /// By the exact share, also where the printed ones are the same.
    #[test]
    fn what_looks_like_a_tie_is_none() {
        let tally = Tally {
            wins: [[499_999, 500_001], [0, 0]],
            ..Tally::default()
        };
        let entries = rank(
            2,
            &[Pairing {
                dice: [0, 1],
                tally,
            }],
        );
        let list: Vec<_> = entries
            .iter()
            .map(|entry| (entry.die, decimal::fraction(entry.share.percent(), 2)))
            .collect();
        assert_eq!(list, [(1, "50.00".into()), (0, "50.00".into())]);
    }
}
