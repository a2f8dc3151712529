//! Tournaments: every competitor against every other, in blocks of games on all threads.

pub(crate) mod blocks;
pub(crate) mod contest;
pub(crate) mod dice_contest;

pub use blocks::in_sections;
pub use contest::{Competitors, Contest, Criterion, IndexedPairing, count_pairings, pairing_index};
pub use dice_contest::{DiceContest, can_draw, divide_into_groups, least_memory_for};
