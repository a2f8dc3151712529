//! The games of some pairings.

use std::collections::VecDeque;

use itertools::Itertools;

use super::record::{Origin, Part, Record};
use crate::dice::Die;
use crate::engine::cells::Rows;
use crate::stream::BLOCK;
use crate::tournament::blocks::play;
use crate::tournament::{Contest, DiceContest, Pairing};
use crate::watch::Watch;

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
    /// The pairings that are not played yet, by the places of their dice in `numbers`.
    left: VecDeque<[usize; 2]>,
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
        let numbers = numbers.sorted_unstable().dedup().collect_vec();
        let place = |die: usize| numbers.partition_point(|&number| number < die);
        let contest = DiceContest::in_place_of(
            Rows::default(),
            dice,
            &numbers,
            origin.rules,
            origin.seed,
            memory,
        );
        let mut left = pairings.iter().map(|dice| dice.map(place)).collect_vec();
        left.sort_by_key(|&pairing| contest.section(pairing));
        Shard {
            dice,
            origin,
            part,
            numbers,
            contest,
            left: left.into(),
        }
    }

    /// The least memory in bytes that suffices for the tables. With less, as much is taken nevertheless.
    pub fn least_memory(&self) -> usize {
        self.contest.least_memory()
    }

    /// Plays the next pairings, on the threads of the current pool, if there are any left.
    pub fn play(&mut self, watch: &impl Watch) -> Option<Vec<Record>> {
        let games = self.origin.games;
        let blocks = games.div_ceil(BLOCK);
        let number = (MOST_BLOCKS / blocks).max(1) as usize;
        let next = self.left.drain(..number.min(self.left.len()));
        let next = next.map(|places| (places, Pairing::default()));
        let mut next = next.collect_vec();
        play(&mut self.contest, &mut next, games, &(0..blocks), watch)?;
        let record = |(places, pairing): ([usize; 2], Pairing)| {
            let numbers = places.map(|place| self.numbers[place]);
            Record {
                origin: self.origin,
                part: self.part,
                numbers,
                dice: numbers.map(|number| self.dice[number].clone()),
                pairing,
            }
        };
        (!next.is_empty()).then(|| next.into_iter().map(record).collect())
    }
}
