//! The games of a part.

use itertools::Itertools;

use super::line::{Origin, PairingLine};
use super::part::Part;
use crate::dice::Die;
use crate::engine::cells::Rows;
use crate::engine::tables::Tables;
use crate::pairing::Pairing;
use crate::stream::BLOCK;
use crate::tournament::{Contest, DiceContest, IndexedPairing, blocks};
use crate::watch::Watch;

/// The most blocks, unless a single pairing has more, that are played before their lines are handed
/// out: about a tenth of a second, so that little is lost if the process is killed.
const MOST_BLOCKS: u64 = 1 << 12;

/// Pairings of a tournament to be played: those of a part, or a sample that is played once more to
/// check gathered lines.
#[derive(Clone, Debug)]
pub struct PartToPlay {
    /// The tournament.
    pub origin: Origin,
    /// The part that the lines name; the whole tournament for a sample.
    pub part: Part,
    /// The pairings to be played, by the indices of their dice.
    pub pairings: Vec<[usize; 2]>,
}

/// Plays pairings of a tournament of all these `dice`, some at a time, in an order that depends on
/// them and on the `memory`, on the threads of the current pool. Only their dice have tables, in at
/// most `memory` bytes. `check_memory` is called before the first game with the least number of
/// bytes that suffices, which is taken even if `memory` is less. `take` gets the lines of some
/// pairings as soon as their games are played. Errors are those of the two. If the `watch` ends it,
/// the other pairings have no lines, and that is no error.
pub fn play<E>(
    dice: &[Die],
    to_play: &PartToPlay,
    memory: usize,
    watch: &dyn Watch,
    check_memory: impl FnOnce(usize) -> Result<(), E>,
    take: impl Fn(&[PairingLine]) -> Result<(), E>,
) -> Result<(), E> {
    let &PartToPlay {
        origin,
        part,
        ref pairings,
    } = to_play;
    let Origin { rules, seed, .. } = origin;
    // The indices of the dice that take part. The contest knows a die by its place among these.
    let indices = pairings
        .as_flattened()
        .iter()
        .copied()
        .sorted_unstable()
        .dedup()
        .collect_vec();
    let place_of = |die: usize| indices.partition_point(|&index| index < die);
    let taking_part = indices.iter().map(|&die| dice[die].clone()).collect_vec();
    let measures_luck = false;
    let tables = Tables::within(Rows::default(), memory, &taking_part, rules, measures_luck);
    let mut contest = DiceContest::of(tables, indices.clone(), seed, memory);
    check_memory(contest.least_memory())?;
    let mut places = pairings
        .iter()
        .map(|pairing| pairing.map(place_of))
        .collect_vec();
    places.sort_by_key(|&pairing| contest.section(pairing));
    let blocks = 0..origin.games.div_ceil(BLOCK);
    let pairings_at_once = (MOST_BLOCKS / blocks.end).max(1) as usize;
    for chunk in places.chunks(pairings_at_once) {
        let unplayed = chunk
            .iter()
            .map(|&places| IndexedPairing::new(places, Pairing::default()));
        let mut chunk = unplayed.collect_vec();
        let is_played = blocks::play(&mut contest, &mut chunk, origin.games, &blocks, watch);
        if is_played.is_none() {
            break;
        }
        let line = |played: IndexedPairing| {
            let indices = played.dice().map(|place| indices[place]);
            PairingLine {
                origin,
                part,
                indices,
                dice: indices.map(|index| dice[index].clone()),
                pairing: played.pairing,
            }
        };
        take(&chunk.into_iter().map(line).collect_vec())?;
    }
    Ok(())
}
