//! The list: a row a die, with a point at its share and a line for its interval.

use itertools::Itertools;

use super::canvas::*;
use super::caption::Caption;
use wuerfelglueck::dice::Die;
use wuerfelglueck::ranking::{Criterion, OrderStatus, RankedDie, Ranking, Source};

/// The height of a row.
const ROW: f64 = 22.0;
/// The columns left of the scale.
const LABELS: RowLabels = RowLabels {
    sides_end: Some(104.0),
    widest_faces: 200.0,
};
/// The right end of the scale.
const SCALE_END: f64 = 648.0;
/// The right end of the column of shares.
const SHARES_END: f64 = 722.0;
/// The width of the picture.
const WIDTH: f64 = 800.0;
/// The left ends of brackets.
const OPEN_BRACKETS: f64 = 732.0;
const LEVEL_BRACKETS: f64 = 754.0;

/// A list that is drawn: its rows, and the places of its parts.
struct ListChart<'a> {
    dice: &'a [Die],
    entries: &'a [RankedDie],
    axis: Axis,
    /// The height at which the first row begins.
    top: f64,
}

/// Draws a list with a label, which may be empty.
pub fn draw(picture: &mut Picture, dice: &[Die], ranking: &Ranking, label: &str) -> Caption {
    let entries = ranking.listed();
    let quantity = name_quantity(ranking.plan.criterion);
    let colon = if label.is_empty() { "" } else { ": " };
    let title = format!("Würfel-Bestenliste{colon}{label}");
    let title = shorten(&title, WIDTH - 2.0 * MARGIN, LARGE);
    let interval = name_interval(ranking);
    let subtitle = format!("{quantity} in Prozent, mit {interval}");
    let chart = ListChart {
        dice,
        entries,
        axis: scale_for(dice, entries),
        top: picture.draw_heading(WIDTH, &title, &subtitle),
    };
    LABELS.draw_heads(picture, chart.top);
    let bottom = chart.top + ROW * entries.len() as f64;
    chart.axis.draw(picture, chart.top, bottom);
    for (entry, rank) in entries.iter().zip(1..) {
        chart.draw_row(picture, entry, rank);
    }
    picture.y = bottom + 36.0;
    chart.draw_brackets(picture, Bracket::Open);
    chart.draw_brackets(picture, Bracket::Level);
    if entries.iter().any(|entry| !entry.can_win) {
        picture.draw_legend_line("grau: kann nie gewinnen", |picture, Point { x, y }| {
            picture.draw_circle("grey mark", at(x + 4.0, y), 4.0);
        });
    }
    Caption {
        title: format!("Würfel-Bestenliste: {quantity}"),
        description: format!("{label}{colon}{}", chart.describe_best()),
    }
}

/// The German name of the quantity that a list goes by.
fn name_quantity(criterion: Criterion) -> &'static str {
    match criterion {
        Criterion::Wins => "Anteil gewonnener Spiele",
        Criterion::Points => "Anteil der Punkte",
        Criterion::Duels => "Anteil gewonnener Duelle",
    }
}

/// The German name of the intervals of a list, in the dative.
fn name_interval(ranking: &Ranking) -> &'static str {
    match (ranking.plan.criterion, &ranking.source) {
        (Criterion::Duels, _) => "dem, was offen ist",
        (_, Source::Games(_)) => "95-%-Intervall",
        (_, Source::Solutions(_)) => "sicherem Intervall",
    }
}

/// The scale that holds all shares and intervals.
fn scale_for(dice: &[Die], entries: &[RankedDie]) -> Axis {
    let listed = entries.iter().map(|entry| &dice[entry.die]);
    let ends = entries.iter().flat_map(|entry| entry.interval);
    let shares = entries.iter().map(|entry| entry.share.as_percent());
    Axis::around(ends.chain(shares), LABELS.end(listed), SCALE_END)
}

/// Formats the share of an entry.
fn format_share(entry: &RankedDie) -> String {
    format!("{} %", entry.share.round_percent(2))
}

impl ListChart<'_> {
    /// The height of the middle of the row of a rank.
    fn middle_of(&self, rank: usize) -> f64 {
        self.top + ROW * (rank as f64 - 0.5)
    }

    fn draw_row(&self, picture: &mut Picture, entry: &RankedDie, rank: usize) {
        let y = self.middle_of(rank);
        let die = &self.dice[entry.die];
        let share = format_share(entry);
        let [low, high] = entry.interval;
        let faces = format_many_faces(die);
        let title = format!("{rank}. {faces}: {share}, von {low:.2} bis {high:.2} %");
        let grey = if entry.can_win { "" } else { "grey " };
        picture.draw_group("", &title, |picture| {
            let class = grey.trim_end();
            LABELS.draw_die(picture, class, y, rank, die);
            let line = format!("{grey}line");
            let [low, high] = [low, high].map(|end| self.axis.x(end));
            picture.draw_line(&line, at(low, y), at(high, y));
            for end in [low, high] {
                picture.draw_line(&line, at(end, y - 4.0), at(end, y + 4.0));
            }
            let point = at(self.axis.x(entry.share.as_percent()), y);
            picture.draw_circle(&format!("{grey}mark"), point, 3.5);
            picture.draw_text(class, at(SHARES_END, y), Anchor::End, &share);
        });
    }

    /// Draws a bracket around each run of neighbours with this relation, and if there is any, its
    /// meaning in the legend.
    fn draw_brackets(&self, picture: &mut Picture, bracket: Bracket) {
        let (x, meaning) = match bracket {
            Bracket::Open => (OPEN_BRACKETS, "Reihenfolge nicht gesichert"),
            Bracket::Level => (LEVEL_BRACKETS, "gleichauf, oder ohne Unterschied"),
        };
        let is_inside = |above: &RankedDie| match above.order {
            None | Some(OrderStatus::Certified) => false,
            Some(OrderStatus::Open) => bracket == Bracket::Open,
            Some(_) => bracket == Bracket::Level,
        };
        let mut last = 0;
        let mut is_drawn = false;
        for run in self.entries.chunk_by(|above, _| is_inside(above)) {
            let first = last + 1;
            last += run.len();
            if first < last {
                let top = self.middle_of(first) - 4.0;
                let bottom = self.middle_of(last) + 4.0;
                picture.draw_bracket(bracket, x, top, bottom);
                is_drawn = true;
            }
        }
        if is_drawn {
            picture.draw_legend_line(meaning, |picture, Point { x, y }| {
                picture.draw_bracket(bracket, x, y - 5.0, y + 5.0);
            });
        }
    }

    /// Describes the best dice, for those who do not see the picture.
    fn describe_best(&self) -> String {
        const MOST_DESCRIBED: usize = 10;
        let best = self.entries.iter().zip(1..).take(MOST_DESCRIBED);
        best.map(|(entry, rank)| {
            let faces = format_many_faces(&self.dice[entry.die]);
            format!("Rang {rank}: {faces} mit {}", format_share(entry))
        })
        .join("; ")
    }
}
