//! The same shares without chance: what part of their games two dice win, between certain bounds.
//!
//! A *joint state* is a position of the game: the state of the first player, the state of the
//! second, and who rolls next. [`solve`] lets the probability of the beginning flow through the
//! joint states until nearly all of it has arrived at a win or a draw. What has arrived is certain.
//! The rest is [`unknown`](Solution::unknown), as it could still go anywhere. So the probability of
//! a win lies between what is certain of it and the same with all that is unknown. This needs no
//! statistics.
//!
//! # Sweeps
//!
//! Pieces only come forward, unless they are captured. So the states of each player are numbered
//! such that every move leads to a higher number (a [`Chain`]). The joint states form a grid: its
//! rows are the states of the first player, its columns those of the second. A *sweep* passes over
//! the rows in their order.
//!
//! - A roll of the first player leads to a later row, even if it captures a piece of the second.
//! - A roll of the second player leads to a later column of the same row. If it captures, it leads to
//!   another row, mostly an earlier one, where the probability waits for the next sweep.
//! - A roll may change neither state. Such rolls form a loop, which is solved where it stands.
//!
//! The normal die against itself has 446 million joint states, and a game meets some 30 million of
//! them with a probability that counts. So a sweep *visits* only the joint states with more than a
//! threshold, and what is in the others waits. The threshold falls from sweep to sweep. Each sweep
//! leaves about a third of what was unknown; 1e-4 is left after eleven.
//!
//! The columns of a row are in tiles of 64. The columns that a game hardly ever meets stand behind
//! all others, so that few tiles are needed. While a row is swept, these tiles have a place for
//! each column. What is kept of a row is *sparse*: a third of the columns at most hold something.
//! Rows of the same level, between which no move leads, are swept at the same time. Each *pulls*
//! from what is kept of earlier rows (`to += share · from`), and then
//! *pushes* the second player's rolls. All sums are added up in an order that does not depend on the number of
//! threads, and neither does the solution.
//!
//! # Accounting
//!
//! `wins + draws + endless + unknown = 1`. The unknown is computed as one minus the others, so it
//! covers all that waits, all that was given up because it was next to nothing or memory ran short,
//! and all that was lost where it was stored.
//!
//! **Storing.** While a row is swept, its probabilities are double numbers. What is kept for later, the masses
//! that wait and the turns that later rows pull, is stored in single numbers, which take half the
//! memory. They are rounded towards zero, never up. So the flow that goes on is nowhere more than
//! the true one, and what arrives of it is certain. The rest is lost: some 4 parts in 10⁸ whenever
//! something is stored, 3e-6 of a game of 70 rolls. It is counted, since no sweep can make it
//! known; the count itself decides nothing that is certain. Where less than that may stay unknown,
//! sweeps end when next to nothing waits any more, and more stays unknown than was wanted.
//!
//! **Rounding.** All other numbers are sums of products of numbers that are not negative, and no subtraction
//! can lose digits. So each rounding changes the probability in one joint state by at most the
//! factor 1 ± 2⁻⁵³, and what arrives at the end by no more than that. A joint state takes at most
//! `terms` roundings whenever a game meets it, or when it waits at the end of a sweep; storing is
//! none of them, as it only takes away. The whole change is at most 2⁻⁵³ · terms · (joint states
//! met + sweeps), and what adding up the totals changes. [`Solution::rounding`] is twice this
//! bound, about 1e-10, and widens the interval on both sides.
//!
//! The number of rolls has no limit: a game that would be cut off after 100,000 rolls goes on. Only
//! a game in which the players roll for ever without changing anything is
//! [endless](Solution::certain), and the limit makes it a draw.

mod chain;
mod grid;
mod row;
mod sparse;
mod sweep;

use std::array;

use crate::allocation::ensure;

pub use chain::{Chain, Move, State};
use grid::Grid;
use sweep::Sweeps;

/// What is known about the games of a pairing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Solution {
    /// What is certain: the probabilities that the first player wins, that the second one does,
    /// that neither can move any more, and that they roll for ever are at least these; and the mean
    /// number of rolls in a game, without those that the unknown part would add.
    pub certain: [f64; 5],
    /// The probability of everything else.
    pub unknown: f64,
    /// The part of `unknown` that is unknown only because floating-point numbers are rounded, at
    /// most.
    pub rounding: f64,
    /// The part of `unknown` that was given up, or lost where it was stored. Further sweeps cannot
    /// make it known.
    pub given_up: f64,
    /// Whether more is unknown than wanted, because memory ran short.
    pub short_of_memory: bool,
    /// The number of sweeps.
    pub sweeps: u32,
    /// The number of joint states visited in all sweeps.
    pub visits: u64,
    /// Whether the first player and the second can win at all.
    pub can_win: [bool; 2],
    /// What of it became certain in the last sweep that made something certain.
    last: [f64; 5],
}

impl Solution {
    /// What is known before the first sweep of players who can win at all, or cannot.
    pub fn nothing(can_win: [bool; 2]) -> Solution {
        Solution {
            unknown: 1.0,
            can_win,
            ..Solution::default()
        }
    }

    /// The solution of the same pairing with the players exchanged.
    pub fn exchanged(mut self) -> Solution {
        self.certain.swap(0, 1);
        self.can_win.swap(0, 1);
        self.last.swap(0, 1);
        self
    }

    /// The width of the interval in which the probability of a win lies, from 0 to 1.
    pub fn width(&self) -> f64 {
        self.unknown + self.rounding
    }

    /// The lower and the upper end of the interval in which the probability lies that the player on
    /// this seat wins, 0 for the first and 1 for the second.
    pub fn interval(&self, seat: usize) -> [f64; 2] {
        let low = (self.certain[seat] - self.rounding).max(0.0);
        let high = (self.certain[seat] + self.unknown).min(1.0);
        [low, if self.can_win[seat] { high } else { low }]
    }

    /// The most likely results: the probabilities of wins of the first player and of the second, of
    /// draws and of endless games, and the mean number of rolls. They assume that the unknown part
    /// ends as did what became certain last.
    pub fn estimate(&self) -> [f64; 5] {
        let settled: f64 = self.last[..4].iter().sum();
        if settled <= 0.0 {
            // Nothing is known yet, so the estimate is the middle of what may be.
            let half = |can| if can { self.unknown / 2.0 } else { 0.0 };
            let [first, second] = self.can_win.map(half);
            return [first, second, self.unknown - first - second, 0.0, 0.0];
        }
        array::from_fn(|part| self.certain[part] + self.unknown * self.last[part] / settled)
    }

    /// What is known after another sweep.
    fn after(self, sweeps: &Sweeps, rounding: f64) -> Solution {
        let totals = &sweeps.totals;
        let settled: f64 = totals.certain[..4].iter().sum();
        let mut after = Solution {
            certain: totals.certain,
            unknown: (1.0 - settled + rounding).clamp(0.0, 1.0),
            rounding,
            given_up: totals.given_up,
            short_of_memory: sweeps.shortage > 0.0,
            sweeps: self.sweeps + 1,
            visits: totals.visits,
            ..self
        };
        let news: [f64; 5] = array::from_fn(|part| totals.certain[part] - self.certain[part]);
        if news[..4].iter().sum::<f64>() > 0.0 {
            after.last = news;
        }
        after
    }
}

/// Lets games of two players, whose chains have the same rules, go on until at most so much is
/// `unknown`, from 0 to 1, until more sweeps would not help, or until it `is_over`, with what was
/// known after the last sweep. `starters` are the probabilities that the first and the second
/// player begin, which add up to 1. So many bytes of `memory` may be used. `swept` is told after
/// each sweep what is known.
pub fn solve(
    [first, second]: [&Chain; 2],
    starters: [f64; 2],
    unknown: f64,
    memory: usize,
    swept: impl Fn(&Solution),
    is_over: impl Fn() -> bool + Sync,
) -> Solution {
    /// All sweeps together may give up this part of what may stay unknown.
    const ALL_SWEEPS: f64 = 0.15;
    /// A single sweep may give up this part of what all sweeps may still give up.
    const EACH_SWEEP: f64 = 0.25;
    /// Dice that capture nearly always need some dozens of sweeps; no dice need as many as these.
    const MOST_SWEEPS: u32 = 1000;
    /// A sweep that leaves more than this part of the unknown has visited too few joint states.
    const SLOW: f64 = 0.5;
    /// The threshold does not fall below this multiple of the probability that the joint states
    /// visited could each keep if together they kept what may stay unknown.
    const LOWEST: f64 = 1.5;
    // What the grid takes while it is made; measured, it is less than three times what the chains
    // take.
    ensure(3 * (first.bytes() + second.bytes()));
    let mut solution = Solution::nothing([true; 2]);
    if is_over() {
        return solution;
    }
    let grid = Grid::new(first, second);
    let mut sweeps = Sweeps::new(&grid, starters, memory);
    // The probability that a joint state must have to be visited: in the first sweep what each
    // would have if all had the same.
    let mut threshold = 1.0 / (first.states.len() as f64 * second.states.len() as f64);
    loop {
        let before = solution;
        // What is given up where it is spread thinly saves memory and time.
        let give_up = EACH_SWEEP * (ALL_SWEEPS * unknown - before.given_up).max(0.0);
        if !sweeps.sweep(threshold, give_up, &is_over) {
            return before;
        }
        let rounding = grid.rounding(sweeps.totals.met, before.sweeps + 1);
        solution = before.after(&sweeps, rounding);
        let is_enough = solution.width() <= unknown;
        solution.short_of_memory &= !is_enough;
        swept(&solution);
        // Another sweep would hardly help where next to nothing waits any more.
        let waiting = solution.unknown - solution.given_up;
        let is_final = waiting < (solution.given_up / 16.0).max(2.0 * rounding);
        if is_enough || is_final || solution.sweeps == MOST_SWEEPS {
            return solution;
        }
        // A visit takes the same time whatever is in the joint state; so the less is left to be
        // settled, the lower the threshold.
        let left = solution.unknown / before.unknown;
        let visits = (solution.visits - before.visits) as f64;
        threshold = if left < SLOW {
            threshold.min((threshold * left).max(LOWEST * unknown / visits))
        } else {
            threshold * SLOW
        };
    }
}
