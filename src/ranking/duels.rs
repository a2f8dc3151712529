//! The list that counts duels instead of games: the opponents against which a competitor wins more than it loses.
//!
//! Only open duels are played on. Each rests on the games of its own pairing, so that it does not matter who else goes on.

use std::cmp::Ordering;

use itertools::Itertools;
use rayon::prelude::*;

use super::head_to_head::HeadToHead;
use super::list::{Criterion, Lead, RankedDie, Ranking, listed, order, widest};
use super::plan::{Look, Plan, Schedule, Watch};
use super::share::Share;
use crate::certainty::{Decision, Enough, decide, rounds_of_duel};
use crate::exact::Solution;
use crate::tournament::{Competitors, Contest, Pairing, Tournament, Who};

/// Plays every competitor against every other until each duel is decided, or as much as planned.
pub(super) fn rank(contest: &mut impl Contest, plan: &Plan, watch: &impl Watch) -> Ranking {
    let competitors = contest.competitors().clone();
    let enough = Enough::new(competitors.number(), plan.error, plan.level / 100.0);
    let schedule = Schedule::new(&competitors, plan);
    let mut tournament = Tournament::new(contest, plan.games, plan.criterion.scoring());
    let mut duels = Duels::new(&competitors);
    let mut seen = None;
    loop {
        // Everybody meets everybody once, and from then on those go on whose duel is open.
        let is_first = seen.is_none();
        let is_played = |pairing: &Pairing| {
            is_first || plan.accuracy.is_none() || duels.is_wanted(pairing.dice)
        };
        let next = schedule.next(tournament.blocks(), plan);
        let is_over = || !is_first && watch.is_over();
        let played = |games| watch.played(games);
        if tournament
            .play(next, Who::Pairings(&is_played), played, is_over)
            .is_none()
        {
            break;
        }
        let pairings = tournament.pairings();
        let games = tournament.games();
        duels.see(pairings, plan.accuracy.is_none(), enough);
        let (entries, listed) = duels.list(plan.best);
        let wanted = pairings.iter().filter(|one| duels.is_wanted(one.dice));
        let left = wanted.clone().map(|pairing| {
            let all = 2.0 * rounds_of_duel(pairing.balance, enough);
            (all.min(plan.games as f64) as u64).saturating_sub(pairing.tally.games())
        });
        let look = Look {
            half_width: widest(&entries[..listed]),
            open: wanted.clone().count(),
            games_left: match plan.accuracy {
                Some(_) => left.sum(),
                None => (plan.games - games) * pairings.len() as u64,
            },
        };
        watch.looked(&look);
        seen = Some((entries, listed));
        let is_decided = plan.accuracy.is_some() && look.open == 0;
        if is_decided || tournament.blocks_left() == 0 {
            break;
        }
    }
    let list = seen.unwrap_or_default();
    let games = tournament.games();
    plan.ranking(list, &competitors, tournament.into_pairings(), games, None)
}

/// The same ranking from games that are already played.
pub(super) fn gather(competitors: &Competitors, pairings: Vec<Pairing>, plan: &Plan) -> Ranking {
    let enough = Enough::new(competitors.number(), plan.error, plan.level / 100.0);
    let mut duels = Duels::new(competitors);
    duels.see(&pairings, true, enough);
    let list = duels.list(plan.best);
    plan.ranking(list, competitors, pairings, plan.games, None)
}

/// The list from probabilities, and how many of its entries are wanted if only the best so many are.
pub(super) fn compute(
    competitors: &Competitors,
    solutions: &[([usize; 2], Solution)],
    level: f64,
    best: Option<usize>,
) -> (Vec<RankedDie>, usize) {
    let mut duels = Duels::new(competitors);
    for (dice, solution) in solutions {
        let one = HeadToHead::solved(*dice, solution, level / 100.0);
        let [won, lost] = one.won.map(|share| share.won);
        let kinds = dice.map(|die| competitors.kinds[die]);
        duels.set(kinds, one.decision, won.cmp(&lost));
    }
    duels.list(best)
}

/// All duels. Competitors of a kind are as good as one another: their duels are level, and all of them have the same duels
/// with others, for which all their games count.
struct Duels<'a> {
    competitors: &'a Competitors,
    members: Vec<Vec<usize>>,
    /// For every two kinds what is certified, and whether the first has won more so far.
    of_kinds: Vec<Vec<(Decision, Ordering)>>,
    /// For each kind whether it is certified to be none of the best, if only some of them are wanted.
    outside: Vec<bool>,
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
    fn new(competitors: &'a Competitors) -> Duels<'a> {
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
        }
    }

    /// Whether it matters how these two stand, and nothing is certified.
    fn is_wanted(&self, dice: [usize; 2]) -> bool {
        let [one, other] = dice.map(|die| self.competitors.kinds[die]);
        let is_outside = self.outside[one] && self.outside[other];
        self.of_kinds[one][other].0 == Decision::Open && !is_outside
    }

    /// Sets what is known about two kinds, and whether the first has won more.
    fn set(&mut self, [one, other]: [usize; 2], decision: Decision, likely: Ordering) {
        let reverse = match decision {
            Decision::First => Decision::Second,
            Decision::Second => Decision::First,
            Decision::Level | Decision::Open => decision,
        };
        if one != other {
            self.of_kinds[one][other] = (decision, likely);
            self.of_kinds[other][one] = (reverse, likely.reverse());
        }
    }

    /// Takes in what all pairings, in lexicographic order, have come to. Those that were decided have no new games, unless
    /// `all` of them have.
    fn see(&mut self, pairings: &[Pairing], all: bool, enough: Enough) {
        let number = self.competitors.number();
        let pairing = |one: usize, other: usize| {
            let (first, second) = (one.min(other), one.max(other));
            &pairings[first * (2 * number - first - 1) / 2 + second - first - 1]
        };
        let (members, of_kinds) = (&self.members, &self.of_kinds);
        let decide = |kinds: [usize; 2]| {
            let [ones, others] = kinds.map(|kind| &members[kind]);
            let [one, other] = kinds;
            (all || of_kinds[one][other].0 == Decision::Open).then(|| {
                let mut sum = [0; 5];
                for (&one, &other) in ones.iter().cartesian_product(others) {
                    let mut balance = pairing(one, other).balance;
                    if one > other {
                        balance.reverse();
                    }
                    sum.iter_mut()
                        .zip(balance)
                        .for_each(|(sum, rounds)| *sum += rounds);
                }
                let [lost, won] = [2 * sum[0] + sum[1], 2 * sum[4] + sum[3]];
                (kinds, decide(sum, enough), won.cmp(&lost))
            })
        };
        let kinds = members.len();
        let rows = (0..kinds).into_par_iter();
        let decided = rows
            .flat_map_iter(|one| (one + 1..kinds).filter_map(move |other| decide([one, other])));
        for (kinds, decision, likely) in decided.collect::<Vec<_>>() {
            self.set(kinds, decision, likely);
        }
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

    /// The list, and how many of its entries are wanted if only the best so many are.
    fn list(&mut self, best: Option<usize>) -> (Vec<RankedDie>, usize) {
        let scores: Vec<Score> = (0..self.members.len())
            .map(|kind| self.score(kind))
            .collect();
        let is_outside = |own: &Score| {
            let better = scores.iter().zip(&self.members);
            let better = better.filter(|(other, _)| other.least > own.most);
            let better: usize = better.map(|(_, members)| members.len()).sum();
            best.is_some_and(|best| better >= best)
        };
        self.outside = scores.iter().map(is_outside).collect();
        let competitors = self.competitors;
        let opponents = competitors.number().saturating_sub(1).max(1) as u64;
        let entry = |die: usize| {
            let score = scores[competitors.kinds[die]];
            let [low, high] =
                [score.least, score.most].map(|halves| 50.0 * halves as f64 / opponents as f64);
            RankedDie {
                die,
                share: Share {
                    won: score.likely,
                    games: 2 * opponents,
                },
                draws: Share {
                    won: score.level,
                    games: opponents,
                },
                half_width: (high - low) / 2.0,
                interval: [low, high],
                can_win: competitors.can_win[die],
                lead: None,
            }
        };
        let mut entries: Vec<RankedDie> = (0..competitors.number()).map(entry).collect();
        let kind = |entry: &RankedDie| competitors.kinds[entry.die];
        order(&mut entries, Criterion::Duels, kind, |above, below| {
            let [above, below] = [above, below].map(|entry| scores[kind(entry)]);
            match above.least > below.most {
                true => Lead::Certified,
                false if above.least == above.most && below.least == below.most => Lead::Tied,
                false => Lead::Open,
            }
        });
        let listed = listed(&entries, best, |entry| self.outside[kind(entry)]);
        (entries, listed)
    }
}
