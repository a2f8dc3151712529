//! A told game: a line a roll, for people or as JSON, and the board.

use std::io::{self, Write};

use serde::Serialize;

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

/// Writes who plays, and the position at the beginning.
///
/// # Errors
///
/// Those of the writer.
pub fn write_start(
    out: &mut impl Write,
    dice: [&Die; 2],
    numbers: [usize; 2],
    position: &Position,
    skipped: Option<usize>,
) -> io::Result<()> {
    for (seat, (die, number)) in (1..).zip(dice.into_iter().zip(numbers)) {
        write!(out, "Sitz {seat} spielt Würfel {number}:")?;
        for face in die.faces() {
            write!(out, " {face}")?;
        }
        writeln!(out)?;
    }
    write!(out, "Beginn")?;
    if let Some(seat) = skipped {
        write!(out, ", Sitz {} setzt aus", seat + 1)?;
    }
    writeln!(out, " | {position}")
}

/// Writes a line of text: number, seat, roll, what happened by which rule, and the position.
///
/// # Errors
///
/// Those of the writer.
pub fn write_step(out: &mut impl Write, step: &ToldRoll) -> io::Result<()> {
    write!(
        out,
        "{}. Sitz {} würfelt {}: ",
        step.number,
        step.seat + 1,
        step.roll
    )?;
    if step.moves[0].is_none() {
        write!(out, "kein Zug (Regel {NOTHING_MOVES})")?;
    }
    for (index, (mv, captures)) in step.moves.iter().flatten().enumerate() {
        if index > 0 {
            write!(out, ", ")?;
        }
        match (mv.from, mv.to) {
            (None, 0) => write!(out, "setzt ein")?,
            (None, to) => write!(out, "setzt ein auf {}", place(to))?,
            (Some(from), to) => write!(out, "zieht von {} auf {}", place(from), place(to))?,
        }
        write!(out, " (Regel {})", mv.rule.number())?;
        if let Some(field) = captured(step.seat, mv, *captures) {
            write!(out, ", schlägt auf Feld {field}")?;
        }
    }
    if step.again {
        write!(out, ", noch ein Wurf")?;
    }
    if let Some(seat) = step.passes {
        write!(out, ", Sitz {} setzt aus", seat + 1)?;
    }
    writeln!(out, " | {}", step.position)
}

/// Writes how the game ended after so many rolls.
///
/// # Errors
///
/// Those of the writer.
pub fn write_ending(out: &mut impl Write, ending: Ending, rolls: u64) -> io::Result<()> {
    let after = count(rolls, "Wurf", "Würfen");
    match ending {
        Ending::Won(seat) => writeln!(out, "Sitz {} gewinnt nach {after}.", seat + 1),
        Ending::Draw => writeln!(out, "Unentschieden nach {after}: beide sitzen fest."),
        Ending::CutOff => writeln!(out, "Unentschieden: nach {MOST_ROLLS} Würfen abgebrochen."),
    }
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
struct Line {
    wurf: u64,
    sitz: usize,
    augen: u32,
    zuege: Vec<Zug>,
    noch_ein_wurf: bool,
    setzt_aus: Option<usize>,
    stellung: String,
    ende: Option<&'static str>,
}

/// Writes a line of JSON.
///
/// # Errors
///
/// Those of the writer.
pub fn write_json(out: &mut impl Write, step: &ToldRoll) -> io::Result<()> {
    let line = Line {
        wurf: step.number,
        sitz: step.seat + 1,
        augen: step.roll,
        zuege: step
            .moves
            .iter()
            .flatten()
            .map(|(mv, captures)| Zug {
                regel: mv.rule.number(),
                von: mv.from.map(place),
                nach: place(mv.to),
                schlaegt: captured(step.seat, mv, *captures),
            })
            .collect(),
        noch_ein_wurf: step.again,
        setzt_aus: step.passes.map(|seat| seat + 1),
        stellung: step.position.to_string(),
        ende: step.ending.map(|ending| match ending {
            Ending::Won(_) => "gewonnen",
            Ending::Draw => "unentschieden",
            Ending::CutOff => "abgebrochen",
        }),
    };
    serde_json::to_writer(&mut *out, &line)?;
    writeln!(out)
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
/// two as `A`, their empty goal and home fields as `.`.
///
/// # Errors
///
/// Those of the writer.
pub fn write_board(out: &mut impl Write, position: &Position) -> io::Result<()> {
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
            put(seat, field_place(progress), piece);
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
    use itertools::Itertools;

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
