//! The list: competitors in the order of their share of games won, and how sure that is.

mod duels;
pub mod games;
pub mod head_to_head;
pub mod list;
pub mod plan;
pub mod share;
pub mod solutions;

pub use games::{gather, rank};
pub use head_to_head::HeadToHead;
pub use list::{
    CertifiedOrders, Criterion, DuelCounts, Lead, PlayedGames, RankedDie, Ranking, Source,
};
pub use plan::{Look, Plan, Watch};
pub use share::Share;
pub use solutions::{Solving, SolvingWatch, Wanted, compute};
