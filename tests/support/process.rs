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

/// The text of a file of the project.
pub fn read(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// A new folder for files of a test. It is gone when this is dropped, also if the test fails.
pub fn temporary() -> TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap()
}

/// The output and the exit code of a process.
#[derive(Debug)]
pub struct Run {
    /// The text on stdout.
    pub out: String,
    /// The text on stderr.
    pub err: String,
    /// The exit code, -1 if a signal has ended the process.
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

/// Runs the program, which has to succeed. Returns its stdout.
pub fn output_of(line: &str, input: impl AsRef<[u8]>) -> String {
    let run = run(line, input);
    assert_eq!(run.code, 0, "{line}: {}", run.err);
    run.out
}

/// Runs a command with this input. If a pipe cannot hold all of the input, the command must read it
/// before it fills the pipe of its own output.
pub fn feed(command: &mut Command, input: impl AsRef<[u8]>) -> Run {
    let streams = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = streams.stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // The program may end without reading all of it.
    let _ = stdin.write_all(input.as_ref());
    drop(stdin);
    child.wait_with_output().unwrap().into()
}

/// The folder of another program of the same name for commands of shells: the value of
/// `OTHER_PROGRAM` in the environment, unless that is empty. With `make test-windows` it has the
/// program for Windows.
pub fn other_program() -> Option<PathBuf> {
    env::var_os("OTHER_PROGRAM")
        .filter(|folder| !folder.is_empty())
        .map(PathBuf::from)
}

/// A command of a shell that finds the program, in the folder of the project.
pub fn shell(command: &str) -> Command {
    let path = env::var_os("PATH").unwrap();
    let folder = other_program().unwrap_or_else(|| binary().parent().unwrap().to_path_buf());
    let path = env::join_paths([folder].into_iter().chain(env::split_paths(&path))).unwrap();
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).env("PATH", path);
    // Where memory is refused while Rust prints a backtrace, it waits for itself for ever.
    shell.env("RUST_BACKTRACE", "0");
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

/// Waits until `find` finds something. Fails after a minute.
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

/// Reports that a test is skipped if a tool that it needs is not available. Returns whether the
/// tool is available. With `REQUIRE_ALL` in the environment, whatever its value, panics if it is
/// not.
pub fn is_available(tool: &str, is_available: bool) -> bool {
    assert!(
        is_available || env::var_os("REQUIRE_ALL").is_none(),
        "there is no {tool}"
    );
    if !is_available {
        let test = thread::current();
        let name = test.name().unwrap_or_default();
        // Not by a macro, whose text is shown for failures only.
        let _ = writeln!(io::stderr(), "skipped, there is no {tool}: {name}");
    }
    is_available
}

/// Like [`is_available`] for a command: whether it can be started.
pub fn has_command(command: &str) -> bool {
    let run = Command::new(command).arg("--version").output();
    is_available(command, run.is_ok())
}
