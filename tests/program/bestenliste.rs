//! The main job: its options, its seeds, and the best of all six-sided dice.

use crate::support::process::{output_of, read, run};
use itertools::Itertools;

/// Two dice whose order takes longer to certify than intervals of ±100 points.
const CLOSE: &str = "2\n10 0 1 2 3 4 5 6 7 8 9\n12 1 2 3 4 5 6 7 8 9 10 11 12\n";

/// Options that name their defaults change nothing, and some other values give another list or, of
/// `--irrtum`, take more games.
#[test]
fn options_have_the_documented_defaults_and_an_effect() {
    let two = read("tests/fixtures/eingaben/zwei.txt");
    let given = "--regeln offiziell --genauigkeit 0.2 --irrtum 0.001 --hoechstens 2000000 \
                 --saat 2021 --format text";
    let list = output_of("", &two);
    assert_eq!(list, output_of(given, &two));
    for options in [
        "--regeln zielzuerst",
        "--spiele 1000",
        "--genauigkeit 0.1",
        "--hoechstens 3000",
        "--saat 7",
    ] {
        assert_ne!(output_of(options, &two), list, "{options}");
    }
    let games = |options: &str| {
        let said = run(&format!("--genauigkeit 100 {options}"), CLOSE).err;
        said.split(' ').nth(2).unwrap().parse::<u64>().unwrap()
    };
    assert!(games("--irrtum 0.000000001") > games(""));
}

/// With `--saat zufall`, every run takes another seed and names it, and that seed gives the same
/// list again.
#[test]
fn random_seeds_are_named() {
    let two = read("tests/fixtures/eingaben/paar.txt");
    for (command, input) in [
        ("--spiele 2000", &two[..]),
        ("sixjack --spiele 20000 6,x,x,x,x,x", ""),
    ] {
        let list = |seed: &str| run(&format!("{command} --saat {seed}"), input);
        let runs = ["zufall"; 2].map(list);
        let seed = |said: &str| {
            let (_, behind) = said.split_once("Saat ").unwrap();
            behind.split_whitespace().next().unwrap().to_string()
        };
        assert_ne!(seed(&runs[0].err), seed(&runs[1].err));
        assert_eq!(list(&seed(&runs[0].err)).out, runs[0].out);
    }
}

/// The best of all six-sided dice with faces from 1 to 4 and 6 is the one of the section on
/// rankings in `src/README.md`, which is the best of those with all faces from 1 to 9, too.
#[test]
#[ignore = "takes ten seconds"]
fn the_best_of_all_dice_is_found() {
    let dice = [1, 2, 3, 4, 6]
        .into_iter()
        .combinations_with_replacement(6)
        .map(|faces| format!("6 {}\n", faces.iter().format(" ")))
        .collect_vec();
    let file = format!("{}\n{}", dice.len(), dice.iter().format(""));
    let list = output_of("--beste 5 --genauigkeit 2 --format tsv", file);
    let best = list.lines().nth(1).unwrap();
    assert!(best.ends_with("\t6\t1 6 6 6 6 6"), "{best}");
}
