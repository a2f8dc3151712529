//! The results of Six Jack of which tables are printed: rounds, ranks, replies and shares.

use itertools::Itertools;

use super::computer::Computer;
use super::exact::{self, Fraction};
use super::optimal;
use super::play::GameResults;
use super::ranks::{CERTAIN_ERRORS, PossibleRanks, possible_ranks};
use super::strategy::{Policy, Strategy};
use crate::decimal::Decimal;

/// The quantiles that stand for the range of a number of rounds, in per cent.
pub const QUANTILES: [u8; 3] = [1, 50, 99];

/// The settings by which games were played.
#[derive(Clone, Copy, Debug)]
pub struct PlaySettings {
    /// The German name of the way in which cards are drawn.
    pub draw_mode: &'static str,
    /// The number of games; where each strategy plays alone, the games of each.
    pub games: u64,
    /// The seed of all games.
    pub seed: u64,
}

/// The rounds that a strategy takes alone.
#[derive(Clone, Debug)]
pub struct RoundsAlone {
    /// The strategy.
    pub strategy: Strategy,
    /// The mean.
    pub mean: Fraction,
    /// The variance; `None` if the mean is that of a single game that was won.
    pub variance: Option<Fraction>,
    /// The range of the numbers of rounds.
    pub range: RoundRange,
}

/// The range of a number of rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundRange {
    /// The least and the greatest number of rounds of the played games that were won.
    Played {
        /// The least number of rounds.
        least: u64,
        /// The greatest number of rounds.
        most: u64,
    },
    /// The [`QUANTILES`] of the exact distribution.
    Solved([u64; QUANTILES.len()]),
}

impl RoundRange {
    /// The two or three numbers, the least first.
    pub fn numbers(&self) -> Vec<u64> {
        match self {
            RoundRange::Played { least, most } => vec![*least, *most],
            RoundRange::Solved(quantiles) => quantiles.to_vec(),
        }
    }
}

impl RoundsAlone {
    /// The rounds of played games of this strategy alone.
    ///
    /// # Panics
    ///
    /// If no game was won.
    pub fn from_games(&strategy: &Strategy, results: &GameResults) -> RoundsAlone {
        let most = results.most_rounds;
        RoundsAlone {
            strategy,
            mean: results.mean(),
            variance: results.variance(),
            range: RoundRange::Played {
                least: results.shortest.map_or(most, |win| win.rounds),
                most,
            },
        }
    }

    /// Solves the games of this strategy alone. No quantile depends on rounding.
    pub fn solve(&strategy: &Strategy) -> RoundsAlone {
        let game = exact::solve_game(&[strategy.policy()]);
        let moments = exact::moments_alone(&strategy);
        let quantile = |percent: u8| game.quantile(f64::from(percent) / 100.0) as u64;
        RoundsAlone {
            strategy,
            mean: moments.mean,
            variance: Some(moments.variance),
            range: RoundRange::Solved(QUANTILES.map(quantile)),
        }
    }

    /// The mean for people, also as a fraction if it is exact.
    pub fn mean_text(&self) -> String {
        let decimal = Decimal::of_fraction(self.mean, 2);
        match self.range {
            RoundRange::Played { .. } => decimal.to_string(),
            RoundRange::Solved(_) => format!("{} = {decimal}", self.mean),
        }
    }

    /// The standard error of a mean of this number of games; `None` if the variance is not known.
    pub fn standard_error(&self, games: u64) -> Option<f64> {
        let variance = exact::to_f64(self.variance?);
        Some((variance / games as f64).sqrt())
    }
}

/// The rank of a mean among those of these `rows`, the least being first; equal ones share it.
pub fn rank_of_mean(rows: &[RoundsAlone], mean: Fraction) -> usize {
    1 + rows.iter().filter(|row| row.mean < mean).count()
}

/// The ranks that strategies may truly have by the mean rounds that they take alone, which were
/// played in this number of `games` each.
pub fn possible_ranks_of_means(rows: &[RoundsAlone], games: u64) -> Vec<PossibleRanks> {
    possible_ranks(rows.len(), |better, worse| {
        let [better, worse] = [&rows[better], &rows[worse]];
        let errors = [better, worse].map(|row| row.standard_error(games));
        let [Some(error), Some(worse_error)] = errors else {
            return false;
        };
        let lead = exact::to_f64(worse.mean) - exact::to_f64(better.mean);
        lead > CERTAIN_ERRORS * (error * error + worse_error * worse_error).sqrt()
    })
}

/// Ranks all strategies that play differently by the exact rounds that they take alone, the best
/// first.
pub fn rank_strategies() -> Vec<RoundsAlone> {
    Strategy::all()
        .map(|strategy| RoundsAlone::solve(&strategy))
        .sorted_by_key(|row| row.mean)
        .collect()
}

/// The replies to a strategy that all other players play.
#[derive(Clone, Debug)]
pub struct Replies {
    /// The strategy of all other players.
    pub opponent: Strategy,
    /// All strategies that play differently, the best reply first.
    pub replies: Vec<Reply>,
}

/// A strategy against players of another one.
#[derive(Clone, Copy, Debug)]
pub struct Reply {
    /// The strategy.
    pub strategy: Strategy,
    /// The share of games that it wins, from 0 to 1.
    pub share: f64,
}

/// Solves games of this number of `seats`, at least two, whose other players all play `opponent`,
/// or each strategy in turn if that is `None`.
pub fn solve_replies(seats: usize, opponent: Option<Strategy>) -> Vec<Replies> {
    let candidates = Strategy::all()
        .map(|strategy| (strategy, exact::rounds_alone(&strategy.policy())))
        .collect_vec();
    let replies_to = |opponent: Strategy| {
        let opponents = vec![exact::rounds_alone(&opponent.policy()); seats - 1];
        let replies = candidates
            .iter()
            .map(|(strategy, rounds)| Reply {
                strategy: *strategy,
                share: exact::share_against(rounds, opponents.iter()),
            })
            .sorted_by(|reply, next| next.share.total_cmp(&reply.share))
            .collect();
        Replies { opponent, replies }
    };
    match opponent {
        Some(opponent) => vec![replies_to(opponent)],
        None => Strategy::all().map(replies_to).collect(),
    }
}

/// The best reply in the game of two.
#[derive(Clone, Debug)]
pub struct BestReply {
    /// The opponent; `None` if it does its best as well.
    pub opponent: Option<Computer>,
    /// The best reply to the opponent.
    pub policy: Policy,
    /// The shares of games that this reply wins.
    pub reply_shares: DuelShares,
    /// The shares of games that a copy of the opponent wins against it.
    pub copy_shares: DuelShares,
}

/// The shares of games that a player wins in the game of two, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DuelShares {
    /// The share of the games that the player begins.
    pub as_first: f64,
    /// The share of the games that the opponent begins.
    pub as_second: f64,
    /// The share if both begin in turn.
    pub mean: f64,
}

impl DuelShares {
    /// Solves the games of a player with `policy` against a player with the policy `opponent`.
    pub fn solve(policy: &Policy, opponent: &Policy) -> DuelShares {
        let as_first = exact::solve_duel([policy, opponent]).wins[0];
        let as_second = exact::solve_duel([opponent, policy]).wins[1];
        DuelShares {
            as_first,
            as_second,
            mean: f64::midpoint(as_first, as_second),
        }
    }
}

impl BestReply {
    /// Solves the game of two against this opponent, or against one that does its best: the best
    /// reply to that is to play alike.
    pub fn solve(opponent: Option<Computer>) -> BestReply {
        let opponent_policy = opponent.unwrap_or(Computer::Optimal).policy();
        let policy = optimal::best_reply(&opponent_policy);
        BestReply {
            opponent,
            policy,
            reply_shares: DuelShares::solve(&policy, &opponent_policy),
            copy_shares: DuelShares::solve(&opponent_policy, &opponent_policy),
        }
    }

    /// The number of cards to want with `own_safe` safe cards against `opponent_safe`; `None` if
    /// the opponent has a strategy that never begins a turn with these.
    pub fn wanted(&self, own_safe: usize, opponent_safe: usize) -> Option<usize> {
        let strategy = self.opponent.and_then(|player| player.fixed_strategy());
        let is_reached = strategy
            .is_none_or(|strategy| strategy.steps().any(|step| step.start == opponent_safe));
        is_reached.then(|| self.policy.wanted[own_safe][opponent_safe])
    }
}
