//! Pages for `man`: one of the program and one of each command, made from their help.
//!
//! The same version gives the same page, without a date.

use clap::{Arg, Command};
use itertools::Itertools;

use super::regeln;

/// The sections of a help text behind the options.
#[derive(Debug, Default)]
struct Notes<'a> {
    description: Vec<&'a str>,
    exit_status: &'a str,
    examples: Vec<&'a str>,
}

impl<'a> Notes<'a> {
    fn parse(text: &'a str) -> Notes<'a> {
        let mut notes = Notes::default();
        let (text, examples) = text.split_once("\nBeispiele:\n").unwrap_or((text, ""));
        notes.examples = examples.lines().filter(|line| !line.is_empty()).collect();
        for paragraph in text.trim_matches('\n').split("\n\n") {
            match paragraph.strip_prefix("Rückgabewert: ") {
                Some(status) => notes.exit_status = status,
                None => notes.description.push(paragraph),
            }
        }
        notes
    }
}

/// The page of a command of the program, or of the program, as a source of `man`.
pub fn page(program: &Command, command: &Command) -> String {
    let is_program = command.get_name() == program.get_name();
    let help = command.get_after_long_help();
    let help = help.map(ToString::to_string).unwrap_or_default();
    let notes = Notes::parse(&help);
    let name = page_name(program, command);
    let (version, about) = (env!("CARGO_PKG_VERSION"), about(command));
    let mut sections = vec![
        section("NAME", &format!("{} \\- {about}\n", escape(&name))),
        section("ÜBERSICHT", &synopsis(command)),
        section("BESCHREIBUNG", &description(&about, &notes)),
    ];
    if is_program {
        sections.push(section("BEFEHLE", &commands(program)));
    }
    sections.push(section("OPTIONEN", &options(command)));
    if command.get_name() == "regeln" {
        sections.push(section("REGELN", &verbatim(regeln::all().lines())));
    }
    sections.push(section(
        "BEENDIGUNGSSTATUS",
        &exit_status(notes.exit_status),
    ));
    sections.push(section("BEISPIELE", &verbatim(notes.examples)));
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

fn page_name(program: &Command, command: &Command) -> String {
    let name = command.get_name();
    match program.get_name() {
        program if program == name => name.into(),
        program => format!("{program}-{name}"),
    }
}

fn about(command: &Command) -> String {
    let about = command.get_about();
    escape(&about.map(ToString::to_string).unwrap_or_default())
}

fn section(name: &str, body: &str) -> String {
    format!(".SH \"{name}\"\n{body}")
}

/// A text in which nothing is a request or an escape sequence of roff.
fn escape(text: &str) -> String {
    text.replace('\\', "\\e").replace('-', "\\-")
}

/// Lines that stay as they are.
fn verbatim<'a>(lines: impl IntoIterator<Item = &'a str>) -> String {
    let lines = lines.into_iter().map(|line| escape(line.trim_end()));
    format!(
        ".nf\n{}.fi\n",
        lines.format_with("", |line, f| f(&format_args!("\\&{line}\n")))
    )
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
    let usage = usage.strip_prefix("Usage: ").unwrap_or(&usage);
    let lines = usage.lines().flat_map(|line| line.split(" oder "));
    verbatim(lines.map(str::trim))
}

fn description(about: &str, notes: &Notes) -> String {
    let paragraphs = notes.description.iter().filter(|text| !text.is_empty());
    let paragraphs = paragraphs.map(|text| format!(".PP\n{}", paragraph(text)));
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
    let headings = command.get_arguments().filter_map(Arg::get_help_heading);
    let headings = headings.unique().map(|heading| {
        let arguments = command.get_arguments();
        let arguments = arguments.filter(|one| one.get_help_heading() == Some(heading));
        format!(".SS {heading}\n{}", arguments.map(argument).format(""))
    });
    headings.collect()
}

fn argument(argument: &Arg) -> String {
    let short = argument.get_short().map(|short| format!("-{short}, "));
    let term = short.unwrap_or_default() + &argument.to_string();
    // Clap has no long help of what is said in one paragraph.
    let help = argument.get_long_help().or(argument.get_help());
    let help = help.map(ToString::to_string).unwrap_or_default();
    let paragraphs = help.split("\n\n").map(paragraph);
    item(&term, &paragraphs.format(".IP\n").to_string())
}

/// An item for each code of `0 done; 1 failed`.
fn exit_status(text: &str) -> String {
    let text = text.lines().map(str::trim).join(" ");
    let mut items: Vec<(String, String)> = Vec::new();
    for part in text.trim_end_matches('.').split("; ") {
        let is_code = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        match (part.split_once(' '), items.last_mut()) {
            (Some((code, meaning)), _) if is_code(code) => {
                items.push((code.into(), meaning.into()));
            }
            (_, Some((_, meaning))) => *meaning += &format!("; {part}"),
            (_, None) => {}
        }
    }
    let items = items.into_iter();
    let items = items.map(|(code, meaning)| item(&code, &paragraph(&meaning)));
    items.collect()
}

fn see_also(program: &Command, own: &str) -> String {
    let commands = std::iter::once(program).chain(program.get_subcommands());
    let names = commands.map(|command| page_name(program, command));
    let others = names.filter(|name| name != own);
    let others = others.map(|name| format!("\\fB{}\\fR(1)", escape(&name)));
    format!("{}\n", others.format(",\n"))
}
