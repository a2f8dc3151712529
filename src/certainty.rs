//! How sure the shares of wins and their order are, whenever one stops to play.
//!
//! A *round* plays every pairing twice, and each side starts once. A competitor's share of wins in a
//! round is a number Y from 0 to 1. The rounds are independent of each other and have the same
//! distribution. Both methods hold for all numbers of rounds at once. So one may look after each block of
//! rounds, and stop when the answer is good enough; a test of fixed size would not allow this.
//!
//! # The order of two
//!
//! ```text
//! K(i, k) = 1/13 · ( Σ_g Π_s (1 + λ_g · D(s)) + M(S, n) ),   D(s) = Y(i, s) − Y(k, s),  λ_g = 0.95 · 2^−g,  g = 0 .. 11
//! ```
//!
//! K(i, k), where s runs over the n rounds and S is the sum of all D, is the *wealth* of a gambler who begins with 1 and bets
//! that i is better than k. If k is at least as good as i, the wealth is a supermartingale. So the probability
//! that it ever reaches 1/a is at most a (Ville 1939). The first twelve bets are those of Waudby-Smith & Ramdas 2024 (arXiv
//! 2010.09686). They adapt to what D really does, but none may risk more than all if D is −1, though D is a mean of many
//! games where there are many competitors, and never gets near. So the last part is made for those:
//!
//! ```text
//! M(S, n) = 2 · √(τ/(τ + nV)) · exp(S²/(2(τ + nV))) · Φ(S/√(τ + nV))
//! ```
//!
//! exp(λS − nVλ²/2) is a supermartingale for any λ > 0, as a round is a sum of independent games (Hoeffding 1963); 4V is the
//! sum of the squares of what each of these games can change in D. M is its mean over λ, with the positive half
//! of a normal distribution of variance 1/τ (Robbins 1970; Howard, Ramdas, McAuliffe & Sekhon 2021, arXiv 1810.08240).
//! τ = (100 V)² suits differences of about one point.
//!
//! The order i ≻ k is *certified* as soon as K(i, k) is enough.
//!
//! # Level competitors
//!
//! Two are *level* if their shares differ by less than δ. It is certified as soon as M(nδ − S, n) and M(nδ + S, n) are both
//! enough: they are wealths of bets that the mean of D is less than δ, and more than −δ. These need nothing that is kept for each
//! round or pair but S. (Bets Π(1 + λ(δ ∓ D)) would need as much memory again as those for orders.) A pair whose order is
//! certified is not looked at any more, nor is one that is level.
//!
//! # How the error is divided
//!
//! There are N(N − 1) orders of two of N competitors, and as many statements that a difference is less than δ. The wealth
//! that is enough is 2N(N − 1)/α, or N(N − 1)/α if nobody asks for level ones. So with probability at least 1 − α, all that is certified
//! is right.
//!
//! # Duels
//!
//! The games of two against each other are a *duel*. The bets are the same, with what the two win of their own two games in a
//! round. It is certified who wins more of them, or that these shares differ by less than δ; V is ½. The wealth that is
//! enough is the same, so that with probability at least 1 − α all duels are certified rightly.
//!
//! # Rounds that are left out
//!
//! Competitors of which enough is known need not go on. Before each round it is decided who is *active* in it: an active one
//! meets everybody, so that its round is complete. What a competitor wins counts in its complete rounds only, and a pair is
//! compared in those that are complete for both. The decision rests on earlier rounds alone. So a gambler who bets nothing in
//! the other rounds still plays a fair game, and everything above holds; and the complete rounds of a competitor are
//! independent of each other, and distributed like all rounds. Somebody may become active again.
//!
//! # The interval of a share
//!
//! After n rounds in which Y has the standard deviation σ, the half-width is
//!
//! ```text
//! σ · √( 2(nρ² + 1)/(n²ρ²) · ln(√(nρ² + 1)/0.05) )
//! ```
//!
//! This is an asymptotic confidence sequence (Waudby-Smith, Arbour, Sinha, Kennedy & Ramdas 2024,
//! arXiv 2103.06476). No other ρ would give a narrower interval at about n = 8/ρ², and from a quarter of that to
//! ten times as much the interval is at most a tenth wider than with the best ρ. About so many rounds make an interval
//! of ±0.2 points: 20,000 if a competitor has up to 16 opponents, and fewer in proportion to its opponents
//! if it has more, as a round has more games then.
//!
//! σ² is a mean of squares, to which the square of a single game is added. This hardly counts as soon as there are a few
//! wins. But the interval of a competitor that has not won yet would
//! have no width without it; with it, its upper end is 3 to 5 wins after 1,000 rounds or more.
//! *Asymptotic* means that the interval of a share made of very few wins may miss it more often.

use itertools::Itertools;
use libm::{erfc, exp, log, sqrt};
use rayon::prelude::*;

use crate::allocation::{self, Purpose};

/// The number of bets. The wealth is the mean of what they have come to.
const BETS: usize = 12;

/// The interval of a share misses it with at most this probability, asymptotically.
pub const ALPHA: f64 = 0.05;

/// ρ² of the confidence sequence, for a competitor with so many opponents. It is chosen before any game is played.
pub fn rho_squared(opponents: u64) -> f64 {
    /// ρ² for up to so many opponents.
    const FEW: f64 = 16.0;
    const FOR_FEW: f64 = 4e-4;
    FOR_FEW * (opponents as f64 / FEW).max(1.0)
}

/// The wealth is compared with what certifies an order after so many rounds, and again after as many.
const LOOK: usize = 16;

/// The part of its wealth that each bet risks in a round, λ_g in the formula.
fn bets() -> [f64; BETS] {
    std::array::from_fn(|g| 0.95 / f64::from(1u32 << g))
}

/// What is counted of a competitor, which is one die, or several that cannot be told apart.
#[derive(Clone, Debug, PartialEq)]
struct Competitor {
    /// The number of its dice.
    dice: u64,
    /// What the games that its dice play in a round would count, all together, if it won them.
    games: u64,
    /// The number of rounds in which it met everybody.
    rounds: u64,
    /// The number of wins in all of these.
    wins: u128,
    /// The sum of the squares of the numbers of wins in each round.
    squares: u128,
}

/// The bets on two competitors.
#[derive(Clone, Debug, PartialEq)]
struct Bets {
    /// What the bets on the first, and on the second, have come to.
    wealth: [[f64; BETS]; 2],
    /// The sum of the differences of their shares, and the number of rounds.
    lead: f64,
    rounds: f64,
}

/// What is certified about two: who is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The first.
    First,
    /// The second.
    Second,
    /// They are level.
    Level,
    /// Nothing.
    Open,
}

/// What is known about the order of two competitors. The first is the one with the lower index.
#[derive(Clone, Debug, PartialEq)]
enum Comparison {
    /// Nothing is certified.
    Open(Box<Bets>),
    /// They are level.
    Level,
    /// The first is better.
    First,
    /// The second is better.
    Second,
}

/// What the rounds say so far. It takes memory for each pair of competitors, but none for the rounds.
#[derive(Clone, Debug, PartialEq)]
pub struct Certainty {
    competitors: Vec<Competitor>,
    /// The number of opponents that a die has.
    opponents: u64,
    /// What is known about each pair of competitors, in lexicographic order.
    comparisons: Vec<Comparison>,
    /// What certifies an order, or that two are level.
    enough: Enough,
}

/// What is enough to certify something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Enough {
    /// The wealth.
    pub wealth: f64,
    /// Shares from 0 to 1 that differ by less are level; 0 if none shall be.
    pub level: f64,
}

impl Enough {
    /// What is enough for so many competitors, if the probability that anything certified is wrong is at most `error`.
    pub fn new(competitors: usize, error: f64, level: f64) -> Enough {
        let orders = (competitors * competitors.saturating_sub(1)) as f64;
        let statements = if level > 0.0 { 2.0 * orders } else { orders };
        Enough {
            wealth: statements / error,
            level,
        }
    }
}

impl Certainty {
    /// The certainty before the first round. `dice` is for each competitor the number of its dice, `win` what a win
    /// counts.
    pub fn new(dice: &[u64], win: u64, enough: Enough) -> Certainty {
        let opponents = dice.iter().sum::<u64>().saturating_sub(1);
        let competitors: Vec<Competitor> = dice
            .iter()
            .map(|&dice| Competitor {
                dice,
                games: dice * 2 * opponents * win,
                rounds: 0,
                wins: 0,
                squares: 0,
            })
            .collect();
        let pairs = dice.len() * dice.len().saturating_sub(1) / 2;
        let each = size_of::<Comparison>() + size_of::<Bets>() + 16;
        allocation::ensure(pairs * each, Purpose::Pairings);
        let bets = Bets {
            wealth: [[1.0; BETS]; 2],
            lead: 0.0,
            rounds: 0.0,
        };
        Certainty {
            competitors,
            opponents,
            comparisons: vec![Comparison::Open(Box::new(bets)); pairs],
            enough,
        }
    }

    /// Takes in the next rounds of those that are `active`, which meet everybody in them. `wins` has for each competitor
    /// its numbers of wins in each of them.
    pub fn see(&mut self, wins: &[Vec<u64>], active: &[bool]) {
        let mut shares = Vec::new();
        for ((competitor, wins), &is_active) in self.competitors.iter_mut().zip(wins).zip(active) {
            if !is_active {
                shares.push(Vec::new());
                continue;
            }
            competitor.rounds += wins.len() as u64;
            for &wins in wins {
                competitor.wins += u128::from(wins);
                competitor.squares += u128::from(wins).pow(2);
            }
            let share = |&wins: &u64| wins as f64 / competitor.games as f64;
            shares.push(wins.iter().map(share).collect_vec());
        }
        let enough = self.enough;
        let competitors = &self.competitors;
        let opponents = self.opponents as f64;
        let number = competitors.len();
        // The comparisons of each competitor with all later ones stand together.
        let mut rest = &mut self.comparisons[..];
        let mut rows = Vec::new();
        for (first, &is_active) in active.iter().enumerate() {
            let (row, later) = rest.split_at_mut(number - first - 1);
            rest = later;
            if is_active {
                rows.push((first, row));
            }
        }
        rows.into_par_iter().for_each(|(first, row)| {
            for (comparison, second) in row.iter_mut().zip(first + 1..) {
                if active[second] {
                    let dice = [first, second].map(|one| competitors[one].dice);
                    let shares = [&shares[first][..], &shares[second]];
                    comparison.see(shares, variance(dice, opponents), enough);
                }
            }
        });
    }

    /// Whether it is certified that the first of these two is better than the second.
    pub fn is_better(&self, one: usize, other: usize) -> bool {
        match self.comparison(one, other) {
            Some(Comparison::First) => one < other,
            Some(Comparison::Second) => other < one,
            _ => false,
        }
    }

    /// Whether it is certified that these two are level.
    pub fn are_level(&self, one: usize, other: usize) -> bool {
        self.comparison(one, other) == Some(&Comparison::Level)
    }

    /// About how many more rounds it takes to decide how two stand, if they go on as they have; infinitely many if they have
    /// none.
    pub fn rounds_left(&self, one: usize, other: usize) -> f64 {
        let opponents = self.opponents as f64;
        let pair = [one, other].map(|one| &self.competitors[one]);
        let spread = pair.iter().map(|one| one.deviation().powi(2)).sum();
        match self.comparison(one, other) {
            Some(Comparison::Open(bets)) => {
                let variances = [spread, variance(pair.map(|one| one.dice), opponents)];
                rounds_to_decide(bets.lead, bets.rounds, variances, self.enough) - bets.rounds
            }
            _ => 0.0,
        }
    }

    /// What is known about these two; nothing if they are the same.
    fn comparison(&self, one: usize, other: usize) -> Option<&Comparison> {
        if one == other {
            return None;
        }
        let (first, second) = (one.min(other), one.max(other));
        let competitors = self.competitors.len();
        let before = first * (2 * competitors - first - 1) / 2;
        self.comparisons.get(before + second - first - 1)
    }

    /// The number of rounds in which a competitor was active.
    pub fn rounds(&self, competitor: usize) -> u64 {
        self.competitors[competitor].rounds
    }

    /// Half the width of the interval around a competitor's share, where the share is from 0 to 1. It is
    /// infinite before the first round.
    pub fn half_width(&self, competitor: usize) -> f64 {
        let own = &self.competitors[competitor];
        if own.rounds == 0 {
            return f64::INFINITY;
        }
        let rho_squared = rho_squared(self.opponents);
        half_width(own.rounds as f64, own.deviation(), rho_squared)
    }
}

impl Competitor {
    /// The standard deviation of its share in a round, to the square of which that of a game is added; after one round at least.
    fn deviation(&self) -> f64 {
        let n = self.rounds as f64;
        // This is n² times the variance of the wins in a round; the subtraction is exact.
        let spread = (u128::from(self.rounds) * self.squares - self.wins.pow(2)) as f64;
        (spread + n).sqrt() / n / self.games as f64
    }
}

/// About how many rounds it takes in all to decide how two stand that have played some, if the one goes on to win as much more
/// than the other as it has. The variances are that of the difference in a round, and its V.
fn rounds_to_decide(lead: f64, rounds: f64, [spread, bound]: [f64; 2], enough: Enough) -> f64 {
    let mean = lead.abs() / rounds;
    let is_decided = |rounds: f64| {
        let lead = mean * rounds;
        let is_known = |lead: f64, variance: f64, wealth: f64| {
            log_mixture(lead, rounds, variance) >= log(wealth)
        };
        // Bets adapt to the true variance.
        let is_ordered = is_known(lead, spread.min(bound), (BETS + 1) as f64 * enough.wealth);
        let slack = rounds * enough.level - lead;
        is_ordered || enough.level > 0.0 && is_known(slack, bound, enough.wealth)
    };
    let mut most = rounds;
    while most < 1e12 && !is_decided(most) {
        most *= 1.1;
    }
    most
}

/// The same for the duel of two that have such [rounds](wealth) behind them.
pub fn rounds_of_duel(rounds: [u64; 5], enough: Enough) -> f64 {
    let number = rounds.iter().sum::<u64>() as f64;
    let sum = |power: i32| {
        let each = rounds.iter().zip(DIFFERENCES);
        each.map(|(&rounds, difference)| rounds as f64 * difference.powi(power))
            .sum::<f64>()
    };
    let spread = sum(2) / number - (sum(1) / number).powi(2) + 1.0 / number;
    rounds_to_decide(sum(1), number, [spread, DUEL_VARIANCE], enough)
}

/// Half the width of the interval around a share, from 0 to 1, of which a round has this standard deviation, after so many
/// rounds, with this ρ².
fn half_width(rounds: f64, deviation: f64, rho_squared: f64) -> f64 {
    let scale = rounds * rho_squared + 1.0;
    let factor = 2.0 * scale / (rounds * rounds * rho_squared);
    deviation * (factor * log(scale.sqrt() / ALPHA)).sqrt()
}

/// The same for what one of two wins of `games` against the other. All games count as alike, which is cautious: rounds in
/// which both have begun differ less.
pub fn half_width_of_pairing(won: u64, games: u64) -> f64 {
    if games < 2 {
        return f64::INFINITY;
    }
    let rounds = games as f64 / 2.0;
    let share = won as f64 / games as f64;
    // As above, the square of one game is added.
    let variance = share * (1.0 - share) / 2.0 + 1.0 / (4.0 * rounds);
    half_width(rounds, sqrt(variance), rho_squared(1))
}

/// V of the difference of two competitors with so many dice each: every die has two games a round with each of so many
/// opponents.
fn variance([first, second]: [u64; 2], opponents: f64) -> f64 {
    let [first, second] = [first, second].map(|dice| dice as f64);
    // The numbers of games of each; a game of two dice of one competitor counts twice, which makes V larger.
    let games = [first, second].map(|dice| 2.0 * dice * opponents);
    let shared = 2.0 * first * second;
    (1.0 / games[0] + 1.0 / games[1] + 2.0 * shared / (games[0] * games[1])) / 4.0
}

/// The logarithm of M(S, n); below 0, where M is less than 1, it counts as nothing.
fn log_mixture(lead: f64, rounds: f64, variance: f64) -> f64 {
    if lead <= 0.0 {
        return f64::NEG_INFINITY;
    }
    let tau = (100.0 * variance).powi(2);
    let scale = tau + rounds * variance;
    let phi = 1.0 - erfc(lead / sqrt(2.0 * scale)) / 2.0;
    lead * lead / (2.0 * scale) + log(2.0 * phi * sqrt(tau / scale))
}

impl Comparison {
    /// Takes in the shares of both in the next rounds.
    fn see(&mut self, [first, second]: [&[f64]; 2], variance: f64, enough: Enough) {
        let Comparison::Open(own) = self else {
            return;
        };
        let bets = bets();
        let log_enough = log(enough.wealth);
        for (first, second) in first.chunks(LOOK).zip(second.chunks(LOOK)) {
            for (first, second) in first.iter().zip(second) {
                let difference = first - second;
                own.lead += difference;
                for (bet, stake) in bets.iter().enumerate() {
                    own.wealth[0][bet] *= 1.0 + stake * difference;
                    own.wealth[1][bet] *= 1.0 - stake * difference;
                }
            }
            own.rounds += first.len() as f64;
            let mixture = |lead: f64| log_mixture(lead, own.rounds, variance);
            let is_won = |bets: &[f64; BETS], lead: f64| {
                let all = bets.iter().sum::<f64>() + exp(mixture(lead));
                all / (BETS + 1) as f64 >= enough.wealth
            };
            let slack = own.rounds * enough.level;
            let is_less = |lead: f64| enough.level > 0.0 && mixture(slack - lead) >= log_enough;
            *self = if is_won(&own.wealth[0], own.lead) {
                Comparison::First
            } else if is_won(&own.wealth[1], -own.lead) {
                Comparison::Second
            } else if is_less(own.lead) && is_less(-own.lead) {
                Comparison::Level
            } else {
                continue;
            };
            return;
        }
    }
}

/// V of the difference in a round of two that meet in it twice: each of the games changes it by 1 at most.
const DUEL_VARIANCE: f64 = 0.5;

/// What the first of two that meet in a round wins more than the second, if it loses two games more than it wins, one more,
/// as many, and so on.
const DIFFERENCES: [f64; 5] = [-1.0, -0.5, 0.0, 0.5, 1.0];

/// The wealth of bets on the first of two competitors that meet in every round, after all rounds. `rounds`
/// are the numbers of rounds that it lost by two games, lost by one, drew, won by one, and won by two.
pub fn wealth(rounds: [u64; 5]) -> f64 {
    bets()
        .map(|stake| {
            let gain =
                |(&rounds, difference): (&u64, f64)| rounds as f64 * log(1.0 + stake * difference);
            exp(rounds.iter().zip(DIFFERENCES).map(gain).sum())
        })
        .iter()
        .sum::<f64>()
        / BETS as f64
}

/// What is certified about the duel of two that have such [rounds](wealth) behind them.
pub fn decide(rounds: [u64; 5], enough: Enough) -> Decision {
    let mut reverse = rounds;
    reverse.reverse();
    if wealth(rounds) >= enough.wealth {
        return Decision::First;
    }
    if wealth(reverse) >= enough.wealth {
        return Decision::Second;
    }
    let number = rounds.iter().sum::<u64>() as f64;
    let each = rounds.iter().zip(DIFFERENCES);
    let lead: f64 = each
        .map(|(&rounds, difference)| rounds as f64 * difference)
        .sum();
    let slack = number * enough.level;
    let is_less =
        |lead: f64| log_mixture(slack - lead, number, DUEL_VARIANCE) >= log(enough.wealth);
    match enough.level > 0.0 && is_less(lead) && is_less(-lead) {
        true => Decision::Level,
        false => Decision::Open,
    }
}
