//! Records: what a list says of one die, in a line, in several lines or in a part of a line; and
//! records of one shape.

use itertools::Itertools;

use super::columns::{Column, columns, spell_out};
use super::tokens::{Comma, DiceIndex, Naming, Placed, Token, tokens};
use super::vocabulary::Role;

/// A line of text that is not blank, or several that brackets hold together.
#[derive(Clone, Debug)]
pub(super) struct TextLine {
    /// The numbers of the first and the last line.
    pub(super) first: usize,
    pub(super) last: usize,
    pub(super) text: String,
}

/// What may be a statement about a die.
#[derive(Clone, Debug)]
pub(super) struct Record {
    pub(super) tokens: Vec<Placed>,
    pub(super) columns: Vec<Column>,
    /// The faces of dice that it names.
    pub(super) dice: Vec<Vec<u32>>,
    /// The number of its first line.
    pub(super) line: usize,
    /// The number of the line that names its columns.
    pub(super) header: Option<usize>,
}

impl Record {
    pub(super) fn new(mut tokens: Vec<Placed>) -> Record {
        spell_out(&mut tokens);
        let dice = tokens.iter().filter_map(|one| match &one.token {
            Token::Die(faces) => Some(faces.clone()),
            _ => None,
        });
        Record {
            columns: columns(&tokens),
            dice: dice.collect(),
            line: tokens.first().map_or(0, |first| first.line),
            header: None,
            tokens,
        }
    }

    /// The words, numbers and dice, without marks: records of the same statement have the same
    /// ones.
    pub(super) fn fine_shape(&self) -> String {
        fine_shape(&self.tokens)
    }

    /// What the numbers are called, and how many dice there are.
    pub(super) fn coarse_shape(&self) -> String {
        let columns = self.columns.iter();
        let columns = columns.map(|column| format!("{:?}", column.roles));
        format!("{} {}", self.dice.len(), columns.format(" "))
    }

    /// The coarse shape, where faces name the die and it does not matter whether a number is called
    /// that of the die or of its sides.
    pub(super) fn bare_shape(&self) -> String {
        let is_kept =
            |role: &&Role| self.dice.is_empty() || ![Role::Die, Role::Sides].contains(role);
        let columns = self.columns.iter().map(|column| {
            let roles = column.roles.iter().filter(is_kept);
            format!("{:?}", roles.collect_vec())
        });
        let columns = columns.format(" ").to_string();
        format!("{} {columns}", self.dice.len())
    }

    /// The same record with the first whole numbers in brackets taken for a die that is not in the
    /// file.
    pub(super) fn with_strange_die(&self) -> Option<Record> {
        let is_open = |one: &Placed| matches!(one.token, Token::Mark('[' | '(' | '{' | '"'));
        let begin = self.tokens.iter().position(is_open)?;
        let inside = self.tokens[begin + 1..].iter();
        let mut faces = Vec::new();
        let mut length = 0;
        for one in inside {
            length += 1;
            match &one.token {
                Token::Number(number) if !number.is_per_cent => {
                    faces.push(number.whole.and_then(|face| u32::try_from(face).ok())?);
                }
                Token::Mark(',' | ';') => {}
                Token::Mark(']' | ')' | '}' | '"') => break,
                _ => return None,
            }
        }
        if faces.len() < 2 {
            return None;
        }
        let mut changed = self.tokens.clone();
        let open = changed[begin].clone();
        let die = Placed {
            token: Token::Die(faces),
            ..open
        };
        changed.splice(begin..=begin + length, [die]);
        Some(Record::new(changed))
    }
}

fn fine_shape(tokens: &[Placed]) -> String {
    let parts = tokens.iter().filter_map(|one| match &one.token {
        Token::Number(number) if number.is_per_cent => Some("%"),
        Token::Number(_) => Some("#"),
        Token::Die(_) => Some("<>"),
        Token::Word(word) => Some(word),
        Token::Mark(_) => None,
    });
    parts.format(" ").to_string()
}

/// Joins lines of which a bracket with numbers goes on in the next one.
pub(super) fn text_lines(lines: &[(usize, String)]) -> Vec<TextLine> {
    let mut joined: Vec<TextLine> = Vec::new();
    for (number, text) in lines {
        let text = plain(text);
        if let Some(last) = joined.last_mut()
            && last.last + 1 == *number
            && text.trim_start().starts_with(|c: char| c.is_ascii_digit())
            && is_open_at_end(&last.text)
        {
            last.text.push(' ');
            last.text.push_str(text.trim_start());
            last.last = *number;
            continue;
        }
        // The bracket that ends them.
        if let Some(last) = joined.last_mut()
            && last.first < last.last
            && last.last + 1 == *number
            && text.trim_start().starts_with([']', ')', '}'])
            && is_in_bracket(&last.text)
        {
            last.text.push_str(text.trim_start());
            last.last = *number;
            continue;
        }
        joined.push(TextLine {
            first: *number,
            last: *number,
            text,
        });
    }
    joined
}

/// The line as a screen shows it: what a carriage return has overwritten is gone, and cells of HTML
/// have marks between them.
fn plain(text: &str) -> String {
    let shown = text.split('\r').rfind(|part| !part.trim().is_empty());
    // The sides of boxes are drawn in many ways.
    let shown = shown
        .unwrap_or(text)
        .replace(['│', '┃', '║', '┆', '┊'], "|");
    if !["<td", "<th", "<TD", "<TH"]
        .iter()
        .any(|tag| shown.contains(tag))
    {
        return shown;
    }
    let mut cells = String::new();
    let mut is_tag = false;
    for c in shown.chars() {
        match c {
            '<' => is_tag = true,
            '>' if is_tag => {
                is_tag = false;
                cells.push('|');
            }
            c if !is_tag => cells.push(c),
            _ => {}
        }
    }
    cells
}

/// Whether the text ends inside of a bracket in which there are only numbers.
fn is_open_at_end(text: &str) -> bool {
    let is_between = text.trim_end().ends_with(['[', '(', '{', ',', ';']) || !text.contains(',');
    is_between && is_in_bracket(text)
}

/// Whether there is nothing but numbers behind the last bracket, which opens.
fn is_in_bracket(text: &str) -> bool {
    let inside = |c: char| c.is_ascii_digit() || c.is_whitespace() || ",;.".contains(c);
    text.trim_end_matches(inside).ends_with(['[', '(', '{'])
}

/// Each line as a record.
pub(super) fn of_lines(
    lines: &[TextLine],
    index: &DiceIndex,
    comma: Comma,
    naming: Naming,
) -> Vec<Record> {
    let records = lines.iter().map(|line| {
        let mut record = Record::new(tokens(&line.text, line.first, index, comma, naming));
        record.line = line.first;
        record
    });
    records.collect()
}

/// Joins records that follow one another to one.
fn join(records: &[Record]) -> Record {
    let tokens = records.iter().flat_map(|record| {
        // Labels do not reach over the end of a line.
        let end = Placed {
            token: Token::Mark(';'),
            line: record.line,
            start: 0,
            end: 0,
        };
        record.tokens.iter().cloned().chain([end])
    });
    let mut joined = Record::new(tokens.collect());
    joined.line = records[0].line;
    joined
}

/// Groups of lines with blank lines between them.
pub(super) fn paragraphs(lines: &[TextLine], records: &[Record]) -> Vec<Record> {
    let mut groups: Vec<Vec<Record>> = Vec::new();
    for (place, record) in records.iter().enumerate() {
        let is_apart = place == 0 || lines[place - 1].last + 1 < lines[place].first;
        match groups.last_mut().filter(|_| !is_apart) {
            Some(group) => group.push(record.clone()),
            None => groups.push(vec![record.clone()]),
        }
    }
    if groups.iter().all(|group| group.len() == 1) {
        return Vec::new();
    }
    groups.iter().map(|group| join(group)).collect()
}

/// Whether a line names a die, by its faces or its number.
fn names_die(record: &Record) -> bool {
    let has_number = |column: &Column| column.roles.contains(&Role::Die);
    record.dice.len() == 1
        || record.dice.is_empty()
            && record.columns.iter().filter(|one| has_number(one)).count() == 1
}

/// Lines that begin with one that names a die, up to the next such line: as many as all have, in
/// the same shape.
pub(super) fn blocks(records: &[Record]) -> Vec<Vec<Record>> {
    let shapes = records.iter().map(Record::fine_shape).collect_vec();
    let starts = (0..records.len()).filter(|&at| names_die(&records[at]));
    let by_shape = starts.into_group_map_by(|&at| shapes[at].clone());
    let groups = by_shape.into_values().filter(|starts| starts.len() > 1);
    let groups = groups.sorted_by_key(|starts| starts[0]);
    groups
        .flat_map(|starts| {
            [
                following(records, &shapes, &starts),
                preceding(records, &shapes, &starts),
            ]
        })
        .filter(|blocks| !blocks.is_empty())
        .collect()
}

/// Each start with as many lines behind it as look alike behind all of them.
fn following(records: &[Record], shapes: &[String], starts: &[usize]) -> Vec<Record> {
    let gaps = starts.iter().tuple_windows().map(|(one, next)| next - one);
    let tail = records.len() - starts[starts.len() - 1];
    let room = gaps.min().unwrap_or(1).min(tail);
    let alike = (1..room).take_while(|offset| {
        starts
            .iter()
            .map(|start| &shapes[start + offset])
            .all_equal()
    });
    let length = 1 + alike.count();
    if length == 1 {
        return Vec::new();
    }
    // What else stands between them may be what belongs to the next die.
    let is_close = starts.iter().tuple_windows().all(|(one, next)| {
        let between = &records[one + length..*next];
        between.iter().all(|record| record.columns.is_empty())
    });
    let before = starts[0].checked_sub(1).map(|at| &records[at]);
    let has_front = before.is_some_and(|before| {
        !before.columns.is_empty() && shapes[starts[0] - 1] == shapes[starts[1] - 1]
    });
    if !is_close || has_front {
        return Vec::new();
    }
    starts
        .iter()
        .map(|&start| join(&records[start..start + length]))
        .collect()
}

/// Each line that names a die with as many lines before it as look alike before all of them.
fn preceding(records: &[Record], shapes: &[String], ends: &[usize]) -> Vec<Record> {
    let gaps = ends.iter().tuple_windows().map(|(one, next)| next - one);
    let room = gaps.min().unwrap_or(1).min(ends[0] + 1);
    let alike =
        (1..room).take_while(|offset| ends.iter().map(|end| &shapes[end - offset]).all_equal());
    let length = 1 + alike.count();
    let is_close = ends.iter().tuple_windows().all(|(one, next)| {
        let between = &records[one + 1..=next - length];
        between.iter().all(|record| record.columns.is_empty())
    });
    let last = ends[ends.len() - 1];
    let has_tail = records
        .get(last + 1)
        .is_some_and(|next| !next.columns.is_empty() && shapes[last + 1] == shapes[ends[0] + 1]);
    if length == 1 || !is_close || has_tail {
        return Vec::new();
    }
    ends.iter()
        .map(|&end| join(&records[end + 1 - length..=end]))
        .collect()
}

/// The elements of each bracket of a line, and of the line itself, that commas or semicolons
/// separate.
pub(super) fn parts(record: &Record) -> Vec<Vec<Record>> {
    /// Deeper brackets are marks: no program prints a list in so many.
    const DEEPEST: usize = 8;
    let mut open: Vec<Vec<Vec<Placed>>> = vec![vec![Vec::new()]];
    let mut found = Vec::new();
    let mut close = |elements: Vec<Vec<Placed>>| {
        let elements = elements.into_iter().filter(|tokens| {
            tokens
                .iter()
                .any(|one| matches!(one.token, Token::Number(_) | Token::Die(_)))
        });
        let records = elements.map(Record::new).collect_vec();
        if records.len() > 1 {
            found.push(records);
        }
    };
    for one in &record.tokens {
        match one.token {
            Token::Mark('[' | '(' | '{') if open.len() < DEEPEST => open.push(vec![Vec::new()]),
            Token::Mark(']' | ')' | '}') if open.len() > 1 => {
                let elements = open.pop().unwrap_or_default();
                // The bracket is a part of what stands around it, too.
                if let Some(last) = open.last_mut().and_then(|outer| outer.last_mut()) {
                    let bracket = |mark| Placed {
                        token: Token::Mark(mark),
                        ..one.clone()
                    };
                    last.push(bracket('('));
                    let inner = elements.iter().cloned();
                    let comma = vec![bracket(',')];
                    last.extend(Itertools::intersperse(inner, comma).flatten());
                    last.push(bracket(')'));
                }
                close(elements);
            }
            Token::Mark(',' | ';') => {
                if let Some(elements) = open.last_mut() {
                    elements.push(Vec::new());
                }
            }
            _ => {
                if let Some(last) = open.last_mut().and_then(|elements| elements.last_mut()) {
                    last.push(one.clone());
                }
            }
        }
    }
    for elements in open {
        close(elements);
    }
    found
}
