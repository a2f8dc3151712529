//! Rule sets under which a result is no proof of a fault.
//!
//! Each experiment names the [families](RuleFamily) of rule sets that break what it demands. Of the
//! rule sets of the catalogue with up to three deviations no others do, as a
//! [test](super::experiments) shows. Whether a program plays one of them shows in its other lists.

use std::collections::HashSet;

use itertools::Itertools;
use rayon::prelude::*;

use super::candidate::{GameRange, Question, ROUGH_GAMES};
use super::collector::PrintedList;
use super::experiments::{EXPERIMENTS, FileFaces, RuleFamily, STUCK_IN_GOAL, parse_dice};
use super::hypothesis::Hypothesis;
use super::search::Search;
use super::truth::Truths;
use crate::likelihood::{Errors, WrittenShare};
use wuerfelglueck::rules::Rules;
use wuerfelglueck::stream::BLOCK;
use wuerfelglueck::tournament::Criterion;

/// The most deviations of the rule sets that are tried.
const MOST_DEVIATIONS: usize = 3;
/// Games per pairing by which rule sets are compared with the list of one file, then with all.
const GAMES: [u64; 2] = [BLOCK << 5, ROUGH_GAMES];
/// The probabilities that rules do not count as explaining lists that they have made.
const MISSED: Errors = Errors {
    joint: 5e-7,
    shares: 5e-7,
};

/// A search for exceptional rule sets by which a program may have made its lists.
#[derive(Default)]
pub(super) struct Exceptions {
    /// Those that have not made lists so far.
    refuted: HashSet<Hypothesis>,
}

impl Exceptions {
    /// Finds one of these families that explains all of these lists of two dice, if they have at
    /// least `least_games` games per pairing. The list of the file `broken` is looked at first.
    pub(super) fn find(
        &mut self,
        families: &[RuleFamily],
        broken: FileFaces,
        lists: &[(FileFaces, PrintedList)],
        least_games: f64,
    ) -> Option<Hypothesis> {
        let scorings = [Criterion::Wins, Criterion::Points];
        let mut hypotheses = rules_of(families)
            .into_iter()
            .cartesian_product(scorings)
            .map(|(rules, scoring)| Hypothesis { rules, scoring })
            .filter(|hypothesis| !self.refuted.contains(hypothesis))
            .collect_vec();
        let of_broken = lists.iter().filter(|(faces, _)| *faces == broken);
        let samples = [of_broken.collect_vec(), lists.iter().collect_vec()];
        for (lists, games) in samples.into_iter().zip(GAMES) {
            let explaining = find_explaining(&hypotheses, &lists, games, least_games);
            let refuted = hypotheses
                .iter()
                .filter(|hypothesis| !explaining.contains(hypothesis));
            self.refuted.extend(refuted);
            hypotheses = explaining;
        }
        hypotheses.first().copied()
    }
}

/// Finds the hypotheses that explain these lists by comparison with `games` games per pairing.
fn find_explaining(
    hypotheses: &[Hypothesis],
    lists: &[&(FileFaces, PrintedList)],
    games: u64,
    least_games: f64,
) -> Vec<Hypothesis> {
    /// The seed of the games.
    const SEED: u64 = 1;
    let (Some(&first), false) = (hypotheses.first(), lists.is_empty()) else {
        return hypotheses.to_vec();
    };
    let files = lists.iter().map(|(faces, _)| parse_dice(faces)).collect();
    let shares = lists.iter().map(|(_, PrintedList { values, unit, .. })| {
        let written = |&share: &f64| WrittenShare { share, unit: *unit };
        values.iter().map(written).map(Some).collect_vec()
    });
    let question = Question {
        games: GameRange {
            least: least_games,
            ..GameRange::ANY
        },
        games_vary: false,
        expected: first,
        most_played_games: games,
    };
    let mut search = Search {
        truths: &mut Truths::new(files, SEED, usize::MAX),
        lists: &shares.collect_vec(),
        question: &question,
        watch: &(),
    };
    if search.play(hypotheses, games, lists.len()).is_none() {
        return Vec::new();
    }
    let search = &search;
    let explains = |hypothesis: &&Hypothesis| {
        search
            .candidates_of(**hypothesis, lists.len())
            .any(|candidate| candidate.fit.explains(least_games, MISSED))
    };
    hypotheses.par_iter().filter(explains).copied().collect()
}

/// Returns whether what these rules do is no proof of a fault in some experiment.
pub fn is_exceptional(rules: Rules) -> bool {
    let families = EXPERIMENTS
        .iter()
        .flat_map(|experiment| experiment.exceptions);
    families
        .chain([&STUCK_IN_GOAL])
        .any(|family| family.iter().all(|&deviation| rules.has(deviation)))
}

/// The rule sets of these families.
fn rules_of(families: &[RuleFamily]) -> Vec<Rules> {
    let mut found = Vec::new();
    for (&family, base) in families.iter().cartesian_product(Rules::BASES) {
        let with_family = family
            .iter()
            .try_fold(base, |rules, &deviation| rules.with_deviation(deviation));
        let mut largest = Vec::from_iter(with_family);
        found.extend(&largest);
        for _ in family.len()..MOST_DEVIATIONS {
            largest = largest
                .into_iter()
                .flat_map(Rules::with_one_more_deviation)
                .unique()
                .collect();
            found.extend(&largest);
        }
    }
    found
}
