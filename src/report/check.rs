//! The check of a list: a line a finding, and the verdict.

use std::fmt::{self, Write};

use serde::Serialize;

use super::json::{write_field, write_lines, write_program};
use crate::check::{Finding, Limits, Subject, Verdict};
use crate::rules::Rules;
use crate::text::count;

/// The verdicts on a list, and what they rest on.
#[derive(Debug)]
pub struct Judged {
    /// The verdict under each rule set, at least one, the one that fits best first.
    pub verdicts: Vec<(Rules, Verdict)>,
    /// The seed, if the truth comes from games.
    pub seed: Option<u64>,
    /// How far the list may be from the truth.
    pub limits: Limits,
}

impl Judged {
    /// The verdict that counts: that of the rules which fit best.
    ///
    /// # Panics
    ///
    /// If there is no verdict.
    pub fn best(&self) -> &(Rules, Verdict) {
        &self.verdicts[0]
    }

    /// The names of the rule sets that fit the list about as well as the best one. The distances of two
    /// verdicts are known as well as the truth.
    fn best_rules(&self) -> Vec<String> {
        let (_, best) = self.best();
        let as_good = |(_, verdict): &&(Rules, Verdict)| {
            let [near, far] = [best, verdict].map(|verdict| verdict.distance.unwrap_or(0.0));
            verdict.findings.faults() == best.findings.faults()
                && far - near <= best.half_width.max(verdict.half_width)
        };
        let fitting = self.verdicts.iter().filter(as_good);
        fitting.map(|(rules, _)| rules.to_string()).collect()
    }
}

/// A format of verdicts.
pub type WriteJudged = fn(&mut dyn Write, &Judged) -> fmt::Result;

/// Writes the first findings of the best verdict, how many more there are, and at last `bestanden` or how many faults and notes there are.
/// If there are several verdicts, it is told first which rules fit the list best, and in a line for each how
/// well they do.
pub fn write_text(out: &mut dyn Write, judged: &Judged) -> fmt::Result {
    if judged.verdicts.len() > 1 {
        let names = match &judged.best_rules()[..] {
            [more @ .., one, last] => {
                let more: String = more.iter().map(|name| format!("{name}, ")).collect();
                format!("{more}{one} und {last}")
            }
            names => names.concat(),
        };
        writeln!(out, "Am besten passen die Regeln {names}.")?;
        for (rules, verdict) in &judged.verdicts {
            let distance = verdict.distance.map_or_else(String::new, |distance| {
                format!(", Anteile im Mittel um {distance:.2} Punkte daneben")
            });
            writeln!(out, "{rules}: {}{distance}", counts(verdict))?;
        }
    }
    let (_, verdict) = judged.best();
    for Finding { line, remark } in verdict.findings.first() {
        let kind = if remark.is_fault() {
            "Mangel"
        } else {
            "Hinweis"
        };
        writeln!(out, "Zeile {line}: {kind}: {remark}")?;
    }
    let all = verdict.findings.faults() + verdict.findings.notes();
    match all - verdict.findings.first().len() {
        0 => {}
        1 => writeln!(out, "und 1 weiterer Befund")?,
        more => writeln!(out, "und {more} weitere Befunde")?,
    }
    match verdict.is_passed() {
        true => writeln!(out, "bestanden"),
        false => writeln!(out, "nicht bestanden: {}", counts(verdict)),
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
    abweichung: Option<f64>,
    rangfolge_gesichert: bool,
    genauigkeit: f64,
}

/// Writes the best verdict as one JSON object, in which each finding has a line of its own, with how well
/// each of the rule sets fits the list.
pub fn write_json(out: &mut dyn Write, judged: &Judged) -> fmt::Result {
    let (rules, verdict) = judged.best();
    writeln!(out, "{{")?;
    write_program(out, *rules)?;
    if let Some(seed) = judged.seed {
        write_field(out, "saat", &seed)?;
    }
    write_field(out, "toleranz", &judged.limits.tolerance)?;
    write_field(out, "spielraum", &judged.limits.leeway)?;
    write_field(out, "bestanden", &verdict.is_passed())?;
    let fits = judged.verdicts.iter().map(|(rules, verdict)| Fit {
        regeln: rules.to_string(),
        maengel: verdict.findings.faults(),
        hinweise: verdict.findings.notes(),
        abweichung: verdict.distance,
        rangfolge_gesichert: verdict.open == 0,
        genauigkeit: verdict.half_width,
    });
    write_lines(out, "regelwerke", fits)?;
    writeln!(out, ",")?;
    let lines = verdict
        .findings
        .first()
        .iter()
        .map(|Finding { line, remark }| ListedFinding {
            zeile: *line,
            art: if remark.is_fault() {
                "mangel"
            } else {
                "hinweis"
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
        });
    write_lines(out, "befunde", lines)?;
    writeln!(out, "\n}}")
}
