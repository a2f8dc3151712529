//! Pairings: the wins of dice against one another as they are printed, and the mean share of each
//! die over its opponents.

use std::collections::BTreeMap;

use itertools::Itertools;

use super::dice_names::Legend;
use super::findings::{Finding, MISSING_PAIRING, format_die};
use super::labels::LabelledNumber;
use super::list_error::RepeatedPairing;
use super::records::TextRecord;
use super::tokens::DiceIndex;
use super::vocabulary::Role;
use crate::dice::sort_faces;

/// A pairing as it is printed. The first value of each array is that of the first die.
#[derive(Clone, Debug, Default)]
pub(super) struct PrintedPairing {
    pub(super) line: usize,
    /// The indices of the dice, or of the first with the same faces.
    pub(super) dice: [usize; 2],
    /// The numbers of games won.
    pub(super) wins: [Option<f64>; 2],
    /// The number of games that the first die has lost. They may include draws, or not.
    pub(super) losses: Option<f64>,
    /// The number of games.
    pub(super) games: Option<f64>,
    /// The shares, from 0 to 1.
    pub(super) shares: [Option<f64>; 2],
}

/// The mean share of a die over its opponents.
#[derive(Clone, Debug)]
pub(super) struct MeanShare {
    pub(super) die: usize,
    pub(super) percent: f64,
}

/// The mean shares of all dice, as far as pairings tell them.
#[derive(Clone, Debug)]
pub(super) enum MeanShares {
    /// The share of each die, the best first.
    Complete {
        shares: Vec<MeanShare>,
        /// True if the pairings do not tell draws from wins, so that the shares are right only if
        /// no game is drawn.
        assumes_no_draws: bool,
    },
    /// The faults of the pairings.
    Faulty(Vec<Finding>),
    /// A pairing is printed several times. Nobody knows whether once by mistake, or each time with
    /// some of its games, such as those that one of the dice begins.
    Repeated(RepeatedPairing),
}

/// The shares of two dice in the games against each other, from 0 to 1.
#[derive(Clone, Copy, Debug)]
struct SharesOfTwo {
    first: f64,
    second: f64,
    basis: Basis,
}

/// The basis of the shares of two dice, as far as draws matter.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Basis {
    /// Both shares are printed, or the wins of both and the number of games.
    Printed,
    /// The wins of both are printed, and this sum of them counts as the number of games.
    SumOfWins(f64),
    /// The wins of one of them are printed, and the other one counts as the winner of the rest.
    Complement,
}

impl SharesOfTwo {
    /// The shares of dice with these wins, in `games` games, or else in as many as both have won.
    /// `None` if there are no games.
    fn from_wins(first: f64, second: f64, games: Option<f64>) -> Option<SharesOfTwo> {
        let sum = first + second;
        let basis = games.map_or(Basis::SumOfWins(sum), |_| Basis::Printed);
        let games = games.unwrap_or(sum);
        (games > 0.0).then_some(SharesOfTwo {
            first: first / games,
            second: second / games,
            basis,
        })
    }

    /// The shares of dice the first of which wins this share, and the second one the rest.
    fn from_first(first: f64) -> SharesOfTwo {
        SharesOfTwo {
            first,
            second: 1.0 - first,
            basis: Basis::Complement,
        }
    }

    fn swapped(self) -> SharesOfTwo {
        SharesOfTwo {
            first: self.second,
            second: self.first,
            ..self
        }
    }
}

impl PrintedPairing {
    /// Creates a pairing from counts, without its line and its dice: the games that each die has
    /// won, that the first one has lost, that were drawn, and all of them, as far as these are
    /// printed. If draws are, the second die has won what the first one has lost.
    pub(super) fn of_counts(
        [won, won_by_second]: [Option<f64>; 2],
        losses: Option<f64>,
        draws: Option<f64>,
        games: Option<f64>,
    ) -> PrintedPairing {
        let won_by_second = won_by_second.or(draws.and(losses));
        PrintedPairing {
            wins: [won, won_by_second],
            losses,
            games: games.or_else(|| Some(won? + won_by_second? + draws?)),
            ..PrintedPairing::default()
        }
    }

    /// Returns whether there are more games than the first die has won and lost, so that draws are
    /// none of its losses.
    fn has_draws_beside_losses(&self) -> bool {
        let sum = self.wins[0].zip(self.losses).map(|(won, lost)| won + lost);
        self.games.zip(sum).is_some_and(|(games, sum)| games > sum)
    }

    /// Returns the shares of both dice that the pairing tells by itself. The second die has won the
    /// games that the first one has lost if `are_losses_wins` is true.
    fn shares_of_both(&self, are_losses_wins: bool) -> Option<SharesOfTwo> {
        let [won, won_by_second] = self.wins;
        let lost = self.losses.filter(|_| are_losses_wins);
        match ([won, won_by_second.or(lost)], self.games, self.shares) {
            ([Some(first), Some(second)], games, _) => SharesOfTwo::from_wins(first, second, games),
            ([Some(first), None], Some(games), _) if games > 0.0 => {
                Some(SharesOfTwo::from_first(first / games))
            }
            ([Some(first), None], None, _) if self.losses.is_some() => {
                let games = first + self.losses?;
                (games > 0.0).then(|| SharesOfTwo::from_first(first / games))
            }
            (_, _, [Some(first), Some(second)]) => Some(SharesOfTwo {
                first,
                second,
                basis: Basis::Printed,
            }),
            (_, _, [first, _]) => first.map(SharesOfTwo::from_first),
        }
    }

    /// Returns the share of the first die.
    fn share_of_first(&self) -> Option<f64> {
        self.wins[0]
            .zip(self.games)
            .filter(|(_, games)| *games > 0.0)
            .map(|(wins, games)| wins / games)
            .or(self.shares[0])
    }

    /// Returns the shares of both dice, where `reverse` is the same pairing printed from the side
    /// of the other die.
    fn shares_with(&self, reverse: &PrintedPairing) -> Option<SharesOfTwo> {
        if let (Some(first), Some(second)) = (self.wins[0], reverse.wins[0])
            && self.games.is_none()
            && self.shares[0].is_none()
        {
            return SharesOfTwo::from_wins(first, second, None);
        }
        Some(SharesOfTwo {
            first: self.share_of_first()?,
            second: reverse.share_of_first()?,
            basis: Basis::Printed,
        })
    }
}

/// Returns the mean shares of all dice over their opponents, so that games of a die against itself
/// do not count; `None` if a pairing tells no share, or has no games. `last_line` is the number of
/// the last line of the text.
pub(super) fn mean_shares(
    pairings: &[PrintedPairing],
    index: &DiceIndex,
    last_line: usize,
) -> Option<MeanShares> {
    let are_losses_wins = pairings.iter().any(PrintedPairing::has_draws_beside_losses);
    let representatives = find_representatives(pairings, index);
    let number = |die: usize| {
        representatives
            .iter()
            .filter(|&&representative| representative == die)
            .count()
    };
    let mut by_dice: BTreeMap<[usize; 2], Vec<&PrintedPairing>> = BTreeMap::new();
    for pairing in between_two(pairings, &representatives) {
        let [left, right] = pairing.dice.map(|die| representatives[die]);
        by_dice
            .entry([left.min(right), left.max(right)])
            .or_default()
            .push(pairing);
    }
    let mut faults = Vec::new();
    let mut shares: Vec<Vec<f64>> = vec![Vec::new(); index.dice.len()];
    let mut bases = Vec::new();
    let distinct = representatives.iter().copied().unique().collect_vec();
    for (position, &first) in distinct.iter().enumerate() {
        for &second in &distinct[position..] {
            let encounter = Encounter {
                first,
                second,
                expected: if first == second {
                    number(first) * (number(first) - 1) / 2
                } else {
                    number(first) * number(second)
                },
                printed: by_dice.get(&[first, second]).map_or(&[], |printed| printed),
                representatives: &representatives,
            };
            if !encounter.is_complete() {
                match encounter.repeated(index) {
                    Some(repeated) => return Some(MeanShares::Repeated(repeated)),
                    None => faults.push(encounter.missing(index, last_line)),
                }
                continue;
            }
            for of_two in encounter.shares(are_losses_wins)? {
                shares[first].push(of_two.first);
                shares[second].push(of_two.second);
                bases.push(of_two.basis);
            }
        }
    }
    if !faults.is_empty() {
        return Some(MeanShares::Faulty(faults));
    }
    let shares = representatives
        .iter()
        .enumerate()
        .map(|(die, &representative)| {
            let shares = &shares[representative];
            MeanShare {
                die,
                percent: 100.0 * shares.iter().sum::<f64>() / shares.len() as f64,
            }
        })
        .sorted_by(|left, right| right.percent.total_cmp(&left.percent))
        .collect();
    Some(MeanShares::Complete {
        shares,
        assumes_no_draws: assume_no_draws(&bases),
    })
}

/// Returns whether shares on these bases, those of all pairings, are right only if no game is
/// drawn. Sums of wins that are the same in several pairings are numbers of games: draws would make
/// them differ.
fn assume_no_draws(bases: &[Basis]) -> bool {
    let sums = bases
        .iter()
        .filter_map(|basis| match basis {
            Basis::SumOfWins(sum) => Some(sum),
            Basis::Printed | Basis::Complement => None,
        })
        .collect_vec();
    let are_sums_games = sums.is_empty() || (sums.len() > 1 && sums.iter().all_equal());
    !are_sums_games || bases.contains(&Basis::Complement)
}

/// Returns for each die the first with the same faces. Dice with the same faces are told apart,
/// each standing for itself, where all dice are named.
fn find_representatives(pairings: &[PrintedPairing], index: &DiceIndex) -> Vec<usize> {
    let named = pairings
        .iter()
        .flat_map(|pairing| pairing.dice)
        .collect_vec();
    let dice = 0..index.dice.len();
    if dice.clone().all(|die| named.contains(&die)) {
        return dice.collect();
    }
    let mut first_with: BTreeMap<Vec<u32>, usize> = BTreeMap::new();
    dice.map(|die| {
        let faces = sort_faces(index.dice[die].faces());
        *first_with.entry(faces).or_insert(die)
    })
    .collect()
}

/// Returns the pairings of two dice, without those of a die against itself, which some programs
/// play, too. Where a representative stands for several dice, two of these may be meant.
fn between_two<'a>(
    pairings: &'a [PrintedPairing],
    representatives: &[usize],
) -> impl Iterator<Item = &'a PrintedPairing> {
    let numbers = representatives.iter().copied().counts();
    let representatives = representatives.to_vec();
    pairings.iter().filter(move |pairing| {
        let [first, second] = pairing.dice.map(|die| representatives[die]);
        first != second || numbers[&first] > 1
    })
}

/// All pairings between the dice that two [representatives](find_representatives) stand for.
struct Encounter<'a> {
    first: usize,
    second: usize,
    /// The number of pairings.
    expected: usize,
    printed: &'a [&'a PrintedPairing],
    /// For each die the one that represents it.
    representatives: &'a [usize],
}

impl Encounter<'_> {
    /// Returns whether each pairing is printed once, or from both sides.
    fn is_complete(&self) -> bool {
        self.printed.len() == self.expected || self.is_from_both_sides()
    }

    /// Returns whether each pairing is printed from the side of both dice.
    fn is_from_both_sides(&self) -> bool {
        let from_first = self
            .printed
            .iter()
            .filter(|pairing| self.representatives[pairing.dice[0]] == self.first)
            .count();
        self.printed.len() == 2 * self.expected
            && (self.first == self.second || from_first == self.expected)
    }

    /// Returns the shares of the first and the second dice in each pairing. For `are_losses_wins`
    /// see [`PrintedPairing::shares_of_both`].
    fn shares(&self, are_losses_wins: bool) -> Option<Vec<SharesOfTwo>> {
        let in_order = |pairing: &PrintedPairing, shares: SharesOfTwo| {
            if self.representatives[pairing.dice[0]] == self.first {
                shares
            } else {
                shares.swapped()
            }
        };
        if !self.is_from_both_sides() {
            return self
                .printed
                .iter()
                .map(|pairing| Some(in_order(pairing, pairing.shares_of_both(are_losses_wins)?)))
                .collect();
        }
        let (from_here, from_there): (Vec<&PrintedPairing>, Vec<&PrintedPairing>) =
            if self.first == self.second {
                // Nobody can tell equal dice apart: the mean is the same whichever two pairings are
                // taken for the two sides of one.
                self.printed.iter().copied().tuples().unzip()
            } else {
                let here = self.printed[0].dice[0];
                self.printed
                    .iter()
                    .partition(|pairing| pairing.dice[0] == here)
            };
        from_here
            .iter()
            .zip(&from_there)
            .map(|(here, there)| Some(in_order(here, here.shares_with(there)?)))
            .collect()
    }

    /// Returns the pairing of which there are too many; `None` if there are too few.
    fn repeated(&self, index: &DiceIndex) -> Option<RepeatedPairing> {
        let last = self.printed.last()?;
        (self.printed.len() > self.expected).then(|| RepeatedPairing {
            line: last.line,
            dice: self.format_dice(index),
        })
    }

    /// Creates the finding that there are too few pairings.
    fn missing(&self, index: &DiceIndex, last_line: usize) -> Finding {
        let dice = self.format_dice(index);
        let text = format!("es fehlt die Paarung {dice}; ohne sie gibt es keine Anteile");
        Finding::new(last_line + 1, MISSING_PAIRING, text)
    }

    fn format_dice(&self, index: &DiceIndex) -> String {
        let [first, second] = [self.first, self.second].map(|die| format_die(index.dice, die));
        format!("{first} gegen {second}")
    }
}

/// Reads records that name two dice each as pairings; `None` if they are none, or fewer than half
/// as many as there are pairings, or do not say what both dice have won.
pub(super) fn read_pairings(
    records: &[&TextRecord],
    index: &DiceIndex,
    legend: Option<&Legend>,
) -> Option<Vec<PrintedPairing>> {
    let names = PairNames::new(records, index, legend)?;
    let columns = PairColumns::new(records, names.columns());
    let printed: Vec<PrintedPairing> = records
        .iter()
        .map(|record| {
            Some(PrintedPairing {
                line: record.line,
                dice: names.dice_of(record)?,
                ..columns.read(record)?
            })
        })
        .collect::<Option<_>>()?;
    let representatives = find_representatives(&printed, index);
    let number = between_two(&printed, &representatives).count();
    // Of two counts nobody knows how many games were drawn, unless the games, or else the wins of
    // both together, are the same in all pairings.
    let are_counts_usable = printed
        .iter()
        .all(|pairing| pairing.wins == [None; 2] || pairing.wins[1].is_none())
        || printed
            .iter()
            .filter_map(|pairing| {
                pairing
                    .games
                    .or_else(|| Some(pairing.wins[0]? + pairing.wins[1]?))
            })
            .all_equal();
    // Of a share alone nobody knows what it is a share of.
    let dice = index.dice.len();
    let pairings = dice * (dice - 1) / 2;
    let are_both_known = printed.iter().all(|pairing| {
        let PrintedPairing {
            wins,
            losses,
            games,
            shares,
            ..
        } = pairing;
        wins[1].is_some() || losses.is_some() || games.is_some() || shares[1].is_some()
    }) || number == 2 * pairings;
    (are_counts_usable && are_both_known && 2 * number >= pairings).then_some(printed)
}

/// The way in which records name two dice each.
enum PairNames<'a> {
    /// By their faces.
    Faces { index: &'a DiceIndex<'a> },
    /// By the numbers of the first two columns, which the legend explains or which are counted from
    /// `first`.
    Numbers {
        index: &'a DiceIndex<'a>,
        legend: Option<&'a Legend>,
        first: u64,
    },
}

impl<'a> PairNames<'a> {
    /// Finds the way; `None` if the records do not all name two dice, or there is nothing else in
    /// them.
    fn new(
        records: &[&TextRecord],
        index: &'a DiceIndex<'a>,
        legend: Option<&'a Legend>,
    ) -> Option<PairNames<'a>> {
        let width = records.first()?.numbers.len();
        if records.iter().any(|record| record.numbers.len() != width) {
            return None;
        }
        let names = if records.iter().all(|record| record.dice.len() == 2) {
            PairNames::Faces { index }
        } else if records
            .iter()
            .all(|record| record.dice.is_empty() && names_two_dice(record))
        {
            // In `1 gegen 2: Würfel 2 gewinnt 60` a further number says who has won.
            let is_further = |labelled: &LabelledNumber| labelled.has_role(Role::Die);
            if records
                .iter()
                .any(|record| record.numbers[2..].iter().any(is_further))
            {
                return None;
            }
            let has_zero = records
                .iter()
                .any(|record| numbers_of_two(record).is_some_and(|numbers| numbers.contains(&0)));
            PairNames::Numbers {
                index,
                legend,
                first: u64::from(!has_zero),
            }
        } else {
            return None;
        };
        (width > names.columns()).then_some(names)
    }

    /// Returns the number of columns that name dice.
    fn columns(&self) -> usize {
        match self {
            PairNames::Faces { .. } => 0,
            PairNames::Numbers { .. } => 2,
        }
    }

    /// Returns the indices of the dice that a record names.
    fn dice_of(&self, record: &TextRecord) -> Option<[usize; 2]> {
        let (index, dice) = match self {
            PairNames::Faces { index } => {
                let dice = [0, 1].map(|seat| index.first_with(&record.dice[seat]));
                (index, dice)
            }
            PairNames::Numbers {
                index,
                legend,
                first,
            } => {
                let die = |number: u64| match legend {
                    Some(legend) => legend.get(&number).copied(),
                    None => number.checked_sub(*first).map(|die| die as usize),
                };
                (index, numbers_of_two(record)?.map(die))
            }
        };
        let dice = [dice[0]?, dice[1]?];
        dice.iter()
            .all(|die| *die < index.dice.len())
            .then_some(dice)
    }
}

/// Returns the whole numbers of the first two columns.
fn numbers_of_two(record: &TextRecord) -> Option<[u64; 2]> {
    Some([
        record.numbers[0].number.whole?,
        record.numbers[1].number.whole?,
    ])
}

/// Returns whether the first two numbers of a record are those of two dice.
fn names_two_dice(record: &TextRecord) -> bool {
    const AGAINST: [&str; 5] = ["gegen", "vs", "against", "versus", "v"];
    let [first, second, ..] = &record.numbers[..] else {
        return false;
    };
    let are_named = first.has_role(Role::Die) && second.has_role(Role::Die);
    are_named
        || record
            .tokens
            .iter()
            .filter(|placed| {
                placed.line == first.line && placed.start >= first.end && placed.end <= second.start
            })
            .filter_map(|placed| placed.token.word())
            .any(|word| AGAINST.contains(&word))
}

/// The columns of records of pairings, by what they say. Each is there if it is the only such one.
struct PairColumns {
    won: Option<usize>,
    lost: Option<usize>,
    drawn: Option<usize>,
    games: Option<usize>,
    share: Option<usize>,
    /// The shares of both dice, which add up to one.
    shares_of_both: Option<[usize; 2]>,
    /// Two columns without a name, where none is a share: the wins of both dice.
    unnamed: Option<[usize; 2]>,
}

impl PairColumns {
    /// Finds the columns behind the `named` ones, which name dice.
    fn new(records: &[&TextRecord], named: usize) -> PairColumns {
        let values = named..records[0].numbers.len();
        let has_role = |column: usize, role: Role| {
            records
                .iter()
                .any(|record| record.numbers[column].has_role(role))
        };
        let called = |role: Role| {
            values
                .clone()
                .filter(|&column| has_role(column, role))
                .collect_vec()
        };
        let only = |role: Role| called(role).into_iter().exactly_one().ok();
        let shares = called(Role::Share);
        let unnamed = values
            .clone()
            .filter(|&column| {
                records
                    .iter()
                    .all(|record| record.numbers[column].roles.is_empty())
            })
            .collect_vec();
        PairColumns {
            won: only(Role::Won),
            lost: only(Role::Lost),
            drawn: only(Role::Drawn),
            games: only(Role::Games),
            share: only(Role::Share),
            shares_of_both: match shares[..] {
                [first, second] if add_up(records, first, second) => Some([first, second]),
                _ => None,
            },
            unnamed: match unnamed[..] {
                [first, second] if shares.is_empty() => Some([first, second]),
                _ => None,
            },
        }
    }

    /// Reads the values of a record, without its line and its dice.
    fn read(&self, record: &TextRecord) -> Option<PrintedPairing> {
        let count = |column: usize| {
            let number = &record.numbers[column].number;
            number.whole.or(number.thousands).map(|count| count as f64)
        };
        let share = |column: usize| {
            let number = &record.numbers[column].number;
            number.value / if number.is_per_cent { 100.0 } else { 1.0 }
        };
        let empty = PrintedPairing::default();
        match (self.won, self.lost, self.unnamed) {
            (Some(won), Some(lost), _) => {
                let (won, lost) = (count(won)?, count(lost)?);
                let drawn = match self.drawn {
                    Some(drawn) => Some(count(drawn)?),
                    None => None,
                };
                let games = self.games.and_then(count);
                Some(PrintedPairing::of_counts(
                    [Some(won), None],
                    Some(lost),
                    drawn,
                    games,
                ))
            }
            (Some(won), None, _) => Some(PrintedPairing {
                wins: [count(won), None],
                games: self.games.and_then(count),
                ..empty
            }),
            (None, None, Some([first, second])) => Some(PrintedPairing {
                wins: [Some(count(first)?), Some(count(second)?)],
                games: self.games.and_then(count),
                ..empty
            }),
            _ => Some(PrintedPairing {
                shares: match self.shares_of_both {
                    Some(shares) => shares.map(|column| Some(share(column))),
                    None => [Some(share(self.share?)), None],
                },
                ..empty
            }),
        }
    }
}

/// Returns whether two columns of shares add up to one in all records.
fn add_up(records: &[&TextRecord], first: usize, second: usize) -> bool {
    records.iter().all(|record| {
        let [first, second] = [first, second].map(|column| &record.numbers[column].number);
        let unit = libm::pow(0.1, first.decimals.min(second.decimals) as f64);
        let whole = if first.is_per_cent { 100.0 } else { 1.0 };
        first.is_per_cent == second.is_per_cent
            && (first.value + second.value - whole).abs() <= 1.001 * unit
    })
}
