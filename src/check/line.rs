//! What a single line of somebody's list says.
//!
//! A line is a [`Claim`] if it has the form `1. 6 Seiten -> : 1 2 3 4 5 6; 12.34%`, whatever its spaces and commas are, or
//! another one that leaves no doubt, such as `Platz 1: 2-seitig [1, 6] 97,8`: a rank, the number of sides before a word that
//! begins with `Seit` or `seit`, as many faces, and at the end the share. Faces in brackets need no sides, as in `1. [1, 6]: 97.8%`.
//! Nothing else in the line is a number.

use std::iter;
use std::sync::LazyLock;

use itertools::Itertools;
use regex::Regex;

use super::findings::{self, Finding};
use crate::text::{Excerpt, whole_number};

/// The first line of a list.
pub const HEADING: &str = "Würfel-Bestenliste:";
/// An example of all other lines.
pub const EXAMPLE: &str = "1. 6 Seiten -> : 1 2 3 4 5 6; 12.34%";

/// A share has at most so many characters.
const LONGEST_SHARE: usize = 24;

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
    /// Whether it is called a percentage.
    pub(super) is_per_cent: bool,
}

/// What a line is that is not blank.
#[derive(Debug)]
pub enum Line {
    /// The heading, with what there is to say about its form.
    Heading(Option<Finding>),
    /// A claim, with what there is to say about its form.
    Claim(Claim, Vec<Finding>),
    /// Neither.
    Other {
        /// Whether it was probably meant to be a claim: it begins with a rank, or has a word or a sign that stands around faces.
        is_like_claim: bool,
        /// Whether it begins with a rank.
        has_rank: bool,
    },
}

/// The form of a claim: rank, sides, faces and share.
static FORM: LazyLock<Regex> = LazyLock::new(|| {
    regex(r"^\s*([0-9]+)\s*\.\s*([0-9]+)\s*Seiten\s*->\s*:([0-9\s,]+);\s*([0-9.,]+)\s*%\s*$")
});
/// A line with a share at its end: what stands before it, the share, and whether it is called a percentage.
static SHARE: LazyLock<Regex> =
    LazyLock::new(|| regex(r"^(.*?)([0-9.][0-9.,]*)\s*(?:(%|Prozent)[^0-9%]*|[ \t)\]}|]*)$"));

pub(super) fn regex(pattern: &str) -> Regex {
    match Regex::new(pattern) {
        Ok(regex) => regex,
        // The patterns of this file are, or no list could be read at all.
        Err(error) => unreachable!("{error}"),
    }
}

impl Line {
    /// What this line is, without its line feed, which has this number.
    pub fn new(text: &str, number: usize) -> Line {
        let trimmed = text.trim();
        if trimmed == HEADING {
            return Line::Heading((text != HEADING).then(|| spelt(number)));
        }
        if is_like_heading(trimmed) {
            let shown = Excerpt::new(trimmed);
            let text = format!("„{shown}“ statt der Überschrift „{HEADING}“");
            return Line::Heading(Some(Finding::new(number, findings::SPELT_HEADING, text)));
        }
        if let Some(claim) = Claim::in_form(text, number) {
            let note = (claim.spelling() != text).then(|| spelt(number));
            let notes = note.into_iter().chain(claim.about_share()).collect();
            return Line::Claim(claim, notes);
        }
        if let Some(claim) = Claim::in_another_form(text, number) {
            let text = format!("andere Form; erwartet ist „{EXAMPLE}“");
            let note = Finding::new(number, findings::OTHER_FORM, text);
            let notes = iter::once(note).chain(claim.about_share()).collect();
            return Line::Claim(claim, notes);
        }
        let has_rank = has_rank(trimmed);
        Line::Other {
            is_like_claim: has_rank || trimmed.contains(';') || trimmed.contains("Seiten"),
            has_rank,
        }
    }
}

/// What there is to say about a line that is written differently.
fn spelt(line: usize) -> Finding {
    let text = format!(
        "anders geschrieben; erwartet sind einzelne Leerzeichen und keine führenden Nullen, wie in „{EXAMPLE}“"
    );
    Finding::new(line, findings::SPELLING, text)
}

/// Whether a line is the heading but for signs and spaces, or the way in which ü is written: as ue, as u with two points above
/// it, or in an encoding that is not known.
fn is_like_heading(line: &str) -> bool {
    let plain = line.to_lowercase();
    let plain = plain.replace(['ü', char::REPLACEMENT_CHARACTER], "ue");
    let plain = plain.replace("u\u{308}", "ue");
    let letters = plain.chars().filter(|c| c.is_alphabetic());
    letters.eq("wuerfelbestenliste".chars()) && !line.contains(|c: char| c.is_ascii_digit())
}

/// Whether a line begins with a number and a point.
fn has_rank(line: &str) -> bool {
    let behind = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = behind
        .strip_prefix('.')
        .filter(|_| behind.len() < line.len());
    rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// The whole numbers in a text, if all its numbers are such: none has a minus, a point inside, or too many digits.
fn numbers(text: &str) -> Option<Vec<u64>> {
    let digit = |c: &char| c.is_ascii_digit();
    let mut neighbours = iter::once(' ').chain(text.chars()).tuple_windows();
    let is_doubtful = neighbours.any(|(before, c, after)| match c {
        '-' | '−' | '–' => digit(&after),
        '.' => digit(&before) && digit(&after),
        _ => false,
    });
    let words = text.split(|c: char| !c.is_ascii_digit());
    let words = words.filter(|word| !word.is_empty());
    words
        .map(whole_number)
        .collect::<Option<_>>()
        .filter(|_| !is_doubtful)
}

impl Claim {
    /// The claim of a line in the form that it should have.
    fn in_form(line: &str, number: usize) -> Option<Claim> {
        let [rank, sides, faces, share] = FORM.captures(line)?.extract().1;
        let faces = faces.split(|c: char| c.is_whitespace() || c == ',');
        let faces = faces.filter(|face| !face.is_empty());
        let faces = faces.map(whole_number).collect::<Option<Vec<u32>>>()?;
        let claim = Claim {
            line: number,
            unread: 0,
            rank: rank.parse().ok()?,
            sides: sides.parse().ok()?,
            faces,
            percent: percent(share)?,
            percent_text: share.into(),
            is_per_cent: true,
        };
        Some(claim).filter(|claim| !claim.faces.is_empty())
    }

    /// The claim of a line in another form.
    fn in_another_form(line: &str, number: usize) -> Option<Claim> {
        let digit = |c: char| c.is_ascii_digit();
        let found = SHARE.captures(line)?;
        let (before, share) = (&found[1], &found[2]);
        // It may be a minus.
        if before.ends_with(['-', '−', '–']) {
            return None;
        }
        let is_per_cent = found.get(3).is_some();
        let (rank, faces) = match before.find("Seit").or_else(|| before.find("seit")) {
            Some(word) => {
                let (front, faces) = before.split_at(word);
                let front = front.trim_end_matches([' ', '-']);
                let faces = numbers(faces)?;
                match numbers(front)?[..] {
                    [rank, sides] if front.ends_with(digit) && sides == faces.len() as u64 => {
                        (rank, faces)
                    }
                    _ => return None,
                }
            }
            None => {
                let (front, rest) = before.split_once(['[', '('])?;
                let (faces, behind) = rest.split_once([']', ')'])?;
                let rank = front.trim_start_matches(|c: char| c.is_alphabetic() || c == ' ');
                let is_rank = rank.trim_start_matches(digit).starts_with(['.', ')', ':']);
                let faces = numbers(faces)?;
                match numbers(front)?[..] {
                    _ if !is_rank || !is_per_cent || behind.contains(digit) => return None,
                    [rank] => (rank, faces),
                    // A W6 has six sides.
                    [rank, said] if said == faces.len() as u64 => (rank, faces),
                    _ => return None,
                }
            }
        };
        let faces = faces.into_iter().map(|face| u32::try_from(face).ok());
        let claim = Claim {
            line: number,
            unread: 0,
            rank,
            sides: faces.len() as u64,
            faces: faces.collect::<Option<_>>()?,
            percent: percent(share)?,
            percent_text: share.into(),
            is_per_cent,
        };
        Some(claim).filter(|claim| !claim.faces.is_empty())
    }

    /// What there is to say about the share as it is written.
    fn about_share(&self) -> Vec<Finding> {
        let share = &self.percent_text;
        let is_long = self.is_per_cent && self.decimals() != 2;
        let all = [
            (
                share.contains(','),
                findings::COMMA,
                "hat ein Komma statt eines Punkts",
            ),
            (
                is_long,
                findings::DECIMALS,
                "hat nicht zwei Nachkommastellen",
            ),
            (
                self.percent > 100.0,
                findings::BEYOND_ALL,
                "ist mehr als 100%",
            ),
        ];
        let found = all.into_iter().filter(|(is_so, ..)| *is_so);
        let found =
            found.map(|(_, kind, what)| Finding::new(self.line, kind, format!("{share}% {what}")));
        found.collect()
    }

    /// The line as it should be, but for the percentage.
    fn spelling(&self) -> String {
        let faces = self.faces.iter().format(" ");
        let (rank, sides, share) = (self.rank, self.sides, &self.percent_text);
        format!("{rank}. {sides} Seiten -> : {faces}; {share}%")
    }

    /// The number of digits behind the point.
    pub(super) fn decimals(&self) -> usize {
        let point = self.percent_text.rfind(['.', ',']);
        point.map_or(0, |point| self.percent_text.len() - point - 1)
    }

    /// The same without zeros at the end.
    pub(super) fn significant_decimals(&self) -> usize {
        let significant = self.percent_text.trim_end_matches('0').len();
        let zeros = self.percent_text.len() - significant;
        self.decimals().saturating_sub(zeros)
    }
}

/// A share with a point or a comma, if it is a number.
fn percent(share: &str) -> Option<f64> {
    let number = share.replace(',', ".").parse().ok();
    number.filter(|_| share.len() <= LONGEST_SHARE)
}
