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
        .env("SHELL", "/bin/sh")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .current_dir(root())
        .spawn()
        .unwrap()
}

/// Reads what a terminal shows, up to this text.
fn read_until(output: &mut impl Read, text: &str) -> String {
    let mut shown = Vec::new();
    loop {
        let mut chunk = [0; 4096];
        let length = output.read(&mut chunk).unwrap();
        shown.extend(&chunk[..length]);
        let shown = String::from_utf8_lossy(&shown);
        if shown.contains(text) {
            return shown.into_owned();
        }
        assert!(length > 0, "{shown}");
    }
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
    const LONG: Duration = Duration::from_millis(1100);
    let at_terminal = |games: u64, options: &str| {
        let command = format!(
            "'{}' --faeden 1 --spiele {games} {options} < beispiele/wuerfel2.txt | tail -1",
            binary().display()
        );
        let start = Instant::now();
        let output = Command::new("script")
            .args(["-qec", &command, "/dev/null"])
            .env("TERM", "xterm")
            .env("SHELL", "/bin/sh")
            .stdin(Stdio::null())
            .current_dir(root())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0));
        (String::from_utf8(output.stdout).unwrap(), start.elapsed())
    };
    let (games, shown) = (0..8)
        .map(|doubled| {
            let games = 330_000 << doubled;
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

/// Bars have colours at a terminal that has them, unless the environment asks for none.
#[test]
fn bars_are_coloured_at_a_terminal() {
    let shown = |variable: &str, value: &str, end: &str| {
        let command = format!(
            "'{}' -q --spiele 20 --balken < beispiele/wuerfel2.txt {end}",
            binary().display()
        );
        let output = Command::new("script")
            .args(["-qec", &command, "/dev/null"])
            .env("TERM", "xterm")
            .env("SHELL", "/bin/sh")
            .env_remove("NO_COLOR")
            .env_remove("CLICOLOR")
            .env_remove("CLICOLOR_FORCE")
            .env(variable, value)
            .stdin(Stdio::null())
            .current_dir(root())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8(output.stdout).unwrap()
    };
    let coloured = shown("CLICOLOR", "1", "");
    assert!(coloured.contains("\x1b[34m#"), "{coloured}");
    for (variable, value, end) in [
        ("NO_COLOR", "1", ""),
        ("CLICOLOR", "0", ""),
        ("TERM", "dumb", ""),
        ("CLICOLOR", "1", "| cat"),
        ("CLICOLOR_FORCE", "1", "| cat"),
    ] {
        let plain = shown(variable, value, end);
        assert!(
            plain.contains("   ##") && !plain.contains('\x1b'),
            "{variable}={value} {end}: {plain}"
        );
    }
}

/// A terminal that nobody reads, and that is full, does not stop the work. When it is read again, the line is
/// taken away before the closing lines. Work is longer on a machine that is faster, so that there is a line.
#[test]
fn a_terminal_that_stops_reading_does_not_stop_the_work() {
    let list = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bestenliste.txt");
    let shown = (0..8)
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

/// The card game shows how far it is, too.
#[test]
fn the_card_game_shows_progress() {
    for (options, who) in [("", "2 Computer"), ("--tabelle", "1 Strategie")] {
        let mut terminal = at_terminal(&format!(
            "exec '{}' sixjack --faeden 1 --spiele 3000000000 {options} 6,x,x,x,x,x",
            binary().display()
        ));
        let mut keys = terminal.stdin.take().unwrap();
        let mut output = terminal.stdout.take().unwrap();
        let shown = read_until(&mut output, " von 3000.0 Mio. Spielen, noch ");
        assert!(shown.contains(who), "{shown}");
        // Where HUP is ignored, the program would outlive the terminal.
        keys.write_all(b"\x03").unwrap();
        output.read_to_end(&mut Vec::new()).unwrap();
        assert_eq!(terminal.wait().unwrap().code(), Some(130));
    }
}

/// Work that takes longer than a test, and has nothing to print before it is done.
fn endless() -> String {
    format!(
        "'{}' pruefe --faeden 1 --spiele 20000000 beispiele/wuerfel2.txt beispiele/wuerfel2.soll",
        binary().display()
    )
}

/// Ctrl-C ends the work. The bar is taken away first, with what the terminal has echoed into it.
#[test]
fn a_key_takes_the_bar_away() {
    let mut terminal = at_terminal(&format!("exec {}", endless()));
    let mut keys = terminal.stdin.take().unwrap();
    let mut output = terminal.stdout.take().unwrap();
    read_until(&mut output, "Mio. Spielen");
    keys.write_all(b"\x03").unwrap();
    let mut shown = String::new();
    output.read_to_string(&mut shown).unwrap();
    let (_, left) = shown.rsplit_once(CLEAR).unwrap();
    assert_eq!(left.trim(), "", "{shown}");
    assert_eq!(terminal.wait().unwrap().code(), Some(130));
}

/// SIGTERM takes the bar away and ends the program. What a script runs in the background is not interrupted.
#[test]
fn a_signal_takes_the_bar_away() {
    let mut terminal = at_terminal(&format!(
        "{} & read key; kill -INT $!; kill -TERM $!; wait $!; echo \"endet: $?\"",
        endless()
    ));
    let mut keys = terminal.stdin.take().unwrap();
    let mut output = terminal.stdout.take().unwrap();
    read_until(&mut output, "Mio. Spielen");
    keys.write_all(b"\n").unwrap();
    let shown = read_until(&mut output, "endet: 143\r\n");
    let (_, left) = shown.rsplit_once(CLEAR).unwrap();
    assert!(!left.contains("Mio."), "{shown}");
    drop(keys);
    terminal.wait().unwrap();
}

/// A terminal that nobody reads does not keep a signal from ending the program. Some shells say there what ended
/// it, and would wait themselves.
#[test]
fn a_terminal_that_stops_reading_stops_no_signal() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let [process, code] = ["prozess.txt", "rueckgabewert.txt"].map(|name| folder.join(name));
    for file in [&process, &code] {
        let _ = fs::remove_file(file);
    }
    let mut terminal = at_terminal(&format!(
        "yes | head -c 300000 & {} & echo $! > '{}'; \
         {{ wait $!; echo $? > '{}'; }} 2> /dev/null",
        endless(),
        process.display(),
        code.display()
    ));
    let line = |file: &Path| {
        let text = fs::read_to_string(file).ok()?;
        text.strip_suffix('\n').map(str::to_string)
    };
    let process = wait_for(|| line(&process));
    // The program takes signals as soon as there is a line.
    wait_for(|| {
        let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
        let caught = status
            .lines()
            .find_map(|line| line.strip_prefix("SigCgt:\t"));
        let caught = u64::from_str_radix(caught.unwrap(), 16).unwrap();
        (caught >> 14 & 1 == 1).then_some(())
    });
    let killed = Command::new("kill").arg(&process).status().unwrap();
    assert!(killed.success());
    assert_eq!(wait_for(|| line(&code)), "143");
    terminal.kill().unwrap();
    terminal.wait().unwrap();
}
