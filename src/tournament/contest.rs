//! Who takes part in a tournament, what two competitors can play, and how games count.

use std::ops::Range;

use super::memory::Section;
use crate::certainty::{Outcomes, Scatter};
use crate::engine::games::{PlayedBlocks, Tally};

/// Who takes part in a tournament, and what is known about them before any game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Competitors {
    /// The number of each competitor's kind, from 0 without gaps: those of a kind cannot be told apart.
    pub kinds: Vec<usize>,
    /// Whether it is possible that each competitor ever wins.
    pub can_win: Vec<bool>,
}

impl Competitors {
    /// The number of competitors.
    pub fn number(&self) -> usize {
        self.kinds.len()
    }

    /// The competitors of each kind.
    pub fn members(&self) -> Vec<Vec<usize>> {
        let kinds = self.kinds.iter().map(|kind| kind + 1).max();
        let mut members = vec![Vec::new(); kinds.unwrap_or(0)];
        for (competitor, &kind) in self.kinds.iter().enumerate() {
            members[kind].push(competitor);
        }
        members
    }
}

/// The number of pairings of so many competitors.
pub fn pairings(competitors: usize) -> u64 {
    let competitors = competitors as u64;
    competitors * competitors.saturating_sub(1) / 2
}

/// Two-player games between competitors.
pub trait Contest: Sync {
    /// Who takes part.
    fn competitors(&self) -> &Competitors;

    /// Sections that together have every pairing once, in the order in which they are best played.
    fn sections(&self) -> Vec<Section>;

    /// The number by which sections have a competitor. Those that can be told apart may share one, if they play
    /// with the same tables.
    fn table(&self, competitor: usize) -> usize {
        self.competitors().kinds[competitor]
    }

    /// Makes one of the [`sections`](Self::sections) the one that can be played.
    fn open(&mut self, section: &Section);

    /// Plays blocks of the games of a pairing in the section that is open, as
    /// [`Duel::play`](crate::engine::games::Duel::play) does.
    fn play(&self, pairing: [usize; 2], games: u64, blocks: Range<u64>) -> PlayedBlocks;
}

/// How games count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// A win counts, a draw is no win.
    Wins,
    /// A win counts one, a draw half.
    Points,
}

impl Scoring {
    /// What a win counts, in the units in which a draw counts one less.
    pub fn win(self) -> u64 {
        match self {
            Scoring::Wins => 1,
            Scoring::Points => 2,
        }
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

/// The games of one pairing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pairing {
    /// Indices of the two dice in the file, the lower one first; they play seats 0 and 1.
    pub dice: [usize; 2],
    /// The results of its games.
    pub tally: Tally,
    /// What the two won in the first block.
    pub first: [u8; 3],
    /// How its games scatter.
    pub scatter: Scatter,
}

impl Pairing {
    /// A pairing before its first game.
    pub fn new(dice: [usize; 2]) -> Pairing {
        Pairing {
            dice,
            tally: Tally::default(),
            first: [0; 3],
            scatter: Scatter::default(),
        }
    }

    /// Adds the next blocks of games.
    pub fn add(&mut self, played: &PlayedBlocks) {
        let mut outcomes = self.outcomes();
        if let ([0, 0, 0], Some(&first)) = (self.first, played.blocks.first()) {
            self.first = first;
        }
        for block in &played.blocks {
            outcomes.add_block(block.map(u64::from));
        }
        self.scatter = outcomes.scatter;
        self.tally += played.tally;
    }

    /// All games.
    pub fn outcomes(&self) -> Outcomes {
        Outcomes {
            counts: [self.tally.won_by(0), self.tally.won_by(1), self.tally.draws],
            scatter: self.scatter,
        }
    }

    /// The games of the first block.
    pub fn first_outcomes(&self) -> Outcomes {
        let mut first = Outcomes::default();
        first.add_block(self.first.map(u64::from));
        first
    }
}
