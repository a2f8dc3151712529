//! Figures: an independent engine's, and what must hold without any reference.

use itertools::Itertools;
use wuerfelglueck::dice::{self, Die};
use wuerfelglueck::engine::columns::{Columns, MAX_COLUMNS};
use wuerfelglueck::engine::games::{Duel, Tally};
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

/// A share and the number of games that it comes from.
#[derive(Clone, Copy, Debug)]
struct Share {
    value: f64,
    games: u64,
}

impl Share {
    fn variance(self) -> f64 {
        self.value * (1.0 - self.value) / self.games as f64
    }

    /// Within four standard errors of the difference of two independent shares.
    fn agrees_with(self, other: Share) -> bool {
        let error = (self.variance() + other.variance()).sqrt();
        (self.value - other.value).abs() <= 4.0 * error
    }
}

fn counted(won: u64, games: u64) -> Share {
    Share {
        value: won as f64 / games as f64,
        games,
    }
}

/// Two dice, and the percentage of games that the first one wins.
type Figure = (&'static [u32], &'static [u32], f64);

/// OpenSpiel's `maedn` with the frontmost policy, from its C++ core, set to this start position:
/// 400,000 games per pairing, alternating starters.
const OPEN_SPIEL: [Figure; 6] = [
    (&[1, 2, 3, 4, 5, 6], &[1, 1, 1, 6, 6, 6], 1.46),
    (&[1, 2, 5, 6], &[1, 2, 3, 4, 5, 6], 71.22),
    (&[1, 1, 1, 1, 1, 6], &[1, 1, 1, 1, 6, 6], 0.97),
    (&[1, 1, 1, 1, 6, 6], &[1, 1, 1, 6, 6, 6], 3.89),
    (&[1, 1, 1, 6, 6, 6], &[1, 1, 6, 6, 6, 6], 6.65),
    (&[1, 1, 6, 6, 6, 6], &[1, 6, 6, 6, 6, 6], 8.31),
];
const OPEN_SPIEL_GAMES: u64 = 400_000;

/// The same engine: how often the first mover wins with a die against itself, in per cent.
const FIRST_MOVER: [(&[u32], f64); 2] = [(&[1, 2, 3, 4, 5, 6], 51.3), (&[1, 6, 6, 6, 6, 6], 59.6)];

/// The same engine: rolls per game of two normal dice.
const ROLLS_PER_GAME: f64 = 121.7;
/// Standard deviation of the rolls of one such game, in 100,000 games on the board.
const ROLLS_DEVIATION: f64 = 19.04;

/// 100,000 games per pairing, times the effort. Seed 1 for all.
#[test]
fn independent_engine() {
    let games = 100_000 * effort();
    for (first, second, percent) in OPEN_SPIEL {
        let dice = [first, second].map(|faces| die(faces.iter().copied()));
        let tally = play(&dice, Rules::ZIELZUERST, 1, games);
        let reference = Share {
            value: percent / 100.0,
            games: OPEN_SPIEL_GAMES,
        };
        let ours = counted(tally.won_by(0), tally.games());
        assert!(
            ours.agrees_with(reference),
            "{first:?} {second:?}: {ours:?}"
        );
    }
    for (faces, percent) in FIRST_MOVER {
        let dice = [(); 2].map(|()| die(faces.iter().copied()));
        let tally = play(&dice, Rules::ZIELZUERST, 1, games);
        let reference = Share {
            value: percent / 100.0,
            games: OPEN_SPIEL_GAMES,
        };
        let ours = counted(tally.wins[0][0] + tally.wins[1][1], tally.games());
        assert!(ours.agrees_with(reference), "{faces:?}: {ours:?}");
    }
    let dice = [(); 2].map(|()| die(1..=6));
    let tally = play(&dice, Rules::ZIELZUERST, 1, games);
    let rolls = tally.rolls as f64 / tally.games() as f64;
    let error = ROLLS_DEVIATION * (1.0 / games as f64 + 1.0 / OPEN_SPIEL_GAMES as f64).sqrt();
    assert!(
        (rolls - ROLLS_PER_GAME).abs() <= 4.0 * error,
        "{rolls} rolls per game"
    );
}

/// The dice of `beispiele/wuerfel3.txt`, in the order of the figures below.
fn third_file() -> [Die; 6] {
    [
        die([1, 2, 5, 6]),
        die(1..=8),
        die(1..=6),
        die(0..=9),
        die(1..=12),
        die(1..=20),
    ]
}

/// An independent board program: the shares of these dice in per cent, without draws, 40,000 games per pairing,
/// alternating starters.
const BOARD_PROGRAM: [(&str, [f64; 6]); 7] = [
    ("offiziell", [75.20, 61.14, 59.42, 44.76, 44.06, 15.42]),
    (
        "offiziell+start-leer",
        [80.18, 60.78, 62.53, 43.86, 40.69, 11.95],
    ),
    (
        "offiziell+ohne-springen",
        [82.81, 59.03, 64.60, 41.90, 39.64, 12.01],
    ),
    (
        "offiziell+drei-versuche",
        [63.66, 60.75, 47.33, 44.92, 56.28, 27.06],
    ),
    (
        "offiziell+a-sicher",
        [74.25, 61.34, 59.46, 45.35, 44.42, 15.19],
    ),
    (
        "offiziell+einsetzen-schlaegt-nicht",
        [74.35, 61.42, 59.28, 45.09, 44.49, 15.37],
    ),
    (
        "offiziell+ohne-zusatzwurf",
        [59.34, 65.59, 57.35, 49.68, 49.52, 18.53],
    ),
];
const BOARD_PROGRAM_GAMES: u64 = 40_000;

/// All shares are within four standard errors, of 20,000 games per pairing, times the effort. Seed 9 for all.
#[test]
fn independent_board_program() {
    let games = 20_000 * effort();
    let dice = third_file();
    for (name, percents) in BOARD_PROGRAM {
        let rules: Rules = name.parse().unwrap();
        let tables = all_tables(&dice, rules);
        // The share of each die, and the variance of the difference of both shares, but for the same divisor.
        let (mut shares, mut variances) = ([0.0; 6], [0.0; 6]);
        for pairing in (0..6).array_combinations() {
            let blocks = 0..games.div_ceil(BLOCK);
            let tally = Duel::new(&tables, pairing).play(9, games, blocks).tally;
            for (seat, index) in pairing.into_iter().enumerate() {
                let ours = counted(tally.won_by(seat), games);
                let theirs = Share {
                    games: BOARD_PROGRAM_GAMES,
                    ..ours
                };
                shares[index] += ours.value;
                variances[index] += ours.variance() + theirs.variance();
            }
        }
        for (index, percent) in percents.into_iter().enumerate() {
            let difference = 100.0 * shares[index] / 5.0 - percent;
            // Theirs is rounded.
            let most = 4.0 * 100.0 * variances[index].sqrt() / 5.0 + 0.005;
            assert!(
                difference.abs() <= most,
                "{name} {:?}: {difference} points, at most {most}",
                dice[index]
            );
        }
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

/// Seed 2.
#[test]
fn a_die_against_itself_wins_as_often_as_it_loses() {
    for rules in READINGS {
        for die in some_dice() {
            let tally = play(&[die.clone(), die.clone()], rules, 2, 100_000);
            // The variance of (wins of seat 0) − (wins of seat 1) is at most the number of wins.
            let wins = tally.won_by(0) + tally.won_by(1);
            let difference = tally.won_by(0).abs_diff(tally.won_by(1));
            assert!(
                difference as f64 <= 4.0 * (wins as f64).sqrt(),
                "{rules:?} {die:?}: {tally:?}"
            );
            assert_eq!(tally.games(), 100_000);
        }
    }
}

/// Seed 3.
#[test]
fn swapping_two_dice_swaps_the_result() {
    let dice = some_dice();
    for rules in READINGS {
        for (i, first) in dice.iter().enumerate() {
            for second in &dice[..i] {
                let one = play(&[first.clone(), second.clone()], rules, 3, 20_000);
                let other = play(&[second.clone(), first.clone()], rules, 3, 20_000);
                for (won, lost) in [(one.won_by(0), other.won_by(1)), (one.draws, other.draws)] {
                    let (won, lost) = (counted(won, 20_000), counted(lost, 20_000));
                    assert!(
                        won.agrees_with(lost),
                        "{rules:?} {first:?} {second:?}: {one:?} {other:?}"
                    );
                }
            }
        }
    }
}

/// It never gets a second piece out. Seed 4.
#[test]
fn a_die_without_a_six_never_wins() {
    for rules in READINGS {
        for faces in [vec![1, 2, 3, 4], vec![5, 7, 1], vec![0], vec![44, 1]] {
            for opponent in some_dice() {
                let tally = play(&[die(faces.clone()), opponent], rules, 4, 1_000);
                assert_eq!(tally.won_by(0), 0, "{faces:?}: {tally:?}");
            }
        }
    }
}

/// Seed 5.
#[test]
fn draws_as_the_rules_predict() {
    let low = play(&[die(1..=4), die(1..=4)], Rules::OFFIZIELL, 5, 1_000);
    assert_eq!(low.draws, 1_000);
    let high = play(&[die(6..=11), die(6..=11)], Rules::OFFIZIELL, 5, 1_000);
    assert!(high.draws > 500, "{high:?}");
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
/// starts half of them, and the parts add up to what one call plays. With these dice somebody always wins.
#[test]
fn tournaments_play_every_game_once() {
    let dice = [die(1..=6), die([1, 6]), die(1..=4)];
    let tables = all_tables(&dice, Rules::OFFIZIELL);
    for games in [2, 30, 32, 34, 16_384, 16_386, 40_000] {
        let mut contest = DiceContest::new(&dice, Rules::OFFIZIELL, 6, usize::MAX);
        let ranking = ranking::rank(&mut contest, &exactly(games), &());
        assert_eq!(ranking.played().unwrap().games, games);
        let pairings = ranking.played().unwrap().pairings.clone();
        assert_eq!(pairings.len(), 3);
        for (dice, pairing) in [[0, 1], [0, 2], [1, 2]].into_iter().zip(pairings) {
            let tally = pairing.tally();
            assert_eq!(tally.games(), games);
            let blocks = 0..games.div_ceil(BLOCK);
            let at_once = Duel::new(&tables, dice).play(6, games, blocks).tally;
            let at_once = Tally {
                rolls: 0,
                ..at_once
            };
            assert_eq!(tally, at_once, "{games} games of {dice:?}");
            assert_eq!(tally.draws, 0, "{dice:?}");
            for starter in tally.wins {
                assert_eq!(starter.iter().sum::<u64>(), games / 2, "{dice:?}");
            }
        }
    }
}

/// The lists that the author of `wlr` published. Its rule to stop gives 16 to 100 games a pairing; the shares are within four
/// standard errors of those of 40 games a pairing, a few hundred a die.
#[test]
fn published_tables() {
    let mut compared = 0;
    for number in 0..4 {
        let dice = dice::parse(read(&format!("beispiele/wuerfel{number}.txt")).as_bytes()).unwrap();
        let mut contest = DiceContest::new(&dice, Rules::WLR, 2021, usize::MAX);
        let ranking = ranking::rank(&mut contest, &exactly(4_000), &());
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
