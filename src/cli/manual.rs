//! Pages for `man`: one of the program and one of each command, made from their help.
//!
//! A page has no date, so that a version of the program always makes the same one.

use std::iter;

use clap::{Arg, Command};
use itertools::Itertools;

use super::commands::regeln;
use super::notes::{ExitCode, Notes};

/// The page of `command`, which is one of `program` or that itself, in the language of `man`.
pub fn page(program: &Command, command: &Command) -> String {
    let is_program = command.get_name() == program.get_name();
    let notes = Notes::on(command.get_name()).unwrap_or_default();
    let name = page_name(program, command);
    let (version, about) = (env!("CARGO_PKG_VERSION"), about(command));
    let mut sections = vec![
        section("NAME", &format!("{} \\- {about}\n", escape(&name))),
        section("ÜBERSICHT", &synopsis(command)),
        section("BESCHREIBUNG", &description(&about, notes.paragraphs)),
    ];
    if is_program {
        sections.push(section("BEFEHLE", &commands(program)));
    }
    sections.push(section("OPTIONEN", &options(command)));
    if command.get_name() == "regeln" {
        sections.push(section("REGELN", &verbatim(regeln::full_text().lines())));
    }
    sections.push(section("BEENDIGUNGSSTATUS", &exit_status(notes.exit_codes)));
    let examples = notes.examples.iter().map(|example| format!("  {example}"));
    sections.push(section("BEISPIELE", &verbatim(examples)));
    sections.push(section("SIEHE AUCH", &see_also(program, &name)));
    // German words are not broken by English rules, and plain ASCII has no ellipsis and no ticks.
    format!(
        ".TH {} 1 \"\" \"wuerfelglueck {version}\" Benutzerhandbuch\n\
         .if \\n(.g .fchar \\[u2026] ...\n.if \\n(.g .fchar \\[u2713] +\n\
         .if \\n(.g .fchar \\[u2717] x\n.nh\n.ad l\n{}",
        escape(&name),
        sections.concat()
    )
}

/// The name of a page: `wuerfelglueck`, or `wuerfelglueck-pruefe`.
fn page_name(program: &Command, command: &Command) -> String {
    match (program.get_name(), command.get_name()) {
        (program, name) if program == name => name.into(),
        (program, name) => format!("{program}-{name}"),
    }
}

fn about(command: &Command) -> String {
    let about = command.get_about();
    escape(&about.map(ToString::to_string).unwrap_or_default())
}

fn section(name: &str, body: &str) -> String {
    format!(".SH \"{name}\"\n{body}")
}

/// Escapes a text, so that roff finds no escape sequence in it, and prints hyphens as they are.
fn escape(text: &str) -> String {
    text.replace('\\', "\\e").replace('-', "\\-")
}

/// Lines that are not filled.
fn verbatim(lines: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    // With `\&` before it, no line is a request.
    let lines = lines
        .into_iter()
        .map(|line| format!("\\&{}\n", escape(line.as_ref().trim_end())));
    format!(".nf\n{}.fi\n", lines.format(""))
}

/// A paragraph, which is filled unless its lines are indented.
fn paragraph(text: &str) -> String {
    if text.starts_with("  ") {
        verbatim(text.lines())
    } else {
        format!("\\&{}\n", escape(&text.lines().map(str::trim).join(" ")))
    }
}

fn item(term: &str, text: &str) -> String {
    format!(".TP\n\\fB{}\\fR\n{text}", escape(term))
}

fn synopsis(command: &Command) -> String {
    let usage = command.clone().render_usage().to_string();
    let lines = usage
        .strip_prefix("Usage: ")
        .unwrap_or(&usage)
        .lines()
        .flat_map(|line| line.split(" oder "))
        .map(str::trim);
    verbatim(lines)
}

fn description(about: &str, notes: &str) -> String {
    let paragraphs = notes
        .split("\n\n")
        .filter(|text| !text.is_empty())
        .map(|text| format!(".PP\n{}", paragraph(text)));
    format!("{about}.\n{}", paragraphs.format(""))
}

fn commands(program: &Command) -> String {
    let commands = program.get_subcommands().map(|command| {
        let page = escape(&page_name(program, command));
        let text = format!("{}; siehe \\fB{page}\\fR(1)\n", about(command));
        item(command.get_name(), &text)
    });
    commands.collect()
}

/// All arguments under their headings, as in the help.
fn options(command: &Command) -> String {
    let section = |heading| {
        let arguments = command
            .get_arguments()
            .filter(|argument| argument.get_help_heading() == Some(heading));
        format!(".SS {heading}\n{}", arguments.map(argument).format(""))
    };
    command
        .get_arguments()
        .filter_map(Arg::get_help_heading)
        .unique()
        .map(section)
        .collect()
}

fn argument(argument: &Arg) -> String {
    let short = argument
        .get_short()
        .map_or(String::new(), |short| format!("-{short}, "));
    // To clap, help of a single paragraph is short help only.
    let help = argument
        .get_long_help()
        .or(argument.get_help())
        .map_or(String::new(), ToString::to_string);
    let paragraphs = help.split("\n\n").map(paragraph);
    item(
        &format!("{short}{argument}"),
        &paragraphs.format(".IP\n").to_string(),
    )
}

/// An item for each exit code, with its meaning.
fn exit_status(exit_codes: &[ExitCode]) -> String {
    exit_codes
        .iter()
        .map(|exit| item(&exit.code.to_string(), &paragraph(exit.meaning)))
        .collect()
}

/// The names of all pages but this one.
fn see_also(program: &Command, this_page: &str) -> String {
    let names = iter::once(program)
        .chain(program.get_subcommands())
        .map(|command| page_name(program, command))
        .filter(|name| name != this_page)
        .map(|name| format!("\\fB{}\\fR(1)", escape(&name)));
    format!("{}\n", names.format(",\n"))
}
