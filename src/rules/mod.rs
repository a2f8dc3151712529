//! What a roll does to one player: the rules of two-player "Mensch ärgere Dich nicht".
//!
//! Which piece a roll moves depends on the mover's own pieces and on nothing else: enemy pieces
//! never block, and there is no duty to capture. So a rule set is a pure function from the
//! mover's [`Configuration`] and a roll to a [`Move`]; what an opponent loses by it is decided
//! where two players meet, in [`games`](crate::engine::games).
//!
//! # The rules
//!
//! They are the manufacturer's rules (Schmidt Spiele, without the section "Spielvarianten") with
//! the notes of the 40th Bundeswettbewerb Informatik on its task "Würfelglück": the frontmost
//! piece must move, if none can the turn is lost, two players sit on opposite sides, and pieces
//! may move on inside the goal.
//!
//! **Words.** A piece's *progress* counts from its own A field: 0..=39 are the track, 40..=43 the
//! goal fields a to d. Pieces *at home* wait on the B fields. Progress p of one player is the same
//! track field as progress (p + 20) mod 40 of the other.
//!
//! **Start.** Each player has one piece on A and three at home. Each die starts half of the games.
//!
//! **A roll** r moves a piece from p to p + r. That is *possible* if r ≥ 1, p + r ≤ 43 and no own
//! piece stands there. Any pieces may be jumped over, in the goal too. Landing on a track field
//! that holds an enemy piece sends that piece home. No field is safe, A neither.
//!
//! The roll selects the move; the first rule that applies is played ([`Rule`]):
//!
//! 1. A 6, a piece at home and no own piece on A: a piece from home is put on A.
//! 2. A piece at home and an own piece on A that can move by r: it moves. (With a 6 too.)
//! 3. The frontmost own piece on the track that can move by r moves.
//! 4. The frontmost own piece in the goal that can move by r moves.
//! 5. Otherwise nothing moves.
//!
//! After a 6, whether or not something moved, the same player rolls again. Whoever fills all four
//! goal fields has won at once; a 6 then gives no further roll.
//!
//! **Stuck.** A player none of whose die's faces moves anything is stuck and passes without
//! rolling. If both are stuck the game is a draw. Only being captured can free a stuck player.
//! A game that has not ended after 100,000 rolls is a draw too.
//!
//! # What was decided where the sources are open
//!
//! * "Vorderster Stein" has two common readings. [`Rules::Offiziell`] lets a piece on the track
//!   move before one in the goal, as above. [`Rules::Zielzuerst`] makes 3 and 4 one rule: the
//!   frontmost own piece that can move moves, goal pieces being in front of all others.
//! * A 6 with a piece at home and an own piece on A that cannot move by 6 is an ordinary 6: the
//!   frontmost piece that can moves.
//! * There are no three tries for a player with nothing on the track: a turn is one roll, and one
//!   more after each 6.

mod configuration;
mod manufacturer;
mod turn;
mod wlr;

pub(crate) use configuration::TRACK_FIELDS;
pub use configuration::{Configuration, FIELDS, LAP, PIECES, SIX, TRACK, opposite};
pub use turn::{Move, Rule, Turn};

/// A rule set: one reading of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rules {
    /// Pieces on the track move before pieces in the goal. The default.
    Offiziell,
    /// Pieces in the goal are in front of all others.
    Zielzuerst,
    /// What a contest entry really plays.
    Wlr,
}

impl Rules {
    /// All rule sets.
    pub const ALL: [Rules; 3] = [Rules::Offiziell, Rules::Zielzuerst, Rules::Wlr];

    /// The name by which users call it.
    pub const fn name(self) -> &'static str {
        match self {
            Rules::Offiziell => "offiziell",
            Rules::Zielzuerst => "zielzuerst",
            Rules::Wlr => "wlr",
        }
    }

    /// What `roll` does to the player on this seat, 0 or 1, which makes a difference under `wlr`.
    ///
    /// Any number may be rolled; 44 and more never move anything, nor does 0, but for `wlr`.
    #[inline]
    pub fn turn(self, own: Configuration, roll: u32, seat: usize) -> Turn {
        match self {
            Rules::Offiziell => Turn([manufacturer::offiziell(own, roll), None]),
            Rules::Zielzuerst => Turn([manufacturer::zielzuerst(own, roll), None]),
            Rules::Wlr => wlr::turn(own, roll, seat),
        }
    }

    /// Whether a player with these faces on this seat, 0 or 1, is stuck. Under `wlr` that is so only
    /// after a roll that moved nothing, see [`Rules::passes`].
    pub fn is_stuck(
        self,
        own: Configuration,
        faces: impl IntoIterator<Item = u32>,
        seat: usize,
    ) -> bool {
        match self {
            Rules::Wlr => wlr::is_stuck(own, faces, seat),
            _ => faces
                .into_iter()
                .all(|face| self.turn(own, face, seat).moves().next().is_none()),
        }
    }

    /// Whether being stuck follows from the configuration, and a stuck player passes. Otherwise it
    /// stays until the player rolls again.
    pub fn passes(self) -> bool {
        self != Rules::Wlr
    }

    /// Whether the same die plays differently on the two seats.
    pub fn has_seats(self) -> bool {
        self == Rules::Wlr
    }

    /// The largest face that a die may have.
    pub fn most_face(self) -> u32 {
        match self {
            Rules::Wlr => wlr::MOST_FACE,
            _ => u32::MAX,
        }
    }
}
