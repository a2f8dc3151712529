//! Several lists: a column a rule set, and a line for each die from its rank in one to that in the next.

use std::fmt::{self, Write};

use itertools::Itertools;

use super::canvas::{
    Anchor, Canvas, Frame, LINE, MARGIN, NORMAL, SMALL, all_faces, faces, number, room, shortened,
    width,
};
use super::origin;
use crate::dice::Die;
use crate::report::{Differences, ListReport};

/// The height of a rank.
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

/// Where a die stands under one rule set.
#[derive(Clone, Copy)]
struct Place {
    /// The row, from 0; that below all ranks if the die is listed elsewhere only.
    row: usize,
    is_listed: bool,
    /// Whether its order to the one above or the one below is not certified.
    is_open: bool,
}

pub(super) fn write(out: &mut dyn fmt::Write, report: &ListReport) -> fmt::Result {
    let dice = report.dice.len();
    let rows = report.rankings.iter().map(|(_, ranking)| ranking.listed);
    let rows = rows.max().unwrap_or(0);
    let columns: Vec<Vec<Place>> = report
        .rankings
        .iter()
        .map(|(_, ranking)| {
            let open = ranking
                .open()
                .flat_map(|rank| [rank, rank + 1])
                .collect_vec();
            let place = |rank: usize| Place {
                row: if rank <= ranking.listed {
                    rank - 1
                } else {
                    rows
                },
                is_listed: rank <= ranking.listed,
                is_open: open.contains(&rank),
            };
            ranking.ranks().into_iter().map(place).collect()
        })
        .collect();
    let listed = (0..dice).filter(|&die| columns.iter().any(|column| column[die].is_listed));
    let listed = listed.collect_vec();
    let is_cut = listed
        .iter()
        .any(|&die| columns.iter().any(|column| !column[die].is_listed));
    let rules = report
        .rankings
        .iter()
        .map(|(rules, _)| *rules)
        .unique()
        .collect_vec();
    let labels = room(listed.iter().map(|&die| &report.dice[die]), LABELS, SMALL).max(50.0);
    let differences = Differences::of(report.rankings);
    let title = format!("Ränge je nach {}", differences.names().format(" und "));
    let lists = report.rankings.iter().map(|(rules, ranking)| {
        let mut names = differences.of_list(*rules, ranking);
        names.join(", ")
    });
    let lists = lists.collect_vec();
    let names = lists.iter().map(|name| width(name, NORMAL) + 16.0);
    let step = names.fold(STEP[0], f64::max).min(STEP[1]);
    // Between a die and its column stands the rank.
    let gap = 24.0 + width(&format!("{rows}."), SMALL);
    let left = MARGIN + (labels + gap).max(step / 2.0);
    let right = left + step * (columns.len() - 1) as f64;
    let whole = right + left;

    let mut canvas = Canvas::new();
    canvas.text([MARGIN, 28.0], Anchor::Start, "large", &title);
    let line = "farbig, wessen Rang sich ändert; hohl, wo er nicht gesichert ist";
    canvas.text([MARGIN, 50.0], Anchor::Start, "small", line);
    for (column, name) in lists.iter().enumerate() {
        let name = shortened(name, step - 8.0, NORMAL);
        let x = left + step * column as f64;
        canvas.text([x, TOP - 16.0], Anchor::Middle, "", &name);
    }
    let mut colours = COLOURS.iter().cycle();
    let is_changed = |die: usize| !columns.iter().map(|column| column[die].row).all_equal();
    let (moving, still): (Vec<usize>, Vec<usize>) =
        listed.iter().partition(|&&die| is_changed(die));
    // What moves lies above what does not.
    for die in still.into_iter().chain(moving) {
        let places = columns.iter().map(|column| column[die]).collect_vec();
        let colour = is_changed(die).then(|| colours.next()).flatten().copied();
        draw_die(
            &mut canvas,
            &report.dice[die],
            &places,
            &lists,
            [left, step],
            colour,
        );
    }
    for (places, x, anchor) in [
        (columns.first(), left - gap, Anchor::End),
        (columns.last(), right + gap, Anchor::Start),
    ] {
        for &die in &listed {
            if let Some(place) = places
                .map(|column| column[die])
                .filter(|place| place.is_listed)
            {
                let text = faces(&report.dice[die], LABELS, SMALL);
                canvas.text([x, height(place.row)], anchor, "small", &text);
            }
        }
        for row in 0..rows {
            let x = if anchor == Anchor::End {
                left - 10.0
            } else {
                right + 10.0
            };
            canvas.text([x, height(row)], anchor, "small", &format!("{}.", row + 1));
        }
    }
    let mut y = TOP + ROW * rows as f64;
    if is_cut {
        canvas.text(
            [left - 10.0, height(rows)],
            Anchor::End,
            "small",
            "weiter hinten",
        );
        y += ROW;
    }
    y += LINE;
    let origin = origin::of_list(report, &rules);
    y = canvas.lines([MARGIN, y], whole - 2.0 * MARGIN, "small", &origin);
    let description = listed.iter().filter(|&&die| is_changed(die)).map(|&die| {
        let ranks = columns
            .iter()
            .zip(&lists)
            .map(|(column, list)| rank(column[die], list));
        format!("{}: {}", all_faces(&report.dice[die]), ranks.format(", "))
    });
    let description = description.take(20).join("; ");
    let frame = Frame {
        width: whole,
        height: y + 4.0,
        title: format!("Würfel-Bestenlisten: {title}"),
        description: match description.is_empty() {
            true => "Alle Würfel haben überall denselben Rang.".into(),
            false => description,
        },
    };
    canvas.finish(out, &frame)
}

/// The height of a row.
fn height(row: usize) -> f64 {
    TOP + ROW * (row as f64 + 0.5)
}

/// The rank of a die in words.
fn rank(place: Place, list: &str) -> String {
    match place.is_listed {
        true => format!("{}. bei {list}", place.row + 1),
        false => format!("weiter hinten bei {list}"),
    }
}

/// Draws the line of a die through all columns, in a colour of its own if it is not level.
fn draw_die(
    canvas: &mut Canvas,
    die: &Die,
    places: &[Place],
    lists: &[String],
    [left, step]: [f64; 2],
    colour: Option<&str>,
) {
    let ranks = places
        .iter()
        .zip(lists)
        .map(|(place, list)| rank(*place, list));
    let title = format!("{}: {}", all_faces(die), ranks.format(", "));
    let attributes = match colour {
        Some(colour) => vec![("stroke", colour), ("stroke-width", "2.5")],
        None => vec![("class", "same")],
    };
    canvas.group(&attributes, Some(&title), |canvas| {
        let mut path = String::new();
        let mut last: Option<[f64; 2]> = None;
        for (column, place) in places.iter().enumerate() {
            let [x, y] = [left + step * column as f64, height(place.row)];
            let [to, at] = [x, y].map(number);
            let _ = match last {
                None => write!(path, "M{to} {at}"),
                Some([from, before]) => {
                    let middle = number((from + x) / 2.0);
                    let before = number(before);
                    write!(path, "C{middle} {before} {middle} {at} {to} {at}")
                }
            };
            last = Some([x, y]);
        }
        canvas.plain("path", &[("d", &path), ("fill", "none")]);
        for (column, place) in places.iter().enumerate() {
            let [x, y] = [left + step * column as f64, height(place.row)];
            let circle = [("cx", x), ("cy", y), ("r", 4.5)];
            match colour.filter(|_| !place.is_open) {
                Some(colour) => {
                    let [x, y] = [x, y].map(number);
                    canvas.fill("circle", colour, &[("cx", &x), ("cy", &y), ("r", "4.5")]);
                }
                None if place.is_open => canvas.draw("circle", "ground", &circle),
                None => canvas.draw("circle", "grey", &circle),
            }
        }
    });
}
