//! What to want in the game of two: a table of six rows and columns, coloured by its numbers.

use std::fmt;

use itertools::Itertools;

use super::canvas::{END, LINE, MARGIN, MIDDLE, Picture, START};
use super::program;
use crate::sixjack::KINDS;
use crate::sixjack::results::Duel;

const CELL: f64 = 54.0;
const CORNER: [f64; 2] = [150.0, 112.0];
const WIDTH: f64 = 520.0;

/// Colours for one to six cards, from light to dark.
const COLOURS: [&str; KINDS] = [
    "#e3edf7", "#a8c9e8", "#5d9fd3", "#2b74b3", "#144c82", "#082c52",
];
/// From so many cards on, the number is light on dark.
const DARK: usize = 4;

/// Draws what is wanted, with lines of text below.
pub fn write(out: &mut dyn fmt::Write, title: &str, duel: &Duel, notes: &[String]) -> fmt::Result {
    let [left, top] = CORNER;
    let size = CELL * KINDS as f64;
    let middle = size / 2.0;
    let subtitle = "wie viele brauchbare Karten ein Zug gewinnen soll";
    let mut picture = Picture::new(WIDTH, title, subtitle);
    let heading = "sichere Karten des Gegners";
    picture.text("small", [left + middle, top - 32.0], MIDDLE, heading);
    picture.text("small", [MARGIN, top + middle], START, "eigene sichere");
    picture.text("small", [MARGIN, top + middle + LINE], START, "Karten");
    for count in 0..KINDS {
        let middle = CELL * (count as f64 + 0.5);
        let text = count.to_string();
        picture.text("", [left + middle, top - 12.0], MIDDLE, &text);
        picture.text("", [left - 12.0, top + middle], END, &text);
    }
    let shown = |wanted: Option<usize>| wanted.map_or("x".into(), |wanted| wanted.to_string());
    for (own, other) in (0..KINDS).cartesian_product(0..KINDS) {
        let [x, y] = [left + CELL * other as f64, top + CELL * own as f64];
        let wanted = duel.wanted(own, other);
        let (ground, class) = match wanted {
            Some(cards @ DARK..) => (COLOURS[cards - 1], "light"),
            Some(cards) => (COLOURS[cards - 1], "dark"),
            None => ("empty", "grey"),
        };
        picture.rect(ground, [x + 1.0, y + 1.0], [CELL - 2.0; 2]);
        let at = [x + CELL / 2.0, y + CELL / 2.0];
        picture.text(class, at, MIDDLE, &shown(wanted));
    }
    picture.y = top + size + 24.0;
    for note in notes {
        picture.small_print(note);
    }
    picture.small_print(&format!("ohne Zufall · {}", program()));
    let mut rows = (0..KINDS).map(|own| {
        let mut row = (0..KINDS).map(|other| shown(duel.wanted(own, other)));
        format!("eigene {own}: {}", row.join(" "))
    });
    picture.finish(out, title, &rows.join("; "))
}
