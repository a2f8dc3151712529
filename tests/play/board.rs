//! A slow, obvious implementation of the board game for two players, rule sets `offiziell` and
//! `zielzuerst`.
//!
//! It moves pieces about on a physical board and follows the wording of the rules line by line.
//! It shares no code with the engine: it is the oracle the engine is tested against.

use std::ops::RangeInclusive;

/// How many pieces each player has: home + track + goal.
const PIECES: usize = 4;
/// "progress: how far a piece has come, counted from its own A field" (A itself is progress 0).
const A: u32 = 0;
/// "track 0..=39"
const TRACK: RangeInclusive<u32> = 0..=39;
/// "goal fields a–d = 40..=43"
const GOAL: RangeInclusive<u32> = 40..=43;
/// Track and goal together.
const TRACK_AND_GOAL: RangeInclusive<u32> = 0..=43;

/// The two readings of "frontmost piece".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Pieces on the track move before pieces in the goal.
    Offiziell,
    /// Goal pieces are in front of all others.
    Zielzuerst,
}

/// Who rolls next, or how the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// This seat rolls.
    Roll(usize),
    /// This seat has filled its goal.
    Won(usize),
    /// Neither seat can ever move again.
    Draw,
}

/// What one roll did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// The progress the piece left; `None` if it came from home or nothing moved.
    pub from: Option<u32>,
    /// The progress the piece reached; `None` if nothing moved.
    pub to: Option<u32>,
    /// An enemy piece was sent home.
    pub captured: bool,
    /// The same player has another roll: a 6 that did not win.
    pub extra: bool,
}

/// What a roll makes a player do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Move {
    /// A piece from home is put on A.
    BringOut,
    /// The piece with this progress moves by the roll.
    Advance(u32),
    /// Nothing moves.
    Nothing,
}

/// The board with all pieces, the two dice, and whose turn it is.
#[derive(Clone, Debug)]
pub struct Board {
    reading: Reading,
    /// The faces of each seat's die.
    faces: [Vec<u32>; 2],
    /// Which seat's piece stands on each track field. Seat 0's A is field 0, seat 1's A field 20.
    track: [Option<usize>; 40],
    /// Which of its goal fields a, b, c, d each seat has filled.
    goal: [[bool; 4]; 2],
    /// How many pieces each seat has at home.
    home: [usize; 2],
    /// Whose turn it is.
    mover: usize,
}

impl Board {
    /// The start position of a game.
    pub fn start(reading: Reading, faces: [Vec<u32>; 2], starter: usize) -> Board {
        // "Start: each player one piece on A (progress 0), three at home."
        Board::at(reading, faces, [&[A], &[A]], starter)
    }

    /// The position with these pieces (progress values) outside home and the rest of four at home;
    /// `mover` is the seat whose turn it is. Panics if no such position exists, as when two pieces
    /// share a field.
    pub fn at(reading: Reading, faces: [Vec<u32>; 2], pieces: [&[u32]; 2], mover: usize) -> Board {
        assert!(mover < 2, "there is no seat {mover}");
        let mut board = Board {
            reading,
            faces,
            track: [None; 40],
            goal: [[false; 4]; 2],
            home: [PIECES; 2],
            mover,
        };
        for (seat, own_pieces) in pieces.into_iter().enumerate() {
            for &progress in own_pieces {
                assert!(
                    TRACK_AND_GOAL.contains(&progress),
                    "there is no progress {progress}"
                );
                assert!(board.home[seat] > 0, "seat {seat} has too many pieces");
                assert!(
                    !board.own_piece_on(seat, progress) && !board.enemy_piece_on(seat, progress),
                    "two pieces share a field: seat {seat}, progress {progress}"
                );
                board.home[seat] -= 1;
                board.put(seat, progress);
            }
        }
        board
    }

    /// The progress values of the seat's pieces outside home, ascending.
    pub fn pieces(&self, seat: usize) -> Vec<u32> {
        TRACK_AND_GOAL
            .filter(|&progress| self.own_piece_on(seat, progress))
            .collect()
    }

    /// No face of the seat's die moves anything.
    pub fn stuck(&self, seat: usize) -> bool {
        // "Stuck: a player none of whose die's faces moves anything is stuck."
        self.faces[seat]
            .iter()
            .all(|&face| self.selected_move(seat, face) == Move::Nothing)
    }

    /// Who rolls next, or how the game ended. (Should both goals be full, which no game can reach,
    /// seat 0 is named as the winner.)
    pub fn next(&self) -> Next {
        // "Whoever fills all four goal fields has won at once"
        for seat in 0..2 {
            if self.goal_is_full(seat) {
                return Next::Won(seat);
            }
        }
        // "If both are stuck the game is a draw: neither can ever move again."
        if self.stuck(0) && self.stuck(1) {
            return Next::Draw;
        }
        // "A stuck player passes without rolling"
        if self.stuck(self.mover) {
            return Next::Roll(other(self.mover));
        }
        Next::Roll(self.mover)
    }

    /// Plays this roll for the seat that `next` says is to roll; the value need not be on its die.
    /// Panics if the game is over.
    pub fn roll(&mut self, value: u32) -> Report {
        let Next::Roll(seat) = self.next() else {
            panic!("the game is over");
        };

        let from;
        let to;
        match self.selected_move(seat, value) {
            Move::BringOut => {
                from = None;
                to = Some(A);
            }
            Move::Advance(progress) => {
                from = Some(progress);
                to = Some(progress + value);
            }
            Move::Nothing => {
                from = None;
                to = None;
            }
        }

        let mut captured = false;
        if let Some(to) = to {
            match from {
                None => self.home[seat] -= 1,
                Some(from) => self.take_away(seat, from),
            }
            captured = self.capture(seat, to);
            self.put(seat, to);
        }

        // "After a roll of 6, whether or not something moved, the same player rolls again; after
        // any other roll it is the other player's turn. Whoever fills all four goal fields has won
        // at once; a 6 then gives no further roll."
        let extra = value == 6 && !self.goal_is_full(seat);
        self.mover = if extra { seat } else { other(seat) };

        Report {
            from,
            to,
            captured,
            extra,
        }
    }

    /// "The roll selects the move, first match wins".
    fn selected_move(&self, seat: usize, roll: u32) -> Move {
        let piece_at_home = self.home[seat] > 0;
        let own_piece_on_a = self.own_piece_on(seat, A);

        // "1. r = 6, a piece is at home, and A holds no own piece: a piece from home is put on A
        // (capturing an enemy piece there)."
        if roll == 6 && piece_at_home && !own_piece_on_a {
            return Move::BringOut;
        }

        // "2. A piece is at home, an own piece stands on A, and moving it by r is possible: it
        // moves. (With r = 6 too.)"
        if piece_at_home && own_piece_on_a && self.possible(seat, A, roll) {
            return Move::Advance(A);
        }

        match self.reading {
            Reading::Offiziell => {
                // "3. The frontmost own piece on the track that can move by r moves."
                if let Some(progress) = self.frontmost_that_can_move(seat, TRACK, roll) {
                    return Move::Advance(progress);
                }
                // "4. The frontmost own piece in the goal that can move by r moves (a 1 takes a
                // piece from a to b, and so on)."
                if let Some(progress) = self.frontmost_that_can_move(seat, GOAL, roll) {
                    return Move::Advance(progress);
                }
            }
            Reading::Zielzuerst => {
                // "3 and 4 are one rule: the frontmost own piece that can move by r moves, goal
                // pieces being in front of all others."
                if let Some(progress) = self.frontmost_that_can_move(seat, TRACK_AND_GOAL, roll) {
                    return Move::Advance(progress);
                }
            }
        }

        // "5. Otherwise nothing moves."
        Move::Nothing
    }

    /// The frontmost own piece on these fields that can move by the roll.
    fn frontmost_that_can_move(
        &self,
        seat: usize,
        fields: RangeInclusive<u32>,
        roll: u32,
    ) -> Option<u32> {
        fields.rev().find(|&progress| {
            self.own_piece_on(seat, progress) && self.possible(seat, progress, roll)
        })
    }

    /// Whether the piece on `from` can move by the roll.
    fn possible(&self, seat: usize, from: u32, roll: u32) -> bool {
        // "A roll r moves a piece from p to t = p + r. That is possible if r ≥ 1, t ≤ 43 and no own
        // piece stands on t. Any pieces may be jumped over, in the goal too."
        // The sum is taken in u64 because a roll may be as large as u32::MAX.
        let on_the_board = u64::from(from) + u64::from(roll) <= 43;
        roll >= 1 && on_the_board && !self.own_piece_on(seat, from + roll)
    }

    /// Sends home the enemy piece on the field the seat is about to land on, if there is one.
    fn capture(&mut self, seat: usize, progress: u32) -> bool {
        // "Landing on a track field that holds an enemy piece sends that piece home. No field is
        // safe, A neither."
        if !self.enemy_piece_on(seat, progress) {
            return false;
        }
        self.track[track_field(seat, progress)] = None;
        self.home[other(seat)] += 1;
        true
    }

    /// Whether one of the seat's own pieces has this progress.
    fn own_piece_on(&self, seat: usize, progress: u32) -> bool {
        if GOAL.contains(&progress) {
            self.goal[seat][goal_field(progress)]
        } else {
            self.track[track_field(seat, progress)] == Some(seat)
        }
    }

    /// Whether an enemy piece stands on the track field where the seat has this progress.
    fn enemy_piece_on(&self, seat: usize, progress: u32) -> bool {
        TRACK.contains(&progress) && self.track[track_field(seat, progress)] == Some(other(seat))
    }

    /// Puts one of the seat's pieces on the field with this progress.
    fn put(&mut self, seat: usize, progress: u32) {
        if GOAL.contains(&progress) {
            self.goal[seat][goal_field(progress)] = true;
        } else {
            self.track[track_field(seat, progress)] = Some(seat);
        }
    }

    /// Takes the seat's piece off the field with this progress.
    fn take_away(&mut self, seat: usize, progress: u32) {
        if GOAL.contains(&progress) {
            self.goal[seat][goal_field(progress)] = false;
        } else {
            self.track[track_field(seat, progress)] = None;
        }
    }

    /// Whether the seat has filled all four goal fields.
    fn goal_is_full(&self, seat: usize) -> bool {
        self.goal[seat] == [true; 4]
    }
}

/// Plays until the game is won or drawn, or until `cap` rolls were made, which is a draw too.
/// Asks `roll(seat)` for each roll; returns the result and the number of rolls made.
pub fn play(board: &mut Board, cap: u64, mut roll: impl FnMut(usize) -> u32) -> (Next, u64) {
    let mut rolls = 0;
    loop {
        match board.next() {
            Next::Roll(seat) => {
                // "A game that has not ended after 100,000 rolls counts as a draw too"
                if rolls == cap {
                    return (Next::Draw, rolls);
                }
                board.roll(roll(seat));
                rolls += 1;
            }
            ended => return (ended, rolls),
        }
    }
}

/// The other seat.
fn other(seat: usize) -> usize {
    1 - seat
}

/// The track field where the seat has this progress (0..=39).
fn track_field(seat: usize, progress: u32) -> usize {
    // "opposite seats: progress p of one player is the same track field as progress (p + 20) mod 40
    // of the other"
    assert!(TRACK.contains(&progress));
    (progress as usize + 20 * seat) % 40
}

/// The goal field, a = 0 to d = 3, that has this progress (40..=43).
fn goal_field(progress: u32) -> usize {
    assert!(GOAL.contains(&progress));
    progress as usize - 40
}
