//! The diagnosis of a program or of its lists: a table and sentences, or JSON.

mod json;
mod next_step;
mod report;
mod text;

use super::Printable;

pub use report::{ComparedShare, DiagnosisReport, PairShare};
pub use text::{describe_diagnosis, render_result};

/// A format of the diagnosis of a program or of its lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiagnosisFormat {
    /// The part behind the lines about experiments, which are printed as soon as they are known.
    Text,
    Json,
}

impl DiagnosisReport {
    /// Renders the diagnosis.
    pub fn render(&self, format: DiagnosisFormat) -> Printable {
        match format {
            DiagnosisFormat::Text => Printable::for_people(&text::render_conclusion(self)),
            DiagnosisFormat::Json => Printable::for_programs(&json::render(self)),
        }
    }
}
