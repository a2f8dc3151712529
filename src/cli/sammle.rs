//! The command `sammle`: lines of `--format paare`, and the Bestenliste on stdout.

use anyhow::Result;
use clap::Args;
use itertools::Itertools;

use super::groups::{
    Common, Counting, Listing, Remembering, TABLE_MEMORY_HELP, Threading, offer_criteria,
};
use super::help::reword;
use super::lists::{play_part, print_lines, print_lists};
use super::streams::each_line;
use super::summary;
use super::values::{self, Input};
use crate::report::Found;
use wuerfelglueck::ranking;
use wuerfelglueck::shards::{Gathering, LONGEST_LINE, Part, Record};
use wuerfelglueck::text::count;
use wuerfelglueck::tournament::{Contest, DiceContest};

/// So many lines are printed at once, so that not all are in memory twice.
const LINES_AT_ONCE: usize = 1000;

#[derive(Debug, Args)]
#[command(
    override_usage = "wuerfelglueck sammle [OPTIONEN] [DATEI]",
    mut_args(|argument| offer_criteria(argument, 3)),
    mut_args(|argument| reword(argument, &REWORDED))
)]
pub struct Sammle {
    /// Die Datei; ohne sie oder mit - die Standardeingabe
    #[arg(
        value_name = "DATEI", value_hint = clap::ValueHint::FilePath, default_value = "-",
        help_heading = "Argumente"
    )]
    input: Input,
    #[command(flatten)]
    counting: Counting,
    #[command(flatten)]
    listing: Listing,
    /// P Prozent der Paarungen noch einmal spielen und vergleichen [Vorgabe: eine Paarung]
    ///
    /// Bei 0 wird nichts noch einmal gespielt.
    #[arg(
        long = "stichprobe", value_name = "P", value_parser = values::difference,
        help_heading = "Genauigkeit"
    )]
    sample: Option<f64>,
    #[command(flatten)]
    remembering: Remembering,
    #[command(flatten)]
    threading: Threading,
    #[command(flatten)]
    common: Common,
}

/// What options of groups mean where games have been played already.
const REWORDED: [(&str, &str); 4] = [
    (
        "criteria",
        "Was zählt: siege, punkte oder duelle [Vorgabe: siege]\n\n\
         Bei siege der Anteil der Spiele, die ein Würfel gewinnt; ein Unentschieden zählt \
         nichts, bei punkte einen halben Sieg. Bei duelle die Zahl der Gegner, gegen die er \
         öfter gewinnt als sie gegen ihn; wer mit ihm gleichauf ist (siehe --gleichauf), zählt \
         halb.",
    ),
    (
        "level",
        "Würfel, die weniger als P Punkte auseinanderliegen, sind gleichauf [Vorgabe: 0.5]",
    ),
    (
        "best",
        "Nur die besten K Würfel\n\n\
         Es sind mehr als K, wenn der letzte mit dem nächsten gleichauf ist.",
    ),
    ("memory", TABLE_MEMORY_HELP),
];

impl Sammle {
    pub fn run(&self) -> Result<u8> {
        self.listing.check(&self.counting)?;
        let (remembering, quiet) = (&self.remembering, self.common.quiet);
        let mut gathering = Gathering::default();
        let names = ["Zeilen von --format paare", "die Datei"];
        let take = |line: &[u8]| Ok(gathering.line(line)?);
        each_line(names, &self.input, LONGEST_LINE, quiet, take)?;
        let (origin, dice) = gathering.whole()?;
        self.threading.start()?;
        let (number, seed) = (gathering.pairings.len() as u64, origin.seed);
        // Tables are built, a few at a time, and forgotten.
        let competitors = DiceContest::new(&dice, origin.rules, seed, 0)
            .competitors()
            .clone();
        gathering.check_wins(&competitors)?;
        // Some pairings are played again, and compared with what was gathered.
        let sample = gathering.sample(seed, self.sample);
        let compare = |records: &[Record]| {
            let mut records = records.iter();
            Ok(records.try_for_each(|record| gathering.compare(record))?)
        };
        let whole = (origin, Part::WHOLE);
        play_part(&dice, whole, &sample, remembering, quiet, compare)?;
        let pairings = count(number, "Paarung", "Paarungen");
        let games = count(number * origin.games, "Spiel", "Spiele");
        let mut closing = format!("{pairings}, {games} gesammelt, Saat {seed}");
        if !sample.is_empty() {
            let sampled = count(sample.len() as u64, "Paarung", "Paarungen");
            closing += &format!("; Stichprobe: {sampled} noch einmal gespielt, gleiche Ergebnisse");
        }
        let about_lines = summary::about_lines(&gathering.doubles, &gathering.incomplete);
        if self.listing.format.value.is_none() {
            for lines in &gathering.records(origin, &dice).chunks(LINES_AT_ONCE) {
                print_lines(&lines.collect_vec())?;
            }
            self.common.warn(about_lines);
            self.common.tell(closing);
            return Ok(0);
        }
        let mut plan = self.counting.plan(origin.games, None);
        plan.best = self.listing.best;
        let pairings = gathering.pairings.into_values();
        let pairings = pairings.map(|(pairing, ..)| pairing).collect();
        let ranking = ranking::gather(&competitors, pairings, &plan);
        let found = Found {
            asked: vec![(origin.rules, plan.criterion)],
            rankings: vec![(origin.rules, ranking)],
            done: vec![closing],
            plan,
            error: plan.error,
            more: "--spiele",
            seed,
            memory: None,
            is_early: false,
        };
        print_lists(&self.listing, &self.common, &dice, &found, about_lines)
    }
}
