//! The search for the hypothesis that lists come from: which ones are compared, and how precisely.
//!
//! A *look* at hypotheses plays some games per pairing under each of them, and compares the lists
//! with these. The more hypotheses a look rules out, the more games the next one can have. (In a
//! ranking, a look is something else.)

use std::collections::HashSet;
use std::sync::Arc;

use itertools::Itertools;
use rayon::prelude::*;

use super::candidate::{Candidate, Question, REFUSED};
use super::hypothesis::Hypothesis;
use super::shares::ListShares;
use super::truth::{CLOSER_LOOK_GAMES, Truths};
use crate::likelihood::{GameCount, GoodnessOfFit, ListModel, PairingGames, WrittenShare};
use wuerfelglueck::rules::{Deviation, Rules};
use wuerfelglueck::stream::BLOCK;
use wuerfelglueck::tournament::Criterion;
use wuerfelglueck::watch::Watch;

/// Games per pairing of a first look: at the files with the smallest tables, then at all.
const FIRST_LOOK_GAMES: u64 = 1 << 11;
/// The games of the last look, as a multiple of those of the lists: enough that its own noise
/// decides little. They are within the bounds of [`Search::last_look_games`].
const LAST_LOOK_FACTOR: f64 = 20.0;
/// The most hypotheses beside the expected one that get a look with [`CLOSER_LOOK_GAMES`] games; in
/// [haste](Search::is_hasty) half as many, with fewer games.
const MOST_CLOSER_LOOKS: usize = 8;
/// The distance from the best hypothesis, as a difference of scores or of logarithms of the
/// likelihood, that is worth no closer look.
const HOPELESS: f64 = 10.0;
/// The number of best hypotheses that get a look at all files, however unlikely they are, unless in
/// haste.
const NEVER_HOPELESS: usize = 20;
/// The number of best hypotheses with two or three differences that are looked at with a further
/// one, too.
const PARENTS: usize = 3;
/// All hypotheses with up to this number of differences from `offiziell` get a first look, if their
/// rules allow the faces of all dice.
const FIRST_DEPTH: usize = 2;
/// The most differences from `offiziell` of a hypothesis that gets a first look.
const MOST_DEPTH: usize = 4;

/// A search for the hypothesis that lists come from.
pub(super) struct Search<'a> {
    pub(super) truths: &'a mut Truths,
    /// The list of each file.
    pub(super) lists: &'a [ListShares],
    pub(super) question: &'a Question,
    pub(super) watch: &'a dyn Watch,
}

impl Search<'_> {
    /// Looks at all hypotheses with up to two differences from `offiziell` whose rules allow the
    /// faces of all dice, and at some with more. Returns the best few, the best first; the expected
    /// one is among them. Those that were not hopeless after a closer look have had the last one.
    /// `None` if the watch ends it before.
    pub(super) fn run(&mut self) -> Option<Vec<Candidate>> {
        let explored = self.explore()?;
        self.look_closer(&explored)
    }

    /// Takes a first look at hypotheses with up to four differences from `offiziell` whose rules
    /// allow the faces of all dice. Returns those that were worth a look at all files, the best
    /// first.
    fn explore(&mut self) -> Option<Vec<Candidate>> {
        let mut unseen = all_up_to(FIRST_DEPTH);
        let mut seen: HashSet<Hypothesis> = HashSet::new();
        let mut explored: Vec<Candidate> = Vec::new();
        for depth in FIRST_DEPTH..=MOST_DEPTH {
            unseen.retain(|hypothesis| {
                self.truths.admits(hypothesis.rules) && seen.insert(*hypothesis)
            });
            let hopeful = self.select_hopeful(&unseen, explored.first())?;
            explored.extend(self.look(&hopeful, FIRST_LOOK_GAMES, self.lists.len())?);
            sort_by_score(&mut explored);
            // In haste, a candidate that fits is enough.
            let best = &explored[0];
            let is_enough = self.is_hasty() && best.fit.explains(best.games, REFUSED);
            if is_enough || depth == MOST_DEPTH {
                break;
            }
            // Now the third difference is tried in any case, the fourth if that is worth it.
            let least_score = best.score() - HOPELESS;
            let is_worth_it =
                |parent: &&Candidate| depth == FIRST_DEPTH || parent.score() > least_score;
            unseen = explored
                .iter()
                .filter(|candidate| candidate.hypothesis.count_differences() == depth)
                .take(PARENTS)
                .filter(is_worth_it)
                .flat_map(|parent| extend_by_one(parent.hypothesis))
                .collect();
        }
        Some(explored)
    }

    /// Takes a closer look at the best of the candidates, which are sorted, and at the expected
    /// hypothesis, then the last look at those that are not hopeless, with more games if the lists
    /// have many. Returns all that had the closer look, the best first.
    fn look_closer(&mut self, explored: &[Candidate]) -> Option<Vec<Candidate>> {
        let most = if self.is_hasty() {
            MOST_CLOSER_LOOKS / 2
        } else {
            MOST_CLOSER_LOOKS
        };
        let least_score = explored[0].score() - HOPELESS;
        let best = explored
            .iter()
            .take(most)
            .filter(|candidate| candidate.score() > least_score)
            .map(|candidate| candidate.hypothesis)
            .chain([self.question.expected])
            .unique()
            .collect_vec();
        let games = CLOSER_LOOK_GAMES.min(self.question.most_played_games);
        let mut candidates = self.look(&best, games, self.lists.len())?;
        sort_by_score(&mut candidates);

        let least_score = candidates[0].score() - HOPELESS;
        let best = candidates
            .iter()
            .take_while(|candidate| candidate.score() > least_score)
            .map(|candidate| candidate.hypothesis)
            .collect_vec();
        let games = self.last_look_games(candidates[0].games);
        let last_looks = self.look(&best, games, self.lists.len())?;
        candidates.splice(..best.len(), last_looks);
        sort_by_score(&mut candidates);
        Some(candidates)
    }

    /// Returns whether no rule set may be played for as many games as a closer look takes
    /// otherwise.
    fn is_hasty(&self) -> bool {
        self.question.most_played_games < CLOSER_LOOK_GAMES
    }

    /// Selects the hypotheses that are worth a look at all files. The files with the smallest
    /// tables come first, and make hypotheses hopeless, compared with the best of them or with
    /// `best`. Then fewer are left for large tables. `None` if the watch ends it before.
    fn select_hopeful(
        &mut self,
        hypotheses: &[Hypothesis],
        best: Option<&Candidate>,
    ) -> Option<Vec<Hypothesis>> {
        let known = best.map(|candidate| candidate.hypothesis);
        let mut hopeful = hypotheses
            .iter()
            .copied()
            .chain(known)
            .unique()
            .collect_vec();
        let never_hopeless = if self.is_hasty() { 0 } else { NEVER_HOPELESS };
        let file_counts = self.truths.file_counts();
        for &file_count in &file_counts[..file_counts.len() - 1] {
            let newest = self.truths.by_size[file_count - 1];
            if self.lists[newest].iter().all(Option::is_none) {
                continue;
            }
            let mut candidates = self.look(&hopeful, FIRST_LOOK_GAMES, file_count)?;
            // Without the penalty: the worth of deviations shows when all files are known.
            candidates.sort_by(|candidate, next| {
                next.log_likelihood.total_cmp(&candidate.log_likelihood)
            });
            let least = candidates[0].log_likelihood - HOPELESS;
            hopeful = candidates
                .iter()
                .enumerate()
                .filter(|(rank, candidate)| {
                    *rank < never_hopeless || candidate.log_likelihood > least
                })
                .map(|(_, candidate)| candidate.hypothesis)
                .collect();
        }
        hopeful.retain(|hypothesis| Some(*hypothesis) != known);
        Some(hopeful)
    }

    /// Finds the hypotheses with one difference more than `candidate` whose lists, with its number
    /// of games per pairing, cannot be told from its own. In haste, only those whose rules have
    /// games of all files already. `None` if the watch ends it before.
    pub(super) fn find_indistinguishable(
        &mut self,
        candidate: &Candidate,
    ) -> Option<Vec<Hypothesis>> {
        /// The squared number of standard errors beyond those of chance that tells lists apart.
        const APART: f64 = 5.0;
        let mut extended = extend_by_one(candidate.hypothesis);
        extended.retain(|hypothesis| self.truths.admits(hypothesis.rules));
        let last_look_games = self.last_look_games(candidate.games);
        let mut first_look_games = 4 * FIRST_LOOK_GAMES;
        if self.is_hasty() {
            // Hypotheses that were hopeless before are not alike, and those that have games of all
            // files cost none at first.
            extended.retain(|hypothesis| self.truths.is_complete(hypothesis.rules));
            first_look_games = FIRST_LOOK_GAMES;
        }
        let file_counts = self.truths.file_counts();
        let looks = [first_look_games, last_look_games].into_iter();
        for (games, file_count) in looks.cartesian_product(file_counts) {
            self.look(&extended, games.min(last_look_games), file_count)?;
            extended.retain(|other| self.measure_excess(candidate, *other, file_count) < APART);
        }
        Some(extended)
    }

    /// The difference between the lists of a candidate and those of another hypothesis for the
    /// first `file_count` files, as a squared number of standard errors beyond those of chance.
    fn measure_excess(&self, candidate: &Candidate, other: Hypothesis, file_count: usize) -> f64 {
        let lists = self.truths.by_size[..file_count].iter().map(|&file| {
            let of_candidate = self.truths.expect_list(file, candidate.hypothesis);
            let mut of_other = self.truths.expect_list(file, other);
            let written = self.lists[file]
                .iter()
                .zip(&of_candidate.shares)
                .map(|(written, &share)| written.map(|written| WrittenShare { share, ..written }))
                .collect_vec();
            of_other
                .error_covariances
                .add(&of_candidate.error_covariances);
            ListModel::new(&written, &Arc::new(of_other))
        });
        let GoodnessOfFit {
            pairing_games,
            count,
            ..
        } = candidate.fit;
        let fit = GoodnessOfFit::new(lists.collect(), pairing_games, count);
        fit.excess(candidate.games)
    }

    /// The games per pairing of the last look at lists that have `games`: at least those of a
    /// closer look, and at most those that the question allows.
    fn last_look_games(&self, games: f64) -> u64 {
        let games = ((LAST_LOOK_FACTOR * games) as u64).next_multiple_of(BLOCK);
        games
            .max(CLOSER_LOOK_GAMES)
            .min(self.question.most_played_games)
    }

    /// Looks at hypotheses with at least `games` games per pairing, at the first `file_count` files
    /// in the order of their tables. Returns a candidate for each, in the same order. `None` if the
    /// watch ends it before.
    pub(super) fn look(
        &mut self,
        hypotheses: &[Hypothesis],
        games: u64,
        file_count: usize,
    ) -> Option<Vec<Candidate>> {
        self.play(hypotheses, games, file_count)?;
        let search = &*self;
        let candidates = hypotheses.par_iter().filter_map(|&hypothesis| {
            let candidates = search.candidates_of(hypothesis, file_count);
            // The first of those that are as good.
            candidates.reduce(|best, next| {
                if next.score() > best.score() {
                    next
                } else {
                    best
                }
            })
        });
        Some(candidates.collect())
    }

    /// Plays at least `games` games per pairing under the rules of hypotheses, for the first
    /// `file_count` files in the order of their tables. `None` if the watch ends it before.
    pub(super) fn play(
        &mut self,
        hypotheses: &[Hypothesis],
        games: u64,
        file_count: usize,
    ) -> Option<()> {
        // Of the games of a rule set the first die begins one in two.
        let factor = |rules: Rules| 1 + u64::from(rules.has(Deviation::FirstStarts));
        let games_by_rules = hypotheses
            .iter()
            .map(|hypothesis| hypothesis.rules)
            .map(|rules| (rules.with_alternating_starters(), games * factor(rules)))
            .into_grouping_map()
            .max();
        self.truths.play(&games_by_rules, file_count, self.watch)
    }

    /// The candidates of a hypothesis whose rules were played for the first `file_count` files: one
    /// for each way in which games may count.
    pub(super) fn candidates_of(
        &self,
        hypothesis: Hypothesis,
        file_count: usize,
    ) -> impl Iterator<Item = Candidate> {
        let lists = self.truths.by_size[..file_count].iter().map(|&file| {
            let expected = Arc::new(self.truths.expect_list(file, hypothesis));
            let list = self.truths.match_dice(file, &self.lists[file], &expected);
            ListModel::new(&list, &expected)
        });
        let lists = lists.collect_vec();
        PairingGames::ALL
            .into_iter()
            .cartesian_product(self.game_counts(file_count))
            .map(move |(pairing_games, &count)| {
                let fit = GoodnessOfFit::new(lists.clone(), pairing_games, count);
                let range = self.question.games.of_count(count);
                let games = fit.likeliest_games([range.least, range.most]);
                Candidate {
                    hypothesis,
                    games,
                    log_likelihood: fit.log_likelihood(games),
                    fit,
                }
            })
    }

    /// The counts of games that are considered for the first `file_count` files.
    fn game_counts(&self, file_count: usize) -> &'static [GameCount] {
        let files = &self.truths.by_size[..file_count];
        let dice = files.iter().map(|&file| self.lists[file].len());
        if self.question.games_vary && !dice.clone().all_equal() {
            &[GameCount::PerPairing, GameCount::PerFile]
        } else {
            &[GameCount::PerPairing]
        }
    }
}

/// Sorts candidates: the best come first.
fn sort_by_score(candidates: &mut [Candidate]) {
    candidates.sort_by(|candidate, other| other.score().total_cmp(&candidate.score()));
}

/// All hypotheses with up to `depth` differences from `offiziell`, some of them more than once.
fn all_up_to(depth: usize) -> Vec<Hypothesis> {
    let scoring = Criterion::Wins;
    let mut hypotheses = Rules::BASES
        .map(|rules| Hypothesis { rules, scoring })
        .to_vec();
    for _ in 0..depth {
        let extended = hypotheses.clone().into_iter().flat_map(extend_by_one);
        hypotheses.extend(extended);
    }
    hypotheses.retain(|hypothesis| hypothesis.count_differences() <= depth);
    hypotheses
}

/// The hypotheses that have one difference from `offiziell` more than this one.
fn extend_by_one(Hypothesis { rules, scoring }: Hypothesis) -> Vec<Hypothesis> {
    let with_points = (scoring == Criterion::Wins).then_some(Hypothesis {
        rules,
        scoring: Criterion::Points,
    });
    rules
        .with_one_more_deviation()
        .chain(rules.with_goal_first())
        .map(|rules| Hypothesis { rules, scoring })
        .chain(with_points)
        .collect()
}
