//! How many rounds strategies take alone: a row a strategy, with a box on a logarithmic scale.

use std::fmt;

use itertools::Itertools;

use super::axis::Axis;
use super::canvas::{END, Picture, START, Symbol};

const ROW: f64 = 26.0;
const TOP: f64 = 96.0;
const RANK: f64 = 52.0;
const NAME: f64 = 64.0;
const PLOT: [f64; 2] = [176.0, 620.0];
const MEAN: f64 = 780.0;
const WIDTH: f64 = 800.0;

/// What is drawn of a strategy; numbers of rounds are at least 1.
pub struct Row {
    pub rank: usize,
    pub name: String,
    /// The ends of the line, and of the box.
    pub line: [f64; 2],
    pub inner: [f64; 2],
    /// The median, if it is known.
    pub median: Option<f64>,
    pub mean: f64,
    /// The mean in words.
    pub shown: String,
}

/// What rows mean, and what is said below them.
pub struct Legend<'a> {
    pub line: &'a str,
    pub inner: &'a str,
    pub notes: &'a [String],
}

/// Draws a row a strategy.
pub fn write(out: &mut dyn fmt::Write, rows: &[Row], legend: &Legend) -> fmt::Result {
    let most = rows.iter().map(|row| row.line[1]).fold(2.0, f64::max);
    let axis = Axis::logarithmic(most, PLOT);
    let bottom = TOP + ROW * rows.len() as f64;
    let title = "Six Jack: Runden bis zu allen sechs Karten";
    let subtitle =
        "ein Computer allein; die Skala wächst von Strich zu Strich auf etwa das Doppelte";
    let mut picture = Picture::new(WIDTH, title, subtitle);
    picture.text("small", [RANK, TOP - 14.0], END, "Rang");
    picture.text("small", [NAME, TOP - 14.0], START, "Strategie");
    picture.text("small", [MEAN, TOP - 14.0], END, "Mittel");
    axis.draw(&mut picture, [TOP, bottom]);
    for (number, row) in rows.iter().enumerate() {
        let y = TOP + ROW * (number as f64 + 0.5);
        let at = |rounds| axis.at(rounds);
        let title = format!("{}: im Mittel {} Runden", row.name, row.shown);
        picture.group("", &title, |picture| {
            picture.text("", [RANK, y], END, &format!("{}.", row.rank));
            picture.text("", [NAME, y], START, &row.name);
            picture.whisker("rule", row.line.map(at), y);
            let [left, right] = row.inner.map(at);
            picture.rect("band", [left, y - 7.0], [right - left, 14.0]);
            if let Some(median) = row.median {
                picture.line("line", [at(median); 2], [y - 7.0, y + 7.0]);
            }
            picture.circle("hollow", [at(row.mean), y], 3.5);
            picture.text("", [MEAN, y], END, &row.shown);
        });
    }
    picture.y = bottom + 36.0;
    picture.legend(&[Symbol::Line("rule")], legend.line);
    picture.legend(&[Symbol::Band(10.0)], legend.inner);
    if rows.iter().any(|row| row.median.is_some()) {
        picture.legend(&[Symbol::Median], "Median");
    }
    picture.legend(&[Symbol::Point("hollow", 10.0, 3.5)], "Mittel");
    for note in legend.notes {
        picture.small_print(note);
    }
    let told = |row: &Row| format!("Rang {}: {} mit {}", row.rank, row.name, row.shown);
    picture.finish(out, title, &rows.iter().map(told).join("; "))
}
