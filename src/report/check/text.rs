//! A line a finding, and the verdicts: for people, and for the log of GitHub.

use std::fmt::Display;

use itertools::Itertools;

use super::{Judged, Submission, faults_and_notes, reason, told};
use crate::report::table::{align_columns, row};
use wuerfelglueck::check::list::ListError;
use wuerfelglueck::check::{Comparison, Judgement, ReadDie, Verdict};
use wuerfelglueck::dice::Die;
use wuerfelglueck::text::{Excerpt, format_count, join_words};

/// For each list the first findings of the verdict under the rules that fit best, how many more
/// there are, and at last `bestanden` or how many faults and notes there are. If there are several
/// lists, each line begins with the name of one, and the last line counts those that have passed.
/// Submissions that are judged as a whole have a line of their own. For GitHub, findings are
/// workflow commands, so that it shows them beside the list.
pub fn render(judged: &Judged, for_github: bool) -> String {
    let is_one = judged.submissions.len() == 1 && !judged.is_class;
    let first = usize::from(is_one && !for_github);
    let lines = judged.submissions.iter();
    let lines = lines.flat_map(|one| lines_about(one, judged, for_github));
    let mut text: String = lines.map(|line| line[first..].concat() + "\n").collect();
    if !is_one {
        text += &format!("{}\n", judged.summary());
    }
    text
}

/// A line: whom it is about, with a colon, and what is said.
type Line = [String; 2];

fn said(name: &str, text: impl Display) -> Line {
    [format!("{name}: "), text.to_string()]
}

/// The command for GitHub that says this of a line of a list, or of all of it.
fn command(list: &str, line: Option<usize>, is_fault: bool, text: &str) -> Line {
    let command = if is_fault { "error" } else { "notice" };
    let [file, text] = [list, text].map(|text| text.replace('%', "%25"));
    let file = file.replace(':', "%3A").replace(',', "%2C");
    let line = line.map_or_else(String::new, |line| format!(",line={line}"));
    let command = format!("::{command} file={file}{line}::{text}");
    [String::new(), command]
}

fn lines_about(submission: &Submission, judged: &Judged, for_github: bool) -> Vec<Line> {
    let (name, best) = (&submission.name, submission.best());
    let mut lines = Vec::new();
    if submission.judgements.len() > 1 && best.is_read() {
        let fits = fits(&submission.judgements).into_iter();
        lines.extend(fits.map(|line| said(name, line)));
    }
    for (list, verdict) in submission.verdicts() {
        let name = &list.name;
        let told = told(verdict);
        match verdict {
            Err(fault) => {
                let why = match fault {
                    ListError::Missing => fault.to_string(),
                    _ => told,
                };
                lines.extend(for_github.then(|| command(name, None, true, &why)));
                lines.push(said(name, format!("nicht bestanden: {why}")));
            }
            Ok(verdict) => {
                if judged.in_detail {
                    let table = table(verdict, &judged.files[list.file].dice).into_iter();
                    lines.extend(table.map(|line| said(name, line)));
                }
                let first = &verdict.findings.first;
                lines.extend(first.iter().map(|one| {
                    if for_github {
                        command(name, Some(one.line), one.is_fault, &one.text)
                    } else {
                        said(name, one)
                    }
                }));
                let more = verdict.findings.faults + verdict.findings.notes - first.len();
                if more > 0 {
                    let more = format_count(more as u64, "weiterer Befund", "weitere Befunde");
                    lines.push(said(name, format!("und {more}")));
                }
                lines.push(said(name, told));
            }
        }
    }
    if !judged.is_class {
        return lines;
    }
    lines.extend(best.together.iter().map(|text| {
        if for_github {
            command(name, None, true, text)
        } else {
            said(name, format!("Mangel: {text}"))
        }
    }));
    let cause = submission.cause.iter();
    lines.extend(cause.map(|cause| said(name, format!("Ursache: {}", cause.told))));
    let mut verdict = submission.word().to_string();
    if !submission.is_passed() {
        // What is wrong with which dice files; what holds for several is said once.
        let mut reasons: Vec<(String, Vec<&str>)> = Vec::new();
        for (list, verdict) in submission.verdicts() {
            let Some(reason) = reason(verdict) else {
                continue;
            };
            match reasons.iter_mut().find(|(said, _)| *said == reason) {
                Some((_, files)) => files.push(judged.file(list)),
                None => reasons.push((reason, vec![judged.file(list)])),
            }
        }
        let reasons = reasons.into_iter();
        let reasons =
            reasons.map(|(reason, files)| format!("{}: {reason}", join_words(&files, "und")));
        let mut reasons = reasons.collect_vec();
        if best.together.is_some() {
            reasons.push("alle Anteile zusammen liegen zu weit daneben".into());
        }
        verdict += &format!(": {}", join_words(&reasons, "und"));
    }
    if best.is_read() {
        verdict += &format!("; Regeln {}", best.rules);
    }
    lines.push(said(name, verdict));
    lines
}

/// What was read of each die, beside the truth if that is a share.
fn table(verdict: &Verdict, dice: &[Die]) -> Vec<String> {
    let row = |one: &ReadDie| {
        let compared = verdict
            .compared
            .iter()
            .find(|other| other.die == one.die && other.line == one.line);
        let or_dash = |text: &dyn Fn(&Comparison) -> String| compared.map_or("-".into(), text);
        row![
            one.line,
            one.rank,
            Excerpt::new(&dice[one.die].to_string()),
            or_dash(&|one| format!("{}%", one.claimed.0)),
            or_dash(&|one| format!("{}%", one.truth.0)),
            or_dash(&|one| format!("{:+.2}", one.distance.points)),
            or_dash(&|one| one
                .distance
                .chance
                .map_or("-".into(), |(errors, _)| format!("{errors:.1}"))),
        ]
    };
    let header = "Zeile Rang Augenzahlen Liste wahr Abstand Standardfehler".split(' ');
    let mut rows = vec![header.map(String::from).collect()];
    rows.extend(verdict.read.iter().map(row));
    align_columns(&rows, 2)
}

/// Which rules fit lists best, if any do, and a line for each that says how well.
fn fits(judgements: &[Judgement]) -> Vec<String> {
    let first = &judgements[0];
    // The distances of two verdicts are known as well as the truth.
    let best = judgements.iter().filter(|one| {
        let [near, far] = [first, one].map(|one| one.distance().unwrap_or(0.0));
        one.findings()[0] == first.findings()[0]
            && far - near <= first.half_width().max(one.half_width())
    });
    let names = join_words(&best.map(|one| one.rules).collect_vec(), "und");
    let mut lines = vec![if first.is_true() {
        format!("Am besten passen die Regeln {names}.")
    } else {
        format!("Kein Regelwerk passt, am besten noch {names}; siehe wuerfelglueck diagnose.")
    }];
    lines.extend(judgements.iter().map(|one| {
        let distance = one.distance().map_or_else(String::new, |distance| {
            format!(", Anteile im Mittel um {distance:.2} Punkte daneben")
        });
        let counts = faults_and_notes(one.findings());
        format!("{}: {counts}{distance}", one.rules)
    }));
    let fitting = judgements.iter().filter(|one| one.is_true());
    let fitting = fitting.map(|one| one.rules).collect_vec();
    if fitting.len() > 1 {
        lines.push(format!(
            "Im Rahmen des Erlaubten passt die Liste zu {}; mit diesen Würfeln sind die Regelwerke so nicht zu \
             unterscheiden.",
            join_words(&fitting, "und")
        ));
    }
    lines
}
