//! The rule set `wlr`: the fixtures, the fast games and the told ones against a board of its own, and the
//! tables that the entry's author published.

use std::collections::HashSet;
use std::fs;

use itertools::Itertools;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use wuerfelglueck::dice::{self, Die};
use wuerfelglueck::engine::games::{Boards, Duel};
use wuerfelglueck::engine::tables::Tables;
use wuerfelglueck::ranking;
use wuerfelglueck::rules::{
    Configuration, Ending, LAP, MOST_ROLLS, Roll, Rules, SIX, TRACK, opposite,
};
use wuerfelglueck::stream::{BLOCK, Rolls, Stream};
use wuerfelglueck::told::{Chance, Position, ToldGame};
use wuerfelglueck::tournament::DiceContest;

use super::fixtures::number;
use crate::support::boards::wlr::WlrBoard;
use crate::support::boards::{Next, Oracle};
use crate::support::{all_tables, automaton, die, exactly};

const RULES: Rules = Rules::WLR;

/// The progress values of a configuration, ascending.
fn progress(own: Configuration) -> Vec<u32> {
    let progress = own.pieces().map(|place| match place {
        LAP => 40,
        40.. => u32::from(place) + 1,
        _ => u32::from(place),
    });
    let mut progress: Vec<u32> = progress.collect();
    progress.sort_unstable();
    progress
}

/// The configuration with these progress values.
fn configuration(progress: &[u32]) -> Configuration {
    let places = progress.iter().map(|&progress| match progress {
        40 => LAP,
        41.. => progress as u8 - 1,
        _ => progress as u8,
    });
    Configuration::new(places).unwrap()
}

fn parse(text: &str) -> Vec<u32> {
    let pieces = text.split('+').filter(|&piece| piece != "-");
    let pieces = pieces.map(|piece| match piece.as_bytes() {
        [letter @ b'a'..=b'd'] => 41 + u32::from(letter - b'a'),
        _ => piece.parse().unwrap(),
    });
    pieces.collect()
}

fn faces(dice: &[Die; 2]) -> [Vec<u32>; 2] {
    dice.each_ref().map(|die| die.faces().to_vec())
}

/// A line of the fixtures; pairs are by seat.
struct Fixture {
    line: &'static str,
    dice: [Die; 2],
    mover: usize,
    before: [Vec<u32>; 2],
    stuck: [bool; 2],
    roll: u32,
    after: [Vec<u32>; 2],
    next: &'static str,
    /// The rules of the moves in order, `5` if nothing moves.
    rules: &'static str,
}

fn fixtures() -> Vec<Fixture> {
    let lines = include_str!("../fixtures/wlr.txt").lines();
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let fixtures = lines.map(|line| {
        let columns: Vec<&'static str> = line.split('|').map(str::trim).collect();
        let [
            "wlr",
            dice,
            seat,
            own,
            other,
            stuck,
            roll,
            own_after,
            other_after,
            next,
            rules,
            _,
        ] = columns[..]
        else {
            panic!("twelve columns expected: {line}");
        };
        let mover = seat.parse::<usize>().unwrap() - 1;
        let by_seat = |own: &str, other: &str| {
            let pair = [parse(own), parse(other)];
            [pair[mover].clone(), pair[1 - mover].clone()]
        };
        let (own_die, other_die) = dice.split_once('/').unwrap_or((dice, dice));
        let pair = [own_die, other_die]
            .map(|faces| die(faces.split_whitespace().map(|face| face.parse().unwrap())));
        let mut flags = [false; 2];
        flags[1 - mover] = match stuck {
            "other" => true,
            "-" => false,
            _ => panic!("{line}"),
        };
        Fixture {
            line,
            dice: [pair[mover].clone(), pair[1 - mover].clone()],
            mover,
            before: by_seat(own, other),
            stuck: flags,
            roll: roll.parse().unwrap(),
            after: by_seat(own_after, other_after),
            next,
            rules,
        }
    });
    fixtures.collect()
}

#[test]
fn there_are_enough() {
    assert!(fixtures().len() >= 60);
}

#[test]
fn board_agrees_with_the_fixtures() {
    for fixture in fixtures() {
        let faces = faces(&fixture.dice);
        let mut board = WlrBoard::at(faces, fixture.before, fixture.mover, fixture.stuck);
        board.play(fixture.roll);
        let next = match board.next() {
            Next::Won(_) => "won",
            Next::Draw => "draw",
            Next::Roll(seat) if seat == fixture.mover => "again",
            Next::Roll(_) => "other",
        };
        assert_eq!(next, fixture.next, "{}", fixture.line);
        assert_eq!(
            [0, 1].map(|seat| board.pieces(seat)),
            fixture.after,
            "{}",
            fixture.line
        );
    }
}

/// The rules alone: which of them select the moves, and what becomes of both players.
#[test]
fn rules_agree() {
    for fixture in fixtures() {
        let (mover, line) = (fixture.mover, fixture.line);
        let [mut own, mut other] =
            [mover, 1 - mover].map(|seat| configuration(&fixture.before[seat]));
        let moves = RULES.moves(own, Roll::new(fixture.roll, SIX), mover);
        let numbers = moves.clone().map(|mv| number(Some(mv)).to_string());
        let numbers = match numbers.collect_vec() {
            none if none.is_empty() => number(None).to_string(),
            some => some.join("+"),
        };
        assert_eq!(numbers, fixture.rules, "{line}");
        for mv in moves {
            own = mv.after(own);
            if let Some(field) = mv.landing() {
                other = other.without(opposite(field));
            }
        }
        assert_eq!(progress(own), fixture.after[mover], "{line}");
        assert_eq!(progress(other), fixture.after[1 - mover], "{line}");
    }
}

/// A die of a kind that the rules treat differently.
fn random_die(rng: &mut Xoshiro256PlusPlus) -> Die {
    let sides = rng.random_range(1..=8);
    let kind = rng.random_range(0..4);
    die((0..sides).map(|_| match kind {
        0 => rng.random_range(0..=6),
        1 => rng.random_range(0..=20),
        2 => [1, 6][rng.random_range(0..2)],
        _ => rng.random_range(2..=7),
    }))
}

/// 150,000 random positions of 100 pairs of dice, stuck or not, on both seats: what the fast game makes
/// of every face. Seed 71.
#[test]
fn positions() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(71);
    let mut seen = HashSet::new();
    let mut positions = 0;
    for _ in 0..100 {
        let dice = [random_die(&mut rng), random_die(&mut rng)];
        let automata = [0, 1].map(|seat| automaton(&dice[seat], RULES, seat));
        let known = automata
            .each_ref()
            .map(|own| own.states().iter().map(|state| state.own).collect_vec());
        let tables = all_tables(&dice, RULES);
        let duel = Duel::new(&tables, [0, 1]);
        let mut boards = Boards::<1>::new(&duel);
        let stuck_states = [0, 1].map(|seat| {
            let mut is_stuck = |&state: &usize| {
                let _ = boards.place(0, [state * (1 - seat), state * seat], seat);
                boards.is_stuck(0, seat)
            };
            let states: Vec<usize> = (0..known[seat].len()).filter(&mut is_stuck).collect();
            states
        });
        for _ in 0..1500 {
            // Stuck players are few, so half of the time one is wanted.
            let states = [0, 1].map(|seat| match &stuck_states[seat][..] {
                [] => rng.random_range(0..known[seat].len()),
                some if rng.random() => some[rng.random_range(0..some.len())],
                _ => rng.random_range(0..known[seat].len()),
            });
            let before = [0, 1].map(|seat| known[seat][states[seat]]);
            let mover = rng.random_range(0..2);
            let shared = (0..TRACK).any(|field| {
                before[0].track() >> field & 1 == 1 && before[1].track() >> opposite(field) & 1 == 1
            });
            let _ = boards.place(0, states, mover);
            let stuck = [0, 1].map(|seat| boards.is_stuck(0, seat));
            if shared || before.iter().any(|own| own.is_won()) || stuck == [true; 2] {
                continue;
            }
            positions += 1;
            for (column, &roll) in duel.columns(mover).rolls().iter().enumerate() {
                assert_eq!(boards.place(0, states, mover), Ok(mover));
                let end = boards.roll(0, mover, column);
                let mut board = WlrBoard::at(faces(&dice), before.map(progress), mover, stuck);
                board.play(roll.face);
                let situation = format!("{dice:?} {before:?} {stuck:?} seat {mover} {roll:?}");
                for seat in 0..2 {
                    let own = known[seat][boards.state(0, seat)];
                    assert_eq!(progress(own), board.pieces(seat), "{situation}");
                    if end != Some(Ending::Won(mover)) {
                        assert_eq!(
                            boards.is_stuck(0, seat),
                            board.is_stuck(seat),
                            "{situation}"
                        );
                    }
                }
                let expected = match end {
                    Some(Ending::Won(seat)) => Next::Won(seat),
                    Some(_) => Next::Draw,
                    None => Next::Roll(boards.slot(0)),
                };
                assert_eq!(board.next(), expected, "{situation}");
                let captured = board.pieces(1 - mover).len() + 1;
                seen.insert(match expected {
                    Next::Won(_) => "won",
                    Next::Draw => "draw",
                    _ if captured == before[1 - mover].pieces().count() => "captured two",
                    _ if captured == before[1 - mover].pieces().count() + 1 => "captured none",
                    _ => "captured one",
                });
                if stuck[1 - mover] && captured == before[1 - mover].pieces().count() {
                    seen.insert("captured the stuck player");
                }
            }
        }
    }
    assert!(positions > 100_000, "{positions}");
    for event in [
        "won",
        "draw",
        "captured two",
        "captured one",
        "captured none",
    ] {
        assert!(seen.contains(event), "{event}");
    }
}

/// Random positions, rolls that need not be on the die, both seats: the told game. Seed 72.
#[test]
fn told_rolls() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(72);
    for _ in 0..100_000 {
        let dice = [random_die(&mut rng), random_die(&mut rng)];
        let before: [Vec<u32>; 2] = [0, 1].map(|_| {
            let mut pieces: Vec<u32> = (0..rng.random_range(0..=4))
                .map(|_| match rng.random_range(0..4) {
                    0 => rng.random_range(38..=44),
                    1 => [0, 6, 40][rng.random_range(0..3)],
                    _ => rng.random_range(0..=44),
                })
                .collect();
            pieces.sort_unstable();
            pieces.dedup();
            pieces
        });
        let text = before.each_ref().map(|pieces| {
            let shown: Vec<String> = pieces
                .iter()
                .map(|&piece| match piece {
                    41.. => ["a", "b", "c", "d"][piece as usize - 41].to_string(),
                    _ => piece.to_string(),
                })
                .collect();
            if shown.is_empty() {
                "-".into()
            } else {
                shown.join("+")
            }
        });
        let Ok(position) = text.join("/").parse::<Position>() else {
            continue;
        };
        let mover = rng.random_range(0..2);
        if position.check(RULES, Some(mover)).is_err() {
            continue;
        }
        let mut game = ToldGame::new(RULES, dice.each_ref(), position, mover);
        let mut board = WlrBoard::at(faces(&dice), before, mover, [false; 2]);
        for _ in 0..3 {
            let Ok(seat) = game.next() else {
                break;
            };
            assert_eq!(board.next(), Next::Roll(seat));
            let roll = rng.random_range(0..=8);
            let step = game.roll(roll).unwrap();
            board.play(roll);
            let situation = format!("{dice:?} {text:?} seat {seat} roll {roll}: {step:?}");
            for seat in 0..2 {
                let own = step.position.configuration(seat);
                assert_eq!(progress(own), board.pieces(seat), "{situation}");
            }
            let expected = match game.next() {
                Ok(seat) => Next::Roll(seat),
                Err(Ending::Won(seat)) => Next::Won(seat),
                Err(_) => Next::Draw,
            };
            assert_eq!(board.next(), expected, "{situation}");
        }
    }
}

/// The first blocks of all pairings of random dice, four at a time, more than 4,000 games in all: won by
/// the same seats on the board, in the fast game, and as they are told. Seed 73.
#[test]
fn games() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(73);
    let (mut wins, mut draws, mut cut_off) = (0, 0, 0);
    for round in 0..32 {
        let mut dice: [Die; 4] = std::array::from_fn(|_| random_die(&mut rng));
        if round % 8 != 0 {
            // So that most games end before they are cut off.
            let more = [&[6, 7, 8, 9][..], &[1, 6], &[6]][round % 3];
            dice = dice.map(|own| die(own.faces().iter().chain(more).copied()));
        }
        let seed = rng.random();
        let tables = all_tables(&dice, RULES);
        for pairing in (0..dice.len()).array_combinations() {
            // Games that are cut off take as long as a thousand others.
            let is_slow = Duel::new(&tables, pairing)
                .play(seed, 2, 0..1)
                .tally
                .cut_off
                > 0;
            let games = match cut_off {
                20.. if is_slow => continue,
                _ if is_slow => 2,
                _ => BLOCK,
            };
            let ends = block(&dice, &tables, pairing, seed, games);
            wins += ends[0];
            draws += ends[1];
            cut_off += ends[2];
        }
    }
    assert!(
        wins > 3000 && draws > 100 && cut_off > 20,
        "{wins} {draws} {cut_off}"
    );
}

/// So many games of the first block of a pairing, in three ways: how many were won, drawn and cut off.
fn block(dice: &[Die], tables: &Tables, pairing: [usize; 2], seed: u64, games: u64) -> [u32; 3] {
    let duel = Duel::new(tables, pairing);
    let pair = pairing.map(|index| &dice[index]);
    let played = duel.play(seed, games, 0..1);
    let columns = [0, 1].map(|seat| duel.columns(seat));
    let sides = columns.map(|columns| columns.sides());
    let mut rolls = Rolls::new(Stream::new(seed, pairing, 0), sides);
    let mut chance = Chance::new(RULES, pair, pairing, seed);
    let mut all_rolls = 0;
    let mut ends = [0; 3];
    let mut by_board = [0; 3];
    for number in 0..games {
        let starter = (number % 2) as usize;
        let faces = pair.map(|die| die.faces().to_vec());
        let mut board = WlrBoard::start(faces, starter);
        let (next, made) = board.finish(MOST_ROLLS, &mut |seat| {
            let column = columns[seat].by_side()[rolls.next(seat)];
            columns[seat].rolls()[usize::from(column)].face
        });
        all_rolls += made;
        by_board[match next {
            Next::Won(seat) => seat,
            _ => 2,
        }] += 1;
        let mut game = ToldGame::new(RULES, pair, Position::start(RULES), starter);
        while let Ok(seat) = game.next() {
            game.roll(chance.roll(seat));
        }
        let end = match (game.next(), next) {
            (Err(Ending::Won(seat)), Next::Won(other)) if seat == other => 0,
            (Err(Ending::Draw), Next::Draw) => 1,
            (Err(Ending::CutOff), Next::Roll(_)) => 2,
            other => panic!("{other:?}"),
        };
        ends[end] += 1;
    }
    assert_eq!(played.blocks, [by_board], "{pair:?} {seed}");
    assert_eq!(all_rolls, played.tally.rolls, "{pair:?} {seed}");
    ends
}

/// The tables that the entry's author published, in the order of the files. Its rule to stop gives 16 to
/// 100 games a pairing; the shares are within four standard errors of those of 40 games a pairing, a few
/// hundred a die.
#[test]
fn published_tables() {
    let tables: [&[f64]; 4] = [
        &[93.4, 62.8, 56.6, 56.2, 31.0, 0.0],
        &[67.2, 59.2, 54.4, 40.4, 20.6, 15.2],
        &[98.5, 75.0, 51.5, 23.5, 1.5],
        &[77.8, 68.8, 66.2, 41.6, 37.2, 8.6],
    ];
    let orders: [&[&str]; 4] = [
        &[
            "1 1 1 6 6 6",
            "1 2 3 4 5 6",
            "1 2 3 4 5 6 7 8 9 10 11 12",
            "0 1 2 3 4 5 6 7 8 9",
            "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20",
            "1 2 3 4",
        ],
        &[
            "2 3 4 5 6 7",
            "1 2 3 4 5 6",
            "3 4 5 6 7 8",
            "4 5 6 7 8 9",
            "5 6 7 8 9 10",
            "6 7 8 9 10 11",
        ],
        &[
            "1 6 6 6 6 6",
            "1 1 6 6 6 6",
            "1 1 1 6 6 6",
            "1 1 1 1 6 6",
            "1 1 1 1 1 6",
        ],
        &[
            "1 2 5 6",
            "1 2 3 4 5 6",
            "1 2 3 4 5 6 7 8",
            "0 1 2 3 4 5 6 7 8 9",
            "1 2 3 4 5 6 7 8 9 10 11 12",
            "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20",
        ],
    ];
    for (number, (table, order)) in tables.into_iter().zip(orders).enumerate() {
        let input = fs::read(format!("beispiele/wuerfel{number}.txt")).unwrap();
        let dice = dice::parse(&input).unwrap();
        let mut contest = DiceContest::new(&dice, RULES, 2021, usize::MAX);
        let ranking = ranking::rank(&mut contest, &exactly(4_000), &());
        for (published, faces) in table.iter().zip(order) {
            let entry = ranking.entries.iter().find(|entry| {
                let own: Vec<String> = dice[entry.die]
                    .faces()
                    .iter()
                    .map(ToString::to_string)
                    .collect();
                own.join(" ") == *faces
            });
            let share = entry.unwrap().share.as_percent();
            let games = 40.0 * (dice.len() - 1) as f64;
            // Half a game more, for shares of nearly nothing.
            let error = 100.0
                * ((share / 100.0 * (1.0 - share / 100.0)) / games + 0.25 / games / games).sqrt();
            assert!(
                (share - published).abs() <= 4.0 * error,
                "{faces}: {share} {published}"
            );
        }
    }
}
