//! Outcomes of judging a list, or all lists of a submission.

use super::judge::{Judgement, Verdict};
use super::list::ListError;

/// The outcome of judging a list, or several, from the best to the worst. That of several lists is
/// the worst of theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// There are no faults.
    Passed,
    /// No faults are found, but too little is known to say that there are none.
    NotJudged,
    /// A list is missing.
    Missing,
    /// A list cannot be read.
    Unreadable,
    /// There are faults.
    Faulty,
}

impl Outcome {
    /// Returns the outcome of a list with this verdict.
    pub fn of(verdict: &Result<Verdict, ListError>) -> Outcome {
        match verdict {
            Err(ListError::Missing) => Outcome::Missing,
            Err(ListError::Unmatched { .. } | ListError::Several { .. }) => Outcome::NotJudged,
            Err(_) => Outcome::Unreadable,
            Ok(verdict) if verdict.findings.faults > 0 => Outcome::Faulty,
            Ok(verdict) if verdict.doubt.is_some() => Outcome::NotJudged,
            Ok(_) => Outcome::Passed,
        }
    }

    /// Returns whether nothing is wrong, and enough is known to say so.
    pub fn is_passed(self) -> bool {
        self == Outcome::Passed
    }
}

impl Judgement {
    /// Returns the worst outcome of the lists, which is that of a faulty one if they have a joint
    /// fault; without any list, one is missing.
    pub fn outcome(&self) -> Outcome {
        let joint_fault = self.joint_fault.as_ref().map(|_| Outcome::Faulty);
        self.verdicts
            .iter()
            .map(Outcome::of)
            .chain(joint_fault)
            .max()
            .unwrap_or(Outcome::Missing)
    }
}
