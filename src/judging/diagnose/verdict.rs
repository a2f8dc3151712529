//! The verdict on a program.

use super::diagnosis::Diagnosis;
use super::results::{ExperimentOutcome, ExperimentResult};
use super::trial::Trial;
use crate::verdict::{Doubt, Fault, Verdict};

/// Judges a program by experiments with it, and by the diagnosis of its lists, if there is one.
/// `form_fault` is the first fault in the form of these, and `gap` the reason why one of them is
/// missing or the diagnosis was interrupted, in German.
pub fn judge_program(
    trial: &Trial,
    diagnosis: Option<&Diagnosis>,
    form_fault: Option<String>,
    gap: Option<String>,
) -> Verdict {
    if let Some(text) = trial.results.iter().find_map(describe_impossible) {
        return Verdict::Faulty(Fault::Impossible(text));
    }
    let Some(diagnosis) = diagnosis else {
        let reason = gap
            .or_else(|| describe_early_end(trial))
            .unwrap_or_else(|| "keine lesbare Liste".into());
        return Verdict::NotJudged(Doubt::NoResult(reason));
    };
    match (form_fault, gap, &diagnosis.verdict) {
        (Some(fault), ..) => Verdict::Faulty(Fault::Form(fault)),
        (None, Some(gap), Verdict::Passed | Verdict::NotJudged(_)) => {
            Verdict::NotJudged(Doubt::NoResult(gap))
        }
        (None, _, verdict) => verdict.clone(),
    }
}

/// Describes an impossible result, with its first suspected bug.
fn describe_impossible(result: &ExperimentResult) -> Option<String> {
    let ExperimentOutcome::Impossible { seen, suspects } = &result.outcome else {
        return None;
    };
    let suspect = suspects.first().map(|bug| format!(": {bug}"));
    let title = result.title;
    Some(format!("{title}: {seen}{}", suspect.unwrap_or_default()))
}

/// Describes the only result of a trial that has ended early, if it is not judged.
fn describe_early_end(trial: &Trial) -> Option<String> {
    match &trial.results[..] {
        [
            ExperimentResult {
                title,
                outcome: ExperimentOutcome::NotJudged { reason },
            },
        ] => Some(format!("{title}: {reason}")),
        _ => None,
    }
}
