//! Reports on checked lists. The format `github` is in `text`, and `svg` in
//! [`claims`].

mod json;
mod junit;
mod lists;
mod markdown;
pub(super) mod markup;
mod remarks;
pub(super) mod report;
mod text;

use clap::ValueEnum;

use super::Printable;
use super::svg::claims;

pub use report::{Cause, CheckReport, SubmissionReport};

/// A format of verdicts on lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CheckFormat {
    Text,
    /// eine Rückmeldung je Abgabe, zum Verschicken, und am Ende eine Tabelle für die Lehrkraft
    Markdown,
    /// eine Zeile je Liste
    Tsv,
    Json,
    /// ein Bild mit einer Spalte je Liste neben der Wahrheit
    Svg,
    /// XML, wie GitLab, Jenkins und GitHub die Ergebnisse von Tests lesen
    Junit,
    /// Befunde, die ein Workflow von GitHub neben der Zeile der Liste zeigt
    Github,
}

impl CheckFormat {
    /// Returns whether it can show each list beside the truth.
    pub fn has_details(self) -> bool {
        match self {
            CheckFormat::Text | CheckFormat::Json | CheckFormat::Github => true,
            CheckFormat::Markdown | CheckFormat::Tsv | CheckFormat::Svg | CheckFormat::Junit => {
                false
            }
        }
    }
}

impl CheckReport {
    /// Renders the verdicts.
    pub fn render(&self, format: CheckFormat) -> Printable {
        match format {
            CheckFormat::Text => Printable::for_people(&text::render(self, false)),
            CheckFormat::Markdown => Printable::for_people(&markdown::render(self)),
            CheckFormat::Tsv => Printable::for_programs(&lists::tabulate(self).to_tsv()),
            CheckFormat::Json => Printable::for_programs(&json::render(self)),
            CheckFormat::Svg => Printable::for_programs(&claims::render(self)),
            CheckFormat::Junit => Printable::for_programs(&junit::render(self)),
            CheckFormat::Github => Printable::for_people(&text::render(self, true)),
        }
    }
}
