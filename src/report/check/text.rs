//! A line a finding, and the verdicts: for people, and for the log of GitHub.

use std::collections::HashMap;
use std::fmt::{self, Display};

use itertools::Itertools;

use super::report::{CheckReport, SubmissionReport, describe_verdict};
use crate::report::remedy::{FIND_RULES, advise_on};
use crate::report::table::{Cell, Column, Spacing, Table, row};
use crate::report::verdict::{describe_reason, submission_word, summarize};
use judging::check::{
    ComparedList, ComparedShare, Finding, JudgedEntry, JudgedSubmission, Judgement, ListName,
    Place, Subject,
};
use judging::reading::{Interpretation, ShareSource};
use judging::{Fault, Verdict};
use wuerfelglueck::dice::Die;
use wuerfelglueck::text::{Excerpt, format_count, join_words};

/// Renders for each list the first findings of the verdict under the rules that fit best, the
/// number of further ones, and at last the verdict with its reason. With several rule sets, the fit
/// of each comes before. Submissions that are judged as a whole have a line of their own behind
/// their lists.
///
/// Unless there is a single list and no class, the last line counts those that have passed, and
/// each line before it begins with the name of a list or submission. For GitHub the lines about a
/// single list begin so, too, but findings are workflow commands, so that it shows them beside the
/// list; so are the faults of lists that cannot be read, and those of all lists together.
pub fn render(report: &CheckReport, for_github: bool) -> String {
    let is_single_list = report.submissions.len() == 1 && !report.is_class;
    let form_notes = report
        .submissions
        .iter()
        .flat_map(|submission| submission.judged.best().read_lists())
        .flat_map(|list| &list.findings.kept)
        .filter(|finding| is_form_note(finding))
        .map(|finding| &*finding.text)
        .counts();
    let mut lines = TextReport {
        report,
        for_github,
        with_names: for_github || !is_single_list,
        form_notes,
        text: String::new(),
    };
    if shows_standard_errors(report) {
        lines.text += &format!("{EXPLANATION}\n");
    }
    for submission in &report.submissions {
        lines.add_submission(submission);
    }
    if !is_single_list {
        lines.text += &format!("{}\n", summarize(report.verdicts(), report.is_class));
    }
    lines.text
}

/// The first line, above tables with standard errors.
const EXPLANATION: &str = "Ein Standardfehler ist so viel, wie der Zufall bei der Zahl der Spiele \
                           üblicherweise ausmacht.";

/// Returns whether a table of a list has a distance in standard errors.
fn shows_standard_errors(report: &CheckReport) -> bool {
    let submissions = report.submissions.iter();
    let mut shares = submissions
        .flat_map(|submission| submission.judged.best().read_lists())
        .flat_map(ComparedList::compared);
    report.in_detail && shares.any(|(_, share)| share.distance.in_standard_errors.is_some())
}

/// Returns whether a finding is a note about the form of a list.
fn is_form_note(finding: &Finding) -> bool {
    !finding.is_fault && finding.kind.subject == Subject::Form
}

/// The lines about lists and submissions, as they are written one after the other.
struct TextReport<'a> {
    report: &'a CheckReport,
    /// True if findings are workflow commands of GitHub.
    for_github: bool,
    /// True if lines begin with the name of a list or submission.
    with_names: bool,
    /// The texts of notes about the form that are not written yet, each with the number of its
    /// notes. In a class only the first one is written, with the number of the others.
    form_notes: HashMap<&'a str, usize>,
    text: String,
}

impl TextReport<'_> {
    /// Adds a line about the list or submission of this name.
    fn add(&mut self, name: &str, text: impl Display) {
        if self.with_names {
            self.text += &format!("{name}: ");
        }
        self.text += &format!("{text}\n");
    }

    /// Adds a command for GitHub about a list, or a `line` of it, or a submission.
    fn add_command(&mut self, command: &str, name: &str, line: Option<usize>, text: &str) {
        let escape_percent = |text: &str| text.replace('%', "%25");
        let file = escape_percent(name).replace(':', "%3A").replace(',', "%2C");
        let line = line.map_or_else(String::new, |line| format!(",line={line}"));
        let text = escape_percent(text);
        self.text += &format!("::{command} file={file}{line}::{text}\n");
    }

    /// Adds the line about a finding of a list, or the command for GitHub that tells it.
    fn add_finding(&mut self, list: &str, finding: &Finding) {
        if self.for_github {
            let command = if finding.is_fault { "error" } else { "notice" };
            let words = finding.words() + &advise_on(finding);
            let text = match &finding.place {
                Place::Line(_) => words,
                place => format!("{place}: {words}"),
            };
            return self.add_command(command, list, finding.place.line(), &text);
        }
        let mut text = finding.to_string() + &advise_on(finding);
        if self.report.is_class && is_form_note(finding) {
            let Some(notes) = self.form_notes.remove(&*finding.text) else {
                return;
            };
            if notes > 1 {
                let further = format_count(notes as u64 - 1, "weiteren Liste", "weiteren Listen");
                text += &format!(", so auch in {further}");
            }
        }
        self.add(list, text);
    }

    /// Adds the lines about a submission and its lists.
    fn add_submission(&mut self, submission: &SubmissionReport) {
        let judged = &submission.judged;
        let (name, best) = (&judged.name, judged.best());
        if judged.judgements.len() > 1 && best.is_read() {
            for line in describe_fits(&judged.judgements) {
                self.add(name, line);
            }
        }
        for (list, judged) in judged.named_lists() {
            let mut told = describe_verdict(judged);
            if let Some(read) = &judged.read {
                self.add_list(list, read);
            } else {
                if judged.verdict == Verdict::Missing {
                    told = "die Liste fehlt".into();
                }
                if self.for_github {
                    self.add_command("error", &list.name, None, &told);
                }
                if !matches!(judged.verdict, Verdict::NotJudged(_)) {
                    told = format!("nicht bestanden: {told}");
                }
            }
            self.add(&self.report.title(list), told);
        }
        if !self.report.is_class {
            return;
        }
        if let Some(fault) = &best.joint_fault {
            if self.for_github {
                self.add_command("error", name, None, fault);
            } else {
                self.add(name, format!("Mangel: {fault}"));
            }
        }
        if let Some(cause) = &submission.cause {
            self.add(name, format!("Ursache: {}", cause.told));
        }
        self.add(name, describe_submission(judged, self.report));
    }

    /// Adds the lines about a list that could be read, which come before its verdict.
    fn add_list(&mut self, list: &ListName, read: &ComparedList) {
        let name = &list.name;
        if self.report.in_detail {
            if let Some(source) = &read.source {
                self.add(name, describe_source(source));
            }
            for line in tabulate_dice(read, &self.report.files[list.file].dice) {
                self.add(name, line);
            }
        }
        let kept = &read.findings.kept;
        for finding in kept {
            self.add_finding(name, finding);
        }
        let further = read.findings.faults + read.findings.notes - kept.len();
        if further > 0 {
            let further = format_count(further as u64, "weiterer Befund", "weitere Befunde");
            self.add(name, format!("und {further}"));
        }
    }
}

/// Describes what the numbers of a list were taken for.
fn describe_source(source: &Interpretation) -> String {
    let Some(shares) = source.shares else {
        return "Gelesen: Paarungen, gemittelt über die Gegner".into();
    };
    let number = |item: &usize| format!("{}.", item + 1);
    let named_by = source.name_item.as_ref().map(number);
    let die = named_by.map_or("Augenzahlen".into(), |number| format!("{number} Angabe"));
    let name = match shares {
        ShareSource::Share => "Anteil",
        ShareSource::ShareOfAll => "Anteil an allen Spielen",
        ShareSource::Wins | ShareSource::WinsOfUnknown => "Siege",
        ShareSource::WinsOfGames => "Siege und Spiele",
        ShareSource::LossesOfGames => "Niederlagen und Spiele",
        ShareSource::WinsAndLosses => "Siege, Niederlagen und Unentschieden",
        ShareSource::Order => "Reihenfolge",
    };
    let places = source.items.iter().map(number).collect_vec();
    let numbers = if places.is_empty() {
        String::new()
    } else {
        format!(": {} Angabe", join_words(&places, "und"))
    };
    let is_scaled =
        matches!(shares, ShareSource::Share | ShareSource::ShareOfAll) && source.scale != 1.0;
    let factor = if is_scaled {
        format!(", mal {}", source.scale)
    } else {
        String::new()
    };
    format!("Gelesen: Würfel: {die}; {name}{numbers}{factor}")
}

/// The reason why lists of a submission have not passed, and the names of their dice files.
struct Reason<'a> {
    text: String,
    /// True if the text is a number of findings.
    is_number: bool,
    files: Vec<&'a str>,
}

impl Display for Reason<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let each = if self.is_number && self.files.len() > 1 {
            "je "
        } else {
            ""
        };
        write!(f, "{}: {each}{}", join_words(&self.files, "und"), self.text)
    }
}

/// Describes the verdict on a submission, with the reasons why it has not passed, and the rules
/// that fit best. A reason that holds for several dice files is told once.
fn describe_submission(judged: &JudgedSubmission, report: &CheckReport) -> String {
    let best = judged.best();
    let verdict = best.verdict();
    let mut described = submission_word(&verdict).to_string();
    if !verdict.is_passed() {
        let mut reasons: Vec<Reason> = Vec::new();
        for (list, judged) in judged.named_lists() {
            let Some(text) = describe_reason(&judged.verdict) else {
                continue;
            };
            let file = report.file_name(list);
            match reasons.iter_mut().find(|reason| reason.text == text) {
                Some(reason) => reason.files.push(file),
                None => reasons.push(Reason {
                    text,
                    is_number: matches!(judged.verdict, Verdict::Faulty(Fault::Findings(_))),
                    files: vec![file],
                }),
            }
        }
        let mut clauses = Vec::new();
        if !reasons.is_empty() {
            clauses.push(join_words(&reasons, "und"));
        }
        if best.joint_fault.is_some() {
            clauses.push("alle Anteile zusammen liegen zu weit daneben".into());
        }
        described += &format!(": {}", clauses.join("; "));
    }
    if best.is_read() {
        described += &format!("; Regeln {}", best.rules);
    }
    described
}

/// Tabulates the share and the rank that were read of each die beside the true share; `-` where no
/// share could be compared, and where the standard error is unknown.
fn tabulate_dice(list: &ComparedList, dice: &[Die]) -> Vec<String> {
    let row = |entry: &JudgedEntry| {
        let share = entry.share.as_ref();
        let percents = share.map(ComparedShare::format_beside_truth);
        let [claimed, truth] = [0, 1].map(|place| Some(format!("{}%", percents.as_ref()?[place])));
        let distance = share.map(|share| share.distance);
        let errors = distance.and_then(|distance| distance.in_standard_errors);
        row![
            Cell::from(entry.place.line()).or("-"),
            entry.rank,
            Cell::of(Excerpt::new(&dice[entry.die].to_string())),
            Cell::from(claimed).or("-"),
            Cell::from(truth).or("-"),
            Cell::from(distance.map(|distance| format!("{:+.2}", distance.points))).or("-"),
            Cell::from(errors.map(|errors| format!("{:.1}", errors.number))).or("-"),
        ]
    };
    let columns = [
        Column::new("Zeile"),
        Column::new("Rang"),
        Column::new("Augenzahlen").left(),
        Column::new("Liste"),
        Column::new("wahr"),
        Column::new("Abstand"),
        Column::new("in Standardfehlern"),
    ];
    Table::new(columns, list.entries.iter().map(row)).to_lines(Spacing::TIGHT)
}

/// Describes the fit of each rule set, names those that fit best, and those that cannot be told
/// apart.
fn describe_fits(judgements: &[Judgement]) -> Vec<String> {
    let best_fit = &judgements[0];
    let enumerate = |rules: Vec<_>| join_words(&rules, "und");
    let best = judgements
        .iter()
        .filter(|judgement| judgement.fits_as_well_as(best_fit))
        .map(|judgement| judgement.rules);
    let names = enumerate(best.collect());
    let mut lines = vec![if best_fit.is_true() {
        format!("Am besten passen die Regeln {names}.")
    } else {
        format!("Kein Regelwerk passt, am besten noch {names}; {FIND_RULES}.")
    }];
    lines.extend(judgements.iter().map(|judgement| {
        let distance = judgement
            .mean_distance()
            .map_or_else(String::new, |distance| {
                format!(", Anteile im Mittel um {distance:.2} Punkte daneben")
            });
        let counts = judgement.count_findings();
        format!("{}: {counts}{distance}", judgement.rules)
    }));
    let fitting = judgements
        .iter()
        .filter(|judgement| {
            judgement.is_explained() && judgement.fit.compared == best_fit.fit.compared
        })
        .map(|judgement| judgement.rules)
        .collect_vec();
    if fitting.len() > 1 {
        lines.push(format!(
            "Im Rahmen des Erlaubten passt die Liste zu {}; mit diesen Würfeln sind die Regelwerke \
             so nicht zu unterscheiden.",
            enumerate(fitting)
        ));
    }
    lines
}
