//! Results as texts.
//!
//! Nothing is printed here: every format is a function that renders a text, which is complete
//! before `cli/` prints the first byte of it. These results have several formats:
//! [`ListReport`], [`CheckReport`](check::CheckReport),
//! [`Examination`](judging::diagnose::Examination), [`Class`](programs::Class),
//! [`ToldGameReport`](told::ToldGameReport), [`Sheet`](sixjack::Sheet). Only what is
//! [`Printable`] is printed.

pub mod check;
mod class;
pub(crate) mod compare;
pub(crate) mod diagnose;
pub(crate) mod escape;
mod json;
mod list;
mod matchup;
mod object;
mod order;
mod printable;
pub(crate) mod programs;
pub(crate) mod remedy;
mod run;
pub mod sixjack;
pub(crate) mod svg;
mod table;
mod text;
pub(crate) mod told;
mod tsv;
mod verdict;

pub(crate) use list::{RenderLists, TournamentFormat};
pub(crate) use printable::Printable;
pub(crate) use run::ListReport;
pub use run::{ListRequest, RankedList, RankingRun};
