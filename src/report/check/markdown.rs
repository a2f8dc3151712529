//! Feedback for pupils, in Markdown: a section per submission, ready to be sent, and at the end a
//! table for the teacher.
//!
//! A section has a line for each list that has not passed, or one for several with the same faults,
//! and none for those that are right. A clause stands in it only once, unless it begins a line.

use std::collections::HashSet;
use std::path::Path;

use itertools::Itertools;

use super::markup::{code, escaped, in_words, shell_word};
use super::remarks::describe_list;
use super::report::{Cause, CheckReport, SubmissionReport};
use crate::report::class::{ClassFeedback, shortest_endings};
use crate::report::remedy;
use crate::report::table::{Cell, Column, Table, row};
use crate::report::verdict::{submission_word, summarize};
use judging::Verdict;
use judging::check::findings::FEW_GAMES;
use judging::check::{ComparedList, JudgedList, JudgedSubmission, ListName};
use wuerfelglueck::decimal::Decimal;
use wuerfelglueck::text::{format_count, join_words};

/// Renders a section for each submission, and the table.
pub fn render(report: &CheckReport) -> String {
    let submissions = &report.submissions;
    let file_names = shortest_endings(report.files.iter().map(|file| file.name.clone()));
    let feedback = Feedback {
        report,
        file_names: &file_names,
    };
    let document = ClassFeedback {
        subject: "Bestenlisten",
        summary: summarize(report.verdicts(), false),
        sections: submissions
            .iter()
            .map(|submission| feedback.write_section(submission))
            .collect(),
        table: Table::new(
            COLUMNS.map(Column::new),
            submissions
                .iter()
                .map(|submission| teachers_row(&submission.judged)),
        ),
    };
    document.render()
}

/// A remark on lists.
struct FeedbackPoint {
    /// The names of the lists: of their dice files, and where that is not enough, their own.
    lists: Vec<String>,
    /// Parts of a sentence, with semicolons between them.
    clauses: Vec<String>,
    /// True if the first of the lists has wrong shares.
    has_wrong_shares: bool,
}

/// A report, and names for the lists of its sections.
struct Feedback<'a> {
    report: &'a CheckReport,
    /// Short names of the dice files.
    file_names: &'a [String],
}

/// Returns whether a list was not handed in.
fn is_missing(list: &JudgedList) -> bool {
    list.verdict == Verdict::Missing
}

/// Returns whether shares of a list are at fault.
fn has_wrong_shares(list: &JudgedList) -> bool {
    list.read
        .as_ref()
        .is_some_and(ComparedList::has_wrong_shares)
}

impl Feedback<'_> {
    /// Writes the paragraphs of the section about a submission.
    fn write_section(&self, submission: &SubmissionReport) -> Vec<String> {
        let judged = &submission.judged;
        let best = judged.best();
        let mut paragraphs = vec![self.write_headline(judged)];
        if judged.judgements.len() > 1 && best.is_read() && best.is_true() {
            paragraphs[0] += &format!(
                " Am besten passen deine Listen zu den Regeln `{}`.",
                best.rules
            );
        }
        if best.verdict().is_passed() {
            return paragraphs;
        }
        let points = self.write_points(judged);
        if !points.is_empty() {
            paragraphs.push(points.join("\n"));
        }
        let have_all_passed = best.lists.iter().all(|list| list.verdict.is_passed());
        if best.joint_fault.is_some() && have_all_passed {
            paragraphs.push(
                "Jede Liste für sich könnte stimmen, aber alle Anteile zusammen liegen weiter \
                 daneben, als es der Zufall erklärt."
                    .into(),
            );
        }
        paragraphs.extend(describe_few_games(judged));
        paragraphs.extend(describe_cause(submission));
        paragraphs.extend(self.advise_next_step(submission));
        paragraphs
    }

    /// Writes the verdict, and the lists that are right although others are not.
    fn write_headline(&self, judged: &JudgedSubmission) -> String {
        let lists = judged.lists.len();
        let right = judged
            .named_lists()
            .filter(|(_, list)| list.verdict.is_passed())
            .map(|(list, _)| escaped(&self.file_names[list.file]))
            .collect_vec();
        let judges_all = judged
            .named_lists()
            .all(|(_, list)| !matches!(list.verdict, Verdict::NotJudged(_)));
        let number_right = match (right.len(), lists) {
            (_, 1) => String::new(),
            (0, _) if !judges_all => String::new(),
            (0, 2) => ": keine der beiden Listen stimmt".into(),
            (0, lists) => format!(": keine der {} Listen stimmt", in_words(lists)),
            (1, lists) => format!(": eine von {} Listen stimmt", in_words(lists)),
            (right, lists) => {
                format!(
                    ": {} von {} Listen stimmen",
                    in_words(right),
                    in_words(lists)
                )
            }
        };
        let verdict = match judged.verdict() {
            Verdict::Passed => {
                return match lists {
                    1 => "**Bestanden.** Deine Liste ist richtig.".into(),
                    2 => "**Bestanden: beide Listen sind richtig.**".into(),
                    lists => {
                        format!(
                            "**Bestanden: alle {} Listen sind richtig.**",
                            in_words(lists)
                        )
                    }
                };
            }
            Verdict::NotJudged(_) => format!("**Noch nicht beurteilt{number_right}.**"),
            _ if judged.best().lists.iter().all(is_missing) => {
                return "**Noch nicht abgegeben.** Ich habe keine Liste von dir gefunden.".into();
            }
            _ if right.len() == lists => "**Noch nicht bestanden.**".into(),
            _ => format!("**Noch nicht bestanden{number_right}.**"),
        };
        match &right[..] {
            [] => verdict,
            _ if right.len() == lists => verdict,
            [file] => format!("{verdict} Deine Liste zu {file} ist richtig."),
            files => {
                let files = join_words(files, "und");
                format!("{verdict} Deine Listen zu {files} sind richtig.")
            }
        }
    }

    /// Writes a line for each list that has not passed; lists with the same faults share one. There
    /// is none if all lists are missing.
    fn write_points(&self, judged: &JudgedSubmission) -> Vec<String> {
        if judged.best().lists.iter().all(is_missing) {
            return Vec::new();
        }
        let mut points: Vec<FeedbackPoint> = Vec::new();
        for (name, list) in judged.named_lists() {
            let clauses = describe_list(list, &self.report.files[name.file].dice);
            let name = self.name_list(judged, name);
            match points.iter_mut().find(|point| point.clauses == clauses) {
                Some(point) => point.lists.push(name),
                None if clauses.is_empty() => {}
                None => points.push(FeedbackPoint {
                    lists: vec![name],
                    clauses,
                    has_wrong_shares: has_wrong_shares(list),
                }),
            }
        }
        let first_wrong = points.iter().position(|point| point.has_wrong_shares);
        let mut told = HashSet::new();
        points
            .into_iter()
            .enumerate()
            .map(|(index, point)| {
                let lists = join_words(&point.lists, "und");
                // A line is never empty.
                let new_clauses = point
                    .clauses
                    .into_iter()
                    .enumerate()
                    .filter(|(place, clause)| told.insert(clause.clone()) || *place == 0)
                    .map(|(_, clause)| clause)
                    .join("; ");
                let allowed = if first_wrong == Some(index) {
                    format!(" {}", self.describe_tolerance())
                } else {
                    String::new()
                };
                format!("- {lists}: {new_clauses}.{allowed}")
            })
            .collect()
    }

    /// Names a list by its dice file, and also by its own name if that does not tell which file it
    /// was taken for, or the submission has several for it.
    fn name_list(&self, judged: &JudgedSubmission, list: &ListName) -> String {
        let names = judged
            .lists
            .iter()
            .filter(|other| other.file == list.file)
            .map(|other| &*other.name)
            .collect_vec();
        let file = escaped(&self.file_names[list.file]);
        let tells_file = Path::new(&self.file_names[list.file])
            .file_stem()
            .is_some_and(|stem| list.name.contains(&*stem.to_string_lossy()));
        match names.iter().position(|name| *name == list.name) {
            Some(index) if names.len() > 1 || !tells_file => {
                let ending = &shortest_endings(names.into_iter().map(String::from))[index];
                format!("{file} ({})", escaped(ending))
            }
            _ => file,
        }
    }

    /// Writes a sentence about the distance that a share may have from the truth.
    fn describe_tolerance(&self) -> String {
        match self.report.demands.tolerance {
            None => "So weit daneben liegt eine richtige Liste fast nie.".into(),
            Some(1.0) => "Erlaubt ist 1 Prozentpunkt.".into(),
            Some(points) => format!("Erlaubt sind {points} Prozentpunkte."),
        }
    }

    /// Advises a command that leads on, for the first list with wrong shares; `None` if there is no
    /// such list.
    fn advise_next_step(&self, submission: &SubmissionReport) -> Option<String> {
        let (list, _) = submission
            .judged
            .named_lists()
            .find(|(_, list)| has_wrong_shares(list))?;
        let name = Path::new(&list.name)
            .file_name()
            .map_or("LISTE".into(), |name| name.to_string_lossy());
        let [file, list] = [&self.file_names[list.file], &*name].map(shell_word);
        let command = match &submission.cause {
            None => remedy::diagnose_list(&file, &list),
            Some(Cause {
                hypothesis: Some(hypothesis),
                ..
            }) => remedy::explain_rules(hypothesis.rules),
            Some(_) => remedy::find_wrong_roll(None, &file),
        };
        Some(format!("So geht es weiter: {}", code(&command)))
    }
}

/// Describes the probable cause of wrong shares, in a sentence for those who wrote the program.
fn describe_cause(submission: &SubmissionReport) -> Option<String> {
    let best = submission.judged.best();
    let wrong = best
        .read_lists()
        .filter(|list| list.has_wrong_shares())
        .collect_vec();
    if wrong.is_empty() {
        return None;
    }
    if wrong.iter().all(|list| list.is_divided_by_dice()) {
        return Some(
            "Vermutlich teilst du durch die Anzahl der Würfel; jeder Würfel hat aber einen Gegner \
             weniger, als es Würfel gibt."
                .into(),
        );
    }
    let hypothesis = submission.cause.as_ref()?.hypothesis?;
    let differences = hypothesis.differences();
    let meanings = differences
        .iter()
        .map(|difference| escaped(difference.meaning()))
        .join("; ");
    let name = code(&remedy::name_hypothesis(hypothesis));
    if differences.is_empty() {
        return Some(format!(
            "Vermutlich spielt dein Programm nach dem Regelwerk {name}, das nicht verlangt ist."
        ));
    }
    Some(format!(
        "Vermutlich spielt dein Programm nach anderen Regeln, {name}: {meanings}."
    ))
}

/// Describes the number of games that lists with faults look like at most, if it is small for one
/// of them.
fn describe_few_games(judged: &JudgedSubmission) -> Option<String> {
    let most = judged
        .best()
        .read_lists()
        .filter(|list| list.findings.faults > 0 && list.findings.has_any(&[FEW_GAMES]))
        .filter_map(|list| list.apparent_games?.most)
        .min_by(f64::total_cmp)?;
    let games = format_count(most as u64, "Spiel", "Spielen");
    Some(format!(
        "Deine Anteile sehen nach höchstens {games} je Paarung aus. Mit mehr Spielen kommen sie \
         der Wahrheit näher."
    ))
}

/// The columns of the table for the teacher.
const COLUMNS: [&str; 9] = [
    "Abgabe",
    "Urteil",
    "richtig",
    "Mängel",
    "Hinweise",
    "im Mittel daneben (Punkte)",
    "am weitesten (Standardfehler)",
    "wie aus … Spielen",
    "Regeln",
];

/// Returns the cells of a submission in the table for the teacher.
fn teachers_row(judged: &JudgedSubmission) -> Vec<Cell> {
    let best = judged.best();
    let right = best
        .lists
        .iter()
        .filter(|list| list.verdict.is_passed())
        .count();
    let games = best
        .likeliest_games()
        .map(|games| [games.start(), games.end()].iter().dedup().join("–"));
    let findings = best.count_findings();
    row![
        &*judged.name,
        submission_word(&best.verdict()),
        format!("{right} von {}", best.lists.len()),
        findings.faults,
        findings.notes,
        best.mean_distance()
            .map(|points| Decimal::of_float(points, 2)),
        best.most_standard_errors()
            .map(|errors| Decimal::of_float(errors, 1)),
        games,
        best.is_read().then(|| Cell::of(best.rules)),
    ]
}
