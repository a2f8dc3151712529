//! What is kept of the rows while others are swept, and how many bytes it takes.

use super::grid::{Grid, Half, Tile, WIDTH};
use super::mass::{Mass, sum};

/// The bytes of a [`Tile`] that waits, with what the allocator needs for it.
pub(super) const fn tile_bytes<M>() -> usize {
    size_of::<Tile<M>>() + 16
}

/// The bytes of a tile of [`Turns`], with what the allocator needs for it.
const fn half_bytes<M>() -> usize {
    size_of::<Half<M>>() + 16 + size_of::<u32>() + size_of::<usize>()
}

/// Probability that comes to a place in a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrival<M> {
    pub(super) place: u32,
    pub(super) mass: M,
}

/// The probability that waits in a row. The list is empty if none does, and otherwise has all the tiles of
/// the row, but `None` for an empty one.
#[derive(Debug, Default)]
pub(super) struct Waiting<M>(Vec<Option<Box<Tile<M>>>>);

impl<M: Mass> Waiting<M> {
    /// The tiles in which something waits, with their numbers.
    pub(super) fn tiles(&self) -> impl Iterator<Item = (usize, &Tile<M>)> {
        let tiles = self.0.iter().enumerate();
        tiles.filter_map(|(number, tile)| Some((number, tile.as_deref()?)))
    }

    /// Takes a tile out, if anything waits in it.
    pub(super) fn take(&mut self, number: usize) -> Option<Box<Tile<M>>> {
        self.0.get_mut(number)?.take()
    }

    /// Puts a tile into a row that has so many tiles.
    pub(super) fn put(&mut self, number: usize, tile: Box<Tile<M>>, tiles: usize) {
        self.0.resize_with(tiles, || None);
        self.0[number] = Some(tile);
    }

    /// Adds what comes to a row that has so many tiles. Returns how much of it gets lost.
    pub(super) fn add(
        &mut self,
        arrivals: &[Arrival<M>],
        tiles: usize,
        spare: &mut Spare<M>,
    ) -> f64 {
        let mut lost = 0.0;
        self.0.resize_with(tiles, || None);
        for &Arrival { place, mass } in arrivals {
            let place = place as usize;
            let tile = self.0[place / (2 * WIDTH)].get_or_insert_with(|| spare.tile());
            let slot = &mut tile.as_flattened_mut()[place % (2 * WIDTH)];
            let sum = slot.mass() + mass.mass();
            *slot = M::stored(sum);
            lost += sum - slot.mass();
        }
        lost
    }

    /// Drops the tiles with at most `least` probability. Returns how much was in them.
    pub(super) fn give_up(&mut self, least: f64) -> f64 {
        let mut given_up = 0.0;
        for slot in &mut self.0 {
            let mass = slot.as_ref().map_or(0.0, |tile| sum(tile.as_flattened()));
            if mass <= least {
                given_up += mass;
                *slot = None;
            }
        }
        if self.0.iter().all(Option::is_none) {
            self.0 = Vec::new();
        }
        given_up
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.0[..]) + self.0.iter().flatten().count() * tile_bytes::<M>()
    }
}

/// How many turns the first player has, on average, in the joint states of a row that a sweep has visited.
/// Later rows pull from them.
#[derive(Debug, Default)]
pub(super) struct Turns<M> {
    /// The numbers of the tiles that were visited, in ascending order.
    tiles: Vec<u32>,
    halves: Vec<Box<Half<M>>>,
}

impl<M: Mass> Turns<M> {
    /// The tiles that were visited, with their numbers.
    pub(super) fn tiles(&self) -> impl Iterator<Item = (usize, &Half<M>)> {
        let numbers = self.tiles.iter().map(|&number| number as usize);
        numbers.zip(self.halves.iter().map(|half| &**half))
    }

    /// Adds a tile with a higher number than all before.
    pub(super) fn push(&mut self, number: usize, half: Box<Half<M>>) {
        self.tiles.push(number as u32);
        self.halves.push(half);
    }

    /// Drops the tiles with at most `least` turns. Returns how many turns were in them.
    pub(super) fn give_up(&mut self, least: f64) -> f64 {
        let turns: Vec<f64> = self.halves.iter().map(|half| sum(&half[..])).collect();
        let mut kept = turns.iter().map(|&turns| turns > least);
        self.tiles.retain(|_| kept.next() == Some(true));
        let mut kept = turns.iter().map(|&turns| turns > least);
        self.halves.retain(|_| kept.next() == Some(true));
        turns.iter().filter(|&&turns| turns <= least).sum()
    }

    pub(super) fn bytes(&self) -> usize {
        self.tiles.len() * half_bytes::<M>()
    }
}

/// Memory that is free to be used again. To return it to the allocator after every row would cost a seventh
/// of the time, and would leave holes in memory.
#[derive(Debug, Default)]
pub(super) struct Spare<M> {
    /// Empty lists.
    pub(super) arrivals: Vec<Vec<Arrival<M>>>,
    pub(super) tiles: Vec<Box<Tile<M>>>,
    halves: Vec<Box<Half<M>>>,
}

impl<M: Mass> Spare<M> {
    /// An empty tile.
    pub(super) fn tile(&mut self) -> Box<Tile<M>> {
        let empty = [[M::default(); WIDTH]; 2];
        let mut tile = self.tiles.pop().unwrap_or_else(|| Box::new(empty));
        *tile = empty;
        tile
    }

    /// An empty half of a tile.
    pub(super) fn half(&mut self) -> Box<Half<M>> {
        let empty = [M::default(); WIDTH];
        let mut half = self.halves.pop().unwrap_or_else(|| Box::new(empty));
        *half = empty;
        half
    }

    /// Takes turns that are no longer needed.
    pub(super) fn recycle(&mut self, turns: Turns<M>) {
        self.halves.extend(turns.halves);
    }

    pub(super) fn bytes(&self) -> usize {
        let arrivals = self
            .arrivals
            .iter()
            .map(|arrivals| arrivals.capacity() * size_of::<Arrival<M>>());
        self.tiles.len() * tile_bytes::<M>()
            + self.halves.len() * half_bytes::<M>()
            + arrivals.sum::<usize>()
    }
}

/// How the memory for a solution is divided.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    /// The bytes that [`Waiting`] and [`Turns`] of all rows may take together.
    pub(super) bytes: usize,
    /// The number of rows that are swept before what they take is counted.
    pub(super) rows_at_once: usize,
    /// The bytes that a row takes at most.
    pub(super) row: usize,
}

impl Budget {
    /// Divides so many bytes, if masses are stored like this.
    pub(super) fn new<M>(grid: &Grid, memory: usize) -> Budget {
        /// One byte in so many is kept back. The allocator cannot use all freed memory again, and lists on
        /// their way from row to row are not counted. Both together took a seventh at most when measured.
        const UNUSED: usize = 6;
        /// The rows that are swept at once may fill one byte in so many.
        const AT_ONCE: usize = 32;
        /// At least so many rows are swept at once, to keep all threads at work.
        const LEAST_ROWS: usize = 16;
        // What a row takes at most.
        let row = grid.tiles * (tile_bytes::<M>() + half_bytes::<M>() + size_of::<usize>());
        let rows_at_once = (memory / AT_ONCE / row).max(LEAST_ROWS);
        Budget {
            bytes: (memory - memory / UNUSED).saturating_sub(grid.bytes() + rows_at_once * row),
            rows_at_once,
            row,
        }
    }
}
