//! What to want in the game of two: a table of six rows and columns, coloured by its numbers.

use std::fmt;

use super::canvas::{Anchor, Canvas, Frame, LINE, MARGIN, number};
use super::origin;
use crate::sixjack::KINDS;
use crate::sixjack::strategy::Policy;

const CELL: f64 = 54.0;
const CORNER: [f64; 2] = [150.0, 112.0];
const WIDTH: f64 = 520.0;

/// Colours for one to six cards, from light to dark.
const COLOURS: [&str; KINDS] = [
    "#e3edf7", "#a8c9e8", "#5d9fd3", "#2b74b3", "#144c82", "#082c52",
];
/// From so many cards on, the number is light on dark.
const DARK: usize = 4;

/// Draws what is wanted where the other player `comes`, with lines of text below.
pub(crate) fn write(
    out: &mut dyn fmt::Write,
    title: &str,
    policy: &Policy,
    comes: impl Fn(usize) -> bool,
    notes: &[String],
) -> fmt::Result {
    let [left, top] = CORNER;
    let size = CELL * KINDS as f64;
    let mut canvas = Canvas::new();
    canvas.text([MARGIN, 28.0], Anchor::Start, "large", title);
    let line = "wie viele brauchbare Karten ein Zug gewinnen soll";
    canvas.text([MARGIN, 50.0], Anchor::Start, "small", line);
    let middle = left + size / 2.0;
    canvas.text(
        [middle, top - 32.0],
        Anchor::Middle,
        "small",
        "sichere Karten des Gegners",
    );
    canvas.text(
        [MARGIN, top + size / 2.0],
        Anchor::Start,
        "small",
        "eigene sichere",
    );
    canvas.text(
        [MARGIN, top + size / 2.0 + LINE],
        Anchor::Start,
        "small",
        "Karten",
    );
    for count in 0..KINDS {
        let middle = CELL * (count as f64 + 0.5);
        let text = count.to_string();
        canvas.text([left + middle, top - 12.0], Anchor::Middle, "", &text);
        canvas.text([left - 12.0, top + middle], Anchor::End, "", &text);
    }
    for own in 0..KINDS {
        for other in 0..KINDS {
            let wanted = policy.wanted(own, other);
            let [x, y] = [left + CELL * other as f64, top + CELL * own as f64];
            let [at_x, at_y, size] = [x + 1.0, y + 1.0, CELL - 2.0].map(number);
            let place = [
                ("x", &at_x[..]),
                ("y", &at_y),
                ("width", &size),
                ("height", &size),
            ];
            let at = [x + CELL / 2.0, y + CELL / 2.0];
            match comes(other) {
                true => {
                    let class = if wanted >= DARK { "light" } else { "dark" };
                    canvas.fill("rect", COLOURS[wanted - 1], &place);
                    canvas.text(at, Anchor::Middle, class, &wanted.to_string());
                }
                false => {
                    let size = [("width", CELL - 2.0), ("height", CELL - 2.0)];
                    let place = [("x", x + 1.0), ("y", y + 1.0), size[0], size[1]];
                    canvas.draw("rect", "empty", &place);
                    canvas.text(at, Anchor::Middle, "grey", "x");
                }
            }
        }
    }
    let mut y = top + size + 24.0;
    for note in notes {
        y = canvas.lines([MARGIN, y], WIDTH - 2.0 * MARGIN, "small", note);
    }
    let text = format!("ohne Zufall · {}", origin::program());
    y = canvas.lines([MARGIN, y], WIDTH - 2.0 * MARGIN, "small", &text);
    let rows = (0..KINDS).map(|own| {
        let wanted = (0..KINDS).map(|other| match comes(other) {
            true => policy.wanted(own, other).to_string(),
            false => "x".into(),
        });
        format!("eigene {own}: {}", wanted.collect::<Vec<_>>().join(" "))
    });
    let frame = Frame {
        width: WIDTH,
        height: y + 4.0,
        title: title.into(),
        description: rows.collect::<Vec<_>>().join("; "),
    };
    canvas.finish(out, &frame)
}
