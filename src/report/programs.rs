//! The programs of a class: a line each, in several formats.

use itertools::Itertools;
use serde_json::{Value, json};

use super::check::markdown::shortest_endings;
use super::check::markup::{code, escaped};
use super::diagnose::{Diagnosed, Verdict};
use super::json::object;
use super::table::{or_empty, row, tsv};
use wuerfelglueck::diagnose::Hypothesis;
use wuerfelglueck::rules::Rules;
use wuerfelglueck::text::capital;

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
    pub fn new(name: &str, diagnosed: &Diagnosed) -> Program {
        Program {
            name: name.into(),
            verdict: diagnosed.verdict(),
            found: diagnosed.found(),
            cause: diagnosed.cause(),
        }
    }

    /// A program about which nothing is known, for this reason.
    pub fn not_judged(name: &str, reason: String) -> Program {
        Program {
            name: name.into(),
            verdict: Verdict::NotJudged,
            found: None,
            cause: Some(reason),
        }
    }
}

impl Class {
    /// Whether all programs have passed.
    pub fn is_passed(&self) -> bool {
        self.count(Verdict::Passed) == self.programs.len()
    }

    /// The number of programs with this verdict.
    fn count(&self, verdict: Verdict) -> usize {
        let verdicts = self.programs.iter().map(|program| program.verdict);
        verdicts.filter(|&known| known == verdict).count()
    }

    /// The number of programs that have passed and of all with their name, and the numbers of those
    /// with other verdicts.
    fn summary(&self, name: &str) -> String {
        let mut summary = format!(
            "{} von {}{name} bestanden",
            self.count(Verdict::Passed),
            self.programs.len()
        );
        for verdict in [Verdict::OtherRules, Verdict::Faulty, Verdict::NotJudged] {
            summary += &match self.count(verdict) {
                0 => continue,
                number if verdict == Verdict::OtherRules => {
                    format!(", {number} mit anderen Regeln")
                }
                number => format!(", {number} {}", verdict.name()),
            };
        }
        summary
    }
}

/// The line about a program: its name, the verdict, the rule set and the cause.
pub fn line(program: &Program) -> String {
    let mut line = format!("{}: {}", program.name, program.verdict.name());
    if let Some(found) = program.found {
        line += &format!("; Regeln {found}");
    }
    if let Some(cause) = &program.cause {
        line += &format!(": {cause}");
    }
    line + "\n"
}

/// The last line, behind those about programs.
pub fn last_line(class: &Class) -> String {
    class.summary(" Abgaben") + "\n"
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
    let names = shortest_endings(class.programs.iter().map(|program| &*program.name));
    let programs = class.programs.iter().zip(&names);
    let sections = programs.clone().map(|(program, name)| {
        let body = section(program).join("\n\n");
        format!("\n## {}\n\n{body}\n", escaped(name))
    });
    let rows = programs.map(|(program, name)| {
        let cells = row![
            escaped(name),
            program.verdict.name(),
            or_empty(program.found.map(|found| code(&found.to_string()))),
            or_empty(program.cause.as_deref().map(escaped)),
        ];
        format!("| {} |\n", cells.iter().format(" | "))
    });
    format!(
        "# Programme: {}\n{}\n## Für die Lehrkraft\n\n| Abgabe | Urteil | Regeln | Ursache |\n\
         | --- | --- | --- | --- |\n{}",
        class.summary(""),
        sections.format(""),
        rows.format("")
    )
}

/// The paragraphs about a program for those who wrote it.
fn section(program: &Program) -> Vec<String> {
    let found = program.found.map(|found| code(&found.to_string()));
    let headline = match (program.verdict, found) {
        (Verdict::Passed, _) => "**Bestanden.** Dein Programm spielt richtig.".into(),
        (Verdict::NotJudged, _) => "**Noch nicht beurteilt.**".into(),
        (_, Some(found)) => {
            format!("**Noch nicht bestanden.** Dein Programm spielt nach den Regeln {found}.")
        }
        (_, None) => "**Noch nicht bestanden.**".into(),
    };
    let cause = program.cause.as_ref().map(|cause| {
        let sentence = capital(cause);
        format!("{}.", escaped(sentence.trim_end_matches('.')))
    });
    [headline]
        .into_iter()
        .chain(cause)
        .chain(next_step(program))
        .collect()
}

/// The command that tells more, unless the program has passed.
fn next_step(program: &Program) -> Option<String> {
    Some(match (program.verdict, program.found) {
        (Verdict::Passed, _) => return None,
        (Verdict::OtherRules, Some(found)) => {
            let command = code(&format!("wuerfelglueck regeln {}", found.rules));
            format!("So geht es weiter: {command}")
        }
        _ => {
            let command = code("wuerfelglueck diagnose -- BEFEHL");
            format!("So geht es weiter: {command}; BEFEHL startet dein Programm")
        }
    })
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
