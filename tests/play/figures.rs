//! Figures of other programs, and numbers of configurations and of games.

use wuerfelglueck::engine::columns::{DieColumns, MAX_COLUMNS};
use wuerfelglueck::pairing::{LuckSums, Pairing};
use wuerfelglueck::ranking;

use crate::prelude::*;
use crate::support::process::read;

/// The shares that other programs found: ours are within four standard errors of them, beside their
/// rounding, in a 256th of their games, times the effort. Seed 9.
#[test]
fn figures_of_other_programs_hold() {
    let figures = read("tests/fixtures/anteile.txt");
    for line in figures.lines().filter(|line| !line.starts_with('#')) {
        let [rules, dice_text, percents, their_games] = line.split(" | ").collect_array().unwrap();
        let dice = dice(dice_text);
        let their_games: u64 = their_games.parse().unwrap();
        let games = (their_games / 256).next_multiple_of(2) * effort();
        let tables = all_tables(&dice, rules.parse().unwrap());
        let shares = fast_shares(&tables, dice.len(), Criterion::Wins, games, 9);
        let known = percents.split(' ').zip(shares);
        for (percent, share) in known.filter(|(percent, _)| *percent != "-") {
            // Against opponents who are not all the same, a share scatters less than this. Theirs
            // is rounded to a hundredth.
            let inverse_games =
                (1.0 / games as f64 + 1.0 / their_games as f64) / (dice.len() - 1) as f64;
            let most = 400.0 * (share * (1.0 - share) * inverse_games).sqrt() + 0.005;
            assert_near(100.0 * share, percent.parse().unwrap(), most, &line);
        }
    }
}

/// The share of the first mover with a die against itself, and the rolls of a game of two normal
/// dice, in 400,000 games of OpenSpiel: ours are within four standard errors of them, beside their
/// rounding, in 25,000 games, times the effort. Seed 1.
#[test]
fn openspiel_has_the_same_first_movers_and_rolls() {
    /// The standard deviation of the rolls of a game of two normal dice, in 100,000 games on the
    /// plain board of `support/boards/`.
    const ROLLS_DEVIATION: f64 = 19.04;
    let games = 25_000 * effort();
    // The standard error of the difference of both means, in standard deviations of one game.
    let standard_error = (1.0 / games as f64 + 1.0 / 400_000.0).sqrt();
    for (faces, percent) in [("1-6", 51.3), ("1 6 6 6 6 6", 59.6)] {
        let dice = two_dice(&format!("{faces} / {faces}"));
        let tables = all_tables(&dice, Rules::ZIELZUERST);
        let blocks = 0..games.div_ceil(BLOCK);
        let played = Opponents::new(&tables, [0, 1]).play(1, games, blocks);
        let tally = played.tally();
        let first_movers = 100.0 * (tally.wins[0][0] + tally.wins[1][1]) as f64 / games as f64;
        // The figure is rounded to a tenth.
        assert_near(
            first_movers,
            percent,
            400.0 * 0.5 * standard_error + 0.05,
            &faces,
        );
        if faces == "1-6" {
            let rolls = played.rolls as f64 / games as f64;
            assert_near(
                rolls,
                121.7,
                4.0 * ROLLS_DEVIATION * standard_error + 0.05,
                &faces,
            );
        }
    }
}

/// "A normal die reaches 14,939 configurations", says `engine/automaton.rs`, and the README of the
/// engine that a die from 1 to 20 has 74,815 states, and one with all faces from 0 to 44 has
/// 103,084: as many as one with all to 50, as those above 43 move nothing. The dice with the most
/// columns have as many as the limit.
#[test]
fn dice_reach_the_documented_numbers_of_states() {
    let states = |die: &Die| {
        let automaton = automaton(die, Rules::OFFIZIELL, 0);
        automaton.states.len()
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
        assert_eq!(DieColumns::new(&die, rules).rolls.len(), MAX_COLUMNS);
    }
}

/// Whole blocks or not, at one look or several: no game of a pairing is lost or played twice, each
/// die starts half of them, and they add up to the games of a single call, with their residuals.
/// With these dice there are no draws. Seed 6.
#[test]
fn tournaments_play_every_game_once() {
    let dice = dice("1-6 / 1 6 / 1-4");
    let tables = all_tables(&dice, Rules::OFFIZIELL);
    for games in [2, 30, 32, 34, 16_384, 16_386, 40_000] {
        let mut contest = DiceContest::new(&dice, Rules::OFFIZIELL, 6, usize::MAX);
        let ranking = ranking::rank(&mut contest, &fixed_plan(games), &());
        let played = ranking.played().unwrap();
        assert_eq!((ranking.games_per_pairing(), played.len()), (games, 3));
        for (indices, pairing) in [[0, 1], [0, 2], [1, 2]].into_iter().zip(played) {
            let blocks = 0..games.div_ceil(BLOCK);
            let played_at_once = Opponents::new(&tables, indices).play(6, games, blocks);
            let tally = played_at_once.tally();
            assert_eq!(pairing.tally(), tally, "{games} games of {indices:?}");
            let starts = tally.wins.map(|wins| wins.iter().sum::<u64>());
            assert_eq!((starts, tally.draws), ([games / 2; 2], 0), "{indices:?}");
            let mut expected = Pairing::default();
            for &block in &played_at_once.blocks {
                expected.add_block(block, &LuckSums::default());
            }
            assert_eq!(*pairing, expected);
            let first = pairing.first_block();
            assert_eq!(first.won(), played_at_once.blocks[0].won());
            assert_eq!(first.drawn(), played_at_once.blocks[0].draws);
        }
    }
}

/// The lists that the author of `wlr` published. Its rule to stop gives 16 to 100 games a pairing;
/// its shares are within four standard errors of ours, as if it had played 40 games a pairing, 160
/// or 200 a die, and ours, of 1,000 games a pairing, did not scatter. Without EFFORT those of two files. Seed 2021.
#[test]
fn published_tables_of_wlr_hold() {
    let mut compared = 0;
    for name in by_effort(&FILES[1..3], &FILES) {
        let dice = example(name);
        let mut contest = DiceContest::new(&dice, Rules::WLR, 2021, usize::MAX);
        let ranking = ranking::rank(&mut contest, &fixed_plan(1_000), &());
        // A face is missing in one of its lists.
        let list = read(&format!("beispiele/einsendung/{name}.liste"))
            .replace("1 1 1 1 6;", "1 1 1 1 1 6;");
        for line in list.lines().skip(1) {
            let (_, entry) = line.split_once(" -> : ").unwrap();
            let (faces, published) = entry.split_once("; ").unwrap();
            let die = dice
                .iter()
                .position(|die| die.to_string() == faces)
                .unwrap();
            let share = ranking.by_die()[die].share.as_percent();
            let games = 40.0 * (dice.len() - 1) as f64;
            // A standard error of half a game more, for shares of nearly nothing.
            let variance = share / 100.0 * (1.0 - share / 100.0) / games + 0.25 / games / games;
            let published = published.trim_end_matches('%');
            assert_near(
                share,
                published.parse().unwrap(),
                400.0 * variance.sqrt(),
                &faces,
            );
            compared += 1;
        }
    }
    assert_eq!(compared, by_effort(11, 23));
}
