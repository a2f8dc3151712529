//! Somebody's Bestenliste.
//!
//! ```text
//! Würfel-Bestenliste:
//! 1. 6 Seiten -> : 1 1 1 6 6 6; 97.76%
//! ```
//!
//! Spaces and tabs may be more or fewer, commas may stand between faces and in percentages, and these may
//! have any number of decimals; such lines get a note. So do entries in [other forms](super::line), tables (`table`), lines
//! above the first entry and below the last one that are not like one, headings that are spelt otherwise or missing, lines that
//! are no UTF-8, shares of other totals, and codes for colours; where the exact form is wanted, these are faults. As in a dice
//! file CRLF, a UTF-8 byte order mark, no newline at the end and blank lines at the end are fine; other blank lines
//! have a note.

use std::borrow::Cow;
use std::sync::LazyLock;

use itertools::Itertools;
use regex::Regex;
use thiserror::Error;

use super::findings::{self, Finding, Findings, Kind, OTHER_FORM};
use super::line::{Claim, EXAMPLE, HEADING, Known, Line, decimals, regex};
use super::table;
use crate::dice::Die;
use crate::likelihood::Shown;
use crate::likelihood::fit::LEAST_UNIT;
use crate::text::{Excerpt, count, without_mark};

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
         Tabulator, Anteil in Prozent", .0.as_ref().map_or_else(String::new, |(line, text)| format!(" (Zeile {line}: „{text}“)"))
    )]
    NoEntry(Option<(usize, Excerpt)>),
    #[error("die Liste ist nicht zu öffnen: {0}")]
    NoAccess(String),
    #[error("die Liste hat mehr als {0} Bytes; so lang ist keine Liste dieser Würfel")]
    TooLong(usize),
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
    /// The number of the last line that is not blank.
    pub(super) lines: usize,
}

/// The most bytes that a list of these dice may have: some times as many as it should, and a lot of lines around it. This ends
/// input that does not end by itself.
pub fn most_bytes(dice: &[Die]) -> usize {
    /// As many bytes as a face has, with the space before it.
    const FACE: usize = 11;
    /// What may stand around a list.
    const AROUND: usize = 1 << 20;
    let faces: usize = dice.iter().map(|die| die.faces().len()).sum();
    2 * FACE * faces + 1000 * dice.len() + AROUND
}

/// Reads a list of these dice; strictly, if that form is wanted and no other.
///
/// # Errors
///
/// If the input is no list at all. What is wrong with single lines is kept for [`judge`](super::judge()).
pub fn parse(input: &[u8], dice: &[Die], is_strict: bool) -> Result<List, ListError> {
    let mut list = as_printed(input, dice, is_strict)?;
    list.convert_totals(dice.len());
    for claim in list.claims.iter().filter(|claim| claim.percent > 100.0) {
        let text = format!("{}% ist mehr als 100%", claim.percent_text);
        let finding = Finding::new(claim.line, findings::BEYOND_ALL, text);
        list.findings.push(finding);
    }
    Ok(list)
}

/// The same, with shares of whatever total they are.
///
/// # Errors
///
/// If the input is no list at all.
pub fn as_printed(input: &[u8], dice: &[Die], is_strict: bool) -> Result<List, ListError> {
    if input.len() > most_bytes(dice) {
        return Err(ListError::TooLong(most_bytes(dice)));
    }
    let mut list = List::default();
    list.findings.is_strict = is_strict;
    let known = Known::new(dice);
    let lines = list.written_lines(without_mark(input));
    let readings = table::read(&lines, &known).unwrap_or_else(|| read_lines(&lines, &known));
    list.add_lines(readings, dice.len())?;
    list.put_in_order();
    list.scale_fractions();
    Ok(list)
}

/// For each line the claim about a die that it names by its number, or by that of its sides if this says more, as in `W6`; and
/// whether the numbers count from 0.
fn by_number(lines: &[(usize, String)], known: &Known) -> (Vec<Option<Claim>>, bool) {
    let found = lines.iter().map(|(_, text)| Claim::numbers(text));
    let found = found.collect_vec();
    let is_from_zero = found.iter().flatten().any(|(die, ..)| *die == 0);
    let read = |faces_of: &dyn Fn(usize) -> Option<Vec<u32>>| {
        let claims = found.iter().zip(lines).map(|(found, (line, _))| {
            let (die, rank, share, is_per_cent) = (*found)?;
            Claim::new(*line, rank, faces_of(die)?, share, is_per_cent)
        });
        claims.collect_vec()
    };
    let by_number = read(&|die| known.numbered(die, usize::from(!is_from_zero)));
    let by_sides = read(&|sides| {
        let dice = known.dice.iter().filter(|die| die.faces().len() == sides);
        Some(dice.exactly_one().ok()?.faces().to_vec())
    });
    match by_sides.iter().flatten().count() > by_number.iter().flatten().count() {
        true => (by_sides, false),
        false => (by_number, is_from_zero),
    }
}

/// What each line is. If not all dice are named by their faces, they may be by their numbers.
fn read_lines(lines: &[(usize, String)], known: &Known) -> Vec<(usize, Line)> {
    let read = |(number, text): &(usize, String)| (*number, Line::new(text, *number, known));
    let mut readings = lines.iter().map(read).collect_vec();
    let is_claim = |(_, line): &(usize, Line)| matches!(line, Line::Claim(..));
    let by_faces = readings.iter().filter(|one| is_claim(one)).count();
    if by_faces < known.dice.len() {
        let (claims, is_from_zero) = by_number(lines, known);
        // A number may be that of the only face of a die.
        let are_all = claims.iter().flatten().count() >= known.dice.len();
        let claims = claims.into_iter().filter(|_| by_faces == 0 || are_all);
        for ((claim, (number, text)), reading) in claims.zip(lines).zip(&mut readings) {
            let Some(claim) = claim else { continue };
            let mut notes = claim.notes(text);
            if is_from_zero {
                let text = "die Würfel sind ab 0 statt ab 1 gezählt";
                notes.push(Finding::new(*number, findings::FROM_ZERO, text));
            }
            reading.1 = Line::Claim(claim, notes);
        }
    }
    // A sentence about the winner stands below or above the list.
    let claims = readings.iter().enumerate();
    let claims = claims.filter_map(|(index, (_, line))| match line {
        Line::Claim(claim, notes) => Some((index, &claim.faces, notes.first())),
        _ => None,
    });
    let claims = claims.collect_vec();
    let ends = [claims.last(), claims.first()];
    let sentence = ends.into_iter().flatten().find(|(_, own, note)| {
        let alike = claims.iter().filter(|(_, faces, _)| faces == own);
        claims.len() == known.dice.len() + 1
            && note.is_some_and(|note| note.kind == OTHER_FORM)
            && alike.count() > 1
    });
    if let Some(&(index, ..)) = sentence {
        readings[index].1 = Line::Other(Excerpt::new(&lines[index].1), None);
    }
    readings
}

impl List {
    /// The number of digits behind the point of its shares. Zeros at the end of all of them come from rounding to fewer.
    pub fn decimals(&self) -> usize {
        let decimals = |claim: &Claim| decimals(claim.percent_text.trim_end_matches('0'));
        self.claims.iter().map(decimals).max().unwrap_or(0)
    }

    /// The shares that claims give so many dice, and to which unit each is rounded. A whole number is only as exact as it is
    /// printed, whatever other shares are; zeros behind a point are often left out where others have more digits.
    pub fn shown(&self, claims: &[(&Claim, usize)], dice: usize) -> Vec<Option<Shown>> {
        let mut shown = vec![None; dice];
        for (claim, die) in claims {
            let is_whole = decimals(&claim.percent_text) == 0;
            let decimals = if is_whole { 0 } else { self.decimals() };
            let share = claim.percent / 100.0;
            let unit = (libm::pow(0.1, decimals as f64) / 100.0).max(LEAST_UNIT);
            shown[*die] = Some(Shown { share, unit });
        }
        shown
    }

    /// The lines that are not blank, without codes for colours, and their numbers.
    fn written_lines(&mut self, input: &[u8]) -> Vec<(usize, String)> {
        static COLOUR: LazyLock<Regex> = LazyLock::new(|| regex("\u{1b}\\[[0-9;]*m"));
        let mut written = Vec::new();
        for (line, number) in input.split(|&byte| byte == b'\n').zip(1..) {
            let text = String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line));
            if let Cow::Owned(_) = text {
                let what = "die Zeile ist kein gültiges UTF-8";
                self.say(number, findings::ENCODING, what);
            }
            let plain = COLOUR.replace_all(&text, "").into_owned();
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

    /// Puts lines of a list of so many dice together. What is no claim stands before the first one, behind the last one, or
    /// where it should not.
    fn add_lines(&mut self, lines: Vec<(usize, Line)>, dice: usize) -> Result<(), ListError> {
        let is_claim = |line: &Line| matches!(line, Line::Claim(..));
        let is_heading = |line: &Line| matches!(line, Line::Heading(_));
        let Some(first) = lines.iter().position(|(.., line)| is_claim(line)) else {
            if lines.is_empty() {
                return Err(ListError::Empty);
            }
            let other = lines.into_iter().find_map(|(number, line)| match line {
                Line::Other(text, _) => Some((number, text)),
                _ => None,
            });
            return Err(ListError::NoEntry(other));
        };
        let (mut last, mut claims, mut is_over) = (first, 0, false);
        for (index, (_, line)) in lines.iter().enumerate().skip(first) {
            claims += usize::from(is_claim(line));
            // A sentence about the winner has faces, too, and a table of pairings ranks. If all dice are there, they are no claims.
            let is_aside = matches!(line, Line::Other(_, rank)
                if rank.is_none() || claims >= dice && (is_over || *rank == Some(false)));
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
                Line::Other(text, rank) => {
                    let is_like_claim = rank.is_some() && !(index < first && are_all_there);
                    let (kind, what) = if index == 0 && !has_heading && !is_like_claim {
                        // It stands where the heading should be.
                        is_below_heading = true;
                        let what = format!("statt der Überschrift „{HEADING}“");
                        (findings::OTHER_HEADING, what)
                    } else if index < first && !is_like_claim {
                        (findings::BEFORE, "steht vor dem ersten Würfel".into())
                    } else if index > last {
                        (findings::BEHIND, "steht hinter dem letzten Würfel".into())
                    } else if !text.to_string().contains(char::is_alphanumeric) {
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
                let lines = count(more, "weiteren Zeile", "weiteren Zeilen");
                note.text += &format!(" (ebenso in {lines})");
            }
            self.findings.push(note);
        }
        Ok(())
    }

    /// Puts claims without ranks in the order of their shares.
    fn put_in_order(&mut self) {
        let claims = &mut self.claims;
        let is_sorted = claims.is_sorted_by(|one, other| one.percent >= other.percent);
        if !is_sorted && claims.iter().all(|claim| claim.rank.is_none()) {
            claims.sort_by(|one, other| other.percent.total_cmp(&one.percent));
            let text = "die Zeilen haben keinen Rang und sind nicht sortiert; ich ordne sie nach den Anteilen";
            self.say(self.claims[0].line, findings::NO_RANKS, text);
        }
    }

    /// Makes percentages of shares from 0 to 1, if none is called a percentage.
    fn scale_fractions(&mut self) {
        let is_fraction = |claim: &Claim| !claim.is_per_cent && claim.percent <= 1.0;
        let is_broken = |claim: &Claim| decimals(&claim.percent_text) > 0;
        if self.claims.iter().all(is_fraction) && self.claims.iter().any(is_broken) {
            let text = "die Anteile sind hier und in allen Zeilen Zahlen von 0 bis 1 statt Prozent";
            self.scale(100.0, 2, findings::FRACTIONS, text);
        }
    }

    /// Makes shares of other totals shares of the games of each die. Percentages of all dice are 50 on average, without draws. So
    /// those that add up to 100, but for rounding, and of which none is larger than that of a die that wins all its games, are
    /// parts of the games of all dice; and whole numbers larger than 100 are games. A sum below 100 may be one with many draws.
    fn convert_totals(&mut self, dice: usize) {
        let claims = &self.claims;
        let is_bare = claims.iter().all(|claim| !claim.is_per_cent);
        let most = claims.iter().map(|claim| claim.percent).fold(0.0, f64::max);
        let is_broken = claims.iter().any(|one| decimals(&one.percent_text) > 0);
        let sum: f64 = claims.iter().map(|claim| claim.percent).sum();
        let unit = libm::pow(0.1, self.decimals() as f64);
        let half = dice as f64 / 2.0;
        if claims.len() != dice || dice < 3 {
            return;
        }
        if is_bare && !is_broken && most > 100.0 {
            let text = "hier stehen Anzahlen gewonnener Spiele; ich rechne sie in Anteile um";
            self.scale(100.0 * half / sum, -2, findings::TOTALS, text);
        } else if (sum - 100.0).abs() <= unit * libm::sqrt(dice as f64)
            && most * half <= 100.0 + half * unit
        {
            let text = "hier stehen Anteile an allen Spielen; ich rechne sie um";
            let less = libm::log10(half).ceil() as isize;
            self.scale(half, less, findings::TOTALS, text);
        }
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
