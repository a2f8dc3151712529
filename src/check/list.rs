//! Somebody's Bestenliste.
//!
//! ```text
//! Würfel-Bestenliste:
//! 1. 6 Seiten -> : 1 1 1 6 6 6; 97.76%
//! ```
//!
//! Spaces and tabs may be more or fewer, commas may stand between faces and in percentages, and these may
//! have any number of decimals; such lines get a note. So do entries in other forms that leave no doubt, lines
//! above the first entry and below the last one that are not like one, headings that are spelt otherwise, lines that are no
//! UTF-8, shares from 0 to 1 that are called no percentages, and codes for colours. As in a dice file
//! CRLF, a UTF-8 byte order mark, no newline at the end and blank lines at the end are fine; other blank lines
//! have a note.

use std::borrow::Cow;
use std::mem;
use std::sync::LazyLock;

use regex::Regex;
use thiserror::Error;

use super::findings::{self, Finding, Findings, Kind};
use super::line::{Claim, EXAMPLE, HEADING, Line, regex};
use crate::dice::Die;
use crate::text::{Excerpt, without_mark};

/// Why something is no list at all. Lines count from 1.
#[derive(Debug, Error, PartialEq, Eq)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum ListError {
    #[error("sie ist leer; erwartet ist eine Würfel-Bestenliste")]
    Empty,
    #[error("keine Zeile hat die Form „{EXAMPLE}“{}", .0.as_ref().map_or_else(String::new, |(line, text)| format!("; Zeile {line}: „{text}“")))]
    NoEntry(Option<(usize, Excerpt)>),
    #[error("sie hat mehr als {0} Bytes; so lang ist keine Liste dieser Würfel")]
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

/// Reads a list of these dice.
///
/// # Errors
///
/// If the input is no list at all. What is wrong with single lines is kept for [`judge`](super::judge()).
pub fn parse(input: &[u8], dice: &[Die]) -> Result<List, ListError> {
    if input.len() > most_bytes(dice) {
        return Err(ListError::TooLong(most_bytes(dice)));
    }
    let mut list = List::default();
    let lines = list.written_lines(without_mark(input));
    let lines = lines.into_iter().map(|(number, text)| {
        let line = Line::new(&text, number);
        (number, text, line)
    });
    list.add_lines(lines.collect(), dice.len())?;
    list.scale_fractions();
    Ok(list)
}

impl List {
    /// The number of digits behind the point of its shares. Zeros at the end of all of them come from rounding to fewer.
    pub fn decimals(&self) -> usize {
        let decimals = self.claims.iter().map(Claim::significant_decimals);
        decimals.max().unwrap_or(0)
    }

    /// The lines that are not blank, without codes for colours, and their numbers.
    fn written_lines<'a>(&mut self, input: &'a [u8]) -> Vec<(usize, Cow<'a, str>)> {
        let mut written = Vec::new();
        for (line, number) in input.split(|&byte| byte == b'\n').zip(1..) {
            let text = String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line));
            if let Cow::Owned(_) = text {
                self.say(
                    number,
                    findings::ENCODING,
                    "die Zeile ist kein gültiges UTF-8",
                );
            }
            let length = text.len();
            let plain = without_colours(text);
            if plain.len() < length {
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
    fn add_lines(
        &mut self,
        lines: Vec<(usize, Cow<str>, Line)>,
        dice: usize,
    ) -> Result<(), ListError> {
        let is_claim = |line: &Line| matches!(line, Line::Claim(..));
        let is_heading = |line: &Line| matches!(line, Line::Heading(_));
        let Some(first) = lines.iter().position(|(.., line)| is_claim(line)) else {
            let other = lines.iter().find(|(.., line)| !is_heading(line));
            let other = other.map(|(number, text, _)| (*number, Excerpt::new(text)));
            return Err(match lines.is_empty() {
                true => ListError::Empty,
                false => ListError::NoEntry(other),
            });
        };
        let (mut last, mut claims) = (first, 0);
        for (index, (.., line)) in lines.iter().enumerate().skip(first) {
            claims += usize::from(is_claim(line));
            // A sentence about the winner has faces, too. If all dice are there, it is no claim.
            let is_aside = matches!(line, Line::Other { is_like_claim, has_rank }
                if !is_like_claim || !has_rank && claims >= dice);
            if !is_aside {
                last = index;
            }
        }
        let has_heading = lines[..first].iter().any(|(.., line)| is_heading(line));
        let (mut is_below_heading, mut unread) = (false, 0);
        for (index, (number, text, line)) in lines.into_iter().enumerate() {
            if index == first && !has_heading && !is_below_heading {
                let text = format!("vor dieser Zeile fehlt die Überschrift „{HEADING}“");
                self.say(number, findings::NO_HEADING, text);
            }
            match line {
                Line::Heading(note) => {
                    if is_below_heading || index > first {
                        let text = "die Überschrift gehört nur in die erste Zeile";
                        self.say(number, findings::HEADING_AGAIN, text);
                    } else {
                        self.findings.extend(note);
                    }
                    is_below_heading = true;
                    if index < first {
                        unread = 0;
                    }
                }
                Line::Claim(claim, notes) => {
                    self.findings.extend(notes);
                    let unread = mem::take(&mut unread);
                    self.claims.push(Claim { unread, ..claim });
                }
                Line::Other { is_like_claim, .. } => {
                    let text = Excerpt::new(&text);
                    if index == 0 && !has_heading && !is_like_claim {
                        // It stands where the heading should be.
                        let text = format!("„{text}“ statt der Überschrift „{HEADING}“");
                        self.say(number, findings::OTHER_HEADING, text);
                        is_below_heading = true;
                    } else if index < first && has_heading && !is_like_claim {
                        let text = format!("„{text}“ steht vor dem ersten Würfel");
                        self.say(number, findings::BEFORE, text);
                    } else if index > last {
                        let text = format!("„{text}“ steht hinter dem letzten Würfel");
                        self.say(number, findings::BEHIND, text);
                    } else {
                        let text = format!("„{text}“ hat nicht die Form „{EXAMPLE}“");
                        self.say(number, findings::UNREADABLE, text);
                        self.lost += usize::from(is_like_claim);
                        unread += 1;
                    }
                }
            }
        }
        Ok(())
    }

    /// Makes percentages of shares from 0 to 1, if none is called a percentage. (Percentages of all dice are 50 on average, without
    /// draws.)
    fn scale_fractions(&mut self) {
        let claims = &mut self.claims;
        let is_fraction = |claim: &Claim| !claim.is_per_cent && claim.percent <= 1.0;
        let is_broken = |claim: &Claim| claim.decimals() > 0;
        if !claims.iter().all(is_fraction) || !claims.iter().any(is_broken) {
            return;
        }
        let first = claims[0].line;
        for claim in claims {
            let decimals = claim.decimals().saturating_sub(2);
            claim.percent *= 100.0;
            claim.percent_text = format!("{:.decimals$}", claim.percent);
        }
        let text = "die Anteile sind hier und in allen Zeilen Zahlen von 0 bis 1 statt Prozent";
        self.say(first, findings::FRACTIONS, text);
    }

    /// Finds something about a line.
    fn say(&mut self, line: usize, kind: Kind, text: impl Into<String>) {
        self.findings.push(Finding::new(line, kind, text));
    }
}

/// The text without codes for colours: Esc, `[`, numbers and semicolons, `m`.
fn without_colours(text: Cow<str>) -> Cow<str> {
    static COLOUR: LazyLock<Regex> = LazyLock::new(|| regex("\u{1b}\\[[0-9;]*m"));
    match COLOUR.replace_all(&text, "") {
        Cow::Owned(plain) => Cow::Owned(plain),
        Cow::Borrowed(_) => text,
    }
}
