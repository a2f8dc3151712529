//! The verdicts as one JSON object, in which each list has a line of its own.

use std::fmt::{self, Write};

use itertools::Itertools;
use serde_json::{Value, json};

use super::{DOUBTFUL, Judged, JudgedList, UNREADABLE};
use crate::check::{Allowance, Comparison, Finding, Subject, Verdict};
use crate::dice::Die;
use crate::report::json::{write_field, write_lines, write_program};
use crate::rules::Rules;

/// Writes one JSON object, in which each list has a line of its own: how well each of the rule sets fits it, and the
/// first findings under the best one.
pub fn write(out: &mut dyn Write, judged: &Judged) -> fmt::Result {
    writeln!(out, "{{")?;
    write_program(out)?;
    if let Some(seed) = judged.seed {
        write_field(out, "saat", &seed)?;
    }
    match judged.allowance {
        Allowance::Points { tolerance, leeway } => {
            write_field(out, "toleranz", &tolerance)?;
            write_field(out, "spielraum", &leeway)?;
        }
        Allowance::Chance { games } => write_field(out, "gespielt", &games)?,
    }
    write_field(out, "bestanden", &judged.is_passed())?;
    let lists = judged.lists.iter().map(|one| list(one, judged));
    write_lines(out, "listen", lists)?;
    writeln!(out, "\n}}")
}

fn list(list: &JudgedList, judged: &Judged) -> Value {
    let dice = judged.dice;
    let verdicts = list.verdicts.as_deref().unwrap_or_default();
    let best = list.best();
    let why = |outcome: &str| list.reason().filter(|_| list.outcome() == outcome);
    let findings = best.into_iter().flat_map(|best| {
        let findings = best.findings.first().iter();
        findings.map(|one| finding(one, best, dice))
    });
    let mut row = json!({
        "liste": list.name,
        "urteil": list.outcome(),
        "bestanden": list.is_passed(),
        "unlesbar": why(UNREADABLE),
        "nicht_beurteilt": why(DOUBTFUL),
        "regeln": verdicts.first().map(|(rules, _)| rules.to_string()),
        "regelwerke": verdicts.iter().map(fit).collect_vec(),
        "befunde": findings.collect_vec(),
    });
    if let Some(best) = best.filter(|_| judged.in_detail) {
        let compared = best.compared.iter().map(|one| comparison(one, dice));
        row["vergleich"] = compared.collect();
    }
    row
}

/// How well rules fit the list.
fn fit((rules, verdict): &(Rules, Verdict)) -> Value {
    let likeness = verdict.likeness;
    json!({
        "regeln": rules.to_string(),
        "maengel": verdict.findings.faults,
        "hinweise": verdict.findings.notes,
        "passt": verdict.is_true(),
        "abweichung": verdict.distance(),
        "spiele": likeness.map(|likeness| likeness.games.round() as u64),
        "hoechstens_spiele": likeness.and_then(|likeness| Some(likeness.most? as u64)),
        "rangfolge_gesichert": verdict.open == 0,
        "genauigkeit": verdict.half_width,
    })
}

/// A finding; dice are numbered from 1, and shares are in per cent.
fn finding(finding: &Finding, verdict: &Verdict, dice: &[Die]) -> Value {
    let compared = verdict.line(finding.line);
    let die = compared.map(|one| one.die).or(finding.die);
    let distance = finding.distance;
    json!({
        "zeile": finding.line,
        "andere_zeile": finding.other_line,
        "art": if finding.kind.is_fault { "mangel" } else { "hinweis" },
        "pruefung": match finding.kind.subject {
            Subject::Form => "form",
            Subject::Dice => "wuerfel",
            Subject::Ranks => "raenge",
            Subject::Sorting => "sortierung",
            Subject::Order => "rangfolge",
            Subject::Shares => "anteil",
        },
        "befund": finding.kind.name,
        "wuerfel": die.map(|die| die + 1),
        "augenzahlen": die.map(|die| dice[die].faces()),
        "angegeben": compared.map(|one| one.claimed.1),
        "wahr": compared.map(|one| one.truth.1),
        "abstand": distance.map(|one| one.points),
        "standardfehler": distance.and_then(|one| Some(one.chance?.0)),
        "erlaubt": distance.map(|one| one.allowed),
        "text": finding.text,
    })
}

/// A line of the list beside the truth.
fn comparison(one: &Comparison, dice: &[Die]) -> Value {
    json!({
        "zeile": one.line,
        "rang": one.rank,
        "wuerfel": one.die + 1,
        "augenzahlen": dice[one.die].faces(),
        "angegeben": one.claimed.1,
        "wahr": one.truth.1,
        "abstand": one.distance.points,
        "standardfehler": one.distance.chance.map(|(errors, _)| errors),
        "erlaubt": one.distance.allowed,
    })
}
