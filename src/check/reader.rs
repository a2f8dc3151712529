//! Finds the list in a text: the records of one shape that name every die once and have a share, or
//! pairings, or else records that name at least half of the dice.
//!
//! A matrix of pairings goes first. In other texts, commas are decimal marks, then separators, and
//! dice are named by their faces, then by their numbers. In each of these notations, a list of all
//! dice is looked for in lines, then in groups of lines, then between the commas of a line; then
//! pairings, and then a list of at least half of the dice, are looked for in lines alone. The first
//! way that gives one of these is taken. If two lists of one way differ, the text is refused, and
//! so it is if two columns could be the share in some way, and no other of the same notation gives
//! a list.

use std::borrow::Cow;
use std::cell::LazyCell;
use std::collections::BTreeSet;
use std::iter;

use itertools::Itertools;

use super::dice_names::Legend;
use super::header;
use super::list_error::TwoLists;
use super::matrix;
use super::pairings::{self, MeanShares};
use super::reading::{Ambiguity, Reading};
use super::records::{
    TextLine, TextRecord, join_around_dice, join_paragraphs, records_of_lines, split_at_commas,
};
use super::shape::{Meaning, find_meaning};
use super::table::Coverage;
use super::tokens::{Comma, DiceIndex, Naming, Notation, PlacedToken, Token};

/// The content of a text.
#[derive(Debug)]
pub(super) enum TextContent {
    List(FoundList),
    Pairings(MeanShares),
    /// A list in which two columns could be the share.
    Ambiguous(Ambiguity),
    /// Two lists of these dice that are not the same.
    TwoLists(TwoLists),
    Nothing,
}

/// The readings of a list, and the lines that they come from.
#[derive(Debug)]
pub(super) struct FoundList {
    pub(super) readings: Vec<Reading>,
    /// The numbers of the lines.
    pub(super) lines: BTreeSet<usize>,
    /// The number of the line that names the columns, if there is one.
    pub(super) header: Option<usize>,
    /// True if every die is named once, and no other.
    pub(super) is_whole: bool,
}

/// The records of a text that is read in one notation, a line each.
struct NotatedText<'a> {
    lines: &'a [TextLine],
    index: &'a DiceIndex<'a>,
    comma: Comma,
    records: Vec<TextRecord>,
    /// The dice that numbers stand for, where numbers name dice.
    legend: Option<&'a Legend>,
}

/// Finds the list of the dice of `index`, or their pairings, in a text.
pub(super) fn find(lines: &[TextLine], index: &DiceIndex) -> TextContent {
    let last_line = lines.last().map_or(0, |line| line.last);
    let mean_shares = matrix::read_matrix(lines, index)
        .and_then(|printed| pairings::mean_shares(&printed, index, last_line));
    if let Some(mean_shares) = mean_shares {
        return TextContent::Pairings(mean_shares);
    }
    let legend = find_legend(lines, index);
    let has_commas = lines.iter().any(|line| line.text.contains(','));
    let texts = Notation::ALL
        .into_iter()
        .filter(|notation| has_commas || notation.comma == Comma::Decimal)
        .map(|notation| {
            let legend = legend.as_ref();
            LazyCell::new(move || NotatedText::new(lines, index, notation, legend))
        })
        .collect_vec();
    let mut whole_lists = texts.iter().filter_map(|text| text.find_whole_list());
    let mut pairings = texts
        .iter()
        .filter_map(|text| text.find_pairings(last_line));
    let mut partial_lists = texts.iter().filter_map(|text| text.find_partial_list());
    whole_lists
        .next()
        .or_else(|| pairings.next().map(TextContent::Pairings))
        .or_else(|| partial_lists.next())
        .unwrap_or(TextContent::Nothing)
}

impl<'a> NotatedText<'a> {
    fn new(
        lines: &'a [TextLine],
        index: &'a DiceIndex<'a>,
        notation: Notation,
        legend: Option<&'a Legend>,
    ) -> NotatedText<'a> {
        let mut records = records_of_lines(lines, index, notation);
        header::apply_headers(lines, &mut records);
        NotatedText {
            lines,
            index,
            comma: notation.comma,
            records,
            legend: legend.filter(|_| notation.naming == Naming::Numbers),
        }
    }

    /// Finds the list of all dice, or two lists of them that differ, or else the first ambiguity.
    fn find_whole_list(&self) -> Option<TextContent> {
        let mut ambiguous = None;
        for records in self.group_lines() {
            match self.find_list_in(&records, Coverage::All) {
                TextContent::Nothing => {}
                TextContent::List(list) if self.is_torn(&list) => {}
                TextContent::Ambiguous(ambiguity) => {
                    ambiguous = ambiguous.or(Some(TextContent::Ambiguous(ambiguity)));
                }
                content => return Some(content),
            }
        }
        ambiguous
    }

    /// Finds the mean shares of dice over the pairings that records of one shape tell.
    fn find_pairings(&self, last_line: usize) -> Option<MeanShares> {
        group_by_shape(&self.records, TextRecord::fine_shape)
            .into_iter()
            .chain(group_by_shape(&self.records, TextRecord::coarse_shape))
            .filter(|group| {
                self.comma == Comma::Decimal || !group.iter().any(|record| has_torn_number(record))
            })
            .find_map(|group| {
                let printed = pairings::read_pairings(&group, self.index, self.legend)?;
                pairings::mean_shares(&printed, self.index, last_line)
            })
    }

    /// Finds the list of at least half of the dice, if no other line may be that of a missing one;
    /// or two lists that differ, or an ambiguity.
    fn find_partial_list(&self) -> Option<TextContent> {
        match self.find_list_in(&self.records, Coverage::Half) {
            TextContent::Nothing => None,
            TextContent::List(list) if self.is_torn(&list) || self.may_name_missing(&list) => None,
            content => Some(content),
        }
    }

    /// Returns whether a comma in a record of `list` was taken for a separator although it stands
    /// inside of a number.
    fn is_torn(&self, list: &FoundList) -> bool {
        self.comma == Comma::Separator
            && self
                .records
                .iter()
                .any(|record| list.lines.contains(&record.line) && has_torn_number(record))
    }

    /// Makes records of lines, in one way after the other: each line is one, then some lines
    /// together are, and then what stands between the commas of a line.
    fn group_lines(&self) -> impl Iterator<Item = Cow<'_, [TextRecord]>> {
        let records = &self.records;
        iter::once(Cow::Borrowed(&records[..]))
            .chain(iter::once_with(|| {
                Cow::Owned(join_paragraphs(self.lines, records))
            }))
            .chain(
                iter::once_with(|| join_around_dice(records))
                    .flatten()
                    .map(Cow::Owned),
            )
            .chain(records.iter().flat_map(split_at_commas).map(Cow::Owned))
    }

    /// Finds the list among records of one shape: of one statement, or else of the same columns.
    /// Two of the same kind of shape must not differ.
    fn find_list_in(&self, records: &[TextRecord], coverage: Coverage) -> TextContent {
        let shapes: [fn(&TextRecord) -> String; 3] = [
            TextRecord::fine_shape,
            TextRecord::coarse_shape,
            TextRecord::bare_shape,
        ];
        let mut ambiguous = None;
        for shape in shapes {
            let mut lists: Vec<ShapedList> = Vec::new();
            for group in group_by_shape(records, shape) {
                let strangers = match coverage {
                    Coverage::Half => find_strangers(&group, records, shape),
                    Coverage::All | Coverage::Any => Vec::new(),
                };
                let with_strangers = group
                    .into_iter()
                    .chain(&strangers)
                    .sorted_by_key(|record| record.line)
                    .collect_vec();
                match find_meaning(&with_strangers, self.index, self.legend, coverage) {
                    Meaning::List(readings) => {
                        lists.push(ShapedList::new(&with_strangers, records, readings));
                    }
                    Meaning::Ambiguous(ambiguity) => ambiguous = ambiguous.or(Some(ambiguity)),
                    Meaning::Nothing => {}
                }
            }
            let Some(first) = lists.first() else {
                continue;
            };
            let values = first.sorted_values();
            return match lists.iter().find(|list| list.sorted_values() != values) {
                Some(second) => TextContent::TwoLists(TwoLists {
                    first: first.readings[0].line,
                    second: second.readings[0].line,
                }),
                None => TextContent::List(first.to_found(coverage)),
            };
        }
        ambiguous.map_or(TextContent::Nothing, TextContent::Ambiguous)
    }

    /// Returns whether a line that is not of `list` may name a die that is missing in it: by its
    /// number, by its faces if a number stands beside them, or by two faces with a comma between
    /// them, which look like a number.
    fn may_name_missing(&self, list: &FoundList) -> bool {
        let dice = self.index.dice;
        let missing = (0..dice.len())
            .filter(|&die| {
                list.readings
                    .iter()
                    .all(|reading| reading.faces != dice[die].faces())
            })
            .collect_vec();
        let numbers_like_faces = missing
            .iter()
            .map(|&die| dice[die].faces())
            .filter(|faces| faces.len() == 2)
            .map(|faces| faces.iter().join(","))
            .collect_vec();
        let has_faces_of_missing = |record: &TextRecord| {
            missing
                .iter()
                .any(|&die| record.dice.iter().any(|faces| dice[die].faces() == faces))
        };
        let has_number_of_missing = |record: &TextRecord| {
            record
                .die_numbers()
                .filter_map(|labelled| labelled.number.whole)
                .any(|number| {
                    missing
                        .iter()
                        .any(|&die| [die as u64, die as u64 + 1].contains(&number))
                })
        };
        self.lines
            .iter()
            .zip(&self.records)
            .filter(|(line, _)| !list.lines.contains(&line.first))
            .any(|(line, record)| {
                !record.numbers.is_empty()
                    && (has_faces_of_missing(record) || has_number_of_missing(record))
                    || numbers_like_faces
                        .iter()
                        .any(|text| line.text.contains(text.as_str()))
            })
    }
}

/// Groups records by their shape, in the order in which these begin.
fn group_by_shape(
    records: &[TextRecord],
    shape: impl Fn(&TextRecord) -> String,
) -> Vec<Vec<&TextRecord>> {
    let indices = (0..records.len()).into_group_map_by(|&index| shape(&records[index]));
    indices
        .into_values()
        .sorted_by_key(|group| group[0])
        .map(|group| group.into_iter().map(|index| &records[index]).collect())
        .collect()
}

/// A list, and the records that it comes from.
struct ShapedList<'a> {
    records: Vec<&'a TextRecord>,
    readings: Vec<Reading>,
}

impl<'a> ShapedList<'a> {
    /// Creates the list of the `group` of records, of which some may not be among `records`.
    fn new(
        group: &[&TextRecord],
        records: &'a [TextRecord],
        readings: Vec<Reading>,
    ) -> ShapedList<'a> {
        let lines: BTreeSet<usize> = group.iter().map(|record| record.line).collect();
        ShapedList {
            records: records
                .iter()
                .filter(|record| lines.contains(&record.line))
                .collect(),
            readings,
        }
    }

    /// Returns the values of the dice, in an order that does not depend on that of the list.
    fn sorted_values(&self) -> Vec<(&[u32], String)> {
        self.readings
            .iter()
            .map(|reading| (&reading.faces[..], format!("{:?}", reading.value)))
            .sorted()
            .collect()
    }

    fn to_found(&self, coverage: Coverage) -> FoundList {
        let read: BTreeSet<usize> = self.readings.iter().map(|reading| reading.line).collect();
        FoundList {
            lines: self
                .records
                .iter()
                .map(|record| record.line..=record.last_line())
                .filter(|lines| read.range(lines.clone()).next().is_some())
                .flatten()
                .collect(),
            header: self.records.iter().find_map(|record| record.header),
            is_whole: coverage == Coverage::All,
            readings: self.readings.clone(),
        }
    }
}

/// Finds the records that would have the shape of a group if their numbers in brackets were a die,
/// though the file has none such. Returns copies with that die in place of the numbers.
fn find_strangers(
    group: &[&TextRecord],
    records: &[TextRecord],
    shape: impl Fn(&TextRecord) -> String,
) -> Vec<TextRecord> {
    if group[0].dice.len() != 1 {
        return Vec::new();
    }
    let group_shape = shape(group[0]);
    records
        .iter()
        .filter(|record| record.dice.is_empty())
        .filter_map(TextRecord::with_strange_die)
        .filter(|record| shape(record) == group_shape)
        .collect()
}

/// Returns whether a comma stands directly between two numbers of a line, unless it [is
/// CSV](is_csv).
fn has_torn_number(record: &TextRecord) -> bool {
    let is_comma_in_number = |tokens: &[PlacedToken]| {
        tokens[0].token.number().is_some()
            && tokens[1].token == Token::Mark(',')
            && tokens[2].token.number().is_some()
            && tokens[0].end == tokens[1].start
            && tokens[1].end == tokens[2].start
    };
    record.tokens.windows(3).any(is_comma_in_number) && !is_csv(record)
}

/// Returns whether a record is a line of dice and numbers, none of them a percentage, with a comma
/// between every two.
fn is_csv(record: &TextRecord) -> bool {
    let is_plain = record.tokens.iter().all(|placed| match &placed.token {
        Token::Number(number) => !number.is_per_cent,
        Token::Die(_) => true,
        Token::Mark(mark) => *mark == ',',
        Token::Word(_) => false,
    });
    is_plain
        && !record
            .tokens
            .windows(2)
            .any(|pair| pair[0].token.is_value() && pair[1].token.is_value())
}

/// Finds the dice that numbers stand for, if lines name each die of the file by a number and by its
/// faces; `None` if they contradict each other.
fn find_legend(lines: &[TextLine], index: &DiceIndex) -> Option<Legend> {
    let mut legend = Legend::new();
    let mut free = (0..index.dice.len()).collect_vec();
    for record in records_of_lines(lines, index, Notation::DECIMAL_FACES) {
        let [faces] = &record.dice[..] else { continue };
        let Ok(labelled) = record.die_numbers().exactly_one() else {
            continue;
        };
        let number = labelled.number.whole?;
        let is_named = |die: usize| index.dice[die].faces() == faces;
        let place = free.iter().position(|&die| is_named(die));
        match (place, legend.get(&number)) {
            (_, Some(&die)) if is_named(die) => {}
            (Some(place), None) => {
                legend.insert(number, free.remove(place));
            }
            _ => return None,
        }
    }
    free.is_empty().then_some(legend)
}
