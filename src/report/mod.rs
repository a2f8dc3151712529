//! Results as texts.
//!
//! Nothing is printed here: every format is a function that renders a text, which is complete
//! before `cli/` prints the first byte of it. A result that has several formats has a type from
//! which all of them are rendered: [`ListReport`], [`CheckReport`](check::CheckReport),
//! [`DiagnosisReport`](diagnose::DiagnosisReport), [`Class`](programs::Class),
//! [`ToldGameReport`](told::ToldGameReport), [`Sheet`](sixjack::Sheet).

pub mod check;
pub(crate) mod compare;
pub(crate) mod diagnose;
pub(crate) mod escape;
pub(crate) mod json;
mod markdown;
mod matchup;
mod object;
mod order;
pub(crate) mod programs;
mod run;
pub mod sixjack;
pub(crate) mod svg;
mod table;
pub(crate) mod text;
pub(crate) mod told;
pub(crate) mod tsv;
pub mod unreadable;
mod verdict;

pub(crate) use run::{ListReport, RenderList};
pub use run::{ListRequest, RankedList, RankingRun};
