//! What a roll does: moves, each by a rule.

use super::configuration::{Configuration, LAP, TRACK};

/// The rule by which a move was chosen; see the [documentation of the rules](super#the-rules).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

impl Rule {
    /// The number of the rule, 1 to 4, in the order in which they are tried. It is what a told game prints.
    pub fn number(self) -> u8 {
        self as u8
    }
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
    /// The configuration after this move, which must have been chosen for `own`.
    pub fn after(self, own: Configuration) -> Configuration {
        own.with_piece_moved(self.from, self.to)
    }

    /// The track field on which the piece lands, as the mover's progress; `None` in the goal.
    pub fn landing(self) -> Option<u8> {
        match self.to {
            LAP => Some(0),
            to => (to < TRACK).then_some(to),
        }
    }
}

/// What a roll does to the mover: no move, one, or under `wlr` one after another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn(pub(super) [Option<Move>; 2]);

impl Turn {
    /// The moves in order.
    pub fn moves(self) -> impl Iterator<Item = Move> {
        self.0.into_iter().flatten()
    }

    /// The configuration after all moves, which must have been chosen for this one.
    pub fn after(self, own: Configuration) -> Configuration {
        self.moves().fold(own, |own, mv| mv.after(own))
    }
}
