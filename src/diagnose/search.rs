//! Which hypotheses are compared, and how precisely.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

use itertools::Itertools;
use rayon::prelude::*;

use super::truth::{Field, Played};
use super::{Hypothesis, Shares};
use crate::dice::Die;
use crate::likelihood::{Axes, Expected, Fit, Shown};
use crate::rules::{Deviation, Rules};
use crate::tournament::Scoring;

/// By so much the logarithm of the likelihood must rise for each deviation. There are twenty, and chance makes one of
/// them fit so much better than none in less than one of fifty cases.
pub(super) const PENALTY: f64 = 4.0;

/// Games per pairing of a first look, and of the last.
const GAMES: u64 = 1 << 11;
const FINE: u64 = 1 << 14;
/// So many hypotheses at most get the last look.
const MOST: usize = 8;
/// What is less likely than the best by so much, as a logarithm with the penalty, gets no closer look.
const HOPELESS: f64 = 10.0;
/// The best so many get further deviations.
const PARENTS: usize = 3;
/// So many deviations at most.
const DEEPEST: usize = 4;

/// A hypothesis, and how well the lists fit it.
#[derive(Clone, Debug)]
pub(super) struct Looked {
    pub(super) hypothesis: Hypothesis,
    pub(super) fit: Fit,
    /// The games per pairing that the lists have, or that make them most likely.
    pub(super) games: f64,
    /// The logarithm of the likelihood.
    pub(super) likelihood: f64,
}

impl Looked {
    /// The logarithm of the likelihood, less the penalty.
    pub(super) fn score(&self) -> f64 {
        self.likelihood - PENALTY * self.hypothesis.deviations() as f64
    }
}

/// Somebody who wants to know how far a search is.
pub trait Watch: Sync {
    /// Is told that so many more rule sets are played, of so many more that will be.
    fn played(&self, done: u64, more: u64);
}

impl Watch for () {
    fn played(&self, _done: u64, _more: u64) {}
}

/// What is known about the lists of some dice files under rule sets. It grows with each search, and the next ones are
/// faster for it.
#[derive(Debug)]
pub struct Truths {
    /// The dice of the files.
    pub(super) files: Vec<Vec<Die>>,
    field: Field,
    truths: HashMap<Rules, Played>,
    seed: u64,
    memory: usize,
}

impl Truths {
    /// Nothing about these files, so far. All games have this seed. The tables of dice take at most so many bytes for each
    /// rule set, and as many rule sets are played at once as there are threads.
    ///
    /// # Panics
    ///
    /// If there is no file, or one has fewer than two dice.
    pub fn new(files: Vec<Vec<Die>>, seed: u64, memory: usize) -> Truths {
        assert!(!files.is_empty() && files.iter().all(|dice| dice.len() > 1));
        let dice: Vec<&[Die]> = files.iter().map(Vec::as_slice).collect();
        Truths {
            field: Field::new(&dice),
            truths: HashMap::new(),
            files,
            seed: seed ^ OTHER_GAMES,
            memory,
        }
    }

    /// What lists would be under a hypothesis that was looked at, a list a file.
    pub(super) fn expected(&self, hypothesis: Hypothesis) -> Vec<Expected> {
        let played = &self.truths[&hypothesis.rules.with_turns()];
        let files = 0..self.files.len();
        files
            .map(|file| played.expected(&self.field, file, hypothesis))
            .collect()
    }

    /// Whether the rules of a hypothesis allow all faces.
    fn admits(&self, hypothesis: &Hypothesis) -> bool {
        self.field.admits(hypothesis.rules)
    }
}

/// Seeds are changed by this, so that no list is compared with the very games that it was made from.
const OTHER_GAMES: u64 = 0x0064_6961_676e_6f73;

/// A search for the rule set that lists come from.
pub(super) struct Search<'a, W> {
    pub(super) truths: &'a mut Truths,
    /// For each file what its list shows.
    pub(super) lists: &'a [Shares],
    /// The number of games per pairing of the lists, if that is known.
    pub(super) games: Option<u64>,
    pub(super) watch: &'a W,
}

impl<W: Watch> Search<'_, W> {
    /// Looks at all hypotheses with up to two deviations, and at more of those that fit best. Returns the best few,
    /// the best first; the `wanted` one is among them. All have had the last look.
    pub(super) fn run(&mut self, wanted: Hypothesis) -> Vec<Looked> {
        let mut seen: HashSet<Hypothesis> = HashSet::new();
        let mut next = up_to(2);
        let mut known: Vec<Looked> = Vec::new();
        for deepest in 2..=DEEPEST {
            next.retain(|one| self.truths.admits(one) && seen.insert(*one));
            known.extend(self.look(&next, GAMES));
            known.sort_by(best_first);
            let best = known[0].score();
            let of_depth = known
                .iter()
                .filter(|looked| looked.hypothesis.deviations() == deepest);
            // The third deviation is always tried, the fourth if that is worth it.
            let parents = of_depth
                .take(PARENTS)
                .filter(|looked| deepest == 2 || looked.score() > best - HOPELESS);
            let children = parents.flat_map(|looked| more(looked.hypothesis));
            next = children.collect_vec();
        }
        let least = known[0].score() - HOPELESS;
        let worth = known.iter().take(MOST).filter(|one| one.score() > least);
        let worth = worth.map(|one| one.hypothesis).chain([wanted]);
        let mut last = self.look(&worth.unique().collect_vec(), FINE);
        last.sort_by(best_first);
        last
    }

    /// The hypotheses with a deviation more than this one whose lists so many games per pairing cannot tell from its
    /// lists.
    pub(super) fn alike(&mut self, of: &Looked) -> Vec<Hypothesis> {
        /// So far apart, as a squared number of standard errors beyond what chance makes, is not alike.
        const APART: f64 = 5.0;
        let others = more(of.hypothesis).filter(|one| self.truths.admits(one));
        let others = others.collect_vec();
        self.look(&others, 4 * GAMES);
        let of_best = self.truths.expected(of.hypothesis);
        let is_alike = |other: &Hypothesis| {
            let mut fit = Fit::default();
            let of_other = self.truths.expected(*other);
            for ((list, one), mut other) in self.lists.iter().zip(&of_best).zip(of_other) {
                let units = list.iter();
                let shown = one.shares.iter().zip(units);
                let shown = shown
                    .map(|(&share, unit)| unit.map(|Shown { unit, .. }| Shown { share, unit }));
                let errors = one.error.iter().flatten();
                let sums = other.error.iter_mut().flatten();
                sums.zip(errors).for_each(|(sum, error)| *sum += error);
                let shown = shown.collect_vec();
                fit.add(&shown, &Axes::new(&shown, &other));
            }
            fit.excess(of.games) < APART
        };
        others.into_iter().filter(is_alike).collect()
    }

    /// Hypotheses with at most one deviation and these, those with the nearest shares first.
    pub(super) fn nearest(&mut self, looked: &[Looked]) -> Vec<Looked> {
        /// A deviation more is worth it if the shares are nearer by this.
        const DEVIATION: f64 = 0.002;
        let mut all = up_to(1);
        all.retain(|one| self.truths.admits(one));
        all.extend(looked.iter().map(|one| one.hypothesis));
        let all = all.into_iter().unique().collect_vec();
        let mut looked = self.look(&all, 2 * GAMES);
        let distance =
            |one: &Looked| one.fit.distance() + DEVIATION * one.hypothesis.deviations() as f64;
        looked.sort_by(|one, other| distance(one).total_cmp(&distance(other)));
        looked
    }

    /// Looks at hypotheses with so many games per pairing.
    fn look(&mut self, hypotheses: &[Hypothesis], games: u64) -> Vec<Looked> {
        let wanted = hypotheses.iter().map(|one| one.rules.with_turns());
        let truths = &mut self.truths.truths;
        let wanted: Vec<(Rules, Played)> = wanted
            .unique()
            .map(|rules| (rules, truths.remove(&rules).unwrap_or_default()))
            .collect();
        self.watch.played(0, wanted.len() as u64);
        let (seed, memory, watch) = (self.truths.seed, self.truths.memory, self.watch);
        let field = &self.truths.field;
        // A rule set a thread, as tables of few dice keep no more than one busy.
        let played = wanted.into_par_iter().map(|(rules, mut played)| {
            played.play_to(games, field, rules, seed, memory);
            watch.played(1, 0);
            (rules, played)
        });
        let played: Vec<(Rules, Played)> = played.collect();
        self.truths.truths.extend(played);
        let (truths, lists) = (&*self.truths, self.lists);
        let looks = hypotheses.par_iter().map(|&hypothesis| {
            let mut fit = Fit::default();
            for (list, expected) in lists.iter().zip(truths.expected(hypothesis)) {
                fit.add(list, &Axes::new(list, &expected));
            }
            let games = self
                .games
                .map_or_else(|| fit.likeliest_games(), |games| games as f64);
            Looked {
                hypothesis,
                games,
                likelihood: fit.log_likelihood(games),
                fit,
            }
        });
        looks.collect()
    }
}

/// The order of what was looked at: what fits best comes first.
fn best_first(one: &Looked, other: &Looked) -> Ordering {
    other.score().total_cmp(&one.score())
}

/// All hypotheses with at most so many deviations.
fn up_to(deviations: usize) -> Vec<Hypothesis> {
    let bases = Rules::ALL.map(|rules| Hypothesis {
        rules,
        scoring: Scoring::Wins,
    });
    let mut all = bases.to_vec();
    for _ in 0..deviations {
        all.extend(all.clone().into_iter().flat_map(more));
    }
    let all = all.into_iter().unique();
    all.filter(|hypothesis| hypothesis.deviations() <= deviations)
        .collect()
}

/// The hypotheses with a deviation more.
pub(super) fn more(hypothesis: Hypothesis) -> impl Iterator<Item = Hypothesis> {
    let Hypothesis { rules, scoring } = hypothesis;
    let with = Deviation::ALL
        .iter()
        .filter_map(move |&deviation| rules.with(deviation).ok());
    let with = with.chain(rules.with_goal_first());
    let with = with.map(move |rules| Hypothesis { rules, scoring });
    let points = (scoring == Scoring::Wins).then_some(Hypothesis {
        rules,
        scoring: Scoring::Points,
    });
    with.chain(points)
}
