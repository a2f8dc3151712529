//! Sweeps over the joint states of two players.

use std::mem;
use std::ops::{AddAssign, Range};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;

use super::chain::{Standing, Wait};
use super::grid::{BACK, BLOCK, Block, EMPTY, Grid, Half, Pull, place};

/// Probability that stays in a row, or arrived there by a capture: some of its blocks.
type Row = Vec<Option<Box<Block>>>;

/// What the first player's rolls take away from a row, before they are rolled.
#[derive(Debug, Default)]
#[expect(
    clippy::vec_box,
    reason = "they go from list to list without being copied"
)]
struct Out {
    /// Which blocks these are, ascending.
    blocks: Vec<u32>,
    halves: Vec<Box<Half>>,
}

/// What is certain.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Totals {
    pub(super) wins: [f64; 2],
    pub(super) draws: f64,
    pub(super) endless: f64,
    pub(super) rolls: f64,
    /// The joint states that a game has met.
    pub(super) met: f64,
}

impl AddAssign for Totals {
    fn add_assign(&mut self, other: Totals) {
        self.wins[0] += other.wins[0];
        self.wins[1] += other.wins[1];
        self.draws += other.draws;
        self.endless += other.endless;
        self.rolls += other.rolls;
        self.met += other.met;
    }
}

/// What a sweep passes over.
#[derive(Clone, Copy, Debug)]
struct Limits {
    /// Joint states with at most this much probability wait for a later sweep.
    state: f64,
    /// Blocks in which at most this much would wait are given up.
    block: f64,
}

/// Probability that comes to a place in a row.
#[derive(Clone, Copy, Debug)]
struct Hit {
    place: u32,
    mass: f64,
}

/// A row, and what captures in another row send there.
type Sent = (usize, Vec<Hit>);

/// What came of a row.
#[derive(Debug, Default)]
struct Done {
    out: Out,
    waiting: Row,
    /// What the second player's captures send to other rows: the fields captured on, and the row.
    hits: Vec<(u64, usize, Vec<Hit>)>,
    totals: Totals,
    given_up: f64,
    visits: u64,
}

/// What a thread needs for a row.
#[derive(Debug)]
struct Desk {
    here: Vec<Block>,
    /// Which blocks of `here` hold something; the others are left from other rows.
    used: Vec<bool>,
    spare: Spare,
}

/// What is to be used again. To free and allocate it for every row would cost a seventh of the time, and
/// leave holes in memory.
#[derive(Debug, Default)]
#[expect(
    clippy::vec_box,
    reason = "they go from list to list without being copied"
)]
struct Spare {
    hits: Vec<Vec<Hit>>,
    blocks: Vec<Box<Block>>,
    halves: Vec<Box<Half>>,
}

impl Spare {
    fn bytes(&self) -> usize {
        let hits = self
            .hits
            .iter()
            .map(|hits| hits.capacity() * size_of::<Hit>());
        self.blocks.len() * BLOCK_BYTES + self.halves.len() * HALF_BYTES + hits.sum::<usize>()
    }

    /// An empty block.
    fn block(&mut self) -> Box<Block> {
        match self.blocks.pop() {
            Some(mut block) => {
                *block = EMPTY;
                block
            }
            None => Box::new(EMPTY),
        }
    }

    /// An empty half of a block.
    fn half(&mut self) -> Box<Half> {
        match self.halves.pop() {
            Some(mut half) => {
                *half = [0.0; BLOCK];
                half
            }
            None => Box::new([0.0; BLOCK]),
        }
    }
}

impl Desk {
    fn new(blocks: usize) -> Desk {
        Desk {
            here: vec![EMPTY; blocks],
            used: vec![false; blocks],
            spare: Spare::default(),
        }
    }

    #[inline]
    fn block(&mut self, block: usize) -> &mut Block {
        if !self.used[block] {
            self.used[block] = true;
            self.here[block] = EMPTY;
        }
        &mut self.here[block]
    }
}

impl Grid<'_> {
    /// Takes to a row all that comes from rows before it and what waits there, and rolls for the second
    /// player.
    fn row(
        &self,
        row: usize,
        mut waiting: Row,
        outs: &[Out],
        limits: Limits,
        desk: &mut Desk,
    ) -> Done {
        let mut done = Done::default();
        if self.first.standing[row] == Standing::Won {
            for pull in self.pulls(row) {
                let from = outs[pull.from].halves.iter();
                let masses = from.map(|half| half.iter().sum::<f64>());
                done.totals.wins[0] += pull.share * masses.sum::<f64>();
            }
            return done;
        }
        desk.used.fill(false);
        for (number, block) in waiting.iter().enumerate() {
            if let Some(block) = block {
                desk.used[number] = true;
                desk.here[number] = **block;
            }
        }
        for pull in self.pulls(row) {
            self.pull(pull, &outs[pull.from], desk);
        }
        for number in 0..self.blocks {
            if !desk.used[number] {
                continue;
            }
            let had = waiting.get_mut(number).and_then(Option::take);
            let left = self.block(row, number, limits, desk, &mut done);
            if left > limits.block {
                let mut block = had.unwrap_or_else(|| desk.spare.block());
                *block = desk.here[number];
                waiting.resize_with(self.blocks, || None);
                waiting[number] = Some(block);
            } else {
                done.given_up += left;
                desk.spare.blocks.extend(had);
            }
        }
        done.waiting = waiting;
        done
    }

    /// Rolls for the first player in another row, and takes here what comes here.
    fn pull(&self, pull: &Pull, out: &Out, desk: &mut Desk) {
        let turn = usize::from(pull.passes);
        for (&number, half) in out.blocks.iter().zip(&out.halves) {
            let number = number as usize;
            let captured = pull
                .captures
                .map_or(&[][..], |captures| self.captures[captures].of(number));
            let here = &mut desk.block(number)[turn];
            // What a capture takes elsewhere leaves its place as it is.
            let mut kept = [0.0; BLOCK];
            for &(column, _) in captured {
                kept[usize::from(column) % BLOCK] = here[usize::from(column) % BLOCK];
            }
            for (to, mass) in here.iter_mut().zip(half.iter()) {
                *to += mass * pull.share;
            }
            for &(column, _) in captured {
                here[usize::from(column) % BLOCK] = kept[usize::from(column) % BLOCK];
            }
            for &(column, after) in captured {
                let mass = half[usize::from(column) % BLOCK];
                if mass > 0.0 {
                    let after = after as usize;
                    desk.block(after / BLOCK)[turn][after % BLOCK] += mass * pull.share;
                }
            }
        }
    }

    /// Rolls for the second player in a block of a row. Returns how much waits there.
    fn block(
        &self,
        row: usize,
        number: usize,
        limits: Limits,
        desk: &mut Desk,
        done: &mut Done,
    ) -> f64 {
        let stuck = self.first.standing[row] == Standing::Stuck;
        let [has_won, has_stuck] = self.ends[number];
        let ending = has_won || has_stuck && stuck;
        let [first, second] = &desk.here[number];
        let (mut left, mut most) = (0.0, 0.0);
        for (one, other) in first.iter().zip(second) {
            let mass = one + other;
            left += mass;
            most = if mass > most { mass } else { most };
        }
        if most <= limits.state && !ending {
            return left;
        }
        for &pushed in &self.pushed[number] {
            desk.block(pushed as usize);
        }
        done.out.blocks.push(number as u32);
        done.out.halves.push(desk.spare.half());
        let out = done.out.halves.len() - 1;
        let held = self.first.held[row] | BACK;
        let own = self.first.waits[row];
        let (landings, shares) = (&self.landings[..], &self.shares[..]);
        let begin = number * BLOCK;
        let mut left = 0.0;
        let mut visits = 0;
        let mut rolls = 0.0;
        let mut met = 0.0;
        for column in begin..self.second.len().min(begin + BLOCK) {
            let [first, second] = &mut desk.here[number];
            let masses = [&mut first[column - begin], &mut second[column - begin]];
            let arrived = [*masses[0], *masses[1]];
            let mass = arrived[0] + arrived[1];
            if ending {
                let end = match self.second.standing[column] {
                    Standing::Won => Some(&mut done.totals.wins[1]),
                    Standing::Stuck if stuck => Some(&mut done.totals.draws),
                    _ => None,
                };
                if let Some(end) = end {
                    *end += mass;
                    for mass in masses {
                        *mass = 0.0;
                    }
                    continue;
                }
            }
            if mass <= limits.state {
                left += mass;
                continue;
            }
            visits += 1;
            met += mass;
            for mass in masses {
                *mass = 0.0;
            }
            let (leaves, rolled) = wait(own, self.second.waits[column], arrived, &mut done.totals);
            rolls += rolled;
            done.out.halves[out][column - begin] = leaves[0];
            for push in self.pushes(column) {
                let mass = leaves[1] * shares[usize::from(push.share)];
                let fields = landings[usize::from(push.landing)] & held;
                if fields == 0 {
                    desk.here.as_flattened_mut().as_flattened_mut()[push.to as usize] += mass;
                } else {
                    let hit = Hit {
                        place: push.to,
                        mass,
                    };
                    match done.hits.iter_mut().find(|(known, ..)| *known == fields) {
                        Some((.., hits)) => hits.push(hit),
                        None => {
                            let mut hits = desk.spare.hits.pop().unwrap_or_default();
                            hits.push(hit);
                            done.hits
                                .push((fields, self.first.without(row, fields), hits));
                        }
                    }
                }
            }
        }
        done.visits += visits;
        done.totals.rolls += rolls;
        done.totals.met += met;
        left
    }
}

/// How often each player has the turn before one of them leaves the state, if so much arrived with the
/// first player's turn and so much with the second's; and the number of rolls, as those who pass do not
/// roll. What never leaves is counted as endless.
#[inline(always)]
fn wait(first: Wait, second: Wait, arrived: [f64; 2], totals: &mut Totals) -> ([f64; 2], f64) {
    // The solution of x = a + (1 − leaves − passes) x + passes' y, and the same for y. It has no
    // difference in it, so that no digits are lost.
    let divisor = first.leaves + first.passes * second.leaves * second.inverse;
    let turns = if divisor > 0.0 {
        let arrived_first = arrived[0] + arrived[1] * second.passes * second.inverse;
        let turns = match first.leaves == 1.0 {
            true => arrived_first,
            false => arrived_first / divisor,
        };
        [turns, (arrived[1] + turns * first.passes) * second.inverse]
    } else {
        never_leaves([first, second], arrived, totals)
    };
    (turns, turns[0] * first.rolls + turns[1] * second.rolls)
}

/// The same where one of them, or both, roll for ever.
#[cold]
fn never_leaves(players: [Wait; 2], arrived: [f64; 2], totals: &mut Totals) -> [f64; 2] {
    let mut turns = [0.0; 2];
    for seat in 0..2 {
        let Wait { leaves, passes, .. } = players[seat];
        if leaves > 0.0 {
            turns[seat] = arrived[seat] / (leaves + passes);
            totals.endless += turns[seat] * passes;
        } else {
            totals.endless += arrived[seat];
        }
    }
    turns
}

/// Bytes of a waiting block, with what the allocator needs.
const BLOCK_BYTES: usize = size_of::<Block>() + 16;
/// Bytes of a block of an [`Out`].
const HALF_BYTES: usize = size_of::<Half>() + 16 + size_of::<u32>() + size_of::<usize>();
/// The part of memory that the rows rolled at the same time may fill before they are counted.
const BATCH: usize = 32;
/// The part of memory that is left to the allocator, which uses not all of it again, and to lists on their
/// way: measured, a seventh at most.
const UNUSED: usize = 6;
/// Least number of such rows.
const LEAST_BATCH: usize = 16;
/// By how much more is given up at once for want of memory.
const HARDER: f64 = 4.0;

/// How a solution stands.
#[derive(Debug)]
pub(super) struct Sweeps<'a> {
    grid: &'a Grid<'a>,
    waiting: Vec<Row>,
    outs: Vec<Out>,
    /// For each thread its own.
    desks: Vec<Mutex<Desk>>,
    limits: Limits,
    /// Blocks with at most this are given up for want of memory.
    shortage: f64,
    /// Rows that are rolled at the same time.
    batch: usize,
    /// Bytes that blocks may take, and how many they take.
    memory: usize,
    bytes: usize,
    pub(super) totals: Totals,
    /// Probability that was given up, for want of memory or because it is next to nothing.
    pub(super) given_up: f64,
    /// Joint states visited, in all sweeps.
    pub(super) visits: u64,
}

impl<'a> Sweeps<'a> {
    /// Before the first sweep, with the probability that each player begins, and the bytes that may be
    /// used.
    pub(super) fn new(grid: &'a Grid<'a>, starters: [f64; 2], memory: usize) -> Sweeps<'a> {
        let rows = grid.first.len();
        let batch = batch(grid, memory);
        let mut sweeps = Sweeps {
            grid,
            waiting: (0..rows).map(|_| Row::new()).collect(),
            outs: (0..rows).map(|_| Out::default()).collect(),
            desks: (0..rayon::current_num_threads())
                .map(|_| Mutex::new(Desk::new(grid.blocks)))
                .collect(),
            limits: Limits {
                state: 0.0,
                block: 0.0,
            },
            shortage: 0.0,
            batch,
            // A part for what the allocator cannot use again.
            memory: (memory - memory / UNUSED)
                .saturating_sub(grid.bytes() + batch * row_bytes(grid)),
            bytes: 0,
            totals: Totals::default(),
            given_up: 0.0,
            visits: 0,
        };
        let hits = [0, 1].map(|starter| Hit {
            place: place(grid.second.start, starter == 1) as u32,
            mass: starters[starter],
        });
        sweeps.arrive(vec![(grid.first.start, hits.to_vec())]);
        sweeps
    }

    /// Passes once over all joint states that have more than `least` probability, and gives up about
    /// this much of what is next to nothing.
    pub(super) fn sweep(&mut self, least: f64, give_up: f64) {
        self.limits.state = least;
        // Before the first sweep, about as many as there will be.
        let all = self.grid.first.len() * self.grid.blocks;
        let blocks = (self.bytes / BLOCK_BYTES).max(all / 8).max(1);
        self.limits.block = self.shortage.max(give_up / blocks as f64);
        for (level, rows) in self.grid.first.levels.windows(2).enumerate() {
            let [mut next, end] = [rows[0], rows[1]];
            while next < end {
                let rows = next..end.min(next + self.batch);
                next = rows.end;
                self.rows(rows);
                self.share_spare();
                self.save_memory();
            }
            for row in 0..end {
                if self.grid.last_pull[row] == level && !self.outs[row].blocks.is_empty() {
                    let out = mem::take(&mut self.outs[row]);
                    self.bytes -= out.bytes();
                    self.spare(row).halves.extend(out.halves);
                }
            }
        }
    }

    /// The spare things of one of the threads.
    fn spare(&mut self, number: usize) -> &mut Spare {
        let threads = self.desks.len();
        let desk = self.desks[number % threads].get_mut();
        &mut desk.unwrap_or_else(PoisonError::into_inner).spare
    }

    /// Rolls in rows between which nothing moves.
    fn rows(&mut self, rows: Range<usize>) {
        let tasks: Vec<(usize, Row)> = rows
            .clone()
            .map(|row| {
                let waiting = mem::take(&mut self.waiting[row]);
                self.bytes -= bytes(&waiting);
                (row, waiting)
            })
            .collect();
        let (grid, outs, desks, limits) = (self.grid, &self.outs, &self.desks, self.limits);
        let done: Vec<Done> = tasks
            .into_par_iter()
            .map(|(row, waiting)| grid.row(row, waiting, outs, limits, &mut lock(desks)))
            .collect();
        let mut hits = Vec::new();
        for (row, done) in rows.zip(done) {
            self.bytes += bytes(&done.waiting) + done.out.bytes();
            self.waiting[row] = done.waiting;
            self.outs[row] = done.out;
            self.totals += done.totals;
            self.given_up += done.given_up;
            self.visits += done.visits;
            hits.extend(done.hits.into_iter().map(|(_, row, hits)| (row, hits)));
        }
        self.arrive(hits);
    }

    /// Lets probability wait in the rows to which captures have sent it.
    fn arrive(&mut self, mut hits: Vec<Sent>) {
        // In the same order, whatever the number of threads.
        hits.sort_by_key(|(row, _)| *row);
        let tasks: Vec<(usize, Row, &[Sent])> = hits
            .chunk_by(|(one, _), (other, _)| one == other)
            .map(|hits| {
                let row = hits[0].0;
                let waiting = mem::take(&mut self.waiting[row]);
                self.bytes -= bytes(&waiting);
                (row, waiting, hits)
            })
            .collect();
        let (blocks, desks) = (self.grid.blocks, &self.desks);
        let arrived: Vec<(usize, Row)> = tasks
            .into_par_iter()
            .map(|(row, mut waiting, hits)| {
                let spare = &mut lock(desks).spare;
                waiting.resize_with(blocks, || None);
                for &Hit { place, mass } in hits.iter().flat_map(|(_, hits)| hits) {
                    let place = place as usize;
                    let block = waiting[place / (2 * BLOCK)].get_or_insert_with(|| spare.block());
                    block.as_flattened_mut()[place % (2 * BLOCK)] += mass;
                }
                (row, waiting)
            })
            .collect();
        for (row, waiting) in arrived {
            self.bytes += bytes(&waiting);
            self.waiting[row] = waiting;
        }
        for (number, (_, mut hits)) in hits.into_iter().enumerate() {
            hits.clear();
            self.spare(number).hits.push(hits);
        }
    }

    /// If memory runs short, frees what is spare, and if that is not enough gives up the blocks with the
    /// least probability.
    fn save_memory(&mut self) {
        let threads = self.desks.len();
        let spare: usize = (0..threads).map(|number| self.spare(number).bytes()).sum();
        if self.bytes + spare <= self.memory {
            return;
        }
        for number in 0..threads {
            *self.spare(number) = Spare::default();
        }
        if self.bytes <= self.memory {
            return;
        }
        // Enough at once, as it takes time.
        while self.bytes > self.memory / 4 * 3 && self.limits.block < 1.0 {
            let least = self.limits.state.max(HARDER * self.limits.block);
            self.limits.block = least;
            self.shortage = least;
            let waiting = self.waiting.par_iter_mut().map(|row| {
                let mut given_up = 0.0;
                for block in row.iter_mut() {
                    let mass = block
                        .as_ref()
                        .map_or(0.0, |block| block.as_flattened().iter().sum::<f64>());
                    if mass <= least {
                        given_up += mass;
                        *block = None;
                    }
                }
                if row.iter().all(Option::is_none) {
                    *row = Row::new();
                }
                given_up
            });
            // Collected, so that they are added in the same order whatever the number of threads.
            let waiting: Vec<f64> = waiting.collect();
            let waits = &self.grid.first.waits;
            let outs = self
                .outs
                .iter_mut()
                .zip(waits)
                .map(|(out, wait)| wait.leaves * out.keep(least));
            self.given_up += waiting.iter().sum::<f64>() + outs.sum::<f64>();
            self.bytes = self.waiting.iter().map(bytes).sum::<usize>()
                + self.outs.iter().map(Out::bytes).sum::<usize>();
        }
    }

    /// Lets each thread have as many spare blocks as the others.
    fn share_spare(&mut self) {
        let threads = self.desks.len();
        for number in 1..threads {
            let [one, other] = [number - 1, number].map(|number| self.spare(number).blocks.len());
            let [rich, poor] = if one > other {
                [number - 1, number]
            } else {
                [number, number - 1]
            };
            let keep = one.max(other) - one.abs_diff(other) / 2;
            let blocks = self.spare(rich).blocks.split_off(keep);
            self.spare(poor).blocks.extend(blocks);
        }
    }

    /// Whether something had to be given up for want of memory.
    pub(super) fn is_short_of_memory(&self) -> bool {
        self.shortage > 0.0
    }
}

/// What the current thread needs.
fn lock(desks: &[Mutex<Desk>]) -> MutexGuard<'_, Desk> {
    let desk = &desks[rayon::current_thread_index().unwrap_or(0)];
    desk.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Out {
    fn bytes(&self) -> usize {
        self.blocks.len() * HALF_BYTES
    }

    /// Keeps the blocks with more than this. Returns what the others held.
    fn keep(&mut self, least: f64) -> f64 {
        let masses: Vec<f64> = self.halves.iter().map(|half| half.iter().sum()).collect();
        let mut kept = masses.iter().map(|&mass| mass > least);
        self.blocks.retain(|_| kept.next() == Some(true));
        let mut kept = masses.iter().map(|&mass| mass > least);
        self.halves.retain(|_| kept.next() == Some(true));
        masses.iter().filter(|&&mass| mass <= least).sum()
    }
}

/// Bytes of a row.
fn bytes(row: &Row) -> usize {
    size_of_val(&row[..]) + row.iter().flatten().count() * BLOCK_BYTES
}

/// Bytes that a row of the grid takes at most.
fn row_bytes(grid: &Grid) -> usize {
    grid.blocks * (BLOCK_BYTES + HALF_BYTES + size_of::<usize>())
}

/// Rows that are rolled at the same time.
fn batch(grid: &Grid, memory: usize) -> usize {
    (memory / BATCH / row_bytes(grid)).max(LEAST_BATCH)
}
