//! The main job: a dice file, the Bestenliste on stdout.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use clap::{Args, Command};
use itertools::Itertools;

use super::exit::{Misuse, refuse};
use super::groups::{ListOptions, MemoryUse, RankingOptions};
use super::lists::{play_part, print_lines, print_lists, rank_for_each_request};
use super::progress::EarlyEnd;
use super::streams::{check_reader, read_dice};
use super::summary;
use super::system::SystemError;
use super::usage::not_file_or_command;
use super::values::{self, Input};
use wuerfelglueck::certainty::Adjustment;
use wuerfelglueck::dice::Die;
use wuerfelglueck::ranking::{Plan, first_look};
use wuerfelglueck::rules::Rules;
use wuerfelglueck::shards::{Origin, Part};
use wuerfelglueck::stream::BLOCK;
use wuerfelglueck::text::format_count;
use wuerfelglueck::tournament::{Contest, DiceContest, pairings};

#[derive(Debug, Args)]
pub struct Rank {
    /// Die Datei; ohne sie oder mit - die Standardeingabe
    #[arg(
        value_name = "DATEI", value_hint = clap::ValueHint::FilePath, default_value = "-",
        help_heading = "Argumente"
    )]
    input: Input,
    #[command(flatten)]
    options: RankingOptions<Output>,
}

/// The options of the output of a ranking.
#[derive(Debug, Args)]
struct Output {
    #[command(flatten)]
    list_options: ListOptions,
    /// Nur der K-te von N Teilen der Paarungen, für --format paare; wuerfelglueck sammle setzt die
    /// Teile zusammen
    #[arg(
        long = "teil",
        value_name = "K/N",
        allow_hyphen_values = true,
        hide_short_help = true,
        help_heading = "Ablauf"
    )]
    part: Option<Part>,
    /// Nach S Sekunden aufhören und die Bestenliste ausgeben, wie sie dann steht
    ///
    /// Die Zeit läuft vom Start des Programms an. Eine Liste gibt es nach der ersten Runde, in der
    /// jede Paarung höchstens 32 Spiele spielt. Reicht S nicht einmal dafür, oder ist bei --exakt
    /// dann noch zu wenig bekannt, kommt keine Liste, sondern auf der Standardfehlerausgabe, wie
    /// viele Sekunden es etwa braucht, und der Rückgabewert ist 1.
    #[arg(
        long = "zeit", value_name = "S", value_parser = values::parse_positive(86_400),
        hide_short_help = true, help_heading = "Ablauf"
    )]
    time: Option<f64>,
}

impl Rank {
    /// Ranks the dice; `start` is when the process began.
    pub fn run(&self, program: &Command, start: Instant) -> Result<u8> {
        let options = &self.options;
        let output = &options.output;
        self.check_options()?;
        if let Some(word) = self.input_not_found() {
            bail!(Misuse(not_file_or_command(&word, program)));
        }
        if output.part.is_some() {
            check_reader()?;
        }
        let dice = read_dice(&self.input, &options.rules, options.common.quiet)?;
        if output.are_pairs() {
            return self.print_pairs(&dice);
        }
        let mut plan = options.plan();
        plan.best = output.list_options.best;
        let early_end = EarlyEnd {
            on_signal: true,
            deadline: output
                .time_limit()
                .and_then(|limit| start.checked_add(limit)),
            ..EarlyEnd::default()
        };
        options.thread_option.start()?;
        let preparation = start.elapsed();
        let explain = || self.explain_no_list(&dice, &plan, start, preparation);
        let rank = || rank_for_each_request(&dice, options, &plan, &early_end);
        let run = early_end.supervise(explain, rank).map_err(SystemError)??;
        print_lists(
            &output.list_options,
            &options.common,
            &dice,
            &run,
            Vec::new(),
        )
    }

    /// Refuses options that contradict each other.
    fn check_options(&self) -> Result<(), Misuse> {
        let options = &self.options;
        let output = &options.output;
        let (are_pairs, is_part) = (output.are_pairs(), output.part.is_some());
        options.check()?;
        output.list_options.check(&options.criterion_options)?;
        if output.time.is_some() && (options.requests().len() > 1 || are_pairs) {
            refuse!("„--zeit“ gibt es nur für eine einzige Bestenliste");
        }
        if is_part && !are_pairs {
            refuse!("„--teil“ gehört zu „--format paare“");
        }
        let is_fixed = options.games.is_some() && options.rules.len() == 1;
        if are_pairs && (!is_fixed || is_part && options.seed_option.seed.is_random) {
            refuse!(
                "„--format paare“ braucht „--spiele N“, ein Regelwerk und für Teile eine feste Saat"
            );
        }
        Ok(())
    }

    /// The word for the input, if there is no file of this name: it may be a misspelt command.
    fn input_not_found(&self) -> Option<String> {
        match &self.input {
            Input::File(file) if matches!(file.try_exists(), Ok(false)) => {
                Some(file.to_string_lossy().into_owned())
            }
            _ => None,
        }
    }

    /// Explains why there is no list yet, and how long it takes until there is one.
    ///
    /// `start` is when the process began, and `preparation` the time until ranking began.
    fn explain_no_list(
        &self,
        dice: &[Die],
        plan: &Plan,
        start: Instant,
        preparation: Duration,
    ) -> String {
        let options = &self.options;
        let has_limit = options.output.time.is_some();
        if options.exact {
            let remedy = if has_limit { "; --zeit erhöhen" } else { "" };
            return format!(
                "eine Liste gibt es erst, wenn von jeder Paarung genug bekannt ist; wie lange das \
                 dauert, ist noch nicht abzusehen{remedy}"
            );
        }
        let games = if has_limit {
            BLOCK
        } else {
            first_look(dice.len(), plan)
        };
        let estimate = estimate_first_round(dice, options, games).saturating_add(preparation);
        let seconds = estimate.max(2 * start.elapsed()).as_secs_f64().ceil();
        format!(
            "eine Liste gibt es erst nach der ersten Runde, und die dauert hier etwa {seconds} s"
        )
    }

    /// Plays the pairings of a part, or all, and prints a line for each as soon as its games are
    /// played.
    fn print_pairs(&self, dice: &[Die]) -> Result<u8> {
        let options = &self.options;
        let games = options.plan().games;
        let seed = options.seed_option.seed.number;
        let origin = Origin {
            dice: dice.len(),
            rules: options.rules[0],
            seed,
            games,
        };
        options.thread_option.start()?;
        let start = Instant::now();
        let part = options.output.part.unwrap_or(Part::WHOLE);
        let pairings = part.pairings(dice.len());
        // Lines at a terminal show by themselves how far playing is.
        let quiet = options.common.quiet || io::stdout().is_terminal();
        play_part(
            dice,
            (origin, part),
            &pairings,
            &options.memory_option,
            quiet,
            print_lines,
        )?;
        let number = pairings.len() as u64;
        let prefix = options
            .output
            .part
            .map_or(String::new(), |part| format!("Teil {part}: "));
        let pairings = format_count(number, "Paarung", "Paarungen");
        let closing = summary::closing_games(number * games, start.elapsed(), seed);
        options
            .common
            .tell(format_args!("{prefix}{pairings}, {closing}"));
        Ok(0)
    }
}

impl Output {
    /// Returns whether a line for each pairing is printed, and no list.
    fn are_pairs(&self) -> bool {
        self.list_options.format.value.is_none()
    }

    fn time_limit(&self) -> Option<Duration> {
        self.time.map(Duration::from_secs_f64)
    }
}

/// Estimates the time until each pairing has played `games` games, by some games of a few dice,
/// while the threads go on working.
fn estimate_first_round(dice: &[Die], options: &RankingOptions<Output>, games: u64) -> Duration {
    // The threads of the pool are busy.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let Ok(sample) = pool.map(|pool| pool.install(|| Sample::measure(dice, options.rules[0])))
    else {
        return Duration::ZERO;
    };
    let scale = dice.len() as f64 / sample.dice as f64;
    // If the tables of all dice have no room, each is built again and again; see `DiceContest`.
    let passes =
        scale * sample.memory as f64 / options.memory_option.bytes(MemoryUse::Tables) as f64;
    let passes = if passes > 1.0 { 1.0 + passes } else { 1.0 };
    let building = passes * scale * sample.building;
    let playing = pairings(dice.len()) as f64 * games as f64 * sample.per_game;
    // The sample had to share the cores.
    let threads = (1 + rayon::current_num_threads()) as f64;
    Duration::try_from_secs_f64((building + playing) / threads).unwrap_or(Duration::MAX)
}

/// Measurements of some of the dice on one thread.
struct Sample {
    /// The number of dice.
    dice: usize,
    /// The bytes of their tables.
    memory: usize,
    /// The seconds in which the tables were built.
    building: f64,
    /// The seconds that a game took.
    per_game: f64,
}

impl Sample {
    /// Builds the tables of some of the dice, evenly spread, and lets neighbours play a block each.
    fn measure(dice: &[Die], rules: Rules) -> Sample {
        /// The most dice of a sample.
        const MOST_DICE: usize = 16;
        let sample = dice
            .iter()
            .step_by(dice.len().div_ceil(MOST_DICE))
            .cloned()
            .collect_vec();
        let start = Instant::now();
        let contest = DiceContest::with_adjustment(&sample, rules, 0, usize::MAX, Adjustment::None);
        let building = start.elapsed().as_secs_f64();
        let start = Instant::now();
        let games: u64 = (1..sample.len())
            .map(|die| contest.play([die - 1, die], BLOCK, 0..1).tally.games())
            .sum();
        Sample {
            dice: sample.len(),
            memory: contest.bytes_of_all_tables(),
            building,
            per_game: start.elapsed().as_secs_f64() / games as f64,
        }
    }
}
