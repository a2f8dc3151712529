//! Which hypotheses are compared, and how precisely.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

use itertools::Itertools;
use rayon::prelude::*;

use super::truth::{Field, Played};
use super::{Hypothesis, Shares};
use crate::dice::Die;
use crate::engine::tables::Tables;
use crate::likelihood::{Axes, Expected, Fit, Shown};
use crate::rules::{Deviation, Rules};
use crate::tournament::Scoring;

/// By so much the logarithm of the likelihood must rise for each deviation. There are twenty, and chance makes one of
/// them fit so much better than none in less than one of fifty cases.
pub(super) const PENALTY: f64 = 4.0;

/// Games per pairing of a first look, of a second and of the last.
const GAMES: [u64; 3] = [1 << 10, 1 << 12, 1 << 14];
/// So many hypotheses at most get the second look, and the last.
const MOST: [usize; 2] = [24, 8];
/// What is less likely than the best by so much, as a logarithm with the penalty, gets no closer look.
const HOPELESS: f64 = 10.0;
/// The best so many get further deviations.
const PARENTS: usize = 3;
/// So many deviations at most.
const DEEPEST: usize = 4;
/// A first look is at files whose tables take this part of all, if there are such.
const CHEAP: f64 = 0.3;

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
    /// The files of a first look, and all.
    stages: [Stage; 2],
    seed: u64,
    memory: usize,
}

/// Some of the files, with what is known about them.
#[derive(Debug)]
struct Stage {
    /// The indices of the files.
    files: Vec<usize>,
    field: Field,
    truths: HashMap<Rules, Played>,
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
        let stages = [cheap_files(&files), (0..files.len()).collect()];
        let stages = stages.map(|numbers: Vec<usize>| {
            let dice: Vec<&[Die]> = numbers.iter().map(|&file| &files[file][..]).collect();
            Stage {
                field: Field::new(&dice),
                files: numbers,
                truths: HashMap::new(),
            }
        });
        Truths {
            files,
            stages,
            seed: seed ^ OTHER_GAMES,
            memory,
        }
    }

    /// What lists would be under a hypothesis that was looked at, a list a file.
    pub(super) fn expected(&self, hypothesis: Hypothesis) -> Vec<Expected> {
        let Stage {
            files,
            field,
            truths,
        } = &self.stages[1];
        let played = &truths[&hypothesis.rules.with_turns()];
        let files = 0..files.len();
        files
            .map(|file| played.expected(field, file, hypothesis))
            .collect()
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
            next.retain(|hypothesis| {
                self.truths.stages[1].field.admits(hypothesis.rules) && seen.insert(*hypothesis)
            });
            let first = self.look(0, &next, GAMES[0]);
            let mut worth = worth_a_look(&first, MOST[0]);
            worth.retain(|one| known.iter().all(|looked| looked.hypothesis != *one));
            known.extend(self.look(1, &worth, GAMES[1]));
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
        let best = worth_a_look(&known, MOST[1]);
        let best = best.into_iter().chain([wanted]).unique().collect_vec();
        let mut last = self.look(1, &best, GAMES[2]);
        last.sort_by(best_first);
        last
    }

    /// The hypotheses with a deviation more than this one whose lists so many games per pairing cannot tell from its
    /// lists.
    pub(super) fn alike(&mut self, of: &Looked) -> Vec<Hypothesis> {
        /// So far apart, as a squared number of standard errors beyond what chance makes, is not alike.
        const APART: f64 = 5.0;
        let admitted = |one: &Hypothesis| self.truths.stages[1].field.admits(one.rules);
        let others = more(of.hypothesis).filter(admitted).collect_vec();
        self.look(1, &others, 2 * GAMES[1]);
        let Stage {
            files: _,
            field,
            truths,
        } = &self.truths.stages[1];
        let expected = |hypothesis: Hypothesis, file: usize| {
            truths[&hypothesis.rules.with_turns()].expected(field, file, hypothesis)
        };
        let is_alike = |other: &Hypothesis| {
            let mut fit = Fit::default();
            for (file, list) in self.lists.iter().enumerate() {
                let units = list.iter();
                let [one, mut other] = [of.hypothesis, *other].map(|one| expected(one, file));
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
        all.retain(|one| self.truths.stages[1].field.admits(one.rules));
        all.extend(looked.iter().map(|one| one.hypothesis));
        let all = all.into_iter().unique().collect_vec();
        let mut looked = self.look(1, &all, GAMES[1]);
        let distance =
            |one: &Looked| one.fit.distance() + DEVIATION * one.hypothesis.deviations() as f64;
        looked.sort_by(|one, other| distance(one).total_cmp(&distance(other)));
        looked
    }

    /// Looks at hypotheses with so many games per pairing.
    fn look(&mut self, stage: usize, hypotheses: &[Hypothesis], games: u64) -> Vec<Looked> {
        let Stage {
            files,
            field,
            truths,
        } = &mut self.truths.stages[stage];
        let wanted = hypotheses
            .iter()
            .map(|hypothesis| hypothesis.rules.with_turns());
        let wanted: Vec<(Rules, Played)> = wanted
            .unique()
            .map(|rules| (rules, truths.remove(&rules).unwrap_or_default()))
            .collect();
        self.watch.played(0, wanted.len() as u64);
        let (seed, memory, watch) = (self.truths.seed, self.truths.memory, self.watch);
        let field = &*field;
        // A rule set a thread, as tables of few dice keep no more than one busy.
        let played = wanted.into_par_iter().map(|(rules, mut played)| {
            played.play_to(games, field, rules, seed, memory);
            watch.played(1, 0);
            (rules, played)
        });
        truths.extend(played.collect::<Vec<_>>());
        let lists = self.lists;
        let looks = hypotheses.par_iter().map(|&hypothesis| {
            let mut fit = Fit::default();
            let played = &truths[&hypothesis.rules.with_turns()];
            for (index, &file) in files.iter().enumerate() {
                let expected = played.expected(field, index, hypothesis);
                fit.add(&lists[file], &Axes::new(&lists[file], &expected));
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

/// The files whose tables take little memory, and so little time, or all if there are no such.
fn cheap_files(files: &[Vec<Die>]) -> Vec<usize> {
    let cost = |dice: &Vec<Die>| -> f64 {
        let tables = Tables::within(0, dice, Rules::OFFIZIELL, &[Rules::OFFIZIELL.start()]);
        tables.bytes().map(|bytes| bytes as f64).sum()
    };
    let costs: Vec<f64> = files.iter().map(cost).collect();
    let all: f64 = costs.iter().sum();
    let cheapest = (0..files.len()).sorted_by(|&one, &other| costs[one].total_cmp(&costs[other]));
    let mut sum = 0.0;
    let cheap = cheapest.take_while(|&file| {
        sum += costs[file];
        sum <= CHEAP * all
    });
    let cheap = cheap.sorted().collect_vec();
    match cheap.is_empty() {
        true => (0..files.len()).collect(),
        false => cheap,
    }
}

/// The order of what was looked at: what fits best comes first.
fn best_first(one: &Looked, other: &Looked) -> Ordering {
    other.score().total_cmp(&one.score())
}

/// The best, as many as are worth it.
fn worth_a_look(looked: &[Looked], most: usize) -> Vec<Hypothesis> {
    let sorted = looked.iter().sorted_by(|one, other| best_first(one, other));
    let best = sorted.clone().next().map_or(0.0, Looked::score);
    let worth = sorted
        .take(most)
        .filter(|looked| looked.score() > best - HOPELESS);
    worth.map(|looked| looked.hypothesis).collect()
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
