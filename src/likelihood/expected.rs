//! What a list would be, apart from chance, and how its shares scatter.
//!
//! A share is the mean of what a die wins against each of its opponents. A win, a loss and a draw of a game exclude each
//! other, so the two dice of a pairing scatter together: if they win a game with probabilities p and q, it gives
//! p(1 − p) and q(1 − q) to their variances and −pq to their covariance.

use super::spectrum::{Matrix, zeros};

/// What a list would be, apart from chance.
#[derive(Clone, Debug)]
pub struct Expected {
    /// The shares of the dice, from 0 to 1.
    pub shares: Vec<f64>,
    /// The covariance of the shares of a list that is made of one game per pairing.
    pub per_game: Matrix,
    /// The covariance of the errors of `shares`, as they may come from games.
    pub error: Matrix,
    /// Whether it is possible that each die ever wins.
    pub can_win: Vec<bool>,
}

/// What the two dice of a pairing win in a game.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// What each wins on average, from 0 to 1.
    pub mean: [f64; 2],
    /// The variances of what each wins in a game, and their covariance.
    pub per_game: [f64; 3],
    /// The same for the errors of the means.
    pub error: [f64; 3],
}

impl Expected {
    /// Before any pairing: all shares are 0, without chance.
    pub fn new(can_win: Vec<bool>) -> Expected {
        let dice = can_win.len();
        Expected {
            shares: vec![0.0; dice],
            per_game: zeros(dice),
            error: zeros(dice),
            can_win,
        }
    }

    /// Adds the games of these two dice.
    pub fn add(&mut self, [one, other]: [usize; 2], outcome: &Outcome) {
        let opponents = (self.shares.len() - 1) as f64;
        for (seat, die) in [one, other].into_iter().enumerate() {
            self.shares[die] += outcome.mean[seat] / opponents;
        }
        for (matrix, [first, second, both]) in [
            (&mut self.per_game, outcome.per_game),
            (&mut self.error, outcome.error),
        ] {
            let scale = 1.0 / (opponents * opponents);
            matrix[one][one] += scale * first;
            matrix[other][other] += scale * second;
            matrix[one][other] += scale * both;
            matrix[other][one] += scale * both;
        }
    }
}

/// What two dice win in a game on average, if they win with these probabilities and a draw counts so much for both.
pub fn means([one, other]: [f64; 2], draw: f64) -> [f64; 2] {
    let drawn = (1.0 - one - other).max(0.0);
    [one, other].map(|wins| wins + draw * drawn)
}

/// The variances of what they win in a game, and their covariance.
pub fn moments([one, other]: [f64; 2], draw: f64) -> [f64; 3] {
    let drawn = (1.0 - one - other).max(0.0);
    let means = means([one, other], draw);
    let variance = |wins: f64, mean: f64| wins + draw * draw * drawn - mean * mean;
    [
        variance(one, means[0]).max(0.0),
        variance(other, means[1]).max(0.0),
        draw * draw * drawn - means[0] * means[1],
    ]
}

/// How likely a win is that was seen so often in so many games: smoothed, so that nothing is taken for impossible that
/// did not happen by chance.
pub fn smoothed(wins: u64, games: f64, is_possible: bool) -> f64 {
    match is_possible {
        true => (wins as f64 + 0.5) / (games + 1.0),
        false => 0.0,
    }
}
