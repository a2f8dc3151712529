//! What several tests need.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use wuerfelglueck::dice::Die;
use wuerfelglueck::engine::automaton::Automaton;
use wuerfelglueck::engine::columns::Columns;
use wuerfelglueck::ranking::Plan;
use wuerfelglueck::rules::{Configuration, Rules, TRACK};
use wuerfelglueck::tournament::Scoring;

use crate::board::Reading;

pub fn die(faces: impl IntoIterator<Item = u32>) -> Die {
    Die::new(faces.into_iter().collect()).expect("a die has faces")
}

/// The automaton of a die for a player who begins at the start.
pub fn automaton(die: &Die, rules: Rules, seat: usize) -> Automaton {
    Automaton::new(Columns::new(die), rules, seat, &[Configuration::START])
}

/// So many games per pairing.
pub fn exactly(games: u64) -> Plan {
    Plan {
        games,
        accuracy: None,
        error: 0.001,
        scoring: Scoring::Wins,
    }
}

/// The readings of the manufacturer's rules, which do not tell the seats apart.
pub const READINGS: [Rules; 2] = [Rules::Offiziell, Rules::Zielzuerst];

/// The board's name for a rule set, one of the [`READINGS`].
pub fn reading(rules: Rules) -> Reading {
    match rules {
        Rules::Offiziell => Reading::Offiziell,
        Rules::Zielzuerst => Reading::Zielzuerst,
        Rules::Wlr => unreachable!("it has a board of its own"),
    }
}

/// The pieces of a configuration as the board gives them.
pub fn pieces(configuration: Configuration) -> Vec<u32> {
    let mut pieces: Vec<u32> = configuration.pieces().map(u32::from).collect();
    pieces.sort_unstable();
    pieces
}

/// A configuration in the notation of the fixtures: `0+17+b`, `-` for all at home.
pub fn configuration(text: &str) -> Configuration {
    let pieces =
        text.split('+')
            .filter(|&piece| piece != "-")
            .map(|piece| match piece.as_bytes() {
                [letter @ b'a'..=b'd'] => TRACK + letter - b'a',
                _ => match piece.parse() {
                    Ok(progress @ 0..TRACK) => progress,
                    _ => panic!("no piece: {piece}"),
                },
            });
    Configuration::new(pieces).unwrap_or_else(|| panic!("no configuration: {text}"))
}

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

pub fn binary() -> PathBuf {
    assert_cmd::cargo::cargo_bin!("wuerfelglueck").to_path_buf()
}

/// Runs the program with these arguments and this input.
pub fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(binary())
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    // The program may end without reading all of it.
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().expect("the program ends")
}
