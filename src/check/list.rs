//! Somebody's Bestenliste, read line by line.
//!
//! ```text
//! Würfel-Bestenliste:
//! 1. 6 Seiten -> : 1 1 1 6 6 6; 97.76%
//! ```
//!
//! Spaces and tabs may be more or fewer, commas may stand between faces and in percentages, and these may
//! have any number of decimals; such lines get a note. As in a dice file CRLF, a UTF-8 byte order mark, no
//! newline at the end and blank lines at the end are fine; other blank lines have a note.

use itertools::Itertools;
use thiserror::Error;

use super::findings::{EXAMPLE, Fault, Finding, HEADING, Note, Remark};
use crate::text::{Excerpt, whole_number};

/// A share has at most so many characters.
const LONGEST_SHARE: usize = 20;

/// Why something is no list at all. Lines count from 1.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum ListError {
    /// There is nothing but white space.
    #[error("sie ist leer; erwartet ist eine Würfel-Bestenliste")]
    Empty,
    /// A line is not UTF-8.
    #[error("Zeile {0} ist kein gültiges UTF-8; bitte die Liste als UTF-8 speichern")]
    Encoding(usize),
    /// No line is a claim. This says what is missing in the first line that should be one.
    #[error("keine Zeile hat die Form „{EXAMPLE}“{}", .0.as_deref().unwrap_or_default())]
    NoEntry(Option<String>),
}

/// What a line of a list says.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// The number of the line.
    pub line: usize,
    /// How many claims there are before it that could not be read.
    pub(super) unread: u64,
    /// The rank that the line gives.
    pub rank: u64,
    /// The number of sides.
    pub sides: u64,
    /// The faces, in the order in which they are given.
    pub faces: Vec<u32>,
    /// The share of games won, in per cent.
    pub percent: f64,
    /// The share as it is written.
    pub(super) percent_text: String,
}

/// Somebody's list.
#[derive(Clone, Debug, PartialEq)]
pub struct List {
    /// What could be read, in the order of the lines; at least one.
    pub claims: Vec<Claim>,
    /// What there is to say about the form of its lines.
    pub(super) findings: Vec<Finding>,
    /// How many lines look like claims, but cannot be read.
    pub(super) lost: usize,
    /// The number of the last line that is not blank.
    pub(super) lines: usize,
}

/// Reads a list.
///
/// # Errors
///
/// If the input is no list at all. What is wrong with single lines is kept for [`judge`](super::judge()).
pub fn parse(input: &[u8]) -> Result<List, ListError> {
    let (readings, mut findings) = read(input)?;
    let last = readings.last().ok_or(ListError::Empty)?.line;
    let is_claim = |reading: &Reading| matches!(reading.content, Content::Claim(_));
    let Some(first_claim) = readings.iter().position(is_claim) else {
        return Err(ListError::NoEntry(first_unreadable(&readings)));
    };
    let head = &readings[..first_claim];
    let has_heading = head
        .iter()
        .any(|reading| matches!(reading.content, Content::Heading));
    // A first line that is neither heading nor claim stands where the heading should be.
    let is_misspelt = !has_heading && head.first().is_some_and(|reading| !reading.is_like_claim());

    let mut list = List {
        claims: Vec::new(),
        findings: Vec::new(),
        lost: 0,
        lines: last,
    };
    let mut headings = 0;
    let mut unread = 0;
    for (index, reading) in readings.into_iter().enumerate() {
        let line = reading.line;
        let mut say = |remark| findings.push(Finding { line, remark });
        list.lost += usize::from(reading.is_like_claim());
        match reading.content {
            Content::Heading => {
                if headings > 0 || !list.claims.is_empty() {
                    say(Remark::Fault(Fault::HeadingAgain));
                } else if reading.text != HEADING {
                    say(Remark::Note(Note::Spelling));
                }
                headings += 1;
                if list.claims.is_empty() {
                    unread = 0;
                }
            }
            Content::Unreadable(_) if index == 0 && is_misspelt => {
                say(Remark::Fault(Fault::Heading(Excerpt::new(reading.text))));
            }
            Content::Unreadable(missing) => {
                say(Remark::Fault(Fault::Form { missing }));
                unread += 1;
            }
            Content::Claim(claim) => {
                if list.claims.is_empty() && !has_heading && !is_misspelt {
                    say(Remark::Fault(Fault::NoHeading));
                }
                claim.remarks(reading.text).into_iter().for_each(say);
                list.claims.push(Claim {
                    unread: std::mem::take(&mut unread),
                    ..claim
                });
            }
        }
    }
    list.findings = findings;
    Ok(list)
}

/// A line of the input that is not blank.
struct Reading<'a> {
    /// The number of the line, from 1.
    line: usize,
    text: &'a str,
    content: Content,
}

/// What a line is.
enum Content {
    /// The heading, spaces around it or not.
    Heading,
    Claim(Claim),
    /// The line is neither. This says what is missing for a claim.
    Unreadable(String),
}

impl Reading<'_> {
    /// Whether the line cannot be read, but was probably meant to be a claim.
    fn is_like_claim(&self) -> bool {
        let begins_with_digit = self
            .text
            .trim_start()
            .starts_with(|c: char| c.is_ascii_digit());
        matches!(self.content, Content::Unreadable(_))
            && (begins_with_digit || self.text.contains([';', '>']))
    }
}

/// All lines that are not blank, and a note on each blank line that is not at the end.
fn read(input: &[u8]) -> Result<(Vec<Reading<'_>>, Vec<Finding>), ListError> {
    let input = input.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(input);
    let mut readings = Vec::new();
    let mut blank = Vec::new();
    let mut notes = Vec::new();
    for (text, line) in input.split(|&byte| byte == b'\n').zip(1..) {
        let text = str::from_utf8(text).map_err(|_| ListError::Encoding(line))?;
        let text = text.strip_suffix('\r').unwrap_or(text);
        let content = match text.trim() {
            "" => {
                let remark = Remark::Note(Note::Blank);
                blank.push(Finding { line, remark });
                continue;
            }
            HEADING => Content::Heading,
            _ => Claim::parse(text, line).map_or_else(Content::Unreadable, Content::Claim),
        };
        notes.append(&mut blank);
        readings.push(Reading {
            line,
            text,
            content,
        });
    }
    Ok((readings, notes))
}

/// What is missing in the first line that cannot be read.
fn first_unreadable(readings: &[Reading]) -> Option<String> {
    readings.iter().find_map(|reading| match &reading.content {
        Content::Unreadable(missing) => Some(format!("; Zeile {}: {missing}", reading.line)),
        _ => None,
    })
}

/// What is left of a line.
struct Rest<'a>(&'a str);

impl<'a> Rest<'a> {
    /// Takes this text, after any spaces.
    fn literal(&mut self, text: &'static str) -> Result<(), String> {
        self.0 = self.0.trim_start();
        self.0 = self
            .0
            .strip_prefix(text)
            .ok_or_else(|| self.missing(&format!("„{text}“")))?;
        Ok(())
    }

    /// Takes as many of these characters as there are, at least one, after any spaces.
    fn run(&mut self, is_part: impl Fn(char) -> bool, what: &str) -> Result<&'a str, String> {
        self.0 = self.0.trim_start();
        let end = self.0.find(|c| !is_part(c)).unwrap_or(self.0.len());
        let (run, rest) = self.0.split_at(end);
        if run.is_empty() {
            return Err(self.missing(what));
        }
        self.0 = rest;
        Ok(run)
    }

    /// Says that something is missing here.
    fn missing(&self, what: &str) -> String {
        match self.0.is_empty() {
            true => format!("am Ende fehlt {what}"),
            false => format!("vor „{}“ fehlt {what}", Excerpt::new(self.0)),
        }
    }
}

impl Claim {
    /// Reads a line, or says what is missing where.
    fn parse(line: &str, number: usize) -> Result<Claim, String> {
        let mut rest = Rest(line);
        let is_digit = |c: char| c.is_ascii_digit();
        let whole = |text: &str, what: &str| -> Result<u64, String> {
            whole_number(text).ok_or_else(|| format!("„{}“ ist {what}", Excerpt::new(text)))
        };
        let rank = whole(rest.run(is_digit, "der Rang")?, "kein Rang")?;
        rest.literal(".")?;
        let sides = whole(
            rest.run(is_digit, "die Anzahl der Seiten")?,
            "keine Anzahl von Seiten",
        )?;
        rest.literal("Seiten")?;
        rest.literal("->")?;
        rest.literal(":")?;
        const FACE: &str = "eine Augenzahl";
        let faces = rest.run(|c| c != ';', FACE)?;
        let faces = faces
            .split(|c: char| c.is_whitespace() || c == ',')
            .filter(|face| !face.is_empty());
        let face = |face| {
            whole_number(face)
                .ok_or_else(|| format!("„{}“ ist keine Augenzahl", Excerpt::new(face)))
        };
        let faces = faces.map(face).collect::<Result<Vec<u32>, String>>()?;
        if faces.is_empty() {
            return Err(rest.missing(FACE));
        }
        rest.literal(";")?;
        let percent_text = rest.run(|c| is_digit(c) || c == '.' || c == ',', "der Anteil")?;
        let percent = percent_text.replace(',', ".").parse().ok();
        let percent: f64 = percent
            .filter(|_| percent_text.len() <= LONGEST_SHARE)
            .ok_or_else(|| format!("„{}“ ist kein Anteil", Excerpt::new(percent_text)))?;
        rest.literal("%")?;
        if !rest.0.trim().is_empty() {
            return Err(format!("„{}“ ist zu viel", Excerpt::new(rest.0.trim())));
        }
        Ok(Claim {
            line: number,
            unread: 0,
            rank,
            sides,
            faces,
            percent,
            percent_text: percent_text.to_string(),
        })
    }

    /// What there is to say about the form of the claim, which is written like this.
    fn remarks(&self, text: &str) -> Vec<Remark> {
        let share = || self.percent_text.clone();
        let remarks = [
            (self.spelling() != text).then_some(Remark::Note(Note::Spelling)),
            (self.percent_text.contains(',')).then(|| Remark::Note(Note::Comma(share()))),
            (self.decimals() != 2).then(|| Remark::Note(Note::Decimals(share()))),
            (self.percent > 100.0).then(|| Remark::Fault(Fault::BeyondAll(share()))),
        ];
        remarks.into_iter().flatten().collect()
    }

    /// The line as it should be, but for the percentage.
    fn spelling(&self) -> String {
        format!(
            "{}. {} Seiten -> : {}; {}%",
            self.rank,
            self.sides,
            self.faces.iter().format(" "),
            self.percent_text
        )
    }

    /// The number of digits behind the point.
    fn decimals(&self) -> usize {
        let point = self.percent_text.rfind(['.', ',']);
        point.map_or(0, |point| self.percent_text.len() - point - 1)
    }
}
