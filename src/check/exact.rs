//! Claims, and lines in the exact form: `1. 6 Seiten -> : 1 2 3 4 5 6; 12.34%`, whatever their
//! spaces and commas are.

use itertools::Itertools;

use super::findings::{self, Finding};
use crate::text::{Excerpt, parse_whole_number};

/// The first line of a list.
pub const HEADING: &str = "Würfel-Bestenliste:";
/// An example of all other lines.
pub const EXAMPLE: &str = "1. 6 Seiten -> : 1 2 3 4 5 6; 12.34%";

/// The most characters that a share has.
pub(super) const LONGEST_SHARE: usize = 24;

/// What a claim gives its die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    /// A share.
    Share,
    /// A number of games won, which is a share once the number of games is known.
    Wins(u64),
    /// Its place in the order, and nothing else.
    Place,
}

/// What a list says of a die.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// The number of the line.
    pub line: usize,
    /// The rank that the line gives, if it does.
    pub rank: Option<u64>,
    /// The number of sides.
    pub sides: u64,
    /// The faces, in the order in which they are given.
    pub faces: Vec<u32>,
    /// The index of the die in the file, if it is named by its number.
    pub die: Option<usize>,
    /// What is given: whether `percent` says something.
    pub given: Given,
    /// The share of games won, in per cent; 0 if none is given.
    pub percent: f64,
    /// The share as it is written.
    pub(super) percent_text: String,
    /// Whether it is called a percentage.
    pub(super) is_per_cent: bool,
}

/// What a line is that is not blank.
#[derive(Debug)]
pub(super) enum Line {
    /// The heading, with what there is to say about its form.
    Heading(Option<Finding>),
    /// A claim, with what there is to say about its form.
    Claim(Claim, Vec<Finding>),
    /// Neither: the beginning of the line, and what it looks like.
    Other(Excerpt, Likeness),
}

/// What a line looks like that says nothing of a die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Likeness {
    /// It begins with a rank, like a claim.
    Ranked,
    /// It has a sign or a word that stands around faces.
    Signed,
    /// Something else.
    Strange,
}

impl Line {
    /// The heading or a claim in the exact form, if this line with this number is one.
    pub(super) fn exact(text: &str, number: usize) -> Option<Line> {
        let trimmed = text.trim();
        if trimmed == HEADING {
            return Some(Line::Heading((text != HEADING).then(|| spelt(number))));
        }
        if is_like_heading(trimmed) {
            let shown = Excerpt::new(trimmed);
            let text = format!("„{shown}“ statt der Überschrift „{HEADING}“");
            return Some(Line::Heading(Some(Finding::new(
                number,
                findings::SPELT_HEADING,
                text,
            ))));
        }
        let claim = Form::of(text)?.claim(number)?;
        let notes = claim.notes(text);
        Some(Line::Claim(claim, notes))
    }

    /// A line that says nothing of a die.
    pub(super) fn other(text: &str) -> Line {
        let trimmed = text.trim();
        let behind = trimmed.trim_start_matches(|c: char| c.is_ascii_digit());
        let mut next = behind.chars();
        let has_rank = behind.len() < trimmed.len()
            && next.next() == Some('.')
            && !next.next().is_some_and(|c| c.is_ascii_digit());
        let likeness = match trimmed {
            _ if has_rank => Likeness::Ranked,
            _ if trimmed.contains(';') || trimmed.contains("Seiten") => Likeness::Signed,
            _ => Likeness::Strange,
        };
        Line::Other(Excerpt::new(text), likeness)
    }
}

/// Whether this is the heading but for signs and spaces, whichever way ü is written in: as ue, as u
/// with two points above it, or not to be read.
fn is_like_heading(text: &str) -> bool {
    let is_letter =
        |c: char| c.is_alphanumeric() || c == '_' || ('\u{300}'..'\u{370}').contains(&c);
    let text = text.trim_matches(|c| !is_letter(c)).to_ascii_lowercase();
    let Some(rest) = text.strip_prefix('w') else {
        return false;
    };
    let lengths = rest.char_indices().map(|(at, _)| at).skip(1).take(2);
    let mut rests = lengths.filter_map(|length| rest[length..].strip_prefix("rfel"));
    rests.any(|rest| {
        let word = rest.trim_start_matches(|c| !is_letter(c));
        word == "bestenliste"
    })
}

/// The pieces of a line in the exact form, whatever its spaces are.
struct Form<'a> {
    rank: &'a str,
    sides: &'a str,
    faces: &'a str,
    share: &'a str,
}

impl Form<'_> {
    fn of(line: &str) -> Option<Form<'_>> {
        let (rank, rest) = digits(line)?;
        let (sides, rest) = digits(rest.trim_start().strip_prefix('.')?)?;
        let rest = rest.trim_start().strip_prefix("Seiten")?;
        let rest = rest.trim_start().strip_prefix("->")?;
        let rest = rest.trim_start().strip_prefix(':')?;
        let (faces, share) = rest.split_once(';')?;
        let share = share.trim().strip_suffix('%')?.trim_end();
        let is_of = |text: &str, others: &str| {
            text.chars().all(|c| {
                c.is_ascii_digit()
                    || others.contains(c)
                    || others.contains(',') && c.is_whitespace() && others.len() == 1
            })
        };
        let has_form = !faces.is_empty()
            && is_of(faces, ",")
            && !share.is_empty()
            && is_of(share, ".,-")
            && share.find('-').is_none_or(|at| at == 0);
        has_form.then_some(Form {
            rank,
            sides,
            faces,
            share,
        })
    }

    /// What the line says, if there is a face, and the share is a number.
    fn claim(&self, line: usize) -> Option<Claim> {
        let words = self.faces.split(|c: char| !c.is_ascii_digit());
        let faces = words
            .filter(|word| !word.is_empty())
            .map(parse_whole_number);
        let faces: Vec<u32> = faces.collect::<Option<_>>()?;
        let percent: f64 = self.share.replace(',', ".").parse().ok()?;
        let is_number = percent.is_finite() && self.share.len() <= LONGEST_SHARE;
        (is_number && !faces.is_empty()).then(|| Claim {
            line,
            rank: Some(parse_whole_number(self.rank).unwrap_or(u64::MAX)),
            sides: parse_whole_number(self.sides).unwrap_or(u64::MAX),
            faces,
            die: None,
            given: Given::Share,
            percent,
            percent_text: self.share.into(),
            is_per_cent: true,
        })
    }
}

/// The digits with which a text begins behind spaces, and the rest.
fn digits(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

/// What there is to say about a line that is written differently.
fn spelt(line: usize) -> Finding {
    let text = format!(
        "anders geschrieben; erwartet sind einzelne Leerzeichen und keine führenden Nullen, wie in „{EXAMPLE}“"
    );
    Finding::new(line, findings::SPELLING, text)
}

impl Claim {
    /// What there is to say about the form of its line and about the share as it is written.
    pub(super) fn notes(&self, line: &str) -> Vec<Finding> {
        let (rank, sides, share) = (self.rank.unwrap_or(0), self.sides, &self.percent_text);
        let faces = self.faces.iter().format(" ");
        let mut notes = Vec::new();
        if Form::of(line).is_none() {
            let text = format!("andere Form; erwartet ist „{EXAMPLE}“");
            notes.push(Finding::new(self.line, findings::OTHER_FORM, text));
        } else if line != format!("{rank}. {sides} Seiten -> : {faces}; {share}%") {
            notes.push(spelt(self.line));
        }
        let mut add = |kind, what| {
            notes.push(Finding::new(self.line, kind, format!("{share}% {what}")));
        };
        if share.contains(',') {
            add(findings::COMMA, "hat ein Komma statt eines Punkts");
        }
        if self.is_per_cent && decimals(share) != 2 {
            add(findings::DECIMALS, "hat nicht zwei Nachkommastellen");
        }
        notes
    }
}

/// The number of digits behind the point of a share.
pub(super) fn decimals(share: &str) -> usize {
    let point = share.rfind(['.', ',']);
    point.map_or(0, |point| share.len() - point - 1)
}
