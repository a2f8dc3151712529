//! Somebody's record of games, roll by roll, against the rules.
//!
//! A record has a line a roll, `SEAT ROLL POSITION`: who rolled what, and where all pieces stand afterwards, in the
//! notation of [`Position`] with the pieces of a player in any order. Between games there is an empty line or one that
//! begins with „Beginn“. The record of a game is followed as far as it goes by the rules, and its first line that does
//! not is its [`Departure`]; what comes behind it in that game is not looked at, as it follows from another position.
//!
//! Who begins is taken from the record where the rules leave it open. What a player remembers, such as a try that
//! failed, need not be written.

use itertools::Itertools;
use thiserror::Error;

use crate::dice::Die;
use crate::rules::{Configuration, Ending, Rule, Rules, Starter, TRACK, opposite};
use crate::text::{Excerpt, whole_number, without_mark};
use crate::told::{Position, PositionError, ToldGame, ToldRoll};

/// The most bytes of a line.
pub const LONGEST_LINE: usize = 1000;

/// The number of departures that are kept; others are counted.
const MOST_KEPT: usize = 5;

/// Why a line of a record cannot be read.
#[derive(Debug, Error, PartialEq, Eq)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum RecordFault {
    #[error("erwartet ist SITZ WURF STELLUNG, wie „1 6 0+17+b/-“")]
    Form,
    #[error(
        "„{0}“ ist kein Sitz, es gibt 1 und 2; erwartet ist SITZ WURF STELLUNG, wie „1 6 0+17+b/-“"
    )]
    Seat(Excerpt),
    #[error("„{0}“ ist kein Wurf; erwartet ist SITZ WURF STELLUNG, wie „1 6 0+17+b/-“")]
    Roll(Excerpt),
    #[error(transparent)]
    Position(#[from] PositionError),
}

/// How a game departs from the rules.
#[derive(Debug)]
pub enum Wrong {
    /// The line cannot be read.
    Unreadable(RecordFault),
    /// This seat rolled, but it is the other one's turn.
    Seat(usize),
    /// The die of this seat has no such face.
    Face(usize, u32),
    /// The pieces stand elsewhere than after this roll.
    Position(ToldRoll, Position),
    /// The game had ended before.
    GoesOn(Ending),
    /// The record of the game ends although this seat is to roll.
    Stops(usize),
}

/// Where a game departs from the rules.
#[derive(Debug)]
pub struct Departure {
    /// The number of the game, from 1.
    pub game: u64,
    /// The line, from 1.
    pub line: u64,
    /// What it says.
    pub text: Excerpt,
    /// The position before.
    pub before: Position,
    /// The roll before, with which all was right, if there is one.
    pub last: Option<ToldRoll>,
    /// How it departs.
    pub wrong: Wrong,
}

/// The number of things that can [happen](happens).
const HAPPENINGS: usize = 13;

/// What happened in a roll, in the order in which [`Compared::happened`] counts it: moves by rules 1 to 4; nothing
/// moved, and that by a 6; a capture by rules 1 to 3; another roll; another try; somebody passes; the roller wins.
fn happens(told: &ToldRoll, is_six: bool) -> [bool; HAPPENINGS] {
    let moves = || told.moves.iter().flatten();
    let by = |rule| moves().any(|(mv, _)| mv.rule == rule);
    let hits = |rule| moves().any(|&(mv, captures)| mv.rule == rule && captures);
    let is_idle = moves().next().is_none();
    [
        by(Rule::BringOut),
        hits(Rule::BringOut),
        by(Rule::ClearStart),
        hits(Rule::ClearStart),
        by(Rule::FrontmostOnTrack),
        hits(Rule::FrontmostOnTrack),
        by(Rule::FrontmostInGoal),
        is_idle,
        is_idle && is_six,
        told.again,
        told.tries,
        told.passes.is_some(),
        told.ending == Some(Ending::Won(told.seat)),
    ]
}

/// What came of it.
#[derive(Debug, Default)]
pub struct Compared {
    /// The number of games that have a line.
    pub games: u64,
    /// The number of games that depart.
    pub departed: u64,
    /// The first of them.
    pub departures: Vec<Departure>,
    /// The number of rolls that go by the rules.
    pub rolls: u64,
    /// For each thing that can happen in a roll, how often it did to each seat, all being right.
    pub happened: [[u64; 2]; HAPPENINGS],
    /// Whether the last game is not at its end, as a record may stop anywhere.
    pub is_cut: bool,
}

/// A record that is followed line by line.
#[derive(Debug)]
pub struct Comparison<'a> {
    rules: Rules,
    dice: [&'a Die; 2],
    in_fields: bool,
    /// The number of lines so far.
    lines: u64,
    /// The game as far as it goes by the rules; `None` between games.
    game: Option<ToldGame<'a>>,
    /// Its last roll.
    last: Option<ToldRoll>,
    /// Whether the game has departed.
    has_departed: bool,
    compared: Compared,
}

impl<'a> Comparison<'a> {
    /// Follows games of these dice. `in_fields` says that both seats count the fields of the board from the A of
    /// seat 1, so that seat 2 begins on 20; otherwise each counts from its own A.
    pub fn new(rules: Rules, dice: [&'a Die; 2], in_fields: bool) -> Comparison<'a> {
        Comparison {
            rules,
            dice,
            in_fields,
            lines: 0,
            game: None,
            last: None,
            has_departed: false,
            compared: Compared::default(),
        }
    }

    /// Takes the next line.
    pub fn line(&mut self, line: &[u8]) {
        self.lines += 1;
        let text = String::from_utf8_lossy(without_mark(line));
        let text = text.trim();
        if text.is_empty() || text.starts_with("Beginn") {
            self.end_game(text);
        } else if !self.has_departed
            && let Err(wrong) = self.follow(text)
        {
            self.depart(text, wrong);
        }
    }

    /// What came of all lines.
    pub fn finish(mut self) -> Compared {
        let game = self.game.take().filter(|_| !self.has_departed);
        self.compared.is_cut = game.is_some_and(|game| game.next().is_ok());
        self.compared
    }

    /// Ends the record of a game, if there is one.
    fn end_game(&mut self, text: &str) {
        if let Some(Ok(seat)) = self.game.as_ref().map(ToldGame::next)
            && !self.has_departed
        {
            self.depart(text, Wrong::Stops(seat));
        }
        self.game = None;
        self.last = None;
        self.has_departed = false;
    }

    /// Goes on with the game by what a line says.
    fn follow(&mut self, text: &str) -> Result<(), Wrong> {
        let read = self.read(text);
        let seat = read.as_ref().map_or(0, |&(seat, ..)| seat);
        if self.game.is_none() {
            self.compared.games += 1;
        }
        let game = self
            .game
            .get_or_insert_with(|| begun(self.rules, self.dice, seat));
        let (seat, face, found) = read.map_err(Wrong::Unreadable)?;
        if game.next().map_err(Wrong::GoesOn)? != seat {
            return Err(Wrong::Seat(seat));
        }
        if !self.dice[seat].faces().contains(&face) {
            return Err(Wrong::Face(seat, face));
        }
        let Some(told) = game.roll(face) else {
            return Ok(());
        };
        let is_right = |seat| told.position.configuration(seat) == found.configuration(seat);
        if ![0, 1].into_iter().all(is_right) {
            return Err(Wrong::Position(told, found));
        }
        self.last = Some(told);
        self.compared.rolls += 1;
        let is_six = face == self.rules.six(self.dice[seat].faces());
        let happened = self.compared.happened.iter_mut();
        for (count, happens) in happened.zip(happens(&told, is_six)) {
            count[seat] += u64::from(happens);
        }
        Ok(())
    }

    /// The seat, the roll and the position that a line says.
    fn read(&self, text: &str) -> Result<(usize, u32, Position), RecordFault> {
        let words = text.split_whitespace().collect_vec();
        let [seat, roll, position @ ..] = &words[..] else {
            return Err(RecordFault::Form);
        };
        let seat = match *seat {
            "1" => 0,
            "2" => 1,
            _ => return Err(RecordFault::Seat(Excerpt::new(seat))),
        };
        let roll = whole_number(roll).ok_or_else(|| RecordFault::Roll(Excerpt::new(roll)))?;
        let mut position = position.concat();
        if !self.rules.has_lap() {
            for (number, letter) in [("40", "a"), ("41", "b"), ("42", "c"), ("43", "d")] {
                position = position.replace(number, letter);
            }
        }
        let mut position = Position::parse(&position)?;
        if self.in_fields {
            let pieces = position.configuration(1).pieces();
            let own = pieces.map(|place| {
                if place < TRACK {
                    opposite(place)
                } else {
                    place
                }
            });
            let own = Configuration::new(own).ok_or(PositionError::Pieces(2))?;
            position = Position::new([position.configuration(0), own]);
        }
        Ok((seat, roll, position))
    }

    fn depart(&mut self, text: &str, wrong: Wrong) {
        self.has_departed = true;
        self.compared.departed += 1;
        if self.compared.departures.len() < MOST_KEPT {
            let start = Position::start(self.rules);
            self.compared.departures.push(Departure {
                game: self.compared.games,
                line: self.lines,
                text: Excerpt::new(text),
                before: self.last.map_or(start, |last| last.position),
                last: self.last,
                wrong,
            });
        }
    }
}

/// A game in which this seat rolls first, if the rules allow that.
fn begun<'a>(rules: Rules, dice: [&'a Die; 2], seat: usize) -> ToldGame<'a> {
    let game = |starter| ToldGame::new(rules, dice, Position::start(rules), starter);
    // A starter who is stuck passes.
    let other = game(1).next() == Ok(seat) && game(0).next() != Ok(seat);
    game(usize::from(other && rules.starter() != Starter::First))
}
