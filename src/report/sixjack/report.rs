//! What the formats of Six Jack have in common.

use std::fmt;

use itertools::Itertools;

use crate::decimal;
use crate::sixjack::exact::{self, ERROR, Fraction, Rounds};
use crate::sixjack::play::{Cards, Results};
use crate::sixjack::player::Player;
use crate::sixjack::strategy::{Policy, Strategy};

/// The quantiles that stand for the range of a number of rounds, in per cent.
pub(super) const QUANTILES: [u8; 3] = [1, 50, 99];

/// Games with each strategy that the author of the studied ones played.
const STUDIED_GAMES: u32 = 50;

/// The chance by which games were played.
#[derive(Clone, Copy, Debug)]
pub struct Chance {
    /// The cards that are drawn.
    pub cards: Cards,
    /// The number of games, of each strategy in a study.
    pub games: u64,
    /// The seed of all games.
    pub seed: u64,
}

/// A result of Six Jack.
#[derive(Clone, Copy, Debug)]
pub enum SixJackReport<'a> {
    /// Games by chance between these players.
    Played(&'a [Player], &'a Results, Chance),
    /// What games between these players come to without chance.
    Solved(&'a [Player]),
    /// Games by chance of each of some strategies alone.
    PlayedAlone(&'a [(Strategy, Results)], Chance),
    /// What games of each of these strategies alone come to without chance.
    SolvedAlone(&'a [Strategy]),
    /// The same for all strategies, the best first, and what follows from it.
    Best(&'a [Strategy]),
    /// The optimum of the game of two.
    Duel(&'a Policy),
    /// The best reply to a player.
    Reply(&'a Player, &'a Policy),
}

/// A format of Six Jack.
pub type WriteSixJack = fn(&mut dyn fmt::Write, &SixJackReport) -> fmt::Result;

/// The claim that a strategy is the best of all, which was drawn from a few games with each of some strategies, beside
/// the truth.
pub(super) struct Claim {
    /// The strategy.
    pub(super) claimed: Strategy,
    /// The mean number of rounds that it takes alone.
    pub(super) mean: Fraction,
    /// Its place among all strategies, from 1.
    pub(super) place: usize,
    /// The best strategy of all, and its mean.
    pub(super) best: (Strategy, Fraction),
    /// The number of all strategies, and of those with which games were played.
    pub(super) strategies: [usize; 2],
    /// The games with each.
    pub(super) games: u32,
    /// The probability that in so few games another strategy comes before the truly best of those that were played.
    pub(super) misled: f64,
    /// The probability that the claimed one comes before all others.
    pub(super) leads: f64,
}

impl Claim {
    /// The claim of the page of the game. The strategies are all there are, the best first.
    pub(super) fn of_the_page(ranked: &[Strategy]) -> Claim {
        Claim::new(
            ranked,
            Strategy::claimed(),
            &Strategy::studied(),
            STUDIED_GAMES,
        )
    }

    pub(super) fn new(
        ranked: &[Strategy],
        claimed: Strategy,
        studied: &[Strategy],
        games: u32,
    ) -> Claim {
        let means = ranked.iter().map(exact::mean).collect_vec();
        let mean = exact::mean(&claimed);
        let placement = |own: &Strategy| {
            let others = studied.iter().filter(|&other| other != own).copied();
            exact::placement(own, &others.collect_vec(), games)
        };
        let best = studied.iter().min_by_key(|strategy| exact::mean(strategy));
        Claim {
            claimed,
            mean,
            place: rank(&mean, &means),
            best: (ranked[0], means[0]),
            strategies: [ranked.len(), studied.len()],
            games,
            misled: best.map_or(0.0, |best| placement(best).trails),
            leads: placement(&claimed).leads,
        }
    }
}

/// How often a policy and a player win against that player, in per cent: as the first, as the second, and on average.
pub(super) fn replied(opponent: &Player, reply: &Policy) -> [[f64; 3]; 2] {
    let policy = opponent.policy();
    [reply, &policy].map(|own| {
        let outcome = exact::duel([own, &policy]);
        [outcome.wins[0][0], outcome.wins[0][1], outcome.share(0)].map(|share| 100.0 * share)
    })
}

/// Whether this player ever begins a turn with so many safe cards.
pub(super) fn comes(player: &Player, safe: usize) -> bool {
    match player {
        Player::Fixed(strategy) => strategy.steps().any(|step| step.safe == safe),
        Player::Optimal => true,
    }
}

/// A value of the module [`exact`].
pub(super) fn approximate(value: f64, digits: usize) -> String {
    decimal::approximate(value, ERROR * value, digits)
}

/// The least and the greatest number that a quantile may be: two, if rounding leaves open which it is.
pub(super) fn quantile(rounds: &Rounds, percent: u8) -> [usize; 2] {
    let level = f64::from(percent) / 100.0;
    [level - ERROR, level + ERROR].map(|level| rounds.quantile(level))
}

/// The rank of a value among these, the least being first; equal ones share it.
pub(super) fn rank<T: Ord>(own: &T, all: &[T]) -> usize {
    1 + all.iter().filter(|&other| other < own).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_share_a_rank() {
        let means = [3, 1, 2, 1];
        assert_eq!(means.map(|mean| rank(&mean, &means)), [4, 1, 3, 1]);
    }
}
