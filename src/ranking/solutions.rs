//! The list from probabilities. Its intervals are certain, and an order is certified if they do not touch.

use super::duels;
use super::list::{Criterion, Lead, RankedDie, Ranking, Share, Source, listed, order};
use crate::dice::Die;
use crate::exact::{self, Solution, Target};
use crate::rules::Rules;
use crate::tournament::Competitors;

/// Solves all pairings of dice on the threads of the current pool, until each is as well known as wanted, and
/// makes the list of it. `watch` is told, after each step, how many pairings are solved, of how many in all,
/// and how the next one stands.
pub fn compute(
    dice: &[Die],
    rules: Rules,
    criterion: Criterion,
    level: f64,
    best: Option<usize>,
    target: Target,
    watch: impl Fn(usize, usize, &Solution),
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
    let competitors = Competitors::of_dice(dice, rules);
    let solutions = exact::solve_all(dice, rules, target, watch);
    if criterion == Criterion::Duels {
        let (entries, listed) = duels::compute(&competitors, &solutions, level, best);
        return Ranking {
            entries,
            listed,
            level,
            criterion,
            source: Source::Solutions(solutions),
        };
    }
    // What a draw counts.
    let draw = criterion.scoring().draw();
    let mut sums = vec![Sum::default(); competitors.number()];
    for (dice, solution) in &solutions {
        let estimate = solution.estimate();
        let drawn = estimate[2] + estimate[3];
        for (seat, &die) in dice.iter().enumerate() {
            let certain = solution.wins[seat] + draw * (solution.draws + solution.endless);
            // Who cannot win has at most a draw of what is unknown.
            let most = if competitors.can_win[die] { 1.0 } else { draw };
            let sum = &mut sums[competitors.kinds[die]];
            sum.pairings += 1.0;
            sum.share += estimate[seat] + draw * drawn;
            sum.draws += drawn;
            sum.low += (certain - solution.rounding).max(0.0);
            sum.high += (certain + most * solution.unknown).min(1.0);
        }
    }
    let mut entries: Vec<RankedDie> = (0..competitors.number())
        .map(|die| {
            let sum = sums[competitors.kinds[die]];
            let [low, high] = [sum.low, sum.high].map(|end| 100.0 * end / sum.pairings);
            RankedDie {
                die,
                share: Share::of_probability(sum.share / sum.pairings),
                draws: Share::of_probability(sum.draws / sum.pairings),
                half_width: (high - low) / 2.0,
                interval: [low, high],
                can_win: competitors.can_win[die],
                lead: None,
            }
        })
        .collect();
    let kind = |entry: &RankedDie| competitors.kinds[entry.die];
    order(&mut entries, criterion, kind, |above, below| {
        let [most, least] = [0, 1].map(|end| above.interval[1 - end] - below.interval[end]);
        match least > 0.0 {
            true => Lead::Certified,
            false if most < level && -least < level => Lead::Level,
            false => Lead::Open,
        }
    });
    let is_outside = |one: &RankedDie| {
        let better = entries.iter();
        let better = better.filter(|other| other.interval[0] > one.interval[1]);
        best.is_some_and(|best| better.count() >= best)
    };
    Ranking {
        listed: listed(&entries, best, is_outside),
        entries,
        level,
        criterion,
        source: Source::Solutions(solutions),
    }
}
