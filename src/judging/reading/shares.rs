//! Ways to get the shares of dice from the columns of a record set.

use std::collections::BTreeMap;

use itertools::Itertools;

use super::interpretation::Interpretation;
use super::labels::Column;
use super::numeral::{Notation, Per};
use super::words::{Label, Roles};

/// Shares that some columns may say, in the order of the records.
#[derive(Clone, Debug)]
pub(super) struct ShareReading {
    /// In per cent.
    pub(super) shares: Vec<f64>,
    /// The games of each die, if the columns say them.
    pub(super) games: Vec<f64>,
    /// The printed unit of the shares, in per cent.
    pub(super) unit: f64,
    pub(super) source: ShareSource,
    /// By so much the printed numbers were multiplied to make them percentages, be it of the games
    /// of all dice; or to make wins percentages.
    pub(super) scale: f64,
    /// True if words call the numbers what they are taken for.
    pub(super) is_named: bool,
    /// True if numbers of the text confirm each other.
    pub(super) is_proven: bool,
    /// True if only a proof makes it credible.
    needs_proof: bool,
    /// True if the shares cannot be true.
    pub(super) is_impossible: bool,
    /// The items that are used; the first one says how often a die has won.
    pub(super) items: Vec<usize>,
}

impl ShareReading {
    /// Creates a reading that no word and no other number confirms.
    fn new(source: ShareSource, items: Vec<usize>, shares: Vec<f64>) -> ShareReading {
        let is_possible = source == ShareSource::WinsOfUnknown
            || shares
                .iter()
                .all(|share| (0.0..=100.0 + TINY).contains(share));
        ShareReading {
            shares,
            games: Vec::new(),
            unit: 0.0,
            source,
            scale: 1.0,
            is_named: false,
            is_proven: false,
            needs_proof: false,
            is_impossible: !is_possible,
            items,
        }
    }
}

/// The columns that say a share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ShareSource {
    /// Shares, as they are printed.
    Share,
    /// Shares of the games of all dice.
    ShareOfAll,
    /// Wins, and the games of a die.
    WinsOfGames,
    /// Losses, and the games of a die, of which none was drawn.
    LossesOfGames,
    /// Wins and losses, perhaps draws.
    WinsAndLosses,
    /// Wins alone, which give the number of games together.
    Wins,
    /// Wins alone, of a number of games that is not known.
    WinsOfUnknown,
    /// Nothing but the order of the entries.
    Order,
}

/// The columns of a record set that may speak of games.
pub(super) struct ShareColumns<'a> {
    /// The ways to understand each item.
    pub(super) columns: BTreeMap<usize, &'a [Column]>,
    /// The sign behind the numbers of each item, if it is the same.
    pub(super) signs: &'a [Per],
    pub(super) labels: &'a [Label],
    /// For each item, whether it is a part of the next one.
    pub(super) is_part: &'a [bool],
    /// What the words of each item speak of, even if that does not limit it.
    pub(super) spoken: &'a [Roles],
    /// True if games can be drawn, so that wins and losses of all dice need not be as many.
    pub(super) can_draw: bool,
    /// True if there is one way only to give words to numbers.
    pub(super) has_plain_words: bool,
}

/// A rounding error of sums of floating-point numbers.
const TINY: f64 = 1e-6;

impl ShareColumns<'_> {
    fn may_be(&self, item: usize, role: Roles) -> bool {
        self.labels[item].is_none_or(|label| label.has(role))
    }

    fn is_called(&self, item: usize, role: Roles) -> bool {
        self.labels[item].is_some_and(|label| label.has(role))
    }

    fn is_only(&self, item: usize, role: Roles) -> bool {
        self.labels[item] == Some(role)
    }

    fn is_constant(&self, item: usize) -> bool {
        self.columns[&item].iter().all(Column::is_constant)
    }

    /// Returns the ways to understand an item as numbers of games.
    fn counts(&self, item: usize) -> impl Iterator<Item = &Column> + Clone {
        self.columns[&item].iter().filter(|column| {
            column.notation != Notation::Letter && !column.is_uncertain && column.min() >= 0.0
        })
    }

    /// Returns all shares that the columns may say.
    pub(super) fn read(&self) -> Vec<ShareReading> {
        let mut readings = Vec::new();
        for &item in self.columns.keys() {
            self.add_shares(item, &mut readings);
        }
        let mut ratios = Vec::new();
        for &item in self.columns.keys() {
            if self.may_be(item, Roles::WON) {
                self.add_wins_of_games(item, &mut ratios);
                self.add_wins_and_losses(item, &mut ratios);
            }
            if self.is_only(item, Roles::LOST) && !self.can_draw {
                self.add_losses_of_games(item, &mut ratios);
            }
        }
        let has_other_counts = self
            .columns
            .keys()
            .any(|&item| self.is_only(item, Roles::GAMES) || self.is_only(item, Roles::LOST));
        if !has_other_counts {
            for &wins in self.columns.keys() {
                if ratios.iter().all(|ratio| ratio.items[0] != wins) {
                    self.add_wins(wins, &mut readings);
                }
            }
        }
        readings.extend(ratios);
        self.discard_summands(&mut readings);
        self.prefer_totals(&mut readings);
        confirm(&mut readings);
        readings
    }

    /// Adds the shares that a single item may say.
    fn add_shares(&self, item: usize, readings: &mut Vec<ShareReading>) {
        let has_sign = self.signs[item] != Per::Unsaid;
        if !self.may_be(item, Roles::SHARE) {
            return;
        }
        for column in self.columns[&item] {
            // Whole wins with the sum of shares are shares, too: of a hundred games of each die.
            let is_whole_win = self.is_called(item, Roles::WON)
                && column.is_whole()
                && !has_sign
                && (self.can_draw || !fits_sum(&column.values, column.unit));
            if column.notation == Notation::Letter || is_whole_win {
                continue;
            }
            let dice = column.values.len() as f64;
            let is_named =
                self.is_called(item, Roles::SHARE) && !self.is_called(item, Roles::OTHER);
            let is_plain = is_named && !self.is_called(item, Roles::WON);
            let (max, unit) = (column.max(), column.unit);
            let scales: &[f64] = match self.signs[item] {
                Per::Cent => &[1.0],
                Per::Mille => &[0.1],
                Per::Unsaid if self.spoken[item].has(Roles::MILLE) => &[0.1],
                Per::Unsaid if max <= 1.0 + unit && !column.is_whole() => &[100.0],
                // Either may be meant; the sum tells, or nothing.
                Per::Unsaid if max <= 2.0 && is_named => &[100.0, 1.0],
                Per::Unsaid if max <= 100.0 + unit || is_plain => &[1.0],
                Per::Unsaid => &[],
            };
            for scale in scales {
                let shares = column
                    .values
                    .iter()
                    .map(|value| value * scale)
                    .collect_vec();
                let unit = unit * scale;
                // With thousands, wins may have this sum. The sum of shares they have only if they
                // are those shares, of 100000 games of each die.
                let is_of_all = !(self.can_draw || column.is_uncertain)
                    && dice > 2.0
                    && (shares.iter().sum::<f64>() - 100.0).abs() <= dice * unit + TINY
                    && dice * unit < 1.0;
                if is_of_all {
                    let of_each = shares.iter().map(|share| share * dice / 2.0).collect();
                    readings.push(ShareReading {
                        is_proven: self.is_sum_proven(&shares, unit, 100.0),
                        unit: unit * dice / 2.0,
                        scale: *scale,
                        is_named,
                        is_impossible: false,
                        ..ShareReading::new(ShareSource::ShareOfAll, vec![item], of_each)
                    });
                    continue;
                }
                let is_proven = self.is_sum_proven(&shares, unit, 50.0 * dice);
                let is_met = !self.can_draw
                    && fits_sum(&shares, unit)
                    && (!column.is_whole() || self.is_alone(item));
                let is_free = !column.is_whole() && !self.is_constant(item) && column.min() >= 0.0;
                let is_alone = is_free && self.is_alone(item) && !may_be_quotients(column);
                let is_likely = is_met || is_named || is_alone;
                // These are no thousands, whatever can be drawn.
                let is_decimal = is_named && meets_by_no_chance(&shares, unit, 50.0 * dice);
                let is_certain = !column.is_uncertain || is_proven || is_plain || is_decimal;
                // What no word calls shares or wins may be any quantity.
                let is_credible =
                    self.spoken[item].has(Roles::SHARE.or(Roles::WON)) || self.is_near_sum(&shares);
                if is_certain && is_credible && (is_proven || is_likely || is_free) {
                    readings.push(ShareReading {
                        needs_proof: !(is_proven || is_plain || is_likely),
                        is_impossible: column.max() * scale > 100.0 + unit
                            || column.min() < 0.0
                            || column.max() == 0.0 && !self.can_draw
                            || scales.len() > 1 && !(is_met || self.can_draw && max <= 1.0)
                            || !(is_named || is_met),
                        unit,
                        scale: *scale,
                        is_named,
                        is_proven,
                        ..ShareReading::new(ShareSource::Share, vec![item], shares)
                    });
                }
            }
        }
    }

    /// Returns whether no other numbers without words may be what this item is taken for.
    fn is_alone(&self, item: usize) -> bool {
        self.columns
            .keys()
            .all(|&other| other == item || self.labels[other].is_some() || self.is_constant(other))
    }

    /// Returns whether faults of counting or of rounding leave shares this sum.
    fn is_near_sum(&self, shares: &[f64]) -> bool {
        /// The largest part by which the sum of such shares is too large or too small.
        const LARGEST_FAULT: f64 = 0.2;
        let part = shares.iter().sum::<f64>() / (50.0 * shares.len() as f64);
        part <= 1.0 + LARGEST_FAULT && (self.can_draw || part >= 1.0 - LARGEST_FAULT)
    }

    /// Returns whether a sum proves what shares are: where games can be drawn, points have it, too.
    fn is_sum_proven(&self, shares: &[f64], unit: f64, target: f64) -> bool {
        !self.can_draw && meets_by_no_chance(shares, unit, target)
    }

    /// Adds the quotients of wins and games.
    fn add_wins_of_games(&self, wins: usize, readings: &mut Vec<ShareReading>) {
        for &games in self.columns.keys() {
            if games == wins || !self.may_be(games, Roles::GAMES) {
                continue;
            }
            for (won, played) in self.counts(wins).cartesian_product(self.counts(games)) {
                readings.extend(self.divide_by_games(wins, won, games, played));
            }
        }
    }

    fn divide_by_games(
        &self,
        wins: usize,
        won: &Column,
        games: usize,
        played: &Column,
    ) -> Option<ShareReading> {
        let dice = won.values.len();
        let is_other_notation = won.notation != played.notation
            && won.notation != Notation::Whole
            && played.notation != Notation::Whole;
        let is_part = self.is_part[wins] && games == wins + 1;
        let is_others_whole = !is_part && games > 0 && self.is_part[games - 1];
        let are_called_games = self.is_called(games, Roles::GAMES);
        let are_called_wins = self.is_called(wins, Roles::WON);
        let is_whole_known = are_called_games
            || (self.is_constant(games) || is_part) && played.min() > (dice - 1) as f64;
        let shares = quotients(&won.values, &played.values);
        let fits = self.fits_own_games(&shares, played);
        let is_decimal_odd = won.notation == Notation::Decimal
            && !(are_called_wins && (are_called_games || is_part) && fits)
            && !(played.notation == Notation::Decimal && (is_part || are_called_games));
        // As many games as opponents are duels.
        let are_duels = dice > 2
            && played
                .values
                .iter()
                .all(|&games| games == (dice - 1) as f64);
        let is_impossible_ratio = won
            .values
            .iter()
            .zip(&played.values)
            .any(|(&won, &played)| played <= 0.0 || won > played);
        let is_plain =
            self.has_plain_words && are_called_wins && are_called_games && played.min() > 0.0;
        if is_other_notation
            || !is_whole_known
            || is_decimal_odd
            || are_duels
            || is_others_whole && !are_called_games
            || is_impossible_ratio && !is_plain
        {
            return None;
        }
        if self.labels[wins].is_none()
            && are_called_games
            && !self.is_rest(wins, won, games, played)
        {
            return None;
        }
        let total = won.sum();
        let is_exact = dice > 2
            && played.is_constant()
            && played.values[0] >= 50.0
            && (total - played.values[0] * dice as f64 / 2.0).abs() < TINY
            && !self.can_draw;
        let is_credible = fits || are_called_games || is_part;
        let is_constant = won.is_constant() && !self.is_only(games, Roles::GAMES);
        if !are_called_wins && (!is_credible || won.is_constant()) || is_constant {
            return None;
        }
        let unit = if won.unit < 1.0 {
            100.0 * won.unit / played.max()
        } else {
            0.0
        };
        // Losses have the sum of wins; other numbers tell which ones they are.
        let items = [wins, games];
        let rest = complements(&shares);
        let are_losses = self.labels[wins].is_none()
            && self.is_printed(&rest, items)
            && !self.is_printed(&shares, items);
        Some(ShareReading {
            needs_proof: false,
            is_impossible: is_impossible_ratio || won.is_constant(),
            shares: if are_losses { rest } else { shares },
            games: played.values.clone(),
            unit,
            source: if are_losses {
                ShareSource::LossesOfGames
            } else {
                ShareSource::WinsOfGames
            },
            scale: 1.0,
            is_named: are_called_wins,
            is_proven: is_exact || are_losses,
            items: items.to_vec(),
        })
    }

    /// Adds the shares that losses and games leave, where none was drawn.
    fn add_losses_of_games(&self, losses: usize, readings: &mut Vec<ShareReading>) {
        for &games in self.columns.keys() {
            if games == losses || !self.is_called(games, Roles::GAMES) {
                continue;
            }
            for (lost, played) in self.counts(losses).cartesian_product(self.counts(games)) {
                let are_possible = lost
                    .values
                    .iter()
                    .zip(&played.values)
                    .all(|(&lost, &played)| played > 0.0 && lost <= played);
                let shares = complements(&quotients(&lost.values, &played.values));
                let are_duels = played.max() <= (lost.values.len() - 1) as f64;
                let are_counts = lost.is_whole() && played.is_whole() && !are_duels;
                if are_possible && are_counts && self.fits_own_games(&shares, played) {
                    let items = vec![losses, games];
                    readings.push(ShareReading {
                        games: played.values.clone(),
                        is_named: true,
                        is_impossible: false,
                        ..ShareReading::new(ShareSource::LossesOfGames, items, shares)
                    });
                }
            }
        }
    }

    /// Returns whether numbers that are none of these items say shares that are not all alike.
    fn is_printed(&self, shares: &[f64], items: [usize; 2]) -> bool {
        self.columns
            .iter()
            .filter(|(item, _)| !items.contains(item) && self.may_be(**item, Roles::SHARE))
            .flat_map(|(_, columns)| columns.iter())
            .filter(|column| column.notation != Notation::Letter && !column.is_constant())
            .any(|column| {
                let scale = if column.max() <= 1.0 { 100.0 } else { 1.0 };
                let values = column.values.iter().map(|value| value * scale);
                are_close(&values.collect_vec(), shares, column.unit * scale)
            })
    }

    /// Returns whether shares can be those of dice that each played games of their own.
    fn fits_own_games(&self, shares: &[f64], played: &Column) -> bool {
        /// So many standard errors are not exceeded.
        const FARTHEST: f64 = 6.0;
        let dice = shares.len() as f64;
        let error = 50.0 * (dice / played.min().max(1.0)).sqrt();
        let gap = shares.iter().sum::<f64>() - 50.0 * dice;
        gap <= FARTHEST * error && (self.can_draw || gap >= -FARTHEST * error)
    }

    /// Returns whether numbers without words can be wins beside games: other numbers without words
    /// must be the remaining games.
    fn is_rest(&self, wins: usize, won: &Column, games: usize, played: &Column) -> bool {
        let others = self
            .columns
            .keys()
            .filter(|&&item| item != wins && item != games && self.labels[item].is_none())
            .filter_map(|&item| self.counts(item).next())
            .filter(|column| {
                column.is_whole() && !column.is_constant() && column.max() > won.values.len() as f64
            })
            .collect_vec();
        others.is_empty()
            || (0..won.values.len()).all(|record| {
                let rest: f64 = others.iter().map(|column| column.values[record]).sum();
                won.values[record] + rest == played.values[record]
            })
    }

    /// Adds the quotients of wins, and of wins and losses, perhaps with draws.
    fn add_wins_and_losses(&self, wins: usize, readings: &mut Vec<ShareReading>) {
        let are_called_wins = self.is_called(wins, Roles::WON);
        let draws = self
            .columns
            .keys()
            .filter(|&&item| item != wins && self.is_called(item, Roles::DRAWN))
            .filter_map(|&item| Some((item, self.counts(item).next()?)))
            .next();
        for &losses in self.columns.keys() {
            let are_losses = self.is_only(losses, Roles::LOST);
            let may_be_losses = self.labels[losses].is_none() && self.labels[wins].is_none();
            if losses == wins
                || !are_losses && !may_be_losses
                || draws.is_some_and(|(item, _)| item == losses)
            {
                continue;
            }
            for (won, lost) in self.counts(wins).cartesian_product(self.counts(losses)) {
                let is_other_notation = won.notation != lost.notation
                    && won.notation != Notation::Whole
                    && lost.notation != Notation::Whole;
                let are_decimal = [won, lost]
                    .iter()
                    .any(|column| column.notation == Notation::Decimal);
                if are_decimal || is_other_notation {
                    continue;
                }
                let played = (0..won.values.len())
                    .map(|record| {
                        let drawn = draws.map_or(0.0, |(_, drawn)| drawn.values[record]);
                        won.values[record] + lost.values[record] + drawn
                    })
                    .collect_vec();
                let dice = won.values.len();
                let are_equal = played.iter().all_equal() && played[0] > (dice - 1) as f64;
                let are_known = are_called_wins && are_losses || are_equal;
                let may_lack_draws = self.can_draw && draws.is_none() && !(are_equal && dice > 2);
                let has_none = played.iter().any(|&played| played <= 0.0);
                let are_duels =
                    dice > 2 && played.iter().all(|&played| played == (dice - 1) as f64);
                if has_none || !are_known || may_lack_draws || are_duels {
                    continue;
                }
                // Without words, either could be the wins.
                let items = [wins, losses]
                    .into_iter()
                    .chain(draws.map(|(item, _)| item))
                    .collect();
                let shares = quotients(&won.values, &played);
                readings.push(ShareReading {
                    games: played,
                    is_named: are_called_wins,
                    is_impossible: won.is_constant() && dice > 2,
                    ..ShareReading::new(ShareSource::WinsAndLosses, items, shares)
                });
            }
        }
    }

    /// Adds the shares of wins alone, if all together are those of a number of games per pairing
    /// that somebody would choose.
    fn add_wins(&self, wins: usize, readings: &mut Vec<ShareReading>) {
        let is_named = self.is_called(wins, Roles::WON);
        let has_draws = self.columns.keys().any(|&item| {
            self.is_called(item, Roles::DRAWN) && self.counts(item).any(|column| column.max() > 0.0)
        });
        // Any two numbers have the sum of two dice's wins.
        let is_unnamed = self.columns.len() == 1 && self.labels[wins].is_none();
        let is_only = is_named || is_unnamed && self.columns[&wins][0].values.len() > 2;
        let has_games = self.columns.keys().any(|&item| {
            // Such as the 6 of „Platz 1 von 6“.
            let is_small = |column: &Column| column.max() <= column.values.len() as f64;
            item != wins && self.labels[item].is_none() && !self.counts(item).all(is_small)
        });
        if has_draws || self.is_constant(wins) || !is_only || has_games {
            return;
        }
        for column in self.counts(wins).filter(|column| column.is_whole()) {
            let is_perhaps_decimal = column.notation == Notation::Thousands
                && self.columns[&wins].iter().any(|other| {
                    other.is_uncertain
                        && other.max() <= 100.0
                        && fits_sum(&other.values, other.unit)
                });
            let dice = column.values.len() as f64;
            let is_perhaps_rating = !is_named && may_be_ratings(column.sum() / dice);
            if is_perhaps_decimal {
                continue;
            }
            readings.push(ShareReading {
                is_named,
                ..self.count_wins(wins, column, !is_perhaps_rating)
            });
        }
    }

    /// Returns the shares of wins alone, or if the number of games does not follow from them, which
    /// it may if `may_add_up`, the wins.
    fn count_wins(&self, item: usize, column: &Column, may_add_up: bool) -> ShareReading {
        let opponents = (column.values.len() - 1) as f64;
        let games = games_of_wins(&column.values).filter(|_| !self.can_draw && may_add_up);
        let (factor, source) = match games {
            Some(games) => (100.0 / (games * opponents), ShareSource::Wins),
            None => (1.0, ShareSource::WinsOfUnknown),
        };
        let wins = column.values.iter();
        ShareReading {
            scale: factor,
            ..ShareReading::new(source, vec![item], wins.map(|wins| factor * wins).collect())
        }
    }

    /// Returns the shares that an interpretation finds in the columns, whatever else they could say.
    pub(super) fn read_as(&self, wanted: &Interpretation) -> Vec<ShareReading> {
        let (Some(source), Some(&first)) = (wanted.shares, wanted.items.first()) else {
            return Vec::new();
        };
        let second = wanted.items.get(1).copied();
        let counts = |item: Option<usize>, role: Roles| {
            let item =
                item.filter(|item| self.columns.contains_key(item) && self.may_be(*item, role));
            let counts = item.into_iter().flat_map(|item| self.counts(item));
            counts
                .filter(|column| column.notation != Notation::Decimal)
                .collect_vec()
        };
        let mut readings = Vec::new();
        match source {
            ShareSource::Share | ShareSource::ShareOfAll => {
                let columns = self.columns.get(&first).into_iter().copied().flatten();
                let is_decimal = |column: &&Column| {
                    matches!(column.notation, Notation::Whole | Notation::Decimal)
                };
                for column in columns.filter(is_decimal) {
                    let of_all = match source {
                        ShareSource::ShareOfAll => column.values.len() as f64 / 2.0,
                        _ => 1.0,
                    };
                    let factor = wanted.scale * of_all;
                    let shares = column.values.iter().map(|value| value * factor);
                    let is_share = self.may_be(first, Roles::SHARE);
                    readings.extend(is_share.then(|| ShareReading {
                        unit: column.unit * factor,
                        scale: wanted.scale,
                        ..ShareReading::new(source, wanted.items.clone(), shares.collect())
                    }));
                }
            }
            ShareSource::WinsOfGames | ShareSource::LossesOfGames => {
                let are_losses = source == ShareSource::LossesOfGames;
                let role = if are_losses { Roles::LOST } else { Roles::WON };
                let numbers = counts(Some(first), role);
                let games = counts(second, Roles::GAMES);
                for (counted, played) in numbers.iter().cartesian_product(&games) {
                    let parts = quotients(&counted.values, &played.values);
                    let shares = if are_losses {
                        complements(&parts)
                    } else {
                        parts
                    };
                    readings.push(ShareReading {
                        games: played.values.clone(),
                        ..ShareReading::new(source, wanted.items.clone(), shares)
                    });
                }
            }
            ShareSource::WinsAndLosses => {
                let numbers = counts(Some(first), Roles::WON);
                let others = counts(second, Roles::LOST);
                let third = wanted.items.get(2).copied();
                let draws = counts(third, Roles::DRAWN);
                for (won, lost) in numbers.iter().cartesian_product(&others) {
                    let drawn = draws.first();
                    let played = (0..won.values.len()).map(|record| {
                        let drawn = drawn.map_or(0.0, |drawn| drawn.values[record]);
                        won.values[record] + lost.values[record] + drawn
                    });
                    let played = played.collect_vec();
                    // Games that were drawn are perhaps not printed.
                    let is_whole = !self.can_draw
                        || drawn.is_some()
                        || played.iter().all_equal() && played.len() > 2;
                    let shares = quotients(&won.values, &played);
                    let reading = || ShareReading {
                        games: played,
                        ..ShareReading::new(source, wanted.items.clone(), shares)
                    };
                    readings.extend(is_whole.then(reading));
                }
            }
            ShareSource::Wins | ShareSource::WinsOfUnknown => {
                let wins = counts(Some(first), Roles::WON);
                readings.extend(
                    wins.iter()
                        .map(|column| self.count_wins(first, column, true)),
                );
            }
            ShareSource::Order => {}
        }
        readings.retain(|reading| reading.shares.iter().all(|share| share.is_finite()));
        readings
    }

    /// Discards wins of which a column has the sum: wins as first, as second, and in all.
    fn discard_summands(&self, readings: &mut Vec<ShareReading>) {
        let varying = self
            .columns
            .keys()
            .copied()
            .filter(|&item| !self.is_constant(item))
            .collect_vec();
        let values = |item: usize| &self.columns[&item][0].values;
        let mut summands = Vec::new();
        for [&left, &right] in varying.iter().array_combinations() {
            let is_sum = |&&sum: &&usize| {
                sum != left
                    && sum != right
                    && values(sum).len() > 2
                    && (0..values(sum).len()).all(|record| {
                        (values(left)[record] + values(right)[record] - values(sum)[record]).abs()
                            < TINY
                    })
                    && !self.is_called(sum, Roles::GAMES)
            };
            if varying.iter().find(is_sum).is_some() {
                summands.extend([left, right]);
            }
        }
        readings.retain(|reading| !summands.contains(&reading.items[0]));
    }

    /// Discards shares and wins of some games beside those of all.
    fn prefer_totals(&self, readings: &mut Vec<ShareReading>) {
        let is_total = |item: usize| self.spoken[item].has(Roles::TOTAL);
        let is_share = |reading: &ShareReading| reading.source == ShareSource::Share;
        let is_total_share = |reading: &ShareReading| {
            is_share(reading) && reading.is_named && is_total(reading.items[0])
        };
        if readings.iter().any(is_total_share) {
            readings.retain(|reading| !is_share(reading) || is_total_share(reading));
        }
        let are_wins = |item: usize| self.is_only(item, Roles::WON);
        if self
            .columns
            .keys()
            .any(|&item| are_wins(item) && is_total(item))
        {
            readings.retain(|reading| !are_wins(reading.items[0]) || is_total(reading.items[0]));
        }
    }
}

/// Returns whether numbers can be wins by losses. All dice together win and lose as often, so what
/// some win more than they lose, others lose; of their games, each has drawn no more than half.
fn may_be_quotients(column: &Column) -> bool {
    let lead = |quotient: &f64| (quotient - 1.0) / (quotient + 1.0);
    let (ahead, behind): (Vec<f64>, Vec<f64>) =
        column.values.iter().map(lead).partition(|lead| *lead > 0.0);
    let (ahead, behind): (f64, f64) = (ahead.iter().sum(), -behind.iter().sum::<f64>());
    let is_balanced = ahead <= 2.0 * behind && behind <= 2.0 * ahead;
    // Of shares, some are larger.
    is_balanced || column.max() <= 10.0 && !column.values.iter().all(|value| *value <= 1.0)
}

/// Returns whether numbers with this mean may be ratings, which keep the mean of their beginning: a
/// number of hundreds between 1000 and 2000.
fn may_be_ratings(mean: f64) -> bool {
    (1000.0..=2000.0).contains(&mean) && mean % 100.0 == 0.0
}

/// Returns the number of games per pairing of which all dice together won these, if none was drawn;
/// `None` if it is none that somebody would choose: more than two dice could have such a sum by
/// chance, unless the number has at most two digits before its zeros.
pub fn games_of_wins(wins: &[f64]) -> Option<f64> {
    let dice = wins.len() as f64;
    let games = wins.iter().sum::<f64>() / (dice * (dice - 1.0) / 2.0);
    let written = format!("{games}");
    let digits = written.trim_end_matches('0');
    let is_chosen = games >= 10.0 && digits.len() <= 2 && digits.len() < written.len();
    let is_possible = wins.iter().all(|&wins| wins <= games * (dice - 1.0));
    let is_whole = games >= 1.0 && games.fract() == 0.0;
    (is_whole && is_possible && (is_chosen || wins.len() == 2)).then_some(games)
}

/// Returns whether shares have the sum of lists without drawn games, of which half are won.
pub(super) fn fits_sum(shares: &[f64], unit: f64) -> bool {
    has_sum(shares, unit, 50.0 * shares.len() as f64)
}

fn has_sum(shares: &[f64], unit: f64, target: f64) -> bool {
    let dice = shares.len() as f64;
    let gap = shares.iter().sum::<f64>() - target;
    // Rounding adds half a unit at most, and cutting off takes one.
    gap <= dice * unit / 2.0 + TINY && gap >= -dice * unit - TINY
}

/// Returns whether shares meet a sum so closely that other numbers hardly ever would.
fn meets_by_no_chance(shares: &[f64], unit: f64, target: f64) -> bool {
    /// The chance of other numbers to meet it.
    const CHANCE: f64 = 2e-3;
    let dice = shares.len() as f64;
    // Independent shares scatter by about half of their mean each.
    let scatter = target / dice.sqrt();
    let is_spread = shares
        .iter()
        .any(|&share| (share - target / dice).abs() > unit);
    has_sum(shares, unit, target) && is_spread && dice * unit / scatter < CHANCE
}

/// Returns the shares of losses of dice that win these shares, or the other way round.
fn complements(shares: &[f64]) -> Vec<f64> {
    shares.iter().map(|share| 100.0 - share).collect()
}

fn quotients(parts: &[f64], wholes: &[f64]) -> Vec<f64> {
    parts
        .iter()
        .zip(wholes)
        .map(|(part, whole)| 100.0 * part / whole)
        .collect()
}

/// Returns whether two readings say the same shares, as exactly as they are printed.
pub(super) fn are_close(left: &[f64], right: &[f64], units: f64) -> bool {
    left.iter()
        .zip(right)
        .all(|(left, right)| (left - right).abs() <= units + TINY)
}

/// Marks shares that are printed as quotients, too, and discards wins without words beside shares
/// that are certain and differ.
fn confirm(readings: &mut Vec<ShareReading>) {
    let is_ratio = |reading: &ShareReading| {
        matches!(
            reading.source,
            ShareSource::WinsOfGames | ShareSource::LossesOfGames | ShareSource::WinsAndLosses
        )
    };
    let certain = readings
        .iter()
        .filter(|reading| {
            reading.source == ShareSource::Share && (reading.is_named || reading.is_proven)
        })
        .cloned()
        .collect_vec();
    let agrees = |reading: &ShareReading, other: &ShareReading| {
        are_close(&reading.shares, &other.shares, reading.unit + other.unit)
    };
    readings.retain(|reading| {
        reading.is_named
            || reading.source == ShareSource::Share
            || reading.source == ShareSource::ShareOfAll
            || certain.is_empty()
            || certain.iter().any(|share| agrees(reading, share))
    });
    // Losses have the sum of wins, too: quotients that are the rest of shares are of losses.
    let printed = readings
        .iter()
        .filter(|reading| reading.source == ShareSource::Share)
        .cloned()
        .collect_vec();
    readings.retain(|reading| {
        let rest = complements(&reading.shares);
        let is_rest = |share: &ShareReading| are_close(&rest, &share.shares, share.unit);
        reading.is_named || !is_ratio(reading) || !printed.iter().any(is_rest)
    });
    let ratios = readings
        .iter()
        .filter(|reading| is_ratio(reading))
        .cloned()
        .collect_vec();
    for reading in readings
        .iter_mut()
        .filter(|reading| reading.source == ShareSource::Share)
    {
        reading.is_proven |= ratios.iter().any(|ratio| {
            let number = reading.shares.len();
            let different = reading
                .shares
                .iter()
                .map(|share| share.to_bits())
                .unique()
                .count();
            different >= number.min(3)
                && ratio.items.iter().all(|item| !reading.items.contains(item))
                && agrees(reading, ratio)
        });
    }
    readings.retain(|reading| reading.is_proven || !reading.needs_proof);
    if readings
        .iter()
        .any(|reading| reading.source != ShareSource::WinsOfUnknown)
    {
        readings.retain(|reading| reading.source != ShareSource::WinsOfUnknown);
    }
}
