//! The column of shares in a table.
//!
//! It is found by its name, or as the quotient of wins and games, or as the only column that is
//! left. If two columns could be the share and say different things, neither is.

use itertools::Itertools;

use super::dice_names::NamedDie;
use super::reading::{PrintedShare, Value};
use super::table::{Coverage, RecordTable};
use super::tokens::Number;
use super::vocabulary::Role;

/// The least mean of shares in per cent. That of right programs is 50, or less where games are
/// drawn; lists of others are to be read, too.
const LEAST_MEAN: f64 = 15.0;
/// The largest mean of shares in per cent.
const LARGEST_MEAN: f64 = 60.0;
/// The factor by which differences of decimals may exceed a unit, as they are not exact in binary.
const ROUNDING: f64 = 1.001;

/// The value of a record, and the number of its line.
#[derive(Clone, Debug)]
pub(super) struct PrintedValue {
    pub(super) value: Value,
    pub(super) line: usize,
}

/// The choice of a column.
pub(super) enum ShareChoice {
    /// The value of each record.
    Values(Vec<PrintedValue>),
    /// Two columns that could both be the share.
    Ambiguous { first: usize, second: usize },
    /// No column can be the share.
    None,
}

impl ShareChoice {
    fn of(values: Option<Vec<PrintedValue>>) -> ShareChoice {
        values.map_or(ShareChoice::None, ShareChoice::Values)
    }

    fn between(left: usize, right: usize) -> ShareChoice {
        ShareChoice::Ambiguous {
            first: left.min(right),
            second: left.max(right),
        }
    }
}

/// A table in which the column of shares is looked for.
pub(super) struct ShareFinder<'a> {
    pub(super) table: RecordTable<'a>,
    /// The die of each record.
    pub(super) dice: &'a [NamedDie],
    /// The number of dice of the file.
    pub(super) dice_of_file: usize,
    /// The column of the numbers that name dice.
    pub(super) die_column: Option<usize>,
    /// The column of ranks.
    pub(super) rank_column: Option<usize>,
}

/// The columns that may say something of shares, by their roles.
struct CandidateColumns {
    shares: Vec<usize>,
    won: Vec<usize>,
    games: Vec<usize>,
    lost: Vec<usize>,
    drawn: Vec<usize>,
    /// The columns without a name, and those whose names say only that they are totals or of dice.
    unnamed: Vec<usize>,
}

/// The shares of games won that follow from a column of wins and the numbers of games.
struct Ratios {
    /// The column of wins.
    won: usize,
    shares: Vec<PrintedValue>,
}

impl ShareFinder<'_> {
    /// Chooses the column of shares.
    pub(super) fn choose(&self) -> ShareChoice {
        let candidates = self.find_candidates();
        let ratios = self.divide_candidates(&candidates);
        match &candidates.shares[..] {
            [] => {}
            &[share] => return self.choose_agreeing(share, ratios.as_ref()),
            shares => return self.choose_among(shares, ratios.as_ref()),
        }
        match (&candidates.won[..], ratios) {
            (_, Some(ratios)) => ShareChoice::Values(ratios.shares),
            (&[won], None) => ShareChoice::of(self.wins(won)),
            (&[first, second, ..], None) => ShareChoice::Ambiguous { first, second },
            ([], None) => self.choose_unnamed(&candidates),
        }
    }

    fn find_candidates(&self) -> CandidateColumns {
        let table = &self.table;
        let free = (0..table.width)
            .filter(|&column| self.is_free(column))
            .collect_vec();
        let called = |role: Role| {
            free.iter()
                .copied()
                .filter(|&column| table.roles(column).contains(&role))
                .collect_vec()
        };
        let says_otherwise = |column: usize| {
            let roles = table.roles(column);
            [Role::Lost, Role::Drawn, Role::Error, Role::Other]
                .iter()
                .any(|role| roles.contains(role))
        };
        let shares = called(Role::Share)
            .into_iter()
            .filter(|&column| !says_otherwise(column))
            .collect_vec();
        let won = called(Role::Won)
            .into_iter()
            .filter(|&column| !shares.contains(&column) && !says_otherwise(column))
            .filter(|&column| table.amounts(column).is_some())
            .collect_vec();
        let games = called(Role::Games)
            .into_iter()
            .filter(|&column| table.counts(column).is_some())
            .filter(|column| !won.contains(column) && !shares.contains(column))
            .collect_vec();
        let unnamed = free
            .iter()
            .copied()
            .filter(|&column| {
                let roles = table.roles(column);
                !shares.contains(&column)
                    && !says_otherwise(column)
                    && !roles.contains(&Role::Games)
                    && !roles.contains(&Role::Won)
            })
            .collect_vec();
        CandidateColumns {
            shares: self.without_interval_ends(shares),
            won,
            games,
            lost: called(Role::Lost),
            drawn: called(Role::Drawn),
            unnamed,
        }
    }

    /// Returns whether a column may say something of shares: it is not one of ranks, and neither
    /// one of the numbers of dice nor of their numbers of sides, by its name or by its numbers.
    fn is_free(&self, column: usize) -> bool {
        let table = &self.table;
        if Some(column) == self.die_column || Some(column) == self.rank_column {
            return false;
        }
        let roles = table.roles(column);
        if roles.contains(&Role::Sides) || roles.contains(&Role::Rank) {
            return false;
        }
        let Some(numbers) = table.wholes(column) else {
            return true;
        };
        let records = table.records.len();
        let is_number_of_die = numbers.iter().all(|number| *number <= records as u64);
        let is_letter = table.cells(column).all(|cell| cell.is_named_by_letter);
        if roles.contains(&Role::Die) && (is_number_of_die || !is_letter) {
            return false;
        }
        let is_sides = numbers
            .iter()
            .zip(self.dice)
            .all(|(number, named)| *number == named.faces.len() as u64);
        let are_numbers_from = |first: u64| {
            numbers
                .iter()
                .zip(self.dice)
                .all(|(number, named)| named.die.is_some_and(|die| *number == die as u64 + first))
        };
        let counts_lines = numbers.len() > 1 && table.is_in_order(column);
        // A name outweighs what the numbers look like. But if it says that they are shares, that of
        // one die may equal such a number by chance, those of several do not.
        let is_name_decisive = !roles.is_empty() && (records == 1 || !roles.contains(&Role::Share));
        is_name_decisive
            || !(is_sides || are_numbers_from(0) || are_numbers_from(1) || counts_lines)
    }

    /// Drops columns that are ends of an interval around another of `shares`, unless all are.
    fn without_interval_ends(&self, shares: Vec<usize>) -> Vec<usize> {
        let is_end = |column: usize| {
            shares
                .iter()
                .cartesian_product(&shares)
                .any(|(&middle, &low)| {
                    (column == low || column == low + 1) && self.is_interval_around(low, middle)
                })
        };
        let kept = shares
            .iter()
            .copied()
            .filter(|&column| !is_end(column))
            .collect_vec();
        if kept.is_empty() { shares } else { kept }
    }

    /// Returns whether the column `low` and the next one are the ends of an interval around
    /// `middle`: both stand in one bracket, in which that does not, and its number between theirs.
    fn is_interval_around(&self, low: usize, middle: usize) -> bool {
        let high = low + 1;
        high < self.table.width
            && middle != low
            && middle != high
            && self.table.records.iter().all(|record| {
                let [low, middle, high] = [low, middle, high].map(|column| &record.numbers[column]);
                low.bracket.is_some()
                    && low.bracket == high.bracket
                    && low.bracket != middle.bracket
                    && low.number.value <= middle.number.value
                    && middle.number.value <= high.number.value
            })
    }

    /// Divides the wins of the only column of these by the games, where both are printed: the games
    /// themselves, or losses and perhaps draws.
    fn divide_candidates(&self, candidates: &CandidateColumns) -> Option<Ratios> {
        let &[won] = &candidates.won[..] else {
            return None;
        };
        let only = |columns: &[usize]| {
            columns
                .iter()
                .filter_map(|&column| self.game_counts(column))
                .exactly_one()
                .ok()
        };
        let games = match (
            only(&candidates.games),
            only(&candidates.lost),
            only(&candidates.drawn),
        ) {
            (Some(games), ..) => games,
            (None, Some(lost), drawn) => {
                let drawn = drawn.unwrap_or_else(|| vec![0; lost.len()]);
                self.sum_games(won, &lost, &drawn)?
            }
            _ => return None,
        };
        self.divide(won, &games)
    }

    /// Returns the counts of a column that is not called a share.
    fn game_counts(&self, column: usize) -> Option<Vec<u64>> {
        let is_share = self.table.roles(column).contains(&Role::Share);
        self.table.counts(column).filter(|_| !is_share)
    }

    /// Adds up wins, losses and draws. `None` if the sums differ, as all dice have played the same
    /// number of games: something is missing then.
    fn sum_games(&self, won: usize, lost: &[u64], drawn: &[u64]) -> Option<Vec<u64>> {
        let games: Vec<u64> = self
            .table
            .counts(won)?
            .iter()
            .zip(lost)
            .zip(drawn)
            .map(|((won, lost), drawn)| won.checked_add(*lost)?.checked_add(*drawn))
            .collect::<Option<_>>()?;
        games.iter().all_equal().then_some(games)
    }

    /// Divides the wins of a column by these numbers of games; `None` if they cannot be the games.
    fn divide(&self, won: usize, games: &[u64]) -> Option<Ratios> {
        let wins = self.table.amounts(won)?;
        let is_possible = wins
            .iter()
            .zip(games)
            .all(|(wins, games)| *wins <= *games as f64 && *games > 0);
        is_possible.then(|| Ratios {
            won,
            shares: wins
                .iter()
                .zip(games)
                .zip(self.table.cells(won))
                .map(|((wins, games), cell)| PrintedValue {
                    value: Value::Share(PrintedShare::of_games(*wins, *games as f64)),
                    line: cell.line,
                })
                .collect(),
        })
    }

    /// Returns the shares of a column. If it is called so, all are percentages if one is.
    fn shares(&self, column: usize) -> Vec<PrintedValue> {
        let table = &self.table;
        let is_called = table.roles(column).contains(&Role::Share);
        let are_per_cent = is_called && table.cells(column).any(|cell| cell.number.is_per_cent);
        table
            .cells(column)
            .map(|cell| PrintedValue {
                value: Value::Share(PrintedShare {
                    value: cell.number.value,
                    text: cell.number.text.clone(),
                    is_per_cent: are_per_cent || cell.number.is_per_cent,
                }),
                line: cell.line,
            })
            .collect()
    }

    fn shares_if(&self, is_plausible: bool, column: usize) -> ShareChoice {
        if is_plausible {
            ShareChoice::Values(self.shares(column))
        } else {
            ShareChoice::None
        }
    }

    /// Returns whether two columns give the same shares, as exactly as they are printed.
    fn is_same(&self, left: usize, right: usize) -> bool {
        let [left_scale, right_scale] = [left, right].map(|column| self.table.scale(column));
        self.table.records.iter().all(|record| {
            let [left, right] = [left, right].map(|column| &record.numbers[column].number);
            let unit = unit(left, left_scale).max(unit(right, right_scale));
            (left_scale * left.value - right_scale * right.value).abs() <= unit * ROUNDING
        })
    }

    /// Returns whether wins of games say the same as a column of shares.
    fn agrees(&self, share: usize, ratios: &Ratios) -> bool {
        let scale = self.table.scale(share);
        self.table
            .cells(share)
            .zip(&ratios.shares)
            .all(|(cell, ratio)| match &ratio.value {
                Value::Share(ratio) => {
                    let unit = unit(&cell.number, scale);
                    (scale * cell.number.value - ratio.value).abs() <= unit * ROUNDING
                }
                Value::Wins(_) | Value::OrderOnly => false,
            })
    }

    /// Chooses the column of shares, unless wins of games are there and say something else.
    fn choose_agreeing(&self, share: usize, ratios: Option<&Ratios>) -> ShareChoice {
        match ratios {
            Some(ratios) if !self.agrees(share, ratios) => ShareChoice::Ambiguous {
                first: share,
                second: ratios.won,
            },
            _ => ShareChoice::Values(self.shares(share)),
        }
    }

    /// Chooses one of several columns of shares: that with most decimals if they are the same, or
    /// the total of the others.
    fn choose_among(&self, shares: &[usize], ratios: Option<&Ratios>) -> ShareChoice {
        let table = &self.table;
        let decimals_of_percent =
            |column: usize| table.decimals(column) as f64 + libm::log10(1.0 / table.scale(column));
        let finest = shares.iter().copied().max_by(|&left, &right| {
            decimals_of_percent(left).total_cmp(&decimals_of_percent(right))
        });
        let Some(finest) = finest else {
            return ShareChoice::None;
        };
        let differing = shares
            .iter()
            .copied()
            .find(|&column| !self.is_same(finest, column));
        let Some(differing) = differing else {
            return self.choose_agreeing(finest, ratios);
        };
        let total = shares
            .iter()
            .copied()
            .filter(|&column| table.roles(column).contains(&Role::Total))
            .exactly_one();
        match total {
            Ok(total) => self.choose_agreeing(total, ratios),
            Err(_) => ShareChoice::between(finest, differing),
        }
    }

    /// Returns the numbers of a column as numbers of games won, if they are counts and not all 0.
    fn wins(&self, column: usize) -> Option<Vec<PrintedValue>> {
        let wins = self.table.counts(column)?;
        let is_possible = wins.iter().any(|wins| *wins > 0);
        is_possible.then(|| {
            wins.into_iter()
                .zip(self.table.cells(column))
                .map(|(wins, cell)| PrintedValue {
                    value: Value::Wins(wins),
                    line: cell.line,
                })
                .collect()
        })
    }

    /// Chooses among columns without a name: the only one, or wins beside games, which are the same
    /// everywhere, or the shares beside both of them.
    fn choose_unnamed(&self, candidates: &CandidateColumns) -> ShareChoice {
        match (&candidates.unnamed[..], &candidates.games[..]) {
            ([], _) => ShareChoice::None,
            (&[column], []) => self.choose_plausible(column),
            (&[column], &[games]) => ShareChoice::of(self.divide_evenly(column, games)),
            (&[_], _) => ShareChoice::None,
            (columns @ &[first, second, ..], _) => columns
                .iter()
                .filter(|&&column| self.is_constant(column))
                .find_map(|&games| self.values_beside_games(columns, games))
                .map_or(
                    ShareChoice::Ambiguous { first, second },
                    ShareChoice::Values,
                ),
        }
    }

    fn is_constant(&self, column: usize) -> bool {
        self.table
            .counts(column)
            .is_some_and(|numbers| numbers.len() > 1 && numbers.iter().all_equal())
    }

    /// Returns the shares that follow from columns without a name, of which `games` are the games:
    /// 14961 of 20000 are 74.81 %, and what agrees is one statement.
    fn values_beside_games(&self, columns: &[usize], games: usize) -> Option<Vec<PrintedValue>> {
        let remaining = columns
            .iter()
            .copied()
            .filter(|&column| column != games)
            .collect_vec();
        match remaining[..] {
            [left, right] => [(left, right), (right, left)]
                .into_iter()
                .find(|&(won, share)| {
                    self.table.has_decimals(share)
                        && self
                            .game_counts(games)
                            .and_then(|games| self.divide(won, &games))
                            .is_some_and(|ratios| self.agrees(share, &ratios))
                })
                .map(|(_, share)| self.shares(share)),
            [won] => self.divide_evenly(won, games),
            _ => None,
        }
    }

    /// Divides the wins of a column by the games of another, if their shares are one half on
    /// average.
    fn divide_evenly(&self, won: usize, games: usize) -> Option<Vec<PrintedValue>> {
        let ratios = self.divide(won, &self.game_counts(games)?)?;
        let sum: f64 = ratios
            .shares
            .iter()
            .map(|printed| match &printed.value {
                Value::Share(share) => share.value,
                Value::Wins(_) | Value::OrderOnly => f64::NAN,
            })
            .sum();
        let mean = sum / self.dice_of_file as f64;
        ((mean - 50.0).abs() < 0.01).then_some(ratios.shares)
    }

    /// Chooses a column without a name, if its numbers can be shares or wins by their mean, their
    /// sum or their size.
    fn choose_plausible(&self, column: usize) -> ShareChoice {
        let summary = ColumnSummary::new(&self.table, column, self.dice_of_file);
        if self.table.coverage == Coverage::Any {
            // A single line beside a list in the exact form needs no usual mean.
            let is_share = !summary.has_words && summary.most <= 100.0 && !summary.may_be_thousands;
            return self.shares_if(is_share, column);
        }
        let has_usual_sum = summary.is_half || summary.is_of_all_games;
        if summary.decimals == 0 || summary.may_be_thousands && !has_usual_sum {
            return self.choose_whole_numbers(column, &summary);
        }
        let is_plausible = if summary.has_words {
            has_usual_sum
        } else {
            summary.most <= 100.0 + summary.unit
                && (LEAST_MEAN..=LARGEST_MEAN).contains(&summary.mean)
                || summary.is_of_all_games
        };
        self.shares_if(is_plausible, column)
    }

    /// Chooses a column of whole numbers: as percentages if their sum says so, or else as wins, if
    /// they can be such. If some are negative, they are percentages that are wrong.
    fn choose_whole_numbers(&self, column: usize, summary: &ColumnSummary) -> ShareChoice {
        let Some(counts) = self.table.counts(column) else {
            let has_negative = self.table.cells(column).any(|cell| cell.number.value < 0.0);
            return self.shares_if(has_negative && summary.mean.abs() <= LARGEST_MEAN, column);
        };
        // The sum of all shares, and the points by which it may be off: each die is rounded by half
        // a point at most.
        let half = self.dice_of_file as f64 / 2.0;
        let is_percentage = summary.most <= 100.0
            && !summary.may_be_thousands
            && ((summary.sum - 100.0 * half).abs() <= half || summary.is_of_all_games);
        if is_percentage {
            return ShareChoice::Values(self.shares(column));
        }
        let are_wins = are_wins_of_all(&counts, self.dice_of_file)
            || summary.most > 100.0 && !summary.has_words && !summary.may_be_thousands;
        ShareChoice::of(self.wins(column).filter(|_| are_wins))
    }
}

/// Returns the unit to which a number with this scale is rounded.
fn unit(number: &Number, scale: f64) -> f64 {
    scale * libm::pow(0.1, number.decimals as f64)
}

/// Returns whether all dice may have won these numbers of the same number of games.
fn are_wins_of_all(wins: &[u64], dice: usize) -> bool {
    let sum = wins
        .iter()
        .fold(0u64, |sum, wins| sum.saturating_add(*wins));
    let pairings = (dice * (dice - 1) / 2) as u64;
    let most = (sum / pairings).saturating_mul(dice as u64 - 1);
    wins.len() == dice
        && sum > 0
        && sum.is_multiple_of(pairings)
        && wins.iter().all(|wins| *wins <= most)
}

/// Properties of a column without a name.
struct ColumnSummary {
    /// True if there are unknown words beside its numbers, or it is a total.
    has_words: bool,
    /// The largest number of decimals.
    decimals: usize,
    /// The unit to which its percentages are rounded.
    unit: f64,
    /// The largest percentage, at least 0.
    most: f64,
    /// The sum of the percentages.
    sum: f64,
    /// The mean of the percentages.
    mean: f64,
    /// True if its percentages are one half on average.
    is_half: bool,
    /// True if its percentages are those of all dice and add up to 100: they are shares of the
    /// games of all dice.
    is_of_all_games: bool,
    /// True if its numbers may be whole ones with marks of thousands.
    may_be_thousands: bool,
}

impl ColumnSummary {
    fn new(table: &RecordTable, column: usize, dice: usize) -> ColumnSummary {
        let scale = table.scale(column);
        let numbers = table.cells(column).map(|cell| &cell.number).collect_vec();
        let percents = numbers.iter().map(|number| scale * number.value);
        let sum: f64 = percents.clone().sum();
        let mean = sum / numbers.len() as f64;
        let decimals = table.decimals(column);
        let unit = scale * libm::pow(0.1, decimals as f64);
        ColumnSummary {
            has_words: table
                .cells(column)
                .any(|cell| cell.has_strange_word || cell.has_role(Role::Total)),
            decimals,
            unit,
            most: percents.fold(0.0, f64::max),
            sum,
            mean,
            is_half: (mean - 50.0).abs() <= unit,
            is_of_all_games: numbers.len() == dice
                && (sum - 100.0).abs() <= unit * numbers.len() as f64,
            may_be_thousands: numbers
                .iter()
                .any(|number| number.thousands.is_some() && number.whole.is_none())
                && table.counts(column).is_some(),
        }
    }
}
