//! The automaton of one die under one rule set.
//!
//! Which piece a roll moves depends on the mover's own pieces, so one die under one rule set is a
//! finite automaton: (configuration, roll) → (next configuration, field landed on, …). Any capture
//! counts as possible at any time. A normal die reaches 14,939 configurations, no die more
//! than 149,986 (under `wlr` 164,221), the number of sets of at most four of 44 (45) places.
//!
//! The [after-effect](Aftereffect) of earlier rolls is a part of the state: under `wlr`, that the
//! player counts as stuck; with three tries, how many have failed. A roll may land on several
//! fields: under `wlr` on two, under `schlagen-am-zugende` on all that the mover holds. Under `wlr`
//! each seat has an automaton of its own. The [game loop](crate::engine::games) is the same for all
//! that.

use std::num::NonZeroU32;

use crate::engine::cells::{Entry, Header, Rows};
use crate::engine::columns::DieColumns;
use crate::rules::{
    Aftereffect, Configuration, PlayerState, Roll, Rules, Standing, opposite_fields,
};

/// All states that a player can reach with a die, and what each roll does in them.
///
/// States are numbered from 0, in which the player begins, as they are found.
#[derive(Clone, Debug)]
pub struct Automaton {
    /// The rules under which the player plays.
    pub rules: Rules,
    /// The columns that a roll of the die selects from.
    pub columns: DieColumns,
    /// The player's seat, 0 or 1, which matters only where the rules tell seats apart.
    seat: usize,
    /// The states in order.
    pub states: Vec<State>,
    /// By after-effect and by the [index](Configuration::index) of a configuration: the state, if it
    /// was found so far. It is empty when all are found. A hash table of states takes a quarter more
    /// instructions in all.
    found: Vec<Option<FoundState>>,
    /// The rows of the states in order.
    pub(super) rows: Rows,
    /// The number of cells in a row. The row of state s begins behind s · `row_length` cells.
    pub(super) row_length: usize,
}

/// A state of a player.
#[derive(Clone, Copy, Debug)]
pub struct State {
    /// The player's pieces.
    pub pieces: Configuration,
    /// The after-effect of the player's earlier rolls.
    pub aftereffect: Aftereffect,
    /// The standing of the player: playing, stuck, or won.
    pub standing: Standing,
}

/// The number of a state plus one, times two, plus one if the player has come to a halt in it. Who
/// needs only that does not wait for the state itself, which is seldom in a cache.
#[derive(Clone, Copy, Debug)]
struct FoundState(NonZeroU32);

impl FoundState {
    fn new(number: usize, has_halted: bool) -> FoundState {
        let doubled = NonZeroU32::MIN.saturating_add(2 * number as u32 + 1);
        FoundState(doubled | u32::from(has_halted))
    }

    fn number(self) -> usize {
        self.0.get() as usize / 2 - 1
    }

    /// Returns whether the player has won or is stuck.
    fn has_halted(self) -> bool {
        self.0.get() % 2 == 1
    }
}

impl Automaton {
    /// The automaton of a die with these columns on this seat, 0 or 1. `rows` are overwritten, as a
    /// new allocation costs a tenth of the time.
    pub fn new(mut rows: Rows, columns: DieColumns, rules: Rules, seat: usize) -> Automaton {
        rows.truncate(0);
        let mut automaton = Automaton {
            rules,
            row_length: Rows::length(columns.rolls.len()),
            columns,
            seat,
            states: Vec::new(),
            found: vec![None; Configuration::COUNT],
            rows,
        };
        automaton.intern(PlayerState::new(rules.start()));
        let mut written = 0;
        // Writing a row may find further states, whose rows are written later.
        while let Some(&state) = automaton.states.get(written) {
            automaton.write_row(state);
            written += 1;
        }
        automaton.found = Vec::new();
        automaton
    }

    /// The state in which the player has won, if it can be reached.
    pub fn won_state(&self) -> Option<usize> {
        let mut states = self.states.iter();
        states.position(|state| state.standing == Standing::Won)
    }

    /// Returns whether the player [may win](Rules::can_win).
    pub fn can_win(&self) -> bool {
        let states = self.states.iter();
        self.rules.can_win(states.map(|state| state.standing))
    }

    /// Returns whether the player can ever get stuck.
    pub fn can_get_stuck(&self) -> bool {
        let mut states = self.states.iter();
        states.any(|state| state.standing == Standing::Stuck)
    }

    /// The track fields on which the player's pieces can be captured in a state, and whether the
    /// player is stuck in it.
    pub fn header(&self, state: usize) -> Header {
        self.rows.view().header(state * self.row_length)
    }

    /// The entries of a state, one for each column. There are none if the player does not roll in
    /// it, having won or being stuck under rules that do not let stuck players roll.
    pub fn entries(&self, state: usize) -> impl Iterator<Item = Entry> {
        let columns = match self.states[state].standing {
            Standing::Won => 0,
            Standing::Stuck if !self.rules.lets_stuck_players_roll() => 0,
            _ => self.columns.rolls.len(),
        };
        let row = state * self.row_length;
        (0..columns).map(move |column| self.rows.view().entry(row, column))
    }

    /// The state to which a roll with this entry leads.
    pub fn next_state(&self, entry: Entry) -> usize {
        entry.next_row() / self.row_length
    }

    /// The states that follow the capture of one piece: of the rearmost one that can be captured,
    /// of the second one from behind that can, and so on.
    pub fn states_after_capture(&self, state: usize) -> impl Iterator<Item = usize> {
        let row = state * self.row_length;
        let pieces = self.header(state).exposed_fields().count();
        let next_row = move |behind| self.rows.view().after_capture(row, behind);
        (0..pieces).map(move |behind| next_row(behind) / self.row_length)
    }

    /// The number of the cells in front of the row of a state.
    pub(super) fn row(&self, state: usize) -> usize {
        state * self.row_length
    }

    /// Writes the expected turns of a state, in units of 2⁻³² turns.
    pub(super) fn set_turns(&mut self, state: usize, turns: u64) {
        self.rows.set_turns(state * self.row_length, turns);
    }

    /// The state of this player, which is added if it is new.
    fn intern(&mut self, player: PlayerState) -> FoundState {
        let PlayerState {
            pieces,
            aftereffect,
        } = player;
        let place = aftereffect as usize * Configuration::COUNT + pieces.index();
        if place >= self.found.len() {
            let length = (aftereffect as usize + 1) * Configuration::COUNT;
            self.found.resize(length, None);
        }
        if let Some(found) = self.found[place] {
            return found;
        }
        let standing = self.rules.standing(player, || self.is_stuck(pieces));
        let found = FoundState::new(self.states.len(), standing != Standing::Playing);
        self.states.push(State {
            pieces,
            aftereffect,
            standing,
        });
        self.found[place] = Some(found);
        found
    }

    /// Returns whether a player with these pieces is stuck by [the rules](Rules::is_stuck).
    fn is_stuck(&self, pieces: Configuration) -> bool {
        let rolls = self.columns.rolls.iter().copied();
        self.rules.is_stuck(pieces, rolls, self.seat)
    }

    /// Writes the row of a state behind those of all states found before it. The states to which it
    /// leads are added if they are new.
    fn write_row(&mut self, state: State) {
        let is_stuck = state.standing == Standing::Stuck;
        let header = Header::new(self.rules.exposed(state.pieces), is_stuck);
        let row = self.rows.push(self.row_length, header);
        if state.standing != Standing::Won {
            for column in 0..self.columns.rolls.len() {
                let entry = self.build_entry(state, self.columns.rolls[column]);
                self.rows.set_entry(row, column, entry);
            }
        }
        for (behind, field) in header.exposed_fields().enumerate() {
            let next = self.intern(PlayerState {
                pieces: state.pieces.without(field),
                aftereffect: state.aftereffect,
            });
            self.rows
                .set_after_capture(row, behind, self.row(next.number()));
        }
    }

    /// The entry of a roll in this state. The state that it leads to is added if it is new.
    fn build_entry(&mut self, state: State, roll: Roll) -> Entry {
        let before = PlayerState {
            pieces: state.pieces,
            aftereffect: state.aftereffect,
        };
        let is_stuck = |pieces| self.is_stuck(pieces);
        let played = self.rules.play_roll(before, roll, self.seat, is_stuck);
        let landings = opposite_fields(played.landings);
        let next = self.intern(played.after);
        Entry::new(
            self.row(next.number()),
            !played.is_due_again,
            next.has_halted(),
            landings,
        )
    }
}
