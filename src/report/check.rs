//! What came of the check of a list: a line a finding, and the verdict.

use std::io::{self, Write};

use itertools::Itertools;
use serde::Serialize;

use super::json::{write_field, write_lines};
use crate::check::{Finding, Limits, Subject, Verdict};
use crate::rules::Rules;
use crate::text::count;

/// What was asked for.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The seed, if the truth comes from games.
    pub seed: Option<u64>,
    /// How far the list may be from the truth.
    pub limits: Limits,
}

/// Writes the findings of the first verdict, which fits best, and at last `bestanden` or how many faults and
/// notes there are. If there are several, it is told first which rules fit the list best, and in a line for
/// each how well they do.
///
/// # Errors
///
/// Those of the writer.
pub fn write(out: &mut impl Write, verdicts: &[(Rules, Verdict)]) -> io::Result<()> {
    if let [(_, best), _, ..] = verdicts {
        // Distances are known as well as the truth.
        let as_good = |verdict: &Verdict| {
            let [near, far] = [best, verdict].map(|verdict| verdict.distance.unwrap_or(0.0));
            verdict.faults() == best.faults()
                && far - near <= best.half_width.max(verdict.half_width)
        };
        let equals = verdicts.iter().filter(|(_, verdict)| as_good(verdict));
        let names = equals.map(|(rules, _)| rules.name()).collect_vec();
        let names = match &names[..] {
            [more @ .., one, last] => format!(
                "{}{one} und {last}",
                more.iter()
                    .format_with("", |name, f| f(&format_args!("{name}, ")))
            ),
            names => names.concat(),
        };
        writeln!(out, "Am besten passen die Regeln {names}.")?;
        for (rules, verdict) in verdicts {
            let distance = verdict.distance.map_or_else(String::new, |distance| {
                format!(", Anteile im Mittel um {distance:.2} Punkte daneben")
            });
            writeln!(out, "{}: {}{distance}", rules.name(), counts(verdict))?;
        }
    }
    let Some((_, verdict)) = verdicts.first() else {
        return Ok(());
    };
    for Finding { line, remark } in &verdict.findings {
        let kind = if remark.is_fault() {
            "Mangel"
        } else {
            "Hinweis"
        };
        writeln!(out, "Zeile {line}: {kind}: {remark}")?;
    }
    match verdict.is_passed() {
        true => writeln!(out, "bestanden"),
        false => writeln!(out, "nicht bestanden: {}", counts(verdict)),
    }
}

/// How many faults and notes there are: `3 Mängel, 1 Hinweis`.
fn counts(verdict: &Verdict) -> String {
    let faults = count(verdict.faults() as u64, "Mangel", "Mängel");
    match verdict.notes() as u64 {
        0 => faults,
        notes => format!("{faults}, {}", count(notes, "Hinweis", "Hinweise")),
    }
}

/// A finding.
#[derive(Serialize)]
struct Line {
    zeile: usize,
    art: &'static str,
    pruefung: &'static str,
    text: String,
}

/// How well rules fit the list.
#[derive(Serialize)]
struct Fit {
    regeln: &'static str,
    maengel: usize,
    hinweise: usize,
    abweichung: Option<f64>,
    rangfolge_gesichert: bool,
    genauigkeit: f64,
}

/// Writes the first verdict as one JSON object, in which each finding has a line of its own, with how well
/// each of the rules fits the list.
///
/// # Errors
///
/// Those of the writer.
pub fn write_json(
    out: &mut impl Write,
    verdicts: &[(Rules, Verdict)],
    settings: &Settings,
) -> io::Result<()> {
    let Some((rules, verdict)) = verdicts.first() else {
        return Ok(());
    };
    writeln!(out, "{{")?;
    write_field(out, "programm", env!("CARGO_PKG_NAME"))?;
    write_field(out, "version", env!("CARGO_PKG_VERSION"))?;
    write_field(out, "regeln", rules.name())?;
    if let Some(seed) = settings.seed {
        write_field(out, "saat", &seed)?;
    }
    write_field(out, "toleranz", &settings.limits.tolerance)?;
    write_field(out, "spielraum", &settings.limits.leeway)?;
    write_field(out, "bestanden", &verdict.is_passed())?;
    let fits = verdicts.iter().map(|(rules, verdict)| Fit {
        regeln: rules.name(),
        maengel: verdict.faults(),
        hinweise: verdict.notes(),
        abweichung: verdict.distance,
        rangfolge_gesichert: verdict.open == 0,
        genauigkeit: verdict.half_width,
    });
    write_lines(out, "regelwerke", fits)?;
    writeln!(out, ",")?;
    let lines = verdict
        .findings
        .iter()
        .map(|Finding { line, remark }| Line {
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
        })
        .collect_vec();
    write_lines(out, "befunde", lines.into_iter())?;
    writeln!(out, "\n}}")
}
