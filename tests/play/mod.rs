//! The game: rules, fast games and told games against plain boards, and against figures of others.

mod agreement;
mod compare;
mod figures;
mod fixtures;
mod luck;
pub mod notation;
