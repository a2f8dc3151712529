//! The list: a row a die, with a point at its share and a line for its interval.

use std::fmt;

use super::axis::Axis;
use super::canvas::{Anchor, Canvas, Frame, LINE, MARGIN, NORMAL, all_faces, faces, number, room};
use super::origin;
use crate::decimal;
use crate::ranking::{Criterion, Lead, RankedDie, Ranking};
use crate::report::ListReport;
use crate::rules::Rules;

/// The height of a row.
const ROW: f64 = 22.0;
/// Where the first row begins.
const TOP: f64 = 96.0;
/// Where columns end or begin.
const RANK: f64 = 56.0;
const SIDES: f64 = 104.0;
const FACES: f64 = 116.0;
/// The most room for faces.
const ROOM: f64 = 200.0;
const RIGHT: f64 = 648.0;
const SHARE: f64 = 722.0;
/// Where brackets are, of orders that are open and of dice that are level.
const BRACKETS: [f64; 2] = [732.0, 754.0];
const WIDTH: f64 = 800.0;

pub(super) fn write(
    out: &mut dyn fmt::Write,
    report: &ListReport,
    rules: Rules,
    ranking: &Ranking,
) -> fmt::Result {
    let entries = ranking.listed();
    let what = match ranking.criterion {
        Criterion::Wins => "Anteil gewonnener Spiele",
        Criterion::Points => "Anteil der Punkte",
        Criterion::Duels => "Anteil gewonnener Duelle",
    };
    let interval = match (ranking.criterion, ranking.played()) {
        (Criterion::Duels, _) => "dem, was offen ist",
        (_, Some(_)) => "95-%-Intervall",
        (_, None) => "sicherem Intervall",
    };
    let bottom = TOP + ROW * entries.len() as f64;
    let ends = entries.iter().flat_map(|entry| entry.interval);
    let shares = entries.iter().map(|entry| entry.share.as_percent());
    let dice = entries.iter().map(|entry| &report.dice[entry.die]);
    // The head of the column needs room, too.
    let left = FACES + room(dice, ROOM, NORMAL).max(80.0) + 20.0;
    let axis = Axis::around(ends.chain(shares), [left, RIGHT]);
    let mut canvas = Canvas::new();
    canvas.text([MARGIN, 28.0], Anchor::Start, "large", "Würfel-Bestenliste");
    let line = format!("{what} in Prozent, mit {interval}");
    canvas.text([MARGIN, 50.0], Anchor::Start, "small", &line);
    let head = TOP - 14.0;
    canvas.text([RANK, head], Anchor::End, "small", "Rang");
    canvas.text([SIDES, head], Anchor::End, "small", "Seiten");
    canvas.text([FACES, head], Anchor::Start, "small", "Augenzahlen");
    axis.draw(&mut canvas, [TOP, bottom], &[head, bottom + 12.0]);
    for (number, entry) in entries.iter().enumerate() {
        draw_row(&mut canvas, report, &axis, number, entry);
    }
    let level = |lead| matches!(lead, Lead::Level | Lead::Alike | Lead::Winless | Lead::Tied);
    let is_open = draw_brackets(&mut canvas, entries, 0, |lead| lead == Lead::Open);
    let is_level = draw_brackets(&mut canvas, entries, 1, level);
    let mut y = bottom + 36.0;
    for (is_there, class, sign, text) in [
        (is_open, "open", "?", "Reihenfolge nicht gesichert"),
        (is_level, "level", "=", "gleichauf, oder ohne Unterschied"),
    ] {
        if is_there {
            canvas.path(class, &bracket(MARGIN, [y - 5.0, y + 5.0], class));
            canvas.text([MARGIN + 10.0, y], Anchor::Start, class, sign);
            canvas.text([MARGIN + 28.0, y], Anchor::Start, "small", text);
            y += LINE;
        }
    }
    if entries.iter().any(|entry| !entry.can_win) {
        let x = MARGIN + 4.0;
        canvas.draw("circle", "grey mark", &[("cx", x), ("cy", y), ("r", 4.0)]);
        let text = "grau: kann nie gewinnen";
        canvas.text([MARGIN + 28.0, y], Anchor::Start, "small", text);
        y += LINE;
    }
    let text = origin::of_list(report, &[rules]);
    y = canvas.lines([MARGIN, y], WIDTH - 2.0 * MARGIN, "small", &text);
    let best = entries.iter().zip(1..).take(10).map(|(entry, rank)| {
        let faces = all_faces(&report.dice[entry.die]);
        format!("Rang {rank}: {faces} mit {} %", share(entry))
    });
    let frame = Frame {
        width: WIDTH,
        height: y + 4.0,
        title: format!("Würfel-Bestenliste: {what}"),
        description: best.collect::<Vec<_>>().join("; "),
    };
    canvas.finish(out, &frame)
}

/// The share as the list has it.
fn share(entry: &RankedDie) -> String {
    decimal::fraction(entry.share.percent(), 2)
}

/// The middle of a row.
fn middle(number: usize) -> f64 {
    TOP + ROW * (number as f64 + 0.5)
}

fn draw_row(
    canvas: &mut Canvas,
    report: &ListReport,
    axis: &Axis,
    number: usize,
    entry: &RankedDie,
) {
    let die = &report.dice[entry.die];
    let y = middle(number);
    let grey = if entry.can_win { "" } else { "grey " };
    let [low, high] = entry.interval;
    let title = format!(
        "{}. {}: {} %, von {low:.2} bis {high:.2} %",
        number + 1,
        all_faces(die),
        share(entry)
    );
    canvas.group(&[], Some(&title), |canvas| {
        let text = grey.trim_end();
        canvas.text([RANK, y], Anchor::End, text, &format!("{}.", number + 1));
        canvas.text(
            [SIDES, y],
            Anchor::End,
            text,
            &die.faces().len().to_string(),
        );

        canvas.text([FACES, y], Anchor::Start, text, &faces(die, ROOM, NORMAL));
        let [low, high] = [low, high].map(|end| axis.at(end));
        let line = [("x1", low), ("x2", high), ("y1", y), ("y2", y)];
        let class = format!("{grey}line");
        canvas.draw("line", &class, &line);
        for x in [low, high] {
            let end = [("x1", x), ("x2", x), ("y1", y - 4.0), ("y2", y + 4.0)];
            canvas.draw("line", &class, &end);
        }
        let point = [
            ("cx", axis.at(entry.share.as_percent())),
            ("cy", y),
            ("r", 3.5),
        ];
        canvas.draw("circle", &format!("{grey}mark"), &point);
        canvas.text(
            [SHARE, y],
            Anchor::End,
            text,
            &format!("{} %", share(entry)),
        );
    });
}

/// Draws a bracket around neighbours between which it `is` so. Returns whether there are any.
fn draw_brackets(
    canvas: &mut Canvas,
    entries: &[RankedDie],
    column: usize,
    is: impl Fn(Lead) -> bool,
) -> bool {
    let (class, sign) = [("open", "?"), ("level", "=")][column];
    let x = BRACKETS[column];
    let mut first = None;
    let mut any = false;
    for (number, entry) in entries.iter().enumerate() {
        let goes_on = number + 1 < entries.len() && entry.lead.is_some_and(&is);
        match (first, goes_on) {
            (None, true) => first = Some(number),
            (Some(start), false) => {
                let ends = [middle(start) - 4.0, middle(number) + 4.0];
                canvas.path(class, &bracket(x, ends, class));
                let y = (ends[0] + ends[1]) / 2.0;
                canvas.text([x + 10.0, y], Anchor::Start, class, sign);
                first = None;
                any = true;
            }
            _ => {}
        }
    }
    any
}

/// A bracket that opens to the left.
fn bracket(x: f64, ends: [f64; 2], class: &str) -> String {
    let [top, bottom] = ends.map(number);
    let [left, right] = [x, x + 6.0].map(number);
    match class {
        "level" => format!(
            "M{left} {top}Q{right} {top} {right} {}V{}Q{right} {bottom} {left} {bottom}",
            number(ends[0] + 5.0),
            number(ends[1] - 5.0)
        ),
        _ => format!("M{left} {top}H{right}V{bottom}H{left}"),
    }
}
