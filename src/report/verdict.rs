//! The words for verdicts, and their reasons with remedies.

use super::remedy::{describe_doubt, describe_list_error};
use judging::{Fault, Verdict};

/// Returns the word or two for a verdict on a list or a program.
pub fn verdict_word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Passed => "bestanden",
        Verdict::NotJudged(_) => "nicht beurteilt",
        Verdict::Missing => "fehlt",
        Verdict::Unreadable(_) => "unlesbar",
        Verdict::Faulty(Fault::Findings(_) | Fault::Together(_)) => "nicht bestanden",
        Verdict::Faulty(Fault::OtherRules(_)) => "andere Regeln",
        Verdict::Faulty(Fault::Impossible(_) | Fault::Form(_) | Fault::NoRules) => "fehlerhaft",
    }
}

/// Returns the word for a verdict on a submission: one that lacks a list, or of which one cannot be
/// read, has not passed.
pub fn submission_word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Missing | Verdict::Unreadable(_) => "nicht bestanden",
        verdict => verdict_word(verdict),
    }
}

/// Returns the reason why something has not passed, with a remedy if there is one; `None` if it has
/// passed.
pub fn describe_reason(verdict: &Verdict) -> Option<String> {
    Some(match verdict {
        Verdict::Passed => return None,
        Verdict::NotJudged(doubt) => describe_doubt(doubt),
        Verdict::Missing => "die Liste fehlt".into(),
        Verdict::Unreadable(error) => describe_list_error(error),
        Verdict::Faulty(fault) => fault.to_string(),
    })
}

/// Tells how many have passed, of all, and how many have each other verdict. The number of all is
/// that of submissions if it `names_submissions`.
pub fn summarize(verdicts: impl Iterator<Item = Verdict>, names_submissions: bool) -> String {
    /// The words, behind the first one in the order in which they are told.
    const WORDS: [&str; 7] = [
        "bestanden",
        "mit anderen Regeln",
        "fehlerhaft",
        "mit Mängeln",
        "nicht beurteilt",
        "nicht lesbar",
        "unvollständig",
    ];
    let mut numbers = [0; WORDS.len()];
    for verdict in verdicts {
        let place = match verdict {
            Verdict::Passed => 0,
            Verdict::Faulty(Fault::OtherRules(_)) => 1,
            Verdict::Faulty(Fault::Impossible(_) | Fault::Form(_) | Fault::NoRules) => 2,
            Verdict::Faulty(Fault::Findings(_) | Fault::Together(_)) => 3,
            Verdict::NotJudged(_) => 4,
            Verdict::Unreadable(_) => 5,
            Verdict::Missing => 6,
        };
        numbers[place] += 1;
    }
    let (passed, all) = (numbers[0], numbers.iter().sum());
    let noun = match (names_submissions, all) {
        (false, _) => "",
        (true, 1) => " Abgabe",
        (true, _) => " Abgaben",
    };
    let mut summary = format!("{passed} von {all}{noun} bestanden");
    for (number, word) in numbers.iter().zip(WORDS).skip(1) {
        if *number > 0 {
            summary += &format!(", {number} {word}");
        }
    }
    summary
}
