//! The Bestenliste as tab-separated values, for `cut`, `awk` and spreadsheets.

use std::io::{self, Write};

use itertools::Itertools;

use super::{against, decimal};
use crate::dice::Die;
use crate::ranking::{Order, Ranking};

/// Writes a header, and a line per die: rank, share of games won and the bounds of its 95 % interval
/// in per cent, share of games that nobody won, whether the order to the next die is certified
/// (`ja`, `nein`, `gleich` if there is none, `-` for the last), sides, faces.
///
/// # Errors
///
/// Those of the writer.
pub fn write(out: &mut impl Write, dice: &[Die], ranking: &Ranking) -> io::Result<()> {
    writeln!(
        out,
        "Rang\tAnteil\tvon\tbis\tUnentschieden\tgesichert\tSeiten\tAugenzahlen"
    )?;
    for (entry, rank) in ranking.entries.iter().zip(1..) {
        let [low, high] = entry.interval();
        let faces = dice[entry.die].faces();
        writeln!(
            out,
            "{rank}\t{}\t{low:.4}\t{high:.4}\t{}\t{}\t{}\t{}",
            decimal::fraction(entry.share.percent(), 4),
            decimal::fraction(entry.draws.percent(), 4),
            match entry.order {
                Some(Order::Certified) => "ja",
                Some(Order::Open) => "nein",
                Some(Order::Alike | Order::Winless) => "gleich",
                None => "-",
            },
            faces.len(),
            faces.iter().format(" "),
        )?;
    }
    Ok(())
}

/// Writes an empty line, a header, and a line per pairing: the ranks of the two dice, the better one
/// first, the share of its games that each won and that nobody won, in per cent, and their number.
/// Then, if there are any, the certified circles of three in the same way: A beats B, B beats C, C
/// beats A.
///
/// # Errors
///
/// Those of the writer.
pub fn write_pairings(out: &mut impl Write, ranking: &Ranking) -> io::Result<()> {
    writeln!(
        out,
        "\nRang A\tRang B\tAnteil A\tAnteil B\tUnentschieden\tSpiele"
    )?;
    let against = against(ranking);
    for [first, second] in (0..against.len()).array_combinations() {
        if let (Some(one), Some(other)) = (against[first][second], against[second][first]) {
            writeln!(
                out,
                "{}\t{}\t{}\t{}\t{}\t{}",
                first + 1,
                second + 1,
                decimal::fraction(one.won.percent(), 4),
                decimal::fraction(other.won.percent(), 4),
                decimal::fraction(one.drawn.percent(), 4),
                one.won.games,
            )?;
        }
    }
    let ranks = ranking.ranks();
    for (number, cycle) in ranking.cycles().iter().enumerate() {
        if number == 0 {
            writeln!(out, "\nRang A\tRang B\tRang C")?;
        }
        writeln!(out, "{}", cycle.iter().map(|&die| ranks[die]).format("\t"))?;
    }
    Ok(())
}
