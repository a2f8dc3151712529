//! The rule fixtures in `tests/fixtures/`, through the boards, the told games, which apply the
//! rules, and the fast ones.

use std::collections::HashMap;

use wuerfelglueck::engine::automaton::Automaton;
use wuerfelglueck::engine::cells::Rows;
use wuerfelglueck::engine::columns::Columns;
use wuerfelglueck::engine::games::{Boards, LuckCount};
use wuerfelglueck::rules::Roll;
use wuerfelglueck::told::{Position, ToldGame};

use super::notation::{READINGS, next, text, without_old_tries};
use crate::prelude::*;
use crate::support::boards::{self, Next};

/// What a line says of a rule set. Pairs have seat 0 first, and positions are as they are written.
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

    /// The position that was found after the roll, and what is next, are those of the line, which
    /// does not say who gets stuck.
    fn assert(&self, found: &str, next: Next) {
        let found = without_old_tries(found, next).replace('!', "");
        let (rules, line) = (self.rules, self.line);
        assert_eq!((&found, next), (&self.after, self.next), "{rules}: {line}");
    }
}

/// Each line under each of its rule sets, and for both seats where the rules do not tell them
/// apart.
fn fixtures() -> Vec<Fixture> {
    let files = [
        include_str!("../fixtures/regeln.txt"),
        include_str!("../fixtures/abweichungen.txt"),
        include_str!("../fixtures/wlr.txt"),
    ];
    let lines = files.into_iter().flat_map(str::lines);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let fixtures = lines.flat_map(|line| {
        let mut columns = line.split('|').map(str::trim);
        let mut column = || {
            columns
                .next()
                .unwrap_or_else(|| panic!("a column misses: {line}"))
        };
        let [name, dice, own, other] = [(); 4].map(|()| column());
        let [roll, own_after, other_after] = [(); 3].map(|()| column());
        let [next, rule, _shows] = [(); 3].map(|()| column());
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
        let (own_die, other_die) = dice.split_once('/').unwrap_or((dice, dice));
        let dice = [own_die, other_die].map(|faces| {
            let faces = faces.split_whitespace();
            die(faces.map(|face| face.parse().unwrap()))
        });
        let sets = rule_sets.into_iter().cartesian_product(seats);
        sets.map(move |(rules, mover)| {
            let by_seat = |own, other| [[own, other], [other, own]][mover].join("/");
            Fixture {
                line,
                rules,
                mover,
                dice: [mover, 1 - mover].map(|index| dice[index].clone()),
                before: by_seat(own, other),
                roll: roll.parse().unwrap(),
                after: by_seat(own_after, other_after),
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
    });
    fixtures.collect()
}

/// Every deviation that changes what a roll does has its lines, alone on a base and with others.
#[test]
fn there_are_enough() {
    let fixtures = fixtures();
    let lines = fixtures.iter().unique_by(|fixture| fixture.line);
    let lines = lines.collect_vec();
    assert!(lines.len() > 600, "{}", lines.len());
    for &deviation in Deviation::ALL {
        let says_who_begins = [Deviation::RolledStarter, Deviation::FirstStarts];
        if !says_who_begins.contains(&deviation) {
            let of_it = lines.iter().filter(|fixture| fixture.rules.has(deviation));
            let numbers = of_it.map(|fixture| fixture.rules.deviations().count());
            let (alone, with_others): (Vec<_>, Vec<_>) = numbers.partition(|&number| number == 1);
            assert!(alone.len() >= 6 && !with_others.is_empty(), "{deviation:?}");
        }
    }
}

#[test]
fn boards_agree() {
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
        fixture.assert(&board.text(), board.next());
    }
}

#[test]
fn told_games_agree() {
    for fixture in fixtures() {
        let Fixture { rules, mover, .. } = fixture;
        let mut game = ToldGame::new(rules, fixture.dice.each_ref(), fixture.position(), mover);
        let told = game.roll(fixture.roll).unwrap();
        let numbers = told.moves.iter().flatten().map(|(mv, _)| mv.rule as u8);
        let numbers = numbers.map(|number| number.to_string()).collect_vec();
        let numbers = match &numbers[..] {
            [] => "5".into(),
            numbers => numbers.join("+"),
        };
        let expected = (mover, fixture.rule);
        assert_eq!(
            (told.seat, &numbers[..]),
            expected,
            "{rules}: {}",
            fixture.line
        );
        fixture.assert(&told.position.to_string(), next(game.next));
    }
}

/// What is written of each seat.
fn parts(text: &str) -> Vec<String> {
    text.split('/').map(str::to_string).collect()
}

#[test]
fn fast_games_agree() {
    let fixtures = fixtures().into_iter();
    let fixtures = fixtures.filter(|fixture| fixture.rules.base() != Rules::WLR);
    for group in fixtures
        .into_group_map_by(|fixture| fixture.rules.to_string())
        .into_values()
    {
        let rules = group[0].rules;
        let dice = group.iter().flat_map(|fixture| fixture.dice.clone());
        let dice = dice.unique_by(|die| die.faces().to_vec()).collect_vec();
        // Not every die can reach the positions from the start of a game.
        let both = group.iter().map(Fixture::position);
        let both = both.flat_map(|position| position.both);
        let starts = both.unique().collect_vec();
        let tables = Tables::within(Rows::default(), usize::MAX, &dice, rules, &starts);
        let automata = dice.iter().map(|die| {
            let columns = Columns::new(die, rules);
            let automaton = Automaton::new(Rows::default(), columns, rules, 0, &starts);
            let states = automaton.states.clone();
            // What is written of one seat.
            let texts = states
                .iter()
                .map(|&state| parts(&text([state; 2])).remove(0));
            let known: HashMap<String, usize> = texts.zip(0..).collect();
            (states, known)
        });
        let automata = automata.collect_vec();
        for fixture in &group {
            let Fixture { line, mover, .. } = *fixture;
            let own = |die: &Die| dice.iter().position(|known| known.faces() == die.faces());
            let own = fixture.dice.each_ref().map(|die| own(die).unwrap());
            let before = parts(&fixture.before);
            let found = [0, 1].map(|seat| automata[own[seat]].1.get(&before[seat]));
            let [Some(&one), Some(&other)] = found else {
                // Not every die can have failed at these positions.
                assert!(before[mover].contains('?'), "{line}");
                continue;
            };
            let duel = Duel::new(&tables, own);
            let mut boards = Boards::<1, 2>::new(&duel);
            let six = rules.six(fixture.dice[mover].faces());
            let mut rolls = duel.columns[mover].rolls.iter();
            let column = rolls.position(|&known| known == Roll::new(fixture.roll, six));
            let first = boards.place(0, [one, other], mover);
            assert_eq!(first, Ok(mover), "who rolls: {line}");
            let end = boards.roll(0, mover, column.unwrap(), &mut LuckCount::default());
            let after = [0, 1].map(|seat| automata[own[seat]].0[boards.state(0, seat)]);
            fixture.assert(&text(after), next(end.map_or(Ok(boards.slot(0)), Err)));
        }
    }
}
