//! Lists of dice, ranked for each request of the options and printed; and pairings of a part or a
//! sample of a tournament, played, with their lines.

use std::fmt::Display;
use std::time::Instant;

use console::Term;

use super::args::{
    GIBIBYTE, ListOptions, MemoryOption, MemoryUse, RankingOptions, RunOptions, USUAL_ACCURACY,
};
use super::failure::Failure;
use super::progress::{Bar, SOLVER_STEPS, Work};
use super::session::{Answer, Session, print};
use super::summary::{self, closing_line, warnings_of_oddities, warnings_of_uncertainty};
use crate::report::{ListReport, Printable, RankedList, RankingRun, RenderLists};
use wuerfelglueck::certainty::Adjustment;
use wuerfelglueck::dice::Die;
use wuerfelglueck::exact::PairingsToSolve;
use wuerfelglueck::pairing::Pairing;
use wuerfelglueck::ranking::{self, Criterion, Plan, Ranking};
use wuerfelglueck::rules::Rules;
use wuerfelglueck::shards::{self, PairingLine, PartToPlay};
use wuerfelglueck::text::format_count;
use wuerfelglueck::tournament::{DiceContest, IndexedPairing, count_pairings};

/// Ranks `dice` by `plan` for each list that `options` request, until the session shall stop.
/// Threads have to be [started](super::args::ThreadOption::start) before.
///
/// # Errors
///
/// If the memory is too small for two dice, or for the results of all pairings, or the result too
/// uncertain for a list.
pub fn rank_for_each_request(
    dice: &[Die],
    options: &RankingOptions,
    run_options: &RunOptions,
    plan: &Plan,
    session: &Session,
) -> Result<RankingRun, Failure> {
    check_room(dice.len())?;
    let requests = options.requests();
    // On a thread of the pool: where memory is short, each further thread that allocates fails in
    // its own way.
    let mut lists = rayon::scope(|_| {
        let mut lists = Vec::new();
        for &request in &requests {
            // The first list is always begun.
            if !lists.is_empty() && session.stop.is_due() {
                break;
            }
            let job = ListJob {
                dice,
                options,
                run_options,
                rules: request.rules,
                plan: Plan {
                    criterion: request.criterion,
                    ..*plan
                },
                session,
            };
            lists.push(job.rank_dice()?);
        }
        Ok::<_, Failure>(lists)
    })?;
    // A list that was hardly begun shows nothing.
    if lists.len() > 1 {
        lists.pop_if(|last| !last.ranking.is_known());
    }
    let is_early = lists.len() < requests.len() || lists.iter().any(|list| list.ranking.is_early);
    let run = RankingRun {
        requests,
        lists,
        error: options.criterion_options.error(),
        has_fixed_games: options.games.is_some(),
        seed: run_options.seed_option.seed.number,
        solver_memory: options
            .exact
            .then(|| run_options.memory_option.gibibytes(MemoryUse::Solver)),
        is_early,
    };
    summary::check_known(&run, session)?;
    Ok(run)
}

/// Checks that there is room for the results of all pairings of `dice_count` dice.
///
/// # Errors
///
/// If the operating system refuses it.
fn check_room(dice_count: usize) -> Result<(), Failure> {
    /// The bytes of a pairing: its results, and those of the round that is played.
    const BYTES: usize = size_of::<Pairing>() + size_of::<IndexedPairing>();
    /// The number of bytes below which the operating system is not asked. glibc puts blocks of this
    /// size into the heap once one of them was freed, and tables that grow there leave gaps: 13 MB
    /// with 300 random dice.
    const ALWAYS_THERE: usize = 1 << 25;
    let pairings = count_pairings(dice_count);
    let bytes = usize::try_from(pairings).map_or(usize::MAX, |number| number.saturating_mul(BYTES));
    if bytes < ALWAYS_THERE {
        return Ok(());
    }
    Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| {
        let gibibytes = bytes as f64 / GIBIBYTE;
        Failure::system(format_args!(
            "{dice_count} Würfel haben {pairings} Paarungen, und die brauchen {gibibytes:.0} GiB \
             Arbeitsspeicher; in Teilen geht es mit --spiele N --format paare --teil K/N"
        ))
    })
}

/// The work on one of the lists that `options` request.
struct ListJob<'a> {
    dice: &'a [Die],
    options: &'a RankingOptions,
    run_options: &'a RunOptions,
    /// The rule set of the list.
    rules: Rules,
    /// The plan, with the criterion of the list.
    plan: Plan,
    session: &'a Session,
}

impl ListJob<'_> {
    /// Ranks the dice, by playing or solving, while a bar shows the progress.
    fn rank_dice(&self) -> Result<RankedList, Failure> {
        let start = Instant::now();
        let ranking = if self.options.exact {
            self.solve()?
        } else {
            self.play()?
        };
        let seed = self.run_options.seed_option.seed.number;
        Ok(RankedList {
            rules: self.rules,
            closing: closing_line(&ranking, start.elapsed(), seed),
            ranking,
        })
    }

    /// Ranks the dice by the probabilities of each pairing.
    fn solve(&self) -> Result<Ranking, Failure> {
        let (plan, memory_option) = (&self.plan, &self.run_options.memory_option);
        let bar = Bar::new("Paarung 1", Work::Steps(SOLVER_STEPS), self.session).for_ranking(plan);
        let pairings = PairingsToSolve::new(self.dice, self.rules);
        memory_option.check(MemoryUse::Solver, pairings.least_memory())?;
        // With an accuracy that the user has set, or a finer one than usual to judge lists by, the
        // order need not be certified. The solver cannot know which duels would have to be
        // narrower.
        let is_usual = self.options.accuracy.is_none() && plan.accuracy == Some(USUAL_ACCURACY);
        let with_order = is_usual && plan.criterion != Criterion::Duels;
        let bytes = memory_option.bytes(MemoryUse::Solver);
        Ok(ranking::compute(&pairings, plan, with_order, bytes, &bar))
    }

    /// Ranks the dice by games of each pairing.
    fn play(&self) -> Result<Ranking, Failure> {
        let (dice, plan) = (self.dice, &self.plan);
        let memory_option = &self.run_options.memory_option;
        let number = count_pairings(dice.len());
        let text = format_count(number, "Paarung", "Paarungen");
        let (games, adjustment) = match plan.accuracy {
            // The number of games is unknown before the first look.
            Some(_) => (0, Adjustment::Luck),
            // A fixed number of games is counted as any program would.
            None => (plan.games.saturating_mul(number), Adjustment::None),
        };
        let bar = Bar::new(text, Work::Games(games), self.session).for_ranking(plan);
        let bytes = memory_option.bytes(MemoryUse::Tables);
        let seed = self.run_options.seed_option.seed.number;
        let mut contest = DiceContest::watched(dice, self.rules, seed, bytes, adjustment, &bar);
        memory_option.check(MemoryUse::Tables, contest.least_memory())?;
        Ok(ranking::rank(&mut contest, plan, &bar))
    }
}

/// Plays the pairings `to_play`, and hands their lines to `take`, some at a time, as soon as their
/// games are played.
///
/// # Errors
///
/// If the memory is too small for two dice, and those of `take`.
pub fn play_part(
    dice: &[Die],
    to_play: &PartToPlay,
    memory_option: &MemoryOption,
    session: &Session,
    take: impl Fn(&[PairingLine]) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let number = to_play.pairings.len() as u64;
    let text = format_count(number, "Paarung", "Paarungen");
    let work = Work::Games(number.saturating_mul(to_play.origin.games));
    let bar = Bar::new(text, work, session);
    let memory = memory_option.bytes(MemoryUse::Tables);
    let check = |least| memory_option.check(MemoryUse::Tables, least);
    shards::play(dice, to_play, memory, &bar, check, take)
}

/// Prints pairing lines, those of `--format paare`.
///
/// # Errors
///
/// Also if stdout has no reader: pairings whose lines are lost must not pass for played.
pub fn print_pairing_lines(lines: &[impl Display]) -> Result<(), Failure> {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    print(&Printable::for_programs(&text)).map_err(|failure| match failure {
        Failure::NoReader => {
            Failure::system("niemand liest die Zeilen weiter; es fehlen welche, bitte noch einmal")
        }
        failure => failure,
    })
}

/// The lists of a run, then for stderr the `warnings` and the summary. With `--streng` it has failed if
/// an order is open.
pub fn show_lists(
    render: RenderLists,
    list_options: &ListOptions,
    dice: &[Die],
    run: &RankingRun,
    warnings: Vec<String>,
) -> Answer {
    let terminal_width = Term::stdout()
        .size_checked()
        .map(|(_, columns)| usize::from(columns));
    let report = ListReport {
        dice,
        run,
        with_pairings: list_options.pairings,
        terminal_width,
        with_bars: list_options.bars,
        // Colours are for a terminal that has them, unless `NO_COLOR`, `CLICOLOR=0` or `TERM=dumb`
        // refuse them.
        with_colours: terminal_width.is_some() && console::colors_enabled(),
    };
    let summary = summary::summarize(run, |ranking| {
        [
            warnings_of_uncertainty(ranking, run),
            warnings_of_oddities(ranking),
        ]
        .concat()
    });
    let is_open = |list: &RankedList| list.ranking.open_ranks().next().is_some();
    let has_failed = list_options.strict && run.lists.iter().any(is_open);
    Answer {
        text: render(&report),
        remarks: summary::as_warnings(warnings).chain(summary).collect(),
        failures: Vec::new(),
        has_failed,
    }
}
