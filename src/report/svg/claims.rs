//! Checked lists beside the truth: a row a die, a column a list.

use std::fmt;

use itertools::Itertools;

use super::axis::Axis;
use super::canvas::{
    Anchor, Canvas, Frame, LINE, MARGIN, NORMAL, SMALL, all_faces, faces, number, room, shortened,
};
use super::origin;
use crate::check::{Allowance, Comparison, Verdict};
use crate::ranking::{RankedDie, Ranking};
use crate::report::check::{Judged, JudgedList, counts};
use crate::rules::Rules;

const ROW: f64 = 24.0;
const TOP: f64 = 146.0;
const RANK: f64 = 56.0;
const FACES: f64 = 68.0;
/// The most room for faces.
const ROOM: f64 = 194.0;
/// The width of a column, alone or beside others, and the room between two.
const ALONE: f64 = 380.0;
const BESIDE: f64 = 240.0;
const GAP: f64 = 36.0;
/// The room for numbers at the right of a single list.
const NUMBERS: f64 = 140.0;

/// A list whose dice could be compared: its best rules, their truth, and the verdict.
struct Column<'a> {
    list: &'a JudgedList,
    best: Option<(Rules, &'a Ranking, &'a Verdict)>,
    axis: Axis,
}

/// Draws the truth as points with their intervals, what a list may be off as bands, and what lists say as hollow marks.
pub fn write(out: &mut dyn fmt::Write, judged: &Judged) -> fmt::Result {
    let single = judged.lists.len() == 1;
    let panel = if single { ALONE } else { BESIDE };
    let left = FACES + room(judged.dice.iter(), ROOM, NORMAL).max(80.0) + 20.0;
    let bests = judged
        .lists
        .iter()
        .map(|list| best(judged, list))
        .collect_vec();
    let values = bests.iter().flatten().flat_map(|(_, truth, verdict)| {
        let ends = truth.entries.iter().flat_map(|entry| entry.interval);
        ends.chain(verdict.compared.iter().map(|one| one.claimed.1))
    });
    let values = values.collect_vec();
    let columns = judged
        .lists
        .iter()
        .zip(bests)
        .enumerate()
        .map(|(number, (list, best))| {
            let start = left + (panel + GAP) * number as f64;
            let axis = Axis::around(values.iter().copied(), [start, start + panel]);
            Column { list, best, axis }
        });
    let columns = columns.collect_vec();
    let right = left + (panel + GAP) * columns.len() as f64 - GAP;
    let whole = right + if single { NUMBERS } else { 0.0 } + MARGIN + 10.0;
    // Rows stand in the order of the truth under the rules that fit the first list best.
    let truth = columns
        .iter()
        .find_map(|column| column.best)
        .map(|(_, truth, _)| truth);
    let rows = truth.map_or(&[][..], |truth| &truth.entries);
    let bottom = TOP + ROW * rows.len() as f64;

    let mut canvas = Canvas::new();
    let title = match single {
        true => "Die Liste neben der Wahrheit",
        false => "Die Listen neben der Wahrheit",
    };
    canvas.text([MARGIN, 28.0], Anchor::Start, "large", title);
    let inside = whole - 2.0 * MARGIN;
    let line = format!("{}: Anteile in Prozent", judged.file);
    canvas.text(
        [MARGIN, 50.0],
        Anchor::Start,
        "small",
        &shortened(&line, inside, SMALL),
    );
    let head = TOP - 14.0;
    canvas.text([RANK, head], Anchor::End, "small", "Rang");
    canvas.text([FACES, head], Anchor::Start, "small", "Augenzahlen");
    for (row, entry) in rows.iter().enumerate() {
        let y = middle(row);
        let die = &judged.dice[entry.die];
        canvas.text([RANK, y], Anchor::End, "", &format!("{}.", row + 1));
        let text = faces(die, ROOM, NORMAL);
        canvas.text([FACES, y], Anchor::Start, "", &text);
    }
    for (number, column) in columns.iter().enumerate() {
        let start = left + (panel + GAP) * number as f64;
        column.draw_head(&mut canvas, judged, start, panel);
        if column.best.is_some() {
            column
                .axis
                .draw(&mut canvas, [TOP, bottom], &[head, bottom + 12.0]);
        }
        for (row, entry) in rows.iter().enumerate() {
            column.draw_row(&mut canvas, judged, row, entry.die, single.then_some(right));
        }
    }
    if single && !rows.is_empty() {
        canvas.text([right + 70.0, head], Anchor::End, "small", "Liste");
        canvas.text([right + NUMBERS, head], Anchor::End, "small", "wahr");
    }
    let mut y = draw_legend(&mut canvas, judged, bottom + 36.0);
    let mut rules = judged.truths.iter().map(|(rules, _)| *rules).collect_vec();
    if rules.len() > 1 {
        rules = columns
            .iter()
            .filter_map(|column| Some(column.best?.0))
            .unique()
            .collect();
    }
    let mut parts = Vec::new();
    if !judged.truths.is_empty() {
        parts.push(origin::rule_sets(&rules));
        let truths = judged.truths.iter().filter(|(own, _)| rules.contains(own));
        let played = origin::played(truths.map(|(_, truth)| truth));
        parts.push(format!("Wahrheit: {played}"));
    }
    parts.extend(judged.seed.map(|seed| format!("Saat {seed}")));
    parts.push(origin::program());
    y = canvas.lines([MARGIN, y], inside, "small", &parts.join(" · "));
    let outcomes = judged
        .lists
        .iter()
        .map(|list| format!("{}: {}", list.name, outcome(list)));
    let frame = Frame {
        width: whole,
        height: y + 4.0,
        title: title.into(),
        description: outcomes.collect_vec().join("; "),
    };
    canvas.finish(out, &frame)
}

/// The rules that fit a list best, with their truth.
fn best<'a>(
    judged: &Judged<'a>,
    list: &'a JudgedList,
) -> Option<(Rules, &'a Ranking, &'a Verdict)> {
    let (rules, verdict) = list.verdicts.as_ref().ok()?.first()?;
    let (_, truth) = judged.truths.iter().find(|(own, _)| own == rules)?;
    Some((*rules, truth, verdict))
}

/// The verdict, and how much is at fault.
fn outcome(list: &JudgedList) -> String {
    match list.best() {
        Some(best) if best.findings.faults() + best.findings.notes() > 0 => {
            format!("{}: {}", list.outcome(), counts(best))
        }
        _ => list.outcome().into(),
    }
}

fn middle(row: usize) -> f64 {
    TOP + ROW * (row as f64 + 0.5)
}

impl Column<'_> {
    /// Writes the name of the list, the verdict, and the rules if there are several.
    fn draw_head(&self, canvas: &mut Canvas, judged: &Judged, x: f64, room: f64) {
        let name = shortened(&self.list.name, room, NORMAL);
        canvas.text([x, TOP - 64.0], Anchor::Start, "", &name);
        let class = if self.list.is_passed() {
            "small"
        } else {
            "small fault"
        };
        let text = shortened(&outcome(self.list), room, SMALL);
        canvas.text([x, TOP - 47.0], Anchor::Start, class, &text);
        if let Some((rules, ..)) = self.best.filter(|_| judged.truths.len() > 1) {
            let text = shortened(&format!("Regeln {rules}"), room, SMALL);
            canvas.text([x, TOP - 32.0], Anchor::Start, "small", &text);
        }
    }

    /// Draws what is known about a die, and with numbers if there is room for them behind `right`.
    fn draw_row(
        &self,
        canvas: &mut Canvas,
        judged: &Judged,
        row: usize,
        die: usize,
        right: Option<f64>,
    ) {
        let Some((_, ranking, verdict)) = self.best else {
            return;
        };
        let y = middle(row);
        let Some(truth) = ranking.entries.iter().find(|entry| entry.die == die) else {
            return;
        };
        let claim = verdict.compared.iter().find(|one| one.die == die);
        let faults = faults(verdict, claim, die);
        let mut title = all_faces(&judged.dice[die]);
        if let Some(claim) = claim {
            title += &format!(": {} %, wahr {} %", claim.claimed.0, claim.truth.0);
        }
        for fault in &faults {
            title += &format!("; {fault}");
        }
        canvas.group(&[], Some(&title), |canvas| {
            if let Some(claim) = claim {
                let [low, high] = band(judged.allowance, truth, claim).map(|end| self.axis.at(end));
                let place = [
                    ("x", low),
                    ("y", y - 8.0),
                    ("width", high - low),
                    ("height", 16.0),
                ];
                canvas.draw("rect", "band", &place);
            }
            self.draw_truth(canvas, truth, y);
            if let Some(claim) = claim {
                let class = if faults.is_empty() { "hollow" } else { "fault" };
                let x = self.axis.at(claim.claimed.1);
                draw_claim(canvas, class, [x, y]);
            }
            let end = self.axis.at(100.0) + 14.0;
            if !faults.is_empty() {
                canvas.text([end, y], Anchor::Middle, "fault", "!");
            }
            if let Some(right) = right {
                let shown = claim.map_or("fehlt", |claim| &claim.claimed.0);
                let class = if faults.is_empty() { "" } else { "fault" };
                let shown = shortened(shown, 52.0, NORMAL);
                canvas.text([right + 70.0, y], Anchor::End, class, &shown);
                let share = crate::decimal::fraction(truth.share.percent(), 2);
                canvas.text([right + NUMBERS, y], Anchor::End, "", &share);
            }
        });
    }

    fn draw_truth(&self, canvas: &mut Canvas, truth: &RankedDie, y: f64) {
        let [low, high] = truth.interval.map(|end| self.axis.at(end));
        canvas.draw(
            "line",
            "line",
            &[("x1", low), ("x2", high), ("y1", y), ("y2", y)],
        );
        let x = self.axis.at(truth.share.as_percent());
        canvas.draw("circle", "mark", &[("cx", x), ("cy", y), ("r", 3.0)]);
    }
}

/// What is wrong with the line about a die, or with its absence.
fn faults(verdict: &Verdict, claim: Option<&Comparison>, die: usize) -> Vec<String> {
    let all = verdict.findings.first().iter();
    let own = all.filter(|finding| {
        let remark = &finding.remark;
        let is_here = claim.is_some_and(|claim| claim.line == finding.line);
        remark.is_fault() && (is_here || remark.missing_die() == Some(die))
    });
    own.map(|finding| finding.remark.to_string()).collect()
}

/// Where the share of a list may lie.
fn band(allowance: Allowance, truth: &RankedDie, claim: &Comparison) -> [f64; 2] {
    let allowed = claim.deviation.allowed;
    let [low, high] = match allowance {
        Allowance::Points { .. } => truth.interval,
        Allowance::Chance { .. } => [truth.share.as_percent(); 2],
    };
    [low - allowed, high + allowed]
}

/// A square on its point.
fn draw_claim(canvas: &mut Canvas, class: &str, [x, y]: [f64; 2]) {
    const SIZE: f64 = 6.0;
    let path = format!(
        "M{} {}L{} {}L{} {}L{} {}Z",
        number(x),
        number(y - SIZE),
        number(x + SIZE),
        number(y),
        number(x),
        number(y + SIZE),
        number(x - SIZE),
        number(y)
    );
    canvas.path(class, &path);
}

/// Says what is what. Returns where that ends.
fn draw_legend(canvas: &mut Canvas, judged: &Judged, y: f64) -> f64 {
    if judged.truths.is_empty() {
        return y;
    }
    let band = match judged.allowance {
        Allowance::Chance { games } => {
            format!("so weit darf eine Liste aus {games} Spielen je Paarung danebenliegen")
        }
        Allowance::Points { tolerance, .. } => format!("Toleranz: ±{tolerance} Punkte"),
    };
    let x = MARGIN + 28.0;
    let middle = MARGIN + 10.0;
    canvas.draw(
        "line",
        "line",
        &[("x1", MARGIN), ("x2", MARGIN + 20.0), ("y1", y), ("y2", y)],
    );
    canvas.draw("circle", "mark", &[("cx", middle), ("cy", y), ("r", 3.0)]);
    canvas.text(
        [x, y],
        Anchor::Start,
        "small",
        "wahrer Anteil mit seinem Intervall",
    );
    let place = [
        ("x", MARGIN),
        ("y", y + LINE - 6.0),
        ("width", 20.0),
        ("height", 12.0),
    ];
    canvas.draw("rect", "band", &place);
    canvas.text([x, y + LINE], Anchor::Start, "small", &band);
    draw_claim(canvas, "hollow", [middle, y + 2.0 * LINE]);
    canvas.text(
        [x, y + 2.0 * LINE],
        Anchor::Start,
        "small",
        "Anteil in der Liste",
    );
    let fault = y + 3.0 * LINE;
    draw_claim(canvas, "fault", [middle - 4.0, fault]);
    canvas.text([middle + 8.0, fault], Anchor::Middle, "fault", "!");
    canvas.text([x, fault], Anchor::Start, "small", "Mangel");
    y + 4.0 * LINE + 4.0
}
