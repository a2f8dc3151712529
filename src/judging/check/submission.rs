//! Submissions: the lists that somebody has handed in, and the dice files to which they belong.

use itertools::Itertools;

use super::judge::{JudgedList, Judgement, ListToJudge, judge, judge_all};
use super::limits::Limits;
use super::list::List;
use crate::verdict::Verdict;
use wuerfelglueck::dice::Die;
use wuerfelglueck::rules::Rules;

/// A dice file.
#[derive(Clone, Debug)]
pub struct DiceFile {
    /// The name of the file.
    pub name: String,
    /// The dice.
    pub dice: Vec<Die>,
}

/// The name of a list, and the dice file to which it belongs.
#[derive(Clone, Debug)]
pub struct ListName {
    /// The name of the file of the list, or `-`.
    pub name: String,
    /// The index of the dice file.
    pub file: usize,
}

/// A list of a submission.
#[derive(Debug)]
pub struct ReadList {
    /// The name of the list.
    pub name: ListName,
    /// The list, or the verdict if there is none to compare.
    pub list: Result<List, Verdict>,
}

/// The lists that somebody has handed in.
#[derive(Debug)]
pub struct Submission {
    /// The name of the submission, as it was given.
    pub name: String,
    /// The lists, at least one; those that are missing as well.
    pub lists: Vec<ReadList>,
}

impl Submission {
    /// Judges the lists of dice of `files` under each rule set, of which there is at least one.
    /// `limits` has those of each file under each rule set; there may be none for files of which no
    /// list could be read.
    pub fn judge(
        &self,
        rule_sets: &[Rules],
        files: &[DiceFile],
        limits: &[Vec<Limits>],
    ) -> JudgedSubmission {
        let lists: Vec<ListToJudge> = self
            .lists
            .iter()
            .map(|read| ListToJudge {
                list: &read.list,
                dice: &files[read.name.file].dice,
                limits: &limits[read.name.file],
            })
            .collect();
        JudgedSubmission {
            judgements: judge_all(rule_sets, &lists),
            name: self.name.clone(),
            lists: self.lists.iter().map(|read| read.name.clone()).collect(),
        }
    }
}

/// Limits under a rule set that lists need not follow.
#[derive(Debug)]
pub struct OtherReading<'a> {
    /// The rule set.
    pub rules: Rules,
    /// The limits of the lists of each dice file; `None` where nothing was played.
    pub limits: Vec<Option<Limits<'a>>>,
}

/// A submission with its verdicts.
#[derive(Debug)]
pub struct JudgedSubmission {
    /// The name of the submission, as it was given.
    pub name: String,
    /// The lists, at least one; those that are missing as well.
    pub lists: Vec<ListName>,
    /// The judgements under each rule set, the one that fits best first; at least one.
    pub judgements: Vec<Judgement>,
}

impl JudgedSubmission {
    /// Names in the faults of each list of `submission` that depend on the rules the readings that
    /// explain the list.
    pub fn name_other_readings(
        &mut self,
        submission: &Submission,
        files: &[DiceFile],
        readings: &[OtherReading],
    ) {
        for (read, judged) in submission.lists.iter().zip(&mut self.judgements[0].lists) {
            let (Ok(list), Some(compared)) = (&read.list, &mut judged.read) else {
                continue;
            };
            let explains = |reading: &&OtherReading| {
                let limits = reading.limits[read.name.file].as_ref();
                limits.is_some_and(|limits| {
                    judge(list, &files[read.name.file].dice, limits).is_explained()
                })
            };
            if compared.findings.untrue > 0 && compared.games.exact().is_some() {
                let fitting = readings.iter().filter(explains);
                compared
                    .findings
                    .name_rules(&fitting.map(|reading| reading.rules).collect_vec());
            }
        }
    }

    /// Returns the judgement under the rules that fit best.
    pub fn best(&self) -> &Judgement {
        &self.judgements[0]
    }

    /// Returns the lists by their names, judged under the rules that fit best.
    pub fn named_lists(&self) -> impl Iterator<Item = (&ListName, &JudgedList)> {
        self.lists.iter().zip(&self.best().lists)
    }

    /// Returns the verdict on all lists under the rules that fit best.
    pub fn verdict(&self) -> Verdict {
        self.best().verdict()
    }
}
