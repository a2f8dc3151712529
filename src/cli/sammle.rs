//! The command `sammle`: lines of `--format paare` on stdin, the Bestenliste on stdout.

use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;

use super::common::{Common, expect, print};
use super::options::{Counting, Format, Listing};
use super::warnings::Warning;
use super::{rank, warnings};
use crate::ranking::{self, Plan};
use crate::report::json;
use crate::shards::{Gathered, Gathering};
use crate::text::count;
use crate::tournament::Competitors;

const TEMPLATE: &str = "\
{about}

Aufruf: {usage}

Optionen:
{options}{after-help}
";

const AFTER_HELP: &str = "\
Die Zeilen dürfen in beliebiger Reihenfolge und von beliebig vielen Rechnern
kommen; jede Paarung muss dabei sein. Die Liste ist Byte für Byte die, die ein
einziger Lauf mit derselben Saat gedruckt hätte.

  wuerfelglueck --spiele 1000 --format paare --teil 1/2 < DATEI > eins
  wuerfelglueck --spiele 1000 --format paare --teil 2/2 < DATEI > zwei
  cat eins zwei | wuerfelglueck sammle
";

/// Puts parts of a tournament together.
#[derive(Debug, Args)]
#[command(
    display_name = "wuerfelglueck",
    override_usage = "wuerfelglueck sammle [OPTIONEN] < ZEILEN",
    help_template = TEMPLATE,
    after_help = AFTER_HELP,
    disable_help_flag = true,
    disable_version_flag = true,
    hide_possible_values = true,
    term_width = 80,
)]
pub(super) struct Sammle {
    #[command(flatten)]
    counting: Counting,

    #[command(flatten)]
    listing: Listing,

    #[command(flatten)]
    common: Common,
}

impl Sammle {
    /// Prints the list on stdout.
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        self.listing.check(self.counting)?;
        let Gathered {
            origin,
            dice,
            pairings,
            wins,
            lines,
            doubles,
            incomplete,
        } = self.gather()?;
        let lines_to_know = [
            (!doubles.is_empty()).then_some(Warning::Doubles(doubles)),
            (!incomplete.is_empty()).then_some(Warning::Incomplete(incomplete)),
        ];
        let lines_to_know: Vec<Warning> = lines_to_know.into_iter().flatten().collect();
        if self.listing.format == Format::Pairs {
            print(|out| lines.iter().try_for_each(|line| writeln!(out, "{line}")))?;
            self.common.warn_all(&lines_to_know);
            return Ok(ExitCode::SUCCESS);
        }
        let plan = Plan {
            games: origin.games,
            accuracy: None,
            error: self.counting.error(),
            scoring: self.counting.scoring(),
        };
        let number = pairings.len() as u64;
        let ranking = self.common.pool()?.install(|| {
            let field = Competitors::of_dice(&dice, origin.rules);
            ranking::gather(&field, pairings, &wins, &plan)
        });
        let rankings = [(origin.rules, ranking)];
        let settings = json::Settings {
            seed: origin.seed,
            plan,
            memory: None,
            cycles: self.listing.pairings,
        };
        rank::print_list(&self.listing, &dice, &rankings, &settings, || {
            self.common.warn_all(&lines_to_know);
            let [(_, ranking)] = &rankings;
            let known = warnings::of_ranking(ranking, plan.accuracy, "--spiele", 0.0);
            self.common.warn_all(&known);
            self.common.tell(format_args!(
                "{}, {} gesammelt, Saat {}",
                count(number, "Paarung", "Paarungen"),
                count(number * origin.games, "Spiel", "Spiele"),
                origin.seed
            ));
            self.common.tell(rank::certified(ranking, plan.accuracy));
        })
    }

    /// Reads all lines.
    fn gather(&self) -> anyhow::Result<Gathered> {
        let keep = self.listing.format == Format::Pairs;
        let mut gathering = Gathering::new(self.counting.scoring(), keep);
        let mut stdin = io::stdin().lock();
        expect(
            "Zeilen von --format paare",
            "wuerfelglueck sammle < ZEILEN",
            &self.common,
        );
        let mut line = Vec::new();
        for number in 1.. {
            line.clear();
            let length = stdin
                .read_until(b'\n', &mut line)
                .context("die Standardeingabe ist nicht lesbar")?;
            if length == 0 {
                break;
            }
            gathering.add(number, &line)?;
        }
        Ok(gathering.finish()?)
    }
}
