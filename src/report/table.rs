//! Tables: columns, and rows with a cell for each. Every format of a table is written here.

use std::fmt::{self, Display};

use itertools::Itertools;
use serde_json::{Map, Number, Value};

use super::check::markup::escaped;
use wuerfelglueck::decimal::Decimal;
use wuerfelglueck::text::Excerpt;

/// A cell of a table.
#[derive(Clone, Debug)]
pub(super) enum Cell {
    /// Nothing is known, or there is nothing.
    Empty,
    Whole(u128),
    Decimal(Decimal),
    Text(String),
    /// A value that people see as a text.
    Shown {
        value: Box<Cell>,
        text: String,
    },
}

/// A row of the values in this order, each of which is made a [`Cell`].
macro_rules! row {
    ($($cell:expr),* $(,)?) => { vec![$($crate::report::table::Cell::from($cell)),*] };
}
pub(super) use row;

impl Cell {
    /// A cell of a text.
    pub(super) fn of(text: impl Display) -> Cell {
        Cell::Text(text.to_string())
    }

    /// The same cell, which people see as this text.
    pub(super) fn shown_as(self, text: impl Display) -> Cell {
        Cell::Shown {
            value: Box::new(self),
            text: text.to_string(),
        }
    }

    /// The same cell; people see a sign in the place of an empty one.
    pub(super) fn or(self, sign: &str) -> Cell {
        match self {
            Cell::Empty => self.shown_as(sign),
            cell => cell,
        }
    }

    /// The cell without a text that only people see.
    fn value(&self) -> &Cell {
        match self {
            Cell::Shown { value, .. } => value,
            cell => cell,
        }
    }

    /// As JSON. A decimal has no zeros at its end.
    pub(super) fn to_json(&self) -> Value {
        match self {
            Cell::Empty => Value::Null,
            Cell::Whole(number) => match u64::try_from(*number) {
                Ok(number) => number.into(),
                Err(_) => (*number as f64).into(),
            },
            Cell::Decimal(decimal) => Number::from_f64(decimal.as_f64()).into(),
            Cell::Text(text) => text.as_str().into(),
            Cell::Shown { value, .. } => value.to_json(),
        }
    }

    /// As Markdown in which a text is no markup.
    fn to_markdown(&self) -> String {
        match self {
            Cell::Text(text) | Cell::Shown { text, .. } => escaped(text),
            cell => cell.to_string(),
        }
    }
}

/// As text for a line, as people see it. An empty cell has none.
impl Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Empty => Ok(()),
            Cell::Whole(number) => number.fmt(f),
            Cell::Decimal(decimal) => decimal.fmt(f),
            Cell::Text(text) | Cell::Shown { text, .. } => Excerpt::whole(text).fmt(f),
        }
    }
}

impl From<u128> for Cell {
    fn from(number: u128) -> Cell {
        Cell::Whole(number)
    }
}

impl From<u64> for Cell {
    fn from(number: u64) -> Cell {
        Cell::Whole(number.into())
    }
}

impl From<usize> for Cell {
    fn from(number: usize) -> Cell {
        Cell::Whole(number as u128)
    }
}

impl From<Decimal> for Cell {
    fn from(number: Decimal) -> Cell {
        Cell::Decimal(number)
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::Text(text.into())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell::Text(text)
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Cell {
        value.map_or(Cell::Empty, T::into)
    }
}

/// A column of a table.
#[derive(Clone, Debug)]
pub(super) struct Column {
    /// The name for programs.
    name: String,
    /// The head for people; `None` if only programs see the column.
    head: Option<String>,
    /// True if its cells stand left.
    is_left: bool,
}

impl Column {
    /// A column with the same name for programs and for people.
    pub(super) fn new(name: impl Display) -> Column {
        Column::for_programs(&name).with_head(&name)
    }

    /// A column that only programs see.
    pub(super) fn for_programs(name: impl Display) -> Column {
        Column {
            name: name.to_string(),
            head: None,
            is_left: false,
        }
    }

    /// The same column, with this head for people.
    pub(super) fn with_head(self, head: impl Display) -> Column {
        Column {
            head: Some(head.to_string()),
            ..self
        }
    }

    /// The same column, with cells that stand left.
    pub(super) fn left(self) -> Column {
        Column {
            is_left: true,
            ..self
        }
    }
}

/// Columns of these names, which are separated by spaces, that only programs see.
pub(super) fn columns_for_programs(names: &'static str) -> impl Iterator<Item = Column> {
    names.split_whitespace().map(Column::for_programs)
}

/// The room that columns take at least, in a table for people.
#[derive(Clone, Copy)]
pub(super) struct Spacing {
    /// The spaces between two columns.
    pub gap: usize,
    /// The width of each column.
    pub least_width: usize,
}

impl Spacing {
    /// As much as the cells need, with two spaces between columns.
    pub(super) const TIGHT: Spacing = Spacing {
        gap: 2,
        least_width: 0,
    };
}

/// A table: for people with aligned columns, or in Markdown; for programs with tabs between the
/// columns, or as JSON.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub columns: Vec<Column>,
    /// The rows, each with a cell for each column.
    pub rows: Vec<Vec<Cell>>,
}

impl Table {
    /// A table of these columns and rows.
    pub(super) fn new(
        columns: impl IntoIterator<Item = Column>,
        rows: impl IntoIterator<Item = Vec<Cell>>,
    ) -> Table {
        Table {
            columns: columns.into_iter().collect(),
            rows: rows.into_iter().collect(),
        }
    }

    /// The lines for people, the first of which is the header.
    pub(super) fn to_lines(&self, spacing: Spacing) -> Vec<String> {
        let shown = self
            .columns
            .iter()
            .positions(|column| column.head.is_some());
        let texts_of = |place: usize| {
            let head = self.columns[place].head.clone().unwrap_or_default();
            let cells = self.rows.iter().map(move |row| row[place].to_string());
            [head].into_iter().chain(cells).collect_vec()
        };
        let mut lines = vec![String::new(); self.rows.len() + 1];
        for (index, place) in shown.enumerate() {
            let texts = texts_of(place);
            let width = texts.iter().map(|text| text.chars().count()).max();
            let width = width.unwrap_or(0).max(spacing.least_width);
            for (line, text) in lines.iter_mut().zip(&texts) {
                let gap = if index == 0 { 0 } else { spacing.gap };
                *line += &" ".repeat(gap);
                *line += &if self.columns[place].is_left {
                    format!("{text:width$}")
                } else {
                    format!("{text:>width$}")
                };
            }
        }
        lines
    }

    /// The table in Markdown.
    pub(super) fn to_markdown(&self) -> String {
        let heads = self.columns.iter().map(|column| column.head.clone());
        let row = |cells: Vec<String>| format!("| {} |\n", cells.iter().format(" | "));
        let rows = self
            .rows
            .iter()
            .map(|cells| row(cells.iter().map(Cell::to_markdown).collect()));
        let separator = vec!["---".to_string(); self.columns.len()];
        [row(heads.flatten().collect()), row(separator)]
            .into_iter()
            .chain(rows)
            .collect()
    }

    /// The table with tabs between its columns.
    pub(super) fn to_tsv(&self) -> String {
        write_tsv(&self.columns, self.rows.iter().cloned())
    }

    /// A JSON object for each row. Its names are those of the columns in small letters.
    pub(super) fn to_json(&self) -> impl Iterator<Item = Value> {
        self.rows.iter().map(|row| {
            let cells = self.columns.iter().zip(row);
            let fields = cells.map(|(column, cell)| (column.name.to_lowercase(), cell.to_json()));
            Value::Object(Map::from_iter(fields))
        })
    }
}

/// Writes a table with tabs between its columns. Its rows are made one by one, as there may be too
/// many to hold all of their cells.
pub(super) fn write_tsv(columns: &[Column], rows: impl Iterator<Item = Vec<Cell>>) -> String {
    let names = columns.iter().map(|column| &column.name);
    let lines = rows.map(|row| format!("{}\n", row.iter().map(Cell::value).format("\t")));
    format!("{}\n{}", names.format("\t"), lines.format(""))
}
