//! The meaning of each line of a list: a claim, the heading, or neither.
//!
//! A [`Form`] that the user gives goes first, then [`rows`], then the exact form, then [`reader`].

use itertools::Itertools;

use super::exact::{Claim, EXAMPLE, Given, LONGEST_SHARE, LineMeaning, Resemblance};
use super::findings::{self, Finding};
use super::form::{Form, FormContent, FormMismatch};
use super::list_error::{ListError, TwoLists};
use super::pairings::{self, MeanShares};
use super::reader::{self, FoundList, TextContent};
use super::reading::{Reading, Value};
use super::records::{TextRecord, WrittenLine, join_brackets};
use super::rows::{self, RowTable, TableContent};
use super::shape::{Meaning, find_meaning};
use super::suggestion::{suggest_form_of_first, suggest_form_of_line};
use super::table::Coverage;
use super::tokens::{DiceIndex, Notation, tokenize};
use crate::dice::sort_faces;
use crate::text::Excerpt;

/// A line with its meaning.
#[derive(Debug)]
pub(super) struct ReadLine {
    pub(super) number: usize,
    pub(super) meaning: LineMeaning,
}

impl ReadLine {
    fn claim(claim: Claim, notes: Vec<Finding>) -> ReadLine {
        ReadLine {
            number: claim.line,
            meaning: LineMeaning::Claim(claim, notes),
        }
    }

    /// Creates the heading of a table, or of JSON, at the line with this number, with a note that
    /// it is not the usual form.
    fn of_table(number: usize) -> ReadLine {
        let note = format!("Tabelle statt der Liste; erwartet ist „{EXAMPLE}“");
        ReadLine {
            number,
            meaning: LineMeaning::Heading(Some(Finding::new(number, findings::OTHER_FORM, note))),
        }
    }
}

/// The lines of a list with their meanings.
#[derive(Debug, Default)]
pub(super) struct ReadLines {
    pub(super) lines: Vec<ReadLine>,
    /// True if lines between claims do no harm: the list is not in the exact form, and all dice are
    /// named.
    pub(super) allows_asides: bool,
    /// The faults of pairings that are missing or there too often; if there are any, no die has a
    /// share, and there are no claims.
    pub(super) pairing_faults: Vec<Finding>,
    /// True if the shares are those of pairings that do not tell draws from wins.
    pub(super) assumes_no_draws: bool,
}

impl From<Vec<ReadLine>> for ReadLines {
    fn from(lines: Vec<ReadLine>) -> ReadLines {
        ReadLines {
            lines,
            ..ReadLines::default()
        }
    }
}

/// Returns the most lines in which [`reader`] looks for a list of `dice` dice: about eight for each
/// pairing, and a lot of lines around them. Each takes some microseconds and kilobytes.
fn most_lines(dice: usize) -> usize {
    20_000 + 4 * dice * dice
}

/// Reads lines in a form that was given. `None` instead of an error if `is_optional` is true.
///
/// # Errors
///
/// If no line has the form, a record in it is at fault or missing, or a pairing is repeated, tells
/// no share, or has no games.
pub(super) fn read_form(
    form: &Form,
    is_optional: bool,
    lines: &[WrittenLine],
    index: &DiceIndex,
) -> Result<Option<ReadLines>, ListError> {
    let content = match form.read(lines, index) {
        Err(_) | Ok(None) if is_optional => return Ok(None),
        Err(fault) => return Err(ListError::Form(fault)),
        Ok(None) => {
            let first = lines.first().map(WrittenLine::quote);
            return Err(ListError::Form(FormMismatch::NoLine(first)));
        }
        Ok(Some(content)) => content,
    };
    let first_line = lines.first().map_or(1, |line| line.number);
    let heading = ReadLine {
        number: first_line,
        meaning: LineMeaning::Heading(None),
    };
    match content {
        FormContent::Readings(readings) => {
            let claims = claims_without_notes(&readings);
            Ok(Some(
                [heading].into_iter().chain(claims).collect_vec().into(),
            ))
        }
        FormContent::Pairings(printed) => {
            let shares = match pairings::mean_shares(&printed, index, last_number(lines)) {
                Some(shares) => shares,
                None if is_optional => return Ok(None),
                None => return Err(ListError::Form(FormMismatch::NoShares)),
            };
            let mut read = read_mean_shares(first_line, shares, index)?;
            if let Some(first) = read.lines.first_mut() {
                *first = heading;
            }
            Ok(Some(read))
        }
    }
}

/// Reads lines in any form. JSON and tables of pairings go first, then the exact form where it
/// names at least half of the dice. Where it names fewer, a list in another form wins if it names
/// all of them; where no line has it, any list in another form will do.
///
/// # Errors
///
/// If the lines are no list of these dice.
pub(super) fn read_lines(lines: &[WrittenLine], index: &DiceIndex) -> Result<ReadLines, ListError> {
    if let Some(table) = rows::read(lines, index) {
        return read_table(table, lines, index);
    }
    let exact = lines
        .iter()
        .map(|line| LineMeaning::read_exact(&line.text, line.number))
        .collect_vec();
    let claims = exact
        .iter()
        .filter_map(|line| match line {
            Some(LineMeaning::Claim(claim, _)) => Some(claim),
            _ => None,
        })
        .collect_vec();
    let read = if are_half_of_dice_named(&claims, index) {
        None
    } else if claims.is_empty() {
        Some(read_free_form(lines, &exact, index)?)
    } else {
        read_whole_free_form(lines, &exact, index)?
    };
    match read {
        Some(read) => Ok(read),
        None => {
            refuse_several_files(lines, &exact, index)?;
            Ok(read_exact_form(lines, &exact, &claims, index).into())
        }
    }
}

/// Returns whether these claims, in the exact form, name at least half of the dice.
fn are_half_of_dice_named(claims: &[&Claim], index: &DiceIndex) -> bool {
    let named: usize = claims
        .iter()
        .map(|claim| sort_faces(&claim.faces))
        .unique()
        .map(|faces| index.count(&faces))
        .sum();
    !claims.is_empty() && 2 * named >= index.dice.len()
}

fn refuse_many_lines(lines: &[WrittenLine], index: &DiceIndex) -> Result<(), ListError> {
    let most = most_lines(index.dice.len());
    if lines.len() > most {
        return Err(ListError::TooManyLines(most));
    }
    Ok(())
}

/// Reads lines of which none is a claim in the exact form.
fn read_free_form(
    lines: &[WrittenLine],
    exact: &[Option<LineMeaning>],
    index: &DiceIndex,
) -> Result<ReadLines, ListError> {
    refuse_many_lines(lines, index)?;
    let text = join_brackets(lines);
    match reader::find(&text, index) {
        TextContent::List(list) => Ok(read_found(&list, lines, exact)),
        TextContent::Pairings(shares) => {
            let first_line = lines.first().map_or(1, |line| line.number);
            read_mean_shares(first_line, shares, index)
        }
        TextContent::Ambiguous(ambiguity) => {
            let suggested_form = suggest_form_of_line(&text, index, ambiguity.line);
            Err(ListError::Ambiguous {
                ambiguity,
                suggested_form,
            })
        }
        TextContent::TwoLists(two_lists) => Err(ListError::TwoLists(two_lists)),
        TextContent::Nothing if lines.is_empty() => Err(ListError::Empty),
        TextContent::Nothing => {
            let unread = lines
                .iter()
                .zip(exact)
                .find(|(_, meaning)| meaning.is_none())
                .map(|(line, _)| line.quote());
            let suggested_form = suggest_form_of_first(&text, index);
            Err(ListError::no_entry(unread, suggested_form))
        }
    }
}

/// Reads lines of which few are claims in the exact form: as a list in another form that names all
/// dice, or else not at all.
fn read_whole_free_form(
    lines: &[WrittenLine],
    exact: &[Option<LineMeaning>],
    index: &DiceIndex,
) -> Result<Option<ReadLines>, ListError> {
    refuse_many_lines(lines, index)?;
    match reader::find(&join_brackets(lines), index) {
        TextContent::List(list) if list.is_whole => Ok(Some(read_found(&list, lines, exact))),
        _ => Ok(None),
    }
}

/// Gives the lines of a list that was found their meaning, and the lines around it, too. Of a table
/// with a header only its claims are left.
fn read_found(
    found: &FoundList,
    lines: &[WrittenLine],
    exact: &[Option<LineMeaning>],
) -> ReadLines {
    let text_of = |number: usize| {
        // Lines stand in their order.
        lines
            .binary_search_by_key(&number, |line| line.number)
            .map_or("", |place| &lines[place].text)
    };
    let read = match found.header {
        Some(header) => [ReadLine::of_table(header)]
            .into_iter()
            .chain(claims_without_notes(&found.readings))
            .collect(),
        None => {
            let claims = found.readings.iter().filter_map(|reading| {
                let claim = to_claim(reading)?;
                let notes = claim_notes(&claim, reading, text_of(claim.line));
                Some(ReadLine::claim(claim, notes))
            });
            let around = lines
                .iter()
                .zip(exact)
                .filter(|(line, _)| !found.lines.contains(&line.number))
                .map(|(line, exact)| ReadLine {
                    number: line.number,
                    meaning: match exact {
                        Some(heading @ LineMeaning::Heading(_)) => heading.clone(),
                        _ => LineMeaning::Other(Excerpt::new(&line.text), Resemblance::None),
                    },
                });
            claims
                .chain(around)
                .sorted_by_key(|line| line.number)
                .collect()
        }
    };
    ReadLines {
        lines: read,
        allows_asides: found.is_whole,
        ..ReadLines::default()
    }
}

/// Reads lines in the exact form, and lines in other forms beside them about dice that these do not
/// name.
fn read_exact_form(
    lines: &[WrittenLine],
    exact: &[Option<LineMeaning>],
    claims: &[&Claim],
    index: &DiceIndex,
) -> Vec<ReadLine> {
    let mut unnamed = index
        .dice
        .iter()
        .map(|die| sort_faces(die.faces()))
        .counts();
    for claim in claims {
        if let Some(number) = unnamed.get_mut(&sort_faces(&claim.faces)) {
            *number = number.saturating_sub(1);
        }
    }
    let is_unnamed = |faces: &[u32]| {
        unnamed
            .get(&sort_faces(faces))
            .is_some_and(|number| *number > 0)
    };
    let read_stray = |line: &WrittenLine| {
        let reading = read_single_line(line, index).filter(|reading| is_unnamed(&reading.faces))?;
        let claim = to_claim(&reading)?;
        let notes = claim_notes(&claim, &reading, &line.text);
        Some(LineMeaning::Claim(claim, notes))
    };
    lines
        .iter()
        .zip(exact)
        .map(|(line, exact)| ReadLine {
            number: line.number,
            meaning: exact
                .clone()
                .or_else(|| read_stray(line))
                .unwrap_or_else(|| LineMeaning::classify_other(&line.text)),
        })
        .collect()
}

/// Reads a single line in another form, if it names a die by its faces and gives a share or wins;
/// `None` if it announces another number of sides.
fn read_single_line(line: &WrittenLine, index: &DiceIndex) -> Option<Reading> {
    let joined = join_brackets(std::slice::from_ref(line))
        .into_iter()
        .next()?;
    let tokens = tokenize(&joined.text, line.number, index, Notation::DECIMAL_FACES);
    let record = TextRecord::new(tokens);
    let reading = match find_meaning(&[&record], index, None, Coverage::Any) {
        Meaning::List(mut readings) => readings.pop()?,
        Meaning::Ambiguous(_) | Meaning::Nothing => return None,
    };
    reading
        .sides
        .is_none_or(|sides| sides == reading.faces.len() as u64)
        .then_some(reading)
}

/// Makes claims of JSON, or of a table of pairings, below a heading.
fn read_table(
    table: RowTable,
    lines: &[WrittenLine],
    index: &DiceIndex,
) -> Result<ReadLines, ListError> {
    match table.content {
        TableContent::List(readings) => Ok([ReadLine::of_table(table.first_line)]
            .into_iter()
            .chain(claims_without_notes(&readings))
            .collect_vec()
            .into()),
        TableContent::Ambiguous(ambiguity) => Err(ListError::Ambiguous {
            ambiguity,
            suggested_form: None,
        }),
        TableContent::Pairings(printed) => {
            let shares = pairings::mean_shares(&printed, index, last_number(lines))
                .ok_or_else(ListError::nothing_read)?;
            read_mean_shares(table.first_line, shares, index)
        }
    }
}

/// Makes claims of the mean shares of dice over their opponents, below a heading that tells of
/// them. The positions of the claims are the numbers of their lines. Errors if a pairing is
/// repeated.
fn read_mean_shares(
    first_line: usize,
    shares: MeanShares,
    index: &DiceIndex,
) -> Result<ReadLines, ListError> {
    let note =
        format!("Paarungen statt der Liste; ich mittele über die Gegner; erwartet ist „{EXAMPLE}“");
    let heading = ReadLine {
        number: first_line,
        meaning: LineMeaning::Heading(Some(Finding::new(first_line, findings::OTHER_FORM, note))),
    };
    let (shares, assumes_no_draws) = match shares {
        MeanShares::Complete {
            shares,
            assumes_no_draws,
        } => (shares, assumes_no_draws),
        MeanShares::Faulty(faults) => {
            return Ok(ReadLines {
                lines: vec![heading],
                pairing_faults: faults,
                ..ReadLines::default()
            });
        }
        MeanShares::Repeated(repeated) => return Err(ListError::RepeatedPairing(repeated)),
    };
    let claims = (1..).zip(shares).map(|(line, share)| {
        let faces = index.dice[share.die].faces().to_vec();
        let claim = Claim {
            line,
            rank: None,
            sides: faces.len() as u64,
            faces,
            die: Some(share.die),
            given: Given::Share,
            percent: share.percent,
            percent_text: format!("{:.4}", share.percent),
            is_per_cent: true,
        };
        ReadLine::claim(claim, Vec::new())
    });
    Ok(ReadLines {
        lines: [heading].into_iter().chain(claims).collect(),
        assumes_no_draws,
        ..ReadLines::default()
    })
}

/// Returns the number of the last line, or 0 if there is none.
fn last_number(lines: &[WrittenLine]) -> usize {
    lines.last().map_or(0, |line| line.number)
}

fn claims_without_notes(readings: &[Reading]) -> impl Iterator<Item = ReadLine> {
    readings
        .iter()
        .filter_map(to_claim)
        .map(|claim| ReadLine::claim(claim, Vec::new()))
}

/// Makes a claim of a reading, if there are faces, and its share, if any, is a finite number of at
/// most [`LONGEST_SHARE`] bytes.
fn to_claim(reading: &Reading) -> Option<Claim> {
    let claim = Claim {
        line: reading.line,
        rank: reading.rank,
        sides: reading.sides.unwrap_or(reading.faces.len() as u64),
        faces: reading.faces.clone(),
        die: reading.die,
        given: Given::Order,
        percent: 0.0,
        percent_text: String::new(),
        is_per_cent: false,
    };
    let claim = match &reading.value {
        Value::Share(share) => {
            if !share.value.is_finite() || share.text.len() > LONGEST_SHARE {
                return None;
            }
            Claim {
                given: Given::Share,
                percent: share.value,
                percent_text: share.text.clone(),
                is_per_cent: share.is_per_cent,
                ..claim
            }
        }
        Value::Wins(wins) => Claim {
            given: Given::Wins(*wins),
            percent_text: wins.to_string(),
            ..claim
        },
        Value::OrderOnly => claim,
    };
    (!claim.faces.is_empty()).then_some(claim)
}

/// Returns the notes about the form of a claim that is not in the exact form.
fn claim_notes(claim: &Claim, reading: &Reading, line: &str) -> Vec<Finding> {
    let mut notes = claim.form_notes(line);
    if reading.is_from_zero {
        let text = "die Würfel sind ab 0 statt ab 1 gezählt";
        notes.push(Finding::new(claim.line, findings::FROM_ZERO, text));
    }
    notes
}

/// Refuses lists of several dice files in one: each stands below a heading, and one of them has at
/// least two claims about dice that are not in this file, and no fewer than about dice that are.
///
/// The reader refuses several lists, too, but asks another question: whether two lists of these
/// dice differ.
fn refuse_several_files(
    lines: &[WrittenLine],
    exact: &[Option<LineMeaning>],
    index: &DiceIndex,
) -> Result<(), ListError> {
    /// The numbers of claims about known and strange dice below a heading.
    struct Section {
        heading_line: usize,
        known: usize,
        strange: usize,
    }
    let mut sections: Vec<Section> = Vec::new();
    for (line, meaning) in lines.iter().zip(exact) {
        match meaning {
            Some(LineMeaning::Heading(_)) => sections.push(Section {
                heading_line: line.number,
                known: 0,
                strange: 0,
            }),
            Some(LineMeaning::Claim(claim, _)) => {
                if let Some(section) = sections.last_mut() {
                    if index.count(&claim.faces) > 0 {
                        section.known += 1;
                    } else {
                        section.strange += 1;
                    }
                }
            }
            _ => {}
        }
    }
    sections.retain(|section| section.known + section.strange > 0);
    let is_of_other_file =
        |section: &Section| section.strange >= 2 && section.strange >= section.known;
    match &sections[..] {
        [first, second, ..] if sections.iter().any(is_of_other_file) => {
            Err(ListError::TwoLists(TwoLists {
                first: first.heading_line,
                second: second.heading_line,
            }))
        }
        _ => Ok(()),
    }
}
