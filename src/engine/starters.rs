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
use crate::stream::{BLOCK, Stream};

/// The seats that begin the games of a block: a bit for each game that seat 1 begins, the first game
/// having the highest bit that is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockStarters(u32);

impl BlockStarters {
    /// The seats alternate, and seat 0 begins.
    pub const ALTERNATING: BlockStarters = BlockStarters(0x5555_5555);

    /// The seat that begins the game with which this number of games is left, 1 for the last one. If
    /// none is left, either seat.
    pub fn of_game(self, games_left: u64) -> usize {
        (self.0 >> (games_left.wrapping_sub(1) % BLOCK) & 1) as usize
    }

    /// The seats that begin the games of a block with this number of games, from the first on.
    pub fn in_order(self, games: u64) -> impl Iterator<Item = usize> {
        (1..=games).rev().map(move |left| self.of_game(left))
    }
}

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

    /// The starters in a block of the pairing with these indices that has `games` games, an even
    /// number. The starter of a game does not depend on how many follow.
    pub fn of_block(self, seed: u64, pairing: [usize; 2], block: u64, games: u64) -> BlockStarters {
        let Some([seat_0, seat_1]) = self.0 else {
            return BlockStarters::ALTERNATING;
        };
        let mut stream = Stream::of_starters(seed, pairing, block);
        let mut is_seat_1 = || stream.below(seat_0 + seat_1) < seat_1;
        BlockStarters((0..games).fold(0, |begun, _| begun << 1 | u32::from(is_seat_1())))
    }
}
