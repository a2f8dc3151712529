//! What Six Jack prints: sheets that all formats are written from, one file a kind of them, and a told game.

mod company;
mod duel;
mod list;
mod log;
mod study;

use std::fmt::{self, Write};

use itertools::Itertools;
use serde_json::Value;

use super::json::{write_field, write_lines, write_program};
use super::table::{Cell, Table};
use crate::decimal;
use crate::sixjack::exact::ERROR;
use crate::sixjack::play::Cards;
use crate::sixjack::results::{Alone, Chance};

pub use company::sheet as company;
pub use duel::sheet as duel;
pub use list::{played, solved};
pub use log::Log;
pub use study::sheet as study;

/// The decimals of shares in per cent, and of numbers of rounds, in tables.
const DIGITS: u32 = 4;

/// A result of Six Jack, ready for every format.
pub struct Sheet {
    /// The lines for people.
    text: Vec<String>,
    /// What belongs to the whole.
    fields: Vec<(&'static str, Value)>,
    table: Table,
    /// What the rows are about.
    what: &'static str,
}

/// A format of a sheet.
pub type WriteSheet = fn(&Sheet, &mut dyn Write) -> fmt::Result;

impl Sheet {
    /// A result without rows, under this heading; what the rows are about, and the names of their columns.
    fn new(what: &'static str, columns: &'static str, heading: impl Into<String>) -> Sheet {
        Sheet {
            text: vec![heading.into()],
            fields: Vec::new(),
            table: Table::new(columns),
            what,
        }
    }

    /// Adds a row, for people and for programs.
    fn row(&mut self, text: String, cells: impl IntoIterator<Item = Cell>) {
        self.text.push(text);
        self.table.rows.push(cells.into_iter().collect());
    }

    fn field(&mut self, name: &'static str, value: Value) {
        self.fields.push((name, value));
    }

    /// Adds what it takes to play the same games again.
    fn chance(&mut self, chance: &Chance) {
        let cards = match chance.cards {
            Cards::Independent => "unabhaengig",
            Cards::Pile => "stapel",
        };
        self.field("karten", cards.into());
        self.field("saat", chance.seed.into());
        self.field("spiele", chance.games.into());
    }

    /// Writes lists and tables as people read them.
    pub fn write_text(&self, out: &mut dyn Write) -> fmt::Result {
        let mut lines = self.text.iter();
        lines.try_for_each(|line| writeln!(out, "{line}"))
    }

    /// Writes one table, with tabs: an empty field where there is no number.
    pub fn write_tsv(&self, out: &mut dyn Write) -> fmt::Result {
        self.table.write_tsv(out)
    }

    /// Writes one object: what made it, what belongs to the whole, and the table. Each row has a line of its own.
    pub fn write_json(&self, out: &mut dyn Write) -> fmt::Result {
        writeln!(out, "{{")?;
        write_program(out)?;
        for (name, value) in &self.fields {
            if let Value::Array(rows) = value {
                write_lines(out, name, rows.iter())?;
                writeln!(out, ",")?;
            } else {
                write_field(out, name, value)?;
            }
        }
        write_lines(out, self.what, self.table.objects())?;
        writeln!(out, "\n}}")
    }
}

/// A value of the module [`exact`](crate::sixjack::exact).
fn approximate(value: f64, digits: u32) -> String {
    decimal::approximate(value, ERROR * value, digits as usize)
}

/// The standard deviation, which a single game does not have.
fn deviation(alone: &Alone, digits: u32) -> Option<String> {
    let variance = alone.variance;
    variance.map(|variance| decimal::root(variance, digits))
}

/// A rank, or the ranks between which it lies.
fn rank_text([first, last]: [usize; 2]) -> String {
    [first, last].iter().dedup().join("–")
}

/// The cells about the rounds that a strategy takes alone, by chance or without: the mean, also as a fraction, what stands for
/// the range, and the standard deviation.
fn alone_cells(alone: &Alone) -> Vec<Cell> {
    let mut cells = vec![
        Cell::number(decimal::fraction(alone.mean, DIGITS)),
        Cell::number(alone.mean.numer()),
        Cell::number(alone.mean.denom()),
    ];
    cells.extend(alone.range.iter().map(Cell::number));
    cells.push(deviation(alone, DIGITS).into());
    cells
}
