//! The pairings: a cell for each, in the order of ranks, coloured by how often the die of the row wins.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use super::canvas::{
    Anchor, Canvas, Frame, LINE, MARGIN, SMALL, all_faces, faces, number, room, width,
};
use super::origin;
use crate::decimal;
use crate::ranking::Ranking;
use crate::report::ListReport;
use crate::report::list::{Against, against};
use crate::rules::Rules;

/// The most room for the dice of the rows.
const LABELS: f64 = 190.0;
/// The least width of a picture, for what stands below.
const LEAST: f64 = 600.0;
/// Up to so many dice have numbers in their cells.
const NUMBERED: usize = 12;
/// Up to so many dice have cells that tell more when pointed at; they would make the file of more dice too large.
const TOLD: usize = 40;

/// The ends and the middle of the scale, as red, green and blue: orange, white and blue, which are told apart by those, too,
/// who do not tell red from green.
const COLOURS: [[u32; 3]; 3] = [[196, 84, 10], [250, 250, 250], [24, 92, 168]];

/// The matrix of a rule set.
struct Matrix<'a> {
    report: &'a ListReport<'a>,
    ranking: &'a Ranking,
    against: Vec<Vec<Option<Against>>>,
    dice: usize,
    cell: f64,
    /// The room for the names of the rows.
    labels: f64,
    /// The corner of the first cell.
    corner: [f64; 2],
}

/// Draws a matrix for each rule set, one below the other.
pub(super) fn write(out: &mut dyn fmt::Write, report: &ListReport) -> fmt::Result {
    let mut canvas = Canvas::new();
    let mut y = MARGIN;
    let mut width = LEAST;
    for (rules, ranking) in report.rankings {
        let matrix = Matrix::new(report, ranking, y);
        width = width.max(matrix.right() + MARGIN);
        y = matrix.draw(&mut canvas, *rules);
    }
    let frame = Frame {
        width,
        height: y,
        title: "Paarungen: wie oft jeder Würfel gegen jeden gewinnt".into(),
        description: format!(
            "Matrix von {} Würfeln in der Reihenfolge der Ränge; blau, wo der Würfel der Zeile öfter gewinnt als \
             verliert, orange, wo seltener",
            report.rankings[0].1.listed
        ),
    };
    canvas.finish(out, &frame)
}

/// What a die won, draws being half a win each, in whole per cent: 50 if both won equally often.
fn percent(cell: &Against) -> u32 {
    let rounded = (cell.won.percent() + cell.drawn.percent() / 2).round();
    rounded.to_integer().min(100) as u32
}

/// The colour of so many per cent.
fn colour(percent: u32) -> String {
    let (from, to, part) = match percent {
        0..50 => (COLOURS[0], COLOURS[1], percent),
        _ => (COLOURS[1], COLOURS[2], percent - 50),
    };
    let mix = |index: usize| (from[index] * (50 - part) + to[index] * part) / 50;
    format!("#{:02x}{:02x}{:02x}", mix(0), mix(1), mix(2))
}

impl<'a> Matrix<'a> {
    fn new(report: &'a ListReport<'a>, ranking: &'a Ranking, top: f64) -> Matrix<'a> {
        /// The width of a matrix of many dice.
        const WIDTH: f64 = 780.0;
        let dice = ranking.listed;
        let cell = match dice {
            0..=NUMBERED => 46.0,
            _ => (WIDTH / dice as f64).clamp(2.0, 26.0),
        };
        let rank = width(&format!("{dice}. "), SMALL);
        let listed = ranking.listed().iter();
        let listed = listed.map(|entry| &report.dice[entry.die]);
        let labels = rank + room(listed, LABELS - rank, SMALL);
        Matrix {
            report,
            ranking,
            against: against(ranking),
            dice,
            cell,
            labels,
            corner: [MARGIN + labels + 8.0, top + 76.0],
        }
    }

    /// Where it ends.
    fn right(&self) -> f64 {
        self.corner[0] + self.cell * self.dice as f64
    }

    fn bottom(&self) -> f64 {
        self.corner[1] + self.cell * self.dice as f64
    }

    /// All pairings of two listed dice, as row, column and what was played.
    fn cells(&self) -> impl Iterator<Item = (usize, usize, &Against)> {
        let rows = self.against.iter().take(self.dice).enumerate();
        rows.flat_map(|(row, cells)| {
            let cells = cells.iter().take(self.dice).enumerate();
            cells.filter_map(move |(column, cell)| Some((row, column, cell.as_ref()?)))
        })
    }

    /// Whether it is not certified which of the two wins more often.
    fn is_open(&self, row: usize, column: usize) -> bool {
        self.against[row][column].is_some_and(|cell| cell.is_open)
    }

    /// Draws all of it. Returns where it ends.
    fn draw(&self, canvas: &mut Canvas, rules: Rules) -> f64 {
        let [left, top] = self.corner;
        let title = "Wie oft jeder Würfel gegen jeden gewinnt";
        canvas.text([MARGIN, top - 68.0], Anchor::Start, "large", title);
        let line = "Zeile gewinnt gegen Spalte, in Prozent der Spiele";
        canvas.text([MARGIN, top - 46.0], Anchor::Start, "small", line);
        self.draw_labels(canvas);
        let size = self.cell * self.dice as f64;
        let ground = [("x", left), ("y", top), ("width", size), ("height", size)];
        canvas.draw("rect", "empty", &ground);
        match self.dice {
            0..=TOLD => self.draw_told(canvas),
            _ => self.draw_many(canvas),
        }
        self.draw_legend(canvas, rules)
    }

    /// Names every row and column, or as many as there is room for.
    fn draw_labels(&self, canvas: &mut Canvas) {
        let [left, top] = self.corner;
        let longest = width(&format!("{}.", self.dice), SMALL) + 3.0;
        let every = |room: f64| {
            let steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
            let mut fits = steps
                .into_iter()
                .filter(|&step| step as f64 * self.cell >= room);
            fits.next().unwrap_or(self.dice.max(1))
        };
        // The first is named if its name does not touch the next one.
        let is_named = |number: usize, step: usize, room: f64| match number {
            0 => step == 1 || (step - 1) as f64 * self.cell >= room,
            _ => (number + 1).is_multiple_of(step),
        };
        let height = LINE - 3.0;
        let [rows, columns] = [every(height), every(longest)];

        for (number, entry) in self.ranking.listed().iter().enumerate() {
            let middle = self.cell * (number as f64 + 0.5);
            let rank = format!("{}.", number + 1);
            if is_named(number, rows, height) {
                let room = self.labels - width(&format!("{rank} "), SMALL);
                let faces = faces(&self.report.dice[entry.die], room, SMALL);
                let label = format!("{rank} {faces}");
                canvas.text([left - 6.0, top + middle], Anchor::End, "small", &label);
            }
            if is_named(number, columns, longest) {
                canvas.text([left + middle, top - 10.0], Anchor::Middle, "small", &rank);
            }
        }
    }

    /// Draws a cell for each pairing that tells what it means, and with few dice has its number.
    fn draw_told(&self, canvas: &mut Canvas) {
        let [left, top] = self.corner;
        for (row, column, cell) in self.cells() {
            let [x, y] = [
                left + self.cell * column as f64,
                top + self.cell * row as f64,
            ];
            let share = decimal::fraction(cell.won.percent(), 2);
            let dice = [row, column].map(|rank| {
                let faces = all_faces(&self.report.dice[self.ranking.entries[rank].die]);
                format!("{}. {faces}", rank + 1)
            });
            let title = format!("{} gegen {}: {share} %", dice[0], dice[1]);
            let percent = percent(cell);
            canvas.group(&[], Some(&title), |canvas| {
                let size = number(self.cell);
                let at = [("x", number(x)), ("y", number(y))];
                let at = at.each_ref().map(|(name, value)| (*name, &value[..]));
                let size = [("width", &size[..]), ("height", &size[..])];
                canvas.fill("rect", &colour(percent), &[at, size].concat());
                if self.dice <= NUMBERED {
                    let middle = [x + self.cell / 2.0, y + self.cell / 2.0];
                    let shade = if percent.abs_diff(50) > 28 {
                        "light"
                    } else {
                        "dark"
                    };
                    canvas.text(middle, Anchor::Middle, &format!("small {shade}"), &share);
                }
            });
            if self.is_open(row, column) {
                let at = match self.dice {
                    0..=NUMBERED => [x + self.cell - 7.0, y + 7.0],
                    _ => [x + self.cell / 2.0, y + self.cell / 2.0],
                };
                canvas.draw("circle", "dot", &[("cx", at[0]), ("cy", at[1]), ("r", 3.0)]);
            }
        }
    }

    /// Draws a path for all cells of a colour, and one for all that are open, in units of a cell.
    fn draw_many(&self, canvas: &mut Canvas) {
        let mut paths: BTreeMap<u32, String> = BTreeMap::new();
        let mut open = String::new();
        for (row, column, cell) in self.cells() {
            let path = paths.entry(percent(cell)).or_default();
            let _ = write!(path, "M{column} {row}h1v1h-1z");
            if self.is_open(row, column) {
                let _ = write!(open, "M{column} {row}h.4");
            }
        }
        let [left, top] = self.corner.map(number);
        let scale = format!("{:.6}", self.cell);
        let place = format!("translate({left} {top}) scale({scale})");
        let attributes = [("transform", &place[..]), ("shape-rendering", "crispEdges")];
        canvas.group(&attributes, None, |canvas| {
            for (percent, path) in &paths {
                canvas.fill("path", &colour(*percent), &[("d", path)]);
            }
        });
        if !open.is_empty() {
            // A dash in the middle of a cell.
            let place = format!("{place} translate(0.3 0.5)");
            let attributes = [("transform", &place[..]), ("stroke-width", "0.4")];
            canvas.group(&attributes, None, |canvas| canvas.path("dots", &open));
        }
    }

    /// Says what colours and dots mean, and where the numbers come from. Returns where that ends.
    fn draw_legend(&self, canvas: &mut Canvas, rules: Rules) -> f64 {
        /// The width of a per cent, and the height of the scale.
        const PER_CENT: f64 = 2.4;
        const HEIGHT: f64 = 12.0;
        let mut y = self.bottom() + 16.0;
        canvas.group(&[("shape-rendering", "crispEdges")], None, |canvas| {
            for percent in 0..=100 {
                let place = [
                    ("x", number(MARGIN + PER_CENT * f64::from(percent))),
                    ("y", number(y)),
                    ("width", number(PER_CENT)),
                    ("height", number(HEIGHT)),
                ];
                let place = place.each_ref().map(|(name, value)| (*name, &value[..]));
                canvas.fill("rect", &colour(percent), &place);
            }
        });
        y += HEIGHT + 11.0;
        for percent in [0, 25, 50, 75, 100] {
            let x = MARGIN + PER_CENT * (f64::from(percent) + 0.5);
            let anchor = if percent == 0 {
                Anchor::Start
            } else {
                Anchor::Middle
            };
            let x = if percent == 0 { MARGIN } else { x };
            canvas.text([x, y], anchor, "small", &format!("{percent} %"));
        }
        y += LINE + 4.0;
        if self
            .cells()
            .any(|(row, column, _)| self.is_open(row, column))
        {
            canvas.draw(
                "circle",
                "dot",
                &[("cx", MARGIN + 4.0), ("cy", y), ("r", 3.0)],
            );
            let text = "nicht gesichert, wer von beiden öfter gewinnt";
            canvas.text([MARGIN + 16.0, y], Anchor::Start, "small", text);
            y += LINE;
        }
        if self.cells().any(|(.., cell)| cell.drawn.won > 0) {
            let text = "Was beiden zusammen an 100 % fehlt, endete unentschieden und zählt für die Farbe halb.";
            canvas.text([MARGIN, y], Anchor::Start, "small", text);
            y += LINE;
        }
        let text = origin::of_list(self.report, &[rules]);
        let width = (self.right() - MARGIN).max(LEAST - 2.0 * MARGIN);
        canvas.lines([MARGIN, y], width, "small", &text) + 4.0
    }
}
