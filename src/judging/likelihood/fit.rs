//! The goodness of fit of lists to a rule set: whether a number of games explains them, and their
//! likelihood.
//!
//! All lists are of one program: its games count for both dice of a pairing, or each die has its
//! own, and so in all lists.
//!
//! The logarithm of the likelihood is −½ (rᵀC⁻¹r + ln |C|) up to a constant, r being x − p and C the
//! covariance of the [`model`](super::model) for w = 1, as likelihoods are compared near the mean,
//! plus the squares of the units. In the tests the best of all shares counts that may stand behind
//! the printed ones; here each counts by its probability, since digits that any large number of
//! games explains would make the largest one likeliest otherwise.

use libm::{exp, log};

use super::cholesky::{Cholesky, Matrix};
use super::expected::{PENALTY, PairingGames};
use super::model::{Errors, ListModel, SquareSum};

/// The most games per pairing that a list is taken to have.
pub const MOST_GAMES: f64 = 1e8;
/// The number w of standard errors by which rare wins count where likelihoods are compared, and in
/// the [excess](GoodnessOfFit::excess).
pub(super) const NEAR: f64 = 1.0;

/// What a number of games is of, the same for all lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GameCount {
    /// A pairing.
    #[default]
    PerPairing,
    /// A file, whose pairings share them.
    PerFile,
}

impl GameCount {
    /// The games per pairing of a file with this number of dice, at least 1.
    pub fn per_pairing(self, games: f64, dice: usize) -> f64 {
        match self {
            GameCount::PerPairing => games,
            GameCount::PerFile => (2.0 * games / (dice * (dice - 1)) as f64).max(1.0),
        }
    }

    /// The penalty of the logarithm of the likelihood, that of another rule for games of a file.
    pub fn penalty(self) -> f64 {
        match self {
            GameCount::PerPairing => 0.0,
            GameCount::PerFile => PENALTY,
        }
    }
}

/// A list, and what its likelihood needs of it for any number of games.
#[derive(Clone, Debug)]
struct FittedList {
    model: ListModel,
    /// The dice of the given shares.
    dice: Vec<usize>,
    /// The differences of the given shares from the expected ones.
    residuals: Vec<f64>,
    /// The covariance of all but chance.
    errors: Matrix,
}

impl FittedList {
    fn new(model: ListModel) -> FittedList {
        let dice = model.dice();
        FittedList {
            errors: model.error_covariance(&dice, NEAR, &model.units()),
            residuals: model.residuals(),
            dice,
            model,
        }
    }

    /// The factor of the covariance; `None` if this is singular.
    fn factor(&self, games: f64, pairing_games: PairingGames) -> Option<Cholesky> {
        let covariance =
            self.model
                .covariance(&self.dice, games, NEAR, pairing_games, &self.errors);
        Cholesky::new(&covariance)
    }
}

/// The goodness of fit of lists to a rule set.
#[derive(Clone, Debug)]
pub struct GoodnessOfFit {
    /// The games of a pairing that count for its two dice.
    pub pairing_games: PairingGames,
    /// What the numbers of games are of that the functions take and return.
    pub count: GameCount,
    lists: Vec<FittedList>,
}

impl GoodnessOfFit {
    /// The fit of these lists.
    pub fn new(
        lists: Vec<ListModel>,
        pairing_games: PairingGames,
        count: GameCount,
    ) -> GoodnessOfFit {
        GoodnessOfFit {
            pairing_games,
            count,
            lists: lists.into_iter().map(FittedList::new).collect(),
        }
    }

    /// The games per pairing of a list, if all have this number by their count.
    fn games_of(&self, list: &FittedList, games: f64) -> f64 {
        self.count.per_pairing(games, list.model.count_dice())
    }

    /// The least games per pairing of a list, if all have this number by their count.
    pub fn least_per_pairing(&self, games: f64) -> f64 {
        let of_lists = self.lists.iter().map(|list| self.games_of(list, games));
        of_lists.fold(games, f64::min)
    }

    /// The mean distance of a share from the expected one, where 1 is 100 %; NaN without any share.
    pub fn distance(&self) -> f64 {
        let residuals = self.lists.iter().flat_map(|list| &list.residuals);
        let sum: f64 = residuals.clone().copied().map(f64::abs).sum();
        sum / residuals.count() as f64
    }

    /// The logarithm of the likelihood, up to a constant, if the lists have this number of games
    /// per pairing; −∞ if the covariance of one is singular.
    pub fn log_likelihood(&self, games: f64) -> f64 {
        let terms = self.lists.iter().map(|list| {
            let games = self.games_of(list, games);
            let factor = list.factor(games, self.pairing_games);
            factor.map_or(f64::INFINITY, |factor| {
                factor.squares(&list.residuals) + factor.log_determinant()
            })
        });
        -0.5 * terms.sum::<f64>()
    }

    /// The number of games per pairing, from `least` to `most`, that makes the lists most likely.
    pub fn likeliest_games(&self, [least, most]: [f64; 2]) -> f64 {
        if least == most {
            return least;
        }
        let likelihood = |logarithm: f64| self.log_likelihood(exp(logarithm));
        exp(find_maximum([log(least), log(most)], likelihood))
    }

    /// The excess of the sum of squares over what rounding and the error of the expected shares
    /// alone make. If the lists have this number of games per pairing, the sum of squares has about
    /// a χ² distribution. Lists whose covariance is singular do not count.
    pub fn excess(&self, games: f64) -> f64 {
        self.lists
            .iter()
            .filter_map(|list| {
                let games = self.games_of(list, games);
                let factor = list.factor(games, self.pairing_games)?;
                Some(factor.squares(&list.residuals) - factor.mean_squares(&list.errors))
            })
            .sum()
    }

    /// The test T of all lists together, for this number of games per pairing.
    pub fn square_sum(&self, games: f64, error: f64) -> SquareSum {
        self.lists
            .iter()
            .map(|list| {
                let games = self.games_of(list, games);
                list.model.square_sum(games, error, self.pairing_games)
            })
            .sum()
    }

    /// Returns whether this number of games per pairing explains the lists, by the tests T of all
    /// together and M of each. If it does, so does any smaller one.
    pub fn explains(&self, games: f64, errors: Errors) -> bool {
        let of_list = errors.shares / self.lists.len().max(1) as f64;
        self.lists.iter().all(|list| {
            let games = self.games_of(list, games);
            list.model.refused_shares(games, of_list).is_empty()
        }) && !self
            .square_sum(games, errors.joint)
            .is_too_large(errors.joint)
    }

    /// The most games per pairing, up to `MOST_GAMES`, that explain the lists; `None` if not even a
    /// single one does.
    pub fn most_games(&self, errors: Errors) -> Option<f64> {
        /// Halvings of the range of ln n, which leave 0.01 % of n.
        const ROUNDS: usize = 17;
        let is_explained = |logarithm: f64| self.explains(exp(logarithm), errors);
        let [mut least, mut most] = [0.0, log(MOST_GAMES)];
        if !is_explained(least) {
            return None;
        }
        if is_explained(most) {
            return Some(MOST_GAMES);
        }
        for _ in 0..ROUNDS {
            let middle = f64::midpoint(least, most);
            if is_explained(middle) {
                least = middle;
            } else {
                most = middle;
            }
        }
        Some(exp(least))
    }
}

/// The argument between `first` and `last` at which a smooth function is largest, unless that is a
/// narrow peak between the arguments that are compared.
fn find_maximum([first, last]: [f64; 2], function: impl Fn(f64) -> f64) -> f64 {
    /// The distance of the arguments that are compared in the second round.
    const STEP: f64 = 0.1;
    /// The number of these steps between the arguments that are compared in the first round.
    const STEPS_IN_FIRST_ROUND: usize = 5;
    let at = |step: usize| first + step as f64 * STEP;
    let best_of = |steps: &mut dyn Iterator<Item = usize>| {
        steps
            .map(|step| (function(at(step)), step))
            .max_by(|(value, _), (next, _)| value.total_cmp(next))
            .map_or(0, |(_, step)| step)
    };
    let steps = ((last - first) / STEP) as usize;
    let near = best_of(&mut (0..=steps).step_by(STEPS_IN_FIRST_ROUND));
    let first_around = near.saturating_sub(STEPS_IN_FIRST_ROUND);
    let around = first_around..=(near + STEPS_IN_FIRST_ROUND).min(steps);
    let best = at(best_of(&mut { around }));
    golden_section(
        [(best - STEP).max(first), (best + STEP).min(last)],
        function,
    )
}

/// The argument between `low` and `high` at which a function with a single maximum is largest, but
/// for a thousandth of their distance.
fn golden_section([mut low, mut high]: [f64; 2], function: impl Fn(f64) -> f64) -> f64 {
    const ROUNDS: usize = 15;
    /// The golden section of 1: (√5 − 1)/2.
    const GOLDEN_PART: f64 = 0.618_033_988_749_895;
    struct Probe {
        at: f64,
        value: f64,
    }
    let divide = |from: f64, to: f64| {
        let at = to - GOLDEN_PART * (to - from);
        let value = function(at);
        Probe { at, value }
    };
    let [mut left, mut right] = [divide(low, high), divide(high, low)];
    for _ in 0..ROUNDS {
        if left.value < right.value {
            (low, left) = (left.at, right);
            right = divide(high, low);
        } else {
            (high, right) = (right.at, left);
            left = divide(low, high);
        }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::likelihood::{Expected, PairingEstimate, WeightedEstimate, WrittenShare};

    /// Two wins in 300 games where 0.3 are expected are chance, even if from 6 to 29 were observed
    /// in 16,384 games, of which 16 were expected; ten wins are not. A die that cannot win has none.
    #[test]
    fn few_rare_wins_are_chance() {
        const ERRORS: Errors = Errors {
            joint: 5e-5,
            shares: 5e-5,
        };
        const GAMES: u64 = 1 << 14;
        let is_explained = |wins: f64, observed: u64, can_win: bool| {
            let written = [wins / 300.0, 1.0 - wins / 300.0]
                .map(|share| Some(WrittenShare { share, unit: 1e-4 }));
            let wins = [observed, GAMES - observed];
            let all_games = WeightedEstimate {
                weight: 1.0,
                estimate: PairingEstimate::from_games(wins, GAMES as f64, [can_win, true]),
            };
            let mut expected = Expected::new(vec![can_win, true]);
            expected.add([0, 1], &[all_games], 0.0);
            let list = ListModel::new(&written, &Arc::new(expected));
            let fit = GoodnessOfFit::new(vec![list], PairingGames::Shared, GameCount::PerPairing);
            fit.explains(300.0, ERRORS)
        };
        for observed in 6..30 {
            assert!(is_explained(2.0, observed, true), "{observed}");
            assert!(!is_explained(10.0, observed, true), "{observed}");
        }
        assert!(is_explained(0.0, 0, false));
        assert!(!is_explained(2.0, 0, false));
    }
}
