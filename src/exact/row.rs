//! The sweep of one row.
//!
//! Probability comes to a row from where it waited in it, and from earlier rows by rolls of the
//! first player. In each joint state it then takes one of three ways. It *ends* if the game is over
//! there. It
//! *waits* for the next sweep if it is too little to be worth a visit. Otherwise the joint state is
//! *visited*: the second player's rolls push it to later columns of the row, or send it to another row if
//! they capture; the first player's turns are only noted, and later rows pull from them.

use std::mem;

use super::chain::{Chain, Odds};
use super::grid::{self, BACK, Grid, Pull, Pulled, Tile, WIDTH, place};
use super::sparse::{Arrival, LANES, SparseRow, stored, sum};
use crate::rules::{Ending, Standing};

/// How much probability is too little for a sweep.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Thresholds {
    /// A joint state is visited only if it has more than this.
    pub(super) visit: f64,
    /// What waits in a tile is kept only if it is more than this. Otherwise it is given up.
    pub(super) keep: f64,
}

/// What some visits of joint states have made known.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Totals {
    /// See [`Solution::certain`](super::Solution::certain).
    pub(super) certain: [f64; 5],
    /// The mean number of joint states that a game has met.
    pub(super) met: f64,
    /// The probability that was given up, for want of memory or because it was next to nothing, or
    /// lost where it was stored.
    pub(super) given_up: f64,
    /// The number of joint states visited.
    pub(super) visits: u64,
}

/// Where [`Totals::certain`] has games without a winner, endless games, and rolls.
const NOBODY: usize = 2;
const ENDLESS: usize = 3;
const ROLLS: usize = 4;

/// Where it has games that end so.
fn part(ending: Ending) -> usize {
    match ending {
        Ending::Won(seat) => seat,
        Ending::Draw | Ending::CutOff => NOBODY,
    }
}

/// What rolls of the second player send to rows other than their own, or to columns that the sweep
/// has passed. It waits there until the row is swept.
pub(super) type Sent = Vec<(usize, Vec<Arrival>)>;

/// The memory in which one row after another is swept. A tile has a place for each column here.
#[derive(Debug)]
pub(super) struct Scratch<'a> {
    grid: &'a Grid<'a>,
    thresholds: Thresholds,
    /// They are not cleared from row to row: one that is not `used` holds what some earlier row has
    /// left in it.
    tiles: Vec<Tile>,
    used: Vec<bool>,
    /// The first player's turns in the columns that were visited.
    turns: SparseRow,
    waiting: SparseRow,
    sent: Sent,
    totals: Totals,
}

impl<'a> Scratch<'a> {
    pub(super) fn new(grid: &'a Grid<'a>, thresholds: Thresholds) -> Scratch<'a> {
        Scratch {
            grid,
            thresholds,
            tiles: vec![[[0.0; WIDTH]; 2]; grid.tiles],
            used: vec![false; grid.tiles],
            turns: SparseRow::default(),
            waiting: SparseRow::default(),
            sent: Sent::new(),
            totals: Totals::default(),
        }
    }

    /// The tile with this number, which is empty if it has not been used in this row yet.
    #[inline]
    fn open(&mut self, number: usize) -> &mut Tile {
        if !mem::replace(&mut self.used[number], true) {
            self.tiles[number] = [[0.0; WIDTH]; 2];
        }
        &mut self.tiles[number]
    }

    /// Fills the tiles with what is stored, and nothing else.
    fn load(&mut self, row: &SparseRow) {
        self.used.fill(false);
        for (number, places, masses) in row.tiles() {
            let tile = self.open(number).as_flattened_mut();
            for (&place, &mass) in places.iter().zip(masses) {
                tile[usize::from(place) % (2 * WIDTH)] = f64::from(mass);
            }
        }
        for &(place, mass) in &row.arrived {
            let tile = self.open(place as usize / (2 * WIDTH)).as_flattened_mut();
            tile[place as usize % (2 * WIDTH)] += f64::from(mass);
        }
    }

    /// Lets a tile wait. Returns how much of it gets lost.
    fn store(&mut self, number: usize) -> f64 {
        let mut lost = 0.0;
        let tile = self.tiles[number].as_flattened();
        for (masses, first) in tile.chunks_exact(LANES).zip((0..).step_by(LANES)) {
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

    /// Adds what has arrived in a row to its tiles. Returns how much gets lost.
    pub(super) fn store_arrived(&mut self, row: &mut SparseRow) -> f64 {
        self.load(row);
        let mut lost = 0.0;
        for number in 0..self.tiles.len() {
            if self.used[number] {
                lost += self.store(number);
            }
        }
        *row = self.waiting.taken();
        lost
    }

    /// Sweeps a row. What waits in it is replaced by what waits for the next sweep, and the first
    /// player's turns in it are noted, given those in all earlier rows.
    pub(super) fn sweep(
        &mut self,
        row: usize,
        waiting: &mut SparseRow,
        turns: &mut SparseRow,
        earlier: &[SparseRow],
    ) -> (Sent, Totals) {
        let grid = self.grid;
        if grid.first.states[row].standing == Standing::Won {
            for pull in &grid.pulls[row] {
                let tiles = earlier[pull.from].tiles();
                let turns: f64 = tiles.map(|(.., masses)| sum(masses)).sum();
                self.totals.certain[0] += pull.share * turns;
            }
        } else {
            self.load(waiting);
            for pull in &grid.pulls[row] {
                match pull.captures {
                    Pulled::AtTurnEnd => self.pull_turn_end(row, pull, &earlier[pull.from]),
                    _ => self.pull(pull, &earlier[pull.from]),
                }
            }
            for number in 0..grid.tiles {
                if self.used[number] {
                    if grid.captures_at_turn_end {
                        self.sweep_tile::<true>(row, number)
                    } else {
                        self.sweep_tile::<false>(row, number)
                    }
                }
            }
            *turns = self.turns.taken();
            *waiting = self.waiting.taken();
        }
        (mem::take(&mut self.sent), mem::take(&mut self.totals))
    }

    /// Adds what a roll of the first player brings here from an earlier row.
    fn pull(&mut self, pull: &Pull, turns: &SparseRow) {
        let next = usize::from(pull.passes);
        let captures = match pull.captures {
            Pulled::Listed(index) => Some(&self.grid.captures[index]),
            _ => None,
        };
        for (number, places, masses) in turns.tiles() {
            let columns = places.iter().map(|&place| usize::from(place) % WIDTH);
            let brought = masses.iter().map(|&turns| f64::from(turns) * pull.share);
            let brought = columns.zip(brought);
            let (hits, after) =
                captures.map_or((0, &[][..]), |all| (all[number].0, &all[number].1));
            let here = &mut self.open(number)[next];
            if hits == 0 {
                for (column, mass) in brought {
                    here[column] += mass;
                }
                continue;
            }
            let is_hit = |column: usize| hits >> column & 1 == 1;
            for (column, mass) in brought.clone().filter(|&(column, _)| !is_hit(column)) {
                here[column] += mass;
            }
            // Where the roll captures, it leads to another column.
            for (column, mass) in brought.filter(|&(column, _)| is_hit(column)) {
                let before = hits & ((1 << column) - 1);
                let after = after[before.count_ones() as usize] as usize;
                self.open(after / WIDTH)[next][after % WIDTH] += mass;
            }
        }
    }

    /// Adds what a roll of the first player brings here from an earlier row, if its turn is over
    /// with the roll, and all its pieces capture.
    fn pull_turn_end(&mut self, row: usize, pull: &Pull, turns: &SparseRow) {
        let (second, landed) = (&self.grid.second, self.grid.landed[0][row]);
        let next = usize::from(pull.passes);
        for (number, places, masses) in turns.tiles() {
            for (&place, &turns) in places.iter().zip(masses) {
                let column = number * WIDTH + usize::from(place) % WIDTH;
                let after = second.without(column, landed);
                self.open(after / WIDTH)[next][after % WIDTH] += f64::from(turns) * pull.share;
            }
        }
    }

    /// Sweeps a tile, after all that comes from earlier tiles. `AT_TURN_END` says whether turns
    /// capture at their end.
    fn sweep_tile<const AT_TURN_END: bool>(&mut self, row: usize, number: usize) {
        let grid = self.grid;
        let first = &grid.first.states[row];
        // The fields on which the first player has a piece, with the bit that finds pushes back.
        let (odds, held) = (first.odds, first.held | BACK);
        let Thresholds { visit, keep } = self.thresholds;
        let has_ends = grid.has_ends(row, number);
        let [sum, most] = sum_and_most(&self.tiles[number]);
        if most <= visit && !has_ends {
            let lost = if sum > keep { self.store(number) } else { sum };
            self.totals.given_up += lost;
            return;
        }
        for &pushed in &grid.pushed[number] {
            self.open(pushed as usize);
        }
        let totals = &mut self.totals;
        let places = self.tiles.as_flattened_mut().as_flattened_mut();
        let (landings, shares) = (&grid.landings[..], &grid.shares[..]);
        let [mut waits, mut met, mut rolls] = [0.0; 3];
        // What gets lost of turns, of what waits, and of what is sent.
        let mut lost = [0.0; 3];
        let mut visits = 0;
        let columns = grid.columns(number);
        for first in columns.clone().step_by(LANES) {
            // Pushes of empty columns bring nothing to those that follow, so all of them can be
            // passed over.
            let masses = |second| &places[place(first, second)..][..LANES];
            if is_empty(masses(false)) && is_empty(masses(true)) {
                continue;
            }
            for column in first..columns.end.min(first + LANES) {
                let index = column % WIDTH;
                let arrived = [places[place(column, false)], places[place(column, true)]];
                let mass = arrived[0] + arrived[1];
                if has_ends && let Some(ending) = grid.end(row, column) {
                    totals.certain[part(ending)] += mass;
                    continue;
                }
                if mass <= visit {
                    lost[1] += self.waiting.push(index, arrived[0]);
                    lost[1] += self.waiting.push(index + WIDTH, arrived[1]);
                    waits += mass;
                    continue;
                }
                let players = [odds, grid.odds[column]];
                let captured = if AT_TURN_END {
                    captured_by_staying(grid, [row, column])
                } else {
                    [0; 2]
                };
                let turns = if captured != [0; 2] {
                    let turns = turns_that_capture(grid, [row, column], arrived, captured, totals);
                    for (seat, fields) in (0..2).zip(captured).filter(|(_, fields)| *fields != 0) {
                        let mass = turns[seat] * players[seat].passes;
                        let (fields, column) = match seat {
                            0 => (0, grid.second.without(column, fields)),
                            _ => (fields, column),
                        };
                        let to = (place(column, seat == 0) as u32, mass);
                        lost[2] += send(&mut self.sent, grid.first, row, fields, to);
                    }
                    turns
                } else {
                    turns(players, arrived)
                        .unwrap_or_else(|| turns_without_end(grid, [row, column], arrived, totals))
                };
                lost[0] += self.turns.push(index, turns[0]);
                for push in &grid.pushes[grid.first_push[column]..grid.first_push[column + 1]] {
                    let mass = turns[1] * shares[usize::from(push.share)];
                    let mut fields = landings[usize::from(push.landing)] & held;
                    if AT_TURN_END {
                        fields &= grid.landed[1][grid::column(push.to as usize)] | BACK;
                    }
                    if fields == 0 {
                        places[push.to as usize] += mass;
                    } else {
                        lost[2] += send(&mut self.sent, grid.first, row, fields, (push.to, mass));
                    }
                }
                rolls += turns[0] * odds.rolls + turns[1] * players[1].rolls;
                met += mass;
                visits += 1;
            }
        }
        self.turns.end_tile(number);
        if waits > keep {
            self.waiting.end_tile(number);
        } else {
            self.waiting.drop_tile();
            lost[1] = waits;
        }
        totals.given_up += lost[0] * odds.leaves + lost[1] + lost[2];
        totals.met += met;
        totals.certain[ROLLS] += rolls;
        totals.visits += visits;
    }
}

/// Lets a mass wait at a place of the row to which the first player falls back by captures on these
/// fields. Returns how much of it gets lost.
// The loop that calls this is faster if this is no part of it, since captures are rare.
#[inline(never)]
fn send(sent: &mut Sent, first: &Chain, row: usize, fields: u64, (place, mass): (u32, f64)) -> f64 {
    let to = first.without(row, fields);
    let known = sent.iter().position(|&(row, _)| row == to);
    let index = known.unwrap_or_else(|| {
        sent.push((to, Vec::new()));
        sent.len() - 1
    });
    let stored = stored(mass);
    sent[index].1.push((place, stored));
    mass - f64::from(stored)
}

fn is_empty(masses: &[f64]) -> bool {
    masses.iter().fold(0, |bits, mass| bits | mass.to_bits()) == 0
}

/// The probability in a tile, and the most that a column of it has.
fn sum_and_most([first, second]: &Tile) -> [f64; 2] {
    let [mut sums, mut most] = [[0.0; LANES]; 2];
    for column in (0..WIDTH).step_by(LANES) {
        for lane in 0..LANES {
            let mass = first[column + lane] + second[column + lane];
            sums[lane] += mass;
            most[lane] = if mass > most[lane] { mass } else { most[lane] };
        }
    }
    [sums.iter().sum(), most.into_iter().fold(0.0, f64::max)]
}

/// How many turns each player has in a joint state until one of them leaves it, if so much has
/// arrived with either of them about to roll. `None` if something may never leave it.
#[inline(always)]
fn turns([first, second]: [Odds; 2], arrived: [f64; 2]) -> Option<[f64; 2]> {
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

/// The fields on which a roll of the first player captures that changes nothing and lets the turn
/// pass, and those on which one of the second does.
#[inline(always)]
fn captured_by_staying(grid: &Grid, [row, column]: [usize; 2]) -> [u64; 2] {
    let (first, second) = (&grid.first.states[row], &grid.second.states[column]);
    [first.stays_on & second.held, second.stays_on & first.held]
}

/// The same if a roll that changes nothing and lets the turn pass captures on these fields: it
/// leads elsewhere then, and the other player has no turn here because of it. What ends here, as it
/// is the turn of somebody who loses by being stuck, is added to the totals.
#[cold]
fn turns_that_capture(
    grid: &Grid,
    [row, column]: [usize; 2],
    arrived: [f64; 2],
    captured: [u64; 2],
    totals: &mut Totals,
) -> [f64; 2] {
    let players = [&grid.first.states[row], &grid.second.states[column]];
    let standing = players.map(|player| player.standing);
    // The first of both to whom the other one passes nothing.
    let first = usize::from(captured[1] == 0);
    let (mut turns, mut passed) = ([0.0; 2], 0.0);
    for seat in [first, 1 - first] {
        let Odds { leaves, passes, .. } = players[seat].odds;
        let mass = arrived[seat] + passed;
        match grid.first.rules.referee(standing, seat) {
            Err(ending) => totals.certain[part(ending)] += mass,
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

/// The same if one of the players rolls for ever, if the game ends as soon as it is the turn of
/// one, or if neither ever leaves. What never leaves is added to the totals.
#[cold]
fn turns_without_end(
    grid: &Grid,
    [row, column]: [usize; 2],
    arrived: [f64; 2],
    totals: &mut Totals,
) -> [f64; 2] {
    let players = [&grid.first.states[row], &grid.second.states[column]];
    let standing = players.map(|player| player.standing);
    let mut turns = [0.0; 2];
    for seat in 0..2 {
        let Odds { leaves, passes, .. } = players[seat].odds;
        // What stays, and the seat whose turn it is then.
        let (stays, due) = if leaves > 0.0 {
            turns[seat] = arrived[seat] / (leaves + passes);
            (turns[seat] * passes, 1 - seat)
        } else {
            (arrived[seat], seat)
        };
        let ruling = grid.first.rules.referee(standing, due);
        totals.certain[ruling.map_or_else(part, |_| ENDLESS)] += stays;
    }
    turns
}
