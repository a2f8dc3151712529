//! Rankings: competitors in the order of their shares, with the certainty of shares and order.

mod duels;
pub(crate) mod games;
pub(crate) mod head_to_head;
pub(crate) mod list;
mod share;
mod shares;
pub(crate) mod solutions;

pub use games::{rank, rank_gathered};
pub use head_to_head::HeadToHead;
pub use list::{
    DuelCounts, LEAST_HALF_WIDTH, OrderStatus, Plan, RankRange, RankedDie, Ranking, Source,
    changes_places,
};
pub use share::Share;
pub use solutions::compute;

pub use crate::tournament::Criterion;
