//! A line a finding, and the verdicts: for people, and for the log of GitHub.

use std::fmt::{self, Write};

use itertools::Itertools;

use super::{DOUBTFUL, Judged, JudgedList, counts};
use crate::check::{Allowance, Comparison, Finding, Likeness, Verdict};
use crate::dice::Die;
use crate::report::table::{Cell, Table};
use crate::rules::Rules;
use crate::text::{Excerpt, about, enumerated, roughly};

/// Writes for each list the first findings of the best verdict, how many more there are, and at last `bestanden` or how
/// many faults and notes there are. If there are several lists, each line begins with the name of one, and the last
/// line counts those that have passed.
pub fn write(out: &mut dyn Write, judged: &Judged) -> fmt::Result {
    for list in &judged.lists {
        let name = match judged.lists.len() {
            1 => String::new(),
            _ => format!("{}: ", list.name),
        };
        let finding = |finding: &Finding| format!("{name}{finding}");
        write_list(out, judged, list, &name, finding)?;
    }
    write_passed(out, judged)
}

/// Writes the same, but findings as workflow commands of GitHub, which shows them beside the line of the list.
pub fn write_github(out: &mut dyn Write, judged: &Judged) -> fmt::Result {
    let text = |text: String| text.replace('%', "%25");
    for list in &judged.lists {
        let file = text(list.name.clone());
        let file = file.replace(':', "%3A").replace(',', "%2C");
        if let Err(fault) = &list.verdicts {
            let fault = text(fault.to_string());
            writeln!(out, "::error file={file}::unlesbar: {fault}")?;
        }
        let finding = |finding: &Finding| {
            let is_fault = finding.kind.is_fault;
            let command = if is_fault { "error" } else { "notice" };
            let shown = text(finding.text.clone());
            format!("::{command} file={file},line={}::{shown}", finding.line)
        };
        write_list(out, judged, list, &format!("{}: ", list.name), finding)?;
    }
    write_passed(out, judged)
}

/// Writes how many of several lists have passed.
fn write_passed(out: &mut dyn Write, judged: &Judged) -> fmt::Result {
    let lists = &judged.lists;
    let passed = lists.iter().filter(|list| list.is_passed()).count();
    match lists.len() {
        1 => Ok(()),
        all => writeln!(out, "{passed} von {all} bestanden"),
    }
}

/// Writes what there is to say about a list, each line behind a name, and a line for each finding.
fn write_list(
    out: &mut dyn Write,
    judged: &Judged,
    list: &JudgedList,
    name: &str,
    finding: impl Fn(&Finding) -> String,
) -> fmt::Result {
    let verdicts = match &list.verdicts {
        Ok(verdicts) => verdicts,
        Err(fault) => return writeln!(out, "{name}nicht bestanden: unlesbar: {fault}"),
    };
    let (_, verdict) = &verdicts[0];
    let fits = (verdicts.len() > 1).then(|| fits(verdicts));
    let table = judged.in_detail.then(|| table(verdict, judged.dice));
    for line in fits.into_iter().chain(table).flatten() {
        writeln!(out, "{name}{line}")?;
    }
    let first = verdict.findings.first();
    for one in first {
        writeln!(out, "{}", finding(one))?;
    }
    match verdict.findings.faults + verdict.findings.notes - first.len() {
        0 => {}
        1 => writeln!(out, "{name}und 1 weiterer Befund")?,
        more => writeln!(out, "{name}und {more} weitere Befunde")?,
    }
    let outcome = list.outcome();
    let reason = list.reason();
    let reason = reason.map_or_else(String::new, |reason| format!(": {reason}"));
    let likeness = match (judged.allowance, verdict.likeness) {
        (Allowance::Points { .. }, Some(likeness)) if outcome != DOUBTFUL => looks_like(likeness),
        _ => String::new(),
    };
    writeln!(out, "{name}{outcome}{reason}{likeness}")
}

/// What the shares themselves say about the number of games that they come from, behind the verdict.
fn looks_like(likeness: Likeness) -> String {
    match likeness.most {
        None => "; so weit liegen Anteile bei keiner Zahl von Spielen daneben, also spielt das Programm andere Regeln \
                 (siehe wuerfelglueck diagnose)"
            .into(),
        Some(most) => format!(
            "; die Anteile liegen so weit daneben wie in Listen aus {} Spielen je Paarung, höchstens {}; hat das \
             Programm mehr gespielt, spielt es andere Regeln (siehe wuerfelglueck diagnose)",
            roughly(likeness.games),
            about(most)
        ),
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

/// Which rules fit a list best, if any do, and a line for each that says how well.
fn fits(verdicts: &[(Rules, Verdict)]) -> Vec<String> {
    let (_, first) = &verdicts[0];
    let rules = |has: &dyn Fn(&Verdict) -> bool| {
        let those = verdicts.iter().filter(|(_, verdict)| has(verdict));
        those.map(|(rules, _)| *rules).collect_vec()
    };
    // The distances of two verdicts are known as well as the truth.
    let best = rules(&|verdict| {
        let [near, far] = [first, verdict].map(|verdict| verdict.distance().unwrap_or(0.0));
        verdict.findings.faults == first.findings.faults
            && far - near <= first.half_width.max(verdict.half_width)
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
    lines.extend(verdicts.iter().map(|(rules, verdict)| {
        let distance = verdict.distance().map_or_else(String::new, |distance| {
            format!(", Anteile im Mittel um {distance:.2} Punkte daneben")
        });
        format!("{rules}: {}{distance}", counts(verdict))
    }));
    let fitting = rules(&Verdict::is_true);
    if fitting.len() > 1 {
        lines.push(format!(
            "Im Rahmen des Erlaubten passt die Liste zu {}; mit diesen Würfeln sind die Regelwerke so nicht zu \
             unterscheiden.",
            enumerated(&fitting, "und")
        ));
    }
    lines
}
