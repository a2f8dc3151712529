//! Tables: columns with names, and rows with a text for each. For programs they have tabs between
//! the columns, and for people the columns are aligned.

use std::fmt::Display;

use itertools::Itertools;

/// A row of these values as texts.
macro_rules! row {
    ($($cell:expr),* $(,)?) => { vec![$(($cell).to_string()),*] };
}
pub(super) use row;

/// A value as a text, which is empty if there is none.
pub(super) fn or_empty(value: Option<impl Display>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// Joins a header and rows to lines, with tabs between the cells. Rows are made one by one, as
/// there may be too many to hold the cells of all of them.
pub(super) fn join_with_tabs(
    columns: impl IntoIterator<Item = impl Display>,
    rows: impl IntoIterator<Item = Vec<String>>,
) -> String {
    let lines = rows.into_iter().map(|row| row.join("\t") + "\n");
    format!("{}\n{}", columns.into_iter().format("\t"), lines.format(""))
}

/// Aligns the columns of rows, of which the first is the header, and joins each row to a line. The
/// cells of the column with the index `left_column` stand left, and all others right.
///
/// # Panics
///
/// If there is no row, or a row is shorter than the first.
pub(super) fn align_columns(rows: &[Vec<String>], left_column: usize) -> Vec<String> {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths = (0..rows[0].len()).filter_map(width).collect_vec();
    let line = |row: &Vec<String>| {
        row.iter()
            .zip(&widths)
            .enumerate()
            .map(|(column, (cell, &width))| {
                if column == left_column {
                    format!("{cell:width$}")
                } else {
                    format!("{cell:>width$}")
                }
            })
            .join("  ")
    };
    rows.iter().map(line).collect()
}
