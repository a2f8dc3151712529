//! Reasons of the operating system in German, without words of its own.

use std::io;

use thiserror::Error;

/// Failure of the operating system.
#[derive(Debug, Error)]
#[error("{}", reason(.0))]
pub struct System(pub io::Error);

impl System {
    /// Whether the machine lacks something: memory, threads, descriptors, room.
    pub fn lacks_resources(&self) -> bool {
        use io::ErrorKind::{OutOfMemory, QuotaExceeded, StorageFull, WouldBlock};
        let kinds = [OutOfMemory, QuotaExceeded, StorageFull, WouldBlock];
        kinds.contains(&self.0.kind()) || number(&self.0) == Some(Number::TooManyFiles)
    }

    /// Whether a file was to be started that is no program.
    pub fn is_no_program(&self) -> bool {
        number(&self.0) == Some(Number::NoProgram)
    }
}

fn reason(error: &io::Error) -> String {
    match (number(error), error.kind(), error.raw_os_error()) {
        (Some(Number::BadStream), ..) => {
            "sie ist geschlossen oder in der falschen Richtung geöffnet"
        }
        (Some(Number::NoProgram), ..) => "das ist kein Programm",
        (Some(Number::TooManyFiles), ..) => "zu viele Dateien sind offen",
        (_, io::ErrorKind::NotFound, _) => "die Datei gibt es nicht",
        (_, io::ErrorKind::AlreadyExists, _) => "es gibt sie schon",
        (_, io::ErrorKind::InvalidFilename, _) if cfg!(windows) => "so darf keine Datei heißen",
        (_, io::ErrorKind::InvalidFilename, _) => "der Name ist zu lang",
        (_, io::ErrorKind::IsADirectory, _) => "das ist ein Verzeichnis, keine Datei",
        (_, io::ErrorKind::PermissionDenied, _) => "keine Berechtigung",
        (_, io::ErrorKind::OutOfMemory, _) => "zu wenig Speicher",
        (_, io::ErrorKind::StorageFull, _) => "kein Platz mehr auf dem Datenträger",
        (_, io::ErrorKind::QuotaExceeded, _) => "mehr Platz ist nicht erlaubt",
        (_, io::ErrorKind::WouldBlock, _) => {
            "mehr Prozesse oder Threads lässt das Betriebssystem nicht zu"
        }
        (.., Some(code)) => return format!("Fehler {code} des Betriebssystems"),
        (.., None) => "unbekannter Fehler",
    }
    .into()
}

/// Numbers of errors for which the standard library has no kind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Number {
    /// The stream is closed, or open the wrong way round.
    BadStream,
    /// The file is no program.
    NoProgram,
    /// The process, or the machine, has no descriptor left.
    TooManyFiles,
}

#[cfg(unix)]
fn number(error: &io::Error) -> Option<Number> {
    use rustix::io::Errno;
    match Errno::from_io_error(error)? {
        Errno::BADF => Some(Number::BadStream),
        Errno::NOEXEC => Some(Number::NoProgram),
        Errno::MFILE | Errno::NFILE => Some(Number::TooManyFiles),
        _ => None,
    }
}

#[cfg(windows)]
fn number(error: &io::Error) -> Option<Number> {
    const ERROR_TOO_MANY_OPEN_FILES: i32 = 4;
    const ERROR_INVALID_HANDLE: i32 = 6;
    const ERROR_BAD_EXE_FORMAT: i32 = 193;
    match error.raw_os_error()? {
        ERROR_TOO_MANY_OPEN_FILES => Some(Number::TooManyFiles),
        ERROR_INVALID_HANDLE => Some(Number::BadStream),
        ERROR_BAD_EXE_FORMAT => Some(Number::NoProgram),
        _ => None,
    }
}
