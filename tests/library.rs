//! The library: games, solutions, lists and diagnoses against plain implementations, figures of others, and
//! what must hold by the formulas.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::disallowed_methods)]

mod certainty;
mod check;
mod diagnose;
mod dice;
mod exact;
mod play;
mod shards;
mod sixjack;
mod support;
mod tournament;
