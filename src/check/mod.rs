//! Judges somebody's Bestenliste: whether it has the form, and whether what it says is true.
//!
//! * [`list`] reads the list.
//! * [`findings`] are what there is to say about its lines.
//! * [`judge`](mod@judge) compares it with the truth.

pub mod findings;
pub mod judge;
pub mod list;

pub use findings::{Finding, HEADING, Subject};
pub use judge::{Limits, Verdict, judge};
