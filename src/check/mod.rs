//! Judges somebody's Bestenliste: whether it has the form, and whether what it says is true.

mod columns;
mod exact;
pub mod findings;
pub mod form;
mod header;
mod judge;
mod limits;
pub mod list;
mod outcome;
mod pairings;
mod reader;
mod records;
mod rows;
mod shape;
mod tokens;
mod vocabulary;

pub use exact::{Given, HEADING};
pub use findings::{Distance, Finding, Findings, SUBJECTS, Subject};
pub use form::Form;
pub use judge::{Comparison, Judgement, ReadDie, Verdict, find_dice, form_fault, judge, judge_all};
pub use limits::{Likeness, Limits, Tolerance, enough_accuracy, enough_games};
pub use list::ReadOptions;
pub use outcome::Outcome;
