//! What is said to a person at a terminal. The terminal comes from `script`, which echoes what is typed and
//! prints all streams together.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::TWO_DICE;
use crate::process::{binary, root};

/// The sequence that clears a line.
const CLEAR: &str = "\r\x1b[2K";

/// Starts a command of `sh` at a terminal. What is typed there comes from stdin.
fn at_terminal(command: &str) -> Child {
    Command::new("script")
        .args(["-qec", command, "/dev/null"])
        .env("TERM", "xterm")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .current_dir(root())
        .spawn()
        .unwrap()
}

/// Waits until something is there.
fn wait_for<T>(mut find: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = find() {
            return found;
        }
        assert!(start.elapsed() < Duration::from_secs(60));
        thread::sleep(Duration::from_millis(20));
    }
}

/// A person at a terminal is told what is expected, unless that was asked not to be. The terminal
/// comes from `script`, which echoes what is typed and prints all streams together.
#[test]
fn a_terminal_is_told_what_is_expected() {
    let at_terminal = |options: &str| {
        let command = format!("'{}' --spiele 2 {options}", binary().display());
        let mut child = Command::new("script")
            .args(["-qec", &command, "/dev/null"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(TWO_DICE).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8(output.stdout).unwrap()
    };
    let hint = "Warte auf Würfel von der Tastatur (Ende mit Strg+D); aus einer Datei: \
                wuerfelglueck DATEI, Hilfe: wuerfelglueck --hilfe\r\n";
    let shown = at_terminal("");
    assert!(shown.contains(hint), "{shown}");
    assert!(shown.contains("Würfel-Bestenliste:"), "{shown}");
    assert!(!at_terminal("-q").contains("Warte"));
}

/// Long work shows how far it is at a terminal, and takes the line away at its end. Work is longer on a
/// machine that is faster, so that it is long there, too.
#[test]
fn progress_is_shown_at_a_terminal() {
    const LONG: Duration = Duration::from_millis(1500);
    let at_terminal = |games: u64, options: &str| {
        let command = format!(
            "'{}' --faeden 1 --spiele {games} {options} < beispiele/wuerfel2.txt | tail -1",
            binary().display()
        );
        let start = Instant::now();
        let output = Command::new("script")
            .args(["-qec", &command, "/dev/null"])
            .env("TERM", "xterm")
            .stdin(Stdio::null())
            .current_dir(root())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0));
        (String::from_utf8(output.stdout).unwrap(), start.elapsed())
    };
    let (games, shown) = (0..)
        .map(|doubled| {
            let games = 300_000 << doubled;
            (games, at_terminal(games, ""))
        })
        .find_map(|(games, (shown, time))| (time > LONG).then_some((games, shown)))
        .unwrap();
    assert!(shown.contains("10 Paarungen"), "{shown}");
    let all = format!(" von {:.1} Mio. Spielen, noch ", games as f64 / 1e5);
    assert!(shown.contains(&all), "{shown}");
    let (_, left) = shown.rsplit_once(CLEAR).unwrap();
    assert!(!left.contains("Mio."), "{shown}");
    let (quiet, _) = at_terminal(games, "-q");
    assert!(
        quiet.starts_with("5. 6 Seiten -> : 1 1 1 1 1 6; "),
        "{quiet}"
    );
}

/// A terminal that nobody reads, and that is full, does not stop the work. When it is read again, the line is
/// taken away before the closing lines. Work is longer on a machine that is faster, so that there is a line.
#[test]
fn a_terminal_that_stops_reading_does_not_stop_the_work() {
    let list = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bestenliste.txt");
    let shown = (0..)
        .map(|doubled| {
            let _ = fs::remove_file(&list);
            let mut terminal = at_terminal(&format!(
                "yes | head -c 300000 & '{}' --faeden 1 --spiele {} beispiele/wuerfel2.txt > '{}'; \
                 code=$?; wait; exit $code",
                binary().display(),
                300_000 << doubled,
                list.display()
            ));
            wait_for(|| {
                let list = fs::read_to_string(&list).ok()?;
                list.ends_with('\n').then_some(list)
            });
            let mut shown = String::new();
            let mut output = terminal.stdout.take().unwrap();
            output.read_to_string(&mut shown).unwrap();
            assert_eq!(terminal.wait().unwrap().code(), Some(0));
            shown
        })
        .find(|shown| shown.contains("Mio. Spielen"))
        .unwrap();
    let (_, left) = shown.rsplit_once(CLEAR).unwrap();
    assert!(!left.contains("Mio."), "{left}");
    assert!(left.contains("10 Paarungen, "), "{left}");
}
