//! The command line: options, the way from stdin to stdout, and the exit code.

mod common;
mod completion;
mod errors;
mod erzeuge;
mod manual;
mod misuse;
mod options;
mod progress;
mod pruefe;
mod rank;
mod sammle;
mod sixjack;
mod spiel;
mod warnings;

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use crate::dice::DiceError;
use crate::shards::GatherError;
use common::{print, say};
use misuse::Misuse;
use options::{Command, Options};
use pruefe::Unreadable;

/// Exit code where the input or the command line is wrong.
const BAD_INPUT: u8 = 2;
/// Exit code where reading or writing failed, or a check said no.
const FAILED: u8 = 1;

/// Runs the program on the arguments and the standard streams of the process.
pub fn main() -> ExitCode {
    let command = command();
    let see_help = || errors::see_help(command.as_deref());
    let result = match Options::try_parse() {
        Ok(options) => run(&options),
        Err(error) if error.use_stderr() => {
            say(format_args!(
                "{}; {}",
                errors::command_line(&error, command.as_deref()),
                see_help()
            ));
            return ExitCode::from(BAD_INPUT);
        }
        // Help and version.
        Err(answer) => print(|out| write!(out, "{}", answer.render())).map(|()| ExitCode::SUCCESS),
    };
    let error = match result {
        Ok(code) => return code,
        Err(error) => error,
    };
    if is_closed_pipe(&error) {
        return ExitCode::SUCCESS;
    }
    let message = errors::chain(&error);
    if error.is::<Misuse>() {
        say(format_args!("{message}; {}", see_help()));
        return ExitCode::from(BAD_INPUT);
    }
    say(message);
    let is_input = error.is::<DiceError>() || error.is::<GatherError>() || error.is::<Unreadable>();
    ExitCode::from(if is_input { BAD_INPUT } else { FAILED })
}

/// The name of the command that the command line begins with, if it does.
fn command() -> Option<String> {
    let first = env::args_os().nth(1)?;
    let command = Options::command();
    let found = command.find_subcommand(&first)?;
    Some(found.get_name().to_string())
}

/// Does what is asked for.
fn run(options: &Options) -> anyhow::Result<ExitCode> {
    match &options.command {
        None => rank::run(options),
        Some(Command::Pruefe(command)) => command.run(),
        Some(Command::Sammle(command)) => command.run(),
        Some(Command::Sixjack(command)) => command.run().map(|()| ExitCode::SUCCESS),
        Some(Command::Spiel(command)) => command.run(),
        Some(Command::Erzeuge(command)) => command.run().map(|()| ExitCode::SUCCESS),
    }
}

/// The reader of our output has seen enough, as with `| head -1`.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
