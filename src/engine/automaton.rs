//! The automaton of one die under one rule set.
//!
//! Which piece a roll moves depends on the mover's own pieces alone, so one die under one rule set
//! is a finite automaton: (configuration, roll) → (next configuration, field landed on, …). Any
//! capture counts as possible at any time.
//!
//! Where a player [remembers](Memory) something from one roll to the next, that is a part of the state: under
//! `wlr`, that the player counts as stuck; with three tries, how many were made. Under `wlr` a roll may also land
//! on two fields, and each seat has an automaton of its own. The [game loop](crate::engine::games) sees nothing
//! of it but in its rare branch.

use std::num::NonZeroU32;

use crate::allocation;
use crate::engine::cells::{Entry, Header, Rows};
use crate::engine::columns::Columns;
use crate::rules::{Configuration, Memory, Next, Roll, Rules, opposite};

/// All states that a player can reach with a die, and what each roll does in them.
///
/// States are numbered from 0: first those in which a player begins, then the others as they are
/// found.
#[derive(Clone, Debug)]
pub struct Automaton {
    rules: Rules,
    columns: Columns,
    configurations: Vec<Configuration>,
    memories: Vec<Memory>,
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
        let mut builder = Builder {
            rules,
            rolls: columns.rolls(),
            seat,
            states: Vec::new(),
            numbers: Default::default(),
            rows,
            row_length: Rows::length(columns.rolls().len()),
        };
        for &start in starts {
            builder.find(start, Memory::Nothing);
        }
        let mut written = 0;
        // To write a row may find more states, whose rows are written later.
        while let Some(&state) = builder.states.get(written) {
            builder.write_row(state);
            written += 1;
        }
        Automaton {
            rules,
            configurations: of_each(&builder.states, |state| state.own),
            memories: of_each(&builder.states, |state| state.memory),
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

    /// What the player remembers in each state.
    pub fn memories(&self) -> &[Memory] {
        &self.memories
    }

    /// The rules under which the player plays.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The state in which the player has won, if it can be reached.
    pub fn won(&self) -> Option<usize> {
        self.configurations.iter().position(|own| own.is_won())
    }

    /// Whether the player can ever win.
    pub fn can_win(&self) -> bool {
        self.won().is_some() || self.rules.wins_by_others()
    }

    /// What the player holds in a state, and whether the player counts as stuck in it.
    pub fn header(&self, state: usize) -> Header {
        self.rows.view().header(state * self.row_length)
    }

    /// What the roll of each column does in a state. There are no entries if the player does not roll in
    /// it, having won or being stuck.
    pub fn entries(&self, state: usize) -> impl Iterator<Item = Entry> {
        let waits = !self.rules.rolls_on() && self.header(state).is_stuck();
        let columns = match waits || self.configurations[state].is_won() {
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

/// Something about each state.
fn of_each<T>(states: &[State], what: impl Fn(&State) -> T) -> Vec<T> {
    let mut all = Vec::new();
    allocation::reserve(&mut all, states.len());
    all.extend(states.iter().map(what));
    all
}

/// A state of a player.
#[derive(Clone, Copy)]
struct State {
    own: Configuration,
    memory: Memory,
    /// Whether the player counts as stuck.
    is_stuck: bool,
}

/// Finds the states of a player and writes their rows.
struct Builder<'a> {
    rules: Rules,
    /// The roll that each column stands for.
    rolls: &'a [Roll],
    seat: usize,
    /// The states found so far.
    states: Vec<State>,
    /// By memory: by the rank of a configuration, the number of its state, plus one; empty where no state has
    /// this memory.
    numbers: [Vec<Option<NonZeroU32>>; Memory::COUNT],
    /// The rows written so far.
    rows: Rows,
    row_length: usize,
}

impl Builder<'_> {
    /// The number of the state with this configuration and memory, which may be a new one.
    fn find(&mut self, own: Configuration, memory: Memory) -> usize {
        let next = self.states.len();
        let number = &mut self.numbers(memory)[own.rank()];
        if let Some(number) = number {
            return number.get() as usize - 1;
        }
        *number = NonZeroU32::new(next as u32 + 1);
        let is_stuck = match self.rules.rolls_on() {
            true => memory == Memory::Stuck,
            false => !own.is_won() && self.is_stuck(own),
        };
        allocation::reserve(&mut self.states, 1);
        self.states.push(State {
            own,
            memory,
            is_stuck,
        });
        next
    }

    /// The numbers of the states with this memory.
    fn numbers(&mut self, memory: Memory) -> &mut [Option<NonZeroU32>] {
        let numbers = &mut self.numbers[memory as usize];
        if numbers.is_empty() {
            allocation::reserve(numbers, Configuration::COUNT);
            numbers.resize(Configuration::COUNT, None);
        }
        numbers
    }

    /// Whether no roll gets these pieces any further, as the rules judge it.
    fn is_stuck(&self, own: Configuration) -> bool {
        let rolls = self.rolls.iter().copied();
        self.rules.is_stuck(own, rolls, self.seat)
    }

    /// Writes the row of a state behind those of all states found before it.
    fn write_row(&mut self, state: State) {
        let header = Header::new(self.rules.exposed(state.own), state.is_stuck);
        let row = self.rows.push(self.row_length, header);
        if !state.own.is_won() {
            for (column, &roll) in self.rolls.iter().enumerate() {
                let entry = self.entry(state, roll);
                self.rows.set_entry(row, column, entry);
            }
        }
        for (behind, field) in header.fields().enumerate() {
            let next = self.find(state.own.without(field), state.memory);
            self.rows.set_captured(row, behind, next * self.row_length);
        }
    }

    /// What a roll does to a player in this state.
    fn entry(&mut self, state: State, roll: Roll) -> Entry {
        let (mut after, mut has_moved, mut landings) = (state.own, false, 0);
        for mv in self.rules.turn(state.own, roll, self.seat).moves() {
            after = mv.after(after);
            has_moved = true;
            landings |= self
                .rules
                .landing(mv)
                .map_or(0, |field| 1 << opposite(field));
        }
        let follows = self.rules.next(state.own, state.memory, roll, has_moved);
        let is_stuck = || self.is_stuck(after);
        let memory = self.rules.remembered(follows, has_moved, is_stuck);
        let next = self.find(after, memory);
        let halts = after.is_won() || self.states[next].is_stuck;
        let passes = follows == Next::Other;
        Entry::new(next * self.row_length, passes, halts, landings)
    }
}
