//! Texts that are ready to be printed: the only ones that reach stdout and stderr, so that nothing
//! in them that comes from outside is a command for a terminal or a log.

use wuerfelglueck::text::visible_sign;

/// A text without characters that cannot be seen, but for line feeds and tabs.
#[derive(Default)]
pub struct Printable(String);

impl Printable {
    /// A text that people read, maybe in the log of a CI job: `##[`, which that takes for a command
    /// wherever it stands, is broken up.
    pub fn for_people(text: &str) -> Printable {
        Printable(break_log_commands(&make_visible(text)))
    }

    /// A text that programs read, with all of its printable characters.
    pub fn for_programs(text: &str) -> Printable {
        Printable(make_visible(text))
    }

    /// A text of our own, in which nothing comes from outside, that may have colours.
    pub fn with_colours(text: String) -> Printable {
        Printable(text)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Replaces characters that cannot be seen by signs, but for line feeds and tabs.
fn make_visible(text: &str) -> String {
    let sign = |c| {
        if "\n\t".contains(c) {
            c
        } else {
            visible_sign(c)
        }
    };
    text.chars().map(sign).collect()
}

/// Breaks up `##[`, which the log of a CI job on GitHub takes for a command, wherever it stands.
pub(super) fn break_log_commands(text: &str) -> String {
    text.replace("##[", "# #[")
}
