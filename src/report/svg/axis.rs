//! Axes: where values lie, and which of them are named.

use itertools::Itertools;
use itertools::MinMaxResult::MinMax;

use super::canvas::{MIDDLE, Picture, number};

/// A scale from left to right that ends at ticks.
pub struct Axis {
    /// The values of the ticks, at least two, the least first.
    ticks: Vec<f64>,
    /// Where the first and the last tick are.
    ends: [f64; 2],
}

const ALL: u32 = 10_000;

impl Axis {
    /// The narrowest scale of per cent with at most six steps on which these values lie.
    pub fn around(values: impl Iterator<Item = f64>, ends: [f64; 2]) -> Axis {
        const STEPS: [u32; 8] = [10, 20, 50, 100, 200, 500, 1000, 2000];
        const MOST: u32 = 6;
        let hundredths = values.map(|value| (100.0 * value).clamp(0.0, f64::from(ALL)));
        // A single value says nothing about the scale, and none at all even less.
        let [low, high] = match hundredths.minmax() {
            MinMax(low, high) if low < high => [low as u32, high.ceil() as u32],
            _ => [0, ALL],
        };
        let is_wide = |step: &u32| high.div_ceil(*step) - low / step <= MOST;
        let step = STEPS.into_iter().find(is_wide).unwrap_or(ALL);
        let ticks = (low / step..=high.div_ceil(step)).map(|tick| f64::from(tick * step) / 100.0);
        Axis {
            ticks: ticks.collect(),
            ends,
        }
    }

    /// Where a value lies.
    pub fn at(&self, value: f64) -> f64 {
        let [first, last] = [self.ticks[0], self.ticks[self.ticks.len() - 1]];
        let [left, right] = self.ends;
        left + (value.clamp(first, last) - first) / (last - first) * (right - left)
    }

    /// Draws a line for each tick between these heights, with its value above and below.
    pub fn draw(&self, picture: &mut Picture, [top, bottom]: [f64; 2]) {
        for &tick in &self.ticks {
            let x = self.at(tick);
            picture.line("grid", [x, x], [top, bottom]);
            for y in [top - 14.0, bottom + 12.0] {
                picture.text("small", [x, y], MIDDLE, &number(tick));
            }
        }
    }
}
