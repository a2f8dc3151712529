//! The reasons why a text cannot be read as a list.

use thiserror::Error;

use crate::reading::{FormMismatch, Refusal};
use wuerfelglueck::text::Excerpt;

/// The reason why a text cannot be read as a list. The messages name no options.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum ListError {
    #[error("die Liste ist leer; erwartet ist eine Würfel-Bestenliste")]
    Empty,
    #[error(
        "{}{}; die einfachste Form: Nummer des Würfels in der Würfeldatei, Tabulator, Anteil in \
         Prozent",
        Refusal::Nothing,
        .line.as_ref().map_or_else(String::new, ToString::to_string)
    )]
    NoEntry {
        /// The first line that is not the heading.
        line: Option<QuotedLine>,
    },
    #[error("die Liste ist kein Text in UTF-8; bitte so speichern")]
    NotUtf8,
    #[error("{refusal}")]
    Refused {
        refusal: Refusal,
        /// Forms by which the list can be read.
        forms: Vec<String>,
    },
    #[error("das ist die Würfeldatei, keine Liste")]
    DiceFile,
    #[error("die Liste hat nicht die erwartete Form")]
    Form(FormMismatch),
    #[error("die Liste ist nicht zu öffnen: {0}")]
    NoAccess(String),
    #[error("die Liste hat mehr als {0} Bytes; so lang ist keine Liste dieser Würfel")]
    TooLong(usize),
}

/// The number of a line, and its beginning.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(" (Zeile {number}: „{text}“)")]
pub struct QuotedLine {
    /// The number of the line.
    pub number: usize,
    /// The beginning of the line.
    pub text: Excerpt,
}
