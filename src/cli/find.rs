//! Dice are ranked as the options say, on all threads, with a progress bar.

use std::sync::atomic::Ordering;
use std::time::Instant;

use anyhow::{Result, bail};
use clap::Args;

use super::groups::RankingOptions;
use super::progress::{Bar, Early, Progress, STEPS};
use super::summary::{closing, more_memory};
use crate::decimal::round_up;
use crate::dice::Die;
use crate::exact::Pairings;
use crate::ranking::{self, Criterion, Plan, Ranking};
use crate::report::Found;
use crate::rules::Rules;
use crate::text::count;
use crate::tournament::{DiceContest, pairings};

/// Ranks dice by this plan for each list of the options, unless it ends early. The threads have to be there.
pub fn find<Output: Args + Sync>(
    dice: &[Die],
    options: &RankingOptions<Output>,
    plan: &Plan,
    early: &Early,
) -> Result<Found> {
    let seed = options.seeding.resolve()?;
    let (exact, quiet) = (options.playing.exact, options.common.quiet);
    let memory = exact.then(|| options.remembering.gibibytes(exact));
    let find = |(rules, criterion): (Rules, Criterion)| -> Result<_> {
        let start = Instant::now();
        let plan = &Plan { criterion, ..*plan };
        let progress = |bar| Progress { bar, plan, early };
        let ranking = if let Some(wanted) = options.wanted(plan) {
            let progress = progress(Bar::new("Paarung 1".into(), STEPS, false, quiet));
            let pairings = Pairings::new(dice, rules);
            options.remembering.check(exact, pairings.least_memory())?;
            let found = ranking::compute(dice, rules, &pairings, &wanted, &progress);
            check_known(&found, memory, early.has_ended.load(Ordering::Relaxed))?;
            found
        } else {
            let number = pairings(dice.len());
            let who = count(number, "Paarung", "Paarungen");
            let all = plan.games.saturating_mul(number);
            // With an accuracy, nobody knows before the first look.
            let games = plan.accuracy.map_or(all, |_| 0);
            let progress = progress(Bar::new(who, games, true, quiet));
            let memory = options.remembering.bytes(exact);
            let mut contest = DiceContest::new(dice, rules, seed, memory);
            options.remembering.check(exact, contest.least_memory())?;
            ranking::rank(&mut contest, plan, &progress)
        };
        let done = closing(&ranking, start.elapsed(), seed);
        Ok(((rules, ranking), done))
    };
    // On a thread of the pool: where memory is short, each further thread that allocates fails in its own way.
    let found = rayon::scope(|_| {
        let lists = options.lists().into_iter();
        lists.map(find).collect::<Result<Vec<_>>>()
    });
    let (rankings, done): (Vec<_>, _) = found?.into_iter().unzip();
    let is_early = early.has_ended.load(Ordering::Relaxed);
    let played = rankings.first().and_then(|(_, ranking)| ranking.played());
    let games = played.filter(|_| is_early).map(|played| played.games);
    Ok(Found {
        rankings,
        done,
        plan: Plan {
            games: games.unwrap_or(plan.games),
            ..*plan
        },
        error: options.counting.error(),
        more: options.playing.games.map_or("--hoechstens", |_| "--spiele"),
        seed,
        memory,
        is_early,
    })
}

/// Refuses a ranking of which so little is known, in so many GiB or as it was ended early, that its shares are no result.
fn check_known(ranking: &Ranking, memory: Option<f64>, is_early: bool) -> Result<()> {
    /// Half-width of an interval in percentage points, at which half of everything may be so or otherwise.
    const NOTHING: f64 = 25.0;
    let half_width = ranking.half_width();
    if half_width > NOTHING {
        let reached = round_up(half_width);
        let more = match more_memory(ranking, memory) {
            _ if is_early => "längerer Laufzeit".into(),
            Some(memory) => memory,
            None => "--genauigkeit 10".into(),
        };
        bail!(
            "zu viel bleibt unbekannt für eine Liste (Anteile nur auf ±{reached} Punkte); mehr mit {more}"
        );
    }
    Ok(())
}
