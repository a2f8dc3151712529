//! Dice are ranked as the options say, on all threads, with a progress line.

use std::time::{Duration, Instant};

use clap::Args;

use super::errors::Failure;
use super::groups::RankingOptions;
use super::progress::{PlayProgress, SolveProgress};
use crate::dice::Die;
use crate::ranking::{self, Ranking};
use crate::rules::Rules;
use crate::tournament::{DiceContest, pairings};

/// The rankings of the same dice under some rule sets.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) rankings: Vec<(Rules, Ranking)>,
    /// How long each ranking took.
    pub(super) times: Vec<Duration>,
    /// The seed of all games.
    pub(super) seed: u64,
}

/// Ranks dice under each rule set of the options.
pub(super) fn find<Output: Args>(
    dice: &[Die],
    options: &RankingOptions<Output>,
) -> Result<Found, Failure> {
    let pool = options.threading.pool()?;
    let seed = options.seeding.resolve()?;
    let plan = options.plan();
    let bytes = options.bytes();
    let find = |&rules: &Rules| {
        let start = Instant::now();
        let ranking = match options.target() {
            Some(target) => {
                let progress = SolveProgress::new(target, options.common.quiet);
                let swept = |solved, of, solution: &_| progress.swept(solved, of, solution);
                pool.install(|| ranking::compute(dice, rules, plan.scoring, target, swept))
            }
            None => {
                let pairings = pairings(dice.len());
                let progress = PlayProgress::new(plan, pairings, options.common.quiet);
                pool.install(|| {
                    let mut contest = DiceContest::new(dice, rules, seed, bytes);
                    ranking::rank(&mut contest, &plan, &progress)
                })
            }
        };
        ((rules, ranking), start.elapsed())
    };
    let (rankings, times) = options.rule_sets().iter().map(find).unzip();
    Ok(Found {
        rankings,
        times,
        seed,
    })
}
