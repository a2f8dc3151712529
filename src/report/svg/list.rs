//! The list: a row a die, with a point at its share and a line for its interval.

use itertools::Itertools;

use super::canvas::*;
use wuerfelglueck::decimal;
use wuerfelglueck::dice::Die;
use wuerfelglueck::ranking::{Criterion, Lead, RankedDie, Ranking, Source};

const ROW: f64 = 22.0;
/// Where columns end or begin.
const RANK: f64 = 56.0;
const SIDES: f64 = 104.0;
const FACES: f64 = 116.0;
const ROOM: f64 = 200.0;
const RIGHT: f64 = 648.0;
const SHARE: f64 = 722.0;
const WIDTH: f64 = 800.0;

/// Brackets around neighbours: their class, where they are, and what they mean.
const BRACKETS: [(&str, f64, &str); 2] = [
    ("open", 732.0, "Reihenfolge nicht gesichert"),
    ("level", 754.0, "gleichauf, oder ohne Unterschied"),
];

/// Draws a list, the label of which tells it from others. Returns the title of a picture, and what
/// is to be seen.
pub fn draw(picture: &mut Picture, dice: &[Die], ranking: &Ranking, label: &str) -> [String; 2] {
    let entries = ranking.listed();
    let interval = match ranking.source {
        Source::Games(_) => "95-%-Intervall",
        Source::Solutions(_) => "sicherem Intervall",
    };
    let (what, interval) = match ranking.plan.criterion {
        Criterion::Wins => ("Anteil gewonnener Spiele", interval),
        Criterion::Points => ("Anteil der Punkte", interval),
        Criterion::Duels => ("Anteil gewonnener Duelle", "dem, was offen ist"),
    };
    let ends = entries.iter().flat_map(|entry| entry.interval);
    let shares = entries.iter().map(|entry| entry.share.as_percent());
    let listed = entries.iter().map(|entry| &dice[entry.die]);
    // The head of the column needs room, too.
    let left = FACES + room(listed, ROOM, NORMAL).max(80.0) + 20.0;
    let axis = Axis::around(ends.chain(shares), [left, RIGHT]);

    let colon = if label.is_empty() { "" } else { ": " };
    let title = format!("Würfel-Bestenliste{colon}{label}");
    let title = shortened(&title, WIDTH - 2.0 * MARGIN, LARGE);
    let top = picture.heading(WIDTH, &title, &format!("{what} in Prozent, mit {interval}"));
    picture.text("small", [RANK, top - HEAD], END, "Rang");
    picture.text("small", [SIDES, top - HEAD], END, "Seiten");
    picture.text("small", [FACES, top - HEAD], START, "Augenzahlen");
    let bottom = top + ROW * entries.len() as f64;
    axis.draw(picture, [top, bottom]);
    let share = |entry: &RankedDie| decimal::fraction(entry.share.percent(), 2) + " %";
    let middle = |rank: usize| top + ROW * (rank as f64 - 0.5);
    for (entry, rank) in entries.iter().zip(1..) {
        let y = middle(rank);
        let die = &dice[entry.die];
        let grey = if entry.can_win { "" } else { "grey " };
        let shown = share(entry);
        let [low, high] = entry.interval;
        let all = all_faces(die);
        let title = format!("{rank}. {all}: {shown}, von {low:.2} bis {high:.2} %");
        picture.group("", &title, |picture| {
            let class = grey.trim_end();
            picture.text(class, [RANK, y], END, &format!("{rank}."));
            picture.text(class, [SIDES, y], END, &die.faces().len().to_string());
            picture.text(class, [FACES, y], START, &faces(die, ROOM, NORMAL));
            let [low, high, share] = [low, high, entry.share.as_percent()].map(|at| axis.at(at));
            let line = format!("{grey}line");
            picture.line(&line, [low, high], [y; 2]);
            for end in [low, high] {
                picture.line(&line, [end; 2], [y - 4.0, y + 4.0]);
            }
            picture.circle(&format!("{grey}mark"), [share, y], 3.5);
            picture.text(class, [SHARE, y], END, &shown);
        });
    }
    picture.y = bottom + 36.0;
    for (class, x, text) in BRACKETS {
        let is_one = |above: &RankedDie| match above.lead {
            None | Some(Lead::Certified) => false,
            Some(lead) => (lead == Lead::Open) == (class == "open"),
        };
        let (mut last, mut is_there) = (0, false);
        for together in entries.chunk_by(|above, _| is_one(above)) {
            let first = last + 1;
            last += together.len();
            if first < last {
                picture.bracket(class, x, [middle(first) - 4.0, middle(last) + 4.0]);
                is_there = true;
            }
        }
        if is_there {
            picture.legend(text, |picture, [x, y]| {
                picture.bracket(class, x, [y - 5.0, y + 5.0]);
            });
        }
    }
    if entries.iter().any(|entry| !entry.can_win) {
        picture.legend("grau: kann nie gewinnen", |picture, [x, y]| {
            picture.circle("grey mark", [x + 4.0, y], 4.0);
        });
    }
    let best = entries.iter().zip(1..).take(10).map(|(entry, rank)| {
        let faces = all_faces(&dice[entry.die]);
        format!("Rang {rank}: {faces} mit {}", share(entry))
    });
    let told = format!("{label}{colon}{}", best.format("; "));
    [format!("Würfel-Bestenliste: {what}"), told]
}
