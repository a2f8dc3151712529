//! What all commands share: options, threads, and writing to the standard streams.

use std::io::{self, IsTerminal, Read, Write};
use std::str::FromStr;
use std::time::Duration;

use anyhow::Context;
use clap::{ArgAction, Args};
use rand::TryRng;
use rand::rngs::SysRng;

use super::warnings::Warning;
use crate::text::{count, whole_number};

/// Most games, in all or per pairing, that may be asked for: at millions a second more than a day.
pub(super) const MOST_GAMES: u64 = 1_000_000_000_000;
/// Most threads that may be asked for.
const MOST_THREADS: usize = 1024;

/// Where chance comes from.
#[derive(Debug, Args)]
pub(super) struct Seeding {
    /// Saat des Zufalls: gleiche Saat, gleiches Ergebnis; „zufall“ nimmt jedes Mal eine andere
    /// [Vorgabe: 2021]
    #[arg(
        long = "saat",
        value_name = "N|zufall",
        default_value = "2021",
        allow_negative_numbers = true,
        hide_default_value = true
    )]
    pub(super) seed: Seed,
}

/// The options of every command that works on results.
#[derive(Debug, Args)]
pub(super) struct Common {
    /// Fäden, auf denen gleichzeitig gerechnet wird; das Ergebnis hängt nicht davon ab [Vorgabe: einer
    /// je Prozessorkern]
    #[arg(long = "faeden", value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub(super) threads: Option<usize>,

    /// Nichts auf die Standardfehlerausgabe schreiben außer Fehlern
    #[arg(short = 'q', long = "still")]
    pub(super) quiet: bool,

    #[command(flatten)]
    questions: Questions,
}

/// Options that ask about the program, and are answered while the command line is read.
#[derive(Debug, Args)]
pub(super) struct Questions {
    /// Diese Hilfe zeigen (auch --help)
    #[arg(short = 'h', long = "hilfe", alias = "help", action = ArgAction::Help)]
    help: Option<bool>,

    /// Version zeigen
    #[arg(short = 'V', long = "version", action = ArgAction::Version)]
    version: Option<bool>,
}

impl Common {
    /// The threads to play on.
    pub(super) fn pool(&self) -> anyhow::Result<rayon::ThreadPool> {
        rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads.unwrap_or_else(one_per_core))
            .build()
            .context("so viele Fäden lässt das Betriebssystem nicht zu; bitte weniger mit --faeden")
    }

    /// Something that the user should know.
    pub(super) fn warn(&self, warning: &Warning) {
        self.tell(format_args!("Warnung: {warning}"));
    }

    /// Some of it.
    pub(super) fn warn_all(&self, warnings: &[Warning]) {
        for warning in warnings {
            self.warn(warning);
        }
    }

    /// A line to stderr, unless nothing is to be said.
    pub(super) fn tell(&self, line: impl std::fmt::Display) {
        if !self.quiet {
            say(line);
        }
    }
}

/// As many threads as the machine runs at once; one, if it does not say.
fn one_per_core() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Where the seed comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seed {
    /// The user or the default says.
    Fixed(u64),
    /// The operating system's entropy.
    Fresh,
}

impl Seed {
    /// The seed itself.
    pub(super) fn resolve(self) -> anyhow::Result<u64> {
        match self {
            Seed::Fixed(seed) => Ok(seed),
            Seed::Fresh => SysRng
                .try_next_u64()
                .ok()
                .context("das Betriebssystem gibt keinen Zufall her; bitte --saat mit einer Zahl"),
        }
    }
}

impl FromStr for Seed {
    type Err = String;

    fn from_str(text: &str) -> Result<Seed, String> {
        if text == "zufall" {
            return Ok(Seed::Fresh);
        }
        whole_number(text).map(Seed::Fixed).ok_or_else(|| {
            format!(
                "erlaubt sind ganze Zahlen von 0 bis {} und das Wort zufall",
                u64::MAX
            )
        })
    }
}

fn threads(text: &str) -> Result<usize, String> {
    whole_number(text)
        .filter(|threads| (1..=MOST_THREADS).contains(threads))
        .ok_or_else(|| format!("erlaubt sind ganze Zahlen von 1 bis {MOST_THREADS}"))
}

/// What was played, for stderr.
pub(super) fn closing_line(games: u64, elapsed: Duration, seed: u64) -> String {
    let seconds = elapsed.as_secs_f64();
    format!(
        "{} in {seconds:.2} s ({:.0} Spiele/s), Saat {seed}",
        count(games, "Spiel", "Spiele"),
        games as f64 / seconds,
    )
}

/// Writes to stdout, all of it or an error.
pub(super) fn print(
    write: impl FnOnce(&mut io::BufWriter<io::StdoutLock>) -> io::Result<()>,
) -> anyhow::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    write(&mut out)
        .and_then(|()| out.flush())
        .context("die Standardausgabe ist nicht beschreibbar")
}

/// A line to stderr. If nobody can read it there is nobody to tell.
pub(super) fn say(line: impl std::fmt::Display) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Tells a person at a terminal what is expected on stdin.
pub(super) fn expect(what: &str, from_file: &str, common: &Common) {
    if io::stdin().is_terminal() {
        common.tell(format_args!(
            "Warte auf {what} von der Tastatur (Ende mit Strg+D); aus einer Datei: {from_file}, Hilfe: \
             wuerfelglueck --hilfe"
        ));
    }
}

/// All of stdin, where this is [expected](expect).
pub(super) fn read_all(what: &str, from_file: &str, common: &Common) -> io::Result<Vec<u8>> {
    expect(what, from_file, common);
    let mut input = Vec::new();
    io::stdin().lock().read_to_end(&mut input)?;
    Ok(input)
}

/// All of stdin, where dice are expected.
pub(super) fn read_input(common: &Common) -> anyhow::Result<Vec<u8>> {
    read_all("Würfel", "wuerfelglueck < DATEI", common)
        .context("die Standardeingabe ist nicht lesbar")
}
