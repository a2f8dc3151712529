//! Axes: where values lie, and which of them are named.

use super::canvas::{Anchor, Canvas, number};

/// A scale of per cent from left to right. Its ends are ticks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    /// The first and the last tick, and the distance between two, in hundredths of a per cent.
    ticks: [u32; 3],
    /// Where the first and the last tick are.
    ends: [f64; 2],
}

/// All of the scale, in hundredths of a per cent.
const ALL: u32 = 10_000;

impl Axis {
    /// The narrowest scale with at most six steps on which these values, in per cent, lie.
    pub(super) fn around(values: impl IntoIterator<Item = f64>, ends: [f64; 2]) -> Axis {
        const STEPS: [u32; 8] = [10, 20, 50, 100, 200, 500, 1000, 2000];
        const MOST: u32 = 6;
        let ends_at = |ticks| Axis { ticks, ends };
        let hundredths = |value: f64| (100.0 * value).clamp(0.0, f64::from(ALL));
        let (low, high) = values
            .into_iter()
            .map(hundredths)
            .fold((f64::from(ALL), 0.0), |(low, high): (f64, f64), value| {
                (low.min(value), high.max(value))
            });
        // A single value says nothing about the scale, and none at all even less.
        if low >= high {
            return ends_at([0, ALL, 2000]);
        }
        let ticks = |step: u32| {
            let first = low as u32 / step * step;
            let last = (high.ceil() as u32).div_ceil(step) * step;
            [first, last, step]
        };
        let fits = |[first, last, step]: &[u32; 3]| (last - first) / step <= MOST;
        let ticks = STEPS.into_iter().map(ticks).find(fits);
        ends_at(ticks.unwrap_or([0, ALL, 2000]))
    }

    /// Where a value in per cent lies.
    pub(super) fn at(&self, value: f64) -> f64 {
        let [first, last] = [self.ticks[0], self.ticks[1]].map(|tick| f64::from(tick) / 100.0);
        let [left, right] = self.ends;
        left + (value.clamp(first, last) - first) / (last - first) * (right - left)
    }

    /// Draws a line for each tick between these heights, with its value at the heights of `labels`.
    pub(super) fn draw(&self, canvas: &mut Canvas, [top, bottom]: [f64; 2], labels: &[f64]) {
        let [first, last, step] = self.ticks;
        for tick in (first..=last).step_by(step as usize) {
            let value = f64::from(tick) / 100.0;
            let x = self.at(value);
            canvas.draw(
                "line",
                "grid",
                &[("x1", x), ("x2", x), ("y1", top), ("y2", bottom)],
            );
            for &y in labels {
                canvas.text([x, y], Anchor::Middle, "small", &number(value));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_have_few_round_ticks_around_all_values() {
        for (values, ticks) in [
            (&[0.0, 97.6][..], [0, 10_000, 2000]),
            (&[0.0, 100.0], [0, 10_000, 2000]),
            (&[], [0, 10_000, 2000]),
            (&[100.0, 100.0], [0, 10_000, 2000]),
            (&[0.0], [0, 10_000, 2000]),
            (&[44.1, 53.9], [4400, 5400, 200]),
            (&[49.98, 50.01], [4990, 5010, 10]),
        ] {
            let axis = Axis::around(values.iter().copied(), [0.0, 100.0]);
            assert_eq!(axis.ticks, ticks, "{values:?}");
            for &value in values {
                assert!((0.0..=100.0).contains(&axis.at(value)));
            }
        }
    }
}
