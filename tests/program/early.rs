//! Work that ends before the list is sure: by a signal, and after some time.

use std::process::{Command, Output, Stdio};
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

/// Nor for this: the first sweeps take some tenths of a second, and all together many minutes.
const LONG_SOLVING: [&str; 8] = [
    "--exakt",
    "--genauigkeit",
    "0.001",
    "--speicher",
    "1",
    "--format",
    "tsv",
    "beispiele/sechser.txt",
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

/// The list is complete, its intervals hold the shares that `--exakt --genauigkeit 0.01` gives to ±0.008 points, and stderr says
/// what is not certain.
fn is_what_is_known(out: &[u8], err: &[u8]) {
    const SHARES: [(&str, f64); 3] = [("1 6", 99.061), ("1 2 3 4 5 6", 67.606), ("6", 0.0)];
    let (out, err) = (text(out), text(err));
    let lines: Vec<Vec<&str>> = out.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(lines.len(), 5, "{out}");
    for (faces, share) in SHARES {
        let line = lines.iter().find(|line| line.last() == Some(&faces));
        let [low, high]: [f64; 2] = [3, 4].map(|end| line.unwrap()[end].parse().unwrap());
        assert!(low - 0.01 <= share && share <= high + 0.01, "{faces} {out}");
    }
    assert!(
        err.contains("statt ±0.001 Punkte genau; mehr mit längerer Laufzeit"),
        "{err}"
    );
    assert!(
        err.ends_with("\nVorzeitig beendet; derselbe Aufruf rechnet mit mehr Zeit zu Ende\n"),
        "{err}"
    );
}

#[test]
fn time_ends_solving() {
    let output = run(&[&LONG_SOLVING[..], &["--zeit", "1"]].concat(), b"");
    assert_eq!(output.status.code(), Some(0));
    is_what_is_known(&output.stdout, &output.stderr);
    // After the first sweep, nothing is known about most pairings of these dice, so there is no list.
    let hard = LONG_SOLVING.map(|word| word.replace("sechser", "wuerfel2"));
    let hard: Vec<&str> = hard.iter().map(String::as_str).collect();
    let output = run(&[&hard[..], &["--zeit", "0.001"]].concat(), b"");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(&output.stdout), "");
    assert_eq!(
        text(&output.stderr),
        "zu viel bleibt unbekannt für eine Liste (Anteile nur auf ±50 Punkte); mehr mit längerer Laufzeit\n"
    );
}

/// Ends a process by this signal, after so many seconds, when there is something to print.
#[cfg(unix)]
fn interrupted(arguments: &[&str], signal: &str, seconds: u64) -> Output {
    let child = Command::new(binary())
        .args(arguments)
        .current_dir(root())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    thread::sleep(Duration::from_secs(seconds));
    let kill = format!("kill -{signal} {}", child.id());
    assert!(
        Command::new("sh")
            .args(["-c", &kill])
            .status()
            .unwrap()
            .success()
    );
    child.wait_with_output().unwrap()
}

#[cfg(unix)]
#[test]
fn signals_end_games_and_solving_with_the_list() {
    for (signal, code) in [("INT", 130), ("TERM", 143)] {
        let games = interrupted(&LONG, signal, 1);
        assert_eq!(games.status.code(), Some(code));
        is_as_named(&games.stdout, &games.stderr);
        let solving = interrupted(&LONG_SOLVING, signal, 4);
        assert_eq!(solving.status.code(), Some(code));
        is_what_is_known(&solving.stdout, &solving.stderr);
    }
}

/// Where stderr is no terminal, a line after half a minute says how far it is, unless it shall be quiet.
#[test]
#[ignore = "takes half a minute"]
fn long_work_tells_how_far_it_is() {
    let tell = |more: &[&str]| {
        let most = ["--hoechstens", "1000000000000", "--zeit", "32"];
        let output = run(&[&LONG[..], &most, more].concat(), b"");
        text(&output.stderr).to_string()
    };
    let (told, quiet) = rayon::join(|| tell(&[]), || tell(&["-q"]));
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines[0].contains("Punkte, Rangfolge sicher, "), "{told}");
    assert!(lines[0].contains(" Mio. Spielen, noch "), "{told}");
    assert!(lines[1].starts_with("Warnung: "), "{told}");
    assert_eq!(quiet, "");
}
