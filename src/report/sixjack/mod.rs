//! The output of Six Jack: sheets that all formats are written from, one file a kind of them, and a
//! told game.

pub mod list;
pub mod tables;

use itertools::Itertools;
use serde_json::{Value, json};

use super::object::{JsonArray, render_object};
use super::table::{align_columns, join_with_tabs, or_empty, row};
use wuerfelglueck::decimal;
use wuerfelglueck::sixjack::KINDS;
use wuerfelglueck::sixjack::exact::ERROR;
use wuerfelglueck::sixjack::play::{DrawnCard, Hand, STOPP, Win};
use wuerfelglueck::sixjack::results::{PlaySettings, RoundsAlone};
use wuerfelglueck::text::format_count;

/// The decimals of shares in per cent and of numbers of rounds for programs, and of shares in
/// tables for people.
const DIGITS: u32 = 4;

/// A result of Six Jack, from which every format is written.
pub struct Sheet {
    /// The lines for people.
    text: Vec<String>,
    /// The JSON fields beside the rows.
    fields: Value,
    /// The JSON name of the rows.
    rows_name: &'static str,
    /// The names of the columns, with spaces between them.
    columns: &'static str,
    /// The rows, with a text for each column.
    rows: Vec<Vec<String>>,
}

impl Sheet {
    /// A result without text and rows, but with the JSON name of the rows and the names of their
    /// columns.
    fn new(rows_name: &'static str, columns: &'static str) -> Sheet {
        Sheet {
            text: Vec::new(),
            fields: json!({}),
            rows_name,
            columns,
            rows: Vec::new(),
        }
    }

    /// Adds a row, for people and for programs.
    fn add_row(&mut self, text: String, cells: Vec<String>) {
        self.text.push(text);
        self.rows.push(cells);
    }

    /// Adds a table for people, whose first row is the header.
    fn add_table(&mut self, table: &[Vec<String>]) {
        self.text.extend(align_columns(table, 0));
    }

    /// Adds the JSON fields of the settings by which the same games can be played again.
    fn add_settings(&mut self, settings: &PlaySettings) {
        self.fields["karten"] = settings.draw_mode.into();
        self.fields["saat"] = settings.seed.into();
        self.fields["spiele"] = settings.games.into();
    }

    /// Lists and tables for people.
    pub fn to_text(&self) -> String {
        self.text.join("\n") + "\n"
    }

    /// A table with tabs: an empty field where there is no number.
    pub fn to_tsv(&self) -> String {
        join_with_tabs(self.columns.split(' '), self.rows.iter().cloned())
    }

    /// A JSON object with the fields of the whole, and the table. Each row has a line of its own.
    pub fn to_json(&self) -> String {
        let names = || self.columns.split(' ').map(str::to_lowercase);
        let cells = |row: &Vec<String>| {
            names()
                .zip(row.iter().map(|cell| json_cell(cell)))
                .collect()
        };
        let rows = self.rows.iter().map(cells);
        render_object(&self.fields, vec![JsonArray::new(self.rows_name, rows)]) + "\n"
    }
}

/// A cell as JSON. A number keeps its decimals, but for zeros at the end.
fn json_cell(cell: &str) -> Value {
    match (cell.parse::<u64>(), cell.parse::<f64>()) {
        _ if cell.is_empty() => Value::Null,
        (Ok(whole), _) => whole.into(),
        (_, Ok(number)) => number.into(),
        _ => cell.into(),
    }
}

/// Formats a probability, share or mean of the module [`exact`](wuerfelglueck::sixjack::exact), or
/// a multiple of it.
fn format_exact(value: f64, digits: u32) -> String {
    decimal::format_approximate(value, ERROR * value, digits)
}

/// Formats the standard deviation, rounded to `digits` decimals; `None` for a single played game.
fn format_deviation(alone: &RoundsAlone, digits: u32) -> Option<String> {
    Some(decimal::format_root(alone.variance?, digits))
}

/// Formats the winner and the number of rounds.
fn format_win(Win { rounds, seat }: Win) -> String {
    let rounds = format_count(rounds, "Runde", "Runden");
    format!("Computer {}, {rounds}", seat + 1)
}

/// A number as `decimal::format_approximate` writes it; empty if its error leaves only a range of
/// numbers.
fn if_certain(number: String) -> String {
    or_empty(number.parse::<f64>().is_ok().then_some(number))
}

/// The cells of the rounds that a strategy takes alone: the mean, also as a fraction, the range,
/// and the standard deviation.
fn alone_cells(alone: &RoundsAlone) -> Vec<String> {
    let (mean, numer, denom) = (alone.mean, alone.mean.numer(), alone.mean.denom());
    let mut cells = row![decimal::format_fraction(mean, DIGITS), numer, denom];
    cells.extend(alone.range.numbers().iter().map(u64::to_string));
    cells.push(or_empty(format_deviation(alone, DIGITS)));
    cells
}

/// Formats a game with a line for each turn and one for its end: `(3)` is a card that the player
/// has already. The cards are in their order.
pub fn format_log(cards: &[DrawnCard], win: Option<Win>) -> String {
    let turns = cards.split_inclusive(|card| card.safe_after.is_some());
    let ending = win.map_or("Niemand kann mehr gewinnen.".into(), |win| {
        format!("Gewonnen: {}", format_win(win))
    });
    format!("{}{ending}\n", turns.map(format_turn).format(""))
}

/// Formats the cards of a turn, at least one.
fn format_turn(cards: &[DrawnCard]) -> String {
    let last = cards[cards.len() - 1];
    let mut words = vec![format!("Runde {}, Computer {}:", last.round, last.seat + 1)];
    for card in cards {
        words.extend(card.is_after_shuffle.then(|| "[neu gemischt]".into()));
        words.push(match card.card {
            STOPP => "STOPP".into(),
            kind if card.is_useful => (kind + 1).to_string(),
            kind => format!("({})", kind + 1),
        });
    }
    let mut safe = last
        .safe_after
        .into_iter()
        .flat_map(Hand::kinds)
        .map(|kind| (kind + 1).to_string())
        .collect_vec();
    if last.card != STOPP && safe.len() < KINDS {
        words.push("STOPP!".into());
    }
    safe.extend(safe.is_empty().then(|| "-".into()));
    format!("{} -> {}\n", words.join(" "), safe.join(" "))
}
