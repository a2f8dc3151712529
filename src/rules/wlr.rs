//! The base `wlr`: the rules of the contest entry that the project grew from.
//!
//! Its program departs from the manufacturer's rules. They are played here as its code does, so
//! that its published tables can be reproduced. Differences from `offiziell`:
//!
//! * The lap has 41 steps: a piece comes back to its own A field (progress 40, still on the track,
//!   still capturable), and the goal fields are 41 to 44. Progress 0 and 40 are the same field: at
//!   most one own piece stands there. In the code, goal fields keep progress 40 to 43, as under the
//!   other bases, and a piece that has come back to A is at [`LAP`].
//! * A 6 with pieces at home: if an own piece is on A and none at progress 6, a piece from home
//!   appears on progress 6, and the one on A stays. If own pieces are on both, the 6 is an ordinary
//!   move. Otherwise a piece from home goes to A, *and* the same 6 makes an ordinary move too.
//! * An ordinary move is that of the frontmost piece on the track that can move. Seat 0 counts a
//!   piece on its own A field as the last one, seat 1 as the first one. A need not be cleared.
//! * If no piece on the track can move: the rearmost piece in the goal that has free goal fields
//!   directly in front of it, x in a row, moves by x if the roll is at most x, 0 too. Pieces in
//!   the goal do not jump; those that enter it may.
//! * A player is judged to be stuck only after a roll that moved nothing, and only with nobody at
//!   home; see [`is_stuck`]. It does not pass, and rolling again clears it. The game is a draw as
//!   soon as both are stuck.
//! * Faces above 20 are not allowed.

use super::configuration::{Configuration, FIELDS, LAP, PIECES, SIX, TRACK};
use super::turn::{Move, Roll, Rule};

/// The highest face that the entry plays.
pub(super) const HIGHEST_FACE: u32 = 20;

/// The moves of a roll on this seat, 0 or 1, one after the other. No face but the 6
/// counts as the six here.
pub(super) fn moves(pieces: Configuration, roll: Roll, seat: usize) -> [Option<Move>; 2] {
    let Roll { face, is_six } = roll;
    if is_six && pieces.home_count() > 0 {
        if !pieces.stands_on(0) {
            let bring_out = Some(Move::new(Rule::BringOut, None, 0));
            return [bring_out, ordinary_move(pieces.moved(None, 0), face, seat)];
        }
        if !pieces.holds(SIX as u8) {
            return [Some(Move::new(Rule::BringOut, None, SIX as u8)), None];
        }
    }
    [ordinary_move(pieces, face, seat), None]
}

/// Returns whether a player whose roll moved nothing counts as stuck, as the entry judges it: with
/// nobody at home, no face is the length of the rearmost gap in the goal, brings the frontmost
/// piece on the track (in the order of [`on_track`]) into a free goal field, or keeps it on the
/// track, where it does not matter whether its field is free. A 0 keeps it there, although it moves
/// nothing, but not at [`LAP`], where no face keeps it on the track.
pub(super) fn is_stuck(
    pieces: Configuration,
    mut faces: impl Iterator<Item = u32>,
    seat: usize,
) -> bool {
    if pieces.home_count() > 0 {
        return false;
    }
    let gap = goal_gap(pieces).map(|gap| gap.length);
    let steps_left = on_track(pieces, seat).next().map(steps_left);
    !faces.any(|face| {
        let moves_track_piece = steps_left.is_some_and(|left| match face.checked_sub(left) {
            Some(beyond @ 1..=PIECES) => !pieces.holds(TRACK + beyond as u8 - 1),
            Some(1..) => false,
            _ => left > 0,
        });
        gap == Some(face) || moves_track_piece
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
fn on_track(pieces: Configuration, seat: usize) -> impl Iterator<Item = u8> {
    let on_a = [LAP, 0]
        .into_iter()
        .find(|&progress| pieces.holds(progress));
    let beyond_a = pieces
        .pieces()
        .filter(|progress| (1..TRACK).contains(progress));
    let (before, after) = if seat == 0 {
        (None, on_a)
    } else {
        (on_a, None)
    };
    before.into_iter().chain(beyond_a).chain(after)
}

/// The move of the frontmost piece on the track that can move, or else of a piece in the goal.
fn ordinary_move(pieces: Configuration, face: u32, seat: usize) -> Option<Move> {
    let is_free = |&to: &u8| !pieces.holds(to);
    let on_track = on_track(pieces, seat).find_map(|from| {
        let to = match face.checked_sub(steps_left(from)) {
            _ if face == 0 => None,
            Some(0) => (!pieces.stands_on(0)).then_some(LAP),
            Some(beyond @ 1..=PIECES) => Some(TRACK + beyond as u8 - 1).filter(is_free),
            Some(_) => None,
            None => Some(from + face as u8).filter(is_free),
        };
        to.map(|to| Move::new(Rule::FrontmostOnTrack, Some(from), to))
    });
    on_track.or_else(|| {
        let GoalGap { behind, length } = goal_gap(pieces)?;
        let to = behind + length as u8;
        // Rule 4 of the told game, although here it is the rearmost piece that can.
        (face <= length).then_some(Move::new(Rule::FrontmostInGoal, Some(behind), to))
    })
}

/// Free goal fields in a row, directly in front of a goal piece.
struct GoalGap {
    /// Progress of the piece.
    behind: u8,
    /// Number of the free fields.
    length: u32,
}

/// The rearmost gap in the goal that has a goal piece behind it; its length is at least 1.
fn goal_gap(pieces: Configuration) -> Option<GoalGap> {
    (TRACK..FIELDS)
        .filter(|&progress| pieces.holds(progress))
        .map(|behind| GoalGap {
            behind,
            length: (behind + 1..FIELDS)
                .take_while(|&progress| !pieces.holds(progress))
                .count() as u32,
        })
        .find(|gap| gap.length > 0)
}
