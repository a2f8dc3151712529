//! The header of a table: names of columns above it, in cells or in columns of text.

use itertools::Itertools;

use super::columns::{settle, spelled_out};
use super::records::{Record, TextLine};
use super::tokens::Token;
use super::vocabulary::{Role, Roles, roles_of_name};

/// Marks between cells, in the order in which they are looked for.
const MARKS: [char; 5] = ['\t', ';', '|', '&', ','];
/// So many lines of names may stand one below the other.
const MOST_LINES: usize = 3;

/// A name of a column, and where it begins and ends in characters of its line.
#[derive(Clone, Debug)]
struct Name {
    text: String,
    start: usize,
    end: usize,
}

/// Calls the columns of records what the headers above them say.
pub(super) fn apply(lines: &[TextLine], records: &mut [Record]) {
    let mut headers: Vec<&TextLine> = Vec::new();
    let mut is_below = false;
    for (line, record) in lines.iter().zip(records) {
        let is_word = |token: &Token| matches!(token, Token::Word(_));
        let has_words = record.tokens.iter().any(|one| is_word(&one.token));
        let has_values = !record.dice.is_empty() || !record.columns.is_empty();
        if has_values && !is_header_with_numbers(record) {
            is_below = true;
            if line.first == line.last {
                for header in headers.iter().rev() {
                    name_columns(header, &line.text, record);
                }
            }
        } else if has_words {
            if is_below || headers.len() >= MOST_LINES {
                headers.clear();
            }
            is_below = false;
            headers.push(line);
        }
    }
}

/// Whether a line is one of names although there are numbers in it: as many words as numbers say
/// what columns are.
fn is_header_with_numbers(record: &Record) -> bool {
    let words = record.tokens.iter().filter_map(|one| match &one.token {
        Token::Word(word) => Some(word),
        _ => None,
    });
    let roles = words.filter(|word| !roles_of_name(word).is_empty()).count();
    let marks = record
        .tokens
        .iter()
        .filter(|one| matches!(one.token, Token::Mark(';' | '|' | ',' | '&')));
    let counts = record
        .columns
        .iter()
        .all(|one| one.number.whole.is_some() && !one.number.is_per_cent);
    counts
        && roles >= 2
        && record.dice.is_empty()
        && marks.count() >= roles + record.columns.len() - 1
}

fn name_columns(header: &TextLine, text: &str, record: &mut Record) {
    let names = match MARKS
        .iter()
        .find_map(|&mark| cells(&header.text, text, mark))
    {
        Some([names, cells]) => {
            let cell_of = |start: usize| {
                cells
                    .iter()
                    .position(|cell| (cell.start..=cell.end).contains(&start))
            };
            let of_columns = record.columns.iter().map(|column| {
                let cell = cell_of(column.start)?;
                // A number that reaches over a mark is none of this table.
                (cell_of(column.end - 1) == Some(cell)).then(|| names[cell].text.clone())
            });
            of_columns.collect_vec()
        }
        None => in_columns(&header.text, record),
    };
    let letters = names
        .iter()
        .flatten()
        .map(|name| name.trim().to_lowercase());
    let letters = letters.filter(|name| name.len() == 1).collect_vec();
    let letters = letters.iter().map(String::as_str).collect_vec();
    for (column, name) in record.columns.iter_mut().zip(names) {
        let name = name.map(|name| {
            let word = spelled_out(&name.trim().to_lowercase(), &letters);
            word.map_or(name, String::from)
        });
        let Some(name) = name.filter(|name| !name.trim().is_empty()) else {
            continue;
        };
        let is_interval = ["von", "bis", "from", "to", "low", "high", "min", "max"]
            .contains(&&*name.trim().to_lowercase());
        let mut roles: Roles = roles_of_name(&name);
        if is_interval {
            roles.insert(Role::Error);
        }
        if roles.is_empty() {
            column.has_strange_word |= name.contains(char::is_alphabetic);
            continue;
        }
        if column.number.is_per_cent {
            roles.insert(Role::Share);
        }
        settle(&mut roles);
        record.header = Some(header.first);
        // Percentages of a number from 0 to 1 are called so.
        column.number.is_per_cent |= name.contains('%') || name.to_lowercase().contains("prozent");
        column.roles = roles;
        column.has_strange_word = false;
    }
}

/// The cells of both lines, if there are as many.
fn cells(header: &str, text: &str, mark: char) -> Option<[Vec<Name>; 2]> {
    let both = [header, text].map(|line| split(line, mark));
    let is_table = both[0].len() > 1 && both[0].len() == both[1].len();
    is_table.then_some(both)
}

/// What stands between marks that are not in brackets or quotation marks.
fn split(line: &str, mark: char) -> Vec<Name> {
    let mut cells = vec![Name {
        text: String::new(),
        start: 0,
        end: 0,
    }];
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
            cells.push(Name {
                text: String::new(),
                start: at + 1,
                end: at + 1,
            });
        } else {
            last.text.push(c);
            last.end = at + 1;
        }
    }
    cells
}

/// The names above numbers in a table without marks: those with which they share a column of text,
/// or as many as there are.
fn in_columns(header: &str, record: &Record) -> Vec<Option<String>> {
    let none = vec![None; record.columns.len()];
    if header.contains(['.', ':', ';']) {
        return none;
    }
    let wide = words(header, 2);
    if wide.len() > 1 {
        let above = record.columns.iter().map(|column| {
            let overlaps = |name: &&Name| name.start < column.end && column.start < name.end;
            wide.iter()
                .filter(overlaps)
                .exactly_one()
                .ok()
                .map(|name| name.text.clone())
        });
        return above.collect();
    }
    let narrow = words(header, 1);
    let values = record
        .tokens
        .iter()
        .filter(|one| matches!(one.token, Token::Number(_) | Token::Die(_)));
    let values = values.collect_vec();
    let has_words = record
        .tokens
        .iter()
        .any(|one| matches!(one.token, Token::Word(_)));
    let is_called = narrow
        .iter()
        .filter(|name| !roles_of_name(&name.text).is_empty())
        .count()
        > 1;
    if has_words || narrow.len() != values.len() || !is_called {
        return none;
    }
    let numbers = values
        .iter()
        .zip(narrow)
        .filter(|(one, _)| matches!(one.token, Token::Number(_)));
    numbers.map(|(_, name)| Some(name.text)).collect()
}

/// The words of a line that so many spaces separate, or more.
fn words(line: &str, spaces: usize) -> Vec<Name> {
    let mut found: Vec<Name> = Vec::new();
    for (at, c) in line.chars().enumerate() {
        if c.is_whitespace() {
            continue;
        }
        match found.last_mut().filter(|last| at < last.end + spaces) {
            Some(last) => {
                last.text.extend(std::iter::repeat_n(' ', at - last.end));
                last.text.push(c);
                last.end = at + 1;
            }
            None => found.push(Name {
                text: c.into(),
                start: at,
                end: at + 1,
            }),
        }
    }
    found
}
