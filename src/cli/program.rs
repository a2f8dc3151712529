//! Somebody's program: it is given a dice file, and prints a list.

use std::ffi::{OsStr, OsString};
use std::io::{self, Read, Write};
use std::path::{MAIN_SEPARATOR, Path};
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{env, mem, thread};

use anyhow::{Context, Result};
use encoding_rs_io::DecodeReaderBytesBuilder;
#[cfg(windows)]
use process_wrap::std::JobObject;
#[cfg(unix)]
use process_wrap::std::ProcessGroup;
use process_wrap::std::{ChildWrapper, CommandWrap};
use tempfile::TempPath;

use super::exit::BadInput;
use super::signals;
use super::system::System;
use wuerfelglueck::text::Excerpt;

/// The most bytes that a program may write to its standard output. No list is longer, and one that writes more is ended.
pub const MOST_OUTPUT: usize = 1 << 26;
/// The bytes at the end of its standard error that are kept.
const KEPT_ERRORS: usize = 1 << 14;
/// The bytes of a pipe that are read at once.
const PIECE: usize = 1 << 16;
/// How long a pipe is read that stays open although the program has ended.
const GRACE: Duration = Duration::from_secs(1);
/// The time between two looks whether the program has ended.
const PAUSE: Duration = Duration::from_millis(5);
/// What stands for the name of the dice file in the words of a command.
const PLACE: &str = "{}";
/// What stands for the name of the folder in which a program of a class runs.
pub const FOLDER_PLACE: &str = "{abgabe}";

pub fn takes_file(words: &[OsString]) -> bool {
    let mut words = words.iter();
    words.any(|word| has_place(word, PLACE))
}

/// Whether a name can stand in a word, where it has this place for it.
pub fn has_place(word: &OsStr, place: &str) -> bool {
    word.to_string_lossy().contains(place)
}

/// What a program has done with a dice file.
pub struct Answer {
    /// The text on its standard output, as UTF-8 if it was UTF-16.
    pub output: Vec<u8>,
    /// The end of the text on its standard error.
    pub said: Vec<u8>,
    pub ending: Ending,
    pub time: Duration,
}

/// How a program came to its end.
pub enum Ending {
    Exited(ExitStatus),
    /// It took too long and was ended.
    TooSlow,
    /// It wrote more than [`MOST_OUTPUT`] and was ended.
    TooMuch,
}

/// A program that runs, and the file that it is given. When this is dropped the program is ended
/// with all that it has started: its process group, or its job object on Windows. Then the file is
/// gone.
#[derive(Default)]
pub struct Running {
    child: Option<Box<dyn ChildWrapper>>,
    file: Option<TempPath>,
}

impl Running {
    /// Starts a program, a word for it and its arguments, in a folder if one is given, whose name
    /// stands for [`FOLDER_PLACE`]. If a word has [`PLACE`], the input is in a file with that name.
    ///
    /// [All signals](signals::defer_all) have to be deferred, so that none ends this process and
    /// leaves the program without it.
    pub fn start(words: &[OsString], folder: Option<&Path>, input: &[u8]) -> Result<Running> {
        let mut running = Running::default();
        if takes_file(words) {
            running.file = Some(write_file(input)?);
        }
        let file = running.file.as_deref();
        let file = file.map_or(OsStr::new(""), Path::as_os_str);
        let mut words = words.iter().map(|word| {
            let word = with_name(word, PLACE, file);
            match folder {
                Some(folder) => with_name(&word, FOLDER_PLACE, folder.as_os_str()),
                None => word,
            }
        });
        let program = words.next().unwrap_or_default();
        let mut command = CommandWrap::with_new(&program, |command| {
            command
                .args(words)
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
        running.child = Some(child.map_err(|cause| cannot_start(&program, cause))?);
        Ok(running)
    }

    /// Gives the program its input, and waits for its end. After `limit`, or if a signal asks for
    /// the end of this process, the program is ended.
    pub fn answer(mut self, input: &[u8], limit: Duration) -> Result<Answer> {
        let start = Instant::now();
        let child = self.child.as_mut();
        let child = child.ok_or_else(|| System(io::ErrorKind::NotFound.into()))?;
        let (stdin, stdout) = (child.stdin().take(), child.stdout().take());
        let stderr = child.stderr().take();
        let input = input.to_vec();
        in_thread(move || {
            // A program that does not read all closes the pipe.
            let _ = stdin.map(|mut stdin| stdin.write_all(&input));
        })?;
        let output = Stream::read(stdout, Kept::First(MOST_OUTPUT))?;
        let said = Stream::read(stderr, Kept::Last(KEPT_ERRORS))?;
        let ending = loop {
            // What it has started need not tell anybody of its end: only the program is waited for.
            if let Some(status) = child.inner_mut().try_wait().map_err(System)? {
                break Ending::Exited(status);
            }
            if output.state() == State::Full {
                break Ending::TooMuch;
            }
            if start.elapsed() >= limit || signals::received().is_some() {
                break Ending::TooSlow;
            }
            thread::sleep(PAUSE);
        };
        let time = start.elapsed();
        drop(self);
        let until = Instant::now() + GRACE;
        output.wait(until)?;
        said.wait(until)?;
        // All may have been written before the program ended by itself.
        let is_full = output.state() == State::Full;
        Ok(Answer {
            output: output.into_text(),
            said: said.into_text(),
            ending: if is_full { Ending::TooMuch } else { ending },
            time,
        })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.start_kill();
            let _ = child.inner_mut().wait();
        }
        self.file = None;
    }
}

/// A file with this text, readable for whoever the program runs as. When the path is dropped it is gone.
fn write_file(text: &[u8]) -> Result<TempPath> {
    let mut new = tempfile::Builder::new();
    new.prefix("wuerfelglueck-").suffix(".txt");
    #[cfg(unix)]
    new.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644));
    let written = new.tempfile().and_then(|mut file| {
        file.write_all(text)?;
        Ok(file.into_temp_path())
    });
    written.map_err(System).with_context(|| {
        let folder = env::temp_dir();
        let folder = Excerpt::whole(&folder.to_string_lossy()).to_string();
        format!("im Ordner „{folder}“ lässt sich die Würfeldatei für das Programm nicht schreiben")
    })
}

/// The word with this name wherever a place stands for it.
#[cfg(unix)]
pub fn with_name(word: &OsStr, place: &str, name: &OsStr) -> OsString {
    use std::os::unix::ffi::{OsStrExt, OsStringExt};
    let (mut filled, mut rest) = (Vec::new(), word.as_bytes());
    let find = |bytes: &[u8]| {
        bytes
            .windows(place.len())
            .position(|part| part == place.as_bytes())
    };
    while let Some(start) = find(rest) {
        filled.extend_from_slice(&rest[..start]);
        filled.extend_from_slice(name.as_bytes());
        rest = &rest[start + place.len()..];
    }
    OsString::from_vec([&filled, rest].concat())
}

/// The same; elsewhere words that are not Unicode have no place for a name.
#[cfg(not(unix))]
pub fn with_name(word: &OsStr, place: &str, name: &OsStr) -> OsString {
    match word.to_str() {
        Some(text) => text.replace(place, &name.to_string_lossy()).into(),
        None => word.into(),
    }
}

/// Why a program cannot be started. That is the fault of whoever named it, unless the machine lacks something.
fn cannot_start(program: &OsStr, cause: io::Error) -> anyhow::Error {
    use io::ErrorKind::{NotFound, PermissionDenied};
    let name = Excerpt::whole(&program.to_string_lossy()).to_string();
    let file = Path::new(program);
    let is_missing = cause.kind() == NotFound;
    let cause = System(cause);
    let what = format!("das Programm „{name}“ lässt sich nicht starten");
    let why = if file.is_file() && is_missing && file.components().count() == 1 {
        format!("im aktuellen Ordner heißt es „.{MAIN_SEPARATOR}{name}“")
    } else if cfg!(windows) && cause.is_no_program() {
        format!(
            "Windows startet nur .exe-Dateien; vor andere gehört, womit sie laufen, etwa „python {name}“"
        )
    } else if file.is_file() && (is_missing || cause.is_no_program()) {
        "seine erste Zeile „#!…“ fehlt oder nennt, was es nicht gibt; sie sagt, womit es läuft, etwa „#!/usr/bin/env python3“"
            .into()
    } else if cfg!(unix) && file.is_file() && cause.0.kind() == PermissionDenied {
        format!("es darf nicht ausgeführt werden; das ändert „chmod +x {name}“")
    } else {
        return anyhow::Error::new(cause).context(BadInput(what));
    };
    BadInput(format!("{what}: {why}")).into()
}

/// Does some work on a thread of its own.
fn in_thread(work: impl FnOnce() + Send + 'static) -> Result<(), System> {
    let started = thread::Builder::new().spawn(work);
    started.map(drop).map_err(System)
}

/// The part of a stream that is kept, in bytes.
#[derive(Clone, Copy)]
enum Kept {
    /// The beginning; nothing is read behind it.
    First(usize),
    /// The end; the rest is read and forgotten.
    Last(usize),
}

/// How far a stream is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    Ended,
    /// There is more of it than is kept of its beginning.
    Full,
    OutOfMemory,
}

/// The text that a pipe has brought so far.
struct Text {
    bytes: Vec<u8>,
    state: State,
}

/// A pipe that is read on a thread of its own. UTF-16 with its mark becomes UTF-8.
struct Stream(Arc<Mutex<Text>>);

impl Stream {
    fn read(pipe: Option<impl Read + Send + 'static>, kept: Kept) -> Result<Stream, System> {
        let text = Text {
            bytes: Vec::new(),
            state: State::Open,
        };
        let stream = Stream(Arc::new(Mutex::new(text)));
        let text = Stream(stream.0.clone());
        in_thread(move || {
            let state = pipe.map_or(State::Ended, |pipe| text.fill(pipe, kept));
            text.lock().state = state;
        })?;
        Ok(stream)
    }

    /// Reads the pipe as far as something of it is kept. What has arrived is there at once.
    fn fill(&self, pipe: impl Read, kept: Kept) -> State {
        let mut decoder = DecodeReaderBytesBuilder::new();
        let mut pipe = decoder.utf8_passthru(true).build(pipe);
        let mut piece = vec![0; PIECE];
        loop {
            let length = match pipe.read(&mut piece) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Ok(0) | Err(_) => return State::Ended,
                Ok(length) => length,
            };
            let bytes = &mut self.lock().bytes;
            if bytes.try_reserve(length).is_err() {
                return State::OutOfMemory;
            }
            bytes.extend_from_slice(&piece[..length]);
            match kept {
                Kept::First(most) if bytes.len() > most => return State::Full,
                // Now and then, so that not every piece moves all.
                Kept::Last(most) if bytes.len() > 2 * most + PIECE => {
                    bytes.drain(..bytes.len() - most);
                }
                _ => {}
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Text> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn state(&self) -> State {
        self.lock().state
    }

    /// Waits for the end of the stream, but not longer than until this moment.
    fn wait(&self, until: Instant) -> Result<(), System> {
        while self.state() == State::Open && Instant::now() < until {
            thread::sleep(PAUSE);
        }
        match self.state() {
            State::OutOfMemory => Err(System(io::ErrorKind::OutOfMemory.into())),
            _ => Ok(()),
        }
    }

    fn into_text(self) -> Vec<u8> {
        mem::take(&mut self.lock().bytes)
    }
}
