//! A tournament in parts, played by any number of processes on any number of machines.
//!
//! Each process [plays](play) the pairings of its [`Part`], and prints a [`Record`] of each, one a
//! line. A [`Gathering`] takes these lines in any order and makes of them what one process would
//! have made of all the games.

pub(crate) mod gathering;
pub(crate) mod record;
pub(crate) mod shard;

pub use gathering::{GatherError, GatheredPairing, Gathering};
pub use record::{LONGEST_LINE, LineError, Origin, Part, Record};
pub use shard::play;
