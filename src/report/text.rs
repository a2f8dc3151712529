//! The Bestenliste as text, and the pairings below it.

use std::io::{self, Write};

use itertools::Itertools;
use num_rational::Ratio;

use super::{Against, against};
use crate::decimal;
use crate::dice::Die;
use crate::ranking::{RankedDie, Ranking};
use crate::rules::Rules;

/// Writes the heading and a line per die: rank, sides, faces in file order, and the share of games
/// won in per cent with two decimals.
///
/// # Errors
///
/// Those of the writer.
pub fn write(out: &mut impl Write, dice: &[Die], ranking: &Ranking) -> io::Result<()> {
    write_heading(out)?;
    for (entry, rank) in ranking.entries.iter().zip(1..) {
        write_line(out, dice, rank, entry)?;
    }
    Ok(())
}

pub(super) fn write_heading(out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "Würfel-Bestenliste:")
}

pub(super) fn write_line(
    out: &mut impl Write,
    dice: &[Die],
    rank: usize,
    entry: &RankedDie,
) -> io::Result<()> {
    let faces = dice[entry.die].faces();
    write!(out, "{rank}. {} Seiten -> :", faces.len())?;
    for face in faces {
        write!(out, " {face}")?;
    }
    writeln!(out, "; {}%", decimal::fraction(entry.share.percent(), 2))
}

/// Writes the dice whose rank depends on the rules, in file order, with their ranks, and which of these
/// are not certified.
///
/// # Errors
///
/// Those of the writer.
pub fn write_changes(
    out: &mut impl Write,
    dice: &[Die],
    rankings: &[(Rules, Ranking)],
) -> io::Result<()> {
    let ranks: Vec<Vec<usize>> = rankings
        .iter()
        .map(|(_, ranking)| ranking.ranks())
        .collect();
    let open: Vec<Vec<usize>> = rankings
        .iter()
        .map(|(_, ranking)| ranking.open().flat_map(|rank| [rank, rank + 1]).collect())
        .collect();
    let own = |die: usize| ranks.iter().map(move |ranks| ranks[die]);
    let changed = (0..dice.len()).filter(|&die| !own(die).all_equal());
    let changed = changed.collect_vec();
    if changed.is_empty() {
        return match open.iter().all(Vec::is_empty) {
            true => writeln!(out, "Kein Rang hängt von den Regeln ab."),
            false => writeln!(
                out,
                "Kein Rang hängt von den Regeln ab, soweit das gesichert ist."
            ),
        };
    }
    writeln!(out, "Je nach Regeln auf einem anderen Rang:")?;
    for die in changed {
        let ranks = rankings.iter().zip(&open).zip(own(die));
        let ranks = ranks.map(|(((rules, _), open), rank)| {
            let mark = if open.contains(&rank) {
                " (nicht gesichert)"
            } else {
                ""
            };
            format!("{rank}. bei {}{mark}", rules.name())
        });
        writeln!(
            out,
            "{} -> {}",
            dice[die].faces().iter().format(" "),
            ranks.format(", ")
        )?;
    }
    Ok(())
}

/// Writes the shares of the games of each pairing that the die of the row has won, by rank; then
/// those that nobody has won, if there are any; then every certified circle of three.
///
/// # Errors
///
/// Those of the writer.
pub fn write_pairings(out: &mut impl Write, ranking: &Ranking) -> io::Result<()> {
    let against = against(ranking);
    writeln!(out, "Paarungen (Zeile gewinnt gegen Spalte, in %):")?;
    write_matrix(out, &against, |cell| cell.won.percent())?;
    let drawn = |cell: &Against| cell.drawn.won > 0;
    if against.iter().flatten().flatten().any(drawn) {
        writeln!(out, "Unentschieden (in %):")?;
        write_matrix(out, &against, |cell| cell.drawn.percent())?;
    }
    let ranks = ranking.ranks();
    for cycle in ranking.cycles() {
        let [one, two, three] = cycle.map(|die| ranks[die]);
        writeln!(
            out,
            "Im Kreis: {one}. schlägt {two}., {two}. schlägt {three}., {three}. schlägt {one}."
        )?;
    }
    Ok(())
}

fn write_matrix(
    out: &mut impl Write,
    against: &[Vec<Option<Against>>],
    value: impl Fn(&Against) -> Ratio<u128>,
) -> io::Result<()> {
    let header = (1..=against.len()).map(|rank| format!("{:>6}", format!("{rank}.")));
    writeln!(out, "{:>6} {}", "", header.format(" "))?;
    for (row, rank) in against.iter().zip(1..) {
        let cells = row.iter().map(|cell| {
            let text = cell
                .as_ref()
                .map_or_else(|| "-".into(), |cell| decimal::fraction(value(cell), 2));
            format!("{text:>6}")
        });
        writeln!(out, "{:>6} {}", format!("{rank}."), cells.format(" "))?;
    }
    Ok(())
}
