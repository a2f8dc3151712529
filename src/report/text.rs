//! The Bestenliste as text, and the pairings below it.

use std::fmt::{self, Write};

use itertools::Itertools;
use num_rational::Ratio;

use super::bars::bar;
use super::list::{ListReport, against};
use crate::check::HEADING;
use crate::decimal;
use crate::ranking::{Ranking, Share};

/// Writes the list: a heading, and a line per die with rank, sides, faces in file order, and the share of
/// games won in per cent with two decimals. If wanted, a line has a bar, and the pairings follow. With
/// several rule sets, a list for each follows on the dice whose rank depends on them.
pub fn write(out: &mut dyn Write, report: &ListReport) -> fmt::Result {
    if let [(_, ranking)] = report.rankings {
        return write_list(out, report, ranking);
    }
    write_changes(out, report)?;
    for (rules, ranking) in report.rankings {
        writeln!(out, "\nRegeln {rules}")?;
        write_list(out, report, ranking)?;
    }
    Ok(())
}

fn write_list(out: &mut dyn Write, report: &ListReport, ranking: &Ranking) -> fmt::Result {
    writeln!(out, "{HEADING}")?;
    for (entry, rank) in ranking.listed().iter().zip(1..) {
        let faces = report.dice[entry.die].faces();
        writeln!(
            out,
            "{rank}. {} Seiten -> : {}; {}%",
            faces.len(),
            faces.iter().format(" "),
            decimal::fraction(entry.share.percent(), 2)
        )?;
        if report.bars {
            writeln!(
                out,
                "{}",
                bar(entry.interval, report.terminal.unwrap_or(WIDTH))
            )?;
        }
    }
    if report.pairings {
        write_pairings(out, ranking, report.terminal)?;
    }
    Ok(())
}

/// Writes the dice whose rank depends on the rules, in file order, with their ranks, and which of these
/// are not certified.
fn write_changes(out: &mut dyn Write, report: &ListReport) -> fmt::Result {
    let ListReport { dice, rankings, .. } = report;
    let ranks: Vec<Vec<usize>> = rankings
        .iter()
        .map(|(_, ranking)| ranking.ranks())
        .collect();
    let open: Vec<Vec<usize>> = rankings
        .iter()
        .map(|(_, ranking)| ranking.open().flat_map(|rank| [rank, rank + 1]).collect())
        .collect();
    let own = |die: usize| ranks.iter().map(move |ranks| ranks[die]);
    // What is listed nowhere has no certain rank.
    let is_listed = |die: usize| {
        let mut ranks = rankings.iter().zip(own(die));
        ranks.any(|((_, ranking), rank)| rank <= ranking.listed)
    };
    let changed = (0..dice.len()).filter(|&die| is_listed(die) && !own(die).all_equal());
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
            format!("{rank}. bei {rules}{mark}")
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

/// Characters of a line with a bar where no terminal says it.
const WIDTH: usize = 80;
/// Matrices of more dice are for programs.
const MOST_DICE: usize = 12;
/// The characters of a cell of a matrix, with the space before it.
const CELL: usize = 7;

/// Writes the shares of the games of each pairing that the die of the row has won, by rank; then
/// those that nobody has won, if there are any; then every certified circle of three. Where a matrix is of no use, it says
/// where the pairings can be found.
fn write_pairings(out: &mut dyn Write, ranking: &Ranking, terminal: Option<usize>) -> fmt::Result {
    let dice = ranking.entries.len();
    let narrow = terminal.filter(|&width| CELL * (dice + 1) - 1 > width);
    let reason = match narrow {
        _ if dice > MOST_DICE => Some(format!("für mehr als {MOST_DICE} Würfel")),
        Some(width) => Some(format!("für {dice} Würfel in Zeilen von {width} Zeichen")),
        None => None,
    };
    match reason {
        Some(reason) => writeln!(
            out,
            "Paarungen: keine Tabelle {reason}; alle Paarungen zeigt --paarungen --format tsv"
        )?,
        None => {
            let against = against(ranking);
            writeln!(out, "Paarungen (Zeile gewinnt gegen Spalte, in %):")?;
            write_matrix(out, &against, |[won, _]| won.percent())?;
            let is_drawn = |[_, drawn]: &[Share; 2]| drawn.won > 0;
            if against.iter().flatten().flatten().any(is_drawn) {
                writeln!(out, "Unentschieden (in %):")?;
                write_matrix(out, &against, |[_, drawn]| drawn.percent())?;
            }
        }
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
    out: &mut dyn Write,
    against: &[Vec<Option<[Share; 2]>>],
    value: impl Fn(&[Share; 2]) -> Ratio<u128>,
) -> fmt::Result {
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
