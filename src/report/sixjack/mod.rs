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
use crate::sixjack::exact::{ERROR, Fraction};
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
    /// The rows, and what they are about.
    table: (&'static str, Table),
    /// Draws the table; lists have no picture.
    picture: Option<Picture>,
}

type Picture = Box<dyn Fn(&mut dyn Write) -> fmt::Result>;

/// A format of a sheet.
pub type WriteSheet = fn(&Sheet, &mut dyn Write) -> fmt::Result;

impl Sheet {
    /// Writes lists and tables as people read them.
    pub fn write_text(&self, out: &mut dyn Write) -> fmt::Result {
        let mut lines = self.text.iter();
        lines.try_for_each(|line| writeln!(out, "{line}"))
    }

    /// Writes one table, with tabs: an empty field where there is no number.
    pub fn write_tsv(&self, out: &mut dyn Write) -> fmt::Result {
        self.table.1.write_tsv(out)
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
        let (name, table) = &self.table;
        write_lines(out, name, table.objects())?;
        writeln!(out, "\n}}")
    }

    /// Draws the picture.
    pub fn write_svg(&self, out: &mut dyn Write) -> fmt::Result {
        self.picture.iter().try_for_each(|draw| draw(out))
    }
}

fn chance_fields(chance: &Chance) -> [(&'static str, Value); 3] {
    let cards = match chance.cards {
        Cards::Independent => "unabhaengig",
        Cards::Pile => "stapel",
    };
    let [seed, games] = [chance.seed, chance.games].map(Value::from);
    [("karten", cards.into()), ("saat", seed), ("spiele", games)]
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

/// The columns about the rounds that a strategy takes alone, by chance or without.
fn alone_columns(is_played: bool) -> Vec<&'static str> {
    let columns = if is_played {
        "Mittel Mittel_Zaehler Mittel_Nenner Minimum Maximum Standardabweichung"
    } else {
        "Mittel Mittel_Zaehler Mittel_Nenner Quantil_1 Quantil_50 Quantil_99 Standardabweichung"
    };
    columns.split(' ').collect()
}

fn alone_cells(alone: &Alone) -> Vec<Cell> {
    let mut cells = mean_cells(alone.mean).to_vec();
    cells.extend(alone.range.iter().map(Cell::number));
    cells.push(deviation(alone, DIGITS).into());
    cells
}

/// A mean as a decimal, and its numerator and denominator.
fn mean_cells(mean: Fraction) -> [Cell; 3] {
    [
        Cell::Number(decimal::fraction(mean, DIGITS)),
        Cell::number(mean.numer()),
        Cell::number(mean.denom()),
    ]
}
