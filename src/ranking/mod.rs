//! The list: competitors in the order of their share of games won, and how sure that is.

mod duels;
pub mod games;
pub mod head_to_head;
pub mod list;
pub mod plan;
mod shares;
pub mod solutions;

pub use games::{gather, rank};
pub use head_to_head::HeadToHead;
pub use list::{
    CertifiedOrders, Criterion, DuelCounts, Lead, PlayedGames, RankedDie, Ranking, Share, Source,
};
pub use plan::{Look, Plan, Solving, Watch};
pub use solutions::{Wanted, compute};
