//! What the user should know beside the result, with what to do about it.

use itertools::Itertools;
use thiserror::Error;

use crate::game::MOST_ROLLS;
use crate::ranking::Ranking;
use crate::text::count;

/// So many ranks are named, and the others counted.
const NAMED: usize = 10;

/// Something to know on stderr.
#[derive(Debug, Error, PartialEq)]
pub(super) enum Warning {
    /// Neighbours whose order is not certified.
    #[error(
        "Rang {} sind nach {games} Spielen je Paarung nicht unterscheidbar; mehr mit {more}",
        neighbours(.ranks)
    )]
    Open {
        /// The upper rank of each two.
        ranks: Vec<usize>,
        /// Games per pairing.
        games: u64,
        /// The option that gives more of them.
        more: &'static str,
    },
    /// Intervals that are wider than was asked for.
    #[error(
        "Anteile nach {games} Spielen je Paarung nur auf ±{reached} statt ±{wanted} Punkte genau; mehr \
         mit --hoechstens"
    )]
    Wide {
        /// Games per pairing.
        games: u64,
        /// Half-width of the widest interval, in percentage points.
        reached: f64,
        /// What was asked for.
        wanted: f64,
    },
    /// Games that were cut off.
    #[error(
        "{} nach {MOST_ROLLS} Würfen abgebrochen, als unentschieden gezählt; welche Paarungen es \
         sind, zeigt --format json",
        count(*.0, "Spiel", "Spiele")
    )]
    CutOff(u64),
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
    let shown = runs.iter().map(|&[first, last]| match last - first {
        0 => first.to_string(),
        1 => format!("{first} und {last}"),
        _ => format!("{first} bis {last}"),
    });
    format!("Rang {}", list(shown))
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

/// What should be known about a ranking that was to have this accuracy, and that the option `more`
/// could make surer.
pub(super) fn of_ranking(
    ranking: &Ranking,
    accuracy: Option<f64>,
    more: &'static str,
) -> Vec<Warning> {
    let mut warnings = Vec::new();
    let ranks = ranking.open().collect_vec();
    if !ranks.is_empty() {
        warnings.push(Warning::Open {
            ranks,
            games: ranking.games,
            more,
        });
    }
    let reached = ranking.half_width();
    if let Some(wanted) = accuracy.filter(|&wanted| reached > wanted) {
        warnings.push(Warning::Wide {
            games: ranking.games,
            reached: round_up(reached),
            wanted,
        });
    }
    let entries = ranking.entries.iter().zip(1..);
    let hopeless = entries.filter_map(|(entry, rank)| (!entry.can_win).then_some(rank));
    let hopeless = hopeless.collect_vec();
    if !hopeless.is_empty() {
        warnings.push(Warning::NeverWins(hopeless));
    }
    let cut_off = ranking
        .pairings
        .iter()
        .map(|pairing| pairing.tally.cut_off)
        .sum();
    if cut_off > 0 {
        warnings.push(Warning::CutOff(cut_off));
    }
    warnings
}

/// A half-width in percentage points, to print with two digits. More than 100 says nothing more.
pub(super) fn round_up(points: f64) -> f64 {
    (100.0 * points).ceil().min(10_000.0) / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warnings_name_the_first_ranks() {
        let open = |ranks: Vec<usize>| Warning::Open {
            ranks,
            games: 2_000_000,
            more: "--hoechstens",
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
                    games: 5000,
                    reached: round_up(0.21001),
                    wanted: 0.2,
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
                Warning::CutOff(1),
                "1 Spiel nach 100000 Würfen abgebrochen, als unentschieden gezählt; welche Paarungen \
                 es sind, zeigt --format json",
            ),
        ] {
            assert_eq!(warning.to_string(), line);
        }
    }
}
