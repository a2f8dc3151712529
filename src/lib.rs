//! Ranks dice by playing two-player "Mensch ärgere Dich nicht".
//!
//! ```
//! use wuerfelglueck::certainty::Adjustment;
//! use wuerfelglueck::dice;
//! use wuerfelglueck::ranking::{Criterion, Plan, rank};
//! use wuerfelglueck::rules::Rules;
//! use wuerfelglueck::tournament::DiceContest;
//!
//! let dice = dice::parse(b"3\n6 1 2 3 4 5 6\n6 1 1 1 6 6 6\n4 1 2 5 6\n")?;
//! let plan = Plan {
//!     games: 10_000,
//!     accuracy: Some(2.0),
//!     error: 0.001,
//!     level: 0.5,
//!     criterion: Criterion::Wins,
//!     best: None,
//! };
//! let (seed, memory) = (2021, 1 << 30);
//! let mut contest =
//!     DiceContest::with_adjustment(&dice, Rules::OFFIZIELL, seed, memory, Adjustment::Luck);
//! let ranking = rank(&mut contest, &plan, &());
//! assert_eq!(ranking.entries[0].die, 1, "the second die of the file is the best");
//! # Ok::<(), wuerfelglueck::dice::DiceError>(())
//! ```
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
