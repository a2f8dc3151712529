//! The command `sammle`: lines of `--format paare`, and the Bestenliste on stdout.

use std::process::ExitCode;

use clap::Args;

use super::errors::Failure;
use super::groups::{Common, Counting, FileWord, Listing, Threading};
use super::misuse::Misuse;
use super::rank::{bars, print_lists};
use super::streams::{Expected, print};
use super::summary::{self, Asked};
use super::values::ListFormat;
use super::warnings::Warning;
use crate::ranking::{self, Plan};
use crate::report::ListReport;
use crate::shards::{Gathered, Gathering};
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
einziger Lauf mit denselben Optionen gedruckt hätte.

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

    #[command(flatten)]
    threading: Threading,

    #[command(flatten)]
    common: Common,
}

impl Sammle {
    /// Prints the list on stdout.
    pub(super) fn run(&self) -> Result<ExitCode, Failure> {
        self.listing.check(self.counting)?;
        if self.listing.format == ListFormat::Paare && self.threading.threads.is_some() {
            return Err(Misuse::PairsWithoutThreads.into());
        }
        let gathered = self.gather()?;
        let (origin, dice) = (gathered.origin, gathered.dice);
        let [doubles, incomplete] = [gathered.doubles, gathered.incomplete];
        let about_lines = [
            (!doubles.is_empty()).then_some(Warning::Doubles(doubles)),
            (!incomplete.is_empty()).then_some(Warning::Incomplete(incomplete)),
        ];
        let Some(write) = self.listing.format.list() else {
            for lines in gathered.lines.chunks(LINES_AT_ONCE) {
                if !print(|out| lines.iter().try_for_each(|line| writeln!(out, "{line}")))? {
                    return Ok(ExitCode::SUCCESS);
                }
            }
            self.common.warn(about_lines.iter().flatten());
            return Ok(ExitCode::SUCCESS);
        };
        let plan = Plan {
            games: origin.games,
            accuracy: None,
            error: self.counting.error(),
            scoring: self.counting.scoring(),
        };
        let number = gathered.pairings.len() as u64;
        let ranking = self.threading.pool()?.install(|| {
            let competitors = Competitors::of_dice(&dice, origin.rules);
            ranking::gather(&competitors, gathered.pairings, &gathered.wins, &plan)
        });
        let rankings = [(origin.rules, ranking)];
        let lists = ListReport {
            dice: &dice,
            rankings: &rankings,
            plan,
            error: plan.error,
            seed: Some(origin.seed),
            memory: None,
            pairings: self.listing.pairings,
            bars: bars(&self.listing),
        };
        let asked = Asked {
            accuracy: None,
            more: "--spiele",
            memory: 0.0,
            error: plan.error,
            lists: 1,
        };
        print_lists(&self.listing, write, &lists, || {
            self.common.warn(about_lines.iter().flatten());
            let [(_, ranking)] = &rankings;
            self.common.warn(&summary::all_warnings(ranking, &asked));
            self.common.tell(format_args!(
                "{}, {} gesammelt, Saat {}",
                count(number, "Paarung", "Paarungen"),
                count(number * origin.games, "Spiel", "Spiele"),
                origin.seed
            ));
            self.common.tell(summary::certified(ranking, &asked));
        })
    }

    /// Reads all lines.
    fn gather(&self) -> Result<Gathered, Failure> {
        let input = &self.file.input;
        let mut reader = LINES.open(input, self.common.quiet)?;
        let keep = self.listing.format == ListFormat::Paare;
        let mut gathering = Gathering::new(self.counting.scoring(), keep);
        let mut line = Vec::new();
        for number in 1.. {
            line.clear();
            let length = reader
                .read_until(b'\n', &mut line)
                .map_err(|cause| LINES.unreadable(input, cause))?;
            if length == 0 {
                break;
            }
            gathering.add(number, &line)?;
        }
        Ok(gathering.finish()?)
    }
}
