//! The command `diagnose`.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::process::{binary, root, run};
use crate::replay::fixture;
use crate::text;

#[test]
fn transcripts() {
    assert!(fixture("diagnose.txt") >= 4);
}

/// What a program that ends badly has said is shown, after which file, and nothing is printed as a result.
#[test]
fn programs_that_fail() {
    for (script, said) in [
        (
            "echo vorher >&2; echo kaputt >&2; exit 3",
            "das Programm endete mit Rückgabewert 3\n  vorher\n  kaputt\n",
        ),
        ("kill -9 $$", "ein Signal hat das Programm beendet\n"),
        (
            "cat > /dev/null",
            "die Liste ist nicht lesbar: sie ist leer; erwartet ist eine Würfel-Bestenliste\n",
        ),
        ("exec yes Unsinn", "ein Signal hat das Programm beendet\n"),
        (
            "exit 0 < /dev/null",
            "die Liste ist nicht lesbar: sie ist leer; erwartet ist eine Würfel-Bestenliste\n",
        ),
    ] {
        let output = run(&["diagnose", "-q", "--", "sh", "-c", script], b"");
        assert_eq!(text(&output.stdout), "", "{script}");
        let shown = text(&output.stderr);
        assert!(
            shown.starts_with(&format!("unterschiede.txt: {said}wuerfel0.txt: ")),
            "{shown}"
        );
        assert_eq!(output.status.code(), Some(1), "{script}");
    }
}

/// A file of this test, which is not there yet.
fn file(name: &str) -> PathBuf {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&file);
    file
}

/// The processes whose numbers are in a file, as soon as there are two.
fn two_processes(file: &Path) -> Vec<String> {
    let start = Instant::now();
    loop {
        let text = fs::read_to_string(file).unwrap_or_default();
        if text.matches('\n').count() >= 2 {
            return text.lines().map(str::to_string).collect();
        }
        assert!(start.elapsed() < Duration::from_secs(60));
        thread::sleep(Duration::from_millis(10));
    }
}

/// Waits until these processes are gone.
fn assert_gone(processes: &[String]) {
    let start = Instant::now();
    let is_there = |process: &String| {
        // A process that has ended may wait for somebody who asks for its exit code.
        let status = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        status
            .rsplit_once(") ")
            .is_some_and(|(_, state)| !state.starts_with('Z'))
    };
    while processes.iter().any(is_there) {
        assert!(start.elapsed() < Duration::from_secs(60), "{processes:?}");
        thread::sleep(Duration::from_millis(10));
    }
}

/// A program that starts another and waits for it.
fn slow(file: &Path) -> String {
    format!(
        "sleep 1000 & echo $! > '{0}'; echo $$ >> '{0}'; wait",
        file.display()
    )
}

/// A program that takes too long is ended, with all that it has started.
#[test]
fn programs_that_take_too_long() {
    let file = file("zu-lange.txt");
    let output = run(
        &[
            "diagnose",
            "-q",
            "--zeit",
            "0.2",
            "--",
            "sh",
            "-c",
            &slow(&file),
        ],
        b"",
    );
    let shown = text(&output.stderr);
    assert!(
        shown.contains("wuerfel3.txt: nach 0.2 s abgebrochen; mehr mit --zeit\n"),
        "{shown}"
    );
    assert_eq!(output.status.code(), Some(1));
    assert_gone(&two_processes(&file));
}

/// A signal that ends the program leaves none that it has started behind.
#[test]
fn signals_end_programs_too() {
    let file = file("signal.txt");
    let mut program = Command::new(binary())
        .args(["diagnose", "--", "sh", "-c", &slow(&file)])
        .current_dir(root())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let processes = two_processes(&file);
    let killed = Command::new("kill").arg(program.id().to_string()).status();
    assert!(killed.unwrap().success());
    assert_eq!(program.wait().unwrap().signal(), Some(15));
    assert_gone(&processes);
}

/// This program, run on all files that are built in, plays what it says, and nothing that it does not.
#[test]
#[ignore = "long: part of make test-all"]
fn the_program_itself() {
    let program = binary();
    for (rules, code) in [("offiziell", 0), ("zielzuerst+ohne-springen", 1)] {
        let words = ["diagnose", "-q", "--", program.to_str().unwrap()];
        let output = run(
            &[&words[..], &["-q", "--spiele", "4000", "--regeln", rules]].concat(),
            b"",
        );
        assert_eq!(output.status.code(), Some(code));
        let shown = text(&output.stdout);
        assert!(
            shown.contains(&format!("Am besten passt {rules}")),
            "{shown}"
        );
    }
}
