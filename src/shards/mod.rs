//! A tournament in parts, played by any number of processes on any number of machines.
//!
//! Each process [plays](play) the pairings of its [`Part`], and prints a [`PairingLine`] for each.
//! A [`Gathering`] takes these lines in any order and makes of them the tournament that one process
//! would have played.

pub(crate) mod gathering;
pub(crate) mod line;
pub(crate) mod part;
pub(crate) mod shard;

pub use gathering::{GatherError, GatheredPairing, GatheredTournament, Gathering};
pub use line::{LONGEST_LINE, LineError, Origin, PairingLine};
pub use part::Part;
pub use shard::{PartToPlay, play};
