//! Somebody's program: it is given a dice file, and prints a list.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};
use std::{env, process, thread};

use anyhow::{Context, Result};
use encoding_rs_io::DecodeReaderBytesBuilder;
#[cfg(unix)]
use rustix::process::{Pid, Signal, kill_process_group};

use super::errors::{BadInput, System};
use super::signals;
use crate::text::Excerpt;

/// So many bytes of each stream are taken. A program that writes more finds the pipe closed.
const MOST_OUTPUT: u64 = 1 << 26;
/// How long a pipe is read that stays open although the program has ended.
const GRACE: Duration = Duration::from_secs(1);
/// The time between two looks whether the program has ended.
const PAUSE: Duration = Duration::from_millis(5);
/// What stands for the name of the dice file in the words of a command.
const PLACE: &str = "{}";

pub fn takes_file(words: &[OsString]) -> bool {
    let mut words = words.iter();
    words.any(|word| word.to_string_lossy().contains(PLACE))
}

pub struct Answer {
    /// What it wrote to its standard output, as UTF-8 if it was UTF-16.
    pub output: Vec<u8>,
    /// What it wrote to its standard error.
    pub said: Vec<u8>,
    /// How it ended; `None` if it took too long and was ended.
    pub status: Option<ExitStatus>,
    pub time: Duration,
}

/// Runs a program, a word for it and its arguments, with this input, which also is in a file if a word has [`PLACE`] for
/// its name. After `limit`, or if a signal ends this process, all that belongs to its process group is ended.
pub fn ask(words: &[OsString], input: &[u8], limit: Duration) -> Result<Answer> {
    let mut running = Running::default();
    // From here to the end of the program no signal ends this process, so that no program is without it.
    signals::hold();
    let mut name = String::new();
    if takes_file(words) {
        let path = env::temp_dir().join(format!("wuerfelglueck-{}.txt", process::id()));
        name = path.to_string_lossy().into_owned();
        // Where everybody may write, the file of this name could be a link of somebody else.
        let file = File::create_new(&path);
        let written = file.and_then(|mut file| {
            running.file = Some(path);
            file.write_all(input)
        });
        let written = written.map_err(System);
        written.with_context(|| format!("die Datei „{name}“ ist nicht beschreibbar"))?;
    }
    let mut words = words.iter().map(|word| match word.to_str() {
        Some(text) => text.replace(PLACE, &name).into(),
        None => word.clone(),
    });
    let program: OsString = words.next().unwrap_or_default();
    let mut command = Command::new(&program);
    command
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    // What the program starts belongs to the same group, and is ended with it.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let start = Instant::now();
    let child = command.spawn();
    let child = child.map_err(|cause| cannot_start(&program, cause))?;
    let child = running.child.insert(child);
    if let Some(mut stdin) = child.stdin.take() {
        let input = input.to_vec();
        // A program that does not read all closes the pipe.
        thread::spawn(move || {
            let _ = stdin.write_all(&input);
        });
    }
    let output = read(child.stdout.take());
    let said = read(child.stderr.take());
    let status = loop {
        if let Some(status) = child.try_wait().map_err(System)? {
            break Some(status);
        }
        if start.elapsed() >= limit || signals::asked().is_some() {
            break None;
        }
        thread::sleep(PAUSE);
    };
    let time = start.elapsed();
    drop(running);
    let rest = |pipe: Receiver<Vec<u8>>| pipe.recv_timeout(GRACE).unwrap_or_default();
    Ok(Answer {
        output: rest(output),
        said: rest(said),
        status,
        time,
    })
}

/// A program that runs, and the file that it is given. When this is dropped the program ends, and the file is gone.
#[derive(Default)]
struct Running {
    child: Option<Child>,
    file: Option<PathBuf>,
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            #[cfg(unix)]
            if let Some(group) = Pid::from_raw(child.id() as i32) {
                let _ = kill_process_group(group, Signal::KILL);
            }
            let _ = child.kill();
            let _ = child.wait();
        }
        if let Some(file) = &self.file {
            let _ = fs::remove_file(file);
        }
        signals::let_go(|| ());
    }
}

fn cannot_start(program: &OsStr, cause: io::Error) -> BadInput {
    use io::ErrorKind::{NotFound, PermissionDenied};
    /// What systems say of a file that is no program.
    const NO_PROGRAM: i32 = 8;
    let name = Excerpt::whole(&program.to_string_lossy()).to_string();
    let file = Path::new(program);
    let is_missing = cause.kind() == NotFound;
    let why = if file.is_file() && is_missing && file.components().count() == 1 {
        format!("im aktuellen Ordner heißt es „./{name}“")
    } else if file.is_file() && (is_missing || cause.raw_os_error() == Some(NO_PROGRAM)) {
        "seine erste Zeile „#!…“ fehlt oder nennt, was es nicht gibt; sie sagt, womit es läuft, etwa „#!/usr/bin/env python3“"
            .into()
    } else if file.is_file() && cause.kind() == PermissionDenied {
        format!("es darf nicht ausgeführt werden; das ändert „chmod +x {name}“")
    } else {
        System(cause).to_string()
    };
    let text = format!("das Programm „{name}“ lässt sich nicht starten: {why}");
    BadInput(text)
}

/// Reads a pipe to its end, or as many bytes of it as are taken, on a thread of its own. UTF-16 with its mark becomes UTF-8.
fn read(pipe: Option<impl Read + Send + 'static>) -> Receiver<Vec<u8>> {
    let (give, take) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(pipe) = pipe {
            let mut text = DecodeReaderBytesBuilder::new();
            let mut text = text.utf8_passthru(true).build(pipe.take(MOST_OUTPUT));
            let _ = text.read_to_end(&mut bytes);
        }
        let _ = give.send(bytes);
    });
    take
}
