//! Judges somebody's Bestenliste: whether it has the form, and whether what it says is true.

pub mod findings;
pub mod judge;
pub mod list;

pub use findings::{Finding, Findings, HEADING, Subject};
pub use judge::{Doubt, Limits, Verdict, find_dice, judge};
