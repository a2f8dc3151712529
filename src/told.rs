//! One game, told roll by roll, straight from the rules: no tables, no speed.
//!
//! It is the same game as the fast one of the [engine](crate::engine::games): with the rolls of
//! [`Chance`] it goes as the first games of a tournament's pairing do.

use std::fmt;
use std::str::FromStr;

use itertools::Itertools;
use thiserror::Error;

use crate::dice::Die;
use crate::engine::columns::Columns;
use crate::engine::starters::{FaceCounts, Starters};
use crate::rules::{
    Configuration, Ending, LAP, MOST_ROLLS, Memory, Move, Roll, Rules, Standing, TRACK, opposite,
    opposite_fields,
};
use crate::stream::{BLOCK, Rolls, Stream};
use crate::text::{Excerpt, whole_number};

/// The configurations of both players, and what they remember.
///
/// Written as `0+17+b/-`: for seat 1, then for seat 2, the progress of each piece that is not at
/// home, 0 to 39 on the track, 40 back on A, a to d in the goal; `-` if all are at home. A `!`
/// behind them says that the player counts as stuck, `?` and `??` that one or two tries of the turn
/// have failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The configurations of seats 0 and 1.
    pub both: [Configuration; 2],
    memories: [Memory; 2],
}

impl Position {
    /// The position of players with these pieces who remember nothing.
    pub fn new(both: [Configuration; 2]) -> Position {
        let memories = [Memory::Nothing; 2];
        Position { both, memories }
    }

    /// The position in which a game starts under these rules.
    pub fn start(rules: Rules) -> Position {
        Position::new([rules.start(); 2])
    }

    /// Reads a position, in which `parse_place` knows the places of pieces that are not at home.
    pub fn parse(
        text: &str,
        parse_place: impl Fn(&str) -> Result<u8, PositionError>,
    ) -> Result<Position, PositionError> {
        let (one, other) = text.split_once('/').ok_or(PositionError::Parts)?;
        let mut position = Position::new([Configuration::EMPTY; 2]);
        for (seat, text) in [one, other].map(str::trim).into_iter().enumerate() {
            let mut marks = [Memory::TriedTwice, Memory::TriedOnce, Memory::Stuck].into_iter();
            let marked = |memory| Some((text.strip_suffix(mark(memory))?.trim_end(), memory));
            let (pieces, memory) = marks.find_map(marked).unwrap_or((text, Memory::Nothing));
            position.memories[seat] = memory;
            if pieces != "-" {
                let places = pieces.split('+').map(|place| parse_place(place.trim()));
                let places: Vec<u8> = places.collect::<Result<_, _>>()?;
                let own = Configuration::new(places).ok_or(PositionError::Pieces(seat + 1))?;
                position.both[seat] = own;
            }
        }
        Ok(position)
    }

    /// The same pieces, without what players remember.
    pub fn forgotten(self) -> Position {
        Position::new(self.both)
    }

    /// Checks that the position can be under these rules, with this seat having the turn if that is
    /// known: nobody has won, none of both players on the same track field would have been
    /// captured, and the rules know all that is there.
    pub fn check(&self, rules: Rules, mover: Option<usize>) -> Result<(), PositionError> {
        if let Some(seat) = self.both.iter().position(|own| own.is_won()) {
            return Err(PositionError::Won(seat + 1));
        }
        if rules.base() != Rules::WLR && self.both.iter().any(|own| own.holds(LAP)) {
            return Err(PositionError::Lap);
        }
        for (seat, (&own, &memory)) in self.both.iter().zip(&self.memories).enumerate() {
            let may_be_due = mover.is_none_or(|mover| mover == seat);
            if !rules.admits(own, memory, may_be_due) {
                return Err(PositionError::Memory);
            }
        }
        let [one, other] = self.both.map(|own| rules.exposed(own));
        let one = one & !rules.shared();
        let is_shared = |&field: &u8| one >> field & other >> opposite(field) & 1 == 1;
        let shared = (0..TRACK).find(is_shared);
        shared.map_or(Ok(()), |field| Err(PositionError::Shared(field)))
    }
}

/// A progress value as it is written: a number on the track, a letter in the goal.
pub fn place(progress: u8) -> String {
    match progress {
        0..TRACK => progress.to_string(),
        LAP => TRACK.to_string(),
        _ => char::from(b'a' + (progress - TRACK)).to_string(),
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = [0, 1].map(|seat| {
            // A lap's end is before the goal.
            let order = |&progress: &u8| (progress >= TRACK && progress != LAP, progress);
            let mut places = self.both[seat].pieces().sorted_by_key(order).map(place);
            let places = places.join("+");
            let shown = if places.is_empty() { "-" } else { &places };
            format!("{shown}{}", mark(self.memories[seat]))
        });
        write!(f, "{}", shown.iter().format("/"))
    }
}

/// What stands behind the pieces of a player with this memory.
fn mark(memory: Memory) -> &'static str {
    match memory {
        Memory::Nothing => "",
        Memory::Stuck => "!",
        Memory::TriedOnce => "?",
        Memory::TriedTwice => "??",
    }
}

/// What is wrong with a position, or with its text.
#[derive(Debug, Error, PartialEq, Eq)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum PositionError {
    #[error("erwartet sind die Figuren von Sitz 1 und Sitz 2 mit / dazwischen, wie 0+17+b/-")]
    Parts,
    #[error(
        "„{0}“ ist kein Feld; es gibt 0 bis 39 und a bis d, unter wlr auch 40, und - für keine Figur"
    )]
    Place(Excerpt),
    #[error("Sitz {0} hat mehr als vier Figuren oder zwei auf demselben Feld")]
    Pieces(usize),
    #[error(
        "auf Feld {0} stehen Figuren beider Sitze (das Feld p des einen ist p + 20 des anderen)"
    )]
    Shared(u8),
    #[error("Sitz {0} hat schon gewonnen")]
    Won(usize),
    #[error("das Feld 40 gibt es nur unter wlr")]
    Lap,
    #[error(
        "! für einen, der festsitzt, gibt es nur unter wlr; ? für misslungene Versuche nur mit \
         drei-versuche, bei dem, der an der Reihe ist und keine Figur auf der Laufbahn hat"
    )]
    Memory,
}

/// Takes a position in which somebody has won, too.
impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Position, PositionError> {
        Position::parse(text, parse_place)
    }
}

/// Reads the [`place`] of a piece.
pub fn parse_place(text: &str) -> Result<u8, PositionError> {
    let place = match text.as_bytes() {
        [letter @ b'a'..=b'd'] => Some(TRACK + letter - b'a'),
        b"40" => Some(LAP),
        _ => whole_number(text).filter(|&progress| progress < TRACK),
    };
    place.ok_or_else(|| PositionError::Place(Excerpt::new(text)))
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
    /// The moves, and whether each captured an enemy piece where it landed.
    pub moves: [Option<(Move, bool)>; 2],
    /// The track fields on which enemy pieces were captured because the turn was over, as a set:
    /// bit p for the mover's progress p in 0..=39.
    pub captured_at_turn_end: u64,
    /// Whether the same seat rolls again because of a 6.
    pub again: bool,
    /// Whether the same seat rolls again because it may try once more.
    pub tries: bool,
    /// The seat that would be next, but is stuck and passes.
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
    /// The seat that has the turn, which passes if it is stuck.
    due: usize,
    /// The seat that rolls next, or how the game ended.
    pub next: Result<usize, Ending>,
}

impl<'a> ToldGame<'a> {
    /// A game from this position; the starter, seat 0 or 1, rolls first, unless it is stuck.
    pub fn new(rules: Rules, dice: [&'a Die; 2], position: Position, starter: usize) -> Self {
        let mut game = ToldGame {
            rules,
            dice,
            position,
            rolls: 0,
            due: starter,
            next: Ok(starter),
        };
        game.next = game.rolls(starter);
        game
    }

    fn is_stuck(&self, seat: usize) -> bool {
        let faces = self.dice[seat].faces();
        let six = self.rules.six(faces);
        let rolls = faces.iter().map(|&face| Roll::new(face, six));
        self.rules.is_stuck(self.position.both[seat], rolls, seat)
    }

    /// The position.
    pub fn position(&self) -> Position {
        self.position
    }

    /// Whether a roll of this seat that moves nothing is the same as nothing: the seat is stuck,
    /// and passes or the game is over because of that. The printed rules do not say that a stuck
    /// player passes without rolling.
    pub fn may_roll_in_vain(&self, seat: usize) -> bool {
        let has_turn = seat == self.due || self.next == Err(Ending::Draw);
        let is_won = self.position.both.iter().any(|own| own.is_won());
        let is_stuck = || self.standing(seat) == Standing::Stuck;
        has_turn && !is_won && !self.rules.rolls_on() && is_stuck()
    }

    fn standing(&self, seat: usize) -> Standing {
        let Position { both, memories } = self.position;
        let is_stuck = || self.is_stuck(seat);
        self.rules.standing(both[seat], memories[seat], is_stuck)
    }

    /// Which seat rolls if this one is due.
    fn rolls(&self, due: usize) -> Result<usize, Ending> {
        let standing = [0, 1].map(|seat| self.standing(seat));
        self.rules.referee(standing, due)
    }

    /// Sends home the enemy pieces on these track fields, a set of progress values of this seat, if
    /// they are exposed. Returns the fields on which there were any.
    fn capture(&mut self, seat: usize, fields: u64) -> u64 {
        let others = &mut self.position.both[1 - seat];
        let hits = fields & opposite_fields(self.rules.exposed(*others));
        for field in (0..TRACK).filter(|field| hits >> field & 1 == 1) {
            *others = others.without(opposite(field));
        }
        hits
    }

    /// Plays a roll of the player whose turn it is, any number, unless the game has ended before.
    pub fn roll(&mut self, face: u32) -> Result<ToldRoll, Ending> {
        let seat = self.next?;
        self.rolls += 1;
        let roll = Roll::new(face, self.rules.six(self.dice[seat].faces()));
        let Position { both, memories } = self.position;
        let chosen = self.rules.moves(both[seat], roll, seat);
        let mut moves = [None; 2];
        for (told, mv) in moves.iter_mut().zip(chosen) {
            self.position.both[seat] = self.position.both[seat].moved(mv.from, mv.to);
            let landing = self.rules.landing(mv).map_or(0, |field| 1 << field);
            *told = Some((mv, self.capture(seat, landing) != 0));
        }
        let (before, has_moved) = ((both[seat], memories[seat]), moves[0].is_some());
        let is_stuck = || self.is_stuck(seat);
        let (again, memory) = self.rules.next(before, roll, has_moved, is_stuck);
        self.position.memories[seat] = memory;
        let own = self.position.both[seat];
        let landings = (self.rules).landings_at_turn_end(own, again, self.standing(seat));
        let captured_at_turn_end = self.capture(seat, landings);
        let tries = matches!(memory, Memory::TriedOnce | Memory::TriedTwice);
        let due = if again { seat } else { 1 - seat };
        self.due = due;
        self.next = self.rolls(due);
        if self.rolls == MOST_ROLLS && self.next.is_ok() {
            self.next = Err(Ending::CutOff);
        }
        Ok(ToldRoll {
            number: self.rolls,
            seat,
            roll: face,
            moves,
            captured_at_turn_end,
            again: again && !tries && self.next == Ok(seat),
            tries,
            passes: (self.next == Ok(1 - due)).then_some(due),
            position: self.position,
            ending: self.next.err(),
        })
    }

    /// Plays on with these rolls of the seats whose turn it is, until the game or they end.
    pub fn play(&mut self, mut roll: impl FnMut(usize) -> Option<u32>) -> Vec<ToldRoll> {
        std::iter::from_fn(|| self.roll(roll(self.next.ok()?)?).ok()).collect()
    }
}

/// The rolls of the first block of games of a pairing, as a tournament makes them.
#[derive(Clone, Debug)]
pub struct Chance<'a> {
    rules: Rules,
    dice: [&'a Die; 2],
    columns: [Columns; 2],
    rolls: Rolls,
    /// The seats that start the games of the block, one after the other.
    pub starters: Vec<usize>,
}

impl<'a> Chance<'a> {
    /// The rolls of two dice with these indices in the file, the lower one first.
    pub fn new(rules: Rules, dice: [&'a Die; 2], indices: [usize; 2], seed: u64) -> Chance<'a> {
        let columns = dice.map(|die| Columns::new(die, rules));
        let sides = columns.each_ref().map(Columns::sides);
        let starters = Starters::new(rules, || dice.map(FaceCounts::new));
        let games = starters.of_block(seed, indices, 0, BLOCK);
        let starters = (0..BLOCK).rev().map(|bit| (games >> bit & 1) as usize);
        Chance {
            rules,
            dice,
            columns,
            rolls: Rolls::new(Stream::new(seed, indices, 0), sides),
            starters: starters.collect(),
        }
    }

    /// Goes on to the first game of the block that this seat starts, if that is wanted and there is
    /// one. Returns the seat that starts.
    pub fn go_to(&mut self, starter: Option<usize>) -> usize {
        let is_wanted = |seat: &usize| starter.is_none_or(|starter| starter == *seat);
        let game = self.starters.iter().position(is_wanted).unwrap_or(0);
        for before in 0..game {
            let (start, starter) = (Position::start(self.rules), self.starters[before]);
            let mut game = ToldGame::new(self.rules, self.dice, start, starter);
            game.play(|seat| Some(self.roll(seat)));
        }
        starter.unwrap_or(self.starters[game])
    }

    /// The next roll of a seat: a face of its die. Of faces that never move anything it is the
    /// first.
    pub fn roll(&mut self, seat: usize) -> u32 {
        let own = &self.columns[seat];
        let column = own.by_side[self.rolls.next(seat)];
        let roll = own.rolls[usize::from(column)];
        let faces = self.dice[seat].faces();
        let six = self.rules.six(faces);
        let alike = faces.iter().find(|&&face| Roll::new(face, six) == roll);
        *alike.unwrap_or(&roll.face)
    }
}
