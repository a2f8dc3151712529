//! The rule fixtures in `tests/fixtures/`, through the rules, the fast games, the told ones and the boards.

use itertools::Itertools;
use wuerfelglueck::dice::Die;
use wuerfelglueck::engine::automaton::{Automaton, State};
use wuerfelglueck::engine::columns::{self, Columns};
use wuerfelglueck::engine::games::{Boards, Duel};
use wuerfelglueck::engine::tables::Tables;
use wuerfelglueck::rules::{Configuration, Deviation, Ending, Roll, Rules, opposite};
use wuerfelglueck::told::{Position, ToldGame};

use super::notation::{READINGS, configuration, parse, pieces, tries};
use crate::support::boards::{self, Next};
use crate::support::die;

/// What a line says of a rule set. Pairs have the mover first.
#[derive(Clone, Debug)]
struct Fixture {
    line: &'static str,
    rules: Rules,
    mover: usize,
    dice: [Die; 2],
    /// Both configurations as they are written.
    before: [&'static str; 2],
    roll: u32,
    after: [&'static str; 2],
    next: &'static str,
    /// The rules of the moves in order, `5` if nothing moves.
    rule: &'static str,
}

impl Fixture {
    /// The other way round if the mover is seat 1.
    fn by_seat<T: Clone>(&self, pair: [T; 2]) -> [T; 2] {
        let [own, other] = pair;
        if self.mover == 0 {
            [own, other]
        } else {
            [other, own]
        }
    }

    fn dice(&self) -> [&Die; 2] {
        self.by_seat(self.dice.each_ref())
    }

    /// The pieces of both players.
    fn pieces(&self, written: [&str; 2]) -> [Vec<u32>; 2] {
        written.map(|text| parse(self.rules, text))
    }

    fn configurations(&self, written: [&str; 2]) -> [Configuration; 2] {
        self.pieces(written)
            .map(|pieces| configuration(self.rules, &pieces))
    }

    /// How many tries of the mover's turn have failed before the roll, and before the next one.
    fn tries(&self) -> [u32; 2] {
        [self.before[0], self.after[0]].map(|own| own.matches('?').count() as u32)
    }

    /// What follows, in the words of the fixtures.
    fn next(&self, next: Next) -> &'static str {
        match next {
            Next::Won(seat) if seat == self.mover => "won",
            Next::Won(_) => "lost",
            Next::Draw => "draw",
            Next::Roll(seat) if seat == self.mover => "again",
            Next::Roll(_) => "other",
        }
    }
}

/// What the engine says is next, in the words of the boards.
pub fn next(next: Result<usize, Ending>) -> Next {
    match next {
        Ok(seat) => Next::Roll(seat),
        Err(Ending::Won(seat)) => Next::Won(seat),
        Err(Ending::Draw | Ending::CutOff) => Next::Draw,
    }
}

fn fixtures() -> Vec<Fixture> {
    let files = [
        include_str!("../fixtures/regeln.txt"),
        include_str!("../fixtures/abweichungen.txt"),
        include_str!("../fixtures/wlr.txt"),
    ];
    let lines = files.into_iter().flat_map(str::lines);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let fixtures = lines.flat_map(|line| {
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        let [
            name,
            dice,
            own,
            other,
            roll,
            own_after,
            other_after,
            next,
            rule,
            _shows,
        ] = columns[..]
        else {
            panic!("ten columns expected: {line}");
        };
        let (name, seat) = name.split_once(" seat ").unwrap_or((name, "1"));
        let sets = match name {
            "beide" => READINGS.to_vec(),
            _ => vec![name.parse().unwrap()],
        };
        assert!(
            name == "beide" || sets[0].to_string() == name,
            "{name} is no canonical name"
        );
        let (own_die, other_die) = dice.split_once('/').unwrap_or((dice, dice));
        let dice = [own_die, other_die]
            .map(|faces| die(faces.split_whitespace().map(|face| face.parse().unwrap())));
        sets.into_iter().map(move |rules| Fixture {
            line,
            rules,
            mover: seat.parse::<usize>().unwrap() - 1,
            dice: dice.clone(),
            before: [own, other],
            roll: roll.parse().unwrap(),
            after: [own_after, other_after],
            next,
            rule,
        })
    });
    fixtures.collect()
}

/// Every deviation that changes what a roll does has its lines, alone on a base and with others.
#[test]
fn there_are_enough() {
    let fixtures = fixtures();
    let lines = fixtures.iter().map(|fixture| fixture.line);
    assert_eq!(lines.unique().count(), 684);
    for &deviation in Deviation::ALL {
        if matches!(deviation, Deviation::RolledStarter | Deviation::FirstStarts) {
            continue;
        }
        let of_it = fixtures
            .iter()
            .filter(|fixture| fixture.rules.has(deviation));
        let (alone, with_others): (Vec<_>, Vec<_>) =
            of_it.partition(|fixture| fixture.rules.deviations().count() == 1);
        assert!(alone.len() >= 6 && !with_others.is_empty(), "{deviation:?}");
    }
}

#[test]
fn rules_agree() {
    for fixture in fixtures() {
        let Fixture { rules, line, .. } = fixture;
        let [mut own, mut other] = fixture.configurations(fixture.before);
        let roll = Roll::new(fixture.roll, rules.six(fixture.dice[0].faces()));
        let moves = rules.moves(own, roll, fixture.mover).collect_vec();
        let numbers = moves.iter().map(|mv| mv.rule.number()).join("+");
        let numbers = if moves.is_empty() { "5" } else { &numbers };
        assert_eq!(numbers, fixture.rule, "{rules}: {line}");
        for mv in moves {
            own = mv.after(own);
            let hit = rules.landing(mv).map(opposite);
            if let Some(field) = hit.filter(|field| rules.exposed(other) >> field & 1 == 1) {
                other = other.without(field);
            }
        }
        assert_eq!(
            [own, other],
            fixture.configurations(fixture.after),
            "{rules}: {line}"
        );
    }
}

#[test]
fn boards_agree() {
    for fixture in fixtures() {
        let Fixture {
            rules, line, mover, ..
        } = fixture;
        let before = fixture.by_seat(fixture.pieces(fixture.before));
        let stuck = fixture.by_seat(fixture.before.map(|text| text.ends_with('!')));
        let faces = fixture.dice().map(|die| die.faces().to_vec());
        let [tries, tries_after] = fixture.tries();
        let pieces = before.each_ref().map(|pieces| &pieces[..]);
        let mut board = boards::at(&rules.to_string(), faces, pieces, mover, stuck, tries);
        assert_eq!(board.next(), Next::Roll(mover), "who rolls: {line}");
        board.play(fixture.roll);
        if tries_after > 0 {
            assert_eq!(board.tries(), tries_after, "{line}");
        }
        let after = fixture.by_seat([0, 1].map(|seat| board.pieces(seat)));
        assert_eq!(after, fixture.pieces(fixture.after), "{rules}: {line}");
        assert_eq!(fixture.next(board.next()), fixture.next, "{rules}: {line}");
    }
}

#[test]
fn told_games_agree() {
    for fixture in fixtures() {
        let Fixture {
            rules, line, mover, ..
        } = fixture;
        let position: Position = fixture.by_seat(fixture.before).join("/").parse().unwrap();
        let mut game = ToldGame::new(rules, fixture.dice(), position, mover);
        let told = game.roll(fixture.roll).unwrap();
        assert_eq!(told.seat, mover, "{line}");
        let numbers = told.moves.iter().flatten().map(|(mv, _)| mv.rule.number());
        let numbers = numbers.map(|number| number.to_string()).collect_vec();
        let numbers = if numbers.is_empty() {
            "5".into()
        } else {
            numbers.join("+")
        };
        assert_eq!(numbers, fixture.rule, "{rules}: {line}");
        let after = told.position.to_string().replace('!', "");
        assert_eq!(
            after,
            fixture.by_seat(fixture.after).join("/"),
            "{rules}: {line}"
        );
        assert_eq!(
            fixture.next(next(game.next())),
            fixture.next,
            "{rules}: {line}"
        );
    }
}

/// Both as seat 0 and as seat 1, where the rules do not tell seats apart.
#[test]
fn fast_games_agree() {
    let fixtures = fixtures()
        .into_iter()
        .filter(|fixture| !fixture.rules.has_lap());
    let by_dice = |fixture: &Fixture| {
        let faces = fixture.dice.each_ref().map(|die| die.faces().to_vec());
        (fixture.rules.to_string(), faces)
    };
    for mut group in fixtures.into_group_map_by(by_dice).into_values() {
        let rules = group[0].rules;
        // Not every die can reach the positions from the start of a game.
        let starts = group.iter();
        let starts = starts.flat_map(|fixture| fixture.configurations(fixture.before));
        let starts = starts.unique().collect_vec();
        let dice = group[0].dice.clone();
        let tables = Tables::within(usize::MAX, &dice, rules, &starts);
        let states = dice.each_ref().map(|die| {
            let automaton = Automaton::new(Columns::new(die, rules), rules, 0, &starts);
            let states = automaton.states().iter();
            let known = |state: &State| (pieces(rules, state.own), tries(state.memory));
            states.map(known).collect_vec()
        });
        for mover in 0..2 {
            group.iter_mut().for_each(|fixture| fixture.mover = mover);
            let seats = if mover == 0 { [0, 1] } else { [1, 0] };
            let duel = Duel::new(&tables, seats);
            fast_games_of_a_mover_agree(&group, &duel, seats.map(|die| &states[die][..]));
        }
    }
}

/// For fixtures with the same rules, dice and mover. What is known of states are their pieces and tries.
fn fast_games_of_a_mover_agree(group: &[Fixture], duel: &Duel, known: [&[(Vec<u32>, u32)]; 2]) {
    let (rules, mover) = (group[0].rules, group[0].mover);
    let six = rules.six(group[0].dice[0].faces());
    let rolls = duel.columns(mover).rolls();
    let mut boards = Boards::<1>::new(duel);
    for fixture in group {
        let line = fixture.line;
        let before = fixture.by_seat(fixture.pieces(fixture.before));
        let tries = fixture.by_seat([fixture.tries()[0], 0]);
        let find = |seat: usize| {
            let sorted = before[seat].iter().copied().sorted().collect_vec();
            known[seat]
                .iter()
                .position(|known| *known == (sorted.clone(), tries[seat]))
        };
        // Not every die can have failed at these positions.
        let (Some(one), Some(other)) = (find(0), find(1)) else {
            assert!(fixture.tries()[0] > 0, "{line}");
            continue;
        };
        let roll = columns::roll_of(fixture.roll, six);
        let column = rolls.iter().position(|&known| known == roll).unwrap();
        let first = boards.place(0, [one, other], mover);
        assert_eq!(first, Ok(mover), "who rolls: {line}");
        let end = boards.roll(0, mover, column);
        let after = [0, 1].map(|seat| known[seat][boards.state(0, seat)].clone());
        assert_eq!(after[mover].1, fixture.tries()[1], "{line}");
        let after = fixture.by_seat(after.map(|(own, _)| own));
        assert_eq!(after, fixture.pieces(fixture.after), "{line}");
        let next = next(end.map_or(Ok(boards.slot(0)), Err));
        assert_eq!(fixture.next(next), fixture.next, "{rules}: {line}");
    }
}
