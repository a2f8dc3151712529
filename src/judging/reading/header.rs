//! The line above a table that names its columns.

use std::ops::Range;

use itertools::Itertools;

use super::faces::FacesSpan;
use super::lexer::{PlacedToken, Token, Vocabulary, Word};
use super::text::CleanText;
use super::units::Unit;
use super::words::Roles;

/// What stands above records.
pub(super) enum TableHead {
    /// No line that names columns.
    None,
    /// A line whose fields are not those of the records as they were split.
    Conflict,
    /// The names of the columns.
    Names(ColumnNames),
}

/// The names of the columns of a table.
pub(super) struct ColumnNames {
    /// The index of the line in the clean text that has them, unless the table needs none.
    pub(super) line: Option<usize>,
    /// The words above each item.
    pub(super) words: Vec<Vec<Word>>,
}

/// What may stand between the fields of a table; the last two are blanks.
const SEPARATORS: [&str; 9] = ["|", "│", "┃", ";", "\t", "&", ",", "  ", " "];

/// Finds the words above each item of records that have a line each.
pub(super) fn find_header(
    text: &CleanText,
    faces: &[FacesSpan],
    tokens: &[PlacedToken],
    units: &[Unit],
    vocabulary: &mut Vocabulary,
) -> TableHead {
    /// A header stands within so many lines above its table.
    const FARTHEST: usize = 5;
    let line_of = |index: usize| tokens[index].line;
    let lines = units.iter().map(|unit| line_of(unit[0])).collect_vec();
    let are_lines = lines.iter().all_unique()
        && units
            .iter()
            .all(|unit| line_of(unit[0]) == line_of(unit[unit.len() - 1]));
    if !are_lines {
        return TableHead::None;
    }
    if is_simplest_form(tokens, units) {
        return TableHead::Names(ColumnNames {
            line: None,
            words: ["nummer", "gewonnen"]
                .map(|name| vec![vocabulary.word(name)])
                .to_vec(),
        });
    }
    for line in (lines[0].saturating_sub(FARTHEST)..lines[0]).rev() {
        let head = text.line(line);
        let is_rule = !head.contains(char::is_alphanumeric);
        if is_rule || is_repeated(text, line) {
            continue;
        }
        if has_number(head) {
            return TableHead::None;
        }
        let is_known = words_of(head, vocabulary)
            .iter()
            .any(|word| !word.roles.is_empty());
        if !is_known && !head.contains(['%', '‰']) {
            return TableHead::None;
        }
        let records = lines
            .iter()
            .map(|&line| mask_faces(text, line, faces))
            .collect_vec();
        for separator in SEPARATORS {
            let header = map_fields(
                head,
                &records,
                separator,
                |record| {
                    let start = text.span(lines[record]).start;
                    let items = units[record]
                        .iter()
                        .filter(|&&index| tokens[index].is_item());
                    items
                        .map(|&index| Item::new(&tokens[index], start))
                        .collect()
                },
                vocabulary,
            );
            match header {
                Some(Fields::Named(words)) => {
                    let line = Some(line);
                    return TableHead::Names(ColumnNames { line, words });
                }
                Some(Fields::OfRecord) => return TableHead::None,
                Some(Fields::Conflict) => return TableHead::Conflict,
                None => {}
            }
        }
        return TableHead::None;
    }
    TableHead::None
}

/// Returns whether a text is nothing else than these records, a line each, and each of them is a
/// number of a die, a tabulator and how often it has won: the form that users are told to print.
pub(super) fn is_simplest_form(tokens: &[PlacedToken], units: &[Unit]) -> bool {
    let is_simplest = |unit: &Unit| {
        matches!(&unit[..], &[number, mark, share]
            if tokens[number].number().is_some()
                && tokens[mark].is_mark("\t")
                && tokens[share].number().is_some())
    };
    let is_of_line = |token: &&PlacedToken| !matches!(token.token, Token::LineEnd);
    // Each of the records has three tokens.
    units.iter().all(is_simplest) && tokens.iter().filter(is_of_line).count() == 3 * units.len()
}

/// An item of a record, and its place in the line.
struct Item {
    span: Range<usize>,
    is_number: bool,
}

impl Item {
    fn new(token: &PlacedToken, line_start: usize) -> Item {
        Item {
            span: token.span.start - line_start..token.span.end - line_start,
            is_number: matches!(token.token, Token::Number(_)),
        }
    }
}

/// The fields of a line above records.
enum Fields {
    /// The words above each item.
    Named(Vec<Vec<Word>>),
    /// Names of dice, so that the line is a record itself.
    OfRecord,
    /// Not those of the records as they were split.
    Conflict,
}

/// Maps the fields of a header to the items of records, if both have the same fields between these
/// separators.
fn map_fields(
    head: &str,
    records: &[String],
    separator: &str,
    items: impl Fn(usize) -> Vec<Item>,
    vocabulary: &mut Vocabulary,
) -> Option<Fields> {
    let is_blank = separator.trim().is_empty() && separator != "\t";
    if !is_blank && !head.contains(separator) {
        return None;
    }
    let names = split_fields(head, separator);
    let rows = records
        .iter()
        .map(|record| split_fields(record, separator))
        .collect_vec();
    let width = rows.iter().map(Vec::len).all_equal_value().ok()?;
    // Above row numbers there may be no name.
    let has_unnamed = is_blank && names.len() + 1 == width;
    let is_title = is_blank && head.trim_end().ends_with(':');
    // Where one blank is between fields, a field of a record is a number, a die or a sign.
    let has_words = separator == " "
        && rows[0].iter().any(|field| {
            let words = words_of(&records[0][field.clone()], vocabulary);
            words.iter().any(|word| !word.roles.is_empty())
        });
    if is_title || has_words || names.len() < 2 || names.len() != width && !has_unnamed {
        return None;
    }
    let names = names
        .into_iter()
        .map(|field| head[field].trim())
        .collect_vec();
    let mut is_die = |name: &&&str| {
        let words = words_of(name, vocabulary).into_iter();
        let words = words.filter(|word| word.text.chars().count() > 1);
        is_like_record(name) && !all_roles(&words.collect_vec()).has(Roles::OF_GAMES)
    };
    if names.iter().filter(&mut is_die).count() >= records.len() {
        return Some(Fields::OfRecord);
    }
    let fields_of = |record: usize| {
        let field = |item: &Item| {
            let fields = &mut rows[record].iter();
            fields.position(|field| field.contains(&item.span.start))
        };
        items(record).iter().map(field).collect_vec()
    };
    let has_same_fields = (0..records.len()).map(fields_of).all_equal();
    let items = items(0);
    let has_items =
        |field: &Range<usize>| items.iter().any(|item| field.contains(&item.span.start));
    // The field without a name is the first one, or a remark at the end.
    let shift = if has_unnamed && rows[0].last().is_some_and(has_items) {
        1
    } else {
        0
    };
    let (mut words, mut last, mut end) = (Vec::new(), None, 0);
    for item in &items {
        let field = rows[0]
            .iter()
            .position(|field| field.contains(&item.span.start))
            .unwrap_or(0);
        let is_second = last == Some(field);
        // Numbers of a field have more between them than what could join them.
        let between = records[0][end..item.span.start].trim_end_matches(' ');
        let could_join = between.is_empty() || between.ends_with(',');
        if !has_same_fields
            || item.span.end > rows[0][field].end
            || is_second && item.is_number && could_join
        {
            return Some(Fields::Conflict);
        }
        (last, end) = (Some(field), item.span.end);
        // The first number of a field has its name.
        let name = field.checked_sub(shift).filter(|_| !is_second);
        let name = name
            .and_then(|field| names.get(field))
            .copied()
            .unwrap_or_default();
        let mut named = words_of(name, vocabulary);
        if name.contains(['%', '‰']) {
            named.push(vocabulary.word("prozent"));
        }
        words.push(named);
    }
    Some(Fields::Named(words))
}

/// Returns the places of the fields of a line.
fn split_fields(line: &str, separator: &str) -> Vec<Range<usize>> {
    let mut fields = Vec::new();
    let is_blank = separator.trim().is_empty() && separator != "\t";
    if is_blank {
        let mut at = 0;
        for field in line.split(separator) {
            if !field.trim().is_empty() {
                let start = at + field.len() - field.trim_start().len();
                fields.push(start..start + field.trim().len());
            }
            at += field.len() + separator.len();
        }
        return fields;
    }
    let (mut start, mut is_quoted) = (0, false);
    for (at, c) in line.char_indices() {
        is_quoted ^= c == '"';
        if !is_quoted && line[at..].starts_with(separator) {
            fields.push(start..at);
            start = at + separator.len();
        }
    }
    fields.push(start..line.len());
    let is_framed = ["|", "│", "┃", "&"].contains(&separator);
    if is_framed {
        let is_empty = |field: &Range<usize>| line[field.clone()].trim().is_empty();
        if fields.first().is_some_and(is_empty) {
            fields.remove(0);
        }
        fields.pop_if(|field| is_empty(field));
    }
    fields
}

/// Returns whether a line stands in the text more than once.
fn is_repeated(text: &CleanText, line: usize) -> bool {
    let head = text.line(line);
    (0..text.count_lines())
        .filter(|&other| text.line(other) == head)
        .count()
        > 1
}

/// Returns whether a digit stands in a line behind no letter.
fn has_number(line: &str) -> bool {
    let mut before = ' ';
    line.chars().any(|c| {
        let is_number = c.is_ascii_digit() && !before.is_alphabetic();
        before = c;
        is_number
    })
}

/// Returns whether the name of a column looks like that of a die.
fn is_like_record(name: &str) -> bool {
    let mut last = name.chars().rev();
    let is_letter = last.next().is_some_and(|c| c.is_ascii_uppercase())
        && last.next().is_none_or(|c| !c.is_alphanumeric());
    is_letter || name.contains(|c: char| c.is_ascii_digit())
}

/// Returns a line with `x` in place of faces, which may contain separators.
fn mask_faces(text: &CleanText, line: usize, faces: &[FacesSpan]) -> String {
    let span = text.span(line);
    let mut masked = text.line(line).to_string();
    let first = faces.partition_point(|faces| faces.span.end <= span.start);
    for faces in faces[first..]
        .iter()
        .take_while(|faces| faces.span.end <= span.end)
    {
        if faces.span.start >= span.start {
            let place = faces.span.start - span.start..faces.span.end - span.start;
            let width = place.len();
            masked.replace_range(place, &"x".repeat(width));
        }
    }
    masked
}

/// Returns the words of a line; signs for per cent are none.
pub(super) fn words_of(line: &str, vocabulary: &mut Vocabulary) -> Vec<Word> {
    let mut words = Vec::new();
    let mut rest = line;
    while let Some(start) = rest.find(char::is_alphabetic) {
        rest = &rest[start..];
        let mut length = 0;
        loop {
            let here = &rest[length..];
            let is_letter =
                |c: char| c.is_alphabetic() || c == '_' || c == char::REPLACEMENT_CHARACTER;
            length += here.len() - here.trim_start_matches(is_letter).len();
            let behind = &rest[length..];
            let joins =
                behind.starts_with(['-', '/', ':']) && behind[1..].starts_with(char::is_alphabetic);
            if !joins {
                break;
            }
            length += 1;
        }
        words.push(vocabulary.word(&rest[..length]));
        rest = &rest[length..];
    }
    words
}

/// Returns all that some words may speak of.
pub(super) fn all_roles(words: &[Word]) -> Roles {
    words
        .iter()
        .flat_map(|word| word.roles.iter())
        .fold(Roles::NONE, |all, &roles| all.or(roles))
}
