//! The exact solver: the shares of games that two dice win, without chance and between certain
//! bounds.
//!
//! A *joint state* is a position of the game: the state of the first player and the state of the
//! second. The probability in it has two parts: that with the first player about to roll, and that
//! with the second. [`solve`] lets the probability of the beginning flow through the joint states
//! until nearly all of it has arrived at a win or a draw. That part is certain. The
//! remainder is [`unknown`](Solution::unknown), as it could still go anywhere. So the probability
//! of a win lies between its certain part and the sum of that and the unknown. This needs no
//! statistics.
//!
//! # Sweeps
//!
//! Pieces only come forward, unless they are captured. So the states of each player are numbered
//! such that every move leads to a higher number (a [`Chain`]). The joint states form a grid: its
//! rows are the states of the first player, its columns those of the second. A *sweep* passes over
//! the rows in their order.
//!
//! - A roll of the first player that changes its state leads to a later row, even if it captures a
//!   piece of the second.
//! - A roll of the second player that changes its state leads to a later column of the same row. If
//!   it captures, it leads to another row, mostly an earlier one, where the probability waits for
//!   the next sweep.
//! - A roll may leave the state of the mover. Without a capture such rolls form a loop, which is
//!   solved where it stands. If they capture, as they may under `schlagen-am-zugende`, they lead to
//!   another column or row, and the probability waits there.
//!
//! The normal die against itself has 223 million joint states, and a game meets some 30 million of
//! them with a probability that counts. So a sweep *visits* only the joint states with more than a
//! threshold, and the probability in the others waits. The threshold falls from sweep to sweep,
//! or stays. The first sweeps leave 85, 67 and 54 % of the unknown, later ones about a third each;
//! less than 1e-4 is left after eleven.
//!
//! The columns of a row are in tiles of 64. While a row is swept, its tiles have two places for
//! each joint state, one for each player about to roll. A stored row is *sparse*: it has only the
//! places that hold something, mostly at most a third of all. Rows of the same level, between which
//! no move leads, are swept at the same time. For each of its joint states a swept row stores the
//! first player's *turns*: how often a game has that player about to roll there, on average. Each
//! row first *pulls* from earlier ones, as they are stored (`to += probability · turns`), and then
//! *pushes* the second player's rolls. All sums are added up in an order that does not depend on
//! the number of threads, and neither does the solution.
//!
//! # Accounting
//!
//! `wins + draws + endless + unknown = 1`, but for rounding. The unknown is computed as one minus
//! the others, plus the bound on rounding below. So it covers the masses that wait, those that were
//! given up because they were next to nothing or memory ran short, and those that were lost where
//! they were stored.
//!
//! **Storing.** While a row is swept, its probabilities are double numbers. The masses that wait
//! and the turns that later rows pull are stored in single numbers, which take half the memory.
//! They are rounded towards zero, never up. So the flow that goes on is nowhere more than the true
//! one, and all that arrives of it is certain. The remainder is lost: some 4 parts in 10⁸ whenever
//! something is stored, 3e-6 of a game of 70 rolls. It is counted, since no sweep can make it
//! known; the count itself decides nothing that is certain. Where less than that may stay unknown,
//! sweeps end when next to nothing waits any more, and more stays unknown than was wanted.
//!
//! **Rounding.** All other numbers are sums of products of numbers that are not negative, and no
//! subtraction can lose digits. So each rounding changes the probability in one joint state by at
//! most the factor 1 ± 2⁻⁵³, and that at the end by no more than that. A joint state takes at most
//! `terms` roundings whenever a game meets it, or when it waits at the end of a sweep; storing is
//! none of them, as it only takes away. The whole change is at most 2⁻⁵³ · terms · (joint states
//! met + sweeps), and the change by adding up the totals. [`Solution::rounding`] is twice this
//! bound, about 1e-10, and widens the interval on both sides.
//!
//! The number of rolls has no limit: a game that would be cut off after 100,000 rolls goes on. Only
//! a game in which the players roll for ever without changing anything is
//! [endless](GameExpectation::endless), and the limit makes it a draw.

mod chain;
mod grid;
mod pairings;
mod row;
mod sparse;
mod sweep;

use std::ops::AddAssign;

use crate::rules::Ending;

pub use chain::{Chain, ChainState, ChainTurn, ExposedPieces, Transition, WeightedTransition};
use grid::Grid;
pub(crate) use pairings::DistinctPairing;
pub use pairings::PairingsToSolve;
use sweep::Sweeps;

/// The probability of each ending of a game, and the mean number of rolls.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GameExpectation {
    /// The probability that the player on each seat wins.
    pub wins: [f64; 2],
    /// The probability that the game ends in a draw, as both players are stuck.
    pub draw: f64,
    /// The probability that the players roll for ever.
    pub endless: f64,
    /// The mean number of rolls.
    pub rolls: f64,
}

impl GameExpectation {
    /// The probability that the game ends, or is known never to.
    pub fn total(&self) -> f64 {
        self.wins[0] + self.wins[1] + self.draw + self.endless
    }

    /// The probability that neither player wins.
    pub fn without_winner(&self) -> f64 {
        self.draw + self.endless
    }

    fn add_ending(&mut self, ending: Ending, probability: f64) {
        match ending {
            Ending::Won(seat) => self.wins[seat] += probability,
            Ending::Draw | Ending::CutOff => self.draw += probability,
        }
    }

    /// Combines each value with its counterpart.
    fn zip_with(&self, other: &Self, combine: impl Fn(f64, f64) -> f64) -> Self {
        Self {
            wins: [0, 1].map(|seat| combine(self.wins[seat], other.wins[seat])),
            draw: combine(self.draw, other.draw),
            endless: combine(self.endless, other.endless),
            rolls: combine(self.rolls, other.rolls),
        }
    }
}

impl AddAssign for GameExpectation {
    fn add_assign(&mut self, other: Self) {
        *self = self.zip_with(&other, |sum, value| sum + value);
    }
}

/// The state of knowledge about the games of a pairing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Solution {
    /// The lower bounds: but for `rounding`, each ending has at least this probability. The number
    /// of rolls lacks those of the unknown part.
    pub certain: GameExpectation,
    /// The probability of everything else.
    pub unknown: f64,
    /// The part of `unknown` that is unknown only because floating-point numbers are rounded, at
    /// most.
    pub rounding: f64,
    /// The part of `unknown` that was given up, or lost where it was stored. Further sweeps cannot
    /// make it known.
    pub given_up: f64,
    /// Whether memory ran short, and more is unknown than wanted.
    pub short_of_memory: bool,
    /// The number of sweeps.
    pub sweeps: u32,
    /// The number of joint states visited in all sweeps.
    pub visits: u64,
    /// Whether the first player and the second can win at all.
    pub can_win: [bool; 2],
    /// The increase of `certain` in the last sweep that increased it.
    last_increase: GameExpectation,
}

impl Solution {
    /// The solution before the first sweep.
    pub fn new(can_win: [bool; 2]) -> Solution {
        Solution {
            unknown: 1.0,
            can_win,
            ..Solution::default()
        }
    }

    /// The solution of the same pairing with the players exchanged.
    pub fn exchanged(mut self) -> Solution {
        self.certain.wins.swap(0, 1);
        self.can_win.swap(0, 1);
        self.last_increase.wins.swap(0, 1);
        self
    }

    /// The width of the interval of the probability of a win that is possible.
    pub fn width(&self) -> f64 {
        self.unknown + self.rounding
    }

    /// The lower and the upper end of the interval of the probability that the player on this seat
    /// wins, 0 for the first and 1 for the second.
    pub fn interval(&self, seat: usize) -> [f64; 2] {
        let low = (self.certain.wins[seat] - self.rounding).max(0.0);
        let high = (self.certain.wins[seat] + self.unknown).min(1.0);
        [low, if self.can_win[seat] { high } else { low }]
    }

    /// The estimated result, as if the unknown part ended like the part that became certain last.
    pub fn estimate(&self) -> GameExpectation {
        let increase = self.last_increase.total();
        if increase <= 0.0 {
            // Nothing is known yet, so each win that is possible gets the middle of its interval,
            // and a draw the remainder.
            let wins = self
                .can_win
                .map(|can_win| if can_win { self.unknown / 2.0 } else { 0.0 });
            return GameExpectation {
                wins,
                draw: self.unknown - wins[0] - wins[1],
                ..GameExpectation::default()
            };
        }
        self.certain
            .zip_with(&self.last_increase, |certain, last_increase| {
                certain + self.unknown * last_increase / increase
            })
    }

    /// The solution after another sweep.
    fn after(self, sweeps: &Sweeps, rounding: f64) -> Solution {
        let totals = &sweeps.totals;
        let mut after = Solution {
            certain: totals.certain,
            unknown: (1.0 - totals.certain.total() + rounding).clamp(0.0, 1.0),
            rounding,
            given_up: totals.given_up,
            short_of_memory: sweeps.shortage_threshold > 0.0,
            sweeps: self.sweeps + 1,
            visits: totals.visits,
            ..self
        };
        let increase = totals
            .certain
            .zip_with(&self.certain, |now, before| now - before);
        if increase.total() > 0.0 {
            after.last_increase = increase;
        }
        after
    }
}

/// The accuracy to be reached, and the memory for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// The probability that may stay unknown, from 0 to 1.
    pub unknown: f64,
    /// The number of bytes that may be used.
    pub memory: usize,
}

/// A solver was cancelled before its target, with this solution after the last whole sweep, or that
/// before the first one.
#[derive(Clone, Copy, Debug)]
pub struct Cancelled(pub Solution);

/// Solves the game of two players, whose chains have the same rules.
///
/// Sweeps until the `target` is reached or more sweeps would hardly help. Errors if it
/// `is_cancelled` before. `start_probabilities` are those that the first and the second player begin, which add up to
/// 1. `report` receives the solution after each sweep.
pub fn solve(
    [first, second]: [&Chain; 2],
    start_probabilities: [f64; 2],
    target: Target,
    report: impl Fn(&Solution),
    is_cancelled: impl Fn() -> bool + Sync,
) -> Result<Solution, Cancelled> {
    /// All sweeps together may give up this part of the target.
    const ALL_SWEEPS: f64 = 0.15;
    /// A single sweep may give up this part of the remainder that all sweeps may give up.
    const EACH_SWEEP: f64 = 0.25;
    /// A limit that no dice are known to reach: those that capture nearly always need some dozens.
    const MOST_SWEEPS: u32 = 1000;
    let mut solution = Solution::new([first, second].map(Chain::can_win));
    if is_cancelled() {
        return Err(Cancelled(solution));
    }
    let grid = Grid::new(first, second);
    let mut sweeps = Sweeps::new(&grid, start_probabilities, target.memory);
    // The probability that a joint state must have to be visited: in the first sweep that of each
    // if all had the same.
    let mut threshold = 1.0 / (first.states.len() as f64 * second.states.len() as f64);
    loop {
        let before = solution;
        // Giving up masses that are spread thinly saves memory and time.
        let give_up = EACH_SWEEP * (ALL_SWEEPS * target.unknown - before.given_up).max(0.0);
        if !sweeps.sweep(threshold, give_up, &is_cancelled) {
            return Err(Cancelled(before));
        }
        let rounding = grid.rounding(sweeps.totals.met, before.sweeps + 1);
        solution = before.after(&sweeps, rounding);
        let is_reached = solution.width() <= target.unknown;
        solution.short_of_memory &= !is_reached;
        report(&solution);
        // Another sweep would hardly help where next to nothing waits any more.
        let waiting = solution.unknown - solution.given_up;
        let is_final = waiting < (solution.given_up / 16.0).max(2.0 * rounding);
        if is_reached || is_final || solution.sweeps == MOST_SWEEPS {
            return Ok(solution);
        }
        threshold = next_threshold(threshold, &before, &solution, target.unknown);
    }
}

/// The probability that a joint state must have to be visited in the next sweep, given that of the
/// last sweep, the solutions before and after it, and the probability that may stay `unknown`.
fn next_threshold(threshold: f64, before: &Solution, after: &Solution, unknown: f64) -> f64 {
    /// A sweep that leaves at least this part of the unknown has visited too few joint states: the
    /// threshold falls by the same factor then.
    const SLOW: f64 = 0.5;
    /// After other sweeps, the threshold does not fall below this multiple of the probability that
    /// the joint states visited could each keep if together they kept all that may stay unknown.
    const LOWEST: f64 = 1.5;
    // A visit takes the same time whatever is in the joint state; so the less is left to be
    // settled, the lower the threshold.
    let left = after.unknown / before.unknown;
    let visits = (after.visits - before.visits) as f64;
    if left < SLOW {
        threshold.min((threshold * left).max(LOWEST * unknown / visits))
    } else {
        threshold * SLOW
    }
}
