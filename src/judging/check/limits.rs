//! The demands on lists, and what a truth allows of them.
//!
//! Truth is a [`Ranking`], which knows how sure it is, and what it does not know well enough is no
//! fault; but then a list without faults has not passed ([`Doubt`]).
//!
//! How far a list may be off decides chance, by the [`model`](crate::likelihood::ListModel) of a
//! list of n games per pairing. Where n is [known](KnownGames), a list that n does not explain has a
//! fault. Where it is not, a list passes if 100 games explain it, has a fault if not even 10 do or a
//! die is off whatever n is, and is not judged in between. All that is known less exactly makes
//! fewer faults: so it is where a user allows [points](Demands::tolerance) instead.
//!
//! | what is judged | test | a right list fails with a probability of |
//! | --- | --- | --- |
//! | a list | T | 1/1,000 |
//! | | M | 1/1,000 |
//! | | F, if n is not known | 1/10,000 |
//! | all lists of a submission, if n is known | T of all together | 1/10,000 |
//! | | M of all | 1/100,000 |
//! | two dice in the wrong order | further apart than M allows both together, and certified | none but by M, or by the error of the truth |
//! | a die that can never win | more than 1.5 units | 0 |

use std::sync::Arc;

use itertools::Itertools;

use crate::likelihood::fit::MOST_GAMES;
use crate::likelihood::{
    Errors, Expected, GameCount, GoodnessOfFit, ListModel, PairingEstimate, PairingGames,
    ShareDeviation, SquareSum, WeightedEstimate, WrittenShares,
};
use crate::verdict::Doubt;
use wuerfelglueck::ranking::{Criterion, LEAST_HALF_WIDTH, RankedDie, Ranking, Source};

/// The errors of a list that is judged by itself.
const LIST_ERRORS: Errors = Errors {
    joint: 0.001,
    shares: 0.001,
};
/// The errors of all lists of a submission together. Hardly any class has a right one that fails.
const SUBMISSION_ERRORS: Errors = Errors {
    joint: 0.000_1,
    shares: 0.000_01,
};
/// A list whose number of games is not known passes if this number per pairing explains it: nobody
/// who plays fewer makes a ranking.
const PASSING_GAMES: u64 = 100;
/// A list whose number of games is not known has a fault if not even this number per pairing
/// explains it. With 20, one of 4,000 right lists of 20 games has one; with 10 none.
const FAULTY_GAMES: u64 = 10;

/// What a user demands of lists, beside the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Demands {
    /// The number of games per pairing of the lists, if it is given.
    pub games: Option<u64>,
    /// The distance in percentage points that a share may have from the true one, if it is given:
    /// then chance does not matter.
    pub tolerance: Option<f64>,
    /// The distance in percentage points below which two dice may stand in the wrong order, if it is
    /// given.
    pub leeway: Option<f64>,
}

/// What is known of the number of games per pairing of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KnownGames {
    /// The user has given it.
    Given(u64),
    /// The numbers of the list prove it.
    Proven(u64),
    /// The numbers of the list prove that it is not less; 1 if they prove nothing.
    AtLeast(u64),
}

impl KnownGames {
    /// Returns the number, if it is known.
    pub fn exact(self) -> Option<u64> {
        match self {
            KnownGames::Given(games) | KnownGames::Proven(games) => Some(games),
            KnownGames::AtLeast(_) => None,
        }
    }

    /// Returns the number for which the truth has to be known, unless it is any.
    pub fn told(self) -> Option<u64> {
        match self {
            KnownGames::Given(games) | KnownGames::Proven(games) => Some(games),
            KnownGames::AtLeast(games) => (games > PASSING_GAMES).then_some(games),
        }
    }

    /// Returns the number that has to explain a list for it to pass.
    pub fn passing(self) -> u64 {
        match self {
            KnownGames::Given(games) | KnownGames::Proven(games) => games,
            KnownGames::AtLeast(games) => games.max(PASSING_GAMES),
        }
    }

    /// Returns the number that has to explain a list for it to have no fault.
    pub(super) fn faulty(self) -> u64 {
        match self {
            KnownGames::Given(games) | KnownGames::Proven(games) => games,
            KnownGames::AtLeast(games) => games.max(FAULTY_GAMES),
        }
    }
}

/// Returns the number of games per pairing, at most `most`, that tells enough of the truth to judge
/// lists of `games` games per pairing. If `most` is too few for that, they are the fewest that ever
/// judge lists.
pub fn enough_games(games: u64, most: u64) -> u64 {
    /// With this multiple of the games, the error of the truth is small against that of a list.
    const FACTOR: u64 = 10;
    /// With fewer games the true shares would look strange beside those of lists of few games.
    const LEAST: u64 = 100_000;
    // Less than a quarter of the games of the lists is too few.
    let games_to_judge = if games / 4 > most { 0 } else { games };
    games_to_judge.saturating_mul(FACTOR).max(LEAST).min(most)
}

/// Returns the half-width in percentage points of the intervals around true shares that tells
/// enough to judge lists of `games` games per pairing of `dice` dice, at least two: half the
/// largest standard error that a share of such a list can have, or what can be computed at best.
pub fn enough_accuracy(games: u64, dice: usize) -> f64 {
    let half_error = 25.0 / (games as f64 * (dice - 1) as f64).sqrt();
    half_error.max(LEAST_HALF_WIDTH)
}

/// The number of games that the shares of a list look like, if the rules are right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ApparentGames {
    /// The number per pairing, from 1 to 10⁸, that makes the shares most likely.
    pub likeliest: u64,
    /// The most per pairing that explain the shares. `None` if not even one game explains them.
    pub most: Option<f64>,
}

/// What a truth allows of lists of its dice.
#[derive(Debug)]
pub struct Limits<'a> {
    pub(super) truth: &'a Ranking,
    /// The dice of `truth`, in the order of the file.
    pub(super) dice: Vec<&'a RankedDie>,
    pub(super) demands: Demands,
    /// The expected shares of lists, and their covariance.
    expected: Arc<Expected>,
    /// The number of files whose lists are judged together, at least two then; 1 if lists are judged
    /// by themselves.
    file_count: usize,
}

impl<'a> Limits<'a> {
    /// Creates the limits of lists of the dice of `truth`, at least two. Lists of `file_count` dice
    /// files are judged together, if that is more than 1.
    pub fn new(truth: &'a Ranking, demands: Demands, file_count: usize) -> Limits<'a> {
        let dice = truth.by_die();
        Limits {
            expected: Arc::new(expect_list(truth, &dice)),
            demands,
            file_count,
            dice,
            truth,
        }
    }

    /// Returns whether lists of the file are judged by themselves.
    pub(super) fn is_alone(&self) -> bool {
        self.file_count <= 1
    }

    /// Returns whether games of the dice can be drawn, so that wins do not tell their number.
    pub(super) fn can_draw(&self) -> bool {
        self.dice.iter().any(|die| die.draws.as_percent() > 0.0)
    }

    /// Returns whether this die can never win, so that it has no share under this criterion.
    pub(super) fn is_winless(&self, die: usize) -> bool {
        self.truth.plan.criterion == Criterion::Wins && !self.dice[die].can_win
    }

    /// Returns the reason why too little is known of the truth to judge a list without faults whose
    /// number of games is known as well as that; `None` if enough is known.
    pub(super) fn doubt(&self, games: KnownGames) -> Option<Doubt> {
        /// A smaller tolerance, in percentage points, asks for lists that are all but the same, not
        /// for a truth that is as accurate.
        const LEAST_TOLERANCE: f64 = 1.0;
        let half_width = self.truth.half_width();
        if let Some(leeway) = self.demands.leeway {
            let share = |rank: usize| self.truth.entries[rank - 1].share.as_percent();
            let is_far = |&rank: &usize| share(rank) - share(rank + 1) >= leeway;
            if let Some(rank) = self.truth.open_ranks().find(is_far) {
                return Some(Doubt::OpenOrder { rank });
            }
        }
        let games = games.passing();
        match self.demands.tolerance {
            Some(tolerance) => {
                (half_width > tolerance.max(LEAST_TOLERANCE)).then_some(Doubt::SharesForTolerance {
                    half_width,
                    tolerance,
                })
            }
            None => self
                .is_rough(games as f64)
                .then_some(Doubt::SharesForGames { half_width, games }),
        }
    }

    /// Returns whether the truth is too inaccurate for lists of this number of games per pairing, so
    /// that no share and no order is at fault.
    fn is_rough(&self, games: f64) -> bool {
        /// The most variance of the true shares in proportion to that of the lists, on average: half
        /// a standard error.
        const ROUGH: f64 = 0.25;
        let expected = &self.expected;
        let dice = 0..self.dice.len();
        let of_errors: f64 = dice
            .clone()
            .map(|die| expected.error_covariances.variance(die))
            .sum();
        let of_game: f64 = dice
            .map(|die| expected.game_covariances.variance(die))
            .sum();
        of_errors > ROUGH * of_game / games
    }

    /// Tests the shares of a list, whose number of games is known as well as that.
    pub(super) fn test(&self, shares: &WrittenShares, games: KnownGames) -> ListChance {
        let is_joint = !self.is_alone() && games.exact().is_some();
        let errors = if is_joint {
            Errors {
                shares: SUBMISSION_ERRORS.shares / self.file_count as f64,
                ..SUBMISSION_ERRORS
            }
        } else {
            LIST_ERRORS
        };
        let units = shares
            .iter()
            .map(|share| share.map_or(0.0, |share| share.unit))
            .collect();
        ListChance {
            model: ListModel::new(shares, &self.expected),
            units,
            errors,
            games,
            is_joint,
            is_rough: self.is_rough(games.passing() as f64),
        }
    }
}

/// The shares of a list beside chance.
#[derive(Clone, Debug)]
pub(super) struct ListChance {
    model: ListModel,
    /// The unit of the share of each die, 0 if it has none.
    units: Vec<f64>,
    errors: Errors,
    pub(super) games: KnownGames,
    /// True if the test of all shares is made for several lists together.
    is_joint: bool,
    /// True if too little is known of the truth, so that no share and no order is at fault.
    pub(super) is_rough: bool,
}

/// What chance does not explain for a number of games per pairing.
#[derive(Clone, Debug, Default)]
pub(super) struct Unexplained {
    /// The shares that are too far off by themselves.
    pub(super) shares: Vec<ShareDeviation>,
    /// The sum of squares of all shares, if it is too large.
    pub(super) joint: Option<SquareSum>,
}

impl Unexplained {
    pub(super) fn is_empty(&self) -> bool {
        self.shares.is_empty() && self.joint.is_none()
    }
}

impl ListChance {
    /// Returns what this number of games per pairing does not explain.
    pub(super) fn refuse(&self, games: u64) -> Unexplained {
        if self.is_rough {
            return Unexplained::default();
        }
        let (games, errors) = (games as f64, self.errors);
        let joint = if self.is_joint {
            None
        } else {
            // One of shared games and each die's own has to explain them.
            PairingGames::ALL
                .map(|pairing_games| self.model.square_sum(games, errors.joint, pairing_games))
                .map(|sum| sum.is_too_large(errors.joint).then_some(sum))
                .into_iter()
                .collect::<Option<Vec<_>>>()
                .and_then(|sums| sums.into_iter().next())
        };
        Unexplained {
            shares: self.model.refused_shares(games, errors.shares),
            joint,
        }
    }

    /// Returns the sum that right lists of this number of games exceed as rarely as the test of all
    /// shares says.
    pub(super) fn joint_limit(&self, sum: SquareSum) -> f64 {
        sum.limit(self.errors.joint)
    }

    /// Returns the die that is off whatever the number of games is, if it is not known.
    pub(super) fn find_stray(&self) -> Option<usize> {
        let is_asked = self.games.exact().is_none() && !self.is_rough;
        is_asked.then(|| self.model.find_stray()).flatten()
    }

    /// Returns the deviations of all given shares for this number of games per pairing.
    pub(super) fn deviations(&self, games: u64) -> Vec<ShareDeviation> {
        self.model.deviations(games as f64, self.errors.shares)
    }

    /// Returns for each die by how much its share may be off in lists of this number of games per
    /// pairing, in percentage points, a last digit included.
    pub(super) fn allowed(&self, games: u64) -> Vec<f64> {
        self.model
            .allowed(games as f64, self.errors.shares)
            .into_iter()
            .zip(&self.units)
            .map(|(allowed, unit)| 100.0 * (allowed + unit))
            .collect()
    }

    /// Returns the fit of the list if these games count.
    fn fit(&self, pairing_games: PairingGames) -> GoodnessOfFit {
        let lists = vec![self.model.clone()];
        GoodnessOfFit::new(lists, pairing_games, GameCount::PerPairing)
    }

    /// Returns the number of games that the shares look like, for the kind of games that explains
    /// more of them; `None` if they fit any number, or there are none.
    pub(super) fn apparent_games(&self) -> Option<ApparentGames> {
        let fits = PairingGames::ALL.map(|pairing_games| self.fit(pairing_games));
        let is_any = |fit: &GoodnessOfFit| fit.explains(f64::INFINITY, LIST_ERRORS);
        if self.model.is_empty() || fits.iter().any(is_any) {
            return None;
        }
        let [by_shared_games, by_own_games] = fits.map(|fit| ApparentGames {
            likeliest: fit.likeliest_games([1.0, MOST_GAMES]).round() as u64,
            most: fit.most_games(LIST_ERRORS),
        });
        Some(if by_own_games.most > by_shared_games.most {
            by_own_games
        } else {
            by_shared_games
        })
    }
}

/// The fit of all lists of a program to a rule set: the better, the larger the score.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FitScore {
    /// The number of shares that were compared. Scores are comparable where it is the same.
    pub compared: usize,
    /// The logarithm of the likelihood, up to a constant, less a penalty if each die has games of its
    /// own.
    pub score: f64,
}

/// Scores the fit of lists of one program, which have the same number of games where it is not
/// known.
pub(super) fn score_lists(lists: &[&ListChance]) -> FitScore {
    let scores = PairingGames::ALL.map(|pairing_games| {
        let (known, unknown): (Vec<&ListChance>, Vec<&ListChance>) =
            lists.iter().partition(|list| list.games.exact().is_some());
        let of_known: f64 = known
            .into_iter()
            .map(|list| {
                list.fit(pairing_games)
                    .log_likelihood(list.games.passing() as f64)
            })
            .sum();
        let models = unknown.into_iter().map(|list| list.model.clone()).collect();
        let fit = GoodnessOfFit::new(models, pairing_games, GameCount::PerPairing);
        let games = fit.likeliest_games([1.0, MOST_GAMES]);
        of_known + fit.log_likelihood(games) - pairing_games.penalty()
    });
    FitScore {
        compared: lists.iter().map(|list| list.model.count_shares()).sum(),
        score: f64::max(scores[0], scores[1]),
    }
}

/// Describes the fault that all shares of `lists` of one program have together: the sum of their
/// squares is larger than chance makes it, whether games count for both dice of a pairing or each
/// die has its own, which is the same in all lists. `None` if it is not. Lists do not count if they
/// are not judged together, or too little is known of their truth.
pub(super) fn describe_joint_fault(lists: &[&ListChance]) -> Option<String> {
    let error = SUBMISSION_ERRORS.joint;
    let tested = lists
        .iter()
        .filter(|list| list.is_joint && !list.is_rough)
        .collect_vec();
    let sums = PairingGames::ALL.map(|pairing_games| -> SquareSum {
        tested
            .iter()
            .map(|list| {
                let games = list.games.passing() as f64;
                list.model.square_sum(games, error, pairing_games)
            })
            .sum()
    });
    if !sums.iter().all(|sum| sum.is_too_large(error)) {
        return None;
    }
    let games = tested.iter().map(|list| list.games.passing()).unique();
    let numbers = games.map(super::findings::format_games).join(" und ");
    Some(format!(
        "alle Anteile zusammen liegen weiter daneben, als der Zufall erklärt: Quadratsumme {:.1}, \
         in 9999 von 10000 Abgaben höchstens {:.1} bei {numbers}",
        sums[0].sum,
        sums[0].limit(error)
    ))
}

/// Returns the expected shares of lists, from all that `truth` tells of each pairing of these dice,
/// which stand in the order of the file.
fn expect_list(truth: &Ranking, dice: &[&RankedDie]) -> Expected {
    let draw = truth.plan.criterion.draw();
    let mut expected = Expected::new(dice.iter().map(|die| die.can_win).collect());
    for (index, pair) in (0..dice.len()).array_combinations().enumerate() {
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
    }
    for (index, die) in dice.iter().enumerate() {
        expected.shares[index] = die.share.as_percent() / 100.0;
        if let Source::Solutions(_) = truth.source {
            // The true share may be at the ends of its interval.
            let half_width = die.half_width / 100.0;
            expected.error_covariances.variances[index][index] += half_width * half_width;
        }
    }
    expected
}
