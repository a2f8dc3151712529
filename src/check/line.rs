//! What a single line of somebody's list says.
//!
//! A line is a [`Claim`] if it has the form `1. 6 Seiten -> : 1 2 3 4 5 6; 12.34%`, whatever its spaces and commas are, or
//! another one that leaves no doubt: perhaps a rank, a die, and at the end the share; nothing else in the line is a number.
//! The die is the number of sides before a word that begins with `Seit` or `seit` and as many faces, or faces in brackets, or
//! the faces of a die of the file, as in `Platz 1: 2-seitig 1 6 97,8`, `1. [1, 6]: 97.8%`, `1 6 -> 0.978`. Where no line has
//! faces, the die may be its number in the file: `Würfel 2 gewinnt 97.8%`, or only the number, a tab and the share.

use std::collections::HashMap;
use std::iter;
use std::sync::LazyLock;

use itertools::Itertools;
use regex::Regex;

use super::findings::{self, Finding};
use crate::dice::Die;
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
#[derive(Debug)]
pub(super) struct Known<'a> {
    /// Those of the file.
    pub(super) dice: &'a [Die],
    /// How many of them have these faces, sorted.
    faces: HashMap<Vec<u64>, usize>,
}

impl Known<'_> {
    /// The dice of a file.
    pub(super) fn new(dice: &[Die]) -> Known<'_> {
        let faces = |die: &Die| {
            die.faces()
                .iter()
                .copied()
                .map(u64::from)
                .sorted()
                .collect()
        };
        let faces = dice.iter().map(faces).counts();
        Known { dice, faces }
    }

    /// Whether these are the faces of a die of the file.
    pub(super) fn is_die(&self, faces: &[u64]) -> bool {
        self.count(faces) > 0
    }

    /// How many dice have these faces.
    pub(super) fn count(&self, faces: &[u64]) -> usize {
        let faces = faces.iter().copied().sorted().collect_vec();
        self.faces.get(&faces).copied().unwrap_or(0)
    }

    /// The faces of the die with this number, from `first` on.
    pub(super) fn numbered(&self, number: usize, first: usize) -> Option<Vec<u64>> {
        let die = self.dice.get(number.checked_sub(first)?)?;
        Some(die.faces().iter().copied().map(u64::from).collect())
    }
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
        /// The beginning of the line.
        text: Excerpt,
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
    LazyLock::new(|| regex(r#"^(.*?)([0-9.][0-9.,]*)\s*(?:(%|Prozent)[^0-9%]*|\W*)$"#));
/// A line with a share before the faces: perhaps a rank, the share, whether it is called a percentage, and the faces.
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
    match Regex::new(pattern) {
        Ok(regex) => regex,
        // The patterns of this file are, or no list could be read at all.
        Err(error) => unreachable!("{error}"),
    }
}

impl Line {
    /// What this line is, without its line feed, which has this number.
    pub(super) fn new(text: &str, number: usize, known: &Known) -> Line {
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
        if let Some(claim) = Claim::in_another_form(text, number, known) {
            return Line::in_another_form(claim);
        }
        let has_rank = FIRST_RANK.is_match(trimmed);
        Line::Other {
            text: Excerpt::new(text),
            is_like_claim: has_rank || trimmed.contains(';') || trimmed.contains("Seiten"),
            has_rank,
        }
    }

    /// A line that is no claim, whatever it looks like.
    pub(super) fn aside(text: &str) -> Line {
        Line::Other {
            text: Excerpt::new(text),
            is_like_claim: false,
            has_rank: false,
        }
    }

    /// A line that has another form than it should.
    pub(super) fn in_another_form(claim: Claim) -> Line {
        let text = format!("andere Form; erwartet ist „{EXAMPLE}“");
        let note = Finding::new(claim.line, findings::OTHER_FORM, text);
        let notes = iter::once(note).chain(claim.about_share()).collect();
        Line::Claim(claim, notes)
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

/// The whole numbers in a text, if all its numbers are such: none has a minus, a point inside, or too many digits.
pub(super) fn numbers(text: &str) -> Option<Vec<u64>> {
    let digit = |c: &char| c.is_ascii_digit();
    let mut neighbours = iter::once(' ').chain(text.chars()).tuple_windows();
    let is_doubtful = neighbours.any(|(before, c, after)| match c {
        '-' | '−' | '–' => digit(&after),
        '.' => digit(&before) && digit(&after),
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
    let [before, share] = [1, 2].map(|group| found.get(group).map_or("", |text| text.as_str()));
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
        faces: Vec<u64>,
        share: &str,
        is_per_cent: bool,
    ) -> Option<Claim> {
        let faces = faces.into_iter().map(|face| u32::try_from(face).ok());
        let faces = faces.collect::<Option<Vec<u32>>>()?;
        let percent = share.replace(',', ".").parse().ok();
        let percent =
            percent.filter(|percent: &f64| percent.is_finite() && share.len() <= LONGEST_SHARE);
        Some(Claim {
            line,
            unread: 0,
            rank,
            sides: faces.len() as u64,
            percent: percent.filter(|_| !faces.is_empty())?,
            faces,
            percent_text: share.into(),
            is_per_cent,
        })
    }

    /// The claim of a line in the form that it should have.
    fn in_form(line: &str, number: usize) -> Option<Claim> {
        let [rank, sides, faces, share] = FORM.captures(line)?.extract().1;
        let faces = faces.split(|c: char| c.is_whitespace() || c == ',');
        let faces = faces.filter(|face| !face.is_empty()).map(whole_number);
        let (rank, sides) = (rank.parse().ok()?, sides.parse().ok()?);
        let claim = Claim::new(
            number,
            Some(rank),
            faces.collect::<Option<_>>()?,
            share,
            true,
        )?;
        Some(Claim { sides, ..claim })
    }

    /// The claim of a line in another form that names the faces.
    fn in_another_form(line: &str, number: usize, known: &Known) -> Option<Claim> {
        if let Some(found) = SHARE_FIRST.captures(line) {
            let faces = numbers(&found[4]).filter(|faces| known.is_die(faces))?;
            let rank = found.get(1).and_then(|rank| rank.as_str().parse().ok());
            let share = found[2].trim_end_matches(['%', ' ']);
            let is_per_cent = found.get(3).is_some() || found[2].ends_with('%');
            return Claim::new(number, rank, faces, share, is_per_cent);
        }
        let (before, share, is_per_cent) = share_at_the_end(line)?;
        let mut groups = FACES.captures_iter(before);
        let (front, faces) = if let Some(word) = before.find("Seit").or_else(|| before.find("seit"))
        {
            let (front, faces) = before.split_at(word);
            let (front, faces) = (front.trim_end_matches([' ', '-']), numbers(faces)?);
            let digits = front.len() - front.trim_end_matches(|c: char| c.is_ascii_digit()).len();
            let (front, sides) = front.split_at(front.len() - digits);
            if whole_number(sides) != Some(faces.len()) {
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
            let is_apart = before.trim_end().ends_with(|c: char| !c.is_alphanumeric());
            if !is_per_cent && !share.contains(['.', ',']) && !is_apart {
                return None;
            }
            let mut faces = numbers(before)?;
            // The die stands behind the rank and the number of sides, if these are there.
            let starts = (0..faces.len().min(3)).filter(|&start| known.is_die(&faces[start..]));
            let start = starts.exactly_one().ok()?;
            (if start > 0 { before } else { "" }, faces.split_off(start))
        };
        let rank = rank(front, faces.len());
        Claim::new(number, rank, faces, share, is_per_cent)
    }

    /// The number of the die, the rank and the share of a line, and whether this is called a percentage, if a die is named by its
    /// number: behind a word, or there is nothing but perhaps a rank, the number and the share.
    pub(super) fn numbers(line: &str) -> Option<(usize, Option<u64>, &str, bool)> {
        let (before, share, is_per_cent) = share_at_the_end(line)?;
        if let Some(found) = NUMBER.captures(before) {
            let front = &before[..found.get(0).map_or(0, |all| all.start())];
            return Some((found[1].parse().ok()?, rank(front, 0), share, is_per_cent));
        }
        let is_bare =
            !before.contains(char::is_alphabetic) && !before.trim_end().ends_with(['.', ')']);
        let (rank, die) = match numbers(before).filter(|_| is_bare)?[..] {
            [die] => (None, die),
            [rank, die] => (Some(rank), die),
            _ => return None,
        };
        Some((usize::try_from(die).ok()?, rank, share, is_per_cent))
    }

    /// What there is to say about the share as it is written.
    fn about_share(&self) -> impl Iterator<Item = Finding> {
        let share = &self.percent_text;
        let is_long = self.is_per_cent && self.decimals() != 2;
        let comma = (findings::COMMA, "hat ein Komma statt eines Punkts");
        let decimals = (findings::DECIMALS, "hat nicht zwei Nachkommastellen");
        let comma = share.contains(',').then_some(comma).into_iter();
        comma
            .chain(is_long.then_some(decimals))
            .map(move |(kind, what)| Finding::new(self.line, kind, format!("{share}% {what}")))
    }

    /// The line as it should be, but for the percentage.
    fn spelling(&self) -> String {
        let faces = self.faces.iter().format(" ");
        let (rank, sides, share) = (self.rank.unwrap_or(0), self.sides, &self.percent_text);
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
