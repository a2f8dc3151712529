//! Checked lists beside the truth: a row a die, a column a list.

use std::fmt;

use itertools::Itertools;

use super::axis::Axis;
use super::canvas::{
    END, MARGIN, MIDDLE, NORMAL, Picture, SMALL, START, all_faces, faces, room, shortened,
};
use super::origin;
use crate::check::{Allowance, Comparison, Verdict};
use crate::decimal;
use crate::ranking::Ranking;
use crate::report::check::{Judged, JudgedList, counts};
use crate::rules::Rules;

const ROW: f64 = 24.0;
const TOP: f64 = 146.0;
const HEAD: f64 = TOP - 14.0;
const RANK: f64 = 56.0;
const FACES: f64 = 68.0;
const ROOM: f64 = 194.0;
/// The width of a column, alone or beside others, and the room between two.
const ALONE: f64 = 380.0;
const BESIDE: f64 = 240.0;
const GAP: f64 = 36.0;
/// Where numbers end at the right of a single list: what it says, and the truth.
const CLAIMED: f64 = 70.0;
const TRUTH: f64 = 140.0;

/// The truth under the rules that fit a list best, and the verdict.
type Best<'a> = (&'a (Rules, Ranking), &'a Verdict);

/// Draws the truth as points with their intervals, what a list may be off as bands, and what lists say as hollow marks.
pub fn write(out: &mut dyn fmt::Write, judged: &Judged) -> fmt::Result {
    let lists = || judged.lists.iter();
    let (panel, numbers, title) = match lists().len() {
        1 => (ALONE, TRUTH, "Die Liste neben der Wahrheit"),
        _ => (BESIDE, 0.0, "Die Listen neben der Wahrheit"),
    };
    let left = FACES + room(judged.dice.iter(), ROOM, NORMAL).max(80.0) + 20.0;
    let right = left + (panel + GAP) * lists().len() as f64 - GAP;
    let bests = lists().map(|list| best(judged, list)).collect_vec();
    let known = bests.iter().flatten();
    let values = known.clone().flat_map(|((_, truth), verdict)| {
        let ends = truth.entries.iter().flat_map(|entry| entry.interval);
        ends.chain(verdict.compared.iter().map(|one| one.claimed.1))
    });
    // Rows stand in the order of the truth under the rules that fit the first list best.
    let truths = known.map(|(truth, _)| *truth).collect_vec();
    let rows = truths.first().map_or(&[][..], |(_, truth)| &truth.entries);
    let bottom = TOP + ROW * rows.len() as f64;
    let middle = |rank: usize| TOP + ROW * (rank as f64 - 0.5);

    let width = right + numbers + MARGIN + 10.0;
    let subtitle = format!("{}: Anteile in Prozent", judged.file);
    let subtitle = shortened(&subtitle, width - 2.0 * MARGIN, SMALL);
    let mut picture = Picture::new(width, title, &subtitle);
    picture.text("small", [RANK, HEAD], END, "Rang");
    picture.text("small", [FACES, HEAD], START, "Augenzahlen");
    for (entry, rank) in rows.iter().zip(1..) {
        let faces = faces(&judged.dice[entry.die], ROOM, NORMAL);
        picture.text("", [RANK, middle(rank)], END, &format!("{rank}."));
        picture.text("", [FACES, middle(rank)], START, &faces);
    }
    for (number, (list, best)) in lists().zip(&bests).enumerate() {
        let start = left + (panel + GAP) * number as f64;
        let name = shortened(&list.name, panel, NORMAL);
        picture.text("", [start, TOP - 64.0], START, &name);
        let fault = if list.is_passed() { "" } else { " fault" };
        let verdict = shortened(&outcome(list), panel, SMALL);
        picture.text(
            &format!("small{fault}"),
            [start, TOP - 47.0],
            START,
            &verdict,
        );
        if let Some(best) = best {
            if judged.truths.len() > 1 {
                let rules = shortened(&format!("Regeln {}", best.0.0), panel, SMALL);
                picture.text("small", [start, TOP - 32.0], START, &rules);
            }
            let axis = Axis::around(values.clone(), [start, start + panel]);
            axis.draw(&mut picture, [TOP, bottom]);
            for (entry, rank) in rows.iter().zip(1..) {
                draw_row(&mut picture, judged, *best, &axis, middle(rank), entry.die);
            }
        }
    }
    picture.y = bottom + 36.0;
    if !rows.is_empty() {
        if lists().len() == 1 {
            picture.text("small", [right + CLAIMED, HEAD], END, "Liste");
            picture.text("small", [right + TRUTH, HEAD], END, "wahr");
        }
        let band = match judged.allowance {
            Allowance::Chance { games } => {
                format!("so weit darf eine Liste aus {games} Spielen je Paarung danebenliegen")
            }
            Allowance::Points { tolerance, .. } => format!("Toleranz: ±{tolerance} Punkte"),
        };
        let truth = "wahrer Anteil mit seinem Intervall";
        picture.legend(truth, |picture, [x, y]| {
            picture.line("line", [x, x + 20.0], [y; 2]);
            picture.circle("mark", [x + 10.0, y], 3.0);
        });
        picture.legend(&band, |picture, [x, y]| {
            picture.rect("band", [x, y - 6.0], [20.0, 12.0]);
        });
        picture.legend("Anteil in der Liste", |picture, [x, y]| {
            picture.diamond("hollow", [x + 10.0, y]);
        });
        picture.legend("Mangel", |picture, [x, y]| {
            picture.diamond("fault", [x + 6.0, y]);
            picture.text("fault", [x + 18.0, y], MIDDLE, "!");
        });
        picture.y += 4.0;
    }
    picture.small_print(&origin(truths, "Wahrheit: ", judged.seed));
    let mut outcomes = lists().map(|list| format!("{}: {}", list.name, outcome(list)));
    picture.finish(out, title, &outcomes.join("; "))
}

fn best<'a>(judged: &Judged<'a>, list: &'a JudgedList) -> Option<Best<'a>> {
    let (rules, verdict) = list.verdicts.as_ref().ok()?.first()?;
    let truth = judged.truths.iter().find(|(own, _)| own == rules)?;
    Some((truth, verdict))
}

/// The verdict, and how much is at fault.
fn outcome(list: &JudgedList) -> String {
    let is_told = |best: &&Verdict| best.findings.faults + best.findings.notes > 0;
    let counts = list.best().filter(is_told).map(counts);
    [list.outcome().into()].into_iter().chain(counts).join(": ")
}

/// Draws what is known about a die.
fn draw_row(
    picture: &mut Picture,
    judged: &Judged,
    ((_, ranking), verdict): Best,
    axis: &Axis,
    y: f64,
    die: usize,
) {
    let at = |percent| axis.at(percent);
    let truth = ranking.by_die()[die];
    let share = truth.share.as_percent();
    let claim = verdict.compared.iter().find(|one| one.die == die);
    let faults = faults(verdict, claim, die);
    let mut title = all_faces(&judged.dice[die]);
    if let Some(claim) = claim {
        title += &format!(": {} %, wahr {} %", claim.claimed.0, claim.truth.0);
    }
    for fault in &faults {
        title += &format!("; {fault}");
    }
    picture.group("", &title, |picture| {
        if let Some(claim) = claim {
            let allowed = claim.distance.allowed;
            let [low, high] = match judged.allowance {
                Allowance::Points { .. } => truth.interval,
                Allowance::Chance { .. } => [share; 2],
            };
            let [low, high] = [at(low - allowed), at(high + allowed)];
            picture.rect("band", [low, y - 8.0], [high - low, 16.0]);
        }
        picture.line("line", truth.interval.map(at), [y; 2]);
        picture.circle("mark", [at(share), y], 3.0);
        if let Some(claim) = claim {
            let class = if faults.is_empty() { "hollow" } else { "fault" };
            picture.diamond(class, [at(claim.claimed.1), y]);
        }
        let right = at(100.0);
        if !faults.is_empty() {
            picture.text("fault", [right + 14.0, y], MIDDLE, "!");
        }
        if judged.lists.len() == 1 {
            let claimed = claim.map_or("fehlt", |claim| &claim.claimed.0);
            let claimed = shortened(claimed, 52.0, NORMAL);
            let class = if faults.is_empty() { "" } else { "fault" };
            picture.text(class, [right + CLAIMED, y], END, &claimed);
            let truth = decimal::fraction(truth.share.percent(), 2);
            picture.text("", [right + TRUTH, y], END, &truth);
        }
    });
}

/// What is wrong with the line about a die, or with its absence.
fn faults(verdict: &Verdict, claim: Option<&Comparison>, die: usize) -> Vec<String> {
    let all = verdict.findings.first().iter();
    let own = all.filter(|finding| {
        let is_here = claim.is_some_and(|claim| claim.line == finding.line);
        finding.kind.is_fault && (is_here || finding.die == Some(die))
    });
    own.map(|finding| finding.text.clone()).collect()
}
