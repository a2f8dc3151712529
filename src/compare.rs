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
use crate::rules::{Configuration, Deviation, Ending, Rule, Rules, TRACK, opposite};
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

/// A record that is followed line by line.
#[derive(Debug)]
pub struct Comparison<'a> {
    rules: Rules,
    dice: [&'a Die; 2],
    in_fields: bool,
    lines: u64,
    /// Whether the next line may be the first one of a game.
    is_between: bool,
    /// The game, as long as it goes by the rules, and its last roll.
    game: Option<(ToldGame<'a>, Option<ToldRoll>)>,
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
            is_between: true,
            game: None,
            compared: Compared::default(),
        }
    }

    /// Takes the next line.
    pub fn line(&mut self, line: &str) {
        self.lines += 1;
        let line = line.trim();
        let is_end = line.is_empty() || line.starts_with("Beginn");
        if mem::replace(&mut self.is_between, is_end) && !is_end {
            self.compared.games += 1;
            let seat = self.read(line).map_or(0, |(seat, ..)| seat);
            self.game = Some((self.begun(seat), None));
        }
        let Some((mut game, last)) = self.game.take() else {
            return;
        };
        let followed = match game.next {
            Ok(seat) if is_end => Err(Wrong::Stops(seat)),
            Err(_) if is_end => return,
            _ => self.follow(&mut game, line),
        };
        match followed {
            Ok(told) => {
                self.count(&told);
                self.game = Some((game, Some(told)));
            }
            Err(wrong) => {
                self.compared.departed += 1;
                if self.compared.departures.len() < MOST_KEPT {
                    self.compared.departures.push(Departure {
                        game: self.compared.games,
                        line: self.lines,
                        text: Excerpt::new(line),
                        last,
                        wrong,
                    });
                }
            }
        }
    }

    /// What came of all lines.
    pub fn finish(mut self) -> Compared {
        self.compared.is_cut = self.game.is_some_and(|(game, _)| game.next.is_ok());
        self.compared
    }

    /// A game in which this seat rolls first, if the rules allow that.
    fn begun(&self, seat: usize) -> ToldGame<'a> {
        let start = Position::start(self.rules);
        let game = |starter| ToldGame::new(self.rules, self.dice, start, starter);
        // A starter who is stuck passes.
        let other = game(1).next == Ok(seat) && game(0).next != Ok(seat);
        let may_begin = !self.rules.has(Deviation::FirstStarts);
        game(usize::from(may_begin && other))
    }

    /// Goes on with a game by what a line says.
    fn follow(&self, game: &mut ToldGame, line: &str) -> Result<ToldRoll, Wrong> {
        let (seat, face, found) = self.read(line).map_err(Wrong::Unreadable)?;
        if game.next.map_err(Wrong::GoesOn)? != seat {
            return Err(Wrong::Seat(seat));
        }
        if !self.dice[seat].faces().contains(&face) {
            return Err(Wrong::Face(seat, face));
        }
        let told = game.roll(face).map_err(Wrong::GoesOn)?;
        match told.position.both == found.both {
            true => Ok(told),
            false => Err(Wrong::Position(told, found)),
        }
    }

    /// The seat, the roll and the position that a line says.
    fn read(&self, line: &str) -> Result<(usize, u32, Position), String> {
        let words = line.split_whitespace().collect_vec();
        let [seat, roll, position @ ..] = &words[..] else {
            return Err(FORM.into());
        };
        let fault = |word, what| format!("„{}“ ist kein {what}; {FORM}", Excerpt::new(word));
        let known = ["1", "2"].iter().position(|one| one == seat);
        let seat = known.ok_or_else(|| fault(seat, "Sitz, es gibt 1 und 2"))?;
        let roll = whole_number(roll).ok_or_else(|| fault(roll, "Wurf"))?;
        let mut position = position.concat();
        if self.rules.base() != Rules::WLR {
            for (number, letter) in ["40", "41", "42", "43"].iter().zip(["a", "b", "c", "d"]) {
                position = position.replace(number, letter);
            }
        }
        let shown = |fault: PositionError| fault.to_string();
        let mut position = position.parse::<Position>().map_err(shown)?;
        if self.in_fields {
            let own = as_seat_2_counts(position.both[1]).ok_or(PositionError::Pieces(2));
            position.both[1] = own.map_err(shown)?;
        }
        Ok((seat, roll, position))
    }

    /// Counts a roll that goes by the rules, and what happened in it.
    fn count(&mut self, told: &ToldRoll) {
        let is_six = told.roll == self.rules.six(self.dice[told.seat].faces());
        let moves = || told.moves.iter().flatten();
        let by = |rule| moves().any(|(mv, _)| mv.rule == rule);
        let hits = |rule| moves().any(|&(mv, captures)| mv.rule == rule && captures);
        let hits_on_track = hits(Rule::FrontmostOnTrack);
        let is_idle = moves().next().is_none();
        let happenings = [
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
            ("Sieg", told.ending == Some(Ending::Won(told.seat))),
        ];
        self.compared.rolls += 1;
        let happened = &mut self.compared.happened;
        happened.resize(happenings.len(), ("", [0; 2]));
        for ((known, often), (name, happens)) in happened.iter_mut().zip(happenings) {
            *known = name;
            often[told.seat] += u64::from(happens);
        }
    }
}

/// The pieces of seat 2, if these have their fields of the track counted from the A of seat 1; `None` if they cannot be.
pub fn as_seat_2_counts(own: Configuration) -> Option<Configuration> {
    Configuration::new(own.pieces().map(|place| match place {
        0..TRACK => opposite(place),
        _ => place,
    }))
}
