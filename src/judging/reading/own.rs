//! What this program prints besides the form of the task.

use itertools::Itertools;
use serde_json::Value as Json;

use super::interpretation::{Interpretation, ReadingKind};
use super::shares::ShareSource;
use super::{List, ListEntry, Refusal};
use wuerfelglueck::dice::Die;
use wuerfelglueck::shards::PairingLine;

/// Reads a text that is nothing else than JSON, TSV or pairing lines of this program.
pub(super) fn read(text: &str, dice: &[Die]) -> Option<Result<List, Refusal>> {
    let text = text.trim_start_matches('\u{feff}');
    let list = read_json(text, dice).or_else(|| read_tsv(text, dice));
    list.map(Ok).or_else(|| read_pairing_lines(text, dice))
}

/// The lines of a text that are not blank, with their numbers.
fn numbered_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().map(str::trim_end).zip(1..);
    lines
        .filter(|(line, _)| !line.is_empty())
        .map(|(line, number)| (number, line))
}

/// Returns the entry of the die with this number, counted from 1.
fn entry(
    dice: &[Die],
    number: &str,
    rank: Option<u64>,
    share: &str,
    line: usize,
) -> Option<ListEntry> {
    let die = number.trim().parse::<usize>().ok()?.checked_sub(1)?;
    let share = share.trim();
    let digits = share.strip_suffix('%').unwrap_or(share).trim_end();
    let is_plain = digits
        .chars()
        .all(|c| c.is_ascii_digit() || ".,".contains(c));
    let percent: f64 = digits.replace(',', ".").parse().ok()?;
    (die < dice.len() && is_plain).then(|| ListEntry {
        die,
        line,
        rank,
        number: percent,
        games: None,
        written: digits.into(),
    })
}

/// Makes a list of entries about each die once.
fn to_list(
    entries: Vec<ListEntry>,
    dice: &[Die],
    interpretation: Interpretation,
    table_line: Option<usize>,
) -> Option<List> {
    let is_whole =
        entries.len() == dice.len() && entries.iter().map(|entry| entry.die).all_unique();
    is_whole.then(|| List::new(entries, interpretation, table_line))
}

fn columns(name_item: usize, share_item: usize) -> Interpretation {
    Interpretation {
        shares: Some(ShareSource::Share),
        name_item: Some(name_item),
        items: vec![share_item],
        ..Interpretation::of_lines(ReadingKind::List)
    }
}

/// Reads the rows of `--format json`.
fn read_json(text: &str, dice: &[Die]) -> Option<List> {
    if !text.trim_start().starts_with('{') {
        return None;
    }
    let json: Json = serde_json::from_str(text).ok()?;
    if json.get("programm")? != "wuerfelglueck" {
        return None;
    }
    let rows = json.get("wuerfel")?.as_array()?;
    let first = text.lines().position(|line| line.starts_with("{\"rang\":"));
    let entries = rows
        .iter()
        .zip(first.map_or(1, |line| line + 1)..)
        .map(|(row, line)| {
            let share = row.get("anteil")?.to_string();
            let rank = row.get("rang")?.as_u64();
            entry(dice, &row.get("wuerfel")?.to_string(), rank, &share, line)
        });
    to_list(
        entries.collect::<Option<_>>()?,
        dice,
        columns(1, 2),
        Some(1),
    )
}

/// Reads the columns of `--format tsv`.
fn read_tsv(text: &str, dice: &[Die]) -> Option<List> {
    let mut lines = numbered_lines(text);
    let (first_line, head) = lines.next()?;
    let names = head.split('\t').collect_vec();
    let column = |name: &str| names.iter().position(|other| *other == name);
    let rows = lines.map(|(number, line)| (number, line.split('\t').collect_vec()));
    if head.starts_with("Wuerfel_A\tWuerfel_B\t") {
        let of_die = ["Wuerfel_A", "Wuerfel_B"].map(column);
        let of_share = ["Anteil_A", "Anteil_B"].map(column);
        let results = rows.map(|(line, row)| {
            let cell = |column: Option<usize>| row.get(column?).copied();
            let die = |seat: usize| cell(of_die[seat])?.parse::<usize>().ok()?.checked_sub(1);
            let share = |seat: usize| cell(of_share[seat])?.parse().ok();
            Some(PairResult {
                line,
                dice: [die(0)?, die(1)?],
                shares: [share(0)?, share(1)?],
            })
        });
        return mean_of_pairings(&results.collect::<Option<Vec<_>>>()?, dice);
    }
    let [rank, die, share] = ["Rang", "Wuerfel", "Anteil"].map(column);
    let entries = rows.map(|(line, row)| {
        let cell = |column: Option<usize>| row.get(column?).copied();
        entry(
            dice,
            cell(die)?,
            cell(rank)?.parse().ok(),
            cell(share)?,
            line,
        )
    });
    to_list(
        entries.collect::<Option<_>>()?,
        dice,
        columns(die?, share?),
        Some(first_line),
    )
}

/// The result of a pairing.
struct PairResult {
    line: usize,
    dice: [usize; 2],
    /// In per cent.
    shares: [f64; 2],
}

/// Reads `--format paare`, in which each line has all games of a pairing.
fn read_pairing_lines(text: &str, dice: &[Die]) -> Option<Result<List, Refusal>> {
    let results = numbered_lines(text).map(|(line, text)| {
        let PairingLine {
            indices, pairing, ..
        } = text.parse().ok()?;
        let games = pairing.games() as f64;
        Some(PairResult {
            line,
            dice: indices,
            shares: pairing.won().map(|won| 100.0 * won as f64 / games),
        })
    });
    let results = results.collect::<Option<Vec<_>>>()?;
    if results.is_empty() {
        return None;
    }
    let list = mean_of_pairings(&results, dice);
    Some(list.ok_or(Refusal::MissingPairings {
        found: results.iter().map(|result| result.dice).unique().count(),
        pairings: dice.len() * (dice.len() - 1) / 2,
    }))
}

/// Makes the mean over the opponents of each die, if each pairing is there once.
fn mean_of_pairings(results: &[PairResult], dice: &[Die]) -> Option<List> {
    let number = dice.len();
    let pairs = results.iter().map(|result| {
        let [first, second] = result.dice;
        [first.min(second), first.max(second)]
    });
    let are_known = results
        .iter()
        .flat_map(|result| result.dice)
        .all(|die| die < number);
    if results.len() != number * (number - 1) / 2 || !pairs.clone().all_unique() || !are_known {
        return None;
    }
    let mut sums = vec![0.0; number];
    for result in results {
        for (die, share) in result.dice.into_iter().zip(result.shares) {
            sums[die] += share;
        }
    }
    let entries = sums.iter().enumerate().map(|(die, sum)| {
        let first = results.iter().find(|result| result.dice.contains(&die))?;
        Some(ListEntry {
            die,
            line: first.line,
            rank: None,
            number: sum / (number - 1) as f64,
            games: None,
            written: String::new(),
        })
    });
    to_list(
        entries.collect::<Option<_>>()?,
        dice,
        Interpretation::of_lines(ReadingKind::Pairings),
        None,
    )
}
