//! The main job: a dice file, the Bestenliste on stdout.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use clap::{Args, Command};
use itertools::Itertools;

use super::exit::{Misuse, refuse};
use super::groups::{Listing, RankingOptions};
use super::lists::{play_part, print_lines, print_lists, rank_for_each_list};
use super::progress::Early;
use super::streams::{check_reader, read_dice};
use super::summary;
use super::system::System;
use super::usage::not_file_or_command;
use super::values::{self, Input};
use wuerfelglueck::dice::Die;
use wuerfelglueck::ranking::{Plan, first_look};
use wuerfelglueck::shards::{Origin, Part};
use wuerfelglueck::stream::BLOCK;
use wuerfelglueck::text::count;
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

#[derive(Debug, Args)]
struct Output {
    #[command(flatten)]
    listing: Listing,
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
        long = "zeit", value_name = "S", value_parser = values::positive(86_400),
        hide_short_help = true, help_heading = "Ablauf"
    )]
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
            bail!(Misuse(not_file_or_command(
                &file.to_string_lossy(),
                program
            )));
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
        let found = early.watch(explain, || {
            rank_for_each_list(&dice, options, &plan, &early)
        });
        let found = found.map_err(System)??;
        print_lists(listing, &options.common, &dice, &found, Vec::new())
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
        play_part(dice, origin, &pairings, remembering, quiet, print_lines)?;
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
