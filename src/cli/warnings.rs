//! What the user should know beside the result, with what to do about it.

use itertools::Itertools;
use thiserror::Error;

use crate::engine::games::MOST_ROLLS;
use crate::text::count;

/// Where games take more rolls than this on average, some are cut off.
pub(super) const LONG: u64 = 5000;

/// So many ranks are named, and the others counted.
const NAMED: usize = 10;

/// Something to know on stderr.
#[derive(Debug, Error, PartialEq)]
pub(super) enum Warning {
    /// Neighbours whose order is not certified.
    #[error("Rang {} sind {known} nicht unterscheidbar; mehr mit {more}", neighbours(.ranks))]
    Open {
        /// The upper rank of each two.
        ranks: Vec<usize>,
        /// How well they are known: `nach 5000 Spielen je Paarung`.
        known: String,
        /// What would tell them apart, perhaps: `--hoechstens`.
        more: String,
    },
    /// Intervals that are wider than was asked for.
    #[error("Anteile{known} nur auf ±{reached} statt ±{wanted} Punkte genau; mehr mit {more}")]
    Wide {
        /// After how much that is so, with a space before it; empty if nothing was played.
        known: String,
        /// Half-width of the widest interval, in percentage points.
        reached: f64,
        /// The half-width that was asked for, in percentage points.
        wanted: f64,
        /// What would make them narrower.
        more: String,
    },
    /// Pairings in which games never end.
    #[error(
        "in {} kann das Würfeln für immer weitergehen, ohne dass eine Figur zieht; das zählt als \
         unentschieden",
        count(*.0, "Paarung", "Paarungen")
    )]
    Endless(u64),
    /// Pairings whose games are so long that the limit on rolls counts.
    #[error(
        "in {} dauern Spiele im Mittel mehr als {LONG} Würfe; --exakt rechnet ohne die Grenze von \
         {MOST_ROLLS} Würfen",
        count(*.0, "Paarung", "Paarungen")
    )]
    Long(u64),
    /// Games that were cut off.
    #[error(
        "{} nach {MOST_ROLLS} Würfen abgebrochen, als unentschieden gezählt; welche Paarungen es \
         sind, zeigt --format json",
        count(*.0, "Spiel", "Spiele")
    )]
    CutOff(u64),
    /// Dice of which too few duels are decided.
    #[error(
        "Duelle der Würfel auf {} sind {known} nicht entschieden; mehr mit {more}",
        self::ranks(ranks)
    )]
    OpenDuels {
        ranks: Vec<[usize; 2]>,
        known: String,
        more: String,
    },
    /// Dice that never win.
    #[error(
        "{} nie gewinnen; dazu braucht es eine 6 und Augenzahlen, mit denen vier Figuren ins Ziel \
         kommen",
        match &.0[..] {
            [rank] => format!("der Würfel auf Rang {rank} kann"),
            ranks => format!("die Würfel auf {} können", self::ranks(&runs(ranks))),
        }
    )]
    NeverWins(Vec<usize>),
    /// Lines that repeat an earlier one.
    #[error(
        "{} eine frühere und {} nur einmal",
        lines(.0, "wiederholt", "wiederholen"),
        if .0.len() == 1 { "zählt" } else { "zählen" }
    )]
    Doubles(Vec<usize>),
    /// Lines that are cut short.
    #[error("{} unvollständig; was davon da ist, zählt nicht", lines(.0, "ist", "sind"))]
    Incomplete(Vec<usize>),
    /// Games of Six Jack without a winner.
    #[error(
        "{} ohne Sieger, weil am Ende jedem eine Zutat fehlte, deren Karten alle sicher waren; mit \
         höchstens sieben Computern kommt das nicht vor",
        count(*.0, "Spiel", "Spiele")
    )]
    Unfinished(u64),
}

/// These ranks with the next ones: `3 und 4`.
fn neighbours(ranks: &[usize]) -> String {
    list(ranks.iter().map(|rank| format!("{rank} und {}", rank + 1)))
}

/// These ascending ranks, in runs from a first to a last one.
pub(super) fn runs(ranks: &[usize]) -> Vec<[usize; 2]> {
    let mut runs: Vec<[usize; 2]> = Vec::new();
    for &rank in ranks {
        match runs.last_mut() {
            Some([_, last]) if *last + 1 == rank => *last = rank,
            _ => runs.push([rank, rank]),
        }
    }
    runs
}

/// Runs of ranks: `Rang 3, 5 und 6, 8 bis 10`.
pub(super) fn ranks(runs: &[[usize; 2]]) -> String {
    format!("Rang {}", shown(runs))
}

/// Runs of numbers: `3, 5 und 6, 8 bis 10`.
fn shown(runs: &[[usize; 2]]) -> String {
    list(runs.iter().map(|&[first, last]| match last - first {
        0 => first.to_string(),
        1 => format!("{first} und {last}"),
        _ => format!("{first} bis {last}"),
    }))
}

/// These ascending lines and their verb: `Zeile 3 ist`, `Zeile 3, 5 bis 7 sind`.
fn lines(numbers: &[usize], one: &str, many: &str) -> String {
    let verb = if numbers.len() == 1 { one } else { many };
    format!("Zeile {} {verb}", shown(&runs(numbers)))
}

/// The first of these, and how many more there are.
fn list(shown: impl ExactSizeIterator<Item = String>) -> String {
    let more = shown.len().saturating_sub(NAMED);
    let named = shown.take(NAMED).join(", ");
    match more {
        0 => named,
        more => format!("{named} und {more} weitere"),
    }
}

/// A half-width in percentage points, rounded up, to print: with two decimals, or two digits if it is less
/// than 0.1. More than 100 says nothing more.
pub(super) fn round_up(points: f64) -> f64 {
    let mut scale = 100.0;
    while points > 0.0 && points * scale < 10.0 && scale < 1e9 {
        scale *= 10.0;
    }
    // The product of a number that is written with so many digits can be a little too large.
    ((points * scale * (1.0 - 1e-12)).ceil() / scale).min(100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warnings_name_the_first_ranks() {
        let open = |ranks: Vec<usize>| Warning::Open {
            ranks,
            known: "nach 2000000 Spielen je Paarung".into(),
            more: "--hoechstens".into(),
        };
        for (warning, line) in [
            (
                open(vec![3]),
                "Rang 3 und 4 sind nach 2000000 Spielen je Paarung nicht unterscheidbar; mehr mit \
                 --hoechstens",
            ),
            (
                open((1..=12).collect()),
                "Rang 1 und 2, 2 und 3, 3 und 4, 4 und 5, 5 und 6, 6 und 7, 7 und 8, 8 und 9, 9 und \
                 10, 10 und 11 und 2 weitere sind nach 2000000 Spielen je Paarung nicht \
                 unterscheidbar; mehr mit --hoechstens",
            ),
            (
                Warning::Wide {
                    known: " nach 5000 Spielen je Paarung".into(),
                    reached: round_up(0.21001),
                    wanted: 0.2,
                    more: "--hoechstens".into(),
                },
                "Anteile nach 5000 Spielen je Paarung nur auf ±0.22 statt ±0.2 Punkte genau; mehr mit \
                 --hoechstens",
            ),
            (
                Warning::NeverWins(vec![6]),
                "der Würfel auf Rang 6 kann nie gewinnen; dazu braucht es eine 6 und Augenzahlen, mit denen vier \
                 Figuren ins Ziel kommen",
            ),
            (
                Warning::NeverWins(vec![3, 5, 6, 8, 9, 10]),
                "die Würfel auf Rang 3, 5 und 6, 8 bis 10 können nie gewinnen; dazu braucht es eine 6 \
                 und Augenzahlen, mit denen vier Figuren ins Ziel kommen",
            ),
            (
                Warning::Open {
                    ranks: vec![2],
                    known: "auf ±0.2 Punkte".into(),
                    more: "--genauigkeit 0.04".into(),
                },
                "Rang 2 und 3 sind auf ±0.2 Punkte nicht unterscheidbar; mehr mit --genauigkeit 0.04",
            ),
            (
                Warning::Wide {
                    known: String::new(),
                    reached: round_up(0.431),
                    wanted: 0.2,
                    more: "--speicher 8".into(),
                },
                "Anteile nur auf ±0.44 statt ±0.2 Punkte genau; mehr mit --speicher 8",
            ),
            (
                Warning::Endless(2),
                "in 2 Paarungen kann das Würfeln für immer weitergehen, ohne dass eine Figur zieht; das \
                 zählt als unentschieden",
            ),
            (
                Warning::Long(1),
                "in 1 Paarung dauern Spiele im Mittel mehr als 5000 Würfe; --exakt rechnet ohne die \
                 Grenze von 100000 Würfen",
            ),
            (
                Warning::CutOff(1),
                "1 Spiel nach 100000 Würfen abgebrochen, als unentschieden gezählt; welche Paarungen \
                 es sind, zeigt --format json",
            ),
        ] {
            assert_eq!(warning.to_string(), line);
        }
    }

    #[test]
    fn half_widths_are_rounded_up() {
        for (points, shown) in [
            (0.0, 0.0),
            (0.1972, 0.2),
            (0.2, 0.2),
            (0.16, 0.16),
            (12.341, 12.35),
            (0.0432, 0.044),
            (0.00011, 0.00011),
            (123.4, 100.0),
        ] {
            assert_eq!(round_up(points), shown, "{points}");
        }
    }
}
