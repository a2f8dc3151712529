//! A slow and obvious board for the rule set `wlr`, written from the rules alone, as a test oracle.
//!
//! Seats are 0 and 1 here (1 and 2 in what is printed). Progress values are those of `wlr`: 0..=40
//! on the track (40 is the own A field again after the lap), 41..=44 the goal.

use itertools::Itertools;

use super::{Next, Oracle};

/// A board on which a game by `wlr` is played.
#[derive(Clone, Debug)]
pub struct WlrBoard {
    /// The faces of both dice.
    faces: [Vec<u32>; 2],
    /// The progress values of each seat's pieces outside home, ascending.
    pieces: [Vec<u32>; 2],
    /// The seat whose turn it is.
    turn: usize,
    /// True for seats that count as stuck.
    stuck: [bool; 2],
}

impl Oracle for WlrBoard {
    fn next(&self) -> Next {
        let is_won = |pieces: &Vec<u32>| pieces.len() == 4 && pieces[0] > 40;
        match self.pieces.iter().position(is_won) {
            Some(seat) => Next::Won(seat),
            None if self.stuck == [true, true] => Next::Draw,
            None => Next::Roll(self.turn),
        }
    }

    fn play(&mut self, roll: u32) {
        let me = self.turn;
        self.stuck[me] = false;

        if roll == 6 && self.pieces[me].len() < 4 {
            if self.is_free(me, 0) {
                self.put(me, 0);
            } else if self.is_free(me, 6) {
                // One 6 both brings out and moves on; the player rolls again at once.
                self.put(me, 6);
                return;
            }
            // With own pieces on A and on progress 6 nothing is brought out.
        }

        if !self.move_on_track(me, roll) && !self.move_in_goal(me, roll) {
            self.stuck[me] = self.judge_stuck(me);
        }
        if roll != 6 {
            self.turn = 1 - me;
        }
    }

    fn pieces(&self, seat: usize) -> Vec<u32> {
        self.pieces[seat].clone()
    }

    fn goal(&self) -> u32 {
        41
    }

    fn is_stuck(&self, seat: usize) -> bool {
        self.stuck[seat]
    }

    fn mark(&self, seat: usize) -> String {
        if self.stuck[seat] { "!" } else { "" }.into()
    }
}

impl WlrBoard {
    /// Any position. A game starts with one piece of each on progress 0, three at home, nobody
    /// stuck. Panics if there is none (two pieces on a field, more than four pieces, a progress
    /// above 44, a face above 20).
    pub fn at(
        faces: [Vec<u32>; 2],
        pieces: [Vec<u32>; 2],
        turn: usize,
        stuck: [bool; 2],
    ) -> WlrBoard {
        let highest = faces.iter().flatten().max();
        assert!(highest <= Some(&20), "wlr has no faces above 20");
        let mut fields = (0..2).flat_map(|seat| {
            let pieces = pieces[seat].iter();
            pieces.map(move |&progress| field(seat, progress))
        });
        assert!(fields.all_unique(), "two pieces on a field: {pieces:?}");
        let is_possible =
            |pieces: &Vec<u32>| pieces.len() <= 4 && pieces.iter().all(|&progress| progress <= 44);
        assert!(pieces.iter().all(is_possible), "no such pieces: {pieces:?}");
        WlrBoard {
            faces,
            pieces: pieces.map(|of_seat| of_seat.into_iter().sorted().collect()),
            turn,
            stuck,
        }
    }

    /// Returns whether no own piece stands where the seat has this progress (0 and 40 are the same
    /// field).
    fn is_free(&self, seat: usize, progress: u32) -> bool {
        let mut pieces = self.pieces[seat].iter();
        pieces.all(|&piece| field(seat, piece) != field(seat, progress))
    }

    /// Puts a piece on a field and sends home an enemy piece standing there.
    fn put(&mut self, seat: usize, progress: u32) {
        let here = field(seat, progress);
        self.pieces[1 - seat].retain(|&enemy| field(1 - seat, enemy) != here);
        self.pieces[seat].push(progress);
        self.pieces[seat].sort_unstable();
    }

    /// Moves a piece from one field to another, and sends home an enemy piece standing there.
    fn advance(&mut self, seat: usize, from: u32, to: u32) {
        self.pieces[seat].retain(|&piece| piece != from);
        self.put(seat, to);
    }

    /// The progress values of the pieces on the track, the frontmost first in the order of `wlr`:
    /// a piece on the own A field is the last one of seat 0 and the first one of seat 1.
    fn track_pieces(&self, seat: usize) -> Vec<u32> {
        let (on_a, beyond_a): (Vec<u32>, Vec<u32>) = self.pieces[seat]
            .iter()
            .rev()
            .filter(|&&progress| progress <= 40)
            .partition(|&&progress| progress % 40 == 0);
        match seat {
            0 => [beyond_a, on_a].concat(),
            _ => [on_a, beyond_a].concat(),
        }
    }

    /// Moves the frontmost track piece that can move; false if there is none.
    fn move_on_track(&mut self, me: usize, roll: u32) -> bool {
        let mut pieces = self.track_pieces(me).into_iter();
        let can_move = |from: &u32| from + roll <= 44 && self.is_free(me, from + roll);
        let from = pieces.find(can_move).filter(|_| roll > 0);
        from.inspect(|from| self.advance(me, *from, from + roll))
            .is_some()
    }

    /// The rearmost goal piece with a free goal field directly in front of it, and the number of
    /// free fields in a row there.
    fn goal_mover(&self, seat: usize) -> Option<(u32, u32)> {
        let is_free = |&goal: &u32| goal <= 44 && self.is_free(seat, goal);
        let mut pieces = self.pieces[seat].iter().copied();
        let piece = pieces.find(|&piece| piece > 40 && is_free(&(piece + 1)))?;
        Some((piece, (piece + 1..).take_while(is_free).count() as u32))
    }

    /// Moves the rearmost goal piece that has room, by all its room; false if nothing moves.
    fn move_in_goal(&mut self, me: usize, roll: u32) -> bool {
        let mover = self.goal_mover(me).filter(|&(_, free)| roll <= free);
        mover
            .inspect(|&(piece, free)| self.advance(me, piece, piece + free))
            .is_some()
    }

    /// Returns whether a player whose roll moved nothing now counts as stuck.
    fn judge_stuck(&self, me: usize) -> bool {
        let room = self.goal_mover(me).map(|(_, free)| free);
        let front = self.track_pieces(me).first().copied();
        let has_hope = |&face: &u32| {
            let front_has = front.is_some_and(|front| {
                let left = 40 - front;
                let enters = face > left && face - left <= 4 && self.is_free(me, 40 + face - left);
                enters || front < 40 && face <= left
            });
            room == Some(face) || front_has
        };
        self.pieces[me].len() == 4 && !self.faces[me].iter().any(has_hope)
    }
}

/// The field where this seat has this progress: on the track of both, which is that of owner 2
/// here, or in its goal. Seat 1 starts on field 20.
fn field(seat: usize, progress: u32) -> (usize, u32) {
    match progress {
        0..=40 => (2, (20 * seat as u32 + progress) % 40),
        _ => (seat, progress),
    }
}
