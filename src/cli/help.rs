//! Help in German: short and whole, of the program and of each command.

use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Arg, ArgAction, Args, Command};
use itertools::Itertools;

use super::errors::{BadInput, quoted};
use super::streams::print_text;
use crate::text::meant;

const WHOLE: &str = "\
{about}

Aufruf: {usage}

{all-args}{after-help}
";

/// Gives a command and all its subcommands what the help has in common.
pub fn german(command: Command) -> Command {
    let name = command.get_name().to_string();
    let question = |name: &'static str| Arg::new(name).long(name);
    let help = question("hilfe").alias("help").short('h');
    let version = question("version").short('V');
    command
        .arg(help.action(ArgAction::Help))
        .arg(version.action(ArgAction::Version))
        .display_name("wuerfelglueck")
        .help_template(WHOLE)
        .subcommand_help_heading("Befehle")
        .disable_help_flag(true)
        .disable_help_subcommand(true)
        .disable_version_flag(true)
        .hide_possible_values(true)
        .term_width(80)
        .mut_args(|argument| described(argument, &name))
        .mut_subcommands(german)
}

const OPTIONS: &str = include_str!("texte/hilfe/optionen.txt");

/// The option or word of this command with its text.
fn described(argument: Arg, command: &str) -> Arg {
    let word = argument.get_value_names().unwrap_or_default().join(" ");
    let long = argument.get_long().map(|long| format!("--{long}"));
    let name = long.as_ref().unwrap_or(&word);
    let entry = OPTIONS.split("\n# ").find_map(|entry| {
        let (key, entry) = entry.split_once(": ")?;
        let start = key.find("--").or(key.rfind(' ').map(|space| space + 1));
        let (commands, named) = key.split_at(start.unwrap_or(0));
        let (own, value) = named.split_once(' ').unwrap_or((named, ""));
        let is_here = commands.is_empty() || commands.split(' ').any(|one| one == command);
        (own == name && is_here).then_some((value, entry))
    });
    let (value, entry) = entry.unwrap_or(("", "Ablauf"));
    let (head, said) = entry.split_once('\n').unwrap_or((entry, ""));
    let heading = head.trim_end_matches(", selten");
    let mut argument = argument
        .help_heading(heading)
        .hide_short_help(heading != head);
    if !value.is_empty() {
        argument = argument.value_name(value);
    }
    let paragraphs = said.trim().split("\n\n");
    let long = paragraphs.map(|text| text.replace('\n', " ")).join("\n\n");
    let short = long.split("\n\n").next().unwrap_or_default().to_string();
    if argument.get_action().takes_values() {
        argument = argument
            .hide_default_value(true)
            .allow_negative_numbers(true);
    }
    argument.help(short).long_help(long)
}

/// The short help, which fits a screen of 24 lines: commands or else words, then options.
pub fn short(command: &Command) -> String {
    let words = match (command.has_subcommands(), command.get_positionals().next()) {
        (true, _) => "Befehle:\n{subcommands}\n\n",
        (false, Some(_)) => "Argumente:\n{positionals}\n\n",
        (false, None) => "",
    };
    let template = format!("{{about}}\n\nAufruf: {{usage}}\n\n{words}Optionen:\n{{options}}\n");
    let mut command = command.clone().help_template(template);
    trimmed(&command.render_help().to_string())
}

pub fn whole(command: &Command) -> String {
    trimmed(&command.clone().render_long_help().to_string())
}

/// The text without spaces at the ends of lines, and with one line break at its end.
fn trimmed(text: &str) -> String {
    let lines = text.trim_end().lines().map(str::trim_end);
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// How a command is called, or the program itself.
pub fn name(command: &Command) -> &str {
    command.get_bin_name().unwrap_or(command.get_name())
}

/// Where to read on after an error of a command line for this command, or for the program.
pub fn see(command: &Command) -> String {
    format!("siehe {} --hilfe", name(command))
}

#[derive(Debug, Args)]
#[command(override_usage = "wuerfelglueck hilfe [BEFEHL]")]
pub struct Hilfe {
    #[arg(value_name = "BEFEHL")]
    command: Option<String>,
}

impl Hilfe {
    pub fn run(&self, program: &Command) -> Result<ExitCode> {
        let asked = match &self.command {
            None => program,
            Some(name) => program.find_subcommand(name).with_context(|| {
                // The help of the program names the commands.
                let commands = program.get_subcommands().map(Command::get_name);
                let [meant, name, see] = [meant(name, commands), quoted(name), see(program)];
                BadInput(format!("den Befehl {name} gibt es nicht{meant}; {see}"))
            })?,
        };
        print_text(&whole(asked))
    }
}
