//! Candidates: hypotheses that were compared with lists, and their fit.

use super::hypothesis::Hypothesis;
use crate::likelihood::fit::{MOST_GAMES, ONE_PERCENT};
use crate::likelihood::{GoodnessOfFit, PairingGames};

/// The penalty for each difference from `offiziell`: the logarithm of the likelihood must rise by
/// this much. There are some twenty deviations, and chance makes one of them fit that much better
/// than none in less than one of twenty cases (see [`diagnose`](super)).
pub(super) const PENALTY: f64 = 4.0;
/// The quantile of the standard normal distribution that a value exceeds with probability 1/10,000:
/// chance does not explain lists that differ more.
pub(super) const ONE_IN_TEN_THOUSAND: f64 = 3.719;

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
    /// The range of the number of games per pairing that the lists may have, the same for all.
    pub games: GameRange,
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
    /// The games that count for the two dice of a pairing: shared ones, or those of each die,
    /// whichever have the better [score](Self::score).
    pub pairing_games: PairingGames,
    /// The goodness of fit of the lists to the hypothesis.
    pub fit: GoodnessOfFit,
    /// The number of games per pairing that makes the lists likeliest, in the range of the
    /// question.
    pub games: f64,
    /// The natural logarithm of the likelihood of the lists with that number, up to a constant.
    pub log_likelihood: f64,
}

impl Candidate {
    /// The logarithm of the likelihood, less the penalty for differences from `offiziell`. Games
    /// that each die has of its own cost as much as a difference.
    pub fn score(&self) -> f64 {
        let own_games = usize::from(self.pairing_games == PairingGames::Own);
        self.log_likelihood - PENALTY * (self.hypothesis.count_differences() + own_games) as f64
    }

    /// The most games per pairing that the lists could have, with a probability of an error of 1 %;
    /// `None` if they fit no number.
    pub fn most_games(&self) -> Option<f64> {
        self.fit.most_games(ONE_PERCENT)
    }
}
