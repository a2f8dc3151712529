//! Tests of the library: games, solutions, lists and diagnoses against plain implementations,
//! figures of others, and properties that follow from the formulas.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::disallowed_methods)]

/// Names that most of the files use.
mod prelude {
    pub use itertools::{Itertools, iproduct};
    pub use rand::RngExt;
    pub use rayon::prelude::*;
    pub use wuerfelglueck::dice::Die;
    pub use wuerfelglueck::engine::games::{Opponents, PlayedBlocks};
    pub use wuerfelglueck::engine::tables::Tables;
    pub use wuerfelglueck::pairing::Tally;
    pub use wuerfelglueck::ranking::{Criterion, OrderStatus, Plan, Ranking, rank};
    pub use wuerfelglueck::rules::{Deviation, Rules};
    pub use wuerfelglueck::stream::BLOCK;
    pub use wuerfelglueck::tournament::DiceContest;

    pub use crate::support::*;
}

mod certainty;
mod check;
mod decimal;
mod diagnose;
mod dice;
mod exact;
mod example;
mod play;
mod reading;
mod shards;
mod sixjack;
mod support;
mod tournament;
