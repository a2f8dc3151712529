//! The verdicts as one JSON object, in which each list has a line of its own: how well each rule
//! set fits it, and the first findings under the best one.

use itertools::Itertools;
use serde_json::{Value, json};

use super::{Judged, Submission, reason, word};
use crate::report::object::{JsonArray, render_object};
use wuerfelglueck::check::{
    Comparison, Finding, Judgement, Outcome, ReadDie, SUBJECTS, Tolerance, Verdict,
};
use wuerfelglueck::dice::Die;

pub fn render(judged: &Judged) -> String {
    let mut fields = json!({});
    if let Some(seed) = judged.seed {
        fields["saat"] = seed.into();
    }
    match judged.tolerance {
        Tolerance::Points { share, order } => {
            fields["toleranz"] = share.into();
            fields["spielraum"] = order.into();
        }
        Tolerance::Games(games) => fields["gespielt"] = games.into(),
    }
    fields["bestanden"] = judged.is_passed().into();
    let submissions = judged.submissions.iter();
    let array = if judged.is_class {
        let objects = submissions.map(|submitted| submission(submitted, judged));
        JsonArray::new("abgaben", objects)
    } else {
        let objects = submissions.flat_map(|submitted| lists(submitted, judged));
        JsonArray::new("listen", objects)
    };
    render_object(&fields, vec![array]) + "\n"
}

fn submission(submission: &Submission, judged: &Judged) -> Value {
    let best = submission.best();
    json!({
        "abgabe": submission.name,
        "urteil": submission.word(),
        "bestanden": submission.is_passed(),
        "regeln": best.is_read().then(|| best.rules.to_string()),
        "zusammen": best.together,
        "ursache": submission.cause.as_ref().map(|cause| &cause.told),
        "listen": lists(submission, judged),
    })
}

fn lists(submission: &Submission, judged: &Judged) -> Vec<Value> {
    let rows = submission.verdicts().enumerate();
    let rows = rows.map(|(index, (list, verdict))| {
        let dice = &judged.files[list.file].dice;
        let outcome = Outcome::of(verdict);
        let why = |wanted: Outcome| reason(verdict).filter(|_| outcome == wanted);
        let findings = verdict.iter().flat_map(|verdict| {
            let findings = verdict.findings.first.iter();
            findings.map(|one| finding(one, verdict, dice))
        });
        let fits = submission.judgements.iter();
        let fits = fits.filter_map(|one| fit(one, index)).collect_vec();
        let mut row = json!({
            "liste": list.name,
            "urteil": word(outcome),
            "bestanden": outcome.is_passed(),
            "unlesbar": why(Outcome::Unreadable),
            "nicht_beurteilt": why(Outcome::NotJudged),
            "regeln": fits.first().map(|best| &best["regeln"]),
            "regelwerke": fits,
            "befunde": findings.collect_vec(),
        });
        if let Ok(verdict) = verdict {
            row["gelesen"] = verdict.read.iter().map(read).collect();
        }
        if let Some(verdict) = verdict.as_ref().ok().filter(|_| judged.in_detail) {
            let compared = verdict.compared.iter().map(|one| comparison(one, dice));
            row["vergleich"] = compared.collect();
        }
        if judged.is_class {
            row["wuerfeldatei"] = judged.file(list).into();
        }
        row
    });
    rows.collect()
}

/// How well the rules of a judgement fit a list, given by its index, if it can be read.
fn fit(judgement: &Judgement, list: usize) -> Option<Value> {
    let verdict = judgement.verdicts[list].as_ref().ok()?;
    let likeness = verdict.likeness;
    Some(json!({
        "regeln": judgement.rules.to_string(),
        "maengel": verdict.findings.faults,
        "hinweise": verdict.findings.notes,
        "passt": verdict.is_true(),
        "abweichung": verdict.distance(),
        "spiele": likeness.map(|likeness| likeness.games.round() as u64),
        "hoechstens_spiele": likeness.and_then(|likeness| Some(likeness.most? as u64)),
        "rangfolge_gesichert": verdict.open == 0,
        "genauigkeit": verdict.half_width,
    }))
}

/// A finding; dice are numbered from 1, and shares are in per cent.
fn finding(finding: &Finding, verdict: &Verdict, dice: &[Die]) -> Value {
    let compared = verdict.comparison(finding.line);
    let die = compared.map(|one| one.die).or(finding.die);
    let distance = finding.distance;
    json!({
        "zeile": finding.line,
        "andere_zeile": finding.other_line,
        "art": if finding.is_fault { "mangel" } else { "hinweis" },
        "pruefung": SUBJECTS[finding.kind.subject as usize],
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

/// What was read of a die, which is numbered from 1.
fn read(one: &ReadDie) -> Value {
    json!({
        "zeile": one.line,
        "wuerfel": one.die + 1,
        "rang": one.rank,
        "anteil": one.share,
    })
}

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
