//! One player as a Markov chain: the states that it can be in, and where each roll leads.

use std::ops::Range;

use super::lists::Lists;
use crate::allocation::ensure_some;
use crate::engine::automaton::Automaton;
use crate::engine::cells::Entry;
use crate::rules::Memory;

/// A state of one player.
#[derive(Clone, Debug, Default)]
pub struct ChainState {
    /// What the results of a roll do. A result that moves no piece is listed, too: it leads to this state
    /// itself. The list is empty if the player does not roll, because it has won or has to pass.
    pub moves: Vec<ChainMove>,
    /// The fields of the track on which the player has a piece, as a set: bit p stands for the field that
    /// is p steps from the player's own start, p being less than 63.
    pub held: u64,
    /// The states that follow if a piece is captured: that on the lowest of the fields first, then that on
    /// the next one, and so on. There are four at most.
    pub captured: Vec<usize>,
    /// The mean number of rolls in a turn of a player who rolls in this state.
    pub rolls: f64,
    /// Whether the player cannot move by any roll. The game is a draw if both players cannot.
    pub stuck: bool,
    /// Whether being stuck is no draw, but lost as soon as it is the player's turn.
    pub loses: bool,
    /// Whether the player has won, which ends the game.
    pub won: bool,
}

/// What some of the results of a roll do.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ChainMove {
    /// The state to which the move leads.
    pub to: usize,
    /// Whether the same player rolls again.
    pub again: bool,
    /// The fields of the track on which a piece lands, as a set: bit p stands for the field that is p steps
    /// from the opponent's start.
    pub landing: u64,
    /// The number of results that do this. All results of a turn are equally likely.
    pub weight: u128,
}

/// The results of a roll that lead to the same other state in the same way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exit {
    pub(super) to: usize,
    /// Whether the same player rolls again.
    pub(super) again: bool,
    /// The fields landed on, as in [`ChainMove::landing`].
    pub(super) landing: u64,
    /// The probability of these results.
    pub(super) share: f64,
}

/// How a turn in a state can go on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Odds {
    /// The probability that a roll changes the state.
    pub(super) leaves: f64,
    /// The probability that the state stays the same and the other player comes next. Otherwise the state
    /// stays the same and the same player rolls again.
    pub(super) passes: f64,
    /// 1 / (leaves + passes). This is not a number if the player rolls for ever.
    pub(super) inverse: f64,
    /// The mean number of rolls that the player makes in a turn; 0 if the player does not roll.
    pub(super) rolls: f64,
}

/// Whether a player takes part in the game, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    Playing,
    Stuck,
    /// Stuck, and has lost as soon as it is the player's turn.
    Loses,
    Won,
}

/// The states that a die on a seat can reach. They are numbered so that every move leads to a higher
/// number, which is possible because a move brings a piece forward. A capture may lead to any number.
#[derive(Clone, Debug)]
pub struct Chain {
    /// The state in which the game begins.
    pub(super) start: usize,
    /// The first state of each level, and at the end the number of states.
    first_of_level: Vec<usize>,
    /// For each state the rolls that change it.
    exits: Lists<Exit>,
    pub(super) odds: Vec<Odds>,
    pub(super) standing: Vec<Standing>,
    /// For each state the fields with a piece, as in [`ChainState::held`].
    pub(super) held: Vec<u64>,
    /// For each state what [`ChainState::captured`] says.
    captured: Vec<Vec<usize>>,
    /// About how often a game meets each state.
    frequency: Vec<f64>,
}

impl Chain {
    /// The chain of these states, the first of which is the start.
    ///
    /// # Panics
    ///
    /// If moves lead in a circle, or to a state that does not exist.
    pub fn new(states: &[ChainState]) -> Chain {
        let level = levels(states);
        let mut order: Vec<usize> = (0..states.len()).collect();
        order.sort_by_key(|&state| level[state]);
        let mut chain = Chain {
            start: 0,
            first_of_level: Vec::new(),
            exits: Lists::new(),
            odds: Vec::new(),
            standing: Vec::new(),
            held: Vec::new(),
            captured: Vec::new(),
            frequency: frequencies(states, &order),
        };
        for (number, &state) in order.iter().enumerate() {
            ensure_some(number);
            if chain.first_of_level.len() <= level[state] {
                chain.first_of_level.push(number);
            }
            chain.push(state, &states[state]);
        }
        chain.first_of_level.push(states.len());
        chain.frequency = select(&chain.frequency, &order);
        chain.renumber(&order);
        chain
    }

    /// About how many bytes the chain of this automaton takes while it is made, at most.
    pub fn most_bytes(automaton: &Automaton) -> usize {
        automaton.states().len() * (200 + 160 * automaton.columns().rolls().len())
    }

    /// The chain of a player who has this automaton and begins in its state 0.
    pub fn of_automaton(automaton: &Automaton) -> Chain {
        let won = automaton.won();
        let loses = automaton.rules().wins_by_others();
        let states: Vec<ChainState> = (0..automaton.states().len())
            .map(|state| {
                ensure_some(state);
                let header = automaton.header(state);
                let (moves, rolls) = turn(automaton, state);
                ChainState {
                    moves,
                    rolls,
                    held: header.held(),
                    captured: automaton.captured(state).collect(),
                    stuck: header.is_stuck(),
                    loses,
                    won: won == Some(state),
                }
            })
            .collect();
        Chain::new(&states)
    }

    /// Adds a state, which still has its old number, as have the states to which it leads.
    fn push(&mut self, number: usize, state: &ChainState) {
        let results: u128 = state.moves.iter().map(|mv| mv.weight).sum();
        let share = |moves: &[&ChainMove]| {
            let weight: u128 = moves.iter().map(|mv| mv.weight).sum();
            weight as f64 / results as f64
        };
        let (staying, mut leaving): (Vec<&ChainMove>, Vec<&ChainMove>) =
            state.moves.iter().partition(|mv| mv.to == number);
        let passing: Vec<&ChainMove> = staying.into_iter().filter(|mv| !mv.again).collect();
        let standing = match (state.won, state.stuck, state.loses) {
            (true, ..) => Standing::Won,
            (_, true, true) => Standing::Loses,
            (_, true, false) => Standing::Stuck,
            (_, false, _) => Standing::Playing,
        };
        let (leaves, passes, rolls) = match results {
            0 if standing == Standing::Loses => (0.0, 0.0, 0.0),
            0 => (0.0, 1.0, 0.0),
            _ => (share(&leaving), share(&passing), state.rolls),
        };
        let ends = leaves + passes;
        self.odds.push(Odds {
            leaves,
            passes,
            inverse: if ends > 0.0 { 1.0 / ends } else { f64::NAN },
            rolls,
        });
        leaving.sort();
        let same = |one: &&ChainMove, other: &&ChainMove| {
            (one.to, one.again, one.landing) == (other.to, other.again, other.landing)
        };
        self.exits.push(leaving.chunk_by(same).map(|moves| Exit {
            to: moves[0].to,
            again: moves[0].again,
            landing: moves[0].landing,
            share: share(moves),
        }));
        self.standing.push(standing);
        self.held.push(state.held);
        self.captured.push(state.captured.clone());
    }

    /// Replaces the old number of a state by its place in the order, wherever a state leads to another.
    fn renumber(&mut self, order: &[usize]) {
        let mut number = vec![0; order.len()];
        for (place, &state) in order.iter().enumerate() {
            number[state] = place;
        }
        let exits = self.exits.all.iter_mut().map(|exit| &mut exit.to);
        let captured = self.captured.iter_mut().flatten();
        for state in exits.chain(captured).chain([&mut self.start]) {
            *state = number[*state];
        }
    }

    /// The chain with the states that a game hardly ever meets moved behind all others. Moves of those may
    /// lead to a lower number then.
    pub(super) fn packed(&self) -> Chain {
        /// A state that a game meets less often than this is moved. A game meets so few of them that it
        /// costs nothing if some of their moves wait for the next sweep.
        const HARDLY_EVER: f64 = 1e-7;
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.sort_by_key(|&state| self.frequency[state] < HARDLY_EVER);
        let mut packed = Chain {
            start: self.start,
            first_of_level: self.first_of_level.clone(),
            exits: Lists::new(),
            odds: select(&self.odds, &order),
            standing: select(&self.standing, &order),
            held: select(&self.held, &order),
            captured: select(&self.captured, &order),
            frequency: select(&self.frequency, &order),
        };
        for (number, &state) in order.iter().enumerate() {
            ensure_some(number);
            packed.exits.push(self.exits(state).iter().copied());
        }
        packed.renumber(&order);
        packed
    }

    /// About how many bytes the chain takes.
    pub(super) fn bytes(&self) -> usize {
        let state = size_of::<Odds>() + size_of::<Vec<usize>>() + 4 * size_of::<[usize; 2]>();
        self.exits.bytes() + self.len() * state
    }

    /// The number of states.
    pub(super) fn len(&self) -> usize {
        self.held.len()
    }

    /// The levels in their order, each a range of states. All moves out of a level lead to later levels.
    pub(super) fn levels(&self) -> impl Iterator<Item = Range<usize>> {
        self.first_of_level.windows(2).map(|ends| ends[0]..ends[1])
    }

    /// The rolls that change this state.
    pub(super) fn exits(&self, state: usize) -> &[Exit] {
        self.exits.list(state)
    }

    /// The state after the capture of all pieces on these fields.
    pub(super) fn without(&self, mut state: usize, fields: u64) -> usize {
        let mut hits = fields & self.held[state];
        while hits != 0 {
            let behind = self.held[state] & (hits & hits.wrapping_neg()).wrapping_sub(1);
            state = self.captured[state][behind.count_ones() as usize];
            hits &= hits - 1;
        }
        state
    }
}

/// What the results of a turn do in a state, and the mean number of rolls. Tries that fail follow upon one another
/// without the other player, so all tries of a turn are one step, and the states between them are never met.
fn turn(automaton: &Automaton, state: usize) -> (Vec<ChainMove>, f64) {
    let has_tried = |state: usize| {
        matches!(
            automaton.states()[state].memory,
            Memory::TriedOnce | Memory::TriedTwice
        )
    };
    if has_tried(state) {
        return (Vec::new(), 0.0);
    }
    let weights = automaton.columns().weights();
    let entries = automaton
        .entries(state)
        .zip(weights.into_iter().map(u128::from));
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
    let mut moves: Vec<ChainMove> = played
        .into_iter()
        .map(|(entry, weight)| ChainMove {
            to: automaton.next(entry),
            again: !entry.passes(),
            landing: entry.landings(),
            weight: weight * tries,
        })
        .collect();
    if fail == 0 {
        return (moves, 1.0);
    }
    moves.push(ChainMove {
        to: state,
        again: false,
        landing: 0,
        weight: fail * fail * fail,
    });
    (moves, tries as f64 / (all * all) as f64)
}

/// These values in this order.
fn select<T: Clone>(values: &[T], order: &[usize]) -> Vec<T> {
    order.iter().map(|&index| values[index].clone()).collect()
}

/// The other states to which moves of this one lead.
fn targets(states: &[ChainState], state: usize) -> impl Iterator<Item = usize> {
    let moves = states[state].moves.iter();
    moves.map(|mv| mv.to).filter(move |&to| to != state)
}

/// For each state its level: the number of moves on the longest way to it.
fn levels(states: &[ChainState]) -> Vec<usize> {
    let mut before = vec![0usize; states.len()];
    for to in (0..states.len()).flat_map(|state| targets(states, state)) {
        before[to] += 1;
    }
    let mut levels = vec![0; states.len()];
    let mut ready: Vec<usize> = (0..states.len())
        .filter(|&state| before[state] == 0)
        .collect();
    let mut done = 0;
    while let Some(state) = ready.pop() {
        done += 1;
        for to in targets(states, state) {
            levels[to] = levels[to].max(levels[state] + 1);
            before[to] -= 1;
            if before[to] == 0 {
                ready.push(to);
            }
        }
    }
    assert_eq!(done, states.len(), "moves lead forward");
    levels
}

/// About how often a game meets each state, if each roll captured each piece on the track with the same
/// probability. This decides only which states are kept side by side.
fn frequencies(states: &[ChainState], order: &[usize]) -> Vec<f64> {
    /// The probability that a roll captures a piece.
    const CAPTURE: f64 = 0.01;
    /// How often a player is followed through all states. More rounds hardly change what is kept side by
    /// side.
    const ROUNDS: usize = 8;
    let mut arriving = vec![0.0; states.len()];
    let mut frequencies = vec![0.0; states.len()];
    arriving[0] = 1.0;
    for _ in 0..ROUNDS {
        for &number in order {
            let ChainState {
                moves, captured, ..
            } = &states[number];
            let arrived = std::mem::take(&mut arriving[number]);
            frequencies[number] += arrived;
            let results: u128 = moves.iter().map(|mv| mv.weight).sum();
            let leaving = moves.iter().filter(|mv| mv.to != number);
            let leaves: u128 = leaving.clone().map(|mv| mv.weight).sum();
            let rolls = results as f64 / leaves as f64;
            // A player who never moves is captured half of the time.
            let caught = (CAPTURE * rolls * captured.len() as f64).min(0.5);
            for &to in captured {
                arriving[to] += arrived * caught / captured.len() as f64;
            }
            for mv in leaving {
                arriving[mv.to] += arrived * (1.0 - caught) * mv.weight as f64 / leaves as f64;
            }
        }
    }
    frequencies
}
