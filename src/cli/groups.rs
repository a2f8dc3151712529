//! Groups of options, each written once and used by several commands.

use std::num::NonZero;
use std::thread;

use anyhow::{Context, Result};
use clap::{Arg, ArgAction, Args};
use itertools::Itertools;

use super::errors::{Misuse, refuse};
use super::streams::say;
use super::values::{self, Several, Word, word};
use crate::report::{RenderList, json, svg, text, tsv};
use wuerfelglueck::check;
use wuerfelglueck::decimal::round_up;
use wuerfelglueck::ranking::{Criterion, FINEST, Plan};
use wuerfelglueck::rules::Rules;

const GIBIBYTE: f64 = (1 << 30) as f64;
/// Half the width of intervals in percentage points, unless the user says otherwise.
pub const ACCURATE: f64 = 0.2;

pub static CRITERIA: [(&str, &[Criterion]); 4] = [
    ("siege", &[Criterion::Wins]),
    ("punkte", &[Criterion::Points]),
    ("duelle", &[Criterion::Duels]),
    ("alle", &Criterion::ALL),
];

/// If the argument is `--wertung`, takes the first so many of these words for it: with the last one several at once.
pub fn offer_criteria(argument: Arg, number: usize) -> Arg {
    if argument.get_id() != "criteria" {
        return argument;
    }
    let are_several = number == CRITERIA.len();
    argument
        .value_parser(word(&CRITERIA[..number]))
        .value_delimiter(are_several.then_some(','))
}

#[derive(Clone, Debug, Args)]
#[command(mut_args(|argument| offer_criteria(argument, CRITERIA.len())))]
pub struct Counting {
    #[arg(long = "wertung", action = ArgAction::Set, value_parser = word(&CRITERIA))]
    criteria: Option<Vec<Word<&'static [Criterion]>>>,
    #[arg(long = "irrtum", value_parser = values::probability)]
    error: Option<f64>,
    #[arg(long = "gleichauf", value_parser = values::difference)]
    level: Option<f64>,
}

impl Counting {
    pub fn criteria(&self) -> Vec<Criterion> {
        let Some(words) = &self.criteria else {
            return vec![Criterion::Wins];
        };
        words.iter().flat_map(|word| word.value).copied().collect()
    }

    /// Checks that no criterion is named twice.
    pub fn check(&self) -> Result<(), Misuse> {
        let words = self.criteria.iter().flatten();
        let twice = words.flat_map(|word| word.value).duplicates().next();
        if let Some(criterion) = twice {
            refuse!("„--wertung“: „{}“ ist zweimal genannt", criterion.name());
        }
        Ok(())
    }

    pub fn error(&self) -> f64 {
        self.error.unwrap_or(0.001)
    }

    /// The plan for a list by the first criterion, from so many games per pairing at most, until this accuracy is reached.
    pub fn plan(&self, games: u64, accuracy: Option<f64>) -> Plan {
        Plan {
            games,
            accuracy,
            error: self.error(),
            level: self.level.unwrap_or(0.5),
            criterion: self.criteria()[0],
            best: None,
        }
    }
}

/// How a tournament is printed: as a list, or if nothing writes one, by a line a pairing.
const FORMATS: [(&str, Option<RenderList>); 5] = [
    ("text", Some(text::render)),
    ("tsv", Some(tsv::render)),
    ("json", Some(json::render)),
    ("svg", Some(svg::render)),
    ("paare", None),
];

#[derive(Debug, Args)]
pub struct Listing {
    #[arg(long = "format", default_value = "text", value_parser = word(&FORMATS))]
    pub format: Word<Option<RenderList>>,
    #[arg(long = "beste", value_parser = values::whole(1..=u32::MAX as usize))]
    pub best: Option<usize>,
    #[arg(long = "paarungen")]
    pub pairings: bool,
    #[arg(long = "balken")]
    pub bars: bool,
    #[arg(long = "streng")]
    pub strict: bool,
}

impl Listing {
    pub fn check(&self, counting: &Counting) -> Result<(), Misuse> {
        let is_counted = counting.criteria.is_some() || counting.error.or(counting.level).is_some();
        let is_told = self.bars || self.pairings || self.strict || self.best.is_some();
        if self.format.value.is_none() && (is_counted || is_told) {
            refuse!(
                "zu „--format paare“ passen keine Optionen für die Bestenliste; die gehören zu \
                 „wuerfelglueck sammle“"
            );
        }
        if self.bars && self.format.name != "text" {
            refuse!("„--balken“ gibt es nur für „--format text“");
        }
        Ok(())
    }
}

#[derive(Debug, Args)]
pub struct Seeding {
    #[arg(long = "saat", default_value = "2021", value_parser = values::seed)]
    pub seed: (u64, bool),
}

#[derive(Debug, Args)]
pub struct Remembering {
    #[arg(long = "speicher", value_parser = values::positive(1_000_000))]
    memory: Option<f64>,
}

impl Remembering {
    /// GiB that may be used: by solving a pairing, or by the tables of the dice where games are played.
    pub fn gibibytes(&self, exact: bool) -> f64 {
        self.memory.unwrap_or(if exact { 4.0 } else { 1.0 })
    }

    pub fn bytes(&self, exact: bool) -> usize {
        (self.gibibytes(exact) * GIBIBYTE) as usize
    }

    pub fn check(&self, exact: bool, least: usize) -> Result<(), Misuse> {
        if self.bytes(exact) < least {
            let (given, least) = (self.gibibytes(exact), round_up(least as f64 / GIBIBYTE));
            refuse!(
                "„--speicher {given}“ reicht nicht; zwei Würfel brauchen mindestens {least} GiB"
            );
        }
        Ok(())
    }
}

const MOST_THREADS: usize = 1024;

#[derive(Debug, Args)]
pub struct Threading {
    #[arg(long = "faeden", alias = "threads", value_parser = values::whole(1..=MOST_THREADS))]
    threads: Option<usize>,
}

impl Threading {
    /// Starts the threads to work on: as many as the machine runs at once, unless the user says otherwise.
    pub fn start(&self) -> Result<()> {
        let usual = || thread::available_parallelism().map_or(1, NonZero::get);
        // Without a number, rayon would look for one in the environment.
        let number = self.threads.unwrap_or_else(usual).min(MOST_THREADS);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(number);
        let started = pool.build_global().ok();
        started.context("so viele Threads gibt das Betriebssystem nicht her; weniger mit --faeden")
    }
}

#[derive(Debug, Args)]
pub struct Common {
    #[arg(short = 'q', long = "still", overrides_with = "quiet")]
    pub quiet: bool,
}

impl Common {
    /// Says a line on stderr, unless that was asked not to be.
    pub fn tell(&self, line: impl std::fmt::Display) {
        if !self.quiet {
            say(line);
        }
    }

    pub fn warn(&self, warnings: impl IntoIterator<Item = String>) {
        for warning in warnings {
            self.tell(format_args!("Warnung: {warning}"));
        }
    }
}

/// All that decides how dice are ranked, and the options of the output between them.
#[derive(Debug, Args)]
pub struct RankingOptions<Output: Args> {
    #[arg(long = "regeln", default_value = "offiziell", value_parser = values::rule_sets)]
    pub rules: Several<Rules>,
    #[arg(long = "exakt", conflicts_with_all = ["error", "most", "games", "seed"])]
    pub exact: bool,
    #[arg(long = "genauigkeit", value_parser = values::positive(100))]
    pub accuracy: Option<f64>,
    #[arg(
        long = "spiele", value_parser = values::even_games,
        conflicts_with_all = ["accuracy", "most"]
    )]
    pub games: Option<u64>,
    #[arg(long = "hoechstens", value_parser = values::even_games)]
    most: Option<u64>,
    #[command(flatten)]
    pub counting: Counting,
    #[command(flatten)]
    pub output: Output,
    #[command(flatten)]
    pub remembering: Remembering,
    #[command(flatten)]
    pub seeding: Seeding,
    #[command(flatten)]
    pub threading: Threading,
    #[command(flatten)]
    pub common: Common,
}

impl<Output: Args> RankingOptions<Output> {
    pub fn check(&self) -> Result<(), Misuse> {
        if self.exact && self.accuracy.is_some_and(|accuracy| accuracy < FINEST) {
            refuse!("genauer als mit „--genauigkeit {FINEST}“ rechnet „--exakt“ nicht");
        }
        self.counting.check()
    }

    /// The lists that are wanted, at least one: under which rules, and what they go by.
    pub fn lists(&self) -> Vec<(Rules, Criterion)> {
        let rules = self.rules.iter().copied();
        rules.cartesian_product(self.counting.criteria()).collect()
    }

    /// How much is to be played for each list, the first of which it names. All lists share the probability of an error. Without
    /// a fixed number of games, the accuracy is what is wanted.
    pub fn plan(&self) -> Plan {
        let games = self.games.or(self.most).unwrap_or(2_000_000);
        let accuracy = self.accuracy.unwrap_or(ACCURATE);
        let accuracy = self.games.is_none().then_some(accuracy);
        let mut plan = self.counting.plan(games, accuracy);
        plan.error /= self.lists().len() as f64;
        plan
    }

    /// The same, but what the user does not say is what it takes to judge lists of so many games per pairing, if that is known,
    /// and dice.
    pub fn plan_for(&self, games: Option<u64>, dice: usize) -> Plan {
        let mut plan = self.plan();
        let (Some(games), None, None) = (games, self.games, self.accuracy) else {
            return plan;
        };
        if self.exact {
            let enough = check::enough_accuracy(games, dice);
            plan.accuracy = Some(enough.clamp(FINEST, ACCURATE));
        } else {
            // Where so many are too few to judge by, the fewest will do.
            let wanted = if games / 4 > plan.games { 0 } else { games };
            plan.games = check::enough_games(wanted).min(plan.games);
            plan.accuracy = None;
        }
        plan
    }
}
