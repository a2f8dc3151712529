//! `beispiele/unterschiede.txt`: dice whose lists tell rule sets apart, and how they were found.

use std::collections::HashMap;

use itertools::Itertools;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;
use wuerfelglueck::diagnose::Hypothesis;
use wuerfelglueck::dice::Die;
use wuerfelglueck::engine::games::{Duel, Tally};
use wuerfelglueck::engine::starters::Starters;
use wuerfelglueck::rules::Rules;
use wuerfelglueck::stream::BLOCK;
use wuerfelglueck::tournament::Scoring;

use super::{files, hypothesis, up_to_one};
use crate::support::all_tables;

/// The games per pairing of the lists that are to be told apart.
const LISTED: f64 = 4_000.0;
/// The variance of rounding a share to two decimals of a per cent.
const ROUNDING: f64 = 1e-8 / 12.0;

/// The rule sets to be told apart: with at most one deviation, and who begins under `wlr`.
fn compared() -> Vec<Hypothesis> {
    let wlr = ["wlr+auswuerfeln", "wlr+erster-beginnt"].map(hypothesis);
    up_to_one().into_iter().chain(wlr).collect()
}

/// Games of some pairings under some rule sets, with seats that take turns.
type Played = HashMap<Rules, HashMap<[usize; 2], Tally>>;

/// Plays pairings of these dice; the first die plays seat 0.
fn play(dice: &[Die], pairings: &[[usize; 2]], games: u64, seed: u64) -> Played {
    let rules = compared()
        .into_iter()
        .map(|one| one.rules.with_turns())
        .unique();
    let play = |rules: Rules| {
        let tables = all_tables(dice, rules);
        let play = |&pairing: &[usize; 2]| {
            let duel = Duel::new(&tables, pairing);
            // Games without end tell little and take long.
            let first = duel.play(seed, 2 * BLOCK, 0..1).tally;
            let blocks = if first.cut_off > BLOCK / 4 {
                0..1
            } else {
                0..games / BLOCK
            };
            (pairing, duel.play(seed, games, blocks).tally)
        };
        // Only under wlr it makes a difference which die plays which seat.
        let is_played = |&&[one, other]: &&[usize; 2]| one < other || rules.has_seats();
        let once = pairings.par_iter().filter(is_played).map(play);
        let mut tallies: HashMap<[usize; 2], Tally> = once.collect();
        for &[one, other] in pairings {
            if let (false, Some(&tally)) = (
                tallies.contains_key(&[one, other]),
                tallies.get(&[other, one]),
            ) {
                let [[a, b], [c, d]] = tally.wins;
                let wins = [[d, c], [b, a]];
                tallies.insert([one, other], Tally { wins, ..tally });
            }
        }
        (rules, tallies)
    };
    rules.map(play).collect()
}

/// What the two dice of a pairing win on average in a game, the variances and the covariance of that, and the games that
/// it comes from.
fn outcome(tally: &Tally, starters: Starters, scoring: Scoring) -> ([f64; 2], [f64; 3], f64) {
    let half = tally.games() as f64 / 2.0;
    let draw = (scoring.win() - 1) as f64 / scoring.win() as f64;
    let mut wins = [0.0; 2];
    for (won, weight) in tally
        .wins
        .iter()
        .zip([1.0 - starters.seat_1_begins(), starters.seat_1_begins()])
    {
        for seat in 0..2 {
            wins[seat] += weight * won[seat] as f64 / half;
        }
    }
    let drawn = 1.0 - wins[0] - wins[1];
    let means = wins.map(|won| won + draw * drawn);
    let square = draw * draw * drawn;
    let variance = |seat: usize| wins[seat] + square - means[seat] * means[seat];
    let both = square - means[0] * means[1];
    (means, [variance(0), variance(1), both], 2.0 * half)
}

/// For a list of these dice, in this order: its shares, and their covariance for one game per pairing.
struct Expected {
    shares: Vec<f64>,
    covariance: Vec<Vec<f64>>,
    /// The games that it comes from, and under which rules they were played.
    games: f64,
    rules: Rules,
}

fn expected(dice: &[Die], chosen: &[usize], played: &Played, under: Hypothesis) -> Expected {
    let number = chosen.len();
    let opponents = (number - 1) as f64;
    let mut shares = vec![0.0; number];
    let mut covariance = vec![vec![0.0; number]; number];
    let mut least = f64::INFINITY;
    for [one, other] in (0..number).array_combinations() {
        let pairing = [chosen[one], chosen[other]];
        let tally = &played[&under.rules.with_turns()][&pairing];
        let starters = Starters::of_dice(under.rules, pairing.map(|die| &dice[die]));
        let (means, [first, second, both], games) = outcome(tally, starters, under.scoring);
        least = least.min(games);
        shares[one] += means[0] / opponents;
        shares[other] += means[1] / opponents;
        let scale = 1.0 / (opponents * opponents);
        covariance[one][one] += scale * first;
        covariance[other][other] += scale * second;
        covariance[one][other] += scale * both;
        covariance[other][one] += scale * both;
    }
    Expected {
        shares,
        covariance,
        games: least,
        rules: under.rules.with_turns(),
    }
}

/// The number of standard errors between the lists of two rule sets, less what the error of the shares makes of it.
fn distance(one: &Expected, other: &Expected) -> f64 {
    let number = one.shares.len();
    let part = |row: usize, column: usize| {
        (one.covariance[row][column] + other.covariance[row][column]) / 2.0
    };
    let matrix = (0..number).map(|row| {
        let values = (0..number).map(|column| {
            let rounding = if row == column { ROUNDING } else { 0.0 };
            part(row, column) / LISTED + rounding
        });
        values.collect_vec()
    });
    let mut columns = vec![
        one.shares
            .iter()
            .zip(&other.shares)
            .map(|(one, other)| one - other)
            .collect_vec(),
    ];
    columns
        .extend((0..number).map(|column| (0..number).map(|row| part(row, column)).collect_vec()));
    let solved = solve(matrix.collect(), columns.clone());
    let square: f64 = columns[0]
        .iter()
        .zip(&solved[0])
        .map(|(one, other)| one * other)
        .sum();
    let trace: f64 = (0..number).map(|index| solved[index + 1][index]).sum();
    let noise = match one.rules == other.rules {
        // Of the same games the errors are the same, by and large.
        true => 0.0,
        false => trace * (1.0 / one.games + 1.0 / other.games),
    };
    (square - noise).max(0.0).sqrt()
}

/// Solves linear equations with a positive definite matrix for several right-hand sides.
fn solve(mut matrix: Vec<Vec<f64>>, mut sides: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let number = matrix.len();
    for pivot in 0..number {
        for row in 0..number {
            if row != pivot {
                let factor = matrix[row][pivot] / matrix[pivot][pivot];
                let from = matrix[pivot].clone();
                matrix[row]
                    .iter_mut()
                    .zip(&from)
                    .for_each(|(to, from)| *to -= factor * from);
                sides
                    .iter_mut()
                    .for_each(|side| side[row] -= factor * side[pivot]);
            }
        }
    }
    for side in &mut sides {
        (0..number).for_each(|row| side[row] /= matrix[row][row]);
    }
    sides
}

/// The distances of all pairs of rule sets on a file of these dice, the least first.
fn distances(dice: &[Die], chosen: &[usize], played: &Played) -> Vec<(f64, [Hypothesis; 2])> {
    let all = compared();
    let lists = all
        .iter()
        .map(|&under| expected(dice, chosen, played, under))
        .collect_vec();
    let pairs = (0..all.len())
        .array_combinations()
        .map(|[one, other]| (distance(&lists[one], &lists[other]), [all[one], all[other]]));
    pairs
        .sorted_by(|one, other| one.0.total_cmp(&other.0))
        .collect()
}

/// What a search makes small: by how much distances fall short of what is wanted, squared.
fn shortfall(dice: &[Die], chosen: &[usize], played: &Played) -> f64 {
    /// A little more than six standard errors.
    const WANTED: f64 = 6.8;
    /// At most one game of so many may be without end.
    const SELDOM: u64 = 8;
    let is_endless = (0..chosen.len()).array_combinations().any(|[one, other]| {
        let pairing = [chosen[one], chosen[other]];
        let mut tallies = played.values().map(|tallies| tallies[&pairing]);
        tallies.any(|tally| SELDOM * tally.cut_off > tally.games())
    });
    if is_endless {
        return f64::INFINITY;
    }
    let distances = distances(dice, chosen, played).into_iter();
    distances
        .map(|(distance, _)| (WANTED - distance).max(0.0).powi(2))
        .sum()
}

/// Dice that may tell something: with small faces and many 6s, with large faces, which make games so short that it
/// matters who begins, and without a 6.
const POOL: [&[u32]; 40] = [
    &[1, 6],
    &[1, 1, 6],
    &[1, 6, 6],
    &[1, 6, 6, 6],
    &[1, 6, 6, 6, 6, 6],
    &[1, 2, 6],
    &[1, 2, 6, 6],
    &[1, 3, 6],
    &[1, 5, 6, 6],
    &[1, 2, 3, 6],
    &[2, 3, 4, 5, 6],
    &[1, 2, 3, 4, 5, 6],
    &[1, 6, 8],
    &[1, 6, 10],
    &[1, 6, 12, 12],
    &[1, 6, 14, 14],
    &[1, 6, 16, 16],
    &[1, 6, 17],
    &[1, 6, 18, 18],
    &[1, 6, 20],
    &[1, 6, 20, 20],
    &[1, 6, 19, 20],
    &[1, 6, 6, 20],
    &[1, 6, 6, 17, 17],
    &[1, 6, 6, 6, 6, 20],
    &[6, 20],
    &[2, 6],
    &[2, 4, 6],
    &[2, 3, 6],
    &[3, 4, 5, 6],
    &[1, 6, 20, 20, 20],
    &[1, 6, 18, 18, 18],
    &[1, 6, 16, 16, 16],
    &[1, 1, 6, 20],
    &[1, 1, 6, 6, 20, 20],
    &[1, 4, 6, 6],
    &[1, 2],
    &[3, 4],
    &[2, 3, 4],
    &[1, 2, 5],
];

/// The search that has found the file: exchange of single dice, from a pool, four times. Of the four files the one was
/// taken whose least distance is the largest. Seeds 8 and 80 to 83.
#[test]
#[ignore = "a search of three minutes: not part of any check"]
fn search() {
    const CHOSEN: usize = 9;
    const STEPS: usize = 4_000;
    let dice: Vec<Die> = POOL
        .iter()
        .filter_map(|faces| Die::new(faces.to_vec()))
        .collect();
    let pool = dice.len();
    let pairings = (0..pool)
        .cartesian_product(0..pool)
        .filter(|(one, other)| one != other);
    let pairings = pairings.map(|(one, other)| [one, other]).collect_vec();
    let played = play(&dice, &pairings, 1 << 14, 8);
    let runs = (0..4u64).into_par_iter().map(|run| {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(80 + run);
        let mut chosen: Vec<usize> = Vec::new();
        while chosen.len() < CHOSEN {
            let die = rng.random_range(0..pool);
            if !chosen.contains(&die) {
                chosen.push(die);
            }
        }
        let mut best = shortfall(&dice, &chosen, &played);
        for step in 0..STEPS {
            let mut next = chosen.clone();
            let place = rng.random_range(0..CHOSEN);
            if rng.random_range(0..4) == 0 {
                next.swap(place, rng.random_range(0..CHOSEN));
            } else {
                let die = rng.random_range(0..pool);
                if next.contains(&die) {
                    continue;
                }
                next[place] = die;
            }
            let worth = shortfall(&dice, &next, &played);
            let patience = 4.0 * (1.0 - step as f64 / STEPS as f64).powi(2);
            if worth <= best + patience * rng.random::<f64>() {
                (chosen, best) = (next, worth);
            }
        }
        (best, chosen)
    });
    let runs: Vec<(f64, Vec<usize>)> = runs.collect();
    for (shortfall, chosen) in runs
        .iter()
        .sorted_by(|one, other| one.0.total_cmp(&other.0))
    {
        println!("shortfall {shortfall:.2}");
        for &die in chosen {
            let faces = dice[die].faces();
            println!("{} {}", faces.len(), faces.iter().join(" "));
        }
        for (distance, [one, other]) in distances(&dice, chosen, &played).iter().take(8) {
            println!("  {distance:.2} {one} {other}");
        }
    }
}

/// The least distance of two rule sets on the file, from so many games of each pairing. Seed 9.
fn least_distance(games: u64) -> f64 {
    let files = files();
    let dice = files.last().unwrap();
    let all = (0..dice.len()).collect_vec();
    let pairings = (0..dice.len()).array_combinations().collect_vec();
    let played = play(dice, &pairings, games, 9);
    let distances = distances(dice, &all, &played);
    for (distance, [one, other]) in distances.iter().take(12) {
        println!("{distance:.2} {one} {other}");
    }
    distances[0].0
}

/// Any two rule sets with at most one deviation are at least six standard errors apart at 4,000 games per pairing.
#[test]
#[ignore = "long: part of make test-all"]
fn rule_sets_are_six_standard_errors_apart() {
    assert!(least_distance(200_000 / BLOCK * BLOCK) >= 6.0);
}
