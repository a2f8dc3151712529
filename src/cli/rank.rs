//! The main job: a dice file, the Bestenliste on stdout.

use std::io::IsTerminal;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use std::{fmt, io};

use clap::{Args, Command};

use super::errors::{FAILED, Failure, similar_command, suggestion};
use super::find::find;
use super::groups::{FileWord, Listing, RUNNING, RankingOptions};
use super::misuse::{self, Misuse};
use super::progress::{Early, RankProgress};
use super::streams::{DICE, print, read_dice};
use super::summary::{self, Asked};
use super::values::{self, Input, ListFormat, Seed};
use crate::dice::Die;
use crate::ranking::{Plan, Ranking, Watch};
use crate::report::{Bars, ListReport, WriteList};
use crate::rules::Rules;
use crate::shards::{Origin, Part, Shard, most_games};
use crate::text::Excerpt;

/// The end of the help.
pub(super) const AFTER_HELP: &str = "\
Die Würfeldatei nennt in der ersten Zeile die Anzahl der Würfel, danach in einer
Zeile je Würfel die Anzahl der Seiten und die Augenzahlen:

  2
  6 1 2 3 4 5 6
  6 1 1 1 6 6 6

Die Bestenliste geht auf die Standardausgabe, alles andere auf die
Standardfehlerausgabe.

Rückgabewert: 0 in Ordnung; 1 Lesen oder Schreiben gescheitert, Speicher zu
knapp, oder mit --streng die Rangfolge nicht ganz gesichert; 2 Eingabe oder
Befehlszeile fehlerhaft; 130 nach Strg-C und 143 nach SIGTERM, mit der Liste,
wie sie dann steht.

  wuerfelglueck beispiele/wuerfel0.txt
  wuerfelglueck --regeln alle --format tsv < DATEI
";

/// The options of the main job.
#[derive(Debug, Args)]
pub(super) struct Rank {
    #[command(flatten)]
    file: FileWord,

    #[command(flatten)]
    options: RankingOptions<Output>,
}

/// Width of a line with a bar where no terminal says it.
const WIDTH: usize = 80;

/// The exit code of a signal is its number and this.
#[cfg(unix)]
const SIGNAL: u8 = 128;

/// What is printed.
#[derive(Debug, Args)]
struct Output {
    #[command(flatten)]
    listing: Listing,

    /// Nur der K-te von N Teilen der Paarungen, für --format paare; wuerfelglueck sammle setzt die Teile
    /// zusammen
    #[arg(
        long = "teil", value_name = "K/N", allow_hyphen_values = true,
        hide_short_help = true, help_heading = RUNNING
    )]
    part: Option<Part>,

    /// Nach S Sekunden aufhören und die Bestenliste drucken, wie sie dann steht
    #[arg(
        long = "zeit", value_name = "S", value_parser = values::seconds,
        hide_short_help = true, help_heading = RUNNING
    )]
    time: Option<f64>,
}

impl Rank {
    /// Ranks the dice, and tells on stderr how sure that is.
    pub(super) fn run(&self, program: &Command) -> Result<ExitCode, Failure> {
        let options = &self.options;
        let listing = &options.output.listing;
        self.check()?;
        let dice = self.read(program)?;
        let Some(write) = listing.format.list() else {
            self.print_pairs(&dice, options.rule_sets()[0])?;
            return Ok(ExitCode::SUCCESS);
        };
        let plan = Plan {
            best: listing.best,
            ..options.plan()
        };
        let time = options.output.time.map(Duration::from_secs_f64);
        let early = Early {
            by_signal: options.lists().len() == 1,
            at: time.and_then(|time| Instant::now().checked_add(time)),
        };
        let found = find(&dice, options, &plan, early)?;
        // The call that gives the same bytes has so many games.
        let games = found.rankings[0].1.played().map(|played| played.games);
        let plan = Plan {
            games: games.filter(|_| found.is_early).unwrap_or(plan.games),
            ..plan
        };
        let lists = ListReport {
            dice: &dice,
            rankings: &found.rankings,
            plan,
            error: options.counting.error(),
            seed: Some(found.seed),
            memory: options.playing.exact.then(|| options.memory()),
            pairings: listing.pairings,
            terminal: terminal(),
            bars: bars(listing),
        };
        let code = print_lists(listing, write, &lists, || {
            let asked = Asked::new(options, &plan, &found);
            summary::tell(&options.common, &found, &asked, summary::all_warnings);
            if found.is_early {
                let (more, games) = (options.playing.more(), plan.games);
                let remedy = match options.playing.exact {
                    true => "derselbe Aufruf rechnet mit mehr Zeit zu Ende".into(),
                    false => format!("dasselbe Ergebnis mit {more} {games}"),
                };
                options
                    .common
                    .tell(format_args!("Vorzeitig beendet; {remedy}"));
            }
        })?;
        #[cfg(unix)]
        if let Some(signal) = super::signals::asked() {
            return Ok(ExitCode::from(SIGNAL + signal as u8));
        }
        Ok(code)
    }

    /// Reads the dice. A word that names neither a file nor a command may have been meant as either.
    fn read(&self, program: &Command) -> Result<Vec<Die>, Failure> {
        let input = &self.file.input;
        let options = &self.options;
        let dice = read_dice(DICE, input, options.rule_sets(), options.common.quiet);
        match (dice, input) {
            (Err(Failure::File { cause, .. }), Input::File(file))
                if cause.kind() == io::ErrorKind::NotFound =>
            {
                Err(no_such_file(&file.to_string_lossy(), program).into())
            }
            (dice, _) => dice,
        }
    }

    /// Whether the options fit together.
    fn check(&self) -> Result<(), Misuse> {
        let options = &self.options;
        let Output {
            listing,
            part,
            time,
        } = &options.output;
        if time.is_some() && (options.lists().len() > 1 || listing.format.list().is_none()) {
            return Err(Misuse::TimeForOneList);
        }
        options.playing.check()?;
        listing.check(&options.counting)?;
        let faults = match listing.format {
            ListFormat::Paare => vec![
                (options.playing.exact, Misuse::PairsAreGames),
                (options.playing.games.is_none(), Misuse::PairsWithoutGames),
                (
                    part.is_some() && options.seeding.seed == Seed::Fresh,
                    Misuse::PartOfChance,
                ),
                (options.rule_sets().len() > 1, Misuse::PairsOfAllRules),
            ],
            _ => vec![(part.is_some(), Misuse::PartOfList)],
        };
        misuse::first(faults)
    }

    /// Plays a part of the pairings, and prints a line of each as soon as it is known.
    fn print_pairs(&self, dice: &[Die], rules: Rules) -> Result<(), Failure> {
        let common = &self.options.common;
        let plan = self.options.plan();
        let seed = self.options.seeding.resolve()?;
        let part = self.options.output.part.unwrap_or(Part::WHOLE);
        let memory = self.options.bytes();
        let most = most_games(dice.len(), 0, memory);
        if plan.games > most {
            return Err(Misuse::PairsTooLong(plan.games, most).into());
        }
        let origin = Origin {
            dice: dice.len(),
            rules,
            seed,
            games: plan.games,
        };
        let start = Instant::now();
        let pairings = part.pairings(dice.len());
        let number = pairings.len() as u64;
        let progress = RankProgress::new(plan, number, common.quiet, Early::default());
        let pool = self.options.threading.pool()?;
        let mut shard = pool.install(|| Shard::new(dice, origin, part, &pairings, memory));
        self.options.check_memory(shard.least_memory())?;
        let played = |games| progress.played(games);
        while let Some(records) = pool.install(|| shard.play(played)) {
            let mut lines = records.iter();
            let write =
                |out: &mut dyn fmt::Write| lines.try_for_each(|line| writeln!(out, "{line}"));
            if !progress.aside(|| print(write))? {
                return Err(Failure::Unread);
            }
        }
        drop(progress);
        let closing = summary::closing_pairings(number, number * plan.games, start.elapsed(), seed);
        common.tell(match self.options.output.part {
            Some(part) => format!("Teil {part}: {closing}"),
            None => closing,
        });
        Ok(())
    }
}

/// What is wrong with a word that is no file.
fn no_such_file(word: &str, program: &Command) -> Misuse {
    if program.find_subcommand(word).is_some() {
        return Misuse::CommandNotFirst(word.into());
    }
    match similar_command(word, program) {
        Some(command) if !word.contains(['.', '/']) => {
            Misuse::NoSuchCommand(Excerpt::new(word), suggestion(command))
        }
        _ => Misuse::NoSuchFile(Excerpt::whole(word)),
    }
}

/// The characters of a line of the terminal, if stdout is one.
pub(super) fn terminal() -> Option<usize> {
    let size = terminal_size::terminal_size_of(io::stdout());
    size.map(|(terminal_size::Width(width), _)| usize::from(width))
}

/// How bars are drawn, if they are wanted: as wide as the terminal, if stdout is one, and in colour if it has them and nobody
/// asked for none (`NO_COLOR`, `CLICOLOR=0`, `TERM=dumb`).
pub(super) fn bars(listing: &Listing) -> Option<Bars> {
    listing.bars.then(|| Bars {
        width: terminal().unwrap_or(WIDTH),
        coloured: io::stdout().is_terminal() && console::colors_enabled(),
    })
}

/// Prints lists, then tells more about them; a reader who has seen enough is told nothing more. With
/// `--streng` the exit code says whether the order is certified.
pub(super) fn print_lists(
    listing: &Listing,
    write: WriteList,
    lists: &ListReport,
    tell: impl FnOnce(),
) -> Result<ExitCode, Failure> {
    if print(|out| write(out, lists))? {
        tell();
    }
    let is_open = |(_, ranking): &(Rules, Ranking)| ranking.open().count() > 0;
    Ok(match listing.strict && lists.rankings.iter().any(is_open) {
        true => ExitCode::from(FAILED),
        false => ExitCode::SUCCESS,
    })
}
