//! Which number of a record the words in it speak of.
//!
//! Words between two numbers belong to the left one, to the right one, or to the whole record. All
//! ways to divide them are tried, and those that contradict themselves are discarded.

use std::collections::BTreeSet;
use std::rc::Rc;

use itertools::{Itertools, iproduct};

use super::lexer::{PlacedToken, Token, Word};
use super::numeral::{Notation, Numeral, Per};
use super::units::Unit;
use super::words::{Label, Roles, limit_roles};
use wuerfelglueck::dice::Die;

/// The records of a set, item by item, and all ways to label these.
pub(super) struct LabelledRecords {
    /// For each record the indices of its items, numbers and dice.
    pub(super) items: Vec<Vec<usize>>,
    /// For each item, whether a word such as „von“, or `/`, stands between it and the next one.
    pub(super) is_part: Vec<bool>,
    pub(super) labellings: Vec<Labelling>,
}

/// A way to label the items of records.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Labelling {
    /// The roles that are left to each item.
    pub(super) labels: Vec<Label>,
    /// What the words of each item speak of, even if that does not limit it.
    pub(super) spoken: Vec<Roles>,
    /// What the words about whole records speak of.
    pub(super) record_roles: Vec<Rc<[Roles]>>,
}

/// What is known of the same item of all records, without words.
struct ItemFacts {
    is_number: bool,
    is_letter: bool,
    are_per_cent: bool,
    has_sign: bool,
    are_ordinal: bool,
    has_error: bool,
    /// The values, if all are whole numbers.
    wholes: Option<Vec<f64>>,
}

impl ItemFacts {
    fn new(numbers: &[Option<&Numeral>]) -> ItemFacts {
        let printed = numbers.iter().flatten().filter(|numeral| !numeral.is_word);
        let all = |is_so: fn(&Numeral) -> bool| {
            printed.clone().next().is_some() && printed.clone().all(|numeral| is_so(numeral))
        };
        ItemFacts {
            is_number: numbers[0].is_some(),
            is_letter: numbers[0].is_some_and(Numeral::is_letter),
            are_per_cent: all(|numeral| numeral.per != Per::Unsaid),
            has_sign: printed.clone().any(|numeral| numeral.per != Per::Unsaid),
            are_ordinal: all(|numeral| numeral.is_ordinal),
            has_error: printed.clone().any(|numeral| numeral.is_error),
            wholes: numbers
                .iter()
                .map(|numeral| numeral.and_then(Numeral::whole))
                .collect(),
        }
    }

    /// Returns whether the numbers can have the only roles that their words leave them.
    fn fit(&self, label: Roles, dice: &[Die], records: usize) -> bool {
        let of_dice = Roles::DIE.or(Roles::OPPONENT);
        if self.is_letter {
            return label.has(of_dice);
        }
        if label.is_within(Roles::RANK.or(of_dice).or(Roles::SIDES)) {
            let Some(wholes) = &self.wholes else {
                return false;
            };
            return if label == Roles::SIDES {
                records != dice.len() || are_sides(wholes, dice)
            } else {
                wholes.iter().all(|&whole| whole <= dice.len() as f64)
            };
        }
        if label.is_within(Roles::GAMES.or(Roles::LOST).or(Roles::DRAWN)) {
            return !self.has_sign;
        }
        let is_of_wins = label.is_within(Roles::SHARE.or(Roles::WON));
        match &self.wholes {
            Some(wholes)
                if is_of_wins && dice.len() > 2 && records == dice.len() && !self.has_sign =>
            {
                !is_permutation(wholes, 0) && !is_permutation(wholes, 1)
            }
            _ => true,
        }
    }
}

/// Returns whether the values are the numbers of sides of all dice, in any order.
pub(super) fn are_sides(values: &[f64], dice: &[Die]) -> bool {
    let sides = dice
        .iter()
        .map(|die| die.faces().len() as f64)
        .sorted_by(f64::total_cmp);
    values.iter().copied().sorted_by(f64::total_cmp).eq(sides)
}

/// Returns whether the values are all whole numbers from `first` on, in any order.
pub(super) fn is_permutation(values: &[f64], first: usize) -> bool {
    let sorted = values.iter().copied().sorted_by(f64::total_cmp);
    sorted.eq((first..).take(values.len()).map(|number| number as f64))
}

/// The words between two items.
#[derive(Default)]
struct Gap {
    /// Words that belong to the number before them.
    left: Vec<Word>,
    /// Words that may belong to either, or to the record.
    free: Vec<Word>,
    /// Words that belong to the number behind them.
    right: Vec<Word>,
}

impl Gap {
    /// Gives the words so far to the number before them.
    fn divide(&mut self) {
        self.left.append(&mut self.free);
        self.right.clear();
    }
}

/// Marks behind which something else begins.
const DIVIDING: [&str; 14] = [
    ",", ";", "|", "(", ")", "[", "]", "{", "}", "&", "\t", ".", "│", "┃",
];
/// Marks between a name and its value.
const ASSIGNING: [&str; 4] = [":", "=", "->", "=>"];

/// Returns the words of a unit between two of its items, or its ends.
fn words_between(
    tokens: &[PlacedToken],
    unit: &Unit,
    before: Option<usize>,
    behind: Option<usize>,
) -> Gap {
    let mut gap = Gap::default();
    let (mut is_divided, mut is_assigned) = (false, false);
    let inside = unit.iter().copied().filter(|&index| {
        before.is_none_or(|before| index > before) && behind.is_none_or(|behind| index < behind)
    });
    let mut line = before.map(|before| tokens[before].line);
    for index in inside {
        let token = &tokens[index];
        if line.is_some_and(|line| line != token.line) && !is_divided {
            gap.divide();
            is_divided = true;
        }
        line = Some(token.line);
        match &token.token {
            Token::Word(word) if word.roles.is_empty() => {}
            Token::Word(word) => {
                let touches_before = before.is_some_and(|before| {
                    index == before + 1 && tokens[before].span.end == token.span.start
                });
                let touches_behind = behind.is_some_and(|behind| {
                    index + 1 == behind && token.span.end == tokens[behind].span.start
                        || index + 2 == behind
                            && ["_", "#"]
                                .iter()
                                .any(|mark| tokens[behind - 1].is_mark(mark))
                });
                if touches_before && !is_divided {
                    gap.left.push(word.clone());
                } else if is_divided || is_assigned && behind.is_some() || touches_behind {
                    gap.right.push(word.clone());
                } else {
                    gap.free.push(word.clone());
                }
            }
            Token::Mark(mark) if DIVIDING.contains(mark) => {
                // A point before a number is that of „Nr.“, and one behind it that of „1.“.
                let is_ordinal = before == index.checked_sub(1)
                    && before.is_some_and(|before| is_whole_number(&tokens[before]));
                if *mark == "." && (Some(index + 1) == behind || is_ordinal) {
                    continue;
                }
                if !is_divided {
                    gap.divide();
                }
                gap.right.clear();
                (is_divided, is_assigned) = (true, false);
            }
            Token::Mark(mark) if ASSIGNING.contains(mark) => is_assigned = true,
            _ => {}
        }
    }
    gap
}

fn is_whole_number(token: &PlacedToken) -> bool {
    token
        .number()
        .is_some_and(|numeral| numeral.whole().is_some() && !numeral.is_word)
}

/// Returns the words of the first record that all have.
fn common_words(words: &[&Vec<Word>]) -> Vec<Word> {
    let Some((first, others)) = words.split_first() else {
        return Vec::new();
    };
    let is_common = |word: &&Word| {
        others
            .iter()
            .all(|words| words.iter().any(|other| other.text == word.text))
    };
    first.iter().filter(is_common).cloned().collect()
}

fn common_gap(gaps: &[Gap]) -> Gap {
    Gap {
        left: common_words(&gaps.iter().map(|gap| &gap.left).collect_vec()),
        free: common_words(&gaps.iter().map(|gap| &gap.free).collect_vec()),
        right: common_words(&gaps.iter().map(|gap| &gap.right).collect_vec()),
    }
}

/// Words between two items that may belong to either of them, or to the record.
struct WordsToDivide {
    /// The item before them.
    item: usize,
    words: Vec<Word>,
    /// So many of them may belong to the item before them.
    most_left: usize,
}

impl WordsToDivide {
    /// Returns all ways to divide the words.
    fn divisions(&self, is_part: &[bool]) -> Vec<Division> {
        let can_go_back = self.item > 0 && is_part[self.item - 1];
        let mut divisions = Vec::new();
        for left in 0..=self.most_left {
            for right in left..=self.words.len() {
                divisions.push(Division {
                    left,
                    right,
                    goes_back: false,
                });
                if left > 0 && can_go_back {
                    divisions.push(Division {
                        left,
                        right,
                        goes_back: true,
                    });
                }
            }
        }
        divisions
    }
}

/// The division of words between two items.
#[derive(Clone, Copy)]
struct Division {
    /// So many belong to the left.
    left: usize,
    /// Those from here on belong to the right.
    right: usize,
    /// True if those of the left belong to the number before that one: `2 von 5 Siegen`.
    goes_back: bool,
}

/// Labels the items of records, with the words that a header gives each of them.
pub(super) fn label_records(
    tokens: &[PlacedToken],
    units: &[Unit],
    header: Option<&[Vec<Word>]>,
    dice: &[Die],
) -> LabelledRecords {
    /// The words of so many records at each end are compared.
    const SAMPLE: usize = 30;
    /// More divisions are not tried.
    const MOST_DIVISIONS: usize = 512;
    const MOST_LABELLINGS: usize = 64;
    let items = units
        .iter()
        .map(|unit| {
            unit.iter()
                .copied()
                .filter(|&index| tokens[index].is_item())
                .collect_vec()
        })
        .collect_vec();
    let width = items[0].len();
    let sample = (0..units.len())
        .filter(|&record| record < SAMPLE || record + SAMPLE >= units.len())
        .collect_vec();
    let gap = |item: Option<usize>| {
        let gaps = sample
            .iter()
            .map(|&record| {
                let behind = item.map_or(0, |item| item + 1);
                let before = item.map(|item| items[record][item]);
                words_between(
                    tokens,
                    &units[record],
                    before,
                    items[record].get(behind).copied(),
                )
            })
            .collect_vec();
        common_gap(&gaps)
    };
    let facts = (0..width)
        .map(|item| {
            let numbers = items
                .iter()
                .map(|record| tokens[record[item]].number())
                .collect_vec();
            ItemFacts::new(&numbers)
        })
        .collect_vec();
    let is_part = (0..width)
        .map(|item| {
            item + 1 < width
                && sample.iter().all(|&record| {
                    let between = items[record][item] + 1..items[record][item + 1];
                    between.into_iter().any(|index| is_of(&tokens[index]))
                })
        })
        .collect_vec();

    let lead = gap(None);
    let lead_words = [&lead.free[..], &lead.right].concat();
    let mut fixed: Vec<Vec<Word>> = vec![Vec::new(); width];
    let mut gaps: Vec<WordsToDivide> = Vec::new();
    for item in 0..width {
        let Gap { left, free, right } = gap(Some(item));
        fixed[item].extend(left);
        if item + 1 == width {
            fixed[item].extend(free);
            continue;
        }
        let is_behind_die = !facts[item].is_number && facts[item + 1].is_number;
        let most_left = if is_behind_die { 0 } else { free.len() };
        // A single word behind a mark is that of the next number.
        let (words, right) = if right.len() > 1 || most_left == 0 {
            ([free, right].concat(), Vec::new())
        } else {
            (free, right)
        };
        fixed[item + 1].extend(right);
        if words.len() == 1 && most_left == 0 {
            fixed[item + 1].extend(words);
        } else if !words.is_empty() {
            gaps.push(WordsToDivide {
                item,
                words,
                most_left,
            });
        }
    }
    let has_trail = width >= 2 && is_part[width - 2];
    let trail = if has_trail {
        std::mem::take(&mut fixed[width - 1])
    } else {
        Vec::new()
    };
    let divisions_of_gaps = gaps.iter().map(|gap| gap.divisions(&is_part)).collect_vec();
    let together = gaps
        .iter()
        .map(|gap| places_within_phrases(tokens, &units[0], &items[0][gap.item..], &gap.words))
        .collect_vec();
    let mut labellings: Vec<Labelling> = Vec::new();
    for do_phrases_hold in [true, false] {
        if !labellings.is_empty() {
            break;
        }
        let ways = iproduct!(
            0..=lead_words.len(),
            0..=trail.len(),
            divisions_of_gaps
                .iter()
                .map(|divisions| divisions.iter().copied())
                .multi_cartesian_product()
        );
        let unbroken = ways.filter(|(_, _, divisions)| {
            let breaks = |(division, within): (&Division, &BTreeSet<usize>)| {
                within.contains(&division.left) || within.contains(&division.right)
            };
            !(do_phrases_hold && divisions.iter().zip(&together).any(breaks))
        });
        for (lead_end, trail_end, divisions) in unbroken.take(MOST_DIVISIONS) {
            let mut words = fixed.clone();
            let (record_words, first_words) = lead_words.split_at(lead_end);
            words[0].splice(0..0, first_words.iter().cloned());
            let mut record_words = record_words.to_vec();
            for (gap, division) in gaps.iter().zip(&divisions) {
                let left = gap.item - usize::from(division.goes_back);
                words[left].extend_from_slice(&gap.words[..division.left]);
                words[gap.item + 1].splice(0..0, gap.words[division.right..].iter().cloned());
                record_words.extend_from_slice(&gap.words[division.left..division.right]);
            }
            if has_trail {
                words[width - 1].extend_from_slice(&trail[..trail_end]);
                words[width - 2].extend_from_slice(&trail[trail_end..]);
            }
            let Some(labels) = label_items(&words, header, &facts, dice, units.len()) else {
                continue;
            };
            if !may_speak_of_record(&record_words) {
                continue;
            }
            let all_words = lead.left.iter().chain(&record_words);
            let spoken = |item: usize| {
                let below = header.map_or(&[][..], |header| &header[item][..]);
                let roles = words[item]
                    .iter()
                    .chain(below)
                    .flat_map(|word| word.roles.iter());
                roles.fold(Roles::NONE, |all, &roles| all.or(roles))
            };
            let labelling = Labelling {
                labels,
                spoken: (0..width).map(spoken).collect(),
                record_roles: all_words.map(|word| word.roles.clone()).collect(),
            };
            if labellings.len() < MOST_LABELLINGS && !labellings.contains(&labelling) {
                labellings.push(labelling);
            }
        }
    }
    LabelledRecords {
        items,
        is_part,
        labellings,
    }
}

/// Returns whether a token stands between a part and its whole.
fn is_of(token: &PlacedToken) -> bool {
    token.is_mark("/")
        || token
            .word()
            .is_some_and(|word| word.roles.contains(&Roles::OF))
}

/// Returns the places in the words of a gap between two words that stand side by side.
fn places_within_phrases(
    tokens: &[PlacedToken],
    unit: &Unit,
    items: &[usize],
    free: &[Word],
) -> BTreeSet<usize> {
    let is_free = |index: usize| {
        let word = tokens[index].word();
        word.is_some_and(|word| free.iter().any(|other| other.text == word.text))
    };
    let places = unit
        .iter()
        .copied()
        .filter(|&index| index > items[0] && index < items[1] && is_free(index))
        .collect_vec();
    if places.len() != free.len() {
        return BTreeSet::new();
    }
    (1..free.len())
        .filter(|&place| places[place] == places[place - 1] + 1)
        .collect()
}

/// Returns whether words can speak of a whole record.
fn may_speak_of_record(words: &[Word]) -> bool {
    let limit = limit_roles(&words.iter().map(|word| &word.roles[..]).collect_vec());
    limit.is_none_or(|roles| roles.has(Roles::OF_GAMES.or(Roles::OTHER)))
}

/// Returns the labels that words give items, `None` if they contradict each other.
fn label_items(
    words: &[Vec<Word>],
    header: Option<&[Vec<Word>]>,
    facts: &[ItemFacts],
    dice: &[Die],
    records: usize,
) -> Option<Vec<Label>> {
    let mut labels: Vec<Label> = Vec::new();
    for (item, facts) in facts.iter().enumerate() {
        let below = header.map_or(&[][..], |header| &header[item][..]);
        let mut roles = words[item]
            .iter()
            .chain(below)
            .map(|word| &word.roles[..])
            .collect_vec();
        if !facts.is_number {
            let of_die = Roles::DIE
                .or(Roles::SIDES)
                .or(Roles::RANK)
                .or(Roles::OPPONENT);
            let can_be_die = limit_roles(&roles).is_none_or(|roles| roles.has(of_die));
            if !can_be_die && header.is_none() && item > 0 {
                return None;
            }
            labels.push(None);
            continue;
        }
        if facts.are_per_cent {
            roles.push(&[Roles::SHARE]);
        }
        if facts.are_ordinal {
            roles.push(&[Roles::RANK]);
        }
        let label = if facts.has_error {
            Some(Roles::OTHER)
        } else {
            limit_roles(&roles)
        };
        if label.is_some_and(Roles::is_empty) {
            return None;
        }
        labels.push(label);
    }
    divide_double_labels(&mut labels, facts)?;
    let fit = labels
        .iter()
        .zip(facts)
        .all(|(label, facts)| label.is_none_or(|label| facts.fit(label, dice, records)));
    fit.then_some(labels)
}

/// Gives each of two numbers its part of a word such as `won:lost`. With one number, that is the
/// quotient; `None` with more.
fn divide_double_labels(labels: &mut [Label], facts: &[ItemFacts]) -> Option<()> {
    let both = Roles::WON_AND_LOST.or(Roles::LOST_AND_WON);
    for item in 0..labels.len() {
        let Some(label) = labels[item].filter(|label| label.has(both)) else {
            continue;
        };
        let same = (item + 1..labels.len())
            .take_while(|&next| {
                facts[next].is_number && labels[next].is_none_or(|other| other == label)
            })
            .count();
        match same {
            0 => labels[item] = Some(Roles::OTHER),
            1 if label == Roles::WON_AND_LOST => {
                (labels[item], labels[item + 1]) = (Some(Roles::WON), Some(Roles::LOST));
            }
            1 => (labels[item], labels[item + 1]) = (Some(Roles::LOST), Some(Roles::WON)),
            _ => return None,
        }
    }
    Some(())
}

/// The numbers of the same item of all records, understood in one way.
#[derive(Clone, Debug)]
pub(super) struct Column {
    pub(super) notation: Notation,
    /// True if the numbers may as well be whole ones with thousands.
    pub(super) is_uncertain: bool,
    pub(super) values: Vec<f64>,
    /// The unit of the last printed digit.
    pub(super) unit: f64,
}

impl Column {
    pub(super) fn is_whole(&self) -> bool {
        self.unit >= 1.0
    }

    pub(super) fn is_constant(&self) -> bool {
        self.values.iter().all_equal()
    }

    pub(super) fn max(&self) -> f64 {
        self.values.iter().copied().fold(f64::MIN, f64::max)
    }

    pub(super) fn min(&self) -> f64 {
        self.values.iter().copied().fold(f64::MAX, f64::min)
    }

    pub(super) fn sum(&self) -> f64 {
        self.values.iter().sum()
    }
}

/// Returns all ways to understand the numbers of a column. Other columns do not tell what their marks
/// mean: programs that group thousands by points print decimals with points, too.
pub(super) fn find_columns(numbers: &[&Numeral]) -> Vec<Column> {
    let find = |notation: Notation| {
        let has = |numeral: &&&Numeral| numeral.value(notation).is_some();
        let is_whole_notation = notation == Notation::Whole;
        if !numbers.iter().any(|numeral| has(&numeral))
            || is_whole_notation && !numbers.iter().all(|numeral| has(&numeral))
        {
            return None;
        }
        let values = numbers
            .iter()
            .map(|numeral| numeral.value(notation).or(numeral.value(Notation::Whole)))
            .collect::<Option<Vec<_>>>()?;
        let is_uncertain = notation == Notation::Decimal
            && numbers.iter().all(|numeral| {
                let thousands = numeral.value(Notation::Thousands);
                thousands.or(numeral.value(Notation::Whole)).is_some()
            });
        let has_large_whole = numbers
            .iter()
            .any(|numeral| numeral.whole().is_some_and(|value| value > 1.0));
        if is_uncertain && has_large_whole {
            return None;
        }
        let decimals = values.iter().map(|value| value.decimals).max()?;
        Some(Column {
            notation,
            is_uncertain,
            values: values.iter().map(|value| value.value).collect(),
            unit: libm::pow(10.0, f64::from(-decimals)),
        })
    };
    Notation::ALL.into_iter().filter_map(find).collect()
}
