//! Every competitor against every other, in blocks of games on all threads.

pub mod blocks;
pub mod contest;
pub mod dice_contest;

pub use contest::{Competitors, Contest, Criterion, Pairing, pairings, place};
pub use dice_contest::DiceContest;
