//! The expected shares of a list, and their covariance.
//!
//! A share is the mean of a die's results against each of its opponents. A win, a loss and a draw
//! of a game exclude each other, so the results of the two dice of a pairing depend on each other:
//! if they win a game with probabilities p and q, and a draw counts 0, the results have the
//! variances p(1 − p) and q(1 − q) and the covariance −pq. Where each die has
//! [games of its own](PairingGames::Own), played anew for the other one, there is no covariance.

use super::cholesky::Matrix;

/// The games of a pairing that count for its two dice in a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PairingGames {
    /// The same games count for both dice.
    #[default]
    Shared,
    /// Each die has games of its own: i against j is played anew for j against i.
    Own,
}

impl PairingGames {
    /// All variants.
    pub const ALL: [PairingGames; 2] = [PairingGames::Shared, PairingGames::Own];

    /// The penalty of the logarithm of the likelihood: games that each die has of its own have to
    /// explain as much more as another rule.
    pub fn penalty(self) -> f64 {
        match self {
            PairingGames::Shared => 0.0,
            PairingGames::Own => PENALTY,
        }
    }
}

/// The penalty for each thing that a program does otherwise: the logarithm of the likelihood must
/// rise by this much. There are some twenty, and chance makes one of them fit that much better than
/// none in less than one of twenty cases (see [`diagnose`](crate::diagnose)).
pub const PENALTY: f64 = 4.0;

/// The expected shares of a list, and their covariance.
#[derive(Clone, Debug)]
pub struct Expected {
    /// The expected shares of the dice, from 0 to 1.
    pub shares: Vec<f64>,
    /// The covariances of the shares of a list that is made of one game per pairing.
    pub game_covariances: PairCovariances,
    /// The covariances of the errors of `shares`, which come from a number of games or have certain
    /// intervals.
    pub error_covariances: PairCovariances,
    /// For each die whether it is possible that it ever wins.
    pub can_win: Vec<bool>,
    /// True if games can be drawn, so that the sum of all shares is not known.
    pub has_draws: bool,
}

/// Variances and covariances of shares, divided into the pairings that they come from.
#[derive(Clone, Debug)]
pub struct PairCovariances {
    /// For each die and each opponent the part that their games have in the variance of the die's
    /// share. The diagonal holds the part that comes from no pairing.
    pub variances: Matrix,
    /// For each two dice the covariance of their shares, which comes from their games against each
    /// other.
    pub covariances: Matrix,
}

impl PairCovariances {
    /// The covariances of constant shares of this number of dice.
    pub fn new(dice_count: usize) -> PairCovariances {
        let zeros = vec![vec![0.0; dice_count]; dice_count];
        PairCovariances {
            variances: zeros.clone(),
            covariances: zeros,
        }
    }

    /// The variance of the share of a die.
    pub fn variance(&self, die: usize) -> f64 {
        self.variances[die].iter().sum()
    }

    /// Adds the covariances of an `independent` part of the shares.
    pub fn add(&mut self, independent: &PairCovariances) {
        add_matrix(&mut self.variances, &independent.variances);
        add_matrix(&mut self.covariances, &independent.covariances);
    }

    /// The variance of the share of a die, with each pairing multiplied by the larger of the
    /// `factors` of its two dice, and what comes from no pairing by that of the die.
    pub fn weighted_variance(&self, die: usize, factors: &[f64]) -> f64 {
        self.variances[die]
            .iter()
            .zip(factors)
            .map(|(variance, &factor)| f64::max(factors[die], factor) * variance)
            .sum()
    }

    /// The covariance matrix of the shares of these `dice`, with factors as in
    /// [`weighted_variance`](Self::weighted_variance). There is a factor for each die, not only for
    /// these. Without shared games there are no covariances.
    pub fn matrix(&self, dice: &[usize], factors: &[f64], games: PairingGames) -> Matrix {
        let entry = |die: usize, opponent: usize| match games {
            _ if die == opponent => self.weighted_variance(die, factors),
            PairingGames::Shared => {
                f64::max(factors[die], factors[opponent]) * self.covariances[die][opponent]
            }
            PairingGames::Own => 0.0,
        };
        dice.iter()
            .map(|&die| dice.iter().map(|&opponent| entry(die, opponent)).collect())
            .collect()
    }

    /// Adds the moments of a game of two dice to those of their shares, multiplied by this factor.
    fn add_pairing(&mut self, [first, second]: [usize; 2], moments: Moments, factor: f64) {
        self.variances[first][second] += factor * moments.variances[0];
        self.variances[second][first] += factor * moments.variances[1];
        self.covariances[first][second] += factor * moments.covariance;
        self.covariances[second][first] += factor * moments.covariance;
    }
}

fn add_matrix(sum: &mut Matrix, summand: &Matrix) {
    for (entry, added) in sum.iter_mut().flatten().zip(summand.iter().flatten()) {
        *entry += added;
    }
}

/// The win probabilities of two dice against each other, played or computed.
#[derive(Clone, Copy, Debug)]
pub struct PairingEstimate {
    /// The probabilities that the first die wins a game, and that the second one does. From games,
    /// a win that is possible has more than 0.
    pub wins: [f64; 2],
    /// The shares of games that each die has won: 0 also where a win is possible but was not seen;
    /// or the computed probabilities.
    pub observed: [f64; 2],
    /// The number of games that were played, or with luck subtracted of those that would tell as
    /// much; infinite if the probabilities are computed.
    pub games: f64,
}

impl PairingEstimate {
    /// The estimate from a number of played `games` and the `wins` of each die. It is 0 for a die
    /// that cannot win.
    pub fn from_games(wins: [u64; 2], games: f64, can_win: [bool; 2]) -> PairingEstimate {
        let smoothed = wins.map(|wins| (wins as f64 + 0.5) / (games + 1.0));
        PairingEstimate {
            wins: [0, 1].map(|seat| if can_win[seat] { smoothed[seat] } else { 0.0 }),
            observed: wins.map(|wins| wins as f64 / games),
            games,
        }
    }

    /// The estimate by computed probabilities.
    pub fn from_probabilities(wins: [f64; 2]) -> PairingEstimate {
        PairingEstimate {
            wins,
            observed: wins,
            games: f64::INFINITY,
        }
    }
}

/// The win probabilities in some of the games of a pairing, such as those with the same starter.
#[derive(Clone, Copy, Debug)]
pub struct WeightedEstimate {
    /// The share of these games among all games of the pairing, from 0 to 1.
    pub weight: f64,
    /// The win probabilities in these games.
    pub estimate: PairingEstimate,
}

impl Expected {
    /// The expectation before any pairing: all shares are constantly 0.
    pub fn new(can_win: Vec<bool>) -> Expected {
        let dice_count = can_win.len();
        Expected {
            shares: vec![0.0; dice_count],
            game_covariances: PairCovariances::new(dice_count),
            error_covariances: PairCovariances::new(dice_count),
            can_win,
            has_draws: false,
        }
    }

    /// Adds the games of a pairing, by estimates for some of them whose weights add up to 1. A draw
    /// counts as `draw` wins.
    pub fn add(&mut self, dice: [usize; 2], estimates: &[WeightedEstimate], draw: f64) {
        /// More than what computing with floating-point numbers makes of none.
        const LEAST_DRAWN: f64 = 1e-9;
        let opponents = (self.shares.len() - 1) as f64;
        let scale = 1.0 / (opponents * opponents);
        let mut wins = [0.0; 2];
        for &WeightedEstimate { weight, estimate } in estimates {
            let points = mean_points(estimate.observed, draw);
            self.has_draws |= points[0] + points[1] < 1.0 - LEAST_DRAWN;
            for (seat, die) in dice.into_iter().enumerate() {
                self.shares[die] += weight * points[seat] / opponents;
                wins[seat] += weight * estimate.wins[seat];
            }
            let factor = scale * weight * weight / estimate.games;
            self.error_covariances
                .add_pairing(dice, Moments::new(estimate.wins, draw), factor);
        }
        self.game_covariances
            .add_pairing(dice, Moments::new(wins, draw), scale);
    }
}

/// The mean result of a game for each of two dice that win with these probabilities, if a draw
/// counts as `draw` wins for both.
pub fn mean_points(wins: [f64; 2], draw: f64) -> [f64; 2] {
    let draws = (1.0 - wins[0] - wins[1]).max(0.0);
    wins.map(|wins| wins + draw * draws)
}

/// The variances and the covariance of the results of a game for two dice.
#[derive(Clone, Copy, Debug)]
struct Moments {
    variances: [f64; 2],
    covariance: f64,
}

impl Moments {
    /// The moments of games that the two win with these probabilities, where a draw counts as
    /// `draw` wins for both.
    fn new(wins: [f64; 2], draw: f64) -> Moments {
        let [first, second] = mean_points(wins, draw);
        let squares = draw * draw * (1.0 - wins[0] - wins[1]).max(0.0);
        let variance = |wins: f64, mean: f64| (wins + squares - mean * mean).max(0.0);
        Moments {
            variances: [variance(wins[0], first), variance(wins[1], second)],
            covariance: squares - first * second,
        }
    }
}
