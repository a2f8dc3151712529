//! Masses of a row, without the places that have none. Most tiles are badly filled, so that this takes a third to a
//! sixth of the memory, and of the time to read it again and again.

use super::grid::WIDTH;
use super::mass::{Mass, sum};

/// The masses in some tiles of a row.
#[derive(Clone, Debug, Default)]
pub(super) struct Packed<M> {
    /// The numbers of the tiles, in ascending order, and where the masses of each end.
    tiles: Vec<(u32, u32)>,
    /// For each mass its place in the tile.
    places: Vec<u8>,
    masses: Vec<M>,
}

/// The masses in a tile.
#[derive(Clone, Copy, Debug)]
pub(super) struct PackedTile<'a, M> {
    pub(super) number: usize,
    places: &'a [u8],
    masses: &'a [M],
}

/// A tile that is being packed.
#[derive(Debug)]
pub(super) struct Draft<M> {
    /// Those up to `filled` count, and so it is with `masses`.
    places: [u8; 2 * WIDTH],
    masses: [M; 2 * WIDTH],
    filled: usize,
    /// How much has got lost where it was stored.
    pub(super) lost: f64,
}

impl<M: Mass> Draft<M> {
    pub(super) fn new() -> Draft<M> {
        Draft {
            places: [0; 2 * WIDTH],
            masses: [M::default(); 2 * WIDTH],
            filled: 0,
            lost: 0.0,
        }
    }

    /// Adds what is in a place, unless it is nothing.
    #[inline(always)]
    pub(super) fn add(&mut self, place: usize, mass: f64) {
        let stored = M::stored(mass);
        self.lost += mass - stored.mass();
        // It is fastest to write everything, and to write over what is nothing.
        self.places[self.filled % (2 * WIDTH)] = place as u8;
        self.masses[self.filled % (2 * WIDTH)] = stored;
        self.filled += usize::from(stored.mass() > 0.0);
    }
}

impl<M: Mass> PackedTile<'_, M> {
    /// The masses with their places in the tile.
    #[inline(always)]
    pub(super) fn masses(&self) -> impl Iterator<Item = (usize, f64)> {
        let places = self.places.iter().map(|&place| usize::from(place));
        places.zip(self.masses.iter().map(|mass| mass.mass()))
    }

    /// All masses together.
    pub(super) fn sum(&self) -> f64 {
        sum(self.masses)
    }
}

impl<M: Mass> Packed<M> {
    /// The tiles in ascending order.
    pub(super) fn tiles(&self) -> impl Iterator<Item = PackedTile<'_, M>> {
        let mut first = 0;
        self.tiles.iter().map(move |&(number, end)| {
            let range = std::mem::replace(&mut first, end as usize)..end as usize;
            PackedTile {
                number: number as usize,
                places: &self.places[range.clone()],
                masses: &self.masses[range],
            }
        })
    }

    /// Adds a tile with a higher number than all before.
    pub(super) fn push(&mut self, number: usize, tile: &Draft<M>) {
        let filled = ..tile.filled;
        self.push_slices(number, &tile.places[filled], &tile.masses[filled]);
    }

    fn push_slices(&mut self, number: usize, places: &[u8], masses: &[M]) {
        self.places.extend_from_slice(places);
        self.masses.extend_from_slice(masses);
        self.tiles.push((number as u32, self.masses.len() as u32));
    }

    /// Drops the tiles with at most `least` in them. Returns how much was in them.
    pub(super) fn give_up(&mut self, least: f64) -> f64 {
        let mut kept = Packed::default();
        let mut given_up = 0.0;
        for tile in self.tiles() {
            let mass = tile.sum();
            if mass <= least {
                given_up += mass;
                continue;
            }
            kept.push_slices(tile.number, tile.places, tile.masses);
        }
        *self = kept.taken();
        given_up
    }

    /// Takes everything out, into lists of just the right size.
    pub(super) fn taken(&mut self) -> Packed<M> {
        let taken = self.clone();
        self.tiles.clear();
        self.places.clear();
        self.masses.clear();
        taken
    }

    /// The number of tiles.
    pub(super) fn len(&self) -> usize {
        self.tiles.len()
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.tiles[..]) + size_of_val(&self.places[..]) + size_of_val(&self.masses[..])
    }

    /// The bytes of a tile with so many places at most.
    pub(super) const fn most_bytes(places: usize) -> usize {
        size_of::<(u32, u32)>() + places * (size_of::<u8>() + size_of::<M>())
    }
}
