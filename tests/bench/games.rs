//! Games per second and nanoseconds per roll, on one thread, and the ratio to the obvious
//! implementation; then what a second thread adds, how long the whole program takes for the
//! contest's files, and how long the ranking of many dice takes; then how fast pairings are solved
//! without chance.
//!
//! Measurements that are compared take turns, so that a machine whose speed drifts treats them
//! alike, [`ROUNDS`] times each. Lists of many dice are ranked, and pairings solved, only once.

#![allow(clippy::expect_used)]

use std::fs::File;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use rand::RngExt;
use wuerfelglueck::dice::Die;
use wuerfelglueck::engine::games::{Opponents, PlayedBlocks};
use wuerfelglueck::exact::{self, Chain, Solution, Target};
use wuerfelglueck::ranking::{self, Plan};
use wuerfelglueck::rules::Rules;
use wuerfelglueck::stream::BLOCK;
use wuerfelglueck::tournament::DiceContest;

#[path = "../support/mod.rs"]
mod support;

use support::{
    automaton, boards, certain_plan, contest, die, fixed_plan, random, random_die, tables_with_luck,
};

/// The number of times that each measurement is taken which is compared with others.
const ROUNDS: usize = 15;
/// The number of games of a pairing in a measurement of playing.
const GAMES: u64 = 100_000;
/// The board plays fewer games, in about the same time.
const BOARD_GAMES: u64 = 4_000;
/// The seed of all games.
const SEED: u64 = 2021;

/// The games that a measurement plays.
struct PlayedGames {
    games: u64,
    rolls: u64,
}

impl From<PlayedBlocks> for PlayedGames {
    fn from(played: PlayedBlocks) -> PlayedGames {
        PlayedGames {
            games: played.tally().games(),
            rolls: played.rolls,
        }
    }
}

/// Work to be measured, which plays games.
type Play<'a> = Box<dyn Fn() -> PlayedGames + 'a>;

fn main() {
    let sixes = die([1, 1, 1, 6, 6, 6]);
    let dice = [die(1..=6), sixes, die(1..=20), die(5..=10), die(6..=11)];
    let tables = tables_with_luck(&dice, Rules::OFFIZIELL);
    let play = |pairing: [usize; 2]| -> Play {
        let opponents = Opponents::new(&tables, pairing);
        Box::new(move || {
            let blocks = 0..GAMES.div_ceil(BLOCK);
            opponents.play(SEED, GAMES, blocks).into()
        })
    };
    let with_luck = |pairing: [usize; 2]| -> Play {
        let opponents = Opponents::new(&tables, pairing);
        Box::new(move || {
            let blocks = 0..GAMES.div_ceil(BLOCK);
            opponents.play_with_luck(SEED, GAMES, blocks).into()
        })
    };
    let on_board: Play = Box::new(|| play_on_board(&dice[0]));
    let measurements = [
        ("1-6 v 1-6", play([0, 0])),
        ("1-6 v 1 1 1 6 6 6", play([0, 1])),
        ("1-6 v 1-20", play([0, 2])),
        ("1-20 v 1-20", play([2, 2])),
        ("6-11 v 5-10", play([4, 3])),
        ("1-6 v 1-6, with luck", with_luck([0, 0])),
        ("1-20 v 1-20, with luck", with_luck([2, 2])),
        ("1-6 v 1-6, board of the tests", on_board),
    ];

    println!("{ROUNDS} measurements, one thread; medians, and the fastest");
    let headings = ["games/s", "ns/roll", "best games/s", "rolls/game"];
    println!(
        "{:<30} {:>9} {:>9} {:>12} {:>11}",
        "", headings[0], headings[1], headings[2], headings[3]
    );
    let mut times = vec![Vec::new(); measurements.len()];
    for _ in 0..ROUNDS {
        for ((_, play), times) in measurements.iter().zip(&mut times) {
            times.push(measure_seconds(play));
        }
    }
    let mut rates = Vec::new();
    for ((name, play), times) in measurements.iter().zip(&mut times) {
        let PlayedGames { games, rolls } = play();
        let Summary { median, least } = summarize(times);
        rates.push(games as f64 / median);
        println!(
            "{name:<30} {:>9.0} {:>9.2} {:>12.0} {:>11.1}",
            games as f64 / median,
            median * 1e9 / rolls as f64,
            games as f64 / least,
            rolls as f64 / games as f64,
        );
    }
    let ratio = rates[0] / rates[rates.len() - 1];
    println!("ratio of the first line to the last: {ratio:.0}");
    let ratio = measure_second_thread(&dice);
    println!("two threads to one, whole tournaments: {ratio:.2}");
    measure_whole_program();
    measure_many_dice();
    measure_long_lists();
    measure_solving(&dice[..3]);
}

/// Measures the time per pairing of random dice with a fixed number of games: whether it depends on
/// the number of dice, or on whether the tables of all are in memory at once. It includes building
/// them.
fn measure_many_dice() {
    const FEW_GAMES: u64 = 1000;
    const ROOM: usize = 1 << 30;
    const LITTLE_ROOM: usize = 64 << 20;
    println!("random dice, {FEW_GAMES} games per pairing, all threads: ms per pairing");
    println!("{:<30} {:>7} {:>12}", "", "in 1 GiB", "in 64 MiB");
    let mut rng = random(SEED);
    for number in [50, 100, 200, 400] {
        let dice: Vec<Die> = (0..number).map(|_| random_die(&mut rng)).collect();
        let pairings = number * (number - 1) / 2;
        let [at_once, in_parts] = [ROOM, LITTLE_ROOM].map(|memory| {
            let rank = || {
                let mut contest = DiceContest::new(&dice, Rules::OFFIZIELL, SEED, memory);
                ranking::rank(&mut contest, &fixed_plan(FEW_GAMES), &())
            };
            1e3 * measure_seconds(rank) / f64::from(pairings)
        });
        println!("{number:<30} {at_once:>8.3} {in_parts:>12.3}");
    }
}

/// Measures lists of random dice with 4 to 8 sides from 1 to 9, at least one of them a 6, as sure
/// as by default.
fn measure_long_lists() {
    println!("random dice, default accuracy, all threads: seconds, millions of games");
    println!("{:<10} {:>18} {:>18}", "dice", "all", "the best 3");
    let mut rng = random(SEED);
    for number in [20, 50, 100] {
        let dice: Vec<Die> = (0..number).map(|_| random_die(&mut rng)).collect();
        let cells = [None, Some(3)].map(|best| {
            let plan = Plan {
                level: 0.5,
                best,
                ..certain_plan(0.2, 0.001, 2_000_000)
            };
            let mut contest = contest(&dice, Rules::OFFIZIELL, SEED, &plan);
            let mut games = 0;
            let seconds = measure_seconds(|| {
                let ranking = ranking::rank(&mut contest, &plan, &());
                let pairings = ranking.played().expect("games were played");
                games = pairings.iter().map(|pairing| pairing.tally().games()).sum();
            });
            format!("{seconds:.1} {:.1}", games as f64 / 1e6)
        });
        println!("{number:<10} {:>18} {:>18}", cells[0], cells[1]);
    }
}

/// Solves three pairings to ±0.05 points, and prints the unknown part, the visits of joint states
/// and their speed after each sweep.
fn measure_solving(dice: &[Die]) {
    const TARGET: Target = Target {
        unknown: 1e-3,
        memory: 4 << 30,
    };
    println!("without chance, all threads  seconds   unknown    visits  visits/s");
    for (name, pairing) in [
        ("1 1 1 6 6 6 v itself", [1, 1]),
        ("1-6 v 1-6", [0, 0]),
        ("1-6 v 1-20", [0, 2]),
    ] {
        println!("{name}");
        let start = Instant::now();
        let chains = [0, 1].map(|seat| {
            Chain::from_automaton(&automaton(&dice[pairing[seat]], Rules::OFFIZIELL, seat))
        });
        let print = |solution: &Solution| {
            let (seconds, visits) = (start.elapsed().as_secs_f64(), solution.visits as f64);
            let (unknown, rate) = (solution.unknown, visits / seconds);
            println!(
                "{:<27} {seconds:>9.2} {unknown:>9.1e} {visits:>9.1e} {rate:>9.1e}",
                ""
            );
        };
        let solved = exact::solve(chains.each_ref(), [0.5; 2], TARGET, print, || false);
        assert!(solved.is_ok(), "nobody cancels it");
    }
}

/// Measures whole processes with the contest's files and no option but `--streng`, in seconds.
fn measure_whole_program() {
    println!("whole program, all threads    median s    best s");
    let names = [0, 1, 2, 3].map(|number| format!("beispiele/wuerfel{number}.txt"));
    let mut times = names.each_ref().map(|_| Vec::new());
    for _ in 0..ROUNDS {
        for (name, times) in names.iter().zip(&mut times) {
            let input = File::open(Path::new(env!("CARGO_MANIFEST_DIR")).join(name));
            let mut program = Command::new(env!("CARGO_BIN_EXE_wuerfelglueck"));
            program
                .arg("--streng")
                .stdin(input.expect("the examples are there"));
            times.push(measure_seconds(|| {
                let output = program.output().expect("the program runs");
                assert!(output.status.success(), "{name} is not certified");
            }));
        }
    }
    for (name, times) in names.iter().zip(&mut times) {
        let Summary { median, least } = summarize(times);
        println!("{name:<30} {median:>7.3} {least:>9.3}");
    }
}

/// The ratio of the time on one thread to that on two, the median of measurements that follow each
/// other.
fn measure_second_thread(dice: &[Die]) -> f64 {
    let seconds_with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let rank = || {
            let mut contest = DiceContest::new(dice, Rules::OFFIZIELL, SEED, usize::MAX);
            ranking::rank(&mut contest, &fixed_plan(GAMES), &())
        };
        measure_seconds(|| pool.expect("two threads can be had").install(rank))
    };
    let mut ratios: Vec<f64> = (0..ROUNDS)
        .map(|_| seconds_with(1) / seconds_with(2))
        .collect();
    summarize(&mut ratios).median
}

/// The seconds that `work` takes.
fn measure_seconds<T>(work: impl FnOnce() -> T) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

/// The median and the least of some measurements.
struct Summary {
    median: f64,
    least: f64,
}

/// Summarizes these measurements, which are sorted for that.
fn summarize(measurements: &mut [f64]) -> Summary {
    measurements.sort_by(f64::total_cmp);
    Summary {
        median: measurements[measurements.len() / 2],
        least: measurements[0],
    }
}

/// Plays [`BOARD_GAMES`] games of the die against itself on the board of the tests.
fn play_on_board(die: &Die) -> PlayedGames {
    let mut rng = random(SEED);
    let faces = die.faces();
    let mut rolls = 0;
    for game in 0..BOARD_GAMES {
        let starter = (game % 2) as usize;
        let mut board = boards::start("offiziell", None, [faces.to_vec(), faces.to_vec()], starter);
        let mut roll = |_| faces[rng.random_range(0..faces.len())];
        rolls += board.finish(u64::MAX, &mut roll).rolls;
    }
    PlayedGames {
        games: BOARD_GAMES,
        rolls,
    }
}
