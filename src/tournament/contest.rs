//! Who takes part in a tournament, what two competitors can play, and what counts.

use std::ops::Range;

use itertools::Itertools;

use crate::certainty::{Adjustment, LuckFit, LuckSums, Outcomes, Scatter};
use crate::engine::games::{PlayedBlocks, Tally, games_of_block};

/// Who takes part in a tournament, and what is known about them before any game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Competitors {
    /// The number of each competitor's kind, from 0 without gaps: those of a kind cannot be told
    /// apart.
    pub kinds: Vec<usize>,
    /// The competitors of each kind.
    pub members: Vec<Vec<usize>>,
    /// Whether it is possible that each competitor ever wins.
    pub can_win: Vec<bool>,
}

impl Competitors {
    /// Competitors of these kinds.
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

/// The number of pairings of so many competitors.
pub fn pairings(competitors: usize) -> u64 {
    let competitors = competitors as u64;
    competitors * competitors.saturating_sub(1) / 2
}

/// The place of a pairing among all of so many competitors, in lexicographic order. It does not
/// matter who of the two is named first.
pub fn place(competitors: usize, [one, other]: [usize; 2]) -> usize {
    let [one, other] = [one.min(other), one.max(other)];
    one * (2 * competitors - one - 1) / 2 + other - one - 1
}

/// Two-player games between competitors.
pub trait Contest: Sync {
    /// Who takes part.
    fn competitors(&self) -> &Competitors;

    /// The section to which a pairing belongs. Those of a section can be played with the same
    /// tables, and sections are best played in ascending order.
    fn section(&self, _pairing: [usize; 2]) -> [usize; 2] {
        [0; 2]
    }

    /// Makes a section the one that can be played.
    fn open(&mut self, _section: [usize; 2]) {}

    /// Plays blocks of the games of a pairing in the section that is open, as
    /// [`Duel::play`](crate::engine::games::Duel::play) does.
    fn play(&self, pairing: [usize; 2], games: u64, blocks: Range<u64>) -> PlayedBlocks;

    /// Plays the same games as [`play`](Self::play), and measures their luck, if that is possible.
    fn play_with_luck(&self, pairing: [usize; 2], games: u64, blocks: Range<u64>) -> PlayedBlocks;
}

/// What competitors are ranked by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Criterion {
    /// The share of games that they win.
    Wins,
    /// The same, but a draw counts half.
    Points,
    /// The opponents that they win more of their games against than lose; half of those that are
    /// level with them.
    Duels,
}

impl Criterion {
    /// All of them.
    pub const ALL: [Criterion; 3] = [Criterion::Wins, Criterion::Points, Criterion::Duels];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Criterion::Wins => "siege",
            Criterion::Points => "punkte",
            Criterion::Duels => "duelle",
        }
    }

    /// What a won game counts, in the units in which a draw counts one less.
    pub fn win(self) -> u64 {
        1 + u64::from(self == Criterion::Points)
    }

    /// What a draw counts, if a win counts 1.
    pub fn draw(self) -> f64 {
        (self.win() - 1) as f64 / self.win() as f64
    }

    /// What so many wins and draws count, in those units.
    pub fn count(self, wins: u64, draws: u64) -> u64 {
        self.win() * wins + (self.win() - 1) * draws
    }
}

const _: () = assert!(size_of::<Pairing>() <= 80);

/// The games of one pairing. There may be millions of pairings, so they take little memory.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pairing {
    /// Wins by the seat that began and the seat that won, draws, and games that were cut off; less
    /// than 2⁴⁰ of each.
    counts: [[u8; 5]; 6],
    /// What the two won in the first block.
    first: [u8; 2],
    fit: LuckFit,
    scatter: Scatter,
    luck: f64,
}

impl Pairing {
    /// The pairing with so many games, of which the two won so many in the first block: wins by the
    /// seat that began and the seat that won, draws, and games that were cut off. `None` if there
    /// are too many.
    pub fn new(counts: [u64; 6], first: [u8; 2], scatter: Scatter) -> Option<Pairing> {
        let are_small = counts.iter().all(|count| count >> 40 == 0);
        are_small.then(|| Pairing {
            counts: counts.map(|count| {
                let [low @ .., _, _, _] = count.to_le_bytes();
                low
            }),
            first,
            scatter,
            ..Pairing::default()
        })
    }

    /// The results of all games, but for their rolls, which nobody counts.
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

    /// The pairing with the next blocks of games.
    pub fn with(self, played: &[PlayedBlocks], adjustment: Adjustment) -> Pairing {
        let (mut tally, mut outcomes) = (self.tally(), self.outcomes());
        let first = match played.iter().flat_map(|one| &one.blocks).next() {
            Some(&[one, other, _]) if outcomes.games() == 0 => [one, other],
            _ => self.first,
        };
        for played in played {
            let luck = played.luck.as_ref();
            let luck = luck.filter(|_| adjustment == Adjustment::Luck);
            for (number, block) in played.blocks.iter().enumerate() {
                let of_block = luck.map(|luck| LuckSums {
                    by_result: luck.blocks[number].by_result,
                    squares: luck.blocks[number].squares,
                    most: luck.most,
                });
                outcomes.add_block(block.map(u64::from), &of_block.unwrap_or_default());
            }
            tally += played.tally;
        }
        let [[a, b], [c, d]] = tally.wins;
        let counts = [a, b, c, d, tally.draws, tally.cut_off];
        let with_counts = Pairing::new(counts, first, outcomes.scatter);
        with_counts.map_or(self, |pairing| Pairing {
            fit: outcomes.fit,
            luck: outcomes.luck,
            ..pairing
        })
    }

    /// All games.
    pub fn outcomes(&self) -> Outcomes {
        let tally = self.tally();
        Outcomes {
            counts: [tally.won_by(0), tally.won_by(1), tally.draws],
            scatter: self.scatter,
            luck: self.luck,
            fit: self.fit,
        }
    }

    /// The games of the first block.
    pub fn first_outcomes(&self) -> Outcomes {
        let [one, other] = self.first.map(u64::from);
        let drawn = games_of_block(self.tally().games(), 0) - one - other;
        let mut first = Outcomes::default();
        first.add_block([one, other, drawn], &LuckSums::default());
        first
    }
}
