//! The program as a process.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The folder of the project.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The program that was built for the tests.
pub fn binary() -> PathBuf {
    assert_cmd::cargo::cargo_bin!("wuerfelglueck").to_path_buf()
}

/// Runs the program with these arguments and this input.
pub fn run(arguments: &[&str], input: &[u8]) -> Output {
    feed(Command::new(binary()).args(arguments), input)
}

/// Runs a command in the folder of the project with this input, which is no more than a pipe holds unless the
/// command prints little before it has read all.
pub fn feed(command: &mut Command, input: &[u8]) -> Output {
    let mut child = command
        .current_dir(root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    // The program may end without reading all of it.
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().expect("the program ends")
}
