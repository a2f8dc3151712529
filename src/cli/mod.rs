//! The command line: options, and the runs of commands.
//!
//! A command has a file in `commands/`, with its options and its `run`; the main job is `rank`. The
//! library does the work, except where it is about the command line itself (`erzeuge`, `hilfe`) or
//! texts (`regeln`), or needs foreign processes and files (`process`, `submissions`).

mod args;
mod commands;
mod failure;
mod help;
mod input;
mod lists;
mod manual;
mod notes;
mod process;
mod progress;
mod session;
mod signals;
mod stop;
mod submissions;
mod summary;
mod system;
mod terminal;
mod usage;
mod values;

use std::env;
use std::ffi::OsString;
use std::time::Instant;

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser};
use itertools::Itertools;

use crate::report::Printable;
use commands::{Command, rank};
use failure::{Failure, or_signal};
use session::{Answer, Session, say};
use stop::Stop;
use usage::Refusal;

/// The command line: a command, or the options of the main job, which ranks dice.
#[derive(Debug, Parser)]
#[command(
    name = "wuerfelglueck",
    version,
    about = "Lässt Würfel „Mensch ärgere Dich nicht“ spielen: die Würfel-Bestenliste",
    override_usage = "wuerfelglueck [OPTIONEN] [DATEI] oder wuerfelglueck BEFEHL …",
    args_conflicts_with_subcommands = true,
    propagate_version = true
)]
struct CommandLine {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    rank: rank::Rank,
}

/// Runs the program on the arguments and the standard streams of the process, and ends it.
pub fn main() -> ! {
    let start = Instant::now();
    let arguments = env::args_os().skip(1).collect_vec();
    let mut program = help::with_german_help(CommandLine::command())
        .bin_name("wuerfelglueck")
        .no_binary_name(true);
    program.build();
    let code = run(&program, &arguments, start).unwrap_or_else(|failure| {
        match &failure {
            Failure::NoReader => {}
            Failure::Usage(_) => {
                let hint = help::pointer(named_command(&program, &arguments));
                say(format_args!("wuerfelglueck: {failure}{hint}"));
            }
            _ => say(format_args!("wuerfelglueck: {failure}")),
        }
        failure.exit_code()
    });
    std::process::exit(or_signal(code))
}

/// The command that the arguments begin with, or else the program.
fn named_command<'a>(program: &'a clap::Command, arguments: &[OsString]) -> &'a clap::Command {
    let command = arguments
        .first()
        .and_then(|word| program.find_subcommand(word));
    command.unwrap_or(program)
}

/// Runs the command that the arguments name, and gives its answer. Returns its exit code. `start`
/// is the beginning of the process.
fn run(program: &clap::Command, arguments: &[OsString], start: Instant) -> Result<u8, Failure> {
    let matches = program.clone().try_get_matches_from(arguments);
    let is_quiet = matches.as_ref().is_ok_and(help::is_quiet);
    let line = matches.and_then(|matches| CommandLine::from_arg_matches(&matches));
    let session = Session {
        is_quiet,
        start,
        stop: Stop::default(),
    };
    let answer = match line {
        Ok(line) => line.run(program, &session),
        // Help and the version are errors to clap.
        Err(answer) => answer_error(&answer, program, arguments),
    };
    session.give(&answer?)
}

impl CommandLine {
    fn run(&self, program: &clap::Command, session: &Session) -> Result<Answer, Failure> {
        match &self.command {
            None => self.rank.run(program, session),
            Some(command) => command.run(program, session),
        }
    }
}

/// The help or the version, if clap's `answer` is one of them; otherwise it is an error.
fn answer_error(
    answer: &clap::Error,
    program: &clap::Command,
    arguments: &[OsString],
) -> Result<Answer, Failure> {
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
        _ => {
            let refusal = Refusal {
                error: answer,
                program,
                arguments,
            };
            return Err(Failure::usage(refusal.explain()));
        }
    };
    Ok(Answer::of(Printable::for_people(&text)))
}
