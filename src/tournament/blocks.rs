//! The next blocks of all pairings, on all threads.

use std::mem;
use std::ops::Range;

use rayon::prelude::*;

use super::contest::{Contest, Pairing, place};
use crate::allocation;
use crate::engine::games::PlayedBlocks;
use crate::watch::Watch;

/// The most blocks of a pairing that a thread plays in one go. They are so many that lanes which run dry
/// at the end do not count.
const MOST_AT_ONCE: u64 = 512;
/// Fewer blocks are not worth a call, as there are so many lanes.
const LEAST_AT_ONCE: u64 = 16;

/// So many dice meet so many others before the next ones do, so that their tables stay in the cache. With 1,000 random dice,
/// 32 games of each pairing took three quarters of the time that they take in lexicographic order.
const TOGETHER: usize = 4;

/// Plays these blocks of the `games` games of the pairings that are wanted, on the threads of the current pool. `all` has the
/// games so far, and `wanted` says which go on, in lexicographic order. Returns the pairings that were played as they were
/// before. What is played depends on the contest and on the blocks, not on the threads. If the watch ends it, everything is as
/// before; `None` then.
pub(crate) fn play_wanted(
    contest: &mut impl Contest,
    all: &mut [Pairing],
    games: u64,
    blocks: &Range<u64>,
    wanted: &[bool],
    watch: &impl Watch,
) -> Option<Vec<([usize; 2], Pairing)>> {
    let competitors = contest.competitors();
    let number = competitors.number();
    let wanted = competitors.pairings().zip(&*all).zip(wanted);
    let wanted = wanted.filter(|(_, is_wanted)| **is_wanted);
    let wanted = wanted.map(|((dice, pairing), _)| (dice, *pairing));
    let mut played = Vec::new();
    allocation::reserve(&mut played, wanted.clone().count());
    played.extend(wanted);
    played.par_sort_unstable_by_key(|&(dice, _)| {
        (contest.section(dice), dice.map(|die| die / TOGETHER), dice)
    });
    play(contest, &mut played, games, blocks, watch)?;
    for (dice, pairing) in &mut played {
        mem::swap(pairing, &mut all[place(number, *dice)]);
    }
    Some(played)
}

/// Plays something of each of these pairings, which are sorted by sections, on the threads of the current pool, until it
/// is done or one of them gives up.
pub(crate) fn in_sections<C: Contest, T: Send>(
    contest: &mut C,
    mut pairings: &mut [([usize; 2], T)],
    play: impl Fn(&C, [usize; 2], &mut T) -> Option<()> + Sync,
) -> Option<()> {
    while let Some(&(first, _)) = pairings.first() {
        let section = contest.section(first);
        contest.open(section);
        let contest = &*contest;
        let number = pairings.partition_point(|&(dice, _)| contest.section(dice) == section);
        let here = pairings.split_off_mut(..number)?.par_iter_mut();
        here.try_for_each(|(dice, known)| play(contest, *dice, known))?;
    }
    Some(())
}

/// Plays these blocks of the `games` games of each of these pairings, which are sorted by sections, on the threads of the
/// current pool. `None` if the watch ends it before. It is not asked before the first games are known.
pub(crate) fn play(
    contest: &mut impl Contest,
    pairings: &mut [([usize; 2], Pairing)],
    games: u64,
    blocks: &Range<u64>,
    watch: &impl Watch,
) -> Option<()> {
    let number = blocks.end - blocks.start;
    let stretches = 4 * rayon::current_num_threads() as u64;
    let all_blocks = number * pairings.len() as u64;
    let at_once = (all_blocks / stretches).clamp(LEAST_AT_ONCE, MOST_AT_ONCE);
    in_sections(contest, pairings, |contest, dice, pairing| {
        let play = |stretch| {
            if blocks.start > 0 && watch.is_over() {
                return None;
            }
            let start = blocks.start + stretch * at_once;
            let played = contest.play(dice, games, start..blocks.end.min(start + at_once));
            watch.played(played.tally.games());
            Some(played)
        };
        let stretches = (0..number.div_ceil(at_once)).into_par_iter();
        let played: Option<Vec<PlayedBlocks>> = stretches.map(play).collect();
        *pairing = pairing.with(&played?);
        Some(())
    })
}
