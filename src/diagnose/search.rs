//! Which hypotheses are compared, and how precisely.

use std::collections::HashSet;

use itertools::Itertools;
use rayon::prelude::*;

use super::truth::{FINE, Truths};
use super::{Candidate, Hypothesis, NEVER, Question, Shares};
use crate::likelihood::{Fit, PairingGames, Shown};
use crate::rules::{Deviation, Rules};
use crate::stream::BLOCK;
use crate::tournament::Criterion;
use crate::watch::Watch;

/// By so much the logarithm of the likelihood must rise for each deviation. There are some twenty,
/// and chance makes one of them fit so much better than none in less than one of fifty cases.
pub(super) const PENALTY: f64 = 4.0;

/// Games per pairing of first looks, at one file, then at more and at all.
const GAMES: u64 = 1 << 11;
/// The last look is at so many times the games of the lists, so that its own noise decides little.
const TIMES: f64 = 20.0;
/// So many hypotheses at most get the last look.
const MOST: usize = 8;
/// What is less likely than the best by so much, as a logarithm, gets no closer look.
const HOPELESS: f64 = 10.0;
/// However unlikely they are, the best so many get a look at all files.
const MOST_HOPEFUL: usize = 20;
/// The best so many get further deviations.
const PARENTS: usize = 3;
/// So many deviations at most.
const DEEPEST: usize = 4;

/// A search for the rule set that lists come from.
pub(super) struct Search<'a, W> {
    pub(super) truths: &'a mut Truths,
    /// For each file what its list shows.
    pub(super) lists: &'a [Shares],
    pub(super) question: &'a Question,
    pub(super) watch: &'a W,
}

impl<W: Watch> Search<'_, W> {
    /// Looks at all hypotheses with up to two deviations, and at more of those that fit best.
    /// Returns the best few, the best first; the expected one is among them. All have had the last
    /// look. `None` if the watch ends it before.
    pub(super) fn run(&mut self) -> Option<Vec<Candidate>> {
        let every = self.lists.len();
        let mut seen: HashSet<Hypothesis> = HashSet::new();
        let scoring = Criterion::Wins;
        let bases = Rules::ALL.map(|rules| Hypothesis { rules, scoring });
        let mut next = bases.to_vec();
        for _ in 0..2 {
            next.extend(next.clone().into_iter().flat_map(more));
        }
        next.retain(|one| one.deviations() <= 2);
        let mut known: Vec<Candidate> = Vec::new();
        for deepest in 2..=DEEPEST {
            next.retain(|one| self.truths.admits(one.rules) && seen.insert(*one));
            let hopeful = self.hopeful(&next, known.first())?;
            known.extend(self.look(&hopeful, GAMES, every)?);
            best_first(&mut known);
            // In haste, what fits is enough.
            let first = &known[0];
            if self.is_hasty() && first.fit.is_likely(first.games, NEVER) {
                break;
            }
            let best = first.score();
            // The third deviation is always tried, the fourth if that is worth it.
            let is_deepest = |one: &&Candidate| one.hypothesis.deviations() == deepest;
            let parents = known.iter().filter(is_deepest).take(PARENTS);
            let worth = parents.filter(|one| deepest == 2 || one.score() > best - HOPELESS);
            next = worth.flat_map(|one| more(one.hypothesis)).collect();
        }
        let least = known[0].score() - HOPELESS;
        let most = if self.is_hasty() { MOST / 2 } else { MOST };
        let worth = known.iter().take(most).filter(|one| one.score() > least);
        let worth = worth.map(|one| one.hypothesis);
        let worth = worth.chain([self.question.expected]).unique().collect_vec();
        let mut all = self.look(&worth, FINE.min(self.question.finest), every)?;
        best_first(&mut all);
        let least = all[0].score() - HOPELESS;
        let last = all.iter().take_while(|one| one.score() > least);
        let last = last.map(|one| one.hypothesis).collect_vec();
        let closer = self.look(&last, self.enough(all[0].games), every)?;
        all.splice(..last.len(), closer);
        best_first(&mut all);
        Some(all)
    }

    /// Whether no rule set is played for as many games as a closer look takes.
    fn is_hasty(&self) -> bool {
        self.question.finest < FINE
    }

    /// Those of the hypotheses that are worth a look at all files. The files with the smallest
    /// tables come first, and each makes hypotheses hopeless, compared with the best of them or
    /// with the best that is known. Then less is left for large tables.
    fn hopeful(&mut self, all: &[Hypothesis], best: Option<&Candidate>) -> Option<Vec<Hypothesis>> {
        let known = best.map(|one| one.hypothesis);
        let mut hopeful = all.iter().copied().chain(known).unique().collect_vec();
        let forced = if self.is_hasty() { 0 } else { MOST_HOPEFUL };
        let steps = self.truths.steps();
        for &files in &steps[..steps.len() - 1] {
            let newest = self.truths.order[files - 1];
            if self.lists[newest].iter().all(Option::is_none) {
                continue;
            }
            let mut looked = self.look(&hopeful, GAMES, files)?;
            // What deviations are worth shows when all files are known.
            looked.sort_by(|one, other| other.likelihood.total_cmp(&one.likelihood));
            let least = looked[0].likelihood - HOPELESS;
            let ranked = looked.iter().enumerate();
            let worth = ranked.filter(|&(rank, one)| rank < forced || one.likelihood > least);
            hopeful = worth.map(|(_, one)| one.hypothesis).collect();
        }
        hopeful.retain(|one| Some(*one) != known);
        Some(hopeful)
    }

    /// The hypotheses with a deviation more than this one whose lists so many games per pairing
    /// cannot tell from its lists.
    pub(super) fn alike(&mut self, of: &Candidate) -> Option<Vec<Hypothesis>> {
        /// So far apart, as a squared number of standard errors beyond what chance makes, is not
        /// alike.
        const APART: f64 = 5.0;
        let mut others = more(of.hypothesis);
        others.retain(|one| self.truths.admits(one.rules));
        let enough = self.enough(of.games);
        let mut games = 4 * GAMES;
        if enough < FINE {
            // What was hopeless before is not alike, and what all files have told so far costs no
            // games.
            others.retain(|one| self.truths.is_complete(one.rules));
            games = GAMES;
        }
        let steps = self.truths.steps();
        for (games, files) in [games, enough].into_iter().cartesian_product(steps) {
            self.look(&others, games.min(enough), files)?;
            others.retain(|one| self.excess(of, *one, files) < APART);
        }
        Some(others)
    }

    /// By how much the lists of two hypotheses for the first so many files differ, as a squared
    /// number of standard errors beyond what chance makes.
    fn excess(&self, of: &Candidate, other: Hypothesis, files: usize) -> f64 {
        let mut fit = Fit::default();
        for &file in &self.truths.order[..files] {
            let list = &self.lists[file];
            let one = self.truths.expected_of(file, of.hypothesis);
            let other = self.truths.expected_of(file, other);
            let mut other = other.of_games(of.pairing_games);
            let shown = list.iter().zip(&one.shares);
            let shown = shown.map(|(shown, &share)| shown.map(|shown| Shown { share, ..shown }));
            let shown = shown.collect_vec();
            other.error.add(&one.error);
            fit.add(&shown, &other);
        }
        fit.excess(of.games)
    }

    /// The games per pairing that are enough to compare with lists of so many.
    fn enough(&self, games: f64) -> u64 {
        let times = ((TIMES * games) as u64).next_multiple_of(BLOCK);
        times.max(FINE).min(self.question.finest)
    }

    /// Looks at hypotheses with so many games per pairing, at the first so many files in their
    /// order.
    fn look(
        &mut self,
        hypotheses: &[Hypothesis],
        games: u64,
        files: usize,
    ) -> Option<Vec<Candidate>> {
        // Of the games of a rule set one in two is begun by the first die.
        let half = |rules: Rules| 1 + u64::from(rules.has(Deviation::FirstStarts));
        let wanted = hypotheses.iter().map(|one| one.rules);
        let wanted = wanted.map(|rules| (rules.with_turns(), games * half(rules)));
        let wanted = wanted.into_grouping_map().max();
        self.truths.play(&wanted, files, self.watch)?;
        let (truths, lists) = (&*self.truths, self.lists);
        let looks = hypotheses.par_iter().map(|&hypothesis| {
            let candidates = PairingGames::ALL.map(|pairing_games| {
                let mut fit = Fit::default();
                for &file in &truths.order[..files] {
                    let expected = truths.expected_of(file, hypothesis).of_games(pairing_games);
                    fit.add(&truths.matched(file, &lists[file], &expected), &expected);
                }
                let games = fit.likeliest_games(self.question.games);
                Candidate {
                    hypothesis,
                    pairing_games,
                    games,
                    likelihood: fit.log_likelihood(games),
                    fit,
                }
            });
            let [shared, own] = candidates;
            if own.score() > shared.score() {
                own
            } else {
                shared
            }
        });
        Some(looks.collect())
    }
}

/// Puts what was looked at in order: what fits best comes first.
fn best_first(looked: &mut [Candidate]) {
    looked.sort_by(|one, other| other.score().total_cmp(&one.score()));
}

/// The hypotheses with a deviation more.
fn more(Hypothesis { rules, scoring }: Hypothesis) -> Vec<Hypothesis> {
    let all = Deviation::ALL.iter();
    let with = all.filter_map(|&deviation| rules.with(deviation).ok());
    let with = with.chain(rules.with_goal_first());
    let with = with.map(|rules| Hypothesis { rules, scoring });
    let is_new = scoring == Criterion::Wins;
    let scoring = Criterion::Points;
    with.chain(is_new.then_some(Hypothesis { rules, scoring }))
        .collect()
}
