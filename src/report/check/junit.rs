//! JUnit XML, which GitLab, Jenkins and reporters of GitHub show as the results of tests.

use std::fmt::{self, Write};

use itertools::Itertools;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::judged::{Judged, JudgedList, counts};
use crate::check::Finding;

/// Writes a suite for the dice file, with a case per list. A list that has not passed is a failure with its findings; one
/// that could not be judged is an error.
pub fn write(out: &mut dyn Write, judged: &Judged) -> fmt::Result {
    let mut suite = TestSuite::new(judged.file.as_str());
    for list in &judged.lists {
        let mut case = TestCase::new(list.name.as_str(), status(list));
        case.set_classname(judged.file.as_str());
        let findings = findings(list);
        if list.is_passed() && !findings.is_empty() {
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
fn status(list: &JudgedList) -> TestCaseStatus {
    let outcome = list.outcome();
    let (kind, why) = match &list.verdicts {
        Err(fault) => (NonSuccessKind::Failure, fault.to_string()),
        Ok(verdicts) => {
            let (_, verdict) = &verdicts[0];
            match &verdict.doubt {
                _ if verdict.findings.faults() > 0 => (NonSuccessKind::Failure, counts(verdict)),
                Some(doubt) => (NonSuccessKind::Error, doubt.to_string()),
                None => return TestCaseStatus::success(),
            }
        }
    };
    let mut status = TestCaseStatus::non_success(kind);
    status.set_type(outcome);
    status.set_message(format!("{outcome}: {why}"));
    let findings = findings(list);
    if !findings.is_empty() {
        status.set_description(findings);
    }
    status
}

/// The first findings about a list, a line each.
fn findings(list: &JudgedList) -> String {
    let findings = list.best().map_or(&[][..], |best| best.findings.first());
    findings.iter().map(Finding::to_string).join("\n")
}
