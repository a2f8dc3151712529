//! The rule set `offiziell`: pieces on the track move before pieces in the goal.

use super::{Configuration, Move, bring_out, clear_start, frontmost_in_goal, frontmost_on_track};

/// Rules 1 to 4 in order; `None` is rule 5.
pub(super) fn choose(own: Configuration, roll: u32) -> Option<Move> {
    bring_out(own, roll)
        .or_else(|| clear_start(own, roll))
        .or_else(|| frontmost_on_track(own, roll))
        .or_else(|| frontmost_in_goal(own, roll))
}
