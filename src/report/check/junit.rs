//! JUnit XML, which GitLab, Jenkins and reporters of GitHub show as the results of tests.

use std::fmt::{self, Write};

use itertools::Itertools;

use super::{DOUBTFUL, Judged, JudgedList};
use crate::text::escaped;

/// Writes a suite for the dice file, with a case per list. A list that has not passed is a failure with its findings; one
/// that could not be judged is an error.
pub fn write(out: &mut dyn Write, judged: &Judged) -> fmt::Result {
    let file = escaped(&judged.file);
    let tests = judged.lists.len();
    let outcomes = || judged.lists.iter().map(JudgedList::outcome);
    let errors = outcomes().filter(|&outcome| outcome == DOUBTFUL).count();
    let passed = judged.lists.iter().filter(|list| list.is_passed()).count();
    let failures = tests - errors - passed;
    write!(
        out,
        r#"<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="wuerfelglueck pruefe" tests="{tests}" skipped="0" failures="{failures}" errors="{errors}">
    <testsuite name="{file}" tests="{tests}" skipped="0" errors="{errors}" failures="{failures}">
"#
    )?;
    for list in &judged.lists {
        let case = [("name", &*list.name), ("classname", &*judged.file)];
        let case = element("testcase", &case, &result(list));
        writeln!(out, "        {case}")?;
    }
    out.write_str("    </testsuite>\n</testsuites>\n")
}

/// What stands in the case of a list: its findings, and if it has not passed, why.
fn result(list: &JudgedList) -> String {
    let findings = list.best().map_or(&[][..], |best| best.findings.first());
    let findings = escaped(&findings.iter().join("\n"));
    let outcome = list.outcome();
    let result = if let Some(reason) = list.reason() {
        let name = if outcome == DOUBTFUL {
            "error"
        } else {
            "failure"
        };
        let message = format!("{outcome}: {reason}");
        element(name, &[("message", &message), ("type", outcome)], &findings)
    } else if findings.is_empty() {
        return findings;
    } else {
        element("system-out", &[], &findings)
    };
    format!("\n            {result}\n        ")
}

/// An element of XML with these attributes around this content.
fn element(name: &str, attributes: &[(&str, &str)], content: &str) -> String {
    let attributes = attributes.iter();
    let attributes = attributes.map(|(name, value)| format!(" {name}=\"{}\"", escaped(value)));
    let attributes = attributes.format("");
    if content.is_empty() {
        format!("<{name}{attributes}/>")
    } else {
        format!("<{name}{attributes}>{content}</{name}>")
    }
}
