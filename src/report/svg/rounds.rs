//! How many rounds strategies take alone: a row a strategy, with a box on a logarithmic scale.

use std::fmt;

use super::canvas::{Anchor, Canvas, Frame, LINE, MARGIN};

const ROW: f64 = 26.0;
const TOP: f64 = 96.0;
const RANK: f64 = 52.0;
const NAME: f64 = 64.0;
const PLOT: [f64; 2] = [176.0, 620.0];
const MEAN: f64 = 780.0;
const WIDTH: f64 = 800.0;

/// What is drawn of a strategy; numbers of rounds are at least 1.
pub(crate) struct Row {
    pub(crate) rank: usize,
    pub(crate) name: String,
    /// The ends of the line, and of the box.
    pub(crate) line: [f64; 2],
    pub(crate) inner: [f64; 2],
    /// The median, if it is known.
    pub(crate) median: Option<f64>,
    pub(crate) mean: f64,
    /// The mean in words.
    pub(crate) shown: String,
}

/// What rows mean, and what is said below them.
pub(crate) struct Legend<'a> {
    pub(crate) line: &'a str,
    pub(crate) inner: &'a str,
    pub(crate) notes: &'a [String],
}

/// Draws a row a strategy.
pub(crate) fn write(out: &mut dyn fmt::Write, rows: &[Row], legend: &Legend) -> fmt::Result {
    const TICKS: [f64; 13] = [
        1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1e3, 2e3, 5e3, 1e4,
    ];
    let most = rows.iter().map(|row| row.line[1]).fold(2.0, f64::max);
    let ticks = TICKS.iter().position(|&tick| tick >= most);
    let ticks = &TICKS[..=ticks.unwrap_or(TICKS.len() - 1)];
    let end = libm::log10(ticks[ticks.len() - 1]);
    let at = |rounds: f64| {
        let part = (libm::log10(rounds.max(1.0)) / end).min(1.0);
        PLOT[0] + part * (PLOT[1] - PLOT[0])
    };
    let bottom = TOP + ROW * rows.len() as f64;
    let mut canvas = Canvas::new();
    let title = "Six Jack: Runden bis zu allen sechs Karten";
    canvas.text([MARGIN, 28.0], Anchor::Start, "large", title);
    let line = "ein Computer allein; die Skala wächst von Strich zu Strich auf etwa das Doppelte";
    canvas.text([MARGIN, 50.0], Anchor::Start, "small", line);
    let head = TOP - 14.0;
    canvas.text([RANK, head], Anchor::End, "small", "Rang");
    canvas.text([NAME, head], Anchor::Start, "small", "Strategie");
    canvas.text([MEAN, head], Anchor::End, "small", "Mittel");
    for &tick in ticks {
        let x = at(tick);
        canvas.draw(
            "line",
            "grid",
            &[("x1", x), ("x2", x), ("y1", TOP), ("y2", bottom)],
        );
        for y in [head, bottom + 12.0] {
            canvas.text([x, y], Anchor::Middle, "small", &tick.to_string());
        }
    }
    for (number, row) in rows.iter().enumerate() {
        let y = TOP + ROW * (number as f64 + 0.5);
        let title = format!("{}: im Mittel {} Runden", row.name, row.shown);
        canvas.group(&[], Some(&title), |canvas| {
            canvas.text([RANK, y], Anchor::End, "", &format!("{}.", row.rank));
            canvas.text([NAME, y], Anchor::Start, "", &row.name);
            draw_box(canvas, row, y, at);
            canvas.text([MEAN, y], Anchor::End, "", &row.shown);
        });
    }
    let y = draw_legend(&mut canvas, rows, legend, bottom + 36.0);
    let rows = rows
        .iter()
        .map(|row| format!("Rang {}: {} mit {}", row.rank, row.name, row.shown));
    let frame = Frame {
        width: WIDTH,
        height: y + 4.0,
        title: title.into(),
        description: rows.collect::<Vec<_>>().join("; "),
    };
    canvas.finish(out, &frame)
}

/// The line, the box, the median in it, and the mean as a diamond.
fn draw_box(canvas: &mut Canvas, row: &Row, y: f64, at: impl Fn(f64) -> f64) {
    let [left, right] = row.line.map(&at);
    canvas.draw(
        "line",
        "rule",
        &[("x1", left), ("x2", right), ("y1", y), ("y2", y)],
    );
    for x in [left, right] {
        canvas.draw(
            "line",
            "rule",
            &[("x1", x), ("x2", x), ("y1", y - 4.0), ("y2", y + 4.0)],
        );
    }
    let [left, right] = row.inner.map(&at);
    let place = [
        ("x", left),
        ("y", y - 7.0),
        ("width", right - left),
        ("height", 14.0),
    ];
    canvas.draw("rect", "band", &place);
    if let Some(median) = row.median {
        let x = at(median);
        canvas.draw(
            "line",
            "line",
            &[("x1", x), ("x2", x), ("y1", y - 7.0), ("y2", y + 7.0)],
        );
    }
    draw_mean(canvas, [at(row.mean), y]);
}

fn draw_mean(canvas: &mut Canvas, [x, y]: [f64; 2]) {
    canvas.draw("circle", "hollow", &[("cx", x), ("cy", y), ("r", 3.5)]);
}

/// Says what is what. Returns where that ends.
fn draw_legend(canvas: &mut Canvas, rows: &[Row], legend: &Legend, mut y: f64) -> f64 {
    let x = MARGIN + 28.0;
    let ends = [("x1", MARGIN), ("x2", MARGIN + 20.0), ("y1", y), ("y2", y)];
    canvas.draw("line", "rule", &ends);
    canvas.text([x, y], Anchor::Start, "small", legend.line);
    y += LINE;
    let place = [
        ("x", MARGIN),
        ("y", y - 5.0),
        ("width", 20.0),
        ("height", 10.0),
    ];
    canvas.draw("rect", "band", &place);
    canvas.text([x, y], Anchor::Start, "small", legend.inner);
    y += LINE;
    if rows.iter().any(|row| row.median.is_some()) {
        let middle = MARGIN + 10.0;
        let ends = [
            ("x1", middle),
            ("x2", middle),
            ("y1", y - 6.0),
            ("y2", y + 6.0),
        ];
        canvas.draw("line", "line", &ends);
        canvas.text([x, y], Anchor::Start, "small", "Median");
        y += LINE;
    }
    draw_mean(canvas, [MARGIN + 10.0, y]);
    canvas.text([x, y], Anchor::Start, "small", "Mittel");
    y += LINE;
    for note in legend.notes {
        y = canvas.lines([MARGIN, y], WIDTH - 2.0 * MARGIN, "small", note);
    }
    y
}
