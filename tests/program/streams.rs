//! Standard streams that fail, that are closed, or that somebody stops reading.

use std::fs::File;
use std::process::{Command, Stdio};

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

/// Through a shell, as only it can close a stream.
#[test]
#[cfg(unix)]
fn streams_that_are_closed() {
    let shell = |script: &str| {
        Command::new("sh")
            .args(["-c", script, "sh"])
            .arg(binary())
            .arg(root().join("beispiele/wuerfel0.txt"))
            .output()
            .unwrap()
    };
    let output = shell("\"$1\" <&-");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).starts_with("Zeile 1: die Eingabe ist leer"));
    let output = shell("\"$1\" --spiele 2 < \"$2\" 2>&-");
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stdout).starts_with("Würfel-Bestenliste:\n"));
}
