//! The competitors of a tournament, the games that two of them can play, and what these count.

use std::ops::Range;

use itertools::Itertools;

use crate::certainty::Adjustment;
use crate::engine::games::PlayedBlocks;
use crate::pairing::Pairing;

/// The competitors of a tournament, as far as they are known before any game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Competitors {
    /// The number of each competitor's kind, from 0 without gaps: those of a kind cannot be told
    /// apart.
    pub kinds: Vec<usize>,
    /// The competitors of each kind, in ascending order.
    pub members: Vec<Vec<usize>>,
    /// For each competitor whether it is possible that it ever wins.
    pub can_win: Vec<bool>,
}

impl Competitors {
    /// Competitors of these kinds, which are numbered without gaps.
    pub fn new(kinds: Vec<usize>, can_win: Vec<bool>) -> Competitors {
        let members = kinds.iter().zip(0..).into_group_map().into_iter().sorted();
        Competitors {
            members: members.map(|(_, members)| members).collect(),
            kinds,
            can_win,
        }
    }

    /// The number of competitors.
    pub fn number(&self) -> usize {
        self.kinds.len()
    }

    /// All pairings, in lexicographic order.
    pub fn pairings(&self) -> impl Iterator<Item = [usize; 2]> + Clone + use<> {
        (0..self.number()).array_combinations()
    }

    /// The kinds of two competitors.
    pub fn kinds_of(&self, pairing: [usize; 2]) -> [usize; 2] {
        pairing.map(|competitor| self.kinds[competitor])
    }
}

/// The number of pairings of this number of competitors.
pub fn count_pairings(competitors: usize) -> u64 {
    let competitors = competitors as u64;
    competitors * competitors.saturating_sub(1) / 2
}

/// The index of the pairing of two competitors among all pairings of this number of competitors, in
/// lexicographic order. It does not matter which of the two is named first.
pub fn pairing_index(competitors: usize, pairing: [usize; 2]) -> usize {
    let low = pairing[0].min(pairing[1]);
    low * (2 * competitors - low - 1) / 2 + pairing[0].abs_diff(pairing[1]) - 1
}

/// Two-player games between competitors.
pub trait Contest: Sync {
    /// The competitors.
    fn competitors(&self) -> &Competitors;

    /// The section to which a pairing belongs. Those of a section can be played with the same
    /// tables, and sections are best played in ascending order.
    fn section(&self, _pairing: [usize; 2]) -> [usize; 2] {
        [0; 2]
    }

    /// Makes a section the one that can be played.
    fn prepare(&mut self, _section: [usize; 2]) {}

    /// The way in which the games count: with luck subtracted if it is measured.
    fn adjustment(&self) -> Adjustment;

    /// The seat that wins every game of a pairing, if nothing is in doubt.
    fn certain_winner(&self, _pairing: [usize; 2]) -> Option<usize> {
        None
    }

    /// Plays blocks of the games of a pairing in the section that is prepared, as
    /// [`Opponents::play`](crate::engine::games::Opponents::play) does, and measures their luck if
    /// it is to be subtracted and that is possible.
    fn play(&self, pairing: [usize; 2], games: u64, blocks: Range<u64>) -> PlayedBlocks;
}

/// The criterion by which competitors are ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Criterion {
    /// The share of games that they win.
    Wins,
    /// The same, but a draw counts half.
    Points,
    /// The share of opponents against which they win more games than they lose, and half of those
    /// that are level with them.
    Duels,
}

impl Criterion {
    /// All criteria.
    pub const ALL: [Criterion; 3] = [Criterion::Wins, Criterion::Points, Criterion::Duels];

    /// The name, as users write it.
    pub fn name(self) -> &'static str {
        match self {
            Criterion::Wins => "siege",
            Criterion::Points => "punkte",
            Criterion::Duels => "duelle",
        }
    }

    /// The score of a won game, in the units in which a draw counts one less: 1, or 2 if a draw
    /// counts half.
    pub fn win(self) -> u64 {
        1 + u64::from(self == Criterion::Points)
    }

    /// The score of a draw, if a win counts 1.
    pub fn draw(self) -> f64 {
        (self.win() - 1) as f64 / self.win() as f64
    }

    /// The score of this number of wins and draws, in the units of [`win`](Self::win).
    pub fn score(self, wins: u64, draws: u64) -> u64 {
        self.win() * wins + (self.win() - 1) * draws
    }
}

const _: () = assert!(size_of::<IndexedPairing>() <= size_of::<Pairing>() + 8);

/// A pairing with the indices of its competitors, for lists that have only some pairings of a
/// tournament. Each round has such a list, with up to millions of pairings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IndexedPairing {
    /// The indices of the two competitors, the lower one first.
    dice: [u32; 2],
    /// Their games.
    pub pairing: Pairing,
}

impl IndexedPairing {
    /// The games of the competitors with these indices, the lower one first.
    pub fn new(dice: [usize; 2], pairing: Pairing) -> IndexedPairing {
        IndexedPairing {
            dice: dice.map(|die| die as u32),
            pairing,
        }
    }

    /// The indices of the two competitors, the lower one first.
    pub fn dice(&self) -> [usize; 2] {
        self.dice.map(|die| die as usize)
    }
}
