//! Feedback for pupils, in Markdown: a section per submission, ready to be sent, and at the end a
//! table for the teacher.
//!
//! A section has a line for each list that is wrong and none for those that are right. A sentence
//! stands in it only once.

use std::collections::HashSet;
use std::path::{Component, Path};

use itertools::Itertools;

use super::markup::{code, escaped, in_words, shell_word};
use super::remarks::{describe, has_wrong_shares};
use super::{Cause, Judged, Submission};
use crate::report::markdown::{MarkdownFeedback, MarkdownSection};
use crate::report::table::{or_empty, row};
use wuerfelglueck::check::findings::FEW_GAMES;
use wuerfelglueck::check::list::ListError;
use wuerfelglueck::check::{Outcome, Tolerance, Verdict};
use wuerfelglueck::text::{format_count, join_words};

pub fn render(judged: &Judged) -> String {
    let names = shortest_endings(judged.submissions.iter().map(|one| &*one.name));
    let files = shortest_endings(judged.files.iter().map(|one| &*one.name));
    let feedback = Feedback {
        judged,
        files: &files,
    };
    let submissions = judged.submissions.iter().zip(&names);
    let sections = submissions
        .clone()
        .map(|(submission, name)| MarkdownSection {
            name: name.clone(),
            paragraphs: feedback.section(submission),
        });
    let summary = judged.summary().replace(" Abgaben", "");
    let document = MarkdownFeedback {
        heading: format!("Bestenlisten: {summary}"),
        sections: sections.collect(),
        columns: COLUMNS.split('|').collect(),
        rows: submissions
            .map(|(submission, name)| numbers(submission, name))
            .collect(),
    };
    document.render()
}

/// For each path its shortest ending that no other of these has.
pub(in crate::report) fn shortest_endings<'a>(paths: impl Iterator<Item = &'a str>) -> Vec<String> {
    let paths = paths.collect_vec();
    let parts = paths.iter().map(|path| {
        let parts = Path::new(path).components();
        let named = parts.filter(|part| !matches!(part, Component::CurDir));
        named
            .map(|part| part.as_os_str().to_string_lossy())
            .collect_vec()
    });
    let parts = parts.collect_vec();
    let ending = |index: usize| {
        let own = &parts[index];
        let is_other = |other: &usize| parts[*other] != *own;
        let others = (0..parts.len()).filter(is_other).collect_vec();
        let tells_apart = |length: &usize| {
            let ending = &own[own.len() - length..];
            others.iter().all(|&other| !parts[other].ends_with(ending))
        };
        match (1..=own.len()).find(tells_apart) {
            Some(length) => own[own.len() - length..].join("/"),
            None => paths[index].into(),
        }
    };
    (0..paths.len()).map(ending).collect()
}

/// A remark on lists, which are named by their dice files.
struct Point {
    lists: Vec<String>,
    /// Parts of a sentence, with semicolons between them.
    clauses: Vec<String>,
    has_wrong_shares: bool,
}

/// The judged submissions, and names for the lists of a section.
struct Feedback<'a> {
    judged: &'a Judged,
    /// The names of the dice files.
    files: &'a [String],
}

impl Feedback<'_> {
    /// The paragraphs of a section.
    fn section(&self, submission: &Submission) -> Vec<String> {
        let best = submission.best();
        let mut paragraphs = vec![self.headline(submission)];
        if submission.judgements.len() > 1 && best.is_read() {
            paragraphs[0] += &format!(
                " Am besten passen deine Listen zu den Regeln `{}`.",
                best.rules
            );
        }
        if submission.is_passed() {
            return paragraphs;
        }
        let points = self.points(submission);
        if !points.is_empty() {
            paragraphs.push(points.join("\n"));
        }
        let is_alone = submission
            .verdicts()
            .all(|(_, one)| Outcome::of(one).is_passed());
        if best.together.is_some() && is_alone {
            paragraphs.push(
                "Jede Liste für sich könnte stimmen, aber alle Anteile zusammen liegen weiter \
                 daneben, als es der Zufall erklärt."
                    .into(),
            );
        }
        paragraphs.extend(few_games(submission));
        paragraphs.extend(cause(submission));
        paragraphs.extend(self.next_step(submission));
        paragraphs
    }

    /// The verdict, and which lists are right although others are not.
    fn headline(&self, submission: &Submission) -> String {
        let all = submission.lists.len();
        let right = submission
            .verdicts()
            .filter(|(_, one)| Outcome::of(one).is_passed());
        let right = right
            .map(|(list, _)| escaped(&self.files[list.file]))
            .collect_vec();
        let is_missing = |one: &Result<Verdict, ListError>| matches!(one, Err(ListError::Missing));
        let is_right = match (right.len(), all) {
            (_, 1) => String::new(),
            (0, 2) => ": keine der beiden Listen stimmt".into(),
            (0, all) => format!(": keine der {} Listen stimmt", in_words(all)),
            (1, all) => format!(": eine von {} Listen stimmt", in_words(all)),
            (right, all) => format!(": {} von {} Listen stimmen", in_words(right), in_words(all)),
        };
        let mut line = match submission.outcome() {
            Outcome::Passed => match all {
                1 => return "**Bestanden.** Deine Liste ist richtig.".into(),
                2 => return "**Bestanden: beide Listen sind richtig.**".into(),
                all => {
                    return format!("**Bestanden: alle {} Listen sind richtig.**", in_words(all));
                }
            },
            Outcome::NotJudged => format!("**Noch nicht beurteilt{is_right}.**"),
            _ if submission.best().verdicts.iter().all(is_missing) => {
                return "**Noch nicht abgegeben.** Ich habe keine Liste von dir gefunden.".into();
            }
            _ if right.len() == all => "**Noch nicht bestanden.**".into(),
            _ => format!("**Noch nicht bestanden{is_right}.**"),
        };
        match &right[..] {
            [] => {}
            _ if right.len() == all => {}
            [file] => line += &format!(" Deine Liste zu {file} ist richtig."),
            files => {
                line += &format!(
                    " Deine Listen zu {} sind richtig.",
                    join_words(files, "und")
                );
            }
        }
        line
    }

    /// A line for each list that is wrong; lists of which the same is to be said share one.
    fn points(&self, submission: &Submission) -> Vec<String> {
        let is_missing = |one: &Result<Verdict, ListError>| matches!(one, Err(ListError::Missing));
        if submission.best().verdicts.iter().all(is_missing) {
            return Vec::new();
        }
        let mut points: Vec<Point> = Vec::new();
        for (list, verdict) in submission.verdicts() {
            let clauses = describe(verdict, &self.judged.files[list.file].dice);
            let name = self.name(submission, list.file, &list.name);
            match points.iter_mut().find(|point| point.clauses == clauses) {
                Some(point) => point.lists.push(name),
                None if clauses.is_empty() => {}
                None => points.push(Point {
                    lists: vec![name],
                    clauses,
                    has_wrong_shares: verdict.as_ref().is_ok_and(has_wrong_shares),
                }),
            }
        }
        let first_wrong = points.iter().position(|point| point.has_wrong_shares);
        let mut said = HashSet::new();
        let points = points.into_iter().enumerate();
        let lines = points.map(|(index, point)| {
            let clauses = point.clauses.into_iter().enumerate();
            // A line is never empty.
            let new = clauses
                .filter(|(place, clause)| said.insert(clause.clone()) || *place == 0)
                .map(|(_, clause)| clause)
                .collect_vec();
            let (lists, new) = (join_words(&point.lists, "und"), new.join("; "));
            let allowed = first_wrong.filter(|first| *first == index);
            let allowed = allowed.map(|_| format!(" {}", self.allowed()));
            format!("- {lists}: {new}.{}", allowed.unwrap_or_default())
        });
        lines.collect()
    }

    /// The name of the dice file of a list; also that of the list, if the submission has several
    /// for this file.
    fn name(&self, submission: &Submission, file: usize, list: &str) -> String {
        let of_file = submission.lists.iter().filter(|one| one.file == file);
        let names = of_file.map(|one| &*one.name).collect_vec();
        let own = escaped(&self.files[file]);
        match names.iter().position(|name| *name == list) {
            Some(index) if names.len() > 1 => {
                let ending = &shortest_endings(names.into_iter())[index];
                format!("{own} ({})", escaped(ending))
            }
            _ => own,
        }
    }

    /// A sentence about the distance that a list may have from the truth.
    fn allowed(&self) -> String {
        match self.judged.tolerance {
            Tolerance::Games(_) => "So weit daneben liegt eine richtige Liste fast nie.".into(),
            Tolerance::Points { share, .. } => format!("Erlaubt sind {share} Prozentpunkte."),
        }
    }

    /// The command that leads on, for the first list with wrong shares.
    fn next_step(&self, submission: &Submission) -> Option<String> {
        let mut lists = submission.verdicts();
        let (list, _) = lists.find(|(_, one)| one.as_ref().is_ok_and(has_wrong_shares))?;
        let name = Path::new(&list.name).file_name();
        let name = name.map_or("LISTE".into(), |name| name.to_string_lossy());
        let [file, list] = [&self.files[list.file], &*name].map(shell_word);
        let command = match &submission.cause {
            None => format!("diagnose {file} {list}"),
            Some(Cause {
                hypothesis: Some(hypothesis),
                ..
            }) => {
                format!("regeln {}", hypothesis.rules)
            }
            // The first wrong roll.
            Some(_) => format!("spiel --vergleiche PROTOKOLL {file}"),
        };
        let command = code(&format!("wuerfelglueck {command}"));
        Some(format!("So geht es weiter: {command}"))
    }
}

/// The probable cause of wrong lists, in a sentence for those who wrote the program.
fn cause(submission: &Submission) -> Option<String> {
    let verdicts = submission
        .verdicts()
        .filter_map(|(_, one)| one.as_ref().ok());
    let mut wrong = verdicts.filter(|one| has_wrong_shares(one)).peekable();
    wrong.peek()?;
    if wrong.all(Verdict::is_divided_by_dice) {
        return Some(
            "Vermutlich teilst du durch die Anzahl der Würfel; jeder Würfel hat aber nur einen \
             Gegner weniger."
                .into(),
        );
    }
    let hypothesis = submission.cause.as_ref()?.hypothesis?;
    let differences = hypothesis.differences();
    let meanings = differences
        .iter()
        .map(|difference| escaped(difference.meaning))
        .join("; ");
    let name = code(&hypothesis.to_string());
    if differences.is_empty() {
        return Some(format!(
            "Vermutlich spielt dein Programm nach dem Regelwerk {name}, das nicht verlangt ist."
        ));
    }
    Some(format!(
        "Vermutlich spielt dein Programm nach anderen Regeln, {name}: {meanings}."
    ))
}

/// Advice for wrong lists that look like few games.
fn few_games(submission: &Submission) -> Option<String> {
    let verdicts = submission
        .verdicts()
        .filter_map(|(_, one)| one.as_ref().ok());
    let wrong = verdicts.filter(|one| one.findings.faults > 0);
    let few = wrong.filter(|one| one.findings.first.iter().any(|one| one.kind == FEW_GAMES));
    let most = few.filter_map(|one| one.likeness?.most);
    let most = most.min_by(f64::total_cmp)? as u64;
    let games = format_count(most, "Spiel", "Spielen");
    Some(format!(
        "Deine Anteile sehen nach höchstens {games} je Paarung aus. Mit mehr Spielen kommen sie \
         der Wahrheit näher."
    ))
}

/// The columns of the teacher's table.
const COLUMNS: &str = "Abgabe|Urteil|richtig|Mängel|Hinweise|im Mittel daneben (Punkte)|\
                       am weitesten (Standardfehler)|wie aus … Spielen|Regeln";

/// The row of a submission in the teacher's table: the numbers behind its verdict.
fn numbers(submission: &Submission, name: &str) -> Vec<String> {
    let best = submission.best();
    let read = best.verdicts.iter().flatten();
    let right = best
        .verdicts
        .iter()
        .filter(|one| Outcome::of(one).is_passed())
        .count();
    let errors = read.clone().flat_map(|one| &one.compared);
    let errors = errors.filter_map(|one| one.distance.chance);
    let largest = errors.map(|(errors, _)| errors).max_by(f64::total_cmp);
    let games = read.filter_map(|one| Some(one.likeness?.games.round() as u64));
    let games = games.minmax().into_option();
    let games = games.map(|(least, most)| [least, most].iter().dedup().join("–"));
    let [faults, notes] = best.findings();
    row![
        escaped(name),
        submission.word(),
        format!("{right} von {}", best.verdicts.len()),
        faults,
        notes,
        or_empty(best.distance().map(|points| format!("{points:.2}"))),
        or_empty(largest.map(|errors| format!("{errors:.1}"))),
        or_empty(games),
        or_empty(best.is_read().then_some(best.rules)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_tell_paths_apart() {
        for (paths, endings) in [
            ("a/b/eins a/b/zwei", "eins zwei"),
            ("x/7a/eins x/7b/eins x/7b/zwei", "7a/eins 7b/eins zwei"),
            ("eins x/eins", "eins x/eins"),
            ("./eins/ zwei/", "eins zwei"),
            ("eins eins", "eins eins"),
            ("- abgaben/eins", "- eins"),
        ] {
            let endings = endings.split(' ').collect_vec();
            assert_eq!(shortest_endings(paths.split(' ')), endings, "{paths}");
        }
    }
}
