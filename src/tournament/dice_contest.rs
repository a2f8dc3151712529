//! "Mensch ärgere Dich nicht" between dice.

use std::ops::Range;

use super::contest::{Competitors, Contest};
use super::memory::{self, Section, sections};
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
        Competitors {
            can_win: kinds.map(|&kind| tables.can_win[kind]).collect(),
            kinds: tables.kinds.alike.clone(),
        }
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
    sections: Vec<Section>,
    /// The section whose tables are in memory.
    open: Section,
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
    pub fn of(
        dice: &[Die],
        numbers: &[usize],
        rules: Rules,
        seed: u64,
        memory: usize,
    ) -> DiceContest {
        let taking_part: Vec<Die> = numbers.iter().map(|&die| dice[die].clone()).collect();
        let tables = Tables::within(memory, &taking_part, rules, &[rules.start()]);
        let bytes = &tables.bytes;
        let sections = sections(bytes, memory);
        let open = match bytes.iter().sum::<usize>() <= memory {
            true => sections[0].clone(),
            false => Section::default(),
        };
        DiceContest {
            numbers: numbers.to_vec(),
            competitors: Competitors::of_tables(&tables),
            tables,
            sections,
            open,
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

    fn sections(&self) -> Vec<Section> {
        self.sections.clone()
    }

    fn table(&self, competitor: usize) -> usize {
        self.tables.kinds.of_dice[competitor]
    }

    fn open(&mut self, section: &Section) {
        if self.open == *section {
            return;
        }
        let Section { hosts, guests } = section.clone();
        if self.open.hosts != hosts {
            self.tables.forget_from(0);
            self.tables.build(hosts.clone());
        }
        self.tables.forget_from(hosts.end);
        if guests != hosts {
            self.tables.build(guests);
        }
        self.open = section.clone();
    }

    fn play(&self, pairing: [usize; 2], games: u64, blocks: Range<u64>) -> PlayedBlocks {
        let numbers = pairing.map(|die| self.numbers[die]);
        Duel::new(&self.tables, pairing)
            .numbered(numbers)
            .play(self.seed, games, blocks)
    }
}

#[cfg(test)]
mod tests {
    use super::super::blocks::Tournament;
    use super::super::contest::Pairing;
    use super::*;

    /// Dice whose tables come and go play as if all tables were there.
    #[test]
    fn results_do_not_depend_on_memory() {
        let faces = [
            vec![1, 2, 3, 4, 5, 6],
            vec![1, 6],
            vec![6, 5, 4, 3, 2, 1],
            vec![2, 6, 8],
            (1..=20).collect(),
            vec![1, 1, 6],
        ];
        let dice: Vec<Die> = faces.into_iter().filter_map(Die::new).collect();
        for name in ["wlr+erster-beginnt", "wlr+auswuerfeln"] {
            memory_changes_nothing(&dice, name.parse().unwrap());
        }
        // One kind alone is brought as well.
        let mut contest =
            DiceContest::new(&[dice[1].clone(), dice[1].clone()], Rules::OFFIZIELL, 1, 0);
        let mut tournament = Tournament::new(&mut contest, 100);
        tournament.play(1, |_| true, |_| (), || false);
        assert_eq!(tournament.pairings()[0].tally.games(), 32);
    }

    fn memory_changes_nothing(dice: &[Die], rules: Rules) {
        let play = |memory| {
            let mut contest = DiceContest::new(dice, rules, 1, memory);
            let sections = contest.sections().len();
            let mut tournament = Tournament::new(&mut contest, 100);
            for blocks in [1, 3] {
                tournament.play(blocks, |_| true, |_| (), || false);
            }
            (sections, tournament.into_pairings())
        };
        let (sections, all) = play(usize::MAX);
        assert_eq!(sections, 1);
        for (memory, expected) in [(0, 15), (48 << 20, 10)] {
            let (sections, some) = play(memory);
            assert_eq!(sections, expected);
            assert!(some == all, "{rules} with {memory} bytes");
            let games = |pairing: &Pairing| pairing.tally.games();
            assert!(some.iter().all(|pairing| games(pairing) == 100));
        }
    }
}
