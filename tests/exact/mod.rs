//! The exact solver against values that are iterated over all positions, played games against the
//! exact solver, and lists without chance.

use boards::value_iteration::{self, Values, chain_of_player};
use wuerfelglueck::engine::starters::{FaceCounts, Starters};
use wuerfelglueck::exact::{Chain, PairingsToSolve, Solution, Target, solve};
use wuerfelglueck::ranking::{self, Source};

use crate::play::notation::READINGS;
use crate::prelude::*;
use crate::support::boards::board::{REAL, Size, choices};

/// The seed of games, unless a test names another.
const SEED: u64 = 6;

/// The target that at most this probability stays unknown, with plenty of memory.
const fn target_within(unknown: f64) -> Target {
    Target {
        unknown,
        memory: 1 << 30,
    }
}

/// The target that nothing stays unknown. It is reached only as far as the numbers allow in which
/// probabilities are stored.
const FINEST_TARGET: Target = target_within(0.0);

/// The target of tests in which a ten-thousandth may stay unknown.
const FINE_TARGET: Target = target_within(1e-4);

/// Two dice that reach few states, and capture.
const FEW_STATES: &str = "6 17 20 / 6 20 41";

/// The solver's chains of these two dice.
fn chains(dice: &[Die; 2], rules: Rules) -> [Chain; 2] {
    [0, 1].map(|seat| Chain::from_automaton(&automaton(&dice[seat], rules, seat)))
}

/// The readings, and two rule sets under which several pieces capture at once, and also at rolls
/// that move no piece.
fn rule_sets() -> impl Iterator<Item = Rules> + Clone {
    let capturing_at_turn_end = [
        "offiziell+schlagen-am-zugende",
        "zielzuerst+a-sicher+schlagen-am-zugende",
    ]
    .map(|name| name.parse().unwrap());
    READINGS.into_iter().chain(capturing_at_turn_end)
}

/// Both orders of two dice.
fn both_orders(dice: &str) -> [[Die; 2]; 2] {
    let [first, second] = two_dice(dice);
    [[first.clone(), second.clone()], [second, first]]
}

/// The solution of games in which the seat `starter` begins.
fn solve_for_starter(chains: &[Chain; 2], starter: usize, target: Target) -> Solution {
    let mut start_probabilities = [0.0; 2];
    start_probabilities[starter] = 1.0;
    solve(
        chains.each_ref(),
        start_probabilities,
        target,
        |_| (),
        || false,
    )
    .unwrap()
}

/// Asserts that the solutions for these chains leave no more unknown than they should, at most 1e-5
/// with the finest target, and that the `reference`, the values for each starter, is within their
/// intervals.
fn assert_agrees(chains: &[Chain; 2], reference: &[Values; 2], case: &str) {
    for (starter, target) in iproduct!([0, 1], [FINEST_TARGET, FINE_TARGET]) {
        let solution = solve_for_starter(chains, starter, target);
        let expected = reference[starter];
        let case = format!("{case}, starter {starter}: {solution:?} {expected:?}");
        let unknown = solution.unknown;
        let is_finest = target == FINEST_TARGET;
        let most_unknown = if is_finest {
            // The probability that got lost where it was stored, with a margin.
            (1.1 * solution.given_up + 1e-9).min(1e-5)
        } else {
            target.unknown
        };
        assert!(unknown <= most_unknown, "{case}");
        let certain = solution.certain;
        for (low, expected) in [
            (certain.wins[0], expected.wins[0]),
            (certain.wins[1], expected.wins[1]),
            (certain.draw, expected.draw),
        ] {
            let range = low - 1e-10..=low + unknown + 1e-10;
            assert!(range.contains(&expected), "{case}");
        }
        assert_eq!(certain.endless, 0.0, "{case}");
        let missing = expected.rolls - certain.rolls;
        let is_near = missing < 1e-6 * expected.rolls;
        assert!(missing > -1e-6 && (!is_finest || is_near), "{case}");
    }
}

/// Boards of 6 to 12 fields and 2 or 3 pieces.
#[test]
fn small_boards_are_solved_as_by_iteration() {
    let size = |fields, pieces, six| Size {
        fields,
        pieces,
        six,
    };
    let boards = [
        (size(12, 2, 3), "3 12 13 / 3 6 10"),
        (size(8, 2, 3), "2 3 / 0 2 3 3 5"),
        (size(8, 2, 3), "1 3 3 / 1 2 3"),
        (size(8, 2, 3), "0 / 1 3"),
        (size(8, 2, 3), "3 / 3"),
        // With EFFORT.
        (size(6, 3, 2), "2 2 5 / 2 4 7"),
        (size(12, 3, 3), "3 13 14 / 3 3 13 14"),
        (size(10, 2, 4), "4 11 8 6 / 4 2 9 10"),
    ];
    for &(size, dice) in &boards[..by_effort(5, boards.len())] {
        for (rules, dice) in rule_sets().cartesian_product(both_orders(dice)) {
            let chains = dice
                .each_ref()
                .map(|die| chain_of_player(size, rules, die.faces()));
            let reference = value_iteration::solve(size, &choices(&rules.to_string()), &dice);
            assert_agrees(&chains, &reference, &format!("{rules} {size:?} {dice:?}"));
        }
    }
}

#[test]
fn the_real_board_is_solved_as_by_iteration() {
    // The second of each two has no 6: it captures, but cannot win.
    let pairs = [
        "6 40 41 43 / 10 26",
        "6 35 40 43 / 13 25",
        // With EFFORT.
        "6 40 41 43 / 13 20",
        "6 37 40 41 / 13 26",
        "6 28 41 43 / 16 26",
    ];
    for dice in &pairs[..by_effort(2, pairs.len())] {
        for (rules, dice) in rule_sets().cartesian_product(both_orders(dice)) {
            let reference = value_iteration::solve(REAL, &choices(&rules.to_string()), &dice);
            let case = format!("{rules:?} {dice:?}");
            assert_agrees(&chains(&dice, rules), &reference, &case);
        }
    }
}

/// Plays twice this number of `games`, and asserts for each starter that the shares of games that
/// each seat wins and that nobody wins lie within four standard errors of the solver's interval;
/// and so does the number of rolls of all, if at most a millionth may stay unknown.
fn assert_games_agree(dice: &str, rules: Rules, target: Target, games: u64) {
    /// The number of blocks that are played at once.
    const BATCH: u64 = 20;
    let dice = two_dice(dice);
    let chains = chains(&dice, rules);
    let tables = all_tables(&dice, rules);
    let opponents = Opponents::new(&tables, [0, 1]);
    let starters = Starters::new(rules, || dice.each_ref().map(FaceCounts::new));
    let all_games = 2 * games;
    let (mut tally, mut played_rolls, mut begun, mut squares) = (Tally::default(), 0, [0; 2], 0.0);
    let all_blocks = all_games.div_ceil(BLOCK);
    let batches = all_blocks.div_ceil(BATCH);
    for batch in 0..batches {
        let blocks = batch * BATCH..all_blocks.min((batch + 1) * BATCH);
        let played = opponents.play(SEED, all_games, blocks.clone());
        for block in blocks {
            let games = BLOCK.min(all_games - block * BLOCK);
            let starters = starters.of_block(SEED, [0, 1], block, games);
            let second = starters.in_order(games).sum::<usize>() as u64;
            begun[0] += games - second;
            begun[1] += second;
        }
        squares += (played.rolls as f64).powi(2);
        tally += played.tally();
        played_rolls += played.rolls;
    }
    let case = format!("{rules} {dice:?}: {tally:?}");
    let mut rolls = 0.0;
    for (starter, games) in begun
        .into_iter()
        .enumerate()
        .filter(|(_, games)| *games > 0)
    {
        let solution = solve_for_starter(&chains, starter, target);
        assert!(solution.unknown <= target.unknown, "{case} {solution:?}");
        let certain = solution.certain;
        rolls += certain.rolls * games as f64;
        let [first_wins, second_wins] = tally.wins[starter];
        for (number, low) in [
            (first_wins, certain.wins[0]),
            (second_wins, certain.wins[1]),
            (games - first_wins - second_wins, certain.without_winner()),
        ] {
            let high = low + solution.unknown;
            let error = |share: f64| 4.0 * ((share * (1.0 - share)).max(0.0) / games as f64).sqrt();
            let range = low - error(low)..=high + error(high);
            assert!(
                range.contains(&(number as f64 / games as f64)),
                "{case} {solution:?}"
            );
        }
    }
    if target.unknown <= 1e-6 {
        // Batches are independent of each other.
        let error = (squares - (played_rolls as f64).powi(2) / batches as f64).sqrt();
        assert_near(played_rolls as f64, rolls, 4.0 * error, &case);
    }
}

#[test]
fn games_by_chance_agree_with_the_solver() {
    let pairings = [
        "6 40 41 43 / 6 40 41 43",
        "6 40 41 43 / 6 28 41 43",
        "6 28 41 43 / 10 26",
        "1-4 / 6 37 40 41",
    ];
    for (rules, dice) in iproduct!(READINGS, pairings) {
        assert_games_agree(dice, rules, FINE_TARGET, by_effort(10_000, 100_000));
    }
}

/// Dice that reach few states. Tries that fail count as rolls.
#[test]
fn games_of_deviations_agree_with_the_solver() {
    let with_six = "6 40 41 43 / 6 28 41 43";
    // Of the first one the 43 brings pieces out.
    let without_six = "40-43 / 6 37 40 41";
    let combined = "zielzuerst+drei-versuche+hoechste-setzt-ein+erster-beginnt";
    for (name, dice) in [
        ("offiziell+drei-versuche", with_six),
        ("offiziell+start-leer+festsitzen-verliert", with_six),
        ("offiziell+hoechste-setzt-ein+auswuerfeln", without_six),
        ("zielzuerst+ohne-schlagen+erster-beginnt", with_six),
        ("offiziell+start-leer+drei-versuche+auswuerfeln", with_six),
        ("offiziell+schlagen-am-zugende", with_six),
        ("offiziell+a-sicher+schlagen-am-zugende", with_six),
        (
            "offiziell+festsitzen-verliert+schlagen-am-zugende",
            with_six,
        ),
        (combined, without_six),
    ] {
        assert_games_agree(
            dice,
            name.parse().unwrap(),
            target_within(1e-6),
            by_effort(10_000, 40_000),
        );
    }
}

/// The list where seats take turns to begin, where the higher roll begins, and where the first die
/// of the file does. Dice that differ in a face that moves nothing, or in their place in the file,
/// have the same share unless that face, or that place, decides who begins. 20,000 games per
/// pairing are within four standard errors.
#[test]
fn the_list_without_chance_depends_on_who_begins() {
    let dice = dice("6 40 41 43 / 6 28 41 43 / 43 41 40 6 / 6 40 41 43 44 / 6 40 41 43 99");
    for (name, are_twins_equal, are_seats_equal) in [
        ("offiziell", true, true),
        ("offiziell+auswuerfeln", false, true),
        ("offiziell+erster-beginnt", false, false),
    ] {
        let rules: Rules = name.parse().unwrap();
        let ranking = compute(&dice, rules, &plan_within(0.005), false);
        let exact = ranking
            .by_die()
            .into_iter()
            .map(|entry| entry.share.as_percent())
            .collect_vec();
        assert_eq!(exact[3] == exact[4], are_twins_equal, "{name}");
        assert_eq!(exact[0] == exact[2], are_seats_equal, "{name}");
        const GAMES: u64 = 20_000;
        let tables = all_tables(&dice, rules);
        let played = fast_shares(&tables, dice.len(), Criterion::Wins, GAMES, SEED);
        for (share, exact) in played.into_iter().zip(exact) {
            // Against opponents who are not all the same, a share scatters less than this.
            let error = (share * (1.0 - share) / (4 * GAMES) as f64).sqrt();
            assert_near(100.0 * share, exact, 400.0 * error + 0.01, &name);
        }
    }
}

/// Under `wlr` the seat decides between equal dice: the played and the computed list have a share
/// for each of them, that of their only pairing, and duels have a winner. Without EFFORT they take
/// turns to begin. Seed 2021.
#[test]
#[ignore = "four seconds: `parts_where_seats_differ` has equal dice on both seats"]
fn equal_dice_on_different_seats_have_shares_of_their_own() {
    let dice = dice("5 6 / 5 6");
    for name in &["wlr", "wlr+auswuerfeln"][..by_effort(1, 2)] {
        let rules: Rules = name.parse().unwrap();
        let ranking = compute(&dice, rules, &plan_within(1.0), false);
        let Source::Solutions(solutions) = &ranking.source else {
            panic!("it is made of probabilities");
        };
        let mut contest = DiceContest::new(&dice, rules, 2021, usize::MAX);
        let mut plan = fixed_plan(20_000);
        let played = rank(&mut contest, &plan, &());
        plan.criterion = Criterion::Duels;
        let duels = rank(&mut contest, &plan, &());
        let of_pairing = played.head_to_heads()[0].won;
        for (die, entry) in ranking.by_die().into_iter().enumerate() {
            let share = 100.0 * solutions[0].estimate().wins[die];
            let [low, high] = entry.interval;
            assert!(low <= share && share <= high, "{name} {entry:?} {share}");
            assert_eq!(played.by_die()[die].share, of_pairing[die], "{name}");
            assert_near(of_pairing[die].as_percent(), share, 2.0, &name);
        }
        assert_eq!(
            ranking.entries[0].order,
            Some(OrderStatus::Certified),
            "{name}"
        );
        assert_eq!(
            played.entries[0].order,
            Some(OrderStatus::Certified),
            "{name}"
        );
        let won = duels.entries.iter().map(|entry| entry.share.as_percent());
        assert_eq!(won.collect_vec(), [100.0, 0.0], "{name}");
    }
}

/// Under rules that tell seats apart, lists solve two dice with each on its own seat, though the one
/// of more states would come first.
#[test]
fn lists_solve_dice_on_their_seats() {
    let (dice, rules) = (two_dice("6 20 / 4 6 19"), Rules::WLR);
    let ranking = compute(&dice, rules, &plan_within(1.0), false);
    let Source::Solutions(solutions) = &ranking.source else {
        panic!("it is made of probabilities");
    };
    let chains = chains(&dice, rules);
    let of_starters = [0, 1].map(|starter| {
        let solution = solve_for_starter(&chains, starter, target_within(0.02));
        solution.estimate().wins
    });
    for (die, win) in solutions[0].estimate().wins.into_iter().enumerate() {
        let mean = (of_starters[0][die] + of_starters[1][die]) / 2.0;
        assert_near(win, mean, 0.01, &die);
    }
}

/// With EFFORT also of a pairing of which many games do not end: they are cut off after 100,000
/// rolls.
#[test]
fn games_of_wlr_agree_with_the_solver() {
    let target = target_within(by_effort(1e-2, 1e-3));
    let games = 250 * effort();
    assert_games_agree("4 6 19 / 6 20", Rules::WLR, target, 10 * games);
    if effort() > 1 {
        assert_games_agree("6 16 / 5 6", Rules::WLR, target, games);
    }
}

#[test]
#[ignore = "long: part of make test-all"]
fn games_of_usual_dice_agree_with_the_solver() {
    let usual = ["1-6 / 1 1 1 6 6 6", "1 2 5 6 / 1 1 6 6 6 6"];
    for (rules, dice) in Rules::BASES.into_iter().zip(usual.into_iter().cycle()) {
        assert_games_agree(dice, rules, target_within(1e-3), 50_000 * effort());
    }
}

#[test]
fn solutions_reach_their_target_and_add_up() {
    let chains = chains(&two_dice(FEW_STATES), Rules::OFFIZIELL);
    for unknown in [0.5, 1e-2, 1e-4] {
        let solution = solve_for_starter(&chains, 0, target_within(unknown));
        assert!(solution.unknown <= unknown);
        assert!(solution.given_up <= 0.16 * unknown, "{solution:?}");
        assert!(solution.rounding < 1e-8);
        assert_near(
            solution.estimate().total(),
            1.0,
            2.0 * solution.rounding,
            &solution,
        );
        assert!(!solution.short_of_memory);
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let chains = chains(&two_dice(FEW_STATES), Rules::OFFIZIELL);
    // Little memory, which still suffices.
    let target = Target {
        unknown: 1e-3,
        memory: 12 << 20,
    };
    let solve_on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.unwrap()
            .install(|| solve_for_starter(&chains, 1, target))
    };
    let on_one_thread = solve_on(1);
    assert!(on_one_thread.sweeps > 1);
    for &threads in by_effort(&[8][..], &[2, 8]) {
        assert_eq!(solve_on(threads), on_one_thread, "{threads} threads");
    }
}

#[test]
#[ignore = "two seconds: `the_number_of_threads_changes_nothing` has little memory, too"]
fn want_of_memory_widens_intervals_only() {
    let chains = chains(&two_dice(FEW_STATES), Rules::OFFIZIELL);
    let truth = solve_for_starter(&chains, 0, target_within(1e-4));
    let mut solved = 0;
    for memory in [0, 8 << 20, 40 << 20] {
        let unknown = 1e-3;
        let solution = solve_for_starter(&chains, 0, Target { unknown, memory });
        solved += u32::from(solution.unknown < 1.0);
        let is_short = solution.short_of_memory;
        assert!(is_short || solution.unknown <= unknown, "{solution:?}");
        let wins = solution.certain.wins.into_iter().zip(truth.certain.wins);
        for (certain, true_share) in wins {
            let is_below = certain <= true_share + truth.unknown;
            assert!(
                is_below && true_share <= certain + solution.unknown,
                "{solution:?}"
            );
        }
    }
    // At least two of the three suffice to begin.
    assert!(solved > 1, "{solved}");
}

#[test]
fn endless_games_are_known() {
    // Under wlr players who are stuck roll, too: sixes that move nothing are rolled for ever.
    let chains = chains(&two_dice("6 / 6"), Rules::WLR);
    let solution = solve_for_starter(&chains, 0, FINEST_TARGET);
    assert_eq!(solution.certain.endless, 1.0, "{solution:?}");
    assert!(solution.unknown < 1e-8);
}

/// The plan for intervals of this half-width, in percentage points.
fn plan_within(half_width: f64) -> Plan {
    certain_plan(half_width, 0.001, 0)
}

/// The ranking by probabilities; with `order`, until the order of neighbours is certified or they
/// are level.
fn compute(dice: &[Die], rules: Rules, plan: &Plan, order: bool) -> Ranking {
    let pairings = PairingsToSolve::new(dice, rules);
    ranking::compute(&pairings, plan, order, 1 << 30, &())
}

#[test]
fn the_list_without_chance() {
    let dice = dice("13 25 / 6 40 41 43 / 43 41 40 6 / 6 28 41 43 / 0");
    let mut plan = plan_within(0.05);
    let ranking = compute(&dice, Rules::OFFIZIELL, &plan, false);
    let order = ranking.entries.iter().map(|entry| (entry.die, entry.order));
    let expected = [
        (1, Some(OrderStatus::Alike)),
        (2, Some(OrderStatus::Certified)),
        (3, Some(OrderStatus::Certified)),
        (0, Some(OrderStatus::Winless)),
        (4, None),
    ];
    assert_eq!(order.collect_vec(), expected);
    // The same dice have the same share, to the last bit.
    let [first, second] = [ranking.entries[0], ranking.entries[1]];
    assert_eq!(first.share, second.share);
    assert_eq!(first.interval, second.interval);
    for entry in &ranking.entries {
        let [low, high] = entry.interval;
        let share = entry.share.as_percent();
        assert!(low <= share + 1e-9 && share <= high + 1e-9, "{entry:?}");
        assert!(entry.half_width <= 0.05, "{entry:?}");
    }
    assert_eq!(ranking.entries[4].interval, [0.0, 0.0]);
    assert_eq!(ranking.cycles(), [[0; 3]; 0]);

    plan.criterion = Criterion::Points;
    let points = compute(&dice, Rules::OFFIZIELL, &plan, false);
    let shares = points.entries.iter().map(|entry| entry.share.as_percent());
    assert_near(shares.sum(), 250.0, 0.3, &"the points of all games");
}

/// The intervals of a pairing's shares overlap with those in a file whose order is reversed.
#[test]
fn a_pairing_does_not_depend_on_the_order_of_the_file() {
    let solve_list =
        |dice: [Die; 2]| match compute(&dice, Rules::OFFIZIELL, &plan_within(1e-3), false).source {
            Source::Solutions(solutions) => solutions[0],
            Source::Games(_) => panic!("nothing was played"),
        };
    let [forwards, exchanged] = both_orders("6 40 41 43 / 10 26").map(solve_list);
    for seat in 0..2 {
        let [low, high] = forwards.interval(seat);
        let [least, most] = exchanged.interval(1 - seat);
        assert!(low <= most && least <= high && high - low < 1e-4);
    }
}

/// The intervals of shares are as narrow as planned. That leaves the order of neighbours open,
/// which with `order` is certified, or they are level.
#[test]
fn intervals_become_narrower_until_the_order_is_certified() {
    // The second one rolls in vain once in 801 times, so that it wins a little less.
    let faces = [6, 40, 41, 43].repeat(200).into_iter().chain([99]);
    let dice = [die([6, 40, 41, 43]), die(faces), die([6, 28, 41, 43])];
    let mut plan = plan_within(5.0);
    let coarse = compute(&dice, Rules::OFFIZIELL, &plan, false);
    assert!(coarse.half_width() <= 5.0);
    assert!(coarse.open_ranks().count() > 0, "{:?}", coarse.entries);
    let fine = compute(&dice, Rules::OFFIZIELL, &plan, true);
    assert_eq!(fine.open_ranks().count(), 0, "{:?}", fine.entries);
    // If a difference of less than 50 points is none, no order is open either.
    plan.level = 50.0;
    let level = compute(&dice, Rules::OFFIZIELL, &plan, true);
    assert_eq!(level.open_ranks().count(), 0, "{:?}", level.entries);
}
