//! The automaton of one die under one rule set.
//!
//! Which piece a roll moves depends on the mover's own pieces alone, so one die under one rule set
//! is a finite automaton: (configuration, roll) → (next configuration, field landed on, …). Any
//! capture counts as possible at any time.
//!
//! Under `wlr` a state is a configuration and whether the player counts as stuck, which depends on
//! the last roll; a roll may land on two fields; and each seat has an automaton of its own. The
//! [game loop](crate::engine::games) sees nothing of it but in its rare branch.

use std::num::NonZeroU32;

use crate::allocation::{self, Purpose};
use crate::engine::cells::{Entry, Header, Rows};
use crate::engine::columns::Columns;
use crate::rules::{Configuration, Move, Rules, SIX, opposite};

/// All states that a player can reach with a die, and what each roll does in them.
///
/// States are numbered from 0: first those in which a player begins, then the others as they are
/// found.
#[derive(Clone, Debug)]
pub struct Automaton {
    rules: Rules,
    columns: Columns,
    configurations: Vec<Configuration>,
    /// The rows of the states in order.
    pub(super) rows: Rows,
    /// The number of cells in a row.
    pub(super) row_length: usize,
}

impl Automaton {
    /// The automaton of a die with these columns on this seat, 0 or 1, for a player who begins with one
    /// of the configurations `starts`.
    pub fn new(columns: Columns, rules: Rules, seat: usize, starts: &[Configuration]) -> Automaton {
        Automaton::in_place_of(Rows::default(), columns, rules, seat, starts)
    }

    /// The same automaton, in the memory of rows that are no longer needed. If each automaton got memory of
    /// its own, what earlier ones have left would lie idle between what later ones keep.
    pub(super) fn in_place_of(
        mut rows: Rows,
        columns: Columns,
        rules: Rules,
        seat: usize,
        starts: &[Configuration],
    ) -> Automaton {
        rows.truncate(0);
        let mut numbers = Vec::new();
        allocation::reserve(&mut numbers, Configuration::COUNT, Purpose::Tables);
        numbers.resize(Configuration::COUNT, [None; 2]);
        let mut builder = Builder {
            rules,
            rolls: columns.rolls(),
            seat,
            states: Vec::new(),
            numbers,
            rows,
            row_length: Rows::length(columns.rolls().len()),
        };
        for &start in starts {
            builder.find(start, false);
        }
        let mut written = 0;
        // To write a row may find more states, whose rows are written later.
        while let Some(&state) = builder.states.get(written) {
            builder.write_row(state);
            written += 1;
        }
        Automaton {
            rules,
            configurations: builder.states.iter().map(|state| state.own).collect(),
            rows: builder.rows,
            row_length: builder.row_length,
            columns,
        }
    }

    /// How a roll of the die selects a column.
    pub fn columns(&self) -> &Columns {
        &self.columns
    }

    /// The configuration of each state.
    pub fn configurations(&self) -> &[Configuration] {
        &self.configurations
    }

    /// The state in which the player has won, if it can be reached.
    pub fn won(&self) -> Option<usize> {
        self.configurations.iter().position(|own| own.is_won())
    }

    /// What the player holds in a state, and whether the player counts as stuck in it.
    pub fn header(&self, state: usize) -> Header {
        self.rows.view().header(state * self.row_length)
    }

    /// What the roll of each column does in a state. There are no entries if the player does not roll in
    /// it, having won or passing.
    pub fn entries(&self, state: usize) -> impl Iterator<Item = Entry> {
        let passes = self.rules.passes() && self.header(state).is_stuck();
        let columns = match passes || self.configurations[state].is_won() {
            true => 0,
            false => self.columns.rolls().len(),
        };
        let row = state * self.row_length;
        (0..columns).map(move |column| self.rows.view().entry(row, column))
    }

    /// The state to which a roll with this entry leads.
    pub fn next(&self, entry: Entry) -> usize {
        entry.next_row() / self.row_length
    }

    /// The states after the capture of the rearmost piece on the track, of the second one from behind,
    /// and so on.
    pub fn captured(&self, state: usize) -> impl Iterator<Item = usize> {
        let row = state * self.row_length;
        let pieces = self.header(state).fields().count();
        let next_row = move |behind| self.rows.view().captured(row, behind);
        (0..pieces).map(move |behind| next_row(behind) / self.row_length)
    }
}

/// A state of a player.
#[derive(Clone, Copy)]
struct State {
    own: Configuration,
    /// Whether the player counts as stuck.
    is_stuck: bool,
}

/// Finds the states of a player and writes their rows.
struct Builder<'a> {
    rules: Rules,
    /// The roll that each column stands for.
    rolls: &'a [u32],
    seat: usize,
    /// The states found so far.
    states: Vec<State>,
    /// By the rank of a configuration, the number of its state, plus one. Where stuck players roll on, a
    /// second state of it, in which the player counts as stuck, has the other place.
    numbers: Vec<[Option<NonZeroU32>; 2]>,
    /// The rows written so far.
    rows: Rows,
    row_length: usize,
}

impl Builder<'_> {
    /// The number of the state with this configuration, which may be a new one. `is_stuck` says whether
    /// the player counts as stuck, unless that follows from the configuration.
    fn find(&mut self, own: Configuration, is_stuck: bool) -> usize {
        let follows = self.rules.passes();
        let number = &mut self.numbers[own.rank()][usize::from(is_stuck && !follows)];
        if let Some(number) = number {
            return number.get() as usize - 1;
        }
        let next = self.states.len();
        *number = NonZeroU32::new(next as u32 + 1);
        let is_stuck = match follows {
            true => !own.is_won() && self.is_stuck(own),
            false => is_stuck,
        };
        allocation::reserve(&mut self.states, 1, Purpose::Tables);
        self.states.push(State { own, is_stuck });
        next
    }

    /// Whether no roll gets these pieces any further, as the rules judge it.
    fn is_stuck(&self, own: Configuration) -> bool {
        let rolls = self.rolls.iter().copied();
        self.rules.is_stuck(own, rolls, self.seat)
    }

    /// Writes the row of a state behind those of all states found before it.
    fn write_row(&mut self, state: State) {
        let header = Header::new(state.own.track(), state.is_stuck);
        let row = self.rows.push(self.row_length, header);
        if !state.own.is_won() {
            for (column, &roll) in self.rolls.iter().enumerate() {
                let entry = self.entry(state.own, roll);
                self.rows.set_entry(row, column, entry);
            }
        }
        for (behind, field) in header.fields().enumerate() {
            let next = self.find(state.own.without(field), state.is_stuck);
            self.rows.set_captured(row, behind, next * self.row_length);
        }
    }

    /// What a roll does to a player with these pieces.
    fn entry(&mut self, own: Configuration, roll: u32) -> Entry {
        let turn = self.rules.turn(own, roll, self.seat);
        let after = turn.after(own);
        let moves_nothing = turn.moves().next().is_none();
        let next = self.find(after, moves_nothing && self.is_stuck(after));
        let halts = after.is_won() || self.states[next].is_stuck;
        let fields = turn.moves().filter_map(Move::landing).map(opposite);
        let landings = fields.fold(0, |landings, field| landings | 1 << field);
        Entry::new(next * self.row_length, roll != SIX, halts, landings)
    }
}
