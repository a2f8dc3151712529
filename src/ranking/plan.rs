//! How much is played, when it is looked at, and who is told of it.

use super::list::Criterion;
use crate::engine::games::{LANES, MOST_IN_FEW};
use crate::tournament::pairings;

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

/// A look at a ranking while it is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// Half the width of the widest interval, in percentage points.
    pub half_width: f64,
    /// Neighbours whose order is not certified; or if duels count, open duels.
    pub open: usize,
    /// The number of games that it will probably take from here, if all goes on as it has.
    pub games_left: u64,
}

/// How far pairings are solved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solving {
    /// The pairing that is being solved, from 1, and how many there are that differ.
    pub pairing: [usize; 2],
    /// Half the width of the widest interval, in percentage points.
    pub half_width: f64,
    /// The part of the work that is done, from 0 to 1, as far as it is known.
    pub done: f64,
}

/// Somebody who wants to know how far a ranking is. Every method does nothing unless it is written.
pub trait Watch: Sync {
    /// Is told that so many more games are played.
    fn played(&self, _games: u64) {}

    /// Is told how sure the ranking is now.
    fn looked(&self, _look: &Look) {}

    /// Is told how far pairings are solved, now and then.
    fn swept(&self, _solving: &Solving) {}

    /// Whether it shall end at once, with the ranking as it was at the last look or as far as pairings are solved. Is not asked
    /// before the first look, or the end of the first sweep.
    fn is_over(&self) -> bool {
        false
    }
}

/// A watch that wants to know nothing.
impl Watch for () {}

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
    let grown = if blocks < ALL {
        blocks
    } else {
        blocks / NEXT_LOOK
    };
    match grown.max(least) {
        few @ ..=MOST_IN_FEW if blocks < ALL => few,
        more => more.next_multiple_of(ALL),
    }
}
