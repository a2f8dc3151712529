//! A line a finding, and the verdicts: for people, and for the log of GitHub.

use std::fmt::{self, Display};

use itertools::Itertools;

use super::report::{CheckReport, SubmissionReport, describe_verdict};
use crate::report::table::{Cell, Column, Spacing, Table, row};
use crate::report::verdict::{describe_reason, submission_word};
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
    let lines = report
        .submissions
        .iter()
        .flat_map(|submission| lines_about(submission, report, for_github));
    let lines = if report.is_class {
        merge_form_notes(lines.collect())
    } else {
        lines.collect()
    };
    let explanation = shows_standard_errors(report).then(|| format!("{EXPLANATION}\n"));
    let lines: String = lines
        .into_iter()
        .map(|line| {
            if is_single_list && !for_github {
                line.text + "\n"
            } else {
                line.label + &line.text + "\n"
            }
        })
        .collect();
    let mut text = explanation.unwrap_or_default() + &lines;
    if !is_single_list {
        text += &format!("{}\n", report.summarize(report.is_class));
    }
    text
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

/// A line of text.
struct ReportLine {
    /// The name of the list or submission that it is about, with a colon and a space; empty in a
    /// command.
    label: String,
    text: String,
    /// The words of a note about the form of a list, without the number of its lines.
    form_note: Option<String>,
}

/// Keeps of the same notes about the form of several lists the first one, with the number of the
/// other lists.
fn merge_form_notes(lines: Vec<ReportLine>) -> Vec<ReportLine> {
    let numbers = lines.iter().filter_map(|line| line.form_note.clone());
    let mut numbers = numbers.counts();
    let first = lines.into_iter().filter_map(|mut line| {
        let Some(note) = &line.form_note else {
            return Some(line);
        };
        let lists = numbers.remove(note)?;
        if lists > 1 {
            let further = format_count(lists as u64 - 1, "weiteren Liste", "weiteren Listen");
            line.text += &format!(", so auch in {further}");
        }
        Some(line)
    });
    first.collect()
}

impl ReportLine {
    fn about(name: &str, text: impl Display) -> ReportLine {
        ReportLine {
            label: format!("{name}: "),
            text: text.to_string(),
            form_note: None,
        }
    }

    /// Creates the line about a finding of a list.
    fn about_finding(list: &str, finding: &Finding) -> ReportLine {
        let is_form_note = !finding.is_fault && finding.kind.subject == Subject::Form;
        ReportLine {
            form_note: is_form_note.then(|| finding.text.clone()),
            ..ReportLine::about(list, finding)
        }
    }

    /// Creates the command for GitHub that tells an error about a list or a submission as a whole.
    fn error(name: &str, text: &str) -> ReportLine {
        ReportLine::command("error", name, "", text)
    }

    /// Creates the command for GitHub that tells a finding about a list.
    fn finding(list: &str, finding: &Finding) -> ReportLine {
        let command = if finding.is_fault { "error" } else { "notice" };
        let words = finding.words();
        let (line, text) = match &finding.place {
            Place::Line(line) => (format!(",line={line}"), words),
            place => (String::new(), format!("{place}: {words}")),
        };
        ReportLine::command(command, list, &line, &text)
    }

    fn command(command: &str, list: &str, line: &str, text: &str) -> ReportLine {
        let escape_percent = |text: &str| text.replace('%', "%25");
        let file = escape_percent(list).replace(':', "%3A").replace(',', "%2C");
        let text = escape_percent(text);
        ReportLine {
            label: String::new(),
            text: format!("::{command} file={file}{line}::{text}"),
            form_note: None,
        }
    }
}

fn lines_about(
    submission: &SubmissionReport,
    report: &CheckReport,
    for_github: bool,
) -> Vec<ReportLine> {
    let judged = &submission.judged;
    let (name, best) = (&judged.name, judged.best());
    let mut lines = Vec::new();
    if judged.judgements.len() > 1 && best.is_read() {
        let fits = describe_fits(&judged.judgements);
        lines.extend(fits.iter().map(|line| ReportLine::about(name, line)));
    }
    for (list, judged) in judged.named_lists() {
        let mut told = describe_verdict(judged);
        if let Some(read) = &judged.read {
            lines.extend(lines_about_list(list, read, report, for_github));
        } else {
            if judged.verdict == Verdict::Missing {
                told = "die Liste fehlt".into();
            }
            lines.extend(for_github.then(|| ReportLine::error(&list.name, &told)));
            if !matches!(judged.verdict, Verdict::NotJudged(_)) {
                told = format!("nicht bestanden: {told}");
            }
        }
        lines.push(ReportLine::about(&report.title(list), told));
    }
    if !report.is_class {
        return lines;
    }
    lines.extend(best.joint_fault.iter().map(|fault| {
        if for_github {
            ReportLine::error(name, fault)
        } else {
            ReportLine::about(name, format!("Mangel: {fault}"))
        }
    }));
    let cause = submission.cause.iter();
    lines.extend(cause.map(|cause| ReportLine::about(name, format!("Ursache: {}", cause.told))));
    lines.push(ReportLine::about(name, describe_submission(judged, report)));
    lines
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

/// Returns the lines about a list that could be read, which come before its verdict.
fn lines_about_list(
    list: &ListName,
    read: &ComparedList,
    report: &CheckReport,
    for_github: bool,
) -> Vec<ReportLine> {
    let name = &list.name;
    let mut lines = Vec::new();
    if report.in_detail {
        let source = read.source.as_ref().map(describe_source);
        lines.extend(source.map(|text| ReportLine::about(name, text)));
        let table = tabulate_dice(read, &report.files[list.file].dice);
        lines.extend(table.iter().map(|line| ReportLine::about(name, line)));
    }
    let kept = &read.findings.kept;
    lines.extend(kept.iter().map(|finding| {
        if for_github {
            ReportLine::finding(name, finding)
        } else {
            ReportLine::about_finding(name, finding)
        }
    }));
    let further = read.findings.faults + read.findings.notes - kept.len();
    if further > 0 {
        let further = format_count(further as u64, "weiterer Befund", "weitere Befunde");
        lines.push(ReportLine::about(name, format!("und {further}")));
    }
    lines
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
    let mut table = Table::new([
        Column::new("Zeile"),
        Column::new("Rang"),
        Column::new("Augenzahlen").left(),
        Column::new("Liste"),
        Column::new("wahr"),
        Column::new("Abstand"),
        Column::new("in Standardfehlern"),
    ]);
    table.rows = list.entries.iter().map(row).collect();
    table.to_lines(Spacing::TIGHT)
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
        format!("Kein Regelwerk passt, am besten noch {names}; siehe wuerfelglueck diagnose.")
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
