//! A slow, obvious implementation of the board game for two players: rule sets `offiziell` and
//! `zielzuerst` with all their deviations, on boards of any size, with bugs on request. (`wlr` has
//! a board of its own.)
//!
//! It moves pieces about on a board and follows the wording of the rules line by line. That wording
//! stands in quotation marks: the prose from which the board was written, apart from the engine.
//! The top of `src/rules/mod.rs` has the same rules in words of today.

use std::iter;
use std::sync::Arc;

use itertools::Itertools;

use super::programs::Bug;
use super::{Next, Oracle};

/// "progress: how far a piece has come, counted from its own A field" (A itself is progress 0).
const A: u32 = 0;
/// The most tries of a turn under `drei-versuche`.
const MOST_TRIES: u32 = 3;

/// The measures of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    /// The number of track fields, which is even. The A fields are half a lap apart.
    pub fields: u32,
    /// The number of pieces, and of goal fields, of a player.
    pub pieces: u32,
    /// The roll that brings a piece out and gives a further roll.
    pub six: u32,
}

/// The board of the real game: "track 0..=39, goal fields a–d = 40..=43".
pub const REAL: Size = Size {
    fields: 40,
    pieces: 4,
    six: 6,
};

macro_rules! choices {
    ($($(#[$says:meta])* $name:ident)*) => {
        /// The rules of a game: `offiziell` if all is false, and one entry for each deviation from
        /// it.
        #[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
        pub struct Choices {
            $($(#[$says])* pub $name: bool,)*
        }

        /// The rule set of this name: `offiziell` or `zielzuerst`, then deviations in any order, as
        /// in `offiziell+start-leer+ohne-schlagen`. Panics if one of the words is no deviation.
        /// Deviations that exclude each other are not refused.
        pub fn choices(name: &str) -> Choices {
            let mut choices = Choices::default();
            for word in name.split('+').filter(|&word| word != "offiziell") {
                match &word.replace('-', "_")[..] {
                    $(stringify!($name) => choices.$name = true,)*
                    _ => panic!("{name}: there is no deviation {word}"),
                }
            }
            choices
        }
    };
}

choices! {
    /// "rules 3 and 4 are one, goal pieces in front"
    zielzuerst
    /// "at the start all four pieces are at home"
    start_leer
    /// "rule 2 holds with nobody at home, too"
    raeumen_immer
    /// "rule 2 holds for a roll of 6 only (with `raeumen-immer`: for a 6, whoever is at home)"
    raeumen_mit_6
    /// "rule 2 is left out (excludes the two above)"
    ohne_raeumen
    /// "rule 1 is tried last, after 4"
    einsetzen_zuletzt
    /// "rule 3 takes the rearmost piece on the track that can move"
    hinterste
    /// "rule 3 tries only the frontmost piece on the track" (excludes the one above)
    nur_vorderste
    /// "pieces in the goal do not move (rule 4 is left out)"
    ohne_zielzug
    /// "no own piece may be jumped over inside the goal: the goal fields between start and end of
    /// the move must be free"
    ohne_springen
    /// "enemy pieces are not sent home; both may stand on one field"
    ohne_schlagen
    /// "a piece on its own A is not sent home; both stand there" (excludes the one above)
    a_sicher
    /// "a piece that is brought out does not send home the enemy on that field; both stand there"
    /// (excludes `ohne-schlagen`)
    einsetzen_schlaegt_nicht
    /// "a 6 gives no further roll"
    ohne_zusatzwurf
    /// "a 6 gives a further roll only if it moved something (excludes the one above)"
    zusatzwurf_nach_zug
    /// "a player without a piece on the track rolls up to three times, until a roll can be played"
    drei_versuche
    /// "for a die without a 6 its highest face is the 6: it brings out and gives the further roll"
    hoechste_setzt_ein
    /// "who begins a game is rolled for"
    auswuerfeln
    /// "the die with the lower number in the file begins every game (excludes the one above)"
    erster_beginnt
    /// "a stuck player whose turn it is has lost"
    festsitzen_verliert
    /// "enemy pieces are sent home only after the last roll of a turn: those on any field that the
    /// mover's pieces hold then; within a turn both may stand on one field (excludes
    /// `ohne-schlagen`, `einsetzen-schlaegt-nicht`)"
    schlagen_am_zugende
}

impl Choices {
    /// Returns whether an enemy piece may stand on the track field where the seat's piece has this
    /// progress, on a board of this size.
    fn may_share(&self, progress: u32, size: Size) -> bool {
        // The A of the other seat is half a lap away.
        let on_an_a = progress == A || progress == A + size.fields / 2;
        self.ohne_schlagen
            || self.schlagen_am_zugende
            || (self.a_sicher || self.einsetzen_schlaegt_nicht) && on_an_a
    }
}

/// The seat that begins game number `game` (the first one is number 0) between dice with these
/// faces. Asks `roll(seat)` for each roll that the rules want for it.
pub fn starter(
    choices: &Choices,
    faces: [&[u32]; 2],
    game: u64,
    roll: &mut impl FnMut(usize) -> u32,
) -> usize {
    // "the die with the lower number in the file begins every game"
    if choices.erster_beginnt {
        return 0;
    }

    // "who begins a game is rolled for: each player rolls the own die, the higher one begins, equal
    // rolls are repeated (dice that can only roll equally take turns)"
    let only_equal_rolls = faces.concat().iter().all_equal();
    if choices.auswuerfeln && !only_equal_rolls {
        let mut rolls = iter::repeat_with(|| [roll(0), roll(1)]);
        let unequal = rolls.find(|[first, second]| first != second);
        return usize::from(unequal.is_some_and(|[first, second]| first < second));
    }

    // "Seat 1 starts in half of the games, seat 2 in the other half." (Here they are 0 and 1.)
    if game.is_multiple_of(2) { 0 } else { 1 }
}

/// The effect of a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RollReport {
    /// The progress that the piece reached; `None` if nothing moved.
    pub to: Option<u32>,
    /// True if the same player has a further roll, which another try is not.
    pub extra: bool,
}

/// The move that a roll selects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SelectedMove {
    /// A piece from home is put on A.
    BringOut,
    /// "rule 2": the piece on A moves.
    Clear,
    /// The piece with this progress moves by the roll.
    Advance(u32),
    /// Nothing moves.
    Nothing,
}

/// The conditions of a game, which do not change in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Setup {
    size: Size,
    choices: Choices,
    bug: Option<Bug>,
    /// The faces of each seat's die.
    faces: [Vec<u32>; 2],
    /// The number that is "a 6" for each seat in the rules.
    six: [u32; 2],
}

/// The board with all pieces, the two dice, and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    setup: Arc<Setup>,
    /// The progress values of each seat's pieces outside home, ascending.
    pieces: [Vec<u32>; 2],
    /// The seat whose turn it is.
    mover: usize,
    /// The number of tries that moved nothing in this turn of the mover (`drei-versuche`).
    tries: u32,
}

impl Oracle for Board {
    /// (Should both goals be full, which no game can reach, seat 0 is named as the winner.)
    fn next(&self) -> Next {
        // "Whoever fills all four goal fields has won at once"
        if let Some(seat) = (0..2).find(|&seat| self.goal_is_full(seat)) {
            return Next::Won(seat);
        }
        if !self.is_stuck(self.mover) {
            return Next::Roll(self.mover);
        }
        // `festsitzen-verliert`: "a stuck player whose turn it is has lost" (also if both are).
        if self.setup.choices.festsitzen_verliert {
            return Next::Won(other(self.mover));
        }
        // "If both are stuck the game is a draw: neither can ever move again."
        if self.is_stuck(other(self.mover)) {
            return Next::Draw;
        }
        // "A stuck player passes without rolling"
        Next::Roll(other(self.mover))
    }

    fn play(&mut self, roll: u32) {
        self.roll(roll);
    }

    fn pieces(&self, seat: usize) -> Vec<u32> {
        self.pieces[seat].clone()
    }

    fn goal(&self) -> u32 {
        self.setup.size.fields
    }

    fn mark(&self, seat: usize) -> String {
        let is_next = self.next() == Next::Roll(seat) && seat == self.mover;
        "?".repeat(if is_next { self.tries as usize } else { 0 })
    }

    fn is_stuck(&self, seat: usize) -> bool {
        // "Stuck: a player none of whose die's faces moves anything is stuck."
        let mut faces = self.setup.faces[seat].iter();
        faces.all(|&face| self.selected_move(seat, face) == SelectedMove::Nothing)
    }
}

impl Board {
    /// The start position of a game.
    pub fn start(
        size: Size,
        choices: &Choices,
        bug: Option<Bug>,
        faces: [Vec<u32>; 2],
        starter: usize,
    ) -> Board {
        let six = [0, 1].map(|seat| the_six(size, choices, &faces[seat]));
        let setup = Setup {
            size,
            choices: choices.clone(),
            bug,
            faces,
            six,
        };
        // "at the start all four pieces are at home", or "each player one piece on A (progress 0),
        // three at home."
        let pieces = if choices.start_leer { vec![] } else { vec![A] };
        Board {
            setup: Arc::new(setup),
            pieces: [pieces.clone(), pieces],
            mover: starter,
            tries: 0,
        }
    }

    /// The same game with these pieces (progress values) outside home and the rest at home; `mover`
    /// is the seat whose turn it is, after `tries` (0, 1 or 2), which are made under
    /// `drei-versuche` only, without a piece on the track. Panics if no such position exists, as
    /// when two pieces share a field (where both players may stand: two pieces of one player).
    pub fn at(&self, mut pieces: [Vec<u32>; 2], mover: usize, tries: u32) -> Board {
        for of_seat in &mut pieces {
            of_seat.sort_unstable();
        }
        let mut board = self.clone();
        (board.pieces, board.mover, board.tries) = (pieces, mover, tries);
        let may_try = self.setup.choices.drei_versuche && !board.piece_on_track(mover);
        assert!(tries == 0 || tries < MOST_TRIES && may_try, "{tries} tries");
        for seat in 0..2 {
            let pieces = &board.pieces[seat];
            let are_few = pieces.len() <= self.setup.size.pieces as usize;
            let are_a_set = pieces.is_sorted_by(|behind, ahead| behind < ahead);
            let may_stand = |&piece: &u32| {
                let may_share = self.setup.choices.may_share(piece, self.setup.size);
                piece <= board.last(seat) && (may_share || board.hit(seat, piece).is_none())
            };
            let are_possible = are_few && are_a_set && pieces.iter().all(may_stand);
            assert!(are_possible, "no such position: {:?}", board.pieces);
        }
        board
    }

    /// Plays this roll for the seat that `next` says is to roll; the value need not be on its die.
    /// Panics if the game is over.
    pub fn roll(&mut self, value: u32) -> RollReport {
        let Next::Roll(seat) = self.next() else {
            panic!("the game is over");
        };
        let setup = self.setup.clone();
        // The other player's tries do not count for the one to whom a stuck player passes.
        let tries = if seat == self.mover { self.tries } else { 0 };
        let piece_on_track = self.piece_on_track(seat);

        let selected = self.selected_move(seat, value);
        let (from, to) = match selected {
            SelectedMove::BringOut => (None, Some(A)),
            SelectedMove::Clear => (Some(A), self.target(seat, A, value)),
            SelectedMove::Advance(from) => (Some(from), self.target(seat, from, value)),
            SelectedMove::Nothing => (None, None),
        };
        if let Some(to) = to {
            self.pieces[seat].retain(|&piece| Some(piece) != from);
            // `einsetzen-schlaegt-nicht`: "a piece that is brought out does not send home the enemy
            // on that field; both stand there". `schlagen-am-zugende`: "within a turn both may
            // stand on one field".
            let spares = setup.choices.einsetzen_schlaegt_nicht && from.is_none()
                || setup.choices.schlagen_am_zugende;
            if !spares {
                self.capture(seat, to);
            }
            self.pieces[seat].push(to);
            self.pieces[seat].sort_unstable();
        }

        let moved = to.is_some();
        let is_six = value == setup.six[seat];
        let further_roll = match setup.bug {
            Some(Bug::SecondSeatRollsOnce) if seat == 1 => false,
            Some(Bug::RollsAgainAfterClearing) if selected == SelectedMove::Clear => true,
            // "a 6 gives no further roll"
            _ if setup.choices.ohne_zusatzwurf => false,
            // "a 6 gives a further roll only if it moved something"
            _ if setup.choices.zusatzwurf_nach_zug => is_six && moved,
            // "After a roll of 6, whether or not something moved, the same player rolls again"
            _ => is_six,
        };
        // "Whoever fills all four goal fields has won at once; a 6 then gives no further roll."
        let extra = further_roll && !self.goal_is_full(seat);

        // `drei-versuche`: "a player without a piece on the track rolls up to three times, until a
        // roll can be played"
        let a_try = setup.choices.drei_versuche && !piece_on_track && !moved && !extra;
        let again_try = a_try && tries + 1 < MOST_TRIES;
        self.tries = if again_try { tries + 1 } else { 0 };

        // "after any other roll it is the other player's turn"
        let goes_on = extra || again_try;
        self.mover = if goes_on { seat } else { other(seat) };

        // `schlagen-am-zugende`: "enemy pieces are sent home only after the last roll of a turn:
        // those on any field that the mover's pieces hold then". "A stuck player passes without
        // rolling", so that it makes no further roll.
        let was_last_roll = !goes_on || self.is_stuck(seat);
        if setup.choices.schlagen_am_zugende && was_last_roll {
            for held in self.pieces[seat].clone() {
                self.capture(seat, held);
            }
        }

        RollReport { to, extra }
    }

    /// "The roll selects the move, first match wins".
    fn selected_move(&self, seat: usize, roll: u32) -> SelectedMove {
        let choices = &self.setup.choices;
        // `einsetzen-zuletzt`: "rule 1 is tried last, after 4"
        if !choices.einsetzen_zuletzt && self.rule_1_brings_out(seat, roll) {
            return SelectedMove::BringOut;
        }
        if self.rule_2_clears_a(seat, roll) {
            return SelectedMove::Clear;
        }
        let on_track = || self.rule_3_track_piece(seat, roll);
        let in_goal = || self.rule_4_goal_piece(seat, roll);
        let advances = if choices.zielzuerst {
            // "3 and 4 are one rule: the frontmost own piece that can move by r moves, goal pieces
            // being in front of all others." So the goal comes first.
            in_goal().or_else(on_track)
        } else {
            on_track().or_else(in_goal)
        };
        match advances {
            Some(progress) => SelectedMove::Advance(progress),
            None if choices.einsetzen_zuletzt && self.rule_1_brings_out(seat, roll) => {
                SelectedMove::BringOut
            }
            // "5. Otherwise nothing moves."
            None => SelectedMove::Nothing,
        }
    }

    /// "1. r = 6, a piece is at home, and A holds no own piece: a piece from home is put on A
    /// (capturing an enemy piece there)."
    fn rule_1_brings_out(&self, seat: usize, roll: u32) -> bool {
        let brings_out =
            roll == self.setup.six[seat] || roll == 1 && self.setup.bug == Some(Bug::EntersWithOne);
        brings_out && self.piece_at_home(seat) && !self.own_piece_on(seat, A)
    }

    /// "2. A piece is at home, an own piece stands on A, and moving it by r is possible: it moves.
    /// (With r = 6 too.)"
    fn rule_2_clears_a(&self, seat: usize, roll: u32) -> bool {
        let choices = &self.setup.choices;
        // "rule 2 is left out"
        if choices.ohne_raeumen {
            return false;
        }
        // "rule 2 holds for a roll of 6 only"
        if choices.raeumen_mit_6 && roll != self.setup.six[seat] {
            return false;
        }
        // `raeumen-immer`: "rule 2 holds with nobody at home, too"
        let must_clear = self.piece_at_home(seat) || choices.raeumen_immer;
        must_clear && self.own_piece_on(seat, A) && self.target(seat, A, roll).is_some()
    }

    /// The progress of the piece that rule 3 moves: "3. The frontmost own piece on the track that
    /// can move by r moves."
    fn rule_3_track_piece(&self, seat: usize, roll: u32) -> Option<u32> {
        let on_track = |&progress: &u32| progress < self.lap(seat);
        let mut pieces = self.pieces[seat].iter().copied().filter(on_track);
        let can_move = |&progress: &u32| self.target(seat, progress, roll).is_some();
        if self.setup.choices.hinterste {
            // "rule 3 takes the rearmost piece on the track that can move"
            pieces.find(can_move)
        } else if self.setup.choices.nur_vorderste {
            // "rule 3 tries only the frontmost piece on the track"
            pieces.next_back().filter(can_move)
        } else {
            pieces.rfind(can_move)
        }
    }

    /// The progress of the piece that rule 4 moves: "4. The frontmost own piece in the goal that
    /// can move by r moves (a 1 takes a piece from a to b, and so on)."
    fn rule_4_goal_piece(&self, seat: usize, roll: u32) -> Option<u32> {
        // "pieces in the goal do not move (rule 4 is left out)"
        if self.setup.choices.ohne_zielzug {
            return None;
        }
        let mut pieces = self.pieces[seat].iter().copied();
        let can_move = |&progress: &u32| self.target(seat, progress, roll).is_some();
        pieces.rfind(|progress| *progress >= self.lap(seat) && can_move(progress))
    }

    /// The progress that the piece with progress `from` reaches by the roll, if it can move.
    fn target(&self, seat: usize, from: u32, roll: u32) -> Option<u32> {
        // "A roll r moves a piece from p to t = p + r. That is possible if r ≥ 1, t ≤ 43 and no own
        // piece stands on t. Any pieces may be jumped over, in the goal too."
        let lap = self.lap(seat);
        let ahead = from
            .checked_add(roll)
            .filter(|&to| roll >= 1 && to <= self.last(seat));
        let to = match self.setup.bug {
            _ if ahead.is_some() || roll < 1 || from < lap => ahead,
            Some(Bug::GoalBackwards) => from.checked_sub(roll).filter(|&to| to >= lap),
            Some(Bug::GoalWraps) => Some(lap + (from - lap + roll % 4) % 4),
            _ => None,
        }?;
        if self.own_piece_on(seat, to) {
            return None;
        }
        // `ohne-springen`: "no own piece may be jumped over inside the goal: the goal fields
        // between start and end of the move must be free"
        let mut between = from + 1..to;
        let jumps = between.any(|field| field >= lap && self.own_piece_on(seat, field));
        (!(self.setup.choices.ohne_springen && jumps)).then_some(to)
    }

    /// Sends home the enemy piece on the field where the seat has this progress, if there is one
    /// that may be captured. With a bug it may be another one, or none.
    fn capture(&mut self, seat: usize, progress: u32) {
        // "Landing on a track field that holds an enemy piece sends that piece home. No field is
        // safe, A neither."
        let Some(hit) = self.hit(seat, progress) else {
            return;
        };
        // `ohne-schlagen`: "enemy pieces are not sent home; both may stand on one field"
        // `a-sicher`: "a piece on its own A is not sent home; both stand there"
        let choices = &self.setup.choices;
        if choices.ohne_schlagen || choices.a_sicher && self.pieces[other(seat)][hit] == A {
            return;
        }
        let field = self.field(seat, progress);
        let (spares, hit) = match self.setup.bug {
            Some(Bug::CapturesOnHalf) => (field >= Some(self.setup.size.fields / 2), hit),
            Some(Bug::CapturesOnEven) => (field.is_some_and(|field| field % 2 == 1), hit),
            Some(Bug::FirstSeatCaptures) => (seat == 1, hit),
            Some(Bug::CapturesRearmost) => (false, 0),
            _ => (false, hit),
        };
        if !spares {
            self.pieces[other(seat)].remove(hit);
        }
    }

    /// The index of the enemy's piece on the field where the seat has this progress.
    fn hit(&self, seat: usize, progress: u32) -> Option<usize> {
        let field = self.field(seat, progress)?;
        let mut enemies = self.pieces[other(seat)].iter();
        enemies.position(|&enemy| self.field(other(seat), enemy) == Some(field))
    }

    /// The track field where the seat has this progress, counted from the A of seat 0; none in the
    /// goal, except with the bug `GoalCaptures`.
    fn field(&self, seat: usize, progress: u32) -> Option<u32> {
        // "opposite seats: progress p of one player is the same track field as progress (p + 20)
        // mod 40 of the other"
        let Setup { size, bug, .. } = *self.setup;
        if progress >= self.lap(seat) && bug != Some(Bug::GoalCaptures) {
            return None;
        }
        let behind = match bug {
            _ if seat == 0 => 0,
            Some(Bug::StartsTenBehind) => size.fields / 4,
            _ => size.fields / 2,
        };
        Some(match (progress + behind, bug) {
            (ahead, _) if ahead < size.fields => ahead,
            (ahead, Some(Bug::ShortLap)) if seat == 1 => ahead + 1 - size.fields,
            // The additional field, to which seat 0 never comes.
            (ahead, Some(Bug::LongLap)) if seat == 1 && ahead == size.fields => ahead,
            (ahead, Some(Bug::LongLap)) if seat == 1 => ahead - 1 - size.fields,
            (ahead, _) => ahead - size.fields,
        })
    }

    /// The number of track fields that the seat goes along, which is the progress of its first goal
    /// field.
    fn lap(&self, seat: usize) -> u32 {
        let fields = self.setup.size.fields;
        match self.setup.bug {
            Some(Bug::ShortLap) if seat == 1 => fields - 1,
            Some(Bug::LongLap) if seat == 1 => fields + 1,
            _ => fields,
        }
    }

    /// The progress of the last field of the seat's goal.
    fn last(&self, seat: usize) -> u32 {
        let extra_fields = u32::from(self.setup.bug == Some(Bug::LongGoal));
        self.lap(seat) + self.setup.size.pieces - 1 + extra_fields
    }

    /// Returns whether one of the seat's own pieces has this progress.
    fn own_piece_on(&self, seat: usize, progress: u32) -> bool {
        self.pieces[seat].contains(&progress)
    }

    /// Returns whether the seat has a piece on the track.
    fn piece_on_track(&self, seat: usize) -> bool {
        let rearmost = self.pieces[seat].first();
        rearmost.is_some_and(|&piece| piece < self.lap(seat))
    }

    /// Returns whether the seat has a piece at home.
    fn piece_at_home(&self, seat: usize) -> bool {
        self.pieces[seat].len() < self.setup.size.pieces as usize
    }

    /// Returns whether the seat has filled all goal fields.
    fn goal_is_full(&self, seat: usize) -> bool {
        let in_goal = self.pieces[seat]
            .iter()
            .filter(|&&piece| piece >= self.lap(seat))
            .count();
        match self.setup.bug {
            Some(Bug::WonWithFirstPiece) if seat == 1 => in_goal > 0,
            _ => in_goal == self.setup.size.pieces as usize,
        }
    }
}

/// The number that is "a 6" for a player with this die. As a number of steps it stays what it is.
fn the_six(size: Size, choices: &Choices, faces: &[u32]) -> u32 {
    // `hoechste-setzt-ein`: "for a die without a 6 its highest face is the 6: it brings out and
    // gives the further roll"
    match faces.iter().max() {
        Some(&highest) if choices.hoechste_setzt_ein && !faces.contains(&size.six) => highest,
        _ => size.six,
    }
}

/// The other seat.
fn other(seat: usize) -> usize {
    1 - seat
}
