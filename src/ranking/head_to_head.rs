//! The games of two against each other, for lists by any criterion.

use std::cmp::Ordering;

use super::share::Share;
use crate::certainty::{Adjustment, Certifier, Decision, LeadSums, ShareSums, interval_of_pairing};
use crate::exact::Solution;
use crate::pairing::{Pairing, Tally};

/// The shares of the games of two against each other, and the certified order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeadToHead {
    /// The indices of the two, the lower one first.
    pub dice: [usize; 2],
    /// The share of games that each wins, with luck subtracted if they are counted so; both have
    /// the mean if nothing tells them apart.
    pub won: [Share; 2],
    /// The games that were played, none if the result is certain; `None` if nothing was left to
    /// chance.
    pub tally: Option<Tally>,
    /// The share of games that nobody wins.
    pub drawn: Share,
    /// For each the ends of the interval of its share, in per cent: the 95 % interval, or if
    /// nothing was left to chance a certain one.
    pub intervals: [[f64; 2]; 2],
    /// The certified order.
    pub decision: Decision,
}

impl HeadToHead {
    /// The shares of games that were played, and are counted with this `adjustment`.
    pub(super) fn played(
        dice: [usize; 2],
        pairing: &Pairing,
        certifier: &Certifier,
        adjustment: Adjustment,
    ) -> HeadToHead {
        let games = pairing.games();
        let counted = |numerator| Share {
            numerator,
            denominator: games.max(1),
        };
        let scores = pairing.scores(0.0);
        let interval = |seat: usize| {
            let sums = ShareSums {
                score: scores.points[seat],
                squares: scores.residuals.squares[seat],
                games: games as f64,
            };
            match pairing.certain_winner() {
                Some(winner) => [if winner == seat { 100.0 } else { 0.0 }; 2],
                None => interval_of_pairing(adjustment.reach(), sums).map(|end| 100.0 * end),
            }
        };
        HeadToHead {
            dice,
            won: match adjustment {
                Adjustment::None => pairing.won().map(counted),
                Adjustment::Luck => pairing
                    .estimated_wins()
                    .map(|wins| Share::of_probability(wins / games as f64)),
            },
            tally: Some(pairing.tally()),
            drawn: counted(pairing.drawn()),
            intervals: [0, 1].map(interval),
            decision: certifier.decide(LeadSums::of_duel(pairing)),
        }
    }

    /// The shares that follow from probabilities. Shares, from 0 to 1, that differ by less than
    /// `level` are level.
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
            tally: None,
            drawn: Share::of_probability(estimate.without_winner()),
            intervals: [0, 1].map(|seat| solution.interval(seat).map(|end| 100.0 * end)),
            decision,
        }
    }

    /// Gives both the mean of their shares and that of their intervals, and makes them level, as
    /// nothing tells the two apart.
    pub(super) fn equalize(&mut self) {
        let [first, second] = self.intervals;
        let interval = [0, 1].map(|end| f64::midpoint(first[end], second[end]));
        self.won = [Share::mean(self.won.into_iter()); 2];
        self.intervals = [interval; 2];
        self.decision = Some(Ordering::Equal);
    }
}
