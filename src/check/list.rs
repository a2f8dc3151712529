//! Somebody's Bestenliste, read line by line.
//!
//! ```text
//! Würfel-Bestenliste:
//! 1. 6 Seiten -> : 1 1 1 6 6 6; 97.76%
//! ```
//!
//! Spaces and tabs may be more or fewer, commas may stand between faces and in percentages, and these may
//! have any number of decimals; such lines have a note. As in a dice file CRLF, a UTF-8 byte order mark, no
//! newline at the end and blank lines at the end are fine; other blank lines have a note.

use itertools::Itertools;
use thiserror::Error;

use super::{Fault, Finding, Note, Remark};
use crate::text::{Excerpt, whole_number};

/// The first line.
pub(super) const HEADING: &str = "Würfel-Bestenliste:";
/// What the other ones look like.
pub(super) const EXAMPLE: &str = "1. 6 Seiten -> : 1 2 3 4 5 6; 12.34%";

/// What has more characters than that is no share.
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
    /// No line is an entry; with what is missing in the first that should be one.
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
    /// The rank.
    pub rank: u64,
    /// The number of sides.
    pub sides: u64,
    /// The faces, in the order in which they are given.
    pub faces: Vec<u32>,
    /// The share of games won, in per cent.
    pub percent: f64,
    /// The same as it is given.
    pub(super) percent_text: String,
}

/// A list.
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
/// If it is none at all. What is wrong with single lines is kept for [`judge`](super::judge).
pub fn parse(input: &[u8]) -> Result<List, ListError> {
    let input = input.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(input);
    let mut findings = Vec::new();
    let mut claims: Vec<Claim> = Vec::new();
    let mut heading = false;
    // A line that stands where the heading should: which finding it is, and what it says.
    let mut instead = None;
    let mut unread = 0;
    let mut lost = 0;
    let mut last = 0;
    let mut blank = Vec::new();
    for (line, number) in input.split(|&byte| byte == b'\n').zip(1..) {
        let line = str::from_utf8(line).map_err(|_| ListError::Encoding(number))?;
        let line = line.strip_suffix('\r').unwrap_or(line);
        if line.trim().is_empty() {
            blank.push(number);
            continue;
        }
        last = number;
        for line in blank.drain(..) {
            let remark = Remark::Note(Note::Blank);
            findings.push(Finding { line, remark });
        }
        let mut say = |remark| {
            findings.push(Finding {
                line: number,
                remark,
            });
            findings.len() - 1
        };
        if line.trim() == HEADING {
            if heading || !claims.is_empty() {
                say(Remark::Fault(Fault::HeadingAgain));
            } else if line != HEADING {
                say(Remark::Note(Note::Spelling));
            }
            heading = true;
            if claims.is_empty() {
                unread = 0;
            }
            continue;
        }
        match Claim::parse(line, number, unread) {
            Ok(mut entry) => {
                if claims.is_empty() && !heading && instead.is_none() {
                    say(Remark::Fault(Fault::NoHeading));
                }
                if entry.spelling() != line {
                    say(Remark::Note(Note::Spelling));
                }
                let share = || entry.percent_text.clone();
                if entry.percent_text.contains(',') {
                    say(Remark::Note(Note::Comma(share())));
                }
                if entry.decimals() != 2 {
                    say(Remark::Note(Note::Decimals(share())));
                }
                if entry.percent > 100.0 {
                    say(Remark::Fault(Fault::BeyondAll(share())));
                }
                if let (false, Some((finding, line))) = (heading, instead.take()) {
                    let finding: &mut Finding = &mut findings[finding];
                    finding.remark = Remark::Fault(Fault::Heading(line));
                    // It is no entry.
                    entry.unread -= 1;
                }
                claims.push(entry);
                unread = 0;
            }
            Err(missing) => {
                let finding = say(Remark::Fault(Fault::Form { missing }));
                if unread == 0 && claims.is_empty() && !heading && !is_like_entry(line) {
                    instead = Some((finding, Excerpt::new(line)));
                }
                unread += 1;
                lost += usize::from(is_like_entry(line));
            }
        }
    }
    if last == 0 {
        return Err(ListError::Empty);
    }
    if claims.is_empty() {
        let first = findings
            .into_iter()
            .find_map(|finding| match finding.remark {
                Remark::Fault(Fault::Form { missing }) => {
                    Some(format!("; Zeile {}: {missing}", finding.line))
                }
                _ => None,
            });
        return Err(ListError::NoEntry(first));
    }
    Ok(List {
        claims,
        findings,
        lost,
        lines: last,
    })
}

/// Whether a line that cannot be read was probably meant to be an entry.
fn is_like_entry(line: &str) -> bool {
    line.trim_start().starts_with(|c: char| c.is_ascii_digit()) || line.contains([';', '>'])
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

    /// Something is missing here.
    fn missing(&self, what: &str) -> String {
        match self.0.is_empty() {
            true => format!("am Ende fehlt {what}"),
            false => format!("vor „{}“ fehlt {what}", Excerpt::new(self.0)),
        }
    }
}

impl Claim {
    /// Reads a line, or says what is missing where.
    fn parse(line: &str, number: usize, unread: u64) -> Result<Claim, String> {
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
            unread,
            rank,
            sides,
            faces,
            percent,
            percent_text: percent_text.to_string(),
        })
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

    /// Digits behind the point.
    fn decimals(&self) -> usize {
        let point = self.percent_text.rfind(['.', ',']);
        point.map_or(0, |point| self.percent_text.len() - point - 1)
    }
}
