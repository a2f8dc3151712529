//! Records of games against the rules: those of the program's own games agree, and what is falsified is found.

use wuerfelglueck::compare::{Compared, Comparison, Wrong};
use wuerfelglueck::rules::{Configuration, TRACK, opposite};
use wuerfelglueck::told::{Chance, Position, ToldGame, ToldRoll};

use super::notation::{varied, wlr};
use crate::prelude::*;

/// What comes of a record of games.
fn compare(rules: Rules, dice: [&Die; 2], in_fields: bool, lines: &[String]) -> Compared {
    let mut comparison = Comparison::new(rules, dice, in_fields);
    lines.iter().for_each(|line| comparison.line(line));
    comparison.finish()
}

/// A line of a record. Where fields are those of the board, seat 2 counts from 20.
fn line(told: &ToldRoll, in_fields: bool) -> String {
    let seats = [0, 1].map(|seat| {
        let pieces = told.position.both[seat].pieces();
        let places = pieces.map(|place| match place {
            0..TRACK if in_fields && seat == 1 => opposite(place),
            _ => place,
        });
        Configuration::new(places).unwrap()
    });
    let position = Position::new(seats);
    format!("{} {} {position}", told.seat + 1, told.roll)
}

/// Some games under every pair of choices and `wlr`: all agrees, and a piece that stands elsewhere, a seat or a
/// face that cannot be, or a line that is missing is found where it is. Seed 61.
#[test]
fn records_agree_until_they_are_falsified() {
    let mut rng = random(61);
    let mut falsified = 0;
    for rules in varied().into_iter().chain(wlr()) {
        let dice = [die(1..=6), die([1, 6, [1, 3, 8][rng.random_range(0..3)]])];
        let dice = dice.each_ref();
        let in_fields = rng.random() && rules.base() != Rules::WLR;
        let mut chance = Chance::new(rules, dice, [0, 1], rng.random());
        let starters = chance.starters[..3].to_vec();
        let (mut lines, mut rolls) = (Vec::new(), Vec::new());
        for starter in starters {
            lines.push(["Beginn", "", "Beginn 0/0"][rng.random_range(0..3)].to_string());
            let mut game = ToldGame::new(rules, dice, Position::start(rules), starter);
            for told in game.play(|seat| Some(chance.roll(seat))) {
                rolls.push((lines.len(), told));
                lines.push(line(&told, in_fields));
            }
        }
        let all = compare(rules, dice, in_fields, &lines);
        let counted = (all.games, all.rolls, all.departed, all.is_cut);
        assert_eq!(
            counted,
            (3, rolls.len() as u64, 0, false),
            "{rules}: {all:?}"
        );
        // Who begins is mostly open.
        rolls.retain(|(_, told)| told.number > 1);
        let (place, told) = rolls[rng.random_range(0..rolls.len())];
        let right = line(&told, in_fields);
        let [_, roll, position] = right.split(' ').collect_array().unwrap();
        let (seat, other) = (told.seat + 1, 2 - told.seat);
        let wrong = [
            right.replace(' ', "+"),
            format!("{other} {roll} {position}"),
            format!("{seat} 7 {position}"),
            // All others stand there, too, so nobody can have come there.
            format!("{seat} {roll} 3+9+11+13/4+8+12+16"),
        ];
        for (number, wrong) in wrong.into_iter().enumerate() {
            let mut lines = lines.clone();
            lines[place] = wrong;
            let all = compare(rules, dice, in_fields, &lines);
            let [departure] = &all.departures[..] else {
                panic!("{rules} {number}: {all:?}");
            };
            let is_right = match departure.wrong {
                Wrong::Unreadable(_) => number == 0,
                Wrong::Seat(seat) => number == 1 && seat == 1 - told.seat,
                Wrong::Face(seat, 7) => number == 2 && seat == told.seat,
                Wrong::Position(found, _) => number == 3 && found.roll == told.roll,
                _ => false,
            };
            assert!(is_right, "{rules} {number}: {departure:?}");
            assert_eq!(
                (departure.line, all.games),
                (place as u64 + 1, 3),
                "{rules}"
            );
            falsified += 1;
        }
    }
    assert!(falsified > 1000, "{falsified}");
}
