//! The meaning of records of one shape: which number names the die, and which is its share.
//!
//! It is found out once for all of them, and if two columns could be the share, neither is.

use std::collections::{BTreeMap, BTreeSet};

use itertools::Itertools;

use super::columns::Column;
use super::records::Record;
use super::tokens::DiceIndex;
use super::vocabulary::{Role, Roles};
use crate::dice::sort_faces;

/// What is said of a die, as it is printed.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Reading {
    /// The number of the line.
    pub(super) line: usize,
    pub(super) rank: Option<u64>,
    pub(super) faces: Vec<u32>,
    /// The number of sides that is announced.
    pub(super) sides: Option<u64>,
    /// The index of the die in the file, if its number names it.
    pub(super) die: Option<usize>,
    /// Whether dice are counted from 0.
    pub(super) is_from_zero: bool,
    pub(super) value: Value,
}

/// A share or what it comes from.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    /// A share, or a number that may be one.
    Share {
        value: f64,
        text: String,
        is_per_cent: bool,
    },
    /// The number of games won, of a number of games that is not printed.
    Wins(u64),
    /// Nothing but a place in the order.
    Place,
}

/// What records of one shape are.
#[derive(Clone, Debug)]
pub(super) enum Meaning {
    /// A list.
    List(Vec<Reading>),
    /// A list, but two numbers could be the share.
    Doubtful(Doubt),
    /// Something else.
    Nothing,
}

/// Two numbers of a line that could both be the share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    /// The number of the line.
    pub line: usize,
    /// The numbers, as they are printed.
    pub candidates: [String; 2],
}

/// How many of the dice records have to name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Each once.
    All,
    /// At least half of them.
    Some,
    /// Some die.
    One,
}

/// The dice that numbers or letters stand for, where lines of the list say so.
pub(super) type Legend = BTreeMap<u64, usize>;

/// Which die each record names, and which column of numbers says so.
struct Naming {
    faces: Vec<Vec<u32>>,
    dice: Vec<Option<usize>>,
    column: Option<usize>,
    is_from_zero: bool,
    /// The records that name no die of the file.
    strange: BTreeSet<usize>,
}

/// Finds out what these records are, which have the same number of columns.
pub(super) fn meaning(
    records: &[&Record],
    index: &DiceIndex,
    legend: Option<&Legend>,
    wanted: Wanted,
) -> Meaning {
    let Some(first) = records.first() else {
        return Meaning::Nothing;
    };
    let columns = first.columns.len();
    if columns == 0 || records.iter().any(|record| record.columns.len() != columns) {
        return Meaning::Nothing;
    }
    let table = Table {
        records,
        columns,
        wanted,
    };
    let naming = table
        .by_faces(index, wanted)
        .or_else(|| table.by_numbers(index, legend, wanted));
    let Some(naming) = naming else {
        return Meaning::Nothing;
    };
    let kept = (0..records.len()).filter(|record| !naming.strange.contains(record));
    let kept: Vec<&Record> = kept.map(|record| records[record]).collect();
    let kept_dice = naming.dice.iter().enumerate();
    let kept_dice = kept_dice.filter(|(record, _)| !naming.strange.contains(record));
    let dice = kept_dice.map(|(_, die)| *die).collect_vec();
    let faces = naming.faces.iter().enumerate();
    let faces = faces.filter(|(record, _)| !naming.strange.contains(record));
    let faces = faces.map(|(_, faces)| faces.clone()).collect_vec();
    let table = Table {
        records: &kept,
        columns,
        wanted,
    };
    let rank = table.rank(naming.column);
    let sides = table.announced(naming.column);
    let values = match table.values(index.dice.len(), &naming, rank, &faces, &dice) {
        Chosen::Values(values) => values,
        Chosen::Between(one, other) => {
            let text = |column: usize| kept[0].columns[column].number.text.clone();
            return Meaning::Doubtful(Doubt {
                line: kept[0].columns[one].line,
                candidates: [text(one), text(other)],
            });
        }
        Chosen::None => return Meaning::Nothing,
    };
    let readings = values
        .into_iter()
        .enumerate()
        .map(|(record, (value, line))| Reading {
            line,
            rank: rank.and_then(|column| kept[record].columns[column].number.whole),
            faces: faces[record].clone(),
            sides: sides.and_then(|column| kept[record].columns[column].number.whole),
            die: dice[record],
            is_from_zero: naming.is_from_zero,
            value,
        });
    Meaning::List(readings.collect())
}

/// Records with the same columns.
struct Table<'a> {
    records: &'a [&'a Record],
    columns: usize,
    wanted: Wanted,
}

/// The column of shares.
enum Chosen {
    /// A value and its line for each record.
    Values(Vec<(Value, usize)>),
    /// One of these columns, but which?
    Between(usize, usize),
    None,
}

impl<'a> Table<'a> {
    fn column(&self, column: usize) -> impl Iterator<Item = &'a Column> + '_ {
        self.records
            .iter()
            .map(move |record| &record.columns[column])
    }

    /// What a column is called in any record.
    fn roles(&self, column: usize) -> Roles {
        self.column(column)
            .flat_map(|one| one.roles.clone())
            .collect()
    }

    fn wholes(&self, column: usize) -> Option<Vec<u64>> {
        self.column(column).map(|one| one.number.whole).collect()
    }

    /// The dice by their faces, if all records have some.
    fn by_faces(&self, index: &DiceIndex, wanted: Wanted) -> Option<Naming> {
        if self.records.iter().any(|record| record.dice.len() != 1) {
            return None;
        }
        let faces = self.records.iter().map(|record| record.dice[0].clone());
        let faces = faces.collect_vec();
        let named = faces.iter().map(|faces| sort_faces(faces)).counts();
        let known = named.keys().filter(|faces| index.count(faces) > 0);
        let missing = index
            .dice
            .iter()
            .map(|die| sort_faces(die.faces()))
            .unique();
        let missing: usize = missing
            .map(|faces| {
                index
                    .count(&faces)
                    .saturating_sub(named.get(&faces).copied().unwrap_or(0))
            })
            .sum();
        let surplus: usize = named
            .iter()
            .map(|(faces, number)| number.saturating_sub(index.count(faces)))
            .sum();
        let all = index.dice.len();
        let is_enough = match wanted {
            Wanted::All => missing == 0 && surplus == 0,
            Wanted::Some => known.count() > 0 && 2 * missing <= all && 3 * surplus <= all,
            Wanted::One => known.count() > 0,
        };
        is_enough.then(|| Naming {
            dice: self.dice_of_faces(index, &faces),
            faces,
            column: None,
            is_from_zero: false,
            strange: BTreeSet::new(),
        })
    }

    /// Dice with the same faces are told apart by a number beside them, if it is theirs everywhere.
    fn dice_of_faces(&self, index: &DiceIndex, faces: &[Vec<u32>]) -> Vec<Option<usize>> {
        let fits = |column: &usize| {
            self.wholes(*column).is_some_and(|numbers| {
                numbers.iter().zip(faces).all(|(number, faces)| {
                    let die = number
                        .checked_sub(1)
                        .and_then(|die| index.dice.get(die as usize));
                    die.is_some_and(|die| die.faces() == faces)
                }) && numbers.iter().all_unique()
            })
        };
        let column = (0..self.columns)
            .find(fits)
            .and_then(|column| self.wholes(column));
        match column {
            Some(numbers) => numbers
                .into_iter()
                .map(|number| Some(number as usize - 1))
                .collect(),
            None => vec![None; faces.len()],
        }
    }

    /// The dice by a column of their numbers, or of their numbers of sides.
    fn by_numbers(
        &self,
        index: &DiceIndex,
        legend: Option<&Legend>,
        wanted: Wanted,
    ) -> Option<Naming> {
        if self.records.iter().any(|record| record.dice.len() > 1) {
            return None;
        }
        let columns = (0..self.columns).collect_vec();
        let named = columns.iter().filter(|&&column| {
            self.column(column)
                .all(|one| one.roles.contains(&Role::Die))
        });
        let named = named.copied().collect_vec();
        let sides = columns.iter().filter(|&&column| {
            self.column(column)
                .all(|one| one.roles.contains(&Role::Sides) || one.roles.contains(&Role::Die))
        });
        let sides = sides.copied().collect_vec();
        let plain = columns.iter().filter(|&&column| {
            self.column(column)
                .all(|one| one.roles.is_empty() && !one.number.is_ordinal && !one.has_strange_word)
        });
        let plain = plain.copied().collect_vec();
        let by_number = |column: usize| self.numbered(column, index, legend, wanted);
        if let Some(naming) = named.iter().find_map(|&column| by_number(column)) {
            return Some(naming);
        }
        if let Some(naming) = sides
            .iter()
            .filter(|_| wanted == Wanted::All)
            .find_map(|&column| self.by_sides(column, index))
        {
            return Some(naming);
        }
        if !named.is_empty() || !sides.is_empty() && self.columns == sides.len() {
            return None;
        }
        // Numbers alone: the places of lines name dice only if nothing else does.
        let found = plain
            .iter()
            .filter_map(|&column| by_number(column))
            .collect_vec();
        let is_place =
            |naming: &Naming| naming.column.is_some_and(|column| self.is_in_order(column));
        let others = found
            .iter()
            .positions(|naming| !is_place(naming))
            .collect_vec();
        let chosen = match (&others[..], found.len()) {
            (&[only], _) => Some(only),
            ([], 1) => Some(0),
            _ => None,
        };
        chosen.and_then(|chosen| found.into_iter().nth(chosen))
    }

    /// Whether these are 1, 2, 3 … or 0, 1, 2 … line by line.
    fn is_in_order(&self, column: usize) -> bool {
        self.wholes(column).is_some_and(|numbers| {
            numbers[0] <= 1
                && numbers
                    .iter()
                    .tuple_windows()
                    .all(|(one, next)| one.checked_add(1) == Some(*next))
        })
    }

    fn numbered(
        &self,
        column: usize,
        index: &DiceIndex,
        legend: Option<&Legend>,
        wanted: Wanted,
    ) -> Option<Naming> {
        let numbers = self.wholes(column)?;
        let first = u64::from(!numbers.contains(&0));
        let die = |number: &u64| match legend {
            Some(legend) => legend.get(number).copied(),
            None => number
                .checked_sub(first)
                .map(|die| die as usize)
                .filter(|die| *die < index.dice.len()),
        };
        let dice = numbers.iter().map(die).collect_vec();
        let is_from_zero = legend.is_none() && first == 0;
        self.naming(Some(column), dice, index, wanted, is_from_zero)
    }

    fn by_sides(&self, column: usize, index: &DiceIndex) -> Option<Naming> {
        let numbers = self.wholes(column)?;
        let die = |number: &u64| {
            let dice = index
                .dice
                .iter()
                .positions(|die| die.faces().len() as u64 == *number);
            dice.exactly_one().ok()
        };
        let dice = numbers.iter().map(die).collect_vec();
        self.naming(Some(column), dice, index, Wanted::All, false)
    }

    fn naming(
        &self,
        column: Option<usize>,
        dice: Vec<Option<usize>>,
        index: &DiceIndex,
        wanted: Wanted,
        is_from_zero: bool,
    ) -> Option<Naming> {
        let all = index.dice.len();
        let known = dice.iter().flatten().count();
        let is_enough = dice.iter().flatten().all_unique()
            && match wanted {
                Wanted::All => known == all && dice.len() == all,
                Wanted::One => false,
                Wanted::Some => 2 * known >= all.max(3) && 2 * (dice.len() - known) <= all,
            };
        let faces =
            |die: &Option<usize>| die.map_or_else(Vec::new, |die| index.dice[die].faces().to_vec());
        is_enough.then(|| Naming {
            faces: dice.iter().map(faces).collect(),
            strange: dice.iter().positions(Option::is_none).collect(),
            dice,
            column,
            is_from_zero,
        })
    }

    /// The column of ranks: it is called so, or is a number with a point at the beginning, or
    /// counts the lines, or stands before the number of sides of a single line.
    fn rank(&self, die: Option<usize>) -> Option<usize> {
        let free = (0..self.columns).filter(|&column| Some(column) != die);
        let free = free
            .filter(|&column| self.wholes(column).is_some())
            .collect_vec();
        let is_called = |column: &&usize| {
            self.column(**column)
                .all(|one| one.roles.contains(&Role::Rank))
        };
        let is_plain = |column: usize| {
            self.column(column)
                .all(|one| one.roles.is_empty() || one.roles.contains(&Role::Die))
        };
        let is_before_sides = || self.columns > 1 && self.roles(1).contains(&Role::Sides);
        let is_first = |column: usize| {
            column == 0
                && is_plain(column)
                && (self.column(column).all(|one| one.number.is_ordinal)
                    || self.records.len() == 1 && is_before_sides())
        };
        let counts = |column: usize| {
            is_plain(column)
                && self.records.len() > 1
                && self.is_in_order(column)
                && self
                    .column(column)
                    .next()
                    .is_some_and(|one| one.number.whole == Some(1))
        };
        let called = free.iter().find(is_called);
        let first = || free.iter().find(|column| is_first(**column));
        let counted = || free.iter().find(|column| counts(**column));
        called.or_else(first).or_else(counted).copied()
    }

    /// The column of numbers of sides, if it is called so.
    fn announced(&self, die: Option<usize>) -> Option<usize> {
        let is_called = |column: &usize| {
            Some(*column) != die
                && self.wholes(*column).is_some()
                && self
                    .column(*column)
                    .all(|one| one.roles.contains(&Role::Sides))
        };
        (0..self.columns).find(is_called)
    }

    /// The columns that are neither names nor ranks nor what a die is: its faces, its number, its
    /// number of sides.
    fn free(
        &self,
        naming: &Naming,
        rank: Option<usize>,
        faces: &[Vec<u32>],
        dice: &[Option<usize>],
    ) -> Vec<usize> {
        let all = self.records.len() as u64;
        let is_free = |column: &usize| {
            if Some(*column) == naming.column || Some(*column) == rank {
                return false;
            }
            let roles = self.roles(*column);
            if roles.contains(&Role::Sides) || roles.contains(&Role::Rank) {
                return false;
            }
            let Some(numbers) = self.wholes(*column) else {
                return true;
            };
            let is_number_of_die = numbers.iter().all(|number| *number <= all);
            let is_letter = self.column(*column).all(|one| one.is_named_by_letter);
            if roles.contains(&Role::Die) && (is_number_of_die || !is_letter) {
                return false;
            }
            let is_sides = numbers
                .iter()
                .zip(faces)
                .all(|(number, faces)| *number == faces.len() as u64);
            let is_number = |first: u64| {
                numbers
                    .iter()
                    .zip(dice)
                    .all(|(number, die)| die.is_some_and(|die| *number == die as u64 + first))
            };
            let is_index = numbers.len() > 1 && self.is_in_order(*column);
            // One share may be equal to a number by chance, those of all dice are not.
            let is_said = match self.records {
                [_] => !roles.is_empty(),
                _ => !roles.is_empty() && !roles.contains(&Role::Share),
            };
            is_said || !(is_sides || is_number(0) || is_number(1) || is_index)
        };
        (0..self.columns).filter(is_free).collect()
    }

    /// The number of a count, in which a mark may be one of thousands.
    fn counts(&self, column: usize) -> Option<Vec<u64>> {
        self.column(column)
            .map(|one| one.number.whole.or(one.number.thousands))
            .collect()
    }

    /// Numbers of games, of which those of a mean may have decimals before the number of all:
    /// `2564.5 von 4000`.
    fn amounts(&self, column: usize) -> Option<Vec<f64>> {
        let amount = |one: &Column| {
            let count = one.number.whole.or(one.number.thousands);
            let is_mean = one.is_numerator && !one.number.is_per_cent && one.number.value >= 0.0;
            let mean = || is_mean.then_some(one.number.value);
            count.map(|count| count as f64).or_else(mean)
        };
        // What may be thousands in one line and decimals in another is neither.
        let is_mixed = self
            .column(column)
            .any(|one| one.number.thousands.is_some())
            && self.counts(column).is_none();
        self.column(column)
            .map(amount)
            .collect::<Option<_>>()
            .filter(|_| !is_mixed)
    }

    fn values(
        &self,
        dice: usize,
        naming: &Naming,
        rank: Option<usize>,
        faces: &[Vec<u32>],
        known: &[Option<usize>],
    ) -> Chosen {
        let free = self.free(naming, rank, faces, known);
        let of = |role: Role| {
            let called = free
                .iter()
                .filter(|&&column| self.roles(column).contains(&role));
            called.copied().collect_vec()
        };
        let aside = [Role::Lost, Role::Drawn, Role::Error, Role::Other];
        let is_aside = |column: &usize| {
            let roles = self.roles(*column);
            aside.iter().any(|role| roles.contains(role))
        };
        let shares = of(Role::Share)
            .into_iter()
            .filter(|column| !is_aside(column))
            .collect_vec();
        let won = of(Role::Won)
            .into_iter()
            .filter(|column| !shares.contains(column) && !is_aside(column));
        let won = won
            .filter(|&column| self.amounts(column).is_some())
            .collect_vec();
        let games = of(Role::Games)
            .into_iter()
            .filter(|&column| self.counts(column).is_some());
        let games = games
            .filter(|column| !won.contains(column) && !shares.contains(column))
            .collect_vec();
        let said = |column: &usize| {
            let roles = self.roles(*column);
            is_aside(column) || roles.contains(&Role::Games) || roles.contains(&Role::Won)
        };
        let plain = free
            .iter()
            .copied()
            .filter(|column| !shares.contains(column) && !said(column))
            .collect_vec();
        let shares = self.without_intervals(shares);
        let ratios = self.ratios(&won, &games, &of(Role::Lost), &of(Role::Drawn));
        match &shares[..] {
            [] => {}
            &[share] => return self.agreeing(share, &won, &ratios),
            _ => return self.one_of(&shares, &won, &ratios),
        }
        match (&won[..], ratios) {
            (_, Some(ratios)) => return Chosen::Values(ratios),
            (&[won], None) => return self.wins(won, dice),
            (&[one, other, ..], None) => return Chosen::Between(one, other),
            ([], None) => {}
        }
        self.unnamed(&plain, &games, dice)
    }

    /// Without columns that are the ends of an interval around another.
    fn without_intervals(&self, shares: Vec<usize>) -> Vec<usize> {
        let value = |record: &Record, column: usize| record.columns[column].number.value;
        let is_end = |column: &usize| {
            shares.iter().permutations(2).any(|pair| {
                let (middle, end) = (*pair[0], *pair[1]);
                let holds = |[low, high]: [usize; 2]| {
                    [low, high].contains(column)
                        && self.records.iter().all(|record| {
                            let bracket = record.columns[low].bracket;
                            bracket.is_some()
                                && bracket == record.columns[high].bracket
                                && bracket != record.columns[middle].bracket
                                && value(record, low) <= value(record, middle)
                                && value(record, middle) <= value(record, high)
                        })
                };
                end + 1 < self.columns
                    && middle != end
                    && middle != end + 1
                    && holds([end, end + 1])
            })
        };
        let kept = shares
            .iter()
            .filter(|column| !is_end(column))
            .copied()
            .collect_vec();
        if kept.is_empty() { shares } else { kept }
    }

    /// Wins divided by games, where both are printed: the games themselves, or wins, losses and
    /// draws.
    fn ratios(
        &self,
        won: &[usize],
        games: &[usize],
        lost: &[usize],
        drawn: &[usize],
    ) -> Option<Vec<(Value, usize)>> {
        let &[won] = won else { return None };
        let wins = self.amounts(won)?;
        let only = |columns: &[usize]| {
            let counts = columns
                .iter()
                .filter(|&&column| !self.roles(column).contains(&Role::Share));
            let counts = counts
                .filter_map(|&column| self.counts(column))
                .collect_vec();
            counts.into_iter().exactly_one().ok()
        };
        let totals = match (only(games), only(lost), only(drawn)) {
            (Some(games), ..) => games,
            (None, Some(lost), drawn) => {
                let drawn = drawn.unwrap_or_else(|| vec![0; wins.len()]);
                let wins = self.counts(won)?;
                let played = wins.iter().zip(&lost).zip(&drawn);
                let played =
                    played.map(|((won, lost), drawn)| won.checked_add(*lost)?.checked_add(*drawn));
                // Without draws all have played the same number of games only if nothing is
                // missing.
                let played: Vec<u64> = played.collect::<Option<_>>()?;
                Some(played).filter(|played| played.iter().all_equal())?
            }
            _ => return None,
        };
        let is_possible = wins
            .iter()
            .zip(&totals)
            .all(|(wins, games)| *wins <= *games as f64 && *games > 0);
        let ratios = wins
            .iter()
            .zip(totals)
            .zip(self.records)
            .map(|((wins, games), record)| {
                let value = 100.0 * wins / games as f64;
                let share = Value::Share {
                    value,
                    text: format!("{value:.4}"),
                    is_per_cent: true,
                };
                (share, record.columns[won].line)
            });
        is_possible.then(|| ratios.collect())
    }

    fn shares(&self, column: usize) -> Vec<(Value, usize)> {
        let is_called = self.roles(column).contains(&Role::Share);
        let is_per_cent = is_called && self.column(column).any(|one| one.number.is_per_cent);
        let shares = self.column(column).map(|one| {
            let share = Value::Share {
                value: one.number.value,
                text: one.number.text.clone(),
                is_per_cent: is_per_cent || one.number.is_per_cent,
            };
            (share, one.line)
        });
        shares.collect()
    }

    /// The scale of a column of shares: 100 for fractions.
    fn scale(&self, column: usize) -> f64 {
        let mut numbers = self.column(column).map(|one| &one.number);
        let is_fraction = numbers.all(|number| !number.is_per_cent && number.value <= 1.0)
            && self.column(column).any(|one| one.number.decimals > 0);
        if is_fraction { 100.0 } else { 1.0 }
    }

    /// Whether two columns give the same shares, as exactly as they are printed.
    fn is_same(&self, one: usize, other: usize) -> bool {
        let [first, second] = [one, other].map(|column| self.scale(column));
        self.records.iter().all(|record| {
            let [one, other] = [one, other].map(|column| &record.columns[column].number);
            let unit = |number: &super::tokens::Number, scale: f64| {
                scale * libm::pow(0.1, number.decimals as f64)
            };
            let allowed = unit(one, first).max(unit(other, second)) * 1.001;
            (first * one.value - second * other.value).abs() <= allowed
        })
    }

    /// The share, if wins of games say the same.
    fn agreeing(
        &self,
        share: usize,
        won: &[usize],
        ratios: &Option<Vec<(Value, usize)>>,
    ) -> Chosen {
        let Some(ratios) = ratios else {
            return Chosen::Values(self.shares(share));
        };
        let scale = self.scale(share);
        let agree = self.column(share).zip(ratios).all(|(one, (ratio, _))| {
            let Value::Share { value, .. } = ratio else {
                return false;
            };
            let unit = scale * libm::pow(0.1, one.number.decimals as f64);
            (scale * one.number.value - value).abs() <= unit * 1.001
        });
        if agree {
            Chosen::Values(self.shares(share))
        } else {
            Chosen::Between(share, won[0])
        }
    }

    /// One of several columns of shares: they are the same, or one is the total of the others.
    fn one_of(
        &self,
        shares: &[usize],
        won: &[usize],
        ratios: &Option<Vec<(Value, usize)>>,
    ) -> Chosen {
        let decimals = |column: &usize| {
            let digits = self
                .column(*column)
                .map(|one| one.number.decimals)
                .max()
                .unwrap_or(0);
            digits as f64 + libm::log10(1.0 / self.scale(*column))
        };
        let finest = shares
            .iter()
            .copied()
            .max_by(|one, other| decimals(one).total_cmp(&decimals(other)));
        let Some(finest) = finest else {
            return Chosen::None;
        };
        let other = shares.iter().find(|&&column| !self.is_same(finest, column));
        let Some(&other) = other else {
            return self.agreeing(finest, won, ratios);
        };
        let total = shares
            .iter()
            .filter(|&&column| self.roles(column).contains(&Role::Total));
        match total.exactly_one() {
            Ok(&total) => self.agreeing(total, won, ratios),
            Err(_) => Chosen::Between(finest.min(other), finest.max(other)),
        }
    }

    /// Numbers of games won.
    fn wins(&self, column: usize, dice: usize) -> Chosen {
        let Some(wins) = self.counts(column) else {
            return Chosen::None;
        };
        let is_possible = dice > 0 && wins.iter().any(|wins| *wins > 0);
        let values = wins.into_iter().zip(self.column(column));
        let values = values.map(|(wins, one)| (Value::Wins(wins), one.line));
        if is_possible {
            Chosen::Values(values.collect())
        } else {
            Chosen::None
        }
    }

    /// The share among columns without a name: the only one, or wins beside games, which are the
    /// same everywhere.
    fn unnamed(&self, plain: &[usize], games: &[usize], dice: usize) -> Chosen {
        let constant = |column: &usize| {
            self.counts(*column)
                .filter(|numbers| numbers.len() > 1 && numbers.iter().all_equal())
                .map(|numbers| numbers[0])
        };
        match plain {
            [] => Chosen::None,
            &[only] => match games {
                [] => self.plausible(only, dice),
                &[games] => self.as_ratio(only, games, dice),
                _ => Chosen::None,
            },
            _ => {
                // 14961 of 20000 are 74.81 %: what agrees is one statement.
                let totals = plain
                    .iter()
                    .filter(|column| constant(column).is_some())
                    .copied()
                    .collect_vec();
                for total in totals {
                    let rest = plain
                        .iter()
                        .copied()
                        .filter(|column| *column != total)
                        .collect_vec();
                    for pair in rest.iter().permutations(2).filter(|_| rest.len() == 2) {
                        let (wins, share) = (*pair[0], *pair[1]);
                        if self.column(share).any(|one| one.number.decimals > 0)
                            && let Some(ratios) = self.ratios(&[wins], &[total], &[], &[])
                            && matches!(
                                self.agreeing(share, &[wins], &Some(ratios)),
                                Chosen::Values(_)
                            )
                        {
                            return Chosen::Values(self.shares(share));
                        }
                    }
                    if let [wins] = rest[..]
                        && let Chosen::Values(values) = self.as_ratio(wins, total, dice)
                    {
                        return Chosen::Values(values);
                    }
                }
                Chosen::Between(plain[0], plain[1])
            }
        }
    }

    /// Wins without a name of games, if their shares are one half on average.
    fn as_ratio(&self, wins: usize, games: usize, dice: usize) -> Chosen {
        match self.ratios(&[wins], &[games], &[], &[]) {
            Some(ratios) => {
                let values = ratios.iter().map(|(value, _)| match value {
                    Value::Share { value, .. } => *value,
                    Value::Wins(_) | Value::Place => f64::NAN,
                });
                let mean = values.sum::<f64>() / dice as f64;
                if (mean - 50.0).abs() < 0.01 {
                    Chosen::Values(ratios)
                } else {
                    Chosen::None
                }
            }
            None => Chosen::None,
        }
    }

    /// A column without a name, if its numbers can be shares: one half on average, or less where
    /// games are drawn.
    fn plausible(&self, column: usize, dice: usize) -> Chosen {
        /// The least and the largest mean of shares in per cent, of programs that are not quite
        /// right.
        const MEANS: [f64; 2] = [15.0, 60.0];
        let has_words = self
            .column(column)
            .any(|one| one.has_strange_word || one.roles.contains(&Role::Total));
        let numbers = self.column(column).map(|one| &one.number).collect_vec();
        let scale = self.scale(column);
        let sum: f64 = numbers.iter().map(|number| scale * number.value).sum();
        let (all, half) = (numbers.len() as f64, dice as f64 / 2.0);
        let mean = sum / all;
        let decimals = numbers
            .iter()
            .map(|number| number.decimals)
            .max()
            .unwrap_or(0);
        let unit = scale * libm::pow(0.1, decimals as f64);
        let is_half = (mean - 50.0).abs() <= unit;
        let is_part = numbers.len() == dice && (sum - 100.0).abs() <= unit * all;
        let most = numbers
            .iter()
            .map(|number| scale * number.value)
            .fold(0.0, f64::max);
        let may_be_thousands = numbers
            .iter()
            .any(|number| number.thousands.is_some() && number.whole.is_none())
            && self.counts(column).is_some();
        if self.wanted == Wanted::One {
            // Beside others a single number needs no mean.
            let is_share = !has_words && (0.0..=100.0).contains(&most) && !may_be_thousands;
            return if is_share {
                Chosen::Values(self.shares(column))
            } else {
                Chosen::None
            };
        }
        if decimals == 0 || may_be_thousands && !is_half && !is_part {
            // Whole numbers may be counts.
            let Some(counts) = self.counts(column) else {
                return if numbers.iter().any(|number| number.value < 0.0) && mean.abs() <= MEANS[1]
                {
                    Chosen::Values(self.shares(column))
                } else {
                    Chosen::None
                };
            };
            let total: u64 = counts
                .iter()
                .fold(0, |sum, count| sum.saturating_add(*count));
            let pairings = (dice * (dice - 1) / 2) as u64;
            let games = total / pairings;
            let is_even = numbers.len() == dice
                && total > 0
                && total.is_multiple_of(pairings)
                && counts
                    .iter()
                    .all(|count| *count <= games.saturating_mul(dice as u64 - 1));
            return if most <= 100.0
                && !may_be_thousands
                && ((sum - 100.0 * half).abs() <= half || is_part)
            {
                Chosen::Values(self.shares(column))
            } else if is_even || most > 100.0 && !has_words && !may_be_thousands {
                self.wins(column, dice)
            } else {
                Chosen::None
            };
        }
        let is_plausible = if has_words {
            is_half || is_part
        } else {
            most <= 100.0 + unit && (MEANS[0]..=MEANS[1]).contains(&mean) || is_part
        };
        if is_plausible {
            Chosen::Values(self.shares(column))
        } else {
            Chosen::None
        }
    }
}
