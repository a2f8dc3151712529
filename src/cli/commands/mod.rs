//! The commands: from options to an answer.

pub mod diagnose;
pub mod erzeuge;
pub mod hilfe;
pub mod pruefe;
pub mod rank;
pub mod regeln;
pub mod sammle;
pub mod sixjack;
pub mod spiel;

use clap::Subcommand;

use super::failure::Failure;
use super::session::{Answer, Session};

/// A command, with its options. Its doc comment is its line in the help.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Prüft, ob eine Bestenliste stimmt, Zeile für Zeile
    #[command(alias = "prüfe")]
    Pruefe(Box<pruefe::Pruefe>),
    /// Sagt, nach welchen Regeln ein Programm spielt
    Diagnose(Box<diagnose::Diagnose>),
    /// Erzählt ein einzelnes Spiel Wurf für Wurf
    Spiel(spiel::Spiel),
    /// Erklärt die Regeln
    Regeln(regeln::Regeln),
    /// Setzt Zeilen von --format paare zur Bestenliste zusammen
    Sammle(sammle::Sammle),
    /// Spielt das Kartenspiel Six Jack, Computer gegen Computer
    Sixjack(sixjack::SixJack),
    /// Gibt das Handbuch oder die Vervollständigung für eine Shell aus
    Erzeuge(erzeuge::Erzeuge),
    /// Zeigt die ganze Hilfe, auch zu einem Befehl
    #[command(alias = "help")]
    Hilfe(hilfe::Hilfe),
}

impl Command {
    /// Runs the command. `program` is the command line as a whole.
    pub fn run(&self, program: &clap::Command, session: &Session) -> Result<Answer, Failure> {
        match self {
            Command::Pruefe(command) => command.run(session),
            Command::Diagnose(command) => command.run(session),
            Command::Spiel(command) => command.run(session),
            Command::Regeln(command) => Ok(command.run()),
            Command::Sammle(command) => command.run(session),
            Command::Sixjack(command) => command.run(session),
            Command::Erzeuge(command) => command.run(program),
            Command::Hilfe(command) => command.run(program),
        }
    }
}
