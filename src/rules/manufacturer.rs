//! The manufacturer's rules, as programs vary them.
//!
//! With the choice of goal pieces first this is what OpenSpiel's `maedn` plays, with a policy that always moves the
//! frontmost piece.

use super::Deviation::{
    BringOutLast, ClearAlways, ClearWithSix, FrontmostOnly, NoClearing, NoGoalMoves, NoJumping,
    Rearmost,
};
use super::configuration::{Configuration, GOAL_FIELDS, START_FIELD, TRACK_FIELDS};
use super::turn::{Move, Roll, Rule};
use super::{Base, Rules};

/// The first rule that applies, in the order in which they are tried; `None` is rule 5.
///
/// Each of rules 2 to 4 is a set of pieces, whose frontmost one moves. The set is empty where the rule does not apply.
pub(super) fn turn(rules: Rules, own: Configuration, roll: Roll) -> Option<Move> {
    let movable = movable(rules, own, roll);
    let clear_start = (Rule::ClearStart, clear_start(rules, own, movable, roll));
    let on_track = (Rule::FrontmostOnTrack, on_track(rules, own, movable));
    let in_goal = (Rule::FrontmostInGoal, in_goal(rules, movable));
    let (front, back) = match rules.base {
        Base::Zielzuerst => (in_goal, on_track),
        _ => (on_track, in_goal),
    };
    let go_on = || {
        let mut by_rule = [clear_start, front, back].into_iter();
        by_rule.find_map(|(rule, pieces)| front_of(pieces, roll, rule))
    };
    if rules.has(BringOutLast) {
        return go_on().or_else(|| bring_out(own, roll));
    }
    bring_out(own, roll).or_else(go_on)
}

/// Rule 1: r = 6, a piece is at home, and A holds no own piece: a piece from home is put on A.
fn bring_out(own: Configuration, roll: Roll) -> Option<Move> {
    if !roll.is_six || own.home() == 0 || own.holds(0) {
        return None;
    }
    Some(Move {
        rule: Rule::BringOut,
        from: None,
        to: 0,
    })
}

/// Rule 2: a piece is at home, an own piece stands on A, and moving it by r is possible: it moves.
fn clear_start(rules: Rules, own: Configuration, movable: u64, roll: Roll) -> u64 {
    let must_clear = !rules.has(NoClearing) && (own.home() > 0 || rules.has(ClearAlways));
    let is_by_roll = roll.is_six || !rules.has(ClearWithSix);
    match must_clear && is_by_roll {
        true => movable & START_FIELD,
        false => 0,
    }
}

/// Rule 3: the frontmost own piece on the track that can move by r moves.
fn on_track(rules: Rules, own: Configuration, movable: u64) -> u64 {
    let movable = movable & TRACK_FIELDS;
    if rules.has(Rearmost) {
        movable & movable.wrapping_neg()
    } else if rules.has(FrontmostOnly) {
        movable & own.frontmost_on_track()
    } else {
        movable
    }
}

/// Rule 4: the frontmost own piece in the goal that can move by r moves.
fn in_goal(rules: Rules, movable: u64) -> u64 {
    match rules.has(NoGoalMoves) {
        true => 0,
        false => movable & GOAL_FIELDS,
    }
}

/// The pieces that can move by r, as a set of progress values.
fn movable(rules: Rules, own: Configuration, roll: Roll) -> u64 {
    let movable = own.movable(roll.face);
    match rules.has(NoJumping) {
        true => movable & !own.jumping_in_goal(roll.face),
        false => movable,
    }
}

/// The move of the frontmost of these pieces, which can all move.
fn front_of(pieces: u64, roll: Roll, rule: Rule) -> Option<Move> {
    let from = pieces.checked_ilog2()? as u8;
    Some(Move {
        rule,
        from: Some(from),
        to: from + roll.face as u8,
    })
}
