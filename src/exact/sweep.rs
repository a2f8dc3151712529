//! Sweeps over the joint states of two players.

use std::mem;
use std::ops::Range;

use itertools::Itertools;
use rayon::prelude::*;

use super::grid::{Grid, WIDTH, place};
use super::row::{Scratch, Sent, Thresholds, Totals};
use super::sparse::{SparseRow, stored};
use crate::allocation::ensure;

/// All that is known after some sweeps, and all that waits for the next one.
#[derive(Debug)]
pub(super) struct Sweeps<'a> {
    grid: &'a Grid<'a>,
    waiting: Vec<SparseRow>,
    /// For each row the first player's turns, from the sweep of the row until no later row pulls
    /// from them.
    turns: Vec<SparseRow>,
    thresholds: Thresholds,
    /// Tiles with at most this much probability are given up for want of memory.
    pub(super) shortage: f64,
    /// The number of rows that are swept before what they take is counted.
    rows_at_once: usize,
    /// The bytes that a row takes at most.
    most_row: usize,
    /// The bytes that `waiting` and `turns` may take, and those that they do.
    most_bytes: usize,
    bytes: usize,
    pub(super) totals: Totals,
}

impl<'a> Sweeps<'a> {
    /// Before the first sweep. `starters` are the probabilities that the first and the second
    /// player begin, and `memory` is the number of bytes that may be used.
    pub(super) fn new(grid: &'a Grid<'a>, starters: [f64; 2], memory: usize) -> Sweeps<'a> {
        /// One byte in so many is kept back. The allocator cannot use all freed memory again, and
        /// lists on their way from row to row are not counted. Both together took a seventh at most
        /// when measured.
        const UNUSED: usize = 6;
        /// The rows that are swept at once may fill one byte in so many.
        const AT_ONCE: usize = 32;
        /// At least so many rows are swept at once, to keep all threads at work.
        const LEAST_ROWS: usize = 16;
        // What waits, and turns.
        let most_row =
            SparseRow::most_bytes(grid.tiles, 2 * WIDTH) + SparseRow::most_bytes(grid.tiles, WIDTH);
        let rows_at_once = (memory / AT_ONCE / most_row).max(LEAST_ROWS);
        let rows = grid.first.states.len();
        let mut sweeps = Sweeps {
            grid,
            waiting: vec![SparseRow::default(); rows],
            turns: vec![SparseRow::default(); rows],
            thresholds: Thresholds::default(),
            shortage: 0.0,
            rows_at_once,
            most_row,
            most_bytes: (memory - memory / UNUSED)
                .saturating_sub(grid.bytes() + rows_at_once * most_row),
            bytes: 0,
            totals: Totals::default(),
        };
        let arrivals = [0, 1].map(|starter| {
            let place = place(grid.second.start, starter == 1);
            (place as u32, stored(starters[starter]))
        });
        sweeps.deliver(vec![(grid.first.start, arrivals.to_vec())]);
        sweeps
    }

    /// Passes over the grid once. It visits the joint states with more than `visit` probability,
    /// and gives up about `give_up` of what is next to nothing. Returns whether it has come to the
    /// end of the grid before it `is_over`; what it leaves behind otherwise is no use any more.
    pub fn sweep(&mut self, visit: f64, give_up: f64, is_over: impl Fn() -> bool + Sync) -> bool {
        let grid = self.grid;
        // About so many tiles will wait: at first an eighth of all, and later as many as now.
        let at_first = grid.first.states.len() * grid.tiles / 8;
        let now: usize = self.waiting.iter().map(|row| row.tiles.len()).sum();
        let tiles = now.max(at_first).max(1);
        let keep = self.shortage.max(give_up / tiles as f64);
        self.thresholds = Thresholds { visit, keep };
        let rows_at_once = self.rows_at_once;
        for (rows, pulled) in grid.first.levels.iter().zip(&grid.pulled) {
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

    /// Sweeps some rows of the same level on all threads. No roll leads from one of them to
    /// another.
    fn sweep_rows(&mut self, rows: Range<usize>, is_over: &(impl Fn() -> bool + Sync)) {
        // What a row sends to others may take as much again.
        ensure(2 * rows.len() * self.most_row);
        let (grid, thresholds) = (self.grid, self.thresholds);
        let (earlier, turns) = self.turns.split_at_mut(rows.start);
        let (waiting, turns) = (&mut self.waiting[rows.clone()], &mut turns[..rows.len()]);
        self.bytes -= bytes(waiting);
        let swept: Vec<(Sent, Totals)> = (rows, &mut *waiting, &mut *turns)
            .into_par_iter()
            .map_init(
                || Scratch::new(grid, thresholds),
                |scratch, (row, waiting, turns)| {
                    if is_over() {
                        return Default::default();
                    }
                    scratch.sweep(row, waiting, turns, earlier)
                },
            )
            .collect();
        self.bytes += bytes(waiting) + bytes(turns);
        let mut all_sent = Sent::new();
        for (sent, totals) in swept {
            for (sum, more) in self.totals.certain.iter_mut().zip(totals.certain) {
                *sum += more;
            }
            self.totals.met += totals.met;
            self.totals.given_up += totals.given_up;
            self.totals.visits += totals.visits;
            all_sent.extend(sent);
        }
        self.deliver(all_sent);
    }

    /// Lets probability wait in the rows to which it was sent.
    fn deliver(&mut self, mut sent: Sent) {
        // What is sent to the same row keeps its order, which does not depend on the number of
        // threads.
        sent.sort_by_key(|&(row, _)| row);
        let mut long = Vec::new();
        for (row, sent) in &sent.into_iter().chunk_by(|&(row, _)| row) {
            let waiting = &mut self.waiting[row];
            self.bytes -= waiting.bytes();
            for (_, arrivals) in sent {
                waiting.arrived.extend(arrivals);
            }
            if waiting.is_to_be_stored() {
                long.push((row, mem::take(waiting), 0.0));
            }
            self.bytes += waiting.bytes();
        }
        let (grid, thresholds) = (self.grid, self.thresholds);
        long.par_iter_mut().for_each_init(
            || Scratch::new(grid, thresholds),
            |scratch, (_, waiting, lost)| *lost = scratch.store_arrived(waiting),
        );
        for (row, waiting, lost) in long {
            self.bytes += waiting.bytes();
            self.waiting[row] = waiting;
            self.totals.given_up += lost;
        }
    }

    /// If memory runs short, gives up the tiles with the least probability, in this sweep and all
    /// later ones, until a quarter of the memory is free, as it takes time to look for them.
    fn save_memory(&mut self) {
        /// The least factor by which the probability is raised up to which tiles are given up.
        const HARDER: f64 = 4.0;
        if self.bytes <= self.most_bytes {
            return;
        }
        while self.bytes > self.most_bytes / 4 * 3 && self.thresholds.keep < 1.0 {
            let least = self.thresholds.visit.max(HARDER * self.thresholds.keep);
            self.thresholds.keep = least;
            self.shortage = least;
            // Sums are collected before they are added, so that their order does not depend on the
            // threads.
            let waiting = self.waiting.par_iter_mut();
            let waiting: Vec<f64> = waiting.map(|waiting| waiting.give_up(least)).collect();
            let turns = self.turns.iter_mut().zip(&self.grid.first.states);
            let turns = turns.map(|(turns, state)| state.odds.leaves * turns.give_up(least));
            self.totals.given_up += waiting.iter().sum::<f64>() + turns.sum::<f64>();
            self.bytes = bytes(&self.waiting) + bytes(&self.turns);
        }
    }
}

fn bytes(rows: &[SparseRow]) -> usize {
    rows.iter().map(SparseRow::bytes).sum()
}
