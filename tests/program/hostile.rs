//! Whatever the command line and the input are: every run ends by itself, without a panic, and keeps the
//! contract of streams and exit codes.
//!
//! The cases come from proptest's fixed generator, so that every run of a test sees the same.

use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::process::{Command, Output};

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use rayon::prelude::*;

use crate::process::{binary, feed, root};

/// A command line and what comes to stdin.
type Case = (Vec<OsString>, Vec<u8>);

/// Words that stand for files and strategies, fitting or not.
const WORDS: [&str; 16] = [
    "beispiele/wuerfel2.txt",
    "beispiele/nullen.txt",
    "beispiele/wuerfel2.soll",
    "tests/fixtures/eingaben/zeilen.txt",
    "tests/fixtures/eingaben/gefaelscht.txt",
    "tests",
    "gibt/es.nicht",
    "/dev/null",
    "-",
    "3,x,x,2,x,1",
    "2,x,2,x,1,1",
    "optimal",
    "offiziell",
    "zsh",
    "",
    "ü\u{1b}[2J\n",
];

/// Options with values that come to an end soon, fitting or not.
const OPTIONS: [&str; 65] = [
    "--exakt",
    "--spiele=2",
    "--spiele=64",
    "--spiele=3",
    "--spiele=0",
    "--hoechstens=64",
    "--hoechstens=200",
    "--genauigkeit=30",
    "--genauigkeit=0",
    "--genauigkeit=nan",
    "--irrtum=0.5",
    "--irrtum=1",
    "--wertung=punkte",
    "--wertung=siege",
    "--wertung",
    "--regeln=wlr",
    "--regeln=zielzuerst",
    "--regeln=alle",
    "--regeln=ALLE",
    "--format=tsv",
    "--format=json",
    "--format=paare",
    "--format=text",
    "--format=",
    "--teil=1/3",
    "--teil=7/9",
    "--teil=4/3",
    "--teil=-1/3",
    "--paarungen",
    "--balken",
    "--streng",
    "--saat=7",
    "--saat=zufall",
    "--saat=18446744073709551616",
    "--faeden=1",
    "--faeden=8",
    "--faeden=0",
    "--threads=3",
    "--speicher=0.01",
    "--speicher=1",
    "--speicher=1e9",
    "--toleranz=100",
    "--spielraum=0",
    "--stichprobe=100",
    "--stichprobe=0",
    "--brett",
    "--wuerfel=2,3",
    "--wuerfel=1,1",
    "--beginnt=2",
    "--wuerfe=6,6,1",
    "--wuerfe=",
    "--stellung=0+17/-",
    "--stellung=//",
    "--spieler=9",
    "--karten=stapel",
    "--tabelle",
    "--optimal",
    "--duell",
    "--gegen=3,x,x,2,x,1",
    "--protokoll",
    "-q",
    "-h",
    "--hilfe",
    "-V",
    "--",
];

/// Inputs of every kind, some of them damaged.
fn input() -> impl Strategy<Value = Vec<u8>> {
    let files = [
        "beispiele/wuerfel2.txt",
        "beispiele/wuerfel2.soll",
        "tests/fixtures/eingaben/zeilen.txt",
        "tests/fixtures/eingaben/nie.txt",
    ];
    let files = files.map(|file| fs::read(root().join(file)).unwrap());
    let edit = (
        any::<prop::sample::Index>(),
        0usize..9,
        prop::collection::vec(any::<u8>(), 0..4),
    );
    let edits = prop::collection::vec(edit, 0..3);
    let damaged = (prop::sample::select(files.to_vec()), edits).prop_map(|(mut bytes, edits)| {
        for (place, length, new) in edits {
            let place = place.index(bytes.len() + 1);
            let end = bytes.len().min(place + length);
            bytes.splice(place..end, new);
        }
        bytes
    });
    prop_oneof![4 => damaged, 1 => prop::collection::vec(any::<u8>(), 0..60)]
}

/// Command lines and inputs.
fn case() -> impl Strategy<Value = Case> {
    const COMMANDS: [&str; 10] = [
        "", "pruefe", "diagnose", "spiel", "regeln", "sammle", "sixjack", "erzeuge", "hilfe", "xyz",
    ];
    let some = |words: &'static [&'static str]| {
        let known = prop::sample::select(words).prop_map(OsString::from);
        let bytes = prop::collection::vec(
            any::<u8>().prop_filter("no end of a word", |&byte| byte != 0),
            0..6,
        );
        prop_oneof![30 => known, 1 => bytes.prop_map(OsString::from_vec)]
    };
    let options = prop::collection::vec(some(&OPTIONS), 0..4);
    let words = prop::collection::vec(some(&WORDS), 0..3);
    (prop::sample::select(&COMMANDS[..]), options, words, input()).prop_map(
        |(command, options, words, input)| {
            let mut line: Vec<OsString> = options;
            line.extend(words);
            if !command.is_empty() {
                line.insert(0, command.into());
            }
            // What would take long is made short.
            let has = |option: &str| {
                let mut words = line.iter().map(|word| word.to_string_lossy());
                words.any(|word| word.starts_with(option))
            };
            let is_ranking = ["", "pruefe"].contains(&command);
            if is_ranking && has("--exakt") && !has("--genauigkeit") {
                line.push("--genauigkeit=60".into());
            } else if is_ranking && !has("--spiele") && !has("--hoechstens") {
                line.push("--hoechstens=64".into());
            }
            (line, input)
        },
    )
}

/// Runs a case. If it does not end within a minute, it is ended and has the exit code 124.
fn run((line, input): &Case) -> Output {
    let mut command = Command::new("timeout");
    feed(command.arg("60").arg(binary()).args(line), input)
}

/// So many command lines and inputs.
fn every_run_keeps_the_contract(cases: usize) {
    let mut runner = TestRunner::new_with_rng(
        Config::default(),
        TestRng::deterministic_rng(RngAlgorithm::ChaCha),
    );
    let strategy = case();
    let cases: Vec<Case> = (0..cases)
        .map(|_| strategy.new_tree(&mut runner).unwrap().current())
        .collect();
    let codes: Vec<i32> = cases
        .par_iter()
        .map(|case| {
            let output = run(case);
            let said = String::from_utf8(output.stderr).unwrap();
            let code = output.status.code();
            let code = code.unwrap_or_else(|| panic!("{case:?}: {:?}", output.status));
            assert!([0, 1, 2].contains(&code), "{case:?}: {code} {said}");
            assert!(!said.contains("panicked"), "{case:?}: {said}");
            if code == 2 {
                assert!(output.stdout.is_empty(), "{case:?}");
                assert_eq!(said.lines().count(), 1, "{case:?}: {said}");
            }
            code
        })
        .collect();
    // The cases are not all refused.
    let done = codes.iter().filter(|&&code| code != 2).count();
    assert!(done > cases.len() / 20, "{done} of {}", cases.len());
}

/// 300 cases.
#[test]
fn every_run() {
    every_run_keeps_the_contract(300);
}

/// 10,000 cases, of which the first are those above.
#[test]
#[ignore = "long: part of make test-all"]
fn every_run_long() {
    every_run_keeps_the_contract(10_000);
}
