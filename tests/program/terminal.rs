//! Hints, progress bars and signals at a terminal. The terminal comes from `script`, which echoes
//! the keys and prints all streams together.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::support::process::{binary, read, root, shell, temporary, wait_for};

/// The sequence that clears a line.
const CLEAR: &str = "\r\x1b[2K";

/// A terminal that runs a command of `sh`, in which `wuerfelglueck` is the program.
fn terminal(command: &str) -> Command {
    let program = format!("'{}'", binary().display());
    let mut script = Command::new("script");
    script
        .args([
            "-qec",
            &command.replace("wuerfelglueck", &program),
            "/dev/null",
        ])
        .current_dir(root())
        .stdout(Stdio::piped())
        .env("TERM", "xterm")
        .env("SHELL", "/bin/sh")
        .env_remove("COLUMNS");
    script
}

/// The text that a terminal shows until its command ends, which succeeds.
fn shown(command: &mut Command, input: &str) -> String {
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    let mut keys = child.stdin.take().unwrap();
    keys.write_all(input.as_bytes()).unwrap();
    drop(keys);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    String::from_utf8(output.stdout).unwrap()
}

/// Starts a terminal, whose keys come from stdin.
fn at_terminal(command: &str) -> Child {
    terminal(command).stdin(Stdio::piped()).spawn().unwrap()
}

/// Reads the text that a terminal shows until it contains `text`.
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

/// At a terminal, a hint says which input is expected, unless `-q` is given.
#[test]
fn a_terminal_shows_which_input_is_expected() {
    let two = read("tests/fixtures/eingaben/zwei.txt");
    let hint =
        "Warte auf Würfel von der Tastatur (Ende mit Strg-D); Hilfe: wuerfelglueck --hilfe\r\n";
    let said = shown(&mut terminal("wuerfelglueck --spiele 2"), &two);
    assert!(said.contains(hint), "{said}");
    assert!(said.contains("Würfel-Bestenliste:"), "{said}");
    let quiet = shown(&mut terminal("wuerfelglueck --spiele 2 -q"), &two);
    assert!(!quiet.contains("Warte"));
}

/// Long work shows how far it is at a terminal, and takes the line away at its end. The work is
/// made longer until there is a line.
#[test]
fn progress_is_shown_at_a_terminal() {
    let work = |games: u64, options: &str| {
        let options = format!("--faeden 1 --spiele {games} {options} beispiele/wuerfel2.txt");
        shown(
            &mut terminal(&format!("wuerfelglueck {options} | tail -1")),
            "",
        )
    };
    let (games, said) = (0..12)
        .map(|doublings| 250_000 << doublings)
        .map(|games| (games, work(games, "")))
        .find(|(_, said)| said.contains(", noch "))
        .unwrap();
    assert!(said.contains("10 Paarungen"), "{said}");
    let total = format!(" von {:.1} Mio. Spielen, noch ", games as f64 / 1e5);
    assert!(said.contains(&total), "{said}");
    let (_, left) = said.rsplit_once(CLEAR).unwrap();
    assert!(!left.contains("Mio."), "{said}");
    let quiet = work(games, "-q");
    let last = "5. 6 Seiten -> : 1 1 1 1 1 6; ";
    assert!(quiet.starts_with(last), "{quiet}");
}

/// Bars have colours at a terminal that has them, unless the environment refuses them, and are as
/// wide as the terminal. In a pipe they have no colours and 80 columns.
#[test]
fn bars_are_coloured_and_fill_the_terminal() {
    let bars = |variables: &str, end: &str| {
        let command = format!(
            "stty rows 24 cols 60; unset NO_COLOR CLICOLOR CLICOLOR_FORCE; export {variables}; \
             wuerfelglueck -q --spiele 20 --balken beispiele/wuerfel2.txt {end}"
        );
        shown(&mut terminal(&command), "")
    };
    let coloured = bars("CLICOLOR=1", "");
    assert!(coloured.contains("\x1b[34m#"), "{coloured}");
    for (variables, end, width) in [
        ("NO_COLOR=1", "", 60),
        ("CLICOLOR=0", "", 60),
        ("TERM=dumb", "", 60),
        ("CLICOLOR=1", "| cat", 80),
        ("CLICOLOR_FORCE=1", "| cat", 80),
    ] {
        let plain = bars(variables, end);
        assert!(!plain.contains('\x1b'), "{variables} {end}: {plain}");
        assert!(plain.contains("   ##"), "{variables} {end}: {plain}");
        let widths = plain.lines().map(|line| line.trim_end().chars().count());
        let widest = widths.max();
        assert_eq!(widest, Some(width), "{variables} {end}: {plain}");
    }
}

/// A full terminal that has stopped reading does not stop the work. When it reads again, the bar is
/// taken away before the closing lines. The work is made longer until there is a bar.
#[test]
fn a_terminal_that_stops_reading_does_not_stop_the_work() {
    let folder = temporary();
    let list = folder.path().join("bestenliste.txt");
    let work = |games: u64| {
        let _ = fs::remove_file(&list);
        let mut terminal = at_terminal(&format!(
            "yes | head -c 300000 & wuerfelglueck --faeden 1 --spiele {games} \
             beispiele/wuerfel2.txt > '{}'; code=$?; wait; exit $code",
            list.display()
        ));
        let is_printed = |text: &String| text.ends_with('\n');
        wait_for(|| fs::read_to_string(&list).ok().filter(is_printed));
        let mut said = String::new();
        let mut output = terminal.stdout.take().unwrap();
        output.read_to_string(&mut said).unwrap();
        assert_eq!(terminal.wait().unwrap().code(), Some(0));
        said
    };
    let said = (0..12)
        .map(|doublings| work(250_000 << doublings))
        .find(|said| said.contains("Mio. Spielen"))
        .unwrap();
    let (_, left) = said.rsplit_once(CLEAR).unwrap();
    assert!(!left.contains("Mio."), "{left}");
    assert!(left.contains("10 Paarungen, "), "{left}");
}

/// A command that takes longer than a test, and has nothing to print before it is done.
const ENDLESS: &str = "wuerfelglueck pruefe --faeden 1 --spiele 20000000 beispiele/wuerfel2.txt \
                       beispiele/wuerfel2.soll";

/// Reads the text that a terminal shows until it has drawn a bar. A signal in the middle of a
/// drawing ends the program at once and leaves the bar, so the drawing gets the time to end. The
/// next one is 100 ms away.
fn read_bar(output: &mut impl Read) -> String {
    let said = read_until(output, "Mio. Spielen");
    thread::sleep(Duration::from_millis(30));
    said
}

/// Ctrl-C ends the work. The bar is taken away first, with the keys that the terminal has echoed
/// into it. The card game has a bar, too.
#[test]
fn a_key_takes_the_bar_away() {
    let cards = "wuerfelglueck sixjack --faeden 1 --spiele 3000000000 6,x,x,x,x,x";
    for (command, shows) in [
        (ENDLESS, "Mio. Spielen"),
        (cards, "2 Computer"),
        (&format!("{cards} --tabelle"), "1 Strategie"),
    ] {
        let mut terminal = at_terminal(&format!("exec {command}"));
        let mut keys = terminal.stdin.take().unwrap();
        let mut output = terminal.stdout.take().unwrap();
        let mut said = read_bar(&mut output);
        assert!(said.contains(shows), "{said}");
        // Where HUP is ignored, the program would outlive the terminal.
        keys.write_all(b"\x03").unwrap();
        output.read_to_string(&mut said).unwrap();
        let (_, left) = said.rsplit_once(CLEAR).unwrap();
        assert_eq!(left.trim(), "", "{said}");
        assert_eq!(terminal.wait().unwrap().code(), Some(130));
    }
}

/// SIGTERM takes the bar away and ends the program. SIGINT does not interrupt a program that a
/// script runs in the background.
#[test]
fn a_signal_takes_the_bar_away() {
    let mut terminal = at_terminal(&format!(
        "{ENDLESS} & read key; kill -INT $!; kill -TERM $!; wait $!; echo \"endet: $?\""
    ));
    let mut keys = terminal.stdin.take().unwrap();
    let mut output = terminal.stdout.take().unwrap();
    read_bar(&mut output);
    keys.write_all(b"\n").unwrap();
    let said = read_until(&mut output, "endet: 143\r\n");
    let (_, left) = said.rsplit_once(CLEAR).unwrap();
    assert!(!left.contains("Mio."), "{said}");
    drop(keys);
    terminal.wait().unwrap();
}

/// A terminal that has stopped reading does not keep a signal from ending the program. Some shells
/// report the signal there, and would wait for the terminal themselves.
#[test]
fn a_terminal_that_stops_reading_stops_no_signal() {
    let folder = temporary();
    let [process, code] = ["prozess.txt", "rueckgabewert.txt"].map(|name| folder.path().join(name));
    let mut terminal = at_terminal(&format!(
        "yes | head -c 300000 & {ENDLESS} & echo $! > '{}'; \
         {{ wait $!; echo $? > '{}'; }} 2> /dev/null",
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
        let mut lines = status.lines();
        let caught = lines.find_map(|line| line.strip_prefix("SigCgt:\t"));
        let caught = u64::from_str_radix(caught.unwrap(), 16).unwrap();
        // Signal n is bit n - 1, and SIGTERM is 15.
        (caught >> 14 & 1 == 1).then_some(())
    });
    let killed = shell(&format!("kill {process}")).status().unwrap();
    assert!(killed.success());
    assert_eq!(wait_for(|| line(&code)), "143");
    terminal.kill().unwrap();
    terminal.wait().unwrap();
}
