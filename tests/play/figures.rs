//! Figures: an independent engine's, and what must hold without any reference.

use itertools::Itertools;
use wuerfelglueck::certainty::Outcomes;
use wuerfelglueck::dice::{self, Die};
use wuerfelglueck::engine::columns::{Columns, MAX_COLUMNS};
use wuerfelglueck::engine::games::{Duel, PlayedBlocks, Tally};
use wuerfelglueck::ranking;
use wuerfelglueck::rules::Rules;
use wuerfelglueck::stream::BLOCK;
use wuerfelglueck::tournament::DiceContest;

use super::notation::READINGS;
use crate::support::process::read;
use crate::support::{all_tables, automaton, die, effort, exactly};

fn play(dice: &[Die; 2], rules: Rules, seed: u64, games: u64) -> Tally {
    let tables = all_tables(dice, rules);
    let blocks = 0..games.div_ceil(BLOCK);
    Duel::new(&tables, [0, 1]).play(seed, games, blocks).tally
}

/// Whether two shares, each of so many games, are within four standard errors of their difference.
fn agree(one: u64, other: u64, games: u64) -> bool {
    let shares = [one, other].map(|won| won as f64 / games as f64);
    let variances = shares.map(|share| share * (1.0 - share) / games as f64);
    (shares[0] - shares[1]).abs() <= 4.0 * (variances[0] + variances[1]).sqrt()
}

/// The die of these faces, `1 2 5 6` or `1-8`.
fn written(faces: &str) -> Die {
    let face = |text: &str| text.parse::<u32>().unwrap();
    match faces.split_once('-') {
        Some((first, last)) => die(face(first)..=face(last)),
        None => die(faces.split(' ').map(face)),
    }
}

/// What other programs found: ours is within four standard errors of it, in a quarter of their games, times the effort. Seed 9.
#[test]
fn figures_of_other_programs_hold() {
    let figures = read("tests/fixtures/anteile.txt");
    for line in figures.lines().filter(|line| !line.starts_with('#')) {
        let [rules, dice, percents, theirs] = line.split(" | ").collect_array().unwrap();
        let dice = dice.split(" / ").map(written).collect_vec();
        let theirs: u64 = theirs.parse().unwrap();
        let games = theirs / 4 * effort();
        let tables = all_tables(&dice, rules.parse().unwrap());
        let opponents = (dice.len() - 1) as f64;
        // The share of each die, and the variance of the difference of both shares.
        let mut shares = vec![[0.0; 2]; dice.len()];
        for pairing in (0..dice.len()).array_combinations() {
            let blocks = 0..games.div_ceil(BLOCK);
            let tally = Duel::new(&tables, pairing).play(9, games, blocks).tally;
            for (seat, index) in pairing.into_iter().enumerate() {
                let won = tally.won_by(seat) as f64 / games as f64;
                let error = 1.0 / games as f64 + 1.0 / theirs as f64;
                shares[index][0] += won / opponents;
                shares[index][1] += won * (1.0 - won) * error / opponents.powi(2);
            }
        }
        let known = percents
            .split(' ')
            .zip(shares)
            .filter(|(percent, _)| *percent != "-");
        for (percent, [share, variance]) in known {
            let difference = 100.0 * share - percent.parse::<f64>().unwrap();
            // Theirs is rounded.
            let most = 400.0 * variance.sqrt() + 0.005;
            assert!(
                difference.abs() <= most,
                "{line}: {difference} of {percent}"
            );
        }
    }
}

/// How often the first mover wins with a die against itself, and how many rolls a game of two normal dice takes, in 400,000 games
/// of OpenSpiel: within four standard errors, in 100,000 games, times the effort. Seed 1.
#[test]
fn openspiel_has_the_same_first_movers_and_rolls() {
    /// Standard deviation of the rolls of one such game, in 100,000 games on the board.
    const ROLLS_DEVIATION: f64 = 19.04;
    let games = 100_000 * effort();
    let error = (1.0 / games as f64 + 1.0 / 400_000.0).sqrt();
    for (faces, percent) in [("1-6", 51.3), ("1 6 6 6 6 6", 59.6)] {
        let dice = [(); 2].map(|()| written(faces));
        let tally = play(&dice, Rules::ZIELZUERST, 1, games);
        let first = 100.0 * (tally.wins[0][0] + tally.wins[1][1]) as f64 / games as f64;
        // It is rounded to a tenth.
        assert!(
            (first - percent).abs() <= 400.0 * 0.5 * error + 0.05,
            "{faces}: {first}"
        );
        let rolls = tally.rolls as f64 / games as f64;
        let is_near = (rolls - 121.7).abs() <= 4.0 * ROLLS_DEVIATION * error + 0.05;
        assert!(is_near || faces != "1-6", "{rolls} rolls per game");
    }
}

/// Dice of the contest's files, and some that get stuck.
fn some_dice() -> Vec<Die> {
    vec![
        die(1..=6),
        die([1, 1, 1, 6, 6, 6]),
        die(1..=20),
        die([1, 2, 5, 6]),
        die(6..=11),
        die([2, 4, 6]),
        die([1, 6, 6, 6, 6, 6]),
    ]
}

/// Two dice, or twice the same one, win as often in either order, whoever has which seat. Seeds 2 and 3.
#[test]
fn swapping_two_dice_swaps_the_result() {
    let games = 5_000 * effort();
    let dice = some_dice();
    for rules in READINGS {
        for (i, first) in dice.iter().enumerate() {
            for second in &dice[..=i] {
                let one = play(&[first.clone(), second.clone()], rules, 2, games);
                let other = play(&[second.clone(), first.clone()], rules, 3, games);
                let is_swapped = agree(one.won_by(0), other.won_by(1), games);
                let what = format!("{rules} {first:?} {second:?}: {one:?} {other:?}");
                assert!(is_swapped && agree(one.draws, other.draws, games), "{what}");
            }
        }
    }
}

/// A die without a six never gets a second piece out. Seed 4.
#[test]
fn a_die_without_a_six_never_wins() {
    for rules in READINGS {
        for faces in [vec![1, 2, 3, 4], vec![5, 7, 1], vec![0], vec![44, 1]] {
            for opponent in [die(1..=4), die(1..=6), die([2, 4, 6])] {
                let tally = play(&[die(faces.clone()), opponent], rules, 4, 1_000);
                assert_eq!(tally.won_by(0), 0, "{faces:?}: {tally:?}");
            }
        }
    }
    let low = play(&[die(1..=4), die(1..=4)], Rules::OFFIZIELL, 5, 1_000);
    assert_eq!(low.draws, 1_000);
}

/// "A normal six-sided die reaches 14,939 configurations, a 1–20 die 74,815." So the rules say; the
/// number for all faces is a record of what was found.
#[test]
fn numbers_of_configurations() {
    let states = |die: &Die| {
        let automaton = automaton(die, Rules::OFFIZIELL, 0);
        automaton.states().len()
    };
    assert_eq!(states(&die(1..=6)), 14_939);
    assert_eq!(states(&die(1..=20)), 74_815);
    let every_face = die(0..=50);
    assert_eq!(states(&every_face), 103_084);
    let without_six = die((0..=50).filter(|&face| face != 6));
    let highest_is_six = "offiziell+hoechste-setzt-ein".parse().unwrap();
    for (die, rules) in [
        (every_face, Rules::OFFIZIELL),
        (without_six, highest_is_six),
    ] {
        assert_eq!(Columns::new(&die, rules).rolls().len(), MAX_COLUMNS);
    }
}

/// Whole blocks or not, one part of a pairing or several: no game is lost or played twice, each die
/// starts half of them, and the parts add up to what one call plays, and scatter so. With these dice somebody always wins.
#[test]
fn tournaments_play_every_game_once() {
    let dice = [die(1..=6), die([1, 6]), die(1..=4)];
    let tables = all_tables(&dice, Rules::OFFIZIELL);
    for games in [2, 30, 32, 34, 16_384, 16_386, 40_000] {
        let mut contest = DiceContest::new(&dice, Rules::OFFIZIELL, 6, usize::MAX);
        let ranking = ranking::rank(&mut contest, &exactly(games), &());
        let played = ranking.played().unwrap();
        assert_eq!((played.games, played.pairings.len()), (games, 3));
        for (dice, pairing) in [[0, 1], [0, 2], [1, 2]].into_iter().zip(&played.pairings) {
            let blocks = 0..games.div_ceil(BLOCK);
            let PlayedBlocks { tally, blocks } = Duel::new(&tables, dice).play(6, games, blocks);
            let tally = Tally { rolls: 0, ..tally };
            assert_eq!(pairing.tally(), tally, "{games} games of {dice:?}");
            let starts = tally.wins.map(|wins| wins.iter().sum::<u64>());
            assert_eq!((starts, tally.draws), ([games / 2; 2], 0), "{dice:?}");
            let mut outcomes = Outcomes::default();
            blocks
                .iter()
                .for_each(|block| outcomes.add_block(block.map(u64::from)));
            assert_eq!(pairing.outcomes().scatter, outcomes.counted(0.0).1);
            assert_eq!(pairing.first_outcomes().counts, blocks[0].map(u64::from));
        }
    }
}

/// The lists that the author of `wlr` published. Its rule to stop gives 16 to 100 games a pairing; the shares are within four
/// standard errors of those of 40 games a pairing, a few hundred a die.
#[test]
fn published_tables_of_wlr_hold() {
    let mut compared = 0;
    for number in 0..4 {
        let dice = dice::parse(read(&format!("beispiele/wuerfel{number}.txt")).as_bytes()).unwrap();
        let mut contest = DiceContest::new(&dice, Rules::WLR, 2021, usize::MAX);
        let ranking = ranking::rank(&mut contest, &exactly(2_000), &());
        let list = read(&format!("beispiele/einsendung/wuerfel{number}.liste"));
        // A face is missing in one of its lists.
        let list = list.replace("1 1 1 1 6;", "1 1 1 1 1 6;");
        for line in list.lines().skip(1) {
            let (_, entry) = line.split_once(" -> : ").unwrap();
            let (faces, published) = entry.split_once("; ").unwrap();
            let published: f64 = published.trim_end_matches('%').parse().unwrap();
            let is_it = |die: &Die| die.faces().iter().join(" ") == faces;
            let die = dice.iter().position(is_it).unwrap();
            let share = ranking.by_die()[die].share.as_percent();
            let games = 40.0 * (dice.len() - 1) as f64;
            // Half a game more, for shares of nearly nothing.
            let variance = share / 100.0 * (1.0 - share / 100.0) / games + 0.25 / games / games;
            let difference = share - published;
            assert!(
                difference.abs() <= 400.0 * variance.sqrt(),
                "{faces}: {share} {published}"
            );
            compared += 1;
        }
    }
    assert_eq!(compared, 23);
}
