//! What a roll does to one player: the rules of two-player "Mensch ärgere Dich nicht".
//!
//! Which piece a roll moves depends on the mover's own pieces and on nothing else: enemy pieces
//! never block, and there is no duty to capture. So a rule set is a pure function from the mover's
//! [`Configuration`] and a roll to [moves](Rules::moves); what an opponent loses by them is decided
//! where two players meet, in [`games`](crate::engine::games).
//!
//! # The rules
//!
//! They are the manufacturer's rules (Schmidt Spiele, without the section "Spielvarianten") with
//! the notes of the 40th Bundeswettbewerb Informatik on its task "Würfelglück": the frontmost piece
//! must move, if none can the turn is lost, two players sit on opposite sides, and pieces may move
//! on inside the goal.
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
//! Real programs deviate from these rules in common ways: see [`Deviation`]. [`Rules`] are a base
//! and a set of deviations. Each deviation is asked for in one line: what a roll does
//! ([`Rules::moves`]), what is lost to captures ([`Rules::exposed`], [`Rules::landing`],
//! [`Rules::landings_at_turn_end`]), who is due ([`Rules::next`]), and who rolls or has won
//! ([`Rules::referee`]). The tables of the [engine](crate::engine) are built from that, and the
//! loop over games knows nothing of deviations.

mod configuration;
mod deviations;
mod turn;
mod wlr;

use Deviation::*;
pub(crate) use configuration::TRACK_FIELDS;
pub use configuration::{
    Configuration, FIELDS, LAP, PIECES, SIX, TRACK, opposite, opposite_fields,
};
use configuration::{GOAL_FIELDS, START_FIELD};
pub use deviations::{Deviation, RulesError};
pub use turn::{Ending, MOST_ROLLS, Memory, Move, Roll, Rule, Standing};

/// What a rule set is without deviations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Base {
    /// The manufacturer's rules, rule 3 before rule 4.
    Offiziell,
    /// The same, with goal pieces in front of all others. This is what OpenSpiel's `maedn` plays,
    /// with a policy that always moves the frontmost piece.
    Zielzuerst,
    /// What a contest entry [plays](wlr).
    Wlr,
}

/// Their names.
const BASES: [&str; 3] = ["offiziell", "zielzuerst", "wlr"];

/// A rule set: a base, and how it is deviated from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rules {
    base: Base,
    /// A [bit](Deviation::bit) for each deviation.
    with: u32,
}

/// What a roll does.
impl Rules {
    /// What a player has at the start of a game.
    pub fn start(self) -> Configuration {
        if self.has(EmptyStart) {
            Configuration::EMPTY
        } else {
            Configuration::START
        }
    }

    /// The face that counts as the 6 on a die with these faces; the die need not have it.
    pub fn six(self, faces: &[u32]) -> u32 {
        if self.has(HighestIsSix) && !faces.contains(&SIX) {
            faces.iter().copied().max().unwrap_or(SIX)
        } else {
            SIX
        }
    }

    /// The moves of a roll of the player on this seat, 0 or 1, which makes a difference under
    /// `wlr`: none, one, or under `wlr` one after another.
    ///
    /// Any number may be rolled; 44 and more never move anything, nor does 0, unless it counts as
    /// the 6, or under `wlr`.
    #[inline]
    pub fn moves(self, own: Configuration, roll: Roll, seat: usize) -> impl Iterator<Item = Move> {
        let moves = match self.base {
            Base::Wlr => wlr::moves(own, roll, seat),
            _ => [self.first_that_applies(own, roll), None],
        };
        moves.into_iter().flatten()
    }

    /// The move by the first rule that applies; `None` is rule 5.
    fn first_that_applies(self, own: Configuration, roll: Roll) -> Option<Move> {
        let is_brought_out = roll.is_six && own.home() > 0 && !own.holds(0);
        let bring_out = is_brought_out.then_some(Move::new(Rule::BringOut, None, 0));
        let mut movable = own.movable(roll.face);
        if self.has(NoJumping) {
            movable &= !own.jumping_in_goal(roll.face);
        }
        // For each other rule a set of pieces, which is empty where it does not apply.
        let must_clear = !self.has(NoClearing) && (own.home() > 0 || self.has(ClearAlways));
        let is_by_roll = roll.is_six || !self.has(ClearWithSix);
        let clear_start = only_if(must_clear && is_by_roll, movable & START_FIELD);
        let mut on_track = movable & TRACK_FIELDS;
        if self.has(Rearmost) {
            on_track &= on_track.wrapping_neg();
        } else if self.has(FrontmostOnly) {
            on_track &= own.track().checked_ilog2().map_or(0, |front| 1 << front);
        }
        let in_goal = only_if(!self.has(NoGoalMoves), movable & GOAL_FIELDS);
        let clear_start = (Rule::ClearStart, clear_start);
        let on_track = (Rule::FrontmostOnTrack, on_track);
        let in_goal = (Rule::FrontmostInGoal, in_goal);
        let rules = match self.base {
            Base::Zielzuerst => [clear_start, in_goal, on_track],
            _ => [clear_start, on_track, in_goal],
        };
        let of_frontmost = |(rule, pieces): (Rule, u64)| {
            let front = pieces.checked_ilog2()? as u8;
            Some(Move::new(rule, Some(front), front + roll.face as u8))
        };
        let go_on = || rules.into_iter().find_map(of_frontmost);
        if self.has(BringOutLast) {
            go_on().or(bring_out)
        } else {
            bring_out.or_else(go_on)
        }
    }

    /// The track field on which a move captures an exposed piece at once, as the mover's progress;
    /// `None` if it never does.
    #[inline]
    pub fn landing(self, mv: Move) -> Option<u8> {
        let spares = self.has(BringOutSpares) && mv.from.is_none();
        mv.landing()
            .filter(|_| !spares && !self.has(CapturesAtTurnEnd))
    }

    /// The track fields on which a roll captures exposed pieces because the mover's turn is over
    /// with it: bit p for the mover's progress p in 0..=39. The mover has these pieces after the
    /// roll and stands like this; `again` says whether it is due again. A mover who is stuck passes
    /// without rolling, so the turn is over for it, too.
    #[inline]
    pub fn landings_at_turn_end(self, own: Configuration, again: bool, standing: Standing) -> u64 {
        let is_over = !again || standing == Standing::Stuck;
        only_if(self.has(CapturesAtTurnEnd) && is_over, own.track())
    }

    /// The track fields on which a piece of a player can be captured: bit p for progress p in
    /// 0..=39.
    pub fn exposed(self, own: Configuration) -> u64 {
        let safe = only_if(self.has(SafeStart), START_FIELD);
        only_if(!self.has(NoCaptures), own.track() & !safe)
    }

    /// The track fields on which pieces of both players may stand although both are exposed, as a
    /// set of progress values: each other's A where bringing out spares; within a turn of several
    /// rolls all where its end captures.
    pub fn shared(self) -> u64 {
        let has_long_turns = !self.has(NoFurtherRoll);
        only_if(self.has(BringOutSpares), START_FIELD | 1 << opposite(0))
            | only_if(self.has(CapturesAtTurnEnd) && has_long_turns, TRACK_FIELDS)
    }
}

/// The set if this is so, and otherwise an empty one.
#[inline(always)]
fn only_if(is_so: bool, set: u64) -> u64 {
    if is_so { set } else { 0 }
}

/// Who rolls next, and how a game ends.
impl Rules {
    /// Whether the mover is due again after a roll that did or did not move something, and what it
    /// remembers then. It had these pieces and this memory before; `is_stuck` says whether no roll
    /// gets it any [further](Self::is_stuck) now.
    #[inline]
    pub fn next(
        self,
        (own, memory): (Configuration, Memory),
        roll: Roll,
        has_moved: bool,
        is_stuck: impl FnOnce() -> bool,
    ) -> (bool, Memory) {
        let gives_further_roll = roll.is_six
            && !self.has(NoFurtherRoll)
            && (has_moved || !self.has(FurtherRollAfterMove));
        let may_try = self.has(ThreeTries) && !has_moved && own.track() == 0;
        match memory {
            _ if self.rolls_on() && !has_moved && is_stuck() => (gives_further_roll, Memory::Stuck),
            _ if gives_further_roll => (true, Memory::Nothing),
            Memory::Nothing if may_try => (true, Memory::TriedOnce),
            Memory::TriedOnce if may_try => (true, Memory::TriedTwice),
            _ => (false, Memory::Nothing),
        }
    }

    /// How a player with these pieces and this memory stands; `is_stuck` as for
    /// [`next`](Self::next).
    pub fn standing(
        self,
        own: Configuration,
        memory: Memory,
        is_stuck: impl FnOnce() -> bool,
    ) -> Standing {
        if own.is_won() {
            Standing::Won
        } else if memory == Memory::Stuck || !self.rolls_on() && is_stuck() {
            Standing::Stuck
        } else {
            Standing::Playing
        }
    }

    /// The seat that rolls if this one is due and the players stand like this, or how the game has
    /// ended.
    pub fn referee(self, standing: [Standing; 2], due: usize) -> Result<usize, Ending> {
        let other = 1 - due;
        if let Some(seat) = standing.iter().position(|&one| one == Standing::Won) {
            return Err(Ending::Won(seat));
        }
        match standing.map(|one| one == Standing::Stuck) {
            stuck if stuck[due] && self.has(StuckLoses) => Err(Ending::Won(other)),
            [true, true] => Err(Ending::Draw),
            stuck if stuck[due] && !self.rolls_on() => Ok(other),
            _ => Ok(due),
        }
    }

    /// Whether a player for whose die these rolls are possible is stuck on this seat, 0 or 1. Where
    /// stuck players roll on, that is so only after a roll that moved nothing.
    pub fn is_stuck(
        self,
        own: Configuration,
        mut rolls: impl Iterator<Item = Roll>,
        seat: usize,
    ) -> bool {
        match self.base {
            Base::Wlr => wlr::is_stuck(own, rolls.map(|roll| roll.face), seat),
            _ => rolls.all(|roll| self.moves(own, roll, seat).next().is_none()),
        }
    }

    /// Whether stuck players roll on, and count as stuck until their next roll. Otherwise they pass
    /// or lose.
    pub fn rolls_on(self) -> bool {
        self.base == Base::Wlr
    }

    /// Whether a player with these pieces, who may be due or is not, can have this memory.
    pub fn admits(self, own: Configuration, memory: Memory, may_be_due: bool) -> bool {
        match memory {
            Memory::Nothing => true,
            Memory::Stuck => self.rolls_on(),
            _ => self.has(ThreeTries) && own.track() == 0 && may_be_due,
        }
    }
}

/// Rule sets and what they are made of.
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
        Rules { base, with: 0 }
    }

    /// Whether the rules have this deviation.
    pub fn has(self, deviation: Deviation) -> bool {
        self.with & deviation.bit() != 0
    }

    /// The rules without deviations.
    pub fn base(self) -> Rules {
        Rules::of(self.base)
    }

    /// The same rules, but pieces in the goal are in front of all others, if that is a change.
    pub fn with_goal_first(self) -> Option<Rules> {
        let base = Base::Zielzuerst;
        (self.base == Base::Offiziell).then_some(Rules { base, ..self })
    }

    /// The same rules, but seats take turns to begin.
    pub fn with_turns(self) -> Rules {
        let with = self.with & !(RolledStarter.bit() | FirstStarts.bit());
        Rules { with, ..self }
    }

    /// Whether the same die plays differently on the two seats.
    pub fn has_seats(self) -> bool {
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
