//! The grid of joint states, and where the rolls in it lead. Its rows are the states of the first player,
//! its columns those of the second.

use std::collections::HashMap;
use std::ops::Range;

use super::chain::{Chain, Standing};
use super::lists::Lists;
use crate::allocation::ensure_some;

/// The number of columns in a tile. The columns of a tile are kept together.
pub(super) const WIDTH: usize = 64;

/// The probabilities in the columns of a tile: first those with the first player about to roll, then
/// those with the second.
pub(super) type Tile = [[f64; WIDTH]; 2];

/// The place of a joint state in its row, which is a list of tiles.
pub(super) fn place(column: usize, second_rolls: bool) -> usize {
    (column / WIDTH * 2 + usize::from(second_rolls)) * WIDTH + column % WIDTH
}

/// A roll of the first player, as the row sees it to which the roll leads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pull {
    /// The row in which the player rolls.
    pub(super) from: usize,
    /// Whether the second player rolls next.
    pub(super) passes: bool,
    /// The probability of the roll.
    pub(super) share: f64,
    /// The index in [`Grid::captures`] of what it captures, if a piece lands on the track.
    pub(super) captures: Option<usize>,
}

/// A roll of the second player, as the column sees it in which the player rolls. Every row reads those of
/// all its columns, so they are kept small for the cache.
#[derive(Clone, Copy, Debug)]
pub(super) struct Push {
    /// The [`place`] to which the roll leads.
    pub(super) to: u32,
    /// The index in [`Grid::landings`] of the fields landed on, with [`BACK`].
    pub(super) landing: u16,
    /// The index in [`Grid::shares`] of the probability of the roll.
    pub(super) share: u16,
}

/// A bit for no field. It is set among the fields landed on if a push leads back to a column that the sweep
/// of the row has passed, and always among the fields that the first player holds. So one test finds the
/// pushes that capture, and those that lead back.
pub(super) const BACK: u64 = 1 << 63;

/// The columns of a tile in which a roll of the first player captures.
#[derive(Clone, Copy, Debug)]
pub(super) struct HitColumns<'a> {
    /// Bit n stands for column n of the tile.
    pub(super) all: u64,
    /// For each of them, in ascending order, the column to which the second player falls back.
    after: &'a [u32],
}

impl HitColumns<'_> {
    /// Whether this column of the tile is one of them.
    #[inline(always)]
    pub(super) fn has(&self, index: usize) -> bool {
        self.all >> (index % WIDTH) & 1 == 1
    }

    /// The column to which the second player falls back from this one of the tile.
    pub(super) fn after(&self, index: usize) -> usize {
        let before = self.all & ((1 << (index % WIDTH)) - 1);
        self.after[before.count_ones() as usize] as usize
    }
}

/// For each tile the columns in which a roll of the first player captures, as in [`HitColumns`].
#[derive(Debug)]
struct Captures {
    all: Vec<u64>,
    after: Lists<u32>,
}

impl Captures {
    fn bytes(&self) -> usize {
        size_of_val(&self.all[..]) + self.after.bytes()
    }
}

/// Where all rolls in the grid lead.
#[derive(Debug)]
pub(super) struct Grid<'a> {
    /// The first player.
    pub(super) first: &'a Chain,
    /// The second player, [packed](Chain::packed).
    pub(super) second: Chain,
    /// The number of tiles in a row.
    pub(super) tiles: usize,
    /// For each row the first player's rolls that lead to it.
    pulls: Lists<Pull>,
    /// For each level of the first player, the rows from which no later level pulls.
    pub(super) pulled: Vec<Vec<usize>>,
    /// The captures of the first player's rolls, for each set of fields that they land on.
    captures: Vec<Captures>,
    /// For each column the second player's rolls in it.
    pushes: Lists<Push>,
    /// The sets of fields that pushes land on.
    pub(super) landings: Vec<u64>,
    /// The probabilities of pushes.
    pub(super) shares: Vec<f64>,
    /// For each tile the tiles to which its pushes lead.
    pub(super) pushed: Vec<Vec<u32>>,
    /// For each tile whether the second player has won in one of its columns, and whether it is stuck in
    /// one.
    ends: Vec<[bool; 2]>,
    terms: usize,
}

impl<'a> Grid<'a> {
    pub(super) fn new(first: &'a Chain, second: &Chain) -> Grid<'a> {
        let second = second.packed();
        let tiles = second.len().div_ceil(WIDTH);
        let mut grid = Grid {
            first,
            tiles,
            pulls: Lists::new(),
            pulled: Vec::new(),
            captures: Vec::new(),
            pushes: Lists::new(),
            landings: Vec::new(),
            shares: Vec::new(),
            pushed: vec![Vec::new(); tiles],
            ends: vec![[false; 2]; tiles],
            terms: 0,
            second,
        };
        grid.add_pulls();
        grid.add_pushes();
        grid.terms = grid.count_terms();
        grid
    }

    fn add_pulls(&mut self) {
        let first = self.first;
        let mut pulls: Vec<Vec<Pull>> = vec![Vec::new(); first.len()];
        let mut known = HashMap::new();
        for from in 0..first.len() {
            ensure_some(from);
            for exit in first.exits(from) {
                let captures = (exit.landing != 0).then(|| {
                    *known.entry(exit.landing).or_insert_with(|| {
                        self.captures.push(self.captures_on(exit.landing));
                        self.captures.len() - 1
                    })
                });
                pulls[exit.to].push(Pull {
                    from,
                    passes: !exit.again,
                    share: exit.share,
                    captures,
                });
            }
        }
        let mut last_level = vec![0; first.len()];
        for (level, rows) in first.levels().enumerate() {
            last_level[rows.clone()].fill(level);
            for pulls in &pulls[rows] {
                for pull in pulls {
                    last_level[pull.from] = level;
                }
                self.pulls.push(pulls.iter().copied());
            }
            self.pulled.push(Vec::new());
        }
        for (row, level) in last_level.into_iter().enumerate() {
            self.pulled[level].push(row);
        }
    }

    /// Where rolls of the first player capture that land on these fields.
    fn captures_on(&self, landing: u64) -> Captures {
        let second = &self.second;
        let mut captures = Captures {
            all: Vec::new(),
            after: Lists::new(),
        };
        for tile in 0..self.tiles {
            let is_hit = |&column: &usize| second.held[column] & landing != 0;
            let hits = self.columns(tile).filter(is_hit);
            let all = hits.clone().map(|column| 1 << (column % WIDTH));
            captures.all.push(all.sum());
            let after = hits.map(|column| second.without(column, landing) as u32);
            captures.after.push(after);
        }
        captures
    }

    fn add_pushes(&mut self) {
        let second = &self.second;
        for column in 0..second.len() {
            ensure_some(column);
            let exits = second.exits(column);
            let pushed = exits.iter().map(|exit| (exit.to / WIDTH) as u32);
            self.pushed[column / WIDTH].extend(pushed);
            self.pushes.push(exits.iter().map(|exit| {
                let back = if exit.to < column { BACK } else { 0 };
                Push {
                    to: place(exit.to, exit.again) as u32,
                    landing: index_of(exit.landing | back, &mut self.landings),
                    share: index_of(exit.share, &mut self.shares),
                }
            }));
            let [won, stuck] = &mut self.ends[column / WIDTH];
            *won |= second.standing[column] == Standing::Won;
            *stuck |= second.standing[column] == Standing::Stuck;
        }
        for pushed in &mut self.pushed {
            pushed.sort_unstable();
            pushed.dedup();
        }
    }

    /// By how much roundings can change what has arrived, if a game has met so many joint states in so many
    /// sweeps; see the [documentation](super#accounting).
    pub(super) fn rounding(&self, met: f64, sweeps: u32) -> f64 {
        let additions = self.first.len() + self.second.len();
        // A single rounding changes a number by half of epsilon at most, so this is twice the bound.
        f64::EPSILON * f64::from(sweeps) * additions as f64
            + f64::EPSILON * self.terms as f64 * (met + f64::from(sweeps))
    }

    /// The number of roundings in a joint state at most: of the terms that are added up in it, and of a
    /// roll.
    fn count_terms(&self) -> usize {
        let pulled = (0..self.first.len()).map(|row| self.pulls(row).len());
        let pulled = pulled.max().unwrap_or(0);
        let mut pushed = vec![0; 2 * WIDTH * self.tiles];
        for push in &self.pushes.all {
            pushed[push.to as usize] += 1;
        }
        let pushed = pushed.into_iter().max().unwrap_or(0);
        // Each of these rolls may lead there in many ways: without a capture, or by one on any field.
        let fields = u64::BITS as usize + 1;
        fields * (pulled + pushed) + 16
    }

    /// About how many bytes the grid takes.
    pub(super) fn bytes(&self) -> usize {
        self.pulls.bytes()
            + self.pushes.bytes()
            + self.captures.iter().map(Captures::bytes).sum::<usize>()
            + self.first.bytes()
            + 2 * self.second.bytes()
    }

    /// The first player's rolls that lead to this row.
    pub(super) fn pulls(&self, row: usize) -> &[Pull] {
        self.pulls.list(row)
    }

    /// The columns of a tile in which this roll captures.
    pub(super) fn hits(&self, pull: &Pull, tile: usize) -> HitColumns<'_> {
        match pull.captures.map(|captures| &self.captures[captures]) {
            Some(Captures { all, after }) => HitColumns {
                all: all[tile],
                after: after.list(tile),
            },
            None => HitColumns { all: 0, after: &[] },
        }
    }

    /// The second player's rolls in this column.
    pub(super) fn pushes(&self, column: usize) -> &[Push] {
        self.pushes.list(column)
    }

    /// The columns of a tile. The last tile may have fewer of them than the others.
    pub(super) fn columns(&self, tile: usize) -> Range<usize> {
        tile * WIDTH..self.second.len().min((tile + 1) * WIDTH)
    }

    /// Whether games end in a tile of this row: because the second player has won, or both are stuck.
    pub(super) fn has_ends(&self, row: usize, tile: usize) -> bool {
        let [won, stuck] = self.ends[tile];
        won || stuck && self.first.standing[row] == Standing::Stuck
    }
}

/// The index of a value in a list, to which the value is added if it is new. The lists are short: a die
/// has few faces and few sums of their probabilities, and a board has few fields.
///
/// # Panics
///
/// If the list is too long for its indices.
fn index_of<T: PartialEq>(value: T, list: &mut Vec<T>) -> u16 {
    let index = list.iter().position(|known| *known == value);
    index.unwrap_or_else(|| {
        list.push(value);
        assert!(list.len() <= usize::from(u16::MAX), "a short list");
        list.len() - 1
    }) as u16
}
