//! Reports on checked lists. The format `github` is in `text`, and `svg` in
//! [`claims`](crate::report::svg::claims).

pub(crate) mod json;
pub(crate) mod junit;
pub(crate) mod markdown;
pub(super) mod markup;
mod remarks;
pub mod text;
pub(crate) mod tsv;

use itertools::Itertools;

use crate::report::unreadable::describe_list_error;
use crate::report::{RankedList, RankingRun};
use judging::check::list::ListError;
use judging::check::matching::says_name;
use judging::check::{
    Demands, DiceFile, Doubt, FindingCounts, JudgedSubmission, ListName, Outcome, Verdict,
};
use judging::diagnose::Hypothesis;
use wuerfelglueck::text::format_count;

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
    /// The seed, if the truth comes from games.
    pub seed: Option<u64>,
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
        self.submissions
            .iter()
            .all(|submission| submission.judged.is_passed())
    }

    /// Returns the truth about a dice file under each rule set, if there is a list to judge.
    pub fn truths(&self, file: usize) -> &[RankedList] {
        self.runs[file].as_ref().map_or(&[], |run| &run.lists)
    }

    /// Tells the number of submissions that have passed, out of all, and the number of those with
    /// each other outcome, if there are any.
    fn summary(&self) -> String {
        let outcomes = self
            .submissions
            .iter()
            .map(|submission| submission.judged.outcome())
            .counts();
        let passed = outcomes.get(&Outcome::Passed).copied().unwrap_or(0);
        let not_passed = [
            Outcome::Faulty,
            Outcome::NotJudged,
            Outcome::Unreadable,
            Outcome::Missing,
        ]
        .into_iter()
        .filter_map(|outcome| {
            let number = outcomes.get(&outcome)?;
            let words = match (outcome, number) {
                (Outcome::Faulty, _) => "mit Mängeln",
                (Outcome::Unreadable, _) => "nicht lesbar",
                (Outcome::Missing, 2..) => "fehlen",
                _ => outcome_word(outcome),
            };
            Some(format!(", {number} {words}"))
        });
        let noun = if self.is_class { " Abgaben" } else { "" };
        format!(
            "{passed} von {}{noun} bestanden{}",
            self.submissions.len(),
            not_passed.format("")
        )
    }

    /// Returns the name of a list, with that of its dice file if there are several and the name of the
    /// list does not say which.
    fn title(&self, list: &ListName) -> String {
        let file = self.file_name(list);
        if self.files.len() < 2 || says_name(&list.name, file) {
            list.name.clone()
        } else {
            format!("{} (zu {file})", list.name)
        }
    }

    /// Returns the name of the dice file of a list.
    fn file_name(&self, list: &ListName) -> &str {
        &self.files[list.file].name
    }
}

/// Returns the verdict on all lists of a submission in a word or two.
pub(super) fn submission_word(judged: &JudgedSubmission) -> &'static str {
    match judged.outcome() {
        outcome @ (Outcome::Passed | Outcome::NotJudged) => outcome_word(outcome),
        Outcome::Missing | Outcome::Unreadable | Outcome::Faulty => outcome_word(Outcome::Faulty),
    }
}

/// Returns the verdict on a list in a word or two.
pub(super) fn outcome_word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Passed => "bestanden",
        Outcome::NotJudged => "nicht beurteilt",
        Outcome::Missing => "fehlt",
        Outcome::Unreadable => "unlesbar",
        Outcome::Faulty => "nicht bestanden",
    }
}

/// Returns the reason why a list has not passed; `None` if it has.
pub(super) fn reason(verdict: &Result<Verdict, ListError>) -> Option<String> {
    match verdict {
        Err(error) => Some(describe_list_error(error)),
        Ok(verdict) if verdict.findings.faults > 0 => {
            Some(format_counts(verdict.findings.counts()))
        }
        Ok(verdict) => verdict.doubt.map(describe_doubt),
    }
}

/// Describes a doubt, with the remedy for it: options, more games, or other figures in the list.
pub fn describe_doubt(doubt: Doubt) -> String {
    let remedy = match doubt {
        Doubt::SharesForTolerance { .. } => {
            "mehr Spiele, eine kleinere --genauigkeit oder eine größere --toleranz"
        }
        Doubt::OpenOrder { .. } => {
            "mehr Spiele, eine kleinere --genauigkeit oder einen größeren --spielraum"
        }
        Doubt::SharesForGames { .. } => "mehr Spiele oder eine kleinere --genauigkeit",
        Doubt::FewGames { .. } => "mit --gespielt N sagen, wie viele Spiele je Paarung es waren",
    };
    format!("{doubt}; bitte {remedy}")
}

/// Describes the verdict on a list, with its reason, and with a remark if only its order was
/// judged.
pub(super) fn describe_verdict(verdict: &Result<Verdict, ListError>) -> String {
    let outcome = Outcome::of(verdict);
    let has_order_only = verdict.as_ref().is_ok_and(|verdict| {
        !verdict.entries.is_empty() && verdict.entries.iter().all(|entry| entry.share.is_none())
    });
    let order = (has_order_only && outcome != Outcome::NotJudged)
        .then(|| "nur die Reihenfolge".to_string());
    [outcome_word(outcome).to_string()]
        .into_iter()
        .chain(order)
        .chain(reason(verdict))
        .join(": ")
}

/// Formats the numbers of faults and notes: `3 Mängel, 1 Hinweis`.
pub(super) fn format_counts(FindingCounts { faults, notes }: FindingCounts) -> String {
    let faults = format_count(faults as u64, "Mangel", "Mängel");
    match notes as u64 {
        0 => faults,
        notes => format!("{faults}, {}", format_count(notes, "Hinweis", "Hinweise")),
    }
}
