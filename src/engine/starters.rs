//! Who begins the games of a pairing.
//!
//! Where it is rolled for, each game's starter is drawn with the probability that its die rolls higher, from a
//! [stream](crate::stream) of the block that gives nothing else. The other way would be to let the seats take
//! turns as always, and to weigh the games of each starter. But then what a die wins would no longer be a number of
//! wins out of so many: records, sums and bets are made of such numbers. As it is, all games are alike and independent, and the
//! evidence for orders and intervals holds as it stands. The rolls of a game are those that it would have anyway.

use std::borrow::Borrow;

use itertools::Itertools;
use num_integer::Integer;

use crate::dice::Die;
use crate::rules::{Deviation, Rules};
use crate::stream::Stream;

/// The games of a block that seat 1 begins if the seats take turns. A bit stands for a game, and seat 0 begins
/// the first, which has the highest bit.
const TURNS: u32 = 0x5555_5555;

/// The faces of a die in ascending order, each with the number of the sides that have it, in smallest numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FaceCounts(Vec<(u32, u64)>);

impl FaceCounts {
    /// Those of a die.
    pub fn new(die: &Die) -> FaceCounts {
        let faces = die.faces().iter().copied().sorted_unstable();
        let counted = faces.dedup_with_count().collect_vec();
        let unit = counted.iter().fold(0, |unit, (sides, _)| unit.gcd(sides));
        let counted = counted.into_iter();
        let each = counted.map(|(sides, face)| (face, (sides / unit) as u64));
        FaceCounts(each.collect())
    }

    /// The number of pairs of a side of this die and one of another, by which of the two has the higher face.
    fn higher(&self, other: &FaceCounts) -> [u64; 2] {
        [(self, other), (other, self)].map(|(one, other)| {
            let mut lower = other.0.iter().peekable();
            let mut sides_below = 0;
            let pairs = one.0.iter().map(|&(face, sides)| {
                let passed = lower.peeking_take_while(|(theirs, _)| *theirs < face);
                sides_below += passed.map(|(_, sides)| sides).sum::<u64>();
                sides * sides_below
            });
            pairs.sum()
        })
    }
}

/// Who begins the games of a pairing: both seats take turns; or each time it is seat 0 in so many of all equally likely
/// cases, and seat 1 in so many, both together at least 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Starters(pub Option<[u64; 2]>);

impl Starters {
    /// Who begins games of dice with these faces under these rules. The faces are wanted only where it is rolled for: the
    /// higher one begins, and equal rolls are repeated; dice that can only roll equally take turns.
    pub fn new<F: Borrow<FaceCounts>>(rules: Rules, faces: impl FnOnce() -> [F; 2]) -> Starters {
        let cases = if rules.has(Deviation::RolledStarter) {
            let [one, other] = faces();
            one.borrow().higher(other.borrow())
        } else {
            [u64::from(rules.has(Deviation::FirstStarts)), 0]
        };
        Starters((cases != [0, 0]).then_some(cases))
    }

    /// The probability that seat 1 begins a game.
    pub fn seat_1_begins(self) -> f64 {
        let share = |[seat_0, seat_1]: [u64; 2]| seat_1 as f64 / (seat_0 + seat_1) as f64;
        self.0.map_or(0.5, share)
    }

    /// The same with the seats exchanged.
    pub fn exchanged(self) -> Starters {
        Starters(self.0.map(|[seat_0, seat_1]| [seat_1, seat_0]))
    }

    /// The games that seat 1 begins in a block of the pairing with these indices: a bit for each of so many games,
    /// the first one having the highest bit that is used. Who begins a game does not depend on how many follow.
    pub fn of_block(self, seed: u64, pairing: [usize; 2], block: u64, games: u64) -> u32 {
        self.0.map_or(TURNS, |[seat_0, seat_1]| {
            let mut stream = Stream::of_starters(seed, pairing, block);
            let mut is_seat_1 = || stream.below(seat_0 + seat_1) < seat_1;
            (0..games).fold(0, |games, _| games << 1 | u32::from(is_seat_1()))
        })
    }
}
