//! Feedback in Markdown: a section for each submission, ready to be sent, and a table for the
//! teacher.

use itertools::Itertools;

use super::check::markup::escaped;

/// A document with feedback on submissions.
pub(super) struct MarkdownFeedback {
    /// The heading, with the numbers of verdicts.
    pub heading: String,
    pub sections: Vec<MarkdownSection>,
    /// The names of the columns of the teacher's table.
    pub columns: Vec<&'static str>,
    /// A row for each submission; its cells are Markdown.
    pub rows: Vec<Vec<String>>,
}

/// The feedback on a submission.
pub(super) struct MarkdownSection {
    /// The name of the submission, plain text.
    pub name: String,
    /// The paragraphs, Markdown.
    pub paragraphs: Vec<String>,
}

impl MarkdownFeedback {
    pub fn render(&self) -> String {
        let sections = self.sections.iter().map(|section| {
            let body = section.paragraphs.join("\n\n");
            format!("\n## {}\n\n{body}\n", escaped(&section.name))
        });
        let separator = vec!["---"; self.columns.len()];
        let head = [&self.columns, &separator].map(|cells| render_row(cells));
        let rows = self.rows.iter().map(|cells| render_row(cells));
        format!(
            "# {}\n{}\n## Für die Lehrkraft\n\n{}{}",
            self.heading,
            sections.format(""),
            head.join(""),
            rows.format("")
        )
    }
}

fn render_row(cells: &[impl AsRef<str>]) -> String {
    format!("| {} |\n", cells.iter().map(AsRef::as_ref).format(" | "))
}
