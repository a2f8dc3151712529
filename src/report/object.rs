//! JSON objects with a line for each field, and for each row of their arrays.

use std::fmt::Display;

use itertools::Itertools;
use serde_json::Value;

/// An array of an object, whose rows are made when they are written.
pub(super) struct JsonArray<'a> {
    name: &'static str,
    rows: Box<dyn Iterator<Item = Value> + 'a>,
}

impl<'a> JsonArray<'a> {
    /// An array with this name and these rows.
    pub(super) fn new(name: &'static str, rows: impl Iterator<Item = Value> + 'a) -> JsonArray<'a> {
        JsonArray {
            name,
            rows: Box::new(rows),
        }
    }
}

/// Renders an object with the name and version of the program, these fields and these arrays. Each
/// field has a line of its own, and so has each row of the arrays, and of fields that are arrays of
/// objects. The last line has no line feed.
pub(super) fn render_object(fields: &Value, arrays: Vec<JsonArray>) -> String {
    let fields = fields.as_object().into_iter().flatten();
    let field_lines = fields.map(|(name, value)| match value.as_array() {
        Some(array) if array.iter().all(Value::is_object) => render_array(name, array.iter()),
        _ => format!(",\n\"{name}\": {value}"),
    });
    let array_lines = arrays
        .into_iter()
        .map(|array| render_array(array.name, array.rows));
    format!(
        "{{\n\"programm\": \"{}\",\n\"version\": \"{}\"{}{}\n}}",
        env!("CARGO_PKG_NAME"),
        env!("CARGO_PKG_VERSION"),
        field_lines.format(""),
        array_lines.format("")
    )
}

/// Renders an array behind another field, with a line for each row.
fn render_array(name: &str, rows: impl Iterator<Item = impl Display>) -> String {
    let lines = rows.map(|row| format!("\n{row}"));
    format!(",\n\"{name}\": [{}]", lines.format(","))
}
