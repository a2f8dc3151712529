//! The fast games against the board: position by position, and whole blocks of games.

use std::collections::HashSet;

use itertools::Itertools;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use wuerfelglueck::dice::Die;
use wuerfelglueck::engine::automaton::Automaton;
use wuerfelglueck::engine::games::{Boards, Duel, End, MOST_ROLLS, PlayedBlocks, Tally};
use wuerfelglueck::ranking;
use wuerfelglueck::rules::{Configuration, Rules, opposite};
use wuerfelglueck::stream::{BLOCK, Rolls, Stream};
use wuerfelglueck::tournament::DiceContest;

use crate::all_tables::all_tables;
use crate::automaton::automaton;
use crate::board::{self, Board, Next};
use crate::die::die;
use crate::exactly::exactly;
use crate::notation::{READINGS, pieces, reading};

/// A die of a kind that the rules treat differently: often with a 6, small faces, some zeros, some
/// faces beyond the board, sometimes all even.
fn random_die(rng: &mut Xoshiro256PlusPlus) -> Die {
    let sides = rng.random_range(1..=10);
    let kind = rng.random_range(0..6);
    die((0..sides).map(|_| match kind {
        0 => rng.random_range(0..=6),
        1 => 2 * rng.random_range(1..=4),
        2 => [0, 1, 6, 7, 43, 44, u32::MAX][rng.random_range(0..7)],
        3 => rng.random_range(1..=20),
        4 => [1, 6][rng.random_range(0..2)],
        _ => rng.random_range(1..=7),
    }))
}

/// Whether the two players stand on the same track field.
fn share_a_field(a: Configuration, b: Configuration) -> bool {
    (0..40).any(|field| a.holds(field) && b.holds(opposite(field)))
}

/// More than 130,000 random positions of random dice with all their rolls. Seed 40.
#[test]
fn positions() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(40);
    let mut positions = 0;
    let mut seen = HashSet::new();
    for round in 0..100 {
        let rules = READINGS[round % 2];
        let dice = [random_die(&mut rng), random_die(&mut rng)];
        let automata = [0, 1].map(|seat| automaton(&dice[seat], rules, seat));
        let configurations = automata.each_ref().map(Automaton::configurations);
        let tables = all_tables(&dice, rules);
        let duel = Duel::new(&tables, [0, 1]);
        let mut boards = Boards::<1>::new(&duel);
        let faces = dice.each_ref().map(|die| die.faces().to_vec());
        for _ in 0..1500 {
            let states = [0, 1].map(|seat| rng.random_range(0..configurations[seat].len()));
            let mover = rng.random_range(0..2);
            let before = [0, 1].map(|seat| configurations[seat][states[seat]]);
            if before.iter().any(|own| own.is_won()) || share_a_field(before[0], before[1]) {
                continue;
            }
            positions += 1;
            check_position(
                &mut boards,
                &duel,
                rules,
                &faces,
                configurations,
                states,
                mover,
                &mut seen,
            );
        }
    }
    assert!(positions >= 130_000, "only {positions} positions");
    // The positions would show little if they were all alike.
    for what in [
        "captured",
        "won",
        "draw",
        "again",
        "pass",
        "nothing moved",
        "nobody rolls",
    ] {
        assert!(seen.contains(what), "never: {what}");
    }
}

#[expect(
    clippy::too_many_arguments,
    reason = "the whole situation of one check"
)]
fn check_position(
    boards: &mut Boards<1>,
    duel: &Duel,
    rules: Rules,
    faces: &[Vec<u32>; 2],
    configurations: [&[Configuration]; 2],
    states: [usize; 2],
    mover: usize,
    seen: &mut HashSet<&'static str>,
) {
    let configuration = |seat: usize, state: usize| configurations[seat][state];
    let before = [0, 1].map(|seat| configuration(seat, states[seat]));
    let on_board = before.map(pieces);
    let board = Board::at(
        reading(rules),
        faces.clone(),
        [&on_board[0], &on_board[1]],
        mover,
    );
    let situation = format!("{rules:?} {faces:?} {before:?} mover {mover}");
    let next = match boards.place(0, states, mover) {
        Some(seat) => Next::Roll(seat),
        None => Next::Draw,
    };
    assert_eq!(next, board.next(), "{situation}");
    for seat in 0..2 {
        assert_eq!(boards.is_stuck(0, seat), board.stuck(seat), "{situation}");
    }
    let Next::Roll(seat) = next else {
        seen.insert("nobody rolls");
        return;
    };
    let columns = duel.columns(seat);
    for &face in &faces[seat] {
        let roll = if face < 44 { face } else { 0 };
        let column = columns
            .rolls()
            .iter()
            .position(|&known| known == roll)
            .unwrap();
        boards.place(0, states, mover);
        let end = boards.roll(0, seat, column);
        let after = [0, 1].map(|seat| configuration(seat, boards.state(0, seat)));

        let mut board = board.clone();
        let report = board.roll(face);
        let situation = format!("{situation} roll {face}: {report:?}");
        let on_board = [0, 1].map(|seat| board.pieces(seat));
        assert_eq!(after.map(pieces), on_board, "{situation}");
        assert_eq!(
            after[1 - seat] != before[1 - seat],
            report.captured,
            "{situation}"
        );
        let mv = rules.turn(before[seat], face, seat).moves().next();
        assert_eq!(
            mv.and_then(|mv| mv.from).map(u32::from),
            report.from,
            "{situation}"
        );
        assert_eq!(mv.map(|mv| u32::from(mv.to)), report.to, "{situation}");
        let next = match end {
            Some(End::Won) => Next::Won(seat),
            Some(End::Draw) => Next::Draw,
            None => Next::Roll(boards.slot(0)),
        };
        assert_eq!(next, board.next(), "{situation}");

        seen.extend(
            [
                (report.captured, "captured"),
                (report.to.is_none(), "nothing moved"),
                (matches!(next, Next::Won(_)), "won"),
                (next == Next::Draw, "draw"),
                (next == Next::Roll(seat) && report.extra, "again"),
                (next == Next::Roll(seat) && !report.extra, "pass"),
            ]
            .into_iter()
            .filter_map(|(happened, what)| happened.then_some(what)),
        );
    }
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
    let mut tally = Tally::default();
    let mut wins = [0; 2];
    for game in (block * BLOCK..games).take(BLOCK as usize) {
        let left = (games - block * BLOCK).min(BLOCK) - game % BLOCK;
        let starter = (game % 2) as usize;
        let faces = dice.each_ref().map(|die| die.faces().to_vec());
        let mut board = Board::start(reading(rules), faces, starter);
        let (result, made) = board::play(&mut board, MOST_ROLLS, |seat| {
            let column = columns[seat].by_side()[rolls.next(seat)];
            columns[seat].rolls()[usize::from(column)]
        });
        tally.rolls += made;
        match result {
            Next::Won(seat) => {
                tally.wins[starter][seat] += 1;
                wins[seat] += 1 << (left - 1);
            }
            _ => tally.draws += 1,
        }
        tally.cut_off += u64::from(made == MOST_ROLLS && !matches!(result, Next::Won(_)));
    }
    PlayedBlocks {
        tally,
        wins: vec![wins],
    }
}

/// Parts of a pairing, in order.
fn join(parts: impl IntoIterator<Item = PlayedBlocks>) -> PlayedBlocks {
    let mut all = PlayedBlocks {
        tally: Tally::default(),
        wins: Vec::new(),
    };
    for part in parts {
        all.tally += part.tally;
        all.wins.extend(part.wins);
    }
    all
}

/// 26,000 games of random dice, four at a time, in blocks: the same rolls, the same results. Seed 41.
#[test]
fn blocks() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(41);
    let mut sum = Tally::default();
    for round in 0..68 {
        let rules = READINGS[round % 2];
        let dice: [Die; 4] = std::array::from_fn(|_| random_die(&mut rng));
        let tables = all_tables(&dice, rules);
        let seed = rng.random();
        // Not a whole number of blocks.
        let games = 2 * BLOCK + 2;
        for pairing in (0..dice.len()).array_combinations() {
            let duel = Duel::new(&tables, pairing);
            let two = pairing.map(|index| dice[index].clone());
            for block in 0..3 {
                let played = duel.play(seed, games, block..block + 1);
                let expected = block_on_board(rules, &two, pairing, &duel, seed, games, block);
                assert_eq!(
                    played, expected,
                    "{rules:?} {two:?} seed {seed} block {block}"
                );
                sum += played.tally;
            }
        }
    }
    assert_eq!(sum.games(), 68 * 6 * 66);
    assert!(sum.won_by(0) > 1000 && sum.won_by(1) > 1000 && sum.draws > 1000);
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

/// A pairing that is not the first, in more blocks than a thread plays in one go: the games, and how
/// their rounds went.
#[test]
fn tournament() {
    let dice = [die(1..=6), die([1, 6, 6, 6, 6]), die([1, 6, 6, 6])];
    let (rules, games, seed) = (Rules::Offiziell, 16_500u64, 8);
    let tables = all_tables(&dice, rules);
    let duel = Duel::new(&tables, [1, 2]);
    let two = [dice[1].clone(), dice[2].clone()];
    let blocks = 0..games.div_ceil(BLOCK);
    let expected =
        join(blocks.map(|block| block_on_board(rules, &two, [1, 2], &duel, seed, games, block)));
    let mut contest = DiceContest::new(&dice, rules, seed, usize::MAX);
    let ranking = ranking::rank(&mut contest, &exactly(games), &());
    let pairing = ranking.played().unwrap().pairings[2];
    assert_eq!(pairing.dice, [1, 2]);
    assert_eq!(pairing.tally, expected.tally);
    let mut balance = [0; 5];
    for block in 0..games.div_ceil(BLOCK) {
        let games = (games - block * BLOCK).min(BLOCK);
        let won = expected.wins[block as usize];
        for round in 0..games / 2 {
            let [first, second] = won.map(|won| (won >> (2 * round) & 0b11).count_ones());
            balance[(2 + first - second) as usize] += 1;
        }
    }
    assert_eq!(pairing.balance, balance);
}

/// Games that are cut off after 100,000 rolls, among others that are not, beside each other.
#[test]
fn cut_off_games() {
    // Zeros last: the board looks for a face that moves something before every roll.
    let rare = |zeros| die([1, 6].into_iter().chain(std::iter::repeat_n(0, zeros)));
    for dice in [[rare(1500), rare(1500)], [die([1, 2, 3, 3]), rare(4000)]] {
        let tables = all_tables(&dice, Rules::Offiziell);
        let duel = Duel::new(&tables, [0, 1]);
        let expected = block_on_board(Rules::Offiziell, &dice, [0, 1], &duel, 3, 12, 0);
        assert_eq!(duel.play(3, 12, 0..1), expected);
        assert!(
            expected.tally.cut_off > 0 && expected.tally.cut_off < 12,
            "{expected:?}"
        );
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
        let tables = all_tables(&dice, Rules::Offiziell);
        let duel = Duel::new(&tables, [0, 1]);
        let played = duel.play(1, 10, 0..1);
        assert_eq!(played.tally.wins, wins, "{dice:?}");
        assert_eq!(
            played,
            block_on_board(Rules::Offiziell, &dice, [0, 1], &duel, 1, 10, 0)
        );
    }
}
