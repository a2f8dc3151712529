//! Claims, and lines in the exact form: `1. 6 Seiten -> : 1 2 3 4 5 6; 12.34%`, whatever their
//! spaces and commas are.

use std::fmt;

use itertools::Itertools;

use super::findings::{self, Finding, FindingKind, Place};
use crate::reading::NumberedDie;
use wuerfelglueck::dice::Die;
use wuerfelglueck::text::{Excerpt, parse_whole_number};

/// The first line of a list.
pub const HEADING: &str = "Würfel-Bestenliste:";
/// An example of the lines below the heading.
pub const EXAMPLE: &str = "1. 6 Seiten -> : 1 2 3 4 5 6; 12.34%";

/// The most bytes of a share.
pub(super) const LONGEST_SHARE: usize = 24;

/// A share of a list.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimedShare {
    /// The share of its games that the die won, in per cent. Before `List` converts it, it may be a
    /// part of the games of all dice.
    pub percent: f64,
    /// The number of decimals that the list gives of the percentage.
    pub decimals: usize,
    /// Its digits, as they stand in the list, unless the percentage follows from others.
    pub written: Option<String>,
}

impl ClaimedShare {
    /// Creates a share that follows from numbers of games, or is a mean over pairings.
    pub(super) fn computed(percent: f64) -> ClaimedShare {
        /// More than those of [`LEAST_UNIT`](crate::likelihood::LEAST_UNIT).
        const DECIMALS: usize = 4;
        ClaimedShare {
            percent,
            decimals: DECIMALS,
            written: None,
        }
    }

    /// Returns the number of decimals without zeros at their end.
    pub(super) fn significant_decimals(&self) -> usize {
        /// What computing with floating-point numbers adds to a whole number, in proportion to it.
        const TINY: f64 = 1e-9;
        let is_whole = |decimals: &usize| {
            let scaled = self.percent.abs() * libm::pow(10.0, *decimals as f64);
            (scaled - scaled.round()).abs() <= TINY * scaled.max(1.0)
        };
        (0..self.decimals).find(is_whole).unwrap_or(self.decimals)
    }
}

impl fmt::Display for ClaimedShare {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match &self.written {
            Some(written) => f.write_str(written),
            None => write!(f, "{:.*}", self.decimals, self.percent),
        }
    }
}

/// The statement of a claim about its die.
#[derive(Clone, Debug, PartialEq)]
pub enum Given {
    /// A share.
    Share(ClaimedShare),
    /// A number of games won, which is a share once the number of games is known.
    Wins(u64),
    /// The position in the order, and nothing else.
    Order,
}

/// A claim: the entry of a list about one die.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// The number of the line with the share; `None` if it is a mean over lines of pairings.
    pub line: Option<usize>,
    /// The rank, if the line gives one.
    pub rank: Option<u64>,
    /// The number of sides that the line announces, the largest if it is too large; or else that of
    /// the faces.
    pub sides: u64,
    /// The faces, in the order in which they are given; those of the file if they are not given.
    pub faces: Vec<u32>,
    /// The index of the die in the file, if it is one of it. Before the list is assigned to its dice,
    /// `None` also where the faces alone name it.
    pub die: Option<usize>,
    /// The statement.
    pub given: Given,
    /// The number of games that the die has played, if the list gives it.
    pub games: Option<u64>,
}

impl Claim {
    /// Returns the share, if the claim gives one.
    pub fn share(&self) -> Option<&ClaimedShare> {
        match &self.given {
            Given::Share(share) => Some(share),
            Given::Wins(_) | Given::Order => None,
        }
    }

    /// Returns the share to be changed, if the claim gives one.
    pub(super) fn share_mut(&mut self) -> Option<&mut ClaimedShare> {
        match &mut self.given {
            Given::Share(share) => Some(share),
            Given::Wins(_) | Given::Order => None,
        }
    }

    /// Describes the fault of a number that no share can be, with its kind.
    pub(super) fn describe_impossible_share(&self) -> Option<(FindingKind, String)> {
        let share = self.share()?;
        let (kind, fault) = match share.percent {
            percent if percent > 100.0 => (findings::SHARE_ABOVE_100, "mehr als 100%"),
            percent if percent < 0.0 => (findings::SHARE_BELOW_0, "weniger als 0%"),
            _ => return None,
        };
        Some((kind, format!("{share}% ist {fault}")))
    }

    /// Returns the place of findings about the claim, which is about one of these dice if no line is
    /// about it alone.
    pub(super) fn place(&self, dice: &[Die]) -> Place {
        match (self.line, self.die) {
            (Some(line), _) => Place::Line(line),
            (None, Some(die)) => Place::Die(NumberedDie::new(die, dice)),
            (None, None) => Place::Line(1),
        }
    }
}

/// The meaning of a line that is not blank.
#[derive(Clone, Debug)]
pub(super) enum LineMeaning {
    /// The heading, with a note about its form.
    Heading(Option<Finding>),
    /// A claim, with notes about its form.
    Claim(Claim, Vec<Finding>),
    /// Neither: the beginning of the line, and its resemblance to a claim.
    Other(Excerpt, Resemblance),
}

/// The resemblance of a line without a claim to one that has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Resemblance {
    /// It begins with a rank, like a claim.
    Ranked,
    /// It has a sign or a word that stands around faces.
    Signed,
    /// It does not resemble a claim.
    None,
}

impl LineMeaning {
    /// Reads a line as a heading or as a claim in the exact form; `None` if it is neither.
    pub(super) fn read_exact(text: &str, number: usize) -> Option<LineMeaning> {
        let trimmed = text.trim();
        if trimmed == HEADING {
            let note = (text != HEADING).then(|| spelling_note(number));
            return Some(LineMeaning::Heading(note));
        }
        if is_like_heading(trimmed) {
            let shown = Excerpt::new(trimmed);
            let text = format!("„{shown}“ statt der Überschrift „{HEADING}“");
            let note = Finding::new(number, findings::SPELT_HEADING, text);
            return Some(LineMeaning::Heading(Some(note)));
        }
        let claim = ExactLine::split(text)?.to_claim(number)?;
        let notes = claim.form_notes(number, text);
        Some(LineMeaning::Claim(claim, notes))
    }

    /// Classifies a line that was read neither as the heading nor as a claim.
    pub(super) fn classify_other(text: &str) -> LineMeaning {
        let trimmed = text.trim();
        let behind_digits = trimmed.trim_start_matches(|c: char| c.is_ascii_digit());
        let mut behind_rank = behind_digits.chars();
        let has_rank = behind_digits.len() < trimmed.len()
            && behind_rank.next() == Some('.')
            && !behind_rank.next().is_some_and(|c| c.is_ascii_digit());
        let resemblance = if has_rank {
            Resemblance::Ranked
        } else if trimmed.contains(';') || trimmed.contains("Seiten") {
            Resemblance::Signed
        } else {
            Resemblance::None
        };
        LineMeaning::Other(Excerpt::new(text), resemblance)
    }
}

/// Returns whether `text` is the heading but for signs, spaces and capital letters, where any one
/// or two characters stand for ü: ue, u with two points above it, or what a wrong encoding makes.
fn is_like_heading(text: &str) -> bool {
    let is_letter =
        |c: char| c.is_alphanumeric() || c == '_' || ('\u{300}'..'\u{370}').contains(&c);
    let text = text.trim_matches(|c| !is_letter(c)).to_ascii_lowercase();
    let Some(behind_w) = text.strip_prefix('w') else {
        return false;
    };
    behind_w
        .char_indices()
        .map(|(length, _)| length)
        .skip(1)
        .take(2)
        .filter_map(|length| behind_w[length..].strip_prefix("rfel"))
        .any(|behind| behind.trim_start_matches(|c| !is_letter(c)) == "bestenliste")
}

/// The texts of a line in the exact form, whatever its spaces are.
struct ExactLine<'a> {
    rank: &'a str,
    sides: &'a str,
    faces: &'a str,
    share: &'a str,
    /// True if wins stand in place of the share: a whole number without a percent sign.
    has_wins: bool,
}

impl ExactLine<'_> {
    /// Splits a line into its texts; `None` if it has not the exact form.
    fn split(line: &str) -> Option<ExactLine<'_>> {
        let (rank, behind) = split_digits(line)?;
        let (sides, behind) = split_digits(behind.trim_start().strip_prefix('.')?)?;
        let behind = behind.trim_start().strip_prefix("Seiten")?;
        let behind = behind.trim_start().strip_prefix("->")?;
        let behind = behind.trim_start().strip_prefix(':')?;
        let (faces, share) = behind.split_once(';')?;
        let share = share.trim();
        let is_whole = !share.is_empty() && share.bytes().all(|byte| byte.is_ascii_digit());
        let (share, has_wins) = match share.strip_suffix('%') {
            Some(share) => (share.trim_end(), false),
            None if is_whole => (share, true),
            None => return None,
        };
        let has_faces = !faces.is_empty()
            && faces
                .chars()
                .all(|c| c.is_ascii_digit() || c == ',' || c.is_whitespace());
        let has_share = !share.is_empty()
            && share
                .chars()
                .all(|c| c.is_ascii_digit() || ".,-".contains(c))
            && share.find('-').is_none_or(|at| at == 0);
        (has_faces && has_share).then_some(ExactLine {
            rank,
            sides,
            faces,
            share,
            has_wins,
        })
    }

    /// Reads the claim of the line with this number; `None` if there is no face, a face is too
    /// large, or the share is no number of at most [`LONGEST_SHARE`] bytes.
    fn to_claim(&self, line: usize) -> Option<Claim> {
        let faces: Vec<u32> = self
            .faces
            .split(|c: char| !c.is_ascii_digit())
            .filter(|word| !word.is_empty())
            .map(parse_whole_number)
            .collect::<Option<_>>()?;
        let percent: f64 = self.share.replace(',', ".").parse().ok()?;
        let is_number = percent.is_finite() && self.share.len() <= LONGEST_SHARE;
        let given = if self.has_wins {
            Given::Wins(parse_whole_number(self.share)?)
        } else {
            Given::Share(ClaimedShare {
                percent,
                decimals: count_decimals(self.share),
                written: Some(self.share.into()),
            })
        };
        (is_number && !faces.is_empty()).then(|| Claim {
            line: Some(line),
            rank: Some(parse_whole_number(self.rank).unwrap_or(u64::MAX)),
            sides: parse_whole_number(self.sides).unwrap_or(u64::MAX),
            faces,
            die: None,
            given,
            games: None,
        })
    }
}

/// Returns whether a line has the exact form, even if its numbers make no claim.
pub(super) fn has_exact_form(line: &str) -> bool {
    ExactLine::split(line).is_some()
}

/// Splits off the digits with which a text begins, behind spaces.
fn split_digits(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

/// Creates the note about a line that is spelt differently.
fn spelling_note(line: usize) -> Finding {
    let text = format!(
        "anders geschrieben; erwartet sind einzelne Leerzeichen und keine führenden Nullen, wie in \
         „{EXAMPLE}“"
    );
    Finding::new(line, findings::SPELLING, text)
}

impl Claim {
    /// Returns the notes about the form of its line, with this `number` and text, and of its share.
    pub(super) fn form_notes(&self, number: usize, line: &str) -> Vec<Finding> {
        let (rank, sides, faces) = (
            self.rank.unwrap_or(0),
            self.sides,
            self.faces.iter().format(" "),
        );
        let share = self.share().map_or_else(String::new, ToString::to_string);
        let mut notes = Vec::new();
        if ExactLine::split(line).is_none_or(|line| line.has_wins) {
            let text = format!("andere Form; erwartet ist „{EXAMPLE}“");
            notes.push(Finding::new(number, findings::OTHER_FORM, text));
        } else if line != format!("{rank}. {sides} Seiten -> : {faces}; {share}%") {
            notes.push(spelling_note(number));
        }
        let mut add = |kind, text| {
            notes.push(Finding::new(number, kind, format!("{share}% {text}")));
        };
        if share.contains(',') {
            add(findings::COMMA, "hat ein Komma statt eines Punkts");
        }
        if self.share().is_some_and(|share| share.decimals != 2) {
            add(findings::DECIMALS, "hat nicht zwei Nachkommastellen");
        }
        notes
    }
}

/// Counts the digits behind the last point or comma of a share.
pub(super) fn count_decimals(share: &str) -> usize {
    let point = share.rfind(['.', ',']);
    point.map_or(0, |point| share.len() - point - 1)
}
