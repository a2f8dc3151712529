//! What a single line of somebody's list says.
//!
//! A line is a [`Claim`] if it has the form `1. 6 Seiten -> : 1 2 3 4 5 6; 12.34%`, whatever its spaces and commas are, or
//! another one that leaves no doubt: perhaps a rank, a die, and at the end the share; nothing else in the line is a number.
//! The die is the number of sides before a word that begins with `Seit` or `seit` and as many faces, or faces in brackets, or
//! the faces of a die of the file, as in `Platz 1: 2-seitig 1 6 97,8`, `1. [1, 6]: 97.8%`, `1 6 -> 0.978`. Where no line has
//! faces, the die may be its number in the file, or that of its sides: `Würfel 2 gewinnt 97.8%`, `W6: 97.8%`, or only the number, a tab
//! and the share.

use std::collections::HashMap;
use std::sync::LazyLock;

use itertools::Itertools;
use regex::Regex;

use super::findings::{self, Finding};
use crate::dice::{Die, sorted};
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
    /// The rank that the line gives, if it does.
    pub rank: Option<u64>,
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

/// The dice that a list may name.
pub(super) struct Known<'a> {
    /// Those of the file.
    pub(super) dice: &'a [Die],
    /// How many of them have these faces, sorted.
    faces: HashMap<Vec<u32>, usize>,
}

impl Known<'_> {
    /// The dice of a file.
    pub(super) fn new(dice: &[Die]) -> Known<'_> {
        let faces = dice.iter().map(|die| sorted(die.faces())).counts();
        Known { dice, faces }
    }

    /// How many dice have these faces.
    pub(super) fn count(&self, faces: &[u32]) -> usize {
        self.faces.get(&sorted(faces)).copied().unwrap_or(0)
    }

    /// The faces of the die with this number, from `first` on.
    pub(super) fn numbered(&self, number: usize, first: usize) -> Option<Vec<u32>> {
        let die = self.dice.get(number.checked_sub(first)?)?;
        Some(die.faces().to_vec())
    }
}

/// What a line is that is not blank.
#[derive(Debug)]
pub enum Line {
    /// The heading, with what there is to say about its form.
    Heading(Option<Finding>),
    /// A claim, with what there is to say about its form.
    Claim(Claim, Vec<Finding>),
    /// Neither: the beginning of the line, and if it was probably meant to be a claim, since it begins with a rank or has a word
    /// or a sign that stands around faces, whether it begins with a rank.
    Other(Excerpt, Option<bool>),
}

/// The heading but for signs and spaces, whichever way ü is written in: as ue, as u with two points above it, or not to be read.
static LIKE_HEADING: LazyLock<Regex> =
    LazyLock::new(|| regex(r"^\W*(?i-u:w).{1,2}(?i-u:rfel)\W*(?i-u:bestenliste)\W*$"));
/// The form of a claim: rank, sides, faces and share.
static FORM: LazyLock<Regex> = LazyLock::new(|| {
    regex(r"^\s*[0-9]+\s*\.\s*[0-9]+\s*Seiten\s*->\s*:[0-9\s,]+;\s*[0-9.,]+\s*%\s*$")
});
/// A line with a share at its end: what stands before it, the share, and whether it is called a percentage.
static SHARE: LazyLock<Regex> =
    LazyLock::new(|| regex(r#"^(.*?)([0-9.](?:[0-9.,]*[0-9])?)\s*(?:(%|Prozent)[^0-9%]*|\W*)$"#));
/// A line with a share before the faces: perhaps a rank, the share, what it is called, and the faces.
static SHARE_FIRST: LazyLock<Regex> = LazyLock::new(|| {
    regex(concat!(
        r"^(?:\W*([0-9]+)[.):]\s)?[^0-9]*([0-9]+[.,][0-9]+|[0-9]+\s*%)\s*(%|Prozent)?",
        r#"[^0-9]*[\[({"]([0-9\s,;]+)[\])}"]\W*$"#
    ))
});
/// Faces in brackets or quotation marks.
static FACES: LazyLock<Regex> = LazyLock::new(|| regex(r#"[\[({"]([0-9\s,;]+)[\])}"]"#));
/// The number of a die behind a word.
static NUMBER: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?:[Ww]ürfel|WÜRFEL|#|(?i-u:wuerfel|\b(?:die|dice|cube|nr\.?|nummer|w|d)))\s*[:#=]?\s*([0-9]+)",
    )
});
/// A number and a point at the beginning.
static FIRST_RANK: LazyLock<Regex> = LazyLock::new(|| regex(r"^[0-9]+\.(?:[^0-9]|$)"));
/// A rank at the beginning, and what often stands behind it.
static RANK: LazyLock<Regex> = LazyLock::new(|| {
    regex(r"^\W*(?i-u:platz|rang|rank|place|position|pos)?\W*([0-9]+)(\s*[.):;,|\t])?")
});

/// A pattern; without regard to case only where it is ASCII, as the tables for all letters are not built in.
pub(super) fn regex(pattern: &str) -> Regex {
    // Those of this file are patterns, or no list could be read at all.
    Regex::new(pattern).unwrap_or_else(|error| unreachable!("{error}"))
}

impl Line {
    /// What this line is, without its line feed, which has this number.
    pub(super) fn new(text: &str, number: usize, known: &Known) -> Line {
        let trimmed = text.trim();
        if trimmed == HEADING {
            return Line::Heading((text != HEADING).then(|| spelt(number)));
        }
        if LIKE_HEADING.is_match(trimmed) {
            let shown = Excerpt::new(trimmed);
            let text = format!("„{shown}“ statt der Überschrift „{HEADING}“");
            return Line::Heading(Some(Finding::new(number, findings::SPELT_HEADING, text)));
        }
        if let Some(claim) = Claim::of(text, number, known) {
            let notes = claim.notes(text);
            return Line::Claim(claim, notes);
        }
        let has_rank = FIRST_RANK.is_match(trimmed);
        let is_like_claim = has_rank || trimmed.contains(';') || trimmed.contains("Seiten");
        Line::Other(Excerpt::new(text), is_like_claim.then_some(has_rank))
    }
}

/// What there is to say about a line that is written differently.
fn spelt(line: usize) -> Finding {
    let text = format!(
        "anders geschrieben; erwartet sind einzelne Leerzeichen und keine führenden Nullen, wie in „{EXAMPLE}“"
    );
    Finding::new(line, findings::SPELLING, text)
}

/// The whole numbers in a text, if all its numbers are such: none has a minus, a point inside, or too many digits for a face.
pub(super) fn numbers(text: &str) -> Option<Vec<u32>> {
    let mut neighbours = [' '].into_iter().chain(text.chars()).tuple_windows();
    let is_doubtful = neighbours.any(|(before, c, after)| match c {
        '-' | '−' | '–' => after.is_ascii_digit(),
        '.' => before.is_ascii_digit() && after.is_ascii_digit(),
        _ => false,
    });
    let words = text.split(|c: char| !c.is_ascii_digit());
    let words = words.filter(|word| !word.is_empty());
    let words = words.map(whole_number).collect::<Option<_>>();
    words.filter(|_| !is_doubtful)
}

/// What stands before the share at the end of a line, the share, and whether it is called a percentage.
fn share_at_the_end(line: &str) -> Option<(&str, &str, bool)> {
    let found = SHARE.captures(line)?;
    let (before, mut share) = (found.get(1)?, found.get(2)?.as_str());
    let mut end = before.end();
    // Of several numbers with commas between them it is the last one.
    if share.replace(',', ".").parse::<f64>().is_err()
        && let Some((others, last)) = share.rsplit_once(',')
    {
        end += others.len() + 1;
        share = last;
    }
    let before = &line[before.start()..end];
    // It may be a minus.
    let is_doubtful = before.ends_with(['-', '−', '–']);
    (!is_doubtful).then_some((before, share, found.get(3).is_some()))
}

/// The rank before a die with so many sides: a number at the beginning, unless it may be that of the sides.
fn rank(front: &str, sides: usize) -> Option<u64> {
    let found = RANK.captures(front)?;
    let rank = whole_number(&found[1]).unwrap_or(u64::MAX);
    (found.get(2).is_some() || rank != sides as u64).then_some(rank)
}

impl Claim {
    /// A claim about a die with these faces; `None` if there is no face, or the share is no number.
    pub(super) fn new(
        line: usize,
        rank: Option<u64>,
        faces: Vec<u32>,
        share: &str,
        is_per_cent: bool,
    ) -> Option<Claim> {
        let percent: f64 = share.replace(',', ".").parse().ok()?;
        let is_number = percent.is_finite() && share.len() <= LONGEST_SHARE;
        (is_number && !faces.is_empty()).then(|| Claim {
            line,
            rank,
            sides: faces.len() as u64,
            percent,
            faces,
            percent_text: share.into(),
            is_per_cent,
        })
    }

    /// The claim of a line that names the faces.
    fn of(line: &str, number: usize, known: &Known) -> Option<Claim> {
        if let Some(found) = SHARE_FIRST.captures(line) {
            numbers(&found[4]).filter(|faces| known.count(faces) > 0)?;
        }
        let line = &SHARE_FIRST.replace(line, "$1. [$4] $2$3");
        let (before, share, is_per_cent) = share_at_the_end(line)?;
        let mut announced = None;
        let mut groups = FACES.captures_iter(before);
        let word = before.find("Seit").or_else(|| before.find("seit"));
        let (front, faces) = if let Some(word) = word {
            let (front, faces) = before.split_at(word);
            let faces = numbers(faces)?;
            let front = front.trim_end_matches(|c: char| c.is_whitespace() || c == '-');
            let sides = front.trim_end_matches(|c: char| c.is_ascii_digit()).len();
            let (front, sides) = front.split_at(sides);
            announced = whole_number(sides);
            // In any other form they are no faces then.
            if announced != Some(faces.len() as u64) && !FORM.is_match(line) {
                return None;
            }
            (front, faces)
        } else if let Some(group) = groups.next() {
            let start = group.get(0).map_or(0, |all| all.start());
            // Two dice are a pairing.
            let faces = numbers(&group[1]).filter(|_| groups.next().is_none())?;
            (&before[..start], faces)
        } else {
            // Otherwise the last number may be a face.
            let is_apart = before.ends_with('\t')
                || before.trim_end().ends_with(|c: char| !c.is_alphanumeric());
            if !is_per_cent && !share.contains(['.', ',']) && !is_apart {
                return None;
            }
            let mut faces = numbers(before)?;
            // The die stands behind the rank and the number of sides, if these are there. What is longer says more.
            let first = usize::from(FIRST_RANK.is_match(line.trim()));
            let mut starts = first..faces.len().min(3);
            let start = starts.find(|&start| known.count(&faces[start..]) > 0)?;
            (if start > 0 { before } else { "" }, faces.split_off(start))
        };
        let rank = rank(front, faces.len());
        let claim = Claim::new(number, rank, faces, share, is_per_cent)?;
        let sides = announced.unwrap_or(claim.sides);
        Some(Claim { sides, ..claim })
    }

    /// The number of the die, the rank and the share of a line, and whether this is called a percentage, if a die is named by its
    /// number: behind a word, or there is nothing but perhaps a rank, the number and the share.
    pub(super) fn numbers(line: &str) -> Option<(usize, Option<u64>, &str, bool)> {
        let (before, share, is_per_cent) = share_at_the_end(line)?;
        if let Some(found) = NUMBER.captures(before) {
            let named = found.get(0)?;
            let (front, behind) = (&before[..named.start()], &before[named.end()..]);
            // Another number may be meant as well.
            let is_doubtful = behind.contains(|c: char| c.is_ascii_digit());
            let die = found[1].parse().ok().filter(|_| !is_doubtful)?;
            return Some((die, rank(front, 0), share, is_per_cent));
        }
        let is_bare =
            !before.contains(char::is_alphabetic) && !before.trim_end().ends_with(['.', ')']);
        let (rank, die) = match numbers(before).filter(|_| is_bare)?[..] {
            [die] => (None, die),
            [rank, die] => (Some(rank.into()), die),
            _ => return None,
        };
        Some((die as usize, rank, share, is_per_cent))
    }

    /// What there is to say about the form of its line and about the share as it is written.
    pub(super) fn notes(&self, line: &str) -> Vec<Finding> {
        let (rank, sides, share) = (self.rank.unwrap_or(0), self.sides, &self.percent_text);
        let faces = self.faces.iter().format(" ");
        let mut notes = Vec::new();
        if !FORM.is_match(line) {
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
