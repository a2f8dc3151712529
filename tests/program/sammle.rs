//! The command `sammle`: a tournament in parts gives the bytes of one in a single run.

use itertools::Itertools;
use rand::RngExt;
use rand::seq::SliceRandom;

use crate::support::process::print;
use crate::support::{Random, effort, random};

/// A dice file in a random number of parts, on different numbers of threads and with different
/// memory, the lines in random order: what is gathered is what a single run prints, in every
/// format.
fn parts_of(rng: &mut Random, file: &str, rules: &str) {
    let (games, of) = (2 * rng.random_range(1..60), rng.random_range(1..6));
    let seed = rng.random::<u64>();
    let common = format!("-q --regeln {rules} --saat {seed} --spiele {games}");
    let threads = |rng: &mut Random| [1, 2, 8][rng.random_range(0..3)];
    let mut lines = Vec::new();
    for part in 1..=of {
        let (memory, threads) = ([1.0, 0.01][rng.random_range(0..2)], threads(rng));
        let how = format!("--teil {part}/{of} --faeden {threads} --speicher {memory}");
        let printed = print(&format!("{common} --format paare {how}"), file);
        lines.extend(printed.lines().map(str::to_string));
    }
    lines.shuffle(rng);
    let again = rng.random_range(0..lines.len());
    lines.push(lines[again].clone());
    let lines = lines.join("\n");
    for format in [
        "text --paarungen --balken",
        "tsv --paarungen --wertung punkte",
        "json --paarungen --irrtum 0.2",
        "paare",
    ] {
        let single = print(&format!("{common} --format {format}"), file);
        let gather = format!("sammle -q --faeden {} --format {format}", threads(rng));
        // Lines name their part, and so have another checksum.
        let [gathered, single] = [print(&gather, &lines), single].map(|printed| {
            let columns = |line: &str| line.split('\t').map(str::to_string).collect_vec();
            let mut lines = printed.lines().map(columns).collect_vec();
            for line in lines.iter_mut().filter(|line| line[0] == "paar") {
                line.pop();
                line.remove(2);
            }
            lines
        });
        assert!(gathered == single, "{file} {gather} {of} parts");
    }
}

/// Random dice, one round under each rule set. Seed 77, as others have dice whose games last long.
#[test]
fn parts_give_the_bytes_of_a_single_run() {
    let mut rng = random(77);
    for rules in ["offiziell", "zielzuerst", "wlr"].repeat(effort() as usize) {
        let number = rng.random_range(2..6);
        let mut file = format!("{number}\n");
        for _ in 0..number {
            let sides = rng.random_range(1..7);
            let faces = (0..sides).map(|_| rng.random_range(0..9)).chain([6]);
            file += &format!("{} {}\n", sides + 1, faces.format(" "));
        }
        parts_of(&mut rng, &file, rules);
    }
}

/// Under rules that say who begins, with dice that play alike but do not begin alike. Seed 78.
#[test]
fn parts_where_it_matters_who_begins() {
    let mut rng = random(78);
    let twins = "5\n6 1 2 3 4 5 6\n4 1 2 5 6\n6 6 5 4 3 2 1\n7 1 2 3 4 5 6 44\n7 1 2 3 4 5 6 0\n";
    for rules in [
        "offiziell+auswuerfeln",
        "offiziell+erster-beginnt",
        "zielzuerst+start-leer+drei-versuche+auswuerfeln",
    ] {
        parts_of(&mut rng, twins, rules);
    }
}

/// Under rules that tell seats apart, with equal dice. Seed 79.
#[test]
fn parts_where_seats_differ() {
    let mut rng = random(79);
    let twins = "4\n6 1 2 3 4 5 6\n4 1 2 5 6\n6 6 5 4 3 2 1\n4 1 2 5 6\n";
    for rules in ["wlr", "wlr+auswuerfeln"] {
        parts_of(&mut rng, twins, rules);
    }
}
