//! Help in German: short and whole, of the program and of each command.

use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::builder::StyledStr;
use clap::{Arg, Args, Command};

use super::errors::{BadInput, no_such_command};
use super::groups::Questions;
use super::streams::print_text;

const WHOLE: &str = "\
{about}

Aufruf: {usage}

{all-args}{after-help}
";

/// Gives a command and all its subcommands what the help has in common.
pub fn german(command: Command) -> Command {
    command
        .display_name("wuerfelglueck")
        .help_template(WHOLE)
        .subcommand_help_heading("Befehle")
        .disable_help_flag(true)
        .disable_help_subcommand(true)
        .disable_version_flag(true)
        .hide_possible_values(true)
        .term_width(80)
        .mut_args(laid_out)
        .mut_subcommands(german)
}

/// The headings of options in the whole help. What is in none of these is about how the program runs.
const HEADINGS: [(&str, &str); 3] = [
    ("Regeln", "regeln wertung spieler karten"),
    (
        "Genauigkeit",
        "exakt genauigkeit spiele hoechstens irrtum gleichauf streng datei gespielt toleranz spielraum stichprobe",
    ),
    (
        "Ausgabe",
        "format beste paarungen balken ursache ausfuehrlich brett tabelle optimal duell gegen protokoll",
    ),
];

/// Options that the short help leaves out.
const RARE: &str =
    "hoechstens wertung irrtum gleichauf balken streng saat speicher faeden version teil felder";

/// The option or word under its heading, with its default: in the short help if its line has room for that, otherwise at the end
/// of the whole help.
fn laid_out(argument: Arg) -> Arg {
    /// The room for what an option means, in characters.
    const ROOM: usize = 53;
    let name = argument.get_long().unwrap_or_default();
    let is_in = |names: &str| names.split(' ').any(|known| known == name);
    let heading = match HEADINGS.iter().find(|(_, names)| is_in(names)) {
        _ if argument.is_positional() => "Argumente",
        Some((heading, _)) => heading,
        None => "Ablauf",
    };
    let is_rare = is_in(RARE) || argument.is_hide_short_help_set();
    let argument = argument.help_heading(heading).hide_short_help(is_rare);
    if !argument.get_action().takes_values() {
        return argument;
    }
    let argument = argument
        .hide_default_value(true)
        .allow_negative_numbers(true);
    let ([default], Some(_)) = (argument.get_default_values(), argument.get_long()) else {
        return argument;
    };
    let default = format!(" [Vorgabe: {}]", default.display());
    let short = text(argument.get_help());
    let long = text(argument.get_long_help().or(argument.get_help()));
    let behind = short.clone() + &default;
    if behind.chars().count() > ROOM {
        return argument.long_help(long + &default);
    }
    let long = long.replacen(&short, &behind, 1);
    argument.help(behind).long_help(long)
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

/// What clap keeps as a text, empty if there is none.
pub fn text(text: Option<&StyledStr>) -> String {
    text.map(ToString::to_string).unwrap_or_default()
}

#[derive(Debug, Args)]
#[command(override_usage = "wuerfelglueck hilfe [BEFEHL]")]
pub struct Hilfe {
    /// Der Befehl, um den es geht
    #[arg(value_name = "BEFEHL")]
    command: Option<String>,

    #[command(flatten)]
    questions: Questions,
}

impl Hilfe {
    pub fn run(&self, program: &Command) -> Result<ExitCode> {
        let asked = match &self.command {
            None => program,
            Some(name) => program.find_subcommand(name).with_context(|| {
                // The help of the program names the commands.
                let fault = no_such_command(name, program);
                BadInput(format!("{fault}; {}", see(program)))
            })?,
        };
        print_text(&whole(asked))
    }
}
