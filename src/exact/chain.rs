//! One player as a Markov chain: the states that it can be in, and where each roll leads.

use std::mem;
use std::ops::Range;

use itertools::Itertools;

use crate::allocation::ensure_some;
use crate::engine::automaton::{self, Automaton};
use crate::engine::cells::Entry;
use crate::rules::{Memory, Rules, Standing};

/// What a result of a roll does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Move {
    /// The state to which the move leads.
    pub to: usize,
    /// Whether the same player rolls again.
    pub again: bool,
    /// The fields of the track on which a piece lands, as a set: bit p stands for the field that is
    /// p steps from the opponent's start.
    pub landing: u64,
}

/// How a turn in a state can go on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Odds {
    /// The probability that a roll changes the state.
    pub(super) leaves: f64,
    /// The probability that the state stays the same and the other player comes next. Otherwise the
    /// state stays the same and the same player rolls again.
    pub(super) passes: f64,
    /// 1 / (leaves + passes). This is infinite if the player rolls for ever.
    pub(super) inverse: f64,
    /// The mean number of rolls that the player makes in a turn; 0 if the player does not roll.
    pub(super) rolls: f64,
}

/// A state of one player.
#[derive(Clone, Debug)]
pub struct State {
    /// The moves that change it, and their probabilities.
    pub(super) exits: Vec<(Move, f64)>,
    pub(super) odds: Odds,
    pub(super) standing: Standing,
    /// The fields of the track with a piece, as a set: bit p stands for the field that is p steps
    /// from the player's own start, p being less than 63.
    pub(super) held: u64,
    /// The fields of the track on which a roll lands that changes nothing and lets the turn pass,
    /// as [`Move::landing`] has them.
    pub(super) stays_on: u64,
    /// The states that follow if a piece is captured: that on the lowest of the fields first, then
    /// that on the next one, and so on. There are four at most.
    captured: Box<[usize]>,
}

/// The states that a die on a seat can reach. They are numbered so that every move leads to a
/// higher number, which is possible because a move brings a piece forward. A capture may lead to
/// any number.
#[derive(Clone, Debug)]
pub struct Chain {
    pub(super) rules: Rules,
    pub(super) start: usize,
    pub(super) states: Vec<State>,
    /// The levels in their order, each a range of states. All moves out of a level lead to later
    /// levels.
    pub(super) levels: Vec<Range<usize>>,
}

impl Chain {
    /// The chain of these states, the first of which is the start, under rules that say who rolls
    /// and how games end. Moves must not lead in a circle, nor to a state that does not exist.
    pub fn new(states: Vec<State>, rules: Rules) -> Chain {
        let level = levels(&states);
        let mut end = 0;
        let levels = level.iter().sorted().dedup_with_count().map(|(states, _)| {
            end += states;
            end - states..end
        });
        let chain = Chain {
            rules,
            start: 0,
            levels: levels.collect(),
            states,
        };
        chain.sorted_by_key(|state| level[state])
    }

    /// About how many bytes the chain of this automaton takes while it is made, at most.
    pub fn most_bytes(automaton: &Automaton) -> usize {
        automaton.states.len() * (200 + 160 * automaton.columns.rolls.len())
    }

    /// The chain of a player who has this automaton and begins in its state 0.
    pub fn of_automaton(automaton: &Automaton) -> Chain {
        let rules = automaton.rules;
        let state = |(number, state): (usize, &automaton::State)| {
            ensure_some(number);
            let held = automaton.header(number).held();
            let captured = automaton.captured(number).collect();
            let turn = turn(automaton, number);
            State::new(number, turn, (held, captured), state.standing, rules)
        };
        let states = automaton.states.iter().enumerate().map(state);
        Chain::new(states.collect(), rules)
    }

    /// The chain with the states sorted. Their numbers are replaced wherever a state leads to
    /// another.
    fn sorted_by_key<K: Ord>(mut self, key: impl Fn(usize) -> K) -> Chain {
        let states = self.states.into_iter().enumerate();
        let sorted = states.sorted_by_key(|&(state, _)| key(state));
        let (order, states): (Vec<usize>, _) = sorted.unzip();
        self.states = states;
        let mut number = vec![0; order.len()];
        for (place, state) in order.into_iter().enumerate() {
            number[state] = place;
        }
        self.start = number[self.start];
        for state in &mut self.states {
            let exits = state.exits.iter_mut().map(|(exit, _)| &mut exit.to);
            for to in exits.chain(&mut state.captured) {
                *to = number[*to];
            }
        }
        self
    }

    /// The chain with the states that a game hardly ever meets moved behind all others. Moves of
    /// those may lead to a lower number then.
    pub(super) fn packed(&self) -> Chain {
        /// A state that a game meets less often than this is moved. A game meets so few of them
        /// that it costs nothing if some of their moves wait for the next sweep.
        const HARDLY_EVER: f64 = 1e-7;
        let frequencies = self.frequencies();
        let mut packed = self.clone();
        packed.levels.clear();
        packed.sorted_by_key(|state| frequencies[state] < HARDLY_EVER)
    }

    pub(super) fn bytes(&self) -> usize {
        let exits: usize = self.states.iter().map(|state| state.exits.len()).sum();
        // A game may capture one of two pieces on average. While a chain is packed, there is a
        // frequency of each state.
        let state = size_of::<State>() + size_of::<[usize; 2]>() + size_of::<f64>();
        exits * size_of::<(Move, f64)>() + self.states.len() * state
    }

    /// The state after the capture of all pieces on these fields.
    pub(super) fn without(&self, mut state: usize, fields: u64) -> usize {
        let mut hits = fields & self.states[state].held;
        while hits != 0 {
            let State { held, captured, .. } = &self.states[state];
            let behind = held & ((1 << hits.trailing_zeros()) - 1);
            state = captured[behind.count_ones() as usize];
            hits &= hits - 1;
        }
        state
    }

    /// For each state the fields of the track on which rolls land that lead to it, or stay in it
    /// and let the turn pass.
    pub(super) fn landed(&self) -> Vec<u64> {
        let staying = self.states.iter().map(|state| state.stays_on);
        let mut landed: Vec<u64> = staying.collect();
        for (exit, _) in self.states.iter().flat_map(|state| &state.exits) {
            landed[exit.to] |= exit.landing;
        }
        landed
    }

    /// About how often a game meets each state, if each roll captured each piece on the track with
    /// the same probability. This decides only which states are kept side by side.
    fn frequencies(&self) -> Vec<f64> {
        /// The probability that a roll captures a piece.
        const CAPTURE: f64 = 0.01;
        /// How often a player is followed through all states. More rounds hardly change what is
        /// kept side by side.
        const ROUNDS: usize = 8;
        let states = self.states.len();
        let [mut arriving, mut frequencies] = [(); 2].map(|()| vec![0.0; states]);
        arriving[self.start] = 1.0;
        for number in (0..ROUNDS * states).map(|step| step % states) {
            let state = &self.states[number];
            let arrived = mem::take(&mut arriving[number]);
            frequencies[number] += arrived;
            // A player who never moves is captured half of the time.
            let captured = state.captured.len() as f64;
            let caught = (CAPTURE / state.odds.leaves * captured).min(0.5);
            for &to in &state.captured {
                arriving[to] += arrived * caught / captured;
            }
            for (exit, share) in &state.exits {
                arriving[exit.to] += arrived * (1.0 - caught) * share / state.odds.leaves;
            }
        }
        frequencies
    }
}

impl State {
    /// The state with this number. `turn` is what the results of a turn do, how many of them do
    /// that, as all are equally likely, and the mean number of rolls. A result that moves no piece
    /// leads to this state itself. There are none if the player does not roll, because it has won
    /// or has to pass. `pieces` are the fields with a piece as a set, bit p being less than 63
    /// steps from the player's own start, and for each of them, the lowest first, the state that
    /// follows if that piece is captured.
    pub fn new(
        number: usize,
        (moves, rolls): (Vec<(Move, u128)>, f64),
        (held, captured): (u64, Vec<usize>),
        standing: Standing,
        rules: Rules,
    ) -> State {
        let weight = |moves: &[(Move, u128)]| moves.iter().map(|(_, weight)| weight).sum::<u128>();
        let results = weight(&moves);
        let share = |moves: &[(Move, u128)]| weight(moves) as f64 / results as f64;
        let (mut staying, mut leaving): (Vec<_>, Vec<_>) =
            moves.into_iter().partition(|(mv, _)| mv.to == number);
        staying.retain(|(mv, _)| !mv.again);
        // What the referee says if the other player is not stuck. If that one is, too, it is asked
        // again.
        let ruling = rules.referee([standing, Standing::Playing], 0);
        let (leaves, passes, rolls) = match ruling {
            Ok(0) if results > 0 => (share(&leaving), share(&staying), rolls),
            Ok(_) => (0.0, 1.0, 0.0),
            Err(_) => (0.0, 0.0, 0.0),
        };
        let landings = staying.iter().map(|(mv, _)| mv.landing);
        let stays_on = landings.fold(0, |fields, landing| fields | landing);
        leaving.sort();
        let exits = leaving.chunk_by(|(one, _), (next, _)| one == next);
        let exits = exits.map(|moves| (moves[0].0, share(moves)));
        State {
            exits: exits.collect(),
            odds: Odds {
                leaves,
                passes,
                inverse: 1.0 / (leaves + passes),
                rolls,
            },
            standing,
            held,
            stays_on,
            captured: captured.into(),
        }
    }
}

/// What the results of a turn do in a state, and the mean number of rolls. Tries that fail follow
/// upon one another without the other player, so all tries of a turn are one step, and the states
/// between them are never met.
fn turn(automaton: &Automaton, state: usize) -> (Vec<(Move, u128)>, f64) {
    let tries = [Memory::TriedOnce, Memory::TriedTwice];
    let has_tried = |state: usize| tries.contains(&automaton.states[state].memory);
    if has_tried(state) {
        return (Vec::new(), 0.0);
    }
    let weights = automaton.columns.weights();
    let entries = automaton.entries(state);
    let entries = entries.zip(weights.into_iter().map(u128::from));
    let (failing, played): (Vec<_>, Vec<_>) =
        entries.partition(|&(entry, _)| has_tried(automaton.next(entry)));
    let weight = |entries: &[(Entry, u128)]| entries.iter().map(|(_, weight)| weight).sum::<u128>();
    let fail = weight(&failing);
    let all = fail + weight(&played);
    // The first try is played, or it fails and the second is, or both fail and the third is.
    let tries = match fail {
        0 => 1,
        _ => all * all + fail * all + fail * fail,
    };
    let result = |(entry, weight): (Entry, u128)| {
        let (to, again, landing) = (automaton.next(entry), !entry.passes(), entry.landings());
        (Move { to, again, landing }, weight * tries)
    };
    let mut moves: Vec<_> = played.into_iter().map(result).collect();
    if fail == 0 {
        return (moves, 1.0);
    }
    let (to, again, landing) = (state, false, 0);
    moves.push((Move { to, again, landing }, fail * fail * fail));
    (moves, tries as f64 / (all * all) as f64)
}

/// For each state its level: the number of moves on the longest way to it.
fn levels(states: &[State]) -> Vec<usize> {
    let mut levels = vec![0; states.len()];
    // Most moves lead to states with higher numbers, so that few rounds are needed: 7 for a die of
    // 12 faces.
    let mut is_done = false;
    while !is_done {
        is_done = true;
        for (from, state) in states.iter().enumerate() {
            for &(Move { to, .. }, _) in &state.exits {
                if levels[to] <= levels[from] {
                    levels[to] = levels[from] + 1;
                    assert!(levels[to] < states.len(), "moves lead forward");
                    is_done = false;
                }
            }
        }
    }
    levels
}
