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

use std::sync::atomic::{AtomicBool, Ordering};

use itertools::Itertools;
use libm::log;

use super::duels::Duels;
use super::list::{Criterion, Evidence, Known, Lead, List, Ranking, Share, Source};
use super::plan::{Plan, Solving, Watch};
use crate::dice::Die;
use crate::exact::{self, DicePairing, Pairings, Solution, Target};
use crate::rules::Rules;
use crate::tournament::Competitors;

/// What is wanted of a list without chance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wanted {
    /// The plan. Its accuracy is the half-width that every interval shall have at most; games and error do not matter.
    pub plan: Plan,
    /// Whether the order is wanted, too, however narrow the intervals must be for it.
    pub order: bool,
    /// The bytes of memory that may be used.
    pub memory: usize,
}

impl Wanted {
    /// The least half-width, in percentage points: rounding alone can make a hundredth of it.
    pub const FINEST: f64 = 1e-5;
}

/// Solves pairings on the threads of the current pool until the list is as wanted, or until the watch ends it. Unless it is
/// ended, the list depends on the dice, the rules and what is wanted alone.
pub fn compute(
    dice: &[Die],
    rules: Rules,
    pairings: &Pairings,
    wanted: &Wanted,
    watch: &impl Watch,
) -> Ranking {
    let mut sheet = Sheet::new(Competitors::of_dice(dice, rules), pairings, watch);
    let half_width = wanted.plan.accuracy.unwrap_or(Wanted::FINEST);
    let mut half_widths = vec![Some(half_width); sheet.kinds];
    loop {
        sheet.solve(&half_widths, wanted.memory);
        let ranking = sheet.list(&wanted.plan);
        if !wanted.order {
            return ranking;
        }
        sheet.give_up(&half_widths);
        half_widths = sheet.narrower(&ranking, wanted.plan.level);
        // A list that is done is not ended by anybody.
        if half_widths.iter().all(Option::is_none) || sheet.is_over() {
            return ranking;
        }
    }
}

/// What is known about all pairings.
struct Sheet<'a, W> {
    competitors: Competitors,
    /// The number of kinds of competitors.
    kinds: usize,
    pairings: &'a Pairings,
    /// For each pairing that differs, what is known.
    solutions: Vec<Solution>,
    /// For each pairing that differs, the kinds that meet there, and the part that it has of their shares.
    parts: Vec<Vec<(usize, f64)>>,
    watch: &'a W,
    /// For each kind whether its interval cannot be made as narrow as was wanted.
    is_stuck: Vec<bool>,
    /// Whether anything is known.
    is_begun: AtomicBool,
}

impl<'a, W: Watch> Sheet<'a, W> {
    fn new(competitors: Competitors, pairings: &'a Pairings, watch: &'a W) -> Sheet<'a, W> {
        let members = competitors.members();
        let opponents = (competitors.number() - 1) as f64;
        let mut parts = vec![Vec::<(usize, f64)>::new(); pairings.distinct()];
        for pairing in pairings.of_dice() {
            let parts = &mut parts[pairing.number];
            for kind in pairing.dice.map(|die| competitors.kinds[die]) {
                let part = 1.0 / (opponents * members[kind].len() as f64);
                match parts.iter_mut().find(|(known, _)| *known == kind) {
                    Some((_, sum)) => *sum += part,
                    None => parts.push((kind, part)),
                }
            }
        }
        Sheet {
            kinds: members.len(),
            is_stuck: vec![false; members.len()],
            competitors,
            solutions: (0..pairings.distinct())
                .map(|number| pairings.unsolved(number))
                .collect(),
            pairings,
            parts,
            watch,
            is_begun: AtomicBool::new(false),
        }
    }

    fn is_over(&self) -> bool {
        self.is_begun.load(Ordering::Relaxed) && self.watch.is_over()
    }

    /// Makes the intervals of kinds as narrow as these half-widths, in percentage points, where there is one. Pairings
    /// that differ are solved one after another, the cheapest first.
    fn solve(&mut self, half_widths: &[Option<f64>], memory: usize) {
        let mut round = Round::new(self, half_widths);
        let numbers = (0..self.pairings.distinct()).sorted_by(|&one, &other| {
            let [one, other] = [one, other].map(|number| self.pairings.cost(number));
            one.total_cmp(&other)
        });
        for number in numbers.collect_vec() {
            let solution = self.solutions[number];
            if let Some(unknown) = round.may_stay_unknown(self, number)
                && solution.width() > unknown
            {
                if self.is_over() {
                    return;
                }
                let target = Target { unknown, memory };
                let watch = PairingWatch {
                    sheet: self,
                    round: &round,
                    number,
                    target,
                };
                let found = self.pairings.solve(number, target, &watch);
                self.solutions[number] = found.narrower_of(solution);
            }
            round.finish(self, number);
        }
    }

    /// Half the width of the interval of a kind, in percentage points, if a draw may count as nothing or as a win.
    fn half_width(&self, kind: usize) -> f64 {
        let pairings = self.parts.iter().zip(&self.solutions);
        let width = |(parts, solution): (&Vec<(usize, f64)>, &Solution)| {
            let own = parts.iter().find(|(known, _)| *known == kind);
            own.map_or(0.0, |(_, part)| part * solution.width())
        };
        50.0 * pairings.map(width).sum::<f64>()
    }

    /// Whose interval is not as narrow as was wanted will not be narrower.
    fn give_up(&mut self, half_widths: &[Option<f64>]) {
        for (kind, wanted) in half_widths.iter().enumerate() {
            self.is_stuck[kind] |= wanted.is_some_and(|wanted| self.half_width(kind) > wanted);
        }
    }

    /// The half-widths that the kinds of neighbours need whose order is open; none for all others. Neighbours that
    /// differ by less than `level` percentage points are level.
    fn narrower(&self, ranking: &Ranking, level: f64) -> Vec<Option<f64>> {
        /// Both half-widths together may have a little less than the whole difference.
        const ENOUGH: f64 = 0.45;
        /// The half-width becomes smaller by a factor between these.
        const FACTORS: [f64; 2] = [0.125, 0.7];
        let mut half_widths = vec![None; self.kinds];
        for rank in ranking.open() {
            let neighbours = [rank - 1, rank].map(|index| ranking.entries[index]);
            let [above, below] = neighbours.map(|entry| entry.share.as_percent());
            let difference = above - below;
            let needed = ENOUGH * difference.max(level - difference);
            for entry in neighbours.iter().filter(|entry| entry.half_width > 0.0) {
                let kind = self.competitors.kinds[entry.die];
                let now = self.half_width(kind);
                if self.is_stuck[kind] || now <= Wanted::FINEST {
                    continue;
                }
                let [least, most] = FACTORS.map(|factor| factor * now);
                let own = needed.clamp(least, most).max(Wanted::FINEST);
                let known: &mut Option<f64> = &mut half_widths[kind];
                *known = Some(known.map_or(own, |known| known.min(own)));
            }
        }
        half_widths
    }

    /// The list, as far as the pairings are known.
    fn list(&self, plan: &Plan) -> Ranking {
        let (competitors, criterion) = (&self.competitors, plan.criterion);
        let pairings = self.pairings.of_dice().iter();
        let solved = |pairing: &DicePairing| {
            let solution = self.solutions[pairing.number];
            (pairing.dice, pairing.solution(solution))
        };
        let solutions = pairings.map(solved).collect_vec();
        let list = match criterion {
            Criterion::Duels => {
                let duels = Duels::solved(competitors, &solutions, plan);
                List::new(competitors, &duels, criterion, plan.best)
            }
            _ => {
                let shares = Solved::new(competitors, &solutions, plan);
                List::new(competitors, &shares, criterion, plan.best)
            }
        };
        list.ranking(criterion, plan.level, Source::Solutions(solutions))
    }
}

/// The shares of kinds that follow from probabilities.
struct Solved {
    kinds: Vec<Sum>,
    /// Two whose shares differ by less percentage points are level.
    level: f64,
}

/// What all of a kind have together, from 0 to 1 for each pairing.
#[derive(Clone, Copy, Default)]
struct Sum {
    pairings: f64,
    share: f64,
    draws: f64,
    low: f64,
    high: f64,
}

impl Sum {
    /// The ends of the interval, in per cent.
    fn interval(&self) -> [f64; 2] {
        [self.low, self.high].map(|end| 100.0 * end / self.pairings)
    }
}

impl Solved {
    fn new(competitors: &Competitors, solutions: &[([usize; 2], Solution)], plan: &Plan) -> Solved {
        // What a draw counts.
        let draw = plan.criterion.scoring().draw();
        let mut kinds = vec![Sum::default(); competitors.members().len()];
        for (dice, solution) in solutions {
            let estimate = solution.estimate();
            let drawn = estimate[2] + estimate[3];
            for (seat, &die) in dice.iter().enumerate() {
                let certain = solution.wins[seat] + draw * (solution.draws + solution.endless);
                // Who cannot win has at most a draw of what is unknown.
                let most = if competitors.can_win[die] { 1.0 } else { draw };
                let sum = &mut kinds[competitors.kinds[die]];
                sum.pairings += 1.0;
                sum.share += estimate[seat] + draw * drawn;
                sum.draws += drawn;
                sum.low += (certain - solution.rounding).max(0.0);
                sum.high += (certain + most * solution.unknown).min(1.0);
            }
        }
        Solved {
            kinds,
            level: plan.level,
        }
    }
}

impl Evidence for Solved {
    fn known(&self, kind: usize) -> Known {
        let sum = self.kinds[kind];
        let interval @ [low, high] = sum.interval();
        Known {
            share: Share::of_probability(sum.share / sum.pairings),
            draws: Share::of_probability(sum.draws / sum.pairings),
            interval,
            half_width: (high - low) / 2.0,
        }
    }

    fn lead(&self, above: usize, below: usize) -> Lead {
        let [above, below] = [above, below].map(|kind| self.kinds[kind].interval());
        let [most, least] = [0, 1].map(|end| above[1 - end] - below[end]);
        match least > 0.0 {
            true => Lead::Certified,
            false if most < self.level && -least < self.level => Lead::Level,
            false => Lead::Open,
        }
    }
}

/// The work on all pairings, once.
struct Round {
    /// For each kind the probability that may stay unknown on average, if its interval is too wide.
    wanted: Vec<Option<f64>>,
    /// For each kind, what stays unknown on average by the pairings that are finished.
    unknown: Vec<f64>,
    /// For each kind, what its other pairings cost.
    costs: Vec<f64>,
    finished: usize,
    /// What is done of all costs.
    done: f64,
    all: f64,
}

impl Round {
    fn new<W: Watch>(sheet: &Sheet<W>, half_widths: &[Option<f64>]) -> Round {
        let is_wide =
            |kind: usize| half_widths[kind].filter(|&most| sheet.half_width(kind) >= most);
        let mut round = Round {
            wanted: (0..sheet.kinds)
                .map(|kind| is_wide(kind).map(|half_width| half_width / 50.0))
                .collect(),
            unknown: vec![0.0; sheet.kinds],
            costs: vec![0.0; sheet.kinds],
            finished: 0,
            done: 0.0,
            all: 0.0,
        };
        for (number, parts) in sheet.parts.iter().enumerate() {
            let cost = sheet.pairings.cost(number);
            for &(kind, _) in parts {
                round.costs[kind] += cost;
            }
            round.all += cost;
        }
        round
    }

    /// The probability that may stay unknown in this pairing. `None` if it does not matter.
    fn may_stay_unknown<W: Watch>(&self, sheet: &Sheet<W>, number: usize) -> Option<f64> {
        /// A pairing need not be finer than the whole by more than this factor, however cheap it is.
        const FINER: f64 = 1.0 / 32.0;
        /// A pairing is swept once at least, however little is wanted.
        const MOST: f64 = 0.9;
        let cost = sheet.pairings.cost(number);
        let own = |&(kind, part): &(usize, f64)| {
            let all = self.wanted[kind]?;
            let rest = all - self.unknown[kind];
            Some((rest * cost / self.costs[kind] / part).max(FINER * all))
        };
        let unknown = sheet.parts[number].iter().filter_map(own);
        unknown.min_by(f64::total_cmp).map(|least| least.min(MOST))
    }

    /// A pairing is as well known as it will be.
    fn finish<W: Watch>(&mut self, sheet: &Sheet<W>, number: usize) {
        let cost = sheet.pairings.cost(number);
        for &(kind, part) in &sheet.parts[number] {
            self.unknown[kind] += part * sheet.solutions[number].width();
            self.costs[kind] -= cost;
        }
        self.finished += 1;
        self.done += cost;
    }
}

/// Watches one of the pairings.
struct PairingWatch<'a, W> {
    sheet: &'a Sheet<'a, W>,
    round: &'a Round,
    number: usize,
    target: Target,
}

impl<W: Watch> exact::Watch for PairingWatch<'_, W> {
    fn swept(&self, solution: &Solution) {
        let Self { sheet, round, .. } = self;
        sheet.is_begun.store(true, Ordering::Relaxed);
        let before = sheet.solutions[self.number].width();
        let narrower = before - solution.width().min(before);
        let half_width = |kind: usize| {
            let own = sheet.parts[self.number].iter();
            let own = own.filter(|(known, _)| *known == kind);
            sheet.half_width(kind) - 50.0 * own.map(|(_, part)| part * narrower).sum::<f64>()
        };
        // Each sweep leaves about the same part of what was unknown.
        let part = match solution.width() <= self.target.unknown {
            true => 1.0,
            false => log(solution.width()) / log(self.target.unknown),
        };
        sheet.watch.swept(&Solving {
            pairing: [round.finished + 1, sheet.pairings.distinct()],
            half_width: (0..sheet.kinds).map(half_width).fold(0.0, f64::max),
            done: (round.done + part * sheet.pairings.cost(self.number)) / round.all,
        });
    }

    fn is_over(&self) -> bool {
        self.sheet.is_over()
    }
}
