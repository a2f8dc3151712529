//! Generated command lines and inputs: every run ends by itself, without a panic, and keeps the
//! contract of streams and exit codes: 0, 1 or 2; with 2 stderr has one line, and stdout is empty
//! but for the verdicts of `pruefe`.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::process::Command;

use itertools::Itertools;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use rayon::prelude::*;

use crate::erzeuge::{ShownOption, options};
use crate::support::process::{binary, feed, read, root};
use crate::support::{effort, runner};
use crate::transcripts::commands;

/// A generated run.
#[derive(Debug)]
struct GeneratedRun {
    arguments: Vec<OsString>,
    /// The bytes that come to stdin.
    input: Vec<u8>,
}

/// Words that stand for files, strategies, rules and shells, fitting or not.
const WORDS: &str = "beispiele/wuerfel2.txt beispiele/nullen.txt beispiele/wuerfel2.soll \
    tests/fixtures/eingaben/zeilen.txt tests/fixtures/eingaben/gefaelscht.txt tests gibt/es.nicht \
    /dev/null - 3,x,x,2,x,1 2,x,2,x,1,1 optimal offiziell zsh ü\u{1b}[2J";

/// Values of options, fitting or not, with which a run ends soon.
const VALUES: &str = "0 1 2 3 7 8 64 200 30 60 100 -1 nan 0.01 0.5 1e9 18446744073709551616 1/3 \
    7/9 4/3 2,3 1,1 6,6,1 0+17/- // siege punkte duelle alle ALLE wlr zielzuerst \
    offiziell+start-leer tsv json paare text svg markdown junit github stapel zufall 3,x,x,2,x,1";

/// Files whose text comes to stdin, damaged or not.
const INPUTS: &str = "beispiele/wuerfel2.txt beispiele/wuerfel2.soll \
    tests/fixtures/eingaben/zeilen.txt tests/fixtures/eingaben/nie.txt";

/// One of [`INPUTS`], damaged in up to two places, or some random bytes.
fn input() -> impl Strategy<Value = Vec<u8>> {
    let files = INPUTS
        .split_whitespace()
        .map(|file| read(file).into_bytes())
        .collect_vec();
    let new = prop::collection::vec(any::<u8>(), 0..4);
    let edit = (any::<prop::sample::Index>(), 0usize..9, new);
    let edits = prop::collection::vec(edit, 0..3);
    let damaged = (prop::sample::select(files), edits).prop_map(|(mut bytes, edits)| {
        for (index, length, new) in edits {
            let start = index.index(bytes.len() + 1);
            let end = bytes.len().min(start + length);
            bytes.splice(start..end, new);
        }
        bytes
    });
    prop_oneof![4 => damaged, 1 => prop::collection::vec(any::<u8>(), 0..60)]
}

/// One of `words`, or up to five random bytes but 0.
fn word_of(words: Vec<String>) -> impl Strategy<Value = OsString> {
    let known = prop::sample::select(words).prop_map(OsString::from);
    let bytes = prop::collection::vec(1..=u8::MAX, 0..6);
    prop_oneof![30 => known, 1 => bytes.prop_map(OsString::from_vec)]
}

/// Command lines and inputs. Options are those of the helps, mostly of that of the command.
fn case() -> impl Strategy<Value = GeneratedRun> {
    let words = |text: &str| text.split_whitespace().map(str::to_string).collect_vec();
    let mut commands = commands();
    let of_command = |command: &String| {
        let with_values = |option: ShownOption| {
            let name = option.name;
            if option.has_value {
                let values = words(VALUES).into_iter();
                values.map(|value| format!("{name}={value}")).collect_vec()
            } else {
                vec![name]
            }
        };
        options(command)
            .into_iter()
            .flat_map(with_values)
            .collect_vec()
    };
    let options_by_command: Vec<Vec<String>> = commands.iter().map(of_command).collect();
    commands.push("xyz".into());
    let cases = (0..commands.len()).prop_flat_map(move |number| {
        let odd_words = words("--threads=3 --wertung --format= -- -h -V");
        let of_any_command = [options_by_command.concat(), odd_words].concat();
        let of_command = options_by_command
            .get(number)
            .unwrap_or(&options_by_command[0])
            .clone();
        let option = prop_oneof![3 => word_of(of_command), 1 => word_of(of_any_command)];
        let options = prop::collection::vec(option, 0..4);
        let files = prop::collection::vec(word_of(words(WORDS)), 0..3);
        (Just(commands[number].clone()), options, files, input())
    });
    cases.prop_map(|(command, mut arguments, words, input)| {
        arguments.extend(words);
        // Runs that would take long are made short.
        let has = |option: &str| {
            let mut words = arguments.iter().map(|word| word.to_string_lossy());
            words.any(|word| word.starts_with(option))
        };
        let short = match &command[..] {
            "" | "pruefe" if has("--exakt") && !has("--genauigkeit") => Some("--genauigkeit=60"),
            "" | "pruefe" if !has("--spiele") && !has("--hoechstens") => Some("--hoechstens=64"),
            _ => None,
        };
        arguments.extend(short.map(OsString::from));
        if !command.is_empty() {
            arguments.insert(0, command.into());
        }
        GeneratedRun { arguments, input }
    })
}

/// 75 cases, times the effort.
#[test]
fn every_run_keeps_the_contract() {
    let (mut runner, strategy) = (runner(1), case());
    let cases = 75 * effort();
    let new = |_| strategy.new_tree(&mut runner).unwrap().current();
    let cases: Vec<GeneratedRun> = (0..cases).map(new).collect();
    // Runs a case, and asserts that it keeps the contract.
    let is_accepted = |case: &&GeneratedRun| {
        // A run that does not end within a minute is ended, and has the exit code 124.
        let mut command = Command::new("timeout");
        command.arg("60").arg(binary());
        command.args(&case.arguments).current_dir(root());
        let run = feed(&mut command, &case.input);
        assert!([0, 1, 2].contains(&run.code), "{case:?}: {run:?}");
        assert!(!run.err.contains("panicked"), "{case:?}: {}", run.err);
        if run.code == 2 {
            // Lists are judged although another is missing.
            let is_judged = case.arguments.first().is_some_and(|word| word == "pruefe");
            assert!(is_judged || run.out.is_empty(), "{case:?}");
            assert_eq!(run.err.lines().count(), 1, "{case:?}: {}", run.err);
        }
        run.code != 2
    };
    // More than a twentieth of the cases are accepted.
    let accepted = cases.par_iter().filter(is_accepted).count();
    assert!(accepted > cases.len() / 20, "{accepted} of {}", cases.len());
}
