//! The competitors of a tournament, the games that two of them can play, and what these count.

use std::ops::Range;

use itertools::Itertools;

use crate::certainty::{Adjustment, BlockResults, LuckRegression, LuckSums, Outcomes, Residuals};
use crate::engine::games::{PlayedBlocks, Tally, games_of_block};

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

    /// Plays blocks of the games of a pairing in the section that is prepared, as
    /// [`Opponents::play`](crate::engine::games::Opponents::play) does.
    fn play(&self, pairing: [usize; 2], games: u64, blocks: Range<u64>) -> PlayedBlocks;

    /// Plays the same games as [`play`](Self::play), and measures their luck, if that is possible.
    fn play_with_luck(&self, pairing: [usize; 2], games: u64, blocks: Range<u64>) -> PlayedBlocks;
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

const _: () = assert!(size_of::<Pairing>() <= 80);

/// All games of a pairing. There may be millions of pairings, so they take little memory.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pairing {
    /// Wins by the seat that began and the seat that won, draws, and games that were cut off, which
    /// are draws, too; in five bytes each: less than 2⁴⁰.
    counts: [[u8; 5]; 6],
    /// The games that each seat won in the first block. Evidence about shares begins with these:
    /// how they vary decides the bet on the next games.
    won_in_first: [u8; 2],
    /// As in [`Outcomes`], like the two fields below.
    regression: LuckRegression,
    residuals: Residuals,
    wins_by_luck: f64,
}

/// A pairing with the indices of its competitors, for lists that have only some pairings of a
/// tournament.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IndexedPairing {
    /// The indices of the two competitors, the lower one first.
    pub dice: [usize; 2],
    /// Their games.
    pub pairing: Pairing,
}

impl Pairing {
    /// The games of this tally with these residuals, of which each seat won `won_in_first` in the
    /// first block, without luck subtracted. `None` if there are too many.
    pub fn new(tally: &Tally, won_in_first: [u8; 2], residuals: Residuals) -> Option<Pairing> {
        let [[a, b], [c, d]] = tally.wins;
        let counts = [a, b, c, d, tally.draws, tally.cut_off];
        let are_small = counts.iter().all(|count| count >> 40 == 0);
        are_small.then(|| Pairing {
            counts: counts.map(|count| {
                let [low @ .., _, _, _] = count.to_le_bytes();
                low
            }),
            won_in_first,
            residuals,
            ..Pairing::default()
        })
    }

    /// The results of all games, without their rolls, which are not kept.
    pub fn tally(&self) -> Tally {
        let number = |[a, b, c, d, e]: [u8; 5]| u64::from_le_bytes([a, b, c, d, e, 0, 0, 0]);
        let [a, b, c, d, draws, cut_off] = self.counts.map(number);
        Tally {
            wins: [[a, b], [c, d]],
            draws,
            cut_off,
            rolls: 0,
        }
    }

    /// The pairing with the next blocks of games, whose luck is subtracted if the `adjustment` says
    /// so and it was measured; unchanged if games would be too many.
    pub fn with_blocks(self, played: &[PlayedBlocks], adjustment: Adjustment) -> Pairing {
        let (mut tally, mut outcomes) = (self.tally(), self.outcomes());
        let mut won_in_first = self.won_in_first;
        for played in played {
            let luck = match adjustment {
                Adjustment::None => None,
                Adjustment::Luck => played.luck.as_ref(),
            };
            for (index, &block) in played.blocks.iter().enumerate() {
                if outcomes.games() == 0 {
                    won_in_first = block.won;
                }
                let of_block = luck.map_or(LuckSums::default(), |luck| luck[index]);
                outcomes.add_block(block, &of_block);
            }
            tally += played.tally;
        }
        let with_counts = Pairing::new(&tally, won_in_first, outcomes.residuals);
        with_counts.map_or(self, |pairing| Pairing {
            regression: outcomes.regression,
            wins_by_luck: outcomes.wins_by_luck,
            ..pairing
        })
    }

    /// All games, as far as evidence needs them.
    pub fn outcomes(&self) -> Outcomes {
        let tally = self.tally();
        Outcomes {
            won: [0, 1].map(|seat| tally.won_by(seat)),
            drawn: tally.draws,
            residuals: self.residuals,
            wins_by_luck: self.wins_by_luck,
            regression: self.regression,
        }
    }

    /// The games of the first block, in which no luck is subtracted. Evidence about shares counts
    /// them alone before all others.
    pub fn first_outcomes(&self) -> Outcomes {
        let won = self.won_in_first;
        let games = games_of_block(self.tally().games(), 0) as u8;
        let results = BlockResults {
            won,
            drawn: games - won[0] - won[1],
        };
        let mut outcomes = Outcomes::default();
        outcomes.add_block(results, &LuckSums::default());
        outcomes
    }
}
