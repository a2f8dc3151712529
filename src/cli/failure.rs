//! Failures of commands, and the exit codes that they decide.
//!
//! Errors of the library are typed; commands give them their context, as in „Würfeldatei „a.txt“:
//! Zeile 3: …“. Here they are sorted by whose fault they are.

use std::fmt::Display;

use thiserror::Error;

use super::signals;
use super::system::SystemError;

/// Exit code if reading or writing failed, the machine lacks something, too little is known for a
/// list, or a check said no.
const FAILED: u8 = 1;
/// Exit code if the command line or the input is at fault, not the machine.
const BAD_INPUT: u8 = 2;

/// The reason why a command has no result.
#[derive(Debug, Error)]
pub enum Failure {
    /// The words of the command line, or options that do not fit together or do not fit the input.
    /// The help tells more.
    #[error("{0:#}")]
    Usage(anyhow::Error),
    /// The input; the help does not tell more.
    #[error("{0:#}")]
    Input(anyhow::Error),
    /// The machine lacks something, reading or writing has failed, or too little is known.
    #[error("{0:#}")]
    System(anyhow::Error),
    /// A signal has asked for the end.
    #[error("vorher abgebrochen")]
    Interrupted,
    /// Nobody reads stdout any more.
    #[error("niemand liest die Ausgabe weiter")]
    NoReader,
}

impl Failure {
    /// A fault of the command line.
    pub fn usage(text: impl Display) -> Failure {
        Failure::Usage(anyhow::Error::msg(text.to_string()))
    }

    /// A fault of the input.
    pub fn input(text: impl Display) -> Failure {
        Failure::Input(anyhow::Error::msg(text.to_string()))
    }

    /// A failure that neither the command line nor the input has caused.
    pub fn system(text: impl Display) -> Failure {
        Failure::System(anyhow::Error::msg(text.to_string()))
    }

    /// The failure to use something that the user has named, which is a fault of the input unless
    /// the machine lacks something. `what` says in German what has failed.
    pub fn of_named(what: String, cause: SystemError) -> Failure {
        let lacks_resources = cause.lacks_resources();
        let error = anyhow::Error::new(cause).context(what);
        if lacks_resources {
            Failure::System(error)
        } else {
            Failure::Input(error)
        }
    }

    /// The same failure, with its place or its task before it.
    pub fn context(self, place: impl Display) -> Failure {
        let place = place.to_string();
        match self {
            Failure::Usage(error) => Failure::Usage(error.context(place)),
            Failure::Input(error) => Failure::Input(error.context(place)),
            Failure::System(error) => Failure::System(error.context(place)),
            Failure::Interrupted | Failure::NoReader => self,
        }
    }

    /// Exit code of a command that ends with this failure. A closed pipe is no error.
    pub fn exit_code(&self) -> u8 {
        match self {
            Failure::Usage(_) | Failure::Input(_) => BAD_INPUT,
            Failure::System(_) | Failure::Interrupted => FAILED,
            Failure::NoReader => 0,
        }
    }
}

impl From<SystemError> for Failure {
    fn from(error: SystemError) -> Failure {
        Failure::System(error.into())
    }
}

/// Exit code of a check.
pub fn code_of_check(has_passed: bool) -> u8 {
    if has_passed { 0 } else { FAILED }
}

/// `code`, or that of the signal that asked for the end.
pub fn or_signal(code: u8) -> i32 {
    signals::received().map_or(code.into(), signals::exit_code)
}

/// Makes the function around it return a [`Failure::Usage`] with a formatted text.
macro_rules! refuse {
    ($($text:tt)*) => {
        return Err($crate::cli::failure::Failure::usage(format_args!($($text)*)))
    };
}
pub(super) use refuse;
