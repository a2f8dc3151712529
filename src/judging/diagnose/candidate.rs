//! Candidates: hypotheses that were compared with lists, and their fit.

use super::hypothesis::Hypothesis;
use crate::likelihood::expected::PENALTY;
use crate::likelihood::fit::MOST_GAMES;
use crate::likelihood::{Errors, GameCount, GoodnessOfFit};

/// The probabilities that lists are said not to come from the rules that made them, 1/10,000 in
/// all.
pub(super) const REFUSED: Errors = Errors {
    joint: 5e-5,
    shares: 5e-5,
};
/// The probabilities that lists could have more games than is said.
const MORE_GAMES: Errors = Errors {
    joint: 0.005,
    shares: 0.005,
};

/// The factor of the time that games of other dice may take, compared with those of usual dice.
pub(super) const SLOWEST: f64 = 1.5;

/// A range of the number of games per pairing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameRange {
    /// The least number, at least 1.
    pub least: f64,
    /// The greatest number.
    pub most: f64,
}

impl GameRange {
    /// Any number of games per pairing, up to the most that are considered.
    pub const ANY: GameRange = GameRange {
        least: 1.0,
        most: MOST_GAMES,
    };

    /// The range of the games that are counted so, if this is that of the games per pairing of
    /// files of two dice. A program that plays for a time plays less often with other dice.
    pub(super) fn of_count(self, count: GameCount) -> GameRange {
        match count {
            GameCount::PerPairing => self,
            GameCount::PerFile => GameRange {
                least: (self.least / SLOWEST).max(1.0),
                ..self
            },
        }
    }

    /// The range that holds the number `games` only.
    pub fn exactly(games: u64) -> GameRange {
        let games = games as f64;
        GameRange {
            least: games,
            most: games,
        }
    }
}

/// The question to a diagnosis.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// The range of the number of games per pairing that the lists may have, the same for all; for
    /// a program, that of a file of two dice.
    pub games: GameRange,
    /// True if the lists may have the same number of games per file instead, or another in each.
    pub games_vary: bool,
    /// The hypothesis that the program should follow.
    pub expected: Hypothesis,
    /// The most games per pairing that are played for a rule set: [`PRECISE_GAMES`], or
    /// [`ROUGH_GAMES`]. Where the first die begins every game there are twice as many, of which it
    /// begins half.
    pub most_played_games: u64,
}

/// The most games per pairing of a precise diagnosis: twenty times those of lists of 6,500 games,
/// so that their own noise hides little that such lists can show.
pub const PRECISE_GAMES: u64 = 1 << 17;
/// The most games per pairing of a rough diagnosis, which takes less time for each submission of a
/// class: small differences may be chance.
pub const ROUGH_GAMES: u64 = 1 << 13;

/// A hypothesis, and the fit of lists to it.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The hypothesis.
    pub hypothesis: Hypothesis,
    /// The goodness of fit of the lists to the hypothesis, with shared games or those of each die,
    /// whichever have the better [score](Self::score).
    pub fit: GoodnessOfFit,
    /// The number of games that makes the lists likeliest, in the range of the question: games per
    /// pairing or per file, as the fit [counts](GoodnessOfFit::count) them.
    pub games: f64,
    /// The natural logarithm of the likelihood of the lists with that number, up to a constant.
    pub log_likelihood: f64,
}

impl Candidate {
    /// The logarithm of the likelihood, less the penalty for differences from `offiziell`. Games
    /// that each die has of its own cost as much as a difference.
    pub fn score(&self) -> f64 {
        let differences = self.hypothesis.count_differences() as f64;
        self.log_likelihood
            - PENALTY * differences
            - self.fit.pairing_games.penalty()
            - self.fit.count.penalty()
    }

    /// The number of games per pairing in the file where they are fewest.
    pub fn least_games(&self) -> f64 {
        self.fit.least_per_pairing(self.games)
    }

    /// The most games, per pairing or per file, that the lists could have, with a probability of an error of 1 %;
    /// `None` if they fit no number.
    pub fn most_games(&self) -> Option<f64> {
        self.fit.most_games(MORE_GAMES)
    }
}
