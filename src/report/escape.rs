//! Texts from outside in formats that give some characters a meaning of their own.

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

/// Formats the whole name of a file or a program, with signs for characters that cannot be seen.
/// `./` stands before a name whose beginning would be a command to the log of a CI job, a formula
/// to a spreadsheet, or an option to a program; it is the name of the same file.
pub fn format_name(name: impl AsRef<OsStr>) -> String {
    let name = Excerpt::whole(&name.as_ref().to_string_lossy()).to_string();
    let is_command = name.trim_start().starts_with("::") || name.starts_with(['=', '+', '-', '@']);
    if is_command {
        format!("./{name}")
    } else {
        name
    }
}
