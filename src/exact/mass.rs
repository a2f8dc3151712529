//! Numbers in which probabilities are stored.

use std::fmt::Debug;

/// A number that stores a probability, or how often something happens on average. What it cannot store of
/// it is lost, so that it never stands for more than was there.
pub(super) trait Mass: Copy + Default + Debug + Send + Sync {
    /// The largest such number that is no larger than this one, which is not negative.
    fn stored(mass: f64) -> Self;

    /// What is stored.
    fn mass(self) -> f64;
}

/// This takes half the memory. At most one part in 2²³ of what is stored gets lost.
impl Mass for f32 {
    #[inline(always)]
    fn stored(mass: f64) -> f32 {
        /// The last bits of a double number, for which a single one has no room.
        const BITS: u64 = (1 << (f64::MANTISSA_DIGITS - f32::MANTISSA_DIGITS)) - 1;
        // Below the normal numbers there are fewer bits, and processors are slow.
        match mass < f64::from(f32::MIN_POSITIVE) {
            true => 0.0,
            false => f64::from_bits(mass.to_bits() & !BITS) as f32,
        }
    }

    #[inline(always)]
    fn mass(self) -> f64 {
        f64::from(self)
    }
}

/// Nothing gets lost.
impl Mass for f64 {
    #[inline(always)]
    fn stored(mass: f64) -> f64 {
        mass
    }

    #[inline(always)]
    fn mass(self) -> f64 {
        self
    }
}

/// So many sums are kept side by side, as a processor can add to all of them at once.
pub(super) const LANES: usize = 8;

/// What is stored in these numbers together.
pub(super) fn sum<M: Mass>(masses: &[M]) -> f64 {
    let mut sums = [0.0; LANES];
    for masses in masses.chunks(LANES) {
        for (sum, mass) in sums.iter_mut().zip(masses) {
            *sum += mass.mass();
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
        for (mass, stored) in [
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
            assert_eq!(f32::stored(mass), stored, "{mass}");
            assert_eq!(f64::stored(mass), mass);
        }
    }
}
