//! The diagnosis, and the material that it rests on.

use judging::diagnose::{Diagnosis, ListRemark, ListShares, Trial};
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
    /// file with the opponent against which it is furthest from that; `None` for a program of a
    /// class.
    pub worst_pair: Option<PairShare>,
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

/// The share of a die in the list of a file with a single opponent.
pub struct PairShare {
    /// The die.
    pub die: Die,
    /// The other die of the file.
    pub opponent: Die,
    /// The share of the die in the list, from 0 to 1.
    pub printed_share: f64,
    /// The share that it should have, from 0 to 1.
    pub expected_share: f64,
}

impl PairShare {
    /// The distance of the share from the expected one, from 0 to 1.
    pub fn distance(&self) -> f64 {
        (self.printed_share - self.expected_share).abs()
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
            worst_pair: None,
            games: None,
            rules,
            seed: 0,
            missing_list: None,
            is_interrupted: false,
        }
    }

    /// Returns whether no experiment accuses the program, its lists may come from the rules that it
    /// should play, and every list is there and has its form.
    pub fn is_as_expected(&self) -> bool {
        let diagnosis = self.diagnosis.as_ref();
        diagnosis.is_some_and(|diagnosis| diagnosis.accepts_expected)
            && self.trial.is_possible()
            && self.form_faults.is_empty()
            && self.missing_list.is_none()
    }
}
