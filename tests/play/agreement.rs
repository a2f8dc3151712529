//! The fast games and the told ones against the boards: position by position, and whole blocks of games.

use std::collections::HashSet;

use itertools::Itertools;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;
use wuerfelglueck::dice::Die;
use wuerfelglueck::engine::automaton::State;
use wuerfelglueck::engine::columns;
use wuerfelglueck::engine::games::{Boards, Duel, PlayedBlocks, Tally};
use wuerfelglueck::engine::starters::Starters;
use wuerfelglueck::engine::tables::Tables;
use wuerfelglueck::rules::{Ending, MOST_ROLLS, Memory, Rules};
use wuerfelglueck::stream::{BLOCK, Rolls, Stream};
use wuerfelglueck::told::{Chance, Position, ToldGame};

use super::fixtures::next;
use super::notation::{READINGS, pairs_of_choices, pieces, tries, varied, written};
use crate::support::boards::board::{choices, starter};
use crate::support::boards::{self, Next};
use crate::support::{all_tables, automaton, die, effort};

/// The ways in which `wlr` says who begins.
const WLR: [&str; 3] = ["wlr", "wlr+auswuerfeln", "wlr+erster-beginnt"];

/// All pairs of choices; with more effort, both readings with up to two deviations. Three of ten are `wlr`.
fn rule_sets() -> Vec<Rules> {
    let all = if effort() > 1 {
        varied()
    } else {
        pairs_of_choices()
    };
    let wlr = WLR.map(|name| name.parse().unwrap());
    let tenths = all.chunks(7).map(|some| [some, &wlr[..]].concat());
    tenths.flatten().collect()
}

/// A die of a kind that the rules treat differently: often with a 6, small faces, some zeros, some
/// faces beyond the board if the rules allow them, sometimes all even. Without EFFORT they have few sides, and small tables.
fn random_die(rng: &mut Xoshiro256PlusPlus, rules: Rules) -> Die {
    let sides = rng.random_range(1..=if effort() > 1 { 10 } else { 4 });
    let kind = rng.random_range(0..6);
    let far = if rules.has_lap() { 20 } else { u32::MAX };
    die((0..sides).map(|_| match kind {
        0 => rng.random_range(0..=6),
        1 => 2 * rng.random_range(1..=4),
        2 => [0, 1, 6, 7, 43, 44, far][rng.random_range(0..7)].min(far),
        3 => rng.random_range(1..=20),
        4 => [1, 6][rng.random_range(0..2)],
        _ => rng.random_range(1..=7),
    }))
}

fn faces(dice: [&Die; 2]) -> [Vec<u32>; 2] {
    dice.map(|die| die.faces().to_vec())
}

/// Whether two players may stand like this: no two enemies on a field, but where the rules let them.
fn can_be(rules: Rules, both: [&[u32]; 2]) -> bool {
    let share = |&&own: &&u32| {
        // Under wlr a piece stands on its A again after the lap.
        let field = |progress: u32| progress <= 39 + u32::from(rules.has_lap());
        let opposite = both[1]
            .iter()
            .filter(|&&other| field(other))
            .any(|other| (other + 20) % 40 == own % 40);
        field(own) && opposite
    };
    let mut shared = both[0].iter().filter(share);
    match rules.has_lap() {
        true => shared.next().is_none(),
        false => shared.all(|&own| choices(&rules.to_string()).may_share(own)),
    }
}

/// Two dice with their numbers in a file, under a rule set.
struct Case {
    rules: Rules,
    dice: [Die; 2],
    numbers: [usize; 2],
    tables: Tables,
}

impl Case {
    fn new(rules: Rules, dice: [Die; 2], numbers: [usize; 2]) -> Case {
        let tables = all_tables(&dice, rules);
        Case {
            rules,
            dice,
            numbers,
            tables,
        }
    }

    fn random(rules: Rules, rng: &mut Xoshiro256PlusPlus) -> Case {
        let mut dice = [(); 2].map(|()| random_die(rng, rules));
        if rules.has_lap() && rng.random_range(0..8) > 0 {
            // So that most games end before they are cut off.
            let more = [&[6, 7, 8, 9][..], &[1, 6], &[6]][rng.random_range(0..3)];
            dice = dice.map(|own| die(own.faces().iter().chain(more).copied()));
        }
        let first = rng.random_range(0..9);
        Case::new(rules, dice, [first, rng.random_range(first + 1..99)])
    }

    fn duel(&self) -> Duel<'_> {
        Duel::new(&self.tables, [0, 1]).numbered(self.numbers)
    }

    /// Plays a block on the board with the rolls of its stream.
    fn block_on_board(&self, seed: u64, games: u64, block: u64) -> PlayedBlocks {
        let (rules, duel) = (self.rules, self.duel());
        let columns = [0, 1].map(|seat| duel.columns(seat));
        let mut rolls = Rolls::new(
            Stream::new(seed, self.numbers, block),
            columns.map(|columns| columns.sides()),
        );
        let in_block = (games - block * BLOCK).min(BLOCK);
        let starters = Starters::of_dice(rules, self.dice.each_ref());
        let second = starters.of_block(seed, self.numbers, block, in_block);
        let faces = faces(self.dice.each_ref());
        let sixes = faces.each_ref().map(|faces| rules.six(faces));
        let mut tally = Tally::default();
        let mut results = [0; 3];
        for left in (0..in_block).rev() {
            let starter = (second >> left & 1) as usize;
            let mut board = boards::start(&rules.to_string(), faces.clone(), starter);
            let (result, made) = board.finish(MOST_ROLLS, &mut |seat| {
                let column = columns[seat].by_side()[rolls.next(seat)];
                let roll = columns[seat].rolls()[usize::from(column)];
                // A face that moves nothing forward is written as 0, but it may be the highest.
                if roll.is_six { sixes[seat] } else { roll.face }
            });
            tally.rolls += made;
            if let Next::Won(seat) = result {
                tally.wins[starter][seat] += 1;
                results[seat] += 1;
            } else {
                tally.draws += 1;
                tally.cut_off += u64::from(made == MOST_ROLLS);
                results[2] += 1;
            }
        }
        PlayedBlocks {
            tally,
            blocks: vec![results],
        }
    }

    /// All blocks of so many games on the board.
    fn blocks_on_board(&self, seed: u64, games: u64) -> PlayedBlocks {
        let blocks = 0..games.div_ceil(BLOCK);
        join(blocks.map(|block| self.block_on_board(seed, games, block)))
    }

    /// The told games of the first block: who has won them, 2 if nobody has, and the number of their rolls.
    fn told(&self, seed: u64) -> (Vec<usize>, u64) {
        let dice = self.dice.each_ref();
        let mut chance = Chance::new(self.rules, dice, self.numbers, seed);
        let starters = chance.starters().take(BLOCK as usize).collect_vec();
        let mut rolls = 0;
        let ends = starters.into_iter().map(|starter| {
            let start = Position::start(self.rules);
            let mut game = ToldGame::new(self.rules, dice, start, starter);
            while let Ok(seat) = game.next() {
                rolls += u64::from(game.roll(chance.roll(seat)).is_some());
            }
            assert!(game.roll(6).is_none(), "it is over");
            match next(game.next()) {
                Next::Won(seat) => seat,
                _ => 2,
            }
        });
        (ends.collect(), rolls)
    }
}

/// Parts of a pairing, in order.
fn join(parts: impl IntoIterator<Item = PlayedBlocks>) -> PlayedBlocks {
    let mut all = PlayedBlocks {
        tally: Tally::default(),
        blocks: Vec::new(),
    };
    for part in parts {
        all.tally += part.tally;
        all.blocks.extend(part.blocks);
    }
    all
}

/// Random dice under many rule sets. The fast games do what the board does, in more than 100,000 random positions with all
/// rolls of the dice, and in more than 20,000 games in blocks, with the same rolls and results. The told games of the first blocks are
/// won by the same seats, after as many rolls in all. Seeds from 40.
#[test]
fn fast_games_and_told_ones_do_what_the_board_does() {
    let played = (40..).zip(rule_sets()).collect_vec().into_par_iter();
    let played = played.map(|(seed, rules)| {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let case = Case::random(rules, &mut rng);
        let (positions, seen) = positions(&case, &mut rng);
        let duel = case.duel();
        // Games that are cut off take as long as a thousand others.
        let is_slow = duel.play(seed, 2, 0..1).tally.cut_off > 0;
        // Not a whole number of blocks.
        let games = if is_slow { 2 } else { 4 * BLOCK + 2 };
        let what = format!("{rules} {:?} {:?} seed {seed}", case.dice, case.numbers);
        let all = join((0..games.div_ceil(BLOCK)).map(|block| {
            let played = duel.play(seed, games, block..block + 1);
            let expected = case.block_on_board(seed, games, block);
            assert_eq!(played, expected, "{what} block {block}");
            played
        }));
        if !is_slow {
            let (ends, rolls) = case.told(seed);
            let count = |end| ends.iter().filter(|&&told| told == end).count() as u8;
            assert_eq!(all.blocks[0], [0, 1, 2].map(count), "{what}");
            let counted = duel.play(seed, BLOCK, 0..1).tally.rolls;
            assert_eq!(rolls, counted, "{what}");
        }
        (positions, seen, all.tally)
    });
    let none = || (0, HashSet::new(), Tally::default());
    let (positions, seen, sum) = played.reduce(none, |mut all, one| {
        all.1.extend(one.1);
        all.2 += one.2;
        (all.0 + one.0, all.1, all.2)
    });
    assert!(positions >= 100_000, "only {positions} positions");
    // The positions would show little if they were all alike.
    let all = "captured|captured two|captured who is stuck|won|lost|draw|again|try|other|nothing moved|nobody rolls";
    for what in all.split('|') {
        assert!(seen.contains(what), "never: {what}");
    }
    assert!(sum.won_by(0) > 1000 && sum.won_by(1) > 1000 && sum.draws > 1000);
    assert!(sum.games() >= 20_000 && sum.cut_off > 10, "{sum:?}");
}

/// Random positions of a case, the number of them and what happened in them.
fn positions(case: &Case, rng: &mut Xoshiro256PlusPlus) -> (u32, HashSet<&'static str>) {
    let Case { rules, dice, .. } = case;
    let automata = [0, 1].map(|seat| automaton(&dice[seat], *rules, seat));
    let states = automata.each_ref().map(|automaton| automaton.states());
    // Few states have a memory, so half of the time one of these is wanted.
    let with_memory = states.map(|states| {
        let has_memory = |&state: &usize| states[state].memory != Memory::Nothing;
        (0..states.len()).filter(has_memory).collect_vec()
    });
    let checked = Checked {
        rules: *rules,
        dice: dice.each_ref(),
        states,
        duel: &case.duel(),
    };
    let (mut positions, mut seen) = (0, HashSet::new());
    for _ in 0..800 {
        let chosen = [0, 1].map(|seat| match &with_memory[seat][..] {
            some if !some.is_empty() && rng.random() => some[rng.random_range(0..some.len())],
            _ => rng.random_range(0..states[seat].len()),
        });
        positions += u32::from(checked.position(chosen, rng.random_range(0..2), &mut seen));
    }
    (positions, seen)
}

/// What two dice do under a rule set.
struct Checked<'a> {
    rules: Rules,
    dice: [&'a Die; 2],
    states: [&'a [State]; 2],
    duel: &'a Duel<'a>,
}

impl Checked<'_> {
    fn pieces(&self, states: [usize; 2]) -> [Vec<u32>; 2] {
        [0, 1].map(|seat| pieces(self.rules, self.states[seat][states[seat]].own))
    }

    /// The fast game against the board with all rolls, if a game can go on from these states.
    fn position(&self, states: [usize; 2], mover: usize, seen: &mut HashSet<&'static str>) -> bool {
        let Checked { rules, duel, .. } = *self;
        let before = self.pieces(states);
        let memories = [0, 1].map(|seat| self.states[seat][states[seat]].memory);
        let is_won = |seat: usize| self.states[seat][states[seat]].own.is_won();
        let stuck = memories.map(|memory| memory == Memory::Stuck);
        let both = before.each_ref().map(|pieces| &pieces[..]);
        let waits = tries(memories[1 - mover]) == 0 && stuck != [true; 2];
        if is_won(0) || is_won(1) || !waits || !can_be(rules, both) {
            return false;
        }
        let (name, faces) = (rules.to_string(), faces(self.dice));
        let tried = tries(memories[mover]);
        let board = || boards::at(&name, faces.clone(), both, mover, stuck, tried);
        let what = || format!("{name} {faces:?} {before:?} {memories:?} mover {mover}");
        let mut boards = Boards::<1>::new(duel);
        let first = next(boards.place(0, states, mover));
        assert_eq!(first, board().next(), "{}", what());
        let are_stuck = [0, 1].map(|seat| boards.is_stuck(0, seat));
        assert_eq!(
            are_stuck,
            [0, 1].map(|seat| board().is_stuck(seat)),
            "{}",
            what()
        );
        let Next::Roll(seat) = first else {
            seen.insert("nobody rolls");
            return true;
        };
        let six = rules.six(&faces[seat]);
        for &face in faces[seat].iter().unique() {
            let roll = columns::roll_of(face, six);
            let mut rolls = duel.columns(seat).rolls().iter();
            let column = rolls.position(|&known| known == roll).unwrap();
            boards.place(0, states, mover).unwrap();
            let end = boards.roll(0, seat, column);
            let mut board = board();
            board.play(face);
            let what = || format!("{} roll {face}", what());
            let after_states = [0, 1].map(|seat| boards.state(0, seat));
            let after = self.pieces(after_states);
            assert_eq!(after, [0, 1].map(|seat| board.pieces(seat)), "{}", what());
            let then = next(end.map_or(Ok(boards.slot(0)), Err));
            assert_eq!(then, board.next(), "{}", what());
            let mut tried = 0;
            if let Next::Roll(next) = then {
                tried = tries(self.states[next][after_states[next]].memory);
                assert_eq!(tried, board.tries(), "{}", what());
                let are_stuck = [0, 1].map(|seat| boards.is_stuck(0, seat));
                assert_eq!(
                    are_stuck,
                    [0, 1].map(|seat| board.is_stuck(seat)),
                    "{}",
                    what()
                );
            }
            let captured = before[1 - seat].len() - after[1 - seat].len();
            let happened = [
                (captured > 0, "captured"),
                (captured == 2, "captured two"),
                (captured > 0 && stuck[1 - seat], "captured who is stuck"),
                (after[seat] == before[seat], "nothing moved"),
                (then == Next::Won(seat), "won"),
                (then == Next::Won(1 - seat), "lost"),
                (then == Next::Draw, "draw"),
                (then == Next::Roll(seat) && face == six, "again"),
                (tried > 0, "try"),
                (then == Next::Roll(1 - seat), "other"),
            ];
            seen.extend(
                happened
                    .iter()
                    .filter_map(|&(is_so, what)| is_so.then_some(what)),
            );
        }
        true
    }
}

/// Random positions, rolls that need not be on the die, both seats: the told game. Seed 72.
#[test]
fn told_games_move_as_the_board_does() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(72);
    let rule_sets = rule_sets();
    let mut rolls = 0;
    for number in 0..40_000 {
        let rules = rule_sets[number % rule_sets.len()];
        let dice = [(); 2].map(|()| random_die(&mut rng, rules));
        let last = 43 + u32::from(rules.has_lap());
        let before = [(); 2].map(|()| {
            let number = rng.random_range(0..=4);
            let place = |_| match rng.random_range(0..4) {
                0 => rng.random_range(38..=last),
                1 => [0, 6, 40][rng.random_range(0..3)],
                _ => rng.random_range(0..=last),
            };
            (0..number).map(place).sorted().dedup().collect_vec()
        });
        let text = before
            .each_ref()
            .map(|pieces| written(rules, pieces))
            .join("/");
        let both = before.each_ref().map(|pieces| &pieces[..]);
        let mover = rng.random_range(0..2);
        let position = text.parse::<Position>().ok();
        let position = position.filter(|position| position.check(rules, Some(mover)).is_ok());
        let (Some(position), true) = (position, can_be(rules, both)) else {
            continue;
        };
        let mut game = ToldGame::new(rules, dice.each_ref(), position, mover);
        let faces = faces(dice.each_ref());
        let mut board = boards::at(&rules.to_string(), faces, both, mover, [false; 2], 0);
        for _ in 0..3 {
            assert_eq!(
                next(game.next()),
                board.next(),
                "{rules} {dice:?} {text} seat {mover}"
            );
            let Ok(seat) = game.next() else {
                break;
            };
            let roll = rng.random_range(0..=8);
            let told = game.roll(roll).unwrap();
            board.play(roll);
            let situation = format!("{rules} {dice:?} {text} seat {seat} roll {roll}: {told:?}");
            for seat in 0..2 {
                let own = pieces(rules, told.position.configuration(seat));
                assert_eq!(own, board.pieces(seat), "{situation}");
            }
            assert_eq!(next(game.next()), board.next(), "{situation}");
            rolls += 1;
        }
    }
    assert!(rolls > 30_000, "{rolls}");
}

#[test]
fn told_games_are_cut_off() {
    let rare = die([1, 6].into_iter().chain(std::iter::repeat_n(0, 60)));
    let start = Position::start(Rules::OFFIZIELL);
    let mut game = ToldGame::new(Rules::OFFIZIELL, [&rare; 2], start, 0);
    let rolls = game.play(|_| Some(0));
    assert_eq!(rolls.last().unwrap().number, MOST_ROLLS);
    assert_eq!(game.next(), Err(Ending::CutOff));
}

/// More blocks than lanes, all in one call and in parts, of dice whose sides are columns and of
/// dice whose columns are looked up, under all rule sets.
#[test]
fn many_blocks_at_once() {
    let short = [die([1, 2, 6]), die([1, 6, 6])];
    let long = [
        die((0..60).map(|side| [1, 2, 6, 3, 4, 5, 6][side % 7])),
        die((0..50).map(|side| [6, 1, 1][side % 3])),
    ];
    for rules in READINGS {
        for (dice, looked_up) in [(&short, false), (&long, true)] {
            let case = Case::new(rules, dice.clone(), [0, 1]);
            let duel = case.duel();
            assert_eq!(duel.columns(0).sides() > 44, looked_up);
            let games = 40 * BLOCK - 6;
            let expected = case.blocks_on_board(7, games);
            assert_eq!(duel.play(7, games, 0..40), expected);
            let parts = [0..1, 1..18, 18..40].map(|blocks| duel.play(7, games, blocks));
            assert_eq!(join(parts), expected);
        }
    }
}

/// Games that are cut off after 100,000 rolls beside others that are not, games that a player who is stuck at the start has
/// lost before any roll, and dice that cannot begin: who wins by starter where the rules say it, and as on the board.
#[test]
fn games_that_end_otherwise() {
    // Zeros last: the board looks for a face that moves something before every roll.
    let rare = |zeros| die([1, 6].into_iter().chain(std::iter::repeat_n(0, zeros)));
    let [low, usual, zeros, sixes] = [die(1..=4), die(1..=6), die([0, 0]), die([6, 6, 6])];
    let loses = "offiziell+start-leer+festsitzen-verliert";
    let first_loses = "offiziell+start-leer+festsitzen-verliert+erster-beginnt";
    let rare = [[rare(1500), rare(1500)], [die([1, 2, 3, 3]), rare(4000)]];
    let both = |one: &Die, other: &Die| [one.clone(), other.clone()];
    for (name, dice, games, wins) in [
        (loses, both(&low, &low), 132, [[0, 66], [66, 0]]),
        (loses, both(&low, &usual), 132, [[0, 66], [0, 66]]),
        (first_loses, both(&low, &usual), 132, [[0, 132], [0, 0]]),
        (first_loses, both(&low, &low), 132, [[0, 132], [0, 0]]),
        ("offiziell", both(&zeros, &zeros), 10, [[0, 0], [0, 0]]),
        ("offiziell", both(&zeros, &usual), 10, [[0, 5], [0, 5]]),
        ("offiziell", both(&sixes, &sixes), 10, [[0, 0], [0, 0]]),
    ] {
        let case = Case::new(name.parse().unwrap(), dice, [0, 1]);
        let played = case.duel().play(3, games, 0..games.div_ceil(BLOCK));
        assert_eq!(played.tally.wins, wins, "{name} {:?}", case.dice);
        assert_eq!(played, case.blocks_on_board(3, games), "{name} {wins:?}");
    }
    for dice in rare {
        let case = Case::new(Rules::OFFIZIELL, dice, [0, 1]);
        let played = case.duel().play(3, 12, 0..1);
        assert_eq!(played, case.blocks_on_board(3, 12), "{:?}", case.dice);
        assert!((1..12).contains(&played.tally.cut_off), "{played:?}");
    }
}

/// Who begins is drawn as often as the board rolls for it. Seed 42.
#[test]
fn who_begins_is_drawn_as_often_as_the_board_rolls() {
    let rules: Rules = "offiziell+auswuerfeln".parse().unwrap();
    let choices = choices(&rules.to_string());
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(42);
    for dice in [
        [die(1..=6), die(1..=20)],
        [die([1, 1, 1, 6, 6, 6]), die(1..=6)],
        [die([44, 1]), die([50, 1, 1])],
        [die([3]), die([3, 3])],
    ] {
        const BLOCKS: u64 = 2_000;
        let starters = Starters::of_dice(rules, dice.each_ref());
        let drawn =
            (0..BLOCKS).map(|block| starters.of_block(7, [0, 1], block, BLOCK).count_ones());
        let drawn = f64::from(drawn.sum::<u32>());
        let games = BLOCKS * BLOCK;
        let faces = dice.each_ref().map(|die| die.faces().to_vec());
        let mut roll = |seat: usize| faces[seat][rng.random_range(0..faces[seat].len())];
        let rolled = (0..games)
            .map(|game| starter(&choices, [&faces[0], &faces[1]], game, &mut roll) as f64);
        let rolled = rolled.sum::<f64>();
        let error = (games as f64 / 2.0).sqrt();
        assert!((drawn - rolled).abs() <= 4.0 * error, "{drawn} {rolled}");
        assert!((starters.seat_1_begins() * games as f64 - rolled).abs() <= 4.0 * error);
    }
}

/// Who begins a game does not depend on how many games follow.
#[test]
fn starters_of_a_part_of_a_block() {
    let drawn = Starters::Drawn { seat_1: 2, of: 5 };
    for starters in [Starters::Turns, drawn] {
        let whole = starters.of_block(7, [0, 1], 3, BLOCK);
        for games in (2..BLOCK).step_by(2) {
            let part = starters.of_block(7, [0, 1], 3, games);
            assert_eq!((part ^ whole >> (BLOCK - games)) << (BLOCK - games), 0);
        }
    }
}
