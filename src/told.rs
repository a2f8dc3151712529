//! One game, told roll by roll, straight from the rules: no tables, no speed.
//!
//! It is played by the same rules as the fast game of the [engine](crate::engine::games): with the
//! rolls of [`TournamentRolls`] it goes as the first games of a tournament's pairing do, unless it
//! is started by a seat that starts none of these.

use std::fmt;
use std::str::FromStr;

use itertools::Itertools;
use thiserror::Error;

use crate::dice::Die;
use crate::engine::columns::DieColumns;
use crate::engine::starters::{FaceCounts, Starters};
use crate::rules::{
    Aftereffect, Configuration, Ending, LAP, MOST_ROLLS, Move, PlayedRoll, PlayerState, Roll,
    Rules, Standing, TRACK, opposite, opposite_fields,
};
use crate::stream::{BLOCK, Rolls, Stream};
use crate::text::{Excerpt, parse_whole_number};

/// The players of both seats between two rolls.
///
/// Written as `0+17+b/-`: for seat 1, then for seat 2, the progress of each piece that is not at
/// home, 0 to 39 on the track, 40 back on A, a to d in the goal; `-` if all are at home. Behind
/// them stands a mark of the after-effect: `!` if the player counts as stuck under `wlr`, `?` and
/// `??` if one or two tries have failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The players of seats 0 and 1.
    pub players: [PlayerState; 2],
}

impl Position {
    /// The position of players with these pieces and no after-effects.
    pub fn new(pieces: [Configuration; 2]) -> Position {
        Position {
            players: pieces.map(PlayerState::new),
        }
    }

    /// The position in which a game starts under these rules.
    pub fn start(rules: Rules) -> Position {
        Position::new([rules.start(); 2])
    }

    /// Parses a position as it is written, with the pieces of a player in any order.
    /// `parse_progress` parses the progress of a piece that is not at home.
    ///
    /// Errors as that does, if the `/` is missing, or if a player cannot have its pieces.
    pub fn parse(
        text: &str,
        parse_progress: impl Fn(&str) -> Result<u8, PositionError>,
    ) -> Result<Position, PositionError> {
        let (first, second) = text.split_once('/').ok_or(PositionError::Parts)?;
        let mut position = Position::new([Configuration::EMPTY; 2]);
        for (seat, text) in [first, second].into_iter().enumerate() {
            let (places, aftereffect) = split_mark(text.trim());
            let player = &mut position.players[seat];
            player.aftereffect = aftereffect;
            if places != "-" {
                let places: Vec<u8> = places
                    .split('+')
                    .map(|place| parse_progress(place.trim()))
                    .collect::<Result<_, _>>()?;
                player.pieces =
                    Configuration::new(places).ok_or(PositionError::Pieces(seat + 1))?;
            }
        }
        Ok(position)
    }

    /// The pieces of seats 0 and 1.
    pub fn pieces(self) -> [Configuration; 2] {
        self.players.map(|player| player.pieces)
    }

    /// The same pieces, without after-effects of earlier rolls.
    pub fn without_aftereffects(self) -> Position {
        Position::new(self.pieces())
    }

    /// The same position without those after-effects that the players [cannot
    /// have](Rules::can_have_aftereffect) under these rules; `mover` is the seat that has the turn.
    pub fn with_aftereffects_of(self, rules: Rules, mover: usize) -> Position {
        let mut position = self.without_aftereffects();
        for (seat, player) in self.players.into_iter().enumerate() {
            if rules.can_have_aftereffect(player, seat == mover) {
                position.players[seat] = player;
            }
        }
        position
    }

    /// Checks that the position may be one of a game under these rules that nobody has won by
    /// filling the goal; `mover` is the seat that has the turn, if that is known.
    ///
    /// Errors if somebody has won so, if a piece would have been captured by another one on its
    /// track field, if the rules do not have a field, or if a player [cannot
    /// have](Rules::can_have_aftereffect) its after-effect.
    pub fn check(&self, rules: Rules, mover: Option<usize>) -> Result<(), PositionError> {
        let pieces = self.pieces();
        if let Some(seat) = pieces.iter().position(|pieces| pieces.is_won()) {
            return Err(PositionError::Won(seat + 1));
        }
        if !rules.has_lap_field() && pieces.iter().any(|pieces| pieces.holds(LAP)) {
            return Err(PositionError::Lap);
        }
        for (seat, &player) in self.players.iter().enumerate() {
            let may_be_due = mover.is_none_or(|mover| mover == seat);
            if !rules.can_have_aftereffect(player, may_be_due) {
                return Err(PositionError::Aftereffect);
            }
        }
        let [first, second] = pieces.map(|pieces| rules.exposed(pieces));
        let clashes = first & opposite_fields(second) & !rules.shareable_fields();
        match (0..TRACK).find(|&field| is_in(field, clashes)) {
            Some(field) => Err(PositionError::Shared(field)),
            None => Ok(()),
        }
    }
}

/// Returns whether a set of track fields, bit p for progress p, has this field.
fn is_in(field: u8, fields: u64) -> bool {
    fields >> field & 1 == 1
}

/// Formats a progress value: a number on the track, a letter in the goal.
pub fn format_place(progress: u8) -> String {
    match progress {
        0..TRACK => progress.to_string(),
        LAP => TRACK.to_string(),
        _ => char::from(b'a' + (progress - TRACK)).to_string(),
    }
}

/// Parses the progress of a piece as [`format_place`] writes it.
pub fn parse_place(text: &str) -> Result<u8, PositionError> {
    let progress = match text.as_bytes() {
        [letter @ b'a'..=b'd'] => Some(TRACK + letter - b'a'),
        b"40" => Some(LAP),
        _ => parse_whole_number(text).filter(|&progress| progress < TRACK),
    };
    progress.ok_or_else(|| PositionError::Place(Excerpt::new(text)))
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.players.map(format_player);
        write!(f, "{first}/{second}")
    }
}

/// Formats the pieces of a player, the rearmost first, with the mark of the after-effect.
fn format_player(player: PlayerState) -> String {
    // A piece at the end of its lap stands before those in the goal.
    let order = |&progress: &u8| (progress >= TRACK && progress != LAP, progress);
    let places = player
        .pieces
        .pieces()
        .sorted_by_key(order)
        .map(format_place)
        .join("+");
    let places = if places.is_empty() { "-" } else { &places };
    format!("{places}{}", mark(player.aftereffect))
}

/// The mark of an after-effect behind the pieces of a player.
fn mark(aftereffect: Aftereffect) -> &'static str {
    match aftereffect {
        Aftereffect::Nothing => "",
        Aftereffect::Stuck => "!",
        Aftereffect::TriedOnce => "?",
        Aftereffect::TriedTwice => "??",
    }
}

/// Splits the text of a player into its pieces and the after-effect that a [mark] behind them says.
fn split_mark(text: &str) -> (&str, Aftereffect) {
    [
        Aftereffect::TriedTwice,
        Aftereffect::TriedOnce,
        Aftereffect::Stuck,
    ]
    .into_iter()
    .find_map(|aftereffect| {
        Some((
            text.strip_suffix(mark(aftereffect))?.trim_end(),
            aftereffect,
        ))
    })
    .unwrap_or((text, Aftereffect::Nothing))
}

/// Error of a position, or of its text. Seats count from 1.
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
    Aftereffect,
}

/// Parses a position in which somebody has won, too.
impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Position, PositionError> {
        Position::parse(text, parse_place)
    }
}

/// A roll of a told game, and its effects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToldRoll {
    /// The number of the roll, from 1.
    pub number: u64,
    /// The seat that rolled, 0 or 1.
    pub seat: usize,
    /// The face that was rolled.
    pub face: u32,
    /// The moves, one after the other; two only under `wlr`.
    pub moves: [Option<ToldMove>; 2],
    /// The track fields on which enemy pieces were captured because the turn was over, as a set:
    /// bit p for the mover's progress p in 0..=39.
    pub captured_at_turn_end: u64,
    /// True if the same seat rolls again because of a 6.
    pub rolls_again: bool,
    /// True if the roll was a try that failed, and the same seat tries once more.
    pub tries_again: bool,
    /// The seat that would be next, but is stuck and passes.
    pub passing: Option<usize>,
    /// The position after the roll.
    pub position: Position,
    /// The end of the game, if the roll ended it.
    pub ending: Option<Ending>,
}

impl ToldRoll {
    /// The track field on which one of its moves captures, as the progress of seat 0.
    pub fn captured_field(&self, told: &ToldMove) -> Option<u8> {
        let landing = told.mv.landing().filter(|_| told.captures);
        landing.map(|field| [field, opposite(field)][self.seat])
    }

    /// The track fields on which it captures because the turn is over, as the progress of seat 0.
    pub fn fields_captured_at_turn_end(&self) -> impl Iterator<Item = u8> {
        let of_mover = self.captured_at_turn_end;
        let captured = [of_mover, opposite_fields(of_mover)][self.seat];
        (0..TRACK).filter(move |&field| is_in(field, captured))
    }
}

/// A move of a told roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToldMove {
    /// The move.
    pub mv: Move,
    /// True if it captured an enemy piece where it landed.
    pub captures: bool,
}

/// A told game, as far as it has been played.
#[derive(Clone, Debug)]
pub struct ToldGame<'a> {
    rules: Rules,
    dice: [&'a Die; 2],
    position: Position,
    /// The number of rolls so far.
    rolls: u64,
    /// The seat that has the turn, even if it is stuck and does not roll.
    due: usize,
    /// The seat that rolls next, or the end of the game.
    next: Result<usize, Ending>,
}

impl<'a> ToldGame<'a> {
    /// A game from this position; the starter, seat 0 or 1, rolls first, unless it passes or the
    /// game is over.
    pub fn new(rules: Rules, dice: [&'a Die; 2], position: Position, starter: usize) -> Self {
        let mut game = ToldGame {
            rules,
            dice,
            position,
            rolls: 0,
            due: starter,
            next: Ok(starter),
        };
        game.next = game.referee();
        game
    }

    /// The position after the last roll.
    pub fn position(&self) -> Position {
        self.position
    }

    /// The seat that rolls next, or the end of the game.
    pub fn next_seat(&self) -> Result<usize, Ending> {
        self.next
    }

    /// Returns whether a log may have a roll of this seat here that changes nothing: the seat is
    /// stuck, and either has the turn, so that by the rules it passes or has lost, or the game is
    /// drawn, as both are stuck. The printed rules do not say that a stuck player does not roll.
    pub fn may_roll_in_vain(&self, seat: usize) -> bool {
        let has_turn = seat == self.due || self.next == Err(Ending::Draw);
        let mut players = self.position.players.iter();
        let is_goal_filled = players.any(|player| player.pieces.is_won());
        has_turn
            && !is_goal_filled
            && !self.rules.lets_stuck_players_roll()
            && self.standing(seat) == Standing::Stuck
    }

    /// Returns whether the player of this seat is stuck with these pieces by
    /// [the rules](Rules::is_stuck).
    fn is_stuck(&self, seat: usize, pieces: Configuration) -> bool {
        let faces = self.dice[seat].faces();
        let six = self.rules.six(faces);
        let rolls = faces.iter().map(|&face| Roll::new(face, six));
        self.rules.is_stuck(pieces, rolls, seat)
    }

    /// The standing of the player of this seat.
    fn standing(&self, seat: usize) -> Standing {
        let player = self.position.players[seat];
        self.rules
            .standing(player, || self.is_stuck(seat, player.pieces))
    }

    /// Rules which seat rolls next, or how the game has ended.
    fn referee(&self) -> Result<usize, Ending> {
        let standings = [0, 1].map(|seat| self.standing(seat));
        let next = self.rules.referee(standings, self.due);
        if self.rolls == MOST_ROLLS && next.is_ok() {
            return Err(Ending::CutOff);
        }
        next
    }

    /// Sends home the exposed enemy pieces on these track fields, a set of progress values of this
    /// seat. Returns the fields on which there were any.
    fn capture(&mut self, seat: usize, fields: u64) -> u64 {
        let enemy = &mut self.position.players[1 - seat].pieces;
        let hits = fields & opposite_fields(self.rules.exposed(*enemy));
        for field in (0..TRACK).filter(|&field| is_in(field, hits)) {
            *enemy = enemy.without(opposite(field));
        }
        hits
    }

    /// Plays a roll of the seat that rolls [next](Self::next_seat). Any `face` may be rolled.
    ///
    /// Errors with the ending if the game has ended before.
    pub fn roll(&mut self, face: u32) -> Result<ToldRoll, Ending> {
        let seat = self.next?;
        self.rolls += 1;
        let roll = Roll::new(face, self.rules.six(self.dice[seat].faces()));
        let before = self.position.players[seat];
        let is_stuck = |pieces| self.is_stuck(seat, pieces);
        let PlayedRoll {
            moves,
            after,
            is_due_again,
            landings_at_turn_end,
            ..
        } = self.rules.play_roll(before, roll, seat, is_stuck);
        self.position.players[seat] = after;
        let moves = moves.map(|played| {
            let played = played?;
            let landing = played.capturing_landing.map_or(0, |field| 1 << field);
            Some(ToldMove {
                mv: played.mv,
                captures: self.capture(seat, landing) != 0,
            })
        });
        let captured_at_turn_end = self.capture(seat, landings_at_turn_end);
        self.due = if is_due_again { seat } else { 1 - seat };
        self.next = self.referee();
        let has_tries_left = matches!(
            after.aftereffect,
            Aftereffect::TriedOnce | Aftereffect::TriedTwice
        );
        Ok(ToldRoll {
            number: self.rolls,
            seat,
            face,
            moves,
            captured_at_turn_end,
            rolls_again: is_due_again && !has_tries_left && self.next == Ok(seat),
            tries_again: has_tries_left && self.next == Ok(seat),
            passing: (self.next == Ok(1 - self.due)).then_some(self.due),
            position: self.position,
            ending: self.next.err(),
        })
    }

    /// Plays on until the game ends, or until `roll`, which makes the next roll of a seat, returns
    /// `None`. Returns the rolls.
    pub fn play(&mut self, mut roll: impl FnMut(usize) -> Option<u32>) -> Vec<ToldRoll> {
        std::iter::from_fn(|| self.roll(roll(self.next.ok()?)?).ok()).collect()
    }
}

/// The rolls of the first block of games of a pairing, as a tournament makes them, one after
/// another.
#[derive(Clone, Debug)]
pub struct TournamentRolls<'a> {
    rules: Rules,
    dice: [&'a Die; 2],
    columns: [DieColumns; 2],
    rolls: Rolls,
    /// The seats that start the games of the block, one after the other.
    pub starters: Vec<usize>,
}

impl<'a> TournamentRolls<'a> {
    /// The rolls of two dice with these indices in the file, the lower one first.
    pub fn new(rules: Rules, dice: [&'a Die; 2], indices: [usize; 2], seed: u64) -> Self {
        let columns = dice.map(|die| DieColumns::new(die, rules));
        let sides = columns.each_ref().map(DieColumns::sides);
        let starters = Starters::new(rules, || dice.map(FaceCounts::new));
        let starters = starters.of_block(seed, indices, 0, BLOCK);
        TournamentRolls {
            rules,
            dice,
            columns,
            rolls: Rolls::new(Stream::new(seed, indices, 0), sides),
            starters: starters.in_order(BLOCK).collect(),
        }
    }

    /// Plays the games of the block before the first one that seat `starter` starts, so that their
    /// rolls are skipped; no game if it starts none, or if there is no `starter`. Returns
    /// `starter`, or else the seat that starts the first game.
    pub fn skip_to(&mut self, starter: Option<usize>) -> usize {
        let Some(starter) = starter else {
            return self.starters[0];
        };
        let first = self.starters.iter().position(|&seat| seat == starter);
        for number in 0..first.unwrap_or(0) {
            let start = Position::start(self.rules);
            let mut game = ToldGame::new(self.rules, self.dice, start, self.starters[number]);
            game.play(|seat| Some(self.roll(seat)));
        }
        starter
    }

    /// The next roll of a seat: a face of its die. Of faces that the rules do not distinguish it is
    /// the first.
    pub fn roll(&mut self, seat: usize) -> u32 {
        let columns = &self.columns[seat];
        let column = columns.by_side[self.rolls.next(seat)];
        let roll = columns.rolls[usize::from(column)];
        let faces = self.dice[seat].faces();
        let six = self.rules.six(faces);
        let face = faces.iter().find(|&&face| Roll::new(face, six) == roll);
        *face.unwrap_or(&roll.face)
    }
}
