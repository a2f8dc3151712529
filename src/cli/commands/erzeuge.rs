//! The command `erzeuge`: pages for `man`, and scripts by which shells complete command lines, made
//! from the options and their help.

use std::iter;

use clap::builder::PossibleValuesParser;
use clap::{Arg, Args, Command, ValueHint};
use clap_complete::Shell;
use itertools::Itertools;

use crate::cli::args::{ONE_RULE_SET, RULE_SETS, TOPIC};
use crate::cli::failure::{Failure, refuse};
use crate::cli::session::Answer;
use crate::cli::usage::quoted;
use crate::cli::values::{Choice, choice_of};
use crate::cli::{help, manual};
use crate::report::Printable;
use wuerfelglueck::rules::Rules;

#[derive(Debug, Args)]
#[command(
    override_usage = "wuerfelglueck erzeuge handbuch [BEFEHL]\n       \
    wuerfelglueck erzeuge bash|zsh|fish",
    next_help_heading = "Argumente"
)]
pub struct Erzeuge {
    /// handbuch, bash, zsh oder fish
    ///
    /// handbuch ist eine Handbuchseite für man. Mit den Skripten vervollständigt die Shell
    /// Befehlszeilen.
    #[arg(value_name = "WAS", value_parser = choice_of(&PRODUCTS))]
    product: Choice<Option<Shell>>,
    /// Der Befehl, zu dem die Handbuchseite gehört; ohne ihn die über das Ganze
    #[arg(value_name = "BEFEHL")]
    command: Option<String>,
}

/// The words for what is made: the manual, or the completions for a shell.
const PRODUCTS: [(&str, Option<Shell>); 4] = [
    ("handbuch", None),
    ("bash", Some(Shell::Bash)),
    ("zsh", Some(Shell::Zsh)),
    ("fish", Some(Shell::Fish)),
];

impl Erzeuge {
    pub fn run(&self, program: &Command) -> Result<Answer, Failure> {
        let text = match (self.product.value, &self.command) {
            (None, None) => manual::page(program, program),
            (None, Some(name)) => manual::page(program, help::find_command(program, name)?),
            (Some(shell), None) => completion_script(program, shell),
            (Some(_), Some(name)) => {
                let name = quoted(name);
                refuse!("{name} ist überzählig; einen Befehl gibt es nur bei „handbuch“");
            }
        };
        Ok(Answer::of(Printable::for_programs(&text)))
    }
}

/// The script by which a shell completes command lines.
fn completion_script(program: &Command, shell: Shell) -> String {
    let name = program.get_name().to_string();
    // With a positional argument, zsh would take the name of a command for its value.
    let options = program
        .get_arguments()
        .filter(|argument| !argument.is_positional());
    let command_line = Command::new(name.clone())
        .version(env!("CARGO_PKG_VERSION"))
        .disable_version_flag(true)
        .disable_help_flag(true)
        .disable_help_subcommand(true)
        .args(options)
        .subcommands(program.get_subcommands());
    let names = program
        .get_subcommands()
        .map(|command| command.get_name().to_string())
        .collect_vec();
    let commands = PossibleValuesParser::new(names);
    let mut command_line = with_values(command_line).mut_subcommands(with_values);
    for taking_command in ["hilfe", "erzeuge"] {
        let commands = commands.clone();
        command_line = command_line.mut_subcommand(taking_command, |command| {
            command.mut_arg("command", |argument| argument.value_parser(commands))
        });
    }
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command_line, name, &mut script);
    let script = String::from_utf8_lossy(&script);
    match shell {
        Shell::Bash => script.replacen(BASH_PREVIOUS_WORD, BASH_WITH_EQUALS_SIGN, 1),
        _ => script.into_owned(),
    }
}

/// The line of the script for bash that takes the word before the one to be completed.
const BASH_PREVIOUS_WORD: &str = "    prev=\"$3\"\n";

/// The same line, for words that bash divides at an equals sign: `--regeln`, `=` and `z`.
const BASH_WITH_EQUALS_SIGN: &str = r#"    prev="$3"
    if [[ "${cur}" == "=" ]]; then
        cur=""
    elif [[ "${prev}" == "=" ]]; then
        prev="${COMP_WORDS[COMP_CWORD-2]}"
    fi
"#;

/// Returns whether the values of an argument are neither files nor some words.
fn takes_free_text(argument: &Arg) -> bool {
    argument.get_action().takes_values()
        && argument.get_value_hint() == ValueHint::Unknown
        && argument.get_possible_values().is_empty()
}

/// Gives a command the values of its argument for rules: all rule sets with at most one deviation,
/// and the word that it takes beside them. For other values, such as numbers, no files are offered.
fn with_values(command: Command) -> Command {
    let names_and = |word: Option<&str>| {
        let names = Rules::BASES
            .into_iter()
            .flat_map(|base| iter::once(base).chain(base.with_one_more_deviation()))
            .map(|rules| rules.to_string());
        PossibleValuesParser::new(names.chain(word.map(String::from)).collect_vec())
    };
    command.mut_args(|argument| match argument.get_id().as_str() {
        RULE_SETS => argument.value_parser(names_and(Some("alle"))),
        ONE_RULE_SET => argument.value_parser(names_and(None)),
        TOPIC => argument.value_parser(names_and(Some("sixjack"))),
        _ if takes_free_text(&argument) => argument.value_hint(ValueHint::Other),
        _ => argument,
    })
}
