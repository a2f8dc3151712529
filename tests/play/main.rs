//! The game: rules, fast games and told games against plain boards, and against figures of others.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod agreement;
#[path = "../support/all_tables.rs"]
mod all_tables;
#[path = "../support/automaton.rs"]
mod automaton;
mod board;
mod figures;
mod fixtures;
mod notation;
mod told;
mod wlr;
mod wlr_board;

#[path = "../support/die.rs"]
mod die;
#[path = "../support/exactly.rs"]
mod exactly;
