//! Reads the lists that others' programs print, by one principle: every interpretation of a text
//! that its structure allows is generated, what the text makes impossible is discarded, and the
//! list is read if and only if all that remain say the same.
//!
//! ```text
//! text      what a reader would see        faces    where the faces of dice stand
//! numeral   what a number may be           words    what a number may be by its words
//! lexer     numbers, dice, words, marks    units    lines, blocks, brackets … as records
//! labels    which number a word is about   header   the line above a table
//! list      records of a die each          shares   shares from their columns
//! pairings  records of two dice, a matrix  choice   which readings remain
//! program   lists of one program           missing   what a text lacks
//! suggestion  forms that would tell
//! ```
//!
//! A text is split in a few variants (does a comma join digits, does a blank, are faces names of
//! dice?), each into families of units, each of these into runs of records of one shape, and each
//! run is labelled in all ways that its words allow. Every way to get the shares of all dice from
//! one of these is an interpretation. Only what the text itself excludes is never generated. What
//! cannot be true goes behind what can; words go before none in the same records; numbers that
//! confirm each other go before others on the same lines. All dice are read, or none: a die whose
//! line was not understood is no missing die. `own` reads what this program prints, and `form` (with
//! `matcher`) what somebody says that a program prints.

mod choice;
mod faces;
mod form;
mod header;
mod interpretation;
mod labels;
mod lexer;
mod list;
mod matcher;
mod missing;
mod numeral;
mod own;
mod pairings;
mod program;
mod shares;
mod suggestion;
mod text;
mod units;
mod words;

use std::collections::BTreeSet;

use itertools::Itertools;
use thiserror::Error;

use self::faces::{FacesSpan, find_faces};
pub use self::form::{Form, FormMismatch, WrongForm};
use self::header::{TableHead, all_roles, find_header, words_of};
pub use self::interpretation::{Interpretation, Obstacle};
use self::interpretation::{Reading, ReadingKind};
use self::labels::label_records;
use self::lexer::{PlacedToken, Token, Variant, Vocabulary, tokenize};
use self::list::RecordSet;
pub(crate) use self::missing::count_common;
use self::numeral::Notation;
use self::pairings::record_counts;
pub use self::program::{ProgramForm, UnsettledList};
pub use self::shares::{ShareSource, games_of_wins};
use self::text::CleanText;
use self::units::{Unit, UnitKind, find_families, find_record_sets, item_kinds, split_lines};
use self::words::Roles;
use wuerfelglueck::dice::Die;
use wuerfelglueck::text::Excerpt;

/// A list of all dice of a file, as somebody's program printed it.
#[derive(Clone, Debug, PartialEq)]
pub struct List {
    /// The entries, in the order of the text; those of pairings in the order of the dice.
    pub entries: Vec<ListEntry>,
    /// What the text was taken for.
    pub interpretation: Interpretation,
    /// The number of the line that names the columns, or with which JSON begins.
    pub table_line: Option<usize>,
    /// The numbers of the lines of its entries, in their order.
    pub lines: Vec<usize>,
}

impl List {
    /// Makes a list whose lines are those of its entries.
    fn new(
        entries: Vec<ListEntry>,
        interpretation: Interpretation,
        table_line: Option<usize>,
    ) -> List {
        List {
            lines: entries
                .iter()
                .map(|entry| entry.line)
                .sorted()
                .dedup()
                .collect(),
            entries,
            interpretation,
            table_line,
        }
    }
}

/// What a list says about a die.
#[derive(Clone, Debug, PartialEq)]
pub struct ListEntry {
    /// The index of the die in its file.
    pub die: usize,
    /// The number of the line.
    pub line: usize,
    /// The rank, if the list has ranks.
    pub rank: Option<u64>,
    /// The share of its games that the die has won, in per cent; or its wins, if the list gives
    /// these and no number of games.
    pub number: f64,
    /// The number of games that the die has played, if the list gives it.
    pub games: Option<u64>,
    /// The number that stands in the text for the share, or from which it follows; empty for a mean
    /// over pairings.
    pub written: String,
}

/// The reason why a text is no list of the dice, or not certainly one. Lines count from 1. The
/// messages name no options.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Refusal {
    /// No line, and no other part of the text, may be about a die and its share.
    #[error("keine Zeile nennt einen Würfel und seinen Anteil")]
    Nothing,
    /// Some dice are there, and others are not.
    #[error(
        "{found} der {dice} Würfel gefunden; Würfel {missing} fehlt; ohne Sieg? Dann 0.00 drucken"
    )]
    Incomplete {
        /// The number of dice that stand in the text.
        found: usize,
        /// The number of dice of the file.
        dice: usize,
        /// The first one that does not stand in the text.
        missing: NumberedDie,
    },
    /// A row of numbers is hardly other faces than those of a die.
    #[error("Zeile {line}: „{written}“ gibt es nicht, gemeint ist wohl Würfel {die}")]
    NoSuchDie {
        /// The number of the line.
        line: usize,
        /// The row as it is printed.
        written: Excerpt,
        /// The die.
        die: NumberedDie,
    },
    /// There are this many of so many pairings.
    #[error("{found} der {pairings} Paarungen gefunden; bitte jede genau einmal")]
    MissingPairings {
        /// The number of pairings in the text.
        found: usize,
        /// The number of all.
        pairings: usize,
    },
    /// A number of a die that the file does not have.
    #[error("Zeile {line}: einen solchen Würfel gibt es nicht; die Würfeldatei hat {dice}")]
    NoDie {
        /// The number of the line.
        line: usize,
        /// The number of dice of the file.
        dice: usize,
    },
    /// A list that does not say its shares for certain.
    #[error("Zeile {line}: {obstacle}")]
    Obstacle {
        /// The line in which it begins.
        line: usize,
        /// What is not known.
        obstacle: Obstacle,
    },
    /// A number of the list does not exist, as 0/0.
    #[error(
        "Zeile {line}: „{written}“ ist keine Zahl; so schreiben Programme, was sie durch 0 teilen"
    )]
    NotANumber {
        /// The number of the line.
        line: usize,
        /// The word as it is printed.
        written: Excerpt,
    },
    /// The numbers of a die may be either of these.
    #[error("Zeile {line}: {} oder {}?", candidates[0], candidates[1])]
    Ambiguous {
        /// The line of the die.
        line: usize,
        /// The numbers as they are printed, or the shares that follow from them.
        candidates: [String; 2],
    },
    /// Two lists that are not the same begin in these lines.
    #[error(
        "in Zeile {first} und in Zeile {second} beginnen zwei verschiedene Listen; bitte je \
         Würfeldatei nur eine"
    )]
    TwoLists {
        /// The line in which the first one begins.
        first: usize,
        /// That of the second one.
        second: usize,
    },
    /// The text has more lines than this.
    #[error("die Liste hat mehr als {0} Zeilen; so lang ist keine Liste dieser Würfel")]
    TooManyLines(usize),
}

/// A die of a file, by its number and its faces.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{number} ({faces})")]
pub struct NumberedDie {
    /// The number, from 1 on.
    pub number: usize,
    /// The beginning of the faces.
    pub faces: Excerpt,
}

impl NumberedDie {
    /// Creates the die with this index.
    pub fn new(index: usize, dice: &[Die]) -> NumberedDie {
        NumberedDie {
            number: index + 1,
            faces: Excerpt::new(&dice[index].to_string()),
        }
    }
}

/// Returns the most lines of a text with a list of `dice` dice: about eight for each pairing, and a
/// lot around them.
pub fn most_lines(dice: usize) -> usize {
    20_000 + 4 * dice * dice
}

/// Reads the list of these dice in a text, for itself. `can_draw` says whether games between them can
/// be drawn: if not, the shares of all dice have a sum.
///
/// # Errors
///
/// If the text is no list of all dice, or could be read in two ways that differ.
pub fn read(text: &str, dice: &[Die], can_draw: bool) -> Result<List, Refusal> {
    UnsettledList::new(text, dice, can_draw)?.read(&ProgramForm::default(), dice)
}

/// Reads a line about one of these dice that is named by its faces, and its share in per cent. `None`
/// if the line says no share for certain.
pub fn read_line(text: &str, dice: &[Die]) -> Option<ListEntry> {
    let text = CleanText::new(text);
    let faces = find_faces(&text.text, dice);
    let mut vocabulary = Vocabulary::default();
    let mut entries = Vec::new();
    for do_commas_join in [true, false] {
        let variant = Variant {
            do_commas_join,
            do_blanks_join: false,
            has_faces: true,
            letters: 0,
        };
        let mut tokens = tokenize(&text, &faces, variant, &mut vocabulary);
        tokens.retain(|token| !matches!(token.token, Token::LineEnd));
        let unit = (0..tokens.len()).collect_vec();
        entries = read_single_record(&tokens, &unit, dice);
        if !entries.is_empty() {
            break;
        }
    }
    let (first, others) = entries.split_first()?;
    // A share may be repeated as a whole per cent.
    let is_same = |other: &ListEntry| (other.number - first.number).abs() <= 0.5;
    others.iter().all(is_same).then(|| first.clone())
}

/// Returns what a record may say about the only die whose faces are in it.
fn read_single_record(tokens: &[PlacedToken], unit: &Unit, dice: &[Die]) -> Vec<ListEntry> {
    let named = unit
        .iter()
        .filter_map(|&index| tokens[index].dice())
        .collect_vec();
    let &[&[die, ..]] = &named[..] else {
        return Vec::new();
    };
    let labelled = label_records(tokens, std::slice::from_ref(unit), None, dice);
    let mut entries = Vec::new();
    for labelling in &labelled.labellings {
        for (item, label) in labelling.labels.iter().enumerate() {
            let Some(numeral) = tokens[labelled.items[0][item]].number() else {
                continue;
            };
            let decimal = numeral.value(Notation::Decimal);
            let is_last = item + 1 == labelling.labels.len();
            let is_share = match label {
                Some(label) => {
                    let may_be_share = label.is_within(Roles::SHARE.or(Roles::WON));
                    may_be_share && (decimal.is_some() || *label == Roles::SHARE)
                }
                None => decimal.is_some() || is_last,
            };
            if let Some(value) = decimal
                .or(numeral.value(Notation::Whole))
                .filter(|_| is_share)
            {
                entries.push(ListEntry {
                    die,
                    line: 1,
                    rank: None,
                    number: value.value,
                    games: None,
                    written: numeral.written.clone(),
                });
            }
        }
    }
    entries
}

/// Returns all readings of a text; if interpretations are `wanted`, those like them alone.
fn interpret(
    text: &CleanText,
    faces: &[FacesSpan],
    dice: &[Die],
    can_draw: bool,
    wanted: &[Interpretation],
) -> Vec<Reading> {
    let mut vocabulary = Vocabulary::default();
    let counts = record_counts(dice.len());
    let mut found: Vec<Reading> = Vec::new();
    let mut seen = BTreeSet::new();
    for variant in find_variants(text, faces, dice) {
        let is_named_by_faces = found.iter().any(|other| {
            other.variant.has_faces
                && other.interpretation.name_item.is_none()
                && other.kind() != ReadingKind::Matrix
        });
        if !variant.has_faces && is_named_by_faces {
            continue;
        }
        let mut tokens = tokenize(text, faces, variant, &mut vocabulary);
        if variant.has_faces {
            find_single_faces(&mut tokens, dice);
        }
        let items = tokens.iter().filter(|token| token.is_item());
        let split: Vec<(bool, usize)> = items
            .map(|token| (token.dice().is_some(), token.span.end))
            .collect();
        if !seen.insert(split) {
            continue;
        }
        let splitting = Splitting {
            text,
            faces: if variant.has_faces { faces } else { &[] },
            tokens: &tokens,
            dice,
            can_draw,
            variant,
            wanted,
        };
        for family in find_families(&tokens, dice.len(), &counts) {
            for units in find_record_sets(&tokens, &family.units, &counts, dice.len()) {
                found.extend(splitting.read_records(&units, family.kind, &mut vocabulary));
            }
        }
    }
    found
}

/// A text that was split in one way.
struct Splitting<'a> {
    text: &'a CleanText,
    /// The places of faces, if these name dice.
    faces: &'a [FacesSpan],
    tokens: &'a [PlacedToken],
    dice: &'a [Die],
    can_draw: bool,
    variant: Variant,
    /// The interpretations of other lists that are wanted; if there are none, all are.
    wanted: &'a [Interpretation],
}

impl Splitting<'_> {
    /// Returns all readings of a record set that are wanted.
    fn read_records(
        &self,
        units: &[Unit],
        kind: UnitKind,
        vocabulary: &mut Vocabulary,
    ) -> Vec<Reading> {
        let ends = [&units[0], &units[units.len() - 1]];
        let divides = |unit: &&Unit| do_commas_divide(self.text, self.tokens, unit);
        if !self.variant.do_commas_join && !ends.iter().all(divides) {
            return Vec::new();
        }
        let header = match self.find_header(units, kind, vocabulary) {
            TableHead::None => None,
            TableHead::Conflict => return Vec::new(),
            TableHead::Names(header) => Some(header),
        };
        let first_line = self.tokens[units[0][0]].line;
        if header.is_none() && speaks_title_of_other(self.text, first_line, vocabulary) {
            return Vec::new();
        }
        let number = self.dice.len();
        let records = RecordSet {
            tokens: self.tokens,
            units,
            dice: self.dice,
            can_draw: self.can_draw,
            kind,
            variant: self.variant,
            header: header.as_ref(),
            is_below_names: is_below_names(self.tokens, units, number),
        };
        let mut readings = Vec::new();
        if units.len() == number {
            readings.extend(records.read_list(self.wanted));
        }
        let pairs = number * (number - 1);
        if [pairs / 2, pairs, number * number].contains(&units.len()) {
            readings.extend(records.read_pairings());
        }
        let is_wanted = |reading: &Reading| {
            let mut wanted = self.wanted.iter();
            wanted.any(|wanted| wanted.is_like(&reading.interpretation))
        };
        readings.retain(|reading| self.wanted.is_empty() || is_wanted(reading));
        readings
    }

    /// Finds the header of records that are lines. Blocks of lines with one are no blocks.
    fn find_header(
        &self,
        units: &[Unit],
        kind: UnitKind,
        vocabulary: &mut Vocabulary,
    ) -> TableHead {
        let find = |units: &[Unit], vocabulary: &mut Vocabulary| {
            find_header(self.text, self.faces, self.tokens, units, vocabulary)
        };
        match kind {
            UnitKind::Line => find(units, vocabulary),
            UnitKind::Block => {
                let first_line = |unit: &Unit| {
                    let line = self.tokens[unit[0]].line;
                    let is_first = |index: &usize| self.tokens[*index].line == line;
                    unit.iter().copied().filter(is_first).collect()
                };
                let first_lines = units.iter().map(first_line).collect_vec();
                match find(&first_lines, vocabulary) {
                    TableHead::None => TableHead::None,
                    TableHead::Conflict | TableHead::Names(_) => TableHead::Conflict,
                }
            }
            _ => TableHead::None,
        }
    }
}

/// Returns whether the lines above the first record speak of losses or draws alone, or of losses
/// first, or the last one of another quantity, or of some opponent.
fn speaks_title_of_other(text: &CleanText, first: usize, vocabulary: &mut Vocabulary) -> bool {
    /// A title stands within so many lines above its list.
    const FARTHEST: usize = 3;
    /// A heading has at most this number of words.
    const MOST_WORDS: usize = 6;
    let mut words_of_line = |line: usize| {
        let words = words_of(text.line(line), vocabulary).into_iter();
        words
            .filter(|word| word.text.chars().count() > 1)
            .collect_vec()
    };
    let titles = first.saturating_sub(FARTHEST)..first;
    let words = titles.clone().flat_map(&mut words_of_line).collect_vec();
    let title = all_roles(&words);
    let lost = Roles::LOST.or(Roles::DRAWN);
    let is_first_lost = words
        .iter()
        .map(|word| all_roles(std::slice::from_ref(word)))
        .find(|roles| roles.has(lost.or(Roles::WON)))
        .is_some_and(|roles| roles.has(lost));
    let last = titles
        .rev()
        .find(|&line| text.line(line).contains(char::is_alphanumeric));
    let is_other = last.is_some_and(|line| {
        let written = text.line(line).trim_end();
        let words = words_of_line(line);
        let roles = all_roles(&words);
        let is_heading = line + 1 == first && words.len() <= MOST_WORDS;
        // What a program says of its run, it says with numbers.
        let has_number = written.contains(|c: char| c.is_ascii_digit());
        roles.has(Roles::OTHER) && (written.ends_with(':') || is_heading && !has_number)
            || roles.has(Roles::OPPONENT) && roles.has(Roles::WON.or(Roles::SHARE)) && is_heading
    });
    title.has(lost) && (!title.has(Roles::WON) || is_first_lost) || is_other
}

/// Returns the ways to split the text; those that join numbers first.
fn find_variants(text: &CleanText, faces: &[FacesSpan], dice: &[Die]) -> Vec<Variant> {
    let text = &text.text;
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let has_comma = text
        .match_indices(',')
        .any(|(at, _)| at > 0 && is_digit(at - 1) && is_digit(at + 1));
    let blanks = text
        .match_indices(' ')
        .filter(|&(at, _)| {
            let start = bytes[..at]
                .iter()
                .rposition(|byte| !byte.is_ascii_digit())
                .map_or(0, |last| last + 1);
            (1..=3).contains(&(at - start))
                && bytes[start] != b'0'
                && is_three_digits(&text[at + 1..])
        })
        .map(|(at, _)| at)
        .collect_vec();
    // No number begins with 0, so such a blank joins.
    let must_join = blanks.iter().any(|&at| {
        bytes[at + 1] == b'0'
            && !text[..at]
                .trim_end_matches(|c: char| c.is_ascii_digit())
                .ends_with(['.', ','])
    });
    let joins: &[bool] = match (blanks.is_empty(), must_join) {
        (true, _) => &[false],
        (false, true) => &[true],
        (false, false) => &[false, true],
    };
    let commas: &[bool] = if has_comma { &[true, false] } else { &[true] };
    let single = dice.iter().filter(|die| die.faces().len() == 1).count();
    let named = faces.iter().flat_map(|faces| &faces.dice).unique().count();
    let by_faces: &[bool] = if named + single >= dice.len() && named + single > 0 {
        &[true, false]
    } else {
        &[false]
    };
    let letters = count_letters(text, dice.len());
    itertools::iproduct!(by_faces, joins, commas)
        .map(|(&has_faces, &do_blanks_join, &do_commas_join)| Variant {
            do_commas_join,
            do_blanks_join,
            has_faces,
            letters,
        })
        .collect()
}

fn is_three_digits(text: &str) -> bool {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    digits == 3
}

/// Returns the number of dice if a letter stands somewhere for each of them, else 0.
fn count_letters(text: &str, dice: usize) -> usize {
    if dice > 26 {
        return 0;
    }
    let words: BTreeSet<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
    let has_all = (b'A'..)
        .take(dice)
        .all(|letter| words.contains(&char::from(letter).to_string()[..]));
    if has_all { dice } else { 0 }
}

/// Returns whether commas divide all numbers of a unit, all with a space behind them or none.
fn do_commas_divide(text: &CleanText, tokens: &[PlacedToken], unit: &Unit) -> bool {
    let items = unit
        .iter()
        .map(|&index| &tokens[index])
        .filter(|token| token.is_item());
    let gaps = items
        .tuple_windows()
        .map(|(left, right)| &text.text[left.span.end..right.span.start])
        .collect_vec();
    let divides = |gap: &&str| {
        let words = gap.trim();
        gap.contains(',') || [":", "/", "-", "von", "of", "aus", "zu", "out of"].contains(&words)
    };
    let has_space = |gap: &&str| {
        gap.split_once(',')
            .map(|(_, behind)| behind.starts_with(' '))
    };
    // Where points are decimal marks, commas are none.
    let has_point = unit
        .iter()
        .filter_map(|&index| tokens[index].number())
        .any(|numeral| {
            numeral.written.contains('.') && numeral.value(Notation::Thousands).is_none()
        });
    (has_point || gaps.iter().all(divides)) && gaps.iter().filter_map(has_space).all_equal()
}

/// Makes a number the only face of a die where other lines of its shape have faces.
fn find_single_faces(tokens: &mut [PlacedToken], dice: &[Die]) {
    const MOST_ITEMS: usize = 20;
    if dice.iter().all(|die| die.faces().len() > 1) {
        return;
    }
    let lines = split_lines(tokens);
    let shapes: BTreeSet<String> = lines
        .iter()
        .map(|line| item_kinds(tokens, line))
        .filter(|kinds| kinds.matches('D').count() == 1)
        .collect();
    for line in &lines {
        let items = line
            .iter()
            .copied()
            .filter(|&index| tokens[index].is_item())
            .collect_vec();
        if items.len() > MOST_ITEMS || items.iter().any(|&index| tokens[index].dice().is_some()) {
            continue;
        }
        for (place, &index) in items.iter().enumerate() {
            let Some(value) = tokens[index].number().and_then(|numeral| numeral.whole()) else {
                continue;
            };
            let same = (0..dice.len())
                .filter(|&die| {
                    dice[die].faces().len() == 1 && f64::from(dice[die].faces()[0]) == value
                })
                .collect_vec();
            let shape = format!(
                "{}D{}",
                "N".repeat(place),
                "N".repeat(items.len() - place - 1)
            );
            if !same.is_empty() && shapes.contains(&shape) {
                tokens[index].token = Token::Die(same);
                break;
            }
        }
    }
}

/// Returns whether the line above the records names the dice in the order of the records.
fn is_below_names(tokens: &[PlacedToken], units: &[Unit], dice: usize) -> bool {
    let first = units[0][0];
    let is_end = |token: &PlacedToken| matches!(token.token, Token::LineEnd);
    let Some(end) = tokens[..first].iter().rposition(is_end) else {
        return false;
    };
    let start = tokens[..end]
        .iter()
        .rposition(is_end)
        .map_or(0, |start| start + 1);
    let above = tokens[start..end]
        .iter()
        .filter(|token| token.is_item())
        .collect_vec();
    if !(dice..=dice + 1).contains(&above.len()) || units.len() != dice {
        return false;
    }
    let names = units.iter().filter_map(|unit| {
        unit.iter()
            .map(|&index| &tokens[index])
            .find(|token| token.is_item())
    });
    let is_same =
        |(left, right): (&&PlacedToken, &PlacedToken)| match (left.number(), right.number()) {
            (Some(left), Some(right)) => left.written == right.written,
            (None, None) => left.dice() == right.dice(),
            _ => false,
        };
    above[above.len() - dice..].iter().zip(names).all(is_same)
}
