//! What several of the tests need.

#![allow(dead_code, reason = "not every test program needs all of it")]
#![allow(clippy::unwrap_used, clippy::expect_used)]

pub mod boards;
pub mod process;
pub mod replay;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use wuerfelglueck::dice::Die;
use wuerfelglueck::engine::automaton::Automaton;
use wuerfelglueck::engine::columns::Columns;
use wuerfelglueck::engine::tables::Tables;
use wuerfelglueck::ranking::{Criterion, Plan};
use wuerfelglueck::rules::Rules;

/// The die with these faces.
pub fn die(faces: impl IntoIterator<Item = u32>) -> Die {
    Die::new(faces.into_iter().collect()).expect("a die has faces")
}

/// The tables of all these dice for players who begin at the start.
pub fn all_tables(dice: &[Die], rules: Rules) -> Tables {
    Tables::within(usize::MAX, dice, rules, &[rules.start()])
}

/// The automaton of a die for a player who begins at the start.
pub fn automaton(die: &Die, rules: Rules, seat: usize) -> Automaton {
    Automaton::new(Columns::new(die, rules), rules, seat, &[rules.start()])
}

/// So many games per pairing.
pub fn exactly(games: u64) -> Plan {
    Plan {
        games,
        accuracy: None,
        error: 0.001,
        level: 0.0,
        criterion: Criterion::Wins,
        best: None,
    }
}

/// How much more than usual is tried: the value of `EFFORT` in the environment, 1 if there is none.
pub fn effort() -> u64 {
    let effort = std::env::var("EFFORT").map(|effort| effort.parse());
    effort.map_or(1, |effort| effort.expect("EFFORT is a whole number"))
}

/// What tries tests on so many generated values. The generator is a fixed one, so every run sees the same values.
pub fn runner(cases: u32) -> TestRunner {
    let config = Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

/// Tries a test on so many generated values, times the effort.
pub fn check<S: Strategy>(cases: u32, strategy: S, test: impl Fn(S::Value)) {
    let test = |value| {
        test(value);
        Ok(())
    };
    let mut runner = runner(cases * effort() as u32);
    runner.run(&strategy, test).unwrap();
}
