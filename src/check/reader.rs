//! Finds the list in a text: the records of one shape that name every die once and have a share.
//!
//! Records are looked for in lines, then in groups of lines, then in parts of a line; dice by their
//! faces, then by their numbers; and commas are decimal marks, or else separators. The first way
//! that gives a list is taken; if in that way two columns could be the share, or two shapes are
//! lists, the text is refused.

use std::borrow::Cow;
use std::cell::LazyCell;
use std::collections::BTreeSet;
use std::iter;

use itertools::Itertools;

use super::header;
use super::pairings::{self, Means};
use super::records::{Record, TextLine, blocks, of_lines, paragraphs, parts};
use super::shape::{Doubt, Legend, Meaning, Reading, Wanted, meaning};
use super::tokens::{Comma, DiceIndex, Naming, Placed, Token};
use super::vocabulary::Role;

/// What a text is.
#[derive(Debug)]
pub(super) enum Found {
    List(Listed),
    Pairings(Means),
    Doubtful(Doubt),
    /// Two lists, which begin in these lines and are not the same.
    Several([usize; 2]),
    Nothing,
}

/// The readings of a list, and the lines that they come from.
#[derive(Debug)]
pub(super) struct Listed {
    pub(super) readings: Vec<Reading>,
    pub(super) lines: BTreeSet<usize>,
    /// The line of a header that names the columns.
    pub(super) header: Option<usize>,
    /// Whether every die is named.
    pub(super) is_whole: bool,
}

/// The ways to read a line, the likeliest first.
const WAYS: [(Comma, Naming); 4] = [
    (Comma::Decimal, Naming::Faces),
    (Comma::Decimal, Naming::Numbers),
    (Comma::Separator, Naming::Faces),
    (Comma::Separator, Naming::Numbers),
];

/// The records of a text that is read in one way, a line each.
struct TextRecords<'a> {
    comma: Comma,
    records: Vec<Record>,
    /// The dice that numbers stand for, where numbers name dice.
    legend: Option<&'a Legend>,
}

/// Finds the list of the dice of `index` in a text.
pub(super) fn find(lines: &[TextLine], index: &DiceIndex) -> Found {
    let last_line = lines.last().map_or(0, |line| line.last);
    let matrix = pairings::matrix(lines, index);
    if let Some(means) = matrix.and_then(|meetings| pairings::means(&meetings, index, last_line)) {
        return Found::Pairings(means);
    }
    let legend = legend(lines, index);
    let has_commas = lines.iter().any(|line| line.text.contains(','));
    let readings = WAYS
        .into_iter()
        .filter(|(comma, _)| has_commas || *comma == Comma::Decimal)
        .map(|(comma, naming)| {
            let legend = legend.as_ref().filter(|_| naming == Naming::Numbers);
            LazyCell::new(move || {
                let mut records = of_lines(lines, index, comma, naming);
                header::apply(lines, &mut records);
                TextRecords {
                    comma,
                    records,
                    legend,
                }
            })
        })
        .collect_vec();
    let mut whole = readings
        .iter()
        .filter_map(|text| whole_list(lines, text, index));
    let mut pairings = readings
        .iter()
        .filter_map(|text| means_of_pairings(text, index, last_line));
    let mut partial = readings
        .iter()
        .filter_map(|text| partial_list(lines, text, index));
    whole
        .next()
        .or_else(|| pairings.next().map(Found::Pairings))
        .or_else(|| partial.next())
        .unwrap_or(Found::Nothing)
}

/// The list of all dice, or the doubt or the two lists that stand in its way.
fn whole_list(lines: &[TextLine], text: &TextRecords, index: &DiceIndex) -> Option<Found> {
    let mut first_doubt = None;
    for records in sets(lines, &text.records) {
        match list_in(&records, index, text.legend, Wanted::All) {
            Found::Nothing => {}
            Found::List(list) if text.is_torn(&list) => {}
            Found::Doubtful(doubt) => first_doubt = first_doubt.or(Some(Found::Doubtful(doubt))),
            found => return Some(found),
        }
    }
    first_doubt
}

/// The means of dice over the pairings that records of one shape tell.
fn means_of_pairings(text: &TextRecords, index: &DiceIndex, last_line: usize) -> Option<Means> {
    let fine = by_shape(&text.records, Record::fine_shape);
    let coarse = by_shape(&text.records, Record::coarse_shape);
    let is_torn = |record: &&Record| is_torn_record(record);
    let mut whole = fine
        .into_iter()
        .chain(coarse)
        .filter(|group| text.comma == Comma::Decimal || !group.iter().any(is_torn));
    whole.find_map(|group| {
        let meetings = pairings::of_records(&group, index, text.legend)?;
        pairings::means(&meetings, index, last_line)
    })
}

/// The list of at least half of the dice, if no other line may be that of a missing one.
fn partial_list(lines: &[TextLine], text: &TextRecords, index: &DiceIndex) -> Option<Found> {
    match list_in(&text.records, index, text.legend, Wanted::Some) {
        Found::Nothing => None,
        Found::List(list) if text.is_torn(&list) => None,
        Found::List(list) if may_name_missing(&list, lines, &text.records, index) => None,
        found => Some(found),
    }
}

impl TextRecords<'_> {
    /// Whether a comma in a record of `list` was taken for a separator although it stands inside of
    /// a number.
    fn is_torn(&self, list: &Listed) -> bool {
        let mut of_list = self
            .records
            .iter()
            .filter(|record| list.lines.contains(&record.line));
        self.comma == Comma::Separator && of_list.any(is_torn_record)
    }
}

/// The ways to put lines together to records, one line first.
fn sets<'a>(
    lines: &'a [TextLine],
    records: &'a [Record],
) -> impl Iterator<Item = Cow<'a, [Record]>> {
    iter::once(Cow::Borrowed(records))
        .chain(iter::once_with(|| Cow::Owned(paragraphs(lines, records))))
        .chain(
            iter::once_with(|| blocks(records))
                .flatten()
                .map(Cow::Owned),
        )
        .chain(records.iter().flat_map(parts).map(Cow::Owned))
}

/// Records with the same shape, in the order in which these begin.
fn by_shape(records: &[Record], shape: impl Fn(&Record) -> String) -> Vec<Vec<&Record>> {
    let groups = records
        .iter()
        .enumerate()
        .into_group_map_by(|(_, record)| shape(record));
    let groups = groups.into_values().sorted_by_key(|group| group[0].0);
    groups
        .map(|group| group.into_iter().map(|(_, record)| record).collect())
        .collect()
}

/// The list that records of one shape are: of one statement, or else of the same columns.
fn list_in(
    records: &[Record],
    index: &DiceIndex,
    legend: Option<&Legend>,
    wanted: Wanted,
) -> Found {
    let shapes: [fn(&Record) -> String; 3] =
        [Record::fine_shape, Record::coarse_shape, Record::bare_shape];
    let mut doubt = None;
    for shape in shapes {
        let mut lists: Vec<(Vec<&Record>, Vec<Reading>)> = Vec::new();
        for group in by_shape(records, shape) {
            let strangers = strangers(&group, records, shape, wanted);
            let group = group.into_iter().chain(&strangers);
            let group = group.sorted_by_key(|record| record.line).collect_vec();
            match meaning(&group, index, legend, wanted) {
                Meaning::List(readings) => {
                    let lines: BTreeSet<usize> = group.iter().map(|record| record.line).collect();
                    let of_lines = records.iter().filter(|record| lines.contains(&record.line));
                    lists.push((of_lines.collect(), readings));
                }
                Meaning::Doubtful(found) => doubt = doubt.or(Some(found)),
                Meaning::Nothing => {}
            }
        }
        let Some((group, readings)) = lists.first() else {
            continue;
        };
        let values = |readings: &[Reading]| {
            let values = readings
                .iter()
                .map(|one| (one.faces.clone(), format!("{:?}", one.value)));
            values.sorted().collect_vec()
        };
        if let Some((_, others)) = lists
            .iter()
            .find(|(_, others)| values(others) != values(readings))
        {
            return Found::Several([readings[0].line, others[0].line]);
        }
        let read: BTreeSet<usize> = readings.iter().map(|reading| reading.line).collect();
        let lines = group
            .iter()
            .map(|record| record.line..=record.tokens.last().map_or(record.line, |last| last.line))
            .filter(|lines| read.range(lines.clone()).next().is_some())
            .flatten();
        return Found::List(Listed {
            lines: lines.collect(),
            header: group.iter().find_map(|record| record.header),
            is_whole: wanted == Wanted::All,
            readings: readings.clone(),
        });
    }
    doubt.map_or(Found::Nothing, Found::Doubtful)
}

/// Records that would have the shape of a group if they named a die that is not in the file, where
/// some may be missing.
fn strangers(
    group: &[&Record],
    records: &[Record],
    shape: impl Fn(&Record) -> String,
    wanted: Wanted,
) -> Vec<Record> {
    if wanted != Wanted::Some || group[0].dice.len() != 1 {
        return Vec::new();
    }
    let wanted = shape(group[0]);
    let strangers = records.iter().filter(|record| record.dice.is_empty());
    let strangers = strangers.filter_map(Record::with_strange_die);
    strangers.filter(|record| shape(record) == wanted).collect()
}

/// Whether a comma stands directly between two numbers of a line that is not one of numbers and
/// commas alone.
fn is_torn_record(record: &Record) -> bool {
    let is_close = |two: &[Placed]| {
        let is_comma = matches!(two[1].token, Token::Mark(','));
        is_comma && two[0].end == two[1].start && two[1].end == two[2].start
    };
    let is_number = |one: &Placed| matches!(one.token, Token::Number(_));
    let mut threes = record.tokens.windows(3);
    let is_torn =
        threes.any(|three| is_number(&three[0]) && is_number(&three[2]) && is_close(three));
    let is_plain = record.tokens.iter().all(|one| match &one.token {
        Token::Number(number) => !number.is_per_cent,
        Token::Die(_) => true,
        Token::Mark(mark) => *mark == ',',
        Token::Word(_) => false,
    });
    let is_value = |one: &Placed| matches!(one.token, Token::Number(_) | Token::Die(_));
    let mut twos = record.tokens.windows(2);
    let is_csv = is_plain && !twos.any(|two| is_value(&two[0]) && is_value(&two[1]));
    is_torn && !is_csv
}

/// Whether another line may name a die that is missing: by its faces, by its number, or by two
/// faces with a comma between them, which look like a number.
fn may_name_missing(
    list: &Listed,
    lines: &[TextLine],
    records: &[Record],
    index: &DiceIndex,
) -> bool {
    let is_missing = |die: &usize| {
        let faces = index.dice[*die].faces();
        list.readings.iter().all(|reading| reading.faces != faces)
    };
    let missing = (0..index.dice.len()).filter(is_missing).collect_vec();
    let texts = missing.iter().map(|die| index.dice[*die].faces());
    let texts = texts
        .filter(|faces| faces.len() == 2)
        .map(|faces| faces.iter().join(","));
    let texts = texts.collect_vec();
    let is_named = |record: &Record| {
        let numbers = record
            .columns
            .iter()
            .filter(|column| column.roles.contains(&Role::Die));
        let mut numbers = numbers.filter_map(|column| column.number.whole);
        let by_faces = missing.iter().any(|die| {
            record
                .dice
                .iter()
                .any(|faces| index.dice[*die].faces() == faces)
        });
        let number = |number: u64| {
            missing
                .iter()
                .any(|die| [*die as u64, *die as u64 + 1].contains(&number))
        };
        !record.columns.is_empty() && (by_faces || numbers.any(number))
    };
    let others = lines
        .iter()
        .zip(records)
        .filter(|(line, _)| !list.lines.contains(&line.first));
    others.into_iter().any(|(line, record)| {
        is_named(record) || texts.iter().any(|text| line.text.contains(text.as_str()))
    })
}

/// The dice that numbers stand for, if lines name each die of the file by a number and by its
/// faces.
fn legend(lines: &[TextLine], index: &DiceIndex) -> Option<Legend> {
    let records = of_lines(lines, index, Comma::Decimal, Naming::Faces);
    let mut legend = Legend::new();
    let mut free = (0..index.dice.len()).collect_vec();
    for record in records.iter().filter(|record| record.dice.len() == 1) {
        let mut numbers = record
            .columns
            .iter()
            .filter(|column| column.roles.contains(&Role::Die));
        let [Some(column), None] = [numbers.next(), numbers.next()] else {
            continue;
        };
        let number = column.number.whole?;
        let place = free
            .iter()
            .position(|&die| index.dice[die].faces() == record.dice[0]);
        match (place, legend.get(&number)) {
            (_, Some(&die)) if index.dice[die].faces() == record.dice[0] => {}
            (Some(place), None) => {
                legend.insert(number, free.remove(place));
            }
            _ => return None,
        }
    }
    (free.is_empty()).then_some(legend)
}
