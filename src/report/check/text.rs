//! A line a finding, and the verdicts: for people, and for the log of GitHub.

use std::fmt::{self, Write};

use itertools::Itertools;

use super::judged::{Judged, JudgedList, counts};
use crate::check::{Allowance, Comparison, Finding, Likeness, Verdict};
use crate::dice::Die;
use crate::rules::Rules;
use crate::text::{Excerpt, about, roughly};

/// Writes for each list the first findings of the best verdict, how many more there are, and at last `bestanden` or how
/// many faults and notes there are. If there are several lists, each line begins with the name of one, and the last
/// line counts those that have passed.
pub fn write(out: &mut dyn Write, judged: &Judged) -> fmt::Result {
    for list in &judged.lists {
        let name = match judged.lists.len() {
            1 => String::new(),
            _ => format!("{}: ", list.name),
        };
        write_list(out, judged, list, &name, |finding| {
            format!("{name}{finding}")
        })?;
    }
    write_passed(out, judged)
}

/// Writes the same, but findings as workflow commands of GitHub, which shows them beside the line of the list.
pub fn write_github(out: &mut dyn Write, judged: &Judged) -> fmt::Result {
    let text = |text: &str| text.replace('%', "%25");
    for list in &judged.lists {
        let file = text(&list.name).replace(':', "%3A").replace(',', "%2C");
        if let Err(fault) = &list.verdicts {
            writeln!(
                out,
                "::error file={file}::unlesbar: {}",
                text(&fault.to_string())
            )?;
        }
        write_list(out, judged, list, &format!("{}: ", list.name), |finding| {
            let Finding { line, remark } = finding;
            let command = match remark.is_fault() {
                true => "error",
                false => "notice",
            };
            format!(
                "::{command} file={file},line={line}::{}",
                text(&remark.to_string())
            )
        })?;
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
    if verdicts.len() > 1 {
        let mut lines = fits(verdicts).into_iter();
        lines.try_for_each(|line| writeln!(out, "{name}{line}"))?;
    }
    let (_, verdict) = &verdicts[0];
    if judged.in_detail {
        let mut lines = table(verdict, judged.dice).into_iter();
        lines.try_for_each(|line| writeln!(out, "{name}{line}"))?;
    }
    let mut first = verdict.findings.first().iter();
    first.try_for_each(|one| writeln!(out, "{}", finding(one)))?;
    let all = verdict.findings.faults() + verdict.findings.notes();
    match all - verdict.findings.first().len() {
        0 => {}
        1 => writeln!(out, "{name}und 1 weiterer Befund")?,
        more => writeln!(out, "{name}und {more} weitere Befunde")?,
    }
    let likeness = match (judged.allowance, verdict.likeness) {
        (Allowance::Points { .. }, Some(likeness)) => format!("; {}", looks_like(likeness)),
        _ => String::new(),
    };
    let outcome = list.outcome();
    match &verdict.doubt {
        _ if verdict.findings.faults() > 0 => {
            writeln!(out, "{name}{outcome}: {}{likeness}", counts(verdict))
        }
        Some(doubt) => writeln!(out, "{name}{outcome}: {doubt}"),
        None => writeln!(out, "{name}{outcome}{likeness}"),
    }
}

/// What the shares themselves say about the number of games that they come from.
fn looks_like(likeness: Likeness) -> String {
    let Some(most) = likeness.most else {
        return "so weit liegen Anteile bei keiner Zahl von Spielen daneben, also spielt das Programm andere Regeln \
                (siehe wuerfelglueck diagnose)"
            .into();
    };
    format!(
        "die Anteile liegen so weit daneben wie in Listen aus {} Spielen je Paarung, höchstens {}; hat das Programm mehr \
         gespielt, spielt es andere Regeln (siehe wuerfelglueck diagnose)",
        roughly(likeness.games),
        about(most)
    )
}

/// The list beside the truth.
fn table(verdict: &Verdict, dice: &[Die]) -> Vec<String> {
    const HEADINGS: [&str; 6] = [
        "Rang",
        "Augenzahlen",
        "Liste",
        "wahr",
        "Abstand",
        "Standardfehler",
    ];
    let row = |one: &Comparison| {
        [
            one.rank.to_string(),
            Excerpt::new(&dice[one.die].faces().iter().format(" ").to_string()).to_string(),
            format!("{}%", one.claimed.0),
            format!("{}%", one.truth.0),
            format!("{:+.2}", one.deviation.points),
            match one.deviation.chance {
                Some((errors, _)) => format!("{:.1}", errors),
                None => "-".into(),
            },
        ]
    };
    let rows = [HEADINGS.map(String::from)];
    let rows = rows.into_iter().chain(verdict.compared.iter().map(row));
    let rows = rows.collect_vec();
    let widths: [usize; 6] = std::array::from_fn(|column| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.max().unwrap_or(0)
    });
    let line = |row: &[String; 6]| {
        let cells = row.iter().zip(widths).enumerate();
        let mut cells = cells.map(|(column, (cell, width))| match column {
            1 => format!("{cell:width$}"),
            _ => format!("{cell:>width$}"),
        });
        cells.join("  ")
    };
    rows.iter().map(line).collect()
}

/// Which rules fit a list best, if any do, and a line for each that says how well.
fn fits(verdicts: &[(Rules, Verdict)]) -> Vec<String> {
    let fitting = verdicts.iter().filter(|(_, verdict)| verdict.is_true());
    let best = best_rules(verdicts);
    let names = enumerated(&best);
    let come = if best.len() == 1 { "kommt" } else { "kommen" };
    let mut lines = vec![match verdicts[0].1.is_true() {
        true => format!("Am besten passen die Regeln {names}."),
        false => format!(
            "Keines der Regelwerke passt; am nächsten {come} {names}, siehe wuerfelglueck diagnose."
        ),
    }];
    lines.extend(verdicts.iter().map(|(rules, verdict)| {
        let distance = verdict.distance().map_or_else(String::new, |distance| {
            format!(", Anteile im Mittel um {distance:.2} Punkte daneben")
        });
        format!("{rules}: {}{distance}", counts(verdict))
    }));
    let fitting: Vec<Rules> = fitting.map(|(rules, _)| *rules).collect();
    if fitting.len() > 1 {
        lines.push(format!(
            "Im Rahmen des Erlaubten passt die Liste zu {}; mit diesen Würfeln sind die Regelwerke so nicht zu \
             unterscheiden.",
            enumerated(&fitting)
        ));
    }
    lines
}

/// Names with commas between them, and a word before the last one.
fn enumerated(rules: &[Rules]) -> String {
    match rules {
        [more @ .., last] if !more.is_empty() => format!("{} und {last}", more.iter().format(", ")),
        names => names.iter().join(""),
    }
}

/// The names of the rule sets that fit a list about as well as the best one, `verdicts` being in order. The distances of
/// two verdicts are known as well as the truth.
fn best_rules(verdicts: &[(Rules, Verdict)]) -> Vec<Rules> {
    let (_, best) = &verdicts[0];
    let as_good = |(_, verdict): &&(Rules, Verdict)| {
        let [near, far] = [best, verdict].map(|verdict| verdict.distance().unwrap_or(0.0));
        verdict.findings.faults() == best.findings.faults()
            && far - near <= best.half_width.max(verdict.half_width)
    };
    let fitting = verdicts.iter().filter(as_good);
    fitting.map(|(rules, _)| *rules).collect()
}
