//! The command line: options, the way from stdin to stdout, and the exit code.

mod common;
mod errors;
mod options;
mod sixjack;

use std::env;
use std::io::{self, IsTerminal, Read, Write};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context;
use clap::{CommandFactory, Parser};

use crate::dice::{self, DiceError};
use crate::game::MOST_ROLLS;
use crate::text::count;
use crate::tournament::{self, Plan};
use crate::{ranking, report};
use common::{Common, closing_line, print, say};
use options::{Command, Options};
use sixjack::Misuse;

/// Exit code where the input or the command line is wrong.
const BAD_INPUT: u8 = 2;
/// Exit code where reading or writing failed.
const FAILED: u8 = 1;

/// Runs the program on the arguments and the standard streams of the process.
pub fn main() -> ExitCode {
    let see_help = || errors::see_help(command().as_deref());
    let result = match Options::try_parse() {
        Ok(options) => run(&options),
        Err(error) if error.use_stderr() => {
            say(format_args!(
                "{}; {}",
                errors::command_line(&error),
                see_help()
            ));
            return ExitCode::from(BAD_INPUT);
        }
        // Help and version.
        Err(answer) => print(|out| write!(out, "{}", answer.render())),
    };
    let Err(error) = result else {
        return ExitCode::SUCCESS;
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
    ExitCode::from(if error.is::<DiceError>() {
        BAD_INPUT
    } else {
        FAILED
    })
}

/// The name of the command that the command line begins with, if it does.
fn command() -> Option<String> {
    let first = env::args_os().nth(1)?;
    let command = Options::command();
    let found = command.find_subcommand(&first)?;
    Some(found.get_name().to_string())
}

/// Does what is asked for.
fn run(options: &Options) -> anyhow::Result<()> {
    match &options.command {
        None => rank(options),
        Some(Command::Sixjack(command)) => command.run(),
    }
}

/// The main job: a dice file on stdin, the Bestenliste on stdout.
fn rank(options: &Options) -> anyhow::Result<()> {
    let common = &options.common;
    let dice = dice::parse(&read_input(common)?)?;
    let plan = Plan {
        rules: options.rules,
        games: options.games,
        seed: common.seed.resolve()?,
    };
    let pool = common.pool()?;
    let start = Instant::now();
    let pairings = pool.install(|| tournament::play(&dice, &plan));
    let elapsed = start.elapsed();

    let entries = ranking::rank(dice.len(), &pairings);
    print(|out| report::text::write(out, &dice, &entries))?;
    let cut_off: u64 = pairings.iter().map(|pairing| pairing.tally.cut_off).sum();
    if cut_off > 0 {
        common.tell(format_args!(
            "Hinweis: {} nach {MOST_ROLLS} Würfen abgebrochen, als unentschieden gezählt",
            count(cut_off, "Spiel", "Spiele"),
        ));
    }
    let games = pairings.iter().map(|pairing| pairing.tally.games()).sum();
    common.tell(format_args!(
        "{}, {}",
        count(pairings.len() as u64, "Paarung", "Paarungen"),
        closing_line(games, elapsed, plan.seed)
    ));
    Ok(())
}

/// All of stdin. Tells a person at a terminal what is expected.
fn read_input(common: &Common) -> anyhow::Result<Vec<u8>> {
    let mut stdin = io::stdin().lock();
    if stdin.is_terminal() {
        common.tell(
            "Warte auf Würfel von der Tastatur (Ende mit Strg+D); aus einer Datei: \
             wuerfelglueck < DATEI, Hilfe: wuerfelglueck --hilfe",
        );
    }
    let mut input = Vec::new();
    stdin
        .read_to_end(&mut input)
        .context("die Standardeingabe ist nicht lesbar")?;
    Ok(input)
}

/// The reader of our output has seen enough, as with `| head -1`.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
