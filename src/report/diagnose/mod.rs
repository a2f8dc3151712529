//! The diagnosis of a program or of its lists: a table and sentences, or JSON.

mod json;
mod next_step;
mod report;
mod text;

pub use json::render_json;
pub use report::{DiagnosisReport, PairShare, ShareGap};
pub use text::{describe_diagnosis, render_conclusion, render_result};
