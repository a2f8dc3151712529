//! All integration tests in one binary. Every random test has a fixed seed, named where it is used.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod agreement;
mod board;
mod certainty;
mod check;
mod dense;
mod erzeuge;
mod exact;
mod figures;
mod fixtures;
mod garbage;
mod program;
mod readme;
mod shards;
mod sixjack;
mod support;
mod told;
mod wlr;
mod wlr_board;
