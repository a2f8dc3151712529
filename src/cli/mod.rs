//! The command line: what the user can ask for, and what comes back.
//!
//! | command | its file here | what does the work |
//! | --- | --- | --- |
//! | (none) | `rank` | [`tournament`](crate::tournament), [`ranking`](crate::ranking), [`exact`](crate::exact) |
//! | `pruefe` | `pruefe` | [`check`](crate::check) |
//! | `diagnose` | `diagnose` | [`diagnose`](crate::diagnose) |
//! | `sammle` | `sammle` | [`shards`](crate::shards) |
//! | `spiel` | `spiel` | [`told`](crate::told) |
//! | `sixjack` | `sixjack` | [`sixjack`](crate::sixjack) |
//! | `regeln` | `regeln` | the texts in `texte` |
//! | `erzeuge` | `erzeuge` | `manual`, and clap |
//! | `hilfe` | `help` | clap |

mod descriptors;
mod diagnose;
mod errors;
mod erzeuge;
mod find;
mod groups;
mod help;
mod manual;
mod misuse;
mod program;
mod progress;
mod pruefe;
mod rank;
mod regeln;
mod sammle;
#[cfg(unix)]
mod signals;
mod sixjack;
mod spiel;
mod status_line;
mod streams;
mod summary;
mod utf16;
mod values;
mod warnings;

use std::env;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::allocation;
use errors::{BAD_INPUT, Failure};
use misuse::Misuse;
use streams::{print, say, writable};

/// What the program is asked to do: to rank dice, unless a command says otherwise.
#[derive(Debug, Parser)]
#[command(
    name = "wuerfelglueck",
    version,
    about = "Lässt Würfel „Mensch ärgere Dich nicht“ spielen: die Würfel-Bestenliste",
    override_usage = "wuerfelglueck [OPTIONEN] [DATEI]",
    after_long_help = rank::AFTER_HELP,
    args_conflicts_with_subcommands = true,
    propagate_version = true
)]
struct CommandLine {
    #[command(subcommand)]
    command: Option<Command>,

    #[command(flatten)]
    rank: rank::Rank,
}

/// What is done instead of ranking dice.
#[derive(Debug, Subcommand)]
enum Command {
    /// Prüft, ob eine Bestenliste stimmt, Zeile für Zeile
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
    /// Druckt das Handbuch oder die Vervollständigung für eine Shell
    Erzeuge(erzeuge::Erzeuge),
    /// Zeigt die ganze Hilfe, auch zu einem Befehl
    #[command(alias = "help")]
    Hilfe(help::Hilfe),
}

/// Runs the program on the arguments and the standard streams of the process.
pub fn main() -> ExitCode {
    #[cfg(unix)]
    signals::end_aborts_as_failures();
    let mut program = help::german(CommandLine::command()).bin_name("wuerfelglueck");
    program.build();
    let command = named_command(&program);
    let matches = program.try_get_matches_from_mut(env::args_os());
    let line = matches.and_then(|matches| CommandLine::from_arg_matches(&matches));
    let result = allocation::catch(|| match line {
        Ok(line) => run(&line, &program),
        Err(answer) => answer_or_refuse(&answer, &program, command.as_deref()),
    });
    let result = result.unwrap_or_else(|refused| Err(refused.into()));
    result.unwrap_or_else(|failure| {
        let command = match failure {
            // The help of the program names the commands.
            Failure::Misuse(Misuse::NoSuchCommand(..)) => None,
            _ => command.as_deref(),
        };
        match failure {
            Failure::Misuse(_) => say(format_args!("{failure}; {}", errors::see_help(command))),
            _ => say(&failure),
        }
        ExitCode::from(failure.exit_code())
    })
}

/// The name of the command that the command line begins with, if it does.
fn named_command(program: &clap::Command) -> Option<String> {
    let first = env::args_os().nth(1)?;
    let found = program.find_subcommand(&first)?;
    Some(found.get_name().to_string())
}

/// Does what is asked for.
fn run(line: &CommandLine, program: &clap::Command) -> Result<ExitCode, Failure> {
    writable()?;
    match &line.command {
        None => line.rank.run(program),
        Some(Command::Pruefe(command)) => command.run(),
        Some(Command::Diagnose(command)) => command.run(),
        Some(Command::Spiel(command)) => command.run(),
        Some(Command::Regeln(command)) => command.run(),
        Some(Command::Sammle(command)) => command.run(),
        Some(Command::Sixjack(command)) => command.run(),
        Some(Command::Erzeuge(command)) => command.run(program),
        Some(Command::Hilfe(command)) => command.run(program),
    }
}

/// Shows help or the version, which clap takes for errors, or says what is wrong with the command line.
fn answer_or_refuse(
    answer: &clap::Error,
    program: &clap::Command,
    command: Option<&str>,
) -> Result<ExitCode, Failure> {
    let asked = command.and_then(|name| program.find_subcommand(name));
    let asked = asked.unwrap_or(program);
    let text = match answer.kind() {
        ErrorKind::DisplayHelp => {
            match env::args_os().any(|word| word == "--hilfe" || word == "--help") {
                true => help::whole(asked),
                false => help::short(asked),
            }
        }
        ErrorKind::DisplayVersion => answer.render().to_string(),
        _ => {
            say(format_args!(
                "{}; {}",
                errors::command_line(answer, program),
                errors::see_help(command)
            ));
            return Ok(ExitCode::from(BAD_INPUT));
        }
    };
    print(|out| out.write_str(&text))?;
    Ok(ExitCode::SUCCESS)
}
