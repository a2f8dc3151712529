//! Work that ends before the list is sure: by a signal, and after some time.

use std::fs;
use std::process::{Command, Stdio};

use regex::Regex;
use serde_json::Value;

use crate::pictures::many_dice;
use crate::support::process::{Run, print, program, run, temporary, wait_for};

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

/// A run that has a list when its time is over. On a busy machine it takes longer until there is
/// one.
fn timed(line: &str) -> Run {
    let mut tried = ["0.1", "1", "4", "16"].into_iter();
    let timed = tried.find_map(|time| {
        let timed = run(&format!("{line} --zeit {time}"), "");
        Some(timed).filter(|timed| timed.code == 0)
    });
    timed.unwrap()
}

#[test]
fn time_ends_games() {
    is_as_named(&timed(LONG));
    let json = timed(&format!("{LONG} --format json"));
    assert!(json.out.starts_with("{\n"));
    // Nothing is open there, but the intervals are wide. That is no fault of the order.
    timed(&format!("{LONG} --streng"));
}

/// Work that has no list yet says how long that takes, and prints nothing.
fn is_without_list(Run { out, err, code }: &Run, expected: i32) {
    assert_eq!((*code, &out[..]), (expected, ""), "{err}");
    let said = "^wuerfelglueck: eine Liste gibt es erst nach der ersten Runde, und die dauert hier etwa [0-9]+ s\n$";
    assert!(Regex::new(said).unwrap().is_match(err), "{err}");
}

/// The tables alone of so many dice take longer than this, wherever it runs.
#[test]
fn too_little_time_for_any_list_is_said() {
    is_without_list(&run("--zeit 0.001", many_dice(2000)), 1);
}

/// The list is complete, its intervals hold the shares that `--exakt --genauigkeit 0.01` gives to
/// ±0.008 points, and stderr says what is not certain.
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
    is_what_is_known(&timed(LONG_SOLVING));
    // Before and after the first sweep, too little is known about most pairings of these dice, so
    // there is no list.
    let hard = LONG_SOLVING.replace("sechser", "wuerfel2");
    let hard = run(&format!("{hard} --zeit 0.001"), "");
    assert_eq!((hard.code, &hard.out[..]), (1, ""));
    assert!(hard.err.ends_with("; --zeit erhöhen\n"), "{}", hard.err);
}

/// Ends a process by this signal when it has worked for so many hundredths of a second, which is
/// when there is something to print.
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

/// What is there of several lists is printed, and those that are missing are named.
#[cfg(target_os = "linux")]
#[test]
fn signals_end_several_lists_with_those_that_are_there() {
    let several = LONG.replace("--genauigkeit", "--regeln alle --genauigkeit");
    let run = interrupted(&several, "INT", 20);
    assert_eq!(run.code, 130);
    let list = run.out.strip_prefix("Regeln offiziell\n").unwrap();
    let missing = "\nVorzeitig beendet; es fehlen die Listen zu Regeln zielzuerst; Regeln wlr\n";
    assert!(run.err.ends_with(missing), "{}", run.err);
    let (_, games) = run.err.split_once("Anteile nach ").unwrap();
    let (games, _) = games.split_once(' ').unwrap();
    assert_eq!(print(&format!("{LONG} -q --hoechstens {games}"), ""), list);
    let json = interrupted(&format!("{several} --format json"), "TERM", 20);
    assert_eq!(json.code, 143);
    let lists: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(lists.as_array().unwrap().len(), 1);
}

/// Where there is nothing to print yet, a signal ends the work with the time that it takes.
#[cfg(target_os = "linux")]
#[test]
fn signals_before_the_first_round_say_how_long_it_takes() {
    let folder = temporary();
    let file = folder.path().join("wuerfel.txt");
    fs::write(&file, many_dice(2000)).unwrap();
    let file = file.display();
    is_without_list(&interrupted(&format!("-q {file}"), "INT", 10), 130);
    is_without_list(
        &interrupted(&format!("--regeln alle {file}"), "TERM", 10),
        143,
    );
}
