//! Every competitor against every other, in blocks of games on all threads.
//!
//! * [`contest`] says who takes part, what two of them can play, and how games count.
//! * [`memory`] says which dice have their tables in memory at the same time.
//! * [`dice_contest`] plays "Mensch ärgere Dich nicht" between dice.
//! * [`rounds`] plays the next rounds of all pairings.

pub mod contest;
pub mod dice_contest;
pub mod memory;
pub mod rounds;

pub use contest::{Competitors, Contest, Pairing, Scoring};
pub use dice_contest::DiceContest;
pub use rounds::Tournament;
