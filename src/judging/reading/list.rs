//! Readings of a set with a record for each die.

use std::collections::BTreeMap;

use itertools::Itertools;

use super::header::{ColumnNames, all_roles};
use super::interpretation::{Figures, Interpretation, Obstacle, Reading, ReadingKind, RecordEntry};
use super::labels::{
    Column, LabelledRecords, Labelling, are_sides, find_columns, is_permutation, label_records,
};
use super::lexer::{PlacedToken, Token, Variant};
use super::numeral::{Notation, Numeral, Per};
use super::shares::{ShareColumns, ShareReading, ShareSource};
use super::units::{Unit, UnitKind, item_kinds};
use super::words::Roles;
use wuerfelglueck::dice::Die;

/// A set of records, and what is known around it.
pub(super) struct RecordSet<'a> {
    pub(super) tokens: &'a [PlacedToken],
    pub(super) units: &'a [Unit],
    pub(super) dice: &'a [Die],
    pub(super) can_draw: bool,
    pub(super) kind: UnitKind,
    /// How the text was split.
    pub(super) variant: Variant,
    /// The names of the columns.
    pub(super) header: Option<&'a ColumnNames>,
    /// True if the dice stand in the line above, in the order of the records.
    pub(super) is_below_names: bool,
}

/// The dice that records are about.
#[derive(Clone)]
struct Naming {
    /// The die of each record.
    dice: Vec<usize>,
    /// The item that names them, unless faces do.
    item: Option<usize>,
    /// True if a word, or letters, say that it names dice.
    is_named: bool,
    /// True if it counts dice from 0.
    is_from_zero: bool,
}

/// An item with all numbers from 0 or 1 on, in any order.
struct Permutation {
    /// The numbers, from 0 on.
    numbers: Vec<usize>,
    /// True if the first number is 1.
    is_from_one: bool,
}

impl Permutation {
    fn new(columns: &[Column]) -> Option<Permutation> {
        columns
            .iter()
            .filter(|column| matches!(column.notation, Notation::Whole | Notation::Letter))
            .find_map(|column| {
                let first = [1, 0]
                    .into_iter()
                    .find(|&first| is_permutation(&column.values, first))?;
                let numbers = column
                    .values
                    .iter()
                    .map(|&value| value as usize - first)
                    .collect();
                Some(Permutation {
                    numbers,
                    is_from_one: first == 1,
                })
            })
    }

    /// Returns whether the numbers rise or fall by one from record to record.
    fn is_in_order(&self) -> bool {
        let is_rising = self.numbers.iter().copied().eq(0..self.numbers.len());
        let is_falling = self
            .numbers
            .iter()
            .copied()
            .eq((0..self.numbers.len()).rev());
        is_rising || is_falling
    }

    /// Returns the shares by these ranks.
    fn sort(&self, shares: &[f64]) -> Vec<f64> {
        let by_rank = (0..shares.len()).sorted_by_key(|&record| self.numbers[record]);
        by_rank.map(|record| shares[record]).collect()
    }

    /// Returns whether shares fall with these ranks, and are not all equal.
    fn falls(&self, shares: &[f64]) -> bool {
        let by_rank = self.sort(shares);
        by_rank.is_sorted_by(|above, below| above >= below) && by_rank.first() > by_rank.last()
    }

    /// Returns whether shares fall, or rise, with these ranks.
    fn ranks(&self, shares: &[f64], unit: f64) -> bool {
        let by_rank = self.sort(shares);
        let all = |is_so: fn(f64, f64, f64) -> bool| {
            by_rank
                .iter()
                .tuple_windows()
                .all(|(&above, &below)| is_so(above, below, 2.0 * unit))
        };
        all(|above, below, unit| above >= below - unit)
            || all(|above, below, unit| above <= below + unit)
    }
}

/// What permutations that name no dice tell about a reading, from worst to best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum RankEvidence {
    /// One has no meaning.
    Unexplained,
    /// One counts the records.
    Counted,
    /// The shares rise with one.
    Rises,
    /// The shares fall with one.
    Falls,
    /// There are none.
    None,
}

impl RecordSet<'_> {
    /// Returns whether its units are lines, or children of a bracket.
    fn is_plain(&self) -> bool {
        matches!(self.kind, UnitKind::Line | UnitKind::Bracket)
    }

    /// Returns the numbers of an item of all records.
    pub(super) fn numbers(&self, labelled: &LabelledRecords, item: usize) -> Option<Vec<&Numeral>> {
        labelled
            .items
            .iter()
            .map(|record| self.tokens[record[item]].number())
            .collect()
    }

    /// Returns all ways to understand the numbers of each item.
    pub(super) fn find_columns(&self, labelled: &LabelledRecords) -> BTreeMap<usize, Vec<Column>> {
        (0..labelled.items[0].len())
            .filter_map(|item| Some((item, find_columns(&self.numbers(labelled, item)?))))
            .collect()
    }

    pub(super) fn label(&self) -> LabelledRecords {
        let header = self.header.map(|header| &header.words[..]);
        label_records(self.tokens, self.units, header, self.dice)
    }

    /// Returns the line above that names the columns.
    pub(super) fn header_line(&self) -> Option<usize> {
        self.header.and_then(|header| header.line)
    }

    /// Returns the lines of all records, those where each begins and ends.
    pub(super) fn lines(&self) -> Vec<usize> {
        let lines = self
            .units
            .iter()
            .flat_map(|unit| [unit[0], unit[unit.len() - 1]].map(|index| self.tokens[index].line));
        lines.sorted_unstable().dedup().collect()
    }

    /// Returns the sign behind the numbers of an item, if it is the same.
    fn sign(&self, labelled: &LabelledRecords, item: usize) -> Per {
        let Some(numbers) = self.numbers(labelled, item) else {
            return Per::Unsaid;
        };
        let signs = numbers
            .iter()
            .filter(|numeral| !numeral.is_word)
            .map(|numeral| numeral.per);
        let signs = signs.collect_vec();
        match signs.iter().all_equal_value() {
            Ok(&sign) => sign,
            Err(_) => Per::Unsaid,
        }
    }

    /// Returns all readings of records of which each is about one die. If interpretations are
    /// `wanted`, those like them, whatever else the records could say.
    pub(super) fn read_list(&self, wanted: &[Interpretation]) -> Vec<Reading> {
        if self.header.is_none() && self.speaks_of_losses_first() {
            return Vec::new();
        }
        let labelled = self.label();
        let width = labelled.items[0].len();
        let columns = self.find_columns(&labelled);
        let permutations: BTreeMap<usize, Permutation> = columns
            .iter()
            .filter_map(|(&item, columns)| Some((item, Permutation::new(columns)?)))
            .collect();
        let signs = (0..width)
            .map(|item| self.sign(&labelled, item))
            .collect_vec();
        let mut readings = Vec::new();
        let mut name_item = None;
        for labelling in &labelled.labellings {
            if self.speaks_of_other(labelling) {
                continue;
            }
            let namings = if wanted.is_empty() {
                self.find_names(&labelled, labelling, &columns, &permutations)
            } else {
                let name = |wanted| self.name_as(wanted, &labelled, labelling, &permutations);
                wanted.iter().filter_map(name).collect()
            };
            for naming in namings {
                name_item = name_item.or(naming.item.filter(|_| naming.is_named));
                let set = NamedSet {
                    records: self,
                    labelled: &labelled,
                    labelling,
                    columns: &columns,
                    permutations: &permutations,
                    signs: &signs,
                    naming: &naming,
                };
                if wanted.is_empty() {
                    readings.extend(set.read());
                } else {
                    let as_wanted = set.read_as(wanted).into_iter();
                    readings.extend(as_wanted.map(|reading| (RankEvidence::None, reading)));
                }
            }
        }
        if !wanted.is_empty() {
            return readings.into_iter().map(|(_, reading)| reading).collect();
        }
        for ranked in [RankEvidence::Rises, RankEvidence::Falls] {
            if readings.iter().any(|(evidence, _)| *evidence == ranked) {
                readings.retain(|(evidence, _)| *evidence >= ranked);
            }
        }
        let mut readings = readings
            .into_iter()
            .map(|(_, reading)| reading)
            .collect_vec();
        if !readings.iter().all(Reading::is_mere_mention) {
            readings.retain(|reading| !reading.is_mere_mention());
        }
        if readings.iter().any(|reading| !reading.is_impossible) {
            readings.retain(|reading| !reading.is_impossible);
        }
        if readings.iter().any(|reading| reading.is_named) {
            readings.retain(|reading| reading.is_named || reading.is_proven);
        }
        if readings.iter().any(|reading| reading.is_ranked) {
            readings.retain(|reading| {
                reading.is_ranked || reading.is_proven || reading.kind() != ReadingKind::List
            });
        }
        // A word that may belong to a number, and excludes it, makes it uncertain.
        let is_excluded = |item: usize| {
            labelled.labellings.iter().any(|labelling| {
                labelling.labels[item].is_some_and(|label| !label.has(Roles::SHARE.or(Roles::WON)))
            })
        };
        readings.retain(|reading| {
            reading.kind() != ReadingKind::List
                || reading.is_named
                || reading.is_proven
                || !is_excluded(reading.interpretation.items[0])
        });
        if readings.is_empty() && self.are_all_named_by_faces(&labelled) {
            readings.push(self.without_shares());
        } else if readings.is_empty() && name_item.is_some() {
            let mut mention = self.without_shares();
            mention.interpretation.name_item = name_item;
            readings.push(mention);
        }
        readings
    }

    /// Returns whether the records name each die once by its faces.
    fn are_all_named_by_faces(&self, labelled: &LabelledRecords) -> bool {
        let is_die = |&item: &usize| self.tokens[labelled.items[0][item]].dice().is_some();
        let faces = (0..labelled.items[0].len()).filter(is_die).collect_vec();
        self.dice_of_faces(labelled, &faces).is_some()
    }

    /// Returns the reading of a list without certain shares.
    fn without_shares(&self) -> Reading {
        Reading {
            is_impossible: true,
            ..self.new_reading(ReadingKind::List, Figures::Unknown(Obstacle::NoShares))
        }
    }

    /// Creates a reading of all records of which nothing but the figures is known.
    pub(super) fn new_reading(&self, kind: ReadingKind, figures: Figures) -> Reading {
        let shape = item_kinds(self.tokens, &self.units[0]);
        Reading {
            interpretation: Interpretation::new(self.kind, kind, shape),
            variant: self.variant,
            figures,
            unit: 0.0,
            is_named: false,
            is_proven: false,
            is_ranked: false,
            is_impossible: false,
            lines: self.lines(),
            header_line: self.header_line(),
        }
    }

    /// Returns whether words before the first record, and in no other, speak of losses or draws
    /// alone.
    fn speaks_of_losses_first(&self) -> bool {
        let [first, second, ..] = self.units else {
            return false;
        };
        let words = |unit: &Unit| {
            unit.iter()
                .filter_map(|&index| self.tokens[index].word())
                .collect_vec()
        };
        let others = words(second);
        let line = self.tokens[first[0]].line;
        let Some(item) = first.iter().position(|&index| self.tokens[index].is_item()) else {
            return false;
        };
        let start = self.tokens[..first[item]]
            .iter()
            .rposition(|token| token.line < line || matches!(token.token, Token::LineEnd));
        let ahead = self.tokens[start.map_or(0, |start| start + 1)..first[item]]
            .iter()
            .filter_map(PlacedToken::word)
            .filter(|word| others.iter().all(|other| other.text != word.text))
            .cloned()
            .collect_vec();
        let roles = all_roles(&ahead);
        roles.has(Roles::LOST.or(Roles::DRAWN)) && !roles.has(Roles::WON)
    }

    /// Returns whether the words about whole records speak of something else than wins.
    pub(super) fn speaks_of_other(&self, labelling: &Labelling) -> bool {
        let spoken = labelling
            .record_roles
            .iter()
            .flat_map(|roles| roles.iter())
            .fold(Roles::NONE, |all, &roles| all.or(roles));
        spoken.has(Roles::LOST.or(Roles::DRAWN)) && !spoken.has(Roles::WON)
            || spoken.has(Roles::OTHER) && !spoken.has(Roles::WON.or(Roles::SHARE))
    }

    /// Returns the dice that the records name by faces: each die once; `None` if faces stand in
    /// them otherwise.
    fn dice_of_faces(&self, labelled: &LabelledRecords, items: &[usize]) -> Option<Vec<usize>> {
        let (first, others) = items.split_first()?;
        let named = |item: usize| {
            labelled
                .items
                .iter()
                .map(|record| self.tokens[record[item]].dice())
                .collect::<Option<Vec<_>>>()
        };
        let dice = named(*first)?;
        // Two of several equal dice are perhaps different ones.
        if !others.is_empty() && dice.iter().any(|same| same.len() > 1) {
            return None;
        }
        if others
            .iter()
            .any(|&item| named(item).as_ref() != Some(&dice))
        {
            return None;
        }
        // Equal dice are taken in the order of the file.
        let mut taken = vec![false; self.dice.len()];
        dice.into_iter()
            .map(|same| {
                let free = same.iter().copied().find(|&die| !taken[die])?;
                taken[free] = true;
                Some(free)
            })
            .collect()
    }

    /// Returns the dice by their numbers, where these stand beside faces and some dice are equal.
    fn number_equal_dice(
        &self,
        labelled: &LabelledRecords,
        labelling: &Labelling,
        permutations: &BTreeMap<usize, Permutation>,
        faces: usize,
    ) -> Option<Naming> {
        let named = labelled
            .items
            .iter()
            .map(|record| self.tokens[record[faces]].dice())
            .collect::<Option<Vec<_>>>()?;
        if named.iter().all(|same| same.len() == 1) {
            return None;
        }
        let (&item, numbers) = permutations.iter().find(|(item, permutation)| {
            let label = labelling.labels[**item];
            label.is_none_or(|label| label.has(Roles::DIE))
                && named
                    .iter()
                    .zip(&permutation.numbers)
                    .all(|(same, die)| same.contains(die))
        })?;
        Some(Naming {
            dice: numbers.numbers.clone(),
            item: Some(item),
            is_named: true,
            is_from_zero: !numbers.is_from_one,
        })
    }

    /// Returns the naming of an interpretation, if the records name all dice so.
    fn name_as(
        &self,
        wanted: &Interpretation,
        labelled: &LabelledRecords,
        labelling: &Labelling,
        permutations: &BTreeMap<usize, Permutation>,
    ) -> Option<Naming> {
        let is_die = |&item: &usize| self.tokens[labelled.items[0][item]].dice().is_some();
        let faces = (0..labelled.items[0].len()).filter(is_die).collect_vec();
        if let Some(&first) = faces.first() {
            let by_faces = Naming {
                dice: self.dice_of_faces(labelled, &faces)?,
                item: None,
                is_named: true,
                is_from_zero: false,
            };
            let by_number = self.number_equal_dice(labelled, labelling, permutations, first);
            return Some(by_number.unwrap_or(by_faces));
        }
        let item = wanted.name_item?;
        let label = *labelling.labels.get(item)?;
        let may_name = label.is_none_or(|label| label.has(Roles::DIE.or(Roles::SIDES)));
        let by_number = permutations
            .get(&item)
            .filter(|permutation| permutation.is_from_one != wanted.is_from_zero)
            .map(|permutation| permutation.numbers.clone());
        let dice = by_number.or_else(|| {
            let sides = self.numbers(labelled, item)?;
            self.dice_of_sides(sides.into_iter().map(Numeral::whole))
        });
        Some(Naming {
            dice: dice.filter(|_| may_name)?,
            item: Some(item),
            is_named: true,
            is_from_zero: wanted.is_from_zero,
        })
    }

    /// Returns the dice that have these numbers of sides, which no two of them share.
    fn dice_of_sides(&self, sides: impl IntoIterator<Item = Option<f64>>) -> Option<Vec<usize>> {
        let has_sides = |wanted: f64| {
            self.dice
                .iter()
                .positions(move |die| die.faces().len() as f64 == wanted)
        };
        let dice = sides
            .into_iter()
            .map(|sides| has_sides(sides?).exactly_one().ok());
        let dice: Option<Vec<usize>> = dice.collect();
        dice.filter(|dice| dice.iter().all_unique())
    }

    /// Returns the ways in which the records name all dice.
    fn find_names(
        &self,
        labelled: &LabelledRecords,
        labelling: &Labelling,
        columns: &BTreeMap<usize, Vec<Column>>,
        permutations: &BTreeMap<usize, Permutation>,
    ) -> Vec<Naming> {
        let faces = (0..labelled.items[0].len())
            .filter(|&item| self.tokens[labelled.items[0][item]].dice().is_some())
            .collect_vec();
        if !faces.is_empty() {
            let Some(dice) = self.dice_of_faces(labelled, &faces) else {
                return Vec::new();
            };
            let by_faces = Naming {
                dice,
                item: None,
                is_named: true,
                is_from_zero: false,
            };
            return vec![
                self.number_equal_dice(labelled, labelling, permutations, faces[0])
                    .unwrap_or(by_faces),
            ];
        }
        let names_other = |(item, ways): (&usize, &Vec<Column>)| {
            let is_called_die = labelling.labels[*item] == Some(Roles::DIE);
            let are_sides = ways
                .first()
                .is_some_and(|column| are_sides(&column.values, self.dice));
            is_called_die && !permutations.contains_key(item) && !are_sides
        };
        // Numbers that are called dice, and are not all dice, leave no others that could be.
        if columns.iter().any(names_other) {
            return Vec::new();
        }
        let mut names = Vec::new();
        for (&item, permutation) in permutations {
            let label = labelling.labels[item];
            if label.is_none_or(|label| label.has(Roles::DIE) && !label.has(Roles::OPPONENT)) {
                let is_letter = columns[&item]
                    .iter()
                    .any(|column| column.notation == Notation::Letter);
                names.push(Naming {
                    dice: permutation.numbers.clone(),
                    item: Some(item),
                    is_named: label.is_some() || is_letter,
                    is_from_zero: !permutation.is_from_one,
                });
            }
        }
        if self.dice.iter().map(|die| die.faces().len()).all_unique() {
            for (&item, ways) in columns {
                let label = labelling.labels[item];
                let of_die = Roles::SIDES.or(Roles::DIE);
                let dice = ways
                    .first()
                    .and_then(|column| self.dice_of_sides(column.values.iter().copied().map(Some)));
                if let Some(dice) = dice
                    && label.is_none_or(|label| label.has(of_die))
                {
                    // Such numbers are hardly anything else, unless all numbers from 1 on are sides.
                    let is_named = label.is_some() || !permutations.contains_key(&item);
                    names.push(Naming {
                        dice,
                        item: Some(item),
                        is_named,
                        is_from_zero: false,
                    });
                }
            }
        }
        if names.iter().any(|naming| naming.is_named) {
            names.retain(|naming| naming.is_named);
        }
        // Where two numbers are called dice, the records are about pairings; but one may be an index
        // of more than two records.
        let called_dice = names.iter().filter(|naming| {
            let is_index = naming.dice.len() > 2
                && naming.is_from_zero
                && naming.dice.iter().copied().eq(0..naming.dice.len());
            let is_letter = |column: &Column| column.notation == Notation::Letter;
            let is_called = |item: usize| {
                labelling.labels[item] == Some(Roles::DIE) || columns[&item].iter().any(is_letter)
            };
            naming.item.is_some_and(is_called) && !is_index
        });
        if called_dice.map(|naming| &naming.dice).unique().count() > 1 {
            names.clear();
        }
        names
    }
}

/// A record set with the meaning of its words and the dice that it names.
struct NamedSet<'a> {
    records: &'a RecordSet<'a>,
    labelled: &'a LabelledRecords,
    labelling: &'a Labelling,
    columns: &'a BTreeMap<usize, Vec<Column>>,
    permutations: &'a BTreeMap<usize, Permutation>,
    signs: &'a [Per],
    naming: &'a Naming,
}

impl NamedSet<'_> {
    fn read(&self) -> Vec<(RankEvidence, Reading)> {
        let free = self.free_columns();
        if self.records.is_like_matrix() {
            let matrix = self.records.read_matrix(&free, &self.naming.dice);
            return matrix
                .map(|matrix| (RankEvidence::None, matrix))
                .into_iter()
                .collect();
        }
        let columns = self.to_share_columns(free);
        let mut readings = Vec::new();
        for shares in columns.read() {
            // The order of numbers without words is known only where ranks confirm it.
            let is_of_unknown = shares.source == ShareSource::WinsOfUnknown;
            if is_of_unknown && !shares.is_named && !self.is_ranked(&shares) {
                continue;
            }
            let Some(evidence) = self.weigh_ranks(&shares) else {
                continue;
            };
            let mut reading = self.to_reading(&shares);
            if self.may_be_ranks(&shares.shares) {
                reading.figures = Figures::Unknown(Obstacle::RankOrNumber);
            }
            readings.push((evidence, reading));
        }
        let matrix = self
            .records
            .read_matrix(&columns.columns, &self.naming.dice);
        readings.extend(matrix.map(|matrix| (RankEvidence::None, matrix)));
        readings
    }

    /// Returns the readings by these interpretations, whatever else the records could say.
    fn read_as(&self, wanted: &[Interpretation]) -> Vec<Reading> {
        let columns = self.columns.iter();
        let shares = self.to_share_columns(
            columns
                .map(|(&item, columns)| (item, &columns[..]))
                .collect(),
        );
        let is_named_so = |wanted: &&Interpretation| {
            self.naming.item.is_none()
                || wanted.name_item.is_none()
                || wanted.name_item == self.naming.item
        };
        wanted
            .iter()
            .filter(is_named_so)
            .flat_map(|wanted| shares.read_as(wanted))
            .map(|shares| self.to_reading(&shares))
            .collect()
    }

    fn to_share_columns<'a>(&'a self, columns: BTreeMap<usize, &'a [Column]>) -> ShareColumns<'a> {
        let labels = &self.labelling.labels;
        let has_draws = columns.iter().any(|(&item, columns)| {
            labels[item].is_some_and(|label| label.has(Roles::DRAWN))
                && columns.first().is_some_and(|column| column.max() > 0.0)
        });
        ShareColumns {
            columns,
            signs: self.signs,
            labels,
            is_part: &self.labelled.is_part,
            spoken: &self.labelling.spoken,
            has_plain_words: self.records.is_plain() && self.labelled.labellings.len() == 1,
            can_draw: self.records.can_draw || has_draws,
        }
    }

    /// Returns the columns that may speak of games.
    fn free_columns(&self) -> BTreeMap<usize, &[Column]> {
        let sides = self
            .naming
            .dice
            .iter()
            .map(|&die| self.records.dice[die].faces().len() as f64)
            .collect_vec();
        let mut all_sides = sides.clone();
        all_sides.sort_by(f64::total_cmp);
        let has_sides = |columns: &[Column]| {
            let sorted = columns[0].values.iter().copied().sorted_by(f64::total_cmp);
            sorted.eq(all_sides.iter().copied())
        };
        self.columns
            .iter()
            .filter(|(item, columns)| {
                let label = self.labelling.labels[**item];
                let is_name = self.naming.item == Some(**item) || columns.is_empty();
                let is_vague = label.is_none_or(|label| !label.is_single());
                let is_counted =
                    self.permutations.contains_key(item) || !is_name && has_sides(columns);
                let is_of_games = label.is_none_or(|label| label.has(Roles::OF_GAMES));
                !is_name && is_of_games && !(is_vague && is_counted && !self.signs_of(**item))
            })
            .map(|(&item, columns)| (item, &columns[..]))
            .collect()
    }

    fn signs_of(&self, item: usize) -> bool {
        self.signs[item] != Per::Unsaid
    }

    /// Weighs the permutations that neither name dice nor say shares; `None` if one is called the
    /// rank and contradicts the shares.
    fn weigh_ranks(&self, shares: &ShareReading) -> Option<RankEvidence> {
        let mut evidence = RankEvidence::None;
        let mut ranks: Vec<&Permutation> = Vec::new();
        for (&item, permutation) in self.permutations {
            let label = self.labelling.labels[item];
            let is_used = self.naming.item == Some(item) || shares.items.contains(&item);
            let may_rank = label.is_none_or(|label| {
                !label.has(Roles::OPPONENT) && label.has(Roles::RANK.or(Roles::DIE))
            });
            let is_name_again =
                self.naming.item.is_none() && permutation.numbers == self.naming.dice;
            if is_used || !may_rank || is_name_again {
                continue;
            }
            let follows = permutation.ranks(&shares.shares, shares.unit);
            let mut is_in_order = permutation.is_in_order();
            if label == Some(Roles::RANK)
                && !follows
                && !is_in_order
                && self.naming.item.is_some()
                && !self.naming.is_named
            {
                return None;
            }
            let may_name = label.is_none_or(|label| label.has(Roles::DIE));
            if self.naming.item.is_some() && permutation.numbers != self.naming.dice && may_name {
                let is_called_rank = |(other, ranks): (&usize, &Permutation)| {
                    self.labelling.labels[*other] == Some(Roles::RANK)
                        && ranks.numbers != permutation.numbers
                };
                is_in_order &= !self.permutations.iter().any(is_called_rank);
                let is_new = ranks
                    .iter()
                    .all(|known| known.numbers == permutation.numbers);
                // Without a word, either of two permutations may be that of the dice.
                let falls = permutation.is_from_one && permutation.falls(&shares.shares);
                let here = if falls && is_new && self.naming.is_named {
                    RankEvidence::Falls
                } else if follows && is_new {
                    RankEvidence::Rises
                } else if is_in_order && ranks.is_empty() {
                    RankEvidence::Counted
                } else {
                    RankEvidence::Unexplained
                };
                evidence = evidence.min(here);
                if follows || is_in_order {
                    ranks.push(permutation);
                }
            }
        }
        Some(evidence)
    }

    /// Returns whether the records have ranks with which the shares fall: numbers that are called so,
    /// or so many numbers that they hardly do by chance.
    fn is_ranked(&self, shares: &ShareReading) -> bool {
        /// The shares of fewer dice fall by chance.
        const LEAST_DICE: usize = 6;
        self.permutations.iter().any(|(item, permutation)| {
            let label = self.labelling.labels[*item];
            let is_free = self.naming.item != Some(*item) && !shares.items.contains(item);
            let is_called_rank = label == Some(Roles::RANK);
            let is_long = label.is_none() && permutation.numbers.len() >= LEAST_DICE;
            let is_name_again =
                self.naming.item.is_none() && permutation.numbers == self.naming.dice;
            is_free
                && (is_called_rank || is_long && !is_name_again)
                && permutation.is_from_one
                && permutation.falls(&shares.shares)
        })
    }

    /// Returns whether the numbers that name dice could as well be ranks.
    fn may_be_ranks(&self, shares: &[f64]) -> bool {
        let dice = &self.naming.dice;
        self.naming.item.is_some()
            && !self.naming.is_named
            && dice.iter().copied().eq(0..dice.len())
            && self
                .permutations
                .keys()
                .all(|&item| self.naming.item == Some(item))
            && shares
                .iter()
                .tuple_windows()
                .all(|(above, below)| above >= below)
    }

    fn to_reading(&self, shares: &ShareReading) -> Reading {
        let tokens = self.records.tokens;
        let ranks = self.permutations.iter().find(|(item, permutation)| {
            let is_free = self.naming.item != Some(**item) && !shares.items.contains(item);
            let label = self.labelling.labels[**item];
            let is_called_rank = label == Some(Roles::RANK);
            is_free
                && (is_called_rank
                    || label.is_none() && permutation.ranks(&shares.shares, shares.unit))
        });
        let entries = self.naming.dice.iter().enumerate().map(|(record, &die)| {
            let items = &self.labelled.items[record];
            let token = &tokens[items[shares.items[0]]];
            RecordEntry {
                die,
                line: token.line,
                rank: ranks.map(|(_, ranks)| ranks.numbers[record] + 1),
                number: shares.shares[record],
                games: shares
                    .games
                    .get(record)
                    .filter(|games| games.fract() == 0.0)
                    .map(|&games| games as u64),
                written: token
                    .number()
                    .map(|numeral| numeral.written.clone())
                    .unwrap_or_default(),
            }
        });
        let figures = match shares.source {
            ShareSource::WinsOfUnknown => Figures::Wins(entries.collect()),
            _ => Figures::Shares(entries.collect()),
        };
        let mut reading = Reading {
            unit: shares.unit,
            is_named: shares.is_named,
            is_proven: shares.is_proven,
            is_ranked: self.is_ranked(shares),
            is_impossible: shares.is_impossible,
            ..self.records.new_reading(ReadingKind::List, figures)
        };
        reading.interpretation = Interpretation {
            shares: Some(shares.source),
            name_item: self.naming.item,
            is_from_zero: self.naming.is_from_zero,
            items: shares.items.clone(),
            scale: shares.scale,
            ..reading.interpretation
        };
        reading
    }
}
