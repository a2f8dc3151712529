//! The check of lists: a line a finding, and the verdicts.

use std::fmt::{self, Write};

use itertools::Itertools;
use serde::Serialize;

use super::json::{write_field, write_lines, write_program};
use crate::check::list::ListError;
use crate::check::{Finding, Limits, Subject, Verdict};
use crate::rules::Rules;
use crate::text::count;

/// The verdicts on lists of the same dice, and what they rest on.
#[derive(Debug)]
pub struct Judged {
    /// The lists in the order in which they were given, at least one.
    pub lists: Vec<JudgedList>,
    /// The seed, if the truth comes from games.
    pub seed: Option<u64>,
    /// How far a list may be from the truth.
    pub limits: Limits,
}

impl Judged {
    /// Whether all lists have passed.
    pub fn is_passed(&self) -> bool {
        self.lists.iter().all(JudgedList::is_passed)
    }
}

/// The verdicts on a list.
#[derive(Debug)]
pub struct JudgedList {
    /// The name of its file, or `-`.
    pub name: String,
    /// The verdict under each rule set, at least one, the one that fits best first; or why it is no list.
    pub verdicts: Result<Vec<(Rules, Verdict)>, ListError>,
}

impl JudgedList {
    /// Whether the list has no faults under the rules that fit best.
    pub fn is_passed(&self) -> bool {
        let verdicts = self.verdicts.as_ref().ok();
        verdicts.is_some_and(|verdicts| verdicts[0].1.is_passed())
    }
}

/// The names of the rule sets that fit a list about as well as the best one, `verdicts` being in order. The distances of
/// two verdicts are known as well as the truth.
fn best_rules(verdicts: &[(Rules, Verdict)]) -> Vec<Rules> {
    let (_, best) = &verdicts[0];
    let as_good = |(_, verdict): &&(Rules, Verdict)| {
        let [near, far] = [best, verdict].map(|verdict| verdict.distance.unwrap_or(0.0));
        verdict.findings.faults() == best.findings.faults()
            && far - near <= best.half_width.max(verdict.half_width)
    };
    let fitting = verdicts.iter().filter(as_good);
    fitting.map(|(rules, _)| *rules).collect()
}

/// A format of verdicts.
pub type WriteJudged = fn(&mut dyn Write, &Judged) -> fmt::Result;

/// Writes for each list the first findings of the best verdict, how many more there are, and at last `bestanden` or how
/// many faults and notes there are. If there are several lists, each line begins with the name of one, and the last
/// line counts those that have passed.
pub fn write_text(out: &mut dyn Write, judged: &Judged) -> fmt::Result {
    for list in &judged.lists {
        let name = match judged.lists.len() {
            1 => String::new(),
            _ => format!("{}: ", list.name),
        };
        write_list(out, list, &name, |finding| {
            let Finding { line, remark } = finding;
            let kind = match remark.is_fault() {
                true => "Mangel",
                false => "Hinweis",
            };
            format!("{name}Zeile {line}: {kind}: {remark}")
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
        write_list(out, list, &format!("{}: ", list.name), |finding| {
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
    let mut first = verdict.findings.first().iter();
    first.try_for_each(|one| writeln!(out, "{}", finding(one)))?;
    let all = verdict.findings.faults() + verdict.findings.notes();
    match all - verdict.findings.first().len() {
        0 => {}
        1 => writeln!(out, "{name}und 1 weiterer Befund")?,
        more => writeln!(out, "{name}und {more} weitere Befunde")?,
    }
    match &verdict.doubt {
        _ if verdict.findings.faults() > 0 => {
            writeln!(out, "{name}nicht bestanden: {}", counts(verdict))
        }
        Some(doubt) => writeln!(out, "{name}nicht beurteilt: {doubt}"),
        None => writeln!(out, "{name}bestanden"),
    }
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
        let distance = verdict.distance.map_or_else(String::new, |distance| {
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

/// How many faults and notes there are: `3 Mängel, 1 Hinweis`.
fn counts(verdict: &Verdict) -> String {
    let faults = count(verdict.findings.faults() as u64, "Mangel", "Mängel");
    match verdict.findings.notes() as u64 {
        0 => faults,
        notes => format!("{faults}, {}", count(notes, "Hinweis", "Hinweise")),
    }
}

/// A finding in a line of JSON.
#[derive(Serialize)]
struct ListedFinding {
    zeile: usize,
    art: &'static str,
    pruefung: &'static str,
    text: String,
}

/// How well rules fit the list.
#[derive(Serialize)]
struct Fit {
    regeln: String,
    maengel: usize,
    hinweise: usize,
    passt: bool,
    abweichung: Option<f64>,
    rangfolge_gesichert: bool,
    genauigkeit: f64,
}

/// A list in a line of JSON.
#[derive(Serialize)]
struct ListedList<'a> {
    liste: &'a str,
    bestanden: bool,
    unlesbar: Option<String>,
    nicht_beurteilt: Option<String>,
    regeln: Option<String>,
    regelwerke: Vec<Fit>,
    befunde: Vec<ListedFinding>,
}

impl ListedList<'_> {
    fn new(list: &JudgedList) -> ListedList<'_> {
        let verdicts = list.verdicts.as_deref().unwrap_or_default();
        let best = verdicts.first();
        let findings = best.map_or(&[][..], |(_, verdict)| verdict.findings.first());
        ListedList {
            liste: &list.name,
            bestanden: list.is_passed(),
            unlesbar: list.verdicts.as_ref().err().map(ToString::to_string),
            nicht_beurteilt: best.and_then(|(_, verdict)| {
                let doubt = verdict.doubt.as_ref();
                doubt
                    .filter(|_| verdict.findings.faults() == 0)
                    .map(ToString::to_string)
            }),
            regeln: best.map(|(rules, _)| rules.to_string()),
            regelwerke: verdicts.iter().map(Fit::new).collect(),
            befunde: findings.iter().map(ListedFinding::new).collect(),
        }
    }
}

impl Fit {
    fn new((rules, verdict): &(Rules, Verdict)) -> Fit {
        Fit {
            regeln: rules.to_string(),
            maengel: verdict.findings.faults(),
            hinweise: verdict.findings.notes(),
            passt: verdict.is_true(),
            abweichung: verdict.distance,
            rangfolge_gesichert: verdict.open == 0,
            genauigkeit: verdict.half_width,
        }
    }
}

impl ListedFinding {
    fn new(Finding { line, remark }: &Finding) -> ListedFinding {
        ListedFinding {
            zeile: *line,
            art: match remark.is_fault() {
                true => "mangel",
                false => "hinweis",
            },
            pruefung: match remark.subject() {
                Subject::Form => "form",
                Subject::Dice => "wuerfel",
                Subject::Ranks => "raenge",
                Subject::Sorting => "sortierung",
                Subject::Order => "rangfolge",
                Subject::Shares => "anteil",
            },
            text: remark.to_string(),
        }
    }
}

/// Writes one JSON object, in which each list has a line of its own: how well each of the rule sets fits it, and the
/// first findings under the best one.
pub fn write_json(out: &mut dyn Write, judged: &Judged) -> fmt::Result {
    writeln!(out, "{{")?;
    write_program(out)?;
    if let Some(seed) = judged.seed {
        write_field(out, "saat", &seed)?;
    }
    write_field(out, "toleranz", &judged.limits.tolerance)?;
    write_field(out, "spielraum", &judged.limits.leeway)?;
    write_field(out, "bestanden", &judged.is_passed())?;
    write_lines(out, "listen", judged.lists.iter().map(ListedList::new))?;
    writeln!(out, "\n}}")
}
