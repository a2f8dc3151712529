//! The grid of joint states, and where the rolls in it lead. Its rows are the states of the first
//! player, its columns those of the second.

use std::collections::HashMap;
use std::ops::Range;

use super::chain::{Chain, Odds};
use crate::allocation::ensure_some;
use crate::rules::{Deviation, Ending, PIECES, Standing};

/// The number of columns in a tile. The columns of a tile are kept together.
pub(super) const WIDTH: usize = 64;

/// The probabilities in the columns of a tile: first those with the first player about to roll,
/// then those with the second.
pub(super) type Tile = [[f64; WIDTH]; 2];

/// The place of a joint state in its row, which is a list of tiles.
#[inline]
pub(super) fn place(column: usize, second_rolls: bool) -> usize {
    (column / WIDTH * 2 + usize::from(second_rolls)) * WIDTH + column % WIDTH
}

/// The column of a [`place`].
#[inline]
pub(super) fn column(place: usize) -> usize {
    place / (2 * WIDTH) * WIDTH + place % WIDTH
}

/// A roll of the first player, as the row sees it to which the roll leads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pull {
    /// The row in which the player rolls.
    pub(super) from: usize,
    pub(super) passes: bool,
    pub(super) share: f64,
    pub(super) captures: Pulled,
}

/// The captures of a roll of the first player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pulled {
    /// None: it lands nowhere on the track.
    Nothing,
    /// The index of its captures in [`Grid::captures`].
    Listed(usize),
    /// All on the fields of [`Grid::landed`] of the row that pulls. There are too many sets of
    /// these to list all captures.
    AtTurnEnd,
}

/// A roll of the second player, as the column sees it in which the player rolls. Every row reads
/// those of all its columns, so they are kept small for the cache.
#[derive(Clone, Copy, Debug)]
pub(super) struct Push {
    /// The [`place`] to which the roll leads.
    pub(super) to: u32,
    /// The index in [`Grid::landings`] of the fields landed on, with [`BACK`]. Where turns capture
    /// at their end, these are all or none, and [`Grid::landed`] says which ones.
    pub(super) landing: u16,
    /// The index in [`Grid::shares`] of the probability of the roll.
    pub(super) share: u16,
}

/// A bit for no field. It is set among the fields landed on if a push leads back to a column that
/// the sweep of the row has passed, and always among the fields that the first player holds. So one
/// test finds the pushes that capture, and those that lead back.
pub(super) const BACK: u64 = 1 << 63;

/// For each tile the columns in which a roll of the first player captures, as a set, and for each
/// of them, in ascending order, the column to which the second player falls back.
type Captures = Vec<(u64, Vec<u32>)>;

/// Where all rolls in the grid lead.
#[derive(Debug)]
pub(super) struct Grid<'a> {
    pub(super) first: &'a Chain,
    /// The second player, [packed](Chain::packed).
    pub(super) second: Chain,
    /// The number of tiles in a row.
    pub(super) tiles: usize,
    /// For each row the first player's rolls that lead to it.
    pub(super) pulls: Vec<Vec<Pull>>,
    /// For each level of the first player, the rows from which no later level pulls.
    pub(super) pulled: Vec<Vec<usize>>,
    /// The captures of the first player's rolls, for each set of fields that they land on.
    pub(super) captures: Vec<Captures>,
    /// For each column how the second player's turn in it can go on.
    pub(super) odds: Vec<Odds>,
    /// The second player's rolls, column by column, and where those of each column begin.
    pub(super) pushes: Vec<Push>,
    pub(super) first_push: Vec<usize>,
    pub(super) landings: Vec<u64>,
    pub(super) shares: Vec<f64>,
    /// For each tile the tiles to which its pushes lead.
    pub(super) pushed: Vec<Vec<u32>>,
    /// Whether rolls capture because the turn is over with them, by all pieces of the player who
    /// rolls.
    pub(super) captures_at_turn_end: bool,
    /// For each row and for each column the fields of the track on which a roll lands that ends a
    /// turn there, if that captures.
    pub(super) landed: [Vec<u64>; 2],
    /// For each tile whether the second player has won in one of its columns, and whether it is
    /// stuck in one.
    ends: Vec<[bool; 2]>,
    /// How a game ends in which both are stuck, whoever is due. `None` if it does not, or if it
    /// matters who is.
    both_stuck: Option<Ending>,
    /// The number of roundings in a joint state at most.
    terms: usize,
}

impl<'a> Grid<'a> {
    pub(super) fn new(first: &'a Chain, second: &Chain) -> Grid<'a> {
        let second = second.packed();
        let tiles = second.states.len().div_ceil(WIDTH);
        let captures_at_turn_end = first.rules.has(Deviation::CapturesAtTurnEnd);
        let rulings = [0, 1].map(|due| first.rules.referee([Standing::Stuck; 2], due));
        let mut grid = Grid {
            first,
            tiles,
            pulls: vec![Vec::new(); first.states.len()],
            pulled: vec![Vec::new(); first.levels.len()],
            captures: Vec::new(),
            odds: second.states.iter().map(|state| state.odds).collect(),
            pushes: Vec::new(),
            first_push: vec![0],
            landings: Vec::new(),
            shares: Vec::new(),
            pushed: vec![Vec::new(); tiles],
            captures_at_turn_end,
            landed: if captures_at_turn_end {
                [first.landed(), second.landed()]
            } else {
                Default::default()
            },
            ends: vec![[false; 2]; tiles],
            both_stuck: rulings[0].err().filter(|_| rulings[0] == rulings[1]),
            terms: 0,
            second,
        };
        grid.add_pulls();
        grid.add_pushes();
        // The terms that are added up in a joint state are rounded, and a roll is. Each roll that
        // leads there may do so in many ways: without a capture, or by one on any field.
        let fields = u64::BITS as usize + 1;
        let pulled = grid.pulls.iter().map(Vec::len).max().unwrap_or(0);
        let mut pushed = vec![0; 2 * WIDTH * tiles];
        for push in &grid.pushes {
            pushed[push.to as usize] += 1;
        }
        let pushed = pushed.into_iter().max().unwrap_or(0);
        grid.terms = fields * (pulled + pushed) + 16;
        if captures_at_turn_end {
            // Rolls that change nothing but capture lead here from elsewhere: from wherever each
            // player has up to four more pieces, one on each field that the other one holds.
            grid.terms += 2 * (1 << PIECES);
        }
        grid
    }

    fn add_pulls(&mut self) {
        let mut known = HashMap::new();
        for (from, state) in self.first.states.iter().enumerate() {
            ensure_some(from);
            for &(exit, share) in &state.exits {
                let captures = match exit.landing {
                    0 => Pulled::Nothing,
                    _ if self.captures_at_turn_end => Pulled::AtTurnEnd,
                    landing => Pulled::Listed(*known.entry(landing).or_insert_with(|| {
                        self.captures.push(self.captures_on(landing));
                        self.captures.len() - 1
                    })),
                };
                self.pulls[exit.to].push(Pull {
                    from,
                    passes: !exit.again,
                    share,
                    captures,
                });
            }
        }
        let mut last_level = vec![0; self.pulls.len()];
        for (level, rows) in self.first.levels.iter().enumerate() {
            last_level[rows.clone()].fill(level);
            for pull in self.pulls[rows.clone()].iter().flatten() {
                last_level[pull.from] = level;
            }
        }
        for (row, level) in last_level.into_iter().enumerate() {
            self.pulled[level].push(row);
        }
    }

    /// Where rolls of the first player capture that land on these fields.
    fn captures_on(&self, landing: u64) -> Captures {
        let second = &self.second;
        let in_tile = |tile| {
            let is_hit = |&column: &usize| second.states[column].held & landing != 0;
            let hits = self.columns(tile).filter(is_hit);
            let all = hits.clone().map(|column| 1 << (column % WIDTH));
            let after = hits.map(|column| second.without(column, landing) as u32);
            (all.sum(), after.collect())
        };
        (0..self.tiles).map(in_tile).collect()
    }

    fn add_pushes(&mut self) {
        for (column, state) in self.second.states.iter().enumerate() {
            ensure_some(column);
            let tile = column / WIDTH;
            for &(exit, share) in &state.exits {
                self.pushed[tile].push((exit.to / WIDTH) as u32);
                let back = if exit.to < column { BACK } else { 0 };
                let landing = match exit.landing {
                    // The fields are those of the column to which it leads.
                    1.. if self.captures_at_turn_end => !BACK,
                    landing => landing,
                };
                self.pushes.push(Push {
                    to: place(exit.to, exit.again) as u32,
                    landing: index_of(landing | back, &mut self.landings),
                    share: index_of(share, &mut self.shares),
                });
            }
            self.first_push.push(self.pushes.len());
            let [won, stuck] = &mut self.ends[tile];
            *won |= state.standing == Standing::Won;
            *stuck |= state.standing == Standing::Stuck;
        }
        for pushed in &mut self.pushed {
            pushed.sort_unstable();
            pushed.dedup();
        }
    }

    /// By how much roundings can change what has arrived, if a game has met so many joint states in
    /// so many sweeps; see the [documentation](super#accounting).
    pub(super) fn rounding(&self, met: f64, sweeps: u32) -> f64 {
        let additions = self.first.states.len() + self.second.states.len();
        // A single rounding changes a number by half of epsilon at most, so this is twice the
        // bound.
        f64::EPSILON * f64::from(sweeps) * additions as f64
            + f64::EPSILON * self.terms as f64 * (met + f64::from(sweeps))
    }

    /// About how many bytes the grid takes.
    pub(super) fn bytes(&self) -> usize {
        let captures = self.captures.iter().flatten();
        let captures = captures.map(|(all, after)| size_of_val(all) + size_of_val(&after[..]));
        self.pulls.iter().map(Vec::len).sum::<usize>() * size_of::<Pull>()
            + size_of_val(&self.pushes[..])
            + captures.sum::<usize>()
            + self.first.bytes()
            + 2 * self.second.bytes()
    }

    /// The columns of a tile. The last tile may have fewer of them than the others.
    pub(super) fn columns(&self, tile: usize) -> Range<usize> {
        tile * WIDTH..self.second.states.len().min((tile + 1) * WIDTH)
    }

    /// Whether games end in a tile of this row, whoever is due: because the second player has won,
    /// or both are stuck.
    pub(super) fn has_ends(&self, row: usize, tile: usize) -> bool {
        let [won, stuck] = self.ends[tile];
        let is_stuck = self.first.states[row].standing == Standing::Stuck;
        won || stuck && is_stuck && self.both_stuck.is_some()
    }

    /// How the game has ended in a joint state, whoever is due, if it has.
    pub(super) fn end(&self, row: usize, column: usize) -> Option<Ending> {
        let players = [&self.first.states[row], &self.second.states[column]];
        match players.map(|player| player.standing) {
            [_, Standing::Won] => Some(Ending::Won(1)),
            [Standing::Stuck, Standing::Stuck] => self.both_stuck,
            _ => None,
        }
    }
}

/// The index of a value in a list, to which the value is added if it is new. The lists are short
/// enough for such indices: a die has few faces and few sums of their probabilities, and a board
/// has few fields.
fn index_of<T: PartialEq>(value: T, list: &mut Vec<T>) -> u16 {
    let index = list.iter().position(|known| *known == value);
    index.unwrap_or_else(|| {
        list.push(value);
        assert!(list.len() <= usize::from(u16::MAX), "a short list");
        list.len() - 1
    }) as u16
}
