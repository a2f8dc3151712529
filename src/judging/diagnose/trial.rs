//! Experiments with a program: it is given small dice files, and its lists are compared with what
//! must hold for them. The first of them, the *repeats*, mean the same and are written in twenty
//! ways: how far their lists scatter shows what chance does.
//!
//! Each result of a [`Trial`] has one of three outcomes. It is
//! [impossible](ExperimentOutcome::Impossible) only if no right program prints such lists, whatever
//! its rules, its seed, its rounding and its way of counting are. Where chance decides, that is
//! wrong in at most one of a million runs of right programs. A result that could follow from a bug
//! that was named above is not judged.

use super::bugs::SuspectedBug;
use super::candidate::GameRange;
use super::collector::{Collector, with_wins_as_percents};
use super::experiments::{
    EXPERIMENT_FILE_COUNT, EXPERIMENTS, Experiment, FOUR_EQUAL_DICE, PAIRS, THREE_DICE,
};
use super::judge::{FORM_TITLE, Judge};
use super::program::{ExperimentSubject, NoList};
use super::quantity::{GamesOfFile, PrintedQuantity};
use super::repeats::REPEAT_COUNT;
use super::results::{ExperimentOutcome, ExperimentResult};
use super::shares::{ListShares, find_shares};
use crate::check::list::{List, ProgramForm};
use wuerfelglueck::dice::Die;

/// The results of experiments with a program.
#[derive(Clone, Debug, Default)]
pub struct Trial {
    /// The results in the order in which they are reported: those about the form of the lists,
    /// about the repeats and the sums of shares, and one for each experiment. If the form was right
    /// so far, a fault of it in the lists of an experiment has a result of its own. A trial that
    /// [ends early](Self::is_finished) has a single result.
    pub results: Vec<ExperimentResult>,
    /// The range of the number of games per pairing that the program plays, if its lists show it.
    pub games: Option<GameRange>,
    /// The quantity that the program prints.
    quantity: PrintedQuantity,
    /// The way in which most of its first lists are read.
    pub form: ProgramForm,
}

impl Trial {
    /// A trial with a single result.
    fn with_one_result(title: &'static str, outcome: ExperimentOutcome) -> Trial {
        Trial {
            results: vec![ExperimentResult { title, outcome }],
            ..Trial::default()
        }
    }

    /// A trial of a program that does not read its file.
    fn of_ignored_files() -> Trial {
        let outcome = ExperimentOutcome::Impossible {
            seen: "Dateien mit anderen Würfeln ergeben dieselbe Liste".into(),
            suspects: vec![SuspectedBug::SameFile],
        };
        Trial::with_one_result(FILES_TITLE, outcome)
    }

    /// Returns whether a trial that [`try_program`] has returned went to its end; otherwise one of
    /// the repeats had no list, or the program does not read its file. A trial without results, of
    /// no program, has not.
    pub fn is_finished(&self) -> bool {
        self.results.len() > 1
    }

    /// Returns whether the program prints numbers of wins that do not show of how many games they
    /// are: another number in each file.
    pub fn hides_games(&self) -> bool {
        self.quantity == PrintedQuantity::Wins(GamesOfFile::AsWon)
    }

    /// Finds the shares that a list of the program gives the dice of its file, if it gives any. If
    /// the lists of the experiments show that the program prints another quantity, such as wins,
    /// shares are computed from it; `None` if it [hides](Self::hides_games) of how many games they
    /// are.
    pub fn find_shares(&self, list: &List, dice: &[Die]) -> Option<ListShares> {
        if self.hides_games() {
            return None;
        }
        let mut shares = if let PrintedQuantity::Wins(_) = self.quantity {
            find_shares(&with_wins_as_percents(list), dice.len())?
        } else {
            find_shares(list, dice.len())?
        };
        let sum = shares.iter().flatten().map(|written| written.share).sum();
        let factor = self.quantity.factor(dice.len(), sum);
        for shown in shares.iter_mut().flatten() {
            shown.share /= factor;
            shown.unit /= factor;
        }
        Some(shares)
    }

    /// Returns whether a right program may have printed all lists.
    pub fn is_possible(&self) -> bool {
        self.results
            .iter()
            .all(|result| !result.outcome.is_impossible())
    }
}

/// The name of the files of the repeats, and of the one that is given after a repeat without a
/// list; and the title of the result if a repeat has no list.
const REPEATS_TITLE: &str = "zwei Würfel";
/// The title of a result about the form of a list that comes after the first results.
const LATER_FORM_TITLE: &str = "Form einer weiteren Liste";
/// The title of the only result about a program that does not read its file.
const FILES_TITLE: &str = "verschiedene Würfeldateien";

/// The most files that a program is given in a trial.
pub const MOST_TRIAL_FILES: usize = REPEAT_COUNT + PAIRS.len() + EXPERIMENT_FILE_COUNT;

/// Does all experiments with a program, and reports each result. Only the result of a trial in
/// which a repeat had no list is not reported, unless some list has a fault of its form or the
/// program does not read its file: it says nothing of the program.
///
/// The first results are about the form of the lists, the repeats and the sums of shares, and come
/// when it is clear that the program reads its file; the others come one by one, each as soon as
/// all files of its experiment were given.
///
/// # Errors
///
/// Those of the program.
pub fn try_program<P: ExperimentSubject>(program: &mut P) -> Result<Trial, P::Error> {
    let mut collector = Collector::new(program);
    collector.request_repeats(REPEATS_TITLE)?;
    if collector.missing_repeat.is_none() {
        request_first_files(&mut collector)?;
    }
    collector.read_pending();
    if let Some(reason) = collector.missing_repeat.take() {
        return give_up(collector, &reason);
    }
    if collector.is_ignoring_files() {
        return end_early(collector.program, Trial::of_ignored_files());
    }
    let mut judge = Judge::new(&collector, &collector.repeats);
    for result in &judge.results {
        collector.program.report(result)?;
    }
    let has_right_form = collector.form_fault.is_none();
    for experiment in &EXPERIMENTS {
        collector.request_for(experiment)?;
        collector.read_pending();
        let reported = judge.results.len();
        if has_right_form && let Some(fault) = collector.form_fault.take() {
            judge.add(LATER_FORM_TITLE, ExperimentOutcome::of_form_fault(fault));
        }
        judge.add_experiment(experiment, &collector.lists);
        for result in &judge.results[reported..] {
            collector.program.report(result)?;
        }
    }
    Ok(Trial {
        results: judge.results,
        games: judge.games,
        quantity: judge.quantity,
        form: collector.form.unwrap_or_default(),
    })
}

/// Gives the program the files that have to come before any judgement: those that experiments are
/// compared with; those of the first experiments, by which a program that does not read its file
/// has shown it; and the one of four equal dice, by which the [`Judge`] finds out what the shares
/// add up to.
fn request_first_files<P: ExperimentSubject>(collector: &mut Collector<P>) -> Result<(), P::Error> {
    for pair in PAIRS {
        collector.request_once("je zwei Würfel", pair, false)?;
    }
    collector.request_once("drei Würfel", THREE_DICE, false)?;
    let last_about_places = EXPERIMENTS.iter().rposition(Experiment::is_about_places);
    let (first, later) = EXPERIMENTS.split_at(last_about_places.map_or(0, |last| last + 1));
    let of_equal_dice = later
        .iter()
        .filter(|experiment| experiment.dice == FOUR_EQUAL_DICE);
    for experiment in first.iter().chain(of_equal_dice) {
        collector.request_for(experiment)?;
    }
    Ok(())
}

/// Ends a trial after a file of the repeats that has no list, for this reason. If any list was
/// read, another file shows first whether the program reads its file.
fn give_up<P: ExperimentSubject>(
    mut collector: Collector<P>,
    reason: &NoList,
) -> Result<Trial, P::Error> {
    if collector.has_any_list() {
        collector.request_once(REPEATS_TITLE, PAIRS[0], false)?;
        collector.read_pending();
        if collector.is_ignoring_files() {
            return end_early(collector.program, Trial::of_ignored_files());
        }
    }
    if let Some(fault) = collector.form_fault {
        let trial = Trial::with_one_result(FORM_TITLE, ExperimentOutcome::of_form_fault(fault));
        return end_early(collector.program, trial);
    }
    let outcome = ExperimentOutcome::NotJudged {
        reason: reason.text().into(),
    };
    Ok(Trial::with_one_result(REPEATS_TITLE, outcome))
}

/// Reports the results of a trial that ends before all files were given, and returns it.
fn end_early<P: ExperimentSubject>(program: &mut P, trial: Trial) -> Result<Trial, P::Error> {
    for result in &trial.results {
        program.report(result)?;
    }
    Ok(trial)
}
