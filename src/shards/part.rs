//! One of several parts of all pairings.

use std::fmt;
use std::str::FromStr;

use crate::allocation;
use crate::text::whole_number;
use crate::tournament;

/// One of several parts of all pairings, which differ in size by one pairing at most.
///
/// A part that has few of the pairings has few of the dice, too, as only these need tables. For that, the
/// matrix of all pairings is cut into strips as wide as a square of the size of a part. The strips are read
/// from top to bottom, and each from left to right, column by column. A part is a run of that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Part {
    /// The number of this part, from 1.
    pub number: u64,
    /// How many parts there are.
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
            let (number, of) = (whole_number(number)?, whole_number(of)?);
            (1..=of).contains(&number).then_some(Part { number, of })
        });
        part.ok_or("erlaubt ist K/N mit ganzen Zahlen, K von 1 bis N, wie 1/8")
    }
}

impl Part {
    /// The part that has all pairings.
    pub const WHOLE: Part = Part { number: 1, of: 1 };

    /// Its pairings, if there are so many dice, in lexicographic order.
    pub fn pairings(self, dice: usize) -> Vec<[usize; 2]> {
        let all = u128::from(tournament::pairings(dice));
        let cut = |parts: u64| (all * u128::from(parts) / u128::from(self.of)) as usize;
        let [start, end] = [self.number - 1, self.number].map(cut);
        // The parts must agree on it, whatever their sizes.
        let width = ((all / u128::from(self.of)) as usize).isqrt().max(1);
        let strips = (0..dice).step_by(width).flat_map(|top| {
            let rows = move |column: usize| top..column.min(top + width);
            let columns = (top + 1..dice).map(move |column| (column, rows(column)));
            columns.flat_map(|(column, rows)| rows.map(move |row| [row, column]))
        });
        let mut pairings = Vec::new();
        allocation::reserve(&mut pairings, end - start);
        pairings.extend(strips.skip(start).take(end - start));
        pairings.sort_unstable();
        pairings
    }
}
