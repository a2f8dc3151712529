//! The pairings of some dice.

use std::cmp::Reverse;

use itertools::Itertools;

use super::chain::Chain;
use super::{Solution, Target, Watch, solve};
use crate::allocation::ensure;
use crate::dice::Die;
use crate::engine::automaton::Automaton;
use crate::engine::columns::{Columns, Kinds};
use crate::engine::starters::Starters;
use crate::rules::Rules;

/// The pairings of some dice under some rules, each of them only once: those of dice of the same kinds are one.
#[derive(Debug)]
pub struct Pairings {
    rules: Rules,
    players: Vec<Player>,
    /// The numbers of the players, and who begins.
    distinct: Vec<([usize; 2], Starters)>,
    of_dice: Vec<DicePairing>,
}

/// A pairing of two dice.
#[derive(Clone, Copy, Debug)]
pub struct DicePairing {
    /// The indices of the dice, the lower one first. That die is the first player.
    pub dice: [usize; 2],
    /// The number of the pairing among those that differ.
    pub number: usize,
    /// Whether that has the players exchanged.
    is_exchanged: bool,
}

/// What is known about dice of a kind before they meet any others.
#[derive(Debug)]
struct Player {
    columns: Columns,
    /// For each seat.
    seats: [Seat; 2],
}

/// What is known about a player on a seat.
#[derive(Clone, Copy, Debug)]
struct Seat {
    states: usize,
    /// The bytes that its chain takes while it is made, at most.
    bytes: usize,
    can_win: bool,
}

impl Player {
    fn new(columns: &Columns, rules: Rules) -> Player {
        let seat = |seat| {
            let automaton = automaton(columns, rules, seat);
            Seat {
                states: automaton.states().len(),
                bytes: Chain::most_bytes(&automaton),
                can_win: automaton.can_win(),
            }
        };
        let first = seat(0);
        let second = if rules.has_seats() { seat(1) } else { first };
        Player {
            columns: columns.clone(),
            seats: [first, second],
        }
    }
}

impl Pairings {
    /// All pairings of these dice, in lexicographic order.
    pub fn new(dice: &[Die], rules: Rules) -> Pairings {
        let kinds = Kinds::new(dice, rules);
        let columns = kinds.columns.iter();
        let mut pairings = Pairings {
            rules,
            players: columns.map(|columns| Player::new(columns, rules)).collect(),
            distinct: Vec::new(),
            of_dice: Vec::new(),
        };
        let mut numbers = std::collections::HashMap::new();
        for pairing in (0..dice.len()).array_combinations() {
            let mut players = pairing.map(|die| kinds.of_dice[die]);
            let mut starters = Starters::of_dice(rules, pairing.map(|die| &dice[die]));
            // The player with more states makes the rows of the grid. As many joint states are visited either way, but
            // the columns of a row are fewer then, and fit better into the cache: that takes a tenth to a fifth less time.
            let order = |player: usize| (Reverse(pairings.players[player].seats[0].states), player);
            let is_exchanged = !rules.has_seats() && order(players[0]) > order(players[1]);
            if is_exchanged {
                players.reverse();
                starters = starters.exchanged();
            }
            let distinct = &mut pairings.distinct;
            let number = *numbers.entry((players, starters)).or_insert_with(|| {
                distinct.push((players, starters));
                distinct.len() - 1
            });
            pairings.of_dice.push(DicePairing {
                dice: pairing,
                number,
                is_exchanged,
            });
        }
        pairings
    }

    /// The number of pairings that differ.
    pub fn distinct(&self) -> usize {
        self.distinct.len()
    }

    /// Every two dice, in lexicographic order.
    pub fn of_dice(&self) -> &[DicePairing] {
        &self.of_dice
    }

    /// The least memory in bytes in which every pairing can be begun.
    pub fn least_memory(&self) -> usize {
        let least = (0..self.distinct.len()).map(|number| self.bytes(number));
        least.max().unwrap_or(0)
    }

    /// The bytes that the chains of a pairing take while they are made, at most.
    fn bytes(&self, number: usize) -> usize {
        self.seats(number).iter().map(|seat| seat.bytes).sum()
    }

    fn seats(&self, number: usize) -> [Seat; 2] {
        let (players, _) = self.distinct[number];
        [0, 1].map(|seat| self.players[players[seat]].seats[seat])
    }

    /// About what it takes to make the unknown part of a pairing smaller by some factor, compared with others: the
    /// number of joint states.
    pub fn cost(&self, number: usize) -> f64 {
        let states = self.seats(number).map(|seat| seat.states as f64);
        states[0] * states[1]
    }

    /// What is known about a pairing before it is solved.
    pub fn unsolved(&self, number: usize) -> Solution {
        Solution {
            can_win: self.seats(number).map(|seat| seat.can_win),
            ..Solution::NOTHING
        }
    }

    /// Solves a pairing on the threads of the current pool, as far as wanted or until the watch ends it. Only one
    /// automaton is in memory at a time.
    pub fn solve(&self, number: usize, target: Target, watch: &impl Watch) -> Solution {
        let unsolved = self.unsolved(number);
        let bytes = self.bytes(number);
        if bytes > target.memory {
            return Solution {
                short_of_memory: true,
                ..unsolved
            };
        }
        ensure(bytes);
        let (players, starters) = self.distinct[number];
        // The chains of many faces take some tenths of a second each.
        let chain = |seat: usize| {
            let columns = &self.players[players[seat]].columns;
            let automaton = (!watch.is_over()).then(|| automaton(columns, self.rules, seat))?;
            (!watch.is_over()).then(|| Chain::of_automaton(&automaton))
        };
        let (Some(first), Some(second)) = (chain(0), chain(1)) else {
            return unsolved;
        };
        let second_begins = starters.seat_1_begins();
        let starters = [1.0 - second_begins, second_begins];
        let solution = solve([&first, &second], starters, target, watch);
        Solution {
            can_win: unsolved.can_win,
            ..solution
        }
    }
}

impl DicePairing {
    /// The solution of the pairing of these dice, if that of its [`number`](Self::number) is this one.
    pub fn solution(self, solution: Solution) -> Solution {
        match self.is_exchanged {
            true => solution.exchanged(),
            false => solution,
        }
    }
}

/// The automaton of a player with these columns.
fn automaton(columns: &Columns, rules: Rules, seat: usize) -> Automaton {
    Automaton::new(columns.clone(), rules, seat, &[rules.start()])
}
