//! The command `hilfe`: the whole help of the program, or of a command.

use clap::{Args, Command};

use crate::cli::failure::Failure;
use crate::cli::help;
use crate::cli::session::Answer;
use crate::report::Printable;

#[derive(Debug, Args)]
#[command(override_usage = "wuerfelglueck hilfe [BEFEHL]")]
pub struct Hilfe {
    /// Der Befehl, um den es geht
    #[arg(value_name = "BEFEHL", help_heading = "Argumente")]
    command: Option<String>,
}

impl Hilfe {
    pub fn run(&self, program: &Command) -> Result<Answer, Failure> {
        let command = match &self.command {
            None => program,
            Some(name) => help::find_command(program, name)?,
        };
        Ok(Answer::of(Printable::for_people(&help::long_help(command))))
    }
}
