//! JUnit XML, which GitLab, Jenkins and reporters of GitHub show as the results of tests.

use itertools::Itertools;

use super::{CheckReport, SubmissionReport, outcome_word, reason};
use crate::report::escape::escape_xml;
use judging::check::Outcome;
use wuerfelglueck::text::format_count;

/// A test case: a list, or all lists of a submission together.
struct TestCase {
    outcome: Outcome,
    /// The element `testcase`.
    xml: String,
}

/// A test suite: the lists of a dice file, or of a submission that is judged as a whole.
struct Suite<'a> {
    name: &'a str,
    cases: Vec<TestCase>,
}

/// Numbers of test cases.
#[derive(Clone, Copy, Default)]
struct CaseCounts {
    tests: usize,
    /// The number of cases that [are errors](is_error).
    errors: usize,
    /// The number of other cases that have not passed.
    failures: usize,
}

impl CaseCounts {
    fn of<'a>(cases: impl IntoIterator<Item = &'a TestCase>) -> CaseCounts {
        let mut counts = CaseCounts::default();
        for case in cases {
            counts.tests += 1;
            if is_error(case.outcome) {
                counts.errors += 1;
            } else if !case.outcome.is_passed() {
                counts.failures += 1;
            }
        }
        counts
    }
}

/// Renders a suite for the dice file, or for each submission that is judged as a whole, with a case
/// per list, and one for all lists of a submission if they have a fault together. A list that has
/// not passed is a failure with its findings; one that could not be read or judged is an error.
pub fn render(report: &CheckReport) -> String {
    let suites = if report.is_class {
        report
            .submissions
            .iter()
            .map(|submission| Suite {
                name: &submission.judged.name,
                cases: cases(report, submission),
            })
            .collect_vec()
    } else {
        vec![Suite {
            name: &report.files[0].name,
            cases: report
                .submissions
                .iter()
                .flat_map(|submission| cases(report, submission))
                .collect(),
        }]
    };
    let CaseCounts {
        tests,
        errors,
        failures,
    } = CaseCounts::of(suites.iter().flat_map(|suite| &suite.cases));
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="wuerfelglueck pruefe" tests="{tests}" skipped="0" failures="{failures}" errors="{errors}">
{}</testsuites>
"#,
        suites.iter().map(Suite::render).format("")
    )
}

impl Suite<'_> {
    fn render(&self) -> String {
        let CaseCounts {
            tests,
            errors,
            failures,
        } = CaseCounts::of(&self.cases);
        let name = escape_xml(self.name);
        let cases = self
            .cases
            .iter()
            .map(|case| format!("        {}\n", case.xml))
            .format("");
        format!(
            r#"    <testsuite name="{name}" tests="{tests}" skipped="0" errors="{errors}" failures="{failures}">
{cases}    </testsuite>
"#
        )
    }
}

/// Returns whether a list of this outcome could not be judged: too little is known, or it cannot be
/// read. One that is missing has failed.
fn is_error(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::NotJudged | Outcome::Unreadable)
}

/// Returns a case for each list of a submission, and one for all of them together if these have a
/// fault.
fn cases(report: &CheckReport, submission: &SubmissionReport) -> Vec<TestCase> {
    let best = submission.judged.best();
    let cause = submission.cause.as_ref().map(|cause| &*cause.told);
    let of_lists = submission.judged.verdicts().map(|(list, verdict)| {
        let findings = verdict.iter().flat_map(|verdict| &verdict.findings.kept);
        let mut told = findings.map(ToString::to_string).collect_vec();
        if let (true, Ok(verdict)) = (report.is_class, verdict) {
            told.push(format!("Regeln {}", best.rules));
            told.extend(verdict.apparent_games.iter().map(|games| {
                let games = format_count(games.likeliest.round() as u64, "Spiel", "Spielen");
                format!("wie aus {games} je Paarung")
            }));
        }
        let outcome = Outcome::of(verdict);
        told.extend(cause.filter(|_| !outcome.is_passed()).map(String::from));
        let description = Description {
            name: &list.name,
            class_name: report.file_name(list),
            reason: reason(verdict),
            told: &told.join("\n"),
        };
        description.to_case(outcome)
    });
    let joint_fault = best.joint_fault.iter().map(|fault| {
        let description = Description {
            name: "alle Listen zusammen",
            class_name: &submission.judged.name,
            reason: Some(fault.clone()),
            told: cause.unwrap_or(""),
        };
        description.to_case(Outcome::Faulty)
    });
    of_lists.chain(joint_fault).collect()
}

/// The texts of a case.
struct Description<'a> {
    /// The name of the list, or words for all of them.
    name: &'a str,
    /// The attribute `classname`: the name of the dice file, or for all lists together that of the
    /// submission.
    class_name: &'a str,
    /// The reason why it has not passed; `None` if it has.
    reason: Option<String>,
    /// The findings and further lines.
    told: &'a str,
}

impl Description<'_> {
    fn to_case(&self, outcome: Outcome) -> TestCase {
        let told = escape_xml(self.told);
        let result = match &self.reason {
            Some(reason) => {
                let element = if is_error(outcome) {
                    "error"
                } else {
                    "failure"
                };
                let word = outcome_word(outcome);
                let message = escape_xml(&format!("{word}: {reason}"));
                format!(r#"<{element} message="{message}" type="{word}">{told}</{element}>"#)
            }
            None if told.is_empty() => told,
            None => format!("<system-out>{told}</system-out>"),
        };
        let [name, class_name] = [self.name, self.class_name].map(escape_xml);
        TestCase {
            outcome,
            xml: format!(r#"<testcase name="{name}" classname="{class_name}">{result}</testcase>"#),
        }
    }
}
