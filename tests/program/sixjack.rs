//! The command `sixjack`: the same figures in TSV and JSON.

use serde_json::Value;

use crate::formats::{TsvTable, json};

/// The table in TSV and the rows in JSON have the same names and values.
#[test]
fn formats_of_sixjack_agree() {
    for line in [
        "--spiele 500 3,x,x,2,x,1 optimal",
        "--exakt 3,x,x,2,x,1 optimal",
        "--tabelle --spiele 1",
        "--tabelle --exakt",
        "--optimal",
        "--optimal --duell",
        "--optimal --gegen 3,x,x,2,x,1",
    ] {
        let line = format!("sixjack {line}");
        let (table, json) = (TsvTable::new(&line, ""), json(&line, ""));
        let rows = ["bestenliste", "strategien", "tabelle"]
            .iter()
            .find_map(|name| json[name].as_array())
            .unwrap();
        assert_eq!(rows.len(), table.len(), "{line}");
        for (number, row) in (1..).zip(rows) {
            let names = table.names();
            assert_eq!(row.as_object().unwrap().len(), names.len(), "{row}");
            for name in names {
                let field = table.get(number, name);
                let is_same = match &row[name.to_lowercase()] {
                    Value::Null => field.is_empty(),
                    Value::String(text) => text == field,
                    value => value.as_f64() == field.parse().ok(),
                };
                assert!(is_same, "{name}: {field}, {row}");
            }
        }
    }
}
