//! The output of Six Jack: sheets that all formats are written from, one file a kind of them, and a
//! told game.

pub mod list;
pub mod tables;

use clap::ValueEnum;
use itertools::Itertools;
use serde_json::{Value, json};

use super::Printable;
use super::object::{render_array, render_object};
use super::table::{Cell, Column, Spacing, Table, row};
use wuerfelglueck::decimal::{self, Decimal};
use wuerfelglueck::sixjack::KINDS;
use wuerfelglueck::sixjack::exact::ERROR;
use wuerfelglueck::sixjack::play::{DrawnCard, Hand, STOPP, Win};
use wuerfelglueck::sixjack::results::{PlaySettings, RoundsAlone};
use wuerfelglueck::text::format_count;

/// The decimals of shares in per cent and of numbers of rounds for programs, and of shares in
/// tables for people.
const DIGITS: u32 = 4;

/// A format of results of Six Jack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SheetFormat {
    Text,
    /// eine einzige Tabelle mit Tabulatoren zwischen den Spalten
    Tsv,
    /// dasselbe, und was nicht in die Tabelle passt
    Json,
}

impl Sheet {
    /// Renders the result.
    pub fn render(&self, format: SheetFormat) -> Printable {
        match format {
            SheetFormat::Text => Printable::for_people(&self.to_text()),
            SheetFormat::Tsv => Printable::for_programs(&self.table.to_tsv()),
            SheetFormat::Json => Printable::for_programs(&self.to_json()),
        }
    }
}

/// A result of Six Jack, from which every format is written.
pub struct Sheet {
    /// The lines for people.
    text: Vec<String>,
    /// The JSON fields beside the rows.
    fields: Value,
    /// The JSON name of the rows.
    rows_name: &'static str,
    /// The table; its lines for people are among those of the text.
    table: Table,
}

impl Sheet {
    /// A result without text and rows, but with the JSON name of the rows and their columns.
    fn new(rows_name: &'static str, columns: impl IntoIterator<Item = Column>) -> Sheet {
        Sheet {
            text: Vec::new(),
            fields: json!({}),
            rows_name,
            table: Table::new(columns, []),
        }
    }

    /// Adds a row, for people and for programs.
    fn add_row(&mut self, text: String, cells: Vec<Cell>) {
        self.text.push(text);
        self.table.rows.push(cells);
    }

    /// Adds the table to the lines for people.
    fn show_table(&mut self) {
        self.text.extend(self.table.to_lines(Spacing::TIGHT));
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

    /// A JSON object with the fields of the whole, and the table. Each row has a line of its own.
    fn to_json(&self) -> String {
        let rows = render_array(self.rows_name, self.table.to_json());
        render_object(&self.fields, &[rows]) + "\n"
    }
}

/// Formats a probability, share or mean of the module [`exact`](wuerfelglueck::sixjack::exact), or
/// a multiple of it.
fn format_exact(value: f64, digits: u32) -> String {
    decimal::format_approximate(value, ERROR * value, digits)
}

/// Rounds a probability, share or mean of the module [`exact`](wuerfelglueck::sixjack::exact), or
/// a multiple of it; `None` if its error leaves open what the whole number is.
fn round_exact(value: f64) -> Option<Decimal> {
    Decimal::of_approximate(value, ERROR * value, DIGITS)
}

/// A cell of a number, which `round` rounds: to two decimals for people, who see `-` if it gives
/// `None`.
fn rounded_cell(round: impl Fn(u32) -> Option<Decimal>) -> Cell {
    Cell::from(round(DIGITS)).shown_as(Cell::from(round(2)).or("-"))
}

/// The cell of the standard deviation, which a single played game does not have.
fn deviation_cell(alone: &RoundsAlone) -> Cell {
    rounded_cell(|digits| Some(Decimal::of_root(alone.variance?, digits)))
}

/// Formats the winner and the number of rounds.
fn format_win(Win { rounds, seat }: Win) -> String {
    let rounds = format_count(rounds, "Runde", "Runden");
    format!("Computer {}, {rounds}", seat + 1)
}

/// The cells of the rounds that a strategy takes alone: the mean, also as a fraction, the range,
/// and the standard deviation.
fn alone_cells(alone: &RoundsAlone) -> Vec<Cell> {
    let (mean, numer, denom) = (alone.mean, *alone.mean.numer(), *alone.mean.denom());
    let mean = Cell::from(Decimal::of_fraction(mean, DIGITS)).shown_as(alone.mean_text());
    let mut cells = row![mean, numer, denom];
    cells.extend(alone.range.numbers().into_iter().map(Cell::from));
    cells.push(deviation_cell(alone));
    cells
}

/// Formats a game with a line for each turn and one for its end: `(3)` is a card that the player
/// has already. The cards are in their order.
pub fn format_log(cards: &[DrawnCard], win: Option<Win>) -> Printable {
    let turns = cards.split_inclusive(|card| card.safe_after.is_some());
    let ending = win.map_or("Niemand kann mehr gewinnen.".into(), |win| {
        format!("Gewonnen: {}", format_win(win))
    });
    let turns = turns.map(format_turn).format("");
    Printable::for_people(&format!("{turns}{ending}\n"))
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
