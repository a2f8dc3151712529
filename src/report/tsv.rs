//! The Bestenliste as tab-separated values, for `cut`, `awk` and spreadsheets.

use std::fmt::{self, Write};

use itertools::Itertools;

use super::list::{ListReport, against};
use crate::decimal;
use crate::ranking::{Lead, Ranking, Source};
use crate::rules::Rules;

/// Writes a header, and a line per die: rank, share of games won and the bounds of its interval in per
/// cent, share of games that nobody won, whether the order to the next die is certified
/// (`ja`, `nein`, `gleichauf`, `gleich` if there is none, `-` for the last), sides, faces. With several rule sets,
/// each line begins with the name of its own. If wanted, the pairings follow.
pub fn write(out: &mut dyn Write, report: &ListReport) -> fmt::Result {
    let ListReport { dice, rankings, .. } = report;
    writeln!(
        out,
        "{}Rang\tAnteil\tvon\tbis\tUnentschieden\tgesichert\tSeiten\tAugenzahlen",
        column(rankings, "Regeln")
    )?;
    for (rules, ranking) in *rankings {
        for (entry, rank) in ranking.listed().iter().zip(1..) {
            let [low, high] = match &ranking.source {
                Source::Games(_) => entry.interval,
                // Outwards, as they are certain.
                Source::Solutions(_) => [
                    (1e4 * entry.interval[0]).floor() / 1e4,
                    (1e4 * entry.interval[1]).ceil() / 1e4,
                ],
            };
            let faces = dice[entry.die].faces();
            writeln!(
                out,
                "{}{rank}\t{}\t{low:.4}\t{high:.4}\t{}\t{}\t{}\t{}",
                column(rankings, rules),
                decimal::fraction(entry.share.percent(), 4),
                decimal::fraction(entry.draws.percent(), 4),
                match entry.lead {
                    Some(Lead::Certified) => "ja",
                    Some(Lead::Open) => "nein",
                    Some(Lead::Alike | Lead::Winless) => "gleich",
                    Some(Lead::Level) => "gleichauf",
                    None => "-",
                },
                faces.len(),
                faces.iter().format(" "),
            )?;
        }
    }
    if report.pairings {
        write_pairings(out, rankings)?;
    }
    Ok(())
}

/// What stands in the column of the rules, if there is one.
fn column(rankings: &[(Rules, Ranking)], text: impl fmt::Display) -> String {
    match rankings {
        [_] => String::new(),
        _ => format!("{text}\t"),
    }
}

/// Writes an empty line, a header, and a line per pairing: the ranks of the two dice, the better one
/// first, the share of its games that each won and that nobody won, in per cent, and their number (`-`
/// if none were played).
/// Then, if there are any, the certified circles of three in the same way: A beats B, B beats C, C
/// beats A.
fn write_pairings(out: &mut dyn Write, rankings: &[(Rules, Ranking)]) -> fmt::Result {
    let name = column(rankings, "Regeln");
    writeln!(
        out,
        "\n{name}Rang A\tRang B\tAnteil A\tAnteil B\tUnentschieden\tSpiele"
    )?;
    for (rules, ranking) in rankings {
        let against = against(ranking);
        for [first, second] in (0..against.len()).array_combinations() {
            if let (Some(one), Some(other)) = (against[first][second], against[second][first]) {
                writeln!(
                    out,
                    "{}{}\t{}\t{}\t{}\t{}\t{}",
                    column(rankings, rules),
                    first + 1,
                    second + 1,
                    decimal::fraction(one.won.percent(), 4),
                    decimal::fraction(other.won.percent(), 4),
                    decimal::fraction(one.drawn.percent(), 4),
                    one.games.map_or("-".into(), |games| games.to_string()),
                )?;
            }
        }
    }
    let circles = rankings.iter().flat_map(|(rules, ranking)| {
        let ranks = ranking.ranks();
        let circles = ranking.cycles().into_iter();
        circles.map(move |circle| (rules, circle.map(|die| ranks[die])))
    });
    for (number, (rules, circle)) in circles.enumerate() {
        if number == 0 {
            writeln!(out, "\n{name}Rang A\tRang B\tRang C")?;
        }
        let own = column(rankings, rules);
        writeln!(out, "{own}{}", circle.iter().format("\t"))?;
    }
    Ok(())
}
