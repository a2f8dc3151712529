//! The fast games and the told ones against the plain boards: position by position, and whole
//! blocks of games.

use std::collections::HashSet;

use wuerfelglueck::engine::games::{Boards, Unmeasured};
use wuerfelglueck::engine::starters::{FaceCounts, Starters};
use wuerfelglueck::rules::{Aftereffect, Ending, MOST_ROLLS, Roll};
use wuerfelglueck::stream::{Rolls, Stream};
use wuerfelglueck::told::{Position, ToldGame, TournamentRolls};

use super::notation::{
    READINGS, position_text, to_next, up_to_two_choices, varied, without_old_tries, wlr,
};
use crate::prelude::*;
use crate::support::boards::board::{choices, starter};
use crate::support::boards::{self, Next};

/// Every third of `offiziell` with up to two choices; with more effort, both readings with up to two
/// deviations. Behind every fourteen of them come three of `wlr`.
fn rule_sets() -> Vec<Rules> {
    let usual = up_to_two_choices().into_iter().step_by(3).collect();
    by_effort(usual, varied())
        .chunks(14)
        .flat_map(|readings| [readings, &wlr()[..]].concat())
        .collect()
}

/// A random die with faces that these rules allow, in one of six styles that rules treat
/// differently: often with a 6, small faces, some zeros, some faces beyond the board, sometimes all
/// even. Without EFFORT it has at most 4 sides, and small tables.
fn random_die_for(rng: &mut Random, rules: Rules) -> Die {
    let sides = rng.random_range(1..=by_effort(4, 10));
    let style = rng.random_range(0..6);
    let far = rules.highest_face();
    die((0..sides).map(|_| match style {
        0 => rng.random_range(0..=6),
        1 => 2 * rng.random_range(1..=4),
        2 => [0, 1, 6, 7, 43, 44, far][rng.random_range(0..7)].min(far),
        3 => rng.random_range(1..=20),
        4 => [1, 6][rng.random_range(0..2)],
        _ => rng.random_range(1..=7),
    }))
}

/// Parses a position. `None` if it cannot be one of a game under these rules in which nobody has
/// won and this seat has the turn.
fn parse_position(rules: Rules, text: &str, mover: usize) -> Option<Position> {
    let position = text.parse::<Position>().ok();
    position.filter(|position| position.check(rules, Some(mover)).is_ok())
}

/// Two dice with their indices in a file, under a rule set.
struct Case {
    rules: Rules,
    dice: [Die; 2],
    indices: [usize; 2],
    tables: Tables,
}

impl Case {
    fn new(rules: Rules, dice: [Die; 2], indices: [usize; 2]) -> Case {
        Case {
            tables: tables_with_luck(&dice, rules),
            rules,
            dice,
            indices,
        }
    }

    fn random(rules: Rules, rng: &mut Random) -> Case {
        let mut dice = [(); 2].map(|()| random_die_for(rng, rules));
        if rules.has_lap_field() && rng.random_range(0..8) > 0 {
            // So that most games end before they are cut off.
            let added = [&[6, 7, 8, 9][..], &[1, 6], &[6]][rng.random_range(0..3)];
            dice = dice.map(|plain| die(plain.faces().iter().chain(added).copied()));
        }
        let lower = rng.random_range(0..9);
        Case::new(rules, dice, [lower, rng.random_range(lower + 1..99)])
    }

    fn opponents(&self) -> Opponents<'_> {
        Opponents::new(&self.tables, [0, 1]).with_rolls_of(self.indices)
    }

    fn faces(&self) -> [Vec<u32>; 2] {
        self.dice.each_ref().map(|die| die.faces().to_vec())
    }

    /// Plays a block on the board with the rolls of its stream.
    fn play_block_on_board(&self, seed: u64, games: u64, block: u64) -> PlayedBlocks {
        let (rules, opponents, faces) = (self.rules, self.opponents(), self.faces());
        let columns = opponents.columns;
        let stream = Stream::new(seed, self.indices, block);
        let mut rolls = Rolls::new(stream, columns.map(|columns| columns.sides()));
        let in_block = (games - block * BLOCK).min(BLOCK);
        let starters = Starters::new(rules, || self.dice.each_ref().map(FaceCounts::new));
        let starters = starters.of_block(seed, self.indices, block, in_block);
        let sixes = faces.each_ref().map(|faces| rules.six(faces));
        let (mut tally, mut all_rolls) = (Tally::default(), 0);
        for starter in starters.in_order(in_block) {
            let mut board = boards::start(&rules.to_string(), None, faces.clone(), starter);
            let end = board.finish(MOST_ROLLS, &mut |seat| {
                let column = columns[seat].by_side[rolls.next(seat)];
                let roll = columns[seat].rolls[usize::from(column)];
                // A face that moves nothing forward is written as 0, but it may be the highest.
                if roll.is_six { sixes[seat] } else { roll.face }
            });
            all_rolls += end.rolls;
            if let Next::Won(seat) = end.next {
                tally.wins[starter][seat] += 1;
            } else {
                tally.draws += 1;
                tally.cut_off += u64::from(end.rolls == MOST_ROLLS);
            }
        }
        PlayedBlocks {
            blocks: vec![tally],
            luck: None,
            rolls: all_rolls,
        }
    }

    /// Plays all blocks of `games` games on the board.
    fn play_blocks_on_board(&self, seed: u64, games: u64) -> PlayedBlocks {
        let blocks = 0..games.div_ceil(BLOCK);
        join(blocks.map(|block| self.play_block_on_board(seed, games, block)))
    }

    /// Plays the games of the first block as told games.
    fn play_told(&self, seed: u64) -> ToldBlock {
        let dice = self.dice.each_ref();
        let mut tournament = TournamentRolls::new(self.rules, dice, self.indices, seed);
        let mut told = ToldBlock::default();
        for starter in tournament.starters.clone() {
            let start = Position::start(self.rules);
            let mut game = ToldGame::new(self.rules, dice, start, starter);
            while let Ok(seat) = game.next_seat() {
                told.rolls += u64::from(game.roll(tournament.roll(seat)).is_ok());
            }
            assert!(game.roll(6).is_err(), "it is over");
            match to_next(game.next_seat()) {
                Next::Won(seat) => told.tally.wins[starter][seat] += 1,
                _ => {
                    told.tally.draws += 1;
                    told.tally.cut_off += u64::from(game.next_seat() == Err(Ending::CutOff));
                }
            }
        }
        told
    }
}

/// A block of told games.
#[derive(Default)]
struct ToldBlock {
    /// The results, but for which games were cut off.
    tally: Tally,
    /// The number of rolls of all games.
    rolls: u64,
}

/// The same games without their luck, which no board tells.
fn without_luck(played: PlayedBlocks) -> PlayedBlocks {
    PlayedBlocks {
        luck: None,
        ..played
    }
}

/// Joins parts of a pairing, in order.
fn join(parts: impl IntoIterator<Item = PlayedBlocks>) -> PlayedBlocks {
    let mut joined = PlayedBlocks::default();
    for part in parts {
        joined.rolls += part.rolls;
        joined.blocks.extend(part.blocks);
        if let Some(luck) = part.luck {
            joined.luck.get_or_insert_default().extend(luck);
        }
    }
    joined
}

/// Random dice under many rule sets. The fast games do what the board does, in at least 30,000
/// random positions with all rolls of the dice, and in at least 5,000 games in blocks, with the
/// same rolls and results; with EFFORT in three times as many. In the told games of the first blocks each seat wins as many games,
/// after as many rolls in all; dice with a game that is cut off among the first two are left out
/// there. Seeds from 40.
#[test]
fn fast_games_and_told_ones_do_what_the_board_does() {
    let compared = (40..)
        .zip(rule_sets())
        .collect_vec()
        .into_par_iter()
        .map(|(seed, rules)| compare_with_board(seed, rules))
        .reduce(Compared::default, Compared::join);
    let Compared {
        positions,
        happenings,
        tally,
    } = compared;
    println!("{positions} positions, {} games", tally.games());
    assert!(
        positions >= by_effort(15_000, 100_000),
        "only {positions} positions"
    );
    // The positions would show little if they were alike.
    for happening in HAPPENINGS {
        assert!(happenings.contains(happening), "never: {happening}");
    }
    assert!(tally.won_by(0) > 500 && tally.won_by(1) > 500 && tally.draws > 1000);
    assert!(
        tally.games() >= by_effort(2_500, 20_000) && tally.cut_off > 3,
        "{tally:?}"
    );
}

/// Things that can happen in a position.
const HAPPENINGS: [&str; 11] = [
    "captured",
    "captured two",
    "captured who is stuck",
    "won",
    "lost",
    "draw",
    "again",
    "try",
    "other",
    "nothing moved",
    "nobody rolls",
];

/// Positions and games in which the engine did what the board does.
#[derive(Default)]
struct Compared {
    /// The number of positions.
    positions: u32,
    /// The [`HAPPENINGS`] in positions.
    happenings: HashSet<&'static str>,
    /// The games.
    tally: Tally,
}

impl Compared {
    fn join(mut self, other: Compared) -> Compared {
        self.positions += other.positions;
        self.happenings.extend(other.happenings);
        self.tally += other.tally;
        self
    }
}

/// Compares positions and games of random dice with the board.
fn compare_with_board(seed: u64, rules: Rules) -> Compared {
    let mut rng = random(seed);
    let case = Case::random(rules, &mut rng);
    let mut compared = compare_positions(&case, &mut rng);
    let opponents = case.opponents();
    // A game that is cut off takes about as long as a thousand others.
    let is_slow = opponents.play(seed, 2, 0..1).tally().cut_off > 0;
    // Not a whole number of blocks.
    let games = if is_slow {
        2
    } else {
        by_effort(2, 4) * BLOCK + 2
    };
    let what = format!("{rules} {:?} {:?} seed {seed}", case.dice, case.indices);
    let played = join((0..games.div_ceil(BLOCK)).map(|block| {
        let played = opponents.play(seed, games, block..block + 1);
        let expected = case.play_block_on_board(seed, games, block);
        assert_eq!(played, expected, "{what} block {block}");
        let with_luck = opponents.play_with_luck(seed, games, block..block + 1);
        assert_eq!(without_luck(with_luck), expected, "{what} block {block}");
        played
    }));
    if !is_slow {
        let told = case.play_told(seed);
        assert_eq!(played.blocks[0], told.tally, "{what}");
        let counted = opponents.play(seed, BLOCK, 0..1).rolls;
        assert_eq!(told.rolls, counted, "{what}");
    }
    compared.tally = played.tally();
    compared
}

/// Compares random positions of a case in which nobody has won, with all rolls.
fn compare_positions(case: &Case, rng: &mut Random) -> Compared {
    let (rules, opponents, faces) = (case.rules, case.opponents(), case.faces());
    let automata = [0, 1].map(|seat| automaton(&case.dice[seat], rules, seat));
    let states = automata.each_ref().map(|automaton| &automaton.states);
    // Few states have an after-effect, so half of the time one of these is wanted.
    let with_aftereffect = states.map(|states| {
        let has_aftereffect = |&state: &usize| states[state].aftereffect != Aftereffect::Nothing;
        (0..states.len()).filter(has_aftereffect).collect_vec()
    });
    // In lane 0, the only one, the slot of a player is its seat.
    let mut fast_boards = Boards::<1, 2>::new(&opponents);
    let mut compared = Compared::default();
    // So that all rule sets together have enough positions.
    for _ in 0..by_effort(400, 800) {
        let chosen = [0, 1].map(|seat| {
            let with_aftereffect = &with_aftereffect[seat];
            if !with_aftereffect.is_empty() && rng.random() {
                with_aftereffect[rng.random_range(0..with_aftereffect.len())]
            } else {
                rng.random_range(0..states[seat].len())
            }
        });
        let mover = rng.random_range(0..2);
        let before = position_text([0, 1].map(|seat| states[seat][chosen[seat]]));
        if parse_position(rules, &before, mover).is_none() {
            continue;
        }
        compared.positions += 1;
        let board = || boards::at(&rules.to_string(), faces.clone(), &before, mover);
        let roller = to_next(fast_boards.set_states(0, chosen, mover));
        let what = format!("{rules} {faces:?} {before} mover {mover}");
        assert_eq!(roller, board().next(), "{what}");
        assert_eq!(who_is_stuck(&fast_boards), board().who_is_stuck(), "{what}");
        let Next::Roll(seat) = roller else {
            compared.happenings.insert("nobody rolls");
            continue;
        };
        let six = rules.six(&faces[seat]);
        for &face in faces[seat].iter().unique() {
            let mut rolls = opponents.columns[seat].rolls.iter();
            let column = rolls.position(|&known| known == Roll::new(face, six));
            fast_boards.set_states(0, chosen, mover).unwrap();
            let end = fast_boards.roll(0, seat, column.unwrap(), &mut Unmeasured);
            let mut board = board();
            let [pieces, enemies] = [seat, 1 - seat].map(|seat| board.pieces(seat));
            let was_stuck = board.is_stuck(1 - seat);
            board.play(face);
            let what = format!("{what} roll {face}");
            let then = to_next(end.map_or(Ok(fast_boards.slot(0)), Err));
            assert_eq!(then, board.next(), "{what}");
            let after = position_text([0, 1].map(|seat| states[seat][fast_boards.state(0, seat)]));
            let after = without_old_tries(&after, then);
            assert_eq!(after, board.text(), "{what}");
            if matches!(then, Next::Roll(_)) {
                assert_eq!(who_is_stuck(&fast_boards), board.who_is_stuck(), "{what}");
            }
            let captured = enemies.len() - board.pieces(1 - seat).len();
            let happened = [
                (captured > 0, "captured"),
                (captured == 2, "captured two"),
                (captured > 0 && was_stuck, "captured who is stuck"),
                (pieces == board.pieces(seat), "nothing moved"),
                (then == Next::Won(seat), "won"),
                (then == Next::Won(1 - seat), "lost"),
                (then == Next::Draw, "draw"),
                (then == Next::Roll(seat) && face == six, "again"),
                (after.contains('?'), "try"),
                (then == Next::Roll(1 - seat), "other"),
            ];
            let happenings = happened
                .iter()
                .filter(|(has_happened, _)| *has_happened)
                .map(|(_, happening)| *happening);
            compared.happenings.extend(happenings);
        }
    }
    compared
}

/// Returns for seats 0 and 1 whether they count as stuck.
fn who_is_stuck(fast_boards: &Boards<1, 2>) -> [bool; 2] {
    [0, 1].map(|seat| fast_boards.is_stuck(0, seat))
}

/// The told game does what the board does, in up to three rolls, which need not be on the die, from
/// random positions of both seats. Seed 72.
#[test]
fn told_games_move_as_the_board_does() {
    let mut rng = random(72);
    let rule_sets = rule_sets();
    let mut rolls = 0;
    for number in 0..10_000 * effort() as usize {
        let rules = rule_sets[number % rule_sets.len()];
        let dice = [(); 2].map(|()| random_die_for(&mut rng, rules));
        let before = [(); 2].map(|()| random_pieces(&mut rng, rules)).join("/");
        let mover = rng.random_range(0..2);
        let Some(start) = parse_position(rules, &before, mover) else {
            continue;
        };
        let mut game = ToldGame::new(rules, dice.each_ref(), start, mover);
        let faces = dice.each_ref().map(|die| die.faces().to_vec());
        let mut board = boards::at(&rules.to_string(), faces, &before, mover);
        for _ in 0..3 {
            let what = format!("{rules} {dice:?} {before} mover {mover}");
            assert_eq!(to_next(game.next_seat()), board.next(), "{what}");
            let roll = rng.random_range(0..=8);
            let Ok(told) = game.roll(roll) else {
                break;
            };
            board.play(roll);
            let after = without_old_tries(&told.position.to_string(), to_next(game.next_seat()));
            assert_eq!(after, board.text(), "{what} roll {roll}: {told:?}");
            rolls += 1;
        }
        assert_eq!(
            to_next(game.next_seat()),
            board.next(),
            "{rules} {dice:?} {before}"
        );
    }
    assert!(rolls > 7_500, "{rolls}");
}

/// Up to four pieces in the notation of the fixtures, often in the goal or on fields that matter.
fn random_pieces(rng: &mut Random, rules: Rules) -> String {
    let places = (0..40 + usize::from(rules.has_lap_field()))
        .map(|place| place.to_string())
        .chain(["a", "b", "c", "d"].map(str::to_string))
        .collect_vec();
    let number = rng.random_range(0..=4);
    let random_place = |_| match rng.random_range(0..4) {
        0 => rng.random_range(38..places.len()),
        1 => [0, 6, 40][rng.random_range(0..3)],
        _ => rng.random_range(0..places.len()),
    };
    let pieces = (0..number)
        .map(random_place)
        .sorted()
        .dedup()
        .map(|place| &places[place])
        .join("+");
    if pieces.is_empty() {
        "-".into()
    } else {
        pieces
    }
}

/// A told game ends after 100,000 rolls, even if nothing moved. The last roll gives no further try,
/// although it is the first of its turn.
#[test]
fn told_games_are_cut_off() {
    let rare = die([1, 6].into_iter().chain(std::iter::repeat_n(0, 60)));
    for name in ["offiziell", "offiziell+start-leer+drei-versuche"] {
        let rules: Rules = name.parse().unwrap();
        let mut game = ToldGame::new(rules, [&rare; 2], Position::start(rules), 0);
        let rolls = game.play(|_| Some(0));
        let last = rolls.last().unwrap();
        assert_eq!(last.number, MOST_ROLLS);
        assert!(!last.rolls_again && !last.tries_again, "{name}");
        assert_eq!(rolls[0].tries_again, rules != Rules::OFFIZIELL, "{name}");
        assert_eq!(game.next_seat(), Err(Ending::CutOff));
    }
}

/// More blocks than lanes, all in one call and in parts, of dice whose sides are columns and of
/// dice whose columns are looked up, under both readings. Seed 7.
#[test]
fn blocks_at_once_are_those_of_parts_and_of_the_board() {
    let short = two_dice("1 2 6 / 1 6 6");
    let long = [
        die((0..60).map(|side| [1, 2, 6, 3, 4, 5, 6][side % 7])),
        die((0..50).map(|side| [6, 1, 1][side % 3])),
    ];
    for rules in READINGS {
        for (dice, looked_up) in [(&short, false), (&long, true)] {
            let case = Case::new(rules, dice.clone(), [0, 1]);
            let opponents = case.opponents();
            assert_eq!(opponents.columns[0].sides() > 44, looked_up);
            let games = 40 * BLOCK - 6;
            let expected = case.play_blocks_on_board(7, games);
            assert_eq!(opponents.play(7, games, 0..40), expected);
            let with_luck = opponents.play_with_luck(7, games, 0..40);
            assert_eq!(without_luck(with_luck.clone()), expected);
            let parts =
                [0..1, 1..18, 18..40].map(|blocks| opponents.play_with_luck(7, games, blocks));
            assert_eq!(join(parts), with_luck);
            let parts = [0..1, 1..18, 18..40].map(|blocks| opponents.play(7, games, blocks));
            assert_eq!(join(parts), expected);
        }
    }
}

/// Games that are cut off after 100,000 rolls beside others that are not, games that a player who
/// is stuck at the start has lost before any roll, and dice that cannot win: who wins by starter
/// where the rules say it, and as on the board. Seed 3.
#[test]
fn games_end_early_or_are_cut_off_as_on_the_board() {
    let loses = "offiziell+start-leer+festsitzen-verliert";
    let first_loses = "offiziell+start-leer+festsitzen-verliert+erster-beginnt";
    for (name, dice, games, wins) in [
        (loses, "1-4 / 1-4", 132, [[0, 66], [66, 0]]),
        (loses, "1-4 / 1-6", 132, [[0, 66], [0, 66]]),
        (first_loses, "1-4 / 1-6", 132, [[0, 132], [0, 0]]),
        (first_loses, "1-4 / 1-4", 132, [[0, 132], [0, 0]]),
        ("offiziell", "0 0 / 0 0", 10, [[0, 0], [0, 0]]),
        ("offiziell", "0 0 / 1-6", 10, [[0, 5], [0, 5]]),
        ("offiziell", "6 6 6 / 6 6 6", 10, [[0, 0], [0, 0]]),
    ] {
        let case = Case::new(name.parse().unwrap(), two_dice(dice), [0, 1]);
        let played = case.opponents().play(3, games, 0..games.div_ceil(BLOCK));
        assert_eq!(played.tally().wins, wins, "{name} {:?}", case.dice);
        assert_eq!(
            played,
            case.play_blocks_on_board(3, games),
            "{name} {wins:?}"
        );
    }
    // Zeros last: the board looks for a face that moves something before every roll.
    let rare = |zeros| die([1, 6].into_iter().chain(std::iter::repeat_n(0, zeros)));
    for dice in [[rare(1500), rare(1500)], [die([1, 2, 3, 3]), rare(4000)]] {
        let case = Case::new(Rules::OFFIZIELL, dice, [0, 1]);
        let played = case.opponents().play(3, 12, 0..1);
        assert_eq!(played, case.play_blocks_on_board(3, 12), "{:?}", case.dice);
        assert!((1..12).contains(&played.tally().cut_off), "{played:?}");
    }
}

/// The second die is drawn to begin as often as on the board, which rolls for it, within four
/// standard errors; and so often does its probability say. Seed 7, on the board 42.
#[test]
fn who_begins_is_drawn_as_often_as_the_board_rolls() {
    let rules: Rules = "offiziell+auswuerfeln".parse().unwrap();
    let choices = choices(&rules.to_string());
    let mut rng = random(42);
    for dice in [
        "1-6 / 1-20",
        "1 1 1 6 6 6 / 1-6",
        "44 1 / 50 1 1",
        "3 / 3 3",
    ] {
        let dice = two_dice(dice);
        const BLOCKS: u64 = 2_000;
        let starters = Starters::new(rules, || dice.each_ref().map(FaceCounts::new));
        let blocks = (0..BLOCKS).map(|block| starters.of_block(7, [0, 1], block, BLOCK));
        let drawn = blocks
            .flat_map(|block| block.in_order(BLOCK))
            .sum::<usize>() as f64;
        let games = BLOCKS * BLOCK;
        let faces = dice.each_ref().map(|die| die.faces());
        let mut roll = |seat: usize| faces[seat][rng.random_range(0..faces[seat].len())];
        let rolled: f64 = (0..games)
            .map(|game| starter(&choices, faces, game, &mut roll) as f64)
            .sum();
        // That of the difference of two counts, where both dice begin equally often.
        let standard_error = (games as f64 / 2.0).sqrt();
        assert!(
            (drawn - rolled).abs() <= 4.0 * standard_error,
            "{drawn} {rolled}"
        );
        assert!(
            (starters.probability_of_seat_1() * games as f64 - rolled).abs()
                <= 4.0 * standard_error
        );
    }
}

/// The starter of a game does not depend on the number of games that follow.
#[test]
fn starters_do_not_depend_on_later_games() {
    let drawn = Starters(Some([3, 2]));
    for starters in [Starters(None), drawn] {
        let whole = starters.of_block(7, [0, 1], 3, BLOCK);
        for games in (2..BLOCK).step_by(2) {
            let part = starters.of_block(7, [0, 1], 3, games);
            let first_of_whole = whole.in_order(BLOCK).take(games as usize);
            assert!(part.in_order(games).eq(first_of_whole), "{games}");
        }
    }
}
