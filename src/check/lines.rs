//! The meaning of each line of a list: a claim, the heading, or neither.
//!
//! A [`Form`] that the user gives goes first, then the form of the task, then any other, by
//! [`reading`].

use itertools::Itertools;

use super::exact::{
    Claim, EXAMPLE, Given, LONGEST_SHARE, LineMeaning, Resemblance, count_decimals,
};
use super::findings::{self, Finding};
use super::form::{Form, FormContent, FormMismatch};
use super::list_error::{ListError, TwoLists};
use super::pairings::{self, MeanShares};
use super::reading::{Ambiguity, Reading, Value};
use super::records::WrittenLine;
use super::tokens::DiceIndex;
use crate::dice::sort_faces;
use crate::reading::{self, List, ListEntry, ListSource, Refusal, ShareSource};
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

/// Reads lines in any form. The form of the task goes first where it names at least half of the
/// dice. Where it names fewer, a list in another form wins; where no line has it, there must be one.
///
/// # Errors
///
/// If the lines are no list of these dice.
pub(super) fn read_lines(
    lines: &[WrittenLine],
    index: &DiceIndex,
    can_draw: bool,
) -> Result<ReadLines, ListError> {
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
    if lines.is_empty() {
        return Err(ListError::Empty);
    }
    if !are_half_of_dice_named(&claims, index) {
        match reading::read(&join_lines(lines), index.dice, can_draw) {
            Ok(list) => return Ok(read_found(&list, lines, &exact, index)),
            Err(refusal) if claims.is_empty() => return Err(to_error(refusal, lines, index)),
            Err(_) => {}
        }
    }
    refuse_several_files(lines, &exact, index)?;
    let read = lines.iter().zip(exact).map(|(line, exact)| ReadLine {
        number: line.number,
        meaning: exact.unwrap_or_else(|| LineMeaning::classify_other(&line.text)),
    });
    Ok(read.collect_vec().into())
}

/// Returns the text of lines, with empty ones where lines are left out.
fn join_lines(lines: &[WrittenLine]) -> String {
    let mut text = String::new();
    let mut next = 1;
    for line in lines {
        text.extend(std::iter::repeat_n('\n', line.number - next));
        text += &line.text;
        next = line.number;
    }
    text
}

/// Creates the error that a text is no list.
fn to_error(refusal: Refusal, lines: &[WrittenLine], index: &DiceIndex) -> ListError {
    match refusal {
        Refusal::Nothing => ListError::no_entry(lines.first().map(WrittenLine::quote)),
        Refusal::Incomplete { found, missing } => ListError::Incomplete {
            found,
            dice: index.dice.len(),
            missing: index.dice[missing].to_string(),
        },
        Refusal::Obstacle { line, obstacle } => ListError::Obstacle { line, obstacle },
        Refusal::Ambiguous { line, candidates } => ListError::Ambiguous {
            ambiguity: Ambiguity { line, candidates },
        },
        Refusal::TwoLists { first, second } => ListError::TwoLists(TwoLists { first, second }),
        Refusal::TooManyLines(most) => ListError::TooManyLines(most),
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

/// Gives the lines of a list that was found their meaning, and the lines around it, too. Of a table
/// with a header only its claims are left.
fn read_found(
    found: &List,
    lines: &[WrittenLine],
    exact: &[Option<LineMeaning>],
    index: &DiceIndex,
) -> ReadLines {
    let ListSource::Columns { shares, .. } = &found.source else {
        let first_line = lines.first().map_or(1, |line| line.number);
        let by_share = found
            .entries
            .iter()
            .sorted_by(|left, right| right.number.total_cmp(&left.number))
            .zip(1..)
            .map(|(entry, line)| ReadLine::claim(to_claim(entry, found, line, index), Vec::new()));
        let heading = heading_of_pairings(first_line);
        return ReadLines {
            lines: [heading].into_iter().chain(by_share).collect(),
            ..ReadLines::default()
        };
    };
    let entries = sort_by_rank(&found.entries);
    let claims = entries.into_iter().map(|entry| to_claim(entry, found, entry.line, index));
    let read = match found.table_line {
        Some(line) => [ReadLine::of_table(line)]
            .into_iter()
            .chain(claims.map(|claim| ReadLine::claim(claim, Vec::new())))
            .collect(),
        None => {
            let claims = claims.map(|claim| {
                let mut notes = claim.form_notes(text_of(lines, claim.line));
                if *shares != ShareSource::Share {
                    notes.retain(|note| note.kind != findings::DECIMALS);
                }
                if found.is_from_zero {
                    let text = "die Würfel sind ab 0 statt ab 1 gezählt";
                    notes.push(Finding::new(claim.line, findings::FROM_ZERO, text));
                }
                ReadLine::claim(claim, notes)
            });
            let is_around = |line: &WrittenLine| found.lines.binary_search(&line.number).is_err();
            let first = found.lines.first().copied().unwrap_or(0);
            let (before, behind): (Vec<ReadLine>, Vec<ReadLine>) = lines
                .iter()
                .zip(exact)
                .filter(|(line, _)| is_around(line))
                .map(|(line, exact)| ReadLine {
                    number: line.number,
                    meaning: match exact {
                        Some(heading @ LineMeaning::Heading(_)) => heading.clone(),
                        _ => LineMeaning::Other(Excerpt::new(&line.text), Resemblance::None),
                    },
                })
                .partition(|line| line.number < first);
            before.into_iter().chain(claims).chain(behind).collect()
        }
    };
    ReadLines {
        lines: read,
        allows_asides: true,
        ..ReadLines::default()
    }
}

/// Returns the text of the line with this number.
fn text_of(lines: &[WrittenLine], number: usize) -> &str {
    // Lines stand in their order.
    let place = lines.binary_search_by_key(&number, |line| line.number);
    place.map_or("", |place| &lines[place].text)
}

/// Returns entries in the order of their ranks, if the numbers fall with them; else as they stand.
fn sort_by_rank(entries: &[ListEntry]) -> Vec<&ListEntry> {
    let sorted = entries.iter().sorted_by_key(|entry| entry.rank).collect_vec();
    let falls = sorted.is_sorted_by(|above, below| above.number >= below.number);
    if falls { sorted } else { entries.iter().collect() }
}

/// Makes a claim of an entry.
fn to_claim(entry: &ListEntry, list: &List, line: usize, index: &DiceIndex) -> Claim {
    let faces = index.dice[entry.die].faces().to_vec();
    let claim = Claim {
        line,
        rank: entry.rank,
        sides: faces.len() as u64,
        faces,
        die: Some(entry.die),
        given: Given::Share,
        percent: entry.number,
        percent_text: format!("{:.4}", entry.number),
        is_per_cent: true,
    };
    let ListSource::Columns { shares, scale, .. } = &list.source else {
        return claim;
    };
    match shares {
        ShareSource::Wins | ShareSource::WinsOfUnknown => {
            let wins = (entry.number / scale).round() as u64;
            Claim {
                given: Given::Wins(wins),
                percent: 0.0,
                percent_text: wins.to_string(),
                is_per_cent: false,
                ..claim
            }
        }
        ShareSource::Share | ShareSource::ShareOfAll => {
            // What stands in the text is kept; `List` scales it, and says so.
            let is_scaled = *scale == 100.0 && has_decimals(list);
            let is_of_all = *shares == ShareSource::ShareOfAll;
            let percent = if is_scaled || is_of_all {
                entry.number / scale
            } else {
                entry.number
            };
            let is_plain = entry.written.chars().all(|c| c.is_ascii_digit() || ".,".contains(c))
                && entry.written.matches(['.', ',']).count() < 2
                && entry.written.len() <= LONGEST_SHARE;
            let is_as_written = is_plain && (is_scaled || is_of_all || *scale == 1.0);
            Claim {
                percent,
                percent_text: if is_as_written {
                    entry.written.clone()
                } else {
                    format!("{:.*}", decimals(entry, *scale), percent)
                },
                is_per_cent: !is_scaled,
                ..claim
            }
        }
        ShareSource::WinsOfGames | ShareSource::WinsAndLosses => claim,
    }
}

/// Returns whether a share of the list is printed with decimals.
fn has_decimals(list: &List) -> bool {
    list.entries.iter().any(|entry| entry.written.contains(['.', ',']))
}

/// Returns the decimals of a share that was multiplied by `scale`.
fn decimals(entry: &ListEntry, scale: f64) -> usize {
    /// Doubles have hardly more.
    const MOST: usize = 12;
    let printed = count_decimals(&entry.written) as f64 - libm::log10(scale).round();
    printed.clamp(0.0, MOST as f64) as usize
}

/// Makes claims of the mean shares of dice over their opponents, below a heading that tells of
/// them. The positions of the claims are the numbers of their lines. Errors if a pairing is
/// repeated.
fn read_mean_shares(
    first_line: usize,
    shares: MeanShares,
    index: &DiceIndex,
) -> Result<ReadLines, ListError> {
    let heading = heading_of_pairings(first_line);
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
        .filter_map(claim_of_reading)
        .map(|claim| ReadLine::claim(claim, Vec::new()))
}

/// Makes a claim of a reading, if there are faces, and its share, if any, is a finite number of at
/// most [`LONGEST_SHARE`] bytes.
fn claim_of_reading(reading: &Reading) -> Option<Claim> {
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

/// Creates the heading of pairings, with a note that they are not the usual form.
fn heading_of_pairings(number: usize) -> ReadLine {
    let note =
        format!("Paarungen statt der Liste; ich mittele über die Gegner; erwartet ist „{EXAMPLE}“");
    ReadLine {
        number,
        meaning: LineMeaning::Heading(Some(Finding::new(number, findings::OTHER_FORM, note))),
    }
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
