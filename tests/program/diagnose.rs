//! The command `diagnose`: all that it starts ends, signals leave whole results, and the rules that
//! a program plays are named.

use std::ffi::OsString;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::ffi::OsStringExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use rand::RngExt;
use serde_json::Value;

use crate::support::process::{
    binary, feed, has_command, program, read, root, run, shell, temporary, wait_for,
};
use crate::support::{by_effort, effort, random};

/// The ids of processes in a file, as soon as there are two.
fn two_processes(file: &Path) -> Option<Vec<String>> {
    let text = fs::read_to_string(file).unwrap_or_default();
    let lines = text.lines().map(str::to_string).collect();
    (text.matches('\n').count() >= 2).then_some(lines)
}

/// Waits until these processes are gone.
fn assert_gone(processes: &[String]) {
    let is_there = |process: &String| {
        // A process that has ended stays until its exit code is asked for.
        let status = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        let state = status.rsplit_once(") ");
        state.is_some_and(|(_, state)| !state.starts_with('Z'))
    };
    wait_for(|| (!processes.iter().any(is_there)).then_some(()));
}

/// The command `diagnose` with a program that starts another and waits for it, and writes the ids
/// of both to a file.
fn diagnose_slow(options: &str, file: &Path) -> Command {
    let mut command = program(&format!("diagnose {options} -- sh -c"));
    command.arg(format!(
        "sleep 1000 & echo $! > '{0}'; echo $$ >> '{0}'; wait",
        file.display()
    ));
    command
}

/// A program that takes too long is ended, with all that it has started.
#[test]
fn programs_that_take_too_long_are_ended() {
    let folder = temporary();
    let file = folder.path().join("prozesse");
    // On a busy machine it may take a while until both have started.
    let processes = ["0.2", "1", "5", "20"].into_iter().find_map(|time| {
        let ended = feed(&mut diagnose_slow(&format!("-q --zeit {time}"), &file), "");
        let said = format!("zwei Würfel: nach {time} s nicht fertig; länger warten mit --zeit\n");
        assert!(ended.err.contains(&said), "{}", ended.err);
        assert_eq!(ended.code, 1);
        two_processes(&file)
    });
    assert_gone(&processes.unwrap());
}

/// A signal that ends `diagnose` leaves no program that it has started behind, nor a dice file.
#[test]
fn signals_end_programs_too() {
    for (name, signal) in [("TERM", 15), ("QUIT", 3), ("INT", 2), ("HUP", 1)] {
        let folder = temporary();
        let file = folder.path().join("prozesse");
        let mut command = diagnose_slow("-q", &file);
        // The dice file is there, too.
        command.arg("{}").env("TMPDIR", folder.path());
        command.stdin(Stdio::null()).stdout(Stdio::null());
        let mut diagnose = command.spawn().unwrap();
        let processes = wait_for(|| two_processes(&file));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
        let process = diagnose.id().to_string();
        let killed = Command::new("kill").args(["-s", name, &process]).status();
        assert!(killed.unwrap().success());
        let code = diagnose.wait().unwrap().code();
        assert_eq!(code, Some(128 + signal), "{name}");
        assert_gone(&processes);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}

/// Output that has arrived counts, although another process keeps the stream open.
#[test]
#[ignore = "waits for twenty seconds"]
fn output_that_has_arrived_counts() {
    let words = "cat > /dev/null; setsid sleep 20 & printf '1\\t50\\n2\\t50\\n'";
    let mut command = program("diagnose -q --format json -- sh -c");
    let diagnosed = feed(command.arg(words), "");
    assert!(
        diagnosed
            .out
            .contains("\"versuch\":\"verschiedene Würfeldateien\""),
        "{diagnosed:?}"
    );
    assert!(
        !diagnosed.out.contains("die Liste ist leer"),
        "{diagnosed:?}"
    );
}

/// More output than any list has ends the program, even if it ignores that nobody reads it.
#[test]
fn too_much_output_is_named() {
    for words in ["yes", "yes; exit 0", "trap '' PIPE; yes; sleep 1000"] {
        let mut command = program("diagnose -q -- sh -c");
        let diagnosed = feed(command.arg(words), "");
        assert_eq!(diagnosed.code, 1);
        let said = "zwei Würfel: mehr als 64 MiB Ausgabe; so lang ist keine Bestenliste";
        assert_eq!(diagnosed.err.lines().next(), Some(said), "{words}");
    }
}

/// Only the end of a long standard error is kept and shown.
#[test]
fn the_end_of_a_flood_is_shown() {
    let mut command = program("diagnose -q -- sh -c");
    let words = "yes x | head -c 100000000 >&2; echo Ende {} >&2; exit 3";
    let said = feed(command.arg(words), "").err;
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 11, "{said}");
    assert_eq!(
        lines[0],
        "zwei Würfel: das Programm endete mit Rückgabewert 3"
    );
    assert_eq!(lines[1..10], ["  | x"; 9]);
    assert!(lines[10].starts_with("  | Ende "), "{said}");
}

/// A word that is not UTF-8 gets the name of the dice file as any other.
#[test]
fn words_of_any_bytes_name_the_file() {
    let mut command = program("diagnose -q -- sh -c");
    command.args(["echo \"$1\" >&2; exit 1", "sh"]);
    let said = feed(command.arg(OsString::from_vec(b"\xff{}".to_vec())), "").err;
    assert!(said.contains("\n  | \u{fffd}/"), "{said}");
}

/// If descriptors or threads are short, that is no fault of the command line: exit code 1, and a
/// German line. The memory that the program and the stack of a thread take depends on the system,
/// so several limits are tried: threads are short with one of them.
#[test]
fn short_resources_are_exit_code_1() {
    let limited = |limit: &str| {
        let script = format!("ulimit {limit}; exec wuerfelglueck diagnose -q -- true");
        let run = feed(&mut shell(&script), "");
        // 127 is the code of a loader that has too little memory for the program itself; with a
        // little more, Rust or glibc ends the program, as it does wherever an allocation is refused.
        let is_refused_memory = [
            "memory allocation of ",
            "Fatal glibc error: failed to register",
        ]
        .iter()
        .any(|start| run.err.starts_with(start));
        let is_expected = [1, 127].contains(&run.code) || is_refused_memory;
        assert!(is_expected, "{limit}: {run:?}");
        assert!(!run.err.contains("panicked"), "{limit}: {run:?}");
        run.err
    };
    let cannot_start = "wuerfelglueck: das Programm „true“ lässt sich nicht starten: ";
    let said = format!("{cannot_start}zu viele Dateien sind offen\n");
    assert_eq!(limited("-n 5"), said);
    // Less does not hold the program itself as it is built for tests.
    let said = (15_000..20_000)
        .step_by(500)
        .map(|limit| limited(&format!("-v {limit}")));
    let threads = "wuerfelglueck: mehr Prozesse oder Threads lässt das Betriebssystem nicht zu\n";
    assert!(said.into_iter().any(|said| said == threads));
}

/// Signals at random moments leave no program behind, whether one comes or two: 25 times, times the
/// effort. Seed 1.
#[test]
fn signals_leave_nothing_behind() {
    let mut random = random(1);
    let mark = format!("31536000.{}", std::process::id());
    for time in 0..25 * effort() {
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
        let mut processes = fs::read_dir("/proc").unwrap().flatten();
        (!processes.any(is_left)).then_some(())
    });
}

/// The program of `beispiele/README.md`, completed in `beispiele/klasse/anna` to one that prints
/// lists, with a fixed seed and 400 games, is found to be right.
#[test]
#[ignore = "a minute or two"]
fn a_program_with_a_fixed_seed_is_right() {
    if !has_command("python3") {
        return;
    }
    let line = "diagnose -q -- python3 beispiele/klasse/anna/wuerfelprogramm.py";
    let diagnosed = run(line, "");
    let text = &diagnosed.out;
    assert!(!text.contains('✗'), "{text}");
    assert!(text.contains("Am besten passt offiziell."), "{text}");
    assert_eq!(diagnosed.code, 0, "{text}");
}

/// By the printed rules a player who is stuck rolls for ever. Lists of games that never end are not
/// judged.
#[test]
#[ignore = "some files take all of their time"]
fn a_program_whose_games_never_end_is_not_accused() {
    if !has_command("python3") {
        return;
    }
    // Few games, so that on a busy machine, too, only files that never end take ten seconds.
    let program = "beispiele/klasse/anna/wuerfelprogramm.py";
    let line = format!("diagnose -q --zeit 10 -- python3 {program} 40 ohne-aussetzen");
    let diagnosed = run(&line, "");
    let text = &diagnosed.out;
    assert!(!text.contains('✗'), "{text}");
    for title in ["nur Sechsen gegen 1 bis 6", "ohne 6 gegen ohne 6"] {
        let line = format!("– {title}: nach 10 s nicht fertig; nach den gedruckten Regeln");
        assert!(text.contains(&line), "{text}");
    }
    assert_eq!(diagnosed.code, 1, "{text}");
}

/// Of this program, diagnosed with all files that are built in, the rules are named that it was
/// told to play by.
#[test]
#[ignore = "takes minutes"]
fn rules_of_the_program_itself_are_named() {
    let program = binary().display();
    for (rules, code) in [("zielzuerst+ohne-springen", 1), ("offiziell", 0)] {
        let line = format!("diagnose -q -- {program} -q --spiele 4000 --regeln {rules}");
        let diagnosed = run(&line, "");
        assert_eq!(diagnosed.code, code, "{}", diagnosed.out);
        let named = format!("Am besten passt {rules}");
        assert!(diagnosed.out.contains(&named), "{}", diagnosed.out);
    }
}

/// The command `diagnose` with `options` and a right program that hangs after `files` files. It
/// writes an empty line to `count` for each, also for the one with which it hangs.
fn diagnose_hanging(options: &str, files: usize, count: &Path) -> Command {
    let mut command = program(&format!("diagnose -q {options} -- sh -c"));
    let (count, program) = (count.display(), binary().display());
    command.arg(format!(
        "echo >> '{count}'; test $(wc -l < '{count}') -le {files} || exec sleep 1000; \
         exec '{program}' -q --spiele 100"
    ));
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    command
}

/// Waits until a program has been given `files` files.
fn wait_for_files(count: &Path, files: usize) {
    // Each line is one byte.
    let lines = || fs::read_to_string(count).unwrap_or_default().len();
    wait_for(|| (lines() >= files).then_some(()));
}

/// The end of a process.
struct Ended {
    code: Option<i32>,
    /// The output that was not read before.
    output: String,
}

/// Ends a process by a signal.
fn end_by(signal: &str, mut process: Child, mut output: impl Read) -> Ended {
    let mut kill = Command::new("kill");
    kill.args(["-s", signal, &process.id().to_string()]);
    assert!(kill.status().unwrap().success());
    let mut text = String::new();
    output.read_to_string(&mut text).unwrap();
    Ended {
        code: process.wait().unwrap().code(),
        output: text,
    }
}

/// The first line is in a pipe while the program still runs. A signal adds only lines of
/// experiments that are done.
#[test]
fn lines_come_as_soon_as_they_are_known() {
    for &(signal, code) in &[("INT", 130), ("TERM", 143)][..by_effort(1, 2)] {
        let folder = temporary();
        let mut process = diagnose_hanging("", 32, &folder.path().join("count"))
            .spawn()
            .unwrap();
        let mut output = BufReader::new(process.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert!(line.starts_with("✓ Form der Listen: "), "{line}");
        assert!(process.try_wait().unwrap().is_none());
        wait_for_files(&folder.path().join("count"), 33);
        let ended = end_by(signal, process, output);
        assert_eq!(ended.code, Some(code));
        let lines = ended.output;
        let is_known = |line: &str| line.starts_with(['✓', '–']);
        assert!(
            lines.ends_with('\n') && lines.lines().all(is_known),
            "{lines}"
        );
        assert!(lines.contains("mit 2, 6 und 43 gegen 1 bis 6"), "{lines}");
        assert!(!lines.contains("jede Seite sechsmal"), "{lines}");
    }
}

/// JSON is printed once and whole, whether the signal comes while the program runs or (with EFFORT)
/// while rule sets are compared.
#[test]
fn signals_leave_whole_json() {
    /// The number of files that the program is given before rule sets are compared.
    const ALL_FILES: usize = 42;
    let cases = [
        (3, "INT", 130, 0),
        // With EFFORT.
        (32, "INT", 130, 6),
        (ALL_FILES, "TERM", 143, 17),
    ];
    for &(files, signal, code, least_results) in &cases[..by_effort(1, cases.len())] {
        let folder = temporary();
        let count = folder.path().join("count");
        let mut process = diagnose_hanging("--format json", files, &count)
            .spawn()
            .unwrap();
        let output = process.stdout.take().unwrap();
        wait_for_files(&count, (files + 1).min(ALL_FILES));
        thread::sleep(Duration::from_millis(500));
        let ended = end_by(signal, process, output);
        let text = ended.output;
        assert_eq!(ended.code, Some(code), "{text}");
        let json: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(json["urteil"], "abgebrochen", "{text}");
        assert!(
            json["versuche"].as_array().unwrap().len() >= least_results,
            "{text}"
        );
    }
}

/// A signal ends the diagnosis of a class. The programs that were diagnosed have their verdicts,
/// and the others are not judged.
#[test]
fn signals_leave_what_is_known_of_a_class() {
    let folder = temporary();
    let submissions = ["erste", "zweite", "dritte"].map(|name| folder.path().join(name));
    for submission in &submissions {
        fs::create_dir(submission).unwrap();
    }
    let mut command = program("diagnose -q --format json --abgaben");
    command.args(&submissions).args(["--", "sh", "-c"]);
    command.arg("case $PWD in *erste) exit 3;; *) : > da; exec sleep 1000;; esac");
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut process = command.spawn().unwrap();
    let output = process.stdout.take().unwrap();
    wait_for(|| submissions[1].join("da").exists().then_some(()));
    let ended = end_by("TERM", process, output);
    assert_eq!(ended.code, Some(143));
    let json: Value = serde_json::from_str(&ended.output).unwrap();
    let programs = json["abgaben"].as_array().unwrap().iter();
    let causes: Vec<_> = programs
        .map(|program| program["ursache"].as_str().unwrap())
        .collect();
    let crashed = "zwei Würfel: das Programm endete mit Rückgabewert 3";
    assert_eq!(
        causes,
        [crashed, "vorher abgebrochen", "vorher abgebrochen"]
    );
}

/// A signal during the comparison of lists that were given leaves whole JSON, too.
#[test]
fn signals_leave_whole_json_of_lists() {
    let line =
        "diagnose -q --faeden 1 --format json beispiele/wuerfel3.txt beispiele/wuerfel3.soll";
    let mut process = program(line).stdout(Stdio::piped()).spawn().unwrap();
    let output = process.stdout.take().unwrap();
    // Beside the main thread and the one that compares rule sets, one receives signals.
    let threads = format!("/proc/{}/task", process.id());
    wait_for(|| (fs::read_dir(&threads).unwrap().count() > 2).then_some(()));
    let ended = end_by("INT", process, output);
    let text = ended.output;
    assert_eq!(ended.code, Some(130), "{text}");
    let json: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json["urteil"], "abgebrochen", "{text}");
    assert_eq!(json["dateien"][0], "beispiele/wuerfel3.txt", "{text}");
}

/// A signal ends the program while it waits for a list.
#[test]
fn signals_end_the_wait_for_a_list() {
    let mut process = program("diagnose -q beispiele/wuerfel2.txt -")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let output = process.stdout.take().unwrap();
    // The threads start before the list is read.
    let threads = format!("/proc/{}/task", process.id());
    wait_for(|| (fs::read_dir(&threads).unwrap().count() > 1).then_some(()));
    let ended = end_by("INT", process, output);
    assert_eq!((ended.code, &ended.output[..]), (None, ""));
}

/// If no program can be started, nothing is printed in any format, and stderr has one line.
#[test]
fn programs_that_cannot_be_started_print_nothing() {
    for options in ["", "--format json"] {
        assert_refused(&format!("diagnose {options} -- gibt-es-nicht"));
    }
    for format in ["text", "json", "tsv", "markdown"] {
        for command in ["gibt-es-nicht", "./gibt-es-nicht", "{abgabe}/gibt-es-nicht"] {
            assert_refused(&format!(
                "diagnose --format {format} --abgaben src tests -- {command}"
            ));
        }
    }
}

fn assert_refused(line: &str) {
    let ended = run(line, "");
    assert_eq!((ended.code, &ended.out[..]), (2, ""), "{line}");
    assert_eq!(ended.err.lines().count(), 1, "{line}: {}", ended.err);
}

/// The class of the examples has the verdicts that its page shows. The page shows the script, too.
#[test]
#[ignore = "a minute or two"]
fn the_class_of_the_examples() {
    let page = read("beispiele/klasse.md");
    let script = read("beispiele/klasse/starte");
    assert!(page.contains(&format!("```sh\n{script}```\n")));
    if !["python3", "node", "cc"].into_iter().all(has_command) {
        return;
    }
    let folder = temporary();
    let mut copy = Command::new("cp");
    copy.arg("-r")
        .arg(root().join("beispiele/klasse"))
        .arg(folder.path());
    assert!(copy.status().unwrap().success());
    let line = "wuerfelglueck diagnose -q --abgaben anna ben carla -- ./starte {abgabe}";
    assert!(page.contains(&line.replace(" -q", "")));
    let diagnosed = feed(shell(line).current_dir(folder.path().join("klasse")), "");
    let (verdicts, summary) = diagnosed.out.trim_end().rsplit_once('\n').unwrap();
    assert!(
        page.contains(&format!("```text\n{verdicts}\n```\n")),
        "{verdicts}"
    );
    let passed = "1 von 3 Abgaben bestanden, 1 mit anderen Regeln, 1 fehlerhaft";
    assert_eq!((summary, diagnosed.code), (passed, 1));
}
