//! The programs of a class, in several formats.

use itertools::Itertools;
use serde_json::{Value, json};

use super::check::markdown::shortest_endings;
use super::check::markup::{code, escaped};
use super::diagnose::DiagnosisReport;
use super::markdown::{MarkdownFeedback, MarkdownSection};
use super::object::render_object;
use super::table::{join_with_tabs, or_empty, row};
use super::verdict::{summarize, verdict_word};
use judging::diagnose::Hypothesis;
use judging::{Doubt, Fault, Verdict};
use wuerfelglueck::rules::Rules;
use wuerfelglueck::text::capitalize;

/// The programs of a class, and the rules that they should play.
pub struct Class {
    /// The programs, in the order in which they were given.
    pub programs: Vec<DiagnosedProgram>,
    /// The rule set that they should play.
    pub rules: Rules,
    /// The seed of the games that their lists were compared with.
    pub seed: u64,
}

/// A program of a class, and the diagnosis of it in short.
pub struct DiagnosedProgram {
    /// The name of its folder, as it was given.
    pub name: String,
    /// The verdict.
    pub verdict: Verdict,
    /// The hypothesis that its lists fit, if one was found: the expected one, if it has passed.
    pub hypothesis: Option<Hypothesis>,
    /// The first reason for the verdict, in German; `None` if it has passed.
    pub reason: Option<String>,
}

impl DiagnosedProgram {
    /// The program in the folder with this name, by the `report` of its diagnosis.
    pub fn new(name: &str, report: &DiagnosisReport) -> DiagnosedProgram {
        DiagnosedProgram {
            name: name.into(),
            verdict: report.verdict(),
            hypothesis: report.found_hypothesis(),
            reason: report.reason(),
        }
    }

    /// A program that could not be judged, for this reason.
    pub fn not_judged(name: &str, reason: String) -> DiagnosedProgram {
        DiagnosedProgram {
            name: name.into(),
            verdict: Verdict::NotJudged(Doubt::NoResult(reason.clone())),
            hypothesis: None,
            reason: Some(reason),
        }
    }
}

impl Class {
    /// Returns whether all programs have passed.
    pub fn is_passed(&self) -> bool {
        self.programs
            .iter()
            .all(|program| program.verdict.is_passed())
    }

    /// Tells how many programs have which verdict. `noun` stands behind the number of all.
    fn summarize(&self, noun: &str) -> String {
        summarize(self.programs.iter().map(|program| &program.verdict), noun)
    }
}

/// Renders the line about a program: its name, the verdict, the hypothesis and the reason.
pub fn render_line(program: &DiagnosedProgram) -> String {
    let mut line = format!("{}: {}", program.name, verdict_word(&program.verdict));
    if let Some(hypothesis) = program.hypothesis {
        line += &format!("; Regeln {hypothesis}");
    }
    if let Some(reason) = &program.reason {
        line += &format!(": {reason}");
    }
    line + "\n"
}

/// Renders the last line, behind those about programs.
pub fn render_last_line(class: &Class) -> String {
    class.summarize(" Abgaben") + "\n"
}

/// Renders a table with tabs: a header, and a line a program.
pub fn render_tsv(class: &Class) -> String {
    let rows = class.programs.iter().map(|program| {
        row![
            program.name,
            verdict_word(&program.verdict),
            or_empty(program.hypothesis),
            or_empty(program.reason.as_ref()),
        ]
    });
    join_with_tabs("Abgabe Urteil Regeln Ursache".split(' '), rows)
}

/// Renders Markdown: a section a program, ready to be sent, and a table for the teacher.
pub fn render_markdown(class: &Class) -> String {
    let names = shortest_endings(class.programs.iter().map(|program| &*program.name));
    let programs = class.programs.iter().zip(&names);
    let sections = programs.clone().map(|(program, name)| MarkdownSection {
        name: name.clone(),
        paragraphs: write_paragraphs(program),
    });
    let rows = programs.map(|(program, name)| {
        row![
            escaped(name),
            verdict_word(&program.verdict),
            or_empty(program.hypothesis.map(code_of)),
            or_empty(program.reason.as_deref().map(escaped)),
        ]
    });
    let feedback = MarkdownFeedback {
        heading: format!("Programme: {}", class.summarize("")),
        sections: sections.collect(),
        columns: vec!["Abgabe", "Urteil", "Regeln", "Ursache"],
        rows: rows.collect(),
    };
    feedback.render()
}

/// A hypothesis as code.
fn code_of(hypothesis: Hypothesis) -> String {
    code(&hypothesis.to_string())
}

/// Writes the paragraphs about a program for those who wrote it.
fn write_paragraphs(program: &DiagnosedProgram) -> Vec<String> {
    let rules = program.hypothesis.map(code_of);
    let headline = match (&program.verdict, rules) {
        (Verdict::Passed, _) => "**Bestanden.** Dein Programm spielt richtig.".into(),
        (Verdict::NotJudged(_), _) => "**Noch nicht beurteilt.**".into(),
        (Verdict::Faulty(Fault::OtherRules(_)), Some(rules)) => {
            format!("**Noch nicht bestanden.** Dein Programm spielt nach den Regeln {rules}.")
        }
        _ => "**Noch nicht bestanden.**".into(),
    };
    let reason = program.reason.as_ref().map(|reason| {
        let sentence = capitalize(reason);
        format!("{}.", escaped(sentence.trim_end_matches('.')))
    });
    [headline]
        .into_iter()
        .chain(reason)
        .chain(advise_next_step(program))
        .collect()
}

/// Advises a command that tells more about the rules or the program, unless it has passed.
fn advise_next_step(program: &DiagnosedProgram) -> Option<String> {
    Some(match (&program.verdict, program.hypothesis) {
        (Verdict::Passed, _) => return None,
        (Verdict::Faulty(Fault::OtherRules(_)), Some(hypothesis)) => {
            let command = code(&format!("wuerfelglueck regeln {}", hypothesis.rules));
            format!("So geht es weiter: {command}")
        }
        _ => {
            let command = code("wuerfelglueck diagnose -- BEFEHL");
            format!("So geht es weiter: {command}; BEFEHL startet dein Programm")
        }
    })
}

/// Renders a JSON object, in which each program has a line of its own.
pub fn render_json(class: &Class) -> String {
    let fields = json!({
        "saat": class.seed,
        "verlangt": class.rules.to_string(),
        "bestanden": class.is_passed(),
        "abgaben": class.programs.iter().map(program_object).collect_vec(),
    });
    render_object(&fields, Vec::new()) + "\n"
}

/// The object of a program.
fn program_object(program: &DiagnosedProgram) -> Value {
    json!({
        "abgabe": program.name,
        "urteil": verdict_word(&program.verdict),
        "bestanden": program.verdict.is_passed(),
        "regeln": program.hypothesis.map(|hypothesis| hypothesis.to_string()),
        "ursache": program.reason,
    })
}
