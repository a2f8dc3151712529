//! The diagnosis, and the material that it rests on.

use itertools::Itertools;

use super::text::describe_diagnosis;
use crate::report::verdict::describe_reason;
use judging::diagnose::{Diagnosis, Hypothesis, ListRemark, ListShares, Trial, judge_program};
use judging::{Fault, Verdict};
use wuerfelglueck::dice::Die;
use wuerfelglueck::rules::Rules;

/// The diagnosis of a program or of its lists, as far as it went, and what it rests on.
pub struct DiagnosisReport {
    /// The results of experiments with the program.
    pub trial: Trial,
    /// The diagnosis of its lists, if they were compared with rule sets.
    pub diagnosis: Option<Diagnosis>,
    /// The names of the dice files whose lists are compared.
    pub files: Vec<String>,
    /// For each file its dice.
    pub dice: Vec<Vec<Die>>,
    /// For each file the shares of its list.
    pub lists: Vec<ListShares>,
    /// Faults of the form of lists.
    pub form_faults: Vec<ListRemark>,
    /// If no rule set fits a program, the die that is furthest from its expected share, alone in a
    /// file with each of its opponents; none for a program of a class.
    pub pairs: Vec<PairShare>,
    /// The number of games per pairing of the lists, if the user has named it.
    pub games: Option<u64>,
    /// The rule set that the program should play.
    pub rules: Rules,
    /// The seed of the games that the lists were compared with.
    pub seed: u64,
    /// The name of the first list that cannot be compared, or of its dice file, and the reason, in
    /// German.
    pub missing_list: Option<String>,
    /// True if a signal, or a reader who has closed stdout, has ended the diagnosis.
    pub is_interrupted: bool,
}

/// The share of a die in the lists of files with a single opponent.
pub struct PairShare {
    /// The other die of the file.
    pub opponent: Die,
    /// 0 if the die comes before its opponent in the larger file, and 1 if behind it.
    pub place: usize,
    /// The shares of the die in the file in which it comes first, and in the other.
    pub shares: [ShareGap; 2],
}

impl PairShare {
    /// The share in the order of the larger file.
    pub fn in_order(&self) -> ShareGap {
        self.shares[self.place]
    }

    /// The share in the other order.
    pub fn reversed(&self) -> ShareGap {
        self.shares[1 - self.place]
    }
}

/// A share that was printed, and the one that should be, from 0 to 1.
#[derive(Clone, Copy)]
pub struct ShareGap {
    /// The share in the list.
    pub printed: f64,
    /// The share that should be there.
    pub expected: f64,
}

impl ShareGap {
    /// The printed share less the expected one, from −1 to 1.
    pub fn excess(self) -> f64 {
        self.printed - self.expected
    }
}

impl DiagnosisReport {
    /// A report without any material so far, of a program that should play these rules.
    pub fn new(rules: Rules) -> DiagnosisReport {
        DiagnosisReport {
            trial: Trial::default(),
            diagnosis: None,
            files: Vec::new(),
            dice: Vec::new(),
            lists: Vec::new(),
            form_faults: Vec::new(),
            pairs: Vec::new(),
            games: None,
            rules,
            seed: 0,
            missing_list: None,
            is_interrupted: false,
        }
    }

    /// Returns the verdict on the program.
    pub fn verdict(&self) -> Verdict {
        let form_fault = self
            .form_faults
            .first()
            .map(|fault| format!("{}: {}", self.files[fault.list], fault.text));
        let gap = if self.is_interrupted {
            Some("vorher abgebrochen".into())
        } else {
            self.missing_list.clone()
        };
        judge_program(&self.trial, self.diagnosis.as_ref(), form_fault, gap)
    }

    /// Returns the hypothesis that explains the lists, if one is found: the expected one if that
    /// does, and otherwise the best one.
    pub fn found_hypothesis(&self) -> Option<Hypothesis> {
        let diagnosis = self.diagnosis.as_ref()?;
        match diagnosis.verdict {
            Verdict::Passed => Some(diagnosis.expected.hypothesis),
            Verdict::Faulty(Fault::OtherRules(hypothesis)) => Some(hypothesis),
            _ => None,
        }
    }

    /// Describes the first reason for the verdict, in German; `None` if the program has passed.
    pub fn reason(&self) -> Option<String> {
        match (self.verdict(), &self.diagnosis) {
            (Verdict::Faulty(Fault::OtherRules(rules)), _) => Some(self.describe_rules(rules)),
            (Verdict::Faulty(Fault::NoRules), Some(diagnosis)) => {
                describe_diagnosis(diagnosis, self).into_iter().next()
            }
            (verdict, _) => describe_reason(&verdict),
        }
    }

    /// Describes the differences of rules from `offiziell`; if there are none, names the required
    /// rules.
    fn describe_rules(&self, rules: Hypothesis) -> String {
        let differences = rules.differences();
        if differences.is_empty() {
            return format!("verlangt sind die Regeln {}", self.rules);
        }
        differences
            .iter()
            .map(|difference| difference.meaning())
            .join("; ")
    }
}
