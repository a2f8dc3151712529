//! The rule set `wlr`: what the contest entry that the project grew from really plays.
//!
//! Its program departs from the manufacturer's rules; this plays it as its code does, so that its
//! published tables can be reproduced. Differences from `offiziell`:
//!
//! * The lap has 41 steps: a piece comes back to its own A field (progress 40, still on the track,
//!   still capturable), and the goal fields are 41 to 44. Progress 0 and 40 are the same field: at
//!   most one own piece stands there.
//! * A 6 with pieces at home: if an own piece is on A and none at progress 6, a piece from home
//!   appears on progress 6, and the one on A stays. If own pieces are on both, the 6 is an ordinary
//!   move. Otherwise a piece from home goes to A, *and* the same 6 makes an ordinary move too.
//! * An ordinary move is that of the frontmost piece on the track that can move. Seat 1 counts a
//!   piece on its own A field as the last one, seat 2 as the first one. A need not be cleared.
//! * If no piece on the track can move: the rearmost piece in the goal that has free goal fields
//!   directly in front of it, x in a row, moves by x if the roll is at most x, 0 too. Nobody jumps in
//!   the goal.
//! * A player is judged to be stuck only after a roll that moved nothing, and only with nobody at
//!   home; see [`is_stuck`]. It does not pass, and rolling again clears it. The game is a draw as soon
//!   as both are stuck.
//! * Faces above 20 are not allowed.

use super::configuration::{Configuration, FIELDS, LAP, PIECES, SIX, TRACK};
use super::turn::{Move, Roll, Rule};

/// The largest face that the entry plays.
pub(super) const MOST_FACE: u32 = 20;

/// The moves of a roll of this seat, 0 or 1. The 6 is always the six here.
pub(super) fn moves(own: Configuration, roll: Roll, seat: usize) -> [Option<Move>; 2] {
    let Roll { face, is_six } = roll;
    if is_six && own.home() > 0 {
        if !own.stands_on(0) {
            let first = Some(Move::new(Rule::BringOut, None, 0));
            return [first, ordinary(own.moved(None, 0), face, seat)];
        }
        if !own.holds(SIX as u8) {
            return [Some(Move::new(Rule::BringOut, None, SIX as u8)), None];
        }
    }
    [ordinary(own, face, seat), None]
}

/// Whether nothing but waiting is left to a player whose roll moved nothing, as the entry judges
/// it: with nobody at home, no face moves a goal piece by all that is free in front of it, brings
/// the frontmost piece on the track into a free goal field, or keeps it on the track.
pub(super) fn is_stuck(
    own: Configuration,
    mut faces: impl Iterator<Item = u32>,
    seat: usize,
) -> bool {
    if own.home() > 0 {
        return false;
    }
    let free = goal_move(own).map_or(0, |(_, free)| free);
    let left = on_track(own, seat).next().map(steps_left);
    !faces.any(|face| {
        let on_track_or_in = left.is_some_and(|left| match face.checked_sub(left) {
            Some(beyond @ 1..=PIECES) => !own.holds(TRACK + beyond as u8 - 1),
            Some(1..) => false,
            _ => left > 0,
        });
        (face == free && free > 0) || on_track_or_in
    })
}

/// Steps to the own A field at the end of the lap.
fn steps_left(progress: u8) -> u32 {
    match progress {
        LAP => 0,
        _ => u32::from(TRACK - progress),
    }
}

/// The pieces on the track in the order in which they are tried.
fn on_track(own: Configuration, seat: usize) -> impl Iterator<Item = u8> {
    let on_a = [LAP, 0].into_iter().find(|&progress| own.holds(progress));
    let is_between = |progress: &u8| (1..TRACK).contains(progress);
    let others = own.pieces().filter(is_between);
    let [first, last] = match seat {
        0 => [None, on_a],
        _ => [on_a, None],
    };
    first.into_iter().chain(others).chain(last)
}

/// The frontmost piece on the track that can move moves, or a piece in the goal.
fn ordinary(own: Configuration, roll: u32, seat: usize) -> Option<Move> {
    let is_free = |&to: &u8| !own.holds(to);
    let on_track = on_track(own, seat).find_map(|from| {
        let to = match roll.checked_sub(steps_left(from)) {
            _ if roll == 0 => None,
            Some(0) => (!own.stands_on(0)).then_some(LAP),
            Some(beyond @ 1..=PIECES) => Some(TRACK + beyond as u8 - 1).filter(is_free),
            Some(_) => None,
            None => Some(from + roll as u8).filter(is_free),
        };
        to.map(|to| Move::new(Rule::FrontmostOnTrack, Some(from), to))
    });
    on_track.or_else(|| {
        let (from, free) = goal_move(own)?;
        let mv = Move::new(Rule::FrontmostInGoal, Some(from), from + free as u8);
        (roll <= free).then_some(mv)
    })
}

/// The rearmost piece in the goal with free fields directly in front of it, and how many they are.
fn goal_move(own: Configuration) -> Option<(u8, u32)> {
    let is_free = |&progress: &u8| !own.holds(progress);
    let free = |from: u8| (from + 1..FIELDS).take_while(is_free).count() as u32;
    let in_goal = (TRACK..FIELDS).filter(|&progress| own.holds(progress));
    let mut moves = in_goal.map(|from| (from, free(from)));
    moves.find(|&(_, free)| free > 0)
}
