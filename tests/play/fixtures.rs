//! The rule fixtures in `tests/fixtures/regeln.txt` and `abweichungen.txt`, through the rules, the game and the
//! board.

use itertools::Itertools;
use wuerfelglueck::dice::Die;
use wuerfelglueck::engine::automaton::Automaton;
use wuerfelglueck::engine::columns::{self, Columns};
use wuerfelglueck::engine::games::{Boards, Duel};
use wuerfelglueck::engine::tables::Tables;
use wuerfelglueck::rules::{Configuration, Deviation, Ending, Move, Roll, Rule, Rules, opposite};

use super::notation::{READINGS, configuration, pieces, tries};
use crate::support::boards::board::{Board, REAL, choices};
use crate::support::boards::{Next, Oracle};
use crate::support::die;

/// What a line of the file says.
#[derive(Debug)]
struct Fixture {
    rules: Vec<Rules>,
    dice: [Die; 2],
    before: [Configuration; 2],
    /// How many tries of the mover's turn have failed before the roll, and before the next one.
    tries: [u32; 2],
    roll: u32,
    after: [Configuration; 2],
    next: String,
    rule: u32,
}

/// The number of the rule that selected a move, 5 if there is none.
pub fn number(mv: Option<Move>) -> u32 {
    match mv.map(|mv| mv.rule) {
        Some(Rule::BringOut) => 1,
        Some(Rule::ClearStart) => 2,
        Some(Rule::FrontmostOnTrack) => 3,
        Some(Rule::FrontmostInGoal) => 4,
        None => 5,
    }
}

fn parse(line: &str) -> Fixture {
    let columns: Vec<&str> = line.split('|').map(str::trim).collect();
    let [
        rules,
        dice,
        mover,
        other,
        roll,
        mover_after,
        other_after,
        next,
        rule,
        _shows,
    ] = columns[..]
    else {
        panic!("ten columns expected: {line}");
    };
    let parse_die = |faces: &str| die(faces.split_whitespace().map(|face| face.parse().unwrap()));
    let (own, others) = dice.split_once('/').unwrap_or((dice, dice));
    Fixture {
        rules: match rules {
            "beide" => READINGS.to_vec(),
            name => {
                let rules: Rules = name.parse().unwrap();
                assert_eq!(rules.to_string(), name, "a canonical name");
                vec![rules]
            }
        },
        dice: [parse_die(own), parse_die(others)],
        before: [configuration(mover), configuration(other)],
        tries: [mover, mover_after].map(|own| own.matches('?').count() as u32),
        roll: roll.parse().unwrap(),
        after: [configuration(mover_after), configuration(other_after)],
        next: next.into(),
        rule: rule.parse().unwrap(),
    }
}

fn fixtures() -> Vec<(&'static str, Fixture)> {
    let files = [
        include_str!("../fixtures/regeln.txt"),
        include_str!("../fixtures/abweichungen.txt"),
    ];
    files
        .into_iter()
        .flat_map(str::lines)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| (line, parse(line)))
        .collect()
}

#[test]
fn there_are_enough() {
    let mut lines: Vec<&str> = fixtures().into_iter().map(|(line, _)| line).collect();
    assert!(lines.len() >= 60);
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), fixtures().len(), "no line twice");
}

/// Every deviation that changes what a roll does has its lines, alone on a base and with others.
#[test]
fn there_are_enough_of_each_deviation() {
    let fixtures = fixtures();
    for &deviation in Deviation::ALL {
        if matches!(deviation, Deviation::RolledStarter | Deviation::FirstStarts) {
            continue;
        }
        let has = |(_, fixture): &&(&str, Fixture)| fixture.rules[0].has(deviation);
        let alone = |(_, fixture): &&(&str, Fixture)| fixture.rules[0].deviations().count() == 1;
        let of_it = fixtures.iter().filter(has);
        assert!(of_it.clone().filter(alone).count() >= 6, "{deviation:?}");
        assert!(
            of_it.filter(|line| !alone(line)).count() >= 1,
            "{deviation:?}"
        );
    }
}

#[test]
fn rules_agree() {
    for (line, fixture) in fixtures() {
        for rules in fixture.rules {
            let [own, other] = fixture.before;
            let roll = Roll::new(fixture.roll, rules.six(fixture.dice[0].faces()));
            let mv = rules.moves(own, roll, 0).next();
            assert_eq!(number(mv), fixture.rule, "{rules:?}: {line}");
            let own = mv.map_or(own, |mv| mv.after(own));
            let hit = mv.and_then(|mv| rules.landing(mv)).map(opposite);
            let hit = hit.filter(|field| rules.exposed(other) >> field & 1 == 1);
            let other = hit.map_or(other, |field| other.without(field));
            assert_eq!([own, other], fixture.after, "{rules:?}: {line}");
        }
    }
}

/// Both as seat 0 and as seat 1.
#[test]
fn games_agree() {
    let fixtures = fixtures();
    let by_dice =
        |(_, fixture): &(&str, Fixture)| fixture.dice.each_ref().map(|die| die.faces().to_vec());
    let groups = fixtures
        .iter()
        .into_group_map_by(|fixture| by_dice(fixture));
    for group in groups.values() {
        let rules = group.iter().flat_map(|(_, fixture)| &fixture.rules);
        for &rules in rules.unique() {
            let group = group
                .iter()
                .filter(|(_, fixture)| fixture.rules.contains(&rules));
            let group = group.collect_vec();
            for mover in 0..2 {
                games_of_a_mover_agree(rules, &group, mover);
            }
        }
    }
}

/// For fixtures with the same dice.
fn games_of_a_mover_agree(rules: Rules, group: &[&&(&str, Fixture)], mover: usize) {
    let by_seat = |pair: [Configuration; 2]| [pair[mover], pair[1 - mover]];
    let Some((_, first)) = group.first() else {
        return;
    };
    // Not every die can reach the positions from the start of a game.
    let starts = group.iter().flat_map(|(_, fixture)| fixture.before);
    let starts = starts.unique().collect_vec();
    let dice = [0, 1].map(|seat| first.dice[seat ^ mover].clone());
    let automata =
        [0, 1].map(|seat| Automaton::new(Columns::new(&dice[seat], rules), rules, seat, &starts));
    let known = automata.each_ref().map(|automaton| {
        let states = automaton.states().iter();
        states
            .map(|state| (state.own, tries(state.memory)))
            .collect_vec()
    });
    let six = rules.six(dice[mover].faces());
    let rolls = automata[mover].columns().rolls().to_vec();
    let tables = Tables::within(usize::MAX, &dice, rules, &starts);
    let mut boards = Boards::<1>::new(&Duel::new(&tables, [0, 1]));
    for (line, fixture) in group {
        let states = [0, 1].map(|seat| {
            let tries = if seat == mover { fixture.tries[0] } else { 0 };
            let own = (by_seat(fixture.before)[seat], tries);
            known[seat].iter().position(|&known| known == own)
        });
        // Not every die can have failed at these positions.
        let [Some(one), Some(other)] = states else {
            assert!(fixture.tries[0] > 0, "{line}");
            continue;
        };
        let states = [one, other];
        let roll = columns::roll_of(fixture.roll, six);
        let column = rolls.iter().position(|&known| known == roll).unwrap();
        let first = boards.place(0, states, mover);
        assert_eq!(first, Ok(mover), "who rolls: {line}");
        let end = boards.roll(0, mover, column);
        let after = [0, 1].map(|seat| known[seat][boards.state(0, seat)]);
        assert_eq!(after.map(|(own, _)| own), by_seat(fixture.after), "{line}");
        assert_eq!(after[mover].1, fixture.tries[1], "{line}");
        let next = match end {
            Some(Ending::Won(seat)) if seat == mover => "won",
            Some(Ending::Won(_)) => "lost",
            Some(_) => "draw",
            None if boards.slot(0) == mover => "again",
            None => "other",
        };
        assert_eq!(next, fixture.next, "{rules:?}: {line}");
    }
}

#[test]
fn board_agrees() {
    for (line, fixture) in fixtures() {
        for rules in fixture.rules {
            let before = fixture.before.map(pieces);
            let faces = fixture.dice.each_ref().map(|die| die.faces().to_vec());
            let board = Board::start(REAL, &choices(&rules.to_string()), None, faces, 0);
            let mut board = board
                .at([&before[0], &before[1]], 0)
                .with_tries(fixture.tries[0]);
            assert_eq!(board.next(), Next::Roll(0), "who rolls: {line}");
            board.roll(fixture.roll);
            if fixture.tries[1] > 0 {
                assert_eq!(board.tries(), fixture.tries[1], "{line}");
            }
            let after = [0, 1].map(|seat| board.pieces(seat));
            assert_eq!(after, fixture.after.map(pieces), "{rules:?}: {line}");
            let next = match board.next() {
                Next::Won(0) => "won",
                Next::Won(_) => "lost",
                Next::Draw => "draw",
                Next::Roll(0) => "again",
                Next::Roll(_) => "other",
            };
            assert_eq!(next, fixture.next, "{rules:?}: {line}");
        }
    }
}
