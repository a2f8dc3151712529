//! Matchups: pairings as one of their dice sees them, by the ranks of both.

use itertools::Itertools;

use wuerfelglueck::ranking::{HeadToHead, Ranking, Share};

/// A die of a list against another one.
pub(super) struct Matchup {
    /// The rank of the die, from 1.
    pub rank: usize,
    /// The rank of the opponent, from 1.
    pub opponent_rank: usize,
    /// The games of the two.
    pub head_to_head: HeadToHead,
    /// The seat of the die in `head_to_head`.
    pub seat: usize,
}

impl Matchup {
    /// The share of games that the die wins.
    pub fn share(&self) -> Share {
        self.head_to_head.won[self.seat]
    }

    /// The share of games that neither wins.
    pub fn draws(&self) -> Share {
        self.head_to_head.drawn
    }

    /// Returns whether there are games that neither wins.
    pub fn has_draws(&self) -> bool {
        self.draws().numerator > 0
    }

    /// Returns whether it is open which of the two wins more games.
    pub fn is_open(&self) -> bool {
        self.head_to_head.decision.is_none()
    }
}

/// Finds the matchups that are wanted, in the order of the ranks of both. Each pairing has two of
/// them: one for each of its dice.
pub(super) fn find_matchups(
    ranking: &Ranking,
    is_wanted: impl Fn(&Matchup) -> bool,
) -> Vec<Matchup> {
    let ranks = ranking.ranks();
    ranking
        .head_to_heads()
        .into_iter()
        .cartesian_product([0, 1])
        .map(|(head_to_head, seat)| Matchup {
            rank: ranks[head_to_head.dice[seat]],
            opponent_rank: ranks[head_to_head.dice[1 - seat]],
            head_to_head,
            seat,
        })
        .filter(is_wanted)
        .sorted_unstable_by_key(|matchup| (matchup.rank, matchup.opponent_rank))
        .collect()
}
