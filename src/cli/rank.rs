//! The main job: ranks dice and prints lists, or plays pairings and prints their lines.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use clap::{Args, Command};
use itertools::Itertools;

use super::exit::{Misuse, refuse};
use super::groups::{ListOptions, MemoryUse, RankingOptions};
use super::lists::{play_part, print_lists, print_pairing_lines, rank_for_each_request};
use super::progress::EarlyEnd;
use super::streams::{check_reader, read_dice};
use super::summary;
use super::system::SystemError;
use super::usage::not_file_or_command;
use super::values::{self, Input};
use wuerfelglueck::dice::Die;
use wuerfelglueck::ranking::{Plan, games_before_first_look};
use wuerfelglueck::rules::Rules;
use wuerfelglueck::shards::{Origin, Part, PartToPlay};
use wuerfelglueck::stream::BLOCK;
use wuerfelglueck::text::format_count;
use wuerfelglueck::tournament::{Contest, DiceContest, count_pairings};

#[derive(Debug, Args)]
pub struct Rank {
    /// Die Datei; ohne sie oder mit - die Standardeingabe
    #[arg(
        value_name = "DATEI", value_hint = clap::ValueHint::FilePath, default_value = "-",
        help_heading = "Argumente"
    )]
    input: Input,
    #[command(flatten)]
    options: RankingOptions<RankOptions>,
}

/// The options that the main job does not share with `pruefe`.
#[derive(Debug, Args)]
struct RankOptions {
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
        long = "zeit", value_name = "S", value_parser = values::positive_up_to(86_400),
        hide_short_help = true, help_heading = "Ablauf"
    )]
    time: Option<f64>,
}

impl Rank {
    /// Ranks the dice, or plays their pairings and prints lines. Returns the exit code. `start` is
    /// the moment when the process began.
    pub fn run(&self, program: &Command, start: Instant) -> Result<u8> {
        let options = &self.options;
        let command_options = &options.command_options;
        self.check_options()?;
        if let Some(word) = self.input_not_found() {
            bail!(Misuse(not_file_or_command(&word, program)));
        }
        if command_options.part.is_some() {
            check_reader()?;
        }
        let dice = read_dice(&self.input, &options.rules, options.common.quiet)?;
        if command_options.prints_pairing_lines() {
            return self.play_and_print_part(&dice);
        }
        let mut plan = options.plan();
        plan.best = command_options.list_options.best;
        let early_end = EarlyEnd {
            on_signal: true,
            deadline: command_options
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
            &command_options.list_options,
            &options.common,
            &dice,
            &run,
            Vec::new(),
        )
    }

    /// Refuses options that do not fit together.
    fn check_options(&self) -> Result<(), Misuse> {
        let options = &self.options;
        let command_options = &options.command_options;
        let (prints_pairing_lines, is_part) = (
            command_options.prints_pairing_lines(),
            command_options.part.is_some(),
        );
        options.check()?;
        command_options
            .list_options
            .check(&options.criterion_options)?;
        if command_options.time.is_some() && (options.requests().len() > 1 || prints_pairing_lines)
        {
            refuse!("„--zeit“ gibt es nur für eine einzige Bestenliste");
        }
        if is_part && !prints_pairing_lines {
            refuse!("„--teil“ gehört zu „--format paare“");
        }
        let is_fixed = options.games.is_some() && options.rules.len() == 1;
        if prints_pairing_lines && (!is_fixed || is_part && options.seed_option.seed.is_random) {
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

    /// Explains why there is no list yet, and unless lists are solved, how long it takes until
    /// there is one.
    ///
    /// `start` is the moment when the process began, and `preparation` the time until ranking
    /// began.
    fn explain_no_list(
        &self,
        dice: &[Die],
        plan: &Plan,
        start: Instant,
        preparation: Duration,
    ) -> String {
        let options = &self.options;
        let has_limit = options.command_options.time.is_some();
        if options.exact {
            let remedy = if has_limit { "; --zeit erhöhen" } else { "" };
            return format!(
                "eine Liste gibt es erst, wenn von jeder Paarung genug bekannt ist; wie lange das \
                 dauert, ist noch nicht abzusehen{remedy}"
            );
        }
        // With a limit of time, there is a list after the first block of each pairing.
        let games = if has_limit {
            BLOCK
        } else {
            games_before_first_look(dice.len(), plan)
        };
        let estimate = estimate_first_round(dice, options, games).saturating_add(preparation);
        // If it is late already, the estimate was too low.
        let seconds = estimate.max(2 * start.elapsed()).as_secs_f64().ceil();
        format!(
            "eine Liste gibt es erst nach der ersten Runde, und die dauert hier etwa {seconds} s"
        )
    }

    /// Plays the pairings of a part, or all, and prints their lines, some at a time, as soon as
    /// their games are played.
    fn play_and_print_part(&self, dice: &[Die]) -> Result<u8> {
        let options = &self.options;
        let games = options.plan().games;
        let seed = options.seed_option.seed.number;
        let origin = Origin {
            dice_count: dice.len(),
            rules: options.rules[0],
            seed,
            games,
        };
        options.thread_option.start()?;
        let start = Instant::now();
        let part = options.command_options.part.unwrap_or(Part::WHOLE);
        let to_play = PartToPlay {
            origin,
            part,
            pairings: part.pairings(dice.len()),
        };
        // Lines at a terminal show by themselves how far playing is.
        let quiet = options.common.quiet || io::stdout().is_terminal();
        play_part(
            dice,
            &to_play,
            &options.memory_option,
            quiet,
            print_pairing_lines,
        )?;
        let number = to_play.pairings.len() as u64;
        let prefix = options
            .command_options
            .part
            .map_or(String::new(), |part| format!("Teil {part}: "));
        let pairings = format_count(number, "Paarung", "Paarungen");
        let closing = summary::closing_games(number.saturating_mul(games), start.elapsed(), seed);
        options
            .common
            .say(format_args!("{prefix}{pairings}, {closing}"));
        Ok(0)
    }
}

impl RankOptions {
    /// Returns whether lines of pairings are printed, and no list.
    fn prints_pairing_lines(&self) -> bool {
        self.list_options.format.value.is_none()
    }

    fn time_limit(&self) -> Option<Duration> {
        self.time.map(Duration::from_secs_f64)
    }
}

/// Estimates the time until each pairing has played `games` games, by some games of a few dice
/// under the first rule set, while the threads go on working. Zero if nothing can be measured.
fn estimate_first_round(
    dice: &[Die],
    options: &RankingOptions<RankOptions>,
    games: u64,
) -> Duration {
    // The threads of the pool are busy.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let Ok(timing) = pool.map(|pool| pool.install(|| Timing::measure(dice, options.rules[0])))
    else {
        return Duration::ZERO;
    };
    let scale = dice.len() as f64 / timing.dice_count as f64;
    // If the tables of all dice have no room, each is built again and again; see `DiceContest`.
    let memory = options.memory_option.bytes(MemoryUse::Tables) as f64;
    let memory_ratio = scale * timing.table_bytes as f64 / memory;
    let passes = if memory_ratio > 1.0 {
        1.0 + memory_ratio
    } else {
        1.0
    };
    let building = passes * scale * timing.building_seconds;
    let playing = count_pairings(dice.len()) as f64 * games as f64 * timing.seconds_per_game;
    // While it was measured, its thread had to share the cores with the others.
    let threads = (1 + rayon::current_num_threads()) as f64;
    Duration::try_from_secs_f64((building + playing) / threads).unwrap_or(Duration::MAX)
}

/// Measurements of some of the dice on one thread.
struct Timing {
    /// The number of dice that were measured, at least two.
    dice_count: usize,
    /// The bytes of all their tables.
    table_bytes: usize,
    /// The seconds in which all their tables were built.
    building_seconds: f64,
    /// The seconds that a game took.
    seconds_per_game: f64,
}

impl Timing {
    /// Builds the tables of some of the dice, evenly spread, and lets neighbours play a block each.
    fn measure(dice: &[Die], rules: Rules) -> Timing {
        /// The most dice that are measured, so that it takes little time.
        const MOST_DICE: usize = 16;
        let measured_dice = dice
            .iter()
            .step_by(dice.len().div_ceil(MOST_DICE))
            .cloned()
            .collect_vec();
        let start = Instant::now();
        let contest = DiceContest::new(&measured_dice, rules, 0, usize::MAX);
        let building_seconds = start.elapsed().as_secs_f64();
        let start = Instant::now();
        let games: u64 = (1..measured_dice.len())
            .map(|die| contest.play([die - 1, die], BLOCK, 0..1).tally().games())
            .sum();
        Timing {
            dice_count: measured_dice.len(),
            table_bytes: contest.bytes_of_all_tables(),
            building_seconds,
            seconds_per_game: start.elapsed().as_secs_f64() / games as f64,
        }
    }
}
