//! The same probabilities without chance.
//!
//! A position of the game is a joint state: the state of the first player, that of the second, and
//! who rolls next. [`solve`] lets the probability of the beginning flow through the joint states until
//! next to all of it has arrived at a win or a draw. What has arrived is certain; what has not is
//! [`unknown`](Solution::unknown), and could still go anywhere. So every interval that is made of the two
//! contains the truth, and no statistics are involved.
//!
//! # Sweeps
//!
//! Both players' pieces only come forward, but for captures. So the states of each player are numbered in
//! an order in which every move leads to a higher number (a [`Chain`]), and a *sweep* passes over the
//! joint states row by row: rows are states of the first player, columns those of the second. Captures of
//! the second player's pieces are moves of the first, and so lead to a later row. What captures of the
//! first player's pieces send back waits for the next sweep. If neither player's state changes, the
//! joint state goes on waiting; that loop is solved in closed form where it stands.
//!
//! The normal die against itself has 446 million joint states, of which a game meets some 30 million with a
//! probability that counts. Joint states with less than a limit wait, too, until later sweeps bring more;
//! the limit falls with what is left. Each sweep leaves about a third: after eleven, all but 1e-4 has
//! arrived.
//!
//! # Layout
//!
//! Columns are kept in blocks of 64, and only the blocks that something has come to. Rows between which
//! no move leads (a level of the chain) are rolled on all threads: each *pulls* what earlier rows send,
//! by whole blocks (`to += share · from`), into a dense row on the thread's desk, and *pushes* the second
//! player's rolls within it. Columns that a game hardly ever meets stand behind all others, so that
//! blocks are full. What comes of it does not depend on the number of threads: every sum is added in a
//! fixed order.
//!
//! # Accounting
//!
//! `wins + draws + unknown = 1`, where `unknown` is one minus the certain parts, whatever became of it:
//! waiting, or given up because a block of columns held next to nothing or memory ran short.
//!
//! All other numbers are sums of products of numbers that are not negative; there nowhere is a difference
//! taken. So each rounding changes the probability in one joint state by at most the factor 1 ± 2⁻⁵³, and
//! what arrives at the end by no more than that. With `terms` roundings for each joint state that a game
//! meets, or that waits at the end of a sweep, the whole change is at most 2⁻⁵³ · terms · (joint states
//! met + sweeps), and as much again as the totals are added up from. [`Solution::rounding`] is twice that
//! bound, some 1e-10; it widens the interval on both sides.
//!
//! There is no limit on rolls: a game that would be cut off after 100,000 goes on. Only if the players
//! could roll for ever without changing anything it is [`endless`](Solution::endless), and a draw by that
//! limit.

mod chain;
mod grid;
mod sweep;

use std::collections::HashMap;

use itertools::Itertools;

use crate::dice::Die;
use crate::engine::automaton::Automaton;
use crate::engine::columns::{Columns, Kinds};
use crate::rules::{Configuration, Rules};

pub use chain::{Chain, ChainMove, ChainState};
use grid::Grid;
use sweep::{Sweeps, Totals};

/// How well the results of a pairing are to be known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// The probability that may stay unknown.
    pub unknown: f64,
    /// Bytes that may be used, beside the tables of the dice.
    pub memory: usize,
}

/// What is known about the games of a pairing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solution {
    /// The probabilities that the first and the second player win, at least.
    pub wins: [f64; 2],
    /// The probability that nobody can move any more, at least.
    pub draws: f64,
    /// The probability that the players roll for ever, at least.
    pub endless: f64,
    /// The probability of all else.
    pub unknown: f64,
    /// What is unknown only because floating-point numbers are rounded, at most; a part of it.
    pub rounding: f64,
    /// The rolls of a game on average, as far as it is known: those in what has become of `unknown` are
    /// missing.
    pub rolls: f64,
    /// Probability that was given up.
    pub given_up: f64,
    /// Whether more of it was given up than wanted, because memory ran short.
    pub short_of_memory: bool,
    /// Sweeps over the joint states.
    pub sweeps: u32,
    /// Joint states visited in all sweeps together.
    pub visits: u64,
    /// Whether the first player and the second can win at all.
    pub can_win: [bool; 2],
    /// What became certain in the last sweep in which something did: wins, draws, endless games, and the rolls for it.
    last: [f64; 5],
}

impl Solution {
    /// Before the first sweep.
    const NOTHING: Solution = Solution {
        wins: [0.0; 2],
        draws: 0.0,
        endless: 0.0,
        unknown: 1.0,
        rounding: 0.0,
        rolls: 0.0,
        given_up: 0.0,
        short_of_memory: false,
        sweeps: 0,
        visits: 0,
        can_win: [true; 2],
        last: [0.0; 5],
    };

    /// The solution of the same pairing with the players exchanged.
    fn exchanged(mut self) -> Solution {
        self.wins.swap(0, 1);
        self.can_win.swap(0, 1);
        self.last.swap(0, 1);
        self
    }

    /// The width of the interval in which the probability of a win lies.
    pub fn width(&self) -> f64 {
        self.unknown + self.rounding
    }

    /// The ends of the interval in which the probability lies that the first or the second player wins.
    pub fn interval(&self, seat: usize) -> [f64; 2] {
        let low = (self.wins[seat] - self.rounding).max(0.0);
        let high = (self.wins[seat] + self.unknown).min(1.0);
        [low, if self.can_win[seat] { high } else { low }]
    }

    /// The most likely results: wins of the first player and the second, draws, endless games, and rolls
    /// per game. They are what is certain, and the unknown as it was in the last sweep.
    pub fn estimate(&self) -> [f64; 5] {
        let certain = [
            self.wins[0],
            self.wins[1],
            self.draws,
            self.endless,
            self.rolls,
        ];
        let settled: f64 = self.last[..4].iter().sum();
        if settled <= 0.0 {
            // Nothing is known; it is in the middle of what may be.
            let half = self
                .can_win
                .map(|can| if can { self.unknown / 2.0 } else { 0.0 });
            return [half[0], half[1], self.unknown - half[0] - half[1], 0.0, 0.0];
        }
        std::array::from_fn(|part| certain[part] + self.unknown * self.last[part] / settled)
    }
}

/// More sweeps are not made. Dice that capture nearly always need some dozens.
const MOST_SWEEPS: u32 = 1000;
/// Before the first sweep, a game is thought to meet one in so many joint states,
const MET: f64 = 10.0;
/// and one that has less than this part of the mean probability of these is passed over.
const WAITING: f64 = 0.1;
/// At last, when no more has to arrive than may stay unknown, it may have so much of the mean.
const WAITING_AT_LAST: f64 = 1.5;
/// If a sweep leaves more of the unknown than this, it passed over too much.
const SLOW: f64 = 0.5;
/// This part of what may stay unknown may be given up,
const GIVEN_UP: f64 = 0.15;
/// a part of what is left of that in each sweep.
const AT_ONCE: f64 = 0.25;

/// Lets games of two players go on until no more than a target is unknown, or nothing helps any more.
/// `starters` are the probabilities that the first and the second begin, which add up to 1. `watch` is
/// told how it stands after each sweep.
pub fn solve(
    [first, second]: [&Chain; 2],
    starters: [f64; 2],
    target: Target,
    watch: impl Fn(&Solution),
) -> Solution {
    let mut solution = Solution::NOTHING;
    let grid = Grid::new(first, second);
    let mut sweeps = Sweeps::new(&grid, starters, target.memory);
    let mut least = WAITING * MET / (first.len() as f64 * second.len() as f64);
    loop {
        let before = solution;
        let give_up = AT_ONCE * (GIVEN_UP * target.unknown - before.given_up).max(0.0);
        sweeps.sweep(least, give_up);

        let Totals {
            wins,
            draws,
            endless,
            rolls,
            met,
        } = sweeps.totals;
        let number = before.sweeps + 1;
        let rounding = grid.rounding(met, number);
        solution = Solution {
            wins,
            draws,
            endless,
            unknown: (1.0 - (wins[0] + wins[1] + draws + endless) + rounding).clamp(0.0, 1.0),
            rounding,
            rolls,
            given_up: sweeps.given_up,
            short_of_memory: sweeps.is_short_of_memory(),
            sweeps: number,
            visits: sweeps.visits,
            ..before
        };
        let last = [
            wins[0] - before.wins[0],
            wins[1] - before.wins[1],
            draws - before.draws,
            endless - before.endless,
            rolls - before.rolls,
        ];
        if last[..4].iter().sum::<f64>() > 0.0 {
            solution.last = last;
        }
        watch(&solution);
        let waiting = solution.unknown - solution.given_up;
        let helpless =
            waiting < (solution.given_up / 16.0).max(2.0 * rounding) || number == MOST_SWEEPS;
        if solution.width() <= target.unknown || helpless {
            return solution;
        }
        let left = solution.unknown / before.unknown;
        let visits = (solution.visits - before.visits) as f64;
        least = match left < SLOW {
            true => least.min((least * left).max(WAITING_AT_LAST * target.unknown / visits)),
            false => least * SLOW,
        };
    }
}

/// Solves all pairings of dice, in lexicographic order; the die with the lower index is the first
/// player, and each begins half of the games. Dice of one kind are solved once. `watch` is told, after each
/// sweep, how many pairings are solved, of how many in all, and how the next one stands.
pub fn solve_all(
    dice: &[Die],
    rules: Rules,
    target: Target,
    watch: impl Fn(usize, usize, &Solution),
) -> Vec<([usize; 2], Solution)> {
    let all_kinds = Kinds::new(dice);
    let kinds = |dice: [usize; 2]| {
        let mut kinds = dice.map(|die| all_kinds.of_dice()[die]);
        let exchanged = !rules.has_seats() && kinds[0] > kinds[1];
        if exchanged {
            kinds.reverse();
        }
        (kinds, exchanged)
    };
    let pairings = || (0..dice.len()).array_combinations();
    let distinct = pairings().map(|dice| kinds(dice).0).unique().count();
    let mut solved: HashMap<[usize; 2], Solution> = HashMap::new();
    pairings()
        .map(|dice| {
            let (kinds, exchanged) = kinds(dice);
            let number = solved.len();
            let solution = *solved.entry(kinds).or_insert_with(|| {
                let columns = kinds.map(|kind| &all_kinds.columns()[kind]);
                let watch = |solution: &Solution| watch(number, distinct, solution);
                solve_pairing(columns, rules, target, watch)
            });
            let solution = if exchanged {
                solution.exchanged()
            } else {
                solution
            };
            (dice, solution)
        })
        .collect()
}

/// Solves the pairing of two dice with these columns, each of which begins half of the games. Only one
/// automaton is in memory at a time.
fn solve_pairing(
    columns: [&Columns; 2],
    rules: Rules,
    target: Target,
    watch: impl Fn(&Solution),
) -> Solution {
    let mut can_win = [false; 2];
    let mut bytes = 0;
    let chains = [0, 1].map(|seat| {
        let automaton = Automaton::new(columns[seat].clone(), rules, seat, &[Configuration::START]);
        can_win[seat] = automaton.won().is_some();
        bytes += Chain::most_bytes(&automaton);
        (bytes <= target.memory).then(|| Chain::of_automaton(&automaton))
    });
    let solution = match &chains {
        [Some(first), Some(second)] => solve([first, second], [0.5; 2], target, watch),
        _ => Solution {
            short_of_memory: true,
            ..Solution::NOTHING
        },
    };
    Solution {
        can_win,
        ..solution
    }
}
