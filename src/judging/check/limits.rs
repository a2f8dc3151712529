//! The limits of a list: how far it may be from the truth.
//!
//! Truth is a [`Ranking`], which knows how sure it is, and what it does not know well enough is no
//! fault; but then a list without faults has not passed ([`Limits::doubt`]).
//!
//! If the number of games per pairing behind a list is known, chance decides how far it may be off:
//! its limits are those of [`likelihood::sampling`](crate::likelihood::sampling), for each share
//! and for all together, and the last digit of a share may be rounded or cut off: a share may be
//! further off by a whole unit. Two dice may change places if shares that are within their limits
//! could be equal. So a list in the order of its own shares has no die in the wrong place unless a
//! share is too far off as well, and orders add nothing to the probability that a correct list is
//! failed: it is at most 1/1000 that any of its shares is too far off, and 1/1000 that all together
//! are. The lists of a submission are looked at together, and more is let pass: of 10,000 correct
//! submissions about one fails. For that, the sums of squares of its lists are added up, and so are
//! those that are drawn by chance for each file.
//!
//! Otherwise a share may be off by the tolerance, from the whole interval of the true one; and dice
//! that are less than the leeway apart, by the best estimate, may change places. What is beyond
//! that is a fault only if chance does not explain the list as one of 100 games per pairing or
//! more; but two dice that stand in another order than their shares in the list are a fault
//! anyway.

use std::sync::OnceLock;

use itertools::Itertools;
use libm::hypot;
use thiserror::Error;

use super::findings::{Distance, StandardErrors, format_games};
use crate::likelihood::fit::MOST_GAMES;
use crate::likelihood::sampling::SquareSums;
use crate::likelihood::{
    Expected, GoodnessOfFit, ListSampling, PairingEstimate, PairingGames, SampledPairing,
    WeightedEstimate, WrittenShares,
};
use wuerfelglueck::ranking::{OrderStatus, RankedDie, Ranking, Source};
use wuerfelglueck::text::format_estimate;

/// The tolerance for the shares and the order of a list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tolerance {
    /// Fixed distances in percentage points.
    Points {
        /// The distance that a share may have from the true one.
        share: f64,
        /// The distance below which two dice may stand in the wrong order.
        order: f64,
    },
    /// The deviations that chance makes in lists of this number of games per pairing.
    Games(u64),
}

/// Returns the number of games per pairing that tells enough of the truth to judge lists of `games`
/// games per pairing.
pub fn enough_games(games: u64) -> u64 {
    /// With this multiple of the games, the error of the truth is small against that of a list.
    const FACTOR: u64 = 10;
    /// With fewer games the true shares would look strange beside those of lists of few games.
    const LEAST: u64 = 100_000;
    games.saturating_mul(FACTOR).max(LEAST)
}

/// Returns the half-width in percentage points of the intervals around true shares that tells
/// enough to judge lists of `games` games per pairing of `dice` dice, at least two: half the
/// largest standard error that a share of such a list can have.
pub fn enough_accuracy(games: u64, dice: usize) -> f64 {
    25.0 / (games as f64 * (dice - 1) as f64).sqrt()
}

/// The number of games that the shares of a list look like, if the rules are right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ApparentGames {
    /// The number per pairing, from 1 to 10⁸, that makes the shares most likely.
    pub likeliest: f64,
    /// The most per pairing that explain the shares: of correct lists of this number of games one
    /// in 1,000 is further off. `None` if not even one game explains them.
    pub most: Option<f64>,
}

/// The severity of shares beyond the tolerance, and of orders beyond the leeway.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Severity {
    /// They are faults of the list.
    Fault,
    /// They are faults unless the list is made of few games, and nobody has said how many there
    /// are.
    FaultUnlessFewGames,
}

/// The reason why a list without faults may have some all the same, so that it is not judged. The
/// message does not name a remedy.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
pub enum Doubt {
    /// The true shares are less accurate than the tolerance demands.
    #[error("{}, bei einer Toleranz von {tolerance}", format_half_width(*half_width))]
    SharesForTolerance {
        /// Half the width of the widest interval of a true share, in percentage points.
        half_width: f64,
        /// The tolerance for a share, in percentage points.
        tolerance: f64,
    },
    /// Two neighbours in the true list are at least the leeway apart, but their order is open.
    #[error("die wahre Reihenfolge von Rang {rank} und {} ist nicht gesichert", rank + 1)]
    OpenOrder {
        /// The rank of the better one in the true list, from 1.
        rank: usize,
    },
    /// The true shares are less accurate than lists of this number of games demand.
    #[error(
        "{}, zu ungenau für Listen aus {games} Spielen je Paarung",
        format_half_width(*half_width)
    )]
    SharesForGames {
        /// Half the width of the widest interval of a true share, in percentage points.
        half_width: f64,
        /// The number of games per pairing of the lists.
        games: u64,
    },
    /// The scatter of all shares together cannot be computed for the known number of games.
    #[error("wie die Anteile zusammen streuen, ließ sich nicht berechnen")]
    UnknownScatter,
    /// Shares are further off than the tolerance, or orders than the leeway, which chance explains
    /// if the list is made of few games; but their number is not known.
    #[error("ob die Abweichungen Zufall sind, entscheidet die Anzahl der Spiele")]
    UnknownGames,
}

fn format_half_width(half_width: f64) -> String {
    let points = half_width.min(100.0);
    format!("die wahren Anteile sind nur auf ±{points:.2} Punkte bekannt")
}

/// The position of a dice file among those whose lists are judged together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FilePosition {
    /// The index of the file.
    pub index: usize,
    /// The number of files; if lists are judged together, at least two, even if all are of one
    /// file.
    pub file_count: usize,
}

impl FilePosition {
    /// A file whose lists are judged by themselves.
    pub const ALONE: FilePosition = FilePosition {
        index: 0,
        file_count: 1,
    };

    /// Returns whether lists of the file are judged by themselves.
    fn is_alone(self) -> bool {
        self.file_count <= 1
    }
}

/// The most probability that a correct list fails because any single share is too far off; and, by
/// itself, because all shares together are.
const FAILURE_PROBABILITY: f64 = 0.001;
/// The most probability that a correct submission, with one list for each file, fails because any
/// single share is too far off. For all shares together it is about ten times as much. So hardly
/// any class has such a case.
const FAILURE_PROBABILITY_OF_SEVERAL: f64 = 0.000_01;
/// The quantile of the standard normal distribution that a value exceeds with probability 1/1000.
const ONE_IN_A_THOUSAND: f64 = 3.090;

/// The scatter of lists, either if the games of a pairing count for both of its dice, or if each
/// die has its own.
#[derive(Debug)]
struct ScatterModel {
    /// The sampling of lists of the known number of games per pairing, or of one game if the number
    /// is not known.
    sampling: ListSampling,
    /// The sums of squares that chance makes, drawn when they are first asked for; the inner `None`
    /// if they cannot be computed.
    square_sums: OnceLock<Option<SquareSums>>,
}

impl ScatterModel {
    fn new(sampling: ListSampling) -> ScatterModel {
        ScatterModel {
            sampling,
            square_sums: OnceLock::new(),
        }
    }

    /// Returns the sums of squares that chance makes, in no order, drawn for the dice file with
    /// this index, which has to be the same in all calls; `None` if they cannot be computed.
    fn square_sums(&self, file: usize) -> Option<&SquareSums> {
        self.square_sums
            .get_or_init(|| self.sampling.draw_square_sums(file as u64))
            .as_ref()
    }

    /// Fits the shares of a list.
    fn fit(&self, shares: &WrittenShares) -> GoodnessOfFit {
        let mut fit = GoodnessOfFit::default();
        fit.add(shares, &self.sampling.expected);
        fit
    }
}

/// The limits of lists of the same dice: how far they may be from the truth.
#[derive(Debug)]
pub struct Limits<'a> {
    pub(super) truth: &'a Ranking,
    /// The dice of `truth`, in the order of the file.
    pub(super) dice: Vec<&'a RankedDie>,
    tolerance: Tolerance,
    /// The scatter of lists in which games count for both dice of a pairing. A single share
    /// scatters the same either way, so limits of single shares come from here; standard errors,
    /// too, even those of the difference of two shares.
    shared_games: ScatterModel,
    /// The scatter of lists in which each die has games of its own.
    own_games: ScatterModel,
    /// The largest deviation by chance that is allowed for the share of each die, without that by
    /// rounding, in percentage points; for one game per pairing if the number is not known.
    chance_limits: Vec<f64>,
    position: FilePosition,
    /// True if too little is known of the truth for lists of the known number of games, so that no
    /// share and no order is at fault.
    is_rough: bool,
}

/// A distance, and its relation to the limits.
#[derive(Clone, Copy, Debug)]
pub(super) struct CheckedDistance {
    pub(super) distance: Distance,
    /// True if the distance is beyond its limit, and enough is known of the truth to say so.
    pub(super) is_too_far: bool,
}

impl<'a> Limits<'a> {
    /// Creates the limits of lists of the dice of `truth`, at least two. `position` is that of
    /// their file among those whose lists are judged together.
    pub fn new(truth: &'a Ranking, tolerance: Tolerance, position: FilePosition) -> Limits<'a> {
        let dice = truth.by_die();
        let games = match tolerance {
            Tolerance::Games(games) => games,
            Tolerance::Points { .. } => 1,
        };
        let sampling = list_sampling(truth, &dice, games);
        let is_rough = matches!(tolerance, Tolerance::Games(_)) && sampling.is_rough();
        let failure_probability = if position.is_alone() {
            FAILURE_PROBABILITY
        } else {
            FAILURE_PROBABILITY_OF_SEVERAL / position.file_count as f64
        };
        let chance_limit = |die| 100.0 * sampling.share_limit(die, failure_probability);
        Limits {
            tolerance,
            chance_limits: (0..dice.len()).map(chance_limit).collect(),
            position,
            is_rough,
            shared_games: ScatterModel::new(sampling.with_pairing_games(PairingGames::Shared)),
            own_games: ScatterModel::new(sampling.with_pairing_games(PairingGames::Own)),
            dice,
            truth,
        }
    }

    /// Returns the number of games per pairing of the lists, if it is known.
    pub(super) fn games(&self) -> Option<u64> {
        match self.tolerance {
            Tolerance::Games(games) => Some(games),
            Tolerance::Points { .. } => None,
        }
    }

    /// Returns the reason why too little is known of the truth to judge a list without faults;
    /// `None` if enough is known.
    pub fn doubt(&self) -> Option<Doubt> {
        /// A smaller tolerance, in percentage points, asks for lists that are all but the same, not
        /// for a truth that is as accurate.
        const LEAST_TOLERANCE: f64 = 1.0;
        let half_width = self.truth.half_width();
        match self.tolerance {
            Tolerance::Points { share, .. } if half_width > share.max(LEAST_TOLERANCE) => {
                Some(Doubt::SharesForTolerance {
                    half_width,
                    tolerance: share,
                })
            }
            Tolerance::Points { order, .. } => {
                let share = |rank: usize| self.truth.entries[rank - 1].share.as_percent();
                let is_far = |&rank: &usize| share(rank) - share(rank + 1) >= order;
                let rank = self.truth.open_ranks().find(is_far)?;
                Some(Doubt::OpenOrder { rank })
            }
            Tolerance::Games(games) if self.is_rough => {
                Some(Doubt::SharesForGames { half_width, games })
            }
            Tolerance::Games(_) => {
                let is_unknown = self.square_sums(&self.shared_games).is_none();
                is_unknown.then_some(Doubt::UnknownScatter)
            }
        }
    }

    /// Checks the share `percent` of a die, in per cent, in a list that gives `shares`.
    pub(super) fn check_share(
        &self,
        die: usize,
        percent: f64,
        shares: &WrittenShares,
    ) -> CheckedDistance {
        let points = percent - self.dice[die].share.as_percent();
        let distance = self.relate_distance(points, &[die], shares);
        let [low, high] = self.dice[die].interval;
        let is_too_far = match self.tolerance {
            Tolerance::Points { share, .. } => percent > high + share || percent < low - share,
            Tolerance::Games(_) => points.abs() > distance.allowed && !self.is_rough,
        };
        CheckedDistance {
            distance,
            is_too_far,
        }
    }

    /// Checks the order of two dice in a list that gives `shares`, where `better` stands below
    /// `worse`; `None` unless it is certified to be better. They are too far apart to change places
    /// if their distance is at least that which is allowed, and enough is known of the truth.
    pub(super) fn check_order(
        &self,
        better: usize,
        worse: usize,
        shares: &WrittenShares,
    ) -> Option<CheckedDistance> {
        if self.truth.order(better, worse) != OrderStatus::Certified {
            return None;
        }
        let percent = |die: usize| self.dice[die].share.as_percent();
        let points = percent(better) - percent(worse);
        let distance = self.relate_distance(points, &[better, worse], shares);
        Some(CheckedDistance {
            distance,
            is_too_far: distance.points >= distance.allowed && !self.is_rough,
        })
    }

    /// Relates a distance of `points` percentage points, that of the share of a single die from the
    /// truth or that between the true shares of two `dice`, to the allowed one, and to the standard
    /// error if the number of games is known.
    fn relate_distance(&self, points: f64, dice: &[usize], shares: &WrittenShares) -> Distance {
        let games = match self.tolerance {
            Tolerance::Points { share, order } => {
                return Distance {
                    points,
                    allowed: if dice.len() == 1 { share } else { order },
                    in_standard_errors: None,
                };
            }
            Tolerance::Games(games) => games,
        };
        let unit = |&die: &usize| Some(100.0 * shares[die]?.unit);
        let units: f64 = dice.iter().filter_map(unit).sum();
        let by_chance: f64 = dice.iter().map(|&die| self.chance_limits[die]).sum();
        // The mean unit is more than the standard deviation that rounding adds, so the number of
        // standard errors is rather too small.
        let standard_error = hypot(
            100.0 * self.shared_games.sampling.standard_error(dice),
            units / dice.len() as f64,
        );
        Distance {
            points,
            allowed: by_chance + units,
            in_standard_errors: Some(StandardErrors {
                number: points.abs() / standard_error,
                games,
            }),
        }
    }

    /// Returns the severity of what is beyond the limits in a list.
    pub(super) fn severity(&self, shares: &WrittenShares) -> Severity {
        /// A program that plays fewer games per pairing than this makes no ranking. The fewer there
        /// are, the more chance explains.
        const LEAST_GAMES: f64 = 100.0;
        match self.tolerance {
            Tolerance::Points { .. } if self.is_likely(shares, LEAST_GAMES) => {
                Severity::FaultUnlessFewGames
            }
            _ => Severity::Fault,
        }
    }

    /// Returns whether chance explains the shares as those of a list of `games` games per pairing.
    fn is_likely(&self, shares: &WrittenShares, games: f64) -> bool {
        self.models()
            .iter()
            .any(|model| model.fit(shares).is_likely(games, ONE_IN_A_THOUSAND))
    }

    fn models(&self) -> [&ScatterModel; 2] {
        [&self.shared_games, &self.own_games]
    }

    /// Returns the number of games that the shares of a list look like, for the scatter that
    /// explains more games; `None` if they fit any number, or there are none.
    pub(super) fn apparent_games(&self, shares: &WrittenShares) -> Option<ApparentGames> {
        let has_shares = shares.iter().any(Option::is_some);
        if !has_shares || self.is_likely(shares, f64::INFINITY) {
            return None;
        }
        let apparent = self.models().map(|model| {
            let fit = model.fit(shares);
            ApparentGames {
                likeliest: fit.likeliest_games([1.0, MOST_GAMES]),
                most: fit.most_games(ONE_IN_A_THOUSAND),
            }
        });
        let [by_shared_games, by_own_games] = apparent;
        Some(if by_own_games.most > by_shared_games.most {
            by_own_games
        } else {
            by_shared_games
        })
    }

    /// Returns whether lists of the file are judged by themselves.
    pub(super) fn is_alone(&self) -> bool {
        self.position.is_alone()
    }

    /// Describes what follows from the games that the shares look like, if the number is not known;
    /// where they are many, nothing does.
    pub(super) fn describe_games(&self, apparent: ApparentGames) -> Option<String> {
        /// Fewer games per pairing than this may be all that a program has played.
        const FEW: f64 = 1000.0;
        match (self.tolerance, apparent.most) {
            (Tolerance::Games(_), _) => None,
            (_, None) => Some(
                "so große Abweichungen erklärt keine Anzahl von Spielen; das Programm spielt \
                 andere Regeln, oder die Liste hat einen Fehler (siehe wuerfelglueck diagnose)"
                    .into(),
            ),
            (_, Some(most)) => (most < FEW).then(|| {
                let games = format_estimate(most);
                let games = format!("{games} {}", if games == "1" { "Spiel" } else { "Spiele" });
                format!(
                    "die Anteile passen, wenn das Programm höchstens {games} je Paarung gespielt \
                     hat; sonst spielt es andere Regeln, oder die Liste hat einen Fehler (siehe \
                     wuerfelglueck diagnose)"
                )
            }),
        }
    }

    fn square_sums<'m>(&self, model: &'m ScatterModel) -> Option<&'m SquareSums> {
        model.square_sums(self.position.index)
    }
}

/// The shares of a list, and the limits that they have to keep.
#[derive(Clone, Copy)]
pub(super) struct LimitedShares<'a> {
    pub(super) limits: &'a Limits<'a>,
    pub(super) shares: &'a WrittenShares,
}

/// Describes the fault that all shares of `lists` have together: the sum of their squares, weighted
/// by the inverse of their covariance, is larger than chance makes it. `None` if it is not, or if
/// the number of games is not known. Lists do not count if shares are missing in them, or too
/// little is known of their truth or their scatter.
///
/// Whether games count for both dice of a pairing or each die has its own is not known: if one of
/// the two explains the lists, they are not too far off.
pub(super) fn describe_joint_fault(lists: &[LimitedShares]) -> Option<String> {
    let by_shared_games = describe_fault_by(lists, |limits| &limits.shared_games)?;
    describe_fault_by(lists, |limits| &limits.own_games).map(|_| by_shared_games)
}

/// Describes the joint fault of `lists` if they scatter as `model` of their limits says.
fn describe_fault_by(
    lists: &[LimitedShares],
    model: impl for<'m> Fn(&'m Limits) -> &'m ScatterModel,
) -> Option<String> {
    let limits = lists.first()?.limits;
    let games = limits.games()?;
    let (sums, drawn): (Vec<f64>, Vec<&[f64]>) = lists
        .iter()
        .filter(|list| !list.limits.is_rough && list.shares.iter().all(Option::is_some))
        .filter_map(|list| {
            let model = model(list.limits);
            let by_chance = list.limits.square_sums(model)?;
            let sum = by_chance.least_sum(list.shares, &model.sampling.expected);
            Some((sum, &by_chance.drawn[..]))
        })
        .unzip();
    let sum: f64 = sums.iter().sum();
    let draw_count = drawn.iter().map(|sums| sums.len()).min()?;
    let drawn_sums = (0..draw_count)
        .map(|draw| drawn.iter().map(|sums| sums[draw]).sum())
        .sorted_unstable_by(f64::total_cmp)
        .collect_vec();
    let (most, correct_part) = if limits.is_alone() {
        let most = exceeded_with(&drawn_sums, FAILURE_PROBABILITY);
        (most, "999 von 1000 Listen")
    } else {
        // Of 10,000 right sums one exceeds the largest of 9,999 others. As fewer may be drawn, the
        // limit is at least as far above that of one in 1000 as this is above that of one in 100.
        let [one_percent, one_permille, largest] =
            [10.0 * FAILURE_PROBABILITY, FAILURE_PROBABILITY, 0.0]
                .map(|probability| exceeded_with(&drawn_sums, probability));
        let most = largest.max(2.0 * one_permille - one_percent);
        (most, "9999 von 10000 Abgaben")
    };
    (sum > most).then(|| {
        format!(
            "alle Anteile zusammen liegen weiter daneben, als der Zufall erklärt: Quadratsumme \
             {sum:.1}, in {correct_part} höchstens {most:.1} bei {}",
            format_games(games)
        )
    })
}

/// Returns the limit that a further sum of the same distribution exceeds with this probability, for
/// 0 the largest sum. `sums` ascend, and there is at least one.
fn exceeded_with(sums: &[f64], probability: f64) -> f64 {
    let above = (probability * (sums.len() + 1) as f64).round() as usize;
    sums[sums.len() - above.clamp(1, sums.len())]
}

/// Returns the sampling of lists of `games` games per pairing, from all that `truth` tells of each
/// pairing of these dice, which stand in the order of the file.
fn list_sampling(truth: &Ranking, dice: &[&RankedDie], games: u64) -> ListSampling {
    let draw = truth.plan.criterion.draw();
    let mut expected = Expected::new(dice.iter().map(|die| die.can_win).collect());
    let pairings = (0..dice.len())
        .array_combinations()
        .enumerate()
        .map(|(index, pair)| {
            let estimate = match &truth.source {
                Source::Games(pairings) => {
                    let pairing = &pairings[index];
                    let can_win = pair.map(|die| dice[die].can_win);
                    let games = pairing.games() as f64;
                    PairingEstimate {
                        games: pairing.equivalent_games(draw),
                        ..PairingEstimate::from_games(pairing.won(), games, can_win)
                    }
                }
                Source::Solutions(solutions) => {
                    PairingEstimate::from_probabilities(solutions[index].estimate().wins)
                }
            };
            let all_games = WeightedEstimate {
                weight: 1.0,
                estimate,
            };
            expected.add(pair, &[all_games], draw);
            SampledPairing {
                dice: pair,
                estimate,
            }
        })
        .collect();
    for (index, die) in dice.iter().enumerate() {
        expected.shares[index] = die.share.as_percent() / 100.0;
        if let Source::Solutions(_) = truth.source {
            // The true share may be at the ends of its interval.
            let half_width = die.half_width / 100.0;
            expected.error_covariances.variances[index][index] += half_width * half_width;
        }
    }
    ListSampling {
        games,
        draw_value: draw,
        pairings,
        expected,
        pairing_games: PairingGames::Shared,
    }
}
