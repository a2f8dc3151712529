//! What is known about the games of two against each other, whatever the list goes by.

use std::cmp::Ordering;

use num_rational::Ratio;

use crate::certainty::{Decision, Enough, interval_of_pairing};
use crate::exact::Solution;
use crate::tournament::Pairing;

/// A share of games, exactly: `won` of `games`, both twice as large if draws count half.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// What the games count, at most as much as their number.
    pub won: u64,
    /// Games played, at least one.
    pub games: u64,
}

impl Share {
    /// A probability, exact down to 2⁻⁵³.
    pub fn of_probability(probability: f64) -> Share {
        let games = 1 << f64::MANTISSA_DIGITS;
        let won = (probability.clamp(0.0, 1.0) * games as f64) as u64;
        Share { won, games }
    }

    /// The share in per cent, rounded to a floating point number.
    pub fn as_percent(self) -> f64 {
        self.won as f64 * 100.0 / self.games as f64
    }

    /// The share in per cent, 0 to 100.
    pub fn percent(self) -> Ratio<u128> {
        Ratio::new(100 * u128::from(self.won), u128::from(self.games))
    }
}

/// What is known about the games of two.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeadToHead {
    /// Their numbers, the lower one first.
    pub dice: [usize; 2],
    /// The share of games that each wins; both have the mean if nothing tells them apart.
    pub won: [Share; 2],
    /// How many games each has won, if games were played.
    pub won_games: Option<[u64; 2]>,
    /// The share of games that nobody wins.
    pub drawn: Share,
    /// The ends of the interval of what each wins, in per cent: the 95 % interval, or if nothing was left to chance a
    /// certain one.
    pub intervals: [[f64; 2]; 2],
    /// What is certified.
    pub decision: Decision,
}

impl HeadToHead {
    pub(super) fn played(dice: [usize; 2], pairing: &Pairing, enough: &Enough) -> HeadToHead {
        let outcomes = pairing.outcomes();
        let games = outcomes.games();
        let [one, other, drawn] = outcomes.counts.map(|won| Share { won, games });
        HeadToHead {
            dice,
            won: [one, other],
            won_games: Some([one.won, other.won]),
            drawn,
            intervals: [0, 1].map(|seat| {
                let won = outcomes.counts[seat] as f64;
                let squares = outcomes.scatter[seat];
                interval_of_pairing(won, games as f64, squares).map(|end| 100.0 * end)
            }),
            decision: enough.decide(outcomes.duel()),
        }
    }

    /// Shares, from 0 to 1, that differ by less than `level` are level.
    pub(super) fn solved(dice: [usize; 2], solution: &Solution, level: f64) -> HeadToHead {
        let estimate = solution.estimate();
        let lead = solution.certain.wins[0] - solution.certain.wins[1];
        let decision = match solution.width() {
            width if lead > width => Some(Ordering::Greater),
            width if -lead > width => Some(Ordering::Less),
            width if lead.abs() + width < level => Some(Ordering::Equal),
            _ => None,
        };
        HeadToHead {
            dice,
            won: estimate.wins.map(Share::of_probability),
            won_games: None,
            drawn: Share::of_probability(estimate.without_winner()),
            intervals: [0, 1].map(|seat| solution.interval(seat).map(|end| 100.0 * end)),
            decision,
        }
    }

    /// Gives both the mean share and its interval, where nothing tells the two apart.
    pub(super) fn share_equally(&mut self) {
        let [one, other] = self.won;
        let mean = Share {
            won: one.won + other.won,
            games: one.games + other.games,
        };
        let [one, other] = self.intervals;
        let interval = [0, 1].map(|end| f64::midpoint(one[end], other[end]));
        self.won = [mean; 2];
        self.intervals = [interval; 2];
        self.decision = Some(Ordering::Equal);
    }
}
