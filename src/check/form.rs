//! The form of records, where somebody knows what a program prints:
//! `Platz {rang} | Nr. {nummer} | {} | {anteil}`.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use itertools::Itertools;
use thiserror::Error;

use super::findings::named;
use super::pairings::{Meeting, die_of_faces};
use super::records::{TextLine, of_lines};
use super::shape::{Reading, Value};
use super::tokens::{Comma, DiceIndex, Naming, Token};
use super::vocabulary::Role;
use crate::text::{Excerpt, join_words, suggest};

/// What stands at a place of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Place {
    Rank,
    Number,
    Index,
    Faces,
    Sides,
    Share,
    Wins,
    Games,
    Losses,
    Draws,
    OpponentNumber,
    OpponentIndex,
    OpponentFaces,
    Anything,
}

/// The names of places.
const PLACES: [(&str, Place); 14] = [
    ("rang", Place::Rank),
    ("nummer", Place::Number),
    ("index", Place::Index),
    ("augen", Place::Faces),
    ("seiten", Place::Sides),
    ("anteil", Place::Share),
    ("siege", Place::Wins),
    ("spiele", Place::Games),
    ("niederlagen", Place::Losses),
    ("unentschieden", Place::Draws),
    ("gegner", Place::OpponentNumber),
    ("gegnerindex", Place::OpponentIndex),
    ("gegneraugen", Place::OpponentFaces),
    ("", Place::Anything),
];

/// The places that name a die.
const OF_DIE: [Place; 4] = [Place::Number, Place::Index, Place::Faces, Place::Sides];
/// The places that name the other die of a pairing.
const OF_OPPONENT: [Place; 3] = [
    Place::OpponentNumber,
    Place::OpponentIndex,
    Place::OpponentFaces,
];

/// A piece of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Place(Place),
    /// A character that stands there itself.
    Char(char),
    /// Any number of spaces.
    Space,
}

/// What the records of a list look like: the pieces of each of their lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form(Vec<Vec<Piece>>);

/// Why something is no form.
#[derive(Debug, Error, PartialEq, Eq)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum WrongForm {
    #[error(
        "„{0}“ hat keine Stelle in geschweiften Klammern; gemeint ist etwa „{{nummer}} {{anteil}}“, und das Format der Ausgabe heißt \
         --format"
    )]
    NoPlace(String),
    #[error(
        "die Klammer „{{“ wird nicht geschlossen, oder „}}“ nicht geöffnet; eine Klammer selbst ist „{{{{“ oder „}}}}“"
    )]
    Bracket,
    #[error("die Stelle „{{{0}}}“ gibt es nicht{1}; es gibt {places}, und „{{}}“ steht für alles", places = place_names())]
    Unknown(String, String),
    #[error("die Stelle „{{{0}}}“ steht mehrmals da; was nicht gebraucht wird, ist „{{}}“")]
    Repeated(&'static str),
    #[error("es fehlt die Stelle für den Würfel: {{nummer}}, {{index}}, {{augen}} oder {{seiten}}")]
    NoDie,
}

fn place_names() -> String {
    let names = PLACES
        .iter()
        .map(|(name, _)| *name)
        .filter(|name| !name.is_empty());
    join_words(
        &names.map(|name| format!("{{{name}}}")).collect_vec(),
        "und",
    )
}

/// What is wrong with a list of that form.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum FormFault {
    #[error("--form passt auf keine Zeile{}", .0.as_ref().map_or_else(String::new, |(line, text)| format!(" (Zeile {line}: „{text}“)")))]
    NoLine(Option<(usize, Excerpt)>),
    #[error(
        "Zeile {line}: einen solchen Würfel gibt es nicht in der Würfeldatei; --form zählt {{nummer}} ab 1 und {{index}} ab 0"
    )]
    NoDie { line: usize },
    #[error(
        "Zeile {line}: der Würfel steht auch in Zeile {other}; --form muss jeden Würfel einmal finden"
    )]
    Twice { line: usize, other: usize },
    #[error("Zeile {line}: --form findet den Würfel {die} nicht")]
    Missing { line: usize, die: String },
    #[error("Zeile {line}: die Zahlen von --form ergeben keinen Anteil")]
    NoShare { line: usize },
    #[error("--form nennt nicht, was beide Würfel einer Paarung gewinnen")]
    NoShares,
}

/// What a list of that form says.
#[derive(Debug)]
pub(super) enum Formed {
    Readings(Vec<Reading>),
    Meetings(Vec<Meeting>),
}

impl FromStr for Form {
    type Err = WrongForm;

    fn from_str(text: &str) -> Result<Form, WrongForm> {
        let mut lines = vec![Vec::new()];
        let mut named = HashSet::new();
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            let Some(line) = lines.last_mut() else { break };
            match c {
                '{' if chars.next_if_eq(&'{').is_some() => line.push(Piece::Char('{')),
                '}' if chars.next_if_eq(&'}').is_some() => line.push(Piece::Char('}')),
                '{' => {
                    let name: String = chars
                        .by_ref()
                        .peeking_take_while(|c| !"{}".contains(*c))
                        .collect();
                    if chars.next() != Some('}') {
                        return Err(WrongForm::Bracket);
                    }
                    let Some(&(name, place)) = PLACES.iter().find(|(known, _)| *known == name)
                    else {
                        let meant = suggest(&name, PLACES.iter().map(|(name, _)| *name));
                        return Err(WrongForm::Unknown(name, meant));
                    };
                    if place != Place::Anything && !named.insert(place) {
                        return Err(WrongForm::Repeated(name));
                    }
                    line.push(Piece::Place(place));
                }
                '}' => return Err(WrongForm::Bracket),
                '\\' if chars.next_if_eq(&'n').is_some() => lines.push(Vec::new()),
                '\n' => lines.push(Vec::new()),
                c if c.is_whitespace() => {
                    if line.last() != Some(&Piece::Space) {
                        line.push(Piece::Space);
                    }
                }
                c => line.push(Piece::Char(c)),
            }
        }
        let has_place = lines
            .iter()
            .flatten()
            .any(|piece| matches!(piece, Piece::Place(_)));
        if !has_place {
            return Err(WrongForm::NoPlace(text.into()));
        }
        let has = |places: &[Place]| places.iter().any(|place| named.contains(place));
        if !has(&OF_DIE) {
            return Err(WrongForm::NoDie);
        }
        Ok(Form(lines))
    }
}

/// What stands at the places of a record.
#[derive(Clone, Debug, Default)]
struct Filled {
    line: usize,
    found: Vec<(Place, String)>,
}

impl Filled {
    fn text(&self, place: Place) -> Option<&str> {
        let found = self.found.iter().find(|(known, _)| *known == place);
        found.map(|(_, text)| &text[..])
    }

    /// A whole number, in which marks are those of thousands.
    fn count(&self, place: Place) -> Option<u64> {
        let digits: String = self
            .text(place)?
            .chars()
            .filter(char::is_ascii_digit)
            .collect();
        Some(digits.parse().unwrap_or(u64::MAX))
    }

    fn faces(&self, place: Place) -> Option<Vec<u32>> {
        let words = self.text(place)?.split(|c: char| !c.is_ascii_digit());
        words
            .filter(|word| !word.is_empty())
            .map(|word| word.parse().ok())
            .collect()
    }

    /// The die that is named by one of these places: its number, its index, its faces, or its
    /// sides.
    fn die(
        &self,
        [number, place, faces]: [Place; 3],
        index: &DiceIndex,
        taken: &[usize],
    ) -> Option<usize> {
        let all = index.dice.len();
        let by_number = self.count(number).map(|number| number.checked_sub(1));
        let by_number = by_number.or_else(|| self.count(place).map(Some));
        if let Some(die) = by_number {
            return die
                .and_then(|die| usize::try_from(die).ok())
                .filter(|die| *die < all);
        }
        if self.text(faces).is_some() {
            let faces = self.faces(faces)?;
            let first = die_of_faces(&faces, index);
            // Dice with the same faces come one after the other.
            let mut alike =
                (0..all).filter(|die| die_of_faces(index.dice[*die].faces(), index) == first);
            return first.and_then(|first| alike.find(|die| !taken.contains(die)).or(Some(first)));
        }
        let sides = self.count(Place::Sides)?;
        let dice = index
            .dice
            .iter()
            .positions(|die| die.faces().len() as u64 == sides);
        dice.exactly_one().ok()
    }
}

impl Form {
    /// What the lines say that have this form; `None` if there is none.
    pub(super) fn read(
        &self,
        lines: &[(usize, String)],
        index: &DiceIndex,
    ) -> Result<Option<Formed>, FormFault> {
        let mut records = Vec::new();
        let mut at = 0;
        while at < lines.len() {
            let Some(record) = self.record(&lines[at..], index) else {
                at += 1;
                continue;
            };
            records.push(record);
            at += self.0.len();
        }
        if records.is_empty() {
            return Ok(None);
        }
        let is_of_pairings = self
            .0
            .iter()
            .flatten()
            .any(|piece| matches!(piece, Piece::Place(place) if OF_OPPONENT.contains(place)));
        if is_of_pairings {
            return meetings(&records, index).map(|meetings| Some(Formed::Meetings(meetings)));
        }
        let last = lines.last().map_or(0, |(number, _)| *number);
        readings(&records, index, last).map(|readings| Some(Formed::Readings(readings)))
    }

    /// What stands at the places of the record that begins with these lines, if they have the form.
    fn record(&self, lines: &[(usize, String)], index: &DiceIndex) -> Option<Filled> {
        if lines.len() < self.0.len() {
            return None;
        }
        let mut filled = Filled {
            line: lines[0].0,
            ..Filled::default()
        };
        for (pieces, (number, text)) in self.0.iter().zip(lines) {
            let text = text
                .rsplit('\r')
                .find(|part| !part.trim().is_empty())
                .unwrap_or(text);
            let found = Matcher::new(pieces, text, index).find()?;
            let says_share = found
                .iter()
                .any(|(place, _)| [Place::Share, Place::Wins].contains(place));
            if says_share {
                filled.line = *number;
            }
            filled.found.extend(found);
        }
        Some(filled)
    }
}

/// Whether a line has a form, and what stands at its places.
struct Matcher<'a> {
    pieces: &'a [Piece],
    text: Vec<char>,
    index: &'a DiceIndex<'a>,
    /// Pieces and places of the text from which on the rest does not fit.
    failed: HashSet<(usize, usize)>,
    found: Vec<(Place, String)>,
}

impl<'a> Matcher<'a> {
    fn new(pieces: &'a [Piece], text: &str, index: &'a DiceIndex<'a>) -> Matcher<'a> {
        Matcher {
            pieces,
            text: text.trim().chars().collect(),
            index,
            failed: HashSet::new(),
            found: Vec::new(),
        }
    }

    fn find(mut self) -> Option<Vec<(Place, String)>> {
        let is_space = |piece: &&Piece| **piece == Piece::Space;
        let first = self.pieces.iter().take_while(is_space).count();
        self.fits(first, 0).then_some(self.found)
    }

    /// Whether the pieces from this one on fit the text from here on.
    fn fits(&mut self, mut piece: usize, mut at: usize) -> bool {
        // What stands there itself needs no choice.
        loop {
            match self.pieces.get(piece) {
                None => return at == self.text.len(),
                Some(Piece::Space) => {
                    while self.text.get(at).is_some_and(|c| c.is_whitespace()) {
                        at += 1;
                    }
                }
                Some(Piece::Char(c)) => {
                    if self.text.get(at) != Some(c) {
                        return false;
                    }
                    at += 1;
                }
                Some(Piece::Place(_)) => break,
            }
            piece += 1;
        }
        if self.failed.contains(&(piece, at)) {
            return false;
        }
        let Some(&Piece::Place(place)) = self.pieces.get(piece) else {
            return false;
        };
        let known = self.found.len();
        let ends: Box<dyn Iterator<Item = usize>> = match place {
            Place::Anything => Box::new(at..=self.text.len()),
            Place::Faces | Place::OpponentFaces => Box::new(self.ends_of_faces(at).into_iter()),
            Place::Share => Box::new(self.ends_of_share(at).into_iter()),
            _ => Box::new(self.end_of_count(at, place).into_iter()),
        };
        for end in ends {
            if place != Place::Anything {
                self.found
                    .push((place, self.text[at..end].iter().collect()));
            }
            if self.fits(piece + 1, end) {
                return true;
            }
            self.found.truncate(known);
        }
        self.failed.insert((piece, at));
        false
    }

    fn digits(&self, at: usize) -> usize {
        self.text[at..]
            .iter()
            .take_while(|c| c.is_ascii_digit())
            .count()
    }

    /// The end of a whole number; counts may have marks of thousands.
    fn end_of_count(&self, at: usize, place: Place) -> Option<usize> {
        let mut end = at + self.digits(at);
        if end == at {
            return None;
        }
        let may_have_marks =
            [Place::Wins, Place::Games, Place::Losses, Place::Draws].contains(&place);
        while may_have_marks
            && end - at >= 1
            && self.text.get(end).is_some_and(|c| ".,'".contains(*c))
            && self.digits(end + 1) == 3
        {
            end += 4;
        }
        Some(end)
    }

    /// The ends of a number, with its percent sign and without.
    fn ends_of_share(&self, at: usize) -> Vec<usize> {
        let mut end = at;
        if self.text.get(end).is_some_and(|c| "-−".contains(*c)) {
            end += 1;
        }
        let whole = self.digits(end);
        end += whole;
        if self.text.get(end).is_some_and(|c| ".,".contains(*c)) {
            let decimals = self.digits(end + 1);
            end += if decimals > 0 { 1 + decimals } else { 0 };
        }
        if end == at || !self.text[end - 1].is_ascii_digit() {
            return Vec::new();
        }
        if self.text.get(end).is_some_and(|c| "eE".contains(*c)) {
            let sign = usize::from(self.text.get(end + 1).is_some_and(|c| "+-".contains(*c)));
            let digits = self
                .text
                .get(end + 1 + sign..)
                .map_or(0, |_| self.digits(end + 1 + sign));
            end += if digits > 0 { 1 + sign + digits } else { 0 };
        }
        let spaces = self.text[end..]
            .iter()
            .take_while(|c| c.is_whitespace())
            .count();
        let sign = (self.text.get(end + spaces) == Some(&'%')).then_some(end + spaces + 1);
        [Some(end), sign].into_iter().flatten().collect()
    }

    /// The ends of faces: in brackets, of a die of the file, or of all numbers that follow one
    /// another.
    fn ends_of_faces(&self, at: usize) -> Vec<usize> {
        if let Some(open) = self.text.get(at).filter(|c| "[({\"'".contains(**c)) {
            let close = match open {
                '[' => ']',
                '(' => ')',
                '{' => '}',
                quote => *quote,
            };
            let inside = |c: &&char| c.is_ascii_digit() || c.is_whitespace() || ",;".contains(**c);
            let end = at + 1 + self.text[at + 1..].iter().take_while(inside).count();
            return (self.text.get(end) == Some(&close))
                .then_some(end + 1)
                .into_iter()
                .collect();
        }
        let (mut faces, mut ends) = (Vec::new(), Vec::new());
        let mut next = at;
        while self.digits(next) > 0 {
            let end = next + self.digits(next);
            let Ok(face) = self.text[next..end]
                .iter()
                .collect::<String>()
                .parse::<u32>()
            else {
                break;
            };
            faces.push(face);
            ends.push(end);
            let between = self.text[end..]
                .iter()
                .take_while(|c| c.is_whitespace() || **c == ',');
            next = end + between.count();
        }
        let known = self.index.prefixes(&faces).unique().sorted().rev();
        let mut found = known.map(|length| ends[length - 1]).collect_vec();
        if let Some(&last) = ends.last() {
            if self.index.count(&faces) > 0 {
                found.insert(0, last)
            } else {
                found.push(last)
            }
        }
        found
    }
}

const DIE: [Place; 3] = [Place::Number, Place::Index, Place::Faces];

/// What records say of dice, each of which is named once.
fn readings(records: &[Filled], index: &DiceIndex, last: usize) -> Result<Vec<Reading>, FormFault> {
    let mut taken: Vec<usize> = Vec::new();
    let mut readings: Vec<Reading> = Vec::new();
    for record in records {
        let line = record.line;
        let die = record
            .die(DIE, index, &taken)
            .ok_or(FormFault::NoDie { line })?;
        if let Some(other) = taken.iter().position(|taken| *taken == die) {
            return Err(FormFault::Twice {
                line,
                other: readings[other].line,
            });
        }
        taken.push(die);
        let value = value(record).ok_or(FormFault::NoShare { line })?;
        let faces = record.faces(Place::Faces).filter(|faces| !faces.is_empty());
        readings.push(Reading {
            line,
            rank: record.count(Place::Rank),
            faces: faces.unwrap_or_else(|| index.dice[die].faces().to_vec()),
            sides: record.count(Place::Sides),
            die: Some(die),
            is_from_zero: false,
            value,
        });
    }
    if let Some(die) = (0..index.dice.len()).find(|die| !taken.contains(die)) {
        return Err(FormFault::Missing {
            line: last + 1,
            die: named(index.dice, die),
        });
    }
    // Where only places count, ranks tell them.
    if readings
        .iter()
        .all(|one| one.value == Value::Place && one.rank.is_some())
    {
        readings.sort_by_key(|one| one.rank);
    }
    Ok(readings)
}

/// What a record gives its die.
fn value(record: &Filled) -> Option<Value> {
    if let Some(text) = record.text(Place::Share) {
        let is_per_cent = text.ends_with('%');
        let text = text.trim_end_matches(['%', ' ']).replace('−', "-");
        let value: f64 = text.replace(',', ".").parse().ok()?;
        let has_exponent = text.contains(['e', 'E']);
        return Some(Value::Share {
            value,
            text: if has_exponent {
                value.to_string()
            } else {
                text
            },
            is_per_cent,
        });
    }
    let Some(wins) = record.count(Place::Wins) else {
        return Some(Value::Place);
    };
    let Some(games) = games(record) else {
        return Some(Value::Wins(wins));
    };
    let value = 100.0 * wins as f64 / games as f64;
    value.is_finite().then(|| Value::Share {
        value,
        text: format!("{value:.4}"),
        is_per_cent: true,
    })
}

/// The number of games of a record: as it is printed, or of what was won, lost and drawn.
fn games(record: &Filled) -> Option<u64> {
    let sum = || {
        let drawn = record.count(Place::Draws).unwrap_or(0);
        record
            .count(Place::Wins)?
            .checked_add(record.count(Place::Losses)?)?
            .checked_add(drawn)
    };
    record.count(Place::Games).or_else(sum)
}

fn meetings(records: &[Filled], index: &DiceIndex) -> Result<Vec<Meeting>, FormFault> {
    let shares = records.iter().filter_map(|record| match value(record) {
        Some(Value::Share {
            value, is_per_cent, ..
        }) => Some((value, is_per_cent)),
        _ => None,
    });
    let is_per_cent = shares
        .clone()
        .any(|(value, is_per_cent)| is_per_cent || value > 1.0);
    let scale = if is_per_cent { 100.0 } else { 1.0 };
    let meetings = records.iter().map(|record| {
        let line = record.line;
        let one = record.die(DIE, index, &[]);
        let other = record.die(OF_OPPONENT, index, &[]);
        let (Some(one), Some(other)) = (one, other) else {
            return Err(FormFault::NoDie { line });
        };
        let count = |place: Place| record.count(place).map(|count| count as f64);
        let share = match (record.text(Place::Share), value(record)) {
            (Some(_), Some(Value::Share { value, .. })) => Some(value / scale),
            (Some(_), _) => return Err(FormFault::NoShare { line }),
            (None, _) => None,
        };
        let wins = count(Place::Wins);
        let losses = count(Place::Losses).filter(|_| wins.is_some());
        Ok(Meeting {
            line,
            dice: [one, other],
            wins: if share.is_some() {
                [None; 2]
            } else {
                [wins, losses]
            },
            games: games(record)
                .map(|games| games as f64)
                .filter(|_| share.is_none()),
            shares: [share, None],
        })
    });
    meetings.collect()
}

/// A form that fits a record as far as can be seen, to be shown behind a message; empty if there is
/// none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Suggestion(Option<String>);

impl fmt::Display for Suggestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(form) => write!(f, ", etwa --form '{form}'"),
            None => Ok(()),
        }
    }
}

impl Suggestion {
    /// For the record in this line, or else for the first that names a die.
    pub(super) fn of(lines: &[TextLine], index: &DiceIndex, wanted: Option<usize>) -> Suggestion {
        /// A longer form is no help.
        const LONGEST: usize = 160;
        let by_faces = of_lines(lines, index, Comma::Decimal, Naming::Faces);
        let by_numbers = of_lines(lines, index, Comma::Decimal, Naming::Numbers);
        let has_number = |column: &super::columns::Column| {
            column.roles.contains(&Role::Die) && column.number.whole.is_some()
        };
        let records = lines.iter().zip(by_faces.iter().zip(&by_numbers));
        let mut records = records.filter_map(|(line, (faces, numbers))| {
            let record = match wanted {
                Some(wanted) if wanted != line.first => None,
                _ if faces.dice.len() == 1 => Some(faces),
                _ if numbers.columns.iter().any(has_number) => Some(numbers),
                _ => None,
            };
            let record = record
                .filter(|record| wanted.is_some() || record.dice.len() + record.columns.len() > 1);
            record
                .map(|record| (line, record))
                .filter(|_| line.first == line.last)
        });
        let Some((line, record)) = records.next() else {
            return Suggestion(None);
        };
        let text = line.text.chars().collect_vec();
        let shares = record
            .columns
            .iter()
            .filter(|column| column.roles.contains(&Role::Share))
            .count();
        let mut form = String::new();
        let mut used = HashSet::new();
        let mut at = 0;
        let mut columns = record.columns.iter();
        for one in &record.tokens {
            let place = match &one.token {
                Token::Die(_) => "augen",
                Token::Number(number) => {
                    let roles = columns
                        .next()
                        .map(|column| column.roles.clone())
                        .unwrap_or_default();
                    let has = |role: Role| roles.contains(&role);
                    match () {
                        () if has(Role::Rank) || number.is_ordinal && at == 0 => "rang",
                        () if has(Role::Die) && record.dice.is_empty() => "nummer",
                        () if has(Role::Sides) => "seiten",
                        () if has(Role::Lost) && !number.is_per_cent => "niederlagen",
                        () if has(Role::Drawn) && !number.is_per_cent => "unentschieden",
                        () if has(Role::Share) && shares == 1 => "anteil",
                        () if has(Role::Won) && !has(Role::Share) => "siege",
                        () if has(Role::Games) => "spiele",
                        () => "",
                    }
                }
                _ => continue,
            };
            let place = if used.insert(place) { place } else { "" };
            form += &literal(&text[at..one.start]);
            form += &format!("{{{place}}}");
            // The percent sign stays outside.
            at = one.start
                + text[one.start..one.end]
                    .iter()
                    .take_while(|c| **c != '%')
                    .count();
            at -= text[one.start..at]
                .iter()
                .rev()
                .take_while(|c| c.is_whitespace())
                .count();
        }
        form += &literal(&text[at..]);
        let is_short = form.chars().count() <= LONGEST && !form.contains('\'');
        Suggestion(is_short.then(|| form.trim().to_string()))
    }
}

/// Text of a form that stands there itself.
fn literal(text: &[char]) -> String {
    let text: String = text.iter().collect();
    let spaced = text
        .replace('{', "{{")
        .replace('}', "}}")
        .replace('\t', " ");
    let mut form = String::new();
    for c in spaced.chars() {
        if !(c == ' ' && form.ends_with(' ')) {
            form.push(c);
        }
    }
    form
}
