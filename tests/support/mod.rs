//! Helpers that several test files share.

#![allow(dead_code, reason = "not every test program needs all of it")]
#![allow(clippy::unwrap_used, clippy::expect_used)]

pub mod powershell;
pub mod process;
pub mod replay;

use std::fmt::Debug;

pub use boards::{self, random};
use itertools::Itertools;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use rand::RngExt;
use wuerfelglueck::certainty::Adjustment;
use wuerfelglueck::dice::{self as dice_file, Die};
use wuerfelglueck::engine::automaton::Automaton;
use wuerfelglueck::engine::cells::Rows;
use wuerfelglueck::engine::columns::DieColumns;
use wuerfelglueck::engine::games::Opponents;
use wuerfelglueck::engine::tables::Tables;
use wuerfelglueck::ranking::{Criterion, Plan};
use wuerfelglueck::rules::Rules;
use wuerfelglueck::stream::BLOCK;
use wuerfelglueck::tournament::DiceContest;

/// The die with these faces.
pub fn die(faces: impl IntoIterator<Item = u32>) -> Die {
    Die::new(faces.into_iter().collect()).expect("a die has faces")
}

/// The dice of a text such as `1-6 / 1 1 6`.
pub fn dice(text: &str) -> Vec<Die> {
    let number = |text: &str| text.parse::<u32>().unwrap();
    text.split(" / ")
        .map(|faces| match faces.split_once('-') {
            Some((lowest, highest)) => die(number(lowest)..=number(highest)),
            None => die(faces.split(' ').map(number)),
        })
        .collect()
}

/// The two dice of a text such as `1-6 / 1 1 6`.
pub fn two_dice(text: &str) -> [Die; 2] {
    dice(text).try_into().unwrap()
}

/// The tables of all these dice, for players who begin at the start of a game.
pub fn all_tables(dice: &[Die], rules: Rules) -> Tables {
    Tables::within(Rows::default(), usize::MAX, dice, rules, false)
}

/// The same tables with the expected turns by which luck is measured.
pub fn tables_with_luck(dice: &[Die], rules: Rules) -> Tables {
    Tables::within(Rows::default(), usize::MAX, dice, rules, true)
}

/// The automaton of a die on this seat, for a player who begins at the start of a game.
pub fn automaton(die: &Die, rules: Rules, seat: usize) -> Automaton {
    let columns = DieColumns::new(die, rules);
    Automaton::new(Rows::default(), columns, rules, seat)
}

/// The tournament of these dice, whose games count as the program counts them for this plan.
pub fn contest(dice: &[Die], rules: Rules, seed: u64, plan: &Plan) -> DiceContest {
    DiceContest::with_adjustment(dice, rules, seed, usize::MAX, adjustment_for(plan))
}

/// The way in which the program counts games for this plan.
pub fn adjustment_for(plan: &Plan) -> Adjustment {
    match plan.accuracy {
        Some(_) => Adjustment::Luck,
        None => Adjustment::None,
    }
}

/// The plan of a fixed number of `games` per pairing.
pub fn fixed_plan(games: u64) -> Plan {
    Plan {
        games,
        accuracy: None,
        error: 0.001,
        level: 0.0,
        criterion: Criterion::Wins,
        best: None,
    }
}

/// The plan to play until the intervals have the half-width `accuracy` and the order is certified
/// with the error probability `error`, at most `games` games per pairing.
pub fn certain_plan(accuracy: f64, error: f64, games: u64) -> Plan {
    Plan {
        accuracy: Some(accuracy),
        error,
        ..fixed_plan(games)
    }
}

/// The shares, from 0 to 1, of `dice` dice with these tables in `games` games of the engine per
/// pairing, where `scoring` says whether draws count half.
pub fn fast_shares(
    tables: &Tables,
    dice: usize,
    scoring: Criterion,
    games: u64,
    seed: u64,
) -> Vec<f64> {
    let mut shares = vec![0.0; dice];
    let most = (scoring.win() * games) as f64 * (dice - 1) as f64;
    for pairing in (0..dice).array_combinations() {
        let opponents = Opponents::new(tables, pairing);
        let tally = opponents
            .play(seed, games, 0..games.div_ceil(BLOCK))
            .tally();
        for (seat, die) in pairing.into_iter().enumerate() {
            shares[die] += scoring.score(tally.won_by(seat), tally.draws) as f64 / most;
        }
    }
    shares
}

/// The names of the contest's dice files among the examples.
pub const FILES: [&str; 4] = ["wuerfel0", "wuerfel1", "wuerfel2", "wuerfel3"];

/// The dice of an example.
pub fn example(name: &str) -> Vec<Die> {
    let text = process::read(&format!("beispiele/{name}.txt"));
    dice_file::parse(text.as_bytes()).unwrap()
}

/// A generator of random numbers.
pub type Random = boards::Random;

/// A die of 4 to 8 sides with faces from 1 to 9, at least one of them a 6.
pub fn random_die(rng: &mut impl RngExt) -> Die {
    let sides = rng.random_range(4..=8);
    let mut faces: Vec<u32> = (0..sides).map(|_| rng.random_range(1..=9)).collect();
    faces[rng.random_range(0..sides)] = 6;
    die(faces)
}

/// Asserts that the value of a `case` differs from the expected one by at most `tolerance`.
#[track_caller]
pub fn assert_near(value: f64, expected: f64, tolerance: f64, case: &impl Debug) {
    let is_near = (value - expected).abs() <= tolerance;
    assert!(
        is_near,
        "{case:?}: {value}, expected {expected} ± {tolerance}"
    );
}

/// Asserts that the number of games won in a `case` is at most four standard errors off this share.
#[track_caller]
pub fn assert_share(won: u64, games: u64, share: f64, case: &impl Debug) {
    let standard_error = (share * (1.0 - share) / games as f64).sqrt();
    let won_share = won as f64 / games as f64;
    assert_near(won_share, share, 4.0 * standard_error, case);
}

/// The factor by which tests try more than usual: the value of `EFFORT` in the environment, or 1.
pub fn effort() -> u64 {
    std::env::var("EFFORT").map_or(1, |effort| {
        effort.parse().expect("EFFORT is a whole number")
    })
}

/// The usual value, or with more effort the larger one.
pub fn by_effort<T>(usual: T, larger: T) -> T {
    if effort() > 1 { larger } else { usual }
}

/// The usual value, with more effort the larger one, and from `EFFORT=20` on, by which the numbers
/// in READMEs are measured, the largest.
pub fn by_effort_up_to_20<T>(usual: T, larger: T, largest: T) -> T {
    if effort() < 20 {
        by_effort(usual, larger)
    } else {
        largest
    }
}

/// A runner of tests on this number of generated values. The generator has a fixed seed, so every
/// run sees the same values.
pub fn runner(cases: u32) -> TestRunner {
    let config = Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

/// Checks a property on this number of generated values, times the effort.
pub fn check_property<S: Strategy>(cases: u32, strategy: S, property: impl Fn(S::Value)) {
    let test = |value| {
        property(value);
        Ok(())
    };
    let mut runner = runner(cases * effort() as u32);
    runner.run(&strategy, test).unwrap();
}
