//! The games of a part.

use itertools::Itertools;

use super::record::{Origin, Part, Record};
use crate::certainty::Adjustment;
use crate::dice::Die;
use crate::engine::cells::Rows;
use crate::engine::tables::Tables;
use crate::stream::BLOCK;
use crate::tournament::{Contest, DiceContest, Pairing, blocks};
use crate::watch::Watch;

/// The most blocks, but for those of a single pairing, that are played before their records are
/// known: a tenth of a second, so that little is lost if the process is killed.
const MOST_BLOCKS: u64 = 1 << 12;

/// Plays these pairings of a tournament of all these dice as a part of it, some at a time, in an
/// order that depends on them alone, on the threads of the current pool. Only their dice have
/// tables, in at most `memory` bytes: `check` gets the least number that suffices, which is taken
/// even if `memory` is less. `take` gets the records as soon as they are known. Errors are those of
/// the two.
pub fn play<E>(
    dice: &[Die],
    (origin, part): (Origin, Part),
    pairings: &[[usize; 2]],
    memory: usize,
    watch: &impl Watch,
    check: impl FnOnce(usize) -> Result<(), E>,
    take: impl Fn(&[Record]) -> Result<(), E>,
) -> Result<(), E> {
    let Origin { rules, seed, .. } = origin;
    let numbers = pairings
        .as_flattened()
        .iter()
        .copied()
        .sorted_unstable()
        .dedup()
        .collect_vec();
    let taking_part = numbers.iter().map(|&die| dice[die].clone()).collect_vec();
    let (rows, starts) = (Rows::default(), [rules.start()]);
    let tables = Tables::within(rows, memory, &taking_part, rules, &starts, false);
    let mut contest = DiceContest::of(tables, numbers.clone(), seed, memory);
    check(contest.least_memory())?;
    // The contest knows dice by their places among those that take part.
    let place = |die: usize| numbers.partition_point(|&number| number < die);
    let mut places = pairings.iter().map(|dice| dice.map(place)).collect_vec();
    places.sort_by_key(|&pairing| contest.section(pairing));
    let blocks = origin.games.div_ceil(BLOCK);
    for next in places.chunks((MOST_BLOCKS / blocks).max(1) as usize) {
        let unplayed = next.iter().map(|&places| (places, Pairing::default()));
        let (mut next, range) = (unplayed.collect_vec(), 0..blocks);
        if blocks::play(
            &mut contest,
            &mut next,
            origin.games,
            &range,
            Adjustment::None,
            watch,
        )
        .is_none()
        {
            break;
        }
        let record = |(places, pairing): ([usize; 2], Pairing)| {
            let numbers = places.map(|place| numbers[place]);
            Record {
                origin,
                part,
                numbers,
                dice: numbers.map(|number| dice[number].clone()),
                pairing,
            }
        };
        take(&next.into_iter().map(record).collect_vec())?;
    }
    Ok(())
}
