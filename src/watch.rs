//! Progress reporting and cancellation.

/// A receiver of progress that may cancel the work. By default each method does nothing.
pub trait Watch: Sync {
    /// Adds finished steps: games, or in a diagnosis rule sets.
    fn advance(&self, _steps: u64) {}

    /// Adds steps to the planned work.
    fn extend(&self, _steps: u64) {}

    /// Receives the state of the ranking after each look at its games.
    fn report_look(&self, _look: &Look) {}

    /// Receives the state of the exact solutions after each sweep.
    fn report_sweep(&self, _progress: &SweepProgress) {}

    /// Returns whether a ranking is wanted as soon as there can be one.
    fn is_in_a_hurry(&self) -> bool {
        false
    }

    /// Returns whether the work shall end at once: with the last ranking that was available, or as
    /// far as pairings are solved, or with no result. It is asked only while work is left.
    fn is_cancelled(&self) -> bool {
        false
    }
}

/// The state of a ranking after a look at its games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// Half the width of the widest interval of those that are listed, in percentage points.
    pub half_width: f64,
    /// The number of those that are listed whose order to the next one is open; where duels count,
    /// the number of open duels that matter for the list.
    pub undecided: usize,
    /// The number of games that are probably left, if the evidence goes on to grow as it has; of a
    /// fixed number of games, those that are.
    pub games_left: u64,
}

/// The state of the exact solutions of a ranking after a sweep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweepProgress {
    /// The place of the pairing among those that differ, from 1, in the order of solving.
    pub pairing: usize,
    /// The number of pairings that differ.
    pub pairings: usize,
    /// A bound, in percentage points, of half the width of each interval of a share, listed or not.
    pub half_width: f64,
    /// The estimated part of the work that is done, from 0 to 1.
    pub done: f64,
}

/// A watch that ignores progress and never cancels.
impl Watch for () {}
