//! Six Jack: exact figures against independent ways to get them, and games by chance against the
//! exact figures.

use std::collections::HashSet;

use rand::seq::SliceRandom;
use wuerfelglueck::sixjack::KINDS;
use wuerfelglueck::sixjack::exact::{self, float};
use wuerfelglueck::sixjack::optimal::{self, Player};
use wuerfelglueck::sixjack::play::{Card, Cards, Game, Hand, Results, STOPP};
use wuerfelglueck::sixjack::results;
use wuerfelglueck::sixjack::strategy::{Policy, Strategy};
use wuerfelglueck::stream::Stream;

use crate::prelude::*;
use crate::support::process::read;

fn strategy(text: &str) -> Strategy {
    text.parse().unwrap()
}

/// The players of these words.
fn policies(texts: &str) -> Vec<Policy> {
    let players = texts.split(' ').map(|text| text.parse::<Player>().unwrap());
    players.map(|player| player.policy()).collect()
}

/// The set of all kinds.
const ALL: usize = (1 << KINDS) - 1;

/// The entry for a number of safe cards, straight from the text.
fn entry(text: &str, safe: usize) -> usize {
    let word = text.split(',').nth(safe).unwrap();
    word.parse().unwrap_or(1)
}

/// `next[safe]`: the probabilities of the sets of safe cards after a turn that starts with the set
/// `safe` and wants so many cards, card by card over sets.
fn turn(safe: usize, wanted: usize) -> Vec<f64> {
    let mut next = vec![0.0; ALL + 1];
    // The probability of each set taken so far, the turn going on.
    let mut taken = vec![0.0; ALL + 1];
    taken[0] = 1.0;
    for _card in 0..400 {
        let mut then = vec![0.0; ALL + 1];
        for (set, probability) in taken.iter().enumerate().filter(|(_, p)| **p > 0.0) {
            next[safe] += probability / 3.0;
            for card in (0..KINDS).map(|kind| 1 << kind) {
                let more = set | card;
                let is_over = safe | more == ALL || more.count_ones() as usize == wanted;
                if (safe | set) & card == 0 && is_over {
                    next[safe | more] += probability / 9.0;
                } else {
                    then[if safe & card == 0 { more } else { set }] += probability / 9.0;
                }
            }
        }
        taken = then;
    }
    next
}

/// The distribution of the rounds that a computer takes alone: how much of the powers of the
/// transition matrix over the 64 sets of safe cards has not arrived.
fn not_done(text: &str, rounds: usize) -> Vec<f64> {
    let row = |safe: usize| turn(safe, entry(text, safe.count_ones() as usize));
    let matrix = (0..ALL).map(row).collect_vec();
    let mut at = vec![0.0; ALL + 1];
    at[0] = 1.0;
    let round = |_| {
        let left = 1.0 - at[ALL];
        let mut then = vec![0.0; ALL + 1];
        then[ALL] = at[ALL];
        for (probability, row) in at.iter().zip(&matrix).filter(|(p, _)| **p > 0.0) {
            let moved = row.iter().map(|move_there| probability * move_there);
            then.iter_mut()
                .zip(moved)
                .for_each(|(then, more)| *then += more);
        }
        at = then;
        left
    };
    (0..rounds).map(round).collect()
}

/// Of all 32 strategies: means, variances, quantiles.
#[test]
fn alone_as_the_powers_of_the_transition_matrix() {
    for strategy in Strategy::all() {
        let not_done = not_done(&strategy.to_string(), 3000);
        let mean: f64 = not_done.iter().sum();
        let squares = not_done.iter().zip(0..);
        let squares = squares.map(|(left, round)| f64::from(2 * round + 1) * left);
        let variance = squares.sum::<f64>() - mean * mean;
        let moments = exact::moments(&strategy).map(float);
        near(moments[0], mean, 1e-8, &strategy);
        near(moments[1], variance, 1e-5, &strategy);
        let rounds = exact::outcome(&[strategy.policy()]);
        near(rounds.shares[0], 1.0, 1e-10, &strategy);
        near(rounds.mean(), mean, 1e-8, &strategy);
        near(rounds.deviation(), variance.sqrt(), 1e-6, &strategy);
        for level in [0.01, 0.5, 0.99] {
            let quantile = not_done.iter().position(|left| 1.0 - left >= level);
            // No rounding decides it.
            for level in [level - 1e-7, level, level + 1e-7] {
                assert_eq!(Some(rounds.quantile(level)), quantile, "{strategy} {level}");
            }
        }
    }
}

/// What seats win in per cent, and the rounds of a game, by an independent program that follows
/// whole games turn by turn over sets of cards, without the formulas.
#[test]
fn shares_of_an_independent_program() {
    let figures = read("tests/fixtures/sixjack_anteile.txt");
    for line in figures.lines().filter(|line| !line.starts_with('#')) {
        let [players, shares, mean, deviation] = line.split(" | ").collect_array().unwrap();
        let number = |text: &str| text.parse::<f64>().unwrap();
        let outcome = exact::outcome(&policies(players));
        for (seat, share) in shares.split(' ').map(number).enumerate() {
            near(100.0 * outcome.shares[seat], share, 1e-8, &line);
        }
        near(outcome.mean(), number(mean), 1e-9, &line);
        near(outcome.deviation(), number(deviation), 1e-9, &line);
    }
}

/// The formula for any number of players, and following both players' cards, agree for two.
#[test]
fn two_ways_to_compute_a_game_of_two() {
    for pair in Strategy::all().combinations_with_replacement(2) {
        let policies = [pair[0].policy(), pair[1].policy()];
        let product = exact::independent(&policies);
        let joint = exact::outcome(&policies);
        for seat in 0..2 {
            near(product.shares[seat], joint.shares[seat], 1e-11, &pair);
        }
        near(product.shares[0] + product.shares[1], 1.0, 1e-11, &pair);
        near(product.mean(), joint.mean(), 1e-9, &pair);
    }
}

/// Seats whose games are the same have the very same share, so that their order is that of seats.
#[test]
fn equal_seats_tie() {
    let [one, other] = ["3,x,x,2,x,1", "2,x,2,x,1,1"].map(|text| strategy(text).policy());
    for (players, different) in [
        (vec![one; 9], 1),
        (vec![one; 7], 1),
        ([one, other].repeat(3), 2),
    ] {
        let outcome = exact::outcome(&players);
        for seat in 0..players.len() {
            assert_eq!(outcome.shares[seat], outcome.shares[seat % different]);
        }
    }
}

/// What a player that is about to move, and one that is about to wait, wins by chance, from a value
/// iteration that treats all states and cards alike, sweep by sweep.
struct Plain {
    move_next: [[f64; KINDS]; KINDS],
    wait_first: f64,
    wanted: [[usize; KINDS]; KINDS],
}

impl Plain {
    /// Against a policy, or, without one, against another that does its best.
    fn solve(opponent: Option<&Policy>) -> Plain {
        let mut plain = Plain {
            move_next: [[0.5; KINDS]; KINDS],
            wait_first: 0.5,
            wanted: [[0; KINDS]; KINDS],
        };
        let card = |has: usize| (KINDS - has) as f64 / (KINDS - has + 3) as f64;
        let success = |has: usize, wanted: usize| (has..has + wanted).map(card).product::<f64>();
        for _sweep in 0..600 {
            let before = plain.move_next;
            let wait = |own: usize, other: usize| match opponent {
                _ if own == KINDS => 1.0,
                None => 1.0 - before[other][own],
                Some(policy) => {
                    let wanted = policy.0[other][own];
                    let success = success(other, wanted);
                    let then = before[own].get(other + wanted).unwrap_or(&0.0);
                    success * then + (1.0 - success) * before[own][other]
                }
            };
            for (own, other) in (0..KINDS).cartesian_product(0..KINDS) {
                // The value of the turn if it stops with so many cards more: the best is wanted.
                let values = (1..=KINDS - own).map(|wanted| {
                    let success = success(own, wanted);
                    let value =
                        success * wait(own + wanted, other) + (1.0 - success) * wait(own, other);
                    (value, wanted)
                });
                let best = values.max_by(|a, b| a.0.total_cmp(&b.0));
                (plain.move_next[own][other], plain.wanted[own][other]) = best.unwrap();
            }
            plain.wait_first = wait(0, 0);
        }
        plain
    }
}

/// The table, and the first mover's chance from two independent programs.
#[test]
fn the_duel_optimum() {
    let table = [
        [2, 2, 2, 3, 3, 3],
        [2, 2, 2, 2, 2, 2],
        [2, 2, 2, 2, 2, 3],
        [1, 1, 1, 1, 2, 2],
        [1, 1, 1, 1, 1, 1],
        [1, 1, 1, 1, 1, 1],
    ];
    let optimum = optimal::equilibrium();
    let plain = Plain::solve(None);
    assert_eq!(plain.wanted, table);
    assert_eq!(optimum.0, table);
    let played = exact::outcome(&[optimum; 2]);
    let first = wins(&optimum, &optimum)[0];
    near(first, plain.move_next[0][0], 1e-12, &"value iteration");
    near(first, 0.529435399788, 1e-12, &"independent programs");
    assert_eq!(played.shares[0], played.shares[1]);
    near(played.shares[0], 0.5, 1e-12, &"half");
}

/// How often a computer wins a game of two as the first and as the second.
fn wins(own: &Policy, other: &Policy) -> [f64; 2] {
    [
        exact::duel([own, other]).0[0],
        exact::duel([other, own]).0[1],
    ]
}

/// A policy with one other entry.
fn with(mut policy: Policy, own: usize, other: usize, wanted: usize) -> Policy {
    policy.0[own][other] = wanted;
    policy
}

/// Best replies are at least as good as the optimum and as every fixed strategy, no change of an
/// entry improves them, and they win as often as an independent value iteration says, as an
/// independent program does of two. The optimum is the best reply to itself.
#[test]
fn best_replies() {
    let optimum = optimal::equilibrium();
    let opponents = Strategy::all().map(|strategy| strategy.policy());
    for opponent in opponents.chain([optimum]) {
        let reply = optimal::best_reply(&opponent);
        let wins = wins(&reply, &opponent);
        let plain = Plain::solve(Some(&opponent));
        near(wins[0], plain.move_next[0][0], 1e-12, &opponent);
        near(wins[1], plain.wait_first, 1e-12, &opponent);
        let entries = (0..KINDS)
            .cartesian_product(0..KINDS)
            .cartesian_product(1..=KINDS);
        let changed =
            entries.map(|((own, other), wanted)| with(reply, own, other, wanted.min(KINDS - own)));
        let fixed = Strategy::all().map(|strategy| strategy.policy());
        for policy in changed.chain(fixed).chain([optimum]) {
            let other = self::wins(&policy, &opponent);
            assert!(other[0] <= wins[0] + 1e-13 && other[1] <= wins[1] + 1e-13);
        }
    }
    assert_eq!(optimal::best_reply(&optimum), optimum);
    for (text, percents) in [
        ("3,x,x,2,x,1", [54.70928498, 49.40083595]),
        ("2,x,2,x,1,1", [53.19357201, 47.21496403]),
    ] {
        let opponent = strategy(text).policy();
        let wins = wins(&optimal::best_reply(&opponent), &opponent);
        (0..2).for_each(|place| near(100.0 * wins[place], percents[place], 1e-8, &text));
    }
    let share = exact::outcome(&[optimum, Strategy::claimed().policy()]).shares[0];
    near(100.0 * share, 52.03953454, 1e-8, &"the optimum");
}

/// The closed sum over places is the formula for any players; and the page's strategy is the best
/// reply to that which is best alone from three players on.
#[test]
fn company_is_a_game_of_several() {
    let [page, alone] = ["3,x,x,2,x,1", "2,x,2,x,1,1"].map(strategy);
    for seats in 2..=9 {
        for (own, others) in [(page, alone), (alone, page), (alone, alone)] {
            let mut players = vec![others.policy(); seats];
            players[0] = own.policy();
            let replies = results::replies(seats, Some(others)).remove(0).1;
            let share = replies
                .into_iter()
                .find(|(reply, _)| *reply == own)
                .unwrap()
                .1;
            near(share, exact::independent(&players).shares[0], 1e-12, &seats);
        }
        let (best, share) = results::replies(seats, Some(alone))[0].1[0];
        assert_eq!(best == page, seats >= 3, "{seats}");
        for (_, percent) in [(4, 26.3), (6, 19.1), (9, 14.2)]
            .iter()
            .filter(|one| one.0 == seats)
        {
            near(100.0 * share, *percent, 0.05, &seats);
        }
    }
}

/// Of three of which the first is certainly the best, the others share the ranks behind it.
#[test]
fn uncertain_ranks_are_shared() {
    let ranks = results::possible_ranks(3, |one, other| one == 0 && other > 0);
    assert_eq!(ranks, [[1, 1], [2, 3], [2, 3]]);
}

/// Means, variances and the least of a study by chance, with seed 2021, of all studied strategies.
#[test]
fn games_alone_agree_with_the_exact_figures() {
    let games = 50_000 * effort();
    for (number, strategy) in Strategy::studied().into_iter().enumerate() {
        let game = Game::new(vec![strategy.policy()], Cards::Independent);
        let tally = game.play(2021, number, games, |_| ());
        assert_eq!(tally.won(), games);
        let [mean, variance] = exact::moments(&strategy).map(float);
        let error = (variance / games as f64).sqrt();
        near(float(tally.mean()), mean, 4.0 * error, &strategy);
        // The kurtosis of a sum of geometrics is at most about 9, that of a single one.
        let error = variance * (8.0 / games as f64).sqrt();
        let counted = float(tally.variance().unwrap());
        near(counted, variance, 4.0 * error, &strategy);
        let least = strategy.steps().count() as u64;
        assert!(tally.best.unwrap().rounds >= least && tally.most > least);
    }
}

/// Shares by chance within four standard errors of the exact ones, with seed 2021. Of the adaptive
/// player, too.
#[test]
fn win_shares_agree_with_the_exact_ones() {
    let studied = Strategy::studied().map(|strategy| strategy.to_string());
    let mut tables = studied
        .each_ref()
        .map(|text| format!("{text} 3,x,x,2,x,1"))
        .to_vec();
    let more = [
        &studied[..9].join(" "),
        "2,x,2,x,1,1 2,x,2,x,1,1 2,x,2,x,1,1 2,x,2,x,1,1 2,x,2,x,1,1",
        "3,x,x,2,x,1 2,x,2,x,1,1 1,1,1,1,1,1",
        "optimal optimal",
        "optimal 3,x,x,2,x,1",
        "2,x,2,x,1,1 optimal",
    ];
    tables.extend(more.map(str::to_string));
    let games = 50_000 * effort();
    for table in tables {
        let policies = policies(&table);
        let outcome = exact::outcome(&policies);
        let tally = Game::new(policies, Cards::Independent).play(2021, 0, games, |_| ());
        for seat in 0..table.split(' ').count() {
            by_chance(tally.wins[seat], games, outcome.shares[seat], &table);
        }
        let error = outcome.deviation() / (games as f64).sqrt();
        near(float(tally.mean()), outcome.mean(), 4.0 * error, &table);
    }
}

/// The adaptive player says STOPP! with as many cards as its table has for both players' safe ones,
/// in 2000 games with seed 2021; and whoever begins wins as often as computed.
#[test]
fn the_optimum_is_played_by_its_table() {
    let optimum = optimal::equilibrium();
    let game = Game::new(policies("optimal optimal"), Cards::Independent);
    let mut stream = Stream::new(2021, [0; 2], 0);
    let mut seen = HashSet::new();
    for number in 0..2000 {
        let mut safe = [0, 0];
        let mut taken = 0;
        game.play_one(number, &mut stream, |_, mover, draw| {
            assert!(!draw.shuffled, "there is no pile");
            taken += usize::from(draw.useful);
            if let Some(hand) = draw.safe {
                if draw.card != STOPP {
                    assert_eq!(taken, optimum.0[safe[mover]][safe[1 - mover]]);
                    seen.insert((safe[mover], safe[1 - mover], taken));
                }
                safe[mover] = hand.count();
                taken = 0;
            }
        });
    }
    // In the first and the third row the table depends on the other's cards.
    let states = [(0, 0, 2), (0, 5, 3), (2, 4, 2), (2, 5, 3), (3, 4, 2)];
    assert!(seen.is_superset(&states.into()), "{seen:?}");

    let games = 400_000 * effort();
    let is_first = |&number: &u64| {
        let win = game.play_one(number, &mut stream, |_, _, _| ());
        win.is_some_and(|win| win.seat as u64 == number % 2)
    };
    let first = (0..games).filter(is_first).count();
    let computed = wins(&optimum, &optimum)[0];
    by_chance(first as u64, games, computed, &"who begins");
    assert!(computed > 0.52, "it matters who begins");
}

/// A card of a game: round, seat, the card, whether it is useful, and what is safe if the turn is
/// over.
type Told = (u64, usize, Card, bool, Option<Vec<Card>>);

/// A game with cards in a row for a draw pile, in which players want what their texts say. `fetch`
/// takes a card from the draw pile, which is a new one or the discard pile if it says so. Returns
/// all cards, and who has won: nobody if every player lacks a kind of which all cards are safe.
fn plain_game(
    wanted: &[&str],
    starter: usize,
    mut fetch: impl FnMut(&mut Vec<Card>, bool) -> Card,
) -> (Vec<Told>, Option<usize>) {
    const COPIES: [usize; 7] = [7, 7, 7, 7, 6, 6, 20];
    let seats = wanted.len();
    let (mut draw, mut discard) = (Vec::new(), Vec::new());
    discard.extend((0..7).flat_map(|card| vec![card; COPIES[card]]));
    let (mut safe, mut told) = (vec![Vec::new(); seats], Vec::new());
    for turn in 0.. {
        let seat = (starter + turn) % seats;
        let wants = entry(wanted[seat], safe[seat].len()).min(KINDS - safe[seat].len());
        let mut taken = Vec::new();
        let mut is_over = false;
        while !is_over {
            let is_new = draw.is_empty();
            if is_new {
                draw.append(&mut discard);
            }
            let card = fetch(&mut draw, is_new);
            let is_useful = card != STOPP && !safe[seat].contains(&card) && !taken.contains(&card);
            if is_useful {
                taken.push(card);
            } else {
                discard.push(card);
            }
            is_over = card == STOPP || taken.len() == wants;
            if card == STOPP {
                discard.append(&mut taken);
            } else if is_over {
                safe[seat].append(&mut taken);
                safe[seat].sort_unstable();
            }
            let safe = is_over.then(|| safe[seat].clone());
            told.push(((turn / seats) as u64 + 1, seat, card, is_useful, safe));
        }
        let held = |kind: &Card| safe.iter().filter(|safe| safe.contains(kind)).count();
        let gone = (0..KINDS)
            .filter(|kind| held(kind) == COPIES[*kind])
            .collect_vec();
        let lacks = |safe: &Vec<Card>| gone.iter().any(|kind| !safe.contains(kind));
        if safe[seat].len() == KINDS || safe.iter().all(lacks) {
            return (told, (safe[seat].len() == KINDS).then_some(seat));
        }
    }
    unreachable!()
}

/// The pile by counts against the pile by cards, with seeds 2021 and 60: means, deviations and
/// shares differ by at most four standard errors.
#[test]
fn the_pile_agrees_with_a_pile_of_cards() {
    let games = 10_000 * effort();
    let mut rng = random(60);
    let mut fetch = |draw: &mut Vec<Card>, is_new: bool| {
        if is_new {
            draw.shuffle(&mut rng);
        }
        draw.pop().unwrap()
    };
    for table in [
        "3,x,x,2,x,1",
        "2,x,2,x,1,1",
        "6,x,x,x,x,x",
        "2,x,2,x,1,1 3,x,x,2,x,1",
        "1,1,1,1,1,1 1,1,1,1,1,1 1,1,1,1,1,1 1,1,1,1,1,1 1,1,1,1,1,1",
    ] {
        let tally = Game::new(policies(table), Cards::Pile).play(2021, 0, games, |_| ());
        let table = table.split(' ').collect_vec();
        let (mut rounds, mut won) = (0, vec![0; table.len()]);
        for game in 0..games as usize {
            let (told, winner) = plain_game(&table, game % table.len(), &mut fetch);
            rounds += told.last().unwrap().0;
            won[winner.unwrap()] += 1;
        }
        let variance = float(tally.variance().unwrap());
        let error = (2.0 * variance / games as f64).sqrt();
        let mean = rounds as f64 / games as f64;
        near(float(tally.mean()), mean, 4.0 * error, &table);
        for (seat, won) in won.into_iter().enumerate() {
            let [share, other] = [tally.wins[seat], won].map(|n| n as f64 / games as f64);
            let error = (2.0 * share * (1.0 - share) / games as f64).sqrt();
            near(share, other, 4.0 * error, &(&table, seat));
        }
    }
    // The independent program's means of 200,000 games, with their standard errors.
    for (text, mean, error) in [
        ("3,x,x,2,x,1", 11.1720, 0.0098),
        ("2,x,2,x,1,1", 10.8210, 0.0080),
        ("6,x,x,x,x,x", 76.136, 0.170),
    ] {
        let games = 50_000 * effort();
        let tally = Game::new(policies(text), Cards::Pile).play(7, 0, games, |_| ());
        let errors = (1.0 + 200_000.0 / games as f64).sqrt();
        near(float(tally.mean()), mean, 4.0 * error * errors, &text);
    }
}

/// Every card of games with a pile, replayed with cards that are counted: no card is drawn that is
/// not there, nothing but what the rules say happens, and a game ends without a winner as soon as
/// every player lacks a kind of which all cards are safe, and not before.
#[test]
fn the_pile_keeps_its_cards() {
    for (strategy, seats) in [
        ("3,x,x,2,x,1", 1),
        ("3,x,x,2,x,1", 2),
        ("2,x,2,x,1,1", 7),
        ("1,1,1,1,1,1", 9),
    ] {
        let table = vec![strategy; seats];
        let game = Game::new(policies(&table.join(" ")), Cards::Pile);
        let mut stream = Stream::new(2021, [0; 2], 0);
        let mut unfinished = 0;
        for number in 0..1000 {
            let mut told = Vec::new();
            let win = game.play_one(number, &mut stream, |round, seat, draw| {
                told.push((round, seat, draw));
            });
            let mut drawn = told.iter();
            let plain = plain_game(&table, number as usize % seats, |pile, is_new| {
                let &(.., draw) = drawn.next().expect("the game goes on");
                assert_eq!(draw.shuffled, is_new && pile.len() < 60);
                let place = pile.iter().position(|&card| card == draw.card);
                pile.swap_remove(place.expect("the card is there"))
            });
            let told = told.iter().map(|&(round, seat, draw)| {
                let safe = draw.safe.map(|hand: Hand| hand.kinds().collect());
                (round, seat, draw.card, draw.useful, safe)
            });
            assert_eq!(plain, (told.collect(), win.map(|win| win.seat)));
            unfinished += usize::from(win.is_none());
        }
        // Seven can lack only the two kinds with six cards, one player each.
        assert_eq!(unfinished > 0, seats == 9, "{strategy} {unfinished}");
        if seats == 9 {
            let tally = game.play(2021, 0, 20_000, |_| ());
            assert_eq!(tally.won() + tally.unfinished, 20_000);
            let share = unfinished as f64 / 1000.0;
            let counted = tally.unfinished as f64 / 20_000.0;
            near(share, counted, 4.0 * (share / 1000.0).sqrt(), &strategy);
        }
    }
}

#[test]
fn thirty_two_strategies_differ_in_play() {
    let all = Strategy::all().collect_vec();
    assert_eq!(all.len(), 32);
    assert!(all.iter().map(|s| s.steps().collect_vec()).all_unique());
    for strategy in &all {
        assert_eq!(strategy.to_string().parse(), Ok(*strategy));
    }
    assert!(Strategy::studied().iter().all(|one| all.contains(one)));
}

/// Wilson's interval of 8 wins in 10 games (Newcombe 1998), and its ends at 0 and 100 %.
#[test]
fn intervals_are_those_of_wilson() {
    for (won, games, expected) in [
        (8, 10, [49.0162, 94.3318]),
        (0, 20, [0.0, 16.1125]),
        (20, 20, [83.8875, 100.0]),
    ] {
        let mut results = Results::default();
        results.wins[0] = won;
        results.unfinished = games - won;
        let interval = results.interval(0);
        (0..2).for_each(|end| near(interval[end], expected[end], 1e-4, &won));
    }
}
