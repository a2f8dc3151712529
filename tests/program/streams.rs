//! Standard streams that are closed, that do not block, or that somebody stops reading. Those that fail are in the
//! transcript `stroeme.txt`.

use std::fs::File;
use std::io::{self, Read, Write};
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use rustix::fs::{OFlags, fcntl_setfl};

use crate::support::process::{Run, print, program, root};

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    for line in [
        "--spiele 2",
        "--hilfe",
        "sixjack -q 1,1,1,1,1,1",
        "sixjack -q --protokoll 6,x,x,x,x,x",
        "sixjack --optimal",
        "spiel -q --brett",
        "erzeuge zsh",
    ] {
        let mut program = program(line);
        program.stdin(File::open(root().join("beispiele/wuerfel0.txt")).unwrap());
        let streams = program.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = streams.spawn().unwrap();
        drop(child.stdout.take());
        let run = Run::from(child.wait_with_output().unwrap());
        assert_eq!((run.code, &run.err[..]), (0, ""), "{line}");
    }
}

/// Nobody reads what is left of a part: it must not count as played.
#[test]
fn a_part_that_nobody_reads_is_not_done() {
    for line in [
        "-q --spiele 20 --format paare beispiele/wuerfel2.txt",
        "sammle -q --format paare tests/fixtures/eingaben/zeilen.txt",
    ] {
        let (reader, writer) = io::pipe().unwrap();
        drop(reader);
        let run = Run::from(program(line).stdout(writer).output().unwrap());
        assert_eq!(run.code, 1);
        let said = "niemand liest die Zeilen weiter; es fehlen welche, bitte noch einmal\n";
        assert!(run.err.ends_with(said), "{}", run.err);
    }
}

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
