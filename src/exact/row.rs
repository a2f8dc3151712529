//! The sweep of one row.
//!
//! Probability comes to a row from where it waited in it, and from earlier rows by rolls of the
//! first player. In each joint state it then takes one of three ways. It *ends* if the game is over
//! there. It *waits* for the next sweep if it is too little to be worth a visit, unless its tile
//! has so little that this is given up. Otherwise the joint state is *visited*: the second player's
//! rolls push it to later columns of the row, or send it to another row if they capture; the first
//! player's *turns*, the mean number that a game has there, are only noted, and later rows pull from
//! them.

use std::mem;
use std::ops::AddAssign;

use super::GameExpectation;
use super::chain::{Chain, ChainState, RollOdds};
use super::grid::{Grid, Pull, PullCaptures, Push, TILE_WIDTH, Tile, column_of, slot};
use super::sparse::{Arrival, CHUNK, SparseRow, round_down, sum};
use crate::rules::Standing;

/// The probabilities that are too little for a sweep.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Thresholds {
    /// A joint state is visited only if it has more than this.
    pub(super) visit: f64,
    /// A tile that waits is kept only if it has more than this. Otherwise it is given up.
    pub(super) keep: f64,
}

/// Totals over all joint states.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Totals {
    /// The probabilities that have become certain; see [`Solution::certain`](super::Solution).
    pub(super) certain: GameExpectation,
    /// The mean number of joint states that a game has met.
    pub(super) met: f64,
    /// The probability that was given up, for want of memory or because it was next to nothing, or
    /// lost where it was stored.
    pub(super) given_up: f64,
    /// The number of joint states visited.
    pub(super) visits: u64,
}

impl AddAssign for Totals {
    fn add_assign(&mut self, other: Totals) {
        self.certain += other.certain;
        self.met += other.met;
        self.given_up += other.given_up;
        self.visits += other.visits;
    }
}

/// Probabilities that come to a row in another way than by pulls, and wait there until it is swept:
/// by captures of the second player, by rolls of either player that change nothing but capture, or
/// at the beginning of a game.
#[derive(Clone, Debug)]
pub(super) struct Delivery {
    pub(super) row: usize,
    pub(super) arrivals: Vec<Arrival>,
}

/// The results of the sweep of a row.
#[derive(Debug, Default)]
pub(super) struct SweptRow {
    /// The probabilities that wait for the next sweep.
    pub(super) waiting: SparseRow,
    /// The first player's turns.
    pub(super) turns: SparseRow,
    /// At most one delivery for each row.
    pub(super) deliveries: Vec<Delivery>,
    pub(super) totals: Totals,
}

/// The memory in which one row after another is swept. Here a tile has all places, also those with
/// nothing.
#[derive(Debug)]
pub(super) struct Scratch<'a> {
    grid: &'a Grid<'a>,
    thresholds: Thresholds,
    /// The tiles of the row. They are not cleared from row to row: one that is not `used` holds
    /// masses of an earlier row.
    tiles: Vec<Tile>,
    /// For each tile whether it holds masses of this row.
    used: Vec<bool>,
    /// The first player's turns in the columns that were visited.
    turns: SparseRow,
    /// The masses that wait for the next sweep.
    waiting: SparseRow,
    swept: SweptRow,
}

impl<'a> Scratch<'a> {
    pub(super) fn new(grid: &'a Grid<'a>, thresholds: Thresholds) -> Scratch<'a> {
        Scratch {
            grid,
            thresholds,
            tiles: vec![[[0.0; TILE_WIDTH]; 2]; grid.tiles],
            used: vec![false; grid.tiles],
            turns: SparseRow::default(),
            waiting: SparseRow::default(),
            swept: SweptRow::default(),
        }
    }

    /// Gets the tile with this number, which is empty if it has not been used in this row yet.
    #[inline]
    fn tile_mut(&mut self, number: usize) -> &mut Tile {
        if !mem::replace(&mut self.used[number], true) {
            self.tiles[number] = [[0.0; TILE_WIDTH]; 2];
        }
        &mut self.tiles[number]
    }

    /// Fills the tiles with a stored row alone.
    fn load(&mut self, row: &SparseRow) {
        self.used.fill(false);
        for stored in row.tiles() {
            let tile = self.tile_mut(stored.number).as_flattened_mut();
            for (&place, &mass) in stored.places.iter().zip(stored.masses) {
                tile[usize::from(place) % (2 * TILE_WIDTH)] = f64::from(mass);
            }
        }
        for arrival in &row.arrived {
            let slot = arrival.slot as usize;
            let tile = self.tile_mut(slot / (2 * TILE_WIDTH)).as_flattened_mut();
            tile[slot % (2 * TILE_WIDTH)] += f64::from(arrival.mass);
        }
    }

    /// Stores a tile until the next sweep. Returns the probability that is lost by rounding.
    fn store(&mut self, number: usize) -> f64 {
        let mut lost = 0.0;
        let tile = self.tiles[number].as_flattened();
        for (masses, first) in tile.chunks_exact(CHUNK).zip((0..).step_by(CHUNK)) {
            if is_empty(masses) {
                continue;
            }
            for (&mass, place) in masses.iter().zip(first..) {
                lost += self.waiting.push(place, mass);
            }
        }
        self.waiting.end_tile(number);
        lost
    }

    /// Adds the arrivals of a row to its tiles. Returns the probability that is lost by rounding.
    pub(super) fn store_arrived(&mut self, row: &mut SparseRow) -> f64 {
        self.load(row);
        let mut lost = 0.0;
        for number in 0..self.tiles.len() {
            if self.used[number] {
                lost += self.store(number);
            }
        }
        *row = self.waiting.take_tiles();
        lost
    }

    /// Sweeps a row, given the probabilities `waiting` in it and the first player's turns in all
    /// `earlier` rows.
    pub(super) fn sweep(
        &mut self,
        row: usize,
        waiting: &SparseRow,
        earlier: &[SparseRow],
    ) -> SweptRow {
        if self.grid.first.states[row].standing == Standing::Won {
            self.pull_wins(row, earlier);
        } else {
            self.load(waiting);
            self.pull_all(row, earlier);
            self.sweep_tiles(row);
            self.swept.turns = self.turns.take_tiles();
            self.swept.waiting = self.waiting.take_tiles();
        }
        mem::take(&mut self.swept)
    }

    /// Adds the rolls by which the first player wins in this row.
    fn pull_wins(&mut self, row: usize, earlier: &[SparseRow]) {
        for pull in &self.grid.pulls[row] {
            let turns: f64 = earlier[pull.from]
                .tiles()
                .map(|tile| sum(tile.masses))
                .sum();
            self.swept.totals.certain.wins[0] += pull.probability * turns;
        }
    }

    /// Adds the masses that rolls of the first player bring here from earlier rows.
    fn pull_all(&mut self, row: usize, earlier: &[SparseRow]) {
        for pull in &self.grid.pulls[row] {
            match pull.captures {
                PullCaptures::AtTurnEnd => self.pull_turn_end(row, pull, &earlier[pull.from]),
                _ => self.pull(pull, &earlier[pull.from]),
            }
        }
    }

    /// Adds the masses that a roll of the first player brings here from an earlier row.
    fn pull(&mut self, pull: &Pull, turns: &SparseRow) {
        let next = usize::from(pull.passes);
        let captures = match pull.captures {
            PullCaptures::Listed(index) => Some(&self.grid.captures[index]),
            _ => None,
        };
        for stored in turns.tiles() {
            let turns_by_place = || stored.places.iter().zip(stored.masses);
            let column_in_tile = |place: u8| usize::from(place) % TILE_WIDTH;
            let mass_of = |turns: f32| f64::from(turns) * pull.probability;
            let (hits, columns_after) = captures.map_or((0, &[][..]), |tiles| {
                let tile = &tiles[stored.number];
                (tile.hits, &tile.columns_after)
            });
            let here = &mut self.tile_mut(stored.number)[next];
            if hits == 0 {
                for (&place, &turns) in turns_by_place() {
                    here[column_in_tile(place)] += mass_of(turns);
                }
                continue;
            }
            let is_hit = |column: usize| hits >> column & 1 == 1;
            for (&place, &turns) in turns_by_place() {
                let column = column_in_tile(place);
                if !is_hit(column) {
                    here[column] += mass_of(turns);
                }
            }
            // Where the roll captures, it leads to another column.
            for (&place, &turns) in turns_by_place() {
                let column = column_in_tile(place);
                if is_hit(column) {
                    let before = hits & ((1 << column) - 1);
                    let after = columns_after[before.count_ones() as usize] as usize;
                    self.tile_mut(after / TILE_WIDTH)[next][after % TILE_WIDTH] += mass_of(turns);
                }
            }
        }
    }

    /// Adds the masses that a roll of the first player brings here from an earlier row, if its turn
    /// is over with the roll, and all its pieces capture.
    fn pull_turn_end(&mut self, row: usize, pull: &Pull, turns: &SparseRow) {
        let (second, landed) = (self.grid.second, self.grid.landed_fields[0][row]);
        let next = usize::from(pull.passes);
        for stored in turns.tiles() {
            for (&place, &turns) in stored.places.iter().zip(stored.masses) {
                let column = stored.number * TILE_WIDTH + usize::from(place) % TILE_WIDTH;
                let after = second.after_captures(column, landed);
                self.tile_mut(after / TILE_WIDTH)[next][after % TILE_WIDTH] +=
                    f64::from(turns) * pull.probability;
            }
        }
    }

    /// Sweeps the tiles of a row in their order.
    fn sweep_tiles(&mut self, row: usize) {
        for number in 0..self.grid.tiles {
            if !self.used[number] {
                continue;
            }
            let has_endings = self.grid.has_endings(row, number);
            let [mass, most] = sum_and_most(&self.tiles[number]);
            if most <= self.thresholds.visit && !has_endings {
                let keeps = mass > self.thresholds.keep;
                let lost = if keeps { self.store(number) } else { mass };
                self.swept.totals.given_up += lost;
            } else {
                self.visit_tile(row, number, has_endings);
            }
        }
    }

    /// Visits the joint states in a tile, after the masses from all earlier tiles have come.
    fn visit_tile(&mut self, row: usize, number: usize, has_endings: bool) {
        for &tile in &self.grid.pushed_tiles[number] {
            self.tile_mut(tile as usize);
        }
        let first = &self.grid.first.states[row];
        let mut visit = TileVisit {
            grid: self.grid,
            row,
            odds: first.odds,
            exposed: first.exposed,
            threshold: self.thresholds.visit,
            has_endings,
            captures_at_turn_end: self.grid.captures_at_turn_end,
            landings: &self.grid.landings,
            probabilities: &self.grid.probabilities,
            masses: self.tiles.as_flattened_mut().as_flattened_mut(),
            turns: &mut self.turns,
            waiting: &mut self.waiting,
            swept: &mut self.swept,
            sums: TileSums::default(),
        };
        visit.visit_columns(number);
        let sums = visit.sums;
        self.turns.end_tile(number);
        let lost_waiting = if sums.waiting > self.thresholds.keep {
            self.waiting.end_tile(number);
            sums.lost_waiting
        } else {
            self.waiting.drop_tile();
            sums.waiting
        };
        let totals = &mut self.swept.totals;
        totals.given_up += sums.lost_turns * first.odds.leaves + lost_waiting + sums.lost_sent;
        totals.met += sums.met;
        totals.certain.rolls += sums.rolls;
        totals.visits += sums.visits;
    }
}

/// Sums over the joint states of a tile.
#[derive(Clone, Copy, Debug, Default)]
struct TileSums {
    /// The probability that waits.
    waiting: f64,
    /// The mean number of joint states that a game has met.
    met: f64,
    /// The mean number of rolls.
    rolls: f64,
    /// The number of joint states visited.
    visits: u64,
    /// The part of the first player's turns that is lost by rounding.
    lost_turns: f64,
    /// The waiting probability that is lost by rounding.
    lost_waiting: f64,
    /// The probability sent to other rows that is lost by rounding.
    lost_sent: f64,
}

/// The visit of the joint states in a tile: its settings, the memory that it changes, and its sums.
// Everything but captures and the cold functions is inlined, so that the sums are in registers.
struct TileVisit<'a> {
    grid: &'a Grid<'a>,
    row: usize,
    /// The odds of the first player's rolls.
    odds: RollOdds,
    /// The fields on which the first player's pieces can be captured.
    exposed: u64,
    /// A joint state is visited only if it has more than this.
    threshold: f64,
    /// Whether there may be joint states in which the game has ended.
    has_endings: bool,
    /// As in [`Grid::captures_at_turn_end`].
    captures_at_turn_end: bool,
    /// The lists of the grid, found once for the whole tile.
    landings: &'a [u64],
    probabilities: &'a [f64],
    /// The masses of the whole row, by slot.
    masses: &'a mut [f64],
    turns: &'a mut SparseRow,
    waiting: &'a mut SparseRow,
    swept: &'a mut SweptRow,
    sums: TileSums,
}

impl TileVisit<'_> {
    /// Visits the columns of this tile in which there is anything.
    #[inline(always)]
    fn visit_columns(&mut self, tile: usize) {
        let columns = self.grid.columns(tile);
        for first in columns.clone().step_by(CHUNK) {
            // Pushes of empty columns bring nothing to those that follow, so all of them can be
            // passed over.
            let masses = |second_rolls| &self.masses[slot(first, second_rolls)..][..CHUNK];
            if is_empty(masses(false)) && is_empty(masses(true)) {
                continue;
            }
            for column in first..columns.end.min(first + CHUNK) {
                self.visit_column(column);
            }
        }
    }

    /// Lets the probability in a joint state end, wait, or go on by a visit.
    #[inline(always)]
    fn visit_column(&mut self, column: usize) {
        // `map` over an array would not be inlined.
        let arrived = [
            self.masses[slot(column, false)],
            self.masses[slot(column, true)],
        ];
        let mass = arrived[0] + arrived[1];
        if self.has_endings
            && let Some(ending) = self.grid.ending(self.row, column)
        {
            self.swept.totals.certain.add_ending(ending, mass);
            return;
        }
        let in_tile = column % TILE_WIDTH;
        if mass <= self.threshold {
            self.sums.lost_waiting += self.waiting.push(in_tile, arrived[0]);
            self.sums.lost_waiting += self.waiting.push(in_tile + TILE_WIDTH, arrived[1]);
            self.sums.waiting += mass;
            return;
        }
        let odds = [self.odds, self.grid.odds[column]];
        let turns = self.count_turns_and_send_captures(column, odds, arrived);
        self.sums.lost_turns += self.turns.push(in_tile, turns[0]);
        for push in self.grid.pushes_of(column) {
            self.push(push, turns[1]);
        }
        self.sums.rolls += turns[0] * odds[0].rolls + turns[1] * odds[1].rolls;
        self.sums.met += mass;
        self.sums.visits += 1;
    }

    /// The mean number of turns of each player in a joint state, given the odds of their rolls and
    /// the probability that has `arrived` with either of them about to roll. Sends the masses of
    /// rolls that capture and change nothing else. Masses that end here, or never leave, become
    /// certain.
    #[inline(always)]
    fn count_turns_and_send_captures(
        &mut self,
        column: usize,
        odds: [RollOdds; 2],
        arrived: [f64; 2],
    ) -> [f64; 2] {
        let state = JointState {
            grid: self.grid,
            row: self.row,
            column,
        };
        if self.captures_at_turn_end {
            let captured = state.captured_by_staying();
            if captured != [0; 2] {
                let certain = &mut self.swept.totals.certain;
                let turns = state.turns_that_capture(arrived, captured, certain);
                let passed = [turns[0] * odds[0].passes, turns[1] * odds[1].passes];
                self.send_captures_by_staying(column, passed, captured);
                return turns;
            }
        }
        turns_until_left(odds, arrived)
            .unwrap_or_else(|| state.turns_without_end(arrived, &mut self.swept.totals.certain))
    }

    /// Sends the masses of each player's rolls that change nothing but capture on these fields.
    #[cold]
    fn send_captures_by_staying(&mut self, column: usize, masses: [f64; 2], captured: [u64; 2]) {
        if captured[0] != 0 {
            let after = self.grid.second.after_captures(column, captured[0]);
            self.send(slot(after, true), 0, masses[0]);
        }
        if captured[1] != 0 {
            self.send(slot(column, false), captured[1], masses[1]);
        }
    }

    /// Adds a roll of the second player, who has this number of `turns`.
    #[inline(always)]
    fn push(&mut self, push: &Push, turns: f64) {
        let mass = turns * self.probabilities[usize::from(push.probability)];
        let to = push.to as usize;
        let mut fields = self.landings[usize::from(push.landing)] & self.exposed;
        if fields != 0 && self.captures_at_turn_end {
            fields &= self.grid.landed_fields[1][column_of(to)];
        }
        if fields == 0 {
            self.masses[to] += mass;
        } else {
            self.send(to, fields, mass);
        }
    }

    /// Sends a mass to a slot of the row to which the first player falls back by captures on these
    /// fields.
    #[inline(always)]
    fn send(&mut self, slot: usize, captured: u64, mass: f64) {
        let deliveries = &mut self.swept.deliveries;
        let stored = Arrival {
            slot: slot as u32,
            mass: round_down(mass),
        };
        deliver(deliveries, self.grid.first, self.row, captured, stored);
        self.sums.lost_sent += mass - f64::from(stored.mass);
    }
}

/// Adds an arrival to the delivery for the row to which the first player falls back by captures on
/// these fields.
// The loop that calls this is faster if this is no part of it, since captures are rare.
#[inline(never)]
fn deliver(
    deliveries: &mut Vec<Delivery>,
    first: &Chain,
    row: usize,
    captured: u64,
    arrival: Arrival,
) {
    let row = first.after_captures(row, captured);
    let known = deliveries.iter().position(|delivery| delivery.row == row);
    let index = known.unwrap_or_else(|| {
        deliveries.push(Delivery {
            row,
            arrivals: Vec::new(),
        });
        deliveries.len() - 1
    });
    deliveries[index].arrivals.push(arrival);
}

fn is_empty(masses: &[f64]) -> bool {
    masses.iter().fold(0, |bits, mass| bits | mass.to_bits()) == 0
}

/// The probability in a tile, and the most that a joint state in it has.
fn sum_and_most([first, second]: &Tile) -> [f64; 2] {
    let [mut sums, mut most] = [[0.0; CHUNK]; 2];
    for column in (0..TILE_WIDTH).step_by(CHUNK) {
        for index in 0..CHUNK {
            let mass = first[column + index] + second[column + index];
            sums[index] += mass;
            most[index] = if mass > most[index] {
                mass
            } else {
                most[index]
            };
        }
    }
    [sums.iter().sum(), most.into_iter().fold(0.0, f64::max)]
}

/// The mean number of turns of each player in a joint state until one of them leaves it, given the
/// probability that has `arrived` with either of them about to roll. `None` if some of it may never
/// leave, or the game may end here.
#[inline(always)]
fn turns_until_left([first, second]: [RollOdds; 2], arrived: [f64; 2]) -> Option<[f64; 2]> {
    // The turns x of the first player and y of the second solve x = a + (1 − l − p) x + p' y and y
    // = a' + (1 − l' − p') y + p x, where a has arrived, l is `leaves` and p is `passes`. This form
    // of the solution has no difference in it, so that no digits are lost.
    let divisor = first.leaves + first.passes * second.leaves * second.inverse;
    (divisor > 0.0).then(|| {
        let arrived_first = arrived[0] + arrived[1] * second.passes * second.inverse;
        let turns = if first.leaves == 1.0 {
            arrived_first
        } else {
            arrived_first / divisor
        };
        [turns, (arrived[1] + turns * first.passes) * second.inverse]
    })
}

/// A joint state of the grid.
#[derive(Clone, Copy)]
struct JointState<'a> {
    grid: &'a Grid<'a>,
    row: usize,
    column: usize,
}

impl<'a> JointState<'a> {
    #[inline(always)]
    fn players(self) -> [&'a ChainState; 2] {
        [
            &self.grid.first.states[self.row],
            &self.grid.second.states[self.column],
        ]
    }

    /// For each player the fields on which a roll captures that changes nothing and lets the turn
    /// pass.
    #[inline(always)]
    fn captured_by_staying(self) -> [u64; 2] {
        let [first, second] = self.players();
        [
            first.staying_landings & second.exposed,
            second.staying_landings & first.exposed,
        ]
    }

    /// The mean number of turns of each player, if rolls that change nothing and let the turn pass
    /// capture on these fields: they lead elsewhere then, and the other player has no turn here
    /// because of them. If it is the turn of a player who loses by being stuck, the game ends, and
    /// its ending is added to `certain`.
    #[cold]
    fn turns_that_capture(
        self,
        arrived: [f64; 2],
        captured: [u64; 2],
        certain: &mut GameExpectation,
    ) -> [f64; 2] {
        let players = self.players();
        let standing = players.map(|player| player.standing);
        // A seat to which the other one passes nothing.
        let start = usize::from(captured[1] == 0);
        let (mut turns, mut passed) = ([0.0; 2], 0.0);
        for seat in [start, 1 - start] {
            let RollOdds { leaves, passes, .. } = players[seat].odds;
            let mass = arrived[seat] + passed;
            match self.grid.first.rules.referee(standing, seat) {
                Err(ending) => certain.add_ending(ending, mass),
                Ok(_) => turns[seat] = mass / (leaves + passes),
            }
            passed = if captured[seat] == 0 {
                turns[seat] * passes
            } else {
                0.0
            };
        }
        turns
    }

    /// The mean number of turns of each player, if one of them rolls for ever, if the game ends as
    /// soon as it is the turn of one, or if neither ever leaves. The mass that never leaves becomes
    /// certain.
    #[cold]
    fn turns_without_end(self, arrived: [f64; 2], certain: &mut GameExpectation) -> [f64; 2] {
        let players = self.players();
        let standing = players.map(|player| player.standing);
        let mut turns = [0.0; 2];
        for seat in 0..2 {
            let RollOdds { leaves, passes, .. } = players[seat].odds;
            // The mass that stays, and the seat whose turn it is then.
            let (stays, due) = if leaves > 0.0 {
                turns[seat] = arrived[seat] / (leaves + passes);
                (turns[seat] * passes, 1 - seat)
            } else {
                (arrived[seat], seat)
            };
            match self.grid.first.rules.referee(standing, due) {
                Err(ending) => certain.add_ending(ending, stays),
                Ok(_) => certain.endless += stays,
            }
        }
        turns
    }
}
