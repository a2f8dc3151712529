//! Standard streams that fail, that are closed, that do not block, or that somebody stops reading.

use std::fs::File;
use std::io::{self, Read, Write};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use rayon::prelude::*;
use rustix::fs::{OFlags, fcntl_setfl};

use crate::process::{binary, root};
use crate::text;

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    for arguments in [
        &["--spiele", "2"][..],
        &["--hilfe"],
        &["sixjack", "-q", "1,1,1,1,1,1"],
        &["sixjack", "-q", "--protokoll", "6,x,x,x,x,x"],
        &["sixjack", "--optimal"],
        &["spiel", "-q", "--brett"],
        &["erzeuge", "zsh"],
    ] {
        let mut child = Command::new(binary())
            .args(arguments)
            .stdin(File::open(root().join("beispiele/wuerfel0.txt")).unwrap())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(text(&output.stderr), "", "{arguments:?}");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    }
}

/// Reading or writing fails: exit code 1, and the system's words are German too.
#[test]
#[cfg(target_os = "linux")]
fn streams_that_fail() {
    let program = |arguments: &[&str], stdin: &str, stdout: &str| {
        Command::new(binary())
            .args(arguments)
            .stdin(File::open(stdin).unwrap())
            .stdout(File::options().write(true).open(stdout).unwrap())
            .stderr(Stdio::piped())
            .output()
            .unwrap()
    };
    let dice = root().join("beispiele/wuerfel0.txt");
    for (stdin, stdout, message) in [
        (
            "/",
            "/dev/null",
            "die Standardeingabe ist nicht lesbar: das ist ein Verzeichnis, keine Datei\n",
        ),
        (
            dice.to_str().unwrap(),
            "/dev/full",
            "die Standardausgabe ist nicht beschreibbar: kein Platz mehr auf dem Datenträger\n",
        ),
    ] {
        let output = program(&["-q", "--spiele", "2"], stdin, stdout);
        assert_eq!(text(&output.stderr), message);
        assert_eq!(output.status.code(), Some(1));
    }
    for arguments in [
        &["--protokoll", "1,1,1,1,1,1"][..],
        &["1,1,1,1,1,1"],
        &["--optimal"],
    ] {
        let output = program(
            &[&["sixjack"], arguments].concat(),
            "/dev/null",
            "/dev/full",
        );
        assert_eq!(
            text(&output.stderr),
            "die Standardausgabe ist nicht beschreibbar: kein Platz mehr auf dem Datenträger\n"
        );
        assert_eq!(output.status.code(), Some(1));
    }
}

/// What the shell makes of a script in which `$P` is the program and `$D` a dice file.
fn shell(script: &str) -> (Option<i32>, String, String) {
    let output = Command::new("sh")
        .args(["-c", script])
        .env("P", binary())
        .env("D", "beispiele/wuerfel2.txt")
        .current_dir(root())
        .output()
        .unwrap();
    let [out, err] = [&output.stdout, &output.stderr].map(|bytes| text(bytes).to_string());
    (output.status.code(), out, err)
}

const REFUSED: &str = "sie ist geschlossen oder in der falschen Richtung geöffnet\n";

/// Whatever writes to stdout: if that is open for reading only, exit code 1 says that the result is
/// lost. `/dev/null` takes it, also if it is open for both, as when Python starts the program.
#[test]
#[cfg(unix)]
fn no_result_is_lost_silently() {
    let commands = [
        "-q --spiele 20 $D",
        "-q --spiele 20 --format tsv $D",
        "-q --spiele 20 --format json $D",
        "-q --spiele 20 --format paare $D",
        "-q --exakt tests/fixtures/eingaben/nie.txt",
        "pruefe -q --spiele 20 --toleranz 100 --spielraum 100 $D beispiele/wuerfel2.soll",
        "sammle -q tests/fixtures/eingaben/zeilen.txt",
        "spiel -q $D",
        "sixjack -q --spiele 20 1,1,1,1,1,1",
        "sixjack --optimal",
        "regeln",
        "erzeuge fish",
        "hilfe",
        "-h",
        "--version",
    ];
    commands.par_iter().for_each(|command| {
        let (code, _, said) = shell(&format!("\"$P\" {command} 1< $D"));
        let expected = format!("die Standardausgabe ist nicht beschreibbar: {REFUSED}");
        assert_eq!((code, said), (Some(1), expected), "{command}");
        for open in ["> /dev/null", "1<> /dev/null"] {
            let (code, _, said) = shell(&format!("\"$P\" {command} {open}"));
            assert_eq!((code, &said[..]), (Some(0), ""), "{command} {open}");
        }
    });
}

/// Standard input that is open for writing only is not empty: it cannot be read.
#[test]
#[cfg(unix)]
fn input_that_cannot_be_read_is_not_empty() {
    let commands = ["", "sammle", "spiel", "pruefe $D", "pruefe - $D"];
    commands.par_iter().for_each(|command| {
        let (code, out, said) = shell(&format!("\"$P\" {command} 0> /dev/null"));
        let expected = format!("die Standardeingabe ist nicht lesbar: {REFUSED}");
        assert_eq!((code, &out[..], said), (Some(1), "", expected), "{command}");
        let (code, _, said) = shell(&format!("\"$P\" {command} < /dev/null"));
        // A list that is empty is no fault of the call.
        let expected = if *command == "pruefe $D" { 1 } else { 2 };
        assert_eq!(code, Some(expected), "{command}: {said}");
    });
    // A file needs no standard input, and a result no standard error.
    for script in ["\"$P\" -q --spiele 2 $D <&-", "\"$P\" --spiele 2 $D 2>&-"] {
        let (code, out, _) = shell(script);
        assert_eq!(code, Some(0));
        assert!(out.starts_with("Würfel-Bestenliste:\n"));
    }
}

/// Nobody reads what is left of a part: it must not count as played.
#[test]
fn a_part_that_nobody_reads_is_not_done() {
    for arguments in [
        &[
            "-q",
            "--spiele",
            "20",
            "--format",
            "paare",
            "beispiele/wuerfel2.txt",
        ][..],
        &[
            "sammle",
            "-q",
            "--format",
            "paare",
            "tests/fixtures/eingaben/zeilen.txt",
        ],
    ] {
        let (reader, writer) = io::pipe().unwrap();
        drop(reader);
        let output = Command::new(binary())
            .args(arguments)
            .current_dir(root())
            .stdout(writer)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(
            text(&output.stderr),
            "niemand liest die Zeilen weiter; es fehlen welche, bitte noch einmal\n"
        );
    }
}

/// A slow reader and a slow writer at the other ends of pipes that do not block: the program waits for them.
#[test]
#[cfg(unix)]
fn streams_that_do_not_block() {
    const PAUSE: Duration = Duration::from_millis(100);
    let (mut output, stdout) = io::pipe().unwrap();
    let (stdin, mut input) = io::pipe().unwrap();
    fcntl_setfl(&stdout, OFlags::NONBLOCK).unwrap();
    fcntl_setfl(&stdin, OFlags::NONBLOCK).unwrap();
    // 60 dice have 1,770 pairings, whose lines are more than a pipe holds.
    let arguments = ["-q", "--spiele", "2", "--format", "paare"];
    let mut child = Command::new(binary())
        .args(arguments)
        .stdin(stdin)
        .stdout(stdout)
        .spawn()
        .unwrap();
    let dice = format!("60\n{}", "6 1 6 6 6 6 6\n".repeat(60)).into_bytes();
    for part in dice.chunks(dice.len().div_ceil(3)) {
        thread::sleep(PAUSE);
        input.write_all(part).unwrap();
    }
    drop(input);
    thread::sleep(PAUSE);
    let mut slowly = Vec::new();
    output.read_to_end(&mut slowly).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(slowly.len() > 1 << 16);
    let at_once = crate::process::run(&arguments, &dice);
    assert!(slowly == at_once.stdout);
}

/// What PowerShell's `>` writes: a dice file and a list in UTF-16 give the bytes of those in UTF-8.
#[test]
fn utf16_is_read() {
    let encode = |text: &[u8], bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
        let text = str::from_utf8(text).unwrap().replace('\n', "\r\n");
        let units = format!("\u{feff}{text}");
        units.encode_utf16().flat_map(bytes).collect()
    };
    let [dice, list] = ["beispiele/wuerfel2.txt", "beispiele/wuerfel2.soll"]
        .map(|name| std::fs::read(root().join(name)).unwrap());
    let rank = ["-q", "--spiele", "100"];
    let check = [
        "pruefe",
        "-q",
        "--genauigkeit",
        "1",
        "beispiele/wuerfel2.txt",
    ];
    for bytes in [u16::to_le_bytes, u16::to_be_bytes] {
        let [ranked, expected] =
            [&encode(&dice, bytes), &dice].map(|dice| crate::process::run(&rank, dice).stdout);
        assert!(!ranked.is_empty() && ranked == expected);
        let checked = crate::process::run(&check, &encode(&list, bytes));
        assert_eq!(text(&checked.stdout), "bestanden\n");
    }
}

/// A writer that sends a line that is wrong, and does not end: the program does.
#[test]
fn the_first_wrong_line_ends_the_input() {
    let lists = ["pruefe", "beispiele/wuerfel2.txt"];
    let garbage = "x\n".repeat(10_000);
    for (arguments, line, code) in [
        (&[][..], "zwei\n", 2),
        (&["spiel"], "2\n1 6\n6\n", 2),
        (&["pruefe", "-", "beispiele/wuerfel2.soll"], "2\n1 x\n", 2),
        (&["sammle"], "Würfel\n", 2),
        (&lists, &garbage, 1),
    ] {
        // What does not end is ended, and has another exit code.
        let mut child = Command::new("timeout")
            .arg("60")
            .arg(binary())
            .args(arguments)
            .current_dir(root())
            .stdin(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(line.as_bytes()).unwrap();
        // The pipe is still open when the program ends.
        assert_eq!(child.wait().unwrap().code(), Some(code), "{arguments:?}");
        drop(stdin);
    }
}
