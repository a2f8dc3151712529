//! A line a finding, and the verdicts: for people, and for the log of GitHub.

use std::fmt::{self, Write};

use itertools::Itertools;

use super::{Judged, ListName, PASSED, Submission, faults_and_notes, outcome, reason};
use crate::check::list::ListError;
use crate::check::{Comparison, Judgement, Verdict};
use crate::dice::Die;
use crate::report::table::{Cell, Table};
use crate::text::{Excerpt, enumerated};

/// Writes for each list the first findings of the verdict under the rules that fit best, how many more there are, and at last
/// `bestanden` or how many faults and notes there are. If there are several lists, each line begins with the name of one, and the
/// last line counts those that have passed. Submissions that are judged as a whole have a line of their own.
pub fn write(out: &mut dyn Write, judged: &Judged) -> fmt::Result {
    write_as(out, judged, false)
}

/// Writes the same, but findings as workflow commands of GitHub, which shows them beside the line of the list. Nothing else looks
/// like such a command.
pub fn write_github(out: &mut dyn Write, judged: &Judged) -> fmt::Result {
    let mut text = String::new();
    write_as(&mut text, judged, true)?;
    out.write_str(&text.replace("##[", "# #["))
}

fn write_as(out: &mut dyn Write, judged: &Judged, for_github: bool) -> fmt::Result {
    let is_one = judged.is_one_list() && !judged.is_class;
    let lines = Lines {
        judged,
        for_github,
        with_names: for_github || !is_one,
    };
    for submission in &judged.submissions {
        lines.write_submission(out, submission)?;
    }
    match judged.passed() {
        passed if judged.is_class => writeln!(out, "{passed} Abgaben bestanden"),
        _ if is_one => Ok(()),
        passed => writeln!(out, "{passed} bestanden"),
    }
}

/// How lines are written.
struct Lines<'a> {
    judged: &'a Judged<'a>,
    for_github: bool,
    with_names: bool,
}

impl Lines<'_> {
    /// What stands before a line about a list or a submission.
    fn name(&self, name: &str) -> String {
        match self.with_names {
            true => format!("{name}: "),
            false => String::new(),
        }
    }

    /// What is found in a line of a list, or in all of it.
    fn finding(&self, list: &str, line: Option<usize>, is_fault: bool, text: &str) -> String {
        if !self.for_github {
            let line = line.map_or_else(String::new, |line| format!("Zeile {line}: "));
            let kind = if is_fault { "Mangel" } else { "Hinweis" };
            return format!("{}{line}{kind}: {text}", self.name(list));
        }
        let command = if is_fault { "error" } else { "notice" };
        let [file, text] = [list, text].map(|text| text.replace('%', "%25"));
        let file = file.replace(':', "%3A").replace(',', "%2C");
        let line = line.map_or_else(String::new, |line| format!(",line={line}"));
        format!("::{command} file={file}{line}::{text}")
    }

    fn write_submission(&self, out: &mut dyn Write, submission: &Submission) -> fmt::Result {
        let own = self.name(&submission.name);
        let best = submission.best();
        let rules = match best.is_read() {
            true => format!("; Regeln {}", best.rules),
            false => String::new(),
        };
        if submission.judgements.len() > 1 && best.is_read() {
            for line in fits(&submission.judgements) {
                writeln!(out, "{own}{line}")?;
            }
        }
        for (list, verdict) in submission.verdicts() {
            self.write_list(out, list, verdict)?;
        }
        if !self.judged.is_class {
            return Ok(());
        }
        if let Some(together) = &best.together {
            let line = self.finding(&submission.name, None, true, together);
            writeln!(out, "{line}")?;
        }
        if let Some(cause) = &submission.cause {
            writeln!(out, "{own}Ursache: {cause}")?;
        }
        match submission.outcome() {
            PASSED => writeln!(out, "{own}{PASSED}{rules}"),
            outcome => writeln!(
                out,
                "{own}{outcome}: {}{rules}",
                submission.reasons(self.judged)
            ),
        }
    }

    fn write_list(
        &self,
        out: &mut dyn Write,
        list: &ListName,
        verdict: &Result<Verdict, ListError>,
    ) -> fmt::Result {
        let name = self.name(&list.name);
        let (outcome, reason) = (outcome(verdict), reason(verdict));
        let verdict = match verdict {
            Ok(verdict) => verdict,
            Err(fault) => {
                let why = match fault {
                    ListError::Missing => fault.to_string(),
                    _ => format!("{outcome}: {fault}"),
                };
                if self.for_github {
                    writeln!(out, "{}", self.finding(&list.name, None, true, &why))?;
                }
                return writeln!(out, "{name}nicht bestanden: {why}");
            }
        };
        if self.judged.in_detail {
            for line in table(verdict, self.judged.files[list.file].dice) {
                writeln!(out, "{name}{line}")?;
            }
        }
        let first = verdict.findings.first();
        for one in first {
            let line = self.finding(&list.name, Some(one.line), one.is_fault, &one.text);
            writeln!(out, "{line}")?;
        }
        match verdict.findings.faults + verdict.findings.notes - first.len() {
            0 => {}
            1 => writeln!(out, "{name}und 1 weiterer Befund")?,
            more => writeln!(out, "{name}und {more} weitere Befunde")?,
        }
        let reason = reason.map_or_else(String::new, |reason| format!(": {reason}"));
        writeln!(out, "{name}{outcome}{reason}")
    }
}

/// The list beside the truth.
fn table(verdict: &Verdict, dice: &[Die]) -> Vec<String> {
    let row = |one: &Comparison| {
        let faces = dice[one.die].faces().iter().join(" ");
        let chance = one.distance.chance;
        let errors = chance.map(|(errors, _)| format!("{errors:.1}"));
        vec![
            Cell::number(one.rank),
            Cell::text(Excerpt::new(&faces)),
            Cell::number(format!("{}%", one.claimed.0)),
            Cell::number(format!("{}%", one.truth.0)),
            Cell::number(format!("{:+.2}", one.distance.points)),
            Cell::text(errors.as_deref().unwrap_or("-")),
        ]
    };
    let columns = "Rang Augenzahlen Liste wahr Abstand Standardfehler";
    let table = Table {
        columns: columns.split(' ').collect(),
        rows: verdict.compared.iter().map(row).collect(),
    };
    table.aligned(1)
}

/// Which rules fit lists best, if any do, and a line for each that says how well.
fn fits(judgements: &[Judgement]) -> Vec<String> {
    let first = &judgements[0];
    let rules = |has: &dyn Fn(&Judgement) -> bool| {
        let those = judgements.iter().filter(|one| has(one));
        those.map(|one| one.rules).collect_vec()
    };
    // The distances of two verdicts are known as well as the truth.
    let best = rules(&|one| {
        let [near, far] = [first, one].map(|one| one.distance().unwrap_or(0.0));
        one.findings()[0] == first.findings()[0]
            && far - near <= first.half_width().max(one.half_width())
    });
    let names = enumerated(&best, "und");
    let come = if best.len() == 1 { "kommt" } else { "kommen" };
    let mut lines = vec![if first.is_true() {
        format!("Am besten passen die Regeln {names}.")
    } else {
        format!(
            "Keines der Regelwerke passt; am nächsten {come} {names}, siehe wuerfelglueck diagnose."
        )
    }];
    lines.extend(judgements.iter().map(|one| {
        let distance = one.distance().map_or_else(String::new, |distance| {
            format!(", Anteile im Mittel um {distance:.2} Punkte daneben")
        });
        let counts = faults_and_notes(one.findings());
        format!("{}: {counts}{distance}", one.rules)
    }));
    let fitting = rules(&Judgement::is_true);
    if fitting.len() > 1 {
        lines.push(format!(
            "Im Rahmen des Erlaubten passt die Liste zu {}; mit diesen Würfeln sind die Regelwerke so nicht zu \
             unterscheiden.",
            enumerated(&fitting, "und")
        ));
    }
    lines
}
