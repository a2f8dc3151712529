//! The parts into which a tournament is divided.

use std::fmt;
use std::str::FromStr;

use crate::text::parse_whole_number;
use crate::tournament;

/// One of several parts of the pairings of a tournament, which differ in size by one pairing at
/// most.
///
/// A part that has few of the pairings has few of the dice, too, as only these need tables. For
/// that, the matrix of all pairings is divided into strips as high as a square of the size of the
/// smallest part. The strips are read from top to bottom, and each from left to right, column by
/// column. A part is a run of that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Part {
    /// The number of this part, from 1.
    pub number: u64,
    /// The number of parts.
    pub of: u64,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Part {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Part, &'static str> {
        let part = text.split_once('/').and_then(|(number, of)| {
            let (number, of) = (parse_whole_number(number)?, parse_whole_number(of)?);
            (1..=of).contains(&number).then_some(Part { number, of })
        });
        part.ok_or("erlaubt ist K/N mit ganzen Zahlen, K von 1 bis N, wie 1/8")
    }
}

impl Part {
    /// The part that has all pairings.
    pub const WHOLE: Part = Part { number: 1, of: 1 };

    /// The pairings of this part in lexicographic order, if the file has this number of dice.
    pub fn pairings(self, dice_count: usize) -> Vec<[usize; 2]> {
        let all_pairings = u128::from(tournament::count_pairings(dice_count));
        let pairings_of =
            |parts: u64| (all_pairings * u128::from(parts) / u128::from(self.of)) as usize;
        let [start, end] = [self.number - 1, self.number].map(pairings_of);
        // All parts must divide the matrix in the same way, so the height is that of the smallest.
        let height = ((all_pairings / u128::from(self.of)) as usize)
            .isqrt()
            .max(1);
        let strips = (0..dice_count).step_by(height).flat_map(|top| {
            let rows = move |column: usize| top..column.min(top + height);
            let columns = (top + 1..dice_count).map(move |column| (column, rows(column)));
            columns.flat_map(|(column, rows)| rows.map(move |row| [row, column]))
        });
        let mut pairings = Vec::with_capacity(end - start);
        pairings.extend(strips.skip(start).take(end - start));
        pairings.sort_unstable();
        pairings
    }
}
