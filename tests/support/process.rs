//! The program as a process.

use std::env;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// The folder of the project.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The program that was built for the tests.
pub fn binary() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_wuerfelglueck"))
}

/// A file of the project.
pub fn read(name: &str) -> String {
    let text = std::fs::read_to_string(root().join(name));
    text.unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// A new folder for files of a test. It is gone when this is dropped, also if the test fails.
pub fn temporary() -> TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap()
}

/// What a process has done.
#[derive(Debug)]
pub struct Run {
    pub out: String,
    pub err: String,
    /// Its exit code, -1 if a signal has ended it.
    pub code: i32,
}

impl From<Output> for Run {
    fn from(output: Output) -> Run {
        let [out, err] =
            [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        Run {
            out,
            err,
            code: output.status.code().unwrap_or(-1),
        }
    }
}

/// The program with the words of this line, in the folder of the project.
pub fn program(line: &str) -> Command {
    let mut command = Command::new(binary());
    command.args(line.split_whitespace()).current_dir(root());
    command
}

/// Runs the program with the words of this line and this input.
pub fn run(line: &str, input: impl AsRef<[u8]>) -> Run {
    feed(&mut program(line), input)
}

/// What a run that succeeds prints.
pub fn print(line: &str, input: impl AsRef<[u8]>) -> String {
    let run = run(line, input);
    assert_eq!(run.code, 0, "{line}: {}", run.err);
    run.out
}

/// Runs a command with this input, which is no more than a pipe holds unless the command prints
/// little before it has read all.
pub fn feed(command: &mut Command, input: impl AsRef<[u8]>) -> Run {
    let streams = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = streams.stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // The program may end without reading all of it.
    let _ = stdin.write_all(input.as_ref());
    drop(stdin);
    child.wait_with_output().unwrap().into()
}

/// The folder of another program of the same name for commands of shells: `make test-windows` has
/// that for Windows there.
pub fn other_program() -> Option<PathBuf> {
    env::var_os("OTHER_PROGRAM").map(PathBuf::from)
}

/// A command of a shell that finds the program, in the folder of the project.
pub fn shell(command: &str) -> Command {
    let path = env::var_os("PATH").unwrap();
    let folder = other_program().unwrap_or_else(|| binary().parent().unwrap().to_path_buf());
    let path = env::join_paths([folder].into_iter().chain(env::split_paths(&path))).unwrap();
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).env("PATH", path);
    // It would tell how wide the terminal is.
    shell.env_remove("COLUMNS").current_dir(root());
    shell
}

/// Runs `make` as if from a shell, in the folder of the project.
pub fn make(words: &[&str]) -> Run {
    let mut make = Command::new("make");
    make.args(words).current_dir(root());
    feed(make.env_remove("MAKEFLAGS").env_remove("MAKELEVEL"), "")
}

/// Waits until something is there, for a minute at most.
pub fn wait_for<T>(mut find: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = find() {
            return found;
        }
        assert!(start.elapsed() < Duration::from_secs(60));
        thread::sleep(Duration::from_millis(10));
    }
}

/// Whether something is there that a test needs. Where it is not, the test is skipped: that is said
/// beside the results, and is a failure with `REQUIRE_ALL=1` in the environment.
pub fn is_there(what: &str, is_there: bool) -> bool {
    assert!(
        is_there || env::var_os("REQUIRE_ALL").is_none(),
        "there is no {what}"
    );
    if !is_there {
        let test = thread::current();
        let name = test.name().unwrap_or_default();
        // Not by a macro, whose text is shown for failures only.
        let _ = writeln!(io::stderr(), "skipped, there is no {what}: {name}");
    }
    is_there
}

/// The same for a command.
pub fn has(command: &str) -> bool {
    let run = Command::new(command).arg("--version").output();
    is_there(command, run.is_ok())
}
