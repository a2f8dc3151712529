//! The next rounds of all pairings, on all threads.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use itertools::Itertools;
use rayon::prelude::*;

use super::contest::{Competitors, Contest, Pairing, Scoring};
use crate::allocation::{self, Purpose};
use crate::engine::games::PlayedBlocks;
use crate::stream::BLOCK;

/// Rounds in a block of games. A round is two games of every pairing, each die starting one.
pub const BLOCK_ROUNDS: usize = BLOCK as usize / 2;

/// The most blocks of a pairing that a thread plays in one go. They are so many that lanes which run dry
/// at the end do not count.
pub(crate) const MOST_AT_ONCE: u64 = 512;
/// Fewer blocks are not worth a call, as there are so many lanes.
const LEAST_AT_ONCE: u64 = 16;

/// So many dice meet so many others before the next ones do, so that their tables stay in the cache. With 1,000 random dice,
/// 32 games of each pairing took three quarters of the time that they take in lexicographic order.
const TOGETHER: usize = 4;

/// Whose games are played.
#[derive(Clone, Copy)]
pub enum Who<'a> {
    /// Those of competitors of these kinds, each of which meets everybody.
    Kinds(&'a [bool]),
    /// Those of these pairings. Then nobody's rounds count as complete.
    Pairings(&'a (dyn Fn(&Pairing) -> bool + Sync)),
}

/// Every competitor against every other, played block by block.
#[derive(Debug)]
pub struct Tournament<'a, C> {
    contest: &'a mut C,
    games: u64,
    scoring: Scoring,
    blocks: u64,
    pairings: Vec<Pairing>,
    /// The indices of the pairings in the order in which they are played.
    order: Vec<u32>,
    /// For each competitor what it won, what it drew, and the number of its games, in its complete rounds.
    own: Vec<[u64; 3]>,
}

impl<'a, C: Contest> Tournament<'a, C> {
    /// The tournament before its first game. Each pairing will have at most `games` games, an even number.
    pub fn new(contest: &'a mut C, games: u64, scoring: Scoring) -> Tournament<'a, C> {
        let number = contest.competitors().number();
        let mut pairings = Vec::new();
        allocation::reserve(
            &mut pairings,
            super::pairings(number) as usize,
            Purpose::Pairings,
        );
        pairings.extend((0..number).array_combinations().map(Pairing::new));
        let mut order = Vec::new();
        allocation::reserve(&mut order, pairings.len(), Purpose::Pairings);
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
            scoring,
            blocks: 0,
            own: std::iter::repeat_with(Default::default)
                .take(number)
                .collect(),
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

    /// For each competitor how many games it won and drew, and how many it played, in the rounds in which its kind met
    /// everybody.
    pub fn own(&self) -> &[[u64; 3]] {
        &self.own
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

    /// Plays the next blocks of some pairings, at most those that are left, on the threads of the current pool. Returns what
    /// each kind wins in each of their rounds; for kinds that do not meet everybody this means nothing. It depends on the
    /// contest and on the blocks, not on the threads.
    /// `played` is told of games when they are played. If it `is_over` before all are, everything is as before; `None` then.
    pub fn play(
        &mut self,
        blocks: u64,
        who: Who,
        played: impl Fn(u64) + Sync,
        is_over: impl Fn() -> bool + Sync,
    ) -> Option<Vec<Vec<u64>>> {
        let first = self.blocks;
        let end = first + blocks.min(self.blocks_left());
        let new = self.games.min(end * BLOCK) - self.games();
        let wins = Wins::new(self.contest.competitors(), new as usize / 2);
        let mut played_now: Vec<Vec<PlayedPairing>> = Vec::new();

        let (games, scoring) = (self.games, self.scoring);
        let kinds = self.contest.competitors().kinds.clone();
        let kinds = |dice: [usize; 2]| dice.map(|die| kinds[die]);
        let is_active = |kind: usize| match who {
            Who::Kinds(active) => active[kind],
            Who::Pairings(_) => false,
        };
        let is_played = |pairing: &Pairing| match who {
            Who::Kinds(_) => kinds(pairing.dice).into_iter().any(is_active),
            Who::Pairings(of) => of(pairing),
        };
        let stretches = 4 * rayon::current_num_threads() as u64;
        let pairings = self.pairings.par_iter().filter(|one| is_played(one));
        let all_blocks = (end - first) * pairings.count() as u64;
        let at_once = (all_blocks / stretches).clamp(LEAST_AT_ONCE, MOST_AT_ONCE);
        for section in self.contest.sections() {
            let tables = |contest: &C, dice: [usize; 2]| dice.map(|die| contest.table(die));
            let is_here = |contest: &C, pairing: &Pairing| {
                is_played(pairing) && section.has(tables(contest, pairing.dice))
            };
            // Tables are not built for nothing.
            let contest = &*self.contest;
            if !self.pairings.par_iter().any(|one| is_here(contest, one)) {
                continue;
            }
            self.contest.open(&section);
            let contest = &*self.contest;
            let pairings = self.order.par_iter().map(|&index| index as usize);
            let pairings = pairings.map(|index| (index, &self.pairings[index]));
            let here = pairings.filter(|(_, pairing)| is_here(contest, pairing));
            let play = |(index, pairing): (usize, &Pairing)| {
                let count = |start, blocks: PlayedBlocks| {
                    played(blocks.tally.games());
                    let round = (start - first) as usize * BLOCK_ROUNDS;
                    let balance = wins.count(kinds(pairing.dice), &blocks, round, scoring);
                    (blocks.tally, balance)
                };
                let blocks = Stretches {
                    blocks: first..end,
                    at_once,
                };
                let stretches =
                    play_stretches(contest, pairing.dice, games, blocks, &is_over, count)?;
                let mut sum = Pairing::new(pairing.dice);
                for (tally, balance) in stretches {
                    sum.add(tally, balance);
                }
                Some(PlayedPairing { index, sum })
            };
            played_now.push(here.map(play).collect::<Option<_>>()?);
        }
        self.blocks = end;
        for PlayedPairing { index, sum } in played_now.into_iter().flatten() {
            self.pairings[index].add(sum.tally, sum.balance);
            for (seat, &die) in sum.dice.iter().enumerate() {
                if is_active(kinds(sum.dice)[seat]) {
                    let new = [sum.tally.won_by(seat), sum.tally.draws, sum.tally.games()];
                    let own = self.own[die].iter_mut().zip(new);
                    own.for_each(|(own, new)| *own += new);
                }
            }
        }
        Some(wins.into_rounds())
    }
}

/// The new games of a pairing.
struct PlayedPairing {
    index: usize,
    sum: Pairing,
}

/// Blocks of a pairing, and how many of them are played in one go.
pub(crate) struct Stretches {
    pub(crate) blocks: Range<u64>,
    pub(crate) at_once: u64,
}

/// Plays blocks of a pairing on all threads, in stretches. `each` gets the number of a stretch's first block and the games of
/// the stretch. Returns what `each` made of the stretches, in order; `None` if it `is_over` before.
pub(crate) fn play_stretches<T: Send>(
    contest: &impl Contest,
    dice: [usize; 2],
    games: u64,
    Stretches { blocks, at_once }: Stretches,
    is_over: impl Fn() -> bool + Sync,
    each: impl Fn(u64, PlayedBlocks) -> T + Sync,
) -> Option<Vec<T>> {
    let stretches = 0..(blocks.end - blocks.start).div_ceil(at_once);
    stretches
        .into_par_iter()
        .map(|number| {
            let start = blocks.start + number * at_once;
            let stretch = start..blocks.end.min(start + at_once);
            (!is_over()).then(|| each(start, contest.play(dice, games, stretch)))
        })
        .collect()
}

/// What each kind wins in each round.
struct Wins(Vec<Vec<AtomicU64>>);

impl Wins {
    /// No wins, in so many rounds.
    fn new(competitors: &Competitors, rounds: usize) -> Wins {
        let none = || std::iter::repeat_with(AtomicU64::default).take(rounds);
        let kinds = competitors.members();
        Wins(kinds.iter().map(|_| none().collect()).collect())
    }

    /// Adds the games of two competitors of these kinds, which begin with this round. Returns the
    /// [balance](Pairing::balance) of their rounds.
    fn count(
        &self,
        kinds: [usize; 2],
        played: &PlayedBlocks,
        first: usize,
        scoring: Scoring,
    ) -> [u64; 5] {
        let wins = kinds.map(|kind| &self.0[kind][first..]);
        count_rounds(played, scoring, |round, seat, count| {
            // Sums do not depend on the order.
            wins[seat][round].fetch_add(count, Ordering::Relaxed);
        })
    }

    /// For each kind, its wins in each round.
    fn into_rounds(self) -> Vec<Vec<u64>> {
        let rounds = |wins: Vec<AtomicU64>| wins.into_iter().map(AtomicU64::into_inner).collect();
        self.0.into_iter().map(rounds).collect()
    }
}

/// Tells `add` of each round in which a seat wins something: the number of the round, the seat, and what it
/// wins. Returns the [balance](Pairing::balance) of the rounds. Those of a block are counted from its last
/// one.
pub fn count_rounds(
    played: &PlayedBlocks,
    scoring: Scoring,
    mut add: impl FnMut(usize, usize, u64),
) -> [u64; 5] {
    let mut balance = [0; 5];
    let rounds = (played.tally.games() / 2) as usize;
    for round in 0..rounds {
        let won = played.wins[round / BLOCK_ROUNDS]
            .map(|won| (won >> (2 * (round % BLOCK_ROUNDS)) & 3).count_ones());
        balance[(2 + won[0] - won[1]) as usize] += 1;
        let draws = u64::from(2 - won[0] - won[1]);
        for (seat, won) in won.into_iter().enumerate() {
            let count = scoring.count(u64::from(won), draws);
            if count > 0 {
                add(round, seat, count);
            }
        }
    }
    balance
}
