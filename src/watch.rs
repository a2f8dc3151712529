//! Who wants to know how far long work is, and may end it.

/// Somebody who wants to know how far a ranking is. Every method does nothing unless it is written.
pub trait Watch: Sync {
    /// Is told that so many more games are played; or of a diagnosis, rule sets.
    fn played(&self, _more: u64) {}

    /// Is told that so many more rule sets will be played.
    fn planned(&self, _more: u64) {}

    /// Is told how sure the ranking is now: half the width of the widest interval, in percentage points; the number of neighbours
    /// whose order is not certified, or if duels count, of open duels; and the number of games that it will probably take from
    /// here, if all goes on as it has.
    fn looked(&self, _half_width: f64, _open: usize, _games_left: u64) {}

    /// Is told now and then how far pairings are solved: which one is being solved, from 1, and how many there are that differ; half
    /// the width of the widest interval, in percentage points; and the part of the work that is done, from 0 to 1, as far as it is
    /// known.
    fn swept(&self, _pairing: [usize; 2], _half_width: f64, _done: f64) {}

    /// Whether a list is wanted as soon as there can be one.
    fn is_in_a_hurry(&self) -> bool {
        false
    }

    /// Is told that there is a list now, before the first look.
    fn listed(&self) {}

    /// Whether it shall end at once, with the ranking as it was at the last look or as far as pairings are solved, or before there
    /// was one.
    fn is_over(&self) -> bool {
        false
    }
}

/// A watch that wants to know nothing.
impl Watch for () {}
