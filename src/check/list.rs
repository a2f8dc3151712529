//! Somebody's Bestenliste.
//!
//! ```text
//! Würfel-Bestenliste:
//! 1. 6 Seiten -> : 1 1 1 6 6 6; 97.76%
//! ```
//!
//! Spaces and tabs may be more or fewer, commas may stand between faces and in percentages, and
//! these may have any number of decimals; such lines get a note. So do entries in other forms,
//! which the reader finds, lines above the first entry and below the last one that are not like
//! one, headings that are spelt otherwise or missing, lines that are no UTF-8, shares of other
//! totals, and codes for colours; where the exact form is wanted, these are faults. As in a dice
//! file CRLF, a UTF-8 byte order mark, no newline at the end and blank lines at the end are fine;
//! other blank lines have a note.

use std::borrow::Cow;

use itertools::Itertools;
use thiserror::Error;

use super::exact::{Claim, EXAMPLE, Given, HEADING, LONGEST_SHARE, Likeness, Line, decimals};
use super::findings::{self, Finding, Findings, Kind};
use super::form::{Form, FormFault, Formed, Suggestion};
use super::pairings::{self, Means};
use super::reader::{self, Found};
use super::records::{Record, text_lines};
use super::rows::{self, Rows};
use super::shape::{Doubt, Meaning, Reading, Value, Wanted, meaning};
use super::tokens::{Comma, DiceIndex, Naming, tokens};
use crate::dice::{self, Die, sort_faces};
use crate::likelihood::{LEAST_UNIT, WrittenShare};
use crate::text::{Excerpt, format_count, strip_byte_order_mark};

/// Why something is no list at all. Lines count from 1.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum ListError {
    #[error("die Liste fehlt")]
    Missing,
    #[error("die Liste ist leer; erwartet ist eine Würfel-Bestenliste")]
    Empty,
    #[error(
        "keine Zeile nennt einen Würfel und seinen Anteil{}; die einfachste Form: Nummer des Würfels in der Würfeldatei, \
         Tabulator, Anteil in Prozent{suggestion}", .line.as_ref().map_or_else(String::new, |(line, text)| format!(" (Zeile {line}: „{text}“)"))
    )]
    NoEntry {
        line: Option<(usize, Excerpt)>,
        suggestion: Suggestion,
    },
    #[error(
        "Zeile {}: {} oder {}? Mit --form sagen, was der Anteil ist{suggestion}",
        .doubt.line, .doubt.candidates[0], .doubt.candidates[1]
    )]
    Doubtful {
        doubt: Doubt,
        suggestion: Suggestion,
    },
    #[error("in Zeile {} und in Zeile {} beginnen zwei verschiedene Listen; bitte je Würfeldatei nur eine", .0[0], .0[1])]
    Several([usize; 2]),
    #[error("das ist die Würfeldatei, keine Liste")]
    DiceFile,
    #[error("{0}")]
    Form(FormFault),
    #[error("die Liste ist nicht zu öffnen: {0}")]
    NoAccess(String),
    #[error("die Liste hat mehr als {0} Bytes; so lang ist keine Liste dieser Würfel")]
    TooLong(usize),
    #[error(
        "die Liste hat mehr als {0} Zeilen; so lang ist keine Liste dieser Würfel; bitte nur sie abgeben oder mit --form sagen, wie ihre Zeilen aussehen"
    )]
    TooManyLines(usize),
}

impl ListError {
    /// That no line says anything of a die, of which this is the first.
    pub fn no_entry(line: Option<(usize, Excerpt)>, suggestion: Suggestion) -> ListError {
        ListError::NoEntry { line, suggestion }
    }
}

/// Somebody's list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct List {
    /// What could be read, in the order of the lines; at least one.
    pub claims: Vec<Claim>,
    /// What there is to say about the form of its lines.
    pub(super) findings: Findings,
    /// How many lines look like claims, but cannot be read.
    pub(super) lost: usize,
    /// Whether the list is one of pairings, some of which are missing, so that no die has a share.
    pub(super) lacks_pairings: bool,
    /// Whether lines between its entries do no harm: it is not in the exact form, and all dice are
    /// named.
    is_aside_allowed: bool,
    /// The number of the last line that is not blank.
    pub(super) lines: usize,
}

/// The most bytes that a list of these dice may have: some times as many as it should, and a lot of
/// lines around it. This ends input that does not end by itself.
pub fn most_bytes(dice: &[Die]) -> usize {
    /// As many bytes as a face has, with the space before it.
    const FACE: usize = 11;
    /// What may stand around a list.
    const AROUND: usize = 1 << 20;
    let faces: usize = dice.iter().map(|die| die.faces().len()).sum();
    2 * FACE * faces + 1000 * dice.len() + AROUND
}

/// The most lines in which a list of so many dice is looked for: some for each pairing, and a lot
/// of lines around them. Each takes some microseconds and kilobytes.
fn most_lines(dice: usize) -> usize {
    20_000 + 4 * dice * dice
}

/// How a list is read.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadOptions<'a> {
    /// Whether the exact form is wanted, and no other.
    pub is_strict: bool,
    /// The form of its records, if it is known.
    pub form: Option<&'a Form>,
    /// Whether lists that have not that form are read as without it.
    pub is_form_optional: bool,
}

/// Reads a list of these dice.
///
/// # Errors
///
/// If the input is no list at all. What is wrong with single lines is kept for
/// [`judge`](super::judge()).
pub fn parse(input: &[u8], dice: &[Die], options: ReadOptions) -> Result<List, ListError> {
    let mut list = as_printed(input, dice, options)?;
    list.convert_totals(dice.len());
    let out_of_range = list.claims.iter().filter_map(beyond);
    let out_of_range = out_of_range.collect_vec();
    out_of_range
        .into_iter()
        .for_each(|finding| list.findings.push(finding));
    Ok(list)
}

/// What is wrong with a share that no share can be.
fn beyond(claim: &Claim) -> Option<Finding> {
    let (kind, what) = match claim.percent {
        percent if percent > 100.0 => (findings::BEYOND_ALL, "mehr als 100%"),
        percent if percent < 0.0 => (findings::BELOW_NONE, "weniger als 0%"),
        _ => return None,
    };
    let text = format!("{}% ist {what}", claim.percent_text);
    Some(Finding::new(claim.line, kind, text))
}

/// The same, with shares of whatever total they are.
///
/// # Errors
///
/// If the input is no list at all.
pub fn as_printed(input: &[u8], dice: &[Die], options: ReadOptions) -> Result<List, ListError> {
    if input.len() > most_bytes(dice) {
        return Err(ListError::TooLong(most_bytes(dice)));
    }
    let input = strip_byte_order_mark(input);
    if dice::parse(input).is_ok_and(|file| file == dice) {
        return Err(ListError::DiceFile);
    }
    let mut list = List::default();
    list.findings.is_strict = options.is_strict;
    let index = DiceIndex::new(dice);
    let lines = list.written_lines(input);
    let formed = match options.form.map(|form| form.read(&lines, &index)) {
        Some(Err(_) | Ok(None)) if options.is_form_optional => None,
        Some(Ok(None)) => {
            let first = lines
                .first()
                .map(|(number, text)| (*number, Excerpt::new(text)));
            return Err(ListError::Form(FormFault::NoLine(first)));
        }
        Some(formed) => formed.map_err(ListError::Form)?,
        None => None,
    };
    let readings = match formed {
        Some(readings) => list.add_formed(readings, &lines, &index)?,
        None => list.read(&lines, &index)?,
    };
    list.add_lines(readings, dice.len())?;
    list.put_in_order();
    list.scale_fractions();
    Ok(list)
}

/// A claim of a reading, if it is a number of a share that can be kept.
fn claim(reading: &Reading) -> Option<Claim> {
    let (given, percent, percent_text, is_per_cent) = match &reading.value {
        Value::Share {
            value,
            text,
            is_per_cent,
        } => {
            let is_number = value.is_finite() && text.len() <= LONGEST_SHARE;
            is_number.then(|| (Given::Share, *value, text.clone(), *is_per_cent))?
        }
        Value::Wins(wins) => (Given::Wins(*wins), 0.0, wins.to_string(), false),
        Value::Place => (Given::Place, 0.0, String::new(), false),
    };
    (!reading.faces.is_empty()).then(|| Claim {
        line: reading.line,
        rank: reading.rank,
        sides: reading.sides.unwrap_or(reading.faces.len() as u64),
        faces: reading.faces.clone(),
        die: reading.die,
        given,
        percent,
        percent_text,
        is_per_cent,
    })
}

/// What is said of a claim that is not in the exact form.
fn notes(claim: &Claim, reading: &Reading, line: &str) -> Vec<Finding> {
    let mut notes = claim.notes(line);
    if reading.is_from_zero {
        let text = "die Würfel sind ab 0 statt ab 1 gezählt";
        notes.push(Finding::new(claim.line, findings::FROM_ZERO, text));
    }
    notes
}

impl List {
    /// The number of digits behind the point of its shares. Zeros at the end of all of them come
    /// from rounding to fewer.
    pub fn decimals(&self) -> usize {
        let decimals = |claim: &Claim| decimals(claim.percent_text.trim_end_matches('0'));
        self.claims.iter().map(decimals).max().unwrap_or(0)
    }

    /// The shares that claims give so many dice, and to which unit each is rounded. A whole number
    /// is only as exact as it is printed, whatever other shares are; zeros behind a point are often
    /// left out where others have more digits.
    pub fn shown(&self, claims: &[(&Claim, usize)], dice: usize) -> Vec<Option<WrittenShare>> {
        let mut shown = vec![None; dice];
        for (claim, die) in claims
            .iter()
            .filter(|(claim, _)| claim.given == Given::Share)
        {
            let is_whole = decimals(&claim.percent_text) == 0;
            let decimals = if is_whole { 0 } else { self.decimals() };
            let share = claim.percent / 100.0;
            let unit = (libm::pow(0.1, decimals as f64) / 100.0).max(LEAST_UNIT);
            shown[*die] = Some(WrittenShare { share, unit });
        }
        shown
    }

    /// The lines that are not blank, without codes for colours, and their numbers.
    fn written_lines(&mut self, input: &[u8]) -> Vec<(usize, String)> {
        let mut written = Vec::new();
        for (line, number) in input.split(|&byte| byte == b'\n').zip(1..) {
            let text = String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line));
            if let Cow::Owned(_) = text {
                let what = "die Zeile ist kein gültiges UTF-8";
                self.say(number, findings::ENCODING, what);
            }
            let plain = without_colours(&text);
            if plain.len() < text.len() {
                let what = "die Zeile hat Farbcodes (Esc [ … m)";
                self.say(number, findings::COLOURS, what);
            }
            if plain.trim().is_empty() {
                continue;
            }
            for blank in self.lines + 1..number {
                self.say(blank, findings::BLANK, "leere Zeile");
            }
            self.lines = number;
            written.push((number, plain));
        }
        written
    }

    /// What each line is. The exact form wins where it names all dice, or at least half of them.
    fn read(
        &mut self,
        lines: &[(usize, String)],
        index: &DiceIndex,
    ) -> Result<Vec<(usize, Line)>, ListError> {
        if let Some((first, rows)) = rows::read(lines, index) {
            return self.read_rows(first, rows, index);
        }
        let exact = lines
            .iter()
            .map(|(number, text)| Line::exact(text, *number))
            .collect_vec();
        let claims = exact.iter().flatten().filter_map(|line| match line {
            Line::Claim(claim, _) => Some(claim),
            _ => None,
        });
        let claims = claims.collect_vec();
        let named = claims.iter().map(|claim| sort_faces(&claim.faces)).unique();
        let named = named
            .filter(|faces| index.count(faces) > 0)
            .map(|faces| index.count(&faces))
            .sum::<usize>();
        let is_exact = !claims.is_empty() && 2 * named >= index.dice.len();
        if !is_exact {
            let most = most_lines(index.dice.len());
            if lines.len() > most {
                return Err(ListError::TooManyLines(most));
            }
            let text = text_lines(lines);
            match reader::find(&text, index) {
                Found::List(found) if found.is_whole || claims.is_empty() => {
                    let other = lines
                        .iter()
                        .zip(exact)
                        .filter(|((number, _), _)| !found.lines.contains(number))
                        .map(|((number, line), exact)| match exact {
                            Some(heading @ Line::Heading(_)) => (*number, heading),
                            _ => (*number, Line::Other(Excerpt::new(line), Likeness::Strange)),
                        });
                    return Ok(self.read_found(&found, other.collect_vec(), lines));
                }
                Found::Pairings(means) if claims.is_empty() => {
                    let first = lines.first().map_or(1, |(number, _)| *number);
                    return Ok(self.read_means(first, means, index));
                }
                Found::Doubtful(doubt) if claims.is_empty() => {
                    let suggestion = Suggestion::of(&text, index, Some(doubt.line));
                    return Err(ListError::Doubtful { doubt, suggestion });
                }
                Found::Several(lines) if claims.is_empty() => {
                    return Err(ListError::Several(lines));
                }
                _ if claims.is_empty() => {
                    if lines.is_empty() {
                        return Err(ListError::Empty);
                    }
                    let mut other = lines.iter().zip(&exact).filter(|(_, line)| line.is_none());
                    let other = other
                        .next()
                        .map(|((number, text), _)| (*number, Excerpt::new(text)));
                    let suggestion = Suggestion::of(&text, index, None);
                    return Err(ListError::no_entry(other, suggestion));
                }
                _ => {}
            }
        }
        several_files(lines, &exact, index)?;
        let free = {
            let mut free = index
                .dice
                .iter()
                .map(|die| sort_faces(die.faces()))
                .counts();
            for claim in &claims {
                if let Some(number) = free.get_mut(&sort_faces(&claim.faces)) {
                    *number = number.saturating_sub(1);
                }
            }
            free
        };
        let is_free = |faces: &[u32]| {
            free.get(&sort_faces(faces))
                .is_some_and(|number| *number > 0)
        };
        let read = exact.into_iter().zip(lines).map(|(exact, (number, text))| {
            let stray = || {
                let reading =
                    stray(text, *number, index).filter(|reading| is_free(&reading.faces))?;
                let claim = claim(&reading)?;
                let notes = notes(&claim, &reading, text);
                Some(Line::Claim(claim, notes))
            };
            (
                *number,
                exact.or_else(stray).unwrap_or_else(|| Line::other(text)),
            )
        });
        Ok(read.collect())
    }

    /// The lines of a list that was found, with the other lines around it; below a header there are
    /// none.
    fn read_found(
        &mut self,
        found: &reader::Listed,
        other: Vec<(usize, Line)>,
        lines: &[(usize, String)],
    ) -> Vec<(usize, Line)> {
        let text = |line: usize| {
            // Lines stand in their order.
            lines
                .binary_search_by_key(&line, |(number, _)| *number)
                .map_or("", |place| &lines[place].1)
        };
        self.is_aside_allowed = found.is_whole;
        if let Some(header) = found.header {
            let note = format!("Tabelle statt der Liste; erwartet ist „{EXAMPLE}“");
            let note = Finding::new(header, findings::OTHER_FORM, note);
            let heading = (header, Line::Heading(Some(note)));
            let claims = found.readings.iter().filter_map(claim);
            let claims = claims.map(|claim| (claim.line, Line::Claim(claim, Vec::new())));
            return [heading].into_iter().chain(claims).collect();
        }
        let claims = found.readings.iter().filter_map(|reading| {
            let claim = claim(reading)?;
            let notes = notes(&claim, reading, text(claim.line));
            Some((claim.line, Line::Claim(claim, notes)))
        });
        let all = claims.chain(other);
        all.sorted_by_key(|(number, _)| *number).collect()
    }

    fn read_rows(
        &mut self,
        first: usize,
        rows: Rows,
        index: &DiceIndex,
    ) -> Result<Vec<(usize, Line)>, ListError> {
        let readings = match rows {
            Rows::List(readings) => readings,
            Rows::Doubtful(doubt) => {
                let suggestion = Suggestion::default();
                return Err(ListError::Doubtful { doubt, suggestion });
            }
            Rows::Pairings(meetings) => {
                let means = pairings::means(&meetings, index, self.lines);
                let means =
                    means.ok_or_else(|| ListError::no_entry(None, Suggestion::default()))?;
                return Ok(self.read_means(first, means, index));
            }
        };
        let note = format!("Tabelle statt der Liste; erwartet ist „{EXAMPLE}“");
        let heading = Line::Heading(Some(Finding::new(first, findings::OTHER_FORM, note)));
        let claims = readings.iter().filter_map(claim);
        let claims = claims.map(|claim| (claim.line, Line::Claim(claim, Vec::new())));
        Ok([(first, heading)].into_iter().chain(claims).collect())
    }

    /// The means of dice over their opponents, as claims; places count as lines.
    fn read_means(&mut self, first: usize, means: Means, index: &DiceIndex) -> Vec<(usize, Line)> {
        let note = format!(
            "Paarungen statt der Liste; ich mittele über die Gegner; erwartet ist „{EXAMPLE}“"
        );
        let heading = (
            first,
            Line::Heading(Some(Finding::new(first, findings::OTHER_FORM, note))),
        );
        let means = match means {
            Means::Whole(means) => means,
            Means::Faulty(faults) => {
                faults
                    .into_iter()
                    .for_each(|fault| self.findings.push(fault));
                self.lacks_pairings = true;
                return vec![heading];
            }
        };
        let claims = (1..).zip(means).map(|(place, mean)| {
            let faces = index.dice[mean.die].faces().to_vec();
            let claim = Claim {
                line: place,
                rank: None,
                sides: faces.len() as u64,
                faces,
                die: Some(mean.die),
                given: Given::Share,
                percent: mean.share,
                percent_text: format!("{:.4}", mean.share),
                is_per_cent: true,
            };
            (place, Line::Claim(claim, Vec::new()))
        });
        [heading].into_iter().chain(claims).collect()
    }

    /// The lines of a list in a form that was given.
    fn add_formed(
        &mut self,
        formed: Formed,
        lines: &[(usize, String)],
        index: &DiceIndex,
    ) -> Result<Vec<(usize, Line)>, ListError> {
        match formed {
            Formed::Readings(readings) => {
                let claims = readings.iter().filter_map(claim);
                let claims = claims.map(|claim| (claim.line, Line::Claim(claim, Vec::new())));
                let heading = lines
                    .first()
                    .map(|(number, _)| (*number, Line::Heading(None)));
                Ok(heading.into_iter().chain(claims).collect())
            }
            Formed::Meetings(meetings) => {
                let means = pairings::means(&meetings, index, self.lines);
                let means = means.ok_or(ListError::Form(FormFault::NoShares))?;
                let mut read =
                    self.read_means(lines.first().map_or(1, |(number, _)| *number), means, index);
                if let Some((_, heading)) = read.first_mut() {
                    *heading = Line::Heading(None);
                }
                Ok(read)
            }
        }
    }

    /// Puts lines of a list of so many dice together. What is no claim stands before the first one,
    /// behind the last one, or where it should not.
    fn add_lines(&mut self, lines: Vec<(usize, Line)>, dice: usize) -> Result<(), ListError> {
        let is_claim = |line: &Line| matches!(line, Line::Claim(..));
        let is_heading = |line: &Line| matches!(line, Line::Heading(_));
        let Some(first) = lines.iter().position(|(.., line)| is_claim(line)) else {
            if self.lacks_pairings {
                let notes = lines.into_iter().filter_map(|(_, line)| match line {
                    Line::Heading(note) => note,
                    _ => None,
                });
                notes.for_each(|note| self.findings.push(note));
                return Ok(());
            }
            if lines.is_empty() {
                return Err(ListError::Empty);
            }
            let other = lines.into_iter().find_map(|(number, line)| match line {
                Line::Other(text, _) => Some((number, text)),
                _ => None,
            });
            return Err(ListError::no_entry(other, Suggestion::default()));
        };
        let (mut last, mut claims, mut is_over) = (first, 0, false);
        for (index, (_, line)) in lines.iter().enumerate().skip(first) {
            claims += usize::from(is_claim(line));
            // A sentence about the winner has faces, too, and a table of pairings ranks. If all
            // dice are there, they are no claims.
            let is_aside = matches!(line, Line::Other(_, likeness) if *likeness == Likeness::Strange
                || claims >= dice && (is_over || *likeness == Likeness::Signed));
            is_over |= is_aside && claims >= dice;
            if !is_aside {
                last = index;
            }
        }
        // Then lines above that look like claims are none.
        let are_all_there = claims >= dice;
        let has_heading = lines[..first].iter().any(|(.., line)| is_heading(line));
        let mut is_below_heading = false;
        let mut notes: Vec<Finding> = Vec::new();
        for (index, (number, line)) in lines.into_iter().enumerate() {
            if index == first && !has_heading && !is_below_heading {
                let text = format!("vor dieser Zeile fehlt die Überschrift „{HEADING}“");
                self.say(number, findings::NO_HEADING, text);
            }
            match line {
                Line::Heading(note) => {
                    if is_below_heading || index > first {
                        let text = "die Überschrift gehört nur in die erste Zeile";
                        self.say(number, findings::HEADING_AGAIN, text);
                    } else if let Some(note) = note {
                        self.findings.push(note);
                    }
                    is_below_heading = true;
                }
                Line::Claim(claim, own) => {
                    notes.extend(own);
                    self.claims.push(claim);
                }
                Line::Other(text, likeness) => {
                    let is_like_claim =
                        likeness != Likeness::Strange && !(index < first && are_all_there);
                    let (kind, what) = if index == 0 && !has_heading && !is_like_claim {
                        // It stands where the heading should be.
                        is_below_heading = true;
                        let what = format!("statt der Überschrift „{HEADING}“");
                        (findings::OTHER_HEADING, what)
                    } else if index < first && !is_like_claim {
                        (findings::BEFORE, "steht vor dem ersten Würfel".into())
                    } else if index > last {
                        (findings::BEHIND, "steht hinter dem letzten Würfel".into())
                    } else if self.is_aside_allowed
                        || !text.to_string().contains(char::is_alphanumeric)
                    {
                        (findings::BETWEEN, "steht zwischen den Würfeln".into())
                    } else {
                        self.lost += usize::from(is_like_claim);
                        let what = format!("hat nicht die Form „{EXAMPLE}“");
                        (findings::UNREADABLE, what)
                    };
                    self.say(number, kind, format!("„{text}“ {what}"));
                }
            }
        }
        // What holds for many lines is said of the first.
        let lines = notes.iter().counts_by(|note| note.kind.name);
        for mut note in notes.into_iter().unique_by(|note| note.kind.name) {
            let more = lines[note.kind.name] as u64 - 1;
            if more > 0 {
                let lines = format_count(more, "weiteren Zeile", "weiteren Zeilen");
                note.text += &format!(" (ebenso in {lines})");
            }
            self.findings.push(note);
        }
        Ok(())
    }

    /// Puts claims without ranks in the order of their shares.
    fn put_in_order(&mut self) {
        let claims = &mut self.claims;
        let size = |claim: &Claim| match claim.given {
            Given::Wins(wins) => wins as f64,
            Given::Share | Given::Place => claim.percent,
        };
        let is_sorted = claims.is_sorted_by(|one, other| size(one) >= size(other));
        if !is_sorted && claims.iter().all(|claim| claim.rank.is_none()) {
            claims.sort_by(|one, other| size(other).total_cmp(&size(one)));
            let text = "die Zeilen haben keinen Rang und sind nicht sortiert; ich ordne sie nach den Anteilen";
            self.say(self.claims[0].line, findings::NO_RANKS, text);
        }
    }

    /// Makes percentages of shares from 0 to 1, if none is called a percentage.
    fn scale_fractions(&mut self) {
        let is_fraction = |claim: &Claim| {
            !claim.is_per_cent && claim.percent <= 1.0 && claim.given == Given::Share
        };
        let is_broken = |claim: &Claim| decimals(&claim.percent_text) > 0;
        if self.claims.iter().all(is_fraction) && self.claims.iter().any(is_broken) {
            let text = "die Anteile sind hier und in allen Zeilen Zahlen von 0 bis 1 statt Prozent";
            self.scale(100.0, 2, findings::FRACTIONS, text);
        }
    }

    /// Makes shares of other totals shares of the games of each die. Percentages of all dice are 50
    /// on average, without draws. So those that add up to 100, but for rounding, and of which none
    /// is larger than that of a die that wins all its games, are parts of the games of all dice;
    /// and whole numbers larger than 100 are games. A sum below 100 may be one with many draws.
    fn convert_totals(&mut self, dice: usize) {
        let claims = &self.claims;
        let most = claims.iter().map(|claim| claim.percent).fold(0.0, f64::max);
        let sum: f64 = claims.iter().map(|claim| claim.percent).sum();
        let unit = libm::pow(0.1, self.decimals() as f64);
        let half = dice as f64 / 2.0;
        if claims.len() != dice || dice < 3 {
            return;
        }
        if (sum - 100.0).abs() <= unit * libm::sqrt(dice as f64)
            && most * half <= 100.0 + half * unit
        {
            let text = "hier stehen Anteile an allen Spielen; ich rechne sie um";
            let less = libm::log10(half).ceil() as isize;
            self.scale(half, less, findings::TOTALS, text);
        }
    }

    /// Whether its claims give shares, or have none to give since pairings are missing.
    pub fn has_shares(&self) -> bool {
        self.claims.iter().all(|claim| claim.given == Given::Share)
    }

    /// The list with shares instead of numbers of games won, if it gives these: of so many games
    /// per pairing, if they are known; else of as many as all dice won together, unless games can
    /// be drawn or their number is broken. Otherwise only its order is left.
    pub fn with_shares(&self, dice: usize, games: Option<u64>, can_draw: bool) -> Cow<'_, List> {
        let wins = self.claims.iter().filter_map(|claim| match claim.given {
            Given::Wins(wins) => Some(wins),
            Given::Share | Given::Place => None,
        });
        let wins = wins.collect_vec();
        if wins.is_empty() && self.claims.iter().all(|claim| claim.given == Given::Share) {
            return Cow::Borrowed(self);
        }
        let mut list = self.clone();
        let pairings = (dice * (dice - 1) / 2) as u64;
        let sum = wins
            .iter()
            .fold(0u64, |sum, wins| sum.saturating_add(*wins));
        let is_whole = wins.len() == dice && sum > 0 && sum % pairings == 0;
        let games = games.or_else(|| (is_whole && !can_draw).then_some(sum / pairings));
        let games = games.filter(|_| wins.len() == self.claims.len());
        let line = self.claims.first().map_or(1, |claim| claim.line);
        let Some(games) = games else {
            for claim in &mut list.claims {
                claim.given = Given::Place;
            }
            let remedy = if wins.is_empty() {
                ""
            } else {
                "; mit --gespielt N sagen, aus wie vielen Spielen je Paarung die Siege sind"
            };
            let text = format!("beurteilt ist nur die Reihenfolge{remedy}");
            list.say(line, findings::ORDER_ONLY, text);
            return Cow::Owned(list);
        };
        let played = games as f64 * (dice - 1) as f64;
        for claim in &mut list.claims {
            if let Given::Wins(wins) = claim.given {
                claim.given = Given::Share;
                claim.percent = 100.0 * wins as f64 / played;
                claim.percent_text = format!("{:.4}", claim.percent);
            }
        }
        let text = "hier stehen Anzahlen gewonnener Spiele; ich rechne sie in Anteile um";
        list.say(line, findings::TOTALS, text);
        let out_of_range = list.claims.iter().filter_map(beyond).collect_vec();
        out_of_range
            .into_iter()
            .for_each(|finding| list.findings.push(finding));
        Cow::Owned(list)
    }

    /// Multiplies all shares, which have so many decimals less then.
    fn scale(&mut self, factor: f64, less: isize, kind: Kind, text: &str) {
        for claim in &mut self.claims {
            let decimals = decimals(&claim.percent_text).saturating_add_signed(-less);
            claim.percent *= factor;
            claim.percent_text = format!("{:.decimals$}", claim.percent);
        }
        self.say(self.claims[0].line, kind, text);
    }

    fn say(&mut self, line: usize, kind: Kind, text: impl Into<String>) {
        self.findings.push(Finding::new(line, kind, text));
    }
}

/// The text without codes for colours.
fn without_colours(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, code)) = rest.split_once("\u{1b}[") {
        plain.push_str(before);
        let behind = code.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';');
        match behind.strip_prefix('m') {
            Some(behind) => rest = behind,
            None => {
                plain.push_str("\u{1b}[");
                rest = code;
            }
        }
    }
    plain + rest
}

/// What a single line says that is not in the exact form, if it names a die by its faces and a
/// share.
fn stray(text: &str, number: usize, index: &DiceIndex) -> Option<Reading> {
    let line = text_lines(&[(number, text.to_string())])
        .into_iter()
        .next()?;
    let record = Record::new(tokens(
        &line.text,
        number,
        index,
        Comma::Decimal,
        Naming::Faces,
    ));
    match meaning(&[&record], index, None, Wanted::One) {
        Meaning::List(mut readings) => readings.pop(),
        Meaning::Doubtful(_) | Meaning::Nothing => None,
    }
    .filter(|reading| {
        reading
            .sides
            .is_none_or(|sides| sides == reading.faces.len() as u64)
    })
}

/// Refuses lists of several dice files in one: below each heading stands one, and some name dice
/// that are not in this file.
fn several_files(
    lines: &[(usize, String)],
    exact: &[Option<Line>],
    index: &DiceIndex,
) -> Result<(), ListError> {
    let mut starts: Vec<(usize, [usize; 2])> = Vec::new();
    for ((number, _), line) in lines.iter().zip(exact) {
        match line {
            Some(Line::Heading(_)) => starts.push((*number, [0, 0])),
            Some(Line::Claim(claim, _)) => {
                let is_known = index.count(&claim.faces) > 0;
                if let Some((_, counts)) = starts.last_mut() {
                    counts[usize::from(is_known)] += 1;
                }
            }
            _ => {}
        }
    }
    starts.retain(|(_, [strange, known])| strange + known > 0);
    let is_other = |(_, [strange, known]): &(usize, [usize; 2])| *strange >= 2 && strange >= known;
    let others = starts.iter().filter(|start| is_other(start)).count();
    if starts.len() > 1 && (1..=starts.len()).contains(&others) {
        return Err(ListError::Several([starts[0].0, starts[1].0]));
    }
    Ok(())
}
