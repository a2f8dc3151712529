//! The command line: options, and the runs of commands.
//!
//! A command has a file of its own here, with its options and its `run`; the main job is `rank`.
//! The library does the work, except where it is about the command line itself (`erzeuge`, `help`)
//! or texts (`regeln`), or needs foreign processes and files (`program`, `folders`,
//! `submissions`).

mod diagnose;
mod erzeuge;
mod exit;
mod folders;
mod groups;
mod help;
mod lists;
mod manual;
mod program;
mod progress;
mod pruefe;
mod rank;
mod regeln;
mod sammle;
mod signals;
mod sixjack;
mod spiel;
mod streams;
mod submissions;
mod summary;
mod system;
mod usage;
mod values;

use std::ffi::OsString;
use std::time::Instant;
use std::{env, process};

use anyhow::{Result, bail};
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use itertools::Itertools;

use exit::{Misuse, exit_code, or_signal};
use streams::{print, say};

/// The command line: a command, or the options of the main job, which ranks dice.
#[derive(Debug, Parser)]
#[command(
    name = "wuerfelglueck",
    version,
    about = "Lässt Würfel „Mensch ärgere Dich nicht“ spielen: die Würfel-Bestenliste",
    override_usage = "wuerfelglueck [OPTIONEN] [DATEI] oder wuerfelglueck BEFEHL …",
    after_long_help = include_str!("texte/hilfe/wuerfelglueck.txt"),
    args_conflicts_with_subcommands = true,
    propagate_version = true
)]
struct CommandLine {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    rank: rank::Rank,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Prüft, ob eine Bestenliste stimmt, Zeile für Zeile
    #[command(alias = "prüfe", after_long_help = include_str!("texte/hilfe/pruefe.txt"))]
    Pruefe(Box<pruefe::Pruefe>),
    /// Sagt, nach welchen Regeln ein Programm spielt
    #[command(after_long_help = include_str!("texte/hilfe/diagnose.txt"))]
    Diagnose(Box<diagnose::Diagnose>),
    /// Erzählt ein einzelnes Spiel Wurf für Wurf
    #[command(after_long_help = include_str!("texte/hilfe/spiel.txt"))]
    Spiel(spiel::Spiel),
    /// Erklärt die Regeln
    #[command(after_long_help = include_str!("texte/hilfe/regeln.txt"))]
    Regeln(regeln::Regeln),
    /// Setzt Zeilen von --format paare zur Bestenliste zusammen
    #[command(after_long_help = include_str!("texte/hilfe/sammle.txt"))]
    Sammle(sammle::Sammle),
    /// Spielt das Kartenspiel Six Jack, Computer gegen Computer
    #[command(after_long_help = include_str!("texte/hilfe/sixjack.txt"))]
    Sixjack(sixjack::SixJack),
    /// Gibt das Handbuch oder die Vervollständigung für eine Shell aus
    #[command(after_long_help = include_str!("texte/hilfe/erzeuge.txt"))]
    Erzeuge(erzeuge::Erzeuge),
    /// Zeigt die ganze Hilfe, auch zu einem Befehl
    #[command(alias = "help", after_long_help = include_str!("texte/hilfe/hilfe.txt"))]
    Hilfe(help::Hilfe),
}

/// Runs the program on the arguments and the standard streams of the process, and ends it.
pub fn main() -> ! {
    let start = Instant::now();
    signals::install();
    let arguments = env::args_os().skip(1).collect_vec();
    let mut program = help::with_german_help(CommandLine::command())
        .bin_name("wuerfelglueck")
        .no_binary_name(true);
    program.build();
    let code = run(&program, &arguments, start).unwrap_or_else(|error| {
        let hint = if error.is::<Misuse>() {
            help::pointer(named_command(&program, &arguments))
        } else {
            String::new()
        };
        say(format_args!("wuerfelglueck: {error:#}{hint}"));
        exit_code(&error)
    });
    process::exit(or_signal(code))
}

/// The command that the arguments begin with, or else the program.
fn named_command<'a>(program: &'a clap::Command, arguments: &[OsString]) -> &'a clap::Command {
    let command = arguments
        .first()
        .and_then(|word| program.find_subcommand(word));
    command.unwrap_or(program)
}

/// Runs the command that the arguments name. Returns its exit code. `start` is the beginning of the
/// process.
fn run(program: &clap::Command, arguments: &[OsString], start: Instant) -> Result<u8> {
    let matches = program.clone().try_get_matches_from(arguments);
    let line = match matches.and_then(|matches| CommandLine::from_arg_matches(&matches)) {
        Ok(line) => line,
        // Help and the version are errors to clap.
        Err(answer) => return answer_error(&answer, program, arguments),
    };
    match &line.command {
        None => line.rank.run(program, start),
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

/// Prints the help or the version, if clap's `answer` is one of them; otherwise it is an error.
fn answer_error(
    answer: &clap::Error,
    program: &clap::Command,
    arguments: &[OsString],
) -> Result<u8> {
    // Words behind „--“ belong to the command that `diagnose` runs.
    let is_whole = arguments
        .iter()
        .take_while(|word| *word != "--")
        .any(|word| word == "--hilfe" || word == "--help");
    let command = named_command(program, arguments);
    let text = match answer.kind() {
        ErrorKind::DisplayHelp if is_whole => help::long_help(command),
        ErrorKind::DisplayHelp => help::short_help(command),
        ErrorKind::DisplayVersion => answer.render().to_string(),
        _ => bail!(Misuse(usage::explain(answer, program, arguments))),
    };
    print(&text)?;
    Ok(0)
}
