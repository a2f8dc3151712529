//! Standard streams that do not block. Those that fail, or that nobody reads, are in the transcript `stroeme.txt`.

use std::io::{self, Read, Write};
use std::thread;
use std::time::Duration;

use rustix::fs::{OFlags, fcntl_setfl};

use crate::support::process::{print, program};

/// A slow reader and a slow writer at the other ends of pipes that do not block: the program waits for them.
#[test]
fn the_program_waits_for_streams_that_do_not_block() {
    const PAUSE: Duration = Duration::from_millis(100);
    let (mut output, stdout) = io::pipe().unwrap();
    let (stdin, mut input) = io::pipe().unwrap();
    fcntl_setfl(&stdout, OFlags::NONBLOCK).unwrap();
    fcntl_setfl(&stdin, OFlags::NONBLOCK).unwrap();
    // 60 dice have 1,770 pairings, whose lines are more than a pipe holds.
    let line = "-q --spiele 2 --format paare";
    let mut program = program(line);
    let mut child = program.stdin(stdin).stdout(stdout).spawn().unwrap();
    // The other ends would stay open.
    drop(program);
    let dice = format!("60\n{}", "6 1 6 6 6 6 6\n".repeat(60));
    for part in dice.as_bytes().chunks(dice.len().div_ceil(3)) {
        thread::sleep(PAUSE);
        input.write_all(part).unwrap();
    }
    drop(input);
    thread::sleep(PAUSE);
    let mut slowly = String::new();
    output.read_to_string(&mut slowly).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(slowly.len() > 1 << 16);
    assert!(slowly == print(line, &dice));
}
