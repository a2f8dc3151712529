//! Judges somebody's Bestenliste: whether it has the form, and whether what it says is true.

pub mod findings;
pub mod judge;
pub mod limits;
pub mod line;
pub mod list;
mod table;

pub use findings::{Distance, Finding, Findings, SUBJECTS, Subject};
pub use judge::{Comparison, Judgement, Verdict, find_dice, form_fault, judge, judge_all};
pub use limits::{Likeness, Limits, Tolerance, enough_accuracy, enough_games};
pub use line::HEADING;
