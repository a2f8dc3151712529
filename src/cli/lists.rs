//! Lists of dice: ranked for each rule set and criterion that the options ask for, and printed; and
//! pairings of a tournament that are played as a part of it.

use std::fmt::Display;
use std::sync::atomic::Ordering;
use std::time::Instant;

use anyhow::{Result, bail};
use clap::Args;
use console::Term;

use super::exit::verdict;
use super::groups::{ACCURATE, Common, Listing, RankingOptions, Remembering};
use super::progress::{Bar, Early, Progress, STEPS};
use super::streams::print;
use super::summary::{self, closing, remarkable, uncertain};
use crate::report::{Found, ListReport};
use wuerfelglueck::dice::Die;
use wuerfelglueck::ranking::{self, Criterion, Pairings, Plan};
use wuerfelglueck::rules::Rules;
use wuerfelglueck::shards::{self, Origin, Part, Record};
use wuerfelglueck::text::count;
use wuerfelglueck::tournament::{DiceContest, pairings};

/// Ranks dice by `plan` for each list of the options, unless that ends early. The threads have to
/// be there.
pub fn rank_for_each_list<Output: Args + Sync>(
    dice: &[Die],
    options: &RankingOptions<Output>,
    plan: &Plan,
    early: &Early,
) -> Result<Found> {
    let (seed, _) = options.seeding.seed;
    let (exact, quiet) = (options.exact, options.common.quiet);
    let memory = exact.then(|| options.remembering.gibibytes(exact));
    let find = |(rules, criterion): (Rules, Criterion)| -> Result<_> {
        let start = Instant::now();
        let plan = &Plan { criterion, ..*plan };
        let progress = |bar| Progress { bar, plan, early };
        let bytes = options.remembering.bytes(exact);
        let ranking = if exact {
            let progress = progress(Bar::new("Paarung 1", STEPS, false, quiet));
            let pairings = Pairings::new(dice, rules);
            options.remembering.check(exact, pairings.least_memory())?;
            // Whoever says how narrow intervals shall be, or judges lists that are less sure, needs no
            // order. Which duels would have to be narrower is not known here.
            let is_usual = options.accuracy.is_none() && plan.accuracy == Some(ACCURATE);
            let order = is_usual && criterion != Criterion::Duels;
            ranking::compute(&pairings, plan, order, bytes, &progress)
        } else {
            let number = pairings(dice.len());
            let who = count(number, "Paarung", "Paarungen");
            let all = plan.games.saturating_mul(number);
            // With an accuracy, nobody knows before the first look.
            let games = plan.accuracy.map_or(all, |_| 0);
            let progress = progress(Bar::new(who, games, true, quiet));
            let mut contest = DiceContest::new(dice, rules, seed, bytes);
            options.remembering.check(exact, contest.least_memory())?;
            ranking::rank(&mut contest, plan, &progress)
        };
        let done = closing(&ranking, start.elapsed(), seed);
        Ok(((rules, ranking), done))
    };
    // On a thread of the pool: where memory is short, each further thread that allocates fails in
    // its own way.
    let asked = options.lists();
    let found = rayon::scope(|_| {
        // The first list is always begun.
        let begun = asked.iter().enumerate();
        let begun = begun.take_while(|&(place, _)| place == 0 || !early.is_asked());
        let found = begun.map(|(_, &list)| find(list));
        found.collect::<Result<Vec<_>>>()
    });
    let mut found = found?;
    // Of a list that was hardly begun there is nothing to see.
    if found.len() > 1 {
        found.pop_if(|((_, last), _)| !summary::is_known(last));
    }
    let is_early = found.len() < asked.len() || early.has_ended.load(Ordering::Relaxed);
    let (rankings, done): (Vec<_>, _) = found.into_iter().unzip();
    let mut plan = *plan;
    if is_early && asked.len() == 1 {
        plan.games = rankings[0].1.plan.games;
    }
    summary::known(Found {
        asked,
        rankings,
        done,
        plan,
        error: options.counting.error(),
        more: options.games.map_or("--hoechstens", |_| "--spiele"),
        seed,
        memory,
        is_early,
    })
}

/// Plays some pairings of a tournament, as a part of it, and gives their results to `take` as soon
/// as they are known.
pub fn play_part(
    dice: &[Die],
    origin: (Origin, Part),
    pairings: &[[usize; 2]],
    remembering: &Remembering,
    quiet: bool,
    take: impl Fn(&[Record]) -> Result<()>,
) -> Result<()> {
    let number = pairings.len() as u64;
    let who = count(number, "Paarung", "Paarungen");
    let bar = Bar::new(who, number.saturating_mul(origin.0.games), true, quiet);
    let memory = remembering.bytes(false);
    let check = |least| Ok(remembering.check(false, least)?);
    shards::play(dice, origin, pairings, memory, &bar, check, take)
}

/// Prints lines. That nobody reads them is an error: whoever runs parts must not take these for
/// played.
pub fn print_lines(lines: &[impl Display]) -> Result<()> {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    if !print(&text)? {
        bail!("niemand liest die Zeilen weiter; es fehlen welche, bitte noch einmal");
    }
    Ok(())
}

/// Prints the lists that were found, and returns the exit code, which with `--streng` says whether
/// the order is certified. A reader who has seen enough is told nothing more; others are told how
/// sure the lists are, behind `warnings` of another kind.
pub fn print_lists(
    listing: &Listing,
    common: &Common,
    dice: &[Die],
    found: &Found,
    warnings: Vec<String>,
) -> Result<u8> {
    let columns = Term::stdout().size_checked();
    let terminal = columns.map(|(_, columns)| usize::from(columns));
    let lists = ListReport {
        dice,
        found,
        pairings: listing.pairings,
        terminal,
        bars: listing.bars,
        // Colours are for a terminal that has them, unless somebody asked for none (`NO_COLOR`,
        // `CLICOLOR=0`, `TERM=dumb`).
        coloured: terminal.is_some() && console::colors_enabled(),
    };
    let text = listing.format.value.map(|render| render(&lists));
    if print(&text.unwrap_or_default())? {
        common.warn(warnings);
        summary::tell(common, found, |ranking| {
            [uncertain(ranking, found), remarkable(ranking)].concat()
        });
    }
    let mut rankings = found.rankings.iter();
    let is_open = rankings.any(|(_, ranking)| ranking.open().next().is_some());
    Ok(verdict(!listing.strict || !is_open))
}
