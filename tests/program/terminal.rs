//! Hints, progress bars and signals at a terminal. The terminal comes from `script`, which echoes
//! the keys and prints all streams together.

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};

use crate::support::by_effort;
use crate::support::process::{binary, read, root};

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

/// Long work shows how far it is at a terminal, and takes the line away at its end. Here it ends
/// after a second and a half.
#[test]
fn progress_is_shown_at_a_terminal() {
    let work = |quiet: &str| {
        let line = format!(
            "wuerfelglueck {quiet} --faeden 1 --zeit 1.5 --spiele 100000000 beispiele/wuerfel2.txt"
        );
        shown(&mut terminal(&format!("{line} | tail -1")), "")
    };
    let said = work("");
    assert!(
        said.contains(" von 1000.0 Mio. Spielen, noch etwa "),
        "{said}"
    );
    let (_, left) = said.rsplit_once(CLEAR).unwrap();
    assert!(!left.contains("Mio."), "{said}");
    let quiet = work("-q");
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

/// The rows of a terminal of `width` columns that was given this text. As on a real one, the row
/// behind a full one begins with the next character.
fn rows(text: &str, width: usize) -> Vec<String> {
    let (mut rows, mut row, mut column) = (vec![Vec::new()], 0, 0);
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        match character {
            '\r' => column = 0,
            '\n' => row += 1,
            '\x1b' => {
                let sequence: String = rest.by_ref().take(3).collect();
                assert_eq!(sequence, "[2K");
                rows[row].clear();
            }
            _ => {
                if column == width {
                    (row, column) = (row + 1, 0);
                }
                rows.resize(rows.len().max(row + 1), Vec::new());
                let length = rows[row].len().max(column + 1);
                rows[row].resize(length, ' ');
                rows[row][column] = character;
                column += 1;
            }
        }
        rows.resize(rows.len().max(row + 1), Vec::new());
    }
    rows.into_iter().map(String::from_iter).collect()
}

/// A bar takes one row, however wide the terminal is, and leaves what stands above it.
#[test]
#[ignore = "a second: bars are taken away in other tests, too"]
fn a_bar_leaves_what_stands_above_it() {
    let widths = [20, 29, 30, 31, 44, 45, 46, 60, 89, 90, 91, 120, 200];
    let terminals = widths.map(|width| {
        let command = format!(
            "stty rows 24 cols {width}; for number in 1 2 3 4; do echo Zeile $number; done; \
             timeout --foreground 1 wuerfelglueck diagnose -- sleep 9"
        );
        (width, at_terminal(&command))
    });
    for (width, terminal) in terminals {
        let shown = terminal.wait_with_output().unwrap().stdout;
        let shown = String::from_utf8(shown).unwrap();
        assert!(shown.contains("Datei 1 von 42"), "{width}: {shown}");
        let rows = rows(&shown, width);
        let above = ["Zeile 1", "Zeile 2", "Zeile 3", "Zeile 4"];
        assert_eq!(rows[..4], above, "{width}: {shown}");
        let is_left = |row: &String| row.contains("Datei 1 von 42");
        assert!(!rows.iter().any(is_left), "{width}: {rows:?}");
    }
}

/// A command that takes longer than a test, and has nothing to print before it is done.
const ENDLESS: &str = "wuerfelglueck pruefe --faeden 1 --spiele 20000000 beispiele/wuerfel2.txt \
                       beispiele/wuerfel2.soll";

/// Ctrl-C ends the work. The bar is taken away first, with the keys that the terminal has echoed
/// into it. With EFFORT the card game's, too.
#[test]
fn a_key_takes_the_bar_away() {
    let cards = "wuerfelglueck sixjack --faeden 1 --spiele 3000000000 6,x,x,x,x,x";
    let works = [
        (ENDLESS, "Mio. Spielen"),
        (cards, "2 Computer"),
        (&format!("{cards} --tabelle"), "1 Strategie"),
    ];
    for (command, shows) in works[..by_effort(1, works.len())].iter().copied() {
        let mut terminal = at_terminal(&format!("exec {command}"));
        let mut keys = terminal.stdin.take().unwrap();
        let mut output = terminal.stdout.take().unwrap();
        let mut said = read_until(&mut output, "Mio. Spielen");
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
    read_until(&mut output, "Mio. Spielen");
    keys.write_all(b"\n").unwrap();
    let said = read_until(&mut output, "endet: 143\r\n");
    let (_, left) = said.rsplit_once(CLEAR).unwrap();
    assert!(!left.contains("Mio."), "{said}");
    drop(keys);
    terminal.wait().unwrap();
}
