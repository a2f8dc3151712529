//! How much is played, and when it is looked at.

use crate::engine::games::{LANES, MOST_IN_FEW};
use crate::tournament::{Criterion, pairings};

/// The number of blocks of each pairing before the first look, and the least between two looks, if there are few
/// competitors. Each of many competitors plays more, so it is less for them: so many blocks of all that one plays.
const LEAST_BLOCKS: u64 = 64;
const LEAST_BLOCKS_OF_ALL: u64 = 1600;
/// Looks come when the games have grown by one part in so many; before [`LANES`] blocks, when they have doubled.
const NEXT_LOOK: u64 = 8;

/// How much is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// Games per pairing: an even number. If `accuracy` is given it is the most.
    pub games: u64,
    /// Playing ends when each interval has at most this half-width, in percentage points, and the
    /// order is certified.
    pub accuracy: Option<f64>,
    /// The probability that anything certified is wrong, more than 0 and less than 1.
    pub error: f64,
    /// Neighbours whose shares differ by less percentage points are level; 0 if none shall be.
    pub level: f64,
    /// What competitors are ranked by.
    pub criterion: Criterion,
    /// Only so many at the top are wanted.
    pub best: Option<usize>,
}

/// The number of blocks to the next look of so many competitors, after some.
pub(super) fn next_look(competitors: usize, blocks: u64, plan: &Plan) -> u64 {
    /// So many blocks are played side by side, and fewer of them are not much faster.
    const ALL: u64 = LANES as u64;
    /// So many blocks of all pairings are played before it is asked whether to end, if their number is fixed: about a second.
    const FIXED: u64 = 1 << 17;
    if plan.accuracy.is_none() {
        return (FIXED / pairings(competitors).max(1)).max(ALL);
    }
    // Each time that a pairing goes on, its tables must come into the cache, which takes as long as some blocks. So early
    // looks only pay if many are soon known to be none of the best.
    let fewest = if plan.best.is_some() { 1 } else { MOST_IN_FEW };
    let of_each = LEAST_BLOCKS_OF_ALL / (competitors as u64).max(1);
    let least = of_each.clamp(fewest, LEAST_BLOCKS);
    let grown = blocks / if blocks < ALL { 1 } else { NEXT_LOOK };
    match grown.max(least) {
        few @ ..=MOST_IN_FEW if blocks < ALL => few,
        more => more.next_multiple_of(ALL),
    }
}
