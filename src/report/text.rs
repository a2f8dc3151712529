//! The Bestenliste as text, and the pairings below it.

use std::fmt::{self, Write};

use itertools::Itertools;
use num_rational::Ratio;

use super::list::{Against, Differences, ListReport, against};
use crate::check::HEADING;
use crate::decimal;
use crate::ranking::{Criterion, Lead, Ranking, Share};

/// Writes the list: a heading, and a line per die with rank, sides, faces in file order, and the share of
/// games won in per cent with two decimals. If wanted, a line has a bar, and the pairings follow. With
/// several rule sets, a list for each follows on the dice whose rank depends on them.
pub fn write(out: &mut dyn Write, report: &ListReport) -> fmt::Result {
    if let [(_, ranking)] = report.rankings {
        return write_list(out, report, ranking);
    }
    let differences = Differences::of(report.rankings);
    write_changes(out, report, differences)?;
    for (rules, ranking) in report.rankings {
        let heading = differences.heading(*rules, ranking);
        writeln!(out, "\n{}", heading.unwrap_or_default())?;
        write_list(out, report, ranking)?;
    }
    Ok(())
}

fn write_list(out: &mut dyn Write, report: &ListReport, ranking: &Ranking) -> fmt::Result {
    writeln!(out, "{HEADING}")?;
    for (entry, rank) in ranking.listed().iter().zip(1..) {
        let faces = report.dice[entry.die].faces();
        let Share { won, games } = entry.share;
        let result = match ranking.criterion {
            Criterion::Wins | Criterion::Points => {
                format!("{}%", decimal::fraction(entry.share.percent(), 2))
            }
            Criterion::Duels => format!("{} von {} Duellen", won as f64 / 2.0, games / 2),
        };
        writeln!(
            out,
            "{rank}. {} Seiten -> : {}; {result}",
            faces.len(),
            faces.iter().format(" "),
        )?;
        if let Some(bars) = report.bars {
            writeln!(out, "{}", bars.bar(entry.interval))?;
        }
    }
    if let Some(bars) = report.bars {
        writeln!(out, "{}", bars.scale())?;
    }
    if report.pairings {
        write_pairings(out, ranking, report.terminal)?;
    }
    Ok(())
}

/// Writes the dice whose rank is not the same in all lists, in file order, with their ranks, and which of these
/// are not certified. Dice that are tied share their ranks.
fn write_changes(
    out: &mut dyn Write,
    report: &ListReport,
    differences: Differences,
) -> fmt::Result {
    let ListReport { dice, rankings, .. } = report;
    let ranks: Vec<Vec<[usize; 2]>> = rankings
        .iter()
        .map(|(_, ranking)| ranks_of_ties(ranking))
        .collect();
    let open: Vec<Vec<usize>> = rankings
        .iter()
        .map(|(_, ranking)| ranking.open().flat_map(|rank| [rank, rank + 1]).collect())
        .collect();
    let own = |die: usize| ranks.iter().map(move |ranks| ranks[die]);
    // What is listed nowhere has no certain rank.
    let is_listed = |die: usize| {
        let mut ranks = rankings.iter().zip(own(die));
        ranks.any(|((_, ranking), [first, _])| first <= ranking.listed)
    };
    let is_moved = |die: usize| {
        let last_first = own(die).map(|[first, _]| first).max();
        last_first > own(die).map(|[_, last]| last).min()
    };
    let changed = (0..dice.len()).filter(|&die| is_listed(die) && is_moved(die));
    let changed = changed.collect_vec();
    if changed.is_empty() {
        let what = differences.names().map(|name| match name {
            "Regeln" => "den Regeln",
            _ => "der Wertung",
        });
        let what = what.format(" und von ");
        return match open.iter().all(Vec::is_empty) {
            true => writeln!(out, "Kein Rang hängt von {what} ab."),
            false => writeln!(
                out,
                "Kein Rang hängt von {what} ab, soweit das gesichert ist."
            ),
        };
    }
    let what = differences.names().format(" und ");
    writeln!(out, "Je nach {what} auf einem anderen Rang:")?;
    for die in changed {
        let ranks = rankings.iter().zip(&open).zip(own(die));
        let ranks = ranks.map(|(((rules, ranking), open), [first, last])| {
            let mark = match open.contains(&first) || open.contains(&last) {
                true => " (nicht gesichert)",
                false => "",
            };
            let rank = match first == last {
                true => format!("{first}."),
                false => format!("{first}. bis {last}."),
            };
            let list = differences.of_list(*rules, ranking).format(" und ");
            format!("{rank} bei {list}{mark}")
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

/// For each die the first and the last rank of those that are tied with it.
fn ranks_of_ties(ranking: &Ranking) -> Vec<[usize; 2]> {
    let mut ranks = vec![[0; 2]; ranking.entries.len()];
    let entries = ranking.entries.iter().zip(1..).collect_vec();
    for tied in entries.chunk_by(|(above, _), _| above.lead == Some(Lead::Tied)) {
        if let [(_, first), ..] = tied {
            for (entry, _) in tied {
                ranks[entry.die] = [*first, first + tied.len() - 1];
            }
        }
    }
    ranks
}

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
            write_matrix(out, &against, |cell| cell.won.percent())?;
            let is_drawn = |cell: &Against| cell.drawn.won > 0;
            if against.iter().flatten().flatten().any(is_drawn) {
                writeln!(out, "Unentschieden (in %):")?;
                write_matrix(out, &against, |cell| cell.drawn.percent())?;
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
    against: &[Vec<Option<Against>>],
    value: impl Fn(&Against) -> Ratio<u128>,
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
