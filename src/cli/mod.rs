//! The command line: options, the way from stdin to stdout, and the exit code.

mod errors;
mod options;

use std::io::{self, IsTerminal, Read, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Parser;

use crate::dice::{self, DiceError};
use crate::game::MOST_ROLLS;
use crate::tournament::{self, Pairing, Plan};
use crate::{ranking, report};
use options::Options;

/// Exit code where the input or the command line is wrong.
const BAD_INPUT: u8 = 2;
/// Exit code where reading or writing failed.
const FAILED: u8 = 1;

/// Runs the program on the arguments and the standard streams of the process.
pub fn main() -> ExitCode {
    let result = match Options::try_parse() {
        Ok(options) => run(&options),
        Err(error) if error.use_stderr() => {
            say(errors::command_line(&error));
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
    say(errors::chain(&error));
    ExitCode::from(if error.is::<DiceError>() {
        BAD_INPUT
    } else {
        FAILED
    })
}

/// The main job: a dice file on stdin, the Bestenliste on stdout.
fn run(options: &Options) -> anyhow::Result<()> {
    let dice = dice::parse(&read_input(options)?)?;
    let plan = Plan {
        rules: options.rules,
        games: options.games,
        seed: options.seed.resolve()?,
    };
    let threads = rayon::ThreadPoolBuilder::new()
        .num_threads(options.threads.unwrap_or_else(one_per_core))
        .build()
        .context("so viele Fäden lässt das Betriebssystem nicht zu; bitte weniger mit --faeden")?;

    let start = Instant::now();
    let pairings = threads.install(|| tournament::play(&dice, &plan));
    let elapsed = start.elapsed();

    let entries = ranking::rank(dice.len(), &pairings);
    print(|out| report::text::write(out, &dice, &entries))?;
    if !options.quiet {
        for line in summary(&plan, &pairings, elapsed) {
            say(line);
        }
    }
    Ok(())
}

/// As many threads as the machine runs at once; one, if it does not say.
fn one_per_core() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// All of stdin. Tells a person at a terminal what is expected.
fn read_input(options: &Options) -> anyhow::Result<Vec<u8>> {
    let mut stdin = io::stdin().lock();
    if stdin.is_terminal() && !options.quiet {
        say(
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

/// What was done, for stderr.
fn summary(plan: &Plan, pairings: &[Pairing], elapsed: Duration) -> Vec<String> {
    let games: u64 = pairings.iter().map(|pairing| pairing.tally.games()).sum();
    let cut_off: u64 = pairings.iter().map(|pairing| pairing.tally.cut_off).sum();
    let seconds = elapsed.as_secs_f64();
    let mut lines = Vec::new();
    if cut_off > 0 {
        lines.push(format!(
            "Hinweis: {cut_off} {} nach {MOST_ROLLS} Würfen abgebrochen, als unentschieden gezählt",
            if cut_off == 1 { "Spiel" } else { "Spiele" },
        ));
    }
    lines.push(format!(
        "{} {}, {games} Spiele in {seconds:.2} s ({:.0} Spiele/s), Saat {}",
        pairings.len(),
        if pairings.len() == 1 {
            "Paarung"
        } else {
            "Paarungen"
        },
        games as f64 / seconds,
        plan.seed,
    ));
    lines
}

/// Writes to stdout, all of it or an error.
fn print(
    write: impl FnOnce(&mut io::BufWriter<io::StdoutLock>) -> io::Result<()>,
) -> anyhow::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    write(&mut out)
        .and_then(|()| out.flush())
        .context("die Standardausgabe ist nicht beschreibbar")
}

/// A line to stderr. If nobody can read it there is nobody to tell.
fn say(line: impl std::fmt::Display) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// The reader of our output has seen enough, as with `| head -1`.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
