//! Sweeps over the joint states of two players.

use std::mem;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use itertools::Itertools;
use rayon::prelude::*;

use super::grid::{Grid, place};
use super::mass::Mass;
use super::memory::{Arrival, Budget, Waiting};
use super::packed::Packed;
use super::row::{Desk, RowSweep, Sent, SweptRow, Thresholds, Totals};
use crate::allocation::ensure;

/// All that is known after some sweeps, and all that waits for the next one.
#[derive(Debug)]
pub(super) struct Sweeps<'a, M> {
    grid: &'a Grid<'a>,
    /// For each row what waits in it.
    waiting: Vec<Waiting<M>>,
    /// For each row the first player's turns, from the sweep of the row until no later row pulls from them.
    turns: Vec<Packed<M>>,
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
            turns: (0..rows).map(|_| Packed::default()).collect(),
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
        let now: usize = self
            .waiting
            .iter()
            .map(|waiting| waiting.packed.len())
            .sum();
        let tiles = now.max(at_first).max(1);
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
                self.save_memory();
            }
            for &row in pulled {
                self.bytes -= mem::take(&mut self.turns[row]).bytes();
            }
        }
        true
    }

    /// Sweeps some rows of the same level on all threads. No roll leads from one of them to another.
    fn sweep_rows(&mut self, rows: Range<usize>, is_over: &(impl Fn() -> bool + Sync)) {
        // What a row sends to others may take as much again.
        ensure(2 * rows.len() * self.budget.row);
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
                (row, sweep.sweep(&waiting, turns))
            })
            .collect();
        let mut sent = Vec::new();
        for (row, swept) in swept {
            let waiting = Waiting {
                packed: swept.waiting,
                arrived: Vec::new(),
            };
            self.put_waiting(row, waiting);
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
        let desks = &self.desks;
        let delivered: Vec<(usize, Waiting<M>, f64)> = tasks
            .into_par_iter()
            .map(|(row, mut waiting, sent)| {
                for sent in sent {
                    waiting.arrived.extend_from_slice(&sent.arrivals);
                }
                let lost = match waiting.is_to_be_packed() {
                    true => own_desk(desks).pack(&mut waiting),
                    false => 0.0,
                };
                (row, waiting, lost)
            })
            .collect();
        for (row, waiting, lost) in delivered {
            self.put_waiting(row, waiting);
            self.totals.lost += lost;
        }
        for (index, Sent { mut arrivals, .. }) in sent.into_iter().enumerate() {
            arrivals.clear();
            self.spare(index).push(arrivals);
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

    /// If memory runs short, gives up the tiles with the least probability until a quarter of the memory is free, as it
    /// takes time to look for them.
    fn save_memory(&mut self) {
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
            + self.turns.iter().map(Packed::bytes).sum::<usize>();
    }

    /// The spare lists of one of the threads, which take turns from index to index.
    fn spare(&mut self, index: usize) -> &mut Vec<Vec<Arrival<M>>> {
        let threads = self.desks.len();
        let desk = self.desks[index % threads].get_mut();
        &mut desk.unwrap_or_else(PoisonError::into_inner).outbox.spare
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
