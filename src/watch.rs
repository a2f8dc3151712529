//! Who wants to know how far long work is, and may end it.

/// How sure a ranking is while it is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// Half the width of the widest interval, in percentage points.
    pub half_width: f64,
    /// Neighbours whose order is not certified; or if duels count, open duels.
    pub open: usize,
    /// The number of games that it will probably take from here, if all goes on as it has.
    pub games_left: u64,
}

/// How far pairings are solved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solving {
    /// The pairing that is being solved, from 1, and how many there are that differ.
    pub pairing: [usize; 2],
    /// Half the width of the widest interval, in percentage points.
    pub half_width: f64,
    /// The part of the work that is done, from 0 to 1, as far as it is known.
    pub done: f64,
}

/// Somebody who wants to know how far a ranking is. Every method does nothing unless it is written.
pub trait Watch: Sync {
    /// Is told that so many more games are played; or of a diagnosis, rule sets.
    fn played(&self, _more: u64) {}

    /// Is told that so many more rule sets will be played.
    fn planned(&self, _more: u64) {}

    /// Is told how sure the ranking is now.
    fn looked(&self, _look: &Look) {}

    /// Is told how far pairings are solved, now and then.
    fn swept(&self, _solving: &Solving) {}

    /// Whether it shall end at once, with the ranking as it was at the last look or as far as pairings are solved. Is not asked
    /// before the first look, or the end of the first sweep.
    fn is_over(&self) -> bool {
        false
    }
}

/// A watch that wants to know nothing.
impl Watch for () {}
