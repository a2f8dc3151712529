//! The form of records, where somebody knows what a program prints:
//! `Platz {rang} | Nr. {nummer} | {} | {anteil}`.

use std::collections::HashSet;
use std::iter::Peekable;
use std::str::{Chars, FromStr};

use itertools::Itertools;
use thiserror::Error;

use super::findings::format_die;
use super::matcher::{self, FilledPlace, FormElement, Placeholder};
use super::pairings::PrintedPairing;
use super::reading::{PrintedShare, Reading, Value};
use super::records::{QuotedLine, WrittenLine};
use super::tokens::DiceIndex;
use crate::text::{join_words, suggest};

/// The placeholders, and their names in a form.
const PLACEHOLDERS: [(&str, Placeholder); 14] = [
    ("rang", Placeholder::Rank),
    ("nummer", Placeholder::Number),
    ("index", Placeholder::Index),
    ("augen", Placeholder::Faces),
    ("seiten", Placeholder::Sides),
    ("anteil", Placeholder::Share),
    ("siege", Placeholder::Wins),
    ("spiele", Placeholder::Games),
    ("niederlagen", Placeholder::Losses),
    ("unentschieden", Placeholder::Draws),
    ("gegner", Placeholder::OpponentNumber),
    ("gegnerindex", Placeholder::OpponentIndex),
    ("gegneraugen", Placeholder::OpponentFaces),
    ("", Placeholder::Anything),
];

/// The placeholders that name the die of a record, of which a form needs one.
const NAMING_DIE: [Placeholder; 4] = [
    Placeholder::Number,
    Placeholder::Index,
    Placeholder::Faces,
    Placeholder::Sides,
];
/// The placeholders that name the other die of a pairing, in the order of `find_die`.
const NAMING_OPPONENT: [Placeholder; 3] = [
    Placeholder::OpponentNumber,
    Placeholder::OpponentIndex,
    Placeholder::OpponentFaces,
];

/// The form of the records of a list: text with placeholders, one or several lines for each die.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// The elements of each line of a record.
    lines: Vec<Vec<FormElement>>,
}

/// The reason why something is no form.
#[derive(Debug, Error, PartialEq, Eq)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum WrongForm {
    #[error(
        "„{0}“ hat keine Stelle in geschweiften Klammern; gemeint ist etwa „{{nummer}} \
         {{anteil}}“"
    )]
    NoPlaceholder(String),
    #[error(
        "die Klammer „{{“ wird nicht geschlossen, oder „}}“ nicht geöffnet; eine Klammer selbst \
         ist „{{{{“ oder „}}}}“"
    )]
    Bracket,
    #[error(
        "die Stelle „{{{name}}}“ gibt es nicht{suggestion}; es gibt {names}, und „{{}}“ steht für \
         alles",
        names = enumerate_names()
    )]
    Unknown { name: String, suggestion: String },
    #[error("die Stelle „{{{0}}}“ steht mehrmals da; was nicht gebraucht wird, ist „{{}}“")]
    Repeated(&'static str),
    #[error("es fehlt die Stelle für den Würfel: {{nummer}}, {{index}}, {{augen}} oder {{seiten}}")]
    NoDie,
}

fn enumerate_names() -> String {
    let names = PLACEHOLDERS
        .iter()
        .filter(|(name, _)| !name.is_empty())
        .map(|(name, _)| format!("{{{name}}}"))
        .collect_vec();
    join_words(&names, "und")
}

/// The fault of a list that should have a given form. Lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormMismatch {
    /// No line has the form; the first line of the text is quoted, if there is one.
    NoLine(Option<QuotedLine>),
    /// A record names a die that the file does not have.
    NoDie {
        /// The number of its line.
        line: usize,
    },
    /// A record names a die by its number of sides, which several dice of the file have.
    SeveralDice {
        /// The number of its line.
        line: usize,
    },
    /// Two records name the same die.
    Twice {
        /// The number of the line of the second one.
        line: usize,
        /// The number of the line of the first one.
        other: usize,
    },
    /// No record names this die.
    Missing {
        /// The number of the line behind the last one.
        line: usize,
        /// The faces of the die, and its line in the dice file.
        die: String,
    },
    /// The numbers of a record make no share.
    NoShare {
        /// The number of its line.
        line: usize,
    },
    /// A pairing does not tell what its dice have won.
    NoShares,
}

/// The statements of a list of a given form.
#[derive(Debug)]
pub(super) enum FormContent {
    Readings(Vec<Reading>),
    Pairings(Vec<PrintedPairing>),
}

impl FromStr for Form {
    type Err = WrongForm;

    fn from_str(text: &str) -> Result<Form, WrongForm> {
        let mut lines = Vec::new();
        let mut line = Vec::new();
        let mut used = HashSet::new();
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '{' if chars.next_if_eq(&'{').is_some() => line.push(FormElement::Char('{')),
                '}' if chars.next_if_eq(&'}').is_some() => line.push(FormElement::Char('}')),
                '{' => {
                    let (name, placeholder) = parse_placeholder(&mut chars)?;
                    if placeholder != Placeholder::Anything && !used.insert(placeholder) {
                        return Err(WrongForm::Repeated(name));
                    }
                    line.push(FormElement::Placeholder(placeholder));
                }
                '}' => return Err(WrongForm::Bracket),
                '\\' if chars.next_if_eq(&'n').is_some() => lines.push(std::mem::take(&mut line)),
                '\n' => lines.push(std::mem::take(&mut line)),
                c if c.is_whitespace() => {
                    if line.last() != Some(&FormElement::Space) {
                        line.push(FormElement::Space);
                    }
                }
                c => line.push(FormElement::Char(c)),
            }
        }
        lines.push(line);
        let is_placeholder = |element: &FormElement| matches!(element, FormElement::Placeholder(_));
        if !lines.iter().flatten().any(is_placeholder) {
            return Err(WrongForm::NoPlaceholder(text.into()));
        }
        if !NAMING_DIE
            .iter()
            .any(|placeholder| used.contains(placeholder))
        {
            return Err(WrongForm::NoDie);
        }
        Ok(Form { lines })
    }
}

/// Takes a placeholder and its closing bracket from `chars`, which are behind the opening one.
/// Returns its name, too.
fn parse_placeholder(
    chars: &mut Peekable<Chars>,
) -> Result<(&'static str, Placeholder), WrongForm> {
    let name: String = chars.peeking_take_while(|c| !"{}".contains(*c)).collect();
    if chars.next() != Some('}') {
        return Err(WrongForm::Bracket);
    }
    match PLACEHOLDERS.iter().find(|(known, _)| *known == name) {
        Some(named) => Ok(*named),
        None => {
            let suggestion = suggest(&name, PLACEHOLDERS.iter().map(|(name, _)| *name));
            Err(WrongForm::Unknown { name, suggestion })
        }
    }
}

impl Form {
    /// Reads the lines that have this form; `None` if there are none.
    ///
    /// # Errors
    ///
    /// If a record names no die of the file, or one of several, or has no value; or if a die is not
    /// named once, except in pairings.
    pub(super) fn read(
        &self,
        lines: &[WrittenLine],
        index: &DiceIndex,
    ) -> Result<Option<FormContent>, FormMismatch> {
        let mut records = Vec::new();
        let mut at = 0;
        while at < lines.len() {
            let Some(record) = self.read_record(&lines[at..], index) else {
                at += 1;
                continue;
            };
            records.push(record);
            at += self.lines.len();
        }
        if records.is_empty() {
            return Ok(None);
        }
        let content = if self.is_of_pairings() {
            FormContent::Pairings(read_pairings(&records, index)?)
        } else {
            let last_line = lines.last().map_or(0, |line| line.number);
            FormContent::Readings(read_dice(&records, index, last_line)?)
        };
        Ok(Some(content))
    }

    fn is_of_pairings(&self) -> bool {
        self.lines.iter().flatten().any(|element| match element {
            FormElement::Placeholder(placeholder) => NAMING_OPPONENT.contains(placeholder),
            FormElement::Char(_) | FormElement::Space => false,
        })
    }

    /// Reads the record that begins with these lines, if they have the form.
    fn read_record(&self, lines: &[WrittenLine], index: &DiceIndex) -> Option<FilledRecord> {
        if lines.len() < self.lines.len() {
            return None;
        }
        let mut record = FilledRecord {
            line: lines[0].number,
            filled: Vec::new(),
        };
        for (elements, line) in self.lines.iter().zip(lines) {
            let shown = line
                .text
                .rsplit('\r')
                .find(|part| !part.trim().is_empty())
                .unwrap_or(&line.text);
            let filled = matcher::fill_places(elements, shown, index)?;
            let has_share = filled.iter().any(|filled| {
                [Placeholder::Share, Placeholder::Wins].contains(&filled.placeholder)
            });
            if has_share {
                record.line = line.number;
            }
            record.filled.extend(filled);
        }
        Some(record)
    }
}

/// The texts at the places of a record.
#[derive(Clone, Debug)]
struct FilledRecord {
    /// The number of the last line with a share or wins, or else of the first one.
    line: usize,
    filled: Vec<FilledPlace>,
}

/// A die that a record names: that which it is about, or its opponent in a pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RecordDie {
    First,
    Opponent,
}

impl FilledRecord {
    fn text(&self, placeholder: Placeholder) -> Option<&str> {
        self.filled
            .iter()
            .find(|filled| filled.placeholder == placeholder)
            .map(|filled| &filled.text[..])
    }

    /// Returns a whole number, in which marks are those of thousands; the largest if it is too
    /// large.
    fn count(&self, placeholder: Placeholder) -> Option<u64> {
        let digits: String = self
            .text(placeholder)?
            .chars()
            .filter(char::is_ascii_digit)
            .collect();
        Some(digits.parse().unwrap_or(u64::MAX))
    }

    fn faces(&self, placeholder: Placeholder) -> Option<Vec<u32>> {
        self.text(placeholder)?
            .split(|c: char| !c.is_ascii_digit())
            .filter(|word| !word.is_empty())
            .map(|word| word.parse().ok())
            .collect()
    }

    /// Returns whether faces alone name the die that the record is about.
    fn is_named_by_faces(&self) -> bool {
        let has = |placeholder| self.text(placeholder).is_some();
        has(Placeholder::Faces) && !has(Placeholder::Number) && !has(Placeholder::Index)
    }

    /// Finds the index of a die: by its number, its index, its faces, or its number of sides if
    /// only one die has it. Faces name the first die with them that is not `taken`, or the first
    /// one if all are.
    ///
    /// # Errors
    ///
    /// If the file has no such die, or several that have the number of sides.
    fn find_die(
        &self,
        die: RecordDie,
        index: &DiceIndex,
        taken: &[usize],
    ) -> Result<usize, FormMismatch> {
        let line = self.line;
        let no_die = FormMismatch::NoDie { line };
        let [number, from_zero, faces] = match die {
            RecordDie::First => [Placeholder::Number, Placeholder::Index, Placeholder::Faces],
            RecordDie::Opponent => NAMING_OPPONENT,
        };
        let dice = index.dice.len();
        let in_file = |die: u64| usize::try_from(die).ok().filter(|die| *die < dice);
        if let Some(number) = self.count(number) {
            return number.checked_sub(1).and_then(in_file).ok_or(no_die);
        }
        if let Some(index) = self.count(from_zero) {
            return in_file(index).ok_or(no_die);
        }
        if self.text(faces).is_some() {
            let named = self
                .faces(faces)
                .and_then(|faces| index.first_with(&faces))
                .ok_or(no_die)?;
            let is_alike = |die: &usize| index.first_with(index.dice[*die].faces()) == Some(named);
            let free = (0..dice).filter(is_alike).find(|die| !taken.contains(die));
            return Ok(free.unwrap_or(named));
        }
        let sides = self.count(Placeholder::Sides);
        let with_sides = index
            .dice
            .iter()
            .positions(|die| Some(die.faces().len() as u64) == sides)
            .collect_vec();
        match with_sides[..] {
            [] => Err(no_die),
            [die] => Ok(die),
            _ => Err(FormMismatch::SeveralDice { line }),
        }
    }

    /// Returns the share or the wins that the record gives its die, or else that it gives nothing
    /// but the order; `None` if its numbers make no share.
    fn value(&self) -> Option<Value> {
        if let Some(text) = self.text(Placeholder::Share) {
            return parse_share(text).map(Value::Share);
        }
        let Some(wins) = self.count(Placeholder::Wins) else {
            return Some(Value::OrderOnly);
        };
        let Some(games) = self.games() else {
            return Some(Value::Wins(wins));
        };
        let share = PrintedShare::of_games(wins as f64, games as f64);
        share.value.is_finite().then_some(Value::Share(share))
    }

    /// Returns the number of games: as it is printed, or the sum of those won, lost and drawn if
    /// the first two are there.
    fn games(&self) -> Option<u64> {
        let sum = || {
            let drawn = self.count(Placeholder::Draws).unwrap_or(0);
            self.count(Placeholder::Wins)?
                .checked_add(self.count(Placeholder::Losses)?)?
                .checked_add(drawn)
        };
        self.count(Placeholder::Games).or_else(sum)
    }

    /// Reads the record as a pairing, whose share is divided by `scale`.
    ///
    /// # Errors
    ///
    /// If a die is not found, or the share is no number.
    fn to_pairing(&self, scale: f64, index: &DiceIndex) -> Result<PrintedPairing, FormMismatch> {
        let line = self.line;
        let die = |die: RecordDie| self.find_die(die, index, &[]);
        let dice = [die(RecordDie::First)?, die(RecordDie::Opponent)?];
        let pairing = if self.text(Placeholder::Share).is_some() {
            let Some(Value::Share(share)) = self.value() else {
                return Err(FormMismatch::NoShare { line });
            };
            PrintedPairing {
                shares: [Some(share.value / scale), None],
                ..PrintedPairing::default()
            }
        } else {
            let count = |placeholder| self.count(placeholder).map(|count| count as f64);
            PrintedPairing::of_counts(
                [count(Placeholder::Wins), None],
                count(Placeholder::Losses),
                count(Placeholder::Draws),
                count(Placeholder::Games),
            )
        };
        Ok(PrintedPairing {
            line,
            dice,
            ..pairing
        })
    }
}

/// Parses a share, with its percent sign or without.
fn parse_share(text: &str) -> Option<PrintedShare> {
    let is_per_cent = text.ends_with('%');
    let text = text.trim_end_matches(['%', ' ']).replace('−', "-");
    let value: f64 = text.replace(',', ".").parse().ok()?;
    let has_exponent = text.contains(['e', 'E']);
    Some(PrintedShare {
        value,
        text: if has_exponent {
            value.to_string()
        } else {
            text
        },
        is_per_cent,
    })
}

/// Reads records about dice. `last_line` is the number of the last line of the text.
///
/// # Errors
///
/// If a die is named twice or not at all, or a record names none, or one of several, or has no
/// value.
fn read_dice(
    records: &[FilledRecord],
    index: &DiceIndex,
    last_line: usize,
) -> Result<Vec<Reading>, FormMismatch> {
    let mut taken: Vec<usize> = Vec::new();
    let mut readings: Vec<Reading> = Vec::new();
    for record in records {
        let line = record.line;
        let die = record.find_die(RecordDie::First, index, &taken)?;
        if let Some(twin) = taken.iter().position(|taken| *taken == die) {
            return Err(FormMismatch::Twice {
                line,
                other: readings[twin].line,
            });
        }
        taken.push(die);
        let faces = record
            .faces(Placeholder::Faces)
            .filter(|faces| !faces.is_empty());
        readings.push(Reading {
            line,
            rank: record.count(Placeholder::Rank),
            faces: faces.unwrap_or_else(|| index.dice[die].faces().to_vec()),
            sides: record.count(Placeholder::Sides),
            die: (!record.is_named_by_faces()).then_some(die),
            is_from_zero: false,
            value: record.value().ok_or(FormMismatch::NoShare { line })?,
        });
    }
    if let Some(die) = (0..index.dice.len()).find(|die| !taken.contains(die)) {
        return Err(FormMismatch::Missing {
            line: last_line + 1,
            die: format_die(index.dice, die),
        });
    }
    // Where only the order counts, ranks tell it.
    if readings
        .iter()
        .all(|reading| reading.value == Value::OrderOnly && reading.rank.is_some())
    {
        readings.sort_by_key(|reading| reading.rank);
    }
    Ok(readings)
}

/// Reads records of pairings, whose shares are percentages if one is larger than 1 or has a percent
/// sign.
fn read_pairings(
    records: &[FilledRecord],
    index: &DiceIndex,
) -> Result<Vec<PrintedPairing>, FormMismatch> {
    let are_per_cent = records.iter().any(|record| match record.value() {
        Some(Value::Share(share)) => share.is_per_cent || share.value > 1.0,
        _ => false,
    });
    let scale = if are_per_cent { 100.0 } else { 1.0 };
    records
        .iter()
        .map(|record| record.to_pairing(scale, index))
        .collect()
}
