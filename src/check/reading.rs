//! Readings: the statements of a list about dice, in any form but that of the task.

/// The statement of a list about a die.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Reading {
    /// The number of the line; of JSON, that of the row.
    pub(super) line: usize,
    pub(super) rank: Option<u64>,
    /// The faces that are printed, or else those of the die that is named otherwise.
    pub(super) faces: Vec<u32>,
    /// The number of sides that is announced.
    pub(super) sides: Option<u64>,
    /// The index of the die in the file, unless its faces alone name it.
    pub(super) die: Option<usize>,
    /// True if dice are counted from 0, and that deserves a note.
    pub(super) is_from_zero: bool,
    pub(super) value: Value,
}

/// A share, or a number that it comes from.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Share(PrintedShare),
    /// The number of games won, of a number of games that is not printed.
    Wins(u64),
    /// Nothing but the position in the order.
    OrderOnly,
}

/// A share, or a number that may be one.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PrintedShare {
    /// The number without regard to a percent sign.
    pub(super) value: f64,
    /// The digits as they are printed, perhaps with an exponent written out, or four decimals of a
    /// quotient.
    pub(super) text: String,
    /// True if the number is called a percentage.
    pub(super) is_per_cent: bool,
}

impl PrintedShare {
    /// Creates the percentage of `wins` games won out of `games`; not finite if there are none.
    pub(super) fn of_games(wins: f64, games: f64) -> PrintedShare {
        let value = 100.0 * wins / games;
        PrintedShare {
            value,
            text: format!("{value:.4}"),
            is_per_cent: true,
        }
    }
}

/// Two numbers of a line that could both be the share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ambiguity {
    /// The number of the line; of JSON, that of the row.
    pub line: usize,
    /// The numbers, as they are printed.
    pub candidates: [String; 2],
}
