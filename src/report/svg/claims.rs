//! Checked lists beside the truth: a row a die, a column a list.

use itertools::Itertools;

use super::canvas::*;
use super::origin;
use crate::report::check::{Judged, told};
use wuerfelglueck::check::{Outcome, Tolerance, Verdict};
use wuerfelglueck::dice::Die;
use wuerfelglueck::ranking::RankedDie;

const TITLE: &str = "Listen neben der Wahrheit";
const ROW: f64 = 24.0;
const TOP: f64 = 126.0;
const RANK: f64 = 56.0;
const FACES: f64 = 68.0;
const ROOM: f64 = 194.0;
/// The width of a column, and the room between two.
const PANEL: f64 = 240.0;
const GAP: f64 = 36.0;
/// So many columns stand side by side; more stand below them.
const COLUMNS: usize = 6;

/// Draws the truth as points with their intervals, what a list may be off as bands, and what lists
/// say as hollow marks; of several dice files one below the other.
pub fn render(judged: &Judged) -> String {
    let mut picture = Picture::default();
    let draw = |file| draw(&mut picture, judged, file);
    let told = (0..judged.files.len()).map(draw).join("; ");
    picture.finish(TITLE, &told)
}

/// Draws the lists of a dice file. Returns what is to be seen.
fn draw(picture: &mut Picture, judged: &Judged, index: usize) -> String {
    let file = &judged.files[index];
    let dice = &file.dice;
    let lists = judged.submissions.iter().flat_map(|one| {
        let rules = one.best().rules;
        let truth = file.truths().iter().find(|truth| truth.rules == rules);
        let verdicts = one.verdicts().filter(|(list, _)| list.file == index);
        verdicts.map(move |(list, one)| (&list.name, one, truth.zip(one.as_ref().ok())))
    });
    let lists = lists.collect_vec();
    let panels = lists.iter().filter_map(|(name, verdict, best)| {
        let (truth, judged) = best.filter(|(_, judged)| !judged.compared.is_empty())?;
        Some((*name, *verdict, (truth, judged)))
    });
    let panels = panels.collect_vec();
    let left = FACES + room(dice.iter(), ROOM, NORMAL).max(80.0) + 20.0;
    let right = left + (PANEL + GAP) * panels.len().clamp(1, COLUMNS) as f64 - GAP;
    let known = panels.iter().map(|(.., best)| *best);
    let values = known.clone().flat_map(|(truth, verdict)| {
        let ends = truth
            .ranking
            .entries
            .iter()
            .flat_map(|entry| entry.interval);
        ends.chain(verdict.compared.iter().map(|one| one.claimed.1))
    });
    // Rows stand in the order of the truth under the rules that fit the first list best.
    let truths = known.map(|(truth, _)| truth).collect_vec();
    let rows = truths
        .first()
        .map_or(&[][..], |truth| &truth.ranking.entries);
    let height = ROW * rows.len() as f64;

    let width = right + MARGIN + 10.0;
    let subtitle = format!("{}: Anteile in Prozent", file.name);
    let subtitle = shortened(&subtitle, width - 2.0 * MARGIN, SMALL);
    picture.heading(width, TITLE, &subtitle);
    picture.y += TOP;
    for panels in panels.chunks(COLUMNS) {
        let top = picture.y;
        let ys = (0..rows.len()).map(|row| top + ROW * (row as f64 + 0.5));
        picture.text("small", [RANK, top - HEAD], END, "Rang");
        picture.text("small", [FACES, top - HEAD], START, "Augenzahlen");
        for ((entry, rank), y) in rows.iter().zip(1..).zip(ys.clone()) {
            let faces = faces(&dice[entry.die], ROOM, NORMAL);
            picture.text("", [RANK, y], END, &format!("{rank}."));
            picture.text("", [FACES, y], START, &faces);
        }
        for (column, (name, verdict, best)) in panels.iter().enumerate() {
            let start = left + (PANEL + GAP) * column as f64;
            let name = shortened(name, PANEL, NORMAL);
            picture.text("", [start, top - 64.0], START, &name);
            let is_passed = Outcome::of(verdict).is_passed();
            let class = if is_passed { "small" } else { "small fault" };
            let verdict = shortened(&told(verdict), PANEL, SMALL);
            picture.text(class, [start, top - 47.0], START, &verdict);
            if file.truths().len() > 1 {
                let rules = shortened(&format!("Regeln {}", best.0.rules), PANEL, SMALL);
                picture.text("small", [start, top - 32.0], START, &rules);
            }
            let axis = Axis::around(values.clone(), [start, start + PANEL]);
            axis.draw(picture, [top, top + height]);
            let (truth, verdict) = best;
            let truth = truth.ranking.by_die();
            for (entry, y) in rows.iter().zip(ys.clone()) {
                draw_row(picture, judged, (truth[entry.die], verdict), &axis, y, dice);
            }
        }
        picture.y += height + TOP - 20.0;
    }
    picture.y -= TOP - 56.0;
    if !rows.is_empty() {
        picture.legend("wahrer Anteil mit seinem Intervall", |picture, [x, y]| {
            picture.line("line", [x, x + 20.0], [y; 2]);
            picture.circle("mark", [x + 10.0, y], 3.0);
        });
        let band = match judged.tolerance {
            Tolerance::Games(games) => {
                format!("so weit darf eine Liste aus {games} Spielen je Paarung danebenliegen")
            }
            Tolerance::Points { share, .. } => format!("Toleranz: ±{share} Punkte"),
        };
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
    // Lists without a panel of their own.
    let drawn = panels.iter().map(|(name, ..)| *name).collect_vec();
    for (name, verdict, _) in lists.iter().filter(|(name, ..)| !drawn.contains(name)) {
        picture.small_print(&format!("{name}: {}", told(verdict)));
    }
    picture.small_print(&origin(&truths, "Wahrheit: ", judged.seed));
    picture.y += 4.0;
    let lists = lists.iter();
    let mut told = lists.map(|(name, verdict, _)| format!("{name}: {}", told(verdict)));
    told.join("; ")
}

fn draw_row(
    picture: &mut Picture,
    judged: &Judged,
    (truth, verdict): (&RankedDie, &Verdict),
    axis: &Axis,
    y: f64,
    dice: &[Die],
) {
    let at = |percent| axis.at(percent);
    let die = truth.die;
    let share = truth.share.as_percent();
    let claim = verdict.compared.iter().find(|one| one.die == die);
    // What is wrong with the line about the die, or with its absence.
    let faults = verdict.findings.first.iter().filter(|one| {
        let is_there = claim.is_some_and(|claim| claim.line == one.line);
        one.is_fault && (is_there || one.die == Some(die))
    });
    let faults: String = faults.map(|fault| format!("; {}", fault.text)).collect();
    let is_right = faults.is_empty();
    let mut title = all_faces(&dice[die]);
    if let Some(claim) = claim {
        title += &format!(": {} %, wahr {} %", claim.claimed.0, claim.truth.0);
    }
    title += &faults;
    picture.group("", &title, |picture| {
        if let Some(claim) = claim {
            let allowed = claim.distance.allowed;
            let [low, high] = match judged.tolerance {
                Tolerance::Points { .. } => truth.interval,
                Tolerance::Games(_) => [share; 2],
            };
            let [low, high] = [at(low - allowed), at(high + allowed)];
            picture.rect("band", [low, y - 8.0], [high - low, 16.0]);
        }
        picture.line("line", truth.interval.map(at), [y; 2]);
        picture.circle("mark", [at(share), y], 3.0);
        if let Some(claim) = claim {
            let class = if is_right { "hollow" } else { "fault" };
            picture.diamond(class, [at(claim.claimed.1), y]);
        }
        if !is_right {
            picture.text("fault", [at(100.0) + 14.0, y], MIDDLE, "!");
        }
    });
}
