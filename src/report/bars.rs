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
        let mut line = " ".repeat(MARGIN);
        for percent in (0..100).step_by(step) {
            let column = self.column(f64::from(percent));
            line += &" ".repeat(MARGIN + column - line.len());
            line += &format!("|{percent}");
        }
        let end = "100 %|";
        line += &" ".repeat(MARGIN + columns - end.len() - line.len());
        line + end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BARS: Bars = Bars {
        width: 13,
        coloured: false,
    };

    #[test]
    fn whiskers_are_the_ends_of_the_interval() {
        for (interval, shown) in [
            ([30.0, 60.0], "###|--|"),
            ([30.0, 35.0], "###|"),
            ([39.0, 40.0], "###||"),
            ([0.0, 0.0], "|"),
            ([0.0, 25.0], "|-|"),
            ([95.0, 100.0], "#########|"),
            ([0.0, 100.0], "|--------|"),
        ] {
            assert_eq!(BARS.bar(interval), format!("   {shown}"), "{interval:?}");
        }
    }

    /// Each mark stands where the bar of the same share ends, however wide lines are.
    #[test]
    fn marks_stand_where_bars_end() {
        for width in 0..300 {
            let bars = Bars { width, ..BARS };
            let scale = bars.scale();
            assert_eq!(scale.len(), MARGIN + bars.columns());
            let mut marks = 0;
            for percent in [0.0, 20.0, 40.0, 50.0, 60.0, 80.0, 100.0] {
                let column = bars.bar([percent; 2]).len() - 1;
                let text = match percent {
                    100.0 => "100 %|".to_string(),
                    _ => format!("|{percent}"),
                };
                if let Some(start) = scale.find(&text) {
                    let mark = start + text.find('|').unwrap();
                    assert_eq!(mark, column, "{width}, {percent} %: {scale}");
                    marks += 1;
                }
            }
            assert_eq!(
                marks,
                if width >= 53 {
                    6
                } else if width >= 28 {
                    3
                } else {
                    2
                }
            );
        }
        assert_eq!(BARS.scale(), "   |0  100 %|");
    }

    #[test]
    fn colours_change_no_sign() {
        let coloured = Bars {
            coloured: true,
            ..BARS
        };
        let bar = "   \u{1b}[34m###\u{1b}[0m\u{1b}[33m|--|\u{1b}[0m";
        assert_eq!(coloured.bar([30.0, 60.0]), bar);
        assert_eq!(coloured.bar([0.0, 25.0]), "   \u{1b}[33m|-|\u{1b}[0m");
    }
}
