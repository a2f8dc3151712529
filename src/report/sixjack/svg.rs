//! The results of Six Jack as pictures: the tables, but no lists.

use std::fmt;

use super::report::{Chance, SixJackReport, approximate, comes, replied};
use super::table::SHARE;
use super::text::{mean_text, verdict_text};
use crate::decimal;
use crate::report::svg::{Legend, Row, program, write_policy, write_rounds};
use crate::sixjack::exact::{self, float};
use crate::sixjack::play::{Cards, Results};
use crate::sixjack::strategy::Strategy;
use crate::text::count;

/// Draws a table. Lists have no picture, and are refused before.
pub fn write(out: &mut dyn fmt::Write, report: &SixJackReport) -> fmt::Result {
    match report {
        SixJackReport::Played(..) | SixJackReport::Solved(..) => Ok(()),
        SixJackReport::PlayedAlone(rows, chance) => write_played(out, rows, *chance),
        SixJackReport::SolvedAlone(strategies) => write_solved(out, strategies, Vec::new()),
        SixJackReport::Best(ranked) => write_solved(out, ranked, vec![verdict_text(ranked)]),
        SixJackReport::Duel(optimum) => {
            let first = exact::duel([optimum, optimum]).wins[0][0];
            let share = approximate(100.0 * first, SHARE);
            let note =
                format!("Wer beginnt, gewinnt mit einer Wahrscheinlichkeit von {share}\u{a0}%.");
            write_policy(
                out,
                "Six Jack zu zweit: optimal",
                optimum,
                |_| true,
                &[note],
            )
        }
        SixJackReport::Reply(opponent, reply) => {
            let [replies, repeats] = replied(opponent, reply).map(|shares| shares[2]);
            let [replies, repeats] = [replies, repeats].map(|share| approximate(share, SHARE));
            let notes = [
                format!(
                    "So gewinnt man im Mittel {replies}\u{a0}% der Spiele, mit {opponent} selbst {repeats}\u{a0}%."
                ),
                "x: so viele sichere Karten hat der Gegner nie".into(),
            ];
            let title = format!("Die beste Antwort auf {opponent}");
            write_policy(out, &title, reply, |safe| comes(opponent, safe), &notes)
        }
    }
}

fn write_played(
    out: &mut dyn fmt::Write,
    rows: &[(Strategy, Results)],
    chance: Chance,
) -> fmt::Result {
    let mut drawn: Vec<Row> = rows
        .iter()
        .filter_map(|(strategy, results)| {
            let mean = results.mean()?;
            let deviation = results
                .variance()
                .map_or(0.0, |variance| float(variance).sqrt());
            let (middle, least) = (float(mean), results.best?.rounds as f64);
            Some(Row {
                rank: 0,
                name: strategy.to_string(),
                line: [least, results.most as f64],
                inner: [(middle - deviation).max(1.0), middle + deviation],
                median: None,
                mean: middle,
                shown: decimal::fraction(mean, 2),
            })
        })
        .collect();
    rank(&mut drawn);
    let cards = match chance.cards {
        Cards::Independent => "unabhängige Karten",
        Cards::Pile => "Karten vom Stapel",
    };
    let games = count(chance.games, "Spiel", "Spiele");
    let note = format!(
        "{cards} · {games} je Strategie · Saat {} · {}",
        chance.seed,
        program()
    );
    let legend = Legend {
        line: "vom Minimum bis zum Maximum",
        inner: "Mittel ± Standardabweichung, mindestens 1",
        notes: &[note],
    };
    write_rounds(out, &drawn, &legend)
}

fn write_solved(
    out: &mut dyn fmt::Write,
    strategies: &[Strategy],
    mut notes: Vec<String>,
) -> fmt::Result {
    let mut rows: Vec<Row> = strategies
        .iter()
        .map(|strategy| {
            let rounds = exact::outcome(&[strategy.policy()]).rounds;
            let at = |level: f64| rounds.quantile(level) as f64;
            let mean = exact::mean(strategy);
            Row {
                rank: 0,
                name: strategy.to_string(),
                line: [at(0.01), at(0.99)],
                inner: [at(0.25), at(0.75)],
                median: Some(at(0.5)),
                mean: float(mean),
                shown: mean_text(mean),
            }
        })
        .collect();
    rank(&mut rows);
    notes.push(format!("ohne Zufall · {}", program()));
    let legend = Legend {
        line: "1-%- bis 99-%-Quantil",
        inner: "die mittlere Hälfte: 25-%- bis 75-%-Quantil",
        notes: &notes,
    };
    write_rounds(out, &rows, &legend)
}

/// Sorts by the mean, the least being first; equal ones share a rank.
fn rank(rows: &mut [Row]) {
    rows.sort_by(|one, other| one.mean.total_cmp(&other.mean));
    for number in 0..rows.len() {
        let is_equal = number > 0 && rows[number - 1].mean == rows[number].mean;
        rows[number].rank = if is_equal {
            rows[number - 1].rank
        } else {
            number + 1
        };
    }
}
