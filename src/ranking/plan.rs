//! How much is played, when it is looked at, and who is told of it.

use super::list::{Criterion, PlayedGames, RankedDie, Ranking, Source};
use crate::certainty::Certainty;
use crate::engine::games::{LANES, MOST_IN_FEW};
use crate::tournament::rounds::BLOCK_ROUNDS;
use crate::tournament::{Competitors, Pairing};

/// The number of blocks of each pairing before the first look, and the least between two looks, if there are few
/// competitors. Rounds of many competitors say more, so it is less for them: so many blocks of all that one plays.
const LEAST_BLOCKS: u64 = 64;
const LEAST_BLOCKS_OF_ALL: u64 = 1600;
/// Looks come when the games have grown by one part in so many; before [`LANES`] blocks, when they have doubled.
const NEXT_LOOK: u64 = 8;
/// The most rounds of all kinds that are kept at once, so that memory stays bounded.
const MOST_KEPT: u64 = 1 << 20;

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

impl Plan {
    /// The ranking with these entries, of which so many are wanted. It is made of the games of these pairings.
    pub(super) fn ranking(
        &self,
        (entries, listed): (Vec<RankedDie>, usize),
        competitors: &Competitors,
        pairings: Vec<Pairing>,
        games: u64,
        certainty: Option<Certainty>,
    ) -> Ranking {
        Ranking {
            entries,
            listed,
            level: self.level,
            criterion: self.criterion,
            source: Source::Games(PlayedGames {
                games,
                error: self.error,
                kinds: competitors.kinds.clone(),
                pairings,
                certainty,
            }),
        }
    }
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

/// Somebody who wants to know how far a ranking is. Every method does nothing unless it is written.
pub trait Watch: Sync {
    /// Is told that so many more games are played.
    fn played(&self, _games: u64) {}

    /// Is told how sure the ranking is now.
    fn looked(&self, _look: &Look) {}

    /// Whether playing shall end at once, with the ranking as it was at the last look. Is not asked before the first.
    fn is_over(&self) -> bool {
        false
    }
}

/// A watch that wants to know nothing.
impl Watch for () {}

/// When looks come: after fixed numbers of blocks.
pub(super) struct Schedule {
    /// The number of blocks before the first look.
    least: u64,
    /// The most blocks between two looks.
    most: u64,
}

impl Schedule {
    pub(super) fn new(competitors: &Competitors, plan: &Plan) -> Schedule {
        let number = competitors.number() as u64;
        let kinds = competitors.members().len() as u64;
        // Each time that a pairing goes on, its tables must come into the cache, which takes as long as some blocks. So early
        // looks only pay if many are soon known to be none of the best.
        let fewest = if plan.best.is_some() { 1 } else { MOST_IN_FEW };
        let least = (LEAST_BLOCKS_OF_ALL / number.max(1)).clamp(fewest, LEAST_BLOCKS);
        Schedule {
            least,
            most: (MOST_KEPT / (kinds.max(1) * BLOCK_ROUNDS as u64)).max(least),
        }
    }

    /// The number of blocks to the next look after so many.
    pub(super) fn next(&self, blocks: u64, plan: &Plan) -> u64 {
        /// So many blocks are played side by side, and fewer of them are not much faster.
        const ALL: u64 = LANES as u64;
        if plan.accuracy.is_none() {
            return self.most;
        }
        let grown = match blocks < ALL {
            true => blocks,
            false => blocks / NEXT_LOOK,
        };
        match grown.clamp(self.least, self.most) {
            few @ ..=MOST_IN_FEW if blocks < ALL => few,
            more => more.next_multiple_of(ALL),
        }
    }
}
