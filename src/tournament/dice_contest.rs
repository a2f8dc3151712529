//! "Mensch ärgere Dich nicht" between dice.

use std::ops::Range;

use super::contest::{Competitors, Contest};
use super::memory;
use crate::dice::Die;
use crate::engine::games::{Duel, PlayedBlocks};
use crate::engine::tables::Tables;
use crate::rules::Rules;

impl Competitors {
    /// These dice under these rules. Their tables are built, a few at a time, and forgotten.
    pub fn of_dice(dice: &[Die], rules: Rules) -> Competitors {
        Competitors::of_tables(&Tables::within(0, dice, rules, &[rules.start()]))
    }

    fn of_tables(tables: &Tables) -> Competitors {
        let kinds = tables.kinds.of_dice.iter();
        let can_win = kinds.map(|&kind| tables.can_win[kind]).collect();
        Competitors::new(tables.kinds.alike.clone(), can_win)
    }
}

/// "Mensch ärgere Dich nicht" between dice.
///
/// The [memory plan](super::memory) says which tables are there at the same time.
#[derive(Debug)]
pub struct DiceContest {
    /// The indices of the competitors in the file, which decide their rolls.
    numbers: Vec<usize>,
    tables: Tables,
    competitors: Competitors,
    /// Groups of kinds, by their numbers in the tables. The games of every two are a section.
    groups: Vec<Range<usize>>,
    /// The section whose tables are in memory.
    open: Option<usize>,
    seed: u64,
}

impl DiceContest {
    /// Games of these dice under these rules, with this seed of all rolls (see
    /// [`stream`](crate::stream)), with tables that take at most so many bytes.
    pub fn new(dice: &[Die], rules: Rules, seed: u64, memory: usize) -> DiceContest {
        let numbers: Vec<usize> = (0..dice.len()).collect();
        DiceContest::of(dice, &numbers, rules, seed, memory)
    }

    /// The same games, but only of the dice with these ascending indices. They are the competitors, in this
    /// order, and only they have tables.
    pub fn of(dice: &[Die], numbers: &[usize], rules: Rules, seed: u64, memory: usize) -> Self {
        let taking_part: Vec<Die> = numbers.iter().map(|&die| dice[die].clone()).collect();
        let tables = Tables::within(memory, &taking_part, rules, &[rules.start()]);
        let groups = memory::groups(&tables.bytes, memory);
        DiceContest {
            numbers: numbers.to_vec(),
            competitors: Competitors::of_tables(&tables),
            // Where all have room, all are there.
            open: (tables.bytes.iter().sum::<usize>() <= memory).then_some(0),
            tables,
            groups,
            seed,
        }
    }

    /// The least memory in bytes that suffices for the tables. With less, as much is taken nevertheless.
    pub fn least_memory(&self) -> usize {
        memory::least(&self.tables.bytes)
    }
}

impl Contest for DiceContest {
    fn competitors(&self) -> &Competitors {
        &self.competitors
    }

    fn section(&self, pairing: [usize; 2]) -> usize {
        let group = |die: usize| {
            let kind = self.tables.kinds.of_dice[die];
            self.groups.partition_point(|group| group.end <= kind)
        };
        let [one, other] = pairing.map(group);
        one.min(other) * self.groups.len() + one.max(other)
    }

    fn open(&mut self, section: usize) {
        let groups = |section| [section / self.groups.len(), section % self.groups.len()];
        let [hosts, guests] = groups(section);
        let open = self.open.map(groups);
        if open == Some([hosts, guests]) {
            return;
        }
        let [of_hosts, of_guests] = [hosts, guests].map(|group| self.groups[group].clone());
        if open.is_none_or(|[old, _]| old != hosts) {
            self.tables.forget_from(0);
            self.tables.build(of_hosts.clone());
        }
        self.tables.forget_from(of_hosts.end);
        if guests != hosts {
            self.tables.build(of_guests);
        }
        self.open = Some(section);
    }

    fn play(&self, pairing: [usize; 2], games: u64, blocks: Range<u64>) -> PlayedBlocks {
        let numbers = pairing.map(|die| self.numbers[die]);
        let duel = Duel::new(&self.tables, pairing).numbered(numbers);
        duel.play(self.seed, games, blocks)
    }
}
