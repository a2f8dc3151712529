//! Work that ends before the list is sure: by a signal, and after some time.

use std::fs;
use std::process::{Command, Stdio};

use crate::support::process::{Run, print, program, run, wait_for};

/// Nobody waits for this.
const LONG: &str = "--genauigkeit 0.001 --gleichauf 0 beispiele/wuerfel2.txt";

/// Nor for this: the first sweeps take some tenths of a second, and all together many minutes.
const LONG_SOLVING: &str =
    "--exakt --genauigkeit 0.001 --speicher 1 --format tsv beispiele/sechser.txt";

/// The list is complete, and the same as that of the call that stderr names.
fn is_as_named(Run { out, err, .. }: &Run) {
    assert_eq!(out.lines().count(), 6, "{out}");
    assert!(err.contains("mehr mit längerer Laufzeit"), "{err}");
    let named = err.split_once("Vorzeitig beendet; dasselbe Ergebnis mit ");
    let (_, named) = named.unwrap_or_else(|| panic!("{err}"));
    assert_eq!(print(&format!("{LONG} -q {named}"), ""), *out);
}

#[test]
fn time_ends_games() {
    let text = run(&format!("{LONG} --zeit 0.3"), "");
    assert_eq!(text.code, 0);
    is_as_named(&text);
    assert!(print(&format!("{LONG} --zeit 0.3 --format json"), "").starts_with("{\n"));
    // Nothing is open there, but the intervals are wide. That is no fault of the order.
    print(&format!("{LONG} --zeit 0.01 --streng"), "");
}

/// The list is complete, its intervals hold the shares that `--exakt --genauigkeit 0.01` gives to ±0.008 points, and stderr says
/// what is not certain.
fn is_what_is_known(Run { out, err, .. }: &Run) {
    const SHARES: [(&str, f64); 3] = [("1 6", 99.061), ("1 2 3 4 5 6", 67.606), ("6", 0.0)];
    let lines: Vec<Vec<&str>> = out.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(lines.len(), 5, "{out}");
    for (faces, share) in SHARES {
        let line = lines.iter().find(|line| line.last() == Some(&faces));
        let [low, high]: [f64; 2] = [3, 4].map(|end| line.unwrap()[end].parse().unwrap());
        assert!(low - 0.01 <= share && share <= high + 0.01, "{faces} {out}");
    }
    assert!(err.contains("mehr mit längerer Laufzeit"), "{err}");
    assert!(err.contains("\nVorzeitig beendet; "), "{err}");
}

#[test]
fn time_ends_solving() {
    // On a busy machine it takes longer until enough is known for a list.
    let mut tried = [1, 4, 16].into_iter();
    let solved = tried.find_map(|time| {
        let solved = run(&format!("{LONG_SOLVING} --zeit {time}"), "");
        Some(solved).filter(|solved| solved.code == 0)
    });
    let solved = solved.unwrap();
    is_what_is_known(&solved);
    // After the first sweep, nothing is known about most pairings of these dice, so there is no list.
    let hard = LONG_SOLVING.replace("sechser", "wuerfel2");
    let hard = run(&format!("{hard} --zeit 0.001"), "");
    assert_eq!((hard.code, &hard.out[..]), (1, ""));
    let said = "mehr mit längerer Laufzeit\n";
    assert!(hard.err.ends_with(said), "{}", hard.err);
}

/// Ends a process by this signal when it has worked for so many hundredths of a second, which is when there is
/// something to print.
#[cfg(target_os = "linux")]
fn interrupted(line: &str, signal: &str, hundredths: u64) -> Run {
    let mut program = program(line);
    program.stdin(Stdio::null()).stdout(Stdio::piped());
    let child = program.stderr(Stdio::piped()).spawn().unwrap();
    let process = child.id().to_string();
    wait_for(|| {
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
        let (_, fields) = stat.rsplit_once(") ").unwrap();
        let worked = fields.split(' ').nth(11).unwrap().parse::<u64>().unwrap();
        (worked >= hundredths).then_some(())
    });
    let kill = Command::new("kill").args(["-s", signal, &process]).status();
    assert!(kill.unwrap().success());
    child.wait_with_output().unwrap().into()
}

#[cfg(target_os = "linux")]
#[test]
fn signals_end_games_and_solving_with_the_list() {
    for (signal, code) in [("INT", 130), ("TERM", 143)] {
        let games = interrupted(LONG, signal, 20);
        assert_eq!(games.code, code);
        is_as_named(&games);
    }
    let solving = interrupted(LONG_SOLVING, "TERM", 120);
    assert_eq!(solving.code, 143);
    is_what_is_known(&solving);
}
