//! How a computer plays: by a strategy of its own, or by the optimum.

use std::fmt;
use std::str::FromStr;

use super::optimal;
use super::strategy::{Policy, Strategy, StrategyError};

/// How a computer plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// The computer plays by a strategy that looks at its own cards alone.
    Fixed(Strategy),
    /// The computer plays the best that is possible in the game of two, where the other player's safe
    /// cards count as well.
    Optimal,
}

impl Player {
    /// The name of [`Player::Optimal`].
    pub const OPTIMAL: &str = "optimal";

    /// The strategy of its own, if it has one.
    pub fn strategy(&self) -> Option<&Strategy> {
        match self {
            Player::Fixed(strategy) => Some(strategy),
            Player::Optimal => None,
        }
    }

    /// What the player wants of a turn.
    pub fn policy(&self) -> Policy {
        self.strategy()
            .map_or_else(optimal::equilibrium, Strategy::policy)
    }
}

impl FromStr for Player {
    type Err = StrategyError;

    fn from_str(text: &str) -> Result<Player, StrategyError> {
        if text.trim() == Player::OPTIMAL {
            Ok(Player::Optimal)
        } else {
            text.parse().map(Player::Fixed)
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Fixed(strategy) => strategy.fmt(f),
            Player::Optimal => f.write_str(Player::OPTIMAL),
        }
    }
}
