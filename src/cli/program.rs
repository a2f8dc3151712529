//! Somebody's program: it is given a dice file, and prints a list.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

#[cfg(unix)]
use rustix::process::{Pid, Signal, kill_process_group};

use super::signals;

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
pub struct Answer {
    /// What it wrote to its standard output.
    pub output: Vec<u8>,
    /// What it wrote to its standard error.
    pub said: Vec<u8>,
    /// How it ended; `None` if it took too long and was ended.
    pub status: Option<ExitStatus>,
    /// How long it took.
    pub time: Duration,
}

/// Runs a program, a word for it and its arguments, with this input. After `limit` it is ended, with all that it has
/// started, and so it is if a signal ends this process.
///
/// # Errors
///
/// If it cannot be started.
pub fn ask(words: &[OsString], input: &[u8], limit: Duration) -> io::Result<Answer> {
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
    // A signal that ends this process ends the program before.
    signals::hold();
    let mut child = Running(command.spawn()?);
    if let Some(mut stdin) = child.0.stdin.take() {
        let input = input.to_vec();
        // A program that does not read all closes the pipe.
        thread::spawn(move || {
            let _ = stdin.write_all(&input);
        });
    }
    let output = read(child.0.stdout.take(), MOST_OUTPUT);
    let said = read(child.0.stderr.take(), MOST_SAID);
    let status = loop {
        if let Some(status) = child.0.try_wait()? {
            break Some(status);
        }
        if start.elapsed() >= limit {
            break None;
        }
        signals::end(|| child.end());
        thread::sleep(PAUSE);
    };
    let time = start.elapsed();
    drop(child);
    let rest = |pipe: Receiver<Vec<u8>>| pipe.recv_timeout(GRACE).unwrap_or_default();
    Ok(Answer {
        output: rest(output),
        said: rest(said),
        status,
        time,
    })
}

/// A program that runs. When it is dropped it ends, with all that it has started.
struct Running(Child);

impl Running {
    fn end(&mut self) {
        #[cfg(unix)]
        if let Some(group) = Pid::from_raw(self.0.id() as i32) {
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = self.0.kill();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
        let _ = self.0.wait();
        signals::let_go(|| ());
    }
}

/// Reads a pipe to its end, or so many bytes of it, on a thread of its own.
fn read(pipe: Option<impl Read + Send + 'static>, most: u64) -> Receiver<Vec<u8>> {
    let (give, take) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(pipe) = pipe {
            let _ = pipe.take(most).read_to_end(&mut bytes);
        }
        let _ = give.send(bytes);
    });
    take
}
