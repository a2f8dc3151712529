//! Examinations: all that is found out about a program or its lists, and the verdict on it.

use itertools::Itertools;

use super::candidate::{GameRange, Question};
use super::diagnosis::{Diagnosis, diagnose};
use super::hypothesis::Hypothesis;
use super::oddities::{ListRemark, ShareGap};
use super::program::{ExperimentSubject, NoList, NoShares};
use super::results::{ExperimentOutcome, ExperimentResult};
use super::shares::ListShares;
use super::trial::{MOST_TRIAL_FILES, Trial, try_program};
use super::truth::Truths;
use crate::check::list::List;
use crate::check::{DiceFile, JudgedSubmission, find_form_fault};
use crate::verdict::{Doubt, Fault, Verdict};
use wuerfelglueck::dice::{self, Die};
use wuerfelglueck::tournament::Criterion;
use wuerfelglueck::watch::Watch;

/// The dice files that a program is given after the experiments, beginning with the one that tells
/// rule sets apart best.
const BUILT_IN: [(&str, &str); 5] = [
    (
        "unterschiede.txt",
        include_str!("../../../beispiele/unterschiede.txt"),
    ),
    (
        "wuerfel0.txt",
        include_str!("../../../beispiele/wuerfel0.txt"),
    ),
    (
        "wuerfel1.txt",
        include_str!("../../../beispiele/wuerfel1.txt"),
    ),
    (
        "wuerfel2.txt",
        include_str!("../../../beispiele/wuerfel2.txt"),
    ),
    (
        "wuerfel3.txt",
        include_str!("../../../beispiele/wuerfel3.txt"),
    ),
];

/// The most dice files that a program is given: those of experiments and those that are built in,
/// without the pairs of dice if no rule set fits.
pub const MOST_FILES: usize = MOST_TRIAL_FILES + BUILT_IN.len();

/// All that is found out about a program or its lists, as far as it went.
#[derive(Clone, Debug)]
pub struct Examination {
    /// The hypothesis that the program should follow.
    pub expected: Hypothesis,
    /// The number of games per pairing of the lists, if it is given.
    pub games: Option<u64>,
    /// The seed of the games that the lists are compared with.
    pub seed: u64,
    /// The results of experiments with the program.
    pub trial: Trial,
    /// The names of the dice files whose lists are compared.
    pub files: Vec<String>,
    /// For each file its dice.
    pub dice: Vec<Vec<Die>>,
    /// For each file the shares of its list.
    pub lists: Vec<ListShares>,
    /// Faults of the form of lists.
    pub form_faults: Vec<ListRemark>,
    /// The name of the first list that cannot be compared, or of its dice file, and the reason, in
    /// German.
    pub missing_list: Option<String>,
    /// The diagnosis of the lists, if they were compared with rule sets.
    pub diagnosis: Option<Diagnosis>,
    /// If no rule set fits a program, the die that is furthest from its expected share, alone in a
    /// file with each of its opponents.
    pub pairs: Vec<PairShare>,
    /// True if the examination was ended before it was complete.
    pub is_interrupted: bool,
}

/// The share of a die in the lists of files with a single opponent.
#[derive(Clone, Debug)]
pub struct PairShare {
    /// The other die of the file.
    pub opponent: Die,
    /// 0 if the die comes before its opponent in the larger file, and 1 if behind it.
    pub place: usize,
    /// The shares of the die in the file in which it comes first, and in the other.
    shares: [ShareGap; 2],
}

impl PairShare {
    /// The share in the order of the larger file.
    pub fn in_order(&self) -> ShareGap {
        self.shares[self.place]
    }

    /// The share in the other order.
    pub fn reversed(&self) -> ShareGap {
        self.shares[1 - self.place]
    }
}

/// What the shares of the furthest die against each opponent alone explain of its distance.
#[derive(Clone, Copy, Debug)]
pub enum DistanceCause<'a> {
    /// Little: something that takes more than two dice is the cause.
    MoreThanTwoDice,
    /// The place of the die in the file is the cause, as its share against this opponent shows.
    Place(&'a PairShare),
    /// This opponent is most of the cause.
    Opponent(&'a PairShare),
}

impl Examination {
    /// An examination without results, of a program that should follow `expected`.
    pub fn new(expected: Hypothesis, games: Option<u64>, seed: u64) -> Examination {
        Examination {
            expected,
            games,
            seed,
            trial: Trial::default(),
            files: Vec::new(),
            dice: Vec::new(),
            lists: Vec::new(),
            form_faults: Vec::new(),
            missing_list: None,
            diagnosis: None,
            pairs: Vec::new(),
            is_interrupted: false,
        }
    }

    /// The lists of a submission as if it should play the rules that fit it best of those that it may
    /// play, by this scoring; `None` if it has passed, or its lists have no shares. `games` and `seed`
    /// are as in [`new`](Self::new).
    pub fn of_submission(
        judged: &JudgedSubmission,
        files: &[DiceFile],
        scoring: Criterion,
        games: Option<u64>,
        seed: u64,
    ) -> Option<Examination> {
        let lists = judged.shares_by_file(files);
        let has_shares = lists.iter().flatten().any(Option::is_some);
        let rules = judged.best().rules;
        (has_shares && !judged.verdict().is_passed()).then(|| Examination {
            files: files.iter().map(|file| file.name.clone()).collect(),
            dice: files.iter().map(|file| file.dice.clone()).collect(),
            lists,
            ..Examination::new(Hypothesis { rules, scoring }, games, seed)
        })
    }

    /// Does experiments with a program, and unless they show a fault or cannot be finished, gives it
    /// the files that are built in.
    ///
    /// # Errors
    ///
    /// Those of the program.
    pub fn gather<P: ExperimentSubject>(&mut self, program: &mut P) -> Result<(), P::Error> {
        self.trial = try_program(program)?;
        if !self.trial.is_finished() || !self.trial.is_possible() {
            return Ok(());
        }
        for (name, text) in BUILT_IN {
            let dice = dice::parse(text.as_bytes()).unwrap_or_default();
            let added = match self.request_list(program, name, &dice)? {
                Ok(list) => {
                    let added = self.add_list(name, dice, list);
                    added.map_err(|error| program.refuse_shares(name, error))
                }
                Err(reason) => Err(reason),
            };
            if let Err(reason) = added {
                self.add_missing(name, reason.text());
            }
        }
        Ok(())
    }

    /// Gives a program a file, and reads its list as most of its lists are read.
    fn request_list<P: ExperimentSubject>(
        &self,
        program: &mut P,
        name: &str,
        dice: &[Die],
    ) -> Result<Result<List, NoList>, P::Error> {
        let draft = program.request_list(name, dice)?;
        let read = draft.map(|draft| draft.read(&self.trial.form, dice));
        Ok(read.and_then(|list| list.map_err(|error| program.refuse_list(name, &error))))
    }

    /// Adds the shares of a list of `dice`, and a fault in its dice, sorting or ranks. Without a trial
    /// of the program, shares follow from numbers of wins if the number of games is known.
    ///
    /// # Errors
    ///
    /// If it has no shares that can be compared.
    pub fn add_list(&mut self, name: &str, dice: Vec<Die>, mut list: List) -> Result<(), NoShares> {
        if !self.trial.is_finished() {
            // Wins of two dice add up to a possible number of games, whether some were drawn or not.
            let hides_draws = dice.len() < 3;
            let games = list.known_games(dice.len(), self.games, hides_draws);
            list = list.with_shares(&dice, games.exact());
            if !list.has_shares() {
                return Err(NoShares::OrderOrWins);
            }
        }
        let Some(shares) = self.trial.find_shares(&list, &dice) else {
            return Err(if self.trial.hides_games() {
                NoShares::HiddenGames
            } else if list.has_shares() {
                NoShares::OtherDice
            } else {
                NoShares::NotOfTheseDice
            });
        };
        self.lists.push(shares);
        let fault = find_form_fault(&list, dice.len()).map(|fault| ListRemark {
            list: self.files.len(),
            text: fault.describe_in_list(),
        });
        self.form_faults.extend(fault);
        self.files.push(name.into());
        self.dice.push(dice);
        Ok(())
    }

    /// Notes the reason in German why a list cannot be compared, unless one is missing already.
    pub fn add_missing(&mut self, name: &str, reason: &str) {
        self.missing_list
            .get_or_insert_with(|| format!("{name}: {reason}"));
    }

    /// Returns whether there is a list of each file that is built in, and no other.
    pub fn has_built_in_files(&self) -> bool {
        self.trial.is_finished() && self.files.len() == BUILT_IN.len()
    }

    /// Compares the lists, at least one, with rule sets by games of their files, and makes the
    /// diagnosis; see [`Question::most_played_games`]. It is interrupted if the watch ends that.
    pub fn compare(&mut self, truths: &mut Truths, most_played_games: u64, watch: &dyn Watch) {
        let given_games = self.games.map(GameRange::exactly);
        let question = Question {
            games: given_games.or(self.trial.games).unwrap_or(GameRange::ANY),
            games_vary: given_games.is_none() && self.trial.is_finished(),
            expected: self.expected,
            most_played_games,
        };
        self.diagnosis = diagnose(truths, &self.lists, &question, watch);
        self.is_interrupted |= self.diagnosis.is_none();
    }

    /// If no rule set fits, gives the program the least fitting die with each of its opponents alone
    /// in a file, in the order of the larger file and reversed. The tables of all dice take at most
    /// `memory` bytes.
    ///
    /// # Errors
    ///
    /// Those of the program.
    pub fn try_pairs<P: ExperimentSubject>(
        &mut self,
        program: &mut P,
        memory: usize,
    ) -> Result<(), P::Error> {
        let diagnosis = self.diagnosis.as_ref();
        let Some(furthest) = diagnosis.and_then(|diagnosis| diagnosis.furthest) else {
            return Ok(());
        };
        let mut opponents = self.dice[furthest.list].clone();
        let die = opponents.remove(furthest.die);
        let files = opponents
            .iter()
            .flat_map(|opponent| [[&die, opponent], [opponent, &die]])
            .map(|pair| pair.map(Die::clone).to_vec())
            .collect_vec();
        let mut truths = Truths::new(files.clone(), self.seed, memory);
        let expected = truths.play_for_shares(self.expected);
        program.expect_files(files.len());
        let mut shares = Vec::new();
        for (number, (pair, expected)) in files.iter().zip(expected).enumerate() {
            let list = self.request_list(program, "zwei Würfel", pair)?.ok();
            // The die comes first in the first file of two, and second in the other.
            let place = number % 2;
            let written = list.and_then(|list| self.trial.find_shares(&list, pair)?[place]);
            shares.push(written.map(|written| ShareGap {
                printed: written.share,
                expected: expected[place],
            }));
        }
        let pairs = opponents.into_iter().enumerate().zip(shares.chunks(2));
        self.pairs = pairs
            .filter_map(|((index, opponent), shares)| {
                Some(PairShare {
                    opponent,
                    place: usize::from(index < furthest.die),
                    shares: [shares[0]?, shares[1]?],
                })
            })
            .collect();
        Ok(())
    }

    /// Returns what the [pairs](Self::pairs) explain of the distance of the furthest die; `None` if
    /// there are none, or several opponents share in it.
    pub fn explain_distance(&self) -> Option<DistanceCause<'_>> {
        /// The part of the distance that explains it.
        const MOST_OF_IT: f64 = 0.5;
        let furthest = self.diagnosis.as_ref()?.furthest?;
        let opponents = (self.dice[furthest.list].len() - 1) as f64;
        // The parts of the excess that opponents explain, in this order of the dice and in the other.
        let part_of = |share: ShareGap| share.excess() / (opponents * furthest.share.excess());
        let part_in_order = |pair: &PairShare| part_of(pair.in_order());
        let parts: f64 = self.pairs.iter().map(part_in_order).sum();
        let worst = self
            .pairs
            .iter()
            .max_by(|a, b| part_in_order(a).total_cmp(&part_in_order(b)))?;
        if parts < MOST_OF_IT {
            return Some(DistanceCause::MoreThanTwoDice);
        }
        let reversed: f64 = self.pairs.iter().map(|pair| part_of(pair.reversed())).sum();
        if reversed.abs() < MOST_OF_IT * parts {
            return Some(DistanceCause::Place(worst));
        }
        (part_in_order(worst) >= MOST_OF_IT * parts).then_some(DistanceCause::Opponent(worst))
    }

    /// Returns the hypothesis that explains the lists, if one is found: the expected one if that
    /// does, and otherwise the best one.
    pub fn found_hypothesis(&self) -> Option<Hypothesis> {
        let diagnosis = self.diagnosis.as_ref()?;
        match diagnosis.verdict {
            Verdict::Passed => Some(diagnosis.expected.hypothesis),
            Verdict::Faulty(Fault::OtherRules(hypothesis)) => Some(hypothesis),
            _ => None,
        }
    }

    /// Returns the verdict: by the experiments, then by the forms of the lists, then by their
    /// diagnosis.
    pub fn verdict(&self) -> Verdict {
        let results = &self.trial.results;
        if let Some(text) = results.iter().find_map(describe_impossible) {
            return Verdict::Faulty(Fault::Impossible(text));
        }
        let gap = if self.is_interrupted {
            Some("vorher abgebrochen".into())
        } else {
            self.missing_list.clone()
        };
        let Some(diagnosis) = &self.diagnosis else {
            let reason = gap
                .or_else(|| describe_early_end(results))
                .unwrap_or_else(|| "keine lesbare Liste".into());
            return Verdict::NotJudged(Doubt::NoResult(reason));
        };
        if let Some(fault) = self.form_faults.first() {
            let text = format!("{}: {}", self.files[fault.list], fault.text);
            return Verdict::Faulty(Fault::Form(text));
        }
        match (gap, &diagnosis.verdict) {
            (Some(gap), Verdict::Passed | Verdict::NotJudged(_)) => {
                Verdict::NotJudged(Doubt::NoResult(gap))
            }
            (_, verdict) => verdict.clone(),
        }
    }
}

/// Describes an impossible result, with its first suspected bug.
fn describe_impossible(result: &ExperimentResult) -> Option<String> {
    let ExperimentOutcome::Impossible { seen, suspects } = &result.outcome else {
        return None;
    };
    let suspect = suspects.first().map(|bug| format!(": {bug}"));
    let title = result.title;
    Some(format!("{title}: {seen}{}", suspect.unwrap_or_default()))
}

/// Describes the only result of a trial that has ended early, if it is not judged.
fn describe_early_end(results: &[ExperimentResult]) -> Option<String> {
    match results {
        [
            ExperimentResult {
                title,
                outcome: ExperimentOutcome::NotJudged { reason },
            },
        ] => Some(format!("{title}: {reason}")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_files_are_dice_files() {
        for (name, text) in BUILT_IN {
            assert!(dice::parse(text.as_bytes()).is_ok(), "{name}");
        }
    }
}
