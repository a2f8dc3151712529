//! Tables: columns with names, and rows with a text for each, which is empty where there is nothing
//! to say. The same table is printed with tabs, or in aligned columns.

use std::fmt::Display;

use itertools::Itertools;

/// A row of these values as texts.
macro_rules! row {
    ($($cell:expr),* $(,)?) => { vec![$(($cell).to_string()),*] };
}
pub(super) use row;

/// A value as a text, if there is one.
pub(super) fn or_empty(value: Option<impl Display>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// A header and a line a row, with tabs between the cells. There may be too many rows to hold them
/// all.
pub(super) fn tsv(
    columns: impl IntoIterator<Item = impl Display>,
    rows: impl IntoIterator<Item = Vec<String>>,
) -> String {
    let rows = rows.into_iter().map(|row| row.join("\t") + "\n");
    format!("{}\n{}", columns.into_iter().format("\t"), rows.format(""))
}

/// A line a row, of which the first is the header, in columns as wide as they need to be: numbers
/// end, and the texts of the column `left` begin below one another.
pub(super) fn aligned(rows: &[Vec<String>], left: usize) -> Vec<String> {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths = (0..rows[0].len()).filter_map(width).collect_vec();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate();
        let mut cells = cells.map(|(column, (cell, &width))| match column {
            _ if column == left => format!("{cell:width$}"),
            _ => format!("{cell:>width$}"),
        });
        cells.join("  ")
    };
    rows.iter().map(line).collect()
}
