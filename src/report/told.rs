//! A told game: a line a roll, for people or as JSON, and the board.

use std::iter;

use itertools::Itertools;
use serde_json::json;

use wuerfelglueck::dice::Die;
use wuerfelglueck::rules::{Ending, MOST_ROLLS, Move, TRACK, opposite, opposite_fields};
use wuerfelglueck::text::count;
use wuerfelglueck::told::{Position, ToldRoll, place};

pub struct Telling {
    pub dice: [Die; 2],
    /// Their numbers in the file, from 1.
    pub numbers: [usize; 2],
    pub start: Position,
    /// The starter, seat 0 or 1, if it is stuck and passes.
    pub skipped: Option<usize>,
    pub rolls: Vec<ToldRoll>,
    pub ending: Option<Ending>,
    /// Whether the board is shown after each roll.
    pub board: bool,
}

/// Who plays, the position at the beginning, a line a roll, and how the game ended.
pub fn text(telling: &Telling) -> String {
    let mut lines = Vec::new();
    for ((die, number), seat) in telling.dice.iter().zip(telling.numbers).zip(1..) {
        lines.push(format!("Sitz {seat} spielt Würfel {number}: {die}"));
    }
    let mut begin = vec!["Beginn".into()];
    begin.extend(telling.skipped.map(passes));
    let rolls = telling.rolls.iter().map(|roll| (told(roll), roll.position));
    let mut last = telling.start;
    for (told, position) in iter::once((begin.join(", "), last)).chain(rolls) {
        lines.push(format!("{told} | {position}"));
        if telling.board {
            lines.extend(board(&position).iter().map(|row| format!("  {row}")));
        }
        last = position;
    }
    let after = count(telling.rolls.len() as u64, "Wurf", "Würfen");
    lines.extend(telling.ending.map(|ending| match ending {
        Ending::Won(seat) if last.both[seat].is_won() => {
            format!("Sitz {} gewinnt nach {after}.", seat + 1)
        }
        Ending::Won(seat) => {
            let [winner, stuck] = [seat + 1, 2 - seat];
            format!("Sitz {winner} gewinnt nach {after}: Sitz {stuck} sitzt fest.")
        }
        Ending::Draw => format!("Unentschieden nach {after}: beide sitzen fest."),
        Ending::CutOff => format!("Unentschieden: nach {MOST_ROLLS} Würfen abgebrochen."),
    }));
    lines.join("\n") + "\n"
}

/// Says of a roll: number, seat, roll, and what happened by which rule.
pub(super) fn told(roll: &ToldRoll) -> String {
    let mut told = Vec::new();
    for (mv, captured) in moves(roll) {
        let to = place(mv.to);
        let moved = match (mv.from, mv.to) {
            (None, 0) => "setzt ein".into(),
            (None, _) => format!("setzt ein auf {to}"),
            (Some(from), _) => format!("zieht von {} auf {to}", place(from)),
        };
        told.push(format!("{moved} (Regel {})", mv.rule as u8));
        told.extend(captured.map(|field| format!("schlägt auf Feld {field}")));
    }
    // Rule 5 is that nothing moves.
    told.extend(told.is_empty().then(|| "kein Zug (Regel 5)".into()));
    let at_turn_end = at_turn_end(roll);
    told.extend(at_turn_end.map(|field| format!("schlägt am Zugende auf Feld {field}")));
    told.extend(roll.again.then(|| "noch ein Wurf".into()));
    told.extend(roll.tries.then(|| "noch ein Versuch".into()));
    told.extend(roll.passes.map(passes));
    let (number, seat, face) = (roll.number, roll.seat + 1, roll.roll);
    let told = told.join(", ");
    format!("{number}. Sitz {seat} würfelt {face}: {told}")
}

fn passes(seat: usize) -> String {
    format!("Sitz {} setzt aus", seat + 1)
}

/// The moves of a roll, each with the track field on which it captures, if it does, as the progress
/// of seat 1.
fn moves(roll: &ToldRoll) -> impl Iterator<Item = (Move, Option<u8>)> {
    roll.moves.into_iter().flatten().map(|(mv, captures)| {
        let landing = mv.landing().filter(|_| captures);
        (mv, landing.map(|field| [field, opposite(field)][roll.seat]))
    })
}

/// The track fields on which a roll captures because the turn is over, as the progress of seat 1.
fn at_turn_end(roll: &ToldRoll) -> impl Iterator<Item = u8> {
    let captured = [
        roll.captured_at_turn_end,
        opposite_fields(roll.captured_at_turn_end),
    ][roll.seat];
    (0..TRACK).filter(move |field| captured >> field & 1 == 1)
}

pub fn json(telling: &Telling) -> String {
    let line = |roll: &ToldRoll| {
        let moves = moves(roll).map(|(mv, captured)| {
            json!({
                "regel": mv.rule as u8,
                "von": mv.from.map(place),
                "nach": place(mv.to),
                "schlaegt": captured,
            })
        });
        json!({
            "wurf": roll.number,
            "sitz": roll.seat + 1,
            "augen": roll.roll,
            "zuege": moves.collect_vec(),
            "schlaegt_am_zugende": at_turn_end(roll).collect_vec(),
            "noch_ein_wurf": roll.again,
            "noch_ein_versuch": roll.tries,
            "setzt_aus": roll.passes.map(|seat| seat + 1),
            "stellung": roll.position.to_string(),
            "ende": roll.ending.map(|ending| match ending {
                Ending::Won(seat) if seat == roll.seat => "gewonnen",
                Ending::Won(_) => "verloren",
                Ending::Draw => "unentschieden",
                Ending::CutOff => "abgebrochen",
            }),
        })
    };
    let lines = telling.rolls.iter().map(line);
    lines.map(|line| format!("{line}\n")).collect()
}

/// No field of seat 1: beyond all that it has.
const __: u8 = u8::MAX;
const HOME: u8 = 60;
/// The fields of seat 1 as they lie on the board, by progress; from the other side the board looks
/// the same.
#[rustfmt::skip]
const FIELDS: [[u8; 11]; 11] = [
    [60, 61, __, __,  8,  9, 10, __, __, __, __],
    [62, 63, __, __,  7, __, 11, __, __, __, __],
    [__, __, __, __,  6, __, 12, __, __, __, __],
    [__, __, __, __,  5, __, 13, __, __, __, __],
    [ 0,  1,  2,  3,  4, __, 14, 15, 16, 17, 18],
    [39, 40, 41, 42, 43, __, __, __, __, __, 19],
    [38, 37, 36, 35, 34, __, 24, 23, 22, 21, 20],
    [__, __, __, __, 33, __, 25, __, __, __, __],
    [__, __, __, __, 32, __, 26, __, __, __, __],
    [__, __, __, __, 31, __, 27, __, __, __, __],
    [__, __, __, __, 30, 29, 28, __, __, __, __],
];

/// The rows of the board: pieces as the numbers of their seats, or `X` where both stand, track
/// fields as `o`, the A fields of the two as `A`, their empty goal and home fields as `.`.
pub(super) fn board(position: &Position) -> Vec<String> {
    // Whether a seat has a piece on one of its fields.
    let has = |seat: usize, field: u8| {
        let own = position.both[seat];
        match field {
            0..TRACK => own.stands_on(field),
            HOME.. => u32::from(field - HOME) < own.home(),
            _ => own.holds(field),
        }
    };
    let rows = FIELDS.iter().zip(FIELDS.iter().rev());
    let shown = rows.map(|(row, opposite)| {
        let fields = row.iter().zip(opposite.iter().rev());
        let mut shown = fields.map(|(&one, &other)| match [has(0, one), has(1, other)] {
            [true, true] => 'X',
            [true, false] => '1',
            [false, true] => '2',
            _ if one == 0 || other == 0 => 'A',
            _ if one < TRACK => 'o',
            _ if one == other => ' ',
            _ => '.',
        });
        shown.join(" ").trim_end().to_string()
    });
    shown.collect()
}
