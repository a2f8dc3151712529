//! Sweeps over the joint states of two players.

use std::mem;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use itertools::Itertools;
use rayon::prelude::*;

use super::grid::{Grid, place};
use super::mass::Mass;
use super::memory::{Arrival, Budget, Spare, Turns, Waiting, tile_bytes};
use super::row::{Desk, RowSweep, Sent, SweptRow, Thresholds, Totals};
use crate::allocation::{Purpose, ensure};

/// All that is known after some sweeps, and all that waits for the next one.
#[derive(Debug)]
pub(super) struct Sweeps<'a, M> {
    grid: &'a Grid<'a>,
    /// For each row what waits in it.
    waiting: Vec<Waiting<M>>,
    /// For each row the first player's turns, from the sweep of the row until no later row pulls from them.
    turns: Vec<Turns<M>>,
    /// For each thread a desk of its own.
    desks: Vec<Mutex<Desk<M>>>,
    thresholds: Thresholds,
    /// Tiles with at most this much probability are given up for want of memory.
    shortage: f64,
    budget: Budget,
    /// The bytes that `waiting` and `turns` take.
    bytes: usize,
    pub(super) totals: Totals,
}

impl<'a, M: Mass> Sweeps<'a, M> {
    /// Before the first sweep. `starters` are the probabilities that the first and the second player begin,
    /// and `memory` is the number of bytes that may be used.
    pub(super) fn new(grid: &'a Grid<'a>, starters: [f64; 2], memory: usize) -> Sweeps<'a, M> {
        let rows = grid.first.len();
        let mut sweeps = Sweeps {
            grid,
            waiting: (0..rows).map(|_| Waiting::default()).collect(),
            turns: (0..rows).map(|_| Turns::default()).collect(),
            desks: (0..rayon::current_num_threads())
                .map(|_| Mutex::new(Desk::new(grid.tiles)))
                .collect(),
            thresholds: Thresholds::default(),
            shortage: 0.0,
            budget: Budget::new::<M>(grid, memory),
            bytes: 0,
            totals: Totals::default(),
        };
        let arrivals = [0, 1].map(|starter| Arrival {
            place: place(grid.second.start, starter == 1) as u32,
            mass: M::stored(starters[starter]),
        });
        sweeps.deliver(vec![Sent {
            fields: 0,
            row: grid.first.start,
            arrivals: arrivals.to_vec(),
        }]);
        sweeps
    }

    /// Passes over the grid once. It visits the joint states with more than `visit` probability, and gives
    /// up about `give_up` of what is next to nothing. Returns whether it has come to the end of the grid before it
    /// `is_over`; what it leaves behind otherwise is no use any more.
    pub(super) fn sweep(
        &mut self,
        visit: f64,
        give_up: f64,
        is_over: impl Fn() -> bool + Sync,
    ) -> bool {
        let grid = self.grid;
        // About so many tiles will wait: at first an eighth of all, and later as many as now.
        let at_first = grid.first.len() * grid.tiles / 8;
        let tiles = (self.bytes / tile_bytes::<M>()).max(at_first).max(1);
        self.thresholds = Thresholds {
            visit,
            keep: self.shortage.max(give_up / tiles as f64),
        };
        let rows_at_once = self.budget.rows_at_once;
        for (rows, pulled) in grid.first.levels().zip(&grid.pulled) {
            for first in rows.clone().step_by(rows_at_once) {
                self.sweep_rows(first..rows.end.min(first + rows_at_once), &is_over);
                if is_over() {
                    return false;
                }
                self.share_spare_tiles();
                self.save_memory();
            }
            for &row in pulled {
                let turns = mem::take(&mut self.turns[row]);
                self.bytes -= turns.bytes();
                self.spare(row).recycle(turns);
            }
        }
        true
    }

    /// Sweeps some rows of the same level on all threads. No roll leads from one of them to another.
    fn sweep_rows(&mut self, rows: Range<usize>, is_over: &(impl Fn() -> bool + Sync)) {
        // What a row sends to others may take as much again.
        ensure(2 * rows.len() * self.budget.row, Purpose::Solving);
        let tasks: Vec<(usize, Waiting<M>)> =
            rows.map(|row| (row, self.take_waiting(row))).collect();
        let (grid, thresholds) = (self.grid, self.thresholds);
        let (desks, turns) = (&self.desks, &self.turns);
        let swept: Vec<(usize, SweptRow<M>)> = tasks
            .into_par_iter()
            .map(|(row, waiting)| {
                if is_over() {
                    return (row, SweptRow::default());
                }
                let desk = &mut own_desk(desks);
                let sweep = RowSweep::new(grid, row, thresholds, desk);
                (row, sweep.sweep(waiting, turns))
            })
            .collect();
        let mut sent = Vec::new();
        for (row, swept) in swept {
            self.put_waiting(row, swept.waiting);
            self.bytes += swept.turns.bytes();
            self.turns[row] = swept.turns;
            self.totals += swept.totals;
            sent.extend(swept.sent);
        }
        self.deliver(sent);
    }

    /// Lets probability wait in the rows to which it was sent.
    fn deliver(&mut self, mut sent: Vec<Sent<M>>) {
        // What is sent to the same row keeps its order, which does not depend on the number of threads.
        sent.sort_by_key(|sent| sent.row);
        let tasks = sent
            .chunk_by(|one, other| one.row == other.row)
            .map(|sent| (sent[0].row, self.take_waiting(sent[0].row), sent))
            .collect_vec();
        let (tiles, desks) = (self.grid.tiles, &self.desks);
        let delivered: Vec<(usize, Waiting<M>, f64)> = tasks
            .into_par_iter()
            .map(|(row, mut waiting, sent)| {
                let spare = &mut own_desk(desks).spare;
                let mut lost = 0.0;
                for sent in sent {
                    lost += waiting.add(&sent.arrivals, tiles, spare);
                }
                (row, waiting, lost)
            })
            .collect();
        for (row, waiting, lost) in delivered {
            self.put_waiting(row, waiting);
            self.totals.lost += lost;
        }
        for (index, Sent { mut arrivals, .. }) in sent.into_iter().enumerate() {
            arrivals.clear();
            self.spare(index).arrivals.push(arrivals);
        }
    }

    fn take_waiting(&mut self, row: usize) -> Waiting<M> {
        let waiting = mem::take(&mut self.waiting[row]);
        self.bytes -= waiting.bytes();
        waiting
    }

    fn put_waiting(&mut self, row: usize, waiting: Waiting<M>) {
        self.bytes += waiting.bytes();
        self.waiting[row] = waiting;
    }

    /// If memory runs short, frees what is spare. If that is not enough, gives up the tiles with the
    /// least probability until a quarter of the memory is free, as it takes time to look for them.
    fn save_memory(&mut self) {
        let spare: usize = self.spares().map(|spare| spare.bytes()).sum();
        if self.bytes + spare <= self.budget.bytes {
            return;
        }
        self.spares().for_each(|spare| *spare = Spare::default());
        if self.bytes <= self.budget.bytes {
            return;
        }
        while self.bytes > self.budget.bytes / 4 * 3 && self.thresholds.keep < 1.0 {
            self.give_up_more();
        }
    }

    /// Raises the probability up to which tiles are given up, in this sweep and all later ones.
    fn give_up_more(&mut self) {
        /// The least factor by which it is raised.
        const HARDER: f64 = 4.0;
        let Thresholds { visit, keep } = self.thresholds;
        let least = visit.max(HARDER * keep);
        self.thresholds.keep = least;
        self.shortage = least;
        // Sums are collected before they are added, so that their order does not depend on the threads.
        let waiting = self.waiting.par_iter_mut();
        let waiting: Vec<f64> = waiting.map(|waiting| waiting.give_up(least)).collect();
        let odds = &self.grid.first.odds;
        let turns = self.turns.iter_mut().zip(odds);
        let turns = turns.map(|(turns, odds)| odds.leaves * turns.give_up(least));
        self.totals.given_up += waiting.iter().sum::<f64>() + turns.sum::<f64>();
        self.bytes = self.waiting.iter().map(Waiting::bytes).sum::<usize>()
            + self.turns.iter().map(Turns::bytes).sum::<usize>();
    }

    /// Lets each thread have as many spare tiles as the others. Some threads free more tiles than they
    /// fill.
    fn share_spare_tiles(&mut self) {
        let all: usize = self.spares().map(|spare| spare.tiles.len()).sum();
        let each = all.div_ceil(self.desks.len());
        let mut surplus = Vec::new();
        for Spare { tiles, .. } in self.spares() {
            surplus.extend(tiles.drain(each.min(tiles.len())..));
        }
        for Spare { tiles, .. } in self.spares() {
            let missing = surplus.len().min(each - tiles.len());
            tiles.extend(surplus.drain(surplus.len() - missing..));
        }
    }

    fn spares(&mut self) -> impl Iterator<Item = &mut Spare<M>> {
        let desks = self.desks.iter_mut().map(Mutex::get_mut);
        desks.map(|desk| &mut desk.unwrap_or_else(PoisonError::into_inner).spare)
    }

    /// The spare memory of one of the threads, which take turns from index to index.
    fn spare(&mut self, index: usize) -> &mut Spare<M> {
        let threads = self.desks.len();
        let desk = self.desks[index % threads].get_mut();
        &mut desk.unwrap_or_else(PoisonError::into_inner).spare
    }

    /// Whether something had to be given up for want of memory.
    pub(super) fn is_short_of_memory(&self) -> bool {
        self.shortage > 0.0
    }
}

/// The desk of the current thread, for which no other thread asks.
fn own_desk<M>(desks: &[Mutex<Desk<M>>]) -> MutexGuard<'_, Desk<M>> {
    let desk = &desks[rayon::current_thread_index().unwrap_or(0)];
    desk.lock().unwrap_or_else(PoisonError::into_inner)
}
