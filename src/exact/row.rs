//! The sweep of one row.
//!
//! Probability comes to a row from where it waited in it, and from earlier rows by rolls of the first
//! player. In each joint state it then takes one of three ways. It *ends* if the game is over there. It
//! *waits* for the next sweep if it is too little to be worth a visit. Otherwise the joint state is
//! *visited*: the second player's rolls push it to later columns of the row, or send it to another row if
//! they capture; the first player's turns are only noted, and later rows pull from them.

use std::mem;
use std::ops::AddAssign;

use super::chain::{Odds, Standing};
use super::grid::{BACK, Grid, Pull, Tile, WIDTH, place};
use super::mass::{LANES, Mass};
use super::memory::{Arrival, Waiting};
use super::packed::{Draft, Packed};

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
    /// The probabilities that the first and the second player have won.
    pub(super) wins: [f64; 2],
    pub(super) draws: f64,
    /// The probability that the players roll for ever.
    pub(super) endless: f64,
    /// The mean number of rolls in a game.
    pub(super) rolls: f64,
    /// The mean number of joint states that a game has met.
    pub(super) met: f64,
    /// The probability that was given up, for want of memory or because it was next to nothing.
    pub(super) given_up: f64,
    /// The probability that was lost where it was stored.
    pub(super) lost: f64,
    /// The number of joint states visited.
    pub(super) visits: u64,
}

impl Totals {
    /// The total of the games that have ended with the players standing like this, if they have ended.
    fn of_end(&mut self, players: [Standing; 2]) -> Option<&mut f64> {
        match players {
            [_, Standing::Won] => Some(&mut self.wins[1]),
            [Standing::Stuck, Standing::Stuck] => Some(&mut self.draws),
            _ => None,
        }
    }
}

impl AddAssign for Totals {
    fn add_assign(&mut self, other: Totals) {
        self.wins[0] += other.wins[0];
        self.wins[1] += other.wins[1];
        self.draws += other.draws;
        self.endless += other.endless;
        self.rolls += other.rolls;
        self.met += other.met;
        self.given_up += other.given_up;
        self.lost += other.lost;
        self.visits += other.visits;
    }
}

/// What rolls of the second player send to a row other than their own, or to columns that the sweep has
/// passed. It waits there until the row is swept.
#[derive(Debug)]
pub(super) struct Sent<M> {
    /// The fields on which these rolls capture, with [`BACK`].
    pub(super) fields: u64,
    pub(super) row: usize,
    pub(super) arrivals: Vec<Arrival<M>>,
}

/// Where a row puts what it sends.
#[derive(Debug, Default)]
pub(super) struct Outbox<M> {
    /// One for each set of fields.
    sent: Vec<Sent<M>>,
    /// Empty lists that are free to be used again.
    pub(super) spare: Vec<Vec<Arrival<M>>>,
}

impl<M: Mass> Outbox<M> {
    /// Lets something wait in the row to which the first player falls back by captures on these fields. Returns how
    /// much of it gets lost.
    // The loop that calls this is faster if this is no part of it, since captures are rare.
    #[inline(never)]
    fn send(&mut self, fields: u64, row: impl FnOnce() -> usize, place: u32, mass: f64) -> f64 {
        let known = self.sent.iter().position(|sent| sent.fields == fields);
        let index = known.unwrap_or_else(|| {
            self.sent.push(Sent {
                fields,
                row: row(),
                arrivals: self.spare.pop().unwrap_or_default(),
            });
            self.sent.len() - 1
        });
        let stored = M::stored(mass);
        self.sent[index].arrivals.push(Arrival {
            place,
            mass: stored,
        });
        mass - stored.mass()
    }
}

/// What the sweep of a row has brought about.
#[derive(Debug, Default)]
pub(super) struct SweptRow<M> {
    /// The first player's turns in the columns that were visited.
    pub(super) turns: Packed<M>,
    /// What waits in the row for the next sweep.
    pub(super) waiting: Packed<M>,
    pub(super) sent: Vec<Sent<M>>,
    pub(super) totals: Totals,
}

/// A tile of the desk in which nothing is.
const EMPTY: Tile = [[0.0; WIDTH]; 2];

/// The memory in which a thread sweeps one row after another.
#[derive(Debug)]
pub(super) struct Desk<M> {
    /// The tiles of the row. They are not cleared from row to row: one that is not `used` holds what some
    /// earlier row has left in it.
    tiles: Vec<Tile>,
    used: Vec<bool>,
    /// The first player's turns in the row.
    turns: Packed<M>,
    /// What waits in the row for the next sweep.
    waiting: Packed<M>,
    pub(super) outbox: Outbox<M>,
}

impl<M: Mass> Desk<M> {
    /// A desk for rows of so many tiles.
    pub(super) fn new(tiles: usize) -> Desk<M> {
        Desk {
            tiles: vec![EMPTY; tiles],
            used: vec![false; tiles],
            turns: Packed::default(),
            waiting: Packed::default(),
            outbox: Outbox::default(),
        }
    }

    /// The tile with this number, which is empty if it has not been used in this row yet.
    #[inline]
    fn open(&mut self, number: usize) -> &mut Tile {
        if !self.used[number] {
            self.used[number] = true;
            self.tiles[number] = EMPTY;
        }
        &mut self.tiles[number]
    }

    /// Lays out a row in which this waits, and nothing else is.
    fn lay_out(&mut self, waiting: &Waiting<M>) {
        self.used.fill(false);
        for tile in waiting.packed.tiles() {
            let places = self.open(tile.number).as_flattened_mut();
            for (place, mass) in tile.masses() {
                places[place % (2 * WIDTH)] = mass;
            }
        }
        for arrival in &waiting.arrived {
            let place = arrival.place as usize;
            let places = self.open(place / (2 * WIDTH)).as_flattened_mut();
            places[place % (2 * WIDTH)] += arrival.mass.mass();
        }
    }

    /// Lets a tile wait. Returns how much of it gets lost.
    fn put_away(&mut self, number: usize) -> f64 {
        let mut draft = Draft::new();
        let places = self.tiles[number].as_flattened();
        for (masses, first) in places.chunks_exact(LANES).zip((0..).step_by(LANES)) {
            if is_empty(masses) {
                continue;
            }
            for (&mass, place) in masses.iter().zip(first..) {
                draft.add(place, mass);
            }
        }
        self.waiting.push(number, &draft);
        draft.lost
    }

    /// Packs what waits in a row. Returns how much of it gets lost.
    pub(super) fn pack(&mut self, waiting: &mut Waiting<M>) -> f64 {
        self.lay_out(waiting);
        let mut lost = 0.0;
        for number in 0..self.tiles.len() {
            if self.used[number] {
                lost += self.put_away(number);
            }
        }
        *waiting = Waiting {
            packed: self.waiting.taken(),
            arrived: Vec::new(),
        };
        lost
    }
}

/// The work on one row.
#[derive(Debug)]
pub(super) struct RowSweep<'a, M> {
    grid: &'a Grid<'a>,
    row: usize,
    /// What is known about the first player in the row.
    standing: Standing,
    odds: Odds,
    /// The fields on which the first player has a piece in the row, with [`BACK`].
    held: u64,
    thresholds: Thresholds,
    desk: &'a mut Desk<M>,
    swept: SweptRow<M>,
}

impl<'a, M: Mass> RowSweep<'a, M> {
    pub(super) fn new(
        grid: &'a Grid,
        row: usize,
        thresholds: Thresholds,
        desk: &'a mut Desk<M>,
    ) -> RowSweep<'a, M> {
        RowSweep {
            grid,
            row,
            standing: grid.first.standing[row],
            odds: grid.first.odds[row],
            held: grid.first.held[row] | BACK,
            thresholds,
            desk,
            swept: SweptRow::default(),
        }
    }

    /// Sweeps the row, given what waits in it and the first player's turns in all earlier rows.
    pub(super) fn sweep(mut self, waiting: &Waiting<M>, turns: &[Packed<M>]) -> SweptRow<M> {
        if self.standing == Standing::Won {
            self.count_wins(turns);
            return self.swept;
        }
        self.desk.lay_out(waiting);
        for pull in self.grid.pulls(self.row) {
            self.pull(pull, &turns[pull.from]);
        }
        for number in 0..self.grid.tiles {
            if self.desk.used[number] {
                self.sweep_tile(number);
            }
        }
        self.swept.turns = self.desk.turns.taken();
        self.swept.waiting = self.desk.waiting.taken();
        self.swept.sent = mem::take(&mut self.desk.outbox.sent);
        self.swept
    }

    /// Counts what comes to the row as games that the first player has won.
    fn count_wins(&mut self, turns: &[Packed<M>]) {
        for pull in self.grid.pulls(self.row) {
            let tiles = turns[pull.from].tiles();
            let turns: f64 = tiles.map(|tile| tile.sum()).sum();
            self.swept.totals.wins[0] += pull.share * turns;
        }
    }

    /// Adds on the desk what a roll of the first player brings here from an earlier row.
    fn pull(&mut self, pull: &Pull, turns: &Packed<M>) {
        let next = usize::from(pull.passes);
        for tile in turns.tiles() {
            let hits = self.grid.hits(pull, tile.number);
            let here = &mut self.desk.open(tile.number)[next];
            if hits.all == 0 {
                for (index, turns) in tile.masses() {
                    here[index % WIDTH] += turns * pull.share;
                }
                continue;
            }
            for (index, turns) in tile.masses().filter(|&(index, _)| !hits.has(index)) {
                here[index % WIDTH] += turns * pull.share;
            }
            // Where the roll captures, it leads to another column.
            for (index, turns) in tile.masses().filter(|&(index, _)| hits.has(index)) {
                let after = hits.after(index);
                self.desk.open(after / WIDTH)[next][after % WIDTH] += turns * pull.share;
            }
        }
    }

    /// Sweeps a tile, after all that comes from earlier tiles.
    fn sweep_tile(&mut self, number: usize) {
        let grid = self.grid;
        let (row, odds, held) = (self.row, self.odds, self.held);
        let Thresholds { visit, keep } = self.thresholds;
        let has_ends = grid.has_ends(row, number);
        let [sum, most] = sum_and_most(&self.desk.tiles[number]);
        if most <= visit && !has_ends {
            if sum > keep {
                self.swept.totals.lost += self.desk.put_away(number);
            } else {
                self.swept.totals.given_up += sum;
            }
            return;
        }
        for &pushed in &grid.pushed[number] {
            self.desk.open(pushed as usize);
        }
        let totals = &mut self.swept.totals;
        let Desk { tiles, outbox, .. } = &mut *self.desk;
        let places = tiles.as_flattened_mut().as_flattened_mut();
        let (landings, shares) = (&grid.landings[..], &grid.shares[..]);
        // The first player's turns, and what waits in the columns that are not visited.
        let [mut noted, mut waiting] = [Draft::new(), Draft::new()];
        let [mut waits, mut met, mut rolls, mut lost] = [0.0; 4];
        let mut visits = 0;
        let columns = grid.columns(number);
        for first in columns.clone().step_by(LANES) {
            // Pushes of empty columns bring nothing to those that follow, so all of them can be passed over.
            let masses = [false, true].map(|second| &places[place(first, second)..][..LANES]);
            if masses.into_iter().all(is_empty) {
                continue;
            }
            for column in first..columns.end.min(first + LANES) {
                let index = column % WIDTH;
                let arrived = [false, true].map(|second| places[place(column, second)]);
                let mass = arrived[0] + arrived[1];
                let standing = || [self.standing, grid.second.standing[column]];
                if has_ends && let Some(total) = totals.of_end(standing()) {
                    *total += mass;
                    continue;
                }
                if mass <= visit {
                    waiting.add(index, arrived[0]);
                    waiting.add(index + WIDTH, arrived[1]);
                    waits += mass;
                    continue;
                }
                let players = [odds, grid.second.odds[column]];
                let turns = turns(players, arrived, standing, totals);
                noted.add(index, turns[0]);
                for push in grid.pushes(column) {
                    let mass = turns[1] * shares[usize::from(push.share)];
                    let fields = landings[usize::from(push.landing)] & held;
                    if fields == 0 {
                        places[push.to as usize] += mass;
                    } else {
                        let back_to = || grid.first.without(row, fields);
                        lost += outbox.send(fields, back_to, push.to, mass);
                    }
                }
                rolls += turns[0] * odds.rolls + turns[1] * players[1].rolls;
                met += mass;
                visits += 1;
            }
        }
        self.desk.turns.push(number, &noted);
        if waits > keep {
            self.desk.waiting.push(number, &waiting);
            lost += waiting.lost;
        } else {
            totals.given_up += waits;
        }
        totals.lost += lost + noted.lost * odds.leaves;
        totals.met += met;
        totals.rolls += rolls;
        totals.visits += visits;
    }
}

/// Whether nothing is in these places.
fn is_empty(masses: &[f64]) -> bool {
    masses.iter().fold(0, |bits, mass| bits | mass.to_bits()) == 0
}

/// The probability in a tile, and the most that a column of it has.
fn sum_and_most([first, second]: &Tile) -> [f64; 2] {
    let [mut sums, mut most] = [[0.0; LANES]; 2];
    let lanes = first.chunks_exact(LANES).zip(second.chunks_exact(LANES));
    for (first, second) in lanes {
        for lane in 0..LANES {
            let mass = first[lane] + second[lane];
            sums[lane] += mass;
            most[lane] = if mass > most[lane] { mass } else { most[lane] };
        }
    }
    [sums.iter().sum(), most.into_iter().fold(0.0, f64::max)]
}

/// How many turns each player has in a joint state until one of them leaves it, if so much has arrived with
/// either of them about to roll. What never leaves is added to the totals.
#[inline(always)]
fn turns(
    [first, second]: [Odds; 2],
    arrived: [f64; 2],
    standing: impl FnOnce() -> [Standing; 2],
    totals: &mut Totals,
) -> [f64; 2] {
    // The turns x of the first player and y of the second solve x = a + (1 − l − p) x + p' y and
    // y = a' + (1 − l' − p') y + p x, where a has arrived, l is `leaves` and p is `passes`. This form of
    // the solution has no difference in it, so that no digits are lost.
    let divisor = first.leaves + first.passes * second.leaves * second.inverse;
    if divisor > 0.0 {
        let arrived_first = arrived[0] + arrived[1] * second.passes * second.inverse;
        let turns = match first.leaves == 1.0 {
            true => arrived_first,
            false => arrived_first / divisor,
        };
        [turns, (arrived[1] + turns * first.passes) * second.inverse]
    } else {
        turns_without_end([first, second], arrived, standing(), totals)
    }
}

/// The same if one of the players rolls for ever, if one has lost as soon as it is that player's turn, or if
/// neither ever leaves.
#[cold]
fn turns_without_end(
    players: [Odds; 2],
    arrived: [f64; 2],
    standing: [Standing; 2],
    totals: &mut Totals,
) -> [f64; 2] {
    let mut turns = [0.0; 2];
    for seat in 0..2 {
        let Odds { leaves, passes, .. } = players[seat];
        // What stays, and the seat whose turn it is then.
        let (stays, on_turn) = if leaves > 0.0 {
            turns[seat] = arrived[seat] / (leaves + passes);
            (turns[seat] * passes, 1 - seat)
        } else {
            (arrived[seat], seat)
        };
        match standing[on_turn] {
            Standing::Loses => totals.wins[1 - on_turn] += stays,
            _ => totals.endless += stays,
        }
    }
    turns
}
