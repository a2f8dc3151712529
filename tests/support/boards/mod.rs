//! Plain boards, against which the engine is tested, and programs with bugs that play on them.
//!
//! The boards follow the wording of the rules line by line, and share no code with the engine. They
//! are a package of their own, which is optimised: tests are not.

#![allow(clippy::unwrap_used, clippy::disallowed_methods)]

pub mod board;
pub mod coins;
pub mod luck;
pub mod programs;
pub mod value_iteration;
pub mod wlr;

use board::{Board, REAL, choices};
use itertools::Itertools;
use programs::Bug;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use wlr::WlrBoard;

/// A generator of random numbers.
pub type Random = Xoshiro256PlusPlus;

/// The generator with this seed.
pub fn random(seed: u64) -> Random {
    Random::seed_from_u64(seed)
}

/// The next seat, or the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// This seat rolls.
    Roll(usize),
    /// This seat has filled its goal, or the other one has lost by being stuck.
    Won(usize),
    /// Both seats count as stuck.
    Draw,
}

/// The state in which the play of a game has stopped.
pub struct GameEnd {
    /// The ending, or the seat that would roll next.
    pub next: Next,
    /// The number of rolls made.
    pub rolls: u64,
}

/// A game of which it was counted how often one seat, the *runner*, rolled and was captured.
pub struct CountedGame {
    /// The ending, or the seat that would roll next.
    pub next: Next,
    /// The rolls that the runner made.
    pub rolls: u64,
    /// The rolls of the other seat that captured a piece of the runner.
    pub captures: u64,
}

/// Plays like [`Oracle::finish`], and counts.
pub fn finish_counting(
    board: &mut dyn Oracle,
    runner: usize,
    most: u64,
    roll: &mut dyn FnMut(usize) -> u32,
) -> CountedGame {
    let (mut rolls, mut captures) = (0, 0);
    for _ in 0..most {
        let Next::Roll(seat) = board.next() else {
            break;
        };
        let before = board.pieces(runner).len();
        board.play(roll(seat));
        rolls += u64::from(seat == runner);
        captures += u64::from(board.pieces(runner).len() < before);
    }
    CountedGame {
        next: board.next(),
        rolls,
        captures,
    }
}

/// A board with pieces, two dice, and the seat that has the turn. Seats are 0 and 1.
pub trait Oracle {
    /// The seat that rolls next, or the end of the game.
    fn next(&self) -> Next;

    /// Plays this roll for the seat that `next` names; the value need not be on its die. The game
    /// must not be over.
    fn play(&mut self, roll: u32);

    /// The progress values of the seat's pieces outside home, ascending.
    fn pieces(&self, seat: usize) -> Vec<u32>;

    /// Returns whether the seat counts as stuck.
    fn is_stuck(&self, seat: usize) -> bool;

    /// Returns for seats 0 and 1 whether they count as stuck.
    fn who_is_stuck(&self) -> [bool; 2] {
        [0, 1].map(|seat| self.is_stuck(seat))
    }

    /// The progress of the first goal field.
    fn goal(&self) -> u32;

    /// The mark behind the pieces of a seat in the notation: `?` for each try that moved nothing in
    /// the turn of the seat about to roll; under `wlr` `!` if the seat counts as stuck.
    fn mark(&self, seat: usize) -> String;

    /// The position in the notation of the fixtures, `0+17+b/-`.
    fn text(&self) -> String {
        let piece = |progress: u32| match progress.checked_sub(self.goal()) {
            Some(field) => char::from(b'a' + field as u8).to_string(),
            None => progress.to_string(),
        };
        let seat = |seat: usize| match &self.pieces(seat)[..] {
            [] => "-".to_string() + &self.mark(seat),
            pieces => pieces.iter().copied().map(piece).join("+") + &self.mark(seat),
        };
        format!("{}/{}", seat(0), seat(1))
    }

    /// Plays until the game is won or drawn, or until `most` rolls were made. Asks `roll(seat)` for
    /// each roll.
    fn finish(&mut self, most: u64, roll: &mut dyn FnMut(usize) -> u32) -> GameEnd {
        let mut rolls = 0;
        loop {
            match self.next() {
                Next::Roll(seat) if rolls < most => self.play(roll(seat)),
                next => return GameEnd { next, rolls },
            }
            rolls += 1;
        }
    }
}

/// The board in a position in the notation of the fixtures, `mover` being the seat whose turn it
/// is. Panics if there is no such position.
pub fn at(rules: &str, faces: [Vec<u32>; 2], text: &str, mover: usize) -> Box<dyn Oracle> {
    let is_wlr = rules.starts_with("wlr");
    let seats: [&str; 2] = text.split('/').collect_array().unwrap();
    let progress = |piece: &str| match piece.as_bytes() {
        [letter @ b'a'..=b'd'] => 40 + u32::from(is_wlr) + u32::from(letter - b'a'),
        _ => piece.parse().unwrap(),
    };
    let pieces = seats.map(|text| {
        let pieces = text.trim_end_matches(['?', '!']).split('+');
        pieces
            .filter(|&piece| piece != "-")
            .map(progress)
            .collect_vec()
    });
    if is_wlr {
        let stuck = seats.map(|text| text.ends_with('!'));
        return Box::new(WlrBoard::at(faces, pieces, mover, stuck));
    }
    let board = Board::start(REAL, &choices(rules), None, faces, mover);
    let tries = seats[mover].matches('?').count();
    Box::new(board.at(pieces, mover, tries as u32))
}

/// The board at the start of a game under any rule set, with this bug (under `wlr` none).
pub fn start(
    rules: &str,
    bug: Option<Bug>,
    faces: [Vec<u32>; 2],
    starter: usize,
) -> Box<dyn Oracle> {
    if rules.starts_with("wlr") {
        return at(rules, faces, "0/0", starter);
    }
    Box::new(Board::start(REAL, &choices(rules), bug, faces, starter))
}
