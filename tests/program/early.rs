//! Games that end before they are sure: by a signal, and after some time.

use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::process::{binary, root, run};
use crate::text;

/// Nobody waits for this.
const LONG: [&str; 5] = [
    "--genauigkeit",
    "0.001",
    "--gleichauf",
    "0",
    "beispiele/wuerfel2.txt",
];

/// The list is complete, and the same as that of the call that stderr names.
fn is_as_named(out: &[u8], err: &[u8]) {
    let (out, err) = (text(out), text(err));
    assert_eq!(out.lines().count(), 6, "{out}");
    let (_, games) = err
        .split_once("Vorzeitig beendet; dasselbe Ergebnis mit --hoechstens ")
        .unwrap_or_else(|| panic!("{err}"));
    let again = [&LONG[..], &["-q", "--hoechstens", games.trim()]].concat();
    assert_eq!(text(&run(&again, b"").stdout), out);
}

#[test]
fn time_ends_games() {
    for format in ["text", "json"] {
        let timed = [&LONG[..], &["--zeit", "0.3", "--format", format]].concat();
        let output = run(&timed, b"");
        assert_eq!(output.status.code(), Some(0));
        match format {
            "text" => is_as_named(&output.stdout, &output.stderr),
            _ => assert!(text(&output.stdout).starts_with("{\n")),
        }
    }
    // Nothing is open there, but the intervals are wide. That is no fault of the order.
    let strict = [&LONG[..], &["--zeit", "0.01", "--streng"]].concat();
    assert_eq!(run(&strict, b"").status.code(), Some(0));
}

#[cfg(unix)]
#[test]
fn signals_end_games_with_the_list() {
    for (signal, code) in [("INT", 130), ("TERM", 143)] {
        let child = Command::new(binary())
            .args(LONG)
            .current_dir(root())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // The first look is there after some milliseconds.
        thread::sleep(Duration::from_secs(1));
        let kill = format!("kill -{signal} {}", child.id());
        assert!(
            Command::new("sh")
                .args(["-c", &kill])
                .status()
                .unwrap()
                .success()
        );
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(code));
        is_as_named(&output.stdout, &output.stderr);
    }
}

/// Where stderr is no terminal, a line after half a minute says how far it is, unless it shall be quiet.
#[test]
#[ignore = "takes half a minute"]
fn long_work_tells_how_far_it_is() {
    let tell = |more: &[&str]| {
        let output = run(&[&LONG[..], &["--zeit", "32"], more].concat(), b"");
        text(&output.stderr).to_string()
    };
    let (told, quiet) = rayon::join(|| tell(&[]), || tell(&["-q"]));
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines[0].contains("Punkte, Rangfolge sicher, "), "{told}");
    assert!(lines[0].contains(" Mio. Spielen, noch "), "{told}");
    assert!(lines[1].starts_with("Warnung: "), "{told}");
    assert_eq!(quiet, "");
}
