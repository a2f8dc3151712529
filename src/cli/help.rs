//! Help in German: short and whole, of the program and of each command. The
//! [notes](super::notes) are behind its options.

use clap::{Arg, ArgAction, ArgMatches, Command};
use itertools::Itertools;
use textwrap::{Options, WordSplitter};

use super::failure::Failure;
use super::notes::Notes;
use super::usage::quoted;
use wuerfelglueck::text::suggest;

/// The most columns of a line.
const WIDTH: usize = 80;

/// The name of the option by which stderr has nothing but errors.
const QUIET: &str = "quiet";

/// Returns whether stderr shall have nothing but errors.
pub fn is_quiet(matches: &ArgMatches) -> bool {
    let of_command = matches.subcommand().map(|(_, matches)| matches);
    of_command.unwrap_or(matches).get_flag(QUIET)
}

/// Gives a command and its subcommands German help and what all of them have in common: options to
/// be quiet, for help and version, headings and layout.
pub fn with_german_help(command: Command) -> Command {
    let quiet = Arg::new(QUIET).long("still").short('q');
    let help = Arg::new("hilfe").long("hilfe").alias("help").short('h');
    let version = Arg::new("version").long("version").short('V');
    command
        .next_help_heading("Ablauf")
        .arg(
            quiet
                .action(ArgAction::SetTrue)
                .overrides_with(QUIET)
                .help("Außer dem Ergebnis und Fehlern nichts ausgeben"),
        )
        .arg(
            help.action(ArgAction::Help)
                .help("Hilfe zeigen: -h kurz, --hilfe vollständig"),
        )
        .arg(
            version
                .action(ArgAction::Version)
                .help("Version zeigen")
                .hide_short_help(true),
        )
        .display_name("wuerfelglueck")
        .help_template("{about}\n\nAufruf: {usage}\n\n{all-args}{after-help}\n")
        .subcommand_help_heading("Befehle")
        .disable_help_flag(true)
        .disable_help_subcommand(true)
        .disable_version_flag(true)
        .hide_possible_values(true)
        .term_width(WIDTH)
        .mut_args(with_plain_values)
        .mut_subcommands(with_german_help)
}

/// Sets how an argument takes values: its help names the default, so clap does not, and a number
/// with a sign is a value.
fn with_plain_values(argument: Arg) -> Arg {
    if !argument.get_action().takes_values() {
        return argument;
    }
    argument
        .hide_default_value(true)
        .allow_negative_numbers(true)
}

/// Gives an argument the help that stands beside its id in `texts`, if there is one, instead of
/// that of its group. The first paragraph of a text is the short help.
pub fn reword(argument: Arg, texts: &[(&str, &'static str)]) -> Arg {
    let Some((_, text)) = texts.iter().find(|(id, _)| argument.get_id() == *id) else {
        return argument;
    };
    let (short, _) = text.split_once("\n\n").unwrap_or((text, ""));
    argument.help(short).long_help(*text)
}

/// The help of `-h`, which fits a screen of 24 lines: the commands, or else the positional
/// arguments, then the options.
pub fn short_help(command: &Command) -> String {
    let words = if command.has_subcommands() {
        "Befehle:\n{subcommands}\n\n"
    } else if command.get_positionals().next().is_some() {
        "Argumente:\n{positionals}\n\n"
    } else {
        ""
    };
    let template = format!("{{about}}\n\nAufruf: {{usage}}\n\n{words}Optionen:\n{{options}}\n");
    let help = command.clone().help_template(template).render_help();
    trim_lines(&help.to_string())
}

/// The whole help, of `--hilfe`.
pub fn long_help(command: &Command) -> String {
    let notes = Notes::on(command.get_name()).unwrap_or_default();
    let mut command = command.clone().after_long_help(format_notes(&notes));
    trim_lines(&command.render_long_help().to_string())
}

/// Formats the notes behind the options.
fn format_notes(notes: &Notes) -> String {
    let codes = notes.exit_codes.iter().map(|exit| exit.code.to_string());
    let width = codes.map(|code| code.len()).max().unwrap_or_default();
    let exit_codes = notes.exit_codes.iter().map(|exit| {
        let label = format!("  {:<width$}  ", exit.code);
        wrap_text(WIDTH, &label, exit.meaning)
    });
    let examples = notes.examples.iter().map(|line| format!("  {line}\n"));
    format!(
        "{}\n\nRückgabewert:\n\n{}\nBeispiele:\n\n{}",
        notes.paragraphs,
        exit_codes.format(""),
        examples.format("")
    )
    .trim_start()
    .into()
}

/// Removes spaces at the ends of lines, and all but one line break at the end.
fn trim_lines(text: &str) -> String {
    let lines = text.trim_end().lines().map(str::trim_end);
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Wraps a text in lines of at most `width` columns behind `label`. The lines after the first are
/// indented as far.
pub fn wrap_text(width: usize, label: &str, text: &str) -> String {
    let margin = " ".repeat(label.chars().count());
    let options = Options::new(width)
        .word_splitter(WordSplitter::NoHyphenation)
        .initial_indent(label)
        .subsequent_indent(&margin);
    textwrap::fill(text, options) + "\n"
}

/// A pointer to the help of a command or the program, which ends an error message.
pub fn pointer(command: &Command) -> String {
    let name = command.get_bin_name().unwrap_or_default();
    format!("; siehe {name} --hilfe")
}

/// Finds a command by its name.
///
/// # Errors
///
/// If there is none; the message names the one that is spelt most alike, if any is.
pub fn find_command<'a>(program: &'a Command, name: &str) -> Result<&'a Command, Failure> {
    program.find_subcommand(name).ok_or_else(|| {
        let commands = program.get_subcommands().map(Command::get_name);
        Failure::input(format_args!(
            "den Befehl {} gibt es nicht{}{}",
            quoted(name),
            suggest(name, commands),
            // The help of the program names the commands.
            pointer(program)
        ))
    })
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use clap::CommandFactory;

    use super::super::CommandLine;
    use super::super::commands::diagnose::options;
    use super::super::commands::{pruefe, sammle};
    use super::*;

    /// Asserts that the arguments of a command and of its subcommands have a help and a heading.
    fn check_arguments(command: &Command) {
        for argument in command.get_arguments() {
            let name = format!("{argument} ({})", command.get_name());
            let help = argument.get_help().map(ToString::to_string);
            assert!(help.is_some_and(|help| !help.is_empty()), "no help: {name}");
            assert!(argument.get_help_heading().is_some(), "no heading: {name}");
        }
        command.get_subcommands().for_each(check_arguments);
    }

    /// A table names arguments of its command, and each has the help that the table gives it.
    #[test]
    fn every_reworded_help_belongs_to_an_argument() {
        let program = with_german_help(CommandLine::command());
        for (name, texts) in [
            ("pruefe", &pruefe::REWORDED[..]),
            ("sammle", &sammle::REWORDED[..]),
            ("diagnose", &options::REWORDED[..]),
        ] {
            let command = program.find_subcommand(name).expect(name);
            for (id, text) in texts {
                let mut arguments = command.get_arguments();
                let argument = arguments
                    .find(|argument| argument.get_id() == *id)
                    .expect(id);
                let help = argument.get_long_help().map(ToString::to_string);
                assert_eq!(help.as_deref(), Some(*text), "{name}: {id}");
            }
        }
    }

    #[test]
    fn every_argument_has_help_and_a_heading() {
        let mut program = with_german_help(CommandLine::command());
        program.build();
        check_arguments(&program);
    }

    #[test]
    fn every_command_has_notes() {
        let program = CommandLine::command();
        for command in program.get_subcommands().chain([&program]) {
            let name = command.get_name();
            assert!(Notes::on(name).is_some(), "{name}");
        }
    }
}
