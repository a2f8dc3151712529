//! The fast games against the board: position by position, and whole blocks of games.

use std::collections::HashSet;

use itertools::Itertools;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use wuerfelglueck::certainty::Scatter;
use wuerfelglueck::dice::Die;
use wuerfelglueck::engine::automaton::Automaton;
use wuerfelglueck::engine::columns;
use wuerfelglueck::engine::games::{Boards, Duel, PlayedBlocks, Tally};
use wuerfelglueck::engine::starters::Starters;
use wuerfelglueck::ranking;
use wuerfelglueck::rules::{Configuration, Ending, MOST_ROLLS, Roll, Rules, opposite};
use wuerfelglueck::stream::{BLOCK, Rolls, Stream};
use wuerfelglueck::tournament::DiceContest;

use super::notation::{self, READINGS, pairs_of_choices, pieces, varied};
use crate::support::boards::board::{self, Board, Choices, REAL, choices};
use crate::support::boards::{self, Next, Oracle};
use crate::support::{all_tables, automaton, die, exactly};

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

/// More than 100,000 random positions of random dice with all their rolls, under all pairs of choices. Seed 40.
#[test]
fn positions() {
    let positions = positions_agree(40, &pairs_of_choices(), 850);
    assert!(positions >= 100_000, "only {positions} positions");
}

/// The same under both readings with up to two deviations. Seed 45.
#[test]
#[ignore = "long: part of make test-all"]
fn positions_long() {
    let positions = positions_agree(45, &varied(), 5_000);
    assert!(positions >= 1_000_000, "only {positions} positions");
}

/// Tries so many random positions of two random dice under each rule set, and returns how many of them could be.
fn positions_agree(seed: u64, varied: &[Rules], tried: usize) -> usize {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut positions = 0;
    let mut seen = HashSet::new();
    for &rules in varied {
        let dice = [random_die(&mut rng), random_die(&mut rng)];
        let checked = Checked::new(rules, &dice);
        let states = checked.automata.each_ref().map(|own| own.states().len());
        let tables = all_tables(&dice, rules);
        let duel = Duel::new(&tables, [0, 1]);
        let mut boards = Boards::<1>::new(&duel);
        for _ in 0..tried {
            let states = states.map(|number| rng.random_range(0..number));
            let mover = rng.random_range(0..2);
            if checked.can_be(states, mover) {
                positions += 1;
                checked.position(&mut boards, &duel, states, mover, &mut seen);
            }
        }
    }
    // The positions would show little if they were all alike.
    for what in [
        "captured",
        "won",
        "lost",
        "draw",
        "again",
        "try",
        "pass",
        "nothing moved",
        "nobody rolls",
    ] {
        assert!(seen.contains(what), "never: {what}");
    }
    positions
}

/// What two dice do under a rule set, in the fast games and on the board.
struct Checked {
    rules: Rules,
    choices: Choices,
    faces: [Vec<u32>; 2],
    automata: [Automaton; 2],
}

impl Checked {
    fn new(rules: Rules, dice: &[Die; 2]) -> Checked {
        Checked {
            rules,
            choices: choices(&rules.to_string()),
            faces: dice.each_ref().map(|die| die.faces().to_vec()),
            automata: [0, 1].map(|seat| automaton(&dice[seat], rules, seat)),
        }
    }

    fn own(&self, seat: usize, state: usize) -> Configuration {
        self.automata[seat].states()[state].own
    }

    /// How many tries of the turn have failed in a state.
    fn tries(&self, seat: usize, state: usize) -> u32 {
        notation::tries(self.automata[seat].states()[state].memory)
    }

    /// Whether a game could go on from these states.
    fn can_be(&self, states: [usize; 2], mover: usize) -> bool {
        let [one, other] = [0, 1].map(|seat| self.own(seat, states[seat]));
        let waits = 1 - mover;
        !one.is_won()
            && !other.is_won()
            && !self.share_a_field(one, other)
            && self.tries(waits, states[waits]) == 0
    }

    /// Whether two enemies share a field where they may not.
    fn share_a_field(&self, one: Configuration, other: Configuration) -> bool {
        let share = |field: u8| one.holds(field) && other.holds(opposite(field));
        (0..40).any(|field| share(field) && !self.choices.may_share(u32::from(field)))
    }

    fn position(
        &self,
        boards: &mut Boards<1>,
        duel: &Duel,
        states: [usize; 2],
        mover: usize,
        seen: &mut HashSet<&'static str>,
    ) {
        let Checked { rules, faces, .. } = self;
        let before = [0, 1].map(|seat| self.own(seat, states[seat]));
        let on_board = before.map(pieces);
        let board = Board::start(REAL, &self.choices, None, faces.clone(), mover)
            .at([&on_board[0], &on_board[1]], mover)
            .with_tries(self.tries(mover, states[mover]));
        let situation = format!("{rules} {faces:?} {before:?} mover {mover}");
        let next = match boards.place(0, states, mover) {
            Ok(seat) => Next::Roll(seat),
            Err(ending) => ended(ending),
        };
        assert_eq!(next, board.next(), "{situation}");
        for seat in 0..2 {
            assert_eq!(
                boards.is_stuck(0, seat),
                board.is_stuck(seat),
                "{situation}"
            );
        }
        let Next::Roll(seat) = next else {
            seen.insert("nobody rolls");
            return;
        };
        let columns = duel.columns(seat);
        let six = rules.six(&faces[seat]);
        for &face in &faces[seat] {
            let roll = columns::roll_of(face, six);
            let mut rolls = columns.rolls().iter();
            let column = rolls.position(|&known| known == roll).unwrap();
            boards.place(0, states, mover).unwrap();
            let end = boards.roll(0, seat, column);
            let after = [0, 1].map(|seat| self.own(seat, boards.state(0, seat)));

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
            let mv = rules.moves(before[seat], Roll::new(face, six), seat).next();
            assert_eq!(
                mv.and_then(|mv| mv.from).map(u32::from),
                report.from,
                "{situation}"
            );
            assert_eq!(mv.map(|mv| u32::from(mv.to)), report.to, "{situation}");
            let next = match end {
                Some(ending) => ended(ending),
                None => Next::Roll(boards.slot(0)),
            };
            assert_eq!(next, board.next(), "{situation}");
            if let Next::Roll(next) = next {
                let tries = self.tries(next, boards.state(0, next));
                assert_eq!(tries, board.tries(), "{situation}");
            }

            seen.extend(
                [
                    (report.captured, "captured"),
                    (report.to.is_none(), "nothing moved"),
                    (end == Some(Ending::Won(seat)), "won"),
                    (end == Some(Ending::Won(1 - seat)), "lost"),
                    (next == Next::Draw, "draw"),
                    (next == Next::Roll(seat) && report.extra, "again"),
                    (next == Next::Roll(seat) && report.again_try, "try"),
                    (
                        next == Next::Roll(seat) && !report.extra && !report.again_try,
                        "pass",
                    ),
                ]
                .into_iter()
                .filter_map(|(happened, what)| happened.then_some(what)),
            );
        }
    }
}

/// How a game has ended, in the words of the board.
fn ended(ending: Ending) -> Next {
    match ending {
        Ending::Won(seat) => Next::Won(seat),
        Ending::Draw | Ending::CutOff => Next::Draw,
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

/// More than 20,000 games of random dice, two at a time, in blocks, under all pairs of choices: the same rolls, the
/// same results. Seed 41.
#[test]
fn blocks() {
    let rules = pairs_of_choices();
    let games = blocks_agree(41, rules.into_iter());
    assert!(games >= 20_000, "only {games} games");
}

/// The same under both readings with up to two deviations. Seed 46.
#[test]
#[ignore = "long: part of make test-all"]
fn blocks_long() {
    let rules = varied();
    let games = blocks_agree(46, rules.into_iter().cycle().take(2_000));
    assert!(games >= 200_000, "only {games} games");
}

/// Plays two random dice under each of these rule sets, and returns the number of games.
fn blocks_agree(seed: u64, rules: impl Iterator<Item = Rules>) -> u64 {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut sum = Tally::default();
    for rules in rules {
        let dice: [Die; 2] = std::array::from_fn(|_| random_die(&mut rng));
        let tables = all_tables(&dice, rules);
        let seed = rng.random();
        // Not a whole number of blocks.
        let games = 4 * BLOCK + 2;
        for pairing in (0..dice.len()).array_combinations() {
            let duel = Duel::new(&tables, pairing);
            let two = pairing.map(|index| dice[index].clone());
            for block in 0..5 {
                let played = duel.play(seed, games, block..block + 1);
                let expected = block_on_board(rules, &two, pairing, &duel, seed, games, block);
                assert_eq!(
                    played, expected,
                    "{rules} {two:?} seed {seed} block {block}"
                );
                sum += played.tally;
            }
        }
    }
    assert!(sum.won_by(0) > 1000 && sum.won_by(1) > 1000 && sum.draws > 1000);
    sum.games()
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
    let mut own = [0.0; 2];
    let mut both = 0.0;
    for [one, other, none] in &expected.blocks {
        let expected = won.map(|won| (f64::from(won) + 0.5) / f64::from(games + 1));
        for (number, won) in [(one, [1.0, 0.0]), (other, [0.0, 1.0]), (none, [0.0, 0.0])] {
            let [first, second] = [0, 1].map(|seat| won[seat] - expected[seat]);
            let number = f64::from(*number);
            own[0] += number * first * first;
            own[1] += number * second * second;
            both += number * first * second;
        }
        won[0] += u32::from(*one);
        won[1] += u32::from(*other);
        games += u32::from(one + other + none);
    }
    let first = pairing.first_outcomes().counts;
    assert_eq!(first, expected.blocks[0].map(u64::from));
    assert_eq!(pairing.scatter(), Scatter { own, both });
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
            .map(|game| board::starter(&choices, [&faces[0], &faces[1]], game, &mut roll) as f64);
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
