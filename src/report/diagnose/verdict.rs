//! The verdict on a program, and its reason.

use itertools::Itertools;

use super::report::DiagnosisReport;
use super::text::describe_diagnosis;
use judging::diagnose::{Conclusion, ExperimentOutcome, ExperimentResult, Hypothesis, Trial};

/// The verdict on a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgramVerdict {
    /// Its lists may come from the rules that it should play.
    Passed,
    /// It plays other rules.
    OtherRules,
    /// No right program prints such lists, or their form is wrong.
    Faulty,
    /// It cannot be told, or a list is missing.
    NotJudged,
}

impl ProgramVerdict {
    /// Its German name.
    pub fn name(self) -> &'static str {
        match self {
            ProgramVerdict::Passed => "bestanden",
            ProgramVerdict::OtherRules => "andere Regeln",
            ProgramVerdict::Faulty => "fehlerhaft",
            ProgramVerdict::NotJudged => "nicht beurteilt",
        }
    }
}

impl DiagnosisReport {
    /// The verdict on the program.
    pub fn verdict(&self) -> ProgramVerdict {
        if !self.trial.is_possible() {
            return ProgramVerdict::Faulty;
        }
        let Some(diagnosis) = &self.diagnosis else {
            return ProgramVerdict::NotJudged;
        };
        match diagnosis.conclusion {
            Conclusion::Nothing => ProgramVerdict::Faulty,
            _ if !self.form_faults.is_empty() => ProgramVerdict::Faulty,
            Conclusion::TooFewGames => ProgramVerdict::NotJudged,
            Conclusion::Found if !diagnosis.accepts_expected => ProgramVerdict::OtherRules,
            Conclusion::Found if self.missing_list.is_none() => ProgramVerdict::Passed,
            Conclusion::Found => ProgramVerdict::NotJudged,
        }
    }

    /// The hypothesis that explains the lists, if one is found: the expected one if that does, and
    /// otherwise the best one.
    pub fn found_hypothesis(&self) -> Option<Hypothesis> {
        let diagnosis = self.diagnosis.as_ref()?;
        let explaining = if diagnosis.accepts_expected {
            &diagnosis.expected
        } else {
            &diagnosis.candidates[0]
        };
        (diagnosis.conclusion == Conclusion::Found).then_some(explaining.hypothesis)
    }

    /// The first reason for the verdict, in German; none if the program has passed.
    pub fn reason(&self) -> Option<String> {
        let first_sentence = || {
            let diagnosis = self.diagnosis.as_ref()?;
            describe_diagnosis(diagnosis, self).into_iter().next()
        };
        match self.verdict() {
            ProgramVerdict::Passed => None,
            ProgramVerdict::OtherRules => Some(self.meaning_of_rules()),
            ProgramVerdict::Faulty => first_impossible(&self.trial)
                .or_else(|| self.first_form_fault())
                .or_else(first_sentence),
            ProgramVerdict::NotJudged if self.is_interrupted => Some("vorher abgebrochen".into()),
            ProgramVerdict::NotJudged => self
                .missing_list
                .clone()
                .or_else(|| reason_of_early_end(&self.trial))
                .or_else(first_sentence),
        }
    }

    /// The meaning of the differences of the rules that were found from `offiziell`; if there are
    /// none, the name of the required rules.
    fn meaning_of_rules(&self) -> String {
        let found = self.found_hypothesis();
        let differences = found.map_or(Vec::new(), Hypothesis::differences);
        if differences.is_empty() {
            return format!("verlangt sind die Regeln {}", self.rules);
        }
        differences
            .iter()
            .map(|difference| difference.meaning)
            .join("; ")
    }

    /// The first file whose list has a wrong form, and the fault.
    fn first_form_fault(&self) -> Option<String> {
        let fault = self.form_faults.first()?;
        Some(format!("{}: {}", self.files[fault.list], fault.text))
    }
}

/// The first impossible result, with its first suspected bug.
fn first_impossible(trial: &Trial) -> Option<String> {
    trial.results.iter().find_map(|result| {
        let ExperimentOutcome::Impossible { seen, suspects } = &result.outcome else {
            return None;
        };
        let suspect = suspects.first().map(|bug| format!(": {bug}"));
        Some(format!(
            "{}: {seen}{}",
            result.title,
            suspect.unwrap_or_default()
        ))
    })
}

/// The only result of a trial that has ended early, if it is not judged, with the reason.
fn reason_of_early_end(trial: &Trial) -> Option<String> {
    let [ExperimentResult { title, outcome }] = &trial.results[..] else {
        return None;
    };
    match outcome {
        ExperimentOutcome::NotJudged { reason } => Some(format!("{title}: {reason}")),
        _ => None,
    }
}
