//! The main job: a dice file, the Bestenliste on stdout.

use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use clap::{Args, Command};
use console::Term;

use super::errors::{Misuse, command_not_first, neither, refuse, verdict};
use super::find::find;
use super::groups::{Common, FileWord, Listing, RankingOptions, Remembering};
use super::progress::{Bar, Early};
use super::streams::{print, read_dice};
use super::summary;
use super::values::{self, Input};
use crate::dice::Die;
use crate::ranking::Plan;
use crate::report::{Bars, Found, ListReport};
use crate::shards::{Origin, Part, Record, Shard};
use crate::text::count;

#[derive(Debug, Args)]
pub struct Rank {
    #[command(flatten)]
    file: FileWord,
    #[command(flatten)]
    options: RankingOptions<Output>,
}

/// Width of a line with a bar where no terminal says it.
const WIDTH: usize = 80;

#[derive(Debug, Args)]
struct Output {
    #[command(flatten)]
    listing: Listing,
    #[arg(long = "teil", allow_hyphen_values = true)]
    part: Option<Part>,
    #[arg(long = "zeit", value_parser = values::seconds)]
    time: Option<f64>,
}

impl Rank {
    pub fn run(&self, program: &Command) -> Result<ExitCode> {
        let options = &self.options;
        let Output { listing, time, .. } = &options.output;
        self.check()?;
        let dice = self.read(program)?;
        if listing.format.value.is_none() {
            return self.print_pairs(&dice);
        }
        let plan = Plan {
            best: listing.best,
            ..options.plan()
        };
        let time = time.map(Duration::from_secs_f64);
        let early = Early {
            by_signal: options.lists().len() == 1,
            at: time.and_then(|time| Instant::now().checked_add(time)),
            ..Early::default()
        };
        options.threading.start()?;
        let found = find(&dice, options, &plan, &early)?;
        finish(listing, &options.common, &dice, &found, Vec::new())
    }

    /// Reads the dice. A word that names no file may have been meant as a command.
    fn read(&self, program: &Command) -> Result<Vec<Die>> {
        let input = &self.file.input;
        if let Input::File(file) = input
            && let Ok(false) = file.try_exists()
        {
            let word = file.to_string_lossy();
            let is_command = program.find_subcommand(&*word).is_some();
            let say = if is_command {
                command_not_first
            } else {
                neither
            };
            bail!(Misuse(say(&word)));
        }
        read_dice(input, &self.options.rules, self.options.common.quiet)
    }

    fn check(&self) -> Result<(), Misuse> {
        let options = &self.options;
        let output = &options.output;
        let are_pairs = output.listing.format.value.is_none();
        if output.time.is_some() && (options.lists().len() > 1 || are_pairs) {
            refuse!(
                "„--zeit“ gibt es für eine einzige Bestenliste, nicht für „--format paare“, mehrere Regelwerke oder Wertungen"
            );
        }
        options.playing.check()?;
        output.listing.check(&options.counting)?;
        match output.part {
            None if !are_pairs => {}
            Some(_) if !are_pairs => {
                refuse!(
                    "„--teil“ gehört zu „--format paare“; ein Teil der Paarungen ergibt keine Bestenliste"
                )
            }
            _ if options.playing.exact => {
                refuse!(
                    "„--format paare“ und „--exakt“ gehen nicht zusammen: ohne Zufall wird nicht gespielt"
                )
            }
            _ if options.playing.games.is_none() => {
                refuse!("„--format paare“ braucht eine feste Zahl von Spielen: „--spiele N“")
            }
            Some(_) if options.seeding.seed.is_none() => {
                refuse!(
                    "„--saat zufall“ und „--teil“ gehen nicht zusammen: die Teile brauchen dieselbe Saat, eine Zahl"
                )
            }
            _ if options.rules.len() > 1 => {
                refuse!("„--format paare“ gibt es für ein einziges Regelwerk, nicht für mehrere")
            }
            _ => {}
        }
        Ok(())
    }

    /// Plays a part of the pairings, and prints a line of each as soon as it is known.
    fn print_pairs(&self, dice: &[Die]) -> Result<ExitCode> {
        let options = &self.options;
        let (common, remembering) = (&options.common, &options.remembering);
        let games = options.plan().games;
        let seed = options.seeding.resolve()?;
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
        play(dice, origin, &pairings, remembering, quiet, print_lines)?;
        let closing = summary::closing_pairings(number, number * games, start.elapsed(), seed);
        common.tell(match options.output.part {
            Some(part) => format!("Teil {part}: {closing}"),
            None => closing,
        });
        Ok(ExitCode::SUCCESS)
    }
}

/// Plays some pairings of a tournament, as a part of it, and gives their results to `take` as soon as they are known.
pub fn play(
    dice: &[Die],
    (origin, part): (Origin, Part),
    pairings: &[[usize; 2]],
    remembering: &Remembering,
    quiet: bool,
    take: impl Fn(&[Record]) -> Result<()>,
) -> Result<()> {
    let number = pairings.len() as u64;
    let who = count(number, "Paarung", "Paarungen");
    let bar = Bar::new(who, number.saturating_mul(origin.games), true, quiet);
    let mut shard = Shard::new(dice, origin, part, pairings, remembering.bytes(false));
    remembering.check(false, shard.least_memory())?;
    while let Some(records) = shard.play(&bar) {
        take(&records)?;
    }
    Ok(())
}

/// Prints lines. Whoever runs parts must not take lines that nobody has read for played.
pub fn print_lines(lines: &[impl std::fmt::Display]) -> Result<()> {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    if !print(&text)? {
        bail!("niemand liest die Zeilen weiter; es fehlen welche, bitte noch einmal");
    }
    Ok(())
}

/// Prints the lists that were found. A reader who has seen enough is told nothing more; others are told how sure they are,
/// behind `warnings` of another kind. With `--streng` the exit code says whether the order is certified.
pub fn finish(
    listing: &Listing,
    common: &Common,
    dice: &[Die],
    found: &Found,
    warnings: Vec<String>,
) -> Result<ExitCode> {
    let columns = Term::stdout().size_checked();
    let terminal = columns.map(|(_, columns)| usize::from(columns));
    // Colours are for a terminal that has them, unless somebody asked for none (`NO_COLOR`, `CLICOLOR=0`, `TERM=dumb`).
    let bars = Bars {
        width: terminal.unwrap_or(WIDTH),
        coloured: io::stdout().is_terminal() && console::colors_enabled(),
    };
    let lists = ListReport {
        dice,
        found,
        pairings: listing.pairings,
        terminal,
        bars: listing.bars.then_some(bars),
    };
    let text = listing.format.value.map(|render| render(&lists));
    if print(&text.unwrap_or_default())? {
        common.warn(warnings);
        summary::tell(common, found, summary::all_warnings);
    }
    let mut rankings = found.rankings.iter();
    let is_open = rankings.any(|(_, ranking)| ranking.open().next().is_some());
    Ok(verdict(!listing.strict || !is_open))
}
