//! JSON objects with a line for each field, and for each row of their arrays.

use std::fmt::Display;

use itertools::Itertools;
use serde_json::Value;

/// Renders an object with the name and version of the program, these fields, and behind them
/// `arrays`, each from [`render_array`]. Each field has a line of its own, and so has each row of
/// fields that are arrays of objects. The last line has no line feed.
pub(super) fn render_object(fields: &Value, arrays: &[String]) -> String {
    let fields = fields.as_object().into_iter().flatten();
    let field_lines = fields.map(|(name, value)| match value.as_array() {
        Some(array) if array.iter().all(Value::is_object) => render_array(name, array.iter()),
        _ => format!(",\n\"{name}\": {value}"),
    });
    format!(
        "{{\n\"programm\": \"{}\",\n\"version\": \"{}\"{}{}\n}}",
        env!("CARGO_PKG_NAME"),
        env!("CARGO_PKG_VERSION"),
        field_lines.format(""),
        arrays.iter().format("")
    )
}

/// Renders an array behind another field, with a line for each row, which is made when it is
/// written.
pub(super) fn render_array(name: &str, rows: impl Iterator<Item = impl Display>) -> String {
    let lines = rows.map(|row| format!("\n{row}"));
    format!(",\n\"{name}\": [{}]", lines.format(","))
}
