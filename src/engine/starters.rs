//! The starters of the games of a pairing.
//!
//! Where starters are rolled for, each game's starter is drawn, from a [stream](crate::stream) of
//! the block that gives nothing else: with the probability that its die rolls higher, given that
//! both roll differently. The alternative would be to let the seats take turns as always, and to
//! weigh the games of each starter. But then the score of a die would no longer be a number of
//! wins: pairing lines, sums and the bets of [`certainty`](crate::certainty) are made of such
//! numbers. As it is, all games are alike and independent, and the evidence for orders and
//! intervals holds as it stands. The rolls of a block come from the same stream as ever. Where the
//! first player begins every game (`erster-beginnt`), that is drawn in the same way, at odds of 1
//! to 0.

use std::borrow::Borrow;

use itertools::Itertools;
use num_integer::Integer;

use crate::dice::Die;
use crate::rules::{Deviation, Rules};
use crate::stream::Stream;

/// The games of a block that seat 1 begins if the seats alternate: a bit for each game, the first
/// one, which seat 0 begins, having the highest bit.
const ALTERNATING: u32 = 0x5555_5555;

/// The faces of a die in ascending order, each with the number of the sides that have it. These
/// numbers are divided by their greatest common divisor.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FaceCounts(Vec<(u32, u64)>);

impl FaceCounts {
    /// The faces of a die.
    pub fn new(die: &Die) -> FaceCounts {
        let faces = die.faces().iter().copied().sorted_unstable();
        let counted = faces.dedup_with_count().collect_vec();
        let unit = counted.iter().fold(0, |unit, (sides, _)| unit.gcd(sides));
        let in_units = counted
            .into_iter()
            .map(|(sides, face)| (face, (sides / unit) as u64));
        FaceCounts(in_units.collect())
    }

    /// The number of pairs of a side of this die and one of `opponent`, by the divided numbers of
    /// sides, in which this die has the higher face.
    fn count_higher(&self, opponent: &FaceCounts) -> u64 {
        let mut lower = opponent.0.iter().peekable();
        let mut sides_below = 0;
        let pairs = self.0.iter().map(|&(face, sides)| {
            let passed = lower.peeking_take_while(|(theirs, _)| *theirs < face);
            sides_below += passed.map(|(_, sides)| sides).sum::<u64>();
            sides * sides_below
        });
        pairs.sum()
    }
}

/// The rule by which the starters of a pairing's games are found: the seats take turns if it is
/// `None`; otherwise the number of equally likely cases in which each seat begins, at least 1
/// together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Starters(pub Option<[u64; 2]>);

impl Starters {
    /// The starters of games of dice with these faces under these rules. The faces are asked for
    /// only where starters are rolled for: the higher one begins, and equal rolls are repeated;
    /// dice that can only roll equally take turns.
    pub fn new<F: Borrow<FaceCounts>>(rules: Rules, faces: impl FnOnce() -> [F; 2]) -> Starters {
        let cases = if rules.has(Deviation::RolledStarter) {
            let faces = faces();
            let [seat_0, seat_1] = faces.each_ref().map(F::borrow);
            [seat_0.count_higher(seat_1), seat_1.count_higher(seat_0)]
        } else {
            [u64::from(rules.has(Deviation::FirstStarts)), 0]
        };
        Starters((cases != [0, 0]).then_some(cases))
    }

    /// The probability that seat 1 begins a game.
    pub fn probability_of_seat_1(self) -> f64 {
        let share = |[seat_0, seat_1]: [u64; 2]| seat_1 as f64 / (seat_0 + seat_1) as f64;
        self.0.map_or(0.5, share)
    }

    /// The starters of the same games with the seats exchanged.
    pub fn exchanged(self) -> Starters {
        Starters(self.0.map(|[seat_0, seat_1]| [seat_1, seat_0]))
    }

    /// The games that seat 1 begins in a block of the pairing with these indices: a bit for each of
    /// `games` games, an even number, the first one having the highest bit that is used. The
    /// starter of a game does not depend on how many follow.
    pub fn of_block(self, seed: u64, pairing: [usize; 2], block: u64, games: u64) -> u32 {
        self.0.map_or(ALTERNATING, |[seat_0, seat_1]| {
            let mut stream = Stream::of_starters(seed, pairing, block);
            let mut is_seat_1 = || stream.below(seat_0 + seat_1) < seat_1;
            (0..games).fold(0, |begun, _| begun << 1 | u32::from(is_seat_1()))
        })
    }
}
