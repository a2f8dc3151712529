//! The fast games and the told ones against the boards: position by position, and whole blocks of games.

use std::collections::HashSet;

use itertools::Itertools;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use wuerfelglueck::dice::Die;
use wuerfelglueck::engine::automaton::State;
use wuerfelglueck::engine::columns;
use wuerfelglueck::engine::games::{Boards, Duel, PlayedBlocks, Tally};
use wuerfelglueck::engine::starters::Starters;
use wuerfelglueck::ranking;
use wuerfelglueck::rules::{Ending, MOST_ROLLS, Memory, Rules};
use wuerfelglueck::stream::{BLOCK, Rolls, Stream};
use wuerfelglueck::told::{Chance, Position, ToldGame};
use wuerfelglueck::tournament::DiceContest;

use super::fixtures::next;
use super::notation::{READINGS, pairs_of_choices, pieces, tries, varied, written};
use crate::support::boards::board::{choices, starter};
use crate::support::boards::{self, Next};
use crate::support::{all_tables, automaton, die, effort, exactly};

/// The ways in which `wlr` says who begins.
const WLR: [&str; 3] = ["wlr", "wlr+auswuerfeln", "wlr+erster-beginnt"];

/// All pairs of choices; with more effort, both readings with up to two deviations. Three of ten are `wlr`.
fn rule_sets() -> impl Iterator<Item = Rules> {
    let all = if effort() > 1 {
        varied()
    } else {
        pairs_of_choices()
    };
    let wlr = WLR.map(|name| name.parse().unwrap()).into_iter().cycle();
    let sevenths = all
        .into_iter()
        .chunks(7)
        .into_iter()
        .map(Iterator::collect)
        .collect_vec();
    sevenths
        .into_iter()
        .flat_map(move |some: Vec<Rules>| some.into_iter().chain(wlr.clone().take(3)))
}

/// A die of a kind that the rules treat differently: often with a 6, small faces, some zeros, some
/// faces beyond the board if the rules allow them, sometimes all even.
fn random_die(rng: &mut Xoshiro256PlusPlus, rules: Rules) -> Die {
    let sides = rng.random_range(1..=10);
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

/// More than 100,000 random positions of random dice with all their rolls. Seed 40.
#[test]
fn positions() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(40);
    let mut positions = 0;
    let mut seen = HashSet::new();
    for rules in rule_sets() {
        let dice = [(); 2].map(|()| random_die(&mut rng, rules));
        let automata = [0, 1].map(|seat| automaton(&dice[seat], rules, seat));
        let states = automata.each_ref().map(|automaton| automaton.states());
        // Few states have a memory, so half of the time one of these is wanted.
        let with_memory = states.map(|states| {
            let has_memory = |&state: &usize| states[state].memory != Memory::Nothing;
            (0..states.len()).filter(has_memory).collect_vec()
        });
        let tables = all_tables(&dice, rules);
        let duel = Duel::new(&tables, [0, 1]);
        for _ in 0..800 {
            let chosen = [0, 1].map(|seat| match &with_memory[seat][..] {
                some if !some.is_empty() && rng.random() => some[rng.random_range(0..some.len())],
                _ => rng.random_range(0..states[seat].len()),
            });
            let checked = Checked {
                rules,
                dice: dice.each_ref(),
                states,
                duel: &duel,
            };
            positions += u32::from(checked.position(chosen, rng.random_range(0..2), &mut seen));
        }
    }
    assert!(positions >= 100_000, "only {positions} positions");
    // The positions would show little if they were all alike.
    let all = "captured|captured two|captured who is stuck|won|lost|draw|again|try|other|nothing moved|nobody rolls";
    for what in all.split('|') {
        assert!(seen.contains(what), "never: {what}");
    }
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
        let board = || {
            let tries = tries(memories[mover]);
            boards::at(
                &rules.to_string(),
                faces(self.dice),
                both,
                mover,
                stuck,
                tries,
            )
        };
        let situation = format!(
            "{rules} {:?} {before:?} {memories:?} mover {mover}",
            self.dice
        );
        let mut boards = Boards::<1>::new(duel);
        let first = next(boards.place(0, states, mover));
        assert_eq!(first, board().next(), "{situation}");
        for seat in 0..2 {
            assert_eq!(
                boards.is_stuck(0, seat),
                board().is_stuck(seat),
                "{situation}"
            );
        }
        let Next::Roll(seat) = first else {
            seen.insert("nobody rolls");
            return true;
        };
        let six = rules.six(self.dice[seat].faces());
        for &face in self.dice[seat].faces().iter().unique() {
            let roll = columns::roll_of(face, six);
            let mut rolls = duel.columns(seat).rolls().iter();
            let column = rolls.position(|&known| known == roll).unwrap();
            boards.place(0, states, mover).unwrap();
            let end = boards.roll(0, seat, column);
            let mut board = board();
            board.play(face);
            let situation = format!("{situation} roll {face}");
            let after_states = [0, 1].map(|seat| boards.state(0, seat));
            let after = self.pieces(after_states);
            assert_eq!(after, [0, 1].map(|seat| board.pieces(seat)), "{situation}");
            let then = next(end.map_or(Ok(boards.slot(0)), Err));
            assert_eq!(then, board.next(), "{situation}");
            let mut tried = 0;
            if let Next::Roll(next) = then {
                tried = tries(self.states[next][after_states[next]].memory);
                assert_eq!(tried, board.tries(), "{situation}");
                for seat in 0..2 {
                    assert_eq!(
                        boards.is_stuck(0, seat),
                        board.is_stuck(seat),
                        "{situation}"
                    );
                }
            }
            let captured = before[1 - seat].len() - after[1 - seat].len();
            let what = [
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
                what.into_iter()
                    .filter_map(|(happened, what)| happened.then_some(what)),
            );
        }
        true
    }
}

/// Random positions, rolls that need not be on the die, both seats: the told game. Seed 72.
#[test]
fn told_rolls() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(72);
    let rule_sets = rule_sets().collect_vec();
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

/// Plays a block on the board with the rolls of its stream.
fn block_on_board(
    rules: Rules,
    dice: &[Die; 2],
    pairing: [usize; 2],
    duel: &Duel,
    seed: u64,
    games: u64,
    block: u64,
) -> PlayedBlocks {
    let columns = [0, 1].map(|seat| duel.columns(seat));
    let mut rolls = Rolls::new(
        Stream::new(seed, pairing, block),
        columns.map(|columns| columns.sides()),
    );
    let starters = Starters::of_dice(rules, dice.each_ref());
    let in_block = (games - block * BLOCK).min(BLOCK);
    let second = starters.of_block(seed, pairing, block, in_block);
    let mut tally = Tally::default();
    let mut results = [0; 3];
    for game in (block * BLOCK..games).take(BLOCK as usize) {
        let left = in_block - game % BLOCK;
        let starter = (second >> (left - 1) & 1) as usize;
        let faces = dice.each_ref().map(|die| die.faces().to_vec());
        let sixes = faces.each_ref().map(|faces| rules.six(faces));
        let mut board = boards::start(&rules.to_string(), faces, starter);
        let (result, made) = board.finish(MOST_ROLLS, &mut |seat| {
            let column = columns[seat].by_side()[rolls.next(seat)];
            let roll = columns[seat].rolls()[usize::from(column)];
            // A face that moves nothing forward is written as 0, but it may be the highest.
            if roll.is_six { sixes[seat] } else { roll.face }
        });
        tally.rolls += made;
        match result {
            Next::Won(seat) => {
                tally.wins[starter][seat] += 1;
                results[seat] += 1;
            }
            _ => {
                tally.draws += 1;
                results[2] += 1;
            }
        }
        tally.cut_off += u64::from(made == MOST_ROLLS && !matches!(result, Next::Won(_)));
    }
    PlayedBlocks {
        tally,
        blocks: vec![results],
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

/// More than 20,000 games of random dice, in blocks: the same rolls, the same results. Seed 41.
#[test]
fn blocks() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(41);
    let mut sum = Tally::default();
    for rules in rule_sets() {
        let mut dice = [(); 2].map(|()| random_die(&mut rng, rules));
        if rules.has_lap() && rng.random_range(0..8) > 0 {
            // So that most games end before they are cut off.
            let more = [&[6, 7, 8, 9][..], &[1, 6], &[6]][rng.random_range(0..3)];
            dice = dice.map(|own| die(own.faces().iter().chain(more).copied()));
        }
        let tables = all_tables(&dice, rules);
        let seed = rng.random();
        let duel = Duel::new(&tables, [0, 1]);
        // Games that are cut off take as long as a thousand others.
        let is_slow = duel.play(seed, 2, 0..1).tally.cut_off > 0;
        let blocks = match sum.cut_off {
            20.. if is_slow => continue,
            _ if is_slow => 1,
            _ => 5,
        };
        // Not a whole number of blocks.
        let games = if is_slow { 2 } else { 4 * BLOCK + 2 };
        for block in 0..blocks {
            let played = duel.play(seed, games, block..block + 1);
            let expected = block_on_board(rules, &dice, [0, 1], &duel, seed, games, block);
            assert_eq!(
                played, expected,
                "{rules} {dice:?} seed {seed} block {block}"
            );
            sum += played.tally;
        }
    }
    assert!(sum.won_by(0) > 1000 && sum.won_by(1) > 1000 && sum.draws > 1000);
    assert!(sum.games() >= 20_000 && sum.cut_off > 10, "{sum:?}");
}

/// The first block of all pairings of random dice, four at a time, under each base and many others, more than 10,000 games in
/// all: the told games are won by the same seats, after as many rolls in all. Seed 51.
#[test]
fn told_games_are_the_counted_ones() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(51);
    let (mut sum, varied) = ([0; 3], varied());
    for round in 0..54 {
        let rules = match round % 3 {
            0 => varied[rng.random_range(0..varied.len())],
            1 => WLR[round / 3 % WLR.len()].parse().unwrap(),
            _ => Rules::ALL[round / 3 % 2],
        };
        // Under wlr fewer games than otherwise come to an end without a 1.
        let sure = if rules.has_lap() { &[1, 6][..] } else { &[6] };
        let dice = [(); 4].map(|()| {
            let sides = rng.random_range(1..9);
            let most = [7, 9, 60][rng.random_range(0..3)].min(rules.most_face().saturating_add(1));
            let faces = (0..sides).map(|_| rng.random_range(0..most)).collect_vec();
            die(faces.into_iter().chain(sure.iter().copied()))
        });
        let seed = rng.random();
        let tables = all_tables(&dice, rules);
        for pairing in (0..dice.len()).array_combinations() {
            let played = Duel::new(&tables, pairing).play(seed, BLOCK, 0..1);
            let pair = pairing.map(|index| &dice[index]);
            let mut chance = Chance::new(rules, pair, pairing, seed);
            let mut starters = chance.starters();
            let (mut rolls, mut block) = (0, [0; 3]);
            for _ in 0..BLOCK {
                let start = Position::start(rules);
                let mut game = ToldGame::new(rules, pair, start, starters.next().unwrap());
                while let Ok(seat) = game.next() {
                    rolls += u64::from(game.roll(chance.roll(seat)).is_some());
                }
                match next(game.next()) {
                    Next::Won(seat) => block[seat] += 1,
                    _ => block[2] += 1,
                }
                assert!(game.roll(6).is_none(), "it is over");
            }
            let what = format!("{rules} {pair:?} {pairing:?} seed {seed}");
            assert_eq!(played.blocks, [block], "{what}");
            assert_eq!(rolls, played.tally.rolls, "{what}");
            (0..3).for_each(|end| sum[end] += u32::from(block[end]));
        }
    }
    assert_eq!(sum.iter().sum::<u32>(), 10_368);
    assert!(sum[0] + sum[1] > 2000 && sum[2] > 2000, "{sum:?}");
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
            let tables = all_tables(dice, rules);
            let duel = Duel::new(&tables, [0, 1]);
            assert_eq!(duel.columns(0).sides() > 44, looked_up);
            let games = 40 * BLOCK - 6;
            let expected = join(
                (0..40).map(|block| block_on_board(rules, dice, [0, 1], &duel, 7, games, block)),
            );
            assert_eq!(duel.play(7, games, 0..40), expected);
            let parts = [0..1, 1..18, 18..40].map(|blocks| duel.play(7, games, blocks));
            assert_eq!(join(parts), expected);
        }
    }
}

/// A pairing that is not the first, in more blocks than a thread plays in one go: the games, and how they
/// scatter.
#[test]
fn tournament() {
    let dice = [die(1..=6), die([1, 6, 6, 6, 6]), die([1, 6, 6, 6])];
    let (rules, games, seed) = (Rules::OFFIZIELL, 16_500u64, 8);
    let tables = all_tables(&dice, rules);
    let duel = Duel::new(&tables, [1, 2]);
    let two = [dice[1].clone(), dice[2].clone()];
    let blocks = 0..games.div_ceil(BLOCK);
    let expected =
        join(blocks.map(|block| block_on_board(rules, &two, [1, 2], &duel, seed, games, block)));
    let mut contest = DiceContest::new(&dice, rules, seed, usize::MAX);
    let ranking = ranking::rank(&mut contest, &exactly(games), &());
    let pairing = ranking.played().unwrap().pairings[2];
    let tally = Tally {
        rolls: 0,
        ..expected.tally
    };
    assert_eq!(pairing.tally(), tally);
    // Scatter by the formula, from plain fractions.
    let mut won = [0u32; 2];
    let mut games = 0u32;
    let mut scatter = [0.0; 3];
    for [one, other, none] in &expected.blocks {
        let expected = won.map(|won| (f64::from(won) + 0.5) / f64::from(games + 1));
        for (number, won) in [(one, [1.0, 0.0]), (other, [0.0, 1.0]), (none, [0.0, 0.0])] {
            let [first, second] = [0, 1].map(|seat| won[seat] - expected[seat]);
            let number = f64::from(*number);
            scatter[0] += number * first * first;
            scatter[1] += number * second * second;
            scatter[2] += number * first * second;
        }
        won[0] += u32::from(*one);
        won[1] += u32::from(*other);
        games += u32::from(one + other + none);
    }
    let first = pairing.first_outcomes().counts;
    assert_eq!(first, expected.blocks[0].map(u64::from));
    assert_eq!(pairing.outcomes().scatter, scatter);
}

/// Games that are cut off after 100,000 rolls, among others that are not, beside each other.
#[test]
fn cut_off_games() {
    // Zeros last: the board looks for a face that moves something before every roll.
    let rare = |zeros| die([1, 6].into_iter().chain(std::iter::repeat_n(0, zeros)));
    for dice in [[rare(1500), rare(1500)], [die([1, 2, 3, 3]), rare(4000)]] {
        let tables = all_tables(&dice, Rules::OFFIZIELL);
        let duel = Duel::new(&tables, [0, 1]);
        let expected = block_on_board(Rules::OFFIZIELL, &dice, [0, 1], &duel, 3, 12, 0);
        assert_eq!(duel.play(3, 12, 0..1), expected);
        assert!(
            expected.tally.cut_off > 0 && expected.tally.cut_off < 12,
            "{expected:?}"
        );
    }
}

/// Who begins is drawn as often as the board rolls for it. Seed 42.
#[test]
fn starters() {
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

/// A player who is stuck at the start may have lost before any roll.
#[test]
fn games_without_a_roll() {
    let rules: Rules = "offiziell+start-leer+festsitzen-verliert".parse().unwrap();
    let [low, six] = [die(1..=4), die(1..=6)];
    for (rules, dice, wins) in [
        ("", [low.clone(), low.clone()], [[0, 66], [66, 0]]),
        ("", [low.clone(), six.clone()], [[0, 66], [0, 66]]),
        (
            "+erster-beginnt",
            [low.clone(), six.clone()],
            [[0, 132], [0, 0]],
        ),
        ("+erster-beginnt", [low.clone(), low], [[0, 132], [0, 0]]),
    ]
    .map(|(more, dice, wins)| (format!("{rules}{more}").parse().unwrap(), dice, wins))
    {
        let tables = all_tables(&dice, rules);
        let duel = Duel::new(&tables, [0, 1]);
        let played = duel.play(1, 132, 0..5);
        assert_eq!(played.tally.wins, wins, "{rules} {dice:?}");
        let blocks = (0..5).map(|block| block_on_board(rules, &dice, [0, 1], &duel, 1, 132, block));
        assert_eq!(played, join(blocks));
    }
}

#[test]
fn pairs_that_cannot_begin() {
    let zeros = die([0, 0]);
    let sixes = die([6, 6, 6]);
    for (dice, wins) in [
        ([zeros.clone(), zeros.clone()], [[0, 0], [0, 0]]),
        ([zeros, die(1..=6)], [[0, 5], [0, 5]]),
        ([sixes.clone(), sixes], [[0, 0], [0, 0]]),
    ] {
        let tables = all_tables(&dice, Rules::OFFIZIELL);
        let duel = Duel::new(&tables, [0, 1]);
        let played = duel.play(1, 10, 0..1);
        assert_eq!(played.tally.wins, wins, "{dice:?}");
        assert_eq!(
            played,
            block_on_board(Rules::OFFIZIELL, &dice, [0, 1], &duel, 1, 10, 0)
        );
    }
}
