//! The rule set `zielzuerst`: pieces in the goal are in front of all others.
//!
//! This is the other common reading of "vorderster Stein", and the one that OpenSpiel's `maedn`
//! plays with a policy that always moves the frontmost piece.

use super::{Configuration, Move, bring_out, clear_start, frontmost_in_goal, frontmost_on_track};

/// As `offiziell`, but rules 3 and 4 are one: the frontmost piece anywhere; `None` is rule 5.
pub(super) fn choose(own: Configuration, roll: u32) -> Option<Move> {
    bring_out(own, roll)
        .or_else(|| clear_start(own, roll))
        .or_else(|| frontmost_in_goal(own, roll))
        .or_else(|| frontmost_on_track(own, roll))
}
