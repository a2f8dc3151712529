//! The command `erzeuge`: what an installation needs beside the program, made from its options.

use std::io;
use std::process::ExitCode;

use clap::{Args, Command, ValueEnum};
use clap_complete::Shell;

use super::errors::Failure;
use super::groups::{Questions, WORDS};
use super::manual;
use super::streams::print;

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

/// What an installation needs beside the program.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Product {
    Handbuch,
    Bash,
    Zsh,
    Fish,
}

impl Erzeuge {
    /// Prints the product on stdout. The command line of the program is built.
    pub(super) fn run(&self, program: &Command) -> Result<ExitCode, Failure> {
        // With a word of its own, zsh would take the name of a command for that word.
        let options = program
            .get_arguments()
            .filter(|argument| !argument.is_positional());
        let without_words = Command::new(NAME)
            .version(env!("CARGO_PKG_VERSION"))
            .propagate_version(true)
            .disable_version_flag(true)
            .disable_help_flag(true)
            .disable_help_subcommand(true)
            .args(options)
            .subcommands(program.get_subcommands());
        let completion = |shell: Shell| {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut without_words.clone(), NAME, &mut script);
            String::from_utf8(script).map_err(io::Error::other)
        };
        let text = match self.product {
            Product::Handbuch => manual::page(program),
            Product::Bash => completion(Shell::Bash),
            Product::Zsh => completion(Shell::Zsh),
            Product::Fish => completion(Shell::Fish),
        };
        let text = text.map_err(Failure::Stdout)?;
        print(|out| out.write_str(&text))?;
        Ok(ExitCode::SUCCESS)
    }
}
