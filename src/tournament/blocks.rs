//! The next blocks of all pairings, on all threads.

use std::ops::Range;

use itertools::Itertools;
use rayon::prelude::*;

use super::contest::{Competitors, Contest, Pairing};
use crate::allocation;
use crate::engine::games::PlayedBlocks;
use crate::stream::BLOCK;

/// The most blocks of a pairing that a thread plays in one go. They are so many that lanes which run dry
/// at the end do not count.
pub(crate) const MOST_AT_ONCE: u64 = 512;
/// Fewer blocks are not worth a call, as there are so many lanes.
const LEAST_AT_ONCE: u64 = 16;

/// So many dice meet so many others before the next ones do, so that their tables stay in the cache. With 1,000 random dice,
/// 32 games of each pairing took three quarters of the time that they take in lexicographic order.
const TOGETHER: usize = 4;

/// Every competitor against every other, played block by block.
#[derive(Debug)]
pub struct Tournament<'a, C> {
    contest: &'a mut C,
    games: u64,
    blocks: u64,
    pairings: Vec<Pairing>,
    /// The indices of the pairings in the order in which they are played.
    order: Vec<u32>,
}

impl<'a, C: Contest> Tournament<'a, C> {
    /// The tournament before its first game. Each pairing will have at most `games` games, an even number.
    pub fn new(contest: &'a mut C, games: u64) -> Tournament<'a, C> {
        let number = contest.competitors().number();
        let mut pairings = Vec::new();
        allocation::reserve(&mut pairings, super::pairings(number) as usize);
        pairings.extend((0..number).array_combinations().map(Pairing::new));
        let mut order = Vec::new();
        allocation::reserve(&mut order, pairings.len());
        order.extend(0..pairings.len() as u32);
        order.sort_by_key(|&index| {
            pairings[index as usize]
                .dice
                .map(|die: usize| die / TOGETHER)
        });
        Tournament {
            pairings,
            order,
            contest,
            games,
            blocks: 0,
        }
    }

    /// Who takes part.
    pub fn competitors(&self) -> &Competitors {
        self.contest.competitors()
    }

    /// The pairings in lexicographic order, with their games so far.
    pub fn pairings(&self) -> &[Pairing] {
        &self.pairings
    }

    /// The pairings, when all is played.
    pub fn into_pairings(self) -> Vec<Pairing> {
        self.pairings
    }

    /// The number of games so far of each pairing that was always played.
    pub fn games(&self) -> u64 {
        self.games.min(self.blocks * BLOCK)
    }

    /// The number of blocks of each pairing so far.
    pub fn blocks(&self) -> u64 {
        self.blocks
    }

    /// The number of blocks of each pairing that can still be played.
    pub fn blocks_left(&self) -> u64 {
        self.games.div_ceil(BLOCK) - self.blocks
    }

    /// Plays the next blocks of some pairings, at most those that are left, on the threads of the current pool. Returns
    /// those pairings as they were before. What is played depends on the contest and on the blocks, not on the threads.
    /// `played` is told of games when they are played. If it `is_over` before all are, everything is as before; `None` then.
    pub fn play(
        &mut self,
        blocks: u64,
        is_played: impl Fn(&Pairing) -> bool + Sync,
        played: impl Fn(u64) + Sync,
        is_over: impl Fn() -> bool + Sync,
    ) -> Option<Vec<Pairing>> {
        let first = self.blocks;
        let end = first + blocks.min(self.blocks_left());
        let games = self.games;
        let stretches = 4 * rayon::current_num_threads() as u64;
        let pairings = self.pairings.par_iter().filter(|one| is_played(one));
        let all_blocks = (end - first) * pairings.count() as u64;
        let at_once = (all_blocks / stretches).clamp(LEAST_AT_ONCE, MOST_AT_ONCE);
        let mut after: Vec<(usize, Pairing)> = Vec::new();
        for section in self.contest.sections() {
            let is_here = |contest: &C, pairing: &Pairing| {
                let tables = pairing.dice.map(|die| contest.table(die));
                is_played(pairing) && section.has(tables)
            };
            // Tables are not built for nothing.
            let contest = &*self.contest;
            if !self.pairings.par_iter().any(|one| is_here(contest, one)) {
                continue;
            }
            self.contest.open(&section);
            let contest = &*self.contest;
            let pairings = self.order.par_iter().map(|&index| index as usize);
            let here = pairings.filter(|&index| is_here(contest, &self.pairings[index]));
            let play = |index: usize| {
                let mut pairing = self.pairings[index];
                let blocks = Stretches {
                    blocks: first..end,
                    at_once,
                };
                let stretches =
                    play_stretches(contest, pairing.dice, games, blocks, &played, &is_over)?;
                stretches.iter().for_each(|blocks| pairing.add(blocks));
                Some((index, pairing))
            };
            let section: Option<Vec<_>> = here.map(play).collect();
            after.extend(section?);
        }
        self.blocks = end;
        let exchange = |(index, after)| std::mem::replace(&mut self.pairings[index], after);
        Some(after.into_iter().map(exchange).collect())
    }
}

/// Blocks of a pairing, and how many of them are played in one go.
pub(crate) struct Stretches {
    pub(crate) blocks: Range<u64>,
    pub(crate) at_once: u64,
}

/// Plays blocks of a pairing on all threads, in stretches. `played` is told of the games of each. Returns the stretches in
/// order; `None` if it `is_over` before.
pub(crate) fn play_stretches(
    contest: &impl Contest,
    dice: [usize; 2],
    games: u64,
    Stretches { blocks, at_once }: Stretches,
    played: impl Fn(u64) + Sync,
    is_over: impl Fn() -> bool + Sync,
) -> Option<Vec<PlayedBlocks>> {
    let stretches = 0..(blocks.end - blocks.start).div_ceil(at_once);
    let play = |number| {
        let start = blocks.start + number * at_once;
        let stretch = contest.play(dice, games, start..blocks.end.min(start + at_once));
        played(stretch.tally.games());
        stretch
    };
    let stretches = stretches.into_par_iter();
    stretches
        .map(|number| (!is_over()).then(|| play(number)))
        .collect()
}
