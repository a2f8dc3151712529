//! What is printed as a result, one file a format.
//!
//! Every function writes into a [`fmt::Write`](std::fmt::Write), so that a result is complete before the
//! first byte of it is printed. What can be printed in several formats has a type that holds all of it
//! ([`ListReport`], [`Judged`](check::Judged), [`Telling`](told::Telling)), and a function of the same type
//! for each format.

mod bars;
pub mod check;
pub mod compare;
pub mod diagnose;
pub mod json;
mod list;
pub mod sixjack;
pub mod svg;
mod table;
pub mod text;
pub mod told;
pub mod tsv;

pub use bars::Bars;
pub use list::{Differences, ListReport, WriteList};
