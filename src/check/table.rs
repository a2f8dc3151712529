//! Lists in tables: CSV and TSV whose first line names the columns, JSON, and tables of pairings.
//!
//! What a column or a field of JSON holds follows from its name. A row is about one die, with a share or with games won of games; or
//! about two dice, and then the share of a die is the mean over its opponents. Dice are named by their faces or by their
//! numbers in the file.

use std::collections::{BTreeMap, HashMap};

use itertools::Itertools;
use serde_json::{Deserializer, Value};

use super::findings::{self, Finding};
use super::line::{Claim, EXAMPLE, Known, Line, numbers};
use crate::dice::sorted;
use crate::text::whole_number;

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

/// The claims of a table, if these lines are one.
pub(super) fn read(lines: &[(usize, String)], known: &Known) -> Option<Vec<(usize, Line)>> {
    let (first, rows) = json(lines).or_else(|| separated(lines))?;
    let dice = |seat| rows.iter().flat_map(move |row| all(row, (Kind::Die, seat)));
    // Some count from 0.
    let base = usize::from(!dice(0).chain(dice(1)).any(|die| die == "0"));
    let is_of_pairings = dice(1).next().is_some();
    let (what, claims): (_, Vec<Claim>) = if is_of_pairings {
        let what = "Paarungen statt der Liste; ich mittele über die Gegner";
        (what, averaged(&rows, known, base))
    } else {
        let claims = rows.iter().filter_map(|row| claim(row, known, base));
        ("Tabelle statt der Liste", claims.collect())
    };
    let text = format!("{what}; erwartet ist „{EXAMPLE}“");
    let note = Finding::new(first, findings::OTHER_FORM, text);
    let claims = claims.into_iter();
    let claims = claims.map(|claim| (claim.line, Line::Claim(claim, Vec::new())));
    let heading = (first, Line::Heading(Some(note)));
    let lines = [heading].into_iter().chain(claims);
    Some(lines.collect_vec()).filter(|lines| lines.len() > 1)
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

/// The rows of the first array of JSON, or of JSON lines, whose objects name dice and shares; a row counts as a line.
fn json(lines: &[(usize, String)]) -> Option<(usize, Vec<Row>)> {
    let text = lines.iter().map(|(_, text)| text).join("\n");
    if !text.trim_start().starts_with(['[', '{']) {
        return None;
    }
    let values = Deserializer::from_str(&text).into_iter::<Value>();
    let values = values.collect::<Result<Vec<_>, _>>().ok()?;
    let mut rows = Vec::new();
    values.iter().for_each(|value| find_rows(value, &mut rows));
    Some((1, (1..).zip(rows).collect()))
}

fn find_rows(value: &Value, rows: &mut Vec<Vec<(Column, String)>>) {
    let text = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Array(values) => {
            Some(values.iter().join(" ")).filter(|text| !text.contains(['{', '"']))
        }
        Value::Object(_) => None,
        other => Some(other.to_string()),
    };
    match value {
        Value::Object(fields) => {
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
        Value::Array(values) => values.iter().for_each(|value| find_rows(value, rows)),
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
    let cells = all(row, wanted).map(|cell| cell.trim_end_matches(['%', ' ']));
    let mut numbers = cells.filter_map(|cell| cell.replace(',', ".").parse().ok());
    numbers.find(|number: &f64| number.is_finite())
}

/// The faces of a die that a row names, by themselves or by its number.
fn faces(row: &Row, seat: usize, known: &Known, first: usize) -> Option<Vec<u32>> {
    let named = all(row, (Kind::Die, seat)).filter_map(numbers);
    // What is longer says more.
    let named = named.filter(|all| !all.is_empty()).max_by_key(Vec::len)?;
    match named[..] {
        [number] if known.count(&named) == 0 => known.numbered(number as usize, first),
        _ => Some(named),
    }
}

/// What a row says of a die.
fn claim(row: &Row, known: &Known, first: usize) -> Option<Claim> {
    let rank = all(row, (Kind::Rank, 0)).find_map(whole_number);
    let share = all(row, (Kind::Share, 0)).next();
    let [wins, games] = [Kind::Wins, Kind::Games].map(|kind| number(row, (kind, 0)));
    let share = match (share, games) {
        (Some(share), _) => share.into(),
        (None, Some(games)) => format!("{:.4}", 100.0 * wins? / games),
        (None, None) => wins?.to_string(),
    };
    let is_per_cent = share.contains('%');
    let share = share.trim_end_matches(['%', ' ']);
    let faces = faces(row, 0, known, first)?;
    Claim::new(row.0, rank, faces, share, is_per_cent)
}

/// What rows say of two dice each: for each die the mean over its opponents, the best first. Places count as lines.
fn averaged(rows: &[Row], known: &Known, first: usize) -> Vec<Claim> {
    let share = |row, seat| number(row, (Kind::Share, seat));
    let is_per_cent = rows.iter().any(|row| share(row, 0) > Some(1.0));
    let scale = if is_per_cent { 100.0 } else { 1.0 };
    let dice = |row| [0, 1].map(|seat| faces(row, seat, known, first));
    // What the second die of a row has won may stand in a row of its own.
    let returned = rows.iter().filter_map(|row| {
        let [one, other] = dice(row);
        Some(([other, one], number(row, (Kind::Wins, 0))?))
    });
    let returned: HashMap<_, _> = returned.collect();
    let shares = rows.iter().filter_map(|row| {
        let won = |seat| {
            let wins = all(row, (Kind::Wins, seat)).filter_map(|cell| cell.parse::<f64>().ok());
            wins.sum1::<f64>()
        };
        let games = number(row, (Kind::Games, 0));
        let returned = returned.get(&dice(row)).filter(|_| games.is_none());
        let other = won(1).or(returned.copied());
        let shares = match (won(0), other, games) {
            (Some(one), Some(other), None) => [one, other].map(|won| won / (one + other)),
            (Some(one), other, Some(games)) => {
                [one, other.unwrap_or(games - one)].map(|won| won / games)
            }
            _ => {
                let one = share(row, 0)? / scale;
                [one, share(row, 1).map_or(1.0 - one, |other| other / scale)]
            }
        };
        let [one, other] = dice(row);
        Some([sorted(&one?), sorted(&other?)].into_iter().zip(shares))
    });
    // What dice of the same faces won against each opponent.
    let won_by: BTreeMap<_, Vec<f64>> = shares.flatten().into_group_map().into_iter().collect();
    let mean = |all: Vec<f64>| 100.0 * all.iter().sum::<f64>() / all.len() as f64;
    let means = won_by.into_iter().map(|(faces, all)| (mean(all), faces));
    let means = means.sorted_by(|(one, _), (other, _)| other.total_cmp(one));
    // Dice that are the same have the same mean.
    let claims = means.flat_map(|(mean, faces)| {
        let number = known.count(&faces).max(1);
        std::iter::repeat_n((format!("{mean:.4}"), faces), number)
    });
    let claims = (1..).zip(claims);
    let claims = claims.map(|(place, (mean, faces))| Claim::new(place, None, faces, &mean, true));
    claims.flatten().collect()
}
