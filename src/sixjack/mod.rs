//! Six Jack: a card game in which a player who wants too much loses the cards of the turn.
//!
//! # The rules
//!
//! Each player wants one card of each of six kinds of ingredients. A player whose turn it is draws
//! cards until one of these things happens:
//!
//! - The card is STOPP. The turn ends, and the cards that the player took in it are lost.
//! - The player says STOPP!. The turn ends, and the cards that the player took in it are safe.
//! - The player has all six kinds, safe and taken together, and wins at once.
//!
//! A drawn ingredient is useful if the player does not have its kind yet, neither safe nor taken in
//! this turn. The player takes it then. Otherwise it goes to the discard pile and changes nothing.
//! A round is one turn of every player.
//!
//! Each draw is independent of all others: each kind of ingredient has probability 1/9, and STOPP
//! has 1/3. If u kinds are missing, the next card that is useful or STOPP is useful with
//! probability u/(u + 3).
//!
//! A *duel* is a game of two, here and in the submodules.
//!
//! Six Jack simplifies the card game Schokohexe, which has a pile of 60 cards instead; see
//! [`DrawMode::Pile`](play::DrawMode::Pile).

pub mod computer;
pub mod exact;
pub mod optimal;
pub mod play;
pub mod ranks;
pub mod results;
pub mod strategy;

/// The number of kinds of ingredients.
pub const KINDS: usize = 6;
/// The number of STOPP cards among the equally likely cards of a draw, which has one of each kind
/// beside them.
pub const STOPP_CARDS: usize = 3;

/// The greatest number of players in a game.
pub const MOST_PLAYERS: usize = 9;
