//! The games of some pairings.

use itertools::Itertools;
use rayon::prelude::*;

use super::part::Part;
use super::record::{Origin, Record};
use crate::dice::Die;
use crate::stream::BLOCK;
use crate::tournament::blocks::{MOST_AT_ONCE, Stretches, play_stretches};
use crate::tournament::memory::Section;
use crate::tournament::{Contest, DiceContest, Pairing};

/// A shard plays so many blocks, and at least one pairing, before it tells of them: a tenth of a second, so
/// that little is lost if it is killed.
const MOST_BLOCKS: u64 = 1 << 12;

/// Some pairings of a tournament, played some at a time, in an order that depends on them alone. Only their
/// dice have tables.
#[derive(Debug)]
pub struct Shard<'a> {
    dice: &'a [Die],
    origin: Origin,
    part: Part,
    /// The dice of the pairings, by their indices in the file.
    numbers: Vec<usize>,
    contest: DiceContest,
    /// The pairings that are not played yet, by the places of their dice in `numbers`, with their sections.
    /// The next ones come last.
    left: Vec<(Section, Vec<[usize; 2]>)>,
}

impl<'a> Shard<'a> {
    /// These pairings before the first game, in a tournament of all these dice with tables that take at most
    /// `memory` bytes. The records of the games name the part.
    pub fn new(
        dice: &'a [Die],
        origin: Origin,
        part: Part,
        pairings: &[[usize; 2]],
        memory: usize,
    ) -> Shard<'a> {
        let numbers = pairings.as_flattened().iter().copied();
        let numbers: Vec<usize> = numbers.sorted_unstable().dedup().collect();
        let place = |die: usize| numbers.partition_point(|&number| number < die);
        let contest = DiceContest::of(dice, &numbers, origin.rules, origin.seed, memory);
        let tables = |dice: [usize; 2]| dice.map(|die| contest.table(die));
        let at_once = (MOST_BLOCKS / origin.games.div_ceil(BLOCK)).max(1) as usize;
        let mut left = Vec::new();
        for section in contest.sections() {
            let here = pairings.iter().map(|pairing| pairing.map(place));
            let here = here.filter(|&pairing| section.has(tables(pairing)));
            let here: Vec<[usize; 2]> = here.collect();
            let some = here.chunks(at_once);
            left.extend(some.map(|some| (section.clone(), some.to_vec())));
        }
        left.reverse();
        Shard {
            dice,
            origin,
            part,
            numbers,
            contest,
            left,
        }
    }

    /// The least memory in bytes that suffices for the tables. With less, as much is taken nevertheless.
    pub fn least_memory(&self) -> usize {
        self.contest.least_memory()
    }

    /// Plays the next pairings, on the threads of the current pool, if there are any left. `played` is told
    /// of games when they are played.
    pub fn play(&mut self, played: impl Fn(u64) + Sync) -> Option<Vec<Record>> {
        let (section, pairings) = self.left.pop()?;
        self.contest.open(&section);
        let contest = &self.contest;
        let games = self.origin.games;
        let play = |places: [usize; 2]| {
            let blocks = 0..games.div_ceil(BLOCK);
            let blocks = Stretches {
                blocks,
                at_once: MOST_AT_ONCE,
            };
            let stretches = play_stretches(contest, places, games, blocks, &played, || false);
            let mut pairing = Pairing::new(places.map(|place| self.numbers[place]));
            for stretch in stretches.unwrap_or_default() {
                pairing.add(&stretch);
            }
            // Lines do not say how many rolls the games took.
            pairing.tally.rolls = 0;
            Record {
                origin: self.origin,
                part: self.part,
                dice: pairing.dice.map(|die| self.dice[die].clone()),
                pairing,
            }
        };
        Some(pairings.into_par_iter().map(play).collect())
    }
}
