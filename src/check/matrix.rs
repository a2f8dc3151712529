//! A matrix of pairings: a line for each die, in which each number is what it has won against the
//! die of that column, and there is none against itself.

use itertools::Itertools;

use super::pairings::PrintedPairing;
use super::records::TextLine;
use super::tokens::DiceIndex;

/// Signs for the cell of a die against itself.
const NO_GAMES: [&str; 13] = [
    "-", "–", "—", "x", "X", "*", "/", "nan", "NaN", "None", ".", "--", "---",
];

/// A line of a matrix.
struct MatrixRow {
    /// The index of its die, the column without a value, if the number before the cells is that of
    /// this die, from 1 or 0.
    die: Option<usize>,
    /// What the die has won against each die of the file; `None` against itself.
    cells: Vec<Option<f64>>,
    /// The numbers behind the cells.
    behind: Vec<f64>,
    /// True if there are percent signs.
    is_per_cent: bool,
}

/// A matrix, with a row for each die of the file.
struct PairingMatrix<'a> {
    /// The index of the line of the first row.
    start: usize,
    rows: Vec<&'a MatrixRow>,
}

/// Reads the matrix of the dice of `index`, at least three, in a text; `None` if there is none, or
/// several, or its sums do not fit.
pub(super) fn read_matrix(lines: &[TextLine], index: &DiceIndex) -> Option<Vec<PrintedPairing>> {
    let dice = index.dice.len();
    if dice < 3 {
        return None;
    }
    let rows = lines
        .iter()
        .map(|line| MatrixRow::read(&line.text, dice))
        .collect_vec();
    let start = (0..rows.len().saturating_sub(dice - 1))
        .filter(|&start| {
            (0..dice).all(|die| {
                rows[start + die]
                    .as_ref()
                    .is_some_and(|row| row.die == Some(die) && row.cells[die].is_none())
            })
        })
        .exactly_one()
        .ok()?;
    let matrix = PairingMatrix {
        start,
        rows: rows[start..start + dice].iter().flatten().collect(),
    };
    let sum_of_two = matrix.sum_of_two()?;
    if !matrix.has_sums_behind(sum_of_two) {
        return None;
    }
    let pairings = (0..dice).permutations(2).map(|pair| {
        let (die, opponent) = (pair[0], pair[1]);
        let value = matrix.value(die, opponent);
        let (wins, share) = match sum_of_two {
            SumOfTwo::Share(whole) => (None, value.map(|value| value / whole)),
            SumOfTwo::Games(_) => (value, None),
        };
        PrintedPairing {
            line: lines[matrix.start + die].first,
            dice: [die, opponent],
            wins: [wins, None],
            shares: [share, None],
            ..PrintedPairing::default()
        }
    });
    Some(pairings.collect())
}

/// The sum of what two dice win against each other.
#[derive(Clone, Copy, Debug)]
enum SumOfTwo {
    /// Shares add up to this, but for draws and rounding.
    Share(f64),
    /// Counts add up to this number of games in each pairing.
    Games(f64),
}

impl PairingMatrix<'_> {
    /// Returns what a die has won against another one.
    fn value(&self, die: usize, opponent: usize) -> Option<f64> {
        self.rows[die].cells[opponent]
    }

    /// Returns the sum of what two dice win against each other: 100 or 1 for shares, even if some
    /// add up to less because of draws; or the number of games for counts. `None` if not all counts
    /// add up to it, or one is missing.
    fn sum_of_two(&self) -> Option<SumOfTwo> {
        let dice = self.rows.len();
        let most = (0..dice)
            .permutations(2)
            .map(|pair| self.value(pair[0], pair[1]))
            .try_fold(0.0, |most: f64, value| Some(most.max(value?)))?;
        let sums: Vec<f64> = (0..dice)
            .array_combinations()
            .map(|[left, right]| Some(self.value(left, right)? + self.value(right, left)?))
            .collect::<Option<_>>()?;
        let largest = sums.iter().copied().fold(0.0, f64::max);
        let is_per_cent = self.rows.iter().any(|row| row.is_per_cent);
        let is_even = sums
            .iter()
            .all(|sum| (sum - largest).abs() <= 1e-6 * largest);
        // Rounding may add to the largest sum, and draws take from it.
        if is_per_cent || (99.0..=100.03).contains(&largest) {
            Some(SumOfTwo::Share(100.0))
        } else if most <= 1.0 && (0.99..=1.0003).contains(&largest) {
            Some(SumOfTwo::Share(1.0))
        } else {
            is_even.then_some(SumOfTwo::Games(largest))
        }
    }

    /// Returns whether a column behind the cells, if there is one, is their mean or their sum.
    fn has_sums_behind(&self, sum_of_two: SumOfTwo) -> bool {
        let (SumOfTwo::Share(whole) | SumOfTwo::Games(whole)) = sum_of_two;
        let dice = self.rows.len();
        self.rows.iter().enumerate().all(|(die, row)| {
            let won: f64 = (0..dice)
                .filter(|&opponent| opponent != die)
                .filter_map(|opponent| self.value(die, opponent))
                .sum();
            let mean = won / (dice - 1) as f64;
            let fits = |behind: &f64| {
                (behind - mean).abs() <= 0.006 * whole.max(1.0) || (behind - won).abs() <= 0.5
            };
            row.behind.len() <= 1 && row.behind.iter().all(fits)
        })
    }
}

impl MatrixRow {
    /// Reads a line as one of a matrix of `dice` dice.
    fn read(text: &str, dice: usize) -> Option<MatrixRow> {
        let mut words = text
            .split(|c: char| c.is_whitespace() || ";|".contains(c))
            .filter(|word| !word.is_empty())
            .peekable();
        // The name of its die: perhaps a word, and a number.
        let is_word = |word: &str| word.contains(char::is_alphabetic) && word.len() > 1;
        while words
            .next_if(|word| is_word(word) && !word.ends_with(|c: char| c.is_ascii_digit()))
            .is_some()
        {}
        let number: usize = words
            .next()?
            .trim_end_matches(':')
            .trim_start_matches(|c: char| c.is_alphabetic())
            .parse()
            .ok()?;
        let mut cells: Vec<Option<f64>> = Vec::new();
        let mut is_per_cent = false;
        for word in words {
            if word == "%" {
                is_per_cent = true;
                continue;
            }
            is_per_cent |= word.ends_with('%');
            let word = word.trim_end_matches('%');
            match word.replace(',', ".").parse::<f64>() {
                _ if NO_GAMES.contains(&word) => cells.push(None),
                Ok(value) if value.is_finite() && value >= 0.0 => cells.push(Some(value)),
                _ => return None,
            }
        }
        // Of two numbers behind the cells, one is neither their sum nor their mean: the matrix is
        // refused later.
        if !(dice..=dice + 2).contains(&cells.len()) {
            return None;
        }
        let behind = cells.split_off(dice);
        let missing = cells.iter().positions(Option::is_none).exactly_one().ok()?;
        Some(MatrixRow {
            die: [missing, missing + 1].contains(&number).then_some(missing),
            behind: behind.into_iter().collect::<Option<_>>()?,
            cells,
            is_per_cent,
        })
    }
}
