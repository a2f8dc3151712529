//! Forms that would tell how a list is to be read, for its reader to choose among.

use itertools::Itertools;

use super::choice::find_difference;
use super::faces::{FacesSpan, find_faces};
use super::form::Form;
use super::interpretation::{Interpretation, Reading, ReadingKind};
use super::lexer::{Token, Vocabulary, tokenize};
use super::shares::ShareSource;
use super::text::CleanText;
use super::units::UnitKind;
use wuerfelglueck::dice::Die;
use wuerfelglueck::text::Excerpt;

/// Returns the forms of lines by which a text is read as these readings are: only those that have
/// been tried.
pub(super) fn suggest_forms(
    readings: &[Reading],
    text: &CleanText,
    dice: &[Die],
    can_draw: bool,
) -> Vec<String> {
    /// More are no help.
    const MOST: usize = 3;
    /// The readings that are tried.
    const MOST_TRIED: usize = 20;
    let faces = find_faces(&text.text, dice);
    let is_of_lines = |reading: &&Reading| {
        let Interpretation {
            units, kind, items, ..
        } = &reading.interpretation;
        (*units, *kind) == (UnitKind::Line, ReadingKind::List)
            && reading.interpretation.shares.is_some()
            && !items.is_empty()
            && reading.lines.len() == dice.len()
    };
    let reads_so = |written: &String, reading: &Reading| {
        let form: Option<Form> = written.parse().ok();
        let list = form.and_then(|form| form.read(&text.text, dice, can_draw).ok());
        let unit = reading.unit;
        list.is_some_and(|list| match reading.to_list(text) {
            Ok(expected) => find_difference(&expected, &list, unit).is_none(),
            Err(_) => true,
        })
    };
    readings
        .iter()
        .filter(is_of_lines)
        .take(MOST_TRIED)
        .filter_map(|reading| {
            let written = write_form(reading, text, &faces)?;
            reads_so(&written, reading).then_some(written)
        })
        .unique()
        .take(MOST)
        .collect()
}

/// Writes the form of the lines of a reading: their words and marks where all have the same, which can
/// be seen, and the places of the numbers that it uses.
fn write_form(reading: &Reading, text: &CleanText, faces: &[FacesSpan]) -> Option<String> {
    let known = if reading.variant.has_faces {
        faces
    } else {
        &[]
    };
    let tokens = tokenize(text, known, reading.variant, &mut Vocabulary::default());
    let pieces = reading
        .lines
        .iter()
        .map(|&line| {
            let span = text.span(line);
            let items = tokens
                .iter()
                .filter(|token| token.line == line && token.is_item());
            let (mut pieces, mut is_die) = (Vec::new(), Vec::new());
            let mut end = span.start;
            for item in items {
                pieces.push(text.text.get(end..item.span.start)?);
                is_die.push(matches!(item.token, Token::Die(_)));
                end = item.span.end;
            }
            pieces.push(text.text.get(end..span.end)?);
            Some((pieces, is_die))
        })
        .collect::<Option<Vec<_>>>()?;
    let (first, are_dice) = pieces.first()?;
    let mut form = String::new();
    for (index, piece) in first.iter().enumerate() {
        let words = |piece: &str| piece.split_whitespace().join(" ");
        let is_same = pieces.iter().all(|(pieces, _)| {
            let other = pieces.get(index);
            other.is_some_and(|other| words(other) == words(piece))
        });
        let literal = piece.replace(char::is_whitespace, " ");
        let literal = literal.replace('{', "{{").replace('}', "}}");
        // Nobody can copy what cannot be seen.
        let is_visible = Excerpt::whole(&literal).as_str() == literal;
        let place = if is_same && is_visible {
            &literal
        } else {
            "{}"
        };
        let name = are_dice.get(index).map_or("", |&is_die| {
            name_place(&reading.interpretation, index, is_die)
        });
        for part in [place, name] {
            if part != "{}" || !form.ends_with("{}") {
                form += part;
            }
        }
    }
    let form = form.trim().to_string();
    // It stands between quotation marks of a shell.
    (!form.contains('\'')).then_some(form)
}

/// Returns the place of a form for an item that an interpretation uses, or for anything.
fn name_place(interpretation: &Interpretation, item: usize, is_die: bool) -> &'static str {
    let use_of_item = interpretation.items.iter().position(|used| *used == item);
    match (interpretation.shares, use_of_item) {
        _ if interpretation.name_item == Some(item) && interpretation.is_from_zero => "{index}",
        _ if interpretation.name_item == Some(item) => "{nummer}",
        _ if is_die && interpretation.name_item.is_none() => "{augen}",
        (Some(ShareSource::Share), Some(0)) => "{anteil}",
        (Some(ShareSource::LossesOfGames), Some(0)) => "{niederlagen}",
        (Some(ShareSource::ShareOfAll | ShareSource::Order) | None, _) | (_, None) => "{}",
        (_, Some(0)) => "{siege}",
        (Some(ShareSource::WinsAndLosses), Some(1)) => "{niederlagen}",
        (Some(ShareSource::WinsAndLosses), Some(2)) => "{unentschieden}",
        (_, Some(1)) => "{spiele}",
        _ => "{}",
    }
}
