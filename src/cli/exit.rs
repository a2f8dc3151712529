//! Exit codes, and the errors that decide them.
//!
//! Errors of the library are typed; commands give them their context, as in „Würfeldatei „a.txt“:
//! Zeile 3: …“. Errors of the edge have a type where it decides the exit code.

use thiserror::Error;

use super::signals;
use super::system::SystemError;
use wuerfelglueck::dice::DiceError;

/// Exit code if reading or writing failed, the machine lacks something, too little is known for a
/// list, or a check said no.
pub const FAILED: u8 = 1;
/// Exit code if the command line or the input is at fault, not the machine.
const BAD_INPUT: u8 = 2;

/// Exit code of a check.
pub fn code_of_check(has_passed: bool) -> u8 {
    if has_passed { 0 } else { FAILED }
}

/// `code`, or that of the signal that asked for the end.
pub fn or_signal(code: u8) -> i32 {
    signals::received().map_or(code.into(), signals::exit_code)
}

/// Error of the command line: of its words, or of options that do not fit together or do not fit
/// the input. The help tells more.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct Misuse(pub String);

/// Error of the input; the help does not tell more.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct BadInput(pub String);

/// Makes the function around it return a [`Misuse`] with a formatted text.
macro_rules! refuse {
    ($($text:tt)*) => {
        return Err($crate::cli::exit::Misuse(format!($($text)*)).into())
    };
}
pub(super) use refuse;

/// Exit code of a command that ends with this error.
pub fn exit_code(error: &anyhow::Error) -> u8 {
    if is_bad_input(error) && !lacks_resources(error) {
        BAD_INPUT
    } else {
        FAILED
    }
}

/// Returns whether the command line or the input is at fault, if the machine lacks nothing.
fn is_bad_input(error: &anyhow::Error) -> bool {
    error.is::<Misuse>() || error.is::<BadInput>() || error.is::<DiceError>()
}

/// Returns whether one of the causes of an error is that the machine lacks something: memory,
/// threads, file descriptors, or room on a disk.
pub fn lacks_resources(error: &anyhow::Error) -> bool {
    let mut causes = error.chain();
    causes.any(|cause| {
        cause
            .downcast_ref()
            .is_some_and(SystemError::lacks_resources)
    })
}
