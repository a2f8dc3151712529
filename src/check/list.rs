//! Somebody's Bestenliste, read line by line.
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
use std::iter;

use itertools::Itertools;
use thiserror::Error;

use super::findings::{self, EXAMPLE, Finding, Findings, HEADING, Kind};
use crate::dice;
use crate::text::{Excerpt, whole_number, without_mark};

/// A share has at most so many characters.
const LONGEST_SHARE: usize = 24;

/// The most bytes that a line can have: those of a line of a dice file, and what stands around the faces.
pub const LONGEST_LINE: usize = dice::LONGEST_LINE + 100;
/// So many lines that are not blank may come before the first claim.
const MOST_BEFORE: usize = 10_000;
/// A list may have so many lines that are not blank. This ends input that does not end by itself.
const MOST_LINES: usize = 20_000_000;
/// So many lines may stand behind the last claim without being faults: progress, timings.
const MOST_BEHIND: u64 = 1000;
/// So many more claims are kept than there are dice. Each of them is a fault.
const MOST_SURPLUS: usize = 1000;

/// Why something is no list at all. Lines count from 1.
#[derive(Debug, Error, PartialEq, Eq)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum ListError {
    #[error("sie ist leer; erwartet ist eine Würfel-Bestenliste")]
    Empty,
    #[error("keine Zeile hat die Form „{EXAMPLE}“{}", .0.as_deref().unwrap_or_default())]
    NoEntry(Option<String>),
    #[error("keine der ersten {MOST_BEFORE} Zeilen hat die Form „{EXAMPLE}“{}", .0.as_deref().unwrap_or_default())]
    NoEntrySoFar(Option<String>),
    #[error("Zeile {0}: Zeile zu lang; Platz ist für einen Würfel mit 10 Millionen Seiten")]
    TooLong(usize),
    #[error("sie hat mehr als {MOST_LINES} Zeilen")]
    TooMany,
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
    /// Whether it is called a percentage.
    is_per_cent: bool,
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

impl List {
    /// The number of digits behind the point of its shares. Zeros at the end of all of them come from rounding to fewer.
    pub fn decimals(&self) -> usize {
        let decimals = self.claims.iter().map(Claim::significant_decimals);
        decimals.max().unwrap_or(0)
    }
}

/// A list that is read line by line.
#[derive(Debug)]
pub struct ListReader {
    /// So many claims are kept.
    most: usize,
    /// The number of lines so far.
    lines: usize,
    /// How many of them are not blank.
    written: usize,
    /// The number of blank lines behind the last one that is not.
    blank: usize,
    /// The lines before the first claim that are not blank.
    head: Vec<Reading>,
    /// Whether the heading was there.
    has_heading: bool,
    /// How many lines behind the last claim cannot be read.
    unread: u64,
    /// Lines behind the last claim that are not like one. If another claim comes, they are faults.
    behind: Vec<Reading>,
    list: List,
}

impl ListReader {
    /// A reader before the first line of a list of so many dice.
    pub fn new(dice: usize) -> ListReader {
        ListReader {
            most: dice.saturating_add(MOST_SURPLUS),
            lines: 0,
            written: 0,
            blank: 0,
            head: Vec::new(),
            has_heading: false,
            unread: 0,
            behind: Vec::new(),
            list: List::default(),
        }
    }

    /// Takes the next line, without its line feed. What is wrong with single lines is kept for
    /// [`judge`](super::judge()).
    ///
    /// # Errors
    ///
    /// If the input is no list at all.
    pub fn line(&mut self, line: &[u8]) -> Result<(), ListError> {
        self.lines += 1;
        let line = match self.lines {
            1 => without_mark(line),
            _ => line,
        };
        if line.len() > LONGEST_LINE {
            return Err(ListError::TooLong(self.lines));
        }
        let text = String::from_utf8_lossy(line);
        if let Cow::Owned(_) = text {
            self.list.say(
                self.lines,
                findings::ENCODING,
                "die Zeile ist kein gültiges UTF-8",
            );
        }
        let text = text.strip_suffix('\r').unwrap_or(&text);
        let plain = without_colours(text);
        if let Cow::Owned(_) = plain {
            self.list.say(
                self.lines,
                findings::COLOURS,
                "die Zeile hat Farbcodes (Esc [ … m)",
            );
        }
        if plain.trim().is_empty() {
            self.blank += 1;
        } else {
            for line in self.lines - self.blank..self.lines {
                self.list.say(line, findings::BLANK, "leere Zeile");
            }
            self.blank = 0;
            self.written += 1;
            self.list.lines = self.lines;
            self.take(Reading::new(&plain, self.lines));
        }
        if self.head.len() >= MOST_BEFORE {
            return Err(ListError::NoEntrySoFar(self.first_unreadable()));
        }
        match self.written > MOST_LINES {
            true => Err(ListError::TooMany),
            false => Ok(()),
        }
    }

    /// Takes a line that is not blank. Those before the first claim are kept until it is there.
    fn take(&mut self, reading: Reading) {
        if !self.list.claims.is_empty() {
            return self.take_behind(reading);
        }
        if !matches!(reading.content, Content::Claim(..)) {
            return self.head.push(reading);
        }
        let head = std::mem::take(&mut self.head);
        let is_heading = |reading: &Reading| matches!(reading.content, Content::Heading(_));
        let has_heading = head.iter().any(is_heading);
        // A first line that is neither heading nor claim stands where the heading should be.
        let first = head.first().filter(|_| !has_heading);
        let misspelt = first.and_then(|first| match &first.content {
            Content::Unreadable {
                text,
                is_like_claim: false,
                ..
            } => Some(text.clone()),
            _ => None,
        });
        let is_misspelt = misspelt.is_some();
        if let (Some(text), Some(first)) = (misspelt, head.first()) {
            let text = format!("„{text}“ statt der Überschrift „{HEADING}“");
            self.list.say(first.line, findings::OTHER_HEADING, text);
        } else if !has_heading {
            let text = format!("vor dieser Zeile fehlt die Überschrift „{HEADING}“");
            self.list.say(reading.line, findings::NO_HEADING, text);
        }
        for reading in head.into_iter().skip(usize::from(is_misspelt)) {
            match reading.content {
                Content::Unreadable {
                    text,
                    is_like_claim: false,
                    ..
                } if has_heading => {
                    let text = format!("„{text}“ steht vor dem ersten Würfel");
                    self.list.say(reading.line, findings::BEFORE, text);
                }
                _ => self.add(reading),
            }
        }
        self.add(reading);
    }

    /// Takes a line that is not blank, with a claim above it.
    fn take_behind(&mut self, reading: Reading) {
        // A sentence about the winner has faces, too. If all dice are there, it is no claim.
        let is_complete = self.list.claims.len() >= self.most - MOST_SURPLUS;
        let is_aside = match reading.content {
            Content::Unreadable {
                is_like_claim,
                has_rank,
                ..
            } => !is_like_claim || is_complete && !has_rank,
            _ => false,
        };
        if is_aside && self.behind.len() as u64 + self.unread < MOST_BEHIND {
            return self.behind.push(reading);
        }
        for aside in std::mem::take(&mut self.behind) {
            self.add(aside);
        }
        self.add(reading);
    }

    /// Adds a line to the list.
    fn add(&mut self, reading: Reading) {
        let Reading { line, content } = reading;
        let list = &mut self.list;
        match content {
            Content::Heading(note) => {
                if self.has_heading || !list.claims.is_empty() {
                    let text = "die Überschrift gehört nur in die erste Zeile";
                    list.say(line, findings::HEADING_AGAIN, text);
                } else {
                    list.findings.extend(note);
                }
                self.has_heading = true;
                if list.claims.is_empty() {
                    self.unread = 0;
                }
            }
            Content::Unreadable {
                missing,
                is_like_claim,
                ..
            } => {
                let text = format!("nicht die Form „{EXAMPLE}“: {missing}");
                list.say(line, findings::UNREADABLE, text);
                list.lost += usize::from(is_like_claim);
                self.unread += 1;
            }
            Content::Claim(..) if list.claims.len() >= self.most => {
                let text = "der Würfel ist zu viel; so viele stehen nicht in der Würfeldatei";
                list.say(line, findings::SURPLUS, text);
            }
            Content::Claim(claim, found) => {
                list.findings.extend(found);
                list.claims.push(Claim {
                    unread: std::mem::take(&mut self.unread),
                    ..claim
                });
            }
        }
    }

    /// The list, when all lines are there.
    ///
    /// # Errors
    ///
    /// If the input is no list at all.
    pub fn finish(mut self) -> Result<List, ListError> {
        for Reading { line, content } in self.behind.drain(..) {
            if let Content::Unreadable { text, .. } = content {
                let text = format!("„{text}“ steht hinter dem letzten Würfel");
                self.list.say(line, findings::BEHIND, text);
            }
        }
        self.list.scale_fractions();
        match self.list.claims.is_empty() {
            true if self.head.is_empty() => Err(ListError::Empty),
            true => Err(ListError::NoEntry(self.first_unreadable())),
            false => Ok(self.list),
        }
    }

    /// What is missing in the first line that cannot be read.
    fn first_unreadable(&self) -> Option<String> {
        self.head.iter().find_map(|reading| match &reading.content {
            Content::Unreadable { missing, .. } => {
                Some(format!("; Zeile {}: {missing}", reading.line))
            }
            _ => None,
        })
    }
}

/// The text without codes for colours: Esc, `[`, numbers and semicolons, `m`.
fn without_colours(text: &str) -> Cow<'_, str> {
    const BEGIN: &str = "\u{1b}[";
    if !text.contains(BEGIN) {
        return Cow::Borrowed(text);
    }
    let mut pieces = text.split(BEGIN);
    let mut plain = String::from(pieces.next().unwrap_or_default());
    for piece in pieces {
        let rest = piece.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';');
        match rest.strip_prefix('m') {
            Some(rest) => plain += rest,
            None => plain.extend([BEGIN, piece]),
        }
    }
    match plain.len() == text.len() {
        true => Cow::Borrowed(text),
        false => Cow::Owned(plain),
    }
}

/// Reads a whole list of so many dice.
///
/// # Errors
///
/// If the input is no list at all.
pub fn parse(input: &[u8], dice: usize) -> Result<List, ListError> {
    let mut reader = ListReader::new(dice);
    for line in input.split(|&byte| byte == b'\n') {
        reader.line(line)?;
    }
    reader.finish()
}

impl List {
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

/// A line of the input that is not blank.
#[derive(Debug)]
struct Reading {
    /// The number of the line, from 1.
    line: usize,
    content: Content,
}

/// What a line is.
#[derive(Debug)]
enum Content {
    /// The line is the heading, and there may be something to say about its form.
    Heading(Option<Finding>),
    /// The line is a claim, and there may be something to say about its form.
    Claim(Claim, Vec<Finding>),
    /// The line is neither.
    Unreadable {
        /// The beginning of the line.
        text: Excerpt,
        /// What is missing for a claim.
        missing: String,
        /// Whether it was probably meant to be a claim.
        is_like_claim: bool,
        /// Whether it begins with a rank.
        has_rank: bool,
    },
}

impl Reading {
    /// Reads a line.
    fn new(text: &str, line: usize) -> Reading {
        let content = match text.trim() {
            HEADING => Content::Heading((text != HEADING).then(|| spelt(line))),
            trimmed if is_like_heading(trimmed) => {
                let shown = Excerpt::new(trimmed);
                let text = format!("„{shown}“ statt der Überschrift „{HEADING}“");
                Content::Heading(Some(Finding::new(line, findings::SPELT_HEADING, text)))
            }
            trimmed => match Claim::read(text, line) {
                Ok((claim, found)) => Content::Claim(claim, found),
                Err(missing) => Content::Unreadable {
                    text: Excerpt::new(text),
                    missing,
                    is_like_claim: is_like_claim(trimmed),
                    has_rank: has_rank(trimmed),
                },
            },
        };
        Reading { line, content }
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
    let plain = line
        .to_lowercase()
        .replace(['ü', char::REPLACEMENT_CHARACTER], "ue");
    let plain = plain.replace("u\u{308}", "ue");
    let letters = plain.chars().filter(|c| c.is_alphabetic());
    letters.eq("wuerfelbestenliste".chars()) && !line.contains(|c: char| c.is_ascii_digit())
}

/// Whether a line that cannot be read was probably meant to be a claim: it begins with a rank, or has a word or a
/// sign that stands around faces.
fn is_like_claim(line: &str) -> bool {
    has_rank(line) || line.contains(';') || line.contains("Seiten")
}

/// Whether a line begins with a number and a point.
fn has_rank(line: &str) -> bool {
    let behind = line.trim_start_matches(|c: char| c.is_ascii_digit());
    behind.len() < line.len()
        && behind
            .strip_prefix('.')
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
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
    if is_doubtful {
        return None;
    }
    let words = text.split(|c: char| !c.is_ascii_digit());
    let words = words.filter(|word| !word.is_empty());
    words.map(whole_number).collect()
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
    /// Reads a line, with what there is to say about its form; or says what is missing where for the right form.
    fn read(line: &str, number: usize) -> Result<(Claim, Vec<Finding>), String> {
        let (claim, note) = match Claim::parse(line, number) {
            Ok(claim) if claim.spelling() == line => (claim, None),
            Ok(claim) => (claim, Some(spelt(number))),
            Err(missing) => {
                let claim = Claim::guess(line, number).ok_or(missing)?;
                let text = format!("andere Form; erwartet ist „{EXAMPLE}“");
                let note = Finding::new(number, findings::OTHER_FORM, text);
                (claim, Some(note))
            }
        };
        let found = note.into_iter().chain(claim.about_share()).collect();
        Ok((claim, found))
    }

    /// Reads a line in another form that leaves no doubt, such as `Platz 1: 2-seitig [1, 6] 97,8`: the rank, the
    /// number of sides before a word that begins with `Seit` or `seit`, as many faces, and at the end the share. Faces in
    /// brackets need no sides, as in `1. [1, 6]: 97.8%`. Nothing else in the line is a number.
    fn guess(line: &str, number: usize) -> Option<Claim> {
        let digit = |c: char| c.is_ascii_digit();
        let unit = ["%", "Prozent"];
        let (body, is_per_cent) = match unit.iter().find_map(|unit| line.split_once(unit)) {
            Some((_, behind)) if behind.contains(|c: char| digit(c) || c == '%') => return None,
            Some((body, _)) => (body.trim_end(), true),
            None => (
                line.trim_end_matches([' ', '\t', ')', ']', '}', '|']),
                false,
            ),
        };
        let before = body.trim_end_matches(|c: char| digit(c) || c == '.' || c == ',');
        let (before, percent_text) = body.split_at(before.len());
        // It may be a minus.
        if before.ends_with(['-', '−', '–']) {
            return None;
        }
        let (rank, sides, faces) = match before.find("Seit").or_else(|| before.find("seit")) {
            Some(word) => {
                let (front, faces) = before.split_at(word);
                let front = front.trim_end_matches([' ', '-']);
                let [rank, sides] = numbers(front)?[..] else {
                    return None;
                };
                (
                    front.ends_with(digit).then_some(rank)?,
                    sides,
                    numbers(faces)?,
                )
            }
            None => {
                let (front, rest) = before.split_once(['[', '('])?;
                let (faces, behind) = rest.split_once([']', ')'])?;
                let rank = front.trim_start_matches(|c: char| c.is_alphabetic() || c == ' ');
                let is_rank = rank.trim_start_matches(digit).starts_with(['.', ')', ':']);
                let faces = numbers(faces)?;
                let sides = faces.len() as u64;
                match numbers(front)?[..] {
                    _ if !is_rank || !is_per_cent || behind.contains(digit) => return None,
                    [rank] => (rank, sides, faces),
                    // A W6 has six sides.
                    [rank, said] if said == sides => (rank, sides, faces),
                    _ => return None,
                }
            }
        };
        let faces = faces.into_iter().map(|face| u32::try_from(face).ok());
        let faces: Vec<u32> = faces.collect::<Option<_>>()?;
        if faces.is_empty() || faces.len() as u64 != sides {
            return None;
        }
        let claim = Claim::new(
            number,
            rank,
            sides,
            faces,
            percent_text.trim_start_matches(','),
        )?;
        Some(Claim {
            is_per_cent,
            ..claim
        })
    }

    /// Reads a line in the form that it should have, or says what is missing where.
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
        let claim = Claim::new(number, rank, sides, faces, percent_text)
            .ok_or_else(|| format!("„{}“ ist kein Anteil", Excerpt::new(percent_text)))?;
        rest.literal("%")?;
        if !rest.0.trim().is_empty() {
            return Err(format!("„{}“ ist zu viel", Excerpt::new(rest.0.trim())));
        }
        Ok(claim)
    }

    /// A claim with a share as it is written, in per cent with a point or a comma; `None` if that is no number.
    fn new(
        line: usize,
        rank: u64,
        sides: u64,
        faces: Vec<u32>,
        percent_text: &str,
    ) -> Option<Claim> {
        let percent = percent_text.replace(',', ".").parse().ok();
        Some(Claim {
            line,
            unread: 0,
            rank,
            sides,
            faces,
            percent: percent.filter(|_| percent_text.len() <= LONGEST_SHARE)?,
            percent_text: percent_text.to_string(),
            is_per_cent: true,
        })
    }

    /// What there is to say about the share as it is written.
    fn about_share(&self) -> impl Iterator<Item = Finding> {
        let share = &self.percent_text;
        let all = [
            (
                share.contains(','),
                findings::COMMA,
                "hat ein Komma statt eines Punkts",
            ),
            (
                self.is_per_cent && self.decimals() != 2,
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
        found.map(move |(_, kind, what)| Finding::new(self.line, kind, format!("{share}% {what}")))
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

    /// The number of digits behind the point without zeros at the end.
    fn significant_decimals(&self) -> usize {
        let zeros = self.percent_text.bytes().rev();
        let zeros = zeros.take_while(|&byte| byte == b'0').count();
        self.decimals().saturating_sub(zeros)
    }

    /// The number of digits behind the point.
    fn decimals(&self) -> usize {
        let point = self.percent_text.rfind(['.', ',']);
        point.map_or(0, |point| self.percent_text.len() - point - 1)
    }
}
