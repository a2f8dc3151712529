//! What is known about the games of two against each other, whatever the list goes by.

use std::cmp::Ordering;

use num_rational::Ratio;

use crate::certainty::{Adjustment, Decision, Enough, interval_of_pairing};
use crate::exact::Solution;
use crate::tournament::Pairing;

/// An exact share of games: a fraction, whose terms are both twice as large if draws count half.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// The games won, at most the denominator.
    pub numerator: u64,
    /// The games played, at least one.
    pub denominator: u64,
}

impl Share {
    /// A probability, exact down to 2⁻⁵³.
    pub fn of_probability(probability: f64) -> Share {
        let denominator = 1 << f64::MANTISSA_DIGITS;
        Share {
            numerator: (probability.clamp(0.0, 1.0) * denominator as f64) as u64,
            denominator,
        }
    }

    /// The share in per cent, rounded to a floating point number.
    pub fn as_percent(self) -> f64 {
        self.numerator as f64 * 100.0 / self.denominator as f64
    }

    /// The share in per cent, 0 to 100.
    pub fn percent(self) -> Ratio<u128> {
        Ratio::new(
            100 * u128::from(self.numerator),
            u128::from(self.denominator),
        )
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
    /// The ends of the interval of what each wins, in per cent: the 95 % interval, or if nothing
    /// was left to chance a certain one.
    pub intervals: [[f64; 2]; 2],
    /// What is certified.
    pub decision: Decision,
}

impl HeadToHead {
    pub(super) fn played(
        dice: [usize; 2],
        pairing: &Pairing,
        enough: &Enough,
        adjustment: Adjustment,
    ) -> HeadToHead {
        let outcomes = pairing.outcomes();
        let games = outcomes.games();
        let [one, other, drawn] = outcomes.counts.map(|numerator| Share {
            numerator,
            denominator: games,
        });
        let (won, _) = outcomes.counted(0.0);
        HeadToHead {
            dice,
            won: match adjustment {
                Adjustment::None => [one, other],
                Adjustment::Luck => outcomes
                    .wins()
                    .map(|wins| Share::of_probability(wins / games as f64)),
            },
            won_games: Some([one.numerator, other.numerator]),
            drawn,
            intervals: [0, 1].map(|seat| {
                let squares = outcomes.scatter[seat];
                let reach = adjustment.reach();
                interval_of_pairing(reach, won[seat], games as f64, squares).map(|end| 100.0 * end)
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
            numerator: one.numerator + other.numerator,
            denominator: one.denominator + other.denominator,
        };
        let [one, other] = self.intervals;
        let interval = [0, 1].map(|end| f64::midpoint(one[end], other[end]));
        self.won = [mean; 2];
        self.intervals = [interval; 2];
        self.decision = Some(Ordering::Equal);
    }
}
