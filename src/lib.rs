//! Ranks dice by playing two-player "Mensch ärgere Dich nicht".
//!
#![doc = concat!("```\n", include_str!("../tests/example.rs"), "```")]
//!
//! The way of a run through the modules, and through `report`, which belongs to the program:
//!
//! ```text
//! stdin ─ dice ─▶ rules ─▶ engine ─▶ tournament ─▶ certainty ─▶ ranking ─▶ report ─▶ stdout
//! ```
//!
//! With `--exakt`, [`exact`] takes the place of the games. [`sixjack`] is a card game of its own.
//! The layers, in which imports go down only, are in `src/README.md`.

pub mod certainty;
pub mod decimal;
pub mod dice;
pub mod engine;
pub mod exact;
pub mod pairing;
pub mod ranking;
pub mod rules;
pub mod shards;
pub mod sixjack;
pub mod stream;
pub mod text;
pub mod told;
pub mod tournament;
pub mod watch;
