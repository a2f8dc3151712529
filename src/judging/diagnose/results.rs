//! Results of experiments with a program.

use super::bugs::SuspectedBug;
use super::collector::FormFault;

/// The outcome of an experiment. All texts are German.
#[derive(Clone, Debug, PartialEq)]
pub enum ExperimentOutcome {
    /// The lists are as they must be.
    Holds {
        /// The numbers that were seen, and those that must be; or a clause about the lists.
        seen: String,
    },
    /// No right program prints such lists.
    Impossible {
        /// The numbers that were seen, and those that must be; or the fault.
        seen: String,
        /// Bugs that may be the cause.
        suspects: Vec<SuspectedBug>,
    },
    /// A list is missing, the experiment proves nothing, or its outcome may follow from a bug that
    /// was named before.
    NotJudged {
        /// The reason, behind the numbers that were seen if there are any.
        reason: String,
    },
}

impl ExperimentOutcome {
    /// The outcome of lists with this fault of the form: impossible.
    pub(super) fn of_form_fault(FormFault { text, suspects }: FormFault) -> ExperimentOutcome {
        ExperimentOutcome::Impossible {
            seen: text,
            suspects,
        }
    }

    /// Returns whether no right program prints such lists.
    pub fn is_impossible(&self) -> bool {
        matches!(self, ExperimentOutcome::Impossible { .. })
    }
}

/// An experiment and its outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct ExperimentResult {
    /// The title of the experiment, in German.
    pub title: &'static str,
    /// The outcome.
    pub outcome: ExperimentOutcome,
}
