//! Plays blocks of games of some pairings, section by section, on all threads.

use std::ops::Range;

use rayon::prelude::*;

use super::contest::{Contest, Pairing};
use crate::certainty::Adjustment;
use crate::engine::games::PlayedBlocks;
use crate::watch::Watch;

/// The most blocks of a pairing in a stretch, which a thread plays in one go: enough for it not to
/// matter that some lanes have no game left near its end.
const MOST_AT_ONCE: u64 = 512;
/// The least blocks of a stretch, unless the pairing has fewer left: there are as many
/// [lanes](crate::engine::games::LANES).
const LEAST_AT_ONCE: u64 = 16;

/// Calls `play` for each of these pairings, which are sorted by sections, on the threads of the
/// current pool, with the indices of the dice and what belongs to the pairing. `None` as soon as a
/// call gives `None`.
pub(crate) fn in_sections<C: Contest, T: Send>(
    contest: &mut C,
    mut pairings: &mut [([usize; 2], T)],
    play: impl Fn(&C, [usize; 2], &mut T) -> Option<()> + Sync,
) -> Option<()> {
    while let Some(&(first, _)) = pairings.first() {
        let section = contest.section(first);
        contest.prepare(section);
        let contest = &*contest;
        let number = pairings.partition_point(|&(dice, _)| contest.section(dice) == section);
        let here = pairings.split_off_mut(..number)?.par_iter_mut();
        here.try_for_each(|(dice, state)| play(contest, *dice, state))?;
    }
    Some(())
}

/// Plays these blocks of the `games` games of each of these pairings, which are sorted by sections,
/// on the threads of the current pool, and adds the results to the pairings. `None` if the watch
/// ends it before: then some pairings have their results, and others do not.
pub(crate) fn play(
    contest: &mut impl Contest,
    pairings: &mut [([usize; 2], Pairing)],
    games: u64,
    blocks: &Range<u64>,
    adjustment: Adjustment,
    watch: &impl Watch,
) -> Option<()> {
    let number = blocks.end - blocks.start;
    let stretches = 4 * rayon::current_num_threads() as u64;
    let all_blocks = number * pairings.len() as u64;
    let at_once = (all_blocks / stretches).clamp(LEAST_AT_ONCE, MOST_AT_ONCE);
    in_sections(contest, pairings, |contest, dice, pairing| {
        let play = |stretch| {
            if watch.is_cancelled() {
                return None;
            }
            let start = blocks.start + stretch * at_once;
            let blocks = start..blocks.end.min(start + at_once);
            let played = match adjustment {
                Adjustment::None => contest.play(dice, games, blocks),
                Adjustment::Luck => contest.play_with_luck(dice, games, blocks),
            };
            watch.advance(played.tally.games());
            Some(played)
        };
        let stretches = (0..number.div_ceil(at_once)).into_par_iter();
        let played: Option<Vec<PlayedBlocks>> = stretches.map(play).collect();
        *pairing = pairing.with_blocks(&played?, adjustment);
        Some(())
    })
}
