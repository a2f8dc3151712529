//! Submissions: the lists that somebody has handed in, and the dice files to which they belong.

use itertools::Itertools;
use rayon::prelude::*;

use super::findings::{SHARE, TOGETHER};
use super::judge::{JudgedList, Judgement, ListToJudge, judge, judge_all};
use super::limits::{Demands, Limits};
use super::list::List;
use super::list_error::ListError;
use crate::likelihood::WrittenShare;
use crate::verdict::Verdict;
use wuerfelglueck::dice::Die;
use wuerfelglueck::ranking::Ranking;
use wuerfelglueck::rules::Rules;

/// A dice file.
#[derive(Clone, Debug)]
pub struct DiceFile {
    /// The name of the file.
    pub name: String,
    /// The dice.
    pub dice: Vec<Die>,
    /// True if games of these dice can be drawn under a rule set that lists may follow.
    pub can_draw: bool,
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
    /// A submission that is a single list, of the first dice file, which cannot be read.
    pub fn unreadable(name: String, error: ListError) -> Submission {
        Submission {
            lists: vec![ReadList {
                name: ListName {
                    name: name.clone(),
                    file: 0,
                },
                list: Err(Verdict::Unreadable(error)),
            }],
            name,
        }
    }

    /// Returns the lists of the dice file with this index that could be read.
    pub fn lists_of(&self, file: usize) -> impl Iterator<Item = &List> {
        self.lists
            .iter()
            .filter(move |read| read.name.file == file)
            .filter_map(|read| read.list.as_ref().ok())
    }
}

/// What submissions are judged by.
#[derive(Debug)]
pub struct Standard<'a> {
    files: &'a [DiceFile],
    rule_sets: &'a [Rules],
    /// For each dice file, the limits of its lists under each rule set.
    limits: Vec<Vec<Limits<'a>>>,
    demands: Demands,
}

/// The limits of the lists of each dice file under a rule set that they need not follow; `None` for
/// files whose lists it is not asked to explain.
struct OtherReading<'a> {
    rules: Rules,
    limits: Vec<Option<Limits<'a>>>,
}

impl<'a> Standard<'a> {
    /// The standard of lists of `files`, at least one, that may follow `rule_sets`, at least one.
    /// `truths` are for each file the true ranking under each rule set; perhaps none for files of which
    /// no list could be read. In a class the lists of a submission are judged together, also those of
    /// a single file.
    pub fn new(
        files: &'a [DiceFile],
        rule_sets: &'a [Rules],
        truths: &[Vec<&'a Ranking>],
        demands: Demands,
        is_class: bool,
    ) -> Standard<'a> {
        let file_count = if is_class { files.len().max(2) } else { 1 };
        let limits = |truth: &&'a Ranking| Limits::new(truth, demands, file_count);
        Standard {
            files,
            rule_sets,
            limits: truths
                .iter()
                .map(|truths| truths.iter().map(limits).collect())
                .collect(),
            demands,
        }
    }

    /// Judges all submissions, on the threads of the current pool.
    pub fn judge(&self, submissions: &[Submission]) -> Vec<JudgedSubmission> {
        let judge = |submission: &Submission| {
            let lists = submission.lists.iter();
            let to_judge = lists.clone().map(|read| ListToJudge {
                list: &read.list,
                dice: &self.files[read.name.file].dice,
                limits: &self.limits[read.name.file],
            });
            JudgedSubmission {
                judgements: judge_all(self.rule_sets, &to_judge.collect_vec()),
                name: submission.name.clone(),
                lists: lists.map(|read| read.name.clone()).collect(),
            }
        };
        submissions.par_iter().map(judge).collect()
    }

    /// Names in faults that depend on the rules the bases that explain the list, but are not
    /// allowed, if its number of games is known: too many explain it otherwise. Each list is judged
    /// for itself. `play` ranks dice under other rules, by this number of games per pairing.
    pub fn name_other_readings(
        &self,
        submissions: &[Submission],
        judged: &mut [JudgedSubmission],
        play: impl Fn(&[Die], Rules, u64) -> Ranking,
    ) {
        let games = (0..self.files.len())
            .map(|file| games_to_explain(judged, file))
            .collect_vec();
        let others = Rules::BASES
            .into_iter()
            .filter(|rules| !self.rule_sets.contains(rules));
        let rank = |rules: Rules, (file, games): (&DiceFile, &Option<u64>)| {
            let mut faces = file.dice.iter().flat_map(Die::faces);
            let is_allowed = faces.all(|&face| face <= rules.highest_face());
            (*games)
                .filter(|_| is_allowed)
                .map(|games| play(&file.dice, rules, games))
        };
        let played = others.map(|rules| {
            let files = self.files.iter().zip(&games);
            (rules, files.map(|file| rank(rules, file)).collect_vec())
        });
        let played = played.collect_vec();
        let readings = played.iter().map(|(rules, truths)| {
            let limits = |truth| Limits::new(truth, self.demands, 1);
            OtherReading {
                rules: *rules,
                limits: truths
                    .iter()
                    .map(|truth| truth.as_ref().map(limits))
                    .collect(),
            }
        });
        let readings = readings.collect_vec();
        for (judged, submission) in judged.iter_mut().zip(submissions) {
            judged.name_other_readings(submission, self.files, &readings);
        }
    }
}

/// The number of games per pairing of a truth that may explain lists of this dice file that are not
/// true and have a known number of games; `None` if there are no such lists.
fn games_to_explain(judged: &[JudgedSubmission], file: usize) -> Option<u64> {
    /// The games of the truth, as a multiple of those of the lists: more than the 4 that it takes to
    /// judge them.
    const FACTOR: u64 = 5;
    /// With more games, nobody waits for a remark.
    const MOST_GAMES: u64 = 100_000;
    let lists = judged.iter().flat_map(JudgedSubmission::named_lists);
    let untrue = lists
        .filter(|(name, _)| name.file == file)
        .filter_map(|(_, list)| list.read.as_ref())
        .filter(|list| list.findings.has_any(&[SHARE, TOGETHER]));
    let games = untrue.filter_map(|list| list.games.exact()).max()?;
    let enough = FACTOR.saturating_mul(games).min(MOST_GAMES);
    // Either die begins half of them.
    Some(enough.next_multiple_of(2))
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
    fn name_other_readings(
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

    /// Returns the shares that the lists give the dice of each of `files`. Of several lists of a file
    /// that have shares, the last one counts.
    pub fn shares_by_file(&self, files: &[DiceFile]) -> Vec<Vec<Option<WrittenShare>>> {
        let mut shares = files
            .iter()
            .map(|file| vec![None; file.dice.len()])
            .collect_vec();
        for (name, list) in self.named_lists() {
            if let Some(read) = &list.read
                && read.compared().next().is_some()
            {
                shares[name.file] = read.shares();
            }
        }
        shares
    }
}
