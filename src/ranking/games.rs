//! The list from games.
//!
//! [`rank`] plays until the list is as sure as planned, or all planned games are played. After
//! every few blocks it looks whether the intervals are narrow enough and the orders of neighbours
//! certified: orders by a method that holds at every look, intervals by one that holds for the look
//! at which playing stops; see [`certainty`](crate::certainty). When the next look comes follows
//! from the games so far, so the games alone decide when it stops.
//!
//! Competitors of one kind are as good as the same die twice: they share what they won, and the
//! evidence takes them for one competitor. No games are played for their order, nor for that of two
//! that can never win, unless draws count.

use std::mem;

use rayon::prelude::*;

use super::duels::DuelEvidence;
use super::list::{GameEvidence, Plan, Ranking, Source};
use super::shares::ShareEvidence;
use crate::certainty::Adjustment;
use crate::engine::games::LANES;
use crate::pairing::Pairing;
use crate::stream::BLOCK;
use crate::tournament::{self, Competitors, Contest, Criterion, IndexedPairing, pairing_index};
use crate::watch::{Look, Watch};

/// The number of blocks of each pairing before the first look, if there are few competitors or the
/// number of games is fixed; the least between two looks then.
const FIRST_BLOCKS: u64 = 64;
/// The number of blocks of each pairing before the first look, if there are many competitors and
/// all are wanted: each meets many others then, and fewer blocks of each suffice. Still fewer would
/// cost 1,000 random dice more by cold starts than they would save by games.
const FIRST_BLOCKS_OF_MANY: u64 = 32;
/// The number of blocks of a competitor in all its pairings together before the first look. Of each
/// pairing there are at most [`FIRST_BLOCKS`], and at least [`FIRST_BLOCKS_OF_MANY`], or one block
/// where only the best are wanted.
const FIRST_BLOCKS_OF_COMPETITOR: u64 = 1600;
/// The number of blocks that take as long as it takes the tables of a pairing that goes on to come
/// into the cache: with 20 or 100 random dice, rounds of 16 blocks play 0.6 times as many games per
/// second as rounds of 256.
const BLOCKS_OF_COLD_START: u64 = 16;

/// The number of dice that meet as many others before the next ones do, so that their tables stay
/// in the cache. With 1,000 random dice, 32 games of each pairing took three quarters of the time
/// that they take in lexicographic order.
const DICE_TOGETHER: usize = 4;

/// The number of blocks that are played side by side; fewer of them are not much faster.
const SIDE_BY_SIDE: u64 = LANES as u64;

/// The evidence that the criterion asks for, before the first game.
fn new_evidence<'a>(
    competitors: &'a Competitors,
    plan: &'a Plan,
    adjustment: Adjustment,
) -> Box<dyn GameEvidence + 'a> {
    match plan.criterion {
        Criterion::Duels => Box::new(DuelEvidence::new(competitors, plan, adjustment)),
        Criterion::Wins | Criterion::Points => {
            Box::new(ShareEvidence::new(competitors, plan, adjustment))
        }
    }
}

/// Plays every competitor against every other, as much as planned, on the threads of the current
/// pool. The ranking depends on the contest and the plan alone, unless the watch ends it before:
/// then it is that of a plan with as many games as each pairing has.
pub fn rank(contest: &mut dyn Contest, plan: &Plan, watch: &dyn Watch) -> Ranking {
    let competitors = &contest.competitors().clone();
    let adjustment = contest.adjustment();
    let mut evidence = new_evidence(competitors, plan, adjustment);
    let mut games = GamesSoFar::new(contest, plan);
    let first_look = blocks_to_next_look(competitors.number(), 0, u64::MAX, plan);
    if watch.is_in_a_hurry() {
        games.play_early_rounds(contest, first_look, watch);
    }
    // The number of blocks of which the evidence knows, and of those until the next look.
    let (mut seen, mut step) = (0, first_look);
    while let Some(new_games) = games.play_to(contest, seen + step, watch) {
        evidence.update(new_games, &games.pairings);
        seen = games.blocks;
        let list = Ranking::new(competitors, &*evidence, plan, adjustment);
        let most = plan.games.saturating_sub(seen * BLOCK);
        let mut next = evidence.plan_next(&list, &games.pairings, most);
        if plan.accuracy.is_none() {
            // All pairings get the fixed number of games, whatever is certified before.
            next.goes_on.fill(true);
            next.games_left = most.saturating_mul(games.pairings.len() as u64);
        }
        watch.report_look(&Look {
            half_width: list.half_width(),
            undecided: next.undecided,
            games_left: next.games_left,
        });
        if next.games_left == 0 {
            return list.with_source(Source::Games(games.pairings), false);
        }
        let going_on = next.goes_on.iter().filter(|&&goes_on| goes_on).count() as u64;
        let missing = next.games_left.div_ceil(BLOCK * going_on.max(1));
        step = blocks_to_next_look(competitors.number(), seen, missing, plan);
        games.goes_on = next.goes_on;
    }
    if seen < games.blocks {
        evidence.update(Vec::new(), &games.pairings);
    }
    let list = Ranking::new(competitors, &*evidence, plan, adjustment);
    list.with_source(Source::Games(games.pairings), true)
}

/// The games of a ranking so far. Each pairing that goes on has the same number of blocks.
struct GamesSoFar {
    /// The most games of a pairing.
    most: u64,
    /// All pairings, in lexicographic order.
    pairings: Vec<Pairing>,
    /// For each pairing whether it goes on.
    goes_on: Vec<bool>,
    /// The pairings that are not played, as their result is certain.
    certain: Vec<CertainPairing>,
    /// The number of blocks of each pairing that goes on.
    blocks: u64,
}

/// A pairing in which nothing is in doubt.
#[derive(Clone, Copy)]
struct CertainPairing {
    /// The indices of the two, the lower one first.
    dice: [usize; 2],
    /// The seat that wins.
    winner: usize,
}

impl GamesSoFar {
    /// The state before the first game. If the number of games is not fixed, pairings whose result
    /// is certain are not played.
    fn new(contest: &dyn Contest, plan: &Plan) -> GamesSoFar {
        let pairings = contest.competitors().pairings();
        let number = pairings.clone().count();
        let certain = pairings.filter_map(|dice| {
            let winner = contest.certain_winner(dice)?;
            Some(CertainPairing { dice, winner })
        });
        GamesSoFar {
            most: plan.games,
            pairings: vec![Pairing::default(); number],
            goes_on: vec![true; number],
            certain: match plan.accuracy {
                Some(_) => certain.collect(),
                None => Vec::new(),
            },
            blocks: 0,
        }
    }

    /// Plays rounds before the first look, so that there are lists before it: after one block, and
    /// each time that their number has doubled. Less than half of the games are lost then if the
    /// watch ends a round.
    fn play_early_rounds(&mut self, contest: &mut dyn Contest, first_look: u64, watch: &dyn Watch) {
        let mut end = 1;
        while end < first_look && self.play_to(contest, end, watch).is_some() {
            end = (2 * end).next_multiple_of(SIDE_BY_SIDE);
        }
    }

    /// Plays a round: each pairing that goes on until it has `end` blocks, or the most games.
    /// Returns the new games of these pairings; `None` if the watch ends it, and then there are
    /// none.
    fn play_to(
        &mut self,
        contest: &mut dyn Contest,
        end: u64,
        watch: &dyn Watch,
    ) -> Option<Vec<IndexedPairing>> {
        let end = end.min(self.most.div_ceil(BLOCK));
        let mut round = self.pairings_to_play(contest);
        let blocks = self.blocks..end;
        tournament::blocks::play(contest, &mut round, self.most, &blocks, watch)?;
        round.extend(self.certain_pairings(contest.competitors(), end));
        // The pairings get all games of the round, and the round keeps the new ones.
        for played in &mut round {
            let index = pairing_index(contest.competitors().number(), played.dice());
            let before = mem::replace(&mut self.pairings[index], played.pairing);
            played.pairing = played.pairing.since(before);
        }
        self.blocks = end;
        Some(round)
    }

    /// The pairings that go on and are to be played, in the order in which they are played.
    fn pairings_to_play(&self, contest: &dyn Contest) -> Vec<IndexedPairing> {
        let mut goes_on = self.goes_on.clone();
        let competitors = contest.competitors();
        for pairing in &self.certain {
            goes_on[pairing_index(competitors.number(), pairing.dice)] = false;
        }
        let meetings = competitors.pairings().zip(&self.pairings).zip(goes_on);
        let going_on = meetings.filter_map(|((dice, &pairing), goes_on)| {
            goes_on.then_some(IndexedPairing::new(dice, pairing))
        });
        let mut to_play = Vec::with_capacity(going_on.clone().count());
        to_play.extend(going_on);
        to_play.par_sort_unstable_by_key(|unplayed| {
            let dice = unplayed.dice();
            (
                contest.section(dice),
                dice.map(|die| die / DICE_TOGETHER),
                dice,
            )
        });
        to_play
    }

    /// The pairings that go on and are certain, with their games until they have `end` blocks.
    fn certain_pairings(
        &self,
        competitors: &Competitors,
        end: u64,
    ) -> impl Iterator<Item = IndexedPairing> {
        let [before, after] = [self.blocks, end].map(|blocks| self.most.min(blocks * BLOCK));
        self.certain
            .iter()
            .filter_map(move |&CertainPairing { dice, winner }| {
                let index = pairing_index(competitors.number(), dice);
                let mut pairing = self.pairings[index];
                pairing.add_certain_wins(winner, after - before);
                self.goes_on[index].then_some(IndexedPairing::new(dice, pairing))
            })
    }
}

/// The ranking from games that are already played: all pairings in lexicographic order, each with
/// as many games as the plan says. They count by their results alone.
pub fn rank_gathered(competitors: &Competitors, pairings: Vec<Pairing>, plan: &Plan) -> Ranking {
    let adjustment = Adjustment::None;
    let mut evidence = new_evidence(competitors, plan, adjustment);
    evidence.update(Vec::new(), &pairings);
    let list = Ranking::new(competitors, &*evidence, plan, adjustment);
    list.with_source(Source::Games(pairings), false)
}

/// The number of blocks from `blocks` to the next look, for this number of competitors. `missing`
/// is the mean number of further blocks that pairings need.
fn blocks_to_next_look(competitors: usize, blocks: u64, missing: u64, plan: &Plan) -> u64 {
    /// The most blocks of all pairings between two looks if the number of games is fixed, unless
    /// there are many pairings: about a second.
    const ALL_IF_FIXED: u64 = 1 << 17;
    if plan.accuracy.is_none() {
        // Looks change nothing then, but if a watch ends it, the games until the last one are kept:
        // about half of them at least.
        let most = ALL_IF_FIXED / tournament::count_pairings(competitors).max(1);
        return blocks
            .min(most)
            .max(FIRST_BLOCKS)
            .next_multiple_of(SIDE_BY_SIDE);
    }
    if blocks == 0 {
        // Early looks only pay if many are soon known to be none of the best.
        let fewest = if plan.best.is_some() {
            1
        } else {
            FIRST_BLOCKS_OF_MANY
        };
        let blocks = FIRST_BLOCKS_OF_COMPETITOR / (competitors as u64).max(1);
        return blocks.clamp(fewest, FIRST_BLOCKS);
    }
    if blocks < SIDE_BY_SIDE {
        // Until all lanes are used, the games are doubled.
        return blocks;
    }
    // With a look every s blocks, n blocks are followed by s/2 too many on average, and preceded by
    // n/s cold starts. Together these take the least time if s² is 2 · cold start · n.
    let step = (2 * BLOCKS_OF_COLD_START * blocks).isqrt();
    step.min(missing).next_multiple_of(SIDE_BY_SIDE)
}
