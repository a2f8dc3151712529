//! The pairings of some dice, equal ones once, and the solution of one of them.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use itertools::Itertools;

use super::{Cancelled, Chain, Solution, Target, solve};
use crate::dice::Die;
use crate::engine::automaton::Automaton;
use crate::engine::cells::Rows;
use crate::engine::columns::{DieColumns, DieTypes};
use crate::engine::starters::{FaceCounts, Starters};
use crate::rules::Rules;
use crate::tournament::Competitors;

/// The pairings of some dice under some rules, equal ones only once: those of dice of the same
/// [types](DieTypes) with the same chances to begin are one.
#[derive(Debug)]
pub struct PairingsToSolve {
    rules: Rules,
    types: DieTypes,
    /// The dice, and which of them are of the same kind or can win.
    pub(crate) competitors: Competitors,
    /// The pairings that differ in the types of their dice, or in the chances to begin.
    pub(crate) distinct: Vec<DistinctPairing>,
    /// For every two dice, in lexicographic order, their pairing.
    pub(crate) of_pairings: Vec<DicePairing>,
}

/// The pairing of two dice among those that differ.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DicePairing {
    /// The index in [`PairingsToSolve::distinct`].
    pub(crate) index: usize,
    /// Whether the die with the lower index is the second player there.
    pub(crate) is_exchanged: bool,
}

/// A pairing of two types of dice.
#[derive(Debug)]
pub(crate) struct DistinctPairing {
    types: [usize; 2],
    starters: Starters,
    /// The solution before the first sweep.
    pub(crate) unsolved: Solution,
    /// The approximate bytes of its chains while they are made.
    bytes: usize,
    /// The approximate cost of making the unknown part smaller by some factor, compared with
    /// others: the number of joint states, the product of the numbers of states.
    pub(crate) cost: f64,
    /// For each kind of competitors that meet there the weight of this pairing in the mean that is
    /// their share.
    pub(crate) weights: BTreeMap<usize, f64>,
}

/// The properties of a player with a type of dice on a seat.
#[derive(Clone, Copy)]
struct PlayerTraits {
    /// The number of its states.
    states: usize,
    /// The approximate bytes of its chain while it is made.
    chain_bytes: usize,
    /// Whether it may ever win.
    can_win: bool,
}

impl DistinctPairing {
    /// The pairing of two players, the first of whom makes the rows of the grid.
    fn new(types: [usize; 2], players: [PlayerTraits; 2], starters: Starters) -> DistinctPairing {
        DistinctPairing {
            types,
            starters,
            unsolved: Solution::new(players.map(|player| player.can_win)),
            bytes: players.iter().map(|player| player.chain_bytes).sum(),
            cost: players.iter().map(|player| player.states as f64).product(),
            weights: BTreeMap::new(),
        }
    }
}

impl PairingsToSolve {
    /// All pairings of these dice.
    pub fn new(dice: &[Die], rules: Rules) -> PairingsToSolve {
        let types = DieTypes::new(dice, rules);
        let players = types
            .columns
            .iter()
            .map(|columns| players_on_seats(columns, rules))
            .collect_vec();
        let can_win = types
            .of_dice
            .iter()
            .map(|&die_type| players[die_type].iter().any(|player| player.can_win))
            .collect();
        let competitors = Competitors::new(types.kinds.clone(), can_win);
        // The player with more states makes the rows of the grid, unless its play depends on the
        // seat. As many joint states are visited either way, but the columns of a row are fewer
        // then, and fit better into the cache: that takes a tenth to a fifth less time.
        let order = |die_type: usize| (Reverse(players[die_type][0].states), die_type);
        let (mut distinct, mut of_pairings) = (Vec::<DistinctPairing>::new(), Vec::new());
        let mut indices = HashMap::new();
        for pairing in competitors.pairings() {
            let mut pair = pairing.map(|die| types.of_dice[die]);
            let mut starters =
                Starters::new(rules, || pairing.map(|die| FaceCounts::new(&dice[die])));
            let is_exchanged = !rules.is_seat_dependent() && order(pair[0]) > order(pair[1]);
            if is_exchanged {
                pair.reverse();
                starters = starters.exchanged();
            }
            let index = *indices.entry((pair, starters)).or_insert_with(|| {
                let players = [0, 1].map(|seat| players[pair[seat]][seat]);
                distinct.push(DistinctPairing::new(pair, players, starters));
                distinct.len() - 1
            });
            of_pairings.push(DicePairing {
                index,
                is_exchanged,
            });
            for kind in competitors.kinds_of(pairing) {
                let members = competitors.members[kind].len();
                let weight = distinct[index].weights.entry(kind).or_insert(0.0);
                *weight += 1.0 / ((dice.len() - 1) as f64 * members as f64);
            }
        }
        PairingsToSolve {
            rules,
            types,
            competitors,
            distinct,
            of_pairings,
        }
    }

    /// The least memory, approximately, in bytes, in which every pairing can be begun.
    pub fn least_memory(&self) -> usize {
        let bytes = self.distinct.iter().map(|pairing| pairing.bytes);
        bytes.max().unwrap_or(0)
    }

    /// Solves the distinct pairing with this index on the threads of the current pool, as
    /// [`solve`] does, until the `target` is reached or more sweeps would not help. Errors if it
    /// `is_cancelled` before. `report` receives the solution after each sweep. Only one automaton is in
    /// memory at a time. The memory of the target is the [least](Self::least_memory) or more.
    pub(crate) fn solve(
        &self,
        index: usize,
        target: Target,
        report: impl Fn(&Solution),
        is_cancelled: impl Fn() -> bool + Sync,
    ) -> Result<Solution, Cancelled> {
        let pairing = &self.distinct[index];
        // The chains of many faces take some tenths of a second each, so cancellation is asked for
        // before and after each automaton.
        let chain = |seat: usize| {
            let columns = &self.types.columns[pairing.types[seat]];
            let automaton = (!is_cancelled()).then(|| automaton(columns, self.rules, seat))?;
            (!is_cancelled()).then(|| Chain::from_automaton(&automaton))
        };
        let (Some(first), Some(second)) = (chain(0), chain(1)) else {
            return Err(Cancelled(pairing.unsolved));
        };
        let second_begins = pairing.starters.probability_of_seat_1();
        let start_probabilities = [1.0 - second_begins, second_begins];
        solve(
            [&first, &second],
            start_probabilities,
            target,
            report,
            is_cancelled,
        )
    }
}

/// The properties of the players with these columns on each seat.
fn players_on_seats(columns: &DieColumns, rules: Rules) -> [PlayerTraits; 2] {
    let player = |seat| {
        let automaton = automaton(columns, rules, seat);
        PlayerTraits {
            states: automaton.states.len(),
            chain_bytes: Chain::most_bytes(&automaton),
            can_win: automaton.can_win(),
        }
    };
    let on_first = player(0);
    let on_second = if rules.is_seat_dependent() {
        player(1)
    } else {
        on_first
    };
    [on_first, on_second]
}

/// The automaton of a player with these columns on this seat.
fn automaton(columns: &DieColumns, rules: Rules, seat: usize) -> Automaton {
    Automaton::new(Rows::default(), columns.clone(), rules, seat)
}
