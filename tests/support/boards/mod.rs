//! Plain boards, and programs that play on them: what the engine is tested against, and lists of programs
//! with bugs.
//!
//! The boards follow the wording of the rules line by line, and share no code with the engine.

pub mod board;
pub mod programs;
pub mod wlr;

use board::{Board, REAL, choices};
use wlr::WlrBoard;

/// Who rolls next, or how the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// This seat rolls.
    Roll(usize),
    /// This seat has filled its goal, or the other one has lost by being stuck.
    Won(usize),
    /// Neither seat can ever move again.
    Draw,
}

/// A board with pieces, two dice, and whose turn it is. Seats are 0 and 1.
pub trait Oracle {
    /// Who rolls next, or how the game ended.
    fn next(&self) -> Next;

    /// Plays this roll for the seat that `next` names; the value need not be on its die. Panics if the
    /// game is over.
    fn play(&mut self, roll: u32);

    /// The progress values of the seat's pieces outside home, ascending.
    fn pieces(&self, seat: usize) -> Vec<u32>;

    /// Whether the seat counts as stuck.
    fn is_stuck(&self, seat: usize) -> bool;

    /// How many tries that moved nothing the seat about to roll has made in this turn.
    fn tries(&self) -> u32 {
        0
    }

    /// Plays until the game is won or drawn, or until `most` rolls were made. Asks `roll(seat)` for each
    /// roll; returns what is next then, and the number of rolls made.
    fn finish(&mut self, most: u64, roll: &mut dyn FnMut(usize) -> u32) -> (Next, u64) {
        let mut rolls = 0;
        loop {
            match self.next() {
                Next::Roll(seat) if rolls < most => self.play(roll(seat)),
                next => return (next, rolls),
            }
            rolls += 1;
        }
    }
}

/// The board with these pieces (progress values) outside home, `mover` being the seat whose turn it is, after so many
/// tries (under `wlr` none). Who counts as stuck before a roll matters under `wlr` only. Panics if there is no such
/// position.
pub fn at(
    rules: &str,
    faces: [Vec<u32>; 2],
    pieces: [&[u32]; 2],
    mover: usize,
    stuck: [bool; 2],
    tries: u32,
) -> Box<dyn Oracle> {
    if rules.starts_with("wlr") {
        return Box::new(WlrBoard::at(
            faces,
            pieces.map(<[u32]>::to_vec),
            mover,
            stuck,
        ));
    }
    let board = Board::start(REAL, &choices(rules), None, faces, mover);
    Box::new(board.at(pieces, mover).with_tries(tries))
}

/// The board at the start of a game under any rule set.
pub fn start(rules: &str, faces: [Vec<u32>; 2], starter: usize) -> Box<dyn Oracle> {
    if rules.starts_with("wlr") {
        Box::new(WlrBoard::start(faces, starter))
    } else {
        Box::new(Board::start(REAL, &choices(rules), None, faces, starter))
    }
}
