//! The reasons why a text cannot be read as a list.

use thiserror::Error;

use crate::reading::{FormMismatch, Obstacle};
use wuerfelglueck::dice::Die;
use wuerfelglueck::text::Excerpt;

/// The reason why a text cannot be read as a list. Lines count from 1. The messages name no options.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum ListError {
    #[error("die Liste ist leer; erwartet ist eine Würfel-Bestenliste")]
    Empty,
    #[error(
        "keine Zeile nennt einen Würfel und seinen Anteil{}; die einfachste Form: Nummer des \
         Würfels in der Würfeldatei, Tabulator, Anteil in Prozent",
        .line.as_ref().map_or_else(String::new, ToString::to_string)
    )]
    NoEntry { line: Option<QuotedLine> },
    #[error("die Liste ist kein Text in UTF-8; bitte so speichern")]
    NotUtf8,
    #[error(
        "{found} der {dice} Würfel gefunden; Würfel {missing} fehlt; ohne Sieg? Dann 0.00 drucken"
    )]
    Incomplete {
        found: usize,
        dice: usize,
        missing: NumberedDie,
    },
    #[error("Zeile {line}: „{written}“ gibt es nicht, gemeint ist wohl Würfel {die}")]
    NoSuchDie {
        line: usize,
        written: Excerpt,
        die: NumberedDie,
    },
    #[error("{found} der {pairings} Paarungen gefunden; bitte jede genau einmal")]
    MissingPairings { found: usize, pairings: usize },
    #[error("Zeile {line}: einen solchen Würfel gibt es nicht; die Würfeldatei hat {dice}")]
    NoDie { line: usize, dice: usize },
    #[error("Zeile {line}: {}", describe_obstacle(*.obstacle))]
    Obstacle {
        line: usize,
        obstacle: Obstacle,
        /// Forms by which the list can be read.
        forms: Vec<String>,
    },
    #[error("Zeile {line}: ist „{number}“ eine Zahl? Bitte ohne Leerzeichen darin drucken")]
    Blank { line: usize, number: String },
    #[error(
        "Zeile {}: {} oder {}?",
        .ambiguity.line, .ambiguity.candidates[0], .ambiguity.candidates[1]
    )]
    Ambiguous {
        ambiguity: Ambiguity,
        /// Forms by which the list can be read.
        forms: Vec<String>,
    },
    #[error(
        "in Zeile {} und in Zeile {} beginnen zwei verschiedene Listen; bitte je Würfeldatei nur \
         eine",
        .0.first, .0.second
    )]
    TwoLists(TwoLists),
    #[error("das ist die Würfeldatei, keine Liste")]
    DiceFile,
    #[error("die Liste hat nicht die erwartete Form")]
    Form(FormMismatch),
    #[error("die Liste ist nicht zu öffnen: {0}")]
    NoAccess(String),
    #[error("die Liste hat mehr als {0} Bytes; so lang ist keine Liste dieser Würfel")]
    TooLong(usize),
    #[error("die Liste hat mehr als {0} Zeilen; so lang ist keine Liste dieser Würfel")]
    TooManyLines(usize),
}

impl ListError {
    /// Creates the error that no line names a die and its share. `line` is the first that is not
    /// the heading.
    pub(super) fn no_entry(line: Option<QuotedLine>) -> ListError {
        ListError::NoEntry { line }
    }
}

fn describe_obstacle(obstacle: Obstacle) -> &'static str {
    match obstacle {
        Obstacle::NoShares => {
            "hier stehen alle Würfel, aber keine Zahl ist sicher ihr Anteil; bitte den Anteil in \
             Prozent drucken, oder Siege und Spiele"
        }
        Obstacle::RankOrNumber => {
            "sind die Zahlen ab 1 Ränge oder Nummern der Würfel? Vor einer Nummer steht am besten \
             „Würfel“"
        }
        Obstacle::PairingsWithoutShares => {
            "die Paarungen sagen nicht, wie oft jeder der beiden Würfel gewonnen hat; bitte je \
             Paarung die Siege beider und die Zahl der Spiele drucken"
        }
    }
}

/// A die of a file, by its number and its faces.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{number} ({faces})")]
pub struct NumberedDie {
    /// The number, from 1 on.
    pub number: usize,
    /// The beginning of the faces.
    pub faces: Excerpt,
}

impl NumberedDie {
    pub(super) fn new(index: usize, dice: &[Die]) -> NumberedDie {
        NumberedDie {
            number: index + 1,
            faces: Excerpt::new(&dice[index].to_string()),
        }
    }
}

/// The lines in which two lists begin that are not the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TwoLists {
    /// The number of the line of the first one.
    pub first: usize,
    /// The number of the line of the second one.
    pub second: usize,
}

/// Two numbers of a line that could both be the share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ambiguity {
    /// The number of the line.
    pub line: usize,
    /// The numbers, as they are printed.
    pub candidates: [String; 2],
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
