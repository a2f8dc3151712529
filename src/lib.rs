//! Ranks dice by playing two-player "Mensch ärgere Dich nicht".
//!
//! The data goes one way:
//!
//! ```text
//! stdin ─ dice ─▶ rules ─▶ table ─▶ game ─▶ tournament ─▶ certainty ─▶ ranking ─▶ report ─▶ stdout
//! ```
//!
//! [`exact`] takes the place of games where nothing shall be left to chance. [`shards`] puts together
//! what was played elsewhere. [`check`] judges a list by a ranking. [`stream`] gives the games
//! their rolls, [`told`] tells a single one roll by roll, and [`cli`] holds what the user sees of it
//! all. Beside this stands a card game, [`sixjack`].

pub mod certainty;
pub mod check;
pub mod cli;
pub mod decimal;
pub mod dice;
pub mod engine;
pub mod exact;
pub mod ranking;
pub mod report;
pub mod rules;
pub mod shards;
pub mod sixjack;
pub mod stream;
pub mod text;
pub mod told;
pub mod tournament;
