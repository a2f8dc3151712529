//! What a list would be, apart from chance, and how its shares scatter.
//!
//! A share is the mean of what a die wins against each of its opponents. A win, a loss and a draw
//! of a game exclude each other, so the two dice of a pairing scatter together: if they win a game
//! with probabilities p and q, it gives p(1 − p) and q(1 − q) to their variances and −pq to their
//! covariance. Where each die has [games of its own](PairingGames::Own), played anew for the other
//! one, there is no covariance.

use super::cholesky::Matrix;

/// The games of a pairing that count for its two dice in somebody's list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PairingGames {
    /// The same games count for both.
    #[default]
    Shared,
    /// Each die has games of its own: i against j is played anew for j against i.
    Own,
}

impl PairingGames {
    /// Both.
    pub const ALL: [PairingGames; 2] = [PairingGames::Shared, PairingGames::Own];
}

/// What a list would be, apart from chance.
#[derive(Clone, Debug)]
pub struct Expected {
    /// The shares of the dice, from 0 to 1.
    pub shares: Vec<f64>,
    /// How the shares of a list scatter that is made of one game per pairing.
    pub per_game: PairScatter,
    /// How the errors of `shares` scatter, as they may come from games.
    pub error: PairScatter,
    /// Whether it is possible that each die ever wins.
    pub can_win: Vec<bool>,
}

/// Variances and covariances of shares, by the pairings that they come from.
#[derive(Clone, Debug)]
pub struct PairScatter {
    /// For each die and each opponent the part that their games have in the variance of the die's
    /// share. On the diagonal stands what comes from no pairing.
    pub variances: Matrix,
    /// For each two dice the covariance of their shares, which comes from their games against each
    /// other.
    pub covariances: Matrix,
}

impl PairScatter {
    /// Shares of so many dice that do not scatter.
    pub fn new(dice: usize) -> PairScatter {
        let zeros = vec![vec![0.0; dice]; dice];
        PairScatter {
            variances: zeros.clone(),
            covariances: zeros,
        }
    }

    /// The variance of the share of a die.
    pub fn variance(&self, die: usize) -> f64 {
        self.variances[die].iter().sum()
    }

    /// The covariance of the shares of two dice, or the variance of one.
    pub fn between(&self, die: usize, other: usize) -> f64 {
        if die == other {
            self.variance(die)
        } else {
            self.covariances[die][other]
        }
    }

    /// Adds what scatters independently of this.
    pub fn add(&mut self, independent: &PairScatter) {
        for (sums, summands) in [
            (&mut self.variances, &independent.variances),
            (&mut self.covariances, &independent.covariances),
        ] {
            let sums = sums.iter_mut().flatten();
            sums.zip(summands.iter().flatten())
                .for_each(|(sum, summand)| *sum += summand);
        }
    }

    /// The covariance of the shares of these dice, if a pairing scatters more than it does by the
    /// larger of the `factors` of its two dice.
    pub fn covariance(&self, dice: &[usize], factors: &[f64]) -> Matrix {
        let factor = |die: usize, other: usize| f64::max(factors[die], factors[other]);
        let entry = |die: usize, other: usize| {
            if die == other {
                let variances = self.variances[die].iter().enumerate();
                variances
                    .map(|(opponent, variance)| factor(die, opponent) * variance)
                    .sum()
            } else {
                factor(die, other) * self.covariances[die][other]
            }
        };
        dice.iter()
            .map(|&die| dice.iter().map(|&other| entry(die, other)).collect())
            .collect()
    }

    fn add_pairing(&mut self, [die, other]: [usize; 2], moments: Moments, weight: f64) {
        self.variances[die][other] += weight * moments.variances[0];
        self.variances[other][die] += weight * moments.variances[1];
        self.covariances[die][other] += weight * moments.covariance;
        self.covariances[other][die] += weight * moments.covariance;
    }
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
    /// From so many games, of which each die won so many. Nothing is taken for impossible that did
    /// not happen by chance.
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
        Expected {
            shares: vec![0.0; dice],
            per_game: PairScatter::new(dice),
            error: PairScatter::new(dice),
            can_win,
        }
    }

    /// The same for lists in which these games count.
    pub fn of_games(mut self, games: PairingGames) -> Expected {
        if games == PairingGames::Own {
            self.per_game.covariances = PairScatter::new(self.shares.len()).covariances;
        }
        self
    }

    /// Adds the games of these two dice, of which each of the kinds has such a part, and of which a
    /// draw counts so much.
    pub fn add(&mut self, dice: [usize; 2], kinds: &[(f64, Meeting)], draw: f64) {
        let opponents = (self.shares.len() - 1) as f64;
        let scale = 1.0 / (opponents * opponents);
        let mut wins = [0.0; 2];
        for &(part, meeting) in kinds {
            let mean = means(meeting.seen, draw);
            for (seat, die) in dice.into_iter().enumerate() {
                self.shares[die] += part * mean[seat] / opponents;
                wins[seat] += part * meeting.wins[seat];
            }
            let weight = scale * part * part / meeting.games;
            self.error
                .add_pairing(dice, Moments::new(meeting.wins, draw), weight);
        }
        self.per_game
            .add_pairing(dice, Moments::new(wins, draw), scale);
    }
}

/// What two dice win in a game on average, if they win with these probabilities and a draw counts
/// so much for both.
pub fn means([one, other]: [f64; 2], draw: f64) -> [f64; 2] {
    let drawn = (1.0 - one - other).max(0.0);
    [one, other].map(|wins| wins + draw * drawn)
}

/// How what two dice win in a game scatters.
#[derive(Clone, Copy, Debug)]
struct Moments {
    variances: [f64; 2],
    covariance: f64,
}

impl Moments {
    /// The moments of games that the two win with these probabilities, where a draw counts so much
    /// for both.
    fn new(wins: [f64; 2], draw: f64) -> Moments {
        let [first, second] = means(wins, draw);
        let squares = draw * draw * (1.0 - wins[0] - wins[1]).max(0.0);
        let variance = |wins: f64, mean: f64| (wins + squares - mean * mean).max(0.0);
        Moments {
            variances: [variance(wins[0], first), variance(wins[1], second)],
            covariance: squares - first * second,
        }
    }
}
