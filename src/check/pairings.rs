//! Pairings: what dice have won against one another, and the mean of each over its opponents.

use std::collections::BTreeMap;

use itertools::Itertools;

use super::findings::{DOUBLED_PAIRING, Finding, MISSING_PAIRING, named};
use super::records::Record;
use super::shape::Legend;
use super::tokens::{DiceIndex, Token};
use super::vocabulary::Role;
use crate::dice::sort_faces;

/// What is printed of two dice.
#[derive(Clone, Debug, Default)]
pub(super) struct Meeting {
    pub(super) line: usize,
    /// The indices of the dice, or of the first with the same faces.
    pub(super) dice: [usize; 2],
    pub(super) wins: [Option<f64>; 2],
    pub(super) games: Option<f64>,
    /// Shares from 0 to 1.
    pub(super) shares: [Option<f64>; 2],
}

/// The mean of a die over its opponents.
#[derive(Clone, Debug)]
pub(super) struct Mean {
    pub(super) die: usize,
    /// In per cent.
    pub(super) share: f64,
}

/// What pairings say of all dice.
#[derive(Clone, Debug)]
pub(super) enum Means {
    /// The mean of each die, the best first.
    Whole(Vec<Mean>),
    /// What is wrong with the pairings.
    Faulty(Vec<Finding>),
}

/// The dice that a row may name: those with the same faces are one.
pub(super) fn die_of_faces(faces: &[u32], index: &DiceIndex) -> Option<usize> {
    let faces = sort_faces(faces);
    index
        .dice
        .iter()
        .position(|die| die.faces().len() == faces.len() && sort_faces(die.faces()) == faces)
}

/// The means of meetings of these dice; `None` if they do not say what both dice have won.
pub(super) fn means(meetings: &[Meeting], index: &DiceIndex, last_line: usize) -> Option<Means> {
    let first_alike: Vec<usize> = {
        let mut first: BTreeMap<Vec<u32>, usize> = BTreeMap::new();
        let by_number = meetings
            .iter()
            .flat_map(|meeting| meeting.dice)
            .collect_vec();
        let faces = index
            .dice
            .iter()
            .map(|die| sort_faces(die.faces()))
            .collect_vec();
        let firsts = faces
            .iter()
            .enumerate()
            .map(|(die, faces)| *first.entry(faces.clone()).or_insert(die));
        let firsts = firsts.collect_vec();
        // Dice that are alike are told apart where all are named.
        let is_apart = (0..index.dice.len()).all(|die| by_number.contains(&die));
        if is_apart {
            (0..index.dice.len()).collect()
        } else {
            firsts
        }
    };
    let number = |die: usize| first_alike.iter().filter(|first| **first == die).count();
    let kinds = first_alike.iter().copied().unique().collect_vec();
    let mut by_pair: BTreeMap<[usize; 2], Vec<&Meeting>> = BTreeMap::new();
    for meeting in meetings {
        let [one, other] = meeting.dice.map(|die| first_alike[die]);
        by_pair
            .entry([one.min(other), one.max(other)])
            .or_default()
            .push(meeting);
    }
    let mut faults = Vec::new();
    let mut won: Vec<Vec<f64>> = vec![Vec::new(); index.dice.len()];
    for (position, &one) in kinds.iter().enumerate() {
        for &other in &kinds[position..] {
            let wanted = if one == other {
                number(one) * (number(one) - 1) / 2
            } else {
                number(one) * number(other)
            };
            let found = by_pair.get(&[one, other]).map_or(&[][..], |found| found);
            let forward = found
                .iter()
                .filter(|meeting| first_alike[meeting.dice[0]] == one)
                .count();
            let is_both = one != other && forward == wanted && found.len() == 2 * wanted
                || one == other && found.len() == 2 * wanted;
            if found.len() != wanted && !is_both {
                faults.push(fault(index, [one, other], found, wanted, last_line));
                continue;
            }
            let mut won_by = |share: [f64; 2], first: usize| {
                let [own, others] = if first_alike[first] == one {
                    share
                } else {
                    [share[1], share[0]]
                };
                won[one].push(own);
                won[other].push(others);
            };
            if !is_both || wanted == 0 {
                for meeting in found {
                    won_by(alone(meeting)?, meeting.dice[0]);
                }
                continue;
            }
            let first = found[0].dice[0];
            let (from_one, from_other): (Vec<&Meeting>, Vec<&Meeting>) =
                found.iter().partition(|meeting| meeting.dice[0] == first);
            for (here, there) in from_one.iter().zip(&from_other) {
                won_by(from_both_sides(here, there)?, first);
            }
        }
    }
    if !faults.is_empty() {
        return Some(Means::Faulty(faults));
    }
    let dice = first_alike.iter().enumerate().map(|(die, &kind)| {
        let won = &won[kind];
        Mean {
            die,
            share: 100.0 * won.iter().sum::<f64>() / won.len() as f64,
        }
    });
    let sorted = dice.sorted_by(|one, other| other.share.total_cmp(&one.share));
    Some(Means::Whole(sorted.collect()))
}

/// What is wrong with a pairing that should be there so many times.
fn fault(
    index: &DiceIndex,
    dice: [usize; 2],
    found: &[&Meeting],
    wanted: usize,
    last_line: usize,
) -> Finding {
    let [one, other] = dice.map(|die| named(index.dice, die));
    match found.last() {
        Some(last) if found.len() > wanted => {
            let text = format!("die Paarung {one} gegen {other} steht mehrmals da");
            Finding::new(last.line, DOUBLED_PAIRING, text)
        }
        _ => {
            let text =
                format!("es fehlt die Paarung {one} gegen {other}; ohne sie gibt es keine Anteile");
            Finding::new(last_line + 1, MISSING_PAIRING, text)
        }
    }
}

/// What the two dice of a meeting have won that stands there from both sides, the first die of
/// `here` before the other.
fn from_both_sides(here: &Meeting, there: &Meeting) -> Option<[f64; 2]> {
    if let (Some(won), Some(returned)) = (here.wins[0], there.wins[0])
        && here.games.is_none()
        && here.shares[0].is_none()
    {
        let games = won + returned;
        return (games > 0.0).then(|| [won / games, returned / games]);
    }
    Some([own(here)?, own(there)?])
}

/// What the first die of a meeting has won.
fn own(meeting: &Meeting) -> Option<f64> {
    let counted = meeting.wins[0]
        .zip(meeting.games)
        .filter(|(_, games)| *games > 0.0);
    counted
        .map(|(wins, games)| wins / games)
        .or(meeting.shares[0])
}

/// What both dice of a meeting have won, by itself.
fn alone(meeting: &Meeting) -> Option<[f64; 2]> {
    match (meeting.wins, meeting.games) {
        ([Some(one), Some(other)], games) => {
            let games = games.unwrap_or(one + other);
            (games > 0.0).then(|| [one / games, other / games])
        }
        ([Some(one), None], Some(games)) if games > 0.0 => {
            Some([one / games, (games - one) / games])
        }
        _ => {
            let one = meeting.shares[0]?;
            Some([one, meeting.shares[1].unwrap_or(1.0 - one)])
        }
    }
}

/// The meetings of records that name two dice each; `None` if they are none, or do not say what
/// both have won.
pub(super) fn of_records(
    records: &[&Record],
    index: &DiceIndex,
    legend: Option<&Legend>,
) -> Option<Vec<Meeting>> {
    let all = index.dice.len();
    let pairings = all * (all - 1) / 2;
    let first = records.first()?;
    let columns = first.columns.len();
    if records.iter().any(|record| record.columns.len() != columns) {
        return None;
    }
    let by_faces = records.iter().all(|record| record.dice.len() == 2);
    let names = if by_faces { 0 } else { 2 };
    if !by_faces
        && !records
            .iter()
            .all(|record| record.dice.is_empty() && is_of_two(record))
        || columns <= names
    {
        return None;
    }
    let numbers = |record: &Record| -> Option<[u64; 2]> {
        Some([
            record.columns[0].number.whole?,
            record.columns[1].number.whole?,
        ])
    };
    let is_from_zero = !by_faces
        && records
            .iter()
            .any(|record| numbers(record).is_some_and(|two| two.contains(&0)));
    let dice_of = |record: &Record| -> Option<[usize; 2]> {
        let dice = if by_faces {
            [0, 1].map(|seat| die_of_faces(&record.dice[seat], index))
        } else {
            numbers(record)?.map(|number| match legend {
                Some(legend) => legend.get(&number).copied(),
                None => number
                    .checked_sub(u64::from(!is_from_zero))
                    .map(|die| die as usize),
            })
        };
        let [one, other] = dice;
        let dice = [one?, other?];
        dice.iter().all(|die| *die < all).then_some(dice)
    };
    let rest = (names..columns).collect_vec();
    let roles = |column: usize| -> Vec<Role> {
        let roles = records
            .iter()
            .flat_map(|record| record.columns[column].roles.iter().copied());
        roles.unique().collect()
    };
    let of = |role: Role| {
        rest.iter()
            .copied()
            .filter(|&column| roles(column).contains(&role))
            .collect_vec()
    };
    let plain = rest
        .iter()
        .copied()
        .filter(|&column| roles(column).is_empty())
        .collect_vec();
    let (won, lost, drawn, games, share) = (
        of(Role::Won),
        of(Role::Lost),
        of(Role::Drawn),
        of(Role::Games),
        of(Role::Share),
    );
    // Both shares of a pairing, which add up to one.
    let both_shares = match share[..] {
        [one, other] => {
            let add_up = records.iter().all(|record| {
                let [one, other] = [one, other].map(|column| &record.columns[column].number);
                let unit = libm::pow(0.1, one.decimals.min(other.decimals) as f64);
                let whole = if one.is_per_cent { 100.0 } else { 1.0 };
                one.is_per_cent == other.is_per_cent
                    && (one.value + other.value - whole).abs() <= 1.001 * unit
            });
            add_up.then_some([one, other])
        }
        _ => None,
    };
    let count = |record: &Record, column: usize| {
        let number = &record.columns[column].number;
        number.whole.or(number.thousands).map(|count| count as f64)
    };
    let meetings = records.iter().map(|record| {
        let mut meeting = Meeting {
            line: record.line,
            dice: dice_of(record)?,
            ..Meeting::default()
        };
        let single = |columns: &[usize]| columns.iter().copied().exactly_one().ok();
        match (single(&won), single(&lost), &plain[..]) {
            (Some(won), Some(lost), _) => {
                meeting.wins = [count(record, won), count(record, lost)];
                let draws = single(&drawn).map_or(Some(0.0), |drawn| count(record, drawn))?;
                meeting.games = Some(meeting.wins[0]? + meeting.wins[1]? + draws);
            }
            (Some(won), None, _) => {
                meeting.wins[0] = count(record, won);
                meeting.games = single(&games).and_then(|games| count(record, games));
            }
            (None, None, &[one, other]) if share.is_empty() => {
                meeting.wins = [Some(count(record, one)?), Some(count(record, other)?)];
                meeting.games = single(&games).and_then(|games| count(record, games));
            }
            _ => {
                let value = |share: usize| {
                    let number = &record.columns[share].number;
                    let scale = if number.is_per_cent { 100.0 } else { 1.0 };
                    Some(number.value / scale)
                };
                meeting.shares = match both_shares {
                    Some(shares) => shares.map(value),
                    None => [value(single(&share)?), None],
                };
            }
        }
        Some(meeting)
    });
    let meetings: Vec<Meeting> = meetings.collect::<Option<_>>()?;
    // Of two counts nobody knows how many games were drawn, unless there are always as many.
    let played = meetings
        .iter()
        .map(|one| one.games.or_else(|| Some(one.wins[0]? + one.wins[1]?)));
    let is_known = meetings
        .iter()
        .all(|one| one.wins == [None; 2] || one.wins[1].is_none())
        || played.flatten().all_equal();
    // Of a share alone nobody knows what the other die has won.
    let has_second = meetings
        .iter()
        .all(|one| one.wins[1].is_some() || one.shares[1].is_some())
        || meetings.len() == 2 * pairings;
    (is_known && has_second && 2 * meetings.len() >= pairings).then_some(meetings)
}

/// Whether the first two numbers of a record are those of two dice.
fn is_of_two(record: &Record) -> bool {
    let [first, second, ..] = &record.columns[..] else {
        return false;
    };
    let is_named = |column: &super::columns::Column| column.roles.contains(&Role::Die);
    let between = record
        .tokens
        .iter()
        .filter(|one| one.line == first.line && one.start >= first.end && one.end <= second.start);
    let says = between.into_iter().any(|one| match &one.token {
        Token::Word(word) => ["gegen", "vs", "against", "versus", "v", "vs."].contains(&&**word),
        _ => false,
    });
    is_named(first) && is_named(second) || says
}

/// A matrix of pairings: a line for each die, in which each number is what it has won against the
/// die of that column, and there is none against itself.
pub(super) fn matrix(
    lines: &[super::records::TextLine],
    index: &DiceIndex,
) -> Option<Vec<Meeting>> {
    let all = index.dice.len();
    if all < 3 {
        return None;
    }
    let rows = lines
        .iter()
        .map(|line| matrix_row(&line.text, all))
        .collect_vec();
    let starts = (0..rows.len().saturating_sub(all - 1)).filter(|&start| {
        (0..all).all(|row| {
            rows[start + row]
                .as_ref()
                .is_some_and(|cells| cells.values[row].is_none() && cells.number == Some(row))
        })
    });
    let start = starts.exactly_one().ok()?;
    let rows = rows[start..start + all].iter().flatten().collect_vec();
    let value = |one: usize, other: usize| rows[one].values[other];
    let mut all_values = (0..all).permutations(2).map(|pair| value(pair[0], pair[1]));
    let most = all_values.try_fold(0.0, |most: f64, value| Some(most.max(value?)))?;
    let is_per_cent = rows.iter().any(|row| row.is_per_cent);
    let sums = (0..all)
        .array_combinations()
        .map(|[one, other]| Some(value(one, other)? + value(other, one)?));
    let sums: Vec<f64> = sums.collect::<Option<_>>()?;
    let largest = sums.iter().copied().fold(0.0, f64::max);
    let is_even = sums
        .iter()
        .all(|sum| (sum - largest).abs() <= 1e-6 * largest);
    // Shares of two dice add up to one, but for draws and rounding; so do counts, to the number of
    // games.
    let whole = match most {
        _ if is_per_cent || (99.0..=100.03).contains(&largest) => 100.0,
        most if most <= 1.0 && (0.99..=1.0003).contains(&largest) => 1.0,
        _ if is_even => largest,
        _ => return None,
    };
    // A column behind them is their mean.
    for (die, row) in rows.iter().enumerate() {
        let won: f64 = (0..all)
            .filter(|&other| other != die)
            .filter_map(|other| value(die, other))
            .sum();
        let mean = won / (all - 1) as f64;
        let fits = |behind: &f64| {
            (behind - mean).abs() <= 0.006 * whole.max(1.0) || (behind - won).abs() <= 0.5
        };
        if row.behind.len() > 1 || !row.behind.iter().all(fits) {
            return None;
        }
    }
    let meetings = (0..all).permutations(2).map(|pair| Meeting {
        line: lines[start + pair[0]].first,
        dice: [pair[0], pair[1]],
        shares: [value(pair[0], pair[1]).map(|value| value / whole), None],
        ..Meeting::default()
    });
    Some(meetings.collect())
}

/// A line of a matrix.
struct MatrixRow {
    /// The place of its die: from 0, as it is numbered from 1 or 0.
    number: Option<usize>,
    values: Vec<Option<f64>>,
    behind: Vec<f64>,
    is_per_cent: bool,
}

fn matrix_row(text: &str, all: usize) -> Option<MatrixRow> {
    let is_apart = |c: char| c.is_whitespace() || ";|".contains(c);
    let mut words = text
        .split(is_apart)
        .filter(|word| !word.is_empty())
        .peekable();
    // The name of its die: perhaps a word, and a number.
    let is_word = |word: &str| word.contains(char::is_alphabetic) && word.len() > 1;
    while words
        .next_if(|word| is_word(word) && !word.ends_with(|c: char| c.is_ascii_digit()))
        .is_some()
    {}
    let label = words.next()?;
    let digits = label
        .trim_end_matches(':')
        .trim_start_matches(|c: char| c.is_alphabetic());
    let number: usize = digits.parse().ok()?;
    let mut cells: Vec<Option<f64>> = Vec::new();
    let mut is_per_cent = false;
    for word in words {
        if word == "%" {
            is_per_cent = true;
            continue;
        }
        is_per_cent |= word.ends_with('%');
        let word = word.trim_end_matches('%');
        let missing = [
            "-", "–", "—", "x", "X", "*", "/", "nan", "NaN", "None", ".", "--", "---",
        ];
        match word.replace(',', ".").parse::<f64>() {
            _ if missing.contains(&word) => cells.push(None),
            Ok(value) if value.is_finite() && value >= 0.0 => cells.push(Some(value)),
            _ => return None,
        }
    }
    if cells.len() < all
        || cells.len() > all + 2
        || cells[..all].iter().filter(|cell| cell.is_none()).count() != 1
    {
        return None;
    }
    let place = cells[..all].iter().position(Option::is_none);
    Some(MatrixRow {
        number: place.filter(|place| [*place, place + 1].contains(&number)),
        behind: cells[all..].iter().copied().collect::<Option<_>>()?,
        values: cells[..all].to_vec(),
        is_per_cent,
    })
}
