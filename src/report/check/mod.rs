//! The check of lists: what is known about each, and a file a format.

mod json;
mod junit;
mod text;
mod tsv;

use std::fmt::{self, Write};

use crate::check::list::ListError;
use crate::check::{Allowance, Doubt, Verdict};
use crate::dice::Die;
use crate::ranking::Ranking;
use crate::rules::Rules;
use crate::text::count;

pub use super::svg::write_judged as write_svg;
pub use json::write as write_json;
pub use junit::write as write_junit;
pub use text::{write as write_text, write_github};
pub use tsv::write as write_tsv;

/// The verdicts on lists of the same dice, and what they rest on.
#[derive(Debug)]
pub struct Judged<'a> {
    /// The name of the dice file.
    pub file: String,
    /// The dice.
    pub dice: &'a [Die],
    /// The lists in the order in which they were given, at least one.
    pub lists: Vec<JudgedList>,
    /// The truth under each rule set; none if there is no list to judge.
    pub truths: &'a [(Rules, Ranking)],
    /// The seed, if the truth comes from games.
    pub seed: Option<u64>,
    /// How far a list may be from the truth.
    pub allowance: Allowance,
    /// Whether each list is wanted beside the truth.
    pub in_detail: bool,
}

impl Judged<'_> {
    /// Whether all lists have passed.
    pub fn is_passed(&self) -> bool {
        self.lists.iter().all(JudgedList::is_passed)
    }
}

/// The verdicts on a list.
#[derive(Debug)]
pub struct JudgedList {
    /// The name of its file, or `-`.
    pub name: String,
    /// The verdict under each rule set, at least one, the one that fits best first; or why it is no list.
    pub verdicts: Result<Vec<(Rules, Verdict)>, ListError>,
}

impl JudgedList {
    /// Whether the list has no faults under the rules that fit best.
    pub fn is_passed(&self) -> bool {
        self.best().is_some_and(Verdict::is_passed)
    }

    /// The verdict under the rules that fit best, if it is a list.
    pub(in crate::report) fn best(&self) -> Option<&Verdict> {
        let verdicts = self.verdicts.as_ref().ok()?;
        Some(&verdicts[0].1)
    }

    /// The verdict in a word or two.
    pub(in crate::report) fn outcome(&self) -> &'static str {
        match self.best() {
            None => UNREADABLE,
            Some(best) if best.findings.faults > 0 => "nicht bestanden",
            Some(best) if best.doubt.is_some() => DOUBTFUL,
            Some(_) => "bestanden",
        }
    }

    /// Why the list has not passed.
    fn reason(&self) -> Option<String> {
        match &self.verdicts {
            Err(fault) => Some(fault.to_string()),
            Ok(verdicts) if verdicts[0].1.findings.faults > 0 => Some(counts(&verdicts[0].1)),
            Ok(verdicts) => verdicts[0].1.doubt.as_ref().map(Doubt::to_string),
        }
    }
}

/// The verdict on what is no list.
const UNREADABLE: &str = "unlesbar";
/// The verdict where too little is known of the truth.
const DOUBTFUL: &str = "nicht beurteilt";

/// A format of verdicts.
pub type WriteJudged = fn(&mut dyn Write, &Judged) -> fmt::Result;

/// How many faults and notes there are: `3 Mängel, 1 Hinweis`.
pub(in crate::report) fn counts(verdict: &Verdict) -> String {
    let faults = count(verdict.findings.faults as u64, "Mangel", "Mängel");
    match verdict.findings.notes as u64 {
        0 => faults,
        notes => format!("{faults}, {}", count(notes, "Hinweis", "Hinweise")),
    }
}
