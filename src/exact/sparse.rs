//! The probabilities of a row as they are stored while other rows are swept: only those that are
//! there, in single numbers. Most tiles are badly filled, so that this takes a third to a sixth of
//! the memory, and of the time to read it again and again.

/// So many sums are kept side by side, as a processor can add to all of them at once.
pub(super) const LANES: usize = 8;

/// A place in a row and the probability that has come to it.
pub(super) type Arrival = (u32, f32);

/// Probabilities in some places of a row.
#[derive(Clone, Debug, Default)]
pub(super) struct SparseRow {
    /// The numbers of the tiles, in ascending order, and where the masses of each end.
    pub(super) tiles: Vec<(u32, u32)>,
    /// For each mass its place in the tile.
    places: Vec<u8>,
    masses: Vec<f32>,
    /// What has come since that was stored.
    pub(super) arrived: Vec<Arrival>,
}

impl SparseRow {
    /// The numbers of the tiles in ascending order, each with places and their masses.
    pub(super) fn tiles(&self) -> impl Iterator<Item = (usize, &[u8], &[f32])> {
        let mut first = 0;
        self.tiles.iter().map(move |&(number, end)| {
            let range = std::mem::replace(&mut first, end as usize)..end as usize;
            let places = &self.places[range.clone()];
            (number as usize, places, &self.masses[range])
        })
    }

    /// Adds what is in a place of the next tile, unless it is nothing. Returns how much of it gets
    /// lost.
    #[inline(always)]
    pub(super) fn push(&mut self, place: usize, mass: f64) -> f64 {
        let stored = stored(mass);
        if stored > 0.0 {
            self.places.push(place as u8);
            self.masses.push(stored);
        }
        mass - f64::from(stored)
    }

    /// Gives what was added a number, which is higher than those of all tiles before.
    pub(super) fn end_tile(&mut self, number: usize) {
        self.tiles.push((number as u32, self.masses.len() as u32));
    }

    /// Takes back what was added since the last tile ended.
    pub(super) fn drop_tile(&mut self) {
        let end = self.tiles.last().map_or(0, |&(_, end)| end as usize);
        self.places.truncate(end);
        self.masses.truncate(end);
    }

    /// Whether so much has arrived that it is time to add it to the tiles.
    pub(super) fn is_to_be_stored(&self) -> bool {
        /// Less than so many bytes can wait.
        const FEW: usize = 512;
        let arrived = size_of_val(&self.arrived[..]);
        arrived > (self.bytes() - arrived) / 2 + FEW
    }

    /// Drops the tiles with at most `least` probability, and what has arrived in such pieces.
    /// Returns how much was in them.
    pub(super) fn give_up(&mut self, least: f64) -> f64 {
        let mut kept = SparseRow::default();
        let mut given_up = 0.0;
        for (number, places, masses) in self.tiles() {
            let mass = sum(masses);
            if mass <= least {
                given_up += mass;
                continue;
            }
            kept.places.extend_from_slice(places);
            kept.masses.extend_from_slice(masses);
            kept.end_tile(number);
        }
        let arrived = &mut self.arrived;
        let few = arrived.extract_if(.., |(_, mass)| f64::from(*mass) <= least);
        given_up += few.map(|(_, mass)| f64::from(mass)).sum::<f64>();
        kept.arrived = std::mem::take(arrived);
        *self = kept.clone();
        given_up
    }

    /// Takes everything out, into lists of just the right size. The longer ones are kept for what
    /// comes next.
    pub(super) fn taken(&mut self) -> SparseRow {
        let taken = self.clone();
        self.tiles.clear();
        self.places.clear();
        self.masses.clear();
        taken
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.tiles[..])
            + size_of_val(&self.places[..])
            + size_of_val(&self.masses[..])
            + size_of_val(&self.arrived[..])
    }

    /// The bytes of a row of so many tiles with so many columns at most.
    pub(super) fn most_bytes(tiles: usize, places: usize) -> usize {
        tiles * (size_of::<(u32, u32)>() + places * (size_of::<u8>() + size_of::<f32>()))
    }
}

/// The largest single number that is no larger than this one, which is not negative.
#[inline(always)]
pub(super) fn stored(mass: f64) -> f32 {
    /// The last bits of a double number, for which a single one has no room.
    const BITS: u64 = (1 << (f64::MANTISSA_DIGITS - f32::MANTISSA_DIGITS)) - 1;
    // Below the normal numbers there are fewer bits, and processors are slow.
    if mass < f64::from(f32::MIN_POSITIVE) {
        0.0
    } else {
        f64::from_bits(mass.to_bits() & !BITS) as f32
    }
}

pub(super) fn sum(masses: &[f32]) -> f64 {
    let mut sums = [0.0; LANES];
    for masses in masses.chunks(LANES) {
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
    fn what_is_stored_is_never_more() {
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
            assert_eq!(stored(mass), expected, "{mass}");
        }
    }
}
