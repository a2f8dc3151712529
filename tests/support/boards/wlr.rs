//! A slow and obvious board for the rule set `wlr`, written from the rules alone, as a test oracle.
//!
//! Seats are 0 and 1 here (seats 1 and 2 of `rules.md`). Track field `i` of the board is where seat 0
//! stands at progress `i`; seat 1 starts on field 20.

use super::{Next, Oracle};

/// What stands on a track field: whose piece, and its progress (0..=40).
type Competitors = Option<(usize, u32)>;

/// The whole state of a `wlr` game.
///
/// Progress values as in `rules.md`: 0..=40 on the track (40 is the own A field again after the lap),
/// 41..=44 the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WlrBoard {
    /// The faces of both dice.
    faces: [Vec<u32>; 2],
    /// The 40 track fields.
    track: [Competitors; 40],
    /// Goal fields a..d of each seat: occupied or not.
    goal: [[bool; 4]; 2],
    /// How many pieces of each seat wait at home.
    home: [u32; 2],
    /// Whose turn it is.
    turn: usize,
    /// Who counts as stuck.
    stuck: [bool; 2],
}

impl Oracle for WlrBoard {
    fn next(&self) -> Next {
        match self.goal.iter().position(|goal| goal == &[true; 4]) {
            Some(seat) => Next::Won(seat),
            None if self.stuck == [true, true] => Next::Draw,
            None => Next::Roll(self.turn),
        }
    }

    fn play(&mut self, roll: u32) {
        let me = self.turn;
        self.stuck[me] = false;

        if roll == 6 && self.home[me] > 0 {
            if self.own_piece_at(me, 0) {
                if !self.own_piece_at(me, 6) {
                    // One 6 both brings out and moves on; the player rolls again at once.
                    self.home[me] -= 1;
                    self.put(me, 6);
                    return;
                }
                // A and progress 6 are both ours: nothing is brought out.
            } else {
                self.home[me] -= 1;
                self.put(me, 0);
            }
        }

        if !self.move_on_track(me, roll) && !self.move_in_goal(me, roll) {
            self.stuck[me] = self.judge_stuck(me);
        }
        if roll != 6 {
            self.turn = 1 - me;
        }
    }

    fn pieces(&self, seat: usize) -> Vec<u32> {
        let mut list = self.track_pieces(seat);
        list.extend(
            (1..=4)
                .filter(|&goal| !self.goal_is_free(seat, goal))
                .map(|goal| 40 + goal),
        );
        list.sort();
        list
    }

    fn is_stuck(&self, seat: usize) -> bool {
        self.stuck[seat]
    }
}

impl WlrBoard {
    /// The start of a game: one piece of each on progress 0, three at home, nobody stuck.
    pub fn start(faces: [Vec<u32>; 2], starter: usize) -> WlrBoard {
        WlrBoard::at(faces, [vec![0], vec![0]], starter, [false, false])
    }

    /// Any position; panics if it is not one (two pieces on a field, more than four pieces, a face above 20).
    pub fn at(
        faces: [Vec<u32>; 2],
        pieces: [Vec<u32>; 2],
        turn: usize,
        stuck: [bool; 2],
    ) -> WlrBoard {
        assert!(turn < 2, "there are seats 0 and 1 only");
        assert!(
            faces.iter().flatten().all(|&face| face <= 20),
            "faces above 20 are refused under wlr"
        );
        let mut board = WlrBoard {
            faces,
            track: [None; 40],
            goal: [[false; 4]; 2],
            home: [4, 4],
            turn,
            stuck,
        };
        for (seat, list) in pieces.iter().enumerate() {
            assert!(list.len() <= 4, "more than four pieces");
            for &progress in list {
                if progress <= 40 {
                    let field = WlrBoard::field(seat, progress);
                    assert!(
                        board.track[field].is_none(),
                        "two pieces on track field {field}"
                    );
                    board.track[field] = Some((seat, progress));
                } else {
                    assert!(progress <= 44, "no such progress: {progress}");
                    let index = (progress - 41) as usize;
                    assert!(!board.goal[seat][index], "two pieces on a goal field");
                    board.goal[seat][index] = true;
                }
                board.home[seat] -= 1;
            }
        }
        board
    }

    /// The track field on which a piece of this seat with this progress (0..=40) stands.
    fn field(seat: usize, progress: u32) -> usize {
        let first = if seat == 0 { 0 } else { 20 };
        (first + progress as usize) % 40
    }

    /// Whether an own piece stands on the track field of this progress (0 and 40 are the same field).
    fn own_piece_at(&self, seat: usize, progress: u32) -> bool {
        match self.track[WlrBoard::field(seat, progress)] {
            Some((owner, _)) => owner == seat,
            None => false,
        }
    }

    /// Whether goal field 1..=4 (a..d) is free.
    fn goal_is_free(&self, seat: usize, goal: u32) -> bool {
        !self.goal[seat][goal as usize - 1]
    }

    /// Puts a piece on the track and sends home an enemy piece standing there.
    fn put(&mut self, seat: usize, progress: u32) {
        let field = WlrBoard::field(seat, progress);
        if let Some((owner, _)) = self.track[field] {
            assert!(owner != seat, "an own piece stands on field {field}");
            self.home[owner] += 1;
        }
        self.track[field] = Some((seat, progress));
    }

    /// The progress values of the pieces on the track, the frontmost first in the order of `wlr`:
    /// a piece on the own A field is the last one of seat 0 and the first one of seat 1.
    fn track_pieces(&self, seat: usize) -> Vec<u32> {
        let mut on_a = Vec::new();
        let mut others = Vec::new();
        for content in self.track {
            if let Some((owner, progress)) = content
                && owner == seat
            {
                if progress == 0 || progress == 40 {
                    on_a.push(progress);
                } else {
                    others.push(progress);
                }
            }
        }
        others.sort();
        others.reverse();
        if seat == 0 {
            [others, on_a].concat()
        } else {
            [on_a, others].concat()
        }
    }

    /// Moves the frontmost track piece that can move; false if there is none.
    fn move_on_track(&mut self, me: usize, roll: u32) -> bool {
        if roll == 0 {
            return false;
        }
        for from in self.track_pieces(me) {
            let to = from + roll;
            if to <= 40 {
                if !self.own_piece_at(me, to) {
                    self.track[WlrBoard::field(me, from)] = None;
                    self.put(me, to);
                    return true;
                }
            } else if to <= 44 && self.goal_is_free(me, to - 40) {
                self.track[WlrBoard::field(me, from)] = None;
                self.goal[me][to as usize - 41] = true;
                return true;
            }
        }
        false
    }

    /// The rearmost goal piece (1..=4) with a free goal field directly in front of it, and how many
    /// free fields in a row it has there.
    fn goal_mover(&self, seat: usize) -> Option<(u32, u32)> {
        for piece in 1..=4 {
            if self.goal_is_free(seat, piece) {
                continue;
            }
            let mut free = 0;
            while piece + free < 4 && self.goal_is_free(seat, piece + free + 1) {
                free += 1;
            }
            if free > 0 {
                return Some((piece, free));
            }
        }
        None
    }

    /// Moves the rearmost goal piece that has room, by all its room; false if nothing moves.
    fn move_in_goal(&mut self, me: usize, roll: u32) -> bool {
        match self.goal_mover(me) {
            Some((piece, free)) if roll <= free => {
                self.goal[me][piece as usize - 1] = false;
                self.goal[me][(piece + free) as usize - 1] = true;
                true
            }
            _ => false,
        }
    }

    /// Whether a player whose roll moved nothing now counts as stuck.
    fn judge_stuck(&self, me: usize) -> bool {
        if self.home[me] > 0 {
            return false;
        }
        let x = match self.goal_mover(me) {
            Some((_, free)) => free,
            None => 0,
        };
        let front = self.track_pieces(me).first().copied();
        for &face in &self.faces[me] {
            if face == x && x != 0 {
                return false;
            }
            if let Some(f) = front {
                let left = 40 - f;
                if face > left && face - left <= 4 && self.goal_is_free(me, face - left) {
                    return false;
                }
                if f < 40 && face <= left {
                    return false;
                }
            }
        }
        true
    }
}
