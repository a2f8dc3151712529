//! What is known about the games of two against each other, whatever the list goes by.

use super::share::Share;
use crate::certainty::{Decision, half_width_of_pairing};
use crate::exact::Solution;
use crate::tournament::Pairing;

/// What is known about the games of two.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeadToHead {
    /// Their numbers, the lower one first.
    pub dice: [usize; 2],
    /// The share of games that each wins.
    pub won: [Share; 2],
    /// The share of games that nobody wins.
    pub drawn: Share,
    /// The ends of the interval of what each wins, in per cent: the 95 % interval, or if nothing was left to chance a
    /// certain one.
    pub intervals: [[f64; 2]; 2],
    /// What is certified.
    pub decision: Decision,
}

impl HeadToHead {
    pub(super) fn played(pairing: &Pairing, decision: Decision) -> HeadToHead {
        let tally = &pairing.tally;
        let games = tally.games();
        let won = [0, 1].map(|seat| tally.won_by(seat));
        HeadToHead {
            dice: pairing.dice,
            won: won.map(|won| Share { won, games }),
            drawn: Share {
                won: tally.draws,
                games,
            },
            intervals: won.map(|won| {
                let percent = Share { won, games }.as_percent();
                let half_width = 100.0 * half_width_of_pairing(won, games);
                [
                    (percent - half_width).max(0.0),
                    (percent + half_width).min(100.0),
                ]
            }),
            decision,
        }
    }

    /// Shares, from 0 to 1, that differ by less than `level` are level.
    pub(super) fn solved(dice: [usize; 2], solution: &Solution, level: f64) -> HeadToHead {
        let [won, lost, drawn, endless, _] = solution.estimate();
        let lead = solution.wins[0] - solution.wins[1];
        let decision = match solution.width() {
            width if lead > width => Decision::First,
            width if -lead > width => Decision::Second,
            width if lead.abs() + width < level => Decision::Level,
            _ => Decision::Open,
        };
        HeadToHead {
            dice,
            won: [won, lost].map(Share::of_probability),
            drawn: Share::of_probability(drawn + endless),
            intervals: [0, 1].map(|seat| {
                let percent = |end: f64| 100.0 * end.clamp(0.0, 1.0);
                solution.interval(seat).map(percent)
            }),
            decision,
        }
    }
}
