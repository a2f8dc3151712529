//! Six Jack without chance: means as fractions, and whole distributions.
//!
//! A turn that starts with n safe cards and wants k wins them with probability
//!
//! ```text
//! q(n, k) = Π (6 − n − i) / (9 − n − i),  i = 0 .. k − 1
//! ```
//!
//! so the turns that a step of a strategy takes are geometric, and a computer alone takes their
//! sum. By itself, what players of fixed strategies do does not depend on the others: of the players
//! in the order of their turns, the i-th wins with probability
//!
//! ```text
//! Σ_r P(T_i = r) · Π_{j before i} P(T_j > r) · Π_{j after i} P(T_j ≥ r)
//! ```
//!
//! where T_j is the number of turns that player j takes alone. Where a player looks at the other's
//! cards, the safe cards of both are followed round by round.
//!
//! # Rounding
//!
//! The distributions are floating point. They are sums of products of positive numbers, so that
//! relative errors only add up: about four of 2⁻⁵³ a round and player (the probability to fail, 1 − q
//! with q at most 2/3, has up to two), over at most 4000 rounds, after which less than 10⁻¹⁸ is left
//! of any distribution. That is less than 2 · 10⁻¹¹ for nine players. Shares and means are sums of
//! them too; [`ERROR`] is what the printed digits allow for. Where something is subtracted, the
//! function says what it may be wrong by.

use num_rational::Ratio;

use super::KINDS;
use super::strategy::{Policy, Step, Strategy};

/// A fraction.
pub type Fraction = Ratio<u128>;

/// Bound of the relative error of probabilities, shares and means in this module.
pub const ERROR: f64 = 1e-10;

/// Bound of the absolute error of [`Rounds::deviation`]: the mean square is at most 15,000, wrong by
/// less than 10⁻⁶ and then halved and divided by the deviation, which is more than 0.5.
pub const DEVIATION_ERROR: f64 = 1e-6;

/// Bound of the absolute error of a [`Placement`].
pub const STANDING_ERROR: f64 = 1e-10;

/// A distribution is followed until less than this is left of it.
const LEFT: f64 = 1e-18;

/// The probability that a turn which starts with this many safe cards wins what it wants.
pub fn success(step: Step) -> Fraction {
    (0..step.wanted)
        .map(|taken| card(step.safe + taken))
        .product()
}

/// The probability that the next card that is useful or STOPP is useful, for a player who has this
/// many cards, safe and taken.
pub(super) fn card(has: usize) -> Fraction {
    let missing = (KINDS - has) as u128;
    Fraction::new(missing, missing + super::STOPP_CARDS as u128)
}

/// The mean number of rounds that a computer takes alone.
pub fn mean(strategy: &Strategy) -> Fraction {
    strategy.steps().map(|step| success(step).recip()).sum()
}

/// The variance of the number of rounds that a computer takes alone.
pub fn variance(strategy: &Strategy) -> Fraction {
    strategy
        .steps()
        .map(success)
        .map(|success| (Fraction::from(1) - success) / (success * success))
        .sum()
}

/// The distribution of a number of rounds.
#[derive(Clone, Debug, PartialEq)]
pub struct Rounds {
    /// Entry r: the probability of more than r rounds.
    more: Vec<f64>,
}

impl Rounds {
    /// The mean.
    pub fn mean(&self) -> f64 {
        self.more.iter().sum()
    }

    /// The standard deviation, up to [`DEVIATION_ERROR`].
    pub fn deviation(&self) -> f64 {
        let squares: f64 = self
            .more
            .iter()
            .zip(0u32..)
            .map(|(more, round)| f64::from(2 * round + 1) * more)
            .sum();
        let mean = self.mean();
        (squares - mean * mean).sqrt()
    }

    /// The least number of rounds that is not exceeded with at least this probability, which is
    /// less than 1 − 10⁻¹⁸.
    pub fn quantile(&self, level: f64) -> usize {
        self.more.partition_point(|more| 1.0 - more < level)
    }
}

/// What comes of games whose starters alternate.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// For every seat and every place in the order of turns, the probability to win from there.
    pub wins: Vec<Vec<f64>>,
    /// The number of rounds in which a game is won.
    pub rounds: Rounds,
}

impl Outcome {
    /// The share of games that a seat wins. Seats whose games are the same have the very same.
    pub fn share(&self, seat: usize) -> f64 {
        self.wins[seat].iter().sum::<f64>() / self.wins.len() as f64
    }
}

/// One computer alone, round by round.
struct Alone {
    /// The probability that a turn of a step succeeds, for every step.
    success: Vec<f64>,
    /// The probability to be at a step, for every step.
    at: Vec<f64>,
}

impl Alone {
    /// A computer whose policy does not depend on others.
    fn new(policy: &Policy) -> Alone {
        assert!(!policy.looks_at_other());
        let success: Vec<f64> = policy.steps().map(|step| float(success(step))).collect();
        let mut at = vec![0.0; success.len()];
        at[0] = 1.0;
        Alone { success, at }
    }

    /// The probability not to be done yet.
    fn more(&self) -> f64 {
        self.at.iter().sum()
    }

    /// Plays a round, and returns the probability to be done with it.
    fn play_round(&mut self) -> f64 {
        let mut arriving = 0.0;
        for (at, success) in self.at.iter_mut().zip(&self.success) {
            let leaving = *at * success;
            *at = *at * (1.0 - success) + arriving;
            arriving = leaving;
        }
        arriving
    }
}

pub(super) fn float(value: Fraction) -> f64 {
    *value.numer() as f64 / *value.denom() as f64
}

/// Games of computers that play by these policies, at least one, in the order of their seats. Only
/// with two of them may what one wants depend on the other.
///
/// # Panics
///
/// If it does with another number of them.
pub fn outcome(policies: &[Policy]) -> Outcome {
    match policies {
        [one, other] => duel([one, other]),
        _ => independent(policies),
    }
}

/// Games of computers that do not look at each other's cards.
///
/// # Panics
///
/// If one does.
pub fn independent(policies: &[Policy]) -> Outcome {
    let seats = policies.len();
    let mut players: Vec<Alone> = policies.iter().map(Alone::new).collect();
    let mut wins = vec![vec![0.0; seats]; seats];
    let mut more = Vec::new();
    loop {
        let before: Vec<f64> = players.iter().map(Alone::more).collect();
        more.push(before.iter().product());
        if more.last().is_some_and(|&more| more < LEFT) {
            break;
        }
        let done: Vec<f64> = players.iter_mut().map(Alone::play_round).collect();
        let after: Vec<f64> = players.iter().map(Alone::more).collect();
        for (seat, wins) in wins.iter_mut().enumerate() {
            for (place, wins) in wins.iter_mut().enumerate() {
                *wins += done[seat]
                    * (0..seats)
                        .filter(|&other| other != place)
                        .map(|other| {
                            let left = if other < place { &after } else { &before };
                            left[(seat + seats - place + other) % seats]
                        })
                        .product::<f64>();
            }
        }
    }
    Outcome {
        wins,
        rounds: Rounds { more },
    }
}

/// Games of two computers that may look at each other's safe cards.
pub fn duel(seats: [&Policy; 2]) -> Outcome {
    let [mut first, mut second] = [Pair::new(seats), Pair::new([seats[1], seats[0]])];
    let mut more = Vec::new();
    loop {
        more.push((first.more() + second.more()) / 2.0);
        if more.last().is_some_and(|&more| more < LEFT) {
            break;
        }
        first.play_round();
        second.play_round();
    }
    Outcome {
        wins: vec![
            vec![first.won[0], second.won[1]],
            vec![second.won[0], first.won[1]],
        ],
        rounds: Rounds { more },
    }
}

/// Two computers in the order of their turns, round by round.
struct Pair {
    /// `success[mover][own][other]`: the probability that a turn wins what it wants.
    success: [[[f64; KINDS]; KINDS]; 2],
    order: [Policy; 2],
    /// The probability of these safe cards of the first and the second.
    at: [[f64; KINDS]; KINDS],
    /// The probability to have won.
    won: [f64; 2],
}

impl Pair {
    fn new(order: [&Policy; 2]) -> Pair {
        let mut at = [[0.0; KINDS]; KINDS];
        at[0][0] = 1.0;
        let counts: [usize; KINDS] = std::array::from_fn(|safe| safe);
        Pair {
            success: order.map(|policy| {
                counts.map(|safe| {
                    counts.map(|other| {
                        let wanted = policy.wanted(safe, other);
                        float(success(Step { safe, wanted }))
                    })
                })
            }),
            order: order.map(|policy| *policy),
            at,
            won: [0.0; 2],
        }
    }

    /// The probability that nobody has won yet.
    fn more(&self) -> f64 {
        self.at.as_flattened().iter().sum()
    }

    fn play_round(&mut self) {
        for mover in 0..2 {
            let before = std::mem::take(&mut self.at);
            for (first, row) in before.iter().enumerate() {
                for (second, probability) in row.iter().enumerate() {
                    let mut safe = [first, second];
                    let (own, other) = (safe[mover], safe[1 - mover]);
                    let success = self.success[mover][own][other];
                    self.at[first][second] += probability * (1.0 - success);
                    safe[mover] += self.order[mover].wanted(own, other);
                    if safe[mover] == KINDS {
                        self.won[mover] += probability * success;
                    } else {
                        self.at[safe[0]][safe[1]] += probability * success;
                    }
                }
            }
        }
    }
}

/// How a strategy comes out in a study in which it and others play alone, equally many games each,
/// and are ranked by their mean number of rounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// The probability that its mean is smaller than all others'.
    pub leads: f64,
    /// The probability that some other's mean is smaller.
    pub trails: f64,
}

/// How the first of these strategies comes out in a study with all of them of so many games each, at
/// least one.
pub fn standing(own: &Strategy, others: &[Strategy], games: u32) -> Placement {
    // Beyond 20 standard deviations less than 10⁻¹² is left of the total.
    let [mean, variance] = [mean(own), variance(own)].map(|value| float(value) * f64::from(games));
    let most = (mean + 20.0 * variance.sqrt()) as usize;
    let own = total(own, games, most);
    // For every total, the probabilities that all others have more, and that none has less.
    let mut more = vec![1.0; own.len()];
    let mut not_less = vec![1.0; own.len()];
    for other in others {
        let mut left = 1.0;
        for (rounds, probability) in total(other, games, most).into_iter().enumerate() {
            not_less[rounds] *= left;
            left -= probability;
            more[rounds] *= left;
        }
    }
    let sum = |given: &dyn Fn(usize) -> f64| -> f64 {
        let totals = own.iter().enumerate();
        totals
            .map(|(rounds, probability)| probability * given(rounds))
            .sum()
    };
    Placement {
        leads: sum(&|rounds| more[rounds]),
        trails: sum(&|rounds| 1.0 - not_less[rounds]),
    }
}

/// The distribution of the rounds of this many games of a computer alone, up to a most.
fn total(strategy: &Strategy, games: u32, most: usize) -> Vec<f64> {
    let mut alone = Alone::new(&strategy.policy());
    let mut power: Vec<f64> = std::iter::once(0.0)
        .chain(std::iter::repeat_with(|| alone.play_round()).take(most))
        .collect();
    let mut total = vec![0.0; most + 1];
    total[0] = 1.0;
    for bit in 0..=games.ilog2() {
        if games >> bit & 1 == 1 {
            total = convolution(&total, &power);
        }
        power = convolution(&power, &power);
    }
    total
}

/// The distribution of the sum of two independent numbers, as far as the first one goes.
fn convolution(one: &[f64], other: &[f64]) -> Vec<f64> {
    (0..one.len())
        .map(|sum| {
            one[..=sum]
                .iter()
                .zip(other[..=sum].iter().rev())
                .map(|(one, other)| one * other)
                .sum()
        })
        .collect()
}
