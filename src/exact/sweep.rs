//! Sweeps over the joint states of two players.

use std::ops::Range;

use itertools::Itertools;
use rayon::prelude::*;

use super::grid::{Grid, TILE_WIDTH, slot};
use super::row::{Delivery, Scratch, SweptRow, Thresholds, Totals};
use super::sparse::{Arrival, SparseRow, StoredRows, round_down};

/// The totals after some sweeps, and the probability that waits for the next one.
#[derive(Debug)]
pub(super) struct Sweeps<'a> {
    grid: &'a Grid<'a>,
    /// For each row the probability that waits for the next sweep.
    waiting: StoredRows,
    /// For each row the first player's turns, from the sweep of the row until no later row pulls
    /// from them.
    turns: StoredRows,
    thresholds: Thresholds,
    /// Tiles and arrivals with at most this mass are given up for want of memory; 0 until it runs
    /// short.
    pub(super) shortage_threshold: f64,
    /// The number of rows that are swept before their size is counted.
    rows_at_once: usize,
    /// The bytes that `waiting` and `turns` may take.
    most_bytes: usize,
    pub(super) totals: Totals,
}

/// A row whose arrivals are being stored in its tiles.
struct RowToStore {
    number: usize,
    /// The probability that waits in the row.
    waiting: SparseRow,
    /// The part of it that is lost by rounding.
    lost: f64,
}

impl<'a> Sweeps<'a> {
    /// The state before the first sweep. `start_probabilities` are those that the first and the
    /// second player begin, and `memory` is the number of bytes that may be used.
    pub(super) fn new(
        grid: &'a Grid<'a>,
        start_probabilities: [f64; 2],
        memory: usize,
    ) -> Sweeps<'a> {
        /// One byte in this number is kept back. The allocator cannot use all freed memory again,
        /// and deliveries from row to row are not counted. Both together took a seventh at most
        /// when measured.
        const UNUSED: usize = 6;
        /// The rows that are swept at once may fill one byte in this number, or more if they are
        /// `LEAST_ROWS`.
        const AT_ONCE: usize = 32;
        /// The least number of rows that are swept at once, to keep all threads at work.
        const LEAST_ROWS: usize = 16;
        let most_waiting_bytes = SparseRow::most_bytes(grid.tiles, 2 * TILE_WIDTH);
        let most_turns_bytes = SparseRow::most_bytes(grid.tiles, TILE_WIDTH);
        let most_row_bytes = most_waiting_bytes + most_turns_bytes;
        let rows_at_once = (memory / AT_ONCE / most_row_bytes).max(LEAST_ROWS);
        let rows = grid.first.states.len();
        let mut sweeps = Sweeps {
            grid,
            waiting: StoredRows::new(rows),
            turns: StoredRows::new(rows),
            thresholds: Thresholds::default(),
            shortage_threshold: 0.0,
            rows_at_once,
            most_bytes: (memory - memory / UNUSED)
                .saturating_sub(grid.bytes() + rows_at_once * most_row_bytes),
            totals: Totals::default(),
        };
        let arrivals = [0, 1].map(|starter| Arrival {
            slot: slot(grid.second.start, starter == 1) as u32,
            mass: round_down(start_probabilities[starter]),
        });
        sweeps.deliver(vec![Delivery {
            row: grid.first.start,
            arrivals: arrivals.to_vec(),
        }]);
        sweeps
    }

    /// Passes over the grid once, visits the joint states with a probability of more than `visit`,
    /// and gives up about the probability `give_up` in tiles with next to nothing.
    ///
    /// Returns whether the sweep has come to the end of the grid. If it `is_cancelled` before, the
    /// sweeps must not be used any more.
    pub(super) fn sweep(
        &mut self,
        visit: f64,
        give_up: f64,
        is_cancelled: impl Fn() -> bool + Sync,
    ) -> bool {
        let grid = self.grid;
        // The expected number of tiles that will wait: as many as now, but at least an eighth of
        // all.
        let least = grid.first.states.len() * grid.tiles / 8;
        let now: usize = self.waiting.rows().iter().map(SparseRow::tile_count).sum();
        let tiles = now.max(least).max(1);
        let keep = self.shortage_threshold.max(give_up / tiles as f64);
        self.thresholds = Thresholds { visit, keep };
        let rows_at_once = self.rows_at_once;
        for (rows, finished) in grid.first.levels.iter().zip(&grid.finished_rows) {
            for first in rows.clone().step_by(rows_at_once) {
                let rows = first..rows.end.min(first + rows_at_once);
                if self.sweep_rows(rows, &is_cancelled).is_none() {
                    return false;
                }
                self.save_memory();
            }
            for &row in finished {
                self.turns.take(row);
            }
        }
        true
    }

    /// Sweeps some rows of the same level on all threads. No roll of the first player leads from
    /// one of them to another. `None` if it `is_cancelled` before the last one.
    fn sweep_rows(
        &mut self,
        rows: Range<usize>,
        is_cancelled: &(impl Fn() -> bool + Sync),
    ) -> Option<()> {
        let (grid, thresholds) = (self.grid, self.thresholds);
        let waiting: Vec<SparseRow> = rows.clone().map(|row| self.waiting.take(row)).collect();
        let earlier = &self.turns.rows()[..rows.start];
        let swept: Option<Vec<SweptRow>> = (rows.clone(), waiting)
            .into_par_iter()
            .map_init(
                || Scratch::new(grid, thresholds),
                |scratch, (row, waiting)| {
                    (!is_cancelled()).then(|| scratch.sweep(row, &waiting, earlier))
                },
            )
            .collect();
        let mut deliveries = Vec::new();
        for (row, swept) in rows.zip(swept?) {
            self.waiting.put(row, swept.waiting);
            self.turns.put(row, swept.turns);
            self.totals += swept.totals;
            deliveries.extend(swept.deliveries);
        }
        self.deliver(deliveries);
        Some(())
    }

    /// Adds deliveries to the probability that waits in their rows.
    fn deliver(&mut self, mut deliveries: Vec<Delivery>) {
        // Deliveries for the same row keep their order, which does not depend on the number of
        // threads.
        deliveries.sort_by_key(|delivery| delivery.row);
        let mut rows_to_store = Vec::new();
        for (number, deliveries) in &deliveries.into_iter().chunk_by(|delivery| delivery.row) {
            let mut waiting = self.waiting.take(number);
            for delivery in deliveries {
                waiting.arrived.extend(delivery.arrivals);
            }
            if waiting.is_to_be_stored() {
                rows_to_store.push(RowToStore {
                    number,
                    waiting,
                    lost: 0.0,
                });
            } else {
                self.waiting.put(number, waiting);
            }
        }
        let (grid, thresholds) = (self.grid, self.thresholds);
        rows_to_store.par_iter_mut().for_each_init(
            || Scratch::new(grid, thresholds),
            |scratch, row| row.lost = scratch.store_arrived(&mut row.waiting),
        );
        for row in rows_to_store {
            self.waiting.put(row.number, row.waiting);
            self.totals.given_up += row.lost;
        }
    }

    /// Gives up the tiles with the least probability, in this sweep and all later ones, if memory
    /// runs short, until a quarter of it is free, so that this is seldom: it takes time to look for
    /// them.
    fn save_memory(&mut self) {
        /// The least factor by which the threshold of tiles is raised.
        const LEAST_RAISE: f64 = 4.0;
        if self.bytes() <= self.most_bytes {
            return;
        }
        while self.bytes() > self.most_bytes / 4 * 3 && self.thresholds.keep < 1.0 {
            let threshold = self
                .thresholds
                .visit
                .max(LEAST_RAISE * self.thresholds.keep);
            self.thresholds.keep = threshold;
            self.shortage_threshold = threshold;
            let of_waiting: f64 = self.waiting.give_up(threshold).iter().sum();
            let turns = self.turns.give_up(threshold);
            let of_turns: f64 = turns
                .iter()
                .zip(&self.grid.first.states)
                .map(|(turns, state)| state.odds.leaves * turns)
                .sum();
            self.totals.given_up += of_waiting + of_turns;
        }
    }

    /// The bytes of all that is stored.
    fn bytes(&self) -> usize {
        self.waiting.bytes() + self.turns.bytes()
    }
}
