//! Logs of games against the rules: those of the program's own games agree, and falsified lines are
//! found.

use judging::compare::{ComparedLog, DepartureKind, LogComparison};
use wuerfelglueck::rules::{Configuration, Ending, TRACK, opposite};
use wuerfelglueck::told::{Position, ToldGame, ToldRoll, TournamentRolls};

use super::notation::{varied, wlr};
use crate::prelude::*;

/// Compares a log of games. With `has_board_fields` seat 2 counts from 20.
fn compare(rules: Rules, dice: [&Die; 2], has_board_fields: bool, lines: &[String]) -> ComparedLog {
    let mut comparison = LogComparison::new(rules, dice, has_board_fields);
    for line in lines {
        comparison.add_line(line);
    }
    comparison.finish()
}

/// A line of a log. With `has_board_fields` seat 2 counts from 20.
fn format_line(told: &ToldRoll, has_board_fields: bool) -> String {
    let [seat_1, seat_2] = told.position.pieces();
    let places = seat_2.pieces().map(|place| match place {
        0..TRACK if has_board_fields => opposite(place),
        _ => place,
    });
    let position = Position::new([seat_1, Configuration::new(places).unwrap()]);
    format!("{} {} {position}", told.seat + 1, told.face)
}

/// Three games each under the readings with up to two deviations, without EFFORT under each sixth,
/// and under `wlr`: all agrees. If one line cannot be read, or has the wrong seat, a face that the
/// die lacks, or a position to which no roll leads, that is found in this line and nowhere else.
/// Seed 61.
#[test]
fn logs_agree_until_they_are_falsified() {
    let mut rng = random(61);
    let mut falsified = 0;
    let readings = varied().into_iter().step_by(by_effort(6, 1));
    for rules in readings.chain(wlr()) {
        let dice = [die(1..=6), die([1, 6, [1, 3, 8][rng.random_range(0..3)]])];
        let dice = dice.each_ref();
        let has_board_fields = rng.random() && !rules.has_lap_field();
        let mut tournament = TournamentRolls::new(rules, dice, [0, 1], rng.random());
        let starters = tournament.starters[..3].to_vec();
        let (mut lines, mut rolls) = (Vec::new(), Vec::new());
        for starter in starters {
            lines.push(["Beginn", "", "Beginn 0/0"][rng.random_range(0..3)].to_string());
            let mut game = ToldGame::new(rules, dice, Position::start(rules), starter);
            for told in game.play(|seat| Some(tournament.roll(seat))) {
                rolls.push((lines.len(), told));
                lines.push(format_line(&told, has_board_fields));
            }
        }
        let compared = compare(rules, dice, has_board_fields, &lines);
        let counted = (
            compared.games,
            compared.rolls,
            compared.departing_games,
            compared.is_cut,
        );
        assert_eq!(
            counted,
            (3, rolls.len() as u64, 0, false),
            "{rules}: {compared:?}"
        );
        // The first roll of a game may be of either seat where the rules leave open who begins.
        rolls.retain(|(_, told)| told.number > 1);
        let (place, told) = rolls[rng.random_range(0..rolls.len())];
        let right = format_line(&told, has_board_fields);
        let [_, roll, position] = right.split(' ').collect_array().unwrap();
        let (seat, other) = (told.seat + 1, 2 - told.seat);
        let wrong = [
            right.replace(' ', "+"),
            format!("{other} {roll} {position}"),
            format!("{seat} 7 {position}"),
            // A position to which no roll leads from the one before.
            format!("{seat} {roll} 3+9+11+13/4+8+12+16"),
        ];
        for (number, wrong) in wrong.into_iter().enumerate() {
            let mut lines = lines.clone();
            lines[place] = wrong;
            let compared = compare(rules, dice, has_board_fields, &lines);
            let [departure] = &compared.departures[..] else {
                panic!("{rules} {number}: {compared:?}");
            };
            let is_right = match &departure.kind {
                DepartureKind::Unreadable(_) => number == 0,
                DepartureKind::WrongSeat(seat) => number == 1 && *seat == 1 - told.seat,
                DepartureKind::WrongFace { seat, .. } => number == 2 && *seat == told.seat,
                DepartureKind::WrongPosition { expected, .. } => {
                    number == 3 && expected.face == told.face
                }
                DepartureKind::GoesOn(_) | DepartureKind::Stops(_) => false,
            };
            assert!(is_right, "{rules} {number}: {departure:?}");
            assert_eq!(
                (departure.line, compared.games),
                (place as u64 + 1, 3),
                "{rules}"
            );
            falsified += 1;
        }
    }
    assert!(falsified > by_effort(150, 1000), "{falsified}");
}

/// Games in which a stuck seat now and then rolls instead of passing, or after both are stuck:
/// these rolls change nothing, and all agrees. If the last of them moves a piece, that is found.
/// With EFFORT three games under each rule set. Seed 62.
#[test]
fn stuck_players_may_roll_in_vain() {
    let mut rng = random(62);
    let (mut games_in_vain, mut draws) = (0, 0);
    for (rules, _) in varied().into_iter().cartesian_product(0..by_effort(1, 3)) {
        // Dice with large faces get stuck, and so does one without a 6 whose pieces are at home.
        let dice = two_dice(["6-11 / 5-10", "1-6 / 6-11", "2 5 7 / 6 8"][rng.random_range(0..3)]);
        let dice = dice.each_ref();
        let mut tournament = TournamentRolls::new(rules, dice, [0, 1], rng.random());
        let starter = tournament.starters[0];
        let mut game = ToldGame::new(rules, dice, Position::start(rules), starter);
        let (mut lines, mut in_vain) = (Vec::new(), [0; 2]);
        let mut wrong = None;
        loop {
            for seat in [0, 1] {
                let faces = dice[seat].faces();
                while game.may_roll_in_vain(seat) && rng.random() {
                    let face = faces[rng.random_range(0..faces.len())];
                    let position = game.position().without_aftereffects();
                    wrong = Some((lines.len(), format!("{} {face} 1+3+5+9/-", seat + 1)));
                    lines.push(format!("{} {face} {position}", seat + 1));
                    in_vain[seat] += 1;
                }
            }
            let Ok(seat) = game.next_seat() else {
                break;
            };
            let told = game.roll(tournament.roll(seat)).unwrap();
            lines.push(format_line(&told, false));
        }
        draws += u32::from(game.next_seat() == Err(Ending::Draw));
        let compared = compare(rules, dice, false, &lines);
        let found = (compared.departing_games, compared.in_vain, compared.rolls);
        let expected = (0, in_vain, lines.len() as u64);
        assert_eq!(found, expected, "{rules} {dice:?} {lines:?}: {compared:?}");
        if let Some((place, wrong)) = wrong {
            games_in_vain += 1;
            lines[place] = wrong;
            let compared = compare(rules, dice, false, &lines);
            let places = compared
                .departures
                .iter()
                .map(|departure| departure.line as usize - 1);
            assert!(places.eq([place]), "{rules} {lines:?}: {compared:?}");
        }
    }
    let least = [by_effort(30, 100), by_effort(15, 50)];
    assert!(
        games_in_vain > least[0] && draws > least[1],
        "{games_in_vain} {draws}"
    );
}

/// Where a game under a deviation or `zielzuerst` departs from `offiziell`, that rule set explains
/// the first line that does, and where a game of `offiziell` departs from that rule set,
/// `offiziell` explains it. Seeds 63 to 92.
#[test]
fn departures_are_explained() {
    let explained = Rules::bases_and_single_deviations().filter(|rules| {
        let depart = |played: Rules, compared: Rules, seed: u64| {
            let dice = two_dice(["1-6 / 1 2 5 6", "1-4 / 6-11", "6-11 / 6-11"][seed as usize % 3]);
            let dice = dice.each_ref();
            let mut tournament = TournamentRolls::new(played, dice, [0, 1], seed);
            let starter = tournament.starters[0];
            let mut game = ToldGame::new(played, dice, Position::start(played), starter);
            let mut lines = game
                .play(|seat| Some(tournament.roll(seat)))
                .iter()
                .map(|told| format_line(told, false))
                .collect_vec();
            lines.push(String::new());
            let compared_log = compare(compared, dice, false, &lines);
            compared_log.departures.into_iter().next().map(|departure| {
                let is_explained = departure.explained_by.contains(&played);
                assert!(is_explained, "{played} {compared} {lines:?}: {departure:?}");
            })
        };
        let is_tried = *rules != Rules::WLR && *rules != Rules::OFFIZIELL;
        let played_and_compared = [(*rules, Rules::OFFIZIELL), (Rules::OFFIZIELL, *rules)];
        let departed = iproduct!(played_and_compared, 63..93)
            .filter_map(|((played, compared), seed)| depart(played, compared, seed));
        is_tried && departed.count() > 0
    });
    let names = explained.map(|rules| rules.to_string()).collect_vec();
    // All depart but those that only say who begins.
    let starters = Deviation::OF_STARTERS.len();
    assert_eq!(
        names.len(),
        1 + Deviation::ALL.len() - starters,
        "{names:?}"
    );
}
