//! The memory that the program takes, and runs to which the system refuses some.

use std::fs;
use std::io::{Read, Write};
use std::process::Stdio;

use itertools::Itertools;
use rand::RngExt;

use crate::support::process::{Run, feed, program, run, shell};
use crate::support::{by_effort, random};

/// The most memory that the program has used when it prints its result, in KiB.
fn peak_memory(line: &str, input: &str) -> u64 {
    let mut program = program(line);
    let streams = program.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = streams.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input.as_bytes()).unwrap();
    drop(stdin);
    // It is asked for more than a pipe holds, so that it waits for a reader when all is done.
    let mut out = child.stdout.take().unwrap();
    out.read_exact(&mut [0]).unwrap();
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    drop(out);
    child.wait().unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kibibytes = peak.unwrap().trim_matches(|c: char| !c.is_ascii_digit());
    kibibytes.parse().unwrap()
}

/// A run to which the system refuses memory or threads prints no result and fails: with a German
/// line if a thread cannot start, and as Rust ends a program if an allocation is refused. It
/// depends on the system which of them comes first. An endless line may be refused before.
#[test]
fn refused_memory_leaves_stdout_empty() {
    let limited_commands = [
        ("--spiele 20 beispiele/wuerfel0.txt", [22_000, 36_000]),
        (
            "--exakt --genauigkeit 5 tests/fixtures/eingaben/zwei.txt",
            [22_000, 100_000],
        ),
        ("sammle /dev/zero", [22_000, 40_000]),
        ("--spiele 20 /dev/zero", [22_000, 40_000]),
    ];
    for (command, limits) in limited_commands {
        for &limit in &limits[..by_effort(1, 2)] {
            let script = format!("ulimit -v {limit}; exec wuerfelglueck {command} -q");
            let Run { out, err, code } = feed(&mut shell(&script), "");
            assert_eq!(out, "", "{script}: {err}");
            let has_no_thread = err.contains("so viele Threads gibt das Betriebssystem nicht her")
                || err.contains("mehr Prozesse oder Threads lässt das Betriebssystem nicht zu");
            let is_german = err.starts_with("wuerfelglueck: ") && err.lines().count() == 1;
            let is_refused = err.starts_with("memory allocation of ");
            let is_expected = match code {
                1 => has_no_thread && is_german,
                // An endless line may be refused before memory runs out.
                2 => is_german && command.ends_with("/dev/zero"),
                _ => is_refused,
            };
            assert!(is_expected, "{script}: {code}: {err}");
        }
    }
}

/// The pairings of the most dice have no room in less than the memory of a large machine, and a line
/// says how to play them in parts.
#[test]
fn too_many_pairings_are_refused() {
    let dice = format!("65536\n{}", "1 6\n".repeat(65536));
    let script = "ulimit -v 8000000; exec wuerfelglueck -q --spiele 2";
    let Run { out, err, code } = feed(&mut shell(script), &dice);
    assert_eq!((&out[..], code), ("", 1), "{err}");
    let said = "wuerfelglueck: 65536 Würfel haben 2147450880 Paarungen, und die brauchen ";
    assert!(err.starts_with(said), "{err}");
    assert!(err.ends_with("--format paare --teil K/N\n"), "{err}");
}

/// 60 dice, 1,770 pairings: eight times the games take as much memory, within 5 %, and the tables
/// no more than they may, less than all of them would. Seed 200.
#[test]
#[ignore = "takes ten seconds"]
fn memory_does_not_grow_with_the_games() {
    let mut rng = random(200);
    let new_line = |_| {
        let sides = rng.random_range(3..8);
        let faces = (0..sides).map(|_| rng.random_range(1..8u32)).join(" ");
        format!("{} {faces} 6\n", sides + 1)
    };
    let dice = format!("60\n{}", (0..60).map(new_line).join(""));
    let peak = |games: u64, memory: &str| {
        let line = format!("-q --format json --spiele {games} --speicher {memory}");
        peak_memory(&line, &dice)
    };
    let [few, many, tight] =
        [(64, "1"), (512, "1"), (64, "0.015")].map(|(games, memory)| peak(games, memory));
    // The least memory that works is what the refusal says.
    let said = run("-q --spiele 2 --speicher 0.000001", &dice).err;
    let (_, least) = said.trim_end().split_once("brauchen mindestens ").unwrap();
    let least = peak(64, least.split(' ').next().unwrap());
    assert!(least < tight + tight / 20, "{least} {tight}");
    assert!(tight < few, "{tight} {few}");
    assert!(many < few + few / 20, "{few} {many}");
    // In KiB; and 32 MiB for the pairings, the program, and tables while they are built.
    assert!(tight < 15_729 + 32_768, "{tight}");
    // Otherwise the limit would change nothing: all tables would fit.
    assert!(few > 60_000, "{few}");
}
