//! Formats: what a result can be printed as.

use clap::ValueEnum;

use super::printable::Printable;

/// A result that can be printed in several formats.
pub trait Report {
    /// Its formats.
    type Format;

    /// Renders the result in one of its formats.
    fn render(&self, format: Self::Format) -> Printable;
}

/// Returns the word for a format.
pub fn name_format(format: &impl ValueEnum) -> String {
    let value = format.to_possible_value();
    value.map_or_else(String::new, |value| value.get_name().into())
}
