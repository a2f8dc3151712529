//! `beispiele/unterschiede.txt`: dice whose lists tell rule sets apart.

use itertools::Itertools;
use rayon::prelude::*;
use wuerfelglueck::diagnose::Hypothesis;
use wuerfelglueck::engine::games::Duel;
use wuerfelglueck::stream::BLOCK;

use super::{files, hypothesis, up_to_one};
use crate::support::all_tables;

/// The games per pairing of the lists that are to be told apart.
const LISTED: f64 = 4_000.0;
/// The games per pairing that say what is expected of lists.
const PLAYED: u64 = 200_000 / BLOCK * BLOCK;
/// The variance of rounding a share to two decimals of a per cent.
const ROUNDING: f64 = 1e-8 / 12.0;

/// Of the list of a file under some rules: its shares, and their covariances for one game per pairing. Seed 9.
fn expected(under: Hypothesis) -> (Vec<f64>, Vec<Vec<f64>>) {
    let files = files();
    let dice = files.last().unwrap();
    let (number, tables) = (dice.len(), all_tables(dice, under.rules));
    let opponents = (number - 1) as f64;
    let (mut shares, mut covariances) = (vec![0.0; number], vec![vec![0.0; number]; number]);
    let play = |pairing: [usize; 2]| {
        let duel = Duel::new(&tables, pairing);
        // Games without end tell little and take long.
        let is_endless = duel.play(9, 2 * BLOCK, 0..1).tally.cut_off > BLOCK / 4;
        let blocks = if is_endless { 1 } else { PLAYED / BLOCK };
        (pairing, duel.play(9, PLAYED, 0..blocks).tally)
    };
    let pairings = (0..number).array_combinations().collect_vec();
    let played: Vec<_> = pairings.into_par_iter().map(play).collect();
    for (pairing, tally) in played {
        let win = under.scoring.win() as f64;
        let share = |count: u64| count as f64 / tally.games() as f64;
        let draw = (win - 1.0) / win;
        let drawn = share(tally.games() - tally.won_by(0) - tally.won_by(1));
        let means = [0, 1].map(|seat| share(tally.won_by(seat)) + draw * drawn);
        for (one, other) in (0..2).cartesian_product(0..2) {
            let both = draw * draw * drawn - means[one] * means[other];
            let same = if one == other {
                means[one] - draw * drawn
            } else {
                0.0
            };
            let covariance = (same + both) / (opponents * opponents);
            covariances[pairing[one]][pairing[other]] += covariance;
        }
        for seat in 0..2 {
            shares[pairing[seat]] += means[seat] / opponents;
        }
    }
    (shares, covariances)
}

/// The number of standard errors between two lists, less what the error of what is expected makes of it.
fn distance(one: &(Vec<f64>, Vec<Vec<f64>>), other: &(Vec<f64>, Vec<Vec<f64>>)) -> f64 {
    let number = one.0.len();
    let mut rows = (0..number)
        .map(|row| {
            let mut values = one.1[row]
                .iter()
                .zip(&other.1[row])
                .map(|(a, b)| (a + b) / 2.0 / LISTED)
                .collect_vec();
            values[row] += ROUNDING;
            values.push(one.0[row] - other.0[row]);
            values
        })
        .collect_vec();
    // The square is the last element when the matrix, bordered by the difference, is eliminated.
    let mut square = 0.0;
    for pivot in 0..number {
        let above = rows[pivot].clone();
        square += above[number].powi(2) / above[pivot];
        for row in &mut rows[pivot + 1..] {
            let factor = row[pivot] / above[pivot];
            row.iter_mut()
                .zip(&above)
                .for_each(|(value, above)| *value -= factor * above);
        }
    }
    let noise = 2.0 * number as f64 * LISTED / PLAYED as f64;
    (square - noise).max(0.0).sqrt()
}

/// Any two rule sets with at most one deviation, and who begins under `wlr`, are at least six standard errors apart at 4,000
/// games per pairing.
#[test]
#[ignore = "takes some minutes"]
fn rule_sets_are_six_standard_errors_apart() {
    let wlr = ["wlr+auswuerfeln", "wlr+erster-beginnt"].map(hypothesis);
    let all = up_to_one().into_iter().chain(wlr).collect_vec();
    let lists = all.iter().map(|&under| expected(under)).collect_vec();
    let pairs = (0..all.len()).array_combinations();
    let distances =
        pairs.map(|[one, other]| (distance(&lists[one], &lists[other]), [all[one], all[other]]));
    let distances = distances
        .sorted_by(|one, other| one.0.total_cmp(&other.0))
        .collect_vec();
    for (distance, [one, other]) in distances.iter().take(12) {
        println!("{distance:.2} {one} {other}");
    }
    assert!(distances[0].0 >= 6.0);
}
