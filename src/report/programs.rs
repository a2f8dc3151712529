//! The programs of a class, in several formats.

use clap::ValueEnum;
use itertools::Itertools;
use serde_json::{Value, json};

use super::Printable;
use super::check::markup::{code, escaped};
use super::class::ClassFeedback;
use super::diagnose::describe_first_reason;
use super::object::render_object;
use super::remedy::{self, name_hypothesis};
use super::table::{Column, Table, row};
use super::verdict::{summarize, verdict_word};
use judging::diagnose::{Examination, Hypothesis};
use judging::{Doubt, Fault, Verdict};
use wuerfelglueck::rules::Rules;
use wuerfelglueck::text::capitalize;

/// A format of the programs of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ClassFormat {
    /// jede Zeile, sobald sie feststeht; sonst kommt alles am Ende, auch wenn Strg-C es abbricht
    Text,
    /// mit --abgaben eine Rückmeldung je Abgabe, und am Ende eine Tabelle für die Lehrkraft
    Markdown,
    /// mit --abgaben eine Zeile je Abgabe
    Tsv,
    Json,
}

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
    /// The program in the folder with this name, by its examination.
    pub fn new(name: &str, examination: &Examination) -> DiagnosedProgram {
        DiagnosedProgram {
            name: name.into(),
            verdict: examination.verdict(),
            hypothesis: examination.found_hypothesis(),
            reason: describe_first_reason(examination),
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
    /// Renders the class, as text the line behind those about programs.
    pub fn render(&self, format: ClassFormat) -> Printable {
        match format {
            ClassFormat::Text => Printable::for_people(&(summarize(self.verdicts(), true) + "\n")),
            ClassFormat::Markdown => Printable::for_people(&render_markdown(self)),
            ClassFormat::Tsv => Printable::for_programs(&tabulate(self).to_tsv()),
            ClassFormat::Json => Printable::for_programs(&render_json(self)),
        }
    }

    /// Returns whether all programs have passed.
    pub fn is_passed(&self) -> bool {
        self.verdicts().all(|verdict| verdict.is_passed())
    }

    /// Returns the verdicts on the programs.
    fn verdicts(&self) -> impl Iterator<Item = Verdict> {
        self.programs.iter().map(|program| program.verdict.clone())
    }
}

/// Renders the line about a program: its name, the verdict, the hypothesis and the reason.
pub fn render_line(program: &DiagnosedProgram) -> Printable {
    let mut line = format!("{}: {}", program.name, verdict_word(&program.verdict));
    if let Some(hypothesis) = program.hypothesis {
        line += &format!("; Regeln {}", name_hypothesis(hypothesis));
    }
    if let Some(reason) = &program.reason {
        line += &format!(": {reason}");
    }
    Printable::for_people(&(line + "\n"))
}

fn tabulate(class: &Class) -> Table {
    let columns = ["Abgabe", "Urteil", "Regeln", "Ursache"];
    let rows = class.programs.iter().map(|program| {
        row![
            &*program.name,
            verdict_word(&program.verdict),
            program.hypothesis.map(name_hypothesis),
            program.reason.as_deref(),
        ]
    });
    Table::new(columns.map(Column::new), rows)
}

/// Renders Markdown: a section a program, ready to be sent, and a table for the teacher.
fn render_markdown(class: &Class) -> String {
    let programs = class.programs.iter();
    let feedback = ClassFeedback {
        subject: "Programme",
        summary: summarize(class.verdicts(), false),
        sections: programs.map(write_paragraphs).collect(),
        table: tabulate(class),
    };
    feedback.render()
}

/// Writes the paragraphs about a program for those who wrote it.
fn write_paragraphs(program: &DiagnosedProgram) -> Vec<String> {
    let headline = match &program.verdict {
        Verdict::Passed => "**Bestanden.** Dein Programm spielt richtig.".into(),
        Verdict::NotJudged(_) => "**Noch nicht beurteilt.**".into(),
        Verdict::Faulty(Fault::OtherRules(found)) => {
            let rules = code(&name_hypothesis(*found));
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
        .chain(advise_next_step(&program.verdict))
        .collect()
}

/// Advises a command that tells more about the rules or the program, unless it has passed.
fn advise_next_step(verdict: &Verdict) -> Option<String> {
    let advice = match verdict {
        Verdict::Passed => return None,
        Verdict::Faulty(Fault::OtherRules(found)) => code(&remedy::explain_rules(found.rules)),
        _ => {
            let command = code(remedy::DIAGNOSE_PROGRAM);
            format!("{command}; BEFEHL startet dein Programm")
        }
    };
    Some(format!("So geht es weiter: {advice}"))
}

/// Renders a JSON object, in which each program has a line of its own.
fn render_json(class: &Class) -> String {
    let fields = json!({
        "saat": class.seed,
        "verlangt": class.rules.to_string(),
        "bestanden": class.is_passed(),
        "abgaben": class.programs.iter().map(program_object).collect_vec(),
    });
    render_object(&fields, &[]) + "\n"
}

/// The object of a program.
fn program_object(program: &DiagnosedProgram) -> Value {
    json!({
        "abgabe": program.name,
        "urteil": verdict_word(&program.verdict),
        "bestanden": program.verdict.is_passed(),
        "regeln": program.hypothesis.map(name_hypothesis),
        "ursache": program.reason,
    })
}
