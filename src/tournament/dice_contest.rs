//! "Mensch ärgere Dich nicht" between dice.

use std::ops::Range;

use itertools::Itertools;
use rayon::prelude::*;

use super::contest::{Competitors, Contest};
use crate::certainty::Adjustment;
use crate::dice::Die;
use crate::engine::automaton::Automaton;
use crate::engine::cells::Rows;
use crate::engine::columns::DieTypes;
use crate::engine::games::{Opponents, PlayedBlocks};
use crate::engine::tables::Tables;
use crate::rules::{Deviation, Rules};
use crate::watch::Watch;

/// "Mensch ärgere Dich nicht" between dice.
///
/// If the tables of all [types](crate::engine::columns::DieTypes) of dice fit into the memory, all
/// are there at once. Otherwise the types are divided into groups whose tables take at most half of
/// the memory each, and leave room for the largest (a type that takes more is a group alone), and
/// every two groups meet in turn, each group first with itself. So if the memory holds 1/g of all
/// tables, there are about 2g groups, and each time that all pairings are played a table is built
/// about g times on average.
///
/// The tables of any two types can be there together, even if the memory is less than
/// [`least_memory_for`] says. While tables are built there is one more type for each thread.
#[derive(Debug)]
pub struct DiceContest {
    /// For each competitor the index of the die in the file, which decides its rolls.
    file_indices: Vec<usize>,
    /// The tables of all types of dice, built for those of the prepared section.
    tables: Tables,
    competitors: Competitors,
    /// Groups of types, by their numbers in the tables. The games of every two are a section.
    groups: Vec<Range<usize>>,
    /// The section whose tables are in memory; `None` before the first of several.
    prepared: Option<[usize; 2]>,
    seed: u64,
}

impl DiceContest {
    /// Games of these dice under these rules, with this seed of all rolls (see
    /// [`stream`](crate::stream)), with tables that take at most `memory` bytes, or the
    /// [least](Self::least_memory) if that is more. They count by their results alone.
    pub fn new(dice: &[Die], rules: Rules, seed: u64, memory: usize) -> DiceContest {
        DiceContest::with_adjustment(dice, rules, seed, memory, Adjustment::None)
    }

    /// The same games, counted with this `adjustment`. Tables by which luck is measured take more
    /// time to make.
    pub fn with_adjustment(
        dice: &[Die],
        rules: Rules,
        seed: u64,
        memory: usize,
        adjustment: Adjustment,
    ) -> DiceContest {
        DiceContest::watched(dice, rules, seed, memory, adjustment, &())
    }

    /// The same games. If the `watch` cancels the work before all tables are built, it has to cancel
    /// the games as well.
    pub fn watched(
        dice: &[Die],
        rules: Rules,
        seed: u64,
        memory: usize,
        adjustment: Adjustment,
        watch: &dyn Watch,
    ) -> DiceContest {
        let (rows, measures_luck) = (Rows::default(), adjustment == Adjustment::Luck);
        let tables = Tables::within_watched(rows, memory, dice, rules, measures_luck, watch);
        DiceContest::of(tables, (0..dice.len()).collect(), seed, memory)
    }

    /// Games of the dice with these `tables` alone, which have these ascending indices in the file.
    /// They are the competitors, in this order.
    pub fn of(tables: Tables, file_indices: Vec<usize>, seed: u64, memory: usize) -> DiceContest {
        let groups = divide_into_groups(&tables.bytes, memory);
        let types = tables.types.of_dice.iter();
        let can_win = types
            .map(|&die_type| tables.prospects[die_type].can_win)
            .collect();
        DiceContest {
            file_indices,
            competitors: Competitors::new(tables.types.kinds.clone(), can_win),
            // If all have room, all are built already, and there is one section.
            prepared: (tables.bytes.iter().sum::<usize>() <= memory).then_some([0; 2]),
            tables,
            groups,
            seed,
        }
    }

    /// The rows of the tables, into which [`Tables::within`] can write those of other dice.
    pub fn into_rows(self) -> Rows {
        self.tables.rows
    }

    /// The two dice of a pairing in the section that is prepared.
    fn opponents(&self, pairing: [usize; 2]) -> Opponents<'_> {
        let file_indices = pairing.map(|die| self.file_indices[die]);
        Opponents::new(&self.tables, pairing).with_rolls_of(file_indices)
    }

    /// The least memory in bytes that suffices for the tables. It is taken even if there is less.
    pub fn least_memory(&self) -> usize {
        least_memory_for(&self.tables.bytes)
    }
}

impl Contest for DiceContest {
    fn competitors(&self) -> &Competitors {
        &self.competitors
    }

    fn section(&self, pairing: [usize; 2]) -> [usize; 2] {
        let group = |die: usize| {
            let die_type = self.tables.types.of_dice[die];
            self.groups.partition_point(|group| group.end <= die_type)
        };
        let groups = pairing.map(group);
        [groups[0].min(groups[1]), groups[0].max(groups[1])]
    }

    /// The tables of the first group, the hosts, stay as long as sections begin with it; those of
    /// the second, the guests, are built behind them.
    fn prepare(&mut self, [hosts, guests]: [usize; 2]) {
        if self.prepared == Some([hosts, guests]) {
            return;
        }
        let [of_hosts, of_guests] = [hosts, guests].map(|group| self.groups[group].clone());
        if self.prepared.is_none_or(|[old, _]| old != hosts) {
            self.tables.forget_from(0);
            self.tables.build(of_hosts.clone(), usize::MAX, &());
        }
        self.tables.forget_from(of_hosts.end);
        if guests != hosts {
            self.tables.build(of_guests, usize::MAX, &());
        }
        self.prepared = Some([hosts, guests]);
    }

    fn adjustment(&self) -> Adjustment {
        if self.tables.measures_luck {
            Adjustment::Luck
        } else {
            Adjustment::None
        }
    }

    fn certain_winner(&self, pairing: [usize; 2]) -> Option<usize> {
        let prospects = pairing.map(|die| &self.tables.prospects[self.tables.types.of_dice[die]]);
        [0, 1]
            .into_iter()
            .find(|&seat| prospects[seat].always_beats(prospects[1 - seat]))
    }

    fn play(&self, pairing: [usize; 2], games: u64, blocks: Range<u64>) -> PlayedBlocks {
        // Luck is measured if the tables are made for it.
        let opponents = self.opponents(pairing);
        opponents.play_with_luck(self.seed, games, blocks)
    }
}

/// Returns whether a game between these dice may be drawn under these rules: at least two of them
/// can get stuck on the first seat, and a stuck player does not lose. A game that is cut off is a
/// draw between any dice.
pub fn can_draw(dice: &[Die], rules: Rules) -> bool {
    if rules.has(Deviation::StuckLoses) {
        return false;
    }
    let types = DieTypes::new(dice, rules);
    let gets_stuck = types
        .columns
        .par_iter()
        .map(|columns| Automaton::new(Rows::default(), columns.clone(), rules, 0).can_get_stuck());
    let gets_stuck: Vec<bool> = gets_stuck.collect();
    let mut stuck_dice = types
        .of_dice
        .iter()
        .filter(|&&die_type| gets_stuck[die_type]);
    stuck_dice.nth(1).is_some()
}

/// The least memory in which every two types can meet, if their tables take these numbers of bytes.
pub fn least_memory_for(bytes: &[usize]) -> usize {
    bytes.iter().sorted_unstable().rev().take(2).sum()
}

/// Groups of types whose tables take these numbers of bytes. Any two groups fit into `memory` bytes
/// if that is at least [`least_memory_for`]; a type that is too large for a group is one alone.
pub fn divide_into_groups(bytes: &[usize], memory: usize) -> Vec<Range<usize>> {
    // If all tables fit, they are one group. Otherwise two groups must fit, and the largest table
    // beside any group.
    let largest = bytes.iter().copied().max().unwrap_or(0);
    let of_group = match bytes.iter().sum::<usize>() {
        sum if sum <= memory => sum,
        _ => (memory / 2).min(memory.saturating_sub(largest)),
    };
    bytes
        .iter()
        .zip(0..)
        .map(|(&bytes, die_type)| (die_type..die_type + 1, bytes))
        .coalesce(|(group, taken), (next, bytes)| match taken + bytes {
            sum if sum <= of_group => Ok((group.start..next.end, sum)),
            _ => Err(((group, taken), (next, bytes))),
        })
        .map(|(group, _)| group)
        .collect()
}
