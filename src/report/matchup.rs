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
    pub known: HeadToHead,
    /// The seat of the die in `known`.
    pub seat: usize,
}

impl Matchup {
    /// The seat of the opponent in `known`.
    pub fn opponent_seat(&self) -> usize {
        1 - self.seat
    }

    /// The share of games that the die wins.
    pub fn share(&self) -> Share {
        self.known.won[self.seat]
    }

    /// Tests whether there are games that neither wins.
    pub fn has_draws(&self) -> bool {
        self.known.drawn.numerator > 0
    }
}

/// Finds the matchups that are wanted, in the order of the ranks of both.
pub(super) fn find_matchups(
    ranking: &Ranking,
    is_wanted: impl Fn(&Matchup) -> bool,
) -> Vec<Matchup> {
    let ranks = ranking.ranks();
    ranking
        .head_to_heads()
        .into_iter()
        .cartesian_product([0, 1])
        .map(|(known, seat)| Matchup {
            rank: ranks[known.dice[seat]],
            opponent_rank: ranks[known.dice[1 - seat]],
            known,
            seat,
        })
        .filter(is_wanted)
        .sorted_unstable_by_key(|matchup| (matchup.rank, matchup.opponent_rank))
        .collect()
}
