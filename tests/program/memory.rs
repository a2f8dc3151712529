//! How much memory the program takes, and what it says if there is too little.

use std::fs;
use std::io::{Read, Write};
use std::process::Stdio;

use itertools::Itertools;
use rand::RngExt;
use rayon::prelude::*;

use crate::support::process::{feed, program, run, shell};
use crate::support::random;

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
    let kilobytes = peak.unwrap().trim_matches(|c: char| !c.is_ascii_digit());
    kilobytes.parse().unwrap()
}

/// Where the system gives little memory, the program says so in a German line with a remedy.
/// Whether it is the tables, the input or something else that does not fit, depends on the system.
/// Where it is a small allocation that no longer fits, Rust's own lines stand there: this is rare,
/// and the result is an error, too.
#[test]
fn too_little_memory_is_an_error() {
    let all = [
        ("--spiele 20 beispiele/wuerfel0.txt", "20000 36000"),
        (
            "--exakt --genauigkeit 5 beispiele/wuerfel2.txt",
            "20000 40000 80000",
        ),
        (
            "--exakt --genauigkeit 5 tests/fixtures/eingaben/zwei.txt",
            "100000 150000",
        ),
        ("sammle /dev/zero", "20000 40000 80000"),
        ("sammle tests/fixtures/eingaben/zeilen.txt", "20000"),
        ("--spiele 20 /dev/zero", "40000"),
    ];
    let all = all.iter().flat_map(|(command, limits)| {
        let limits = limits.split(' ');
        limits.map(move |limit| (command, limit))
    });
    let all = all.collect_vec();
    let aborted = all.par_iter().filter_map(|(command, limit)| {
        let script = format!("ulimit -v {limit}; exec wuerfelglueck {command} -q");
        let run = feed(&mut shell(&script), "");
        let said = run.err;
        assert_eq!((run.code, &run.out[..]), (1, ""), "{script}: {said}");
        if said.starts_with("memory allocation of ") {
            return Some(format!("{script}: {said}"));
        }
        assert_eq!(said.lines().count(), 1, "{script}: {said}");
        let known = [
            "gibt nicht genug Speicher her für ",
            "so viele Threads gibt das Betriebssystem nicht her",
        ];
        let is_known = known.iter().any(|words| said.contains(words));
        assert!(is_known && said.contains(" weniger "), "{script}: {said}");
        None
    });
    let aborted: Vec<String> = aborted.collect();
    assert!(aborted.len() <= 2, "of {}: {aborted:?}", all.len());
}

/// 60 dice, 1,770 pairings: eight times the games take as much memory, and the tables no more than
/// they may, a quarter of what all of them would. Seed 200.
#[test]
#[ignore = "takes ten seconds"]
fn memory_does_not_grow_with_the_games() {
    let mut rng = random(200);
    let new = |_| {
        let sides = rng.random_range(3..8);
        let faces = (0..sides).map(|_| rng.random_range(1..8u32)).join(" ");
        format!("{} {faces} 6\n", sides + 1)
    };
    let dice = format!("60\n{}", (0..60).map(new).join(""));
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
    assert!(few > 60_000, "{few}");
}
