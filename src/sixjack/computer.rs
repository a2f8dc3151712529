//! The computers that play, as the command line names them.

use std::fmt;
use std::str::FromStr;

use super::optimal::equilibrium;
use super::strategy::{Policy, Strategy, StrategyError};

/// A computer that plays, by a strategy or the best that it can.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Computer {
    /// By a strategy that looks at its own cards alone.
    Fixed(Strategy),
    /// By the best policy for both in the game of two, where the other player's safe cards count as
    /// well.
    Optimal,
}

/// The word for [`Computer::Optimal`] on the command line.
const OPTIMAL: &str = "optimal";

impl Computer {
    /// The numbers of cards that the player wants of a turn.
    pub fn policy(&self) -> Policy {
        match self {
            Computer::Fixed(strategy) => strategy.policy(),
            Computer::Optimal => equilibrium(),
        }
    }

    /// The player's strategy; `None` if it looks at the other player's cards.
    pub fn fixed_strategy(&self) -> Option<Strategy> {
        match self {
            Computer::Fixed(strategy) => Some(*strategy),
            Computer::Optimal => None,
        }
    }
}

impl FromStr for Computer {
    type Err = StrategyError;

    fn from_str(text: &str) -> Result<Computer, StrategyError> {
        match text.trim() {
            OPTIMAL => Ok(Computer::Optimal),
            _ => text.parse().map(Computer::Fixed),
        }
    }
}

impl fmt::Display for Computer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Computer::Fixed(strategy) => strategy.fmt(f),
            Computer::Optimal => f.write_str(OPTIMAL),
        }
    }
}
