//! Luck, plainly: the expected turns of an automaton by sweeps, and the luck of a game roll by roll.

use wuerfelglueck::engine::automaton::Automaton;
use wuerfelglueck::rules::{Ending, MOST_ROLLS, Standing};

/// A roll in a state, with its probability, the turns that it takes, and the next state.
struct WeightedRoll {
    probability: f64,
    turns: f64,
    next: usize,
}

/// The rolls in a state. They have these `weights`.
fn rolls(automaton: &Automaton, weights: &[u64], state: usize) -> Vec<WeightedRoll> {
    let total = weights.iter().sum::<u64>() as f64;
    let entries = automaton.entries(state).zip(weights);
    entries
        .map(|(entry, &weight)| WeightedRoll {
            probability: weight as f64 / total,
            turns: f64::from(u8::from(entry.passes())),
            next: automaton.next_state(entry),
        })
        .collect()
}

/// The mean, over the rolls in a state, of the turns that they take and that follow.
pub fn mean_turns_after_roll(automaton: &Automaton, state: usize, turns: &[f64]) -> f64 {
    let rolls = rolls(automaton, &automaton.columns.weights(), state);
    rolls
        .iter()
        .map(|roll| roll.probability * (roll.turns + turns[roll.next]))
        .sum()
}

/// Computes expected turns by sweeps over all states until none changes by 1e-12 or more; `None` if
/// one reaches 4096.
pub fn sweep_turns(automaton: &Automaton) -> Option<Vec<f64>> {
    let weights = automaton.columns.weights();
    let mut turns = vec![0.0; automaton.states.len()];
    let rolls: Vec<Vec<WeightedRoll>> = (0..turns.len())
        .map(|state| rolls(automaton, &weights, state))
        .collect();
    loop {
        let mut change: f64 = 0.0;
        for state in (0..turns.len()).rev() {
            let after = |roll: &WeightedRoll| roll.probability * (roll.turns + turns[roll.next]);
            let new = match automaton.states[state].standing {
                Standing::Playing => rolls[state].iter().map(after).sum(),
                Standing::Stuck => 50.0,
                Standing::Won => 0.0,
            };
            change = change.max((new - turns[state]).abs());
            turns[state] = new;
            if new >= 4096.0 {
                return None;
            }
        }
        if change < 1e-12 {
            return Some(turns);
        }
    }
}

/// A game whose luck is counted roll by roll.
pub struct GameWithLuck {
    /// The luck of seat 0 less that of seat 1, in turns.
    pub luck: f64,
    /// True if luck counted no further because captures had moved more than 40 turns.
    pub is_limited: bool,
    /// The seat that won, if one did.
    pub winner: Option<usize>,
}

/// Plays a game between these automata with these expected turns of their states. `roll` gives the
/// columns of a seat's rolls.
pub fn luck_by_rolls(
    automata: &[Automaton; 2],
    turns: &[Vec<f64>; 2],
    starter: usize,
    mut roll: impl FnMut(usize) -> usize,
) -> GameWithLuck {
    let rules = automata[0].rules;
    let mut states = [0; 2];
    let standing =
        |states: [usize; 2]| [0, 1].map(|seat| automata[seat].states[states[seat]].standing);
    let mut next = rules.referee(standing(states), starter);
    let (mut luck, mut capture_luck, mut counts) = (0.0, next.unwrap_or(0) as f64, true);
    let mut is_limited = false;
    for _ in 0..MOST_ROLLS {
        let Ok(seat) = next else { break };
        let (mover, opponent) = (&automata[seat], &automata[1 - seat]);
        let sign = if seat == 0 { 1.0 } else { -1.0 };
        let entry = mover.entries(states[seat]).nth(roll(seat)).unwrap();
        let after = mover.next_state(entry);
        if counts {
            let taken = f64::from(u8::from(entry.passes()));
            luck += sign * (turns[seat][states[seat]] - taken - turns[seat][after]);
        }
        states[seat] = after;
        while let Some(behind) = opponent.header(states[1 - seat]).captured_by(entry) {
            let captured = opponent
                .states_after_capture(states[1 - seat])
                .nth(behind)
                .unwrap();
            capture_luck -= sign * (turns[1 - seat][captured] - turns[1 - seat][states[1 - seat]]);
            states[1 - seat] = captured;
        }
        let all_play = standing(states) == [Standing::Playing; 2];
        is_limited |= counts && all_play && f64::abs(capture_luck) > 40.0;
        counts &= all_play && !is_limited;
        let due = if entry.passes() { 1 - seat } else { seat };
        next = rules.referee(standing(states), due);
    }
    let winner = match next {
        Err(Ending::Won(winner)) => Some(winner),
        _ => None,
    };
    GameWithLuck {
        luck,
        is_limited,
        winner,
    }
}
