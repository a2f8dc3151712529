//! The grid of joint states, and the rolls between them. A *row* is a state of the first player, a
//! *column* one of the second. (The rows and columns of [`engine`](crate::engine) are others.)

use std::collections::HashMap;
use std::ops::Range;

use super::chain::{Chain, RollOdds};
use super::sparse::CHUNK;
use crate::rules::{Deviation, Ending, PIECES, Standing};

/// The number of columns in a tile. The columns of a tile are kept together.
pub(super) const TILE_WIDTH: usize = 64;
const _: () = assert!(TILE_WIDTH.is_multiple_of(CHUNK), "whole chunks");
const _: () = assert!(2 * TILE_WIDTH <= 1 << u8::BITS, "places are stored as `u8`");

/// The probabilities in the columns of a tile: first those with the first player about to roll,
/// then those with the second. The index in both lists together is the *place* in the tile.
pub(super) type Tile = [[f64; TILE_WIDTH]; 2];

/// The *slot* of a joint state with one of the players about to roll: its index in its row, which
/// is a list of tiles. It is twice the number of columns in all tiles before, plus the place in its
/// tile.
#[inline]
pub(super) fn slot(column: usize, second_rolls: bool) -> usize {
    (column / TILE_WIDTH * 2 + usize::from(second_rolls)) * TILE_WIDTH + column % TILE_WIDTH
}

/// The column of a [`slot`].
#[inline]
pub(super) fn column_of(slot: usize) -> usize {
    slot / (2 * TILE_WIDTH) * TILE_WIDTH + slot % TILE_WIDTH
}

/// A roll of the first player, as the row sees it to which the roll leads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pull {
    /// The row in which the player rolls.
    pub(super) from: usize,
    /// Whether the second player rolls next, and not the first again.
    pub(super) passes: bool,
    pub(super) probability: f64,
    pub(super) captures: PullCaptures,
}

/// The captures of a roll of the first player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PullCaptures {
    /// No captures, whatever stands on the track.
    Nothing,
    /// The captures with this index in [`Grid::captures`].
    Listed(usize),
    /// The captures on all fields of [`Grid::landed_fields`] of the row that pulls. There are too
    /// many sets of these to list all captures.
    AtTurnEnd,
}

/// A roll of the second player, as the column sees it in which the player rolls. Every row reads
/// those of all its columns, so they are kept small for the cache.
#[derive(Clone, Copy, Debug)]
pub(super) struct Push {
    /// The [`slot`] to which the roll leads.
    pub(super) to: u32,
    /// The index in [`Grid::landings`] of the fields landed on. Where turns capture at their end,
    /// the fields are all or none, and [`Grid::landed_fields`] says which ones.
    pub(super) landing: u16,
    /// The index in [`Grid::probabilities`] of the probability of the roll.
    pub(super) probability: u16,
}

/// The captures of a roll of the first player in the columns of a tile.
#[derive(Debug)]
pub(super) struct TileCaptures {
    /// The columns in which the roll captures, as a set: bit n stands for the n-th of the tile.
    pub(super) hits: u64,
    /// For each of these columns, in ascending order, the column to which the second player falls
    /// back.
    pub(super) columns_after: Vec<u32>,
}

/// The grid of joint states with all rolls.
#[derive(Debug)]
pub(super) struct Grid<'a> {
    pub(super) first: &'a Chain,
    pub(super) second: &'a Chain,
    /// The number of tiles in a row.
    pub(super) tiles: usize,
    /// For each row the first player's rolls that lead to it.
    pub(super) pulls: Vec<Vec<Pull>>,
    /// For each level of the first player, the rows from which no later level pulls; each row is in
    /// one list.
    pub(super) finished_rows: Vec<Vec<usize>>,
    /// The captures of the first player's rolls tile by tile, for each set of fields that they land
    /// on.
    pub(super) captures: Vec<Vec<TileCaptures>>,
    /// For each column the odds of the second player's rolls.
    pub(super) odds: Vec<RollOdds>,
    /// The second player's rolls, column by column.
    pushes: Vec<Push>,
    /// For each column the index of its first push, and at the end the number of all pushes.
    first_push: Vec<usize>,
    /// The sets of fields that [`Push::landing`] refers to.
    pub(super) landings: Vec<u64>,
    /// The probabilities that [`Push::probability`] refers to.
    pub(super) probabilities: Vec<f64>,
    /// For each tile the tiles to which its pushes lead.
    pub(super) pushed_tiles: Vec<Vec<u32>>,
    /// Whether all pieces of the player who rolls capture at the last roll of a turn, and none
    /// before.
    pub(super) captures_at_turn_end: bool,
    /// By seat, for each row or each column the fields of the track on which a roll lands that ends
    /// a turn there. The lists are empty unless such rolls capture.
    pub(super) landed_fields: [Vec<u64>; 2],
    /// For each tile the standings of the second player in its columns.
    tile_standings: Vec<TileStandings>,
    /// The ending of a game in which both players are stuck; `None` if it depends on the player who
    /// is due.
    ending_if_both_stuck: Option<Ending>,
    /// The most roundings in a joint state, as [`most_terms`](Self::most_terms) counts them.
    terms: usize,
}

/// The standings of the second player in the columns of a tile.
#[derive(Clone, Copy, Debug, Default)]
struct TileStandings {
    /// Whether the player has won in one of the columns.
    has_won: bool,
    /// Whether the player is stuck in one of the columns.
    has_stuck: bool,
}

impl<'a> Grid<'a> {
    pub(super) fn new(first: &'a Chain, second: &'a Chain) -> Grid<'a> {
        let tiles = second.states.len().div_ceil(TILE_WIDTH);
        let captures_at_turn_end = first.rules.has(Deviation::CapturesAtTurnEnd);
        let rulings = [0, 1].map(|due| first.rules.referee([Standing::Stuck; 2], due));
        let mut grid = Grid {
            first,
            tiles,
            pulls: vec![Vec::new(); first.states.len()],
            finished_rows: vec![Vec::new(); first.levels.len()],
            captures: Vec::new(),
            odds: second.states.iter().map(|state| state.odds).collect(),
            pushes: Vec::new(),
            first_push: vec![0],
            landings: Vec::new(),
            probabilities: Vec::new(),
            pushed_tiles: vec![Vec::new(); tiles],
            captures_at_turn_end,
            landed_fields: if captures_at_turn_end {
                [first.landed_fields(), second.landed_fields()]
            } else {
                Default::default()
            },
            tile_standings: vec![TileStandings::default(); tiles],
            ending_if_both_stuck: rulings[0].err().filter(|_| rulings[0] == rulings[1]),
            terms: 0,
            second,
        };
        grid.add_pulls();
        grid.list_finished_rows();
        grid.add_pushes();
        grid.terms = grid.most_terms();
        grid
    }

    /// The most roundings in a joint state. A sum of n terms there, each a product, takes n of them
    /// at most. Each roll that leads there may do so in many ways: without a capture, or by one on
    /// any field. Then the numbers of turns are computed.
    fn most_terms(&self) -> usize {
        /// The most roundings from the probabilities that have arrived to the turns of the second
        /// player: 5 of their sum, 5 of the divisor, 1 of the quotient, and 5 from the first
        /// player's turns to the second's. In each 5, a reciprocal has 2.
        const OF_TURNS: usize = 16;
        let ways = u64::BITS as usize + 1;
        let most_pulls = self.pulls.iter().map(Vec::len).max().unwrap_or(0);
        let mut pushes = vec![0; 2 * TILE_WIDTH * self.tiles];
        for push in &self.pushes {
            pushes[push.to as usize] += 1;
        }
        let most_pushes = pushes.into_iter().max().unwrap_or(0);
        let terms = ways * (most_pulls + most_pushes) + OF_TURNS;
        if self.captures_at_turn_end {
            // Rolls that change nothing but capture lead here from elsewhere: from wherever each
            // player has up to four more pieces, one on each field that the other one holds.
            terms + 2 * (1 << PIECES)
        } else {
            terms
        }
    }

    /// Adds the first player's rolls.
    fn add_pulls(&mut self) {
        let mut capture_indices = HashMap::new();
        for (from, state) in self.first.states.iter().enumerate() {
            for exit in &state.exits {
                let transition = exit.transition;
                let captures = match transition.landing {
                    0 => PullCaptures::Nothing,
                    _ if self.captures_at_turn_end => PullCaptures::AtTurnEnd,
                    landing => {
                        PullCaptures::Listed(*capture_indices.entry(landing).or_insert_with(|| {
                            self.captures.push(self.captures_on(landing));
                            self.captures.len() - 1
                        }))
                    }
                };
                self.pulls[transition.to].push(Pull {
                    from,
                    passes: !transition.again,
                    probability: exit.probability,
                    captures,
                });
            }
        }
    }

    /// Lists for each level the rows from which no later level pulls.
    fn list_finished_rows(&mut self) {
        let mut last_level = vec![0; self.pulls.len()];
        for (level, rows) in self.first.levels.iter().enumerate() {
            last_level[rows.clone()].fill(level);
            for pull in self.pulls[rows.clone()].iter().flatten() {
                last_level[pull.from] = level;
            }
        }
        for (row, level) in last_level.into_iter().enumerate() {
            self.finished_rows[level].push(row);
        }
    }

    /// The captures, tile by tile, of a roll of the first player that lands on these fields.
    fn captures_on(&self, landing: u64) -> Vec<TileCaptures> {
        let second = self.second;
        let in_tile = |tile| {
            let hit_columns = self
                .columns(tile)
                .filter(|&column| second.states[column].exposed & landing != 0);
            TileCaptures {
                hits: hit_columns
                    .clone()
                    .map(|column| 1 << (column % TILE_WIDTH))
                    .sum(),
                columns_after: hit_columns
                    .map(|column| second.after_captures(column, landing) as u32)
                    .collect(),
            }
        };
        (0..self.tiles).map(in_tile).collect()
    }

    /// Adds the second player's rolls.
    fn add_pushes(&mut self) {
        for (column, state) in self.second.states.iter().enumerate() {
            let tile = column / TILE_WIDTH;
            for exit in &state.exits {
                let transition = exit.transition;
                self.pushed_tiles[tile].push((transition.to / TILE_WIDTH) as u32);
                let landing = match transition.landing {
                    // The fields are those of the column to which it leads.
                    1.. if self.captures_at_turn_end => u64::MAX,
                    landing => landing,
                };
                self.pushes.push(Push {
                    to: slot(transition.to, transition.again) as u32,
                    landing: intern(landing, &mut self.landings),
                    probability: intern(exit.probability, &mut self.probabilities),
                });
            }
            self.first_push.push(self.pushes.len());
            let standings = &mut self.tile_standings[tile];
            standings.has_won |= state.standing == Standing::Won;
            standings.has_stuck |= state.standing == Standing::Stuck;
        }
        for tiles in &mut self.pushed_tiles {
            tiles.sort_unstable();
            tiles.dedup();
        }
    }

    /// Twice the most by which roundings can change the probability that has arrived, if a game has
    /// `met` this number of joint states on average in this number of `sweeps`; see the
    /// [documentation](super#accounting).
    pub(super) fn rounding(&self, met: f64, sweeps: u32) -> f64 {
        let additions = self.first.states.len() + self.second.states.len();
        // A single rounding changes a number by half of epsilon at most.
        f64::EPSILON * f64::from(sweeps) * additions as f64
            + f64::EPSILON * self.terms as f64 * (met + f64::from(sweeps))
    }

    /// The approximate size of the grid and the chains in bytes.
    pub(super) fn bytes(&self) -> usize {
        let captures: usize = self
            .captures
            .iter()
            .flatten()
            .map(|tile| size_of_val(&tile.hits) + size_of_val(&tile.columns_after[..]))
            .sum();
        self.pulls.iter().map(Vec::len).sum::<usize>() * size_of::<Pull>()
            + size_of_val(&self.pushes[..])
            + captures
            + self.first.bytes()
            + self.second.bytes()
    }

    /// The columns of a tile. The last tile may have fewer of them than the others.
    pub(super) fn columns(&self, tile: usize) -> Range<usize> {
        tile * TILE_WIDTH..self.second.states.len().min((tile + 1) * TILE_WIDTH)
    }

    /// The rolls of the second player in a column.
    #[inline(always)]
    pub(super) fn pushes_of(&self, column: usize) -> &[Push] {
        &self.pushes[self.first_push[column]..self.first_push[column + 1]]
    }

    /// Returns whether the game [has ended](Self::ending) in a joint state of this row and tile.
    pub(super) fn has_endings(&self, row: usize, tile: usize) -> bool {
        let TileStandings { has_won, has_stuck } = self.tile_standings[tile];
        let is_stuck = self.first.states[row].standing == Standing::Stuck;
        has_won || has_stuck && is_stuck && self.ending_if_both_stuck.is_some()
    }

    /// The ending of the game in a joint state, whoever is about to roll: the second player has
    /// won, or both are stuck. The first player must not have won.
    pub(super) fn ending(&self, row: usize, column: usize) -> Option<Ending> {
        let players = [&self.first.states[row], &self.second.states[column]];
        match players.map(|player| player.standing) {
            [_, Standing::Won] => Some(Ending::Won(1)),
            [Standing::Stuck, Standing::Stuck] => self.ending_if_both_stuck,
            _ => None,
        }
    }
}

/// Gets the index of a value in a list, to which the value is added if it is new. The lists are
/// short enough for such indices: a die has few faces and few sums of their probabilities, and a
/// board has few fields.
fn intern<T: PartialEq>(value: T, list: &mut Vec<T>) -> u16 {
    let index = list.iter().position(|known| *known == value);
    index.unwrap_or_else(|| {
        list.push(value);
        assert!(list.len() <= usize::from(u16::MAX), "a short list");
        list.len() - 1
    }) as u16
}
