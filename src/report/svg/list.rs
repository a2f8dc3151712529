//! The list: a row a die, with a point at its share and a line for its interval.

use std::fmt;

use itertools::Itertools;

use super::axis::Axis;
use super::canvas::{END, NORMAL, Picture, START, all_faces, faces, room};
use super::origin;
use crate::decimal;
use crate::ranking::{Criterion, Lead, RankedDie};
use crate::report::ListReport;

const ROW: f64 = 22.0;
const TOP: f64 = 96.0;
/// Where columns end or begin.
const RANK: f64 = 56.0;
const SIDES: f64 = 104.0;
const FACES: f64 = 116.0;
const ROOM: f64 = 200.0;
const RIGHT: f64 = 648.0;
const SHARE: f64 = 722.0;
const WIDTH: f64 = 800.0;

/// Brackets around neighbours: their class, where they are, what leads they are for, and what they mean.
const BRACKETS: [(&str, f64, &[Lead], &str); 2] = [
    ("open", 732.0, &[Lead::Open], "Reihenfolge nicht gesichert"),
    (
        "level",
        754.0,
        &[Lead::Level, Lead::Alike, Lead::Winless, Lead::Tied],
        "gleichauf, oder ohne Unterschied",
    ),
];

pub fn write(out: &mut dyn fmt::Write, report: &ListReport) -> fmt::Result {
    let (_, ranking) = &report.found.rankings[0];
    let entries = ranking.listed();
    let what = match ranking.criterion {
        Criterion::Wins => "Anteil gewonnener Spiele",
        Criterion::Points => "Anteil der Punkte",
        Criterion::Duels => "Anteil gewonnener Duelle",
    };
    let interval = match ranking.criterion {
        Criterion::Duels => "dem, was offen ist",
        _ if ranking.played().is_some() => "95-%-Intervall",
        _ => "sicherem Intervall",
    };
    let ends = entries.iter().flat_map(|entry| entry.interval);
    let shares = entries.iter().map(|entry| entry.share.as_percent());
    let dice = entries.iter().map(|entry| &report.dice[entry.die]);
    // The head of the column needs room, too.
    let left = FACES + room(dice, ROOM, NORMAL).max(80.0) + 20.0;
    let axis = Axis::around(ends.chain(shares), [left, RIGHT]);

    let subtitle = format!("{what} in Prozent, mit {interval}");
    let mut picture = Picture::new(WIDTH, "Würfel-Bestenliste", &subtitle);
    picture.text("small", [RANK, TOP - 14.0], END, "Rang");
    picture.text("small", [SIDES, TOP - 14.0], END, "Seiten");
    picture.text("small", [FACES, TOP - 14.0], START, "Augenzahlen");
    let bottom = TOP + ROW * entries.len() as f64;
    axis.draw(&mut picture, [TOP, bottom]);
    let middle = |rank: usize| TOP + ROW * (rank as f64 - 0.5);
    for (entry, rank) in entries.iter().zip(1..) {
        let y = middle(rank);
        let die = &report.dice[entry.die];
        let grey = if entry.can_win { "" } else { "grey " };
        let shown = share(entry);
        let [low, high] = entry.interval;
        let title = format!(
            "{rank}. {}: {shown}, von {low:.2} bis {high:.2} %",
            all_faces(die)
        );
        picture.group("", &title, |picture| {
            let sides = die.faces().len().to_string();
            let class = grey.trim_end();
            picture.text(class, [RANK, y], END, &format!("{rank}."));
            picture.text(class, [SIDES, y], END, &sides);
            picture.text(class, [FACES, y], START, &faces(die, ROOM, NORMAL));
            let [low, high, share] = [low, high, entry.share.as_percent()].map(|at| axis.at(at));
            picture.whisker(&format!("{grey}line"), [low, high], y);
            picture.circle(&format!("{grey}mark"), [share, y], 3.5);
            picture.text(class, [SHARE, y], END, &shown);
        });
    }
    for (class, x, leads, _) in BRACKETS {
        let is = |lead| leads.contains(&lead);
        let mut last = 0;
        for together in entries.chunk_by(|above, _| above.lead.is_some_and(is)) {
            let first = last + 1;
            last += together.len();
            if first < last {
                picture.bracket(class, x, [middle(first) - 4.0, middle(last) + 4.0]);
            }
        }
    }
    picture.y = bottom + 36.0;
    let neighbours = || entries.iter().rev().skip(1);
    for (class, _, leads, text) in BRACKETS {
        let is = |lead| leads.contains(&lead);
        if neighbours().any(|above| above.lead.is_some_and(is)) {
            picture.legend(text, |picture, [x, y]| {
                picture.bracket(class, x, [y - 5.0, y + 5.0]);
            });
        }
    }
    if entries.iter().any(|entry| !entry.can_win) {
        picture.legend("grau: kann nie gewinnen", |picture, [x, y]| {
            picture.circle("grey mark", [x + 4.0, y], 4.0);
        });
    }
    picture.small_print(&origin(&report.found.rankings, "", Some(report.found.seed)));
    let mut best = entries.iter().zip(1..).take(10).map(|(entry, rank)| {
        let faces = all_faces(&report.dice[entry.die]);
        format!("Rang {rank}: {faces} mit {}", share(entry))
    });
    let title = format!("Würfel-Bestenliste: {what}");
    picture.finish(out, &title, &best.join("; "))
}

/// The share as the list has it.
fn share(entry: &RankedDie) -> String {
    format!("{} %", decimal::fraction(entry.share.percent(), 2))
}
