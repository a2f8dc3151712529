//! The Bestenliste with a bar for each die, for people.

use std::io::{self, Write};

use super::text;
use crate::dice::Die;
use crate::ranking::Ranking;

/// Left of each bar.
const MARGIN: usize = 3;

/// Writes the list with a bar below each line. The width of a line, in characters, stands for 100 %.
/// `#` reaches up to the interval, `-` is the interval, and `|` its ends.
///
/// # Errors
///
/// Those of the writer.
pub fn write(
    out: &mut impl Write,
    dice: &[Die],
    ranking: &Ranking,
    width: usize,
) -> io::Result<()> {
    text::write_heading(out)?;
    let columns = width.saturating_sub(MARGIN).max(10);
    for (entry, rank) in ranking.entries.iter().zip(1..) {
        text::write_line(out, dice, rank, entry)?;
        writeln!(out, "{:MARGIN$}{}", "", bar(entry.interval, columns))?;
    }
    Ok(())
}

/// A bar for this interval, in per cent.
fn bar(interval: [f64; 2], columns: usize) -> String {
    let [low, high] = interval.map(|end| {
        let column = (end / 100.0 * columns as f64) as usize;
        column.min(columns - 1)
    });
    (0..=high)
        .map(|column| match column {
            _ if column < low => '#',
            _ if column == low || column == high => '|',
            _ => '-',
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whiskers_are_the_ends_of_the_interval() {
        for (interval, shown) in [
            ([30.0, 60.0], "###|--|"),
            ([30.0, 35.0], "###|"),
            ([39.0, 40.0], "###||"),
            ([0.0, 0.0], "|"),
            ([0.0, 25.0], "|-|"),
            ([95.0, 100.0], "#########|"),
            ([0.0, 100.0], "|--------|"),
        ] {
            assert_eq!(bar(interval, 10), shown, "{interval:?}");
        }
    }
}
