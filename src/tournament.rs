//! All pairings of a list of dice, in blocks of games on all threads.

use itertools::Itertools;
use rayon::prelude::*;

use crate::dice::Die;
use crate::game::{Duel, Tally};
use crate::rules::Rules;
use crate::stream::BLOCK;
use crate::table::Automata;

/// Blocks that a thread plays in one go: enough that the lanes which run dry at the end do not
/// count, few enough that the threads finish at about the same time.
const BLOCKS_AT_ONCE: u64 = 512;

/// What is to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The rule set.
    pub rules: Rules,
    /// Games per pairing: an even number, as each die starts half of them.
    pub games: u64,
    /// The seed of all rolls; see [`stream`](crate::stream).
    pub seed: u64,
}

/// What came of one pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Indices of the two dice in the file, the lower one first; they play seats 0 and 1.
    pub dice: [usize; 2],
    /// The results of its games.
    pub tally: Tally,
}

/// Plays every die against every other, on the threads of the current pool.
///
/// The pairings come in lexicographic order. The result depends on the dice and the plan alone.
pub fn play(dice: &[Die], plan: &Plan) -> Vec<Pairing> {
    let automata = Automata::new(dice, plan.rules);
    let blocks = plan.games.div_ceil(BLOCK);
    let pairings: Vec<[usize; 2]> = (0..dice.len()).array_combinations().collect();
    pairings
        .into_par_iter()
        .map(|dice| {
            let duel = Duel::new(&automata, dice);
            let tally = (0..blocks.div_ceil(BLOCKS_AT_ONCE))
                .into_par_iter()
                .map(|part| {
                    let first = part * BLOCKS_AT_ONCE;
                    let end = blocks.min(first + BLOCKS_AT_ONCE);
                    duel.play(plan.seed, plan.games, first..end)
                })
                .sum();
            Pairing { dice, tally }
        })
        .collect()
}
