//! Standard streams that are closed, that do not block, or that somebody stops reading. Those that fail are in the
//! transcript `stroeme.txt`.

use std::fs::File;
use std::io::{self, Read, Write};
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use rustix::fs::{OFlags, fcntl_setfl};

use crate::support::process::{Run, print, program, read, root, shell};

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
fn streams_that_do_not_block() {
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

/// What PowerShell's `>` writes: a dice file and a list in UTF-16 give the bytes of those in UTF-8.
#[test]
fn utf16_is_read() {
    let [dice, list] = ["txt", "soll"].map(|kind| read(&format!("beispiele/wuerfel2.{kind}")));
    for bytes in [u16::to_le_bytes, u16::to_be_bytes] {
        let encode = |text: &str| -> Vec<u8> {
            let text = format!("\u{feff}{}", text.replace('\n', "\r\n"));
            text.encode_utf16().flat_map(bytes).collect()
        };
        let rank = "-q --spiele 100";
        assert_eq!(print(rank, encode(&dice)), print(rank, &dice));
        let check = "pruefe -q --genauigkeit 1 beispiele/wuerfel2.txt";
        assert_eq!(print(check, encode(&list)), print(check, &list));
    }
}

/// A writer that sends a line that is wrong, and does not end: the program does.
#[test]
fn the_first_wrong_line_ends_the_input() {
    // More than any list of these dice has.
    let garbage = "x\n".repeat(600_000);
    for (line, input, code) in [
        ("", "zwei\n", 2),
        ("spiel", "2\n1 6\n6\n", 2),
        ("pruefe - beispiele/wuerfel2.soll", "2\n1 x\n", 2),
        ("sammle", "Würfel\n", 2),
        ("pruefe beispiele/wuerfel2.txt", &garbage, 1),
    ] {
        // What does not end is ended, and has another exit code.
        let mut program = shell(&format!("exec timeout 60 wuerfelglueck {line}"));
        let streams = program.stdin(Stdio::piped()).stdout(Stdio::null());
        let mut child = streams.stderr(Stdio::null()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        // The program may end without reading all of it; the pipe is still open then.
        let _ = stdin.write_all(input.as_bytes());
        assert_eq!(child.wait().unwrap().code(), Some(code), "{line}");
        drop(stdin);
    }
}
