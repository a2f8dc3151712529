//! The command `regeln`: the rules in German.

use std::process::ExitCode;

use clap::{Args, ValueEnum};

use super::errors::Failure;
use super::groups::{Questions, WORDS};
use super::streams::print;

/// The rules of the game, with the rule sets and the signs of the board.
pub(super) const ALL: &str = include_str!("texte/regeln.txt");

/// Prints the rules.
#[derive(Debug, Args)]
#[command(override_usage = "wuerfelglueck regeln [NAME]")]
pub(super) struct Regeln {
    /// Ein Regelwerk (offiziell, zielzuerst, wlr) oder sixjack
    ///
    /// Bei einem Regelwerk steht, was es anders macht und wozu es da ist; bei sixjack stehen die Regeln des
    /// Kartenspiels. Ohne NAME kommt alles über „Mensch ärgere Dich nicht“.
    #[arg(value_name = "NAME", help_heading = WORDS)]
    topic: Option<Topic>,

    #[command(flatten)]
    questions: Questions,
}

/// What can be explained.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Topic {
    Offiziell,
    Zielzuerst,
    Wlr,
    Sixjack,
}

impl Regeln {
    /// Prints the rules on stdout.
    pub(super) fn run(&self) -> Result<ExitCode, Failure> {
        let text = match self.topic {
            None => ALL,
            Some(Topic::Offiziell) => include_str!("texte/offiziell.txt"),
            Some(Topic::Zielzuerst) => include_str!("texte/zielzuerst.txt"),
            Some(Topic::Wlr) => include_str!("texte/wlr.txt"),
            Some(Topic::Sixjack) => include_str!("texte/sixjack.txt"),
        };
        print(|out| out.write_str(text))?;
        Ok(ExitCode::SUCCESS)
    }
}
