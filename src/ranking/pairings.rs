//! The pairings of some dice, each once, and how one is solved.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use itertools::Itertools;

use crate::allocation::ensure;
use crate::dice::Die;
use crate::engine::automaton::Automaton;
use crate::engine::cells::Rows;
use crate::engine::columns::{Columns, Kinds};
use crate::engine::starters::{FaceCounts, Starters};
use crate::exact::{Chain, Solution, solve};
use crate::rules::Rules;
use crate::tournament::Competitors;

/// The pairings of some dice under some rules, each of them only once: those of dice of the same kinds are one.
#[derive(Debug)]
pub struct Pairings {
    rules: Rules,
    kinds: Kinds,
    pub(super) competitors: Competitors,
    /// The pairings that differ.
    pub(super) distinct: Vec<Distinct>,
    /// For every two dice, in lexicographic order, the number of their pairing among those that differ, and whether that has
    /// the players exchanged. Otherwise the die with the lower index is the first player.
    pub(super) of_dice: Vec<(usize, bool)>,
}

/// A pairing of two kinds.
#[derive(Debug)]
pub(super) struct Distinct {
    kinds: [usize; 2],
    starters: Starters,
    /// What is known before it is solved.
    pub(super) unsolved: Solution,
    /// The bytes that its chains take while they are made, at most.
    bytes: usize,
    /// About what it takes to make the unknown part smaller by some factor, compared with others: the number of joint states.
    pub(super) cost: f64,
    /// The kinds of competitors that meet there, and the part that it has of their shares.
    pub(super) parts: BTreeMap<usize, f64>,
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
        let can_win = kinds.of_dice.iter().map(can_win).collect();
        let competitors = Competitors::new(kinds.alike.clone(), can_win);
        let (mut distinct, mut of_dice) = (Vec::<Distinct>::new(), Vec::new());
        let mut numbers = HashMap::new();
        for pairing in competitors.pairings() {
            let met = competitors.kinds_of(pairing);
            let mut kinds = pairing.map(|die| kinds.of_dice[die]);
            let mut starters =
                Starters::new(rules, || pairing.map(|die| FaceCounts::new(&dice[die])));
            // The player with more states makes the rows of the grid. As many joint states are visited either way, but
            // the columns of a row are fewer then, and fit better into the cache: that takes a tenth to a fifth less time.
            let order = |kind: usize| (Reverse(players[kind][0].0), kind);
            let is_exchanged = !rules.has_seats() && order(kinds[0]) > order(kinds[1]);
            if is_exchanged {
                kinds.reverse();
                starters = starters.exchanged();
            }
            let number = *numbers.entry((kinds, starters)).or_insert_with(|| {
                let players = [0, 1].map(|seat| players[kinds[seat]][seat]);
                distinct.push(Distinct {
                    kinds,
                    starters,
                    unsolved: Solution::nothing(players.map(|(.., can_win)| can_win)),
                    bytes: players.iter().map(|(_, bytes, _)| bytes).sum(),
                    cost: players.iter().map(|&(states, ..)| states as f64).product(),
                    parts: BTreeMap::new(),
                });
                distinct.len() - 1
            });
            of_dice.push((number, is_exchanged));
            for kind in met {
                let members = competitors.members[kind].len();
                let part = distinct[number].parts.entry(kind).or_insert(0.0);
                *part += 1.0 / ((dice.len() - 1) as f64 * members as f64);
            }
        }
        Pairings {
            rules,
            kinds,
            competitors,
            distinct,
            of_dice,
        }
    }

    /// The least memory in bytes in which every pairing can be begun.
    pub fn least_memory(&self) -> usize {
        let least = self.distinct.iter().map(|pairing| pairing.bytes);
        least.max().unwrap_or(0)
    }

    /// Solves a pairing on the threads of the current pool until at most so much is `unknown`, or until it `is_over`. `swept`
    /// is told after each sweep what is known. Only one automaton is in memory at a time. So many bytes of `memory` may be
    /// used, the [least](Self::least_memory) or more.
    pub(super) fn solve(
        &self,
        number: usize,
        unknown: f64,
        memory: usize,
        swept: impl Fn(&Solution),
        is_over: impl Fn() -> bool + Sync,
    ) -> Solution {
        let pairing = &self.distinct[number];
        ensure(pairing.bytes);
        // The chains of many faces take some tenths of a second each.
        let chain = |seat: usize| {
            let columns = &self.kinds.columns[pairing.kinds[seat]];
            let automaton = (!is_over()).then(|| automaton(columns, self.rules, seat))?;
            (!is_over()).then(|| Chain::of_automaton(&automaton))
        };
        let (Some(first), Some(second)) = (chain(0), chain(1)) else {
            return pairing.unsolved;
        };
        let second_begins = pairing.starters.seat_1_begins();
        let starters = [1.0 - second_begins, second_begins];
        let mut solution = solve([&first, &second], starters, unknown, memory, swept, is_over);
        solution.can_win = pairing.unsolved.can_win;
        solution
    }
}

/// The automaton of a player with these columns.
fn automaton(columns: &Columns, rules: Rules, seat: usize) -> Automaton {
    let starts = [rules.start()];
    Automaton::new(Rows::default(), columns.clone(), rules, seat, &starts)
}
