//! The diagnosis of a program or of its lists: a table and sentences, or JSON.

mod case;
mod json;
mod text;
mod verdict;

pub use case::{DiagnosisReport, PairShare};
pub use json::render_json;
pub use text::{describe_diagnosis, render_conclusion, render_result};
pub use verdict::ProgramVerdict;
