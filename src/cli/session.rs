//! A run of the program: its standard streams, and what all commands know of it.

use std::fmt::Display;
#[cfg(unix)]
use std::fs::File;
use std::io::{self, Write};
use std::time::Instant;

use super::failure::{Failure, code_of_check};
use super::stop::Stop;
use super::system::SystemError;
use super::terminal;
use crate::report::Printable;

/// A run of the program.
#[derive(Clone, Copy)]
pub struct Session {
    /// True if stderr shall have nothing but errors.
    pub is_quiet: bool,
    /// The beginning of the process.
    pub start: Instant,
    /// The end of its work before it is done.
    pub stop: Stop,
}

/// The result of a command.
#[derive(Default)]
pub struct Answer {
    /// The text on stdout.
    pub text: Printable,
    /// Lines on stderr behind it, unless the session is quiet or nobody reads stdout.
    pub remarks: Vec<String>,
    /// Inputs that have no part in the result. Their lines are said in any case.
    pub failures: Vec<Failure>,
    /// True if a check said no.
    pub has_failed: bool,
}

impl Answer {
    /// A text that is all that there is to say.
    pub fn of(text: Printable) -> Answer {
        Answer {
            text,
            ..Answer::default()
        }
    }
}

impl Session {
    /// Says a line on stderr, unless the session is quiet.
    pub fn say(&self, line: impl Display) {
        if !self.is_quiet {
            say(line);
        }
    }

    /// Prints and says an answer. Returns its exit code.
    ///
    /// # Errors
    ///
    /// If stdout cannot be written. A closed pipe, as with `| head -1`, is no error.
    pub fn give(&self, answer: &Answer) -> Result<u8, Failure> {
        match print(&answer.text) {
            Ok(()) => answer.remarks.iter().for_each(|remark| self.say(remark)),
            Err(Failure::NoReader) => {}
            Err(failure) => return Err(failure),
        }
        for failure in &answer.failures {
            say(format_args!("wuerfelglueck: {failure}"));
        }
        let first_failure = answer.failures.first();
        Ok(first_failure.map_or(code_of_check(!answer.has_failed), Failure::exit_code))
    }
}

/// Writes a text to stdout.
///
/// # Errors
///
/// If stdout cannot be written, or [has no reader](Failure::NoReader).
pub fn print(text: &Printable) -> Result<(), Failure> {
    let _hidden = terminal::hide();
    let written = duplicate(io::stdout()).and_then(|mut out| {
        out.write_all(text.as_str().as_bytes())?;
        out.flush()
    });
    written.map_err(|cause| match cause.kind() {
        io::ErrorKind::BrokenPipe => Failure::NoReader,
        _ => {
            Failure::from(SystemError(cause)).context("die Standardausgabe ist nicht beschreibbar")
        }
    })
}

/// Writes a line to stderr. If that is closed, the line is lost.
pub fn say(line: impl Display) {
    let text = Printable::for_people(&format!("{line}\n"));
    let _hidden = terminal::hide();
    let _ = io::stderr().write_all(text.as_str().as_bytes());
}

/// Checks that stdout does not throw away what it is given. One that was closed when the process
/// began is `/dev/null`, too.
///
/// # Errors
///
/// If it is `/dev/null`.
pub fn check_not_lost() -> Result<(), Failure> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let device = |file: io::Result<File>| {
            file.and_then(|file| file.metadata())
                .map(|data| data.rdev())
        };
        let null = device(File::open("/dev/null")).ok();
        if null.is_some() && device(duplicate(io::stdout())).ok() == null {
            return Err(Failure::system(
                "die Standardausgabe ist geschlossen oder /dev/null; die Zeilen wären verloren",
            ));
        }
    }
    Ok(())
}

/// Duplicates the handle of a standard stream. To the standard library, writing to one that is open
/// the wrong way round is a success.
#[cfg(unix)]
pub fn duplicate(stream: impl std::os::fd::AsFd) -> io::Result<File> {
    Ok(stream.as_fd().try_clone_to_owned()?.into())
}

#[cfg(not(unix))]
pub fn duplicate<S>(stream: S) -> io::Result<S> {
    Ok(stream)
}
