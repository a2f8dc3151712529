//! What is kept of the rows while others are swept, and how many bytes it takes.

use super::grid::{Grid, WIDTH};
use super::mass::Mass;
use super::packed::Packed;

/// Probability that comes to a place in a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrival<M> {
    pub(super) place: u32,
    pub(super) mass: M,
}

/// The probability that waits in a row.
#[derive(Debug, Default)]
pub(super) struct Waiting<M> {
    /// What has waited for long. The places of a tile are those with the first player about to roll, and then
    /// those with the second.
    pub(super) packed: Packed<M>,
    /// What has come since.
    pub(super) arrived: Vec<Arrival<M>>,
}

impl<M: Mass> Waiting<M> {
    /// Whether so much has come since that it is time to pack it.
    pub(super) fn is_to_be_packed(&self) -> bool {
        /// Less than so many bytes can wait.
        const FEW: usize = 512;
        size_of_val(&self.arrived[..]) > self.packed.bytes() / 2 + FEW
    }

    /// Drops the tiles with at most `least` probability, and what has come since in such pieces. Returns how much was
    /// in them.
    pub(super) fn give_up(&mut self, least: f64) -> f64 {
        let mut given_up = self.packed.give_up(least);
        self.arrived.retain(|arrival| {
            let is_kept = arrival.mass.mass() > least;
            given_up += if is_kept { 0.0 } else { arrival.mass.mass() };
            is_kept
        });
        self.arrived.shrink_to_fit();
        given_up
    }

    pub(super) fn bytes(&self) -> usize {
        self.packed.bytes() + size_of_val(&self.arrived[..])
    }
}

/// How the memory for a solution is divided.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    /// The bytes that what waits and the turns of all rows may take together.
    pub(super) bytes: usize,
    /// The number of rows that are swept before what they take is counted.
    pub(super) rows_at_once: usize,
    /// The bytes that a row takes at most.
    pub(super) row: usize,
}

impl Budget {
    /// Divides so many bytes, if masses are stored like this.
    pub(super) fn new<M: Mass>(grid: &Grid, memory: usize) -> Budget {
        /// One byte in so many is kept back. The allocator cannot use all freed memory again, and lists on
        /// their way from row to row are not counted. Both together took a seventh at most when measured.
        const UNUSED: usize = 6;
        /// The rows that are swept at once may fill one byte in so many.
        const AT_ONCE: usize = 32;
        /// At least so many rows are swept at once, to keep all threads at work.
        const LEAST_ROWS: usize = 16;
        // What a row takes at most.
        let waiting = Packed::<M>::most_bytes(2 * WIDTH);
        let row = grid.tiles * (waiting + Packed::<M>::most_bytes(WIDTH));
        let rows_at_once = (memory / AT_ONCE / row).max(LEAST_ROWS);
        Budget {
            bytes: (memory - memory / UNUSED).saturating_sub(grid.bytes() + rows_at_once * row),
            rows_at_once,
            row,
        }
    }
}
