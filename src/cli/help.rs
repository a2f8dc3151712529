//! Help in German: short and whole, of the program and of each command.

use anyhow::{Context, Result};
use clap::{Arg, ArgAction, Args, Command};
use itertools::Itertools;

use super::errors::{BadInput, quoted};
use super::streams::print_text;
use wuerfelglueck::text::meant;

/// Gives a command and all its subcommands what the help has in common.
pub fn german(command: Command) -> Command {
    let name = command.get_name().to_string();
    let help = Arg::new("hilfe").long("hilfe").alias("help").short('h');
    let version = Arg::new("version").long("version").short('V');
    command
        .arg(help.action(ArgAction::Help))
        .arg(version.action(ArgAction::Version))
        .display_name("wuerfelglueck")
        .help_template("{about}\n\nAufruf: {usage}\n\n{all-args}{after-help}\n")
        .subcommand_help_heading("Befehle")
        .disable_help_flag(true)
        .disable_help_subcommand(true)
        .disable_version_flag(true)
        .hide_possible_values(true)
        .term_width(80)
        .mut_args(|argument| described(argument, &name))
        .mut_subcommands(german)
}

/// The option or word of this command with its text.
fn described(argument: Arg, command: &str) -> Arg {
    let options = include_str!("texte/hilfe/optionen.txt");
    let word = argument.get_value_names().unwrap_or_default().join(" ");
    let long = argument.get_long().map(|long| format!("--{long}"));
    let name = long.as_ref().unwrap_or(&word);
    let entry = options.split("\n# ").find_map(|entry| {
        let (head, said) = entry.split_once('\n')?;
        let (key, heading) = head.split_once(": ")?;
        // Commands begin with a small letter.
        let is_command = |word: &&str| word.starts_with(char::is_lowercase);
        let (commands, named): (Vec<_>, Vec<_>) = key.split(' ').partition(is_command);
        let is_here = commands.is_empty() || commands.contains(&command);
        (named[0] == name && is_here).then(|| (named.get(1).copied(), heading, said))
    });
    let (value, head, said) = entry.unwrap_or((None, "Ablauf", ""));
    let heading = head.trim_end_matches(", selten");
    let mut argument = argument
        .help_heading(heading)
        .hide_short_help(heading != head);
    if argument.get_action().takes_values() {
        argument = argument
            .value_name(value.map_or(word, String::from))
            .hide_default_value(true)
            .allow_negative_numbers(true);
    }
    let paragraphs = said.trim().split("\n\n");
    let paragraphs = paragraphs.map(|text| text.replace('\n', " ")).collect_vec();
    let long = paragraphs.join("\n\n");
    argument.help(&paragraphs[0]).long_help(long)
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

/// Where to read on after an error of a command line for this command, or for the program.
pub fn see(command: &Command) -> String {
    let name = command.get_bin_name().unwrap_or_default();
    format!("; siehe {name} --hilfe")
}

#[derive(Debug, Args)]
#[command(override_usage = "wuerfelglueck hilfe [BEFEHL]")]
pub struct Hilfe {
    #[arg(value_name = "BEFEHL")]
    command: Option<String>,
}

impl Hilfe {
    pub fn run(&self, program: &Command) -> Result<u8> {
        let asked = match &self.command {
            None => program,
            Some(name) => find_command(program, name)?,
        };
        print_text(&whole(asked))
    }
}

/// The command of this name.
pub fn find_command<'a>(program: &'a Command, name: &str) -> Result<&'a Command> {
    program.find_subcommand(name).with_context(|| {
        // The help of the program names the commands.
        let commands = program.get_subcommands().map(Command::get_name);
        let [meant, name, see] = [meant(name, commands), quoted(name), see(program)];
        BadInput(format!("den Befehl {name} gibt es nicht{meant}{see}"))
    })
}
