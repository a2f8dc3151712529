//! The command `sixjack`.

use crate::process::run;
use crate::replay::fixture;
use crate::text;

#[test]
fn transcripts() {
    assert!(fixture("sixjack.txt") >= 10);
}

/// The game that is told is the first of those that are counted.
#[test]
fn the_told_game_is_the_first_one() {
    for cards in ["unabhaengig", "stapel"] {
        for seed in 0..20 {
            let arguments = [
                "sixjack",
                "-q",
                "3,x,x,2,x,1",
                "1,1,1,1,1,1",
                "2,x,2,x,1,1",
                "--karten",
                cards,
                "--saat",
                &seed.to_string(),
            ];
            let told = run(&[&arguments[..], &["--protokoll"]].concat(), b"").stdout;
            let counted = run(&[&arguments[..], &["--spiele", "1"]].concat(), b"").stdout;
            let [told, counted] = [&told, &counted].map(|output| text(output).lines().last());
            let win = told.unwrap().strip_prefix("Gewonnen: ").unwrap();
            assert_eq!(counted.unwrap(), format!("Bestes Spielergebnis: {win}"));
        }
    }
}

/// Every run takes another seed, says which, and that seed gives the same list again.
#[test]
fn fresh_seeds_of_sixjack() {
    let list = |seed: &str| run(&["sixjack", "6,x,x,x,x,x", "--saat", seed], b"");
    let [first, second] = ["zufall"; 2].map(list);
    let seed = |stderr| text(stderr).trim_end().rsplit(' ').next().unwrap();
    assert_ne!(seed(&first.stderr), seed(&second.stderr));
    let seed = seed(&first.stderr);
    assert_eq!(list(seed).stdout, first.stdout);
}
