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
//! * "Vorderster Stein" has two common readings. [`Rules::OFFIZIELL`] lets a piece on the track
//!   move before one in the goal, as above. [`Rules::ZIELZUERST`] makes 3 and 4 one rule: the
//!   frontmost own piece that can move moves, goal pieces being in front of all others.
//! * A 6 with a piece at home and an own piece on A that cannot move by 6 is an ordinary 6: the
//!   frontmost piece that can moves.
//! * There are no three tries for a player with nothing on the track: a turn is one roll, and one
//!   more after each 6.
//!
//! # A rule set is a base and a set of deviations
//!
//! Real programs deviate from these rules in common ways: see [`Deviation`]. [`Rules`] are a base and a set of
//! deviations. They decide what a roll does ([`Rules::turn`]), who rolls next ([`Rules::next`], [`Rules::referee`]), what
//! is lost to captures ([`Rules::exposed`], [`Rules::landing`]), and little else; the tables of the
//! [engine](crate::engine) are built from that, and the loop over games knows nothing of deviations.

mod configuration;
mod deviations;
mod manufacturer;
mod turn;
mod wlr;

use enumset::EnumSet;
use strum::{IntoStaticStr, VariantArray};

use configuration::START_FIELD;
pub(crate) use configuration::TRACK_FIELDS;
pub use configuration::{Configuration, FIELDS, LAP, PIECES, SIX, TRACK, opposite};
pub use deviations::{Deviation, RulesError};
pub use turn::{Memory, Move, Next, Roll, Rule, Ruling, Turn};

/// What a rule set is without deviations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
enum Base {
    /// The manufacturer's rules, rule 3 before rule 4.
    Offiziell,
    /// The same, with goal pieces in front of all others.
    Zielzuerst,
    /// What a contest entry [plays](wlr).
    Wlr,
}

/// A rule set: a base, and how it is deviated from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rules {
    base: Base,
    with: EnumSet<Deviation>,
}

/// Who begins the games of a pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Starter {
    /// Both seats take turns.
    Alternating,
    /// Each player rolls the own die, and the higher one begins. Equal rolls are repeated; dice that can only
    /// roll equally take turns.
    RolledFor,
    /// The die that comes first in the file.
    First,
}

impl Rules {
    /// Pieces on the track move before pieces in the goal. The default.
    pub const OFFIZIELL: Rules = Rules::of(Base::Offiziell);
    /// Pieces in the goal are in front of all others.
    pub const ZIELZUERST: Rules = Rules::of(Base::Zielzuerst);
    /// What a contest entry really plays.
    pub const WLR: Rules = Rules::of(Base::Wlr);

    /// The rule sets without deviations.
    pub const ALL: [Rules; 3] = [Rules::OFFIZIELL, Rules::ZIELZUERST, Rules::WLR];

    const fn of(base: Base) -> Rules {
        Rules {
            base,
            with: EnumSet::empty(),
        }
    }

    /// Whether the rules have this deviation.
    pub fn has(self, deviation: Deviation) -> bool {
        self.with.contains(deviation)
    }

    /// The rules without deviations.
    pub fn base(self) -> Rules {
        Rules::of(self.base)
    }

    /// What a player has at the start of a game.
    pub fn start(self) -> Configuration {
        if self.has(Deviation::EmptyStart) {
            Configuration::EMPTY
        } else {
            Configuration::START
        }
    }

    /// The face that counts as the 6 on a die with these faces; the die need not have it.
    pub fn six(self, faces: &[u32]) -> u32 {
        let is_highest = self.has(Deviation::HighestIsSix) && !faces.contains(&SIX);
        let highest = faces.iter().copied().max();
        highest.filter(|_| is_highest).unwrap_or(SIX)
    }

    /// What a roll does to the player on this seat, 0 or 1, which makes a difference under `wlr`.
    ///
    /// Any number may be rolled; 44 and more never move anything, nor does 0, unless it counts as the 6, or
    /// under `wlr`.
    #[inline]
    pub fn turn(self, own: Configuration, roll: Roll, seat: usize) -> Turn {
        if self.base == Base::Wlr {
            wlr::turn(own, roll, seat)
        } else {
            Turn([manufacturer::turn(self, own, roll), None])
        }
    }

    /// Who rolls next after a roll that did or did not move something. The mover had these pieces and this
    /// memory before.
    ///
    /// Whether the game has ended, or somebody is stuck, is not asked here.
    #[inline]
    pub fn next(self, own: Configuration, memory: Memory, roll: Roll, has_moved: bool) -> Next {
        let gives_further_roll = roll.is_six
            && !self.has(Deviation::NoFurtherRoll)
            && (has_moved || !self.has(Deviation::FurtherRollAfterMove));
        if gives_further_roll {
            return Next::Further;
        }
        if !self.has(Deviation::ThreeTries) || has_moved || own.track() != 0 {
            return Next::Other;
        }
        match memory {
            Memory::Nothing => Next::Try(Memory::TriedOnce),
            Memory::TriedOnce => Next::Try(Memory::TriedTwice),
            Memory::TriedTwice | Memory::Stuck => Next::Other,
        }
    }

    /// Who rolls, or how the game has ended, when it is this seat's turn and nobody has won. For each seat it is known
    /// whether it counts as stuck.
    pub fn referee(self, stuck: [bool; 2], due: usize) -> Ruling {
        let other = 1 - due;
        if self.has(Deviation::StuckLoses) && stuck[due] {
            Ruling::Ended(Some(other))
        } else if stuck == [true; 2] {
            Ruling::Ended(None)
        } else if stuck[due] && !self.rolls_on() {
            Ruling::Rolls(other)
        } else {
            Ruling::Rolls(due)
        }
    }

    /// Whether stuck players roll on, and count as stuck until their next roll. Otherwise they pass or lose.
    pub fn rolls_on(self) -> bool {
        self.base == Base::Wlr
    }

    /// Whether a player may win who never fills the goal: because the other one is stuck.
    pub fn wins_by_others(self) -> bool {
        self.has(Deviation::StuckLoses)
    }

    /// What the mover remembers after a roll that did or did not move something. `is_stuck` says whether no
    /// roll gets the mover's pieces any further, as the rules judge it.
    #[inline]
    pub fn remembered(
        self,
        next: Next,
        has_moved: bool,
        is_stuck: impl FnOnce() -> bool,
    ) -> Memory {
        match next {
            Next::Try(memory) => memory,
            _ if self.rolls_on() && !has_moved && is_stuck() => Memory::Stuck,
            _ => Memory::Nothing,
        }
    }

    /// Whether a player with these pieces and this memory may be about to roll.
    pub fn admits(self, own: Configuration, memory: Memory) -> bool {
        match memory {
            Memory::Nothing => true,
            Memory::Stuck => self.rolls_on(),
            Memory::TriedOnce | Memory::TriedTwice => {
                self.has(Deviation::ThreeTries) && own.track() == 0
            }
        }
    }

    /// The track fields on which a piece of a player can be captured: bit p for progress p in 0..=39.
    pub fn exposed(self, own: Configuration) -> u64 {
        if self.has(Deviation::NoCaptures) {
            0
        } else if self.has(Deviation::SafeStart) {
            own.track() & !START_FIELD
        } else {
            own.track()
        }
    }

    /// The track field on which a move captures an exposed piece, as the mover's progress; `None` if it never does.
    pub fn landing(self, mv: Move) -> Option<u8> {
        let spares = self.has(Deviation::BringOutSpares) && mv.from.is_none();
        mv.landing().filter(|_| !spares)
    }

    /// The track fields on which pieces of both players may stand although both are exposed, as a set of progress
    /// values: each other's A.
    pub fn shared(self) -> u64 {
        match self.has(Deviation::BringOutSpares) {
            true => START_FIELD | 1 << opposite(0),
            false => 0,
        }
    }

    /// Whether a player for whose die these rolls are possible is stuck on this seat, 0 or 1. Where stuck
    /// players roll on, that is so only after a roll that moved nothing.
    pub fn is_stuck(
        self,
        own: Configuration,
        rolls: impl IntoIterator<Item = Roll>,
        seat: usize,
    ) -> bool {
        let mut rolls = rolls.into_iter();
        if self.base == Base::Wlr {
            wlr::is_stuck(own, rolls.map(|roll| roll.face), seat)
        } else {
            rolls.all(|roll| self.turn(own, roll, seat).moves().next().is_none())
        }
    }

    /// Who begins the games of a pairing.
    pub fn starter(self) -> Starter {
        if self.has(Deviation::RolledStarter) {
            Starter::RolledFor
        } else if self.has(Deviation::FirstStarts) {
            Starter::First
        } else {
            Starter::Alternating
        }
    }

    /// The same rules, but pieces in the goal are in front of all others, if that is a change.
    pub fn with_goal_first(self) -> Option<Rules> {
        (self.base == Base::Offiziell).then_some(Rules {
            base: Base::Zielzuerst,
            ..self
        })
    }

    /// The same rules, but seats take turns to begin.
    pub fn with_turns(self) -> Rules {
        Rules {
            with: self.with - Deviation::RolledStarter - Deviation::FirstStarts,
            ..self
        }
    }

    /// Whether the same die plays differently on the two seats.
    pub fn has_seats(self) -> bool {
        self.base == Base::Wlr
    }

    /// Whether a piece can come back to its own A field at the end of a lap, progress [`LAP`].
    pub fn has_lap(self) -> bool {
        self.base == Base::Wlr
    }

    /// The largest face that a die may have.
    pub fn most_face(self) -> u32 {
        match self.base {
            Base::Wlr => wlr::MOST_FACE,
            Base::Offiziell | Base::Zielzuerst => u32::MAX,
        }
    }
}
