//! Six Jack: a card game in which whoever wants too much loses what the turn has brought.
//!
//! # The rules
//!
//! Six kinds of ingredient cards are wanted. A player whose turn it is draws cards until one of
//! these things happens:
//!
//! - The card is STOPP: the turn ends, and the cards that it took are lost.
//! - The player says STOPP!: the turn ends, and the cards that it took are safe.
//! - The player has all six kinds, safe and taken together, and has won at once.
//!
//! A drawn ingredient that the player does not have yet, neither safe nor taken in this turn, is
//! useful, and taken. Any other goes to the discard pile and changes nothing. A round is one turn of
//! every player.
//!
//! Each draw is independent of all others: an ingredient of each kind has probability 1/9, STOPP has
//! 1/3. With u kinds missing, the next card that is useful or STOPP is useful with probability
//! u/(u + 3).
//!
//! The card game that Six Jack simplifies, Schokohexe, has a pile of 60 cards instead: see
//! [`Cards::Pile`](play::Cards::Pile).
//!
//! # Modules
//!
//! [`strategy`] says what a computer wants of a turn. [`play`] plays games by chance. [`exact`]
//! computes the same without, and [`optimal`] searches for what is best.

use std::fmt;
use std::str::FromStr;

use strategy::{Policy, Strategy, StrategyError};

pub mod exact;
pub mod optimal;
pub mod play;
pub mod strategy;

/// Kinds of ingredients, all of which are wanted.
pub const KINDS: usize = 6;
/// Of [`ALL_CARDS`] equally likely cards, how many are STOPP.
pub const STOPP_CARDS: usize = 3;
/// Equally likely cards of a draw: one of each kind, the others STOPP.
pub const ALL_CARDS: usize = KINDS + STOPP_CARDS;

/// Most players in a game.
pub const MOST_PLAYERS: usize = 9;

/// A computer that plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// By a strategy that looks at its own cards alone.
    Fixed(Strategy),
    /// By the optimum of the game of two, where the other player's safe cards count as well.
    Optimal,
}

impl Player {
    /// The name of the player that plays by the optimum of the game of two.
    pub const OPTIMAL: &str = "optimal";

    /// What the player wants of a turn.
    pub fn policy(&self) -> Policy {
        match self {
            Player::Fixed(strategy) => strategy.policy(),
            Player::Optimal => optimal::equilibrium(),
        }
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
