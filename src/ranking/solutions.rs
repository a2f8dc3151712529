//! The list from probabilities. Its intervals are certain, and an order is certified if they do not touch.

use super::list::{RankedDie, Ranking, Share, Source, order};
use crate::engine::tables::Automata;
use crate::exact::{self, Target};
use crate::rules::Rules;
use crate::tournament::Scoring;

/// Solves all pairings of dice on the threads of the current pool, until each is as well known as wanted,
/// and makes the list of it.
pub fn compute(
    automata: &Automata,
    rules: Rules,
    scoring: Scoring,
    target: Target,
    watch: &impl exact::Watch,
) -> Ranking {
    /// What all of a kind have together.
    #[derive(Clone, Copy, Default)]
    struct Sum {
        pairings: f64,
        share: f64,
        draws: f64,
        low: f64,
        high: f64,
    }
    let solutions = exact::solve_all(automata, rules, target, watch);
    // What a draw counts.
    let draw = (scoring.win() - 1) as f64 / scoring.win() as f64;
    let mut sums = vec![Sum::default(); automata.len()];
    for (dice, solution) in &solutions {
        let estimate = solution.estimate();
        let drawn = estimate[2] + estimate[3];
        for (seat, &die) in dice.iter().enumerate() {
            let certain = solution.wins[seat] + draw * (solution.draws + solution.endless);
            // Who cannot win has at most a draw of what is unknown.
            let most = if automata.can_win(die) { 1.0 } else { draw };
            let sum = &mut sums[automata.kind(die)];
            sum.pairings += 1.0;
            sum.share += estimate[seat] + draw * drawn;
            sum.draws += drawn;
            sum.low += (certain - solution.rounding).max(0.0);
            sum.high += (certain + most * solution.unknown).min(1.0);
        }
    }
    let mut entries: Vec<RankedDie> = (0..automata.len())
        .map(|die| {
            let sum = sums[automata.kind(die)];
            let [low, high] = [sum.low, sum.high].map(|end| 100.0 * end / sum.pairings);
            RankedDie {
                die,
                share: Share::of_probability(sum.share / sum.pairings),
                draws: Share::of_probability(sum.draws / sum.pairings),
                half_width: (high - low) / 2.0,
                interval: [low, high],
                can_win: automata.can_win(die),
                lead: None,
            }
        })
        .collect();
    let kind = |entry: &RankedDie| automata.kind(entry.die);
    order(&mut entries, scoring, kind, |above, below| {
        above.interval[0] > below.interval[1]
    });
    Ranking {
        entries,
        source: Source::Solutions(solutions),
    }
}
