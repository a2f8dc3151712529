//! Results as texts, one file a format.
//!
//! Every format is a function that renders a text, so that a result is complete before the first
//! byte of it is printed. A result that has several formats has a type that holds all of it:
//! [`ListReport`], [`CheckReport`](check::CheckReport),
//! [`DiagnosisReport`](diagnose::DiagnosisReport), [`Class`](programs::Class).

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

pub(crate) use run::{ListReport, RenderList};
pub use run::{ListRequest, RankedList, RankingRun};
