//! Evidence about duels: a list by them counts, instead of games, the opponents against which a
//! competitor wins more than it loses, and half of those that are level with it.
//!
//! Only open duels are played on, unless the number of games is fixed. Each rests on the games of
//! its two kinds against each other, so that it does not matter who else goes on.

use std::cmp::Ordering;

use itertools::Itertools;
use rayon::prelude::*;

use super::head_to_head::HeadToHead;
use super::list::{DuelCounts, Evidence, GameEvidence, NextGames, Plan, Ranking, Shares};
use super::share::Share;
use crate::certainty::{Adjustment, Certifier, Decision, LeadSums};
use crate::exact::Solution;
use crate::pairing::Pairing;
use crate::tournament::{Competitors, IndexedPairing, pairing_index};

/// The duels of all kinds. Competitors of a kind are as good as one another: their duels are level,
/// and all of them have the same duels with others, for which all their games count.
pub(super) struct DuelEvidence<'a> {
    competitors: &'a Competitors,
    plan: &'a Plan,
    adjustment: Adjustment,
    certifier: Certifier,
    /// For every two kinds, and each with itself, their duel, as the first sees it.
    duels: Vec<Vec<DuelState>>,
}

/// The state of a duel, as the first of the two sees it.
#[derive(Clone, Copy)]
struct DuelState {
    /// The certified order.
    decision: Decision,
    /// The order of the estimated shares that they win against each other.
    likely: Ordering,
}

impl DuelState {
    /// The same duel as the second sees it.
    fn reversed(self) -> DuelState {
        DuelState {
            decision: self.decision.map(Ordering::reverse),
            likely: self.likely.reverse(),
        }
    }
}

/// The duels that a competitor wins, in halves: 2 for a duel that is won, 1 for a level one.
#[derive(Default)]
struct DuelScore {
    /// The score of certified duels.
    least: u64,
    /// The score of certified duels, and of open ones if they end as is likely.
    likely: u64,
    /// The score if all open duels were won.
    most: u64,
    /// The number of duels that are certified to be level.
    level: u64,
}

impl DuelScore {
    /// Adds duels with this number of `opponents`, all in this state.
    fn add(&mut self, state: DuelState, opponents: u64) {
        let halves = |order| match order {
            Ordering::Less => 0,
            Ordering::Equal => 1,
            Ordering::Greater => 2,
        };
        if let Some(order) = state.decision {
            self.least += halves(order) * opponents;
            self.likely += halves(order) * opponents;
            self.most += halves(order) * opponents;
            self.level += u64::from(order.is_eq()) * opponents;
        } else {
            self.likely += halves(state.likely) * opponents;
            self.most += halves(Ordering::Greater) * opponents;
        }
    }
}

impl<'a> DuelEvidence<'a> {
    /// The evidence before the first game.
    pub fn new(
        competitors: &'a Competitors,
        plan: &'a Plan,
        adjustment: Adjustment,
    ) -> DuelEvidence<'a> {
        let members = &competitors.members;
        let can_win = |kind: usize| competitors.can_win[members[kind][0]];
        // Those of a kind are as good as one another, and so are two that can never win.
        let is_level = |first, second| first == second || !can_win(first) && !can_win(second);
        let state = |first, second| DuelState {
            decision: is_level(first, second).then_some(Ordering::Equal),
            likely: Ordering::Equal,
        };
        let kinds = 0..members.len();
        let row = |first| kinds.clone().map(|second| state(first, second)).collect();
        DuelEvidence {
            competitors,
            plan,
            adjustment,
            certifier: plan.certifier(competitors.number(), adjustment),
            duels: kinds.clone().map(row).collect(),
        }
    }

    /// The evidence that follows from the probabilities of all pairings, in lexicographic order.
    pub fn solved(
        competitors: &'a Competitors,
        solutions: &[Solution],
        plan: &'a Plan,
    ) -> DuelEvidence<'a> {
        let mut duels = DuelEvidence::new(competitors, plan, Adjustment::None);
        for (dice, solution) in competitors.pairings().zip(solutions) {
            let head_to_head = HeadToHead::solved(dice, solution, plan.level / 100.0);
            let [first, second] = head_to_head.won.map(|share| share.numerator);
            let state = DuelState {
                decision: head_to_head.decision,
                likely: first.cmp(&second),
            };
            duels.set_if_open(competitors.kinds_of(dice), state);
        }
        duels
    }

    /// Returns whether nothing is certified about the duel of two kinds.
    fn is_open(&self, [first, second]: [usize; 2]) -> bool {
        self.duels[first][second].decision.is_none()
    }

    /// Sets the state of the duel of two kinds, if it is open: what is certified stays.
    fn set_if_open(&mut self, [first, second]: [usize; 2], state: DuelState) {
        if self.is_open([first, second]) {
            self.duels[first][second] = state;
            self.duels[second][first] = state.reversed();
        }
    }
}

impl Evidence for DuelEvidence<'_> {
    fn shares(&self, kind: usize) -> Shares {
        let mut score = DuelScore::default();
        for (opponent, &state) in self.duels[kind].iter().enumerate() {
            let members = self.competitors.members[opponent].len() as u64;
            score.add(state, members - u64::from(opponent == kind));
        }
        let opponents = self.competitors.number().saturating_sub(1).max(1) as u64;
        // A duel has two halves.
        let percent = |halves: u64| 50.0 * halves as f64 / opponents as f64;
        Shares {
            share: Share {
                numerator: score.likely,
                denominator: 2 * opponents,
            },
            draws: Share {
                numerator: score.level,
                denominator: opponents,
            },
            interval: [score.least, score.most].map(percent),
            half_width: percent(score.most - score.least) / 2.0,
        }
    }

    fn duels(&self) -> Option<DuelCounts> {
        let mut counts = DuelCounts::default();
        for dice in self.competitors.pairings() {
            let [first, second] = self.competitors.kinds_of(dice);
            match self.duels[first][second].decision {
                None => counts.open += 1,
                Some(Ordering::Equal) => counts.level += 1,
                Some(_) => {}
            }
        }
        Some(counts)
    }
}

impl GameEvidence for DuelEvidence<'_> {
    fn update(&mut self, new: Vec<IndexedPairing>, pairings: &[Pairing]) {
        drop(new);
        if self.plan.accuracy.is_none() {
            *self = DuelEvidence::new(self.competitors, self.plan, self.adjustment);
        }
        let kind_count = self.duels.len();
        let pairs = (0..kind_count).array_combinations();
        let mut sums = vec![LeadSums::default(); pairs.clone().count()];
        for (dice, pairing) in self.competitors.pairings().zip(pairings) {
            let [first, second] = self.competitors.kinds_of(dice);
            if first != second {
                let lead_sums = LeadSums::of_duel(pairing);
                sums[pairing_index(kind_count, [first, second])] += if first < second {
                    lead_sums
                } else {
                    lead_sums.reversed()
                };
            }
        }
        let open_pairs = pairs.filter(|&kinds| self.is_open(kinds)).collect_vec();
        let find_state = |&kinds: &[usize; 2]| {
            let sums = sums[pairing_index(kind_count, kinds)];
            DuelState {
                decision: self.certifier.decide(sums),
                likely: sums.lead.total_cmp(&0.0),
            }
        };
        let states: Vec<DuelState> = open_pairs.par_iter().map(find_state).collect();
        for (kinds, state) in open_pairs.into_iter().zip(states) {
            self.set_if_open(kinds, state);
        }
    }

    /// A duel goes on if nothing is certified about it, unless both kinds are certified not to be
    /// among the best that are wanted.
    fn plan_next(&mut self, list: &Ranking<()>, pairings: &[Pairing], most: u64) -> NextGames {
        let (mut games_left, mut undecided) = (0u64, 0);
        let meetings = self.competitors.pairings().zip(pairings);
        let goes_on = meetings.map(|(dice, pairing)| {
            let kinds = self.competitors.kinds_of(dice);
            let are_outside = kinds.iter().all(|&kind| list.outside[kind]);
            let goes_on = !are_outside && self.is_open(kinds);
            if goes_on {
                let needed = self.certifier.games_to_decide(LeadSums::of_duel(pairing));
                let missing = needed - pairing.games() as f64;
                games_left = games_left.saturating_add((missing as u64).max(1).min(most));
                undecided += 1;
            }
            goes_on
        });
        NextGames {
            goes_on: goes_on.collect(),
            games_left,
            undecided,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pairing::{Residuals, Tally};
    use crate::tournament::Criterion;

    /// A pairing in which seat 0 has won this number of games and seat 1 the others.
    fn pairing(won: u64, games: u64) -> Pairing {
        let lost = games - won;
        let tally = Tally {
            wins: [[won / 2, lost / 2], [won - won / 2, lost - lost / 2]],
            ..Tally::default()
        };
        let residuals = Residuals {
            squares: [games as f64 / 4.0; 2],
            products: games as f64 / -4.0,
        };
        Pairing::new(tally, [16; 2], residuals)
    }

    /// If the number of games is fixed, a duel that an earlier look would decide is open again when
    /// all games do not decide it; otherwise it stays decided.
    #[test]
    fn only_all_games_of_a_fixed_number_decide_duels() {
        let competitors = Competitors::new(vec![0, 1], vec![true; 2]);
        let (few, many) = (pairing(600, 1_000), pairing(50_100, 100_000));
        for accuracy in [None, Some(0.1)] {
            let plan = Plan {
                games: 100_000,
                accuracy,
                error: 0.001,
                level: 0.0,
                criterion: Criterion::Duels,
                best: None,
            };
            let mut evidence = DuelEvidence::new(&competitors, &plan, Adjustment::None);
            for pairing in [few, many] {
                evidence.update(Vec::new(), &[pairing]);
                let is_open = pairing == many && accuracy.is_none();
                assert_eq!(evidence.is_open([0, 1]), is_open, "{accuracy:?}");
            }
        }
    }
}
