//! The command `erzeuge`: what an installation needs beside the program, made from its options.

use std::io;
use std::process::ExitCode;

use clap::{Args, Command};

use super::errors::Failure;
use super::groups::{Questions, WORDS};
use super::manual;
use super::streams::print;
use super::values::Product;

/// The name of the program.
const NAME: &str = env!("CARGO_PKG_NAME");

/// The end of the help.
const AFTER_HELP: &str = "\
„make install“ legt alle vier an ihre Plätze. Für die laufende bash genügt das
Beispiel mit source.

  source <(wuerfelglueck erzeuge bash)
";

/// Prints the manual or a completion script.
#[derive(Debug, Args)]
#[command(override_usage = "wuerfelglueck erzeuge WAS", after_long_help = AFTER_HELP)]
pub(super) struct Erzeuge {
    /// handbuch, bash, zsh oder fish
    ///
    /// handbuch ist die Handbuchseite (man). Mit den Skripten vervollständigt die Shell Befehlszeilen.
    #[arg(value_name = "WAS", help_heading = WORDS)]
    product: Product,

    #[command(flatten)]
    questions: Questions,
}

impl Erzeuge {
    /// Prints the product on stdout. The command line of the program is built.
    pub(super) fn run(&self, program: &Command) -> Result<ExitCode, Failure> {
        let text = match self.product.shell() {
            Some(shell) => {
                // With a word of its own, zsh would take the name of a command for that word.
                let options = program
                    .get_arguments()
                    .filter(|argument| !argument.is_positional());
                let mut program = Command::new(NAME)
                    .version(env!("CARGO_PKG_VERSION"))
                    .propagate_version(true)
                    .disable_version_flag(true)
                    .disable_help_flag(true)
                    .disable_help_subcommand(true)
                    .args(options)
                    .subcommands(program.get_subcommands());
                let mut script = Vec::new();
                clap_complete::generate(shell, &mut program, NAME, &mut script);
                String::from_utf8(script).map_err(io::Error::other)
            }
            None => manual::page(program),
        };
        let text = text.map_err(Failure::Stdout)?;
        print(|out| out.write_str(&text))?;
        Ok(ExitCode::SUCCESS)
    }
}
