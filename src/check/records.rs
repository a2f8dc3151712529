//! Records: what may be statements of a list about one die or one pairing, in a line, in several
//! lines or between two commas of a line; and the shapes by which records of the same statement are
//! found.

use itertools::Itertools;
use thiserror::Error;

use super::labels::{LabelledNumber, label_numbers, write_out_letters};
use super::tokens::{DiceIndex, Notation, PlacedToken, Token, tokenize};
use super::vocabulary::Role;
use crate::text::Excerpt;

/// A line that is not blank, as it is written but for codes for colours.
#[derive(Clone, Debug)]
pub(super) struct WrittenLine {
    pub(super) number: usize,
    pub(super) text: String,
}

impl WrittenLine {
    /// Quotes the beginning of the line.
    pub(super) fn quote(&self) -> QuotedLine {
        QuotedLine {
            number: self.number,
            text: Excerpt::new(&self.text),
        }
    }
}

/// The number of a line, and its beginning.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(" (Zeile {number}: „{text}“)")]
pub struct QuotedLine {
    /// The number of the line.
    pub number: usize,
    /// The beginning of the line.
    pub text: Excerpt,
}

/// A line that is not blank, or several that brackets hold together, as a screen shows them.
#[derive(Clone, Debug)]
pub(super) struct TextLine {
    /// The number of the first line.
    pub(super) first: usize,
    /// The number of the last line.
    pub(super) last: usize,
    pub(super) text: String,
}

/// A possible statement about a die or a pairing.
#[derive(Clone, Debug)]
pub(super) struct TextRecord {
    pub(super) tokens: Vec<PlacedToken>,
    pub(super) numbers: Vec<LabelledNumber>,
    /// The faces of each die that it names.
    pub(super) dice: Vec<Vec<u32>>,
    /// The number of its first line.
    pub(super) line: usize,
    /// The number of the line above it that names the columns of its numbers, if there is one.
    pub(super) header: Option<usize>,
}

impl TextRecord {
    /// Creates the record of these tokens; if there are none, its line is 0.
    pub(super) fn new(mut tokens: Vec<PlacedToken>) -> TextRecord {
        write_out_letters(&mut tokens);
        TextRecord {
            numbers: label_numbers(&tokens),
            dice: tokens
                .iter()
                .filter_map(|placed| match &placed.token {
                    Token::Die(faces) => Some(faces.clone()),
                    _ => None,
                })
                .collect(),
            line: tokens.first().map_or(0, |first| first.line),
            header: None,
            tokens,
        }
    }

    /// Returns the numbers that words call those of a die.
    pub(super) fn die_numbers(&self) -> impl Iterator<Item = &LabelledNumber> {
        self.numbers
            .iter()
            .filter(|labelled| labelled.has_role(Role::Die))
    }

    /// Returns the number of the last line.
    pub(super) fn last_line(&self) -> usize {
        self.tokens.last().map_or(self.line, |last| last.line)
    }

    /// Returns the words, with signs for numbers and dice, without marks: records of the same
    /// statement have the same fine shape.
    pub(super) fn fine_shape(&self) -> String {
        self.tokens
            .iter()
            .filter_map(|placed| match &placed.token {
                Token::Number(number) if number.is_per_cent => Some("%"),
                Token::Number(_) => Some("#"),
                Token::Die(_) => Some("<>"),
                Token::Word(word) => Some(word),
                Token::Mark(_) => None,
            })
            .format(" ")
            .to_string()
    }

    /// Returns the roles of the numbers, and the number of dice.
    pub(super) fn coarse_shape(&self) -> String {
        let roles = self
            .numbers
            .iter()
            .map(|labelled| format!("{:?}", labelled.roles))
            .format(" ");
        format!("{} {roles}", self.dice.len())
    }

    /// Returns the coarse shape; but where faces name dice, it does not matter whether a number is
    /// called that of the die or of its sides.
    pub(super) fn bare_shape(&self) -> String {
        let is_kept =
            |role: &&Role| self.dice.is_empty() || ![Role::Die, Role::Sides].contains(role);
        let roles = self
            .numbers
            .iter()
            .map(|labelled| {
                let roles = labelled.roles.iter().filter(is_kept);
                format!("{:?}", roles.collect_vec())
            })
            .join(" ");
        format!("{} {roles}", self.dice.len())
    }

    /// Returns the record, without a header, with the numbers in its first bracket taken for a die
    /// that is not in the file; `None` unless these are at least two whole numbers.
    pub(super) fn with_strange_die(&self) -> Option<TextRecord> {
        let begin = self
            .tokens
            .iter()
            .position(|placed| placed.token.is_mark("[({\""))?;
        let mut faces = Vec::new();
        let mut length = 0;
        for placed in &self.tokens[begin + 1..] {
            length += 1;
            match &placed.token {
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
        let die = PlacedToken {
            token: Token::Die(faces),
            ..changed[begin].clone()
        };
        changed.splice(begin..=begin + length, [die]);
        Some(TextRecord::new(changed))
    }

    /// Returns whether it names a die, by its faces or its number.
    fn names_die(&self) -> bool {
        self.dice.len() == 1 || self.dice.is_empty() && self.die_numbers().count() == 1
    }
}

/// Makes lines as a screen shows them, and joins those of which a bracket with numbers goes on in
/// the next one.
pub(super) fn join_brackets(lines: &[WrittenLine]) -> Vec<TextLine> {
    let mut joined: Vec<TextLine> = Vec::new();
    for line in lines {
        let text = to_plain_text(&line.text);
        let continued = text.trim_start();
        if let Some(last) = joined
            .last_mut()
            .filter(|last| last.last + 1 == line.number)
        {
            if continued.starts_with(|c: char| c.is_ascii_digit()) && is_open_at_end(&last.text) {
                last.text.push(' ');
                last.text.push_str(continued);
                last.last = line.number;
                continue;
            }
            // The bracket that ends them.
            if last.first < last.last
                && continued.starts_with([']', ')', '}'])
                && is_in_bracket(&last.text)
            {
                last.text.push_str(continued);
                last.last = line.number;
                continue;
            }
        }
        joined.push(TextLine {
            first: line.number,
            last: line.number,
            text,
        });
    }
    joined
}

/// Returns the line as a screen shows it: without the text that a carriage return has overwritten,
/// and with `|` for the sides of boxes and between the cells of HTML.
fn to_plain_text(text: &str) -> String {
    let shown = text
        .split('\r')
        .rfind(|part| !part.trim().is_empty())
        .unwrap_or(text)
        // The sides of boxes are drawn in many ways.
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

/// Returns whether the text ends inside of a bracket in which there are only numbers, behind its
/// opening or a separator, unless the text has no commas.
fn is_open_at_end(text: &str) -> bool {
    let is_between = text.trim_end().ends_with(['[', '(', '{', ',', ';']) || !text.contains(',');
    is_between && is_in_bracket(text)
}

/// Returns whether there are only numbers and marks between them behind the last bracket, which
/// opens.
fn is_in_bracket(text: &str) -> bool {
    let inside = |c: char| c.is_ascii_digit() || c.is_whitespace() || ",;.".contains(c);
    text.trim_end_matches(inside).ends_with(['[', '(', '{'])
}

/// Reads each line as a record.
pub(super) fn records_of_lines(
    lines: &[TextLine],
    index: &DiceIndex,
    notation: Notation,
) -> Vec<TextRecord> {
    lines
        .iter()
        .map(|line| TextRecord {
            line: line.first,
            ..TextRecord::new(tokenize(&line.text, line.first, index, notation))
        })
        .collect()
}

/// Joins records that follow one another to one; there is at least one.
fn join(records: &[TextRecord]) -> TextRecord {
    let tokens = records.iter().flat_map(|record| {
        // Labels do not reach over the end of a line.
        let end = PlacedToken {
            token: Token::Mark(';'),
            line: record.line,
            start: 0,
            end: 0,
        };
        record.tokens.iter().cloned().chain([end])
    });
    TextRecord {
        line: records[0].line,
        ..TextRecord::new(tokens.collect())
    }
}

/// Joins the lines of each paragraph, which blank lines separate; none if all of them have one
/// line.
pub(super) fn join_paragraphs(lines: &[TextLine], records: &[TextRecord]) -> Vec<TextRecord> {
    let mut groups: Vec<Vec<TextRecord>> = Vec::new();
    for (index, record) in records.iter().enumerate() {
        let is_apart = index == 0 || lines[index - 1].last + 1 < lines[index].first;
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

/// Joins lines with those that name a die in the same shape: behind or before each of them the same
/// number of lines, which look alike. Each way to do so is a set of records.
pub(super) fn join_around_dice(records: &[TextRecord]) -> Vec<Vec<TextRecord>> {
    let shapes = records.iter().map(TextRecord::fine_shape).collect_vec();
    (0..records.len())
        .filter(|&index| records[index].names_die())
        .into_group_map_by(|&index| shapes[index].clone())
        .into_values()
        .filter(|named| named.len() > 1)
        .sorted_by_key(|named| named[0])
        .flat_map(|named| {
            [
                join_following(records, &shapes, &named),
                join_preceding(records, &shapes, &named),
            ]
        })
        .filter(|joined| !joined.is_empty())
        .collect()
}

/// Returns the smallest distance between neighbours among indices, which ascend; 1 if there is only
/// one index.
fn least_gap(indices: &[usize]) -> usize {
    indices
        .iter()
        .tuple_windows()
        .map(|(this, next)| next - this)
        .min()
        .unwrap_or(1)
}

/// Returns whether there are no numbers in these records, so that they may belong to no die.
fn lack_numbers(records: &[TextRecord]) -> bool {
    records.iter().all(|record| record.numbers.is_empty())
}

/// Joins each start with as many lines behind it as look alike behind all of them; none if there
/// are no such lines, or other lines with numbers may belong to the dice.
fn join_following(records: &[TextRecord], shapes: &[String], starts: &[usize]) -> Vec<TextRecord> {
    let tail = records.len() - starts[starts.len() - 1];
    let room = least_gap(starts).min(tail);
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
    let is_close = starts
        .iter()
        .tuple_windows()
        .all(|(this, next)| lack_numbers(&records[this + length..*next]));
    let before = starts[0].checked_sub(1).map(|index| &records[index]);
    let has_front = before.is_some_and(|before| {
        !before.numbers.is_empty() && shapes[starts[0] - 1] == shapes[starts[1] - 1]
    });
    if !is_close || has_front {
        return Vec::new();
    }
    starts
        .iter()
        .map(|&start| join(&records[start..start + length]))
        .collect()
}

/// Joins each end with as many lines before it as look alike before all of them; none if there are
/// no such lines, or other lines with numbers may belong to the dice.
fn join_preceding(records: &[TextRecord], shapes: &[String], ends: &[usize]) -> Vec<TextRecord> {
    let room = least_gap(ends).min(ends[0] + 1);
    let alike =
        (1..room).take_while(|offset| ends.iter().map(|end| &shapes[end - offset]).all_equal());
    let length = 1 + alike.count();
    let is_close = ends
        .iter()
        .tuple_windows()
        .all(|(this, next)| lack_numbers(&records[this + 1..=next - length]));
    let last = ends[ends.len() - 1];
    let has_tail = records
        .get(last + 1)
        .is_some_and(|next| !next.numbers.is_empty() && shapes[last + 1] == shapes[ends[0] + 1]);
    if length == 1 || !is_close || has_tail {
        return Vec::new();
    }
    ends.iter()
        .map(|&end| join(&records[end + 1 - length..=end]))
        .collect()
}

/// The elements of a bracket, or of a line, that commas or semicolons separate.
struct Elements(Vec<Vec<PlacedToken>>);

impl Elements {
    fn new() -> Elements {
        Elements(vec![Vec::new()])
    }

    /// Adds tokens to the last element.
    fn extend(&mut self, tokens: impl IntoIterator<Item = PlacedToken>) {
        if let Some(last) = self.0.last_mut() {
            last.extend(tokens);
        }
    }

    /// Makes a record of each element with values; none if there are fewer than two.
    fn into_records(self) -> Option<Vec<TextRecord>> {
        let records = self
            .0
            .into_iter()
            .filter(|tokens| tokens.iter().any(|placed| placed.token.is_value()))
            .map(TextRecord::new)
            .collect_vec();
        (records.len() > 1).then_some(records)
    }

    /// Writes the elements in round brackets, with commas between them. `position` is that of all
    /// these marks.
    fn to_bracket(&self, position: &PlacedToken) -> Vec<PlacedToken> {
        let mark = |mark| PlacedToken {
            token: Token::Mark(mark),
            ..position.clone()
        };
        let inner = Itertools::intersperse(self.0.iter().cloned(), vec![mark(',')]);
        [mark('(')]
            .into_iter()
            .chain(inner.flatten())
            .chain([mark(')')])
            .collect()
    }
}

/// Makes a set of records of the elements of each bracket of a line, and one of those of the line
/// itself.
pub(super) fn split_at_commas(record: &TextRecord) -> Vec<Vec<TextRecord>> {
    /// Brackets of this depth and deeper ones are marks: no program prints a list in that many.
    const TOO_DEEP: usize = 8;
    let mut line = Elements::new();
    let mut open: Vec<Elements> = Vec::new();
    let mut sets = Vec::new();
    for placed in &record.tokens {
        match placed.token {
            Token::Mark('[' | '(' | '{') if open.len() + 1 < TOO_DEEP => open.push(Elements::new()),
            Token::Mark(']' | ')' | '}') if !open.is_empty() => {
                let Some(bracket) = open.pop() else { continue };
                // The bracket belongs to the element around it, too.
                let outer = open.last_mut().unwrap_or(&mut line);
                outer.extend(bracket.to_bracket(placed));
                sets.extend(bracket.into_records());
            }
            Token::Mark(',' | ';') => {
                let innermost = open.last_mut().unwrap_or(&mut line);
                innermost.0.push(Vec::new());
            }
            _ => {
                let innermost = open.last_mut().unwrap_or(&mut line);
                innermost.extend([placed.clone()]);
            }
        }
    }
    sets.extend(line.into_records());
    sets.extend(open.into_iter().filter_map(Elements::into_records));
    sets
}
