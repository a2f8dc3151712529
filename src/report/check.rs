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
/// notes there are. If there are several, a line for each comes first: how well its rules fit the list.
///
/// # Errors
///
/// Those of the writer.
pub fn write(out: &mut impl Write, verdicts: &[(Rules, Verdict)]) -> io::Result<()> {
    if let [(_, best), _, ..] = verdicts {
        let as_good = |verdict: &Verdict| {
            verdict.faults() == best.faults()
                && verdict.distance.map(shown) == best.distance.map(shown)
        };
        let equals = verdicts.iter().filter(|(_, verdict)| as_good(verdict));
        let names = equals.map(|(rules, _)| rules.name()).join(" und ");
        writeln!(out, "Am besten passen die Regeln {names}.")?;
        for (rules, verdict) in verdicts {
            let distance = verdict.distance.map_or_else(String::new, |distance| {
                format!(", Anteile im Mittel um {} Punkte daneben", shown(distance))
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

/// A distance as it is printed.
fn shown(distance: f64) -> String {
    format!("{distance:.2}")
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
