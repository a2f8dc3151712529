//! The programs of a class: a line each, in several formats.

use itertools::Itertools;
use serde_json::{Value, json};

use super::check::markup::{code, escaped};
use super::diagnose::{Diagnosed, Verdict};
use super::json::object;
use super::table::{or_empty, row, tsv};
use crate::diagnose::Hypothesis;
use crate::rules::Rules;
use crate::text::capital;

/// The programs that were handed in, and what they should play.
pub struct Class {
    /// The programs, in the order in which they were given.
    pub programs: Vec<Program>,
    /// The rule set that they should play.
    pub rules: Rules,
    /// The seed of the games that their lists were compared with.
    pub seed: u64,
}

/// A program that was handed in, and what a diagnosis has found.
pub struct Program {
    /// The name of its folder.
    pub name: String,
    /// The verdict.
    pub verdict: Verdict,
    /// The rule set that it plays, if that was found.
    pub found: Option<Hypothesis>,
    /// The first reason for the verdict, unless it has passed.
    pub cause: Option<String>,
}

impl Program {
    /// What a diagnosis says of the program in this folder.
    pub fn new(name: String, diagnosed: &Diagnosed) -> Program {
        Program {
            name,
            verdict: diagnosed.verdict(),
            found: diagnosed.found(),
            cause: diagnosed.cause(),
        }
    }

    /// A program about which nothing is known, for this reason.
    pub fn not_judged(name: String, reason: String) -> Program {
        Program {
            name,
            verdict: Verdict::NotJudged,
            found: None,
            cause: Some(reason),
        }
    }
}

impl Class {
    /// Whether all programs have passed.
    pub fn is_passed(&self) -> bool {
        let mut programs = self.programs.iter();
        programs.all(|program| program.verdict == Verdict::Passed)
    }

    /// The number of programs that have passed and of all, and of the others how many are what.
    fn summary(&self) -> String {
        let count = |verdict: Verdict| {
            let programs = self.programs.iter();
            programs
                .filter(|program| program.verdict == verdict)
                .count()
        };
        let others = [Verdict::OtherRules, Verdict::Faulty, Verdict::NotJudged];
        let others = others
            .into_iter()
            .filter_map(|verdict| match count(verdict) {
                0 => None,
                number if verdict == Verdict::OtherRules => {
                    Some(format!(", {number} mit anderen Regeln"))
                }
                number => Some(format!(", {number} {}", verdict.name())),
            });
        let (passed, all) = (count(Verdict::Passed), self.programs.len());
        format!("{passed} von {all} Abgaben bestanden{}", others.format(""))
    }
}

/// The line about a program: its name, the verdict, the rule set and the cause.
pub fn line(program: &Program) -> String {
    let rules = program.found.map(|found| format!("; Regeln {found}"));
    let cause = program.cause.as_ref().map(|cause| format!(": {cause}"));
    let [rules, cause] = [rules, cause].map(Option::unwrap_or_default);
    format!(
        "{}: {}{rules}{cause}\n",
        program.name,
        program.verdict.name()
    )
}

/// The last line, behind those about programs.
pub fn last_line(class: &Class) -> String {
    class.summary() + "\n"
}

/// A header, and a line a program.
pub fn tsv_table(class: &Class) -> String {
    let rows = class.programs.iter().map(|program| {
        row![
            program.name,
            program.verdict.name(),
            or_empty(program.found),
            or_empty(program.cause.as_ref()),
        ]
    });
    tsv("Abgabe Urteil Regeln Ursache".split(' '), rows)
}

/// A section a program, ready to be sent, and a table for the teacher.
pub fn markdown(class: &Class) -> String {
    let sections = class.programs.iter().map(|program| {
        let verdict = capital(program.verdict.name());
        let rules = program.found.map(|found| {
            let found = code(&found.to_string());
            format!(" Dein Programm spielt nach den Regeln {found}.")
        });
        let cause = program.cause.as_ref();
        let cause = cause.map(|cause| format!("\n\n{}", escaped(&capital(cause))));
        let [rules, cause] = [rules, cause].map(Option::unwrap_or_default);
        format!(
            "\n## {}\n\n**{verdict}.**{rules}{cause}\n",
            escaped(&program.name)
        )
    });
    let rows = class.programs.iter().map(|program| {
        let cells = row![
            escaped(&program.name),
            program.verdict.name(),
            or_empty(program.found.map(|found| code(&found.to_string()))),
            or_empty(program.cause.as_deref().map(escaped)),
        ];
        format!("| {} |\n", cells.iter().format(" | "))
    });
    format!(
        "# Programme: {}\n{}\n## Für die Lehrkraft\n\n| Abgabe | Urteil | Regeln | Ursache |\n\
         | --- | --- | --- | --- |\n{}",
        class.summary(),
        sections.format(""),
        rows.format("")
    )
}

/// One JSON object, in which each program has a line of its own.
pub fn json(class: &Class) -> String {
    let fields = json!({
        "saat": class.seed,
        "verlangt": class.rules.to_string(),
        "bestanden": class.is_passed(),
        "abgaben": class.programs.iter().map(object_of).collect_vec(),
    });
    object(&fields, Vec::new()) + "\n"
}

fn object_of(program: &Program) -> Value {
    json!({
        "abgabe": program.name,
        "urteil": program.verdict.name(),
        "bestanden": program.verdict == Verdict::Passed,
        "regeln": program.found.map(|found| found.to_string()),
        "ursache": program.cause,
    })
}
