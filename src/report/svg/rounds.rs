//! How many rounds strategies take alone: a row a strategy, with a box on a logarithmic scale.

use std::fmt;

use itertools::Itertools;

use super::axis::Axis;
use super::canvas::{END, Picture, START};
use super::program;
use crate::sixjack::exact::float;
use crate::sixjack::play::Cards;
use crate::sixjack::results::{Alone, Chance, rank};
use crate::text::count;

const ROW: f64 = 26.0;
const TOP: f64 = 96.0;
const RANK: f64 = 52.0;
const NAME: f64 = 64.0;
const PLOT: [f64; 2] = [176.0, 620.0];
const MEAN: f64 = 780.0;
const WIDTH: f64 = 800.0;

/// Draws a row a strategy, which played by `chance` or without, with a `note` below.
pub fn write(
    out: &mut dyn fmt::Write,
    studied: &[Alone],
    chance: Option<Chance>,
    note: Option<&str>,
) -> fmt::Result {
    let line = |row: &Alone| [row.range[0], row.range[row.range.len() - 1]].map(|end| end as f64);
    let most = studied.iter().map(|row| line(row)[1]).fold(2.0, f64::max);
    let axis = Axis::logarithmic(most, PLOT);
    let bottom = TOP + ROW * studied.len() as f64;
    let title = "Six Jack: Runden bis zu allen sechs Karten";
    let subtitle =
        "ein Computer allein; die Skala wächst von Strich zu Strich auf etwa das Doppelte";
    let mut picture = Picture::new(WIDTH, title, subtitle);
    picture.text("small", [RANK, TOP - 14.0], END, "Rang");
    picture.text("small", [NAME, TOP - 14.0], START, "Strategie");
    picture.text("small", [MEAN, TOP - 14.0], END, "Mittel");
    axis.draw(&mut picture, [TOP, bottom]);
    let rows = studied.iter().sorted_by_key(|row| row.mean).collect_vec();
    for (number, row) in rows.iter().enumerate() {
        let y = TOP + ROW * (number as f64 + 0.5);
        let at = |rounds| axis.at(rounds);
        let (mean, shown) = (float(row.mean), row.mean_text());
        let deviation = row.variance.map_or(0.0, |variance| float(variance).sqrt());
        let inner = match row.quartiles {
            Some(quartiles) => quartiles.map(|rounds| rounds as f64),
            None => [(mean - deviation).max(1.0), mean + deviation],
        };
        let title = format!("{}: im Mittel {shown} Runden", row.strategy);
        picture.group("", &title, |picture| {
            let rank = rank(studied, row.mean);
            picture.text("", [RANK, y], END, &format!("{rank}."));
            picture.text("", [NAME, y], START, &row.strategy.to_string());
            picture.whisker("rule", line(row).map(at), y);
            let [left, right] = inner.map(at);
            picture.rect("band", [left, y - 7.0], [right - left, 14.0]);
            if chance.is_none() {
                let median = at(row.range[1] as f64);
                picture.line("line", [median; 2], [y - 7.0, y + 7.0]);
            }
            picture.circle("hollow", [at(mean), y], 3.5);
            picture.text("", [MEAN, y], END, &shown);
        });
    }
    picture.y = bottom + 36.0;
    let [line, inner] = match chance {
        Some(_) => [
            "vom Minimum bis zum Maximum",
            "Mittel ± Standardabweichung, mindestens 1",
        ],
        None => [
            "1-%- bis 99-%-Quantil",
            "die mittlere Hälfte: 25-%- bis 75-%-Quantil",
        ],
    };
    picture.legend(line, |picture, [x, y]| {
        picture.line("rule", [x, x + 20.0], [y; 2]);
    });
    picture.legend(inner, |picture, [x, y]| {
        picture.rect("band", [x, y - 5.0], [20.0, 10.0]);
    });
    if chance.is_none() {
        picture.legend("Median", |picture, [x, y]| {
            picture.line("line", [x + 10.0; 2], [y - 6.0, y + 6.0]);
        });
    }
    picture.legend("Mittel", |picture, [x, y]| {
        picture.circle("hollow", [x + 10.0, y], 3.5);
    });
    if let Some(note) = note {
        picture.small_print(note);
    }
    let origin = chance.map_or("ohne Zufall".into(), |chance| {
        let cards = match chance.cards {
            Cards::Independent => "unabhängige Karten",
            Cards::Pile => "Karten vom Stapel",
        };
        let games = count(chance.games, "Spiel", "Spiele");
        format!("{cards} · {games} je Strategie · Saat {}", chance.seed)
    });
    picture.small_print(&format!("{origin} · {}", program()));
    let told = |row: &&Alone| {
        let rank = rank(studied, row.mean);
        format!("Rang {rank}: {} mit {}", row.strategy, row.mean_text())
    };
    picture.finish(out, title, &rows.iter().map(told).join("; "))
}
