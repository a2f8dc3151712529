//! Six Jack: exact figures against independent ways to get them, and games by chance against the
//! exact figures.

use itertools::Itertools;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use wuerfelglueck::report::sixjack as report;
use wuerfelglueck::sixjack::exact::{self, Fraction};
use wuerfelglueck::sixjack::play::{Cards, Game, Results, STOPP, stream};
use wuerfelglueck::sixjack::player::Player;
use wuerfelglueck::sixjack::results::{self, Alone, Company};
use wuerfelglueck::sixjack::strategy::{Policy, Strategy};
use wuerfelglueck::sixjack::{KINDS, optimal};

use crate::support::process::read;

fn strategy(text: &str) -> Strategy {
    text.parse().unwrap()
}

fn float(value: Fraction) -> f64 {
    *value.numer() as f64 / *value.denom() as f64
}

const KINDS_MASK: usize = (1 << KINDS) - 1;

/// The entry for a number of safe cards, straight from the text.
fn entry(text: &str, safe: usize) -> usize {
    let word = text.split(',').nth(safe).unwrap();
    word.parse().unwrap_or(1)
}

/// `next[safe]`: the probabilities of the sets of safe cards after a turn that starts with the set
/// `safe` and wants so many cards, card by card over sets.
fn turn(safe: usize, wanted: usize) -> Vec<f64> {
    let mut next = vec![0.0; KINDS_MASK + 1];
    // The probability of each set taken so far, the turn going on.
    let mut taken = vec![0.0; KINDS_MASK + 1];
    taken[0] = 1.0;
    for _card in 0..400 {
        let mut then = vec![0.0; KINDS_MASK + 1];
        for (set, probability) in taken.iter().enumerate().filter(|(_, p)| **p > 0.0) {
            next[safe] += probability / 3.0;
            for kind in 0..KINDS {
                let card = 1 << kind;
                if (safe | set) & card != 0 {
                    then[set] += probability / 9.0;
                    continue;
                }
                let more = set | card;
                let all = safe | more == KINDS_MASK;
                if all || more.count_ones() as usize == wanted {
                    next[safe | more] += probability / 9.0;
                } else {
                    then[more] += probability / 9.0;
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
    let matrix: Vec<Vec<f64>> = (0..=KINDS_MASK)
        .map(|safe: usize| match safe.count_ones() as usize {
            KINDS => (0..=KINDS_MASK).map(|set| f64::from(set == safe)).collect(),
            count => turn(safe, entry(text, count)),
        })
        .collect();
    let mut at = vec![0.0; KINDS_MASK + 1];
    at[0] = 1.0;
    (0..rounds)
        .map(|_| {
            let left = 1.0 - at[KINDS_MASK];
            let mut then = vec![0.0; KINDS_MASK + 1];
            for (probability, row) in at.iter().zip(&matrix) {
                if *probability > 0.0 {
                    for (then, move_there) in then.iter_mut().zip(row) {
                        *then += probability * move_there;
                    }
                }
            }
            at = then;
            left
        })
        .collect()
}

trait Near {
    fn near_to(self, other: f64, error: f64) -> bool;
}

impl Near for f64 {
    fn near_to(self, other: f64, error: f64) -> bool {
        (self - other).abs() <= error
    }
}

/// Of all 32 strategies: means, variances, quantiles.
#[test]
fn alone_as_the_powers_of_the_transition_matrix() {
    for strategy in Strategy::all() {
        let not_done = not_done(&strategy.to_string(), 3000);
        let mean: f64 = not_done.iter().sum();
        let squares: f64 = not_done
            .iter()
            .enumerate()
            .map(|(round, left)| (2 * round + 1) as f64 * left)
            .sum();
        let variance = squares - mean * mean;
        assert!(
            float(exact::mean(&strategy)).near_to(mean, 1e-8),
            "{strategy}"
        );
        assert!(
            float(exact::variance(&strategy)).near_to(variance, 1e-5),
            "{strategy}"
        );
        let rounds = exact::outcome(&[strategy.policy()]);
        assert!(rounds.wins[0][0].near_to(1.0, 1e-10), "{strategy}");
        assert!(rounds.mean().near_to(mean, 1e-8), "{strategy}");
        assert!(
            rounds.deviation().near_to(variance.sqrt(), 1e-6),
            "{strategy}"
        );
        for level in [0.01, 0.5, 0.99] {
            let quantile = not_done.iter().position(|left| 1.0 - left >= level);
            assert_eq!(Some(rounds.quantile(level)), quantile, "{strategy} {level}");
            // No rounding decides it.
            let quantile = rounds.quantile(level);
            assert_eq!(rounds.quantile(level - 1e-7), quantile);
            assert_eq!(rounds.quantile(level + 1e-7), quantile);
        }
    }
}

/// By hand: 1/q for each step, and from q the variance (1 − q)/q².
#[test]
fn closed_forms() {
    for (text, mean, variance) in [
        // 6/9 · 5/8 · 4/7 · 3/6 · 2/5 · 1/4 = 1/84.
        ("6,x,x,x,x,x", (84, 1), (83 * 84, 1)),
        // 9/6 + 8/5 + 7/4 + 6/3 + 5/2 + 4/1.
        ("1,1,1,1,1,1", (267, 20), (8309, 400)),
        // 12/5 + 7/2 + 5/2 + 4.
        ("2,x,2,x,1,1", (62, 5), (1393, 50)),
        // 21/5 + 5 + 4.
        ("3,x,x,2,x,1", (66, 5), (1136, 25)),
        // 3/2 + 56.
        ("1,5,x,x,x,x", (115, 2), (12323, 4)),
    ] {
        let strategy = strategy(text);
        assert_eq!(exact::mean(&strategy), Fraction::new(mean.0, mean.1));
        assert_eq!(
            exact::variance(&strategy),
            Fraction::new(variance.0, variance.1)
        );
    }
}

/// What seats win in per cent, and the rounds of a game, by an independent program that follows whole games turn by turn
/// over sets of cards, without the formulas.
#[test]
fn shares_of_an_independent_program() {
    let figures = read("tests/fixtures/sixjack_anteile.txt");
    for line in figures.lines().filter(|line| !line.starts_with('#')) {
        let [players, shares, mean, deviation] = line.split(" | ").collect_array().unwrap();
        let number = |text: &str| text.parse::<f64>().unwrap();
        let outcome = exact::outcome(&policies(&players.split(' ').collect_vec()));
        for (seat, share) in shares.split(' ').map(number).enumerate() {
            assert!((100.0 * outcome.share(seat)).near_to(share, 1e-8), "{line}");
        }
        assert!(outcome.mean().near_to(number(mean), 1e-9), "{line}");
        assert!(
            outcome.deviation().near_to(number(deviation), 1e-9),
            "{line}"
        );
    }
}

/// The formula for any number of players, and following both players' cards, agree for two.
#[test]
fn two_ways_to_compute_a_game_of_two() {
    for pair in Strategy::all().combinations_with_replacement(2) {
        let pair = [pair[0].policy(), pair[1].policy()];
        let product = exact::independent(&pair);
        let joint = exact::duel(pair.each_ref());
        for (seat, place) in (0..2).cartesian_product(0..2) {
            assert!(product.wins[seat][place].near_to(joint.wins[seat][place], 1e-11));
        }
        assert!((product.share(0) + product.share(1)).near_to(1.0, 1e-11));
        assert!(product.mean().near_to(joint.mean(), 1e-9));
    }
}

/// Seats whose games are the same have the very same share, so that their order is that of seats.
#[test]
fn equal_seats_tie() {
    let [one, other] = ["3,x,x,2,x,1", "2,x,2,x,1,1"].map(|text| strategy(text).policy());
    for players in [vec![one; 9], vec![one; 7], [one, other].repeat(3)] {
        let outcome = exact::outcome(&players);
        let shares: Vec<f64> = (0..players.len()).map(|seat| outcome.share(seat)).collect();
        for (seat, share) in shares.iter().enumerate() {
            assert_eq!(
                *share,
                shares[seat % if players[0] == players[1] { 1 } else { 2 }]
            );
        }
    }
}

/// What a player that is about to move, and one that is about to wait, wins by chance, from a value
/// iteration that treats all states and cards alike, sweep by sweep.
struct Plain {
    move_next: [[f64; KINDS]; KINDS],
    wanted: [[usize; KINDS]; KINDS],
}

impl Plain {
    /// Against a policy, or, without one, against another that does its best.
    fn solve(opponent: Option<&Policy>) -> Plain {
        let mut move_next = [[0.5; KINDS]; KINDS];
        let mut wanted = [[0; KINDS]; KINDS];
        let card = |has: usize| (KINDS - has) as f64 / (KINDS - has + 3) as f64;
        for _sweep in 0..600 {
            let before = move_next;
            // The opponent wins its turn card by card.
            let wait = |own: usize, other: usize| match opponent {
                None => 1.0 - before[other][own],
                Some(policy) => {
                    let mut success = 1.0;
                    let mut has = other;
                    while has < other + policy.wanted(other, own) {
                        success *= card(has);
                        has += 1;
                    }
                    let then = if has == KINDS { 0.0 } else { before[own][has] };
                    success * then + (1.0 - success) * before[own][other]
                }
            };
            for (own, other) in (0..KINDS).cartesian_product(0..KINDS) {
                // The value of the turn if it stops with so many cards more: the best is wanted.
                let (best, value) = (1..=KINDS - own)
                    .map(|k| {
                        let success: f64 = (own..own + k).map(card).product();
                        let then = if own + k == KINDS {
                            1.0
                        } else {
                            wait(own + k, other)
                        };
                        (k, success * then + (1.0 - success) * wait(own, other))
                    })
                    .max_by(|a, b| a.1.total_cmp(&b.1))
                    .unwrap();
                move_next[own][other] = value;
                wanted[own][other] = best;
            }
        }
        Plain { move_next, wanted }
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
    for (own, other) in (0..KINDS).cartesian_product(0..KINDS) {
        assert_eq!(optimum.wanted(own, other), table[own][other]);
    }
    let played = exact::duel([&optimum, &optimum]);
    assert!(played.wins[0][0].near_to(plain.move_next[0][0], 1e-12));
    assert!(played.wins[0][0].near_to(0.529435399788, 1e-12));
    assert_eq!(played.share(0), played.share(1));
    assert!(played.share(0).near_to(0.5, 1e-12));
}

/// A policy with one other entry.
fn with(mut policy: Policy, own: usize, other: usize, wanted: usize) -> Policy {
    policy.0[own][other] = wanted;
    policy
}

/// Best replies are at least as good as the optimum and as every fixed strategy, no change of an
/// entry improves them, and they win as often as an independent value iteration says. The optimum is the best reply to itself.
#[test]
fn best_replies() {
    let optimum = optimal::equilibrium();
    let opponents = Strategy::all().map(|strategy| strategy.policy());
    for opponent in opponents.chain([optimum]) {
        let reply = optimal::best_reply(&opponent);
        let wins = exact::duel([&reply, &opponent]).wins;
        let plain = Plain::solve(Some(&opponent));
        assert!(wins[0][0].near_to(plain.move_next[0][0], 1e-12));
        let others = (0..KINDS)
            .cartesian_product(0..KINDS)
            .cartesian_product(1..=KINDS)
            .map(|((own, other), wanted)| with(reply, own, other, wanted.min(KINDS - own)))
            .chain(Strategy::all().map(|strategy| strategy.policy()))
            .chain([optimum]);
        for policy in others {
            let other = exact::duel([&policy, &opponent]).wins;
            assert!(other[0][0] <= wins[0][0] + 1e-13);
            assert!(other[0][1] <= wins[0][1] + 1e-13);
        }
    }
    assert_eq!(optimal::best_reply(&optimum), optimum);
}

/// From the independent program.
#[test]
fn gains_of_an_independent_program() {
    for (text, first, second) in [
        ("3,x,x,2,x,1", 54.70928498, 49.40083595),
        ("2,x,2,x,1,1", 53.19357201, 47.21496403),
    ] {
        let opponent = strategy(text).policy();
        let wins = exact::duel([&optimal::best_reply(&opponent), &opponent]).wins;
        assert!((100.0 * wins[0][0]).near_to(first, 1e-8));
        assert!((100.0 * wins[0][1]).near_to(second, 1e-8));
    }
    let claimed = Strategy::claimed().policy();
    let share = exact::duel([&optimal::equilibrium(), &claimed]).share(0);
    assert!((100.0 * share).near_to(52.03953454, 1e-8));
}

/// The sentence follows from the figures, whatever is claimed.
#[test]
fn verdicts_follow_from_the_figures() {
    let verdict = |text: &str| {
        let claim = Alone::solved(&strategy(text));
        let mut text = String::new();
        let sheet = report::study(results::ranked(), None, Some(claim));
        sheet.write_text(&mut text).unwrap();
        text.lines().last().unwrap().to_string()
    };
    assert_eq!(
        verdict("2,x,2,x,1,1"),
        "Die Behauptung der Seite, 2,x,2,x,1,1 sei die beste Strategie, stimmt für einen Computer allein: er braucht damit im \
         Mittel 62/5 = 12.40 Runden; das Mittel aus 50 Spielen, auf das sie sich stützt, hat einen Standardfehler von 0.75 \
         Runden. Was gegen mehrere am besten ist, zeigt --optimal --spieler N."
    );
}

/// The closed sum over places is the formula for any players; and the page's strategy is the best reply to that which is
/// best alone from three players on.
#[test]
fn company_is_a_game_of_several() {
    let [page, alone] = ["3,x,x,2,x,1", "2,x,2,x,1,1"].map(strategy);
    for seats in 2..=9 {
        for (own, others) in [(page, alone), (alone, page), (alone, alone)] {
            let mut players = vec![others.policy(); seats];
            players[0] = own.policy();
            let share = exact::share_against(&own.policy(), &others.policy(), seats);
            assert!(share.near_to(exact::independent(&players).share(0), 1e-12));
        }
        let company = Company::new(seats, Some(alone));
        let best = company.replies[0].1[0];
        assert_eq!(best.0 == page, seats >= 3, "{seats}");
        for (number, share) in [(4, 26.3), (6, 19.1), (9, 14.2)] {
            assert!(seats != number || (100.0 * best.1).near_to(share, 0.05));
        }
    }
}

/// Of three of which the first is certainly the best, the others share the ranks behind it.
#[test]
fn uncertain_ranks_are_shared() {
    let ranks = results::possible_ranks(3, |one, other| one == 0 && other > 0);
    assert_eq!(ranks, [[1, 1], [2, 3], [2, 3]]);
}

fn policies(texts: &[&str]) -> Vec<Policy> {
    texts
        .iter()
        .map(|text| text.parse::<Player>().unwrap().policy())
        .collect()
}

/// Means, variances and the least of a study by chance, with seed 2021, of all studied strategies.
#[test]
fn games_alone_agree_with_the_exact_figures() {
    let games = 100_000;
    for (number, strategy) in Strategy::studied().into_iter().enumerate() {
        let game = Game::new(vec![strategy.policy()], Cards::Independent);
        let tally = game.play(2021, number, games, |_| ());
        assert_eq!(tally.won(), games);
        let [mean, variance] = [exact::mean(&strategy), exact::variance(&strategy)].map(float);
        let error = (variance / games as f64).sqrt();
        let sample = float(tally.mean());
        assert!(sample.near_to(mean, 4.0 * error), "{strategy} {sample}");
        // The kurtosis of a sum of geometrics is at most about 9, that of a single one.
        let error = variance * (8.0 / games as f64).sqrt();
        let sample = float(tally.variance().unwrap());
        assert!(sample.near_to(variance, 4.0 * error), "{strategy} {sample}");
        let least = strategy.steps().count() as u64;
        assert!(tally.best.unwrap().rounds >= least);
        assert!(tally.most > least);
    }
}

/// Shares by chance within four standard errors of the exact ones, with seed 2021.
#[test]
fn win_shares_agree_with_the_exact_ones() {
    let studied = Strategy::studied().map(|strategy| strategy.to_string());
    let mut tables: Vec<Vec<&str>> = studied
        .iter()
        .map(|strategy| vec![strategy.as_str(), "3,x,x,2,x,1"])
        .collect();
    tables.push(studied.iter().map(String::as_str).take(9).collect());
    tables.push(vec!["2,x,2,x,1,1"; 5]);
    tables.push(vec!["3,x,x,2,x,1", "2,x,2,x,1,1", "1,1,1,1,1,1"]);
    for table in tables {
        compare(&table);
    }
    // The adaptive player, too.
    for table in [
        ["optimal"; 2],
        ["optimal", "3,x,x,2,x,1"],
        ["2,x,2,x,1,1", "optimal"],
    ] {
        compare(&table);
    }
}

fn compare(table: &[&str]) {
    let games = 100_000;
    let policies = policies(table);
    let outcome = exact::outcome(&policies);
    let tally = Game::new(policies, Cards::Independent).play(2021, 0, games, |_| ());
    for seat in 0..table.len() {
        let share = outcome.share(seat);
        let error = (share * (1.0 - share) / games as f64).sqrt();
        let sample = tally.wins[seat] as f64 / games as f64;
        assert!(
            sample.near_to(share, 4.0 * error),
            "{table:?} {seat}: {sample} {share}"
        );
    }
    let error = outcome.deviation() / (games as f64).sqrt();
    let mean = float(tally.mean());
    assert!(mean.near_to(outcome.mean(), 4.0 * error), "{table:?}");
}

/// The adaptive player says STOPP! with as many cards as its table has for both players' safe ones,
/// in 2000 games with seed 2021; and whoever begins wins as often as computed.
#[test]
fn the_optimum_is_played_by_its_table() {
    let optimum = optimal::equilibrium();
    let game = Game::new(policies(&["optimal", "optimal"]), Cards::Independent);
    let mut stream = stream(2021, 0, 0);
    let mut seen = Vec::new();
    for number in 0..2000 {
        let mut safe = [0, 0];
        let mut taken = 0;
        game.play_one(number, &mut stream, |_, mover, draw| {
            assert!(!draw.shuffled, "there is no pile");
            taken += usize::from(draw.useful);
            if let Some(hand) = draw.safe {
                if draw.card != STOPP {
                    assert_eq!(taken, optimum.wanted(safe[mover], safe[1 - mover]));
                    seen.push((safe[mover], safe[1 - mover], taken));
                }
                safe[mover] = hand.count();
                taken = 0;
            }
        });
    }
    // In the first and the third row the table depends on the other's cards.
    for state in [(0, 0, 2), (0, 5, 3), (2, 4, 2), (2, 5, 3), (3, 4, 2)] {
        assert!(seen.contains(&state), "{state:?}");
    }

    let games = 1_000_000;
    let first = (0..games)
        .filter(|&number| {
            let win = game.play_one(number, &mut stream, |_, _, _| ());
            win.is_some_and(|win| win.seat as u64 == number % 2)
        })
        .count();
    let computed = exact::duel([&optimum, &optimum]).wins[0][0];
    let error = (computed * (1.0 - computed) / games as f64).sqrt();
    let share = first as f64 / games as f64;
    assert!(share.near_to(computed, 4.0 * error), "{share} {computed}");
    assert!(computed - 0.5 > 20.0 * error);
}

/// A game with a pile of real cards, in a row, the top one last.
fn plain_pile_game(wanted: &[&str], starter: usize, rng: &mut Xoshiro256PlusPlus) -> (usize, u64) {
    const STOPP: usize = 6;
    let mut draw: Vec<usize> = [7, 7, 7, 7, 6, 6, 20]
        .into_iter()
        .enumerate()
        .flat_map(|(card, copies)| vec![card; copies])
        .collect();
    draw.shuffle(rng);
    let mut discard = Vec::new();
    let mut safe = vec![Vec::new(); wanted.len()];
    for round in 1.. {
        for seat in (0..wanted.len()).map(|place| (starter + place) % wanted.len()) {
            let wants = entry(wanted[seat], safe[seat].len());
            let mut taken = Vec::new();
            loop {
                if draw.is_empty() {
                    draw.append(&mut discard);
                    draw.shuffle(rng);
                }
                let card = draw.pop().unwrap();
                if card == STOPP {
                    discard.push(card);
                    discard.append(&mut taken);
                    break;
                }
                if safe[seat].contains(&card) || taken.contains(&card) {
                    discard.push(card);
                    continue;
                }
                taken.push(card);
                if safe[seat].len() + taken.len() == 6 {
                    return (seat, round);
                }
                if taken.len() == wants {
                    safe[seat].append(&mut taken);
                    break;
                }
            }
        }
    }
    unreachable!()
}

/// The pile by counts against the pile by cards, with seeds 2021 and 60: means, deviations and
/// shares differ by at most four standard errors.
#[test]
fn the_pile_agrees_with_a_pile_of_cards() {
    let games = 40_000;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(60);
    for table in [
        vec!["3,x,x,2,x,1"],
        vec!["2,x,2,x,1,1"],
        vec!["6,x,x,x,x,x"],
        vec!["2,x,2,x,1,1", "3,x,x,2,x,1"],
        vec!["1,1,1,1,1,1"; 5],
    ] {
        let tally = Game::new(policies(&table), Cards::Pile).play(2021, 0, games, |_| ());
        let played = (0..games)
            .map(|game| plain_pile_game(&table, game as usize % table.len(), &mut rng))
            .collect_vec();
        let mean = played.iter().map(|&(_, rounds)| rounds as f64).sum::<f64>() / games as f64;
        let variance = float(tally.variance().unwrap());
        let error = (2.0 * variance / games as f64).sqrt();
        let counted = float(tally.mean());
        assert!(
            counted.near_to(mean, 4.0 * error),
            "{table:?} {counted} {mean}"
        );
        for seat in 0..table.len() {
            let won = played.iter().filter(|&&(winner, _)| winner == seat).count();
            let [share, other] = [tally.wins[seat], won as u64].map(|n| n as f64 / games as f64);
            let error = (2.0 * share * (1.0 - share) / games as f64).sqrt();
            assert!(share.near_to(other, 4.0 * error), "{table:?} {seat}");
        }
    }
    // The independent program's means of 200,000 games, with their standard errors.
    for (text, mean, error) in [
        ("3,x,x,2,x,1", 11.1720, 0.0098),
        ("2,x,2,x,1,1", 10.8210, 0.0080),
        ("6,x,x,x,x,x", 76.136, 0.170),
    ] {
        let tally = Game::new(policies(&[text]), Cards::Pile).play(7, 0, 200_000, |_| ());
        let counted = float(tally.mean());
        assert!(
            counted.near_to(mean, 4.0 * error * 2f64.sqrt()),
            "{text} {counted}"
        );
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
        const ALL: [usize; 7] = [7, 7, 7, 7, 6, 6, 20];
        let game = Game::new(policies(&vec![strategy; seats]), Cards::Pile);
        let mut stream = stream(2021, 0, 0);
        let mut unfinished = 0;
        for number in 0..1000 {
            let mut draw = ALL;
            let mut discard = [0; 7];
            let mut taken = Vec::new();
            let mut safe = vec![Vec::new(); seats];
            // The seat of the last turn, and whether it goes on.
            let mut mover = (number as usize + seats - 1) % seats;
            let mut goes_on = false;
            let mut turns = 0;
            let mut over = false;
            let win = game.play_one(number, &mut stream, |round, seat, card| {
                assert!(!over);
                if !goes_on {
                    mover = (mover + 1) % seats;
                    turns += 1;
                }
                assert_eq!((round, seat), ((turns - 1) / seats as u64 + 1, mover));
                if card.shuffled {
                    assert_eq!(draw, [0; 7]);
                    draw = std::mem::take(&mut discard);
                }
                let index = card.card;
                assert!(draw[index] > 0);
                draw[index] -= 1;
                let has = safe[mover].contains(&index) || taken.contains(&index);
                assert_eq!(card.useful, index != STOPP && !has);
                if card.useful {
                    taken.push(index);
                } else {
                    discard[index] += 1;
                }
                let before = safe[mover].len();
                let wanted = entry(strategy, before).min(6 - before);
                assert_eq!(card.safe.is_some(), index == STOPP || taken.len() == wanted);
                goes_on = card.safe.is_none();
                if let Some(hand) = card.safe {
                    if index == STOPP {
                        for kind in taken.drain(..) {
                            discard[kind] += 1;
                        }
                    }
                    safe[mover].append(&mut taken);
                    safe[mover].sort_unstable();
                    assert_eq!(hand.kinds().collect_vec(), safe[mover]);
                    let held: usize = safe.iter().map(Vec::len).sum();
                    let there: usize = draw.iter().chain(&discard).sum();
                    assert_eq!(held + there, 60);
                    let none_left = |kind: &usize| draw[*kind] + discard[*kind] == 0;
                    over = safe[mover].len() == 6
                        || safe
                            .iter()
                            .all(|safe| (0..6).filter(none_left).any(|kind| !safe.contains(&kind)));
                }
            });
            assert!(over);
            assert_eq!(
                win.map(|win| win.seat),
                (safe[mover].len() == 6).then_some(mover)
            );
            unfinished += usize::from(win.is_none());
        }
        // Seven can lack only the two kinds with six cards, one player each.
        assert_eq!(unfinished > 0, seats == 9, "{strategy} {unfinished}");
        if seats == 9 {
            let tally = game.play(2021, 0, 20_000, |_| ());
            assert_eq!(tally.won() + tally.unfinished, 20_000);
            let share = unfinished as f64 / 1000.0;
            let counted = tally.unfinished as f64 / 20_000.0;
            assert!(share.near_to(counted, 4.0 * (share / 1000.0).sqrt()));
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
    assert!(
        Strategy::studied()
            .into_iter()
            .all(|one| all.contains(&one))
    );
}

/// Wilson's interval of 8 wins in 10 games (Newcombe 1998), and its ends at 0 and 100 %.
#[test]
fn intervals_are_those_of_wilson() {
    for (won, games, [low, high]) in [
        (8, 10, [49.0162, 94.3318]),
        (0, 20, [0.0, 16.1125]),
        (20, 20, [83.8875, 100.0]),
    ] {
        let mut results = Results::default();
        results.wins[0] = won;
        results.unfinished = games - won;
        let interval = results.interval(0);
        assert!(interval[0].near_to(low, 1e-4), "{interval:?}");
        assert!(interval[1].near_to(high, 1e-4), "{interval:?}");
    }
}
