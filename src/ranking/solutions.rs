//! The list from probabilities. Its intervals are certain, and an order is certified if they do not
//! touch.
//!
//! The intervals that shall be narrow are those of *shares*, which are means over the pairings of a
//! die. So pairings that cost little are solved finer, and dear ones coarser. To make the unknown
//! part of a pairing smaller by some factor costs about the same again and again, in proportion to
//! the number of its joint states. The whole is cheapest then if the unknown parts are in
//! proportion to the costs. Cheap pairings come first; the part of the budget that they leave is
//! for the dear ones.
//!
//! If the order is wanted, too, the intervals of neighbours whose order is open are made as narrow
//! as that seems to need, by the pairings of these dice alone, until no order is open or they
//! cannot be made narrower.

use std::ops::AddAssign;

use itertools::Itertools;
use libm::log;

use super::duels::DuelEvidence;
use super::list::{Evidence, LEAST_HALF_WIDTH, Plan, Ranking, Shares, Source};
use super::share::Share;
use crate::certainty::Adjustment;
use crate::exact::{Cancelled, DistinctPairing, PairingsToSolve, Solution, Target};
use crate::tournament::{Competitors, Criterion};
use crate::watch::{SweepProgress, Watch};

/// A pairing is allowed to leave at least this multiple unknown of what the pairings of a die may
/// leave on average, however cheap it is.
const LEAST_PART_OF_MEAN: f64 = 1.0 / 32.0;
/// The most that a pairing may leave unknown whose dice need narrower intervals, however little
/// this pairing counts: so it is swept once at least.
const MOST_UNKNOWN: f64 = 0.9;

/// Solves pairings on the threads of the current pool, in `memory` bytes, until every interval is
/// as narrow as planned, or has the half-width [`LEAST_HALF_WIDTH`] if no accuracy is planned, or
/// cannot be made so narrow, or until the watch cancels it; with `certify_order`, until no order is
/// open, either, or the intervals that keep it open have the half-width [`LEAST_HALF_WIDTH`] or
/// cannot be made narrower. Callers do not ask for that if
/// [duels](Criterion::Duels) count: intervals of shares do not tell which duels are to be solved
/// finer.
///
/// Unless it is cancelled, the list depends on the dice, the rules, the plan and `certify_order`
/// alone, and on the memory if that runs short. The games and the error of the plan do not matter.
pub fn compute(
    pairings: &PairingsToSolve,
    plan: &Plan,
    certify_order: bool,
    memory: usize,
    watch: &dyn Watch,
) -> Ranking {
    let mut solver = SolverState::new(pairings, memory, watch);
    let mut half_widths =
        vec![plan.accuracy.unwrap_or(LEAST_HALF_WIDTH); solver.is_exhausted.len()];
    loop {
        let is_early = solver.solve(&half_widths).is_none();
        let ranking = solver.rank(plan, is_early);
        if is_early || !certify_order {
            return ranking;
        }
        solver.mark_exhausted(&half_widths);
        half_widths = solver.half_widths_for_order(&ranking);
        if half_widths.iter().all(|width| width.is_infinite()) {
            return ranking;
        }
    }
}

/// The solutions of all pairings so far, and the means to improve them.
struct SolverState<'a> {
    pairings: &'a PairingsToSolve,
    /// For each distinct pairing its solution.
    solutions: Vec<Solution>,
    /// The number of bytes that a pairing may use.
    memory: usize,
    watch: &'a dyn Watch,
    /// For each kind whether its interval could not be made as narrow as was wanted.
    is_exhausted: Vec<bool>,
}

/// The unknown part that the pairings of a kind may leave together.
struct KindBudget {
    /// The probability that may stay unknown on average; `None` if the interval is narrower
    /// already.
    allowed: Option<f64>,
    /// The part of that probability that the finished pairings leave unknown.
    unknown: f64,
    /// The cost of the pairings that are not finished.
    open_cost: f64,
}

/// The work that is finished, and the cost of all work.
struct FinishedWork {
    /// The number of finished pairings.
    pairings: usize,
    /// The cost of the finished pairings.
    cost: f64,
    /// The cost of all pairings.
    total_cost: f64,
}

impl<'a> SolverState<'a> {
    fn new(pairings: &'a PairingsToSolve, memory: usize, watch: &'a dyn Watch) -> Self {
        SolverState {
            pairings,
            solutions: pairings
                .distinct
                .iter()
                .map(|pairing| pairing.unsolved)
                .collect(),
            memory,
            watch,
            is_exhausted: vec![false; pairings.competitors.members.len()],
        }
    }

    /// Makes the intervals of kinds as narrow as these half-widths, in percentage points, as far as
    /// that can be; those that may have any width are infinite. Pairings that differ are solved one
    /// after another, the cheapest first. `None` if the watch cancels it before the last one.
    fn solve(&mut self, half_widths: &[f64]) -> Option<()> {
        let distinct = &self.pairings.distinct;
        let mut budgets = self.budgets(half_widths);
        let mut work = FinishedWork {
            pairings: 0,
            cost: 0.0,
            total_cost: distinct.iter().map(|pairing| pairing.cost).sum(),
        };
        let by_cost = (0..distinct.len())
            .sorted_by(|&left, &right| distinct[left].cost.total_cmp(&distinct[right].cost));
        for index in by_cost {
            let pairing = &distinct[index];
            if let Some(unknown) = allowed_unknown(pairing, &budgets)
                && self.solutions[index].width() > unknown
            {
                self.solve_pairing(index, unknown, &work)?;
            }
            for (&kind, weight) in &pairing.weights {
                budgets[kind].unknown += weight * self.solutions[index].width();
                budgets[kind].open_cost -= pairing.cost;
            }
            work.pairings += 1;
            work.cost += pairing.cost;
        }
        Some(())
    }

    /// The budget of each kind before any pairing is solved for it.
    fn budgets(&self, half_widths: &[f64]) -> Vec<KindBudget> {
        let mut budgets = half_widths
            .iter()
            .zip(self.half_widths())
            .map(|(&most, now)| KindBudget {
                // A half-width of 1 percentage point is a width of 1/50.
                allowed: (most <= now).then_some(most / 50.0),
                unknown: 0.0,
                open_cost: 0.0,
            })
            .collect_vec();
        for pairing in &self.pairings.distinct {
            for &kind in pairing.weights.keys() {
                budgets[kind].open_cost += pairing.cost;
            }
        }
        budgets
    }

    /// Solves a pairing from its start until at most `unknown` is unknown of it, after the finished
    /// `work`, and keeps the solution if it is better than the one so far. `None` if the watch
    /// cancels it.
    fn solve_pairing(&mut self, index: usize, unknown: f64, work: &FinishedWork) -> Option<()> {
        let target = Target {
            unknown,
            memory: self.memory,
        };
        let report = |found: &Solution| {
            let progress = self.sweep_progress(index, found, unknown, work);
            self.watch.report_sweep(&progress);
        };
        let is_cancelled = || self.watch.is_cancelled();
        let solved = self.pairings.solve(index, target, report, is_cancelled);
        let (Ok(found) | Err(Cancelled(found))) = solved;
        let solution = &mut self.solutions[index];
        // The new solution may be worse than the old one if it was cancelled, or if memory was
        // short.
        if found.width() < solution.width() {
            *solution = found;
        }
        solution.short_of_memory = found.short_of_memory;
        solved.is_ok().then_some(())
    }

    /// The progress after a sweep of a pairing that has `found` this solution and shall go on until
    /// at most `unknown` is unknown.
    fn sweep_progress(
        &self,
        index: usize,
        found: &Solution,
        unknown: f64,
        work: &FinishedWork,
    ) -> SweepProgress {
        let DistinctPairing { cost, weights, .. } = &self.pairings.distinct[index];
        // Later sweeps leave about the same part of the unknown each, the first ones more.
        let progress = (log(found.width()) / log(unknown)).min(1.0);
        let narrower = (self.solutions[index].width() - found.width()).max(0.0);
        let mut half_widths = self.half_widths();
        for (&kind, weight) in weights {
            half_widths[kind] -= 50.0 * weight * narrower;
        }
        SweepProgress {
            pairing: work.pairings + 1,
            pairings: self.pairings.distinct.len(),
            half_width: half_widths.into_iter().fold(0.0, f64::max),
            done: (work.cost + progress * cost) / work.total_cost,
        }
    }

    /// Half the width of the interval of each kind, in percentage points, whatever a draw counts
    /// and whether or not the kind can win: at least as much as half the width in the list.
    fn half_widths(&self) -> Vec<f64> {
        let mut widths = vec![0.0; self.is_exhausted.len()];
        for (pairing, solution) in self.pairings.distinct.iter().zip(&self.solutions) {
            for (&kind, weight) in &pairing.weights {
                widths[kind] += weight * solution.width();
            }
        }
        widths.into_iter().map(|width| 50.0 * width).collect()
    }

    /// Marks the kinds whose intervals are not as narrow as `wanted`.
    fn mark_exhausted(&mut self, wanted: &[f64]) {
        for (kind, half_width) in self.half_widths().into_iter().enumerate() {
            self.is_exhausted[kind] |= half_width > wanted[kind];
        }
    }

    /// The half-widths that the kinds of neighbours need whose order is open; those of others are
    /// infinite, and of kinds that [are exhausted](Self::is_exhausted) or narrow enough already.
    fn half_widths_for_order(&self, ranking: &Ranking) -> Vec<f64> {
        /// The part of the difference of two shares that each half-width may have: a little less
        /// than half.
        const PART_OF_DIFFERENCE: f64 = 0.45;
        /// The least and the most factor by which a half-width is multiplied.
        const FACTORS: [f64; 2] = [0.125, 0.7];
        let now = self.half_widths();
        let mut half_widths = vec![f64::INFINITY; now.len()];
        for rank in ranking.open_ranks() {
            let neighbours = [rank - 1, rank].map(|index| ranking.entries[index]);
            let [above, below] = neighbours.map(|entry| entry.share.as_percent());
            let difference = above - below;
            let needed = PART_OF_DIFFERENCE * difference.max(ranking.plan.level - difference);
            for entry in neighbours.iter().filter(|entry| entry.half_width > 0.0) {
                let kind = self.pairings.competitors.kinds[entry.die];
                if !self.is_exhausted[kind] && now[kind] > LEAST_HALF_WIDTH {
                    let [least, most] = FACTORS.map(|factor| factor * now[kind]);
                    let half_width = needed.clamp(least, most).max(LEAST_HALF_WIDTH);
                    half_widths[kind] = half_widths[kind].min(half_width);
                }
            }
        }
        half_widths
    }

    /// The ranking by the solutions so far.
    fn rank(&self, plan: &Plan, is_early: bool) -> Ranking {
        let solutions = self
            .pairings
            .of_pairings
            .iter()
            .map(|pairing| {
                let solution = self.solutions[pairing.index];
                if pairing.is_exchanged {
                    solution.exchanged()
                } else {
                    solution
                }
            })
            .collect_vec();
        let competitors = &self.pairings.competitors;
        let evidence: &dyn Evidence = match plan.criterion {
            Criterion::Duels => &DuelEvidence::solved(competitors, &solutions, plan),
            _ => &shares_by_kind(competitors, &solutions, plan),
        };
        let list = Ranking::new(competitors, evidence, plan, Adjustment::None);
        list.with_source(Source::Solutions(solutions), is_early)
    }
}

/// The probability that may stay unknown of a pairing, by the `budgets` of all kinds; `None` if the
/// intervals of those that meet there are narrower already.
fn allowed_unknown(pairing: &DistinctPairing, budgets: &[KindBudget]) -> Option<f64> {
    pairing
        .weights
        .iter()
        .filter_map(|(&kind, weight)| {
            let budget = &budgets[kind];
            let allowed = budget.allowed?;
            let left = allowed - budget.unknown;
            let in_proportion = left * pairing.cost / budget.open_cost / weight;
            Some(in_proportion.max(LEAST_PART_OF_MEAN * allowed))
        })
        .min_by(f64::total_cmp)
        .map(|unknown| unknown.min(MOST_UNKNOWN))
}

/// Sums over the pairings of the dice of a kind.
#[derive(Clone, Copy, Debug, Default)]
struct PairingSums {
    /// The number of pairings, one of two dice of the kind counting for both.
    pairings: f64,
    /// The sum of the estimated shares, from 0 to 1 each.
    share: f64,
    /// The sum of the estimated shares of games without a winner.
    draws: f64,
    /// The sums of the lower and of the upper ends of the intervals of shares.
    interval: [f64; 2],
}

impl AddAssign for PairingSums {
    fn add_assign(&mut self, other: PairingSums) {
        self.pairings += other.pairings;
        self.share += other.share;
        self.draws += other.draws;
        self.interval[0] += other.interval[0];
        self.interval[1] += other.interval[1];
    }
}

/// For each kind the shares of its dice by the probabilities of all pairings.
fn shares_by_kind(competitors: &Competitors, solutions: &[Solution], plan: &Plan) -> Vec<Shares> {
    let draw_value = plan.criterion.draw();
    let mut sums = vec![PairingSums::default(); competitors.members.len()];
    for (dice, solution) in competitors.pairings().zip(solutions) {
        let estimate = solution.estimate();
        let draws = estimate.without_winner();
        let certain_draws = solution.certain.without_winner();
        for (seat, die) in dice.into_iter().enumerate() {
            let certain = solution.certain.wins[seat] + draw_value * certain_draws;
            // A die that cannot win has at most a draw of the unknown part.
            let most = if competitors.can_win[die] {
                1.0
            } else {
                draw_value
            };
            let low = (certain - solution.rounding).max(0.0);
            let high = (certain + most * solution.unknown).min(1.0);
            sums[competitors.kinds[die]] += PairingSums {
                pairings: 1.0,
                share: estimate.wins[seat] + draw_value * draws,
                draws,
                interval: [low, high],
            };
        }
    }
    let to_shares = |sums: PairingSums| {
        let interval = sums.interval.map(|end| 100.0 * end / sums.pairings);
        Shares {
            share: Share::of_probability(sums.share / sums.pairings),
            draws: Share::of_probability(sums.draws / sums.pairings),
            interval,
            half_width: (interval[1] - interval[0]) / 2.0,
        }
    };
    sums.into_iter().map(to_shares).collect()
}

impl Evidence for Vec<Shares> {
    fn shares(&self, kind: usize) -> Shares {
        self[kind]
    }
}
