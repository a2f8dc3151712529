//! Help in German: short and whole, of the program and of each command.

use std::process::ExitCode;

use clap::{Args, Command};

use super::errors::{Failure, no_such_command};
use super::groups::{Questions, WORDS};
use super::streams::print;

/// The whole help: options under their headings.
const WHOLE: &str = "\
{about}

Aufruf: {usage}

{all-args}{after-help}
";

/// Gives a command and all its subcommands what the help has in common.
pub(super) fn german(command: Command) -> Command {
    command
        .display_name("wuerfelglueck")
        .help_template(WHOLE)
        .subcommand_help_heading("Befehle")
        .disable_help_flag(true)
        .disable_help_subcommand(true)
        .disable_version_flag(true)
        .hide_possible_values(true)
        .term_width(80)
        .mut_args(|argument| match argument.get_action().takes_values() {
            true => argument
                .hide_default_value(true)
                .allow_negative_numbers(true),
            false => argument,
        })
        .mut_subcommands(german)
}

/// The short help, which fits a screen of 24 lines: commands or else words, then options.
pub(super) fn short(command: &Command) -> String {
    let words = match (command.has_subcommands(), command.get_positionals().next()) {
        (true, _) => "Befehle:\n{subcommands}\n\n",
        (false, Some(_)) => "Argumente:\n{positionals}\n\n",
        (false, None) => "",
    };
    let template = format!("{{about}}\n\nAufruf: {{usage}}\n\n{words}Optionen:\n{{options}}\n");
    let mut command = command.clone().help_template(template);
    trimmed(&command.render_help().to_string())
}

/// The whole help.
pub(super) fn whole(command: &Command) -> String {
    trimmed(&command.clone().render_long_help().to_string())
}

/// The text without spaces at the ends of lines, and with one line break at its end.
fn trimmed(text: &str) -> String {
    let lines = text
        .trim_end()
        .lines()
        .map(|line| line.trim_end().to_string() + "\n");
    lines.collect()
}

/// Shows the whole help.
#[derive(Debug, Args)]
#[command(override_usage = "wuerfelglueck hilfe [BEFEHL]")]
pub(super) struct Hilfe {
    /// Der Befehl, um den es geht
    #[arg(value_name = "BEFEHL", help_heading = WORDS)]
    command: Option<String>,

    #[command(flatten)]
    questions: Questions,
}

impl Hilfe {
    /// Prints the help on stdout.
    pub(super) fn run(&self, program: &Command) -> Result<ExitCode, Failure> {
        let asked = match &self.command {
            None => program,
            Some(name) => program
                .find_subcommand(name)
                .ok_or_else(|| no_such_command(name, program))?,
        };
        let text = whole(asked);
        print(|out| out.write_str(&text))?;
        Ok(ExitCode::SUCCESS)
    }
}
