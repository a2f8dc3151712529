//! JSON, and tables of pairings with a line that names the columns; `--format paare` needs none.
//!
//! The meaning of a column, or of a value of JSON, follows from its name. A row is about one die,
//! or about two.

use itertools::Itertools;
use serde_json::{Deserializer, Value as Json};

use super::pairings::PrintedPairing;
use super::reading::{Ambiguity, PrintedShare, Reading, Value};
use super::records::WrittenLine;
use super::tokens::DiceIndex;
use crate::text::parse_whole_number;

/// The quantity that a column gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ColumnQuantity {
    Rank,
    Die,
    Share,
    Wins,
    Losses,
    Draws,
    Games,
    Other,
}

/// The meaning of a column, or of a name in an object of JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ColumnMeaning {
    quantity: ColumnQuantity,
    /// The die of the row that the quantity belongs to: 0, or 1 for the second die of a pairing.
    seat: usize,
}

/// The text in a column of a row.
#[derive(Clone, Debug)]
struct Cell {
    meaning: ColumnMeaning,
    text: String,
}

/// The row of a table.
#[derive(Clone, Debug)]
struct Row {
    /// The number of the line; of JSON, that of the row.
    line: usize,
    cells: Vec<Cell>,
}

/// Parts of names of columns with the same quantity, with spaces between them. The first that fits
/// counts; but draws and losses with a word for shares or wins, too, are another quantity.
const QUANTITIES: [(&str, ColumnQuantity); 11] = [
    ("abgebr beginnt", ColumnQuantity::Other),
    ("unentsch draw remis", ColumnQuantity::Draws),
    ("verlor niederl lost loss", ColumnQuantity::Losses),
    ("seitenzahl würfelseiten sides", ColumnQuantity::Other),
    ("anteil share quote prozent percent", ColumnQuantity::Share),
    ("rate wahrsch prob chance %", ColumnQuantity::Share),
    ("sieg win gewonn won", ColumnQuantity::Wins),
    ("spiele games gesamt total", ColumnQuantity::Games),
    ("rang rank platz pos", ColumnQuantity::Rank),
    ("augen face wuerfel würfel dice die", ColumnQuantity::Die),
    ("nummer number nr gegner", ColumnQuantity::Die),
];

/// The names of the columns of `--format paare`, which has no header, as far as they matter.
const NAMES_OF_RECORD_COLUMNS: &str =
    "-\t-\t-\t-\tdie a\tdie b\t-\t-\tgames\t-\t-\twins a\twins b\twins a\twins b";

impl ColumnMeaning {
    /// Finds the meaning of a column with this name.
    fn new(name: &str) -> ColumnMeaning {
        let name = name.trim();
        let lower = name.to_lowercase();
        let is_second = name.ends_with(['B', '2'])
            || name.ends_with(" b")
            || name.ends_with("_b")
            || lower.contains("gegner");
        // Such as the opponent that the die beats most often, in a row about one die.
        let is_superlative = [
            "best",
            "schlecht",
            "stärkst",
            "schwächst",
            "schwerst",
            "leichtest",
        ]
        .iter()
        .any(|word| is_second && lower.contains(word));
        let has_word = |words: &str| words.split(' ').any(|word| lower.contains(word));
        let mut named = QUANTITIES
            .iter()
            .filter(|(words, _)| has_word(words))
            .map(|(_, quantity)| *quantity);
        let quantity = match named.next() {
            Some(ColumnQuantity::Draws | ColumnQuantity::Losses)
                if named.any(|quantity| {
                    matches!(quantity, ColumnQuantity::Share | ColumnQuantity::Wins)
                }) =>
            {
                ColumnQuantity::Other
            }
            _ if is_superlative => ColumnQuantity::Other,
            first => first.unwrap_or(ColumnQuantity::Other),
        };
        ColumnMeaning {
            quantity,
            seat: usize::from(is_second),
        }
    }
}

/// Returns whether these are the columns of a table: there is a die, and what it has won.
fn are_of_row<'a>(meanings: impl IntoIterator<Item = &'a ColumnMeaning>) -> bool {
    let (mut has_die, mut has_value) = (false, false);
    for meaning in meanings {
        has_die |= meaning.quantity == ColumnQuantity::Die;
        has_value |= [ColumnQuantity::Share, ColumnQuantity::Wins].contains(&meaning.quantity);
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
    /// The number of the line above the first row, if there is one, or else of the first row; of
    /// JSON, 1.
    pub(super) first_line: usize,
    pub(super) content: TableContent,
}

/// The rows of a table, as they are written, and the number of the line where it begins.
struct RawTable {
    first_line: usize,
    rows: Vec<Row>,
}

impl RawTable {
    /// Returns whether any row is about two dice.
    fn is_of_pairings(&self) -> bool {
        self.rows
            .iter()
            .any(|row| row.texts(ColumnQuantity::Die, 1).next().is_some())
    }
}

/// Reads JSON, or a table of pairings with names of columns; `None` if these lines are neither, or
/// no row of them can be read.
pub(super) fn read(lines: &[WrittenLine], index: &DiceIndex) -> Option<RowTable> {
    let raw =
        read_json(lines).or_else(|| read_separated(lines).filter(RawTable::is_of_pairings))?;
    let counts_from_zero = raw.rows.iter().any(|row| {
        [0, 1]
            .into_iter()
            .any(|seat| row.texts(ColumnQuantity::Die, seat).any(|text| text == "0"))
    });
    let names = DieNames {
        index,
        first: usize::from(!counts_from_zero),
    };
    let content = if raw.is_of_pairings() {
        let are_per_cent = raw
            .rows
            .iter()
            .any(|row| row.number(ColumnQuantity::Share, 0) > Some(1.0));
        let scale = if are_per_cent { 100.0 } else { 1.0 };
        let pairings = raw
            .rows
            .iter()
            .filter_map(|row| row.to_pairing(scale, &names));
        TableContent::Pairings(pairings.collect())
    } else if let Some(ambiguity) = raw.rows.iter().find_map(Row::find_ambiguity) {
        TableContent::Ambiguous(ambiguity)
    } else {
        let readings = raw.rows.iter().filter_map(|row| row.to_reading(&names));
        TableContent::List(readings.collect())
    };
    let is_empty = match &content {
        TableContent::List(readings) => readings.is_empty(),
        TableContent::Pairings(pairings) => pairings.is_empty(),
        TableContent::Ambiguous(_) => false,
    };
    (!is_empty).then_some(RowTable {
        first_line: raw.first_line,
        content,
    })
}

/// The header of a table with marks between its columns.
struct ColumnHeader {
    /// The index of the line of the first row.
    first_row: usize,
    meanings: Vec<ColumnMeaning>,
    mark: char,
}

impl ColumnHeader {
    /// Reads the line with this index as a header; `None` if it is none with this mark. A line of
    /// `--format paare` needs none: it is the first row itself.
    fn read(text: &str, index: usize, mark: char) -> Option<ColumnHeader> {
        let is_digit = |c: char| c.is_ascii_digit();
        let is_record = text.starts_with("paar\t");
        let names = split_cells(
            if is_record {
                NAMES_OF_RECORD_COLUMNS
            } else {
                text
            },
            mark,
        );
        // A name has at most the number of the die at its end.
        let are_names = !names
            .iter()
            .any(|name| name.trim_end_matches(is_digit).contains(is_digit));
        let meanings = names.into_iter().map(ColumnMeaning::new).collect_vec();
        (are_names && are_of_row(&meanings)).then_some(ColumnHeader {
            first_row: index + usize::from(!is_record),
            meanings,
            mark,
        })
    }
}

/// Reads the rows below a line with the names of columns.
fn read_separated(lines: &[WrittenLine]) -> Option<RawTable> {
    /// The most lines down to the names.
    const MOST_LINES: usize = 10;
    let ColumnHeader {
        first_row,
        meanings,
        mark,
    } = lines
        .iter()
        .take(MOST_LINES)
        .enumerate()
        .cartesian_product(['\t', ';', ',', '|'])
        .find_map(|((index, line), mark)| ColumnHeader::read(&line.text, index, mark))?;
    let rows = lines[first_row..].iter().map(|line| Row {
        line: line.number,
        cells: meanings
            .iter()
            .zip(split_cells(&line.text, mark))
            .map(|(meaning, text)| Cell {
                meaning: *meaning,
                text: text.into(),
            })
            .collect(),
    });
    Some(RawTable {
        first_line: lines[first_row.saturating_sub(1)].number,
        rows: rows.collect(),
    })
}

/// Splits a line at marks that are not between quotation marks, and takes these off its cells.
fn split_cells(text: &str, mark: char) -> Vec<&str> {
    let mut is_quoted = false;
    text.split(|c: char| {
        is_quoted ^= c == '"';
        c == mark && !is_quoted
    })
    .map(|cell| cell.trim_matches(|c: char| c == '"' || c.is_whitespace()))
    .collect()
}

/// Reads the first array of JSON, or JSON lines, whose objects name dice, and shares or wins; a row
/// counts as a line.
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
    values
        .iter()
        .for_each(|value| collect_rows(value, &mut rows));
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
fn collect_rows(value: &Json, rows: &mut Vec<Vec<Cell>>) {
    match value {
        Json::Object(object) => {
            let cells = object
                .iter()
                .filter_map(|(name, value)| {
                    Some(Cell {
                        meaning: ColumnMeaning::new(name),
                        text: json_text(value)?,
                    })
                })
                .collect_vec();
            if are_of_row(cells.iter().map(|cell| &cell.meaning)) {
                rows.push(cells);
            } else {
                let mut values = object.values();
                while let Some(value) = values.next().filter(|_| rows.is_empty()) {
                    collect_rows(value, rows);
                }
            }
        }
        Json::Array(values) => values.iter().for_each(|value| collect_rows(value, rows)),
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

    /// Returns the die on this seat of a row, by its faces or by its number.
    fn die_of(&self, row: &Row, seat: usize) -> Option<RowDie> {
        let names = row
            .texts(ColumnQuantity::Die, seat)
            .filter_map(parse_whole_numbers)
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
    /// Returns the texts in the columns that give this quantity of the die on this seat.
    fn texts(&self, quantity: ColumnQuantity, seat: usize) -> impl Iterator<Item = &str> {
        self.cells
            .iter()
            .filter(move |cell| cell.meaning == ColumnMeaning { quantity, seat })
            .map(|cell| cell.text.trim())
    }

    /// Returns the first number in the columns that give this quantity of the die on this seat.
    fn number(&self, quantity: ColumnQuantity, seat: usize) -> Option<f64> {
        self.texts(quantity, seat).find_map(parse_number)
    }

    /// Returns the first two shares of the row, or without any the first two numbers of wins, if
    /// they differ.
    fn find_ambiguity(&self) -> Option<Ambiguity> {
        let numbers_of = |quantity: ColumnQuantity| {
            self.texts(quantity, 0)
                .filter(|text| parse_number(text).is_some())
                .collect_vec()
        };
        let shares = numbers_of(ColumnQuantity::Share);
        let numbers = if shares.is_empty() {
            numbers_of(ColumnQuantity::Wins)
        } else {
            shares
        };
        let [first, second, ..] = numbers[..] else {
            return None;
        };
        (parse_number(first) != parse_number(second)).then(|| Ambiguity {
            line: self.line,
            candidates: [first, second].map(String::from),
        })
    }

    /// Reads the statement about a die.
    fn to_reading(&self, names: &DieNames) -> Option<Reading> {
        let die = names.die_of(self, 0)?;
        Some(Reading {
            line: self.line,
            rank: self
                .texts(ColumnQuantity::Rank, 0)
                .find_map(parse_whole_number),
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
            .texts(ColumnQuantity::Share, 0)
            .find(|text| parse_number(text).is_some());
        if let Some(share) = share {
            return Some(Value::Share(PrintedShare {
                value: parse_number(share)?,
                text: share.trim_end_matches(['%', ' ']).into(),
                is_per_cent: share.contains('%'),
            }));
        }
        let wins = self.number(ColumnQuantity::Wins, 0)?;
        match self.number(ColumnQuantity::Games, 0) {
            Some(games) => Some(Value::Share(PrintedShare::of_games(wins, games))),
            None => (wins >= 0.0 && wins.fract() == 0.0).then_some(Value::Wins(wins as u64)),
        }
    }

    /// Returns the number of games that the die on this seat has won: the sum of all columns that
    /// give such, as `--format paare` has several of them.
    fn wins(&self, seat: usize) -> Option<f64> {
        self.texts(ColumnQuantity::Wins, seat)
            .filter_map(parse_number)
            .sum1()
    }

    /// Reads the statement about two dice, whose shares are divided by `scale`.
    fn to_pairing(&self, scale: f64, names: &DieNames) -> Option<PrintedPairing> {
        let die = |seat: usize| {
            let die = names.die_of(self, seat)?;
            die.by_number.or_else(|| names.index.first_with(&die.faces))
        };
        let share = |seat: usize| {
            self.number(ColumnQuantity::Share, seat)
                .map(|share| share / scale)
        };
        let counts = PrintedPairing::of_counts(
            [0, 1].map(|seat| self.wins(seat)),
            self.number(ColumnQuantity::Losses, 0),
            self.number(ColumnQuantity::Draws, 0),
            self.number(ColumnQuantity::Games, 0),
        );
        Some(PrintedPairing {
            line: self.line,
            dice: [die(0)?, die(1)?],
            shares: [0, 1].map(share),
            ..counts
        })
    }
}

/// Reads the words of a text as whole numbers, which may have letters before them; `None` if a word
/// is none.
fn parse_whole_numbers(text: &str) -> Option<Vec<u32>> {
    text.split(|c: char| c.is_whitespace() || ",;[](){}\"'|".contains(c))
        .filter(|word| !word.is_empty())
        .map(|word| word.trim_start_matches(|c: char| c.is_alphabetic() || "#_:".contains(c)))
        .map(parse_whole_number)
        .collect()
}

/// Reads the number of a cell, perhaps with a percent sign.
fn parse_number(text: &str) -> Option<f64> {
    let text = text.trim_end_matches(['%', ' ']).replace(',', ".");
    text.parse().ok().filter(|number: &f64| number.is_finite())
}
