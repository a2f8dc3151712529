//! JSON, and tables of pairings whose first line names the columns.
//!
//! The meaning of a column or of a field of JSON follows from its name. A row is about one die, or
//! about two.

use itertools::Itertools;
use serde_json::{Deserializer, Value as Json};

use super::pairings::PrintedPairing;
use super::reading::{Ambiguity, PrintedShare, Reading, Value};
use super::records::WrittenLine;
use super::tokens::DiceIndex;
use crate::text::parse_whole_number;

/// The quantity in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quantity {
    Rank,
    Die,
    Share,
    Wins,
    Games,
    Other,
}

/// The meaning of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Field {
    quantity: Quantity,
    /// The die of the row that it belongs to: 0 or 1.
    seat: usize,
}

/// The text in a column of a row.
#[derive(Clone, Debug)]
struct Cell {
    field: Field,
    text: String,
}

/// The row of a table.
#[derive(Clone, Debug)]
struct Row {
    /// The number of the line.
    line: usize,
    cells: Vec<Cell>,
}

/// Words in names of columns with the same quantity, with spaces between them. The first that fits
/// counts.
const QUANTITIES: [(&str, Quantity); 10] = [
    ("unentsch draw remis abgebr beginnt", Quantity::Other),
    ("verlor niederl lost loss", Quantity::Other),
    ("seitenzahl würfelseiten sides", Quantity::Other),
    ("anteil share quote prozent percent", Quantity::Share),
    ("rate wahrsch prob chance %", Quantity::Share),
    ("sieg win gewonn won", Quantity::Wins),
    ("spiele games gesamt total", Quantity::Games),
    ("rang rank platz pos", Quantity::Rank),
    ("augen face wuerfel würfel dice die", Quantity::Die),
    ("nummer number nr gegner", Quantity::Die),
];

/// The names of the columns of `--format paare`, which has no header, as far as they matter.
const OF_RECORDS: &str =
    "-\t-\t-\t-\tdie a\tdie b\t-\t-\tgames\t-\t-\twins a\twins b\twins a\twins b";

impl Field {
    /// Finds the meaning of a column with this name.
    fn new(name: &str) -> Field {
        let name = name.trim();
        let lower = name.to_lowercase();
        let is_second = name.ends_with(['B', '2'])
            || name.ends_with(" b")
            || name.ends_with("_b")
            || lower.contains("gegner");
        let quantity = QUANTITIES
            .iter()
            .find(|(words, _)| words.split(' ').any(|word| lower.contains(word)))
            .map_or(Quantity::Other, |(_, quantity)| *quantity);
        Field {
            quantity,
            seat: usize::from(is_second),
        }
    }
}

/// Returns true if there is a die, and what it has won.
fn are_of_table<'a>(fields: impl IntoIterator<Item = &'a Field>) -> bool {
    let (mut has_die, mut has_value) = (false, false);
    for field in fields {
        has_die |= field.quantity == Quantity::Die;
        has_value |= [Quantity::Share, Quantity::Wins].contains(&field.quantity);
    }
    has_die && has_value
}

/// The statements of JSON or of a table of pairings.
pub(super) enum TableContent {
    List(Vec<Reading>),
    Pairings(Vec<PrintedPairing>),
    /// A list in which two columns could be the share.
    Ambiguous(Ambiguity),
}

/// JSON, or a table of pairings.
pub(super) struct RowTable {
    /// The number of the line where it begins.
    pub(super) first_line: usize,
    pub(super) rows: TableContent,
}

/// The rows of a table, as they are written.
struct RawTable {
    first_line: usize,
    rows: Vec<Row>,
}

impl RawTable {
    /// Returns true if a row is about two dice.
    fn is_of_pairings(&self) -> bool {
        self.rows
            .iter()
            .any(|row| row.texts(Quantity::Die, 1).next().is_some())
    }
}

/// Reads JSON, or a table of pairings with names of columns; `None` if these lines are neither.
pub(super) fn read(lines: &[WrittenLine], index: &DiceIndex) -> Option<RowTable> {
    let raw =
        read_json(lines).or_else(|| read_separated(lines).filter(RawTable::is_of_pairings))?;
    let counts_from_zero = raw.rows.iter().any(|row| {
        [0, 1]
            .into_iter()
            .any(|seat| row.texts(Quantity::Die, seat).any(|text| text == "0"))
    });
    let names = DieNames {
        index,
        first: usize::from(!counts_from_zero),
    };
    let rows = if raw.is_of_pairings() {
        let are_per_cent = raw
            .rows
            .iter()
            .any(|row| row.number(Quantity::Share, 0) > Some(1.0));
        let scale = if are_per_cent { 100.0 } else { 1.0 };
        let pairings = raw.rows.iter().filter_map(|row| row.pairing(scale, &names));
        TableContent::Pairings(pairings.collect())
    } else if let Some(ambiguity) = raw.rows.iter().find_map(Row::ambiguity) {
        TableContent::Ambiguous(ambiguity)
    } else {
        let readings = raw.rows.iter().filter_map(|row| row.reading(&names));
        TableContent::List(readings.collect())
    };
    let is_empty = match &rows {
        TableContent::List(readings) => readings.is_empty(),
        TableContent::Pairings(pairings) => pairings.is_empty(),
        TableContent::Ambiguous(_) => false,
    };
    (!is_empty).then_some(RowTable {
        first_line: raw.first_line,
        rows,
    })
}

/// The header of a table with marks between its columns.
struct ColumnHeader {
    /// The index of the line below it.
    below: usize,
    fields: Vec<Field>,
    mark: char,
}

impl ColumnHeader {
    /// Reads the line with this index as a header; `None` if it is none with this mark. A line of
    /// `--format paare` needs none.
    fn read(text: &str, index: usize, mark: char) -> Option<ColumnHeader> {
        let is_digit = |c: char| c.is_ascii_digit();
        let is_record = text.starts_with("paar\t");
        let names = split(if is_record { OF_RECORDS } else { text }, mark);
        // A name has at most the number of the die at its end.
        let are_names = !names
            .iter()
            .any(|name| name.trim_end_matches(is_digit).contains(is_digit));
        let fields = names.into_iter().map(Field::new).collect_vec();
        (are_names && are_of_table(&fields)).then_some(ColumnHeader {
            below: index + usize::from(!is_record),
            fields,
            mark,
        })
    }
}

/// Reads the rows below a line with the names of columns.
fn read_separated(lines: &[WrittenLine]) -> Option<RawTable> {
    /// The most lines down to the names.
    const MOST_LINES: usize = 10;
    let ColumnHeader {
        below,
        fields,
        mark,
    } = lines
        .iter()
        .take(MOST_LINES)
        .enumerate()
        .cartesian_product(['\t', ';', ',', '|'])
        .find_map(|((index, line), mark)| ColumnHeader::read(&line.text, index, mark))?;
    let rows = lines[below..].iter().map(|line| Row {
        line: line.number,
        cells: fields
            .iter()
            .zip(split(&line.text, mark))
            .map(|(field, text)| Cell {
                field: *field,
                text: text.into(),
            })
            .collect(),
    });
    Some(RawTable {
        first_line: lines[below.saturating_sub(1)].number,
        rows: rows.collect(),
    })
}

/// Splits a line at marks that are not between quotation marks.
fn split(text: &str, mark: char) -> Vec<&str> {
    let mut is_quoted = false;
    text.split(|c: char| {
        is_quoted ^= c == '"';
        c == mark && !is_quoted
    })
    .map(|cell| cell.trim_matches(|c: char| c == '"' || c.is_whitespace()))
    .collect()
}

/// Reads the first array of JSON, or JSON lines, whose objects name dice and shares; a row counts
/// as a line.
fn read_json(lines: &[WrittenLine]) -> Option<RawTable> {
    let text = lines.iter().map(|line| &line.text).join("\n");
    if !text.trim_start().starts_with(['[', '{']) {
        return None;
    }
    let values: Vec<Json> = Deserializer::from_str(&text)
        .into_iter::<Json>()
        .collect::<Result<_, _>>()
        .ok()?;
    let mut rows = Vec::new();
    values.iter().for_each(|value| find_rows(value, &mut rows));
    let rows = (1..)
        .zip(rows)
        .map(|(line, cells)| Row { line, cells })
        .collect();
    Some(RawTable {
        first_line: 1,
        rows,
    })
}

/// Adds the rows in a value of JSON to `rows`.
fn find_rows(value: &Json, rows: &mut Vec<Vec<Cell>>) {
    match value {
        Json::Object(fields) => {
            let cells = fields
                .iter()
                .filter_map(|(name, value)| {
                    Some(Cell {
                        field: Field::new(name),
                        text: json_text(value)?,
                    })
                })
                .collect_vec();
            if are_of_table(cells.iter().map(|cell| &cell.field)) {
                rows.push(cells);
            } else {
                let mut fields = fields.values();
                while let Some(value) = fields.next().filter(|_| rows.is_empty()) {
                    find_rows(value, rows);
                }
            }
        }
        Json::Array(values) => values.iter().for_each(|value| find_rows(value, rows)),
        _ => {}
    }
}

/// Returns a value of JSON as the text of a cell.
fn json_text(value: &Json) -> Option<String> {
    match value {
        Json::String(text) => Some(text.clone()),
        Json::Array(values) => {
            Some(values.iter().join(" ")).filter(|text| !text.contains(['{', '"']))
        }
        Json::Object(_) => None,
        Json::Null | Json::Bool(_) | Json::Number(_) => Some(value.to_string()),
    }
}

/// The names of dice in a table.
struct DieNames<'a> {
    index: &'a DiceIndex<'a>,
    /// The number of the first die.
    first: usize,
}

/// The die that a row names.
struct RowDie {
    faces: Vec<u32>,
    /// The index of the die in the file, if its number names it.
    by_number: Option<usize>,
}

impl DieNames<'_> {
    /// Returns the index of the die with this number.
    fn by_number(&self, number: u32) -> Option<usize> {
        let die = (number as usize).checked_sub(self.first)?;
        (die < self.index.dice.len()).then_some(die)
    }

    /// Returns the die that a row names, by its faces or by its number.
    fn die_of(&self, row: &Row, seat: usize) -> Option<RowDie> {
        let names = row
            .texts(Quantity::Die, seat)
            .filter_map(numbers)
            .filter(|numbers| !numbers.is_empty())
            .collect_vec();
        // The longest name says most.
        let longest = names.iter().max_by_key(|numbers| numbers.len())?;
        if let [number] = longest[..]
            && self.index.count(longest) == 0
        {
            let die = self.by_number(number)?;
            return Some(RowDie {
                faces: self.index.dice[die].faces().to_vec(),
                by_number: Some(die),
            });
        }
        let by_number = names
            .iter()
            .filter(|numbers| numbers.len() == 1 && *numbers != longest)
            .find_map(|numbers| self.by_number(numbers[0]))
            .filter(|&die| self.index.dice[die].faces() == &longest[..]);
        Some(RowDie {
            faces: longest.clone(),
            by_number,
        })
    }
}

impl Row {
    /// Returns the texts in columns with this quantity.
    fn texts(&self, quantity: Quantity, seat: usize) -> impl Iterator<Item = &str> {
        self.cells
            .iter()
            .filter(move |cell| cell.field == Field { quantity, seat })
            .map(|cell| cell.text.trim())
    }

    /// Returns the first number in columns with this quantity.
    fn number(&self, quantity: Quantity, seat: usize) -> Option<f64> {
        self.texts(quantity, seat).find_map(number)
    }

    /// Returns two shares that differ.
    fn ambiguity(&self) -> Option<Ambiguity> {
        let shares = self
            .texts(Quantity::Share, 0)
            .filter(|text| number(text).is_some())
            .collect_vec();
        let [first, second, ..] = shares[..] else {
            return None;
        };
        (number(first) != number(second)).then(|| Ambiguity {
            line: self.line,
            candidates: [first, second].map(String::from),
        })
    }

    /// Reads the statement about a die.
    fn reading(&self, names: &DieNames) -> Option<Reading> {
        let die = names.die_of(self, 0)?;
        Some(Reading {
            line: self.line,
            rank: self.texts(Quantity::Rank, 0).find_map(parse_whole_number),
            faces: die.faces,
            sides: None,
            die: die.by_number,
            is_from_zero: false,
            value: self.value()?,
        })
    }

    /// Returns the share, as it is printed or as a quotient of wins and games, or else the wins.
    fn value(&self) -> Option<Value> {
        let share = self
            .texts(Quantity::Share, 0)
            .find(|text| number(text).is_some());
        if let Some(share) = share {
            return Some(Value::Share(PrintedShare {
                value: number(share)?,
                text: share.trim_end_matches(['%', ' ']).into(),
                is_per_cent: share.contains('%'),
            }));
        }
        let wins = self.number(Quantity::Wins, 0)?;
        match self.number(Quantity::Games, 0) {
            Some(games) => Some(Value::Share(PrintedShare::of_games(wins, games))),
            None => (wins >= 0.0 && wins.fract() == 0.0).then_some(Value::Wins(wins as u64)),
        }
    }

    /// Reads the statement about two dice, whose shares are divided by `scale`. `--format paare`
    /// has several columns for the wins of each.
    fn pairing(&self, scale: f64, names: &DieNames) -> Option<PrintedPairing> {
        let die = |seat: usize| {
            let die = names.die_of(self, seat)?;
            die.by_number.or_else(|| names.index.first_with(&die.faces))
        };
        let wins = |seat: usize| {
            self.texts(Quantity::Wins, seat)
                .filter_map(number)
                .sum1::<f64>()
        };
        let share = |seat: usize| {
            self.number(Quantity::Share, seat)
                .map(|share| share / scale)
        };
        Some(PrintedPairing {
            line: self.line,
            dice: [die(0)?, die(1)?],
            wins: [0, 1].map(wins),
            games: self.number(Quantity::Games, 0),
            shares: [0, 1].map(share),
        })
    }
}

/// Reads the whole numbers in a text, if all its numbers are such.
fn numbers(text: &str) -> Option<Vec<u32>> {
    text.split(|c: char| c.is_whitespace() || ",;[](){}\"'|".contains(c))
        .filter(|word| !word.is_empty())
        .map(|word| word.trim_start_matches(|c: char| c.is_alphabetic() || "#_:".contains(c)))
        .map(parse_whole_number)
        .collect()
}

/// Reads the number of a cell, perhaps with a percent sign.
fn number(text: &str) -> Option<f64> {
    let text = text.trim_end_matches(['%', ' ']).replace(',', ".");
    text.parse().ok().filter(|number: &f64| number.is_finite())
}
