//! Bars below the lines of the Bestenliste, for people.

use console::Style;

/// Spaces left of each bar.
const MARGIN: usize = 3;
/// A line has room for so many columns beside the margin at least.
const LEAST: usize = 10;

/// How bars are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bars {
    /// The width of a line in characters, which stands for 100 %.
    pub width: usize,
    /// Whether they have colours.
    pub coloured: bool,
}

impl Bars {
    fn columns(self) -> usize {
        self.width.saturating_sub(MARGIN).max(LEAST)
    }

    /// The column of a share in per cent.
    fn column(self, percent: f64) -> usize {
        let columns = self.columns();
        let column = (percent / 100.0 * columns as f64) as usize;
        column.min(columns - 1)
    }

    /// The bar for an interval, in per cent. `#` reaches up to the interval, `-` is the interval, and `|` its ends.
    pub(super) fn bar(self, interval: [f64; 2]) -> String {
        let [low, high] = interval.map(|end| self.column(end));
        let whiskers = (low..=high).map(|column| match column {
            _ if column == low || column == high => '|',
            _ => '-',
        });
        let style = Style::new().force_styling(self.coloured);
        let reached = style.clone().blue().apply_to("#".repeat(low));
        let whiskers = style.yellow().apply_to(whiskers.collect::<String>());
        let margin = " ".repeat(MARGIN);
        match low {
            0 => format!("{margin}{whiskers}"),
            _ => format!("{margin}{reached}{whiskers}"),
        }
    }

    /// The line that says what columns mean: `|` stands in the column of the number beside it.
    pub(super) fn scale(self) -> String {
        let columns = self.columns();
        // So that numbers do not touch.
        let step = match columns {
            50.. => 20,
            25.. => 50,
            _ => 100,
        };
        let mut line = String::new();
        for percent in (0..100).step_by(step) {
            let start = MARGIN + self.column(f64::from(percent));
            line = format!("{line:start$}|{percent}");
        }
        let end = "100 %|";
        let start = MARGIN + columns - end.len();
        format!("{line:start$}{end}")
    }
}
