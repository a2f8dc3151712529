//! The verdicts as one JSON object, in which each list, or each submission of a class, has a line
//! of its own: the fit of each rule set, the first findings under the best one, and what was read.

use itertools::Itertools;
use serde_json::{Value, json};

use super::report::{CheckReport, SubmissionReport};
use crate::report::object::render_object;
use crate::report::remedy::advise_on;
use crate::report::verdict::{describe_reason, submission_word, verdict_word};
use judging::Verdict;
use judging::check::{
    ComparedList, ComparedShare, Finding, JudgedEntry, JudgedList, Judgement, Place,
};
use wuerfelglueck::dice::Die;

/// Renders the verdicts, and the options that they depend on.
pub fn render(report: &CheckReport) -> String {
    let mut fields = json!({});
    if let Some(seed) = report.seed() {
        fields["saat"] = seed.into();
    }
    match report.demands.games {
        Some(games) => fields["gespielt"] = games.into(),
        None => {
            fields["toleranz"] = report.demands.tolerance.into();
            fields["spielraum"] = report.demands.leeway.into();
        }
    }
    fields["bestanden"] = report.is_passed().into();
    let submissions = report.submissions.iter();
    if report.is_class {
        fields["abgaben"] = submissions
            .map(|submission| render_submission(submission, report))
            .collect();
    } else {
        fields["listen"] = submissions
            .flat_map(|submission| render_lists(submission, report))
            .collect();
    }
    render_object(&fields, &[]) + "\n"
}

fn render_submission(submission: &SubmissionReport, report: &CheckReport) -> Value {
    let judged = &submission.judged;
    let best = judged.best();
    let verdict = best.verdict();
    json!({
        "abgabe": judged.name,
        "urteil": submission_word(&verdict),
        "bestanden": verdict.is_passed(),
        "regeln": best.is_read().then(|| best.rules.to_string()),
        "zusammen": best.joint_fault,
        "ursache": submission.cause.as_ref().map(|cause| &cause.told),
        "listen": render_lists(submission, report),
    })
}

fn render_lists(submission: &SubmissionReport, report: &CheckReport) -> Vec<Value> {
    let judged = &submission.judged;
    judged
        .named_lists()
        .enumerate()
        .map(|(index, (list, JudgedList { verdict, read }))| {
            let dice = &report.files[list.file].dice;
            let reason_if = |is_wanted: bool| describe_reason(verdict).filter(|_| is_wanted);
            let findings = read.iter().flat_map(|read| {
                let findings = read.findings.kept.iter();
                findings.map(|finding| render_finding(finding, read, dice))
            });
            let fits = judged
                .judgements
                .iter()
                .filter_map(|judgement| render_fit(judgement, index))
                .collect_vec();
            let mut row = json!({
                "liste": list.name,
                "urteil": verdict_word(verdict),
                "bestanden": verdict.is_passed(),
                "unlesbar": reason_if(matches!(verdict, Verdict::Unreadable(_))),
                "nicht_beurteilt": reason_if(matches!(verdict, Verdict::NotJudged(_))),
                "regeln": fits.first().map(|best| &best["regeln"]),
                "regelwerke": fits,
                "befunde": findings.collect_vec(),
            });
            if let Some(read) = read {
                row["gelesen"] = read.entries.iter().map(render_entry).collect();
                if report.in_detail {
                    row["vergleich"] = read
                        .compared()
                        .map(|(entry, share)| render_share(entry, share, dice))
                        .collect();
                }
            }
            if report.is_class {
                row["wuerfeldatei"] = report.file_name(list).into();
            }
            row
        })
        .collect()
}

/// Renders the fit of the rules of a judgement to the list with this index, if it can be read.
fn render_fit(judgement: &Judgement, list: usize) -> Option<Value> {
    let read = judgement.lists[list].read.as_ref()?;
    let games = read.apparent_games;
    Some(json!({
        "regeln": judgement.rules.to_string(),
        "maengel": read.findings.faults,
        "hinweise": read.findings.notes,
        "passt": read.is_true(),
        "abweichung": read.mean_distance(),
        "spiele": games.map(|games| games.likeliest),
        "hoechstens_spiele": games.and_then(|games| Some(games.most? as u64)),
        "rangfolge_gesichert": read.open_orders == 0,
        "genauigkeit": read.half_width,
    }))
}

/// Renders a finding; dice are numbered from 1, and shares are in per cent. The die that a line is
/// about is named only if the line has a share of it, or if the finding names it.
fn render_finding(finding: &Finding, list: &ComparedList, dice: &[Die]) -> Value {
    let compared = list.compared_at(&finding.place);
    let die = finding.die.or(compared.map(|(entry, _)| entry.die));
    let compared = compared.map(|(_, share)| share);
    let distance = finding.distance;
    let errors = distance.and_then(|distance| distance.in_standard_errors);
    json!({
        "zeile": finding.place.line(),
        "andere_zeile": finding.other_place.as_ref().and_then(Place::line),
        "art": if finding.is_fault { "mangel" } else { "hinweis" },
        "pruefung": finding.kind.subject.name(),
        "befund": finding.kind.name,
        "wuerfel": die.map(|die| die + 1),
        "augenzahlen": die.map(|die| dice[die].faces()),
        "angegeben": compared.map(|share| share.claimed.percent),
        "wahr": compared.map(|share| share.truth.as_percent()),
        "abstand": distance.map(|distance| distance.points),
        "standardfehler": errors.map(|errors| errors.number),
        "erlaubt": distance.map(|distance| distance.allowed),
        "text": finding.words() + &advise_on(finding),
    })
}

/// Renders an entry of a list; dice are numbered from 1.
fn render_entry(entry: &JudgedEntry) -> Value {
    json!({
        // A mean over pairings has no line; then the rank stands in its place.
        "zeile": entry.place.line().map_or(entry.rank, |line| line as u64),
        "wuerfel": entry.die + 1,
        "rang": entry.rank,
        "anteil": entry.share.as_ref().map(|share| share.claimed.percent),
    })
}

/// Renders a share beside the true one; dice are numbered from 1.
fn render_share(entry: &JudgedEntry, share: &ComparedShare, dice: &[Die]) -> Value {
    json!({
        "zeile": entry.place.line(),
        "rang": entry.rank,
        "wuerfel": entry.die + 1,
        "augenzahlen": dice[entry.die].faces(),
        "angegeben": share.claimed.percent,
        "wahr": share.truth.as_percent(),
        "abstand": share.distance.points,
        "standardfehler": share.distance.in_standard_errors.map(|errors| errors.number),
        "erlaubt": share.distance.allowed,
    })
}
