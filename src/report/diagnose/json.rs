//! The diagnosis as one JSON object, in which each experiment and each candidate has a line of its
//! own.

use itertools::Itertools;
use serde_json::{Value, json};

use crate::report::Printable;
use crate::report::object::render_object;
use crate::report::remedy::name_difference;
use judging::diagnose::{
    Candidate, Diagnosis, Examination, ExperimentOutcome, ExperimentResult, SuspectedBug,
};
use judging::likelihood::PairingGames;
use judging::{Fault, Verdict};
use wuerfelglueck::text::LARGEST_ESTIMATE;

/// Renders a diagnosis as a JSON object.
pub fn render_json(examination: &Examination) -> Printable {
    let without_diagnosis = if examination.is_interrupted {
        "abgebrochen"
    } else if examination.trial.is_possible() {
        "keine lesbare Liste"
    } else {
        "Fehler in Versuchen"
    };
    let mut fields = json!({
        "dateien": examination.files,
        "saat": examination.seed,
        "gespielt": examination.games,
        "versuche": examination.trial.results.iter().map(result_object).collect_vec(),
        "urteil": without_diagnosis,
        "passt": false,
    });
    if let Some(diagnosis) = &examination.diagnosis {
        add_diagnosis(&mut fields, diagnosis, examination);
    }
    Printable::for_programs(&(render_object(&fields, &[]) + "\n"))
}

/// The object of an experiment.
fn result_object(ExperimentResult { title, outcome }: &ExperimentResult) -> Value {
    match outcome {
        ExperimentOutcome::Holds { seen } => {
            json!({"versuch": title, "ergebnis": "gelingt", "text": seen})
        }
        ExperimentOutcome::Impossible { seen, suspects } => json!({
            "versuch": title, "ergebnis": "unmoeglich", "text": seen,
            "ursachen": suspects.iter().map(SuspectedBug::to_string).collect_vec(),
        }),
        ExperimentOutcome::NotJudged { reason } => {
            json!({"versuch": title, "ergebnis": "nicht beurteilt", "text": reason})
        }
    }
}

/// Adds the fields of the diagnosis.
fn add_diagnosis(fields: &mut Value, diagnosis: &Diagnosis, examination: &Examination) {
    let best = &diagnosis.candidates[0];
    let invisible = diagnosis.invisible.iter();
    let remarks = examination.form_faults.iter().chain(&diagnosis.oddities);
    fields["urteil"] = json!(match diagnosis.verdict {
        Verdict::Passed | Verdict::Faulty(Fault::OtherRules(_)) => "gefunden",
        Verdict::NotJudged(_) => "zu wenige Spiele",
        _ => "nichts passt",
    });
    fields["passt"] = diagnosis.accepts_expected.into();
    fields["erwartet"] = candidate_object(&diagnosis.expected, best);
    fields["gleich_gut"] = diagnosis.equally_good.into();
    fields["nicht_zu_sehen"] = json!(invisible.copied().map(name_difference).collect_vec());
    fields["kandidaten"] = diagnosis
        .candidates
        .iter()
        .map(|candidate| candidate_object(candidate, best))
        .collect();
    fields["auffaellig"] = remarks
        .map(|remark| json!({"datei": examination.files[remark.list], "text": remark.text}))
        .collect();
}

/// The object of a candidate. Its logarithms are those of the likelihood, without and with the
/// penalty, less those of the best one.
fn candidate_object(candidate: &Candidate, best: &Candidate) -> Value {
    // Logarithms are not the same everywhere in the last digits.
    let round = |value: f64, unit: f64| (value * unit).round() / unit;
    let most_games = candidate
        .most_games()
        .map_or(0.0, |most| candidate.fit.least_per_pairing(most));
    json!({
        "regeln": candidate.hypothesis.rules.to_string(),
        "wertung": candidate.hypothesis.scoring.name(),
        "eigene_spiele": candidate.fit.pairing_games == PairingGames::Own,
        "abstand": round(100.0 * candidate.fit.distance(), 1e4),
        "spiele_je_paarung": candidate.least_games().round() as u64,
        "hoechstens_spiele": (most_games <= LARGEST_ESTIMATE).then(|| most_games.round() as u64),
        "log_likelihood": round(candidate.log_likelihood - best.log_likelihood, 1e2),
        "log_likelihood_mit_abzug": round(candidate.score() - best.score(), 1e2),
    })
}
