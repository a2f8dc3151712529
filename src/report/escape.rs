//! Texts in the formats and logs that give some characters a meaning of their own.

use std::ffi::OsStr;

use wuerfelglueck::text::Excerpt;

/// Escapes a text so that nothing in it is markup in XML.
pub fn escape_xml(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&apos;")
}

/// Breaks up `##[`, which the log of a CI job on GitHub takes for a command, wherever it stands.
pub fn break_log_commands(text: &str) -> String {
    text.replace("##[", "# #[")
}

/// Formats the whole name of a file or a program, with signs for characters that cannot be seen,
/// so that nothing in it is a command for a log.
pub fn format_name(name: impl AsRef<OsStr>) -> String {
    let name = Excerpt::whole(&name.as_ref().to_string_lossy()).to_string();
    break_log_commands(&name)
}
