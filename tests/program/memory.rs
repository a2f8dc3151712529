//! How much memory the program takes.

use std::fs;
use std::io::{Read, Write};
use std::process::{Command, Stdio};

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::process::binary;

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
    println!("{few} KiB, {many} KiB, {tight} KiB");
    assert!(many < few + few / 20, "{few} {many}");
    // In KiB; and as much again for the pairings, the program, and tables while they are built.
    assert!(tight < 2 * 52_429, "{tight}");
    assert!(few > 200_000, "{few}");
}
