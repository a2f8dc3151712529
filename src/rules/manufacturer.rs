//! The manufacturer's rules, in the two readings of "vorderster Stein".
//!
//! `zielzuerst` is what OpenSpiel's `maedn` plays with a policy that always moves the frontmost piece.

use super::configuration::{Configuration, GOAL_FIELDS, SIX, START_FIELD, TRACK_FIELDS};
use super::turn::{Move, Rule};

/// The rule set `offiziell`: rules 1 to 4 in order, so that a piece on the track moves before one in the
/// goal; `None` is rule 5.
pub(super) fn offiziell(own: Configuration, roll: u32) -> Option<Move> {
    bring_out(own, roll)
        .or_else(|| clear_start(own, roll))
        .or_else(|| frontmost_on_track(own, roll))
        .or_else(|| frontmost_in_goal(own, roll))
}

/// The rule set `zielzuerst`: rules 3 and 4 are one, and pieces in the goal are in front of all others;
/// `None` is rule 5.
pub(super) fn zielzuerst(own: Configuration, roll: u32) -> Option<Move> {
    bring_out(own, roll)
        .or_else(|| clear_start(own, roll))
        .or_else(|| frontmost_in_goal(own, roll))
        .or_else(|| frontmost_on_track(own, roll))
}

/// Rule 1: r = 6, a piece is at home, and A holds no own piece: a piece from home is put on A.
fn bring_out(own: Configuration, roll: u32) -> Option<Move> {
    (roll == SIX && own.home() > 0 && !own.holds(0)).then_some(Move {
        rule: Rule::BringOut,
        from: None,
        to: 0,
    })
}

/// Rule 2: a piece is at home, an own piece stands on A, and moving it by r is possible: it moves.
fn clear_start(own: Configuration, roll: u32) -> Option<Move> {
    if own.home() == 0 {
        return None;
    }
    frontmost(own, START_FIELD, roll, Rule::ClearStart)
}

/// Rule 3: the frontmost own piece on the track that can move by r moves.
fn frontmost_on_track(own: Configuration, roll: u32) -> Option<Move> {
    frontmost(own, TRACK_FIELDS, roll, Rule::FrontmostOnTrack)
}

/// Rule 4: the frontmost own piece in the goal that can move by r moves.
fn frontmost_in_goal(own: Configuration, roll: u32) -> Option<Move> {
    frontmost(own, GOAL_FIELDS, roll, Rule::FrontmostInGoal)
}

/// The frontmost own piece on one of these fields that can move by r moves.
fn frontmost(own: Configuration, fields: u64, roll: u32, rule: Rule) -> Option<Move> {
    let from = (own.movable(roll) & fields).checked_ilog2()? as u8;
    Some(Move {
        rule,
        from: Some(from),
        to: from + roll as u8,
    })
}
