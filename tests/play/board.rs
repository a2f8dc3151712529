//! A slow, obvious implementation of the board game for two players: rule sets `offiziell` and
//! `zielzuerst` with all their deviations. (`wlr` has a board of its own.)
//!
//! It moves pieces about on a physical board and follows the wording of the rules line by line.
//! It shares no code with the engine: it is the oracle the engine is tested against.

use std::ops::RangeInclusive;

/// How many pieces each player has: home + track + goal.
const PIECES: usize = 4;
/// "progress: how far a piece has come, counted from its own A field" (A itself is progress 0).
const A: u32 = 0;
/// "track 0..=39"
const TRACK: RangeInclusive<u32> = 0..=39;
/// "goal fields a–d = 40..=43"
const GOAL: RangeInclusive<u32> = 40..=43;
/// Track and goal together.
const TRACK_AND_GOAL: RangeInclusive<u32> = 0..=43;
/// How many rolls that moved nothing a turn may have under `drei-versuche`.
const MOST_TRIES: u32 = 3;

/// Which rules are played: `offiziell` if all is false, and one entry for each deviation from it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    /// "rules 3 and 4 are one, goal pieces in front"
    pub zielzuerst: bool,
    /// "at the start all four pieces are at home"
    pub start_leer: bool,
    /// "rule 2 holds with nobody at home, too"
    pub raeumen_immer: bool,
    /// "rule 2 holds for a roll of 6 only (with `raeumen-immer`: for a 6, whoever is at home)"
    pub raeumen_mit_6: bool,
    /// "rule 2 is left out (excludes the two above)"
    pub ohne_raeumen: bool,
    /// "rule 1 is tried last, after 4"
    pub einsetzen_zuletzt: bool,
    /// "rule 3 takes the rearmost piece on the track that can move"
    pub hinterste: bool,
    /// "rule 3 tries only the frontmost piece on the track" (excludes the one above)
    pub nur_vorderste: bool,
    /// "pieces in the goal do not move (rule 4 is left out)"
    pub ohne_zielzug: bool,
    /// "no own piece may be jumped over inside the goal: the goal fields between start and end of
    /// the move must be free"
    pub ohne_springen: bool,
    /// "enemy pieces are not sent home; both may stand on one field"
    pub ohne_schlagen: bool,
    /// "a piece on its own A is not sent home; both stand there" (excludes the one above)
    pub a_sicher: bool,
    /// "a piece that is brought out does not send home the enemy on that field; both stand there" (excludes
    /// `ohne-schlagen`)
    pub einsetzen_schlaegt_nicht: bool,
    /// "a 6 gives no further roll"
    pub ohne_zusatzwurf: bool,
    /// "a 6 gives a further roll only if it moved something (excludes the one above)"
    pub zusatzwurf_nach_zug: bool,
    /// "a player without a piece on the track rolls up to three times, until a roll can be played"
    pub drei_versuche: bool,
    /// "for a die without a 6 its highest face is the 6: it brings out and gives the further roll"
    pub hoechste_setzt_ein: bool,
    /// "who begins a game is rolled for"
    pub auswuerfeln: bool,
    /// "the die with the lower number in the file begins every game (excludes the one above)"
    pub erster_beginnt: bool,
    /// "a stuck player whose turn it is has lost"
    pub festsitzen_verliert: bool,
}

/// The rule set of this name: `offiziell` or `zielzuerst`, then deviations in any order, as in
/// `offiziell+start-leer+ohne-schlagen`. Panics if there is no such rule set.
pub fn choices(name: &str) -> Choices {
    let mut choices = Choices::default();
    let mut words = name.split('+');
    match words.next() {
        Some("offiziell") => {}
        Some("zielzuerst") => choices.zielzuerst = true,
        _ => panic!("{name}: a rule set begins with offiziell or zielzuerst"),
    }
    for word in words {
        let choice = match word {
            "start-leer" => &mut choices.start_leer,
            "raeumen-immer" => &mut choices.raeumen_immer,
            "raeumen-mit-6" => &mut choices.raeumen_mit_6,
            "ohne-raeumen" => &mut choices.ohne_raeumen,
            "einsetzen-zuletzt" => &mut choices.einsetzen_zuletzt,
            "hinterste" => &mut choices.hinterste,
            "nur-vorderste" => &mut choices.nur_vorderste,
            "ohne-zielzug" => &mut choices.ohne_zielzug,
            "ohne-springen" => &mut choices.ohne_springen,
            "ohne-schlagen" => &mut choices.ohne_schlagen,
            "a-sicher" => &mut choices.a_sicher,
            "einsetzen-schlaegt-nicht" => &mut choices.einsetzen_schlaegt_nicht,
            "ohne-zusatzwurf" => &mut choices.ohne_zusatzwurf,
            "zusatzwurf-nach-zug" => &mut choices.zusatzwurf_nach_zug,
            "drei-versuche" => &mut choices.drei_versuche,
            "hoechste-setzt-ein" => &mut choices.hoechste_setzt_ein,
            "auswuerfeln" => &mut choices.auswuerfeln,
            "erster-beginnt" => &mut choices.erster_beginnt,
            "festsitzen-verliert" => &mut choices.festsitzen_verliert,
            _ => panic!("{name}: there is no deviation {word}"),
        };
        *choice = true;
    }
    assert!(choices.fit_together(), "{name}: these exclude each other");
    choices
}

impl Choices {
    /// No two of the deviations exclude each other.
    pub fn fit_together(&self) -> bool {
        !(self.ohne_raeumen && (self.raeumen_immer || self.raeumen_mit_6)
            || self.hinterste && self.nur_vorderste
            || self.ohne_zusatzwurf && self.zusatzwurf_nach_zug
            || self.auswuerfeln && self.erster_beginnt
            || self.ohne_schlagen && (self.a_sicher || self.einsetzen_schlaegt_nicht))
    }

    /// Whether an enemy piece may stand on the track field where the seat's piece has this progress.
    pub fn may_share(&self, progress: u32) -> bool {
        // Field 20 after the seat's own A is the A of the other seat.
        let on_an_a = progress == A || progress == A + 20;
        self.ohne_schlagen || (self.a_sicher || self.einsetzen_schlaegt_nicht) && on_an_a
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
    let only_equal_rolls = faces[0]
        .iter()
        .all(|first| faces[1].iter().all(|second| first == second));
    if choices.auswuerfeln && !only_equal_rolls {
        loop {
            let first = roll(0);
            let second = roll(1);
            if first > second {
                return 0;
            }
            if second > first {
                return 1;
            }
        }
    }

    // "Seat 1 starts in half of the games, seat 2 in the other half." (Here they are 0 and 1.)
    if game.is_multiple_of(2) { 0 } else { 1 }
}

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

/// What one roll did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// The progress the piece left; `None` if it came from home or nothing moved.
    pub from: Option<u32>,
    /// The progress the piece reached; `None` if nothing moved.
    pub to: Option<u32>,
    /// An enemy piece was sent home.
    pub captured: bool,
    /// The same player has another roll because of a 6.
    pub extra: bool,
    /// The same player has another roll because this try moved nothing (`drei-versuche`).
    pub again_try: bool,
}

/// What a roll makes a player do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Move {
    /// A piece from home is put on A.
    BringOut,
    /// The piece with this progress moves by the roll.
    Advance(u32),
    /// Nothing moves.
    Nothing,
}

/// The board with all pieces, the two dice, and whose turn it is.
#[derive(Clone, Debug)]
pub struct Board {
    choices: Choices,
    /// The faces of each seat's die.
    faces: [Vec<u32>; 2],
    /// The number that is "a 6" for each seat in the rules.
    six: [u32; 2],
    /// Which seats have a piece on each track field: both at once under `ohne-schlagen`, or on an A only.
    /// Seat 0's A is field 0, seat 1's A field 20.
    track: [[bool; 2]; 40],
    /// Which of its goal fields a, b, c, d each seat has filled.
    goal: [[bool; 4]; 2],
    /// How many pieces each seat has at home.
    home: [usize; 2],
    /// Whose turn it is.
    mover: usize,
    /// How many tries that moved nothing the mover has made in this turn (`drei-versuche`).
    tries: u32,
}

impl Board {
    /// The start position of a game.
    pub fn start(choices: &Choices, faces: [Vec<u32>; 2], starter: usize) -> Board {
        let pieces: [&[u32]; 2] = if choices.start_leer {
            // "at the start all four pieces are at home"
            [&[], &[]]
        } else {
            // "Start: each player one piece on A (progress 0), three at home."
            [&[A], &[A]]
        };
        Board::at(choices, faces, pieces, starter)
    }

    /// The position with these pieces (progress values) outside home and the rest of four at home;
    /// `mover` is the seat whose turn it is. Panics if no such position exists, as when two pieces
    /// share a field (where both players may stand: two pieces of one player).
    pub fn at(choices: &Choices, faces: [Vec<u32>; 2], pieces: [&[u32]; 2], mover: usize) -> Board {
        assert!(choices.fit_together(), "{choices:?} exclude each other");
        assert!(mover < 2, "there is no seat {mover}");
        let six = [0, 1].map(|seat| the_six(choices, &faces[seat]));
        let mut board = Board {
            choices: choices.clone(),
            faces,
            six,
            track: [[false; 2]; 40],
            goal: [[false; 4]; 2],
            home: [PIECES; 2],
            mover,
            tries: 0,
        };
        for (seat, own_pieces) in pieces.into_iter().enumerate() {
            for &progress in own_pieces {
                assert!(
                    TRACK_AND_GOAL.contains(&progress),
                    "there is no progress {progress}"
                );
                assert!(board.home[seat] > 0, "seat {seat} has too many pieces");
                assert!(
                    !board.own_piece_on(seat, progress),
                    "two own pieces share a field: seat {seat}, progress {progress}"
                );
                assert!(
                    choices.may_share(progress) || !board.enemy_piece_on(seat, progress),
                    "two enemies share a field: seat {seat}, progress {progress}"
                );
                board.home[seat] -= 1;
                board.put(seat, progress);
            }
        }
        board
    }

    /// The same position after so many tries (0, 1 or 2) of the seat whose turn it is. Panics if no
    /// such position exists: tries are made under `drei-versuche` only, without a piece on the
    /// track.
    pub fn with_tries(mut self, tries: u32) -> Board {
        assert!(tries < MOST_TRIES, "after {tries} tries the turn passes");
        assert!(
            tries == 0 || self.choices.drei_versuche && !self.piece_on_track(self.mover),
            "seat {} cannot have made tries",
            self.mover
        );
        self.tries = tries;
        self
    }

    /// How many tries that moved nothing the seat about to roll has made in this turn: 0, 1 or 2.
    pub fn tries(&self) -> u32 {
        if self.next() == Next::Roll(self.mover) {
            self.tries
        } else {
            0
        }
    }

    /// The progress values of the seat's pieces outside home, ascending.
    pub fn pieces(&self, seat: usize) -> Vec<u32> {
        TRACK_AND_GOAL
            .filter(|&progress| self.own_piece_on(seat, progress))
            .collect()
    }

    /// No face of the seat's die moves anything.
    pub fn stuck(&self, seat: usize) -> bool {
        // "Stuck: a player none of whose die's faces moves anything is stuck."
        self.faces[seat]
            .iter()
            .all(|&face| self.selected_move(seat, face) == Move::Nothing)
    }

    /// Who rolls next, or how the game ended. (Should both goals be full, which no game can reach,
    /// seat 0 is named as the winner.)
    pub fn next(&self) -> Next {
        // "Whoever fills all four goal fields has won at once"
        for seat in 0..2 {
            if self.goal_is_full(seat) {
                return Next::Won(seat);
            }
        }
        if !self.stuck(self.mover) {
            return Next::Roll(self.mover);
        }
        // `festsitzen-verliert`: "a stuck player whose turn it is has lost" (also if both are).
        if self.choices.festsitzen_verliert {
            return Next::Won(other(self.mover));
        }
        // "If both are stuck the game is a draw: neither can ever move again."
        if self.stuck(other(self.mover)) {
            return Next::Draw;
        }
        // "A stuck player passes without rolling"
        Next::Roll(other(self.mover))
    }

    /// Plays this roll for the seat that `next` says is to roll; the value need not be on its die.
    /// Panics if the game is over.
    pub fn roll(&mut self, value: u32) -> Report {
        let Next::Roll(seat) = self.next() else {
            panic!("the game is over");
        };
        // The other player's tries do not count for the one to whom a stuck player passes.
        let tries = if seat == self.mover { self.tries } else { 0 };
        let piece_on_track = self.piece_on_track(seat);

        let from;
        let to;
        match self.selected_move(seat, value) {
            Move::BringOut => {
                from = None;
                to = Some(A);
            }
            Move::Advance(progress) => {
                from = Some(progress);
                to = Some(progress + value);
            }
            Move::Nothing => {
                from = None;
                to = None;
            }
        }

        let mut captured = false;
        if let Some(to) = to {
            match from {
                None => self.home[seat] -= 1,
                Some(from) => self.take_away(seat, from),
            }
            // `einsetzen-schlaegt-nicht`: "a piece that is brought out does not send home the enemy on that
            // field; both stand there"
            let spares = self.choices.einsetzen_schlaegt_nicht && from.is_none();
            captured = !spares && self.capture(seat, to);
            self.put(seat, to);
        }

        let moved = to.is_some();

        let further_roll = if self.choices.ohne_zusatzwurf {
            // "a 6 gives no further roll"
            false
        } else if self.choices.zusatzwurf_nach_zug {
            // "a 6 gives a further roll only if it moved something"
            self.is_six(seat, value) && moved
        } else {
            // "After a roll of 6, whether or not something moved, the same player rolls again"
            self.is_six(seat, value)
        };
        // "Whoever fills all four goal fields has won at once; a 6 then gives no further roll."
        let extra = further_roll && !self.goal_is_full(seat);

        // `drei-versuche`: "a player without a piece on the track rolls up to three times, until a
        // roll can be played"
        let a_try = self.choices.drei_versuche && !piece_on_track && !moved && !extra;
        let again_try = a_try && tries + 1 < MOST_TRIES;
        self.tries = if again_try { tries + 1 } else { 0 };

        // "after any other roll it is the other player's turn"
        self.mover = if extra || again_try {
            seat
        } else {
            other(seat)
        };

        Report {
            from,
            to,
            captured,
            extra,
            again_try,
        }
    }

    /// "The roll selects the move, first match wins".
    fn selected_move(&self, seat: usize, roll: u32) -> Move {
        // `einsetzen-zuletzt`: "rule 1 is tried last, after 4"
        if !self.choices.einsetzen_zuletzt && self.rule_1_brings_out(seat, roll) {
            return Move::BringOut;
        }

        if self.rule_2_clears_a(seat, roll) {
            return Move::Advance(A);
        }

        let advances = if self.choices.zielzuerst {
            // "3 and 4 are one rule: the frontmost own piece that can move by r moves, goal pieces
            // being in front of all others." So the goal comes first.
            self.rule_4_goal_piece(seat, roll)
                .or_else(|| self.rule_3_track_piece(seat, roll))
        } else {
            self.rule_3_track_piece(seat, roll)
                .or_else(|| self.rule_4_goal_piece(seat, roll))
        };
        if let Some(progress) = advances {
            return Move::Advance(progress);
        }

        if self.choices.einsetzen_zuletzt && self.rule_1_brings_out(seat, roll) {
            return Move::BringOut;
        }

        // "5. Otherwise nothing moves."
        Move::Nothing
    }

    /// "1. r = 6, a piece is at home, and A holds no own piece: a piece from home is put on A
    /// (capturing an enemy piece there)."
    fn rule_1_brings_out(&self, seat: usize, roll: u32) -> bool {
        self.is_six(seat, roll) && self.home[seat] > 0 && !self.own_piece_on(seat, A)
    }

    /// "2. A piece is at home, an own piece stands on A, and moving it by r is possible: it moves.
    /// (With r = 6 too.)"
    fn rule_2_clears_a(&self, seat: usize, roll: u32) -> bool {
        // "rule 2 is left out"
        if self.choices.ohne_raeumen {
            return false;
        }
        // "rule 2 holds for a roll of 6 only"
        if self.choices.raeumen_mit_6 && !self.is_six(seat, roll) {
            return false;
        }
        // `raeumen-immer`: "rule 2 holds with nobody at home, too"
        let must_clear = self.home[seat] > 0 || self.choices.raeumen_immer;
        must_clear && self.own_piece_on(seat, A) && self.possible(seat, A, roll)
    }

    /// "3. The frontmost own piece on the track that can move by r moves." Says which one it is.
    fn rule_3_track_piece(&self, seat: usize, roll: u32) -> Option<u32> {
        let own_piece = |&progress: &u32| self.own_piece_on(seat, progress);
        let can_move = |&progress: &u32| self.possible(seat, progress, roll);
        if self.choices.hinterste {
            // "rule 3 takes the rearmost piece on the track that can move"
            TRACK.filter(own_piece).find(can_move)
        } else if self.choices.nur_vorderste {
            // "rule 3 tries only the frontmost piece on the track"
            TRACK.rev().find(own_piece).filter(can_move)
        } else {
            TRACK.rev().filter(own_piece).find(can_move)
        }
    }

    /// "4. The frontmost own piece in the goal that can move by r moves (a 1 takes a piece from a
    /// to b, and so on)." Says which one it is.
    fn rule_4_goal_piece(&self, seat: usize, roll: u32) -> Option<u32> {
        // "pieces in the goal do not move (rule 4 is left out)"
        if self.choices.ohne_zielzug {
            return None;
        }
        GOAL.rev().find(|&progress| {
            self.own_piece_on(seat, progress) && self.possible(seat, progress, roll)
        })
    }

    /// Whether the seat's roll is "a 6" in the rules.
    fn is_six(&self, seat: usize, roll: u32) -> bool {
        roll == self.six[seat]
    }

    /// Whether the piece on `from` can move by the roll.
    fn possible(&self, seat: usize, from: u32, roll: u32) -> bool {
        // "A roll r moves a piece from p to t = p + r. That is possible if r ≥ 1, t ≤ 43 and no own
        // piece stands on t. Any pieces may be jumped over, in the goal too."
        // The sum is taken in u64 because a roll may be as large as u32::MAX.
        let on_the_board = u64::from(from) + u64::from(roll) <= 43;
        if roll < 1 || !on_the_board || self.own_piece_on(seat, from + roll) {
            return false;
        }
        // `ohne-springen`: "no own piece may be jumped over inside the goal: the goal fields
        // between start and end of the move must be free"
        if self.choices.ohne_springen {
            let mut between = from + 1..from + roll;
            return !between.any(|field| GOAL.contains(&field) && self.own_piece_on(seat, field));
        }
        true
    }

    /// Sends home the enemy piece on the field the seat is about to land on, if there is one.
    fn capture(&mut self, seat: usize, progress: u32) -> bool {
        // "Landing on a track field that holds an enemy piece sends that piece home. No field is
        // safe, A neither." `ohne-schlagen`: "enemy pieces are not sent home; both may stand on one
        // field"
        if self.choices.ohne_schlagen || !self.enemy_piece_on(seat, progress) {
            return false;
        }
        // `a-sicher`: "a piece on its own A is not sent home; both stand there"
        let is_its_own_a = track_field(seat, progress) == track_field(other(seat), A);
        if self.choices.a_sicher && is_its_own_a {
            return false;
        }
        self.track[track_field(seat, progress)][other(seat)] = false;
        self.home[other(seat)] += 1;
        true
    }

    /// Whether one of the seat's own pieces has this progress.
    fn own_piece_on(&self, seat: usize, progress: u32) -> bool {
        if GOAL.contains(&progress) {
            self.goal[seat][goal_field(progress)]
        } else {
            self.track[track_field(seat, progress)][seat]
        }
    }

    /// Whether an enemy piece stands on the track field where the seat has this progress.
    fn enemy_piece_on(&self, seat: usize, progress: u32) -> bool {
        TRACK.contains(&progress) && self.track[track_field(seat, progress)][other(seat)]
    }

    /// Whether the seat has a piece on the track.
    fn piece_on_track(&self, seat: usize) -> bool {
        self.track.iter().any(|field| field[seat])
    }

    /// Puts one of the seat's pieces on the field with this progress.
    fn put(&mut self, seat: usize, progress: u32) {
        if GOAL.contains(&progress) {
            self.goal[seat][goal_field(progress)] = true;
        } else {
            self.track[track_field(seat, progress)][seat] = true;
        }
    }

    /// Takes the seat's piece off the field with this progress.
    fn take_away(&mut self, seat: usize, progress: u32) {
        if GOAL.contains(&progress) {
            self.goal[seat][goal_field(progress)] = false;
        } else {
            self.track[track_field(seat, progress)][seat] = false;
        }
    }

    /// Whether the seat has filled all four goal fields.
    fn goal_is_full(&self, seat: usize) -> bool {
        self.goal[seat] == [true; 4]
    }
}

/// Plays until the game is won or drawn, or until `cap` rolls were made, which is a draw too.
/// Asks `roll(seat)` for each roll; returns the result and the number of rolls made.
pub fn play(board: &mut Board, cap: u64, mut roll: impl FnMut(usize) -> u32) -> (Next, u64) {
    let mut rolls = 0;
    loop {
        match board.next() {
            Next::Roll(seat) => {
                // "A game that has not ended after 100,000 rolls counts as a draw too"
                if rolls == cap {
                    return (Next::Draw, rolls);
                }
                board.roll(roll(seat));
                rolls += 1;
            }
            ended => return (ended, rolls),
        }
    }
}

/// The number that is "a 6" for a player with this die. As a number of steps it stays what it is.
fn the_six(choices: &Choices, faces: &[u32]) -> u32 {
    // `hoechste-setzt-ein`: "for a die without a 6 its highest face is the 6: it brings out and
    // gives the further roll"
    match faces.iter().max() {
        Some(&highest) if choices.hoechste_setzt_ein && !faces.contains(&6) => highest,
        _ => 6,
    }
}

/// The other seat.
fn other(seat: usize) -> usize {
    1 - seat
}

/// The track field where the seat has this progress (0..=39).
fn track_field(seat: usize, progress: u32) -> usize {
    // "opposite seats: progress p of one player is the same track field as progress (p + 20) mod 40
    // of the other"
    assert!(TRACK.contains(&progress));
    (progress as usize + 20 * seat) % 40
}

/// The goal field, a = 0 to d = 3, that has this progress (40..=43).
fn goal_field(progress: u32) -> usize {
    assert!(GOAL.contains(&progress));
    progress as usize - 40
}
