//! The check of lists: what is known about each, and a file a format.

pub(crate) mod json;
pub(crate) mod junit;
pub(crate) mod markdown;
pub mod text;
pub(crate) mod tsv;

use itertools::Itertools;

use crate::check::list::ListError;
use crate::check::{Judgement, Tolerance, Verdict};
use crate::dice::Die;
use crate::ranking::Ranking;
use crate::report::Found;
use crate::rules::Rules;
use crate::text::count;

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
    pub found: Option<Found>,
}

impl DiceFile {
    /// The truth under each rule set, if there is a list to judge.
    pub fn truths(&self) -> &[(Rules, Ranking)] {
        let found = self.found.as_ref();
        found.map_or(&[], |found| &found.rankings)
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
    /// What is probably the cause, in sentences, if that was asked for and it has not passed.
    pub cause: Option<String>,
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

    /// How many could not be judged, behind the number of those that have passed; nothing if there
    /// are none.
    fn undecided(&self) -> String {
        let outcomes = self.submissions.iter().map(Submission::outcome);
        match outcomes.filter(|outcome| *outcome == DOUBTFUL).count() {
            0 => String::new(),
            number => format!(", {number} {DOUBTFUL}"),
        }
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
        self.outcome() == PASSED
    }

    fn outcome(&self) -> &'static str {
        let best = self.best();
        let together = best.together.as_ref().map_or(PASSED, |_| FAILED);
        let outcomes = best.verdicts.iter().map(|one| outcome(one).0);
        outcomes.fold(together, |worst, one| match one {
            _ if worst == FAILED || one == PASSED => worst,
            DOUBTFUL => DOUBTFUL,
            _ => FAILED,
        })
    }
}

const PASSED: &str = "bestanden";
const FAILED: &str = "nicht bestanden";
const UNREADABLE: &str = "unlesbar";
const DOUBTFUL: &str = "nicht beurteilt";

/// A verdict in a word or two, and why it is no better.
pub(super) fn outcome(verdict: &Result<Verdict, ListError>) -> (&'static str, Option<String>) {
    match verdict {
        Err(ListError::Missing) => ("fehlt", Some(ListError::Missing.to_string())),
        Err(fault) => (UNREADABLE, Some(fault.to_string())),
        Ok(verdict) if verdict.findings.faults > 0 => (FAILED, Some(counts(verdict))),
        Ok(verdict) if verdict.doubt.is_some() => (DOUBTFUL, verdict.doubt.clone()),
        Ok(_) => (PASSED, None),
    }
}

/// The same as one text.
pub(super) fn told(verdict: &Result<Verdict, ListError>) -> String {
    let (outcome, reason) = outcome(verdict);
    [outcome.to_string()].into_iter().chain(reason).join(": ")
}

/// How many faults and notes there are: `3 Mängel, 1 Hinweis`.
pub(super) fn counts(verdict: &Verdict) -> String {
    faults_and_notes([verdict.findings.faults, verdict.findings.notes])
}

fn faults_and_notes([faults, notes]: [usize; 2]) -> String {
    let faults = count(faults as u64, "Mangel", "Mängel");
    match notes as u64 {
        0 => faults,
        notes => format!("{faults}, {}", count(notes, "Hinweis", "Hinweise")),
    }
}
