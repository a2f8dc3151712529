//! Somebody's record of games, roll by roll, against the rules.
//!
//! A record has a line a roll, `SEAT ROLL POSITION`: who rolled what, and where all pieces stand afterwards, in the
//! notation of [`Position`] with the pieces of a player in any order. Between games there is an empty line or one that
//! begins with „Beginn“. The record of a game is followed as far as it goes by the rules, and its first line that does
//! not is its [`Departure`]; what comes behind it in that game is not looked at, as it follows from another position.
//!
//! Who begins is taken from the record where the rules leave it open. What a player remembers, such as a try that
//! failed, need not be written.

use std::mem;

use itertools::Itertools;

use crate::dice::Die;
use crate::rules::{Configuration, Ending, MOST_ROLLS, Rule, Rules, Starter, TRACK, opposite};
use crate::text::{Excerpt, whole_number};
use crate::told::{Position, PositionError, ToldGame, ToldRoll};

/// The most bytes of a line.
pub const LONGEST_LINE: usize = 1000;

/// The number of departures that are kept; others are counted.
const MOST_KEPT: usize = 5;

/// What a line must look like, in German.
pub const FORM: &str = "erwartet ist SITZ WURF STELLUNG, wie „1 6 0+17+b/-“";

/// How a game departs from the rules.
#[derive(Debug)]
pub enum Wrong {
    /// The line cannot be read, for this reason.
    Unreadable(String),
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
    /// The roll before, with which all was right, if there is one.
    pub last: Option<ToldRoll>,
    /// How it departs.
    pub wrong: Wrong,
}

/// What can happen in a roll, in German, and whether it did.
fn happenings(told: &ToldRoll, is_six: bool) -> [(&'static str, bool); 13] {
    let moves = || told.moves.iter().flatten();
    let by = |rule| moves().any(|(mv, _)| mv.rule == rule);
    let hits = |rule| moves().any(|&(mv, captures)| mv.rule == rule && captures);
    let hits_on_track = hits(Rule::FrontmostOnTrack);
    let is_idle = moves().next().is_none();
    let is_won = told.ending == Some(Ending::Won(told.seat));
    [
        ("Einsetzen (Regel 1)", by(Rule::BringOut)),
        ("Einsetzen mit Schlagen", hits(Rule::BringOut)),
        ("A räumen (Regel 2)", by(Rule::ClearStart)),
        ("A räumen mit Schlagen", hits(Rule::ClearStart)),
        ("Zug auf der Laufbahn (Regel 3)", by(Rule::FrontmostOnTrack)),
        ("Zug auf der Laufbahn mit Schlagen", hits_on_track),
        ("Zug im Ziel (Regel 4)", by(Rule::FrontmostInGoal)),
        ("kein Zug (Regel 5)", is_idle),
        ("kein Zug mit einer 6", is_idle && is_six),
        ("noch ein Wurf nach einer 6", told.again),
        ("noch ein Versuch", told.tries),
        ("danach setzt einer aus", told.passes.is_some()),
        ("Sieg", is_won),
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
    /// For each thing that can happen in a roll, in German, how often it did to each seat, all being right; nothing without a roll.
    pub happened: Vec<(&'static str, [u64; 2])>,
    /// Whether the last game is not at its end, as a record may stop anywhere.
    pub is_cut: bool,
}

/// A record that is followed game by game.
#[derive(Debug)]
pub struct Comparison<'a> {
    rules: Rules,
    dice: [&'a Die; 2],
    in_fields: bool,
    /// The number of lines so far.
    lines: u64,
    /// The number of the first line of the game that is read.
    first: u64,
    /// Its lines, one more than a game can have at most: a record that does not end takes no more memory.
    game: Vec<String>,
    compared: Compared,
}

impl<'a> Comparison<'a> {
    /// Follows games of these dice. `in_fields` says that both seats count the fields of the board from the A of seat 1, so that
    /// seat 2 begins on 20; otherwise each counts from its own A.
    pub fn new(rules: Rules, dice: [&'a Die; 2], in_fields: bool) -> Comparison<'a> {
        Comparison {
            rules,
            dice,
            in_fields,
            lines: 0,
            first: 0,
            game: Vec::new(),
            compared: Compared::default(),
        }
    }

    /// Takes the next line.
    pub fn line(&mut self, line: &str) {
        self.lines += 1;
        let line = line.trim();
        if line.is_empty() || line.starts_with("Beginn") {
            self.end_game(Some(line));
            return;
        }
        if self.game.is_empty() {
            self.first = self.lines;
        }
        if self.game.len() as u64 <= MOST_ROLLS {
            self.game.push(line.into());
        }
    }

    /// What came of all lines.
    pub fn finish(mut self) -> Compared {
        self.end_game(None);
        self.compared
    }

    /// Follows the game whose lines were read, if there are any. `end` is the line behind it, unless the record ends there.
    fn end_game(&mut self, end: Option<&str>) {
        let lines = mem::take(&mut self.game);
        let Some(first) = lines.first() else { return };
        self.compared.games += 1;
        let seat = read(first, self.rules, self.in_fields).map_or(0, |(seat, ..)| seat);
        let mut game = begun(self.rules, self.dice, seat);
        let mut last = None;
        for (line, number) in lines.iter().zip(self.first..) {
            let read = read(line, self.rules, self.in_fields).map_err(Wrong::Unreadable);
            match read.and_then(|read| follow(&mut game, self.dice, read)) {
                Ok(told) => {
                    self.count(&told);
                    last = Some(told);
                }
                Err(wrong) => return self.depart(line, number, last, wrong),
            }
        }
        match (game.next, end) {
            (Ok(seat), Some(line)) => self.depart(line, self.lines, last, Wrong::Stops(seat)),
            (Ok(_), None) => self.compared.is_cut = true,
            (Err(_), _) => {}
        }
    }

    /// Counts a roll that goes by the rules.
    fn count(&mut self, told: &ToldRoll) {
        let is_six = told.roll == self.rules.six(self.dice[told.seat].faces());
        let happenings = happenings(told, is_six);
        self.compared.rolls += 1;
        let happened = &mut self.compared.happened;
        if happened.is_empty() {
            *happened = happenings.map(|(name, _)| (name, [0; 2])).to_vec();
        }
        for ((_, counts), (_, happens)) in happened.iter_mut().zip(happenings) {
            counts[told.seat] += u64::from(happens);
        }
    }

    fn depart(&mut self, text: &str, line: u64, last: Option<ToldRoll>, wrong: Wrong) {
        let compared = &mut self.compared;
        compared.departed += 1;
        if compared.departures.len() < MOST_KEPT {
            compared.departures.push(Departure {
                game: compared.games,
                line,
                text: Excerpt::new(text),
                last,
                wrong,
            });
        }
    }
}

/// Goes on with a game by the seat, the roll and the position that a line says.
fn follow(
    game: &mut ToldGame,
    dice: [&Die; 2],
    (seat, face, found): (usize, u32, Position),
) -> Result<ToldRoll, Wrong> {
    if game.next.map_err(Wrong::GoesOn)? != seat {
        return Err(Wrong::Seat(seat));
    }
    if !dice[seat].faces().contains(&face) {
        return Err(Wrong::Face(seat, face));
    }
    let told = game.roll(face).map_err(Wrong::GoesOn)?;
    match told.position.both == found.both {
        true => Ok(told),
        false => Err(Wrong::Position(told, found)),
    }
}

/// The seat, the roll and the position that a line says.
fn read(text: &str, rules: Rules, in_fields: bool) -> Result<(usize, u32, Position), String> {
    let words = text.split_whitespace().collect_vec();
    let [seat, roll, position @ ..] = &words[..] else {
        return Err(FORM.into());
    };
    let fault = |word, what| format!("„{}“ ist kein {what}; {FORM}", Excerpt::new(word));
    let known = ["1", "2"].iter().position(|one| one == seat);
    let seat = known.ok_or_else(|| fault(seat, "Sitz, es gibt 1 und 2"))?;
    let roll = whole_number(roll).ok_or_else(|| fault(roll, "Wurf"))?;
    let mut position = position.concat();
    if !rules.has_lap() {
        for (number, letter) in [("40", "a"), ("41", "b"), ("42", "c"), ("43", "d")] {
            position = position.replace(number, letter);
        }
    }
    let shown = |fault: PositionError| fault.to_string();
    let mut position = position.parse::<Position>().map_err(shown)?;
    if in_fields {
        let own = as_seat_2_counts(position.both[1]).ok_or(PositionError::Pieces(2));
        position.both[1] = own.map_err(shown)?;
    }
    Ok((seat, roll, position))
}

/// The pieces of seat 2, if these have their fields of the track counted from the A of seat 1; `None` if they cannot be.
pub fn as_seat_2_counts(own: Configuration) -> Option<Configuration> {
    Configuration::new(own.pieces().map(|place| match place {
        0..TRACK => opposite(place),
        _ => place,
    }))
}

/// A game in which this seat rolls first, if the rules allow that.
fn begun<'a>(rules: Rules, dice: [&'a Die; 2], seat: usize) -> ToldGame<'a> {
    let game = |starter| ToldGame::new(rules, dice, Position::start(rules), starter);
    // A starter who is stuck passes.
    let other = game(1).next == Ok(seat) && game(0).next != Ok(seat);
    game(usize::from(other && rules.starter() != Starter::First))
}
