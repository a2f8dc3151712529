//! Six Jack: exact figures against independent ways to get them, and games by chance against the
//! exact figures.

use std::collections::HashSet;

use rand::seq::SliceRandom;
use wuerfelglueck::sixjack::KINDS;
use wuerfelglueck::sixjack::computer::Computer;
use wuerfelglueck::sixjack::exact::{self, to_f64};
use wuerfelglueck::sixjack::optimal;
use wuerfelglueck::sixjack::play::{Card, CardGame, DrawMode, GameResults, Hand, STOPP};
use wuerfelglueck::sixjack::results::{self, DuelShares};
use wuerfelglueck::sixjack::strategy::{Policy, Strategy};
use wuerfelglueck::stream::Stream;

use crate::prelude::*;
use crate::support::process::read;

fn strategy(text: &str) -> Strategy {
    text.parse().unwrap()
}

/// The policies of players that are written with spaces between them.
fn policies(players: &str) -> Vec<Policy> {
    players
        .split(' ')
        .map(|text| text.parse::<Computer>().unwrap().policy())
        .collect()
}

/// The set of all kinds; sets have a bit for each kind.
const ALL_KINDS: usize = (1 << KINDS) - 1;

/// The entry of a strategy for a number of safe cards, straight from the text; 1 for an `x`.
fn entry(text: &str, safe: usize) -> usize {
    let word = text.split(',').nth(safe).unwrap();
    word.parse().unwrap_or(1)
}

/// The probability of each set of safe cards after a turn that starts with the set `safe` and wants
/// `wanted` useful cards, card by card over sets.
fn after_turn(safe: usize, wanted: usize) -> Vec<f64> {
    let mut next = vec![0.0; ALL_KINDS + 1];
    // The probability of each set taken so far, the turn going on.
    let mut taken = vec![0.0; ALL_KINDS + 1];
    taken[0] = 1.0;
    for _card in 0..400 {
        let mut then = vec![0.0; ALL_KINDS + 1];
        for (set, probability) in taken.iter().enumerate().filter(|(_, p)| **p > 0.0) {
            next[safe] += probability / 3.0;
            for card in (0..KINDS).map(|kind| 1 << kind) {
                let larger = set | card;
                let is_over = safe | larger == ALL_KINDS || larger.count_ones() as usize == wanted;
                if (safe | set) & card == 0 && is_over {
                    next[safe | larger] += probability / 9.0;
                } else {
                    then[if safe & card == 0 { larger } else { set }] += probability / 9.0;
                }
            }
        }
        taken = then;
    }
    next
}

/// For each number of rounds, up to `rounds` and until it is below 1e-15, the probability that a
/// computer alone takes more: the part of the
/// power of the transition matrix over the 64 sets of safe cards that has not arrived.
fn survival(text: &str, rounds: usize) -> Vec<f64> {
    let row = |safe: usize| after_turn(safe, entry(text, safe.count_ones() as usize));
    let matrix = (0..ALL_KINDS).map(row).collect_vec();
    let mut at = vec![0.0; ALL_KINDS + 1];
    at[0] = 1.0;
    let round = |_| {
        let unfinished = 1.0 - at[ALL_KINDS];
        let mut after = vec![0.0; ALL_KINDS + 1];
        after[ALL_KINDS] = at[ALL_KINDS];
        for (probability, row) in at.iter().zip(&matrix).filter(|(p, _)| **p > 0.0) {
            for (sum, transition) in after.iter_mut().zip(row) {
                *sum += probability * transition;
            }
        }
        at = after;
        unfinished
    };
    // What is left then is too little for any sum.
    let survival = (0..rounds).map(round);
    survival.take_while(|&left| left > 1e-15).collect()
}

/// The means, variances and quantiles of every eighth strategy, with EFFORT of all 32, each alone.
#[test]
fn alone_as_the_powers_of_the_transition_matrix() {
    for strategy in Strategy::all().step_by(by_effort(8, 1)) {
        let survival = survival(&strategy.to_string(), 3000);
        let mean: f64 = survival.iter().sum();
        let mean_square: f64 = survival
            .iter()
            .zip(0..)
            .map(|(probability, round)| f64::from(2 * round + 1) * probability)
            .sum();
        let variance = mean_square - mean * mean;
        let moments = exact::moments_alone(&strategy);
        assert_near(to_f64(moments.mean), mean, 1e-8, &strategy);
        assert_near(to_f64(moments.variance), variance, 1e-5, &strategy);
        let game = exact::solve_game(&[strategy.policy()]);
        assert_near(game.shares[0], 1.0, 1e-10, &strategy);
        assert_near(game.mean(), mean, 1e-8, &strategy);
        assert_near(game.deviation(), variance.sqrt(), 1e-6, &strategy);
        for level in [0.01, 0.5, 0.99] {
            let quantile = survival.iter().position(|left| 1.0 - left >= level);
            // No rounding decides it.
            for level in [level - 1e-7, level, level + 1e-7] {
                assert_eq!(Some(game.quantile(level)), quantile, "{strategy} {level}");
            }
        }
    }
}

/// The shares of seats in per cent, and the rounds of a game, by an independent program that
/// follows whole games turn by turn over sets of cards, without the formulas.
#[test]
fn shares_of_an_independent_program() {
    let figures = read("tests/fixtures/sixjack_anteile.txt");
    for line in figures.lines().filter(|line| !line.starts_with('#')) {
        let [players, shares, mean, deviation] = line.split(" | ").collect_array().unwrap();
        let number = |text: &str| text.parse::<f64>().unwrap();
        let game = exact::solve_game(&policies(players));
        for (seat, share) in shares.split(' ').map(number).enumerate() {
            assert_near(100.0 * game.shares[seat], share, 1e-8, &line);
        }
        assert_near(game.mean(), number(mean), 1e-9, &line);
        assert_near(game.deviation(), number(deviation), 1e-9, &line);
    }
}

/// The formula for any number of players, and following both players' cards, agree for two.
#[test]
fn two_ways_to_compute_a_game_of_two() {
    for pair in Strategy::all().combinations_with_replacement(2) {
        let policies = [pair[0].policy(), pair[1].policy()];
        let product = exact::solve_independent(&policies);
        let joint = exact::solve_game(&policies);
        for seat in 0..2 {
            assert_near(product.shares[seat], joint.shares[seat], 1e-11, &pair);
        }
        assert_near(product.shares[0] + product.shares[1], 1.0, 1e-11, &pair);
        assert_near(product.mean(), joint.mean(), 1e-9, &pair);
    }
}

/// Seats whose games are the same have the very same share, so that their order is that of seats.
#[test]
fn equal_seats_tie() {
    let [claimed, best_alone] = ["3,x,x,2,x,1", "2,x,2,x,1,1"].map(|text| strategy(text).policy());
    for (players, period) in [
        (vec![claimed; 9], 1),
        (vec![claimed; 7], 1),
        ([claimed, best_alone].repeat(3), 2),
    ] {
        let shares = exact::solve_game(&players).shares;
        for seat in 0..players.len() {
            assert_eq!(shares[seat], shares[seat % period]);
        }
    }
}

/// The game of two by a value iteration of which each sweep goes over all states, whereas the
/// program goes from the end of the game backwards.
struct ValueIteration {
    /// The probability that a player wins who is about to move, by its own and the other's cards.
    move_next: [[f64; KINDS]; KINDS],
    /// The probability that a player wins who does not begin.
    wait_first: f64,
    /// The number of useful cards to want.
    wanted: [[usize; KINDS]; KINDS],
}

impl ValueIteration {
    /// Solves the game against a policy, or, without one, against another that does its best.
    fn solve(opponent: Option<&Policy>) -> ValueIteration {
        let mut values = ValueIteration {
            move_next: [[0.5; KINDS]; KINDS],
            wait_first: 0.5,
            wanted: [[0; KINDS]; KINDS],
        };
        let card = |has: usize| (KINDS - has) as f64 / (KINDS - has + 3) as f64;
        let success = |has: usize, wanted: usize| (has..has + wanted).map(card).product::<f64>();
        for _sweep in 0..600 {
            let before = values.move_next;
            let wait = |own_safe: usize, other_safe: usize| match opponent {
                _ if own_safe == KINDS => 1.0,
                None => 1.0 - before[other_safe][own_safe],
                Some(policy) => {
                    let wanted = policy.wanted[other_safe][own_safe];
                    let success = success(other_safe, wanted);
                    let then = before[own_safe].get(other_safe + wanted).unwrap_or(&0.0);
                    success * then + (1.0 - success) * before[own_safe][other_safe]
                }
            };
            for (own_safe, other_safe) in (0..KINDS).cartesian_product(0..KINDS) {
                let value_of_turn = |wanted: usize| {
                    let success = success(own_safe, wanted);
                    success * wait(own_safe + wanted, other_safe)
                        + (1.0 - success) * wait(own_safe, other_safe)
                };
                let best = (1..=KINDS - own_safe)
                    .max_by(|&wanted, &next| value_of_turn(wanted).total_cmp(&value_of_turn(next)))
                    .unwrap();
                values.move_next[own_safe][other_safe] = value_of_turn(best);
                values.wanted[own_safe][other_safe] = best;
            }
            values.wait_first = wait(0, 0);
        }
        values
    }
}

/// The table, and the share of games that the starter wins by two independent programs.
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
    let values = ValueIteration::solve(None);
    assert_eq!(values.wanted, table);
    assert_eq!(optimum.wanted, table);
    let game = exact::solve_game(&[optimum; 2]);
    let first = DuelShares::solve(&optimum, &optimum).as_first;
    assert_near(first, values.move_next[0][0], 1e-12, &"value iteration");
    assert_near(first, 0.529435399788, 1e-12, &"independent programs");
    assert_eq!(game.shares[0], game.shares[1]);
    assert_near(game.shares[0], 0.5, 1e-12, &"half");
}

/// The policy with an entry replaced.
fn with_entry(mut policy: Policy, own_safe: usize, other_safe: usize, wanted: usize) -> Policy {
    policy.wanted[own_safe][other_safe] = wanted;
    policy
}

/// Best replies are at least as good as the optimum and as every fixed strategy, no change of an
/// entry improves them, and they win as often as the value iteration says; against two strategies,
/// also as often as an independent program says. The optimum is the best reply to itself. Without
/// EFFORT, opponents are every fourth fixed strategy.
#[test]
fn best_replies() {
    let optimum = optimal::equilibrium();
    let opponents = Strategy::all().map(|strategy| strategy.policy());
    for opponent in opponents.step_by(by_effort(4, 1)).chain([optimum]) {
        let reply = optimal::best_reply(&opponent);
        let best = DuelShares::solve(&reply, &opponent);
        let values = ValueIteration::solve(Some(&opponent));
        assert_near(best.as_first, values.move_next[0][0], 1e-12, &opponent);
        assert_near(best.as_second, values.wait_first, 1e-12, &opponent);
        let entries = (0..KINDS)
            .cartesian_product(0..KINDS)
            .cartesian_product(1..=KINDS);
        let changed = entries.map(|((own_safe, other_safe), wanted)| {
            with_entry(reply, own_safe, other_safe, wanted.min(KINDS - own_safe))
        });
        let fixed = Strategy::all().map(|strategy| strategy.policy());
        for policy in changed.chain(fixed).chain([optimum]) {
            let shares = DuelShares::solve(&policy, &opponent);
            assert!(shares.as_first <= best.as_first + 1e-13);
            assert!(shares.as_second <= best.as_second + 1e-13);
        }
    }
    assert_eq!(optimal::best_reply(&optimum), optimum);
    for (text, as_first, as_second) in [
        ("3,x,x,2,x,1", 54.70928498, 49.40083595),
        ("2,x,2,x,1,1", 53.19357201, 47.21496403),
    ] {
        let opponent = strategy(text).policy();
        let shares = DuelShares::solve(&optimal::best_reply(&opponent), &opponent);
        assert_near(100.0 * shares.as_first, as_first, 1e-8, &text);
        assert_near(100.0 * shares.as_second, as_second, 1e-8, &text);
    }
    let share = exact::solve_game(&[optimum, Strategy::claimed().policy()]).shares[0];
    assert_near(100.0 * share, 52.03953454, 1e-8, &"the optimum");
}

/// The share of a reply to equal opponents is that of the formula for any players; and from three
/// players on, the strategy that the page claims is the best reply to the one that is best alone.
/// Of 4, 6 and 9 players its share is also written here.
#[test]
fn company_is_a_game_of_several() {
    let [claimed, best_alone] = ["3,x,x,2,x,1", "2,x,2,x,1,1"].map(strategy);
    for seats in 2..=9 {
        for (strategy, opponent) in [
            (claimed, best_alone),
            (best_alone, claimed),
            (best_alone, best_alone),
        ] {
            let mut players = vec![opponent.policy(); seats];
            players[0] = strategy.policy();
            let replies = results::solve_replies(seats, Some(opponent))
                .remove(0)
                .replies;
            let reply = replies
                .iter()
                .find(|reply| reply.strategy == strategy)
                .unwrap();
            let shares = exact::solve_independent(&players).shares;
            assert_near(reply.share, shares[0], 1e-12, &seats);
        }
        let best = results::solve_replies(seats, Some(best_alone))[0].replies[0];
        assert_eq!(best.strategy == claimed, seats >= 3, "{seats}");
        let percent = match seats {
            4 => 26.3,
            6 => 19.1,
            9 => 14.2,
            _ => continue,
        };
        assert_near(100.0 * best.share, percent, 0.05, &seats);
    }
}

/// The means and variances of all studied strategies by chance are within four standard errors, and
/// no game has fewer rounds than its strategy has steps. Seed 2021.
#[test]
fn games_alone_agree_with_the_exact_figures() {
    let games = 12_500 * effort();
    for (number, strategy) in Strategy::studied().into_iter().enumerate() {
        let game = CardGame::new(vec![strategy.policy()], DrawMode::Independent);
        let results = game.play(2021, number, games, &|_| ());
        assert_eq!(results.won(), games);
        let moments = exact::moments_alone(&strategy);
        let (mean, variance) = (to_f64(moments.mean), to_f64(moments.variance));
        let error = (variance / games as f64).sqrt();
        assert_near(to_f64(results.mean()), mean, 4.0 * error, &strategy);
        // The kurtosis of a sum of geometrics is at most about 9, that of a single one.
        let error = variance * (8.0 / games as f64).sqrt();
        let counted = to_f64(results.variance().unwrap());
        assert_near(counted, variance, 4.0 * error, &strategy);
        let least = strategy.steps().count() as u64;
        assert!(results.shortest.unwrap().rounds >= least && results.most_rounds > least);
    }
}

/// Shares and mean rounds by chance are within four standard errors of the exact ones, with seed
/// 2021, also those of the adaptive player.
#[test]
fn win_shares_agree_with_the_exact_ones() {
    let studied = Strategy::studied().map(|strategy| strategy.to_string());
    let mut lineups = studied
        .each_ref()
        .map(|text| format!("{text} 3,x,x,2,x,1"))
        .to_vec();
    let larger_and_adaptive = [
        &studied[..9].join(" "),
        "2,x,2,x,1,1 2,x,2,x,1,1 2,x,2,x,1,1 2,x,2,x,1,1 2,x,2,x,1,1",
        "3,x,x,2,x,1 2,x,2,x,1,1 1,1,1,1,1,1",
        "optimal optimal",
        "optimal 3,x,x,2,x,1",
        "2,x,2,x,1,1 optimal",
    ];
    lineups.extend(larger_and_adaptive.map(str::to_string));
    let games = 12_500 * effort();
    for lineup in lineups {
        let policies = policies(&lineup);
        let solved = exact::solve_game(&policies);
        let played = CardGame::new(policies, DrawMode::Independent).play(2021, 0, games, &|_| ());
        for seat in 0..lineup.split(' ').count() {
            assert_share(played.wins[seat], games, solved.shares[seat], &lineup);
        }
        let error = solved.deviation() / (games as f64).sqrt();
        assert_near(to_f64(played.mean()), solved.mean(), 4.0 * error, &lineup);
    }
}

/// The adaptive player says STOPP! with as many cards as its table has for both players' safe ones,
/// in 2000 games; and the starter wins as often as computed, within four standard errors. Seed
/// 2021.
#[test]
fn the_optimum_is_played_by_its_table() {
    let optimum = optimal::equilibrium();
    let game = CardGame::new(policies("optimal optimal"), DrawMode::Independent);
    let mut stream = Stream::new(2021, [0; 2], 0);
    let mut seen = HashSet::new();
    for number in 0..2000 {
        let mut safe = [0, 0];
        let mut taken = 0;
        game.play_one(number, &mut stream, |drawn| {
            assert!(!drawn.is_after_shuffle, "there is no pile");
            taken += usize::from(drawn.is_useful);
            if let Some(hand) = drawn.safe_after {
                let (own_safe, other_safe) = (safe[drawn.seat], safe[1 - drawn.seat]);
                if drawn.card != STOPP {
                    assert_eq!(taken, optimum.wanted[own_safe][other_safe]);
                    seen.insert((own_safe, other_safe, taken));
                }
                safe[drawn.seat] = hand.count();
                taken = 0;
            }
        });
    }
    // In the first, the third and the fourth row the table depends on the other's cards.
    let states = [(0, 0, 2), (0, 5, 3), (2, 4, 2), (2, 5, 3), (3, 4, 2)];
    assert!(seen.is_superset(&states.into()), "{seen:?}");

    let games = 100_000 * effort();
    let is_first = |&number: &u64| {
        let win = game.play_one(number, &mut stream, &|_| ());
        win.is_some_and(|win| win.seat as u64 == number % 2)
    };
    let first = (0..games).filter(is_first).count();
    let computed = DuelShares::solve(&optimum, &optimum).as_first;
    assert_share(first as u64, games, computed, &"who begins");
    assert!(computed > 0.52, "it matters who begins");
}

/// A card of a plain game.
#[derive(Debug, PartialEq)]
struct PlainCard {
    round: u64,
    seat: usize,
    card: Card,
    is_useful: bool,
    /// The safe cards of the player if the turn is over.
    safe_after: Option<Vec<Card>>,
}

/// A game that is played with a list of cards.
#[derive(Debug, PartialEq)]
struct PlainGame {
    cards: Vec<PlainCard>,
    /// The seat that has won; `None` if every player lacks a kind whose cards are all safe.
    winner: Option<usize>,
}

/// Plays a game with a list of cards for a draw pile, by the strategies `wanted`. `fetch` takes a
/// card from the draw pile; it is told whether that has just been filled, at the start or from the
/// discard pile.
fn play_plain_game(
    wanted: &[&str],
    starter: usize,
    mut fetch: impl FnMut(&mut Vec<Card>, bool) -> Card,
) -> PlainGame {
    const COPIES: [usize; 7] = [7, 7, 7, 7, 6, 6, 20];
    let seats = wanted.len();
    let (mut draw, mut discard) = (Vec::new(), Vec::new());
    discard.extend((0..7).flat_map(|card| vec![card; COPIES[card]]));
    let (mut safe, mut cards) = (vec![Vec::new(); seats], Vec::new());
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
            cards.push(PlainCard {
                round: (turn / seats) as u64 + 1,
                seat,
                card,
                is_useful,
                safe_after: is_over.then(|| safe[seat].clone()),
            });
        }
        let held = |kind: &Card| safe.iter().filter(|safe| safe.contains(kind)).count();
        let gone = (0..KINDS)
            .filter(|kind| held(kind) == COPIES[*kind])
            .collect_vec();
        let lacks = |safe: &Vec<Card>| gone.iter().any(|kind| !safe.contains(kind));
        let has_won = safe[seat].len() == KINDS;
        if has_won || safe.iter().all(lacks) {
            let winner = has_won.then_some(seat);
            return PlainGame { cards, winner };
        }
    }
    unreachable!()
}

/// The pile by counts against the pile by cards, with seeds 2021 and 60: mean rounds and shares
/// differ by at most four standard errors. So do the means of an independent program, with seed 7.
#[test]
fn the_pile_agrees_with_a_pile_of_cards() {
    let games = 1_000 * effort();
    let mut rng = random(60);
    let mut fetch = |draw: &mut Vec<Card>, is_new: bool| {
        if is_new {
            draw.shuffle(&mut rng);
        }
        draw.pop().unwrap()
    };
    for lineup in [
        "3,x,x,2,x,1",
        "2,x,2,x,1,1",
        "6,x,x,x,x,x",
        "2,x,2,x,1,1 3,x,x,2,x,1",
        "1,1,1,1,1,1 1,1,1,1,1,1 1,1,1,1,1,1 1,1,1,1,1,1 1,1,1,1,1,1",
    ] {
        let results = CardGame::new(policies(lineup), DrawMode::Pile).play(2021, 0, games, &|_| ());
        let lineup = lineup.split(' ').collect_vec();
        let (mut rounds, mut won) = (0, vec![0; lineup.len()]);
        for game in 0..games as usize {
            let plain = play_plain_game(&lineup, game % lineup.len(), &mut fetch);
            rounds += plain.cards.last().unwrap().round;
            won[plain.winner.unwrap()] += 1;
        }
        let variance = to_f64(results.variance().unwrap());
        let error = (2.0 * variance / games as f64).sqrt();
        let mean = rounds as f64 / games as f64;
        assert_near(to_f64(results.mean()), mean, 4.0 * error, &lineup);
        for (seat, won) in won.into_iter().enumerate() {
            let [share, plain_share] =
                [results.wins[seat], won].map(|wins| wins as f64 / games as f64);
            let error = (2.0 * share * (1.0 - share) / games as f64).sqrt();
            assert_near(share, plain_share, 4.0 * error, &(&lineup, seat));
        }
    }
    // The independent program's means of 200,000 games, with their standard errors.
    for (text, mean, error) in [
        ("3,x,x,2,x,1", 11.1720, 0.0098),
        ("2,x,2,x,1,1", 10.8210, 0.0080),
        ("6,x,x,x,x,x", 76.136, 0.170),
    ] {
        let games = 12_500 * effort();
        let results = CardGame::new(policies(text), DrawMode::Pile).play(7, 0, games, &|_| ());
        // The standard error of the difference is larger by this factor, as the other games
        // scatter, too.
        let error_factor = (1.0 + 200_000.0 / games as f64).sqrt();
        let limit = 4.0 * error * error_factor;
        assert_near(to_f64(results.mean()), mean, limit, &text);
    }
}

/// Every card of games with a pile, replayed with a list of cards: no card is drawn that is not
/// there, nothing but what the rules say happens, and a game ends without a winner as soon as every
/// player lacks a kind whose cards are all safe, and not before. Seed 2021.
#[test]
fn the_pile_keeps_its_cards() {
    for (strategy, seats) in [
        ("3,x,x,2,x,1", 1),
        ("3,x,x,2,x,1", 2),
        ("2,x,2,x,1,1", 7),
        ("1,1,1,1,1,1", 9),
    ] {
        let lineup = vec![strategy; seats];
        let game = CardGame::new(policies(&lineup.join(" ")), DrawMode::Pile);
        let mut stream = Stream::new(2021, [0; 2], 0);
        let games = 250 * effort();
        let mut unfinished = 0;
        for number in 0..games {
            let mut cards = Vec::new();
            let win = game.play_one(number, &mut stream, |drawn| cards.push(drawn));
            let mut next_cards = cards.iter();
            let plain = play_plain_game(&lineup, number as usize % seats, |pile, is_new| {
                let drawn = next_cards.next().expect("the game goes on");
                assert_eq!(drawn.is_after_shuffle, is_new && pile.len() < 60);
                let index = pile.iter().position(|&card| card == drawn.card);
                pile.swap_remove(index.expect("the card is there"))
            });
            let cards = cards
                .iter()
                .map(|drawn| PlainCard {
                    round: drawn.round,
                    seat: drawn.seat,
                    card: drawn.card,
                    is_useful: drawn.is_useful,
                    safe_after: drawn.safe_after.map(|hand: Hand| hand.kinds().collect()),
                })
                .collect();
            let winner = win.map(|win| win.seat);
            assert_eq!(plain, PlainGame { cards, winner });
            unfinished += usize::from(win.is_none());
        }
        // Seven can lack only the two kinds with six cards, one player each.
        assert_eq!(unfinished > 0, seats == 9, "{strategy} {unfinished}");
        if seats == 9 {
            let results = game.play(2021, 0, 20_000, &|_| ());
            assert_eq!(results.won() + results.unfinished, 20_000);
            let share = unfinished as f64 / games as f64;
            let counted = results.unfinished as f64 / 20_000.0;
            assert_near(
                share,
                counted,
                4.0 * (share / games as f64).sqrt(),
                &strategy,
            );
        }
    }
}

#[test]
fn thirty_two_strategies_differ_in_play() {
    let strategies = Strategy::all().collect_vec();
    assert_eq!(strategies.len(), 32);
    let mut steps = strategies
        .iter()
        .map(|strategy| strategy.steps().collect_vec());
    assert!(steps.all_unique());
    for strategy in &strategies {
        assert_eq!(strategy.to_string().parse(), Ok(*strategy));
    }
    for strategy in Strategy::studied() {
        assert!(strategies.contains(&strategy));
    }
}

/// Wilson's intervals of 8 wins in 10 games, of none in 20, as in Newcombe (1998), and of 20 in 20.
#[test]
fn intervals_are_those_of_wilson() {
    for (won, games, expected) in [
        (8, 10, [49.0162, 94.3318]),
        (0, 20, [0.0, 16.1125]),
        (20, 20, [83.8875, 100.0]),
    ] {
        let mut results = GameResults::default();
        results.wins[0] = won;
        results.unfinished = games - won;
        let interval = results.interval(0);
        (0..2).for_each(|end| assert_near(interval[end], expected[end], 1e-4, &won));
    }
}
