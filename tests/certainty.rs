//! The certainty of orders and intervals: the formulas against a plain evaluation, and the promised
//! error probabilities on games whose shares are known.

use std::cmp::Ordering::{self, Equal, Greater, Less};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use boards::coins::{Coins, ExchangedCoins, Game, LUCK_BOUND, blocks, pairing_of, plain_sums};
use wuerfelglueck::certainty::{
    Adjustment, Certifier, INTERVAL_ERROR, Interval, LeadSums, ShareSums, choose_bet, games_for,
    interval_of_pairing,
};
use wuerfelglueck::pairing::{LuckSums, MOST_SUBTRACTED, Pairing};
use wuerfelglueck::watch::{Look, Watch};

use crate::prelude::*;

/// ψ(λ) of the inequality that everything rests on, for games of this reach.
fn psi(reach: f64, bet: f64) -> f64 {
    (-(1.0 - reach * bet).ln() - reach * bet) / (reach * reach)
}

/// β of each block: the slope of the scores of earlier games by their luck with the least squares,
/// if the mean luck is 0, clipped so that no game moves by more than [`MOST_SUBTRACTED`].
fn betas(blocks: &[Vec<Game>], luck_bound: f64) -> Vec<f64> {
    let beta = |number: usize| {
        let games = blocks[..number].iter().flatten();
        let score = |game: &Game| game.winner.map_or(0.0, |winner| [0.5, -0.5][winner]);
        let mean = games.clone().map(score).sum::<f64>() / games.clone().count() as f64;
        let products = games.clone().map(|game| (score(game) - mean) * game.luck);
        let squares = games.clone().map(|game| game.luck * game.luck);
        let slope = products.sum::<f64>() / squares.sum::<f64>();
        slope.clamp(-MOST_SUBTRACTED / luck_bound, MOST_SUBTRACTED / luck_bound)
    };
    let later = (1..blocks.len()).map(beta);
    [0.0].into_iter().chain(later).collect()
}

/// Scores and residuals of the games of two are those of a plain sum over all games, for each of
/// them, for their difference and their sum, where a draw counts nothing and half, with luck
/// subtracted and not, and also where the bound on luck is so large that less is subtracted than
/// would be best. Seed 3.
#[test]
fn games_scatter_as_counted_one_by_one() {
    let mut rng = random(3);
    let all_wins = [[0.5, 0.5], [0.7, 0.1], [0.02, 0.9], [0.0, 0.3], [0.0, 0.0]];
    let bounds = [None, Some(LUCK_BOUND + 0.5), Some(500.0)];
    for (wins, luck_bound) in iproduct!(all_wins, bounds) {
        let blocks = blocks(wins, 40, &mut rng);
        let pairing = pairing_of(&blocks, luck_bound);
        let betas = luck_bound.map_or(vec![0.0; blocks.len()], |bound| betas(&blocks, bound));
        if let Some(bound) = luck_bound
            && wins == [0.5; 2]
        {
            let is_clipped = |beta: &f64| beta.abs() == MOST_SUBTRACTED / bound;
            assert_eq!(betas.iter().any(is_clipped), bound == 500.0);
        }
        for draw in [0.0, 0.5] {
            let scores = pairing.scores(draw);
            let [first, second] = scores.residuals.squares;
            let products = scores.residuals.products;
            let [won, lost] = scores.points;
            for (weights, score, squares) in [
                ([1.0, 0.0], won, first),
                ([0.0, 1.0], lost, second),
                ([1.0, 1.0], won + lost, first + second + 2.0 * products),
                ([1.0, -1.0], won - lost, first + second - 2.0 * products),
            ] {
                let plain = plain_sums(&blocks, &betas, weights, draw);
                assert_near(score, plain.score, 1e-9, &wins);
                assert_near(squares, plain.squares, 1e-6, &wins);
            }
        }
    }
}

/// Luck that is subtracted leaves about half of the variance of even games, and shares stay between
/// 0 and 1 and add up to 1 without draws. Seed 8.
#[test]
fn luck_explains_half_of_even_games() {
    let blocks = blocks([0.5, 0.5], 1000, &mut random(8));
    let counted = pairing_of(&blocks, None);
    let adjusted = pairing_of(&blocks, Some(LUCK_BOUND + 0.5));
    let part = adjusted.residuals().squares[0] / counted.residuals().squares[0];
    assert!((0.45..0.52).contains(&part), "{part}");
    let explained = adjusted.explained_variance();
    assert_near(explained, 0.25 * (1.0 - part), 0.01, &part);
    let [won, lost] = adjusted.estimated_wins();
    assert_near(won + lost, 32_000.0, 1e-6, &"all games");
    // A competitor that never wins has nothing, however lucky the opponent was.
    let lucky = |favourite: usize| {
        let sign = [1.0, -1.0][favourite];
        let game = |winner: usize, luck: f64| Game {
            winner: Some(winner),
            luck: sign * luck,
        };
        // By the first block luck counts; in the second one the favourite wins in spite of it.
        let mut first = (0..31).map(|_| game(favourite, 1.0)).collect_vec();
        first.push(game(1 - favourite, -30.0));
        let second = (0..32).map(|_| game(favourite, -40.0)).collect_vec();
        pairing_of(&[first, second], Some(50.0)).estimated_wins()
    };
    assert_eq!(lucky(0), [64.0, 0.0]);
    assert_eq!(lucky(1), [0.0, 64.0]);
}

/// Shares scatter as those of the equivalent number of games without luck subtracted: the mean
/// square of their errors is p(1 − p) over that number, within 10 %. Over 2,000 runs this mean has
/// a standard error of √(2/2000), 3.2 %, with EFFORT over 4,000 of 2.2 %. Without draws both seats
/// gain as much; otherwise one may gain more than is said. Seed 9.
#[test]
#[ignore = "a second: `intervals_hold_the_truth_however_playing_stops` has the same errors"]
fn shares_scatter_as_those_of_equivalent_games() {
    let runs = by_effort(2000, 4000);
    let all_wins = [[0.5, 0.5], [0.8, 0.2], [0.03, 0.97], [0.7, 0.1]];
    let bounds = [None, Some(LUCK_BOUND + 0.5), Some(500.0)];
    for (wins, luck_bound) in iproduct!(all_wins, bounds) {
        let mut rng = random(9);
        let (mut squares, mut gain) = (0.0, 0.0);
        for _ in 0..runs {
            let pairing = pairing_of(&blocks(wins, 60, &mut rng), luck_bound);
            let games = pairing.games() as f64;
            let equivalent_games = pairing.equivalent_games(0.0);
            let share = pairing.estimated_wins()[0] / games;
            squares += (share - wins[0]).powi(2) * equivalent_games / f64::from(runs);
            gain += equivalent_games / games / f64::from(runs);
        }
        let ratio = squares / (wins[0] * (1.0 - wins[0]));
        let case = (wins, luck_bound, gain);
        if luck_bound.is_some() && wins[0] + wins[1] < 1.0 {
            assert!(ratio < 1.1, "{case:?}: {ratio}");
        } else {
            assert_near(ratio, 1.0, 0.1, &case);
        }
        let is_adjusted = luck_bound == Some(LUCK_BOUND + 0.5);
        assert_eq!(gain > 1.5, is_adjusted && wins == [0.5; 2], "{case:?}");
    }
}

/// The part of Q that comes from games of this reach, r in the inequality.
struct SquaresOfReach {
    reach: f64,
    squares: f64,
}

/// The wealth of the twelve bets by the formula, if the count of a game for one competitor can be
/// off by at most `reach`. Q is the sum of these `parts`.
fn wealth(reach: f64, lead: f64, parts: &[SquaresOfReach]) -> f64 {
    let bets = (0..12).map(|halvings| 0.25 / reach / 2f64.powi(halvings));
    let wealth = bets.map(|bet| {
        let penalties = parts.iter().map(|part| psi(part.reach, bet) * part.squares);
        (bet * lead - penalties.sum::<f64>()).exp()
    });
    wealth.sum::<f64>() / 12.0
}

/// Two of three competitors with random sums of games: their order is certified, or that they are
/// level, exactly if the wealth by the formula is at least 2N(N − 1)/ε. Seed 4.
#[test]
fn what_is_certified_follows_from_the_formula() {
    let mut rng = random(4);
    let (error, level) = (0.01, 0.02);
    for (adjustment, reach) in [
        (Adjustment::None, 1.0),
        (Adjustment::Luck, 1.0 + MOST_SUBTRACTED),
    ] {
        assert_eq!(adjustment.reach(), reach);
        let certifier = Certifier::new(3, error, level, adjustment);
        let mut decided = Vec::new();
        for _ in 0..2000 {
            let games = 10f64.powf(rng.random_range(1.0..6.0));
            let squares = games * rng.random_range(0.05..1.0);
            let mutual_squares = squares * rng.random_range(0.0..1.0);
            let lead = squares.sqrt() * rng.random_range(-6.0..6.0);
            let parts = [
                SquaresOfReach {
                    reach: reach.max(2.0),
                    squares: squares - mutual_squares,
                },
                SquaresOfReach {
                    reach: 2.0 * reach,
                    squares: mutual_squares,
                },
            ];
            let is_reached = |lead: f64| wealth(reach, lead, &parts) >= 12.0 / error;
            let level_lead = games * level;
            let expected = if is_reached(lead) {
                Some(Greater)
            } else if is_reached(-lead) {
                Some(Less)
            } else if is_reached(level_lead + lead) && is_reached(level_lead - lead) {
                Some(Equal)
            } else {
                None
            };
            let sums = LeadSums {
                lead,
                squares,
                mutual_squares,
                games,
            };
            let decision = certifier.decide(sums);
            assert_eq!(decision, expected, "{sums:?}");
            decided.push(decision);
        }
        for decision in [Some(Greater), Some(Less), Some(Equal), None] {
            let number = decided
                .iter()
                .filter(|&&decided| decided == decision)
                .count();
            assert!(number > 100, "{decision:?} {number}");
        }
    }
}

/// The mean over twelve bets costs little: the lead by which the program certifies an order among
/// six is at most a quarter larger than with the one bet that turns out to be the best, for Q from
/// 2¹⁰ to 2²⁸.
#[test]
fn twelve_bets_are_nearly_as_good_as_the_best() {
    let (needed, error): (f64, f64) = (60.0 / 0.001, 0.001);
    let certifier = Certifier::new(6, error, 0.0, Adjustment::None);
    for power in 10..=28 {
        let squares = 2f64.powi(power);
        let is_decided = |&lead: &f64| {
            let sums = LeadSums {
                lead,
                squares,
                mutual_squares: 0.0,
                games: 4.0 * squares,
            };
            certifier.decide(sums) == Some(Greater)
        };
        let mut leads = (1..).map(|step| squares.sqrt() * f64::from(step) * 0.01);
        let best = (2.0 * squares * needed.ln()).sqrt();
        let factor = leads.find(is_decided).unwrap() / best;
        assert!((1.0..1.25).contains(&factor), "{squares}: {factor}");
    }
}

/// A duel is certified for the player that wins far more games, and as level if it has been even
/// for long; a short one is open, and is estimated to need at least 1.3 times its games.
#[test]
fn duels_are_decided_or_level_or_open() {
    let certifier = Certifier::new(6, 0.001, 0.005, Adjustment::None);
    for (won, drawn, number, decision) in [
        ([0, 0], 0, 0, None),
        ([16, 16], 0, 100, None),
        ([17, 15], 0, 100, None),
        ([17, 15], 0, 1000, Some(Greater)),
        ([3, 1], 28, 100, Some(Greater)),
        ([15, 17], 0, 1000, Some(Less)),
        ([16, 16], 0, 10_000, None),
        ([16, 16], 0, 50_000, Some(Equal)),
        // Without wins nothing scatters.
        ([0, 0], 32, 1000, Some(Equal)),
    ] {
        let block = Tally {
            wins: [won, [0; 2]],
            draws: drawn,
            cut_off: 0,
        };
        let mut pairing = Pairing::default();
        for _ in 0..number {
            pairing.add_block(block, &LuckSums::default());
        }
        let sums = LeadSums::of_duel(&pairing);
        assert_eq!(certifier.decide(sums), decision, "{block:?}");
        let exchanged = certifier.decide(sums.reversed());
        assert_eq!(exchanged, decision.map(Ordering::reverse), "{block:?}");
        let never_level = Certifier::new(6, 0.001, 0.0, Adjustment::None);
        let is_level = never_level.decide(sums) == Some(Equal);
        assert!(!is_level, "nobody is level if nobody shall be");
        if number > 0 && decision.is_none() {
            let games = pairing.games() as f64;
            let expected = certifier.games_to_decide(sums);
            assert!(expected > 1.3 * games, "{block:?}");
        }
    }
}

/// The ends of an interval are those of the formula, and before any game it has all shares.
#[test]
fn intervals_are_those_of_the_formula() {
    for reach in [1.0, 1.0 + MOST_SUBTRACTED] {
        let mut interval = Interval::default();
        assert_eq!(interval.ends(), [0.0, 1.0]);
        assert_eq!(interval.half_width(), f64::INFINITY);
        let [mut a, mut b, mut c] = [0.0; 3];
        let added = [(0.1, 300.0, 1000.0, 210.0), (0.02, 3100.0, 9000.0, 1980.0)];
        for (bet, score, games, squares) in added {
            let sums = ShareSums {
                score,
                squares,
                games,
            };
            interval.add(reach, bet, sums);
            a += bet * score;
            b += psi(reach, bet) * squares;
            c += bet * games;
        }
        let half_width = ((2.0 / INTERVAL_ERROR).ln() + b) / c;
        assert_near(interval.half_width(), half_width, 1e-12, &"half width");
        assert_near(interval.ends()[0], a / c - half_width, 1e-12, &"low");
        assert_near(interval.ends()[1], a / c + half_width, 1e-12, &"high");
    }
}

/// With the bet for a number of games of this variance, these make the interval nearly as narrow as
/// was asked, 2.72 standard errors: 1 to 9 % wider, most if wins are rare.
#[test]
fn bets_are_made_for_the_end() {
    for (reach, variance, most) in [
        (1.0, 0.25, 2.75),
        (1.0, 0.1, 2.8),
        (1.0, 0.01, 2.95),
        (3.0, 0.12, 2.85),
    ] {
        let games = games_for(0.002, variance);
        let mut interval = Interval::default();
        let bet = choose_bet(reach, games, variance);
        let sums = ShareSums {
            score: games / 2.0,
            squares: games * variance,
            games,
        };
        interval.add(reach, bet, sums);
        let errors = interval.half_width() / (variance / games).sqrt();
        assert!((2.71..most).contains(&errors), "{variance} {errors}");
    }
}

/// At the ends of the interval of a pairing the wealth is 40, also if nothing is won, or
/// everything.
#[test]
fn intervals_of_pairings_are_those_of_the_formula() {
    let played = [
        (50.0, 100.0),
        (3.0, 1e4),
        (0.0, 1e3),
        (7e5, 1e6),
        (64.0, 64.0),
    ];
    for ((won, games), reach) in iproduct!(played, [1.0, 1.0 + MOST_SUBTRACTED]) {
        let share: f64 = won / games;
        let squares = games * (share * (1.0 - share)).max(1e-4);
        let sums = |score: f64| ShareSums {
            score,
            squares,
            games,
        };
        let [low, high] = interval_of_pairing(reach, sums(won));
        assert!(low <= share && share <= high);
        let ends = [
            (low > 0.0, won - games * low),
            (high < 1.0, games * high - won),
        ];
        for (_, lead) in ends.into_iter().filter(|&(is_inside, _)| is_inside) {
            let wealth = wealth(reach, lead, &[SquaresOfReach { reach, squares }]);
            assert_near(wealth / 40.0, 1.0, 1e-6, &won);
        }
    }
    let few = |score: f64, games: f64| ShareSums {
        score,
        squares: 0.5,
        games,
    };
    assert_eq!(interval_of_pairing(1.0, few(0.0, 2.0)), [0.0, 1.0]);
    // With luck subtracted, the score of no wins may be less than nothing.
    let [low, high] = interval_of_pairing(3.0, few(-2.0, 100.0));
    assert!(low == 0.0 && (0.0..0.9).contains(&high), "{high}");
}

/// The ranking of coins that win with these shares.
fn played(shares: &[Vec<f64>], seed: u64, plan: &Plan) -> Ranking {
    let mut coins = Coins::new(shares.to_vec(), seed);
    coins.adjustment = adjustment_for(plan);
    rank(&mut coins, plan, &())
}

/// The shares of two coins: the first wins the share `won` of their games, the second `lost`; the
/// remaining games are draws.
fn two(won: f64, lost: f64) -> Vec<Vec<f64>> {
    matrix([[0.0, won], [lost, 0.0]])
}

fn matrix<const N: usize>(rows: [[f64; N]; N]) -> Vec<Vec<f64>> {
    rows.map(|row| row.to_vec()).to_vec()
}

/// The shares of coins with these strengths: a coin wins more than half of its games against a
/// weaker one, by the difference of their strengths.
fn field(strengths: &[f64]) -> Vec<Vec<f64>> {
    let row = |&strength: &f64| {
        let wins = strengths.iter().map(|opponent| 0.5 + strength - opponent);
        wins.collect()
    };
    strengths.iter().map(row).collect()
}

/// The order is that of the exact shares, also where the printed ones are the same: with this seed
/// one of two equals wins 100,001 of 200,000 games. Seed 6.
#[test]
fn equal_printed_shares_are_ranked_by_exact_ones() {
    let ranking = played(&two(0.5, 0.5), 6, &fixed_plan(200_000));
    assert_eq!(ranking.entries[0].share.numerator, 100_001);
    let entries = ranking.entries.iter();
    let shown = entries.map(|entry| entry.share.round_percent(2).to_string());
    assert_eq!(shown.collect_vec(), ["50.00"; 2]);
    assert_eq!(ranking.entries[0].order, Some(OrderStatus::Open));
}

/// As many games are played as the plan says, also where it is the most and the accuracy is out of
/// reach. Seed 5.
#[test]
fn the_planned_number_of_games_is_played() {
    for games in [2, 30, 34, 2048, 2050, 5000, 100_002] {
        for plan in [fixed_plan(games), certain_plan(1e-7, 0.001, games)] {
            let ranking = played(&two(0.5, 0.5), 5, &plan);
            assert_eq!(ranking.games_per_pairing(), games);
            assert_eq!(ranking.played().unwrap()[0].tally().games(), games);
        }
    }
}

/// Playing ends soon after both the accuracy and the certainty of the order are reached, not
/// before: one pair of coins lacks the accuracy for longer, and the other the order. Seed 1.
#[test]
fn playing_ends_when_intervals_and_order_are_sure() {
    let far = played(&two(0.7, 0.3), 1, &certain_plan(0.2, 0.001, 1 << 24));
    // A half-width of 0.18 points takes 23 % more games than one of 0.2.
    assert!((0.18..=0.2).contains(&far.entries[0].half_width));
    let close = played(&two(0.502, 0.498), 1, &certain_plan(10.0, 0.001, 1 << 24));
    assert_eq!(close.entries[0].order, Some(OrderStatus::Certified));
    assert!((100_001..1 << 24).contains(&close.games_per_pairing()));
}

/// Of twelve coins the best three are wanted: they are found, as they are where all are wanted,
/// with less than three fifths of the games. The third and the fourth are level in the second
/// field, so the fourth is listed as well. Seeds 1 to 10.
#[test]
fn the_best_are_found() {
    for (seventh, expected) in [(0.05, &[1, 3, 5][..]), (0.2, &[1, 3, 5, 7])] {
        let shares = field(&[
            0.1, 0.3, 0.0, 0.25, 0.02, 0.2, 0.03, seventh, 0.12, 0.01, 0.04, 0.08,
        ]);
        for seed in 1..=10 {
            let games = |best: Option<usize>| {
                let mut plan = certain_plan(1.0, 0.001, 1_000_000);
                (plan.level, plan.best) = (2.0, best);
                let ranking = played(&shares, seed, &plan);
                assert_eq!(ranking.open_ranks().count(), 0);
                let dice = ranking.entries.iter().map(|entry| entry.die);
                assert_eq!(dice.take(expected.len()).sorted().collect_vec(), expected);
                assert_eq!(ranking.listed_count, best.map_or(12, |_| expected.len()));
                let pairings = ranking.played().unwrap().iter();
                let games = pairings.map(|pairing| pairing.tally().games());
                games.sum::<u64>()
            };
            let (for_all, for_best) = (games(None), games(Some(3)));
            assert!(5 * for_best < 3 * for_all, "{for_best} {for_all}");
        }
    }
}

/// Four coins that are all the same become level, and playing ends then; if none shall be level, it
/// goes on to the most games. Seed 1.
#[test]
fn ties_become_level() {
    let even = matrix([[0.5; 4]; 4]);
    let ends = |level: f64| {
        let mut plan = certain_plan(1.0, 0.001, 200_000);
        plan.level = level;
        let ranking = played(&even, 1, &plan);
        let orders = ranking.entries.iter().filter_map(|entry| entry.order);
        (orders.collect_vec(), ranking.games_per_pairing())
    };
    let (orders, games) = ends(2.0);
    assert_eq!(orders, [OrderStatus::Level; 3]);
    assert!((10_000..50_000).contains(&games), "{games}");
    assert_eq!(ends(0.0), (vec![OrderStatus::Open; 3], 200_000));
}

/// An order that was certified and that the shares then contradict is open in the list, and no more
/// games are played for it. Seed 1.
#[test]
fn no_games_are_played_for_contradicted_orders() {
    let coins = |share: f64| Coins::new(two(share, 1.0 - share), 1);
    let mut contest = ExchangedCoins {
        before: coins(0.6),
        after: coins(0.4),
    };
    let ranking = rank(&mut contest, &certain_plan(1.0, 0.001, 1_000_000), &());
    let order = ranking.entries.iter().map(|entry| (entry.die, entry.order));
    assert_eq!(
        order.collect_vec(),
        [(1, Some(OrderStatus::Open)), (0, None)]
    );
    assert_eq!(ranking.order(0, 1), OrderStatus::Certified);
    assert!(
        ranking.games_per_pairing() < 50_000,
        "{}",
        ranking.games_per_pairing()
    );
}

/// Returns whether anything that a list certifies is false: an order of two, or that two are level,
/// of shares or of duels. An order of two that are tied is false, too.
fn has_false_certificate(ranking: &Ranking, coins: &Coins, plan: &Plan) -> bool {
    let truth = coins.truth(plan.criterion);
    let level = plan.level / 100.0 - 1e-12;
    let mut pairs = (0..truth.len()).cartesian_product(0..truth.len());
    let is_wrong_order = pairs.any(|(above, below)| {
        let ahead = truth[above] - truth[below];
        match ranking.order(above, below) {
            OrderStatus::Certified => ahead <= 1e-12,
            OrderStatus::Level => ahead.abs() >= level,
            _ => false,
        }
    });
    let is_wrong_duel = ranking.head_to_heads().iter().any(|duel| {
        let [die, opponent] = duel.dice;
        let ahead = coins.shares[die][opponent] - coins.shares[opponent][die];
        match duel.decision {
            Some(Greater) => ahead <= 1e-12,
            Some(Less) => ahead >= -1e-12,
            Some(Equal) => ahead.abs() >= level,
            None => false,
        }
    });
    is_wrong_order || is_wrong_duel
}

/// Counts of the wrong statements of some runs.
#[derive(Default)]
struct Misses {
    /// The number of runs that certify anything false.
    false_runs: usize,
    /// The number of intervals that miss the truth.
    missed: usize,
    /// The number of printed shares that are farther from the truth than half the width of their
    /// intervals.
    missed_printed: usize,
    /// The number of intervals.
    intervals: usize,
}

impl Misses {
    /// The wrong statements of a ranking of coins.
    fn of_run(ranking: &Ranking, coins: &Coins, plan: &Plan) -> Misses {
        let truth = coins.truth(plan.criterion);
        let mut misses = Misses {
            false_runs: usize::from(has_false_certificate(ranking, coins, plan)),
            intervals: truth.len(),
            ..Misses::default()
        };
        for entry in &ranking.entries {
            let ([low, high], truth) = (entry.interval, 100.0 * truth[entry.die]);
            let printed = (entry.share.as_percent() - truth).abs();
            misses.missed += usize::from(truth < low || truth > high);
            misses.missed_printed += usize::from(printed > entry.half_width);
        }
        misses
    }

    fn join(self, other: Misses) -> Misses {
        Misses {
            false_runs: self.false_runs + other.false_runs,
            missed: self.missed + other.missed,
            missed_printed: self.missed_printed + other.missed_printed,
            intervals: self.intervals + other.intervals,
        }
    }
}

/// Ranks coins `runs` times, with seeds from 1, and asserts that at most the share `plan.error` of
/// the runs certifies anything false, and, except of duels, that at most 5 % of the intervals miss
/// the truth, around their middle as well as around the printed share.
fn assert_calibrated(
    name: &str,
    runs: u64,
    plan: &Plan,
    shares: impl Fn(u64) -> Vec<Vec<f64>> + Sync,
) {
    assert_calibrated_with(Some(LUCK_BOUND), name, runs, plan, shares);
}

/// The same with another bound on the luck of games; if it is `None`, luck is not measured.
fn assert_calibrated_with(
    luck_bound: Option<f64>,
    name: &str,
    runs: u64,
    plan: &Plan,
    shares: impl Fn(u64) -> Vec<Vec<f64>> + Sync,
) {
    let play = |seed| {
        let mut coins = Coins::new(shares(seed), seed);
        coins.luck_bound = luck_bound;
        coins.adjustment = adjustment_for(plan);
        let ranking = rank(&mut coins, plan, &());
        Misses::of_run(&ranking, &coins, plan)
    };
    let Misses {
        false_runs,
        missed,
        missed_printed,
        intervals,
    } = (1..=runs)
        .into_par_iter()
        .map(play)
        .reduce(Misses::default, Misses::join);
    println!(
        "{name}: {false_runs} of {runs} wrong; {missed}, {missed_printed} of {intervals} miss"
    );
    assert!(
        false_runs as f64 <= plan.error * runs as f64,
        "{name}: {false_runs}"
    );
    // Numbers of duels have no such intervals.
    if plan.criterion != Criterion::Duels {
        assert!(20 * missed.max(missed_printed) <= intervals, "{name}");
    }
}

/// Lists of coins keep the promised error probabilities where all or some are tied: of two and of
/// five by wins, and by duels. 100 runs of each, times the effort.
#[test]
fn certified_statements_and_intervals_are_as_often_wrong_as_promised() {
    let runs = 100 * effort();
    for (name, shares, plan) in [
        ("two", two(0.5, 0.5), tied_plan(100_000)),
        ("five", two_tied_of_five(0.1), tied_plan(50_000)),
        (
            "duels",
            two_tied_of_five(0.1),
            level_plan(Criterion::Duels, 1.0),
        ),
    ] {
        assert_calibrated(name, runs, &plan, |_| shares.clone());
    }
}

/// The same of more lists: with draws, by points, and where only the best one is wanted; of coins
/// that differ by exactly the level, and so are not level; where luck is not measured, or less of it
/// is subtracted than would be best; of random fields of six, in half of which two are tied, and of
/// 60, after 512 games per pairing and after 2,048. 100 runs of each, 5 of the 60, times the effort.
#[test]
#[ignore = "half a minute: an error that is ten times too frequent shows in the test above"]
fn certified_statements_of_many_lists_are_as_often_wrong_as_promised() {
    let runs = 100 * effort();
    let lead = matrix([[0.5, 0.52, 0.5], [0.48, 0.5, 0.5], [0.5, 0.5, 0.5]]);
    // Against the third, one wins and loses little and draws much, the other wins and loses much.
    let even_points = matrix([[0.0, 0.3, 0.1], [0.3, 0.0, 0.5], [0.1, 0.5, 0.0]]);
    let (mut best, mut points) = (tied_plan(50_000), tied_plan(10_000));
    best.best = Some(1);
    points.criterion = Criterion::Points;
    let [duel, level_duel] = [0.0, 2.0].map(|level| level_plan(Criterion::Duels, level));
    for (name, shares, plan) in [
        ("draws", two(0.4, 0.4), tied_plan(100_000)),
        ("best", two_tied_of_five(0.3), best),
        ("points", even_points, points),
        ("level", lead, level_plan(Criterion::Wins, 2.0)),
        ("duel", two(0.5, 0.5), duel),
        ("level duel", two(0.51, 0.49), level_duel),
    ] {
        assert_calibrated(name, runs, &plan, |_| shares.clone());
    }
    // With the larger bound a quarter of what would be best is subtracted, as β is at its clip.
    for (name, luck_bound) in [("counts", None), ("clipped", Some(10.0 * LUCK_BOUND))] {
        let even = |_| two(0.5, 0.5);
        assert_calibrated_with(luck_bound, name, runs, &tied_plan(100_000), even);
    }
    assert_calibrated("six", runs, &tied_plan(20_000), |seed| {
        let mut shares = random_field(6, seed);
        if seed % 2 == 0 {
            // Alike but for their seats.
            shares[1] = shares[0].clone();
            for row in &mut shares {
                row[1] = row[0];
            }
            (shares[0][1], shares[1][0]) = (0.5, 0.5);
        }
        shares
    });
    for games in [512, 2048] {
        let plan = certain_plan(0.01, 0.05, games);
        assert_calibrated("sixty", runs / 20, &plan, |seed| random_field(60, seed));
    }
}

/// The plan for coins of which some are tied: an accuracy of one point, an error of 5 %, and at most
/// `games` games per pairing.
fn tied_plan(games: u64) -> Plan {
    certain_plan(1.0, 0.05, games)
}

/// The plan for coins of which some may be level, with an error of 20 %.
fn level_plan(criterion: Criterion, level: f64) -> Plan {
    Plan {
        criterion,
        level,
        ..certain_plan(1.0, 0.2, 100_000)
    }
}

/// The shares of five coins, of which the first two have the strength `tied`.
fn two_tied_of_five(tied: f64) -> Vec<Vec<f64>> {
    field(&[tied, tied, 0.0, 0.05, 0.2])
}

/// Random shares of `number` coins against each other; 30 % of the pairings have draws.
pub fn random_field(number: usize, seed: u64) -> Vec<Vec<f64>> {
    let mut rng = random(seed);
    let mut shares = vec![vec![0.0; number]; number];
    for [die, opponent] in (0..number).array_combinations() {
        let has_draws = rng.random_bool(0.3);
        let draws = f64::from(u8::from(has_draws)) * rng.random_range(0.0..0.3);
        let won: f64 = rng.random_range(0.0..1.0);
        shares[die][opponent] = won * (1.0 - draws);
        shares[opponent][die] = (1.0 - won) * (1.0 - draws);
    }
    shares
}

/// For shares from 0.05 to 99.95 %, and for each way to stop: at an accuracy, at an order, at the
/// most games before the accuracy, and after 64 games. 100 runs of each, times the effort; without,
/// of three shares.
#[test]
fn intervals_hold_the_truth_however_playing_stops() {
    let stops = [
        ("accuracy", certain_plan(2.0, 0.05, 1 << 20)),
        ("order", certain_plan(50.0, 0.05, 1 << 14)),
        ("most", certain_plan(0.1, 0.05, 6000)),
        ("games", fixed_plan(64)),
    ];
    let shares = [0.0005, 0.5, 0.99, 0.01, 0.1, 0.8, 0.9995];
    for &share in &shares[..by_effort(3, shares.len())] {
        for (name, plan) in &stops {
            let name = format!("{share} {name}");
            assert_calibrated(&name, 100 * effort(), plan, |_| two(share, 1.0 - share));
        }
    }
}

/// Dice of the contest: the intervals of short runs hold the shares of one long run, with another
/// seed, in at least 94 % of all cases, and no certified order of neighbours contradicts it. Ten
/// runs and a long one of 50,000 games per pairing, times the effort: its standard error is at most
/// 0.11 points, and intervals are planned with a half-width of one point. Seeds from 0, and 2⁴⁰.
#[test]
fn short_runs_agree_with_a_long_one() {
    for name in &["wuerfel2", "wuerfel1"][..by_effort(1, 2)] {
        let dice = example(name);
        let ranked = |seed, plan: &Plan| {
            let mut contest = contest(&dice, Rules::OFFIZIELL, seed, plan);
            rank(&mut contest, plan, &())
        };
        let long = ranked(1 << 40, &fixed_plan(50_000 * effort()));
        let truth = long
            .by_die()
            .into_iter()
            .map(|entry| entry.share.as_percent())
            .collect_vec();
        let (mut missed, mut intervals) = (0, 0);
        for seed in 0..10 * effort() {
            let ranking = ranked(seed, &certain_plan(1.0, 0.05, 5_000));
            let entries = ranking
                .entries
                .iter()
                .map(|entry| (entry, truth[entry.die]));
            for (entry, truth) in entries.clone() {
                missed += usize::from(truth < entry.interval[0] || truth > entry.interval[1]);
                intervals += 1;
            }
            for ((above, truth), (_, truth_below)) in entries.tuple_windows() {
                let is_certified = above.order == Some(OrderStatus::Certified);
                assert!(!is_certified || truth > truth_below, "{name} seed {seed}");
            }
        }
        println!("{name}: {missed} of {intervals} intervals miss");
        assert!(missed * 100 <= 6 * intervals, "{name} {missed}");
    }
}

/// The estimate of the games that are left is right within a factor of three when a third of them
/// is over, for 16 random dice; with EFFORT for 20 and 50, with EFFORT=20 for 100 as well, as in
/// src/README.md. Seeds of dice from 1, of games 2021.
#[test]
#[ignore = "two seconds: an estimate that only the bar and its message show"]
fn games_that_are_left_are_estimated() {
    /// The estimate at a look.
    #[derive(Clone, Copy)]
    struct Estimate {
        /// The number of games of all pairings until this look.
        played: u64,
        /// The estimated number of games of all pairings after it.
        left: u64,
    }

    /// The watch that keeps the estimate of each look.
    #[derive(Default)]
    struct Looks {
        /// The number of games of all pairings so far.
        played: AtomicU64,
        estimates: Mutex<Vec<Estimate>>,
    }

    impl Watch for Looks {
        fn advance(&self, games: u64) {
            self.played.fetch_add(games, Relaxed);
        }

        fn report_look(&self, look: &Look) {
            self.estimates.lock().unwrap().push(Estimate {
                played: self.played.load(Relaxed),
                left: look.games_left,
            });
        }
    }

    // Numbers of dice, each with the last of the seeds from 1 on by which dice are drawn.
    let many = [(20, 4), (50, 2), (100, 1)];
    let (sizes, level) =
        by_effort_up_to_20((&[(16, 2)][..], 2.0), (&many[..2], 0.5), (&many[..], 0.5));
    let cases = sizes
        .iter()
        .flat_map(|&(number, seeds)| (1..=seeds).map(move |seed| (number, seed)));
    let mut plan = certain_plan(0.4 * level, 0.001, 2_000_000);
    plan.level = level;
    for (number, seed) in cases {
        let mut rng = random(seed);
        let dice = (0..number).map(|_| random_die(&mut rng)).collect_vec();
        let mut contest = contest(&dice, Rules::OFFIZIELL, 2021, &plan);
        let watch = Looks::default();
        rank(&mut contest, &plan, &watch);
        let estimates = watch.estimates.into_inner().unwrap();
        let games = estimates.last().unwrap().played;
        let after_a_third = |estimate: &&Estimate| 3 * estimate.played >= games;
        let Estimate { played, left } = *estimates.iter().find(after_a_third).unwrap();
        let factor = left as f64 / (games - played) as f64;
        println!("{number} dice, {games} games: {factor:.2} times as many left after {played}");
        assert!((1.0 / 3.0..3.0).contains(&factor), "{factor}");
    }
}
