//! The automaton of a die under a rule set, as flat arrays.
//!
//! Which piece a roll moves depends on the mover's own pieces alone, so one die under one rule set
//! is a finite automaton: (configuration, roll) → (next configuration, field landed on, …). Under
//! `offiziell` it has 14,939 states for the normal die and 74,815 for a 1–20 die, counting any
//! capture as possible at any time; no die has more than 149,986. An [`Automaton`] lists all states
//! that can be reached from the start; [`Automata`] puts those of all dice of a tournament behind
//! one another.
//!
//! Under `wlr` a state is a configuration and whether the player counts as stuck, which depends on
//! the last roll; a roll may land on two fields; and each seat has an automaton of its own. The
//! [game loop](crate::engine::games) sees nothing of it but in its rare branch.
//!
//! # Layout
//!
//! The cost of a game is the cost of walking these tables, so they are laid out for the
//! [game loop](crate::engine::games) to do as little as possible per roll:
//!
//! * A state is a *row* of 64-bit cells: a header, then an entry per column. Rows are padded to
//!   whole cache lines, so a row of a die with up to seven columns is exactly one line, and looking
//!   at the opponent's header fetches what the opponent's next roll needs.
//! * The header is the set of track fields that the player holds, in bits 0 to 39. The low bits of an
//!   entry are the fields that the roll lands on, *seen from the other seat*. So
//!   `entry & header of the other player` is non-zero if the roll captures.
//! * The three bits above make the same test catch everything else out of the ordinary, at no
//!   cost: the end of the game and stuck players, see `EVENT` and `STUCK`. One
//!   rarely taken branch per roll remains (3.9 % of rolls for the normal die).
//! * The upper 24 bits of an entry are the next row's place in the array, ready to be used: a row
//!   starts at a multiple of eight cells, which leaves the three bits below free for flags.
//!
//! ```text
//!  63                     43 42   41    40    39                                     0
//! ┌─────────────────────────┬────┬─────┬─────┬────────────────────────────────────────┐
//! │ 0                       │ 0  │STUCK│  1  │ track fields held                      │ header
//! ├─────────────────────────┼────┼─────┼─────┼────────────────────────────────────────┤
//! │ next row / 8            │PASS│  1  │EVENT│ track field landed on, opponent's view │ entry
//! └─────────────────────────┴────┴─────┴─────┴────────────────────────────────────────┘
//! ```
//!
//! Counted by `valgrind --tool=callgrind`, normal die against itself: a plain layout (32-bit
//! entries with the landing field as a number, the sets of fields in an array of their own, a roll's
//! column looked up) took 75 instructions a roll; this one takes 36, the drawing of the roll and the
//! end of games included.
//!
//! # Columns
//!
//! Equal faces are one weighted outcome, and so are all faces that can never move anything (0, and
//! 44 or more; `wlr`, for which 0 can, has none above 20). Divided by their greatest common divisor, the weights often become so small that
//! a column per unit of weight still fits: `1 1 1 6 6 6` has the two columns 1 and 6, and
//! `1 1 1 1 6 6` the three columns 1, 1 and 6. Then a roll *is* a column. If that would take more
//! than [`MAX_COLUMNS`], there is a column per outcome and a list that says which roll is which.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::ops::Range;

use itertools::Itertools;
use rayon::prelude::*;

use crate::dice::Die;
use crate::exact::{ChainMove, ChainState};
use crate::rules::{
    Configuration, FIELDS, Move, PIECES, Rules, SIX, TRACK, TRACK_FIELDS, opposite,
};

/// No die needs more columns: the faces 1 to 43, and one that moves nothing.
pub const MAX_COLUMNS: usize = FIELDS as usize;

/// Entry: the roll wins, or leaves the mover stuck. Set in every header.
pub(crate) const EVENT: u64 = 1 << TRACK;
/// Header: this player is stuck. Set in every entry, so that no roll goes unnoticed then.
pub(crate) const STUCK: u64 = 1 << (TRACK + 1);
/// Entry, as a bit number: the turn passes to the other player (the roll was no 6).
pub(crate) const PASS_BIT: u32 = TRACK as u32 + 2;

/// Cells per cache line of 64 bytes; rows start at multiples of it.
const LINE: usize = 8;
/// An entry shifted right by this, with the flags masked out, is the place of the next row.
const PLACE_SHIFT: u32 = PASS_BIT + 1 - LINE.ilog2();

/// The place of the next row that an entry names, relative to the automaton's first row.
#[inline(always)]
pub(crate) fn next_row(entry: u64) -> usize {
    (entry >> PLACE_SHIFT) as usize & !(LINE - 1)
}

/// For every row, the rows that follow when the opponent captures the piece that is rearmost on
/// the track, the second one from behind, and so on.
pub(crate) type Captured = [u32; PIECES as usize];

/// Where in [`Automata::captured`] the successors of the row at `place` are.
#[inline(always)]
pub(crate) fn captured_index(place: usize) -> usize {
    place / LINE
}

/// The distinct outcomes of rolling a die, and how a roll selects one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Columns {
    /// The roll that each column stands for, at most [`MAX_COLUMNS`]; 0 for all that never move
    /// anything.
    rolls: Vec<u32>,
    /// The column of each of the equally likely results of rolling the die.
    by_side: Vec<u8>,
}

impl Columns {
    /// The columns of a die: as many sides as its weights need, see the
    /// [module documentation](self#columns).
    pub fn new(die: &Die) -> Columns {
        let mut weights = [0usize; MAX_COLUMNS];
        for &face in die.faces() {
            weights[roll_of(face) as usize] += 1;
        }
        let unit = weights.iter().copied().fold(0, greatest_common_divisor);
        let outcomes = weights
            .iter()
            .zip(0u32..)
            .filter(|&(&weight, _)| weight > 0)
            .map(|(&weight, roll)| (roll, weight / unit));
        let sides: usize = outcomes.clone().map(|(_, weight)| weight).sum();
        if sides <= MAX_COLUMNS {
            Columns {
                rolls: outcomes
                    .flat_map(|(roll, weight)| std::iter::repeat_n(roll, weight))
                    .collect(),
                by_side: (0..sides as u8).collect(),
            }
        } else {
            Columns {
                rolls: outcomes.clone().map(|(roll, _)| roll).collect(),
                by_side: (0u8..)
                    .zip(outcomes)
                    .flat_map(|(column, (_, weight))| std::iter::repeat_n(column, weight))
                    .collect(),
            }
        }
    }

    /// How many equally likely results a roll has; they are numbered from 0.
    pub fn sides(&self) -> u64 {
        self.by_side.len() as u64
    }

    /// The column of each of the [`sides`](Self::sides).
    pub fn by_side(&self) -> &[u8] {
        &self.by_side
    }

    /// The roll that each column stands for; 0 for all faces that never move anything.
    pub fn rolls(&self) -> &[u32] {
        &self.rolls
    }

    /// Whether the number of a side is its column.
    pub(crate) fn are_sides(&self) -> bool {
        self.by_side.len() == self.rolls.len()
    }
}

/// The roll that a face counts as: itself, or 0 if it never moves anything.
pub fn roll_of(face: u32) -> u32 {
    if face < u32::from(FIELDS) { face } else { 0 }
}

fn greatest_common_divisor(a: usize, b: usize) -> usize {
    if b == 0 {
        a
    } else {
        greatest_common_divisor(b, a % b)
    }
}

/// The automaton of one die under one rule set. States are numbered from 0, the start.
#[derive(Clone, Debug)]
pub struct Automaton {
    columns: Columns,
    configurations: Vec<Configuration>,
    /// Rows of the states in order, each of [`row_length`] cells.
    cells: Vec<u64>,
    /// See [`captured_index`].
    captured: Vec<Captured>,
}

impl Automaton {
    /// Finds all configurations that the die can reach from the start (and from those in `also`),
    /// and what each roll does to each.
    pub fn new(die: &Die, rules: Rules, seat: usize, also: &[Configuration]) -> Automaton {
        Automaton::with_columns(Columns::new(die), rules, seat, also)
    }

    fn with_columns(
        columns: Columns,
        rules: Rules,
        seat: usize,
        also: &[Configuration],
    ) -> Automaton {
        let row_length = row_length(&columns);
        let place = |found: Found| u64::from(found.state) * row_length as u64;
        let is_stuck = |own| rules.is_stuck(own, columns.rolls.iter().copied(), seat);
        let mut states = States::new();
        // Being stuck is a part of the state. Where players pass it follows from the configuration.
        let resting = |own: Configuration| rules.passes() && !own.is_won() && is_stuck(own);
        for &configuration in [Configuration::START].iter().chain(also) {
            states.find_resting(configuration, resting);
        }
        let mut cells = Vec::new();
        let mut captured = Vec::new();
        let mut next_state = 0;
        // Every state found is looked at once; looking at it may find more.
        while let Some(&(own, stuck)) = states.found.get(next_state) {
            next_state += 1;
            let row = cells.len();
            cells.resize(row + row_length, 0);
            captured.resize(captured_index(cells.len()), Captured::default());
            cells[row] = own.track() | EVENT | if stuck { STUCK } else { 0 };
            if own.is_won() {
                // Nothing is rolled any more.
                continue;
            }
            for (entry, &roll) in cells[row + 1..].iter_mut().zip(&columns.rolls) {
                let turn = rules.turn(own, roll, seat);
                let landings = turn
                    .moves()
                    .filter_map(Move::landing)
                    .fold(0, |fields, field| fields | 1 << opposite(field));
                let after = turn.after(own);
                let event = after.is_won();
                let next = if rules.passes() {
                    states.find_resting(after, resting)
                } else {
                    let moved = turn.moves().next().is_some();
                    states.find(after, !moved && is_stuck(after))
                };
                *entry = (place(next) << PLACE_SHIFT)
                    | (u64::from(roll != SIX) << PASS_BIT)
                    | STUCK
                    | if event || next.stuck { EVENT } else { 0 }
                    | landings;
            }
            let mut on_track = own.track();
            for captured in &mut captured[captured_index(row)] {
                if on_track != 0 {
                    let rearmost = on_track.trailing_zeros() as u8;
                    let left = own.without(rearmost);
                    let next = if rules.passes() {
                        states.find_resting(left, resting)
                    } else {
                        states.find(left, stuck)
                    };
                    *captured = place(next) as u32;
                    on_track &= on_track - 1;
                }
            }
        }
        let configurations = states.found.into_iter().map(|(own, _)| own).collect();
        Automaton {
            columns,
            configurations,
            cells,
            captured,
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

    /// Whether the won configuration can be reached.
    fn can_win(&self) -> bool {
        self.configurations.iter().any(|own| own.is_won())
    }

    /// Bytes that its arrays take.
    fn bytes(&self) -> usize {
        size_of_val(&self.cells[..])
            + size_of_val(&self.captured[..])
            + size_of_val(&self.configurations[..])
    }
}

/// Cells of a row: the header and an entry per column, in whole cache lines.
fn row_length(columns: &Columns) -> usize {
    (1 + columns.rolls.len()).next_multiple_of(LINE)
}

/// The states found so far.
struct States {
    /// The configuration of each, and whether the player is stuck.
    found: Vec<(Configuration, bool)>,
    /// The number of each state, from 1, by the configuration's rank, not stuck and stuck.
    numbers: Vec<[Option<NonZeroU32>; 2]>,
}

/// A state that was found.
#[derive(Clone, Copy)]
struct Found {
    state: u32,
    stuck: bool,
}

impl States {
    fn new() -> States {
        States {
            found: Vec::new(),
            numbers: vec![[None; 2]; Configuration::COUNT],
        }
    }

    /// The only state of this configuration, where being stuck follows from it.
    fn find_resting(
        &mut self,
        configuration: Configuration,
        is_stuck: impl FnOnce(Configuration) -> bool,
    ) -> Found {
        let [free, stuck] = self.numbers[configuration.rank()];
        match free.or(stuck) {
            Some(number) => Found {
                state: number.get() - 1,
                stuck: stuck.is_some(),
            },
            None => self.find(configuration, is_stuck(configuration)),
        }
    }

    /// The state of this configuration, stuck or not, which may be a new one.
    fn find(&mut self, configuration: Configuration, stuck: bool) -> Found {
        let number = &mut self.numbers[configuration.rank()][usize::from(stuck)];
        let state = match number {
            Some(number) => number.get() - 1,
            None => {
                self.found.push((configuration, stuck));
                *number = NonZeroU32::new(self.found.len() as u32);
                self.found.len() as u32 - 1
            }
        };
        Found { state, stuck }
    }
}

/// The automata of a tournament's dice, in one array: whichever seat rolls, the game loop looks into the
/// same one.
///
/// Dice with the same [`Columns`] are of one kind and share theirs, and so do both seats, unless the rules
/// tell them apart. Not those of all kinds need be at hand at once.
#[derive(Debug)]
pub struct Automata {
    rules: Rules,
    /// The columns of each kind.
    columns: Vec<Columns>,
    /// The number of each die's kind.
    kinds: Vec<usize>,
    /// All rows; the first one lies on a cache line.
    cells: Vec<u64>,
    /// Unused cells in front of the first row, to begin on a cache line.
    unused: usize,
    captured: Vec<Captured>,
    /// Those of each kind on each of the seats, if they are at hand.
    placed: Vec<Option<Placed>>,
    /// How many a kind has.
    seats: usize,
    /// Whether stuck players pass.
    pub(crate) passes: bool,
}

/// One automaton's part of [`Automata`].
#[derive(Debug)]
pub(crate) struct Placed {
    pub(crate) columns: Columns,
    /// Place of the first row.
    pub(crate) base: usize,
    /// Place of the row of the won configuration, if it can be reached.
    pub(crate) won: Option<usize>,
    pub(crate) configurations: Vec<Configuration>,
    pub(crate) row_length: usize,
}

/// What the automata of a kind are like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Measure {
    /// Bytes that they take.
    pub(crate) bytes: usize,
    /// Whether a die of this kind could win.
    pub(crate) can_win: bool,
}

impl Automata {
    /// Those of all kinds of these dice.
    pub fn new(dice: &[Die], rules: Rules) -> Automata {
        let mut automata = Automata::of(dice, rules);
        automata.measure(usize::MAX);
        automata
    }

    /// None yet.
    pub(crate) fn of(dice: &[Die], rules: Rules) -> Automata {
        let each: Vec<Columns> = dice.par_iter().map(Columns::new).collect();
        let columns: Vec<Columns> = each.iter().unique().cloned().collect();
        let number: HashMap<&Columns, usize> = columns.iter().zip(0..).collect();
        let kinds = each.iter().map(|columns| number[columns]).collect();
        Automata::without(columns, kinds, rules, seats(rules))
    }

    fn without(columns: Vec<Columns>, kinds: Vec<usize>, rules: Rules, seats: usize) -> Automata {
        Automata {
            rules,
            cells: Vec::new(),
            unused: 0,
            captured: Vec::new(),
            placed: (0..columns.len() * seats).map(|_| None).collect(),
            seats,
            passes: rules.passes(),
            columns,
            kinds,
        }
    }

    /// Puts automata of a rule set behind one another, a die each, which plays on one seat only if
    /// the rules tell them apart.
    pub fn join(automata: Vec<Automaton>, rules: Rules) -> Automata {
        let columns = automata.iter().map(|automaton| automaton.columns.clone());
        let kinds = (0..automata.len()).collect();
        let mut joined = Automata::without(columns.collect(), kinds, rules, 1);
        joined.append(automata.into_iter().zip(0..).collect());
        joined
    }

    /// Builds the automata of these kinds, on all threads, and gives each its number in `placed`.
    fn build(&self, kinds: Range<usize>) -> Vec<(Automaton, usize)> {
        let numbers = kinds.start * self.seats..kinds.end * self.seats;
        let build = |number: usize| {
            let columns = self.columns[number / self.seats].clone();
            Automaton::with_columns(columns, self.rules, number % self.seats, &[])
        };
        numbers
            .into_par_iter()
            .map(|number| (build(number), number))
            .collect()
    }

    /// Builds the automata of each kind, as many at once as there are threads, and says what they are like.
    /// All of them are at hand then if they take at most this many bytes; otherwise none are.
    pub(crate) fn measure(&mut self, most: usize) -> Vec<Measure> {
        let mut measures = Vec::new();
        let mut bytes = 0;
        for kinds in in_threads(0..self.columns.len()) {
            let built = self.build(kinds);
            for kind in built.chunks(self.seats) {
                let measure = Measure {
                    bytes: kind.iter().map(|(automaton, _)| automaton.bytes()).sum(),
                    can_win: kind.iter().any(|(automaton, _)| automaton.can_win()),
                };
                bytes += measure.bytes;
                measures.push(measure);
            }
            if bytes <= most {
                self.append(built);
            } else {
                self.forget(0);
            }
        }
        measures
    }

    /// Brings the automata of these kinds, behind those that are at hand; as many at once as there are
    /// threads.
    pub(crate) fn bring(&mut self, kinds: Range<usize>) {
        for kinds in in_threads(kinds) {
            let built = self.build(kinds);
            self.append(built);
        }
    }

    /// Forgets the automata of all kinds from this one on.
    pub(crate) fn forget(&mut self, kind: usize) {
        for place in &mut self.placed[kind * self.seats..] {
            *place = None;
        }
        let ends = self.placed.iter().flatten().map(Placed::end);
        let end = ends.max().unwrap_or(0);
        self.cells.truncate(self.unused + end);
        self.captured.truncate(captured_index(end));
    }

    /// Puts these automata with their numbers behind those that are at hand.
    fn append(&mut self, automata: Vec<(Automaton, usize)>) {
        let lengths = automata.iter().map(|(automaton, _)| automaton.cells.len());
        self.reserve(lengths.sum());
        for (automaton, number) in automata {
            let base = self.cells().len();
            let row_length = row_length(&automaton.columns);
            self.cells.extend(automaton.cells);
            self.captured.extend(automaton.captured);
            self.placed[number] = Some(Placed {
                columns: automaton.columns,
                base,
                won: automaton
                    .configurations
                    .iter()
                    .position(|configuration| configuration.is_won())
                    .map(|state| base + state * row_length),
                configurations: automaton.configurations,
                row_length,
            });
        }
    }

    /// Makes room for so many more cells.
    fn reserve(&mut self, more: usize) {
        self.cells.reserve(more + 2 * LINE);
        let unused = self.cells.as_ptr().align_offset(LINE * size_of::<u64>()) % LINE;
        // They may have moved to another place within a cache line.
        if unused > self.unused {
            let more = std::iter::repeat_n(0, unused - self.unused);
            self.cells.splice(0..0, more);
        } else {
            self.cells.drain(..self.unused - unused);
        }
        self.unused = unused;
    }

    /// All rows of all dice.
    pub(crate) fn cells(&self) -> &[u64] {
        &self.cells[self.unused..]
    }

    /// The rows after captures, relative to the captured player's automaton; see
    /// [`captured_index`].
    pub(crate) fn captured(&self) -> &[Captured] {
        &self.captured
    }

    /// The number of dice.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Whether there are no dice.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// The number of this die's kind, from 0 without gaps. Dice with the same number cannot be told
    /// apart in play.
    pub fn kind(&self, die: usize) -> usize {
        self.kinds[die]
    }

    /// Whether this die could win, if its pieces were captured at the right times. Otherwise it never
    /// wins.
    pub fn can_win(&self, die: usize) -> bool {
        [0, 1].iter().any(|&seat| self.die(die, seat).won.is_some())
    }

    /// About how many bytes the [exact solver](crate::exact) takes for the states of this die on this seat
    /// before it looks what it needs for a pairing.
    pub(crate) fn chain_bytes(&self, die: usize, seat: usize) -> usize {
        let placed = self.die(die, seat);
        placed.configurations.len() * (200 + 160 * placed.columns.rolls.len())
    }

    /// The states of the automaton of this die on this seat, for the [exact solver](crate::exact).
    pub(crate) fn states(&self, die: usize, seat: usize) -> Vec<ChainState> {
        let placed = self.die(die, seat);
        let cells = &self.cells()[placed.base..];
        let captured = &self.captured[captured_index(placed.base)..];
        let number = |place: usize| place / placed.row_length;
        let weights: Vec<u64> = (0..placed.columns.rolls.len())
            .map(|column| {
                let sides = placed.columns.by_side.iter();
                sides.filter(|&&side| usize::from(side) == column).count() as u64
            })
            .collect();
        (0..placed.configurations.len())
            .map(|state| {
                let row = state * placed.row_length;
                let stuck = cells[row] & STUCK != 0;
                let held = cells[row] & TRACK_FIELDS;
                let won = placed.won == Some(placed.base + row);
                let entries = cells[row + 1..].iter().zip(&weights);
                let passes = stuck && self.passes;
                ChainState {
                    moves: entries
                        .filter(|_| !won && !passes)
                        .map(|(&entry, &weight)| ChainMove {
                            to: number(next_row(entry)),
                            again: entry >> PASS_BIT & 1 == 0,
                            landing: entry & TRACK_FIELDS,
                            weight,
                        })
                        .collect(),
                    held,
                    captured: captured[captured_index(row)][..held.count_ones() as usize]
                        .iter()
                        .map(|&place| number(place as usize))
                        .collect(),
                    stuck,
                    won,
                }
            })
            .collect()
    }

    /// The part of the die with this index on this seat.
    ///
    /// # Panics
    ///
    /// If it is not at hand.
    pub(crate) fn die(&self, index: usize, seat: usize) -> &Placed {
        match &self.placed[self.kinds[index] * self.seats + seat % self.seats] {
            Some(placed) => placed,
            None => panic!("the automaton of die {index} is not at hand"),
        }
    }
}

/// These kinds in runs, one for each thread.
fn in_threads(kinds: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let threads = rayon::current_num_threads();
    let firsts = kinds.clone().step_by(threads);
    firsts.map(move |first| first..kinds.end.min(first + threads))
}

/// How many automata a die has.
fn seats(rules: Rules) -> usize {
    if rules.has_seats() { 2 } else { 1 }
}

impl Placed {
    /// The place behind the last row.
    fn end(&self) -> usize {
        self.base + self.configurations.len() * self.row_length
    }

    /// The configuration of the row at this place.
    pub(crate) fn configuration(&self, place: usize) -> Configuration {
        self.configurations[(place - self.base) / self.row_length]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(faces: impl IntoIterator<Item = u32>) -> Columns {
        Columns::new(&Die::new(faces.into_iter().collect()).unwrap())
    }

    #[test]
    fn a_roll_is_a_column_where_that_fits() {
        for (faces, rolls) in [
            (vec![3, 1, 2], vec![1, 2, 3]),
            (vec![1, 1, 1, 6, 6, 6], vec![1, 6]),
            (vec![1, 1, 6, 1, 6, 1], vec![1, 1, 6]),
            (vec![6; 1_000_000], vec![6]),
            (vec![0, 44, u32::MAX, 43], vec![0, 0, 0, 43]),
        ] {
            let columns = columns(faces);
            assert_eq!(columns.rolls(), rolls);
            assert!(columns.are_sides());
            assert_eq!(columns.sides(), rolls.len() as u64);
        }
    }

    #[test]
    fn otherwise_there_is_a_column_per_outcome() {
        let columns = columns([1; 100].into_iter().chain([6, 50, 0]));
        assert_eq!(columns.rolls(), [0, 1, 6]);
        assert!(!columns.are_sides());
        assert_eq!(columns.sides(), 103);
        let weight = |column| {
            let sides = columns.by_side().iter();
            sides.filter(|&&other| other == column).count()
        };
        assert_eq!([0, 1, 2].map(weight), [2, 100, 1]);
    }

    #[test]
    fn never_more_than_the_most_columns() {
        for faces in [0..=43u32, 0..=44, 1..=1000] {
            let columns = columns(faces.chain([6, 6, 7]));
            assert!(columns.rolls().len() <= MAX_COLUMNS);
        }
    }

    #[test]
    fn dice_with_the_same_columns_share_an_automaton() {
        let dice = [vec![1, 6], vec![1, 2, 6], vec![6, 1, 6, 1], vec![1, 44, 6]]
            .map(|faces| Die::new(faces).unwrap());
        let automata = Automata::new(&dice, Rules::Offiziell);
        let base = |index| automata.die(index, 0).base;
        assert_eq!(base(0), base(2));
        assert_eq!(automata.placed.iter().flatten().count(), 3);
        assert_eq!(automata.die(1, 0).columns.rolls(), [1, 2, 6]);
        assert_eq!(automata.die(3, 0).columns.rolls(), [0, 1, 6]);
    }

    #[test]
    fn rows_begin_on_cache_lines() {
        let dice = [1..=6, 1..=20, 6..=11].map(|faces| Die::new(faces.collect()).unwrap());
        let automata = Automata::new(&dice, Rules::Offiziell);
        assert_eq!(automata.cells().as_ptr().align_offset(64), 0);
        for index in 0..dice.len() {
            let die = automata.die(index, 0);
            assert_eq!(die.base % LINE, 0);
            assert_eq!(die.configuration(die.base), Configuration::START);
            assert!(die.configuration(die.won.unwrap()).is_won());
        }
    }
}
