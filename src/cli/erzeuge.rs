//! The command `erzeuge`: what an installation needs beside the program, made from its options.

use std::io::{self, Write};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::common::{Questions, print};
use super::options::Options;
use super::{completion, manual};

const TEMPLATE: &str = "\
{about}

Aufruf: {usage}

Argumente:
{positionals}

Optionen:
{options}{after-help}";

const AFTER_HELP: &str = "\
„make install“ legt alle vier an ihre Plätze. Für die laufende bash genügt:

  source <(wuerfelglueck erzeuge bash)
";

/// Prints the manual or a completion script.
#[derive(Debug, Args)]
#[command(
    display_name = "wuerfelglueck",
    override_usage = "wuerfelglueck erzeuge WAS",
    help_template = TEMPLATE,
    after_help = AFTER_HELP,
    disable_help_flag = true,
    disable_version_flag = true,
    hide_possible_values = true,
    term_width = 80,
)]
pub(super) struct Erzeuge {
    /// handbuch für die Handbuchseite (man); bash, zsh oder fish für das Skript, mit dem diese Shell
    /// Befehlszeilen vervollständigt
    #[arg(value_name = "WAS", value_parser = product())]
    product: Product,

    #[command(flatten)]
    questions: Questions,
}

/// What can be printed.
#[derive(Clone, Copy, Debug)]
enum Product {
    /// The page of `man`.
    Manual,
    /// The script of a shell.
    Completion(Shell),
}

fn product() -> impl TypedValueParser<Value = Product> {
    PossibleValuesParser::new(["handbuch", "bash", "zsh", "fish"]).map(|name| match name.as_str() {
        "bash" => Product::Completion(Shell::Bash),
        "zsh" => Product::Completion(Shell::Zsh),
        "fish" => Product::Completion(Shell::Fish),
        _ => Product::Manual,
    })
}

impl Erzeuge {
    /// Prints it to stdout.
    pub(super) fn run(&self) -> anyhow::Result<()> {
        print(|out| out.write_all(self.product.text()?.as_bytes()))
    }
}

impl Product {
    fn text(self) -> io::Result<String> {
        let mut command = Options::command();
        let name = command.get_name().to_string();
        command.set_bin_name(name);
        // Now each subcommand knows how it is called.
        command.build();
        match self {
            Product::Manual => manual::page(&command),
            Product::Completion(shell) => completion::script(shell, command),
        }
    }
}
