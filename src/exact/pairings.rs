//! The pairings of some dice.

use std::cmp::Reverse;
use std::collections::HashMap;

use itertools::Itertools;

use super::chain::Chain;
use super::{Solution, Target, solve};
use crate::allocation::ensure;
use crate::dice::Die;
use crate::engine::automaton::Automaton;
use crate::engine::columns::{Columns, Kinds};
use crate::engine::starters::{FaceCounts, Starters};
use crate::rules::Rules;

/// The pairings of some dice under some rules, each of them only once: those of dice of the same kinds are one.
#[derive(Debug)]
pub struct Pairings {
    rules: Rules,
    /// The kinds of the dice.
    pub kinds: Kinds,
    /// Whether it is possible that each die ever wins.
    pub can_win: Vec<bool>,
    /// The pairings that differ.
    pub distinct: Vec<Distinct>,
    /// For every two dice, in lexicographic order, the number of their pairing among those that differ, and whether that has
    /// the players exchanged. Otherwise the die with the lower index is the first player.
    pub of_dice: Vec<(usize, bool)>,
}

/// A pairing of two kinds.
#[derive(Clone, Copy, Debug)]
pub struct Distinct {
    kinds: [usize; 2],
    starters: Starters,
    /// What is known before it is solved.
    pub unsolved: Solution,
    /// The bytes that its chains take while they are made, at most.
    bytes: usize,
    /// About what it takes to make the unknown part smaller by some factor, compared with others: the number of joint states.
    pub cost: f64,
}

impl Pairings {
    /// All pairings of these dice, in lexicographic order.
    pub fn new(dice: &[Die], rules: Rules) -> Pairings {
        let kinds = Kinds::new(dice, rules);
        let on_seats = |columns: &Columns| {
            let player = |seat| {
                let automaton = automaton(columns, rules, seat);
                let states = automaton.states.len();
                (states, Chain::most_bytes(&automaton), automaton.can_win())
            };
            let first = player(0);
            let second = rules.has_seats().then(|| player(1));
            [first, second.unwrap_or(first)]
        };
        let players = kinds.columns.iter().map(on_seats).collect_vec();
        let can_win = |&kind: &usize| players[kind].iter().any(|(.., can_win)| *can_win);
        let mut pairings = Pairings {
            rules,
            can_win: kinds.of_dice.iter().map(can_win).collect(),
            kinds,
            distinct: Vec::new(),
            of_dice: Vec::new(),
        };
        let mut numbers = HashMap::new();
        for pairing in (0..dice.len()).array_combinations() {
            let mut kinds = pairing.map(|die| pairings.kinds.of_dice[die]);
            let mut starters =
                Starters::new(rules, || pairing.map(|die| FaceCounts::new(&dice[die])));
            // The player with more states makes the rows of the grid. As many joint states are visited either way, but
            // the columns of a row are fewer then, and fit better into the cache: that takes a tenth to a fifth less time.
            let order = |kind: usize| {
                let (states, ..) = players[kind][0];
                (Reverse(states), kind)
            };
            let is_exchanged = !rules.has_seats() && order(kinds[0]) > order(kinds[1]);
            if is_exchanged {
                kinds.reverse();
                starters = starters.exchanged();
            }
            let distinct = &mut pairings.distinct;
            let number = *numbers.entry((kinds, starters)).or_insert_with(|| {
                let met = [0, 1].map(|seat| players[kinds[seat]][seat]);
                distinct.push(Distinct {
                    kinds,
                    starters,
                    unsolved: Solution::nothing(met.map(|(.., can_win)| can_win)),
                    bytes: met.iter().map(|(_, bytes, _)| bytes).sum(),
                    cost: met.iter().map(|&(states, ..)| states as f64).product(),
                });
                distinct.len() - 1
            });
            pairings.of_dice.push((number, is_exchanged));
        }
        pairings
    }

    /// The least memory in bytes in which every pairing can be begun.
    pub fn least_memory(&self) -> usize {
        let least = self.distinct.iter().map(|pairing| pairing.bytes);
        least.max().unwrap_or(0)
    }

    /// Solves a pairing on the threads of the current pool, as far as wanted or until it `is_over`. `swept` is told after
    /// each sweep what is known. Only one automaton is in memory at a time.
    pub fn solve(
        &self,
        number: usize,
        target: Target,
        swept: impl Fn(&Solution),
        is_over: impl Fn() -> bool + Sync,
    ) -> Solution {
        let pairing = &self.distinct[number];
        let unsolved = pairing.unsolved;
        if pairing.bytes > target.memory {
            return Solution {
                short_of_memory: true,
                ..unsolved
            };
        }
        ensure(pairing.bytes);
        // The chains of many faces take some tenths of a second each.
        let chain = |seat: usize| {
            let columns = &self.kinds.columns[pairing.kinds[seat]];
            let automaton = (!is_over()).then(|| automaton(columns, self.rules, seat))?;
            (!is_over()).then(|| Chain::of_automaton(&automaton))
        };
        let (Some(first), Some(second)) = (chain(0), chain(1)) else {
            return unsolved;
        };
        let second_begins = pairing.starters.seat_1_begins();
        let starters = [1.0 - second_begins, second_begins];
        let solution = solve([&first, &second], starters, target, swept, is_over);
        Solution {
            can_win: unsolved.can_win,
            ..solution
        }
    }
}

/// The automaton of a player with these columns.
fn automaton(columns: &Columns, rules: Rules, seat: usize) -> Automaton {
    Automaton::new(columns.clone(), rules, seat, &[rules.start()])
}
