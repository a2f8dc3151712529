//! The pairings of a part, played by one process.

use itertools::Itertools;
use rayon::prelude::*;

use crate::engine::games::PlayedBlocks;
use crate::stream::BLOCK;
use crate::tournament::Contest;
use crate::tournament::memory::Section;
use crate::tournament::rounds::{MOST_AT_ONCE, play_stretches};

/// A shard plays so many blocks, and at least one pairing, before it tells of them: a tenth of a second, so
/// that little is lost if it is killed.
const MOST_BLOCKS: u64 = 1 << 12;

/// One of several parts of all pairings: every so many-th in lexicographic order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The number of this part, from 1.
    pub number: u64,
    /// How many parts there are.
    pub of: u64,
}

impl Part {
    /// The part that has all pairings.
    pub const WHOLE: Part = Part { number: 1, of: 1 };

    /// The number of its pairings, if there are so many dice.
    pub fn pairings(self, dice: usize) -> u64 {
        let all = dice as u64 * (dice as u64 - 1) / 2;
        all / self.of + u64::from(all % self.of >= self.number)
    }

    /// Whether the pairing with this number, from 0, belongs to the part.
    fn has(self, pairing: u64) -> bool {
        pairing % self.of == self.number - 1
    }
}

/// The pairings of a part, played some at a time, in an order that depends on the contest alone.
#[derive(Debug)]
pub struct Shard<'a, C> {
    contest: &'a mut C,
    games: u64,
    /// The pairings that are not played yet, with their sections. The next ones come last.
    left: Vec<(Section, Vec<[usize; 2]>)>,
}

impl<'a, C: Contest> Shard<'a, C> {
    /// A part before its first game. Each of its pairings will have `games` games, an even number.
    pub fn new(contest: &'a mut C, games: u64, part: Part) -> Shard<'a, C> {
        let competitors = contest.competitors();
        let pairings = (0..competitors.number()).array_combinations();
        let pairings = pairings.zip(0..).filter(|&(_, number)| part.has(number));
        let pairings: Vec<[usize; 2]> = pairings.map(|(dice, _)| dice).collect();
        let at_once = (MOST_BLOCKS / games.div_ceil(BLOCK)).max(1) as usize;
        let mut left = Vec::new();
        for section in contest.sections() {
            let kinds = |dice: &[usize; 2]| dice.map(|die| competitors.kinds[die]);
            let here = pairings.iter().filter(|dice| section.has(kinds(dice)));
            let here: Vec<[usize; 2]> = here.copied().collect();
            let some = here.chunks(at_once);
            left.extend(some.map(|some| (section.clone(), some.to_vec())));
        }
        left.reverse();
        Shard {
            contest,
            games,
            left,
        }
    }

    /// Plays the next pairings, on the threads of the current pool, if there are any left. `played` is told
    /// of games when they are played.
    pub fn play(&mut self, played: impl Fn(u64) + Sync) -> Option<Vec<([usize; 2], PlayedBlocks)>> {
        let (section, pairings) = self.left.pop()?;
        self.contest.open(&section);
        let contest = &*self.contest;
        let (games, blocks) = (self.games, self.games.div_ceil(BLOCK));
        let play = |dice: [usize; 2]| {
            let tell = |_, blocks: PlayedBlocks| {
                played(blocks.tally.games());
                blocks
            };
            let stretches = play_stretches(contest, dice, games, 0..blocks, MOST_AT_ONCE, tell);
            let mut whole = PlayedBlocks::default();
            for stretch in stretches {
                whole.tally += stretch.tally;
                whole.wins.extend(stretch.wins);
            }
            (dice, whole)
        };
        Some(pairings.into_par_iter().map(play).collect())
    }
}
