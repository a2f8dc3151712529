//! Dice are ranked as the options say, on all threads, with a progress line.

use std::time::{Duration, Instant};

use clap::Args;

use super::errors::Failure;
use super::groups::RankingOptions;
use super::progress::{Early, RankProgress, SolveProgress};
use super::warnings::round_up;
use crate::dice::Die;
use crate::exact::Pairings;
use crate::ranking::{self, Criterion, Plan, Ranking, Source};
use crate::rules::Rules;
use crate::tournament::{DiceContest, pairings};

/// The rankings of the same dice under some rule sets, by one or more criteria.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) rankings: Vec<(Rules, Ranking)>,
    /// How long each ranking took.
    pub(super) times: Vec<Duration>,
    /// The seed of all games.
    pub(super) seed: u64,
    /// Whether the work ended before the lists were as sure as wanted.
    pub(super) is_early: bool,
}

/// Ranks dice by this plan for each list of the options, unless it ends early.
pub(super) fn find<Output: Args>(
    dice: &[Die],
    options: &RankingOptions<Output>,
    plan: &Plan,
    early: Early,
) -> Result<Found, Failure> {
    let pool = options.threading.pool()?;
    let seed = options.seeding.resolve()?;
    let bytes = options.bytes();
    let find = |(rules, criterion): (Rules, Criterion)| -> Result<_, Failure> {
        let start = Instant::now();
        let plan = &Plan { criterion, ..*plan };
        let ranking = match options.wanted(plan) {
            Some(wanted) => {
                let progress = SolveProgress::new(wanted.half_width, options.common.quiet, early);
                let pairings = pool.install(|| Pairings::new(dice, rules));
                options.check_memory(pairings.least_memory())?;
                let compute = || ranking::compute(dice, rules, &pairings, &wanted, &progress);
                let found = pool.install(compute);
                if !early.is_now() {
                    known(&found, options.memory())?;
                }
                found
            }
            None => {
                let pairings = pairings(dice.len());
                let progress = RankProgress::new(*plan, pairings, options.common.quiet, early);
                let mut contest = pool.install(|| DiceContest::new(dice, rules, seed, bytes));
                options.check_memory(contest.least_memory())?;
                pool.install(|| ranking::rank(&mut contest, plan, &progress))
            }
        };
        Ok(((rules, ranking), start.elapsed()))
    };
    let found = options.lists().into_iter().map(find);
    let (rankings, times) = found.collect::<Result<Vec<_>, _>>()?.into_iter().unzip();
    Ok(Found {
        is_early: early.is_now(),
        rankings,
        times,
        seed,
    })
}

/// Refuses a ranking of which, in so many GiB, so little is known that its shares are no result.
fn known(ranking: &Ranking, memory: f64) -> Result<(), Failure> {
    /// Half-width of an interval in percentage points, at which half of everything may be so or otherwise.
    const NOTHING: f64 = 25.0;
    let half_width = ranking.half_width();
    if half_width <= NOTHING {
        return Ok(());
    }
    let is_short = match &ranking.source {
        Source::Solutions(solutions) => {
            let mut solutions = solutions.iter();
            solutions.any(|(_, solution)| solution.short_of_memory)
        }
        Source::Games(_) => false,
    };
    Err(Failure::Unknown {
        reached: round_up(half_width),
        more: match is_short {
            true => format!("--speicher {}", 2.0 * memory),
            false => "--genauigkeit 10".into(),
        },
    })
}
