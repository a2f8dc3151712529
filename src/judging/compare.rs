//! The comparison of a log of games, roll by roll, with the rules.
//!
//! A log has a line a roll, `SEAT ROLL POSITION`: the seat that rolled, 1 or 2, the face, and where
//! all pieces stand afterwards, in the notation of [`Position`], in which goal fields may be
//! numbers, too, and track fields those of the board (see [`LogComparison::new`]). Between games
//! there is an empty line or one that begins with „Beginn“. A game is followed as far as its log
//! goes by the rules, and the first line that does not is its [`Departure`]; lines behind it are
//! not looked at, as they follow from another position.
//!
//! The starter is taken from the log where the rules leave it open. Only pieces are compared: an
//! after-effect, such as a try that failed, need not be written. A stuck player who rolls in vain
//! instead of passing does not depart.

use std::collections::HashMap;
use std::mem;

use itertools::Itertools;
use thiserror::Error;

use wuerfelglueck::dice::Die;
use wuerfelglueck::rules::{
    Configuration, Deviation, Ending, FIELDS, Rule, Rules, TRACK, opposite,
};
use wuerfelglueck::text::{Excerpt, parse_whole_number};
use wuerfelglueck::told::{Position, PositionError, ToldGame, ToldRoll, parse_place};

/// The most bytes of a line of a log, many times those of a roll; callers refuse a longer one.
pub const LONGEST_LINE: usize = 1000;

/// The most departures that are kept; later ones are only counted.
const KEPT_DEPARTURES: usize = 5;

/// The text of messages that say how a line is written, in German.
pub const EXPECTED_LINE: &str = "erwartet ist SITZ WURF STELLUNG, wie „1 6 0+17+b/-“";

/// Error of a line that cannot be read as a roll.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum UnreadableLine {
    #[error("{EXPECTED_LINE}")]
    Words,
    #[error("„{0}“ ist kein Sitz, es gibt 1 und 2; {EXPECTED_LINE}")]
    Seat(Excerpt),
    #[error("„{0}“ ist kein Wurf; {EXPECTED_LINE}")]
    Face(Excerpt),
    #[error(transparent)]
    Position(#[from] PositionError),
}

/// The way in which a line departs from the rules. Seats are 0 and 1.
#[derive(Debug)]
pub enum DepartureKind {
    /// The line cannot be read.
    Unreadable(UnreadableLine),
    /// This seat rolled, but it is the other one's turn.
    WrongSeat(usize),
    /// The die of the seat has no such face.
    WrongFace {
        /// The seat that rolled.
        seat: usize,
        /// The face as it is written.
        face: Excerpt,
    },
    /// The pieces stand elsewhere than by the rules.
    WrongPosition {
        /// The roll by the rules.
        expected: Box<ToldRoll>,
        /// The position in the log.
        found: Position,
    },
    /// The game had ended before.
    GoesOn(Ending),
    /// The log of the game ends although this seat is to roll.
    Stops(usize),
}

/// The first line of a game that departs from the rules.
#[derive(Debug)]
pub struct Departure {
    /// The number of the game, from 1.
    pub game: u64,
    /// The number of the line, from 1.
    pub line: u64,
    /// The text of the line.
    pub text: Excerpt,
    /// The last roll before that goes by the rules and is not in vain, if there is one.
    pub last: Option<ToldRoll>,
    /// The way in which the line departs.
    pub kind: DepartureKind,
    /// The rule sets under which the game goes on here as the log does: of the bases, `offiziell`
    /// with one deviation, and the compared rules with one more. If `offiziell` is among them, only
    /// bases are named.
    pub explained_by: Vec<Rules>,
}

/// Something that can happen in a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Happening {
    /// A move by this rule.
    Move(Rule),
    /// A capture by a move of this rule.
    Capture(Rule),
    /// No move.
    NoMove,
    /// No move with a 6.
    NoMoveBySix,
    /// A capture because the turn is over.
    CaptureAtTurnEnd,
    /// A further roll after a 6.
    FurtherRoll,
    /// A further try.
    FurtherTry,
    /// A player who is stuck passes after the roll.
    Pass,
    /// The player who rolls wins, or has won as the other one is stuck and loses by that.
    Win,
}

/// The result of comparing a log with the rules.
#[derive(Debug, Default)]
pub struct ComparedLog {
    /// The number of games that have a line.
    pub games: u64,
    /// The number of games that depart.
    pub departing_games: u64,
    /// The number of those that depart by a line that cannot be read.
    pub unreadable_games: u64,
    /// The first departures; later ones are only counted.
    pub departures: Vec<Departure>,
    /// The number of rolls that go by the rules, those in vain included.
    pub rolls: u64,
    /// The number of rolls of each seat in which something happened, of those that go by the rules
    /// and are not in vain.
    pub happenings: HashMap<Happening, [u64; 2]>,
    /// For each seat the number of rolls in vain: those that it made while it was stuck, where by
    /// the rules it passes or the game is over, and that changed nothing.
    pub in_vain: [u64; 2],
    /// True if both seats count the fields of the board from the A of seat 1, as
    /// [comparing](LogComparison::new) was told.
    pub has_board_fields: bool,
    /// True if the last game goes by the rules and has not ended where the log stops. That is no
    /// departure, as a log may stop anywhere.
    pub is_cut: bool,
}

/// A game that has gone by the rules so far.
#[derive(Clone, Debug)]
struct FollowedGame<'a> {
    /// The game after the last roll.
    game: ToldGame<'a>,
    /// The last roll that was not in vain, if there was one.
    last: Option<FollowedRoll>,
}

/// A roll of a log that goes by the rules.
#[derive(Clone, Copy, Debug)]
struct FollowedRoll {
    /// The position before the roll.
    before: Position,
    /// The roll and its effects.
    told: ToldRoll,
}

/// A line of a log.
#[derive(Clone, Copy, Debug)]
struct LogLine<'a> {
    seat: usize,
    face: u32,
    /// The face as it is written.
    face_text: &'a str,
    /// The position after the roll.
    position: Position,
}

/// A roll of a log that does not go by the rules, or after which the log does not. It is tried
/// under other rules.
#[derive(Clone, Copy, Debug)]
struct LoggedRoll {
    /// The position before the roll; `None` if it is the first one of the game that is not in vain.
    before: Option<Position>,
    seat: usize,
    face: u32,
    /// The pieces after the roll.
    after: [Configuration; 2],
    sequel: Sequel,
}

/// The log of a game after a roll.
#[derive(Clone, Copy, Debug)]
enum Sequel {
    /// Not read yet: the roll is that of the departing line, so any continuation agrees.
    Unread,
    /// This seat rolls.
    RollOf(usize),
    /// The game has no further line.
    End,
}

impl Sequel {
    /// Returns whether the log goes on as a game with this `next` seat or ending.
    fn agrees_with(self, next: Result<usize, Ending>) -> bool {
        match self {
            Sequel::Unread => true,
            Sequel::RollOf(seat) => next == Ok(seat),
            Sequel::End => next.is_err(),
        }
    }
}

/// Comparison of a log with the rules, line by line.
#[derive(Debug)]
pub struct LogComparison<'a> {
    rules: Rules,
    dice: [&'a Die; 2],
    /// The number of lines so far.
    lines: u64,
    /// True if the next line may be the first one of a game.
    is_between_games: bool,
    /// The game, as long as it goes by the rules.
    game: Option<FollowedGame<'a>>,
    compared: ComparedLog,
}

impl<'a> LogComparison<'a> {
    /// Begins to compare games of these dice.
    ///
    /// With `has_board_fields` both seats count the fields of the board from the A of seat 1, so
    /// that seat 2 begins on 20; otherwise each counts from its own A.
    pub fn new(rules: Rules, dice: [&'a Die; 2], has_board_fields: bool) -> LogComparison<'a> {
        LogComparison {
            rules,
            dice,
            lines: 0,
            is_between_games: true,
            game: None,
            compared: ComparedLog {
                has_board_fields,
                ..ComparedLog::default()
            },
        }
    }

    /// Compares the next line.
    pub fn add_line(&mut self, line: &str) {
        self.lines += 1;
        let line = line.trim();
        let is_end = line.is_empty() || line.starts_with("Beginn");
        if mem::replace(&mut self.is_between_games, is_end) && !is_end {
            self.compared.games += 1;
            let seat = self.parse_line(line).map_or(0, |line| line.seat);
            self.game = Some(FollowedGame {
                game: self.begin_game(seat),
                last: None,
            });
        }
        let Some(mut followed) = self.game.take() else {
            return;
        };
        let result = match followed.game.next_seat() {
            Ok(seat) if is_end => Err(DepartureKind::Stops(seat)),
            Err(_) if is_end => return,
            _ => self.follow(&mut followed, line),
        };
        match result {
            Ok(()) => self.game = Some(followed),
            Err(kind) => self.add_departure(&followed, line, kind),
        }
    }

    /// Ends the comparison after the last line.
    pub fn finish(mut self) -> ComparedLog {
        self.compared.is_cut = self
            .game
            .is_some_and(|followed| followed.game.next_seat().is_ok());
        self.compared
    }

    /// A game in which this seat has the first turn, if the rules allow that.
    fn begin_game(&self, seat: usize) -> ToldGame<'a> {
        let starter = starter(self.rules, seat);
        ToldGame::new(self.rules, self.dice, Position::start(self.rules), starter)
    }

    /// Plays the roll of a line in a game, and counts it. Errors with the way in which the line
    /// departs from the rules.
    fn follow(&mut self, followed: &mut FollowedGame, line: &str) -> Result<(), DepartureKind> {
        let line = self.parse_line(line).map_err(DepartureKind::Unreadable)?;
        let LogLine { seat, face, .. } = line;
        let has_face = self.dice[seat].faces().contains(&face);
        let before = followed.game.position();
        let changes_nothing = line.position.pieces() == before.pieces();
        if has_face && changes_nothing && followed.game.may_roll_in_vain(seat) {
            self.compared.rolls += 1;
            self.compared.in_vain[seat] += 1;
            return Ok(());
        }
        if followed.game.next_seat().map_err(DepartureKind::GoesOn)? != seat {
            return Err(DepartureKind::WrongSeat(seat));
        }
        if !has_face {
            return Err(DepartureKind::WrongFace {
                seat,
                face: Excerpt::new(line.face_text),
            });
        }
        let mut game = followed.game.clone();
        let told = game.roll(face).map_err(DepartureKind::GoesOn)?;
        if told.position.pieces() != line.position.pieces() {
            return Err(DepartureKind::WrongPosition {
                expected: Box::new(told),
                found: line.position,
            });
        }
        self.count_roll(&told);
        followed.game = game;
        followed.last = Some(FollowedRoll { before, told });
        Ok(())
    }

    /// Counts the departure of a game by this line, and keeps it if it is one of the first.
    fn add_departure(&mut self, followed: &FollowedGame, line: &str, kind: DepartureKind) {
        self.compared.departing_games += 1;
        let is_unreadable = matches!(kind, DepartureKind::Unreadable(_));
        self.compared.unreadable_games += u64::from(is_unreadable);
        if self.compared.departures.len() == KEPT_DEPARTURES {
            return;
        }
        let disputed = disputed_roll(followed, self.parse_line(line).ok(), &kind);
        self.compared.departures.push(Departure {
            game: self.compared.games,
            line: self.lines,
            text: Excerpt::new(line),
            last: followed.last.map(|last| last.told),
            kind,
            explained_by: disputed.map_or(vec![], |roll| self.explain(&roll)),
        });
    }

    /// The rule sets of [`Departure::explained_by`].
    fn explain(&self, roll: &LoggedRoll) -> Vec<Rules> {
        let mut explained_by = Rules::bases_and_single_deviations()
            .chain(self.rules.with_one_more_deviation())
            .unique()
            .filter(|&rules| rules != self.rules && self.is_by_rules(roll, rules))
            .collect_vec();
        if explained_by.contains(&Rules::OFFIZIELL) {
            explained_by.retain(|rules| rules.is_base());
        }
        explained_by
    }

    /// Returns whether a game goes on under these rules with this roll as the log does.
    fn is_by_rules(&self, roll: &LoggedRoll, rules: Rules) -> bool {
        let mut faces = self.dice.iter().flat_map(|die| die.faces());
        if faces.any(|&face| face > rules.highest_face()) {
            return false;
        }
        let (before, starter) = match roll.before {
            Some(before) => (before.with_aftereffects_of(rules, roll.seat), roll.seat),
            // Other rules may have another start.
            None => (Position::start(rules), starter(rules, roll.seat)),
        };
        if before.check(rules, Some(roll.seat)).is_err() {
            return false;
        }
        let mut game = ToldGame::new(rules, self.dice, before, starter);
        game.next_seat() == Ok(roll.seat)
            && game
                .roll(roll.face)
                .is_ok_and(|told| told.position.pieces() == roll.after)
            && roll.sequel.agrees_with(game.next_seat())
    }

    /// Parses a line. Goal fields may be written as numbers, too, unless the rules have another
    /// field 40.
    fn parse_line<'l>(&self, line: &'l str) -> Result<LogLine<'l>, UnreadableLine> {
        let words = line.split_whitespace().collect_vec();
        let [seat, face_text, position @ ..] = &words[..] else {
            return Err(UnreadableLine::Words);
        };
        let seat = match *seat {
            "1" => 0,
            "2" => 1,
            _ => return Err(UnreadableLine::Seat(Excerpt::new(seat))),
        };
        let face = parse_whole_number(face_text)
            .ok_or_else(|| UnreadableLine::Face(Excerpt::new(face_text)))?;
        let has_goal_numbers = !self.rules.has_lap_field();
        let parse_progress = |place: &str| match parse_whole_number(place) {
            Some(progress @ TRACK..FIELDS) if has_goal_numbers => Ok(progress),
            _ => parse_place(place),
        };
        let mut position = Position::parse(&position.join(" "), parse_progress)?;
        if self.compared.has_board_fields {
            let pieces = &mut position.players[1].pieces;
            *pieces = seat_2_by_board_fields(*pieces).ok_or(PositionError::Pieces(2))?;
        }
        Ok(LogLine {
            seat,
            face,
            face_text,
            position,
        })
    }

    /// Counts a roll that goes by the rules.
    fn count_roll(&mut self, told: &ToldRoll) {
        self.compared.rolls += 1;
        let is_six = told.face == self.rules.six(self.dice[told.seat].faces());
        for happening in happenings(told, is_six) {
            self.compared.happenings.entry(happening).or_default()[told.seat] += 1;
        }
    }
}

/// The seat that begins a game if `seat` rolls first in its log.
fn starter(rules: Rules, seat: usize) -> usize {
    if rules.has(Deviation::FirstStarts) {
        0
    } else {
        seat
    }
}

/// The roll of a log that is to be tried under other rules, if there is one: that of `line` where
/// it leads elsewhere or begins the game, otherwise the last one before, after which the log does
/// not go on as by the rules.
fn disputed_roll(
    followed: &FollowedGame,
    line: Option<LogLine>,
    kind: &DepartureKind,
) -> Option<LoggedRoll> {
    let roll_of_line = |before: Option<Position>, line: LogLine| LoggedRoll {
        before,
        seat: line.seat,
        face: line.face,
        after: line.position.pieces(),
        sequel: Sequel::Unread,
    };
    match (kind, followed.last, line) {
        (DepartureKind::Unreadable(_) | DepartureKind::WrongFace { .. }, ..) => None,
        (DepartureKind::WrongPosition { .. }, last, Some(line)) => {
            Some(roll_of_line(last.map(|last| last.told.position), line))
        }
        (_, Some(FollowedRoll { before, told }), line) => Some(LoggedRoll {
            before: (told.number > 1).then_some(before),
            seat: told.seat,
            face: told.face,
            after: told.position.pieces(),
            sequel: line.map_or(Sequel::End, |line| Sequel::RollOf(line.seat)),
        }),
        (_, None, line) => line.map(|line| roll_of_line(None, line)),
    }
}

/// The happenings of a roll, each once.
fn happenings(told: &ToldRoll, is_six: bool) -> impl Iterator<Item = Happening> {
    let has_moved = told.moves[0].is_some();
    let by_moves = told.moves.into_iter().flatten().flat_map(|told| {
        let rule = told.mv.rule;
        let capture = told.captures.then_some(Happening::Capture(rule));
        [Some(Happening::Move(rule)), capture]
    });
    let by_turn = [
        (!has_moved).then_some(Happening::NoMove),
        (!has_moved && is_six).then_some(Happening::NoMoveBySix),
        (told.captured_at_turn_end != 0).then_some(Happening::CaptureAtTurnEnd),
        told.rolls_again.then_some(Happening::FurtherRoll),
        told.tries_again.then_some(Happening::FurtherTry),
        told.passing.map(|_| Happening::Pass),
        (told.ending == Some(Ending::Won(told.seat))).then_some(Happening::Win),
    ];
    by_moves.chain(by_turn).flatten().unique()
}

/// The pieces of seat 2 by its own progress, if these have the fields 0 to 39 counted from the A of
/// seat 1; `None` if there cannot be such pieces.
pub fn seat_2_by_board_fields(pieces: Configuration) -> Option<Configuration> {
    Configuration::new(pieces.pieces().map(|place| match place {
        0..TRACK => opposite(place),
        _ => place,
    }))
}
