//! The words in which the rules speak of a roll: moves, each by a numbered rule, who is next, and
//! how games end.

use super::configuration::{FIELDS, LAP, TRACK};

/// A game that has not ended after this many rolls is a draw.
pub const MOST_ROLLS: u64 = 100_000;

/// A roll, as the rules see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Roll {
    /// The face, which says how far a piece moves; 0 for all faces that are too large to move any.
    pub face: u32,
    /// Whether it counts as a 6: see [`Rules::six`](super::Rules::six).
    pub is_six: bool,
}

impl Roll {
    /// The roll of this face, on a die where this face counts as the 6.
    pub fn new(face: u32, six: u32) -> Roll {
        let is_six = face == six;
        let face = if face < u32::from(FIELDS) { face } else { 0 };
        Roll { face, is_six }
    }
}

/// The rule by which a move was chosen, in the order in which they are tried; see the
/// [documentation of the rules](super#the-rules). The number is what a told game prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// Rule 1: a piece from home is put on A.
    BringOut = 1,
    /// Rule 2: the piece on A makes room for those at home.
    ClearStart,
    /// Rule 3: the frontmost piece on the track that can move.
    FrontmostOnTrack,
    /// Rule 4: the frontmost piece in the goal that can move.
    FrontmostInGoal,
}

/// A move of one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The rule that selected it.
    pub rule: Rule,
    /// Progress that the piece leaves, `None` if it comes from home.
    pub from: Option<u8>,
    /// Progress that it reaches.
    pub to: u8,
}

impl Move {
    /// A piece moves from one field, or from home if that is `None`, to another by this rule.
    pub(super) fn new(rule: Rule, from: Option<u8>, to: u8) -> Move {
        Move { rule, from, to }
    }

    /// The track field on which the piece lands, as the mover's progress; `None` in the goal.
    #[inline]
    pub fn landing(self) -> Option<u8> {
        match self.to {
            LAP => Some(0),
            to => (to < TRACK).then_some(to),
        }
    }
}

/// What a player carries from one roll to the next, beside the configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Memory {
    /// Nothing.
    Nothing,
    /// That the player counts as stuck, since the last roll. So it is only where stuck players roll
    /// on.
    Stuck,
    /// That this turn has had one roll that could not be played.
    TriedOnce,
    /// That this turn has had two rolls that could not be played.
    TriedTwice,
}

/// Whether a player can go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It can, as far as is known.
    Playing,
    /// It counts as stuck.
    Stuck,
    /// It has filled the goal.
    Won,
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// This seat has won: it has filled its goal, or the other one is stuck and loses by it.
    Won(usize),
    /// Both players are stuck.
    Draw,
    /// It took [`MOST_ROLLS`] rolls.
    CutOff,
}
