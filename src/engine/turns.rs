//! The expected number of turns from each state of an [`Automaton`] to the goal.
//!
//! If nobody captured, and being stuck cost the player 50 turns, a player in state s would need
//!
//! ```text
//! T(s) = Σ P(r) · ([the turn passes after r] + T(s_r))     over all rolls r, each leading to s_r,
//! T(s) = 0   if s has won,     T(s) = 50   if s is stuck
//! ```
//!
//! turns on average to the goal; a last roll after which the turn does not pass is free. The turns
//! that a roll makes better than that are the [luck](crate::engine::games#luck) of the player: that
//! of one roll has the mean 0, by this equation. Luck counts no further when a player is stuck, so
//! any constant would do there. 50 turns are about as many as the normal die needs from the start
//! (48.5 under `offiziell`). With it luck explains more of the wins of dice that are often stuck
//! than with 0, by which getting stuck would be good luck.
//!
//! Moves only lead forward. So states are solved from the goal backwards, and those of the same
//! pieces, which wait for each other (a try that fails, a roll that moves nothing), together. What
//! is kept are multiples of 2⁻³² turns, and each state is solved from the multiples of those solved
//! before. So the mean luck of a roll is at most 2⁻³² turns instead of 0, and that of a game of a
//! hundred rolls less than 10⁻⁷. A share counts at most 1/20 of the luck (β in
//! [`certainty`](crate::certainty)), so it is off by less than 10⁻⁸.

use std::cmp::Reverse;

use itertools::Itertools;

use crate::engine::automaton::Automaton;
use crate::engine::cells::TURNS_LIMIT;
use crate::rules::{Aftereffect, Configuration, Standing};

/// The binary logarithm of [`UNITS_PER_TURN`].
pub const UNITS_PER_TURN_LOG2: u32 = 32;
/// The number of units in a turn. Expected turns and luck are whole numbers of units.
pub const UNITS_PER_TURN: f64 = (1u64 << UNITS_PER_TURN_LOG2) as f64;
/// The expected turns of a player who is stuck, in units: see the top.
const STUCK_TURNS: f64 = 50.0 * UNITS_PER_TURN;
/// The number of variants of [`Aftereffect`]: no more states have the same pieces.
const AFTEREFFECTS: usize = 4;

/// Writes the expected turns of each state into its row, in [units](UNITS_PER_TURN). Returns the
/// largest of them; `None` if one of them is 4096 turns or more, or infinite, as for a player who
/// waits for a roll that the die lacks: then all rows have 0.
pub fn write_turns(automaton: &mut Automaton) -> Option<u64> {
    let largest = solve_backwards(automaton);
    if largest.is_none() {
        for state in 0..automaton.states.len() {
            automaton.set_turns(state, 0);
        }
    }
    largest
}

/// Writes the expected turns of each state, and returns all of them, in turns; `None` as for
/// [`write_turns`].
pub fn expected_turns(automaton: &mut Automaton) -> Option<Vec<f64>> {
    write_turns(automaton)?;
    let turns = automaton.rows.view().turns();
    let states = 0..automaton.states.len();
    let units = states.map(|state| turns.of_row(automaton.row(state)));
    Some(units.map(|units| units as f64 / UNITS_PER_TURN).collect())
}

/// Writes the expected turns of each state, from the goal backwards. Returns the largest of them,
/// or `None`, with some of them not written, as [`write_turns`] says.
fn solve_backwards(automaton: &mut Automaton) -> Option<u64> {
    let weights = automaton
        .columns
        .weights()
        .into_iter()
        .map(|weight| weight as f64)
        .collect_vec();
    let order = order_backwards(automaton);
    let mut largest = 0;
    let mut unsolved = &order[..];
    while let Some(&state) = unsolved.first() {
        let pieces = automaton.states[state as usize].pieces;
        let has_pieces = |&&state: &&u32| automaton.states[state as usize].pieces == pieces;
        let (group, behind) = unsolved.split_at(unsolved.iter().take_while(has_pieces).count());
        unsolved = behind;
        let mut solutions = [0.0; AFTEREFFECTS];
        if let &[state] = group {
            // As below, but faster: nearly all groups have one state.
            let row = automaton.row(state as usize);
            let place = |next| (next == row).then_some(0);
            let equation = Equation::new(automaton, state as usize, place, &weights);
            solutions[0] = equation.turns / equation.outside;
        } else {
            let mut equations = [Equation::default(); AFTEREFFECTS];
            for (equation, &state) in equations.iter_mut().zip(group) {
                let place = |next| {
                    let mut rows = group.iter().map(|&state| automaton.row(state as usize));
                    rows.position(|row| row == next)
                };
                *equation = Equation::new(automaton, state as usize, place, &weights);
            }
            solutions = solve(equations, group.len());
        }
        for (&state, solution) in group.iter().zip(solutions) {
            // An infinite solution becomes the largest number.
            let turns = solution.round() as u64;
            if solution.is_nan() || turns >= TURNS_LIMIT {
                return None;
            }
            automaton.set_turns(state as usize, turns);
            largest = largest.max(turns);
        }
    }
    Some(largest)
}

/// The states in an order in which every roll leads to an earlier one, or to one with the same
/// pieces. States with the same pieces stand together.
fn order_backwards(automaton: &Automaton) -> Vec<u32> {
    let states = &automaton.states;
    let mut steps = Vec::with_capacity(states.len());
    let mut has_aftereffects = false;
    // For each number of steps the number of states; then the place of the next of these states.
    let mut places = [0u32; Configuration::MOST_STEPS + 1];
    for state in states {
        let number = state.pieces.steps() as u8;
        steps.push(number);
        places[usize::from(number)] += 1;
        has_aftereffects |= state.aftereffect != Aftereffect::Nothing;
    }
    let mut end = 0;
    for place in places.iter_mut().rev() {
        end += *place;
        *place = end - *place;
    }
    let mut backwards = vec![0; states.len()];
    for (state, steps) in (0..).zip(steps) {
        let place = &mut places[usize::from(steps)];
        backwards[*place as usize] = state;
        *place += 1;
    }
    if has_aftereffects {
        // Only then several states can have the same pieces.
        backwards.sort_by_key(|&state| {
            let pieces = states[state as usize].pieces;
            (Reverse(pieces.steps()), pieces)
        });
    }
    backwards
}

/// The equation of the expected turns of a state in a *group*: the states with the same pieces,
/// which may lead to each other and to themselves.
#[derive(Clone, Copy, Debug, Default)]
struct Equation {
    /// The weight of the rolls that lead to each state of the group.
    within: [f64; AFTEREFFECTS],
    /// The weight of those that lead to other states.
    outside: f64,
    /// The sum over all rolls of their weights times the turns that they take, and that follow
    /// outside of the group, in [units](UNITS_PER_TURN).
    turns: f64,
}

impl Equation {
    /// The equation of a state in a group; `place` says which of the states of the group a row
    /// belongs to. The others to which the state leads must be solved.
    #[inline(always)]
    fn new(
        automaton: &Automaton,
        state: usize,
        place: impl Fn(usize) -> Option<usize>,
        weights: &[f64],
    ) -> Equation {
        let mut equation = Equation::default();
        let standing = automaton.states[state].standing;
        if standing != Standing::Playing {
            equation.outside = 1.0;
            equation.turns = if standing == Standing::Stuck {
                STUCK_TURNS
            } else {
                0.0
            };
            return equation;
        }
        let mut passing = 0.0;
        let (row, view) = (automaton.row(state), automaton.rows.view());
        let turns = view.turns();
        for (entry, weight) in view.entries(row, weights.len()).zip(weights) {
            if entry.passes() {
                passing += weight;
            }
            let next = entry.next_row();
            if let Some(place) = place(next) {
                equation.within[place] += weight;
            } else {
                equation.outside += weight;
                equation.turns += weight * turns.of_row(next) as f64;
            }
        }
        equation.turns += passing * UNITS_PER_TURN;
        equation
    }
}

/// The expected turns by the first `number` equations, in units; infinite or not a number where a
/// player never gets out of the group. Nothing is subtracted (Grassmann, Taksar & Heyman 1985), so
/// each is as exact as the numbers.
fn solve(mut equations: [Equation; AFTEREFFECTS], number: usize) -> [f64; AFTEREFFECTS] {
    /// The weight of the rolls that lead to other states, those behind `place` being eliminated.
    fn leaving(equation: &Equation, place: usize) -> f64 {
        equation.outside + equation.within[..place].iter().sum::<f64>()
    }
    for last in (1..number).rev() {
        let eliminated = equations[last];
        for equation in &mut equations[..last] {
            let part = equation.within[last] / leaving(&eliminated, last);
            for (weight, passed_on) in equation.within[..last].iter_mut().zip(eliminated.within) {
                *weight += part * passed_on;
            }
            equation.outside += part * eliminated.outside;
            equation.turns += part * eliminated.turns;
        }
    }
    let mut solutions = [0.0; AFTEREFFECTS];
    for place in 0..number {
        let equation = &equations[place];
        let within = equation.within[..place].iter().zip(solutions);
        let turns_within: f64 = within.map(|(weight, solution)| weight * solution).sum();
        let turns = equation.turns + turns_within;
        solutions[place] = turns / leaving(equation, place);
    }
    solutions
}
