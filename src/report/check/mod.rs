//! The check of lists: what is known about each, and a file a format.

pub(crate) mod json;
pub(crate) mod junit;
pub(crate) mod markdown;
pub(super) mod markup;
mod remarks;
pub mod text;
pub(crate) mod tsv;

use itertools::Itertools;

use crate::report::{RankedList, RankingRun};
use wuerfelglueck::check::list::ListError;
use wuerfelglueck::check::{Judgement, Outcome, Tolerance, Verdict};
use wuerfelglueck::diagnose::Hypothesis;
use wuerfelglueck::dice::Die;
use wuerfelglueck::text::format_count;

/// The verdicts on lists, and what they rest on.
#[derive(Debug)]
pub struct Judged {
    /// The dice files, at least one.
    pub files: Vec<DiceFile>,
    /// What was handed in, in the order in which it was given; at least one.
    pub submissions: Vec<Submission>,
    /// Whether each submission is judged as a whole. Otherwise each is one list of the only file.
    pub is_class: bool,
    /// The seed, if the truth comes from games.
    pub seed: Option<u64>,
    /// How far a list may be from the truth.
    pub tolerance: Tolerance,
    /// Whether each list is wanted beside the truth.
    pub in_detail: bool,
}

/// A dice file.
#[derive(Debug)]
pub struct DiceFile {
    /// Its name.
    pub name: String,
    /// The dice.
    pub dice: Vec<Die>,
    /// The truth under each rule set; `None` if there is no list to judge.
    pub run: Option<RankingRun>,
}

impl DiceFile {
    /// The truth under each rule set, if there is a list to judge.
    pub fn truths(&self) -> &[RankedList] {
        self.run.as_ref().map_or(&[], |run| &run.lists)
    }
}

/// What somebody handed in.
#[derive(Debug)]
pub struct Submission {
    /// Its name.
    pub name: String,
    /// The lists, at least one; those that are missing as well.
    pub lists: Vec<ListName>,
    /// What they are under each rule set, the one that fits best first; at least one.
    pub judgements: Vec<Judgement>,
    /// What is probably the cause, if that was asked for and it has not passed.
    pub cause: Option<Cause>,
}

/// Why lists are probably wrong.
#[derive(Debug)]
pub struct Cause {
    /// What `diagnose` says of it, in sentences.
    pub told: String,
    /// How the lists were made, if by other rules than they should be.
    pub hypothesis: Option<Hypothesis>,
}

/// A list of a submission.
#[derive(Debug)]
pub struct ListName {
    /// The name of its file, or `-`.
    pub name: String,
    /// The index of the dice file.
    pub file: usize,
}

impl Judged {
    /// Whether all lists have passed.
    pub fn is_passed(&self) -> bool {
        self.submissions.iter().all(Submission::is_passed)
    }

    fn passed(&self) -> String {
        let passed = self.submissions.iter().filter(|one| one.is_passed());
        format!("{} von {}", passed.count(), self.submissions.len())
    }

    /// The number of submissions that have passed and of all, and of the others how many are what.
    fn summary(&self) -> String {
        let outcomes = self.submissions.iter().map(Submission::outcome).counts();
        let others = [
            Outcome::Faulty,
            Outcome::NotJudged,
            Outcome::Unreadable,
            Outcome::Missing,
        ];
        let others = others.into_iter().filter_map(|outcome| {
            let number = outcomes.get(&outcome)?;
            let words = match (outcome, number) {
                (Outcome::Faulty, _) => "mit Mängeln",
                (Outcome::Unreadable, _) => "nicht lesbar",
                (Outcome::Missing, 2..) => "fehlen",
                _ => word(outcome),
            };
            Some(format!(", {number} {words}"))
        });
        let what = if self.is_class { " Abgaben" } else { "" };
        format!("{}{what} bestanden{}", self.passed(), others.format(""))
    }

    fn file(&self, list: &ListName) -> &str {
        &self.files[list.file].name
    }
}

impl Submission {
    /// What the lists are under the rules that fit best.
    pub(super) fn best(&self) -> &Judgement {
        &self.judgements[0]
    }

    /// The lists, and the verdict on each under these rules, or why it is none.
    pub fn verdicts(&self) -> impl Iterator<Item = (&ListName, &Result<Verdict, ListError>)> {
        self.lists.iter().zip(&self.best().verdicts)
    }

    /// Whether all lists are there and have no faults.
    pub fn is_passed(&self) -> bool {
        self.outcome().is_passed()
    }

    /// The outcome of all lists under the rules that fit best.
    pub(super) fn outcome(&self) -> Outcome {
        self.best().outcome()
    }

    /// The verdict on all lists in a word or two.
    pub(super) fn word(&self) -> &'static str {
        match self.outcome() {
            outcome @ (Outcome::Passed | Outcome::NotJudged) => word(outcome),
            Outcome::Missing | Outcome::Unreadable | Outcome::Faulty => word(Outcome::Faulty),
        }
    }
}

/// The verdict on a list in a word or two.
pub(super) fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Passed => "bestanden",
        Outcome::NotJudged => "nicht beurteilt",
        Outcome::Missing => "fehlt",
        Outcome::Unreadable => "unlesbar",
        Outcome::Faulty => "nicht bestanden",
    }
}

/// The reason why the verdict on a list is no better.
pub(super) fn reason(verdict: &Result<Verdict, ListError>) -> Option<String> {
    match verdict {
        Err(fault) => Some(fault.to_string()),
        Ok(verdict) if verdict.findings.faults > 0 => Some(counts(verdict)),
        Ok(verdict) => verdict.doubt.clone(),
    }
}

/// The same as one text, which says if only the order could be judged.
pub(super) fn told(verdict: &Result<Verdict, ListError>) -> String {
    let outcome = Outcome::of(verdict);
    let is_order = |verdict: &Verdict| {
        !verdict.read.is_empty() && verdict.read.iter().all(|one| one.share.is_none())
    };
    let order = verdict
        .as_ref()
        .is_ok_and(is_order)
        .then(|| "nur die Reihenfolge".to_string());
    let order = order.filter(|_| outcome != Outcome::NotJudged);
    [word(outcome).to_string()]
        .into_iter()
        .chain(order)
        .chain(reason(verdict))
        .join(": ")
}

/// How many faults and notes there are: `3 Mängel, 1 Hinweis`.
pub(super) fn counts(verdict: &Verdict) -> String {
    faults_and_notes([verdict.findings.faults, verdict.findings.notes])
}

fn faults_and_notes([faults, notes]: [usize; 2]) -> String {
    let faults = format_count(faults as u64, "Mangel", "Mängel");
    match notes as u64 {
        0 => faults,
        notes => format!("{faults}, {}", format_count(notes, "Hinweis", "Hinweise")),
    }
}
