//! The command `diagnose` with a program: what it starts ends, and what the program plays is named.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use rand::RngExt;

use crate::support::process::{binary, feed, has, program, run, temporary, wait_for};
use crate::support::{effort, random};

/// The processes whose numbers are in a file, as soon as there are two.
fn two_processes(file: &Path) -> Option<Vec<String>> {
    let text = fs::read_to_string(file).unwrap_or_default();
    let lines = text.lines().map(str::to_string).collect();
    (text.matches('\n').count() >= 2).then_some(lines)
}

/// Waits until these processes are gone.
fn assert_gone(processes: &[String]) {
    let is_there = |process: &String| {
        // A process that has ended may wait for somebody who asks for its exit code.
        let status = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        let state = status.rsplit_once(") ");
        state.is_some_and(|(_, state)| !state.starts_with('Z'))
    };
    wait_for(|| (!processes.iter().any(is_there)).then_some(()));
}

/// `diagnose` of a program that starts another and waits for it; both write their numbers to a file.
fn slow(options: &str, file: &Path) -> Command {
    let mut command = program(&format!("diagnose {options} -- sh -c"));
    let file = file.display();
    command.arg(format!(
        "sleep 1000 & echo $! > '{file}'; echo $$ >> '{file}'; wait"
    ));
    command
}

/// A program that takes too long is ended, with all that it has started.
#[test]
fn programs_that_take_too_long_are_ended() {
    let file = temporary("zu-lange.txt");
    // On a busy machine it may take a while until both have started.
    let processes = ["0.2", "1", "5", "20"].into_iter().find_map(|time| {
        let ended = feed(&mut slow(&format!("-q --zeit {time}"), &file), "");
        let said = format!("zwei Würfel: nach {time} s abgebrochen; mehr mit --zeit\n");
        assert!(ended.err.contains(&said), "{}", ended.err);
        assert_eq!(ended.code, 1);
        two_processes(&file)
    });
    assert_gone(&processes.unwrap());
}

/// A signal that ends the program leaves none that it has started behind.
#[test]
fn signals_end_programs_too() {
    let file = temporary("signal.txt");
    let mut command = slow("-q", &file);
    command.stdin(Stdio::null()).stdout(Stdio::null());
    let mut diagnose = command.spawn().unwrap();
    let processes = wait_for(|| two_processes(&file));
    let killed = Command::new("kill").arg(diagnose.id().to_string()).status();
    assert!(killed.unwrap().success());
    assert_eq!(diagnose.wait().unwrap().signal(), Some(15));
    assert_gone(&processes);
}

/// Signals at random moments leave no program behind, whether one comes or two: 50, and 1,000 with EFFORT=20.
#[test]
fn signals_leave_nothing_behind() {
    let mut random = random(1);
    let mark = format!("31536000.{}", std::process::id());
    for time in 0..50 * effort() {
        let mut command = program(&format!("diagnose -q -- sleep {mark}"));
        let streams = command.stdin(Stdio::null()).stdout(Stdio::null());
        let mut diagnose = streams.stderr(Stdio::null()).spawn().unwrap();
        thread::sleep(Duration::from_micros(random.random_range(0..60_000)));
        for _ in 0..=time % 2 {
            let _ = Command::new("kill").arg(diagnose.id().to_string()).status();
        }
        diagnose.wait().unwrap();
    }
    let is_left = |process: fs::DirEntry| {
        let line = fs::read(process.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains(&mark)
    };
    wait_for(|| {
        let mut all = fs::read_dir("/proc").unwrap().flatten();
        (!all.any(is_left)).then_some(())
    });
}

/// The program of `beispiele/README.md`, completed to one that prints lists, with a fixed seed and 400 games.
#[test]
#[ignore = "half a minute"]
fn a_program_with_a_fixed_seed_is_right() {
    if !has("python3") {
        return;
    }
    let diagnosed = run(
        "diagnose -q -- python3 tests/fixtures/eingaben/wuerfelprogramm.py",
        "",
    );
    let text = &diagnosed.out;
    assert!(!text.contains('✗') && !text.contains('–'), "{text}");
    assert!(text.contains("Am besten passt offiziell."), "{text}");
    assert_eq!(diagnosed.code, 0, "{text}");
}

/// By the printed rules a player who is stuck rolls for ever: what never ends is not judged.
#[test]
#[ignore = "minutes, as some files take all of their time"]
fn a_program_whose_games_never_end_is_not_accused() {
    if !has("python3") {
        return;
    }
    let line = "diagnose -q --zeit 10 -- python3 tests/fixtures/eingaben/wuerfelprogramm.py ohne-aussetzen";
    let diagnosed = run(line, "");
    let text = &diagnosed.out;
    assert!(!text.contains('✗'), "{text}");
    for title in ["nur Sechsen gegen 1 bis 6", "ohne 6 gegen ohne 6"] {
        let line = format!("– {title}: nach 10 s abgebrochen; nach den gedruckten Regeln");
        assert!(text.contains(&line), "{text}");
    }
    assert_eq!(diagnosed.code, 1, "{text}");
}

/// This program, run on all files that are built in, plays what it says, and nothing that it does not.
#[test]
#[ignore = "takes minutes"]
fn the_program_itself() {
    let program = binary().display();
    for (rules, code) in [("zielzuerst+ohne-springen", 1), ("offiziell", 0)] {
        let line = format!("diagnose -q -- {program} -q --spiele 4000 --regeln {rules}");
        let diagnosed = run(&line, "");
        assert_eq!(diagnosed.code, code, "{}", diagnosed.out);
        let named = format!("Am besten passt {rules}");
        assert!(diagnosed.out.contains(&named), "{}", diagnosed.out);
    }
}
