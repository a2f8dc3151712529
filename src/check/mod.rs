//! Judges somebody's Bestenliste: whether it has the form, and whether what it says is true.

pub mod findings;
pub mod judge;
pub mod line;
pub mod list;
pub mod yardstick;

pub use findings::{Distance, Finding, Findings, Subject};
pub use judge::{Comparison, Verdict, find_dice, judge, judge_all};
pub use line::HEADING;
pub use yardstick::{Allowance, Doubt, Likeness, Yardstick, enough_accuracy, enough_games};
