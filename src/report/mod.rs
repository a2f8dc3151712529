//! What is printed as a result, one file a format.
//!
//! Every format is a function that makes a text, so that a result is complete before the first byte of it is printed. What
//! can be printed in several formats has a type that holds all of it (`ListReport`, [`Judged`](check::Judged), `Telling`).

pub mod check;
pub(crate) mod compare;
pub(crate) mod diagnose;
pub(crate) mod json;
mod list;
pub mod sixjack;
pub(crate) mod svg;
mod table;
pub(crate) mod text;
pub(crate) mod told;
pub(crate) mod tsv;

pub(crate) use list::{Bars, Found, ListReport, RenderList, heading};
