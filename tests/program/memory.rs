//! How much memory the program takes, and what it says if there is too little.

use std::fs;
use std::io::{Read, Write};
use std::process::{Command, Stdio};

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;

use crate::process::{binary, root};
use crate::text;

/// The most memory that the program has used when it prints its result, in KiB.
fn peak_memory(arguments: &[&str], input: &[u8]) -> u64 {
    let mut child = Command::new(binary())
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    // It is asked for more than a pipe holds, so that it waits for a reader when all is done.
    let mut first = [0];
    let mut out = child.stdout.take().unwrap();
    out.read_exact(&mut first).unwrap();
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    drop(out);
    child.wait().unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let peak = peak.unwrap().trim().trim_end_matches(" kB");
    peak.parse().unwrap()
}

/// Where the system gives little memory, the program says so in a German line with a remedy. Whether it is the
/// tables, the input or something else that does not fit, depends on the system. Where it is a small
/// allocation that no longer fits, Rust's own lines stand there: this is rare, and the result is an error, too.
#[test]
#[cfg(target_os = "linux")]
fn too_little_memory_is_an_error() {
    let commands = [
        ("--spiele 20 beispiele/wuerfel0.txt", &[20_000, 36_000][..]),
        (
            "--exakt --genauigkeit 5 beispiele/wuerfel2.txt",
            &[20_000, 40_000, 80_000],
        ),
        (
            "--exakt --genauigkeit 5 tests/fixtures/eingaben/zwei.txt",
            &[100_000, 150_000],
        ),
        ("sammle /dev/zero", &[20_000, 40_000, 80_000]),
        ("sammle tests/fixtures/eingaben/zeilen.txt", &[20_000]),
        ("--spiele 20 /dev/zero", &[40_000]),
    ];
    let all = commands
        .iter()
        .flat_map(|&(command, limits)| limits.iter().map(move |limit| (command, limit)));
    let all: Vec<_> = all.collect();
    let aborted = all.par_iter().filter(|(command, limit)| {
        let script = format!("ulimit -v {limit}; exec \"$P\" {command} -q");
        let output = Command::new("sh")
            .args(["-c", &script])
            .env("P", binary())
            .current_dir(root())
            .output()
            .unwrap();
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{script}: {said}");
        assert_eq!(text(&output.stdout), "", "{script}");
        if said.starts_with("memory allocation of ") {
            return true;
        }
        assert_eq!(said.lines().count(), 1, "{script}: {said}");
        assert!(
            said.starts_with("das Betriebssystem gibt nicht genug Speicher her für ")
                || said.starts_with("so viele Threads lässt das Betriebssystem nicht zu"),
            "{script}: {said}"
        );
        assert!(said.contains("bitte weniger"), "{said}");
        false
    });
    let aborted = aborted.count();
    assert!(aborted <= 2, "{aborted} of {}", all.len());
}

/// 200 dice, 19,900 pairings: eight times the games take as much memory, and the tables no more than they
/// may, a quarter of what all of them would. Seed 200.
#[test]
#[ignore = "long: part of make test-all"]
fn memory_does_not_grow_with_the_games() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(200);
    let mut dice = String::from("200\n");
    for _ in 0..200 {
        let sides = rng.random_range(3..8);
        let faces: Vec<String> = (0..sides)
            .map(|_| rng.random_range(1..8u32).to_string())
            .collect();
        dice += &format!("{} {} 6\n", sides + 1, faces.join(" "));
    }
    let peak = |games, memory| {
        let arguments = ["-q", "--format", "json", "--spiele", games];
        let arguments = [&arguments[..], &["--speicher", memory]].concat();
        peak_memory(&arguments, dice.as_bytes())
    };
    let [few, many, tight] =
        [("256", "1"), ("2048", "1"), ("256", "0.05")].map(|(games, memory)| peak(games, memory));
    // The least memory that works is what the refusal says.
    let arguments = ["-q", "--spiele", "2", "--speicher", "0.000001"];
    let refused = crate::process::run(&arguments, dice.as_bytes());
    let said = text(&refused.stderr);
    let (_, least) = said.split_once("mindestens „--speicher ").unwrap();
    let (least, _) = least.split_once('“').unwrap();
    let least = peak("256", least);
    assert!(least < tight + tight / 20, "{least} {tight}");
    assert!(tight < few, "{tight} {few}");
    println!("{few} KiB, {many} KiB, {tight} KiB");
    assert!(many < few + few / 20, "{few} {many}");
    // In KiB; and as much again for the pairings, the program, and tables while they are built.
    assert!(tight < 2 * 52_429, "{tight}");
    assert!(few > 200_000, "{few}");
}
