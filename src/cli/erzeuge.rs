//! The command `erzeuge`: pages for `man`, and scripts by which shells complete command lines, made
//! from the options and their help.

use std::iter;

use anyhow::Result;
use clap::builder::PossibleValuesParser;
use clap::{Args, Command};
use clap_complete::Shell;
use itertools::Itertools;

use super::exit::refuse;
use super::streams::print_text;
use super::usage::quoted;
use super::values::{Word, word};
use super::{help, manual};
use wuerfelglueck::rules::{Deviation, Rules};

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
    #[arg(value_name = "WAS", value_parser = word(&PRODUCTS))]
    product: Word<Option<Shell>>,
    /// Der Befehl, zu dem die Handbuchseite gehört; ohne ihn die über das Ganze
    #[arg(value_name = "BEFEHL")]
    command: Option<String>,
}

const PRODUCTS: [(&str, Option<Shell>); 4] = [
    ("handbuch", None),
    ("bash", Some(Shell::Bash)),
    ("zsh", Some(Shell::Zsh)),
    ("fish", Some(Shell::Fish)),
];

impl Erzeuge {
    pub fn run(&self, program: &Command) -> Result<u8> {
        let text = match (self.product.value, &self.command) {
            (None, None) => manual::page(program, program),
            (None, Some(name)) => manual::page(program, help::find_command(program, name)?),
            (Some(shell), None) => completion(program, shell)?,
            (Some(_), Some(name)) => {
                let shown = quoted(name);
                refuse!("{shown} ist überzählig; einen Befehl gibt es nur bei „handbuch“");
            }
        };
        print_text(&text)
    }
}

fn completion(program: &Command, shell: Shell) -> Result<String> {
    let name = program.get_name().to_string();
    // With a word of its own, zsh would take the name of a command for that word.
    let options = program.get_arguments().filter(|one| !one.is_positional());
    let mut without_words = Command::new(name.clone())
        .version(env!("CARGO_PKG_VERSION"))
        .disable_version_flag(true)
        .disable_help_flag(true)
        .disable_help_subcommand(true)
        .args(options)
        .subcommands(program.get_subcommands());
    let commands = program.get_subcommands().map(Command::get_name);
    let commands = PossibleValuesParser::new(commands.map(String::from).collect_vec());
    without_words = named(without_words).mut_subcommands(named);
    for with_command in ["hilfe", "erzeuge"] {
        let commands = commands.clone();
        without_words = without_words.mut_subcommand(with_command, |one| {
            one.mut_arg("command", |command| command.value_parser(commands))
        });
    }
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut without_words, name, &mut script);
    Ok(String::from_utf8(script)?)
}

/// The command with the names that there are for rules: all rule sets with at most one deviation, and a word for others.
fn named(command: Command) -> Command {
    let more = match command.get_name() {
        "diagnose" | "spiel" => None,
        "regeln" => Some("sixjack"),
        _ => Some("alle"),
    };
    let rule_sets = Rules::ALL.into_iter().flat_map(|base| {
        let all = Deviation::ALL.iter();
        let deviating = all.filter_map(move |&one| base.with(one).ok());
        iter::once(base).chain(deviating)
    });
    let names = rule_sets.map(|rules| rules.to_string());
    let names = names.chain(more.map(String::from)).collect_vec();
    command.mut_args(|argument| match argument.get_id().as_str() {
        "rules" | "topic" => argument.value_parser(PossibleValuesParser::new(names.clone())),
        _ => argument,
    })
}
