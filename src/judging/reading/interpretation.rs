//! An interpretation of a part of a text, and what it makes of it.

use itertools::Itertools;
use thiserror::Error;

use super::lexer::Variant;
use super::shares::{ShareSource, fits_sum};
use super::units::UnitKind;

/// What a reading says about a die.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RecordEntry {
    pub(super) die: usize,
    /// The index of the line in the clean text.
    pub(super) line: usize,
    pub(super) rank: Option<usize>,
    /// The share of its games that the die has won, in per cent; or its wins.
    pub(super) number: f64,
    /// The number of games that the die has played, if the text gives it.
    pub(super) games: Option<u64>,
    /// The number from which the share follows, as it is printed.
    pub(super) written: String,
}

/// The numbers of a reading.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Figures {
    /// The shares of all dice, in the order of the records.
    Shares(Vec<RecordEntry>),
    /// The wins of all dice, of a number of games that is not known.
    Wins(Vec<RecordEntry>),
    /// A list that is one, and says no shares for certain.
    Unknown(Obstacle),
}

/// The reason why a list says no shares.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum Obstacle {
    /// All dice are named, and no number is certainly their share.
    #[error(
        "hier stehen alle Würfel, aber keine Zahl ist sicher ihr Anteil; bitte den Anteil in \
         Prozent drucken, oder Siege und Spiele"
    )]
    NoShares,
    /// Numbers may be ranks, or name dice.
    #[error(
        "sind die Zahlen ab 1 Ränge oder Nummern der Würfel? Vor einer Nummer steht am besten \
         „Würfel“"
    )]
    RankOrNumber,
    /// Pairings do not say how often each die has won.
    #[error(
        "die Paarungen sagen nicht, wie oft jeder der beiden Würfel gewonnen hat; bitte je \
         Paarung die Siege beider und die Zahl der Spiele drucken"
    )]
    PairingsWithoutShares,
}

/// The structure of a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReadingKind {
    /// A record for each die.
    List,
    /// A record for each pairing.
    Pairings,
    /// A record for each die, with a number for each opponent.
    Matrix,
}

/// What a text and the parts of its records are taken for.
#[derive(Clone, Debug, PartialEq)]
pub struct Interpretation {
    pub(super) units: UnitKind,
    pub(super) kind: ReadingKind,
    /// A letter for each item of a record: a number or a die.
    pub(super) shape: String,
    /// What the numbers say; `None` of pairings.
    pub shares: Option<ShareSource>,
    /// Which item of a record names the die, from 0 on, unless its faces do.
    pub name_item: Option<usize>,
    /// True if dice are counted from 0.
    pub is_from_zero: bool,
    /// Which items say its share, from 0 on.
    pub items: Vec<usize>,
    /// By so much the printed numbers were multiplied to make them percentages, be it of the games
    /// of all dice.
    pub scale: f64,
}

impl Interpretation {
    /// An interpretation of records of this kind that says nothing of their items.
    pub(super) fn new(units: UnitKind, kind: ReadingKind, shape: String) -> Interpretation {
        Interpretation {
            units,
            kind,
            shape,
            shares: None,
            name_item: None,
            is_from_zero: false,
            items: Vec::new(),
            scale: 1.0,
        }
    }

    /// An interpretation of lines in the order of the dice, or about a pairing each.
    pub(super) fn of_lines(kind: ReadingKind) -> Interpretation {
        Interpretation::new(UnitKind::Line, kind, String::new())
    }

    /// Returns whether each record is about a pairing, so that no line is about a die alone.
    pub fn is_of_pairings(&self) -> bool {
        self.kind == ReadingKind::Pairings
    }

    /// Returns whether it is that of a form that this program alone prints.
    pub(super) fn is_of_this_program(&self) -> bool {
        self.shape.is_empty()
    }

    /// Returns the interpretation, and in a list of two `dice`, all of whose games are the games of
    /// each, the one that says the same.
    pub(super) fn with_equals(&self, dice: usize) -> impl Iterator<Item = Interpretation> {
        let of_all =
            (dice == 2 && self.shares == Some(ShareSource::Share)).then(|| Interpretation {
                shares: Some(ShareSource::ShareOfAll),
                ..self.clone()
            });
        [self.clone()].into_iter().chain(of_all)
    }

    /// Returns whether lists of other dice could have the other interpretation for the same reason.
    pub(super) fn is_like(&self, other: &Interpretation) -> bool {
        if (self.units, self.kind) != (other.units, other.kind) {
            return false;
        }
        // The items of a row depend on the number of dice.
        if self.kind == ReadingKind::Matrix {
            return true;
        }
        let are_wins = |interpretation: &Interpretation| {
            matches!(
                interpretation.shares,
                Some(ShareSource::Wins | ShareSource::WinsOfUnknown)
            )
        };
        let have_same_shares = are_wins(self) && are_wins(other)
            || self.shares == other.shares && self.scale == other.scale;
        // Equal dice are perhaps named by numbers beside their faces.
        let is_named_alike = self.shape.contains('D')
            || (self.name_item, self.is_from_zero) == (other.name_item, other.is_from_zero);
        self.shape == other.shape && self.items == other.items && have_same_shares && is_named_alike
    }
}

/// What an interpretation makes of a part of a text.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    pub(super) interpretation: Interpretation,
    /// How the text was split.
    pub(super) variant: Variant,
    pub(super) figures: Figures,
    /// The unit of the last printed digit of the shares, in per cent.
    pub(super) unit: f64,
    /// True if words call the numbers what they are taken for.
    pub(super) is_named: bool,
    /// True if numbers of the text confirm each other.
    pub(super) is_proven: bool,
    /// True if the list has ranks, and the shares fall with them.
    pub(super) is_ranked: bool,
    /// True if the numbers cannot be true.
    pub(super) is_impossible: bool,
    /// The lines of its records, in their order.
    pub(super) lines: Vec<usize>,
    /// The line above that names the columns.
    pub(super) header_line: Option<usize>,
}

impl Reading {
    pub(super) fn kind(&self) -> ReadingKind {
        self.interpretation.kind
    }

    /// Returns whether it says a share, or wins, of each die.
    pub(super) fn has_entries(&self) -> bool {
        !matches!(self.figures, Figures::Unknown(_))
    }

    pub(super) fn has_shares(&self) -> bool {
        matches!(self.figures, Figures::Shares(_))
    }

    /// Returns whether its shares have the sum of lists without drawn games.
    pub(super) fn fits_sum(&self) -> bool {
        match &self.figures {
            Figures::Shares(entries) => {
                let shares = entries.iter().map(|entry| entry.number);
                fits_sum(&shares.collect_vec(), self.unit)
            }
            _ => false,
        }
    }

    /// Returns whether it names all dice by numbers and says no share: worth a mention, if there is
    /// not even another one.
    pub(super) fn is_of_numbers_alone(&self) -> bool {
        self.figures == Figures::Unknown(Obstacle::NoShares)
            && self.interpretation.name_item.is_some()
    }

    /// Returns whether it names all dice and says no share: worth a mention, if there is no other.
    pub(super) fn is_mere_mention(&self) -> bool {
        matches!(
            self.figures,
            Figures::Unknown(Obstacle::NoShares) | Figures::Wins(_)
        )
    }

    /// Returns whether a line of this reading is one of the other.
    pub(super) fn overlaps(&self, other: &Reading) -> bool {
        self.lines
            .iter()
            .any(|line| other.lines.binary_search(line).is_ok())
    }

    /// Returns whether all lines of this reading are some of the other.
    pub(super) fn is_part_of(&self, other: &Reading) -> bool {
        self.lines.len() < other.lines.len()
            && self
                .lines
                .iter()
                .all(|line| other.lines.binary_search(line).is_ok())
    }
}
