//! The told game against the fast one, and against the rule fixtures, through the program.

use std::fs;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use serde_json::Value;
use wuerfelglueck::dice::Die;
use wuerfelglueck::engine::games::{Duel, MOST_ROLLS};
use wuerfelglueck::engine::tables::Tables;
use wuerfelglueck::rules::Rules;
use wuerfelglueck::stream::BLOCK;
use wuerfelglueck::told::{Chance, Ending, Position, ToldGame};

use crate::fixtures::fixtures;
use crate::support::{die, root, run};

/// Blocks of games of random dice under each rule set, 10,240 games in all: the told games are won by
/// the same seats, after as many rolls in all. Seed 51.
#[test]
fn told_games_are_the_counted_ones() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(51);
    let (mut wins, mut draws) = (0, 0);
    for round in 0..320 {
        let rules = Rules::ALL[round % Rules::ALL.len()];
        let dice: [Die; 2] = std::array::from_fn(|_| {
            let sides = rng.random_range(1..9);
            let most = [7, 9, 60][rng.random_range(0..3)].min(u64::from(rules.most_face()) + 1);
            // Under wlr fewer games than otherwise come to an end without a 1.
            let sure = if rules == Rules::Wlr {
                &[1, 6][..]
            } else {
                &[6]
            };
            let faces = (0..sides).map(|_| rng.random_range(0..most) as u32);
            die(faces.chain(sure.iter().copied()))
        });
        let seed = rng.random();
        let tables = Tables::new(&dice, rules);
        let played = Duel::new(&tables, [0, 1]).play(seed, BLOCK, 0..1);
        let pair = dice.each_ref();
        let mut chance = Chance::new(pair, [0, 1], seed);
        let mut rolls = 0;
        for number in 0..BLOCK {
            let mut game = ToldGame::new(rules, pair, Position::START, (number % 2) as usize);
            while let Ok(seat) = game.next() {
                let roll = chance.roll(seat);
                assert!(dice[seat].faces().contains(&roll));
                rolls += u64::from(game.roll(roll).is_some());
            }
            let bit = BLOCK - 1 - number;
            let won = played.wins[0].map(|wins| wins >> bit & 1 == 1);
            let ending = game.next().unwrap_err();
            assert_eq!(won, [0, 1].map(|seat| ending == Ending::Won(seat)));
            wins += u32::from(won != [false; 2]);
            draws += u32::from(won == [false; 2]);
            assert!(game.roll(6).is_none(), "it is over");
        }
        assert_eq!(rolls, played.tally.rolls, "{rules:?} {dice:?} seed {seed}");
    }
    assert_eq!(wins + draws, 10_240);
    assert!(wins > 2000 && draws > 2000, "{wins} {draws}");
}

#[test]
fn told_games_are_cut_off() {
    let rare = die([1, 6].into_iter().chain(std::iter::repeat_n(0, 60)));
    let mut game = ToldGame::new(Rules::Offiziell, [&rare; 2], Position::START, 0);
    let mut last = None;
    while game.next().is_ok() {
        last = game.roll(0);
    }
    assert_eq!(last.unwrap().number, MOST_ROLLS);
    assert_eq!(game.next(), Err(Ending::CutOff));
}

/// The lines of JSON that the program prints.
fn told(arguments: &[&str], dice: &str) -> Vec<Value> {
    let arguments = [&["spiel", "-q", "--format", "json"], arguments].concat();
    let output = run(&arguments, dice.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    let lines = String::from_utf8(output.stdout).unwrap();
    let lines = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    lines.collect()
}

/// Every rule fixture, told by the program: the position after the roll, and whose turn it is.
#[test]
fn fixtures_are_told() {
    let mut rolls = 0;
    for (line, fixture) in fixtures() {
        let faces = fixture.dice.each_ref().map(|die| {
            let faces: Vec<String> = die.faces().iter().map(ToString::to_string).collect();
            format!("{} {}\n", faces.len(), faces.join(" "))
        });
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        let position = format!("{}/{}", columns[2], columns[3]);
        let after = format!("{}/{}", columns[5], columns[6]);
        for rules in &fixture.rules {
            let arguments = [
                "--regeln",
                rules.name(),
                "--stellung",
                &position,
                "--wuerfe",
                columns[4],
            ];
            let steps = told(&arguments, &format!("2\n{}", faces.concat()));
            let [step] = &steps[..] else {
                panic!("{line}: {steps:?}");
            };
            assert_eq!(step["stellung"], after, "{line}");
            let next = match (&step["ende"], &step["setzt_aus"]) {
                (Value::String(ending), _) if ending == "gewonnen" => "won",
                (Value::String(_), _) => "draw",
                (_, Value::Number(seat)) if seat.as_u64() == Some(2) => "again",
                _ if step["noch_ein_wurf"] == true => "again",
                _ => "other",
            };
            assert_eq!(next, fixture.next, "{line}");
            rolls += 1;
        }
    }
    assert!(rolls >= 300, "{rolls}");
}

/// The first two games of a pairing, as the tournament counts them, whatever the order of the dice on
/// the command line.
#[test]
fn the_first_games_of_a_tournament_are_told() {
    let dice = fs::read_to_string(root().join("beispiele/wuerfel0.txt")).unwrap();
    for seed in ["1", "2", "3", "2021"] {
        let output = run(
            &["-q", "--format", "json", "--spiele", "2", "--saat", seed],
            dice.as_bytes(),
        );
        let counted: Value = serde_json::from_slice(&output.stdout).unwrap();
        for (named, pairing) in [("1,2", [1, 2]), ("4,3", [3, 4])] {
            let counted = counted["paarungen"].as_array().unwrap().iter();
            let mut counted =
                counted.filter(|counted| counted["wuerfel"] == serde_json::json!(pairing));
            let counted = counted.next().unwrap();
            for (starter, name) in [
                (pairing[0], "siege_wenn_erster_beginnt"),
                (pairing[1], "siege_wenn_zweiter_beginnt"),
            ] {
                let starter = starter.to_string();
                let steps = told(
                    &["--wuerfel", named, "--beginnt", &starter, "--saat", seed],
                    &dice,
                );
                let last = steps.last().unwrap();
                assert_eq!(last["ende"], "gewonnen");
                let winner = last["sitz"].as_u64().unwrap() as usize - 1;
                assert_eq!(counted[name][winner], 1);
                assert_eq!(counted[name][1 - winner], 0);
                let first = if starter == pairing[0].to_string() {
                    1
                } else {
                    2
                };
                assert_eq!(steps[0]["sitz"], first);
            }
            // Who is named first begins.
            let first = if named == "1,2" { 1 } else { 2 };
            assert_eq!(
                told(&["--wuerfel", named, "--saat", seed], &dice)[0]["sitz"],
                first
            );
        }
    }
}
