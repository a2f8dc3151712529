//! The command `erzeuge`: what an installation needs beside the program, made from its options.

use std::iter;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Command};
use clap_complete::Shell;
use itertools::Itertools;

use super::groups::Questions;
use super::manual;
use super::streams::print_text;
use super::values::{Word, word};
use crate::rules::{Deviation, Rules};

#[derive(Debug, Args)]
#[command(override_usage = "wuerfelglueck erzeuge WAS")]
pub struct Erzeuge {
    #[arg(value_name = "WAS", value_parser = word(&PRODUCTS))]
    product: Word<Option<Shell>>,
    #[command(flatten)]
    questions: Questions,
}

const PRODUCTS: [(&str, Option<Shell>); 4] = [
    ("handbuch", None),
    ("bash", Some(Shell::Bash)),
    ("zsh", Some(Shell::Zsh)),
    ("fish", Some(Shell::Fish)),
];

impl Erzeuge {
    pub fn run(&self, program: &Command) -> Result<ExitCode> {
        let text = match self.product.value {
            None => manual::page(program),
            Some(shell) => completion(program, shell)?,
        };
        print_text(&text)
    }
}

fn completion(program: &Command, shell: Shell) -> Result<String> {
    let name = env!("CARGO_PKG_NAME");
    // With a word of its own, zsh would take the name of a command for that word.
    let options = program
        .get_arguments()
        .filter(|argument| !argument.is_positional());
    let mut without_words = Command::new(name)
        .version(env!("CARGO_PKG_VERSION"))
        .disable_version_flag(true)
        .disable_help_flag(true)
        .disable_help_subcommand(true)
        .args(options)
        .subcommands(program.get_subcommands());
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut without_words, name, &mut script);
    // Clap knows only words that do not have to be made.
    let bases = Rules::ALL.map(|base| base.to_string()).join(" ");
    let script = String::from_utf8(script)?;
    Ok(script.replace(&bases, &rule_sets().join(" ")))
}

/// The names of all rule sets with at most one deviation.
fn rule_sets() -> impl Iterator<Item = Rules> {
    Rules::ALL.into_iter().flat_map(|base| {
        let deviations = Deviation::ALL.iter();
        let deviating = deviations.filter_map(move |&one| base.with(one).ok());
        iter::once(base).chain(deviating)
    })
}
