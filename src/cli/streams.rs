//! The standard streams of the process, and files that the user names.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Write};

use super::descriptors;
use super::errors::Failure;
use super::misuse::Misuse;
use super::utf16::AsUtf8;
use super::values::Input;
use crate::allocation::{self, Purpose};
use crate::check::list::{self, List, ListError, ListReader};
use crate::dice::{self, DiceError, DiceReader, Die, LONGEST_LINE};
use crate::rules::Rules;
use crate::text::Excerpt;

/// Renders a text, then writes it to stdout. Nothing is computed while stdout is held.
///
/// Returns whether anybody still reads: a closed pipe, as with `| head -1`, is no error.
pub(super) fn print(
    render: impl FnOnce(&mut dyn fmt::Write) -> fmt::Result,
) -> Result<bool, Failure> {
    let mut text = Text(Vec::new());
    if render(&mut text).is_err() {
        // A text takes everything, so a value has refused to be shown.
        return Err(Failure::Stdout(io::Error::other("no text")));
    }
    writable()?;
    match write(io::stdout().lock(), &text.0, descriptors::wait_for_stdout) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(Failure::Stdout(error)),
    }
}

/// A text that is rendered, for which there may be too little memory.
struct Text(Vec<u8>);

impl fmt::Write for Text {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        allocation::reserve(&mut self.0, part.len(), Purpose::Output);
        self.0.extend_from_slice(part.as_bytes());
        Ok(())
    }
}

/// Whether stdout can be written. Who asks first does no work for nobody.
pub(super) fn writable() -> Result<(), Failure> {
    descriptors::check_stdout().map_err(Failure::Stdout)
}

/// Writes a line to stderr. If nobody can read it there is nobody to tell.
pub(super) fn say(line: impl fmt::Display) {
    let line = format!("{line}\n");
    let _ = write(io::stderr(), line.as_bytes(), descriptors::wait_for_stderr);
}

/// Writes a text. `wait` waits until a stream that does not block takes more.
fn write(mut out: impl Write, mut rest: &[u8], wait: fn()) -> io::Result<()> {
    loop {
        let written = match rest.is_empty() {
            true => out.flush().map(|()| None),
            false => out.write(rest).map(Some),
        };
        match written {
            Ok(None) => return Ok(()),
            Ok(Some(0)) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(Some(length)) => rest = &rest[length..],
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => wait(),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// An input may have so many lines, most of them blank. Reading them takes some seconds.
const MOST_LINES: usize = 200_000_000;

/// The keys that end what is typed at a terminal.
const END_OF_INPUT: &str = if cfg!(windows) {
    "Strg+Z, Eingabe"
} else {
    "Strg+D"
};

/// Something that a command reads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Expected {
    /// What is read: `Würfel`.
    pub(super) what: &'static str,
    /// What a file of it is called: `die Würfeldatei`.
    pub(super) file: &'static str,
    /// The command line that reads it from a file, without the program: `pruefe DATEI LISTE`.
    pub(super) usage: &'static str,
    /// The command line of the help, without the program: `pruefe --hilfe`.
    pub(super) help: &'static str,
}

/// Dice for the main job. The other commands change the command lines.
pub(super) const DICE: Expected = Expected {
    what: "Würfel",
    file: "die Würfeldatei",
    usage: "DATEI",
    help: "--hilfe",
};

impl Expected {
    /// Somebody's list, for the same command.
    pub(super) const fn list(self) -> Expected {
        Expected {
            what: "die Bestenliste",
            file: "die Bestenliste",
            ..self
        }
    }

    /// Opens standard input or a file. A person at a terminal is told what is expected, unless that was asked
    /// not to be.
    pub(super) fn open(&self, input: &Input, quiet: bool) -> Result<Box<dyn BufRead>, Failure> {
        match input {
            Input::Stdin => {
                descriptors::check_stdin().map_err(Failure::Stdin)?;
                let stdin = io::stdin().lock();
                if stdin.is_terminal() && !quiet {
                    say(format_args!(
                        "Warte auf {} von der Tastatur (Ende mit {END_OF_INPUT}); aus einer Datei: \
                         wuerfelglueck {}, Hilfe: wuerfelglueck {}",
                        self.what, self.usage, self.help
                    ));
                }
                Ok(Box::new(stdin))
            }
            Input::File(file) => {
                let opened = File::open(file).map_err(|cause| self.unreadable(input, cause))?;
                Ok(Box::new(BufReader::new(opened)))
            }
        }
    }

    /// Tells `take` of each line of the input, without its line feed, as soon as it is there. UTF-16 is read as UTF-8. A line with more
    /// than `longest` bytes is cut behind one more, and has to be refused.
    pub(super) fn each_line<E: From<Failure>>(
        &self,
        input: &Input,
        quiet: bool,
        longest: usize,
        mut take: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut reader = AsUtf8::new(self.open(input, quiet)?);
        let mut line = Vec::new();
        let mut lines = 0;
        while lines <= MOST_LINES {
            let here = match reader.fill_buf() {
                Ok(here) => here,
                Err(cause) if cause.kind() == io::ErrorKind::Interrupted => continue,
                Err(cause) if cause.kind() == io::ErrorKind::WouldBlock => {
                    descriptors::wait_for_stdin();
                    continue;
                }
                Err(cause) => return Err(self.unreadable(input, cause).into()),
            };
            let end = here.iter().position(|&byte| byte == b'\n');
            let part = &here[..end.unwrap_or(here.len())];
            let part = &part[..part.len().min(longest + 1 - line.len())];
            allocation::reserve(&mut line, part.len(), Purpose::Input);
            line.extend_from_slice(part);
            let is_last = here.is_empty();
            let taken = part.len() + usize::from(end == Some(part.len()));
            reader.consume(taken);
            if end.is_some() || line.len() > longest || is_last && !line.is_empty() {
                // What is made of lines are many small pieces.
                allocation::ensure_some(lines, Purpose::Input);
                take(&line)?;
                line.clear();
                lines += 1;
            }
            if is_last {
                return Ok(());
            }
        }
        Err(Failure::Endless(MOST_LINES).into())
    }

    /// Why reading failed.
    pub(super) fn unreadable(&self, input: &Input, cause: io::Error) -> Failure {
        match input {
            Input::Stdin => Failure::Stdin(cause),
            Input::File(file) => Failure::File {
                what: self.file,
                file: Excerpt::whole(&file.to_string_lossy()),
                cause,
            },
        }
    }
}

/// Refuses inputs of which more than one is standard input.
pub(super) fn check_stdin<'a>(inputs: impl IntoIterator<Item = &'a Input>) -> Result<(), Misuse> {
    let is_stdin = |input: &&Input| **input == Input::Stdin;
    match inputs.into_iter().filter(is_stdin).count() {
        0 | 1 => Ok(()),
        _ => Err(Misuse::StdinTwice),
    }
}

/// Reads dice, and checks that every rule set allows their faces.
pub(super) fn read_dice(
    expected: Expected,
    input: &Input,
    rule_sets: &[Rules],
    quiet: bool,
) -> Result<Vec<Die>, Failure> {
    let wrong = |fault| dice_failure(input, fault);
    let mut reader = DiceReader::default();
    expected.each_line(input, quiet, LONGEST_LINE, |line| {
        reader.line(line).map_err(wrong)
    })?;
    let dice = reader.finish().map_err(wrong)?;
    for rules in rule_sets {
        dice::check_faces(dice.iter().enumerate(), rules.most_face()).map_err(wrong)?;
    }
    Ok(dice)
}

/// What is wrong with dice from this input.
pub(super) fn dice_failure(input: &Input, fault: DiceError) -> Failure {
    match input {
        Input::Stdin => Failure::Dice(fault),
        Input::File(file) => Failure::DiceFile {
            file: Excerpt::whole(&file.to_string_lossy()),
            fault,
        },
    }
}

/// Why there is no list: what is there is none, or it could not be read.
enum NoList {
    Fault(ListError),
    Failure(Failure),
}

impl From<Failure> for NoList {
    fn from(failure: Failure) -> NoList {
        NoList::Failure(failure)
    }
}

/// Reads somebody's list of so many dice. What is no list is a fault of the list, not of the command.
pub(super) fn read_list(
    expected: Expected,
    input: &Input,
    dice: usize,
    quiet: bool,
) -> Result<Result<List, ListError>, Failure> {
    let mut reader = ListReader::new(dice);
    let read = expected
        .list()
        .each_line(input, quiet, list::LONGEST_LINE, |line| {
            reader.line(line).map_err(NoList::Fault)
        });
    match read {
        Ok(()) => Ok(reader.finish()),
        Err(NoList::Fault(fault)) => Ok(Err(fault)),
        Err(NoList::Failure(failure)) => Err(failure),
    }
}
