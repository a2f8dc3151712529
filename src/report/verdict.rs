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
pub fn summarize<'a>(
    verdicts: impl Iterator<Item = &'a Verdict>,
    names_submissions: bool,
) -> String {
    let (mut all, mut passed) = (0, 0);
    // How many there are, and the words for one and for several.
    let mut others = [
        (0, ["mit anderen Regeln"; 2]),
        (0, ["fehlerhaft"; 2]),
        (0, ["mit Mängeln"; 2]),
        (0, ["nicht beurteilt"; 2]),
        (0, ["nicht lesbar"; 2]),
        (0, ["unvollständig"; 2]),
    ];
    for verdict in verdicts {
        all += 1;
        let place = match verdict {
            Verdict::Passed => {
                passed += 1;
                continue;
            }
            Verdict::Faulty(Fault::OtherRules(_)) => 0,
            Verdict::Faulty(Fault::Impossible(_) | Fault::Form(_) | Fault::NoRules) => 1,
            Verdict::Faulty(Fault::Findings(_) | Fault::Together(_)) => 2,
            Verdict::NotJudged(_) => 3,
            Verdict::Unreadable(_) => 4,
            Verdict::Missing => 5,
        };
        others[place].0 += 1;
    }
    let noun = match (names_submissions, all) {
        (false, _) => "",
        (true, 1) => " Abgabe",
        (true, _) => " Abgaben",
    };
    let mut summary = format!("{passed} von {all}{noun} bestanden");
    for (number, [of_one, of_several]) in others.into_iter().filter(|(number, _)| *number > 0) {
        let word = if number == 1 { of_one } else { of_several };
        summary += &format!(", {number} {word}");
    }
    summary
}
