//! The pairings: a cell for each listed die against each other one, in the order of ranks, coloured
//! by how often the die of the row wins.

use itertools::Itertools;

use super::canvas::*;
use super::caption::Caption;
use crate::report::matchup::{Matchup, find_matchups};
use wuerfelglueck::dice::Die;
use wuerfelglueck::ranking::Ranking;

/// The greatest width of the labels of rows.
const WIDEST_LABELS: f64 = 190.0;
/// The least width of a picture, for the text below the matrix.
const LEAST_WIDTH: f64 = 600.0;
/// The width of a matrix of many dice, unless its cells would be too small or too large.
const MATRIX_OF_MANY: f64 = 780.0;
/// The most dice that have numbers in their cells.
const MOST_NUMBERED: usize = 12;
/// The side of a cell with a number.
const NUMBERED_CELL: f64 = 46.0;
/// The most dice whose cells have titles; those of more dice would make the file too large.
const MOST_TITLED: usize = 40;
/// The width of a per cent on the scale of the legend, and the height of the scale.
const SCALE_STEP: f64 = 2.4;
const SCALE_HEIGHT: f64 = 12.0;

/// A colour; each part is from 0 to 255.
#[derive(Clone, Copy)]
struct Colour {
    red: u32,
    green: u32,
    blue: u32,
}

/// The ends and the middle of the scale, which do not need red told from green.
const ORANGE: Colour = Colour {
    red: 196,
    green: 84,
    blue: 10,
};
const WHITE: Colour = Colour {
    red: 250,
    green: 250,
    blue: 250,
};
const BLUE: Colour = Colour {
    red: 24,
    green: 92,
    blue: 168,
};

/// An attribute for shapes that touch.
const CRISP: &str = " shape-rendering=\"crispEdges\"";

/// The share that the die of the row wins, draws being half a win each, in whole per cent: 50 if
/// both win equally often.
fn whole_percent(matchup: &Matchup) -> u32 {
    let rounded = (matchup.share().exact_percent() + matchup.draws().exact_percent() / 2).round();
    rounded.to_integer().min(100) as u32
}

/// The colour for a share in per cent.
fn colour_of(percent: u32) -> String {
    let (from, to, part) = match percent {
        0..50 => (ORANGE, WHITE, percent),
        _ => (WHITE, BLUE, percent - 50),
    };
    let mix = |from: u32, to: u32| (from * (50 - part) + to * part) / 50;
    let red = mix(from.red, to.red);
    let green = mix(from.green, to.green);
    let blue = mix(from.blue, to.blue);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// A matrix that is drawn: its dice by rank, and the places of its parts.
struct MatrixChart<'a> {
    dice: Vec<&'a Die>,
    /// The width of the labels of rows.
    labels: f64,
    /// The left end of the cells.
    left: f64,
    /// The upper end of the cells.
    top: f64,
    /// The side of a cell.
    side: f64,
}

/// Draws a matrix of the dice that are listed, and its legend.
pub fn draw(picture: &mut Picture, dice: &[Die], ranking: &Ranking) -> Caption {
    let listed = ranking.listed().iter();
    let dice = listed.map(|entry| &dice[entry.die]).collect_vec();
    let side = match dice.len() {
        0..=MOST_NUMBERED => NUMBERED_CELL,
        number => (MATRIX_OF_MANY / number as f64).clamp(2.0, 26.0),
    };
    let longest_rank = text_width(&format!("{}. ", dice.len()), SMALL);
    let widest_faces = WIDEST_LABELS - longest_rank;
    let labels = longest_rank + faces_width(dice.iter().copied(), widest_faces, SMALL);
    let left = MARGIN + labels + 8.0;
    let size = side * dice.len() as f64;
    let width = (left + size + MARGIN).max(LEAST_WIDTH);
    let title = "Wie oft jeder Würfel gegen jeden gewinnt";
    let subtitle = "Zeile gewinnt gegen Spalte, in Prozent der Spiele";
    let top = picture.draw_heading(width, title, subtitle);
    let number = dice.len();
    let is_listed = |matchup: &Matchup| matchup.rank.max(matchup.opponent_rank) <= number;
    let matchups = find_matchups(ranking, is_listed);
    let matrix = MatrixChart {
        dice,
        labels,
        left,
        top,
        side,
    };
    matrix.draw_labels(picture);
    picture.draw_rect("empty", at(left, top), size, size);
    let crisp = if number > MOST_TITLED { CRISP } else { "" };
    picture.draw_group(crisp, "", |picture| {
        for matchup in &matchups {
            matrix.draw_cell(picture, matchup);
        }
    });
    picture.y = top + size + 16.0;
    draw_legend(picture, &matchups);
    Caption {
        title: "Paarungen: wie oft jeder Würfel gegen jeden gewinnt".into(),
        description: format!(
            "Matrix von {number} Würfeln in der Reihenfolge der Ränge; blau, wo der Würfel der \
             Zeile öfter gewinnt als verliert, orange, wo seltener"
        ),
    }
}

impl MatrixChart<'_> {
    /// The number of rows or columns from one label to the next, if a label takes this height or
    /// width.
    fn label_step(&self, room: f64) -> usize {
        const STEPS: [usize; 9] = [1, 2, 5, 10, 20, 50, 100, 200, 500];
        const WIDEST_STEP: usize = 1000;
        let has_room = |step: &usize| *step as f64 * self.side >= room;
        STEPS.into_iter().find(has_room).unwrap_or(WIDEST_STEP)
    }

    fn draw_labels(&self, picture: &mut Picture) {
        let longest_rank = text_width(&format!("{}.", self.dice.len()), SMALL);
        let row_step = self.label_step(LINE - 3.0);
        let column_step = self.label_step(longest_rank + 3.0);
        for (die, rank) in self.dice.iter().zip(1_usize..) {
            let middle = self.side * (rank as f64 - 0.5);
            let name = format!("{rank}.");
            if rank.is_multiple_of(row_step) {
                let room = self.labels - text_width(&format!("{name} "), SMALL);
                let label = format!("{name} {}", format_faces(die, room, SMALL));
                let point = at(self.left - 6.0, self.top + middle);
                picture.draw_text("small", point, Anchor::End, &label);
            }
            if rank.is_multiple_of(column_step) {
                let point = at(self.left + middle, self.top - 10.0);
                picture.draw_text("small", point, Anchor::Middle, &name);
            }
        }
    }

    /// Draws the cell of a matchup: of few dice it has a title, and of very few its number.
    fn draw_cell(&self, picture: &mut Picture, matchup: &Matchup) {
        let side = self.side;
        let is_numbered = self.dice.len() <= MOST_NUMBERED;
        let corner = at(
            self.left + side * (matchup.opponent_rank - 1) as f64,
            self.top + side * (matchup.rank - 1) as f64,
        );
        let middle = at(corner.x + side / 2.0, corner.y + side / 2.0);
        let percent = whole_percent(matchup);
        let share = matchup.share().round_percent(2).to_string();
        let mut title = String::new();
        if self.dice.len() <= MOST_TITLED {
            let name = |rank: usize| format!("{rank}. {}", format_many_faces(self.dice[rank - 1]));
            let (row, column) = (name(matchup.rank), name(matchup.opponent_rank));
            title = format!("{row} gegen {column}: {share} %");
        }
        picture.draw_group("", &title, |picture| {
            picture.draw_rect(&colour_of(percent), corner, side, side);
            if is_numbered {
                // Far from the middle of the scale, light text is easier to read.
                let is_dark = percent.abs_diff(50) > 28;
                let class = if is_dark { "small light" } else { "small dark" };
                picture.draw_text(class, middle, Anchor::Middle, &share);
            }
        });
        if matchup.is_open() {
            let in_corner = at(corner.x + side - 7.0, corner.y + 7.0);
            let centre = if is_numbered { in_corner } else { middle };
            picture.draw_circle("dot", centre, (side / 6.0).min(3.0));
        }
    }
}

fn draw_legend(picture: &mut Picture, matchups: &[Matchup]) {
    let y = picture.y;
    picture.draw_group(CRISP, "", |picture| {
        for percent in 0..=100 {
            let x = MARGIN + SCALE_STEP * f64::from(percent);
            picture.draw_rect(&colour_of(percent), at(x, y), SCALE_STEP, SCALE_HEIGHT);
        }
    });
    picture.y += SCALE_HEIGHT + 11.0;
    picture.draw_text("small", at(MARGIN, picture.y), Anchor::Start, "0 %");
    for percent in [25, 50, 75, 100] {
        let x = MARGIN + SCALE_STEP * (f64::from(percent) + 0.5);
        let text = format!("{percent} %");
        picture.draw_text("small", at(x, picture.y), Anchor::Middle, &text);
    }
    picture.y += LINE + 4.0;
    if matchups.iter().any(Matchup::is_open) {
        let text = "nicht gesichert, wer von beiden öfter gewinnt";
        picture.draw_legend_line(text, |picture, Point { x, y }| {
            picture.draw_circle("dot", at(x + 4.0, y), 3.0);
        });
    }
    if matchups.iter().any(Matchup::has_draws) {
        picture.write_small_print(
            "Was beiden zusammen an 100 % fehlt, endete unentschieden und zählt für die Farbe halb.",
        );
    }
}
