//! Readings of records about two dice each, and of a table with a row and a column for each die.

use std::collections::{BTreeMap, BTreeSet};

use itertools::Itertools;

use super::interpretation::{Figures, Obstacle, Reading, ReadingKind, RecordEntry};
use super::labels::{Column, LabelledRecords, Labelling};
use super::list::RecordSet;
use super::numeral::Notation;
use super::units::Unit;
use super::words::Roles;
use wuerfelglueck::dice::sort_faces;

/// The two dice of each record.
pub(super) struct NamedOpponents {
    pub(super) dice: Vec<[usize; 2]>,
    /// For each die, how many it stands for: if dice are equal and named by faces, the first one
    /// stands for all of them, and the others for none.
    pub(super) alike: Vec<usize>,
    /// The items that name them.
    pub(super) items: [usize; 2],
    /// True if a word, letters or faces say that they are dice.
    pub(super) is_named: bool,
}

impl NamedOpponents {
    /// Returns the item that names the first die, unless faces do.
    fn item_of_number(&self, records: &RecordSet) -> Option<usize> {
        let first = records.units[0]
            .iter()
            .filter(|&&index| records.tokens[index].is_item());
        let token = first.copied().nth(self.items[0])?;
        records.tokens[token].number().map(|_| self.items[0])
    }

    /// Returns whether a record is about a die and itself.
    fn is_alone(&self, [first, second]: [usize; 2]) -> bool {
        first == second && self.alike[first] == 1
    }

    /// Returns whether these are all pairings of `dice` dice, each once, or each in both orders.
    pub(super) fn coverage(&self, dice: usize) -> Option<Coverage> {
        if self.alike.iter().any(|&alike| alike != 1) {
            return self.coverage_of_alike();
        }
        let played = || self.dice.iter().filter(|[first, second]| first != second);
        let ordered = played().counts();
        let unordered = played()
            .map(|&[first, second]| [first.min(second), first.max(second)])
            .counts();
        let is_full =
            ordered.len() == dice * (dice - 1) && ordered.values().all(|&number| number == 1);
        let is_half = unordered.len() == dice * (dice - 1) / 2
            && unordered.values().all(|&number| number == 1);
        match (is_full, is_half) {
            (true, _) => Some(Coverage::BothOrders),
            (_, true) => Some(Coverage::Once),
            _ => None,
        }
    }
}

impl NamedOpponents {
    /// Returns whether all pairings are there in both orders, where equal dice cannot be told apart.
    fn coverage_of_alike(&self) -> Option<Coverage> {
        let counts = self.dice.iter().copied().counts();
        let pairs = (0..self.alike.len()).cartesian_product(0..self.alike.len());
        let is_full = pairs
            .filter(|&(first, second)| !self.is_alone([first, second]))
            .all(|(first, second)| {
                let others = self.alike[second].saturating_sub(usize::from(first == second));
                counts.get(&[first, second]).copied().unwrap_or(0) == self.alike[first] * others
            });
        is_full.then_some(Coverage::BothOrders)
    }
}

/// The pairings that records are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Coverage {
    /// Each is there once.
    Once,
    /// Each is there twice, in both orders.
    BothOrders,
}

/// How often the two dice of each record have won, in per cent.
struct PairingScores {
    first: Vec<f64>,
    /// `None` if it is not known.
    second: Option<Vec<f64>>,
    unit: f64,
    is_named: bool,
    is_proven: bool,
    items: Vec<usize>,
}

impl RecordSet<'_> {
    /// Returns all readings of records of which each is about two dice.
    pub(super) fn read_pairings(&self) -> Vec<Reading> {
        // Records of two dice look like those of a pairing, unless a word stands between the dice.
        if self.dice.len() == 2 && !self.units.iter().all(|unit| self.names_opponent(unit)) {
            return Vec::new();
        }
        let labelled = self.label();
        let columns = self.find_columns(&labelled);
        let mut readings = Vec::new();
        let mut has_opponents = false;
        let of_wins = |labelling: &&Labelling| !self.speaks_of_other(labelling);
        for labelling in labelled.labellings.iter().filter(of_wins) {
            for opponents in self.find_opponents(&labelled, labelling, &columns) {
                let Some(coverage) = opponents.coverage(self.dice.len()) else {
                    continue;
                };
                // Ranks and dice look like pairings of three dice.
                let is_perhaps_list = self.dice.len() == 3 && self.units.len() == 3;
                has_opponents |= opponents.is_named || !is_perhaps_list;
                let table = PairingTable::new(
                    self,
                    labelling,
                    &labelled.is_part,
                    &columns,
                    &opponents,
                    coverage,
                );
                readings.extend(
                    table
                        .read()
                        .into_iter()
                        .filter_map(|scores| self.to_mean(&opponents, scores)),
                );
            }
        }
        if has_opponents && readings.is_empty() {
            let obstacle = Obstacle::PairingsWithoutShares;
            readings.push(self.new_reading(ReadingKind::Pairings, Figures::Unknown(obstacle)));
        }
        if readings.iter().any(|reading| reading.is_proven) {
            readings.retain(|reading| reading.is_proven);
        } else if readings.iter().any(|reading| reading.is_named) {
            readings.retain(|reading| reading.is_named);
        }
        readings
    }

    /// Returns whether a record has a word for an opponent, and stands in a line.
    fn names_opponent(&self, unit: &Unit) -> bool {
        let is_opponent = |&index: &usize| {
            let word = self.tokens[index].word();
            word.is_some_and(|word| word.roles.contains(&Roles::OPPONENT))
        };
        let [first, last] = [unit[0], unit[unit.len() - 1]];
        self.tokens[first].line == self.tokens[last].line && unit.iter().any(is_opponent)
    }

    /// Returns the ways in which records name two dice.
    fn find_opponents(
        &self,
        labelled: &LabelledRecords,
        labelling: &Labelling,
        columns: &BTreeMap<usize, Vec<Column>>,
    ) -> Vec<NamedOpponents> {
        let faces = (0..labelled.items[0].len())
            .filter(|&item| self.tokens[labelled.items[0][item]].dice().is_some())
            .collect_vec();
        if let [first, second, ..] = faces[..] {
            let dice = labelled.items.iter().map(|record| {
                let die = |item: usize| self.tokens[record[item]].dice()?.first().copied();
                Some([die(first)?, die(second)?])
            });
            let dice: Option<Vec<_>> = dice.collect();
            let groups = self.dice.iter().map(|die| sort_faces(die.faces()));
            let groups = groups.collect_vec();
            let alike = groups
                .iter()
                .enumerate()
                .map(|(die, faces)| {
                    let is_first = !groups[..die].contains(faces);
                    usize::from(is_first) * groups.iter().filter(|other| *other == faces).count()
                })
                .collect_vec();
            let opponents = dice.map(|dice| NamedOpponents {
                dice,
                alike,
                items: [first, second],
                is_named: true,
            });
            return opponents.into_iter().collect();
        }
        if !faces.is_empty() {
            return Vec::new();
        }
        let dice = self.dice.len() as f64;
        let names = columns.iter().filter_map(|(&item, ways)| {
            let column = ways.first()?;
            let label = labelling.labels[item];
            let may_name = label.is_none_or(|label| label.has(Roles::DIE.or(Roles::OPPONENT)));
            let are_numbers = matches!(column.notation, Notation::Whole | Notation::Letter)
                && column.min() >= 0.0
                && column.max() <= dice;
            let is_named = label.is_some() || column.notation == Notation::Letter;
            (may_name && are_numbers).then_some((item, column, is_named))
        });
        names
            .array_combinations()
            .filter_map(
                |[(first, left, left_named), (second, right, right_named)]| {
                    let base = left.min().min(right.min());
                    let largest = left.max().max(right.max());
                    let is_range = (base == 0.0 || base == 1.0) && largest == base + dice - 1.0;
                    let number = |value: f64| (value - base) as usize;
                    // Both dice are named in the same way.
                    let is_alike = left.notation == right.notation;
                    let is_named = left_named || right_named;
                    (is_range && is_alike && (is_named || self.dice.len() > 2)).then(|| {
                        NamedOpponents {
                            dice: left
                                .values
                                .iter()
                                .zip(&right.values)
                                .map(|(&left, &right)| [number(left), number(right)])
                                .collect(),
                            alike: vec![1; self.dice.len()],
                            items: [first, second],
                            is_named,
                        }
                    })
                },
            )
            .collect()
    }

    /// Makes the mean over the opponents of each die of the scores of all records.
    fn to_mean(&self, opponents: &NamedOpponents, scores: PairingScores) -> Option<Reading> {
        let dice = self.dice.len();
        let mut sums = vec![0.0; dice];
        let mut numbers = vec![0usize; dice];
        let mut lines: Vec<Option<usize>> = vec![None; dice];
        for (record, &[first, second]) in opponents.dice.iter().enumerate() {
            if opponents.is_alone([first, second]) {
                continue;
            }
            let mut add = |die: usize, score: f64| {
                sums[die] += score;
                numbers[die] += 1;
                lines[die].get_or_insert(self.tokens[self.units[record][0]].line);
            };
            add(first, scores.first[record]);
            if let Some(second_scores) = &scores.second {
                add(second, second_scores[record]);
            }
        }
        let entries = (0..dice).map(|die| {
            let is_same = |other: &usize| {
                sort_faces(self.dice[*other].faces()) == sort_faces(self.dice[die].faces())
            };
            let counted = match opponents.alike[die] {
                0 => (0..die).find(is_same)?,
                _ => die,
            };
            Some(RecordEntry {
                die,
                line: lines[counted]?,
                rank: None,
                number: sums[counted] / numbers[counted] as f64,
                games: None,
                written: String::new(),
            })
        });
        let entries: Option<Vec<_>> = entries.collect();
        // In three records, ranks and dice look like pairings of three dice.
        let each_once = |seat: usize| {
            opponents.dice.len() == dice
                && opponents.dice.iter().map(|pair| pair[seat]).all_unique()
        };
        let is_perhaps_list = each_once(0) && each_once(1) && !opponents.is_named;
        let kind = if is_perhaps_list {
            ReadingKind::List
        } else {
            ReadingKind::Pairings
        };
        let mut reading = self.new_reading(kind, Figures::Shares(entries?));
        reading.unit = scores.unit;
        reading.is_named = scores.is_named && !is_perhaps_list;
        reading.is_proven = scores.is_proven && !is_perhaps_list;
        reading.interpretation.name_item = opponents.item_of_number(self);
        reading.interpretation.items = scores.items;
        Some(reading)
    }

    /// Reads columns with a number for each opponent, in the order of the records, which are about
    /// these dice.
    pub(super) fn read_matrix(
        &self,
        columns: &BTreeMap<usize, &[Column]>,
        dice: &[usize],
    ) -> Option<Reading> {
        let number = dice.len();
        if number < 3 {
            return None;
        }
        let items = columns.keys().copied().collect_vec();
        for width in [number, number - 1] {
            for (start, block) in items.windows(width).enumerate() {
                if block[width - 1] - block[0] != width - 1 {
                    continue;
                }
                let cells = block.iter().map(|item| &columns[item][0]).collect_vec();
                if let Some((shares, unit)) = self.mean_of_matrix(&cells, start) {
                    let entries = dice.iter().enumerate().map(|(record, &die)| RecordEntry {
                        die,
                        line: self.tokens[self.units[record][0]].line,
                        rank: None,
                        number: shares[record],
                        games: None,
                        written: String::new(),
                    });
                    let figures = Figures::Shares(entries.collect());
                    let mut reading = self.new_reading(ReadingKind::Matrix, figures);
                    reading.unit = unit;
                    reading.is_named = true;
                    reading.is_proven = true;
                    reading.interpretation.items = block.to_vec();
                    return Some(reading);
                }
            }
        }
        None
    }

    /// Returns whether the records are rows of a matrix, whatever their numbers are.
    pub(super) fn is_like_matrix(&self) -> bool {
        let items = self.units[0]
            .iter()
            .filter(|&&index| self.tokens[index].is_item())
            .count();
        let number = self.units.len();
        items >= number && (self.is_below_names || self.has_empty_diagonal(number - 1, 0))
    }

    /// Returns whether each record has a mark, such as `-` or `x`, in place of the number against
    /// itself, where so many numbers begin behind its name and `start` others.
    fn has_empty_diagonal(&self, width: usize, start: usize) -> bool {
        let number = self.units.len();
        width + 1 == number
            && self.units.iter().enumerate().all(|(row, unit)| {
                let items = unit
                    .iter()
                    .positions(|&index| self.tokens[index].is_item())
                    .collect_vec();
                let before = items[start + row];
                let behind = items.get(start + row + 1).copied().unwrap_or(unit.len());
                unit[before + 1..behind].iter().any(|&index| {
                    self.tokens[index].is_mark("-")
                        || self.tokens[index]
                            .word()
                            .is_some_and(|word| word.text == "x")
                })
            })
    }

    /// Returns the mean of each row, and its unit, if the columns are those of a matrix: what two
    /// dice win together is the same for all pairings, or the dice stand above the columns.
    fn mean_of_matrix(&self, columns: &[&Column], start: usize) -> Option<(Vec<f64>, f64)> {
        let number = self.units.len();
        let rows = (0..number)
            .map(|row| {
                let mut cells = columns
                    .iter()
                    .map(|column| column.values[row])
                    .collect_vec();
                if cells.len() < number {
                    cells.insert(row, 0.0);
                }
                cells
            })
            .collect_vec();
        let unit = columns.iter().map(|column| column.unit).fold(0.0, f64::max);
        let together = (0..number)
            .flat_map(|row| (0..row).map(move |column| (row, column)))
            .map(|(row, column)| rows[row][column] + rows[column][row])
            .collect_vec();
        let largest = together.iter().copied().fold(f64::MIN, f64::max);
        let least = together.iter().copied().fold(f64::MAX, f64::min);
        let is_varied = rows
            .iter()
            .flatten()
            .map(|cell| cell.to_bits())
            .unique()
            .count()
            > 3;
        let is_whole = unit >= 1.0;
        let is_known = is_varied || self.is_like_matrix();
        if largest <= 0.0 || !is_known || is_whole && largest < 2.0 * number as f64 {
            return None;
        }
        let is_complementary = largest - least <= 2.0 * unit * 1.001;
        let scale = if is_complementary {
            if self.can_draw
                && !self.is_below_names
                && !self.has_empty_diagonal(columns.len(), start)
            {
                return None;
            }
            together.iter().sum::<f64>() / together.len() as f64
        } else {
            let has_diagonal =
                columns.len() == number && (0..number).any(|row| rows[row][row] != 0.0);
            let has_names = self.is_below_names || self.has_empty_diagonal(columns.len(), start);
            if !has_names || start > 0 || is_whole || largest > 100.0 + unit || has_diagonal {
                return None;
            }
            if largest <= 1.0 + unit { 1.0 } else { 100.0 }
        };
        let shares = rows.iter().enumerate().map(|(row, cells)| {
            let sum: f64 = cells
                .iter()
                .enumerate()
                .filter(|(column, _)| *column != row)
                .map(|(_, cell)| cell)
                .sum();
            100.0 * sum / (number - 1) as f64 / scale
        });
        Some((shares.collect(), 100.0 * unit / scale))
    }
}

/// The columns of pairings that may say scores.
struct PairingTable<'a> {
    columns: BTreeMap<usize, &'a [Column]>,
    /// The items that are 0 in all records, and have no word.
    zeros: Vec<usize>,
    labelling: &'a Labelling,
    is_part: &'a [bool],
    opponents: &'a NamedOpponents,
    coverage: Coverage,
    can_draw: bool,
    /// The number of dice.
    dice: usize,
}

impl<'a> PairingTable<'a> {
    fn new(
        records: &RecordSet,
        labelling: &'a Labelling,
        is_part: &'a [bool],
        columns: &'a BTreeMap<usize, Vec<Column>>,
        opponents: &'a NamedOpponents,
        coverage: Coverage,
    ) -> PairingTable<'a> {
        let has_faces = !columns.contains_key(&opponents.items[0]);
        let of_seat = |seat: usize, value: fn(usize, &RecordSet) -> f64| {
            opponents
                .dice
                .iter()
                .map(|pair| value(pair[seat], records))
                .collect_vec()
        };
        let counts = |first: usize| {
            (first..)
                .take(opponents.dice.len())
                .map(|number| number as f64)
                .collect_vec()
        };
        // Numbers that say again which dice meet.
        let known = [0, 1]
            .into_iter()
            .flat_map(|seat| {
                [
                    of_seat(seat, |die, records| records.dice[die].faces().len() as f64),
                    of_seat(seat, |die, _| die as f64),
                    of_seat(seat, |die, _| die as f64 + 1.0),
                ]
            })
            .chain([counts(0), counts(1)])
            .collect_vec();
        let is_zero = |ways: &[Column]| {
            let is_zero = |column: &Column| column.max() == 0.0 && column.min() == 0.0;
            ways.iter().all(is_zero)
        };
        let zeros = columns.iter().filter(|(item, ways)| {
            is_zero(ways) && labelling.labels[**item].is_none() && !opponents.items.contains(item)
        });
        let zeros = zeros.map(|(&item, _)| item).collect();
        let columns = columns
            .iter()
            .filter(|(item, ways)| {
                let label = labelling.labels[**item];
                let is_before_dice = has_faces && **item < opponents.items[0] && label.is_none();
                let is_of_games = label.is_none_or(|label| label.has(Roles::OF_GAMES));
                let is_known = ways
                    .first()
                    .is_none_or(|column| known.contains(&column.values));
                let is_none = is_zero(ways) && label != Some(Roles::DRAWN);
                !opponents.items.contains(item)
                    && is_of_games
                    && !is_before_dice
                    && !is_known
                    && !is_none
            })
            .map(|(&item, ways)| (item, &ways[..]))
            .collect();
        PairingTable {
            columns,
            zeros,
            labelling,
            is_part,
            opponents,
            coverage,
            can_draw: records.can_draw,
            dice: records.dice.len(),
        }
    }

    fn is_called(&self, item: usize, role: Roles) -> bool {
        self.labelling.labels[item].is_some_and(|label| label.has(role))
    }

    fn is_unlabelled(&self, item: usize) -> bool {
        self.labelling.labels[item].is_none()
    }

    /// Returns the records of two different dice.
    fn played(&self) -> impl Iterator<Item = usize> {
        let dice = &self.opponents.dice;
        (0..dice.len()).filter(|&record| dice[record][0] != dice[record][1])
    }

    /// Returns for each record the value of that with the dice in the other order.
    fn reversed(&self, values: &[f64]) -> Option<Vec<f64>> {
        if self.coverage != Coverage::BothOrders {
            return None;
        }
        let dice = &self.opponents.dice;
        let by_pair: BTreeMap<[usize; 2], f64> =
            dice.iter().copied().zip(values.iter().copied()).collect();
        let value =
            |&[first, second]: &[usize; 2]| by_pair.get(&[second, first]).copied().unwrap_or(0.0);
        Some(dice.iter().map(value).collect())
    }

    /// Returns all scores that the columns may say.
    fn read(&self) -> Vec<PairingScores> {
        let draws = self
            .columns
            .keys()
            .copied()
            .filter(|&item| self.labelling.labels[item] == Some(Roles::DRAWN))
            .collect_vec();
        let others = self
            .columns
            .keys()
            .copied()
            .filter(|item| !draws.contains(item))
            .collect_vec();
        let mut found = Vec::new();
        for &item in &others {
            if !self.is_unlabelled(item) && !self.is_called(item, Roles::SHARE.or(Roles::WON)) {
                continue;
            }
            for column in self.columns[&item] {
                let varies = self
                    .played()
                    .map(|record| column.values[record].to_bits())
                    .all_equal();
                if varies && self.dice > 2 {
                    continue;
                }
                found.extend(self.read_shares(item, column, &others));
                if column.notation != Notation::Decimal {
                    self.add_counts(item, column, &others, &draws, &mut found);
                }
            }
        }
        found.retain_mut(|scores| self.complete(scores));
        found
    }

    /// Gives the second dice what the first have not won, where nobody draws. Returns whether the
    /// scores are enough for a mean.
    fn complete(&self, scores: &mut PairingScores) -> bool {
        if scores.second.is_none() && !self.can_draw {
            scores.second = Some(scores.first.iter().map(|score| 100.0 - score).collect());
        }
        scores.second.is_some() || self.coverage == Coverage::BothOrders
    }

    fn read_shares(&self, item: usize, column: &Column, others: &[usize]) -> Option<PairingScores> {
        let label = self.labelling.labels[item];
        let unit = column.unit;
        let scale = if column.max() <= 1.0 && unit < 1.0 {
            100.0
        } else if column.max() <= 100.0 {
            1.0
        } else {
            return None;
        };
        // As the s of seconds, which also stands for wins.
        let may_be_other = label.is_some_and(|label| label.has(Roles::OTHER));
        let may_be_share = label.is_none_or(|label| label.has(Roles::SHARE));
        if !may_be_share
            || may_be_other
            || column.is_whole() && label != Some(Roles::SHARE)
            || column.is_uncertain && label.is_none()
        {
            return None;
        }
        let is_twin = |&&other: &&usize| {
            let may_be_share = self.is_unlabelled(other) || self.is_called(other, Roles::SHARE);
            let twin = &self.columns[&other][0];
            other != item
                && may_be_share
                && self.played().all(|record| {
                    (column.values[record] + twin.values[record] - 100.0 / scale).abs()
                        <= 2.1 * unit
                })
        };
        let twin = others.iter().find(is_twin);
        if twin.is_some_and(|&twin| twin < item) {
            // The share of the second die.
            return None;
        }
        let first = column
            .values
            .iter()
            .map(|value| value * scale)
            .collect_vec();
        let is_complementary = !self.can_draw
            && self.reversed(&first).is_some_and(|back| {
                self.played().all(|record| {
                    (first[record] + back[record] - 100.0).abs() <= 2.1 * unit * scale
                })
            });
        Some(PairingScores {
            second: twin.map(|_| first.iter().map(|share| 100.0 - share).collect()),
            first,
            unit: unit * scale,
            is_named: label.is_some(),
            is_proven: twin.is_some() || is_complementary,
            items: vec![item],
        })
    }

    /// Returns the wins of the second dice beside those of the first, `item`, and all `games`.
    fn second_of_games(&self, item: usize, games: usize, others: &[usize]) -> Option<&Vec<f64>> {
        let values = |item: usize| &self.columns[&item][0].values;
        let leaves_draws = |second: usize| {
            let sums = values(item)
                .iter()
                .zip(values(second))
                .map(|(won, lost)| won + lost);
            sums.zip(values(games)).any(|(sum, games)| sum < *games)
        };
        let second = others.iter().copied().find(|&second| {
            // Losses that are all other games may be draws.
            let are_losses = self.labelling.labels[second] == Some(Roles::LOST);
            second != games
                && (second > item && self.is_called(second, Roles::WON)
                    || are_losses && (!self.can_draw || leaves_draws(second)))
        });
        second.map(values)
    }

    /// Adds the scores of numbers of wins.
    fn add_counts(
        &self,
        item: usize,
        column: &Column,
        others: &[usize],
        draws: &[usize],
        found: &mut Vec<PairingScores>,
    ) {
        let won = &column.values;
        let is_named = !self.is_unlabelled(item);
        let percent = |counts: &[f64], totals: &[f64]| {
            counts
                .iter()
                .zip(totals)
                .map(|(count, total)| 100.0 * count / total)
                .collect_vec()
        };
        let others = others
            .iter()
            .copied()
            .filter(|&other| other != item)
            .collect_vec();
        let drawn = draws.first().map(|draws| &self.columns[draws][0].values);
        for &other in &others {
            let label = self.labelling.labels[other];
            let values = &self.columns[&other][0].values;
            let is_constant = values.len() > 2
                && values.iter().all_equal()
                && values[0] >= 2.0 * (self.dice as f64);
            let is_part = self.is_part[item] && other == item + 1;
            if label.is_some_and(|label| label.has(Roles::GAMES))
                || label.is_none() && (is_constant || is_part)
            {
                let is_possible = won
                    .iter()
                    .zip(values)
                    .all(|(won, games)| won <= games && *games > 0.0);
                if is_possible {
                    let second = self.second_of_games(item, other, &others);
                    found.push(PairingScores {
                        first: percent(won, values),
                        second: second.map(|second| percent(second, values)),
                        unit: 0.0,
                        is_named,
                        is_proven: label.is_some() || is_part,
                        items: vec![item, other],
                    });
                }
            } else if label.is_none() && other > item
                || label == Some(Roles::LOST)
                || self.is_called(other, Roles::WON) && other > item
            {
                let totals = (0..won.len())
                    .map(|record| {
                        won[record] + values[record] + drawn.map_or(0.0, |drawn| drawn[record])
                    })
                    .collect_vec();
                let total = totals[0];
                // What the first die has not won may be drawn, if losses are no wins of the other.
                let may_be_draws = label == Some(Roles::LOST);
                let is_second = !self.can_draw || drawn.is_some() || !may_be_draws;
                // Two numbers of a single pairing have any sum.
                let has_draws = self.can_draw && drawn.is_none();
                let is_known = totals.len() > 2 || !has_draws && (is_named || others.len() == 1);
                // Of three numbers without words, any may be the draws; but not those between two
                // others, if they are 0.
                let are_between = self.zeros.iter().all(|&zero| item < zero && zero < other);
                let is_known = is_known
                    && !(has_draws && label.is_none() && (others.len() > 1 || !are_between));
                if totals.iter().all_equal() && total > 1.0 && is_known {
                    found.push(PairingScores {
                        first: percent(won, &totals),
                        second: is_second.then(|| percent(values, &totals)),
                        unit: 0.0,
                        is_named: true,
                        is_proven: true,
                        items: vec![item, other],
                    });
                }
            }
        }
        if others.is_empty()
            && !self.can_draw
            && let Some(back) = self.reversed(won)
        {
            let totals = self
                .played()
                .map(|record| won[record] + back[record])
                .collect_vec();
            if totals.iter().all_equal() && totals[0] > 1.0 {
                let totals = vec![totals[0]; won.len()];
                found.push(PairingScores {
                    first: percent(won, &totals),
                    second: None,
                    unit: 0.0,
                    is_named: true,
                    is_proven: true,
                    items: vec![item],
                });
            }
        }
    }
}

/// Returns the numbers of records that a list of so many dice, or its pairings, may have.
pub(super) fn record_counts(dice: usize) -> BTreeSet<usize> {
    [dice, dice * (dice - 1) / 2, dice * (dice - 1), dice * dice].into()
}
