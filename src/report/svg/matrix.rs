//! The pairings: a cell for each, in the order of ranks, coloured by how often the die of the row
//! wins.

use itertools::Itertools;

use super::canvas::*;
use crate::report::{Against, against};
use wuerfelglueck::decimal;
use wuerfelglueck::dice::Die;
use wuerfelglueck::ranking::Ranking;

/// The most room for the dice of the rows.
const LABELS: f64 = 190.0;
/// The least width of a picture, for what stands below, and the width of a matrix of many dice.
const LEAST: f64 = 600.0;
const MANY: f64 = 780.0;
/// Up to so many dice have numbers in their cells.
const NUMBERED: usize = 12;
/// Up to so many dice have cells that tell more when pointed at; they would make the file of more
/// dice too large.
const TOLD: usize = 40;
/// The width of a per cent in the legend, and the height of the scale.
const SCALE: [f64; 2] = [2.4, 12.0];

/// The ends and the middle of the scale: orange, white and blue, for those, too, who do not tell
/// red from green.
const COLOURS: [[u32; 3]; 3] = [[196, 84, 10], [250, 250, 250], [24, 92, 168]];

/// For shapes that touch.
const CRISP: &str = " shape-rendering=\"crispEdges\"";

/// What a die won, draws being half a win each, in whole per cent: 50 if both won equally often.
fn percent((_, known, [own, _]): &Against) -> u32 {
    let rounded = (known.won[*own].percent() + known.drawn.percent() / 2).round();
    rounded.to_integer().min(100) as u32
}

fn colour(percent: u32) -> String {
    let (from, to, part) = match percent {
        0..50 => (COLOURS[0], COLOURS[1], percent),
        _ => (COLOURS[1], COLOURS[2], percent - 50),
    };
    let mix = |index: usize| (from[index] * (50 - part) + to[index] * part) / 50;
    format!("#{:02x}{:02x}{:02x}", mix(0), mix(1), mix(2))
}

/// Draws a matrix, and what it means. Returns the title of a picture, and what is to be seen.
pub fn draw(picture: &mut Picture, dice: &[Die], ranking: &Ranking) -> [String; 2] {
    let listed = ranking.listed().iter();
    let dice = listed.map(|entry| &dice[entry.die]).collect_vec();
    let side = match dice.len() {
        0..=NUMBERED => 46.0,
        many => (MANY / many as f64).clamp(2.0, 26.0),
    };
    let is_listed = |ranks: [usize; 2]| ranks.iter().all(|&rank| rank <= dice.len());
    let cells = against(ranking, is_listed);
    let longest = width(&format!("{}. ", dice.len()), SMALL);
    let labels = longest + room(dice.iter().copied(), LABELS - longest, SMALL);
    let left = MARGIN + labels + 8.0;
    let size = side * dice.len() as f64;
    let title = "Wie oft jeder Würfel gegen jeden gewinnt";
    let subtitle = "Zeile gewinnt gegen Spalte, in Prozent der Spiele";
    let top = picture.heading((left + size + MARGIN).max(LEAST), title, subtitle);

    // Names that need so much room stand at every so many ranks.
    let named = |room: f64| {
        let mut steps = [1, 2, 5, 10, 20, 50, 100, 200, 500].into_iter();
        let step = steps.find(|&step| step as f64 * side >= room);
        move |rank: usize| rank.is_multiple_of(step.unwrap_or(1000))
    };
    let longest = width(&format!("{}.", dice.len()), SMALL);
    let [is_row_named, is_column_named] = [LINE - 3.0, longest + 3.0].map(named);
    for (die, rank) in dice.iter().zip(1..) {
        let middle = side * (rank as f64 - 0.5);
        let name = format!("{rank}.");
        if is_row_named(rank) {
            let room = labels - width(&format!("{name} "), SMALL);
            let label = format!("{name} {}", faces(die, room, SMALL));
            picture.text("small", [left - 6.0, top + middle], END, &label);
        }
        if is_column_named(rank) {
            picture.text("small", [left + middle, top - 10.0], MIDDLE, &name);
        }
    }

    picture.rect("empty", [left, top], [size; 2]);
    // Of few dice a cell tells what it means, and of very few it has its number.
    let is_numbered = dice.len() <= NUMBERED;
    let at = |rank: usize| side * (rank - 1) as f64;
    let name = |rank: &usize| format!("{rank}. {}", all_faces(dice[rank - 1]));
    let crisp = if dice.len() > TOLD { CRISP } else { "" };
    picture.group(crisp, "", |picture| {
        for cell @ ([row, column], known, [own, _]) in &cells {
            let [x, y] = [left + at(*column), top + at(*row)];
            let middle = [x + side / 2.0, y + side / 2.0];
            let percent = percent(cell);
            let share = decimal::fraction(known.won[*own].percent(), 2);
            let mut title = String::new();
            if dice.len() <= TOLD {
                title = format!("{} gegen {}: {share} %", name(row), name(column));
            }
            picture.group("", &title, |picture| {
                picture.rect(&colour(percent), [x, y], [side; 2]);
                if is_numbered {
                    let is_dark = percent.abs_diff(50) > 28;
                    let class = if is_dark { "small light" } else { "small dark" };
                    picture.text(class, middle, MIDDLE, &share);
                }
            });
            if known.decision.is_none() {
                let corner = [x + side - 7.0, y + 7.0];
                let at = if is_numbered { corner } else { middle };
                picture.circle("dot", at, (side / 6.0).min(3.0));
            }
        }
    });
    picture.y = top + size + 16.0;
    draw_legend(picture, &cells);
    let description = format!(
        "Matrix von {} Würfeln in der Reihenfolge der Ränge; blau, wo der Würfel der Zeile öfter gewinnt als \
         verliert, orange, wo seltener",
        dice.len()
    );
    let title = "Paarungen: wie oft jeder Würfel gegen jeden gewinnt";
    [title.into(), description]
}

fn draw_legend(picture: &mut Picture, cells: &[Against]) {
    let y = picture.y;
    picture.group(CRISP, "", |picture| {
        for percent in 0..=100 {
            let x = MARGIN + SCALE[0] * f64::from(percent);
            picture.rect(&colour(percent), [x, y], SCALE);
        }
    });
    picture.y += SCALE[1] + 11.0;
    picture.text("small", [MARGIN, picture.y], START, "0 %");
    for percent in [25, 50, 75, 100] {
        let x = MARGIN + SCALE[0] * (f64::from(percent) + 0.5);
        picture.text("small", [x, picture.y], MIDDLE, &format!("{percent} %"));
    }
    picture.y += LINE + 4.0;
    let mut known = cells.iter().map(|(_, known, _)| known);
    if known.clone().any(|one| one.decision.is_none()) {
        let text = "nicht gesichert, wer von beiden öfter gewinnt";
        picture.legend(text, |picture, [x, y]| {
            picture.circle("dot", [x + 4.0, y], 3.0)
        });
    }
    if known.any(|one| one.drawn.won > 0) {
        let text = "Was beiden zusammen an 100 % fehlt, endete unentschieden und zählt für die Farbe halb.";
        picture.small_print(text);
    }
}
