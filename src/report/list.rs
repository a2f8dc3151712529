//! The formats of a tournament: of its lists, and of its pairings.

use clap::ValueEnum;

use super::run::ListReport;
use super::{Printable, json, svg, text, tsv};

/// A format of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TournamentFormat {
    Text,
    /// Spalten mit Tabulatoren dazwischen, mit --paarungen die der Paarungen
    Tsv,
    /// ein Objekt, oder für mehrere Listen ein Array mit einem für jede
    Json,
    /// ein Bild der Liste, mit --paarungen der Matrix
    Svg,
    /// statt der Liste eine Zeile je Paarung mit allen Ergebnissen, für „wuerfelglueck sammle“
    #[value(name = "paare")]
    PairingLines,
}

/// A function that renders lists, or their pairings.
pub(crate) type RenderLists = fn(&ListReport) -> Printable;

impl TournamentFormat {
    /// Returns the function that renders lists; `None` if there are none in this format.
    pub fn renderer(self) -> Option<RenderLists> {
        match self {
            // There are no names in it.
            TournamentFormat::Text => Some(|lists| Printable::with_colours(text::render(lists))),
            TournamentFormat::Tsv => Some(|lists| Printable::for_programs(&tsv::render(lists))),
            TournamentFormat::Json => Some(|lists| Printable::for_programs(&json::render(lists))),
            TournamentFormat::Svg => Some(|lists| Printable::for_programs(&svg::render(lists))),
            TournamentFormat::PairingLines => None,
        }
    }
}
