//! A told game: a line a roll, for people or as JSON, and the board.

use std::fmt::{self, Write};

use itertools::Itertools;
use serde::Serialize;

use super::json::json;
use crate::dice::Die;
use crate::engine::games::MOST_ROLLS;
use crate::rules::{LAP, Move, PIECES, TRACK, opposite};
use crate::text::count;
use crate::told::{Ending, Position, ToldRoll, place};

/// The track field on which a move captures, if it does, as the progress of seat 1.
fn captured(seat: usize, mv: &Move, captures: bool) -> Option<u8> {
    let landing = mv.landing().filter(|_| captures)?;
    Some(if seat == 0 {
        landing
    } else {
        opposite(landing)
    })
}

/// The number of the rule that says that nothing moves.
const NOTHING_MOVES: u8 = 5;

/// A game that was told.
#[derive(Debug)]
pub struct Telling<'a> {
    /// The dice on the two seats.
    pub dice: [&'a Die; 2],
    /// Their numbers in the file, from 1.
    pub numbers: [usize; 2],
    /// The position at the beginning.
    pub start: Position,
    /// The starter, seat 0 or 1, if it is stuck and passes.
    pub skipped: Option<usize>,
    /// All rolls in order.
    pub rolls: Vec<ToldRoll>,
    /// How the game ended, if it did.
    pub ending: Option<Ending>,
    /// Whether the board is shown after each roll.
    pub board: bool,
}

/// A format of told games.
pub type WriteTelling = fn(&mut dyn Write, &Telling) -> fmt::Result;

/// Writes who plays, the position at the beginning, a line a roll, and how the game ended.
pub fn write_text(out: &mut dyn Write, telling: &Telling) -> fmt::Result {
    for (seat, (die, number)) in (1..).zip(telling.dice.into_iter().zip(telling.numbers)) {
        let faces = die.faces().iter().format(" ");
        writeln!(out, "Sitz {seat} spielt Würfel {number}: {faces}")?;
    }
    write!(out, "Beginn")?;
    if let Some(seat) = telling.skipped {
        write!(out, ", Sitz {} setzt aus", seat + 1)?;
    }
    writeln!(out, " | {}", telling.start)?;
    if telling.board {
        write_board(out, &telling.start)?;
    }
    for roll in &telling.rolls {
        write_roll(out, roll)?;
        if telling.board {
            write_board(out, &roll.position)?;
        }
    }
    let after = count(telling.rolls.len() as u64, "Wurf", "Würfen");
    let last = telling.rolls.last();
    let last = last.map_or(&telling.start, |roll| &roll.position);
    match telling.ending {
        Some(Ending::Won(seat)) if !last.configuration(seat).is_won() => {
            let [winner, loser] = [seat, 1 - seat].map(|seat| seat + 1);
            writeln!(
                out,
                "Sitz {winner} gewinnt nach {after}: Sitz {loser} sitzt fest."
            )
        }
        Some(Ending::Won(seat)) => writeln!(out, "Sitz {} gewinnt nach {after}.", seat + 1),
        Some(Ending::Draw) => writeln!(out, "Unentschieden nach {after}: beide sitzen fest."),
        Some(Ending::CutOff) => {
            writeln!(out, "Unentschieden: nach {MOST_ROLLS} Würfen abgebrochen.")
        }
        None => Ok(()),
    }
}

/// Writes a line: number, seat, roll, what happened by which rule, and the position.
fn write_roll(out: &mut dyn Write, roll: &ToldRoll) -> fmt::Result {
    write!(
        out,
        "{}. Sitz {} würfelt {}: ",
        roll.number,
        roll.seat + 1,
        roll.roll
    )?;
    if roll.moves[0].is_none() {
        write!(out, "kein Zug (Regel {NOTHING_MOVES})")?;
    }
    for (index, (mv, captures)) in roll.moves.iter().flatten().enumerate() {
        if index > 0 {
            write!(out, ", ")?;
        }
        match (mv.from, mv.to) {
            (None, 0) => write!(out, "setzt ein")?,
            (None, to) => write!(out, "setzt ein auf {}", place(to))?,
            (Some(from), to) => write!(out, "zieht von {} auf {}", place(from), place(to))?,
        }
        write!(out, " (Regel {})", mv.rule.number())?;
        if let Some(field) = captured(roll.seat, mv, *captures) {
            write!(out, ", schlägt auf Feld {field}")?;
        }
    }
    if roll.again {
        write!(out, ", noch ein Wurf")?;
    }
    if roll.tries {
        write!(out, ", noch ein Versuch")?;
    }
    if let Some(seat) = roll.passes {
        write!(out, ", Sitz {} setzt aus", seat + 1)?;
    }
    writeln!(out, " | {}", roll.position)
}

/// A move in a line of JSON.
#[derive(Serialize)]
struct Zug {
    regel: u8,
    von: Option<String>,
    nach: String,
    schlaegt: Option<u8>,
}

/// A roll as a line of JSON.
#[derive(Serialize)]
struct Wurf {
    wurf: u64,
    sitz: usize,
    augen: u32,
    zuege: Vec<Zug>,
    noch_ein_wurf: bool,
    noch_ein_versuch: bool,
    setzt_aus: Option<usize>,
    stellung: String,
    ende: Option<&'static str>,
}

/// Writes a line of JSON a roll.
pub fn write_json(out: &mut dyn Write, telling: &Telling) -> fmt::Result {
    telling
        .rolls
        .iter()
        .try_for_each(|roll| writeln!(out, "{}", json(&Wurf::new(roll))))
}

impl Wurf {
    fn new(roll: &ToldRoll) -> Wurf {
        let moves = roll.moves.iter().flatten();
        Wurf {
            wurf: roll.number,
            sitz: roll.seat + 1,
            augen: roll.roll,
            zuege: moves
                .map(|(mv, captures)| Zug {
                    regel: mv.rule.number(),
                    von: mv.from.map(place),
                    nach: place(mv.to),
                    schlaegt: captured(roll.seat, mv, *captures),
                })
                .collect(),
            noch_ein_wurf: roll.again,
            noch_ein_versuch: roll.tries,
            setzt_aus: roll.passes.map(|seat| seat + 1),
            stellung: roll.position.to_string(),
            ende: roll.ending.map(|ending| match ending {
                Ending::Won(seat) if seat == roll.seat => "gewonnen",
                Ending::Won(_) => "verloren",
                Ending::Draw => "unentschieden",
                Ending::CutOff => "abgebrochen",
            }),
        }
    }
}

/// Rows and columns of the board.
const SIDE: usize = 11;

/// Where the track fields lie, from the A field of seat 1 on.
#[rustfmt::skip]
const TRACK_PLACES: [(usize, usize); TRACK as usize] = [
    (4, 0), (4, 1), (4, 2), (4, 3), (4, 4), (3, 4), (2, 4), (1, 4), (0, 4), (0, 5),
    (0, 6), (1, 6), (2, 6), (3, 6), (4, 6), (4, 7), (4, 8), (4, 9), (4, 10), (5, 10),
    (6, 10), (6, 9), (6, 8), (6, 7), (6, 6), (7, 6), (8, 6), (9, 6), (10, 6), (10, 5),
    (10, 4), (9, 4), (8, 4), (7, 4), (6, 4), (6, 3), (6, 2), (6, 1), (6, 0), (5, 0),
];

/// The fields at home of seat 1.
const HOME_PLACES: [(usize, usize); PIECES as usize] = [(0, 0), (0, 1), (1, 0), (1, 1)];

/// Where the field of this progress lies for seat 1.
fn field_place(progress: u8) -> (usize, usize) {
    if progress == LAP {
        return TRACK_PLACES[0];
    }
    match progress.checked_sub(TRACK) {
        None => TRACK_PLACES[usize::from(progress)],
        Some(goal) => (SIDE / 2, 1 + usize::from(goal)),
    }
}

/// Where a seat sees this place: the board looks the same from both sides.
fn seen(seat: usize, (row, column): (usize, usize)) -> (usize, usize) {
    if seat == 0 {
        (row, column)
    } else {
        (SIDE - 1 - row, SIDE - 1 - column)
    }
}

/// Writes the board: pieces as the numbers of their seats, track fields as `o`, the A fields of the
/// two as `A`, their empty goal and home fields as `.`, and a field with pieces of both, where nobody is captured,
/// as `X`.
fn write_board(out: &mut dyn Write, position: &Position) -> fmt::Result {
    let mut board = [[' '; SIDE]; SIDE];
    let mut put = |seat, at, shown| {
        let (row, column) = seen(seat, at);
        board[row][column] = shown;
    };
    for at in TRACK_PLACES {
        put(0, at, 'o');
    }
    for seat in 0..2 {
        put(seat, TRACK_PLACES[0], 'A');
        for progress in TRACK..TRACK + PIECES as u8 {
            put(seat, field_place(progress), '.');
        }
    }
    for (seat, piece) in ['1', '2'].into_iter().enumerate() {
        let own = position.configuration(seat);
        for (waiting, at) in (0..).zip(HOME_PLACES) {
            put(seat, at, if waiting < own.home() { piece } else { '.' });
        }
        for progress in own.pieces() {
            let enemy = 1 - seat;
            let is_shared =
                progress < TRACK && position.configuration(enemy).stands_on(opposite(progress));
            put(
                seat,
                field_place(progress),
                if is_shared { 'X' } else { piece },
            );
        }
    }
    for row in board {
        let line: String = row.iter().flat_map(|&field| [field, ' ']).collect();
        writeln!(out, "  {}", line.trim_end())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each field lies beside the next one, and the goal behind the last of the track; from the
    /// other side the board looks the same.
    #[test]
    fn the_board_is_a_lap_and_two_goals() {
        let beside = |one: (usize, usize), other: (usize, usize)| {
            one.0.abs_diff(other.0) + one.1.abs_diff(other.1) == 1
        };
        for (one, other) in TRACK_PLACES.into_iter().circular_tuple_windows() {
            assert!(beside(one, other), "{one:?} {other:?}");
        }
        for progress in TRACK - 1..TRACK + 3 {
            assert!(beside(field_place(progress), field_place(progress + 1)));
        }
        for progress in 0..TRACK {
            let same = seen(1, field_place(opposite(progress)));
            assert_eq!(field_place(progress), same);
        }
        let fields = (0..TRACK + 4).map(field_place).chain(HOME_PLACES);
        assert!(
            fields
                .clone()
                .chain(fields.map(|at| seen(1, at)))
                .counts()
                .len()
                == 56
        );
    }
}
