//! The header of a table: names of columns above it, in cells or in columns of text.

use itertools::Itertools;

use super::labels::{LabelledNumber, drop_weaker_roles, word_for_letter};
use super::records::{TextLine, TextRecord};
use super::vocabulary::{Role, roles_of_name};

/// Marks between cells, in the order in which they are looked for.
const CELL_MARKS: [char; 5] = ['\t', ';', '|', '&', ','];
/// The most lines of one header, which stand one below the other.
const MOST_HEADER_LINES: usize = 3;
/// Names of the ends of an interval.
const INTERVAL_NAMES: [&str; 8] = ["von", "bis", "from", "to", "low", "high", "min", "max"];

/// A piece of a line, and its position.
#[derive(Clone, Debug)]
struct PlacedText {
    text: String,
    /// The index of its first character in the line.
    start: usize,
    /// The index behind its last character in the line.
    end: usize,
}

impl PlacedText {
    fn empty_at(start: usize) -> PlacedText {
        PlacedText {
            text: String::new(),
            start,
            end: start,
        }
    }
}

/// Gives the numbers of records the roles that the headers above them name.
pub(super) fn apply_headers(lines: &[TextLine], records: &mut [TextRecord]) {
    let mut headers: Vec<&TextLine> = Vec::new();
    let mut is_below = false;
    for (line, record) in lines.iter().zip(records) {
        let has_words = record
            .tokens
            .iter()
            .any(|placed| placed.token.word().is_some());
        let has_values = !record.dice.is_empty() || !record.numbers.is_empty();
        if has_values && !is_header_with_numbers(record) {
            is_below = true;
            if line.first == line.last {
                for header in headers.iter().rev() {
                    apply_header(header, &line.text, record);
                }
            }
        } else if has_words {
            if is_below || headers.len() >= MOST_HEADER_LINES {
                headers.clear();
            }
            is_below = false;
            headers.push(line);
        }
    }
}

/// Returns whether a line is one of names although there may be numbers in it: two or more words
/// name columns, and there are at least as many cells as such words and numbers, which are counts.
fn is_header_with_numbers(record: &TextRecord) -> bool {
    let named = record
        .tokens
        .iter()
        .filter_map(|placed| placed.token.word())
        .filter(|word| !roles_of_name(word).is_empty())
        .count();
    let marks = record
        .tokens
        .iter()
        .filter(|placed| placed.token.is_mark(";|,&"))
        .count();
    let are_counts = record
        .numbers
        .iter()
        .all(|labelled| labelled.number.whole.is_some() && !labelled.number.is_per_cent);
    are_counts && named >= 2 && record.dice.is_empty() && marks >= named + record.numbers.len() - 1
}

/// Gives the numbers of a record, which is read from `text`, the roles that a header names.
fn apply_header(header: &TextLine, text: &str, record: &mut TextRecord) {
    let names = match CELL_MARKS
        .iter()
        .find_map(|&mark| CellTable::split(&header.text, text, mark))
    {
        Some(table) => table.names_of(&record.numbers),
        None => names_in_columns(&header.text, record),
    };
    let letters = names
        .iter()
        .flatten()
        .map(|name| name.trim().to_lowercase())
        .filter(|name| name.len() == 1)
        .collect_vec();
    let letters = letters.iter().map(String::as_str).collect_vec();
    for (number, name) in record.numbers.iter_mut().zip(names) {
        let Some(name) = name.filter(|name| !name.trim().is_empty()) else {
            continue;
        };
        // A name above `44.9 ± 0.4` is not that of the error.
        if number.has_role(Role::Error) {
            continue;
        }
        let word = word_for_letter(&name.trim().to_lowercase(), &letters);
        if apply_name(number, word.unwrap_or(&name)) {
            record.header = Some(header.first);
        }
    }
}

/// Replaces the roles of a number by those of the `name` of its column, which may also make it a
/// percentage. Returns false, and keeps the roles but notes a strange word, if the name gives none.
fn apply_name(labelled: &mut LabelledNumber, name: &str) -> bool {
    let lower = name.trim().to_lowercase();
    let mut roles = roles_of_name(name);
    if INTERVAL_NAMES.contains(&&*lower) {
        roles.insert(Role::Error);
    }
    if roles.is_empty() {
        labelled.has_strange_word |= name.contains(char::is_alphabetic);
        return false;
    }
    if labelled.number.is_per_cent {
        roles.insert(Role::Share);
    }
    drop_weaker_roles(&mut roles);
    // Below `%`, 0.37 is 0.37 %, not a share from 0 to 1.
    labelled.number.is_per_cent |= name.contains('%') || lower.contains("prozent");
    labelled.roles = roles;
    labelled.has_strange_word = false;
    true
}

/// A header, and a line below it with the same number of cells.
struct CellTable {
    header: Vec<PlacedText>,
    row: Vec<PlacedText>,
}

impl CellTable {
    /// Splits both lines at `mark`; `None` if they have different numbers of cells, or one.
    fn split(header: &str, row: &str, mark: char) -> Option<CellTable> {
        let [header, row] = [header, row].map(|line| split_at_marks(line, mark));
        (header.len() > 1 && header.len() == row.len()).then_some(CellTable { header, row })
    }

    /// Returns the name above each number, or `None` for a number that reaches over a mark.
    fn names_of(&self, numbers: &[LabelledNumber]) -> Vec<Option<String>> {
        let cell_at = |position: usize| {
            self.row
                .iter()
                .position(|cell| (cell.start..=cell.end).contains(&position))
        };
        numbers
            .iter()
            .map(|labelled| {
                let cell = cell_at(labelled.start)?;
                (cell_at(labelled.end - 1) == Some(cell)).then(|| self.header[cell].text.clone())
            })
            .collect()
    }
}

/// Splits a line at marks that are not in brackets or quotation marks.
fn split_at_marks(line: &str, mark: char) -> Vec<PlacedText> {
    let mut cells = vec![PlacedText::empty_at(0)];
    let (mut is_quoted, mut depth) = (false, 0usize);
    for (at, c) in line.chars().enumerate() {
        match c {
            '"' => is_quoted = !is_quoted,
            '[' | '(' | '{' => depth += 1,
            ']' | ')' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let Some(last) = cells.last_mut() else {
            continue;
        };
        if c == mark && !is_quoted && depth == 0 {
            last.end = at;
            cells.push(PlacedText::empty_at(at + 1));
        } else {
            last.text.push(c);
            last.end = at + 1;
        }
    }
    cells
}

/// Returns the names above the numbers of a table without marks. Names with two or more spaces
/// between them are those of the numbers below them; names with single spaces are those of the
/// numbers and dice one by one, if there are as many, at least two give a role, and the record has
/// no words. A header with points, colons or semicolons has no names.
fn names_in_columns(header: &str, record: &TextRecord) -> Vec<Option<String>> {
    let none = vec![None; record.numbers.len()];
    if header.contains(['.', ':', ';']) {
        return none;
    }
    let wide = split_at_spaces(header, 2);
    if wide.len() > 1 {
        return record
            .numbers
            .iter()
            .map(|labelled| {
                let overlaps =
                    |name: &&PlacedText| name.start < labelled.end && labelled.start < name.end;
                wide.iter()
                    .filter(overlaps)
                    .exactly_one()
                    .ok()
                    .map(|name| name.text.clone())
            })
            .collect();
    }
    let narrow = split_at_spaces(header, 1);
    let values = record
        .tokens
        .iter()
        .filter(|placed| placed.token.is_value())
        .collect_vec();
    let has_words = record
        .tokens
        .iter()
        .any(|placed| placed.token.word().is_some());
    let known = narrow
        .iter()
        .filter(|name| !roles_of_name(&name.text).is_empty());
    if has_words || narrow.len() != values.len() || known.count() < 2 {
        return none;
    }
    values
        .iter()
        .zip(narrow)
        .filter(|(placed, _)| placed.token.number().is_some())
        .map(|(_, name)| Some(name.text))
        .collect()
}

/// Splits a line at runs of at least `spaces` spaces.
fn split_at_spaces(line: &str, spaces: usize) -> Vec<PlacedText> {
    let mut words: Vec<PlacedText> = Vec::new();
    for (at, c) in line.chars().enumerate() {
        if c.is_whitespace() {
            continue;
        }
        match words.last_mut().filter(|last| at < last.end + spaces) {
            Some(last) => {
                last.text.extend(std::iter::repeat_n(' ', at - last.end));
                last.text.push(c);
                last.end = at + 1;
            }
            None => words.push(PlacedText {
                text: c.into(),
                start: at,
                end: at + 1,
            }),
        }
    }
    words
}
