//! The Bestenliste as tab-separated values, for `cut`, `awk` and spreadsheets.

use std::fmt::{self, Write};

use itertools::Itertools;

use super::list::{Differences, ListReport};
use crate::certainty::Decision;
use crate::decimal;
use crate::ranking::{HeadToHead, Lead, Ranking, Source};
use crate::rules::Rules;

/// Writes a header, and a line per die, or if the pairings are wanted, a line per pairing: one table. With several rule sets,
/// each line begins with the name of its own. What the columns mean is said in the README of this folder.
pub fn write(out: &mut dyn Write, report: &ListReport) -> fmt::Result {
    match report.pairings {
        true => write_pairings(out, report.rankings),
        false => write_dice(out, report),
    }
}

fn write_dice(out: &mut dyn Write, report: &ListReport) -> fmt::Result {
    let ListReport { dice, rankings, .. } = report;
    let columns = Columns::of(rankings);
    writeln!(
        out,
        "{}Rang\tWuerfel\tAnteil\tvon\tbis\tAnteil_unentschieden\tgesichert\tSeiten\tAugenzahlen",
        columns.header
    )?;
    for (rules, ranking) in *rankings {
        let first = columns.of_list(*rules, ranking);
        for (entry, rank) in ranking.listed().iter().zip(1..) {
            let [low, high] = ends(ranking, entry.interval);
            let faces = dice[entry.die].faces();
            writeln!(
                out,
                "{first}{rank}\t{}\t{}\t{low:.4}\t{high:.4}\t{}\t{}\t{}\t{}",
                entry.die + 1,
                decimal::fraction(entry.share.percent(), 4),
                decimal::fraction(entry.draws.percent(), 4),
                match entry.lead {
                    Some(Lead::Certified) => "ja",
                    Some(Lead::Open) => "nein",
                    Some(Lead::Alike | Lead::Winless | Lead::Tied) => "gleich",
                    Some(Lead::Level) => "gleichauf",
                    None => "-",
                },
                faces.len(),
                faces.iter().format(" "),
            )?;
        }
    }
    Ok(())
}

/// The ends of an interval in per cent: outwards, if they are certain.
fn ends(ranking: &Ranking, [low, high]: [f64; 2]) -> [f64; 2] {
    match &ranking.source {
        Source::Games(_) => [low, high],
        Source::Solutions(_) => [(1e4 * low).floor() / 1e4, (1e4 * high).ceil() / 1e4],
    }
}

/// The first columns, which tell lists apart if there are several.
struct Columns {
    differences: Differences,
    header: String,
}

impl Columns {
    fn of(rankings: &[(Rules, Ranking)]) -> Columns {
        let differences = Differences::of(rankings);
        let header = differences.names().map(|what| format!("{what}\t"));
        Columns {
            differences,
            header: header.collect(),
        }
    }

    /// What stands in them on each line of this list.
    fn of_list(&self, rules: Rules, ranking: &Ranking) -> String {
        let names = self.differences.of_list(rules, ranking);
        names.map(|name| format!("{name}\t")).collect()
    }
}

fn write_pairings(out: &mut dyn Write, rankings: &[(Rules, Ranking)]) -> fmt::Result {
    let columns = Columns::of(rankings);
    writeln!(
        out,
        "{}Wuerfel_A\tWuerfel_B\tSpiele\tSiege_A\tSiege_B\tUnentschieden\tAnteil_A\tvon\tbis\tAnteil_B\t\
         Anteil_unentschieden\tgesichert",
        columns.header
    )?;
    for (rules, ranking) in rankings {
        let first = columns.of_list(*rules, ranking);
        let ranks = ranking.ranks();
        let by_rank = |one: &HeadToHead| {
            let ranks = one.dice.map(|die| ranks[die]);
            (ranks[0].min(ranks[1]), ranks[0].max(ranks[1]))
        };
        for one in ranking.head_to_heads().into_iter().sorted_by_key(by_rank) {
            // The better one comes first.
            let [a, b] = match ranks[one.dice[0]] < ranks[one.dice[1]] {
                true => [0, 1],
                false => [1, 0],
            };
            let counts = match ranking.source {
                Source::Games(_) => {
                    let [won, lost] = [a, b].map(|seat| one.won[seat].won);
                    [one.drawn.games, won, lost, one.drawn.won].map(|count| count.to_string())
                }
                Source::Solutions(_) => Default::default(),
            };
            let [low, high] = ends(ranking, one.intervals[a]);
            writeln!(
                out,
                "{first}{}\t{}\t{}\t{}\t{low:.4}\t{high:.4}\t{}\t{}\t{}",
                one.dice[a] + 1,
                one.dice[b] + 1,
                counts.iter().format("\t"),
                decimal::fraction(one.won[a].percent(), 4),
                decimal::fraction(one.won[b].percent(), 4),
                decimal::fraction(one.drawn.percent(), 4),
                match one.decision {
                    Decision::First | Decision::Second => "ja",
                    Decision::Level => "gleichauf",
                    Decision::Open => "nein",
                }
            )?;
        }
    }
    Ok(())
}
