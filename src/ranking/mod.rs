//! The list: competitors in the order of their share of games won, and how sure that is.

pub mod duels;
pub mod games;
pub mod list;
pub mod solutions;

pub use duels::HeadToHead;
pub use games::{Look, Plan, Watch, gather, rank};
pub use list::{CertifiedOrders, Lead, PlayedGames, RankedDie, Ranking, Share, Source};
pub use solutions::compute;
