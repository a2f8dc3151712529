//! JUnit XML, which GitLab, Jenkins and reporters of GitHub show as the results of tests.

use std::fmt::{self, Write};

use itertools::Itertools;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::{DOUBTFUL, Judged, JudgedList};

/// Writes a suite for the dice file, with a case per list. A list that has not passed is a failure with its findings; one
/// that could not be judged is an error.
pub fn write(out: &mut dyn Write, judged: &Judged) -> fmt::Result {
    let mut suite = TestSuite::new(judged.file.as_str());
    for list in &judged.lists {
        let findings = list.best().map_or(&[][..], |best| best.findings.first());
        let findings = Some(findings.iter().join("\n")).filter(|all| !all.is_empty());
        let status = status(list, findings.as_deref());
        let mut case = TestCase::new(list.name.as_str(), status);
        case.set_classname(judged.file.as_str());
        if let Some(findings) = findings.filter(|_| list.is_passed()) {
            case.set_system_out(findings);
        }
        suite.add_test_case(case);
    }
    let mut report = Report::new("wuerfelglueck pruefe");
    report.add_test_suite(suite);
    // Only writing can fail, and this writes to memory.
    out.write_str(&report.to_string().map_err(|_| fmt::Error)?)
}

/// The verdict on a list, and if it has not passed, why.
fn status(list: &JudgedList, findings: Option<&str>) -> TestCaseStatus {
    let outcome = list.outcome();
    let Some(reason) = list.reason() else {
        return TestCaseStatus::success();
    };
    let mut status = TestCaseStatus::non_success(match outcome {
        DOUBTFUL => NonSuccessKind::Error,
        _ => NonSuccessKind::Failure,
    });
    status.set_type(outcome);
    status.set_message(format!("{outcome}: {reason}"));
    if let Some(findings) = findings {
        status.set_description(findings);
    }
    status
}
