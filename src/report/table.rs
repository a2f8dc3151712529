//! Tables: columns with names, and rows with a cell for each. The same table is printed with tabs, in aligned columns,
//! or as JSON.

use std::fmt::{self, Write};

use itertools::Itertools;
use serde::{Serialize, Serializer};

/// A value in a table.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Cell {
    Text(String),
    /// A number, as it is printed.
    Number(String),
    Missing,
}

impl Cell {
    pub(super) fn text(text: impl ToString) -> Cell {
        Cell::Text(text.to_string())
    }

    /// A number, as it is printed.
    pub(super) fn number(number: impl ToString) -> Cell {
        Cell::Number(number.to_string())
    }

    /// What is known up to an error may be no single number.
    pub(super) fn decimal(text: String) -> Cell {
        match text.parse::<f64>() {
            Ok(_) => Cell::Number(text),
            Err(_) => Cell::Missing,
        }
    }
}

impl<T: ToString> From<Option<T>> for Cell {
    fn from(number: Option<T>) -> Cell {
        number.map_or(Cell::Missing, Cell::number)
    }
}

/// The value as a table for people or with tabs has it: nothing where it is missing.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Text(text) | Cell::Number(text) => f.pad(text),
            Cell::Missing => f.pad(""),
        }
    }
}

/// A number keeps its decimals, but for zeros at the end.
impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Cell::Text(text) => serializer.serialize_str(text),
            Cell::Number(text) => match text.parse::<u128>() {
                Ok(whole) => serializer.serialize_u128(whole),
                Err(_) => text.parse::<f64>().ok().serialize(serializer),
            },
            Cell::Missing => serializer.serialize_none(),
        }
    }
}

/// Writes a header and a line a row, with tabs between the cells. There may be too many rows to hold them all.
pub(super) fn write_tsv(
    out: &mut dyn Write,
    columns: impl IntoIterator<Item = impl fmt::Display>,
    rows: impl IntoIterator<Item = impl AsRef<[Cell]>>,
) -> fmt::Result {
    writeln!(out, "{}", columns.into_iter().format("\t"))?;
    let mut rows = rows.into_iter();
    rows.try_for_each(|row| writeln!(out, "{}", row.as_ref().iter().format("\t")))
}

/// Rows with a cell for every column.
pub struct Table {
    /// The names of the columns. Those of tables for programs have no spaces.
    pub(super) columns: Vec<&'static str>,
    pub(super) rows: Vec<Vec<Cell>>,
}

impl Table {
    /// A table without rows; the names of its columns have spaces between them.
    pub(super) fn new(columns: &'static str) -> Table {
        let columns = columns.split(' ').collect();
        Table {
            columns,
            rows: Vec::new(),
        }
    }

    pub(super) fn write_tsv(&self, out: &mut dyn Write) -> fmt::Result {
        write_tsv(out, &self.columns, &self.rows)
    }

    /// A header and a line a row, in columns as wide as they need to be: numbers end, and the texts of the column
    /// `left` begin below one another.
    pub(super) fn aligned(&self, left: usize) -> Vec<String> {
        let header = self.columns.iter().map(Cell::text).collect_vec();
        let rows = std::iter::once(&header).chain(&self.rows);
        let length = |cell: &Cell| cell.to_string().chars().count();
        let widths = (0..header.len())
            .map(|column| rows.clone().map(|row| length(&row[column])).max())
            .map(Option::unwrap_or_default)
            .collect_vec();
        let line = |row: &Vec<Cell>| {
            let cells = row.iter().zip(&widths).enumerate();
            let mut cells = cells.map(|(column, (cell, &width))| match column {
                _ if column == left => format!("{cell:width$}"),
                _ => format!("{cell:>width$}"),
            });
            cells.join("  ")
        };
        rows.map(line).collect()
    }

    /// The rows as JSON objects, under the names of the columns in small letters.
    pub(super) fn objects(&self) -> impl Iterator<Item = impl Serialize> {
        self.rows.iter().map(|row| Object(&self.columns, row))
    }
}

/// A row under the names of its columns.
struct Object<'a>(&'a [&'static str], &'a [Cell]);

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let names = self.0.iter().map(|name| name.to_lowercase());
        serializer.collect_map(names.zip(self.1))
    }
}
