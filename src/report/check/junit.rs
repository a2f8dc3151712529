//! JUnit XML, which GitLab, Jenkins and reporters of GitHub show as the results of tests.

use itertools::Itertools;

use super::report::{CheckReport, SubmissionReport};
use crate::report::escape::escape_xml;
use crate::report::remedy::advise_on;
use crate::report::verdict::{describe_reason, verdict_word};
use judging::check::JudgedList;
use judging::{Fault, Verdict};
use wuerfelglueck::text::format_count;

/// A test case: a list, or all lists of a submission together.
struct TestCase {
    verdict: Verdict,
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
            if is_error(&case.verdict) {
                counts.errors += 1;
            } else if !case.verdict.is_passed() {
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
    let submissions = report.submissions.iter();
    let suites = if report.is_class {
        submissions
            .map(|submission| Suite {
                name: &submission.judged.name,
                cases: cases(report, submission),
            })
            .collect_vec()
    } else {
        vec![Suite {
            name: &report.files[0].name,
            cases: submissions
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

/// Returns whether a list with this verdict could not be judged: too little is known, or it cannot
/// be read. One that is missing has failed.
fn is_error(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::NotJudged(_) | Verdict::Unreadable(_))
}

/// Returns a case for each list of a submission, and one for all of them together if these have a
/// fault.
fn cases(report: &CheckReport, submission: &SubmissionReport) -> Vec<TestCase> {
    let best = submission.judged.best();
    let cause = submission.cause.as_ref().map(|cause| &*cause.told);
    let of_lists = submission.judged.named_lists().map(|(list, judged)| {
        let JudgedList { verdict, read } = judged;
        let findings = read.iter().flat_map(|read| &read.findings.kept);
        let findings = findings.map(|finding| finding.to_string() + &advise_on(finding));
        let mut told = findings.collect_vec();
        if let (true, Some(read)) = (report.is_class, read) {
            told.push(format!("Regeln {}", best.rules));
            told.extend(read.apparent_games.iter().map(|games| {
                let games = format_count(games.likeliest, "Spiel", "Spielen");
                format!("wie aus {games} je Paarung")
            }));
        }
        told.extend(cause.filter(|_| !verdict.is_passed()).map(String::from));
        test_case(
            &list.name,
            report.file_name(list),
            verdict,
            &told.join("\n"),
        )
    });
    let joint_fault = best.joint_fault.iter().map(|fault| {
        let verdict = Verdict::Faulty(Fault::Together(fault.clone()));
        let class_name = &submission.judged.name;
        test_case(
            "alle Listen zusammen",
            class_name,
            &verdict,
            cause.unwrap_or(""),
        )
    });
    of_lists.chain(joint_fault).collect()
}

/// Returns the case of a list, or of all lists together: its name, the attribute `classname`, which
/// is the name of the dice file or the submission, its verdict, and its findings and further lines.
fn test_case(name: &str, class_name: &str, verdict: &Verdict, told: &str) -> TestCase {
    let told = escape_xml(told);
    let result = match describe_reason(verdict) {
        Some(reason) => {
            let element = if is_error(verdict) {
                "error"
            } else {
                "failure"
            };
            let word = verdict_word(verdict);
            let message = escape_xml(&format!("{word}: {reason}"));
            format!(r#"<{element} message="{message}" type="{word}">{told}</{element}>"#)
        }
        None if told.is_empty() => told,
        None => format!("<system-out>{told}</system-out>"),
    };
    let [name, class_name] = [name, class_name].map(escape_xml);
    TestCase {
        verdict: verdict.clone(),
        xml: format!(r#"<testcase name="{name}" classname="{class_name}">{result}</testcase>"#),
    }
}
