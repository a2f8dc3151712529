//! JUnit XML, which GitLab, Jenkins and reporters of GitHub show as the results of tests.

use itertools::Itertools;

use super::{Judged, Submission, reason, word};
use crate::report::escape::escape_xml;
use wuerfelglueck::check::Outcome;
use wuerfelglueck::text::format_count;

/// A case: its outcome, and itself.
type Case = (Outcome, String);

/// A suite for the dice file, with a case per list; or a suite per submission that is judged as a
/// whole, with a case per list. A list that has not passed is a failure with its findings; one that
/// could not be read or judged is an error.
pub fn render(judged: &Judged) -> String {
    let own = judged.submissions.iter();
    let own = own.map(|one| (&*one.name, cases(judged, one)));
    let suites = if judged.is_class {
        own.collect_vec()
    } else {
        let all = own.flat_map(|(_, cases)| cases).collect();
        vec![(&*judged.files[0].name, all)]
    };
    let suite = |(name, cases): &(&str, Vec<Case>)| {
        let [tests, errors, failures] = counts(cases);
        let cases = cases.iter().map(|(_, case)| format!("        {case}\n"));
        let (name, cases) = (escape_xml(name), cases.format(""));
        format!(
            r#"    <testsuite name="{name}" tests="{tests}" skipped="0" errors="{errors}" failures="{failures}">
{cases}    </testsuite>
"#
        )
    };
    let [tests, errors, failures] = counts(suites.iter().flat_map(|(_, cases)| cases));
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="wuerfelglueck pruefe" tests="{tests}" skipped="0" failures="{failures}" errors="{errors}">
{}</testsuites>
"#,
        suites.iter().map(suite).format("")
    )
}

/// How many cases there are, how many could not be judged, and how many have not passed.
fn counts<'a>(cases: impl IntoIterator<Item = &'a Case>) -> [usize; 3] {
    let cases = cases.into_iter();
    cases.fold([0; 3], |[tests, errors, failures], (outcome, _)| {
        let [error, passed] = [is_error(*outcome), outcome.is_passed()].map(usize::from);
        [tests + 1, errors + error, failures + 1 - error - passed]
    })
}

/// Whether a list of this outcome was not judged: too little is known, or it cannot be read.
fn is_error(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::NotJudged | Outcome::Unreadable)
}

fn cases(judged: &Judged, submission: &Submission) -> Vec<Case> {
    let best = submission.best();
    let cases = submission.verdicts().map(|(list, verdict)| {
        let findings = verdict.iter().flat_map(|one| &one.findings.first);
        let mut told = findings.map(ToString::to_string).collect_vec();
        if let (true, Ok(verdict)) = (judged.is_class, verdict) {
            told.push(format!("Regeln {}", best.rules));
            told.extend(verdict.likeness.iter().map(|one| {
                let games = format_count(one.games.round() as u64, "Spiel", "Spielen");
                format!("wie aus {games} je Paarung")
            }));
        }
        let names = [&list.name, judged.file(list)];
        let outcome = Outcome::of(verdict);
        let cause = submission.cause.iter().filter(|_| !outcome.is_passed());
        told.extend(cause.map(|cause| cause.told.clone()));
        case(names, outcome, reason(verdict), &told.join("\n"))
    });
    let together = best.together.iter().map(|text| {
        let names = ["alle Listen zusammen", &submission.name];
        let cause = submission.cause.as_ref().map_or("", |cause| &cause.told);
        case(names, Outcome::Faulty, Some(text.clone()), cause)
    });
    cases.chain(together).collect()
}

/// A case of this name and class, with what there is to say, and if it has not passed, why.
fn case(names: [&str; 2], outcome: Outcome, reason: Option<String>, told: &str) -> Case {
    let told = escape_xml(told);
    let result = match reason {
        Some(reason) => {
            let element = if is_error(outcome) {
                "error"
            } else {
                "failure"
            };
            let word = word(outcome);
            let message = escape_xml(&format!("{word}: {reason}"));
            format!(r#"<{element} message="{message}" type="{word}">{told}</{element}>"#)
        }
        None if told.is_empty() => told,
        None => format!("<system-out>{told}</system-out>"),
    };
    let [name, class] = names.map(escape_xml);
    let case = format!(r#"<testcase name="{name}" classname="{class}">{result}</testcase>"#);
    (outcome, case)
}
