//! The tables of all dice of a tournament.

use std::mem;
use std::ops::Range;

use rayon::prelude::*;

use crate::dice::Die;
use crate::engine::automaton::Automaton;
use crate::engine::cells::Rows;
use crate::engine::columns::DieTypes;
use crate::engine::prospects::Prospects;
use crate::engine::turns::write_turns;
use crate::rules::Rules;
use crate::watch::Watch;

/// The rows of the automata of a tournament's dice, in one array: whichever seat rolls, the game
/// loop looks into the same one.
///
/// Dice of one [type](DieTypes) share a table, and so do both seats, unless the rules tell these
/// apart. The tables of some types may be missing, and be built when they are needed.
#[derive(Debug)]
pub struct Tables {
    pub(crate) rules: Rules,
    pub(crate) types: DieTypes,
    /// The number of bytes that the tables of each type take, whether they are missing or not; 0 as
    /// long as they were never built.
    pub(crate) bytes: Vec<usize>,
    /// For each type what is certain about all games of its dice.
    pub(crate) prospects: Vec<Prospects>,
    /// The number of tables of a type: 2 if they depend on the seat, otherwise 1.
    tables_per_type: usize,
    /// The tables in the order of types, and of seats if they depend on them; `None` for those that
    /// are missing.
    tables: Vec<Option<Table>>,
    /// The rows of all tables.
    pub(crate) rows: Rows,
    /// Rows of automata that are no longer needed, as they have become tables or were only
    /// measured. The next automata overwrite them, which saves allocations.
    spare: Vec<Rows>,
    /// True if the tables have expected turns. To solve them takes half of the time that the
    /// automata take.
    pub(crate) measures_luck: bool,
}

/// The place of the table of one automaton among all [`Tables`].
#[derive(Debug)]
pub(crate) struct Table {
    /// The row of state 0, like all rows named by the number of cells in front of it.
    pub(crate) first_row: usize,
    /// The row of the state in which the player has won, if it can be reached.
    pub(crate) won_row: Option<usize>,
    /// The number of cells in a row.
    pub(crate) row_length: usize,
    /// The most [expected turns](crate::engine::turns) of a state, in units of 2⁻³² turns; `None`
    /// if luck is not measured with this table.
    pub(crate) most_turns: Option<u64>,
}

/// An automaton that becomes a table, and what was found out about it.
struct BuiltAutomaton {
    automaton: Automaton,
    /// As in [`Table`].
    most_turns: Option<u64>,
    prospects: Prospects,
}

impl Tables {
    /// The tables of all types of these dice, if they take at most `memory` bytes; otherwise all
    /// are missing, but `bytes` and `prospects` are known.
    ///
    /// The automata of as many types are built at the same time as there are threads. Until they
    /// have become tables they take memory beyond that, and if tables are missing, the lists of the
    /// last ones stay for the next automata. The tables overwrite `rows`, which saves an
    /// allocation. Luck can be measured only with tables that are made for it, by `measures_luck`.
    pub fn within(
        rows: Rows,
        memory: usize,
        dice: &[Die],
        rules: Rules,
        measures_luck: bool,
    ) -> Tables {
        Tables::within_watched(rows, memory, dice, rules, measures_luck, &())
    }

    /// The same tables. If the `watch` cancels the work, some are missing, and no more is known of
    /// their types.
    pub fn within_watched(
        mut rows: Rows,
        memory: usize,
        dice: &[Die],
        rules: Rules,
        measures_luck: bool,
        watch: &dyn Watch,
    ) -> Tables {
        rows.truncate(0);
        let types = DieTypes::new(dice, rules);
        let tables_per_type = if rules.is_seat_dependent() { 2 } else { 1 };
        let type_count = types.columns.len();
        let mut tables = Tables {
            rules,
            bytes: vec![0; type_count],
            prospects: vec![Prospects::default(); type_count],
            tables_per_type,
            tables: (0..type_count * tables_per_type).map(|_| None).collect(),
            rows,
            spare: Vec::new(),
            measures_luck,
            types,
        };
        tables.build(0..type_count, memory, watch);
        if tables.tables.iter().all(Option::is_some) {
            tables.spare.clear();
        }
        tables
    }

    /// Builds the tables of these types, which must be missing, on all threads. As soon as those of
    /// all types that were ever built take more than `memory` bytes, all are forgotten, and of the
    /// remaining types only `bytes` and `prospects` are found. Ends early if the `watch` cancels it.
    pub fn build(&mut self, types: Range<usize>, memory: usize, watch: &dyn Watch) {
        let (threads, per_type) = (rayon::current_num_threads(), self.tables_per_type);
        for first in types.clone().step_by(threads) {
            if watch.is_cancelled() {
                return;
            }
            let types = first..types.end.min(first + threads);
            let numbers = first * per_type..types.end * per_type;
            let mut spare = mem::take(&mut self.spare);
            spare.resize_with(numbers.len(), Rows::default);
            let automata = (numbers, spare).into_par_iter().map(|(number, rows)| {
                let columns = self.types.columns[number / per_type].clone();
                let seat = number % per_type;
                let mut automaton = Automaton::new(rows, columns, self.rules, seat);
                let measures_luck = self.measures_luck;
                let most_turns = measures_luck.then(|| write_turns(&mut automaton)).flatten();
                let prospects = Prospects::new(&automaton, most_turns);
                BuiltAutomaton {
                    automaton,
                    most_turns,
                    prospects,
                }
            });
            let automata: Vec<BuiltAutomaton> = automata.collect();
            for (die_type, of_type) in types.zip(automata.chunks(per_type)) {
                let bytes = of_type.iter().map(|built| built.automaton.rows.bytes());
                self.bytes[die_type] = bytes.sum();
                let of_seats = of_type.iter().map(|built| built.prospects);
                self.prospects[die_type] = of_seats.reduce(Prospects::or).unwrap_or_default();
            }
            if self.bytes.iter().sum::<usize>() <= memory {
                let lengths = automata.iter().map(|built| built.automaton.rows.end());
                self.rows.reserve(lengths.sum());
                let tables = &mut self.tables[first * per_type..];
                for (built, table) in automata.iter().zip(tables) {
                    let automaton = &built.automaton;
                    let first_row = self.rows.end();
                    let row_length = automaton.row_length;
                    self.rows.append(&automaton.rows);
                    *table = Some(Table {
                        first_row,
                        won_row: automaton
                            .won_state()
                            .map(|state| first_row + state * row_length),
                        row_length,
                        most_turns: built.most_turns,
                    });
                }
            } else {
                self.forget_from(0);
            }
            self.spare = automata
                .into_iter()
                .map(|built| built.automaton.rows)
                .collect();
        }
    }

    /// Forgets the tables of all types from this one on, which must have been built after those of
    /// all types below.
    pub fn forget_from(&mut self, die_type: usize) {
        let first_row = self.tables[die_type * self.tables_per_type..]
            .iter_mut()
            .filter_map(Option::take)
            .map(|table| table.first_row)
            .min();
        self.rows.truncate(first_row.unwrap_or(usize::MAX));
    }

    /// The table of the die with this index on this seat. Panics if it is missing.
    pub(crate) fn table(&self, die: usize, seat: usize) -> &Table {
        let number = self.types.of_dice[die] * self.tables_per_type + seat % self.tables_per_type;
        let table = self.tables[number].as_ref();
        table.unwrap_or_else(|| panic!("the table of die {die} is missing"))
    }
}
