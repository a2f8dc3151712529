//! The tables of all dice of a tournament.

use std::mem;
use std::ops::Range;

use rayon::prelude::*;

use crate::dice::Die;
use crate::engine::automaton::Automaton;
use crate::engine::cells::Rows;
use crate::engine::columns::Kinds;
use crate::engine::turns::write_turns;
use crate::rules::{Configuration, Rules};

/// The rows of the automata of a tournament's dice, in one array: whichever seat rolls, the game
/// loop looks into the same one.
///
/// Dice of one kind share a table, and so do both seats, unless the rules tell them apart. The
/// tables of some kinds may be missing, and be built when they are needed.
#[derive(Debug)]
pub struct Tables {
    pub(crate) rules: Rules,
    starts: Vec<Configuration>,
    pub(crate) kinds: Kinds,
    /// The number of bytes that the tables of each kind take.
    pub(crate) bytes: Vec<usize>,
    /// For each kind true if its dice could win, if their pieces were captured at the right times,
    /// or because a stuck opponent loses. Otherwise they never win.
    pub(crate) can_win: Vec<bool>,
    /// The number of tables of a kind: 2 if they depend on the seat, otherwise 1.
    seats: usize,
    /// The tables of kind k from [`seats`](Self::seats) · k on, without those that are missing.
    tables: Vec<Option<Table>>,
    pub(crate) rows: Rows,
    /// Rows of automata that have become tables, for the memory that the next ones need.
    spare: Vec<Rows>,
    /// True if the tables have expected turns. To solve them takes half of the time that the
    /// automata take.
    measures_luck: bool,
}

/// The place of the table of one automaton among all [`Tables`].
#[derive(Debug)]
pub(crate) struct Table {
    /// The beginning of the row of state 0.
    pub(crate) first_row: usize,
    /// The beginning of the row in which the player has won, if there is one.
    pub(crate) won: Option<usize>,
    pub(crate) row_length: usize,
    /// The most [expected turns](crate::engine::turns) of a state, in units of 2⁻³² turns; `None`
    /// if luck is not measured with this table.
    pub(crate) most_turns: Option<u64>,
}

impl Tables {
    /// The tables of all kinds of these dice, if they take at most `memory` bytes; otherwise all
    /// are missing, but it is known what they are like. Players begin with one of the
    /// configurations `starts`: those are the first states, and a game begins with state 0.
    ///
    /// As many automata are built at the same time as there are threads. Until they have become
    /// tables they take memory of their own. `rows` are no longer needed, and the tables take their
    /// memory. Luck can be measured only with tables that are made for it.
    pub fn within(
        mut rows: Rows,
        memory: usize,
        dice: &[Die],
        rules: Rules,
        starts: &[Configuration],
        measures_luck: bool,
    ) -> Tables {
        rows.truncate(0);
        let kinds = Kinds::new(dice, rules);
        let seats = if rules.is_seat_dependent() { 2 } else { 1 };
        let number = kinds.columns.len();
        let mut tables = Tables {
            rules,
            starts: starts.to_vec(),
            bytes: vec![0; number],
            can_win: vec![false; number],
            seats,
            tables: (0..number * seats).map(|_| None).collect(),
            rows,
            spare: Vec::new(),
            measures_luck,
            kinds,
        };
        tables.build(0..number, memory);
        if tables.tables.iter().all(Option::is_some) {
            tables.spare.clear();
        }
        tables
    }

    /// Builds the tables of these kinds, which must be missing, on all threads. As soon as those of
    /// all kinds that were ever built take more than `memory` bytes, all are forgotten, and of
    /// others it is only found what they are like.
    pub fn build(&mut self, kinds: Range<usize>, memory: usize) {
        let (threads, seats) = (rayon::current_num_threads(), self.seats);
        for first in kinds.clone().step_by(threads) {
            let kinds = first..kinds.end.min(first + threads);
            let numbers = first * seats..kinds.end * seats;
            let mut spare = mem::take(&mut self.spare);
            spare.resize_with(numbers.len(), Rows::default);
            let automata = (numbers, spare).into_par_iter().map(|(number, rows)| {
                let columns = self.kinds.columns[number / seats].clone();
                let seat = number % seats;
                let mut automaton = Automaton::new(rows, columns, self.rules, seat, &self.starts);
                let measures_luck = self.measures_luck;
                let most_turns = measures_luck.then(|| write_turns(&mut automaton));
                (automaton, most_turns.flatten())
            });
            let (automata, most_turns): (Vec<Automaton>, Vec<_>) = automata.unzip();
            for (kind, of_kind) in kinds.zip(automata.chunks(seats)) {
                let bytes = of_kind.iter().map(|automaton| automaton.rows.bytes());
                self.bytes[kind] = bytes.sum();
                self.can_win[kind] = of_kind.iter().any(Automaton::can_win);
            }
            if self.bytes.iter().sum::<usize>() <= memory {
                let lengths = automata.iter().map(|automaton| automaton.rows.end());
                self.rows.reserve(lengths.sum());
                let tables = &mut self.tables[first * seats..];
                for ((automaton, most_turns), table) in automata.iter().zip(most_turns).zip(tables)
                {
                    let first_row = self.rows.end();
                    let row_length = automaton.row_length;
                    self.rows.append(&automaton.rows);
                    *table = Some(Table {
                        first_row,
                        won: automaton.won().map(|state| first_row + state * row_length),
                        row_length,
                        most_turns,
                    });
                }
            } else {
                self.forget_from(0);
            }
            self.spare = automata
                .into_iter()
                .map(|automaton| automaton.rows)
                .collect();
        }
    }

    /// Forgets the tables of all kinds from this one on, which must have been built after those of
    /// all kinds below.
    pub fn forget_from(&mut self, kind: usize) {
        let first_row = self.tables[kind * self.seats..]
            .iter_mut()
            .filter_map(Option::take)
            .map(|table| table.first_row)
            .min();
        self.rows.truncate(first_row.unwrap_or(usize::MAX));
    }

    /// The table of the die with this index on this seat. Panics if it is missing.
    pub(crate) fn table(&self, die: usize, seat: usize) -> &Table {
        let number = self.kinds.of_dice[die] * self.seats + seat % self.seats;
        let table = self.tables[number].as_ref();
        table.unwrap_or_else(|| panic!("the table of die {die} is missing"))
    }
}
