//! The verdicts on lists, and the truth that they rest on.

use itertools::Itertools;

use crate::report::verdict::{describe_reason, verdict_word};
use crate::report::{RankedList, RankingRun};
use judging::Verdict;
use judging::check::matching::says_name;
use judging::check::{ComparedList, Demands, DiceFile, JudgedList, JudgedSubmission, ListName};
use judging::diagnose::Hypothesis;

/// The verdicts on all lists, and the truth that they rest on.
#[derive(Debug)]
pub struct CheckReport {
    /// The dice files, at least one.
    pub files: Vec<DiceFile>,
    /// The true rankings of the dice of each file; `None` if there is no list of it to judge.
    pub runs: Vec<Option<RankingRun>>,
    /// The submissions in the order in which they were given, at least one.
    pub submissions: Vec<SubmissionReport>,
    /// True if each submission is judged as a whole. Otherwise each is one list of the only file.
    pub is_class: bool,
    /// The demands on the lists.
    pub demands: Demands,
    /// True if each list is wanted beside the truth.
    pub in_detail: bool,
}

/// A judged submission, and the probable cause of its faults.
#[derive(Debug)]
pub struct SubmissionReport {
    /// The submission with its verdicts.
    pub judged: JudgedSubmission,
    /// The probable cause, if that was asked for, the submission has not passed, and its lists have
    /// shares of dice.
    pub cause: Option<Cause>,
}

/// The probable cause of wrong lists.
#[derive(Debug)]
pub struct Cause {
    /// The sentences in which `diagnose` tells it.
    pub told: String,
    /// The rules and the scoring of the lists, if these were found and are not the expected ones.
    pub hypothesis: Option<Hypothesis>,
}

impl CheckReport {
    /// Returns whether all lists have passed.
    pub fn is_passed(&self) -> bool {
        self.verdicts().all(|verdict| verdict.is_passed())
    }

    /// Returns the verdicts on the submissions.
    pub fn verdicts(&self) -> impl Iterator<Item = Verdict> {
        let submissions = self.submissions.iter();
        submissions.map(|submission| submission.judged.verdict())
    }

    /// Returns the truth about a dice file under each rule set, if there is a list to judge.
    pub fn truths(&self, file: usize) -> &[RankedList] {
        self.runs[file].as_ref().map_or(&[], |run| &run.lists)
    }

    /// Returns the seed, if the truth comes from games.
    pub fn seed(&self) -> Option<u64> {
        let mut runs = self.runs.iter().flatten();
        let played = runs.find(|run| run.solver_memory.is_none())?;
        Some(played.seed)
    }

    /// Returns the name of a list, with that of its dice file if there are several and the name of the
    /// list does not say which.
    pub fn title(&self, list: &ListName) -> String {
        let file = self.file_name(list);
        if self.files.len() < 2 || says_name(&list.name, file) {
            list.name.clone()
        } else {
            format!("{} (zu {file})", list.name)
        }
    }

    /// Returns the name of the dice file of a list.
    pub fn file_name(&self, list: &ListName) -> &str {
        &self.files[list.file].name
    }
}

/// Describes the verdict on a list, with its reason, and with a remark if only its order was
/// judged.
pub fn describe_verdict(list: &JudgedList) -> String {
    let has_order_only = list.read.as_ref().is_some_and(ComparedList::has_order_only);
    let is_judged = !matches!(list.verdict, Verdict::NotJudged(_));
    let order = (has_order_only && is_judged).then(|| "nur die Reihenfolge".to_string());
    [verdict_word(&list.verdict).to_string()]
        .into_iter()
        .chain(order)
        .chain(describe_reason(&list.verdict))
        .join(": ")
}
