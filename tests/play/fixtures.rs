//! The rule fixtures in `tests/fixtures/`, through the plain boards, the told games, which apply
//! the rules, and the fast ones.

use wuerfelglueck::engine::games::{Boards, Unmeasured};
use wuerfelglueck::rules::Roll;
use wuerfelglueck::told::{Position, ToldGame};

use super::notation::{READINGS, player_state, position_text, to_next, without_old_tries};
use crate::prelude::*;
use crate::support::boards::{self, Next};

/// A line of a fixture under one rule set, with the mover on one seat. Pairs have seat 0 first, and
/// positions are as they are written.
struct Fixture {
    line: &'static str,
    rules: Rules,
    mover: usize,
    dice: [Die; 2],
    before: String,
    roll: u32,
    after: String,
    next: Next,
    /// The rules of the moves in order, `5` if nothing moves.
    rule: &'static str,
}

impl Fixture {
    fn faces(&self) -> [Vec<u32>; 2] {
        self.dice.each_ref().map(|die| die.faces().to_vec())
    }

    fn position(&self) -> Position {
        self.before.parse().unwrap()
    }

    /// Panics if the position that was found after the roll, or the next seat, is not that of the
    /// line, which does not say who counts as stuck then.
    fn assert_result(&self, found: &str, next: Next) {
        let found = without_old_tries(found, next).replace('!', "");
        let (rules, line) = (self.rules, self.line);
        assert_eq!((&found, next), (&self.after, self.next), "{rules}: {line}");
    }
}

/// Each line under each of its rule sets, with the mover on both seats unless the line names one.
fn fixtures() -> Vec<Fixture> {
    let files = [
        include_str!("../fixtures/regeln.txt"),
        include_str!("../fixtures/abweichungen.txt"),
        include_str!("../fixtures/wlr.txt"),
    ];
    files
        .into_iter()
        .flat_map(str::lines)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .flat_map(parse_line)
        .collect()
}

/// Parses a line. `mover` and `opponent` are the players with and without the turn.
fn parse_line(line: &'static str) -> Vec<Fixture> {
    let columns = line.split('|').map(str::trim).collect_vec();
    let [
        name,
        dice,
        mover_before,
        opponent_before,
        roll,
        mover_after,
        opponent_after,
        next,
        rule,
        _remark,
    ] = columns[..]
    else {
        panic!("ten columns are wanted: {line}");
    };
    let (name, seats) = match name.split_once(" seat ") {
        Some((name, seat)) => (name, vec![seat.parse::<usize>().unwrap() - 1]),
        None => (name, vec![0, 1]),
    };
    let rule_sets = match name {
        "beide" => READINGS.to_vec(),
        _ => vec![name.parse().unwrap()],
    };
    let is_canonical = name == "beide" || rule_sets[0].to_string() == name;
    assert!(is_canonical, "{name} is no canonical name");
    let (mover_die, opponent_die) = dice.split_once('/').unwrap_or((dice, dice));
    let dice = [mover_die, opponent_die].map(|faces| {
        let faces = faces.split_whitespace();
        die(faces.map(|face| face.parse().unwrap()))
    });
    rule_sets
        .into_iter()
        .cartesian_product(seats)
        .map(|(rules, mover)| {
            let by_seat =
                |of_mover, of_opponent| [[of_mover, of_opponent], [of_opponent, of_mover]][mover];
            Fixture {
                line,
                rules,
                mover,
                dice: [mover, 1 - mover].map(|index| dice[index].clone()),
                before: by_seat(mover_before, opponent_before).join("/"),
                roll: roll.parse().unwrap(),
                after: by_seat(mover_after, opponent_after).join("/"),
                next: match next {
                    "won" => Next::Won(mover),
                    "lost" => Next::Won(1 - mover),
                    "draw" => Next::Draw,
                    "again" => Next::Roll(mover),
                    "other" => Next::Roll(1 - mover),
                    _ => panic!("{line}"),
                },
                rule,
            }
        })
        .collect()
}

/// Every deviation but those that say who begins has at least six lines alone on a base, and one
/// with others. There are more than 600 lines in all.
#[test]
fn every_deviation_has_fixtures() {
    let fixtures = fixtures();
    let lines = fixtures
        .iter()
        .unique_by(|fixture| fixture.line)
        .collect_vec();
    assert!(lines.len() > 600, "{}", lines.len());
    for &deviation in Deviation::ALL {
        if !Deviation::OF_STARTERS.contains(&deviation) {
            let (alone, with_others): (Vec<usize>, Vec<usize>) = lines
                .iter()
                .filter(|fixture| fixture.rules.has(deviation))
                .map(|fixture| fixture.rules.deviations().count())
                .partition(|&number| number == 1);
            assert!(alone.len() >= 6 && !with_others.is_empty(), "{deviation:?}");
        }
    }
}

/// Played on the plain boards, each line has the position and the seat that are written there.
#[test]
fn boards_agree_with_fixtures() {
    for fixture in fixtures() {
        let Fixture {
            line,
            mover,
            before,
            ..
        } = &fixture;
        let mut board = boards::at(&fixture.rules.to_string(), fixture.faces(), before, *mover);
        assert_eq!(board.next(), Next::Roll(*mover), "who rolls: {line}");
        board.play(fixture.roll);
        fixture.assert_result(&board.text(), board.next());
    }
}

/// Told games play each line by the rules that are written there, with the same result.
#[test]
fn told_games_agree_with_fixtures() {
    for fixture in fixtures() {
        let Fixture { rules, mover, .. } = fixture;
        let mut game = ToldGame::new(rules, fixture.dice.each_ref(), fixture.position(), mover);
        let told = game.roll(fixture.roll).unwrap();
        let moves = told.moves.iter().flatten();
        let mut numbers = moves.map(|told| told.mv.rule as u8).join("+");
        if numbers.is_empty() {
            numbers = "5".into();
        }
        let expected = (mover, fixture.rule);
        let line = fixture.line;
        assert_eq!((told.seat, &numbers[..]), expected, "{rules}: {line}");
        fixture.assert_result(&told.position.to_string(), to_next(game.next_seat()));
    }
}

/// Fast games play each line with the result that is written there, if both dice can come to its
/// position from the start of a game. (Under `wlr` they are compared with the plain board instead.)
#[test]
fn fast_games_agree_with_fixtures() {
    let by_rules = fixtures()
        .into_iter()
        .filter(|fixture| !fixture.rules.has_lap_field())
        .into_group_map_by(|fixture| fixture.rules);
    let played = by_rules.into_par_iter().map(|(rules, group)| {
        let mut played = 0;
        let dice = group
            .iter()
            .flat_map(|fixture| fixture.dice.clone())
            .unique_by(|die| die.faces().to_vec())
            .collect_vec();
        let tables = all_tables(&dice, rules);
        let automata = dice
            .iter()
            .map(|die| automaton(die, rules, 0))
            .collect_vec();
        for fixture in &group {
            let Fixture { line, mover, .. } = *fixture;
            let indices = fixture.dice.each_ref().map(|die| {
                let mut known = dice.iter();
                known
                    .position(|known| known.faces() == die.faces())
                    .unwrap()
            });
            let players = fixture.position().players;
            let states = [0, 1].map(|seat| {
                let mut known = automata[indices[seat]].states.iter();
                known.position(|&state| player_state(state) == players[seat])
            });
            let [Some(state_0), Some(state_1)] = states else {
                continue;
            };
            played += 1;
            let opponents = Opponents::new(&tables, indices);
            // In lane 0, the only one, the slot of a player is its seat.
            let mut fast_boards = Boards::<1, 2>::new(&opponents);
            let six = rules.six(fixture.dice[mover].faces());
            let mut rolls = opponents.columns[mover].rolls.iter();
            let column = rolls.position(|&known| known == Roll::new(fixture.roll, six));
            let first = fast_boards.set_states(0, [state_0, state_1], mover);
            assert_eq!(first, Ok(mover), "who rolls: {line}");
            let end = fast_boards.roll(0, mover, column.unwrap(), &mut Unmeasured);
            let after =
                [0, 1].map(|seat| automata[indices[seat]].states[fast_boards.state(0, seat)]);
            fixture.assert_result(
                &position_text(after),
                to_next(end.map_or(Ok(fast_boards.slot(0)), Err)),
            );
        }
        played
    });
    let played: usize = played.sum();
    assert!(played > 1_100, "{played}");
}
