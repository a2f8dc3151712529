//! Several lists: a column a rule set, and a line for each die from its rank in one to that in the next.

use std::fmt;

use itertools::Itertools;

use super::canvas::{
    END, LINE, MARGIN, MIDDLE, NORMAL, Picture, SMALL, START, all_faces, faces, number, room,
    shortened, width,
};
use super::origin;
use crate::ranking::Ranking;
use crate::report::ListReport;

const ROW: f64 = 22.0;
const TOP: f64 = 92.0;
/// The most room for a die at the left and at the right.
const LABELS: f64 = 190.0;
/// The least and the greatest distance of two columns.
const STEP: [f64; 2] = [170.0, 320.0];

/// Colours of dice whose rank changes, which those can tell apart, too, who do not see all colours (Okabe and Ito 2008).
const COLOURS: [&str; 6] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9",
];

struct Column<'a> {
    name: String,
    ranking: &'a Ranking,
    ranks: Vec<usize>,
}

impl Column<'_> {
    fn rank(&self, die: usize) -> Option<usize> {
        Some(self.ranks[die]).filter(|&rank| rank <= self.ranking.listed)
    }

    /// Whether the order of a die to the one above or the one below is not certified.
    fn is_open(&self, die: usize) -> bool {
        let mut open = self.ranking.open();
        open.any(|above| [above, above + 1].contains(&self.ranks[die]))
    }
}

pub fn write(out: &mut dyn fmt::Write, report: &ListReport) -> fmt::Result {
    let lists = report.found.labels();
    let columns = report.found.rankings.iter().zip(&lists);
    let columns = columns.map(|((_, ranking), label)| Column {
        name: label.iter().map(|(_, name)| name).join(", "),
        ranking,
        ranks: ranking.ranks(),
    });
    let columns = columns.collect_vec();
    let ranks = |die: usize| columns.iter().map(move |column| column.rank(die));
    let is_changed = |die: &usize| !ranks(*die).all_equal();
    let mut dice = (0..report.dice.len()).collect_vec();
    dice.retain(|&die| ranks(die).flatten().next().is_some());
    let mut all = dice.iter().flat_map(|&die| ranks(die));
    let last = all.clone().flatten().max().unwrap_or(0);

    let middle = |rank: usize| TOP + ROW * (rank as f64 - 0.5);
    let listed = dice.iter().map(|&die| &report.dice[die]);
    let labels = room(listed, LABELS, SMALL).max(50.0);
    let widths = columns.iter().map(|one| width(&one.name, NORMAL) + 16.0);
    let step = widths.fold(STEP[0], f64::max).min(STEP[1]);
    // Between a die and its column stands the rank.
    let gap = 24.0 + width(&format!("{last}."), SMALL);
    let left = MARGIN + (labels + gap).max(step / 2.0);
    let x = |number: usize| left + step * number as f64;
    let last_column = columns.len() - 1;
    let right = x(last_column);

    let title = format!(
        "Ränge je nach {}",
        lists[0].iter().map(|(what, _)| what).format(" und ")
    );
    let subtitle = "farbig, wessen Rang sich ändert; hohl, wo er nicht gesichert ist";
    let mut picture = Picture::new(right + left, &title, subtitle);
    for (number, column) in columns.iter().enumerate() {
        let name = shortened(&column.name, step - 8.0, NORMAL);
        picture.text("", [x(number), TOP - 16.0], MIDDLE, &name);
    }
    let told = |&die: &usize| {
        let ranks = columns.iter().map(|column| {
            let rank = column.rank(die).map(|rank| format!("{rank}."));
            let rank = rank.unwrap_or("weiter hinten".into());
            format!("{rank} bei {}", column.name)
        });
        format!("{}: {}", all_faces(&report.dice[die]), ranks.format(", "))
    };
    let mut colours = COLOURS.into_iter().cycle();
    // What moves lies above what does not.
    for die in dice.iter().sorted_by_key(|die| is_changed(die)) {
        let colour = is_changed(die).then(|| colours.next()).flatten();
        let attributes = match colour {
            Some(colour) => format!(" stroke=\"{colour}\" stroke-width=\"2.5\""),
            None => " class=\"same\"".into(),
        };
        let heights = ranks(*die).map(|rank| middle(rank.unwrap_or(last + 1)));
        let points = heights.enumerate().map(|(number, y)| [x(number), y]);
        let points = points.collect_vec();
        picture.group(&attributes, &told(die), |picture| {
            picture.outline(&curve(&points));
            for (at, column) in points.iter().zip(&columns) {
                let fill = colour.unwrap_or("grey");
                let class = if column.is_open(*die) { "ground" } else { fill };
                picture.circle(class, *at, 4.5);
            }
        });
    }
    for (column, side, anchor) in [(0, -1.0, END), (last_column, 1.0, START)] {
        let x = x(column);
        for &die in &dice {
            if let Some(rank) = columns[column].rank(die) {
                let faces = faces(&report.dice[die], LABELS, SMALL);
                picture.text("small", [x + side * gap, middle(rank)], anchor, &faces);
            }
        }
        for rank in 1..=last {
            let at = [x + side * 10.0, middle(rank)];
            picture.text("small", at, anchor, &format!("{rank}."));
        }
    }
    picture.y = TOP + ROW * last as f64 + LINE;
    if all.contains(&None) {
        let at = [left - 10.0, middle(last + 1)];
        picture.text("small", at, END, "weiter hinten");
        picture.y += ROW;
    }
    picture.small_print(&origin(&report.found.rankings, "", Some(report.found.seed)));
    let changed = dice.iter().filter(|die| is_changed(die));
    let mut description = changed.map(told).take(20).join("; ");
    if description.is_empty() {
        description = "Alle Würfel haben überall denselben Rang.".into();
    }
    let title = format!("Würfel-Bestenlisten: {title}");
    picture.finish(out, &title, &description)
}

/// A path through points, level at each of them.
fn curve(points: &[[f64; 2]]) -> String {
    let steps = points.iter().tuple_windows();
    let curves = steps.map(|(&[from, before], &[to, at])| {
        let [middle, before, to, at] = [(from + to) / 2.0, before, to, at].map(number);
        format!("C{middle} {before} {middle} {at} {to} {at}")
    });
    let [x, y] = points[0].map(number);
    format!("M{x} {y}{}", curves.format(""))
}
