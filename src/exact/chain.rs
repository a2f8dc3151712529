//! One player as a Markov chain: its states, and the transitions between them.

use std::ops::Range;

use itertools::Itertools;

use crate::engine::automaton::{self, Automaton};
use crate::engine::cells::Entry;
use crate::rules::{Aftereffect, Rules, Standing};

/// The effect of a roll on the player who rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Transition {
    /// The state to which the roll leads.
    pub to: usize,
    /// Whether the same player has the turn again, unless the state to which the roll leads keeps
    /// it from rolling.
    pub again: bool,
    /// The fields of the track on which the roll captures what is exposed there, as a set: bit p
    /// stands for the field that is p steps from the opponent's start.
    pub landing: u64,
}

/// A transition and the number of equally likely results that cause it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WeightedTransition {
    /// The effect of the results.
    pub transition: Transition,
    /// The number of results, at least 1.
    pub weight: u128,
}

/// A player's turn in a state, as the solver counts turns: one roll, or all tries, as failed tries
/// follow upon one another without the other player. A further roll after a 6 is another turn.
#[derive(Clone, Debug)]
pub struct ChainTurn {
    /// The transitions of all results. A result that changes nothing leads to the state itself. The
    /// list is empty if the player does not roll, because it has won, or is stuck and does not roll
    /// then; and in states between tries, which are never met.
    pub transitions: Vec<WeightedTransition>,
    /// The mean number of rolls, 1 but for tries. It means nothing without transitions.
    pub rolls: f64,
}

/// The pieces of a player that can be captured.
#[derive(Clone, Debug)]
pub struct ExposedPieces {
    /// The fields of the pieces, as a set: bit p stands for the field that is p steps from the
    /// player's own start, p being less than 63.
    pub fields: u64,
    /// For each of these fields, the lowest first, the state that follows if the piece is captured.
    pub after_capture: Vec<usize>,
}

/// A transition to another state, and its probability.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exit {
    pub(super) transition: Transition,
    pub(super) probability: f64,
}

/// The probabilities of a [turn](ChainTurn) in a state, and the number of its rolls.
#[derive(Clone, Copy, Debug)]
pub(super) struct RollOdds {
    /// The probability that the turn changes the state.
    pub(super) leaves: f64,
    /// The probability that the state stays the same and the other player comes next. Otherwise the
    /// state stays the same and the same player rolls again.
    pub(super) passes: f64,
    /// 1 / (leaves + passes). This is infinite if the player rolls for ever, or if the game is over
    /// as soon as it is the player's turn.
    pub(super) inverse: f64,
    /// The mean number of rolls that the player makes in the turn; 0 if the player does not roll.
    pub(super) rolls: f64,
}

/// A state of one player.
#[derive(Clone, Debug)]
pub struct ChainState {
    /// The transitions to other states.
    pub(super) exits: Vec<Exit>,
    pub(super) odds: RollOdds,
    /// Whether the player can go on, is stuck, or has won.
    pub(super) standing: Standing,
    /// The fields of the pieces that can be captured, as in [`ExposedPieces::fields`].
    pub(super) exposed: u64,
    /// The fields of the track on which rolls capture that change nothing else and let the turn
    /// pass, as in [`Transition::landing`].
    pub(super) staying_landings: u64,
    /// The states that follow a capture, as in [`ExposedPieces::after_capture`]. There are four at
    /// most.
    after_capture: Box<[usize]>,
}

/// The states that a die on a seat can reach. They are numbered so that every transition to another
/// one leads to a higher number, which is possible because moves bring pieces forward. A capture may
/// lead to any number.
#[derive(Clone, Debug)]
pub struct Chain {
    pub(super) rules: Rules,
    /// The state in which the player begins.
    pub(super) start: usize,
    pub(super) states: Vec<ChainState>,
    /// The levels in their order, each a range of states. All transitions out of a level lead to
    /// later levels.
    pub(super) levels: Vec<Range<usize>>,
}

impl Chain {
    /// The chain of these states, which begins in the first one, under rules that say who rolls and
    /// how games end.
    ///
    /// # Panics
    ///
    /// If transitions lead in a circle, or to a state that does not exist.
    pub fn new(states: Vec<ChainState>, rules: Rules) -> Chain {
        let state_levels = find_levels(&states);
        let level_sizes = state_levels.iter().sorted().dedup_with_count();
        let mut end = 0;
        let levels = level_sizes
            .map(|(size, _)| {
                end += size;
                end - size..end
            })
            .collect();
        let chain = Chain {
            rules,
            start: 0,
            levels,
            states,
        };
        chain.sorted_by_key(|state| state_levels[state])
    }

    /// The most bytes, approximately, that the chain of this automaton takes while it is made.
    pub fn most_bytes(automaton: &Automaton) -> usize {
        automaton.states.len() * (200 + 160 * automaton.columns.rolls.len())
    }

    /// The chain of a player who has this automaton and begins in its state 0.
    pub fn from_automaton(automaton: &Automaton) -> Chain {
        let rules = automaton.rules;
        let to_chain_state = |(number, state): (usize, &automaton::State)| {
            let pieces = ExposedPieces {
                fields: automaton.header(number).exposed(),
                after_capture: automaton.states_after_capture(number).collect(),
            };
            let turn = turn_of_automaton(automaton, number);
            ChainState::new(number, turn, pieces, state.standing, rules)
        };
        let states = automaton.states.iter().enumerate().map(to_chain_state);
        Chain::new(states.collect(), rules)
    }

    /// Returns whether the player [may win](Rules::can_win).
    pub(super) fn can_win(&self) -> bool {
        let states = self.states.iter();
        self.rules.can_win(states.map(|state| state.standing))
    }

    /// The chain with its states sorted by a key of their numbers, and renumbered.
    fn sorted_by_key<K: Ord>(mut self, key: impl Fn(usize) -> K) -> Chain {
        let (order, states): (Vec<usize>, _) = self
            .states
            .into_iter()
            .enumerate()
            .sorted_by_key(|&(state, _)| key(state))
            .unzip();
        self.states = states;
        let mut new_numbers = vec![0; order.len()];
        for (new_number, state) in order.into_iter().enumerate() {
            new_numbers[state] = new_number;
        }
        self.start = new_numbers[self.start];
        for state in &mut self.states {
            let targets = state.exits.iter_mut().map(|exit| &mut exit.transition.to);
            for target in targets.chain(&mut state.after_capture) {
                *target = new_numbers[*target];
            }
        }
        self
    }

    /// The approximate size of the chain in bytes.
    pub(super) fn bytes(&self) -> usize {
        let exits: usize = self.states.iter().map(|state| state.exits.len()).sum();
        // In a state, two pieces can be captured on average.
        let state = size_of::<ChainState>() + size_of::<[usize; 2]>();
        exits * size_of::<Exit>() + self.states.len() * state
    }

    /// The state after the capture of all pieces on these fields.
    pub(super) fn after_captures(&self, mut state: usize, fields: u64) -> usize {
        let mut hits = fields & self.states[state].exposed;
        while hits != 0 {
            let ChainState {
                exposed,
                after_capture,
                ..
            } = &self.states[state];
            let behind = exposed & ((1 << hits.trailing_zeros()) - 1);
            state = after_capture[behind.count_ones() as usize];
            hits &= hits - 1;
        }
        state
    }

    /// For each state the fields of the track on which rolls land that lead to it, or stay in it
    /// and let the turn pass.
    pub(super) fn landed_fields(&self) -> Vec<u64> {
        let mut landed: Vec<u64> = self
            .states
            .iter()
            .map(|state| state.staying_landings)
            .collect();
        for exit in self.states.iter().flat_map(|state| &state.exits) {
            landed[exit.transition.to] |= exit.transition.landing;
        }
        landed
    }
}

impl ChainState {
    /// The state with this `number`, these exposed `pieces` and this `standing`, in which the
    /// player has this `turn` if it rolls.
    pub fn new(
        number: usize,
        turn: ChainTurn,
        pieces: ExposedPieces,
        standing: Standing,
        rules: Rules,
    ) -> ChainState {
        let results = total_weight(&turn.transitions);
        let probability =
            |group: &[WeightedTransition]| total_weight(group) as f64 / results as f64;
        let (mut staying, mut leaving): (Vec<_>, Vec<_>) = turn
            .transitions
            .into_iter()
            .partition(|result| result.transition.to == number);
        staying.retain(|result| !result.transition.again);
        // The ruling if the other player is not stuck. If that one is, too, the referee is asked
        // again.
        let ruling = rules.referee([standing, Standing::Playing], 0);
        let (leaves, passes, rolls) = match ruling {
            Ok(0) if results > 0 => (probability(&leaving), probability(&staying), turn.rolls),
            Ok(_) => (0.0, 1.0, 0.0),
            Err(_) => (0.0, 0.0, 0.0),
        };
        leaving.sort();
        let exits = leaving
            .chunk_by(|result, next| result.transition == next.transition)
            .map(|group| Exit {
                transition: group[0].transition,
                probability: probability(group),
            })
            .collect();
        ChainState {
            exits,
            odds: RollOdds {
                leaves,
                passes,
                inverse: 1.0 / (leaves + passes),
                rolls,
            },
            standing,
            exposed: pieces.fields,
            staying_landings: staying
                .iter()
                .fold(0, |fields, result| fields | result.transition.landing),
            after_capture: pieces.after_capture.into(),
        }
    }
}

fn total_weight(results: &[WeightedTransition]) -> u128 {
    results.iter().map(|result| result.weight).sum()
}

/// The turn in a state of an automaton. The states between tries are never met, and have no
/// transitions.
fn turn_of_automaton(automaton: &Automaton, state: usize) -> ChainTurn {
    let tries = [Aftereffect::TriedOnce, Aftereffect::TriedTwice];
    let has_tried = |state: usize| tries.contains(&automaton.states[state].aftereffect);
    if has_tried(state) {
        return ChainTurn {
            transitions: Vec::new(),
            rolls: 0.0,
        };
    }
    let weights = automaton.columns.weights().into_iter().map(u128::from);
    let (failing, playing): (Vec<_>, Vec<_>) = automaton
        .entries(state)
        .zip(weights)
        .partition(|&(entry, _)| has_tried(automaton.next_state(entry)));
    let weight = |entries: &[(Entry, u128)]| entries.iter().map(|(_, weight)| weight).sum::<u128>();
    let fail = weight(&failing);
    let total = fail + weight(&playing);
    // The first try is played, or it fails and the second is, or both fail and the third is.
    let weight_of_tries = match fail {
        0 => 1,
        _ => total * total + fail * total + fail * fail,
    };
    let mut transitions: Vec<_> = playing
        .into_iter()
        .map(|(entry, weight)| WeightedTransition {
            transition: Transition {
                to: automaton.next_state(entry),
                again: !entry.passes(),
                landing: entry.landings(),
            },
            weight: weight * weight_of_tries,
        })
        .collect();
    if fail == 0 {
        return ChainTurn {
            transitions,
            rolls: 1.0,
        };
    }
    transitions.push(WeightedTransition {
        transition: Transition {
            to: state,
            again: false,
            landing: 0,
        },
        weight: fail * fail * fail,
    });
    ChainTurn {
        transitions,
        rolls: weight_of_tries as f64 / (total * total) as f64,
    }
}

/// For each state its level: the number of transitions on the longest way to it.
fn find_levels(states: &[ChainState]) -> Vec<usize> {
    let mut levels = vec![0; states.len()];
    // Most transitions lead to states with higher numbers, so that few rounds are needed: 7 for a
    // die of 12 faces.
    let mut is_done = false;
    while !is_done {
        is_done = true;
        for (from, state) in states.iter().enumerate() {
            for exit in &state.exits {
                let to = exit.transition.to;
                if levels[to] <= levels[from] {
                    levels[to] = levels[from] + 1;
                    assert!(levels[to] < states.len(), "transitions lead forward");
                    is_done = false;
                }
            }
        }
    }
    levels
}
