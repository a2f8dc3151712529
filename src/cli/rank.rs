//! The main job: a dice file, the Bestenliste on stdout. Dice are ranked on all threads, for `pruefe`, too.

use std::io::{self, IsTerminal};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use clap::{Args, Command};
use console::Term;
use itertools::Itertools;

use super::errors::{Misuse, System, neither, refuse, verdict};
use super::groups::{ACCURATE, Common, Listing, RankingOptions, Remembering};
use super::progress::{Bar, Early, Progress, STEPS};
use super::streams::{check_reader, print, read_dice};
use super::summary::{self, closing, remarkable, uncertain};
use super::values::{self, Input};
use crate::report::{Found, ListReport};
use wuerfelglueck::dice::Die;
use wuerfelglueck::ranking::{self, Criterion, Pairings, Plan, first_look};
use wuerfelglueck::rules::Rules;
use wuerfelglueck::shards::{self, Origin, Part, Record};
use wuerfelglueck::stream::BLOCK;
use wuerfelglueck::text::count;
use wuerfelglueck::tournament::{Contest, DiceContest, pairings};

#[derive(Debug, Args)]
pub struct Rank {
    #[arg(value_name = "DATEI", value_hint = clap::ValueHint::FilePath, default_value = "-")]
    input: Input,
    #[command(flatten)]
    options: RankingOptions<Output>,
}

#[derive(Debug, Args)]
struct Output {
    #[command(flatten)]
    listing: Listing,
    #[arg(long = "teil", allow_hyphen_values = true)]
    part: Option<Part>,
    #[arg(long = "zeit", value_parser = values::positive(86_400))]
    time: Option<f64>,
}

impl Rank {
    /// Ranks the dice; `start` is when the process began.
    pub fn run(&self, program: &Command, start: Instant) -> Result<u8> {
        let options = &self.options;
        let (listing, part) = (&options.output.listing, options.output.part);
        let time = options.output.time.map(Duration::from_secs_f64);
        let are_pairs = listing.format.value.is_none();
        options.check()?;
        listing.check(&options.counting)?;
        if time.is_some() && (options.lists().len() > 1 || are_pairs) {
            refuse!("„--zeit“ gibt es nur für eine einzige Bestenliste");
        }
        if part.is_some() && !are_pairs {
            refuse!("„--teil“ gehört zu „--format paare“");
        }
        let is_fixed = options.games.is_some() && options.rules.len() == 1;
        if are_pairs && (!is_fixed || part.is_some() && options.seeding.seed.1) {
            refuse!(
                "„--format paare“ braucht „--spiele N“, ein Regelwerk und für Teile eine feste Saat"
            );
        }
        // A word that names no file may have been meant as a command.
        if let Input::File(file) = &self.input
            && let Ok(false) = file.try_exists()
        {
            bail!(Misuse(neither(&file.to_string_lossy(), program)));
        }
        if part.is_some() {
            check_reader()?;
        }
        let dice = read_dice(&self.input, &options.rules, options.common.quiet)?;
        if are_pairs {
            return self.print_pairs(&dice);
        }
        let mut plan = options.plan();
        plan.best = listing.best;
        let early = Early {
            by_signal: true,
            at: time.and_then(|time| start.checked_add(time)),
            ..Early::default()
        };
        options.threading.start()?;
        let before = start.elapsed();
        let explain = || self.explain(&dice, &plan, start, before);
        let found = early.watch(explain, || find(&dice, options, &plan, &early));
        let found = found.map_err(System)??;
        finish(listing, &options.common, &dice, &found, Vec::new())
    }

    /// Says why there is no list yet, and how long it takes until there is one. The ranking began `before` after the
    /// start.
    fn explain(&self, dice: &[Die], plan: &Plan, start: Instant, before: Duration) -> String {
        let options = &self.options;
        if options.exact {
            let remedy = options.output.time.map_or("", |_| "; --zeit erhöhen");
            return format!(
                "eine Liste gibt es erst, wenn von jeder Paarung genug bekannt ist; wie lange das \
                 dauert, ist noch nicht abzusehen{remedy}"
            );
        }
        let games = match options.output.time {
            Some(_) => BLOCK,
            None => first_look(dice.len(), plan),
        };
        let round = first_round(dice, options, games).saturating_add(before);
        let seconds = round.max(2 * start.elapsed()).as_secs_f64().ceil();
        let until = "eine Liste gibt es erst nach der ersten Runde";
        format!("{until}, und die dauert hier etwa {seconds} s")
    }

    /// Plays a part of the pairings, and prints a line of each as soon as it is known.
    fn print_pairs(&self, dice: &[Die]) -> Result<u8> {
        let options = &self.options;
        let (common, remembering) = (&options.common, &options.remembering);
        let games = options.plan().games;
        let (seed, _) = options.seeding.seed;
        let origin = Origin {
            dice: dice.len(),
            rules: options.rules[0],
            seed,
            games,
        };
        options.threading.start()?;
        let start = Instant::now();
        let part = options.output.part.unwrap_or(Part::WHOLE);
        let pairings = part.pairings(dice.len());
        let number = pairings.len() as u64;
        // Lines at a terminal show themselves how far it is.
        let quiet = common.quiet || io::stdout().is_terminal();
        let origin = (origin, part);
        play(dice, origin, &pairings, remembering, quiet, print_lines)?;
        let closing = summary::closing_games(number * games, start.elapsed(), seed);
        let part = options.output.part.map(|part| format!("Teil {part}: "));
        let pairings = part.unwrap_or_default() + &count(number, "Paarung", "Paarungen");
        common.tell(format_args!("{pairings}, {closing}"));
        Ok(0)
    }
}

/// The time that it takes, probably, until each pairing has played so many games: from a few dice, while all threads work.
fn first_round(dice: &[Die], options: &RankingOptions<Output>, games: u64) -> Duration {
    /// The number of dice that are tried.
    const SAMPLE: usize = 16;
    let sample = dice.iter().step_by(dice.len().div_ceil(SAMPLE));
    let sample = sample.cloned().collect_vec();
    let try_out = || {
        let start = Instant::now();
        let contest = DiceContest::new(&sample, options.rules[0], 0, usize::MAX);
        let building = start.elapsed().as_secs_f64();
        let start = Instant::now();
        let pairs = (1..sample.len()).map(|die| [die - 1, die]);
        let played = pairs.map(|pair| contest.play(pair, BLOCK, 0..1));
        let played = played.map(|played| played.tally.games()).sum::<u64>();
        (
            contest.memory(),
            building,
            start.elapsed().as_secs_f64() / played as f64,
        )
    };
    // The threads of the pool are busy.
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let Ok((memory, building, per_game)) = alone.map(|pool| pool.install(try_out)) else {
        return Duration::ZERO;
    };
    let times = dice.len() as f64 / sample.len() as f64;
    // If not all tables have room, each is built again and again; see `DiceContest`.
    let passes = times * memory as f64 / options.remembering.bytes(false) as f64;
    let passes = if passes > 1.0 { 1.0 + passes } else { 1.0 };
    let all = pairings(dice.len()) as f64 * games as f64;
    // The sample had to share the cores.
    let threads = (1 + rayon::current_num_threads()) as f64;
    let seconds = (passes * times * building + all * per_game) / threads;
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

/// Ranks dice by this plan for each list of the options, unless it ends early. The threads have to be there.
pub fn find<Output: Args + Sync>(
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
            // Whoever says how narrow intervals shall be, or judges lists that are less sure, needs no order. Which duels would
            // have to be narrower is not known here.
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
    // On a thread of the pool: where memory is short, each further thread that allocates fails in its own way.
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

/// Plays some pairings of a tournament, as a part of it, and gives their results to `take` as soon as they are known.
pub fn play(
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

/// Prints lines. Whoever runs parts must not take lines that nobody has read for played.
pub fn print_lines(lines: &[impl std::fmt::Display]) -> Result<()> {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    if !print(&text)? {
        bail!("niemand liest die Zeilen weiter; es fehlen welche, bitte noch einmal");
    }
    Ok(())
}

/// Prints the lists that were found. A reader who has seen enough is told nothing more; others are told how sure they are,
/// behind `warnings` of another kind. With `--streng` the exit code says whether the order is certified.
pub fn finish(
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
        // Colours are for a terminal that has them, unless somebody asked for none (`NO_COLOR`, `CLICOLOR=0`, `TERM=dumb`).
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
