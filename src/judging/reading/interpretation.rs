//! An interpretation of a part of a text.

use itertools::Itertools;

use super::shares::{ShareSource, fits_sum};

/// What a reading says about a die.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entry {
    pub(super) die: usize,
    /// The index of the line in the clean text.
    pub(super) line: usize,
    pub(super) rank: Option<usize>,
    /// The share of its games that the die has won, in per cent; or its wins.
    pub(super) number: f64,
    /// The number from which the share follows, as it is printed.
    pub(super) written: String,
}

/// The numbers of a reading.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Figures {
    /// The shares of all dice, in the order of the records.
    Shares(Vec<Entry>),
    /// The wins of all dice, of a number of games that is not known.
    Wins(Vec<Entry>),
    /// A list that is one, and says no shares for certain.
    Unknown(Obstacle),
}

/// The reason why a list says no shares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// All dice are named, and no number is certainly their share.
    NoShares,
    /// Numbers may be ranks, or name dice.
    RankOrNumber,
    /// Pairings do not say how often each die has won.
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

/// The items of the records that a reading uses.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Source {
    /// `None` of pairings.
    pub(super) shares: Option<ShareSource>,
    /// The item that names the dice, unless faces do.
    pub(super) name_item: Option<usize>,
    /// True if dice are counted from 0.
    pub(super) is_from_zero: bool,
    /// The items of the shares, or of the numbers that they follow from.
    pub(super) items: Vec<usize>,
    /// By so much the printed numbers were multiplied.
    pub(super) scale: f64,
}

/// An interpretation of a part of a text.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    pub(super) kind: ReadingKind,
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
    pub(super) source: Source,
}

impl Reading {
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
