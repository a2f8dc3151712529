//! What a roll does: moves, each by a rule, and who is next.

use super::configuration::{Configuration, LAP, TRACK};

/// A roll, as the rules see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Roll {
    /// The face, which says how far a piece moves.
    pub face: u32,
    /// Whether it counts as a 6: see [`Rules::six`](super::Rules::six).
    pub is_six: bool,
}

impl Roll {
    /// The roll of this face, on a die where this face counts as the 6.
    pub fn new(face: u32, six: u32) -> Roll {
        Roll {
            face,
            is_six: face == six,
        }
    }
}

/// What a player carries from one roll to the next, beside the configuration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Memory {
    /// Nothing.
    #[default]
    Nothing,
    /// That the player counts as stuck, since the last roll. So it is only where stuck players roll on.
    Stuck,
    /// That this turn has had one roll that could not be played.
    TriedOnce,
    /// That this turn has had two rolls that could not be played.
    TriedTwice,
}

impl Memory {
    /// How many there are.
    pub const COUNT: usize = 4;
}

/// Who rolls next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The other player.
    Other,
    /// The same player, because of a 6.
    Further,
    /// The same player, who may try again and then remembers this.
    Try(Memory),
}

/// What the [referee](super::Rules::referee) says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// This seat rolls.
    Rolls(usize),
    /// The game has ended, and this seat has won, or nobody.
    Ended(Option<usize>),
}

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
