//! Plays blocks of games of some pairings, section by section, on all threads.

use std::ops::Range;

use rayon::prelude::*;

use super::contest::{Contest, IndexedPairing};
use crate::engine::games::{LANES, PlayedBlocks};
use crate::watch::Watch;

/// The most blocks of a pairing in a stretch, which a thread plays in one go: enough for it not to
/// matter that some lanes have no game left near its end.
const MOST_BLOCKS_IN_STRETCH: u64 = 512;
/// The least blocks of a stretch, unless the pairing has fewer left: one for each lane of a thread.
const LEAST_BLOCKS_IN_STRETCH: u64 = LANES as u64;

/// Calls `play` for each of these pairings, which are sorted by sections, on the threads of the
/// current pool; `dice_of` says which dice meet in a pairing. `None` as soon as a call gives `None`.
pub fn in_sections<P: Send>(
    contest: &mut dyn Contest,
    mut pairings: &mut [P],
    dice_of: impl Fn(&P) -> [usize; 2],
    play: impl Fn(&dyn Contest, &mut P) -> Option<()> + Sync,
) -> Option<()> {
    while let Some(first) = pairings.first() {
        let section = contest.section(dice_of(first));
        contest.prepare(section);
        let contest = &*contest;
        let is_here = |pairing: &P| contest.section(dice_of(pairing)) == section;
        let number = pairings.partition_point(is_here);
        let here = pairings.split_off_mut(..number)?.par_iter_mut();
        here.try_for_each(|pairing| play(contest, pairing))?;
    }
    Some(())
}

/// Plays these blocks of the `games` games of each of these pairings, which are sorted by sections,
/// on the threads of the current pool, and adds the results to the pairings. `None` if the watch
/// ends it before: then some pairings have their results, and others do not.
pub(crate) fn play(
    contest: &mut dyn Contest,
    pairings: &mut [IndexedPairing],
    games: u64,
    blocks: &Range<u64>,
    watch: &dyn Watch,
) -> Option<()> {
    // If the watch ended the building of tables, some are missing.
    if watch.is_cancelled() {
        return None;
    }
    let block_count = blocks.end - blocks.start;
    let blocks_of_all = block_count * pairings.len() as u64;
    // About four stretches for each thread, if they are neither too short nor too long then.
    let stretch_length = (blocks_of_all / (4 * rayon::current_num_threads() as u64))
        .clamp(LEAST_BLOCKS_IN_STRETCH, MOST_BLOCKS_IN_STRETCH);
    let dice_of = IndexedPairing::dice;
    in_sections(contest, pairings, dice_of, |contest, indexed| {
        let play_stretch = |stretch| {
            if watch.is_cancelled() {
                return None;
            }
            let start = blocks.start + stretch * stretch_length;
            let blocks = start..blocks.end.min(start + stretch_length);
            let played = contest.play(indexed.dice(), games, blocks);
            watch.advance(played.tally().games());
            Some(played)
        };
        let stretches = (0..block_count.div_ceil(stretch_length)).into_par_iter();
        let played: Option<Vec<PlayedBlocks>> = stretches.map(play_stretch).collect();
        for played in &played? {
            played.add_to(&mut indexed.pairing);
        }
        Some(())
    })
}
