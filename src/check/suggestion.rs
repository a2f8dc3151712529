//! Suggestions of a [form](super::form::Form) for a list that cannot be read without one: a form
//! that fits a record as far as can be seen.

use std::collections::HashSet;

use super::records::{TextLine, TextRecord, records_of_lines};
use super::tokens::{DiceIndex, Notation, Number, Token};
use super::vocabulary::{Role, Roles};

/// Suggests a form for the record in the line with this number; `None` if none would be a help.
pub(super) fn suggest_form_of_line(
    lines: &[TextLine],
    index: &DiceIndex,
    number: usize,
) -> Option<String> {
    suggest_form(lines, index, |line, _| line.first == number)
}

/// Suggests a form for the first record that names a die and has something else; `None` if there
/// is none, or its form would be no help.
pub(super) fn suggest_form_of_first(lines: &[TextLine], index: &DiceIndex) -> Option<String> {
    suggest_form(lines, index, |_, record| {
        record.dice.len() + record.numbers.len() > 1
    })
}

/// Suggests a form for the first record that names a die in a single line and `is_wanted`.
fn suggest_form(
    lines: &[TextLine],
    index: &DiceIndex,
    is_wanted: impl Fn(&TextLine, &TextRecord) -> bool,
) -> Option<String> {
    let by_faces = records_of_lines(lines, index, Notation::DECIMAL_FACES);
    let by_numbers = records_of_lines(lines, index, Notation::DECIMAL_NUMBERS);
    lines
        .iter()
        .zip(by_faces.iter().zip(&by_numbers))
        .filter(|(line, _)| line.first == line.last)
        .find_map(|(line, (by_faces, by_numbers))| {
            let has_number = |record: &TextRecord| {
                record
                    .die_numbers()
                    .any(|labelled| labelled.number.whole.is_some())
            };
            let record = if by_faces.dice.len() == 1 {
                by_faces
            } else if has_number(by_numbers) {
                by_numbers
            } else {
                return None;
            };
            is_wanted(line, record).then(|| write_form(record, &line.text))
        })
        .flatten()
}

/// Writes the form of a record that is read from `text`; `None` if it is long, or cannot stand
/// between single quotation marks.
fn write_form(record: &TextRecord, text: &str) -> Option<String> {
    /// A longer form is no help.
    const LONGEST: usize = 160;
    let text: Vec<char> = text.chars().collect();
    let has_one_share = record
        .numbers
        .iter()
        .filter(|labelled| labelled.has_role(Role::Share))
        .count()
        == 1;
    let mut form = String::new();
    let mut used = HashSet::new();
    let mut at = 0;
    let mut numbers = record.numbers.iter();
    for placed in &record.tokens {
        let name = match &placed.token {
            Token::Die(_) => "augen",
            Token::Number(number) => {
                let roles = numbers
                    .next()
                    .map(|labelled| labelled.roles.clone())
                    .unwrap_or_default();
                let is_rank = roles.contains(&Role::Rank) || number.is_ordinal && at == 0;
                let is_die = roles.contains(&Role::Die) && record.dice.is_empty();
                if is_rank {
                    "rang"
                } else if is_die {
                    "nummer"
                } else {
                    name_value_placeholder(&roles, number, has_one_share)
                }
            }
            Token::Word(_) | Token::Mark(_) => continue,
        };
        let name = if used.insert(name) { name } else { "" };
        form += &escape(&text[at..placed.start]);
        form += &format!("{{{name}}}");
        at = placed.end;
    }
    form += &escape(&text[at..]);
    let is_short = form.chars().count() <= LONGEST && !form.contains('\'');
    is_short.then(|| form.trim().to_string())
}

/// Returns the name of the placeholder for a number that neither names the die nor is a rank; empty
/// if its roles fit none, or it is one of several shares.
fn name_value_placeholder(roles: &Roles, number: &Number, has_one_share: bool) -> &'static str {
    let has = |role: Role| roles.contains(&role);
    if has(Role::Sides) {
        "seiten"
    } else if has(Role::Lost) && !number.is_per_cent {
        "niederlagen"
    } else if has(Role::Drawn) && !number.is_per_cent {
        "unentschieden"
    } else if has(Role::Share) && has_one_share {
        "anteil"
    } else if has(Role::Won) && !has(Role::Share) {
        "siege"
    } else if has(Role::Games) {
        "spiele"
    } else {
        ""
    }
}

/// Writes text so that it stands in a form itself, with single spaces.
fn escape(text: &[char]) -> String {
    let mut form = String::new();
    for &c in text {
        match c {
            '{' => form.push_str("{{"),
            '}' => form.push_str("}}"),
            ' ' | '\t' if form.ends_with(' ') => {}
            ' ' | '\t' => form.push(' '),
            c => form.push(c),
        }
    }
    form
}
