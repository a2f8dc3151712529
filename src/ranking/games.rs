//! The list from games.
//!
//! [`rank`] plays until the list is as sure as planned, or all planned games are played. After
//! every few blocks it looks whether the intervals are narrow enough and the orders of neighbours
//! certified: orders by a method that holds at every look, intervals by one that holds for the look
//! at which playing stops; see [`certainty`](crate::certainty). When the next look comes follows
//! from the games so far, so the games alone decide when it stops.
//!
//! Competitors of one kind are as good as the same die twice: they share what they won, and are one
//! competitor to the methods. No games are played for their order, nor for that of two that can
//! never win, unless draws count.

use std::mem;
use std::ops::Range;

use rayon::prelude::*;

use super::duels::DuelEvidence;
use super::list::{GameEvidence, Plan, Ranking, Source};
use super::shares::ShareEvidence;
use crate::engine::games::LANES;
use crate::stream::BLOCK;
use crate::tournament::{
    self, Competitors, Contest, Criterion, IndexedPairing, Pairing, pairing_index,
};
use crate::watch::{Look, Watch};

/// The number of blocks of each pairing before the first look, if there are few competitors; the
/// least between two looks if the number of games is fixed.
const FIRST_BLOCKS: u64 = 64;
/// The number of blocks of each pairing before the first look, if there are many competitors and
/// all are wanted: each meets many others then, and fewer blocks of each suffice. Still fewer would
/// cost 1,000 random dice more by cold starts than they would save by games.
const FIRST_BLOCKS_OF_MANY: u64 = 32;
/// The number of blocks of a competitor in all its pairings together before the first look,
/// approximately, if their number for each pairing is between these two. Where only the best are
/// wanted, a pairing may have as few as one.
const FIRST_BLOCKS_OF_COMPETITOR: u64 = 1600;
/// The number of blocks that take as long as it takes the tables of a pairing that goes on to come
/// into the cache: with 20 or 100 random dice, rounds of 16 blocks play 0.6 times as many games per
/// second as rounds of 256.
const BLOCKS_OF_COLD_START: u64 = 16;

/// The number of dice that meet as many others before the next ones do, so that their tables stay
/// in the cache. With 1,000 random dice, 32 games of each pairing took three quarters of the time
/// that they take in lexicographic order.
const DICE_TOGETHER: usize = 4;

/// The evidence that the criterion asks for, before the first game.
fn new_evidence<'a>(competitors: &'a Competitors, plan: &'a Plan) -> Box<dyn GameEvidence + 'a> {
    match plan.criterion {
        Criterion::Duels => Box::new(DuelEvidence::new(competitors, plan)),
        Criterion::Wins | Criterion::Points => Box::new(ShareEvidence::new(competitors, plan)),
    }
}

/// Plays every competitor against every other, as much as planned, on the threads of the current
/// pool. The ranking depends on the contest and the plan alone, unless the watch ends it before.
pub fn rank(contest: &mut dyn Contest, plan: &Plan, watch: &dyn Watch) -> Ranking {
    let competitors = &contest.competitors().clone();
    let number = tournament::count_pairings(competitors.number()) as usize;
    let mut evidence = new_evidence(competitors, plan);
    let mut pairings = vec![Pairing::default(); number];
    let mut goes_on = vec![true; number];
    // The number of blocks of each pairing that goes on, and how many of them the evidence has.
    let (mut played, mut seen) = (0, 0);
    // The mean number of blocks that each of them still needs, as far as that can be foreseen.
    let mut missing = u64::MAX;
    loop {
        let next = seen + blocks_to_next_look(competitors.number(), seen, missing, plan);
        let mut blocks = played..plan.games.div_ceil(BLOCK).min(next);
        // For a watch in a hurry a list is available after a single block, and is made if the watch
        // ends the games then. Only in that case does the evidence get the block alone, so that all
        // looks are the usual ones.
        let is_early = played == 0 && blocks.end > 1 && watch.is_in_a_hurry();
        if is_early {
            blocks.end = 1;
        }
        let Some(before) = play_blocks(contest, &mut pairings, &goes_on, &blocks, plan, watch)
        else {
            break;
        };
        played = blocks.end;
        if is_early {
            watch.report_ranking();
            continue;
        }
        // After such a block the evidence has no games yet, so it is made from all of them.
        evidence.update(if seen == 0 { &[] } else { &before }, &pairings);
        seen = played;
        // Only the entries and orders of this ranking are used, for which it needs no games.
        let ranking = Ranking::new(competitors, &*evidence, plan, Source::Games(Vec::new()));
        let most = plan.games.saturating_sub(played * BLOCK);
        let planned = evidence.plan_next(&ranking, &pairings, most);
        let undecided = match plan.criterion {
            Criterion::Duels => planned.goes_on.iter().filter(|&&goes_on| goes_on).count(),
            Criterion::Wins | Criterion::Points => ranking.open_ranks().count(),
        };
        let mut games_left = most * number as u64;
        if plan.accuracy.is_some() {
            (goes_on, games_left) = (planned.goes_on, planned.games_left);
            let number = goes_on.iter().filter(|&&goes_on| goes_on).count() as u64;
            missing = games_left.div_ceil(BLOCK * number.max(1));
        }
        watch.report_look(&Look {
            half_width: ranking.half_width(),
            undecided,
            games_left,
        });
        if games_left == 0 {
            break;
        }
    }
    if seen < played {
        evidence.update(&[], &pairings);
    }
    let games = plan.games.min(played * BLOCK);
    let plan = &Plan { games, ..*plan };
    Ranking::new(competitors, &*evidence, plan, Source::Games(pairings))
}

/// Plays these blocks of each pairing that goes on. Returns these pairings as they were before;
/// `None` if the watch ends it.
fn play_blocks(
    contest: &mut dyn Contest,
    pairings: &mut [Pairing],
    goes_on: &[bool],
    blocks: &Range<u64>,
    plan: &Plan,
    watch: &dyn Watch,
) -> Option<Vec<IndexedPairing>> {
    let competitors = contest.competitors();
    let number = competitors.number();
    let going_on = competitors
        .pairings()
        .zip(&*pairings)
        .zip(goes_on)
        .filter_map(|((dice, &pairing), goes_on)| {
            goes_on.then_some(IndexedPairing { dice, pairing })
        });
    let mut chosen = Vec::with_capacity(going_on.clone().count());
    chosen.extend(going_on);
    chosen.par_sort_unstable_by_key(|&IndexedPairing { dice, .. }| {
        (
            contest.section(dice),
            dice.map(|die| die / DICE_TOGETHER),
            dice,
        )
    });
    let adjustment = plan.adjustment();
    tournament::blocks::play(contest, &mut chosen, plan.games, blocks, adjustment, watch)?;
    // After these swaps `pairings` have the new games, and the chosen ones are as they were before.
    for IndexedPairing { dice, pairing } in &mut chosen {
        mem::swap(pairing, &mut pairings[pairing_index(number, *dice)]);
    }
    Some(chosen)
}

/// The ranking from games that are already played: all pairings in lexicographic order, each with
/// as many games as the plan says. The plan has no accuracy: with one, luck would count as
/// subtracted, and intervals would be wider than need be.
pub fn rank_gathered(competitors: &Competitors, pairings: Vec<Pairing>, plan: &Plan) -> Ranking {
    let mut evidence = new_evidence(competitors, plan);
    evidence.update(&[], &pairings);
    Ranking::new(competitors, &*evidence, plan, Source::Games(pairings))
}

/// The number of games of each pairing at the first look, for this number of competitors.
pub fn games_before_first_look(competitors: usize, plan: &Plan) -> u64 {
    plan.games
        .min(blocks_to_next_look(competitors, 0, u64::MAX, plan) * BLOCK)
}

/// The number of blocks from `blocks` to the next look, for this number of competitors. `missing`
/// is the mean number of further blocks that pairings need.
fn blocks_to_next_look(competitors: usize, blocks: u64, missing: u64, plan: &Plan) -> u64 {
    /// The number of blocks that are played side by side; fewer of them are not much faster.
    const SIDE_BY_SIDE: u64 = LANES as u64;
    /// The number of blocks of all pairings between two looks if the number of games is fixed,
    /// unless there are many pairings: about a second.
    const ALL_IF_FIXED: u64 = 1 << 17;
    if plan.accuracy.is_none() {
        let blocks = ALL_IF_FIXED / tournament::count_pairings(competitors).max(1);
        return blocks.max(FIRST_BLOCKS).next_multiple_of(SIDE_BY_SIDE);
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
