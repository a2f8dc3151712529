//! The list that counts duels instead of games: the opponents against which a competitor wins more
//! than it loses.
//!
//! Only open duels are played on. Each rests on the games of its own pairing, so that it does not
//! matter who else goes on.

use std::cmp::Ordering;

use itertools::Itertools;
use rayon::prelude::*;

use super::head_to_head::{HeadToHead, Share};
use super::list::{Evidence, Growing, Plan, RankedDie, Ranking};
use crate::certainty::{Decision, Enough, LeadSums};
use crate::exact::Solution;
use crate::tournament::{Competitors, Pairing, place};

/// All duels. Competitors of a kind are as good as one another: their duels are level, and all of
/// them have the same duels with others, for which all their games count.
pub(super) struct Duels<'a> {
    competitors: &'a Competitors,
    enough: Enough,
    /// For every two kinds what is certified, and whether the first has won more so far.
    of_kinds: Vec<Vec<(Decision, Ordering)>>,
}

impl<'a> Duels<'a> {
    /// Before the first game.
    pub fn new(competitors: &'a Competitors, plan: &Plan) -> Duels<'a> {
        let members = &competitors.members;
        let can_win = |kind: usize| competitors.can_win[members[kind][0]];
        // Those of a kind are as good as one another, and so are two that can never win.
        let is_level = |one, other| one == other || !can_win(one) && !can_win(other);
        let equal = Ordering::Equal;
        let known = |one, other| (is_level(one, other).then_some(equal), equal);
        let all = 0..members.len();
        let row = |one| all.clone().map(|other| known(one, other)).collect();
        Duels {
            competitors,
            enough: plan.enough(competitors.number()),
            of_kinds: all.clone().map(row).collect(),
        }
    }

    /// The duels that follow from probabilities.
    pub fn solved(competitors: &'a Competitors, solutions: &[Solution], plan: &Plan) -> Duels<'a> {
        let all = competitors.pairings().zip(solutions);
        let known = all.map(|(dice, solution)| {
            let one = HeadToHead::solved(dice, solution, plan.level / 100.0);
            let [won, lost] = one.won.map(|share| share.numerator);
            (competitors.kinds_of(dice), one.decision, won.cmp(&lost))
        });
        let mut duels = Duels::new(competitors, plan);
        duels.set(known);
        duels
    }

    /// Sets what is known about some kinds, unless it was certified before.
    fn set(&mut self, known: impl IntoIterator<Item = ([usize; 2], Decision, Ordering)>) {
        for ([one, other], decision, likely) in known {
            if self.of_kinds[one][other].0.is_none() {
                self.of_kinds[one][other] = (decision, likely);
                self.of_kinds[other][one] = (decision.map(Ordering::reverse), likely.reverse());
            }
        }
    }
}

impl Evidence for Duels<'_> {
    fn entry(&self, kind: usize) -> RankedDie {
        let halves = |order: Ordering| (order as i8 + 1) as u64;
        // The duels that are won, in halves: those that are certified, those that are certified or
        // likely, and also all others that are open; and the number of those that are level.
        let mut score = [0; 4];
        for (other, &(decision, likely)) in self.of_kinds[kind].iter().enumerate() {
            let duel = match decision {
                Some(order) => {
                    let own = halves(order);
                    [own, own, own, u64::from(order.is_eq())]
                }
                None => [0, halves(likely), 2, 0],
            };
            let dice = self.competitors.members[other].len() as u64 - u64::from(other == kind);
            for (sum, own) in score.iter_mut().zip(duel) {
                *sum += own * dice;
            }
        }
        let [least, likely, most, level] = score;
        let opponents = self.competitors.number().saturating_sub(1).max(1) as u64;
        let percent = |halves: u64| 50.0 * halves as f64 / opponents as f64;
        let share = |numerator, denominator| Share {
            numerator,
            denominator,
        };
        RankedDie {
            share: share(likely, 2 * opponents),
            draws: share(level, opponents),
            interval: [least, most].map(percent),
            half_width: percent(most - least) / 2.0,
            ..RankedDie::default()
        }
    }
}

impl Growing for Duels<'_> {
    fn see(&mut self, _before: &[([usize; 2], Pairing)], pairings: &[Pairing]) {
        let kinds = self.of_kinds.len();
        let pairs = (0..kinds).array_combinations();
        let mut sums = vec![LeadSums::default(); pairs.clone().count()];
        for (dice, pairing) in self.competitors.pairings().zip(pairings) {
            let [one, other] = self.competitors.kinds_of(dice);
            if one != other {
                let sum = &mut sums[place(kinds, [one, other])];
                let duel = pairing.outcomes().duel();
                *sum += if one < other { duel } else { duel.reversed() };
            }
        }
        let is_open = |[one, other]: [usize; 2]| self.of_kinds[one][other].0.is_none();
        let open = pairs.zip(sums).filter(|&(kinds, _)| is_open(kinds));
        let decide = |(kinds, sums): ([usize; 2], LeadSums)| {
            (kinds, self.enough.decide(sums), sums.lead.total_cmp(&0.0))
        };
        let known: Vec<_> = open.collect_vec().into_par_iter().map(decide).collect();
        self.set(known);
    }

    /// A duel goes on if it matters how these two stand, and nothing is certified.
    fn want(&mut self, ranking: &Ranking, pairings: &[Pairing], most: u64) -> (Vec<bool>, u64) {
        let mut left = 0;
        let all = self.competitors.pairings().zip(pairings);
        let wanted = all.map(|(dice, pairing)| {
            let [one, other] = self.competitors.kinds_of(dice);
            let is_outside = ranking.outside[one] && ranking.outside[other];
            let is_wanted = !is_outside && self.of_kinds[one][other].0.is_none();
            if is_wanted {
                let outcomes = pairing.outcomes();
                let more = self.enough.games_to_decide(outcomes.duel()) - outcomes.games() as f64;
                left += (more as u64).max(1).min(most);
            }
            is_wanted
        });
        (wanted.collect(), left)
    }
}
