//! The results of Six Jack as tab-separated values: one table.

use std::fmt::{self, Write};

use itertools::Itertools;

use super::report::SixJackReport;
use super::table::{Cell, Table};

/// Writes a header without spaces, and a line a row; an empty field where there is no number.
pub fn write(out: &mut dyn Write, report: &SixJackReport) -> fmt::Result {
    let Table { columns, rows, .. } = Table::new(report);
    writeln!(out, "{}", columns.iter().format("\t"))?;
    for row in rows {
        let cells = row.iter().map(|cell| match cell {
            Cell::Text(text) | Cell::Number(text) => text,
            Cell::Missing => "",
        });
        writeln!(out, "{}", cells.format("\t"))?;
    }
    Ok(())
}
