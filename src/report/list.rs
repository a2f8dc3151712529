//! The formats of a tournament: of its lists, and of its pairings.

use clap::ValueEnum;
use clap::builder::PossibleValue;

use super::run::ListReport;
use super::{Printable, json, svg, text, tsv};

/// A format of lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ListFormat {
    Text,
    /// Spalten mit Tabulatoren dazwischen, mit --paarungen die der Paarungen
    Tsv,
    /// ein Objekt, oder für mehrere Listen ein Array mit einem für jede
    Json,
    /// ein Bild der Liste, mit --paarungen der Matrix
    Svg,
}

impl ListReport<'_> {
    /// Renders the lists, or their pairings.
    pub fn render(&self, format: ListFormat) -> Printable {
        match format {
            // There are no names in it.
            ListFormat::Text => Printable::with_colours(text::render(self)),
            ListFormat::Tsv => Printable::for_programs(&tsv::render(self)),
            ListFormat::Json => Printable::for_programs(&json::render(self)),
            ListFormat::Svg => Printable::for_programs(&svg::render(self)),
        }
    }
}

/// A format of a tournament: of its lists, or of its pairings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TournamentFormat {
    Lists(ListFormat),
    Pairings,
}

impl ValueEnum for TournamentFormat {
    fn value_variants<'a>() -> &'a [TournamentFormat] {
        &[
            TournamentFormat::Lists(ListFormat::Text),
            TournamentFormat::Lists(ListFormat::Tsv),
            TournamentFormat::Lists(ListFormat::Json),
            TournamentFormat::Lists(ListFormat::Svg),
            TournamentFormat::Pairings,
        ]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            TournamentFormat::Lists(format) => format.to_possible_value(),
            TournamentFormat::Pairings => Some(PossibleValue::new("paare").help(
                "statt der Liste eine Zeile je Paarung mit allen Ergebnissen, für „wuerfelglueck \
                 sammle“",
            )),
        }
    }
}
