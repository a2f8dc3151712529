//! The diagnosis of a program or of its lists: a table and sentences, or JSON.

mod json;
mod report;
mod text;
mod verdict;

pub use json::render_json;
pub use report::{DiagnosisReport, PairShare};
pub use text::{describe_diagnosis, render_conclusion, render_result};
pub use verdict::ProgramVerdict;
