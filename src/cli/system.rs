//! Failures of the operating system, explained in German; and threads.

use std::io;
use std::thread::{Builder, JoinHandle};

use thiserror::Error;

/// The bytes of the stack of a thread, whatever `RUST_MIN_STACK` says.
pub const STACK_SIZE: usize = 2 << 20;

/// Does `work` on a new thread.
pub fn spawn(work: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>, SystemError> {
    let thread = Builder::new().stack_size(STACK_SIZE);
    thread.spawn(work).map_err(SystemError)
}

/// A failure of the operating system. Its text is German, and never that of the system.
#[derive(Debug, Error)]
#[error("{}", reason(.0))]
pub struct SystemError(pub io::Error);

impl SystemError {
    /// Returns whether the machine lacks memory, threads, file descriptors, or room on a disk.
    pub fn lacks_resources(&self) -> bool {
        use io::ErrorKind::{OutOfMemory, QuotaExceeded, StorageFull, WouldBlock};
        let kinds = [OutOfMemory, QuotaExceeded, StorageFull, WouldBlock];
        kinds.contains(&self.0.kind()) || unnamed_kind(&self.0) == Some(UnnamedKind::TooManyFiles)
    }

    /// Returns whether the failure is that a file to be started is no program.
    pub fn is_no_program(&self) -> bool {
        unnamed_kind(&self.0) == Some(UnnamedKind::NoProgram)
    }
}

/// The reason of a failure in German.
fn reason(error: &io::Error) -> String {
    use io::ErrorKind::*;
    let reason = match (unnamed_kind(error), error.kind()) {
        (Some(UnnamedKind::BadStream), _) => {
            "sie ist geschlossen oder in der falschen Richtung geöffnet"
        }
        (Some(UnnamedKind::NoProgram), _) => "das ist kein Programm",
        (Some(UnnamedKind::TooManyFiles), _) => "zu viele Dateien sind offen",
        (_, NotFound) => "die Datei gibt es nicht",
        (_, AlreadyExists) => "es gibt sie schon",
        (_, InvalidFilename) if cfg!(windows) => "so darf keine Datei heißen",
        (_, InvalidFilename) => "der Name ist zu lang",
        (_, IsADirectory) => "das ist ein Verzeichnis, keine Datei",
        (_, PermissionDenied) => "keine Berechtigung",
        (_, OutOfMemory) => "zu wenig Speicher",
        (_, StorageFull) => "kein Platz mehr auf dem Datenträger",
        (_, QuotaExceeded) => "mehr Platz ist nicht erlaubt",
        (_, WouldBlock) => "mehr Prozesse oder Threads lässt das Betriebssystem nicht zu",
        _ => match error.raw_os_error() {
            Some(code) => return format!("Fehler {code} des Betriebssystems"),
            None => "unbekannter Fehler",
        },
    };
    reason.into()
}

/// An error for which the standard library has no kind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum UnnamedKind {
    /// The stream is closed, or open the wrong way round.
    BadStream,
    /// The file is no program.
    NoProgram,
    /// The process, or the machine, has no descriptor left.
    TooManyFiles,
}

/// Finds the kind by the number of an error, on Windows or on Unix, where these are the same on all
/// usual systems.
fn unnamed_kind(error: &io::Error) -> Option<UnnamedKind> {
    match (error.raw_os_error()?, cfg!(windows)) {
        // EBADF, or ERROR_INVALID_HANDLE
        (9, false) | (6, true) => Some(UnnamedKind::BadStream),
        // ENOEXEC, or ERROR_BAD_EXE_FORMAT
        (8, false) | (193, true) => Some(UnnamedKind::NoProgram),
        // ENFILE and EMFILE, or ERROR_TOO_MANY_OPEN_FILES
        (23 | 24, false) | (4, true) => Some(UnnamedKind::TooManyFiles),
        _ => None,
    }
}
