//! JSON, and tables of pairings whose first line names the columns.
//!
//! What a column or a field of JSON holds follows from its name. A row is about one die, or about
//! two.

use itertools::Itertools;
use serde_json::{Deserializer, Value as Json};

use super::pairings::{Meeting, die_of_faces};
use super::shape::{Doubt, Reading, Value};
use super::tokens::DiceIndex;
use crate::text::parse_whole_number;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Rank,
    Die,
    Share,
    Wins,
    Games,
    Other,
}

/// What a column holds, and of which die of a row: 0 or 1.
type Column = (Kind, usize);

/// A line, and what stands in its columns.
type Row = (usize, Vec<(Column, String)>);

/// Words in names of columns, and what these hold. The first that fits counts.
const COLUMNS: [(&str, Kind); 10] = [
    ("unentsch draw remis abgebr beginnt", Kind::Other),
    ("verlor niederl lost loss", Kind::Other),
    ("seitenzahl würfelseiten sides", Kind::Other),
    ("anteil share quote prozent percent", Kind::Share),
    ("rate wahrsch prob chance %", Kind::Share),
    ("sieg win gewonn won", Kind::Wins),
    ("spiele games gesamt total", Kind::Games),
    ("rang rank platz pos", Kind::Rank),
    ("augen face wuerfel würfel dice die", Kind::Die),
    ("nummer number nr gegner", Kind::Die),
];

/// The names of the columns of `--format paare`, which has no header, as far as they matter.
const OF_RECORDS: &str =
    "-\t-\t-\t-\tdie a\tdie b\t-\t-\tgames\t-\t-\twins a\twins b\twins a\twins b";

/// What the column of this name holds.
fn column(name: &str) -> Column {
    let name = name.trim();
    let is_second = name.ends_with(['B', '2']) || name.ends_with(" b") || name.ends_with("_b");
    let name = name.to_lowercase();
    let is_second = is_second || name.contains("gegner");
    let fits = |(words, _): &&(&str, Kind)| words.split(' ').any(|word| name.contains(word));
    let kind = COLUMNS.iter().find(fits);
    let kind = kind.map_or(Kind::Other, |(_, kind)| *kind);
    (kind, usize::from(is_second))
}

/// Whether there is a die, and what it has won.
fn is_table<'a>(columns: impl Iterator<Item = &'a Column> + Clone) -> bool {
    let has = |wanted: &[Kind]| columns.clone().any(|(kind, _)| wanted.contains(kind));
    has(&[Kind::Die]) && has(&[Kind::Share, Kind::Wins])
}

/// What the rows of JSON or of a table of pairings say.
pub(super) enum Rows {
    List(Vec<Reading>),
    Pairings(Vec<Meeting>),
    Doubtful(Doubt),
}

/// The rows of JSON, or of a table of pairings with names of columns, and the line where it begins;
/// `None` if these lines are neither.
pub(super) fn read(lines: &[(usize, String)], index: &DiceIndex) -> Option<(usize, Rows)> {
    let is_of_two = |rows: &[Row]| {
        rows.iter()
            .any(|row| all(row, (Kind::Die, 1)).next().is_some())
    };
    let (first, rows) =
        json(lines).or_else(|| separated(lines).filter(|(_, rows)| is_of_two(rows)))?;
    let dice = |seat| rows.iter().flat_map(move |row| all(row, (Kind::Die, seat)));
    // Some count from 0.
    let base = usize::from(!dice(0).chain(dice(1)).any(|die| die == "0"));
    let read = if is_of_two(&rows) {
        let is_per_cent = rows
            .iter()
            .any(|row| number(row, (Kind::Share, 0)) > Some(1.0));
        let scale = if is_per_cent { 100.0 } else { 1.0 };
        let meetings = rows
            .iter()
            .filter_map(|row| meeting(row, scale, index, base));
        Rows::Pairings(meetings.collect())
    } else if let Some(doubt) = rows.iter().find_map(doubt) {
        Rows::Doubtful(doubt)
    } else {
        let readings = rows.iter().filter_map(|row| reading(row, index, base));
        Rows::List(readings.collect())
    };
    let is_empty = match &read {
        Rows::List(readings) => readings.is_empty(),
        Rows::Pairings(meetings) => meetings.is_empty(),
        Rows::Doubtful(_) => false,
    };
    (!is_empty).then_some((first, read))
}

/// The line with the names of columns, and the rows below it.
fn separated(lines: &[(usize, String)]) -> Option<(usize, Vec<Row>)> {
    /// So many lines may stand before the names.
    const BEFORE: usize = 10;
    let digit = |c: char| c.is_ascii_digit();
    let head = lines.iter().take(BEFORE).enumerate();
    let mut heads = head.cartesian_product(['\t', ';', ',', '|']);
    let (below, columns, mark) = heads.find_map(|((index, (_, text)), mark)| {
        let is_record = text.starts_with("paar\t");
        let names = cells(if is_record { OF_RECORDS } else { text }, mark);
        // A name has at most the number of the die at its end.
        let mut plain = names.iter().map(|name| name.trim_end_matches(digit));
        let is_header = !plain.any(|name| name.contains(digit));
        let columns = names.into_iter().map(column).collect_vec();
        let below = index + usize::from(!is_record);
        (is_header && is_table(columns.iter())).then_some((below, columns, mark))
    })?;
    let rows = lines[below..].iter().map(|(line, text)| {
        let cells = cells(text, mark).into_iter().map(str::to_string);
        (*line, columns.iter().copied().zip(cells).collect())
    });
    Some((lines[below.saturating_sub(1)].0, rows.collect()))
}

/// What stands between marks, if these are not between quotation marks.
fn cells(text: &str, mark: char) -> Vec<&str> {
    let mut is_quoted = false;
    let cells = text.split(|c: char| {
        is_quoted ^= c == '"';
        c == mark && !is_quoted
    });
    let is_around = |c: char| c == '"' || c.is_whitespace();
    cells.map(|cell| cell.trim_matches(is_around)).collect()
}

/// The rows of the first array of JSON, or of JSON lines, whose objects name dice and shares; a row
/// counts as a line.
fn json(lines: &[(usize, String)]) -> Option<(usize, Vec<Row>)> {
    let text = lines.iter().map(|(_, text)| text).join("\n");
    if !text.trim_start().starts_with(['[', '{']) {
        return None;
    }
    let values = Deserializer::from_str(&text).into_iter::<Json>();
    let values = values.collect::<Result<Vec<_>, _>>().ok()?;
    let mut rows = Vec::new();
    values.iter().for_each(|value| find_rows(value, &mut rows));
    Some((1, (1..).zip(rows).collect()))
}

fn find_rows(value: &Json, rows: &mut Vec<Vec<(Column, String)>>) {
    let text = |value: &Json| match value {
        Json::String(text) => Some(text.clone()),
        Json::Array(values) => {
            Some(values.iter().join(" ")).filter(|text| !text.contains(['{', '"']))
        }
        Json::Object(_) => None,
        other => Some(other.to_string()),
    };
    match value {
        Json::Object(fields) => {
            let row = fields.iter();
            let row = row.filter_map(|(name, value)| Some((column(name), text(value)?)));
            let row = row.collect_vec();
            if is_table(row.iter().map(|(column, _)| column)) {
                rows.push(row);
            } else {
                let mut fields = fields.values();
                while let Some(value) = fields.next().filter(|_| rows.is_empty()) {
                    find_rows(value, rows);
                }
            }
        }
        Json::Array(values) => values.iter().for_each(|value| find_rows(value, rows)),
        _ => {}
    }
}

/// The cells of a row in columns of this kind.
fn all(row: &Row, wanted: Column) -> impl Iterator<Item = &str> {
    let cells = row.1.iter().filter(move |(column, _)| *column == wanted);
    cells.map(|(_, cell)| cell.trim())
}

/// The first number in columns of this kind.
fn number(row: &Row, wanted: Column) -> Option<f64> {
    all(row, wanted).find_map(value)
}

/// The die that a row names, by its faces or by its number: the faces, and the index if it is the
/// number.
fn die(
    row: &Row,
    seat: usize,
    index: &DiceIndex,
    first: usize,
) -> Option<(Vec<u32>, Option<usize>)> {
    let named = all(row, (Kind::Die, seat))
        .filter_map(numbers)
        .filter(|all| !all.is_empty());
    let named = named.collect_vec();
    // What is longer says more.
    let longest = named.iter().max_by_key(|numbers| numbers.len())?;
    let by_number = |number: u32| {
        let die = (number as usize).checked_sub(first)?;
        Some((index.dice.get(die)?.faces().to_vec(), Some(die)))
    };
    match longest[..] {
        [number] if index.count(longest) == 0 => by_number(number),
        _ => {
            let numbers = named
                .iter()
                .filter(|numbers| numbers.len() == 1 && numbers != &longest);
            let die = numbers
                .filter_map(|numbers| by_number(numbers[0])?.1)
                .next();
            let fits = die.filter(|&die| index.dice[die].faces() == &longest[..]);
            Some((longest.clone(), fits))
        }
    }
}

/// The whole numbers in a text, if all its numbers are such.
fn numbers(text: &str) -> Option<Vec<u32>> {
    let is_between = |c: char| c.is_whitespace() || ",;[](){}\"'|".contains(c);
    let words = text.split(is_between).filter(|word| !word.is_empty());
    let words =
        words.map(|word| word.trim_start_matches(|c: char| c.is_alphabetic() || "#_:".contains(c)));
    words.map(parse_whole_number).collect()
}

/// Two shares of a row that differ.
fn doubt(row: &Row) -> Option<Doubt> {
    let shares = all(row, (Kind::Share, 0))
        .filter(|cell| value(cell).is_some())
        .collect_vec();
    let [one, other, ..] = shares[..] else {
        return None;
    };
    (value(one) != value(other)).then(|| Doubt {
        line: row.0,
        candidates: [one, other].map(String::from),
    })
}

/// What a row says of a die.
fn reading(row: &Row, index: &DiceIndex, first: usize) -> Option<Reading> {
    let rank = all(row, (Kind::Rank, 0)).find_map(parse_whole_number);
    let share = all(row, (Kind::Share, 0)).find(|cell| value(cell).is_some());
    let [wins, games] = [Kind::Wins, Kind::Games].map(|kind| number(row, (kind, 0)));
    let value = match (share, games) {
        (Some(share), _) => Value::Share {
            value: value(share)?,
            text: share.trim_end_matches(['%', ' ']).into(),
            is_per_cent: share.contains('%'),
        },
        (None, Some(games)) => {
            let value = 100.0 * wins? / games;
            Value::Share {
                value,
                text: format!("{value:.4}"),
                is_per_cent: true,
            }
        }
        (None, None) => {
            let wins = wins.filter(|wins| *wins >= 0.0 && wins.fract() == 0.0)?;
            Value::Wins(wins as u64)
        }
    };
    let (faces, die) = die(row, 0, index, first)?;
    Some(Reading {
        line: row.0,
        rank,
        faces,
        sides: None,
        die,
        is_from_zero: false,
        value,
    })
}

/// What a row says of two dice. `--format paare` has several columns for the wins of each.
fn meeting(row: &Row, scale: f64, index: &DiceIndex, first: usize) -> Option<Meeting> {
    let dice = [0, 1].map(|seat| {
        let (faces, by_number) = die(row, seat, index, first)?;
        by_number.or_else(|| die_of_faces(&faces, index))
    });
    let wins = [0, 1].map(|seat| {
        let wins = all(row, (Kind::Wins, seat)).filter_map(value);
        wins.sum1::<f64>()
    });
    Some(Meeting {
        line: row.0,
        dice: [dice[0]?, dice[1]?],
        wins,
        games: number(row, (Kind::Games, 0)),
        shares: [0, 1].map(|seat| number(row, (Kind::Share, seat)).map(|share| share / scale)),
    })
}

/// A number of a cell, perhaps with a percent sign.
fn value(cell: &str) -> Option<f64> {
    let text = cell.trim_end_matches(['%', ' ']).replace(',', ".");
    text.parse().ok().filter(|number: &f64| number.is_finite())
}
