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

/// Renders an object with the program, these fields and these arrays. Each field has a line of its
/// own, and so has each row of the arrays, and of fields that are arrays of objects. The last line
/// does not end.
pub(super) fn render_object(fields: &Value, arrays: Vec<JsonArray>) -> String {
    fn write_rows(name: &str, rows: impl Iterator<Item = impl Display>) -> String {
        let lines = rows.map(|row| format!("\n{row}"));
        format!(",\n\"{name}\": [{}]", lines.format(","))
    }
    let fields = fields.as_object().into_iter().flatten();
    let fields = fields.map(|(name, value)| match value.as_array() {
        Some(array) if array.iter().all(Value::is_object) => write_rows(name, array.iter()),
        _ => format!(",\n\"{name}\": {value}"),
    });
    let arrays = arrays
        .into_iter()
        .map(|array| write_rows(array.name, array.rows));
    let (program, version) = (env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
    let (fields, arrays) = (fields.format(""), arrays.format(""));
    format!("{{\n\"programm\": \"{program}\",\n\"version\": \"{version}\"{fields}{arrays}\n}}")
}
