//! The form of records, where somebody knows what a program prints:
//! `Platz {rang} | Nr. {nummer} | {} | {anteil}`.

use std::collections::HashSet;
use std::iter::Peekable;
use std::str::{Chars, FromStr};

use itertools::Itertools;
use thiserror::Error;

use super::faces::find_faces;
use super::interpretation::{Interpretation, ReadingKind};
use super::matcher::{self, FilledPlace, FormElement, Placeholder};
use super::numeral::{Notation, Numeral, Per};
use super::pairings::{Coverage, NamedOpponents};
use super::shares::ShareSource;
use super::text::CleanText;
use super::{List, ListEntry};
use wuerfelglueck::dice::{Die, sort_faces};
use wuerfelglueck::text::{Excerpt, join_words, suggest};

/// The placeholders, and their names in a form.
const PLACEHOLDERS: [(&str, Placeholder); 16] = [
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
    ("gegneranteil", Placeholder::OpponentShare),
    ("gegnersiege", Placeholder::OpponentWins),
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
    NoPlaceholder(Excerpt),
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
    Unknown { name: Excerpt, suggestion: String },
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
    /// No line has the form.
    NoLine {
        /// The number of the line that fits farthest.
        line: usize,
        /// What fits of it.
        fitting: Excerpt,
        /// The rest, which does not.
        rest: Excerpt,
    },
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
        /// The number of the line of the last record.
        line: usize,
        /// The faces of the die.
        die: String,
    },
    /// The numbers of a record make no share.
    NoShare {
        /// The number of its line.
        line: usize,
    },
    /// The pairings are not all there once, or each in both orders.
    NotAllPairings,
    /// A pairing does not tell what its dice have won.
    NoShares,
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
            return Err(WrongForm::NoPlaceholder(Excerpt::new(text)));
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
            Err(WrongForm::Unknown {
                name: Excerpt::new(&name),
                suggestion,
            })
        }
    }
}

/// A record of a list, and its values.
struct Record<'a> {
    /// The number of the last line with a share or wins, or else of the first one.
    line: usize,
    filled: Vec<FilledPlace>,
    dice: &'a [Die],
}

impl Form {
    /// Reads the lines of a text that have this form, as a list of these dice, whose games can be
    /// drawn or not.
    ///
    /// # Errors
    ///
    /// If no line has the form; if a record names no die of the file, or one of several, or has no
    /// value; or if the records are not those of all dice, or of all pairings.
    pub fn read(&self, text: &str, dice: &[Die], can_draw: bool) -> Result<List, FormMismatch> {
        let text = CleanText::new(text);
        let records = self.find_records(&text, dice)?;
        if self.has(&NAMING_OPPONENT) {
            read_pairings(&records, dice, can_draw)
        } else {
            read_dice(&records, dice, can_draw)
        }
    }

    fn has(&self, wanted: &[Placeholder]) -> bool {
        self.lines.iter().flatten().any(|element| match element {
            FormElement::Placeholder(placeholder) => wanted.contains(placeholder),
            FormElement::Char(_) | FormElement::Space => false,
        })
    }

    /// Finds the records of a text, those of lines that are not blank.
    fn find_records<'a>(
        &self,
        text: &CleanText,
        dice: &'a [Die],
    ) -> Result<Vec<Record<'a>>, FormMismatch> {
        let faces = find_faces(&text.text, dice);
        let lines = (0..text.count_lines())
            .filter(|&line| !text.line(line).trim().is_empty())
            .collect_vec();
        let mut records = Vec::new();
        let mut farthest = None;
        let mut at = 0;
        while at + self.lines.len() <= lines.len() {
            let mut filled = Vec::new();
            let mut line_of_value = None;
            let mut fits = true;
            for (elements, &line) in self.lines.iter().zip(&lines[at..]) {
                let span = text.span(line);
                let ends = faces
                    .iter()
                    .map(|faces| &faces.span)
                    .filter(|faces| span.contains(&faces.start));
                let faces = ends.map(|faces| faces.start - span.start..faces.end - span.start);
                match matcher::fill_places(elements, text.line(line), &faces.collect_vec()) {
                    Ok(here) => {
                        if here.iter().any(|filled| filled.placeholder.is_value()) {
                            line_of_value = Some(text.number(line));
                        }
                        filled.extend(here);
                    }
                    Err(reached) => {
                        if farthest.is_none_or(|(_, farthest)| reached > farthest) {
                            farthest = Some((line, reached));
                        }
                        fits = false;
                        break;
                    }
                }
            }
            if !fits {
                at += 1;
                continue;
            }
            let line = line_of_value.unwrap_or(text.number(lines[at]));
            records.push(Record { line, filled, dice });
            at += self.lines.len();
        }
        if records.is_empty() {
            let (line, reached) = farthest.unwrap_or((0, 0));
            let (fitting, rest) = text.line(line).split_at(reached);
            return Err(FormMismatch::NoLine {
                line: text.number(line),
                fitting: Excerpt::new(fitting),
                rest: Excerpt::new(rest),
            });
        }
        Ok(records)
    }
}

impl Record<'_> {
    fn text(&self, placeholder: Placeholder) -> Option<&str> {
        let place = self
            .filled
            .iter()
            .find(|filled| filled.placeholder == placeholder)?;
        Some(&place.text)
    }

    /// Returns the number at a place, in any way to write it: whole numbers, or else decimal ones
    /// if `is_share`.
    fn number(&self, placeholder: Placeholder, is_share: bool) -> Option<f64> {
        let text = self.text(placeholder)?.replace('−', "-");
        let text = text.trim_end_matches(['%', '‰', ' ']);
        let (sign, digits) = match text.strip_prefix('-') {
            Some(digits) => (-1.0, digits),
            None => (1.0, text),
        };
        let numeral = Numeral::new(digits)?;
        let notations = if is_share {
            [Notation::Whole, Notation::Decimal, Notation::Thousands]
        } else {
            [Notation::Whole, Notation::Thousands, Notation::Decimal]
        };
        let value = notations
            .into_iter()
            .find_map(|notation| numeral.value(notation))?;
        Some(sign * value.value)
    }

    fn count(&self, placeholder: Placeholder) -> Option<f64> {
        self.number(placeholder, false)
    }

    /// Returns the whole of which the share at a place is a part, as its sign says.
    fn per(&self, placeholder: Placeholder) -> Per {
        match self.text(placeholder).map(|text| text.chars().last()) {
            Some(Some('%')) => Per::Cent,
            Some(Some('‰')) => Per::Mille,
            _ => Per::Unsaid,
        }
    }

    /// Finds a die by its number, its index, its faces, or its number of sides if only one die has
    /// it. Faces name the first die with them that is not `taken`, or the first one if all are.
    ///
    /// # Errors
    ///
    /// If the file has no such die, or several that have the number of sides.
    fn find_die(&self, names: [Placeholder; 3], taken: &[usize]) -> Result<usize, FormMismatch> {
        let line = self.line;
        let no_die = FormMismatch::NoDie { line };
        let [number, from_zero, faces] = names;
        let in_file = |index: f64| (0..self.dice.len()).find(|&die| die as f64 == index);
        if let Some(number) = self.count(number) {
            return in_file(number - 1.0).ok_or(no_die);
        }
        if let Some(index) = self.count(from_zero) {
            return in_file(index).ok_or(no_die);
        }
        if let Some(faces) = self.text(faces) {
            let faces = faces
                .split(|c: char| !c.is_ascii_digit())
                .filter(|word| !word.is_empty());
            let faces: Option<Vec<u32>> = faces.map(|face| face.parse().ok()).collect();
            let faces = faces
                .map(|faces| sort_faces(&faces))
                .ok_or(no_die.clone())?;
            let has_faces = |&die: &usize| sort_faces(self.dice[die].faces()) == faces;
            let named = (0..self.dice.len()).filter(has_faces).collect_vec();
            let free = named.iter().find(|die| !taken.contains(die));
            return free.or(named.first()).copied().ok_or(no_die);
        }
        let sides = self.count(Placeholder::Sides);
        let with_sides = self
            .dice
            .iter()
            .positions(|die| Some(die.faces().len() as f64) == sides)
            .collect_vec();
        match with_sides[..] {
            [] => Err(no_die),
            [die] => Ok(die),
            _ => Err(FormMismatch::SeveralDice { line }),
        }
    }

    /// Returns the number of games: as it is printed, or the sum of those won, lost and drawn if
    /// the first two are there.
    fn games(&self) -> Option<f64> {
        let sum = || {
            let lost = self
                .count(Placeholder::Losses)
                .or(self.count(Placeholder::OpponentWins))?;
            let drawn = self.count(Placeholder::Draws).unwrap_or(0.0);
            Some(self.count(Placeholder::Wins)? + lost + drawn)
        };
        self.count(Placeholder::Games).or_else(sum)
    }

    /// Returns the number of games, unless some of them may be drawn that it does not name.
    fn known_games(&self, can_draw: bool) -> Option<f64> {
        let knows_draws = !can_draw || self.count(Placeholder::Draws).is_some();
        self.games()
            .filter(|_| knows_draws || self.count(Placeholder::Games).is_some())
    }
}

/// Returns by what the shares of records are multiplied to be percentages.
fn find_scale(records: &[Record]) -> f64 {
    let shares = || {
        records
            .iter()
            .filter_map(|record| record.number(Placeholder::Share, true))
    };
    let has_sign = |sign: Per| {
        records
            .iter()
            .any(|record| record.per(Placeholder::Share) == sign)
    };
    let has_decimals = records.iter().any(|record| {
        record
            .text(Placeholder::Share)
            .is_some_and(|text| text.contains(['.', ',', 'e']))
    });
    if has_sign(Per::Mille) {
        0.1
    } else if !has_sign(Per::Cent) && has_decimals && shares().all(|share| share <= 1.0) {
        100.0
    } else {
        1.0
    }
}

/// Reads records about all dice, each once.
///
/// # Errors
///
/// If a die is named twice or not at all, or a record names none, or one of several, or has no
/// value.
fn read_dice(records: &[Record], dice: &[Die], can_draw: bool) -> Result<List, FormMismatch> {
    const NAMES: [Placeholder; 3] = [Placeholder::Number, Placeholder::Index, Placeholder::Faces];
    let share_scale = find_scale(records);
    let mut taken: Vec<usize> = Vec::new();
    let mut entries: Vec<ListEntry> = Vec::new();
    let mut sources = Vec::new();
    for record in records {
        let line = record.line;
        let die = record.find_die(NAMES, &taken)?;
        if let Some(twin) = taken.iter().position(|taken| *taken == die) {
            return Err(FormMismatch::Twice {
                line,
                other: entries[twin].line,
            });
        }
        taken.push(die);
        let (number, source) = if record.text(Placeholder::Share).is_some() {
            let share = record.number(Placeholder::Share, true);
            (share.map(|share| share_scale * share), ShareSource::Share)
        } else {
            let wins = record.count(Placeholder::Wins);
            match (wins, record.games()) {
                (None, _) => (Some(0.0), ShareSource::Order),
                (Some(wins), Some(games)) => (Some(100.0 * wins / games), ShareSource::WinsOfGames),
                (Some(wins), None) => (Some(wins), ShareSource::WinsOfUnknown),
            }
        };
        let number = number.filter(|number| number.is_finite());
        let written = record.text(Placeholder::Share).unwrap_or_default();
        sources.push(source);
        entries.push(ListEntry {
            die,
            line,
            rank: record.count(Placeholder::Rank).map(|rank| rank as u64),
            number: number.ok_or(FormMismatch::NoShare { line })?,
            games: record.known_games(can_draw).map(|games| games as u64),
            written: written.trim_end_matches(['%', '‰', ' ']).into(),
        });
    }
    if let Some(die) = (0..dice.len()).find(|die| !taken.contains(die)) {
        return Err(FormMismatch::Missing {
            line: entries.last().map_or(1, |entry| entry.line),
            die: dice[die].to_string(),
        });
    }
    let source = sources.first().copied().unwrap_or(ShareSource::Order);
    let has = |placeholder| {
        records
            .iter()
            .any(|record| record.text(placeholder).is_some())
    };
    let is_numbered = [Placeholder::Number, Placeholder::Index]
        .into_iter()
        .any(has);
    let scale = match source {
        ShareSource::Share => share_scale,
        _ => 1.0,
    };
    Ok(List::new(
        entries,
        Interpretation {
            shares: Some(source),
            name_item: is_numbered.then_some(0),
            scale,
            ..Interpretation::of_lines(ReadingKind::List)
        },
        None,
    ))
}

/// Reads records of all pairings as the mean of each die.
///
/// # Errors
///
/// If a die is not found, a pairing is missing or repeated, or the records do not say how often both
/// dice have won.
fn read_pairings(records: &[Record], dice: &[Die], can_draw: bool) -> Result<List, FormMismatch> {
    const NAMES: [Placeholder; 3] = [Placeholder::Number, Placeholder::Index, Placeholder::Faces];
    let pairs = records
        .iter()
        .map(|record| {
            Ok([
                record.find_die(NAMES, &[])?,
                record.find_die(NAMING_OPPONENT, &[])?,
            ])
        })
        .collect::<Result<Vec<_>, FormMismatch>>()?;
    let opponents = NamedOpponents {
        alike: vec![1; dice.len()],
        dice: pairs,
        items: [0, 1],
        is_named: true,
    };
    let coverage = opponents
        .coverage(dice.len())
        .ok_or(FormMismatch::NotAllPairings)?;
    let scale = find_scale(records);
    let mut sums = vec![0.0; dice.len()];
    let mut numbers = vec![0usize; dice.len()];
    for (record, &[first, second]) in records.iter().zip(&opponents.dice) {
        if first == second {
            continue;
        }
        let line = record.line;
        let [own, others] = record.pair_shares(scale, can_draw);
        let own = own.filter(|share| share.is_finite()).ok_or(
            if record.games().is_some_and(|games| games > 0.0) {
                FormMismatch::NoShares
            } else {
                FormMismatch::NoShare { line }
            },
        )?;
        sums[first] += own;
        numbers[first] += 1;
        match others.filter(|share| share.is_finite()) {
            Some(share) => {
                sums[second] += share;
                numbers[second] += 1;
            }
            None if coverage == Coverage::BothOrders => {}
            None => return Err(FormMismatch::NoShares),
        }
    }
    let line = records.first().map_or(1, |record| record.line);
    let entries = (0..dice.len()).map(|die| ListEntry {
        die,
        line,
        rank: None,
        number: sums[die] / numbers[die] as f64,
        games: None,
        written: String::new(),
    });
    let interpretation = Interpretation::of_lines(ReadingKind::Pairings);
    Ok(List::new(entries.collect(), interpretation, None))
}

impl Record<'_> {
    /// Returns the shares of both dice of a pairing, in per cent, as far as they are known.
    fn pair_shares(&self, scale: f64, can_draw: bool) -> [Option<f64>; 2] {
        let share = |placeholder| Some(scale * self.number(placeholder, true)?);
        let counted = self
            .count(Placeholder::Losses)
            .or(self.count(Placeholder::OpponentWins));
        let drawn = self.count(Placeholder::Draws);
        let knows_draws = !can_draw || drawn.is_some();
        let games = self.known_games(can_draw);
        let part = |wins: Option<f64>| Some(100.0 * wins? / games?);
        let own = share(Placeholder::Share).or(part(self.count(Placeholder::Wins)));
        let rest = || {
            let draws = part(drawn).unwrap_or(0.0);
            knows_draws.then_some(100.0 - own? - draws)
        };
        [
            own,
            share(Placeholder::OpponentShare)
                .or(part(counted))
                .or_else(rest),
        ]
    }
}
