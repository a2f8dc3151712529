//! The verdicts as one JSON object, in which each list has a line of its own.

use std::fmt::{self, Write};

use serde::Serialize;

use super::judged::{Judged, JudgedList};
use crate::check::{Allowance, Comparison, Deviation, Finding, Subject, Verdict};
use crate::dice::Die;
use crate::report::json::{write_field, write_lines, write_program};
use crate::rules::Rules;

/// A finding in a line of JSON.
#[derive(Serialize)]
struct ListedFinding<'a> {
    zeile: usize,
    andere_zeile: Option<usize>,
    art: &'static str,
    pruefung: &'static str,
    befund: &'static str,
    wuerfel: Option<usize>,
    augenzahlen: Option<&'a [u32]>,
    angegeben: Option<f64>,
    wahr: Option<f64>,
    abstand: Option<f64>,
    standardfehler: Option<f64>,
    erlaubt: Option<f64>,
    text: String,
}

/// A line of the list beside the truth; dice are numbered from 1, and shares are in per cent.
#[derive(Serialize)]
struct ListedComparison<'a> {
    zeile: usize,
    rang: u64,
    wuerfel: usize,
    augenzahlen: &'a [u32],
    angegeben: f64,
    wahr: f64,
    abstand: f64,
    standardfehler: Option<f64>,
    erlaubt: f64,
}

/// How well rules fit the list.
#[derive(Serialize)]
struct Fit {
    regeln: String,
    maengel: usize,
    hinweise: usize,
    passt: bool,
    abweichung: Option<f64>,
    spiele: Option<u64>,
    hoechstens_spiele: Option<u64>,
    rangfolge_gesichert: bool,
    genauigkeit: f64,
}

/// A list in a line of JSON.
#[derive(Serialize)]
struct ListedList<'a> {
    liste: &'a str,
    urteil: &'static str,
    bestanden: bool,
    unlesbar: Option<String>,
    nicht_beurteilt: Option<String>,
    regeln: Option<String>,
    regelwerke: Vec<Fit>,
    befunde: Vec<ListedFinding<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    vergleich: Option<Vec<ListedComparison<'a>>>,
}

impl<'a> ListedList<'a> {
    fn new(list: &'a JudgedList, judged: &Judged<'a>) -> ListedList<'a> {
        let dice = judged.dice;
        let verdicts = list.verdicts.as_deref().unwrap_or_default();
        let best = verdicts.first();
        ListedList {
            liste: &list.name,
            urteil: list.outcome(),
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
            befunde: list.best().map_or_else(Vec::new, |best| {
                let findings = best.findings.first().iter();
                findings
                    .map(|finding| ListedFinding::new(finding, best, dice))
                    .collect()
            }),
            vergleich: list.best().filter(|_| judged.in_detail).map(|best| {
                let compared = best.compared.iter();
                compared
                    .map(|one| ListedComparison::new(one, dice))
                    .collect()
            }),
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
            abweichung: verdict.distance(),
            spiele: verdict
                .likeness
                .map(|likeness| likeness.games.round() as u64),
            hoechstens_spiele: verdict
                .likeness
                .and_then(|likeness| Some(likeness.most? as u64)),
            rangfolge_gesichert: verdict.open == 0,
            genauigkeit: verdict.half_width,
        }
    }
}

impl<'a> ListedFinding<'a> {
    fn new(finding: &Finding, verdict: &Verdict, dice: &'a [Die]) -> ListedFinding<'a> {
        let Finding { line, remark } = finding;
        let compared = verdict.line(*line);
        let die = compared.map(|one| one.die).or_else(|| remark.missing_die());
        let deviation = remark.deviation();
        ListedFinding {
            zeile: *line,
            andere_zeile: remark.other_line(),
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
            befund: remark.name(),
            wuerfel: die.map(|die| die + 1),
            augenzahlen: die.map(|die| dice[die].faces()),
            angegeben: compared.map(|one| one.claimed.1),
            wahr: compared.map(|one| one.truth.1),
            abstand: deviation.map(|one| one.points),
            standardfehler: deviation.and_then(standard_errors),
            erlaubt: deviation.map(|one| one.allowed),
            text: remark.to_string(),
        }
    }
}

impl<'a> ListedComparison<'a> {
    fn new(one: &Comparison, dice: &'a [Die]) -> ListedComparison<'a> {
        ListedComparison {
            zeile: one.line,
            rang: one.rank,
            wuerfel: one.die + 1,
            augenzahlen: dice[one.die].faces(),
            angegeben: one.claimed.1,
            wahr: one.truth.1,
            abstand: one.deviation.points,
            standardfehler: standard_errors(&one.deviation),
            erlaubt: one.deviation.allowed,
        }
    }
}

/// How many standard errors something is off, if that is known.
fn standard_errors(deviation: &Deviation) -> Option<f64> {
    Some(deviation.chance?.0)
}

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
    let lists = judged.lists.iter();
    let lists = lists.map(|list| ListedList::new(list, judged));
    write_lines(out, "listen", lists)?;
    writeln!(out, "\n}}")
}
