//! A told game: a line a roll, as text or as JSON; and the board.

use std::iter;

use clap::ValueEnum;
use itertools::Itertools;
use serde_json::{Value, json};

use super::Printable;
use wuerfelglueck::dice::Die;
use wuerfelglueck::rules::{Configuration, Ending, MOST_ROLLS, TRACK};
use wuerfelglueck::text::format_count;
use wuerfelglueck::told::{Position, ToldRoll, format_place};

/// A format of told games; each has a line a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GameFormat {
    Text,
    /// ein Objekt je Wurf
    Json,
}

impl ToldGameReport {
    /// Renders the game.
    pub fn render(&self, format: GameFormat) -> Printable {
        match format {
            GameFormat::Text => Printable::for_people(&render_text(self)),
            GameFormat::Json => Printable::for_programs(&render_json(self)),
        }
    }
}

/// A told game, as far as it was played.
pub struct ToldGameReport {
    /// The dice of seats 0 and 1.
    pub dice: [Die; 2],
    /// The numbers of the dice in the file, from 1.
    pub numbers: [usize; 2],
    /// The position at the beginning.
    pub start: Position,
    /// The starter, seat 0 or 1, if it is stuck and passes.
    pub skipped: Option<usize>,
    /// The rolls, one after the other.
    pub rolls: Vec<ToldRoll>,
    /// The end of the game, if the rolls reach it.
    pub ending: Option<Ending>,
    /// True if the board is shown after each roll.
    pub shows_board: bool,
}

/// Renders the dice, the position at the beginning, a line a roll, and the end of the game if the
/// rolls reach it; with boards, if the report has them.
fn render_text(game: &ToldGameReport) -> String {
    let mut lines = Vec::new();
    for ((die, number), seat) in game.dice.iter().zip(game.numbers).zip(1..) {
        lines.push(format!("Sitz {seat} spielt Würfel {number}: {die}"));
    }
    let start = iter::once("Beginn".into())
        .chain(game.skipped.map(format_pass))
        .join(", ");
    let rolls = game
        .rolls
        .iter()
        .map(|roll| (format_roll(roll), roll.position));
    for (event, position) in iter::once((start, game.start)).chain(rolls) {
        lines.push(format!("{event} | {position}"));
        if game.shows_board {
            lines.extend(draw_board(&position).iter().map(|row| format!("  {row}")));
        }
    }
    lines.extend(game.ending.map(|ending| format_ending(ending, game)));
    lines.join("\n") + "\n"
}

fn format_ending(ending: Ending, game: &ToldGameReport) -> String {
    let after = format_count(game.rolls.len() as u64, "Wurf", "Würfen");
    let last = game.rolls.last().map_or(game.start, |roll| roll.position);
    match ending {
        Ending::Won(seat) if last.players[seat].pieces.is_won() => {
            format!("Sitz {} gewinnt nach {after}.", seat + 1)
        }
        Ending::Won(seat) => {
            let [winner, stuck] = [seat + 1, 2 - seat];
            format!("Sitz {winner} gewinnt nach {after}: Sitz {stuck} sitzt fest.")
        }
        Ending::Draw => format!("Unentschieden nach {after}: beide sitzen fest."),
        Ending::CutOff => format!("Unentschieden: nach {MOST_ROLLS} Würfen abgebrochen."),
    }
}

/// A sentence about a roll: its number, seat and face, its moves by their rules, its captures, and
/// who rolls again or passes.
pub(super) fn format_roll(roll: &ToldRoll) -> String {
    let mut effects = Vec::new();
    for told in roll.moves.iter().flatten() {
        let to = format_place(told.mv.to);
        let way = match (told.mv.from, told.mv.to) {
            (None, 0) => "setzt ein".into(),
            (None, _) => format!("setzt ein auf {to}"),
            (Some(from), _) => format!("zieht von {} auf {to}", format_place(from)),
        };
        effects.push(format!("{way} (Regel {})", told.mv.rule as u8));
        let captured = roll.captured_field(told);
        effects.extend(captured.map(|field| format!("schlägt auf Feld {field}")));
    }
    if effects.is_empty() {
        effects.push("kein Zug (Regel 5)".into());
    }
    for field in roll.fields_captured_at_turn_end() {
        effects.push(format!("schlägt am Zugende auf Feld {field}"));
    }
    if roll.rolls_again {
        effects.push("noch ein Wurf".into());
    }
    if roll.tries_again {
        effects.push("noch ein Versuch".into());
    }
    effects.extend(roll.passing.map(format_pass));
    let (number, seat, face) = (roll.number, roll.seat + 1, roll.face);
    let effects = effects.join(", ");
    format!("{number}. Sitz {seat} würfelt {face}: {effects}")
}

fn format_pass(seat: usize) -> String {
    format!("Sitz {} setzt aus", seat + 1)
}

/// Renders an object for each roll, on a line of its own.
fn render_json(game: &ToldGameReport) -> String {
    game.rolls
        .iter()
        .map(|roll| format!("{}\n", roll_object(roll)))
        .collect()
}

fn roll_object(roll: &ToldRoll) -> Value {
    // Under `wlr` two may be of the same piece.
    let moves = roll.moves.iter().flatten().map(|told| {
        json!({
            "regel": told.mv.rule as u8,
            "von": told.mv.from.map(format_place),
            "nach": format_place(told.mv.to),
            "schlaegt": roll.captured_field(told),
        })
    });
    json!({
        "wurf": roll.number,
        "sitz": roll.seat + 1,
        "augen": roll.face,
        "zuege": moves.collect_vec(),
        "schlaegt_am_zugende": roll.fields_captured_at_turn_end().collect_vec(),
        "noch_ein_wurf": roll.rolls_again,
        "noch_ein_versuch": roll.tries_again,
        "setzt_aus": roll.passing.map(|seat| seat + 1),
        "stellung": roll.position.to_string(),
        "ende": roll.ending.map(|ending| match ending {
            Ending::Won(seat) if seat == roll.seat => "gewonnen",
            Ending::Won(_) => "verloren",
            Ending::Draw => "unentschieden",
            Ending::CutOff => "abgebrochen",
        }),
    })
}

/// Sign for no field of seat 0 in [`FIELDS`].
const __: u8 = u8::MAX;
/// Number of the first home field in [`FIELDS`]; the others follow.
const HOME: u8 = 60;
/// The fields of seat 0 as they lie on the board: 0 to 43 by progress, and its four home fields.
/// Turned by half a turn, the same table has the fields of seat 1.
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

/// Draws the rows of the board: pieces as the numbers of their seats, or `X` where both stand, the
/// empty A fields of the two as `A`, other empty track fields as `o`, and empty goal and home
/// fields as `.`.
pub(super) fn draw_board(position: &Position) -> Vec<String> {
    let [pieces_0, pieces_1] = position.pieces();
    FIELDS
        .iter()
        .zip(FIELDS.iter().rev())
        .map(|(row, opposite_row)| {
            let fields = row.iter().zip(opposite_row.iter().rev());
            let signs = fields.map(|(&field_0, &field_1)| {
                match [is_on(field_0, pieces_0), is_on(field_1, pieces_1)] {
                    [true, true] => "X",
                    [true, false] => "1",
                    [false, true] => "2",
                    _ if field_0 == 0 || field_1 == 0 => "A",
                    _ if field_0 < TRACK => "o",
                    _ if field_0 == field_1 => " ",
                    _ => ".",
                }
            });
            signs.collect_vec().join(" ").trim_end().to_string()
        })
        .collect()
}

/// Returns whether one of a seat's pieces stands on this field, as [`FIELDS`] numbers it for that
/// seat.
fn is_on(field: u8, pieces: Configuration) -> bool {
    match field {
        0..TRACK => pieces.stands_on(field),
        HOME.. => u32::from(field - HOME) < pieces.home_count(),
        _ => pieces.holds(field),
    }
}
