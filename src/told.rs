//! One game, told roll by roll, straight from the rules: no tables, no speed.
//!
//! It is the same game as the fast one of the [engine](crate::engine::games): with the rolls of [`Chance`] it
//! goes as the first games of a tournament's pairing do.

use std::fmt;
use std::str::FromStr;

use itertools::Itertools;
use thiserror::Error;

use crate::dice::Die;
use crate::engine::columns::Columns;
use crate::engine::games::MOST_ROLLS;
use crate::rules::{Configuration, LAP, Move, PIECES, Rules, SIX, TRACK, opposite};
use crate::stream::{Rolls, Stream};
use crate::text::{Excerpt, whole_number};

/// The configurations of both players, with no track field in common, and who counts as stuck where
/// that does not follow from them.
///
/// Written as `0+17+b/-`: for seat 1, then for seat 2, the progress of each piece that is not at
/// home, 0 to 39 on the track, 40 back on A, a to d in the goal; `-` if all are at home. A `!` behind
/// them says that the player counts as stuck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    both: [Configuration; 2],
    stuck: [bool; 2],
}

impl Position {
    /// Both players with one piece on A.
    pub const START: Position = Position {
        both: [Configuration::START; 2],
        stuck: [false; 2],
    };

    /// Whether the position can be under these rules. A piece at the end of a lap, or a player who counts
    /// as stuck, can be there only under `wlr`.
    pub fn fits(&self, rules: Rules) -> bool {
        let has_lap = self.both.iter().any(|own| own.holds(LAP));
        rules == Rules::Wlr || !has_lap && self.stuck == [false; 2]
    }

    /// The configuration of a seat, 0 or 1.
    pub fn configuration(&self, seat: usize) -> Configuration {
        self.both[seat]
    }
}

/// A progress value as it is written: a number on the track, a letter in the goal.
pub fn place(progress: u8) -> String {
    if progress == LAP {
        return TRACK.to_string();
    }
    match progress.checked_sub(TRACK) {
        None => progress.to_string(),
        Some(goal) => char::from(b'a' + goal).to_string(),
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = [0, 1].map(|seat| {
            // A lap's end is before the goal.
            let order = |&progress: &u8| (progress >= TRACK && progress != LAP, progress);
            let pieces = self.both[seat].pieces().sorted_by_key(order).map(place);
            let pieces = match self.both[seat].home() {
                PIECES => "-".to_string(),
                _ => pieces.into_iter().join("+"),
            };
            let mark = if self.stuck[seat] { "!" } else { "" };
            format!("{pieces}{mark}")
        });
        write!(f, "{}", shown.iter().format("/"))
    }
}

/// What is wrong with the text of a position.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum PositionError {
    /// The text has not two parts.
    #[error("erwartet sind die Figuren von Sitz 1 und Sitz 2 mit / dazwischen, wie 0+17+b/-")]
    Parts,
    /// A word is no progress value.
    #[error(
        "„{0}“ ist kein Feld; es gibt 0 bis 39 und a bis d, unter wlr auch 40, und - für keine Figur"
    )]
    Place(Excerpt),
    /// A seat has more than four pieces, or two on the same field.
    #[error("Sitz {0} hat mehr als vier Figuren oder zwei auf demselben Feld")]
    Pieces(usize),
    /// Both players stand on the same track field.
    #[error(
        "auf Feld {0} stehen Figuren beider Sitze (das Feld p des einen ist p + 20 des anderen)"
    )]
    Shared(u8),
    /// The four goal fields of a seat are filled.
    #[error("Sitz {0} hat schon gewonnen")]
    Won(usize),
}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Position, PositionError> {
        let (first, second) = text.split_once('/').ok_or(PositionError::Parts)?;
        let mut both = [Configuration::START; 2];
        let mut stuck = [false; 2];
        for (seat, text) in [first, second].into_iter().enumerate() {
            let text = text.trim();
            let unmarked = text.strip_suffix('!');
            stuck[seat] = unmarked.is_some();
            let pieces = match unmarked.unwrap_or(text) {
                "-" => Vec::new(),
                text => text
                    .split('+')
                    .map(|place| parse_place(place.trim()))
                    .collect::<Result<_, _>>()?,
            };
            let own = Configuration::new(pieces).ok_or(PositionError::Pieces(seat + 1))?;
            if own.is_won() {
                return Err(PositionError::Won(seat + 1));
            }
            both[seat] = own;
        }
        let mut fields = 0..TRACK;
        let [one, other] = both;
        let shared = |&field: &u8| one.stands_on(field) && other.stands_on(opposite(field));
        match fields.find(shared) {
            Some(progress) => Err(PositionError::Shared(progress)),
            None => Ok(Position { both, stuck }),
        }
    }
}

fn parse_place(text: &str) -> Result<u8, PositionError> {
    match text.as_bytes() {
        [letter @ b'a'..=b'd'] => Some(TRACK + letter - b'a'),
        _ => whole_number(text)
            .filter(|&progress| progress <= TRACK)
            .map(|progress| if progress == TRACK { LAP } else { progress }),
    }
    .ok_or_else(|| PositionError::Place(Excerpt::new(text)))
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// This seat has filled its goal.
    Won(usize),
    /// Both players are stuck.
    Draw,
    /// The game took [`MOST_ROLLS`] rolls.
    CutOff,
}

/// What one roll did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToldRoll {
    /// The number of the roll, from 1.
    pub number: u64,
    /// The seat that rolled, 0 or 1.
    pub seat: usize,
    /// What that seat rolled.
    pub roll: u32,
    /// The moves, and whether an enemy piece stood where each landed.
    pub moves: [Option<(Move, bool)>; 2],
    /// Whether the same seat rolls again because of a 6.
    pub again: bool,
    /// The seat that would be next, but is stuck.
    pub passes: Option<usize>,
    /// The position after the roll.
    pub position: Position,
    /// How the game ended, if it did so by this roll.
    pub ending: Option<Ending>,
}

/// A told game.
#[derive(Clone, Debug)]
pub struct ToldGame<'a> {
    rules: Rules,
    dice: [&'a Die; 2],
    position: Position,
    rolls: u64,
    /// The starter, if it is stuck and passes.
    skipped: Option<usize>,
    /// The seat that rolls next, or how the game ended.
    next: Result<usize, Ending>,
}

impl<'a> ToldGame<'a> {
    /// A game from this position; the starter, seat 0 or 1, rolls first, unless it is stuck.
    pub fn new(
        rules: Rules,
        dice: [&'a Die; 2],
        position: Position,
        starter: usize,
    ) -> ToldGame<'a> {
        let mut game = ToldGame {
            rules,
            dice,
            position,
            rolls: 0,
            skipped: None,
            next: Ok(starter),
        };
        game.next = game.first_that_can([starter, 1 - starter]);
        game.skipped = (game.next == Ok(1 - starter)).then_some(starter);
        game
    }

    /// The seat that rolls next, or how the game ended.
    pub fn next(&self) -> Result<usize, Ending> {
        self.next
    }

    /// The starter, if it is stuck and passes.
    pub fn skipped(&self) -> Option<usize> {
        self.skipped
    }

    /// The position after the last roll.
    pub fn position(&self) -> Position {
        self.position
    }

    fn is_stuck(&self, seat: usize) -> bool {
        let faces = self.dice[seat].faces().iter().copied();
        self.rules.is_stuck(self.position.both[seat], faces, seat)
    }

    /// The first of these seats that is not stuck, if players pass.
    fn first_that_can(&self, seats: [usize; 2]) -> Result<usize, Ending> {
        if !self.rules.passes() {
            return match self.position.stuck {
                [true, true] => Err(Ending::Draw),
                _ => Ok(seats[0]),
            };
        }
        let mut seats = seats.into_iter();
        seats.find(|&seat| !self.is_stuck(seat)).ok_or(Ending::Draw)
    }

    /// Plays a roll of the player whose turn it is, any number. Returns nothing if the game is over.
    pub fn roll(&mut self, roll: u32) -> Option<ToldRoll> {
        let seat = self.next.ok()?;
        self.rolls += 1;
        let turn = self.rules.turn(self.position.both[seat], roll, seat);
        let mut moves = [None; 2];
        for (told, mv) in moves.iter_mut().zip(turn.moves()) {
            let [own, others] = [seat, 1 - seat].map(|seat| self.position.both[seat]);
            self.position.both[seat] = mv.after(own);
            let field = mv.landing().map(opposite);
            let hit = field.filter(|&field| others.stands_on(field));
            if let Some(field) = hit {
                self.position.both[1 - seat] = others.without(field);
            }
            *told = Some((mv, hit.is_some()));
        }
        // Where players pass, it follows from the configuration.
        self.position.stuck[seat] =
            !self.rules.passes() && moves[0].is_none() && self.is_stuck(seat);

        let due = if roll == SIX { seat } else { 1 - seat };
        self.next = if self.position.both[seat].is_won() {
            Err(Ending::Won(seat))
        } else {
            self.first_that_can([due, 1 - due])
        };
        if self.rolls == MOST_ROLLS && self.next.is_ok() {
            self.next = Err(Ending::CutOff);
        }
        Some(ToldRoll {
            number: self.rolls,
            seat,
            roll,
            moves,
            again: roll == SIX && self.next == Ok(seat),
            passes: (self.next == Ok(1 - due)).then_some(due),
            position: self.position,
            ending: self.next.err(),
        })
    }
}

/// The rolls of the first block of games of a pairing, as a tournament makes them.
#[derive(Clone, Debug)]
pub struct Chance<'a> {
    dice: [&'a Die; 2],
    columns: [Columns; 2],
    rolls: Rolls,
}

impl<'a> Chance<'a> {
    /// The rolls of two dice with these indices in the file, the lower one first.
    pub fn new(dice: [&'a Die; 2], indices: [usize; 2], seed: u64) -> Chance<'a> {
        let columns = dice.map(Columns::new);
        let sides = [columns[0].sides(), columns[1].sides()];
        Chance {
            dice,
            columns,
            rolls: Rolls::new(Stream::new(seed, indices, 0), sides),
        }
    }

    /// The next roll of a seat: a face of its die. Of faces that never move anything it is the first.
    pub fn roll(&mut self, seat: usize) -> u32 {
        let columns = &self.columns[seat];
        let column = columns.by_side()[self.rolls.next(seat)];
        let roll = columns.rolls()[usize::from(column)];
        let mut faces = self.dice[seat].faces().iter().copied();
        faces
            .find(|&face| crate::engine::columns::roll_of(face) == roll)
            .unwrap_or(roll)
    }
}
