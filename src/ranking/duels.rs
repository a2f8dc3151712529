//! The list that counts duels instead of games: the opponents against which a competitor wins more than it loses.
//!
//! Only open duels are played on. Each rests on the games of its own pairing, so that it does not matter who else goes on.

use std::cmp::Ordering;

use rayon::prelude::*;

use super::games::Growing;
use super::head_to_head::HeadToHead;
use super::list::{Evidence, Known, Lead, List, Share};
use super::plan::Plan;
use crate::certainty::{Decision, Enough, Outcomes};
use crate::exact::Solution;
use crate::tournament::{Competitors, Pairing};

/// All duels. Competitors of a kind are as good as one another: their duels are level, and all of them have the same duels
/// with others, for which all their games count.
pub(super) struct Duels<'a> {
    competitors: &'a Competitors,
    members: Vec<Vec<usize>>,
    /// For every two kinds what is certified, and whether the first has won more so far.
    of_kinds: Vec<Vec<(Decision, Ordering)>>,
    /// For each kind whether it is certified to be none of the best, if only some of them are wanted.
    outside: Vec<bool>,
    enough: Enough,
    scores: Vec<Score>,
}

/// The duels that a competitor of a kind wins, in halves.
#[derive(Clone, Copy)]
struct Score {
    /// Those that are certified.
    least: u64,
    /// The same, and those that are likely.
    likely: u64,
    /// The same, and all others that are open.
    most: u64,
    /// The number of those that are level.
    level: u64,
}

impl<'a> Duels<'a> {
    /// Before the first game.
    pub fn new(competitors: &'a Competitors, plan: &Plan) -> Duels<'a> {
        let members = competitors.members();
        let kinds = members.len();
        let mut of_kinds = vec![vec![(Decision::Open, Ordering::Equal); kinds]; kinds];
        let can_win = |kind: usize| competitors.can_win[members[kind][0]];
        for (one, row) in of_kinds.iter_mut().enumerate() {
            for (other, known) in row.iter_mut().enumerate() {
                // Those of a kind are as good as one another, and so are two that can never win.
                if one == other || !can_win(one) && !can_win(other) {
                    known.0 = Decision::Level;
                }
            }
        }
        Duels {
            competitors,
            members,
            of_kinds,
            outside: vec![false; kinds],
            enough: Enough::new(competitors.number(), plan.error, plan.level / 100.0),
            scores: Vec::new(),
        }
    }

    /// The duels that follow from probabilities.
    pub fn solved(
        competitors: &'a Competitors,
        solutions: &[([usize; 2], Solution)],
        plan: &Plan,
    ) -> Duels<'a> {
        let mut duels = Duels::new(competitors, plan);
        for (dice, solution) in solutions {
            let one = HeadToHead::solved(*dice, solution, plan.level / 100.0);
            let [won, lost] = one.won.map(|share| share.won);
            let kinds = dice.map(|die| competitors.kinds[die]);
            duels.set(kinds, one.decision, won.cmp(&lost));
        }
        duels.count();
        duels
    }

    /// Sets what is known about two kinds, and whether the first has won more.
    fn set(&mut self, [one, other]: [usize; 2], decision: Decision, likely: Ordering) {
        if one != other {
            self.of_kinds[one][other] = (decision, likely);
            self.of_kinds[other][one] = (decision.reverse(), likely.reverse());
        }
    }

    /// Counts the duels of each kind.
    fn count(&mut self) {
        let kinds = 0..self.members.len();
        self.scores = kinds.map(|kind| self.score(kind)).collect();
    }

    fn score(&self, kind: usize) -> Score {
        let siblings = self.members[kind].len() as u64 - 1;
        let mut score = Score {
            least: siblings,
            likely: siblings,
            most: siblings,
            level: siblings,
        };
        let duels = self.of_kinds[kind].iter().zip(&self.members).enumerate();
        for (_, (&(decision, likely), members)) in duels.filter(|&(other, _)| other != kind) {
            let [least, likely, most] = match (decision, likely) {
                (Decision::First, _) => [2, 2, 2],
                (Decision::Second, _) => [0, 0, 0],
                (Decision::Level, _) => [1, 1, 1],
                (Decision::Open, Ordering::Greater) => [0, 2, 2],
                (Decision::Open, Ordering::Equal) => [0, 1, 2],
                (Decision::Open, Ordering::Less) => [0, 0, 2],
            };
            let dice = members.len() as u64;
            score.least += least * dice;
            score.likely += likely * dice;
            score.most += most * dice;
            score.level += u64::from(decision == Decision::Level) * dice;
        }
        score
    }
}

impl Evidence for Duels<'_> {
    fn known(&self, kind: usize) -> Known {
        let score = self.scores[kind];
        let opponents = self.competitors.number().saturating_sub(1).max(1) as u64;
        let percent = |halves: u64| 50.0 * halves as f64 / opponents as f64;
        Known {
            share: Share {
                won: score.likely,
                games: 2 * opponents,
            },
            draws: Share {
                won: score.level,
                games: opponents,
            },
            interval: [score.least, score.most].map(percent),
            half_width: percent(score.most - score.least) / 2.0,
        }
    }

    fn lead(&self, above: usize, below: usize) -> Lead {
        let [above, below] = [above, below].map(|kind| self.scores[kind]);
        if above.least > below.most {
            Lead::Certified
        } else if above.least == above.most && below.least == below.most {
            Lead::Tied
        } else {
            Lead::Open
        }
    }
}

impl Growing for Duels<'_> {
    fn see(&mut self, _before: &[Pairing], pairings: &[Pairing]) {
        let (members, of_kinds) = (&self.members, &self.of_kinds);
        let mut sums = vec![vec![Outcomes::default(); members.len()]; members.len()];
        for pairing in pairings {
            let [one, other] = pairing.dice.map(|die| self.competitors.kinds[die]);
            match one < other {
                true => sums[one][other] += pairing.outcomes(),
                false => sums[other][one] += pairing.outcomes().exchanged(),
            }
        }
        let enough = &self.enough;
        let rows = sums.par_iter().enumerate();
        let decided = rows.flat_map_iter(|(one, row)| {
            let others = row.iter().enumerate().skip(one + 1);
            let open = others.filter(move |&(other, _)| of_kinds[one][other].0 == Decision::Open);
            open.map(move |(other, sum)| {
                let [won, lost, _] = sum.counts;
                ([one, other], enough.decide_duel(sum), won.cmp(&lost))
            })
        });
        for (kinds, decision, likely) in decided.collect::<Vec<_>>() {
            self.set(kinds, decision, likely);
        }
        self.count();
    }

    fn want(&mut self, list: &List, pairings: &[Pairing], most: u64) -> u64 {
        self.outside.clone_from(&list.outside);
        let wanted = pairings.iter().filter(|one| self.is_wanted(one.dice));
        let left = wanted.map(|pairing| {
            let outcomes = pairing.outcomes();
            let left = self.enough.games_of_duel(&outcomes) - outcomes.games() as f64;
            (left as u64).clamp(1, most.max(1))
        });
        left.sum::<u64>() * u64::from(most > 0)
    }

    /// It matters how these two stand, and nothing is certified.
    fn is_wanted(&self, dice: [usize; 2]) -> bool {
        let [one, other] = dice.map(|die| self.competitors.kinds[die]);
        let is_outside = self.outside[one] && self.outside[other];
        self.of_kinds[one][other].0 == Decision::Open && !is_outside
    }

    fn open(&self, _list: &List, pairings: &[Pairing]) -> usize {
        let wanted = pairings.iter().filter(|one| self.is_wanted(one.dice));
        wanted.count()
    }
}
