//! What a list would be, apart from chance, and how its shares scatter.
//!
//! A share is the mean of what a die wins against each of its opponents. A win, a loss and a draw of a game exclude each
//! other, so the two dice of a pairing scatter together: if they win a game with probabilities p and q, it gives
//! p(1 − p) and q(1 − q) to their variances and −pq to their covariance.

use super::cholesky::Matrix;

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

/// What is known of the games of two dice.
#[derive(Clone, Copy, Debug)]
pub struct Meeting {
    /// The probabilities that the first wins a game, and that the second does.
    pub wins: [f64; 2],
    /// The same as they were seen or computed: 0 also for what only did not happen so far.
    pub seen: [f64; 2],
    /// The number of games that this comes from; infinite if it was computed.
    pub games: f64,
}

impl Meeting {
    /// From so many games, of which each die won so many. Nothing is taken for impossible that did not happen by chance.
    pub fn played(wins: [u64; 2], games: f64, can_win: [bool; 2]) -> Meeting {
        let smoothed = wins.map(|wins| (wins as f64 + 0.5) / (games + 1.0));
        let seen = wins.map(|wins| wins as f64 / games);
        let wins = [0, 1].map(|seat| if can_win[seat] { smoothed[seat] } else { 0.0 });
        Meeting { wins, seen, games }
    }

    /// From probabilities.
    pub fn computed(wins: [f64; 2]) -> Meeting {
        let (seen, games) = (wins, f64::INFINITY);
        Meeting { wins, seen, games }
    }
}

impl Expected {
    /// Before any pairing: all shares are 0, without chance.
    pub fn new(can_win: Vec<bool>) -> Expected {
        let dice = can_win.len();
        let zeros = vec![vec![0.0; dice]; dice];
        Expected {
            shares: vec![0.0; dice],
            per_game: zeros.clone(),
            error: zeros,
            can_win,
        }
    }

    /// Adds the games of these two dice, of which each of the kinds has such a part, and of which a draw counts so much.
    pub fn add(&mut self, [one, other]: [usize; 2], kinds: &[(f64, Meeting)], draw: f64) {
        let opponents = (self.shares.len() - 1) as f64;
        let add = |matrix: &mut Matrix, [first, second, both]: [f64; 3], weight: f64| {
            let scale = weight / (opponents * opponents);
            matrix[one][one] += scale * first;
            matrix[other][other] += scale * second;
            matrix[one][other] += scale * both;
            matrix[other][one] += scale * both;
        };
        let mut wins = [0.0; 2];
        for &(part, meeting) in kinds {
            let mean = means(meeting.seen, draw);
            for (seat, die) in [one, other].into_iter().enumerate() {
                self.shares[die] += part * mean[seat] / opponents;
                wins[seat] += part * meeting.wins[seat];
            }
            let weight = part * part / meeting.games;
            add(&mut self.error, moments(meeting.wins, draw), weight);
        }
        add(&mut self.per_game, moments(wins, draw), 1.0);
    }
}

/// What two dice win in a game on average, if they win with these probabilities and a draw counts so much for both.
pub fn means([one, other]: [f64; 2], draw: f64) -> [f64; 2] {
    let drawn = (1.0 - one - other).max(0.0);
    [one, other].map(|wins| wins + draw * drawn)
}

/// The variances of what they win in a game, and their covariance.
fn moments([one, other]: [f64; 2], draw: f64) -> [f64; 3] {
    let squares = draw * draw * (1.0 - one - other).max(0.0);
    let [first, second] = means([one, other], draw);
    let variance = |wins: f64, mean: f64| (wins + squares - mean * mean).max(0.0);
    let both = squares - first * second;
    [variance(one, first), variance(other, second), both]
}
