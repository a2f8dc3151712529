//! A foreign program that `diagnose` runs: it is given dice, and prints a list.

use std::ffi::{OsStr, OsString};
use std::io::{self, Read, Write};
use std::path::{MAIN_SEPARATOR, Path};
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{env, mem, thread};

use clap_lex::OsStrExt;
use encoding_rs_io::DecodeReaderBytesBuilder;
#[cfg(windows)]
use process_wrap::std::JobObject;
#[cfg(unix)]
use process_wrap::std::ProcessGroup;
use process_wrap::std::{ChildWrapper, CommandWrap};
use tempfile::TempPath;

use super::failure::Failure;
use super::stop::Stop;
use super::system::{SystemError, spawn};
use crate::report::escape::format_name;

/// The most bytes that a program may write to its standard output, which no list reaches. A program
/// that writes more is ended.
pub const MOST_OUTPUT: usize = 1 << 26;
/// The least bytes at the end of the standard error of a program that are kept.
const KEPT_STDERR: usize = 1 << 14;
/// The most bytes of a pipe that are read at once.
const READ_SIZE: usize = 1 << 16;
/// The longest time for which pipes are read that stay open although the program has ended.
const OPEN_PIPE_TIMEOUT: Duration = Duration::from_secs(1);
/// Time between two checks whether a program, or its output, has ended.
const CHECK_INTERVAL: Duration = Duration::from_millis(5);
/// The placeholder for the name of the dice file in the words of a command.
const FILE_PLACE: &str = "{}";
/// The placeholder for the folder in which a program of a class runs.
pub const FOLDER_PLACE: &str = "{abgabe}";

/// Returns whether the arguments of a program name the dice file.
pub fn takes_file(arguments: &[OsString]) -> bool {
    arguments.iter().any(|word| word.contains(FILE_PLACE))
}

/// The result of a program that was given a dice file.
pub struct ProgramResult {
    /// The text on its standard output as far as it has arrived, as UTF-8 if it was UTF-16.
    pub stdout: Vec<u8>,
    /// The end of the text on its standard error.
    pub stderr_tail: Vec<u8>,
    pub end: ProgramEnd,
}

/// The end of a program.
pub enum ProgramEnd {
    Exited(ExitStatus),
    /// It was not done at the end of its time, or when a stop was due, and was ended.
    TooSlow,
    /// It wrote more than [`MOST_OUTPUT`] and was ended.
    TooMuch,
}

/// Describes the end of a program without an exit code: by which signal it was.
pub fn describe_end_by_signal(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        let effect = super::signals::describe(signal);
        return format!("das Programm endete durch ein Signal: {effect}");
    }
    let _ = status;
    "das Programm endete durch ein Signal".into()
}

/// A program that runs, and the dice file that it is given by name.
///
/// When this is dropped, the program is ended with all that it has started and that has not left
/// its process group, or its job object on Windows. Then the file is removed.
pub struct RunningProgram {
    child: Box<dyn ChildWrapper>,
    /// The dice file; `None` if no word of the command names it.
    _file: Option<TempPath>,
}

impl RunningProgram {
    /// Starts a program with `arguments`, in `folder` if one is given, whose path takes the place of
    /// [`FOLDER_PLACE`]. If an argument has [`FILE_PLACE`], `input` is written to a file whose name
    /// takes that place.
    ///
    /// All signals have to be [left to the work](super::signals::leave_to_work), so that none ends
    /// this process and leaves the program running.
    pub fn start(
        program: &OsStr,
        arguments: &[OsString],
        folder: Option<&Path>,
        input: &[u8],
    ) -> Result<RunningProgram, Failure> {
        let file = takes_file(arguments)
            .then(|| write_file(input))
            .transpose()?;
        let file_name = file.as_deref().map_or(OsStr::new(""), Path::as_os_str);
        let arguments = arguments.iter().map(|word| {
            let word = fill_place(word, FILE_PLACE, file_name);
            match folder {
                Some(folder) => fill_place(&word, FOLDER_PLACE, folder.as_os_str()),
                None => word,
            }
        });
        let mut command = CommandWrap::with_new(program, |command| {
            command
                .args(arguments)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped());
            if let Some(folder) = folder {
                command.current_dir(folder);
            }
        });
        // What the program starts belongs to the same group, and is ended with it.
        #[cfg(unix)]
        command.wrap(ProcessGroup::leader());
        #[cfg(windows)]
        command.wrap(JobObject);
        let child = command.spawn();
        Ok(RunningProgram {
            child: child.map_err(|cause| cannot_start(program, cause))?,
            _file: file,
        })
    }

    /// Writes `input` to the standard input of the program, and waits for its end. After `limit`,
    /// if it writes more than [`MOST_OUTPUT`], or if a `stop` is due, the program is ended.
    pub fn finish(
        mut self,
        input: &[u8],
        limit: Duration,
        stop: &Stop,
    ) -> Result<ProgramResult, SystemError> {
        let start = Instant::now();
        let child = &mut self.child;
        let (stdin, stdout) = (child.stdin().take(), child.stdout().take());
        let stderr = child.stderr().take();
        let input_bytes = input.to_vec();
        spawn(move || {
            // Writing fails if the program closes the pipe before it has read all.
            let _ = stdin.map(|mut stdin| stdin.write_all(&input_bytes));
        })?;
        let stdout = Pipe::read(stdout, Kept::Beginning)?;
        let stderr_tail = Pipe::read(stderr, Kept::End)?;
        let end = loop {
            // Only the program itself is waited for, not the processes that it has started.
            if let Some(status) = child.inner_mut().try_wait().map_err(SystemError)? {
                break ProgramEnd::Exited(status);
            }
            if stdout.is_full() {
                break ProgramEnd::TooMuch;
            }
            if start.elapsed() >= limit || stop.is_due() {
                break ProgramEnd::TooSlow;
            }
            thread::sleep(CHECK_INTERVAL);
        };
        drop(self);
        let until = Instant::now() + OPEN_PIPE_TIMEOUT;
        stdout.wait(until);
        stderr_tail.wait(until);
        // The program may have ended by itself after it had written too much.
        let is_full = stdout.is_full();
        Ok(ProgramResult {
            stdout: stdout.into_text(),
            stderr_tail: stderr_tail.into_text(),
            end: if is_full { ProgramEnd::TooMuch } else { end },
        })
    }
}

impl Drop for RunningProgram {
    fn drop(&mut self) {
        let _ = self.child.start_kill();
        let _ = self.child.inner_mut().wait();
    }
}

/// Writes a temporary file, which every user can read, since the program may run as another one. It
/// is removed when its path is dropped.
fn write_file(text: &[u8]) -> Result<TempPath, Failure> {
    let mut builder = tempfile::Builder::new();
    builder.prefix("wuerfelglueck-").suffix(".txt");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644));
    let written = builder.tempfile().and_then(|mut file| {
        file.write_all(text)?;
        Ok(file.into_temp_path())
    });
    written.map_err(|cause| {
        let folder = format_name(env::temp_dir());
        Failure::from(SystemError(cause)).context(format_args!(
            "im Ordner „{folder}“ lässt sich die Würfeldatei für das Programm nicht schreiben"
        ))
    })
}

/// Puts `name` into `word` wherever it has the placeholder `place`.
pub fn fill_place(word: &OsStr, place: &str, name: &OsStr) -> OsString {
    itertools::intersperse(word.split(place), name).collect()
}

/// The failure to start a program, with a remedy if one is known.
fn cannot_start(program: &OsStr, cause: io::Error) -> Failure {
    use io::ErrorKind::{NotFound, PermissionDenied};
    let name = format_name(program);
    let file = Path::new(program);
    let is_missing = cause.kind() == NotFound;
    let cause = SystemError(cause);
    let what = format!("das Programm „{name}“ lässt sich nicht starten");
    let why = if file.is_file() && is_missing && file.components().count() == 1 {
        format!("im aktuellen Ordner heißt es „.{MAIN_SEPARATOR}{name}“")
    } else if cfg!(windows) && cause.is_no_program() {
        format!(
            "Windows startet nur .exe-Dateien; vor andere gehört, womit sie laufen, etwa „python \
             {name}“"
        )
    } else if file.is_file() && (is_missing || cause.is_no_program()) {
        "seine erste Zeile „#!…“ fehlt oder nennt, was es nicht gibt; sie sagt, womit es läuft, etwa \
         „#!/usr/bin/env python3“"
            .into()
    } else if cfg!(unix) && file.is_file() && cause.0.kind() == PermissionDenied {
        format!("es darf nicht ausgeführt werden; das ändert „chmod +x {name}“")
    } else {
        return Failure::of_named(what, cause);
    };
    Failure::input(format_args!("{what}: {why}"))
}

/// The part of a stream that is kept.
#[derive(Clone, Copy)]
enum Kept {
    /// The beginning, of hardly more than [`MOST_OUTPUT`]. Reading stops behind it.
    Beginning,
    /// The end, of at least [`KEPT_STDERR`]. Most earlier bytes are read and forgotten.
    End,
}

/// The part that is kept of the text that has arrived from a pipe so far.
#[derive(Default)]
struct PipeText {
    bytes: Vec<u8>,
    /// True if nothing more is read.
    is_complete: bool,
}

/// A pipe that is read on a thread of its own. UTF-16 with a byte order mark becomes UTF-8.
struct Pipe(Arc<Mutex<PipeText>>);

impl Pipe {
    /// Starts to read a pipe; `None` is one that has ended.
    fn read(pipe: Option<impl Read + Send + 'static>, kept: Kept) -> Result<Pipe, SystemError> {
        let reader = Pipe(Arc::default());
        let writer = Pipe(reader.0.clone());
        spawn(move || {
            if let Some(pipe) = pipe {
                writer.fill(pipe, kept);
            }
            writer.lock().is_complete = true;
        })?;
        Ok(reader)
    }

    /// Reads the pipe to its end, or until the beginning that is kept has arrived. Bytes can be seen
    /// as soon as they have arrived.
    fn fill(&self, pipe: impl Read, kept: Kept) {
        let mut decoder = DecodeReaderBytesBuilder::new();
        let mut pipe = decoder.utf8_passthru(true).build(pipe);
        let mut piece = vec![0; READ_SIZE];
        loop {
            let length = match pipe.read(&mut piece) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Ok(0) | Err(_) => return,
                Ok(length) => length,
            };
            let bytes = &mut self.lock().bytes;
            bytes.extend_from_slice(&piece[..length]);
            match kept {
                Kept::Beginning if bytes.len() > MOST_OUTPUT => return,
                // Only now and then, since it moves all bytes that are kept.
                Kept::End if bytes.len() > 2 * KEPT_STDERR + READ_SIZE => {
                    bytes.drain(..bytes.len() - KEPT_STDERR);
                }
                _ => {}
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, PipeText> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether more has arrived than a program may write.
    fn is_full(&self) -> bool {
        self.lock().bytes.len() > MOST_OUTPUT
    }

    /// Waits until nothing more is read, at most until the moment `until`.
    fn wait(&self, until: Instant) {
        while !self.lock().is_complete && Instant::now() < until {
            thread::sleep(CHECK_INTERVAL);
        }
    }

    fn into_text(self) -> Vec<u8> {
        mem::take(&mut self.lock().bytes)
    }
}
