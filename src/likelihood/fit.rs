//! How well lists fit a rule set: their likelihood, given what they would be.
//!
//! A list of n games per pairing has shares x with mean μ and covariance Σ/n. Σ comes from the
//! pairings: a win, a loss and a draw exclude each other. The μ that we have come from games, too,
//! and have a covariance T of their own; and a share with a last digit of unit u may be rounded or
//! cut off: that counts as an error of variance u². (Rounding alone makes u²/12. But without draws
//! the sum of all shares is known, and by that measure a list that is cut off would be impossible.)
//! So x − μ is about normal with covariance C = Σ/n + T + u², and the logarithm of the likelihood
//! is −½ (rᵀC⁻¹r + ln |C|) up to a constant, r being x − μ.
//!
//! # Rare wins
//!
//! The number of wins of a die that wins rarely, or nearly always, is not normal. If λ is its
//! variance, it is d beyond its mean with a probability below exp(−w²/2), w² = d²/(λ + sd/3). For s
//! = 1 this is Bernstein's inequality. But s is how lopsided a game is, |1 − 2p|: then the third
//! moments are those of the games. Turned around, d/w = ws/6 + √((ws/6)² + λ). So all games of such
//! a die count with the variance (d/w)² instead of λ. Where lists are said to be impossible, w is
//! 4: of 0.15 wins on average these are 2.1, of 10 wins 15, and of 1,000 wins 1,043. Likelihoods
//! are compared near the mean, and there w is 1: the variances are 0.35, 11 and 1,011. What was
//! *seen* says less of what is rare, since 0 may be seen of 6: for T, ws/6 is ws/3.
//!
//! # Whether lists are likely
//!
//! If n is right, the sum of squares rᵀC⁻¹r has a χ² distribution, or is less. Of the ways of
//! [writing](super::writing) shares, that counts for which it is less.

use libm::{exp, log, sqrt};

use super::cholesky::{Cholesky, Matrix};
use super::expected::{Expected, PairScatter};
use super::writing::{GivenShares, Shown, Writing};

/// Chance makes lists that are off by more than this many standard deviations of the normal
/// distribution in one of a hundred cases.
pub const ONE_PERCENT: f64 = 2.326;

/// The most games per pairing that are thought of.
pub const MOST_GAMES: f64 = 1e8;

/// How the shares scatter that are given in lists, for any number of games per pairing.
#[derive(Clone, Debug)]
pub struct Scatter {
    /// The dice whose shares are given, and the units of these.
    dice: Vec<usize>,
    units: Vec<f64>,
    /// Σ
    per_game: PairScatter,
    /// T
    error: PairScatter,
    /// For each die of the file λ for lists of one game per pairing, and s.
    wins: Vec<RareWins>,
}

/// The number of standard errors w from which on it matters how rare wins scatter: where
/// likelihoods are compared.
const NEAR: f64 = 1.0;
/// The same where lists are said to be impossible.
const FAR: f64 = 4.0;

/// How far from normal the wins of a die are.
#[derive(Clone, Copy, Debug)]
struct RareWins {
    /// The variance of the number of wins of lists of one game per pairing.
    variance: f64,
    /// How lopsided a game is, from 0 to 1: 0 if both ends of it are equally likely.
    lopsided: f64,
}

impl RareWins {
    /// The wins of a die that scatter like this in lists of one game per pairing.
    fn new(per_game: &PairScatter, die: usize) -> RareWins {
        let opponents = (per_game.variances.len() - 1) as f64;
        let scale = opponents * opponents;
        let (mut variance, mut lopsided) = (0.0, 0.0);
        for own in &per_game.variances[die] {
            let of_game = scale * own;
            variance += of_game;
            // Of a game that is won with probability p, p(1 − p) is the variance.
            lopsided += of_game * sqrt((1.0 - 4.0 * of_game).max(0.0));
        }
        if variance > 0.0 {
            lopsided /= variance;
        }
        RareWins { variance, lopsided }
    }

    /// By how much more these wins scatter than if they were normal, of this many games per
    /// pairing, `reach` standard errors from their mean.
    fn factor(self, games: f64, reach: f64) -> f64 {
        let variance = self.variance * games;
        if self.variance == 0.0 || variance.is_infinite() {
            return 1.0;
        }
        let lopsided = reach * self.lopsided / 6.0;
        let deviation = lopsided + sqrt(lopsided * lopsided + variance);
        deviation * deviation / variance
    }
}

impl Scatter {
    /// Of lists in which these shares are given, whatever they are, with these units.
    pub fn new(shown: &GivenShares, expected: &Expected) -> Scatter {
        let given = shown.iter().enumerate();
        let given = given.filter_map(|(die, shown)| Some((die, shown.as_ref()?.unit)));
        let (dice, units): (Vec<usize>, Vec<f64>) = given.unzip();
        let per_game = expected.per_game.clone();
        let wins = (0..shown.len()).map(|die| RareWins::new(&per_game, die));
        let wins: Vec<RareWins> = wins.collect();
        Scatter {
            dice,
            units,
            per_game,
            error: expected.error.clone(),
            wins,
        }
    }

    /// T + u², `reach` standard errors from the mean.
    fn known(&self, reach: f64) -> Matrix {
        let factors = self.wins.iter().enumerate().map(|(die, wins)| {
            // The games that say as much as was seen.
            let games = self.per_game.variance(die) / self.error.variance(die);
            wins.factor(games, 2.0 * reach)
        });
        let factors: Vec<f64> = factors.collect();
        let mut known = self.error.covariance(&self.dice, &factors);
        for (index, unit) in self.units.iter().enumerate() {
            known[index][index] += unit * unit;
        }
        known
    }

    /// C for lists of this many games per pairing, `reach` standard errors from the mean; `None` if
    /// it is singular.
    fn covariance(&self, games: f64, reach: f64) -> Option<Cholesky> {
        let factors = self.wins.iter().map(|wins| wins.factor(games, reach));
        let factors: Vec<f64> = factors.collect();
        let mut sum = self.per_game.covariance(&self.dice, &factors);
        for (sums, known) in sum.iter_mut().zip(&self.known(reach)) {
            for (sum, known) in sums.iter_mut().zip(known) {
                *sum = *sum / games + known;
            }
        }
        Cholesky::new(&sum)
    }
}

/// By how much the shares of a list differ from what they would be, if they are written in this
/// way.
pub fn residuals(shown: &GivenShares, expected: &Expected, writing: Writing) -> Vec<f64> {
    let dice = shown.iter().zip(&expected.shares);
    let residuals = dice.filter_map(|(shown, share)| {
        let shown = shown.as_ref()?;
        Some(shown.share + writing.middle_above(shown) - share)
    });
    residuals.collect()
}

/// How a list differs from what it would be under a rule set.
#[derive(Clone, Debug)]
struct ListFit {
    /// By how much each given share differs.
    residuals: Vec<f64>,
    scatter: Scatter,
}

impl ListFit {
    /// The sum of squares of the residuals for lists of so many games per pairing, if shares are
    /// written in the way for which it is less; `None` if these games say nothing.
    fn least_squares(&self, games: f64) -> Option<f64> {
        let covariance = self.scatter.covariance(games, FAR)?;
        let squares = Writing::ALL.map(|writing| {
            let units = self.scatter.units.iter();
            let shifted = self.residuals.iter().zip(units).map(|(residual, &unit)| {
                let share = *residual;
                share + writing.middle_above(&Shown { share, unit })
            });
            covariance.squares(&shifted.collect::<Vec<_>>())
        });
        Some(squares.into_iter().fold(f64::INFINITY, f64::min))
    }
}

/// How lists differ from what they would be under a rule set.
#[derive(Clone, Debug, Default)]
pub struct Fit(Vec<ListFit>);

impl Fit {
    /// Adds a list: for each die the share that it has there, if any; and what it would be.
    pub fn add(&mut self, shown: &GivenShares, expected: &Expected) {
        self.0.push(ListFit {
            residuals: residuals(shown, expected, Writing::Rounded),
            scatter: Scatter::new(shown, expected),
        });
    }

    /// The mean distance of a share from what it would be, from 0 to 1.
    pub fn distance(&self) -> f64 {
        let residuals = self.0.iter().flat_map(|list| &list.residuals);
        let sum: f64 = residuals.clone().copied().map(f64::abs).sum();
        sum / residuals.count() as f64
    }

    /// The logarithm of the likelihood, if the lists have so many games per pairing.
    pub fn log_likelihood(&self, games: f64) -> f64 {
        let terms = self.0.iter().map(|list| {
            let covariance = list.scatter.covariance(games, NEAR);
            covariance.map_or(f64::INFINITY, |covariance| {
                covariance.squares(&list.residuals) + covariance.log_determinant()
            })
        });
        -0.5 * terms.sum::<f64>()
    }

    /// The number of games per pairing that makes the lists most likely, between these.
    pub fn likeliest_games(&self, [least, most]: [f64; 2]) -> f64 {
        const STEP: f64 = 0.1;
        const LARGE: usize = 5;
        if least == most {
            return least;
        }
        let [first, last] = [log(least), log(most)];
        let likelihood = |logarithm: f64| self.log_likelihood(exp(logarithm));
        let at = |step: usize| first + step as f64 * STEP;
        let best_of = |steps: &mut dyn Iterator<Item = usize>| {
            let tried = steps.map(|step| (likelihood(at(step)), step));
            let best = tried.max_by(|one, other| one.0.total_cmp(&other.0));
            best.map_or(0, |(_, step)| step)
        };
        let steps = ((last - first) / STEP) as usize;
        let near = best_of(&mut (0..=steps).step_by(LARGE));
        let around = near.saturating_sub(LARGE)..=(near + LARGE).min(steps);
        let best = at(best_of(&mut { around }));
        // Closer, by thirds.
        let (mut low, mut high) = ((best - STEP).max(first), (best + STEP).min(last));
        for _ in 0..20 {
            let [one, other] = [low + (high - low) / 3.0, high - (high - low) / 3.0];
            if likelihood(one) < likelihood(other) {
                low = one;
            } else {
                high = other;
            }
        }
        exp((low + high) / 2.0)
    }

    /// By how much the sum of squares, which has a χ² distribution if the lists have so many games
    /// per pairing, exceeds what rounding and the error of the truth alone make.
    pub fn excess(&self, games: f64) -> f64 {
        let excess = self.0.iter().filter_map(|list| {
            let covariance = list.scatter.covariance(games, NEAR)?;
            let squares = covariance.squares(&list.residuals);
            Some(squares - covariance.mean_squares(&list.scatter.known(NEAR)))
        });
        excess.sum()
    }

    /// Whether lists of so many games per pairing are only so far off as chance makes all but a
    /// part of them. The part is that of the normal distribution above `z`. A list of which that
    /// cannot be said counts as one that is.
    pub fn is_likely(&self, games: f64, z: f64) -> bool {
        let (mut squares, mut shares) = (0.0, 0);
        for list in &self.0 {
            if let Some(least) = list.least_squares(games) {
                squares += least;
                shares += list.residuals.len();
            }
        }
        shares == 0 || squares <= chi_squared(shares as f64, z)
    }

    /// The most games per pairing for which that [is so](Self::is_likely); `None` if there are
    /// none.
    pub fn most_games(&self, z: f64) -> Option<f64> {
        let is_too_much = |logarithm: f64| !self.is_likely(exp(logarithm), z);
        (!is_too_much(0.0)).then(|| exp(root([0.0, log(MOST_GAMES)], is_too_much)))
    }
}

/// Where something begins to be so, between these two.
pub(crate) fn root([mut low, mut high]: [f64; 2], is_beyond: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..64 {
        let middle = f64::midpoint(low, high);
        if is_beyond(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    high
}

/// The quantile of the χ² distribution with so many degrees of freedom above which it has as much
/// as the normal distribution has above `z` (Wilson & Hilferty 1931).
pub fn chi_squared(freedom: f64, z: f64) -> f64 {
    let part = 2.0 / (9.0 * freedom);
    let root = 1.0 - part + z * sqrt(part);
    freedom * root * root * root
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::likelihood::Meeting;

    #[test]
    fn quantiles_are_those_of_tables() {
        for (freedom, z, quantile) in [
            (5.0, 1.644_85, 11.070),
            (20.0, 2.326_35, 37.566),
            (30.0, 3.090_23, 59.703),
        ] {
            let found = chi_squared(freedom, z);
            assert!((found / quantile - 1.0).abs() < 0.005, "{found} {quantile}");
        }
    }
    /// Two wins in 300 games where 0.3 are expected: chance, whatever the games were by which that
    /// is known; and nobody wins ten.
    #[test]
    fn rare_wins_are_chance_whatever_was_seen() {
        const ONE_IN_TEN_THOUSAND: f64 = 3.719;
        let shown = |wins: f64| {
            let shares = [wins / 300.0, 1.0 - wins / 300.0].into_iter();
            shares.map(|share| Some(Shown { share, unit: 1e-4 }))
        };
        for seen in 6..30 {
            let wins = [seen, (1 << 14) - seen];
            let meeting = Meeting::played(wins, f64::from(1 << 14), [true; 2]);
            let mut expected = Expected::new(vec![true; 2]);
            expected.add([0, 1], &[(1.0, meeting)], 0.0);
            let [two, ten] = [2.0, 10.0].map(|wins| {
                let mut fit = Fit::default();
                fit.add(&shown(wins).collect::<Vec<_>>(), &expected);
                fit.is_likely(300.0, ONE_IN_TEN_THOUSAND)
            });
            assert_eq!([two, ten], [true, false], "{seen}");
        }
    }
}
