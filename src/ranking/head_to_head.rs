//! What is known about the games of two against each other, whatever the list goes by.

use super::list::Share;
use crate::certainty::{Decision, Enough, interval_of_pairing};
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
    /// The two are level before any game if they are `even`.
    pub(super) fn played(pairing: &Pairing, even: bool, enough: &Enough) -> HeadToHead {
        let outcomes = pairing.outcomes();
        let games = outcomes.games();
        let [one, other, drawn] = outcomes.counts;
        let share = |won: u64| Share { won, games };
        HeadToHead {
            dice: pairing.dice,
            won: [one, other].map(share),
            drawn: share(drawn),
            intervals: [0, 1].map(|seat| {
                let won = outcomes.counts[seat] as f64;
                let squares = outcomes.scatter.own[seat];
                interval_of_pairing(won, games as f64, squares).map(|end| 100.0 * end)
            }),
            decision: match even {
                true => Decision::Level,
                false => enough.decide_duel(&outcomes),
            },
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
