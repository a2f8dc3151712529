//! The list from probabilities. Its intervals are certain, and an order is certified if they do not touch.
//!
//! What is wanted is narrow intervals of *shares*, which are means over the pairings of a die. So pairings that
//! cost little are solved finer, and dear ones coarser. To make the unknown part of a pairing smaller by some
//! factor costs about the same again and again, in proportion to the number of its joint states. The whole is
//! cheapest then if the unknown parts are in proportion to the costs. Cheap pairings come first; whatever they
//! leave of what may stay unknown is for the dear ones.
//!
//! If the order is wanted, too, the shares of neighbours whose order is open are made as narrow as that seems to
//! need, by the pairings of these dice alone, until no order is open.

use itertools::Itertools;
use libm::log;

use super::duels::Duels;
use super::head_to_head::Share;
use super::list::{Evidence, Plan, RankedDie, Ranking, Source};
use super::pairings::{Distinct, Pairings};
use crate::exact::Solution;
use crate::tournament::{Competitors, Criterion};
use crate::watch::Watch;

/// The least half-width, in percentage points. Of a game of some hundred rolls, half as much gets lost where the
/// solver stores probabilities.
pub const FINEST: f64 = 1e-3;

/// Solves pairings on the threads of the current pool, in so many bytes of memory, until every interval is as narrow as planned,
/// or until the watch ends it; if the `order` is wanted, too, however narrow the intervals must be for it. Unless it is ended, the
/// list depends on the dice, the rules and what is wanted alone. The games and the error of the plan do not matter.
pub fn compute(
    pairings: &Pairings,
    plan: &Plan,
    order: bool,
    memory: usize,
    watch: &impl Watch,
) -> Ranking {
    let mut sheet = Sheet {
        pairings,
        solutions: pairings.distinct.iter().map(|one| one.unsolved).collect(),
        watch,
        is_stuck: vec![false; pairings.competitors.members.len()],
    };
    let mut half_widths = vec![plan.accuracy.unwrap_or(FINEST); sheet.is_stuck.len()];
    loop {
        sheet.solve(&half_widths, memory);
        let ranking = sheet.list(plan);
        if !order {
            return ranking;
        }
        half_widths = sheet.narrower(&ranking, &half_widths);
        // A list that is done is not ended by anybody.
        if half_widths.iter().all(|width| width.is_infinite()) || watch.is_over() {
            return ranking;
        }
    }
}

/// A pairing need not be finer than the whole by more than this factor, however cheap it is.
const FINER: f64 = 1.0 / 32.0;
/// A pairing is swept once at least, however little is wanted.
const MOST: f64 = 0.9;

/// What is known about all pairings.
struct Sheet<'a, W> {
    pairings: &'a Pairings,
    solutions: Vec<Solution>,
    watch: &'a W,
    /// For each kind whether its interval cannot be made as narrow as was wanted.
    is_stuck: Vec<bool>,
}

impl<W: Watch> Sheet<'_, W> {
    /// Makes the intervals of kinds as narrow as these half-widths, in percentage points; those that may have any width are
    /// infinite. Pairings that differ are solved one after another, the cheapest first.
    fn solve(&mut self, half_widths: &[f64], memory: usize) {
        // For each kind the probability that may stay unknown on average, if its interval is too wide.
        let wanted = half_widths.iter().zip(self.half_widths());
        let wanted = wanted.map(|(&most, now)| (most <= now).then_some(most / 50.0));
        let wanted = wanted.collect_vec();
        // For each kind what stays unknown on average by the pairings that are finished, and what its other pairings cost.
        let [mut unknowns, mut costs] = [(); 2].map(|()| vec![0.0; wanted.len()]);
        let distinct = &self.pairings.distinct;
        let all: f64 = distinct.iter().map(|pairing| pairing.cost).sum();
        for pairing in distinct {
            for &kind in pairing.parts.keys() {
                costs[kind] += pairing.cost;
            }
        }
        let numbered = distinct.iter().enumerate();
        let sorted = numbered.sorted_by(|(_, one), (_, other)| one.cost.total_cmp(&other.cost));
        let mut done = 0.0;
        for (place, (number, Distinct { cost, parts, .. })) in sorted.enumerate() {
            let own = parts.iter().filter_map(|(&kind, part)| {
                let rest = wanted[kind]? - unknowns[kind];
                Some((rest * cost / costs[kind] / part).max(FINER * wanted[kind]?))
            });
            let solution = self.solutions[number];
            let least = own.min_by(f64::total_cmp);
            if let Some(unknown) = least.map(|least| least.min(MOST))
                && solution.width() > unknown
            {
                if self.watch.is_over() {
                    return;
                }
                let swept = |found: &Solution| {
                    // Each sweep leaves about the same part of what was unknown.
                    let part = (log(found.width()) / log(unknown)).min(1.0);
                    let narrower = (solution.width() - found.width()).max(0.0);
                    let mut half_widths = self.half_widths();
                    for (&kind, part) in parts {
                        half_widths[kind] -= 50.0 * part * narrower;
                    }
                    let pairing = [place + 1, distinct.len()];
                    let half_width = half_widths.into_iter().fold(0.0, f64::max);
                    self.watch
                        .swept(pairing, half_width, (done + part * cost) / all);
                };
                let is_over = || self.watch.is_over();
                let found = self.pairings.solve(number, unknown, memory, swept, is_over);
                // Less may be known than before if the work was ended, or if memory was short.
                if found.width() < solution.width() {
                    self.solutions[number] = found;
                }
                self.solutions[number].short_of_memory = found.short_of_memory;
            }
            for (&kind, part) in parts {
                unknowns[kind] += part * self.solutions[number].width();
                costs[kind] -= cost;
            }
            done += cost;
        }
    }

    /// Half the width of the interval of each kind, in percentage points, if a draw may count as nothing or as a win.
    fn half_widths(&self) -> Vec<f64> {
        let mut widths = vec![0.0; self.is_stuck.len()];
        for (pairing, solution) in self.pairings.distinct.iter().zip(&self.solutions) {
            for (&kind, part) in &pairing.parts {
                widths[kind] += part * solution.width();
            }
        }
        widths.into_iter().map(|width| 50.0 * width).collect()
    }

    /// The half-widths that the kinds of neighbours need whose order is open; those of others may be infinite. A kind whose
    /// interval is not as narrow as was wanted before gets no narrower one.
    fn narrower(&mut self, ranking: &Ranking, before: &[f64]) -> Vec<f64> {
        /// Both half-widths together may have a little less than the whole difference.
        const ENOUGH: f64 = 0.45;
        /// The half-width becomes smaller by a factor between these.
        const FACTORS: [f64; 2] = [0.125, 0.7];
        let now = self.half_widths();
        for (kind, &wanted) in before.iter().enumerate() {
            self.is_stuck[kind] |= now[kind] > wanted;
        }
        let mut half_widths = vec![f64::INFINITY; now.len()];
        for rank in ranking.open() {
            let neighbours = [rank - 1, rank].map(|index| ranking.entries[index]);
            let [above, below] = neighbours.map(|entry| entry.share.as_percent());
            let difference = above - below;
            let needed = ENOUGH * difference.max(ranking.plan.level - difference);
            for entry in neighbours.iter().filter(|entry| entry.half_width > 0.0) {
                let kind = self.pairings.competitors.kinds[entry.die];
                if !self.is_stuck[kind] && now[kind] > FINEST {
                    let [least, most] = FACTORS.map(|factor| factor * now[kind]);
                    let own = needed.clamp(least, most).max(FINEST);
                    half_widths[kind] = half_widths[kind].min(own);
                }
            }
        }
        half_widths
    }

    /// The list, as far as the pairings are known.
    fn list(&self, plan: &Plan) -> Ranking {
        let of_dice = self.pairings.of_dice.iter();
        let solutions = of_dice.map(|&(number, is_exchanged)| match is_exchanged {
            true => self.solutions[number].exchanged(),
            false => self.solutions[number],
        });
        let solutions = solutions.collect_vec();
        let competitors = &self.pairings.competitors;
        let evidence: &dyn Evidence = match plan.criterion {
            Criterion::Duels => &Duels::solved(competitors, &solutions, plan),
            _ => &solved(competitors, &solutions, plan),
        };
        Ranking::new(competitors, evidence, plan, Source::Solutions(solutions))
    }
}

/// What the list says of each kind follows from probabilities.
fn solved(competitors: &Competitors, solutions: &[Solution], plan: &Plan) -> Vec<RankedDie> {
    // What a draw counts.
    let draw = plan.criterion.draw();
    // For each kind the number of pairings; the sums of shares, of draws, and of the ends of intervals, from 0 to 1.
    let mut sums = vec![[0.0; 5]; competitors.members.len()];
    for (dice, solution) in competitors.pairings().zip(solutions) {
        let estimate = solution.estimate();
        let [sure_drawn, drawn] = [solution.certain, estimate].map(|all| all[2] + all[3]);
        for (seat, die) in dice.into_iter().enumerate() {
            let certain = solution.certain[seat] + draw * sure_drawn;
            // Who cannot win has at most a draw of what is unknown.
            let most = if competitors.can_win[die] { 1.0 } else { draw };
            let low = (certain - solution.rounding).max(0.0);
            let high = (certain + most * solution.unknown).min(1.0);
            let more = [1.0, estimate[seat] + draw * drawn, drawn, low, high];
            for (sum, more) in sums[competitors.kinds[die]].iter_mut().zip(more) {
                *sum += more;
            }
        }
    }
    let entry = |[pairings, share, draws, low, high]: [f64; 5]| {
        let interval = [low, high].map(|end| 100.0 * end / pairings);
        RankedDie {
            share: Share::of_probability(share / pairings),
            draws: Share::of_probability(draws / pairings),
            interval,
            half_width: (interval[1] - interval[0]) / 2.0,
            ..RankedDie::default()
        }
    };
    sums.into_iter().map(entry).collect()
}

impl Evidence for Vec<RankedDie> {
    fn entry(&self, kind: usize) -> RankedDie {
        self[kind]
    }
}
