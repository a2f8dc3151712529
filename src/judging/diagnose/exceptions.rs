//! Rule sets under which a result is no proof of a fault.
//!
//! Where pieces in the goal neither move nor are jumped over, usual dice get stuck, too, and hardly
//! a game has a winner; or a die that fills no goal wins, if who is stuck loses. If who is stuck
//! loses, and always the first die begins, equal dice differ. Of the rule sets of the catalogue with
//! up to three deviations no others break what an experiment demands, as a
//! [test](super::experiments) shows. Whether a program plays them shows in its other lists.

use itertools::Itertools;

use super::candidate::{GameRange, Question, ROUGH_GAMES};
use super::collector::PrintedList;
use super::experiments::{FileFaces, parse_dice};
use super::hypothesis::Hypothesis;
use super::search::Search;
use super::truth::Truths;
use crate::likelihood::{Errors, WrittenShare};
use wuerfelglueck::rules::{Deviation, Rules};
use wuerfelglueck::stream::BLOCK;
use wuerfelglueck::tournament::Criterion;

/// The deviations that these rule sets have; beside them they have at most one more.
const EXCEPTIONAL: [[Deviation; 2]; 2] = [
    [Deviation::NoGoalMoves, Deviation::NoJumping],
    [Deviation::StuckLoses, Deviation::FirstStarts],
];
/// Games per pairing by which rule sets are compared with the list of one file, then with all.
const GAMES: [u64; 2] = [BLOCK << 5, ROUGH_GAMES];
/// The probabilities that rules do not count as explaining lists that they have made.
const MISSED: Errors = Errors {
    joint: 5e-7,
    shares: 5e-7,
};

/// The exceptional rule sets by which the lists of a program may have been made.
pub(super) struct Exceptions {
    hypotheses: Vec<Hypothesis>,
}

impl Exceptions {
    /// All of them.
    pub(super) fn new() -> Exceptions {
        let scorings = [Criterion::Wins, Criterion::Points];
        let hypotheses = exceptional_rules()
            .into_iter()
            .cartesian_product(scorings)
            .map(|(rules, scoring)| Hypothesis { rules, scoring });
        Exceptions {
            hypotheses: hypotheses.collect(),
        }
    }

    /// Finds one that explains all of these lists of two dice, if they have at least `least_games`
    /// games per pairing. The list of the file `broken` is looked at first.
    pub(super) fn find(
        &mut self,
        broken: FileFaces,
        lists: &[(FileFaces, PrintedList)],
        least_games: f64,
    ) -> Option<Hypothesis> {
        let of_broken = lists.iter().filter(|(faces, _)| *faces == broken);
        let samples = [of_broken.collect_vec(), lists.iter().collect_vec()];
        for (lists, games) in samples.into_iter().zip(GAMES) {
            self.retain_explaining(&lists, games, least_games);
        }
        self.hypotheses.first().copied()
    }

    /// Retains those that explain these lists by comparison with `games` games per pairing.
    fn retain_explaining(
        &mut self,
        lists: &[&(FileFaces, PrintedList)],
        games: u64,
        least_games: f64,
    ) {
        /// The seed of the games.
        const SEED: u64 = 1;
        let (Some(&first), false) = (self.hypotheses.first(), lists.is_empty()) else {
            return;
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
        let candidates = search.look(&self.hypotheses, games, lists.len());
        self.hypotheses = candidates
            .unwrap_or_default()
            .into_iter()
            .filter(|candidate| candidate.fit.explains(least_games, MISSED))
            .map(|candidate| candidate.hypothesis)
            .collect();
    }
}

/// Returns whether what these rules do is no proof of a fault in some experiment.
pub fn is_exceptional(rules: Rules) -> bool {
    EXCEPTIONAL
        .iter()
        .any(|deviations| deviations.iter().all(|&deviation| rules.has(deviation)))
}

/// The exceptional rule sets.
fn exceptional_rules() -> Vec<Rules> {
    let with_both = |base: Rules| {
        EXCEPTIONAL.into_iter().filter_map(move |[first, second]| {
            base.with_deviation(first).ok()?.with_deviation(second).ok()
        })
    };
    Rules::BASES
        .into_iter()
        .flat_map(with_both)
        .flat_map(|rules| [rules].into_iter().chain(rules.with_one_more_deviation()))
        .collect()
}
