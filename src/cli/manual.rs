//! The page of `man`: one for the main job and all commands, from what their help says.

use std::io::{self, Write};

use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use super::regeln;

/// What the paragraph about exit codes begins with, in the help of the program and of commands.
const EXIT_CODES: &str = "Rückgabewert: ";

/// A section as `clap_mangen` writes it.
type Render = fn(&Man, &mut dyn Write) -> io::Result<()>;

/// The page as a source of `man`. The program is built.
///
/// The headings are ours, as those of [`Man`] are English and a page of its own for each command is
/// more than these need.
pub(super) fn page(program: &Command) -> io::Result<String> {
    let commands: Vec<&Command> = program.get_subcommands().collect();
    let all: Vec<&Command> = std::iter::once(program).chain(commands.clone()).collect();

    let mut page = title(program)?;
    page += ".SH NAME\n";
    page += &body(Man::render_name_section, program)?;
    page += ".SH ÜBERSICHT\n";
    let synopses = all
        .iter()
        .map(|command| body(Man::render_synopsis_section, command));
    page += &synopses.collect::<io::Result<Vec<_>>>()?.join(".br\n");
    page += ".SH BESCHREIBUNG\n";
    page += &description(program)?;
    page += ".SH OPTIONEN\n";
    page += &arguments(program)?;
    page += ".SH BEFEHLE\n";
    for command in commands {
        page += &format!(".SS \"{}\"\n", name(command));
        page += &description(command)?;
        let (own, common) = without_common(command, program);
        page += &arguments(&own)?;
        if !common.is_empty() {
            let names = common.join(", ");
            page += &paragraph(&format!("Dazu, wie unter OPTIONEN: {names}."));
        }
    }
    page += ".SH REGELN\n";
    page += &as_it_stands(&regeln::all());
    page += ".SH BEISPIELE\n";
    for example in all.iter().flat_map(|command| paragraphs(command)) {
        if is_example(&example) {
            page += ".PP\n";
            page += &as_it_stands(&example);
        }
    }
    page += ".SH RÜCKGABEWERT\n";
    for command in all {
        for codes in paragraphs(command) {
            if let Some(codes) = codes.strip_prefix(EXIT_CODES) {
                let others = match command.has_subcommands() {
                    true => " und die übrigen Befehle: ",
                    false => ": ",
                };
                let mut roff = Roff::new();
                roff.control("PP", []);
                roff.text([bold(name(command)), roman(others), roman(codes)]);
                page += &roff.to_roff();
            }
        }
    }
    page += ".SH VERSION\n";
    page += &program.render_version();
    Ok(page)
}

/// How a command is called.
fn name(command: &Command) -> &str {
    command.get_bin_name().unwrap_or(command.get_name())
}

/// What comes before the first section.
fn title(program: &Command) -> io::Result<String> {
    let man = Man::new(program.clone())
        // The same version gives the same page. An argument without quotes would be none at all.
        .date("\"\"")
        // What is empty is filled with English words.
        .manual("Benutzerhandbuch");
    // Words would be hyphenated as English ones, and plain ASCII has no ellipsis.
    Ok(rendered(Man::render_title, &man)? + ".nh\n.ad l\n.if \\n(.g .fchar \\[u2026] ...\n")
}

/// The paragraphs at the end of a command's help.
fn paragraphs(command: &Command) -> Vec<String> {
    let notes = command.get_after_long_help().map(ToString::to_string);
    let notes = notes
        .iter()
        .flat_map(|notes| notes.trim_end().split("\n\n"));
    notes.map(str::to_string).collect()
}

/// Whether a paragraph shows command lines.
fn is_example(paragraph: &str) -> bool {
    ["  wuerfelglueck ", "  ./", "  source "]
        .iter()
        .any(|start| paragraph.starts_with(start))
}

/// What a command does, and the paragraphs of its help that have no section of their own.
fn description(command: &Command) -> io::Result<String> {
    let mut description = body(Man::render_description_section, command)?;
    for text in paragraphs(command) {
        if is_example(&text) || text.starts_with(EXIT_CODES) {
            continue;
        }
        description += &match text.starts_with(' ') {
            true => as_it_stands(&text),
            false => paragraph(&text),
        };
    }
    Ok(description)
}

/// A paragraph of text.
fn paragraph(text: &str) -> String {
    let mut roff = Roff::new();
    roff.control("PP", []);
    roff.text([roman(text)]);
    roff.to_roff()
}

/// Text that keeps its lines.
fn as_it_stands(text: &str) -> String {
    let mut roff = Roff::new();
    roff.control("nf", []);
    roff.text([roman(text.trim_end())]);
    roff.control("fi", []);
    roff.to_roff()
}

/// The command without the options that the program itself has with the same help, and their names.
fn without_common(command: &Command, program: &Command) -> (Command, Vec<String>) {
    let is_common = |argument: &clap::Arg| {
        let mut others = program.get_arguments();
        argument.get_long().is_some()
            && others.any(|other| {
                other.get_long() == argument.get_long() && other.get_help() == argument.get_help()
            })
    };
    let common = command
        .get_arguments()
        .filter(|argument| is_common(argument));
    let names = common.filter_map(clap::Arg::get_long);
    let names = names.map(|long| format!("--{long}")).collect();
    let own = command.clone().mut_args(|argument| {
        let hidden = is_common(&argument);
        argument.hide(hidden)
    });
    (own, names)
}

/// What may follow the name of a command: words, then options, as in the help.
fn arguments(command: &Command) -> io::Result<String> {
    let mut source = String::new();
    for is_word in [true, false] {
        let command = command.clone().mut_args(|argument| {
            let is_other = argument.is_positional() != is_word;
            let is_hidden = argument.is_hide_set();
            // The headings of the help would become sections.
            argument
                .hide(is_other || is_hidden)
                .hide_short_help(false)
                .help_heading(None)
        });
        source += &body(Man::render_options_section, &command)?;
    }
    Ok(source)
}

/// A section without its heading and what is before, nothing if there is none.
fn body(render: Render, command: &Command) -> io::Result<String> {
    let source = rendered(render, &Man::new(command.clone()))?;
    let heading = source.find(".SH ").unwrap_or(source.len());
    let (_, body) = source[heading..].split_once('\n').unwrap_or_default();
    Ok(body.to_string())
}

fn rendered(render: Render, man: &Man) -> io::Result<String> {
    let mut source = Vec::new();
    render(man, &mut source)?;
    String::from_utf8(source).map_err(io::Error::other)
}
