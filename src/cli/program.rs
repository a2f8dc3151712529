//! Somebody's program: it is given a dice file, and prints a list.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

/// So many bytes of the output are taken. A program that writes more finds the pipe closed.
const MOST_OUTPUT: u64 = 1 << 26;
/// And so many of what it says on its standard error.
const MOST_SAID: u64 = 1 << 16;
/// How long a pipe is read that stays open although the program has ended.
const GRACE: Duration = Duration::from_secs(1);
/// The time between two looks whether the program has ended.
const PAUSE: Duration = Duration::from_millis(5);

/// What came of running a program.
#[derive(Debug)]
pub(super) struct Answer {
    /// What it wrote to its standard output.
    pub(super) output: Vec<u8>,
    /// What it wrote to its standard error.
    pub(super) said: Vec<u8>,
    /// How it ended; `None` if it took too long and was ended.
    pub(super) status: Option<ExitStatus>,
    /// How long it took.
    pub(super) time: Duration,
}

/// Runs a program, a word for it and its arguments, with this input. After `limit` it is ended, with all that it has
/// started, and so it is if a signal ends this process.
///
/// # Errors
///
/// If it cannot be started.
pub(super) fn ask(words: &[OsString], input: &[u8], limit: Duration) -> io::Result<Answer> {
    let (program, arguments) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
    let mut command = Command::new(program);
    command
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    // What the program starts belongs to the same group, and is ended with it.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let start = Instant::now();
    let mut child = Running(command.spawn()?);
    #[cfg(unix)]
    super::signals::end_with_us(Some(child.0.id()));
    if let Some(mut stdin) = child.0.stdin.take() {
        let input = input.to_vec();
        // A program that does not read all closes the pipe.
        thread::spawn(move || {
            let _ = stdin.write_all(&input);
        });
    }
    let output = child.0.stdout.take().map(|pipe| read(pipe, MOST_OUTPUT));
    let said = child.0.stderr.take().map(|pipe| read(pipe, MOST_SAID));
    let status = loop {
        if let Some(status) = child.0.try_wait()? {
            break Some(status);
        }
        if start.elapsed() >= limit {
            break None;
        }
        thread::sleep(PAUSE);
    };
    let time = start.elapsed();
    drop(child);
    let rest = |pipe: Option<Receiver<Vec<u8>>>| {
        let read = pipe.and_then(|pipe| pipe.recv_timeout(GRACE).ok());
        read.unwrap_or_default()
    };
    Ok(Answer {
        output: rest(output),
        said: rest(said),
        status,
        time,
    })
}

/// A program that runs. When it is dropped it ends, with all that it has started.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        #[cfg(unix)]
        {
            super::signals::end_group(self.0.id());
            super::signals::end_with_us(None);
        }
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Reads a pipe to its end, or so many bytes of it, on a thread of its own.
fn read(pipe: impl Read + Send + 'static, most: u64) -> Receiver<Vec<u8>> {
    let (give, take) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.take(most).read_to_end(&mut bytes);
        let _ = give.send(bytes);
    });
    take
}
