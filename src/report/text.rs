//! The Bestenliste as text.

use std::io::{self, Write};

use super::decimal;
use crate::dice::Die;
use crate::ranking::Entry;

/// Writes the heading and a line per die: rank, sides, faces in file order, and the share of games
/// won in per cent with two decimals.
///
/// # Errors
///
/// Those of the writer.
pub fn write(out: &mut impl Write, dice: &[Die], entries: &[Entry]) -> io::Result<()> {
    writeln!(out, "Würfel-Bestenliste:")?;
    for (entry, rank) in entries.iter().zip(1..) {
        let faces = dice[entry.die].faces();
        write!(out, "{rank}. {} Seiten -> :", faces.len())?;
        for face in faces {
            write!(out, " {face}")?;
        }
        writeln!(out, "; {}%", decimal::fraction(entry.share.percent(), 2))?;
    }
    Ok(())
}
