//! Tables: records with the same number of columns.

use itertools::Itertools;

use super::labels::LabelledNumber;
use super::records::TextRecord;
use super::vocabulary::{Role, Roles};

/// The dice of the file that records have to name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Coverage {
    /// Each die once.
    All,
    /// At least half of the dice, and not too many others.
    Half,
    /// Any die, by its faces.
    Any,
}

/// Records with the same number of columns.
#[derive(Clone, Copy)]
pub(super) struct RecordTable<'a> {
    pub(super) records: &'a [&'a TextRecord],
    /// The number of columns.
    pub(super) width: usize,
    /// The dice of the file that the records have to name.
    pub(super) coverage: Coverage,
}

impl<'a> RecordTable<'a> {
    /// Returns the number of each record in a column.
    pub(super) fn cells(
        &self,
        column: usize,
    ) -> impl Iterator<Item = &'a LabelledNumber> + use<'a> {
        self.records
            .iter()
            .map(move |record| &record.numbers[column])
    }

    /// Returns the roles that a column has in at least one record.
    pub(super) fn roles(&self, column: usize) -> Roles {
        self.cells(column)
            .flat_map(|cell| cell.roles.iter().copied())
            .collect()
    }

    /// Returns whether a column has a role in all records.
    pub(super) fn has_role(&self, column: usize, role: Role) -> bool {
        self.cells(column).all(|cell| cell.has_role(role))
    }

    /// Returns the whole numbers of a column, if all are certainly such.
    pub(super) fn wholes(&self, column: usize) -> Option<Vec<u64>> {
        self.cells(column).map(|cell| cell.number.whole).collect()
    }

    /// Returns the whole numbers of a column, if all are or may be such, like `14.961`.
    pub(super) fn counts(&self, column: usize) -> Option<Vec<u64>> {
        self.cells(column)
            .map(|cell| cell.number.whole.or(cell.number.thousands))
            .collect()
    }

    /// Returns the numbers of games of a column, if all can be such. Those of a mean may have
    /// decimals before the number of all games: `2564.5 von 4000`.
    pub(super) fn amounts(&self, column: usize) -> Option<Vec<f64>> {
        let amount = |cell: &LabelledNumber| {
            let count = cell.number.whole.or(cell.number.thousands);
            let is_mean = cell.is_numerator && !cell.number.is_per_cent && cell.number.value >= 0.0;
            count
                .map(|count| count as f64)
                .or_else(|| is_mean.then_some(cell.number.value))
        };
        // A number that may be thousands in one line and decimals in another is neither.
        let is_mixed = self.has_thousands(column) && self.counts(column).is_none();
        self.cells(column)
            .map(amount)
            .collect::<Option<_>>()
            .filter(|_| !is_mixed)
    }

    /// Returns whether a mark of a number in a column may be one of thousands.
    fn has_thousands(&self, column: usize) -> bool {
        self.cells(column)
            .any(|cell| cell.number.thousands.is_some())
    }

    /// Returns the factor that makes percentages of a column of shares: 100 for fractions, else 1.
    pub(super) fn scale(&self, column: usize) -> f64 {
        let is_fraction = self
            .cells(column)
            .all(|cell| !cell.number.is_per_cent && cell.number.value <= 1.0)
            && self.has_decimals(column);
        if is_fraction { 100.0 } else { 1.0 }
    }

    /// Returns whether a number of a column has decimals.
    pub(super) fn has_decimals(&self, column: usize) -> bool {
        self.cells(column).any(|cell| cell.number.decimals > 0)
    }

    /// Returns the largest number of decimals in a column.
    pub(super) fn decimals(&self, column: usize) -> usize {
        self.cells(column)
            .map(|cell| cell.number.decimals)
            .max()
            .unwrap_or(0)
    }

    /// Returns whether the numbers of a column are 1, 2, 3 … or 0, 1, 2 … line by line.
    pub(super) fn is_in_order(&self, column: usize) -> bool {
        self.wholes(column).is_some_and(|numbers| {
            numbers[0] <= 1
                && numbers
                    .iter()
                    .tuple_windows()
                    .all(|(this, next)| this.checked_add(1) == Some(*next))
        })
    }
}
