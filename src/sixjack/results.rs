//! What games of Six Jack come to: all that is printed of them, computed once.

use itertools::Itertools;

use super::exact::{self, Fraction};
use super::optimal::{self, Player};
use super::play::Results;
use super::strategy::{Policy, Strategy};
use crate::decimal;

/// The quantiles that stand for the range of a number of rounds, in per cent.
pub const QUANTILES: [u8; 3] = [1, 50, 99];

/// The chance by which games were played.
#[derive(Clone, Copy, Debug)]
pub struct Chance {
    /// The name of the cards that are drawn.
    pub cards: &'static str,
    /// The number of games, of each strategy in a study.
    pub games: u64,
    /// The seed of all games.
    pub seed: u64,
}

/// The rounds that a strategy takes alone.
#[derive(Clone, Debug)]
pub struct Alone {
    /// The strategy.
    pub strategy: Strategy,
    /// The mean.
    pub mean: Fraction,
    /// The variance, which a single game does not have.
    pub variance: Option<Fraction>,
    /// The least and the most of games by chance, and the [`QUANTILES`] without chance.
    pub range: Vec<u64>,
    /// Whether it is by chance or without.
    pub by_chance: bool,
}

impl Alone {
    /// What games by chance of this strategy came to.
    pub fn played(&strategy: &Strategy, results: &Results) -> Alone {
        let least = results.best.map(|best| best.rounds);
        Alone {
            strategy,
            mean: results.mean(),
            variance: results.variance(),
            range: least.into_iter().chain([results.most]).collect(),
            by_chance: true,
        }
    }

    /// What games of this strategy come to without chance. No rounding decides a quantile of one of
    /// them.
    pub fn solved(&strategy: &Strategy) -> Alone {
        let outcome = exact::outcome(&[strategy.policy()]);
        let [mean, variance] = exact::moments(&strategy);
        let quantile = |percent: u8| outcome.quantile(f64::from(percent) / 100.0) as u64;
        Alone {
            strategy,
            mean,
            variance: Some(variance),
            range: QUANTILES.map(quantile).to_vec(),
            by_chance: false,
        }
    }

    /// The mean for people, without chance as a fraction, too.
    pub fn mean_text(&self) -> String {
        let decimal = decimal::fraction(self.mean, 2);
        if self.by_chance {
            decimal
        } else {
            format!("{} = {decimal}", self.mean)
        }
    }

    /// The standard error of a mean of so many games; a single game tells none.
    pub fn standard_error(&self, games: u64) -> Option<f64> {
        let variance = self.variance.map(exact::float);
        variance.map(|variance| (variance / games as f64).sqrt())
    }
}

/// The rank of a mean among those of these rows, the least being first; equal ones share it.
pub fn rank(rows: &[Alone], mean: Fraction) -> usize {
    1 + rows.iter().filter(|row| row.mean < mean).count()
}

/// What all strategies that play differently take alone without chance, the best first.
pub fn ranked() -> Vec<Alone> {
    let all = Strategy::all().map(|strategy| Alone::solved(&strategy));
    all.sorted_by_key(|row| row.mean).collect()
}

/// What all others play, and how often each of the strategies that play differently wins against
/// them, from 0 to 1, the best reply first.
pub type Replies = (Strategy, Vec<(Strategy, f64)>);

/// Solves games of so many computers, at least two, of which all others play this strategy, or each
/// if there is none.
pub fn replies(seats: usize, opponent: Option<Strategy>) -> Vec<Replies> {
    let all = Strategy::all().map(|own| (own, exact::alone(&own.policy())));
    let all = all.collect_vec();
    let opponents = opponent.map_or_else(|| Strategy::all().collect(), |only| vec![only]);
    let replies = opponents.into_iter().map(|other| {
        let others = vec![exact::alone(&other.policy()); seats - 1];
        let all = all.iter();
        let shares = all.map(|(own, alone)| (*own, exact::share(alone, others.iter())));
        let best_first = shares.sorted_by(|(_, one), (_, two)| two.total_cmp(one));
        (other, best_first.collect())
    });
    replies.collect()
}

/// For each of so many the first and the last rank that it may have in truth, if `is_better` says
/// of which two it is certain that the first one is.
pub fn possible_ranks(number: usize, is_better: impl Fn(usize, usize) -> bool) -> Vec<[usize; 2]> {
    let ranks = (0..number).map(|own| {
        let better = (0..number).filter(|&other| is_better(other, own)).count();
        let worse = (0..number).filter(|&other| is_better(own, other)).count();
        [better + 1, number - worse]
    });
    ranks.collect()
}

/// So many standard errors make a difference certain: chance alone brings one in 15,000 of them.
pub const CERTAIN: f64 = 4.0;

/// What is best in the game of two.
#[derive(Clone, Debug)]
pub struct Duel {
    /// The opponent, if it does not do its best as well.
    pub opponent: Option<Player>,
    /// The best reply to the opponent.
    pub policy: Policy,
    /// How often this reply wins, and how often the opponent itself does in its place, from 0 to 1:
    /// as the first, as the second, and on average.
    pub shares: [[f64; 3]; 2],
}

impl Duel {
    /// Solves the game of two against this opponent, or against one that does its best: the best
    /// reply to that is to play alike.
    pub fn new(opponent: Option<Player>) -> Duel {
        let other = opponent.unwrap_or(Player::OPTIMAL).policy();
        let policy = optimal::best_reply(&other);
        let shares = [policy, other].map(|own| {
            let ([first, _], _) = exact::duel([&own, &other]);
            let ([_, second], _) = exact::duel([&other, &own]);
            [first, second, f64::midpoint(first, second)]
        });
        Duel {
            opponent,
            policy,
            shares,
        }
    }

    /// What is wanted with so many safe cards of one's own; nothing where the opponent never begins
    /// a turn.
    pub fn wanted(&self, own: usize, other: usize) -> Option<usize> {
        let strategy = self.opponent.and_then(|player| player.0);
        let comes = strategy.is_none_or(|fixed| fixed.steps().any(|step| step.start == other));
        comes.then(|| self.policy.0[own][other])
    }
}
