//! The command `sammle`: lines of `--format paare`, and the Bestenliste on stdout.

use std::process::ExitCode;

use clap::Args;

use super::errors::Failure;
use super::groups::{ACCURACY, Common, Counting, FileWord, Listing, Remembering, Threading};
use super::progress::PlayProgress;
use super::rank::{bars, print_lists, terminal};
use super::streams::{Expected, print};
use super::summary::{self, Asked};
use super::values::{self, ListFormat};
use super::warnings::Warning;
use crate::ranking::{self, Criterion, Plan};
use crate::report::ListReport;
use crate::shards::{Gathered, Gathering, LONGEST_LINE, Part, Shard};
use crate::text::count;
use crate::tournament::Competitors;

const LINES: Expected = Expected {
    what: "Zeilen von --format paare",
    file: "die Datei",
    usage: "sammle DATEI",
    help: "sammle --hilfe",
};

/// So many lines are printed at once, so that not all are in memory twice.
const LINES_AT_ONCE: usize = 1000;

/// The end of the help.
const AFTER_HELP: &str = "\
Die Zeilen dürfen in beliebiger Reihenfolge und von beliebig vielen Rechnern
kommen; jede Paarung muss dabei sein. Die Liste ist Byte für Byte die, die ein
einziger Lauf mit denselben Optionen gedruckt hätte. Beschädigte Zeilen erkennt
sammle an ihrer Prüfsumme, falsche an einer Stichprobe.

  wuerfelglueck --spiele 1000 --format paare --teil 1/2 DATEI > eins
  wuerfelglueck --spiele 1000 --format paare --teil 2/2 DATEI > zwei
  cat eins zwei | wuerfelglueck sammle
";

/// Puts parts of a tournament together.
#[derive(Debug, Args)]
#[command(
    override_usage = "wuerfelglueck sammle [OPTIONEN] [DATEI]",
    after_long_help = AFTER_HELP
)]
pub(super) struct Sammle {
    #[command(flatten)]
    file: FileWord,

    #[command(flatten)]
    counting: Counting,

    #[command(flatten)]
    listing: Listing,

    /// P Prozent der Paarungen noch einmal spielen und vergleichen [Vorgabe: eine von jedem Teil]
    ///
    /// Von mehr als 100 Teilen sind es 100 Paarungen. Bei 0 wird nichts noch einmal gespielt.
    #[arg(
        long = "stichprobe", value_name = "P", value_parser = values::difference,
        help_heading = ACCURACY
    )]
    sample: Option<f64>,

    #[command(flatten)]
    remembering: Remembering,

    #[command(flatten)]
    threading: Threading,

    #[command(flatten)]
    common: Common,
}

impl Sammle {
    /// Prints the list on stdout.
    pub(super) fn run(&self) -> Result<ExitCode, Failure> {
        self.listing.check(&self.counting)?;
        let criterion = self.counting.criterion()?;
        let gathered = self.gather(criterion)?;
        let pool = self.threading.pool()?;
        let (origin, number) = (gathered.origin, gathered.pairings.len() as u64);
        let competitors = pool.install(|| Competitors::of_dice(&gathered.dice, origin.rules));
        gathered.check_wins(&competitors)?;
        let sampled = pool.install(|| self.play_again(&gathered))?;
        let sampled = match sampled as u64 {
            0 => String::new(),
            some => format!(
                "; Stichprobe: {} noch einmal gespielt, gleiche Ergebnisse",
                count(some, "Paarung", "Paarungen")
            ),
        };
        let closing = format!(
            "{}, {} gesammelt, Saat {}{sampled}",
            count(number, "Paarung", "Paarungen"),
            count(number * origin.games, "Spiel", "Spiele"),
            origin.seed
        );
        let Some(write) = self.listing.format.list() else {
            for lines in gathered.lines().chunks(LINES_AT_ONCE) {
                if !print(|out| lines.iter().try_for_each(|line| writeln!(out, "{line}")))? {
                    return Err(Failure::Unread);
                }
            }
            self.common
                .warn(&about_lines(gathered.doubles, gathered.incomplete));
            self.common.tell(closing);
            return Ok(ExitCode::SUCCESS);
        };
        let plan = Plan {
            games: origin.games,
            accuracy: None,
            error: self.counting.error(),
            level: self.counting.level(),
            criterion,
            best: self.listing.best,
        };
        let (pairings, wins) = (gathered.pairings, gathered.wins);
        let ranking = pool.install(|| ranking::gather(&competitors, pairings, &wins, &plan));
        let rankings = [(origin.rules, ranking)];
        let lists = ListReport {
            dice: &gathered.dice,
            rankings: &rankings,
            plan,
            error: plan.error,
            seed: Some(origin.seed),
            memory: None,
            pairings: self.listing.pairings,
            terminal: terminal(),
            bars: bars(&self.listing),
        };
        let asked = Asked {
            accuracy: None,
            more: "--spiele",
            memory: 0.0,
            error: plan.error,
            level: plan.level,
            lists: 1,
            is_early: false,
        };
        print_lists(&self.listing, write, &lists, || {
            self.common
                .warn(&about_lines(gathered.doubles, gathered.incomplete));
            let [(_, ranking)] = &rankings;
            self.common.warn(&summary::all_warnings(ranking, &asked));
            self.common.tell(closing);
            self.common.tell(summary::certified(ranking, &asked));
        })
    }

    /// Reads all lines.
    fn gather(&self, criterion: Criterion) -> Result<Gathered, Failure> {
        let keep = self.listing.format == ListFormat::Paare;
        let memory = self.remembering.bytes();
        let mut gathering = Gathering::new(criterion.scoring(), keep, memory);
        let quiet = self.common.quiet;
        LINES.each_line(&self.file.input, quiet, LONGEST_LINE, |line| {
            gathering.line(line).map_err(Failure::from)
        })?;
        Ok(gathering.finish()?)
    }

    /// Plays some pairings again, and compares them with what was gathered. Returns their number.
    fn play_again(&self, gathered: &Gathered) -> Result<usize, Failure> {
        let sample = gathered.sample(self.sample);
        let memory = self.remembering.bytes();
        let (dice, origin) = (&gathered.dice, gathered.origin);
        let mut shard = Shard::new(dice, origin, Part::WHOLE, &sample, memory);
        self.remembering.check(shard.least_memory())?;
        let number = sample.len() as u64;
        let who = count(number, "Paarung", "Paarungen");
        let progress = PlayProgress::new(who, number * origin.games, self.common.quiet);
        while let Some(records) = shard.play(|games| progress.played(games)) {
            for record in records {
                gathered.compare(&record)?;
            }
        }
        Ok(sample.len())
    }
}

/// What there is to say about lines that repeat an earlier one, and about those that are cut short.
fn about_lines(doubles: Vec<usize>, incomplete: Vec<usize>) -> Vec<Warning> {
    let all = [
        (!doubles.is_empty()).then_some(Warning::Doubles(doubles)),
        (!incomplete.is_empty()).then_some(Warning::Incomplete(incomplete)),
    ];
    all.into_iter().flatten().collect()
}
