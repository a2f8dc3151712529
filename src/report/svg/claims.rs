//! Checked lists beside the truth: a row a die, a column a list.

use itertools::Itertools;

use super::canvas::{
    Axis, END, HEAD, MARGIN, MIDDLE, NORMAL, Picture, SMALL, START, all_faces, faces, room,
    shortened,
};
use super::origin;
use crate::check::list::ListError;
use crate::check::{Comparison, Tolerance, Verdict};
use crate::decimal;
use crate::ranking::Ranking;
use crate::report::check::{Judged, counts, outcome};
use crate::rules::Rules;

const ROW: f64 = 24.0;
const TOP: f64 = 146.0;
const RANK: f64 = 56.0;
const FACES: f64 = 68.0;
const ROOM: f64 = 194.0;
/// The width of a column, alone or beside others, and the room between two.
const ALONE: f64 = 380.0;
const BESIDE: f64 = 240.0;
const GAP: f64 = 36.0;
/// So many columns stand side by side; more stand below them.
const COLUMNS: usize = 6;
/// Where numbers end at the right of a single list: what it says, and the truth.
const CLAIMED: f64 = 70.0;
const TRUTH: f64 = 140.0;

/// The truth under the rules that fit a list best, and the verdict.
type Best<'a> = (&'a (Rules, Ranking), &'a Verdict);

/// Draws the truth as points with their intervals, what a list may be off as bands, and what lists say as hollow marks.
pub fn render(judged: &Judged) -> String {
    let file = &judged.files[0];
    let dice = file.dice;
    let lists = judged.submissions.iter().flat_map(|one| {
        let rules = one.best().rules;
        let truth = file.truths.iter().find(|(own, _)| *own == rules);
        one.verdicts()
            .map(move |(list, verdict)| (&list.name, verdict, truth.zip(verdict.as_ref().ok())))
    });
    let lists = lists.collect_vec();
    let (panel, numbers, title) = match lists.len() {
        1 => (ALONE, TRUTH, "Die Liste neben der Wahrheit"),
        _ => (BESIDE, 0.0, "Die Listen neben der Wahrheit"),
    };
    let left = FACES + room(dice.iter(), ROOM, NORMAL).max(80.0) + 20.0;
    let right = left + (panel + GAP) * lists.len().min(COLUMNS) as f64 - GAP;
    let known = lists.iter().filter_map(|(.., best)| *best);
    let values = known.clone().flat_map(|((_, truth), verdict)| {
        let ends = truth.entries.iter().flat_map(|entry| entry.interval);
        ends.chain(verdict.compared.iter().map(|one| one.claimed.1))
    });
    // Rows stand in the order of the truth under the rules that fit the first list best.
    let truths = known.map(|(truth, _)| truth).collect_vec();
    let rows = truths.first().map_or(&[][..], |(_, truth)| &truth.entries);
    let height = ROW * rows.len() as f64;
    let top = |band: usize| TOP + band as f64 * (height + TOP - 40.0);
    let middle = |band: usize, rank: usize| top(band) + ROW * (rank as f64 - 0.5);
    let bands = lists.len().div_ceil(COLUMNS);

    let width = right + numbers + MARGIN + 10.0;
    let subtitle = format!("{}: Anteile in Prozent", file.name);
    let subtitle = shortened(&subtitle, width - 2.0 * MARGIN, SMALL);
    let mut picture = Picture::default();
    picture.heading(width, title, &subtitle);
    for band in 0..bands {
        picture.text("small", [RANK, top(band) - HEAD], END, "Rang");
        picture.text("small", [FACES, top(band) - HEAD], START, "Augenzahlen");
        for (entry, rank) in rows.iter().zip(1..) {
            let faces = faces(&dice[entry.die], ROOM, NORMAL);
            picture.text("", [RANK, middle(band, rank)], END, &format!("{rank}."));
            picture.text("", [FACES, middle(band, rank)], START, &faces);
        }
    }
    for (number, (name, verdict, best)) in lists.iter().enumerate() {
        let band = number / COLUMNS;
        let (start, top) = (left + (panel + GAP) * (number % COLUMNS) as f64, top(band));
        let name = shortened(name, panel, NORMAL);
        picture.text("", [start, top - 64.0], START, &name);
        let is_passed = outcome(verdict).1.is_none();
        let class = if is_passed { "small" } else { "small fault" };
        let verdict = shortened(&told(verdict), panel, SMALL);
        picture.text(class, [start, top - 47.0], START, &verdict);
        let Some(best) = best else { continue };
        if file.truths.len() > 1 {
            let rules = shortened(&format!("Regeln {}", best.0.0), panel, SMALL);
            picture.text("small", [start, top - 32.0], START, &rules);
        }
        let axis = Axis::around(values.clone(), [start, start + panel]);
        axis.draw(&mut picture, [top, top + height]);
        for (entry, rank) in rows.iter().zip(1..) {
            let y = middle(band, rank);
            draw_row(&mut picture, judged, *best, &axis, y, entry.die);
        }
    }
    picture.y = top(bands - 1) + height + 36.0;
    if !rows.is_empty() {
        if judged.is_one_list() {
            picture.text("small", [right + CLAIMED, TOP - HEAD], END, "Liste");
            picture.text("small", [right + TRUTH, TOP - HEAD], END, "wahr");
        }
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
    picture.small_print(&origin(&truths, "Wahrheit: ", judged.seed));
    picture.y += 4.0;
    let lists = lists.iter();
    let told = lists.map(|(name, verdict, _)| format!("{name}: {}", told(verdict)));
    picture.finish(title, &told.format("; ").to_string())
}

/// The verdict, and how much is at fault.
fn told(verdict: &Result<Verdict, ListError>) -> String {
    let is_told = |best: &&Verdict| best.findings.faults + best.findings.notes > 0;
    let counts = verdict.as_ref().ok().filter(is_told).map(counts);
    [outcome(verdict).0.into()]
        .into_iter()
        .chain(counts)
        .join(": ")
}

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
    let is_right = faults.is_empty();
    let mut title = all_faces(&judged.files[0].dice[die]);
    if let Some(claim) = claim {
        title += &format!(": {} %, wahr {} %", claim.claimed.0, claim.truth.0);
    }
    title.extend(faults.iter().map(|fault| format!("; {fault}")));
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
        let right = at(100.0);
        if !is_right {
            picture.text("fault", [right + 14.0, y], MIDDLE, "!");
        }
        if judged.is_one_list() {
            let claimed = claim.map_or("fehlt", |claim| &claim.claimed.0);
            let claimed = shortened(claimed, 52.0, NORMAL);
            let class = if is_right { "" } else { "fault" };
            picture.text(class, [right + CLAIMED, y], END, &claimed);
            let truth = decimal::fraction(truth.share.percent(), 2);
            picture.text("", [right + TRUTH, y], END, &truth);
        }
    });
}

/// What is wrong with the line about a die, or with its absence.
fn faults(verdict: &Verdict, claim: Option<&Comparison>, die: usize) -> Vec<String> {
    let line = claim.map(|claim| claim.line);
    let own = verdict.findings.first().iter().filter(|finding| {
        finding.is_fault && (line == Some(finding.line) || finding.die == Some(die))
    });
    own.map(|finding| finding.text.clone()).collect()
}
