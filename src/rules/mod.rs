//! The rules of two-player "Mensch ärgere Dich nicht": the effect of a roll on one player.
//!
//! Which piece a roll moves depends on the mover's own pieces, and under `wlr` also on the seat,
//! but never on the enemy's: enemy pieces never block, and there is no duty to capture. So a rule
//! set is a pure function from the mover's [`Configuration`], a roll and the seat to
//! moves; whom these capture is found where two players meet, as in
//! [`games`](crate::engine::games) and [`told`](crate::told).
//!
//! # The rules
//!
//! The base `offiziell` has the manufacturer's rules (Schmidt Spiele, without the section
//! "Spielvarianten") with the notes of the 40th Bundeswettbewerb Informatik on its task
//! "Würfelglück": the frontmost piece must move, if none can the turn is lost, two players sit on
//! opposite sides, and pieces may move on inside the goal.
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
//! and a set of deviations. Most deviations are asked for in one line: of the start
//! ([`Rules::start`]), of the face that counts as the 6 ([`Rules::six`]), of the moves of a roll
//! (`moves`), of captures and of the turn ([`Rules::play_roll`], [`Rules::exposed`]), or of
//! who rolls or has won ([`Rules::referee`]). The tables of the [engine](crate::engine) are built
//! from that, and the loop over games knows nothing of deviations.

mod configuration;
mod deviations;
mod rule_set;
mod turn;
mod wlr;

use Deviation::*;
pub(crate) use configuration::TRACK_FIELDS;
pub use configuration::{
    Configuration, FIELDS, LAP, PIECES, SIX, TRACK, opposite, opposite_fields,
};
use configuration::{GOAL_FIELDS, START_FIELD};
pub use deviations::Deviation;
use rule_set::Base;
pub use rule_set::{Rules, RulesError};
use turn::TurnChange;
pub use turn::{
    Aftereffect, Ending, MOST_ROLLS, Move, NUMBERED_RULES, NumberedRule, PlayedMove, PlayedRoll,
    PlayerState, Roll, Rule, Standing,
};

/// Moves and captures.
impl Rules {
    /// The pieces of each player at the start of a game.
    pub fn start(self) -> Configuration {
        if self.has(EmptyStart) {
            Configuration::EMPTY
        } else {
            Configuration::START
        }
    }

    /// The face that counts as the 6 on a die with these faces: a 6, even if the die has none, or
    /// under `hoechste-setzt-ein` the highest face of a die without a 6.
    pub fn six(self, faces: &[u32]) -> u32 {
        if self.has(HighestIsSix) && !faces.contains(&SIX) {
            faces.iter().copied().max().unwrap_or(SIX)
        } else {
            SIX
        }
    }

    /// The moves of a roll of the player on this seat, 0 or 1: at most one, or under `wlr` up to
    /// two, one after the other. Only under [`wlr`](Self::is_seat_dependent) the seat matters.
    ///
    /// Any number may be rolled. 0 and faces of 44 and more move no piece forward (but 0 may under
    /// `wlr`). If they count as the 6, they bring pieces out.
    #[inline]
    fn moves(self, pieces: Configuration, roll: Roll, seat: usize) -> impl Iterator<Item = Move> {
        let moves = match self.base {
            Base::Wlr => wlr::moves(pieces, roll, seat),
            Base::Offiziell | Base::Zielzuerst => [self.select_move(pieces, roll), None],
        };
        moves.into_iter().flatten()
    }

    /// The move by the first rule that applies; `None` is rule 5.
    fn select_move(self, pieces: Configuration, roll: Roll) -> Option<Move> {
        let bring_out = bring_out(pieces, roll);
        if bring_out.is_some() && !self.has(BringOutLast) {
            return bring_out;
        }
        self.move_on(pieces, roll).or(bring_out)
    }

    /// The move by the first of rules 2 to 4 that applies.
    fn move_on(self, pieces: Configuration, roll: Roll) -> Option<Move> {
        let mut movable = pieces.movable(roll.face);
        if self.has(NoJumping) {
            movable &= !pieces.jumping_in_goal(roll.face);
        }
        // The pieces that a rule may move are none where it does not apply.
        let move_frontmost = |rule, pieces: u64| {
            let front = pieces.checked_ilog2()? as u8;
            Some(Move::new(rule, Some(front), front + roll.face as u8))
        };
        let clear_start = || {
            let applies = self.must_clear_start(pieces, roll);
            move_frontmost(Rule::ClearStart, only_if(applies, movable & START_FIELD))
        };
        let move_on_track = || {
            let tried = self.select_on_track(pieces, movable & TRACK_FIELDS);
            move_frontmost(Rule::FrontmostOnTrack, tried)
        };
        let move_in_goal = || {
            let applies = !self.has(NoGoalMoves);
            move_frontmost(
                Rule::FrontmostInGoal,
                only_if(applies, movable & GOAL_FIELDS),
            )
        };
        if self.has_goal_first() {
            clear_start().or_else(move_in_goal).or_else(move_on_track)
        } else {
            clear_start().or_else(move_on_track).or_else(move_in_goal)
        }
    }

    /// Returns whether rule 2 applies if the piece on A can move.
    fn must_clear_start(self, pieces: Configuration, roll: Roll) -> bool {
        !self.has(NoClearing)
            && (pieces.home_count() > 0 || self.has(ClearAlways))
            && (roll.is_six || !self.has(ClearWithSix))
    }

    /// The pieces of which rule 3 moves the frontmost one: some of `movable`, those on the track
    /// that can move. Both are sets of progress values.
    fn select_on_track(self, pieces: Configuration, movable: u64) -> u64 {
        if self.has(Rearmost) {
            movable & movable.wrapping_neg()
        } else if self.has(FrontmostOnly) {
            let front = pieces.track_fields().checked_ilog2();
            movable & front.map_or(0, |front| 1 << front)
        } else {
            movable
        }
    }

    /// Plays a roll of the player on this seat, 0 or 1, as far as the player itself is concerned.
    ///
    /// `before` is the player before the roll, and `is_stuck` says whether it
    /// [is stuck](Self::is_stuck) with some pieces.
    #[inline]
    pub fn play_roll(
        self,
        before: PlayerState,
        roll: Roll,
        seat: usize,
        is_stuck: impl Fn(Configuration) -> bool,
    ) -> PlayedRoll {
        let (mut moves, mut pieces, mut landings) = ([None; 2], before.pieces, 0);
        for (played, mv) in moves.iter_mut().zip(self.moves(before.pieces, roll, seat)) {
            pieces = pieces.moved(mv.from, mv.to);
            let capturing_landing = self.capturing_landing(mv);
            landings |= capturing_landing.map_or(0, |field| 1 << field);
            *played = Some(PlayedMove {
                mv,
                capturing_landing,
            });
        }
        let has_moved = moves[0].is_some();
        let turn = self.turn_change(before, roll, has_moved, || is_stuck(pieces));
        let after = PlayerState {
            pieces,
            aftereffect: turn.aftereffect,
        };
        // A player who is stuck does not roll again, so that the turn is over for it, too.
        let is_over =
            || !turn.is_due_again || self.standing(after, || is_stuck(pieces)) == Standing::Stuck;
        let captures_at_end = self.has(CapturesAtTurnEnd) && is_over();
        let landings_at_turn_end = only_if(captures_at_end, pieces.track_fields());
        PlayedRoll {
            moves,
            after,
            is_due_again: turn.is_due_again,
            landings_at_turn_end,
            landings: landings | landings_at_turn_end,
        }
    }

    /// The track field on which a move captures an exposed piece at once, as the mover's progress;
    /// `None` if it never does.
    #[inline]
    fn capturing_landing(self, mv: Move) -> Option<u8> {
        let is_sparing = self.has(BringOutSpares) && mv.from.is_none();
        mv.landing()
            .filter(|_| !is_sparing && !self.has(CapturesAtTurnEnd))
    }

    /// The track fields on which a piece of a player can be captured: bit p for progress p in
    /// 0..=39.
    pub fn exposed(self, pieces: Configuration) -> u64 {
        let safe = only_if(self.has(SafeStart), START_FIELD);
        only_if(!self.has(NoCaptures), pieces.track_fields() & !safe)
    }

    /// The track fields on which exposed pieces of both players may stand between two rolls, as a
    /// set of progress values: the As of both under `einsetzen-schlaegt-nicht`; all under
    /// `schlagen-am-zugende`, within a turn of several moves.
    pub fn shareable_fields(self) -> u64 {
        // Tries that fail move nothing.
        let can_move_twice = !self.has(NoFurtherRoll);
        only_if(self.has(BringOutSpares), START_FIELD | 1 << opposite(0))
            | only_if(self.has(CapturesAtTurnEnd) && can_move_twice, TRACK_FIELDS)
    }
}

/// The move by rule 1.
fn bring_out(pieces: Configuration, roll: Roll) -> Option<Move> {
    let applies = roll.is_six && pieces.home_count() > 0 && !pieces.holds(0);
    applies.then_some(Move::new(Rule::BringOut, None, 0))
}

/// The set if the condition holds, otherwise an empty one.
#[inline(always)]
fn only_if(condition: bool, set: u64) -> u64 {
    if condition { set } else { 0 }
}

/// Turns, and the ends of games.
impl Rules {
    /// The change of the turn by a roll.
    ///
    /// `before` is the mover before the roll, `has_moved` says whether the roll moved a piece, and
    /// `is_stuck` whether the mover [is stuck](Self::is_stuck) after it.
    #[inline]
    fn turn_change(
        self,
        before: PlayerState,
        roll: Roll,
        has_moved: bool,
        is_stuck: impl FnOnce() -> bool,
    ) -> TurnChange {
        let gives_further_roll = roll.is_six
            && !self.has(NoFurtherRoll)
            && (has_moved || !self.has(FurtherRollAfterMove));
        let is_failed_try = self.has(ThreeTries) && !has_moved && before.pieces.track_fields() == 0;
        let counts_as_stuck = self.lets_stuck_players_roll() && !has_moved && is_stuck();
        let (is_due_again, aftereffect) = match before.aftereffect {
            _ if counts_as_stuck => (gives_further_roll, Aftereffect::Stuck),
            _ if gives_further_roll => (true, Aftereffect::Nothing),
            Aftereffect::Nothing if is_failed_try => (true, Aftereffect::TriedOnce),
            Aftereffect::TriedOnce if is_failed_try => (true, Aftereffect::TriedTwice),
            _ => (false, Aftereffect::Nothing),
        };
        TurnChange {
            is_due_again,
            aftereffect,
        }
    }

    /// The standing of a player; `is_stuck` says whether it [is stuck](Self::is_stuck).
    pub fn standing(self, player: PlayerState, is_stuck: impl FnOnce() -> bool) -> Standing {
        let counts_as_stuck = || {
            player.aftereffect == Aftereffect::Stuck
                || !self.lets_stuck_players_roll() && is_stuck()
        };
        if player.pieces.is_won() {
            Standing::Won
        } else if counts_as_stuck() {
            Standing::Stuck
        } else {
            Standing::Playing
        }
    }

    /// The seat that rolls next if seat `due` has the turn and the players of seats 0 and 1 have
    /// these standings. Errors with the ending if the game is over.
    pub fn referee(self, standings: [Standing; 2], due: usize) -> Result<usize, Ending> {
        let opponent = 1 - due;
        if let Some(seat) = standings
            .iter()
            .position(|&standing| standing == Standing::Won)
        {
            return Err(Ending::Won(seat));
        }
        let are_stuck = standings.map(|standing| standing == Standing::Stuck);
        if are_stuck[due] && self.has(StuckLoses) {
            Err(Ending::Won(opponent))
        } else if are_stuck == [true; 2] {
            Err(Ending::Draw)
        } else if are_stuck[due] && !self.lets_stuck_players_roll() {
            Ok(opponent)
        } else {
            Ok(due)
        }
    }

    /// Returns whether a player may win who can come to these standings: whether it can fill the
    /// goal if it is captured at the right times, or a stuck player loses, even if the other one is
    /// never stuck. If not, it never wins.
    pub fn can_win(self, mut standings: impl Iterator<Item = Standing>) -> bool {
        self.has(StuckLoses) || standings.any(|standing| standing == Standing::Won)
    }

    /// Returns whether a player for whose die these rolls are possible is stuck on this seat, 0 or
    /// 1.
    ///
    /// Where [stuck players roll](Self::lets_stuck_players_roll), the answer holds only after a
    /// roll that moved nothing.
    pub fn is_stuck(
        self,
        pieces: Configuration,
        mut rolls: impl Iterator<Item = Roll>,
        seat: usize,
    ) -> bool {
        match self.base {
            Base::Wlr => wlr::is_stuck(pieces, rolls.map(|roll| roll.face), seat),
            Base::Offiziell | Base::Zielzuerst => {
                rolls.all(|roll| self.moves(pieces, roll, seat).next().is_none())
            }
        }
    }

    /// Returns whether a player can have its after-effect under these rules: tries that failed only
    /// without a piece on the track, and if `may_be_due` says that it may have the turn. Whether
    /// one that counts as stuck can have its pieces is not checked.
    pub fn can_have_aftereffect(self, player: PlayerState, may_be_due: bool) -> bool {
        match player.aftereffect {
            Aftereffect::Nothing => true,
            Aftereffect::Stuck => self.lets_stuck_players_roll(),
            Aftereffect::TriedOnce | Aftereffect::TriedTwice => {
                self.has(ThreeTries) && player.pieces.track_fields() == 0 && may_be_due
            }
        }
    }
}
