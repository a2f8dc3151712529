//! The game: rules, fast games and told games against plain boards, and against figures of others;
//! logs of games, and luck.

mod agreement;
mod compare;
mod figures;
mod fixtures;
mod luck;
pub mod notation;
mod prospects;
