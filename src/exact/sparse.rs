//! Stored masses of a row while other rows are swept: only those that are not zero, in single
//! precision. A mass is a probability that waits, or the mean turns of a row that was swept, which
//! later rows ask for. Most tiles are nearly empty, so that this takes a third to a sixth of the
//! memory, and of the time to read it again and again.

use std::mem;

use rayon::prelude::*;

/// The number of masses that are read together: a processor can add all of them at once to partial
/// sums, and they are passed over if all are zero.
pub(super) const CHUNK: usize = 8;

/// A mass that has come to a row since the tiles of the row were stored.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrival {
    /// The [`slot`](super::grid::slot) of the joint state.
    pub(super) slot: u32,
    pub(super) mass: f32,
}

/// The masses of a row: those in its tiles that are not zero, and those that have come since.
#[derive(Clone, Debug, Default)]
pub(super) struct SparseRow {
    /// The stored tiles in ascending order.
    ends: Vec<TileEnd>,
    /// For each mass its place in the [tile](super::grid::Tile), below 2 · `TILE_WIDTH`.
    places: Vec<u8>,
    masses: Vec<f32>,
    /// The masses that have come since those in the tiles were stored.
    pub(super) arrived: Vec<Arrival>,
}

/// The number of a stored tile, and the end of its masses.
#[derive(Clone, Copy, Debug)]
struct TileEnd {
    number: u32,
    end: u32,
}

/// The masses of a tile that are not zero.
#[derive(Clone, Copy, Debug)]
pub(super) struct StoredTile<'a> {
    pub(super) number: usize,
    /// For each mass its place in the [tile](super::grid::Tile), below 2 · `TILE_WIDTH`.
    pub(super) places: &'a [u8],
    pub(super) masses: &'a [f32],
}

impl SparseRow {
    /// The stored tiles in ascending order.
    pub(super) fn tiles(&self) -> impl Iterator<Item = StoredTile<'_>> {
        let mut first = 0;
        self.ends.iter().map(move |tile| {
            let end = tile.end as usize;
            let range = mem::replace(&mut first, end)..end;
            StoredTile {
                number: tile.number as usize,
                places: &self.places[range.clone()],
                masses: &self.masses[range],
            }
        })
    }

    /// The number of stored tiles.
    pub(super) fn tile_count(&self) -> usize {
        self.ends.len()
    }

    /// Adds the mass at a place of the next tile, unless it rounds to zero. Returns the part of it
    /// that is lost by rounding.
    #[inline(always)]
    pub(super) fn push(&mut self, place: usize, mass: f64) -> f64 {
        let rounded = round_down(mass);
        if rounded > 0.0 {
            self.places.push(place as u8);
            self.masses.push(rounded);
        }
        mass - f64::from(rounded)
    }

    /// Ends the tile with this number, which is higher than those of all tiles before.
    pub(super) fn end_tile(&mut self, number: usize) {
        self.ends.push(TileEnd {
            number: number as u32,
            end: self.masses.len() as u32,
        });
    }

    /// Removes the masses added since the last tile ended.
    pub(super) fn drop_tile(&mut self) {
        let end = self.ends.last().map_or(0, |tile| tile.end as usize);
        self.places.truncate(end);
        self.masses.truncate(end);
    }

    /// Returns whether so large a part of the row has arrived that it should be added to the tiles.
    pub(super) fn is_to_be_stored(&self) -> bool {
        /// Arrivals of up to this number of bytes can wait.
        const FEW: usize = 512;
        let arrived = size_of_val(&self.arrived[..]);
        arrived > (self.bytes() - arrived) / 2 + FEW
    }

    /// Drops tiles with a mass of at most `threshold`, and such arrivals. Returns the mass that was
    /// dropped.
    pub(super) fn give_up(&mut self, threshold: f64) -> f64 {
        let mut kept = SparseRow::default();
        let mut given_up = 0.0;
        for tile in self.tiles() {
            let mass = sum(tile.masses);
            if mass <= threshold {
                given_up += mass;
                continue;
            }
            kept.places.extend_from_slice(tile.places);
            kept.masses.extend_from_slice(tile.masses);
            kept.end_tile(tile.number);
        }
        let arrived = &mut self.arrived;
        let dropped = arrived.extract_if(.., |arrival| f64::from(arrival.mass) <= threshold);
        given_up += dropped.map(|arrival| f64::from(arrival.mass)).sum::<f64>();
        kept.arrived = mem::take(arrived);
        // A clone has lists of just the right size.
        *self = kept.clone();
        given_up
    }

    /// Takes the tiles out of a row without arrivals, in lists of just the right size. The longer
    /// lists are kept for the next row.
    pub(super) fn take_tiles(&mut self) -> SparseRow {
        debug_assert!(self.arrived.is_empty(), "arrivals would be in two rows");
        let taken = self.clone();
        self.ends.clear();
        self.places.clear();
        self.masses.clear();
        taken
    }

    /// The bytes of the tiles and arrivals, without the spare room of the lists.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.ends[..])
            + size_of_val(&self.places[..])
            + size_of_val(&self.masses[..])
            + size_of_val(&self.arrived[..])
    }

    /// The most bytes of a row without arrivals, of this number of `tiles` with at most `masses` in
    /// each.
    pub(super) fn most_bytes(tiles: usize, masses: usize) -> usize {
        tiles * (size_of::<TileEnd>() + masses * (size_of::<u8>() + size_of::<f32>()))
    }
}

/// The stored rows of a grid, and the bytes that they take together.
#[derive(Debug)]
pub(super) struct StoredRows {
    rows: Vec<SparseRow>,
    /// The [bytes](SparseRow::bytes) of all rows.
    bytes: usize,
}

impl StoredRows {
    /// This number of rows that have nothing.
    pub(super) fn new(number: usize) -> StoredRows {
        StoredRows {
            rows: vec![SparseRow::default(); number],
            bytes: 0,
        }
    }

    /// All rows in their order.
    pub(super) fn rows(&self) -> &[SparseRow] {
        &self.rows
    }

    /// The [bytes](SparseRow::bytes) of all rows.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Takes a row out, which has nothing then.
    pub(super) fn take(&mut self, number: usize) -> SparseRow {
        let row = mem::take(&mut self.rows[number]);
        self.bytes -= row.bytes();
        row
    }

    /// Puts a row in the place of one that has nothing.
    pub(super) fn put(&mut self, number: usize, row: SparseRow) {
        debug_assert_eq!(self.rows[number].bytes(), 0, "a row with masses is lost");
        self.bytes += row.bytes();
        self.rows[number] = row;
    }

    /// [Gives up](SparseRow::give_up) in all rows. Returns the mass that was dropped, row by row, so
    /// that the order in which it is added does not depend on the threads.
    pub(super) fn give_up(&mut self, threshold: f64) -> Vec<f64> {
        let rows = self.rows.par_iter_mut();
        let given_up = rows.map(|row| row.give_up(threshold)).collect();
        self.bytes = self.rows.iter().map(SparseRow::bytes).sum();
        given_up
    }
}

/// `mass`, which is not negative, rounded down to a number of single precision that is normal, or
/// to 0.
#[inline(always)]
pub(super) fn round_down(mass: f64) -> f32 {
    /// The bits of an `f64` for which an `f32` has no room, as a mask.
    const EXCESS_BITS: u64 = (1 << (f64::MANTISSA_DIGITS - f32::MANTISSA_DIGITS)) - 1;
    // Below the normal numbers there are fewer bits, and processors are slow.
    if mass < f64::from(f32::MIN_POSITIVE) {
        0.0
    } else {
        f64::from_bits(mass.to_bits() & !EXCESS_BITS) as f32
    }
}

/// The sum of some masses, in double precision.
pub(super) fn sum(masses: &[f32]) -> f64 {
    let mut sums = [0.0; CHUNK];
    for masses in masses.chunks(CHUNK) {
        for (sum, &mass) in sums.iter_mut().zip(masses) {
            *sum += f64::from(mass);
        }
    }
    sums.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn storing_never_rounds_up() {
        let least = f64::from(f32::MIN_POSITIVE);
        for (mass, expected) in [
            (0.0, 0.0),
            (0.75, 0.75),
            (1.0, 1.0),
            (1.0 - f64::EPSILON, 1.0 - f32::EPSILON / 2.0),
            (0.1, 0.1f32.next_down()),
            (least, f32::MIN_POSITIVE),
            (least * 0.999, 0.0),
            (1e-300, 0.0),
            (7e8 + 63.0, 7e8),
        ] {
            assert_eq!(round_down(mass), expected, "{mass}");
        }
    }
}
